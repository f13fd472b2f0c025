/*
 * cardroom check: exit codes, the lines for people and the object for programs. tests/check tests the findings one by one.
 */
#include "cli/run_command_test.h"

#include <stdlib.h>

enum { PATH_SIZE = 256, LINE_SIZE = 512 };

/* Two mistakes: a range turned round, and a hand with a wrong letter. */
static const char wrong_document[] = "# Corner Jackpot\n"
                                     "\n"
                                     "1. It belongs to hold'em. [eligibility]\n"
                                     "\n"
                                     "   ```yaml\n"
                                     "   games: [Texas Hold'em]\n"
                                     "   paying:\n"
                                     "     prize: $500 to $100\n"
                                     "   ```\n"
                                     "\n"
                                     "2. Chart A. [hand]\n"
                                     "\n"
                                     "   ```yaml\n"
                                     "   charts:\n"
                                     "     A:\n"
                                     "       - royl flush: $500\n"
                                     "   ```\n";

/* A worse hand that wins more is allowed, and worth a warning. */
static const char odd_document[] = "# Corner Jackpot\n"
                                   "\n"
                                   "1. It belongs to hold'em, and chart A is its chart. [hand]\n"
                                   "\n"
                                   "   ```yaml\n"
                                   "   games: [Texas Hold'em]\n"
                                   "   charts:\n"
                                   "     A:\n"
                                   "       - royal flush: $50\n"
                                   "       - straight flush: $100\n"
                                   "   ```\n";

static char path[PATH_SIZE]; /* of a document that exists for one test */

static int close_file(void **state)
{
    (void)state;
    return path[0] ? unlink(path) : 0;
}

static const char *write_document(const char *words)
{
    snprintf(path, sizeof path, "/tmp/cardroom-check-XXXXXX.md");
    int descriptor = mkstemps(path, 3);
    assert_true(descriptor >= 0);
    FILE *file = fdopen(descriptor, "wb");
    assert_non_null(file);
    assert_true(fputs(words, file) >= 0);
    assert_int_equal(fclose(file), 0);
    return path;
}

static struct outcome check(const char *format, const char *file)
{
    char line[LINE_SIZE];
    struct text_out out;
    text_out_init(&out, line, sizeof line);
    text_out_add(&out, "check %s %s", file, format);
    return run_command(&command_check, line);
}

/* A file of the tree. */
static struct outcome check_in_tree(const char *name)
{
    char file[PATH_SIZE];
    snprintf(file, sizeof file, "%.128s/%.100s", getenv("CARDROOM_HOME"), name);
    return check("", file);
}

static void without_a_path_everything_is_checked_and_is_right(void **state)
{
    (void)state;
    struct outcome outcome = run_command(&command_check, "check --json");
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    json_t *document = outcome_document(&outcome);
    int documents = 0, houses = 0, offers = 0, errors = -1, unreadable = -1;
    assert_int_equal(json_unpack(document, "{s:{s:i, s:i, s:i}, s:{s:i, s:i}}", "checked", "documents",
                                 &documents, "houses", &houses, "offers", &offers, "totals", "errors",
                                 &errors, "unreadable", &unreadable),
                     0);
    assert_true(documents >= 59);
    assert_true(houses >= 3);
    assert_true(offers >= 84);
    assert_int_equal(errors, 0);
    assert_int_equal(unreadable, 0);
    json_decref(document);
}

static void one_document_is_checked_alone(void **state)
{
    (void)state;
    struct outcome outcome = check_in_tree("rulebooks/bay101/aces-cracked.md");
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    assert_string_equal(outcome.output, "1 rule document, 0 houses, 0 offers: 0 errors, 0 warnings\n");
    assert_string_equal(outcome.errors, "");
}

static void a_house_brings_its_offers_and_they_their_documents(void **state)
{
    (void)state;
    struct outcome outcome = check_in_tree("houses/bay101");
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    assert_has(outcome.output, "15 rule documents, 1 house, 15 offers: 0 errors");
}

static void several_paths_are_checked_together(void **state)
{
    (void)state;
    char line[LINE_SIZE];
    snprintf(line, sizeof line, "check %.128s/tests/check/base/rulebooks %.128s/tests/check/base/houses",
             getenv("CARDROOM_HOME"), getenv("CARDROOM_HOME"));
    struct outcome outcome = run_command(&command_check, line);
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    assert_string_equal(outcome.output, "4 rule documents, 1 house, 4 offers: 0 errors, 0 warnings\n");
}

static void an_offer_without_its_document_is_wrong(void **state)
{
    (void)state;
    struct outcome outcome = check_in_tree("tests/check/base/houses/room/offers/grand.yaml");
    assert_int_equal(outcome.code, EXIT_CODE_FINDINGS);
    assert_has(outcome.output, "grand.yaml:1:8: error: there is no rule document sample/grand-jackpot; ");
}

