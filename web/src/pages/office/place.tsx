// Where in the office one is: /office/TAB/REST. Links change the address without leaving the page.
import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";

export interface Place { tab: string; rest: string[] }

export function placeOf(path: string): Place {
    const [, , tab, ...rest] = path.split("/").map(decodeURIComponent);
    return { tab: tab || "overview", rest: rest.filter((part) => part !== "") };
}

export const place = signal<Place>(placeOf(location.pathname));
addEventListener("popstate", () => (place.value = placeOf(location.pathname)));

export const addressIn = (tab: string, ...rest: string[]): string => ["/office", tab, ...rest.map(encodeURIComponent)].join("/");

export function go(address: string): void {
    history.pushState(null, "", address);
    place.value = placeOf(location.pathname);
    scrollTo(0, 0);
}

export interface LinkProps { to: string; children: ComponentChildren; class?: string; current?: boolean; label?: string; onGo?: () => void }

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
                go(props.to);
            }}
        >
            {props.children}
        </a>
    );
}
