// How a prize is handed over. The house is asked beforehand what it would say: whether it may be paid like this, and which
// reports the laws want; nothing is paid before a person has seen that and says so.
import { useEffect, useState } from "preact/hooks";
import { strings } from "../../strings";
import { command, dryRun, newId } from "../../kit/api";
import { Badge } from "../../kit/badge";
import { Button } from "../../kit/button";
import { Choice, choicesOf, Tick } from "../../kit/choice";
import { Dialog } from "../../kit/dialog";
import { Select } from "../../kit/field";
import { money } from "../../kit/money";
import { asProblem, type Problem } from "../../kit/problem";
import { ProblemNote } from "../../kit/problem-note";
import type { Command, FormDue, Prize, Reply } from "../../kit/shapes";
import { ruleNote } from "../../kit/titles";
import { say } from "../../kit/toast";
import { netOf, toWithhold } from "./claims";
import { amountOf, winnerOf } from "./parts";
import { load, staff } from "./state";

const words = strings.cage;
const ASK_AFTER_MS = 120;
const OTHER = "other";

export interface Payout {
    form: string;
    other: string;
    from: string;
    handedBy: string;
    without: string;
    absent: boolean;
    noStub: boolean;
    toAnother: boolean;
    taxNumber: boolean;
    nonresident: boolean;
    suspicious: boolean;
    forOthers: boolean;
}

const usual: Payout = {
    form: "live chips", other: Object.keys(words.otherForms)[0]!, from: "cage", handedBy: "", without: "", absent: false, noStub: false,
    toAnother: false, taxNumber: true, nonresident: false, suspicious: false, forOthers: false,
};

// Of a thing that is no money nothing is said but what it is.
function commandOf(prize: Prize, payout: Payout): Command {
    const form = payout.form === OTHER ? payout.other : payout.form;
    const isThing = prize.cents === 0 && form === "live chips";
    return {
        do: "pay",
        prize: prize.prize,
        ...(!isThing && { in: form, from: payout.from }),
        ...(payout.handedBy && { "handed-by": payout.handedBy }),
        ...(payout.without && { without: payout.without }),
        ...(payout.absent && { absent: true }),
        ...(payout.noStub && { "no-stub": true }),
        ...(payout.toAnother && { "to-another": true }),
        ...(!payout.taxNumber && { "no-tax-number": true }),
        ...(payout.nonresident && { nonresident: true }),
        ...(payout.suspicious && { suspicious: true }),
        ...(payout.forOthers && { "for-others": true }),
    };
}

export interface Forecast { asking: boolean; problem: Problem | null; forms: FormDue[]; withheld: number; forfeits: boolean; clause: string }
const asking: Forecast = { asking: true, problem: null, forms: [], withheld: 0, forfeits: false, clause: "" };

const formsOf = (reply: Reply): FormDue[] => (reply.events?.find((event) => event.kind === "prize-paid")?.event["forms"] as FormDue[] | undefined) ?? [];

function forecastOf(reply: Reply, withheld: number): Forecast {
    const paid = reply.events?.find((event) => event.kind === "prize-paid");
    const lapsed = reply.events?.find((event) => event.kind === "prize-lapsed");
    return { ...asking, asking: false, forms: formsOf(reply), withheld, forfeits: !paid, clause: String(lapsed?.event["clause"] ?? "") };
}

// The house says what a law has held back; what is due when that is held back, it is asked again.
async function foresee(asked: Command): Promise<Forecast> {
    const whole = await dryRun(asked), withheld = toWithhold(formsOf(whole));
    return forecastOf(withheld > 0 ? await dryRun({ ...asked, withheld }) : whole, withheld);
}

// What the house would say, asked again when anything changes.
function useForecast(prize: Prize, payout: Payout): Forecast {
    const [forecast, setForecast] = useState(asking);
    const said = JSON.stringify(commandOf(prize, payout));
    useEffect(() => {
        let gone = false;
        setForecast((before) => ({ ...before, asking: true }));
        const timer = setTimeout(() => {
            foresee(JSON.parse(said) as Command).then(
                (foreseen) => !gone && setForecast(foreseen),
                (thrown: unknown) => !gone && setForecast({ ...asking, asking: false, problem: asProblem(thrown) }),
            );
        }, ASK_AFTER_MS);
        return () => {
            gone = true;
            clearTimeout(timer);
        };
    }, [said, prize.state, prize.patron, prize.identified]);
    return forecast;
}

