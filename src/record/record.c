#include "record/record.h"

#include "base/check.h"
#include "record/record_internal.h"

#include <string.h>

/* ----------------------------------------------------------------------------------------- shapes */

static bool name_is_good(const char *name)
{
    if (!(name[0] >= 'a' && name[0] <= 'z'))
        return false;
    for (const char *at = name; *at; at++)
        if (!((*at >= 'a' && *at <= 'z') || (*at >= '0' && *at <= '9') || *at == '-'))
            return false;
    return true;
}

static bool kind_has_bounds(enum field_kind kind)
{
    return kind == FIELD_NUMBER || kind == FIELD_COUNT || kind == FIELD_CENTS;
}

static size_t kind_size(enum field_kind kind)
{
    switch (kind) {
    case FIELD_TEXT:
        return sizeof(struct text);
    case FIELD_NUMBER:
    case FIELD_CENTS:
        return sizeof(int64_t);
    case FIELD_COUNT:
    case FIELD_SEATS:
        return sizeof(uint32_t);
    case FIELD_FLAG:
        return sizeof(bool);
    case FIELD_TIME:
        return sizeof(struct instant);
    case FIELD_DATE:
        return sizeof(struct date);
    case FIELD_WORD:
        return sizeof(uint8_t);
    case FIELD_LIST:
    case FIELD_ROWS:
        return sizeof(const void *);
    }
    CHECK_NEVER("a field of no kind");
}

static void check_words(const struct field *field)
{
    int count = 0;
    for (; field->words[count]; count++) {
        CHECK(text_utf8_length(text_of(field->words[count])) == strlen(field->words[count]));
        CHECK_OP(field_find_word(field, text_of(field->words[count])), ==, count);
    }
    CHECK(count >= 1 && count <= UINT8_MAX);
}

static void check_field(const struct field *field, const struct record_shape *shape)
{
    CHECK(field->name && name_is_good(field->name) && field->meaning);
    CHECK_OP(field->offset + kind_size(field->kind), <=, shape->size);
    CHECK((field->words != NULL) == (field->kind == FIELD_WORD));
    if (field->words)
        check_words(field);
    CHECK((field->items != NULL) == field_is_list(field));
    if (field->items)
        CHECK_OP(field->count_offset + sizeof(uint32_t), <=, shape->size);
    if (field->least != 0 || field->most != 0) {
        CHECK(kind_has_bounds(field->kind));
        CHECK_OP(field->least, <=, field->most);
        if (field->kind == FIELD_COUNT)
            CHECK(field->least >= 0 && field->most <= UINT32_MAX);
    }
}

/* A former name is that of no other field, now or formerly. */
static void check_former(const struct record_shape *shape, const struct field *field)
{
    CHECK(name_is_good(field->former));
    for (unsigned i = 0; i < shape->field_count; i++) {
        const struct field *other = &shape->fields[i];
        CHECK(strcmp(field->former, other->name) != 0);
        CHECK(other == field || !other->former || strcmp(field->former, other->former) != 0);
    }
}

static void check_fields(const struct record_shape *shape)
{
    CHECK(shape->name && name_is_good(shape->name) && shape->meaning);
    CHECK_OP(shape->field_count, <=, RECORD_FIELDS_MAX);
    for (unsigned i = 0; i < shape->field_count; i++) {
        check_field(&shape->fields[i], shape);
        for (unsigned j = 0; j < i; j++)
            CHECK(strcmp(shape->fields[i].name, shape->fields[j].name) != 0);
    }
    for (unsigned i = 0; i < shape->field_count; i++)
        if (shape->fields[i].former)
            check_former(shape, &shape->fields[i]);
}

static bool kind_may_stand_in_row(enum field_kind kind)
{
    return kind == FIELD_TEXT || kind == FIELD_WORD || kind == FIELD_SEATS || kind_has_bounds(kind);
}

void record_shape_check(const struct record_shape *shape)
{
    check_fields(shape);
    for (unsigned i = 0; i < shape->field_count; i++) {
        const struct record_shape *items = shape->fields[i].items;
        if (!items)
            continue;
        check_fields(items);
        CHECK_OP(items->field_count, >, 0);
        for (unsigned j = 0; j < items->field_count; j++) {
            CHECK(!field_is_list(&items->fields[j]));
            CHECK(shape->fields[i].kind == FIELD_LIST || kind_may_stand_in_row(items->fields[j].kind));
        }
    }
}

/* ------------------------------------------------------------------------------------------ lists */

enum status record_no_memory(const struct arena *arena, size_t position, struct fault *fault)
{
    return fault_set(fault, arena->refusal, position, "there is no memory for the record: %s",
                     status_name(arena->refusal));
}

enum status record_items_add(struct record_items *items, const struct record_shape *shape,
                             struct arena *arena, void **item, size_t position, struct fault *fault)
{
    enum { CAPACITY_FIRST = 4 };
    if (items->count == RECORD_ITEMS_MAX)
        return fault_set(fault, STATUS_NO_SPACE, position, "a list has at most %d items", RECORD_ITEMS_MAX);
    if (items->count == items->capacity) {
        uint32_t capacity = items->capacity ? items->capacity * 2 : CAPACITY_FIRST;
        char *bytes = arena_alloc_array(arena, capacity, shape->size, _Alignof(max_align_t));
        if (!bytes)
            return record_no_memory(arena, position, fault);
        if (items->count > 0)
            memcpy(bytes, items->bytes, items->count * shape->size);
        items->bytes = bytes;
        items->capacity = capacity;
    }
    *item = items->bytes + items->count++ * shape->size;
    return STATUS_OK;
}

/* --------------------------------------------------------------------------------------- equality */

