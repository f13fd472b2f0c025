/*
 * The engine for one file: SQLite.
 *
 * SQLite is used as it comes: its own file layer, write-ahead log, synchronous=FULL. A commit appends the changed pages to the
 * log and syncs it once; after a crash the last synced commit is there. SQLite itself moves the pages to the file after every
 * 1,000 pages of log.
 *
 * An event's key is one number, stream * 2^40 + sequence, so that an append is an insert at the right end of an integer
 * B-tree, which is SQLite's fastest. Stream and sequence are also columns, for people who use SQL.
 */
#include "store/sqlite_internal.h"
#include "store/sqlite_torn.h"

#include "base/check.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILE_MODE = 0600 };

static const char *const statement_sql[STATEMENT_COUNT] = {
    [BEGIN] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
    [ROLLBACK] = "ROLLBACK",
    [STREAM_FIND] = "SELECT id, sequence, hash FROM stream WHERE name = ?1",
    [STREAM_ADD] = "INSERT INTO stream (name, sequence, hash) VALUES (?1, 0, ?2) RETURNING id",
    [STREAM_MOVE] = "UPDATE stream SET sequence = ?2, hash = ?3 WHERE id = ?1",
    [STREAM_LIST] = "SELECT name, id FROM stream NOT INDEXED ORDER BY name",
    [COMMAND_FIND] = "SELECT sequence FROM event WHERE stream = ?1 AND command = ?2",
    [EVENT_ADD] = "INSERT INTO event (place, kind, command, payload, hash) VALUES (?1, ?2, ?3, ?4, ?5)",
    [EVENT_READ] = "SELECT place, kind, command, payload, hash FROM event "
                   "WHERE place BETWEEN ?1 AND ?2 ORDER BY place",
    [LEAF_LAST] = "SELECT first, stream, sequence, count FROM leaf_run ORDER BY first DESC LIMIT 1",
    [LEAF_PUT] = "INSERT INTO leaf_run (first, stream, sequence, count) VALUES (?1, ?2, ?3, ?4) "
                 "ON CONFLICT (first) DO UPDATE SET count = excluded.count",
    [LEAF_END] = "SELECT first + count FROM leaf_run ORDER BY first DESC LIMIT 1",
    [LEAF_SINCE] = "SELECT leaf FROM leaf_since",
    [LEAF_RUNS] = "SELECT first, stream, sequence, count FROM leaf_run WHERE first >= "
                  "coalesce((SELECT max(first) FROM leaf_run WHERE first <= ?1), ?1) AND first + count > ?1 "
                  "ORDER BY first LIMIT ?2",
    [LEAF_LAST_OF] = "SELECT first, stream, sequence, count FROM leaf_run WHERE first < ?2 AND stream = ?1 "
                     "ORDER BY first DESC LIMIT 1",
    [TILE_READ] = "SELECT number, hash FROM leaf_tile WHERE level = ?1 AND number BETWEEN ?2 AND ?3",
    [TILE_LIST] = "SELECT level, number, hash FROM leaf_tile NOT INDEXED ORDER BY level, number",
    [TILE_PUT] = "INSERT INTO leaf_tile (level, number, hash) VALUES (?1, ?2, ?3) "
                 "ON CONFLICT (level, number) DO UPDATE SET hash = excluded.hash",
    [SNAPSHOT_SAVE] =
        "INSERT INTO snapshot (stream, sequence, seal, bytes) VALUES (?1, ?2, ?3, ?4) "
        "ON CONFLICT (stream, sequence) DO UPDATE SET seal = excluded.seal, bytes = excluded.bytes",
    [SNAPSHOT_PRUNE] = "DELETE FROM snapshot WHERE stream = ?1 AND sequence < (SELECT sequence FROM snapshot "
                       "WHERE stream = ?1 ORDER BY sequence DESC LIMIT 1 OFFSET 2)",
    [SNAPSHOT_LOAD] =
        "SELECT sequence, seal, bytes FROM snapshot WHERE stream = ?1 AND sequence BETWEEN 1 AND ?2 "
        "ORDER BY sequence DESC LIMIT 1",
};
_Static_assert(STORE_SNAPSHOTS_KEPT == 3, "the statement passes over the latest but one");

