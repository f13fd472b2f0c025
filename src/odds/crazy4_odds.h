/*
 * Crazy 4 Poker solved: best play and its value, exactly, over all 3,986,646,103,440 deals of a player's and the
 * dealer's hand.
 *
 * For every suit class of the player's five cards it is counted how many of the dealer's C(47,5) hands do not qualify,
 * are lower, are equal. The classes are swept in the order of their values: at any moment the counters of
 * odds/subset_index.h say how many hands below the present value contain given cards, and inclusion-exclusion over
 * the player's five cards leaves those that contain none of them.
 *
 * Nets are in half units of the Ante, as in odds/bet.h.
 */
#ifndef ODDS_CRAZY4_ODDS_H
#define ODDS_CRAZY4_ODDS_H

#include "odds/bet.h"
#include "odds/class_list.h"

enum { CRAZY4_DEALER_HANDS = 1533939 /* C(47,5) */, CRAZY4_PLAYER_HANDS = 2598960 /* C(52,5) */ };

/* Counts of the dealer's hands against one hand of a player. */
struct crazy4_rivals {
    uint32_t unqualified; /* below king high */
    uint32_t below;       /* lower than the player's, whether qualified or not */
    uint32_t not_above;   /* lower or equal */
};

/* Readings that change the money; false is the recommended one. */
struct crazy4_readings {
    bool
        unqualified_takes_bonus; /* a dealer below king who beats the player takes a Super Bonus below a straight
                                     (against reading MR1) */
    bool
        loss_returns_bonus; /* a lost hand below a straight gets its Super Bonus back (against reading MR2) */
};

/* All hands of one value together. `play` is the sum over hands of the net of playing 1x, over all dealer's hands. */
struct crazy4_row {
    uint64_t hands;
    wide play_halves;         /* sum over hands and dealer's hands of the net at 1x */
    wide raise_halves;        /* the same for each further unit of Play */
    uint64_t hands_that_fold; /* under best play */
    uint64_t hands_that_raise;
};

/* A strategy that a person can remember: play from a value on, raise from a value on. */
struct crazy4_strategy {
    const char *name;
    struct four_value play_from, raise_from;
    struct fraction expected; /* per Ante */
    struct fraction cost;     /* against best play */
};

enum { CRAZY4_STRATEGIES = 4 };

struct crazy4_solution {
    struct bet base;
    uint64_t folds, plays, raises;    /* of CRAZY4_PLAYER_HANDS; raises are 3x */
    struct four_value weakest_play;   /* the lowest value of which some hand plays */
    struct four_value strongest_fold; /* the highest value of which some hand folds */
    struct card
        weakest_cards[5]; /* the weakest hand that plays: of that value, the best worth playing least */
    struct crazy4_row rows[FOUR_VALUES + 1];
    struct crazy4_strategy strategies[CRAZY4_STRATEGIES];
};

/* The player's classes with their rivals: what the solution and hints are made of. */
struct crazy4_table {
    const struct paytable *super_bonus; /* outlives the table */
    struct class_list classes;
    struct crazy4_rivals *rivals; /* by place in the list */
};

/* Counts all. The arena keeps the table; about 32 MiB. */
MUST_USE enum status crazy4_table_make(struct crazy4_table *table, const struct paytable *super_bonus,
                                       struct arena *arena);

void crazy4_solve(const struct crazy4_table *table, struct crazy4_readings readings,
                  struct crazy4_solution *solution);

/*
 * For one hand: the expected net in units of the Ante of folding, of playing 1x and of playing 3x (the last only with a
 * pair of aces or better, massachusetts/crazy-4-poker#145).
 */
struct crazy4_advice {
    double fold, play, raise;
    bool may_raise;
    int64_t play_halves, further_halves; /* of 1x and of each further unit, summed over CRAZY4_DEALER_HANDS */
};
struct crazy4_advice crazy4_advise(const struct crazy4_table *table, const struct card cards[5]);

bool crazy4_may_raise(struct four_value value);
bool crazy4_qualifies(struct four_value value);

#endif
