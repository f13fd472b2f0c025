/*
 * The audit on both engines: whatever another hand has done to a store is found, and the finding names the event or the table.
 */
#include "books/books_test.h"
#include "books/report_rows.h"

#include <sodium.h>

enum { SQL_SIZE = 2048, PAGE = 2048 }; /* the second is that of a store in SQLite */

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

static void end(struct fixture *fixture)
{
    assert_whole(&fixture->place);
    remove_place(&fixture->place);
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
    assert_true(fixture.audit.movements > 10);
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
        {"DELETE FROM event WHERE sequence > 30", 31, "events 31 to 52 are missing"},
        {"DELETE FROM event", 1, "events 1 to 52 are missing"},
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
        text_of("{\"at\":\"2026-11-03T14:30:00Z\",\"by\":\"fay\",\"table\":\"C4-2\"}")};
    struct store_batch batch = {
        .stream = text_of("house"), .expected = fixture.last, .events = &event, .event_count = 1};
    (void)append_batch(store, &batch);
    store_close(store);
    books_audit(&fixture.place, &fixture.audit);
    assert_int_equal(fixture.audit.finding_count, 1);
    assert_int_equal(fixture.audit.findings[0].sequence, fixture.last + 1);
    if (!strstr(fixture.audit.findings[0].words, "table game_table, game_table \"C4-2\": the row that event"))
        fail_msg("%s", fixture.audit.findings[0].words);
    place_remove(&fixture.place);
}

/* ------------------------------------------------------------------------------------------ who may not win */

/* A log that is written anew with one of its events altered: the hashes are right, and the tables for reports are empty. */
struct altering {
    struct store *altered;
    uint64_t sequence;
    const char *kind, *old,
        *new;             /* of the first event of the kind that has the old text; NULL: it is left out */
    const char *expected; /* kind of the event that is to be found */
    unsigned prize;       /* that it is about */
    uint64_t expected_at, altered_at;
    bool done;
};

static enum status write_anew(void *context, const struct store_record *record, struct fault *fault)
{
    static char payload[BOOKS_FILE_MAX];
    struct altering *altering = context;
    struct store_event event = {record->event.kind, text_of(""), record->event.payload};
    size_t at = 0;
    (void)fault;
    bool is_kind = !altering->done && text_equal(event.kind, text_of(altering->kind));
    while (is_kind && at < event.payload.length &&
           !text_starts_with(text_from(event.payload, at), text_of(altering->old)))
        at++;
    if (is_kind && at < event.payload.length && !altering->new) {
        altering->done = true;
        altering->altered_at = altering->sequence + 1; /* of the one behind it */
        return STATUS_OK;
    }
    if (is_kind && at < event.payload.length) {
        struct text_out out;
        text_out_init(&out, payload, sizeof payload);
        text_out_add_text(&out, text_slice(event.payload, 0, at));
        text_out_add(&out, "%s", altering->new);
        text_out_add_text(&out, text_from(event.payload, at + strlen(altering->old)));
        event.payload = text_out_text(&out);
        altering->done = true;
        altering->altered_at = altering->sequence + 1;
    }
    struct store_batch batch = {
        .stream = text_of("house"), .expected = altering->sequence, .events = &event, .event_count = 1};
    (void)append_batch(altering->altered, &batch);
    altering->sequence++;
    char prize[32];
    (void)snprintf(prize, sizeof prize, "\"prize\":%u,", altering->prize);
    if (text_equal(event.kind, text_of(altering->expected)) && text_contains(event.payload, text_of(prize)))
        altering->expected_at = altering->sequence;
    return STATUS_OK;
}

/* What the audit says of the log with the change in it. */
static void audit_altered(const struct store_place *place, struct altering *altering, struct audit *audit)
{
    struct store_place other = place_make(place->postgres, "audit_altered");
    struct fault fault = {0};
    struct store *store = place_open(place);
    struct books books;
    books_open(&books, &other); /* which makes the tables for reports */
    books_close(&books);
    altering->altered = place_open(&other);
    if (store_read(store, text_of("house"), 1, STORE_SEQUENCE_MAX, write_anew, altering, &fault) != STATUS_OK)
        fail_msg("%s", fault.words);
    assert_true(altering->done);
    store_close(store);
    store_close(altering->altered);
    books_audit(&other, audit);
    place_remove(&other);
}

