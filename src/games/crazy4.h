/*
 * Crazy 4 Poker as approved in Massachusetts: the table, its decks and meters, and one round at a time
 * (massachusetts/crazy-4-poker).
 *
 * The table is a deterministic state machine on games/poker.h. It has no clock and no randomness: the caller passes cards,
 * draws and the time. The caller (a case, a terminal, a house) proposes an action; crazy4_may() answers with a ruling and
 * changes nothing, crazy4_do() answers the same and, if the answer is yes, acts.
 *
 *   BETTING    place, change or withdraw every wager but Play; decks are brought, shuffled and cut
 *   LOCKED     "no more bets": progressive chips are counted against the wagers accepted
 *   DEALING    clockwise, the dealer last; a face-up card is set aside
 *   DEALT      the stub goes to the rack, or is counted when that is due
 *   DECIDING   play or fold, clockwise
 *   COLLECTED  forfeited wagers and cards are taken
 *   REVEALED   the dealer's cards are turned
 *   SETTLING   one player completely at a time, counter-clockwise
 *   ENVY       envy of each entitled player
 *   COVER ALL  Cover All on the highest hand
 *   OVER       until the next round
 *   VOID       every wager was returned and the meters taken back; until the next round
 *
 * Invariants
 *  C1  An action that is refused changes nothing.
 *  C2  No card is dealt twice in a round.
 *  C3  When the round is OVER or VOID, every stake is accounted for by exactly one line (settlement.h, S3).
 *  C4  A void round leaves the meters as if it had not been.
 *
 * A table owns nothing outside itself and is copied freely; the tables of its settings outlive it.
 */
#ifndef GAMES_CRAZY4_H
#define GAMES_CRAZY4_H

#include "games/crazy4_tables.h"
#include "games/meter.h"
#include "games/poker.h"

#include <stdbool.h>

enum { CRAZY4_DECKS_MAX = 2 };

/* ------------------------------------------------------------------------------------- settings */

enum crazy4_progressive {
    CRAZY4_NO_PROGRESSIVE,
    CRAZY4_FOUR_CARD_A,
    CRAZY4_FOUR_CARD_B,
    CRAZY4_FIVE_CARD /* a table offers one of them, never two: #MR13 */
};

/* The Five Card Hand Bonus when its player folds: #MR6. */
enum crazy4_bonus_on_fold { CRAZY4_OWN_LOST, CRAZY4_ALL_LOST, CRAZY4_ALL_LIVE };

/* The choices of a licensee. crazy4_default_settings() follows the recommended readings. */
struct crazy4_settings {
    const struct crazy4_tables *tables; /* as the rule document has them */
    unsigned seats;
    struct money unit; /* wagers are multiples of it */
    struct wager_limits ante;

    bool queens_up;           /* offered */
    unsigned queens_up_table; /* 0 to 3: A to D */
    struct wager_limits queens_up_limits;

    enum crazy4_progressive progressive;
    struct money progressive_wager; /* $1 or $5: #MR14 */
    struct money progressive_seed;
    struct meter_rate progressive_rate;

    bool hand_bonus, magic_card, lucky_bonus; /* offered */
    struct wager_limits hand_bonus_limits;
    struct money hand_bonus_seed;
    struct meter_rate hand_bonus_rate;

    bool cover_all; /* offered */
    struct wager_limits cover_all_limits;

    enum poker_dealing dealing;
    enum poker_shuffling shuffling;
    unsigned decks;             /* 1, or 2 with a shuffling device */
    unsigned stub_count_rounds; /* the stub is counted at least once in so many: 1 to 5 */
    unsigned hand_hours;        /* a deck dealt by hand is changed after so many: 1 to 4 */
    unsigned shoe_hours;        /* a deck dealt from a shoe: 1 to 8 */

    /* Readings that change the money. */
    bool below_king_compares;       /* #MR1: a dealer below king who is ahead takes the Super Bonus; no */
    bool losing_super_bonus_back;   /* #MR2: a losing hand below a straight gets it back; no */
    bool fold_keeps_queens_up;      /* #MR5; no */
    enum crazy4_bonus_on_fold fold; /* #MR6; the own hand is lost */
    bool fold_loses_cover_all;      /* #MR7; no */
    bool cover_all_royal_has_ten;   /* #MR8: the royal flush of Cover All is A-K-Q-J-T, not A-K-Q-J; no */
    bool envy_needs_wager;          /* #MR11: only a hand with a progressive wager triggers envy; no */
    bool face_up_voids_stack;       /* #MR23: one face-up card of an automated shoe voids the round; no */
    bool leaver_keeps_wagers;       /* #MR30: a player who leaves is settled like the others; no */
};

