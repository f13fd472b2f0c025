#include "cli/table.h"

#include "cli/run_command_test.h"

static void fill(struct text_table *table)
{
    table_init(table);
    table_column(table, "hand", TABLE_LEFT);
    table_column(table, "count", TABLE_RIGHT);
    table_column(table, "", TABLE_LEFT);
    table_row(table);
    table_add(table, "A♠ K♠");
    table_add(table, "%d", 7);
    table_add(table, "%s", "");
    table_row(table);
    table_add(table, "pair");
    table_add(table, "%d", 123456);
    table_add(table, "rare");
    table_row(table);
    table_add(table, "all");
}

static int print_table(int argc, char **argv)
{
    (void)argc;
    (void)argv;
    struct text_table table;
    fill(&table);
    table_print(&table, false);
    return command_finish("table");
}

/* Letters are counted, not bytes; no line ends in blanks. */
static void columns_are_as_wide_as_their_widest_cell(void **state)
{
    (void)state;
    struct text_table table;
    fill(&table);
    assert_int_equal(table_width(&table), 2 + 5 + 2 + 6 + 2 + 4);
    const struct subcommand command = {.name = "table", .summary = "", .help = "", .run = print_table};
    struct outcome outcome = run_command(&command, "table");
    assert_string_equal(outcome.output, "  hand    count\n"
                                        "  A♠ K♠       7\n"
                                        "  pair   123456  rare\n"
                                        "  all\n");
}

static void what_is_too_long_for_a_cell_is_cut(void **state)
{
    (void)state;
    struct text_table table;
    table_init(&table);
    table_column(&table, "words", TABLE_LEFT);
    table_row(&table);
    table_add(&table, "%0*d", 2 * TABLE_CELL_SIZE, 0);
    assert_int_equal(table_width(&table), 2 + TABLE_CELL_SIZE - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_are_as_wide_as_their_widest_cell),
        cmocka_unit_test(what_is_too_long_for_a_cell_is_cut),
    };
    return cmocka_run_group_tests_name("table", tests, NULL, NULL);
}
