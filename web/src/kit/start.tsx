// Puts a page into its document. Importing it brings the style sheet and the theme along.
import "./style.css";
import "./theme";
import { render, type ComponentChildren } from "preact";

export function start(page: ComponentChildren): void {
    document.body.replaceChildren();
    render(page, document.body);
}
