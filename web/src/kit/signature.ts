// How a second person signs a form of somebody else: with an own badge or password, sent with the command and kept nowhere.
import type { Credentials } from "./shapes";

export interface Signature { way: "badge" | "name"; who: string; secret: string }
export const noSignature: Signature = { way: "badge", who: "", secret: "" };
export const isSigned = (signature: Signature): boolean => signature.who.trim() !== "" && signature.secret !== "";

export function credentialsOf(signature: Signature): Credentials {
    const who = signature.who.trim();
    return signature.way === "badge" ? { badge: who, pin: signature.secret } : { name: who, password: signature.secret };
}
