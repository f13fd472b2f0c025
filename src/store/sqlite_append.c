/* Appending to SQLite, row by row, in one transaction. */
#include "store/sqlite_internal.h"

#include "base/check.h"

#include <string.h>

/* A failed commit may have ended the transaction. */
void sqlite_rollback(struct store *store)
{
    struct engine *engine = store->engine;
    if (!sqlite3_get_autocommit(engine->database))
        sqlite_run(engine->statements[ROLLBACK]);
}

static enum status roll_back(struct store *store, struct fault *fault, const char *doing)
{
    enum status status = sqlite_failed(store->engine, fault, doing);
    sqlite_rollback(store);
    return status;
}

static bool stream_add(struct engine *engine, struct stream_state *stream)
{
    stream->head = (struct store_head){0, chain_start(stream->name)};
    sqlite3_stmt *statement = engine->statements[STREAM_ADD];
    if (!sqlite_bind_text(statement, 1, stream->name) || !sqlite_bind_hash(statement, 2, &stream->head.hash))
        return false;
    bool added = sqlite3_step(statement) == SQLITE_ROW;
    if (added)
        stream->id = sqlite3_column_int64(statement, 0);
    return sqlite3_reset(statement) == SQLITE_OK && added && stream->id < STREAMS_MAX;
}

static bool command_find(struct engine *engine, struct command_query *query)
{
    sqlite3_stmt *statement = engine->statements[COMMAND_FIND];
    if (!sqlite_bind_number(statement, 1, (uint64_t)query->stream->id) ||
        !sqlite_bind_text(statement, 2, query->command))
        return false;
    if (sqlite3_step(statement) == SQLITE_ROW)
        query->sequence = (uint64_t)sqlite3_column_int64(statement, 0);
    return sqlite3_reset(statement) == SQLITE_OK;
}

static bool last_run_read(struct engine *engine, struct leaf_run *last)
{
    sqlite3_stmt *statement = engine->statements[LEAF_LAST];
    *last = (struct leaf_run){0};
    if (sqlite3_step(statement) == SQLITE_ROW)
        *last = sqlite_column_run(statement);
    return sqlite3_reset(statement) == SQLITE_OK;
}

enum status sqlite_begin(struct store *store, struct store_plan *plan, struct fault *fault)
{
    struct engine *engine = store->engine;
    enum status status = sqlite_look(engine, fault);
    if (status != STATUS_OK)
        return status;
    if (!sqlite_run(engine->statements[BEGIN]))
        return roll_back(store, fault, "appending to the store");
    CHECK(sqlite3_get_autocommit(engine->database) == 0); /* the rest is one transaction */
    for (size_t i = 0; i < plan->stream_count; i++) {
        bool found;
        if (!sqlite_stream_find(engine, &plan->streams[i], &found) ||
            (!found && !stream_add(engine, &plan->streams[i])))
            return roll_back(store, fault, "looking for a stream");
    }
    if (!last_run_read(engine, &plan->last))
        return roll_back(store, fault, "looking for the last leaf");
    for (size_t i = 0; plan->careful && i < plan->query_count; i++)
        if (!command_find(engine, &plan->queries[i]))
            return roll_back(store, fault, "looking for a command");
    return STATUS_OK;
}

static bool event_add(struct engine *engine, const struct placed_event *placed)
{
    CHECK(placed->sequence > 0 && placed->sequence <= STORE_SEQUENCE_MAX);
    sqlite3_stmt *statement = engine->statements[EVENT_ADD];
    const struct store_event *event = placed->event;
    bool bound =
        sqlite_bind_number(statement, 1, (uint64_t)placed->stream << SEQUENCE_BITS | placed->sequence) &&
        sqlite_bind_text(statement, 2, event->kind) &&
        (event->command.length > 0 ? sqlite_bind_text(statement, 3, event->command)
                                   : sqlite3_bind_null(statement, 3) == SQLITE_OK) &&
        sqlite_bind_text(statement, 4, event->payload) && sqlite_bind_hash(statement, 5, &placed->hash);
    return bound && sqlite_run(statement);
}

