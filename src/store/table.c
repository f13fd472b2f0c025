/* Declarations of report tables and views, as SQL that both engines understand. */
#include "store/store_internal.h"

#include "base/check.h"
#include "base/scan.h"

#include <string.h>

static bool name_is_plain(const char *name)
{
    size_t length = strlen(name);
    if (length == 0 || length > 30 || name[0] < 'a' || name[0] > 'z')
        return false;
    for (size_t i = 0; i < length; i++) {
        char byte = name[i];
        if (!((byte >= 'a' && byte <= 'z') || (byte >= '0' && byte <= '9') || byte == '_'))
            return false;
    }
    return true;
}

static bool name_is_one_of(const char *name, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

/* The store's own tables. */
enum { OWN_TABLES = 9 };
static const char *const own_tables[OWN_TABLES] = {"event",        "stream",      "snapshot",
                                                   "store_format", "store_table", "store_view",
                                                   "leaf_run",     "leaf_since",  "leaf_tile"};

static bool name_is_own(const char *name)
{
    return name_is_one_of(name, own_tables, OWN_TABLES);
}

static void table_check_names(const struct store_table *table)
{
    static const char *const own[] = {"stream", "sequence", "ordinal"};
    CHECK(table->column_count > 0 && table->column_count <= STORE_COLUMNS_MAX);
    CHECK_OP(table->key_count, <=, table->column_count);
    for (unsigned i = 0; i < table->column_count; i++) {
        CHECK(name_is_plain(table->columns[i].name) && !name_is_one_of(table->columns[i].name, own, 3));
        CHECK(table->columns[i].type == STORE_INTEGER || table->columns[i].type == STORE_TEXT);
    }
}

void options_check_names(const struct store_options *options)
{
    const char *names[STORE_TABLES_MAX + STORE_VIEWS_MAX];
    size_t count = 0;
    CHECK_OP(options->table_count, <=, STORE_TABLES_MAX);
    CHECK_OP(options->view_count, <=, STORE_VIEWS_MAX);
    for (unsigned i = 0; i < options->table_count + options->view_count; i++) {
        const char *name = i < options->table_count ? options->tables[i].name
                                                    : options->views[i - options->table_count].name;
        CHECK(name_is_plain(name) && !name_is_own(name) && !name_is_one_of(name, names, count));
        names[count++] = name;
        if (i < options->table_count)
            table_check_names(&options->tables[i]);
    }
}

/* "account text key, cents integer": the recorded form of a declaration. */
static void table_describe(struct text_out *out, const struct store_table *table)
{
    CHECK_OP(table->key_count, <=, table->column_count);
    for (unsigned i = 0; i < table->column_count; i++)
        text_out_add(out, "%s%s %s%s", i > 0 ? ", " : "", table->columns[i].name,
                     table->columns[i].type == STORE_INTEGER ? "integer" : "text",
                     i < table->key_count ? " key" : "");
}

/* Names are quoted, because a word of the floor may be a keyword of SQL: "table". */
static void add_names(struct text_out *out, const struct store_table *table, unsigned end)
{
    CHECK_OP(end, <=, table->column_count);
    for (unsigned i = 0; i < end; i++)
        text_out_add(out, ", \"%s\"", table->columns[i].name);
}

unsigned table_own_columns(const struct store_table *table)
{
    return table->key_count > 0 ? 2 : 3;
}

static void table_create_sql(struct text_out *out, const struct store_table *table)
{
    text_out_add(out, "CREATE TABLE \"%s\" (stream BIGINT NOT NULL, sequence BIGINT NOT NULL", table->name);
    if (table->key_count == 0)
        text_out_add(out, ", ordinal BIGINT NOT NULL");
    for (unsigned i = 0; i < table->column_count; i++)
        text_out_add(out, ", \"%s\" %s%s", table->columns[i].name,
                     table->columns[i].type == STORE_INTEGER ? "BIGINT" : "TEXT",
                     i < table->key_count ? " NOT NULL" : "");
    text_out_add(out, ", PRIMARY KEY (stream%s", table->key_count == 0 ? ", sequence, ordinal" : "");
    add_names(out, table, table->key_count);
    text_out_add(out, "))");
}

void table_into_sql(struct text_out *out, const struct store_table *table)
{
    text_out_add(out, "INTO \"%s\" (stream, sequence%s", table->name,
                 table->key_count == 0 ? ", ordinal" : "");
    add_names(out, table, table->column_count);
    text_out_add(out, ") ");
}

void table_replace_sql(struct text_out *out, const struct store_table *table)
{
    CHECK_OP(table->key_count, <=, table->column_count);
    if (table->key_count == 0)
        return;
    text_out_add(out, " ON CONFLICT (stream");
    add_names(out, table, table->key_count);
    text_out_add(out, ") DO UPDATE SET sequence = excluded.sequence");
    for (unsigned i = table->key_count; i < table->column_count; i++)
        text_out_add(out, ", \"%s\" = excluded.\"%s\"", table->columns[i].name, table->columns[i].name);
}

void table_read_sql(struct text_out *out, const struct rows_query *query, int64_t stream,
                    const char *collation)
{
    const struct store_table *table = query->table;
    bool all = query->from == 0 && query->to == STORE_SEQUENCE_MAX;
    text_out_add(out, "SELECT sequence, %s", table->key_count == 0 ? "ordinal" : "CAST(0 AS BIGINT)");
    add_names(out, table, table->column_count);
    text_out_add(out, " FROM \"%s\" WHERE ", table->name);
    if (query->down) {
        text_out_add(out, "stream = %lld AND \"%s\" BETWEEN %llu AND %llu ORDER BY \"%s\" DESC",
                     (long long)stream, table->columns[0].name, (unsigned long long)query->from,
                     (unsigned long long)query->to, table->columns[0].name);
        return;
    }
    if (!all)
        text_out_add(out, "sequence BETWEEN %llu AND %llu AND ", (unsigned long long)query->from,
                     (unsigned long long)query->to);
    if (stream > 0)
        text_out_add(out, "stream = %lld ORDER BY ", (long long)stream);
    else
        text_out_add(out, "stream NOT IN (SELECT id FROM stream) ORDER BY stream, ");
    for (unsigned i = 0; i < table->key_count; i++)
        text_out_add(out, "%s\"%s\"%s", i > 0 ? ", " : "", table->columns[i].name,
                     table->columns[i].type == STORE_TEXT ? collation : "");
    if (table->key_count == 0)
        text_out_add(out, "sequence, ordinal");
}

/* ------------------------------------------------------------------------------------ declarations */

/* Refuses a table whose description differs from the recorded one. The difference may be damage, so it is escaped. */
static enum status table_check(const struct store_table *table, struct text stored, struct text declared,
                               struct fault *fault)
{
    if (text_equal(declared, stored))
        return STATUS_OK;
    char words[FAULT_WORDS_SIZE];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    difference_write(&out, stored, declared);
    return fault_set(
        fault, STATUS_INVALID, 0,
        "table %s was declared otherwise, by another version of the program or another hand: %s; "
        "'cardroom store rebuild' makes it anew from the events",
        table->name, words);
}

static const char renewing[] = "making the tables anew";

/* Creates a table or a view, and records it. */
static enum status make(struct engine *engine, const struct schema_methods *methods, const char *create,
                        const char *remember, const char *name, struct text declaration, struct fault *fault)
{
    enum status status = methods->run(engine, create, fault, "making a table");
    return status == STATUS_OK ? methods->remember(engine, remember, name, declaration, fault) : status;
}

static enum status table_make(struct engine *engine, const struct store_table *table,
                              const struct schema_methods *methods, struct fault *fault)
{
    char create[STORE_SQL_SIZE], columns[STORE_SQL_SIZE];
    struct text_out out, described;
    text_out_init(&described, columns, sizeof columns);
    table_describe(&described, table);
    text_out_init(&out, create, sizeof create);
    table_create_sql(&out, table);
    text_out_add(&out, "%s", methods->table_end);
    CHECK(!out.truncated && !described.truncated);
    return make(engine, methods, create, "INSERT INTO store_table VALUES ($1, $2)", table->name,
                text_out_text(&described), fault);
}

static enum status table_settle(struct engine *engine, const struct store_table *table, enum store_mode mode,
                                const struct schema_methods *methods, struct fault *fault)
{
    char columns[STORE_SQL_SIZE], stored[STORE_SQL_SIZE];
    struct text_out described, recalled;
    text_out_init(&recalled, stored, sizeof stored);
    text_out_init(&described, columns, sizeof columns);
    table_describe(&described, table);
    CHECK(!described.truncated);
    bool found;
    enum status status = methods->recall(engine, "SELECT columns FROM store_table WHERE name = $1",
                                         table->name, &recalled, &found, fault);
    if (status == STATUS_OK && found)
        return table_check(table, text_out_text(&recalled), text_out_text(&described), fault);
    if (status != STATUS_OK || mode == STORE_READ_ONLY)
        return status;
    return table_make(engine, table, methods, fault);
}

/* The existing view has the same text. */
static enum status view_is_there(struct engine *engine, const struct store_view *view,
                                 const struct schema_methods *methods, bool *there, struct fault *fault)
{
    CHECK(methods->view_query(view));
    char select[STORE_SQL_SIZE], stored[STORE_SQL_SIZE];
    struct text_out out, recalled;
    text_out_init(&out, select, sizeof select);
    text_out_add(&out, "SELECT query FROM store_view WHERE name = $1 AND name IN (%s)", methods->views_there);
    CHECK(!out.truncated);
    text_out_init(&recalled, stored, sizeof stored);
    enum status status = methods->recall(engine, select, view->name, &recalled, there, fault);
    *there = *there && text_equal(text_out_text(&recalled), text_of(methods->view_query(view)));
    return status;
}

static enum status drop(struct engine *engine, const struct schema_methods *methods, const char *kind,
                        const char *name, struct fault *fault)
{
    char sql[64 + STORE_NAME_SIZE];
    struct text_out out;
    text_out_init(&out, sql, sizeof sql);
    text_out_add(&out, "DROP %s IF EXISTS \"%s\"", kind, name);
    CHECK(!out.truncated);
    return methods->run(engine, sql, fault, renewing);
}

static enum status view_make(struct engine *engine, const struct store_view *view,
                             const struct schema_methods *methods, struct fault *fault)
{
    CHECK_OP(strlen(methods->view_query(view)), <, STORE_SQL_SIZE);
    char create[STORE_SQL_SIZE];
    struct text_out out;
    text_out_init(&out, create, sizeof create);
    text_out_add(&out, "CREATE VIEW \"%s\" AS %s", view->name, methods->view_query(view));
    CHECK(!out.truncated);
    enum status status = make(engine, methods, create,
                              "INSERT INTO store_view VALUES ($1, $2) "
                              "ON CONFLICT (name) DO UPDATE SET query = excluded.query",
                              view->name, text_of(methods->view_query(view)), fault);
    return status == STATUS_OK && methods->view_try ? methods->view_try(engine, view, fault) : status;
}

static enum status views_settle(struct engine *engine, const struct store_options *options,
                                const struct schema_methods *methods, struct fault *fault)
{
    enum status status = STATUS_OK;
    bool there = true;
    for (unsigned i = 0; i < options->view_count && there && status == STATUS_OK; i++)
        status = view_is_there(engine, &options->views[i], methods, &there, fault);
    if (there || status != STATUS_OK)
        return status;
    for (unsigned i = options->view_count; i-- > 0 && status == STATUS_OK;)
        status = drop(engine, methods, "VIEW", options->views[i].name, fault);
    for (unsigned i = 0; i < options->view_count && status == STATUS_OK; i++)
        status = view_make(engine, &options->views[i], methods, fault);
    return status;
}

/* ----------------------------------------------------------------------------------------- version */

/* The name of the declaration that has the version of all; no table can have this name. */
static const char version_name[] = "store_table";
enum { VERSION_DIGITS = 9 };

/* 0 where none was said. */
static enum status version_recall(struct engine *engine, const struct schema_methods *methods,
                                  unsigned *version, struct fault *fault)
{
    char words[STORE_SQL_SIZE];
    struct text_out recalled;
    bool found;
    text_out_init(&recalled, words, sizeof words);
    *version = 0;
    enum status status = methods->recall(engine, "SELECT columns FROM store_table WHERE name = $1",
                                         version_name, &recalled, &found, fault);
    if (status != STATUS_OK || !found)
        return status;
    struct scan scan = {.text = text_out_text(&recalled)};
    uint32_t number = 0;
    if (scan_number(&scan, 1, VERSION_DIGITS, "a number", &number, NULL) != STATUS_OK ||
        scan.at < scan.text.length)
        return fault_set(fault, STATUS_INVALID, 0,
                         "the version of the report tables is no number, so the store is damaged; "
                         "'cardroom audit' says more");
    *version = number;
    return STATUS_OK;
}

static enum status version_remember(struct engine *engine, const struct schema_methods *methods,
                                    unsigned version, struct fault *fault)
{
    char words[16];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    text_out_add(&out, "%u", version);
    return methods->remember(engine, "INSERT INTO store_table VALUES ($1, $2)", version_name,
                             text_out_text(&out), fault);
}

/* A store without tables gets those of the options, and so their version. */
static enum status version_settle(struct engine *engine, const struct store_options *options,
                                  const struct schema_methods *methods, unsigned *version,
                                  struct fault *fault)
{
    char word[2];
    struct text_out any;
    bool has_tables = false, writes = options->mode != STORE_READ_ONLY;
    text_out_init(&any, word, sizeof word);
    enum status status = version_recall(engine, methods, version, fault);
    if (status == STATUS_OK && *version == 0)
        status = methods->recall(engine, "SELECT '' FROM store_table WHERE $1 <> '' LIMIT 1", version_name,
                                 &any, &has_tables, fault);
    if (status == STATUS_OK && *version == 0 && !has_tables && writes && options->tables_version > 0) {
        status = version_remember(engine, methods, options->tables_version, fault);
        *version = options->tables_version;
    }
    if (status == STATUS_OK && *version > options->tables_version && writes)
        status = fault_set(fault, STATUS_INVALID, 0,
                           "the report tables of this store are of version %u, and this program makes "
                           "version %u: a newer version of cardroom made them. Use that version",
                           *version, options->tables_version);
    return status;
}

enum status schema_settle(struct engine *engine, const struct store_options *options,
                          const struct schema_methods *methods, struct tables_found *found,
                          struct fault *fault)
{
    CHECK_IMPLIES(options->to_inspect, options->mode == STORE_READ_ONLY);
    CHECK_IMPLIES(options->to_rebuild, options->mode != STORE_READ_ONLY);
    *found = (struct tables_found){options->tables_version, true};
    enum status status = STATUS_OK;
    if (options->table_count > 0) /* the others do without */
        status = version_settle(engine, options, methods, &found->version, fault);
    /* The inspection tells what is wrong with the declarations. */
    if (options->to_inspect && (status == STATUS_DAMAGED || status == STATUS_INVALID)) {
        found->version = options->tables_version;
        status = STATUS_OK;
    }
    found->ours = found->version == options->tables_version && !options->to_rebuild;
    if (!found->ours)
        return status;
    for (unsigned i = 0; i < options->table_count && status == STATUS_OK && !options->to_inspect; i++)
        status = table_settle(engine, &options->tables[i], options->mode, methods, fault);
    if (status == STATUS_OK && options->mode != STORE_READ_ONLY)
        status = views_settle(engine, options, methods, fault);
    return status;
}

/* ------------------------------------------------------------------------------------ making anew */

/* Drops what the store says that it has. A name becomes part of SQL, so it must be one that a program could have declared, and
 * not a table of the log, whatever the store says. `next` selects the name after $1. */
static enum status drop_all(struct engine *engine, const struct schema_methods *methods, const char *kind,
                            const char *next, struct fault *fault)
{
    enum { MOST = 4 * (STORE_TABLES_MAX + STORE_VIEWS_MAX) };
    char name[STORE_SQL_SIZE] = "", last[STORE_SQL_SIZE];
    enum status status = STATUS_OK;
    for (unsigned i = 0; i < MOST && status == STATUS_OK; i++) {
        struct text_out recalled;
        bool found;
        memcpy(last, name, sizeof name);
        text_out_init(&recalled, name, sizeof name);
        status = methods->recall(engine, next, last, &recalled, &found, fault);
        if (status != STATUS_OK || !found)
            return status;
        if (strcmp(name, version_name) == 0)
            continue;
        if (strlen(name) != recalled.length || !name_is_plain(name) || name_is_own(name))
            break;
        status = drop(engine, methods, kind, name, fault);
    }
    if (status != STATUS_OK)
        return status;
    return fault_set(fault, STATUS_DAMAGED, 0,
                     "the store declares tables or views that no program declares, so it is damaged; "
                     "'cardroom audit' says more");
}

enum status schema_renew(struct engine *engine, const struct store_options *options,
                         const struct schema_methods *methods, struct fault *fault)
{
    CHECK_OP(options->mode, !=, STORE_READ_ONLY);
    enum status status = STATUS_OK;
    for (unsigned i = options->view_count; i-- > 0 && status == STATUS_OK;)
        status = drop(engine, methods, "VIEW", options->views[i].name, fault);
    if (status == STATUS_OK)
        status = drop_all(engine, methods, "VIEW",
                          "SELECT name FROM store_view WHERE name > $1 ORDER BY name LIMIT 1", fault);
    if (status == STATUS_OK)
        status = drop_all(engine, methods, "TABLE",
                          "SELECT name FROM store_table WHERE name > $1 ORDER BY name LIMIT 1", fault);
    for (unsigned i = 0; i < options->table_count && status == STATUS_OK; i++)
        status = drop(engine, methods, "TABLE", options->tables[i].name, fault);
    if (status == STATUS_OK)
        status = methods->run(engine, "DELETE FROM store_view; DELETE FROM store_table", fault, renewing);
    if (status == STATUS_OK && options->tables_version > 0)
        status = version_remember(engine, methods, options->tables_version, fault);
    for (unsigned i = 0; i < options->table_count && status == STATUS_OK; i++)
        status = table_make(engine, &options->tables[i], methods, fault);
    for (unsigned i = 0; i < options->view_count && status == STATUS_OK; i++)
        status = view_make(engine, &options->views[i], methods, fault);
    return status;
}
