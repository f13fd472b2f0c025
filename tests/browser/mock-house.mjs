// The house of the mock: Lantern Street, with the offers that make a sign hard to draw.
export const house = { house: "demo", name: "Lantern Street Card Room", "time-zone": "America/Los_Angeles", now: "2026-11-17T04:05:00Z", day: "2026-11-16", documents: { "bay101/blazing-7s": "Blazing 7s Progressive Jackpot" } };

export const roles = {
    dealer: ["start rounds", "claim hands", "read"],
    supervisor: ["start rounds", "claim hands", "verify", "authorise", "adjust", "open tables", "read"],
    cage: ["pay", "read"],
    manager: ["verify", "authorise", "adjust", "draw", "open tables", "post offers", "read"],
    auditor: ["read"],
};

export const people = [
    { person: "dana", name: "Dana Whitfield", role: "dealer", password: "deal-me-in", badge: "1001", pin: "1111" },
    { person: "sam", name: "Sam Okafor", role: "supervisor", password: "second-look", badge: "2001", pin: "2222" },
    { person: "chris", name: "Chris Leung", role: "cage", password: "count-twice", badge: "3001", pin: "3333" },
    { person: "maria", name: "Maria Santos", role: "manager", password: "open-the-room", badge: "4001", pin: "4444" },
    { person: "alex", name: "Alex Petrov", role: "auditor", password: "only-reading", badge: "5001", pin: "5555" },
];

// Appointed today: the office has set the password, and it must be changed.
export const newcomer = { person: "noor", name: "Noor Haddad", role: "floor", password: "from-the-office", given: true };

const npn = "No purchase necessary. Ask the floor for a free play; the chance of winning is the same.";
const meter = (pool, cents, base) => ({ pool, cents, "base-cents": base, "most-cents": 25_000_000 });
const rows = (...pairs) => pairs.map(([hand, prize], at) => ({ row: `A${at + 1}`, hand, prize, clause: `demo/chart#${at + 17}` }));
const offer = (name, title, more) => ({
    offer: name, title, activity: `bay101/${name}`, hours: "Every day, all day", tables: [], "fee-cents": 100,
    "no-purchase-necessary": npn, meters: [], chart: [], pending: 0, "pending-table": "", wins: [], ...more,
});

export const offers = [
    offer("bonus-hand", "Bonus Hand Progressive Jackpot", {
        hours: "Daily 10:00 AM to 2:00 AM",
        tables: ["C4-1", "C4-2", "UTH-1", "NPN-1"],
        meters: [meter("prize pool", 1_284_317, 500_000)],
        chart: rows(["royal flush", "100% of prize pool"], ["straight flush", "10% of prize pool"], ["four of a kind", "$300"],
            ["full house", "$50"], ["flush", "$40"], ["straight", "$30"]),
        wins: [
            { award: 41, at: "2026-11-16T22:14:00Z", table: "UTH-1", pool: "prize pool", cents: 118_240 },
            { award: 38, at: "2026-11-15T03:51:00Z", table: "C4-2", pool: "prize pool", cents: 1_091_804 },
            { award: 22, at: "2026-11-09T19:30:00Z", table: "C4-1", pool: "prize pool", cents: 98_412 },
        ],
    }),
    offer("blazing-7s", "Blazing 7s", {
        tables: ["BJ-1", "BJ-2"],
        meters: [meter("prize pool", 903_455, 777_700)],
        chart: rows(["three sevens of hearts", "100% of prize pool"], ["three sevens of the same colour", "$500"], ["three sevens", "$200"],
            ["two sevens suited", "$50"], ["two sevens", "$20"]),
    }),
    offer("caribbean-jackpot", "Caribbean Stud Jackpot", {
        tables: ["CS-1"],
        "no-purchase-necessary": "",
        meters: [meter("royal pool", 10_482_290, 100_000), meter("super pool", 318_200, 50_000), meter("bad beat pool", 72_915, 20_000)],
        chart: rows(["royal flush", "100% of royal pool"], ["straight flush beaten", "100% of super pool"], ["four of a kind beaten", "100% of bad beat pool"]),
    }),
    offer("omaha-bad-beat", "Omaha Bad Beat Jackpot", {
        tables: ["OM-1"],
        meters: [meter("prize pool", 3_250_075, 1_000_000)],
        chart: rows(["four of a kind, 8s or better, beaten, both hole cards played by both hands", "50% loser, 25% winner, 25% table"]),
    }),
    offer("fortune-7", "Fortune 7 Baccarat Progressive", {
        tables: ["F7-1"], meters: [meter("meter", 714_002, 700_000)], chart: rows(["double Fortune 7", "100% of meter"], ["Fortune 7", "40 to 1"]),
    }),
    offer("fortune-pai-gow", "Fortune Pai Gow Poker Progressive", {
        tables: ["FPG-1"], meters: [meter("meter", 25_000_000, 500_000)],
        chart: rows(["seven-card straight flush without the joker", "100% of meter"], ["five aces", "10% of meter"], ["royal flush", "$500"], ["straight flush", "$100"],
            ["four of a kind", "$75"], ["full house", "$4"], ["royal flush and royal match", "$1,000"]),
    }),
    offer("aces-cracked", "Aces Busted", {
        hours: "Monday to Friday 11:00 AM to 3:00 PM", tables: ["HE-1", "HE-2", "NL-1", "NL-2"], "fee-cents": 0, chart: rows(["aces cracked", "$150"]),
    }),
];
