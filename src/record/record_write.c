/* Compact JSON without a call to printf(): rounds are written by the million. */
#include "record/record.h"

#include "base/check.h"
#include "record/record_internal.h"

/* The room of a text_out; what does not fit is dropped, as text_out_add_text() does it. */
struct writer {
    char *at, *end; /* the closing zero goes to `end` at the latest */
    bool truncated;
};

static inline void put(struct writer *writer, const char *bytes, size_t length)
{
    size_t room = (size_t)(writer->end - writer->at);
    if (length > room) {
        length = room;
        writer->truncated = true;
    }
    if (length > 0)
        memcpy(writer->at, bytes, length);
    writer->at += length;
}

static inline void put_byte(struct writer *writer, char byte)
{
    if (writer->at < writer->end)
        *writer->at++ = byte;
    else
        writer->truncated = true;
}

static inline char digit(unsigned value)
{
    return (char)('0' + value);
}

enum { INTEGER_LENGTH_MAX = 20 }; /* "-9223372036854775808" */

/* The digits from `at` on; returns what is behind them. */
static inline char *integer_digits(char *at, int64_t value)
{
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    if (value < 0)
        *at++ = '-';
    size_t count = 1;
    for (uint64_t more = rest; more > 9; more /= 10)
        count++;
    for (size_t i = count; i-- > 0; rest /= 10)
        at[i] = digit((unsigned)(rest % 10));
    return at + count;
}

static inline void put_integer(struct writer *writer, int64_t value)
{
    if (writer->end - writer->at >= INTEGER_LENGTH_MAX) {
        writer->at = integer_digits(writer->at, value);
        return;
    }
    char buffer[INTEGER_LENGTH_MAX];
    put(writer, buffer, (size_t)(integer_digits(buffer, value) - buffer));
}

static void put_text_with_escapes(struct writer *writer, struct text text)
{
    CHECK_OP(text_utf8_length(text), ==, text.length); /* R5 */
    char buffer[JSON_ESCAPE_SIZE];
    for (size_t i = 0; i < text.length; i++) {
        struct text escaped = json_escape(text.bytes[i], buffer);
        put(writer, escaped.bytes, escaped.length);
    }
}

static void put_text(struct writer *writer, struct text text)
{
    CHECK_OP(text.length, <=, RECORD_TEXT_MAX); /* R5 */
    put_byte(writer, '"');
    if (json_plain_length(text) == text.length)
        put(writer, text.bytes, text.length);
    else
        put_text_with_escapes(writer, text);
    put_byte(writer, '"');
}

/* Fixed digits from `at` on; returns what is behind them. */
static inline char *two_digits(char *at, unsigned value)
{
    at[0] = digit(value / 10);
    at[1] = digit(value % 10);
    return at + 2;
}

static char *date_digits(char *at, struct date date)
{
    CHECK(date_is_valid(date));
    at = two_digits(at, (unsigned)date.year / 100);
    at = two_digits(at, (unsigned)date.year % 100);
    *at++ = '-';
    at = two_digits(at, date.month);
    *at++ = '-';
    return two_digits(at, date.day);
}

static char *clock_digits(char *at, unsigned ms_of_day)
{
    unsigned second = ms_of_day / 1000, ms = ms_of_day % 1000;
    at = two_digits(at, second / 3600);
    *at++ = ':';
    at = two_digits(at, second / 60 % 60);
    *at++ = ':';
    at = two_digits(at, second % 60);
    if (ms != 0) {
        *at++ = '.';
        *at++ = digit(ms / 100);
        at = two_digits(at, ms % 100);
    }
    return at;
}

static void put_date(struct writer *writer, struct date date)
{
    char buffer[DATE_TEXT_SIZE + 2] = "\"";
    char *at = buffer + 1;
    if (date.year != 0)
        at = date_digits(at, date);
    *at++ = '"';
    put(writer, buffer, (size_t)(at - buffer));
}

