// What the server says, as docs/api/openapi.yaml describes it. Money is in integer cents, times are UTC in ISO 8601.

export interface Health { well: boolean; sequence: number }

export interface Login { person: string; name: string; role: string; password?: string; badge?: string; pin?: string }

export interface House {
    house: string;
    name: string;
    "time-zone": string;
    now: string;
    day?: string;
    demo: boolean;
    logins?: Login[];
}

export type Credentials =
    | { name: string; password: string }
    | { badge: string; pin: string }
    | { patron: string; pin: string };

export interface Session {
    person?: string;
    patron?: string;
    name?: string;
    role?: string;
    may?: string[];
    "may-countersigned"?: string[]; // commands that are done if a second person signs
    token: string;
    expires: string;
}

// A command as in docs/formats/events.md, without `by`: that is who has signed in.
export interface Command { do: string; id?: string; countersign?: Credentials; [field: string]: unknown }

export interface HouseEvent { sequence: number; kind: string; event: Record<string, unknown> }

export interface Reply {
    outcome: "done" | "repeated" | "would-be-done";
    first?: number;
    last?: number;
    events?: HouseEvent[];
}

export interface Meter { pool: string; cents: number; "base-cents"?: number; "most-cents"?: number }
export interface ChartRow { row: string; hand: string; prize: string; clause?: string }
export interface Win { award: number; at: string; table: string; pool: string; cents: number }

export interface SignOffer {
    offer: string;
    title: string;
    activity: string;
    hours: string;
    tables: string[];
    "fee-cents": number;
    "no-purchase-necessary": string;
    meters: Meter[];
    chart: ChartRow[];
    pending: number;
    wins: Win[];
}

export interface Signs { sequence: number; house: string; now: string; offers: SignOffer[] }

export interface FloorTable {
    table: string;
    game: string;
    limits: string;
    state: "closed" | "open" | "round";
    since: string;
    round: number;
    players: number;
    seats: number;
    dealt: number;
    fees: number;
    "hands-waiting": number;
    alarms: string[];
    offers: string[];
}

export interface Floor {
    sequence: number;
    now: string;
    day: string;
    "hands-waiting": number;
    "prizes-open": number;
    tables: FloorTable[];
}

export interface Seat {
    seat: number;
    taken: boolean;
    patron?: string;
    name?: string;
    "hold-button"?: boolean;
    "sensor-fails"?: boolean;
}

export interface Round {
    number: number;
    runs: boolean;
    dealt: number[];
    fees: number[];
    marked: number[];
    "fees-returned": boolean;
    misdeal: boolean;
}

export interface TableOffer {
    offer: string;
    title: string;
    "in-force": boolean;
    suspended: boolean;
    payer: "nobody" | "player" | "pot" | "player-dealer" | "first player" | "player and player-dealer";
    "fee-cents": number;
    "fee-is": "optional" | "due" | "due with players";
    backline: boolean;
    "dealer-space": boolean;
    "hands-are-of": "a seat" | "everybody" | "everybody, then a seat";
    meters: Meter[];
    chart: ChartRow[];
}

export interface Table {
    sequence: number;
    now: string;
    table: string;
    game: string;
    limits: string;
    open: boolean;
    poker: boolean;
    "free-play": boolean;
    bank: number;
    seats: Seat[];
    devices: { "reader-fails"?: boolean; "keypad-fails"?: boolean; "sign-fails"?: boolean };
    round: Round;
    offers: TableOffer[];
    hands: Hand[];
}

export interface Hand {
    hand: number;
    state: "claimed" | "verified" | "rejected" | "posted" | "awarded" | "withdrawn";
    at: string;
    table: string;
    round: number;
    seat: number;
    offer: string;
    title: string;
    game: string;
    row: string;
    "claimed-row": string; // as the dealer's button named it; empty if it named none
    "claimed-by": string;
    patron: string;
    name: string;
    fee: boolean;
    rows: ChartRow[];
    "verified-by": string;
    "authorised-by": string;
    "authorise-role": string; // whom the document names; empty if it names nobody
    chart: ChartRow[]; // the buttons of the offer
    "stands-until"?: string; // of a posted hand
    asks?: Asks; // of a claimed hand
}

// What verify-hand must be told of a hand so that its document can judge it.
export interface Asks {
    least: number;
    most: number;
    decks: number;
    jokers: number;
    tiles: boolean;
    board: boolean;
    banker: boolean;
    winner: boolean;
    set: boolean;
    "cards-only": boolean;
    seats: number[];
    facts: string[];
    multiples: number[];
}

