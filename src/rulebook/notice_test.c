#include "rulebook/notice_internal.h"
#include "rulebook/notice_samples_test.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { ARENA_SIZE = 128 << 20, SAMPLES = 3 };

static void (*const samples[SAMPLES])(struct notice *) = {sample_progressive, sample_drawing, sample_long};

/* A notice and the arena for it and what is made of it. */
struct bench {
    struct arena arena;
    struct notice notice;
};

static void bench_init(struct bench *bench, const char *title)
{
    arena_init(&bench->arena, ARENA_SIZE);
    notice_init(&bench->notice, &bench->arena);
    notice_set(&bench->notice, NOTICE_TITLE, text_of(title));
}

static void bench_release(struct bench *bench)
{
    arena_release(&bench->arena);
}

static struct text html_of(struct bench *bench)
{
    struct text html = {0};
    struct fault fault = {0};
    if (notice_html(&bench->notice, &bench->arena, &html, &fault) != STATUS_OK)
        fail_msg("%s", fault.words);
    return html;
}

static const struct notice_sheets *sheets_of(struct bench *bench, enum notice_paper paper)
{
    const struct notice_sheets *sheets = NULL;
    struct fault fault = {0};
    if (notice_lay_out(&bench->notice, paper, &bench->arena, &sheets, &fault) != STATUS_OK)
        fail_msg("%s", fault.words);
    return sheets;
}

static struct text drawn(struct bench *bench, const struct notice_sheets *sheets, enum notice_format format,
                         size_t sheet)
{
    struct text bytes = {0};
    struct fault fault = {0};
    if (notice_draw(sheets, format, sheet, &bench->arena, &bytes, &fault) != STATUS_OK)
        fail_msg("%s", fault.words);
    return bytes;
}

static size_t count_of(struct text where, const char *what)
{
    size_t count = 0;
    struct text wanted = text_of(what);
    for (size_t i = 0; i < where.length; i++)
        count += text_starts_with(text_from(where, i), wanted);
    return count;
}

/* --------------------------------------------------------------------------------------- the page */

/* Every tag is closed in its order, every attribute is quoted, and outside of tags nothing needs an escape. */
static void assert_well_formed(struct text html)
{
    struct text open[32];
    size_t depth = 0;
    for (size_t i = 0; i < html.length; i++) {
        assert_true(html.bytes[i] != '>' || text_equal(open[depth - 1], text_of("style")));
        if (html.bytes[i] != '<')
            continue;
        size_t start = i + 1, end = start, quotes = 0;
        while (html.bytes[end] != '>' || quotes % 2 == 1) {
            quotes += html.bytes[end] == '"';
            assert_true(html.bytes[end] != '<');
            end++;
            assert_true(end < html.length);
        }
        assert_int_equal(quotes, 2 * count_of(text_slice(html, start, end - start), "=\""));
        struct text name = text_first_word(text_slice(html, start, end - start), 16);
        i = end;
        if (name.bytes[0] == '/') {
            assert_true(depth > 0);
            assert_true(text_equal(open[--depth], text_from(name, 1)));
        } else if (name.bytes[0] != '!' && !text_equal(name, text_of("meta"))) {
            assert_true(depth < 32);
            open[depth++] = name;
        }
    }
    assert_int_equal(depth, 0);
}

static void assert_said(struct text html, struct text words)
{
    for (size_t i = 0; i + words.length <= html.length; i++)
        if (text_equal(text_slice(html, i, words.length), words))
            return;
    fail_msg("\"%.*s\" is not there", TEXT_ARGUMENTS(words));
}

static void assert_table_said(struct text html, const struct notice_table *table)
{
    assert_said(html, table->caption);
    for (size_t i = 0; i < table->column_count; i++)
        assert_said(html, table->columns[i].heading);
    for (const struct notice_row *row = table->rows; row; row = row->next)
        for (size_t i = 0; i < table->column_count; i++)
            assert_said(html, row->cells[i]);
}