/* Of the log with the change in it the audit says this, and nothing else. */
static void assert_only_finding(const struct store_place *place, struct altering *altering, const char *words,
                                struct audit *audit)
{
    audit_altered(place, altering, audit);
    if (!strstr(audit->findings[0].words, words))
        fail_msg("%s %s: %s", altering->kind, altering->new ? altering->new : "left out",
                 audit->findings[0].words);
    assert_int_equal(audit->finding_count, 1);
}

/* A royal flush of 1001, and four nines of somebody whom nobody knows until the cage has seen who it is: 1002. */
static struct store_place play_two_prizes(bool postgres)
{
    static const char *const lines[] = {
        "start-round C4-1 fees 1,2,3 by dana",
        "claim-hand C4-1 seat 3 offer bonus-hand by dana",
        "verify-hand 2 cards \"9s 9h 9d 9c 2s\" wager $5 by sam",
        "authorise 2 by sue",
        "identify 2 patron 1002 document licence born 1990-01-01 by cy",
        "register 1002 name Robert by fay",
        "pay 2 in check by cy",
        "end-round C4-1 by dana",
        "start-round C4-1 fees 1,2,3 by dana",
        "return-fees C4-1 reason misdeal by sue",
        "clock 2026-11-02T13:10:00-08:00",
    };
    struct store_place place = place_make(postgres, "audit_test");
    struct books books;
    books_open(&books, &place);
    books_begin(&books);
    books_royal_flush(&books);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        books_do(&books, lines[i]);
    books_close(&books);
    assert_whole(&place);
    return place;
}

#define ANN    "\"identification\":\"seen\""
#define ROBERT "\"name\":\"Robert\",\"born\":\"1990-01-01\",\"identification\":\"seen\""
#define BORN   "\"born\":\"1980-05-06\""
#define BONUS  "bay101/bonus-hand-progressive-v1-1"

/* I7: whoever the log is altered to pay, the document still says who may win. */
static void a_prize_of_somebody_who_may_not_win_is_found(void **state)
{
    static const struct {
        const char *kind, *old, *new, *expected;
        unsigned prize;
        const char *words; /* after its number */
    } altered[] = {
        {"awarded", "\"patron\":\"1001\"", "\"patron\":\"1003\"", "awarded", 1,
         " of 1003: the person is on the exclusion list ("},
        {"awarded", "\"patron\":\"1001\"", "\"patron\":\"1009\"", "awarded", 1,
         " of 1009: the patron is not registered (house#patron)"},
        {"prize-identified", "\"patron\":\"1002\"", "\"patron\":\"1003\"", "prize-identified", 2,
         " of 1003: the person is on the exclusion list ("},
        {"prize-identified", "\"patron\":\"1002\"", "\"patron\":\"1009\"", "prize-identified", 2,
         " of 1009: the patron is not registered (house#patron)"},
        {"prize-identified", "\"born\":\"1990-01-01\"", "\"born\":\"2005-11-03\"", "prize-identified", 2,
         " of 1002: the person is 20 years old, and must be at least 21 (" BONUS},
        {"patron-recorded", ROBERT, ROBERT ",\"employee\":\"on duty\"", "prize-paid", 2,
         " of 1002: employees may win: off duty (" BONUS "#46)"},
    };
    const bool *postgres = *state;
    static struct audit audit;
    struct store_place place = play_two_prizes(*postgres);
    for (size_t i = 0; i < sizeof altered / sizeof altered[0]; i++) {
        struct altering altering = {.kind = altered[i].kind,
                                    .old = altered[i].old,
                                    .new = altered[i].new,
                                    .expected = altered[i].expected,
                                    .prize = altered[i].prize};
        char words[256];
        (void)snprintf(words, sizeof words, "event %s that cannot have happened here: prize %u%s",
                       altered[i].expected, altered[i].prize, altered[i].words);
        assert_only_finding(&place, &altering, words, &audit);
        assert_int_equal(audit.findings[0].sequence, altering.expected_at);
    }
    place_remove(&place);
}

/* An event in which one text stands in the place of another, and what is said of it. */
struct altered {
    const char *kind, *old, *new, *words;
};

static struct altering altering_of(const struct altered *altered)
{
    return (struct altering){
        .kind = altered->kind, .old = altered->old, .new = altered->new, .expected = altered->kind};
}

