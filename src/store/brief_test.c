#include "store/brief.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void a_writer_that_never_waits_long_never_rests(void **state)
{
    (void)state;
    struct brief_pace pace = {0};
    for (unsigned i = 0; i < 10; i++) {
        brief_learn(&pace, BRIEF_LONG_US - 1, 0);
        assert_false(pace.doubtful);
        assert_int_equal(pace.rests, 0);
    }
}

static void a_long_wait_is_looked_at_the_next_time(void **state)
{
    (void)state;
    struct brief_pace pace = {0};
    brief_learn(&pace, BRIEF_LONG_US, 0);
    assert_true(pace.doubtful);
    assert_int_equal(pace.rests, 0);
    brief_learn(&pace, BRIEF_LONG_US - 1, 0);
    assert_false(pace.doubtful);
}

static void a_slow_disk_is_no_reason_to_rest(void **state)
{
    (void)state;
    struct brief_pace pace = {0};
    for (unsigned i = 0; i < 10; i++) {
        brief_learn(&pace, 8000, BRIEF_LONG_US - 1);
        assert_true(pace.doubtful);
        assert_int_equal(pace.rests, 0);
    }
}

static void who_waits_for_a_core_rests_and_then_tries_without(void **state)
{
    (void)state;
    struct brief_pace pace = {0};
    brief_learn(&pace, 4000, 0);
    brief_learn(&pace, 4000, BRIEF_LONG_US);
    for (unsigned left = BRIEF_RESTS; left > 0; left--) {
        assert_int_equal(pace.rests, left);
        assert_false(pace.doubtful);
        brief_learn(&pace, BRIEF_LONG_US - 1, 0);
    }
    assert_int_equal(pace.rests, 0);
    assert_false(pace.doubtful);
}

static void a_wait_is_measured_with_and_without_a_look(void **state)
{
    (void)state;
    brief_thread();
    struct brief_pace pace = {.rests = 1};
    brief_wait_end(&pace, brief_wait_begin(&pace));
    assert_int_equal(pace.rests, 0);
    /* As if it had begun long ago: then it was long, and the next one is looked at. */
    struct brief_wait wait = brief_wait_begin(&pace);
    wait.began_ns -= (uint64_t)BRIEF_LONG_US * 1000;
    brief_wait_end(&pace, wait);
    assert_true(pace.doubtful);
    /* A thread cannot have waited for a core for longer than it has lived. */
    wait = brief_wait_begin(&pace);
    assert_true(wait.queued_ns <= wait.began_ns);
}

static void a_short_wait_soon_after_a_short_one_follows_it(void **state)
{
    (void)state;
    struct brief_pace pace = {0};
    struct brief_wait wait = brief_wait_begin(&pace);
    assert_false(wait.follows);
    /* Again where the machine took its time between the two lines. */
    do
        pace.ended_ns = brief_wait_begin(&pace).began_ns;
    while (!brief_wait_begin(&pace).follows);
    pace.ended_ns -= (uint64_t)BRIEF_LONG_US * 1000;
    assert_false(brief_wait_begin(&pace).follows);
}

static void after_a_long_wait_and_while_cores_are_short_nothing_follows(void **state)
{
    (void)state;
    struct brief_pace pace = {0};
    struct brief_wait wait = brief_wait_begin(&pace);
    wait.began_ns -= (uint64_t)BRIEF_LONG_US * 1000;
    brief_wait_end(&pace, wait);
    assert_int_equal(pace.ended_ns, 0);
    pace = (struct brief_pace){.rests = 1, .ended_ns = brief_wait_begin(&pace).began_ns};
    assert_false(brief_wait_begin(&pace).follows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_writer_that_never_waits_long_never_rests),
        cmocka_unit_test(a_long_wait_is_looked_at_the_next_time),
        cmocka_unit_test(a_slow_disk_is_no_reason_to_rest),
        cmocka_unit_test(who_waits_for_a_core_rests_and_then_tries_without),
        cmocka_unit_test(a_wait_is_measured_with_and_without_a_look),
        cmocka_unit_test(a_short_wait_soon_after_a_short_one_follows_it),
        cmocka_unit_test(after_a_long_wait_and_while_cores_are_short_nothing_follows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