static bool row_add(struct engine *engine, const struct store_table *table, const struct placed_row *placed)
{
    sqlite3_stmt *statement = engine->row_statements[placed->row->table];
    CHECK(statement && placed->sequence > 0);
    bool bound = sqlite_bind_number(statement, 1, (uint64_t)placed->stream) &&
                 sqlite_bind_number(statement, 2, placed->sequence) &&
                 (table->key_count > 0 || sqlite_bind_number(statement, 3, placed->ordinal));
    for (unsigned i = 0; i < table->column_count && bound; i++) {
        const struct store_value *value = &placed->row->values[i];
        int place = (int)(table_own_columns(table) + i) + 1;
        if (value->type == STORE_INTEGER)
            bound = sqlite3_bind_int64(statement, place, value->integer) == SQLITE_OK;
        else if (value->type == STORE_TEXT)
            bound = sqlite_bind_text(statement, place, value->text);
        else
            bound = sqlite3_bind_null(statement, place) == SQLITE_OK;
    }
    return bound && sqlite_run(statement);
}

static bool stream_move(struct engine *engine, const struct stream_state *stream)
{
    sqlite3_stmt *statement = engine->statements[STREAM_MOVE];
    return sqlite_bind_number(statement, 1, (uint64_t)stream->id) &&
           sqlite_bind_number(statement, 2, stream->head.sequence) &&
           sqlite_bind_hash(statement, 3, &stream->head.hash) && sqlite_run(statement);
}

enum status sqlite_commit(struct store *store, struct store_plan *plan, struct fault *fault)
{
    struct engine *engine = store->engine;
    CHECK(sqlite3_get_autocommit(engine->database) == 0);
    for (size_t i = 0; i < plan->event_count; i++)
        if (!event_add(engine, &plan->events[i])) {
            /* The command is the only unique value that can have existed. */
            plan->repeated = sqlite3_extended_errcode(engine->database) == SQLITE_CONSTRAINT_UNIQUE;
            return roll_back(store, fault, "writing an event");
        }
    for (size_t i = 0; i < plan->row_count; i++)
        if (!row_add(engine, &store->options.tables[plan->rows[i].row->table], &plan->rows[i]))
            return roll_back(store, fault, "writing a row");
    for (size_t i = 0; i < plan->stream_count; i++)
        if (plan->streams[i].changed && !stream_move(engine, &plan->streams[i]))
            return roll_back(store, fault, "writing the head of a stream");
    for (size_t i = 0; i < plan->run_count; i++)
        if (!sqlite_put_run(engine->statements[LEAF_PUT], &plan->runs[i]))
            return roll_back(store, fault, "writing the order of the leaves");
    if (!sqlite_run(engine->statements[COMMIT]))
        return roll_back(store, fault, "making events durable");
    CHECK(sqlite3_get_autocommit(engine->database) != 0); /* S1: the transaction has ended */
    /* S1: what was written to a file that nobody finds again is not answered. */
    return sqlite_look(engine, fault);
}

enum status sqlite_fill(struct store *store, struct text stream, struct store_plan *plan, struct fault *fault)
{
    struct stream_state state = {.name = stream};
    bool found;
    CHECK(sqlite3_get_autocommit(store->engine->database) == 0);
    if (!sqlite_stream_find(store->engine, &state, &found))
        return sqlite_failed(store->engine, fault, "looking for a stream");
    if (!found)
        return fault_set(fault, STATUS_INVALID, 0, "there is no stream %.*s", TEXT_ARGUMENTS(stream));
    for (size_t i = 0; i < plan->row_count; i++) {
        plan->rows[i].stream = state.id;
        if (!row_add(store->engine, &store->options.tables[plan->rows[i].row->table], &plan->rows[i]))
            return sqlite_failed(store->engine, fault, "writing a row");
    }
    return STATUS_OK;
}
