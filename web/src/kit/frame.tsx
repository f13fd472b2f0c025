// What pages have around them: the house, the pages one may go to, the state of the feed, the theme, and who is signed in.
// <Frame> also keeps those out who have not signed in: it leads to the sign-in page and back again. A page that is `open` lets
// everybody in. Who has signed in and may read nothing that the page shows is told so, and what there is instead.
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { signal, type ReadonlySignal } from "@preact/signals";
import { strings } from "../strings";
import { get } from "./api";
import { Button } from "./button";
import { ClockAlarmBanner } from "./clock-alarm";
import { setClockAlarm } from "./clock-alarm-state";
import type { FeedState } from "./feed";
import { loadSession, mayOpen, pagesFor, session, signInAddress, signOut } from "./session";
import type { Branding, House, Session } from "./shapes";
import { theme, toggleTheme } from "./theme";
import { houseNow, setHouseNow, setZone, startClock, timeOfDay } from "./time";
import { learnTitles } from "./titles";
import { sayProblem, Toasts } from "./toast";

// Whoever hears that the house was amended counts it up: its name, look and time zone are asked for again.
export const amendmentsHeard = signal(0);

export async function loadHouse(): Promise<House> {
    const house = await get<House>("/api/house");
    setZone(house["time-zone"], house["time-zone-offsets"]);
    learnTitles(house.documents ?? {});
    showBranding(house.branding);
    setHouseNow(house.now);
    setClockAlarm(house["clock-alarm"]);
    startClock();
    return house;
}

// The colours of the house, for what shows its name (kit.css has the usual ones).
function showBranding(branding: Branding | undefined): void {
    const { style } = document.documentElement;
    for (const [name, colour] of [["--house-on-light", branding?.colour], ["--house-on-dark", branding?.["colour-on-dark"]]] as const) {
        if (colour) style.setProperty(name, colour);
        else style.removeProperty(name);
    }
}

export interface FrameProps {
    page: string; // its name in web/pages.mjs
    children: ComponentChildren;
    feed?: ReadonlySignal<FeedState>;
    tools?: ComponentChildren; // of the page, in the bar
    open?: boolean;
}

export function ThemeButton() {
    const dark = theme.value === "dark";
    return (
        <Button size="small" tone="quiet" label={dark ? strings.kit.themeToLight : strings.kit.themeToDark} onPress={toggleTheme}>
            {dark ? strings.kit.toLight : strings.kit.toDark}
        </Button>
    );
}

export function FeedDot({ state }: { state: FeedState }) {
    return <span class={`feed-dot feed-${state}`} role="status">{strings.kit.feed[state]}</span>;
}

function NotForRole({ page, who }: { page: string; who: Session }) {
    const role = strings.roles[who.role ?? ""] ?? who.role ?? "";
    return (
        <section class="panel stack not-for-role">
            <h1>{strings.kit.notForRole(strings.pages[page] ?? page, role)}</h1>
            <p>{strings.kit.forRole}</p>
            <ul>
                {pagesFor(who).map((entry) => (
                    <li key={entry.name}><a href={entry.path}>{strings.pages[entry.name]}</a> <span class="soft">{strings.pageNotes[entry.name]}</span></li>
                ))}
            </ul>
        </section>
    );
}

export function Frame({ page, children, feed, tools, open = false }: FrameProps) {
    const [house, setHouse] = useState<House | null>(null);
    useEffect(() => {
        loadHouse().then(setHouse, sayProblem);
    }, [amendmentsHeard.value]);
    useEffect(() => {
        loadSession().catch(sayProblem);
    }, []);
    const who = session.value;
    const closed = who ? !mayOpen(who, page) : false;
    useEffect(() => {
        if (who === null && !open) location.assign(signInAddress());
    }, [who]);
    return (
        <div class="frame">
            <a class="skip" href="#content">{strings.kit.skip}</a>
            <header class="bar">
                <a class="bar-house" href="/" title={house?.branding?.tagline || undefined}>{house?.branding?.["short-name"] ?? house?.name ?? ""}</a>
                <nav aria-label={strings.kit.pagesLabel}>
                    {pagesFor(who).map((entry) => (
                        <a key={entry.name} href={entry.path} aria-current={entry.name === page ? "page" : undefined}>
                            {strings.pages[entry.name]}
                        </a>
                    ))}
                </nav>
                <div class="bar-tools">
                    {!closed && tools}
                    {feed && !closed && <FeedDot state={feed.value} />}
                    <time class="bar-clock">{house ? timeOfDay(houseNow.value) : ""}</time>
                    <ThemeButton />
                    {who === null && open && <a class="button button-quiet button-small" href="/">{strings.kit.signIn}</a>}
                    {who && (
                        <>
                            <span class="bar-who">{who.name} · {strings.roles[who.role ?? ""] ?? who.role}</span>
                            <Button size="small" tone="quiet" onPress={() => signOut().catch(sayProblem)}>{strings.kit.signOut}</Button>
                        </>
                    )}
                </div>
            </header>
            {who && !who.patron && <ClockAlarmBanner />}
            <main id="content" tabIndex={-1}>{(who || open) && house && (who && closed ? <NotForRole page={page} who={who} /> : children)}</main>
            <Toasts />
        </div>
    );
}
