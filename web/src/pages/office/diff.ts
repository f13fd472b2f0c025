// What changed between two texts, line by line: the longest common sequence of lines stays, the rest is new or gone.
export interface DiffLine { kind: "same" | "added" | "removed"; words: string; line: number } // line: of the text it is in

export function diffLines(before: string, after: string): DiffLine[] {
    const old = before.split("\n");
    const now = after.split("\n");
    const longest = Array.from({ length: old.length + 1 }, () => new Uint32Array(now.length + 1));
    for (let i = old.length - 1; i >= 0; i--) {
        for (let j = now.length - 1; j >= 0; j--) {
            longest[i]![j] = old[i] === now[j] ? longest[i + 1]![j + 1]! + 1 : Math.max(longest[i + 1]![j]!, longest[i]![j + 1]!);
        }
    }
    const lines: DiffLine[] = [];
    let [i, j] = [0, 0];
    while (i < old.length || j < now.length) {
        if (i < old.length && j < now.length && old[i] === now[j]) {
            lines.push({ kind: "same", words: now[j]!, line: j + 1 });
            i++;
            j++;
        } else if (i < old.length && (j === now.length || longest[i + 1]![j]! >= longest[i]![j + 1]!)) {
            lines.push({ kind: "removed", words: old[i]!, line: ++i });
        } else {
            lines.push({ kind: "added", words: now[j]!, line: ++j });
        }
    }
    return lines;
}

// Where a line begins and ends in a text, for selecting it.
export function spanOfLine(text: string, line: number): { from: number; to: number } {
    const lines = text.split("\n");
    const from = lines.slice(0, line - 1).reduce((sum, words) => sum + words.length + 1, 0);
    return { from, to: from + (lines[line - 1]?.length ?? 0) };
}
