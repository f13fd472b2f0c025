// The meters of all offers at a glance, and one of them in full: history, regulator's parameters, last wins.
import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { strings } from "../../strings";
import { get, getSlowly } from "../../kit/api";
import { Badge } from "../../kit/badge";
import { money } from "../../kit/money";
import type { Account, Backup, Offer, OfferMeter, Report } from "../../kit/shapes";
import { Table } from "../../kit/table";
import { dateAndTime, dayOf, dayPlus } from "../../kit/time";
import { accountWords, capital, documentTitle } from "../../kit/titles";
import { sayProblem } from "../../kit/toast";
import { HistoryPanel } from "./account-history";
import { day, funds, offers, titleOf, trails } from "./books";
import { RaiseButton } from "./deeds";
import { Amount, askAccount, askAdvances, askMeter, type Part } from "./explain";
import { meterKey, readingsOf, sparkline, type Reading } from "./history";
import { sumOf } from "./ledger";
import { addressIn, Link, place } from "./place";

const words = strings.office.overview;
const REPORT_WAIT_MS = 60_000;
const CARD_DAYS = 14;
const BACKUP_EVERY_MS = 60_000;

// The readings of the days before now, of all meters at once.
const readings = signal<ReadonlyMap<string, Reading[]>>(new Map());

function useReadings(days: number): ReadonlyMap<string, Reading[]> {
    const today = day.value;
    useEffect(() => {
        let current = true;
        if (today === "") return;
        getSlowly<Report & { begins: string }>("/api/reports/readings", { from: dayPlus(today, 1 - days), to: today, format: "json" }, REPORT_WAIT_MS)
            .then((report) => {
                if (current) readings.value = readingsOf(report);
            }, sayProblem);
        return () => {
            current = false;
        };
    }, [today, days]);
    return readings.value;
}

export function Overview() {
    const [offer, pool] = place.value.rest;
    return offer === undefined ? <AllMeters /> : <OneMeter offer={offer} pool={pool ?? ""} />;
}

// ------------------------------------------------------------------------------------------ all

interface Shown { offer: Offer; meter: OfferMeter }

const metersOf = (list: readonly Offer[]): Shown[] =>
    list.flatMap((offer) => offer.meters.map((meter) => ({ offer, meter }))).sort((a, b) => b.meter.cents - a.meter.cents);

function AllMeters() {
    const past = useReadings(CARD_DAYS);
    const meters = metersOf(offers.value);
    return (
        <div class="stack">
            <h1>{words.heading}</h1>
            <Totals meters={meters} />
            <LastBackup />
            <h2>{words.meters}</h2>
            <ul class="meters">
                {meters.map(({ offer, meter }) => {
                    const key = meterKey(offer.offer, meter.pool);
                    return <MeterCard key={key} offer={offer} meter={meter} past={[...(past.get(key) ?? []), ...(trails.value.get(key) ?? [])]} />;
                })}
            </ul>
        </div>
    );
}

// Another program makes the backups, so the feed does not tell of them.
function LastBackup() {
    const [last, setLast] = useState<Backup | null | undefined>(undefined);
    useEffect(() => {
        const ask = (): void => {
            get<{ last: Backup | null }>("/api/backup").then((answer) => setLast(answer.last), sayProblem);
        };
        ask();
        const timer = setInterval(ask, BACKUP_EVERY_MS);
        return () => clearInterval(timer);
    }, []);
    if (last === undefined) return null;
    return <p class={last ? "soft" : ""}>{last ? words.lastBackup(dateAndTime(last.at)) : words.noBackup}</p>;
}

const partOfAccount = (account: Account): Part => ({
    words: strings.office.explain.accountOf(accountWords(account.name), account.activity && documentTitle(account.activity)), cents: account.cents, asked: askAccount(account),
});

function Totals({ meters }: { meters: Shown[] }) {
    const accounts = funds.value?.accounts ?? [];
    const kept = accounts.filter((account) => account.kind === "fund" && account.cents !== 0);
    const held = accounts.filter((account) => account.kind === "held" && account.cents !== 0);
    const advances = (funds.value?.advances ?? []).filter((advance) => advance.cents !== 0);
    const meterParts = meters.filter(({ meter }) => meter.cents !== 0).map(({ offer, meter }): Part => ({
        words: strings.office.explain.meterOf(offer.title, meter.pool), cents: meter.cents, asked: askMeter(offer.offer, meter.pool),
    }));
    const advanceParts = advances.map((advance): Part => ({ words: titleOf(advance.offer), cents: advance.cents, asked: askAdvances(advance.offer) }));
    return (
        <ul class="totals">
            <Total words={words.inMeters} parts={meterParts} note={words.countOf(meterParts.length, words.meter, words.meterMany)} />
            <Total words={words.inFunds} parts={kept.map(partOfAccount)} note={words.countOf(kept.length, words.fund, words.fundMany)} />
            <Total words={words.waiting} parts={held.map(partOfAccount)} note={words.countOf(held.length, words.account, words.accountMany)} />
            <Total words={words.advanced} parts={advanceParts} note={words.countOf(advanceParts.length, words.offer, words.offerMany)} />
        </ul>
    );
}

function Total({ words: title, parts, note }: { words: string; parts: Part[]; note: string }) {
    return (
        <li class="panel total">
            <span class="total-name">{title}</span>
            <Amount large words={title} cents={sumOf(parts)} parts={parts} />
            <span class="soft small">{note}</span>
        </li>
    );
}

