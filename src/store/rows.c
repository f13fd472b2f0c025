/*
 * The rows of a group: which are valid, which event each came from, and which are left out because a later one has the same
 * key.
 */
#include "store/store_internal.h"

#include "base/check.h"

/* ------------------------------------------------------------------------------------ what may be */

static enum status check_row(const struct store *store, const struct store_batch *batch,
                             const struct store_row *row, size_t *bytes, struct fault *fault)
{
    if (row->table >= store->options.table_count || row->event >= batch->event_count)
        return fault_set(fault, STATUS_RANGE, 0, "a row names table %u of %u and event %u of %zu",
                         row->table + 1, store->options.table_count, row->event + 1, batch->event_count);
    const struct store_table *table = &store->options.tables[row->table];
    for (unsigned i = 0; i < table->column_count; i++) {
        const struct store_value *value = &row->values[i];
        bool fits = value->type == STORE_NULL ? i >= table->key_count : value->type == table->columns[i].type;
        if (!fits)
            return fault_set(fault, STATUS_INVALID, 0, "column %s of table %s has another type",
                             table->columns[i].name, table->name);
        if (value->type != STORE_TEXT)
            continue;
        enum status status =
            batch_check_text(value->text, 0, STORE_VALUE_MAX, "a value", row->event, bytes, fault);
        if (status != STATUS_OK)
            return status;
    }
    return STATUS_OK;
}

enum status rows_check(const struct store *store, const struct store_batch *batch, size_t *bytes,
                       struct fault *fault)
{
    if (batch->row_count > STORE_BATCH_ROWS_MAX)
        return fault_set(fault, STATUS_RANGE, 0, "a batch has at most %d rows, not %zu", STORE_BATCH_ROWS_MAX,
                         batch->row_count);
    unsigned latest[STORE_TABLES_MAX] = {0};
    for (size_t i = 0; i < batch->row_count; i++) {
        const struct store_row *row = &batch->rows[i];
        enum status status = check_row(store, batch, row, bytes, fault);
        if (status != STATUS_OK)
            return status;
        if (row->event < latest[row->table])
            return fault_set(fault, STATUS_INVALID, 0,
                             "a row of table %s that came from event %u stands behind one of event %u",
                             store->options.tables[row->table].name, row->event + 1, latest[row->table] + 1);
        latest[row->table] = row->event;
    }
    return STATUS_OK;
}

size_t rows_with_key(const struct store *store, const struct store_batch *batch)
{
    CHECK_OP(batch->row_count, <=, STORE_BATCH_ROWS_MAX);
    size_t count = 0;
    for (size_t i = 0; i < batch->row_count; i++)
        count += store->options.tables[batch->rows[i].table].key_count > 0;
    return count;
}

/* -------------------------------------------------------------------------------------- which event */

void rows_place(struct store_plan *plan, const struct store_batch *batch, int64_t stream, uint64_t before)
{
    struct {
        unsigned event;
        uint32_t ordinal;
    } latest[STORE_TABLES_MAX] = {0};
    for (size_t i = 0; i < batch->row_count; i++) {
        const struct store_row *row = &batch->rows[i];
        CHECK_OP(row->event, <, batch->event_count);
        CHECK(row->table < STORE_TABLES_MAX && row->event >= latest[row->table].event);
        if (latest[row->table].event != row->event)
            latest[row->table].ordinal = 0;
        latest[row->table].event = row->event;
        plan->rows[plan->row_count++] =
            (struct placed_row){row, stream, before + 1 + row->event, ++latest[row->table].ordinal};
    }
}

/* ---------------------------------------------------------------------------------- which are written */

uint64_t slot_hash(uint64_t before, struct text bytes)
{
    uint64_t hash = UINT64_C(14695981039346656037) ^ before;
    for (size_t i = 0; i < bytes.length; i++)
        hash = (hash ^ (uint8_t)bytes.bytes[i]) * UINT64_C(1099511628211);
    return hash;
}

size_t slot_of(uint64_t hash, size_t slot_count)
{
    CHECK(slot_count > 0 && (slot_count & (slot_count - 1)) == 0);
    return (size_t)(hash ^ hash >> 32) & (slot_count - 1);
}

static uint64_t key_hash(const struct placed_row *placed, unsigned key_count)
{
    uint64_t hash = (uint64_t)placed->stream * STORE_TABLES_MAX + placed->row->table;
    for (unsigned i = 0; i < key_count; i++) {
        const struct store_value *value = &placed->row->values[i];
        CHECK_OP(value->type, !=, STORE_NULL);
        struct text integer = {(const char *)&value->integer, sizeof value->integer};
        hash = slot_hash(hash, value->type == STORE_INTEGER ? integer : value->text);
    }
    return hash;
}

static bool same_thing(const struct placed_row *left, const struct placed_row *right, unsigned key_count)
{
    if (left->stream != right->stream || left->row->table != right->row->table)
        return false;
    for (unsigned i = 0; i < key_count; i++) {
        const struct store_value *a = &left->row->values[i], *b = &right->row->values[i];
        if (a->type == STORE_INTEGER ? a->integer != b->integer : !text_equal(a->text, b->text))
            return false;
    }
    return true;
}

/* The slot of a row with the same key, or the free slot for this one. */
static uint32_t *thing_find(const struct store_plan *plan, const struct row_slots *slots,
                            const struct placed_row *placed, unsigned key_count)
{
    size_t slot = slot_of(key_hash(placed, key_count), slots->count);
    while (slots->slots[slot] > 0 && !same_thing(&plan->rows[slots->slots[slot] - 1], placed, key_count))
        slot = (slot + 1) & (slots->count - 1);
    return &slots->slots[slot];
}

/* Goes from the last row to the first and moves the kept rows to the end of the same array. */
void rows_coalesce(struct store_plan *plan, const struct store_table *tables, const struct row_slots *slots)
{
    size_t first = plan->row_count;
    for (size_t i = plan->row_count; i-- > 0;) {
        CHECK_OP(first, >, i); /* a kept row does not overwrite one that is still to be read */
        const struct placed_row placed = plan->rows[i];
        unsigned key_count = tables[placed.row->table].key_count;
        if (key_count > 0) {
            uint32_t *later = thing_find(plan, slots, &placed, key_count);
            if (*later > 0)
                continue;
            *later = (uint32_t)first;
        }
        plan->rows[--first] = placed;
    }
    CHECK_OP(first, <=, plan->row_count);
    plan->rows += first;
    plan->row_count -= first;
}
