// An amount as an odometer (odometer.ts has its rules). Who prefers less motion sees the amount change at once. The wheels
// are moved by hand, past Preact: they turn sixty times a second on machines that have other things to do.
import { useLayoutEffect, useRef } from "preact/hooks";
import { money } from "./money";
import { rollTo, shownAt, wheelAt, wheelCount, type Roll } from "./odometer";

const STRIP = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "0"];
const calm = matchMedia("(prefers-reduced-motion: reduce)");

export interface MeterProps {
    cents: number;
    label?: string; // what the amount is of, for screen readers
}

function parts(wheels: number): ("wheel" | "," | ".")[] {
    const list: ("wheel" | "," | ".")[] = [];
    for (let place = wheels - 1; place >= 0; place--) {
        list.push("wheel");
        if (place === 2) list.push(".");
        else if (place > 2 && (place - 2) % 3 === 0) list.push(",");
    }
    return list;
}

function turn(box: HTMLElement, value: number): void {
    const strips = box.querySelectorAll<HTMLElement>(".meter-strip");
    strips.forEach((strip, index) => {
        const place = strips.length - 1 - index;
        strip.style.transform = `translateY(${(-wheelAt(value, place) * 100) / STRIP.length}%)`;
    });
}

export function Meter({ cents, label }: MeterProps) {
    const box = useRef<HTMLSpanElement>(null);
    const roll = useRef<Roll>({ from: cents, to: cents, began: 0, lasts: 0 });
    const wheels = wheelCount(cents);

    useLayoutEffect(() => {
        const now = performance.now();
        roll.current = rollTo(shownAt(roll.current, now), cents, now, calm.matches ? 0 : undefined);
        let frame = 0;
        const step = (at: number): void => {
            const value = shownAt(roll.current, at);
            if (box.current) turn(box.current, value);
            if (value < roll.current.to) frame = requestAnimationFrame(step);
        };
        step(now);
        return () => cancelAnimationFrame(frame);
    }, [cents]);

    const words = money(cents);
    return (
        <span class="meter" role="img" aria-label={label ? `${label}: ${words}` : words}>
            <span ref={box} class="meter-face" aria-hidden="true">
                <span class="meter-sign">$</span>
                {parts(wheels).map((part, index) => part === "wheel"
                    ? <span key={`w${wheels - index}`} class={index >= parts(wheels).length - 2 ? "meter-wheel meter-cent" : "meter-wheel"}>
                        <span class="meter-strip">{STRIP.map((digit, at) => <span key={at}>{digit}</span>)}</span>
                    </span>
                    : <span key={`p${wheels - index}`} class={part === "." ? "meter-mark meter-point" : "meter-mark"}>{part}</span>)}
            </span>
        </span>
    );
}
