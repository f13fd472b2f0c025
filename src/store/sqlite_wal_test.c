/*
 * The layer under SQLite's log, beside a program without it: three connections to one file, two of which stand on the layer, write, take
 * back, read and move the log into the file, by chance. After each step all that was committed is there, for whoever asks, and also
 * if all of them died now.
 */
#include "store/sqlite_wal.h"

#include "base/check.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { KEYS = 400, CONNECTIONS = 3, STEPS = 250, SEEDS = 12, VALUE_MAX = 20000, TOLD_MAX = 4000 };

/* A value is told by its number, which makes its bytes; 0: there is none. */
struct world {
    sqlite3 *connections[CONNECTIONS];
    char folder[64], file[96], copy[96];
    uint32_t committed[KEYS], written[KEYS];
    uint32_t values;
    uint64_t chance;
};

static struct world world;

static uint32_t below(uint32_t limit)
{
    /* xorshift64*: the same floor for the same seed. */
    world.chance ^= world.chance >> 12;
    world.chance ^= world.chance << 25;
    world.chance ^= world.chance >> 27;
    return (uint32_t)((world.chance * UINT64_C(2685821657736338717)) >> 33) % limit;
}

static int size_of(uint32_t value)
{
    return value % 7 == 0 ? (int)(value * 7919U % VALUE_MAX) : (int)(value * 31U % 300);
}

static void fill(uint8_t *bytes, uint32_t value)
{
    for (int i = 0; i < size_of(value); i++)
        bytes[i] = (uint8_t)(value >> i % 4 * 8 ^ (uint32_t)i * 17);
}

static void run(sqlite3 *database, const char *sql)
{
    char *words = NULL;
    if (sqlite3_exec(database, sql, NULL, NULL, &words) != SQLITE_OK)
        fail_msg("%s: %s", sql, words ? words : sqlite3_errmsg(database));
}

static sqlite3_stmt *prepared(sqlite3 *database, const char *sql)
{
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(database, sql, -1, &statement, NULL) != SQLITE_OK)
        fail_msg("%s: %s", sql, sqlite3_errmsg(database));
    return statement;
}

/* ------------------------------------------------------------------------------------------ looking */

static void assert_holds(sqlite3 *database, int key, uint32_t value)
{
    static uint8_t bytes[VALUE_MAX];
    sqlite3_stmt *statement = prepared(database, "SELECT value FROM thing WHERE key = ?1");
    assert_int_equal(sqlite3_bind_int(statement, 1, key), SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), value == 0 ? SQLITE_DONE : SQLITE_ROW);
    if (value != 0) {
        fill(bytes, value);
        assert_int_equal(sqlite3_column_bytes(statement, 0), size_of(value));
        if (size_of(value) > 0)
            assert_memory_equal(sqlite3_column_blob(statement, 0), bytes, (size_t)size_of(value));
    }
    assert_int_equal(sqlite3_finalize(statement), SQLITE_OK);
}

static void copy_file(const char *ending)
{
    char from[128], to[128], buffer[1 << 16];
    (void)snprintf(from, sizeof from, "%s%s", world.file, ending);
    (void)snprintf(to, sizeof to, "%s%s", world.copy, ending);
    FILE *source = fopen(from, "rb"), *target = fopen(to, "wb");
    assert_true(source && target);
    for (size_t count; (count = fread(buffer, 1, sizeof buffer, source)) > 0;)
        assert_int_equal(fwrite(buffer, 1, count, target), count);
    assert_int_equal(fclose(source) | fclose(target), 0);
}

/* File and log as they stand, for a program that knows nothing of the layer. */
static void all_die(void)
{
    sqlite3 *database;
    char name[128];
    copy_file("");
    copy_file("-wal");
    (void)snprintf(name, sizeof name, "%s-shm", world.copy);
    (void)unlink(name);
    assert_int_equal(sqlite3_open_v2(world.copy, &database, SQLITE_OPEN_READWRITE, "unix"), SQLITE_OK);
    sqlite3_stmt *statement = prepared(database, "PRAGMA integrity_check");
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    assert_string_equal(sqlite3_column_text(statement, 0), "ok");
    assert_int_equal(sqlite3_finalize(statement), SQLITE_OK);
    for (int key = 0; key < KEYS; key++)
        assert_holds(database, key, world.committed[key]);
    assert_int_equal(sqlite3_close(database), SQLITE_OK);
}

