/*
 * The engine for one file: SQLite.
 *
 * Write-ahead log with full sync: a commit appends the changed pages to the log file and syncs it once; a crash at any
 * moment leaves the last commit that was synced. Pages go to the file itself at checkpoints.
 *
 * An event's key is one number, stream * 2^40 + sequence, so that appending is adding at the right end of a tree of
 * integers, which SQLite does fastest. Stream and sequence are columns of their own for those who ask in SQL.
 */
#include "store/store_internal.h"

#include "base/check.h"

#include <sqlite3.h>
#include <string.h>

enum {
    SEQUENCE_BITS = 40,
    STREAMS_MAX = 1 << 22,
    BUSY_WAIT_MS = 5000, /* for another program's transaction */
};

enum statement {
    BEGIN,
    COMMIT,
    ROLLBACK,
    STREAM_FIND,
    STREAM_ADD,
    STREAM_MOVE,
    STREAM_LIST,
    COMMAND_FIND,
    EVENT_ADD,
    EVENT_READ,
    SNAPSHOT_SAVE,
    SNAPSHOT_LOAD,
    STATEMENT_COUNT
};

static const char *const statement_sql[STATEMENT_COUNT] = {
    [BEGIN] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
    [ROLLBACK] = "ROLLBACK",
    [STREAM_FIND] = "SELECT id, sequence, hash FROM stream WHERE name = ?1",
    [STREAM_ADD] = "INSERT INTO stream (name, sequence, hash) VALUES (?1, 0, ?2) RETURNING id",
    [STREAM_MOVE] = "UPDATE stream SET sequence = ?2, hash = ?3 WHERE id = ?1",
    [STREAM_LIST] = "SELECT name FROM stream ORDER BY name",
    [COMMAND_FIND] = "SELECT sequence FROM event WHERE stream = ?1 AND command = ?2",
    [EVENT_ADD] = "INSERT INTO event (place, kind, command, payload, hash) VALUES (?1, ?2, ?3, ?4, ?5)",
    [EVENT_READ] = "SELECT sequence, kind, command, payload, hash FROM event "
                   "WHERE place BETWEEN ?1 AND ?2 ORDER BY place",
    [SNAPSHOT_SAVE] =
        "INSERT INTO snapshot (stream, sequence, seal, bytes) VALUES (?1, ?2, ?3, ?4) "
        "ON CONFLICT (stream, sequence) DO UPDATE SET seal = excluded.seal, bytes = excluded.bytes",
    [SNAPSHOT_LOAD] = "SELECT sequence, seal, bytes FROM snapshot WHERE stream = ?1 AND sequence <= ?2 "
                      "ORDER BY sequence DESC LIMIT 1",
};

/* 1099511627776 is 2^40. */
static const char schema_sql[] =
    "CREATE TABLE store_format (version INTEGER NOT NULL);"
    "CREATE TABLE store_table (name TEXT PRIMARY KEY, columns TEXT NOT NULL);"
    "CREATE TABLE stream (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, sequence INTEGER NOT NULL,"
    " hash BLOB NOT NULL);"
    "CREATE TABLE event (place INTEGER PRIMARY KEY, kind TEXT NOT NULL, command TEXT, payload TEXT NOT NULL,"
    " hash BLOB NOT NULL,"
    " stream INTEGER GENERATED ALWAYS AS (place / 1099511627776) VIRTUAL,"
    " sequence INTEGER GENERATED ALWAYS AS (place % 1099511627776) VIRTUAL);"
    "CREATE UNIQUE INDEX event_command ON event (stream, command) WHERE command IS NOT NULL;"
    "CREATE TABLE snapshot (stream INTEGER NOT NULL, sequence INTEGER NOT NULL, seal BLOB NOT NULL,"
    " bytes BLOB NOT NULL, PRIMARY KEY (stream, sequence));"
    "INSERT INTO store_format VALUES (1);";
_Static_assert(STORE_FORMAT == 1, "the schema says its version");

struct engine {
    sqlite3 *database;
    sqlite3_stmt *statements[STATEMENT_COUNT];
    sqlite3_stmt *row_statements[STORE_TABLES_MAX];
};

/* ------------------------------------------------------------------------------------------- faults */

