/*
 * The audit on both engines: whatever another hand has done to a store is found, and the finding names the event or the table.
 */
#include "books/audit_day_test.h"
#include "books/report_rows.h"

enum { SQL_SIZE = 2048 };

/* ------------------------------------------------------------------------------------------ a hand in the store */

/* SQLite computes stream and sequence of an event from its place. */
static const char *columns_of(const struct store_place *place, const char *table)
{
    return !place->postgres && strcmp(table, "event") == 0 ? "place, kind, command, payload, hash" : "*";
}

/* What is kept is no part of the store: it stands in a file or a schema beside it. */
static void beside(const struct store_place *place, char *opens, char *name)
{
    if (place->postgres) {
        (void)snprintf(opens, SQL_SIZE,
                       "SET client_min_messages = error; CREATE SCHEMA IF NOT EXISTS %s_kept;", place->name);
        (void)snprintf(name, SQL_SIZE, "%s_kept.kept", place->name);
    } else {
        (void)snprintf(opens, SQL_SIZE, "ATTACH '%s.kept' AS beside; PRAGMA beside.synchronous = OFF;",
                       place_file(place));
        (void)snprintf(name, SQL_SIZE, "beside.kept");
    }
}

static void keep(const struct store_place *place, const char *table)
{
    char sql[3 * SQL_SIZE], opens[SQL_SIZE], name[SQL_SIZE];
    beside(place, opens, name);
    (void)snprintf(sql, sizeof sql, "%s CREATE TABLE %s AS SELECT %s FROM \"%s\"", opens, name,
                   columns_of(place, table), table);
    (void)place_sql(place, sql);
}

static void put_back(const struct store_place *place, const char *table)
{
    char sql[4 * SQL_SIZE], opens[SQL_SIZE], name[SQL_SIZE], names[128] = "";
    const char *columns = columns_of(place, table);
    if (*columns != '*')
        (void)snprintf(names, sizeof names, "(%s)", columns);
    beside(place, opens, name);
    (void)snprintf(sql, sizeof sql,
                   "%s DELETE FROM \"%s\"; INSERT INTO \"%s\" %s SELECT * FROM %s; DROP TABLE %s", opens,
                   table, table, names, name, name);
    (void)place_sql(place, sql);
}

static void remove_place(const struct store_place *place)
{
    char name[512];
    if (place->postgres) {
        (void)snprintf(name, sizeof name,
                       "SET client_min_messages = error; DROP SCHEMA IF EXISTS %s_kept CASCADE", place->name);
        (void)place_sql(place, name);
    } else {
        (void)snprintf(name, sizeof name, "%s.kept", place_file(place));
        (void)unlink(name);
    }
    place_remove(place);
}

static void end(struct audit_day *day)
{
    assert_whole(&day->place);
    remove_place(&day->place);
}

/* Somebody runs the SQL on the table; the audit says these words about the event, 0: about any; then all is as before. */
static void assert_found(struct audit_day *day, const char *table, const char *sql, uint64_t sequence,
                         const char *words)
{
    const struct audit *audit = &day->audit;
    keep(&day->place, table);
    (void)place_sql(&day->place, sql);
    books_audit(&day->place, &day->audit);
    bool found = false;
    for (unsigned i = 0; i < audit->finding_count; i++)
        found |= strstr(audit->findings[i].words, words) &&
                 (sequence == 0 || audit->findings[i].sequence == sequence);
    if (!found)
        fail_msg("%s: \"%s\" is not found, but %u others: %s", sql, words, audit->finding_count,
                 audit->finding_count ? audit->findings[0].words : "");
    put_back(&day->place, table);
}

/* ------------------------------------------------------------------------------------------ events */

static void a_whole_store_is_found_whole(void **state)
{
    static struct audit_day day;
    audit_day_play(&day, state);
    books_audit(&day.place, &day.audit);
    assert_int_equal(day.audit.finding_count, 0);
    assert_int_equal(day.audit.events, day.last);
    assert_true(day.audit.movements > 10);
    assert_true(day.audit.rows > 20);
    assert_int_equal(strlen(day.audit.head), 64);
    end(&day);
}

