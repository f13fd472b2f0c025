/*
 * Records: commands, events and state as plain structs, with one table of fields for each that says how it is written.
 *
 *      struct start_round { struct text table; uint32_t fees; ... }
 *              │ shape: name, kind and place of each field, and what it means
 *              ├── JSON, compact, fields in the order of the shape      what is stored, hashed and sent
 *              ├── the readable form: start-round C4-1 fees 1,3,5       what people type
 *              └── docs/formats/events.md                               what a test compares with the shapes
 *
 * The shape is the only place that knows the fields of a record. Nothing here knows what a record means.
 *
 * Invariants
 *  R1  record_read() reads the output of record_write() as an equal record, and writing that gives the same bytes.
 *  R2  A field that is empty (no text, 0, false, no items, no time) is not written, unless it is required.
 *  R3  record_read() accepts only the output of record_write(): fields in the order of the shape, no spaces, nothing that R2
 *      leaves out. (Only escapes in texts may differ, and a field may have its former name.) It is for events, which only the
 *      program writes. record_parse() accepts JSON from outside: any order, spaces, and faults with a message.
 *  R4  record_parse_words() reads the output of record_write_words() as an equal record, if that record could have come from
 *      outside: numbers within their bounds, no required text, time, date or word that is empty.
 *  R5  Texts are UTF-8 without zero bytes and at most RECORD_TEXT_MAX long, lists have at most RECORD_ITEMS_MAX items: the
 *      readers refuse others, and writing others is a programming error.
 *
 * Required means: always written, and required by every reader. From outside (record_parse(), record_parse_words()) a
 * required text, time, date or word must not be empty either; events may keep it empty.
 *
 * Ownership: texts and lists that are read point into the bytes where they can (texts without escapes) and otherwise into
 * the arena; both must outlive the record. An empty text may have no bytes (NULL).
 *
 * The readers clear the whole struct first and, on failure, again: nothing is half read. STATUS_INVALID for malformed input,
 * STATUS_RANGE for a value outside its field's range, STATUS_NO_SPACE beyond R5 or the arena's maximum.
 */
#ifndef RECORD_RECORD_H
#define RECORD_RECORD_H

#include "base/arena.h"
#include "base/calendar.h"
#include "base/json.h"
#include "base/status.h"
#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum field_kind {
    FIELD_TEXT,   /* struct text */
    FIELD_NUMBER, /* int64_t; JSON number; readable: digits */
    FIELD_COUNT,  /* uint32_t */
    FIELD_CENTS,  /* int64_t; JSON number of cents; readable: $1,234.50 */
    FIELD_FLAG,   /* bool; JSON true; readable: the name of the field alone */
    FIELD_TIME, /* struct instant; JSON text in UTC "2026-11-16T18:30:00Z"; readable the same, quoted or not. 0 is no
                     time and, where it must be written, "" */
    FIELD_DATE, /* struct date; "2026-11-16"; year 0 is no date and, where it must be written, "" */
    FIELD_WORD, /* one of `words`, kept as uint8_t index; JSON text. Index 0 is "" or the usual one and is not written */
    FIELD_SEATS, /* uint32_t, bit n is seat n, 0 to 31; JSON list [1,3]; readable: 1,3 */
    FIELD_LIST, /* const void * to items of the shape `items`, and a uint32_t at count_offset; JSON list of objects.
                     In the readable form: seat 1 wager $5; seat 2 wager $10 in one quoted value. Items hold no lists */
    FIELD_ROWS, /* the same, but each item is a JSON list of its fields in order, all of them written: [3,9,11,"fee","#12"]; for the
                     many movements. Kinds allowed in items: text, number, count, cents, word, seats */
};

enum { RECORD_FIELDS_MAX = 56, RECORD_OTHERS_MAX = 16, RECORD_ITEMS_MAX = 4096, RECORD_TEXT_MAX = 1 << 20 };

struct record_shape;

struct field {
    const char *name; /* "table", "player-dealer": small letters, digits and hyphens */
    enum field_kind kind;
    uint16_t offset;
    bool required;
    uint16_t count_offset;            /* of a list */
    const char *const *words;         /* of a word; ends with NULL */
    const struct record_shape *items; /* of a list */
    int64_t least, most;              /* of a number, count or cents from outside; both 0: whatever fits */
    const char *meaning;              /* for the documents: "the table" */
    const char *
        former; /* the name that earlier programs wrote for it; record_read() takes it too. NULL: always `name` */
};

struct record_shape {
    const char *name; /* "start-round" */
    const char *meaning;
    size_t size; /* of the struct */
    unsigned field_count;
    const struct field *fields;
};

#define FIELD(type, member, field_kind_, name_, meaning_)                                                    \
    {                                                                                                        \
        .name = (name_), .kind = (field_kind_), .offset = offsetof(type, member), .meaning = (meaning_)      \
    }
#define FIELD_REQUIRED(type, member, field_kind_, name_, meaning_)                                           \
    {                                                                                                        \
        .name = (name_), .kind = (field_kind_), .offset = offsetof(type, member), .required = true,          \
        .meaning = (meaning_)                                                                                \
    }
