/* The order of the leaves and the stored subtrees, in PostgreSQL. */
#include "store/postgres_internal.h"

#include "base/check.h"

#include <string.h>

static const char reading[] = "reading the order of the leaves",
                  writing[] = "writing the order of the leaves";
enum { RUN_ARRAYS = 4, TILE_ARRAYS = 3 };

struct leaf_run result_run(const PGresult *result, int row)
{
    return (struct leaf_run){result_number(result, row, 0), (int64_t)result_number(result, row, 1),
                             result_number(result, row, 2), result_number(result, row, 3)};
}

static PGresult *ask(struct store *store, enum statement statement, const struct parameters *parameters,
                     struct fault *fault, enum status *status)
{
    static const struct parameters none;
    return postgres_ask(store->engine, statement, parameters ? parameters : &none, PGRES_TUPLES_OK, fault,
                        reading, status);
}

enum status postgres_leaves(struct store *store, struct leaves_found *found, struct fault *fault)
{
    enum status status;
    *found = (struct leaves_found){.leafless = store->engine->leafless};
    PGresult *end = ask(store, LEAF_END, NULL, fault, &status);
    if (end && PQntuples(end) > 0)
        found->size = result_number(end, 0, 0);
    PQclear(end);
    if (status != STATUS_OK)
        return status;
    PGresult *since = ask(store, LEAF_SINCE, NULL, fault, &status);
    found->rows = since ? (unsigned)PQntuples(since) : 0;
    if (found->rows > 0)
        found->since = result_number(since, 0, 0);
    PQclear(since);
    return status;
}

enum status postgres_runs(struct store *store, uint64_t from, struct leaf_run *runs, size_t max,
                          size_t *count, struct fault *fault)
{
    struct parameters parameters = {0};
    enum status status;
    parameters_add_number(&parameters, from);
    parameters_add_number(&parameters, max);
    PGresult *result = ask(store, LEAF_RUNS, &parameters, fault, &status);
    *count = result ? (size_t)PQntuples(result) : 0;
    CHECK_OP(*count, <=, max);
    for (size_t i = 0; i < *count; i++)
        runs[i] = result_run(result, (int)i);
    PQclear(result);
    return status;
}

enum status postgres_last_run(struct store *store, int64_t stream, uint64_t before, struct leaf_run *run,
                              struct fault *fault)
{
    struct parameters parameters = {0};
    enum status status;
    parameters_add_number(&parameters, (uint64_t)stream);
    parameters_add_number(&parameters, before);
    PGresult *result = ask(store, LEAF_LAST_OF, &parameters, fault, &status);
    *run = result && PQntuples(result) > 0 ? result_run(result, 0) : (struct leaf_run){0};
    PQclear(result);
    return status;
}

/* ------------------------------------------------------------------------------------------- tiles */

static struct tree_hash result_tile(const PGresult *result, int row, int column)
{
    struct store_hash bytes = result_hash(result, row, column);
    struct tree_hash hash;
    _Static_assert(sizeof bytes == sizeof hash, "both have 32 bytes");
    memcpy(&hash, &bytes, sizeof hash);
    return hash;
}

enum status postgres_tiles(struct store *store, unsigned level, uint64_t from, size_t count,
                           struct tree_hash *hashes, bool *there, struct fault *fault)
{
    CHECK(level < TREE_TILE_LEVELS && count > 0 && count <= LEAF_TILES_READ);
    memset(there, 0, count * sizeof *there);
    if (store->engine->leafless)
        return STATUS_OK;
    struct parameters parameters = {0};
    enum status status;
    parameters_add_number(&parameters, level);
    parameters_add_number(&parameters, from);
    parameters_add_number(&parameters, from + count - 1);
    PGresult *result = ask(store, TILE_READ, &parameters, fault, &status);
    for (int row = 0; result && row < PQntuples(result); row++) {
        uint64_t number = result_number(result, row, 0);
        CHECK(number >= from && number - from < count);
        hashes[number - from] = result_tile(result, row, 1);
        there[number - from] = true;
    }
    PQclear(result);
    return status;
}

