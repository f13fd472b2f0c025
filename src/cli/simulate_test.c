#include "cli/run_command_test.h"

#include <unistd.h>

static struct outcome simulate(const char *line)
{
    return run_command(&command_simulate, line);
}

static void refused(const char *line, const char *words)
{
    struct outcome outcome = simulate(line);
    assert_int_equal(outcome.code, EXIT_CODE_BAD_INPUT);
    assert_int_equal(outcome.size, 0);
    if (!strstr(outcome.errors, words))
        fail_msg("%s: \"%s\" is not in \"%s\"", line, words, outcome.errors);
}

static void bad_words_are_refused(void **state)
{
    (void)state;
    refused("simulate", "the simulation is missing");
    refused("simulate hands", "unknown simulation 'hands'");
    refused("simulate rounds", "GAME is missing");
    refused("simulate rounds whist 10", "unknown game 'whist'");
    refused("simulate rounds crazy-4-poker", "the number of rounds, is missing");
    refused("simulate rounds crazy-4-poker 0", "N must be at least 1");
    refused("simulate rounds crazy-4-poker 1000000000001", "N must be at most");
    refused("simulate rounds crazy-4-poker 99999999999999999999999999999999999999", "N must be at most");
    refused("simulate rounds crazy-4-poker 10,00", "column 3");
    refused("simulate rounds crazy-4-poker ,100", "column 1");
    refused("simulate rounds crazy-4-poker 1,000000", "column");
    refused("simulate rounds crazy-4-poker 1000,000", "column");
    refused("simulate rounds crazy-4-poker 1e6", "column 2");
    refused("simulate rounds crazy-4-poker -5", "column 1");
    refused("simulate rounds crazy-4-poker 10 10", "unexpected argument");
    refused("simulate rounds crazy-4-poker 10 --seed", "--seed needs a value");
    refused("simulate rounds crazy-4-poker 10 --seed x", "column 1");
    refused("simulate rounds crazy-4-poker 10 --seed 18446744073709551616", "--seed must be at most");
    refused("simulate rounds crazy-4-poker 10 --threads 0", "--threads must be at least 1");
    refused("simulate rounds crazy-4-poker 10 --threads 257", "--threads must be at most 256");
    refused("simulate rounds crazy-4-poker 10 --quick 1", "unknown option --quick");
}

static void threads_do_not_change_the_result(void **state)
{
    (void)state;
    struct outcome one = simulate("simulate rounds crazy-4-poker 100,000 --threads 1 --json");
    struct outcome three = simulate("simulate rounds massachusetts/crazy-4-poker 100000 --threads 3 --json");
    assert_int_equal(one.code, EXIT_CODE_OK);
    assert_int_equal(three.code, EXIT_CODE_OK);
    assert_string_equal(one.output, three.output);
    assert_non_null(strstr(one.output, "\"rounds\": 100000"));
    assert_non_null(strstr(one.output, "\"bet\": \"cover-all/6\""));
    assert_non_null(strstr(one.output, "\"agrees\": true"));
    struct outcome other = simulate("simulate rounds crazy-4-poker 100000 --seed 2 --json");
    assert_int_equal(other.code, EXIT_CODE_OK);
    assert_string_not_equal(one.output, other.output);
}

static void people_see_means_errors_and_a_verdict(void **state)
{
    (void)state;
    struct outcome outcome = simulate("simulate rounds four-card-poker 50000");
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    assert_non_null(strstr(outcome.output, "50,000 rounds, seed 1"));
    assert_non_null(strstr(outcome.output, "standard error"));
    assert_non_null(strstr(outcome.output, "-0.027879"));
    assert_non_null(strstr(outcome.output, "every mean is within 4 standard errors"));
    /* Not a terminal: no progress bar. */
    assert_string_equal(outcome.errors, "");
}

static void the_books_of_a_simulated_floor_are_left_and_audited(void **state)
{
    (void)state;
    char folder[] = "/tmp/cardroom-simulate-XXXXXX", line[256], path[64];
    assert_non_null(mkdtemp(folder));
    (void)snprintf(line, sizeof line,
                   "simulate floor --seed 5 --days 2 --commands 100 --store sqlite:%s/books.db", folder);
    struct outcome outcome = simulate(line);
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    assert_non_null(strstr(outcome.output, "seed 5"));
    (void)snprintf(line, sizeof line, "audit sqlite:%s/books.db", folder);
    outcome = run_command(&command_audit, line);
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    assert_non_null(strstr(outcome.output, "no findings"));
    for (const char *const *suffix = (const char *const[]){"", "-wal", "-shm", "-house.writer", NULL};
         *suffix; suffix++) {
        (void)snprintf(path, sizeof path, "%s/books.db%s", folder, *suffix);
        (void)unlink(path);
    }
    assert_int_equal(rmdir(folder), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_words_are_refused),
        cmocka_unit_test(threads_do_not_change_the_result),
        cmocka_unit_test(people_see_means_errors_and_a_verdict),
        cmocka_unit_test(the_books_of_a_simulated_floor_are_left_and_audited),
    };
    return cmocka_run_group_tests_name("simulate", tests, NULL, NULL);
}