static void findings_have_their_place_and_end_with_exit_code_one(void **state)
{
    (void)state;
    struct outcome outcome = check("", write_document(wrong_document));
    assert_int_equal(outcome.code, EXIT_CODE_FINDINGS);
    assert_has(outcome.output, ".md:8:");
    assert_has(outcome.output, ".md:16:");
    assert_has(outcome.output, "royl");
    assert_has(outcome.output, "1 rule document, 0 houses, 0 offers: 2 errors, 0 warnings\n");
    assert_int_equal(strncmp(outcome.output, path, strlen(path)), 0);
}

static void json_has_a_finding_with_all_its_members(void **state)
{
    (void)state;
    struct outcome outcome = check("--json", write_document(wrong_document));
    assert_int_equal(outcome.code, EXIT_CODE_FINDINGS);
    json_t *document = outcome_document(&outcome);
    const json_t *findings = json_object_get(document, "findings");
    assert_int_equal(json_array_size(findings), 2);
    const char *file = NULL, *grade = NULL, *clause = NULL, *words = NULL, *remedy = NULL;
    int line = 0, column = 0;
    assert_int_equal(json_unpack(json_array_get(findings, 0), "{s:s, s:i, s:i, s:s, s:s, s:s, s:s !}", "file",
                                 &file, "line", &line, "column", &column, "grade", &grade, "clause", &clause,
                                 "words", &words, "remedy", &remedy),
                     0);
    assert_string_equal(file, path);
    assert_int_equal(line, 8);
    assert_int_equal(column, 13);
    assert_string_equal(grade, "error");
    assert_has(clause, "#1");
    assert_true(words[0] != '\0' && remedy[0] != '\0');
    int errors = 0, warnings = -1, unreadable = -1;
    assert_int_equal(json_unpack(document, "{s:{s:i, s:i, s:i !}}", "totals", "errors", &errors, "warnings",
                                 &warnings, "unreadable", &unreadable),
                     0);
    assert_int_equal(errors, 2);
    assert_int_equal(warnings, 0);
    assert_int_equal(unreadable, 0);
    json_decref(document);
}

static void a_warning_is_no_error(void **state)
{
    (void)state;
    struct outcome outcome = check("", write_document(odd_document));
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    assert_has(outcome.output, ": warning: ");
    assert_has(outcome.output, "0 errors, 1 warning\n");
}

static void a_file_that_is_not_there_is_exit_code_two(void **state)
{
    (void)state;
    struct outcome outcome = check("", "/tmp/cardroom-check-nothing.md");
    assert_int_equal(outcome.code, EXIT_CODE_BAD_INPUT);
    assert_has(outcome.output, "/tmp/cardroom-check-nothing.md: unreadable: ");
    assert_has(outcome.output, "1 unreadable\n");
}

static void what_can_be_read_is_checked_beside_what_cannot(void **state)
{
    (void)state;
    struct outcome outcome = check("/tmp/cardroom-check-nothing.md", write_document(wrong_document));
    assert_int_equal(outcome.code, EXIT_CODE_BAD_INPUT);
    assert_has(outcome.output, "2 errors, 0 warnings, 1 unreadable\n");
}

static void unknown_options_are_refused(void **state)
{
    (void)state;
    assert_refused(&command_check, "check --jsn", "unknown option --jsn");
}

static void help_says_what_the_exit_codes_mean(void **state)
{
    (void)state;
    struct outcome outcome = run_command(&command_check, "check --help");
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    assert_has(outcome.output, "Exit status: 0 no errors");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_a_path_everything_is_checked_and_is_right),
        cmocka_unit_test(one_document_is_checked_alone),
        cmocka_unit_test(a_house_brings_its_offers_and_they_their_documents),
        cmocka_unit_test(several_paths_are_checked_together),
        cmocka_unit_test(an_offer_without_its_document_is_wrong),
        cmocka_unit_test_teardown(findings_have_their_place_and_end_with_exit_code_one, close_file),
        cmocka_unit_test_teardown(json_has_a_finding_with_all_its_members, close_file),
        cmocka_unit_test_teardown(a_warning_is_no_error, close_file),
        cmocka_unit_test(a_file_that_is_not_there_is_exit_code_two),
        cmocka_unit_test_teardown(what_can_be_read_is_checked_beside_what_cannot, close_file),
        cmocka_unit_test(unknown_options_are_refused),
        cmocka_unit_test(help_says_what_the_exit_codes_mean),
    };
    return cmocka_run_group_tests_name("check", tests, NULL, NULL);
}
