/*
 * A report as a self-contained page: no script, no other file, no other host.
 */
#include "reports/report_internal.h"

/* The colours are those of notices, each with a contrast of at least 4.5 to 1. Printed, heads repeat on every sheet. */
static const char style[] =
    ":root{color-scheme:light dark;--paper:#fff;--text:#1a2420;--muted:#55605b;--hair:#d5dbd8;--tint:#eef4f1;"
    "--accent:#0b5d45}\n"
    "@media(prefers-color-scheme:dark){:root{--paper:#0c1a16;--text:#f2f5f3;--muted:#a9b6b0;--hair:#2c3d37;"
    "--tint:#14271f;--accent:#e8b84e}}\n"
    "*{box-sizing:border-box}\n"
    "body{margin:0;background:var(--paper);color:var(--text);font:.9375rem/1.45 'Open Sans','Noto "
    "Sans',system-ui,sans-serif;border-top:.4rem solid var(--accent)}\n"
    "main{max-width:100rem;margin:0 auto;padding:1.5rem}\n"
    "header{display:flex;flex-wrap:wrap;gap:.25rem 2rem;align-items:end;justify-content:space-between;"
    "margin-bottom:1.25rem}\n"
    ".house{margin:0;color:var(--accent);font-weight:600;letter-spacing:.05em}\n"
    "h1{margin:.1rem 0 .2rem;font-size:clamp(1.4rem,4vw,2rem);line-height:1.15;font-weight:800}\n"
    "header p{margin:0}\n"
    ".muted{color:var(--muted)}\n"
    ".scroll{overflow-x:auto}\n"
    "table{width:100%;border-collapse:collapse;font-variant-numeric:tabular-nums}\n"
    "th,td{padding:.35rem .6rem;text-align:start;vertical-align:top;border-bottom:1px solid var(--hair)}\n"
    "thead th{position:sticky;top:0;background:var(--paper);border-bottom:.12rem solid "
    "var(--accent);color:var(--muted);font-size:.87em;white-space:normal;vertical-align:bottom}\n"
    "tbody th{font-weight:400}\n"
    ".number{text-align:end;white-space:nowrap}\n"
    ".time span{white-space:nowrap}\n"
    ".wide{font-size:.8125rem}\n"
    ".wide th,.wide td{padding:.3rem .4rem}\n"
    ".wide .text{min-width:5.2em}\n"
    ".wide .text:last-child{min-width:12em}\n"
    ".minus{color:#a3241b}\n"
    "@media(prefers-color-scheme:dark){.minus{color:#ff9a8f}}\n"
    ".strong>*,.subtotal>*,.total>*{font-weight:600}\n"
    ".subtotal>*,.total>*{background:var(--tint)}\n"
    ".total>*{font-weight:800;border-top:.1rem solid var(--accent)}\n"
    ".nothing{padding:2rem 0;color:var(--muted)}\n"
    "footer{margin-top:1.5rem;color:var(--muted);font-size:.8125rem}\n"
    "footer p{margin:.2rem 0}\n"
    "@page{size:landscape;margin:12mm}\n"
    "@media print{:root{color-scheme:light;--paper:#fff;--text:#1a2420;--muted:#55605b;--hair:#d5dbd8;"
    "--tint:#eef4f1;--accent:#0b5d45}*{print-color-adjust:exact;-webkit-print-color-adjust:exact}"
    "body{font-size:8.5pt;border:0}main{max-width:none;padding:0}.scroll{overflow:visible}"
    "thead th{position:static}th,td,.wide th,.wide td{padding:.15rem .3rem}.wide{font-size:7pt}"
    ".wide .text{min-width:0}.wide "
    ".text:last-child{min-width:8rem}tr{break-inside:avoid}.minus{color:#a3241b}}\n";

static void element(struct growing *page, const char *open, struct text words, const char *close)
{
    if (words.length == 0)
        return;
    growing_say(page, open);
    growing_add_html(page, words);
    growing_say(page, close);
}

