import assert from "node:assert/strict";
import { test } from "node:test";
import { destination, isPathHere, mayOpen, pagesFor, type PageEntry } from "./session";
import type { Session } from "./shapes";

const pages: PageEntry[] = [
    { name: "sign-in", path: "/", under: false, needs: [], reads: [], home: [] },
    { name: "dealer", path: "/dealer", under: true, needs: ["start rounds"], reads: ["read floor"], home: ["dealer"] },
    { name: "floor", path: "/floor", under: false, needs: ["verify", "open tables"], reads: ["read patrons"], home: ["floor", "supervisor"] },
    { name: "sign", path: "/sign", under: true, needs: [], reads: [], home: [] },
];
const who = (role: string, ...may: string[]): Session => ({ role, may, token: "t", expires: "" });

test("a role is offered the pages that it may use, and those for anyone", () => {
    assert.deepEqual(pagesFor(who("dealer", "start rounds", "read"), pages).map((page) => page.name), ["dealer", "sign"]);
    assert.deepEqual(pagesFor(who("surveillance", "verify"), pages).map((page) => page.name), ["floor", "sign"]);
    assert.deepEqual(pagesFor(null, pages).map((page) => page.name), ["sign"]);
});

test("a page is shown to who may read what it shows, offered or not", () => {
    assert.ok(mayOpen(who("auditor", "read patrons"), "floor", pages));
    assert.ok(!mayOpen(who("dealer", "start rounds", "read"), "floor", pages));
    assert.ok(mayOpen(who("dealer"), "sign", pages));
});

test("after signing in one goes where one was going, else to the page of the role, else to the list", () => {
    assert.equal(destination(who("dealer"), "/sign/bonus-hand", pages), "/sign/bonus-hand");
    assert.equal(destination(who("dealer"), null, pages), "/dealer");
    assert.equal(destination(who("supervisor"), "//elsewhere.example", pages), "/floor");
    assert.equal(destination(who("auditor"), null, pages), "/");
});

test("a path of this server is told from an address of another", () => {
    for (const path of ["/", "/floor", "/sign/a?b=//c"]) assert.ok(isPathHere(path), path);
    for (const path of ["", "floor", "//host", "/\\host", "https://host", "/a\nb", "javascript:alert(1)"]) assert.ok(!isPathHere(path), path);
});
