#include "store/awake.h"

#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <time.h>

#include <cmocka.h>

static uint64_t reading_ns(clockid_t clock)
{
    struct timespec time;
    (void)clock_gettime(clock, &time);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

/* Each end meets the thread at another point: not begun, about to sleep, asleep, turning. */
static void it_ends_whatever_it_is_doing(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 200; i++) {
        struct awake *awake = awake_start();
        assert_non_null(awake);
        for (unsigned keeps = i % 4; keeps > 0; keeps--)
            awake_keep(awake, reading_ns(CLOCK_MONOTONIC) - (uint64_t)(i % 3) * AWAKE_US * 500);
        awake_stop(awake);
    }
}

/* A thread that went on turning would keep this test from ending. */
static void it_takes_no_time_once_nothing_is_written(void **state)
{
    (void)state;
    struct awake *awake = awake_start();
    assert_non_null(awake);
    for (unsigned i = 0; i < 3; i++) {
        uint64_t before_ns, used_ns;
        awake_keep(awake, reading_ns(CLOCK_MONOTONIC));
        do {
            before_ns = reading_ns(CLOCK_PROCESS_CPUTIME_ID);
            (void)poll(NULL, 0, 4);
            used_ns = reading_ns(CLOCK_PROCESS_CPUTIME_ID) - before_ns;
        } while (used_ns > 1000000);
    }
    awake_stop(awake);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_ends_whatever_it_is_doing),
        cmocka_unit_test(it_takes_no_time_once_nothing_is_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
