/* The conformance suite: verifying and inspecting a store that another program has changed. */
#include "store/conformance_test.h"

enum { DAMAGE_EVENTS = 6 };

/* What is done to a stream of six events, and what must be found. */
struct tampering {
    const char *sql;
    enum store_damage_kind kind;
    uint64_t sequence, elsewhere;
    const char *words;
};

#define SWAP(left, right, engine) engine(left, 99) engine(right, left) engine(99, right)
#define SQLITE_RENUMBER(from, to)                                                                            \
    "UPDATE event SET place = place - " #from " + " #to " WHERE sequence = " #from ";"
#define POSTGRES_RENUMBER(from, to) "UPDATE event SET sequence = " #to " WHERE sequence = " #from ";"

static void assert_found(struct store_place *place, const struct tampering *tampering)
{
    struct store *store = place_open(place);
    for (unsigned i = 0; i < DAMAGE_EVENTS; i++) {
        char payload[16];
        snprintf(payload, sizeof payload, "{\"n\":%u}", i);
        append_one(store, "house", i, i == 3 ? "c3" : "", payload);
    }
    place_sql(place, tampering->sql);
    uint64_t shown = 0;
    struct store_damage damage;
    assert_int_equal(store_verify(store, text_of("house"), count_one, &shown, &damage, NULL), STATUS_OK);
    char found[128];
    struct text_out out;
    text_out_init(&out, found, sizeof found);
    store_damage_write(&out, &damage);
    if (damage.kind != tampering->kind || damage.sequence != tampering->sequence ||
        damage.elsewhere != tampering->elsewhere || strcmp(found, tampering->words) != 0)
        fail_msg("%s: found %s", tampering->sql, found);
    if (damage.kind != STORE_HEAD && damage.kind != STORE_EXCESS)
        assert_int_equal(shown, tampering->sequence - 1);
    store_close(store);
}

static void damage_is_found_and_placed(void **state)
{
    static const struct tampering both[] = {
        {"UPDATE event SET payload = '{\"n\":4}' WHERE sequence = 4", STORE_ALTERED, 4, 0,
         "event 4 is not as it was written"},
        {"UPDATE event SET kind = 'tolD' WHERE sequence = 1", STORE_ALTERED, 1, 0,
         "event 1 is not as it was written"},
        {"UPDATE event SET command = 'c4' WHERE sequence = 4", STORE_ALTERED, 4, 0,
         "event 4 is not as it was written"},
        {"UPDATE event SET command = NULL WHERE sequence = 4", STORE_ALTERED, 4, 0,
         "event 4 is not as it was written"},
        {"UPDATE event SET command = 'c' WHERE sequence = 6", STORE_ALTERED, 6, 0,
         "event 6 is not as it was written"},
        {"UPDATE event SET hash = (SELECT other.hash FROM event other WHERE other.sequence = 6) WHERE "
         "sequence = 3",
         STORE_ALTERED, 3, 0, "event 3 is not as it was written"},
        {"DELETE FROM event WHERE sequence = 1", STORE_MISSING, 1, 1, "event 1 is missing"},
        {"DELETE FROM event WHERE sequence = 4", STORE_MISSING, 4, 4, "event 4 is missing"},
        {"DELETE FROM event WHERE sequence >= 5", STORE_MISSING, 5, 6, "events 5 to 6 are missing"},
        {"DELETE FROM event", STORE_MISSING, 1, 6, "events 1 to 6 are missing"},
        {"UPDATE event SET payload = (SELECT other.payload FROM event other WHERE other.sequence = 2),"
         " hash = (SELECT other.hash FROM event other WHERE other.sequence = 2) WHERE sequence = 3",
         STORE_DUPLICATE, 3, 0, "event 3 is a second copy of event 2"},
        {"UPDATE stream SET sequence = 5", STORE_EXCESS, 6, 0, "event 6 stands behind the end of the stream"},
        {"UPDATE stream SET hash = (SELECT event.hash FROM event WHERE event.sequence = 1)", STORE_HEAD, 6, 0,
         "the head does not belong to event 6, the last"},
        {"UPDATE stream SET name = 'elsewhere' WHERE name = 'house'", STORE_WHOLE, 0, 0,
         "all 0 events are as they were written"}};
    static const struct tampering sqlite[] = {
        {SWAP(2, 3, SQLITE_RENUMBER), STORE_MOVED, 2, 3, "event 2 stands in the place of event 3"},
        {SWAP(1, 6, SQLITE_RENUMBER), STORE_MOVED, 1, 6, "event 1 stands in the place of event 6"}};
    static const struct tampering postgres[] = {
        {SWAP(2, 3, POSTGRES_RENUMBER), STORE_MOVED, 2, 3, "event 2 stands in the place of event 3"},
        {SWAP(1, 6, POSTGRES_RENUMBER), STORE_MOVED, 1, 6, "event 1 stands in the place of event 6"}};
    for (unsigned i = 0; i < sizeof both / sizeof both[0] - 1; i++) {
        struct store_place place = place_of(state);
        assert_found(&place, &both[i]);
        place_remove(&place);
    }
    for (unsigned i = 0; i < 2; i++) {
        struct store_place place = place_of(state);
        assert_found(&place, place.postgres ? &postgres[i] : &sqlite[i]);
        place_remove(&place);
    }
}

