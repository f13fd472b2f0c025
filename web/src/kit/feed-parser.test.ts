import assert from "node:assert/strict";
import { test } from "node:test";
import { FeedParser, LINE_MAX } from "./feed-parser";

const text = ": welcome\n\nid: 7\nevent: meters\ndata: {\"a\":1}\n\nid: 8\r\nevent: win\r\ndata: one\r\ndata: two\r\n\r\n";
const expected = [
    { name: "meters", id: "7", data: '{"a":1}' },
    { name: "win", id: "8", data: "one\ntwo" },
];

test("messages are read, comments are not", () => {
    assert.deepEqual(new FeedParser().take(text), expected);
});

test("wherever the stream is cut into pieces, the messages are the same", () => {
    for (let cut = 0; cut <= text.length; cut++) {
        const parser = new FeedParser();
        assert.deepEqual([...parser.take(text.slice(0, cut)), ...parser.take(text.slice(cut))], expected, `cut at ${cut}`);
    }
    const letters = new FeedParser();
    assert.deepEqual([...text].flatMap((letter) => letters.take(letter)), expected);
});

test("a message that has not ended is not handed on", () => {
    assert.deepEqual(new FeedParser().take("event: win\ndata: half"), []);
    assert.deepEqual(new FeedParser().take("event: win\ndata: half\n"), []);
});

test("a message without data is none", () => {
    assert.deepEqual(new FeedParser().take("id: 9\nevent: win\n\n"), []);
});

test("a line that does not end is refused before it fills the memory", () => {
    const parser = new FeedParser();
    parser.take("x".repeat(LINE_MAX));
    assert.throws(() => parser.take("x"));
});
