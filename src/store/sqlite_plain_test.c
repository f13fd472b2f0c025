/*
 * The store is plain SQLite: its own file layer, its write-ahead log, full sync. Other programs may read, write, checkpoint,
 * vacuum and copy the file, and switch its journal mode; the store takes the file as they leave it.
 */
#include "store/faulty_files_test.h"
#include "store/place_test.h"
#include "store/sqlite_internal.h"
#include "store/sqlite_torn.h"

enum { APPENDS = 40 };

static void append_some(const struct store_place *place)
{
    struct store *store = place_open(place);
    for (unsigned i = 0; i < APPENDS; i++) {
        const struct store_event event = {text_of("note"), text_of(""), text_of("{\"cents\":100}")};
        const struct store_batch batch = {
            .stream = text_of("house"), .expected = STORE_ANYWHERE, .events = &event, .event_count = 1};
        struct store_receipt receipt;
        assert_int_equal(store_append(store, &batch, &receipt, NULL), STATUS_OK);
    }
    store_close(store);
}

/* The answer to a pragma on the connection that the store itself uses. */
static void assert_pragma(struct store *store, const char *pragma, const char *expected)
{
    sqlite3_stmt *statement;
    assert_int_equal(sqlite3_prepare_v2(store->engine->database, pragma, -1, &statement, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    assert_string_equal((const char *)sqlite3_column_text(statement, 0), expected);
    sqlite3_finalize(statement);
}

static void the_store_uses_the_systems_files_with_full_sync(void **state)
{
    (void)state;
    struct store_place place = place_make(false, "plain");
    struct store *store = place_open(&place);
    sqlite3_vfs *layer = NULL;
    assert_int_equal(sqlite3_file_control(store->engine->database, "main", SQLITE_FCNTL_VFS_POINTER, &layer),
                     SQLITE_OK);
    assert_string_equal(layer->zName, "unix");
    assert_ptr_equal(layer, sqlite3_vfs_find(NULL));
    assert_pragma(store, "PRAGMA journal_mode", "wal");
    assert_pragma(store, "PRAGMA synchronous", "2");
    assert_pragma(store, "PRAGMA wal_autocheckpoint", "1000");
    assert_pragma(store, "PRAGMA locking_mode", "normal");
    store_close(store);
    place_remove(&place);
}

/* The tests with a failing disk put one layer around the system's, and the store takes it: they run the same path. */
static void the_failing_disk_lies_right_on_the_systems_files(void **state)
{
    (void)state;
    sqlite3_vfs *system = sqlite3_vfs_find("unix");
    disk_install();
    struct store_place place = place_make(false, "plain");
    struct store *store = place_open(&place);
    sqlite3_vfs *layer = NULL;
    assert_int_equal(sqlite3_file_control(store->engine->database, "main", SQLITE_FCNTL_VFS_POINTER, &layer),
                     SQLITE_OK);
    assert_ptr_equal(layer, sqlite3_vfs_find(NULL));
    assert_ptr_not_equal(layer, system);
    assert_ptr_equal(layer->pAppData, system);
    assert_pragma(store, "PRAGMA journal_mode", "wal");
    assert_pragma(store, "PRAGMA synchronous", "2");
    store_close(store);
    assert_int_equal(sqlite3_vfs_unregister(layer), SQLITE_OK);
    place_remove(&place);
}

static void tell_words(void *context, const char *words)
{
    (void)context;
    fail_msg("%s", words);
}

/* The store opens for writing, nothing is found wrong with it, and it has so many events. */
static void assert_healthy(const struct store_place *place, uint64_t events)
{
    const struct store_options inspects = {.mode = STORE_READ_ONLY, .to_inspect = true};
    struct fault fault = {0};
    struct store *store = NULL;
    if (store_open(text_of(place->address), &inspects, &store, &fault) != STATUS_OK)
        fail_msg("%s", fault.words);
    assert_int_equal(store_inspect(store, tell_words, NULL, &fault), STATUS_OK);
    store_close(store);
    append_some(place);
    store = place_open(place);
    struct store_damage damage;
    assert_int_equal(store_verify(store, text_of("house"), NULL, NULL, &damage, &fault), STATUS_OK);
    assert_int_equal(damage.kind, STORE_WHOLE);
    assert_int_equal(damage.sequence, events + APPENDS);
    store_close(store);
}

static void run_sql(sqlite3 *database, const char *sql)
{
    char *words = NULL;
    if (sqlite3_exec(database, sql, NULL, NULL, &words) != SQLITE_OK)
        fail_msg("%s: %s", sql, words);
}

/* What another program does to the file, alone and while the store is open. */
static void other_programs_leave_a_healthy_store(void **state)
{
    static const char *const works[] = {
        "SELECT count(*) FROM event",
        "PRAGMA integrity_check",
        "PRAGMA wal_checkpoint(PASSIVE)",
        "PRAGMA wal_checkpoint(FULL)",
        "PRAGMA wal_checkpoint(RESTART)",
        "PRAGMA wal_checkpoint(TRUNCATE)",
        "BEGIN IMMEDIATE; ROLLBACK",
        "BEGIN; DELETE FROM event; ROLLBACK",
        "ANALYZE; DROP TABLE IF EXISTS sqlite_stat1; DROP TABLE IF EXISTS sqlite_stat4",
        "CREATE TABLE scratch (x); INSERT INTO scratch VALUES (zeroblob(100000)); DROP TABLE scratch",
        "PRAGMA synchronous = OFF; CREATE TABLE scratch (x); DROP TABLE scratch",
        "PRAGMA wal_autocheckpoint = 0; CREATE TABLE scratch (x); DROP TABLE scratch",
        "VACUUM",
        "PRAGMA journal_mode = DELETE",
        "PRAGMA journal_mode = DELETE; CREATE TABLE s (x); DROP TABLE s; PRAGMA journal_mode = WAL",
        "PRAGMA journal_mode = TRUNCATE; VACUUM",
        "PRAGMA journal_mode = PERSIST; PRAGMA user_version = 0",
        "PRAGMA journal_mode = MEMORY; PRAGMA user_version = 0",
    };
    (void)state;
    for (size_t i = 0; i < sizeof works / sizeof works[0]; i++)
        for (unsigned beside = 0; beside < 2; beside++) {
            struct store_place place = place_make(false, "plain");
            append_some(&place);
            sqlite3 *other;
            assert_int_equal(sqlite3_open(place_file(&place), &other), SQLITE_OK);
            sqlite3_busy_timeout(other, 5000);
            /* No other program can leave the write-ahead log while the store has it open. */
            struct store *store = beside && !strstr(works[i], "journal_mode") ? place_open(&place) : NULL;
            if (store)
                append_some(&place);
            run_sql(other, works[i]);
            assert_healthy(&place, store ? 2 * APPENDS : APPENDS);
            store_close(store);
            sqlite3_close(other);
            assert_healthy(&place, store ? 3 * APPENDS : 2 * APPENDS);
            place_remove(&place);
        }
}

static void a_copy_by_another_program_is_a_healthy_store(void **state)
{
    (void)state;
    struct store_place place = place_make(false, "plain"), copy = place_make(false, "copy");
    append_some(&place);
    struct store *store = place_open(&place);
    append_some(&place);
    sqlite3 *from, *to;
    assert_int_equal(sqlite3_open(place_file(&place), &from), SQLITE_OK);
    assert_int_equal(sqlite3_open(place_file(&copy), &to), SQLITE_OK);
    sqlite3_backup *backup = sqlite3_backup_init(to, "main", from, "main");
    assert_non_null(backup);
    assert_int_equal(sqlite3_backup_step(backup, -1), SQLITE_DONE);
    assert_int_equal(sqlite3_backup_finish(backup), SQLITE_OK);
    sqlite3_close(to);
    assert_healthy(&copy, 2 * APPENDS);
    place_remove(&copy);
    copy = place_make(false, "copy");
    char sql[1200];
    snprintf(sql, sizeof sql, "VACUUM INTO '%s'", place_file(&copy));
    run_sql(from, sql);
    sqlite3_close(from);
    assert_healthy(&copy, 2 * APPENDS);
    store_close(store);
    assert_healthy(&place, 2 * APPENDS);
    place_remove(&copy);
    place_remove(&place);
}

/* An append is refused with these words, and the one before it is there. */
static void assert_refused(struct store *store, const char *words)
{
    const struct store_event event = {text_of("note"), text_of(""), text_of("{}")};
    const struct store_batch batch = {
        .stream = text_of("house"), .expected = STORE_ANYWHERE, .events = &event, .event_count = 1};
    struct store_receipt receipt;
    struct fault fault = {0};
    assert_int_equal(store_look(store, &fault), STATUS_IO);
    assert_int_equal(store_append(store, &batch, &receipt, &fault), STATUS_IO);
    assert_non_null(strstr(fault.words, words));
    assert_int_equal(store_snapshot_save(store, text_of("house"), 1, text_of("s"), &fault), STATUS_IO);
    assert_non_null(strstr(fault.words, words));
}

/* Each file of the store is renamed, and comes back; another store that is opened then goes on. */
static void a_store_whose_file_was_away_is_refused_until_it_is_opened_again(void **state)
{
    static const char *const endings[] = {"", "-wal", "-shm"};
    (void)state;
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        struct store_place place = place_make(false, "plain");
        char path[1200], away[1210], words[64];
        append_some(&place);
        struct store *store = place_open(&place);
        assert_int_equal(store_look(store, NULL), STATUS_OK);
        (void)snprintf(path, sizeof path, "%s%s", place_file(&place), endings[i]);
        (void)snprintf(away, sizeof away, "%s-away", path);
        (void)snprintf(words, sizeof words, "the file house.db%s was removed", endings[i]);
        assert_int_equal(rename(path, away), 0);
        assert_refused(store, words);
        assert_int_equal(rename(away, path), 0);
        assert_refused(store, words);
        store_close(store);
        assert_healthy(&place, APPENDS);
        place_remove(&place);
    }
}

static void a_link_that_leads_to_another_file_is_a_store_that_was_replaced(void **state)
{
    (void)state;
    struct store_place place = place_make(false, "plain"), other = place_make(false, "other");
    char link[1200], address[1210];
    append_some(&place);
    append_some(&other);
    (void)snprintf(link, sizeof link, "%s/link.db", place.folder);
    (void)snprintf(address, sizeof address, "sqlite:%s", link);
    assert_int_equal(symlink(place_file(&place), link), 0);
    struct store *store = NULL;
    const struct store_options options = {.mode = STORE_EXISTING};
    assert_int_equal(store_open(text_of(address), &options, &store, NULL), STATUS_OK);
    append_one(store, "house", APPENDS, "", "{}");
    assert_int_equal(unlink(link), 0);
    assert_int_equal(symlink(place_file(&other), link), 0);
    assert_refused(store, "the file link.db was removed, renamed or replaced");
    store_close(store);
    assert_int_equal(unlink(link), 0);
    assert_healthy(&place, APPENDS + 1);
    assert_healthy(&other, APPENDS);
    place_remove(&other);
    place_remove(&place);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_store_uses_the_systems_files_with_full_sync),
        cmocka_unit_test(other_programs_leave_a_healthy_store),
        cmocka_unit_test(a_copy_by_another_program_is_a_healthy_store),
        cmocka_unit_test(a_store_whose_file_was_away_is_refused_until_it_is_opened_again),
        cmocka_unit_test(a_link_that_leads_to_another_file_is_a_store_that_was_replaced),
        cmocka_unit_test(the_failing_disk_lies_right_on_the_systems_files),
    };
    return cmocka_run_group_tests_name("plain sqlite", tests, NULL, NULL);
}