export function Forms({ forms }: { forms: FormDue[] }) {
    return (
        <ul class="forms-due">
            {forms.map((form) => (
                <li key={form.form + form.clause}>
                    <p class="forms-name"><Badge tone="warn">{form.form}</Badge> <small class="soft">{ruleNote(form.clause)}</small></p>
                    <p>{form.words}</p>
                    {(form.withhold ?? 0) > 0 && <p class="forms-withhold">{words.withhold(money(form.withhold!))}</p>}
                </li>
            ))}
        </ul>
    );
}

function ForecastNote({ forecast }: { forecast: Forecast }) {
    if (forecast.problem) return <ProblemNote problem={forecast.problem} />;
    if (forecast.forfeits && !forecast.asking) {
        return (
            <div class="problem-note" role="alert">
                <p><strong>{words.forfeits}</strong></p>
                {forecast.clause && <p class="problem-clause">{ruleNote(forecast.clause)}</p>}
            </div>
        );
    }
    return (
        <div class={`forecast row ${forecast.forms.length > 0 ? "forecast-forms" : ""}`} role="status" aria-busy={forecast.asking}>
            <span>{forecast.asking ? words.asking : `${words.mayPay} ${forecast.forms.length > 0 ? words.formsDue(forecast.forms.length) : words.noForms}`}</span>
            {forecast.forms.map((form) => <Badge key={form.form + form.clause} tone="warn">{form.form}</Badge>)}
        </div>
    );
}

// How it is to be paid, and what the house says to that.
export interface Paying { payout: Payout; change: (part: Partial<Payout>) => void; forecast: Forecast }

export function usePaying(prize: Prize): Paying {
    const [payout, setPayout] = useState(usual);
    return { payout, change: (part) => setPayout({ ...payout, ...part }), forecast: useForecast(prize, payout) };
}

// The prize, what the laws hold back of it, and what is handed over; nothing where nothing is held back.
export function Reckoning({ prize, withheld, paid = false }: { prize: Prize; withheld: number; paid?: boolean }) {
    const net = netOf(prize, withheld);
    if (withheld === 0) return null;
    return (
        <dl class="reckoning" aria-label={words.reckoning}>
            <div><dt>{words.prizeAmount}</dt><dd class="number">{money(prize.cents)}</dd></div>
            <div><dt>{paid ? words.wasWithheld : words.withheld}</dt><dd class="number">{money(-withheld)}</dd></div>
            <div class="reckoning-net"><dt>{paid ? words.handedOver : words.handOver}</dt><dd class="amount number">{amountOf({ ...prize, cents: net })}</dd></div>
        </dl>
    );
}

