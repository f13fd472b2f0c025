#include "rulebook/notice_internal.h"

/*
 * The page is read on a phone, shown in a browser and printed. Its colours are those of the paper: one accent, green in
 * the light and gold in the dark, each with a contrast of at least 4.5 to 1.
 */
static const char style[] =
    ":root{color-scheme:light dark;--paper:#fff;--text:#1a2420;--muted:#55605b;--hair:#d5dbd8;--tint:#eef4f1;"
    "--accent:#0b5d45;--on-accent:#fff}\n"
    "@media(prefers-color-scheme:dark){:root{--paper:#0c1a16;--text:#f2f5f3;--muted:#a9b6b0;--hair:#2c3d37;"
    "--tint:#14271f;--accent:#e8b84e;--on-accent:#14110a}}\n"
    "*{box-sizing:border-box}\n"
    "body{margin:0;background:var(--paper);color:var(--text);font:1.0625rem/1.5 'Open Sans','Noto "
    "Sans',system-ui,"
    "sans-serif;overflow-wrap:anywhere;border-top:.6rem solid var(--accent)}\n"
    "main,footer{max-width:52rem;margin:0 auto;padding:1.5rem 1.25rem}\n"
    ".house{margin:0;color:var(--accent);font-weight:600;letter-spacing:.06em}\n"
    "h1{margin:.1rem 0 "
    ".3rem;font-size:clamp(1.8rem,6vw,3rem);line-height:1.12;font-weight:800;text-wrap:balance}\n"
    ".approval{margin:0;color:var(--muted)}\n"
    ".prizes{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,11rem),1fr));gap:.75rem;"
    "margin:1.5rem 0 0}\n"
    ".prizes div{background:var(--tint);border-top:.2rem solid var(--accent);padding:.7rem .9rem .6rem;"
    "text-align:center;display:flex;flex-direction:column}\n"
    ".prizes dt{font-weight:600;line-height:1.3}\n"
    ".prizes "
    "dd{margin:auto 0;color:var(--accent);font-weight:800;font-size:clamp(1.5rem,5vw,2.2rem);line-height:1.3;"
    "font-variant-numeric:tabular-nums}\n"
    ".banner{margin:1.5rem 0 0;padding:.7rem "
    "1rem;background:var(--accent);color:var(--on-accent);font-weight:800;"
    "font-size:1.35rem;letter-spacing:.06em;text-align:center}\n"
    "h2{margin:2rem 0 .5rem;font-size:1.3rem;line-height:1.25;color:var(--accent)}\n"
    "p,ul{margin:.5rem 0}\n"
    "ul{padding-left:1.3rem}\n"
    "li{margin:.25rem 0}\n"
    "li::marker{color:var(--accent)}\n"
    "table{width:100%;border-collapse:collapse;margin:.75rem 0 1rem;font-variant-numeric:tabular-nums}\n"
    "caption{text-align:start;color:var(--muted);padding:.2rem 0;caption-side:top}\n"
    "thead th,thead td{border-bottom:.12rem solid "
    "var(--accent);color:var(--muted);font-size:.9rem;font-weight:600;"
    "vertical-align:bottom}\n"
    "th,td{padding:.38rem .6rem;text-align:start;vertical-align:top;border-bottom:1px solid var(--hair)}\n"
    "tbody th{font-weight:400}\n"
    ".right{text-align:end}\n"
    "tbody .right{font-weight:600}\n"
    ".centre{text-align:center}\n"
    "footer{border-top:1px solid var(--hair);color:var(--muted);font-size:.8rem}\n"
    "footer p{margin:.2rem 0}\n"
    "code{font-family:ui-monospace,'DejaVu Sans Mono',monospace;font-size:.92em}\n"
    "@page{margin:15mm}\n"
    "@media "
    "print{:root{color-scheme:light;--paper:#fff;--text:#1a2420;--muted:#55605b;--hair:#d5dbd8;--tint:#"
    "eef4f1;"
    "--accent:#0b5d45;--on-accent:#fff}*{print-color-adjust:exact;-webkit-print-color-adjust:exact}"
    "body{font-size:11pt}main,footer{max-width:none;padding:.5rem 0}h2{break-after:avoid}"
    "tr,li,.prizes div{break-inside:avoid}}\n";

static void escape(struct notice_bytes *page, struct text words)
{
    size_t plain = 0;
    for (size_t i = 0; i < words.length; i++) {
        const char *name = words.bytes[i] == '&'   ? "&amp;"
                           : words.bytes[i] == '<' ? "&lt;"
                           : words.bytes[i] == '>' ? "&gt;"
                           : words.bytes[i] == '"' ? "&quot;"
                                                   : NULL;
        if (!name)
            continue;
        notice_bytes_add(page, text_slice(words, plain, i - plain));
        notice_bytes_say(page, name);
        plain = i + 1;
    }
    notice_bytes_add(page, text_from(words, plain));
}

/* <open>words</close>, and nothing at all if there are no words. A name may be written from right to left. */
static void element(struct notice_bytes *page, const char *name, const char *attributes, struct text words)
{
    if (words.length == 0)
        return;
    notice_bytes_say(page, "<");
    notice_bytes_say(page, name);
    notice_bytes_say(page, " dir=\"auto\"");
    notice_bytes_say(page, attributes);
    notice_bytes_say(page, ">");
    escape(page, words);
    notice_bytes_say(page, "</");
    notice_bytes_say(page, name);
    notice_bytes_say(page, ">\n");
}

