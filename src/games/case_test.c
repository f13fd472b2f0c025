#include "games/case.h"
#include "games/crazy4_tables_test.h"
#include "games/four_card_tables_test.h"
#include "games/hi_lo_promotion_test.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define HEADER "case T: a test\ncites: massachusetts/crazy-4-poker#158\ngame: crazy-4-poker\n"
#define ROUND                                                                                                \
    "seat 1: As Ah 8c 5d 2h   ante 10, super bonus 10; play 30\n"                                            \
    "dealer: Qd Jc 9h 7s 3d\n"

struct played {
    struct arena arena;
    struct case_file file;
    struct case_result result;
    struct case_fault fault;
    enum status status;
};

static struct played play(const char *text)
{
    struct hi_lo_promotion hi_lo = approved_hi_lo();
    struct case_rules rules = {&approved_crazy4, &approved_four_card, &hi_lo};
    struct played played = {0};
    arena_init(&played.arena, CASE_ARENA_SIZE);
    case_result_init(&played.result, &played.arena);
    played.status = case_read(text_of(text), &played.arena, &played.file, &played.fault);
    if (played.status == STATUS_OK)
        played.status = case_play(&played.file, &rules, &played.result, &played.fault);
    return played;
}

static void expect_fault(const char *text, size_t line, size_t column, const char *words)
{
    struct played played = play(text);
    if (played.status == STATUS_OK || played.fault.line != line || played.fault.fault.position != column ||
        !strstr(played.fault.fault.words, words))
        print_message("%s\n-> %zu:%zu: %s\n", text, played.fault.line, played.fault.fault.position,
                      played.fault.fault.words);
    assert_int_not_equal(played.status, STATUS_OK);
    assert_int_equal(played.fault.line, line);
    assert_int_equal(played.fault.fault.position, column);
    assert_non_null(strstr(played.fault.fault.words, words));
    arena_release(&played.arena);
}

/* The first difference; "" if there is none. */
static void expect_difference(const char *text, size_t line, const char *words)
{
    struct played played = play(text);
    if (played.status != STATUS_OK)
        print_message("%zu:%zu: %s\n", played.fault.line, played.fault.fault.position,
                      played.fault.fault.words);
    assert_int_equal(played.status, STATUS_OK);
    assert_non_null(played.result.differences);
    char found[512];
    snprintf(found, sizeof found, "%.*s", TEXT_ARGUMENTS(played.result.differences->words));
    if (played.result.differences->line != line || !strstr(found, words))
        print_message("%zu: %s\n", played.result.differences->line, found);
    assert_int_equal(played.result.differences->line, line);
    assert_non_null(strstr(found, words));
    arena_release(&played.arena);
}

static void a_case_that_comes_out_as_it_says_has_no_difference(void **state)
{
    (void)state;
    struct played played = play(HEADER "\n# a remark\n" ROUND "expect:\r\n"
                                       "  1 ante 10 -> 10   returned, dealer does not qualify  #158\n"
                                       "  1 play 30 -> 60\n"
                                       "\t1 super-bonus 10 -> $10.00\n"
                                       "  net: seat 1 +30\n"
                                       "  handed: seat 1 80\n");
    assert_int_equal(played.status, STATUS_OK);
    assert_int_equal(played.result.difference_count, 0);
    assert_int_equal(played.result.round_count, 1);
    assert_int_equal(played.result.rounds->settlement.count, 3);
    assert_true(text_equal(played.file.name, text_of("T")));
    assert_true(text_equal(played.file.title, text_of("a test")));
    arena_release(&played.arena);
}

static void a_case_without_expectations_is_played_to_its_end(void **state)
{
    (void)state;
    struct played played = play(HEADER ROUND);
    assert_int_equal(played.status, STATUS_OK);
    assert_int_equal(played.result.round_count, 1);
    assert_int_equal(settlement_seat_net(&played.result.rounds->settlement, 1).cents, 3000);
    arena_release(&played.arena);
}

