/*
 * The arena of the floor gives back what has left the state. An arena gives back all or nothing; so the floor is saved, and restored
 * into a new arena.
 */
#include "house/kernel/floor.h"

#include "base/check.h"

enum { LOOSE_LEAST = 16 << 20 }; /* less is not worth the pause */

bool floor_is_loose(const struct floor *floor)
{
    return floor->opened && floor->arena.size_taken > LOOSE_LEAST &&
           floor->arena.size_taken / 2 > floor->size_tight;
}

enum status floor_tighten(struct floor *floor, struct fault *fault)
{
    struct arena arena;
    struct text bytes;
    const struct program *program = floor->program;
    const bool doubtful = floor->doubtful;
    const size_t size_max = floor->arena.size_max, size = floor->arena.size_taken;
    CHECK(floor->opened);
    arena_init(&arena, size_max);
    if (floor_save(floor, &arena, &bytes, NULL) != STATUS_OK) {
        floor->size_tight = size; /* it stays as it is, and is tried again when it has grown as much again */
        arena_release(&arena);
        return STATUS_OK;
    }
    floor_release(floor);
    enum status status = floor_init(floor, size_max, fault);
    floor->program = program;
    if (status == STATUS_OK)
        status = floor_restore(floor, bytes, fault);
    floor->doubtful = doubtful;
    floor->size_tight = floor->arena.size_taken;
    arena_release(&arena);
    return status;
}
