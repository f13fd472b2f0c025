// Runs the tests of the pages in a real browser and prints TAP:  node tests/browser/run.mjs [FILE...]
//
//   CARDROOM_PROGRAM       the program that decides in the stories (build/cardroom)
//   CARDROOM_PAGES         the built pages (build/web)
//   CARDROOM_SCREENSHOTS   where the pictures go (build/screenshots)
//   CARDROOM_CHROMIUM      the browser (/usr/bin/chromium-headless-shell)
import { spawn } from "node:child_process";
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
const files = named.length > 0 ? named : readdirSync(here).filter((name) => name.endsWith(".test.mjs"));
// A browser left behind by a failed start must not block the end, if Node.js supports it.
const options = ["--test", "--test-reporter=tap"];
if (Number(process.versions.node.split(".")[0]) >= 20) options.push("--test-force-exit", "--test-timeout=300000");

// The stories of one file, as TAP.
function tell(file) {
    return new Promise((resolve) => {
        const child = spawn(process.execPath, [...options, join(here, file)], {
            stdio: ["ignore", "pipe", "inherit"], env: { ...process.env, CARDROOM_PROGRAM: program },
        });
        let tap = "";
        child.stdout.setEncoding("utf8").on("data", (text) => (tap += text));
        child.on("close", (code) => resolve({ file, tap, well: code === 0 }));
    });
}

let cases = 0;
let failed = false;
function print({ tap, well }) {
    failed ||= !well;
    cases += tap.match(/^(not )?ok\b/gm)?.length ?? 0;
    console.log(tap.replace(/^(TAP version|1\.\.).*\n/gm, "").trimEnd());
}

// Two files at once: a test waits for its page more than it works. A file with a failure runs again at the end, alone,
// because on a busy machine a test can time out. A real error fails again.
const waiting = [...files];
const again = [];
async function teller() {
    for (let file = waiting.shift(); file; file = waiting.shift()) {
        const told = await tell(file);
        if (told.well) print(told);
        else again.push(told);
    }
}
console.log("TAP version 13");
await Promise.all([teller(), teller()]);
for (const { file, tap } of again) {
    console.log(`# ${file} is told again, because of:`);
    for (const block of tap.match(/^not ok\b.*\n(?: .*\n)*/gm) ?? [tap]) console.log(block.trimEnd().replace(/^/gm, "# "));
    print(await tell(file));
}
console.log(`1..${cases}`);
process.exit(failed ? 1 : 0);
