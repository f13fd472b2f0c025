// A page that stays open for weeks reloads itself when the server has a newer build of it. A build is known by the hash
// in the name of its script, so the page asks for its own HTML now and then and looks for the name it runs under.
const LOOK_MS = 5 * 60_000;

export function ownScript(document_: Document = document): string {
    return document_.querySelector<HTMLScriptElement>('script[type="module"][src]')?.getAttribute("src") ?? "";
}

// Only a page of ours that names another script is a newer build; an error page of a proxy is none.
export function isNewerBuild(html: string, script: string): boolean {
    const named = /<script type="module" src="([^"]+)"/.exec(html)?.[1];
    return named !== undefined && script !== "" && named !== script;
}

export async function reloadIfNewer(): Promise<void> {
    try {
        const answer = await fetch(location.pathname, { cache: "no-cache", credentials: "same-origin" });
        if (answer.ok && isNewerBuild(await answer.text(), ownScript())) location.reload();
    } catch {
        // No line: the next look will tell.
    }
}

export function keepUpToDate(): void {
    setInterval(() => void reloadIfNewer(), LOOK_MS);
}
