/*
 * The engine for many houses: PostgreSQL and compatible servers. This file has its statements and the opening.
 */
#include "store/postgres_internal.h"

#include "base/check.h"

#include <string.h>

static const char *const statement_sql[STATEMENT_COUNT] = {
    [BEGIN] = "BEGIN ISOLATION LEVEL READ COMMITTED",
    [COMMIT] = "COMMIT",
    [PART_BEGIN] = "SAVEPOINT part",
    [PART_COMMIT] = "RELEASE SAVEPOINT part",
    [STREAM_FIND] = "SELECT id, sequence, hash FROM stream WHERE name = $1",
    [STREAM_LOCK] = "SELECT id, sequence, hash FROM stream WHERE name = $1 FOR UPDATE",
    [STREAM_ADD] =
        "INSERT INTO stream (name, sequence, hash) VALUES ($1, 0, $2) ON CONFLICT (name) DO NOTHING",
    [STREAM_MOVE] = "UPDATE stream SET sequence = $2, hash = $3 WHERE id = $1",
    [STREAM_LIST] = "SELECT name, id FROM stream ORDER BY name COLLATE \"C\"",
    /* The sum keeps the planner from using the primary key. While the table is small the planner considers that key equally
     * good, and would then read the whole stream for each command. */
    [COMMANDS_FIND] = "SELECT asked.place, event.sequence "
                      "FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS asked (stream, command, place) "
                      "JOIN stream ON stream.name = asked.stream "
                      "JOIN event ON event.command = asked.command AND event.command IS NOT NULL "
                      "AND event.stream + 0 = stream.id",
    [EVENTS_ADD] = "INSERT INTO event (stream, sequence, kind, command, payload, hash) SELECT * FROM "
                   "unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::bytea[])",
    [EVENTS_READ] = "SELECT sequence, kind, command, payload, hash FROM event "
                    "WHERE stream = $1 AND sequence BETWEEN $2 AND $3 ORDER BY sequence LIMIT 256",
    /* Whoever appends waits here, so that the order of the leaves is that of the commits, whatever the streams are. */
    [LEAF_LOCK] = "LOCK TABLE leaf_run IN SHARE ROW EXCLUSIVE MODE",
    [LEAF_LAST] = "SELECT first, stream, sequence, count FROM leaf_run ORDER BY first DESC LIMIT 1",
    [LEAF_PUT] = "INSERT INTO leaf_run (first, stream, sequence, count) SELECT * FROM "
                 "unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[]) "
                 "ON CONFLICT (first) DO UPDATE SET count = excluded.count",
    [LEAF_END] = "SELECT first + count FROM leaf_run ORDER BY first DESC LIMIT 1",
    [LEAF_SINCE] = "SELECT leaf FROM leaf_since",
    [LEAF_RUNS] = "SELECT first, stream, sequence, count FROM leaf_run WHERE first >= "
                  "coalesce((SELECT max(first) FROM leaf_run WHERE first <= $1::bigint), $1::bigint) "
                  "AND first + count > $1::bigint ORDER BY first LIMIT $2::bigint",
    [LEAF_LAST_OF] = "SELECT first, stream, sequence, count FROM leaf_run WHERE first < $2::bigint "
                     "AND stream = $1::bigint ORDER BY first DESC LIMIT 1",
    [TILE_READ] = "SELECT number, hash FROM leaf_tile WHERE level = $1::bigint "
                  "AND number BETWEEN $2::bigint AND $3::bigint",
    [TILE_LIST] = "SELECT level, number, hash FROM leaf_tile ORDER BY level, number",
    [TILE_PUT] = "INSERT INTO leaf_tile (level, number, hash) SELECT * FROM "
                 "unnest($1::bigint[], $2::bigint[], $3::bytea[]) "
                 "ON CONFLICT (level, number) DO UPDATE SET hash = excluded.hash",
    [SNAPSHOT_SAVE] =
        "INSERT INTO snapshot (stream, sequence, seal, bytes) "
        "SELECT id, $2::bigint, $3::bytea, $4::bytea FROM stream WHERE name = $1 "
        "ON CONFLICT (stream, sequence) DO UPDATE SET seal = excluded.seal, bytes = excluded.bytes",
    [SNAPSHOT_PRUNE] =
        "DELETE FROM snapshot WHERE stream = (SELECT id FROM stream WHERE name = $1) AND sequence < "
        "(SELECT snapshot.sequence FROM snapshot JOIN stream ON id = stream WHERE name = $1 "
        "ORDER BY snapshot.sequence DESC LIMIT 1 OFFSET 2)",
    [SNAPSHOT_LOAD] =
        "SELECT snapshot.sequence, seal, bytes FROM snapshot JOIN stream ON id = stream "
        "WHERE name = $1 AND snapshot.sequence BETWEEN 1 AND $2 ORDER BY snapshot.sequence DESC LIMIT 1",
};
_Static_assert(STORE_SNAPSHOTS_KEPT == 3, "the statement passes over the latest but one");
_Static_assert(POSTGRES_READ_EVENTS == 256, "the statement says how many it fetches");

