#include "rulebook/finding.h"

#include "base/check.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CAPACITY_FIRST = 16 };

void findings_init(struct findings *findings, struct arena *arena, size_t maximum)
{
    CHECK_OP(maximum, >, 0);
    *findings = (struct findings){.arena = arena, .maximum = maximum};
}

/* Makes room for one more; false at the maximum, or when the arena has none. */
static bool findings_grow(struct findings *findings)
{
    if (findings->count < findings->capacity)
        return true;
    if (findings->count == findings->maximum)
        return false;
    size_t capacity = findings->capacity ? findings->capacity * 2 : CAPACITY_FIRST;
    if (capacity > findings->maximum)
        capacity = findings->maximum;
    struct finding *items = ARENA_ARRAY(findings->arena, struct finding, capacity);
    if (!items)
        return false;
    if (findings->count > 0)
        memcpy(items, findings->items, findings->count * sizeof *items);
    findings->items = items;
    findings->capacity = capacity;
    return true;
}

/* A text that was cut may end in the middle of a letter of UTF-8: that letter goes. */
static size_t without_cut_letter(const char *bytes, size_t length)
{
    size_t whole = text_utf8_length((struct text){bytes, length});
    return length - whole < 4 ? whole : length;
}

/* F1: one line. What is shown may hold line ends and worse. */
static void put_on_one_line(char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)bytes[i] < 0x20 || bytes[i] == 0x7f)
            bytes[i] = ' ';
}

static enum status finding_keep(struct arena *arena, char *formatted, size_t length, struct finding *finding)
{
    const char *separator = memchr(formatted, REMEDY[0], length);
    size_t words_length = separator ? (size_t)(separator - formatted) : length;
    put_on_one_line(formatted, length);
    struct text words = {formatted, words_length};
    struct text remedy = separator ? text_from((struct text){formatted, length}, words_length + 1)
                                   : text_of("write less in one place"); /* The words were cut before it. */
    enum status status = arena_copy_text(arena, words, &finding->words);
    return status != STATUS_OK ? status : arena_copy_text(arena, remedy, &finding->remedy);
}

void findings_add(struct findings *findings, enum finding_grade grade, struct origin origin,
                  const char *format, ...)
{
    CHECK(strchr(format, REMEDY[0]));
    findings->counted[grade]++;
    char formatted[FINDING_TEXT_SIZE];
    va_list arguments;
    va_start(arguments, format);
    int wanted = vsnprintf(formatted, sizeof formatted, format, arguments);
    va_end(arguments);
    CHECK_OP(wanted, >=, 0);
    size_t length = (size_t)wanted;
    if (length >= sizeof formatted)
        length = without_cut_letter(formatted, sizeof formatted - 1);

    struct finding finding = {
        .grade = grade, .origin = origin, .number = findings->count + findings->dropped};
    if (!findings_grow(findings) || finding_keep(findings->arena, formatted, length, &finding) != STATUS_OK) {
        findings->dropped++;
        return;
    }
    findings->items[findings->count++] = finding;
}

static int compare_numbers(size_t left, size_t right)
{
    return (left > right) - (left < right);
}

static int compare_findings(const void *left_item, const void *right_item)
{
    const struct finding *left = left_item, *right = right_item;
    int files = strcmp(left->origin.file, right->origin.file);
    if (files != 0)
        return files;
    if (left->origin.line != right->origin.line)
        return compare_numbers(left->origin.line, right->origin.line);
    if (left->origin.column != right->origin.column)
        return compare_numbers(left->origin.column, right->origin.column);
    return compare_numbers(left->number, right->number);
}

void findings_sort(struct findings *findings)
{
    if (findings->count > 1)
        qsort(findings->items, findings->count, sizeof *findings->items, compare_findings);
}

const char *finding_grade_name(enum finding_grade grade)
{
    switch (grade) {
    case FINDING_UNREADABLE:
        return "unreadable";
    case FINDING_ERROR:
        return "error";
    case FINDING_WARNING:
        return "warning";
    case FINDING_GRADES:
        break;
    }
    CHECK_NEVER("a grade");
}

void origin_write(struct text_out *out, struct origin origin)
{
    text_out_add(out, "%s", origin.file);
    if (origin.line > 0)
        text_out_add(out, ":%u:%u", origin.line, origin.column);
}

void finding_write(struct text_out *out, const struct finding *finding)
{
    origin_write(out, finding->origin);
    text_out_add(out, ": %s: ", finding_grade_name(finding->grade));
    if (finding->origin.clause.length > 0) {
        text_out_add_text(out, finding->origin.clause);
        text_out_add(out, ": ");
    }
    text_out_add_text(out, finding->words);
    text_out_add(out, "; ");
    text_out_add_text(out, finding->remedy);
}
