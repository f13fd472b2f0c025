// A round looked at again: the felt shows it, and these are the buttons of a player.
import { strings } from "../../strings";
import { Button } from "../../kit/button";
import { ruleNote } from "../../kit/titles";
import { goTo, pause, playing, replay, startPlaying, stopReplay } from "./history";

const words = strings.play;

const ICONS = {
    first: "M3 3h2v10H3zM13 3v10L6 8z",
    back: "M11 3v10L4 8z",
    play: "M4 2v12l9-6z",
    pause: "M3 3h4v10H3zM9 3h4v10H9z",
    forward: "M5 3v10l7-5z",
    last: "M11 3h2v10h-2zM3 3v10l7-5z",
};

export function Icon({ name }: { name: keyof typeof ICONS }) {
    return <svg class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false"><path d={ICONS[name]} /></svg>;
}

export function ReplayBar() {
    const shown = replay.value;
    if (!shown) return null;
    const last = shown.frames.length - 1;
    const frame = shown.frames[shown.at]!;
    const jump = (at: number) => () => {
        pause();
        goTo(at);
    };
    return (
        <div class="tray replay" role="group" aria-label={words.replayOf(shown.round.round)}>
            <div class="replay-words">
                <b>{words.replayOf(shown.round.round)}</b>
                <p aria-live="polite">{shown.at === 0 ? words.replayBegins : frame.words}{frame.clause && <small>{ruleNote(frame.clause)}</small>}</p>
            </div>
            <input
                type="range" class="replay-range" min={0} max={last} value={shown.at} aria-label={words.step}
                aria-valuetext={words.stepOf(shown.at, last)}
                onInput={(event) => jump(Number(event.currentTarget.value))()}
            />
            <div class="replay-buttons">
                <Button label={words.first} disabled={shown.at === 0} onPress={jump(0)}><Icon name="first" /></Button>
                <Button label={words.back} disabled={shown.at === 0} onPress={jump(shown.at - 1)}><Icon name="back" /></Button>
                <Button label={playing.value ? words.pause : words.playOn} tone="primary" onPress={() => (playing.value ? pause() : startPlaying())}><Icon name={playing.value ? "pause" : "play"} /></Button>
                <Button label={words.forward} disabled={shown.at === last} onPress={jump(shown.at + 1)}><Icon name="forward" /></Button>
                <Button label={words.last} disabled={shown.at === last} onPress={jump(last)}><Icon name="last" /></Button>
                <span class="number soft">{words.stepOf(shown.at, last)}</span>
                <Button tone="quiet" onPress={stopReplay}>{words.backToTable}</Button>
            </div>
        </div>
    );
}