static enum status set_up(struct engine *engine, const struct store_options *options, struct fault *fault)
{
    /* After a page split each commit walks the whole cache, so a large cache costs more than it saves. */
    static const char always[] = "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;"
                                 "PRAGMA synchronous = FULL; PRAGMA cache_size = -8192;";
    if (sqlite3_exec(engine->database, always, NULL, NULL, NULL) != SQLITE_OK)
        return sqlite_failed(engine, fault, "opening the store");
    if (options->mode == STORE_READ_ONLY)
        return STATUS_OK;
    /* A commit writes whole pages, so smaller pages make one event cheaper; many at once cost 5% more than with pages of 4
     * KiB. */
    static const char log[] = "PRAGMA page_size = 2048; PRAGMA journal_mode = WAL";
    sqlite3_stmt *mode = NULL;
    const char *rest = log;
    bool write_ahead = false;
    int code = SQLITE_OK;
    while (code == SQLITE_OK && *rest) {
        code = sqlite3_prepare_v2(engine->database, rest, -1, &mode, &rest);
        if (code == SQLITE_OK && sqlite3_step(mode) == SQLITE_ROW)
            write_ahead = text_equal(sqlite_column_text(mode, 0), text_of("wal"));
        if (code == SQLITE_OK)
            code = sqlite3_finalize(mode);
    }
    if (code != SQLITE_OK)
        return sqlite_failed(engine, fault, "opening the store");
    if (!write_ahead)
        return fault_set(fault, STATUS_IO, 0,
                         "this file cannot have a write-ahead log, so it cannot be a store");
    return STATUS_OK;
}

static bool prepare(struct engine *engine, const char *sql, sqlite3_stmt **statement)
{
    return sqlite3_prepare_v3(engine->database, sql, -1, SQLITE_PREPARE_PERSISTENT, statement, NULL) ==
           SQLITE_OK;
}

/* REPLACE has the same effect as ON CONFLICT here and takes three quarters of the time, since nothing refers to the rows. */
static void row_insert_sql(struct text_out *out, const struct store_table *table)
{
    CHECK_OP(table->column_count, <=, STORE_COLUMNS_MAX);
    text_out_add(out, table->key_count > 0 ? "REPLACE " : "INSERT ");
    table_into_sql(out, table);
    text_out_add(out, "VALUES (?1");
    for (unsigned i = 1; i < table_own_columns(table) + table->column_count; i++)
        text_out_add(out, ", ?%u", i + 1);
    text_out_add(out, ")");
}

/* A store that is older than the leaves has the same runs without a table. */
static const char *statement_of(const struct engine *engine, enum statement statement)
{
    if (!engine->leafless)
        return statement_sql[statement];
    switch (statement) {
    case LEAF_END:
    case LEAF_SINCE:
        return "SELECT coalesce(sum(sequence), 0) FROM stream";
    case LEAF_RUNS:
        return "SELECT first, stream, sequence, count FROM " LEAFLESS_RUNS
               " AS run WHERE first + count > ?1 ORDER BY first LIMIT ?2";
    case LEAF_LAST_OF:
        return "SELECT first, stream, sequence, count FROM " LEAFLESS_RUNS
               " AS run WHERE first < ?2 AND stream = ?1 ORDER BY first DESC LIMIT 1";
    default:
        return statement >= LEAF_LAST && statement <= TILE_PUT ? NULL : statement_sql[statement];
    }
}

/* Without snapshots, or the order of the leaves, the events can still be inspected. */
static bool statement_may_be_missing(const struct store_options *options, enum statement statement)
{
    return options->to_inspect && statement >= LEAF_LAST && statement <= SNAPSHOT_LOAD;
}

enum status sqlite_prepare_rows(struct engine *engine, const struct store_options *options,
                                struct fault *fault)
{
    CHECK_OP(options->mode, !=, STORE_READ_ONLY);
    for (unsigned i = 0; i < options->table_count; i++) {
        char sql[STORE_SQL_SIZE];
        struct text_out out;
        text_out_init(&out, sql, sizeof sql);
        row_insert_sql(&out, &options->tables[i]);
        CHECK(!out.truncated);
        sqlite3_finalize(engine->row_statements[i]);
        engine->row_statements[i] = NULL;
        if (!prepare(engine, sql, &engine->row_statements[i]))
            return sqlite_failed(engine, fault, "preparing the store");
    }
    return STATUS_OK;
}

/* Rows cannot be written into tables of another version. */
static enum status prepare_all(struct engine *engine, const struct store *store, struct fault *fault)
{
    for (unsigned i = 0; i < STATEMENT_COUNT; i++) {
        const char *sql = statement_of(engine, i);
        if (!sql || prepare(engine, sql, &engine->statements[i]))
            continue;
        enum status status = sqlite_failed(engine, fault, "preparing the store");
        if (status != STATUS_DAMAGED || !statement_may_be_missing(&store->options, i))
            return status;
    }
    return store->options.mode != STORE_READ_ONLY && store->tables.ours
               ? sqlite_prepare_rows(engine, &store->options, fault)
               : STATUS_OK;
}

