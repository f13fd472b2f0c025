/*
 * Decides the result of each batch of a group: refused, in conflict, repeated or written, and the sequences and hashes of the
 * events that are written.
 */
#include "store/store_internal.h"

#include "base/check.h"

#include <string.h>

/* ------------------------------------------------------------------------------ what a batch may be */

enum status batch_check_text(struct text text, size_t low, size_t high, const char *what, size_t event,
                             size_t *bytes, struct fault *fault)
{
    if (text.length < low || text.length > high)
        return fault_set(fault, STATUS_RANGE, 0, "%s of event %zu of the batch has %zu to %zu bytes, not %zu",
                         what, event + 1, low, high, text.length);
    if (text_utf8_length(text) < text.length)
        return fault_set(fault, STATUS_INVALID, text_utf8_length(text) + 1,
                         "%s of event %zu of the batch is not UTF-8, or holds a zero byte", what, event + 1);
    *bytes += text.length;
    return STATUS_OK;
}

static enum status check_events(const struct store_batch *batch, size_t *bytes, struct fault *fault)
{
    if (batch->event_count < 1 || batch->event_count > STORE_BATCH_EVENTS_MAX)
        return fault_set(fault, STATUS_RANGE, 0, "a batch has 1 to %d events, not %zu",
                         STORE_BATCH_EVENTS_MAX, batch->event_count);
    enum status status = STATUS_OK;
    for (size_t i = 0; i < batch->event_count && status == STATUS_OK; i++) {
        const struct store_event *event = &batch->events[i];
        status = batch_check_text(event->kind, 1, STORE_KIND_NAME_MAX, "the kind", i, bytes, fault);
        if (status == STATUS_OK)
            status =
                batch_check_text(event->command, 0, STORE_COMMAND_MAX, "the command id", i, bytes, fault);
        if (status == STATUS_OK)
            status = batch_check_text(event->payload, 1, STORE_PAYLOAD_MAX, "the payload", i, bytes, fault);
    }
    return status;
}

static enum status check_batch(const struct store *store, const struct store_batch *batch,
                               struct fault *fault)
{
    size_t bytes = 0;
    enum status status = store_check_writable(store, fault);
    if (status == STATUS_OK)
        status = store_check_name(batch->stream, fault);
    if (status == STATUS_OK)
        status = check_events(batch, &bytes, fault);
    if (status == STATUS_OK)
        status = rows_check(store, batch, &bytes, fault);
    if (status == STATUS_OK && bytes > STORE_BATCH_BYTES_MAX)
        status = fault_set(fault, STATUS_RANGE, 0, "a batch has at most %d bytes, not %zu",
                           STORE_BATCH_BYTES_MAX, bytes);
    return status;
}

/* ------------------------------------------------------------------------------------ making a plan */

struct group {
    struct store_plan plan;
    struct store_entry *entries;
    size_t entry_count;
    /* Commands of batches that this group writes, as index + 1 into the plan's queries; 0 is free. */
    uint32_t *seen;
    size_t seen_size; /* as of slots_for() */
    struct row_slots row_slots;
};

