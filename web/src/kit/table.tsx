// A table of rows. Scrolls sideways inside its own box on a narrow screen; numbers stand under each other.
import type { ComponentChildren } from "preact";
import { strings } from "../strings";

export interface Column<Row> {
    head: string;
    cell: (row: Row) => ComponentChildren;
    number?: boolean;
    heading?: boolean; // the cell that names its row
}

export interface TableProps<Row> {
    caption: string;
    columns: Column<Row>[];
    rows: Row[];
    rowKey: (row: Row) => string | number;
    empty?: string;
    captionShown?: boolean;
    onRow?: (row: Row) => void; // a row that can be opened; its heading cell becomes a button
}

export function Table<Row>(props: TableProps<Row>) {
    return (
        <div class="table-scroll" tabIndex={0} role="region" aria-label={props.caption}>
            <table class="table">
                <caption class={props.captionShown ? "" : "hidden-words"}>{props.caption}</caption>
                <thead>
                    <tr>
                        {props.columns.map((column) => (
                            <th key={column.head} scope="col" class={column.number ? "number" : ""}>{column.head}</th>
                        ))}
                    </tr>
                </thead>
                <tbody>
                    {props.rows.map((row) => (
                        <tr key={props.rowKey(row)} class={props.onRow ? "table-opens" : ""}>
                            {props.columns.map((column) => <Cell key={column.head} column={column} row={row} onRow={props.onRow} />)}
                        </tr>
                    ))}
                    {props.rows.length === 0 && (
                        <tr>
                            <td colSpan={props.columns.length} class="table-empty">{props.empty ?? strings.kit.nothingHere}</td>
                        </tr>
                    )}
                </tbody>
            </table>
        </div>
    );
}

function Cell<Row>({ column, row, onRow }: { column: Column<Row>; row: Row; onRow: ((row: Row) => void) | undefined }) {
    const content = column.cell(row);
    if (!column.heading) return <td class={column.number ? "number" : ""}>{content}</td>;
    return (
        <th scope="row">
            {onRow ? <button type="button" class="table-row-button" onClick={() => onRow(row)}>{content}</button> : content}
        </th>
    );
}
