/*
 * The report of a target: the odds of every bet that its rules allow, under the settings of a house.
 *
 *   target     a game or promotion by the name of its rules: "massachusetts/crazy-4-poker"
 *   bet        one wager of it under one paytable: "queens-up/A"
 *   unit       one wager; of the base game, one Ante
 *   return     what a bet hands back in the mean, its stake included, as a part of one unit: below 1 the house gains
 *   meter      what a progressive shows; a share of it is paid in place of the stake
 *   trigger rate   the part of the rounds in which the table's system draws a Magic Card or a lucky position
 *
 * What a settlement does not decide is left out, or assumed: whoever folds gives up Queens Up, the progressive and the
 * wager on the own hand (massachusetts/crazy-4-poker#146, #147, reading MR6), but under best play no hand that any of
 * them pays is folded, so a side bet is judged by the hand alone. A hand of another player is a hand of five from the
 * whole deck, so envy is the same for each of them, and adds up.
 *
 * Invariants
 *  O1  returned = 1 + expected + meter_return + envy_return + bonus_return, exactly.
 *  O2  The bets are in the order of the target's entries.
 *
 * A report is a plain value and large; allocate it. Everything may be called from any thread.
 */
#ifndef ODDS_REPORT_H
#define ODDS_REPORT_H

#include "base/arena.h"
#include "base/status.h"
#include "games/crazy4_tables.h"
#include "games/four_card_tables.h"
#include "odds/bet.h"
#include "odds/crazy4_odds.h"
#include "odds/four_card_odds.h"

#include <stdbool.h>

/* ------------------------------------------------------------------------------------------ what there is */

enum report_kind {
    REPORT_BASE,        /* the game against the dealer, under best play */
    REPORT_SIDE,        /* one hand against a paytable */
    REPORT_PROGRESSIVE, /* the same, with a meter */
    REPORT_BONUS,       /* a progressive that the two below are paid on top of */
    REPORT_MAGIC_CARD,
    REPORT_LUCKY,
    REPORT_COVER_ALL /* the best hand of the table against a paytable */
};

struct report_entry {
    const char *name;
    const char *alias; /* another spelling that is accepted; NULL if there is none */
    enum report_kind kind;
    const struct paytable *table; /* NULL if the bet has none */
    struct money seed_min;        /* the lowest amount a meter may start from; zero if the rules name none */
    struct money wager;           /* for which the table is printed */
};

enum {
    REPORT_TARGETS = 2,
    REPORT_BETS_MAX = 24,
    REPORT_PLAYERS_MAX = 6,
    REPORT_ACTIONS_MAX = 4,
    REPORT_LINES_MAX = 32,
    REPORT_HEADS_MAX = 3,
    REPORT_SIMPLES_MAX = 6,
    REPORT_READINGS_MAX = 4,
    REPORT_WORDS_SIZE = 96
};

/* Exactly one of `crazy4` and `four_card` is there: the tables that the entries point into, which outlive the target. */
struct report_target {
    const char *name;
    const char *title;
    const struct crazy4_tables *crazy4;
    const struct four_card_tables *four_card;
    unsigned entry_count;
    struct report_entry entries[REPORT_BETS_MAX];
};

/* All there is, with the tables that the rule documents have. */
struct report_targets {
    struct report_target all[REPORT_TARGETS];
};

void report_targets_make(struct report_targets *targets, const struct crazy4_tables *crazy4,
                         const struct four_card_tables *four_card);

/* Whether a target has that name, whatever its tables are. */
bool report_target_is_known(struct text name);

/* NULL if there is none. A target may be named without its issuer: "crazy-4-poker". */
const struct report_target *report_target_find(const struct report_targets *targets, struct text name);

/* By name or alias, or by what follows the slash if that is enough: "FCCP-2". NULL if there is none. */
const struct report_entry *report_entry_find(const struct report_target *target, struct text name);

/* ------------------------------------------------------------------------------------------ settings */

struct report_settings {
    unsigned players;           /* in the round, 1 to REPORT_PLAYERS_MAX */
    struct fraction magic_rate; /* trigger rate, 0 to 1 */
    struct fraction lucky_rate;
    struct money meter; /* zero: each meter at the lowest amount that it may start from */
    struct money wager; /* on a progressive; zero: the wager for which its table is printed */
    struct crazy4_readings crazy4;
    struct four_card_readings four_card;
};

/* Six players; both bonuses in every round (reading MR28); meters and wagers as the rules name them. */
struct report_settings report_settings_usual(void);

/* Chooses a reading of the target's rules by its word, "loss-returns-bonus". False if there is no such. */
bool report_choose_reading(struct report_settings *settings, const struct report_target *target,
                           struct text option);

