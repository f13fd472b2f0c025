/*
 * Poker for low: the two orders in which the worst hand wins.
 *
 *  ace to five     the ace is low; straights and flushes do not count against the hand. Best: 5-4-3-2-A.
 *  deuce to seven  the ace is high; straights and flushes count against it. Best: 7-5-4-3-2 of mixed suits.
 *                  With the ace always high, A-2-3-4-5 is no straight but an ace-high hand.
 *
 * Invariants
 *  L1  A higher score is a better, that is lower, hand. Its classes run from the worst to "no pair", and a
 *      deciding rank is stored as its distance from the worst rank; read it with low_rank().
 *  L2  Ranks decide in the order of the groups (cards/poker_rules.h P1 with the ace where the order has it).
 *
 * Nothing here allocates or keeps state.
 */
#ifndef CARDS_LOWBALL_H
#define CARDS_LOWBALL_H

#include "cards/card.h"
#include "cards/poker_rules.h"
#include "cards/ranking.h"
#include "cards/score.h"

enum low_order { LOW_ORDER_ACE_TO_FIVE, LOW_ORDER_DEUCE_TO_SEVEN };

enum low_class {
    LOW_CLASS_STRAIGHT_FLUSH, /* deuce to seven only */
    LOW_CLASS_FOUR_OF_A_KIND,
    LOW_CLASS_FULL_HOUSE,
    LOW_CLASS_FLUSH,    /* deuce to seven only */
    LOW_CLASS_STRAIGHT, /* deuce to seven only */
    LOW_CLASS_THREE_OF_A_KIND,
    LOW_CLASS_TWO_PAIR,
    LOW_CLASS_PAIR,
    LOW_CLASS_NO_PAIR,
    LOW_CLASS_COUNT
};

const char *low_class_name(enum low_class class_number);

/* "7-5-4-3-2", "wheel, 5-4-3-2-A", "pair of fours, 8-3-2 kickers". */
void low_name_write(struct text_out *out, struct score score, enum low_order order);

struct score low_five(const struct card cards[5], enum low_order order);
struct score low_best_five(const struct card *cards, unsigned count, enum low_order order); /* 5 to 7 cards */

/* The rank that decides at `place` (L1). */
enum rank low_rank(struct score score, unsigned place, enum low_order order);

extern const struct ranking ranking_ace_to_five;    /* "ace-to-five" */
extern const struct ranking ranking_deuce_to_seven; /* "deuce-to-seven" */

#endif