/* The place of a name among the sorted streams, or where it would be. */
static size_t stream_place(const struct store_plan *plan, struct text name)
{
    size_t low = 0, high = plan->stream_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (text_compare(plan->streams[middle].name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    /* They are sorted, so that two groups cannot deadlock. */
    CHECK(low == plan->stream_count || text_compare(plan->streams[low].name, name) >= 0);
    CHECK(low == 0 || text_compare(plan->streams[low - 1].name, name) < 0);
    return low;
}

static void stream_add(struct store_plan *plan, struct text name)
{
    size_t place = stream_place(plan, name);
    if (place < plan->stream_count && text_equal(plan->streams[place].name, name))
        return;
    memmove(&plan->streams[place + 1], &plan->streams[place],
            (plan->stream_count - place) * sizeof plan->streams[0]);
    plan->streams[place] = (struct stream_state){.name = name};
    plan->stream_count++;
}

static size_t commands_of(const struct store_batch *batch)
{
    size_t count = 0;
    for (size_t i = 0; i < batch->event_count; i++)
        count += batch->events[i].command.length > 0;
    return count;
}

static void queries_add(struct store_plan *plan, const struct store_batch *batch)
{
    struct stream_state *stream = &plan->streams[stream_place(plan, batch->stream)];
    CHECK_TEXT(stream->name, batch->stream);
    for (size_t i = 0; i < batch->event_count; i++)
        if (batch->events[i].command.length > 0)
            plan->queries[plan->query_count++] = (struct command_query){stream, batch->events[i].command, 0};
}

size_t slots_for(size_t count)
{
    size_t slots = 2;
    while (slots < 2 * count)
        slots *= 2;
    return slots;
}

static enum status plan_allocate(struct store *store, struct group *group)
{
    CHECK(group->entry_count <= STORE_GROUP_MAX && group->plan.event_count == 0);
    size_t events = 0, rows = 0, keyed_rows = 0, queries = 0;
    for (size_t i = 0; i < group->entry_count; i++) {
        if (group->entries[i].status != STATUS_OK)
            continue;
        events += group->entries[i].batch->event_count;
        rows += group->entries[i].batch->row_count;
        keyed_rows += rows_with_key(store, group->entries[i].batch);
        queries += commands_of(group->entries[i].batch);
    }
    group->seen_size = slots_for(queries);
    group->row_slots.count = slots_for(keyed_rows);
    struct arena *arena = &store->arena;
    struct store_plan *plan = &group->plan;
    plan->streams = ARENA_ARRAY(arena, struct stream_state, group->entry_count + 1);
    plan->queries = ARENA_ARRAY(arena, struct command_query, queries);
    plan->events = ARENA_ARRAY(arena, struct placed_event, events);
    plan->rows = ARENA_ARRAY(arena, struct placed_row, rows);
    group->seen = ARENA_ARRAY(arena, uint32_t, group->seen_size);
    group->row_slots.slots = ARENA_ARRAY(arena, uint32_t, group->row_slots.count);
    if (!plan->streams || !plan->queries || !plan->events || !plan->rows || !group->seen ||
        !group->row_slots.slots)
        return arena->refusal;
    return STATUS_OK;
}

/* Sorts the streams first, because pointers into the array are valid only after that. */
static enum status plan_prepare(struct store *store, struct group *group, struct fault *fault)
{
    enum status status = plan_allocate(store, group);
    if (status != STATUS_OK)
        return fault_set(fault, status, 0, "no memory for a group of %zu batches", group->entry_count);
    for (size_t i = 0; i < group->entry_count; i++)
        if (group->entries[i].status == STATUS_OK)
            stream_add(&group->plan, group->entries[i].batch->stream);
    for (size_t i = 0; i < group->entry_count; i++)
        if (group->entries[i].status == STATUS_OK)
            queries_add(&group->plan, group->entries[i].batch);
    return STATUS_OK;
}

static size_t command_slot(const struct group *group, const struct command_query *query)
{
    uint64_t hash = slot_hash((uint64_t)(query->stream - group->plan.streams), query->command);
    return slot_of(hash, group->seen_size);
}

/* The slot of the command in this group, or the free slot for it. */
static uint32_t *command_find(struct group *group, const struct command_query *query)
{
    CHECK((group->seen_size & (group->seen_size - 1)) == 0);
    for (size_t slot = command_slot(group, query);; slot = (slot + 1) & (group->seen_size - 1)) {
        if (group->seen[slot] == 0)
            return &group->seen[slot];
        const struct command_query *other = &group->plan.queries[group->seen[slot] - 1];
        if (other->stream == query->stream && text_equal(other->command, query->command))
            return &group->seen[slot];
    }
}

/* The sequence of the earliest event of the batch's commands that is there already, in the store or earlier in its group; 0
 * if all are new. */
static uint64_t first_repeated(struct group *group, const struct command_query *queries, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (queries[i].sequence > 0)
            return queries[i].sequence;
        uint32_t seen = *command_find(group, &queries[i]);
        if (seen > 0 && group->plan.queries[seen - 1].sequence > 0)
            return group->plan.queries[seen - 1].sequence;
    }
    return 0;
}

/* Records the commands as seen; false if one occurs twice. The recorded ones then have sequence 0, which tells
 * first_repeated() that they were never written. */
static bool note_commands(struct group *group, const struct command_query *queries, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t *place = command_find(group, &queries[i]),
                 number = (uint32_t)(&queries[i] - group->plan.queries) + 1;
        CHECK_OP(number, <=, group->plan.query_count);
        if (*place > 0 && &group->plan.queries[*place - 1] >= queries)
            return false;
        *place = number;
    }
    return true;
}

