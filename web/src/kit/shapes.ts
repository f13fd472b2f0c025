// What the server says, as docs/api/openapi.yaml describes it. Money is in integer cents, times are UTC in ISO 8601.

export interface Health { well: boolean; sequence: number }

export interface Login { person?: string; patron?: string; name?: string; role: string; password?: string; badge?: string; pin?: string }

export interface House {
    house: string;
    name: string;
    "time-zone": string;
    "time-zone-offsets"?: [string, number][]; // from which moment on the clocks are so many minutes ahead of UTC
    now: string;
    day?: string;
    demo: boolean;
    branding?: Branding;
    documents?: Record<string, string>; // titles of the filed documents
    logins?: Login[];
    "clock-alarm"?: ClockAlarm;
}

// What pages and signs show of the house beside its name. An empty text or a colour that is left out: it has none.
export interface Branding { "short-name": string; tagline: string; hours: string; colour?: string; "colour-on-dark"?: string }

// The clock of the server's computer jumped: from the time of the house to what it showed then, and what it shows now.
export interface ClockAlarm { from: string; to: string; "at-start": boolean; computer: string }

export type Credentials =
    | { name: string; password: string }
    | { badge: string; pin: string }
    | { patron: string; pin: string };

// What is sent to sign in. Who says a new password or PIN as well changes it on the way in.
export type SignIn = Credentials & { new?: string };

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
    "pending-table": string;
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
    calls: boolean; // the floor, which has not come yet
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
    "takes-hands": boolean;
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
    "called-at": string; // since when it calls the floor; empty if it does not
    call: string;
    round: Round;
    offers: TableOffer[];
    hands: Hand[];
}

export interface Hand {
    hand: number;
    state: "claimed" | "verified" | "rejected" | "posted" | "awarded" | "withdrawn" | "beaten" | "void";
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
    "stands-until"?: string; // of a hand of a running period, which can be taken back until then
    place?: number; // on the board, of a posted hand; equal hands have the same
    points?: number; // that it has earned in the period that runs
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
    identified: boolean; // and has been
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
    withheld: number;
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
    // For those who set PINs; locked-until is empty if nothing is.
    "has-pin"?: boolean;
    "locked-until"?: string;
}

export interface Staff {
    // The last four are for those who manage staff; locked-until is empty if nothing is.
    people: { person: string; name: string; role: string; employed: boolean; "has-password"?: boolean; "has-badge"?: boolean; "must-change"?: boolean; "locked-until"?: string }[];
    roles: Record<string, string[]>;
}

export interface OfferMeter extends Meter {
    account: number;
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
export interface OfferAccount { name: string; cents: number; gives: boolean; takes: boolean }
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
    movements: number;
    rows: number;
    snapshots: number;
    head: string;
    findings: { sequence: number; words: string }[];
    more: number;
    programs: { version: string | null; decisions: number; first: number; last: number; otherwise: number }[];
}

export interface Backup { at: string; place: string; bytes: number }

// What an account held from a moment on, until the next step.
export interface AccountHistory { account: number; from: string; to: string; sequence: number; steps: { at: string; cents: number }[] }

// An amount, unfolded into what made it.
export interface Explained {
    amount: number;
    adds_up: boolean;
    reasons: { reason: string; in: number; out: number }[];
    clauses: { clause: string; in: number; out: number; movements: number }[];
    movements?: ({ sequence: number } & ExplainedMovement)[];
    advances?: { sequence: number; event: string; cents: number; clause: string }[];
    movements_before: number;
}

export interface ExplainedMovement { from: string; to: string; cents: number; reason: string; clause: string }

export interface ExplainedPrize {
    prize: number;
    award: number;
    offer: string;
    activity: string;
    share: string;
    cents: number;
    of_cents: number;
    clause: string;
    state: string;
    patron: string;
    seat: number;
    hand: number;
    cards: string;
    board: string;
    verified_by: string;
    authorised_by: string;
    steps: { sequence: number; at: string; kind: string; by: string; words: string; movements: ExplainedMovement[] }[];
}

// A field of the form of an offer: one place of its text, as the document leaves it open or bounds it.
export type FieldKind =
    | "money" | "count" | "percent" | "multiple" | "duration" | "time" | "date" | "hours" | "moments" | "flag" | "text" | "hand" | "award"
    | "limits" | "choice" | "choices" | "list" | "game";
export type FieldValue = string | string[];

export interface OfferField {
    path: string;
    name: string;
    label: string;
    group?: string;
    kind: FieldKind;
    approved?: string;
    least?: string;
    most?: string;
    choices?: string[];
    required: boolean;
    chart?: string; // it is the prize of a row of this chart
    fallback?: string;
    value?: FieldValue;
    example?: string;
    meaning?: string;
    clause?: string;
    words?: string;
}

