// An offer is set up or changed: in a form or as text, with the documents' answer at every pause of the typing, what would
// change, and the posting as it would hang. Nothing is posted before somebody presses the button.
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { strings } from "../../strings";
import { get, post, postForText } from "../../kit/api";
import { Badge } from "../../kit/badge";
import { Button } from "../../kit/button";
import { Choice, choicesOf } from "../../kit/choice";
import { Countersign } from "../../kit/countersign";
import { DeedDialog } from "../../kit/deed-dialog";
import { Field } from "../../kit/field";
import { DayField } from "../../kit/format-fields";
import { asProblem, type Problem } from "../../kit/problem";
import { ProblemNote } from "../../kit/problem-note";
import type { FieldValue, Finding, Offer, OfferField, OfferForm, OfferPreview } from "../../kit/shapes";
import { Tabs } from "../../kit/tabs";
import { dateAndTime, momentOf, timesShown, timesStored } from "../../kit/time";
import { plainWords } from "../../kit/titles";
import { say, sayProblem } from "../../kit/toast";
import { useCommand, useCountersigned } from "../../kit/use-command";
import { houseFile, offers } from "./books";
import { addressOfDocument, clauseIn, partOfClause } from "./clauses";
import { OfferChangeList } from "./house-waiting";
import { OfferFormPart } from "./offer-form";
import { changedValues, fieldOfFinding, findingWords, freeName, isOfferName, valuesOfChanges, type Values } from "./offer-values";
import { addressIn, go, Link } from "./place";
import { selectLine, TextChanges, TextEditor } from "./text-editor";

const words = strings.office.offers;
const formWords = strings.office.offerForm;
const CHECK_WAIT_MS = 300;

type Wish = { from?: string } & ({ offer: string; text: string } | { offer: string; document: string; values: Record<string, FieldValue | null> });

type Check =
    | { state: "checking" }
    | { state: "good"; preview: OfferPreview }
    | { state: "wrong"; preview: OfferPreview } // by the documents, or by the house as it stands
    | { state: "failed"; problem: Problem };

async function ask(wish: Wish): Promise<Check> {
    const preview = await post<OfferPreview>("/api/offer-preview", wish);
    return { state: preview.whole ? "good" : "wrong", preview };
}

// What the house would answer, asked when the typing pauses. An answer to an older wish is dropped; until the new one is here,
// `last` is what the house said before.
function useCheck(wish: Wish | null): { check: Check; last: OfferPreview | null } {
    const [check, setCheck] = useState<Check>({ state: "checking" });
    const [last, setLast] = useState<OfferPreview | null>(null);
    const asked = JSON.stringify(wish);
    useEffect(() => {
        if (!wish) return;
        let current = true;
        setCheck({ state: "checking" });
        const timer = setTimeout(() => {
            ask(wish).then((answer) => {
                if (!current) return;
                setCheck(answer);
                if ("preview" in answer) setLast(answer.preview);
            }, (thrown) => current && setCheck({ state: "failed", problem: asProblem(thrown) }));
        }, last ? CHECK_WAIT_MS : 0);
        return () => {
            current = false;
            clearTimeout(timer);
        };
    }, [asked]);
    return { check, last };
}

function useForm(query: Record<string, string>): { form: OfferForm | null; problem: Problem | null } {
    const [form, setForm] = useState<OfferForm | null>(null);
    const [problem, setProblem] = useState<Problem | null>(null);
    useEffect(() => {
        get<OfferForm>("/api/offer-form", query).then(setForm, (thrown) => setProblem(asProblem(thrown)));
    }, []);
    return { form, problem };
}

export function ChangeOffer({ offer }: { offer: Offer }) {
    const { form, problem } = useForm({ offer: offer.offer });
    if (!form) return <ProblemNote problem={problem} />;
    return <Change form={form} name={offer.offer} posted={offer.text ?? ""} title={offer.title} />;
}

export function NewOffer({ document }: { document: string }) {
    const { form, problem } = useForm({ document });
    const [name, setName] = useState(() => freeName(document, offers.value.map((offer) => offer.offer)));
    if (!form) return <ProblemNote problem={problem} />;
    const taken = offers.value.some((offer) => offer.offer === name);
    const fault = taken ? formWords.nameTaken : isOfferName(name) ? "" : formWords.nameWrong;
    return (
        <div class="stack">
            <p><Link to={addressOfDocument(document)} class="back">← {form.title}</Link></p>
            <h1>{formWords.newOffer(form.title)}</h1>
            <section class="panel">
                <Field label={formWords.name} value={name} onInput={setName} hint={formWords.nameHint} fault={fault} />
            </section>
            <Change form={form} name={fault ? "" : name} posted="" title={form.title} />
        </div>
    );
}

