/* cardroom store: the tables for reports are made anew by hand, and what stands against it is said. */
#include "cli/house_day_test.h"

#include <sqlite3.h>

static void change(const struct house_day *day, const char *sql)
{
    sqlite3 *database;
    assert_int_equal(sqlite3_open(day->store + strlen("sqlite:"), &database), SQLITE_OK);
    char *words = NULL;
    if (sqlite3_exec(database, sql, NULL, NULL, &words) != SQLITE_OK)
        fail_msg("%s", words);
    sqlite3_close(database);
}

/* As a program made the tables that knew no version of them. */
static const char as_before[] =
    "DELETE FROM store_table WHERE name = 'store_table'; DELETE FROM meter;"
    "ALTER TABLE award ADD COLUMN weather TEXT;"
    "UPDATE store_table SET columns = columns || ', weather text' WHERE name = 'award'";

static void a_reader_asks_for_it_and_it_is_done(void **state)
{
    static const char report[] = "--from 2026-11-02 --json --at 2026-11-03T12:00:00-08:00";
    struct house_day day;
    (void)state;
    house_day_begin(&day);
    struct outcome before = house_day_run(&day, &command_report, "jackpots", report);
    assert_int_equal(before.code, EXIT_CODE_OK);
    change(&day, as_before);
    struct outcome outcome = house_day_run(&day, &command_report, "jackpots", report);
    assert_int_equal(outcome.code, EXIT_CODE_BAD_INPUT);
    assert_string_equal(outcome.output, "");
    assert_has(outcome.errors, "the report tables of this store are of version 0, and this program makes");
    assert_has(outcome.errors, "'cardroom store rebuild' makes them anew from the events");
    /* The rest reads the events alone. */
    outcome = house_day_run(&day, &command_audit, "", "");
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    assert_has(outcome.output, "the report tables are of version 0, and this program makes");
    assert_has(outcome.output, ": they were not compared");
    outcome = house_day_run(&day, &command_audit, "", "--json");
    assert_has(outcome.output, "\"tables_compared\": false");
    assert_int_equal(house_day_run(&day, &command_house, "show", "").code, EXIT_CODE_OK);
    assert_int_equal(house_day_run(&day, &command_replay, "", "").code, EXIT_CODE_OK);
    outcome = house_day_run(&day, &command_store, "rebuild", "");
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    assert_has(outcome.output, "the report tables were made anew from ");
    assert_string_equal(outcome.errors, ""); /* progress is for a terminal */
    outcome = house_day_run(&day, &command_report, "jackpots", report);
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    assert_string_equal(outcome.output, before.output);
    outcome = house_day_run(&day, &command_audit, "", "--json");
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    assert_has(outcome.output, "\"tables_compared\": true");
    house_day_end(&day);
}

static void whoever_writes_does_it_unasked(void **state)
{
    struct house_day day;
    (void)state;
    house_day_begin(&day);
    change(&day, as_before);
    struct outcome outcome = house_day_script(&day, "--quiet --ids day");
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    assert_string_equal(outcome.errors, "");
    outcome = house_day_run(&day, &command_audit, "", "--json");
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    assert_has(outcome.output, "\"tables_compared\": true");
    house_day_end(&day);
}

static void what_another_hand_did_to_the_tables_is_undone(void **state)
{
    struct house_day day;
    (void)state;
    house_day_begin(&day);
    change(&day, "UPDATE store_table SET columns = replace(columns, 'pool', 'pond') WHERE name = 'meter'");
    assert_int_equal(house_day_run(&day, &command_audit, "", "").code, EXIT_CODE_FINDINGS);
    struct outcome outcome = house_day_run(&day, &command_store, "rebuild", "--json");
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    assert_has(outcome.output, "\"events\": ");
    assert_has(outcome.output, "\"was\": ");
    assert_int_equal(house_day_run(&day, &command_audit, "", "").code, EXIT_CODE_OK);
    house_day_end(&day);
}

static void what_stands_against_it_is_said(void **state)
{
    struct house_day day;
    (void)state;
    house_day_begin(&day);
    change(&day, "UPDATE store_table SET columns = '999' WHERE name = 'store_table'");
    struct outcome outcome = house_day_run(&day, &command_store, "rebuild", "");
    assert_int_equal(outcome.code, EXIT_CODE_BAD_INPUT);
    assert_has(outcome.errors, "a newer version of cardroom made them. Use that version");
    house_day_end(&day);
    assert_refused(&command_store, "store", "the task is missing; give rebuild");
    assert_refused(&command_store, "store repair sqlite:a", "the task is missing; give rebuild");
    assert_refused(&command_store, "store rebuild", "STORE is missing");
    assert_refused(&command_store, "store rebuild sqlite:a sqlite:b", "unknown argument 'sqlite:b'");
    assert_refused(&command_store, "store rebuild sqlite:a --loud", "unknown argument '--loud'");
    assert_refused(&command_store, "store rebuild house.db", "sqlite:");
    assert_refused(&command_store, "store rebuild sqlite:/tmp/cardroom-no-such.db", "there is no such file");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_reader_asks_for_it_and_it_is_done),
        cmocka_unit_test(whoever_writes_does_it_unasked),
        cmocka_unit_test(what_another_hand_did_to_the_tables_is_undone),
        cmocka_unit_test(what_stands_against_it_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