static void every_text_of_a_notice_is_on_its_page(void **state)
{
    (void)state;
    for (unsigned i = 0; i < SAMPLES; i++) {
        struct bench bench;
        bench_init(&bench, "");
        samples[i](&bench.notice);
        struct text html = html_of(&bench);
        for (unsigned line = 0; line < NOTICE_LINES; line++)
            assert_said(html, bench.notice.lines[line]);
        for (const struct notice_prize *prize = bench.notice.prizes; prize; prize = prize->next) {
            assert_said(html, prize->label);
            assert_said(html, prize->amount);
        }
        const struct notice_section *section = bench.notice.sections;
        for (; section; section = section->next) {
            assert_said(html, section->heading);
            for (const struct notice_item *item = section->items; item; item = item->next) {
                assert_said(html, item->words);
                if (item->table)
                    assert_table_said(html, item->table);
            }
        }
        for (const struct notice_clause *clause = bench.notice.clauses; clause; clause = clause->next)
            assert_said(html, clause->citation);
        bench_release(&bench);
    }
}

static void a_page_is_well_formed_and_needs_nothing_else(void **state)
{
    (void)state;
    for (unsigned i = 0; i < SAMPLES; i++) {
        struct bench bench;
        bench_init(&bench, "");
        samples[i](&bench.notice);
        struct text html = html_of(&bench);
        assert_well_formed(html);
        assert_true(text_starts_with(html, text_of("<!DOCTYPE html>\n<html lang=\"en\">")));
        assert_int_equal(count_of(html, "<title>"), 1);
        assert_int_equal(count_of(html, "<h1 "), 1);
        assert_int_equal(count_of(html, "name=\"viewport\""), 1);
        static const char *const outside[] = {"<script", "://", " src=", "url(", "@import", "<link"};
        for (unsigned k = 0; k < sizeof outside / sizeof outside[0]; k++)
            assert_int_equal(count_of(html, outside[k]), 0);
        bench_release(&bench);
    }
}

static void the_house_has_its_tagline_and_its_colours(void **state)
{
    (void)state;
    struct bench bench;
    bench_init(&bench, "");
    sample_progressive(&bench.notice);
    struct text usual = html_of(&bench);
    assert_int_equal(count_of(usual, "--accent:#7a1f3d"), 0);
    bench.notice.accents.light = (struct notice_accent){true, 0x7a, 0x1f, 0x3d};
    notice_set(&bench.notice, NOTICE_TAGLINE, text_of("Cards by <the> lantern"));
    struct text html = html_of(&bench);
    assert_well_formed(html);
    assert_int_equal(count_of(html, "Cards by &lt;the&gt; lantern"), 1);
    assert_int_equal(count_of(html, "--accent:#7a1f3d"), 2); /* on a screen and in print */
    assert_int_equal(count_of(html, "--accent:#e8b84e"), 2); /* on dark the usual one stays */
    bench_release(&bench);
}

static void cells_that_are_headings_say_of_what(void **state)
{
    (void)state;
    struct bench bench;
    bench_init(&bench, "");
    sample_progressive(&bench.notice);
    struct text html = html_of(&bench);
    assert_int_equal(count_of(html, "<th dir=\"auto\" scope=\"col\""), 3);
    assert_int_equal(count_of(html, "<th dir=\"auto\" scope=\"row\""), 6);
    assert_int_equal(count_of(html, "<td dir=\"auto\" class=\"right\">"), 6);
    bench_release(&bench);
}

static void what_looks_like_markup_is_shown_as_it_is(void **state)
{
    (void)state;
    static const char nasty[] = "<script>alert(\"x\")</script> & 'q' ]]> <!--";
    struct bench bench;
    bench_init(&bench, nasty);
    struct text cell = text_of(nasty);
    notice_set(&bench.notice, NOTICE_HOUSE, cell);
    notice_set(&bench.notice, NOTICE_BANNER, cell);
    notice_prize(&bench.notice, cell, cell);
    notice_section(&bench.notice, cell);
    notice_paragraph(&bench.notice, cell);
    notice_bullet(&bench.notice, cell);
    notice_table(&bench.notice, cell);
    notice_column(&bench.notice, cell, NOTICE_CENTRE);
    notice_row(&bench.notice, &cell, 1);
    notice_cite(&bench.notice, cell);
    struct text html = html_of(&bench);
    assert_well_formed(html);
    assert_int_equal(count_of(html, "<script"), 0);
    assert_int_equal(
        count_of(html, "&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; 'q' ]]&gt; &lt;!--"), 14);
    bench_release(&bench);
}

