// The form of an offer, made of what its document leaves open or bounds: each field with what is allowed and the clause that
// says so, and what the check has found about it.
import { useId } from "preact/hooks";
import { strings } from "../../strings";
import { Badge } from "../../kit/badge";
import { Field } from "../../kit/field";
import type { FieldValue, Finding, OfferField } from "../../kit/shapes";
import { timesShown } from "../../kit/time";
import { capital, plainWords, ruleWords } from "../../kit/titles";
import { clauseIn, Gauge, numberIn, partOfClause } from "./clauses";
import { applies, fieldOfFinding, findingWords, groupsOf, isMany, listOf, postedValue, sameValue, shownValue, valueOf, type Group, type Values } from "./offer-values";
import { Link } from "./place";

const words = strings.office.offerForm;

export interface OfferFormProps {
    fields: readonly OfferField[];
    typed: Values;
    charts: readonly string[] | undefined;
    findings: readonly Finding[];
    onValue: (field: OfferField, value: FieldValue) => void;
}

export function OfferFormPart(props: OfferFormProps) {
    const fields = props.fields.filter((field) => applies(field, props.charts));
    const found = new Map<string, Finding[]>();
    for (const finding of props.findings) {
        const path = fieldOfFinding(fields, finding)?.path;
        if (path !== undefined) found.set(path, [...(found.get(path) ?? []), finding]);
    }
    return (
        <div class="stack">
            {groupsOf(fields).map((group) => <GroupPart key={group.name} group={group} found={found} {...props} />)}
        </div>
    );
}

function GroupPart({ group, found, typed, onValue }: OfferFormProps & { group: Group; found: ReadonlyMap<string, Finding[]> }) {
    const posted = group.fields.filter((field) => valueOf(field, typed).length > 0).length;
    const wrong = group.fields.some((field) => found.has(field.path));
    // What is optional and left to the document is folded away until somebody asks for it.
    const matters = posted > 0 || wrong || group.fields.some((field) => field.required);
    return (
        <details class="panel form-group" open={matters}>
            <summary>
                <span class="form-group-name">{words.groups[group.name] ?? capital(group.name)}</span>
                {wrong ? <Badge tone="bad">{words.wrong}</Badge> : <span class="soft small">{words.postedOf(posted, group.fields.length)}</span>}
            </summary>
            <div class="form-fields">
                {group.fields.map((field) => (
                    <OneField key={`${field.path} ${field.chart ?? ""}`} field={field} value={valueOf(field, typed)} findings={found.get(field.path) ?? []} onValue={(value) => onValue(field, value)} />
                ))}
            </div>
        </details>
    );
}

interface OneFieldProps { field: OfferField; value: FieldValue; findings: Finding[]; onValue: (value: FieldValue) => void }

const faultOf = (findings: readonly Finding[]): string =>
    findings.map((finding) => plainWords(findingWords(finding)) + (finding.clause ? ` (${clauseIn(finding.clause)})` : "")).join(" ");

function OneField({ field, value, findings, onValue }: OneFieldProps) {
    const changed = !sameValue(isMany(field) ? listOf(value) : value, postedValue(field));
    return (
        <div class={changed ? "form-field form-changed" : "form-field"}>
            <Input field={field} value={value} fault={faultOf(findings)} onValue={onValue} />
            {typeof value === "string" && <Gauge value={value} least={field.least} most={field.most} />}
        </div>
    );
}

// What is allowed, what holds without it, and where it is written.
function Hint({ field }: { field: OfferField }) {
    const all = field.choices?.join(", ");
    const allowed = field.approved && field.approved !== "posted" && field.approved !== all ? words.allowed(timesShown(field.approved)) : "";
    const without = field.required ? "" : !field.fallback ? words.optional : words.fallback(field.fallback === all ? words.all : timesShown(field.fallback));
    const example = field.example && !allowed && !field.choices ? words.example(timesShown(field.example).replace(/^\[|\]$/g, "")) : "";
    return (
        <>
            {[allowed, without, example].filter(Boolean).join(" · ")}
            {field.clause && <> <Link to={partOfClause(field.clause)} class="clause-link" label={words.readClause(ruleWords(field.clause))}>{numberIn(field.clause)}</Link></>}
        </>
    );
}

function Input({ field, value, fault, onValue }: { field: OfferField; value: FieldValue; fault: string; onValue: (value: FieldValue) => void }) {
    const hint = <Hint field={field} />;
    if (isMany(field) && field.choices) return <Chips field={field} chosen={listOf(value)} fault={fault} onValue={onValue} />;
    if (field.kind === "flag") return <Choice field={field} value={String(value)} choices={["yes", "no"]} fault={fault} onValue={onValue} />;
    if (field.kind === "choice" && field.choices) return <Choice field={field} value={String(value)} choices={field.choices} fault={fault} onValue={onValue} />;
    const numeric = field.kind === "money" || field.kind === "count" || field.kind === "percent";
    return (
        <Field
            label={capital(field.label)}
            value={Array.isArray(value) ? value.join(", ") : value}
            onInput={onValue}
            onBlur={() => typeof value === "string" && onValue(shownValue(field, value))}
            inputmode={numeric ? "decimal" : "text"}
            hint={hint}
            fault={fault}
        />
    );
}

// Exactly one of a few, or none where the document does not ask for it.
function Choice({ field, value, choices, fault, onValue }: { field: OfferField; value: string; choices: string[]; fault: string; onValue: (value: FieldValue) => void }) {
    const id = useId();
    const shown = choices.includes(value) || value === "" ? choices : [...choices, value];
    return (
        <div class={fault ? "field field-wrong" : "field"}>
            <label for={id}>{capital(field.label)}</label>
            <div class="field-box">
                <select id={id} value={value} aria-describedby={`${id}-hint ${id}-fault`} aria-invalid={fault ? "true" : undefined} onChange={(event) => onValue(event.currentTarget.value)}>
                    {(!field.required || value === "") && <option value="">{field.fallback ? words.without(timesShown(field.fallback)) : words.notChosen}</option>}
                    {shown.map((choice) => <option key={choice} value={choice}>{choice}</option>)}
                </select>
            </div>
            <p id={`${id}-hint`} class="field-hint"><Hint field={field} /></p>
            <p id={`${id}-fault`} class="field-fault" role="alert">{fault}</p>
        </div>
    );
}

// Any of them: tables, days, options.
function Chips({ field, chosen, fault, onValue }: { field: OfferField; chosen: string[]; fault: string; onValue: (value: FieldValue) => void }) {
    const id = useId();
    const choices = [...(field.choices ?? []), ...chosen.filter((word) => !field.choices?.includes(word))];
    const toggle = (word: string): void => onValue(chosen.includes(word) ? chosen.filter((other) => other !== word) : choices.filter((other) => other === word || chosen.includes(other)));
    return (
        <fieldset class={fault ? "field field-wrong chips-field" : "field chips-field"} aria-describedby={`${id}-hint ${id}-fault`}>
            <legend>{capital(field.label)}</legend>
            <div class="row chips">
                {choices.map((word) => (
                    <label key={word} class="chip chip-check">
                        <input type="checkbox" checked={chosen.includes(word)} onChange={() => toggle(word)} />
                        {word}
                    </label>
                ))}
            </div>
            <p id={`${id}-hint`} class="field-hint"><Hint field={field} /></p>
            <p id={`${id}-fault`} class="field-fault" role="alert">{fault}</p>
        </fieldset>
    );
}
