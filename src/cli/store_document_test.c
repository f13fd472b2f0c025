/*
 * The questions of docs/formats/store.md, asked of the demo day: every one is answered, and those that are easily answered wrongly
 * are compared with what the events say.
 */
#include "cli/house_day_test.h"

#include <sqlite3.h>

enum { DOCUMENT_SIZE = 1 << 16, QUESTION_SIZE = 2048 };

static const char *document(void)
{
    static char bytes[DOCUMENT_SIZE];
    char path[512];
    (void)snprintf(path, sizeof path, "%s/docs/formats/store.md", getenv("CARDROOM_HOME"));
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t size = fread(bytes, 1, sizeof bytes - 1, file);
    assert_true(size > 0 && size < sizeof bytes - 1);
    bytes[size] = '\0';
    assert_int_equal(fclose(file), 0);
    return bytes;
}

/* The SQL behind the comment that begins with these words, with the command of the example replaced by this one. */
static const char *question(const char *words, const char *command)
{
    static const char example[] = "01939f2a-7c4e";
    static char sql[QUESTION_SIZE];
    const char *at = strstr(document(), words);
    assert_non_null(at);
    const char *end = strstr(at, ";\n");
    assert_non_null(end);
    struct text_out out;
    text_out_init(&out, sql, sizeof sql);
    for (at = strchr(at, '\n'); at < end; at++) {
        bool is_example = strncmp(at, example, strlen(example)) == 0;
        text_out_add(&out, "%.*s", is_example ? (int)strlen(command) : 1, is_example ? command : at);
        if (is_example)
            at += strlen(example) - 1;
    }
    assert_false(out.truncated);
    return sql;
}

/* The answer, "a,b;c,d;". */
static const char *answer(const char *sql)
{
    static char words[4096];
    struct text_out out;
    sqlite3 *database;
    sqlite3_stmt *statement;
    assert_int_equal(
        sqlite3_open_v2(the_day.store + strlen("sqlite:"), &database, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    if (sqlite3_prepare_v2(database, sql, -1, &statement, NULL) != SQLITE_OK)
        fail_msg("%s: %s", sql, sqlite3_errmsg(database));
    text_out_init(&out, words, sizeof words);
    while (sqlite3_step(statement) == SQLITE_ROW)
        for (int i = 0; i < sqlite3_column_count(statement); i++) {
            const char *cell = (const char *)sqlite3_column_text(statement, i);
            text_out_add(&out, "%s%s", cell ? cell : "", i + 1 < sqlite3_column_count(statement) ? "," : ";");
        }
    if (sqlite3_finalize(statement) != SQLITE_OK)
        fail_msg("%s: %s", sql, sqlite3_errmsg(database));
    sqlite3_close(database);
    return words;
}

static void every_question_is_answered(void **state)
{
    (void)state;
    static const char *const all[] = {
        "-- What happened on table C4-1",      "-- Which events did a command bring?",
        "-- What do the meters show",          "-- Which prizes wait",
        "-- What did each table collect",      "-- In how many rounds did a table collect for each offer",
        "-- By which clauses did money leave", "-- How many events of each kind?"};
    unsigned questions = 0;
    for (const char *at = strstr(document(), "\n## Example queries"); (at = strstr(at, "\n-- ")) != NULL;
         at++)
        questions++;
    assert_int_equal(questions, sizeof all / sizeof all[0]);
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (*answer(question(all[i], "day-000010")) == '\0')
            fail_msg("%s: nothing", all[i]);
}

/* A round at table HE-1 pays for two offers; it is one round. */
static void what_tables_collected_is_not_counted_twice(void **state)
{
    (void)state;
    assert_string_equal(answer(question("-- What did each table collect", "")),
                        "BJ-1,4.0;C4-1,17.0;HE-1,10.0;NL-1,4.0;");
    char rounds[64];
    (void)snprintf(
        rounds, sizeof rounds, "%s",
        answer("SELECT count(*) FROM event WHERE kind = 'round-started' AND payload ->> '$.table' = 'HE-1'"));
    assert_string_equal(rounds, "5;");
    const char *found = answer(question("-- In how many rounds did a table collect for each offer", ""));
    assert_non_null(strstr(found, "HE-1,"));
    assert_null(strstr(found, ",10;"));
}

/* Of a command with one event, of one with several, and of the last there is. */
static void a_command_brings_the_events_up_to_the_next(void **state)
{
    (void)state;
    static char sql[QUESTION_SIZE], commands[4096];
    (void)snprintf(commands, sizeof commands, "%s",
                   answer("SELECT command FROM event WHERE command IS NOT NULL ORDER BY place"));
    unsigned total = 0, several = 0;
    for (char *at = commands, *end; (end = strchr(at, ';')) != NULL; at = end + 1) {
        *end = '\0';
        (void)snprintf(sql, sizeof sql, "SELECT count(*), count(kind) FROM (%s)",
                       question("-- Which events did a command bring?", at));
        unsigned count = (unsigned)strtoul(answer(sql), NULL, 10);
        assert_true(count > 0);
        total += count;
        several += count > 1;
    }
    assert_true(several > 3);
    /* Each event from the first command on belongs to exactly one. */
    (void)snprintf(sql, sizeof sql, "%u;", total);
    assert_string_equal(answer("SELECT count(*) FROM event WHERE stream = 1 AND sequence >= "
                               "(SELECT min(sequence) FROM event WHERE command IS NOT NULL)"),
                        sql);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_question_is_answered),
        cmocka_unit_test(what_tables_collected_is_not_counted_twice),
        cmocka_unit_test(a_command_brings_the_events_up_to_the_next),
    };
    return cmocka_run_group_tests(tests, open_the_day, close_the_day);
}