/* Each is found where it stands, and nothing else is. */
static void assert_each_is_found(bool postgres, const struct altered *altered, size_t count)
{
    static struct audit audit;
    struct store_place place = play_two_prizes(postgres);
    for (size_t i = 0; i < count; i++) {
        struct altering altering = altering_of(&altered[i]);
        assert_only_finding(&place, &altering, altered[i].words, &audit);
        assert_non_null(strstr(audit.findings[0].words, altered[i].kind));
        assert_int_equal(audit.findings[0].sequence, altering.altered_at);
    }
    place_remove(&place);
}

/* I6 and I13, in a log whose hashes are right. */
static void whoever_signs_without_the_right_to_and_money_without_a_clause_are_found(void **state)
{
    static const struct altered altered[] = {
        {"awarded", "\"verified-by\":\"sam\"", "\"verified-by\":\"mallory\"",
         "mallory has not verified the hand (house#two-persons)"},
        {"awarded", "\"authorised-by\":\"sue\"", "\"authorised-by\":\"dana\"",
         "dana has authorised what another brought (house#two-persons)"},
        {"awarded", "\"by\":\"sue\"", "\"by\":\"dana\"", "dana may not authorise here (house#permission)"},
        {"awarded", "\"authorised-by\":\"sue\"", "\"authorised-by\":\"sam\"", "not two persons"},
        {"hand-verified", "\"by\":\"sam\"", "\"by\":\"dana\"", "dana may not verify here (house#permission)"},
        {"prize-paid", "\"by\":\"cy\"", "\"by\":\"dana\"", "dana may not pay here (house#permission)"},
        {"appointed", "\"by\":\"olga\"", "\"by\":\"dana\"", "dana may not appoint here (house#permission)"},
        {"round-started", "\"by\":\"dana\"", "\"by\":\"mallory\"",
         "mallory may not start rounds here (house#permission)"},
        {"awarded", "\"award\",\"" BONUS "#29\"", "\"award\",\"\"", "a movement of money without a clause"},
    };
    const bool *postgres = *state;
    assert_each_is_found(*postgres, altered, sizeof altered / sizeof altered[0]);
}

/* I14: the books balance whatever is written there, and the documents still say how a fee is split and that it goes back. */
static void a_fee_that_is_split_otherwise_is_found(void **state)
{
    static const struct altered altered[] = {
        {"round-started", ",33,\"contribution\"", ",32,\"contribution\"",
         "a contribution of $0.33 to prize pool is missing, or not in its place (" BONUS "#91)"},
        {"round-started", ",267,\"contribution\"", ",266,\"contribution\"",
         "a contribution of $2.67 to reserve is missing, or not in its place (" BONUS "#92)"},
        {"round-started", ",267,\"contribution\",\"" BONUS "#92\"", ",267,\"contribution\",\"" BONUS "#91\"",
         "a contribution of $2.67 to reserve is missing"},
        {"round-started", ",300,\"fee\"", ",400,\"fee\"", "a fee of $3.00 to fee box is missing"},
        {"round-started", "\"fees\":[1,2,3]", "\"fees\":[1,2]", "a fee of $2.00 to fee box is missing"},
        {"round-started", ",\"fees\":[1,2,3]", "", "money moves that no document orders"},
        {"fees-returned", ",267,\"returned fee\"", ",266,\"returned fee\"",
         "a returned fee of $2.67 to fee box is missing, or not in its place (house#round)"},
    };
    const bool *postgres = *state;
    assert_each_is_found(*postgres, altered, sizeof altered / sizeof altered[0]);
}

