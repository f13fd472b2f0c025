/* Opening, closing, and the calls that need no decision: heads, reading, snapshots. */
#include "store/store_internal.h"

#include "base/check.h"

#include <sodium.h>
#include <string.h>

/* A call needs about five times the bytes of its batches. The batches of a group have STORE_BATCH_BYTES_MAX in all, unless
 * there is only one. */
enum { LIFETIME_MAX = 1 << 20, CALL_MAX = 1 << 30 };

enum status store_open(struct text address, const struct store_options *options, struct store **store,
                       struct fault *fault)
{
    static const struct engine_methods *const engines[] = {
        [STORE_KIND_SQLITE] = &sqlite_engine, [STORE_KIND_POSTGRESQL] = &postgres_engine};
    options_check_names(options);
    CHECK(!options->to_inspect || options->mode == STORE_READ_ONLY);
    CHECK_IMPLIES(options->standby, options->writer_of);
    struct store_address parsed;
    enum status status = store_address_parse(address, &parsed, fault);
    if (status == STATUS_OK && options->writer_of)
        status = store_check_name(text_of(options->writer_of), fault);
    if (status != STATUS_OK)
        return status;
    if (sodium_init() < 0)
        return fault_set(fault, STATUS_IO, 0, "the hash functions of this machine cannot be used");
    const struct arena_system *memory = options->memory ? options->memory : &arena_system_standard;
    struct arena lifetime;
    arena_init_with(&lifetime, LIFETIME_MAX, memory);
    struct store *opened = ARENA_NEW(&lifetime, struct store);
    if (!opened)
        return fault_set(fault, lifetime.refusal, 0, "no memory for a store");
    CHECK_OP(parsed.kind, <=, STORE_KIND_POSTGRESQL);
    opened->methods = engines[parsed.kind];
    opened->options = *options;
    opened->lifetime = lifetime;
    arena_init_with(&opened->arena, CALL_MAX, memory);
    status = opened->methods->open(opened, &parsed, fault);
    CHECK_IMPLIES(status == STATUS_OK, opened->engine);
    if (status == STATUS_OK)
        *store = opened;
    else
        store_close(opened);
    return status;
}

void store_close(struct store *store)
{
    if (!store)
        return;
    if (store->engine)
        store->methods->close(store->engine);
    arena_release(&store->arena);
    /* The store itself is in its arena. */
    struct arena lifetime = store->lifetime;
    arena_release(&lifetime);
}

enum status store_look(struct store *store, struct fault *fault)
{
    CHECK(store->engine && store->options.mode != STORE_READ_ONLY);
    return store->methods->look ? store->methods->look(store->engine, fault) : STATUS_OK;
}

enum status writer_refused(const struct store_options *options, struct fault *fault)
{
    CHECK(options->writer_of);
    return fault_set(fault, STATUS_IO, 0, "another program is the writer of stream %s; end it first",
                     options->writer_of);
}

bool store_tables_differ(const struct store *store, unsigned *found)
{
    *found = store->tables.version;
    return !store->tables.ours;
}

static enum status check_tables(const struct store *store, struct fault *fault)
{
    if (store->tables.ours)
        return STATUS_OK;
    return fault_set(fault, STATUS_INVALID, 0,
                     "the report tables of this store are of version %u, and this program makes version %u; "
                     "%s",
                     store->tables.version, store->options.tables_version,
                     store->tables.version < store->options.tables_version
                         ? "'cardroom store rebuild' makes them anew from the events"
                         : "a newer version of cardroom made them. Use that version");
}

enum status store_check_writable(const struct store *store, struct fault *fault)
{
    if (store->options.mode != STORE_READ_ONLY)
        return check_tables(store, fault);
    return fault_set(fault, STATUS_INVALID, 0, "this store was opened for reading only");
}

