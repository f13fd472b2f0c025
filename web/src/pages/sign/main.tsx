// The sign on the wall: /sign for the whole room, /sign/OFFER for one. Nobody touches it for weeks, so it mends what it
// can by itself and says when it cannot: lost lines come back, old figures are marked as old, a new build is fetched.
import "./page.css";
import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { strings } from "../../strings";
import { get } from "../../kit/api";
import { keepUpToDate } from "../../kit/build";
import { follow } from "../../kit/feed";
import { loadHouse } from "../../kit/frame";
import { Meter } from "../../kit/meter";
import { money } from "../../kit/money";
import type { ChartRow, House, SignOffer, Signs, Win } from "../../kit/shapes";
import { start } from "../../kit/start";
import { madeFor } from "../../kit/theme";
import { dateAndTime, dayOf, houseNow, timeOfDay, timesShown } from "../../kit/time";
import { capital, nameWords } from "../../kit/titles";
import { Celebration } from "./celebration";
import { offerInPath, scenesFor, topPrize, type Scene } from "./scenes";
import { afterCelebration, emptySign, withMeters, withPending, withSigns, withWin, type Verifying } from "./state";

const words = strings.sign;
const SCENE_MS = 10_000;
const REFRESH_MS = 60_000; // hours begin and end without a message
const CELEBRATION_MS = { meter: 16_000, fixed: 7_000 };

const only = offerInPath(location.pathname);
const isHere = (offer: string): boolean => only === null || only === offer;
const state = signal(emptySign);
const house = signal<House | null>(null);

async function load(): Promise<number> {
    house.value = await loadHouse(); // its name and look may have been amended
    const signs = await get<Signs>("/api/signs");
    state.value = withSigns(state.value, signs);
    return signs.sequence;
}

const feed = follow({
    only: "signs",
    load,
    on: {
        meters: (message) => (state.value = withMeters(state.value, message)),
        pending: (message) => (state.value = withPending(state.value, message)),
        win: (message) => (state.value = withWin(state.value, message, isHere(message.offer))),
    },
});

// A screen that falls asleep is no sign. Browsers grant this only to pages that came over TLS or from the machine itself.
function keepAwake(): void {
    const ask = (): void => {
        if (document.visibilityState === "visible") navigator.wakeLock?.request("screen").catch(() => undefined);
    };
    document.addEventListener("visibilitychange", ask);
    ask();
}

function useEvery(ms: number, act: () => void): void {
    useEffect(() => {
        const timer = setInterval(act, ms);
        return () => clearInterval(timer);
    }, []);
}

function SignPage() {
    const [turn, setTurn] = useState(0);
    useEvery(SCENE_MS, () => setTurn((before) => before + 1));
    useEvery(REFRESH_MS, () => void load().catch(() => undefined));

    const { signs, celebrations, verifying } = state.value;
    const win = celebrations[0];
    useEffect(() => {
        if (!win) return;
        const lasts = win.pool ? CELEBRATION_MS.meter : CELEBRATION_MS.fixed;
        const timer = setTimeout(() => (state.value = afterCelebration(state.value, win.award)), lasts);
        return () => clearTimeout(timer);
    }, [win]);

    const scenes = signs ? scenesFor(signs.offers, only) : [];
    const scene = scenes[turn % Math.max(1, scenes.length)];
    const old = feed.state.value === "stale";
    return (
        <div
            class={old ? "sign sign-old" : "sign"}
            onDblClick={() => void document.documentElement.requestFullscreen?.().catch(() => undefined)}
        >
            <header class="sign-head">
                <h1>{house.value?.name ?? ""}{house.value?.branding?.tagline && <span class="sign-tagline">{house.value.branding.tagline}</span>}</h1>
                {house.value && <p class="sign-clock">{house.value.branding?.hours && <span class="sign-day">{words.open(timesShown(house.value.branding.hours))} · </span>}<span class="sign-day">{dayOf(houseNow.value)} · </span>{timeOfDay(houseNow.value)}</p>}
            </header>
            <main class="sign-main">
                {scene ? <SceneView scene={scene} /> : <Nothing known={signs !== null} />}
            </main>
            <Band old={old} verifying={verifying.filter((known) => isHere(known.offer))} />
            <Foot scene={scene} />
            {win && <Celebration key={win.award} win={win} offer={signs?.offers.find((offer) => offer.offer === win.offer)} />}
        </div>
    );
}

function Nothing({ known }: { known: boolean }) {
    return <p class="sign-nothing">{!known ? words.staleNever : only === null ? words.nothing : words.unknownOffer()}</p>;
}

function SceneView({ scene }: { scene: Scene }) {
    if (scene.kind === "board") return <Board key={scene.key} offers={scene.offers} />;
    return (
        <div class="sign-offer">
            <section class="sign-hero" key={scene.offer.offer}>
                <h2>{scene.offer.title}</h2>
                <Amounts offer={scene.offer} />
                {scene.kind !== "posting" && <Facts offer={scene.offer} />}
            </section>
            <section class="sign-side" key={scene.key}>
                {scene.kind === "chart" && <Chart rows={scene.rows} />}
                {scene.kind === "wins" && <Wins wins={scene.offer.wins} />}
                {scene.kind === "posting" && <Posting offer={scene.offer} />}
            </section>
        </div>
    );
}

