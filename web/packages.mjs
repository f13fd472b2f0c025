// The npm packages of a folder: installed when they are missing or older than the folder's package-lock.json.
//
//   node packages.mjs --lock    writes package-lock.json anew after a change of package.json, without any host in it
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const npm = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error"];

function changed(path) {
    try {
        return statSync(path).mtimeMs;
    } catch {
        return 0;
    }
}

// npm writes this file last, so it is there only if everything else is.
export function packagesAreThere(folder) {
    const installed = changed(join(folder, "node_modules/.package-lock.json"));
    return installed > 0 && installed >= changed(join(folder, "package-lock.json"));
}

export function needPackages(folder) {
    if (packagesAreThere(folder)) return;
    const answer = spawnSync("npm", ["ci", ...npm], { cwd: folder, encoding: "utf8" });
    if (answer.status === 0) return;
    const reason = (answer.error?.message ?? answer.stderr ?? "").trim().split("\n").slice(0, 8).join("\n  ");
    console.error(
        `cardroom: the npm packages of ${folder} are not installed and could not be fetched:\n  ${reason}\n` +
            `cardroom: with a network, or with npm's cache filled, run: cd ${folder} && npm ci --ignore-scripts`,
    );
    process.exit(3);
}

// Where a package came from and whom to thank are hosts; what it must be is its checksum, which stays.
function writeLock(folder) {
    execFileSync("npm", ["install", "--package-lock-only", ...npm], { cwd: folder, stdio: "inherit" });
    const path = join(folder, "package-lock.json");
    const lock = JSON.parse(readFileSync(path, "utf8"));
    for (const entry of Object.values(lock.packages)) {
        delete entry.resolved;
        delete entry.funding;
    }
    writeFileSync(path, JSON.stringify(lock, null, 2) + "\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    if (process.argv[2] !== "--lock") {
        console.error("usage: node packages.mjs --lock");
        process.exit(2);
    }
    writeLock(process.argv[3] ?? dirname(fileURLToPath(import.meta.url)));
}
