/*
 * How often the rows of a chart are hit: exact counts where they can be had, a seeded simulation where not.
 *
 * A chart is a list of hands in the hand language, judged in one game. A deal pays the first row that it fits.
 *
 *   deal      what is counted: one player's hand with all that the game puts to it, or in baccarat and casino war one
 *             round of both lines
 *   paid      the deals for which a row is the first that fits
 *   fits      the deals that fit a row, whatever stands above it; none: the row is not possible in the game
 *   players   hands dealt in a round, the bank's not counted
 *
 * Everything that a deal alone decides is counted. Rows that ask how the hand fares against another one ("beaten",
 * "second best", "home run") are simulated, with all rows below them; so are the few charts that mix what cannot be
 * counted together in seconds. `kind` says it row by row. The other hand is, in games where players play each other,
 * the best of the others at the table, and everybody stays to the end; in games with a bank it is the bank's.
 *
 * Where players decide what they hold, the counts need a rule of play, and `assumption` states the one used:
 *
 *   blackjack       a hand is drawn to while its total is below `draw_to`, soft or hard, 17 if nothing is set; a row on
 *                   the first n cards is counted over n cards as they lie in the shoe
 *   pan 9           a fourth card is drawn on a total of five or less
 *   casino war      a tie always goes to war
 *   draw poker      the five cards dealt; nothing is exchanged
 *   pai gow games   rows on front and back count if any legal setting has them; to be compared with another hand, cards
 *                   are set with a pair in front where one may stand, then the highest class behind, then the highest
 *                   front; tiles with the best front
 *   thirteen cards  the highest back, then the highest middle
 *   jackpot hands   every hand is played to the showdown
 *
 * Invariants
 *  K1  Of exact rows, the sum of `paid` is at most `total`, and paid <= fits.
 *  K2  Rows that are exact stand above all that are simulated.
 *  K3  A simulation follows from its rounds and its seed.
 *
 * Ownership: the result is plain data. Tables live in the arena that is handed in (at most CHART_ODDS_MEMORY) and may
 * be cleared afterwards. Nothing keeps state; calls with different arenas may run at once.
 */
#ifndef ODDS_CHART_ODDS_H
#define ODDS_CHART_ODDS_H

#include "base/arena.h"
#include "odds/fraction.h"
#include "rulebook/hand_language.h"

#include <stdbool.h>
#include <stdint.h>

struct hand_game;

enum {
    CHART_ODDS_ROWS_MAX = 64,
    CHART_ODDS_PLAYERS_MAX = 10,
    CHART_ODDS_DECKS_MAX = 8,
    CHART_ODDS_MEMORY = 64 << 20,
    CHART_ODDS_DRAW_TO_USUAL = 17
};

/* A field that is zero has its usual value. */
struct chart_odds_settings {
    unsigned players;
    unsigned decks;
    unsigned cards; /* of one's own, where a game deals more or fewer: four or five in Omaha */
    unsigned draw_to;
    uint64_t rounds; /* of a simulation; usually as many as take a few seconds */
    uint64_t seed;
    void (*progress)(void *context, double done); /* from 0 to 1, now and then; may be NULL */
    void *context;
};

enum chart_odds_kind {
    CHART_ODDS_EXACT,
    CHART_ODDS_SIMULATED,
    CHART_ODDS_FAULT /* the game cannot judge the row; no deal is paid for it */
};

enum chart_odds_unit { CHART_ODDS_PER_HAND, CHART_ODDS_PER_ROUND };

struct chart_odds_row {
    enum chart_odds_kind kind;
    uwide paid, fits;   /* of chart_odds.total deals, or of chart_odds.rounds * players simulated ones */
    double error;       /* standard error of a simulated frequency; hands of one round are not independent */
    struct fault fault; /* CHART_ODDS_FAULT */
};

struct chart_odds {
    enum chart_odds_unit unit;
    unsigned players, decks, cards; /* as counted */
    const char *assumption;         /* a sentence without a full stop; "" if the cards alone decide */
    uwide total;                    /* deals of the exact rows */
    uint64_t rounds, seed;          /* of the simulation; no rounds: nothing was simulated */
    unsigned row_count;
    struct chart_odds_row rows[CHART_ODDS_ROWS_MAX];
};

/*
 * STATUS_RANGE if a setting is outside what the game can deal or there are too many rows, STATUS_NO_MEMORY or
 * STATUS_NO_SPACE if the arena has no room. On failure `odds` is unchanged.
 */
MUST_USE enum status chart_odds_count(const struct hand_game *game, const struct hand_rule *rows,
                                      unsigned row_count, const struct chart_odds_settings *settings,
                                      struct arena *arena, struct chart_odds *odds, struct fault *fault);

/* ------------------------------------------------------------------------------------------ what follows from it */

/* No deal at all fits the row. Of a simulated row it says only that none came. */
bool chart_odds_never(const struct chart_odds *odds, unsigned row);

/* How often a deal is paid for the row. The fraction is exact if the row is. */
struct fraction chart_odds_frequency(const struct chart_odds *odds, unsigned row);

/* Hits in a thousand rounds in the mean. Hands of one round are exchangeable, so this is players times frequency,
 * whether or not they can hit together. */
struct fraction chart_odds_per_thousand_rounds(const struct chart_odds *odds, unsigned row);

/* The mean time between hits at so many rounds an hour. False if there are none to wait for. */
bool chart_odds_hours_between(const struct chart_odds *odds, unsigned row, unsigned rounds_per_hour,
                              struct fraction *hours);

#endif
