/*
 * Four-Card Poker as approved in South Dakota: the table, its meter, and one round at a time
 * (south-dakota/four-card-poker).
 *
 * The table is a deterministic state machine on games/poker.h: cards are handed in, four_card_may()
 * answers with a ruling and changes nothing, four_card_do() answers the same and, if the answer is yes, acts.
 *
 *   BETTING    Ante, Aces Up and progressive wagers, on one or more positions
 *   LOCKED     the keypad has locked the sensors; the progressive bets are taken off the table
 *   DEALING    five cards to each position, five and one face up to the dealer
 *   DECIDING   Play of one to three Antes, or fold; nothing to decide without an Ante
 *   COLLECTED  forfeited Antes are taken; folded hands whose side bets live wait
 *   REVEALED   the dealer's best four of six are announced
 *   SETTLING   one position completely at a time, from the dealer's right
 *   ENVY       envy is paid, then the keypad ends the round
 *   OVER       the award is logged; only a manual adjustment corrects the meter now
 *   VOID       every wager was returned and the meter taken back; until the next round
 *
 * Seats are called positions. A person may hold several positions where the house allows it.
 *
 * Invariants
 *  F1  An action that is refused changes nothing.
 *  F2  No card is dealt twice in a round.
 *  F3  When the round is OVER or VOID, every stake is accounted for by exactly one line (settlement.h, S3).
 *  F4  A void round leaves the meter as if it had not been.
 *  F5  The log holds every change of the meter in the round, in order, and nothing is taken out of it.
 *
 * A table owns nothing outside itself and is copied freely; the tables of its settings outlive it.
 */
#ifndef GAMES_FOUR_CARD_H
#define GAMES_FOUR_CARD_H

#include "games/four_card_tables.h"
#include "games/meter.h"
#include "games/poker.h"

#include <stdbool.h>

enum { FOUR_CARD_DEALER_CARDS = 6 }; /* the sixth lies face up */

/* ------------------------------------------------------------------------------------- settings */

/* How several prizes from the meter in one round are paid: the house's procedure (#72, #DR13). */
enum four_card_meter_order {
    FOUR_CARD_COUNTER_CLOCKWISE,   /* on the meter as it stands at each turn: recommended */
    FOUR_CARD_SMALLER_SHARES_FIRST /* what is less than the whole comes off before a whole meter is paid */
};

/* The choices of a licensee. four_card_default_settings() follows the recommended readings. */
struct four_card_settings {
    const struct four_card_tables *tables; /* as the rule document has them */
    unsigned seats;
    bool several_positions; /* a person may wager at more than one: #11; no */
    struct money unit;      /* wagers are multiples of it */
    struct wager_limits ante, aces_up;
    unsigned schedule;      /* 0 to 6: FCP-01 to FCP-07 */
    struct money bonus_max; /* the posted limit of the automatic bonus: #46; zero is none */

    bool progressive;              /* offered: #54 */
    unsigned progressive_schedule; /* 0 to 4: FCPP-1, FCCP-2, FCCP-3, PMG-01, PMG-02 */
    struct money progressive_wager;
    struct money progressive_seed; /* for the wager that the schedule is printed for: #65 */
    struct meter_rate progressive_rate, reserve_rate;
    enum four_card_meter_order meter_order;

    /* Readings that change the money. */
    bool progressive_alone; /* #DR4: it needs no Ante or Aces Up; no */
    bool bonus_needs_win;   /* #DR9: the automatic bonus is lost with the hand; no */
};

struct four_card_settings four_card_default_settings(const struct four_card_tables *tables);

/* Whether they are within the approved ranges; a refusal names the clause. */
struct ruling four_card_settings_check(const struct four_card_settings *settings);

/* The paytable that the settings choose; NULL if the progressive wager is not offered. */
const struct paytable *four_card_progressive_table(const struct four_card_settings *settings);

/* Another progressive schedule, with the wager that it is printed for and the reserve that it carries. */
void four_card_choose_schedule(struct four_card_settings *settings, unsigned progressive_schedule);

/* The seed for the wager in use (#65). */
struct money four_card_seed(const struct four_card_settings *settings);

/* ---------------------------------------------------------------------------------------- table */

/* All of it may be read; only four_card_do() changes it. */
struct four_card {
    struct poker_round round; /* the first, so that it can be taken for the table */
    struct four_card_settings settings;
    struct meter progressive;
    bool shuffled;

    /* Of the round. */
    struct meter_log log;
    bool chips_taken; /* the progressive bets are off the table: #17 */
    bool envy_paid;
    bool was_void; /* the round before this one */
};

/* Opens a table with good settings; the meter stands at its seed. */
void four_card_init(struct four_card *table, const struct four_card_settings *settings);

/* The meter and reserve as they stood when the table was opened; STATUS_RANGE below zero or above METER_MAX. */
MUST_USE enum status four_card_set_meter(struct four_card *table, struct money value, struct money reserve);

/* -------------------------------------------------------------------------------------- actions */

struct ruling four_card_may(const struct four_card *table, const struct poker_action *action);
struct ruling four_card_do(struct four_card *table, const struct poker_action *action);

/* -------------------------------------------------------------------------------------- queries */

bool four_card_in_round(const struct four_card *table, unsigned seat); /* is dealt to */
unsigned four_card_players(const struct four_card *table);             /* how many positions are */
unsigned four_card_turn(const struct four_card *table);      /* who decides next; 0 if nobody does */
unsigned four_card_to_settle(const struct four_card *table); /* who is settled next; 0 if nobody is */
unsigned four_card_deal_to(const struct four_card *table);   /* who gets the next card; 0 is the dealer */

/* Any amount from one to three Antes, with any hand (#25, #DR20). */
struct wager_limits four_card_play_limits(const struct four_card *table, unsigned seat);
struct wager_limits four_card_wager_limits(const struct four_card *table, enum wager wager); /* none: zero */

/*
 * The dealer's next routine step, where nobody has anything to choose: shuffle, take the chips, reveal, key, verify,
 * settle, envy, end, next round. False in the states where players or cards come first.
 */
bool four_card_routine(const struct four_card *table, struct poker_action *action);

extern const struct poker_game four_card_game;

#endif
