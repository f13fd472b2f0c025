/*
 * A poker hand's worth, spelled out.
 *
 * A score is a class and up to five ranks in the order in which they decide, packed so that the larger number
 * is the better hand:
 *
 *      bits 20-23 class | 16-19 first rank | 12-15 second | 8-11 third | 4-7 fourth | 0-3 fifth
 *
 * A rank field holds the rank plus one; zero means that no further rank decides. So "full house, aces over
 * kings" is {full house, ace, king, -, -, -}. Which classes there are, and their order, belongs to each
 * ranking (cards/five.h, cards/four.h, ...). The plain evaluators return scores; the fast ones return the
 * place of the score among all scores of the order.
 */
#ifndef CARDS_SCORE_H
#define CARDS_SCORE_H

#include "cards/card.h"

#include <stdint.h>

enum { SCORE_RANKS_MAX = 5 };

struct score {
    uint32_t bits;
};

static inline struct score score_of_class(unsigned class_number)
{
    return (struct score){(uint32_t)class_number << 20};
}

/* Sets the rank that decides at `place` (0 decides first). */
static inline struct score score_with_rank(struct score score, unsigned place, enum rank rank)
{
    return (struct score){score.bits | ((uint32_t)rank + 1) << (16 - 4 * place)};
}

static inline unsigned score_class(struct score score)
{
    return score.bits >> 20;
}

static inline bool score_has_rank(struct score score, unsigned place)
{
    return (score.bits >> (16 - 4 * place) & 15) != 0;
}

static inline enum rank score_rank(struct score score, unsigned place)
{
    return (enum rank)((score.bits >> (16 - 4 * place) & 15) - 1);
}

/* The index of `score` in scores[1..count], which ascend. It must be there. */
uint16_t score_place(const uint32_t *scores, unsigned count, struct score score);

#endif
