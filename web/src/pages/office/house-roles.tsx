// The roles of the house and what each may do, the funds, and its single values: name and look, day and rules.
import { useState } from "preact/hooks";
import { strings } from "../../strings";
import { Badge } from "../../kit/badge";
import { Button } from "../../kit/button";
import { Field } from "../../kit/field";
import { money } from "../../kit/money";
import { isGone, listIn, newIn } from "./house-edits";
import { faultAt, settingWords, useChanging, ValueField } from "./house-parts";

const words = strings.office.house.roles;
const fundWords = strings.office.house.funds;

const roleWords = (role: string): string => strings.roles[role] ?? role;

export function RolesPart() {
    const { house, edits, preview, may, set, drop } = useChanging();
    const [typed, setTyped] = useState("");
    const known = house.roles.map((role) => role.role);
    const roles = [...known, ...newIn(edits, "roles", known)];
    const postedOf = (role: string): readonly string[] | null => house.roles.find((other) => other.role === role)?.may ?? null;
    const peopleOf = (role: string): number => house.roles.find((other) => other.role === role)?.people ?? 0;
    const allowed = (role: string): readonly string[] => listIn(edits, ["roles", role], postedOf(role) ?? []);
    const toggle = (role: string, permission: string): void => {
        const now = allowed(role);
        const next = now.includes(permission) ? now.filter((other) => other !== permission) : [...now, permission];
        const was = postedOf(role);
        // In the order of the house, so that what is ticked twice is no change.
        set(["roles", role], was && was.length === next.length && was.every((other) => next.includes(other)) ? was : next, was);
    };
    const name = typed.trim(), taken = roles.includes(name);
    return (
        <section class="panel stack">
            <h2>{words.heading}</h2>
            <p class="soft">{words.note}</p>
            <div class="table-scroll" tabIndex={0} role="region" aria-label={words.heading}>
                <table class="table roles house-roles">
                    <caption class="hidden-words">{words.heading}</caption>
                    <thead>
                        <tr>
                            <th scope="col">{words.may}</th>
                            {roles.map((role) => (
                                <th key={role} scope="col" class={isGone(edits, ["roles", role]) ? "house-role-gone" : ""}>
                                    <span>{roleWords(role)}</span>
                                    <span class="soft small">{words.people(peopleOf(role))}</span>
                                </th>
                            ))}
                        </tr>
                    </thead>
                    <tbody>
                        {house.permissions.map((permission) => (
                            <tr key={permission}>
                                <th scope="row">{permission}</th>
                                {roles.map((role) => {
                                    const has = allowed(role).includes(permission), changed = has !== (postedOf(role)?.includes(permission) ?? false);
                                    return (
                                        <td key={role} class={changed ? "house-role-changed" : ""}>
                                            <input type="checkbox" checked={has} disabled={!may || isGone(edits, ["roles", role])} aria-label={words.mayDo(roleWords(role), permission)} onChange={() => toggle(role, permission)} />
                                        </td>
                                    );
                                })}
                            </tr>
                        ))}
                        {may && (
                            <tr>
                                <th scope="row"><span class="hidden-words">{words.removeHead}</span></th>
                                {roles.map((role) => {
                                    const at = ["roles", role], gone = isGone(edits, at), isNew = postedOf(role) === null;
                                    return (
                                        <td key={role}>
                                            <Button size="small" label={gone ? words.keepRole(roleWords(role)) : words.remove(roleWords(role))} onPress={() => (gone || isNew ? drop(at) : set(at, null, postedOf(role)))}>
                                                {gone ? words.keep : words.removeShort}
                                            </Button>
                                        </td>
                                    );
                                })}
                            </tr>
                        )}
                    </tbody>
                </table>
            </div>
            {roles.map((role) => faultAt(preview, ["roles", role])).filter(Boolean).map((fault) => <p key={fault} class="problem-note" role="alert">{fault}</p>)}
            {may && (
                <form
                    class="row house-add"
                    onSubmit={(event) => {
                        event.preventDefault();
                        if (name === "" || taken) return;
                        set(["roles", name], ["read"], null);
                        setTyped("");
                    }}
                >
                    <Field label={words.newRole} hint={words.newRoleHint} value={typed} onInput={setTyped} fault={taken ? words.taken : ""} autocomplete="off" />
                    <Button type="submit" disabled={name === "" || taken}>{words.add}</Button>
                </form>
            )}
        </section>
    );
}