export function OfferState({ offer }: { offer: Offer }) {
    if (!offer.posted) return <Badge tone="bad">{words.withdrawn}</Badge>;
    return offer["in-force"] ? <Badge tone="good">{words.inForce}</Badge> : <Badge>{words.outOfHours}</Badge>;
}

// Below zero there is no limit.
function limitWords(meter: OfferMeter): string {
    const most = meter["most-cents"] ?? -1;
    return most < 0 ? words.noMost : money(most);
}

function MeterCard({ offer, meter, past }: { offer: Offer; meter: OfferMeter; past: Reading[] }) {
    const last = meter.wins.reduce((newest, win) => (win.award > newest.award ? win : newest), { award: 0, at: "" });
    const line = sparkline(past, 240, 44);
    return (
        <li class="panel meter-card">
            <header>
                <h3><Link to={addressIn("overview", offer.offer, meter.pool)}>{offer.title}</Link></h3>
                <OfferState offer={offer} />
            </header>
            <p class="soft small">{capital(meter.pool)}</p>
            <Amount large words={strings.office.explain.meterOf(offer.title, meter.pool)} cents={meter.cents} asked={askMeter(offer.offer, meter.pool)} />
            <svg class="spark" viewBox="0 0 240 44" preserveAspectRatio="none" aria-hidden="true">{line && <path d={line} />}</svg>
            <dl class="card-facts">
                <div><dt>{words.base}</dt><dd>{money(meter["base-cents"] ?? 0)}</dd></div>
                <div><dt>{words.most}</dt><dd>{limitWords(meter)}</dd></div>
                <div><dt>{words.lastWin}</dt><dd>{last.at ? dayOf(last.at) : words.neverWon}</dd></div>
            </dl>
        </li>
    );
}

// ------------------------------------------------------------------------------------------ one

const meterWords = strings.office.meter;

function OneMeter({ offer: name, pool }: { offer: string; pool: string }) {
    const offer = offers.value.find((other) => other.offer === name);
    const meter = offer?.meters.find((other) => other.pool === pool);
    if (funds.value === null) return null;
    if (!offer || !meter) return <p class="panel">{meterWords.unknown}</p>;
    const title = strings.office.explain.meterOf(offer.title, pool);
    return (
        <div class="stack">
            <p><Link to={addressIn("overview")} class="back">← {words.heading}</Link></p>
            <header class="meter-head">
                <div>
                    <h1>{offer.title}</h1>
                    <p class="soft">{capital(pool)} · {documentTitle(offer.activity)}</p>
                </div>
                <OfferState offer={offer} />
                <RaiseButton offer={offer} meter={meter} />
                <Amount large words={title} cents={meter.cents} asked={askMeter(name, pool)} />
            </header>
            <HistoryPanel account={meter.account} cents={meter.cents} title={title} />
            <div class="columns">
                <Parameters offer={offer} meter={meter} title={title} />
                <section class="panel stack">
                    <h2>{meterWords.wins}</h2>
                    <Table
                        caption={meterWords.wins}
                        rows={[...meter.wins].sort((a, b) => b.award - a.award)}
                        rowKey={(win) => win.award}
                        empty={meterWords.noWins}
                        columns={[
                            { head: meterWords.win.at, heading: true, cell: (win) => dateAndTime(win.at) },
                            { head: meterWords.win.table, cell: (win) => win.table },
                            { head: meterWords.win.award, number: true, cell: (win) => win.award },
                            { head: meterWords.win.amount, number: true, cell: (win) => <span class="amount">{money(win.cents)}</span> },
                        ]}
                    />
                </section>
            </div>
        </div>
    );
}

function Parameters({ offer, meter, title }: { offer: Offer; meter: OfferMeter; title: string }) {
    const rows: [string, preact.ComponentChildren][] = [
        [meterWords.amount, <Amount words={title} cents={meter.cents} asked={askMeter(offer.offer, meter.pool)} />],
        [meterWords.base, money(meter["base-cents"] ?? 0)],
        [meterWords.reset, money(meter["reset-cents"])],
        [meterWords.most, limitWords(meter)],
        [meterWords.rate, money(meter["rate-cents"])],
        [meterWords.hiddenRate, money(meter["hidden-rate-cents"])],
        [meterWords.largest, money(meter["largest-contribution-cents"])],
        [meterWords.feesIn, money(meter["fees-in-cents"])],
        [meterWords.overflow, money(meter["overflow-cents"])],
        [meterWords.hits, meter.hits],
        [meterWords.won, money(meter["won-cents"])],
        [meterWords.reserve, <Amount words={`${meterWords.reserve}, ${offer.title}`} cents={offer["reserve-cents"]} asked={{ what: "account", name: "reserve", second: offer.offer }} />],
        [meterWords.advances, <Amount words={strings.office.explain.advancesOf(offer.title)} cents={offer["advances-cents"]} asked={askAdvances(offer.offer)} />],
    ];
    return (
        <section class="panel stack">
            <h2>{meterWords.parameters}</h2>
            <dl class="facts">
                {rows.map(([name, value]) => <div key={name}><dt>{name}</dt><dd class="number">{value}</dd></div>)}
            </dl>
        </section>
    );
}
