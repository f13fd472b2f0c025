#include "house/kernel/names.h"

#include "base/check.h"

enum { ROOM_FIRST = 64, SLOTS_FOR_NAME = 2 };

void names_init(struct names *names, struct arena *arena)
{
    *names = (struct names){.arena = arena};
}

/* FNV-1a. Names come from staff, not from strangers who would choose them to collide. */
static uint32_t hash_of(struct text name)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < name.length; i++)
        hash = (hash ^ (unsigned char)name.bytes[i]) * 16777619u;
    return hash;
}

/* The slot of the name, or the free one where it would be. */
static uint32_t slot_of(const struct names *names, struct text name)
{
    uint32_t mask = names->room * SLOTS_FOR_NAME - 1, slot = hash_of(name) & mask;
    while (names->slots[slot] && !text_equal(names->texts[names->slots[slot] - 1], name))
        slot = (slot + 1) & mask;
    return slot;
}

uint32_t names_find(const struct names *names, struct text name)
{
    if (names->count == 0)
        return NAMES_NONE;
    uint32_t number = names->slots[slot_of(names, name)];
    return number ? number - 1 : NAMES_NONE;
}

/* The room is a power of two, twice that of before. */
static enum status grow(struct names *names)
{
    struct names grown = *names;
    grown.room = names->room ? names->room * 2 : ROOM_FIRST;
    grown.texts = ARENA_ARRAY(names->arena, struct text, grown.room);
    grown.slots = ARENA_ARRAY(names->arena, uint32_t, (size_t)grown.room * SLOTS_FOR_NAME);
    if (!grown.texts || !grown.slots)
        return names->arena->refusal;
    for (uint32_t i = 0; i < names->count; i++) {
        grown.texts[i] = names->texts[i];
        grown.slots[slot_of(&grown, grown.texts[i])] = i + 1;
    }
    *names = grown;
    return STATUS_OK;
}

enum status names_add(struct names *names, struct text name, uint32_t *number)
{
    uint32_t found = names_find(names, name);
    enum status status = STATUS_OK;
    if (found == NAMES_NONE) {
        struct text copy;
        if (names->count == names->room)
            status = grow(names);
        if (status == STATUS_OK)
            status = arena_copy_text(names->arena, name, &copy);
        if (status != STATUS_OK)
            return status;
        found = names->count++;
        names->texts[found] = copy;
        names->slots[slot_of(names, copy)] = found + 1;
    }
    *number = found;
    return STATUS_OK;
}

struct text names_text(const struct names *names, uint32_t number)
{
    CHECK_OP(number, <, names->count);
    return names->texts[number];
}
