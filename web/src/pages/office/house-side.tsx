// What is about to change, from when, who signs it, and what stands in the way; then the signatures. Nothing is sent before.
import { useState } from "preact/hooks";
import { strings } from "../../strings";
import { Badge } from "../../kit/badge";
import { Button } from "../../kit/button";
import { Countersign } from "../../kit/countersign";
import { DeedDialog } from "../../kit/deed-dialog";
import { DayField } from "../../kit/format-fields";
import { Problem } from "../../kit/problem";
import { ProblemNote } from "../../kit/problem-note";
import type { HouseFile, HousePreview, Refused } from "../../kit/shapes";
import { dayWords, timesShown } from "../../kit/time";
import { useCountersigned } from "../../kit/use-command";
import { personName } from "./books";
import { placeWords, type ChangeRow } from "./house-changes";
import { findingWords } from "./house-parts";

const words = strings.office.house;

export type HouseCheck = { state: "checking" | "ready" } | { state: "failed"; problem: Problem };

export const asRefusal = (refused: Refused): Problem => new Problem({ detail: refused.words, clause: refused.clause });

export function ChangeList({ changes }: { changes: readonly ChangeRow[] }) {
    return (
        <dl class="changes">
            {changes.map(([path, before, after]) => (
                <div key={path}>
                    <dt>{placeWords(path)}</dt>
                    <dd>
                        {before !== "" && <del>{timesShown(before)}</del>}
                        {before !== "" && <span aria-hidden="true"> → </span>}
                        {after === "" ? <span class="soft">{words.leftOut}</span> : <ins>{timesShown(after)}</ins>}
                    </dd>
                </div>
            ))}
        </dl>
    );
}

// "You, and one of these: Sue Lindqvist, Olga Brandt."
const signersWords = (preview: HousePreview): string => (preview.signers.length === 0 ? words.nobodySigns : words.signs(preview.signers.map(personName)));

export interface HouseSideProps {
    house: HouseFile;
    unchanged: boolean;
    check: HouseCheck;
    preview: HousePreview | null;
    from: string | null; // the first day; empty: the one that runs
    onFrom: (day: string | null) => void;
    onLine: ((line: number) => void) | null;
    onUndo: () => void;
    onDone: () => void;
}

export function HouseSide(props: HouseSideProps) {
    const { house, unchanged, check, preview, from } = props;
    const [signing, setSigning] = useState(false);
    const good = check.state === "ready" && preview !== null && preview.findings.length === 0 && preview.refused === null && preview.changes.length > 0 && from !== null;
    const firstDay = from === "" || from === null ? house.day : from;
    return (
        <div class="stack change-side">
            <section class="panel stack change-check">
                <h2>{words.changes}</h2>
                <div role="status">
                    {unchanged ? <p class="soft">{words.unchanged}</p>
                        : check.state === "checking" ? <p class="soft">{words.checking}</p>
                            : good ? <p><Badge tone="good">✓</Badge> {words.good}</p>
                                : preview && (preview.findings.length > 0 || preview.refused) ? <p><Badge tone="bad">{words.wrong}</Badge></p> : null}
                </div>
                {check.state === "failed" && <ProblemNote problem={check.problem} />}
                {!unchanged && preview && <Objections preview={preview} onLine={props.onLine} />}
                {!unchanged && preview && <ChangeList changes={preview.changes} />}
                {!unchanged && (
                    <>
                        <DayField label={words.firstDay} day={from} onDay={props.onFrom} hint={words.firstDayHint(dayWords(house.day))} />
                        {preview && <p class="soft small">{signersWords(preview)}</p>}
                    </>
                )}
                <div class="row">
                    <Button tone="primary" disabled={unchanged || !good} onPress={() => setSigning(true)}>{words.sign}</Button>
                    <Button disabled={unchanged} onPress={props.onUndo}>{words.undo}</Button>
                </div>
            </section>
            {signing && preview && (
                <Sign preview={preview} firstDay={firstDay} now={firstDay === house.day} onClose={() => setSigning(false)} onDone={props.onDone} />
            )}
        </div>
    );
}

// What is wrong in the values, what the house refuses, and what would stand in the way of a later day.
function Objections({ preview, onLine }: { preview: HousePreview; onLine: ((line: number) => void) | null }) {
    const later = preview["in-the-way"];
    return (
        <>
            {preview.findings.length > 0 && (
                <ul class="findings">
                    {preview.findings.map((finding, at) => (
                        <li key={at} class="finding finding-error">
                            {finding.at && <p class="small soft">{placeWords(finding.at.join("/"))}</p>}
                            <p>{findingWords(finding)}</p>
                            {onLine && finding.line > 0 && <Button size="small" onPress={() => onLine(finding.line)}>{strings.office.offers.goToLine(finding.line)}</Button>}
                        </li>
                    ))}
                </ul>
            )}
            {preview.findings.length === 0 && preview.refused && <ProblemNote problem={asRefusal(preview.refused)} />}
            {later && (
                <div class="warn-note">
                    <p>{words.inTheWay}</p>
                    <ProblemNote problem={asRefusal(later)} />
                </div>
            )}
        </>
    );
}

interface SignProps { preview: HousePreview; firstDay: string; now: boolean; onClose: () => void; onDone: () => void }

function Sign({ preview, firstDay, now, onClose, onDone }: SignProps) {
    const sending = useCountersigned();
    const send = async (): Promise<void> => {
        const asked = { do: "amend-house", text: preview.text, number: preview.number, ...(now ? {} : { from: firstDay }) };
        if (await sending.ask(asked, () => (now ? words.changed : words.filed(dayWords(firstDay))))) {
            onClose();
            onDone();
        }
    };
    return (
        <DeedDialog title={words.signTitle} confirm={words.signConfirm} ready={sending.signed} busy={sending.busy} problem={sending.problem} onConfirm={() => void send()} onClose={onClose}>
            <ChangeList changes={preview.changes} />
            <p>{now ? words.fromNow : words.fromDay(dayWords(firstDay))}</p>
            <Countersign note={signersWords(preview)} signature={sending.signature} onSign={sending.sign} />
        </DeedDialog>
    );
}
