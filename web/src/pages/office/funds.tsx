// Every account with its balance, by activity; what the house has advanced; and whether it all balances.
import { useState } from "preact/hooks";
import { strings } from "../../strings";
import { Badge } from "../../kit/badge";
import { Field } from "../../kit/field";
import { money } from "../../kit/money";
import type { Account } from "../../kit/shapes";
import { Table } from "../../kit/table";
import { accountWords, documentTitle } from "../../kit/titles";
import { HistoryPanel } from "./account-history";
import { funds, offerOfActivity, titleOf } from "./books";
import { MoveButton } from "./deeds";
import { Amount, askAccount, askAdvances } from "./explain";
import { byActivity, sumOf } from "./ledger";
import { addressIn, Link, NoSuch, place } from "./place";

const words = strings.office.funds;

const groupTitle = (activity: string): string => (activity === "" ? words.house : (offerOfActivity(activity)?.title ?? documentTitle(activity)));

export function FundsPart() {
    const [account] = place.value.rest;
    return account === undefined ? <AllAccounts /> : <OneAccount key={account} number={Number(account)} />;
}

function OneAccount({ number }: { number: number }) {
    if (!funds.value) return null;
    const account = funds.value.accounts.find((known) => known.account === number);
    if (!account) return <NoSuch words={words.unknown} links={[{ to: addressIn("funds"), words: words.heading }]} />;
    const title = strings.office.explain.accountOf(accountWords(account.name), groupTitle(account.activity));
    return (
        <div class="stack">
            <p><Link to={addressIn("funds")} class="back">← {words.heading}</Link></p>
            <header class="meter-head">
                <div>
                    <h1>{accountWords(account.name)}</h1>
                    <p class="soft">{groupTitle(account.activity)}</p>
                </div>
                <Badge>{words.kinds[account.kind] ?? account.kind}</Badge>
                {account.activity && <MoveButton offer={offerOfActivity(account.activity)?.offer} />}
                <Amount large words={title} cents={account.cents} asked={askAccount(account)} />
            </header>
            <HistoryPanel account={account.account} cents={account.cents} title={title} />
        </div>
    );
}

function AllAccounts() {
    const [search, setSearch] = useState("");
    const [empty, setEmpty] = useState(false);
    const known = funds.value;
    if (!known) return null;
    const fits = (account: Account): boolean =>
        (empty || account.cents !== 0) &&
        `${accountWords(account.name)} ${words.kinds[account.kind] ?? ""} ${groupTitle(account.activity)}`.toLowerCase().includes(search.trim().toLowerCase());
    const groups = byActivity(known.accounts.filter(fits));
    const advances = known.advances.filter((advance) => advance.cents !== 0);
    const sum = sumOf(known.accounts);
    return (
        <div class="stack">
            <header class="row spread">
                <h1>{words.heading}</h1>
                <MoveButton />
            </header>
            <p class="soft">{words.note}</p>
            <p class="panel row spread">
                <span>{sum === 0 ? words.balanced : words.unbalanced}</span>
                <Badge tone={sum === 0 ? "good" : "bad"}>{words.sum}: {money(sum)}</Badge>
            </p>
            <div class="columns columns-wide">
                <section class="stack">
                    <div class="filters">
                        <Field label={words.search} type="search" value={search} onInput={setSearch} />
                        <label class="check"><input type="checkbox" checked={empty} onChange={(event) => setEmpty(event.currentTarget.checked)} />{words.empty}</label>
                    </div>
                    {groups.map((group) => (
                        <div key={group.activity} class="panel accounts">
                            <div class="group-head">
                                <h2>{groupTitle(group.activity)}</h2>
                            </div>
                            <Table
                                caption={groupTitle(group.activity)}
                                rows={group.accounts}
                                rowKey={(account) => account.account}
                                columns={[
                                    { head: words.account, heading: true, cell: (account) => <Link to={addressIn("funds", String(account.account))}>{accountWords(account.name)}</Link> },
                                    { head: words.kind, cell: (account) => <Badge>{words.kinds[account.kind] ?? account.kind}</Badge> },
                                    {
                                        head: words.balance, number: true,
                                        cell: (account) => <Amount words={strings.office.explain.accountOf(accountWords(account.name), groupTitle(account.activity))} cents={account.cents} asked={askAccount(account)} />,
                                    },
                                ]}
                            />
                        </div>
                    ))}
                    {groups.length === 0 && <p class="panel soft">{words.nothing}</p>}
                </section>
                <section class="panel stack aside">
                    <div>
                        <h2>{words.advances}</h2>
                        <p class="soft small">{words.advancesNote}</p>
                    </div>
                    <Table
                        caption={words.advances}
                        rows={advances}
                        rowKey={(advance) => advance.offer}
                        empty={words.noAdvances}
                        columns={[
                            { head: strings.office.offer, heading: true, cell: (advance) => titleOf(advance.offer) },
                            {
                                head: words.balance, number: true,
                                cell: (advance) => <Amount words={strings.office.explain.advancesOf(titleOf(advance.offer))} cents={advance.cents} asked={askAdvances(advance.offer)} />,
                            },
                        ]}
                    />
                </section>
            </div>
        </div>
    );
}
