// The floor: the room at a glance, the hands that wait, and what a supervisor does about either.
import "./page.css";
import { useState } from "preact/hooks";
import { Frame } from "../../kit/frame";
import { start } from "../../kit/start";
import { Tabs } from "../../kit/tabs";
import { strings } from "../../strings";
import { SwitchUser, SwitchUserButton } from "./switch-user";
import { AuthoriseDialog } from "./authorise";
import { Awards } from "./awards";
import { Boards } from "./boards";
import { Incidents } from "./incidents";
import { GlanceBar, RoomMap } from "./map";
import { Patrons } from "./patrons";
import { Queue } from "./queue";
import { openCalls } from "./room";
import { feed, floor, hands, mayDo, standing } from "./state";
import { TableDrawer } from "./table";
import { RejectDialog, VerifyDialog } from "./verify";

const words = strings.floor;

function FloorPage() {
    const [part, setPart] = useState("room");
    const [table, setTable] = useState<string | null>(null);
    const [opened, setOpened] = useState<{ hand: number; rejecting: boolean } | null>(null);
    const calls = openCalls(floor.value);
    const onBoards = standing.value.filter((hand) => hand.state !== "beaten").length;
    const tabs = [
        { name: "room", words: words.room, panel: () => <RoomMap onTable={setTable} /> },
        { name: "boards", words: <>{words.boards}{onBoards > 0 && <span class="floor-count">{onBoards}</span>}</>, panel: () => <Boards /> },
        ...(mayDo("read patrons")
            ? [
                { name: "awards", words: words.awards, panel: () => <Awards /> },
                { name: "patrons", words: words.patrons, panel: () => <Patrons /> },
            ]
            : []),
        { name: "incidents", words: <>{words.incidents}{calls > 0 && <span class="floor-count" title={words.openCalls(calls)}>{calls}</span>}</>, panel: () => <Incidents /> },
    ];
    return (
        <div class={feed.state.value === "stale" ? "floor floor-stale" : "floor"}>
            <h1 class="hidden-words">{strings.pages["floor"]}</h1>
            <GlanceBar />
            <div class="floor-columns">
                <div class="floor-main"><Tabs label={words.parts} tabs={tabs} chosen={part} onChoose={setPart} /></div>
                <Queue onHand={(hand) => setOpened({ hand, rejecting: false })} />
            </div>
            {table !== null && <TableDrawer name={table} onClose={() => setTable(null)} />}
            {opened && (
                <HandDialog
                    key={opened.hand}
                    number={opened.hand}
                    rejecting={opened.rejecting}
                    onReject={(rejecting) => setOpened({ hand: opened.hand, rejecting })}
                    onClose={() => setOpened(null)}
                />
            )}
            <SwitchUser />
        </div>
    );
}

// What is to be done with the hand as it stands now; nothing once it is settled, by whomever.
function HandDialog(props: { number: number; rejecting: boolean; onReject: (rejecting: boolean) => void; onClose: () => void }) {
    const hand = hands.value.find((known) => known.hand === props.number);
    if (!hand) return null;
    return (
        <>
            {hand.state === "verified"
                ? <AuthoriseDialog hand={hand} onClose={props.onClose} onReject={() => props.onReject(true)} />
                : <VerifyDialog hand={hand} onClose={props.onClose} onReject={() => props.onReject(true)} />}
            {props.rejecting && <RejectDialog hand={hand} onClose={() => props.onReject(false)} onDone={props.onClose} />}
        </>
    );
}

start(
    <Frame page="floor" feed={feed.state} tools={<SwitchUserButton />}>
        <FloorPage />
    </Frame>,
);