static void write_head(struct growing *page, const struct house_report *report)
{
    char words[512];
    struct text_out out;
    growing_say(page, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>");
    growing_say(page, report->kind->title);
    growing_say(page, " – ");
    growing_add_html(page, report->house);
    growing_say(page, "</title>\n<style>\n");
    growing_say(page, style);
    notice_accent_style(page, &report->accents);
    growing_say(page, "</style>\n</head>\n<body>\n<main>\n<header>\n<div>\n");
    element(page, "<p class=\"house\" dir=\"auto\">", report->house, "</p>\n");
    element(page, "<p class=\"muted\" dir=\"auto\">", report->tagline, "</p>\n");
    element(page, "<h1>", text_of(report->kind->title), "</h1>\n");
    text_out_init(&out, words, sizeof words);
    house_report_write_period(&out, report);
    element(page, "<p id=\"period\">", text_out_text(&out), "</p>\n</div>\n");
    text_out_init(&out, words, sizeof words);
    house_report_write_printed(&out, report);
    element(page, "<p class=\"muted\">", text_out_text(&out), "</p>\n</header>\n");
}

static const char *class_of(const struct report_cell *cell)
{
    switch (cell->kind) {
    case CELL_MONEY:
        return cell->number < 0 ? " class=\"number minus\"" : " class=\"number\"";
    case CELL_COUNT:
        return " class=\"number\"";
    case CELL_TEXT:
        return " class=\"text\"";
    case CELL_TIME:
    case CELL_DATE:
    case CELL_EMPTY:
        break;
    }
    return "";
}

/* Date and time of day are not broken, but a line may end between them. */
static void write_words(struct growing *page, const struct house_report *report,
                        const struct report_cell *cell)
{
    char words[64];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    house_report_write_cell(&out, report, cell);
    struct text text = text_out_text(&out);
    if (cell->kind == CELL_TIME || cell->kind == CELL_DATE) {
        size_t date = text.length; /* "Nov 2, 2026, 6:30 PM": the time of day stands behind the last comma */
        while (cell->kind == CELL_TIME && date > 0 && text.bytes[date - 1] != ',')
            date--;
        element(page, "<span class=\"time\"><span>", text_slice(text, 0, date), "</span>");
        element(page, " <span>", text_trimmed(text_from(text, date)), "</span>");
        growing_say(page, "</span>");
    } else
        growing_add(page, text);
}

static void write_cell(struct growing *page, const struct house_report *report,
                       const struct report_cell *cell, bool heads_row)
{
    growing_say(page, heads_row ? "<th scope=\"row\"" : "<td");
    growing_say(page, class_of(cell));
    growing_say(page, ">");
    if (cell->kind == CELL_TEXT)
        growing_add_html(page, cell->text);
    else if (cell->kind != CELL_EMPTY)
        write_words(page, report, cell);
    growing_say(page, heads_row ? "</th>" : "</td>");
}

static void write_row(struct growing *page, const struct house_report *report, const struct report_row *row)
{
    static const char *const classes[] = {"", " class=\"strong\"", " class=\"subtotal\"", " class=\"total\""};
    unsigned first = 0;
    growing_say(page, "<tr");
    growing_say(page, classes[row->style]);
    growing_say(page, ">");
    if (row->label.length > 0) {
        char span[48];
        struct text_out out;
        while (first < report->kind->column_count && row->cells[first].kind == CELL_EMPTY)
            first++;
        text_out_init(&out, span, sizeof span);
        text_out_add(&out, "<th scope=\"row\" colspan=\"%u\">", first);
        element(page, span, row->label, "</th>");
    }
    for (unsigned i = first; i < report->kind->column_count; i++)
        write_cell(page, report, &row->cells[i], i == 0 && row->cells[i].kind != CELL_EMPTY);
    growing_say(page, "</tr>\n");
}

static void write_table(struct growing *page, const struct house_report *report)
{
    enum { WIDE = 9 };
    const struct house_report_kind *kind = report->kind;
    growing_say(page, "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"");
    growing_say(page, kind->title);
    growing_say(page, kind->column_count > WIDE ? "\">\n<table class=\"wide\"" : "\">\n<table");
    growing_say(page, " aria-describedby=\"period\">\n<thead><tr>");
    for (unsigned i = 0; i < kind->column_count; i++) {
        growing_say(page, cell_is_right(kind->columns[i].kind) ? "<th scope=\"col\" class=\"number\">"
                                                               : "<th scope=\"col\">");
        growing_say(page, kind->columns[i].title);
        growing_say(page, "</th>");
    }
    growing_say(page, "</tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < report->row_count; i++)
        write_row(page, report, &report->rows[i]);
    growing_say(page, "</tbody>\n</table>\n</div>\n");
}

enum status report_html(const struct house_report *report, struct arena *arena, struct text *bytes)
{
    struct growing page = {.arena = arena};
    write_head(&page, report);
    if (report->row_count > 0)
        write_table(&page, report);
    else
        growing_say(&page, "<p class=\"nothing\">Nothing was recorded in this period.</p>\n");
    growing_say(&page, "<footer>\n");
    if (report->asked_by.length > 0)
        element(&page, "<p>Required by ", report->asked_by, "</p>\n");
    element(&page, "<p dir=\"auto\">", report->address, "</p>\n");
    growing_say(&page, "</footer>\n</main>\n</body>\n</html>\n");
    *bytes = growing_text(&page);
    return page.status;
}
