/* Reading from SQLite: events, rows, snapshots; and saving snapshots. */
#include "store/sqlite_internal.h"

#include "base/check.h"

#include <string.h>

enum status sqlite_hold(struct store *store, struct fault *fault)
{
    struct engine *engine = store->engine;
    if (sqlite3_exec(engine->database, "BEGIN", NULL, NULL, NULL) != SQLITE_OK)
        return sqlite_failed(engine, fault, "reading the store");
    return STATUS_OK;
}

enum status sqlite_head(struct store *store, struct text stream, struct store_head *head, struct fault *fault)
{
    struct engine *engine = store->engine;
    struct stream_state state = {.name = stream};
    bool found;
    if (!sqlite_stream_find(engine, &state, &found))
        return sqlite_failed(engine, fault, "looking for a stream");
    *head = state.head;
    return STATUS_OK;
}

enum status sqlite_streams(struct store *store, stream_id_visitor *visit, void *context, struct fault *fault)
{
    struct engine *engine = store->engine;
    sqlite3_stmt *statement = engine->statements[STREAM_LIST];
    enum status status = STATUS_OK;
    int code;
    while ((code = sqlite3_step(statement)) == SQLITE_ROW && status == STATUS_OK)
        status = visit(context, sqlite3_column_int64(statement, 1), sqlite_column_text(statement, 0), fault);
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        status = sqlite_failed(engine, fault, "listing the streams");
    sqlite3_reset(statement);
    return status;
}

/* SQLite stores a value of any type in any column, so a damaged record may have the wrong types. Such an event is not the one
 * that was written, so it has no hash. */
static bool event_has_its_types(sqlite3_stmt *statement)
{
    int command = sqlite3_column_type(statement, 2);
    return sqlite3_column_type(statement, 1) == SQLITE_TEXT &&
           (command == SQLITE_NULL || (command == SQLITE_TEXT && sqlite3_column_bytes(statement, 2) > 0)) &&
           sqlite3_column_type(statement, 3) == SQLITE_TEXT &&
           sqlite3_column_type(statement, 4) == SQLITE_BLOB;
}

enum status sqlite_read(struct store *store, struct text stream, uint64_t from, uint64_t to,
                        store_visitor *visit, void *context, struct fault *fault)
{
    CHECK(from <= STORE_SEQUENCE_MAX &&
          to <= STORE_SEQUENCE_MAX); /* otherwise the keys belong to another stream */
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
        bool typed = event_has_its_types(statement);
        struct store_record record = {
            .sequence = (uint64_t)sqlite3_column_int64(statement, 0) & STORE_SEQUENCE_MAX,
            .event = {sqlite_column_text(statement, 1), sqlite_column_text(statement, 2),
                      sqlite_column_text(statement, 3)},
            .hash = sqlite_column_hash(statement, 4)};
        if (!typed)
            record.hash = (struct store_hash){0};
        status = visit(context, &record, fault);
    }
    if (status == STATUS_OK && code != SQLITE_DONE)
        status = sqlite_failed(engine, fault, "reading events");
    sqlite3_reset(statement);
    return status;
}

/* Reads the index from end to end, which also checks its order, on which searches rely. The statement names the index, so it
 * is prepared only here, where a store without the index is only damaged. */
static int sum_index(sqlite3_stmt *statement, int64_t stream, uint64_t until, struct store_commands *commands)
{
    char before[STORE_COMMAND_MAX];
    struct text last = {before, 0};
    int code;
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
        int64_t place = sqlite3_column_int64(statement, 0);
        struct text command = sqlite_column_text(statement, 1);
        bool plain = sqlite3_column_type(statement, 1) == SQLITE_TEXT && command.length <= sizeof before &&
                     place >> SEQUENCE_BITS == stream && text_compare(command, last) > 0;
        uint64_t sequence = plain ? (uint64_t)place & STORE_SEQUENCE_MAX : 0;
        if (sequence <= until)
            store_commands_add(commands, command, sequence);
        last.length = plain ? command.length : 0;
        memcpy(before, command.bytes, last.length);
    }
    return code;
}