/* ------------------------------------------------------------------------------------------ opening */

/* All rows of a group at once: an array for each column. No two have the same key, which SQL would not allow. */
static void rows_insert_sql(struct text_out *out, const struct store_table *table)
{
    unsigned own = table_own_columns(table);
    CHECK_OP(own + table->column_count, <=, PARAMETERS_MAX);
    text_out_add(out, "INSERT ");
    table_into_sql(out, table);
    text_out_add(out, "SELECT * FROM unnest(");
    for (unsigned i = 0; i < own + table->column_count; i++)
        text_out_add(out, "%s$%u::%s[]", i > 0 ? ", " : "", i + 1,
                     i < own || table->columns[i - own].type == STORE_INTEGER ? "bigint" : "text");
    text_out_add(out, ")");
    table_replace_sql(out, table);
}

static enum status prepare(struct engine *engine, char letter, unsigned number, const char *sql,
                           struct fault *fault)
{
    CHECK(letter == 's' || letter == 't');
    char name[POSTGRES_NAME_SIZE];
    postgres_statement_name(name, letter, number);
    PGresult *result = PQprepare(engine->connection, name, sql, 0, NULL);
    enum status status = STATUS_OK;
    if (PQresultStatus(result) != PGRES_COMMAND_OK)
        status = postgres_failed(engine, result, fault, "preparing the store");
    PQclear(result);
    return status;
}

/* A store that is older than the leaves has the same runs without a table. */
static const char *statement_of(const struct engine *engine, enum statement statement)
{
    if (!engine->leafless)
        return statement_sql[statement];
    switch (statement) {
    case LEAF_END:
    case LEAF_SINCE:
        return "SELECT coalesce(sum(sequence), 0)::bigint FROM stream";
    case LEAF_RUNS:
        return "SELECT first, stream, sequence, count FROM " LEAFLESS_RUNS
               " AS run WHERE first + count > $1::bigint ORDER BY first LIMIT $2::bigint";
    case LEAF_LAST_OF:
        return "SELECT first, stream, sequence, count FROM " LEAFLESS_RUNS
               " AS run WHERE first < $2::bigint AND stream = $1::bigint ORDER BY first DESC LIMIT 1";
    default:
        return statement >= LEAF_LOCK && statement <= TILE_PUT ? NULL : statement_sql[statement];
    }
}

/* Without snapshots, or the order of the leaves, the events can still be inspected. */
static bool statement_may_be_missing(const struct store_options *options, enum statement statement)
{
    return options->to_inspect && statement >= LEAF_LOCK && statement <= SNAPSHOT_LOAD;
}

