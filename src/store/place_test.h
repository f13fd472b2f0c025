/*
 * A fresh place for a store, of either kind, for the tests of this room.
 *
 * A test program that runs against both engines gets "sqlite" or "postgresql" as its argument. PostgreSQL is the server that
 * CARDROOM_POSTGRES names, which ./test sets; each place is a schema of its own there. Without a server the program says so
 * and skips its tests. SQLite places are files in a folder below TMPDIR.
 */
#ifndef STORE_PLACE_TEST_H
#define STORE_PLACE_TEST_H

#include "base/check.h"
#include "store/store.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <libpq-fe.h>
#include <sqlite3.h>

struct store_place {
    bool postgres;
    char folder[256], name[64];
    char address[1024];
};

/* A name that no other running test on this machine uses. */
static inline void place_name(struct store_place *place, const char *test)
{
    struct text_out out;
    text_out_init(&out, place->name, sizeof place->name);
    text_out_add(&out, "%s_%ld", test, (long)getpid());
}

static inline void place_postgres_run(const char *sql)
{
    PGconn *connection = PQconnectdb(getenv("CARDROOM_POSTGRES"));
    assert_int_equal(PQstatus(connection), CONNECTION_OK);
    PQclear(PQexec(connection, "SET client_min_messages = error"));
    PGresult *result = PQexec(connection, sql);
    ExecStatusType found = PQresultStatus(result);
    if (found != PGRES_COMMAND_OK && found != PGRES_TUPLES_OK)
        fail_msg("%s: %s", sql, PQerrorMessage(connection));
    PQclear(result);
    PQfinish(connection);
}

static inline struct store_place place_make(bool postgres, const char *test)
{
    struct store_place place = {.postgres = postgres};
    place_name(&place, test);
    struct text_out out;
    text_out_init(&out, place.address, sizeof place.address);
    if (postgres) {
        const char *server = getenv("CARDROOM_POSTGRES");
        char sql[256];
        CHECK(server);
        snprintf(sql, sizeof sql, "DROP SCHEMA IF EXISTS %s CASCADE; CREATE SCHEMA %s", place.name,
                 place.name);
        place_postgres_run(sql);
        text_out_add(&out, "%s%soptions=-csearch_path%%3D%s", server, strchr(server, '?') ? "&" : "?",
                     place.name);
    } else {
        const char *temporary = getenv("TMPDIR");
        snprintf(place.folder, sizeof place.folder, "%s/store-XXXXXX", temporary ? temporary : "/tmp");
        assert_non_null(mkdtemp(place.folder));
        text_out_add(&out, "sqlite:%s/house.db", place.folder);
    }
    assert_false(out.truncated);
    return place;
}

static inline const char *place_file(const struct store_place *place)
{
    return place->address + strlen("sqlite:");
}

static inline void place_remove(const struct store_place *place)
{
    char name[512];
    if (place->postgres) {
        snprintf(name, sizeof name, "DROP SCHEMA %s CASCADE", place->name);
        place_postgres_run(name);
        return;
    }
    static const char *const endings[] = {"", "-wal", "-shm", "-journal", "-house.writer"};
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        snprintf(name, sizeof name, "%s/house.db%s", place->folder, endings[i]);
        unlink(name);
    }
    rmdir(place->folder);
}