static void bullets_that_follow_each_other_are_one_list(void **state)
{
    (void)state;
    struct bench bench;
    bench_init(&bench, "Title");
    notice_section(&bench.notice, text_of("Rules"));
    notice_bullet(&bench.notice, text_of("one"));
    notice_bullet(&bench.notice, text_of("two"));
    notice_paragraph(&bench.notice, text_of("between"));
    notice_bullet(&bench.notice, text_of("three"));
    struct text html = html_of(&bench);
    assert_well_formed(html);
    assert_int_equal(count_of(html, "<ul>"), 2);
    assert_int_equal(count_of(html, "<li "), 3);
    bench_release(&bench);
}

/* --------------------------------------------------------------------------------------- the model */

static void what_is_empty_is_not_shown(void **state)
{
    (void)state;
    struct bench bench;
    struct text empty[2] = {text_of(""), text_of("  ")};
    bench_init(&bench, "Title");
    notice_prize(&bench.notice, empty[0], empty[1]);
    notice_cite(&bench.notice, empty[1]);
    notice_section(&bench.notice, text_of("Only an empty paragraph"));
    notice_paragraph(&bench.notice, text_of(" \n\t "));
    notice_section(&bench.notice, text_of("Only a table without rows"));
    notice_table(&bench.notice, text_of("No rows"));
    notice_column(&bench.notice, text_of("Column"), NOTICE_LEFT);
    notice_column(&bench.notice, text_of("Column"), NOTICE_LEFT);
    notice_row(&bench.notice, empty, 2);
    notice_section(&bench.notice, text_of("Nothing at all"));
    struct text html = html_of(&bench);
    assert_int_equal(count_of(html, "<section>"), 0);
    assert_int_equal(count_of(html, "<h2"), 0);
    assert_int_equal(count_of(html, "<table>"), 0);
    assert_int_equal(count_of(html, "<dl"), 0);
    const struct notice_sheets *sheets = sheets_of(&bench, NOTICE_A4);
    for (const struct notice_placed *placed = sheets->placed; placed; placed = placed->next)
        assert_int_equal(count_of(placed->type.words, "Only") + count_of(placed->type.words, "Column"), 0);
    bench_release(&bench);
}

static void white_space_is_single_spaces(void **state)
{
    (void)state;
    struct bench bench;
    bench_init(&bench, "  Two\r\n\t words\xE2\x80\xA8here ");
    assert_true(text_equal(bench.notice.lines[NOTICE_TITLE], text_of("Two words here")));
    bench_release(&bench);
}

static void a_text_that_is_not_utf_8_is_refused_with_its_place(void **state)
{
    (void)state;
    static const struct {
        const char *words;
        size_t length, position;
    } wrong[] = {{"ab\xFF", 3, 3},         {"ab\xC3", 3, 3},       {"\xED\xA0\x80", 3, 1},
                 {"a\0b", 3, 2},           {"a\x1B[0m", 5, 2},     {"\xC2\x85x\x7F", 4, 4},
                 {"\xC2\x90", 2, 1},       {"\xEF\xBF\xBF", 3, 1}, {"\xC0\xAFxxx", 5, 1},
                 {"\xEF\xB7\x90xx", 5, 1}, {"x\x08", 2, 2}};
    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct bench bench;
        struct text html;
        struct fault fault = {0};
        const struct notice_sheets *sheets;
        bench_init(&bench, "Title");
        notice_section(&bench.notice, text_of("Rules"));
        notice_bullet(&bench.notice, (struct text){wrong[i].words, wrong[i].length});
        notice_bullet(&bench.notice, text_of("after it"));
        assert_int_equal(notice_html(&bench.notice, &bench.arena, &html, &fault), STATUS_INVALID);
        assert_int_equal(fault.position, wrong[i].position);
        assert_non_null(strstr(fault.words, "a bullet of the notice"));
        assert_int_equal(notice_lay_out(&bench.notice, NOTICE_A4, &bench.arena, &sheets, &fault),
                         STATUS_INVALID);
        bench_release(&bench);
    }
}

