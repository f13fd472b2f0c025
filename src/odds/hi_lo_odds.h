/*
 * Hi Lo solved: what the game is worth under best play at any progressive amount, and what best play is.
 *
 * The deck is not replaced, so best play looks at every card that has been shown. The solver does too: a state is
 * the number of cards left of each rank, the card to guess against, the count of correct guesses and whether a miss
 * is still forgiven. What is likely is counted exactly; what is not is bounded:
 *
 *   Which card comes next does not depend on the guess, and from two correct guesses on it does not matter how many
 *   misses were forgiven. So states meet again, and a few hundred thousand of them cover nearly all of the chance.
 *   The rest has many matching cards: after `extras_max` cards beyond the counted ones a further matching card is
 *   put back into the deck. If x is a card and D a deck of n cards or more throughout, then whoever plays D + x as if
 *   it were D, or D as if a card x were hidden in it, is right until x is turned over; each card turned is x with
 *   chance at most 1/n, and a guess turns 1 + 3/(n - 2) cards on average at most. So putting one card back changes
 *   the value by at most
 *
 *        (best prize - worst prize) * guesses left * (1 + 3/(n - 2)) / n
 *
 *   and the solver sums this over the chances of all cards put back: `error`. Rounding in double precision adds less
 *   than 1e-12 of the best prize (at most 9 levels, each a sum of at most 96 products), which `error` includes.
 *
 * The reported value is within `error` of the true one. Free play is valued by a setting, cash at its face.
 *
 * A question is a value; a solver owns its memory, is released by hi_lo_solver_release(), and belongs to one thread.
 */
#ifndef ODDS_HI_LO_ODDS_H
#define ODDS_HI_LO_ODDS_H

#include "base/status.h"
#include "cards/card.h"
#include "games/hi_lo.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    HI_LO_EXTRAS_MIN = 2, /* room for the misses that may be forgiven */
    HI_LO_EXTRAS_USUAL = 4,
    HI_LO_EXTRAS_MAX = 8
};

struct hi_lo_question {
    struct hi_lo_rules rules;
    struct money progressive;
    double free_play_worth; /* of one dollar of free play, in dollars: 1.0 */
    unsigned extras_max;    /* HI_LO_EXTRAS_MIN to HI_LO_EXTRAS_MAX: more is slower and closer */
};

/* Free play at its face. */
struct hi_lo_question hi_lo_question_usual(const struct hi_lo_rules *rules, struct money progressive);

enum hi_lo_action { HI_LO_STOP, HI_LO_GUESS_HIGHER, HI_LO_GUESS_LOWER, HI_LO_ACTIONS };

const char *hi_lo_action_name(enum hi_lo_action action);

/* In dollars. Of equal values the best is the first in the order of enum hi_lo_action. */
struct hi_lo_advice {
    double values[HI_LO_ACTIONS];
    double error; /* of each of them, at most */
    enum hi_lo_action best;
};

struct hi_lo_odds {
    double value;                         /* of a game, in dollars */
    double error;                         /* of the value, at most */
    double stopped[HI_LO_LEVELS_MAX + 1]; /* chance that best play ends by stopping at so many correct */
    double missed[HI_LO_LEVELS_MAX + 1];  /* and by a miss at so many correct */
    double won;                           /* and by winning the progressive */
    /* How often best play, when it stands at a count before a card, does what, over the decks that occur. */
    double actions[HI_LO_LEVELS_MAX][RANK_COUNT][HI_LO_ACTIONS];
};

struct hi_lo_solver; /* private */

/*
 * Starts a solver for one question. STATUS_RANGE if the question is out of its bounds, with words; STATUS_NO_MEMORY.
 * On failure `*solver` is NULL.
 */
MUST_USE enum status hi_lo_solver_new(const struct hi_lo_question *question, struct hi_lo_solver **solver,
                                      struct fault *fault);
void hi_lo_solver_release(struct hi_lo_solver *solver); /* NULL is fine */

/* The whole game. At HI_LO_EXTRAS_USUAL about two seconds and 90 MB, at HI_LO_EXTRAS_MIN a third of a second. */
MUST_USE enum status hi_lo_solve(struct hi_lo_solver *solver, struct hi_lo_odds *odds);

/* What to do now, in a game that is at HI_LO_GUESSING under the rules and progressive of the question; knows every
 * card that the game has shown. STATUS_INVALID in another state. */
MUST_USE enum status hi_lo_advise(struct hi_lo_solver *solver, const struct hi_lo_game *game,
                                  struct hi_lo_advice *advice);

/* What to do at so many correct guesses before a card of `rank` when no other card is known to be gone and no miss
 * has been forgiven: the table that a player can remember. */
MUST_USE enum status hi_lo_advise_fresh(struct hi_lo_solver *solver, unsigned correct, enum rank rank,
                                        struct hi_lo_advice *advice);

/*
 * The smallest progressive, to the cent, at which guessing on is worth at least as much as stopping, under the
 * conditions of hi_lo_advise_fresh(); 0 if guessing on is right even for nothing. The question's own progressive does
 * not matter, and HI_LO_EXTRAS_MIN is enough: the game is solved anew for every progressive that is tried. STATUS_RANGE if it is more than HI_LO_BREAK_EVEN_MAX_DOLLARS.
 */
enum { HI_LO_BREAK_EVEN_MAX_DOLLARS = 1000000 };
MUST_USE enum status hi_lo_break_even(const struct hi_lo_question *question, unsigned correct, enum rank rank,
                                      struct money *progressive, struct fault *fault);

#endif
