// The colours of kit.css, held to the contrast that WCAG AA asks of text: 4.5 to 1.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const css = readFileSync(`${process.env["CARDROOM_WEB"]}/src/kit/kit.css`, "utf8");

function colours(selector: string): Record<string, string> {
    const block = css.slice(css.indexOf(`${selector} {`)).split("}")[0]!;
    return Object.fromEntries([...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map((found) => [found[1]!, found[2]!]));
}

function luminance(colour: string): number {
    const [red, green, blue] = [1, 3, 5].map((at) => {
        const part = parseInt(colour.slice(at, at + 2), 16) / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function contrast(one: string, other: string): number {
    const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
    return (light! + 0.05) / (dark! + 0.05);
}

const pairs = [
    ["ink", "ground"], ["ink", "surface"], ["ink", "sunken"], ["ink", "bad-wash"], ["ink", "green-wash"],
    ["ink-soft", "ground"], ["ink-soft", "surface"], ["ink-soft", "sunken"], ["ink-soft", "green-wash"], ["ink-soft", "bad-wash"],
    ["green", "ground"], ["green", "surface"], ["green", "green-wash"], ["on-green", "green"], ["on-green", "green-hover"],
    ["gold", "ground"], ["gold", "surface"], ["gold", "gold-wash"], ["on-gold", "gold-fill"], ["on-gold", "gold-fill-hover"],
    ["bad", "surface"], ["bad", "bad-wash"], ["bad", "ground"], ["warn", "surface"], ["warn", "warn-wash"], ["warn", "ground"],
] as const;

for (const [theme, selector] of [["light", ":root"], ["dark", ':root[data-theme="dark"]']] as const) {
    test(`text can be read on every ground, ${theme}`, () => {
        const known = { ...colours(":root"), ...colours(selector) };
        for (const [text, ground] of pairs) {
            const ratio = contrast(known[text]!, known[ground]!);
            assert.ok(ratio >= 4.5, `${text} on ${ground} is ${ratio.toFixed(2)} to 1`);
        }
    });
}
