// The house: its tables, roles, funds, hours, name and look; changed in forms or as text, by two persons, at once or from a later day.
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { strings } from "../../strings";
import { post } from "../../kit/api";
import { asProblem } from "../../kit/problem";
import { may, mayCountersigned, session } from "../../kit/session";
import type { HouseFile, HousePreview } from "../../kit/shapes";
import { Tabs } from "../../kit/tabs";
import { houseFile, loadHouseFile } from "./books";
import type { Edits } from "./house-edits";
import { withEdit, withoutEdits } from "./house-edits";
import { ChangingHouse } from "./house-parts";
import { HouseFundsPart, RolesPart, SettingsPart } from "./house-roles";
import { HouseSide, type HouseCheck } from "./house-side";
import { EquipmentPart, TablesPart } from "./house-tables";
import { FolderBanner, WaitingChanges } from "./house-waiting";
import { selectLine, TextEditor } from "./text-editor";

const words = strings.office.house;
const CHECK_WAIT_MS = 300;

type Wish = { text: string } | { values: Edits };

// What the house would answer, asked when the typing pauses. An answer to an older wish is dropped.
function usePreview(wish: Wish | null, from: string | null, number: number): { check: HouseCheck; preview: HousePreview | null } {
    const [check, setCheck] = useState<HouseCheck>({ state: "ready" });
    const [preview, setPreview] = useState<HousePreview | null>(null);
    const asked = JSON.stringify([wish, from, number]);
    useEffect(() => {
        if (!wish || from === null) {
            setPreview(null);
            return;
        }
        let current = true;
        setCheck({ state: "checking" });
        const timer = setTimeout(() => {
            post<HousePreview>("/api/house-preview", { ...wish, ...(from ? { from } : {}) }).then((answer) => {
                if (!current) return;
                setPreview(answer);
                setCheck({ state: "ready" });
            }, (thrown) => current && setCheck({ state: "failed", problem: asProblem(thrown) }));
        }, CHECK_WAIT_MS);
        return () => {
            current = false;
            clearTimeout(timer);
        };
    }, [asked]);
    return { check, preview };
}

export function HousePart() {
    const house = houseFile.value;
    if (!house) return null;
    return (
        <div class="stack">
            <h1>{words.heading}</h1>
            <FolderBanner whole />
            <WaitingChanges />
            <ChangeHouse key={house.number} house={house} />
        </div>
    );
}

function ChangeHouse({ house }: { house: HouseFile }) {
    const [part, setPart] = useState("tables");
    const [edits, setEdits] = useState<Edits>([]);
    const [text, setText] = useState<string | null>(null); // written by hand; null: the forms
    const [from, setFrom] = useState<string | null>("");
    const box = useRef<HTMLTextAreaElement>(null);
    const id = useId();
    const mayChange = may(session.value, "amend-house") || mayCountersigned(session.value, "amend-house");
    const wish: Wish | null = text !== null ? (text === house.text ? null : { text }) : edits.length > 0 ? { values: edits } : null;
    const { check, preview } = usePreview(wish, from, house.number);
    const turn = (next: string): void => {
        // What was done in the forms goes along into the text. A text goes back into the forms only as it was.
        if (next === "text" && text === null) setText(edits.length > 0 && preview ? preview.text : house.text);
        if (next !== "text" && text !== null) setText(null);
        setPart(next);
    };
    const undo = (): void => {
        setEdits([]);
        setText(text === null ? null : house.text);
    };
    const forms = [
        { name: "tables", show: () => <TablesPart /> },
        { name: "equipment", show: () => <EquipmentPart /> },
        { name: "roles", show: () => <RolesPart /> },
        { name: "funds", show: () => <HouseFundsPart /> },
        { name: "rules", show: () => <SettingsPart look={false} /> },
        { name: "look", show: () => <SettingsPart look /> },
        {
            name: "text",
            show: () => (mayChange ? (
                <TextEditor
                    label={words.textLabel}
                    text={text ?? house.text}
                    onText={setText}
                    wrongLines={new Set((wish && preview ? preview.findings : []).map((finding) => finding.line))}
                    box={box}
                    describedBy={`${id}-note`}
                />
            ) : <pre class="panel posted-text" tabIndex={0}>{house.text}</pre>),
        },
    ];
    return (
        <ChangingHouse value={{ house, edits, preview: wish ? preview : null, may: mayChange, set: (at, to, posted) => setEdits((now) => withEdit(now, at, to, posted)), drop: (at) => setEdits((now) => withoutEdits(now, at)) }}>
            {mayChange && <p id={`${id}-note`} class="soft">{words.note}</p>}
            <div class={mayChange ? "change change-house" : ""}>
                <Tabs label={words.parts} chosen={part} onChoose={turn} tabs={forms.map(({ name, show }) => ({ name, words: words.tabs[name] ?? name, panel: show }))} />
                {mayChange && (
                    <HouseSide
                        house={house}
                        unchanged={wish === null}
                        check={check}
                        preview={wish ? preview : null}
                        from={from}
                        onFrom={setFrom}
                        onLine={text !== null ? (line) => selectLine(box.current, line) : null}
                        onUndo={undo}
                        onDone={() => {
                            undo();
                            setFrom("");
                            void loadHouseFile();
                        }}
                    />
                )}
            </div>
        </ChangingHouse>
    );
}
