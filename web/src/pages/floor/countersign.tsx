// A second person signs in the form, with an own badge or password. It is sent with the command and kept nowhere.
import { Field } from "../../kit/field";
import type { Signature } from "../../kit/signature";
import { strings } from "../../strings";
import { Choice } from "./tools";

const words = strings.floor.countersign;

export function Countersign({ signature, onSign }: { signature: Signature; onSign: (signature: Signature) => void }) {
    const badge = signature.way === "badge";
    return (
        <section class="floor-countersign" aria-label={words.label}>
            <div>
                <h3>{words.label}</h3>
                <p class="soft">{words.note}</p>
            </div>
            <Choice
                label={words.label}
                name="countersign"
                value={signature.way}
                onChange={(way) => onSign({ way: way as Signature["way"], who: "", secret: "" })}
                choices={[{ value: "badge", words: words.byBadge }, { value: "name", words: words.byName }]}
            />
            <div class="floor-two">
                <Field label={badge ? strings.signIn.badge : strings.signIn.name} value={signature.who} onInput={(who) => onSign({ ...signature, who })} autocomplete="off" {...(badge ? { inputmode: "numeric" as const } : {})} />
                <Field label={badge ? strings.signIn.pin : strings.signIn.password} type="password" value={signature.secret} onInput={(secret) => onSign({ ...signature, secret })} autocomplete="off" />
            </div>
        </section>
    );
}
