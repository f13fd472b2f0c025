// Money is moved by hand between accounts of one offer, by two persons.
import { useEffect, useState } from "preact/hooks";
import { strings } from "../strings";
import { get } from "./api";
import { Countersign } from "./countersign";
import { DeedDialog } from "./deed-dialog";
import { Field, Select, type SelectChoice } from "./field";
import { MoneyField } from "./format-fields";
import { money, parseMoney } from "./money";
import type { OfferAccount } from "./shapes";
import { accountWords } from "./titles";
import { sayProblem } from "./toast";
import { useCountersigned } from "./use-command";

const words = strings.move;

function useAccounts(offer: string): OfferAccount[] {
    const [accounts, setAccounts] = useState<OfferAccount[]>([]);
    useEffect(() => {
        let current = true;
        setAccounts([]);
        get<{ accounts: OfferAccount[] }>(`/api/offers/${encodeURIComponent(offer)}/accounts`)
            .then((answer) => current && setAccounts(answer.accounts), sayProblem);
        return () => {
            current = false;
        };
    }, [offer]);
    return accounts;
}

// `offers` to choose from, by their names; `first`: the one that is looked at, if any.
export function MoveMoney({ offers, first, onClose }: { offers: SelectChoice[]; first?: string | undefined; onClose: () => void }) {
    const [offer, setOffer] = useState(first ?? offers[0]?.value ?? "");
    const [asked, setAsked] = useState({ from: "", to: "", amount: "", reason: "" });
    const sending = useCountersigned();
    const accounts = useAccounts(offer);
    const cents = parseMoney(asked.amount);
    const reason = asked.reason.trim();
    const ready = asked.from !== "" && asked.to !== "" && asked.from !== asked.to && cents !== null && cents > 0 && reason !== "" && sending.signed;
    const choices = (fits: (account: OfferAccount) => boolean): SelectChoice[] => [
        { value: "", words: words.choose },
        ...accounts.filter(fits).map((account) => ({ value: account.name, words: words.holds(accountWords(account.name), money(account.cents)) })),
    ];
    const send = async (): Promise<void> => {
        const command = { do: "adjust", offer, from: asked.from, to: asked.to, amount: cents ?? 0, reason };
        if (await sending.ask(command, () => words.moved(money(cents ?? 0)))) onClose();
    };
    return (
        <DeedDialog title={words.open} confirm={words.confirm} tone="danger" ready={ready} busy={sending.busy} problem={sending.problem} onConfirm={() => void send()} onClose={onClose}>
            <p class="soft">{words.note}</p>
            <Select
                label={words.offer}
                value={offer}
                onChange={(next) => {
                    setOffer(next);
                    setAsked({ ...asked, from: "", to: "" });
                }}
                choices={offers}
            />
            <Select label={words.from} value={asked.from} onChange={(from) => setAsked({ ...asked, from })} choices={choices((account) => account.gives)} />
            <Select label={words.to} value={asked.to} onChange={(to) => setAsked({ ...asked, to })} choices={choices((account) => account.takes)} />
            <MoneyField label={words.amount} value={asked.amount} onInput={(amount) => setAsked({ ...asked, amount })} />
            <Field label={words.reason} value={asked.reason} onInput={(typed) => setAsked({ ...asked, reason: typed })} required />
            <Countersign note={words.signs} signature={sending.signature} onSign={sending.sign} />
        </DeedDialog>
    );
}
