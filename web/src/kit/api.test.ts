import assert from "node:assert/strict";
import { afterEach, mock, test } from "node:test";
import { command, get, newId } from "./api";
import { Problem } from "./problem";
import { session } from "./session-state";

type Answer = () => Response;
const lost: Answer = () => {
    throw new TypeError("Failed to fetch");
};
const answer = (status: number, body: unknown): Answer => () => new Response(JSON.stringify(body), { status });

// Answers the requests in turn and records them; the last answer is given again and again.
function server(...answers: Answer[]) {
    const asked: { path: string; body: Record<string, unknown>; headers: Record<string, string> }[] = [];
    mock.method(globalThis, "fetch", async (path: string, options: RequestInit) => {
        asked.push({ path, body: JSON.parse(String(options.body ?? "null")) as Record<string, unknown>, headers: options.headers as Record<string, string> });
        return answers[Math.min(asked.length, answers.length) - 1]!();
    });
    // Waits are over at once.
    mock.method(globalThis, "setTimeout", (act: () => void, ms: number) => {
        if (ms < 10_000) queueMicrotask(act);
        return 0;
    });
    return asked;
}

afterEach(() => {
    mock.restoreAll();
    session.value = undefined;
});

test("a command whose reply was lost is asked again under the same id", async () => {
    const asked = server(lost, lost, answer(200, { outcome: "repeated", first: 7, last: 7 }));
    const reply = await command({ do: "start-round", table: "C4-1" });
    assert.equal(reply.outcome, "repeated");
    assert.equal(asked.length, 3);
    assert.ok(asked[0]!.body["id"]);
    assert.equal(new Set(asked.map((one) => one.body["id"])).size, 1);
});

test("two commands have two ids", async () => {
    const asked = server(answer(200, { outcome: "done" }));
    await command({ do: "end-round" });
    await command({ do: "end-round" });
    assert.notEqual(asked[0]!.body["id"], asked[1]!.body["id"]);
});

test("an id begins with the time", () => {
    const before = Date.now();
    const id = newId();
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const time = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
    assert.ok(before <= time && time <= Date.now());
    assert.notEqual(newId(), id);
});

test("a refusal is not asked again and carries words and clause", async () => {
    const asked = server(answer(409, { type: "refused", title: "Refused", detail: "Seat 4 has no fee on the sensor.", clause: "bay101/blazing-7s#9" }));
    await assert.rejects(command({ do: "claim-hand" }), (thrown: unknown) => {
        assert.ok(thrown instanceof Problem);
        assert.equal(thrown.kind, "refused");
        assert.equal(thrown.detail, "Seat 4 has no fee on the sensor.");
        assert.equal(thrown.clause, "bay101/blazing-7s#9");
        assert.equal(thrown.status, 409);
        return true;
    });
    assert.equal(asked.length, 1);
});

test("a server that stays away is a problem with words, after some tries", async () => {
    const asked = server(lost);
    await assert.rejects(get("/api/floor"), (thrown: unknown) => thrown instanceof Problem && thrown.kind === "unreachable");
    assert.equal(asked.length, 5);
});

test("an answer that is no problem details is still a sentence", async () => {
    server(() => new Response("<html>Bad gateway</html>", { status: 502 }));
    await assert.rejects(get("/api/floor"), (thrown: unknown) => thrown instanceof Problem && thrown.detail === "The server returned an error (502). Try again.");
});

test("the token goes with what changes anything, and only with that", async () => {
    session.value = { token: "secret", expires: "" };
    const asked = server(answer(200, { outcome: "done" }));
    await command({ do: "end-round" });
    await get("/api/floor");
    assert.equal(asked[0]!.headers["X-CSRF-Token"], "secret");
    assert.equal(asked[1]!.headers["X-CSRF-Token"], undefined);
});

test("when the session has ended nobody is signed in any more", async () => {
    session.value = { token: "secret", expires: "" };
    server(answer(401, { type: "not-signed-in", detail: "Sign in." }));
    await assert.rejects(get("/api/floor"));
    assert.equal(session.value, null);
});