static enum status failed(struct engine *engine, struct fault *fault, const char *doing)
{
    int code = engine->database ? sqlite3_extended_errcode(engine->database) : SQLITE_NOMEM;
    const char *words = engine->database ? sqlite3_errmsg(engine->database) : "out of memory";
    switch (code & 0xff) {
    case SQLITE_NOMEM:
        return fault_set(fault, STATUS_NO_MEMORY, 0, "%s: no memory", doing);
    case SQLITE_FULL:
        return fault_set(fault, STATUS_IO, 0, "%s: the disk is full; make room and start again", doing);
    case SQLITE_BUSY:
        return fault_set(fault, STATUS_IO, 0, "%s: another program has had the store locked for %d seconds",
                         doing, BUSY_WAIT_MS / 1000);
    case SQLITE_READONLY:
        return fault_set(fault, STATUS_IO, 0, "%s: the file may not be written", doing);
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        return fault_set(fault, STATUS_IO, 0, "%s: the file is damaged or no store (%s)", doing, words);
    default:
        return fault_set(fault, STATUS_IO, 0, "%s: %s (%d)", doing, words, code);
    }
}

/* Parameters are numbered from 1. A failure to bind is out of memory, and shows when the statement is stepped as a
 * missing value would not: so it is looked at. */
static bool bind_text(sqlite3_stmt *statement, int place, struct text text)
{
    return sqlite3_bind_text64(statement, place, text.bytes, text.length, SQLITE_STATIC, SQLITE_UTF8) ==
           SQLITE_OK;
}

static bool bind_number(sqlite3_stmt *statement, int place, uint64_t number)
{
    return sqlite3_bind_int64(statement, place, (sqlite3_int64)number) == SQLITE_OK;
}

static bool bind_hash(sqlite3_stmt *statement, int place, const struct store_hash *hash)
{
    return sqlite3_bind_blob(statement, place, hash->bytes, sizeof hash->bytes, SQLITE_STATIC) == SQLITE_OK;
}

/* Runs a statement that gives no rows. */
static bool run(sqlite3_stmt *statement)
{
    bool done = sqlite3_step(statement) == SQLITE_DONE;
    return sqlite3_reset(statement) == SQLITE_OK && done;
}

static struct text column_text(sqlite3_stmt *statement, int column)
{
    const void *bytes = sqlite3_column_blob(statement, column);
    return (struct text){bytes ? bytes : "", (size_t)sqlite3_column_bytes(statement, column)};
}

/* A hash that has lost or gained bytes is no hash; zeros never verify. */
static struct store_hash column_hash(sqlite3_stmt *statement, int column)
{
    struct text bytes = column_text(statement, column);
    struct store_hash hash = {0};
    if (bytes.length == sizeof hash.bytes)
        memcpy(hash.bytes, bytes.bytes, sizeof hash.bytes);
    return hash;
}

/* ------------------------------------------------------------------------------------------ opening */

static enum status set_up(struct engine *engine, const struct store_options *options, struct fault *fault)
{
    static const char always[] = "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;"
                                 "PRAGMA synchronous = FULL; PRAGMA cache_size = -65536;";
    if (sqlite3_exec(engine->database, always, NULL, NULL, NULL) != SQLITE_OK)
        return failed(engine, fault, "opening the store");
    if (options->mode == STORE_READ_ONLY)
        return STATUS_OK;
    static const char log[] = "PRAGMA wal_autocheckpoint = 4000; PRAGMA journal_mode = WAL";
    sqlite3_stmt *mode = NULL;
    const char *rest = log;
    bool write_ahead = false;
    int code = SQLITE_OK;
    while (code == SQLITE_OK && *rest) {
        code = sqlite3_prepare_v2(engine->database, rest, -1, &mode, &rest);
        if (code == SQLITE_OK && sqlite3_step(mode) == SQLITE_ROW)
            write_ahead = text_equal(column_text(mode, 0), text_of("wal"));
        if (code == SQLITE_OK)
            code = sqlite3_finalize(mode);
    }
    if (code != SQLITE_OK)
        return failed(engine, fault, "opening the store");
    if (!write_ahead)
        return fault_set(fault, STATUS_IO, 0,
                         "this file cannot have a write-ahead log, so it cannot be a store");
    return STATUS_OK;
}

/* One number; `otherwise` if there is no row. */
static enum status ask_number(struct engine *engine, const char *sql, sqlite3_int64 otherwise,
                              sqlite3_int64 *number, struct fault *fault)
{
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(engine->database, sql, -1, &statement, NULL) != SQLITE_OK)
        return failed(engine, fault, "opening the store");
    int code = sqlite3_step(statement);
    *number = code == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : otherwise;
    enum status status = STATUS_OK;
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        status = failed(engine, fault, "opening the store");
    sqlite3_finalize(statement);
    return status;
}

