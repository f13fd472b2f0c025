// Where in the office one is: /office/TAB/REST?SEARCH#HASH. Links change the address without leaving the page.
import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { strings } from "../../strings";

export interface Place { tab: string; rest: string[]; search: string; hash: string }

export function placeOf({ pathname, search, hash }: { pathname: string; search: string; hash: string }): Place {
    const [, , tab, ...rest] = pathname.split("/").map(decodeURIComponent);
    return { tab: tab || "overview", rest: rest.filter((part) => part !== ""), search, hash: decodeURIComponent(hash.slice(1)) };
}

export const place = signal<Place>(placeOf(location));
addEventListener("popstate", () => (place.value = placeOf(location)));

export const addressIn = (tab: string, ...rest: string[]): string => ["/office", tab, ...rest.map(encodeURIComponent)].join("/");

// `still`: what is shown stays where it is on the screen.
export function go(address: string, still = false): void {
    history.pushState(null, "", address);
    place.value = placeOf(location);
    if (!still) scrollTo(0, 0);
}

// Another address for what is shown already: one does not go back through every letter that was typed.
export function stay(address: string): void {
    history.replaceState(null, "", address);
    place.value = placeOf(location);
}

export interface LinkProps {
    to: string;
    children: ComponentChildren;
    class?: string;
    current?: boolean;
    label?: string;
    still?: boolean;
    onGo?: () => void;
}

export function Link(props: LinkProps) {
    return (
        <a
            href={props.to}
            class={props.class}
            aria-current={props.current ? "page" : undefined}
            aria-label={props.label}
            onClick={(event) => {
                if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
                event.preventDefault();
                props.onGo?.();
                go(props.to, props.still);
            }}
        >
            {props.children}
        </a>
    );
}

// Where an address leads nowhere: that it does, and what there is instead.
export function NoSuch({ words, links }: { words: string; links: { to: string; words: string }[] }) {
    return (
        <section class="panel stack" role="status">
            <h1>{words}</h1>
            <p class="soft">{strings.office.thereIs}</p>
            <ul class="there-is">{links.map((link) => <li key={link.to}><Link to={link.to}>{link.words}</Link></li>)}</ul>
        </section>
    );
}