static void place_events(struct group *group, const struct store_batch *batch, struct stream_state *stream,
                         struct command_query *queries)
{
    struct store_plan *plan = &group->plan;
    uint64_t before = stream->head.sequence;
    CHECK_OP(before, <=, STORE_SEQUENCE_MAX - batch->event_count);
    for (size_t i = 0; i < batch->event_count; i++) {
        const struct store_event *event = &batch->events[i];
        stream->head.sequence++;
        stream->head.hash = chain_next(&stream->head.hash, stream->head.sequence, event);
        if (event->command.length > 0)
            (queries++)->sequence = stream->head.sequence;
        plan->events[plan->event_count++] =
            (struct placed_event){event, stream->id, stream->head.sequence, stream->head.hash};
    }
    stream->added += batch->event_count;
    CHECK_OP(stream->head.sequence, ==, before + batch->event_count); /* S3 */
    rows_place(plan, batch, stream->id, before);
    stream->changed = true;
}

static bool is_appended(const struct store_entry *entry)
{
    return entry->status == STATUS_OK && entry->receipt.outcome == STORE_APPENDED;
}

bool entry_is_lost(const struct store_entry *entry)
{
    return entry->batch->ahead && !is_appended(entry);
}

static void decide_batch(struct group *group, struct store_entry *entry, struct command_query *queries,
                         size_t count)
{
    const struct store_batch *batch = entry->batch;
    struct stream_state *stream = &group->plan.streams[stream_place(&group->plan, batch->stream)];
    CHECK_TEXT(stream->name, batch->stream);
    uint64_t repeated = first_repeated(group, queries, count);
    if (repeated > 0) {
        entry->receipt = (struct store_receipt){.outcome = STORE_REPEATED, .sequence = repeated};
        return;
    }
    if ((batch->expected != STORE_ANYWHERE && batch->expected != stream->head.sequence) ||
        (batch->ahead && stream->broken)) {
        entry->receipt = (struct store_receipt){STORE_CONFLICT, stream->head.sequence, stream->head.hash};
        return;
    }
    if (!note_commands(group, queries, count)) {
        entry->status = fault_set(entry->fault, STATUS_INVALID, 0, "a command id occurs twice in a batch");
        return;
    }
    if (stream->head.sequence > STORE_SEQUENCE_MAX - batch->event_count) {
        entry->status =
            fault_set(entry->fault, STATUS_NO_SPACE, 0, "stream %.*s is full", TEXT_ARGUMENTS(batch->stream));
        return;
    }
    place_events(group, batch, stream, queries);
    CHECK_IMPLIES(batch->expected != STORE_ANYWHERE,
                  stream->head.sequence == batch->expected + batch->event_count);
    entry->receipt = (struct store_receipt){STORE_APPENDED, stream->head.sequence, stream->head.hash};
}

static void decide(struct group *group, struct store_entry *entry, struct command_query *queries,
                   size_t count)
{
    decide_batch(group, entry, queries, count);
    if (entry_is_lost(entry))
        group->plan.streams[stream_place(&group->plan, entry->batch->stream)].broken = true;
}

