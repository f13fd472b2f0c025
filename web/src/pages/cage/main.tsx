// The cage: prizes that wait to be paid with the clocks of their deadlines, the winner's identification, the payment with what
// the rules and the laws say about it, slips and win pages, and what the trays of the tables are owed.
import "./page.css";
import { computed, signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { strings } from "../../strings";
import { get } from "../../kit/api";
import type { Feed, FeedState } from "../../kit/feed";
import { Frame } from "../../kit/frame";
import type { Payments, Prize } from "../../kit/shapes";
import { start } from "../../kit/start";
import { Tabs } from "../../kit/tabs";
import { sayProblem } from "../../kit/toast";
import { Detail } from "./detail";
import { OpenPrizes, PaidToday } from "./lists";
import { Trays } from "./trays";
import { chosen, followCage, paid, prizes } from "./state";

const words = strings.cage;

const numberIn = (hash: string): number | null => Number(/^#(\d+)$/.exec(hash)?.[1] ?? 0) || null;

// Which prize is shown stands in the address, so that "back" goes back to the list.
function useChosen(): void {
    useEffect(() => {
        const read = (): void => void (chosen.value = numberIn(location.hash));
        read();
        addEventListener("hashchange", read);
        return () => removeEventListener("hashchange", read);
    }, []);
}

function choose(prize: number | null): void {
    if (prize !== null) location.hash = `#${prize}`;
    else if (location.hash !== "") history.back();
}

// A prize that is on neither list: paid some days ago, lapsed or reversed.
function useOther(number: number | null, known: boolean): Prize | null {
    const [other, setOther] = useState<Prize | null>(null);
    useEffect(() => {
        setOther(null);
        if (number !== null && !known) get<Prize>(`/api/prizes/${number}`).then(setOther, sayProblem);
    }, [number, known]);
    return other?.prize === number ? other : null;
}

function Lists({ open, payments }: { open: Prize[]; payments: Payments }) {
    const [tab, setTab] = useState("open");
    return (
        <Tabs
            label={words.views}
            chosen={tab}
            onChoose={setTab}
            tabs={[
                { name: "open", words: words.toPay(open.length), panel: () => <OpenPrizes prizes={open} chosen={chosen.value} onChoose={choose} /> },
                { name: "paid", words: words.paid, panel: () => <PaidToday paid={payments} chosen={chosen.value} onChoose={choose} /> },
                { name: "trays", words: words.trays, panel: () => <Trays paid={payments} /> },
            ]}
        />
    );
}

function Desk({ open, payments }: { open: Prize[]; payments: Payments }) {
    const number = chosen.value;
    const payment = payments.payments.find((one) => one.prize === number) ?? null;
    const listed = payment ?? open.find((one) => one.prize === number) ?? null;
    const other = useOther(number, listed !== null);
    const shown = listed ?? other;
    return (
        <div class={shown ? "cage cage-open" : "cage"}>
            <div class="cage-lists"><Lists open={open} payments={payments} /></div>
            <div class="cage-detail">
                {shown ? <Detail prize={shown} payment={payment} onBack={() => choose(null)} /> : <p class="cage-nothing soft">{words.choose}</p>}
            </div>
        </div>
    );
}

const feed = signal<Feed | null>(null);
const live = computed<FeedState>(() => feed.value?.state.value ?? "connecting");

// Nothing is asked for before it is known that it may be read.
function Followed() {
    useEffect(() => {
        const following = followCage();
        feed.value = following;
        return () => following.stop();
    }, []);
    return (
        <>
            {live.value === "stale" && <p class="problem-note" role="alert">{words.stale}</p>}
            {prizes.value && paid.value ? <Desk open={prizes.value} payments={paid.value} /> : <p class="soft" role="status">{strings.kit.loading}</p>}
        </>
    );
}

function Cage() {
    useChosen();
    return (
        <Frame page="cage" feed={live}>
            <h1 class="hidden-words">{strings.pages["cage"]}</h1>
            <Followed />
        </Frame>
    );
}

start(<Cage />);
