/*
 * cardroom mutate on a document of which the check alone notices something: survivors, what is equivalent, what is known, and
 * lists that are wrong.
 */
#include "cli/document_home_test.h"

static const char document[] = "# Corner Jackpot (TEST-000001)\n"
                               "\n"
                               "An activity for tests.\n"
                               "\n"
                               "1. It is attached to one game, and the house pays. [option]\n"
                               "\n"
                               "   ```yaml\n"
                               "   games: [Texas Hold'em]\n"
                               "   funding: {source: house}\n"
                               "   ```\n"
                               "\n"
                               "2. One may read the fee in two ways. [money]\n"
                               "\n"
                               "   ```yaml\n"
                               "   settings: {fee: {choices: [once, twice], default: once}}\n"
                               "   ```\n"
                               "\n"
                               "3. The prize. [prize]\n"
                               "\n"
                               "   ```yaml\n"
                               "   charts: {A: [royal flush: $500]}\n"
                               "   ```\n";

static const char survivor[] = "corner/jackpot#3 charts/A/rows/1/award: $500 -> $499";

struct home {
    struct document_home folder;
    struct outcome outcome;
};

static int open_home(void **state)
{
    static struct home home;
    document_home_open(&home.folder, document);
    *state = &home;
    return 0;
}

static int close_home(void **state)
{
    struct home *home = *state;
    (void)unlink("equivalent.txt");
    (void)unlink("known.txt");
    document_home_close(&home->folder);
    return 0;
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static void mutate(struct home *home, const char *words, int code)
{
    char line[256];
    snprintf(line, sizeof line, "mutate %s", words);
    home->outcome = run_command(&command_mutate, line);
    assert_string_equal(home->outcome.errors, "");
    assert_int_equal(home->outcome.code, code);
}

static void test_survivors_stand_below_their_clause(void **state)
{
    struct home *home = *state;
    mutate(home, "--jobs 2", EXIT_CODE_FINDINGS);
    assert_has(home->outcome.output, "corner/jackpot#3\n");
    assert_has(home->outcome.output, "\n  charts/A/rows/1/award: $500 -> $499\n");
    assert_has(home->outcome.output, "mutants  killed  equivalent  survived");
}

static void test_the_object_has_totals_and_survivors(void **state)
{
    struct home *home = *state;
    mutate(home, "corner/jackpot --json", EXIT_CODE_FINDINGS);
    json_t *whole = outcome_document(&home->outcome);
    const json_t *totals = json_object_get(whole, "totals");
    assert_non_null(totals);
    json_int_t mutants = json_integer_value(json_object_get(totals, "mutants"));
    json_int_t killed = json_integer_value(json_object_get(totals, "killed"));
    json_int_t survived = json_integer_value(json_object_get(totals, "survived"));
    assert_true(killed > 0 && survived > 0);
    assert_int_equal(mutants, killed + survived);
    assert_int_equal(json_array_size(json_object_get(whole, "survivors")), survived);
    json_decref(whole);
}

static void test_what_is_known_is_no_finding(void **state)
{
    struct home *home = *state;
    mutate(home, "--record known.txt", EXIT_CODE_FINDINGS);
    mutate(home, "--known known.txt", EXIT_CODE_OK);
    mutate(home, "--known known.txt --sample 3 --seed 5", EXIT_CODE_OK);
    mutate(home, "--known known.txt --sample 0", EXIT_CODE_OK);
}

static void test_a_known_survivor_that_is_killed_must_go(void **state)
{
    struct home *home = *state;
    mutate(home, "--record known.txt --killed", EXIT_CODE_FINDINGS);
    FILE *file = fopen("known.txt", "ab");
    assert_non_null(file);
    fputs("corner/jackpot#2 settings/fee/choices/1: dropped (once)\n", file);
    assert_int_equal(fclose(file), 0);
    mutate(home, "--known known.txt", EXIT_CODE_FINDINGS);
    assert_has(home->outcome.output,
               "settings/fee/choices/1: dropped (once): a known survivor that is killed now");
}

static void test_equivalent_mutants_are_counted_apart(void **state)
{
    struct home *home = *state;
    char text[256];
    snprintf(text, sizeof text, "%s\n    Nobody could tell.\n", survivor);
    write_file("equivalent.txt", text);
    mutate(home, "--equivalent equivalent.txt --json", EXIT_CODE_FINDINGS);
    assert_has(home->outcome.output, "\"equivalent\": 1");
    assert_null(strstr(home->outcome.output, survivor));
    assert_has(home->outcome.output, "\"findings\": []");
}

static void test_a_stale_equivalent_is_a_finding(void **state)
{
    struct home *home = *state;
    mutate(home, "--record known.txt", EXIT_CODE_FINDINGS);
    write_file("equivalent.txt", "corner/jackpot#3 charts/A/rows/1/award: $400 -> $399\n    It was so once.\n"
                                 "corner/gone#1 games: added Omaha\n    Its document is gone.\n");
    mutate(home, "--known known.txt --equivalent equivalent.txt", EXIT_CODE_FINDINGS);
    assert_has(home->outcome.output, "$400 -> $399: called equivalent, and no mutant any more");
    assert_has(home->outcome.output, "corner/gone#1 games: added Omaha: there is no such document");
}

static void test_an_equivalent_that_is_noticed_is_a_finding(void **state)
{
    struct home *home = *state;
    mutate(home, "--record known.txt", EXIT_CODE_FINDINGS);
    write_file("equivalent.txt", "corner/jackpot#2 settings/fee/choices/1: dropped (once)\n    Wrong.\n");
    mutate(home, "--known known.txt --equivalent equivalent.txt", EXIT_CODE_FINDINGS);
    assert_has(home->outcome.output, "called equivalent, and yet it is noticed");
}

static void test_bad_words(void **state)
{
    (void)state;
    static const struct {
        const char *line, *words;
    } wrong[] = {{"mutate corner/jacpot", "did you mean corner/jackpot"},
                 {"mutate --jobs 0", "--jobs"},
                 {"mutate --jobs", "--jobs wants a number"},
                 {"mutate --known", "--known wants a file"},
                 {"mutate --known nowhere.txt", "nowhere.txt cannot be read"},
                 {"mutate --quick", "there is no option --quick"}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_refused(&command_mutate, wrong[i].line, wrong[i].words);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_survivors_stand_below_their_clause, open_home, close_home),
        cmocka_unit_test_setup_teardown(test_the_object_has_totals_and_survivors, open_home, close_home),
        cmocka_unit_test_setup_teardown(test_what_is_known_is_no_finding, open_home, close_home),
        cmocka_unit_test_setup_teardown(test_a_known_survivor_that_is_killed_must_go, open_home, close_home),
        cmocka_unit_test_setup_teardown(test_equivalent_mutants_are_counted_apart, open_home, close_home),
        cmocka_unit_test_setup_teardown(test_a_stale_equivalent_is_a_finding, open_home, close_home),
        cmocka_unit_test_setup_teardown(test_an_equivalent_that_is_noticed_is_a_finding, open_home,
                                        close_home),
        cmocka_unit_test_setup_teardown(test_bad_words, open_home, close_home),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