#define FIELD_BETWEEN(type, member, field_kind_, least_, most_, name_, meaning_)                             \
    {                                                                                                        \
        .name = (name_), .kind = (field_kind_), .offset = offsetof(type, member), .least = (least_),         \
        .most = (most_), .meaning = (meaning_)                                                               \
    }
#define FIELD_ONE_OF(type, member, words_, name_, meaning_)                                                  \
    {                                                                                                        \
        .name = (name_), .kind = FIELD_WORD, .offset = offsetof(type, member), .words = (words_),            \
        .meaning = (meaning_)                                                                                \
    }
#define FIELD_ITEMS(type, member, count_member, kind_, shape_, name_, meaning_)                              \
    {                                                                                                        \
        .name = (name_), .kind = (kind_), .offset = offsetof(type, member),                                  \
        .count_offset = offsetof(type, count_member), .items = (shape_), .meaning = (meaning_)               \
    }

/* The same with the name that earlier programs wrote. */
#define FIELD_ITEMS_FORMERLY(type, member, count_member, kind_, shape_, former_, name_, meaning_)            \
    {                                                                                                        \
        .name = (name_), .kind = (kind_), .offset = offsetof(type, member),                                  \
        .count_offset = offsetof(type, count_member), .items = (shape_), .meaning = (meaning_),              \
        .former = (former_)                                                                                  \
    }

/* Of the array `list`, which is all fields of the struct `type`. */
#define SHAPE(name_, type, list, meaning_)                                                                   \
    {                                                                                                        \
        .name = (name_), .meaning = (meaning_), .size = sizeof(type), .fields = (list),                      \
        .field_count = sizeof(list) / sizeof((list)[0])                                                      \
    }

/* For tests over all shapes: aborts if names, kinds, words, bounds or lists of the shape are not as above. */
void record_shape_check(const struct record_shape *shape);

/* Compact JSON, added to `out`; `out` knows if it was too small. Fast: no allocation, no jansson. */
void record_write(struct text_out *out, const struct record_shape *shape, const void *record);

/* Reads what record_write() wrote (R3). Fast: texts point into `json`. On failure the fault has the byte. */
MUST_USE enum status record_read(const struct record_shape *shape, struct text json, struct arena *arena,
                                 void *record, struct fault *fault);

/*
 * Reads an object of a parsed document: any order, and every fault says which field, what was expected and what was
 * found; an unknown field is refused with the nearest name. Members whose keys are in `others` (ended by NULL, at most
 * RECORD_OTHERS_MAX; or NULL) are not looked at. Money may be a number of cents or a text "$5". Copies all texts into the
 * arena.
 */
MUST_USE enum status record_parse(const struct record_shape *shape, const struct place *in,
                                  const char *const *others, struct arena *arena, void *record,
                                  struct fault *fault);

/*
 * The readable form, after the name of the record: the first field without its name (unless it is a flag), then names and
 * values in any order. A value with spaces, semicolons, or commas that are not its own is in double quotes and escaped as in
 * JSON; "" is an empty value, where none is required. Items of a list are separated by semicolons, all fields with their
 * names. A local time without an offset is in `zone`; one that the clocks skip or show twice is refused. The position of a
 * fault is the byte in the user's input, in which `words` begins after `origin` bytes.
 */
MUST_USE enum status record_parse_words(const struct record_shape *shape, struct text words, size_t origin,
                                        const struct zone *zone, struct arena *arena, void *record,
                                        struct fault *fault);

/* The same form written, for people, without the name of the record; times in `zone`. */
void record_write_words(struct text_out *out, const struct record_shape *shape, const void *record,
                        const struct zone *zone);

/* The name of the first text field, including those of items, that is longer than `most` bytes or has a control character;
 * fields named "text" and "signature" hold whole files and are not checked. NULL: there is none. */
const char *record_text_outside(const struct record_shape *shape, const void *record, size_t most);

/* The name of the first money field, including those of items, that is not from `least` to `most`; NULL: there is none. */
const char *record_money_outside(const struct record_shape *shape, const void *record, int64_t least,
                                 int64_t most);

/* The text of the field of that name; empty if the record has no such text. */
struct text record_text(const struct record_shape *shape, const void *record, const char *name);

/* The number in the field of that name, if it is a count; 0 if the record has no such field. */
uint32_t record_count(const struct record_shape *shape, const void *record, const char *name);

/* Whether a count of that name, in the record or in one of its lists, has the number. */
bool record_has_count(const struct record_shape *shape, const void *record, const char *name,
                      uint32_t number);

/* Whether a text of that name, in the record or in an item of its lists, is `wanted`. Rows (FIELD_ROWS) are not searched. */
bool record_has_text(const struct record_shape *shape, const void *record, const char *name,
                     struct text wanted);

/* The name of the first field in which they differ; NULL: they are equal, texts by their bytes. */
const char *record_difference(const struct record_shape *shape, const void *left, const void *right);
bool record_equal(const struct record_shape *shape, const void *left, const void *right);

/* How JSON writes one byte of a text: the byte or its escape, in `buffer`. */
enum { JSON_ESCAPE_SIZE = 6 };
struct text json_escape(char byte, char buffer[JSON_ESCAPE_SIZE]);

#endif