enum status postgres_each_tile(struct store *store, leaf_tile_visitor *visit, void *context,
                               struct fault *fault)
{
    enum status status = STATUS_OK;
    if (store->engine->leafless)
        return status;
    PGresult *result = ask(store, TILE_LIST, NULL, fault, &status);
    for (int row = 0; result && row < PQntuples(result); row++) {
        struct tree_hash hash = result_tile(result, row, 2);
        visit(context, result_number(result, row, 0), result_number(result, row, 1), &hash);
    }
    PQclear(result);
    return status;
}

/* ----------------------------------------------------------------------------------------- writing */

enum status leaf_runs_arrays(const struct leaf_run *runs, size_t count, struct arena *arena,
                             struct postgres_array arrays[RUN_ARRAYS])
{
    for (unsigned i = 0; i < RUN_ARRAYS; i++) {
        enum status status = postgres_array_init(&arrays[i], POSTGRES_INTEGER, count, 8 * count, arena);
        if (status != STATUS_OK)
            return status;
    }
    for (size_t i = 0; i < count; i++) {
        CHECK(runs[i].count > 0 && runs[i].sequence > 0);
        postgres_array_add_number(&arrays[0], runs[i].first);
        postgres_array_add_number(&arrays[1], (uint64_t)runs[i].stream);
        postgres_array_add_number(&arrays[2], runs[i].sequence);
        postgres_array_add_number(&arrays[3], runs[i].count);
    }
    return STATUS_OK;
}

static enum status put(struct store *store, enum statement statement, const struct postgres_array *arrays,
                       unsigned count, struct fault *fault)
{
    struct parameters parameters = {0};
    enum status status;
    for (unsigned i = 0; i < count; i++)
        parameters_add_array(&parameters, &arrays[i]);
    PQclear(postgres_ask(store->engine, statement, &parameters, PGRES_COMMAND_OK, fault, writing, &status));
    return status;
}

enum status postgres_tiles_put(struct store *store, const struct leaf_tile *tiles, size_t count,
                               struct fault *fault)
{
    static const enum postgres_type types[TILE_ARRAYS] = {POSTGRES_INTEGER, POSTGRES_INTEGER, POSTGRES_BYTES};
    struct postgres_array arrays[TILE_ARRAYS];
    CHECK(!store->engine->in_transaction && !store->engine->leafless);
    arena_clear(&store->arena);
    enum status status = STATUS_OK;
    for (unsigned i = 0; i < TILE_ARRAYS && status == STATUS_OK; i++)
        status = postgres_array_init(&arrays[i], types[i], count, (i < 2 ? 8 : TREE_HASH_SIZE) * count,
                                     &store->arena);
    if (status != STATUS_OK)
        return fault_set(fault, status, 0, "no memory for %zu subtrees", count);
    for (size_t i = 0; i < count; i++) {
        postgres_array_add_number(&arrays[0], tiles[i].level);
        postgres_array_add_number(&arrays[1], tiles[i].number);
        postgres_array_add(&arrays[2], (struct text){(const char *)tiles[i].hash.bytes, TREE_HASH_SIZE});
    }
    return put(store, TILE_PUT, arrays, TILE_ARRAYS, fault); /* one statement is one transaction */
}

/* In the transaction of postgres_together(). */
enum status postgres_runs_put(struct store *store, const struct leaf_run *runs, size_t count, uint64_t since,
                              struct fault *fault)
{
    struct engine *engine = store->engine;
    struct postgres_array arrays[RUN_ARRAYS];
    char sql[160];
    struct text_out out;
    text_out_init(&out, sql, sizeof sql);
    text_out_add(&out,
                 "DELETE FROM leaf_run; DELETE FROM leaf_tile; DELETE FROM leaf_since;"
                 "INSERT INTO leaf_since VALUES (%llu)",
                 (unsigned long long)since);
    CHECK(!out.truncated && engine->together && !engine->leafless);
    arena_clear(&store->arena);
    enum status status = postgres_run(engine, sql, fault, writing);
    if (status == STATUS_OK && leaf_runs_arrays(runs, count, &store->arena, arrays) != STATUS_OK)
        status = fault_set(fault, STATUS_NO_MEMORY, 0, "no memory for the order of the leaves");
    return status == STATUS_OK && count > 0 ? put(store, LEAF_PUT, arrays, RUN_ARRAYS, fault) : status;
}
