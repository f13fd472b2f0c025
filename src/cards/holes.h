/*
 * The best five cards out of hole cards and board, where the rules say how many hole cards must play.
 *
 *  Texas hold'em     any number of the two
 *  Omaha             exactly two of the four or five, with three of the board
 *  both hole cards   exactly two (bay101 R7: "two of their hole cards" means both, since hold'em deals two)
 *  one hole card     at least one (hawaiian-gardens/car-giveaway R5)
 *  first five        the two hole cards and the flop (hawaiian-gardens/shuffle-master-classic-qualifier R1)
 *
 * Invariants
 *  H1  Of several fives with the same score the one with the most hole cards is given, so that
 *      `holes_played` is the largest number of hole cards that the hand can show.
 *
 * Scores are those of plain_five(). Nothing here allocates or keeps state.
 */
#ifndef CARDS_HOLES_H
#define CARDS_HOLES_H

#include "cards/card.h"
#include "cards/poker_rules.h"
#include "cards/ranking.h"

#include <stdbool.h>

enum { HOLES_MAX = 5, BOARD_MIN = 3, BOARD_MAX = 5 };

struct holes_deal {
    unsigned hole_count;  /* 1 to HOLES_MAX */
    unsigned board_count; /* BOARD_MIN to BOARD_MAX */
    struct card holes[HOLES_MAX];
    struct card board[BOARD_MAX]; /* flop, turn, river */
};

/* At least `min` and at most `max` hole cards must be among the five. */
struct holes_rule {
    unsigned min, max;
};

static const struct holes_rule holes_rule_any = {0, HOLES_MAX};
static const struct holes_rule holes_rule_two = {2, 2};
static const struct holes_rule holes_rule_one = {1, HOLES_MAX};

struct holes_best {
    struct score score;
    struct card five[5]; /* hole cards first */
    unsigned holes_played;
};

/* The rule must leave a way to play: min <= hole_count and min + board_count >= 5 or more holes allowed. */
struct holes_best holes_best_five(const struct holes_deal *deal, struct holes_rule rule);

/* True if five cards can be chosen by the rule. */
bool holes_rule_fits(const struct holes_deal *deal, struct holes_rule rule);

/* The best hand of all can be shown with at least `count` hole cards (bay101 R11: the five contain them). */
bool holes_best_uses(const struct holes_deal *deal, unsigned count);

/* The best hand of all cannot be made with fewer than `count` hole cards. */
bool holes_best_needs(const struct holes_deal *deal, unsigned count);

/* Two hole cards and the flop, whatever the turn and the river brought. */
struct score holes_first_five(const struct holes_deal *deal);

extern const struct ranking ranking_texas_holdem;    /* "texas-holdem" */
extern const struct ranking ranking_omaha;           /* "omaha" */
extern const struct ranking ranking_both_hole_cards; /* "both-hole-cards" */
extern const struct ranking ranking_one_hole_card;   /* "one-hole-card" */
extern const struct ranking ranking_first_five;      /* "first-five" */

#endif
