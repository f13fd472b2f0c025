// What the server says about tables that anybody can play at, as types: docs/api/openapi.yaml, /api/play.
export type Mode = "play" | "train";
export type Who = "person" | "best" | "simple";
export type Stage = "betting" | "dealing" | "deciding" | "settling" | "settled";

export interface PlayWager { wager: string; label: string; brief: string; "with-ante": boolean; least: number; most: number }
export interface PayRow { hand: string; pays: string; envy?: number }
export interface Paytable { wager: string; title: string; name: string; clause?: string; rows: PayRow[] }

export interface PlayGame {
    game: string;
    title: string;
    document: string;
    seats?: number;
    simple?: string;
    wagers: PlayWager[];
    paytables: Paytable[];
    choices: { wager: string; paytables: Paytable[] }[];
    without: string[];
}

export interface Wish {
    game: string;
    mode: Mode;
    seats: { name: string; who: Who }[];
    stack: number;
    seed?: string;
    tables?: string[];
    without?: string[];
}

export interface TableMeter { name: string; cents: number }

export interface PlaySeat {
    seat: number;
    name: string;
    who: Who;
    stack: number;
    wagers: Record<string, number>;
    cards: string[];
    hidden?: number;
    says: string;
    "in-round": boolean;
    played: boolean;
    folded: boolean;
    net?: number;
    total?: number;
    bought?: number;
}

export interface Step {
    step: string;
    seat?: number;
    card?: string;
    cards?: string[];
    "face-down"?: boolean;
    wager?: string;
    amount?: number;
    stake?: number;
    net?: number;
    words: string;
    clause?: string;
}

export interface Settled { seat: number; wager: string; label: string; stake: number; handed: number; net: number; clause: string; words: string }

export interface Worth { decimal: string; numerator?: string; denominator?: string }
export interface Choice { act: "fold" | "play"; antes: number; value: Worth; cost: Worth }
export interface Hint { seat: number; choices: Choice[]; best: number; words: string }

export interface Decision {
    seat: number;
    act: "fold" | "play";
    amount?: number;
    cost: Worth;
    "cost-cents"?: string;
    best: string;
    words: string;
    choices?: Choice[];
}

export interface Allowed { act: string; seat?: number; antes?: number; allowed: boolean; words?: string; clause?: string }

export interface Task {
    number: number;
    topic: string;
    question: string;
    kind: "choice" | "amount";
    choices?: { key: string; words: string }[];
    seat?: number;
    wager?: string;
    stake?: number;
}

export interface Judged { number: number; question: string; right: boolean; given: string; answer: string; words: string; clause?: string }

export interface Score {
    asked: number;
    right: number;
    wrong: number;
    percent: number;
    streak: number;
    "best-streak": number;
    topics: { topic: string; asked: number; right: number }[];
    mistakes: Judged[];
}

export interface PlayTable {
    table: string;
    version: number;
    game: string;
    title: string;
    document: string;
    mode: Mode;
    round: number;
    stage: Stage;
    turn: number;
    dealer: { cards: string[]; hidden: number; says: string };
    draws?: string;
    seats: PlaySeat[];
    meters: TableMeter[];
    limits: Record<string, { least: number; most: number }>;
    paytables: Paytable[];
    steps: Step[];
    settlement: Settled[];
    decisions?: Decision[];
    allowed: Allowed[];
    task?: Task;
    judged?: Judged;
    score?: Score;
}

export interface RoundLine { round: number; dealer: string; nets: { seat: number; net: number }[]; mistakes: number }

export interface PlayRound {
    round: number;
    dealer: { cards: string[]; says: string };
    draws?: string;
    seats: { seat: number; name: string; who: Who; cards: string[]; says: string; wagers: Record<string, number>; played: boolean; folded: boolean; net?: number }[];
    meters: TableMeter[];
    steps: Step[];
    settlement: Settled[];
    decisions: Decision[];
}

export type Act =
    | { act: "wager"; seat: number; wager: string; amount: number }
    | { act: "clear" | "rebet" | "fold"; seat: number }
    | { act: "buy-in"; seat: number; amount: number }
    | { act: "play"; seat: number; antes: number }
    | { act: "deal" | "next" }
    | { act: "answer"; task: number; key?: string; amount?: number };
