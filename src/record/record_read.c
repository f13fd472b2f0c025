/* Reads back what record_write() wrote. The first thing that it, or an earlier program, would have written otherwise is a fault (R3). */
#include "record/record.h"

#include "base/check.h"
#include "record/record_internal.h"

struct reader {
    struct scan scan;
    struct arena *arena;
    struct fault *fault;
};

static inline bool take(struct reader *reader, char byte)
{
    struct scan *scan = &reader->scan;
    if (scan->at >= scan->text.length || scan->text.bytes[scan->at] != byte)
        return false;
    scan->at++;
    return true;
}

static enum status expected(const struct reader *reader, const char *what)
{
    return scan_expected(&reader->scan, reader->fault, what);
}

/* -------------------------------------------------------------------------------- times and dates */

/* `count` digits at `bytes`; sets `wrong` if one is none. */
static inline unsigned digits(const char *bytes, int count, bool *wrong)
{
    unsigned value = 0;
    for (int i = 0; i < count; i++) {
        unsigned digit = (unsigned char)bytes[i] - (unsigned)'0';
        *wrong |= digit > 9;
        value = value * 10 + digit;
    }
    return value;
}

enum { DATE_LENGTH = 10, TIME_LENGTH = 20, TIME_MS_LENGTH = 24 };

/* "2026-11-16" at `bytes`. */
static bool date_of(const char *bytes, struct date *date)
{
    bool wrong = bytes[4] != '-' || bytes[7] != '-';
    unsigned year = digits(bytes, 4, &wrong), month = digits(bytes + 5, 2, &wrong),
             day = digits(bytes + 8, 2, &wrong);
    if (wrong)
        return false;
    *date = (struct date){(int16_t)year, (uint8_t)month, (uint8_t)day};
    return date_is_valid(*date);
}

/* "2026-11-16T18:30:00Z", or with ".250" before the Z, never ".000". */
static bool time_of(struct text text, struct instant *time)
{
    const char *bytes = text.bytes;
    bool with_ms = text.length == TIME_MS_LENGTH;
    struct date date;
    if ((text.length != TIME_LENGTH && !with_ms) || !date_of(bytes, &date))
        return false;
    bool wrong = bytes[10] != 'T' || bytes[13] != ':' || bytes[16] != ':' || bytes[text.length - 1] != 'Z';
    unsigned hour = digits(bytes + 11, 2, &wrong), minute = digits(bytes + 14, 2, &wrong),
             second = digits(bytes + 17, 2, &wrong), ms = 0;
    if (with_ms) {
        ms = digits(bytes + 20, 3, &wrong);
        wrong |= bytes[19] != '.' || ms == 0;
    }
    if (wrong || hour > 23 || minute > 59 || second > 59)
        return false;
    int64_t seconds =
        (int64_t)date_days(date) * DAY_MINUTES * 60 + (int64_t)(hour * 3600 + minute * 60 + second);
    time->ms = seconds * 1000 + ms;
    return time->ms > 0; /* 0 is no time, and written as "" */
}

/* ----------------------------------------------------------------------------------------- values */

static enum status read_time(struct reader *reader, const struct field *field, void *record)
{
    struct text text = {0};
    struct instant time = {0};
    size_t position = scan_position(&reader->scan);
    enum status status = json_take_text(&reader->scan, reader->arena, &text, reader->fault);
    if (status != STATUS_OK)
        return status;
    if (text.length > 0 && !time_of(text, &time))
        return fault_set(reader->fault, STATUS_INVALID, position,
                         "a time like \"2026-11-16T18:30:00Z\" expected");
    field_set(field, record, &time, sizeof time);
    return STATUS_OK;
}

static enum status read_date(struct reader *reader, const struct field *field, void *record)
{
    struct text text = {0};
    struct date date = {0};
    size_t position = scan_position(&reader->scan);
    enum status status = json_take_text(&reader->scan, reader->arena, &text, reader->fault);
    if (status != STATUS_OK)
        return status;
    if (text.length > 0 && (text.length != DATE_LENGTH || !date_of(text.bytes, &date)))
        return fault_set(reader->fault, STATUS_INVALID, position, "a date like \"2026-11-16\" expected");
    field_set(field, record, &date, sizeof date);
    return STATUS_OK;
}