enum status postgres_prepare_rows(struct engine *engine, struct fault *fault)
{
    const struct store_options *options = engine->options;
    enum status status = STATUS_OK;
    for (unsigned i = 0; i < options->table_count && status == STATUS_OK; i++) {
        char sql[STORE_SQL_SIZE];
        struct text_out out;
        if (engine->rows_prepared > i) {
            char name[POSTGRES_NAME_SIZE];
            postgres_statement_name(name, 't', i);
            text_out_init(&out, sql, sizeof sql);
            text_out_add(&out, "DEALLOCATE %s", name);
            status = postgres_run(engine, sql, fault, "preparing the store");
        }
        text_out_init(&out, sql, sizeof sql);
        rows_insert_sql(&out, &options->tables[i]);
        CHECK(!out.truncated);
        if (status == STATUS_OK)
            status = prepare(engine, 't', i, sql, fault);
        if (status == STATUS_OK && engine->rows_prepared == i)
            engine->rows_prepared = i + 1;
    }
    return status;
}

/* Rows cannot be written into tables of another version. */
static enum status prepare_all(struct engine *engine, struct fault *fault)
{
    enum status status = STATUS_OK;
    engine->rows_prepared = 0;
    for (unsigned i = 0; i < STATEMENT_COUNT && status == STATUS_OK; i++) {
        const char *sql = statement_of(engine, i);
        status = sql ? prepare(engine, 's', i, sql, fault) : STATUS_OK;
        if (status == STATUS_DAMAGED && statement_may_be_missing(engine->options, i))
            status = STATUS_OK;
    }
    return status == STATUS_OK && engine->options->mode != STORE_READ_ONLY && engine->store->tables.ours
               ? postgres_prepare_rows(engine, fault)
               : status;
}

static void ignore_notice(void *context, const char *words)
{
    (void)context;
    (void)words;
}

static enum status session_set(struct engine *engine, struct fault *fault)
{
    /* The store reads by key, so sequential scans are disabled: a plan made while the tables were small must not read them
     * whole later. Where a table must be read whole, the estimated cost would then trigger JIT compilation, which takes
     * longer than the query; so JIT is off. */
    enum status status =
        postgres_run(engine,
                     "SET client_encoding = 'UTF8'; SET synchronous_commit = on; SET enable_seqscan = off;"
                     "SET enable_hashjoin = off; SET enable_mergejoin = off; SET jit = off",
                     fault, "opening the store");
    if (status == STATUS_OK && engine->options->mode == STORE_READ_ONLY)
        status = postgres_run(engine, "SET default_transaction_read_only = on", fault, "opening the store");
    return status;
}

/* How long a writer waits for the lock: not at all; until the server has noticed that the last writer was killed; as a
 * standby. */
enum lock_wait { LOCK_NOW, LOCK_SOON, LOCK_WHENEVER };

/* The lock belongs to the connection: the server releases it when the connection ends. Its number is a hash of the names of
 * schema and stream. */
static enum status writer_lock(struct engine *engine, enum lock_wait wait, struct fault *fault)
{
    static const char lock_not_available[] = "55P03";
    const struct store_options *options = engine->options;
    if (!options->writer_of || options->mode == STORE_READ_ONLY)
        return STATUS_OK;
    struct parameters parameters = {0};
    parameters_add_text(&parameters, text_of(options->writer_of));
    char sql[128];
    struct text_out out;
    text_out_init(&out, sql, sizeof sql);
    text_out_add(&out, "SELECT %s%s(hashtextextended(current_schema() || '/' || $1, 0))",
                 wait == LOCK_NOW ? "pg_try_advisory_lock" : "true FROM pg_advisory_lock",
                 options->shared ? "_shared" : "");
    CHECK(!out.truncated);
    CHECK_OP(parameters.count, ==, 1);
    enum status status = STATUS_OK;
    if (wait == LOCK_SOON)
        status = postgres_run(engine, "SET lock_timeout = '2s'", fault, "opening the store");
    if (status != STATUS_OK)
        return status;
    PGresult *result = PQexecParams(engine->connection, sql, 1, NULL, parameters.values, parameters.lengths,
                                    parameters.formats, 1);
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    bool answered = PQresultStatus(result) == PGRES_TUPLES_OK;
    if (answered ? PQgetvalue(result, 0, 0)[0] == 0 : state && strcmp(state, lock_not_available) == 0)
        status = writer_refused(options, fault);
    else if (!answered)
        status = postgres_failed(engine, result, fault, "opening the store");
    PQclear(result);
    if (status == STATUS_OK && wait == LOCK_SOON)
        status = postgres_run(engine, "RESET lock_timeout", fault, "opening the store");
    return status;
}

