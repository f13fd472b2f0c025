/*
 * The audit on both engines: whatever another hand has done to a store is found, and the finding names the event or the table.
 */
#include "server/books_test.h"
#include "server/reports.h"

enum { SQL_SIZE = 2048 };

struct fixture {
    struct store_place place;
    struct audit audit;
    uint64_t last; /* event */
};

/* A day in which every table for reports has got rows. */
static void begin(struct fixture *fixture, void **state)
{
    static const char *const lines[] = {
        "equipment C4-1 device sensor seat 2 by dana",
        "equipment C4-1 device sensor seat 2 works by dana",
        "start-round C4-1 fees 1,2 by dana",
        "claim-hand C4-1 seat 2 offer bonus-hand by dana",
        "verify-hand 2 cards \"9s 9h 9d 9c 2s\" wager $5 by sam",
        "authorise 2 by sue",
        "reverse 2 reason \"wrong seat\" authorised-by sue by sam",
        "end-round C4-1 by dana",
        "clock 2026-11-03T06:30:00-08:00",
    };
    const bool *postgres = *state;
    struct books books;
    fixture->place = place_make(*postgres, "audit_test");
    books_open(&books, &fixture->place);
    books_begin(&books);
    books_royal_flush(&books);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        books_ask(&books, i == 0 ? "k1" : i == 2 ? "k2" : "", lines[i], KEEPER_DONE);
    fixture->last = keeper_sequence(books.keeper);
    books_close(&books);
    assert_whole(&fixture->place);
}

static void end(struct fixture *fixture)
{
    assert_whole(&fixture->place);
    place_remove(&fixture->place);
}

/* ------------------------------------------------------------------------------------------ a hand in the store */

/* SQLite computes stream and sequence of an event from its place. */
static const char *columns_of(const struct store_place *place, const char *table)
{
    return !place->postgres && strcmp(table, "event") == 0 ? "place, kind, command, payload, hash" : "*";
}

static void keep(const struct store_place *place, const char *table)
{
    char sql[SQL_SIZE];
    (void)snprintf(sql, sizeof sql, "CREATE TABLE kept AS SELECT %s FROM \"%s\"", columns_of(place, table),
                   table);
    (void)place_sql(place, sql);
}

static void put_back(const struct store_place *place, const char *table)
{
    char sql[SQL_SIZE], names[128] = "";
    const char *columns = columns_of(place, table);
    if (*columns != '*')
        (void)snprintf(names, sizeof names, "(%s)", columns);
    (void)snprintf(sql, sizeof sql,
                   "DELETE FROM \"%s\"; INSERT INTO \"%s\" %s SELECT * FROM kept; DROP TABLE kept", table,
                   table, names);
    (void)place_sql(place, sql);
}

/* Somebody runs the SQL on the table; the audit says these words about the event, 0: about any; then all is as before. */
static void assert_found(struct fixture *fixture, const char *table, const char *sql, uint64_t sequence,
                         const char *words)
{
    const struct audit *audit = &fixture->audit;
    keep(&fixture->place, table);
    (void)place_sql(&fixture->place, sql);
    books_audit(&fixture->place, &fixture->audit);
    bool found = false;
    for (unsigned i = 0; i < audit->finding_count; i++)
        found |= strstr(audit->findings[i].words, words) &&
                 (sequence == 0 || audit->findings[i].sequence == sequence);
    if (!found)
        fail_msg("%s: \"%s\" is not found, but %u others: %s", sql, words, audit->finding_count,
                 audit->finding_count ? audit->findings[0].words : "");
    put_back(&fixture->place, table);
}

/* ------------------------------------------------------------------------------------------ events */

static void a_whole_store_is_found_whole(void **state)
{
    static struct fixture fixture;
    begin(&fixture, state);
    books_audit(&fixture.place, &fixture.audit);
    assert_int_equal(fixture.audit.finding_count, 0);
    assert_int_equal(fixture.audit.events, fixture.last);
    assert_true(fixture.audit.postings > 10);
    assert_true(fixture.audit.rows > 20);
    assert_int_equal(strlen(fixture.audit.head), 64);
    end(&fixture);
}

static void a_change_of_any_event_is_found(void **state)
{
    static struct fixture fixture;
    begin(&fixture, state);
    /* Each question costs PostgreSQL a connection, so some events are left out there. */
    for (uint64_t sequence = 1; sequence <= fixture.last; sequence += fixture.place.postgres ? 7 : 1) {
        /* One byte of the payload, in the middle: JSON still, or not. */
        char sql[SQL_SIZE], words[64];
        (void)snprintf(sql, sizeof sql,
                       "UPDATE event SET payload = substr(payload, 1, length(payload) / 2 - 1) || "
                       "CASE WHEN substr(payload, length(payload) / 2, 1) = 'x' THEN 'y' ELSE 'x' END || "
                       "substr(payload, length(payload) / 2 + 1) WHERE sequence = %llu",
                       (unsigned long long)sequence);
        (void)snprintf(words, sizeof words, "event %llu is not as it was written",
                       (unsigned long long)sequence);
        assert_found(&fixture, "event", sql, sequence, words);
    }
    end(&fixture);
}

