/*
 * The progress of a run: when a line is due, and how the time that is left is estimated.
 */
#include "cli/mutate_progress.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { START_MS = 5000, INTERVAL_MS = 1000 };

/* The line at that moment; "" if none is due. */
static const char *line_at(struct mutate_progress *progress, uint32_t done, int64_t after_ms)
{
    static char words[128];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    bool due = mutate_progress_line(progress, done, START_MS + after_ms, &out);
    assert_int_equal(due, words[0] != '\0');
    return words;
}

static void test_a_line_is_due_at_each_interval(void **state)
{
    static const uint32_t costs[] = {1, 1, 1, 1};
    struct mutate_progress progress;
    (void)state;
    mutate_progress_start(&progress, costs, 4, INTERVAL_MS, START_MS);
    assert_string_equal(line_at(&progress, 1, 999), "");
    assert_string_equal(line_at(&progress, 1, 1000), "1 of 4 trials, 0:03 left");
    assert_string_equal(line_at(&progress, 2, 1999), "");
    assert_string_equal(line_at(&progress, 2, 200000), "2 of 4 trials, 3:20 left");
    assert_string_equal(line_at(&progress, 4, 201000), "4 of 4 trials, 0:00 left");
}

static void test_nothing_is_said_before_the_first_trial(void **state)
{
    static const uint32_t costs[] = {1, 1};
    struct mutate_progress progress;
    (void)state;
    mutate_progress_start(&progress, costs, 2, INTERVAL_MS, START_MS);
    assert_string_equal(line_at(&progress, 0, 60000), "");
}

static void test_costly_trials_take_longer(void **state)
{
    static const uint32_t costs[] = {10, 10, 80};
    struct mutate_progress progress;
    (void)state;
    mutate_progress_start(&progress, costs, 3, INTERVAL_MS, START_MS);
    assert_string_equal(line_at(&progress, 2, 10000), "2 of 3 trials, 0:40 left");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_line_is_due_at_each_interval),
        cmocka_unit_test(test_nothing_is_said_before_the_first_trial),
        cmocka_unit_test(test_costly_trials_take_longer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
