#include "store/copy.h"

#include "base/check.h"
#include "store/leaves_internal.h"

#include <stdlib.h>

enum {
    EVENTS_AT_ONCE = 4096,
    ROWS_AT_ONCE = STORE_BATCH_ROWS_MAX,
    BYTES_AT_ONCE = STORE_BATCH_BYTES_MAX / 2,
    COPY_MEMORY_MAX = 256 << 20,
};

struct copying {
    struct store *from, *to;
    struct arena names;
    struct text *streams;
    size_t stream_count, stream_room;
    store_copy_progress *progress;
    void *context;
    uint64_t all;
    struct store_copied *copied;

    /* The batch. */
    struct arena arena;
    struct text stream;
    size_t most; /* events in it */
    bool full;   /* what was read last did not fit, and is read again */
    struct store_event *events;
    size_t event_count, bytes;
    uint64_t first;         /* sequence of the first event */
    struct store_hash hash; /* of the last event, as it is stored */
    struct store_row *rows;
    size_t row_count;
    unsigned table;                     /* whose rows are read */
    uint64_t row_sequence, row_ordinal; /* of the last row of a table without a key */
    uint64_t rows_there;                /* of the stream and table, in the source */
};

/* ------------------------------------------------------------------------------------------ what there is */

static enum status add_stream(void *context, struct text stream, struct fault *fault)
{
    struct copying *copying = context;
    enum status status = store_check_name(stream, fault);
    if (status != STATUS_OK)
        return status;
    if (copying->stream_count == copying->stream_room) {
        size_t room = copying->stream_room ? 2 * copying->stream_room : 16;
        struct text *streams = realloc(copying->streams, room * sizeof *streams);
        if (!streams)
            return fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory for the streams");
        copying->streams = streams;
        copying->stream_room = room;
    }
    status = arena_copy_text(&copying->names, stream, &copying->streams[copying->stream_count]);
    if (status != STATUS_OK)
        return fault_set(fault, status, 0, "there is no memory for the streams");
    copying->stream_count++;
    return STATUS_OK;
}

static enum status refuse_stream(void *context, struct text stream, struct fault *fault)
{
    (void)context;
    return fault_set(fault, STATUS_INVALID, 0,
                     "the target holds the stream %.*s already; copy into a place that holds nothing",
                     TEXT_ARGUMENTS(text_clipped(stream, STORE_STREAM_NAME_MAX)));
}

static enum status count_all(struct copying *copying, struct fault *fault)
{
    enum status status = store_each_stream(copying->from, add_stream, copying, fault);
    for (size_t i = 0; i < copying->stream_count && status == STATUS_OK; i++) {
        struct store_head head;
        status = store_head_of(copying->from, copying->streams[i], &head, fault);
        copying->all += status == STATUS_OK ? head.sequence : 0;
    }
    return status;
}

/* ------------------------------------------------------------------------------------------ a batch */

/* Another failure than this one ends the copy; this one ends the batch. */
static enum status enough(struct copying *copying)
{
    copying->full = true;
    return STATUS_NO_SPACE;
}

static enum status no_memory(const struct copying *copying, struct fault *fault)
{
    return fault_set(fault, copying->arena.refusal, 0, "there is no memory for the events");
}

static enum status take_event(void *context, const struct store_record *record, struct fault *fault)
{
    struct copying *copying = context;
    size_t bytes = record->event.kind.length + record->event.command.length + record->event.payload.length;
    if (record->sequence != copying->first + copying->event_count)
        return fault_set(
            fault, STATUS_DAMAGED, 0, "event %llu of stream %.*s is missing; 'cardroom audit' says more",
            (unsigned long long)(copying->first + copying->event_count), TEXT_ARGUMENTS(copying->stream));
    if (copying->event_count > 0 &&
        (copying->event_count == copying->most || copying->bytes + bytes > BYTES_AT_ONCE))
        return enough(copying);
    struct store_event *event = &copying->events[copying->event_count];
    if (arena_copy_text(&copying->arena, record->event.kind, &event->kind) != STATUS_OK ||
        arena_copy_text(&copying->arena, record->event.command, &event->command) != STATUS_OK ||
        arena_copy_text(&copying->arena, record->event.payload, &event->payload) != STATUS_OK)
        return no_memory(copying, fault);
    copying->event_count++;
    copying->bytes += bytes;
    copying->hash = record->hash;
    return STATUS_OK;
}

/* The rows of an event are numbered 1, 2, ... in the target, so they have to be in the source. */
static bool is_next_row(struct copying *copying, const struct store_found_row *found)
{
    if (copying->from->options.tables[copying->table].key_count > 0)
        return true;
    uint64_t next = found->sequence == copying->row_sequence ? copying->row_ordinal + 1 : 1;
    copying->row_sequence = found->sequence;
    copying->row_ordinal = found->ordinal;
    return found->ordinal == next;
}

