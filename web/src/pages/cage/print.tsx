// Slips and win pages. The window is opened by the press itself, because browsers let nothing else open one.
import { useState } from "preact/hooks";
import { strings } from "../../strings";
import { post } from "../../kit/api";
import { Button } from "../../kit/button";
import type { Payment, SlipPrinted } from "../../kit/shapes";
import { sayProblem } from "../../kit/toast";
import { load } from "./state";

const words = strings.cage;

export function Print({ payment }: { payment: Payment }) {
    const [busy, setBusy] = useState("");
    const [printed, setPrinted] = useState<SlipPrinted | null>(null);
    const print = async (wanted: { kind: string; prize?: number; award?: number }): Promise<void> => {
        const sheet = window.open("", "_blank");
        setBusy(wanted.kind);
        try {
            const slip = await post<SlipPrinted>("/api/slips", wanted);
            setPrinted(slip);
            if (sheet) sheet.location.replace(slip.url);
            await load();
        } catch (thrown) {
            sheet?.close();
            sayProblem(thrown);
        } finally {
            setBusy("");
        }
    };
    return (
        <div class="stack">
            <div class="print-row">
                <Button tone={payment.slip > 0 ? "plain" : "primary"} size="large" busy={busy === "prize-slip"} onPress={() => void print({ kind: "prize-slip", prize: payment.prize })}>
                    {payment.slip > 0 ? words.reprintSlip : words.printSlip}
                </Button>
                <Button size="large" busy={busy === "win-page"} onPress={() => void print({ kind: "win-page", award: payment.award })}>
                    {payment["win-page"] > 0 ? words.reprintWin : words.printWin}
                </Button>
            </div>
            <p role="status">
                {printed && <>{words.slipPrinted(printed.number, printed.reprint)} <a href={printed.url} target="_blank">{words.openSlip(printed.number)}</a></>}
            </p>
            <p class="soft">{words.slipNote}</p>
        </div>
    );
}
