/*
 * A place in an array for every suit class of at most four or five cards.
 *
 * Exact counting with dead cards keeps one counter for each class of subsets: how many hands seen so far contain those
 * cards. Finding a subset's counter must cost next to nothing, so the place is computed from a sum: every mask of ranks
 * has a key, a subset's key is the sum of the keys of its four masks (the order of suits does not matter), and
 *
 *      slot = (key + shifts[top bits of key]) modulo the number of slots
 *
 * where the shifts were chosen so that no two classes meet (hash and displace).
 */
#ifndef ODDS_SUBSET_INDEX_H
#define ODDS_SUBSET_INDEX_H

#include "base/arena.h"
#include "cards/rank_tables.h"

#include <stdint.h>

struct subset_index {
    unsigned cards_max;        /* 4 or 5 */
    unsigned slot_count;       /* a power of two */
    unsigned bucket_shift;     /* to the top bits of a key */
    uint32_t keys[RANK_MASKS]; /* of masks with at most cards_max ranks; the empty mask's is zero */
    uint16_t *shifts;
    uint8_t *symmetries; /* by slot: how many of the 24 orders of suits leave the subset as it is */
};

MUST_USE enum status subset_index_make(struct subset_index *index, unsigned cards_max, struct arena *arena);

static inline unsigned subset_slot(const struct subset_index *index, uint32_t key)
{
    return (key + index->shifts[key >> index->bucket_shift]) & (index->slot_count - 1);
}

/*
 * The keys of the subsets of cards held in several suits, as outer sums: `keys` holds the keys of `count` subsets of
 * the suits so far; the suit's 2^n subsets multiply them. Subset number b then has the cards whose bits are set in b,
 * cards being numbered suit by suit and from the lowest rank up; so subset 0 is empty, the last one is all of them, and
 * the parity of b is that of the number of its cards. Returns the new count.
 */
static inline unsigned subset_keys_extend(const struct subset_index *index, unsigned ranks, uint32_t *keys,
                                          unsigned count)
{
    unsigned filled = count;
    for (unsigned part = (0 - ranks) & ranks; part != 0; part = (part - ranks) & ranks)
        for (unsigned i = 0; i < count; i++)
            keys[filled++] = keys[i] + index->keys[part];
    return filled;
}

/* The keys of all 32 subsets of a hand of five. */
enum { SUBSETS_OF_FIVE = 32 };
static inline void subset_keys_of_five(const struct subset_index *index, const uint16_t ranks[SUIT_COUNT],
                                       uint32_t keys[SUBSETS_OF_FIVE])
{
    keys[0] = 0;
    unsigned count = 1;
    for (unsigned suit = 0; suit < SUIT_COUNT; suit++)
        count = subset_keys_extend(index, ranks[suit], keys, count);
}

#endif