/* ------------------------------------------------------------------------------------------ writing */

static void put(sqlite3 *database)
{
    static uint8_t bytes[VALUE_MAX];
    int key = (int)below(KEYS);
    uint32_t value = ++world.values;
    fill(bytes, value);
    sqlite3_stmt *statement = prepared(database, "REPLACE INTO thing (key, value) VALUES (?1, ?2)");
    assert_int_equal(sqlite3_bind_int(statement, 1, key), SQLITE_OK);
    assert_int_equal(sqlite3_bind_blob(statement, 2, bytes, size_of(value), SQLITE_STATIC), SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_DONE);
    assert_int_equal(sqlite3_finalize(statement), SQLITE_OK);
    world.written[key] = value;
}

/* A statement that has written a part when it fails: what it wrote is taken back within the transaction. */
static void fail_halfway(sqlite3 *database)
{
    static const char sql[] =
        "INSERT INTO thing SELECT key + 1000 - (key = (SELECT max(key) FROM thing)) * 1000, value FROM thing";
    assert_int_equal(sqlite3_exec(database, sql, NULL, NULL, NULL), SQLITE_CONSTRAINT);
    sqlite_wal_forget(database); /* which is nothing while the transaction is under way */
}

static void write_some(sqlite3 *database, uint32_t count)
{
    bool taken_back = below(4) == 0;
    run(database, "BEGIN IMMEDIATE");
    for (uint32_t i = 0; i < count; i++)
        put(database);
    if (count > 20 && world.values > KEYS && below(3) == 0)
        fail_halfway(database);
    run(database, taken_back ? "ROLLBACK" : "COMMIT");
    if (taken_back) {
        sqlite_wal_forget(database);
        memcpy(world.written, world.committed, sizeof world.written);
    } else
        memcpy(world.committed, world.written, sizeof world.committed);
}

static void move_log(sqlite3 *database)
{
    static const int modes[] = {SQLITE_CHECKPOINT_PASSIVE, SQLITE_CHECKPOINT_FULL, SQLITE_CHECKPOINT_RESTART,
                                SQLITE_CHECKPOINT_TRUNCATE};
    assert_int_equal(sqlite3_wal_checkpoint_v2(database, NULL, modes[below(4)], NULL, NULL), SQLITE_OK);
}

static void step(void)
{
    sqlite3 *database = world.connections[below(CONNECTIONS)];
    switch (below(12)) {
    case 0:
        write_some(database, 20 + below(100));
        break;
    case 1:
        move_log(database);
        break;
    case 2:
    case 3:
        for (unsigned i = 0; i < 20; i++) {
            int key = (int)below(KEYS);
            assert_holds(database, key, world.committed[key]);
        }
        break;
    default:
        write_some(database, 1 + below(3));
    }
    if (below(8) == 0)
        all_die();
}

/* ------------------------------------------------------------------------------------------ the test */

static sqlite3 *opened(const char *layer, const char *checkpoints)
{
    sqlite3 *database;
    char sql[200];
    assert_int_equal(
        sqlite3_open_v2(world.file, &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, layer), SQLITE_OK);
    /* A cache of ten pages: most transactions write pages before they end, and some of them twice. */
    (void)snprintf(sql, sizeof sql,
                   "PRAGMA page_size = 2048; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
                   "PRAGMA cache_size = 10; PRAGMA wal_autocheckpoint = %s;",
                   checkpoints);
    run(database, sql);
    return database;
}

static void open_world(uint32_t seed)
{
    world = (struct world){.chance = UINT64_C(0x9e3779b97f4a7c15) * (seed + 1)};
    const char *temporary = getenv("TMPDIR");
    (void)snprintf(world.folder, sizeof world.folder, "%s/cardroom-wal-XXXXXX",
                   temporary ? temporary : "/tmp");
    assert_non_null(mkdtemp(world.folder));
    (void)snprintf(world.file, sizeof world.file, "%s/world.db", world.folder);
    (void)snprintf(world.copy, sizeof world.copy, "%s/copy.db", world.folder);
    world.connections[0] = opened(sqlite_wal_layer(), seed % 2 == 0 ? "1000" : "40");
    world.connections[1] = opened(sqlite_wal_layer(), "100");
    world.connections[2] = opened("unix", "60");
    run(world.connections[0], "CREATE TABLE thing (key INTEGER PRIMARY KEY, value BLOB NOT NULL)");
}

