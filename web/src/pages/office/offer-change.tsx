// An offer is set up or changed: in a form or as text, with the documents' answer at every pause of the typing, what would
// change, and the posting as it would hang. Nothing is posted before somebody presses the button.
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { strings } from "../../strings";
import { command, dryRun, get, newId, post, postForText } from "../../kit/api";
import { Badge } from "../../kit/badge";
import { Button } from "../../kit/button";
import { Field } from "../../kit/field";
import { asProblem, Problem } from "../../kit/problem";
import { ProblemNote } from "../../kit/problem-note";
import type { FieldValue, Finding, Offer, OfferField, OfferForm, OfferPreview } from "../../kit/shapes";
import { Tabs } from "../../kit/tabs";
import { timesShown } from "../../kit/time";
import { capital, nameWords, plainWords } from "../../kit/titles";
import { say, sayProblem } from "../../kit/toast";
import { offers } from "./books";
import { addressOfDocument, clauseIn, partOfClause } from "./clauses";
import { OfferFormPart } from "./offer-form";
import { changedValues, fieldOfFinding, findingWords, freeName, isOfferName, valuesOfChanges, type Values } from "./offer-values";
import { addressIn, go, Link } from "./place";
import { selectLine, TextChanges, TextEditor } from "./text-editor";

const words = strings.office.offers;
const formWords = strings.office.offerForm;
const CHECK_WAIT_MS = 300;

type Wish = { offer: string; text: string } | { offer: string; document: string; values: Record<string, FieldValue | null> };

type Check =
    | { state: "checking" }
    | { state: "good"; preview: OfferPreview }
    | { state: "wrong"; preview: OfferPreview } // by the documents
    | { state: "refused"; preview: OfferPreview; problem: Problem } // by the house as it stands now
    | { state: "failed"; problem: Problem };

async function ask(wish: Wish): Promise<Check> {
    const preview = await post<OfferPreview>("/api/offer-preview", wish);
    if (!preview.whole) return { state: "wrong", preview };
    try {
        await dryRun({ do: "post-offer", offer: wish.offer, text: preview.text });
        return { state: "good", preview };
    } catch (thrown) {
        return { state: "refused", preview, problem: asProblem(thrown) };
    }
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
    const [busy, setBusy] = useState(false);
    const [problem, setProblem] = useState<Problem | null>(null);
    const box = useRef<HTMLTextAreaElement>(null);
    const id = useId();
    // One id for one text: pressing again after a lost line posts it once.
    const wanted = useRef({ text: "", id: "" });

    const values = changedValues(form.fields, typed);
    const wish: Wish | null = name === "" ? null
        : way === "text" ? { offer: name, text } : { offer: name, document: form.document, values };
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
    const send = (): void => {
        if (check.state !== "good") return;
        const whole = check.preview.text;
        if (wanted.current.text !== whole) wanted.current = { text: whole, id: newId() };
        setBusy(true);
        setProblem(null);
        command({ do: "post-offer", offer: name, text: whole, id: wanted.current.id }).then(() => {
            say(words.posted(title), "good");
            go(addressIn("offers", name));
        }, (thrown) => setProblem(asProblem(thrown))).finally(() => setBusy(false));
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
                <section class="panel stack change-check">
                    <div id={`${id}-check`} role="status">
                        {unchanged ? <p class="soft">{words.unchanged}</p> : name === "" ? <p class="soft">{formWords.nameFirst}</p> : <CheckNote check={check} count={findings.length} />}
                    </div>
                    {check.state === "refused" && !unchanged && <ProblemNote problem={check.problem} />}
                    <Findings findings={findings} fields={form.fields} onLine={way === "text" ? (line) => selectLine(box.current, line) : null} />
                    <ProblemNote problem={problem} />
                    <div class="row">
                        <Button tone="primary" busy={busy} disabled={unchanged || name === "" || check.state !== "good"} onPress={send}>{words.post}</Button>
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
        </div>
    );
}

function CheckNote({ check, count }: { check: Check; count: number }) {
    switch (check.state) {
        case "checking": return <p class="soft">{words.checking}…</p>;
        case "good": return <p><Badge tone="good">✓</Badge> {words.good}</p>;
        case "wrong": return <p><Badge tone="bad">{words.refused}</Badge> <span class="soft">{formWords.findings(count)}</span></p>;
        case "refused": return <p><Badge tone="bad">{formWords.houseRefuses}</Badge></p>;
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
    const changes = preview.changes.filter((change) => change.field !== "offer"); // its document, which is plain
    if (changes.length === 0) return null;
    return (
        <section class="panel stack">
            <h2>{posted === "" ? formWords.wouldPost : words.changes}</h2>
            <dl class="changes">
                {changes.map((change) => (
                    <div key={change.field}>
                        <dt>{capital(change.label ?? nameWords(change.field))}</dt>
                        <dd>
                            {change.from !== null && <del>{timesShown(change.from)}</del>}
                            {change.from !== null && <span aria-hidden="true"> → </span>}
                            {change.to === null ? <span class="soft">{formWords.leftOut}</span> : <ins>{timesShown(change.to)}</ins>}
                        </dd>
                    </div>
                ))}
            </dl>
        </section>
    );
}

// The first sheet of the notice, as it would hang in the house.
function Posting({ wish, check, title }: { wish: Wish | null; check: Check; title: string }) {
    const [sheet, setSheet] = useState("");
    const text = check.state === "good" || check.state === "refused" ? check.preview.text : "";
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
