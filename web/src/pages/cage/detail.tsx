// One prize: who won what and why, and the steps until its slip is printed.
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { strings } from "../../strings";
import { Button } from "../../kit/button";
import { may, session } from "../../kit/session";
import type { Payment, Prize } from "../../kit/shapes";
import { dateAndTime, timeToTheSecond } from "../../kit/time";
import { capital, ruleWords } from "../../kit/titles";
import { lawAsksWho, needsIdentification } from "./claims";
import { Identify } from "./identify";
import { amountOf, Clock, StateBadge, winnerOf } from "./parts";
import { Forms, Pay, Reckoning, usePaying } from "./pay";
import { Print } from "./print";
import { personName } from "./state";

const words = strings.cage;

export function Detail({ prize, payment, onBack }: { prize: Prize; payment: Payment | null; onBack: () => void }) {
    const heading = useRef<HTMLHeadingElement>(null);
    useEffect(() => heading.current?.focus(), [prize.prize]);
    return (
        <article class="detail panel" aria-labelledby="detail-heading">
            <div class="detail-back"><Button size="small" tone="quiet" onPress={onBack}>← {words.back}</Button></div>
            <header class="detail-head">
                <div>
                    <p class="soft detail-number">{words.prize(prize.prize)} · {prize.title}</p>
                    <h2 id="detail-heading" ref={heading} tabIndex={-1}>{winnerOf(prize)}</h2>
                    <p class="detail-state"><StateBadge state={prize.state} /> <Clock prize={prize} explained /></p>
                </div>
                <p class="detail-amount amount">{amountOf(prize)}</p>
            </header>
            <Facts prize={prize} payment={payment} />
            <Steps prize={prize} payment={payment} />
        </article>
    );
}

function Facts({ prize, payment }: { prize: Prize; payment: Payment | null }) {
    const names = words.facts;
    const rows: [string, ComponentChildren][] = [
        [names.number, prize.patron],
        [names.won, capital(prize.share)],
        [names.where, words.seat(prize.table, prize.seat)],
        [names.awarded, dateAndTime(prize["awarded-at"])],
        [names.verified, personName(prize["verified-by"])],
        [names.authorised, personName(prize["authorised-by"])],
        [names.identifyBy, payment || !needsIdentification(prize) ? "" : dateAndTime(prize["identify-by"])],
        [names.lapses, payment || prize.state === "payable" ? "" : dateAndTime(prize["lapses-at"])],
        [names.rule, ruleWords(prize.clause)],
    ];
    if (payment) {
        rows.push(
            [names.paid, `${dateAndTime(payment["paid-at"])}`],
            [names.paidBy, personName(payment["paid-by"])],
            [names.form, `${formWords(payment.in)}, ${(words.places[payment.from] ?? payment.from).toLowerCase()}`],
            [names.handedBy, payment["handed-by"] && personName(payment["handed-by"])],
        );
    }
    return (
        <dl class="facts">
            {rows.filter(([, value]) => value !== "").map(([name, value]) => (
                <div key={name}>
                    <dt>{name}</dt>
                    <dd>{value}</dd>
                </div>
            ))}
        </dl>
    );
}

export const formWords = (form: string): string => words.forms[form] ?? words.otherForms[form] ?? form;

// What was later and is now gets the focus if nothing has it: the button that was pressed is gone.
function Step({ title, state, children }: { title: string; state: "done" | "now" | "later"; children?: ComponentChildren }) {
    const heading = useRef<HTMLHeadingElement>(null);
    const before = useRef(state);
    useEffect(() => {
        if (before.current === "later" && state === "now" && document.activeElement === document.body) heading.current?.focus();
        before.current = state;
    }, [state]);
    return (
        <li class={`step step-${state}`} aria-current={state === "now" ? "step" : undefined}>
            <h3 ref={heading} tabIndex={-1}>{title}{state === "done" && <span class="step-done"> ✓ <span class="hidden-words">{words.done}</span></span>}</h3>
            {children}
        </li>
    );
}

function Steps({ prize, payment }: { prize: Prize; payment: Payment | null }) {
    const open = prize.state === "awarded" || prize.state === "held" || prize.state === "payable";
    if (!open && !payment) return null;
    if (!may(session.value, "pay")) return <p class="soft">{words.mayNotPay}</p>;
    return (
        <ol key={prize.prize} class="steps">
            {payment ? <Paid payment={payment} /> : needsIdentification(prize) ? <FirstIdentify prize={prize} /> : <Payable prize={prize} />}
            <Step key="print" title={words.stepPrint} state={payment ? "now" : "later"}>{payment && <Print key={prize.prize} payment={payment} />}</Step>
        </ol>
    );
}

const identifiedWords = (prize: Prize): string => (prize.identified || prize.identification ? words.identified : words.notNeeded);

function Paid({ payment }: { payment: Payment }) {
    return (
        <>
            <Step title={words.stepIdentify} state="done"><p class="soft" role="status">{identifiedWords(payment)}</p></Step>
            <Step title={words.stepPay} state="done">
                <p class="soft" role="status">{timeToTheSecond(payment["paid-at"])}, {personName(payment["paid-by"])}</p>
                <Reckoning prize={payment} withheld={payment.withheld} paid />
                {payment.forms.length > 0 && <Forms forms={payment.forms} />}
            </Step>
        </>
    );
}

// The rules of the offer ask who the winner is, and nothing else is asked before.
function FirstIdentify({ prize }: { prize: Prize }) {
    return (
        <>
            <Step title={words.stepIdentify} state="now"><Identify prize={prize} /></Step>
            <Step title={words.stepPay} state="later"><p class="soft">{words.needsIdentification}</p></Step>
        </>
    );
}

// It may be paid by the rules; whether a law asks who the winner is depends on how it is paid.
function Payable({ prize }: { prize: Prize }) {
    const paying = usePaying(prize);
    const { forms, asking, problem } = paying.forecast;
    const refusedBy = problem?.kind === "refused" ? problem.clause : null;
    const asks = lawAsksWho(prize, refusedBy);
    const unknown = forms.length === 0 && !prize.identified && (asking || problem !== null);
    return (
        <>
            <Step title={words.stepIdentify} state={asks ? "now" : unknown ? "later" : "done"}>
                {asks ? (
                    <>
                        <p role="status">{prize.patron === "" ? words.reportAsks : words.lawAsks(ruleWords(refusedBy ?? ""))}</p>
                        <Identify prize={prize} />
                    </>
                ) : <p class="soft" role="status">{asking && unknown ? words.asking : unknown ? words.identifyUnknown : identifiedWords(prize)}</p>}
            </Step>
            <Step title={words.stepPay} state={asks ? "later" : "now"}><Pay prize={prize} paying={paying} ready={!asks} /></Step>
        </>
    );
}