static void a_change_of_any_event_is_found(void **state)
{
    static struct audit_day day;
    audit_day_play(&day, state);
    /* Each question costs PostgreSQL a connection, so some events are left out there. */
    for (uint64_t sequence = 1; sequence <= day.last; sequence += day.place.postgres ? 7 : 1) {
        /* One byte of the payload, in the middle: JSON still, or not. */
        char sql[SQL_SIZE], words[64];
        (void)snprintf(sql, sizeof sql,
                       "UPDATE event SET payload = substr(payload, 1, length(payload) / 2 - 1) || "
                       "CASE WHEN substr(payload, length(payload) / 2, 1) = 'x' THEN 'y' ELSE 'x' END || "
                       "substr(payload, length(payload) / 2 + 1) WHERE sequence = %llu",
                       (unsigned long long)sequence);
        (void)snprintf(words, sizeof words, "event %llu is not as it was written",
                       (unsigned long long)sequence);
        assert_found(&day, "event", sql, sequence, words);
    }
    end(&day);
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
        {"DELETE FROM event WHERE sequence > 30", 31, "events 31 to 53 are missing"},
        {"DELETE FROM event", 1, "events 1 to 53 are missing"},
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
    static struct audit_day day;
    audit_day_play(&day, state);
    for (size_t i = 0; i < sizeof both / sizeof both[0]; i++)
        assert_found(&day, "event", both[i].sql, both[i].sequence, both[i].words);
    assert_found(&day, "event", swapped[day.place.postgres], 9, "event 9 stands in the place of event 10");
    assert_found(&day, "stream", "UPDATE stream SET sequence = sequence - 1", day.last,
                 "stands behind the end of the stream");
    assert_found(&day, "stream", "UPDATE stream SET sequence = sequence + 1", day.last + 1, "is missing");
    assert_found(&day, "stream",
                 "UPDATE stream SET hash = (SELECT event.hash FROM event WHERE event.sequence = 1)", day.last,
                 "the head does not belong to event");
    end(&day);
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
        static struct audit_day day;
        audit_day_play(&day, state);
        struct store *store = place_open(&day.place);
        struct store_event event = {text_of(forged[i].kind), text_of(""), text_of(forged[i].payload)};
        struct store_batch batch = {
            .stream = text_of("house"), .expected = day.last, .events = &event, .event_count = 1};
        (void)append_batch(store, &batch);
        store_close(store);
        books_audit(&day.place, &day.audit);
        assert_int_equal(day.audit.finding_count, 1);
        assert_int_equal(day.audit.findings[0].sequence, day.last + 1);
        if (!strstr(day.audit.findings[0].words, forged[i].words))
            fail_msg("%s", day.audit.findings[0].words);
        place_remove(&day.place);
    }
}

