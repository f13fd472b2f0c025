/*
 * For the test and the fuzz target of records: an event as the house writes them, and a record that has a field of every
 * kind, in every form that a field can have.
 */
#ifndef RECORD_RECORD_SAMPLE_TEST_H
#define RECORD_RECORD_SAMPLE_TEST_H

#include "record/record.h"

struct sample_movement {
    uint32_t from, to;
    int64_t cents;
    uint8_t reason;
    struct text clause;
};

static const char *const sample_reasons[] = {"", "fee", "contribution", "award", "odd chips", NULL};

static const struct field sample_movement_fields[] = {
    FIELD(struct sample_movement, from, FIELD_COUNT, "from", "the account that gives"),
    FIELD(struct sample_movement, to, FIELD_COUNT, "to", "the account that takes"),
    FIELD(struct sample_movement, cents, FIELD_CENTS, "amount", "how much"),
    FIELD_ONE_OF(struct sample_movement, reason, sample_reasons, "reason", "why"),
    FIELD(struct sample_movement, clause, FIELD_TEXT, "clause", "by which clause"),
};

static const struct record_shape sample_movement_shape =
    SHAPE("movement", struct sample_movement, sample_movement_fields, "one movement of money");

struct sample_round {
    struct instant at;
    struct text table;
    int64_t round;
    uint32_t fees;
    uint32_t movement_count;
    const struct sample_movement *movements;
};

static const struct field sample_round_fields[] = {
    FIELD(struct sample_round, at, FIELD_TIME, "at", "when it happened"),
    FIELD_REQUIRED(struct sample_round, table, FIELD_TEXT, "table", "the table"),
    FIELD(struct sample_round, round, FIELD_NUMBER, "round", "the number of the round"),
    FIELD(struct sample_round, fees, FIELD_SEATS, "fees", "the seats that paid the fee"),
    FIELD_ITEMS(struct sample_round, movements, movement_count, FIELD_ROWS, &sample_movement_shape,
                "movements", "the money that moved"),
};

static const struct record_shape sample_round_shape =
    SHAPE("round-started", struct sample_round, sample_round_fields, "a round began");

struct sample_hand {
    uint32_t seat, behind;
    int64_t wager;
    struct text cards;
    bool folded;
    struct date on;
};

static const struct field sample_hand_fields[] = {
    FIELD_BETWEEN(struct sample_hand, seat, FIELD_COUNT, 1, 9, "seat", "the seat, 1 to 9"),
    FIELD_BETWEEN(struct sample_hand, wager, FIELD_CENTS, 100, 50000, "wager", "$1 to $500"),
    FIELD(struct sample_hand, cards, FIELD_TEXT, "cards", "the cards"),
    FIELD(struct sample_hand, folded, FIELD_FLAG, "folded", "whether it was folded"),
    FIELD(struct sample_hand, behind, FIELD_SEATS, "behind", "the seats behind it"),
    FIELD(struct sample_hand, on, FIELD_DATE, "on", "its gaming day"),
};

static const struct record_shape sample_hand_shape =
    SHAPE("hand", struct sample_hand, sample_hand_fields, "a hand that was shown");

struct sample {
    struct text table, note;
    int64_t number, change;
    uint32_t count, seats, hand_count, movement_count;
    bool closed, sure;
    uint8_t mood, reason;
    struct instant at, due;
    struct date day, asked;
    const struct sample_hand *hands;
    const struct sample_movement *movements;
};

static const char *const sample_moods[] = {"calm", "busy", "very busy", NULL};

static const struct field sample_fields[] = {
    FIELD_REQUIRED(struct sample, table, FIELD_TEXT, "table", "the table"),
    FIELD(struct sample, note, FIELD_TEXT, "note", "a remark"),
    FIELD(struct sample, number, FIELD_NUMBER, "number", "a number"),
    FIELD(struct sample, change, FIELD_CENTS, "change", "money"),
    FIELD_BETWEEN(struct sample, count, FIELD_COUNT, 0, 100, "count", "a count up to 100"),
    FIELD(struct sample, closed, FIELD_FLAG, "closed", "whether it is closed"),
    FIELD_REQUIRED(struct sample, sure, FIELD_FLAG, "sure", "whether one is sure"),
    FIELD(struct sample, at, FIELD_TIME, "at", "a time"),
    FIELD_REQUIRED(struct sample, due, FIELD_TIME, "due", "another time"),
    FIELD(struct sample, day, FIELD_DATE, "day", "a date"),
    FIELD_REQUIRED(struct sample, asked, FIELD_DATE, "asked", "another date"),
    FIELD_ONE_OF(struct sample, mood, sample_moods, "mood", "how it is at the table"),
    FIELD_ONE_OF(struct sample, reason, sample_reasons, "reason", "why"),
    FIELD_REQUIRED(struct sample, seats, FIELD_SEATS, "seats-taken", "seats"),
    FIELD_ITEMS(struct sample, hands, hand_count, FIELD_LIST, &sample_hand_shape, "hands", "the hands"),
    FIELD_ITEMS(struct sample, movements, movement_count, FIELD_ROWS, &sample_movement_shape, "movements",
                "the money that moved"),
};

static const struct record_shape sample_shape =
    SHAPE("sample", struct sample, sample_fields, "a field of every kind");

#endif
