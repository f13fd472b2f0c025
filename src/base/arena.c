#include "base/arena.h"

#include "base/check.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#if defined(__SANITIZE_ADDRESS__)
#define ARENA_POISONS 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ARENA_POISONS 1
#endif
#endif

#ifdef ARENA_POISONS
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(memory, size)   ((void)(memory), (void)(size))
#define ASAN_UNPOISON_MEMORY_REGION(memory, size) ((void)(memory), (void)(size))
#endif

enum {
    BLOCK_SIZE_FIRST = 4096,
    BLOCK_SIZE_MOST = 1 << 20, /* blocks double up to here; a larger piece gets a block of its own size */
    PIECE_ALIGNMENT = 8        /* the sanitizer poisons eight bytes at a time */
};

struct arena_block {
    struct arena_block *next;
    size_t size; /* of `bytes` */
    size_t used;
    _Alignas(max_align_t) char bytes[];
};

static void *system_allocate(void *context, size_t size)
{
    (void)context;
    return malloc(size);
}

static void system_release(void *context, void *memory)
{
    (void)context;
    free(memory);
}

const struct arena_system arena_system_standard = {.allocate = system_allocate, .release = system_release};

void arena_init(struct arena *arena, size_t size_max)
{
    arena_init_with(arena, size_max, &arena_system_standard);
}

void arena_init_with(struct arena *arena, size_t size_max, const struct arena_system *system)
{
    CHECK(system->allocate && system->release);
    *arena = (struct arena){.system = *system, .size_max = size_max};
}

/* The next multiple of `alignment`, a power of two, from `address` on. */
static uintptr_t aligned(uintptr_t address, size_t alignment)
{
    return (address + (alignment - 1)) & ~((uintptr_t)alignment - 1);
}

/* The place in the block where the piece would begin; SIZE_MAX if it does not fit. */
static size_t block_place(const struct arena_block *block, size_t size, size_t alignment)
{
    uintptr_t start = (uintptr_t)block->bytes;
    size_t place = aligned(start + block->used, alignment) - start;
    return place < block->size && size < block->size - place ? place : SIZE_MAX;
}

static void *block_take(struct arena_block *block, size_t place, size_t size)
{
    CHECK_OP(place + size, <, block->size); /* A3: one byte is left. */
    char *piece = block->bytes + place;
    size_t used = aligned(place + size + 1, PIECE_ALIGNMENT);
    block->used = used < block->size ? used : block->size;
    ASAN_UNPOISON_MEMORY_REGION(piece, size);
    memset(piece, 0, size);
    return piece;
}

static size_t next_block_size(const struct arena *arena)
{
    if (!arena->last)
        return BLOCK_SIZE_FIRST;
    size_t size = sizeof(struct arena_block) + arena->last->size;
    return size < BLOCK_SIZE_MOST ? size * 2 : BLOCK_SIZE_MOST;
}

/* Puts a new block behind the last that holds at least `wanted` bytes; near the maximum only just so. */
static struct arena_block *arena_grow(struct arena *arena, size_t wanted)
{
    size_t room = arena->size_max - arena->size_taken;
    if (room < sizeof(struct arena_block) || wanted > room - sizeof(struct arena_block)) {
        arena->refusal = STATUS_NO_SPACE;
        return NULL;
    }
    size_t total = next_block_size(arena);
    if (total > room)
        total = room;
    if (total - sizeof(struct arena_block) < wanted)
        total = wanted + sizeof(struct arena_block);
    struct arena_block *block = arena->system.allocate(arena->system.context, total);
    if (!block) {
        arena->refusal = STATUS_NO_MEMORY;
        return NULL;
    }
    *block = (struct arena_block){.size = total - sizeof(struct arena_block)};
    ASAN_POISON_MEMORY_REGION(block->bytes, block->size);
    arena->size_taken += total;
    if (arena->last)
        arena->last->next = block;
    else
        arena->first = block;
    arena->last = block;
    CHECK_OP(arena->size_taken, <=, arena->size_max); /* A2 */
    return block;
}

void *arena_alloc(struct arena *arena, size_t size, size_t alignment)
{
    CHECK(alignment > 0 && (alignment & (alignment - 1)) == 0);
    if (alignment < PIECE_ALIGNMENT)
        alignment = PIECE_ALIGNMENT;
    /* After a clear, blocks behind the current one are empty and wait; one too small is passed over. */
    struct arena_block *block = arena->current ? arena->current : arena->first;
    for (; block; block = block->next) {
        size_t place = block_place(block, size, alignment);
        if (place != SIZE_MAX) {
            arena->current = block;
            return block_take(block, place, size);
        }
    }
    if (size >= arena->size_max || alignment >= arena->size_max - size) {
        arena->refusal = STATUS_NO_SPACE;
        return NULL;
    }
    block = arena_grow(arena, size + alignment + 1);
    if (!block)
        return NULL;
    arena->current = block;
    return block_take(block, block_place(block, size, alignment), size);
}

void *arena_alloc_array(struct arena *arena, size_t count, size_t size, size_t alignment)
{
    if (size > 0 && count > SIZE_MAX / size) {
        arena->refusal = STATUS_NO_SPACE;
        return NULL;
    }
    return arena_alloc(arena, count * size, alignment);
}

enum status arena_copy_text(struct arena *arena, struct text text, struct text *copy)
{
    if (text.length == SIZE_MAX)
        return arena->refusal = STATUS_NO_SPACE;
    char *bytes = arena_alloc(arena, text.length + 1, 1);
    if (!bytes)
        return arena->refusal;
    if (text.length > 0)
        memcpy(bytes, text.bytes, text.length);
    *copy = (struct text){bytes, text.length};
    return STATUS_OK;
}

void arena_clear(struct arena *arena)
{
    for (struct arena_block *block = arena->first; block; block = block->next) {
        block->used = 0;
        ASAN_POISON_MEMORY_REGION(block->bytes, block->size);
    }
    arena->current = NULL;
    arena->refusal = STATUS_OK;
}

void arena_release(struct arena *arena)
{
    for (struct arena_block *block = arena->first, *next; block; block = next) {
        next = block->next;
        ASAN_UNPOISON_MEMORY_REGION(block->bytes, block->size);
        arena->system.release(arena->system.context, block);
    }
    arena->first = arena->last = arena->current = NULL;
    arena->size_taken = 0;
}
