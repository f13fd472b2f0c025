import assert from "node:assert/strict";
import { test } from "node:test";
import { isNewerBuild } from "./build";

const html = (script: string) => `<head><script type="module" src="${script}"></script></head>`;

test("a page with another script is a newer build; anything else is none", () => {
    assert.equal(isNewerBuild(html("/assets/sign-B.js"), "/assets/sign-A.js"), true);
    assert.equal(isNewerBuild(html("/assets/sign-A.js"), "/assets/sign-A.js"), false);
    assert.equal(isNewerBuild("<html>Bad gateway</html>", "/assets/sign-A.js"), false);
    assert.equal(isNewerBuild(html("/assets/sign-B.js"), ""), false);
});
