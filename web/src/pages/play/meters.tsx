// The jackpots of the house as a strip: what the sign on the wall shows, live. And those of this table.
import { signal } from "@preact/signals";
import { strings } from "../../strings";
import { get } from "../../kit/api";
import { follow } from "../../kit/feed";
import { Meter } from "../../kit/meter";
import type { FeedMessages, Signs } from "../../kit/shapes";
import type { TableMeter } from "./shapes";

const words = strings.play;

interface HouseMeter { key: string; offer: string; pool: string; title: string; cents: number }

const meters = signal<HouseMeter[]>([]);
const sentences = signal<string[]>([]); // what must be said where a jackpot is named

function metersOf(signs: Signs): HouseMeter[] {
    return signs.offers.flatMap((offer) => offer.meters.map((meter) => ({
        key: `${offer.offer} ${meter.pool}`, offer: offer.offer, pool: meter.pool, cents: meter.cents,
        title: offer.meters.length > 1 ? `${offer.title}, ${meter.pool}` : offer.title,
    })));
}

function take(message: FeedMessages["meters"]): void {
    meters.value = meters.value.map((known) => {
        const told = message.meters.find((meter) => meter.offer === known.offer && meter.pool === known.pool);
        return told ? { ...known, cents: told.cents } : known;
    });
}

export const feed = follow({
    only: "signs",
    load: async () => {
        const signs = await get<Signs>("/api/signs");
        meters.value = metersOf(signs);
        sentences.value = [...new Set(signs.offers.filter((offer) => offer.meters.length > 0).map((offer) => offer["no-purchase-necessary"]).filter(Boolean))];
        return signs.sequence;
    },
    on: { meters: take },
});

export function MeterStrip() {
    if (meters.value.length === 0) return null;
    const old = feed.state.value === "stale";
    return (
        <section class={old ? "strip strip-old" : "strip"} aria-label={words.houseMeters}>
            <div class="strip-row" tabIndex={0}>
                <h2>{words.houseMeters}</h2>
                {old && <p class="strip-stale" role="status">{strings.kit.feed.stale}</p>}
                <ul>
                    {meters.value.map((meter) => (
                        <li key={meter.key}>
                            <small>{meter.title}</small>
                            <Meter cents={meter.cents} label={meter.title} />
                        </li>
                    ))}
                </ul>
            </div>
            {sentences.value.map((sentence) => <p key={sentence} class="strip-sentence">{sentence}</p>)}
        </section>
    );
}

export function TableMeters({ list }: { list: readonly TableMeter[] }) {
    if (list.length === 0) return null;
    return (
        <ul class="table-meters" aria-label={words.tableMeters}>
            {list.map((meter) => (
                <li key={meter.name}>
                    <small>{words.nameOf(meter.name)}</small>
                    <Meter cents={meter.cents} label={words.nameOf(meter.name)} />
                </li>
            ))}
        </ul>
    );
}
