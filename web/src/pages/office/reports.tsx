// Reports of whole gaming days: shown here, downloaded as CSV or PDF, or opened for printing.
import { useEffect, useState } from "preact/hooks";
import { strings } from "../../strings";
import { addressOf, get, getSlowly } from "../../kit/api";
import { Badge } from "../../kit/badge";
import { Button } from "../../kit/button";
import { Select } from "../../kit/field";
import { DayField } from "../../kit/format-fields";
import { asProblem, type Problem } from "../../kit/problem";
import { ProblemNote } from "../../kit/problem-note";
import type { Report, ReportColumn, ReportKind, ReportRow } from "../../kit/shapes";
import { dayPlus, dayWords } from "../../kit/time";
import { capital, ruleWords } from "../../kit/titles";
import { day } from "./books";
import { cellWords } from "./names";
import { addressIn, go, NoSuch, place } from "./place";

const words = strings.office.reports;
const WAIT_MS = 120_000;
const ROWS_MAX = 1_000;

export function Reports() {
    const [kinds, setKinds] = useState<ReportKind[]>([]);
    const [problem, setProblem] = useState<Problem | null>(null);
    useEffect(() => {
        get<{ reports: ReportKind[] }>("/api/reports").then((answer) => setKinds(answer.reports), (thrown) => setProblem(asProblem(thrown)));
    }, []);
    const [asked] = place.value.rest;
    const chosen = asked === undefined ? kinds[0] : kinds.find((kind) => kind.report === asked);
    if (kinds.length > 0 && !chosen) return <NoSuch words={words.unknown()} links={kinds.map((kind) => ({ to: addressIn("reports", kind.report), words: kind.title }))} />;
    return (
        <div class="stack">
            <h1>{words.heading}</h1>
            <ProblemNote problem={problem} />
            {chosen && day.value !== "" && <Chosen kinds={kinds} chosen={chosen} today={day.value} />}
        </div>
    );
}

interface Period { from: string; to: string }

function Chosen({ kinds, chosen, today }: { kinds: ReportKind[]; chosen: ReportKind; today: string }) {
    const [period, setPeriod] = useState<Period>({ from: dayPlus(today, -6), to: today });
    const [report, setReport] = useState<Report | null>(null);
    const [problem, setProblem] = useState<Problem | null>(null);
    const [busy, setBusy] = useState(true);
    const path = `/api/reports/${chosen.report}`;
    useEffect(() => {
        let current = true;
        setBusy(true);
        setProblem(null);
        getSlowly<Report>(path, { ...period, format: "json" }, WAIT_MS)
            .then((made) => current && setReport(made), (thrown) => {
                if (!current) return;
                setReport(null);
                setProblem(asProblem(thrown));
            })
            .finally(() => current && setBusy(false));
        return () => {
            current = false;
        };
    }, [path, period.from, period.to]);
    return (
        <>
            <div class="panel stack">
                <Chooser kinds={kinds} chosen={chosen} period={period} onPeriod={setPeriod} today={today} />
                <p class="soft small">{capital(chosen.summary)}</p>
                <div class="row">
                    <Download path={path} period={period} form="csv" words={words.csv} />
                    <Download path={path} period={period} form="pdf" words={words.pdf} />
                    <a class="button" href={addressOf(path, { ...period, format: "html" })} target="_blank" rel="noopener" aria-label={words.printLabel}>{words.print}</a>
                </div>
            </div>
            <ProblemNote problem={problem} />
            <div aria-busy={busy} class={busy ? "busy" : ""}>{report && <ReportTable report={report} />}</div>
        </>
    );
}

interface ChooserProps { kinds: ReportKind[]; chosen: ReportKind; period: Period; onPeriod: (period: Period) => void; today: string }