static void decide_all(struct group *group)
{
    size_t next = 0;
    for (size_t i = 0; i < group->entry_count; i++) {
        struct store_entry *entry = &group->entries[i];
        if (entry->status != STATUS_OK)
            continue;
        size_t count = commands_of(entry->batch);
        decide(group, entry, &group->plan.queries[next], count);
        next += count;
    }
    CHECK_OP(next, ==, group->plan.query_count);
}

/* ---------------------------------------------------------------------------------------- appending */

static bool all_appended(const struct group *group)
{
    for (size_t i = 0; i < group->entry_count; i++)
        if (!is_appended(&group->entries[i]))
            return false;
    return true;
}

/* `again` means that nothing was written, because a command may be repeated and was not looked up. Without the look-up every
 * batch counts as new, so the store cannot have refused one. */
static enum status try_to_write(struct store *store, struct group *group, bool *again, struct fault *fault)
{
    for (size_t i = 0; i < group->entry_count; i++)
        group->entries[i].status = check_batch(store, group->entries[i].batch, group->entries[i].fault);
    enum status status = plan_prepare(store, group, fault);
    if (status != STATUS_OK || group->plan.stream_count == 0)
        return status;
    status = store->methods->begin(store, &group->plan, fault);
    if (status != STATUS_OK)
        return status;
    decide_all(group);
    *again = !group->plan.careful && !all_appended(group);
    if (*again || group->plan.event_count == 0) {
        store->methods->rollback(store);
        return STATUS_OK;
    }
    uint64_t events = 0;
    for (size_t i = 0; i < group->entry_count; i++)
        events += is_appended(&group->entries[i]) ? group->entries[i].batch->event_count : 0;
    CHECK_OP(events, ==,
             group->plan.event_count); /* S1: the events answered as appended are those in the plan */
    rows_coalesce(&group->plan, store->options.tables, &group->row_slots);
    status = leaves_plan(store, &group->plan, fault);
    if (status != STATUS_OK) {
        store->methods->rollback(store);
        return status;
    }
    status = store->methods->commit(store, &group->plan, fault);
    CHECK_IMPLIES(group->plan.repeated, status != STATUS_OK); /* S2 */
    *again = group->plan.repeated;
    return status;
}

static enum status write_group(struct store *store, struct store_entry *entries, size_t count,
                               struct fault *fault)
{
    bool again = false;
    struct group group = {.entries = entries, .entry_count = count};
    enum status status = try_to_write(store, &group, &again, fault);
    if (!again)
        return status;
    CHECK(!group.plan.careful); /* it ends: a careful attempt is never repeated */
    arena_clear(&store->arena);
    group = (struct group){.plan = {.careful = true}, .entries = entries, .entry_count = count};
    return try_to_write(store, &group, &again, fault);
}

enum status store_append_group(struct store *store, struct store_entry *entries, size_t count,
                               struct fault *fault)
{
    CHECK_OP(count, <=, STORE_GROUP_MAX);
    CHECK(!store->held && !store->filling);
    arena_clear(&store->arena);
    struct fault own;
    enum status status = write_group(store, entries, count, &own);
    if (status == STATUS_OK)
        return status;
    for (size_t i = 0; i < count; i++)
        if (entries[i].status == STATUS_OK)
            entries[i].status = fault_set(entries[i].fault, status, own.position, "%s", own.words);
    return fault_set(fault, status, own.position, "%s", own.words);
}

enum status store_append(struct store *store, const struct store_batch *batch, struct store_receipt *receipt,
                         struct fault *fault)
{
    struct store_entry entry = {.batch = batch, .fault = fault};
    enum status status = store_append_group(store, &entry, 1, NULL);
    CHECK(status == STATUS_OK || entry.status == status);
    if (entry.status == STATUS_OK)
        *receipt = entry.receipt;
    CHECK_IMPLIES(entry.status == STATUS_OK && receipt->outcome == STORE_APPENDED &&
                      batch->expected != STORE_ANYWHERE,
                  receipt->sequence == batch->expected + batch->event_count);
    return entry.status;
}
