/* Reading from PostgreSQL: events, rows, snapshots; and saving snapshots. */
#include "store/postgres_internal.h"

#include "base/check.h"

/* In PostgreSQL a query that fails aborts the transaction, unless it is rolled back to a savepoint. */
static enum status hold(struct engine *engine, struct fault *fault)
{
    return postgres_run(engine, "BEGIN ISOLATION LEVEL REPEATABLE READ; SAVEPOINT held", fault,
                        "reading the store");
}

enum status postgres_hold(struct store *store, struct fault *fault)
{
    struct engine *engine = store->engine;
    CHECK(!engine->held && !engine->in_transaction);
    enum status status = hold(engine, fault);
    if (status != STATUS_OK && postgres_reconnected(engine, fault))
        status = hold(engine, fault);
    engine->held = engine->in_transaction = status == STATUS_OK;
    return status;
}

void postgres_hold_again(struct engine *engine)
{
    PQclear(PQexec(engine->connection, "ROLLBACK TO held"));
}

void postgres_release(struct store *store)
{
    CHECK(store->engine->held);
    store->engine->held = false;
    postgres_rollback(store);
}

enum status postgres_stream_find(struct store *store, struct stream_state *stream, bool *found,
                                 struct fault *fault)
{
    struct parameters parameters = {0};
    parameters_add_text(&parameters, stream->name);
    enum status status;
    PGresult *result = postgres_ask(store->engine, STREAM_FIND, &parameters, PGRES_TUPLES_OK, fault,
                                    "looking for a stream", &status);
    *found = result && result_stream(result, stream);
    PQclear(result);
    return status;
}

enum status postgres_head(struct store *store, struct text stream, struct store_head *head,
                          struct fault *fault)
{
    struct stream_state state = {.name = stream};
    bool found;
    enum status status = postgres_stream_find(store, &state, &found, fault);
    if (status == STATUS_OK)
        *head = state.head;
    return status;
}

enum status postgres_streams(struct store *store, stream_id_visitor *visit, void *context,
                             struct fault *fault)
{
    const struct parameters none = {0};
    enum status status;
    PGresult *result = postgres_ask(store->engine, STREAM_LIST, &none, PGRES_TUPLES_OK, fault,
                                    "listing the streams", &status);
    for (int row = 0; result && row < PQntuples(result) && status == STATUS_OK; row++)
        status = visit(context, (int64_t)result_number(result, row, 1), result_text(result, row, 0), fault);
    PQclear(result);
    return status;
}

enum status postgres_read(struct store *store, struct text stream, uint64_t from, uint64_t to,
                          store_visitor *visit, void *context, struct fault *fault)
{
    struct stream_state state = {.name = stream};
    bool more;
    enum status status = postgres_stream_find(store, &state, &more, fault);
    while (status == STATUS_OK && more && from <= to) {
        struct parameters parameters = {0};
        parameters_add_number(&parameters, (uint64_t)state.id);
        parameters_add_number(&parameters, from);
        parameters_add_number(&parameters, to);
        PGresult *result = postgres_ask(store->engine, EVENTS_READ, &parameters, PGRES_TUPLES_OK, fault,
                                        "reading events", &status);
        int rows = result ? PQntuples(result) : 0;
        for (int row = 0; row < rows && status == STATUS_OK; row++) {
            struct store_record record = {.sequence = result_number(result, row, 0),
                                          .event = {result_text(result, row, 1), result_text(result, row, 2),
                                                    result_text(result, row, 3)},
                                          .hash = result_hash(result, row, 4)};
            /* An empty command is never appended. */
            if (!PQgetisnull(result, row, 2) && record.event.command.length == 0)
                record.hash = (struct store_hash){0};
            from = record.sequence + 1;
            status = visit(context, &record, fault);
        }
        more = rows == POSTGRES_READ_EVENTS;
        PQclear(result);
    }
    return status;
}

/* ------------------------------------------------------------------------------------ through a cursor */

typedef enum status result_visitor(void *context, const PGresult *result, struct fault *fault);

