// The houses of the office's tests. startOfficeHouse: six days of fees at four tables, a jackpot at blackjack, a bad beat
// whose prizes are pending, and an award that was reversed. storiesOfTheOffice: the new demo house, for the tests about
// offers, documents and odds.
import { after, afterEach, before } from "node:test";
import { launch, openPage } from "./browser.mjs";
import { startHouse } from "./house.mjs";

const HOUR = 60;
const DAY = 24 * HOUR;
const minutesAgo = (minutes) => new Date(Date.now() - minutes * 60_000).toISOString().replace(/\.\d+Z$/, "Z");
const times = (count, list) => Array.from({ length: count }, () => list).flat();

const people = [
    'appoint olga role manager name "Olga Brandt" by office',
    'appoint dana role dealer name "Dana Ruiz" by office',
    'appoint dirk role dealer name "Dirk Hahn" by office',
    'appoint fay role floor name "Fay Oduya" by office',
    'appoint sam role supervisor name "Sam Pike" by office',
    'appoint sue role supervisor name "Sue Lindqvist" by office',
    'appoint cy role cage name "Cy Abara" by office',
    'appoint ada role accounting name "Ada Moss" by office',
    'appoint theo role auditor name "Theo Brandeis" by office',
    'register 1001 name "Ann Lee" born 1980-05-06 identification seen by fay',
    'register 1002 name "Bob Cole" born 1990-01-01 by fay',
    'register 1003 name "Cleo Diaz" born 1985-11-03 by fay',
    'register 1004 name "Don Estes" born 1975-07-19 by fay',
    'register 1005 name "Eve Fuller" born 1969-12-31 by fay',
    'register 1009 name "Ian Judd" born 1983-04-04 by fay',
    'exclude 1009 reason "asked to be put on the list" by sam',
    'register 1101 name "Amy Lee" born 1981-05-06 by fay',
    'register 1102 name "Ben Cole" born 1991-01-01 by fay',
    'register 1103 name "Cy Diaz" born 1986-11-03 by fay',
    'register 1104 name "Dora Estes" born 1976-07-19 by fay',
    'register 1105 name "Ed Fuller" born 1970-12-31 by fay',
    ...[1201, 1202, 1204, 1205].map((patron) => `register ${patron} born 1980-01-01 by fay`),
    ...["BJ-1", "NL-1", "TCP-1", "HE-1"].map((table) => `open-table ${table} by fay`),
    ...[1101, 1102, 1103].map((patron, at) => `sit BJ-1 seat ${at + 1} patron ${patron} by dirk`),
    "bank BJ-1 seat 3 by dirk",
    ...[1001, 1002, 1003, 1004, 1005].map((patron, at) => `sit NL-1 seat ${at + 1} patron ${patron} by dana`),
    "sit TCP-1 seat 1 patron 1105 by dana",
    "sit TCP-1 seat 2 patron 1104 by dana",
    ...[1201, 1202, 1204, 1205].map((patron, at) => `sit HE-1 seat ${at + 1} patron ${patron} by dirk`),
];

const someRounds = (count) => [
    ...times(count, ["start-round BJ-1 fees 1,2 by dirk", "start-round TCP-1 fees 1,2 by dana"]),
    ...times(Math.ceil(count / 2), ["start-round NL-1 by dana", "start-round HE-1 by dirk"]),
];

const sevens = (hand) => [
    "start-round BJ-1 fees 1,2 by dirk",
    "claim-hand BJ-1 seat 1 offer blazing-7s by dirk",
    `verify-hand ${hand} cards "7s 7h" banker 7c wager $25 by sam`,
    `authorise ${hand} by sue`,
    "end-round BJ-1 by dirk",
];

const badBeat = (hand) => [
    "start-round NL-1 by dana",
    "claim-hand NL-1 seat 1 offer no-limit-bad-beat by dana",
    `verify-hand ${hand} cards "9s 9h" board "9d 9c Th Td 2s" winner "Tc Ts" beaten-by 2 outcome lost pot $240 by sam`,
    `authorise ${hand} by sue`,
    "end-round NL-1 pot $240 by dana",
];

export const startOfficeHouse = () => startHouse({
    at: minutesAgo(6 * DAY),
    people: ["olga", "theo", "ada"],
    badges: { sue: { badge: "302", pin: "3020" } },
    script: [
        ...people,
        ...someRounds(30),
        `clock ${minutesAgo(5 * DAY)}`,
        ...someRounds(50),
        ...sevens(1),
        "pay 1 by cy",
        `clock ${minutesAgo(4 * DAY)}`,
        ...someRounds(20),
        `clock ${minutesAgo(3 * DAY)}`,
        ...someRounds(80),
        ...badBeat(2),
        `clock ${minutesAgo(2 * DAY)}`,
        ...someRounds(40),
        ...sevens(3),
        'reverse 3 reason "wrong seat" authorised-by sue by ada',
        `clock ${minutesAgo(DAY)}`,
        ...someRounds(60),
        `clock ${minutesAgo(HOUR)}`,
        ...someRounds(25),
    ],
});

// A house and a browser for the stories of one file: a manager, and the regulator's seat, which changes nothing.
//
//   const office = storiesOfTheOffice();
//   const page = await office.visit("/documents", { person: "theo", screen: "phone", theme: "dark" });
//   office.faults, office.house
export function storiesOfTheOffice() {
    const office = { house: undefined, faults: [], visit };
    let browser, opened;
    before(async () => {
        const script = ['appoint olga role manager name "Olga Brandt" by office', 'appoint theo role auditor name "Theo Brandeis" by office'];
        [browser, office.house] = await Promise.all([launch(), startHouse({ script, people: ["olga", "theo"] })]);
    });
    after(async () => {
        await browser?.close();
        await office.house?.stop();
    });
    afterEach(() => opened?.close());
    async function visit(path, { person = "olga", ...options } = {}) {
        await opened?.close();
        opened = await openPage(browser, office.house.address, `/office${path}`, { cookie: office.house.cookie[person], ...options });
        office.faults = opened.faults;
        await opened.page.getByText("Live", { exact: true }).first().waitFor();
        await opened.page.evaluate(() => document.fonts.ready);
        return opened.page;
    }
    return office;
}

export const screensOfTheOffice = [["desk", "light"], ["desk", "dark"], ["phone", "light"], ["phone", "dark"]];

export const sticksOut = (page) => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
