/*
 * Inside the odds of charts: what the ways of counting share.
 *
 * A way of counting ("counter") goes through deals, each standing for as many as its weight, and says which rows fit.
 * It is asked first whether it can count the chart; a chart that none can count is simulated.
 */
#ifndef ODDS_CHART_ODDS_INTERNAL_H
#define ODDS_CHART_ODDS_INTERNAL_H

#include "cards/random.h"
#include "odds/chart_odds.h"
#include "rulebook/hand_judge.h"

struct counting {
    const struct hand_game *game;
    const struct hand_rule *rules;
    unsigned rows; /* those to be counted, from the first */
    struct chart_odds_settings settings;
    struct arena *arena;
    enum status status; /* of the arena */
    bool given_up;      /* by a counter that found out on its way that it would take too long */

    uint64_t skipped; /* bit per row that cannot be judged: its fault is below */
    struct fault faults[CHART_ODDS_ROWS_MAX];

    uwide total, paid[CHART_ODDS_ROWS_MAX], fits[CHART_ODDS_ROWS_MAX];
};

/* Those of the rows given that a showing fits, bit per row. A row that cannot be judged is skipped from then on. */
uint64_t counting_fitting(struct counting *counting, const struct showing *showing, uint64_t rows);

void counting_add(struct counting *counting, uint64_t fitting, uwide weight);
void counting_judge(struct counting *counting, const struct showing *showing, uwide weight);
void counting_progress(const struct counting *counting, double done);

/* Every atom of the rows to be counted, those of skipped rows left out; NULL behind the last. Begin with {0}. */
struct atom_place {
    unsigned row, atom;
};
const struct hand_atom *counting_next_atom(const struct counting *counting, struct atom_place *place);

/* A rule of one atom under the conditions of its way. */
struct hand_rule chart_atom_rule(const struct hand_rule *rule, unsigned atom);

/* The atom asks for one suit or colour, or for none. */
bool chart_atom_looks_at_suits(const struct hand_atom *atom);

/* The atom needs another hand than the deal has: who wins, what the winner holds. */
bool chart_atom_asks_opponent(const struct hand_game *game, const struct hand_atom *atom);

/* The row compares hands, or asks how thirteen cards were set. */
bool chart_row_needs_play(const struct counting *counting, unsigned row);

/* The rules of play that odds/chart_odds.h states: does the hand take another card? */
enum { CHART_BLACKJACK_CARDS_MAX = 12 };
bool chart_blackjack_draws(const struct counting *counting, const struct hand *hand);
bool chart_pan_draws(const struct hand *hand);

uwide chart_choose(unsigned from, unsigned count); /* binomial; 0 if count is above from */

/* ------------------------------------------------------------------------------------------ ways of counting */

struct counter {
    bool (*can)(const struct counting *counting);
    void (*count)(struct counting *counting);
};

extern const struct counter counter_own_cards;   /* five cards or fewer of one's own, by suit classes */
extern const struct counter counter_seven_cards; /* seven cards of one's own, by ranks and a suit */
extern const struct counter counter_hole_cards;  /* hole cards and others, by ranks and a suit */
extern const struct counter counter_shoe;        /* several decks, by ranks, and suits where they matter */
extern const struct counter counter_tiles;
extern const struct counter counter_thirteen;

/* ------------------------------------------------------------------------------------------ simulation */

/* A deck or shoe that is dealt from by chance, and what each player shows of a round, with the hands of the others. */
enum { CHART_SHOE_MAX = CHART_ODDS_DECKS_MAX * 54 };
struct dealt_round {
    struct random *random;
    unsigned size, next; /* cards in the shoe; the first that is not dealt */
    struct card shoe[CHART_SHOE_MAX];
    uint8_t tiles[TILE_SET];
    struct showing showings[CHART_ODDS_PLAYERS_MAX];
};

void chart_round_init(struct dealt_round *round, const struct counting *counting, struct random *random);
void chart_round_deal(struct dealt_round *round, const struct counting *counting);

/* Makes a player's showing complete: hands are set, and the winner is known. */
void chart_round_compare(struct dealt_round *round, const struct counting *counting, unsigned player);

/* Deals settings.rounds rounds; `errors` are the standard errors of the frequencies of `paid`. */
void chart_simulate(struct counting *counting, double errors[CHART_ODDS_ROWS_MAX]);

#endif
