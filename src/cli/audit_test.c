#include "cli/house_day_test.h"

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
        cmocka_unit_test(wrong_words_are_answered),
    };
    return cmocka_run_group_tests(tests, open_the_day, close_the_day);
}