/* I15, in a log whose hashes are right; without `new` the event is not there at all. */
static void what_the_house_would_not_have_decided_is_found(void **state)
{
    static const struct altered altered[] = {
        {"seeded", ",500000,\"seed\"", ",500001,\"seed\"",
         "a seed of $5,000.00 to prize pool is missing, or not in its place (" BONUS "#85)"},
        {"seeded", "#85\"", "#84\"", "a seed of $5,000.00 to prize pool is missing"},
        {"seeded", "", NULL, "event round-started that cannot have happened here"},
        {"hour-completed", "", NULL, "event clock that cannot have happened here: something was due before"},
        {"hour-completed", "T21:00", "T21:01", "its \"at\" is not what the house decides"},
        {"hour-completed", ",1000,1000]", ",1001,1001]", "its \"fees\" is not what the house decides"},
        {"appointed", "\"dealer\"", "\"wizard\"", "the house has no role \"wizard\" (house#permission)"},
        {"table-opened", "T20:00:00", "T20:30:00", "the clock of the house does not show that time"},
        {"seated", "\"seat\":2", "\"seat\":1", "seat 1 of C4-1 is taken (house#table)"},
        {"round-started", "\"round\":2", "\"round\":3", "it is not the next round of its table"},
        {"round-started", "[1,2,3],\"fees\"", "[1,2,3,4],\"fees\"", "a seat that is dealt in is empty"},
        {"round-started", "\"dealt\":[1,2", "\"dealt\":[2,1", "a whole number from 3 to 31 expected"},
        {"round-ended", "\"round\":1", "\"round\":2", "no round of that number runs"},
        {"hand-verified", "9s 9h 9d 9c 2s", "9s 9h 9d 8c 2s",
         "the hand wins nothing by the chart in force (" BONUS "#29)"},
        {"hand-verified", "#29\"", "#30\"", "its \"clause\" is not what the house decides"},
        {"hand-verified", "\"A3\"", "\"A1\"", "its \"row\" is not what the house decides"},
        {"awarded", "\"patron\":\"1001\"", "\"patron\":\"1002\"",
         "its \"prizes\" is not what the house decides"},
        {"awarded", ",29733,\"award\"", ",29732,\"award\"",
         "an award of $297.33 to held is missing, or not in its place (" BONUS "#29)"},
        {"prize-paid", "#50\"", "#51\"", "a payment of $5,000.22 to"},
        {"fees-returned", "\"round\":3", "\"round\":2", "it is not the round of its table"},
    };
    const bool *postgres = *state;
    static struct audit audit;
    struct store_place place = play_two_prizes(*postgres);
    for (size_t i = 0; i < sizeof altered / sizeof altered[0]; i++) {
        struct altering altering = altering_of(&altered[i]);
        assert_only_finding(&place, &altering, altered[i].words, &audit);
        if (altered[i].new)
            assert_int_equal(audit.findings[0].sequence, altering.altered_at);
    }
    place_remove(&place);
}

/* Who may not win by what is written of him may not have sat or won before that: it is found where it is first asked for. */
static void somebody_who_could_not_have_won_is_found(void **state)
{
    static const struct {
        const char *old, *new, *words;
    } altered[] = {
        {BORN, "\"born\":\"2005-11-03\"", "the person is 20 years old, and must be at least 21 (" BONUS},
        {ANN, ANN ",\"employee\":\"on duty\"", "employees may win: off duty"},
        {ANN, ANN ",\"employee\":\"on standby\"", "employees may win: off duty"},
        {ANN, ANN ",\"proposition-player\":true", "proposition players may not win (" BONUS "#48)"},
        {ANN, ANN ",\"excluded\":true", "1001 is on the exclusion list and may not play (house#exclusion)"},
    };
    const bool *postgres = *state;
    static struct audit audit;
    struct store_place place = play_two_prizes(*postgres);
    for (size_t i = 0; i < sizeof altered / sizeof altered[0]; i++) {
        struct altering altering = {
            .kind = "patron-recorded", .old = altered[i].old, .new = altered[i].new, .expected = "awarded"};
        assert_only_finding(&place, &altering, altered[i].words, &audit);
    }
    place_remove(&place);
}