static void a_digest_is_hexadecimal(void **state)
{
    (void)state;
    struct bench bench;
    struct fault fault = {0};
    bench_init(&bench, "Title");
    notice_set(&bench.notice, NOTICE_OFFER_DIGEST, text_of("0123456789abcdefABCDEF"));
    assert_int_equal(notice_check(&bench.notice, &fault), STATUS_OK);
    notice_set(&bench.notice, NOTICE_RULE_DIGEST, text_of("0123g"));
    assert_int_equal(notice_check(&bench.notice, &fault), STATUS_INVALID);
    assert_int_equal(fault.position, 5);
    bench_release(&bench);
}

static void a_notice_without_a_title_is_refused(void **state)
{
    (void)state;
    struct bench bench;
    struct fault fault = {0};
    bench_init(&bench, " ");
    assert_int_equal(notice_check(&bench.notice, &fault), STATUS_INVALID);
    assert_non_null(strstr(fault.words, "no title"));
    bench_release(&bench);
}

static void a_table_has_at_most_ten_columns(void **state)
{
    (void)state;
    struct bench bench;
    struct fault fault = {0};
    bench_init(&bench, "Title");
    notice_section(&bench.notice, text_of("Wide"));
    notice_table(&bench.notice, text_of(""));
    for (unsigned i = 0; i < NOTICE_COLUMNS_MAX; i++)
        notice_column(&bench.notice, text_of("column"), NOTICE_LEFT);
    assert_int_equal(notice_check(&bench.notice, &fault), STATUS_OK);
    notice_column(&bench.notice, text_of("one more"), NOTICE_LEFT);
    assert_int_equal(notice_check(&bench.notice, &fault), STATUS_NO_SPACE);
    bench_release(&bench);
}

static void an_arena_that_is_too_small_is_a_fault(void **state)
{
    (void)state;
    struct bench bench;
    struct arena small;
    struct text result;
    struct fault fault = {0};
    const struct notice_sheets *sheets;
    bench_init(&bench, "");
    sample_progressive(&bench.notice);
    sheets = sheets_of(&bench, NOTICE_A4);
    arena_init(&small, 6000);
    assert_int_equal(notice_html(&bench.notice, &small, &result, &fault), STATUS_NO_SPACE);
    assert_int_equal(notice_draw(sheets, NOTICE_PDF, 1, &small, &result, &fault), STATUS_NO_SPACE);
    assert_int_equal(notice_draw(sheets, NOTICE_PNG, 1, &small, &result, &fault), STATUS_NO_SPACE);
    assert_int_equal(notice_lay_out(&bench.notice, NOTICE_A4, &small, &sheets, &fault), STATUS_NO_SPACE);
    notice_init(&bench.notice, &small);
    sample_long(&bench.notice);
    assert_int_equal(notice_check(&bench.notice, &fault), STATUS_NO_SPACE);
    arena_release(&small);
    bench_release(&bench);
}

/* --------------------------------------------------------------------------------------- sheets */

/* The lines of words as placed: where they stand, and how many there are in all. */
struct spot {
    double left, top, right, bottom;
    size_t lines;
};

static struct spot spot_of(struct notice_setter *setter, const struct notice_placed *placed)
{
    struct spot spot = {.left = placed->left, .top = placed->top, .right = placed->left + placed->type.width};
    struct notice_setting *setting = notice_setting_new(setter, &placed->type);
    double before, until;
    spot.lines = notice_setting_lines(setting);
    (void)notice_setting_fit(setting, placed->first_line, 1e9, &before);
    (void)notice_setting_fit(setting, placed->first_line + placed->line_count, 1e9, &until);
    spot.bottom = placed->top + before - until;
    notice_setting_free(setting);
    return spot;
}

/* N3: words stand on the paper and beside or below each other. */
static void assert_clear(const struct notice_sheets *sheets)
{
    enum { SPOTS_MAX = 4000 };
    static struct spot spots[SPOTS_MAX];
    const struct notice_form *form = &notice_forms[sheets->paper];
    struct notice_setter *setter = notice_setter_new();
    for (size_t sheet = 0; sheet < sheets->count; sheet++) {
        size_t count = 0;
        for (const struct notice_placed *placed = sheets->placed; placed; placed = placed->next) {
            if (placed->sheet != sheet || placed->type.words.length == 0)
                continue;
            assert_true(count < SPOTS_MAX);
            struct spot spot = spot_of(setter, placed);
            assert_true(spot.left >= 0 && spot.top >= 0);
            assert_true(spot.right <= form->width && spot.bottom <= form->height);
            for (size_t i = 0; i < count; i++)
                assert_true(spot.left >= spots[i].right - 0.1 || spot.right <= spots[i].left + 0.1 ||
                            spot.top >= spots[i].bottom - 0.1 || spot.bottom <= spots[i].top + 0.1);
            spots[count++] = spot;
        }
        assert_true(count > 0);
    }
    notice_setter_free(setter);
}

