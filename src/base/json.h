/*
 * JSON in and out, through jansson: the part that commands, events and the HTTP interface need.
 *
 *   document   a whole JSON text as jansson's json_t, whose top is an object or a list
 *   place      a value in a document and the way to it: claim.seats[3].card
 *
 * Reading is strict: one document, no comments, no duplicate keys, no text that is not UTF-8 or holds a zero byte, nothing
 * larger or deeper than the caller allows. The readers below say what was expected at which place and what was found; money
 * is never read from a number with decimals.
 *
 * To build a document use jansson's json_pack(), which is one call with one result to look at, and the few
 * makers below for our own types. Keys come out in the order in which they went in.
 *
 * Ownership: document_parse() and the makers return a new reference, to be given back with json_decref() or
 * handed on ("o" of json_pack() takes it over). Places and texts read from a document are views into it, and
 * a place is also a view of its parent place: both must outlive it.
 *
 * A document may be read by several threads at once, and changed by one.
 */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include "base/money.h"
#include "base/status.h"
#include "base/text.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* --------------------------------------------------------------------------------------- reading */

struct document_limits {
    size_t size_max;  /* bytes */
    size_t depth_max; /* objects and lists inside each other; at most DOCUMENT_DEPTH_MOST */
};

enum {
    DOCUMENT_DEPTH_MOST = 1000 /* jansson's own limit is 2048 */
};

/*
 * The fault's position is the byte at which reading stopped, and its words begin with line and column (in
 * bytes, from 1). STATUS_NO_SPACE beyond a limit, STATUS_RANGE for a number that does not fit 64 bits,
 * STATUS_NO_MEMORY when memory runs out, unless that happens inside a text: jansson then reports bad syntax,
 * STATUS_INVALID. On failure `document` is unchanged.
 */
MUST_USE enum status document_parse(struct text text, const struct document_limits *limits, json_t **document,
                                    struct fault *fault);

struct place {
    const struct place *parent; /* NULL at the top */
    const char *key;            /* NULL in a list */
    size_t index;               /* in a list */
    json_t *value;              /* not changed through a place */
};

struct place place_top(json_t *document);

/* The way to a place, for messages: claim.seats[3].card; nothing for the top. */
void place_write_path(struct text_out *out, const struct place *place);

/*
 * Each reader looks at the member `key` of the object at `in`, or at `in` itself if `key` is NULL (an item of
 * a list). A missing or unfit value is STATUS_INVALID, "claim.amount: a whole number of cents expected, found
 * text"; a number outside `low` to `high` is STATUS_RANGE. Such faults have no position, because a document
 * does not remember where its values stood. On failure the result is unchanged.
 */
MUST_USE enum status place_object(const struct place *in, const char *key, struct place *object,
                                  struct fault *fault);
MUST_USE enum status place_list(const struct place *in, const char *key, struct place *list,
                                struct fault *fault);
MUST_USE enum status place_text(const struct place *in, const char *key, struct text *text,
                                struct fault *fault);
MUST_USE enum status place_integer(const struct place *in, const char *key, int64_t low, int64_t high,
                                   int64_t *integer, struct fault *fault);
MUST_USE enum status place_boolean(const struct place *in, const char *key, bool *boolean,
                                   struct fault *fault);

/* Money as events keep it: 123450. */
MUST_USE enum status place_cents(const struct place *in, const char *key, struct money *money,
                                 struct fault *fault);

/* Money as people type it: "$1,234.50"; a fault in the text has the position in the text. */
MUST_USE enum status place_money(const struct place *in, const char *key, struct money *money,
                                 struct fault *fault);

/* Whether the object at `in` has the member; null is a member. False if `in` is no object. */
bool place_has(const struct place *in, const char *key);

/* The items of a list that place_list() found. */
size_t place_count(const struct place *list);
struct place place_item(const struct place *list, size_t index);

/* Refuses an object with a member that is not among `keys`, and suggests the nearest. */
MUST_USE enum status place_only(const struct place *in, const char *const *keys, size_t count,
                                struct fault *fault);

/* --------------------------------------------------------------------------------------- writing */

/* NULL if there is no memory, or the text is not UTF-8 or holds a zero byte. */
MUST_USE json_t *document_text(struct text text);
MUST_USE json_t *document_cents(struct money money); /* 123450 */
MUST_USE json_t *document_money(struct money money); /* "$1,234.50" */

/* Member by member, item by item: takes the value; a value of NULL, or no memory, makes all of it NULL, and so it stays. */
void document_put(json_t **object, const char *key, json_t *value);
void document_append(json_t **list, json_t *value);

enum document_form {
    DOCUMENT_COMPACT, /* one line, no spaces: what is stored and hashed */
    DOCUMENT_INDENTED /* for people */
};

/*
 * Adds to `out`, or leaves it as it was: STATUS_NO_SPACE if the whole does not fit. A `document` of NULL, which is
 * how makers and json_pack() fail, is STATUS_INVALID, so that a caller needs to look only here.
 */
MUST_USE enum status document_write(struct text_out *out, const json_t *document, enum document_form form);

#endif
