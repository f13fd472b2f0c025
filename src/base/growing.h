/*
 * Text that grows: bytes in an arena that move to a larger place when they need it.
 *
 * For a text that is written completely before it is used: a page, a file, a drawing. The first failure is kept and
 * everything after it is ignored, so a writer need not check every call; the user of the text checks `status` once.
 *
 * Ownership: the bytes are in the arena. Former, smaller buffers stay there until the arena is cleared; together they are
 * smaller than the text.
 */
#ifndef BASE_GROWING_H
#define BASE_GROWING_H

#include "base/arena.h"
#include "base/status.h"
#include "base/text.h"

/* {.arena = arena} is an empty one. May be read; is changed by the functions below. */
struct growing {
    struct arena *arena;
    char *bytes;
    size_t length, size;
    enum status status;
};

void growing_add(struct growing *growing, struct text text);
void growing_say(struct growing *growing, const char *words);
/* Escapes the text for HTML, between tags or in a value with double quotes. */
void growing_add_html(struct growing *growing, struct text text);

struct text growing_text(const struct growing *growing);

#endif
