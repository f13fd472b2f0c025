/* Makes the report tables anew from the events, in one transaction. */
#include "store/store_internal.h"

#include "base/check.h"

enum status store_rebuild(struct store *store, store_filler *fill, void *context, struct fault *fault)
{
    CHECK(!store->held && !store->filling);
    if (store->options.mode == STORE_READ_ONLY)
        return store_check_writable(store, fault);
    enum status status = store->methods->rebuild(store, fault);
    if (status != STATUS_OK)
        return status;
    store->filling = true;
    status = fill(context, store, fault);
    store->filling = false;
    if (status == STATUS_OK)
        status = store->methods->rebuilt(store, fault);
    else
        store->methods->rollback(store);
    if (status == STATUS_OK)
        store->tables = (struct tables_found){store->options.tables_version, true};
    return status;
}

static enum status plan_rows(struct store *store, const struct store_batch *batch, uint64_t first,
                             struct store_plan *plan, struct fault *fault)
{
    struct row_slots slots = {.count = slots_for(rows_with_key(store, batch))};
    plan->rows = ARENA_ARRAY(&store->arena, struct placed_row, batch->row_count);
    slots.slots = ARENA_ARRAY(&store->arena, uint32_t, slots.count);
    if (!plan->rows || !slots.slots)
        return fault_set(fault, store->arena.refusal, 0, "no memory for %zu rows", batch->row_count);
    rows_place(plan, batch, 0, first - 1);
    CHECK_OP(plan->row_count, ==, batch->row_count);
    rows_coalesce(plan, store->options.tables, &slots);
    return STATUS_OK;
}

enum status store_fill(struct store *store, struct text stream, uint64_t first, size_t event_count,
                       const struct store_row *rows, size_t row_count, struct fault *fault)
{
    CHECK(store->filling && first > 0);
    const struct store_batch batch = {
        .stream = stream, .event_count = event_count, .rows = rows, .row_count = row_count};
    struct store_plan plan = {0};
    size_t bytes = 0;
    arena_clear(&store->arena);
    enum status status = store_check_name(stream, fault);
    if (status == STATUS_OK)
        status = rows_check(store, &batch, &bytes, fault);
    if (status == STATUS_OK)
        status = plan_rows(store, &batch, first, &plan, fault);
    return status == STATUS_OK ? store->methods->fill(store, stream, &plan, fault) : status;
}