/* The neighbours of those: the rows of the tables are not there, and nothing else is said. */
static void a_prize_of_somebody_who_just_may_win_is_none(void **state)
{
    static const struct altered altered[] = {
        {"patron-recorded", BORN, "\"born\":\"2005-11-02\"", NULL},
        {"patron-recorded", ANN, ANN ",\"employee\":\"off duty\"", NULL},
        {"patron-recorded", ANN, ANN ",\"employee\":\"off duty in uniform\"", NULL},
        {"patron-recorded", ANN, ANN ",\"excluded-as\":\"an uncle of the dealer\"", NULL},
        {"prize-identified", "\"patron\":\"1002\"", "\"patron\":\"1001\"", NULL},
        {"prize-identified", "\"born\":\"1990-01-01\"", "\"born\":\"2005-11-02\"", NULL},
        {"patron-recorded", ROBERT, ROBERT ",\"employee\":\"off duty\"", NULL},
    };
    const bool *postgres = *state;
    static struct audit audit;
    struct store_place place = play_two_prizes(*postgres);
    for (size_t i = 0; i < sizeof altered / sizeof altered[0]; i++) {
        struct altering altering = altering_of(&altered[i]);
        audit_altered(&place, &altering, &audit);
        assert_int_equal(audit.events, altering.sequence);
        for (unsigned k = 0; k < audit.finding_count; k++)
            if (!strstr(audit.findings[k].words, " made is missing"))
                fail_msg("%s: %s", altered[i].new, audit.findings[k].words);
    }
    place_remove(&place);
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
    /* Each question costs PostgreSQL some connections, so some columns are left out there. */
    for (unsigned i = 0; i < table->column_count; i += fixture->place.postgres ? 3 : 1) {
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
    struct books books;
    begin(&fixture, state);
    books_open(&books, &fixture.place);
    books_do_numbered(&books, "redeem %u for airfare cost $420 by cy", books_journey(&books));
    books_close(&books);
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
        add_row(&fixture, table, "stream", ": no event made this row");
        (void)snprintf(words, sizeof words, "table %s has 1 row of a stream that is not there", table->name);
        add_row(&fixture, table, "stream + 77", words);
        (void)snprintf(sql, sizeof sql, "DELETE FROM \"%s\" %s", table->name, one_row(table));
        assert_found(&fixture, table->name, sql, 0, " made is missing");
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
    assert_found(&fixture, "administration", sql, (uint64_t)first, "table administration, row 1 of event");
    assert_int_equal(fixture.audit.finding_count, 1);
    end(&fixture);
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
    static struct fixture fixture;
    begin(&fixture, state);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_found(&fixture, cases[i].table, cases[i].sql, 0, cases[i].words);
    if (!fixture.place.postgres) {
        assert_found(&fixture, "award", "UPDATE award SET clause = CAST(clause AS BLOB) WHERE award = 1", 0,
                     "clause is neither a number nor a text, and event");
        assert_found(&fixture, "account", "UPDATE account SET name = CAST(name AS BLOB) WHERE account = 1", 0,
                     "table account, account 1: name is neither");
    }
    end(&fixture);
}

/* The tables are compared with what the events make as they stand, and all damage is told. */
static void behind_the_first_damage_the_audit_goes_on(void **state)
{
    static struct fixture fixture;
    begin(&fixture, state);
    keep(&fixture.place, "event");
    (void)place_sql(&fixture.place,
                    "UPDATE event SET payload = replace(payload, 'Ann', 'Ama') WHERE sequence IN "
                    "(SELECT sequence FROM event WHERE payload LIKE '%Ann Lee%');"
                    "UPDATE event SET payload = replace(payload, 'wrong seat', 'wrong seal')");
    books_audit(&fixture.place, &fixture.audit);
    bool altered = false, patron = false, adjustment = false;
    for (unsigned i = 0; i < fixture.audit.finding_count; i++) {
        const char *words = fixture.audit.findings[i].words;
        altered |= strstr(words, "is not as it was written") != NULL;
        patron |= strstr(words, "table patron, patron \"1001\": name is \"Ann Lee\"") != NULL;
        adjustment |= strstr(words, "reason is \"wrong seat\"") != NULL;
    }
    assert_int_equal(fixture.audit.finding_count, 4);
    assert_true(altered && patron && adjustment);
    put_back(&fixture.place, "event");
    end(&fixture);
}

static void findings_beyond_the_maximum_are_counted(void **state)
{
    static struct fixture fixture;
    begin(&fixture, state);
    keep(&fixture.place, "event");
    (void)place_sql(&fixture.place, "UPDATE event SET kind = 'x'");
    books_audit(&fixture.place, &fixture.audit);
    assert_int_equal(fixture.audit.finding_count, AUDIT_FINDINGS_MAX);
    /* All events, and that the first cannot be applied. */
    assert_int_equal(fixture.audit.more, fixture.last + 1 - AUDIT_FINDINGS_MAX);
    put_back(&fixture.place, "event");
    end(&fixture);
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
        {"DELETE FROM store_table", NULL, "the declaration of table meter is missing"},
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
        static struct fixture fixture;
        begin(&fixture, state);
        (void)place_sql(&fixture.place,
                        fixture.place.postgres && cases[i].postgres ? cases[i].postgres : cases[i].sql);
        books_audit(&fixture.place, &fixture.audit);
        if (!is_found(&fixture.audit, cases[i].words))
            fail_msg("%s: %u findings: %s", cases[i].sql, fixture.audit.finding_count,
                     fixture.audit.findings[0].words);
        remove_place(&fixture.place);
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
        static struct fixture fixture;
        begin(&fixture, state);
        (void)place_sql(&fixture.place, damages[i].sql);
        books_audit(&fixture.place, &fixture.audit);
        assert_true(is_found(&fixture.audit, damages[i].words));
        assert_int_equal(fixture.audit.events, fixture.last);
        (void)place_sql(&fixture.place, "UPDATE meter SET amount = amount + 1");
        books_audit(&fixture.place, &fixture.audit);
        assert_true(is_found(&fixture.audit, damages[i].words));
        assert_true(is_found(&fixture.audit, "table meter, "));
        (void)place_sql(&fixture.place, "DELETE FROM event WHERE sequence = 30");
        books_audit(&fixture.place, &fixture.audit);
        assert_true(is_found(&fixture.audit, damages[i].words));
        assert_true(is_found(&fixture.audit, "event 30 is missing"));
        remove_place(&fixture.place);
    }
}

