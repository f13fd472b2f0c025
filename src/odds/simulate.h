/*
 * Rounds dealt by chance and played by best play: a check of the exact numbers by other means.
 *
 * A simulation is cut into chunks of a fixed number of rounds. Each chunk has a generator of its own, seeded by the
 * simulation's seed and the chunk's number, and results are whole counts that are added up. So the result follows from
 * seed and rounds alone, however many threads work and in which order.
 *
 *   round     six players and the dealer get five cards each; of Four-Card Poker one player five and the dealer six
 *   tally     what happened, as counts: nets of the base game, hands by value, Cover All by row, bonuses
 *
 * What is paid is computed here from the values of the hands, apart from the solvers, and tested against the settlement
 * of src/games.
 *
 * Ownership: tables live in the arena that is handed to simulation_init(); the report must outlive the simulation.
 * simulation_step() may be called by several threads at once, each with a tally of its own.
 */
#ifndef ODDS_SIMULATE_H
#define ODDS_SIMULATE_H

#include "cards/five.h"
#include "odds/cover_all.h"
#include "odds/report.h"

#include <stdatomic.h>

enum {
    SIMULATION_CHUNK_ROUNDS = 1 << 14,
    SIMULATION_NETS = 2 * PAY_ODDS_MAX + 64, /* of the base game, in half units */
    SIMULATION_NET_OFFSET = 16,              /* base[0] counts a net of -8 units */
    SIMULATION_ERRORS_MAX = 4 /* so many standard errors may lie between mean and exact value */
};

struct simulation_tally {
    uint64_t rounds;
    uint64_t base[SIMULATION_NETS];
    uint64_t four[FOUR_VALUES + 1], five[FIVE_VALUES + 1]; /* the first player's hands by value */
    uint64_t cover_all[CRAZY4_COVER_ALL_PLAYERS][COVER_ALL_ROWS];
    uint64_t magic, lucky; /* rounds in which the first player won them */
};

struct simulation_play; /* best play as a look-up; private */

struct simulation {
    const struct report *report; /* all bets of the target, under the usual settings */
    const struct simulation_play *play;
    uint64_t rounds, seed;
    atomic_uint_fast64_t next; /* the first round that nobody has taken */
};

/* STATUS_NO_MEMORY or STATUS_NO_SPACE if the arena cannot hold the tables. */
MUST_USE enum status simulation_init(struct simulation *simulation, const struct report *report,
                                     uint64_t rounds, uint64_t seed, struct arena *arena);

/* Plays the next chunk into `tally`; false when all are taken. */
bool simulation_step(struct simulation *simulation, struct simulation_tally *tally);

uint64_t simulation_taken(const struct simulation *simulation); /* rounds played or being played */

void simulation_tally_add(struct simulation_tally *sum, const struct simulation_tally *part);

/* The simulated result of a bet of the report. */
struct simulation_result {
    double mean;     /* net per unit, meter left out */
    double error;    /* standard error of the mean, by the exact deviation */
    double exact;    /* what it should be */
    double distance; /* between them, in standard errors */
};

struct simulation_result simulation_result(const struct simulation *simulation,
                                           const struct simulation_tally *tally, unsigned bet);
bool simulation_agrees(struct simulation_result result);

/* What the base games net, in half units of the Ante, at so many units of Play; 0 folds. */
int simulation_crazy4_net(const struct crazy4_tables *tables, struct four_value own, struct four_value dealer,
                          unsigned play);
int simulation_four_card_net(const struct four_card_tables *tables, struct four_value own,
                             struct four_value dealer, unsigned play);

#endif