static enum status check_format(struct engine *engine, enum store_mode mode, bool *empty, struct fault *fault)
{
    sqlite3_int64 objects = 0, ours = 0, version = 0;
    enum status status = ask_number(engine, "SELECT count(*) FROM sqlite_schema", 0, &objects, fault);
    if (status == STATUS_OK)
        status = ask_number(engine, "SELECT count(*) FROM sqlite_schema WHERE name = 'store_format'", 0,
                            &ours, fault);
    if (status == STATUS_OK && ours > 0)
        status = ask_number(engine, "SELECT version FROM store_format", 0, &version, fault);
    if (status != STATUS_OK)
        return status;
    *empty = objects == 0;
    if (*empty && mode == STORE_CREATE)
        return STATUS_OK;
    if (ours == 0)
        return fault_set(fault, STATUS_INVALID, 0, "this file holds no store");
    if (version != STORE_FORMAT)
        return fault_set(fault, STATUS_INVALID, 0, "this store has format %lld; this program reads format %d",
                         (long long)version, STORE_FORMAT);
    return STATUS_OK;
}

static enum status table_make(struct engine *engine, const struct store_table *table, struct fault *fault)
{
    char create[STORE_SQL_SIZE], columns[STORE_SQL_SIZE];
    struct text_out out, described;
    text_out_init(&out, create, sizeof create);
    table_create_sql(&out, table);
    /* The rows lie in the tree of the key, and there is no second tree. */
    text_out_add(&out, " WITHOUT ROWID");
    text_out_init(&described, columns, sizeof columns);
    table_describe(&described, table);
    CHECK(!out.truncated && !described.truncated);
    sqlite3_stmt *statement = NULL;
    bool made = sqlite3_exec(engine->database, create, NULL, NULL, NULL) == SQLITE_OK &&
                sqlite3_prepare_v2(engine->database, "INSERT INTO store_table VALUES (?1, ?2)", -1,
                                   &statement, NULL) == SQLITE_OK &&
                bind_text(statement, 1, text_of(table->name)) &&
                bind_text(statement, 2, text_out_text(&described)) && run(statement);
    enum status status = made ? STATUS_OK : failed(engine, fault, "making a table");
    sqlite3_finalize(statement);
    return status;
}

static enum status table_settle(struct engine *engine, const struct store_table *table, enum store_mode mode,
                                struct fault *fault)
{
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(engine->database, "SELECT columns FROM store_table WHERE name = ?1", -1,
                           &statement, NULL) != SQLITE_OK ||
        !bind_text(statement, 1, text_of(table->name))) {
        enum status status = failed(engine, fault, "looking at the tables");
        sqlite3_finalize(statement);
        return status;
    }
    int code = sqlite3_step(statement);
    enum status status = STATUS_OK;
    if (code == SQLITE_ROW)
        status = table_check(table, column_text(statement, 0), fault);
    else if (code != SQLITE_DONE)
        status = failed(engine, fault, "looking at the tables");
    sqlite3_finalize(statement);
    if (code == SQLITE_DONE && mode != STORE_READ_ONLY)
        status = table_make(engine, table, fault);
    return status;
}

/* All that is made at opening is made in one transaction: a store is there with all its tables, or not. */
static enum status settle(struct engine *engine, const struct store_options *options, struct fault *fault)
{
    bool writes = options->mode != STORE_READ_ONLY, empty = false;
    if (sqlite3_exec(engine->database, writes ? "BEGIN IMMEDIATE" : "BEGIN", NULL, NULL, NULL) != SQLITE_OK)
        return failed(engine, fault, "opening the store");
    enum status status = check_format(engine, options->mode, &empty, fault);
    if (status == STATUS_OK && empty &&
        sqlite3_exec(engine->database, schema_sql, NULL, NULL, NULL) != SQLITE_OK)
        status = failed(engine, fault, "making the store");
    for (unsigned i = 0; i < options->table_count && writes && status == STATUS_OK; i++)
        status = table_settle(engine, &options->tables[i], options->mode, fault);
    if (status == STATUS_OK && sqlite3_exec(engine->database, "COMMIT", NULL, NULL, NULL) != SQLITE_OK)
        status = failed(engine, fault, "making the store");
    if (status != STATUS_OK && !sqlite3_get_autocommit(engine->database))
        sqlite3_exec(engine->database, "ROLLBACK", NULL, NULL, NULL);
    return status;
}