static void whatever_is_done_to_the_log_is_found(void **state)
{
    static const struct {
        const char *sql;
        uint64_t sequence;
        const char *words;
    } both[] = {
        {"UPDATE event SET kind = 'round-ended' WHERE sequence = 20", 20,
         "event 20 is not as it was written"},
        {"UPDATE event SET hash = (SELECT other.hash FROM event other WHERE other.sequence = 6) WHERE "
         "sequence = 3",
         3, "event 3 is not as it was written"},
        {"UPDATE event SET command = 'k3' WHERE command = 'k1'", 0, "is not as it was written"},
        {"UPDATE event SET command = NULL WHERE command = 'k1'", 0, "is not as it was written"},
        {"UPDATE event SET command = 'k3' WHERE sequence = 8", 8, "event 8 is not as it was written"},
        {"DELETE FROM event WHERE sequence = 1", 1, "event 1 is missing"},
        {"DELETE FROM event WHERE sequence = 12", 12, "event 12 is missing"},
        {"DELETE FROM event WHERE sequence > 30", 31, "event 31 is missing"},
        {"DELETE FROM event", 1, "event 1 is missing"},
        {"UPDATE event SET kind = (SELECT other.kind FROM event other WHERE other.sequence = 12),"
         " payload = (SELECT other.payload FROM event other WHERE other.sequence = 12),"
         " hash = (SELECT other.hash FROM event other WHERE other.sequence = 12) WHERE sequence = 13",
         13, "event 13 is a second copy of event 12"},
    };
    static const char *const swapped[] = {"UPDATE event SET place = place - 9 + 900 WHERE sequence = 9;"
                                          "UPDATE event SET place = place - 10 + 9 WHERE sequence = 10;"
                                          "UPDATE event SET place = place - 900 + 10 WHERE sequence = 900",
                                          "UPDATE event SET sequence = 900 WHERE sequence = 9;"
                                          "UPDATE event SET sequence = 9 WHERE sequence = 10;"
                                          "UPDATE event SET sequence = 10 WHERE sequence = 900"};
    static struct fixture fixture;
    begin(&fixture, state);
    for (size_t i = 0; i < sizeof both / sizeof both[0]; i++)
        assert_found(&fixture, "event", both[i].sql, both[i].sequence, both[i].words);
    assert_found(&fixture, "event", swapped[fixture.place.postgres], 9,
                 "event 9 stands in the place of event 10");
    assert_found(&fixture, "stream", "UPDATE stream SET sequence = sequence - 1", fixture.last,
                 "stands behind the end of the stream");
    assert_found(&fixture, "stream", "UPDATE stream SET sequence = sequence + 1", fixture.last + 1,
                 "is missing");
    assert_found(&fixture, "stream",
                 "UPDATE stream SET hash = (SELECT event.hash FROM event WHERE event.sequence = 1)",
                 fixture.last, "the head does not belong to event");
    end(&fixture);
}

/* One who knows how to hash appends what this house could not have done. */
static void an_event_that_cannot_have_happened_is_found(void **state)
{
    static const struct {
        const char *kind, *payload, *words;
    } forged[] = {
        {"table-opened", "{\"at\":\"2026-11-03T15:00:00Z\",\"by\":\"fay\",\"table\":\"ZZ-9\"}",
         "there is no such table"},
        {"table-opened", "{\"at\":\"2026-11-01T15:00:00Z\",\"by\":\"fay\",\"table\":\"C4-2\"}",
         "it is earlier than the one before"},
        {"table-opened", "{\"at\":", "event"},
        {"jackpot-stolen", "{}", "jackpot-stolen"},
    };
    for (size_t i = 0; i < sizeof forged / sizeof forged[0]; i++) {
        static struct fixture fixture;
        begin(&fixture, state);
        struct store *store = place_open(&fixture.place);
        struct store_event event = {text_of(forged[i].kind), text_of(""), text_of(forged[i].payload)};
        struct store_batch batch = {
            .stream = text_of("house"), .expected = fixture.last, .events = &event, .event_count = 1};
        (void)append_batch(store, &batch);
        store_close(store);
        books_audit(&fixture.place, &fixture.audit);
        assert_int_equal(fixture.audit.finding_count, 1);
        assert_int_equal(fixture.audit.findings[0].sequence, fixture.last + 1);
        if (!strstr(fixture.audit.findings[0].words, forged[i].words))
            fail_msg("%s", fixture.audit.findings[0].words);
        place_remove(&fixture.place);
    }
}

