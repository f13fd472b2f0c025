/* The tables and views of a store in SQLite: creates, compares and refuses them. */
#include "store/sqlite_internal.h"

#include "base/check.h"

/* 1099511627776 is 2^40. */
#define LOG_TABLES                                                                                           \
    "CREATE TABLE store_format (version INTEGER NOT NULL);"                                                  \
    "CREATE TABLE store_table (name TEXT PRIMARY KEY, columns TEXT NOT NULL);"                               \
    "CREATE TABLE store_view (name TEXT PRIMARY KEY, query TEXT NOT NULL);"                                  \
    "CREATE TABLE stream (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, sequence INTEGER NOT NULL,"     \
    " hash BLOB NOT NULL);"                                                                                  \
    "CREATE TABLE event (place INTEGER PRIMARY KEY, kind TEXT NOT NULL, command TEXT, payload TEXT NOT "     \
    "NULL,"                                                                                                  \
    " hash BLOB NOT NULL,"                                                                                   \
    " stream INTEGER GENERATED ALWAYS AS (place / 1099511627776) VIRTUAL,"                                   \
    " sequence INTEGER GENERATED ALWAYS AS (place % 1099511627776) VIRTUAL);"                                \
    "CREATE UNIQUE INDEX event_command ON event (stream, command) WHERE command IS NOT NULL;"                \
    "CREATE TABLE snapshot (stream INTEGER NOT NULL, sequence INTEGER NOT NULL, seal BLOB NOT NULL,"         \
    " bytes BLOB NOT NULL, PRIMARY KEY (stream, sequence));"                                                 \
    "INSERT INTO store_format VALUES (1);"

/* A store of the format before gets them too. What it holds is put in order as docs/formats/checkpoints.md, leaf_since, says. */
#define LEAF_TABLES                                                                                          \
    "CREATE TABLE leaf_run (first INTEGER PRIMARY KEY, stream INTEGER NOT NULL, sequence INTEGER NOT NULL,"  \
    " count INTEGER NOT NULL);"                                                                              \
    "CREATE TABLE leaf_since (leaf INTEGER NOT NULL);"                                                       \
    "CREATE TABLE leaf_tile (level INTEGER NOT NULL, number INTEGER NOT NULL, hash BLOB NOT NULL,"           \
    " PRIMARY KEY (level, number)) WITHOUT ROWID;"                                                           \
    "INSERT INTO leaf_run SELECT first, stream, sequence, count FROM " LEAFLESS_RUNS " AS run;"              \
    "INSERT INTO leaf_since SELECT coalesce(sum(sequence), 0) FROM stream;"                                  \
    "UPDATE store_format SET version = 2;"

static const char schema_sql[] = LOG_TABLES LEAF_TABLES, leaf_sql[] = LEAF_TABLES,
                  leafless_sql[] = LOG_TABLES;
_Static_assert(STORE_FORMAT == 2 && STORE_FORMAT_LEAFLESS == 1, "the schema says its version");
enum { OWN_COUNT = 10 }; /* the indices that SQLite creates itself */

/* One number; `otherwise` if there is no row. */
static enum status ask_number(struct engine *engine, const char *sql, sqlite3_int64 otherwise,
                              sqlite3_int64 *number, struct fault *fault)
{
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(engine->database, sql, -1, &statement, NULL) != SQLITE_OK)
        return sqlite_failed(engine, fault, "opening the store");
    int code = sqlite3_step(statement);
    *number = code == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : otherwise;
    enum status status = STATUS_OK;
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        status = sqlite_failed(engine, fault, "opening the store");
    sqlite3_finalize(statement);
    return status;
}

/* How many of the store's own tables and indices are defined as in this program. */
static enum status ask_own(struct engine *engine, sqlite3_int64 *count, struct fault *fault)
{
    char sql[STORE_SQL_SIZE];
    struct text_out out;
    text_out_init(&out, sql, sizeof sql);
    text_out_add(&out, "SELECT count(*) FROM sqlite_schema WHERE instr('%s', sql || ';') > 0", schema_sql);
    CHECK(!out.truncated);
    return ask_number(engine, sql, 0, count, fault);
}