static bool prepare(struct engine *engine, const char *sql, sqlite3_stmt **statement)
{
    return sqlite3_prepare_v3(engine->database, sql, -1, SQLITE_PREPARE_PERSISTENT, statement, NULL) ==
           SQLITE_OK;
}

static void row_insert_sql(struct text_out *out, const struct store_table *table)
{
    table_insert_sql(out, table);
    text_out_add(out, "VALUES (?1");
    for (unsigned i = 1; i < table_own_columns(table) + table->column_count; i++)
        text_out_add(out, ", ?%u", i + 1);
    text_out_add(out, ")");
    table_replace_sql(out, table);
}

static enum status prepare_all(struct engine *engine, const struct store_options *options,
                               struct fault *fault)
{
    for (unsigned i = 0; i < STATEMENT_COUNT; i++)
        if (!prepare(engine, statement_sql[i], &engine->statements[i]))
            return failed(engine, fault, "preparing the store");
    for (unsigned i = 0; i < options->table_count && options->mode != STORE_READ_ONLY; i++) {
        char sql[STORE_SQL_SIZE];
        struct text_out out;
        text_out_init(&out, sql, sizeof sql);
        row_insert_sql(&out, &options->tables[i]);
        CHECK(!out.truncated);
        if (!prepare(engine, sql, &engine->row_statements[i]))
            return failed(engine, fault, "preparing the store");
    }
    return STATUS_OK;
}

static enum status sqlite_open(struct store *store, const struct store_address *address, struct fault *fault)
{
    static const int flags[] = {[STORE_CREATE] = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
                                [STORE_EXISTING] = SQLITE_OPEN_READWRITE,
                                [STORE_READ_ONLY] = SQLITE_OPEN_READONLY};
    struct engine *engine = ARENA_NEW(&store->lifetime, struct engine);
    if (!engine)
        return fault_set(fault, store->lifetime.refusal, 0, "no memory for a store");
    store->engine = engine;
    if (sqlite3_open_v2(address->place, &engine->database, flags[store->options.mode] | SQLITE_OPEN_NOMUTEX,
                        NULL) != SQLITE_OK)
        return failed(engine, fault, "opening the store");
    sqlite3_extended_result_codes(engine->database, 1);
    sqlite3_busy_timeout(engine->database, BUSY_WAIT_MS);
    enum status status = set_up(engine, &store->options, fault);
    if (status == STATUS_OK)
        status = settle(engine, &store->options, fault);
    if (status == STATUS_OK)
        status = prepare_all(engine, &store->options, fault);
    return status;
}

static void sqlite_close(struct engine *engine)
{
    for (unsigned i = 0; i < STATEMENT_COUNT; i++)
        sqlite3_finalize(engine->statements[i]);
    for (unsigned i = 0; i < STORE_TABLES_MAX; i++)
        sqlite3_finalize(engine->row_statements[i]);
    CHECK(sqlite3_close(engine->database) == SQLITE_OK);
}

/* ---------------------------------------------------------------------------------------- appending */

/* A failed commit may have ended the transaction already. */
static void sqlite_rollback(struct store *store)
{
    if (!sqlite3_get_autocommit(store->engine->database))
        run(store->engine->statements[ROLLBACK]);
}

static enum status roll_back(struct store *store, struct fault *fault, const char *doing)
{
    enum status status = failed(store->engine, fault, doing);
    sqlite_rollback(store);
    return status;
}

/* Leaves the statement ready to be run again; false if it failed. */
static bool stream_find(struct engine *engine, struct stream_state *stream, bool *found)
{
    sqlite3_stmt *statement = engine->statements[STREAM_FIND];
    if (!bind_text(statement, 1, stream->name))
        return false;
    int code = sqlite3_step(statement);
    *found = code == SQLITE_ROW;
    if (*found) {
        stream->id = sqlite3_column_int64(statement, 0);
        stream->head.sequence = (uint64_t)sqlite3_column_int64(statement, 1);
        stream->head.hash = column_hash(statement, 2);
    }
    return sqlite3_reset(statement) == SQLITE_OK;
}

static bool stream_add(struct engine *engine, struct stream_state *stream)
{
    stream->head = (struct store_head){0, chain_start(stream->name)};
    sqlite3_stmt *statement = engine->statements[STREAM_ADD];
    if (!bind_text(statement, 1, stream->name) || !bind_hash(statement, 2, &stream->head.hash))
        return false;
    bool added = sqlite3_step(statement) == SQLITE_ROW;
    if (added)
        stream->id = sqlite3_column_int64(statement, 0);
    return sqlite3_reset(statement) == SQLITE_OK && added && stream->id < STREAMS_MAX;
}

