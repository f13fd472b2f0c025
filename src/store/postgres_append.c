/*
 * Appending to PostgreSQL takes two round trips, whatever the number of batches. The first opens the transaction, locks the
 * streams and looks up the commands; the second writes and commits. The rows of an insert are sent as one array for each
 * column.
 *
 * The lock is on the row of the stream: appends to one stream follow each other, and those to different streams do not wait.
 * A group locks its streams in the order of their names, so two groups never deadlock.
 */
#include "store/postgres_internal.h"

#include "base/check.h"

#include <string.h>

/* ------------------------------------------------------------------------------------ beginning */

void postgres_rollback(struct store *store)
{
    store->engine->in_transaction = false;
    PQclear(PQexec(store->engine->connection, "ROLLBACK"));
}

static enum status commands_arrays(const struct store_plan *plan, struct arena *arena,
                                   struct postgres_array arrays[2])
{
    size_t names = 0, commands = 0;
    for (size_t i = 0; i < plan->query_count; i++) {
        names += plan->queries[i].stream->name.length;
        commands += plan->queries[i].command.length;
    }
    enum status status = postgres_array_init(&arrays[0], POSTGRES_TEXT, plan->query_count, names, arena);
    if (status == STATUS_OK)
        status = postgres_array_init(&arrays[1], POSTGRES_TEXT, plan->query_count, commands, arena);
    for (size_t i = 0; i < plan->query_count && status == STATUS_OK; i++) {
        postgres_array_add(&arrays[0], plan->queries[i].stream->name);
        postgres_array_add(&arrays[1], plan->queries[i].command);
    }
    CHECK_IMPLIES(status == STATUS_OK,
                  arrays[0].length == arrays[0].size && arrays[1].length == arrays[1].size);
    return status;
}

static void commands_read(const PGresult *result, struct store_plan *plan)
{
    for (int row = 0; row < PQntuples(result); row++) {
        uint64_t place = result_number(result, row, 0);
        CHECK(place >= 1 && place <= plan->query_count);
        plan->queries[place - 1].sequence = result_number(result, row, 1);
    }
}

/* Locks the order of the leaves and the streams, and looks up the last leaf and the commands; `missing` counts the streams that do not exist. */
static enum status look_up(struct store *store, struct store_plan *plan, bool begin, size_t *missing,
                           struct fault *fault)
{
    struct postgres_array arrays[2];
    enum status status = commands_arrays(plan, &store->arena, arrays);
    if (status != STATUS_OK)
        return fault_set(fault, status, 0, "no memory for %zu commands", plan->query_count);
    struct pipeline pipeline = pipeline_begin(store->engine, fault, "looking for streams and commands");
    if (begin) {
        pipeline_send(&pipeline, postgres_send_begin(store->engine));
        pipeline_send(&pipeline, postgres_send(store->engine, LEAF_LOCK, NULL));
    }
    for (size_t i = 0; i < plan->stream_count; i++) {
        struct parameters parameters = {0};
        parameters_add_text(&parameters, plan->streams[i].name);
        pipeline_send(&pipeline, postgres_send(store->engine, STREAM_LOCK, &parameters));
    }
    struct parameters asked = {0};
    parameters_add_array(&asked, &arrays[0]);
    parameters_add_array(&asked, &arrays[1]);
    pipeline_send(&pipeline, postgres_send(store->engine, COMMANDS_FIND, &asked));
    pipeline_send(&pipeline, postgres_send(store->engine, LEAF_LAST, NULL));
    pipeline_sent(&pipeline);

    for (unsigned i = 0; begin && i < 2; i++)
        PQclear(pipeline_answer(&pipeline, PGRES_COMMAND_OK));
    *missing = 0;
    for (size_t i = 0; i < plan->stream_count; i++) {
        PGresult *result = pipeline_answer(&pipeline, PGRES_TUPLES_OK);
        if (result && !result_stream(result, &plan->streams[i]))
            ++*missing;
        PQclear(result);
    }
    CHECK_OP(*missing, <=, plan->stream_count);
    PGresult *result = pipeline_answer(&pipeline, PGRES_TUPLES_OK);
    if (result)
        commands_read(result, plan);
    PQclear(result);
    result = pipeline_answer(&pipeline, PGRES_TUPLES_OK);
    plan->last = result && PQntuples(result) > 0 ? result_run(result, 0) : (struct leaf_run){0};
    PQclear(result);
    return pipeline_end(&pipeline);
}

