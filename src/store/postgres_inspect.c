/*
 * Looks for what is wrong with a store in PostgreSQL around its events.
 *
 * Pages and indices are the server's to check (data checksums, amcheck). Tables, indices and views are compared with those of
 * an empty store, made of temporary tables in a transaction that is rolled back. The server stores the text of a view in its
 * own form, so the same text must go through the server before it can be compared.
 */
#include "store/postgres_internal.h"

#include "base/check.h"

static const char *const questions[] = {
    "SELECT format('event %s and what follows is of stream %s, which is not there', min(sequence), stream) "
    "FROM event WHERE stream NOT IN (SELECT id FROM stream) GROUP BY stream ORDER BY stream",
    "SELECT format('the snapshot at event %s is of stream %s, which is not there', sequence, stream) "
    "FROM snapshot WHERE stream NOT IN (SELECT id FROM stream) ORDER BY stream, sequence",
    "SELECT format('the snapshot at event %s of stream %s is of no event', sequence, stream) "
    "FROM snapshot WHERE sequence NOT BETWEEN 1 AND 1099511627775 ORDER BY stream, sequence",
};

/* Of the stored subtrees; what else must hold of the leaves is verified with them (leaves.h). */
static const char leaf_question[] = "SELECT format('the row of leaf_tile %s, %s is not of the types that it "
                                    "was written with', level, number) "
                                    "FROM leaf_tile WHERE length(hash) <> 32 ORDER BY level, number";

/* Everything in the schema of the number $1, with its definition. */
static const char listing_sql[] =
    "SELECT what, how FROM ("
    "SELECT CASE relkind WHEN 'r' THEN 'table ' WHEN 'v' THEN 'view ' WHEN 'i' THEN 'index ' "
    "WHEN 'S' THEN 'sequence ' ELSE 'relation ' END || relname AS what, "
    "coalesce((SELECT string_agg(concat_ws(' ', attname, format_type(atttypid, atttypmod), attnotnull, "
    "attidentity, attgenerated, pg_get_expr(adbin, adrelid)), ', ' ORDER BY attnum) FROM pg_attribute "
    "LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum "
    "WHERE attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped), '') || "
    "CASE relkind WHEN 'v' THEN pg_get_viewdef(pg_class.oid) WHEN 'i' THEN "
    "(SELECT regexp_replace(pg_get_indexdef(indexrelid), ' ON [^ ]+ ', ' ') || indisvalid || indisready "
    "FROM pg_index WHERE indexrelid = pg_class.oid) ELSE '' END AS how "
    "FROM pg_class WHERE relnamespace = $1 AND relkind <> 't' "
    "UNION ALL SELECT 'constraint ' || conname, pg_get_constraintdef(oid) FROM pg_constraint "
    "WHERE connamespace = $1 AND contype NOT IN ('n', 't') "
    "UNION ALL SELECT 'trigger ' || tgname, '' FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid "
    "WHERE relnamespace = $1 AND NOT tgisinternal "
    "UNION ALL SELECT 'rule ' || rulename, '' FROM pg_rewrite JOIN pg_class ON pg_class.oid = ev_class "
    "WHERE relnamespace = $1 AND rulename <> '_RETURN' "
    "UNION ALL SELECT 'the declaration of table ' || name, columns FROM store_table "
    "UNION ALL SELECT 'the declaration of view ' || name, query FROM store_view "
    "UNION ALL SELECT format('row %s of store_format', row_number() OVER (ORDER BY version)), version::text "
    "FROM store_format"
    ") AS listed";
static const char listing_order[] = " ORDER BY what COLLATE \"C\"";

/* Without the report tables: they are of another version, which only their maker could compare. */
static const char listing_of_the_log[] =
    " WHERE what NOT LIKE 'the declaration of %' AND NOT EXISTS "
    "(SELECT 1 FROM (SELECT name FROM store_table UNION SELECT name FROM store_view) AS made "
    "WHERE name NOT IN ('event', 'leaf_run', 'leaf_since', 'leaf_tile', 'snapshot', 'store_format', "
    "'store_table', 'store_view', 'stream') "
    "AND what IN ('table ' || name, 'view ' || name, 'index ' || name || '_pkey', "
    "'constraint ' || name || '_pkey'))";

static enum status ask(const struct inspection *inspection, const char *sql)
{
    PGresult *result = PQexecParams(inspection->engine->connection, sql, 0, NULL, NULL, NULL, NULL, 1);
    enum status status = STATUS_OK;
    if (PQresultStatus(result) != PGRES_TUPLES_OK)
        status = postgres_failed(inspection->engine, result, inspection->fault, "inspecting the store");
    for (int row = 0; row < PQntuples(result) && status == STATUS_OK; row++) {
        char words[STORE_FLAW_SIZE];
        struct text_out out;
        text_out_init(&out, words, sizeof words);
        text_out_add_safely(&out, result_text(result, row, 0));
        inspection->tell(inspection->context, words);
    }
    PQclear(result);
    return status;
}

