/* cardroom backup and cardroom store copy: what they print, and what they refuse. */
#include "cli/house_day_test.h"

#include <sqlite3.h>

/* A file beside the day's store, and as an address; removed if it is there. */
static const char *beside(const char *name)
{
    static char path[128];
    (void)snprintf(path, sizeof path, "%s/%s", the_day.folder, name);
    return path;
}

static void remove_beside(const char *name)
{
    char path[160];
    static const char *const endings[] = {"", "-wal", "-shm"};
    for (size_t i = 0; i < 3; i++) {
        (void)snprintf(path, sizeof path, "%s%s", beside(name), endings[i]);
        (void)unlink(path);
    }
}

static bool is_there(const char *name)
{
    return access(beside(name), F_OK) == 0;
}

static struct outcome copy_to(const char *rest)
{
    char line[512];
    (void)snprintf(line, sizeof line, "store copy %s %s", the_day.store, rest);
    return run_command(&command_store, line);
}

static void change(const char *sql)
{
    sqlite3 *database;
    assert_int_equal(sqlite3_open(the_day.store + strlen("sqlite:"), &database), SQLITE_OK);
    assert_int_equal(sqlite3_exec(database, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(database);
}

static void a_backup_says_what_was_audited_and_where_it_is(void **state)
{
    (void)state;
    struct outcome outcome = house_day_run(&the_day, &command_backup, "", beside("first.db"));
    if (outcome.code != EXIT_CODE_OK)
        fail_msg("%s", outcome.errors);
    assert_string_equal(outcome.errors, ""); /* progress is for a terminal */
    assert_has(outcome.output, "no findings: ");
    assert_has(outcome.output, "\nhead ");
    assert_has(outcome.output, "\nbackup ");
    assert_has(outcome.output, "/first.db, ");
    assert_has(outcome.output, " bytes\n");
    char rest[160];
    (void)snprintf(rest, sizeof rest, "sqlite:%s --json", beside("second.db"));
    outcome = house_day_run(&the_day, &command_backup, "", rest);
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    json_t *backup = outcome_document(&outcome);
    assert_true(json_is_true(json_object_get(backup, "made")));
    assert_non_null(strstr(json_string_value(json_object_get(backup, "place")), "/second.db"));
    assert_true(json_integer_value(json_object_get(backup, "bytes")) > 100000);
    const json_t *audit = json_object_get(backup, "audit");
    assert_true(json_is_true(json_object_get(audit, "whole")));
    assert_true(json_integer_value(json_object_get(audit, "events")) > 200);
    json_decref(backup);
    /* Both are stores, and the original has the same events. */
    char line[160];
    (void)snprintf(line, sizeof line, "audit sqlite:%s", beside("second.db"));
    assert_int_equal(run_command(&command_audit, line).code, EXIT_CODE_OK);
    assert_int_equal(house_day_run(&the_day, &command_audit, "", "").code, EXIT_CODE_OK);
    remove_beside("first.db");
    remove_beside("second.db");
}

static void a_backup_refuses_what_cannot_be_done(void **state)
{
    (void)state;
    char line[512];
    assert_refused(&command_backup, "backup", "STORE is missing");
    assert_refused(&command_backup, "backup sqlite:house.db", "FILE is missing");
    assert_refused(&command_backup, "backup sqlite:a sqlite:b sqlite:c", "unknown argument");
    assert_refused(&command_backup, "backup sqlite:a b --replace", "unknown argument '--replace'");
    assert_refused(&command_backup, "backup sqlite:/nowhere/house.db /tmp/backup.db",
                   "there is no such file");
    (void)snprintf(line, sizeof line, "backup %s %s", the_day.store, the_day.store);
    assert_refused(&command_backup, line, "is the store itself; choose another place");
    (void)snprintf(line, sizeof line, "backup %s %s", the_day.store, the_day.folder);
    assert_refused(&command_backup, line, "is there already; choose another name");
    (void)snprintf(line, sizeof line, "backup %s /nowhere/at/all.db", the_day.store);
    assert_refused(&command_backup, line, "there is no folder /nowhere/at; make it first");
    (void)snprintf(line, sizeof line, "backup %s postgresql://localhost/club", the_day.store);
    assert_refused(&command_backup, line, "a backup is a file");
}

static void a_store_with_findings_has_no_backup(void **state)
{
    (void)state;
    change("UPDATE prize SET cents = cents + 1 WHERE prize = 2");
    struct outcome outcome = house_day_run(&the_day, &command_backup, "", beside("bad.db"));
    assert_int_equal(outcome.code, EXIT_CODE_FINDINGS);
    assert_has(outcome.output, "table prize, prize 2: cents is ");
    assert_has(outcome.output, "\nno backup was made, because the audit has findings\n");
    assert_false(is_there("bad.db") || is_there("bad.db.unfinished"));
    char rest[160];
    (void)snprintf(rest, sizeof rest, "%s --json", beside("bad.db"));
    outcome = house_day_run(&the_day, &command_backup, "", rest);
    assert_int_equal(outcome.code, EXIT_CODE_FINDINGS);
    assert_has(outcome.output, "\"made\": false");
    /* A copy is what the source is. */
    (void)snprintf(rest, sizeof rest, "sqlite:%s", beside("bad.db"));
    outcome = copy_to(rest);
    assert_int_equal(outcome.code, EXIT_CODE_FINDINGS);
    assert_has(outcome.output, "table prize, prize 2: cents is ");
    remove_beside("bad.db");
    change("UPDATE prize SET cents = cents - 1 WHERE prize = 2");
}

static void a_copy_says_what_was_copied(void **state)
{
    (void)state;
    char rest[160];
    (void)snprintf(rest, sizeof rest, "sqlite:%s", beside("copy.db"));
    struct outcome outcome = copy_to(rest);
    if (outcome.code != EXIT_CODE_OK)
        fail_msg("%s", outcome.errors);
    assert_has(outcome.output, "copied: ");
    assert_has(outcome.output, "no findings: ");
    struct outcome audit = house_day_run(&the_day, &command_audit, "", "");
    char head[6 + 64 + 1]; /* "\nhead " and its digits */
    (void)snprintf(head, sizeof head, "%s", strstr(audit.output, "\nhead "));
    assert_has(outcome.output, head);
    outcome = copy_to(rest);
    assert_int_equal(outcome.code, EXIT_CODE_BAD_INPUT);
    assert_has(outcome.errors, "is there already; choose another name");
    remove_beside("copy.db");
    (void)snprintf(rest, sizeof rest, "sqlite:%s --json", beside("copy.db"));
    outcome = copy_to(rest);
    json_t *copied = outcome_document(&outcome);
    assert_true(json_is_true(json_object_get(json_object_get(copied, "audit"), "whole")));
    assert_true(json_integer_value(json_object_get(copied, "events")) > 200);
    json_decref(copied);
    remove_beside("copy.db");
    assert_refused(&command_store, "store copy", "FROM is missing");
    assert_refused(&command_store, "store copy sqlite:a", "TO is missing");
    assert_refused(&command_store, "store copy sqlite:/nowhere/house.db sqlite:/tmp/never.db",
                   "there is no such file");
    outcome = copy_to(the_day.store);
    assert_int_equal(outcome.code, EXIT_CODE_BAD_INPUT);
    assert_has(outcome.errors, "is the store itself");
    outcome = copy_to("oracle:club");
    assert_int_equal(outcome.code, EXIT_CODE_BAD_INPUT);
    assert_has(outcome.errors, "a store is sqlite:FILE or postgresql://");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_backup_says_what_was_audited_and_where_it_is),
        cmocka_unit_test(a_backup_refuses_what_cannot_be_done),
        cmocka_unit_test(a_store_with_findings_has_no_backup),
        cmocka_unit_test(a_copy_says_what_was_copied),
    };
    return cmocka_run_group_tests(tests, open_the_day, close_the_day);
}
