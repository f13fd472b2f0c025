// Reads the text of a stream of server-sent events, in pieces of any size.
//
// A message ends at an empty line. Comments, which keep a quiet connection alive, are no messages. A line that does not
// end is cut at LINE_MAX: the stream is then not the feed that it claims to be.
export interface FeedText { name: string; id: string; data: string }

export const LINE_MAX = 1 << 20;

export class FeedParser {
    private rest = "";
    private name = "";
    private data: string[] = [];
    private id = "";

    // The messages that this piece completes.
    take(piece: string): FeedText[] {
        const lines = (this.rest + piece).split(/\r\n|\n|\r(?!$)/);
        this.rest = lines.pop() ?? "";
        if (this.rest.length > LINE_MAX) throw new Error("a line of the feed does not end");
        const messages: FeedText[] = [];
        for (const line of lines) {
            if (line === "") this.finish(messages);
            else this.field(line);
        }
        return messages;
    }

    private finish(messages: FeedText[]): void {
        if (this.data.length > 0) messages.push({ name: this.name || "message", id: this.id, data: this.data.join("\n") });
        this.name = "";
        this.data = [];
    }

    private field(line: string): void {
        const colon = line.indexOf(":");
        const name = colon < 0 ? line : line.slice(0, colon);
        const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
        if (name === "event") this.name = value;
        else if (name === "data") this.data.push(value);
        else if (name === "id") this.id = value;
    }
}
