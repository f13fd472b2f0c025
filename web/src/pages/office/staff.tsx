// Who works here, what the roles may do; and for those who may: appoint, change, dismiss, passwords, badges, locks.
import { useState } from "preact/hooks";
import { strings } from "../../strings";
import { command, put, remove } from "../../kit/api";
import { Badge } from "../../kit/badge";
import { Button } from "../../kit/button";
import { Countersign } from "../../kit/countersign";
import { Dialog } from "../../kit/dialog";
import { Field, Select } from "../../kit/field";
import { asProblem, type Problem } from "../../kit/problem";
import { ProblemNote } from "../../kit/problem-note";
import { may, session } from "../../kit/session";
import { credentialsOf, isSigned, noSignature } from "../../kit/signature";
import type { Staff } from "../../kit/shapes";
import { Table, type Column } from "../../kit/table";
import { timeOfDay } from "../../kit/time";
import { say } from "../../kit/toast";
import { loadStaff, staff } from "./books";

const words = strings.office.staff;

type Person = Staff["people"][number];

const roleWords = (role: string): string => strings.roles[role] ?? role;
const nameOf = (person: Person): string => person.name || person.person;

// With what, and whether the door is shut to the name.
function SignsIn({ person }: { person: Person }) {
    const ways = [person["has-password"] && words.byPassword, person["has-badge"] && words.byBadge].filter(Boolean).join(", ");
    return (
        <>
            {ways || <span class="soft">{words.cannotSignIn}</span>}
            {person["must-change"] && <> <Badge>{words.mustChange}</Badge></>}
            {person["locked-until"] && <> <Badge tone="bad">{words.lockedUntil(timeOfDay(person["locked-until"]))}</Badge></>}
        </>
    );
}

export function StaffPart() {
    const known = staff.value;
    const [changed, setChanged] = useState<string | null>(null);
    const [appointing, setAppointing] = useState(false);
    if (!known) return null;
    const mayChange = may(session.value, "manage staff");
    const person = known.people.find((other) => other.person === changed);
    const columns: Column<Person>[] = [
        { head: words.name, heading: true, cell: nameOf },
        { head: words.person, cell: (row) => row.person },
        { head: words.role, cell: (row) => (row.role ? roleWords(row.role) : <span class="soft">{words.opened}</span>) },
        { head: words.state, cell: (row) => <Badge tone={row.employed ? "good" : "plain"}>{row.employed ? words.works : words.left}</Badge> },
        ...(mayChange ? [{ head: words.signsIn, cell: (row: Person) => <SignsIn person={row} /> }] : []),
    ];
    return (
        <div class="stack">
            <div class="row spread">
                <h1>{words.heading}</h1>
                {may(session.value, "appoint") && <Button tone="primary" onPress={() => setAppointing(true)}>{words.appoint}</Button>}
            </div>
            <section class="panel">
                <Table
                    caption={words.people}
                    rows={known.people}
                    rowKey={(row) => row.person}
                    columns={columns}
                    {...(mayChange ? { onRow: (row: Person) => setChanged(row.person) } : {})}
                />
            </section>
            <Roles roles={known.roles} />
            <Dialog title={words.appoint} open={appointing} onClose={() => setAppointing(false)}>
                <AppointForm roles={Object.keys(known.roles)} onDone={() => setAppointing(false)} />
            </Dialog>
            <Dialog title={person ? words.changeOf(nameOf(person)) : ""} open={person !== undefined} onClose={() => setChanged(null)}>
                {person && <PersonForms key={person.person} person={person} roles={Object.keys(known.roles)} onDone={() => setChanged(null)} />}
            </Dialog>
        </div>
    );
}

function Roles({ roles }: { roles: Record<string, string[]> }) {
    const names = Object.keys(roles);
    const permissions = [...new Set(names.flatMap((role) => roles[role] ?? []))];
    return (
        <section class="panel stack">
            <h2>{words.roles}</h2>
            <div class="table-scroll" tabIndex={0} role="region" aria-label={words.roles}>
                <table class="table roles">
                    <caption class="hidden-words">{words.roles}</caption>
                    <thead>
                        <tr>
                            <th scope="col">{words.permission}</th>
                            {names.map((role) => <th key={role} scope="col">{roleWords(role)}</th>)}
                        </tr>
                    </thead>
                    <tbody>
                        {permissions.map((permission) => (
                            <tr key={permission}>
                                <th scope="row">{permission}</th>
                                {names.map((role) => {
                                    const has = roles[role]?.includes(permission) ?? false;
                                    return <td key={role} class={has ? "has" : ""}><span aria-hidden="true">{has ? "●" : "·"}</span><span class="hidden-words">{has ? words.may : words.mayNot}</span></td>;
                                })}
                            </tr>
                        ))}
                    </tbody>
                </table>
            </div>
        </section>
    );
}

// Does something, and says how it went: the words that were given, or the problem.
function useDeed(): { busy: boolean; problem: Problem | null; run: (deed: () => Promise<unknown>, done: string, then?: () => void) => void } {
    const [busy, setBusy] = useState(false);
    const [problem, setProblem] = useState<Problem | null>(null);
    const run = (deed: () => Promise<unknown>, done: string, then?: () => void): void => {
        setBusy(true);
        setProblem(null);
        deed().then(async () => {
            say(done, "good");
            await loadStaff();
            then?.();
        }).catch((thrown: unknown) => setProblem(asProblem(thrown))).finally(() => setBusy(false));
    };
    return { busy, problem, run };
}

