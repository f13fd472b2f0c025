// A page while it is being made: serves build/web, and hands everything else on to a server that runs, so that a page need
// not be built into the program to be looked at. For this machine only.
//
//   node dev.mjs http://127.0.0.1:8080 [PORT]
import { readFileSync } from "node:fs";
import { createServer, request as ask } from "node:http";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = process.env.CARDROOM_PAGES ?? join(dirname(fileURLToPath(import.meta.url)), "../build/web");

// The file of a path, by the manifest of the build as it is now.
function fileFor(path) {
    const manifest = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"));
    const first = /^\/[^/]*/.exec(path)?.[0];
    const file = manifest.files.find((known) => known.path === path) ?? manifest.files.find((known) => known.under && known.path === first);
    return file && { ...file, securityPolicy: manifest.securityPolicy };
}

// `isLost` says, when the server has answered, whether the line breaks before the page hears it.
function handOn(server, request, response, isLost) {
    const asked = ask(new URL(request.url, server), { method: request.method, headers: request.headers }, (answer) => {
        if (isLost()) {
            answer.resume();
            return response.destroy();
        }
        response.writeHead(answer.statusCode, answer.headers);
        answer.pipe(response);
        response.on("close", () => answer.destroy());
    });
    asked.on("error", () => response.destroy());
    request.pipe(asked);
}

// Answers one request: with a page of the build, or with what the server says.
export function answerFrom(server, request, response, isLost = () => false) {
    const file = fileFor(new URL(request.url, server).pathname);
    if (!file) return handOn(server, request, response, isLost);
    response.writeHead(200, { "Content-Type": file.type, "Content-Security-Policy": file.securityPolicy, "Cache-Control": "no-store" });
    response.end(readFileSync(join(folder, file.file)));
}

// Answers { address, stop }; `answer` answers a request.
export async function serveBuild(server, port = 0, answer = (request, response) => answerFrom(server, request, response)) {
    const front = createServer(answer);
    await new Promise((resolve) => front.listen(port, "127.0.0.1", resolve));
    const stop = async () => {
        front.closeAllConnections();
        await new Promise((resolve) => front.close(resolve));
    };
    return { address: `http://127.0.0.1:${front.address().port}`, stop };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    const server = process.argv[2];
    if (!server) {
        console.error("usage: node dev.mjs http://127.0.0.1:8080 [PORT]");
        process.exit(2);
    }
    console.log((await serveBuild(server, Number(process.argv[3] ?? 0))).address);
}
