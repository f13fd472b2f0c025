// The office: meters and funds, reports, the log, offers, documents, odds, staff and patrons. Everything here is read by whoever may read the
// office; what changes something is offered only to those whose role allows it, so the regulator's seat has no such button.
import "./page.css";
import { useEffect, useRef, useState } from "preact/hooks";
import { useSignal } from "@preact/signals";
import { strings } from "../../strings";
import { Badge } from "../../kit/badge";
import type { Feed, FeedState } from "../../kit/feed";
import { Frame } from "../../kit/frame";
import { may, session } from "../../kit/session";
import { start } from "../../kit/start";
import { followBooks } from "./books";
import { Documents } from "./documents";
import { ExplainDrawer } from "./explain";
import { Forecasts } from "./forecast";
import { FundsPart } from "./funds";
import { HousePart } from "./house";
import { FolderBanner } from "./house-waiting";
import { Log } from "./log";
import { OddsExplorer } from "./odds";
import { Offers } from "./offers";
import { Overview } from "./overview";
import { Patrons } from "./patrons";
import { addressIn, Link, NoSuch, place } from "./place";
import { Reports } from "./reports";
import { StaffPart } from "./staff";

const words = strings.office;

// The parts of the office, and what one must be allowed to read to be shown them.
const PARTS = [
    { name: "overview", needs: "read office", show: Overview },
    { name: "funds", needs: "read office", show: FundsPart },
    { name: "reports", needs: "read office", show: Reports },
    { name: "log", needs: "read office", show: Log },
    { name: "offers", needs: "read office", show: Offers },
    { name: "house", needs: "read office", show: HousePart },
    { name: "documents", needs: "read office", show: Documents },
    { name: "odds", needs: "read office", show: OddsExplorer },
    { name: "forecast", needs: "read office", show: Forecasts },
    { name: "staff", needs: "read floor", show: StaffPart },
    { name: "patrons", needs: "read patrons", show: Patrons },
];

const CHANGES = ["amend-house", "appoint", "dismiss", "post-offer", "exclude", "readmit", "adjust"];

function Office() {
    const state = useSignal<FeedState>("connecting");
    const [feed, setFeed] = useState<Feed | null>(null);
    const signedIn = session.value != null;
    useEffect(() => {
        if (!signedIn) return;
        const following = followBooks();
        setFeed(following);
        return () => following.stop();
    }, [signedIn]);
    if (feed) state.value = feed.state.value;
    const parts = PARTS.filter((part) => may(session.value, part.needs));
    const here = parts.find((part) => part.name === place.value.tab);
    const changesNothing = !CHANGES.some((permission) => may(session.value, permission));
    const rail = useRef<HTMLElement>(null);
    useEffect(() => {
        rail.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: "nearest", inline: "center" });
        if (here) document.title = `${words.tabs[here.name]} · ${strings.pages["office"]}`;
    }, [here]);
    return (
        <Frame page="office" feed={state}>
            <div class="office">
                <nav ref={rail} class="rail" aria-label={words.parts}>
                    {parts.map((part) => (
                        <Link key={part.name} to={addressIn(part.name)} current={part === here}>{words.tabs[part.name]}</Link>
                    ))}
                    {changesNothing && (
                        <div class="rail-note">
                            <Badge tone="gold">{words.readOnly}</Badge>
                            <p class="soft small">{words.readOnlyNote}</p>
                        </div>
                    )}
                </nav>
                <div class={state.value === "stale" ? "office-part office-stale" : "office-part"}>
                    {state.value === "stale" && <p class="problem-note" role="status">{words.stale}</p>}
                    {here && here.name !== "house" && <FolderBanner whole={false} />}
                    {here ? <here.show /> : signedIn && (
                        <NoSuch words={words.noPart()} links={parts.map((part) => ({ to: addressIn(part.name), words: words.tabs[part.name] ?? part.name }))} />
                    )}
                </div>
            </div>
            <ExplainDrawer />
        </Frame>
    );
}

start(<Office />);