export function Pay({ prize, paying, ready }: { prize: Prize; paying: Paying; ready: boolean }) {
    const { payout, change, forecast } = paying;
    const [confirming, setConfirming] = useState(false);
    const [busy, setBusy] = useState(false);
    const [problem, setProblem] = useState<Problem | null>(null);
    const [id, setId] = useState(newId);
    const form = payout.form === OTHER ? words.otherForms[payout.other]! : words.forms[payout.form]!;

    const pay = async (): Promise<void> => {
        setBusy(true);
        setProblem(null);
        try {
            const reply = await command({ ...commandOf(prize, payout), ...(forecast.withheld > 0 && { withheld: forecast.withheld }), id });
            const forfeited = reply.events?.some((event) => event.kind === "prize-lapsed") ?? false;
            setConfirming(false);
            if (forfeited) say(words.forfeited(prize.prize));
            await load();
        } catch (thrown) {
            const refused = asProblem(thrown);
            setProblem(refused);
            // What the house refused was not done, and the next attempt is another command.
            if (refused.kind === "refused") setId(newId());
        } finally {
            setBusy(false);
        }
    };

    const may = ready && !forecast.asking && !forecast.problem;
    const withheld = forecast.withheld, net = netOf(prize, withheld);
    const handed = amountOf({ ...prize, cents: net });
    return (
        <div class="stack">
            <div class="choices">
                <Choice
                    label={words.how}
                    value={payout.form}
                    onChange={(value) => change({ form: value })}
                    choices={[...choicesOf(words.forms), { value: OTHER, words: words.otherForm }]}
                />
                <Choice label={words.fromWhere} value={payout.from} onChange={(value) => change({ from: value })} choices={choicesOf(words.places)} />
            </div>
            {payout.form === OTHER && (
                <Select label={words.what} value={payout.other} onChange={(value) => change({ other: value })} choices={choicesOf(words.otherForms)} />
            )}
            <div class="fields">
                <fieldset class="ticks">
                    <legend>{words.who}</legend>
                    <Tick label={words.absent} checked={payout.absent} onChange={(absent) => change({ absent })} />
                    <Tick label={words.noStub} checked={payout.noStub} onChange={(noStub) => change({ noStub })} />
                    <Tick label={words.toAnother} checked={payout.toAnother} onChange={(toAnother) => change({ toAnother })} />
                </fieldset>
                <fieldset class="ticks">
                    <legend>{words.taxes}</legend>
                    <Tick label={words.taxNumber} checked={payout.taxNumber} onChange={(taxNumber) => change({ taxNumber })} />
                    <Tick label={words.nonresident} checked={payout.nonresident} onChange={(nonresident) => change({ nonresident })} />
                    <Tick label={words.suspicious} checked={payout.suspicious} onChange={(suspicious) => change({ suspicious })} />
                    <Tick label={words.forOthers} checked={payout.forOthers} onChange={(forOthers) => change({ forOthers })} />
                </fieldset>
            </div>
            <div class="fields">
                <Select
                    label={words.handedBy}
                    value={payout.handedBy}
                    onChange={(handedBy) => change({ handedBy })}
                    choices={[{ value: "", words: words.handedByMe }, ...staff.value.map((person) => ({ value: person.person, words: `${person.name || person.person} · ${strings.roles[person.role] ?? person.role}` }))]}
                />
                <Select
                    label={words.missing}
                    value={payout.without}
                    onChange={(without) => change({ without })}
                    choices={[{ value: "", words: words.missingNothing }, ...choicesOf(words.needs)]}
                />
            </div>
            <Forms forms={forecast.forms} />
            <Reckoning prize={prize} withheld={withheld} />
            <div class="pay-go">
                <ForecastNote forecast={forecast} />
                {!ready && <p role="status">{words.needsIdentification}</p>}
                {forecast.forfeits && may ? (
                    <Button tone="danger" size="large" wide busy={busy} onPress={() => void pay()}>{words.forfeit}</Button>
                ) : (
                    <Button tone="gold" size="large" wide disabled={!may} onPress={() => setConfirming(true)}>{withheld > 0 ? words.payNet(handed) : words.pay(handed)}</Button>
                )}
            </div>
            <Dialog
                title={words.confirmTitle}
                open={confirming}
                onClose={() => setConfirming(false)}
                actions={
                    <>
                        <Button onPress={() => setConfirming(false)}>{strings.kit.cancel}</Button>
                        <Button tone="gold" busy={busy} disabled={!may} onPress={() => void pay()}>{words.confirmPay}</Button>
                    </>
                }
            >
                <div class="stack">
                    <p class="confirm-amount amount">{handed}</p>
                    <Reckoning prize={prize} withheld={withheld} />
                    {withheld > 0 && <p class="soft">{words.netNote}</p>}
                    <p>{words.confirm(words.prize(prize.prize), form.toLowerCase(), winnerOf(prize))}</p>
                    {forecast.forms.length > 0 && (
                        <div class="row">
                            <strong>{words.confirmForms}</strong>
                            {forecast.forms.map((one) => <Badge key={one.form + one.clause} tone="warn">{one.form}</Badge>)}
                        </div>
                    )}
                    <p class="soft">{words.confirmNote}</p>
                    <ProblemNote problem={problem} />
                </div>
            </Dialog>
        </div>
    );
}
