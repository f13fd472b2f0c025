import assert from "node:assert/strict";
import { test } from "node:test";
import type { Asks, Floor, FloorTable, Hand, HouseEvent, Prize } from "../../kit/shapes";
import { strings } from "../../strings";
import { INCIDENT_KINDS, awardsOf, boardsOf, canBeReversed, cardsIn, eventOfHand, glanceOf, groupsOf, prizeNow, queueOf, waits, withEvent } from "./room";
import { cardsText, emptyShowing, isAnswerable, isWithoutCards, missingPart, partAfter, takenBy, verifyCommand } from "./showing";

const asks = (more: Partial<Asks> = {}): Asks => ({
    least: 5, most: 5, decks: 1, jokers: 0, tiles: false, board: false, banker: false, winner: false, set: false, "cards-only": false, seats: [1, 2, 3],
    facts: [], multiples: [], ...more,
});
const table = (name: string, game: string, more: Partial<FloorTable> = {}): FloorTable => ({
    table: name, game, limits: "", state: "open", since: "", round: 0, players: 2, seats: 6, dealt: 0, fees: 0, "hands-waiting": 0, calls: false, alarms: [], offers: [], ...more,
});
const room: Floor = {
    sequence: 1, now: "", day: "", "hands-waiting": 1, "prizes-open": 2,
    tables: [
        table("C4-1", "Crazy 4", { state: "round", "hands-waiting": 1 }),
        table("BJ-1", "Blackjack", { alarms: ["Keypad is broken"] }),
        table("C4-2", "Crazy 4", { state: "closed", players: 0 }),
    ],
};

test("tables are grouped by game in the order of the house", () => {
    assert.deepEqual(groupsOf(room, "all").map((group) => [group.game, group.tables.length]), [["Crazy 4", 2], ["Blackjack", 1]]);
    assert.deepEqual(groupsOf(room, "open").map((group) => group.tables.map((one) => one.table)), [["C4-1"], ["BJ-1"]]);
    assert.deepEqual(groupsOf(room, "alarms").map((group) => group.tables.map((one) => one.table)), [["C4-1"], ["BJ-1"]]);
});

test("the room at a glance", () => {
    assert.deepEqual(glanceOf(room), { open: 2, rounds: 1, players: 4, hands: 1, prizes: 2, alarms: 1 });
});

test("whoever has waited longest is first", () => {
    assert.deepEqual(queueOf([{ hand: 7 }, { hand: 3 }] as Hand[]).map((hand) => hand.hand), [3, 7]);
});

test("a board has its hands from the first place down, those that were beaten, those that cannot win, and players by their points", () => {
    const of = (hand: number, offer: string, more: Partial<Hand>): Hand => ({ hand, offer, title: offer, state: "posted", patron: "", name: "", "stands-until": "22:00", ...more }) as Hand;
    const earned = (hand: number, patron: string, points: number): Hand => of(hand, "points", { state: "awarded", patron, points });
    const [points, best] = boardsOf([
        of(9, "best", { place: 1 }), of(7, "best", { state: "beaten" }), of(5, "best", { place: 2 }), of(4, "best", { place: 1 }), of(11, "best", { state: "void" }),
        of(10, "points", { state: "void", patron: "1004", points: 9 }), earned(8, "1003", 3), earned(6, "1002", 3), earned(3, "1001", 2), earned(2, "1001", 2),
    ]);
    assert.deepEqual(best!.posted.map((hand) => hand.hand), [4, 9, 5]);
    assert.deepEqual(best!.beaten.map((hand) => hand.hand), [7]);
    assert.deepEqual([...best!.unable, ...points!.unable].map((hand) => hand.hand), [11, 10]);
    assert.deepEqual([best!.offer, best!.ends, best!.players], ["best", "22:00", []]);
    const players = points!.players;
    assert.deepEqual(players.map((player) => [player.place, player.patron, player.points]), [[1, "1001", 4], [2, "1002", 3], [2, "1003", 3]]);
    assert.deepEqual(players[0]!.hands.map((hand) => hand.hand), [2, 3]);
    assert.deepEqual(boardsOf([]), []);
});

test("what is shown of a hand is its last event, whatever order events came in", () => {
    const told = (sequence: number, cards: string): HouseEvent => ({ sequence, kind: "hand-verified", event: { hand: 4, cards } });
    const events = withEvent(withEvent(withEvent([], told(9, "As")), told(5, "Kd")), told(9, "As"));
    assert.deepEqual(events.map((one) => one.sequence), [9, 5]);
    assert.equal(eventOfHand(events, "hand-verified", 4)?.["cards"], "As");
    assert.equal(eventOfHand(events, "hand-verified", 5), null);
    assert.deepEqual(cardsIn("As Kd / joker Td"), ["As", "Kd", "joker", "Td"]);
    assert.deepEqual(cardsIn("day day / bon mooy"), []);
});