static enum status streams_add(struct store *store, const struct store_plan *plan, struct fault *fault)
{
    for (size_t i = 0; i < plan->stream_count; i++) {
        if (plan->streams[i].id != 0)
            continue;
        struct store_hash start = chain_start(plan->streams[i].name);
        struct parameters parameters = {0};
        parameters_add_text(&parameters, plan->streams[i].name);
        parameters_add_bytes(&parameters, start.bytes, sizeof start.bytes);
        enum status status;
        PQclear(postgres_ask(store->engine, STREAM_ADD, &parameters, PGRES_COMMAND_OK, fault,
                             "adding a stream", &status));
        if (status != STATUS_OK)
            return status;
    }
    return STATUS_OK;
}

enum status postgres_begin(struct store *store, struct store_plan *plan, struct fault *fault)
{
    CHECK(!store->engine->in_transaction);
    size_t missing;
    plan->careful = true;
    enum status status = look_up(store, plan, true, &missing, fault);
    if (status != STATUS_OK && postgres_reconnected(store->engine, fault))
        status = look_up(store, plan, true, &missing, fault);
    store->engine->in_transaction = status == STATUS_OK;
    if (status == STATUS_OK && missing > 0) {
        status = streams_add(store, plan, fault);
        if (status == STATUS_OK)
            status = look_up(store, plan, false, &missing, fault);
        CHECK(status != STATUS_OK || missing == 0);
    }
    if (status != STATUS_OK)
        postgres_rollback(store);
    return status;
}

/* ------------------------------------------------------------------------------------ committing */

enum { EVENT_ARRAYS = 6 };

static enum status events_arrays(const struct store_plan *plan, struct arena *arena,
                                 struct postgres_array arrays[EVENT_ARRAYS])
{
    static const enum postgres_type types[EVENT_ARRAYS] = {
        POSTGRES_INTEGER, POSTGRES_INTEGER, POSTGRES_TEXT, POSTGRES_TEXT, POSTGRES_TEXT, POSTGRES_BYTES};
    size_t sizes[EVENT_ARRAYS] = {
        8 * plan->event_count, 8 * plan->event_count, 0, 0, 0, STORE_HASH_SIZE * plan->event_count};
    for (size_t i = 0; i < plan->event_count; i++) {
        sizes[2] += plan->events[i].event->kind.length;
        sizes[3] += plan->events[i].event->command.length;
        sizes[4] += plan->events[i].event->payload.length;
    }
    for (size_t i = 0; i < EVENT_ARRAYS; i++) {
        enum status status = postgres_array_init(&arrays[i], types[i], plan->event_count, sizes[i], arena);
        if (status != STATUS_OK)
            return status;
    }
    for (size_t i = 0; i < plan->event_count; i++) {
        const struct placed_event *placed = &plan->events[i];
        CHECK(placed->sequence > 0 && placed->sequence <= STORE_SEQUENCE_MAX);
        postgres_array_add_number(&arrays[0], (uint64_t)placed->stream);
        postgres_array_add_number(&arrays[1], placed->sequence);
        postgres_array_add(&arrays[2], placed->event->kind);
        if (placed->event->command.length > 0)
            postgres_array_add(&arrays[3], placed->event->command);
        else
            postgres_array_add_null(&arrays[3]);
        postgres_array_add(&arrays[4], placed->event->payload);
        postgres_array_add(&arrays[5], (struct text){(const char *)placed->hash.bytes, STORE_HASH_SIZE});
    }
    return STATUS_OK;
}

/* The parameters for the tables. They are made before the pipeline begins, because memory may run out. */
struct table_rows {
    size_t count;
    struct postgres_array arrays[PARAMETERS_MAX]; /* one for each column */
};

static size_t value_size(const struct store_value *value)
{
    switch (value->type) {
    case STORE_NULL:
        return 0;
    case STORE_INTEGER:
        return 8;
    case STORE_TEXT:
        return value->text.length;
    case STORE_STRANGE:
        break;
    }
    CHECK_NEVER("a value of no type");
}

static void array_add_value(struct postgres_array *array, const struct store_value *value)
{
    CHECK_OP(value->type, !=, STORE_STRANGE);
    if (value->type == STORE_INTEGER)
        postgres_array_add_number(array, (uint64_t)value->integer);
    else if (value->type == STORE_TEXT)
        postgres_array_add(array, value->text);
    else
        postgres_array_add_null(array);
}