/* A cursor, `found`, needs a transaction: that of the hold, or one of its own. */
static enum status fetch(struct store *store, const char *declare, const char *doing, result_visitor *visit,
                         void *context, struct fault *fault)
{
    struct engine *engine = store->engine;
    enum status status = engine->held ? STATUS_OK : postgres_run(engine, "BEGIN", fault, doing);
    if (status == STATUS_OK)
        status = postgres_run(engine, declare, fault, doing);
    for (bool more = true; more && status == STATUS_OK;) {
        PGresult *result =
            PQexecParams(engine->connection, "FETCH 1000 FROM found", 0, NULL, NULL, NULL, NULL, 1);
        if (PQresultStatus(result) == PGRES_TUPLES_OK)
            status = visit(context, result, fault);
        else
            status = postgres_failed(engine, result, fault, doing);
        more = PQntuples(result) > 0;
        PQclear(result);
    }
    if (engine->held)
        postgres_hold_again(engine);
    else
        PQclear(PQexec(engine->connection, "ROLLBACK"));
    return status;
}

static enum status sum_commands(void *context, const PGresult *result, struct fault *fault)
{
    (void)fault;
    for (int row = 0; row < PQntuples(result); row++)
        store_commands_add(context, result_text(result, row, 0), result_number(result, row, 1));
    return STATUS_OK;
}

/* With the order of the index and sorting disabled, the server reads the index. It relies on the index being in order. */
enum status postgres_commands(struct store *store, struct text stream, uint64_t until,
                              struct store_commands *commands, struct fault *fault)
{
    struct stream_state state = {.name = stream};
    bool found;
    enum status status = postgres_stream_find(store, &state, &found, fault);
    if (status != STATUS_OK || !found)
        return status;
    char declare[STORE_SQL_SIZE];
    struct text_out out;
    text_out_init(&out, declare, sizeof declare);
    text_out_add(&out,
                 "SET LOCAL enable_sort = off; DECLARE found NO SCROLL CURSOR FOR SELECT command, sequence "
                 "FROM event WHERE stream = %lld AND sequence <= %llu AND command IS NOT NULL ORDER BY "
                 "command, stream",
                 (long long)state.id, (unsigned long long)until);
    CHECK(!out.truncated);
    return fetch(store, declare, "reading the index of commands", sum_commands, commands, fault);
}

struct command_telling {
    store_command_visitor *tell;
    void *context;
};

static enum status tell_of_commands(void *context, const PGresult *result, struct fault *fault)
{
    const struct command_telling *telling = context;
    (void)fault;
    for (int row = 0; row < PQntuples(result); row++) {
        const struct store_command_flaw flaw = {result_text(result, row, 0), result_number(result, row, 1),
                                                result_number(result, row, 2)};
        telling->tell(telling->context, &flaw);
    }
    return STATUS_OK;
}

/* The first list is read by the index, as above. The second cannot be, because the index has only commands that are not null
 * and the server does not know that these are not null. */
enum status postgres_compare_commands(struct store *store, struct text stream, store_command_visitor *tell,
                                      void *context, struct fault *fault)
{
    struct stream_state state = {.name = stream};
    struct command_telling telling = {tell, context};
    bool found;
    enum status status = postgres_stream_find(store, &state, &found, fault);
    if (status != STATUS_OK || !found)
        return status;
    char declare[STORE_SQL_SIZE];
    struct text_out out;
    long long id = (long long)state.id;
    text_out_init(&out, declare, sizeof declare);
    text_out_add(
        &out,
        "SET LOCAL enable_sort = off; DECLARE found NO SCROLL CURSOR FOR "
        "WITH named AS MATERIALIZED (SELECT command, sequence FROM event "
        "WHERE stream = %lld AND command IS NOT NULL ORDER BY command, stream), "
        "had AS MATERIALIZED (SELECT command, sequence FROM event "
        "WHERE stream = %lld AND coalesce(command, '') <> ''), "
        "excess AS MATERIALIZED (SELECT * FROM named EXCEPT SELECT * FROM had), "
        "lacking AS MATERIALIZED (SELECT * FROM had EXCEPT SELECT * FROM named) "
        "SELECT coalesce(lacking.command, excess.command), coalesce(excess.sequence, 0), "
        "coalesce(lacking.sequence, 0) FROM lacking FULL JOIN excess ON excess.command = lacking.command "
        "ORDER BY coalesce(lacking.command, excess.command) COLLATE \"C\", 2, 3",
        id, id);
    CHECK(!out.truncated);
    return fetch(store, declare, "comparing the index of commands", tell_of_commands, &telling, fault);
}

