/* Records out of JSON from outside. What base/json.h reads brings its own faults; here are those of our own kinds. */
#include "record/record.h"

#include "base/check.h"
#include "record/record_internal.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

enum { PATH_SIZE = 128 };

/* Where a value is looked for: the member of an object, or an item of a row itself. */
struct spot {
    const struct place *in;
    const char *key; /* NULL in a row */
};

static enum status fault_spot(struct spot spot, enum status status, struct fault *fault, const char *format,
                              ...) PRINTF_LIKE(4, 5);

static enum status fault_spot(struct spot spot, enum status status, struct fault *fault, const char *format,
                              ...)
{
    char path[PATH_SIZE], words[FAULT_WORDS_SIZE];
    struct text_out out;
    text_out_init(&out, path, sizeof path);
    struct place member = {.parent = spot.in, .key = spot.key};
    place_write_path(&out, spot.key ? &member : spot.in);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    return fault_set(fault, status, 0, "%s: %s", path, words);
}

static enum status parse_text(const struct field *field, struct spot spot, struct arena *arena, void *record,
                              struct fault *fault)
{
    struct text text = {0};
    enum status status = place_text(spot.in, spot.key, &text, fault);
    if (status != STATUS_OK)
        return status;
    if (text.length > RECORD_TEXT_MAX)
        return fault_spot(spot, STATUS_NO_SPACE, fault, "a text has at most %d bytes, found %zu",
                          RECORD_TEXT_MAX, text.length);
    if (text.length > 0 && arena_copy_text(arena, text, &text) != STATUS_OK)
        return record_no_memory(arena, 0, fault);
    field_set(field, record, &text, sizeof text);
    return STATUS_OK;
}

static enum status parse_integer(const struct field *field, struct spot spot, void *record,
                                 struct fault *fault)
{
    struct field_bounds bounds = field_bounds(field);
    int64_t value = 0;
    enum status status = place_integer(spot.in, spot.key, bounds.least, bounds.most, &value, fault);
    if (status == STATUS_OK)
        field_set_integer(field, record, value);
    return status;
}

static bool is_text(struct spot spot)
{
    return json_is_string(spot.key ? json_object_get(spot.in->value, spot.key) : spot.in->value);
}

static enum status parse_cents(const struct field *field, struct spot spot, void *record, struct fault *fault)
{
    struct field_bounds bounds = field_bounds(field);
    struct money money = {0};
    enum status status = is_text(spot) ? place_money(spot.in, spot.key, &money, fault)
                                       : place_cents(spot.in, spot.key, &money, fault);
    if (status != STATUS_OK)
        return status;
    if (money.cents < bounds.least || money.cents > bounds.most) {
        char words[FAULT_WORDS_SIZE];
        return fault_spot(spot, STATUS_RANGE, fault, "%s", field_bounds_words(bounds, money, words));
    }
    field_set_integer(field, record, money.cents);
    return STATUS_OK;
}

static enum status parse_flag(const struct field *field, struct spot spot, void *record, struct fault *fault)
{
    bool flag = false;
    enum status status = place_boolean(spot.in, spot.key, &flag, fault);
    if (status == STATUS_OK)
        field_set(field, record, &flag, sizeof flag);
    return status;
}

static enum status parse_word(const struct field *field, struct spot spot, void *record, struct fault *fault)
{
    struct text text = {0};
    enum status status = place_text(spot.in, spot.key, &text, fault);
    if (status != STATUS_OK)
        return status;
    int index = field_find_word(field, text);
    if (index < 0) {
        char words[FAULT_WORDS_SIZE];
        return fault_spot(spot, STATUS_INVALID, fault, "%s", field_no_such_word(field, text, words));
    }
    field_set(field, record, &(uint8_t){(uint8_t)index}, sizeof(uint8_t));
    return STATUS_OK;
}

/* A time or a date; "" is none. The position in a fault is in the text, as with money. */
static enum status parse_moment(const struct field *field, struct spot spot, void *record,
                                struct fault *fault)
{
    struct text text = {0};
    enum status status = place_text(spot.in, spot.key, &text, fault);
    if (status != STATUS_OK || text.length == 0)
        return status;
    struct fault inner;
    struct instant time = {0};
    struct date date = {0};
    if (field->kind == FIELD_TIME)
        status = field_time_parse(text, NULL, &time, &inner);
    else
        status = date_parse(text, 0, &date, &inner);
    if (status != STATUS_OK) {
        fault_spot(spot, status, fault, "%s", inner.words);
        if (fault)
            fault->position = inner.position;
        return status;
    }
    if (field->kind == FIELD_TIME)
        field_set(field, record, &time, sizeof time);
    else
        field_set(field, record, &date, sizeof date);
    return STATUS_OK;
}

