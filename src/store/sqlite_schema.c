/* The tables and views of a store in SQLite: made, compared, refused. */
#include "store/sqlite_internal.h"

#include "base/check.h"

/* 1099511627776 is 2^40. */
static const char schema_sql[] =
    "CREATE TABLE store_format (version INTEGER NOT NULL);"
    "CREATE TABLE store_table (name TEXT PRIMARY KEY, columns TEXT NOT NULL);"
    "CREATE TABLE store_view (name TEXT PRIMARY KEY, query TEXT NOT NULL);"
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

/* ------------------------------------------------------------------------------------ declarations */

/* What is remembered under a name: `sql` selects it. */
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

/* Makes a table or a view, and remembers it. */
static enum status make(struct engine *engine, const char *create, const char *remember, const char *name,
                        struct text declaration, struct fault *fault)
{
    sqlite3_stmt *statement = NULL;
    bool made = sqlite3_exec(engine->database, create, NULL, NULL, NULL) == SQLITE_OK &&
                sqlite3_prepare_v2(engine->database, remember, -1, &statement, NULL) == SQLITE_OK &&
                sqlite_bind_text(statement, 1, text_of(name)) &&
                sqlite_bind_text(statement, 2, declaration) && sqlite_run(statement);
    enum status status = made ? STATUS_OK : sqlite_failed(engine, fault, "making a table");
    sqlite3_finalize(statement);
    return status;
}

static enum status table_settle(struct engine *engine, const struct store_table *table, enum store_mode mode,
                                struct fault *fault)
{
    char create[STORE_SQL_SIZE], columns[STORE_SQL_SIZE], stored[STORE_SQL_SIZE];
    struct text_out out, described, recalled;
    text_out_init(&recalled, stored, sizeof stored);
    bool found;
    enum status status = recall(engine, "SELECT columns FROM store_table WHERE name = ?1", table->name,
                                &recalled, &found, fault);
    if (status == STATUS_OK && found)
        return table_check(table, text_out_text(&recalled), fault);
    if (status != STATUS_OK || mode == STORE_READ_ONLY)
        return status;
    text_out_init(&described, columns, sizeof columns);
    table_describe(&described, table);
    text_out_init(&out, create, sizeof create);
    table_create_sql(&out, table);
    /* The rows lie in the tree of the key, and there is no second tree. */
    text_out_add(&out, " WITHOUT ROWID");
    CHECK(!out.truncated && !described.truncated);
    return make(engine, create, "INSERT INTO store_table VALUES (?1, ?2)", table->name,
                text_out_text(&described), fault);
}

static enum status view_is_there(struct engine *engine, const struct store_view *view, bool *there,
                                 struct fault *fault)
{
    char stored[STORE_SQL_SIZE];
    struct text_out recalled;
    text_out_init(&recalled, stored, sizeof stored);
    enum status status = recall(engine,
                                "SELECT query FROM store_view WHERE name = ?1 "
                                "AND name IN (SELECT name FROM sqlite_schema WHERE type = 'view')",
                                view->name, &recalled, there, fault);
    *there = *there && text_equal(text_out_text(&recalled), text_of(view->sqlite));
    return status;
}

/* SQLite does not look at a view before it is asked for, so it is asked. Some of its JSON functions are not for schemas
 * that come from elsewhere; this text is our own. */
static bool view_answers(struct engine *engine, const struct store_view *view)
{
    char look[64 + STORE_NAME_SIZE];
    struct text_out out;
    text_out_init(&out, look, sizeof look);
    text_out_add(&out, "SELECT * FROM \"%s\" LIMIT 0", view->name);
    CHECK(!out.truncated);
    sqlite3_db_config(engine->database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 1, NULL);
    bool answers = sqlite3_exec(engine->database, look, NULL, NULL, NULL) == SQLITE_OK;
    sqlite3_db_config(engine->database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    return answers;
}

static enum status view_make(struct engine *engine, const struct store_view *view, struct fault *fault)
{
    char create[STORE_SQL_SIZE];
    struct text_out out;
    text_out_init(&out, create, sizeof create);
    text_out_add(&out, "CREATE VIEW \"%s\" AS %s", view->name, view->sqlite);
    CHECK(!out.truncated);
    enum status status = make(engine, create,
                              "INSERT INTO store_view VALUES (?1, ?2) "
                              "ON CONFLICT (name) DO UPDATE SET query = excluded.query",
                              view->name, text_of(view->sqlite), fault);
    if (status == STATUS_OK && !view_answers(engine, view))
        status = sqlite_failed(engine, fault, "making a view");
    return status;
}

static enum status view_drop(struct engine *engine, const struct store_view *view, struct fault *fault)
{
    char drop[STORE_SQL_SIZE];
    struct text_out out;
    text_out_init(&out, drop, sizeof drop);
    text_out_add(&out, "DROP VIEW IF EXISTS \"%s\"", view->name);
    if (sqlite3_exec(engine->database, drop, NULL, NULL, NULL) == SQLITE_OK)
        return STATUS_OK;
    return sqlite_failed(engine, fault, "replacing a view");
}

/* All that is made at opening is made in one transaction: a store is there with all its tables, or not. */
enum status sqlite_settle(struct engine *engine, const struct store_options *options, struct fault *fault)
{
    static const struct view_methods methods = {view_is_there, view_drop, view_make};
    bool writes = options->mode != STORE_READ_ONLY, empty = false;
    if (sqlite3_exec(engine->database, writes ? "BEGIN IMMEDIATE" : "BEGIN", NULL, NULL, NULL) != SQLITE_OK)
        return sqlite_failed(engine, fault, "opening the store");
    enum status status = check_format(engine, options->mode, &empty, fault);
    if (status == STATUS_OK && empty &&
        sqlite3_exec(engine->database, schema_sql, NULL, NULL, NULL) != SQLITE_OK)
        status = sqlite_failed(engine, fault, "making the store");
    for (unsigned i = 0; i < options->table_count && status == STATUS_OK; i++)
        status = table_settle(engine, &options->tables[i], options->mode, fault);
    if (status == STATUS_OK && writes)
        status = views_settle(engine, options, &methods, fault);
    if (status == STATUS_OK && sqlite3_exec(engine->database, "COMMIT", NULL, NULL, NULL) != SQLITE_OK)
        status = sqlite_failed(engine, fault, "making the store");
    if (status != STATUS_OK && !sqlite3_get_autocommit(engine->database))
        sqlite3_exec(engine->database, "ROLLBACK", NULL, NULL, NULL);
    return status;
}