// The room's meters under each other, the largest type that lets them all be seen.
function Board({ offers }: { offers: SignOffer[] }) {
    return (
        <div class={`sign-board sign-board-${Math.max(3, offers.length)}`}>
            <h2>{words.jackpots}</h2>
            <ul>
                {offers.map((offer) => {
                    const largest = offer.meters.reduce((most, meter) => (meter.cents > most.cents ? meter : most));
                    return (
                        <li key={offer.offer}>
                            <span class="sign-board-title">{offer.title}</span>
                            <Meter cents={largest.cents} label={offer.title} />
                        </li>
                    );
                })}
            </ul>
        </div>
    );
}

// "$100,000.00" has 11 letters; no amount of money has 8 or 12.
const wideClass = (letters: number): number => Math.min(14, letters <= 8 ? 7 : letters === 12 ? 13 : letters);

function Amounts({ offer }: { offer: SignOffer }) {
    if (offer.meters.length === 0) {
        const prize = topPrize(offer);
        return prize ? <p class="sign-amounts sign-fixed"><small>{words.topPrize}</small><b class="number">{prize}</b></p> : null;
    }
    const longest = Math.max(...offer.meters.map((meter) => money(meter.cents).length));
    return (
        <div class={`sign-amounts sign-amounts-${Math.min(4, offer.meters.length)} sign-length-${wideClass(longest)}`}>
            {offer.meters.map((meter) => (
                <p key={meter.pool}>
                    {offer.meters.length > 1 && <small>{capital(meter.pool)}</small>}
                    <Meter cents={meter.cents} label={`${offer.title}, ${meter.pool}`} />
                </p>
            ))}
        </div>
    );
}

function Facts({ offer }: { offer: SignOffer }) {
    return (
        <dl class="sign-facts">
            <div><dt>{words.tables}</dt><dd>{offer.tables.join("  ")}</dd></div>
            {offer.hours && <div><dt>{words.hours}</dt><dd>{timesShown(offer.hours)}</dd></div>}
        </dl>
    );
}

function Chart({ rows }: { rows: ChartRow[] }) {
    return (
        <table class="sign-chart">
            <thead class="hidden-words"><tr><th scope="col">{words.hand}</th><th scope="col">{words.prize}</th></tr></thead>
            <tbody>
                {rows.map((row) => (
                    <tr key={row.row}>
                        <th scope="row">{capital(row.hand)}</th>
                        <td class="number">{row.prize}</td>
                    </tr>
                ))}
            </tbody>
        </table>
    );
}

function Wins({ wins }: { wins: Win[] }) {
    return (
        <div class="sign-wins">
            <h3>{words.lastWins}</h3>
            <ol>
                {wins.map((win) => (
                    <li key={win.award}>
                        <span class="number">{money(win.cents)}</span>
                        <small>{words.winAt(win.table)} · {dateAndTime(win.at)}</small>
                    </li>
                ))}
            </ol>
        </div>
    );
}

function Posting({ offer }: { offer: SignOffer }) {
    return (
        <div class="sign-posting">
            <dl>
                <div><dt>{words.fee}</dt><dd>{offer["fee-cents"] > 0 ? words.feeEach(money(offer["fee-cents"], "whole")) : words.noFee}</dd></div>
                {offer.hours && <div><dt>{words.hours}</dt><dd>{timesShown(offer.hours)}</dd></div>}
                <div><dt>{words.tables}</dt><dd>{offer.tables.join(", ")}</dd></div>
            </dl>
        </div>
    );
}

// Says what the figures cannot: that they are old, or that a hand is being looked at.
function Band({ old, verifying }: { old: boolean; verifying: Verifying[] }) {
    const at = houseNow.value.getTime() - (Date.now() - feed.heardAt.value);
    const title = (name: string): string => state.value.signs?.offers.find((offer) => offer.offer === name)?.title ?? nameWords(name);
    const first = verifying[0];
    return (
        <div class="sign-bands" role="status">
            {old && <p class="sign-band sign-band-old">{feed.heardAt.value > 0 ? words.stale(timeOfDay(new Date(at))) : words.staleNever}</p>}
            {!old && first && (
                <p class="sign-band sign-band-verifying">
                    <span>{first.table ? words.verifyingAt(first.table) : words.verifying}</span>
                    <b>{verifying.length > 1 ? `${title(first.offer)}, ${words.more(verifying.length - 1)}` : title(first.offer)}</b>
                </p>
            )}
        </div>
    );
}

function Foot({ scene }: { scene: Scene | undefined }) {
    const offers = !scene ? [] : scene.kind === "board" ? scene.offers : [scene.offer];
    const sentences = [...new Set(offers.map((offer) => offer["no-purchase-necessary"]).filter(Boolean))];
    return <footer class="sign-foot">{sentences[0] ?? ""}</footer>;
}

madeFor("dark");
keepUpToDate();
keepAwake();
start(<SignPage />);
