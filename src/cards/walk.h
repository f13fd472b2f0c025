/*
 * Ranking every hand of five, six or seven cards, in order.
 *
 * The walk goes through all hands by their cards in the order 2c 2d 2h 2s 3c ... As ("by rank"), so the ranks of a
 * hand are ascending and its number by places (cards/rank_tables.h) is a plain sum. The last two cards run
 * through one long list of pairs: a step is one addition, one test for a flush and one look-up.
 *
 * The visitor gets *runs*: hands that share all cards but the last two. `run->values[i]` is the value of the hand
 * whose last two cards are walk_pair(run->first_pair + i); a run may be empty.
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

enum { WALK_PAIRS = 1326, WALK_PREFIX_MAX = 5 };

struct walk_run {
    unsigned prefix_count;
    struct card prefix[WALK_PREFIX_MAX]; /* ascending */
    unsigned first_pair, count;
    const uint16_t *values; /* five_value.order or four_value.order; valid during the visit */
};

/* The two cards of a pair; pairs are ordered by their first card, then by their second. */
struct walk_pair {
    struct card first, second;
};

struct walk_pair walk_pair(unsigned pair);

typedef void walk_visitor(void *context, const struct walk_run *run);

/* Visits the runs whose lowest card is number `first_from` to `first_end` - 1 in the order of the walk, so that
 * threads can share the work; 0 and 52 give all hands. */
void walk_hands(enum walk_order order, unsigned first_from, unsigned first_end, walk_visitor *visitor,
                void *context);

#endif