static void put_time(struct writer *writer, struct instant time)
{
    enum { DAY_MS = DAY_MINUTES * 60 * 1000 };
    char buffer[TIME_TEXT_SIZE + 2] = "\"";
    char *at = buffer + 1;
    if (time.ms != 0) {
        struct date date = {0};
        CHECK_OP(time.ms, >, 0);
        CHECK_OP(date_of_days(time.ms / DAY_MS, &date), ==, STATUS_OK);
        at = date_digits(at, date);
        *at++ = 'T';
        at = clock_digits(at, (unsigned)(time.ms % DAY_MS));
        *at++ = 'Z';
    }
    *at++ = '"';
    put(writer, buffer, (size_t)(at - buffer));
}

static void put_seats(struct writer *writer, uint32_t seats)
{
    put_byte(writer, '[');
    for (uint32_t rest = seats; rest != 0; rest &= rest - 1) {
        if (rest != seats)
            put_byte(writer, ',');
        put_integer(writer, __builtin_ctz(rest));
    }
    put_byte(writer, ']');
}

static void put_object(struct writer *writer, const struct record_shape *shape, const void *record);
static void put_value(struct writer *writer, const struct field *field, const void *record);

static void put_row(struct writer *writer, const struct record_shape *shape, const void *record)
{
    put_byte(writer, '[');
    for (unsigned i = 0; i < shape->field_count; i++) {
        if (i > 0)
            put_byte(writer, ',');
        put_value(writer, &shape->fields[i], record);
    }
    put_byte(writer, ']');
}

static void put_items(struct writer *writer, const struct field *field, const void *record)
{
    uint32_t count = field_items_count(field, record);
    const char *items = field_items(field, record);
    CHECK_OP(count, <=, RECORD_ITEMS_MAX); /* R5 */
    put_byte(writer, '[');
    for (uint32_t i = 0; i < count; i++) {
        if (i > 0)
            put_byte(writer, ',');
        if (field->kind == FIELD_ROWS)
            put_row(writer, field->items, items + i * field->items->size);
        else
            put_object(writer, field->items, items + i * field->items->size);
    }
    put_byte(writer, ']');
}

static void put_value(struct writer *writer, const struct field *field, const void *record)
{
    switch (field->kind) {
    case FIELD_TEXT:
        put_text(writer, field_text(field, record));
        return;
    case FIELD_NUMBER:
    case FIELD_CENTS:
        put_integer(writer, field_number(field, record));
        return;
    case FIELD_COUNT:
        put_integer(writer, field_count(field, record));
        return;
    case FIELD_FLAG:
        if (field_flag(field, record))
            put(writer, "true", 4);
        else
            put(writer, "false", 5);
        return;
    case FIELD_TIME:
        put_time(writer, field_time(field, record));
        return;
    case FIELD_DATE:
        put_date(writer, field_date(field, record));
        return;
    case FIELD_WORD:
        put_text(writer, text_of(field_word_text(field, record)));
        return;
    case FIELD_SEATS:
        put_seats(writer, field_count(field, record));
        return;
    case FIELD_LIST:
    case FIELD_ROWS:
        put_items(writer, field, record);
        return;
    }
    CHECK_NEVER("a field of no kind");
}

static void put_object(struct writer *writer, const struct record_shape *shape, const void *record)
{
    char separator = '{';
    for (unsigned i = 0; i < shape->field_count; i++) {
        const struct field *field = &shape->fields[i];
        if (!field->required && field_is_empty(field, record))
            continue; /* R2 */
        put_byte(writer, separator);
        put_byte(writer, '"');
        put(writer, field->name, strlen(field->name));
        put(writer, "\":", 2);
        put_value(writer, field, record);
        separator = ',';
    }
    if (separator == '{')
        put_byte(writer, '{');
    put_byte(writer, '}');
}

void record_write(struct text_out *out, const struct record_shape *shape, const void *record)
{
    struct writer writer = {.at = out->bytes + out->length, .end = out->bytes + out->size - 1};
    put_object(&writer, shape, record);
    *writer.at = '\0';
    out->length = (size_t)(writer.at - out->bytes);
    out->truncated = out->truncated || writer.truncated;
}
