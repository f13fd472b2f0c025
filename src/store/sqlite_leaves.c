/* The order of the leaves and the stored subtrees, in SQLite. */
#include "store/sqlite_internal.h"

#include "base/check.h"

#include <string.h>

/* Nothing can be said about leaves if their tables are missing; then an inspection has no such statement. */
static enum status asked(struct engine *engine, enum statement statement, struct fault *fault)
{
    return engine->statements[statement]
               ? STATUS_OK
               : fault_set(fault, STATUS_DAMAGED, 0, "reading the order of the leaves: its table is missing");
}

struct leaf_run sqlite_column_run(sqlite3_stmt *statement)
{
    return (struct leaf_run){(uint64_t)sqlite3_column_int64(statement, 0), sqlite3_column_int64(statement, 1),
                             (uint64_t)sqlite3_column_int64(statement, 2),
                             (uint64_t)sqlite3_column_int64(statement, 3)};
}

bool sqlite_put_run(sqlite3_stmt *statement, const struct leaf_run *run)
{
    CHECK(run->count > 0 && run->sequence > 0);
    return sqlite_bind_number(statement, 1, run->first) &&
           sqlite_bind_number(statement, 2, (uint64_t)run->stream) &&
           sqlite_bind_number(statement, 3, run->sequence) && sqlite_bind_number(statement, 4, run->count) &&
           sqlite_run(statement);
}

static bool number_of(sqlite3_stmt *statement, uint64_t *number, unsigned *rows)
{
    int code;
    for (*rows = 0; (code = sqlite3_step(statement)) == SQLITE_ROW; ++*rows)
        *number = sqlite3_column_type(statement, 0) == SQLITE_INTEGER
                      ? (uint64_t)sqlite3_column_int64(statement, 0)
                      : UINT64_MAX;
    return sqlite3_reset(statement) == SQLITE_OK && code == SQLITE_DONE;
}

enum status sqlite_leaves(struct store *store, struct leaves_found *found, struct fault *fault)
{
    struct engine *engine = store->engine;
    unsigned rows;
    *found = (struct leaves_found){.leafless = engine->leafless};
    enum status status = asked(engine, LEAF_END, fault);
    if (status == STATUS_OK)
        status = asked(engine, LEAF_SINCE, fault);
    if (status != STATUS_OK)
        return status;
    if (!number_of(engine->statements[LEAF_END], &found->size, &rows) ||
        !number_of(engine->statements[LEAF_SINCE], &found->since, &found->rows))
        return sqlite_failed(engine, fault, "reading the order of the leaves");
    return STATUS_OK;
}

enum status sqlite_runs(struct store *store, uint64_t from, struct leaf_run *runs, size_t max, size_t *count,
                        struct fault *fault)
{
    struct engine *engine = store->engine;
    enum status status = asked(engine, LEAF_RUNS, fault);
    if (status != STATUS_OK)
        return status;
    sqlite3_stmt *statement = engine->statements[LEAF_RUNS];
    int code = SQLITE_DONE;
    *count = 0;
    if (!sqlite_bind_number(statement, 1, from) || !sqlite_bind_number(statement, 2, max))
        return sqlite_failed(engine, fault, "reading the order of the leaves");
    while (*count < max && (code = sqlite3_step(statement)) == SQLITE_ROW)
        runs[(*count)++] = sqlite_column_run(statement);
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        status = sqlite_failed(engine, fault, "reading the order of the leaves");
    sqlite3_reset(statement);
    return status;
}

enum status sqlite_last_run(struct store *store, int64_t stream, uint64_t before, struct leaf_run *run,
                            struct fault *fault)
{
    struct engine *engine = store->engine;
    enum status status = asked(engine, LEAF_LAST_OF, fault);
    if (status != STATUS_OK)
        return status;
    sqlite3_stmt *statement = engine->statements[LEAF_LAST_OF];
    *run = (struct leaf_run){0};
    if (!sqlite_bind_number(statement, 1, (uint64_t)stream) || !sqlite_bind_number(statement, 2, before))
        return sqlite_failed(engine, fault, "reading the order of the leaves");
    if (sqlite3_step(statement) == SQLITE_ROW)
        *run = sqlite_column_run(statement);
    return sqlite3_reset(statement) == SQLITE_OK
               ? STATUS_OK
               : sqlite_failed(engine, fault, "reading the order of the leaves");
}

/* ------------------------------------------------------------------------------------------- tiles */

static struct tree_hash column_tile(sqlite3_stmt *statement, int column)
{
    struct store_hash bytes = sqlite_column_hash(statement, column);
    struct tree_hash hash;
    _Static_assert(sizeof bytes == sizeof hash, "both have 32 bytes");
    memcpy(&hash, &bytes, sizeof hash);
    return hash;
}

