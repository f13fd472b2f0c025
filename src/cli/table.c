#include "cli/table.h"

#include "base/check.h"

#include <stdarg.h>
#include <stdio.h>

void table_init(struct text_table *table)
{
    table->column_count = 0;
    table->row_count = 0;
    table->more = false;
}

void table_column(struct text_table *table, const char *head, enum table_side side)
{
    CHECK_OP(table->column_count, <, TABLE_COLUMNS_MAX);
    table->heads[table->column_count] = head;
    table->least[table->column_count] = 0;
    table->sides[table->column_count++] = side;
}

void table_column_least(struct text_table *table, unsigned column, unsigned width)
{
    CHECK_OP(column, <, table->column_count);
    table->least[column] = width;
}

void table_row(struct text_table *table)
{
    CHECK_OP(table->row_count, <, TABLE_ROWS_MAX);
    table->cell_counts[table->row_count++] = 0;
}

struct text_out *table_cell(struct text_table *table)
{
    CHECK_OP(table->row_count, >, 0);
    unsigned row = table->row_count - 1;
    CHECK_OP(table->cell_counts[row], <, table->column_count);
    table->meanings[row][table->cell_counts[row]] = TABLE_TEXT;
    char *cell = table->cells[row][table->cell_counts[row]++];
    text_out_init(&table->out, cell, TABLE_CELL_SIZE);
    return &table->out;
}

void table_add(struct text_table *table, const char *format, ...)
{
    char bytes[TABLE_CELL_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(bytes, sizeof bytes, format, arguments);
    va_end(arguments);
    text_out_add_text(table_cell(table), text_of(bytes));
}

static void set_meaning(struct text_table *table, enum table_meaning meaning, int64_t number)
{
    CHECK_OP(table->row_count, >, 0);
    unsigned row = table->row_count - 1;
    CHECK_OP(table->cell_counts[row], >, 0);
    table->meanings[row][table->cell_counts[row] - 1] = meaning;
    table->numbers[row][table->cell_counts[row] - 1] = number;
}

void table_means(struct text_table *table, int64_t number)
{
    set_meaning(table, TABLE_NUMBER, number);
}

void table_means_nothing(struct text_table *table)
{
    set_meaning(table, TABLE_NOTHING, 0);
}

/* The bytes that continue a UTF-8 letter take no column. */
static unsigned columns_of(const char *text)
{
    unsigned columns = 0;
    for (; *text != '\0'; text++)
        columns += ((unsigned char)*text & 0xC0) != 0x80;
    return columns;
}

unsigned table_column_width(const struct text_table *table, unsigned column)
{
    unsigned width = columns_of(table->heads[column]);
    if (width < table->least[column])
        width = table->least[column];
    for (unsigned row = 0; row < table->row_count; row++)
        if (column < table->cell_counts[row] && columns_of(table->cells[row][column]) > width)
            width = columns_of(table->cells[row][column]);
    return width;
}

unsigned table_width(const struct text_table *table)
{
    unsigned width = 0;
    for (unsigned column = 0; column < table->column_count; column++)
        width += 2 + table_column_width(table, column);
    return width;
}

static void print_cell(const char *text, unsigned width, enum table_side side, bool last)
{
    int space = (int)(width - columns_of(text));
    if (last && text[0] == '\0')
        return;
    printf("  %*s%s%*s", side == TABLE_RIGHT ? space : 0, "", text, side == TABLE_LEFT && !last ? space : 0,
           "");
}

void table_print(const struct text_table *table, bool colour)
{
    unsigned widths[TABLE_COLUMNS_MAX] = {0};
    bool headed = false;
    for (unsigned column = 0; column < table->column_count; column++) {
        widths[column] = table_column_width(table, column);
        headed = headed || table->heads[column][0] != '\0';
    }
    if (headed) {
        fputs(colour ? "\033[2m" : "", stdout);
        for (unsigned column = 0; column < table->column_count; column++)
            print_cell(table->heads[column], widths[column], table->sides[column],
                       column + 1 == table->column_count);
        fputs(colour ? "\033[0m\n" : "\n", stdout);
    }
    for (unsigned row = 0; row < table->row_count; row++) {
        for (unsigned column = 0; column < table->cell_counts[row]; column++)
            print_cell(table->cells[row][column], widths[column], table->sides[column],
                       column + 1 == table->cell_counts[row]);
        putchar('\n');
    }
}