/* The words that choose a reading, ended by NULL. */
const char *const *report_reading_options(const struct report_target *target);

/* ------------------------------------------------------------------------------------------ results */

/* How the Five Card Hand Bonus and what is paid on top of it come out together. A rate above 1 cannot be reached, one
 * below 0 says that the bet gives away more than it takes even without the bonus. */
struct report_whole {
    struct fraction magic_return, lucky_return; /* at the trigger rates of the settings */
    struct fraction magic_even_alone; /* the rate that makes the whole even, the other bonus not paid */
    struct fraction lucky_even_alone;
    struct fraction magic_even; /* the same, the other bonus at the rate of the settings */
    struct fraction lucky_even;
};

struct report_bet {
    const struct report_entry *entry;
    struct bet bet;
    struct fraction expected; /* net per unit; meter, envy and what is paid on top left out */

    struct money wager, meter;    /* under the settings; zero for a bet without a meter */
    struct fraction meter_return; /* what the meter adds to the return */
    struct fraction envy_return;  /* and the hands of the other players */
    struct fraction bonus_return; /* and Magic Card and Lucky Bonus */
    struct fraction returned;
    double deviation;    /* of the net in units, meter included, envy and what is paid on top left out */
    bool has_break_even; /* at some meter the bet is even, envy and what is paid on top left out */
    struct fraction break_even_cents; /* that meter, for `wager` */
    struct report_whole whole;        /* of REPORT_BONUS */
};

/* What best play does, of `action_total` equally likely situations. */
struct report_action {
    const char *name;    /* "fold", "1x", "3x" */
    unsigned play_units; /* of the Play wager; 0 for a fold */
    uwide count;
};

/* A line of the strategy that a player can read, under the heads of struct report_base. */
struct report_line {
    char cells[REPORT_HEADS_MAX][REPORT_WORDS_SIZE];
};

/* A strategy that a person can remember, and what it costs against best play; both per Ante. */
struct report_simple {
    char name[REPORT_WORDS_SIZE];
    struct fraction expected, cost;
};

/* A reading of the rules that is not the recommended one, and what best play is worth with it and without it. */
struct report_reading {
    const char *option; /* the word that chooses it */
    const char *clause;
    const char *words;
    bool chosen;
    struct fraction with, without; /* the other readings as chosen */
};

struct report_base {
    uwide action_total;
    unsigned action_count, line_count, simple_count, reading_count;
    struct report_action actions[REPORT_ACTIONS_MAX];
    char weakest[REPORT_WORDS_SIZE];       /* the weakest hand that plays, in words */
    char weakest_raise[REPORT_WORDS_SIZE]; /* and that raises to 3x */
    const char *heads[REPORT_HEADS_MAX];   /* of the strategy; NULL ends them */
    struct report_line lines[REPORT_LINES_MAX];
    struct report_simple simples[REPORT_SIMPLES_MAX];
    struct report_reading readings[REPORT_READINGS_MAX];
};

struct report {
    const struct report_target *target;
    unsigned bet_count;
    bool has_base;
    struct report_settings settings;
    struct report_base base;
    struct report_bet bets[REPORT_BETS_MAX];
};

/*
 * Fills the report: all bets of the target, or one if `only` is not NULL. The arena holds what the solvers need on the
 * way and may be released afterwards; STATUS_NO_MEMORY or STATUS_NO_SPACE if it cannot.
 */
MUST_USE enum status report_make(struct report *report, const struct report_target *target,
                                 const struct report_entry *only, const struct report_settings *settings,
                                 struct arena *arena);

/* The same with counts of Four-Card Poker that were kept; NULL: there are none. */
MUST_USE enum status report_make_from(struct report *report, const struct report_target *target,
                                      const struct report_entry *only, const struct report_settings *settings,
                                      const struct four_card_table *four_card, struct arena *arena);

/* The bet gives more than it takes. */
bool report_is_generous(const struct report_bet *bet);

struct fraction report_house_edge(const struct report_bet *bet); /* per unit */
struct fraction
report_house_edge_initial(const struct report_bet *bet); /* per what is wagered before the cards */
struct fraction report_element_of_risk(const struct report_bet *bet); /* per what is wagered in the mean */

/* The increase of the return for each $1,000 on the meter. */
struct fraction report_value_of_thousand(const struct report_bet *bet);

/* The increase of the return from the envy hands of so many other players. */
struct fraction report_envy(const struct report_bet *bet, unsigned others);

/* The return of Lucky Bonus at the trigger rate, by the number of players. */
struct fraction report_lucky_return(const struct report *report, unsigned players);

#endif