struct told {
    char words[2048];
    struct text_out out;
    uint64_t shown;
};

static void tell_command(void *context, const struct store_command_flaw *flaw)
{
    struct told *told = context;
    store_command_flaw_write(&told->out, flaw);
    text_out_add(&told->out, ";");
}

static enum status sum_command(void *context, const struct store_record *record, struct fault *fault)
{
    (void)fault;
    store_commands_add(context, record->event.command, record->sequence);
    return STATUS_OK;
}

/* Whether the index has the commands of the first `until` events. */
static bool index_agrees(struct store *store, uint64_t until)
{
    struct store_commands events, index;
    store_commands_init(&events);
    index = events;
    assert_int_equal(store_read(store, text_of("house"), 1, until, sum_command, &events, NULL), STATUS_OK);
    assert_int_equal(store_index_commands(store, text_of("house"), until, &index, NULL), STATUS_OK);
    assert_int_equal(events.count, until);
    return store_commands_equal(&events, &index);
}

static void the_index_of_commands_is_compared_with_the_events(void **state)
{
    struct store_place place = place_of(state);
    struct store *store = place_open(&place);
    static const char *const ids[] = {"c1", "b7", "d", "a"};
    for (unsigned i = 0; i < 4; i++) {
        append_one(store, "house", i, ids[i], "{}");
        append_one(store, "annex", i, ids[i], "{}");
    }
    for (uint64_t until = 0; until <= 4; until++)
        assert_true(index_agrees(store, until));
    if (place.postgres) {
        /* The index is not told of the change, in which an event is written anew as it was. */
        (void)place_sql(&place,
                        "UPDATE pg_index SET indisready = false WHERE indexrelid = 'event_command'::regclass;"
                        "UPDATE event SET command = 'c4' WHERE sequence = 3;"
                        "UPDATE event SET command = 'd' WHERE sequence = 3;"
                        "UPDATE pg_index SET indisready = true WHERE indexrelid = 'event_command'::regclass");
        assert_false(index_agrees(store, 4));
        assert_true(index_agrees(store, 2));
    }
    struct told told = {.shown = 0};
    text_out_init(&told.out, told.words, sizeof told.words);
    assert_int_equal(store_compare_commands(store, text_of("house"), tell_command, &told, NULL), STATUS_OK);
    assert_string_equal(told.words, place.postgres
                                        ? "the index of commands does not have \"d\", the command of event 3;"
                                        : "");
    (void)place_sql(&place, "DROP INDEX event_command");
    struct store_commands index;
    struct fault fault;
    store_commands_init(&index);
    /* PostgreSQL answers without it; that it is missing is what the inspection says. */
    assert_int_equal(store_index_commands(store, text_of("house"), 4, &index, &fault),
                     place.postgres ? STATUS_OK : STATUS_DAMAGED);
    store_close(store);
    place_remove(&place);
}