static enum status postgres_open(struct store *store, const struct store_address *address,
                                 struct fault *fault)
{
    struct engine *engine = ARENA_NEW(&store->lifetime, struct engine);
    if (!engine)
        return fault_set(fault, store->lifetime.refusal, 0, "no memory for a store");
    engine->options = &store->options;
    engine->store = store;
    engine->connection = PQconnectdb(address->place);
    if (!engine->connection)
        return fault_set(fault, STATUS_NO_MEMORY, 0, "no memory for a connection");
    store->engine = engine;
    if (PQstatus(engine->connection) != CONNECTION_OK)
        return postgres_failed(engine, NULL, fault, "opening the store");
    PQsetNoticeProcessor(engine->connection, ignore_notice, NULL);
    enum status status = session_set(engine, fault);
    if (status == STATUS_OK)
        status = writer_lock(engine, store->options.standby ? LOCK_WHENEVER : LOCK_SOON, fault);
    if (status == STATUS_OK)
        status = postgres_settle(engine, &store->options, &store->tables, fault);
    if (status == STATUS_OK)
        status = prepare_all(engine, fault);
    engine->ready = status == STATUS_OK;
    return status;
}

/* Does not wait for the lock: another writer would have continued the stream meanwhile. */
bool postgres_reconnected(struct engine *engine, struct fault *fault)
{
    if (engine->together || (engine->ready && PQstatus(engine->connection) == CONNECTION_OK))
        return false;
    engine->ready = false;
    PQreset(engine->connection);
    if (PQstatus(engine->connection) == CONNECTION_OK)
        engine->ready = session_set(engine, fault) == STATUS_OK &&
                        writer_lock(engine, LOCK_NOW, fault) == STATUS_OK &&
                        prepare_all(engine, fault) == STATUS_OK;
    return engine->ready;
}

/* The server closes a connection with a delay, so the lock is released first: the next program that opens the store finds it
 * free. */
static void postgres_close(struct engine *engine)
{
    if (engine->ready && engine->options->writer_of)
        PQclear(PQexec(engine->connection, "SELECT pg_advisory_unlock_all()"));
    PQfinish(engine->connection);
}

const struct engine_methods postgres_engine = {
    .open = postgres_open,
    .close = postgres_close,
    .begin = postgres_begin,
    .commit = postgres_commit,
    .rollback = postgres_rollback,
    .hold = postgres_hold,
    .release = postgres_release,
    .head = postgres_head,
    .streams = postgres_streams,
    .read = postgres_read,
    .commands = postgres_commands,
    .compare_commands = postgres_compare_commands,
    .rows = postgres_rows,
    .snapshot_save = postgres_snapshot_save,
    .snapshot_load = postgres_snapshot_load,
    .leaves = postgres_leaves,
    .runs = postgres_runs,
    .last_run = postgres_last_run,
    .tiles = postgres_tiles,
    .each_tile = postgres_each_tile,
    .tiles_put = postgres_tiles_put,
    .runs_put = postgres_runs_put,
    .inspect = postgres_inspect,
    .rebuild = postgres_rebuild,
    .fill = postgres_fill,
    .rebuilt = postgres_rebuilt,
    .together = postgres_together,
};