/* Words that are split go on with the next line, and to the end. */
static void assert_whole(const struct notice_sheets *sheets)
{
    struct notice_setter *setter = notice_setter_new();
    for (const struct notice_placed *placed = sheets->placed; placed; placed = placed->next) {
        size_t next = placed->first_line + placed->line_count;
        if (placed->type.words.length == 0 || next == spot_of(setter, placed).lines)
            continue;
        const struct notice_placed *rest = placed->next;
        while (rest && (rest->type.words.bytes != placed->type.words.bytes || rest->first_line != next))
            rest = rest->next;
        assert_non_null(rest);
    }
    notice_setter_free(setter);
}

static void assert_fit_to_hang(struct bench *bench)
{
    for (unsigned paper = 0; paper < NOTICE_PAPERS; paper++) {
        const struct notice_sheets *sheets = sheets_of(bench, (enum notice_paper)paper);
        assert_clear(sheets);
        assert_whole(sheets);
    }
}

static size_t placed_on(const struct notice_sheets *sheets, size_t sheet, const char *words)
{
    size_t count = 0;
    for (const struct notice_placed *placed = sheets->placed; placed; placed = placed->next)
        count += placed->sheet == sheet && text_equal(placed->type.words, text_of(words));
    return count;
}

static void nothing_is_clipped_or_covered_on_any_paper(void **state)
{
    (void)state;
    for (unsigned i = 0; i < SAMPLES; i++) {
        struct bench bench;
        bench_init(&bench, "");
        samples[i](&bench.notice);
        assert_fit_to_hang(&bench);
        bench_release(&bench);
    }
}

static void a_short_notice_takes_one_sheet_and_a_long_one_more(void **state)
{
    (void)state;
    struct bench bench;
    bench_init(&bench, "");
    sample_drawing(&bench.notice);
    for (unsigned paper = 0; paper < NOTICE_PAPERS; paper++)
        assert_int_equal(notice_sheet_count(sheets_of(&bench, (enum notice_paper)paper)), 1);
    notice_init(&bench.notice, &bench.arena);
    sample_long(&bench.notice);
    for (unsigned paper = 0; paper < NOTICE_PAPERS; paper++)
        assert_true(notice_sheet_count(sheets_of(&bench, (enum notice_paper)paper)) >= 2);
    bench_release(&bench);
}

static void a_table_of_three_hundred_rows_repeats_its_headings(void **state)
{
    (void)state;
    struct bench bench;
    bench_init(&bench, "Three hundred rows");
    notice_section(&bench.notice, text_of("Chart"));
    notice_table(&bench.notice, text_of(""));
    notice_column(&bench.notice, text_of("Row"), NOTICE_LEFT);
    notice_column(&bench.notice, text_of("What"), NOTICE_CENTRE);
    notice_column(&bench.notice, text_of("Amount"), NOTICE_RIGHT);
    for (unsigned i = 1; i <= 300; i++) {
        char row[16], amount[16];
        struct text_out out;
        text_out_init(&out, row, sizeof row);
        text_out_add(&out, "row %u", i);
        text_out_init(&out, amount, sizeof amount);
        text_out_add(&out, "$%u", 25 * i);
        sample_row(&bench.notice, row, "four of a kind or better", amount);
    }
    const struct notice_sheets *sheets = sheets_of(&bench, NOTICE_A4);
    assert_true(sheets->count >= 4);
    size_t rows = 0;
    for (size_t sheet = 0; sheet < sheets->count; sheet++) {
        assert_int_equal(placed_on(sheets, sheet, "Amount"), 1);
        rows += placed_on(sheets, sheet, "four of a kind or better");
    }
    assert_int_equal(rows, 300);
    assert_int_equal(placed_on(sheets, 0, "row 1"), 1);
    assert_int_equal(placed_on(sheets, sheets->count - 1, "row 300"), 1);
    assert_clear(sheets);
    bench_release(&bench);
}