static bool items_equal(const struct field *field, const void *left, const void *right)
{
    uint32_t count = field_items_count(field, left);
    if (count != field_items_count(field, right))
        return false;
    const char *left_items = field_items(field, left), *right_items = field_items(field, right);
    for (uint32_t i = 0; i < count; i++) {
        size_t place = i * field->items->size;
        if (!record_equal(field->items, left_items + place, right_items + place))
            return false;
    }
    return true;
}

static bool field_equal(const struct field *field, const void *left, const void *right)
{
    switch (field->kind) {
    case FIELD_TEXT:
        return text_equal(field_text(field, left), field_text(field, right));
    case FIELD_NUMBER:
    case FIELD_CENTS:
        return field_number(field, left) == field_number(field, right);
    case FIELD_COUNT:
    case FIELD_SEATS:
        return field_count(field, left) == field_count(field, right);
    case FIELD_FLAG:
        return field_flag(field, left) == field_flag(field, right);
    case FIELD_TIME:
        return field_time(field, left).ms == field_time(field, right).ms;
    case FIELD_DATE: {
        struct date one = field_date(field, left), other = field_date(field, right);
        return one.year == other.year &&
               (one.year == 0 || (one.month == other.month && one.day == other.day));
    }
    case FIELD_WORD:
        return field_word(field, left) == field_word(field, right);
    case FIELD_LIST:
    case FIELD_ROWS:
        return items_equal(field, left, right);
    }
    CHECK_NEVER("a field of no kind");
}

const char *record_difference(const struct record_shape *shape, const void *left, const void *right)
{
    for (unsigned i = 0; i < shape->field_count; i++)
        if (!field_equal(&shape->fields[i], left, right))
            return shape->fields[i].name;
    return NULL;
}

bool record_equal(const struct record_shape *shape, const void *left, const void *right)
{
    return !record_difference(shape, left, right);
}

const char *record_money_outside(const struct record_shape *shape, const void *record, int64_t least,
                                 int64_t most)
{
    for (unsigned i = 0; i < shape->field_count; i++) {
        const struct field *field = &shape->fields[i];
        if (field->kind == FIELD_CENTS &&
            (field_number(field, record) < least || field_number(field, record) > most))
            return field->name;
        for (uint32_t item = 0; field_is_list(field) && item < field_items_count(field, record); item++) {
            const char *name = record_money_outside(
                field->items, field_items(field, record) + item * field->items->size, least, most);
            if (name)
                return name;
        }
    }
    return NULL;
}

/* Also those of U+0080 to U+009F, which terminals obey as well. */
static bool has_control(struct text text)
{
    for (size_t i = 0; i < text.length; i++) {
        unsigned char byte = (unsigned char)text.bytes[i];
        unsigned char next = i + 1 < text.length ? (unsigned char)text.bytes[i + 1] : 0;
        if (byte < 0x20 || byte == 0x7f || (byte == 0xc2 && next >= 0x80 && next < 0xa0))
            return true;
    }
    return false;
}

static bool holds_a_file(const struct field *field)
{
    return strcmp(field->name, "text") == 0 || strcmp(field->name, "signature") == 0;
}

const char *record_text_outside(const struct record_shape *shape, const void *record, size_t most)
{
    for (unsigned i = 0; i < shape->field_count; i++) {
        const struct field *field = &shape->fields[i];
        if (field->kind == FIELD_TEXT && !holds_a_file(field) &&
            (field_text(field, record).length > most || has_control(field_text(field, record))))
            return field->name;
        for (uint32_t item = 0; field_is_list(field) && item < field_items_count(field, record); item++) {
            const char *name = record_text_outside(
                field->items, field_items(field, record) + item * field->items->size, most);
            if (name)
                return name;
        }
    }
    return NULL;
}

struct text record_text(const struct record_shape *shape, const void *record, const char *name)
{
    for (unsigned i = 0; i < shape->field_count; i++)
        if (shape->fields[i].kind == FIELD_TEXT && strcmp(shape->fields[i].name, name) == 0)
            return *(const struct text *)(const void *)((const char *)record + shape->fields[i].offset);
    return text_of("");
}

uint32_t record_count(const struct record_shape *shape, const void *record, const char *name)
{
    for (unsigned i = 0; i < shape->field_count; i++)
        if (shape->fields[i].kind == FIELD_COUNT && strcmp(shape->fields[i].name, name) == 0)
            return *(const uint32_t *)(const void *)((const char *)record + shape->fields[i].offset);
    return 0;
}

bool record_has_count(const struct record_shape *shape, const void *record, const char *name, uint32_t number)
{
    for (unsigned i = 0; i < shape->field_count; i++) {
        const struct field *field = &shape->fields[i];
        if (field->kind == FIELD_COUNT && strcmp(field->name, name) == 0 &&
            field_count(field, record) == number)
            return true;
        for (uint32_t item = 0; field_is_list(field) && item < field_items_count(field, record); item++)
            if (record_has_count(field->items, field_items(field, record) + item * field->items->size, name,
                                 number))
                return true;
    }
    return false;
}

bool record_has_text(const struct record_shape *shape, const void *record, const char *name,
                     struct text wanted)
{
    for (unsigned i = 0; i < shape->field_count; i++) {
        const struct field *field = &shape->fields[i];
        if (field->kind == FIELD_TEXT && strcmp(field->name, name) == 0 &&
            text_equal(field_text(field, record), wanted))
            return true;
        for (uint32_t item = 0; field->kind == FIELD_LIST && item < field_items_count(field, record); item++)
            if (record_has_text(field->items, field_items(field, record) + item * field->items->size, name,
                                wanted))
                return true;
    }
    return false;
}
