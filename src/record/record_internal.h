/*
 * What the files of the records share: access to the fields of a struct, texts as JSON writes them, numbers, and lists
 * that grow in an arena.
 */
#ifndef RECORD_RECORD_INTERNAL_H
#define RECORD_RECORD_INTERNAL_H

#include "base/check.h"
#include "base/scan.h"
#include "record/record.h"

#include <string.h>

/* ----------------------------------------------------------------------------------------- fields */

/* The memory of a field as the type of its kind; memcpy() because lists are kept under pointers of any type. */
#define FIELD_GET(type, name)                                                                                \
    static inline type name(const struct field *field, const void *record)                                   \
    {                                                                                                        \
        type value;                                                                                          \
        memcpy(&value, (const char *)record + field->offset, sizeof value);                                  \
        return value;                                                                                        \
    }
FIELD_GET(struct text, field_text)
FIELD_GET(int64_t, field_number) /* and cents */
FIELD_GET(uint32_t, field_count) /* and seats */
FIELD_GET(bool, field_flag)
FIELD_GET(struct instant, field_time)
FIELD_GET(struct date, field_date)
FIELD_GET(uint8_t, field_word)
FIELD_GET(const char *, field_items)
#undef FIELD_GET

static inline uint32_t field_items_count(const struct field *field, const void *record)
{
    uint32_t count;
    memcpy(&count, (const char *)record + field->count_offset, sizeof count);
    return count;
}

static inline void field_set(const struct field *field, void *record, const void *value, size_t size)
{
    memcpy((char *)record + field->offset, value, size);
}

static inline void field_set_items(const struct field *field, void *record, const void *items, uint32_t count)
{
    memcpy((char *)record + field->offset, &items, sizeof items);
    memcpy((char *)record + field->count_offset, &count, sizeof count);
}

/* Of a number, count or cents; what is set fits. */
static inline int64_t field_integer(const struct field *field, const void *record)
{
    return field->kind == FIELD_COUNT ? (int64_t)field_count(field, record) : field_number(field, record);
}

static inline void field_set_integer(const struct field *field, void *record, int64_t value)
{
    if (field->kind == FIELD_COUNT) {
        uint32_t count = (uint32_t)value;
        CHECK_OP(count, ==, value);
        field_set(field, record, &count, sizeof count);
    } else {
        field_set(field, record, &value, sizeof value);
    }
}

/* The allowed values of a number, count or cents from outside. */
struct field_bounds {
    int64_t least, most;
};
struct field_bounds field_bounds(const struct field *field);

bool field_is_list(const struct field *field); /* FIELD_LIST or FIELD_ROWS */
bool field_is_empty(const struct field *field, const void *record);

/* Whether the field is required to have a value when it comes from outside, and has none. */
bool field_says_nothing(const struct field *field, const void *record);

/* The word of the field; index is CHECKed. */
const char *field_word_text(const struct field *field, const void *record);

/* The index of `word` among the words of the field; -1 if it is none of them. */
int field_find_word(const struct field *field, struct text word);

/* Words for faults of what comes from outside. */
enum { FIELD_SHOWN_MAX = 40, FIELD_SEAT_MOST = 31 };
const char *field_no_such_word(const struct field *field, struct text word, char words[FAULT_WORDS_SIZE]);
const char *field_bounds_words(struct field_bounds bounds, struct money found, char words[FAULT_WORDS_SIZE]);

/* With a zone, the offset may be absent. Positions are in `text`. */
MUST_USE enum status field_time_parse(struct text text, const struct zone *zone, struct instant *time,
                                      struct fault *fault);

/* ------------------------------------------------------------------------------------------ lists */

struct record_items {
    char *bytes;
    uint32_t count, capacity;
};

/* One more item, cleared. */
MUST_USE enum status record_items_add(struct record_items *items, const struct record_shape *shape,
                                      struct arena *arena, void **item, size_t position, struct fault *fault);

enum status record_no_memory(const struct arena *arena, size_t position, struct fault *fault);

/* -------------------------------------------------------------------------------- texts of JSON */

/* How many bytes the text opens with that JSON writes as they are and that are ASCII. */
size_t json_plain_length(struct text text);

/*
 * Takes a text with its quotes. It points into the scan, or into the arena if it had escapes. Refuses what is no UTF-8,
 * zero bytes and control characters that are not escaped.
 */
MUST_USE enum status json_take_text(struct scan *scan, struct arena *arena, struct text *text,
                                    struct fault *fault);

/* Where in `escaped`, the inside of a good text, byte `index` of the text comes from. */
size_t json_escaped_offset(struct text escaped, size_t index);

/* Takes a whole number as JSON writes it: no zeros in front, no -0. A fault is at its first byte, or where a digit lacks. */
MUST_USE enum status json_take_integer(struct scan *scan, struct field_bounds bounds, int64_t *value,
                                       struct fault *fault);

#endif
