// What a sign shows one after the other.
import type { ChartRow, SignOffer } from "../../kit/shapes";

export const BOARD_ROWS = 6;
export const CHART_ROWS = 6;

export type Scene =
    | { kind: "board"; key: string; offers: SignOffer[] }
    | { kind: "chart"; key: string; offer: SignOffer; rows: ChartRow[] }
    | { kind: "wins"; key: string; offer: SignOffer }
    | { kind: "posting"; key: string; offer: SignOffer };

// Pages of nearly equal length: seven rows at six a page are four and three, not six and one.
export function paged<Item>(items: readonly Item[], most: number): Item[][] {
    const pages = Math.ceil(items.length / most);
    const list: Item[][] = [];
    for (let page = 0; page < pages; page++) {
        const from = Math.round((page * items.length) / pages);
        list.push(items.slice(from, Math.round(((page + 1) * items.length) / pages)));
    }
    return list;
}

function scenesOf(offer: SignOffer): Scene[] {
    const scenes: Scene[] = paged(offer.chart, CHART_ROWS).map((rows, page) => ({
        kind: "chart", key: `${offer.offer} chart ${page}`, offer, rows,
    }));
    if (offer.wins.length > 0) scenes.push({ kind: "wins", key: `${offer.offer} wins`, offer });
    scenes.push({ kind: "posting", key: `${offer.offer} posting`, offer });
    return scenes;
}

// A sign of one offer shows all there is to know about it. A sign of the room shows its meters, then each offer.
export function scenesFor(offers: readonly SignOffer[], only: string | null): Scene[] {
    if (only !== null) return offers.filter((offer) => offer.offer === only).flatMap(scenesOf);
    const withMeter = offers.filter((offer) => offer.meters.length > 0);
    const boards: Scene[] = paged(withMeter, BOARD_ROWS).map((page, number) => ({ kind: "board", key: `board ${number}`, offers: page }));
    const charts = offers.flatMap((offer) => {
        const scenes = scenesOf(offer);
        return scenes.length > 1 ? scenes.filter((scene) => scene.kind === "chart") : scenes;
    });
    return [...boards, ...charts];
}

// The offer that the address names: /sign is all of them.
export function offerInPath(path: string): string | null {
    const name = /^\/sign\/([^/]+)/.exec(path)?.[1];
    return name === undefined ? null : decodeURIComponent(name);
}

// What a chart's prize says as an amount to print large; empty where it is a share of a meter.
export function topPrize(offer: SignOffer): string {
    return /^\$[\d,]+(\.\d\d)?/.exec(offer.chart[0]?.prize ?? "")?.[0] ?? "";
}
