/*
 * Any bytes as a notice: the first byte of each line says what is added, the rest is its text. Either the notice is refused
 * with words, or it becomes a page in which no byte of the input opens a tag.
 */
#include "base/check.h"
#include "rulebook/notice.h"

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { ARENA_SIZE = 16 << 20, TAGS_MAX = 64 };

/* What a builder may do: rows need a table with columns, items a section. */
static void add_line(struct notice *notice, char kind, struct text words)
{
    const struct notice_section *section = notice->last_section;
    const struct notice_item *item = section ? section->last_item : NULL;
    const struct notice_table *table = item ? item->table : NULL;
    struct text cells[NOTICE_COLUMNS_MAX];
    for (size_t i = 0; i < NOTICE_COLUMNS_MAX; i++)
        cells[i] = text_from(words, i);
    if (kind >= '0' && kind < '0' + NOTICE_LINES)
        notice_set(notice, (enum notice_line)(kind - '0'), words);
    else if (kind == '$')
        notice_prize(notice, words, words);
    else if (kind == '#')
        notice_section(notice, words);
    else if (kind == '@')
        notice_cite(notice, words);
    else if (section && kind == 'p')
        notice_paragraph(notice, words);
    else if (section && kind == '-')
        notice_bullet(notice, words);
    else if (section && kind == 't')
        notice_table(notice, words);
    else if (table && table->row_count == 0 && kind == '|')
        notice_column(notice, words, (enum notice_align)(words.length % 3));
    else if (table && table->column_count > 0 && kind == 'r')
        notice_row(notice, cells, table->column_count);
}

static struct text line_from(struct text *rest)
{
    size_t length = 0;
    while (length < rest->length && rest->bytes[length] != '\n')
        length++;
    struct text line = text_slice(*rest, 0, length);
    *rest = text_from(*rest, length + 1);
    return line;
}

/* Walks the tags and checks that they close in order. */
static void check_tags(struct text html)
{
    struct text open[TAGS_MAX];
    size_t depth = 0;
    for (size_t i = 0; i < html.length; i++) {
        if (html.bytes[i] != '<')
            continue;
        bool closes = html.bytes[i + 1] == '/';
        size_t start = i + 1 + closes, end = start;
        while (html.bytes[end] != '>' && html.bytes[end] != ' ')
            end++;
        struct text name = text_slice(html, start, end - start);
        if (closes) {
            CHECK_OP(depth, >, 0);
            depth--;
            CHECK(text_equal(open[depth], name));
        } else if (!text_equal(name, text_of("!DOCTYPE")) && !text_equal(name, text_of("meta"))) {
            CHECK_OP(depth, <, TAGS_MAX);
            open[depth++] = name;
        }
    }
    CHECK_OP(depth, ==, 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena arena;
    struct notice notice;
    struct fault fault = {0};
    struct text html, rest = {(const char *)data, size};
    arena_init(&arena, ARENA_SIZE);
    notice_init(&notice, &arena);
    while (rest.length > 0) {
        struct text line = line_from(&rest);
        if (line.length > 0)
            add_line(&notice, line.bytes[0], text_from(line, 1));
    }
    enum status status = notice_html(&notice, &arena, &html, &fault);
    if (status == STATUS_OK) {
        check_tags(html);
    } else {
        CHECK_OP(fault.status, ==, status);
        CHECK(strlen(fault.words) > 0);
    }
    arena_release(&arena);
    return 0;
}