static bool command_find(struct engine *engine, struct command_query *query)
{
    sqlite3_stmt *statement = engine->statements[COMMAND_FIND];
    if (!bind_number(statement, 1, (uint64_t)query->stream->id) || !bind_text(statement, 2, query->command))
        return false;
    if (sqlite3_step(statement) == SQLITE_ROW)
        query->sequence = (uint64_t)sqlite3_column_int64(statement, 0);
    return sqlite3_reset(statement) == SQLITE_OK;
}

static enum status sqlite_begin(struct store *store, struct store_plan *plan, struct fault *fault)
{
    struct engine *engine = store->engine;
    if (!run(engine->statements[BEGIN]))
        return roll_back(store, fault, "appending to the store");
    for (size_t i = 0; i < plan->stream_count; i++) {
        bool found;
        if (!stream_find(engine, &plan->streams[i], &found) ||
            (!found && !stream_add(engine, &plan->streams[i])))
            return roll_back(store, fault, "looking for a stream");
    }
    for (size_t i = 0; i < plan->query_count; i++)
        if (!command_find(engine, &plan->queries[i]))
            return roll_back(store, fault, "looking for a command");
    return STATUS_OK;
}

static bool event_add(struct engine *engine, const struct placed_event *placed)
{
    sqlite3_stmt *statement = engine->statements[EVENT_ADD];
    const struct store_event *event = placed->event;
    bool bound = bind_number(statement, 1, (uint64_t)placed->stream << SEQUENCE_BITS | placed->sequence) &&
                 bind_text(statement, 2, event->kind) &&
                 (event->command.length > 0 ? bind_text(statement, 3, event->command)
                                            : sqlite3_bind_null(statement, 3) == SQLITE_OK) &&
                 bind_text(statement, 4, event->payload) && bind_hash(statement, 5, &placed->hash);
    return bound && run(statement);
}

static bool row_add(struct engine *engine, const struct store_table *table, const struct placed_row *placed)
{
    sqlite3_stmt *statement = engine->row_statements[placed->row->table];
    bool bound = bind_number(statement, 1, (uint64_t)placed->stream) &&
                 bind_number(statement, 2, placed->sequence) &&
                 (table->key_count > 0 || bind_number(statement, 3, placed->ordinal));
    for (unsigned i = 0; i < table->column_count && bound; i++) {
        const struct store_value *value = &placed->row->values[i];
        int place = (int)(table_own_columns(table) + i) + 1;
        if (value->type == STORE_INTEGER)
            bound = sqlite3_bind_int64(statement, place, value->integer) == SQLITE_OK;
        else if (value->type == STORE_TEXT)
            bound = bind_text(statement, place, value->text);
        else
            bound = sqlite3_bind_null(statement, place) == SQLITE_OK;
    }
    return bound && run(statement);
}

static bool stream_move(struct engine *engine, const struct stream_state *stream)
{
    sqlite3_stmt *statement = engine->statements[STREAM_MOVE];
    return bind_number(statement, 1, (uint64_t)stream->id) &&
           bind_number(statement, 2, stream->head.sequence) && bind_hash(statement, 3, &stream->head.hash) &&
           run(statement);
}

