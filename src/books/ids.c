#include "books/ids.h"

#include "base/check.h"

#include <sodium.h>
#include <stdlib.h>

enum { ROOM_FIRST = 4096 };

void ids_init(struct ids *ids)
{
    *ids = (struct ids){.present = {NULL, 0, 0}};
    randombytes_buf(ids->key, sizeof ids->key);
}

void ids_release(struct ids *ids)
{
    free(ids->present.slots);
    free(ids->past.slots);
    ids->present = ids->past = (struct id_generation){NULL, 0, 0};
}

void ids_clear(struct ids *ids)
{
    ids_release(ids);
}

static void hash_of(const struct ids *ids, struct text id, uint64_t hash[2])
{
    (void)crypto_shorthash_siphashx24((unsigned char *)hash, (const unsigned char *)id.bytes, id.length,
                                      ids->key);
}

/* The slot of the hash, or the free one where it would be. */
static struct id_slot *slot_of(const struct id_generation *generation, const uint64_t hash[2])
{
    CHECK((generation->room & (generation->room - 1)) == 0);
    CHECK_OP(generation->count, <, generation->room); /* or a search never ends */
    size_t mask = generation->room - 1, at = (size_t)hash[0] & mask;
    while (generation->slots[at].sequence &&
           (generation->slots[at].hash[0] != hash[0] || generation->slots[at].hash[1] != hash[1]))
        at = (at + 1) & mask;
    return &generation->slots[at];
}

uint64_t ids_find(const struct ids *ids, struct text id)
{
    uint64_t hash[2];
    if (id.length == 0)
        return 0;
    hash_of(ids, id, hash);
    uint64_t sequence = ids->present.room ? slot_of(&ids->present, hash)->sequence : 0;
    return sequence || !ids->past.room ? sequence : slot_of(&ids->past, hash)->sequence;
}

static enum status grow(struct id_generation *generation)
{
    struct id_generation grown = {.room = generation->room ? generation->room * 2 : ROOM_FIRST,
                                  .count = generation->count};
    CHECK_OP(grown.room, >, generation->room);
    grown.slots = calloc(grown.room, sizeof *grown.slots);
    if (!grown.slots)
        return STATUS_NO_MEMORY;
    for (size_t i = 0; i < generation->room; i++)
        if (generation->slots[i].sequence)
            *slot_of(&grown, generation->slots[i].hash) = generation->slots[i];
    free(generation->slots);
    *generation = grown;
    return STATUS_OK;
}

enum status ids_add(struct ids *ids, struct text id, uint64_t sequence)
{
    struct id_generation *present = &ids->present;
    if (id.length == 0)
        return STATUS_OK;
    if (present->count * 2 >= present->room) {
        enum status status = grow(present);
        if (status != STATUS_OK)
            return status;
    }
    struct id_slot slot = {.sequence = sequence};
    hash_of(ids, id, slot.hash);
    struct id_slot *place = slot_of(present, slot.hash);
    present->count += place->sequence == 0;
    CHECK_OP(present->count, <=, present->room / 2 + 1);
    *place = slot;
    return STATUS_OK;
}

void ids_turn(struct ids *ids)
{
    CHECK(ids->past.slots != ids->present.slots || !ids->present.slots);
    free(ids->past.slots);
    ids->past = ids->present;
    ids->present = (struct id_generation){NULL, 0, 0};
}
