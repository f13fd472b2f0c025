/*
 * The questions about a hand for the person who verifies it: the cards to enter, and the facts of the round that the document uses.
 * A screen for verifying needs no other fields.
 *
 * The questions depend only on the game of the table, the charts in force and the rules of eligibility. They are all that verify-hand
 * needs; a fact that is not listed changes nothing.
 */
#ifndef HOUSE_HANDS_ASKS_H
#define HOUSE_HANDS_ASKS_H

#include "house/kernel/floor.h"

/* Each is a field of verify-hand. */
enum hand_fact {
    HAND_FACT_POT,
    HAND_FACT_WAGER,
    HAND_FACT_OUTCOME,
    HAND_FACT_BEATEN_BY,
    HAND_FACT_HOLDERS,
    HAND_FACT_FOLDED,
    HAND_FACT_NO_SHOWDOWN,
    HAND_FACT_BETS_INCOMPLETE,
    HAND_FACT_BEATEN_BY_INCOMPLETE,
    HAND_FACT_ALL_IN,
    HAND_FACT_MISSED_ROUNDS,
    HAND_FACT_NO_WAGER,
    HAND_FACT_BONUS_BETS_ONLY,
    HAND_FACT_NO_COLLECTION,
    HAND_FACT_MULTIPLE,
    HAND_FACTS
};
extern const char *const hand_fact_names[HAND_FACTS]; /* "no-showdown", as the field is called */

struct hand_asks {
    const struct hand_game *game; /* NULL: not known, and only a row can be named */
    bool cards_only; /* hands are compared by their cards, so a row will not do, with whatever reason */
    bool board, banker, winner; /* cards of these are looked at, beside those of the hand */
    bool set;                   /* how the cards were set is looked at */
    bool facts[HAND_FACTS];
    uint32_t multiples; /* bit n: the house has posted a multiplier of n */
};

/* Of a hand by its number, from 1 to the number of hands. */
struct hand_asks hand_asks_of(const struct floor *floor, const struct floor_hand *hand);

#endif