static void what_differs_is_told_with_its_line(void **state)
{
    (void)state;
    expect_difference(HEADER ROUND
                      "expect:\n  1 ante 10 -> 20\n  1 play 30 -> 60\n  1 super bonus 10 -> 10\n",
                      7, "handed: $20.00 expected, $10.00 came out");
    expect_difference(HEADER ROUND "expect:\n  1 ante 15 -> 10\n", 7, "stake: $15.00 expected");
    expect_difference(HEADER ROUND "expect:\n  1 play 30 -> 60\n", 7, "expected as line 1 of the settlement");
    expect_difference(HEADER ROUND "expect:\n  1 ante 10 -> 10  returned, tie\n", 7,
                      "\"returned, tie\" expected");
    expect_difference(HEADER ROUND "expect:\n  1 ante 10 -> 10  #169\n", 7,
                      "clause \"169\" expected, \"158\"");
    expect_difference(HEADER ROUND "expect:\n  1 ante 10 -> 10\n", 6,
                      "1 lines of the settlement expected, 3");
    expect_difference(HEADER ROUND "expect some:\n  2 ante 10 -> 10\n", 7, "there is no such line");
    expect_difference(HEADER ROUND "expect some:\n  1 ante -> none\n", 7, "no such line expected");
    expect_difference(HEADER ROUND "expect:\n  net: seat 1 +29.99\n", 7, "net of seat 1");
    expect_difference(HEADER ROUND "expect:\n  handed: seat 1 79\n", 7, "handed of seat 1");
    expect_difference(HEADER ROUND "expect:\n  void #271\n", 7, "should be void");
    expect_difference(HEADER ROUND "deal\ndealer exposes Qd\nexpect:\n  net: seat 1 0\n", 8,
                      "the round is void");
    expect_difference(HEADER ROUND "deal\ndealer exposes Qd\nexpect:\n  void #271\n", 9, "clause");
    expect_difference(HEADER ROUND "expect:\n  deck: removed\n", 7, "removed expected, stays");
    expect_difference(HEADER ROUND "state: dealt\n", 6, "dealt expected, the table is betting");
}

static void refusals_are_told_with_their_clause(void **state)
{
    (void)state;
    expect_difference(HEADER "seat 1: ante 4, super bonus 4\n", 4, "massachusetts/crazy-4-poker#MR29");
    expect_difference(HEADER "settings:\n  decks: 2\n", 4, "massachusetts/crazy-4-poker#17");
    expect_difference(HEADER "settings refused #17:\n  decks: 1\n", 4, "these settings are allowed");
    expect_difference(HEADER "settings refused #23:\n  decks: 2\n", 4, "by another clause");
    expect_difference(HEADER "player 1 sits at seat 1 -> refused #99\n", 4, "this is allowed");
    expect_difference(HEADER "reveal -> refused #1\n", 4, "by another clause");
    expect_difference(HEADER ROUND "no more bets\nseat 1 wagers ante 20\n", 7, "refused:");
}

