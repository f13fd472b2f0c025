// Every part of the kit on one page, for the tests in the browser and for those who make pages. It is not in the program:
// `node tests/browser/run.mjs kit.test.mjs` builds it and takes its picture.
import { useState } from "preact/hooks";
import { Badge } from "../kit/badge";
import { Button } from "../kit/button";
import { CardFace, CardPicker } from "../kit/card-picker";
import { Choice, Tick } from "../kit/choice";
import { Countdown } from "../kit/countdown";
import { Countersign } from "../kit/countersign";
import { Dialog } from "../kit/dialog";
import { Field, Select } from "../kit/field";
import { Frame } from "../kit/frame";
import { Keypad } from "../kit/keypad";
import { Meter } from "../kit/meter";
import { money } from "../kit/money";
import { Problem } from "../kit/problem";
import { ProblemNote } from "../kit/problem-note";
import { noSignature } from "../kit/signature";
import { start } from "../kit/start";
import { Table } from "../kit/table";
import { Tabs } from "../kit/tabs";
import { say, sayProblem } from "../kit/toast";

const refusal = new Problem({
    type: "refused", status: 409, clause: "bay101/blazing-7s#9",
    detail: "Seat 4 has no fee on the sensor; it can join the next round.",
});
const prizes = [
    { prize: 112, title: "Bonus Hand", table: "C4-1", cents: 1_284_317 },
    { prize: 111, title: "Blazing 7s", table: "BJ-2", cents: 50_000 },
    { prize: 108, title: "Aces Busted", table: "HE-1", cents: 15_000 },
];

function Buttons() {
    const [down, setDown] = useState(true);
    return (
        <section class="panel stack" aria-label="Buttons">
            <div class="row">
                <Button tone="primary">Verify</Button>
                <Button tone="gold">Authorise</Button>
                <Button>Plain</Button>
                <Button tone="danger">Void</Button>
                <Button tone="quiet">Quiet</Button>
                <Button pressed={down} onPress={() => setDown(!down)}>Stays down</Button>
                <Button busy>Busy</Button>
                <Button disabled>Disabled</Button>
            </div>
            <div class="row">
                <Badge>Closed</Badge><Badge tone="good">Open</Badge><Badge tone="gold">Hand waits</Badge>
                <Badge tone="warn">ID due</Badge><Badge tone="bad">Sensor fails</Badge>
                <Countdown until="2026-11-17T04:20:00Z" label="Present ID" soonMs={16 * 60_000} />
                <Countdown until="2026-12-16T04:20:00Z" label="Lapses" />
                <Countdown until="2026-11-17T04:00:00Z" label="Was due" />
            </div>
        </section>
    );
}

function Parts() {
    const [cards, setCards] = useState<string[]>([]);
    const [name, setName] = useState("");
    const [pin, setPin] = useState("");
    const [form, setForm] = useState("cash");
    const [absent, setAbsent] = useState(false);
    const [signature, setSignature] = useState(noSignature);
    const [open, setOpen] = useState(false);
    const [tab, setTab] = useState("open");
    return (
        <>
            <section class="panel" aria-label="Cards">
                <CardPicker cards={cards} onCards={setCards} most={5} jokers taken={["Ks"]} />
                <p>Shown: {cards.map((card) => <CardFace key={card} card={card} />)}</p>
            </section>
            <section class="panel stack" aria-label="Fields">
                <Field label="Patron" value={name} onInput={setName} hint="Club number or name" />
                <Field label="Amount" value="12.5" onInput={() => undefined} fault="An amount has two digits after the point, or none." />
                <Select label="Chart" value="A" onChange={() => undefined} choices={[{ value: "A", words: "Chart A" }, { value: "B", words: "Chart B" }]} />
                <Choice label="Paid in" value={form} onChange={setForm} choices={[{ value: "cash", words: "Cash" }, { value: "chips", words: "Chips" }, { value: "cheque", words: "A cheque" }]} />
                <Tick label="The winner is not there" checked={absent} onChange={setAbsent} />
                <Countersign signature={signature} onSign={setSignature} />
                <ProblemNote problem={refusal} />
                <div class="row">
                    <Button onPress={() => setOpen(true)}>Open the dialog</Button>
                    <Button onPress={() => say("The round has ended.", "good")}>Say something</Button>
                    <Button onPress={() => sayProblem(refusal)}>Say a refusal</Button>
                </div>
                <Meter cents={1_284_317} label="Meter" />
                <Keypad digits={pin} onDigits={setPin} onEnter={() => setPin("")} />
            </section>
            <section class="panel" aria-label="Rows">
                <Tabs label="Prizes" chosen={tab} onChoose={setTab} tabs={[
                    { name: "open", words: "Open", panel: () => <Rows /> },
                    { name: "paid", words: "Paid", panel: () => <Table caption="Paid" columns={[{ head: "Prize", cell: () => "" }]} rows={[]} rowKey={() => ""} /> },
                ]} />
            </section>
            <Dialog title="Authorise the prize" open={open} onClose={() => setOpen(false)} actions={
                <><Button onPress={() => setOpen(false)}>Cancel</Button><Button tone="gold" onPress={() => setOpen(false)}>Authorise</Button></>
            }>
                <Field label="PIN of the second person" type="password" value={pin} onInput={setPin} />
            </Dialog>
        </>
    );
}

function Rows() {
    return (
        <Table
            caption="Open prizes"
            rows={prizes}
            rowKey={(row) => row.prize}
            onRow={(row) => say(`Prize ${row.prize}`)}
            columns={[
                { head: "Prize", heading: true, cell: (row) => row.title },
                { head: "Table", cell: (row) => row.table },
                { head: "Amount", number: true, cell: (row) => <span class="amount">{money(row.cents)}</span> },
            ]}
        />
    );
}

start(<Frame page="gallery"><div class="stack"><Buttons /><Parts /></div></Frame>);
