#include "games/case_rounds.h"
#include "games/crazy4_tables_test.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static struct case_line line_of(const char *text)
{
    return (struct case_line){.number = 1, .column = 1, .text = text_of(text)};
}

static void expect_fault(enum status status, const struct case_fault *fault, size_t column, const char *words)
{
    assert_int_not_equal(status, STATUS_OK);
    assert_int_equal(fault->fault.position, column);
    assert_non_null(strstr(fault->fault.words, words));
}

static void a_flag_may_begin_with_the_words_of_its_opposite(void **state)
{
    (void)state;
    const struct case_line longer = line_of("A-K-Q-J-T"), shorter = line_of("A-K-Q-J"), other = line_of(" Q");
    struct case_cursor cursor = case_start(&longer);
    struct case_fault fault;
    bool flag = false;
    assert_int_equal(case_flag(&cursor, "A-K-Q-J", "A-K-Q-J-T", &flag, &fault), STATUS_OK);
    assert_true(flag);
    assert_true(case_ended(&cursor));
    cursor = case_start(&shorter);
    assert_int_equal(case_flag(&cursor, "A-K-Q-J", "A-K-Q-J-T", &flag, &fault), STATUS_OK);
    assert_false(flag);
    cursor = case_start(&other);
    expect_fault(case_flag(&cursor, "no", "yes", &flag, &fault), &fault, 2, "\"no\" or \"yes\"");
}

static void a_choice_that_is_not_there_lists_all(void **state)
{
    (void)state;
    static const char *const words[] = {"hand", "shoe", "device"};
    const struct case_line good = line_of("shoe"), bad = line_of("hat");
    struct case_cursor cursor = case_start(&good);
    struct case_fault fault;
    unsigned choice = 9;
    assert_int_equal(case_choice(&cursor, words, 3, &choice, &fault), STATUS_OK);
    assert_int_equal(choice, 1);
    cursor = case_start(&bad);
    expect_fault(case_choice(&cursor, words, 3, &choice, &fault), &fault, 1,
                 "\"hand\", \"shoe\" or \"device\"");
    assert_int_equal(choice, 1);
}

static void a_name_without_its_colon_is_left(void **state)
{
    (void)state;
    const struct case_line line = line_of("aces up 5");
    struct case_cursor cursor = case_start(&line);
    assert_false(case_take_name(&cursor, "aces up"));
    assert_int_equal(cursor.at, 0);
}

static void a_seat_has_cards_wagers_and_a_decision(void **state)
{
    (void)state;
    const struct case_line whole = line_of("As Ah ante 10, aces up 5; play 30"), folds = line_of("; folds");
    struct case_cursor cursor = case_start(&whole);
    struct case_script script;
    struct case_fault fault;
    assert_int_equal(case_seat_line(&cursor, 5, &script, &fault), STATUS_OK);
    assert_true(script.present);
    assert_int_equal(script.hand.count, 2);
    assert_int_equal(script.wagers[WAGER_ANTE].cents, 1000);
    assert_int_equal(script.wagers[WAGER_ACES_UP].cents, 500);
    assert_int_equal(script.decision, CASE_PLAYS);
    assert_int_equal(script.play.cents, 3000);
    cursor = case_start(&folds);
    assert_int_equal(case_seat_line(&cursor, 5, &script, &fault), STATUS_OK);
    assert_int_equal(script.decision, CASE_FOLDS);
    assert_int_equal(script.hand.count, 0);
}

static void a_wager_of_nothing_is_a_fault(void **state)
{
    (void)state;
    const struct case_line zero = line_of("ante 0"), cent = line_of("ante 0.01");
    struct case_cursor cursor = case_start(&zero);
    struct case_script script;
    struct case_fault fault;
    expect_fault(case_seat_line(&cursor, 5, &script, &fault), &fault, 7, "above zero");
    cursor = case_start(&cent);
    assert_int_equal(case_seat_line(&cursor, 5, &script, &fault), STATUS_OK);
}

