/*
 * Names and their numbers: 0, 1, 2 ... in the order in which they came. For people, patrons and whatever else is found by
 * its name many times a second.
 *
 * Ownership: names are copied to the arena.
 */
#ifndef HOUSE_KERNEL_NAMES_H
#define HOUSE_KERNEL_NAMES_H

#include "base/arena.h"
#include "base/text.h"

#include <stdint.h>

enum { NAMES_NONE = UINT32_MAX >> 1 };

/* Private, but for `count`. */
struct names {
    struct arena *arena;
    struct text *texts;
    uint32_t *slots; /* number + 1, or 0 */
    uint32_t count, room;
};

void names_init(struct names *names, struct arena *arena);

/* NAMES_NONE if it is not there. */
uint32_t names_find(const struct names *names, struct text name);

/* The number of the name, which is new or was there. */
MUST_USE enum status names_add(struct names *names, struct text name, uint32_t *number);

struct text names_text(const struct names *names, uint32_t number);

#endif
