#include "cli/house_day_test.h"

#include <sqlite3.h>

/* Calls `look` with every line of a replay as JSON; returns how many there were. */
static unsigned each_step(const char *options, void (*look)(const json_t *step))
{
    static const struct document_limits limits = {.size_max = OUTPUT_MAX, .depth_max = 8};
    struct outcome outcome = house_day_run(&the_day, &command_replay, "", options);
    unsigned count = 0;
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    assert_string_equal(outcome.errors, "");
    struct text rest = text_of(outcome.output);
    while (rest.length > 0) {
        size_t length = 0;
        json_t *step = NULL;
        while (length < rest.length && rest.bytes[length] != '\n')
            length++;
        assert_true(length < rest.length);
        assert_int_equal(document_parse(text_slice(rest, 0, length), &limits, &step, NULL), STATUS_OK);
        look(step);
        json_decref(step);
        count++;
        rest = text_from(rest, length + 1);
    }
    return count;
}

static void a_table_is_relived_with_the_clauses(void **state)
{
    (void)state;
    struct outcome outcome = house_day_run(&the_day, &command_replay, "", "--table BJ-1");
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    assert_has(outcome.output, "round-started 2026-11-02T10:30:00-08:00 by dirk table BJ-1 round 1");
    assert_has(outcome.output, "        patrons -> fee box $2.00  fee  bay101/blazing-7s#8\n"
                               "        fee box -> prize pool $0.22  contribution  bay101/blazing-7s#49\n"
                               "        fee box -> reserve $1.78  contribution  bay101/blazing-7s#50\n"
                               "        = blazing-7s prize pool $7,777.22\n");
    assert_has(outcome.output, "hand-verified");
    assert_has(outcome.output, "awarded");
    assert_has(outcome.output, "advanced by the house");
    assert_null(strstr(outcome.output, "C4-1"));
    assert_null(strstr(outcome.output, "HE-1"));
}

static void it_ends_where_it_is_told_to(void **state)
{
    (void)state;
    struct outcome outcome = house_day_run(&the_day, &command_replay, "", "--from 150 --until 155");
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    assert_has(outcome.output, "150  ");
    assert_has(outcome.output, "\n155  ");
    assert_has(outcome.output, "\n6 of 155 events shown\n");
}

static void is_about_patron(const json_t *step)
{
    const char *kind = json_string_value(json_object_get(step, "kind"));
    char *event = json_dumps(json_object_get(step, "event"), JSON_COMPACT);
    assert_non_null(event);
    /* By his number, or by his hand or prize. */
    if (!strstr(event, "\"1004\"") && !strstr(kind, "hand") && !strstr(kind, "prize"))
        fail_msg("%s %s", kind, event);
    free(event);
}

static void a_patron_is_followed(void **state)
{
    (void)state;
    assert_true(each_step("--patron 1004 --json", is_about_patron) > 10);
}

static unsigned steps_with_money, steps_with_meters;

static void has_everything(const json_t *step)
{
    assert_true(json_is_integer(json_object_get(step, "sequence")));
    assert_true(json_is_string(json_object_get(step, "command")));
    assert_true(json_is_object(json_object_get(step, "event")));
    const json_t *movements = json_object_get(step, "movements"), *meters = json_object_get(step, "meters");
    for (size_t i = 0; i < json_array_size(movements); i++) {
        const json_t *movement = json_array_get(movements, i);
        assert_true(json_integer_value(json_object_get(movement, "cents")) > 0);
        assert_true(json_string_length(json_object_get(movement, "clause")) > 0);
        assert_true(json_string_length(json_object_get(movement, "from")) > 0);
        assert_true(json_string_length(json_object_get(movement, "to")) > 0);
    }
    for (size_t i = 0; i < json_array_size(meters); i++)
        assert_true(json_is_integer(json_object_get(json_array_get(meters, i), "cents")));
    assert_true(json_is_array(movements) && json_is_array(meters));
    steps_with_money += json_array_size(movements) > 0;
    steps_with_meters += json_array_size(meters) > 0;
}

static void every_movement_has_its_clause(void **state)
{
    (void)state;
    assert_true(each_step("--from 97 --json", has_everything) > 150);
    assert_true(steps_with_money > 20);
    assert_true(steps_with_meters > 10);
}

static void an_offer_is_followed(void **state)
{
    (void)state;
    struct outcome outcome = house_day_run(&the_day, &command_replay, "", "--offer high-hand --from 97");
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    assert_has(outcome.output, "hand-on-board");
    assert_has(outcome.output, "awarded");
    assert_null(strstr(outcome.output, "bonus-hand"));
}

static void wrong_words_are_answered(void **state)
{
    (void)state;
    assert_refused(&command_replay, "replay", "STORE is missing");
    assert_refused(&command_replay, "replay sqlite:a --until", "'--until' needs a value");
    assert_refused(&command_replay, "replay sqlite:a --until 0", "--until");
    assert_refused(&command_replay, "replay sqlite:a --until soon", "--until");
    assert_refused(&command_replay, "replay sqlite:a sqlite:b", "unknown argument 'sqlite:b'");
}

/* An unknown name is an error; a known one without events is not. */
static void what_the_house_does_not_have_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *what, *words;
    } wrong[] = {
        {"--table 99", "there is no table '99'"},
        {"--offer nope", "there is no offer 'nope'"},
        {"--patron nope --json", "there is no patron 'nope'"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        char line[256];
        (void)snprintf(line, sizeof line, "replay %s %s", the_day.store, wrong[i].what);
        assert_refused(&command_replay, line, wrong[i].words);
    }
    struct outcome outcome = house_day_run(&the_day, &command_replay, "", "--patron 1001 --from 281");
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    assert_has(outcome.output, "0 of ");
}

/* Last, because the store is then not what it was. */
static void what_cannot_have_happened_is_said(void **state)
{
    (void)state;
    sqlite3 *database;
    assert_int_equal(sqlite3_open(the_day.store + strlen("sqlite:"), &database), SQLITE_OK);
    assert_int_equal(
        sqlite3_exec(database,
                     "UPDATE event SET payload = replace(payload, 'BJ-1', 'ZZ-9') WHERE sequence ="
                     " (SELECT min(sequence) FROM event WHERE payload LIKE '%\"BJ-1\"%')",
                     NULL, NULL, NULL),
        SQLITE_OK);
    sqlite3_close(database);
    struct outcome outcome = house_day_run(&the_day, &command_replay, "", "--from 200");
    assert_int_equal(outcome.code, EXIT_CODE_FINDINGS);
    assert_has(outcome.errors, "event ");
    assert_has(outcome.errors, "there is no such table");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table_is_relived_with_the_clauses),
        cmocka_unit_test(it_ends_where_it_is_told_to),
        cmocka_unit_test(a_patron_is_followed),
        cmocka_unit_test(every_movement_has_its_clause),
        cmocka_unit_test(an_offer_is_followed),
        cmocka_unit_test(wrong_words_are_answered),
        cmocka_unit_test(what_the_house_does_not_have_is_refused),
        cmocka_unit_test(what_cannot_have_happened_is_said),
    };
    return cmocka_run_group_tests(tests, open_the_day, close_the_day);
}
