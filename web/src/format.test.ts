// One format everywhere: dates, times, numbers and amounts are put into words by kit/time.ts and kit/money.ts alone.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const source = join(process.env["CARDROOM_WEB"] ?? "", "src");
const OWN = new Set(["kit/time.ts", "kit/money.ts", "kit/format-fields.tsx", "format.test.ts"]);
const BY_ITSELF = /\btoLocale\w*|\bIntl\.|type="(?:date|time|datetime-local|month|week)"/;

test("no file but those of the kit formats a date, a time or an amount by itself", () => {
    const files = readdirSync(source, { recursive: true }).map(String).filter((path) => /\.tsx?$/.test(path) && !OWN.has(path));
    assert.ok(files.length > 100, "the sources are found");
    const found = files.flatMap((path) => readFileSync(join(source, path), "utf8").split("\n").flatMap((line, at) => (BY_ITSELF.test(line) ? [`${path}:${at + 1} ${BY_ITSELF.exec(line)![0]}`] : [])));
    assert.deepEqual(found, []);
});
