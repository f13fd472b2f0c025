/* Writes the readable form of records. */
#include "record/record.h"

#include "base/check.h"
#include "record/record_internal.h"

#include <inttypes.h>

struct words_out {
    struct text_out *out;
    const struct zone *zone;
    bool in_list; /* whose text stands in quotes: all that is put is escaped */
};

static void put(struct words_out *words, struct text text)
{
    if (!words->in_list) {
        text_out_add_text(words->out, text);
        return;
    }
    char buffer[JSON_ESCAPE_SIZE];
    for (size_t i = 0; i < text.length; i++)
        text_out_add_text(words->out, json_escape(text.bytes[i], buffer));
}

static void put_quoted(struct words_out *words, struct text text)
{
    char buffer[JSON_ESCAPE_SIZE];
    put(words, text_of("\""));
    for (size_t i = 0; i < text.length; i++)
        put(words, json_escape(text.bytes[i], buffer));
    put(words, text_of("\""));
}

static bool wants_quotes(struct text text)
{
    for (size_t i = 0; i < text.length; i++) {
        char byte = text.bytes[i];
        if ((unsigned char)byte <= ' ' || byte == '"' || byte == ',' || byte == ';')
            return true;
    }
    return text.length == 0;
}

static void put_text(struct words_out *words, struct text text)
{
    CHECK_OP(text.length, <=, RECORD_TEXT_MAX);        /* R5 */
    CHECK_OP(text_utf8_length(text), ==, text.length); /* R5 */
    if (wants_quotes(text))
        put_quoted(words, text);
    else
        put(words, text);
}

static void put_time(struct words_out *words, struct instant time)
{
    char buffer[TIME_TEXT_SIZE];
    struct text_out out;
    struct local_time local;
    text_out_init(&out, buffer, sizeof buffer);
    if (time.ms == 0)
        text_out_add(&out, "\"\"");
    else if (local_time_of(time, words->zone, &local) == STATUS_OK)
        local_time_write(&out, &local);
    else
        instant_write(&out, time); /* at an edge of the calendar, where the zone has no local date */
    put(words, text_out_text(&out));
}

static void put_seats(struct words_out *words, uint32_t seats)
{
    char buffer[3 * (FIELD_SEAT_MOST + 1)];
    struct text_out out;
    text_out_init(&out, buffer, sizeof buffer);
    for (int seat = 0; seat <= FIELD_SEAT_MOST; seat++)
        if (seats >> seat & 1)
            text_out_add(&out, "%s%d", out.length > 0 ? "," : "", seat);
    put(words, seats ? text_out_text(&out) : text_of("\"\""));
}

static void put_small(struct words_out *words, const struct field *field, const void *record)
{
    char buffer[MONEY_TEXT_SIZE];
    struct text_out out;
    text_out_init(&out, buffer, sizeof buffer);
    if (field->kind == FIELD_CENTS)
        money_write(&out, money_of_cents(field_number(field, record)));
    else if (field->kind != FIELD_DATE)
        text_out_add(&out, "%" PRId64, field_integer(field, record));
    else if (field_is_empty(field, record))
        text_out_add(&out, "\"\"");
    else
        date_write(&out, field_date(field, record));
    put(words, text_out_text(&out));
}

static void put_items(struct words_out *words, const struct field *field, const void *record);

static void put_value(struct words_out *words, const struct field *field, const void *record)
{
    switch (field->kind) {
    case FIELD_TEXT:
        put_text(words, field_text(field, record));
        return;
    case FIELD_WORD:
        put_text(words, text_of(field_word_text(field, record)));
        return;
    case FIELD_TIME:
        put_time(words, field_time(field, record));
        return;
    case FIELD_SEATS:
        put_seats(words, field_count(field, record));
        return;
    case FIELD_NUMBER:
    case FIELD_COUNT:
    case FIELD_CENTS:
    case FIELD_DATE:
        put_small(words, field, record);
        return;
    case FIELD_LIST:
    case FIELD_ROWS:
        put_items(words, field, record);
        return;
    case FIELD_FLAG:
        break;
    }
    CHECK_NEVER("a field that has no value in words");
}

/* The fields from `first` on with their names; says whether there was one. */
static bool put_fields(struct words_out *words, const struct record_shape *shape, unsigned first,
                       const void *record)
{
    bool any = first > 0;
    for (unsigned i = first; i < shape->field_count; i++) {
        const struct field *field = &shape->fields[i];
        bool flag = field->kind == FIELD_FLAG;
        if (field_is_empty(field, record) && (flag || !field->required))
            continue; /* R2 */
        if (any)
            put(words, text_of(" "));
        put(words, text_of(field->name));
        if (!flag) {
            put(words, text_of(" "));
            put_value(words, field, record);
        }
        any = true;
    }
    return any;
}

static void put_items(struct words_out *words, const struct field *field, const void *record)
{
    uint32_t count = field_items_count(field, record);
    const char *items = field_items(field, record);
    CHECK(!words->in_list);
    CHECK_OP(count, <=, RECORD_ITEMS_MAX); /* R5 */
    put(words, text_of("\""));
    words->in_list = true;
    bool any = true;
    for (uint32_t i = 0; i < count; i++) {
        if (i > 0)
            put(words, text_of("; "));
        any = put_fields(words, field->items, 0, items + i * field->items->size);
    }
    if (!any)
        put(words, text_of(";")); /* or the empty item at the end would be none */
    words->in_list = false;
    put(words, text_of("\""));
}

static bool is_all_empty(const struct record_shape *shape, const void *record)
{
    for (unsigned i = 0; i < shape->field_count; i++)
        if (shape->fields[i].required || !field_is_empty(&shape->fields[i], record))
            return false;
    return true;
}

void record_write_words(struct text_out *out, const struct record_shape *shape, const void *record,
                        const struct zone *zone)
{
    struct words_out words = {.out = out, .zone = zone};
    if (is_all_empty(shape, record))
        return;
    const struct field *first = &shape->fields[0];
    bool unnamed = first->kind != FIELD_FLAG;
    if (unnamed && !first->required && field_is_empty(first, record))
        put(&words, text_of("\"\"")); /* keeps its place */
    else if (unnamed)
        put_value(&words, first, record);
    put_fields(&words, shape, unnamed, record);
}