static enum status sqlite_commit(struct store *store, const struct store_plan *plan, struct fault *fault)
{
    struct engine *engine = store->engine;
    for (size_t i = 0; i < plan->event_count; i++)
        if (!event_add(engine, &plan->events[i]))
            return roll_back(store, fault, "writing an event");
    for (size_t i = 0; i < plan->row_count; i++)
        if (!row_add(engine, &store->options.tables[plan->rows[i].row->table], &plan->rows[i]))
            return roll_back(store, fault, "writing a row");
    for (size_t i = 0; i < plan->stream_count; i++)
        if (plan->streams[i].changed && !stream_move(engine, &plan->streams[i]))
            return roll_back(store, fault, "writing the head of a stream");
    if (!run(engine->statements[COMMIT]))
        return roll_back(store, fault, "making events durable");
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ reading */

static enum status sqlite_head(struct store *store, struct text stream, struct store_head *head,
                               struct fault *fault)
{
    struct stream_state state = {.name = stream};
    bool found;
    if (!stream_find(store->engine, &state, &found))
        return failed(store->engine, fault, "looking for a stream");
    *head = state.head;
    return STATUS_OK;
}

static enum status sqlite_streams(struct store *store, store_stream_visitor *visit, void *context,
                                  struct fault *fault)
{
    sqlite3_stmt *statement = store->engine->statements[STREAM_LIST];
    enum status status = STATUS_OK;
    int code;
    while ((code = sqlite3_step(statement)) == SQLITE_ROW && status == STATUS_OK)
        status = visit(context, column_text(statement, 0), fault);
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        status = failed(store->engine, fault, "listing the streams");
    sqlite3_reset(statement);
    return status;
}

static enum status sqlite_read(struct store *store, struct text stream, uint64_t from, uint64_t to,
                               store_visitor *visit, void *context, struct fault *fault)
{
    struct engine *engine = store->engine;
    struct stream_state state = {.name = stream};
    bool found;
    if (!stream_find(engine, &state, &found))
        return failed(engine, fault, "looking for a stream");
    sqlite3_stmt *statement = engine->statements[EVENT_READ];
    uint64_t base = (uint64_t)state.id << SEQUENCE_BITS;
    if (!found)
        return STATUS_OK;
    if (!bind_number(statement, 1, base | from) || !bind_number(statement, 2, base | to))
        return failed(engine, fault, "reading events");
    enum status status = STATUS_OK;
    int code = SQLITE_DONE;
    while (status == STATUS_OK && (code = sqlite3_step(statement)) == SQLITE_ROW) {
        struct store_record record = {
            .sequence = (uint64_t)sqlite3_column_int64(statement, 0),
            .event = {column_text(statement, 1), column_text(statement, 2), column_text(statement, 3)},
            .hash = column_hash(statement, 4)};
        status = visit(context, &record, fault);
    }
    if (status == STATUS_OK && code != SQLITE_DONE)
        status = failed(engine, fault, "reading events");
    sqlite3_reset(statement);
    return status;
}

static enum status sqlite_snapshot_save(struct store *store, struct text stream,
                                        const struct stored_snapshot *snapshot, struct fault *fault)
{
    struct stream_state state = {.name = stream};
    bool found;
    if (!stream_find(store->engine, &state, &found))
        return failed(store->engine, fault, "looking for a stream");
    CHECK(found);
    sqlite3_stmt *statement = store->engine->statements[SNAPSHOT_SAVE];
    bool saved = bind_number(statement, 1, (uint64_t)state.id) &&
                 bind_number(statement, 2, snapshot->sequence) && bind_hash(statement, 3, &snapshot->seal) &&
                 sqlite3_bind_blob64(statement, 4, snapshot->bytes.bytes, snapshot->bytes.length,
                                     SQLITE_STATIC) == SQLITE_OK &&
                 run(statement);
    return saved ? STATUS_OK : failed(store->engine, fault, "saving a snapshot");
}

static enum status sqlite_snapshot_load(struct store *store, struct text stream, uint64_t at,
                                        struct arena *arena, struct stored_snapshot *snapshot,
                                        struct fault *fault)
{
    struct stream_state state = {.name = stream};
    bool found;
    if (!stream_find(store->engine, &state, &found))
        return failed(store->engine, fault, "looking for a stream");
    if (!found)
        return STATUS_OK;
    sqlite3_stmt *statement = store->engine->statements[SNAPSHOT_LOAD];
    if (!bind_number(statement, 1, (uint64_t)state.id) || !bind_number(statement, 2, at))
        return failed(store->engine, fault, "loading a snapshot");
    enum status status = STATUS_OK;
    int code = sqlite3_step(statement);
    if (code == SQLITE_ROW) {
        snapshot->sequence = (uint64_t)sqlite3_column_int64(statement, 0);
        snapshot->seal = column_hash(statement, 1);
        status = snapshot_keep(snapshot, column_text(statement, 2), arena, fault);
    } else if (code != SQLITE_DONE) {
        status = failed(store->engine, fault, "loading a snapshot");
    }
    sqlite3_reset(statement);
    return status;
}

const struct engine_methods sqlite_engine = {
    .open = sqlite_open,
    .close = sqlite_close,
    .begin = sqlite_begin,
    .commit = sqlite_commit,
    .rollback = sqlite_rollback,
    .head = sqlite_head,
    .streams = sqlite_streams,
    .read = sqlite_read,
    .snapshot_save = sqlite_snapshot_save,
    .snapshot_load = sqlite_snapshot_load,
};