static void what_cannot_be_understood_is_a_fault_with_line_and_column(void **state)
{
    (void)state;
    expect_fault("", 1, 1, "the file is empty");
    expect_fault("  case X: y\n", 1, 1, "margin");
    expect_fault("round X\n", 1, 1, "case NAME: title");
    expect_fault("case X\n", 1, 7, "colon");
    expect_fault("case X:\n", 1, 8, "title");
    expect_fault("case X: y\ngame: z\n", 2, 1, "cites");
    expect_fault("case X: y\ncites: #1\n", 2, 8, "a clause such as");
    expect_fault("case X: y\ncites: a/b#1 c\n", 2, 15, "a clause such as");
    expect_fault("case X: y\ncites: a/b#1\n", 2, 1, "game: NAME");
    expect_fault("case X: y\ncites: a/b#1\ngame: crazy-4-pocker\n", 3, 7, "did you mean crazy-4-poker");
    expect_fault(HEADER "seat 1: As Ah 8c 5d 2h 3h\n", 4, 24, "at most 5 cards");
    expect_fault(HEADER "seat 1: As As\n", 4, 12, "twice");
    expect_fault(HEADER "seat 1: As Ax ante 10\n", 4, 12, "a card or the name of a wager");
    expect_fault(HEADER "seat 1: ante ten\n", 4, 14, "expected");
    expect_fault(HEADER "seat 1: ante 10; bets 10\n", 4, 18, "play AMOUNT");
    expect_fault(HEADER "seat 0: ante 10\n", 4, 7, "numbered from 1");
    expect_fault(HEADER "seat 10: ante 10\n", 4, 6, "up to 9");
    expect_fault(HEADER "seat 1 jumps\n", 4, 8, "plays, folds");
    expect_fault(HEADER "hello\n", 4, 1, "a step or expect");
    expect_fault(HEADER "reveal -> no\n", 4, 11, "refused");
    expect_fault(HEADER "reveal now\n", 4, 8, "end of the line");
    expect_fault(HEADER "settings:\n  queens up: table E\n", 5, 20, "\"A\", \"B\", \"C\" or \"D\"");
    expect_fault(HEADER "settings:\n  progressive: five card, rate 120%\n", 5, 32, "up to 100");
    expect_fault(HEADER "settings:\n  progressive: five card, rate 20\n", 5, 34, "per cent");
    expect_fault(HEADER "settings:\n  tables: 3\n", 5, 3, "a setting of crazy-4-poker");
    expect_fault(HEADER "meter slots: 3\n", 4, 7, "five-card-hand-bonus");
    expect_fault(HEADER "meter five-card-hand-bonus: 3\n" ROUND, 4, 1, "no meter");
    expect_fault(HEADER ROUND "expect:\n  1 anted 10 -> 10\n", 7, 5, "the name of a wager");
    expect_fault(HEADER ROUND "expect:\n  1 ante 10 10\n", 7, 13, "->");
    expect_fault(HEADER ROUND "expect:\n  nothing\n", 7, 3, "a line of the settlement");
    expect_fault(HEADER ROUND "expect:\n  net: seat 1\n", 7, 14, "an amount");
    expect_fault(HEADER ROUND "  indented\n", 6, 3, "no section");
    expect_fault(HEADER "seat 1: As Ah   ante 10, super bonus 10\ndeal\n", 5, 1, "needs 5 cards");
    expect_fault(HEADER "seat 1: As Ah 8c 5d 2h ante 10, super bonus 10\ndealer: Qd Jc 9h 7s 3d\nexpect:\n",
                 6, 1, "must have decided");
    expect_fault("case X: y\ncites: a/b#1\ngame: crazy-4-poker\nseat 1: \001\n", 4, 9, "no text");
}

static void a_file_that_is_too_large_is_refused(void **state)
{
    (void)state;
    static char bytes[CASE_SIZE_MAX + 2];
    memset(bytes, '\n', sizeof bytes - 1);
    expect_fault(bytes, 1, 1, "at most");
}

static void rounds_have_a_maximum(void **state)
{
    (void)state;
    expect_fault(HEADER ROUND "again 64 times\nagain 2 times\n", 7, 1, "at most 64 rounds");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_case_that_comes_out_as_it_says_has_no_difference),
        cmocka_unit_test(a_case_without_expectations_is_played_to_its_end),
        cmocka_unit_test(what_differs_is_told_with_its_line),
        cmocka_unit_test(refusals_are_told_with_their_clause),
        cmocka_unit_test(what_cannot_be_understood_is_a_fault_with_line_and_column),
        cmocka_unit_test(a_file_that_is_too_large_is_refused),
        cmocka_unit_test(rounds_have_a_maximum),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