/* The lock is on a file of its own beside the store, `house.db-house.writer`, which is never deleted; the system releases the
 * lock when the program ends. */
static enum status writer_lock(struct engine *engine, const struct store_options *options, const char *place,
                               struct fault *fault)
{
    if (!options->writer_of || options->mode == STORE_READ_ONLY)
        return STATUS_OK;
    char name[STORE_PLACE_SIZE + STORE_STREAM_NAME_MAX + 16];
    struct text_out out;
    text_out_init(&out, name, sizeof name);
    text_out_add(&out, "%s-", place);
    for (const char *byte = options->writer_of; *byte; byte++)
        text_out_add(&out, "%c", *byte == '/' ? '+' : *byte);
    text_out_add(&out, ".writer");
    CHECK(!out.truncated);
    CHECK_OP(engine->writer_lock, <, 0); /* it is taken once */
    engine->writer_lock = open(name, O_RDWR | O_CREAT | O_CLOEXEC, FILE_MODE);
    int code;
    do
        code = engine->writer_lock < 0 ? -1
                                       : flock(engine->writer_lock, (options->shared ? LOCK_SH : LOCK_EX) |
                                                                        (options->standby ? 0 : LOCK_NB));
    while (code != 0 && errno == EINTR);
    if (code == 0)
        return STATUS_OK;
    if (errno == EWOULDBLOCK)
        return writer_refused(options, fault);
    return fault_set(fault, STATUS_IO, 0, "the file %.100s cannot be locked", name);
}

/* Checks what SQLite would refuse with "unable to open" or misread, and gives a clearer message. */
static enum status look_at_file(const char *place, enum store_mode mode, struct fault *fault)
{
    struct stat found;
    if (stat(place, &found) == 0)
        return S_ISDIR(found.st_mode)
                   ? fault_set(fault, STATUS_INVALID, 0, "this is a folder, and a store is a file")
                   : STATUS_OK;
    if (errno == ENOENT && mode != STORE_CREATE)
        return fault_set(fault, STATUS_INVALID, 0, "there is no such file");
    return errno == ENOENT ? STATUS_OK : fault_set(fault, STATUS_IO, 0, "%s", strerror(errno));
}

/* A store holds the names of patrons, so only its owner may read it; the files that SQLite adds get the same mode. */
static enum status make_file(const char *place, enum store_mode mode, struct fault *fault)
{
    if (mode != STORE_CREATE)
        return STATUS_OK;
    int file = open(place, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, FILE_MODE);
    if (file < 0 && errno != EEXIST)
        return fault_set(fault, STATUS_IO, 0, "the file cannot be opened: %s", strerror(errno));
    if (file >= 0)
        close(file);
    return STATUS_OK;
}

/* The fault for a file that cannot be opened, with the system's reason if there is one. */
static enum status not_opened(struct engine *engine, struct fault *fault)
{
    int reason = engine->database ? sqlite3_system_errno(engine->database) : 0;
    if (reason != 0 && (sqlite3_errcode(engine->database) & 0xff) == SQLITE_CANTOPEN)
        return fault_set(fault, STATUS_IO, 0, "the file cannot be opened: %s", strerror(reason));
    return sqlite_failed(engine, fault, "opening the store");
}

/* Reading a log needs files that a reader cannot create in a folder without write permission. If there is no log, nobody has
 * the store open and the file is complete, so it is opened as immutable. */
static bool is_still(const char *place)
{
    char name[STORE_PLACE_SIZE + 8];
    struct text_out out;
    struct stat found;
    text_out_init(&out, name, sizeof name);
    text_out_add(&out, "%s-wal", place);
    if (out.truncated || stat(name, &found) == 0)
        return false;
    text_out_init(&out, name, sizeof name);
    text_out_add(&out, "%s", place);
    char *slash = strrchr(name, '/');
    if (slash)
        slash[slash == name] = '\0';
    return access(slash ? name : ".", W_OK) != 0;
}

/* file:/place?immutable=1, with every byte that has a meaning in a URI written as %XX. */
static void still_address(struct text_out *out, const char *place)
{
    text_out_add(out, "file:");
    for (const char *byte = place; *byte; byte++)
        if (strchr("%?#", *byte))
            text_out_add(out, "%%%02X", (unsigned char)*byte);
        else
            text_out_add(out, "%c", *byte);
    text_out_add(out, "?immutable=1");
}

