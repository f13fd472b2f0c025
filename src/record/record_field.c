/* The fields of a record one by one: their values, and the checks of input from outside. */
#include "base/check.h"
#include "record/record_internal.h"

struct field_bounds field_bounds(const struct field *field)
{
    if (field->least != 0 || field->most != 0)
        return (struct field_bounds){field->least, field->most};
    if (field->kind == FIELD_COUNT)
        return (struct field_bounds){0, UINT32_MAX};
    return (struct field_bounds){INT64_MIN, INT64_MAX};
}

bool field_is_list(const struct field *field)
{
    return field->kind == FIELD_LIST || field->kind == FIELD_ROWS;
}

bool field_is_empty(const struct field *field, const void *record)
{
    switch (field->kind) {
    case FIELD_TEXT:
        return field_text(field, record).length == 0;
    case FIELD_NUMBER:
    case FIELD_CENTS:
        return field_number(field, record) == 0;
    case FIELD_COUNT:
    case FIELD_SEATS:
        return field_count(field, record) == 0;
    case FIELD_FLAG:
        return !field_flag(field, record);
    case FIELD_TIME:
        return field_time(field, record).ms == 0;
    case FIELD_DATE:
        return field_date(field, record).year == 0;
    case FIELD_WORD:
        return field_word(field, record) == 0;
    case FIELD_LIST:
    case FIELD_ROWS:
        return field_items_count(field, record) == 0;
    }
    CHECK_NEVER("a field of no kind");
}

bool field_says_nothing(const struct field *field, const void *record)
{
    if (!field->required || !field_is_empty(field, record))
        return false;
    if (field->kind == FIELD_WORD)
        return field->words[0][0] == '\0';
    return field->kind == FIELD_TEXT || field->kind == FIELD_TIME || field->kind == FIELD_DATE;
}

const char *field_word_text(const struct field *field, const void *record)
{
    unsigned index = field_word(field, record);
    for (unsigned i = 0; i < index; i++)
        CHECK(field->words[i]);
    CHECK(field->words[index]);
    return field->words[index];
}

int field_find_word(const struct field *field, struct text word)
{
    for (int i = 0; field->words[i]; i++) {
        const char *known = field->words[i];
        size_t same = 0;
        while (same < word.length && known[same] == word.bytes[same])
            same++;
        if (same == word.length && known[same] == '\0')
            return i;
    }
    return -1;
}

/* ----------------------------------------------------------------------------------- from outside */

const char *field_no_such_word(const struct field *field, struct text word, char words[FAULT_WORDS_SIZE])
{
    struct text_out out;
    text_out_init(&out, words, FAULT_WORDS_SIZE);
    struct text_nearest nearest = text_nearest_to(word);
    for (int i = 0; field->words[i]; i++)
        text_nearest_offer(&nearest, field->words[i]);
    struct text shown = text_clipped(word, FIELD_SHOWN_MAX);
    text_out_add(&out, "\"%.*s\" is none of its words; ", TEXT_ARGUMENTS(shown));
    if (nearest.word && nearest.word[0] != '\0') {
        text_out_add(&out, "did you mean %s", nearest.word);
        return words;
    }
    text_out_add(&out, "it is one of");
    const char *separator = " ";
    for (int i = 0; field->words[i]; i++)
        if (field->words[i][0] != '\0') {
            text_out_add(&out, "%s%s", separator, field->words[i]);
            separator = ", ";
        }
    return words;
}

const char *field_bounds_words(struct field_bounds bounds, struct money found, char words[FAULT_WORDS_SIZE])
{
    struct text_out out;
    text_out_init(&out, words, FAULT_WORDS_SIZE);
    text_out_add(&out, "an amount from ");
    money_write(&out, money_of_cents(bounds.least));
    text_out_add(&out, " to ");
    money_write(&out, money_of_cents(bounds.most));
    text_out_add(&out, " expected, found ");
    money_write(&out, found);
    return words;
}

/* Whether date and clock, "2026-11-16T18:30:00", have nothing behind them that could be meant as an offset. */
static bool lacks_offset(struct text text)
{
    struct text rest = text_from(text, 19);
    for (size_t i = 0; i < rest.length; i++)
        if (rest.bytes[i] == 'Z' || rest.bytes[i] == '+' || rest.bytes[i] == '-')
            return false;
    return text.length >= 19 && text.length + 1 < TIME_TEXT_SIZE;
}

static enum status local_without_offset(struct text text, const struct zone *zone, struct instant *time,
                                        struct fault *fault)
{
    char buffer[TIME_TEXT_SIZE];
    struct text_out out;
    struct local_time local;
    text_out_init(&out, buffer, sizeof buffer);
    text_out_add_text(&out, text);
    text_out_add(&out, "Z");
    enum status status = local_time_parse(text_out_text(&out), 0, &local, fault);
    if (status != STATUS_OK)
        return status;
    status = zone_instant(zone, &local, CALENDAR_EXACT, time);
    if (status == STATUS_INVALID)
        return fault_set(
            fault, status, 1,
            "the clocks skip this time or show it twice; an offset like -08:00 says which is meant");
    if (status != STATUS_OK)
        return fault_set(fault, status, 1, "the time in UTC must be from the year %d to %d",
                         CALENDAR_YEAR_MIN, CALENDAR_YEAR_MAX);
    return STATUS_OK;
}

enum status field_time_parse(struct text text, const struct zone *zone, struct instant *time,
                             struct fault *fault)
{
    struct instant parsed = {0};
    enum status status = zone && lacks_offset(text) ? local_without_offset(text, zone, &parsed, fault)
                                                    : instant_parse(text, 0, &parsed, fault);
    if (status != STATUS_OK)
        return status;
    if (parsed.ms == 0)
        return fault_set(fault, STATUS_RANGE, 1, "the first moment of 1970 stands for no time");
    *time = parsed;
    return STATUS_OK;
}
