// Types and unit tests of the pages: `tsc`, then every src/**/*.test.ts, bundled and run by node's own runner.
// Prints TAP.
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { settings } from "./build.mjs";
import { needPackages } from "./packages.mjs";

const web = dirname(fileURLToPath(import.meta.url));
needPackages(web);

const types = spawnSync("node_modules/.bin/tsc", ["--noEmit"], { cwd: web, encoding: "utf8" });
if (types.status !== 0) {
    console.log(`1..1\nnot ok 1 - the types agree`);
    console.log((types.stdout + types.stderr).replace(/^/gm, "# "));
    process.exit(1);
}

const esbuild = await import("esbuild");
const out = join(web, "../build/web-tests");
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const tests = readdirSync(join(web, "src"), { recursive: true })
    .filter((path) => /\.test\.tsx?$/.test(path))
    .map((path) => join("src", path));
await esbuild.build({
    ...settings(tests, out),
    platform: "node",
    target: "node18",
    external: ["node:*"],
    outExtension: { ".js": ".mjs" },
});
const built = readdirSync(out, { recursive: true }).filter((path) => path.endsWith(".mjs")).map((path) => join(out, path));
const answer = spawnSync(process.execPath, ["--test", "--test-reporter=tap", ...built], {
    stdio: "inherit",
    env: { ...process.env, CARDROOM_WEB: web },
});
process.exit(answer.status ?? 1);
