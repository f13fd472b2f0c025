#include "auditor/simulator/dishonest.h"
#include "auditor/simulator/simulate_floor.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#if defined(__SANITIZE_ADDRESS__)
#define IS_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define IS_SANITIZED 1
#endif
#endif
#ifndef IS_SANITIZED
#define IS_SANITIZED 0
#endif

/* The sanitizers take their time: the same floors are simulated without them. */
enum { DISHONEST_SEEDS = IS_SANITIZED ? 3 : 12 };
enum { SEEDS = 20, SEEDS_EXHAUSTIVE = 2000, COMMANDS_LONG = 2000 };
enum { FULL_DAYS = IS_SANITIZED ? 0 : 10, FULL_DAYS_EXHAUSTIVE = 200, COMMANDS_OF_A_FULL_DAY = 8000 };

struct stage {
    struct library library;
    struct simulated_house house;
};

/* Every house that there is, so that every activity that hands trigger meets the auditor. */
static const char *const folders[] = {CARDROOM_ROOT "/houses/demo", CARDROOM_ROOT "/houses/bay101",
                                      CARDROOM_ROOT "/houses/hawaiian-gardens"};
enum { HOUSES = sizeof folders / sizeof folders[0] };

static int open_stages(void **state)
{
    static struct stage stages[HOUSES];
    struct fault fault = {.words = ""};
    for (unsigned i = 0; i < HOUSES; i++) {
        struct stage *stage = &stages[i];
        library_init(&stage->library);
        library_add(&stage->library, folders[i], CARDROOM_ROOT "/rulebooks");
        library_check(&stage->library);
        if (stage->library.house_count != 1 ||
            simulated_house_init(&stage->house, &stage->library, &stage->library.houses[0], &fault) !=
                STATUS_OK)
            return -1;
    }
    *state = stages;
    return 0;
}

static int close_stages(void **state)
{
    struct stage *stages = *state;
    for (unsigned i = 0; i < HOUSES; i++) {
        simulated_house_release(&stages[i].house);
        library_release(&stages[i].library);
    }
    return 0;
}

static void simulate(struct stage *stage, const struct simulation_options *options,
                     struct simulation_result *result)
{
    struct fault fault;
    if (simulate_floor(&stage->house, options, result, &fault) != STATUS_OK)
        fail_msg("seed %llu: %s", (unsigned long long)options->seed, fault.words);
    if (!result->sound)
        fail_msg("%s, seed %llu, event %llu: %s", stage->house.house->house.identity.bytes,
                 (unsigned long long)options->seed, (unsigned long long)result->sequence, result->words);
}

/* The seeds from 1 on, with so many commands each. */
static void simulate_seeds(struct stage *stages, uint64_t seeds, unsigned commands)
{
    struct simulation_result result;
    for (uint64_t seed = 1; seed <= seeds; seed++) {
        const struct simulation_options options = {
            .seed = seed, .days = 1, .commands = commands, .dishonest = seed / HOUSES % 2 == 1};
        simulate(&stages[seed % HOUSES], &options, &result);
    }
}

static uint64_t seeds_wanted(const char *variable, uint64_t usual, uint64_t exhaustive)
{
    const char *wanted = getenv(variable);
    uint64_t seeds = getenv("CARDROOM_EXHAUSTIVE") ? exhaustive : usual;
    return wanted ? strtoull(wanted, NULL, 10) : seeds;
}

static void every_seed_gives_books_that_the_auditor_agrees_with(void **state)
{
    simulate_seeds(*state, seeds_wanted("CARDROOM_SEEDS", SEEDS, SEEDS_EXHAUSTIVE), SIMULATION_COMMANDS);
}

/* What comes of many prizes, advances and reversals is found late in a day only. */
static void full_days_give_books_that_the_auditor_agrees_with(void **state)
{
    simulate_seeds(*state, seeds_wanted("CARDROOM_FULL_DAYS", FULL_DAYS, FULL_DAYS_EXHAUSTIVE),
                   COMMANDS_OF_A_FULL_DAY);
}

static void a_longer_day_is_sound_too(void **state)
{
    const struct simulation_options options = {
        .seed = 8, .days = IS_SANITIZED ? 1 : 2, .commands = COMMANDS_LONG};
    struct simulation_result result;
    simulate(*state, &options, &result);
    assert_true(result.rounds > 100);
    assert_true(result.awards > 10);
    assert_true(result.repeated > 10);
    assert_true(result.crashes > 0);
    assert_true(result.snapshots > 0);
}

/* Every attempt is made, so that none is caught only because nobody tries. */
static void dishonest_staff_get_nowhere(void **state)
{
    struct stage *stages = *state;
    uint64_t made[SIMULATED_ATTEMPTS_MAX] = {0};
    for (uint64_t seed = 1; seed <= DISHONEST_SEEDS; seed++) {
        const struct simulation_options options = {
            .seed = seed, .days = 1, .commands = COMMANDS_LONG / 2, .dishonest = true};
        struct simulation_result result;
        simulate(&stages[seed % HOUSES], &options, &result);
        for (unsigned i = 0; i < attempt_count; i++)
            made[i] += result.attempts[i].made;
    }
    for (unsigned i = 0; i < attempt_count && !IS_SANITIZED; i++)
        if (made[i] == 0)
            fail_msg("nobody %s", attempts[i].name);
}

