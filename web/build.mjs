// Builds the pages: for each page of pages.mjs one HTML file, one script and one style sheet, minified, the latter two
// with their hash in the name; fonts and pictures beside them; and manifest.json, from which tools/embed makes C.
//
//   node build.mjs [--out FOLDER] [--depfile FILE]
//
// --depfile writes for ninja what the pages were made of, so that they are made again when that changes and only then.
// Nothing is inline, so the policy below is strict: no page runs or loads anything that this server did not send.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { needPackages } from "./packages.mjs";
import { pages } from "./pages.mjs";

const web = dirname(fileURLToPath(import.meta.url));

const securityPolicy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
].join("; ");

const types = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
    ".txt": "text/plain; charset=utf-8",
};

function option(name, otherwise) {
    const at = process.argv.indexOf(name);
    return at > 0 ? process.argv[at + 1] : otherwise;
}

const typeOf = (path) => types[path.slice(path.lastIndexOf("."))];
const hashOf = (bytes) => createHash("sha256").update(bytes).digest("hex").slice(0, 10);

export function settings(entries, out) {
    return {
        absWorkingDir: web,
        entryPoints: entries,
        outdir: out,
        bundle: true,
        format: "esm",
        target: ["chrome100", "firefox100", "safari15.4"],
        jsx: "automatic",
        jsxImportSource: "preact",
        loader: { ".woff2": "file", ".svg": "file" },
        define: { PAGES: JSON.stringify(pages) },
        metafile: true,
        logLevel: "warning",
    };
}

// The strings of the pages, of which the build needs the titles and the words of the page for addresses that are none.
async function stringsOf(esbuild) {
    const source = readFileSync(join(web, "src/strings.ts"), "utf8");
    const { code } = await esbuild.transform(source, { loader: "ts", format: "esm" });
    const module = await import("data:text/javascript," + encodeURIComponent(code));
    return module.strings;
}

export function pageHtml(title, script, style, icon) {
    return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="${icon}">
<link rel="stylesheet" href="${style}">
<script type="module" src="${script}"></script>
</head>
<body><noscript>This page needs JavaScript.</noscript></body>
</html>
`;
}

// Where there is nothing, the server answers with this; it needs no script.
export function notFoundHtml(words, style, icon) {
    return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${words.noPageTitle}</title>
<link rel="icon" href="${icon}">
<link rel="stylesheet" href="${style}">
</head>
<body>
<main class="no-page">
<h1>${words.noPageTitle}</h1>
<p>${words.noPage}</p>
<p><a class="button button-primary" href="/">${words.home}</a></p>
</main>
</body>
</html>
`;
}

// What the licences of bundled packages ask for: their text goes where the bundle goes.
function licences(inputs) {
    const folders = new Set();
    for (const path of inputs) {
        const found = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path);
        if (found) folders.add(found[1]);
    }
    return [...folders].sort().map((folder) => {
        const { name, version, license } = JSON.parse(readFileSync(join(web, folder, "package.json"), "utf8"));
        const file = readdirSync(join(web, folder)).find((entry) => /^licen[cs]e/i.test(entry));
        const text = file ? readFileSync(join(web, folder, file), "utf8").trim() : "";
        return `${name} ${version} (${license})\n\n${text}\n`;
    }).join(`\n${"-".repeat(80)}\n\n`);
}

async function build(out, depfile) {
    needPackages(web);
    const esbuild = await import("esbuild");
    const words = await stringsOf(esbuild);
    const title = words.pages;
    const entries = pages.map((page) => ({ in: `src/pages/${page.name}/main.tsx`, out: page.name }));
    const made = await esbuild.build({
        ...settings(entries, join(out, "assets")),
        minify: true,
        write: false,
        publicPath: "/assets",
        entryNames: "[name]-[hash]",
        assetNames: "[name]-[hash]",
        legalComments: "none",
    });
    rmSync(join(out, "assets"), { recursive: true, force: true });
    mkdirSync(join(out, "assets"), { recursive: true });

    const files = [];
    const write = (path, file, bytes, about) => {
        writeFileSync(join(out, file), bytes);
        files.push({ path, file, type: typeOf(file), under: false, lasting: false, ...about });
    };
    for (const { path, contents } of made.outputFiles) {
        const file = relative(out, path);
        write("/" + file, file, contents, { lasting: true });
    }
    const icon = readFileSync(join(web, "src/icon.svg"));
    const iconFile = `assets/icon-${hashOf(icon)}.svg`;
    write("/" + iconFile, iconFile, icon, { lasting: true });

    const inputs = new Set(Object.keys(made.metafile.inputs));
    for (const page of pages) {
        const [script, about] = Object.entries(made.metafile.outputs).find(
            ([, output]) => output.entryPoint === `src/pages/${page.name}/main.tsx`);
        const address = (path) => "/" + relative(out, resolve(web, path));
        const text = pageHtml(title[page.name], address(script), address(about.cssBundle), "/" + iconFile);
        write(page.path, `${page.name}.html`, text, { under: page.under });
    }
    const [, signIn] = Object.entries(made.metafile.outputs).find(([, output]) => output.entryPoint === "src/pages/sign-in/main.tsx");
    write("/not-found", "not-found.html", notFoundHtml(words.kit, "/" + relative(out, resolve(web, signIn.cssBundle)), "/" + iconFile), {});
    write("/licences.txt", "licences.txt", licences(inputs), {});

    files.sort((a, b) => (a.path < b.path ? -1 : 1));
    writeFileSync(join(out, "manifest.json"), JSON.stringify({ securityPolicy, files }, null, 1) + "\n");
    if (depfile) {
        const own = ["build.mjs", "pages.mjs", "packages.mjs", "package-lock.json", "src/strings.ts", "src/icon.svg"];
        const all = [...own, ...inputs].map((path) => join(web, path)).filter(existsSync);
        writeFileSync(depfile, `${join(out, "manifest.json")}: ${all.map((path) => path.replaceAll(" ", "\\ ")).join(" ")}\n`);
    }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    const out = resolve(option("--out", join(web, "../build/web")));
    mkdirSync(out, { recursive: true });
    await build(out, option("--depfile"));
}
