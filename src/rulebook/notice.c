#include "rulebook/notice.h"

#include "base/check.h"
#include "rulebook/notice_internal.h"

#include <glib.h>
#include <string.h>

/* --------------------------------------------------------------------------------------- texts */

static bool failed(const struct notice *notice)
{
    return notice->fault.status != STATUS_OK;
}

static void *kept(struct notice *notice, void *memory)
{
    if (!memory)
        (void)fault_set(&notice->fault, notice->arena->refusal, 0, "the notice is too long");
    return memory;
}

static bool is_white(gunichar letter)
{
    return letter == ' ' || (letter >= '\t' && letter <= '\r') || letter == 0x85 || letter == 0x2028 ||
           letter == 0x2029;
}

/* Characters that HTML may hold: no control characters and no Unicode noncharacters. */
static bool is_printable(gunichar letter)
{
    return letter >= ' ' && !(letter >= 0x7F && letter < 0xA0) && !(letter >= 0xFDD0 && letter <= 0xFDEF) &&
           (letter & 0xFFFE) != 0xFFFE;
}

/* The letter at `at` and its length in bytes; 0 bytes if it is none that a notice may have. */
static size_t letter_at(struct text words, size_t at, gunichar *letter)
{
    const char *bytes = words.bytes + at;
    *letter = g_utf8_get_char_validated(bytes, (gssize)(words.length - at));
    if (*letter == (gunichar)-1 || *letter == (gunichar)-2 || !(is_white(*letter) || is_printable(*letter)))
        return 0;
    return (size_t)g_unichar_to_utf8(*letter, NULL);
}

/* A copy as N1 wants it; empty, with the notice failed, if it cannot be. */
static struct text clean(struct notice *notice, const char *part, struct text words)
{
    struct text none = {"", 0};
    if (failed(notice) || words.length == 0)
        return none;
    char *copy = kept(notice, arena_alloc(notice->arena, words.length + 1, 1));
    if (!copy)
        return none;
    size_t length = 0;
    bool gap = false;
    for (size_t at = 0, step; at < words.length; at += step) {
        gunichar letter;
        step = letter_at(words, at, &letter);
        if (step == 0) {
            (void)fault_set(
                &notice->fault, STATUS_INVALID, at + 1,
                "%s of the notice: byte %zu is no letter; texts are UTF-8 without control characters", part,
                at + 1);
            return none;
        }
        if (is_white(letter)) {
            gap = length > 0;
            continue;
        }
        if (gap)
            copy[length++] = ' ';
        gap = false;
        memcpy(copy + length, words.bytes + at, step);
        length += step;
    }
    CHECK_OP(length, <=, words.length);
    return (struct text){copy, length};
}

/* --------------------------------------------------------------------------------------- building */

void notice_init(struct notice *notice, struct arena *arena)
{
    *notice = (struct notice){.arena = arena};
    for (unsigned i = 0; i < NOTICE_LINES; i++)
        notice->lines[i] = text_of("");
}

void notice_set(struct notice *notice, enum notice_line line, struct text words)
{
    static const char *const parts[NOTICE_LINES] = {
        [NOTICE_HOUSE] = "the house",
        [NOTICE_TAGLINE] = "the tagline of the house",
        [NOTICE_TITLE] = "the title",
        [NOTICE_OFFICIAL_NAME] = "the official name",
        [NOTICE_IDENTIFIER] = "the identifier",
        [NOTICE_BANNER] = "the banner",
        [NOTICE_POSTED] = "the date of posting",
        [NOTICE_RULE_DIGEST] = "the digest of the rules",
        [NOTICE_OFFER_DIGEST] = "the digest of the offer",
    };
    CHECK(line < NOTICE_LINES);
    words = clean(notice, parts[line], words);
    bool is_digest = line == NOTICE_RULE_DIGEST || line == NOTICE_OFFER_DIGEST;
    for (size_t i = 0; is_digest && i < words.length; i++)
        if (!g_ascii_isxdigit(words.bytes[i])) {
            (void)fault_set(&notice->fault, STATUS_INVALID, i + 1, "%s is not hexadecimal", parts[line]);
            return;
        }
    notice->lines[line] = words;
}

