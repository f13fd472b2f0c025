/*
 * For tests of commands about a house: the day of houses/demo/day.script in a store of its own, in a new folder.
 */
#ifndef CLI_HOUSE_DAY_TEST_H
#define CLI_HOUSE_DAY_TEST_H

#include "cli/run_command_test.h"

#include <stdlib.h>

struct house_day {
    char folder[64];
    char store[128]; /* sqlite:FOLDER/house.db */
};

static inline void house_day_folder(struct house_day *day)
{
    const char *temporary = getenv("TMPDIR");
    (void)snprintf(day->folder, sizeof day->folder, "%s/cardroom-day-XXXXXX", temporary ? temporary : "/tmp");
    assert_non_null(mkdtemp(day->folder));
    (void)snprintf(day->store, sizeof day->store, "sqlite:%s/house.db", day->folder);
}

/* Runs "COMMAND PART STORE REST"; PART and REST may be "". */
static inline struct outcome house_day_run(const struct house_day *day, const struct subcommand *command,
                                           const char *part, const char *rest)
{
    char line[1024];
    (void)snprintf(line, sizeof line, "%s %s%s%s %s", command->name, part, *part ? " " : "", day->store,
                   rest);
    return run_command(command, line);
}

static inline void house_day_init(const struct house_day *day)
{
    struct outcome outcome = house_day_run(day, &command_house, "init", "--at 2026-11-02T09:00:00-08:00");
    if (outcome.code != EXIT_CODE_OK)
        fail_msg("%s", outcome.errors);
    assert_has(outcome.output, "Lantern Street Card Room is open");
}

static inline struct outcome house_day_script(const struct house_day *day, const char *options)
{
    char rest[256];
    (void)snprintf(rest, sizeof rest, "%s/houses/demo/day.script %s", getenv("CARDROOM_HOME"), options);
    return house_day_run(day, &command_house, "do", rest);
}

static inline void house_day_begin(struct house_day *day)
{
    house_day_folder(day);
    house_day_init(day);
    struct outcome outcome = house_day_script(day, "--quiet --ids day");
    if (outcome.code != EXIT_CODE_OK)
        fail_msg("%s%s", outcome.output, outcome.errors);
}

static inline void house_day_end(const struct house_day *day)
{
    static const char *const endings[] = {
        "", "-wal", "-shm", "-journal", "-house.writer", "-log.key", "-checkpoints", "-witnesses"};
    char path[128];
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        (void)snprintf(path, sizeof path, "%s/house.db%s", day->folder, endings[i]);
        (void)unlink(path);
    }
    assert_int_equal(rmdir(day->folder), 0);
}

/* For group tests: one day that all of them look at. */
static struct house_day the_day;

static inline int open_the_day(void **state)
{
    (void)state;
    house_day_begin(&the_day);
    return 0;
}

static inline int close_the_day(void **state)
{
    (void)state;
    house_day_end(&the_day);
    return 0;
}

#endif