/* The format number says how the store's own tables are made. If they are made as by this program, the number itself is
 * wrong; an inspection reports that. */
static enum status check_version(struct engine *engine, const struct store_options *options,
                                 struct fault *fault)
{
    engine->leafless = false;
    sqlite3_int64 version = 0, whole = 0, own = 0;
    enum status status = ask_number(engine, "SELECT version FROM store_format", 0, &version, fault);
    if (status == STATUS_OK)
        status = ask_number(engine, "SELECT typeof(version) = 'integer' FROM store_format", 0, &whole, fault);
    if (status == STATUS_OK && options->to_inspect)
        status = ask_own(engine, &own, fault);
    if (status != STATUS_OK)
        return options->to_inspect && status == STATUS_DAMAGED ? STATUS_OK : status;
    engine->leafless = version == STORE_FORMAT_LEAFLESS && whole;
    if (engine->leafless || (version == STORE_FORMAT && whole) ||
        (options->to_inspect && (!whole || own == OWN_COUNT)))
        return STATUS_OK;
    if (!whole)
        return fault_set(
            fault, STATUS_INVALID, 0,
            "the format of this store is no number, so it is damaged; 'cardroom audit' says more");
    return fault_set(
        fault, STATUS_INVALID, 0, "this store has format %lld; this program reads format %d%s",
        (long long)version, STORE_FORMAT,
        (int64_t)version > STORE_FORMAT ? ". A newer version of cardroom made it; use that version" : "");
}

enum status sqlite_check_format(struct engine *engine, const struct store_options *options, bool *empty,
                                struct fault *fault)
{
    sqlite3_int64 objects = 0, ours = 0;
    enum status status = ask_number(engine, "SELECT count(*) FROM sqlite_schema", 0, &objects, fault);
    if (status == STATUS_OK)
        status = ask_number(engine,
                            options->to_inspect
                                ? "SELECT count(*) FROM sqlite_schema WHERE name IN ('store_format', 'event')"
                                : "SELECT count(*) FROM sqlite_schema WHERE name = 'store_format'",
                            0, &ours, fault);
    if (status != STATUS_OK)
        return status;
    *empty = objects == 0;
    if (*empty && options->mode == STORE_CREATE)
        return STATUS_OK;
    if (ours == 0)
        return fault_set(fault, STATUS_INVALID, 0, "this file does not hold a store");
    return check_version(engine, options, fault);
}

/* ------------------------------------------------------------------------------------ declarations */

static enum status run(struct engine *engine, const char *sql, struct fault *fault, const char *doing)
{
    if (sqlite3_exec(engine->database, sql, NULL, NULL, NULL) == SQLITE_OK)
        return STATUS_OK;
    return sqlite_failed(engine, fault, doing);
}

static enum status recall(struct engine *engine, const char *sql, const char *name, struct text_out *out,
                          bool *found, struct fault *fault)
{
    sqlite3_stmt *statement = NULL;
    int code = SQLITE_ERROR;
    if (sqlite3_prepare_v2(engine->database, sql, -1, &statement, NULL) == SQLITE_OK &&
        sqlite_bind_text(statement, 1, text_of(name)))
        code = sqlite3_step(statement);
    *found = code == SQLITE_ROW;
    if (*found)
        text_out_add_text(out, sqlite_column_text(statement, 0));
    enum status status = STATUS_OK;
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        status = sqlite_failed(engine, fault, "looking at the tables");
    sqlite3_finalize(statement);
    return status;
}

static enum status remember(struct engine *engine, const char *sql, const char *name, struct text declaration,
                            struct fault *fault)
{
    sqlite3_stmt *statement = NULL;
    bool remembered = sqlite3_prepare_v2(engine->database, sql, -1, &statement, NULL) == SQLITE_OK &&
                      sqlite_bind_text(statement, 1, text_of(name)) &&
                      sqlite_bind_text(statement, 2, declaration) && sqlite_run(statement);
    enum status status = remembered ? STATUS_OK : sqlite_failed(engine, fault, "making a table");
    sqlite3_finalize(statement);
    return status;
}

