/* The server's own clock: what it follows, and what it does not (W1, W2). */
#include "server/house_clock.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define MINUTE_MS (INT64_C(60) * 1000)
#define DAY_MS    (24 * 60 * MINUTE_MS)
#define LIMIT_MS  (2 * MINUTE_MS)
#define CLOSED_MS (31 * DAY_MS)

static struct house_clock clock_;
static int64_t wall_ms, passed_ms;
static const int64_t noon_ms = INT64_C(1793649600000);

static struct instant wall(void *context)
{
    (void)context;
    return (struct instant){wall_ms};
}

static uint64_t passed(void *context)
{
    (void)context;
    return (uint64_t)passed_ms;
}

static int begin(void **state)
{
    (void)state;
    wall_ms = noon_ms;
    passed_ms = 1000;
    house_clock_init(&clock_, &(struct clock_sources){wall, passed, NULL});
    house_clock_begin(&clock_, (struct instant){noon_ms}, CLOSED_MS, LIMIT_MS);
    return 0;
}

static int end(void **state)
{
    (void)state;
    house_clock_release(&clock_);
    return 0;
}

static void pass(int64_t ms)
{
    wall_ms += ms;
    passed_ms += ms;
}

static void assert_shows(int64_t after_noon_ms, bool alarm)
{
    struct clock_alarm shown;
    assert_int_equal(house_clock_read(&clock_, NULL, &shown).ms - noon_ms, after_noon_ms);
    assert_int_equal(shown.on, alarm);
}

static void a_clock_that_goes_evenly_is_followed(void **state)
{
    (void)state;
    assert_shows(0, false);
    pass(40 * DAY_MS); /* nobody has asked for long */
    assert_shows(40 * DAY_MS, false);
}

static void a_jump_up_to_the_limit_is_followed_either_way(void **state)
{
    (void)state;
    wall_ms += LIMIT_MS;
    assert_shows(LIMIT_MS, false);
    wall_ms -= LIMIT_MS;
    assert_shows(0, false);
    wall_ms -= LIMIT_MS - 1;
    assert_shows(1 - LIMIT_MS, false);
}

static void a_jump_beyond_the_limit_is_not_followed(void **state)
{
    static const int64_t jumps[] = {LIMIT_MS + 1, -LIMIT_MS - 1, 40 * DAY_MS, -40 * DAY_MS};
    struct clock_alarm alarm;
    struct instant computer;
    for (size_t i = 0; i < sizeof jumps / sizeof jumps[0]; i++) {
        (void)begin(state);
        pass(5000);
        wall_ms += jumps[i];
        assert_int_equal(house_clock_read(&clock_, &computer, &alarm).ms, noon_ms + 5000);
        assert_true(alarm.on && !alarm.at_start);
        assert_int_equal(alarm.from.ms, noon_ms + 5000);
        assert_int_equal(alarm.to.ms, noon_ms + 5000 + jumps[i]);
        assert_int_equal(computer.ms, alarm.to.ms);
        pass(60 * 1000); /* the own time goes on, and the alarm tells what it was about */
        assert_int_equal(house_clock_read(&clock_, NULL, &alarm).ms, noon_ms + 65 * 1000);
        assert_int_equal(alarm.from.ms, noon_ms + 5000);
        (void)end(state);
    }
    (void)begin(state);
}

static void the_alarm_ends_when_the_clock_comes_back_within_the_limit(void **state)
{
    (void)state;
    wall_ms += 40 * DAY_MS;
    pass(2000);
    assert_shows(2000, true);
    wall_ms -= 40 * DAY_MS - LIMIT_MS - 1;
    assert_shows(2000, true);
    wall_ms--;
    assert_shows(2000 + LIMIT_MS, false);
}

static void a_time_that_two_persons_confirm_is_the_own_time(void **state)
{
    (void)state;
    wall_ms += 40 * DAY_MS;
    assert_shows(0, true);
    pass(3000);
    house_clock_confirm(&clock_, (struct instant){noon_ms + 40 * DAY_MS});
    assert_shows(40 * DAY_MS + 3000, false);
    /* One that is not the computer's leaves the alarm. */
    house_clock_confirm(&clock_, (struct instant){noon_ms});
    pass(10);
    assert_shows(10, true);
}

static void another_limit_holds_from_the_next_reading(void **state)
{
    (void)state;
    house_clock_limit(&clock_, 1000);
    wall_ms += 1001;
    assert_shows(0, true);
    house_clock_limit(&clock_, 1001);
    assert_shows(1001, false);
}

static void a_house_may_have_been_closed_for_a_month(void **state)
{
    static const struct {
        int64_t closed_ms;
        bool alarm;
    } rows[] = {{CLOSED_MS, false}, {CLOSED_MS + 1, true}, {-LIMIT_MS, false}, {-LIMIT_MS - 1, true}};
    struct clock_alarm alarm;
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct instant books = {noon_ms - rows[i].closed_ms};
        wall_ms = noon_ms;
        house_clock_begin(&clock_, books, CLOSED_MS, LIMIT_MS);
        assert_int_equal(house_clock_read(&clock_, NULL, &alarm).ms, rows[i].alarm ? books.ms : noon_ms);
        assert_int_equal(alarm.on, rows[i].alarm);
        assert_int_equal(alarm.at_start, rows[i].alarm);
        if (rows[i].alarm)
            assert_int_equal(alarm.to.ms, noon_ms);
    }
}

int main(void)
{
#define CLOCK_TEST(test) cmocka_unit_test_setup_teardown(test, begin, end)
    const struct CMUnitTest tests[] = {
        CLOCK_TEST(a_clock_that_goes_evenly_is_followed),
        CLOCK_TEST(a_jump_up_to_the_limit_is_followed_either_way),
        CLOCK_TEST(a_jump_beyond_the_limit_is_not_followed),
        CLOCK_TEST(the_alarm_ends_when_the_clock_comes_back_within_the_limit),
        CLOCK_TEST(a_time_that_two_persons_confirm_is_the_own_time),
        CLOCK_TEST(another_limit_holds_from_the_next_reading),
        CLOCK_TEST(a_house_may_have_been_closed_for_a_month),
    };
    return cmocka_run_group_tests_name("server: clock", tests, NULL, NULL);
}
