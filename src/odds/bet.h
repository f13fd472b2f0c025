/*
 * The odds of one bet: every way it can end, how often, and what it nets.
 *
 * Nets are in half units of the bet, because one table pays 3 to 2: a lost unit is -2, "3 to 2" is +3, "9 for 1" is
 * +16. A bet of several units (Ante, Super Bonus and Play) counts them all. An outcome may also win a share of a
 * meter, in place of the stake; its net in half units is then -2 and the share comes on top.
 *
 * Invariant B1: the counts of the outcomes add up to `total`.
 */
#ifndef ODDS_BET_H
#define ODDS_BET_H

#include "base/money.h"
#include "games/paytable.h"
#include "odds/fraction.h"

/* Of the base game of Crazy 4 Poker: by 1x and 3x, by row of the bonus and none, by five endings; and a fold. */
enum { BET_OUTCOMES_MAX = 2 * (PAY_ROWS_MAX + 1) * 5 + 1, BET_NAME_SIZE = 64 };

struct bet_outcome {
    char name[BET_NAME_SIZE];
    uwide count;
    int64_t net_halves;
    uint32_t meter_percent; /* of the meter, on top; 0 for none */
    struct money envy; /* what another player's such hand brings for a wager of one dollar; zero for none */
};

struct bet {
    uwide total;
    struct fraction mean_units; /* wagered in the mean, later raises included */
    struct bet_outcome outcomes[BET_OUTCOMES_MAX];
    char name[BET_NAME_SIZE]; /* "queens-up/A" */
    const char *clause;
    unsigned outcome_count;
    unsigned initial_units; /* wagered before the cards: 2 for Ante and Super Bonus */
};

/* A bet of one unit that nothing has happened to yet. */
void bet_init(struct bet *bet, const char *name, const char *clause, uwide total);

/* Adds `count` deals to the outcome of that name and net, or makes it. */
void bet_add(struct bet *bet, const char *name, uwide count, int64_t net_halves);

/*
 * A side bet on one hand of five: the rows of the table over all C(52,5) hands. The counts come from
 * suit_classes_count_four() or _five().
 */
void bet_of_paytable(struct bet *bet, const struct paytable *table);

/* Expected net per unit, the meter left out. */
struct fraction bet_expected(const struct bet *bet);

/* The part of the meter that one bet wins in the mean: 0.0000185 of it, say. */
struct fraction bet_meter_share(const struct bet *bet);

double bet_deviation(const struct bet *bet); /* standard deviation of the net in units, the meter left out */

/* The meter, in units of the bet, at which the bet is even: (-expected) / share. False if it has no meter. */
bool bet_break_even(const struct bet *bet, struct fraction *meter);

/* The mean envy prize from one other player's hands, for a wager of one dollar, in cents. */
struct fraction bet_envy_cents(const struct bet *bet);

#endif