export interface OfferForm { document: string; title: string; offer?: string; charts?: string[]; fields: OfferField[] }

export interface Finding {
    line: number; // 0: the offer as a whole
    column: number;
    level: "error" | "warning";
    words: string;
    remedy?: string;
    clause?: string;
    field?: string;
}

export interface OfferChange { field: string; label?: string; from: string | null; to: string | null }

export interface OfferPreview {
    text: string;
    whole: boolean; // it has no errors and would be posted
    findings: Finding[];
    notice: string | null;
    charts?: string[];
    changes: OfferChange[];
}

// The rule documents.
export interface DocumentEntry {
    document: string;
    title: string;
    identifier?: string;
    issuer: string;
    law?: boolean;
    filed: boolean;
    clauses: number;
    bound: number;
    engine: number;
    duty: number;
    open: number;
    untested: number;
    offers: string[];
}

export interface ClauseFound { document: string; number: number; clause: string; state: string; words: string }
export interface Documents { documents: DocumentEntry[]; found?: ClauseFound[]; "found-count"?: number }

export interface PostedValue {
    offer: string;
    field: string;
    label: string;
    kind: FieldKind;
    value?: string;
    approved?: string;
    least?: string;
    most?: string;
    chart?: string;
}

export interface Clause {
    number: number;
    clause: string;
    words: string;
    kinds: string[];
    state: "bound" | "engine" | "duty" | "open";
    part?: string;
    untested: boolean;
    data?: string;
    readings: string[];
    values: PostedValue[];
    tests: { case: string; file: string }[];
}

export interface RuleDocument {
    document: string;
    title: string;
    identifier?: string;
    introduction?: string;
    law?: boolean;
    filed: boolean;
    offers: string[];
    sections: { heading: string; first: number }[];
    clauses: Clause[];
}

// The odds. Fractions are exact: whole numbers as texts of digits.
export interface Exact { numerator: string; denominator: string; decimal?: string }
export interface PayRow { hand: string; pays: string; "envy-cents"?: number }

export interface OddsBet {
    bet: string;
    wager: string;
    kind: string;
    clause?: string;
    editable: boolean;
    unit?: "to" | "for";
    rows?: PayRow[];
    hands?: string[];
    "wager-cents"?: number;
    "meter-cents"?: number;
}

export interface OddsGame {
    game: string;
    title: string;
    readings?: { reading: string; clause?: string; words?: string }[];
    bets: OddsBet[];
}

export interface OddsChart {
    document: string;
    title: string;
    offers: string[];
    chart: string;
    games: string[];
    rows: { row: string; name: string; hand: string; wins: string; clause?: string }[];
}

export interface OddsTargets {
    games: OddsGame[];
    "hi-lo"?: { game: string; title: string; "progressive-cents": number; readings?: string[] };
    charts: OddsChart[];
}

export interface OddsNote { words: string; clause?: string; row?: string }

export interface OddsRow { hand: string; ways: string; of: string; probability: Exact; pays?: string; net?: string; share?: Exact }

export interface BaseGamePlay {
    readings?: { option: string; clause: string; words: string }[];
    strategy?: { hand: string; "best play": string }[];
    simple_strategies?: { name: string; expected_value: Exact; cost: Exact }[];
}

export interface Odds {
    game: string;
    bet: string;
    kind: string;
    clause?: string;
    edited: boolean;
    total: string;
    edge: Exact;
    return: Exact;
    hit?: Exact;
    "element-of-risk"?: Exact;
    "standard-deviation"?: number;
    rows: OddsRow[];
    approved?: { edge: Exact; return: Exact; hit?: Exact; "standard-deviation"?: number };
    progressive?: { fixed_return?: Exact; meter_return?: Exact; break_even_dollars?: Exact | null };
    play?: BaseGamePlay;
    notes: OddsNote[];
}

export interface ChartOddsRow {
    row: string;
    hand: string;
    words?: string;
    kind: "exact" | "simulated" | "not in this game";
    ways?: string;
    of?: string;
    probability?: Exact;
    "standard-error"?: number;
    pays?: string;
    approved?: string;
    share?: Exact;
    "hours-between"?: number;
    clause?: string;
}

export interface ChartOdds {
    document: string;
    offer?: string;
    chart: string;
    in?: string;
    per: "hand" | "round";
    players?: number;
    decks?: number;
    pace?: number;
    assumption?: string;
    exact: boolean;
    hit?: Exact;
    "cost-cents"?: Exact;
    approved?: { "cost-cents"?: Exact };
    rows: ChartOddsRow[];
    notes: OddsNote[];
}