static enum status rows_arrays(struct store *store, const struct store_plan *plan, unsigned table,
                               struct table_rows *rows)
{
    const struct store_table *declared = &store->options.tables[table];
    unsigned own = table_own_columns(declared);
    CHECK_OP(own + declared->column_count, <=, PARAMETERS_MAX);
    size_t sizes[PARAMETERS_MAX] = {8 * rows->count, 8 * rows->count, own > 2 ? 8 * rows->count : 0};
    for (size_t i = 0; i < plan->row_count; i++)
        for (unsigned j = 0; j < declared->column_count && plan->rows[i].row->table == table; j++)
            sizes[own + j] += value_size(&plan->rows[i].row->values[j]);
    for (unsigned j = 0; j < own + declared->column_count; j++) {
        bool integer = j < own || declared->columns[j - own].type == STORE_INTEGER;
        enum status status = postgres_array_init(&rows->arrays[j], integer ? POSTGRES_INTEGER : POSTGRES_TEXT,
                                                 rows->count, sizes[j], &store->arena);
        if (status != STATUS_OK)
            return status;
    }
    for (size_t i = 0; i < plan->row_count; i++) {
        const struct placed_row *placed = &plan->rows[i];
        if (placed->row->table != table)
            continue;
        postgres_array_add_number(&rows->arrays[0], (uint64_t)placed->stream);
        postgres_array_add_number(&rows->arrays[1], placed->sequence);
        if (own > 2)
            postgres_array_add_number(&rows->arrays[2], placed->ordinal);
        for (unsigned j = 0; j < declared->column_count; j++)
            array_add_value(&rows->arrays[own + j], &placed->row->values[j]);
    }
    return STATUS_OK;
}

static enum status tables_arrays(struct store *store, const struct store_plan *plan,
                                 struct table_rows *tables)
{
    for (size_t i = 0; i < plan->row_count; i++)
        tables[plan->rows[i].row->table].count++;
    size_t rows = 0;
    for (unsigned i = 0; i < store->options.table_count; i++)
        rows += tables[i].count;
    CHECK_OP(rows, ==, plan->row_count);
    enum status status = STATUS_OK;
    for (unsigned i = 0; i < store->options.table_count && status == STATUS_OK; i++)
        if (tables[i].count > 0)
            status = rows_arrays(store, plan, i, &tables[i]);
    return status;
}

/* Returns how many statements were sent. */
static size_t send_tables(struct pipeline *pipeline, const struct store *store,
                          const struct table_rows *tables)
{
    size_t sent = 0;
    for (unsigned i = 0; i < store->options.table_count; i++) {
        const struct store_table *table = &store->options.tables[i];
        if (tables[i].count == 0)
            continue;
        struct parameters parameters = {0};
        for (unsigned j = 0; j < table_own_columns(table) + table->column_count; j++)
            parameters_add_array(&parameters, &tables[i].arrays[j]);
        pipeline_send(pipeline, postgres_send_named(pipeline->engine, 't', i, &parameters));
        sent++;
    }
    return sent;
}

static size_t send_heads(struct pipeline *pipeline, const struct store_plan *plan)
{
    size_t sent = 0;
    for (size_t i = 0; i < plan->stream_count; i++) {
        const struct stream_state *stream = &plan->streams[i];
        if (!stream->changed)
            continue;
        struct parameters parameters = {0};
        parameters_add_number(&parameters, (uint64_t)stream->id);
        parameters_add_number(&parameters, stream->head.sequence);
        parameters_add_bytes(&parameters, stream->head.hash.bytes, STORE_HASH_SIZE);
        pipeline_send(pipeline, postgres_send(pipeline->engine, STREAM_MOVE, &parameters));
        sent++;
    }
    CHECK_OP(sent, >, 0); /* a head moves only if there are events */
    return sent;
}