void notice_prize(struct notice *notice, struct text label, struct text amount)
{
    label = clean(notice, "the label of a prize", label);
    amount = clean(notice, "the amount of a prize", amount);
    if (failed(notice) || label.length + amount.length == 0)
        return;
    struct notice_prize *prize = kept(notice, ARENA_NEW(notice->arena, struct notice_prize));
    if (!prize)
        return;
    *prize = (struct notice_prize){.label = label, .amount = amount};
    *(notice->last_prize ? &notice->last_prize->next : &notice->prizes) = prize;
    notice->last_prize = prize;
    notice->prize_count++;
}

void notice_section(struct notice *notice, struct text heading)
{
    heading = clean(notice, "a heading", heading);
    if (failed(notice))
        return;
    struct notice_section *section = kept(notice, ARENA_NEW(notice->arena, struct notice_section));
    if (!section)
        return;
    section->heading = heading;
    *(notice->last_section ? &notice->last_section->next : &notice->sections) = section;
    notice->last_section = section;
}

static struct notice_item *add_item(struct notice *notice, enum notice_item_kind kind, struct text words)
{
    if (failed(notice))
        return NULL;
    struct notice_section *section = notice->last_section;
    CHECK(section);
    struct notice_item *item = kept(notice, ARENA_NEW(notice->arena, struct notice_item));
    if (!item)
        return NULL;
    *item = (struct notice_item){.kind = kind, .words = words};
    *(section->last_item ? &section->last_item->next : &section->items) = item;
    section->last_item = item;
    return item;
}

void notice_paragraph(struct notice *notice, struct text words)
{
    words = clean(notice, "a paragraph", words);
    if (words.length > 0)
        (void)add_item(notice, NOTICE_PARAGRAPH, words);
}

void notice_bullet(struct notice *notice, struct text words)
{
    words = clean(notice, "a bullet", words);
    if (words.length > 0)
        (void)add_item(notice, NOTICE_BULLET, words);
}

void notice_table(struct notice *notice, struct text caption)
{
    caption = clean(notice, "the caption of a table", caption);
    struct notice_table *table =
        failed(notice) ? NULL : kept(notice, ARENA_NEW(notice->arena, struct notice_table));
    if (!table)
        return;
    table->caption = caption;
    struct notice_item *item = add_item(notice, NOTICE_TABLE, text_of(""));
    if (item)
        item->table = table;
}

static struct notice_table *latest_table(struct notice *notice)
{
    CHECK(notice->last_section && notice->last_section->last_item);
    struct notice_table *table = notice->last_section->last_item->table;
    CHECK(table);
    return table;
}

void notice_column(struct notice *notice, struct text heading, enum notice_align align)
{
    heading = clean(notice, "the heading of a column", heading);
    if (failed(notice))
        return;
    struct notice_table *table = latest_table(notice);
    CHECK_OP(table->row_count, ==, 0);
    if (table->column_count == NOTICE_COLUMNS_MAX) {
        (void)fault_set(&notice->fault, STATUS_NO_SPACE, 0, "a table of the notice has more than %d columns",
                        NOTICE_COLUMNS_MAX);
        return;
    }
    table->columns[table->column_count++] = (struct notice_column){.heading = heading, .align = align};
}

void notice_row(struct notice *notice, const struct text *cells, size_t count)
{
    if (failed(notice))
        return;
    struct notice_table *table = latest_table(notice);
    CHECK(count > 0);
    CHECK_OP(count, ==, table->column_count);
    struct notice_row *row = kept(notice, ARENA_NEW(notice->arena, struct notice_row));
    struct text *copies = row ? kept(notice, ARENA_ARRAY(notice->arena, struct text, count)) : NULL;
    if (!copies)
        return;
    row->cells = copies;
    size_t letters = 0;
    for (size_t i = 0; i < count; i++) {
        copies[i] = clean(notice, "a cell of a table", cells[i]);
        letters += copies[i].length;
    }
    if (failed(notice) || letters == 0)
        return;
    *(table->last_row ? &table->last_row->next : &table->rows) = row;
    table->last_row = row;
    table->row_count++;
}

