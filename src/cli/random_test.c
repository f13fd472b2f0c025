#include "cli/run_command_test.h"

#include <fcntl.h>

#define ZERO_SEED "0000000000000000000000000000000000000000000000000000000000000000"

static struct outcome run(const char *line)
{
    return run_command(&command_random, line);
}

/* Exit code when the reader takes some bytes and closes. */
static int run_into_closed_pipe(const char *line, size_t bytes)
{
    int ends[2];
    char taken[256];
    assert_true(bytes <= sizeof taken);
    assert_int_equal(pipe(ends), 0);
    fflush(stdout);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        close(ends[0]);
        child(&command_random, line, ends[1], STDERR_FILENO);
    }
    close(ends[1]);
    for (size_t at = 0; at < bytes;) {
        ssize_t size = read(ends[0], taken + at, bytes - at);
        assert_true(size > 0);
        at += (size_t)size;
    }
    close(ends[0]);
    return finish(pid);
}

/* Not inline: a test that calls it many times would have as many outcomes on its stack. */
__attribute__((noinline)) static void expect_refused(const char *line, const char *words)
{
    struct outcome outcome = run(line);
    assert_int_equal(outcome.code, EXIT_CODE_BAD_INPUT);
    assert_int_equal(outcome.size, 0);
    assert_non_null(strstr(outcome.errors, words));
}

static const char zero_shoe[] = "8s Jd 5s 3s 3d 2d 7c 4s 8h Kh Ad 3h 2s 6s Kc Kd Ks 2c 9h 7d Jc 4c 8c 5c 7h "
                                "6d 5h 6h As Js Ac 9d 3c Qs 5d "
                                "2h 8d 4d 9s Ah Tc Qc Qd Td Ts Qh 6c Th 9c 7s 4h Jh\n";

static void raw_gives_the_stream_of_the_seed(void **state)
{
    (void)state;
    struct outcome outcome = run("random raw --bytes 1000 --seed " ZERO_SEED);
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    assert_int_equal(outcome.size, 1000);
    assert_memory_equal(outcome.output, "\x76\xb8\xe0\xad\xa0\xf1\x3d\x90", 8);
    struct outcome later = run("random raw --from 500 --bytes 500 --seed " ZERO_SEED);
    assert_int_equal(later.size, 500);
    assert_memory_equal(later.output, outcome.output + 500, 500);
    assert_int_equal(run("random raw --bytes 0").size, 0);
    assert_int_equal(run("random raw --bytes 1").size, 1);
}

static void seeds_from_the_system_give_different_streams(void **state)
{
    (void)state;
    struct outcome first = run("random raw --bytes 32"), second = run("random raw --bytes 32");
    assert_int_equal(first.size, 32);
    assert_int_equal(second.size, 32);
    assert_memory_not_equal(first.output, second.output, 32);
}

static void shuffle_gives_a_shoe_a_line(void **state)
{
    (void)state;
    struct outcome outcome = run("random shuffle --count 2 --seed " ZERO_SEED);
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    assert_int_equal(outcome.size, 2 * strlen(zero_shoe));
    assert_memory_equal(outcome.output, zero_shoe, strlen(zero_shoe));
    assert_memory_not_equal(outcome.output + strlen(zero_shoe), zero_shoe, strlen(zero_shoe));
    assert_string_equal(run("random shuffle --text --count 1 --seed " ZERO_SEED).output, zero_shoe);
    assert_int_equal(run("random shuffle --count 0").size, 0);
}

static void json_says_how_to_replay(void **state)
{
    (void)state;
    struct outcome outcome = run("random shuffle --json --count 1 --jokers 1 --seed " ZERO_SEED);
    const char opening[] = "{\"seed\":\"" ZERO_SEED "\",\"from\":0,\"decks\":1,\"jokers\":1,\"cards\":[\"";
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    assert_memory_equal(outcome.output, opening, strlen(opening));
    assert_non_null(strstr(outcome.output, "\"joker\""));
    assert_string_equal(outcome.output + outcome.size - 4, "\"]}\n");
    /* The 51 draws of the first shoe took 204 bytes, none being rejected; the second can be had alone. */
    struct outcome two = run("random shuffle --json --count 2 --seed " ZERO_SEED);
    struct outcome second = run("random shuffle --json --count 1 --from 204 --seed " ZERO_SEED);
    assert_non_null(strstr(second.output, "\"from\":204,"));
    assert_string_equal(strchr(two.output, '\n') + 1, second.output);
}

