/*
 * Eligibility: judges by the part `eligibility` of an offer whether a person may take part and win in a round.
 *
 * A judgement is a ruling (games/ruling.h): yes, or no with the clause and words about what is missing. It depends only on the
 * facts that are passed in, so the same facts always give the same answer.
 *
 * The ruling names the first rule that refuses, in this order: what voids the round for all players; what the table lacks; who the
 * person is; what the person did in the round; how often the person has won.
 *
 * A free player (No Purchase Necessary) is judged like any other player, but needs no fee, wager or collection.
 *
 * Where the document says "by ownership", a hand belongs to one bettor: to the only bettor; else to the seated player, if that
 * player bet on it; else to the bettor in the first betting position.
 *
 * Ownership: rules and clauses are in the arena that they were compiled into. Values belong to the rulebook, which must outlive
 * them.
 */
#ifndef FUNDS_ELIGIBILITY_H
#define FUNDS_ELIGIBILITY_H

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

/* The prize that a free player named before the hand, where one must be named. */
enum chosen_prize { CHOSEN_THIS, CHOSEN_ANOTHER, CHOSEN_LATE, CHOSEN_NONE };

struct person_facts {
    unsigned age;
    enum employee_state employee;
    bool on_exclusion_list;
    struct text
        excluded_as; /* the group of excluded persons to which the person belongs, in the words of the document; or empty */
    bool proposition_player;
    bool player_dealer;
    bool seated, backline;
    unsigned bettors;    /* on the hand, including this one; 0 and 1: there is no other */
    bool first_position; /* in the first betting position of the hand, by the base game */
    bool seated_bettor;  /* the seated player of the hand has bet on it too */
    bool hold_button;
    bool base_wager, bonus_bets_only, collection;
    bool fee, fee_late; /* late: placed after the moment for it */
    enum folded folded;
    bool bets_complete, all_in, all_rounds;
    bool beaten_by_incomplete; /* the player who beat the hand has not met all bets */
    enum hand_outcome outcome;
    unsigned wins, wins_today;
    uint64_t played_minutes;
    bool card;                /* of the player club */
    enum chosen_prize chosen; /* of a free player */
};

struct round_facts {
    unsigned seated_and_active, dealt_in, playing, customers;
    int64_t pot_cents;
    bool free_play, tournament, showdown;
    bool backline_allowed;   /* by the base game */
    bool fee_missing;        /* the pot or one position pays the fee for all, and has not paid it */
    bool jackpot_collection; /* the table takes the collection of another jackpot */
    bool misdeal, wrong_deck, faulty_equipment, voided_for_talk;
};

/* ------------------------------------------------------------------------------------------ rules */

/* Where a hand that lies on the board is everybody's, whoever has folded has it too. */
#define FOLDED_OR_OF_THE_BOARD "only if the cards are kept aside or the board makes the hand"

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
    ELIGIBILITY_EQUIPMENT,
    ELIGIBILITY_TALK,
    ELIGIBILITY_PLAYING_TIME,
    ELIGIBILITY_FEE_PAYER,
    ELIGIBILITY_FEE_OPTIONAL,
    ELIGIBILITY_FEE_PLAYERS,
    ELIGIBILITY_FEE_MOMENT,
    ELIGIBILITY_FREE_HANDS,
    ELIGIBILITY_FREE_CHOICE,
    ELIGIBILITY_CLUB_HOURS,
    ELIGIBILITY_CLUB_CARD,
    ELIGIBILITY_KEYS
};

struct eligibility_rule {
    struct text value;  /* from the document, or else the default of the vocabulary; empty: no rule */
    const char *clause; /* "" if the document says nothing */
};

struct eligibility {
    const char *document;        /* "bay101/aces-cracked": cited where there is no clause */
    const struct node *excluded; /* the further persons; NULL if there are none */
    struct eligibility_rule rules[ELIGIBILITY_KEYS];
};

/* The rules of the offer in one of its games; `game` may be NULL if the rules are the same in all games. */
MUST_USE enum status eligibility_compile(const struct offer *offer, const struct game_name *game,
                                         struct arena *arena, struct eligibility *eligibility);

struct ruling eligibility_judge(const struct eligibility *eligibility, const struct person_facts *person,
                                const struct round_facts *round);

/* Judges only who the person is. Used when the winner shows ID and before a prize is paid. */
struct ruling eligibility_judge_person(const struct eligibility *eligibility,
                                       const struct person_facts *person);

/* The same when a prize is awarded: the person also needs the club card if the document asks for it. */
struct ruling eligibility_judge_winner(const struct eligibility *eligibility,
                                       const struct person_facts *person);

/* Judges who the person is and how often the person has won. Used for the places of a period. */
struct ruling eligibility_judge_place(const struct eligibility *eligibility,
                                      const struct person_facts *person);

/* Judges only what voids the deal for all players, which may become known after hands are verified. */
struct ruling eligibility_judge_deal(const struct eligibility *eligibility, const struct round_facts *round);

#endif