void notice_cite(struct notice *notice, struct text clause)
{
    clause = clean(notice, "a clause", clause);
    if (clause.length == 0)
        return;
    struct notice_clause *cited = kept(notice, ARENA_NEW(notice->arena, struct notice_clause));
    if (!cited)
        return;
    cited->citation = clause;
    *(notice->last_clause ? &notice->last_clause->next : &notice->clauses) = cited;
    notice->last_clause = cited;
}

enum status notice_check(const struct notice *notice, struct fault *fault)
{
    if (failed(notice)) {
        if (fault)
            *fault = notice->fault;
        return notice->fault.status;
    }
    if (notice->lines[NOTICE_TITLE].length == 0)
        return fault_set(fault, STATUS_INVALID, 0,
                         "the notice has no title; give it the advertised or the official name");
    return STATUS_OK;
}

/* --------------------------------------------------------------------------------------- shared words */

bool notice_item_shows(const struct notice_item *item)
{
    return item->kind != NOTICE_TABLE || item->table->row_count > 0;
}

bool notice_section_shows(const struct notice_section *section)
{
    for (const struct notice_item *item = section->items; item; item = item->next)
        if (notice_item_shows(item))
            return true;
    return false;
}

bool notice_table_has_headings(const struct notice_table *table)
{
    for (size_t i = 0; i < table->column_count; i++)
        if (table->columns[i].heading.length > 0)
            return true;
    return false;
}

/* Puts `name` and `words` behind what is there; nothing if there are no words. */
static void add_part(struct growing *bytes, const char *name, struct text words)
{
    if (words.length == 0)
        return;
    if (bytes->length > 0)
        growing_say(bytes, " · ");
    growing_say(bytes, name);
    growing_add(bytes, words);
}

enum status notice_approval(const struct notice *notice, struct arena *arena, struct text *approval)
{
    struct growing bytes = {.arena = arena};
    struct text official = notice->lines[NOTICE_OFFICIAL_NAME];
    if (!text_equal(official, notice->lines[NOTICE_TITLE]))
        add_part(&bytes, "Approved as ", official);
    add_part(&bytes, "", notice->lines[NOTICE_IDENTIFIER]);
    *approval = growing_text(&bytes);
    return bytes.status;
}

enum status notice_version(const struct notice *notice, struct arena *arena, struct text *version)
{
    struct growing bytes = {.arena = arena};
    add_part(&bytes, "", notice->lines[NOTICE_IDENTIFIER]);
    add_part(&bytes, "rules ", text_slice(notice->lines[NOTICE_RULE_DIGEST], 0, NOTICE_DIGEST_SHORT));
    add_part(&bytes, "offer ", text_slice(notice->lines[NOTICE_OFFER_DIGEST], 0, NOTICE_DIGEST_SHORT));
    *version = growing_text(&bytes);
    return bytes.status;
}

static void add_small_line(struct notice_small_print *small_print, const char *name, struct text words)
{
    if (words.length == 0)
        return;
    CHECK_OP(small_print->count, <, sizeof small_print->lines / sizeof small_print->lines[0]);
    small_print->lines[small_print->count++] = (struct notice_small_line){.name = name, .words = words};
}

enum status notice_small_print(const struct notice *notice, struct arena *arena,
                               struct notice_small_print *small_print)
{
    struct growing clauses = {.arena = arena};
    for (const struct notice_clause *clause = notice->clauses; clause; clause = clause->next)
        add_part(&clauses, "", clause->citation);
    small_print->count = 0;
    add_small_line(small_print, "", notice->lines[NOTICE_POSTED]);
    add_small_line(small_print, "Rules", growing_text(&clauses));
    add_small_line(small_print, "Digest of the rules", notice->lines[NOTICE_RULE_DIGEST]);
    add_small_line(small_print, "Digest of the offer", notice->lines[NOTICE_OFFER_DIGEST]);
    return clauses.status;
}