export function HouseFundsPart() {
    const { house, edits, may, set, drop } = useChanging();
    const [typed, setTyped] = useState("");
    const known = house.funds.map((fund) => fund.fund);
    const names = [...known, ...newIn(edits, "funds", known)];
    const name = typed.trim(), taken = names.includes(name);
    return (
        <section class="panel stack">
            <h2>{fundWords.heading}</h2>
            <p class="soft">{fundWords.note}</p>
            {names.map((fund) => {
                const at = ["funds", fund], posted = house.funds.find((other) => other.fund === fund), gone = isGone(edits, at);
                return (
                    <fieldset key={fund} class="house-fund">
                        <legend>{fund} {!posted && <Badge tone="gold">{fundWords.new}</Badge>}{gone && <Badge>{fundWords.goes}</Badge>}</legend>
                        {posted && <p class="soft small">{fundWords.holds(money(posted.cents))}</p>}
                        {!gone && (
                            <div class="form-fields">
                                <ValueField at={[...at, "identifier"]} kind="text" posted={posted?.identifier ?? ""} label={fundWords.identifier} />
                                <ValueField at={[...at, "minimum"]} kind="money" posted={posted?.minimum ?? ""} label={fundWords.minimum} hint={fundWords.minimumHint} />
                            </div>
                        )}
                        {may && (gone || !posted ? (
                            <Button size="small" onPress={() => drop(at)}>{gone ? fundWords.keep(fund) : fundWords.remove(fund)}</Button>
                        ) : (
                            <Button
                                size="small"
                                onPress={() => {
                                    drop(at);
                                    set(at, null, {});
                                }}
                            >
                                {fundWords.remove(fund)}
                            </Button>
                        ))}
                    </fieldset>
                );
            })}
            {may && (
                <form
                    class="row house-add"
                    onSubmit={(event) => {
                        event.preventDefault();
                        if (name === "" || taken) return;
                        set(["funds", name], {}, null);
                        setTyped("");
                    }}
                >
                    <Field label={fundWords.name} value={typed} onInput={setTyped} fault={taken ? fundWords.taken : ""} autocomplete="off" />
                    <Button type="submit" disabled={name === "" || taken}>{fundWords.add}</Button>
                </form>
            )}
        </section>
    );
}

const LOOK = new Set(["name", "address", "hours"]);

// `look`: name, address, hours and branding; else the day, the clock and the other rules of the house.
export function SettingsPart({ look }: { look: boolean }) {
    const { house } = useChanging();
    const shown = house.settings.filter((setting) => (setting.at[0] === "branding" || (setting.at.length === 1 && LOOK.has(setting.at[0]!))) === look);
    const texts = strings.office.house;
    return (
        <section class="panel stack">
            <h2>{look ? texts.look : texts.rules}</h2>
            <div class="form-fields">
                {shown.map((setting) => (
                    <ValueField
                        key={setting.at.join("/")}
                        at={setting.at}
                        kind={setting.kind}
                        posted={setting.value}
                        label={settingWords(setting.at)}
                        hint={texts.settingHints[setting.at.join("/")] ?? `${setting.meaning.charAt(0).toUpperCase()}${setting.meaning.slice(1)}.`}
                        choices={setting.choices}
                        required={setting.required}
                        fallback={setting.fallback}
                    />
                ))}
            </div>
        </section>
    );
}
