// The dealer's keypad: /dealer to choose a table, /dealer/TABLE for the table.
import "./page.css";
import { reloadIfNewer } from "../../kit/build";
import { start } from "../../kit/start";
import { ChoosePage, openChoice } from "./choose";
import { isIdle, name, open } from "./desk";
import { TablePage } from "./table-page";

const LOOK_MS = 5 * 60_000;

// A keypad stays open for weeks; a newer build of it waits until nothing is on its way and nobody is choosing.
setInterval(() => {
    if (isIdle()) void reloadIfNewer();
}, LOOK_MS);
if (name !== "") document.body.classList.add("keypad-body");
start(name === "" ? <ChoosePage feed={openChoice()} /> : <TablePage feed={open()} />);
