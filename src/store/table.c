/* Declarations of report tables and views, as SQL that both engines understand. */
#include "store/store_internal.h"

#include "base/check.h"

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
    enum { OWN = 6 };
    const char *names[OWN + STORE_TABLES_MAX + STORE_VIEWS_MAX] = {
        "event", "stream", "snapshot", "store_format", "store_table", "store_view"};
    size_t count = OWN;
    CHECK_OP(options->table_count, <=, STORE_TABLES_MAX);
    CHECK_OP(options->view_count, <=, STORE_VIEWS_MAX);
    for (unsigned i = 0; i < options->table_count + options->view_count; i++) {
        const char *name = i < options->table_count ? options->tables[i].name
                                                    : options->views[i - options->table_count].name;
        CHECK(name_is_plain(name) && !name_is_one_of(name, names, count));
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
    return fault_set(fault, STATUS_INVALID, 0,
                     "table %s was declared otherwise, by another version of the program or another hand: %s",
                     table->name, words);
}

/* Creates a table or a view, and records it. */
static enum status make(struct engine *engine, const struct schema_methods *methods, const char *create,
                        const char *remember, const char *name, struct text declaration, struct fault *fault)
{
    enum status status = methods->run(engine, create, fault, "making a table");
    return status == STATUS_OK ? methods->remember(engine, remember, name, declaration, fault) : status;
}

static enum status table_settle(struct engine *engine, const struct store_table *table, enum store_mode mode,
                                const struct schema_methods *methods, struct fault *fault)
{
    char create[STORE_SQL_SIZE], columns[STORE_SQL_SIZE], stored[STORE_SQL_SIZE];
    struct text_out out, described, recalled;
    text_out_init(&recalled, stored, sizeof stored);
    text_out_init(&described, columns, sizeof columns);
    table_describe(&described, table);
    bool found;
    enum status status = methods->recall(engine, "SELECT columns FROM store_table WHERE name = $1",
                                         table->name, &recalled, &found, fault);
    if (status == STATUS_OK && found)
        return table_check(table, text_out_text(&recalled), text_out_text(&described), fault);
    if (status != STATUS_OK || mode == STORE_READ_ONLY)
        return status;
    text_out_init(&out, create, sizeof create);
    table_create_sql(&out, table);
    text_out_add(&out, "%s", methods->table_end);
    CHECK(!out.truncated && !described.truncated);
    return make(engine, methods, create, "INSERT INTO store_table VALUES ($1, $2)", table->name,
                text_out_text(&described), fault);
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

static enum status view_drop(struct engine *engine, const struct store_view *view,
                             const struct schema_methods *methods, struct fault *fault)
{
    char drop[64 + STORE_NAME_SIZE];
    struct text_out out;
    text_out_init(&out, drop, sizeof drop);
    text_out_add(&out, "DROP VIEW IF EXISTS \"%s\"", view->name);
    CHECK(!out.truncated);
    return methods->run(engine, drop, fault, "replacing a view");
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
        status = view_drop(engine, &options->views[i], methods, fault);
    for (unsigned i = 0; i < options->view_count && status == STATUS_OK; i++)
        status = view_make(engine, &options->views[i], methods, fault);
    return status;
}

enum status schema_settle(struct engine *engine, const struct store_options *options,
                          const struct schema_methods *methods, struct fault *fault)
{
    CHECK_IMPLIES(options->to_inspect, options->mode == STORE_READ_ONLY);
    enum status status = STATUS_OK;
    for (unsigned i = 0; i < options->table_count && status == STATUS_OK && !options->to_inspect; i++)
        status = table_settle(engine, &options->tables[i], options->mode, methods, fault);
    if (status == STATUS_OK && options->mode != STORE_READ_ONLY)
        status = views_settle(engine, options, methods, fault);
    return status;
}