export interface Prize {
    prize: number;
    award: number;
    offer: string;
    title: string;
    table: string;
    seat: number;
    patron: string;
    name: string;
    share: string;
    cents: number;
    thing: string;
    things: number;
    clause: string;
    state: string;
    tray: "" | "owed" | "reimbursed"; // of a prize that was paid from the tray of its table
    "awarded-at": string;
    "identify-by": string;
    "lapses-at": string;
    "verified-by": string;
    "authorised-by": string;
    identification: boolean; // the winner must be identified
}

// A form that a law asks for when a prize is paid.
export interface FormDue { form: string; clause: string; words: string; withhold?: number }

export interface Payment extends Prize {
    "paid-at": string;
    "paid-by": string;
    in: string;
    from: "cage" | "tray";
    "handed-by": string;
    day: string;
    forms: FormDue[];
    slip: number; // 0: none was printed
    "tray-slip": number;
    "win-page": number;
}

export interface Payments { sequence: number; day: string; payments: Payment[]; "owed-to-trays": Prize[] }

export interface SlipPrinted { number: number; reprint: boolean; copy: number; url: string }

export interface Patron {
    patron: string;
    name: string;
    born: string;
    identification: string;
    employee: string;
    "proposition-player": boolean;
    excluded: boolean;
    reason: string;
    seats: { table: string; seat: number }[];
    prizes: Prize[];
}

export interface Staff {
    // The last three are for those who manage staff; locked-until is empty if nothing is.
    people: { person: string; name: string; role: string; employed: boolean; "has-password"?: boolean; "has-badge"?: boolean; "locked-until"?: string }[];
    roles: Record<string, string[]>;
}

export interface OfferMeter extends Meter {
    "reset-cents": number;
    "rate-cents": number;
    "hidden-rate-cents": number;
    "largest-contribution-cents": number;
    "fees-in-cents": number;
    "overflow-cents": number;
    hits: number;
    "won-cents": number;
    wins: Win[];
}

export interface Offer {
    offer: string;
    title: string;
    activity: string;
    posted: boolean;
    "in-force": boolean;
    hours: string;
    tables: string[];
    text?: string;
    "reserve-cents": number;
    "advances-cents": number;
    chart: ChartRow[];
    sections?: Section[]; // of one offer only, as the text
    meters: OfferMeter[];
}

// A part of the notice that hangs in the house.
export interface Section {
    heading: string;
    words: string[];
    tables: { caption: string; heads: string[]; rows: string[][] }[];
}

export interface Account { account: number; kind: string; activity: string; name: string; cents: number }
export interface Advance { offer: string; cents: number }
export interface Funds { sequence: number; accounts: Account[]; advances: Advance[] }

export interface ReportKind { report: string; title: string; summary: string }
export interface ReportColumn { name: string; title: string; kind: "text" | "count" | "money" | "date" | "time" }
export type ReportRow = Record<string, string | number | null>;
export interface Report {
    report: string;
    title: string;
    from: string;
    to: string;
    unfinished: boolean;
    clauses: string[];
    columns: ReportColumn[];
    rows: ReportRow[];
    sums: ReportRow[];
}

export interface LogPage { events: HouseEvent[]; before: number }

export interface Audit {
    whole: boolean;
    events: number;
    postings: number;
    rows: number;
    snapshots: number;
    head: string;
    findings: { sequence: number; words: string }[];
}

// An amount, unfolded into what made it.
export interface Explained {
    amount: number;
    adds_up: boolean;
    reasons: { reason: string; in: number; out: number }[];
    clauses: { clause: string; in: number; out: number; postings: number }[];
    postings: { sequence: number; from: string; to: string; cents: number; reason: string; clause: string }[];
    postings_before: number;
}

export interface ExplainedPrize {
    prize: number;
    award: number;
    offer: string;
    activity: string;
    share: string;
    cents: number;
    clause: string;
    state: string;
    patron: string;
    verified_by: string;
    authorised_by: string;
}

// The messages of the feed, by name.
export interface WinMessage {
    sequence: number;
    award: number;
    offer: string;
    table: string;
    pool: string;
    cents: number;
    "base-cents"?: number;
    at: string;
    prizes: { share: string; seat: number; cents: number; thing?: string; things?: number }[];
}

export interface FeedMessages {
    meters: { sequence: number; meters: { offer: string; pool: string; cents: number }[] };
    pending: { sequence: number; offer: string; table: string; hands: number };
    win: WinMessage;
    event: HouseEvent;
    clock: { sequence: number; now: string };
    reset: { sequence: number };
}
