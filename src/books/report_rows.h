/*
 * The tables of the store that reports read: the state of accounts, meters, prizes, patrons and tables, and the awards,
 * redemptions, adjustments and incidents. Their rows are written in the transaction of their events, so they are never behind or
 * ahead of them. The audit computes them again from the events and compares.
 *
 * docs/formats/store.md describes every column.
 */
#ifndef BOOKS_REPORT_ROWS_H
#define BOOKS_REPORT_ROWS_H

#include "house/kernel/floor.h"
#include "store/store.h"

enum report_table {
    REPORT_ACCOUNT,
    REPORT_METER,
    REPORT_METER_READING,
    REPORT_COLLECTION,
    REPORT_ADMINISTRATION,
    REPORT_ADVANCE,
    REPORT_OFFER,
    REPORT_TABLE,
    REPORT_PATRON,
    REPORT_HAND,
    REPORT_AWARD,
    REPORT_PRIZE,
    REPORT_REDEMPTION,
    REPORT_ADJUSTMENT,
    REPORT_INCIDENT,
    REPORT_HOUSE,
    REPORT_TABLES
};

/*
 * The version of the tables and views, and of what their rows say. Whoever changes a column, a view or the rows that an event makes
 * adds one: the next program that opens a store for writing then makes its tables anew from the events (rebuild.h). A test compares
 * the declarations with the version, and tests/stores the rows.
 */
enum { REPORT_VERSION = 4 };

extern const struct store_table report_tables[REPORT_TABLES];
extern const struct store_view report_views[];
extern const unsigned report_view_count;

/* Opens a store with these tables and views; the caller adds the rest. */
struct store_options report_store_options(enum store_mode mode);

/* The rows of a batch under way. */
struct report_rows {
    struct arena *arena; /* holds values and texts; must live until the batch is written */
    struct store_row *rows;
    size_t count, room;
    bool failed; /* there was no memory for a text */
};

/* Adds the rows of an event that the floor has just applied; `number` is its index in the batch. */
MUST_USE enum status reports_add(struct report_rows *rows, const struct floor *floor,
                                 const struct event *event, unsigned number);

#endif
