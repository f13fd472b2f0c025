/*
 * Looks for what is wrong with a store in SQLite around its events.
 *
 * SQLite's integrity_check looks up every row in every index, which takes longer than the rest of an audit. So this checks
 * the structure of all trees (quick_check), and indices against rows in the small tables only. The only large index, that of
 * commands, is read from end to end when the events are verified.
 */
#include "store/sqlite_internal.h"
#include "store/sqlite_torn.h"

#include "base/check.h"

#include <string.h>

/* Queries on the store's own tables. Each row of a result is one sentence. */
static const char *const questions[] = {
    "SELECT printf('the row of stream %s is not of the types that it was written with', id) "
    "FROM stream NOT INDEXED "
    "WHERE typeof(name) <> 'text' OR typeof(sequence) <> 'integer' OR typeof(hash) <> 'blob' OR id < 1",
    /* The first event of each stream; 8388607 is the last stream that a place can have. */
    "WITH RECURSIVE first (place) AS (SELECT min(place) FROM event UNION ALL "
    "SELECT (SELECT min(event.place) FROM event WHERE event.place >= ((first.place >> 40) + 1) << 40) "
    "FROM first WHERE first.place >> 40 < 8388607) "
    "SELECT printf('event %d and what follows is of stream %d, which is not there', place & 1099511627775, "
    "place >> 40) FROM first WHERE place IS NOT NULL AND place >> 40 NOT IN "
    "(SELECT id FROM stream NOT INDEXED)",
    "SELECT printf('the snapshot at event %s is of stream %s, which is not there', sequence, stream) "
    "FROM snapshot NOT INDEXED WHERE stream NOT IN (SELECT id FROM stream NOT INDEXED)",
    "SELECT printf('the snapshot at event %s of stream %s is of no event', sequence, stream) "
    "FROM snapshot NOT INDEXED "
    "WHERE typeof(sequence) <> 'integer' OR sequence NOT BETWEEN 1 AND 1099511627775",
};

/* Of the order of the leaves; what else must hold of it is verified with the leaves (leaves.h). */
static const char *const leaf_questions[] = {
    "SELECT printf('the row of leaf_run at leaf %s is not of the types that it was written with', first) "
    "FROM leaf_run WHERE typeof(stream) <> 'integer' OR typeof(sequence) <> 'integer' OR typeof(count) <> "
    "'integer'",
    "SELECT printf('the row of leaf_tile %s, %s is not of the types that it was written with', level, "
    "number) "
    "FROM leaf_tile WHERE typeof(level) <> 'integer' OR typeof(number) <> 'integer' OR typeof(hash) <> "
    "'blob' "
    "OR length(hash) <> 32",
};

/* For the store, and for an empty one. The second column has the values of a row, with their types. */
static const char *const listings[] = {
    "SELECT printf('%s %s', type, name), coalesce(sql, '') || printf(' (%s of %s, %s %s %s)', typeof(sql), "
    "tbl_name, typeof(type), typeof(name), typeof(tbl_name)) FROM sqlite_schema ORDER BY 1",
    "SELECT printf('the declaration of table %s', name), "
    "coalesce(columns, '') || printf(' (%s of %s)', typeof(columns), typeof(name)) "
    "FROM store_table NOT INDEXED ORDER BY 1",
    "SELECT printf('the declaration of view %s', name), "
    "coalesce(query, '') || printf(' (%s of %s)', typeof(query), typeof(name)) "
    "FROM store_view NOT INDEXED ORDER BY 1",
    "SELECT printf('row %d of store_format', rowid), coalesce(version, '') || printf(' (%s)', "
    "typeof(version)) "
    "FROM store_format ORDER BY 1",
};

/* The same without the report tables: they are of another version, which only their maker could compare. */
static const char *const listings_of_the_log[] = {
    "SELECT printf('%s %s', type, name), coalesce(sql, '') || printf(' (%s of %s, %s %s %s)', typeof(sql), "
    "tbl_name, typeof(type), typeof(name), typeof(tbl_name)) FROM sqlite_schema "
    "WHERE type NOT IN ('table', 'view') OR name IN "
    "('event', 'leaf_run', 'leaf_since', 'leaf_tile', 'snapshot', 'store_format', 'store_table', "
    "'store_view', "
    "'stream') OR name NOT IN "
    "(SELECT name FROM store_table NOT INDEXED UNION SELECT name FROM store_view NOT INDEXED) ORDER BY 1",
    "SELECT printf('row %d of store_format', rowid), coalesce(version, '') || printf(' (%s)', "
    "typeof(version)) "
    "FROM store_format ORDER BY 1",
};

