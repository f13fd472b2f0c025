/* The tables and views of a store in SQLite: made, compared, refused. */
#include "store/sqlite_internal.h"

#include "base/check.h"

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
                sqlite_bind_text(statement, 1, text_of(table->name)) &&
                sqlite_bind_text(statement, 2, text_out_text(&described)) && sqlite_run(statement);
    enum status status = made ? STATUS_OK : sqlite_failed(engine, fault, "making a table");
    sqlite3_finalize(statement);
    return status;
}

static enum status table_settle(struct engine *engine, const struct store_table *table, enum store_mode mode,
                                struct fault *fault)
{
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(engine->database, "SELECT columns FROM store_table WHERE name = ?1", -1,
                           &statement, NULL) != SQLITE_OK ||
        !sqlite_bind_text(statement, 1, text_of(table->name))) {
        enum status status = sqlite_failed(engine, fault, "looking at the tables");
        sqlite3_finalize(statement);
        return status;
    }
    int code = sqlite3_step(statement);
    enum status status = STATUS_OK;
    if (code == SQLITE_ROW)
        status = table_check(table, sqlite_column_text(statement, 0), fault);
    else if (code != SQLITE_DONE)
        status = sqlite_failed(engine, fault, "looking at the tables");
    sqlite3_finalize(statement);
    if (code == SQLITE_DONE && mode != STORE_READ_ONLY)
        status = table_make(engine, table, fault);
    return status;
}

/* All that is made at opening is made in one transaction: a store is there with all its tables, or not. */
enum status sqlite_settle(struct engine *engine, const struct store_options *options, struct fault *fault)
{
    bool writes = options->mode != STORE_READ_ONLY, empty = false;
    if (sqlite3_exec(engine->database, writes ? "BEGIN IMMEDIATE" : "BEGIN", NULL, NULL, NULL) != SQLITE_OK)
        return sqlite_failed(engine, fault, "opening the store");
    enum status status = check_format(engine, options->mode, &empty, fault);
    if (status == STATUS_OK && empty &&
        sqlite3_exec(engine->database, schema_sql, NULL, NULL, NULL) != SQLITE_OK)
        status = sqlite_failed(engine, fault, "making the store");
    for (unsigned i = 0; i < options->table_count && writes && status == STATUS_OK; i++)
        status = table_settle(engine, &options->tables[i], options->mode, fault);
    if (status == STATUS_OK && sqlite3_exec(engine->database, "COMMIT", NULL, NULL, NULL) != SQLITE_OK)
        status = sqlite_failed(engine, fault, "making the store");
    if (status != STATUS_OK && !sqlite3_get_autocommit(engine->database))
        sqlite3_exec(engine->database, "ROLLBACK", NULL, NULL, NULL);
    return status;
}
