// A second person signs a form of the office, with an own badge or password.
import { strings } from "../../strings";
import { Field, Select } from "../../kit/field";
import type { Signature } from "../../kit/signature";

const words = strings.office.standBy;

// `note`: who that may be.
export function StandsBy({ note, signature, onSign }: { note: string; signature: Signature; onSign: (signature: Signature) => void }) {
    const badge = signature.way === "badge";
    return (
        <fieldset class="stand-by stack">
            <legend>{words.heading}</legend>
            <p class="soft small">{note}</p>
            <Select
                label={words.way}
                value={signature.way}
                onChange={(way) => onSign({ way: way as Signature["way"], who: "", secret: "" })}
                choices={[{ value: "badge", words: strings.signIn.withBadge }, { value: "name", words: strings.signIn.withName }]}
            />
            <Field label={badge ? words.badge : words.name} value={signature.who} onInput={(who) => onSign({ ...signature, who })} required autocomplete="off" />
            <Field label={badge ? words.pin : words.password} type="password" value={signature.secret} onInput={(secret) => onSign({ ...signature, secret })} required autocomplete="off" />
        </fieldset>
    );
}