static void close_world(void)
{
    static const char *const endings[] = {"", "-wal", "-shm"};
    for (unsigned i = 0; i < CONNECTIONS; i++)
        assert_int_equal(sqlite3_close(world.connections[i]), SQLITE_OK);
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        char name[128];
        (void)snprintf(name, sizeof name, "%s%s", world.file, endings[i]);
        (void)unlink(name);
        (void)snprintf(name, sizeof name, "%s%s", world.copy, endings[i]);
        (void)unlink(name);
    }
    assert_int_equal(rmdir(world.folder), 0);
}

static void what_was_committed_is_there_whoever_wrote_it(void **state)
{
    (void)state;
    const char *asked = getenv("CARDROOM_EXHAUSTIVE");
    uint32_t seeds = asked ? 40 * SEEDS : SEEDS;
    for (uint32_t seed = 0; seed < seeds; seed++) {
        open_world(seed);
        for (unsigned i = 0; i < STEPS; i++)
            step();
        all_die();
        for (unsigned i = 0; i < CONNECTIONS; i++)
            for (int key = 0; key < KEYS; key++)
                assert_holds(world.connections[i], key, world.committed[key]);
        close_world();
    }
}

/* ------------------------------------------------------------------------------------- what is synced */

/* The system's layer, under its own name, with the syncs of logs counted. */
static const sqlite3_io_methods *unix_methods;
static unsigned syncs;

static int counted_sync(sqlite3_file *file, int flags)
{
    syncs++;
    return unix_methods->xSync(file, flags);
}

static int counted_open(sqlite3_vfs *layer, const char *name, sqlite3_file *file, int flags, int *flags_out)
{
    static sqlite3_io_methods counted;
    sqlite3_vfs *real = layer->pAppData;
    int code = real->xOpen(real, name, file, flags, flags_out);
    if (code != SQLITE_OK || !(flags & SQLITE_OPEN_WAL))
        return code;
    unix_methods = file->pMethods;
    counted = *unix_methods;
    counted.xSync = counted_sync;
    file->pMethods = &counted;
    return code;
}

static void count_syncs(void)
{
    static sqlite3_vfs layer;
    sqlite3_vfs *real = sqlite3_vfs_find("unix");
    layer = *real;
    layer.pAppData = real;
    layer.xOpen = counted_open;
    assert_int_equal(sqlite3_vfs_register(&layer, 1), SQLITE_OK);
    assert_non_null(sqlite_wal_layer());
    assert_int_equal(sqlite3_vfs_unregister(&layer), SQLITE_OK);
    assert_int_equal(sqlite3_vfs_register(real, 1), SQLITE_OK);
}

static unsigned syncs_of(sqlite3 *database, const char *sql)
{
    unsigned before = syncs;
    run(database, sql);
    return syncs - before;
}

/* The first commits end blocks that others began. Where the file system has no way past the cache, each of them syncs. */
static unsigned syncs_when_alone(sqlite3 *database, const char *sql)
{
    run(database, sql);
    run(database, sql);
    return syncs_of(database, sql);
}

/* W1: a commit that goes past the cache needs no other sync, as long as it is known that nothing before it does. */
static void a_sync_is_for_what_others_wrote_too(void **state)
{
    (void)state;
    static const char add[] = "INSERT INTO thing (value) VALUES (x'00')";
    open_world(0);
    sqlite3 *ours = world.connections[0], *other = world.connections[2];
    run(other, "PRAGMA synchronous = OFF; PRAGMA wal_autocheckpoint = 0");
    run(ours, "BEGIN; INSERT INTO thing (value) VALUES (zeroblob(100000)); COMMIT");
    unsigned each = syncs_when_alone(ours, add);
    assert_in_range(each, 0, 1);
    run(other, add);
    assert_int_equal(syncs_of(ours, add), 1);
    assert_int_equal(syncs_when_alone(ours, add), each);
    run(other, add);
    assert_in_range(syncs_of(ours, "PRAGMA wal_checkpoint"), 1, 2);
    run(other, "PRAGMA wal_checkpoint");
    run(other, add);
    assert_in_range(syncs_of(ours, add), 1, 2);
    close_world();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sync_is_for_what_others_wrote_too),
        cmocka_unit_test(what_was_committed_is_there_whoever_wrote_it),
    };
    count_syncs();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