static enum status take_row(void *context, const struct store_found_row *found, struct fault *fault)
{
    struct copying *copying = context;
    const struct store_table *table = &copying->from->options.tables[copying->table];
    CHECK(found->sequence >= copying->first && found->sequence - copying->first < copying->event_count);
    if (copying->row_count == ROWS_AT_ONCE)
        return enough(copying);
    struct store_value *values = ARENA_ARRAY(&copying->arena, struct store_value, table->column_count);
    if (!values)
        return no_memory(copying, fault);
    bool good = is_next_row(copying, found);
    for (unsigned i = 0; i < table->column_count; i++) {
        values[i] = found->values[i];
        good = good && values[i].type != STORE_STRANGE;
        if (values[i].type == STORE_TEXT)
            copying->bytes += values[i].text.length;
        if (values[i].type == STORE_TEXT &&
            arena_copy_text(&copying->arena, found->values[i].text, &values[i].text) != STATUS_OK)
            return no_memory(copying, fault);
    }
    if (!good)
        return fault_set(fault, STATUS_DAMAGED, 0,
                         "a row of table %s, of event %llu, was changed; 'cardroom audit' says more",
                         table->name, (unsigned long long)found->sequence);
    if (copying->bytes > 2 * (size_t)BYTES_AT_ONCE)
        return enough(copying);
    copying->rows[copying->row_count++] =
        (struct store_row){copying->table, (unsigned)(found->sequence - copying->first), values};
    return STATUS_OK;
}

static int by_event(const void *left, const void *right)
{
    const struct store_row *a = left, *b = right;
    return a->event < b->event ? -1 : a->event > b->event;
}

/* The rows that came from the events of the batch. */
static enum status read_rows(struct copying *copying, struct fault *fault)
{
    enum status status = STATUS_OK;
    uint64_t last = copying->first + copying->event_count - 1;
    for (copying->table = 0; copying->table < copying->from->options.table_count && status == STATUS_OK;
         copying->table++) {
        size_t before = copying->row_count;
        status = store_each_row(copying->from, copying->stream, copying->table, copying->first, last,
                                take_row, copying, fault);
        if (copying->from->options.tables[copying->table].key_count >
            0) /* they come in the order of the key */
            qsort(&copying->rows[before], copying->row_count - before, sizeof copying->rows[0], by_event);
    }
    return status;
}

/* As many events as fit together with their rows. If the rows do not fit, half as many are tried. */
static enum status read_batch(struct copying *copying, struct fault *fault)
{
    for (copying->most = EVENTS_AT_ONCE;;) {
        arena_clear(&copying->arena);
        copying->event_count = copying->row_count = copying->bytes = 0;
        copying->full = false;
        copying->row_sequence = 0;
        uint64_t to = copying->first + copying->most - 1;
        enum status status =
            store_read(copying->from, copying->stream, copying->first, to, take_event, copying, fault);
        if (copying->full)
            status = STATUS_OK;
        copying->full = false;
        if (status == STATUS_OK && copying->event_count > 0)
            status = read_rows(copying, fault);
        if (!copying->full)
            return status;
        if (copying->event_count == 1)
            return fault_set(fault, STATUS_DAMAGED, 0,
                             "event %llu has more rows in the report tables than an event can have; "
                             "'cardroom audit' says more",
                             (unsigned long long)copying->first);
        copying->most = copying->event_count / 2;
    }
}

