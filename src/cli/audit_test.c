#include "cli/house_day_test.h"

#include "books/keeper.h"
#include "house/tables/tables_shapes.h"

#include <sqlite3.h>

/* Another hand in the store. */
static void tamper_with(const struct house_day *day, const char *sql)
{
    sqlite3 *database;
    assert_int_equal(sqlite3_open(day->store + strlen("sqlite:"), &database), SQLITE_OK);
    assert_int_equal(sqlite3_exec(database, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(database);
}

static void tamper(const char *sql)
{
    tamper_with(&the_day, sql);
}

static void a_whole_store_is_well(void **state)
{
    (void)state;
    struct outcome outcome = house_day_run(&the_day, &command_audit, "", "");
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    assert_has(outcome.output, "no findings: ");
    assert_has(outcome.output, "\nhead ");
    outcome = house_day_run(&the_day, &command_audit, "", "--json");
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    json_t *audit = outcome_document(&outcome);
    assert_true(json_is_true(json_object_get(audit, "whole")));
    assert_int_equal(json_array_size(json_object_get(audit, "findings")), 0);
    assert_true(json_integer_value(json_object_get(audit, "events")) > 200);
    assert_true(json_integer_value(json_object_get(audit, "movements")) > 100);
    assert_int_equal(json_string_length(json_object_get(audit, "head")), 64);
    json_decref(audit);
}

static void what_is_not_well_is_named(void **state)
{
    (void)state;
    tamper("UPDATE prize SET cents = cents + 1 WHERE prize = 2");
    struct outcome outcome = house_day_run(&the_day, &command_audit, "", "");
    assert_int_equal(outcome.code, EXIT_CODE_FINDINGS);
    assert_has(outcome.output, "table prize, prize 2: cents is ");
    assert_has(outcome.output, "\nfindings: ");
    outcome = house_day_run(&the_day, &command_audit, "", "--json");
    assert_int_equal(outcome.code, EXIT_CODE_FINDINGS);
    json_t *audit = outcome_document(&outcome);
    assert_true(json_is_false(json_object_get(audit, "whole")));
    json_t *finding = json_array_get(json_object_get(audit, "findings"), 0);
    assert_true(json_integer_value(json_object_get(finding, "sequence")) > 0);
    assert_int_equal(json_integer_value(json_object_get(audit, "more")), 0);
    assert_non_null(strstr(json_string_value(json_object_get(finding, "words")), "table prize"));
    json_decref(audit);
    tamper("UPDATE prize SET cents = cents - 1 WHERE prize = 2");
    assert_int_equal(house_day_run(&the_day, &command_audit, "", "").code, EXIT_CODE_OK);
    tamper("UPDATE event SET payload = replace(payload, 'Ann', 'Ama') WHERE payload LIKE '%Ann Lee%'");
    outcome = house_day_run(&the_day, &command_audit, "", "");
    assert_int_equal(outcome.code, EXIT_CODE_FINDINGS);
    assert_has(outcome.output, " is not as it was written\n");
}

/* Unreadable data is a finding, and findings beyond the limit are counted. */
static void damage_is_an_answer(void **state)
{
    (void)state;
    tamper("CREATE TABLE kept AS SELECT place, hash FROM event; UPDATE event SET hash = x'00'");
    struct outcome outcome = house_day_run(&the_day, &command_audit, "", "");
    assert_int_equal(outcome.code, EXIT_CODE_FINDINGS);
    assert_has(outcome.output, "event 1 is not as it was written\n");
    assert_has(outcome.output, "\nand ");
    assert_has(outcome.output, " more\nfindings: ");
    tamper("UPDATE event SET hash = (SELECT kept.hash FROM kept WHERE kept.place = event.place); DROP TABLE "
           "kept;"
           "DROP TABLE adjustment");
    outcome = house_day_run(&the_day, &command_audit, "", "");
    assert_int_equal(outcome.code, EXIT_CODE_FINDINGS);
    assert_has(outcome.output, "table adjustment is missing\n");
    tamper("UPDATE stream SET name = 'housf'");
    outcome = house_day_run(&the_day, &command_audit, "", "");
    assert_int_equal(outcome.code, EXIT_CODE_FINDINGS);
    assert_has(outcome.output, "stream \"housf\" is none of the house's\n");
}

static void assert_no_control(const char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text < ' ' && *text != '\n')
            fail_msg("the byte 0x%02x is shown in %s", (unsigned char)*text, text);
}

/* Control bytes are escaped, and only a writer is refused. */
static void a_damaged_declaration_is_shown_with_care(void **state)
{
    struct house_day day;
    (void)state;
    house_day_begin(&day);
    tamper_with(&day,
                "UPDATE store_table SET columns = replace(columns, 'pool', 'p\x1b[2J') WHERE name = 'meter'");
    struct outcome outcome = house_day_run(&day, &command_audit, "", "");
    assert_int_equal(outcome.code, EXIT_CODE_FINDINGS);
    assert_has(outcome.output, "the declaration of table meter is not as the program made it: \"");
    assert_has(outcome.output, "p\\x1b[2J text");
    assert_has(outcome.output, "\nfindings: 2");
    assert_no_control(outcome.output);
    assert_no_control(outcome.errors);
    outcome = house_day_script(&day, "");
    assert_int_equal(outcome.code, EXIT_CODE_BAD_INPUT);
    assert_has(outcome.errors,
               "table meter was declared otherwise, by another version of the program or another "
               "hand: \"");
    assert_has(outcome.errors, "p\\x1b[2J text");
    assert_no_control(outcome.errors);
    house_day_end(&day);
}

/* A later version of the same decisions goes on with the house. */
static void it_is_said_which_version_decided_what(void **state)
{
    const struct program later = {.version = "7.8.9",
                                  .decisions = this_program.decisions,
                                  .changes = this_program.changes,
                                  .change_count = this_program.change_count};
    struct command command = {.kind = COMMAND_OPEN_TABLE};
    struct keeper_reply reply;
    struct house_day day;
    struct keeper *keeper;
    struct fault fault;
    (void)state;
    house_day_begin(&day);
    struct outcome outcome = house_day_run(&day, &command_audit, "", "");
    assert_null(strstr(outcome.output, "were decided by"));
    assert_int_equal(keeper_open(text_of(day.store),
                                 &(struct keeper_options){.mode = STORE_EXISTING, .program = &later}, NULL,
                                 NULL, &keeper, &fault),
                     STATUS_OK);
    unsigned last = (unsigned)keeper_sequence(keeper);
    COMMAND_FILL(&command, at_table, .table = text_of("C4-2"));
    COMMAND_AS(&command, at_table)->head.by = text_of("office");
    assert_int_equal(keeper_do(keeper, &command, &reply, &fault), STATUS_OK);
    assert_int_equal(reply.outcome, KEEPER_DONE);
    keeper_close(keeper);
    outcome = house_day_run(&day, &command_audit, "", "");
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    char line[160];
    (void)snprintf(line, sizeof line, "events 1 to %u were decided by version %s (decisions %u)\n", last,
                   this_program.version, this_program.decisions);
    assert_has(outcome.output, line);
    (void)snprintf(line, sizeof line, "events %u to %u were decided by version 7.8.9 (decisions %u)\n",
                   last + 1, last + 2, this_program.decisions);
    assert_has(outcome.output, line);
    outcome = house_day_run(&day, &command_audit, "", "--json");
    json_t *audit = outcome_document(&outcome), *programs = json_object_get(audit, "programs");
    assert_int_equal(json_array_size(programs), 2);
    assert_string_equal(json_string_value(json_object_get(json_array_get(programs, 1), "version")), "7.8.9");
    assert_int_equal(json_integer_value(json_object_get(json_array_get(programs, 1), "first")), last + 1);
    assert_int_equal(json_integer_value(json_object_get(json_array_get(programs, 1), "otherwise")), 0);
    assert_int_equal(json_array_size(json_object_get(audit, "changes")), 0);
    json_decref(audit);
    outcome = house_day_run(&day, &command_house, "show", "program");
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    (void)snprintf(line, sizeof line, "       1  2026-11-02T09:00:00-08:00  version %s, decisions %u\n",
                   this_program.version, this_program.decisions);
    assert_has(outcome.output, line);
    (void)snprintf(line, sizeof line, "     %u  2026-11-03T06:00:00-08:00  version 7.8.9, decisions %u\n",
                   last + 1, this_program.decisions);
    assert_has(outcome.output, line);
    outcome = house_day_run(&day, &command_house, "show", "program --json");
    assert_has(outcome.output, "\"version\":\"7.8.9\"");
    house_day_end(&day);
}

static void wrong_words_are_answered(void **state)
{
    (void)state;
    assert_refused(&command_audit, "audit", "STORE is missing");
    assert_refused(&command_audit, "audit sqlite:a sqlite:b", "unknown argument 'sqlite:b'");
    assert_refused(&command_audit, "audit sqlite:a --loud", "unknown argument '--loud'");
    assert_refused(&command_audit, "audit house.db", "sqlite:");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_whole_store_is_well),
        cmocka_unit_test(what_is_not_well_is_named),
        cmocka_unit_test(damage_is_an_answer),
        cmocka_unit_test(a_damaged_declaration_is_shown_with_care),
        cmocka_unit_test(it_is_said_which_version_decided_what),
        cmocka_unit_test(wrong_words_are_answered),
    };
    return cmocka_run_group_tests(tests, open_the_day, close_the_day);
}
