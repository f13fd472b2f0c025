#include "house/hands/hands.h"
#include "house/people/people.h"
#include "house/prizes/prizes.h"
#include "house/tables/tables.h"

/*
 * The form of a snapshot: lines of JSON, each an object with one member, the name of what it describes and its record.
 *
 *      {"snapshot":{"format":3,"house":1,"document":2,"account":9, ...}}      how many lines of each kind follow
 *      {"house":{"house":"demo","text":"...","now":"2026-11-02T20:00:01Z","day":"2026-11-02"}}
 *      {"document":{"activity":"bay101/bonus-hand-progressive-v1-1","text":"..."}}
 *      ...
 *      {"end":{"lines":57}}                                                    this one too
 *
 * The kinds come in the order of `enum snapshot_section`, so that whatever a line refers to stands above it; only a win of
 * a pool names an award below. Lines of a kind are in the order of their numbers. Texts are whole.
 *
 * What follows from the rest is not there: balances follow from what came and went, what an offer is worth from its text,
 * which offers are in force from the time. So nothing can contradict itself.
 *
 * Invariants
 *  N1  Equal states give equal bytes; a state that was restored gives the bytes that it was restored from.
 *  N2  A house that was restored decides every command as the house that was saved.
 */
#ifndef HOUSE_KERNEL_SNAPSHOT_INTERNAL_H
#define HOUSE_KERNEL_SNAPSHOT_INTERNAL_H

enum { SNAPSHOT_FORMAT = 3 };

enum snapshot_section {
    SECTION_HOUSE, /* none before it was opened */
    SECTION_DOCUMENT,
    SECTION_ACCOUNT,
    SECTION_PERSON,
    SECTION_PATRON,
    SECTION_OFFER,
    SECTION_POOL,
    SECTION_ADVANCE,
    SECTION_FORMER,
    SECTION_TABLE,
    SECTION_OWED,
    SECTION_TABLE_OFFER,
    SECTION_SEAT,
    SECTION_ROUND,
    SECTION_HAND,
    SECTION_BOARD,
    SECTION_AWARD,
    SECTION_PRIZE,
    SECTIONS
};

struct snapshot_line {
    uint32_t format;
    uint32_t counts[SECTIONS];
};

struct end_line {
    uint32_t lines;
};

struct house_line {
    struct text house, text;
    struct instant now;
    struct date day;
};

struct document_line {
    struct text activity, text;
};

struct reason_row {
    uint8_t reason;
    int64_t in, out;
};

struct account_line {
    uint8_t kind;
    struct text activity, name;
    const struct reason_row *reasons;
    uint32_t reason_count;
};

struct offer_line {
    struct text offer, text;
    uint32_t documents, accounts;
    bool posted, seeded, hit_since_posted;
    int64_t advanced, repaid, contributed;
    struct date closed;
};

/* A posting that a hand which waits, or a round that runs, was dealt by. */
struct advance_line {
    uint32_t offer, award;
    int64_t cents;
    struct text clause;
    uint32_t fund; /* no fund is the first account of a house; 0: the first of the offer */
};

struct former_line {
    uint32_t offer, documents, accounts;
    struct text text;
};

struct pool_line {
    uint32_t offer, pool;
    struct date increased;
    int64_t contributed, carried, won;
    uint32_t hits;
    const struct pool_win *wins;
    uint32_t win_count;
};

struct table_line {
    struct text table;
    bool open;
    struct instant opened;
    uint32_t hours_charged, bank;
    bool reader_fails, keypad_fails, sign_fails;
    struct instant called; /* none: the floor is not called */
    struct text call;
};

struct owed_line {
    uint32_t offer;
    struct date day;
    struct text table;
    uint32_t hours;
    int64_t cents;
};

struct table_offer_line {
    struct text table;
    uint32_t offer, paid, former;
    bool not_offered, offered;
    const struct meter_reading *readings;
    uint32_t reading_count;
    struct instant since;
    struct date day;
    uint32_t hour, rounds;
    int64_t fees, returned;
};

struct seat_line {
    struct text table;
    uint32_t number;
    struct seat seat;
    struct text patron;
};

struct round_line {
    struct text table;
    struct round round;
    const struct backline_bet *backline;
    const struct posting *fees_posted;
    const struct prize_choice *chosen;
    uint32_t chosen_count;
    const struct duty *duties;
};

/* Who sat at a seat. */
struct patron_row {
    uint32_t seat, patron; /* its number */
};

/*
 * A row of a chart, by its place in the documents, from 1. A hand is paid by the row that it was verified by, also when the
 * offer has been posted anew: so it may be a row of another document or chart than the offer has now. The charts of an
 * offer that posts hands are its own: ROW_OF_POSTING, the one that the hand was dealt by.
 */
enum { ROW_OF_DOCUMENT, ROW_OF_POSTING };
struct row_place {
    uint32_t document, chart, row, posting;
};

/* Rows of a hand that is settled are not needed. Which hand was claimed before it at the table follows from the order. */
struct hand_line {
    struct floor_hand hand;
    uint8_t state;
    struct text table, patron, claimed_by;
    const struct row_place *rows;
    uint32_t row_count;
    const struct patron_row *patrons; /* whom the club knows */
    uint32_t patron_count;
};

struct board_row {
    uint32_t hand;
};

struct board_line {
    uint32_t offer;
    struct instant ends;
    const struct board_row *hands;
    uint32_t hand_count;
    const struct board_row *beaten;
    uint32_t beaten_count;
    const struct standing *standings;
    uint32_t standing_count;
};

/* Prizes follow their awards in the same order: of each as many as it says. */
struct prize_line {
    struct floor_prize prize;
    uint8_t state;
    bool alone; /* backed out without its award */
    struct text table, patron;
    struct instant identify_by, lapses; /* none: it cannot be late, or not lapse */
};

/* A line of any kind. Persons, patrons and awards are written as they are kept. */
union section_line {
    struct house_line house;
    struct document_line document;
    struct account_line account;
    struct person person;
    struct patron patron;
    struct offer_line offer;
    struct pool_line pool;
    struct advance_line advance;
    struct former_line former;
    struct table_line table;
    struct owed_line owed;
    struct table_offer_line table_offer;
    struct seat_line seat;
    struct round_line round;
    struct hand_line hand;
    struct board_line board;
    struct floor_award award;
    struct prize_line prize;
};

extern const struct record_shape snapshot_shape, end_shape;
const struct record_shape *section_shape(enum snapshot_section section);

#endif
