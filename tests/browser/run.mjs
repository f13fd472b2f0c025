// Runs the tests of the pages in a real browser and prints TAP:  node tests/browser/run.mjs [FILE...]
//
//   CARDROOM_PROGRAM       the program that decides in the stories (build/cardroom)
//   CARDROOM_PAGES         the built pages (build/web)
//   CARDROOM_SCREENSHOTS   where the pictures go (build/screenshots)
//   CARDROOM_CHROMIUM      the browser (/usr/bin/chromium-headless-shell)
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { needPackages } from "../../web/packages.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const program = resolve(process.env.CARDROOM_PROGRAM || join(here, "../../build/cardroom"));
if (!existsSync(program)) {
    console.error(`run.mjs: there is no program ${program}: build it, or name one by CARDROOM_PROGRAM`);
    process.exit(2);
}
needPackages(here);
const named = process.argv.slice(2).map((name) => basename(name));
const files = (named.length > 0 ? named : readdirSync(here).filter((name) => name.endsWith(".test.mjs"))).map((name) => join(here, name));
// Two at once: a story waits for its page more than it works. A browser that a failed start left behind keeps nobody waiting,
// where Node.js knows how.
const options = ["--test-reporter=tap"];
if (Number(process.versions.node.split(".")[0]) >= 20) options.push("--test-concurrency=2", "--test-force-exit", "--test-timeout=300000");
const answer = spawnSync(process.execPath, ["--test", ...options, ...files], {
    stdio: "inherit", env: { ...process.env, CARDROOM_PROGRAM: program },
});
process.exit(answer.status ?? 1);