/* Commands k1 and k2 change places in event and index, and then back in the events alone: SQLite's index has been taken out of the
 * schema meanwhile; PostgreSQL's is not told, and loses both. */
static void a_command_that_the_index_has_wrong_is_named(void **state)
{
    static const char swap[] = "UPDATE event SET command = 'k0' WHERE command = 'k1';"
                               "UPDATE event SET command = 'k1' WHERE command = 'k2';"
                               "UPDATE event SET command = 'k2' WHERE command = 'k0'";
    static struct fixture fixture;
    char words[2][128], back[SQL_SIZE];
    begin(&fixture, state);
    const struct store_place *place = &fixture.place;
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
    books_audit(place, &fixture.audit);
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
        assert_string_equal(fixture.audit.findings[i].words, words[i]);
        assert_int_equal(fixture.audit.findings[i].sequence, has);
    }
    assert_int_equal(fixture.audit.finding_count, 2);
    remove_place(place);
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
    assert_found(&fixture, "snapshot", "UPDATE snapshot SET sequence = -5", 0, "is of no event");
    /* One who knows how to seal saves a state that the events do not make. */
    save(&fixture, "a million for me");
    books_audit(&fixture.place, &fixture.audit);
    assert_int_equal(fixture.audit.finding_count, 1);
    assert_int_equal(fixture.audit.findings[0].sequence, fixture.last);
    assert_non_null(strstr(fixture.audit.findings[0].words, "is not the state that the events make"));
    save(&fixture, "");
    end(&fixture);
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
        {"stream", "UPDATE stream SET sequence = sequence + 1", NULL, "event 53 is missing"},
        {"stream", "UPDATE stream SET hash = zeroblob(32)", "UPDATE stream SET hash = '\\x00'",
         "the head does not belong to event 52"},
        {"event", "UPDATE event SET place = place + 1 WHERE sequence = 52",
         "UPDATE event SET sequence = 53 WHERE sequence = 52", "event 52 stands in the place of event 53"},
        {"event", "UPDATE event SET place = place + (1 << 40) WHERE sequence = 52",
         "UPDATE event SET stream = 2 WHERE sequence = 52", "event 52 is missing"},
        {"event", "UPDATE event SET kind = 'x' || kind WHERE sequence = 7", NULL,
         "event 7 is not as it was written"},
        {"event", "UPDATE event SET command = command || 'x' WHERE command = 'k1'", NULL,
         " is not as it was written"},
        {"event", payload, NULL, "event 7 is not as it was written"},
        {"event", "UPDATE event SET hash = zeroblob(32) WHERE sequence = 7",
         "UPDATE event SET hash = '\\x00' WHERE sequence = 7", "event 7 is not as it was written"},
        {"snapshot", "UPDATE snapshot SET stream = stream + 1", NULL,
         "the snapshot at event 52 is of stream 2, which is not there"},
        {"snapshot", "UPDATE snapshot SET sequence = sequence - 1", NULL,
         "the snapshot at event 51 is not as it was saved"},
        {"snapshot", "UPDATE snapshot SET seal = zeroblob(32)", "UPDATE snapshot SET seal = '\\x00'",
         "the snapshot at event 52 is not as it was saved"},
        {"snapshot", "UPDATE snapshot SET bytes = zeroblob(32)", "UPDATE snapshot SET bytes = '\\x00'",
         "the snapshot at event 52 is not as it was saved"},
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
    static struct fixture fixture;
    begin(&fixture, state);
    save(&fixture, "");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_found(&fixture, cases[i].table,
                     fixture.place.postgres && cases[i].postgres ? cases[i].postgres : cases[i].sql, 0,
                     cases[i].words);
    end(&fixture);
}

