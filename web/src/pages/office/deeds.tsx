// What the office does with one button and a dialog: raise a pool, move money, withdraw an offer, file a document. Each is there for
// whoever may; the house refuses with the clause, which the dialog shows.
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { strings } from "../../strings";
import { get, getText } from "../../kit/api";
import { Button } from "../../kit/button";
import { Dialog } from "../../kit/dialog";
import { Field, Select } from "../../kit/field";
import { money, parseMoney } from "../../kit/money";
import { asProblem, type Problem } from "../../kit/problem";
import { ProblemNote } from "../../kit/problem-note";
import { may, session } from "../../kit/session";
import type { Offer, OfferAccount, OfferMeter } from "../../kit/shapes";
import { credentialsOf, isSigned, noSignature } from "../../kit/signature";
import { sayProblem } from "../../kit/toast";
import { useCommand } from "../../kit/use-command";
import { offers } from "./books";
import { StandsBy } from "./stands-by";

interface DeedProps {
    title: string;
    confirm: string;
    tone?: "primary" | "danger";
    ready: boolean;
    busy: boolean;
    problem: Problem | null;
    onConfirm: () => void;
    onClose: () => void;
    children: ComponentChildren;
}

function Deed(props: DeedProps) {
    return (
        <Dialog
            title={props.title}
            open
            onClose={props.onClose}
            actions={
                <>
                    <ProblemNote problem={props.problem} />
                    <Button onPress={props.onClose}>{strings.kit.cancel}</Button>
                    <Button tone={props.tone ?? "primary"} busy={props.busy} disabled={!props.ready} onPress={props.onConfirm}>{props.confirm}</Button>
                </>
            }
        >
            <div class="stack">{props.children}</div>
        </Dialog>
    );
}

// A button for whoever may do it, and behind it the dialog.
function Opener({ needs, words, children }: { needs: string; words: string; children: (close: () => void) => ComponentChildren }) {
    const [open, setOpen] = useState(false);
    if (!may(session.value, needs)) return null;
    return (
        <>
            <Button onPress={() => setOpen(true)}>{words}</Button>
            {open && children(() => setOpen(false))}
        </>
    );
}

const faultOf = (amount: string, cents: number | null): { fault?: string } => (amount !== "" && cents === null ? { fault: strings.office.move.notMoney } : {});

// ------------------------------------------------------------------------------------------ a pool

export function RaiseButton({ offer, meter }: { offer: Offer; meter: OfferMeter }) {
    return <Opener needs="raise" words={strings.office.raise.open}>{(close) => <Raise offer={offer} meter={meter} onClose={close} />}</Opener>;
}

function Raise({ offer, meter, onClose }: { offer: Offer; meter: OfferMeter; onClose: () => void }) {
    const words = strings.office.raise;
    const [amount, setAmount] = useState("");
    const sending = useCommand();
    const cents = parseMoney(amount);
    const send = async (): Promise<void> => {
        const asked = { do: "raise", offer: offer.offer, pool: meter.pool, amount: cents ?? 0 };
        if (await sending.ask(asked, () => words.raised(meter.pool, money(cents ?? 0)))) onClose();
    };
    return (
        <Deed title={words.open} confirm={words.confirm} ready={cents !== null && cents > 0} busy={sending.busy} problem={sending.problem} onConfirm={() => void send()} onClose={onClose}>
            <p class="soft">{words.note(meter.pool, money(meter.cents))}</p>
            <Field label={words.amount} value={amount} onInput={setAmount} inputmode="decimal" {...faultOf(amount, cents)} />
        </Deed>
    );
}

// ------------------------------------------------------------------------------------------ accounts

// `offer`: the one that is looked at, if any.
export function MoveButton({ offer }: { offer?: string | undefined }) {
    return <Opener needs="adjust" words={strings.office.move.open}>{(close) => <Move first={offer} onClose={close} />}</Opener>;
}

function useAccounts(offer: string): OfferAccount[] {
    const [accounts, setAccounts] = useState<OfferAccount[]>([]);
    useEffect(() => {
        let current = true;
        setAccounts([]);
        get<{ accounts: OfferAccount[] }>(`/api/offers/${encodeURIComponent(offer)}/accounts`)
            .then((answer) => current && setAccounts(answer.accounts), sayProblem);
        return () => {
            current = false;
        };
    }, [offer]);
    return accounts;
}

