#include "cli/house_day_test.h"

#include "books/keeper.h"
#include "house/tables/tables_shapes.h"
#include "tree/note.h"

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
    assert_has(outcome.output, "\nfindings: 308 events");
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

/* ------------------------------------------------------------------------------------------ checkpoints */

static const char *beside(const char *ending)
{
    static char path[160];
    (void)snprintf(path, sizeof path, "%s%s", the_day.store + strlen("sqlite:"), ending);
    return path;
}

static struct outcome audit_with(const char *checkpoints, const char *vkey, const char *more)
{
    char rest[640];
    (void)snprintf(rest, sizeof rest, "--checkpoint %s%s%s %s", checkpoints, *vkey ? " --vkey " : "", vkey,
                   more);
    return house_day_run(&the_day, &command_audit, "", rest);
}

/* The public form of the key that a file has. */
static void read_vkey(char *words, size_t size)
{
    char line[512] = "";
    struct note_secret secret;
    struct text_out out;
    FILE *file = fopen(beside("-log.key"), "r");
    assert_non_null(file);
    assert_non_null(fgets(line, sizeof line, file));
    (void)fclose(file);
    assert_int_equal(note_secret_read(text_trimmed(text_of(line)), &secret, NULL), STATUS_OK);
    text_out_init(&out, words, size);
    note_key_write(&out, &secret.key);
}

static void a_store_has_what_its_checkpoints_promised(void **state)
{
    (void)state;
    char vkey[NOTE_KEY_TEXT_MAX + 1];
    read_vkey(vkey, sizeof vkey);
    struct outcome outcome = house_day_run(&the_day, &command_audit, "", "");
    assert_has(outcome.output, "\ntree of ");
    assert_has(outcome.output, "no checkpoint was given: a log that was written anew");
    outcome = audit_with(beside("-checkpoints"), "", "");
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    assert_has(outcome.output, "the store contains what they promised; signatures were not verified");
    outcome = audit_with(beside("-checkpoints"), vkey, "--json");
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    json_t *audit = outcome_document(&outcome), *checkpoints = json_object_get(audit, "checkpoints");
    /* At the opening, after each payment above the posted amount, and when the script has ended. */
    assert_true(json_integer_value(json_object_get(checkpoints, "given")) > 2);
    assert_int_equal(json_integer_value(json_object_get(checkpoints, "given")),
                     json_integer_value(json_object_get(checkpoints, "contained")));
    assert_int_equal(json_integer_value(json_object_get(checkpoints, "newest")),
                     json_integer_value(json_object_get(audit, "leaves")));
    assert_true(json_is_true(json_object_get(checkpoints, "verified")));
    json_decref(audit);
}

static void checkpoints_of_others_are_findings(void **state)
{
    (void)state;
    static const char *const other = "corner/00000001+3ae5ea8b+AVoMAYTLs9rFbkYQA3pnZQr3kzPhYbqiK7dJ0lAuHNFi";
    char vkey[NOTE_KEY_TEXT_MAX + 1];
    read_vkey(vkey, sizeof vkey);
    struct outcome outcome = audit_with(beside("-checkpoints"), other, "");
    assert_int_equal(outcome.code, EXIT_CODE_BAD_INPUT); /* its number is not that of the key */
    FILE *file = fopen(beside("-promise"), "w");
    assert_non_null(file);
    (void)fprintf(file, "corner/00000001\n5\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n\xe2\x80\x94 "
                        "corner/00000001 Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+"
                        "ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=\n");
    assert_int_equal(fclose(file), 0);
    outcome = audit_with(beside("-promise"), vkey, "");
    assert_int_equal(outcome.code, EXIT_CODE_FINDINGS);
    assert_has(outcome.output, "it is of another log than the key");
    assert_has(outcome.output, "are not those that it promises");
    assert_has(outcome.output, "the store does NOT contain what they promised");
    file = fopen(beside("-promise"), "w");
    assert_non_null(file);
    assert_int_equal(fclose(file), 0);
    outcome = audit_with(beside("-promise"), "", "");
    assert_int_equal(outcome.code, EXIT_CODE_BAD_INPUT);
    assert_has(outcome.errors, "there is no whole checkpoint in it");
    (void)unlink(beside("-promise"));
    outcome = audit_with(beside("-promise"), "", "");
    assert_int_equal(outcome.code, EXIT_CODE_BAD_INPUT);
    char line[512];
    (void)snprintf(line, sizeof line, "audit %s --vkey %s", the_day.store, vkey);
    assert_refused(&command_audit, line, "--vkey verifies checkpoints; give them with --checkpoint");
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
        cmocka_unit_test(a_store_has_what_its_checkpoints_promised),
        cmocka_unit_test(checkpoints_of_others_are_findings),
        cmocka_unit_test(a_whole_store_is_well),
        cmocka_unit_test(what_is_not_well_is_named),
        cmocka_unit_test(damage_is_an_answer),
        cmocka_unit_test(a_damaged_declaration_is_shown_with_care),
        cmocka_unit_test(it_is_said_which_version_decided_what),
        cmocka_unit_test(wrong_words_are_answered),
    };
    return cmocka_run_group_tests(tests, open_the_day, close_the_day);
}
