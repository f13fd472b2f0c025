#include "games/meter.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const struct pay whole = {PAY_METER, 100, 100};
static const struct pay tenth = {PAY_METER, 10, 100};

static struct meter meter_of(int64_t seed, uint32_t numerator, uint32_t denominator)
{
    struct meter meter;
    assert_int_equal(meter_init(&meter, "m", money_of_cents(seed),
                                (struct meter_rate){numerator, denominator}, (struct meter_rate){0, 1}, NULL),
                     STATUS_OK);
    return meter;
}

static void a_lock_adds_the_rate_of_the_wagers(void **state)
{
    (void)state;
    struct meter meter = meter_of(1000000, 1, 5);
    struct meter_log log = {0};
    assert_int_equal(meter_lock(&meter, money_of_cents(300), &log), STATUS_OK);
    assert_int_equal(meter.value.cents, 1000060);
    assert_int_equal(log.count, 1);
    assert_int_equal(log.entries[0].change, METER_LOCK);
    assert_int_equal(log.entries[0].value_cents, 60);
    assert_int_equal(log.entries[0].value_after.cents, 1000060);
}

/* 12.5% of a dollar is 12 cents and a half: eight rounds make exactly a dollar. */
static void parts_of_a_cent_are_carried_and_never_lost(void **state)
{
    (void)state;
    struct meter meter = meter_of(0, 1, 8);
    struct meter_log log = {0};
    static const int64_t values[] = {12, 25, 37, 50, 62, 75, 87, 100};
    for (unsigned i = 0; i < 8; i++) {
        assert_int_equal(meter_lock(&meter, money_of_cents(100), &log), STATUS_OK);
        assert_int_equal(meter.value.cents, values[i]);
    }
    assert_int_equal(meter.carry, 0);
}

/* massachusetts/crazy-4-poker#MR16 */
static void a_share_is_rounded_down_and_the_rest_stays(void **state)
{
    (void)state;
    struct meter meter = meter_of(1000006, 0, 1);
    struct meter_log log = {0};
    struct money each;
    assert_int_equal(meter_award(&meter, tenth, 1, &each, &log), STATUS_OK);
    assert_int_equal(each.cents, 100000);
    assert_int_equal(meter.value.cents, 900006);
    assert_int_equal(meter_award(&meter, tenth, 7, &each, &log), STATUS_OK);
    assert_int_equal(each.cents, 12857); /* 90,000 / 7 = 12,857.14... */
    assert_int_equal(meter.value.cents, 900006 - 7 * 12857);
    assert_int_equal(log.entries[1].prize.cents, 7 * 12857);
}

static void a_full_award_resets_to_the_seed_and_keeps_what_does_not_divide(void **state)
{
    (void)state;
    struct meter meter = meter_of(500000, 0, 1);
    struct meter_log log = {0};
    struct money each;
    meter.value = money_of_cents(725060);
    assert_int_equal(meter_award(&meter, whole, 1, &each, &log), STATUS_OK);
    assert_int_equal(each.cents, 725060);
    assert_int_equal(meter.value.cents, 500000);
    assert_int_equal(meter_award(&meter, whole, 3, &each, &log), STATUS_OK);
    assert_int_equal(each.cents, 166666);
    assert_int_equal(meter.value.cents, 500002);
}

/* south-dakota/four-card-poker#61, #74 */
static void a_full_award_adds_the_reserve(void **state)
{
    (void)state;
    struct meter meter;
    struct meter_log log = {0};
    struct money each;
    assert_int_equal(meter_init(&meter, "m", money_of_cents(100000), (struct meter_rate){20, 100},
                                (struct meter_rate){5, 100}, NULL),
                     STATUS_OK);
    meter.value = money_of_cents(320000);
    meter.reserve = money_of_cents(41000);
    assert_int_equal(meter_lock(&meter, money_of_cents(200), &log), STATUS_OK);
    assert_int_equal(meter.value.cents, 320040);
    assert_int_equal(meter.reserve.cents, 41010);
    assert_int_equal(meter_award(&meter, whole, 1, &each, &log), STATUS_OK);
    assert_int_equal(each.cents, 320040);
    assert_int_equal(meter.value.cents, 141010);
    assert_int_equal(meter.reserve.cents, 0);
    assert_int_equal(meter_take_back(&meter, 0, "void", &log), STATUS_OK);
    assert_int_equal(meter.value.cents, 320000);
    assert_int_equal(meter.reserve.cents, 41000);
}

/* massachusetts/crazy-4-poker#MR17, #MR34: also when another table has added to the meter since. */
static void taking_back_leaves_what_others_added(void **state)
{
    (void)state;
    struct meter meter = meter_of(1000000, 1, 8);
    struct meter_log mine = {0}, theirs = {0};
    struct money each;
    assert_int_equal(meter_lock(&meter, money_of_cents(100), &mine), STATUS_OK);   /* 12.5 */
    assert_int_equal(meter_lock(&meter, money_of_cents(300), &theirs), STATUS_OK); /* 37.5 */
    assert_int_equal(meter.value.cents, 1000050);
    assert_int_equal(meter_award(&meter, tenth, 1, &each, &mine), STATUS_OK);
    assert_int_equal(meter_take_back(&meter, 0, "the round is void", &mine), STATUS_OK);
    assert_int_equal(meter.value.cents, 1000037);
    assert_int_equal(meter.carry, 4);
    assert_int_equal(mine.count, 3);
    assert_int_equal(mine.entries[2].change, METER_TAKEN_BACK);
}