function Chooser({ kinds, chosen, period, onPeriod, today }: ChooserProps) {
    const quick = [
        { words: words.today, from: today, to: today },
        { words: words.yesterday, from: dayPlus(today, -1), to: dayPlus(today, -1) },
        { words: words.week, from: dayPlus(today, -6), to: today },
        { words: words.month, from: dayPlus(today, -29), to: today },
    ];
    return (
        <>
            <div class="filters">
                <Select
                    label={words.choose}
                    value={chosen.report}
                    onChange={(report) => go(addressIn("reports", report))}
                    choices={kinds.map((kind) => ({ value: kind.report, words: kind.title }))}
                />
                <DayField label={words.from} day={period.from} onDay={(from) => from && onPeriod({ from, to: from > period.to ? from : period.to })} />
                <DayField label={words.to} day={period.to} onDay={(to) => to && onPeriod({ from: to < period.from ? to : period.from, to })} />
            </div>
            <div class="row" role="group" aria-label={words.quick}>
                {quick.map((choice) => (
                    <Button
                        key={choice.words}
                        size="small"
                        pressed={choice.from === period.from && choice.to === period.to}
                        onPress={() => onPeriod({ from: choice.from, to: choice.to })}
                    >
                        {choice.words}
                    </Button>
                ))}
            </div>
        </>
    );
}

function Download({ path, period, form, words: title }: { path: string; period: Period; form: string; words: string }) {
    const name = `${path.split("/").at(-1)}-${period.from}-${period.to}.${form}`;
    return <a class="button" href={addressOf(path, { ...period, format: form })} download={name} aria-label={words.download(title)}>{title}</a>;
}

// A day, a time or a table stays on one line.
const cellClass = (column: ReportColumn): string => (isNumber(column) ? "number" : column.kind === "text" && column.name !== "table" ? "" : "moment");
const isNumber = (column: ReportColumn): boolean => column.kind === "money" || column.kind === "count";

function ReportTable({ report }: { report: Report }) {
    const { columns, rows, sums } = report;
    return (
        <section class="panel stack">
            <header class="row spread">
                <div>
                    <h2>{report.title}</h2>
                    <p class="soft small">{words.period(dayWords(report.from), dayWords(report.to))} · {words.rows(rows.length)}</p>
                </div>
                {report.unfinished && <Badge tone="warn">{words.unfinished}</Badge>}
            </header>
            <div class="table-scroll" tabIndex={0} role="region" aria-label={report.title}>
                <table class="table report">
                    <caption class="hidden-words">{report.title}</caption>
                    <thead>
                        <tr>{columns.map((column) => <th key={column.name} scope="col" class={isNumber(column) ? "number" : ""}>{column.title}</th>)}</tr>
                    </thead>
                    <tbody>
                        {rows.slice(0, ROWS_MAX).map((row, at) => (
                            <tr key={at}>{columns.map((column) => <td key={column.name} class={cellClass(column)}>{cellWords(column, row)}</td>)}</tr>
                        ))}
                        {rows.length === 0 && <tr><td colSpan={columns.length} class="table-empty">{words.empty}</td></tr>}
                    </tbody>
                    {sums.length > 0 && <tfoot>{sums.map((sum) => <Sum key={String(sum["of"])} columns={columns} sum={sum} />)}</tfoot>}
                </table>
            </div>
            {rows.length > ROWS_MAX && <p class="soft small">{words.shown(ROWS_MAX, rows.length)}</p>}
            {report.clauses.length > 0 && (
                <details class="small">
                    <summary>{words.clauses}</summary>
                    <ul class="clauses">{report.clauses.map((clause) => <li key={clause}>{ruleWords(clause)}</li>)}</ul>
                </details>
            )}
        </section>
    );
}

// What a sum is of stands before the first column that it sums.
function Sum({ columns, sum }: { columns: ReportColumn[]; sum: ReportRow }) {
    const first = Math.max(1, columns.findIndex((column) => sum[column.name] !== undefined));
    return (
        <tr>
            <th scope="row" colSpan={first}>{String(sum["of"] ?? words.sums)}</th>
            {columns.slice(first).map((column) => <td key={column.name} class={isNumber(column) ? "number" : ""}>{cellWords(column, sum)}</td>)}
        </tr>
    );
}
