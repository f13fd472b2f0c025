/*
 * Memory by lifetime: the memory of a request, a file or a house is freed at once, with its arena.
 *
 * An arena hands out memory from blocks that it takes from the system and that grow as more is asked for.
 * There is no way to give back a single piece. It has a maximum, so that bad input cannot eat the machine.
 *
 *      block (4 KiB)                      block (8 KiB)
 *      [head| piece . piece . piece ....] [head| piece . ............................]
 *                                                        ^ next piece
 *
 * Invariants
 *  A1  Memory handed out is zeroed, aligned as asked, and stays where it is until arena_clear() or
 *      arena_release().
 *  A2  The blocks, their heads included, never take more than size_max bytes from the system.
 *  A3  After each piece there is at least one unused byte. Under the address sanitizer that byte and all free memory are
 *      poisoned, so that an overrun or a use after arena_clear() is caught as with malloc().
 *
 * Ownership: the arena owns all it hands out; the caller owns the struct. An arena is used by one thread at a
 * time.
 */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include "base/status.h"
#include "base/text.h"

#include <stddef.h>

/* Where blocks come from. A test passes its own table and fails the allocation it likes. */
struct arena_system {
    void *(*allocate)(void *context, size_t size); /* aligned as by malloc(); NULL if there is none */
    void (*release)(void *context, void *memory);
    void *context;
};
extern const struct arena_system arena_system_standard; /* malloc() and free() */

struct arena_block;

/* Private, but for `size_taken` and `refusal`, which may be read. */
struct arena {
    struct arena_system system;
    struct arena_block *first, *last; /* in the order in which they are used */
    struct arena_block *current;      /* the one that pieces come from; NULL before the first */
    size_t size_max;
    size_t size_taken;   /* bytes of all blocks */
    enum status refusal; /* why the latest NULL: STATUS_NO_SPACE (the maximum) or STATUS_NO_MEMORY */
};

/* Takes nothing from the system yet, so it cannot fail. */
void arena_init(struct arena *arena, size_t size_max);
void arena_init_with(struct arena *arena, size_t size_max, const struct arena_system *system);

/*
 * `alignment` is a power of two. Returns NULL at the maximum or when the system has none, and the arena is as
 * before. A size of 0 gives a pointer like any other that must not be read through.
 */
MUST_USE void *arena_alloc(struct arena *arena, size_t size, size_t alignment);

/* The same for `count` elements of `size` bytes; a product that overflows is beyond any maximum. */
MUST_USE void *arena_alloc_array(struct arena *arena, size_t count, size_t size, size_t alignment);

/* ARENA_NEW(arena, struct claim) and ARENA_ARRAY(arena, struct seat, count) have the right type. */
#define ARENA_NEW(arena, type) ((type *)arena_alloc(arena, sizeof(type), _Alignof(type)))
#define ARENA_ARRAY(arena, type, count)                                                                      \
    ((type *)arena_alloc_array(arena, count, sizeof(type), _Alignof(type)))

/* Copies `text` with a zero byte behind it. On failure, `arena->refusal`, `copy` is unchanged. */
MUST_USE enum status arena_copy_text(struct arena *arena, struct text text, struct text *copy);

/* Ends the lifetime of all pieces and keeps the blocks for reuse. */
void arena_clear(struct arena *arena);

/* The same, and gives the blocks back. The arena may be used again as after arena_init(). */
void arena_release(struct arena *arena);

#endif