/* One that can have happened, but whose rows were not written with it. */
static void an_event_without_its_rows_is_found(void **state)
{
    static struct fixture fixture;
    begin(&fixture, state);
    struct store *store = place_open(&fixture.place);
    struct store_event event = {
        text_of("table-opened"), text_of(""),
        text_of("{\"at\":\"2026-11-03T15:00:00Z\",\"by\":\"fay\",\"table\":\"C4-2\"}")};
    struct store_batch batch = {
        .stream = text_of("house"), .expected = fixture.last, .events = &event, .event_count = 1};
    (void)append_batch(store, &batch);
    store_close(store);
    books_audit(&fixture.place, &fixture.audit);
    assert_int_equal(fixture.audit.finding_count, 1);
    assert_int_equal(fixture.audit.findings[0].sequence, fixture.last + 1);
    if (!strstr(fixture.audit.findings[0].words, "missing in table game_table"))
        fail_msg("%s", fixture.audit.findings[0].words);
    place_remove(&fixture.place);
}

/* ------------------------------------------------------------------------------------------ rows */

/* "WHERE" the row is the first that the table has. */
static const char *one_row(const struct store_table *table)
{
    static char words[256];
    char key[96];
    struct text_out out;
    text_out_init(&out, key, sizeof key);
    for (unsigned i = 0; i < table->key_count; i++)
        text_out_add(&out, "%s\"%s\"", i > 0 ? ", " : "", table->columns[i].name);
    if (table->key_count == 0)
        text_out_add(&out, "sequence, ordinal");
    (void)snprintf(words, sizeof words, "WHERE (%s) = (SELECT %s FROM \"%s\" LIMIT 1)", key, key,
                   table->name);
    return words;
}

static void change_columns(struct fixture *fixture, const struct store_table *table)
{
    char sql[SQL_SIZE];
    for (unsigned i = 0; i < table->column_count; i++) {
        const char *name = table->columns[i].name;
        bool number = table->columns[i].type == STORE_INTEGER;
        (void)snprintf(sql, sizeof sql, "UPDATE \"%s\" SET \"%s\" = COALESCE(\"%s\" %s) %s", table->name,
                       name, name, number ? "+ 1000000, 1" : "|| 'x', 'x'", one_row(table));
        assert_found(fixture, table->name, sql, 0, table->name);
        if (i < table->key_count)
            continue;
        (void)snprintf(sql, sizeof sql, "UPDATE \"%s\" SET \"%s\" = CASE WHEN \"%s\" IS NULL THEN %s END %s",
                       table->name, name, name, number ? "0" : "''", one_row(table));
        assert_found(fixture, table->name, sql, 0, table->name);
    }
}

/* A second row like the first, with another key or ordinal. */
static void add_row(struct fixture *fixture, const struct store_table *table, const char *stream,
                    const char *words)
{
    char sql[SQL_SIZE];
    struct text_out out;
    text_out_init(&out, sql, sizeof sql);
    text_out_add(&out, "INSERT INTO \"%s\" SELECT %s, sequence%s", table->name, stream,
                 table->key_count == 0 ? ", ordinal + 50" : "");
    for (unsigned i = 0; i < table->column_count; i++)
        text_out_add(&out, ", \"%s\"%s", table->columns[i].name,
                     i > 0 || table->key_count == 0            ? ""
                     : table->columns[i].type == STORE_INTEGER ? " + 1000000"
                                                               : " || 'x'");
    text_out_add(&out, " FROM \"%s\" LIMIT 1", table->name);
    assert_found(fixture, table->name, sql, 0, words);
}

static void whatever_is_done_to_a_table_for_reports_is_found(void **state)
{
    static struct fixture fixture;
    begin(&fixture, state);
    for (unsigned i = 0; i < REPORT_TABLES; i++) {
        const struct store_table *table = &report_tables[i];
        char sql[SQL_SIZE], words[128];
        (void)snprintf(sql, sizeof sql, "SELECT count(*) FROM \"%s\"", table->name);
        if (place_sql(&fixture.place, sql) == 0)
            fail_msg("table %s is empty, and shows nothing", table->name);
        change_columns(&fixture, table);
        (void)snprintf(sql, sizeof sql, "UPDATE \"%s\" SET sequence = sequence + 500 %s", table->name,
                       one_row(table));
        assert_found(&fixture, table->name, sql, 0, table->name);
        (void)snprintf(words, sizeof words, "table %s has a row that no event made", table->name);
        add_row(&fixture, table, "stream", words);
        (void)snprintf(words, sizeof words, "table %s has a row of a stream that is not there", table->name);
        add_row(&fixture, table, "stream + 77", words);
        (void)snprintf(sql, sizeof sql, "DELETE FROM \"%s\" %s", table->name, one_row(table));
        (void)snprintf(words, sizeof words, "is missing in table %s", table->name);
        assert_found(&fixture, table->name, sql, 0, words);
    }
    end(&fixture);
}