/* ------------------------------------------------------------------------------------------ bits */

struct file_bytes {
    unsigned char *bytes;
    size_t size;
};

static struct file_bytes read_whole(const char *name)
{
    struct file_bytes file = {0};
    FILE *stream = fopen(name, "rb");
    assert_non_null(stream);
    assert_int_equal(fseek(stream, 0, SEEK_END), 0);
    file.size = (size_t)ftell(stream);
    rewind(stream);
    file.bytes = malloc(file.size);
    assert_non_null(file.bytes);
    assert_int_equal(fread(file.bytes, 1, file.size, stream), file.size);
    assert_int_equal(fclose(stream), 0);
    return file;
}

static void write_byte(const char *name, size_t offset, unsigned char byte)
{
    FILE *stream = fopen(name, "r+b");
    assert_non_null(stream);
    assert_int_equal(fseek(stream, (long)offset, SEEK_SET), 0);
    assert_int_equal(fputc(byte, stream), byte);
    assert_int_equal(fclose(stream), 0);
}

static void hash_rows(sqlite3 *database, const char *sql, crypto_generichash_state *hash)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(database, sql, -1, &statement, NULL);
    while (code == SQLITE_OK || code == SQLITE_ROW) {
        code = sqlite3_step(statement);
        for (int i = 0; code == SQLITE_ROW && i < sqlite3_column_count(statement); i++) {
            const int told[] = {i, sqlite3_column_type(statement, i), 0};
            const void *bytes = sqlite3_column_blob(statement, i);
            int size = sqlite3_column_bytes(statement, i);
            crypto_generichash_update(hash, (const unsigned char *)told, sizeof told);
            if (size > 0)
                crypto_generichash_update(hash, bytes, (unsigned long long)size);
        }
    }
    crypto_generichash_update(hash, (const unsigned char *)&code, sizeof code);
    sqlite3_finalize(statement);
}

