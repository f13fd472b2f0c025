#include "base/check.h"
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

/* <open>words</close>, and nothing at all if there are no words. A name may be written from right to left. */
static void element(struct growing *page, const char *name, const char *attributes, struct text words)
{
    if (words.length == 0)
        return;
    growing_say(page, "<");
    growing_say(page, name);
    growing_say(page, " dir=\"auto\"");
    growing_say(page, attributes);
    growing_say(page, ">");
    growing_add_html(page, words);
    growing_say(page, "</");
    growing_say(page, name);
    growing_say(page, ">\n");
}

void notice_accent_style(struct growing *page, const struct notice_accents *accents)
{
    char rules[256];
    struct text_out out;
    struct notice_accent light = accents->light, dark = accents->dark;
    if (!light.set && !dark.set)
        return;
    if (!light.set)
        light = (struct notice_accent){.red = 0x0b, .green = 0x5d, .blue = 0x45};
    if (!dark.set)
        dark = (struct notice_accent){.red = 0xe8, .green = 0xb8, .blue = 0x4e};
    text_out_init(&out, rules, sizeof rules);
    text_out_add(&out,
                 ":root{--accent:#%02x%02x%02x}\n"
                 "@media(prefers-color-scheme:dark){:root{--accent:#%02x%02x%02x}}\n"
                 "@media print{:root{--accent:#%02x%02x%02x}}\n",
                 light.red, light.green, light.blue, dark.red, dark.green, dark.blue, light.red, light.green,
                 light.blue);
    CHECK(!out.truncated);
    growing_say(page, rules);
}

static void write_head(struct growing *page, const struct notice *notice)
{
    growing_say(page, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>");
    growing_add_html(page, notice->lines[NOTICE_TITLE]);
    if (notice->lines[NOTICE_HOUSE].length > 0) {
        growing_say(page, " – ");
        growing_add_html(page, notice->lines[NOTICE_HOUSE]);
    }
    growing_say(page, "</title>\n<style>\n");
    growing_say(page, style);
    notice_accent_style(page, &notice->accents);
    growing_say(page, "</style>\n</head>\n");
}

static void write_prizes(struct growing *page, const struct notice *notice)
{
    if (!notice->prizes)
        return;
    growing_say(page, "<dl class=\"prizes\">\n");
    for (const struct notice_prize *prize = notice->prizes; prize; prize = prize->next) {
        growing_say(page, "<div><dt dir=\"auto\">");
        growing_add_html(page, prize->label);
        growing_say(page, "</dt>\n<dd dir=\"auto\">");
        growing_add_html(page, prize->amount);
        growing_say(page, "</dd></div>\n");
    }
    growing_say(page, "</dl>\n");
}

/* A cell that is a heading says of what; an empty one is no heading. */
static void write_cell(struct growing *page, const char *scope, enum notice_align align, struct text words)
{
    bool heading = scope && words.length > 0;
    growing_say(page, heading ? "<th dir=\"auto\" scope=\"" : "<td dir=\"auto\"");
    if (heading) {
        growing_say(page, scope);
        growing_say(page, "\"");
    }
    if (align != NOTICE_LEFT)
        growing_say(page, align == NOTICE_RIGHT ? " class=\"right\"" : " class=\"centre\"");
    growing_say(page, ">");
    growing_add_html(page, words);
    growing_say(page, heading ? "</th>" : "</td>");
}

static void write_table(struct growing *page, const struct notice_table *table)
{
    growing_say(page, "<table>\n");
    element(page, "caption", "", table->caption);
    if (notice_table_has_headings(table)) {
        growing_say(page, "<thead><tr>");
        for (size_t i = 0; i < table->column_count; i++)
            write_cell(page, "col", table->columns[i].align, table->columns[i].heading);
        growing_say(page, "</tr></thead>\n");
    }
    growing_say(page, "<tbody>\n");
    for (const struct notice_row *row = table->rows; row; row = row->next) {
        growing_say(page, "<tr>");
        for (size_t i = 0; i < table->column_count; i++)
            write_cell(page, i == 0 ? "row" : NULL, table->columns[i].align, row->cells[i]);
        growing_say(page, "</tr>\n");
    }
    growing_say(page, "</tbody>\n</table>\n");
}

static void write_section(struct growing *page, const struct notice_section *section)
{
    bool in_list = false;
    growing_say(page, "<section>\n");
    element(page, "h2", "", section->heading);
    for (const struct notice_item *item = section->items; item; item = item->next) {
        if (!notice_item_shows(item))
            continue;
        if (in_list != (item->kind == NOTICE_BULLET)) {
            growing_say(page, in_list ? "</ul>\n" : "<ul>\n");
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
    growing_say(page, in_list ? "</ul>\n</section>\n" : "</section>\n");
}

static enum status write_foot(struct growing *page, const struct notice *notice)
{
    struct text version;
    struct notice_small_print small_print;
    enum status status = notice_version(notice, page->arena, &version);
    if (status == STATUS_OK)
        status = notice_small_print(notice, page->arena, &small_print);
    if (status != STATUS_OK)
        return status;
    growing_say(page, "<footer>\n");
    element(page, "p", "", version);
    for (size_t i = 0; i < small_print.count; i++) {
        growing_say(page, "<p dir=\"auto\">");
        growing_say(page, small_print.lines[i].name);
        growing_say(page, small_print.lines[i].name[0] ? ": " : "");
        growing_add_html(page, small_print.lines[i].words);
        growing_say(page, "</p>\n");
    }
    growing_say(page, "</footer>\n");
    return STATUS_OK;
}

enum status notice_html(const struct notice *notice, struct arena *arena, struct text *html,
                        struct fault *fault)
{
    enum status status = notice_check(notice, fault);
    if (status != STATUS_OK)
        return status;
    struct growing page = {.arena = arena};
    struct text approval = text_of("");
    write_head(&page, notice);
    growing_say(&page, "<body>\n<main>\n<header>\n");
    element(&page, "p", " class=\"house\"", notice->lines[NOTICE_HOUSE]);
    element(&page, "p", " class=\"approval\"", notice->lines[NOTICE_TAGLINE]);
    element(&page, "h1", "", notice->lines[NOTICE_TITLE]);
    status = notice_approval(notice, arena, &approval);
    element(&page, "p", " class=\"approval\"", approval);
    growing_say(&page, "</header>\n");
    write_prizes(&page, notice);
    element(&page, "p", " class=\"banner\"", notice->lines[NOTICE_BANNER]);
    for (const struct notice_section *section = notice->sections; section; section = section->next)
        if (notice_section_shows(section))
            write_section(&page, section);
    growing_say(&page, "</main>\n");
    if (status == STATUS_OK)
        status = write_foot(&page, notice);
    growing_say(&page, "</body>\n</html>\n");
    if (status == STATUS_OK)
        status = page.status;
    if (status != STATUS_OK)
        return fault_set(fault, status, 0, "the page of the notice is too long");
    *html = growing_text(&page);
    return STATUS_OK;
}
