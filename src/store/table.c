/* Declarations of report tables, as SQL that both engines understand. */
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

static bool name_is_taken(const char *name)
{
    static const char *const own[] = {"event", "stream", "snapshot", "store_format", "store_table"};
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
        if (strcmp(name, own[i]) == 0)
            return true;
    return false;
}

void tables_check_names(const struct store_table *tables, unsigned count)
{
    CHECK_OP(count, <=, STORE_TABLES_MAX);
    for (unsigned i = 0; i < count; i++) {
        CHECK(name_is_plain(tables[i].name) && !name_is_taken(tables[i].name));
        CHECK(tables[i].column_count > 0 && tables[i].column_count <= STORE_COLUMNS_MAX);
        CHECK_OP(tables[i].key_count, <=, tables[i].column_count);
        for (unsigned j = 0; j < tables[i].column_count; j++) {
            const char *name = tables[i].columns[j].name;
            CHECK(name_is_plain(name) && strcmp(name, "stream") != 0 && strcmp(name, "sequence") != 0 &&
                  strcmp(name, "ordinal") != 0);
            CHECK(tables[i].columns[j].type != STORE_NULL);
        }
    }
}

void table_describe(struct text_out *out, const struct store_table *table)
{
    for (unsigned i = 0; i < table->column_count; i++)
        text_out_add(out, "%s%s %s%s", i > 0 ? ", " : "", table->columns[i].name,
                     table->columns[i].type == STORE_INTEGER ? "integer" : "text",
                     i < table->key_count ? " key" : "");
}

/* Names are quoted, because words of the floor may be words of SQL: "table". */
static void add_names(struct text_out *out, const struct store_table *table, unsigned end)
{
    for (unsigned i = 0; i < end; i++)
        text_out_add(out, ", \"%s\"", table->columns[i].name);
}

unsigned table_own_columns(const struct store_table *table)
{
    return table->key_count > 0 ? 2 : 3;
}

void table_create_sql(struct text_out *out, const struct store_table *table)
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

void table_insert_sql(struct text_out *out, const struct store_table *table)
{
    text_out_add(out, "INSERT INTO \"%s\" (stream, sequence%s", table->name,
                 table->key_count == 0 ? ", ordinal" : "");
    add_names(out, table, table->column_count);
    text_out_add(out, ") ");
}

void table_replace_sql(struct text_out *out, const struct store_table *table)
{
    if (table->key_count == 0)
        return;
    text_out_add(out, " ON CONFLICT (stream");
    add_names(out, table, table->key_count);
    text_out_add(out, ") DO UPDATE SET sequence = excluded.sequence");
    for (unsigned i = table->key_count; i < table->column_count; i++)
        text_out_add(out, ", \"%s\" = excluded.\"%s\"", table->columns[i].name, table->columns[i].name);
}

enum status table_check(const struct store_table *table, struct text stored, struct fault *fault)
{
    char words[STORE_SQL_SIZE];
    struct text_out declared;
    text_out_init(&declared, words, sizeof words);
    table_describe(&declared, table);
    if (text_equal(text_out_text(&declared), stored))
        return STATUS_OK;
    return fault_set(fault, STATUS_INVALID, 0,
                     "table %s of this store has the columns (%.*s), not (%.*s); it was made by another "
                     "version of the program",
                     table->name, TEXT_ARGUMENTS(text_clipped(stored, 60)),
                     TEXT_ARGUMENTS(text_clipped(text_out_text(&declared), 60)));
}