static void ordinals_begin_at_one(void **state)
{
    (void)state;
    const struct case_line lines[] = {line_of("0"), line_of("1"), line_of("6"), line_of("7")};
    struct case_fault fault;
    unsigned number = 0;
    struct case_cursor cursor = case_start(&lines[0]);
    expect_fault(case_ordinal(&cursor, 6, "positions", &number, &fault), &fault, 2,
                 "positions are numbered from 1");
    cursor = case_start(&lines[1]);
    assert_int_equal(case_ordinal(&cursor, 6, "positions", &number, &fault), STATUS_OK);
    cursor = case_start(&lines[2]);
    assert_int_equal(case_ordinal(&cursor, 6, "positions", &number, &fault), STATUS_OK);
    assert_int_equal(number, 6);
    cursor = case_start(&lines[3]);
    expect_fault(case_ordinal(&cursor, 6, "positions", &number, &fault), &fault, 1, "up to 6");
}

static void a_row_is_taken_by_the_name_of_its_hand(void **state)
{
    (void)state;
    const struct case_line line = line_of("straight flush");
    struct case_cursor cursor = case_start(&line);
    unsigned number = 0;
    assert_false(case_take_row(&cursor, NULL, &number));
    assert_true(case_take_row(&cursor, &approved_crazy4.five_card_progressive, &number));
    assert_int_equal(number, 2);
}

static void settings_may_be_refused_but_not_be_late(void **state)
{
    (void)state;
    const struct case_line plain = line_of(":"), refused = line_of("refused #61:"),
                           none = line_of("refused:");
    struct case_cursor cursor = case_start(&plain);
    struct case_fault fault;
    struct text clause;
    assert_int_equal(case_settings_heading(&cursor, false, "#61", &clause, &fault), STATUS_OK);
    assert_int_equal(clause.length, 0);
    cursor = case_start(&refused);
    assert_int_equal(case_settings_heading(&cursor, false, "#61", &clause, &fault), STATUS_OK);
    assert_true(text_equal(clause, text_of("61")));
    cursor = case_start(&none);
    expect_fault(case_settings_heading(&cursor, false, "#61", &clause, &fault), &fault, 8, "such as #61");
    cursor = case_start(&plain);
    expect_fault(case_settings_heading(&cursor, true, "#61", &clause, &fault), &fault, 2,
                 "before the first round");
}

static void indented_lines_stand_below_settings_or_expect(void **state)
{
    (void)state;
    struct case_line lines[] = {line_of("game: x"),   line_of("unit: 5"), line_of("settings:"),
                                line_of("unit: 5"),   line_of("ante: 5"), line_of("deal"),
                                line_of("net: none"), line_of("expect:"), line_of("net: none")};
    lines[1].indented = lines[3].indented = lines[4].indented = lines[6].indented = lines[8].indented = true;
    const struct case_file file = {.lines = lines, .count = 9, .first = 1};
    struct case_fault fault;
    expect_fault(case_check_indented(&file, 1, &fault), &fault, 1, "no section");
    assert_int_equal(case_check_indented(&file, 3, &fault), STATUS_OK);
    assert_int_equal(case_check_indented(&file, 4, &fault), STATUS_OK);
    expect_fault(case_check_indented(&file, 6, &fault), &fault, 1, "no section");
    assert_int_equal(case_check_indented(&file, 8, &fault), STATUS_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_flag_may_begin_with_the_words_of_its_opposite),
        cmocka_unit_test(a_choice_that_is_not_there_lists_all),
        cmocka_unit_test(a_name_without_its_colon_is_left),
        cmocka_unit_test(a_seat_has_cards_wagers_and_a_decision),
        cmocka_unit_test(a_wager_of_nothing_is_a_fault),
        cmocka_unit_test(ordinals_begin_at_one),
        cmocka_unit_test(a_row_is_taken_by_the_name_of_its_hand),
        cmocka_unit_test(settings_may_be_refused_but_not_be_late),
        cmocka_unit_test(indented_lines_stand_below_settings_or_expect),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