export interface HiLoOdds {
    game: string;
    "progressive-cents": number;
    "hi-lo": {
        bets: {
            value_dollars: number;
            error_dollars: number;
            outcomes: { name: string; prize: string; probability: number }[];
            play: { correct: number; card: string; best: string; stop: number; higher: number; lower: number; guess_from_progressive: string }[];
        }[];
    };
    notes: OddsNote[];
}

export interface ForecastChance {
    hands: number;
    "mean-days": number;
    "median-days": number;
    "ninety-days": number;
    "within-day": number;
    "within-week": number;
    "within-30-days": number;
}

export interface ForecastPoint { day: number; "unhit-cents": number; "mean-cents": number; any: number; whole: number }

export interface ForecastPool {
    pool: string;
    "meter-cents": number;
    "cap-cents"?: number;
    "days-to-cap"?: number;
    "growth-cents-per-hour": number;
    "growth-cents-per-day": number;
    any?: ForecastChance;
    whole?: ForecastChance;
    "meter-at-any-cents"?: number;
    "meter-at-whole-cents"?: number;
    "hits-90-days": number;
    "expected-90-days"?: number;
    deviation?: number;
    odd?: boolean;
    "why-not"?: string;
    curve?: ForecastPoint[];
}

export interface ForecastReserve {
    "balance-cents": number;
    "need-cents": number;
    "advances-cents"?: number;
    shared: boolean;
    known: boolean;
    "not-counted"?: string;
    "in-cents-per-day": number;
    "fixed-cents-per-day"?: number;
    "reseed-cents-per-day"?: number;
    "administration-cents-per-day": number;
    "net-cents-per-day"?: number;
    "falls-short": boolean;
    days?: number;
}

// As it stands in the list of all.
export interface ForecastBrief {
    offer: string;
    activity: string;
    pace: string;
    history: boolean;
    "hours-per-day": number;
    "hands-per-hour": number;
    "rounds-per-hour": number;
    tables: number;
    "open-tables": number;
    pools: ForecastPool[];
    reserve?: ForecastReserve;
}

export interface ForecastRow {
    row: string;
    hand: string;
    chart: string;
    games: string;
    per: "hand" | "round";
    exact: boolean;
    ways?: string;
    of?: string;
    probability?: Exact;
    pool?: string;
    percent?: number;
    "prize-cents"?: number;
}

export interface ForecastWindow {
    window: string;
    minutes: number;
    "table-hours": number;
    rounds: number;
    hands: number;
    "fees-cents": number;
    "contributions-cents": Record<string, number>;
}

export interface Forecast extends ForecastBrief {
    at: string;
    windows: ForecastWindow[];
    rows: ForecastRow[];
    assumptions: string[];
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
    "clock-alarm": { sequence: number; alarm?: ClockAlarm };
    reset: { sequence: number };
}

// ------------------------------------------------------------------------------------------ the house and its amendments

export interface HouseTable {
    table: string;
    game: string;
    limits: string;
    seats: number;
    pace: number;
    "no-limit": boolean;
    "free-play": boolean;
    closed: boolean;
    open: boolean;
}

// A single value that a house may say; `value` is empty where it does not.
export interface HouseSetting {
    at: string[];
    kind: string;
    choices: string[];
    required: boolean;
    fallback: string;
    meaning: string;
    example: string;
    value: string;
}

// A change that waits for its time: of an offer, or of the house where `offer` is empty.
export interface WaitingChange {
    number: number;
    offer: string;
    from: string;
    "from-time": string;
    text: string;
    by: string;
    "authorised-by": string;
    filed: string;
}

export interface FolderDifference { of: "house" | "document" | "offer"; how: "changed" | "new" | "gone" | "unread"; name?: string; path?: string; before?: string; after?: string }

export interface HouseFile {
    sequence: number;
    number: number;
    day: string;
    text: string;
    tables: HouseTable[];
    roles: { role: string; may: string[]; people: number }[];
    funds: { fund: string; identifier: string; minimum: string; cents: number }[];
    equipment: { equipment: string; where: string }[];
    settings: HouseSetting[];
    permissions: string[];
    waiting: WaitingChange[];
    "folder-differs": FolderDifference[];
}

export interface HouseFinding { line: number; column: number; words: string; remedy: string; at?: string[] }

export interface Refused { clause: string; words: string }

export interface HousePreview {
    text: string;
    number: number;
    findings: HouseFinding[];
    changes: [string, string, string][];
    signers: string[];
    refused: Refused | null;
    "in-the-way": Refused | null;
}
