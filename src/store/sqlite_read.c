/* Reading from SQLite: events, rows, snapshots; and saving these. */
#include "store/sqlite_internal.h"

#include "base/check.h"

enum status sqlite_head(struct store *store, struct text stream, struct store_head *head, struct fault *fault)
{
    struct stream_state state = {.name = stream};
    bool found;
    if (!sqlite_stream_find(store->engine, &state, &found))
        return sqlite_failed(store->engine, fault, "looking for a stream");
    *head = state.head;
    return STATUS_OK;
}

enum status sqlite_streams(struct store *store, store_stream_visitor *visit, void *context,
                           struct fault *fault)
{
    sqlite3_stmt *statement = store->engine->statements[STREAM_LIST];
    enum status status = STATUS_OK;
    int code;
    while ((code = sqlite3_step(statement)) == SQLITE_ROW && status == STATUS_OK)
        status = visit(context, sqlite_column_text(statement, 0), fault);
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        status = sqlite_failed(store->engine, fault, "listing the streams");
    sqlite3_reset(statement);
    return status;
}

enum status sqlite_read(struct store *store, struct text stream, uint64_t from, uint64_t to,
                        store_visitor *visit, void *context, struct fault *fault)
{
    struct engine *engine = store->engine;
    struct stream_state state = {.name = stream};
    bool found;
    if (!sqlite_stream_find(engine, &state, &found))
        return sqlite_failed(engine, fault, "looking for a stream");
    sqlite3_stmt *statement = engine->statements[EVENT_READ];
    uint64_t base = (uint64_t)state.id << SEQUENCE_BITS;
    if (!found)
        return STATUS_OK;
    if (!sqlite_bind_number(statement, 1, base | from) || !sqlite_bind_number(statement, 2, base | to))
        return sqlite_failed(engine, fault, "reading events");
    enum status status = STATUS_OK;
    int code = SQLITE_DONE;
    while (status == STATUS_OK && (code = sqlite3_step(statement)) == SQLITE_ROW) {
        struct store_record record = {.sequence = (uint64_t)sqlite3_column_int64(statement, 0),
                                      .event = {sqlite_column_text(statement, 1),
                                                sqlite_column_text(statement, 2),
                                                sqlite_column_text(statement, 3)},
                                      .hash = sqlite_column_hash(statement, 4)};
        status = visit(context, &record, fault);
    }
    if (status == STATUS_OK && code != SQLITE_DONE)
        status = sqlite_failed(engine, fault, "reading events");
    sqlite3_reset(statement);
    return status;
}

enum status sqlite_snapshot_save(struct store *store, struct text stream,
                                 const struct stored_snapshot *snapshot, struct fault *fault)
{
    struct stream_state state = {.name = stream};
    bool found;
    if (!sqlite_stream_find(store->engine, &state, &found))
        return sqlite_failed(store->engine, fault, "looking for a stream");
    CHECK(found);
    sqlite3_stmt *statement = store->engine->statements[SNAPSHOT_SAVE];
    bool saved = sqlite_bind_number(statement, 1, (uint64_t)state.id) &&
                 sqlite_bind_number(statement, 2, snapshot->sequence) &&
                 sqlite_bind_hash(statement, 3, &snapshot->seal) &&
                 sqlite3_bind_blob64(statement, 4, snapshot->bytes.bytes, snapshot->bytes.length,
                                     SQLITE_STATIC) == SQLITE_OK &&
                 sqlite_run(statement);
    return saved ? STATUS_OK : sqlite_failed(store->engine, fault, "saving a snapshot");
}

enum status sqlite_snapshot_load(struct store *store, struct text stream, uint64_t at, struct arena *arena,
                                 struct stored_snapshot *snapshot, struct fault *fault)
{
    struct stream_state state = {.name = stream};
    bool found;
    if (!sqlite_stream_find(store->engine, &state, &found))
        return sqlite_failed(store->engine, fault, "looking for a stream");
    if (!found)
        return STATUS_OK;
    sqlite3_stmt *statement = store->engine->statements[SNAPSHOT_LOAD];
    if (!sqlite_bind_number(statement, 1, (uint64_t)state.id) || !sqlite_bind_number(statement, 2, at))
        return sqlite_failed(store->engine, fault, "loading a snapshot");
    enum status status = STATUS_OK;
    int code = sqlite3_step(statement);
    if (code == SQLITE_ROW) {
        snapshot->sequence = (uint64_t)sqlite3_column_int64(statement, 0);
        snapshot->seal = sqlite_column_hash(statement, 1);
        status = snapshot_keep(snapshot, sqlite_column_text(statement, 2), arena, fault);
    } else if (code != SQLITE_DONE) {
        status = sqlite_failed(store->engine, fault, "loading a snapshot");
    }
    sqlite3_reset(statement);
    return status;
}
