// What the office does with one button and a dialog: raise a pool, move money, withdraw an offer, file a document. Each is there for
// whoever may; the house refuses with the clause, which the dialog shows.
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { strings } from "../../strings";
import { getText } from "../../kit/api";
import { Button } from "../../kit/button";
import { Countersign } from "../../kit/countersign";
import { DeedDialog } from "../../kit/deed-dialog";
import { MoneyField } from "../../kit/format-fields";
import { money, parseMoney } from "../../kit/money";
import { MoveMoney } from "../../kit/move-money";
import { asProblem, type Problem } from "../../kit/problem";
import { may, session } from "../../kit/session";
import type { Offer, OfferMeter } from "../../kit/shapes";
import { useCommand, useCountersigned } from "../../kit/use-command";
import { offers } from "./books";

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

// ------------------------------------------------------------------------------------------ a pool

export function RaiseButton({ offer, meter }: { offer: Offer; meter: OfferMeter }) {
    return <Opener needs="raise" words={strings.office.raise.open}>{(close) => <Raise offer={offer} meter={meter} onClose={close} />}</Opener>;
}

function Raise({ offer, meter, onClose }: { offer: Offer; meter: OfferMeter; onClose: () => void }) {
    const words = strings.office.raise;
    const [amount, setAmount] = useState("");
    const sending = useCountersigned();
    const cents = parseMoney(amount);
    const send = async (): Promise<void> => {
        const asked = { do: "raise", offer: offer.offer, pool: meter.pool, amount: cents ?? 0 };
        if (await sending.ask(asked, () => words.raised(meter.pool, money(cents ?? 0)))) onClose();
    };
    return (
        <DeedDialog title={words.open} confirm={words.confirm} ready={cents !== null && cents > 0 && sending.signed} busy={sending.busy} problem={sending.problem} onConfirm={() => void send()} onClose={onClose}>
            <p class="soft">{words.note(meter.pool, money(meter.cents))}</p>
            <MoneyField label={words.amount} value={amount} onInput={setAmount} />
            <Countersign signature={sending.signature} onSign={sending.sign} />
        </DeedDialog>
    );
}

// ------------------------------------------------------------------------------------------ accounts

// `offer`: the one that is looked at, if any.
export function MoveButton({ offer }: { offer?: string | undefined }) {
    const pooled = offers.value.filter((known) => known.meters.length > 0 || known.offer === offer);
    return (
        <Opener needs="adjust" words={strings.move.open}>
            {(close) => <MoveMoney offers={pooled.map((known) => ({ value: known.offer, words: known.title }))} first={offer} onClose={close} />}
        </Opener>
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
        <DeedDialog title={words.title(offer.title)} confirm={words.confirm} tone="danger" ready busy={sending.busy} problem={sending.problem} onConfirm={() => void send()} onClose={onClose}>
            <p>{words.note}</p>
        </DeedDialog>
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
        <DeedDialog title={words.title(title)} confirm={words.confirm} ready={text !== null} busy={sending.busy} problem={sending.problem ?? unread} onConfirm={() => void send()} onClose={onClose}>
            <p>{words.note}</p>
            {text !== null && <pre class="posted-text document-text" tabIndex={0}>{text}</pre>}
        </DeedDialog>
    );
}