static enum status read_text(struct reader *reader, const struct field *field, void *record)
{
    struct text text = {0};
    enum status status = json_take_text(&reader->scan, reader->arena, &text, reader->fault);
    if (status == STATUS_OK)
        field_set(field, record, &text, sizeof text);
    return status;
}

static enum status read_word(struct reader *reader, const struct field *field, void *record)
{
    struct text text = {0};
    size_t position = scan_position(&reader->scan);
    enum status status = json_take_text(&reader->scan, reader->arena, &text, reader->fault);
    if (status != STATUS_OK)
        return status;
    int index = field_find_word(field, text);
    if (index < 0) {
        text = text_clipped(text, 40);
        return fault_set(reader->fault, STATUS_INVALID, position, "\"%.*s\" is no word for %s",
                         TEXT_ARGUMENTS(text), field->name);
    }
    field_set(field, record, &(uint8_t){(uint8_t)index}, sizeof(uint8_t));
    return STATUS_OK;
}

static enum status read_integer(struct reader *reader, const struct field *field, void *record)
{
    static const struct field_bounds count_bounds = {0, UINT32_MAX}, number_bounds = {INT64_MIN, INT64_MAX};
    int64_t value = 0;
    enum status status = json_take_integer(
        &reader->scan, field->kind == FIELD_COUNT ? count_bounds : number_bounds, &value, reader->fault);
    if (status == STATUS_OK)
        field_set_integer(field, record, value);
    return status;
}

static enum status read_flag(struct reader *reader, const struct field *field, void *record)
{
    struct text rest = text_from(reader->scan.text, reader->scan.at);
    bool flag = text_starts_with(rest, (struct text){"true", 4});
    if (!flag && !text_starts_with(rest, (struct text){"false", 5}))
        return expected(reader, "true or false");
    reader->scan.at += flag ? 4 : 5;
    field_set(field, record, &flag, sizeof flag);
    return STATUS_OK;
}

