/*
 * Commands and events about tables, seats, rounds and their fees. docs/formats/events.md lists every field; a test compares it with the shapes.
 */
#ifndef HOUSE_TABLES_TABLES_SHAPES_H
#define HOUSE_TABLES_TABLES_SHAPES_H

#include "funds/ledger.h"
#include "house/kernel/event.h"

struct backline_bet; /* house/tables/backline_shapes.h */

extern const char *const device_words[]; /* "", sensor, reader, keypad, dice cup, sign */
extern const char
    *const irregularity_words[]; /* "", misdeal, wrong deck, talk, exposed card, other, faulty equipment */
enum {
    IRREGULARITY_MISDEAL = 1,
    IRREGULARITY_WRONG_DECK,
    IRREGULARITY_TALK,
    IRREGULARITY_EXPOSED,
    IRREGULARITY_OTHER,
    IRREGULARITY_EQUIPMENT
};
enum { DEVICE_SENSOR = 1, DEVICE_READER, DEVICE_KEYPAD, DEVICE_DICE_CUP, DEVICE_SIGN };

/* ------------------------------------------------------------------------------------------ commands */

/* The prize that a free player named before the deal. */
struct prize_choice {
    uint32_t seat;
    struct text row; /* by name or number */
};

/* Who paid the fee of one offer, where offers at the table differ. */
struct fee_payers {
    struct text offer;
    uint32_t seats;
};

struct at_table {
    struct command_head head;
    struct text table;
};

struct sit {
    struct command_head head;
    struct text table;
    uint32_t seat;
    struct text patron; /* empty: nobody whom the club knows */
    bool hold_button;
};

/* Also who banks: seat 0 is nobody of the seats. */
struct at_seat {
    struct command_head head;
    struct text table;
    uint32_t seat;
};

struct equipment {
    struct command_head head;
    struct text table;
    uint8_t device; /* index of device_words */
    uint32_t seat;  /* of a sensor; 0: the whole table's */
    bool works;
};

struct start_round {
    struct command_head head;
    struct text table;
    uint32_t dealt;         /* seats; none: all that are taken */
    uint32_t fees;          /* sensors that are lit */
    uint32_t marked;        /* by button, because the sensor fails */
    uint32_t dealer_fees;   /* on the player-dealer's hand */
    uint32_t played_behind; /* seats whose own player has not bet */
    const struct fee_payers *payers;
    uint32_t payer_count;
    const struct backline_bet *backline;
    uint32_t backline_count;
    const struct prize_choice *chosen;
    uint32_t chosen_count;
    bool tournament;
};

struct irregularity {
    struct command_head head;
    struct text table;
    uint8_t what; /* index of irregularity_words */
    struct text note;
};

/* A call to the floor, and its answer. */
struct table_note {
    struct command_head head;
    struct text table, note;
};

struct return_fees {
    struct command_head head;
    struct text table, reason;
    struct text offer; /* whose fees alone; empty: of the round, or of jackpots that a device has stopped */
    struct text
        authorised_by; /* who countersigns it for somebody whose role does not allow it; may be empty */
};

struct end_round {
    struct command_head head;
    struct text table;
    int64_t pot;
};

/* A remark to a table, a hand or a prize: one of them. */
struct write_note {
    struct command_head head;
    struct text note, table;
    uint32_t hand, prize;
};

/* ------------------------------------------------------------------------------------------ events */

/* The administrative fee of an offer for an hour of a table, and what it then owes for that table and gaming day. */
struct hour_fee {
    uint32_t offer;
    int64_t cents, due;
};

/* What was due for the hours of a table on a gaming day, and what of it was taken. */
struct table_fee {
    struct text table;
    uint32_t hours;
    int64_t due, taken;
};

struct table_opened {
    struct event_head head;
    struct text table;
};

struct seated {
    struct event_head head;
    struct text table;
    uint32_t seat;
    struct text patron;
    bool hold_button;
    bool named; /* the guest who sits there is this patron */
};

/* A seat became free; who banks. */
struct seat_changed {
    struct event_head head;
    struct text table;
    uint32_t seat;
};

struct equipment_reported {
    struct event_head head;
    struct text table;
    uint8_t device;
    uint32_t seat;
    bool works;
    struct text clause, words; /* what the documents at the table say to it */
};

/* An offer of the table in a round. */
struct round_offer {
    uint32_t offer;
    uint32_t paid;    /* seats whose fee was taken */
    uint32_t offered; /* 1: at the deal, where that decides */
};

/* What a pool showed at the deal, with the fees of the round; those of one offer in their order. */
struct meter_shown {
    uint32_t offer;
    int64_t cents;
};

/* When the period ends in which the cards were dealt, of an offer that pays what its meters show then. */
struct round_period {
    uint32_t offer;
    struct instant ends;
};

/* Somebody whom the club knows, as he was recorded when the cards were dealt. */
struct round_player {
    uint32_t seat;
    struct text patron;
    bool behind;  /* with a bet behind the seat */
    uint32_t age; /* full years; 0: the date of birth was not recorded */
    uint32_t minutes;
    uint8_t employee, identified;
    bool proposition, excluded;
    struct text excluded_as;
};

struct round_started {
    struct event_head head;
    struct text table;
    uint32_t round;
    uint32_t dealt, fees, marked, dealer_fees, played_behind;
    const struct fee_payers *payers;
    uint32_t payer_count;
    const struct backline_bet *backline;
    uint32_t backline_count;
    const struct prize_choice *chosen;
    uint32_t chosen_count;
    bool tournament;
    const struct round_player *players;
    uint32_t player_count;
    const struct round_offer *offers;
    uint32_t offer_count;
    const struct meter_shown *shown;
    uint32_t shown_count;
    const struct round_period *periods;
    uint32_t period_count;
    struct money_rows money;
};

struct irregularity_noted {
    struct event_head head;
    struct text table;
    uint32_t round;
    uint8_t what;
    struct text note;
};

/* A call to the floor, and its answer. */
struct table_noted {
    struct event_head head;
    struct text table;
    uint32_t round; /* the one that runs; 0: none does */
    struct text note;
};

struct returned_offer {
    uint32_t offer;
};

/* A movement of a fee that was not returned, by its place among those of the round, from 1. */
struct kept_fee {
    uint32_t movement;
};

struct fees_returned {
    struct event_head head;
    struct text table;
    struct text offer; /* whose fees alone; empty: of all, or of several that a device has stopped */
    uint32_t round;
    struct text reason, authorised_by;
    const struct returned_offer *offers;
    uint32_t offer_count;
    const struct kept_fee *kept;
    uint32_t kept_count;
    struct money_rows money;
};

struct round_ended {
    struct event_head head;
    struct text table;
    uint32_t round;
    int64_t pot;
};

/* A table was open for another hour. Its fees are due; they are taken when the gaming day closes. */
struct hour_completed {
    struct event_head head;
    struct text table;
    const struct hour_fee *fees;
    uint32_t fee_count;
};

/* At the close of a gaming day: what an offer owed for the hours of a day, of that or an earlier one. */
struct administration_taken {
    struct event_head head;
    uint32_t offer;
    struct date day; /* of the hours */
    const struct table_fee *tables;
    uint32_t table_count;
    struct money_rows money;
};

struct noted {
    struct event_head head;
    struct text note, table;
    uint32_t hand, prize;
};

/* Of the items above. */
extern const struct record_shape payers_shape, backline_shape, choice_shape;

#endif
