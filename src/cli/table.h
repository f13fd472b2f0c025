/*
 * A table for people: columns as wide as their widest cell, numbers to the right.
 *
 * Fill it cell by cell, row by row, then print it. A row that is short of cells ends there; what is too long for a cell
 * is cut. A table is a plain value.
 */
#ifndef CLI_TABLE_H
#define CLI_TABLE_H

#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

enum { TABLE_COLUMNS_MAX = 16, TABLE_ROWS_MAX = 96, TABLE_CELL_SIZE = 160 };

enum table_side { TABLE_LEFT, TABLE_RIGHT };

/* The value of a cell for programs: its text, a number, or nothing. */
enum table_meaning { TABLE_TEXT, TABLE_NUMBER, TABLE_NOTHING };

struct text_table {
    unsigned column_count, row_count;
    enum table_side sides[TABLE_COLUMNS_MAX];
    const char *heads[TABLE_COLUMNS_MAX];
    unsigned least[TABLE_COLUMNS_MAX]; /* how wide a column is at least */
    unsigned cell_counts[TABLE_ROWS_MAX];
    char cells[TABLE_ROWS_MAX][TABLE_COLUMNS_MAX][TABLE_CELL_SIZE];
    enum table_meaning meanings[TABLE_ROWS_MAX][TABLE_COLUMNS_MAX];
    int64_t numbers[TABLE_ROWS_MAX][TABLE_COLUMNS_MAX];
    struct text_out out; /* of the cell being written */
    bool more;           /* rows were left out, because the table is full */
};

void table_init(struct text_table *table);
void table_column(struct text_table *table, const char *head, enum table_side side); /* "" heads nothing */
/* A column is at least so wide, so that tables that are printed in parts stand below each other. */
void table_column_least(struct text_table *table, unsigned column, unsigned width);
void table_row(struct text_table *table); /* begins a row */

/* The next cell of the row, to be written to before the next one is asked for. */
struct text_out *table_cell(struct text_table *table);
void table_add(struct text_table *table, const char *format, ...) PRINTF_LIKE(2, 3);

/* The last cell stands for the number, such as cents; or for nothing. */
void table_means(struct text_table *table, int64_t number);
void table_means_nothing(struct text_table *table);

/* How wide a column must be for its head and cells. */
unsigned table_column_width(const struct text_table *table, unsigned column);

/* How many columns of a terminal the table takes. */
unsigned table_width(const struct text_table *table);

/* Prints to standard output, two spaces in, the heads dim where there is colour. */
void table_print(const struct text_table *table, bool colour);

#endif