static const char *view_query(const struct store_view *view)
{
    return view->sqlite;
}

/* SQLite checks a view only when it is queried, so it is queried here. Some JSON functions are forbidden in schemas from
 * untrusted sources; this text is the program's own. */
static enum status view_try(struct engine *engine, const struct store_view *view, struct fault *fault)
{
    char look[64 + STORE_NAME_SIZE];
    struct text_out out;
    text_out_init(&out, look, sizeof look);
    text_out_add(&out, "SELECT * FROM \"%s\" LIMIT 0", view->name);
    CHECK(!out.truncated);
    sqlite3_db_config(engine->database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 1, NULL);
    enum status status = run(engine, look, fault, "making a view");
    sqlite3_db_config(engine->database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    return status;
}

static const struct schema_methods methods = {
    .run = run,
    .recall = recall,
    .remember = remember,
    .table_end = " WITHOUT ROWID", /* the rows are stored in the tree of the key, without a second tree */
    .views_there = "SELECT name FROM sqlite_schema WHERE type = 'view'",
    .view_query = view_query,
    .view_try = view_try,
};

/* Everything is created in one transaction: a store has all its tables, or does not exist. */
enum status sqlite_settle(struct engine *engine, const struct store_options *options,
                          struct tables_found *found, struct fault *fault)
{
    return sqlite_settle_as(engine, options, false, found, fault);
}

enum status sqlite_settle_as(struct engine *engine, const struct store_options *options, bool leafless,
                             struct tables_found *found, struct fault *fault)
{
    bool writes = options->mode != STORE_READ_ONLY, empty = false;
    enum status status = run(engine, writes ? "BEGIN IMMEDIATE" : "BEGIN", fault, "opening the store");
    if (status != STATUS_OK)
        return status;
    CHECK(sqlite3_get_autocommit(engine->database) == 0);
    status = sqlite_check_format(engine, options, &empty, fault);
    if (status == STATUS_OK && empty)
        status = run(engine, leafless ? leafless_sql : schema_sql, fault, "making the store");
    if (status == STATUS_OK && engine->leafless && writes) {
        status = run(engine, leaf_sql, fault, "recording the order of the leaves");
        engine->leafless = false;
    }
    if (status == STATUS_OK)
        status = schema_settle(engine, options, &methods, found, fault);
    if (status == STATUS_OK)
        status = run(engine, "COMMIT", fault, "making the store");
    if (status != STATUS_OK && !sqlite3_get_autocommit(engine->database))
        sqlite3_exec(engine->database, "ROLLBACK", NULL, NULL, NULL);
    return status;
}

/* ------------------------------------------------------------------------------------ making anew */

/* The lock for writing is taken first, so that nobody else appends until the end. */
enum status sqlite_rebuild(struct store *store, struct fault *fault)
{
    struct engine *engine = store->engine;
    CHECK(sqlite3_get_autocommit(engine->database) != 0);
    enum status status = run(engine, "BEGIN IMMEDIATE", fault, "making the tables anew");
    if (status != STATUS_OK)
        return status;
    status = sqlite_look(engine, fault);
    if (status == STATUS_OK)
        status = schema_renew(engine, &store->options, &methods, fault);
    if (status == STATUS_OK)
        status = sqlite_prepare_rows(engine, &store->options, fault);
    if (status != STATUS_OK)
        sqlite_rollback(store);
    return status;
}

enum status sqlite_rebuilt(struct store *store, struct fault *fault)
{
    CHECK(sqlite3_get_autocommit(store->engine->database) == 0);
    enum status status = run(store->engine, "COMMIT", fault, "making the tables anew");
    if (status == STATUS_OK)
        return sqlite_look(store->engine, fault);
    sqlite_rollback(store);
    return status;
}