function Move({ first, onClose }: { first: string | undefined; onClose: () => void }) {
    const words = strings.office.move;
    const pooled = offers.value.filter((offer) => offer.meters.length > 0 || offer.offer === first);
    const [offer, setOffer] = useState(first ?? pooled[0]?.offer ?? "");
    const [asked, setAsked] = useState({ from: "", to: "", amount: "", reason: "" });
    const [signature, setSignature] = useState(noSignature);
    const sending = useCommand();
    const accounts = useAccounts(offer);
    const cents = parseMoney(asked.amount);
    const reason = asked.reason.trim();
    const ready = asked.from !== "" && asked.to !== "" && asked.from !== asked.to && cents !== null && cents > 0 && reason !== "" && isSigned(signature);
    const choices = (fits: (account: OfferAccount) => boolean) => [
        { value: "", words: words.choose },
        ...accounts.filter(fits).map((account) => ({ value: account.name, words: words.holds(account.name, money(account.cents)) })),
    ];
    const send = async (): Promise<void> => {
        const command = { do: "adjust", offer, from: asked.from, to: asked.to, amount: cents ?? 0, reason, countersign: credentialsOf(signature) };
        if (await sending.ask(command, () => words.moved(money(cents ?? 0)))) onClose();
        else setSignature({ ...signature, secret: "" });
    };
    return (
        <Deed title={words.open} confirm={words.confirm} tone="danger" ready={ready} busy={sending.busy} problem={sending.problem} onConfirm={() => void send()} onClose={onClose}>
            <p class="soft">{words.note}</p>
            <Select
                label={strings.office.offer}
                value={offer}
                onChange={(next) => {
                    setOffer(next);
                    setAsked({ ...asked, from: "", to: "" });
                }}
                choices={pooled.map((known) => ({ value: known.offer, words: known.title }))}
            />
            <Select label={words.from} value={asked.from} onChange={(from) => setAsked({ ...asked, from })} choices={choices((account) => account.gives)} />
            <Select label={words.to} value={asked.to} onChange={(to) => setAsked({ ...asked, to })} choices={choices((account) => account.takes)} />
            <Field label={words.amount} value={asked.amount} onInput={(amount) => setAsked({ ...asked, amount })} inputmode="decimal" {...faultOf(asked.amount, cents)} />
            <Field label={words.reason} value={asked.reason} onInput={(typed) => setAsked({ ...asked, reason: typed })} required />
            <StandsBy note={words.signs} signature={signature} onSign={setSignature} />
        </Deed>
    );
}

// ------------------------------------------------------------------------------------------ offers and documents

export function WithdrawButton({ offer }: { offer: Offer }) {
    return <Opener needs="withdraw-offer" words={strings.office.withdraw.open}>{(close) => <Withdraw offer={offer} onClose={close} />}</Opener>;
}

function Withdraw({ offer, onClose }: { offer: Offer; onClose: () => void }) {
    const words = strings.office.withdraw;
    const sending = useCommand();
    const send = async (): Promise<void> => {
        if (await sending.ask({ do: "withdraw-offer", offer: offer.offer }, () => words.withdrawn(offer.title))) onClose();
    };
    return (
        <Deed title={words.title(offer.title)} confirm={words.confirm} tone="danger" ready busy={sending.busy} problem={sending.problem} onConfirm={() => void send()} onClose={onClose}>
            <p>{words.note}</p>
        </Deed>
    );
}

// `document`: "bay101/blazing-7s", which is at hand and not filed.
export function FileButton({ document, title }: { document: string; title: string }) {
    return <Opener needs="file-document" words={strings.office.file.open}>{(close) => <File document={document} title={title} onClose={close} />}</Opener>;
}

function File({ document, title, onClose }: { document: string; title: string; onClose: () => void }) {
    const words = strings.office.file;
    const [text, setText] = useState<string | null>(null);
    const [unread, setUnread] = useState<Problem | null>(null);
    const sending = useCommand();
    useEffect(() => {
        getText(`/api/documents/${document}/text`).then(setText, (thrown) => setUnread(asProblem(thrown)));
    }, []);
    const send = async (): Promise<void> => {
        if (await sending.ask({ do: "file-document", activity: document, text: text ?? "" }, () => words.filed(title))) onClose();
    };
    return (
        <Deed title={words.title(title)} confirm={words.confirm} ready={text !== null} busy={sending.busy} problem={sending.problem ?? unread} onConfirm={() => void send()} onClose={onClose}>
            <p>{words.note}</p>
            {text !== null && <pre class="posted-text document-text" tabIndex={0}>{text}</pre>}
        </Deed>
    );
}
