// What the dealer must see at once: a refusal with its clause and the way on, a line that is lost, a prize that is awarded.
import { strings } from "../../strings";
import { Button } from "../../kit/button";
import { Badge } from "../../kit/badge";
import type { Table } from "../../kit/shapes";
import { capital, ruleNote } from "../../kit/titles";
import { endAndStart, held, letBe, prizeWords, refusal, slow, stakes, startRound, table as tableSignal, tryAgain, win } from "./desk";
import { feeCount } from "./stakes";
import { isOpen } from "./undo";

const words = strings.dealer;

export function Banners({ stale }: { stale: boolean }) {
    const table = tableSignal.value;
    const wait = held.value;
    const no = refusal.value;
    const award = win.value;
    return (
        <div class="banners">
            <div role="alert">
                {wait && (
                    <div class="banner banner-bad">
                        <div><h2>{words.lostTitle}</h2><p>{words.lost(wait.words)}</p></div>
                        <div class="banner-acts">
                            <Button tone="primary" size="large" onPress={tryAgain}>{words.tryAgain}</Button>
                            <Button tone="quiet" onPress={letBe}>{words.letBe}</Button>
                        </div>
                    </div>
                )}
                {no && (
                    <div class="banner banner-bad">
                        <div>
                            <h2>{capital(no.problem.detail)}</h2>
                            {no.problem.clause && <p class="banner-clause">{ruleNote(no.problem.clause)}</p>}
                        </div>
                        <div class="banner-acts">
                            {table && no.asked === "start" && <WayOn table={table} />}
                            <Button onPress={() => (refusal.value = null)}>{words.dismiss}</Button>
                        </div>
                    </div>
                )}
            </div>
            <div role="status">
                {slow.value && <p class="banner banner-warn">{words.slow}</p>}
                {stale && !wait && <p class="banner banner-warn">{words.stale}</p>}
                {award && (
                    <div class="banner banner-gold">
                        <div><h2>{words.win(winnerWords(award.prizes), prizeWords(award))}</h2></div>
                        <div class="banner-acts"><Button onPress={() => (win.value = null)}>{words.dismiss}</Button></div>
                    </div>
                )}
            </div>
        </div>
    );
}


function winnerWords(prizes: { seat: number }[]): string {
    const seats = [...new Set(prizes.map((prize) => prize.seat).filter((seat) => seat > 0))];
    return seats.length > 0 ? seats.map((seat) => words.seat(seat).toLowerCase()).join(", ") : words.everybody.toLowerCase();
}

// What can be done about a start that is refused.
function WayOn({ table }: { table: Table }) {
    if (table.round.runs && table.hands.some(isOpen)) {
        return <Button tone="primary" size="large" onPress={() => void endAndStart()}>{words.endThenStart}</Button>;
    }
    if (feeCount(table, stakes.value) === 0) return null;
    return (
        <Button
            tone="primary"
            size="large"
            onPress={() => {
                stakes.value = { ...stakes.value, fees: {}, dealerFees: [], bets: stakes.value.bets.map((bet) => ({ ...bet, fee: false, dealerFee: false })) };
                refusal.value = null;
                void startRound();
            }}
        >
            {words.clearFees}
        </Button>
    );
}

export function RoundBadge({ table }: { table: Table }) {
    return table.round.runs ? <Badge tone="good">{words.round(table.round.number)}</Badge> : <Badge>{table.round.number > 0 ? words.between : words.noRound}</Badge>;
}