/* Takes the index out of SQLite's schema, so that it is not told of a change, and puts it back. */
static void change_behind_the_index(const struct store_place *place, const char *sql)
{
    place_sql(place, "PRAGMA writable_schema = ON;"
                     "CREATE TABLE kept AS SELECT * FROM sqlite_schema WHERE name = 'event_command';"
                     "DELETE FROM sqlite_schema WHERE name = 'event_command'");
    place_sql(place, sql);
    place_sql(place, "PRAGMA writable_schema = ON; INSERT INTO sqlite_schema SELECT * FROM kept");
    place_sql(place, "DROP TABLE kept");
}

/* PostgreSQL hides what it has deleted from whoever reads by the index, so there an entry can only be missing. */
static void it_is_said_which_command_the_index_has_wrong(void **state)
{
    static const struct {
        const char *sql, *words;
    } cases[] = {
        {"UPDATE event SET command = NULL WHERE sequence = 2",
         "the index of commands has \"b7\" at event 2, and no event has it;"},
        {"UPDATE event SET command = 'b\x1b' WHERE sequence = 2",
         "the index of commands does not have \"b\\x1b\", the command of event 2;"
         "the index of commands has \"b7\" at event 2, and no event has it;"},
        {"UPDATE event SET command = CASE sequence WHEN 1 THEN 'b7' ELSE 'c1' END WHERE sequence < 3",
         "the index of commands has \"b7\" at event 2, and event 1 has it;"
         "the index of commands has \"c1\" at event 1, and event 2 has it;"},
        {"UPDATE event SET place = place + 6 WHERE sequence = 4",
         "the index of commands has \"a\" at event 4, and event 10 has it;"},
        {"DELETE FROM event WHERE sequence = 4",
         "the index of commands has \"a\" at event 4, and no event has it;"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        static const char *const ids[] = {"c1", "b7", "d", "a"};
        struct store_place place = place_of(state);
        static struct told told;
        if (place.postgres) {
            place_remove(&place);
            return;
        }
        struct store *store = place_open(&place);
        for (unsigned n = 0; n < 4; n++)
            append_one(store, "house", n, ids[n], "{}");
        store_close(store);
        change_behind_the_index(&place, cases[i].sql);
        store = place_open(&place);
        told = (struct told){.shown = 0};
        text_out_init(&told.out, told.words, sizeof told.words);
        assert_int_equal(store_compare_commands(store, text_of("house"), tell_command, &told, NULL),
                         STATUS_OK);
        assert_string_equal(told.words, cases[i].words);
        store_close(store);
        place_remove(&place);
    }
}

static void a_stream_under_another_name_does_not_verify(void **state)
{
    struct store_place place = place_of(state);
    struct store *store = place_open(&place);
    append_one(store, "house", 0, "", "{}");
    place_sql(&place, "UPDATE stream SET name = 'elsewhere'");
    struct store_damage damage = verified(store, "elsewhere");
    assert_int_equal(damage.kind, STORE_ALTERED);
    assert_int_equal(damage.sequence, 1);
    store_close(store);
    place_remove(&place);
}

static void tell_damage(void *context, const struct store_damage *damage)
{
    struct told *told = context;
    if (told->out.length > 0)
        text_out_add(&told->out, "; ");
    store_damage_write(&told->out, damage);
}

static void tell_flaw(void *context, const char *words)
{
    struct told *told = context;
    text_out_add(&told->out, "%s%s", told->out.length > 0 ? "; " : "", words);
}

static enum status show_told(void *context, const struct store_record *record, struct fault *fault)
{
    struct told *told = context;
    (void)record;
    (void)fault;
    told->shown++;
    return STATUS_OK;
}

/* Behind the first damage the chain is taken up again. */
static void all_damage_is_told(void **state)
{
    static const struct {
        const char *sqlite, *postgres;
        uint64_t shown;
        const char *words;
    } cases[] = {
        {"", NULL, 6, ""},
        {"UPDATE event SET payload = 'x' WHERE sequence IN (2, 5)", NULL, 6,
         "event 2 is not as it was written; event 5 is not as it was written"},
        {"UPDATE event SET payload = 'x' WHERE sequence IN (2, 3)", NULL, 6,
         "event 2 is not as it was written; event 3 or the hash of event 2 is not as it was written"},
        {"UPDATE event SET hash = (SELECT other.hash FROM event other WHERE other.sequence = 5) WHERE "
         "sequence = 3",
         NULL, 6, "event 3 is not as it was written"},
        {"DELETE FROM event WHERE sequence IN (2, 3, 5)", NULL, 3,
         "events 2 to 3 are missing; event 5 is missing"},
        {"DELETE FROM event WHERE sequence IN (1, 6)", NULL, 4, "event 1 is missing; event 6 is missing"},
        {"DELETE FROM event WHERE sequence = 2; UPDATE event SET payload = 'x' WHERE sequence = 4;"
         "UPDATE stream SET sequence = 5",
         NULL, 5,
         "event 2 is missing; event 4 is not as it was written; event 6 stands behind the end of the stream"},
        {SWAP(2, 3, SQLITE_RENUMBER), SWAP(2, 3, POSTGRES_RENUMBER), 6,
         "event 2 stands in the place of event 3; event 3 stands in the place of event 2"},
        {SWAP(1, 6, SQLITE_RENUMBER), SWAP(1, 6, POSTGRES_RENUMBER), 6,
         "event 1 stands in the place of event 6; event 6 stands in the place of event 1"},
        {SQLITE_RENUMBER(3, 77), POSTGRES_RENUMBER(3, 77), 5, "event 3 stands in the place of event 77"},
        {"INSERT INTO event (place, kind, payload, hash) SELECT place + 73, kind, payload, hash FROM event "
         "WHERE sequence = 4",
         "INSERT INTO event SELECT stream, sequence + 73, kind, NULL, payload, hash FROM event WHERE "
         "sequence = 4",
         6, "event 77 stands behind the end of the stream"},
        {SQLITE_RENUMBER(3, 0), POSTGRES_RENUMBER(3, 0), 5,
         "event 0 is not as it was written; event 3 stands in the place of event 0"},
        {"UPDATE event SET payload = CAST(payload AS BLOB) WHERE sequence = 4", "", 6,
         "event 4 is not as it was written"},
        {"UPDATE event SET kind = CAST(kind AS BLOB) WHERE sequence = 6", "", 6,
         "event 6 is not as it was written"},
        {"UPDATE event SET command = '' WHERE sequence = 1", NULL, 6, "event 1 is not as it was written"},
        {"UPDATE event SET hash = x'00' WHERE sequence IN (2, 3)",
         "UPDATE event SET hash = '' WHERE sequence IN (2, 3)", 6,
         "event 2 is not as it was written; event 3 is not as it was written"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct store_place place = place_of(state);
        struct store *store = place_open(&place);
        static struct told told;
        const char *sql = place.postgres && cases[i].postgres ? cases[i].postgres : cases[i].sqlite;
        for (unsigned n = 0; n < DAMAGE_EVENTS; n++) {
            char payload[16];
            snprintf(payload, sizeof payload, "{\"n\":%u}", n);
            append_one(store, "house", n, n == 3 ? "c3" : "", payload);
        }
        if (*sql)
            place_sql(&place, sql);
        told = (struct told){.shown = 0};
        text_out_init(&told.out, told.words, sizeof told.words);
        assert_int_equal(store_verify_all(store, text_of("house"), show_told, tell_damage, &told, NULL),
                         STATUS_OK);
        if (i > 0 && !*sql)
            assert_string_equal(told.words, "");
        else if (strcmp(told.words, cases[i].words) != 0 || told.shown != cases[i].shown)
            fail_msg("%s: %llu shown, %s", sql, (unsigned long long)told.shown, told.words);
        store_close(store);
        place_remove(&place);
    }
}

/* What another hand does around the events. */
static void flaws_around_the_events_are_told(void **state)
{
    static const struct {
        const char *sql, *postgres, *words;
    } cases[] = {
        {"", NULL, ""},
        {"DROP TABLE meter", NULL, "table meter is missing"},
        {"DROP INDEX event_command", NULL, "index event_command is missing"},
        {"CREATE TABLE mine (a BIGINT)", NULL, "table mine is none of the store's"},
        {"ALTER TABLE meter ADD COLUMN more BIGINT", NULL, "table meter is not as the program made it"},
        {"CREATE TRIGGER t AFTER INSERT ON event BEGIN SELECT 1; END",
         "CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';"
         "CREATE TRIGGER t AFTER INSERT ON event FOR EACH ROW EXECUTE FUNCTION f()",
         "trigger t is none of the store's"},
        {"DROP VIEW large", NULL, "view large is missing"},
        {"DROP VIEW large; CREATE VIEW large AS SELECT stream FROM movement", NULL,
         "view large is not as the program made it"},
        {"DELETE FROM store_table WHERE name = 'meter'", NULL, "the declaration of table meter is missing"},
        {"UPDATE store_table SET name = 'met\x1br' WHERE name = 'meter'", NULL,
         "the declaration of table met\\x1br is none of the store's"},
        {"UPDATE store_view SET query = 'x'", NULL,
         "the declaration of view large is not as the program made it: \"x"},
        {"INSERT INTO store_format VALUES (1)", NULL, "row 2 of store_format is none of the store's"},
        {"DELETE FROM store_format", NULL, "row 1 of store_format is missing"},
        {"UPDATE store_format SET version = 3", NULL,
         "row 1 of store_format is not as the program made it: \"3"},
        {"INSERT INTO event (place, kind, payload, hash) VALUES ((5 << 40) + 1, 'a', '{}', x'00')",
         "INSERT INTO event VALUES (5, 1, 'a', NULL, '{}', '')",
         "event 1 and what follows is of stream 5, which is not there"},
        {"DELETE FROM stream", NULL, "event 1 and what follows is of stream 1, which is not there"},
        {"INSERT INTO snapshot VALUES (7, 3, x'00', x'00')", "INSERT INTO snapshot VALUES (7, 3, '', '')",
         "the snapshot at event 3 is of stream 7, which is not there"},
        {"INSERT INTO snapshot VALUES (1, 0, x'00', x'00')", "INSERT INTO snapshot VALUES (1, 0, '', '')",
         "the snapshot at event 0 of stream 1 is of no event"},
        {"PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'WHERE command', 'WHERE "
         "kind') WHERE name = 'event_command'",
         "DROP INDEX event_command; CREATE UNIQUE INDEX event_command ON event (command, stream)",
         "index event_command is not as the program made it"},
    };
    static const struct store_view large = {"large", "SELECT stream, cents FROM movement WHERE cents > 100",
                                            "SELECT stream, cents FROM movement WHERE cents > 100"};
    struct store_options options = with_tables;
    options.views = &large;
    options.view_count = 1;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct store_place place = place_of(state);
        struct store *store = place_open_with(&place, &options);
        static struct told told;
        for (unsigned n = 0; n < DAMAGE_EVENTS; n++)
            append_one(store, "house", n, n == 3 ? "c3" : "", "{}");
        store_close(store);
        if (i > 0)
            place_sql(&place, place.postgres && cases[i].postgres ? cases[i].postgres : cases[i].sql);
        options.mode = STORE_READ_ONLY;
        options.to_inspect = true;
        store = place_open_with(&place, &options);
        options.mode = STORE_CREATE;
        options.to_inspect = false;
        told = (struct told){.shown = 0};
        text_out_init(&told.out, told.words, sizeof told.words);
        assert_int_equal(store_inspect(store, tell_flaw, &told, NULL), STATUS_OK);
        if (*cases[i].words ? strstr(told.words, cases[i].words) == NULL : told.words[0] != '\0')
            fail_msg("%s: %s", cases[i].sql, told.words);
        store_close(store);
        place_remove(&place);
    }
}

/* Of the columns of a table, "cents" is another word, with controls in it. */
static void a_damaged_declaration_is_refused_and_can_be_inspected(void **state)
{
    static struct told told;
    struct store_place place = place_of(state);
    struct store *store = place_open_with(&place, &with_tables);
    struct store_options options = with_tables;
    struct fault fault;
    append_one(store, "house", 0, "c1", "{}");
    store_close(store);
    place_sql(&place, "UPDATE store_table SET columns = replace(columns, 'cents', 'ce\x0e\x1b[2J') "
                      "WHERE name = 'movement'");
    static const enum store_mode modes[] = {STORE_CREATE, STORE_EXISTING, STORE_READ_ONLY};
    for (unsigned i = 0; i < 3; i++) {
        options.mode = modes[i];
        assert_int_equal(store_open(text_of(place.address), &options, &store, &fault), STATUS_INVALID);
        assert_string_equal(
            fault.words, "table movement was declared otherwise, by another version of the program or "
                         "another hand: \"...t text, ce\\x0e\\x1b[2J integer, t...\" at byte 17, not "
                         "\"...t text, cents integer, tab...\"; 'cardroom store rebuild' makes it anew from "
                         "the events");
    }
    options.to_inspect = true;
    store = place_open_with(&place, &options);
    assert_int_equal(verified(store, "house").kind, STORE_WHOLE);
    told = (struct told){.shown = 0};
    text_out_init(&told.out, told.words, sizeof told.words);
    assert_int_equal(store_inspect(store, tell_flaw, &told, NULL), STATUS_OK);
    assert_non_null(strstr(told.words, "the declaration of table movement is not as the program made it: "
                                       "\"...t text, ce\\x0e\\x1b[2J integer, t...\" at byte 17, not "
                                       "\"...t text, cents integer, tab...\""));
    store_close(store);
    place_remove(&place);
}

/* The number alone is damage; the number and the tables are another version. */
static void a_store_of_another_format_is_not_inspected(void **state)
{
    const struct store_options options = {.mode = STORE_READ_ONLY, .to_inspect = true};
    struct store_place place = place_of(state);
    struct store *store = place_open(&place);
    struct fault fault;
    append_one(store, "house", 0, "c1", "{}");
    store_close(store);
    place_sql(&place, "UPDATE store_format SET version = 3");
    store = place_open_with(&place, &options);
    assert_int_equal(verified(store, "house").kind, STORE_WHOLE);
    store_close(store);
    place_sql(&place, "ALTER TABLE snapshot ADD COLUMN maker TEXT");
    assert_int_equal(store_open(text_of(place.address), &options, &store, &fault), STATUS_INVALID);
    assert_string_equal(fault.words,
                        "this store has format 3; this program reads format 2. A newer version of "
                        "cardroom made it; use that version");
    place_sql(&place, "UPDATE store_format SET version = 2");
    store_close(place_open_with(&place, &options));
    place_sql(&place, "DROP TABLE store_format; DROP TABLE event");
    assert_int_equal(store_open(text_of(place.address), &options, &store, &fault), STATUS_INVALID);
    assert_non_null(strstr(fault.words, " does not hold a store"));
    place_remove(&place);
}

int main(int argc, char **argv)
{
    struct CMUnitTest tests[] = {
        cmocka_unit_test(damage_is_found_and_placed),
        cmocka_unit_test(all_damage_is_told),
        cmocka_unit_test(flaws_around_the_events_are_told),
        cmocka_unit_test(the_index_of_commands_is_compared_with_the_events),
        cmocka_unit_test(it_is_said_which_command_the_index_has_wrong),
        cmocka_unit_test(a_damaged_declaration_is_refused_and_can_be_inspected),
        cmocka_unit_test(a_store_of_another_format_is_not_inspected),
        cmocka_unit_test(a_stream_under_another_name_does_not_verify),
    };
    return place_main(argc, argv, tests, sizeof tests / sizeof tests[0]);
}