static uint64_t column_number(sqlite3_stmt *statement, int column)
{
    return sqlite3_column_type(statement, column) == SQLITE_INTEGER
               ? (uint64_t)sqlite3_column_int64(statement, column)
               : UINT64_MAX;
}

enum status sqlite_tiles(struct store *store, unsigned level, uint64_t from, size_t count,
                         struct tree_hash *hashes, bool *there, struct fault *fault)
{
    struct engine *engine = store->engine;
    CHECK(level < TREE_TILE_LEVELS && count > 0 && count <= LEAF_TILES_READ);
    memset(there, 0, count * sizeof *there);
    if (engine->leafless)
        return STATUS_OK;
    enum status status = asked(engine, TILE_READ, fault);
    if (status != STATUS_OK)
        return status;
    sqlite3_stmt *statement = engine->statements[TILE_READ];
    int code = SQLITE_ERROR;
    if (sqlite_bind_number(statement, 1, level) && sqlite_bind_number(statement, 2, from) &&
        sqlite_bind_number(statement, 3, from + count - 1))
        while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
            uint64_t number = column_number(statement, 0);
            if (number < from || number - from >= count)
                continue;
            hashes[number - from] = column_tile(statement, 1);
            there[number - from] = true;
        }
    if (code != SQLITE_DONE)
        status = sqlite_failed(engine, fault, "reading the stored subtrees");
    sqlite3_reset(statement);
    return status;
}

enum status sqlite_each_tile(struct store *store, leaf_tile_visitor *visit, void *context,
                             struct fault *fault)
{
    struct engine *engine = store->engine;
    if (engine->leafless)
        return STATUS_OK;
    enum status status = asked(engine, TILE_LIST, fault);
    if (status != STATUS_OK)
        return status;
    sqlite3_stmt *statement = engine->statements[TILE_LIST];
    int code;
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
        struct tree_hash hash = column_tile(statement, 2);
        visit(context, column_number(statement, 0), column_number(statement, 1), &hash);
    }
    if (code != SQLITE_DONE)
        status = sqlite_failed(engine, fault, "reading the stored subtrees");
    sqlite3_reset(statement);
    return status;
}

/* ----------------------------------------------------------------------------------------- writing */

static bool tile_put(struct engine *engine, const struct leaf_tile *tile)
{
    sqlite3_stmt *statement = engine->statements[TILE_PUT];
    struct store_hash bytes;
    memcpy(&bytes, &tile->hash, sizeof bytes);
    return sqlite_bind_number(statement, 1, tile->level) && sqlite_bind_number(statement, 2, tile->number) &&
           sqlite_bind_hash(statement, 3, &bytes) && sqlite_run(statement);
}

static enum status not_put(struct store *store, struct fault *fault)
{
    enum status status = sqlite_failed(store->engine, fault, "writing the order of the leaves");
    sqlite_rollback(store);
    return status;
}

enum status sqlite_tiles_put(struct store *store, const struct leaf_tile *tiles, size_t count,
                             struct fault *fault)
{
    struct engine *engine = store->engine;
    enum status status = sqlite_look(engine, fault);
    if (status != STATUS_OK)
        return status;
    bool put = sqlite_run(engine->statements[BEGIN]);
    for (size_t i = 0; i < count && put; i++)
        put = tile_put(engine, &tiles[i]);
    return put && sqlite_run(engine->statements[COMMIT]) ? STATUS_OK : not_put(store, fault);
}

static bool run_all(struct engine *engine, const char *sql)
{
    return sqlite3_exec(engine->database, sql, NULL, NULL, NULL) == SQLITE_OK;
}

enum status sqlite_runs_put(struct store *store, const struct leaf_run *runs, size_t count, uint64_t since,
                            struct fault *fault)
{
    struct engine *engine = store->engine;
    char sql[96];
    struct text_out out;
    text_out_init(&out, sql, sizeof sql);
    text_out_add(&out, "DELETE FROM leaf_since; INSERT INTO leaf_since VALUES (%llu)",
                 (unsigned long long)since);
    CHECK(!out.truncated && !engine->leafless);
    bool put = sqlite_run(engine->statements[BEGIN]) &&
               run_all(engine, "DELETE FROM leaf_run; DELETE FROM leaf_tile") && run_all(engine, sql);
    for (size_t i = 0; i < count && put; i++)
        put = sqlite_put_run(engine->statements[LEAF_PUT], &runs[i]);
    return put && sqlite_run(engine->statements[COMMIT]) ? STATUS_OK : not_put(store, fault);
}