static enum status parse_seats(const struct field *field, struct spot spot, void *record, struct fault *fault)
{
    struct place list;
    uint32_t seats = 0;
    enum status status = place_list(spot.in, spot.key, &list, fault);
    if (status != STATUS_OK)
        return status;
    for (size_t i = 0; i < place_count(&list); i++) {
        struct place item = place_item(&list, i);
        int64_t seat = 0;
        status = place_integer(&item, NULL, 0, FIELD_SEAT_MOST, &seat, fault);
        if (status != STATUS_OK)
            return status;
        if (seats >> seat & 1)
            return fault_spot((struct spot){&item, NULL}, STATUS_INVALID, fault,
                              "seat %" PRId64 " is there twice", seat);
        seats |= UINT32_C(1) << seat;
    }
    field_set(field, record, &seats, sizeof seats);
    return STATUS_OK;
}

static enum status parse_object(const struct record_shape *shape, const struct place *in,
                                const char *const *others, struct arena *arena, void *record,
                                struct fault *fault);
static enum status parse_field(const struct field *field, struct spot spot, struct arena *arena, void *record,
                               struct fault *fault);

static enum status parse_row(const struct record_shape *shape, const struct place *in, struct arena *arena,
                             void *record, struct fault *fault)
{
    struct place row;
    enum status status = place_list(in, NULL, &row, fault);
    if (status != STATUS_OK)
        return status;
    if (place_count(&row) != shape->field_count)
        return fault_spot((struct spot){in, NULL}, STATUS_INVALID, fault,
                          "a row of %u values expected, found %zu", shape->field_count, place_count(&row));
    for (unsigned i = 0; i < shape->field_count; i++) {
        struct place value = place_item(&row, i);
        status = parse_field(&shape->fields[i], (struct spot){&value, NULL}, arena, record, fault);
        if (status != STATUS_OK)
            return status;
    }
    return STATUS_OK;
}

static enum status parse_items(const struct field *field, struct spot spot, struct arena *arena, void *record,
                               struct fault *fault)
{
    struct place list;
    enum status status = place_list(spot.in, spot.key, &list, fault);
    if (status != STATUS_OK)
        return status;
    struct record_items items = {0};
    for (size_t i = 0; i < place_count(&list); i++) {
        struct place place = place_item(&list, i);
        void *item;
        status = record_items_add(&items, field->items, arena, &item, 0, fault);
        if (status == STATUS_OK)
            status = field->kind == FIELD_ROWS ? parse_row(field->items, &place, arena, item, fault)
                                               : parse_object(field->items, &place, NULL, arena, item, fault);
        if (status != STATUS_OK)
            return status;
    }
    field_set_items(field, record, items.bytes, items.count);
    return STATUS_OK;
}

static enum status parse_value(const struct field *field, struct spot spot, struct arena *arena, void *record,
                               struct fault *fault)
{
    switch (field->kind) {
    case FIELD_TEXT:
        return parse_text(field, spot, arena, record, fault);
    case FIELD_NUMBER:
    case FIELD_COUNT:
        return parse_integer(field, spot, record, fault);
    case FIELD_CENTS:
        return parse_cents(field, spot, record, fault);
    case FIELD_FLAG:
        return parse_flag(field, spot, record, fault);
    case FIELD_TIME:
    case FIELD_DATE:
        return parse_moment(field, spot, record, fault);
    case FIELD_WORD:
        return parse_word(field, spot, record, fault);
    case FIELD_SEATS:
        return parse_seats(field, spot, record, fault);
    case FIELD_LIST:
    case FIELD_ROWS:
        return parse_items(field, spot, arena, record, fault);
    }
    CHECK_NEVER("a field of no kind");
}

static enum status parse_field(const struct field *field, struct spot spot, struct arena *arena, void *record,
                               struct fault *fault)
{
    enum status status = parse_value(field, spot, arena, record, fault);
    if (status == STATUS_OK && field_says_nothing(field, record))
        return fault_spot(spot, STATUS_INVALID, fault, "it must not be empty: %s", field->meaning);
    return status;
}

static enum status check_keys(const struct record_shape *shape, const struct place *in,
                              const char *const *others, struct fault *fault)
{
    const char *keys[RECORD_FIELDS_MAX + RECORD_OTHERS_MAX];
    size_t count = 0;
    CHECK_OP(shape->field_count, <=, RECORD_FIELDS_MAX);
    for (unsigned i = 0; i < shape->field_count; i++)
        keys[count++] = shape->fields[i].name;
    for (size_t i = 0; others && others[i]; i++) {
        CHECK_OP(i, <, RECORD_OTHERS_MAX);
        keys[count++] = others[i];
    }
    return place_only(in, keys, count, fault);
}

static enum status parse_object(const struct record_shape *shape, const struct place *in,
                                const char *const *others, struct arena *arena, void *record,
                                struct fault *fault)
{
    enum status status = check_keys(shape, in, others, fault);
    for (unsigned i = 0; status == STATUS_OK && i < shape->field_count; i++) {
        const struct field *field = &shape->fields[i];
        if (field->required || place_has(in, field->name))
            status = parse_field(field, (struct spot){in, field->name}, arena, record, fault);
    }
    return status;
}

enum status record_parse(const struct record_shape *shape, const struct place *in, const char *const *others,
                         struct arena *arena, void *record, struct fault *fault)
{
    memset(record, 0, shape->size);
    enum status status = parse_object(shape, in, others, arena, record, fault);
    if (status != STATUS_OK)
        memset(record, 0, shape->size);
    return status;
}