/* Reports damage, and the inspection goes on; any other failure ends it. */
static enum status told(const struct inspection *inspection, enum status status)
{
    CHECK_IMPLIES(status == STATUS_DAMAGED, inspection->fault->words[0] != '\0');
    if (status != STATUS_DAMAGED)
        return status;
    inspection->tell(inspection->context, inspection->fault->words);
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ sentences */

typedef void sentence_visitor(const struct inspection *inspection, struct text sentence);

static enum status ask(const struct inspection *inspection, const char *sql, sentence_visitor *visit)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(inspection->engine->database, sql, -1, &statement, NULL);
    while (code == SQLITE_OK || code == SQLITE_ROW)
        if ((code = sqlite3_step(statement)) == SQLITE_ROW)
            visit(inspection, sqlite_column_text(statement, 0));
    enum status status = STATUS_OK;
    if (code != SQLITE_DONE)
        status = sqlite_failed(inspection->engine, inspection->fault, "inspecting the store");
    sqlite3_finalize(statement);
    return told(inspection, status);
}

static void tell_sentence(const struct inspection *inspection, struct text sentence)
{
    char words[STORE_FLAW_SIZE];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    text_out_add_safely(&out, sentence);
    inspection->tell(inspection->context, words);
}

/* SQLite answers "ok" or messages; about the structure, several in one row after a headline. */
static void tell_of_file(const struct inspection *inspection, struct text answer)
{
    static const char headline[] = "*** in database main ***\n";
    if (text_equal(answer, text_of("ok")))
        return;
    if (text_starts_with(answer, text_of(headline)))
        answer = text_from(answer, strlen(headline));
    while (answer.length > 0) {
        const char *end = memchr(answer.bytes, '\n', answer.length);
        struct text line = {answer.bytes, end ? (size_t)(end - answer.bytes) : answer.length};
        char words[STORE_FLAW_SIZE];
        struct text_out out;
        text_out_init(&out, words, sizeof words);
        text_out_add(&out, "the file is damaged: ");
        text_out_add_safely(&out, text_clipped(line, 200));
        inspection->tell(inspection->context, words);
        answer = text_from(answer, line.length + (end != NULL));
    }
}

/* One table; its structure has been reported already. */
static void tell_of_index(const struct inspection *inspection, struct text answer)
{
    if (!text_starts_with(answer, text_of("***")))
        tell_of_file(inspection, answer);
}

/* ------------------------------------------------------------------------------------------ schema */

static enum status list(const struct inspection *inspection, struct engine *engine, const char *sql,
                        struct listing *listing)
{
    sqlite3_stmt *statement = NULL;
    enum status status = STATUS_OK;
    int code = sqlite3_prepare_v2(engine->database, sql, -1, &statement, NULL);
    *listing = (struct listing){.arena = inspection->arena};
    while ((code == SQLITE_OK || code == SQLITE_ROW) && (code = sqlite3_step(statement)) == SQLITE_ROW &&
           status == STATUS_OK)
        status = listing_add(listing, sqlite_column_text(statement, 0), sqlite_column_text(statement, 1));
    if (status != STATUS_OK)
        (void)fault_set(inspection->fault, status, 0, "no memory to inspect the store");
    else if (code != SQLITE_DONE)
        status = sqlite_failed(engine, inspection->fault, "inspecting the store");
    sqlite3_finalize(statement);
    return status;
}

static enum status compare_listings(const struct inspection *inspection, struct engine *made,
                                    const char *const *sql, size_t count)
{
    enum status status = STATUS_OK;
    for (size_t i = 0; i < count && status == STATUS_OK; i++) {
        struct listing should, is;
        arena_clear(inspection->arena);
        status = list(inspection, made, sql[i], &should);
        if (status == STATUS_OK)
            status = list(inspection, inspection->engine, sql[i], &is);
        if (status == STATUS_OK)
            listing_compare(&should, &is, inspection->tell, inspection->context);
        status = told(inspection, status);
    }
    return status;
}