// `name` is empty while it is not one that an offer can have.
function Change({ form, name, posted, title }: { form: OfferForm; name: string; posted: string; title: string }) {
    const [way, setWay] = useState("form");
    const [typed, setTyped] = useState<Values>({});
    const [text, setText] = useState(posted);
    const [when, setWhen] = useState<When>(atOnce);
    const [signing, setSigning] = useState(false);
    const sending = useCommand();
    const box = useRef<HTMLTextAreaElement>(null);
    const id = useId();

    const values = changedValues(form.fields, typed);
    const from = momentIn(when);
    const later = from === null ? {} : { from };
    const wish: Wish | null = name === "" ? null
        : way === "text" ? { offer: name, text, ...later } : { offer: name, document: form.document, values, ...later };
    const { check, last } = useCheck(wish);
    const shownText = way === "text" ? text : (last?.text ?? posted);
    const unchanged = posted !== "" && (way === "text" ? text === posted : Object.keys(values).length === 0);

    // The form and the text are two ways to write the same thing: what was done in one goes along to the other, also what was
    // typed a moment ago. A text that says what no field can hold stays a text.
    const turnTo = (next: string): void => {
        if (next === way) return;
        if (!wish) {
            say(formWords.nameFirst, "bad");
            return;
        }
        if (unchanged) {
            setText(posted);
            setTyped({});
            setWay(next);
            return;
        }
        const answer = check.state === "checking" || !last ? post<OfferPreview>("/api/offer-preview", wish) : Promise.resolve(last);
        answer.then((preview) => {
            const unfit = preview.findings.some((finding) => finding.level === "error" && !fieldOfFinding(form.fields, finding));
            if (next === "form" && unfit) {
                say(formWords.textFirst, "bad");
                return;
            }
            if (next === "text") setText(preview.text);
            else setTyped(valuesOfChanges(form.fields, preview.changes));
            setWay(next);
        }, sayProblem);
    };
    const ready = !unchanged && name !== "" && check.state === "good" && (when.way === "now" || from !== null);
    const asked = { do: "post-offer", offer: name, text: check.state === "good" ? check.preview.text : "", ...later };
    const done = (): string => {
        const isNew = posted === "" && from !== null; // it is none of the offers yet
        go(isNew ? addressIn("offers") : addressIn("offers", name));
        return from === null ? words.posted(title) : words.filed(title, dateAndTime(from));
    };
    const needsTwo = houseFile.value?.settings.some((setting) => setting.at.join("/") === "offers signed by" && setting.value === "two persons") ?? false;
    const send = (): void => {
        if (!ready) return;
        if (needsTwo) setSigning(true);
        else void sending.ask(asked, done);
    };
    const findings = name === "" || unchanged ? [] : (last?.findings ?? []);
    const wrongLines = new Set(findings.filter((finding) => finding.level === "error").map((finding) => finding.line));
    return (
        <div class="change">
            <Tabs
                label={formWords.ways}
                chosen={way}
                onChoose={turnTo}
                tabs={[
                    {
                        name: "form",
                        words: formWords.form,
                        panel: () => (
                            <OfferFormPart
                                fields={form.fields}
                                typed={typed}
                                charts={last?.charts ?? form.charts}
                                findings={findings}
                                onValue={(field, value) => setTyped({ ...typed, [field.path]: value })}
                            />
                        ),
                    },
                    {
                        name: "text",
                        words: formWords.text,
                        panel: () => <TextEditor text={text} onText={setText} wrongLines={wrongLines} box={box} describedBy={`${id}-check`} />,
                    },
                ]}
            />
            <div class="stack change-side">
                {!unchanged && <section class="panel stack"><WhenFields when={when} onWhen={setWhen} /></section>}
                <section class="panel stack change-check">
                    <div id={`${id}-check`} role="status">
                        {unchanged ? <p class="soft">{words.unchanged}</p> : name === "" ? <p class="soft">{formWords.nameFirst}</p> : <CheckNote check={check} count={findings.length} />}
                    </div>
                    <Findings findings={findings} fields={form.fields} onLine={way === "text" ? (line) => selectLine(box.current, line) : null} />
                    {!unchanged && needsTwo && <p class="soft small">{words.twoSign}</p>}
                    <ProblemNote problem={sending.problem} />
                    <div class="row">
                        <Button tone="primary" busy={sending.busy} disabled={!ready} onPress={send}>{from === null ? words.post : words.postLater}</Button>
                        <Button
                            disabled={unchanged}
                            onPress={() => {
                                setTyped({});
                                setText(posted);
                            }}
                        >
                            {posted === "" ? formWords.clear : words.undo}
                        </Button>
                    </div>
                </section>
                {!unchanged && last && <Changes preview={last} posted={posted} text={shownText} asText={way === "text"} />}
                <Posting wish={wish} check={check} title={title} />
            </div>
            {signing && <SignOffer title={title} when={from} asked={asked} done={done} onClose={() => setSigning(false)} />}
        </div>
    );
}

// ------------------------------------------------------------------------------------------ from when, and by whom

interface When { way: "now" | "later"; day: string | null; time: string }
const atOnce: When = { way: "now", day: "", time: "" };

