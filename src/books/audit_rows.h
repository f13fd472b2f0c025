/*
 * The rows that tables for reports should have, gathered from the events one by one, and compared with those that are there.
 *
 * A row is kept as its bytes: of a table with a key the last one of each key, of others all in the order of their events.
 */
#ifndef BOOKS_AUDIT_ROWS_H
#define BOOKS_AUDIT_ROWS_H

#include "books/report_rows.h"

struct expected_row {
    unsigned char *bytes; /* its key, then the rest; NULL: this place is free */
    uint32_t key_size, size, room;
    uint64_t sequence; /* of the event that it came from */
    uint64_t
        ordinal; /* among the rows of the table that came from it, if the table has no key; otherwise 0 */
    bool seen;
};

/* Of one table: places by a hash of the key, or in order where it has none. */
struct expected_table {
    struct expected_row *rows;
    size_t room, count, at; /* `at`: the next in order that has not been seen */
};

struct expected_rows {
    struct expected_table tables[REPORT_TABLES];
    unsigned char hash_key[16];
    unsigned char *bytes; /* of the row at hand */
    size_t size, room;
};

void expected_rows_init(struct expected_rows *expected);
void expected_rows_release(struct expected_rows *expected);

/* The row that an event makes. STATUS_NO_MEMORY only. */
MUST_USE enum status expected_rows_add(struct expected_rows *expected, const struct store_row *row,
                                       uint64_t sequence);

/* Finds what a row of the store should be, and marks it as seen; `found` is NULL if no event made such a row. */
MUST_USE enum status expected_rows_find(struct expected_rows *expected, enum report_table table,
                                        const struct store_found_row *row, struct expected_row **found,
                                        bool *is_same);

/* Which row it is: "table meter, offer bonus-hand, pool main", or "table award, row 1 of event 41". */
void expected_row_name(struct text_out *out, enum report_table table, const struct expected_row *row);
void found_row_name(struct text_out *out, enum report_table table, const struct store_found_row *row);

/* How a row is other than expected, by the first column that differs: "cents is 5, and event 41 made 6". */
void expected_row_differs(struct text_out *out, enum report_table table, const struct expected_row *expected,
                          const struct store_found_row *found);

#endif