/* ------------------------------------------------------------------------------------- report tables */

static struct store_value result_value(const PGresult *result, int row, int column, enum store_type type)
{
    struct store_value value = {.type = PQgetisnull(result, row, column) ? STORE_NULL : type};
    if (value.type == STORE_INTEGER)
        value.integer = (int64_t)result_number(result, row, column);
    else if (value.type == STORE_TEXT)
        value.text = result_text(result, row, column);
    return value;
}

struct showing {
    const struct store_table *table;
    store_row_visitor *visit;
    void *context;
};

static enum status rows_show(void *context, const PGresult *result, struct fault *fault)
{
    const struct showing *showing = context;
    const struct store_table *table = showing->table;
    enum status status = STATUS_OK;
    for (int row = 0; row < PQntuples(result) && status == STATUS_OK; row++) {
        struct store_value values[STORE_COLUMNS_MAX];
        for (unsigned i = 0; i < table->column_count; i++)
            values[i] = result_value(result, row, (int)i + 2, table->columns[i].type);
        const struct store_found_row found = {result_number(result, row, 0), result_number(result, row, 1),
                                              values};
        status = showing->visit(showing->context, &found, fault);
    }
    return status;
}

enum status postgres_rows(struct store *store, const struct rows_query *query, store_row_visitor *visit,
                          void *context, struct fault *fault)
{
    struct showing showing = {query->table, visit, context};
    struct stream_state state = {.name = query->stream};
    bool found;
    enum status status = postgres_stream_find(store, &state, &found, fault);
    if (status != STATUS_OK || (!found && query->stream.length > 0))
        return status;
    char declare[STORE_SQL_SIZE];
    struct text_out out;
    text_out_init(&out, declare, sizeof declare);
    text_out_add(&out, "DECLARE found NO SCROLL CURSOR FOR ");
    table_read_sql(&out, query, state.id, " COLLATE \"C\"");
    CHECK(!out.truncated);
    return fetch(store, declare, "reading a table", rows_show, &showing, fault);
}

/* ---------------------------------------------------------------------------------------- snapshots */

enum status postgres_snapshot_save(struct store *store, struct text stream,
                                   const struct stored_snapshot *snapshot, struct fault *fault)
{
    CHECK_OP(snapshot->sequence, >, 0);
    struct parameters saved = {0}, pruned = {0};
    parameters_add_text(&saved, stream);
    parameters_add_number(&saved, snapshot->sequence);
    parameters_add_bytes(&saved, snapshot->seal.bytes, STORE_HASH_SIZE);
    parameters_add_text(&saved, snapshot->bytes);
    parameters_add_text(&pruned, stream);
    struct engine *engine = store->engine;
    struct pipeline pipeline = pipeline_begin(engine, fault, "saving a snapshot");
    pipeline_send(&pipeline, postgres_send_begin(engine));
    pipeline_send(&pipeline, postgres_send(engine, SNAPSHOT_SAVE, &saved));
    pipeline_send(&pipeline, postgres_send(engine, SNAPSHOT_PRUNE, &pruned));
    enum status status = pipeline_commit(&pipeline, 3);
    if (status != STATUS_OK)
        postgres_rollback(store);
    return status;
}

enum status postgres_snapshot_load(struct store *store, struct text stream, uint64_t at, struct arena *arena,
                                   struct stored_snapshot *snapshot, struct fault *fault)
{
    struct parameters parameters = {0};
    parameters_add_text(&parameters, stream);
    parameters_add_number(&parameters, at);
    enum status status;
    PGresult *result = postgres_ask(store->engine, SNAPSHOT_LOAD, &parameters, PGRES_TUPLES_OK, fault,
                                    "loading a snapshot", &status);
    if (result && PQntuples(result) > 0) {
        snapshot->sequence = result_number(result, 0, 0);
        snapshot->seal = result_hash(result, 0, 1);
        status = snapshot_keep(snapshot, result_text(result, 0, 2), arena, fault);
    }
    PQclear(result);
    return status;
}