enum status sqlite_commands(struct store *store, struct text stream, uint64_t until,
                            struct store_commands *commands, struct fault *fault)
{
    static const char sql[] = "SELECT place, command FROM event INDEXED BY event_command "
                              "WHERE stream = ?1 AND command IS NOT NULL ORDER BY command";
    struct engine *engine = store->engine;
    struct stream_state state = {.name = stream};
    sqlite3_stmt *statement = NULL;
    bool found;
    if (!sqlite_stream_find(engine, &state, &found))
        return sqlite_failed(engine, fault, "looking for a stream");
    if (!found)
        return STATUS_OK;
    int code = sqlite3_prepare_v2(engine->database, sql, -1, &statement, NULL);
    if (code == SQLITE_OK && sqlite_bind_number(statement, 1, (uint64_t)state.id))
        code = sum_index(statement, state.id, until, commands);
    enum status status = STATUS_OK;
    if (code != SQLITE_DONE)
        status = sqlite_failed(engine, fault, "reading the index of commands");
    sqlite3_finalize(statement);
    return status;
}

/* Reads the whole index without searching it, and the table without using it, and compares both as sets. An entry for another
 * stream is -1. */
enum status sqlite_compare_commands(struct store *store, struct text stream, store_command_visitor *tell,
                                    void *context, struct fault *fault)
{
    static const char sql[] =
        "WITH named (command, sequence) AS MATERIALIZED (SELECT command, "
        "CASE WHEN place >> 40 = ?1 AND place & 1099511627775 > 0 THEN place & 1099511627775 ELSE -1 END "
        "FROM event INDEXED BY event_command WHERE +stream = ?1 AND command IS NOT NULL), "
        "had (command, sequence) AS MATERIALIZED (SELECT command, place & 1099511627775 FROM event NOT "
        "INDEXED "
        "WHERE place BETWEEN (?1 << 40) AND (?1 << 40) + 1099511627775 AND command IS NOT NULL), "
        "excess AS MATERIALIZED (SELECT * FROM named EXCEPT SELECT * FROM had), "
        "lacking AS MATERIALIZED (SELECT * FROM had EXCEPT SELECT * FROM named) "
        "SELECT coalesce(lacking.command, excess.command), excess.sequence, lacking.sequence "
        "FROM lacking FULL JOIN excess ON excess.command = lacking.command ORDER BY 1, 2, 3";
    struct engine *engine = store->engine;
    struct stream_state state = {.name = stream};
    sqlite3_stmt *statement = NULL;
    bool found;
    if (!sqlite_stream_find(engine, &state, &found))
        return sqlite_failed(engine, fault, "looking for a stream");
    int code = sqlite3_prepare_v2(engine->database, sql, -1, &statement, NULL);
    if (code == SQLITE_OK && sqlite_bind_number(statement, 1, (uint64_t)state.id))
        while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
            const struct store_command_flaw flaw = {sqlite_column_text(statement, 0),
                                                    (uint64_t)sqlite3_column_int64(statement, 1),
                                                    (uint64_t)sqlite3_column_int64(statement, 2)};
            tell(context, &flaw);
        }
    enum status status = STATUS_OK;
    if (code != SQLITE_DONE)
        status = sqlite_failed(engine, fault, "comparing the index of commands");
    sqlite3_finalize(statement);
    return status;
}

static struct store_value column_value(sqlite3_stmt *statement, int column)
{
    struct store_value value = {.type = STORE_NULL};
    switch (sqlite3_column_type(statement, column)) {
    case SQLITE_NULL:
        return value;
    case SQLITE_INTEGER:
        value.type = STORE_INTEGER;
        value.integer = sqlite3_column_int64(statement, column);
        return value;
    default:
        value.type = sqlite3_column_type(statement, column) == SQLITE_TEXT ? STORE_TEXT : STORE_STRANGE;
        value.text = sqlite_column_text(statement, column);
        return value;
    }
}

/* A sequence or an ordinal. A value that is not an integer gives a number that no event has. */
static uint64_t own_number(sqlite3_stmt *statement, int column)
{
    return sqlite3_column_type(statement, column) == SQLITE_INTEGER
               ? (uint64_t)sqlite3_column_int64(statement, column)
               : UINT64_MAX;
}

static enum status rows_show(struct engine *engine, sqlite3_stmt *statement, unsigned column_count,
                             store_row_visitor *visit, void *context, struct fault *fault)
{
    CHECK_OP(column_count, <=, STORE_COLUMNS_MAX);
    enum status status = STATUS_OK;
    int code = SQLITE_DONE;
    while (status == STATUS_OK && (code = sqlite3_step(statement)) == SQLITE_ROW) {
        struct store_value values[STORE_COLUMNS_MAX];
        for (unsigned i = 0; i < column_count; i++)
            values[i] = column_value(statement, (int)i + 2);
        const struct store_found_row row = {own_number(statement, 0), own_number(statement, 1), values};
        status = visit(context, &row, fault);
    }
    if (status == STATUS_OK && code != SQLITE_DONE)
        status = sqlite_failed(engine, fault, "reading a table");
    return status;
}