function AppointForm({ roles, person, onDone }: { roles: string[]; person?: Person; onDone: () => void }) {
    const [sign, setSign] = useState(person?.person ?? "");
    const [name, setName] = useState(person?.name ?? "");
    const [role, setRole] = useState(person?.role || (roles[0] ?? ""));
    const { busy, problem, run } = useDeed();
    return (
        <form
            class="stack"
            onSubmit={(event) => {
                event.preventDefault();
                if (!busy) run(() => command({ do: "appoint", person: sign.trim(), name: name.trim(), role }), words.appointed(name || sign), onDone);
            }}
        >
            {!person && <Field label={words.person} hint={words.personHint} value={sign} onInput={setSign} required autocomplete="off" />}
            <Field label={words.name} value={name} onInput={setName} required autocomplete="off" />
            <Select label={words.role} value={role} onChange={setRole} choices={roles.map((value) => ({ value, words: roleWords(value) }))} />
            <ProblemNote problem={problem} />
            <Button type="submit" tone="primary" busy={busy}>{person ? words.save : words.appoint}</Button>
        </form>
    );
}

function PersonForms({ person, roles, onDone }: { person: Person; roles: string[]; onDone: () => void }) {
    return (
        <div class="stack sections">
            {person.role !== "" && may(session.value, "appoint") && (
                <section class="stack"><h3>{words.roleSection}</h3><AppointForm roles={roles} person={person} onDone={onDone} /></section>
            )}
            <section class="stack"><h3>{words.passwordSection}</h3><PasswordForm person={person} /></section>
            <section class="stack"><h3>{words.badgeSection}</h3><BadgeForm person={person} /></section>
            <section class="stack"><h3>{words.accessSection}</h3><Access person={person} onDone={onDone} /></section>
        </div>
    );
}

const credentials = (person: Person): string => `/api/staff/${encodeURIComponent(person.person)}/credentials`;

function PasswordForm({ person }: { person: Person }) {
    const [password, setPassword] = useState("");
    const [signature, setSignature] = useState(noSignature);
    const { busy, problem, run } = useDeed();
    const clear = (): void => {
        setPassword("");
        setSignature(noSignature);
    };
    return (
        <form
            class="stack"
            onSubmit={(event) => {
                event.preventDefault();
                if (!busy && isSigned(signature)) run(() => put(credentials(person), { password, countersign: credentialsOf(signature) }), words.passwordSet(nameOf(person)), clear);
            }}
        >
            <p class="soft small">{words.givenNote}</p>
            <Field label={words.password} hint={words.passwordHint} type="password" value={password} onInput={setPassword} required autocomplete="new-password" />
            <Countersign note={words.standByNote} signature={signature} onSign={setSignature} />
            <ProblemNote problem={problem} />
            <Button type="submit" busy={busy}>{words.setPassword}</Button>
        </form>
    );
}

function BadgeForm({ person }: { person: Person }) {
    const [badge, setBadge] = useState("");
    const [pin, setPin] = useState("");
    const [signature, setSignature] = useState(noSignature);
    const { busy, problem, run } = useDeed();
    const clear = (): void => {
        setBadge("");
        setPin("");
        setSignature(noSignature);
    };
    return (
        <form
            class="stack"
            onSubmit={(event) => {
                event.preventDefault();
                if (!busy && isSigned(signature)) run(() => put(credentials(person), { badge: badge.trim(), pin, countersign: credentialsOf(signature) }), words.badgeSet(nameOf(person)), clear);
            }}
        >
            <Field label={words.badge} value={badge} onInput={setBadge} required inputmode="numeric" autocomplete="off" />
            <Field label={words.pin} hint={words.pinHint} type="password" value={pin} onInput={setPin} required inputmode="numeric" autocomplete="new-password" />
            <Countersign note={words.standByNote} signature={signature} onSign={setSignature} />
            <ProblemNote problem={problem} />
            <Button type="submit" busy={busy}>{words.setBadge}</Button>
        </form>
    );
}

function Access({ person, onDone }: { person: Person; onDone: () => void }) {
    const [sure, setSure] = useState(false);
    const { busy, problem, run } = useDeed();
    const dismiss = (): void => run(() => command({ do: "dismiss", person: person.person }), words.dismissed(nameOf(person)), onDone);
    return (
        <>
            <p class="soft small">{words.unlockNote}</p>
            <ProblemNote problem={problem} />
            {sure && <p>{words.dismissSure(nameOf(person))}</p>}
            <div class="row">
                <Button busy={busy} onPress={() => run(() => remove(`/api/staff/${encodeURIComponent(person.person)}/lock`), words.unlocked(nameOf(person)), () => void loadStaff())}>{words.unlock}</Button>
                {person.employed && may(session.value, "dismiss") && (
                    <Button tone="danger" busy={busy} onPress={() => (sure ? dismiss() : setSure(true))}>{words.dismiss}</Button>
                )}
                {sure && <Button tone="quiet" onPress={() => setSure(false)}>{strings.kit.cancel}</Button>}
            </div>
        </>
    );
}
