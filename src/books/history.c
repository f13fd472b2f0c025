#include "books/history.h"

#include "base/arena.h"
#include "base/check.h"
#include "house/kernel/event.h"

#include <stdlib.h>

enum { EVENTS_AT_ONCE = 2000, EVENT_MEMORY_MAX = 64 << 20 };

/* By how much one event changed the account. */
struct change {
    struct instant at;
    int64_t cents;
};

struct unwinding {
    const struct history_request *request;
    struct history *history; /* the newest first, until everything is read */
    struct arena arena;      /* of one event */
    int64_t cents;           /* what the account held after the change that is looked at next */
    unsigned slice;          /* of the last step */
    bool begun;              /* an event before the period was met */
    struct change *changes;  /* of the events that are read at once, in the order of the log */
    unsigned change_count;
};

static int64_t moved(const struct money_rows *money, account_id account)
{
    int64_t cents = 0;
    for (uint32_t i = 0; money && i < money->movement_count; i++) {
        if (money->movements[i].to == account)
            cents += money->movements[i].cents;
        if (money->movements[i].from == account)
            cents -= money->movements[i].cents;
    }
    return cents;
}

static enum status look_at(void *context, const struct store_record *record, struct fault *fault)
{
    struct unwinding *unwinding = context;
    struct event event;
    arena_clear(&unwinding->arena);
    enum status status =
        event_read(record->event.kind, record->event.payload, &unwinding->arena, &event, fault);
    if (status != STATUS_OK)
        return status;
    if (event.head.at.ms < unwinding->request->from.ms) {
        unwinding->begun = true;
        return STATUS_OK;
    }
    int64_t cents = moved(event_money(&event), unwinding->request->account);
    if (cents != 0) {
        CHECK_OP(unwinding->change_count, <, EVENTS_AT_ONCE);
        unwinding->changes[unwinding->change_count++] = (struct change){event.head.at, cents};
    }
    return STATUS_OK;
}

/* Y2; what happened after the period, if the clock of the house was ahead, belongs to its last slice. */
static unsigned slice_of(const struct history_request *request, struct instant at)
{
    int64_t past = at.ms - request->from.ms, whole = request->to.ms - request->from.ms;
    CHECK(past >= 0 && whole > 0);
    return past >= whole ? HISTORY_SLICES - 1 : (unsigned)(past * HISTORY_SLICES / whole);
}

static void unwind(struct unwinding *unwinding)
{
    struct history *history = unwinding->history;
    while (unwinding->change_count > 0) {
        const struct change *change = &unwinding->changes[--unwinding->change_count];
        unsigned slice = slice_of(unwinding->request, change->at);
        if (history->count == 0 || slice < unwinding->slice) {
            CHECK_OP(history->count, <, HISTORY_SLICES);
            history->steps[history->count++] = (struct history_step){change->at, unwinding->cents};
            unwinding->slice = slice;
        }
        unwinding->cents -= change->cents;
    }
}

static void turn_round(struct history *history)
{
    CHECK_OP(history->count, <=, HISTORY_STEPS_MAX);
    for (unsigned i = 0; i < history->count / 2; i++) {
        struct history_step other = history->steps[i];
        history->steps[i] = history->steps[history->count - 1 - i];
        history->steps[history->count - 1 - i] = other;
    }
}

enum status history_read(struct store *store, struct text stream, const struct history_request *request,
                         struct history *history, struct fault *fault)
{
    CHECK(request->from.ms < request->to.ms);
    struct unwinding unwinding = {.request = request, .history = history, .cents = request->cents};
    enum status status = STATUS_OK;
    history->count = 0;
    unwinding.changes = calloc(EVENTS_AT_ONCE, sizeof *unwinding.changes);
    if (!unwinding.changes)
        return fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory to read the history");
    arena_init(&unwinding.arena, EVENT_MEMORY_MAX);
    for (uint64_t last = request->sequence; status == STATUS_OK && last > 0 && !unwinding.begun;) {
        uint64_t first = last > EVENTS_AT_ONCE ? last - EVENTS_AT_ONCE + 1 : 1;
        status = store_read(store, stream, first, last, look_at, &unwinding, fault);
        unwind(&unwinding);
        CHECK_OP(unwinding.change_count, ==, 0);
        last = first - 1;
    }
    arena_release(&unwinding.arena);
    free(unwinding.changes);
    if (status != STATUS_OK)
        return status;
    CHECK_OP(history->count, <, HISTORY_STEPS_MAX);
    history->steps[history->count++] = (struct history_step){request->from, unwinding.cents}; /* Y1 */
    turn_round(history);
    return STATUS_OK;
}
