// The house of the cage's stories: prizes that wait in every state, and some that were paid.
//
//   1 to 6    a bad beat at NL-1, 29 days ago: held, and expires in 23 to 49 hours
//   7         a straight flush at TCP-1, which the floor paid from the tray
//   8 to 13   a bad beat at NL-1, 12 minutes ago: the minutes to be identified are nearly over
//   14        a straight flush at TCP-1, a minute ago
//   15        a royal flush at C4-1, of which tax is held back
//   16        another one, of somebody whom nobody knows
import { offerAlways, startHouse } from "./house.mjs";

const minutesAgo = (minutes) => new Date(Date.now() - minutes * 60_000).toISOString().replace(/\.\d+Z$/, "Z");
const DAY = 24 * 60;

const people = [
    offerAlways("bonus-hand"),
    'appoint dana role dealer name "Dana Ruiz" by office',
    'appoint fay role floor name "Fay Oduya" by office',
    'appoint sam role supervisor name "Sam Pike" by office',
    'appoint sue role supervisor name "Sue Lindqvist" by office',
    'appoint cy role cage name "Cy Abara" by office',
    'appoint theo role auditor name "Theo Brandeis" by office',
    'appoint ada role accounting name "Ada Moss" by office',
    'register 1001 name "Ann Lee" born 1980-05-06 identification seen by fay',
    'register 1002 name "Bob Cole" born 1990-01-01 by fay',
    'register 1003 name "Cleo Diaz" born 1985-11-03 by fay',
    'register 1004 name "Don Estes" born 1975-07-19 by fay',
    'register 1005 name "Eve Fuller" born 1969-12-31 by fay',
    'register 1006 name "Gil Hart" born 1972-02-29 by fay',
    'register 1104 name "Don Estes" born 1976-07-19 by fay',
    'register 1105 name "Eve Fuller" born 1970-12-31 by fay',
    "open-table C4-1 by fay",
    "sit C4-1 seat 1 patron 1006 by dana",
    "sit C4-1 seat 2 by dana",
    "open-table NL-1 by fay",
    "open-table TCP-1 by fay",
    ...[1001, 1002, 1003, 1004, 1005].map((patron, at) => `sit NL-1 seat ${at + 1} patron ${patron} by dana`),
    "sit NL-1 seat 6 by dana",
    "sit TCP-1 seat 1 patron 1105 by dana",
    "sit TCP-1 seat 2 patron 1104 by dana",
];

const badBeat = (hand) => [
    "start-round NL-1 by dana",
    "claim-hand NL-1 seat 1 offer no-limit-bad-beat by dana",
    `verify-hand ${hand} cards "9s 9h" board "9d 9c Th Td 2s" winner "Tc Ts" beaten-by 2 outcome lost pot $240 by sam`,
    `authorise ${hand} by sue`,
    "end-round NL-1 pot $240 by dana",
];
const straightFlush = (hand, seat) => [
    "start-round TCP-1 fees 1,2 by dana",
    `claim-hand TCP-1 seat ${seat} offer three-card-progressive by dana`,
    `verify-hand ${hand} cards "9h 8h 7h" wager $10 outcome won by sam`,
    `authorise ${hand} by sue`,
    "end-round TCP-1 by dana",
];

const royalFlush = (hand, seat) => [
    "start-round C4-1 fees 1,2 by dana",
    `claim-hand C4-1 seat ${seat} offer bonus-hand by dana`,
    `verify-hand ${hand} cards "As Ks Qs Js Ts" wager $5 by sam`,
    `authorise ${hand} by sue`,
    "end-round C4-1 by dana",
];

export const startCageHouse = () => startHouse({
    at: minutesAgo(29 * DAY), // the 30 days of a claim end at a midnight of the house, and a day has 23 to 25 hours
    people: ["cy", "theo", "dana"],
    badges: { sue: { badge: "302", pin: "3020" } },
    script: [
        ...people,
        ...badBeat(1),
        `clock ${minutesAgo(20)}`,
        ...straightFlush(2, 1),
        "pay 7 from tray handed-by fay by cy",
        `clock ${minutesAgo(12)}`,
        ...badBeat(3),
        `clock ${minutesAgo(1)}`,
        ...straightFlush(4, 2),
        'adjust bonus-hand from house to "prize pool" amount $43,750 reason "the meter of the former room" authorised-by sue by ada',
        ...royalFlush(5, 1),
        ...royalFlush(6, 2),
    ],
});