static void long_words_and_long_rows_go_on_where_there_is_room(void **state)
{
    (void)state;
    static char word[900], words[9000];
    struct bench bench;
    memset(word, 'W', sizeof word);
    for (size_t i = 0; i < sizeof words; i++)
        words[i] = i % 6 == 5 ? ' ' : 'm';
    struct text unbroken = {word, sizeof word}, many = {words, sizeof words};
    bench_init(&bench, "");
    notice_set(&bench.notice, NOTICE_TITLE, (struct text){word, 300});
    notice_set(&bench.notice, NOTICE_HOUSE, unbroken);
    notice_set(&bench.notice, NOTICE_OFFICIAL_NAME, unbroken);
    notice_set(&bench.notice, NOTICE_IDENTIFIER, unbroken);
    notice_set(&bench.notice, NOTICE_BANNER, unbroken);
    notice_set(&bench.notice, NOTICE_POSTED, unbroken);
    notice_cite(&bench.notice, unbroken);
    notice_prize(&bench.notice, text_slice(many, 0, 1500), (struct text){word, 200});
    notice_section(&bench.notice, unbroken);
    notice_paragraph(&bench.notice, many);
    notice_bullet(&bench.notice, unbroken);
    notice_table(&bench.notice, text_slice(many, 0, 600));
    struct text cells[4] = {text_slice(unbroken, 0, 100), text_slice(many, 0, 4000), text_of("$1"),
                            text_of("")};
    for (unsigned i = 0; i < 4; i++)
        notice_column(&bench.notice, cells[i], i == 2 ? NOTICE_RIGHT : NOTICE_LEFT);
    notice_row(&bench.notice, cells, 4);
    notice_row(&bench.notice, cells, 4);
    assert_fit_to_hang(&bench);
    bench_release(&bench);
}

static void other_scripts_are_drawn(void **state)
{
    (void)state;
    struct bench bench;
    bench_init(&bench, "مهرجان الجوائز");
    notice_set(&bench.notice, NOTICE_HOUSE, text_of("夏威夷花园赌场"));
    notice_prize(&bench.notice, text_of("ロイヤルフラッシュ"), text_of("₹5,000"));
    notice_section(&bench.notice, text_of("כללים"));
    notice_bullet(&bench.notice,
                  text_of("שלום $5 world مرحبا 2️⃣ 🂡 e\u0301\u0302\u0303\u0304"));
    notice_paragraph(&bench.notice, text_of("ไม่มีช่องว่างระหว่างคำในภาษาไทย"));
    assert_fit_to_hang(&bench);
    assert_well_formed(html_of(&bench));
    const struct notice_sheets *sheets = sheets_of(&bench, NOTICE_SIGN);
    assert_true(drawn(&bench, sheets, NOTICE_PDF, 1).length > 0);
    assert_true(drawn(&bench, sheets, NOTICE_SVG, 1).length > 0);
    bench_release(&bench);
}

static void any_number_of_prizes_finds_its_place(void **state)
{
    (void)state;
    static const unsigned counts[] = {1, 2, 3, 4, 5, 7, 9, 13};
    for (unsigned which = 0; which < sizeof counts / sizeof counts[0]; which++) {
        struct bench bench;
        bench_init(&bench, "Prizes");
        for (unsigned i = 0; i < counts[which]; i++)
            notice_prize(&bench.notice, text_of("Straight flush, or three of a kind"), text_of("$12,500.00"));
        assert_fit_to_hang(&bench);
        bench_release(&bench);
    }
}

/* --------------------------------------------------------------------------------------- formats */

static uint32_t big_endian(struct text bytes, size_t at)
{
    uint32_t number = 0;
    for (size_t i = 0; i < 4; i++)
        number = number << 8 | (unsigned char)bytes.bytes[at + i];
    return number;
}

