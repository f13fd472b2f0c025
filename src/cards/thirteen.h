/*
 * Thirteen-card (Chinese) poker: thirteen cards set as three in front, five in the middle, five in the back.
 *
 * A setting is legal if the back is at least as high as the middle and the middle at least as high as the
 * front; otherwise the hand is fouled. In the three-card front only kinds count (three of a kind, pair, high
 * card), unless the rules say that straights and flushes count there too.
 *
 * Promotions also name hands by all thirteen cards (marks below). The value of a hand in the base game, the marks that win at
 * once (a clean sweep) and the points of a home run belong to the base game and are not in the documents (hawaiian-gardens
 * reading G8); they are in `struct thirteen_rules`, whose usual values are in thirteen_rules_usual.
 *
 * Invariants
 *  X1  Front scores use `enum five_class` with at most three ranks, so that front and middle compare: a
 *      pair of aces with a king in front is below a pair of aces with a king and two more cards.
 *  X2  Points are symmetric: what one hand wins from another, the other loses.
 *
 * Nothing here allocates or keeps state.
 */
#ifndef CARDS_THIRTEEN_H
#define CARDS_THIRTEEN_H

#include "cards/card.h"
#include "cards/poker_rules.h"
#include "cards/ranking.h"
#include "cards/score.h"

#include <stdbool.h>

enum { THIRTEEN_CARDS = 13 };

/* ------------------------------------------------------------------------------------------ marks */

enum thirteen_mark {
    THIRTEEN_MARK_DRAGON,     /* hawaiian-gardens/ca-asian-jackpot-1#37, R10: no common suit needed */
    THIRTEEN_MARK_ONE_COLOUR, /* #40 */
    THIRTEEN_MARK_TWO_STRAIGHT_FLUSHES, /* #39: two with no card in common */
    THIRTEEN_MARK_DEUCE_TO_EIGHT,       /* hawaiian-gardens/cash-drawing R5: no ace, both ends included */
    THIRTEEN_MARK_TWELVE_OF_ONE_COLOUR, /* from here on the usual clean sweeps */
    THIRTEEN_MARK_FIVE_PAIRS_AND_THREE,
    THIRTEEN_MARK_THREE_STRAIGHTS,
    THIRTEEN_MARK_THREE_FLUSHES,
    THIRTEEN_MARK_SIX_PAIRS, /* four of a kind is two pairs */
    THIRTEEN_MARK_COUNT
};

/* Bit `1 << mark` for each mark of the cards. */
unsigned thirteen_marks(const struct card cards[THIRTEEN_CARDS]);
const char *thirteen_mark_name(enum thirteen_mark mark);

/* ------------------------------------------------------------------------------------- rules and settings */

struct thirteen_rules {
    bool front_straights;  /* straights and flushes count in the front */
    int part_points;       /* for each part won from an opponent */
    int home_run_bonus;    /* for winning all three parts, which is a home run */
    int front_three_bonus; /* for winning the front with three of a kind */
    int middle_full_house_bonus, middle_four_bonus, middle_straight_flush_bonus;
    int back_four_bonus, back_straight_flush_bonus;
    int clean_sweep_points[THIRTEEN_MARK_COUNT]; /* 0: the mark is no clean sweep */
};

/*
 * One point a part, three for a home run; three of a kind in front 3; full house, four of a kind and straight
 * flush in the middle 2, 8 and 10; four of a kind and straight flush in the back 4 and 5. Clean sweeps:
 * dragon and thirteen of one colour 13, twelve of one colour 8, five pairs and three of a kind or three
 * straights 4, three flushes or six pairs 3. Houses differ in every one of these.
 */
extern const struct thirteen_rules thirteen_rules_usual;

struct thirteen {
    struct card front[3], middle[5], back[5];
};

struct thirteen_scores {
    struct score front, middle, back;
};

struct thirteen_scores thirteen_score(const struct thirteen *setting, const struct thirteen_rules *rules);
bool thirteen_legal(const struct thirteen_scores *scores);

/* The points that `mine` wins from `theirs`; negative if it loses them. A fouled hand loses every part. */
int thirteen_points(const struct thirteen_scores *mine, const struct thirteen_scores *theirs,
                    const struct thirteen_rules *rules);

/* `mine` wins all three parts. "A home run of 15 points" asks this and thirteen_points() >= 15. */
bool thirteen_home_run(const struct thirteen_scores *mine, const struct thirteen_scores *theirs);

/* The most that one of the marks is worth as a clean sweep, 0 if none is. */
int thirteen_clean_sweep_points(unsigned marks, const struct thirteen_rules *rules);

/*
 * The best five that the thirteen cards could put in the back. Promotions look at the back as it was set,
 * except for a clean sweep, which is not set at all (hawaiian-gardens/beat-the-dealer#41, #43).
 */
struct score thirteen_best_five(const struct card cards[THIRTEEN_CARDS]);

/* "thirteen": "front / middle / back", or thirteen cards without slashes to name what they hold. */
extern const struct ranking ranking_thirteen;

#endif
