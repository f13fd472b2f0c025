// A second person signs in the form, with an own badge or password. It is sent with the command and kept nowhere.
import { strings } from "../strings";
import { Choice } from "./choice";
import { Field } from "./field";
import type { Signature } from "./signature";

const words = strings.countersign;

export interface CountersignProps {
    note?: string; // who that may be
    signature: Signature;
    onSign: (signature: Signature) => void;
    autofocus?: boolean;
}

export function Countersign({ note = words.note, signature, onSign, autofocus = false }: CountersignProps) {
    const badge = signature.way === "badge";
    const numeric = badge ? { inputmode: "numeric" as const } : {};
    return (
        <fieldset class="countersign">
            <legend>{words.label}</legend>
            <p class="soft">{note}</p>
            <Choice
                label={words.way}
                quiet
                value={signature.way}
                onChange={(way) => onSign({ way: way as Signature["way"], who: "", secret: "" })}
                choices={[{ value: "badge", words: words.byBadge }, { value: "name", words: words.byName }]}
            />
            <div class="countersign-fields">
                <Field label={badge ? words.badge : words.name} value={signature.who} onInput={(who) => onSign({ ...signature, who })} required autocomplete="off" autofocus={autofocus} {...numeric} />
                <Field label={badge ? words.pin : words.password} type="password" value={signature.secret} onInput={(secret) => onSign({ ...signature, secret })} required autocomplete="off" {...numeric} />
            </div>
        </fieldset>
    );
}
