/*
 * What the cards of a hand have in common: one rank, one suit, one colour, all faces.
 *
 * The charts of baccarat, blackjack and pan 9 are made of such words ("three 3s of one colour"). A joker has
 * no rank, suit or colour, so a hand that holds one is never alike in any of them; neither is an empty hand.
 *
 * Nothing here allocates or fails; everything may be called from any thread.
 */
#ifndef CARDS_ALIKE_H
#define CARDS_ALIKE_H

#include "cards/card.h"

/* The first `count` cards, or all if there are fewer. */
struct hand alike_first(const struct hand *hand, unsigned count);

/* The cards of both; together they must fit a hand. */
struct hand alike_joined(const struct hand *left, const struct hand *right);

bool alike_rank(const struct hand *hand);
bool alike_suit(const struct hand *hand);
bool alike_colour(const struct hand *hand);

/* Every card a jack, queen or king (hawaiian-gardens/fast-cash-jackpots#23). */
bool alike_faces(const struct hand *hand);

/* Every card of the rank given. */
bool alike_of_rank(const struct hand *hand, enum rank rank);

/* One card of each rank in `ranks` (bit 0 is the 2, bit 12 the ace) and no other card, in any order. */
bool alike_one_of_each(const struct hand *hand, unsigned ranks);

/* How many cards are of that rank. */
unsigned alike_count(const struct hand *hand, enum rank rank);

static inline unsigned alike_bit(enum rank rank)
{
    return 1u << (unsigned)rank;
}

#endif