/* south-dakota/four-card-poker#79: both entries stay. */
static void a_manual_adjustment_is_an_entry_of_its_own(void **state)
{
    (void)state;
    struct meter meter = meter_of(1300020, 0, 1);
    struct meter_log log = {0};
    struct money each;
    assert_int_equal(meter_award(&meter, tenth, 1, &each, &log), STATUS_OK);
    assert_int_equal(each.cents, 130002);
    assert_int_equal(meter.value.cents, 1170018);
    assert_int_equal(meter_adjust(&meter, each, "the hand was three of a kind", &log), STATUS_OK);
    assert_int_equal(meter.value.cents, 1300020);
    assert_int_equal(log.count, 2);
    assert_string_equal(log.entries[1].reason, "the hand was three of a kind");
    assert_string_equal(meter_change_name(log.entries[1].change), "manual adjustment");
}

static void what_goes_beyond_the_limits_changes_nothing(void **state)
{
    (void)state;
    struct meter meter = meter_of(METER_MAX, 1, 1);
    struct meter_log log = {0};
    assert_int_equal(meter_lock(&meter, money_of_cents(1), &log), STATUS_RANGE);
    assert_int_equal(meter_lock(&meter, money_of_cents(-1), &log), STATUS_RANGE);
    assert_int_equal(meter_adjust(&meter, money_of_cents(-METER_MAX - 1), "too much", &log), STATUS_RANGE);
    assert_int_equal(meter_adjust(&meter, money_of_cents(1), "too much", &log), STATUS_RANGE);
    assert_int_equal(meter.value.cents, METER_MAX);
    assert_int_equal(log.count, 0);
    assert_int_equal(meter_adjust(&meter, money_of_cents(-METER_MAX), "all of it", &log), STATUS_OK);
    assert_int_equal(meter_adjust(&meter, money_of_cents(-1), "too much", &log), STATUS_RANGE);
    log.count = METER_LOG_MAX;
    assert_int_equal(meter_adjust(&meter, money_of_cents(1), "no room", &log), STATUS_NO_SPACE);
    assert_int_equal(meter.value.cents, 0);
}

static void a_meter_holds_from_nothing_to_its_maximum(void **state)
{
    (void)state;
    assert_false(meter_holds(money_of_cents(-1)));
    assert_true(meter_holds(money_of_cents(0)));
    assert_true(meter_holds(money_of_cents(METER_MAX)));
    assert_false(meter_holds(money_of_cents(METER_MAX + 1)));
}

static void a_void_round_that_moved_nothing_has_no_entry(void **state)
{
    (void)state;
    struct meter meter = meter_of(1300020, 1, 5);
    struct meter_log log = {0};
    meter_void_round(&meter, &log);
    assert_int_equal(log.count, 0);
    assert_int_equal(meter_lock(&meter, money_of_cents(500), &log), STATUS_OK);
    assert_int_equal(meter.value.cents, 1300120);
    meter_void_round(&meter, &log);
    assert_int_equal(log.count, 2);
    assert_int_equal(meter.value.cents, 1300020);
}

static void seeds_and_rates_out_of_range_are_refused(void **state)
{
    (void)state;
    static const struct meter_rate good = {1, 5}, more_than_all = {6, 5}, over_nothing = {0, 0};
    struct meter meter;
    struct fault fault;
    assert_int_equal(meter_init(&meter, "m", money_of_cents(-1), good, good, &fault), STATUS_RANGE);
    assert_int_equal(meter_init(&meter, "m", money_of_cents(METER_MAX + 1), good, good, &fault),
                     STATUS_RANGE);
    assert_int_equal(meter_init(&meter, "m", money_of_cents(1), more_than_all, good, &fault), STATUS_RANGE);
    assert_int_equal(meter_init(&meter, "m", money_of_cents(1), good, over_nothing, &fault), STATUS_RANGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_lock_adds_the_rate_of_the_wagers),
        cmocka_unit_test(parts_of_a_cent_are_carried_and_never_lost),
        cmocka_unit_test(a_share_is_rounded_down_and_the_rest_stays),
        cmocka_unit_test(a_full_award_resets_to_the_seed_and_keeps_what_does_not_divide),
        cmocka_unit_test(a_full_award_adds_the_reserve),
        cmocka_unit_test(taking_back_leaves_what_others_added),
        cmocka_unit_test(a_manual_adjustment_is_an_entry_of_its_own),
        cmocka_unit_test(what_goes_beyond_the_limits_changes_nothing),
        cmocka_unit_test(a_meter_holds_from_nothing_to_its_maximum),
        cmocka_unit_test(a_void_round_that_moved_nothing_has_no_entry),
        cmocka_unit_test(seeds_and_rates_out_of_range_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