/* Without the tables at which no journey can be won. */
static void copy_file(const char *from, const char *to)
{
    char line[1024];
    FILE *source = fopen(from, "r"), *target = fopen(to, "w");
    assert_non_null(source);
    assert_non_null(target);
    while (fgets(line, sizeof line, source))
        if (!strstr(line, "{table: ") || strstr(line, "{table: CS-") || strstr(line, "{table: UT-") ||
            strstr(line, "{table: TC-1"))
            assert_true(fputs(line, target) >= 0);
    assert_int_equal(fclose(source) | fclose(target), 0);
}

/* Where nothing else is offered journeys are won often, and the auditor has vouchers to look at. */
static void vouchers_are_redeemed_as_the_auditor_expects(void **state)
{
    static struct stage stage;
    char folder[] = "/tmp/cardroom-journeys-XXXXXX", offers[64], house[64], offer[96];
    uint64_t redeemed = 0;
    struct fault fault;
    (void)state;
    assert_non_null(mkdtemp(folder));
    (void)snprintf(offers, sizeof offers, "%s/offers", folder);
    (void)snprintf(house, sizeof house, "%s/house.yaml", folder);
    (void)snprintf(offer, sizeof offer, "%s/classic-qualifier.yaml", offers);
    assert_int_equal(mkdir(offers, S_IRWXU), 0);
    copy_file(CARDROOM_ROOT "/houses/hawaiian-gardens/house.yaml", house);
    copy_file(CARDROOM_ROOT "/houses/hawaiian-gardens/offers/classic-qualifier.yaml", offer);
    library_init(&stage.library);
    library_add(&stage.library, folder, CARDROOM_ROOT "/rulebooks");
    library_check(&stage.library);
    assert_int_equal(stage.library.house_count, 1);
    assert_int_equal(simulated_house_init(&stage.house, &stage.library, &stage.library.houses[0], &fault),
                     STATUS_OK);
    for (uint64_t seed = 1; seed <= (IS_SANITIZED ? 2 : 8); seed++) {
        const struct simulation_options options = {.seed = seed, .days = 1, .commands = COMMANDS_LONG / 2};
        struct simulation_result result;
        simulate(&stage, &options, &result);
        redeemed += result.redeemed;
    }
    simulated_house_release(&stage.house);
    library_release(&stage.library);
    assert_int_equal(unlink(offer) | unlink(house) | rmdir(offers) | rmdir(folder), 0);
    if (redeemed < (IS_SANITIZED ? 1 : 30))
        fail_msg("%u vouchers were redeemed", (unsigned)redeemed);
}

static void a_seed_decides_everything(void **state)
{
    const struct simulation_options options = {.seed = 3, .days = 1, .commands = 100},
                                    other = {.seed = 4, .days = 1, .commands = 100};
    struct simulation_result one, same, another;
    simulate(*state, &options, &one);
    simulate(*state, &options, &same);
    simulate(*state, &other, &another);
    assert_memory_equal(&one, &same, sizeof one);
    assert_memory_not_equal(&one, &another, sizeof one);
}

static void a_store_that_has_books_is_refused(void **state)
{
    struct stage *stage = *state;
    char folder[] = "/tmp/cardroom-simulate-XXXXXX", address[64], path[64];
    struct simulation_result result;
    struct fault fault;
    assert_non_null(mkdtemp(folder));
    (void)snprintf(address, sizeof address, "sqlite:%s/books.db", folder);
    const struct simulation_options options = {
        .seed = 1, .days = 1, .commands = 10, .store = text_of(address)};
    simulate(stage, &options, &result);
    assert_int_equal(simulate_floor(&stage->house, &options, &result, &fault), STATUS_INVALID);
    assert_non_null(strstr(fault.words, "already"));
    for (const char *const *suffix = (const char *const[]){"", "-wal", "-shm", "-house.writer", NULL};
         *suffix; suffix++) {
        (void)snprintf(path, sizeof path, "%s/books.db%s", folder, *suffix);
        (void)unlink(path);
    }
    assert_int_equal(rmdir(folder), 0);
}

/* Its own house is in a folder below TMPDIR, which is empty again afterwards. */
static void nothing_is_left_behind(void **state)
{
    const struct simulation_options options = {.seed = 5, .days = 1, .commands = 50};
    const char *own = getenv("TMPDIR");
    char before[256] = "", folder[] = "/tmp/cardroom-simulate-XXXXXX";
    struct simulation_result result;
    if (own)
        (void)snprintf(before, sizeof before, "%s", own);
    assert_non_null(mkdtemp(folder));
    assert_int_equal(setenv("TMPDIR", folder, 1), 0);
    simulate(*state, &options, &result);
    assert_int_equal(own ? setenv("TMPDIR", before, 1) : unsetenv("TMPDIR"), 0);
    assert_int_equal(rmdir(folder), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_seed_gives_books_that_the_auditor_agrees_with),
        cmocka_unit_test(full_days_give_books_that_the_auditor_agrees_with),
        cmocka_unit_test(a_longer_day_is_sound_too),
        cmocka_unit_test(dishonest_staff_get_nowhere),
        cmocka_unit_test(vouchers_are_redeemed_as_the_auditor_expects),
        cmocka_unit_test(a_seed_decides_everything),
        cmocka_unit_test(a_store_that_has_books_is_refused),
        cmocka_unit_test(nothing_is_left_behind),
    };
    return cmocka_run_group_tests_name("simulate_floor", tests, open_stages, close_stages);
}
