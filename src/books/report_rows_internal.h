/*
 * What the files of the report rows share.
 *
 *      report_tables.c       the tables and views
 *      report_rows.c         values of a row; incidents, tables, patrons, offers; which rows an event changes
 *      report_rows_money.c   accounts, meters, advances, fees, administration, changes by hand
 *      report_rows_hands.c   hands and the boards on which they stand
 *      report_rows_prizes.c  awards, prizes and vouchers
 *
 * A function with a floor is called after the floor has applied the event. `index` is the place of the event in the batch.
 */
#ifndef BOOKS_REPORT_ROWS_INTERNAL_H
#define BOOKS_REPORT_ROWS_INTERNAL_H

#include "base/check.h"
#include "books/report_rows.h"

/* ------------------------------------------------------------------------------------------ values */

/* Adds a row and returns the place of its values, in the order of the columns; NULL if there is no memory. */
struct store_value *report_row_add(struct report_rows *rows, enum report_table table, unsigned event);

/* Checks that the row added last has a value in each of its columns, and none behind them. */
#define CHECK_ROW(rows, end)                                                                                 \
    CHECK_OP((end) - (rows)->rows[(rows)->count - 1].values, ==,                                             \
             report_tables[(rows)->rows[(rows)->count - 1].table].column_count)

/* Writes in place, because rows come with every round, and returns the place of the next value. */
static inline struct store_value *row_put(struct store_value *value, int64_t number)
{
    value->type = STORE_INTEGER;
    value->integer = number;
    value->text = (struct text){0};
    return value + 1;
}

static inline struct store_value row_constant(const char *words)
{
    return (struct store_value){.type = STORE_TEXT, .text = text_of(words)};
}

/* Copied into the arena: what the text is part of may be gone before the row is written. */
struct store_value row_text(struct report_rows *rows, struct text words);
struct store_value row_time(struct report_rows *rows, struct instant at);
struct store_value row_date(struct report_rows *rows, struct date date);

/* ------------------------------------------------------------------------------------------ report_rows.c */

enum status report_incident_row(struct report_rows *rows, const struct event *event, struct text table,
                                const char *what, struct text clause, struct text words, unsigned index);

/* ------------------------------------------------------------------------------------------ report_rows_money.c */

/*
 * Rows of the money that an event moves: every account that the movements touch, once; the meters that show one of them, as
 * pool, as the fund that reseeds it or as the account for its overflow; and what the house is owed by every offer whose advances
 * change.
 */
enum status report_money_rows(struct report_rows *rows, const struct floor *floor,
                              const struct money_rows *money, unsigned event);

/* What every meter shows when a day begins. */
enum status report_reading_rows(struct report_rows *rows, const struct floor *floor, unsigned index);

/* What the table has collected in this hour. */
enum status report_collection_rows(struct report_rows *rows, const struct floor *floor, struct text name,
                                   unsigned event);

/* A day closed for an offer that brought less or more than is expected of one. */
enum status report_growth_rows(struct report_rows *rows, const struct floor *floor, const struct event *event,
                               unsigned index);

/* Administration: an hour was completed; money was taken for the hours of a day. */
enum status report_hour_rows(struct report_rows *rows, const struct floor *floor, const struct event *event,
                             unsigned index);
enum status report_taken_rows(struct report_rows *rows, const struct event *event, unsigned index);

/* What was changed by hand, and by whom beside the one who asked. */
struct report_adjustment {
    const char *what;
    uint32_t offer, award, prize; /* award and prize from 1; 0: none */
    struct text second, reason;
};
enum status report_adjustment_row(struct report_rows *rows, const struct floor *floor,
                                  const struct event *event, const struct report_adjustment *hand,
                                  unsigned index);
enum status report_adjusted_row(struct report_rows *rows, const struct floor *floor,
                                const struct event *event, unsigned index);

/* ------------------------------------------------------------------------------------------ report_rows_hands.c */

enum status report_hand_row(struct report_rows *rows, const struct floor *floor, uint32_t number,
                            const struct event *event, unsigned index);

/* The patron, or else the round at a table, whose hands an event changes. */
struct report_concerned {
    uint32_t patron; /* NAMES_NONE: the round counts */
    uint32_t table, round;
};

/* All hands of the boards on which one of these hands stands: if one may win no more, or again, the others change places. */
enum status report_board_rows(struct report_rows *rows, const struct floor *floor,
                              const struct report_concerned *whom, const struct event *event, unsigned index);

/* A hand that came on a board, and those that it has beaten. */
enum status report_on_board_rows(struct report_rows *rows, const struct floor *floor,
                                 const struct event *event, unsigned index);

/* A hand that was rejected or taken back. */
enum status report_rejected_rows(struct report_rows *rows, const struct floor *floor,
                                 const struct event *event, unsigned index);

/* The hands by which the patron has points: the patron may have a place no more, or again. */
enum status report_points_rows(struct report_rows *rows, const struct floor *floor, uint32_t patron,
                               const struct event *event, unsigned index);

/* ------------------------------------------------------------------------------------------ report_rows_prizes.c */

enum status report_prize_row(struct report_rows *rows, const struct floor *floor, uint32_t number,
                             const struct event *event, unsigned index);
enum status report_award_rows(struct report_rows *rows, const struct floor *floor, const struct event *event,
                              unsigned index);

/* What a voucher has paid, and what the winner pays of the same bill. */
enum status report_redemption_row(struct report_rows *rows, const struct floor *floor,
                                  const struct event *event, unsigned index);

/* Prizes of an award that were reversed; if nothing of the award is left, its hands are claimed again. */
enum status report_reversed_rows(struct report_rows *rows, const struct floor *floor,
                                 const struct event *event, unsigned index);
enum status report_forfeited_rows(struct report_rows *rows, const struct floor *floor,
                                  const struct event *event, unsigned index);

#endif