static enum status write_batch(struct copying *copying, struct fault *fault)
{
    const struct store_batch batch = {.stream = copying->stream,
                                      .expected = copying->first - 1,
                                      .events = copying->events,
                                      .event_count = copying->event_count,
                                      .rows = copying->rows,
                                      .row_count = copying->row_count};
    struct store_receipt receipt;
    enum status status = store_append(copying->to, &batch, &receipt, fault);
    if (status != STATUS_OK)
        return status;
    if (receipt.outcome != STORE_APPENDED || !store_hash_equal(&receipt.hash, &copying->hash))
        return fault_set(fault, STATUS_DAMAGED, 0,
                         "among the events %llu to %llu of stream %.*s one was changed; 'cardroom audit' "
                         "says which",
                         (unsigned long long)copying->first,
                         (unsigned long long)(copying->first + copying->event_count - 1),
                         TEXT_ARGUMENTS(copying->stream));
    copying->copied->events += copying->event_count;
    copying->copied->rows += copying->row_count;
    if (copying->progress)
        copying->progress(copying->context, copying->copied->events, copying->all);
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ a stream */

static enum status copy_snapshot(struct copying *copying, uint64_t at, uint64_t *found, bool save,
                                 struct fault *fault)
{
    struct arena arena;
    struct text bytes;
    arena_init(&arena, STORE_SNAPSHOT_MAX + (1 << 20));
    enum status status =
        store_snapshot_load(copying->from, copying->stream, at, &arena, found, &bytes, fault);
    CHECK_IMPLIES(status == STATUS_OK && save, *found == at);
    if (status == STATUS_OK && save)
        status = store_snapshot_save(copying->to, copying->stream, at, bytes, fault);
    arena_release(&arena);
    return status;
}

/* The latest one is saved last, because only some are kept. One that is damaged is passed over. */
static enum status copy_snapshots(struct copying *copying, struct fault *fault)
{
    uint64_t found[STORE_SNAPSHOTS_KEPT], at = STORE_SEQUENCE_MAX;
    unsigned count = 0;
    enum status status = STATUS_OK;
    while (status == STATUS_OK && count < STORE_SNAPSHOTS_KEPT && at > 0) {
        status = copy_snapshot(copying, at, &found[count], false, fault);
        at = status == STATUS_OK && found[count] > 0 ? found[count++] - 1 : 0;
    }
    while (status == STATUS_OK && count > 0) {
        uint64_t saved;
        status = copy_snapshot(copying, found[--count], &saved, true, fault);
        copying->copied->snapshots++;
    }
    return status;
}

static enum status count_row(void *context, const struct store_found_row *found, struct fault *fault)
{
    (void)found;
    (void)fault;
    ((struct copying *)context)->rows_there++;
    return STATUS_OK;
}

/* A row that names no event of its stream was in no batch. */
static enum status count_rows(struct copying *copying, struct text stream, struct fault *fault)
{
    enum status status = STATUS_OK;
    for (unsigned i = 0; i < copying->from->options.table_count && status == STATUS_OK; i++)
        status = store_each_row(copying->from, stream, i, 0, STORE_SEQUENCE_MAX, count_row, copying, fault);
    return status;
}

static enum status copy_stream(struct copying *copying, struct fault *fault)
{
    struct store_head head = {0}, made = {0};
    enum status status = store_head_of(copying->from, copying->stream, &head, fault);
    for (copying->first = 1; status == STATUS_OK && copying->first <= head.sequence;
         copying->first += copying->event_count) {
        status = read_batch(copying, fault);
        if (status == STATUS_OK && copying->event_count == 0)
            status = fault_set(fault, STATUS_DAMAGED, 0,
                               "event %llu of stream %.*s is missing; 'cardroom audit' says more",
                               (unsigned long long)copying->first, TEXT_ARGUMENTS(copying->stream));
        if (status == STATUS_OK)
            status = write_batch(copying, fault);
    }
    if (status == STATUS_OK)
        status = store_head_of(copying->to, copying->stream, &made, fault);
    if (status == STATUS_OK && (made.sequence != head.sequence || !store_hash_equal(&made.hash, &head.hash)))
        status = fault_set(fault, STATUS_DAMAGED, 0,
                           "the head of stream %.*s is not its last event; 'cardroom audit' says more",
                           TEXT_ARGUMENTS(copying->stream));
    copying->copied->streams += status == STATUS_OK && head.sequence > 0;
    return status == STATUS_OK ? copy_snapshots(copying, fault) : status;
}

/* ---------------------------------------------------------------------------------- the order of the leaves */

struct copied_order {
    struct leaf_names from, to;
    uint64_t *next; /* of each stream of the source: the sequence that comes next in the order */
    struct leaf_run *runs;
    size_t count, room;
    uint64_t leaves;
};

/* The run with the number that its stream has in the target. */
static enum status take_run(struct copied_order *order, struct leaf_run run, struct fault *fault)
{
    const struct leaf_name *name = leaf_names_find(&order->from, run.stream);
    const struct leaf_name *made = NULL;
    for (size_t i = 0; name && i < order->to.count && !made; i++)
        if (text_equal(text_of(order->to.of[i].name), text_of(name->name)))
            made = &order->to.of[i];
    if (!made || !leaf_run_is_plain(&run) || run.first != order->leaves ||
        run.sequence != order->next[name - order->from.of] + 1)
        return fault_set(fault, STATUS_DAMAGED, 0,
                         "the order of the leaves is damaged at leaf %llu; 'cardroom audit' says more",
                         (unsigned long long)run.first);
    order->next[name - order->from.of] += run.count;
    order->leaves += run.count;
    if (order->count == order->room) {
        size_t room = order->room ? 2 * order->room : 1024;
        struct leaf_run *runs = realloc(order->runs, room * sizeof *runs);
        if (!runs)
            return fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory for the order of the leaves");
        order->runs = runs;
        order->room = room;
    }
    run.stream = made->id;
    order->runs[order->count++] = run;
    return STATUS_OK;
}

static enum status read_order(struct copying *copying, struct copied_order *order, struct fault *fault)
{
    struct leaf_run runs[LEAF_RUNS_READ];
    size_t count;
    enum status status;
    do {
        status =
            copying->from->methods->runs(copying->from, order->leaves, runs, LEAF_RUNS_READ, &count, fault);
        for (size_t i = 0; i < count && status == STATUS_OK; i++)
            status = take_run(order, runs[i], fault);
    } while (status == STATUS_OK && count == LEAF_RUNS_READ);
    if (status == STATUS_OK && order->leaves != copying->copied->events)
        status = fault_set(
            fault, STATUS_DAMAGED, 0,
            "the order of the leaves has %llu events, and the streams have %llu; 'cardroom audit' says more",
            (unsigned long long)order->leaves, (unsigned long long)copying->copied->events);
    return status;
}

/* So the copy has the same tree. */
static enum status copy_order(struct copying *copying, struct fault *fault)
{
    struct copied_order order = {0};
    struct leaves_found found;
    enum status status = copying->from->methods->leaves(copying->from, &found, fault);
    if (status == STATUS_OK)
        status = leaf_names_list(&order.from, copying->from, fault);
    if (status == STATUS_OK)
        status = leaf_names_list(&order.to, copying->to, fault);
    order.next = calloc(order.from.count + 1, sizeof *order.next);
    if (status == STATUS_OK && !order.next)
        status = fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory for the order of the leaves");
    if (status == STATUS_OK)
        status = read_order(copying, &order, fault);
    if (status == STATUS_OK && (found.rows != 1 || found.since > order.leaves))
        status = fault_set(fault, STATUS_DAMAGED, 0,
                           "the first leaf of the commits is not in the tree; 'cardroom audit' says more");
    if (status == STATUS_OK)
        status = copying->to->methods->runs_put(copying->to, order.runs, order.count, found.since, fault);
    leaf_names_release(&order.from);
    leaf_names_release(&order.to);
    free(order.next);
    free(order.runs);
    return status;
}

static enum status copy_all(struct copying *copying, struct fault *fault)
{
    enum status status = count_all(copying, fault);
    for (size_t i = 0; i < copying->stream_count && status == STATUS_OK; i++) {
        copying->stream = copying->streams[i];
        status = copy_stream(copying, fault);
        if (status == STATUS_OK)
            status = count_rows(copying, copying->stream, fault);
    }
    if (status == STATUS_OK)
        status = count_rows(copying, text_of(""), fault);
    if (status == STATUS_OK && copying->rows_there != copying->copied->rows)
        status = fault_set(fault, STATUS_DAMAGED, 0,
                           "the report tables have %llu rows of no event; 'cardroom audit' says which",
                           (unsigned long long)(copying->rows_there - copying->copied->rows));
    return status;
}

/* C2, C3 */
static enum status copy_held(struct copying *copying, struct fault *fault)
{
    const struct engine_methods *into = copying->to->methods;
    enum status status = into->together ? into->together(copying->to, true, fault) : STATUS_OK;
    if (status == STATUS_OK)
        status = store_each_stream(copying->to, refuse_stream, NULL, fault);
    copying->to->copying = true;
    if (status == STATUS_OK)
        status = copy_all(copying, fault);
    if (status == STATUS_OK)
        status = copy_order(copying, fault);
    copying->to->copying = false;
    if (status == STATUS_OK && into->together)
        status = into->together(copying->to, false, fault);
    return status;
}

enum status store_copy(struct store *from, struct store *to, store_copy_progress *progress, void *context,
                       struct store_copied *copied, struct fault *fault)
{
    CHECK(from != to && from->options.tables == to->options.tables &&
          from->options.table_count == to->options.table_count);
    struct copying copying = {
        .from = from, .to = to, .progress = progress, .context = context, .copied = copied};
    *copied = (struct store_copied){0};
    arena_init(&copying.names, 16 << 20);
    arena_init(&copying.arena, COPY_MEMORY_MAX);
    copying.events = calloc(EVENTS_AT_ONCE, sizeof *copying.events);
    copying.rows = calloc(ROWS_AT_ONCE, sizeof *copying.rows);
    enum status status = copying.events && copying.rows
                             ? store_check_writable(to, fault)
                             : fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory for a copy");
    if (status == STATUS_OK)
        status = store_hold(from, fault);
    if (status == STATUS_OK) {
        status = copy_held(&copying, fault);
        store_release(from);
    }
    free(copying.rows);
    free(copying.events);
    free(copying.streams);
    arena_release(&copying.arena);
    arena_release(&copying.names);
    return status;
}

/* ------------------------------------------------------------------------------------------ a file */

bool store_is_file(const struct store *store)
{
    return store->methods->copy_file != NULL;
}

enum status store_copy_file(struct store *store, const char *path, store_copy_progress *progress,
                            void *context, struct fault *fault)
{
    CHECK(store_is_file(store) && !store->held);
    return store->methods->copy_file(store, path, progress, context, fault);
}