/* One that can have happened, but whose rows were not written with it. */
static void an_event_without_its_rows_is_found(void **state)
{
    static struct audit_day day;
    audit_day_play(&day, state);
    struct store *store = place_open(&day.place);
    struct store_event event = {
        text_of("table-opened"), text_of(""),
        text_of("{\"at\":\"2026-11-03T14:30:00Z\",\"by\":\"fay\",\"table\":\"C4-2\"}")};
    struct store_batch batch = {
        .stream = text_of("house"), .expected = day.last, .events = &event, .event_count = 1};
    (void)append_batch(store, &batch);
    store_close(store);
    books_audit(&day.place, &day.audit);
    assert_int_equal(day.audit.finding_count, 1);
    assert_int_equal(day.audit.findings[0].sequence, day.last + 1);
    if (!strstr(day.audit.findings[0].words, "table game_table, game_table \"C4-2\": the row that event"))
        fail_msg("%s", day.audit.findings[0].words);
    place_remove(&day.place);
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

static void change_columns(struct audit_day *day, const struct store_table *table)
{
    char sql[SQL_SIZE];
    /* Each question costs PostgreSQL some connections, so some columns are left out there. */
    for (unsigned i = 0; i < table->column_count; i += day->place.postgres ? 3 : 1) {
        const char *name = table->columns[i].name;
        bool number = table->columns[i].type == STORE_INTEGER;
        (void)snprintf(sql, sizeof sql, "UPDATE \"%s\" SET \"%s\" = COALESCE(\"%s\" %s) %s", table->name,
                       name, name, number ? "+ 1000000, 1" : "|| 'x', 'x'", one_row(table));
        assert_found(day, table->name, sql, 0, table->name);
        if (i < table->key_count)
            continue;
        (void)snprintf(sql, sizeof sql, "UPDATE \"%s\" SET \"%s\" = CASE WHEN \"%s\" IS NULL THEN %s END %s",
                       table->name, name, name, number ? "0" : "''", one_row(table));
        assert_found(day, table->name, sql, 0, table->name);
    }
}

/* A second row like the first, with another key or ordinal. */
static void add_row(struct audit_day *day, const struct store_table *table, const char *stream,
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
    assert_found(day, table->name, sql, 0, words);
}

static void whatever_is_done_to_a_table_for_reports_is_found(void **state)
{
    static struct audit_day day;
    struct books books;
    audit_day_play(&day, state);
    books_open(&books, &day.place);
    books_do_numbered(&books, "redeem %u for airfare cost $420 by cy", books_journey(&books));
    books_close(&books);
    for (unsigned i = 0; i < REPORT_TABLES; i++) {
        const struct store_table *table = &report_tables[i];
        char sql[SQL_SIZE], words[128];
        (void)snprintf(sql, sizeof sql, "SELECT count(*) FROM \"%s\"", table->name);
        if (place_sql(&day.place, sql) == 0)
            fail_msg("table %s is empty, and shows nothing", table->name);
        change_columns(&day, table);
        (void)snprintf(sql, sizeof sql, "UPDATE \"%s\" SET sequence = sequence + 500 %s", table->name,
                       one_row(table));
        assert_found(&day, table->name, sql, 0, table->name);
        add_row(&day, table, "stream", ": no event made this row");
        (void)snprintf(words, sizeof words, "table %s has 1 row of a stream that is not there", table->name);
        add_row(&day, table, "stream + 77", words);
        (void)snprintf(sql, sizeof sql, "DELETE FROM \"%s\" %s", table->name, one_row(table));
        assert_found(&day, table->name, sql, 0, " made is missing");
    }
    end(&day);
}

/* Each row that stands behind the one that is gone is as it was, and is not blamed. */
static void only_the_row_that_is_gone_is_missed(void **state)
{
    static struct audit_day day;
    audit_day_play(&day, state);
    long long first = place_sql(&day.place, "SELECT min(sequence) FROM administration");
    char sql[SQL_SIZE];
    (void)snprintf(sql, sizeof sql, "DELETE FROM administration WHERE sequence = %lld", first);
    assert_found(&day, "administration", sql, (uint64_t)first, "table administration, row 1 of event");
    assert_int_equal(day.audit.finding_count, 1);
    end(&day);
}

/* A row is named by its key, or its event and number, and so is the column. */
static void a_finding_names_row_and_column(void **state)
{
    static const struct {
        const char *table, *sql, *words;
    } cases[] = {
        {"meter", "UPDATE meter SET hits = 7",
         "table meter, offer 0, pool \"prize pool\": hits is 7, and event"},
        {"prize", "UPDATE prize SET paid_in = NULL WHERE prize = 1",
         "table prize, prize 1: paid_in is nothing, and event"},
        {"award", "UPDATE award SET cents = cents + 1 WHERE award = 1", ": cents is "},
        {"award", "UPDATE award SET ordinal = 9 WHERE award = 1", "row 9 of event"},
        {"incident", "UPDATE incident SET ordinal = 2", "row 1 of event"},
        {"adjustment", "UPDATE adjustment SET ordinal = ordinal + 1", ": no event made this row"},
        {"account", "UPDATE account SET sequence = sequence - 1 WHERE account = 0",
         "it is said to be of event"},
        {"account", "UPDATE account SET sequence = -sequence WHERE account = 0", "it is said to be of event"},
    };
    static struct audit_day day;
    audit_day_play(&day, state);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_found(&day, cases[i].table, cases[i].sql, 0, cases[i].words);
    if (!day.place.postgres) {
        assert_found(&day, "award", "UPDATE award SET clause = CAST(clause AS BLOB) WHERE award = 1", 0,
                     "clause is neither a number nor a text, and event");
        assert_found(&day, "account", "UPDATE account SET name = CAST(name AS BLOB) WHERE account = 1", 0,
                     "table account, account 1: name is neither");
    }
    end(&day);
}

/* The tables are compared with what the events make as they stand, and all damage is told. */
static void behind_the_first_damage_the_audit_goes_on(void **state)
{
    static struct audit_day day;
    audit_day_play(&day, state);
    keep(&day.place, "event");
    (void)place_sql(&day.place, "UPDATE event SET payload = replace(payload, 'Ann', 'Ama') WHERE sequence IN "
                                "(SELECT sequence FROM event WHERE payload LIKE '%Ann Lee%');"
                                "UPDATE event SET payload = replace(payload, 'wrong seat', 'wrong seal')");
    books_audit(&day.place, &day.audit);
    bool altered = false, patron = false, adjustment = false;
    for (unsigned i = 0; i < day.audit.finding_count; i++) {
        const char *words = day.audit.findings[i].words;
        altered |= strstr(words, "is not as it was written") != NULL;
        patron |= strstr(words, "table patron, patron \"1001\": name is \"Ann Lee\"") != NULL;
        adjustment |= strstr(words, "reason is \"wrong seat\"") != NULL;
    }
    assert_int_equal(day.audit.finding_count, 4);
    assert_true(altered && patron && adjustment);
    put_back(&day.place, "event");
    end(&day);
}

static void findings_beyond_the_maximum_are_counted(void **state)
{
    static struct audit_day day;
    audit_day_play(&day, state);
    keep(&day.place, "event");
    (void)place_sql(&day.place, "UPDATE event SET kind = 'x'");
    books_audit(&day.place, &day.audit);
    assert_int_equal(day.audit.finding_count, AUDIT_FINDINGS_MAX);
    /* All events, and that the first cannot be applied. */
    assert_int_equal(day.audit.more, day.last + 1 - AUDIT_FINDINGS_MAX);
    put_back(&day.place, "event");
    end(&day);
}

/* ------------------------------------------------------------------------------------------ around the events */

static bool is_found(const struct audit *audit, const char *words)
{
    for (unsigned i = 0; i < audit->finding_count; i++)
        if (strstr(audit->findings[i].words, words))
            return true;
    return false;
}

/* Somebody runs the SQL; the audit says these words. The store is given up. */
static void what_is_done_around_the_events_is_found(void **state)
{
    static const struct {
        const char *sql, *postgres, *words;
    } cases[] = {
        {"UPDATE stream SET name = 'housf'", NULL, "stream house is not there, or has no event"},
        {"UPDATE stream SET name = 'housf'", NULL, "stream \"housf\" is none of the house's"},
        {"INSERT INTO stream (name, sequence, hash) VALUES ('else', 0, x'00')",
         "INSERT INTO stream (name, sequence, hash) VALUES ('else', 0, '')",
         "stream \"else\" is none of the house's"},
        {"INSERT INTO stream (name, sequence, hash) VALUES ('slips', 3, x'00')",
         "INSERT INTO stream (name, sequence, hash) VALUES ('slips', 3, '')",
         "the stream slips: events 1 to 3 are missing"},
        {"DELETE FROM stream", NULL, "event 1 and what follows is of stream 1, which is not there"},
        {"DROP TABLE meter", NULL, "table meter cannot be read"},
        {"DROP TABLE meter", NULL, "table meter is missing"},
        {"DROP TABLE snapshot", NULL, "table snapshot cannot be read: "},
        {"DROP TABLE snapshot", NULL, "table snapshot is missing"},
        {"DROP TABLE stream", NULL, "the store cannot be read"},
        {"DROP INDEX event_command", NULL, "index event_command is missing"},
        {"DROP VIEW movement", NULL, "view movement is missing"},
        {"UPDATE store_table SET columns = replace(columns, 'cents', 'c\x1b[2J') WHERE name = 'prize'", NULL,
         "the declaration of table prize is not as the program made it: \"..."},
        {"UPDATE store_table SET columns = replace(columns, 'cents', 'c\x1b[2J') WHERE name = 'prize'", NULL,
         "c\\x1b[2J integer"},
        {"DELETE FROM store_table", NULL, "is none of the store's"},
        {"DROP TABLE store_table", NULL, "store_table"},
        {"UPDATE store_view SET query = replace(query, 'SELECT', 'SELECU') WHERE name = 'movement'", NULL,
         "the declaration of view movement is not as the program made it: \"SELECU"},
        {"UPDATE store_format SET version = 65", NULL,
         "row 1 of store_format is not as the program made it: \"65"},
        {"DELETE FROM store_format", NULL, "row 1 of store_format is missing"},
        {"DROP TABLE store_format", NULL, "store_format"},
        {"INSERT INTO event (place, kind, payload, hash) VALUES ((5 << 40) + 1, 'a', '{}', x'00')",
         "INSERT INTO event VALUES (5, 1, 'a', NULL, '{}', '')",
         "event 1 and what follows is of stream 5, which is not there"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        static struct audit_day day;
        audit_day_play(&day, state);
        (void)place_sql(&day.place,
                        day.place.postgres && cases[i].postgres ? cases[i].postgres : cases[i].sql);
        books_audit(&day.place, &day.audit);
        if (!is_found(&day.audit, cases[i].words))
            fail_msg("%s: %u findings: %s", cases[i].sql, day.audit.finding_count,
                     day.audit.findings[0].words);
        remove_place(&day.place);
    }
}

/* What a store says of its tables is no part of the events: these, their rows and the snapshots are still looked at. */
static void behind_a_damaged_declaration_the_audit_goes_on(void **state)
{
    static const struct {
        const char *sql, *words;
    } damages[] = {
        {"UPDATE store_table SET columns = 'nothing' WHERE name = 'meter'",
         "the declaration of table meter is not"},
        {"UPDATE store_view SET query = 'nothing' WHERE name = 'movement'",
         "the declaration of view movement is not"},
        {"UPDATE store_format SET version = 17", "row 1 of store_format is not"},
        {"DROP TABLE snapshot", "table snapshot is missing"},
    };
    for (size_t i = 0; i < sizeof damages / sizeof damages[0]; i++) {
        static struct audit_day day;
        audit_day_play(&day, state);
        (void)place_sql(&day.place, damages[i].sql);
        books_audit(&day.place, &day.audit);
        assert_true(is_found(&day.audit, damages[i].words));
        assert_int_equal(day.audit.events, day.last);
        (void)place_sql(&day.place, "UPDATE meter SET amount = amount + 1");
        books_audit(&day.place, &day.audit);
        assert_true(is_found(&day.audit, damages[i].words));
        assert_true(is_found(&day.audit, "table meter, "));
        (void)place_sql(&day.place, "DELETE FROM event WHERE sequence = 30");
        books_audit(&day.place, &day.audit);
        assert_true(is_found(&day.audit, damages[i].words));
        assert_true(is_found(&day.audit, "event 30 is missing"));
        remove_place(&day.place);
    }
}

/* Commands k1 and k2 change places in event and index, and then back in the events alone: SQLite's index has been taken out of the
 * schema meanwhile; PostgreSQL's is not told, and loses both. */
static void a_command_that_the_index_has_wrong_is_named(void **state)
{
    static const char swap[] = "UPDATE event SET command = 'k0' WHERE command = 'k1';"
                               "UPDATE event SET command = 'k1' WHERE command = 'k2';"
                               "UPDATE event SET command = 'k2' WHERE command = 'k0'";
    static struct audit_day day;
    char words[2][128], back[SQL_SIZE];
    audit_day_play(&day, state);
    const struct store_place *place = &day.place;
    long long first = place_sql(place, "SELECT sequence FROM event WHERE command = 'k1'"),
              second = place_sql(place, "SELECT sequence FROM event WHERE command = 'k2'");
    (void)place_sql(place, swap);
    (void)place_sql(place, place->postgres ? "UPDATE pg_index SET indisready = false "
                                             "WHERE indexrelid = 'event_command'::regclass"
                                           : "PRAGMA writable_schema = ON; CREATE TABLE kept AS "
                                             "SELECT * FROM sqlite_schema WHERE name = 'event_command';"
                                             "DELETE FROM sqlite_schema WHERE name = 'event_command'");
    (void)snprintf(back, sizeof back, "%s%s",
                   place->postgres ? "SET enable_indexscan = off; SET enable_bitmapscan = off;" : "", swap);
    (void)place_sql(place, back);
    (void)place_sql(place, place->postgres
                               ? "UPDATE pg_index SET indisready = true "
                                 "WHERE indexrelid = 'event_command'::regclass"
                               : "PRAGMA writable_schema = ON; INSERT INTO sqlite_schema SELECT * FROM kept");
    if (!place->postgres)
        (void)place_sql(place, "DROP TABLE kept");
    books_audit(place, &day.audit);
    for (unsigned i = 0; i < 2; i++) {
        long long has = i == 0 ? first : second, named = i == 0 ? second : first;
        if (place->postgres)
            (void)snprintf(words[i], sizeof words[i],
                           "the index of commands does not have \"k%u\", the command of event %lld", i + 1,
                           has);
        else
            (void)snprintf(words[i], sizeof words[i],
                           "the index of commands has \"k%u\" at event %lld, and event %lld has it", i + 1,
                           named, has);
        assert_string_equal(day.audit.findings[i].words, words[i]);
        assert_int_equal(day.audit.findings[i].sequence, has);
    }
    assert_int_equal(day.audit.finding_count, 2);
    remove_place(place);
}

/* ------------------------------------------------------------------------------------------ snapshots */

static void a_change_of_a_snapshot_is_found(void **state)
{
    static struct audit_day day;
    audit_day_play(&day, state);
    bool postgres = day.place.postgres;
    audit_day_save_snapshot(&day, "");
    books_audit(&day.place, &day.audit);
    assert_int_equal(day.audit.finding_count, 0);
    assert_int_equal(day.audit.snapshots, 1);
    assert_found(&day, "snapshot",
                 postgres ? "UPDATE snapshot SET bytes = bytes || '\\x20'::bytea"
                          : "UPDATE snapshot SET bytes = CAST(bytes || x'20' AS BLOB)",
                 day.last, "is not as it was saved");
    assert_found(&day, "snapshot",
                 postgres ? "UPDATE snapshot SET seal = (SELECT hash FROM event WHERE sequence = 3)"
                          : "UPDATE snapshot SET seal = (SELECT hash FROM event WHERE event.sequence = 3)",
                 day.last, "is not as it was saved");
    assert_found(&day, "snapshot", "UPDATE snapshot SET sequence = sequence - 1", day.last - 1,
                 "is not as it was saved");
    assert_found(&day, "snapshot", "UPDATE snapshot SET sequence = -5", 0, "is of no event");
    /* One who knows how to seal saves a state that the events do not make. */
    audit_day_save_snapshot(&day, "a million for me");
    books_audit(&day.place, &day.audit);
    assert_int_equal(day.audit.finding_count, 1);
    assert_int_equal(day.audit.findings[0].sequence, day.last);
    assert_non_null(strstr(day.audit.findings[0].words, "is not the state that the events make"));
    audit_day_save_snapshot(&day, "");
    end(&day);
}

/* Of the store's own tables: what stands in each column, of a row in the middle, is a little different. */
static void a_change_of_any_column_of_the_store_is_found(void **state)
{
    static const char payload[] = "UPDATE event SET payload = 'x' || substr(payload, 2) WHERE sequence = 7";
    static const struct {
        const char *table, *sql, *postgres, *words;
    } cases[] = {
        {"stream", "UPDATE stream SET id = id + 1", NULL, "which is not there"},
        {"stream", "UPDATE stream SET name = 'h' || name", NULL, "stream \"hhouse\" is none of the house's"},
        {"stream", "UPDATE stream SET sequence = sequence + 1", NULL, "event 54 is missing"},
        {"stream", "UPDATE stream SET hash = zeroblob(32)", "UPDATE stream SET hash = '\\x00'",
         "the head does not belong to event 53"},
        {"event", "UPDATE event SET place = place + 1 WHERE sequence = 53",
         "UPDATE event SET sequence = 54 WHERE sequence = 53", "event 53 stands in the place of event 54"},
        {"event", "UPDATE event SET place = place + (1 << 40) WHERE sequence = 53",
         "UPDATE event SET stream = 2 WHERE sequence = 53", "event 53 is missing"},
        {"event", "UPDATE event SET kind = 'x' || kind WHERE sequence = 7", NULL,
         "event 7 is not as it was written"},
        {"event", "UPDATE event SET command = command || 'x' WHERE command = 'k1'", NULL,
         " is not as it was written"},
        {"event", payload, NULL, "event 7 is not as it was written"},
        {"event", "UPDATE event SET hash = zeroblob(32) WHERE sequence = 7",
         "UPDATE event SET hash = '\\x00' WHERE sequence = 7", "event 7 is not as it was written"},
        {"snapshot", "UPDATE snapshot SET stream = stream + 1", NULL,
         "the snapshot at event 53 is of stream 2, which is not there"},
        {"snapshot", "UPDATE snapshot SET sequence = sequence - 1", NULL,
         "the snapshot at event 52 is not as it was saved"},
        {"snapshot", "UPDATE snapshot SET seal = zeroblob(32)", "UPDATE snapshot SET seal = '\\x00'",
         "the snapshot at event 53 is not as it was saved"},
        {"snapshot", "UPDATE snapshot SET bytes = zeroblob(32)", "UPDATE snapshot SET bytes = '\\x00'",
         "the snapshot at event 53 is not as it was saved"},
        {"store_format", "UPDATE store_format SET version = version + 1", NULL,
         "row 1 of store_format is not as"},
        {"store_table", "UPDATE store_table SET name = 'm' || name WHERE name = 'meter'", NULL,
         "the declaration of table mmeter is none of the store's"},
        {"store_table", "UPDATE store_table SET columns = 'x' || columns WHERE name = 'meter'", NULL,
         "the declaration of table meter is not as the program made it: \"x"},
        {"store_view", "UPDATE store_view SET name = 'p' || name WHERE name = 'movement'", NULL,
         "the declaration of view pmovement is none of the store's"},
        {"store_view", "UPDATE store_view SET query = 'x' || query WHERE name = 'movement'", NULL,
         "the declaration of view movement is not as the program made it: \"x"},
    };
    static struct audit_day day;
    audit_day_play(&day, state);
    audit_day_save_snapshot(&day, "");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_found(&day, cases[i].table,
                     day.place.postgres && cases[i].postgres ? cases[i].postgres : cases[i].sql, 0,
                     cases[i].words);
    end(&day);
}

static void play_on(void *context, uint64_t done, uint64_t all)
{
    struct books *books = context;
    assert_int_equal(done, 1);
    assert_int_equal(all, keeper_sequence(books->keeper));
    books_do(books, "clock 2026-11-03T12:00:00-08:00");
    books_do(books, "start-round C4-1 fees 1,2 by dana");
    books_do(books, "end-round C4-1 by dana");
}

static void a_house_that_goes_on_is_audited_as_it_was(void **state)
{
    struct audit_day day;
    struct books books;
    struct fault fault;
    audit_day_play(&day, state);
    books_open(&books, &day.place);
    assert_int_equal(
        audit_store(text_of(day.place.address), text_of("house"), play_on, &books, &day.audit, &fault),
        STATUS_OK);
    if (day.audit.finding_count > 0)
        fail_msg("%s", day.audit.findings[0].words);
    assert_int_equal(day.audit.events, day.last);
    assert_true(keeper_sequence(books.keeper) > day.last);
    books_close(&books);
    end(&day);
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
        cmocka_unit_test(a_finding_names_row_and_column),
        cmocka_unit_test(behind_the_first_damage_the_audit_goes_on),
        cmocka_unit_test(findings_beyond_the_maximum_are_counted),
        cmocka_unit_test(what_is_done_around_the_events_is_found),
        cmocka_unit_test(behind_a_damaged_declaration_the_audit_goes_on),
        cmocka_unit_test(a_command_that_the_index_has_wrong_is_named),
        cmocka_unit_test(a_change_of_a_snapshot_is_found),
        cmocka_unit_test(a_change_of_any_column_of_the_store_is_found),
        cmocka_unit_test(a_house_that_goes_on_is_audited_as_it_was),
        cmocka_unit_test(a_store_that_is_not_there_cannot_be_audited),
    };
    return place_main(argc, argv, tests, sizeof tests / sizeof tests[0]);
}