static void write_head(struct notice_bytes *page, const struct notice *notice)
{
    notice_bytes_say(page,
                     "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                     "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>");
    escape(page, notice->lines[NOTICE_TITLE]);
    if (notice->lines[NOTICE_HOUSE].length > 0) {
        notice_bytes_say(page, " – ");
        escape(page, notice->lines[NOTICE_HOUSE]);
    }
    notice_bytes_say(page, "</title>\n<style>\n");
    notice_bytes_say(page, style);
    notice_bytes_say(page, "</style>\n</head>\n");
}

static void write_prizes(struct notice_bytes *page, const struct notice *notice)
{
    if (!notice->prizes)
        return;
    notice_bytes_say(page, "<dl class=\"prizes\">\n");
    for (const struct notice_prize *prize = notice->prizes; prize; prize = prize->next) {
        notice_bytes_say(page, "<div><dt dir=\"auto\">");
        escape(page, prize->label);
        notice_bytes_say(page, "</dt>\n<dd dir=\"auto\">");
        escape(page, prize->amount);
        notice_bytes_say(page, "</dd></div>\n");
    }
    notice_bytes_say(page, "</dl>\n");
}

/* A cell that is a heading says of what; an empty one is no heading. */
static void write_cell(struct notice_bytes *page, const char *scope, enum notice_align align,
                       struct text words)
{
    bool heading = scope && words.length > 0;
    notice_bytes_say(page, heading ? "<th dir=\"auto\" scope=\"" : "<td dir=\"auto\"");
    if (heading) {
        notice_bytes_say(page, scope);
        notice_bytes_say(page, "\"");
    }
    if (align != NOTICE_LEFT)
        notice_bytes_say(page, align == NOTICE_RIGHT ? " class=\"right\"" : " class=\"centre\"");
    notice_bytes_say(page, ">");
    escape(page, words);
    notice_bytes_say(page, heading ? "</th>" : "</td>");
}

static void write_table(struct notice_bytes *page, const struct notice_table *table)
{
    notice_bytes_say(page, "<table>\n");
    element(page, "caption", "", table->caption);
    if (notice_table_has_headings(table)) {
        notice_bytes_say(page, "<thead><tr>");
        for (size_t i = 0; i < table->column_count; i++)
            write_cell(page, "col", table->columns[i].align, table->columns[i].heading);
        notice_bytes_say(page, "</tr></thead>\n");
    }
    notice_bytes_say(page, "<tbody>\n");
    for (const struct notice_row *row = table->rows; row; row = row->next) {
        notice_bytes_say(page, "<tr>");
        for (size_t i = 0; i < table->column_count; i++)
            write_cell(page, i == 0 ? "row" : NULL, table->columns[i].align, row->cells[i]);
        notice_bytes_say(page, "</tr>\n");
    }
    notice_bytes_say(page, "</tbody>\n</table>\n");
}

static void write_section(struct notice_bytes *page, const struct notice_section *section)
{
    bool in_list = false;
    notice_bytes_say(page, "<section>\n");
    element(page, "h2", "", section->heading);
    for (const struct notice_item *item = section->items; item; item = item->next) {
        if (!notice_item_shows(item))
            continue;
        if (in_list != (item->kind == NOTICE_BULLET)) {
            notice_bytes_say(page, in_list ? "</ul>\n" : "<ul>\n");
            in_list = !in_list;
        }
        switch (item->kind) {
        case NOTICE_PARAGRAPH:
            element(page, "p", "", item->words);
            break;
        case NOTICE_BULLET:
            element(page, "li", "", item->words);
            break;
        case NOTICE_TABLE:
            write_table(page, item->table);
            break;
        }
    }
    notice_bytes_say(page, in_list ? "</ul>\n</section>\n" : "</section>\n");
}

static enum status write_foot(struct notice_bytes *page, const struct notice *notice)
{
    struct text version;
    struct notice_small_print small_print;
    enum status status = notice_version(notice, page->arena, &version);
    if (status == STATUS_OK)
        status = notice_small_print(notice, page->arena, &small_print);
    if (status != STATUS_OK)
        return status;
    notice_bytes_say(page, "<footer>\n");
    element(page, "p", "", version);
    for (size_t i = 0; i < small_print.count; i++) {
        notice_bytes_say(page, "<p dir=\"auto\">");
        notice_bytes_say(page, small_print.lines[i].name);
        notice_bytes_say(page, small_print.lines[i].name[0] ? ": " : "");
        escape(page, small_print.lines[i].words);
        notice_bytes_say(page, "</p>\n");
    }
    notice_bytes_say(page, "</footer>\n");
    return STATUS_OK;
}

enum status notice_html(const struct notice *notice, struct arena *arena, struct text *html,
                        struct fault *fault)
{
    enum status status = notice_check(notice, fault);
    if (status != STATUS_OK)
        return status;
    struct notice_bytes page = {.arena = arena};
    struct text approval = text_of("");
    write_head(&page, notice);
    notice_bytes_say(&page, "<body>\n<main>\n<header>\n");
    element(&page, "p", " class=\"house\"", notice->lines[NOTICE_HOUSE]);
    element(&page, "h1", "", notice->lines[NOTICE_TITLE]);
    status = notice_approval(notice, arena, &approval);
    element(&page, "p", " class=\"approval\"", approval);
    notice_bytes_say(&page, "</header>\n");
    write_prizes(&page, notice);
    element(&page, "p", " class=\"banner\"", notice->lines[NOTICE_BANNER]);
    for (const struct notice_section *section = notice->sections; section; section = section->next)
        if (notice_section_shows(section))
            write_section(&page, section);
    notice_bytes_say(&page, "</main>\n");
    if (status == STATUS_OK)
        status = write_foot(&page, notice);
    notice_bytes_say(&page, "</body>\n</html>\n");
    if (status == STATUS_OK)
        status = page.status;
    if (status != STATUS_OK)
        return fault_set(fault, status, 0, "the page of the notice is too long");
    *html = notice_bytes_text(&page);
    return STATUS_OK;
}
