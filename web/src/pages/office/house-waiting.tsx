// The changes that wait for their time: of the house, and of offers; each with what it changes and a button to withdraw it. And what the
// folder of the server says otherwise than the books.
import { useEffect, useState } from "preact/hooks";
import { strings } from "../../strings";
import { post } from "../../kit/api";
import { Button } from "../../kit/button";
import { DeedDialog } from "../../kit/deed-dialog";
import { may, session } from "../../kit/session";
import type { FolderDifference, HousePreview, OfferChange, OfferPreview, WaitingChange } from "../../kit/shapes";
import { dateAndTime, dayWords, timesShown } from "../../kit/time";
import { capital, documentTitle, nameWords } from "../../kit/titles";
import { sayProblem } from "../../kit/toast";
import { useCommand } from "../../kit/use-command";
import { houseFile, offerByName, personName, titleOf } from "./books";
import { placeWords } from "./house-changes";
import { ChangeList } from "./house-side";
import { addressIn, Link } from "./place";

const words = strings.office.waiting;

export const whenWords = (change: WaitingChange): string => (change.offer === "" ? words.fromDay(dayWords(change.from)) : words.fromTime(dateAndTime(change["from-time"])));
const nameOf = (change: WaitingChange): string => (change.offer === "" ? words.house : offerByName(change.offer)?.title ?? nameWords(change.offer));

// Of all that wait, of all offers, or of one offer.
export function WaitingChanges({ offer, offers = false }: { offer?: string; offers?: boolean }) {
    const waiting = (houseFile.value?.waiting ?? []).filter((change) => (offers ? change.offer !== "" : offer === undefined || change.offer === offer));
    if (waiting.length === 0) return null;
    return (
        <section class="panel stack waiting-changes">
            <h2>{words.heading}</h2>
            <ul class="plain-list">
                {waiting.map((change) => <OneChange key={change.number} change={change} />)}
            </ul>
        </section>
    );
}

function OneChange({ change }: { change: WaitingChange }) {
    const [withdrawing, setWithdrawing] = useState(false);
    return (
        <li class="waiting-change stack">
            <div class="row spread">
                <div>
                    <h3>{nameOf(change)}</h3>
                    <p><strong>{whenWords(change)}</strong></p>
                    <p class="soft small">{words.filed(personName(change.by), change["authorised-by"] && personName(change["authorised-by"]), dateAndTime(change.filed))}</p>
                </div>
                {may(session.value, "withdraw-change") && <Button onPress={() => setWithdrawing(true)}>{words.withdraw}</Button>}
            </div>
            {change.offer === "" ? <HouseChanges change={change} /> : <OfferChanges change={change} />}
            {withdrawing && <Withdraw change={change} onClose={() => setWithdrawing(false)} />}
        </li>
    );
}

// Against the house as it is now; and what would stand in the way today.
function HouseChanges({ change }: { change: WaitingChange }) {
    const [preview, setPreview] = useState<HousePreview | null>(null);
    const now = houseFile.value?.number;
    useEffect(() => {
        post<HousePreview>("/api/house-preview", { text: change.text }).then(setPreview, sayProblem);
    }, [change.number, now]);
    if (!preview) return null;
    return <ChangeList changes={preview.changes} />;
}

function OfferChanges({ change }: { change: WaitingChange }) {
    const [preview, setPreview] = useState<OfferPreview | null>(null);
    const posted = offerByName(change.offer);
    useEffect(() => {
        post<OfferPreview>("/api/offer-preview", { offer: change.offer, text: change.text }).then(setPreview, sayProblem);
    }, [change.number, posted?.posted]);
    if (!preview) return null;
    return (
        <>
            {posted?.posted && <p class="soft small">{words.postedUntilThen} <Link to={addressIn("offers", change.offer)}>{posted.title}</Link></p>}
            <OfferChangeList changes={preview.changes} />
        </>
    );
}

// Each value of an offer that is another one; the document that it belongs to is none.
export function OfferChangeList({ changes }: { changes: readonly OfferChange[] }) {
    return (
        <dl class="changes">
            {changes.filter((change) => change.field !== "offer").map(({ field, label, from, to }) => (
                <div key={field}>
                    <dt>{capital(label ?? nameWords(field))}</dt>
                    <dd>
                        {from !== null && <><del>{timesShown(from)}</del><span aria-hidden="true"> → </span></>}
                        {to === null ? <span class="soft">{strings.office.offerForm.leftOut}</span> : <ins>{timesShown(to)}</ins>}
                    </dd>
                </div>
            ))}
        </dl>
    );
}

function Withdraw({ change, onClose }: { change: WaitingChange; onClose: () => void }) {
    const sending = useCommand();
    const send = async (): Promise<void> => {
        if (await sending.ask({ do: "withdraw-change", number: change.number }, () => words.withdrawn(nameOf(change)))) onClose();
    };
    return (
        <DeedDialog title={words.withdrawTitle(nameOf(change))} confirm={words.withdraw} tone="danger" ready busy={sending.busy} problem={sending.problem} onConfirm={() => void send()} onClose={onClose}>
            <p>{words.withdrawNote(whenWords(change))}</p>
        </DeedDialog>
    );
}

// ------------------------------------------------------------------------------------------ the folder

function differenceWords(difference: FolderDifference): string {
    if (difference.how === "unread") return strings.office.folder.unread;
    if (difference.of === "house") return strings.office.folder.house(placeWords(difference.path ?? ""), timesShown(difference.before ?? ""), timesShown(difference.after ?? ""));
    const name = difference.of === "offer" ? titleOf(difference.name ?? "") : documentTitle(difference.name ?? "");
    return strings.office.folder.other(strings.office.folder.kinds[difference.of] ?? "", name, difference.how, difference.path ? placeWords(difference.path) : "", timesShown(difference.before ?? ""), timesShown(difference.after ?? ""));
}

// What runs is what the books say. `whole`: with everything that differs; else how many things do, and a link to them.
export function FolderBanner({ whole }: { whole: boolean }) {
    const differs = houseFile.value?.["folder-differs"] ?? [];
    const texts = strings.office.folder;
    if (differs.length === 0) return null;
    return (
        <section class="warn-note folder-banner" role="status" aria-label={texts.label}>
            <p><strong>{texts.heading}</strong> {texts.note}</p>
            {whole ? (
                <>
                    <ul>{differs.map((difference, at) => <li key={at}>{differenceWords(difference)}</li>)}</ul>
                    <p class="small">{texts.remedy}</p>
                </>
            ) : <p><Link to={addressIn("house")}>{texts.more(differs.length)}</Link></p>}
        </section>
    );
}