static void a_png_has_the_size_of_its_paper(void **state)
{
    (void)state;
    static const int sizes[NOTICE_PAPERS][2] = {{1654, 2339}, {1700, 2200}, {1920, 1080}};
    struct bench bench;
    bench_init(&bench, "");
    sample_progressive(&bench.notice);
    for (unsigned paper = 0; paper < NOTICE_PAPERS; paper++) {
        int width, height;
        struct text png = drawn(&bench, sheets_of(&bench, (enum notice_paper)paper), NOTICE_PNG, 1);
        notice_png_size((enum notice_paper)paper, &width, &height);
        assert_int_equal(width, sizes[paper][0]);
        assert_int_equal(height, sizes[paper][1]);
        assert_true(text_starts_with(png, text_of("\x89PNG\r\n\x1A\n")));
        assert_int_equal(big_endian(png, 16), width);
        assert_int_equal(big_endian(png, 20), height);
    }
    bench_release(&bench);
}

static void a_pdf_holds_every_sheet_and_no_date(void **state)
{
    (void)state;
    struct bench bench;
    bench_init(&bench, "");
    sample_long(&bench.notice);
    const struct notice_sheets *sheets = sheets_of(&bench, NOTICE_A4);
    struct text pdf = drawn(&bench, sheets, NOTICE_PDF, 1);
    assert_true(text_starts_with(pdf, text_of("%PDF-")));
    assert_int_equal(count_of(pdf, "/Type /Page "), sheets->count);
    assert_int_equal(count_of(pdf, "CreationDate"), 0);
    assert_true(text_equal(pdf, drawn(&bench, sheets_of(&bench, NOTICE_A4), NOTICE_PDF, 1)));
    bench_release(&bench);
}

static void an_svg_or_png_shows_one_sheet_of_those_there_are(void **state)
{
    (void)state;
    struct bench bench;
    struct text bytes;
    struct fault fault = {0};
    bench_init(&bench, "");
    sample_long(&bench.notice);
    const struct notice_sheets *sheets = sheets_of(&bench, NOTICE_LETTER);
    size_t last = notice_sheet_count(sheets);
    struct text svg = drawn(&bench, sheets, NOTICE_SVG, last);
    assert_int_equal(count_of(svg, "<svg "), 1);
    assert_int_equal(count_of(svg, "width=\"612pt\" height=\"792pt\""), 1);
    struct text png = drawn(&bench, sheets, NOTICE_PNG, last);
    assert_true(text_equal(png, drawn(&bench, sheets, NOTICE_PNG, last)));
    assert_false(text_equal(png, drawn(&bench, sheets, NOTICE_PNG, 1)));
    assert_int_equal(notice_draw(sheets, NOTICE_SVG, last + 1, &bench.arena, &bytes, &fault), STATUS_RANGE);
    assert_int_equal(notice_draw(sheets, NOTICE_PNG, 0, &bench.arena, &bytes, &fault), STATUS_RANGE);
    bench_release(&bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_text_of_a_notice_is_on_its_page),
        cmocka_unit_test(a_page_is_well_formed_and_needs_nothing_else),
        cmocka_unit_test(the_house_has_its_tagline_and_its_colours),
        cmocka_unit_test(cells_that_are_headings_say_of_what),
        cmocka_unit_test(what_looks_like_markup_is_shown_as_it_is),
        cmocka_unit_test(bullets_that_follow_each_other_are_one_list),
        cmocka_unit_test(what_is_empty_is_not_shown),
        cmocka_unit_test(white_space_is_single_spaces),
        cmocka_unit_test(a_text_that_is_not_utf_8_is_refused_with_its_place),
        cmocka_unit_test(a_digest_is_hexadecimal),
        cmocka_unit_test(a_notice_without_a_title_is_refused),
        cmocka_unit_test(a_table_has_at_most_ten_columns),
        cmocka_unit_test(an_arena_that_is_too_small_is_a_fault),
        cmocka_unit_test(nothing_is_clipped_or_covered_on_any_paper),
        cmocka_unit_test(a_short_notice_takes_one_sheet_and_a_long_one_more),
        cmocka_unit_test(a_table_of_three_hundred_rows_repeats_its_headings),
        cmocka_unit_test(long_words_and_long_rows_go_on_where_there_is_room),
        cmocka_unit_test(other_scripts_are_drawn),
        cmocka_unit_test(any_number_of_prizes_finds_its_place),
        cmocka_unit_test(a_png_has_the_size_of_its_paper),
        cmocka_unit_test(a_pdf_holds_every_sheet_and_no_date),
        cmocka_unit_test(an_svg_or_png_shows_one_sheet_of_those_there_are),
    };
    return cmocka_run_group_tests_name("notice", tests, NULL, NULL);
}