/* Each row that stands behind the one that is gone is as it was, and is not blamed. */
static void only_the_row_that_is_gone_is_missed(void **state)
{
    static struct fixture fixture;
    begin(&fixture, state);
    long long first = place_sql(&fixture.place, "SELECT min(sequence) FROM administration");
    char sql[SQL_SIZE];
    (void)snprintf(sql, sizeof sql, "DELETE FROM administration WHERE sequence = %lld", first);
    assert_found(&fixture, "administration", sql, (uint64_t)first, "is missing in table administration");
    assert_int_equal(fixture.audit.finding_count, 1);
    end(&fixture);
}

/* ------------------------------------------------------------------------------------------ snapshots */

/* Saves a snapshot of the state, or of these bytes if there are any. */
static void save(struct fixture *fixture, const char *bytes)
{
    struct books books;
    books_open_with(&books, &fixture->place,
                    &(struct keeper_options){.mode = STORE_EXISTING, .from_the_start = true});
    enum status status = *bytes ? store_snapshot_save(keeper_store(books.keeper), text_of("house"),
                                                      fixture->last, text_of(bytes), &books.fault)
                                : keeper_save(books.keeper, &books.fault);
    if (status != STATUS_OK)
        fail_msg("%s", books.fault.words);
    books_close(&books);
}

static void a_change_of_a_snapshot_is_found(void **state)
{
    static struct fixture fixture;
    begin(&fixture, state);
    bool postgres = fixture.place.postgres;
    save(&fixture, "");
    books_audit(&fixture.place, &fixture.audit);
    assert_int_equal(fixture.audit.finding_count, 0);
    assert_int_equal(fixture.audit.snapshots, 1);
    assert_found(&fixture, "snapshot",
                 postgres ? "UPDATE snapshot SET bytes = bytes || '\\x20'::bytea"
                          : "UPDATE snapshot SET bytes = CAST(bytes || x'20' AS BLOB)",
                 fixture.last, "is not as it was saved");
    assert_found(&fixture, "snapshot",
                 postgres ? "UPDATE snapshot SET seal = (SELECT hash FROM event WHERE sequence = 3)"
                          : "UPDATE snapshot SET seal = (SELECT hash FROM event WHERE event.sequence = 3)",
                 fixture.last, "is not as it was saved");
    assert_found(&fixture, "snapshot", "UPDATE snapshot SET sequence = sequence - 1", fixture.last - 1,
                 "is not as it was saved");
    /* One who knows how to seal saves a state that the events do not make. */
    save(&fixture, "a million for me");
    books_audit(&fixture.place, &fixture.audit);
    assert_int_equal(fixture.audit.finding_count, 1);
    assert_int_equal(fixture.audit.findings[0].sequence, fixture.last);
    assert_non_null(strstr(fixture.audit.findings[0].words, "is not the state that the events make"));
    save(&fixture, "");
    end(&fixture);
}

static void a_store_that_is_not_there_cannot_be_audited(void **state)
{
    const bool *postgres = *state;
    static struct audit audit;
    struct store_place place = place_make(*postgres, "audit_test");
    struct fault fault = {0};
    assert_true(audit_store(text_of(place.address), text_of("house"), NULL, NULL, &audit, &fault) !=
                STATUS_OK);
    assert_true(fault.words[0] != '\0');
    place_remove(&place);
}

int main(int argc, char **argv)
{
    struct CMUnitTest tests[] = {
        cmocka_unit_test(a_whole_store_is_found_whole),
        cmocka_unit_test(a_change_of_any_event_is_found),
        cmocka_unit_test(whatever_is_done_to_the_log_is_found),
        cmocka_unit_test(an_event_that_cannot_have_happened_is_found),
        cmocka_unit_test(an_event_without_its_rows_is_found),
        cmocka_unit_test(whatever_is_done_to_a_table_for_reports_is_found),
        cmocka_unit_test(only_the_row_that_is_gone_is_missed),
        cmocka_unit_test(a_change_of_a_snapshot_is_found),
        cmocka_unit_test(a_store_that_is_not_there_cannot_be_audited),
    };
    return place_main(argc, argv, tests, sizeof tests / sizeof tests[0]);
}
