/*
 * Trials in several processes: every one has its verdict, and a worker that stops costs its own trial alone.
 */
#include "cli/mutate_workers.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

enum { TRIALS = 50, STOPS_AT = 7, STOPS_LAST = TRIALS - 1 };

struct asked {
    uint32_t done; /* as the parent was told last */
};

static void judge(void *context, uint32_t trial, struct trial_verdict *verdict)
{
    (void)context;
    if (trial == STOPS_AT || trial == STOPS_LAST)
        (void)raise(SIGKILL);
    *verdict =
        (struct trial_verdict){.result = trial % 2 ? TRIAL_SURVIVED : TRIAL_KILLED_BY_CASE, .by_case = trial};
    snprintf(verdict->words, sizeof verdict->words, "trial %u", trial);
}

static void hear(void *context, uint32_t done)
{
    struct asked *asked = context;
    assert_true(done >= asked->done && done <= TRIALS);
    asked->done = done;
}

static void check_with(unsigned workers)
{
    struct asked asked = {0};
    struct trial_verdict verdicts[TRIALS] = {0};
    bool broken[TRIALS] = {false};
    struct mutate_work work = {.context = &asked,
                               .judge = judge,
                               .count = TRIALS,
                               .verdicts = verdicts,
                               .broken = broken,
                               .workers = workers,
                               .progress = hear};
    assert_int_equal(mutate_work(&work, NULL), STATUS_OK);
    assert_int_equal(asked.done, TRIALS);
    for (uint32_t i = 0; i < TRIALS; i++) {
        char words[32];
        snprintf(words, sizeof words, "trial %u", i);
        bool stops = i == STOPS_AT || i == STOPS_LAST;
        assert_int_equal(broken[i], stops);
        assert_string_equal(verdicts[i].words, stops ? "the program stopped" : words);
        if (!stops)
            assert_int_equal(verdicts[i].result, i % 2 ? TRIAL_SURVIVED : TRIAL_KILLED_BY_CASE);
    }
}

static void test_every_trial_has_its_verdict(void **state)
{
    (void)state;
    check_with(1);
    check_with(3);
    check_with(TRIALS + 20);
}

static void test_no_trials(void **state)
{
    struct mutate_work work = {.judge = judge, .workers = 2};
    (void)state;
    assert_int_equal(mutate_work(&work, NULL), STATUS_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_trial_has_its_verdict),
        cmocka_unit_test(test_no_trials),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