enum status sqlite_rows(struct store *store, const struct rows_query *query, store_row_visitor *visit,
                        void *context, struct fault *fault)
{
    struct engine *engine = store->engine;
    struct stream_state state = {.name = query->stream};
    bool found;
    if (!sqlite_stream_find(engine, &state, &found))
        return sqlite_failed(engine, fault, "looking for a stream");
    if (!found && query->stream.length > 0)
        return STATUS_OK;
    char sql[STORE_SQL_SIZE];
    struct text_out out;
    text_out_init(&out, sql, sizeof sql);
    table_read_sql(&out, query, state.id, "");
    CHECK(!out.truncated);
    sqlite3_stmt *statement = NULL;
    enum status status = STATUS_OK;
    if (sqlite3_prepare_v2(engine->database, sql, -1, &statement, NULL) != SQLITE_OK)
        status = sqlite_failed(engine, fault, "reading a table");
    else
        status = rows_show(engine, statement, query->table->column_count, visit, context, fault);
    sqlite3_finalize(statement);
    return status;
}

/* ---------------------------------------------------------------------------------------- snapshots */

static bool snapshot_write(struct engine *engine, int64_t stream, const struct stored_snapshot *snapshot)
{
    CHECK(snapshot->sequence > 0 && snapshot->sequence <= STORE_SEQUENCE_MAX);
    sqlite3_stmt *save = engine->statements[SNAPSHOT_SAVE], *prune = engine->statements[SNAPSHOT_PRUNE];
    return sqlite_bind_number(save, 1, (uint64_t)stream) && sqlite_bind_number(save, 2, snapshot->sequence) &&
           sqlite_bind_hash(save, 3, &snapshot->seal) &&
           sqlite3_bind_blob64(save, 4, snapshot->bytes.bytes, snapshot->bytes.length, SQLITE_STATIC) ==
               SQLITE_OK &&
           sqlite_run(save) && sqlite_bind_number(prune, 1, (uint64_t)stream) && sqlite_run(prune);
}

enum status sqlite_snapshot_save(struct store *store, struct text stream,
                                 const struct stored_snapshot *snapshot, struct fault *fault)
{
    struct engine *engine = store->engine;
    struct stream_state state = {.name = stream};
    bool found;
    enum status status = sqlite_look(engine, fault);
    if (status != STATUS_OK)
        return status;
    if (sqlite_run(engine->statements[BEGIN]) && sqlite_stream_find(engine, &state, &found)) {
        CHECK(found);
        if (snapshot_write(engine, state.id, snapshot) && sqlite_run(engine->statements[COMMIT]))
            return STATUS_OK;
    }
    status = sqlite_failed(engine, fault, "saving a snapshot");
    sqlite_rollback(store);
    return status;
}

enum status sqlite_snapshot_load(struct store *store, struct text stream, uint64_t at, struct arena *arena,
                                 struct stored_snapshot *snapshot, struct fault *fault)
{
    CHECK_OP(at, <=, STORE_SEQUENCE_MAX);
    struct engine *engine = store->engine;
    struct stream_state state = {.name = stream};
    bool found;
    if (!sqlite_stream_find(engine, &state, &found))
        return sqlite_failed(engine, fault, "looking for a stream");
    if (!found)
        return STATUS_OK;
    sqlite3_stmt *statement = engine->statements[SNAPSHOT_LOAD];
    if (!statement)
        return fault_set(fault, STATUS_DAMAGED, 0, "loading a snapshot: the table for them is missing");
    if (!sqlite_bind_number(statement, 1, (uint64_t)state.id) || !sqlite_bind_number(statement, 2, at))
        return sqlite_failed(engine, fault, "loading a snapshot");
    enum status status = STATUS_OK;
    int code = sqlite3_step(statement);
    if (code == SQLITE_ROW) {
        snapshot->sequence = (uint64_t)sqlite3_column_int64(statement, 0);
        snapshot->seal = sqlite_column_hash(statement, 1);
        if (sqlite3_column_type(statement, 1) != SQLITE_BLOB ||
            sqlite3_column_type(statement, 2) != SQLITE_BLOB)
            snapshot->seal = (struct store_hash){0};
        status = snapshot_keep(snapshot, sqlite_column_text(statement, 2), arena, fault);
    } else if (code != SQLITE_DONE) {
        status = sqlite_failed(engine, fault, "loading a snapshot");
    }
    sqlite3_reset(statement);
    return status;
}
