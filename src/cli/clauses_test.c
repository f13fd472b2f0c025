#include "cli/document_home_test.h"

static struct outcome clauses(const char *line)
{
    return run_command(&command_clauses, line);
}

static int total(json_t *document, const char *name)
{
    const json_t *number = json_object_get(json_object_get(document, "totals"), name);
    assert_true(json_is_integer(number));
    return (int)json_integer_value(number);
}

static void without_an_activity_there_is_a_line_for_each_and_the_totals(void **state)
{
    (void)state;
    struct outcome outcome = clauses("clauses");
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    assert_has(outcome.output, "\n  bay101/aces-cracked ");
    assert_has(outcome.output, "\n  hawaiian-gardens/wheel-of-cards ");
    assert_has(outcome.output, "\n  massachusetts/crazy-4-poker ");
    assert_has(outcome.output, "\n  all ");
    assert_string_equal(outcome.errors, "");
}

static void an_activity_shows_every_clause_with_its_state(void **state)
{
    (void)state;
    struct outcome outcome = clauses("clauses bay101/aces-cracked");
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    assert_has(outcome.output, "bay101/aces-cracked: Aces Cracked Promotion (GEAR-001275)\n#1 ");
    assert_has(outcome.output, "#2    duty: display  [posting]\n");
    assert_has(outcome.output, "#6    bound  [hand]");
    assert_has(outcome.output, "The prize goes to a player who held pocket aces and lost to a better hand");
    assert_has(outcome.output, " 0 open; ");
    assert_has(outcome.output, "register: approved, version 1, GEAR-001275\n");
}

static void the_issuer_may_be_left_out(void **state)
{
    (void)state;
    struct outcome whole = clauses("clauses bay101/aces-cracked"), alone = clauses("clauses aces-cracked");
    assert_int_equal(alone.code, EXIT_CODE_OK);
    assert_string_equal(alone.output, whole.output);
}

static void a_clause_names_the_cases_that_cite_it(void **state)
{
    (void)state;
    struct outcome outcome = clauses("clauses massachusetts/crazy-4-poker");
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    assert_has(outcome.output, "  tested by M");
}

static void the_totals_are_the_clauses_listed(void **state)
{
    (void)state;
    struct outcome outcome = clauses("clauses massachusetts/crazy-4-poker --json");
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    json_t *document = outcome_document(&outcome);
    const json_t *list = json_object_get(document, "clauses");
    size_t index, untested = 0, tested = 0;
    const json_t *clause;
    json_array_foreach(list, index, clause)
    {
        const char *state_name = json_string_value(json_object_get(clause, "state"));
        bool duty = strcmp(state_name, "duty") == 0;
        bool cited = json_array_size(json_object_get(clause, "tests")) > 0;
        assert_int_equal(json_is_true(json_object_get(clause, "untested")), !duty && !cited);
        untested += !duty && !cited;
        tested += cited;
        assert_true(json_array_size(json_object_get(clause, "kinds")) > 0);
        assert_non_null(json_string_value(json_object_get(clause, "words")));
        assert_int_equal(json_object_get(clause, "part") != NULL, strcmp(state_name, "bound") != 0);
    }
    assert_int_equal(total(document, "clauses"), json_array_size(list));
    assert_int_equal(total(document, "bound") + total(document, "engine") + total(document, "duty"),
                     json_array_size(list));
    assert_int_equal(total(document, "open"), 0);
    assert_int_equal(total(document, "untested"), untested);
    assert_true(tested > 0);
    json_decref(document);
}

static void the_first_clause_of_the_list_is_cited_in_full(void **state)
{
    (void)state;
    struct outcome outcome = clauses("clauses aces-cracked --json");
    json_t *document = outcome_document(&outcome);
    const json_t *first = json_array_get(json_object_get(document, "clauses"), 0);
    assert_string_equal(json_string_value(json_object_get(first, "clause")), "bay101/aces-cracked#1");
    assert_string_equal(json_string_value(json_object_get(first, "state")), "bound");
    json_decref(document);
}

static void untested_leaves_out_duties_and_what_is_cited(void **state)
{
    (void)state;
    struct outcome outcome = clauses("clauses bay101/aces-cracked --untested");
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    assert_null(strstr(outcome.output, " duty: "));
    outcome = clauses("clauses bay101/aces-cracked --untested --json");
    json_t *document = outcome_document(&outcome);
    assert_int_equal(json_array_size(json_object_get(document, "clauses")), total(document, "untested"));
    json_decref(document);
}

static void an_open_clause_is_exit_code_one(void **state)
{
    (void)state;
    struct document_home home;
    document_home_open(&home, "# Corner Jackpot\n"
                              "\n"
                              "1. It belongs to hold'em. [eligibility]\n"
                              "\n"
                              "   ```yaml\n"
                              "   games: [Texas Hold'em]\n"
                              "   ```\n"
                              "\n"
                              "2. Dealers announce it. [procedure] [duty: checklist]\n"
                              "3. Nobody has said how this is done. [procedure]\n");
    struct outcome outcome = clauses("clauses corner/jackpot"), all = clauses("clauses");
    document_home_close(&home);
    assert_int_equal(outcome.code, EXIT_CODE_FINDINGS);
    assert_has(outcome.output, "#3    open  [procedure]\n");
    assert_has(outcome.output, "3 clauses: 1 bound, 0 engine, 1 duty, 1 open; 1 untested\n");
    assert_int_equal(all.code, EXIT_CODE_FINDINGS);
}

static void bad_words_are_refused(void **state)
{
    (void)state;
    assert_refused(&command_clauses, "clauses --untestd", "unknown option --untestd");
    assert_refused(&command_clauses, "clauses aces-cracked blazing-7s", "'blazing-7s' is a second one");
    assert_refused(&command_clauses, "clauses nothing-of-the-kind", "there is no activity");
    assert_refused(&command_clauses, "clauses bay101/aces-craked", "did you mean bay101/aces-cracked");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_an_activity_there_is_a_line_for_each_and_the_totals),
        cmocka_unit_test(an_activity_shows_every_clause_with_its_state),
        cmocka_unit_test(the_issuer_may_be_left_out),
        cmocka_unit_test(a_clause_names_the_cases_that_cite_it),
        cmocka_unit_test(the_totals_are_the_clauses_listed),
        cmocka_unit_test(the_first_clause_of_the_list_is_cited_in_full),
        cmocka_unit_test(untested_leaves_out_duties_and_what_is_cited),
        cmocka_unit_test(an_open_clause_is_exit_code_one),
        cmocka_unit_test(bad_words_are_refused),
    };
    return cmocka_run_group_tests_name("clauses", tests, NULL, NULL);
}