static int open_file(struct engine *engine, const char *place, enum store_mode mode)
{
    CHECK_OP(mode, <=, STORE_READ_ONLY);
    static const int flags[] = {[STORE_CREATE] = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
                                [STORE_EXISTING] = SQLITE_OPEN_READWRITE,
                                [STORE_READ_ONLY] = SQLITE_OPEN_READONLY};
    if (mode != STORE_READ_ONLY || !is_still(place))
        return sqlite3_open_v2(place, &engine->database, flags[mode] | SQLITE_OPEN_NOMUTEX, NULL);
    char address[3 * STORE_PLACE_SIZE + 32];
    struct text_out out;
    text_out_init(&out, address, sizeof address);
    still_address(&out, place);
    CHECK(!out.truncated);
    return sqlite3_open_v2(address, &engine->database, flags[mode] | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI,
                           NULL);
}

/* Whether the store has lost acknowledged commits; the fault says so. */
static bool log_is_damaged(struct engine *engine, struct fault *fault)
{
    struct torn torn;
    if (sqlite_torn(engine->database, &torn) != SQLITE_OK || !torn.damaged)
        return false;
    /* Otherwise the last close would checkpoint the correct part and delete the log. */
    (void)sqlite3_db_config(engine->database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    char words[STORE_FLAW_SIZE];
    sqlite_torn_words(&torn, words, sizeof words);
    (void)fault_set(fault, STATUS_DAMAGED, 0, "%s; the store cannot be opened for writing. Restore a backup",
                    words);
    return true;
}

static enum status sqlite_open(struct store *store, const struct store_address *address, struct fault *fault)
{
    struct engine *engine = ARENA_NEW(&store->lifetime, struct engine);
    if (!engine)
        return fault_set(fault, store->lifetime.refusal, 0, "no memory for a store");
    engine->writer_lock = -1;
    store->engine = engine;
    enum status status = look_at_file(address->place, store->options.mode, fault);
    if (status == STATUS_OK)
        status = make_file(address->place, store->options.mode, fault);
    if (status != STATUS_OK)
        return status;
    if (open_file(engine, address->place, store->options.mode) != SQLITE_OK)
        return not_opened(engine, fault);
    sqlite3_extended_result_codes(engine->database, 1);
    sqlite3_busy_timeout(engine->database, BUSY_WAIT_MS);
    /* If the file is not a store, nothing is written and no lock file is created. */
    bool empty;
    status = sqlite_check_format(engine, &store->options, &empty, fault);
    /* A reader sees what is left, and an inspection reports the loss. */
    if (status == STATUS_OK && store->options.mode != STORE_READ_ONLY && log_is_damaged(engine, fault))
        return STATUS_DAMAGED;
    if (status == STATUS_OK)
        status = writer_lock(engine, &store->options, address->place, fault);
    if (status == STATUS_OK)
        status = set_up(engine, &store->options, fault);
    if (status == STATUS_OK)
        status = sqlite_settle(engine, &store->options, &store->tables, fault);
    if (status == STATUS_OK)
        status = prepare_all(engine, store, fault);
    if (status == STATUS_OK && store->options.mode != STORE_READ_ONLY)
        status = sqlite_watch(store, address->place, fault);
    /* What looks wrong in the file may be right in the part of the log that SQLite does not read. */
    if (status != STATUS_OK && log_is_damaged(engine, fault))
        return STATUS_DAMAGED;
    return status;
}

static void sqlite_close(struct engine *engine)
{
    for (unsigned i = 0; i < STATEMENT_COUNT; i++)
        sqlite3_finalize(engine->statements[i]);
    for (unsigned i = 0; i < STORE_TABLES_MAX; i++)
        sqlite3_finalize(engine->row_statements[i]);
    CHECK(sqlite3_close(engine->database) == SQLITE_OK);
    if (engine->writer_lock >= 0)
        close(engine->writer_lock);
}

const struct engine_methods sqlite_engine = {
    .open = sqlite_open,
    .close = sqlite_close,
    .begin = sqlite_begin,
    .commit = sqlite_commit,
    .rollback = sqlite_rollback,
    .hold = sqlite_hold,
    .release = sqlite_rollback,
    .head = sqlite_head,
    .streams = sqlite_streams,
    .read = sqlite_read,
    .commands = sqlite_commands,
    .compare_commands = sqlite_compare_commands,
    .rows = sqlite_rows,
    .snapshot_save = sqlite_snapshot_save,
    .snapshot_load = sqlite_snapshot_load,
    .inspect = sqlite_inspect,
    .leaves = sqlite_leaves,
    .runs = sqlite_runs,
    .last_run = sqlite_last_run,
    .tiles = sqlite_tiles,
    .each_tile = sqlite_each_tile,
    .tiles_put = sqlite_tiles_put,
    .runs_put = sqlite_runs_put,
    .copy_file = sqlite_copy_file,
    .look = sqlite_look,
    .rebuild = sqlite_rebuild,
    .fill = sqlite_fill,
    .rebuilt = sqlite_rebuilt,
};
