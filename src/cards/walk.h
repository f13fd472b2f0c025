/*
 * Ranking every hand of five, six or seven cards, in order.
 *
 * The walk goes through all hands by their cards in the order 2c 2d 2h 2s 3c ... As ("by rank"), so the ranks of a
 * hand are ascending and its number by places (cards/rank_tables.h) is a plain sum. Neighbours share most of their
 * ranks, so one look-up serves up to sixteen hands; flushes are put right afterwards.
 *
 * The visitor gets *runs*: hands that share all cards but the last three. `run->values[i]` is the value of the hand
 * whose last three cards are walk_triple(run->first_triple + i); a run may be empty.
 */
#ifndef CARDS_WALK_H
#define CARDS_WALK_H

#include "cards/card.h"

#include <stdint.h>

enum walk_order {
    WALK_FIVE_OF_5, /* five-card order */
    WALK_FIVE_OF_6,
    WALK_FIVE_OF_7,
    WALK_FOUR_OF_5, /* four-card order */
    WALK_FOUR_OF_6,
};

enum { WALK_PAIRS = 1326, WALK_TRIPLES = 22100, WALK_PREFIX_MAX = 4 };

struct walk_run {
    unsigned prefix_count;
    struct card prefix[WALK_PREFIX_MAX]; /* ascending */
    unsigned first_triple, count;
    const uint16_t *values; /* five_value.order or four_value.order; valid during the visit */
};

/* Triples are ordered by their first card, then by their second, then by their third. */
struct walk_triple {
    struct card cards[3];
};

struct walk_triple walk_triple(unsigned triple);

typedef void walk_visitor(void *context, const struct walk_run *run);

/* Visits the runs whose lowest card is number `first_from` to `first_end` - 1 in the order of the walk, so that
 * threads can share the work; 0 and 52 give all hands. */
void walk_hands(enum walk_order order, unsigned first_from, unsigned first_end, walk_visitor *visitor,
                void *context);

#endif
