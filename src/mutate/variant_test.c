/*
 * Every kind of value and what it is exchanged for.
 */
#include "mutate/variant.h"

#include "base/check.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

enum { ARENA_SIZE = 1 << 20, LINE_SIZE = 1024 };

static const struct text funds[] = {{"prize pool", 10}, {"reserve", 7}, {"house", 5}};

/* The variants of a value, joined by " | ". */
static void check_variants(const struct vocabulary_type *type, const char *value, const char *expected)
{
    char line[LINE_SIZE];
    struct text_out out;
    struct arena arena;
    struct variant_names names = {.funds = funds, .fund_count = 3};
    arena_init(&arena, ARENA_SIZE);
    struct variants variants = {.arena = &arena};
    variants_add(&variants, text_of(value), type, &names);
    text_out_init(&out, line, sizeof line);
    for (unsigned i = 0; i < variants.count; i++)
        text_out_add(&out, "%s%.*s", i ? " | " : "", TEXT_ARGUMENTS(variants.items[i]));
    assert_false(variants.full);
    assert_string_equal(line, expected);
    arena_release(&arena);
}

static void check_kind(enum vocabulary_kind kind, const char *value, const char *expected)
{
    const struct vocabulary_type type = {.kind = kind};
    check_variants(&type, value, expected);
}

static void test_a_step_of_money_is_the_last_place_that_is_written(void **state)
{
    (void)state;
    check_kind(VOCABULARY_MONEY, "$1,000 to $101,000",
               "$999 to $101,000 | $1,001 to $101,000 | $1,000 to $100,999 | $1,000 to $101,001");
    check_kind(VOCABULARY_MONEY, "$1", "$0 | $2");
    check_kind(VOCABULARY_MONEY, "$0.11", "$0.10 | $0.12");
    check_kind(VOCABULARY_MONEY, "at least $20", "at least $19 | at least $21");
    check_kind(VOCABULARY_MONEY, "at most $599", "at most $598 | at most $600");
    check_kind(VOCABULARY_MONEY, "under $600", "at most $599.98 | at most $600");
    check_kind(VOCABULARY_MONEY, "none", "$1");
    check_kind(VOCABULARY_MONEY, "posted", "$1");
    check_kind(VOCABULARY_LIMITS, "$5 to $50", "$4 to $50 | $6 to $50 | $5 to $49 | $5 to $51");
}

static void test_numbers_move_by_one(void **state)
{
    (void)state;
    check_kind(VOCABULARY_COUNT, "at least 5", "at least 4 | at least 6");
    check_kind(VOCABULARY_COUNT, "1 to 2", "at most 2 | 2 | 1 | 1 to 3");
    check_kind(VOCABULARY_COUNT, "0", "1");
    check_kind(VOCABULARY_COUNT, "any number", "at least 1");
    check_kind(VOCABULARY_PERCENT, "40%", "39% | 41%");
    check_kind(VOCABULARY_PERCENT, "12.5%", "12.4% | 12.6%");
    check_kind(VOCABULARY_PERCENT, "1.25%", "1.24% | 1.26%");
    check_kind(VOCABULARY_MULTIPLE, "2x to 4x", "at most 4x | 3x to 4x | 2x to 3x | 2x to 5x");
}

static void test_times_move_by_the_unit_that_is_written(void **state)
{
    (void)state;
    check_kind(VOCABULARY_DURATION, "15 minutes", "14 minutes | 16 minutes");
    check_kind(VOCABULARY_DURATION, "1 to 90 days",
               "at most 90 days | 1 to 89 days | 2 to 90 days | 1 to 91 days");
    check_kind(VOCABULARY_DURATION, "no limit", "1 minute");
    check_kind(VOCABULARY_TIME, "06:00", "05:59 | 06:01");
    check_kind(VOCABULARY_TIME, "00:00", "23:59 | 00:01");
    check_kind(VOCABULARY_DATE, "2026-11-01", "2026-10-31 | 2026-11-02");
    check_kind(VOCABULARY_DATE, "March 1", "February 29 | March 2");
    check_kind(
        VOCABULARY_PERIODS, "Monday to Friday 18:00 to 22:00",
        "Monday to Friday 18:01 to 22:00 | Monday to Friday 18:00 to 22:01 | Monday to Friday 17:59 to "
        "22:00 | Monday to Friday 18:00 to 21:59 | Tuesday to Friday 18:00 to 22:00");
    check_kind(VOCABULARY_PERIODS, "daily 00:00 to 23:59",
               "daily 00:01 to 23:59 | always | daily 00:00 to 23:58 | Monday to Saturday 00:00 to 23:59");
    check_kind(VOCABULARY_PERIODS, "posted", "Monday 03:00 to 03:01");
    check_kind(VOCABULARY_MOMENTS, "Sunday at 09:30", "Sunday at 09:31 | Sunday at 09:29 | daily at 09:30");
    check_kind(
        VOCABULARY_MOMENTS, "every hour on the hour 12:00 to 21:00",
        "every hour 12:01 to 21:00 | every hour 11:59 to 21:00 | every hour on the hour 12:00 to 20:59 | "
        "every 2 hours on the hour 12:00 to 21:00 | Monday to Saturday every hour on the hour 12:00 to "
        "21:00");
    check_kind(VOCABULARY_MOMENTS, "daily at 23:59", "daily at 23:58 | Monday to Saturday at 23:59");
}

