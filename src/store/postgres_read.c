/* Reading from PostgreSQL: events, rows, snapshots; and saving these. */
#include "store/postgres_internal.h"

static enum status stream_find(struct store *store, struct stream_state *stream, bool *found,
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
    enum status status = stream_find(store, &state, &found, fault);
    if (status == STATUS_OK)
        *head = state.head;
    return status;
}

enum status postgres_streams(struct store *store, store_stream_visitor *visit, void *context,
                             struct fault *fault)
{
    const struct parameters none = {0};
    enum status status;
    PGresult *result = postgres_ask(store->engine, STREAM_LIST, &none, PGRES_TUPLES_OK, fault,
                                    "listing the streams", &status);
    for (int row = 0; result && row < PQntuples(result) && status == STATUS_OK; row++)
        status = visit(context, result_text(result, row, 0), fault);
    PQclear(result);
    return status;
}

enum status postgres_read(struct store *store, struct text stream, uint64_t from, uint64_t to,
                          store_visitor *visit, void *context, struct fault *fault)
{
    struct stream_state state = {.name = stream};
    bool more;
    enum status status = stream_find(store, &state, &more, fault);
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
            from = record.sequence + 1;
            status = visit(context, &record, fault);
        }
        more = rows == POSTGRES_READ_EVENTS;
        PQclear(result);
    }
    return status;
}

enum status postgres_snapshot_save(struct store *store, struct text stream,
                                   const struct stored_snapshot *snapshot, struct fault *fault)
{
    struct parameters parameters = {0};
    parameters_add_text(&parameters, stream);
    parameters_add_number(&parameters, snapshot->sequence);
    parameters_add_bytes(&parameters, snapshot->seal.bytes, STORE_HASH_SIZE);
    parameters_add_text(&parameters, snapshot->bytes);
    enum status status;
    PQclear(postgres_ask(store->engine, SNAPSHOT_SAVE, &parameters, PGRES_COMMAND_OK, fault,
                         "saving a snapshot", &status));
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
