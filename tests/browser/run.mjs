// Runs the tests of the pages in a real browser and prints TAP:  node tests/browser/run.mjs [FILE...]
//
//   CARDROOM_PROGRAM       the program to test with; without it the mock answers
//   CARDROOM_PAGES         the built pages (build/web), which the mock serves
//   CARDROOM_SCREENSHOTS   where the pictures go (build/screenshots)
//   CARDROOM_CHROMIUM      the browser (/usr/bin/chromium)
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { needPackages } from "../../web/packages.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
needPackages(here);
const named = process.argv.slice(2);
const files = (named.length > 0 ? named : readdirSync(here).filter((name) => name.endsWith(".test.mjs"))).map((name) => join(here, name));
const answer = spawnSync(process.execPath, ["--test", "--test-concurrency=1", "--test-reporter=tap", ...files], { stdio: "inherit" });
process.exit(answer.status ?? 1);
