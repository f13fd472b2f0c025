/*
 * One-dimensional arrays as parameters of PostgreSQL's binary protocol: a column of a multi-row insert is one
 * parameter, whatever the number of rows, and no text is quoted on the way.
 *
 * The memory comes from an arena, and its size must be known in advance: postgres_array_init() takes the bytes of all
 * elements.
 */
#ifndef STORE_POSTGRES_ARRAY_H
#define STORE_POSTGRES_ARRAY_H

#include "base/arena.h"
#include "base/text.h"

#include <stddef.h>
#include <stdint.h>

/* The OIDs of PostgreSQL's built-in types; they never change. */
enum postgres_type { POSTGRES_BYTES = 17, POSTGRES_INTEGER = 20, POSTGRES_TEXT = 25 };

struct postgres_array {
    uint8_t *bytes; /* as they are sent */
    size_t length, size;
};

void postgres_number(uint8_t bytes[8], uint64_t number); /* as the protocol wants it */
uint64_t postgres_number_read(const void *bytes);

/* Room for `count` elements with `size` bytes in all. */
MUST_USE enum status postgres_array_init(struct postgres_array *array, enum postgres_type type, size_t count,
                                         size_t size, struct arena *arena);
void postgres_array_add(struct postgres_array *array, struct text element);
void postgres_array_add_number(struct postgres_array *array, uint64_t number);
void postgres_array_add_null(struct postgres_array *array);

#endif