static void test_words_give_way_to_all_others(void **state)
{
    static const char *const words[] = {"no", "off duty", "yes", NULL};
    const struct vocabulary_type one_of = {.kind = VOCABULARY_ONE_OF, .words = words};
    (void)state;
    check_variants(&one_of, "no", "off duty | yes");
    check_variants(&one_of, "off duty", "yes | no");
    check_variants(&one_of, "yes", "no | off duty");
    check_variants(&one_of, "posted", "no | off duty | yes");
    check_kind(VOCABULARY_YES_OR_NO, "yes", "no");
    check_kind(VOCABULARY_YES_OR_NO, "no", "yes");
    check_kind(VOCABULARY_FUND, "reserve", "prize pool | house");
    check_kind(VOCABULARY_FUND, "prize pool", "reserve | house");
    check_kind(VOCABULARY_WORDS, "bad-beat jackpot", "other bad-beat jackpot");
    check_kind(VOCABULARY_WORDS, "at least $600", "at least $599 | at least $601");
    check_kind(VOCABULARY_WORDS, "at most 2", "at most 1 | at most 3");
}

static void test_of_a_long_list_the_next_words_are_tried(void **state)
{
    static const char *const words[] = {"a", "b", "c", "d", "e", "f", "g", "h",
                                        "i", "j", "k", "l", "m", "n", "o", NULL};
    const struct vocabulary_type one_of = {.kind = VOCABULARY_ONE_OF, .words = words};
    (void)state;
    check_variants(&one_of, "n", "o | a | b | c | d | e | f | g | h | i | j | k");
}

static void test_games_and_their_identifiers(void **state)
{
    (void)state;
    check_kind(VOCABULARY_GAME, "all poker games", "all California games | all games");
    check_kind(VOCABULARY_GAME, "all games", "all poker games | all California games");
    check_kind(VOCABULARY_GAME, "Texas Hold'em (GEGA-001983)",
               "omaha | seven card stud | lowball | Texas Hold'em (GEGA-001984)");
    check_kind(VOCABULARY_GAME, "baccarat", "pan 9 | pai gow tiles"); /* the only one of its family */
}

static void test_hands_one_step_away(void **state)
{
    (void)state;
    check_kind(VOCABULARY_HAND, "royal flush", "straight flush");
    check_kind(VOCABULARY_HAND, "four of a kind, 8s or better, beaten",
               "four of a kind, 7s or better, beaten | four of a kind, "
               "8s, beaten | "
               "four of a kind, 8s or better");
    check_kind(VOCABULARY_HAND, "three 7s of one suit",
               "four 7s of one suit | three 6s of one suit | three 7s of one colour");
    check_kind(VOCABULARY_HAND, "posted", "royal flush");
}

static void test_awards_by_their_parts(void **state)
{
    (void)state;
    check_kind(VOCABULARY_AWARD, "10% of prize pool",
               "9% of prize pool | 11% of prize pool | 10% of reserve | 10% of house");
    check_kind(VOCABULARY_AWARD, "$10 to $1,000",
               "$9 to $1,000 | $11 to $1,000 | $10 to $999 | $10 to $1,001");
    check_kind(VOCABULARY_AWARD, "3 to 2", "2 to 2 | 4 to 2 | 3 for 2");
    check_kind(VOCABULARY_AWARD, "push", "1 to 1");
    check_kind(VOCABULARY_AWARD, "1 ticket", "0 tickets | 2 tickets");
    check_kind(VOCABULARY_AWARD, "$5 or 1 ticket",
               "$4 or 1 ticket | $6 or 1 ticket | $5 or 0 tickets | $5 or 2 tickets | "
               "1 ticket | $5");
    check_kind(VOCABULARY_AWARD, "\"travel voucher\" worth $1,000",
               "\"travel voucher\" worth $999 | \"travel voucher\" worth $1,001 | \"other travel voucher\" "
               "worth $1,000");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_step_of_money_is_the_last_place_that_is_written),
        cmocka_unit_test(test_numbers_move_by_one),
        cmocka_unit_test(test_times_move_by_the_unit_that_is_written),
        cmocka_unit_test(test_words_give_way_to_all_others),
        cmocka_unit_test(test_of_a_long_list_the_next_words_are_tried),
        cmocka_unit_test(test_games_and_their_identifiers),
        cmocka_unit_test(test_hands_one_step_away),
        cmocka_unit_test(test_awards_by_their_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
