/*
 * The ids of commands that were done, so that one that is repeated is known before anything is decided.
 *
 * Ids are kept as keyed hashes of 128 bits, with a key of this program run: two ids that meet are not to be expected in
 * the lifetime of the universe, and nobody can choose such. Those of the present and of the last gaming day are kept; an
 * older one is still found by the store, which has them all.
 */
#ifndef BOOKS_IDS_H
#define BOOKS_IDS_H

#include "base/status.h"
#include "base/text.h"

#include <stdint.h>

struct id_slot {
    uint64_t hash[2];
    uint64_t sequence; /* 0: free */
};

struct id_generation {
    struct id_slot *slots;
    size_t room, count; /* the room is a power of two */
};

struct ids {
    unsigned char key[16];
    struct id_generation present, past;
};

void ids_init(struct ids *ids);
void ids_release(struct ids *ids);
void ids_clear(struct ids *ids);

/* The sequence of the event that opened it; 0 if it is not known. */
uint64_t ids_find(const struct ids *ids, struct text id);

MUST_USE enum status ids_add(struct ids *ids, struct text id, uint64_t sequence);

/* A day has passed: what was present is past, and what was past is forgotten. */
void ids_turn(struct ids *ids);

#endif