static enum status read_seats(struct reader *reader, const struct field *field, void *record)
{
    uint32_t seats = 0;
    if (!take(reader, '['))
        return expected(reader, "a list of seats");
    if (!take(reader, ']')) {
        int64_t last = -1;
        do {
            const struct field_bounds later = {last + 1, 31};
            enum status status = json_take_integer(&reader->scan, later, &last, reader->fault);
            if (status != STATUS_OK)
                return status;
            seats |= UINT32_C(1) << last;
        } while (take(reader, ','));
        if (!take(reader, ']'))
            return expected(reader, "\",\" or \"]\"");
    }
    field_set(field, record, &seats, sizeof seats);
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------ objects and lists */

static enum status read_object(struct reader *reader, const struct record_shape *shape, void *record);
static enum status read_value(struct reader *reader, const struct field *field, void *record);

static enum status read_row(struct reader *reader, const struct record_shape *shape, void *record)
{
    if (!take(reader, '['))
        return expected(reader, "\"[\" of a row");
    for (unsigned i = 0; i < shape->field_count; i++) {
        if (i > 0 && !take(reader, ','))
            return expected(reader, "\",\" and the rest of the row");
        enum status status = read_value(reader, &shape->fields[i], record);
        if (status != STATUS_OK)
            return status;
    }
    return take(reader, ']') ? STATUS_OK : expected(reader, "\"]\" at the end of the row");
}

static enum status read_item(struct reader *reader, const struct field *field, struct record_items *items)
{
    void *item;
    enum status status = record_items_add(items, field->items, reader->arena, &item,
                                          scan_position(&reader->scan), reader->fault);
    if (status != STATUS_OK)
        return status;
    return field->kind == FIELD_ROWS ? read_row(reader, field->items, item)
                                     : read_object(reader, field->items, item);
}

static enum status read_items(struct reader *reader, const struct field *field, void *record)
{
    struct record_items items = {0};
    if (!take(reader, '['))
        return expected(reader, "a list");
    if (!take(reader, ']')) {
        do {
            enum status status = read_item(reader, field, &items);
            if (status != STATUS_OK)
                return status;
        } while (take(reader, ','));
        if (!take(reader, ']'))
            return expected(reader, "\",\" or \"]\"");
    }
    field_set_items(field, record, items.bytes, items.count);
    return STATUS_OK;
}

static enum status read_value(struct reader *reader, const struct field *field, void *record)
{
    switch (field->kind) {
    case FIELD_TEXT:
        return read_text(reader, field, record);
    case FIELD_NUMBER:
    case FIELD_CENTS:
    case FIELD_COUNT:
        return read_integer(reader, field, record);
    case FIELD_FLAG:
        return read_flag(reader, field, record);
    case FIELD_TIME:
        return read_time(reader, field, record);
    case FIELD_DATE:
        return read_date(reader, field, record);
    case FIELD_WORD:
        return read_word(reader, field, record);
    case FIELD_SEATS:
        return read_seats(reader, field, record);
    case FIELD_LIST:
    case FIELD_ROWS:
        return read_items(reader, field, record);
    }
    CHECK_NEVER("a field of no kind");
}

/* Takes `"name":` if it comes next. */
static bool take_name(struct reader *reader, const char *name)
{
    const struct scan *scan = &reader->scan;
    const char *at = scan->text.bytes + scan->at, *end = scan->text.bytes + scan->text.length;
    if (at == end || *at++ != '"')
        return false;
    for (; *name; name++, at++)
        if (at == end || *at != *name)
            return false;
    if (end - at < 2 || at[0] != '"' || at[1] != ':')
        return false;
    reader->scan.at = (size_t)(at + 2 - scan->text.bytes);
    return true;
}

static enum status fault_missing(const struct reader *reader, const struct field *field)
{
    return fault_set(reader->fault, STATUS_INVALID, scan_position(&reader->scan),
                     "the field \"%s\" is expected here", field->name);
}

/* The field that the next name is of; required ones are not passed over. `next` is then behind it. */
static enum status find_field(struct reader *reader, const struct record_shape *shape, unsigned *next,
                              const struct field **found)
{
    for (; *next < shape->field_count; ++*next) {
        *found = &shape->fields[*next];
        if (take_name(reader, (*found)->name) || ((*found)->former && take_name(reader, (*found)->former))) {
            ++*next;
            return STATUS_OK;
        }
        if ((*found)->required)
            return fault_missing(reader, *found);
    }
    size_t position = scan_position(&reader->scan);
    for (unsigned i = 0; i < shape->field_count; i++)
        if (take_name(reader, shape->fields[i].name))
            return fault_set(reader->fault, STATUS_INVALID, position,
                             "the field \"%s\" of \"%s\" is not in its order", shape->fields[i].name,
                             shape->name);
    return fault_set(reader->fault, STATUS_INVALID, position, "this is no field of \"%s\"", shape->name);
}

static enum status read_fields(struct reader *reader, const struct record_shape *shape, unsigned *next,
                               void *record)
{
    do {
        const struct field *field = NULL;
        enum status status = find_field(reader, shape, next, &field);
        if (status != STATUS_OK)
            return status;
        size_t position = scan_position(&reader->scan);
        status = read_value(reader, field, record);
        if (status != STATUS_OK)
            return status;
        if (!field->required && field_is_empty(field, record))
            return fault_set(reader->fault, STATUS_INVALID, position,
                             "the field \"%s\" is empty and therefore not written", field->name);
    } while (take(reader, ','));
    return STATUS_OK;
}

static enum status read_object(struct reader *reader, const struct record_shape *shape, void *record)
{
    unsigned next = 0;
    if (!take(reader, '{'))
        return expected(reader, "\"{\"");
    if (!take(reader, '}')) {
        enum status status = read_fields(reader, shape, &next, record);
        if (status != STATUS_OK)
            return status;
        if (!take(reader, '}'))
            return expected(reader, "\",\" or \"}\"");
    }
    for (; next < shape->field_count; next++)
        if (shape->fields[next].required)
            return fault_missing(reader, &shape->fields[next]);
    return STATUS_OK;
}

enum status record_read(const struct record_shape *shape, struct text json, struct arena *arena, void *record,
                        struct fault *fault)
{
    struct reader reader = {.scan = {.text = json}, .arena = arena, .fault = fault};
    memset(record, 0, shape->size);
    enum status status = read_object(&reader, shape, record);
    if (status == STATUS_OK && reader.scan.at < json.length)
        status = expected(&reader, "nothing more after the record");
    if (status != STATUS_OK)
        memset(record, 0, shape->size);
    return status;
}
