/*
 * Three-card poker, and the bonus on six cards: the player's three and the dealer's three.
 *
 * Three cards rank: straight flush, three of a kind, straight, flush, pair, high card. A straight is rarer
 * than a flush here and beats it; three of a kind is rarer still. A-2-3 is the lowest straight. The suited
 * A-K-Q (mini royal) is the highest straight flush and no class of its own, but jackpots pay it apart
 * (hawaiian-gardens/three-card-poker-progressive#34, #35).
 *
 * Scores follow the invariants of cards/poker_rules.h. Nothing here allocates or keeps state.
 */
#ifndef CARDS_THREE_H
#define CARDS_THREE_H

#include "cards/card.h"
#include "cards/poker_rules.h"
#include "cards/ranking.h"
#include "cards/score.h"

#include <stdbool.h>

enum three_class {
    THREE_CLASS_HIGH_CARD,
    THREE_CLASS_PAIR,
    THREE_CLASS_FLUSH,
    THREE_CLASS_STRAIGHT,
    THREE_CLASS_THREE_OF_A_KIND,
    THREE_CLASS_STRAIGHT_FLUSH,
    THREE_CLASS_COUNT
};

const char *three_class_name(enum three_class class_number);
void three_name_write(struct text_out *out, struct score score);

struct score three_score(const struct card cards[3]);
bool three_is_mini_royal(struct score score);

struct six_card {
    struct score score; /* of the best five, plain_five() */
    struct card five[5];
    bool straight_flush_of_six; /* hawaiian-gardens/shuffle-master-classic-qualifier#17.a */
    enum rank top;              /* of the straight flush of six */
};

struct six_card six_card_bonus(const struct card cards[6]);

extern const struct ranking ranking_three_card;     /* "three-card" */
extern const struct ranking ranking_six_card_bonus; /* "six-card-bonus": "player / dealer" or six cards */

#endif
