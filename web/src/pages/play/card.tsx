// A card on the felt. One that has just been dealt flies from the shoe to its place; one that is turned, turns.
import { useLayoutEffect, useRef } from "preact/hooks";
import { strings } from "../../strings";
import { CardFace } from "../../kit/card-picker";
import { moves } from "./motion";

const FLIGHT_MS = 320;

function fly(box: HTMLElement): void {
    const shoe = document.querySelector(".shoe")?.getBoundingClientRect();
    if (!shoe) return;
    const here = box.getBoundingClientRect();
    const right = shoe.left - here.left;
    const down = shoe.top - here.top;
    box.animate([
        { transform: `translate(${right}px, ${down}px) rotate(-24deg) scale(0.8)`, opacity: 0.5 },
        { opacity: 1, offset: 0.3 },
        { transform: "none" },
    ], { duration: FLIGHT_MS, easing: "cubic-bezier(.2,.75,.3,1)" });
}

// `card` is null while nobody may see it.
export function FeltCard({ card }: { card: string | null }) {
    const box = useRef<HTMLSpanElement>(null);
    const before = useRef<string | null | undefined>(undefined);
    useLayoutEffect(() => {
        const was = before.current;
        before.current = card;
        if (!moves() || !box.current || was === card) return;
        if (was === undefined) fly(box.current);
        else box.current.animate([{ transform: "rotateY(90deg)" }, { transform: "none" }], { duration: FLIGHT_MS, easing: "ease-out" });
    }, [card]);
    return (
        <span ref={box} class="felt-card">
            {card ? <CardFace card={card} /> : <span class="card card-back" role="img" aria-label={strings.play.faceDown} />}
        </span>
    );
}