/* Runs SQL directly on the database, and returns the first column of the first row as a number, 0 if there is none. */
static inline long long place_sql(const struct store_place *place, const char *sql)
{
    long long number = 0;
    if (place->postgres) {
        PGconn *connection = PQconnectdb(place->address);
        PGresult *result = PQexec(connection, sql);
        ExecStatusType found = PQresultStatus(result);
        if (found != PGRES_COMMAND_OK && found != PGRES_TUPLES_OK)
            fail_msg("%s: %s", sql, PQerrorMessage(connection));
        if (found == PGRES_TUPLES_OK && PQntuples(result) > 0)
            number = strtoll(PQgetvalue(result, 0, 0), NULL, 10);
        PQclear(result);
        PQfinish(connection);
        return number;
    }
    sqlite3 *database;
    assert_int_equal(sqlite3_open(place_file(place), &database), SQLITE_OK);
    sqlite3_busy_timeout(database, 5000);
    /* Direct changes need not survive a crash of the machine. */
    assert_int_equal(sqlite3_exec(database, "PRAGMA synchronous = OFF", NULL, NULL, NULL), SQLITE_OK);
    const char *rest = sql;
    while (*rest) {
        sqlite3_stmt *statement = NULL;
        if (sqlite3_prepare_v2(database, rest, -1, &statement, &rest) != SQLITE_OK)
            fail_msg("%s: %s", sql, sqlite3_errmsg(database));
        if (sqlite3_step(statement) == SQLITE_ROW)
            number = sqlite3_column_int64(statement, 0);
        if (sqlite3_finalize(statement) != SQLITE_OK)
            fail_msg("%s: %s", sql, sqlite3_errmsg(database));
    }
    sqlite3_close(database);
    return number;
}

/* Opens a store that must open. */
static inline struct store *place_open_with(const struct store_place *place,
                                            const struct store_options *options)
{
    struct store *store = NULL;
    struct fault fault = {0};
    if (store_open(text_of(place->address), options, &store, &fault) != STATUS_OK)
        fail_msg("%s", fault.words);
    return store;
}

static inline struct store *place_open(const struct store_place *place)
{
    return place_open_with(place, &(struct store_options){.mode = STORE_CREATE});
}

/* Appends that must succeed, by the thousand. */
static inline struct store_receipt append_batch(struct store *store, const struct store_batch *batch)
{
    struct store_receipt receipt = {0};
    struct fault fault = {0};
    if (store_append(store, batch, &receipt, &fault) != STATUS_OK)
        fail_msg("%s", fault.words);
    return receipt;
}

static inline struct store_receipt append_one(struct store *store, const char *stream, uint64_t expected,
                                              const char *command, const char *payload)
{
    struct store_event event = {text_of("told"), text_of(command), text_of(payload)};
    struct store_batch batch = {
        .stream = text_of(stream), .expected = expected, .events = &event, .event_count = 1};
    return append_batch(store, &batch);
}

static inline struct store_head head_of(struct store *store, const char *stream)
{
    struct store_head head;
    assert_int_equal(store_head_of(store, text_of(stream), &head, NULL), STATUS_OK);
    return head;
}

static inline struct store_damage verified(struct store *store, const char *stream)
{
    struct store_damage damage = {0};
    struct fault fault = {0};
    if (store_verify(store, text_of(stream), NULL, NULL, &damage, &fault) != STATUS_OK)
        fail_msg("%s", fault.words);
    return damage;
}

/* Runs the tests against the engine of the argument; each test gets it as its state, for place_make(). */
static inline int place_main(int argc, char **argv, struct CMUnitTest *tests, size_t count)
{
    static bool postgres;
    if (argc != 2 || (strcmp(argv[1], "sqlite") != 0 && strcmp(argv[1], "postgresql") != 0)) {
        fprintf(stderr, "usage: %s sqlite|postgresql\n", argv[0]);
        return 2;
    }
    postgres = strcmp(argv[1], "postgresql") == 0;
    const char *server = getenv("CARDROOM_POSTGRES");
    if (postgres && (!server || !*server)) {
        printf(
            "1..1\nok 1 - %s # SKIP CARDROOM_POSTGRES is not set; 'tools/postgres start FOLDER' prints it\n",
            argv[1]);
        return 0;
    }
    for (size_t i = 0; i < count; i++)
        tests[i].initial_state = &postgres;
    return _cmocka_run_group_tests(argv[1], tests, count, NULL, NULL);
}

#endif