test("a prize is money, a part of a meter, or its words", () => {
    const meters = [{ pool: "prize pool", cents: 1_000_055 }];
    assert.equal(prizeNow("$300", meters).cents, 30_000);
    assert.deepEqual(prizeNow("10% of prize pool", meters), { meter: meters[0], cents: 100_005 });
    assert.deepEqual(prizeNow("100% of another pool", meters), { meter: null, cents: null });
    assert.deepEqual(prizeNow("a wheel spin", meters), { meter: null, cents: null });
});

test("prizes are gathered into awards; one that was paid keeps its award from being reversed", () => {
    const prize = (number: number, award: number, state: string): Prize => ({ prize: number, award, cents: 100, state } as Prize);
    const awards = awardsOf([prize(3, 2, "paid"), prize(2, 1, "awarded"), prize(1, 1, "awarded")]);
    assert.deepEqual(awards.map((award) => [award.award, award.cents, canBeReversed(award)]), [[2, 100, false], [1, 200, true]]);
    assert.deepEqual(awards[1]?.prizes.map((one) => one.prize), [1, 2]);
    const some = awardsOf([prize(1, 1, "reversed"), prize(2, 1, "held")])[0]!;
    assert.equal(canBeReversed(some), true);
    assert.deepEqual(some.prizes.filter(waits).map((one) => one.prize), [2]);
    assert.equal(canBeReversed(awardsOf([prize(1, 1, "reversed"), prize(2, 1, "forfeited")])[0]!), false);
});

test("the document is asked when every part has the cards it needs, and not before", () => {
    const holdem = asks({ least: 2, most: 2, board: true, winner: true });
    const showing = emptyShowing(holdem);
    showing.cards.cards = ["9s"];
    assert.equal(missingPart(holdem, showing), "cards");
    showing.cards.cards = ["9s", "9h"];
    assert.equal(partAfter(holdem, showing, "cards"), "board");
    showing.cards.board = ["9d", "9c"];
    assert.equal(missingPart(holdem, showing), "board");
    showing.cards.board = ["9d", "9c", "Th"];
    assert.equal(missingPart(holdem, showing), "winner");
    showing.cards.winner = ["Tc", "Ts"];
    assert.ok(isAnswerable(holdem, showing));
    assert.equal(partAfter(holdem, showing, "winner"), "board");
    assert.deepEqual(takenBy(showing, "board"), ["9s", "9h", "Tc", "Ts"]);
});

test("a row will do where the game has no cards; else a reason is given, and a second person signs", () => {
    const none = asks({ least: 0, most: 0 });
    assert.ok(!isAnswerable(none, emptyShowing(none)));
    assert.deepEqual(verifyCommand(3, none, { ...emptyShowing(none), row: "A2" }), { do: "verify-hand", hand: 3, row: "A2" });
    const showing = { ...emptyShowing(asks()), byRow: true, row: "A2" };
    assert.ok(isWithoutCards(asks(), showing) && !isWithoutCards(none, { ...showing }));
    assert.ok(!isAnswerable(asks(), showing));
    const said = { ...showing, reason: " the cards were mucked " };
    assert.ok(isAnswerable(asks(), said));
    assert.deepEqual(verifyCommand(3, asks(), said), { do: "verify-hand", hand: 3, row: "A2", reason: "the cards were mucked" });
});

test("only what the document asks for is said", () => {
    const wants = asks({ facts: ["wager", "no-showdown", "beaten-by"] });
    const showing = { ...emptyShowing(wants), wager: "12.50", pot: "40", outcome: "lost", flags: ["no-showdown", "all-in"], "beaten-by": [3, 1] };
    showing.cards.cards = ["As", "Ks", "Qs", "Js", "Ts"];
    assert.deepEqual(verifyCommand(1, wants, showing), {
        do: "verify-hand", hand: 1, cards: "As Ks Qs Js Ts", wager: 1250, "beaten-by": [1, 3], "no-showdown": true,
    });
});

test("cards are written as they were set", () => {
    const seven = ["2c", "3d", "4d", "5d", "6d", "7d", "8d"];
    assert.equal(cardsText(seven, true), "2c 3d / 4d 5d 6d 7d 8d");
    assert.equal(cardsText(seven, false), "2c 3d 4d 5d 6d 7d 8d");
    assert.equal(cardsText(["As", "Ks"], true), "As Ks");
});

test("every kind of incident has a name", () => {
    assert.deepEqual(INCIDENT_KINDS.filter((kind) => !(kind in strings.floor.incidentsTab.kinds)), []);
});