enum status store_check_name(struct text stream, struct fault *fault)
{
    if (stream.length == 0 || stream.length > STORE_STREAM_NAME_MAX)
        return fault_set(fault, STATUS_RANGE, 0, "the name of a stream has 1 to %d bytes, not %zu",
                         STORE_STREAM_NAME_MAX, stream.length);
    for (size_t i = 0; i < stream.length; i++) {
        char byte = stream.bytes[i];
        bool good = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
                    (byte >= '0' && byte <= '9') || (byte != '\0' && strchr("._/-", byte) != NULL);
        if (!good)
            return fault_set(fault, STATUS_INVALID, i + 1,
                             "the name of a stream has letters, digits, and . _ / - only");
    }
    return STATUS_OK;
}

enum status store_hold(struct store *store, struct fault *fault)
{
    CHECK(!store->held);
    enum status status = store->methods->hold(store, fault);
    store->held = status == STATUS_OK;
    return status;
}

void store_release(struct store *store)
{
    CHECK(store->held);
    store->methods->release(store);
    store->held = false;
}

enum status store_head_of(struct store *store, struct text stream, struct store_head *head,
                          struct fault *fault)
{
    enum status status = store_check_name(stream, fault);
    if (status == STATUS_OK)
        status = store->methods->head(store, stream, head, fault);
    if (status == STATUS_OK && head->sequence == 0)
        head->hash = chain_start(stream);
    return status;
}

struct named_streams {
    store_stream_visitor *visit;
    void *context;
};

static enum status visit_name(void *context, int64_t id, struct text name, struct fault *fault)
{
    const struct named_streams *named = context;
    (void)id;
    return named->visit(named->context, name, fault);
}

enum status store_each_stream(struct store *store, store_stream_visitor *visit, void *context,
                              struct fault *fault)
{
    struct named_streams named = {visit, context};
    return store->methods->streams(store, visit_name, &named, fault);
}

static enum status check_range(uint64_t from, uint64_t to, struct fault *fault)
{
    if (from <= STORE_SEQUENCE_MAX && to <= STORE_SEQUENCE_MAX)
        return STATUS_OK;
    return fault_set(fault, STATUS_RANGE, 0, "a sequence is at most %llu",
                     (unsigned long long)STORE_SEQUENCE_MAX);
}

enum status store_read(struct store *store, struct text stream, uint64_t from, uint64_t to,
                       store_visitor *visit, void *context, struct fault *fault)
{
    enum status status = store_check_name(stream, fault);
    if (status == STATUS_OK)
        status = check_range(from, to, fault);
    if (status != STATUS_OK)
        return status;
    return store->methods->read(store, stream, from, to, visit, context, fault);
}

enum status store_each_row(struct store *store, struct text stream, unsigned table, uint64_t from,
                           uint64_t to, store_row_visitor *visit, void *context, struct fault *fault)
{
    CHECK_OP(table, <, store->options.table_count);
    enum status status = stream.length > 0 ? store_check_name(stream, fault) : STATUS_OK;
    if (status == STATUS_OK)
        status = check_range(from, to, fault);
    if (status == STATUS_OK)
        status = check_tables(store, fault);
    if (status != STATUS_OK)
        return status;
    const struct rows_query query = {&store->options.tables[table], stream, from, to, .down = false};
    return store->methods->rows(store, &query, visit, context, fault);
}

enum status store_each_row_down(struct store *store, struct text stream, unsigned table, uint64_t low,
                                uint64_t high, store_row_visitor *visit, void *context, struct fault *fault)
{
    CHECK_OP(table, <, store->options.table_count);
    const struct store_table *described = &store->options.tables[table];
    CHECK(described->key_count == 1 && described->columns[0].type == STORE_INTEGER);
    enum status status = store_check_name(stream, fault);
    if (status == STATUS_OK)
        status = check_range(low, high, fault);
    if (status == STATUS_OK)
        status = check_tables(store, fault);
    if (status != STATUS_OK)
        return status;
    const struct rows_query query = {described, stream, low, high, .down = true};
    return store->methods->rows(store, &query, visit, context, fault);
}