static void binary_gives_a_byte_a_card(void **state)
{
    (void)state;
    struct outcome outcome = run("random shuffle --binary --count 2 --decks 8 --jokers 2 --seed " ZERO_SEED);
    assert_int_equal(outcome.size, 2 * 432);
    unsigned counts[54] = {0};
    for (size_t i = 0; i < outcome.size; i++) {
        assert_in_range((uint8_t)outcome.output[i], 0, 53);
        counts[(uint8_t)outcome.output[i]]++;
    }
    for (unsigned number = 0; number < 54; number++)
        assert_int_equal(counts[number], 16);
    struct outcome deck = run("random shuffle --binary --count 1 --seed " ZERO_SEED);
    assert_int_equal(deck.size, 52);
    assert_int_equal(deck.output[0], 3 * 13 + 6); /* the 8s of the text above */
    assert_int_equal(deck.output[51], 2 * 13 + 9);
}

static void bits_come_in_whole_bytes(void **state)
{
    (void)state;
    /* 100 decks give about 17,900 bits, never more than 205 a deck. */
    struct outcome outcome = run("random shuffle --bits --count 100 --seed " ZERO_SEED);
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    assert_in_range(outcome.size, 2100, 2563);
}

static void bad_words_are_refused_with_nothing_on_the_output(void **state)
{
    (void)state;
    expect_refused("random", "the task is missing; give raw or shuffle");
    expect_refused("random riffle", "unknown task 'riffle'");
    expect_refused("random raw --bytes", "--bytes needs a value");
    expect_refused("random raw --bytes 1k", "--bytes needs a whole number");
    expect_refused("random raw --bytes -1", "--bytes needs a whole number");
    expect_refused("random raw --bytes 4611686018427387905", "--bytes must be at most 4611686018427387904");
    expect_refused("random raw --bytes 99999999999999999999999", "--bytes must be at most");
    expect_refused("random raw --from 4611686018427387905", "--from must be at most");
    expect_refused("random raw --seed 00", "the seed is too short: 64 hexadecimal digits expected, 2 given");
    expect_refused("random raw --seed 00x", "^ column 3");
    expect_refused("random raw --decks 2", "--decks cannot be used with 'raw'");
    expect_refused("random raw --json", "--json cannot be used with 'raw'");
    expect_refused("random shuffle --bytes 2", "--bytes cannot be used with 'shuffle'");
    expect_refused("random shuffle --decks 0", "--decks must be at least 1");
    expect_refused("random shuffle --decks 9", "--decks must be at most 8");
    expect_refused("random shuffle --jokers 3", "--jokers must be at most 2");
    expect_refused("random shuffle --json --bits", "give only one of --text, --json, --binary and --bits");
    expect_refused("random shuffle --bits --decks 2", "--bits needs a shoe of one deck");
    expect_refused("random shuffle 3", "3 cannot be used with 'shuffle'");
}

static void a_reader_that_closes_the_pipe_ends_the_stream(void **state)
{
    (void)state;
    assert_int_equal(run_into_closed_pipe("random raw", 1), EXIT_CODE_OK);
    assert_int_equal(run_into_closed_pipe("random raw", 0), EXIT_CODE_OK);
    assert_int_equal(run_into_closed_pipe("random shuffle", 200), EXIT_CODE_OK);
    assert_int_equal(run_into_closed_pipe("random shuffle --json", 200), EXIT_CODE_OK);
    assert_int_equal(run_into_closed_pipe("random shuffle --binary", 52), EXIT_CODE_OK);
    assert_int_equal(run_into_closed_pipe("random shuffle --bits", 200), EXIT_CODE_OK);
}

static void a_full_disk_is_a_failure_of_the_world(void **state)
{
    (void)state;
    int full = open("/dev/full", O_WRONLY);
    if (full < 0)
        skip();
    FILE *errors = tmpfile();
    assert_non_null(errors);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0)
        child(&command_random, "random raw", full, fileno(errors));
    close(full);
    char words[ERRORS_MAX];
    assert_int_equal(finish(pid), EXIT_CODE_WORLD);
    read_back(errors, words, sizeof words);
    assert_string_equal(words, "cardroom random: cannot write the output\n");
}

static void help_is_given_on_request(void **state)
{
    (void)state;
    assert_string_equal(run("random --help").output, command_random.help);
    struct outcome outcome = run("random shuffle --decks 99 --help");
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    assert_string_equal(outcome.output, command_random.help);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(raw_gives_the_stream_of_the_seed),
        cmocka_unit_test(seeds_from_the_system_give_different_streams),
        cmocka_unit_test(shuffle_gives_a_shoe_a_line),
        cmocka_unit_test(json_says_how_to_replay),
        cmocka_unit_test(binary_gives_a_byte_a_card),
        cmocka_unit_test(bits_come_in_whole_bytes),
        cmocka_unit_test(bad_words_are_refused_with_nothing_on_the_output),
        cmocka_unit_test(a_reader_that_closes_the_pipe_ends_the_stream),
        cmocka_unit_test(a_full_disk_is_a_failure_of_the_world),
        cmocka_unit_test(help_is_given_on_request),
    };
    return cmocka_run_group_tests_name("random", tests, NULL, NULL);
}