// The moment from which it is posted; null at once, and while it is not known.
function momentIn(when: When): string | null {
    const time = timesStored(when.time.trim());
    return when.way === "later" && when.day && /^\d{1,2}:\d{2}$/.test(time) ? momentOf(when.day, time) : null;
}

function WhenFields({ when, onWhen }: { when: When; onWhen: (when: When) => void }) {
    const time = timesStored(when.time.trim());
    const fault = when.time.trim() === "" || when.day === "" || when.day === null || momentIn(when) !== null ? "" : words.noSuchTime;
    return (
        <div class="stack">
            <Choice label={words.from} value={when.way} onChange={(way) => onWhen({ ...when, way: way as When["way"] })} choices={choicesOf(words.fromWays)} />
            {when.way === "later" && (
                <div class="form-fields when-fields">
                    <DayField label={words.fromDay} day={when.day} onDay={(day) => onWhen({ ...when, day })} required />
                    <Field label={words.fromTime} value={when.time} onInput={(typed) => onWhen({ ...when, time: typed })} onBlur={() => onWhen({ ...when, time: timesShown(time) })} hint={words.fromTimeHint} fault={fault} required autocomplete="off" />
                </div>
            )}
            {when.way === "later" && <p class="soft small">{words.laterNote}</p>}
        </div>
    );
}

interface SignOfferProps { title: string; when: string | null; asked: { do: string } & Record<string, unknown>; done: () => string; onClose: () => void }

// Where the house asks for it, a second person signs an offer.
function SignOffer({ title, when, asked, done, onClose }: SignOfferProps) {
    const sending = useCountersigned();
    return (
        <DeedDialog title={words.signTitle(title)} confirm={when === null ? words.post : words.postLater} ready={sending.signed} busy={sending.busy} problem={sending.problem} onConfirm={() => void sending.ask(asked, done)} onClose={onClose}>
            <p>{when === null ? words.signNow : words.signLater(dateAndTime(when))}</p>
            <Countersign note={words.signs} signature={sending.signature} onSign={sending.sign} />
        </DeedDialog>
    );
}

function CheckNote({ check, count }: { check: Check; count: number }) {
    switch (check.state) {
        case "checking": return <p class="soft">{words.checking}…</p>;
        case "good": return <p><Badge tone="good">✓</Badge> {words.good}</p>;
        case "wrong": return <p><Badge tone="bad">{words.refused}</Badge> <span class="soft">{formWords.findings(count)}</span></p>;
        case "failed": return <ProblemNote problem={check.problem} />;
    }
}

// In the form only those that have no field: the others stand beside theirs.
function Findings({ findings, fields, onLine }: { findings: readonly Finding[]; fields: readonly OfferField[]; onLine: ((line: number) => void) | null }) {
    const shown = onLine ? findings : findings.filter((finding) => !fieldOfFinding(fields, finding));
    if (shown.length === 0) return null;
    return (
        <ul class="findings">
            {shown.map((finding, at) => (
                <li key={at} class={`finding finding-${finding.level}`}>
                    <p>{plainWords(findingWords(finding))}</p>
                    <p class="row small">
                        {finding.clause && <Link to={partOfClause(finding.clause)}>{clauseIn(finding.clause)}</Link>}
                        {onLine && finding.line > 0 && <Button size="small" onPress={() => onLine(finding.line)}>{words.goToLine(finding.line)}</Button>}
                    </p>
                </li>
            ))}
        </ul>
    );
}

function Changes({ preview, posted, text, asText }: { preview: OfferPreview; posted: string; text: string; asText: boolean }) {
    if (asText && posted !== "") {
        return <section class="panel stack"><h2>{words.changes}</h2><TextChanges before={posted} after={text} /></section>;
    }
    if (preview.changes.every((change) => change.field === "offer")) return null; // its document, which is plain
    return (
        <section class="panel stack">
            <h2>{posted === "" ? formWords.wouldPost : words.changes}</h2>
            <OfferChangeList changes={preview.changes} />
        </section>
    );
}

// The first sheet of the notice, as it would hang in the house.
function Posting({ wish, check, title }: { wish: Wish | null; check: Check; title: string }) {
    const [sheet, setSheet] = useState("");
    const text = check.state === "good" ? check.preview.text : "";
    useEffect(() => {
        if (text === "" || !wish) return;
        let current = true;
        postForText("/api/offer-preview?form=svg", { offer: wish.offer, text }).then((svg) => current && setSheet(svg), () => current && setSheet(""));
        return () => {
            current = false;
        };
    }, [text]);
    return (
        <section class="panel stack posting">
            <h2>{formWords.posting}</h2>
            {sheet === "" ? <p class="soft">{formWords.noPosting}</p> : (
                <img class={text === "" ? "sheet busy" : "sheet"} src={`data:image/svg+xml,${encodeURIComponent(sheet)}`} alt={formWords.postingOf(title)} />
            )}
            {sheet !== "" && check.state === "wrong" && <p class="soft small">{formWords.olderPosting}</p>}
        </section>
    );
}
