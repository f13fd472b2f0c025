/*
 * Hi Lo (saratoga/hi-lo-progressive#19 to #38): one deck, each guess says whether the next card is higher or lower
 * than the last one shown, prizes climb with the number of correct guesses, and the last level is the progressive.
 *
 *      NEW -> SHUFFLED -> CUT -> GUESSING <-> REVEALING
 *                                   |             |
 *                                  QUIT      WON or LOST
 *
 * The game is a value: it reads no clock and draws no card. The caller passes the action and the card that was turned over;
 * the game answers whether that is allowed and what the result is.
 *
 * Invariants
 *  H1  `correct` never exceeds `rules.levels`; it equals it exactly when the game is WON.
 *  H2  `shown` are different cards of the deck of 52, in the order in which they were turned; once there is one, the
 *      last of them is the card to guess against, or one that matches it (reading HR4).
 *  H3  A game that is over (WON, QUIT or LOST) has a prize and takes no further step.
 *
 * Nothing here allocates; a game belongs to one thread at a time.
 */
#ifndef GAMES_HI_LO_H
#define GAMES_HI_LO_H

#include "base/money.h"
#include "cards/card.h"
#include "games/ruling.h"

#include <stdbool.h>

/* ----------------------------------------------------------------------------------------- rules */

/* The document from whose clauses the game is written, and which its rulings cite. */
#define HI_LO_DOCUMENT "saratoga/hi-lo-progressive"

enum { HI_LO_LEVELS_MAX = 7 };

enum hi_lo_prize_kind { HI_LO_FREE_PLAY, HI_LO_CASH, HI_LO_PROGRESSIVE };

/* The amount of a progressive prize is 0 in the rules, and the amount of the meter in a game. */
struct hi_lo_prize {
    enum hi_lo_prize_kind kind;
    struct money amount;
};

/* The prize after a wrong guess when the count reached is worth less than the drop (reading HR1). */
enum hi_lo_drop {
    HI_LO_DROP_NEVER_RAISES, /* the lower of the two: recommended */
    HI_LO_DROP_TO_THE_LETTER /* always the drop, so that a miss at 0 correct pays more than quitting */
};

enum hi_lo_forgiveness {
    HI_LO_FORGIVE_ONCE,      /* one miss in the whole game: recommended (reading HR2) */
    HI_LO_FORGIVE_EACH_LEVEL /* one miss at each of the forgiving levels */
};

/* Read by src/rulebook from the rule document; the readings are chosen. */
struct hi_lo_rules {
    unsigned levels;                                 /* so many correct guesses win the progressive */
    struct hi_lo_prize prizes[HI_LO_LEVELS_MAX + 1]; /* by correct guesses: #34 */
    struct hi_lo_prize dropped;                      /* what a wrong guess leaves: #28 */
    enum hi_lo_drop drop;
    unsigned forgiving_levels; /* a miss is forgiven below so many correct guesses: #30 */
    enum hi_lo_forgiveness forgiveness;
};

/* STATUS_RANGE, and words, if the levels are none, too many or fewer than the forgiving ones, an amount is below
 * zero, or any prize but the last is the progressive. */
MUST_USE enum status hi_lo_rules_check(const struct hi_lo_rules *rules, struct fault *fault);

/* The prize when the game ends in a miss after this many correct guesses (#28, reading HR1). */
struct hi_lo_prize hi_lo_prize_lost(const struct hi_lo_rules *rules, unsigned correct);

void hi_lo_prize_write(struct text_out *out, struct hi_lo_prize prize); /* "$100.00 FP", "$350.00 cash" */

/* ------------------------------------------------------------------------------------------ game */

enum hi_lo_state {
    HI_LO_NEW,       /* the representative shuffles: #20 */
    HI_LO_SHUFFLED,  /* the player cuts: #21 */
    HI_LO_CUT,       /* the top card is turned over: #22 */
    HI_LO_GUESSING,  /* higher, lower or quit: #23, #27 */
    HI_LO_REVEALING, /* the next card is turned over: #24 */
    HI_LO_WON,
    HI_LO_QUIT,
    HI_LO_LOST
};

enum hi_lo_guess { HI_LO_HIGHER, HI_LO_LOWER };

/* The result of turning a card. */
enum hi_lo_outcome {
    HI_LO_FIRST,    /* the first card: the game starts */
    HI_LO_MATCH,    /* equal value: does not count, another is turned (#32, #33) */
    HI_LO_CORRECT,  /* one up, and the game goes on */
    HI_LO_FORGIVEN, /* wrong without penalty (#30) */
    HI_LO_WRONG,    /* the game is over (#29) */
    HI_LO_LAST      /* the last correct guess: the progressive is won */
};

struct hi_lo_game {
    struct hi_lo_rules rules;
    struct money progressive; /* as the meter stood when the game started */
    enum hi_lo_state state;
    unsigned correct;
    bool forgiven[HI_LO_LEVELS_MAX]; /* by level: a miss was forgiven there */
    enum hi_lo_guess guess;          /* while REVEALING */
    struct card card;                /* to guess against, from GUESSING on */
    unsigned shown_count;
    struct card shown[DECK_CARDS];
    struct hi_lo_prize prize; /* once the game is over */
};

void hi_lo_init(struct hi_lo_game *game, const struct hi_lo_rules *rules, struct money progressive);

bool hi_lo_is_over(const struct hi_lo_game *game);
bool hi_lo_forgives(const struct hi_lo_game *game); /* whether a miss now would be forgiven */
const char *hi_lo_state_name(enum hi_lo_state state);
const char *hi_lo_outcome_name(enum hi_lo_outcome outcome);

/* The prize for quitting now: that of the count reached. */
struct hi_lo_prize hi_lo_winnings(const struct hi_lo_game *game);

/* ------------------------------------------------------------------- may I, and do it */

struct ruling hi_lo_may_shuffle(const struct hi_lo_game *game);
struct ruling hi_lo_may_cut(const struct hi_lo_game *game);
struct ruling hi_lo_may_turn(const struct hi_lo_game *game, struct card card);
struct ruling hi_lo_may_guess(const struct hi_lo_game *game);
struct ruling hi_lo_may_quit(const struct hi_lo_game *game);

/* Each asks first; a refusal changes nothing. */
struct ruling hi_lo_shuffle(struct hi_lo_game *game);
struct ruling hi_lo_cut(struct hi_lo_game *game);
struct ruling hi_lo_turn(struct hi_lo_game *game, struct card card, enum hi_lo_outcome *outcome);
struct ruling hi_lo_guess(struct hi_lo_game *game, enum hi_lo_guess guess);
struct ruling hi_lo_quit(struct hi_lo_game *game);

#endif