/* All that SQL shows of a file, in the order in which it lies there. */
static void hash_content(const char *name, unsigned char content[crypto_generichash_BYTES])
{
    static const char *const own[] = {"stream",       "event",       "snapshot",
                                      "store_format", "store_table", "store_view"};
    crypto_generichash_state hash;
    sqlite3 *database;
    crypto_generichash_init(&hash, NULL, 0, crypto_generichash_BYTES);
    assert_int_equal(sqlite3_open_v2(name, &database, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    hash_rows(database, "SELECT type, name, tbl_name, sql FROM sqlite_schema", &hash);
    for (size_t i = 0; i < sizeof own / sizeof own[0] + REPORT_TABLES; i++) {
        char sql[SQL_SIZE];
        (void)snprintf(sql, sizeof sql, "SELECT * FROM \"%s\" NOT INDEXED",
                       i < REPORT_TABLES ? report_tables[i].name : own[i - REPORT_TABLES]);
        hash_rows(database, sql, &hash);
    }
    sqlite3_close(database);
    crypto_generichash_final(&hash, content, crypto_generichash_BYTES);
}

static void assert_may_be_shown(const char *words)
{
    char safe[2 * AUDIT_WORDS_SIZE];
    struct text_out out;
    text_out_init(&out, safe, sizeof safe);
    text_out_add_safely(&out, text_of(words));
    assert_string_equal(safe, words);
}

static bool names_a_place(const char *words)
{
    static const char *const places[] = {"event ",   "table ", "view ",    "index ", "stream ",
                                         "snapshot", "row ",   "the file", "schema", "Tree "};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
        if (strstr(words, places[i]))
            return true;
    return false;
}

/* Whether the audit has found something: then it has said where, in words that can be shown. That it could not be made is no
 * answer but for a file that is no store any more. */
static bool is_answered(const struct audit *audit, enum status status, const struct fault *fault)
{
    bool placed = status == STATUS_INVALID && names_a_place(fault->words);
    if (status != STATUS_OK)
        assert_may_be_shown(fault->words);
    for (unsigned i = 0; i < audit->finding_count; i++) {
        assert_may_be_shown(audit->findings[i].words);
        placed |= names_a_place(audit->findings[i].words);
    }
    if (!placed && (status != STATUS_OK || audit->finding_count > 0))
        fail_msg("%s: no place in %s", status_name(status),
                 status == STATUS_OK ? audit->findings[0].words : fault->words);
    return placed;
}

/* One bit of the file is another: the audit says what is wrong, or nothing that can be read is any different. */
static bool flip_is_found(struct fixture *fixture, const struct file_bytes *file, size_t offset, unsigned bit,
                          const unsigned char *content)
{
    const char *name = place_file(&fixture->place);
    unsigned char now[crypto_generichash_BYTES];
    struct fault fault = {0};
    write_byte(name, offset, (unsigned char)(file->bytes[offset] ^ 1U << bit));
    enum status status =
        audit_store(text_of(fixture->place.address), text_of("house"), NULL, NULL, &fixture->audit, &fault);
    bool found = is_answered(&fixture->audit, status, &fault);
    if (!found) {
        hash_content(name, now);
        if (memcmp(now, content, sizeof now) != 0)
            fail_msg("bit %u of byte %zu, at %zu of page %zu, is another, and nothing is found", bit, offset,
                     offset % PAGE, offset / PAGE + 1);
    }
    write_byte(name, offset, file->bytes[offset]);
    return found;
}

/* How many places there are beside those at the beginning of each page. */
static size_t flip_count(size_t size)
{
    const char *wanted = getenv("CARDROOM_FLIPS");
    size_t count = wanted ? strtoul(wanted, NULL, 10) : 400;
    return getenv("CARDROOM_EXHAUSTIVE") || count > size ? size : count;
}

/* Of every page some of the bytes at its beginning, where its structure is; and so many that lie evenly over the whole file. */
static void a_bit_that_is_another_is_found(void **state)
{
    enum { STRUCTURE = 16, BITS = 8 };
    static struct fixture fixture;
    begin(&fixture, state);
    if (fixture.place.postgres) {
        end(&fixture);
        return;
    }
    save(&fixture, "");
    (void)place_sql(&fixture.place, "PRAGMA wal_checkpoint(TRUNCATE)");
    const char *name = place_file(&fixture.place);
    struct file_bytes file = read_whole(name);
    unsigned char content[crypto_generichash_BYTES];
    hash_content(name, content);
    size_t structure = file.size / PAGE * STRUCTURE / 2, spread = flip_count(file.size), found = 0;
    uint64_t seed = 1;
    for (size_t i = 0; i < structure + spread; i++) {
        seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        size_t random = (size_t)(seed >> 33);
        size_t at = i < structure ? i * 2 / STRUCTURE * PAGE + random % STRUCTURE
                                  : (i - structure) * file.size / spread +
                                        random % (file.size / spread > 0 ? file.size / spread : 1);
        found += flip_is_found(&fixture, &file, at, (unsigned)(random >> 12) % BITS, content);
    }
    assert_true(found > (structure + spread) / 4);
    free(file.bytes);
    end(&fixture);
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
    struct fixture fixture;
    struct books books;
    struct fault fault;
    begin(&fixture, state);
    books_open(&books, &fixture.place);
    assert_int_equal(audit_store(text_of(fixture.place.address), text_of("house"), play_on, &books,
                                 &fixture.audit, &fault),
                     STATUS_OK);
    if (fixture.audit.finding_count > 0)
        fail_msg("%s", fixture.audit.findings[0].words);
    assert_int_equal(fixture.audit.events, fixture.last);
    assert_true(keeper_sequence(books.keeper) > fixture.last);
    books_close(&books);
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
        cmocka_unit_test(a_prize_of_somebody_who_may_not_win_is_found),
        cmocka_unit_test(a_prize_of_somebody_who_just_may_win_is_none),
        cmocka_unit_test(a_fee_that_is_split_otherwise_is_found),
        cmocka_unit_test(what_the_house_would_not_have_decided_is_found),
        cmocka_unit_test(somebody_who_could_not_have_won_is_found),
        cmocka_unit_test(whoever_signs_without_the_right_to_and_money_without_a_clause_are_found),
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
        cmocka_unit_test(a_bit_that_is_another_is_found),
        cmocka_unit_test(a_house_that_goes_on_is_audited_as_it_was),
        cmocka_unit_test(a_store_that_is_not_there_cannot_be_audited),
    };
    return place_main(argc, argv, tests, sizeof tests / sizeof tests[0]);
}