static enum status run(const struct inspection *inspection, const char *sql)
{
    return postgres_run(inspection->engine, sql, inspection->fault, "inspecting the store");
}

/* ------------------------------------------------------------------------------------------ schema */

/* The number of a schema, and the one that names are looked up in first from now on. */
static enum status schema_number(const struct inspection *inspection, const char *sql, uint64_t *number)
{
    PGresult *result = PQexecParams(inspection->engine->connection, sql, 0, NULL, NULL, NULL, NULL, 1);
    enum status status = STATUS_OK;
    if (PQresultStatus(result) != PGRES_TUPLES_OK || PQntuples(result) == 0)
        status = postgres_failed(inspection->engine, result, inspection->fault, "inspecting the store");
    else
        *number = result_number(result, 0, 0);
    PQclear(result);
    return status;
}

static enum status list(const struct inspection *inspection, uint64_t schema, struct listing *listing)
{
    struct parameters parameters = {0};
    parameters_add_number(&parameters, schema);
    const Oid types[] = {20}; /* bigint */
    char sql[STORE_SQL_SIZE];
    struct text_out out;
    text_out_init(&out, sql, sizeof sql);
    text_out_add(&out, "%s%s%s", listing_sql,
                 inspection->engine->store->tables.ours ? "" : listing_of_the_log, listing_order);
    CHECK(!out.truncated);
    PGresult *result = PQexecParams(inspection->engine->connection, sql, 1, types, parameters.values,
                                    parameters.lengths, parameters.formats, 1);
    enum status status = STATUS_OK;
    *listing = (struct listing){.arena = inspection->arena};
    if (PQresultStatus(result) != PGRES_TUPLES_OK)
        status = postgres_failed(inspection->engine, result, inspection->fault, "inspecting the store");
    for (int row = 0; row < PQntuples(result) && status == STATUS_OK; row++) {
        status = listing_add(listing, result_text(result, row, 0), result_text(result, row, 1));
        if (status != STATUS_OK)
            (void)fault_set(inspection->fault, status, 0, "no memory to inspect the store");
    }
    PQclear(result);
    return status;
}

static enum status make_temporary(const struct inspection *inspection, const struct store_options *options,
                                  struct listing *should)
{
    uint64_t temporary = 0;
    enum status status = run(inspection, "SET LOCAL search_path = pg_temp");
    if (status == STATUS_OK)
        status = postgres_make(inspection->engine, options, inspection->fault);
    if (status == STATUS_OK)
        status = schema_number(inspection, "SELECT pg_my_temp_schema()::bigint", &temporary);
    return status == STATUS_OK ? list(inspection, temporary, should) : status;
}

static enum status inspect_schema(const struct inspection *inspection, const struct store_options *options)
{
    struct listing should, is;
    uint64_t schema = 0;
    arena_clear(inspection->arena);
    enum status status = schema_number(
        inspection, "SELECT oid::bigint FROM pg_namespace WHERE nspname = current_schema()", &schema);
    if (status == STATUS_OK)
        status = list(inspection, schema, &is);
    if (status == STATUS_OK)
        status = make_temporary(inspection, options, &should);
    if (status == STATUS_OK)
        listing_compare(&should, &is, inspection->tell, inspection->context);
    return status;
}

/* ------------------------------------------------------------------------------------------ all */

/* Each query has its own transaction, which is rolled back: a query that fails is reported and does not affect the others. */
static enum status inspect_part(const struct inspection *inspection, const struct store_options *options,
                                const char *question)
{
    CHECK(!inspection->engine->held && !inspection->engine->in_transaction);
    enum status status = run(inspection, "BEGIN ISOLATION LEVEL REPEATABLE READ READ WRITE");
    if (status == STATUS_OK)
        status = question ? ask(inspection, question) : inspect_schema(inspection, options);
    PQclear(PQexec(inspection->engine->connection, "ROLLBACK"));
    if (status != STATUS_OK && PQstatus(inspection->engine->connection) == CONNECTION_OK &&
        status != STATUS_NO_MEMORY && status != STATUS_NO_SPACE) {
        inspection->tell(inspection->context, inspection->fault->words);
        status = STATUS_OK;
    }
    return status;
}

enum status postgres_inspect(struct store *store, store_flaw_visitor *tell, void *context,
                             struct fault *fault)
{
    struct fault words = {.status = STATUS_OK};
    struct store_options options = store->options;
    const struct inspection inspection = {store->engine, &store->arena, tell, context, &words};
    options.mode = STORE_CREATE;
    options.to_inspect = false;
    if (!store->tables.ours)
        options.table_count = options.view_count = 0;
    enum status status = inspect_part(&inspection, &options, NULL);
    for (size_t i = 0; i < sizeof questions / sizeof questions[0] && status == STATUS_OK; i++)
        status = inspect_part(&inspection, &options, questions[i]);
    if (status == STATUS_OK && !store->engine->leafless)
        status = inspect_part(&inspection, &options, leaf_question);
    return status == STATUS_OK ? status : fault_set(fault, status, 0, "%s", words.words);
}
