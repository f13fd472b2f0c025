/*
 * Commands and events about hands claimed and verified. docs/formats/events.md lists every field; a test compares it with the shapes.
 */
#ifndef HOUSE_HANDS_HANDS_SHAPES_H
#define HOUSE_HANDS_HANDS_SHAPES_H

#include "funds/eligibility.h"
#include "funds/ledger.h"
#include "house/kernel/event.h"

extern const char *const outcome_words[]; /* enum hand_outcome */
extern const char *const folded_words[];  /* enum folded */

struct meter_reading;

/* ------------------------------------------------------------------------------------------ commands */

struct claim_hand {
    struct command_head head;
    struct text table;
    uint32_t seat; /* 0: a hand that is everybody's, or the player-dealer's where nobody of the seats banks */
    struct text offer;
    struct text row;    /* the button; may be empty */
    struct text patron; /* a bettor behind the seat; empty: who sits there */
};

struct verify_hand {
    struct command_head head;
    uint32_t hand;
    struct text row;                          /* by name or number, where the cards are not entered */
    struct text reason, authorised_by;        /* why not, and who signs that too */
    struct text cards, board, banker, winner; /* as `cardroom qualify` takes them */
    uint32_t winners;                         /* seats that beat the hand */
    uint32_t holders;                         /* of a hand that is everybody's: seats that have part in it */
    int64_t pot;
    int64_t wager;   /* on the base game */
    uint8_t outcome; /* enum hand_outcome */
    uint8_t folded;  /* enum folded */
    bool no_showdown, bets_incomplete, beaten_by_incomplete, all_in, missed_rounds, no_wager, bonus_bets_only,
        no_collection;
    uint32_t multiple; /* a multiplier that runs; 0: none */
};

struct about_hand {
    struct command_head head;
    uint32_t hand;
    struct text reason;        /* of a rejection or withdrawal */
    struct text authorised_by; /* of a rejection, as of fees that are returned */
};

/* ------------------------------------------------------------------------------------------ events */

/* A player at another table who had paid the fee. */
struct claim_payer {
    struct text table;
    uint32_t seat;
    struct text patron; /* empty: not a club patron */
};

struct hand_claimed {
    struct event_head head;
    uint32_t hand;
    struct text table;
    uint32_t round, seat, offer;
    struct text row, patron;
    bool backline;
    /* What is kept of its round (hands/claims.c). */
    bool shared, fee;
    uint32_t paid;
    struct instant decided;
    const struct meter_reading *readings;
    uint32_t reading_count;
    uint32_t awards_before;
    struct instant ends; /* of the period; then the meters are read for it. None: they are not */
    const struct claim_payer *payers;
    uint32_t payer_count;
};

struct hand_verified {
    struct event_head head;
    uint32_t hand;
    struct text
        row; /* its number in the chart; several, with " and " between them, where every row is paid */
    struct text clause; /* of the row */
    struct text cards, board, banker, winner;
    uint32_t winners, holders;
    bool brings_envy; /* its holder wins nothing, but others do by it */
    bool no_part;     /* its holder may not win, and the part of the hand stays where it is */
    int64_t pot, wager;
    uint8_t outcome, folded;
    uint32_t multiple;
    int64_t score; /* of the hand in the order of its game, where hands are compared */
    struct text why;
    struct text reason,
        authorised_by; /* of a hand that was verified by its row, though its game has cards to enter */
};

/* Also of a hand that is withdrawn, which has neither a clause nor a second person, of one whose points are taken
 * back, and of one that is taken off a board. */
struct hand_rejected {
    struct event_head head;
    uint32_t hand;
    uint32_t points; /* that the player has no more */
    struct text clause, reason, authorised_by;
};

#endif
