// What was out of order: irregularities, devices, fees that went back, rejected hands, and money moved by hand.
import { Badge } from "../../kit/badge";
import type { HouseEvent } from "../../kit/shapes";
import { dayOf, timeToTheSecond } from "../../kit/time";
import { ruleNote } from "../../kit/titles";
import { strings } from "../../strings";
import { INCIDENT_KINDS } from "./room";
import { events, personName } from "./state";

const words = strings.floor.incidentsTab;
const drawer = strings.floor.drawer;

const text = (told: HouseEvent, field: string): string => (typeof told.event[field] === "string" ? told.event[field] : "");
const count = (told: HouseEvent, field: string): number => (typeof told.event[field] === "number" ? told.event[field] : 0);

function deviceWords(told: HouseEvent): string {
    const device = text(told, "device");
    const name = device === "sensor" ? drawer.sensorOf(count(told, "seat")) : (drawer.deviceNames[device] ?? device);
    return told.event["works"] === true ? words.works(name) : words.fails(name);
}

function whatHappened(told: HouseEvent): string {
    switch (told.kind) {
        case "irregularity-noted":
            return [drawer.kinds[text(told, "what")] ?? text(told, "what"), text(told, "note")].filter(Boolean).join(": ");
        case "floor-called":
        case "call-answered":
            return text(told, "note");
        case "equipment-reported":
            return [deviceWords(told), text(told, "words")].filter(Boolean).join(": ");
        case "hand-rejected":
        case "hand-withdrawn":
            return [words.handOf(count(told, "hand")), text(told, "reason")].filter(Boolean).join(": ");
        case "prize-forfeited":
            return [words.prizeOf(count(told, "prize")), text(told, "reason")].filter(Boolean).join(": ");
        case "award-reversed":
            return [words.awardOf(count(told, "award")), text(told, "reason")].filter(Boolean).join(": ");
        default:
            return text(told, "reason");
    }
}

export function Incidents() {
    const shown = events.value.filter((told) => INCIDENT_KINDS.includes(told.kind));
    if (shown.length === 0) return <p class="soft">{words.none}</p>;
    return (
        <section class="stack" aria-label={words.heading}>
            <ol class="floor-incidents panel">
                {shown.map((told) => (
                    <li key={told.sequence}>
                        <time dateTime={text(told, "at")}>{timeToTheSecond(text(told, "at"))}<small>{dayOf(text(told, "at"))}</small></time>
                        <div>
                            <p class="row">
                                <Badge tone={told.event["works"] === true || told.kind === "call-answered" ? "good" : "warn"}>{words.kinds[told.kind]}</Badge>
                                {text(told, "table") && <b>{text(told, "table")}</b>}
                                {count(told, "round") > 0 && <span class="soft">{strings.floor.round(count(told, "round"))}</span>}
                            </p>
                            <p>{whatHappened(told)}</p>
                            <p class="soft">
                                {text(told, "by") && strings.floor.by(personName(text(told, "by")))}
                                {text(told, "authorised-by") && `, ${words.signedWith(personName(text(told, "authorised-by")))}`}
                                {text(told, "clause") && <span class="floor-clause"> · {ruleNote(text(told, "clause"))}</span>}
                            </p>
                        </div>
                    </li>
                ))}
            </ol>
        </section>
    );
}