static enum status write_and_commit(struct store *store, const struct store_plan *plan,
                                    const struct postgres_array *events, const struct table_rows *tables,
                                    const struct postgres_array *runs, struct fault *fault)
{
    struct pipeline pipeline = pipeline_begin(store->engine, fault, "making events durable");
    struct parameters parameters = {0};
    for (unsigned i = 0; i < EVENT_ARRAYS; i++)
        parameters_add_array(&parameters, &events[i]);
    pipeline_send(&pipeline, postgres_send(store->engine, EVENTS_ADD, &parameters));
    size_t sent = 1 + send_tables(&pipeline, store, tables) + send_heads(&pipeline, plan);
    if (plan->run_count > 0) {
        struct parameters order = {0};
        for (unsigned i = 0; i < 4; i++)
            parameters_add_array(&order, &runs[i]);
        pipeline_send(&pipeline, postgres_send(store->engine, LEAF_PUT, &order));
        sent++;
    }
    return pipeline_commit(&pipeline, sent);
}

enum status postgres_commit(struct store *store, struct store_plan *plan, struct fault *fault)
{
    CHECK(store->engine->in_transaction && plan->event_count > 0);
    struct postgres_array events[EVENT_ARRAYS], runs[4];
    struct table_rows *tables = ARENA_ARRAY(&store->arena, struct table_rows, store->options.table_count);
    enum status status = tables ? STATUS_OK : store->arena.refusal;
    if (status == STATUS_OK)
        status = events_arrays(plan, &store->arena, events);
    if (status == STATUS_OK)
        status = tables_arrays(store, plan, tables);
    if (status == STATUS_OK)
        status = leaf_runs_arrays(plan->runs, plan->run_count, &store->arena, runs);
    if (status != STATUS_OK)
        fault_set(fault, status, 0, "no memory for %zu events", plan->event_count);
    else
        status = write_and_commit(store, plan, events, tables, runs, fault);
    if (status != STATUS_OK && PQstatus(store->engine->connection) != CONNECTION_OK)
        status = fault_set(fault, status, 0,
                           "the connection was lost while events were made durable; whether they are there "
                           "shows when their commands are repeated");
    store->engine->in_transaction = false;
    if (status != STATUS_OK)
        postgres_rollback(store);
    return status;
}

/* ------------------------------------------------------------------------------------ making anew */

static enum status write_rows(struct store *store, const struct store_plan *plan, struct fault *fault)
{
    struct table_rows *tables = ARENA_ARRAY(&store->arena, struct table_rows, store->options.table_count);
    enum status status = tables ? tables_arrays(store, plan, tables) : store->arena.refusal;
    if (status != STATUS_OK)
        return fault_set(fault, status, 0, "no memory for %zu rows", plan->row_count);
    struct pipeline pipeline = pipeline_begin(store->engine, fault, "making the tables anew");
    size_t sent = send_tables(&pipeline, store, tables);
    pipeline_sent(&pipeline);
    for (size_t i = 0; i < sent; i++)
        PQclear(pipeline_answer(&pipeline, PGRES_COMMAND_OK));
    return pipeline_end(&pipeline);
}

enum status postgres_fill(struct store *store, struct text stream, struct store_plan *plan,
                          struct fault *fault)
{
    struct stream_state state = {.name = stream};
    bool found;
    CHECK(store->engine->in_transaction);
    enum status status = postgres_stream_find(store, &state, &found, fault);
    if (status == STATUS_OK && !found)
        status = fault_set(fault, STATUS_INVALID, 0, "there is no stream %.*s", TEXT_ARGUMENTS(stream));
    for (size_t i = 0; i < plan->row_count && status == STATUS_OK; i++)
        plan->rows[i].stream = state.id;
    return status == STATUS_OK && plan->row_count > 0 ? write_rows(store, plan, fault) : status;
}

/* After a failure in between, or if the connection ends, nothing of it is there. */
enum status postgres_together(struct store *store, bool begin, struct fault *fault)
{
    static const char doing[] = "writing the copy";
    struct engine *engine = store->engine;
    CHECK(engine->together != begin && !engine->in_transaction && !engine->held);
    if (begin) {
        enum status status = postgres_run(engine, "BEGIN", fault, doing);
        engine->together = status == STATUS_OK;
        return status;
    }
    PGresult *result = PQexec(engine->connection, "COMMIT");
    enum status status = STATUS_OK;
    if (PQresultStatus(result) != PGRES_COMMAND_OK)
        status = postgres_failed(engine, result, fault, doing);
    else if (strcmp(PQcmdStatus(result), "COMMIT") != 0)
        status = fault_set(fault, STATUS_IO, 0, "the database rolled the transaction back");
    engine->together = false;
    PQclear(result);
    return status;
}
