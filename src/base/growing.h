/*
 * Text that grows: bytes in an arena that move to a larger place when they need it.
 *
 * For what is written whole before it is handed on: a page, a file, a drawing. The first failure stays and everything
 * after it is ignored, so that a writer need not look at every call; whoever takes the text looks at `status` once.
 *
 * Ownership: the bytes are in the arena. What was outgrown stays there until the arena is cleared; in all, that is less
 * than the text itself.
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
/* What HTML shows as the text, between tags or in a value with double quotes. */
void growing_add_html(struct growing *growing, struct text text);

struct text growing_text(const struct growing *growing);

#endif
