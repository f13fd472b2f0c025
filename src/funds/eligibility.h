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
 * A hand belongs to one bettor where the document says "by ownership": to the only one, else to the seated one who bet on
 * it, else to the one in the first betting position.
 *
 * Ownership: rules and clauses are in the arena that they were compiled into; values are the rulebook's, which outlives
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
        excluded_as; /* one of the further persons whom the document excludes, in its words; or empty */
    bool proposition_player;
    bool player_dealer;
    bool seated, backline;
    unsigned bettors;    /* on the hand, this one too; 0 and 1: nobody else */
    bool first_position; /* in the first betting position of the hand, by the base game */
    bool seated_bettor;  /* the seated player of the hand has bet on it too */
    bool hold_button;
    bool base_wager, bonus_bets_only, collection;
    bool fee, fee_late; /* late: placed when the moment for it was over */
    enum folded folded;
    bool bets_complete, all_in, all_rounds;
    bool beaten_by_incomplete; /* whoever beat the hand has not met all bets */
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
    bool backline_allowed; /* by the base game */
    bool fee_missing; /* the fee for the round was not paid, where the pot or one position pays for all */
    bool jackpot_collection;                   /* the table takes the collection of another jackpot */
    bool misdeal, wrong_deck, voided_for_talk; /* wrong deck: or equipment that did not work as it should */
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
    struct text
        value; /* of the document or, where it is silent, the default of the vocabulary; empty: no rule */
    const char *clause; /* "" if the document is silent */
};

struct eligibility {
    const char *document;        /* "bay101/aces-cracked": cited where the document is silent */
    const struct node *excluded; /* the further persons; NULL if there are none */
    struct eligibility_rule rules[ELIGIBILITY_KEYS];
};

/* The rules of the offer in one of its games; `game` may be NULL where the document makes no difference between them. */
MUST_USE enum status eligibility_compile(const struct offer *offer, const struct game_name *game,
                                         struct arena *arena, struct eligibility *eligibility);

struct ruling eligibility_judge(const struct eligibility *eligibility, const struct person_facts *person,
                                const struct round_facts *round);

/* Who the person is, and nothing else: when the winner is identified, and before a prize is paid. */
struct ruling eligibility_judge_person(const struct eligibility *eligibility,
                                       const struct person_facts *person);

/* The same of one who is to be awarded a prize: he also has the card of the club, where the document asks for it. */
struct ruling eligibility_judge_winner(const struct eligibility *eligibility,
                                       const struct person_facts *person);

/* Who the person is, and how often he has won: of one who is to have a place of a period. */
struct ruling eligibility_judge_place(const struct eligibility *eligibility,
                                      const struct person_facts *person);

/* What voids the deal for everybody, and nothing else: it may come out when hands are verified already. */
struct ruling eligibility_judge_deal(const struct eligibility *eligibility, const struct round_facts *round);

#endif
