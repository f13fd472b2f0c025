/*
 * Who may take part and win: the part `eligibility` of an offer, judged on the facts of a person and a round.
 *
 * A judgement is a ruling (games/ruling.h): yes, or no with the clause and in words what is lacking. It looks at nothing but
 * the facts handed in, so that the same facts always get the same answer.
 *
 * The first rule that refuses is named, in this order: what voids the round for everybody, what the table lacks, who the
 * person is, what the person did in the round, how often the person has won.
 *
 * A free player (No Purchase Necessary) is judged like any other, but needs no fee, wager or collection.
 *
 * Ownership: rules and clauses are in the arena that they were compiled into.
 */
#ifndef HOUSE_ELIGIBILITY_H
#define HOUSE_ELIGIBILITY_H

#include "base/arena.h"
#include "games/ruling.h"
#include "rulebook/house_file.h"

#include <stdint.h>

/* ------------------------------------------------------------------------------------------ facts */

enum employee_state {
    EMPLOYEE_NONE,
    EMPLOYEE_ON_DUTY,
    EMPLOYEE_ON_STANDBY, /* in uniform */
    EMPLOYEE_OFF_DUTY_IN_UNIFORM,
    EMPLOYEE_OFF_DUTY
};

enum hand_outcome { OUTCOME_UNKNOWN, OUTCOME_WON, OUTCOME_PUSHED, OUTCOME_LOST };

enum folded { FOLDED_NOT, FOLDED, FOLDED_CARDS_KEPT };

struct person_facts {
    unsigned age;
    enum employee_state employee;
    bool on_exclusion_list;
    bool otherwise_excluded; /* one of the further persons whom the document excludes */
    bool proposition_player;
    bool player_dealer;
    bool seated, backline;
    bool hold_button;
    bool base_wager, bonus_bets_only, fee, collection;
    enum folded folded;
    bool bets_complete, all_rounds;
    enum hand_outcome outcome;
    unsigned wins, wins_today;
    uint64_t played_minutes;
};

struct round_facts {
    unsigned seated_and_active, dealt_in, playing, customers;
    int64_t pot_cents;
    bool free_play, tournament, showdown;
    bool backline_allowed; /* by the base game */
    bool misdeal, wrong_deck, voided_for_talk;
};

/* ------------------------------------------------------------------------------------------ rules */

enum eligibility_key {
    ELIGIBILITY_PLAYERS,
    ELIGIBILITY_PLAYERS_ARE,
    ELIGIBILITY_POT,
    ELIGIBILITY_SEATED,
    ELIGIBILITY_BACKLINE,
    ELIGIBILITY_PLAYER_DEALER,
    ELIGIBILITY_EMPLOYEES,
    ELIGIBILITY_PROPOSITION_PLAYERS,
    ELIGIBILITY_EXCLUDED,
    ELIGIBILITY_TOURNAMENT,
    ELIGIBILITY_AGE,
    ELIGIBILITY_WINS,
    ELIGIBILITY_PRIZES_A_DAY,
    ELIGIBILITY_BASE_WAGER,
    ELIGIBILITY_BONUS_BETS_ALONE,
    ELIGIBILITY_FEE,
    ELIGIBILITY_COLLECTION,
    ELIGIBILITY_SHOWDOWN,
    ELIGIBILITY_BETS_COMPLETE,
    ELIGIBILITY_ALL_ROUNDS,
    ELIGIBILITY_FOLDED,
    ELIGIBILITY_OUTCOME,
    ELIGIBILITY_HOLD_BUTTON,
    ELIGIBILITY_MISDEAL,
    ELIGIBILITY_WRONG_DECK,
    ELIGIBILITY_TALK,
    ELIGIBILITY_PLAYING_TIME,
    ELIGIBILITY_KEYS
};

struct eligibility_rule {
    struct text
        value; /* of the document or, where it is silent, the default of the vocabulary; empty: no rule */
    const char *clause; /* "" if the document is silent */
};

struct eligibility {
    const char *document; /* "bay101/aces-cracked": cited where the document is silent */
    struct eligibility_rule rules[ELIGIBILITY_KEYS];
};

/* The rules of the offer in one of its games; `game` may be NULL where the document makes no difference between them. */
MUST_USE enum status eligibility_compile(const struct offer *offer, const struct game_name *game,
                                         struct arena *arena, struct eligibility *eligibility);

struct ruling eligibility_judge(const struct eligibility *eligibility, const struct person_facts *person,
                                const struct round_facts *round);

#endif
