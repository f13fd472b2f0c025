#include "server/simulate_floor.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum { SEEDS = 200, SEEDS_EXHAUSTIVE = 5000 };

struct stage {
    struct library library;
    struct simulated_house house;
};

static int open_stage(void **state)
{
    static struct stage stage;
    struct fault fault;
    library_init(&stage.library);
    library_add(&stage.library, CARDROOM_ROOT "/houses/demo", CARDROOM_ROOT "/rulebooks");
    library_check(&stage.library);
    if (stage.library.house_count != 1 ||
        simulated_house_init(&stage.house, &stage.library, &stage.library.houses[0], &fault) != STATUS_OK)
        return -1;
    *state = &stage;
    return 0;
}

static int close_stage(void **state)
{
    struct stage *stage = *state;
    simulated_house_release(&stage->house);
    library_release(&stage->library);
    return 0;
}

static void simulate(struct stage *stage, const struct simulation_options *options,
                     struct simulation_result *result)
{
    struct fault fault;
    if (simulate_floor(&stage->house, options, result, &fault) != STATUS_OK)
        fail_msg("seed %llu: %s", (unsigned long long)options->seed, fault.words);
    if (!result->sound)
        fail_msg("seed %llu, event %llu: %s", (unsigned long long)options->seed,
                 (unsigned long long)result->sequence, result->words);
}

static void every_seed_gives_books_that_the_auditor_agrees_with(void **state)
{
    const char *wanted = getenv("CARDROOM_SEEDS"); /* fewer where every step is slow */
    uint64_t seeds = getenv("CARDROOM_EXHAUSTIVE") ? SEEDS_EXHAUSTIVE : SEEDS;
    if (wanted)
        seeds = strtoull(wanted, NULL, 10);
    struct simulation_result result;
    for (uint64_t seed = 1; seed <= seeds; seed++) {
        const struct simulation_options options = {.seed = seed, .days = 1, .commands = SIMULATION_COMMANDS};
        simulate(*state, &options, &result);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_seed_gives_books_that_the_auditor_agrees_with),
    };
    return cmocka_run_group_tests_name("simulate_floor", tests, open_stage, close_stage);
}