enum status store_inspect(struct store *store, store_flaw_visitor *tell, void *context, struct fault *fault)
{
    CHECK(!store->held);
    return store->methods->inspect(store, tell, context, fault);
}

/* ---------------------------------------------------------------------------------------- snapshots */

static enum status keep_hash(void *context, const struct store_record *record, struct fault *fault)
{
    (void)fault;
    struct store_head *kept = context;
    kept->sequence = record->sequence;
    kept->hash = record->hash;
    return STATUS_OK;
}

enum status store_snapshot_save(struct store *store, struct text stream, uint64_t sequence, struct text bytes,
                                struct fault *fault)
{
    CHECK(!store->held);
    enum status status = store_check_writable(store, fault);
    if (status != STATUS_OK)
        return status;
    if (bytes.length > STORE_SNAPSHOT_MAX)
        return fault_set(fault, STATUS_RANGE, 0, "a snapshot has at most %d bytes, not %zu",
                         STORE_SNAPSHOT_MAX, bytes.length);
    struct store_head at = {0};
    if (sequence > 0)
        status = store_read(store, stream, sequence, sequence, keep_hash, &at, fault);
    if (status != STATUS_OK)
        return status;
    if (at.sequence == 0 || at.sequence != sequence)
        return fault_set(fault, STATUS_RANGE, 0, "stream %.*s has no event %llu to take a snapshot at",
                         TEXT_ARGUMENTS(stream), (unsigned long long)sequence);
    struct stored_snapshot snapshot = {sequence, chain_seal(&at.hash, bytes.bytes, bytes.length), bytes};
    return store->methods->snapshot_save(store, stream, &snapshot, fault);
}

enum status snapshot_keep(struct stored_snapshot *snapshot, struct text bytes, struct arena *arena,
                          struct fault *fault)
{
    enum status status = arena_copy_text(arena, bytes, &snapshot->bytes);
    if (status == STATUS_OK)
        return status;
    return fault_set(fault, status, 0, "no memory for a snapshot of %zu bytes", bytes.length);
}

enum status snapshot_at(struct store *store, struct text stream, uint64_t at, struct arena *arena,
                        struct stored_snapshot *snapshot, struct fault *fault)
{
    enum status status = store->methods->snapshot_load(store, stream, at, arena, snapshot, fault);
    if (snapshot->sequence > at)
        snapshot->sequence = 0;
    return status;
}

enum status snapshot_check(struct store *store, struct text stream, const struct stored_snapshot *snapshot,
                           bool *good, struct fault *fault)
{
    struct store_head at = {0};
    enum status status =
        store_read(store, stream, snapshot->sequence, snapshot->sequence, keep_hash, &at, fault);
    if (status != STATUS_OK)
        return status;
    struct store_hash seal = chain_seal(&at.hash, snapshot->bytes.bytes, snapshot->bytes.length);
    *good = at.sequence > 0 && store_hash_equal(&seal, &snapshot->seal);
    return STATUS_OK;
}

enum status store_snapshot_load(struct store *store, struct text stream, uint64_t at, struct arena *arena,
                                uint64_t *found, struct text *bytes, struct fault *fault)
{
    enum status status = store_check_name(stream, fault);
    if (at > STORE_SEQUENCE_MAX)
        at = STORE_SEQUENCE_MAX;
    struct stored_snapshot snapshot = {0};
    for (bool good = false; status == STATUS_OK && !good; at = snapshot.sequence - 1) {
        snapshot = (struct stored_snapshot){0};
        status = snapshot_at(store, stream, at, arena, &snapshot, fault);
        if (status != STATUS_OK || snapshot.sequence == 0)
            break;
        status = snapshot_check(store, stream, &snapshot, &good, fault);
    }
    if (status == STATUS_OK) {
        *found = snapshot.sequence;
        *bytes = snapshot.sequence > 0 ? snapshot.bytes : (struct text){"", 0};
    }
    return status;
}