/* Compares the store with an empty one in memory. */
static enum status inspect_schema(const struct inspection *inspection, const struct store *store)
{
    enum {
        ALL = sizeof listings / sizeof listings[0],
        OF_THE_LOG = sizeof listings_of_the_log / sizeof listings_of_the_log[0]
    };
    struct engine made = {.writer_lock = -1};
    struct store_options create = store->options;
    struct tables_found found;
    bool ours = store->tables.ours;
    create.mode = STORE_CREATE;
    create.to_inspect = false;
    if (!ours)
        create.table_count = create.view_count = 0;
    enum status status = STATUS_OK;
    if (sqlite3_open_v2(":memory:", &made.database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) !=
        SQLITE_OK)
        status = sqlite_failed(&made, inspection->fault, "inspecting the store");
    if (status == STATUS_OK)
        status = sqlite_settle_as(&made, &create, store->engine->leafless, &found, inspection->fault);
    if (status == STATUS_OK)
        status = compare_listings(inspection, &made, ours ? listings : listings_of_the_log,
                                  ours ? ALL : OF_THE_LOG);
    sqlite3_close(made.database);
    return status;
}

/* ------------------------------------------------------------------------------------------ all */

static enum status inspect_log(const struct inspection *inspection)
{
    struct torn torn;
    char words[STORE_FLAW_SIZE];
    if (sqlite_torn(inspection->engine->database, &torn) != SQLITE_OK)
        return sqlite_failed(inspection->engine, inspection->fault, "inspecting the log");
    sqlite_torn_words(&torn, words, sizeof words);
    if (torn.damaged)
        inspection->tell(inspection->context, words);
    return STATUS_OK;
}

static enum status inspect_all(const struct inspection *inspection, const struct store *store)
{
    static const char *const small[] = {"stream",       "snapshot", "store_table", "store_view",
                                        "store_format", "leaf_run", "leaf_since",  "leaf_tile"};
    enum status status = inspect_log(inspection);
    if (status == STATUS_OK)
        status = inspect_schema(inspection, store);
    if (status == STATUS_OK)
        status = ask(inspection, "PRAGMA quick_check(10)", tell_of_file);
    enum { SMALL = sizeof small / sizeof small[0], OF_LEAVES = 3 };
    bool leafless = store->engine->leafless;
    for (size_t i = 0; i < (leafless ? SMALL - OF_LEAVES : SMALL) && status == STATUS_OK; i++) {
        char sql[64];
        struct text_out out;
        text_out_init(&out, sql, sizeof sql);
        text_out_add(&out, "PRAGMA integrity_check(%s)", small[i]);
        CHECK(!out.truncated);
        status = ask(inspection, sql, tell_of_index);
    }
    for (size_t i = 0; i < sizeof questions / sizeof questions[0] && status == STATUS_OK; i++)
        status = ask(inspection, questions[i], tell_sentence);
    for (size_t i = 0;
         !leafless && i < sizeof leaf_questions / sizeof leaf_questions[0] && status == STATUS_OK; i++)
        status = ask(inspection, leaf_questions[i], tell_sentence);
    return status;
}

enum status sqlite_inspect(struct store *store, store_flaw_visitor *tell, void *context, struct fault *fault)
{
    struct fault words = {.status = STATUS_OK};
    struct engine *engine = store->engine;
    const struct inspection inspection = {engine, &store->arena, tell, context, &words};
    sqlite3 *database = engine->database;
    CHECK(sqlite3_get_autocommit(database) != 0);
    /* One transaction, so that all queries see the same state while the store grows. */
    enum status status = STATUS_OK;
    if (sqlite3_exec(database, "BEGIN", NULL, NULL, NULL) != SQLITE_OK)
        status = sqlite_failed(engine, &words, "inspecting the store");
    if (status == STATUS_OK)
        status = inspect_all(&inspection, store);
    if (!sqlite3_get_autocommit(database))
        sqlite3_exec(database, "ROLLBACK", NULL, NULL, NULL);
    return status == STATUS_OK ? status : fault_set(fault, status, 0, "%s", words.words);
}