struct crazy4_settings crazy4_default_settings(const struct crazy4_tables *tables);

/* Whether they are within the approved ranges; a refusal names the clause. */
struct ruling crazy4_settings_check(const struct crazy4_settings *settings);

/* The paytables that the settings choose; NULL if the wager is not offered. */
const struct paytable *crazy4_queens_up_table(const struct crazy4_settings *settings);
const struct paytable *crazy4_progressive_table(const struct crazy4_settings *settings);

/* ---------------------------------------------------------------------------------------- table */

struct crazy4_deck {
    bool on_table;
    bool shuffled, by_device, cut;
    bool used, used_by_hand; /* since it came to the table */
    struct instant first_use;
};

enum crazy4_deck_fate { CRAZY4_DECK_STAYS, CRAZY4_DECK_RESHUFFLED, CRAZY4_DECK_REMOVED };

/* All of it may be read; only crazy4_do() changes it. */
struct crazy4 {
    struct poker_round round; /* the first, so that it can be taken for the table */
    struct crazy4_settings settings;
    struct meter progressive, hand_bonus; /* two meters, never one: #MR32 */
    struct crazy4_deck decks[CRAZY4_DECKS_MAX];
    unsigned deck;               /* in play, or next to play */
    unsigned rounds_since_count; /* of the stub */
    bool shuffler_failed, shuffler_covered, shoe_failed, shoe_covered;

    /* Of the round. */
    struct meter_log progressive_log, hand_bonus_log;
    bool chips_agree;
    unsigned set_aside; /* cards found face up */
    bool stub_counted, stub_wrong;
    unsigned stub;
    bool drawn, magic_drawn, lucky_drawn; /* once a round */
    struct card magic_card;
    unsigned lucky_position; /* a seat, or POKER_DEALER */
    bool dealer_prize_fixed; /* the share of the dealer's hand in the hand bonus meter */
    struct money dealer_prize;
    bool exposed; /* a hand lies out for Cover All */
    unsigned exposed_seat;
    bool cover_settled;
    enum crazy4_deck_fate deck_fate; /* of a void round */
};

/* Opens a table with good settings: decks on the table, not yet shuffled; meters at their seeds. */
void crazy4_init(struct crazy4 *table, const struct crazy4_settings *settings);

/* The meters as they stood when the table was opened; STATUS_RANGE if one is below zero or above METER_MAX. */
MUST_USE enum status crazy4_set_meters(struct crazy4 *table, struct money progressive,
                                       struct money hand_bonus);

/* -------------------------------------------------------------------------------------- actions */

struct ruling crazy4_may(const struct crazy4 *table, const struct poker_action *action);
struct ruling crazy4_do(struct crazy4 *table, const struct poker_action *action);

/* -------------------------------------------------------------------------------------- queries */

bool crazy4_in_round(const struct crazy4 *table, unsigned seat); /* has Ante and Super Bonus */
unsigned crazy4_players(const struct crazy4 *table);             /* how many are */
unsigned crazy4_turn(const struct crazy4 *table);                /* who decides next; 0 if nobody does */
unsigned crazy4_to_settle(const struct crazy4 *table);           /* who is settled next; 0 if nobody is */
unsigned crazy4_deal_to(const struct crazy4 *table);             /* who gets the next card; 0 is the dealer */
bool crazy4_stub_count_due(const struct crazy4 *table);

/* The allowed Play Wagers in this turn: one Ante, or up to three with a pair of aces or better. */
struct wager_limits crazy4_play_limits(const struct crazy4 *table, unsigned seat);
struct wager_limits crazy4_wager_limits(const struct crazy4 *table, enum wager wager); /* none: zero */

bool crazy4_dealer_qualifies(const struct crazy4 *table); /* when the dealer has five cards: #157 */

/*
 * The dealer's next routine step, where nobody has anything to choose: shuffle, cut, count the chips that were
 * accepted, stub, reveal, key, verify, settle, envy, Cover All, game over, next round. False in the states where
 * players, cards or the clock come first (BETTING with good decks, DEALING, DECIDING).
 */
bool crazy4_routine(const struct crazy4 *table, struct poker_action *action);

extern const struct poker_game crazy4_game;

#endif
