#include "server/keeper.h"

#include "base/check.h"
#include "server/ids.h"
#include "server/reports.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { FLOOR_MEMORY_MAX = 1 << 30, FLIGHT_MEMORY_MAX = 64 << 20, PAYLOAD_SIZE = STORE_PAYLOAD_MAX + 1 };

/* What is written for one command. */
struct keeper_flight {
    struct commit commit;
    struct keeper *keeper;
    struct keeper_ticket *ticket;
    struct arena arena; /* of the events and rows */
    struct store_event *events;
    struct report_rows rows;
    uint64_t sequence;          /* of the last event */
    struct keeper_flight *next; /* free ones; or repeats that wait for the disk */
};

struct keeper {
    struct store *store;
    struct committer *committer;
    char stream[STORE_STREAM_NAME_MAX + 1];
    struct keeper_options options;
    struct floor floor;
    struct decision decision;
    struct ids ids;
    struct date ids_day;
    uint64_t sequence;    /* of the last event that was applied */
    uint64_t snapshot_at; /* of the last snapshot */
    bool broken;          /* the state is ahead of a disk that failed */
    struct arena reading; /* of the event that is read */
    char payload[PAYLOAD_SIZE];

    struct keeper_flight *flights;
    pthread_mutex_t lock; /* of what follows */
    struct keeper_flight *free;
    struct keeper_flight *waiting; /* repeats of commands that are not durable yet */
    uint64_t durable;              /* sequence */
    bool failed;
};

/* ------------------------------------------------------------------------------------------ opening */

struct replay {
    struct keeper *keeper;
    keeper_visitor *visit;
    void *context;
};

static enum status remember_id(struct keeper *keeper, struct text id, uint64_t sequence)
{
    const struct floor *floor = &keeper->floor;
    if (memcmp(&keeper->ids_day, &floor->day, sizeof floor->day) != 0) {
        keeper->ids_day = floor->day;
        ids_turn(&keeper->ids);
    }
    return ids_add(&keeper->ids, id, sequence);
}

static enum status replay_event(void *context, const struct store_record *record, struct fault *fault)
{
    struct replay *replay = context;
    struct keeper *keeper = replay->keeper;
    struct event event;
    arena_clear(&keeper->reading);
    enum status status =
        event_read(record->event.kind, record->event.payload, &keeper->reading, &event, fault);
    if (status == STATUS_OK && replay->visit)
        status = replay->visit(replay->context, &keeper->floor, record->sequence, record->event.command,
                               &event, false, fault);
    if (status == STATUS_OK)
        status = floor_apply(&keeper->floor, &event, fault);
    if (status == STATUS_OK)
        status = remember_id(keeper, record->event.command, record->sequence);
    if (status == STATUS_OK && replay->visit)
        status = replay->visit(replay->context, &keeper->floor, record->sequence, record->event.command,
                               &event, true, fault);
    if (status == STATUS_INVALID && fault) {
        char words[FAULT_WORDS_SIZE];
        struct text_out out;
        text_out_init(&out, words, sizeof words);
        text_out_add(&out, "event %llu: %s", (unsigned long long)record->sequence, fault->words);
        (void)fault_set(fault, status, 0, "%s", words);
    }
    keeper->sequence = record->sequence;
    return status;
}

static struct text stream_of(const struct keeper *keeper)
{
    return text_of(keeper->stream);
}

/* The state of a snapshot, if there is one that can be used. */
static enum status load_snapshot(struct keeper *keeper, uint64_t until, struct fault *fault)
{
    struct arena arena;
    struct text bytes;
    uint64_t found = 0;
    arena_init(&arena, STORE_SNAPSHOT_MAX + (1 << 20));
    enum status status =
        store_snapshot_load(keeper->store, stream_of(keeper), until, &arena, &found, &bytes, fault);
    if (status == STATUS_OK && found > 0 && floor_restore(&keeper->floor, bytes, NULL) == STATUS_OK)
        keeper->sequence = keeper->snapshot_at = found;
    else if (status == STATUS_OK && found > 0) { /* a snapshot is a shortcut: without it the events do */
        floor_release(&keeper->floor);
        status = floor_init(&keeper->floor, FLOOR_MEMORY_MAX, fault);
    }
    arena_release(&arena);
    return status;
}

/* The state that the events on disk make. */
static enum status rebuild(struct keeper *keeper, keeper_visitor *visit, void *context, struct fault *fault)
{
    struct replay replay = {keeper, visit, context};
    uint64_t until = keeper->options.until ? keeper->options.until : STORE_SEQUENCE_MAX;
    keeper->sequence = keeper->snapshot_at = 0;
    ids_clear(&keeper->ids);
    enum status status = floor_init(&keeper->floor, FLOOR_MEMORY_MAX, fault);
    if (status == STATUS_OK && !keeper->options.from_the_start)
        status = load_snapshot(keeper, until, fault);
    if (status == STATUS_OK)
        status = store_read(keeper->store, stream_of(keeper), keeper->sequence + 1, until, replay_event,
                            &replay, fault);
    keeper->durable = keeper->sequence;
    keeper->broken = status != STATUS_OK;
    return status;
}

static enum status make_flights(struct keeper *keeper, struct fault *fault)
{
    size_t count = keeper->options.in_flight ? keeper->options.in_flight : 1;
    keeper->flights = calloc(count, sizeof *keeper->flights);
    if (!keeper->flights)
        return fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory for %zu commands under way", count);
    for (size_t i = 0; i < count; i++) {
        struct keeper_flight *flight = &keeper->flights[i];
        arena_init(&flight->arena, FLIGHT_MEMORY_MAX);
        flight->keeper = keeper;
        flight->next = keeper->free;
        keeper->free = flight;
    }
    return keeper->options.in_flight ? committer_start(keeper->store, count, &keeper->committer, fault)
                                     : STATUS_OK;
}

enum status keeper_open(struct text address, const struct keeper_options *options, keeper_visitor *visit,
                        void *context, struct keeper **opened, struct fault *fault)
{
    const struct store_options store_options = {.mode = options->mode,
                                                .tables = report_tables,
                                                .table_count = REPORT_TABLES,
                                                .views = report_views,
                                                .view_count = report_view_count};
    struct keeper *keeper = calloc(1, sizeof *keeper);
    struct text_out out;
    if (!keeper)
        return fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory for a house");
    keeper->options = *options;
    text_out_init(&out, keeper->stream, sizeof keeper->stream);
    text_out_add_text(&out, options->stream.length ? options->stream : text_of("house"));
    keeper->options.stream = stream_of(keeper);
    decision_init(&keeper->decision);
    ids_init(&keeper->ids);
    arena_init(&keeper->reading, FLIGHT_MEMORY_MAX);
    (void)pthread_mutex_init(&keeper->lock, NULL);
    enum status status = store_open(address, &store_options, &keeper->store, fault);
    if (status == STATUS_OK)
        status = rebuild(keeper, visit, context, fault);
    if (status == STATUS_OK)
        status = make_flights(keeper, fault);
    if (status != STATUS_OK) {
        keeper_close(keeper);
        return status;
    }
    *opened = keeper;
    return STATUS_OK;
}

void keeper_close(struct keeper *keeper)
{
    if (!keeper)
        return;
    if (keeper->committer)
        committer_stop(keeper->committer);
    size_t count = keeper->options.in_flight ? keeper->options.in_flight : 1;
    for (size_t i = 0; keeper->flights && i < count; i++)
        arena_release(&keeper->flights[i].arena);
    free(keeper->flights);
    floor_release(&keeper->floor);
    decision_release(&keeper->decision);
    ids_release(&keeper->ids);
    arena_release(&keeper->reading);
    store_close(keeper->store);
    (void)pthread_mutex_destroy(&keeper->lock);
    free(keeper);
}

const struct floor *keeper_floor(const struct keeper *keeper)
{
    return &keeper->floor;
}

struct store *keeper_store(struct keeper *keeper)
{
    return keeper->store;
}

uint64_t keeper_sequence(const struct keeper *keeper)
{
    return keeper->sequence;
}

const struct decision *keeper_decision(const struct keeper *keeper)
{
    return &keeper->decision;
}

/* ------------------------------------------------------------------------------------------ doing */

/* An event of the decision: its payload, the state after it, and its rows. */
static enum status take_off(struct keeper *keeper, struct keeper_flight *flight, unsigned number,
                            struct text id, struct fault *fault)
{
    const struct event *event = &keeper->decision.events[number];
    struct store_event *stored = &flight->events[number];
    struct text_out out;
    text_out_init(&out, keeper->payload, sizeof keeper->payload);
    event_write(&out, event);
    if (out.truncated)
        return fault_set(fault, STATUS_NO_SPACE, 0, "an event %s is too long to be stored",
                         event_name(event->kind));
    enum status status = arena_copy_text(&flight->arena, text_out_text(&out), &stored->payload);
    stored->kind = text_of(event_name(event->kind));
    stored->command = text_of("");
    if (status == STATUS_OK && number == 0 && id.length > 0)
        status = arena_copy_text(&flight->arena, id, &stored->command);
    if (status == STATUS_OK)
        status = floor_apply(&keeper->floor, event, fault);
    if (status == STATUS_OK)
        status = reports_add(&flight->rows, &keeper->floor, event, number);
    return status;
}

/* The batch of the decision. On failure the state is ahead of the disk. */
static enum status prepare(struct keeper *keeper, struct keeper_flight *flight, struct text id,
                           struct fault *fault)
{
    unsigned count = keeper->decision.event_count;
    arena_clear(&flight->arena);
    flight->rows = (struct report_rows){.arena = &flight->arena};
    flight->events = ARENA_ARRAY(&flight->arena, struct store_event, count);
    enum status status = flight->events ? STATUS_OK : flight->arena.refusal;
    keeper->broken |= status == STATUS_OK; /* until all of it is applied */
    for (unsigned i = 0; i < count && status == STATUS_OK; i++)
        status = take_off(keeper, flight, i, id, fault);
    if (status == STATUS_NO_MEMORY)
        return fault_set(fault, status, 0, "there is no memory for the command");
    if (status != STATUS_OK)
        return status;
    keeper->broken = false;
    flight->commit.batch = (struct store_batch){.stream = stream_of(keeper),
                                                .expected = keeper->sequence,
                                                .events = flight->events,
                                                .event_count = count,
                                                .rows = flight->rows.rows,
                                                .row_count = flight->rows.count};
    keeper->sequence += count;
    flight->sequence = keeper->sequence;
    status = remember_id(keeper, id, keeper->sequence - count + 1);
    return status == STATUS_OK ? status : fault_set(fault, status, 0, "there is no memory for the id");
}

enum status keeper_recover(struct keeper *keeper, struct fault *fault)
{
    floor_release(&keeper->floor);
    return rebuild(keeper, NULL, NULL, fault);
}

/* One step of a command that waits for the disk. */
static enum status do_step(struct keeper *keeper, const struct command *command, bool first,
                           struct keeper_reply *reply, struct fault *fault)
{
    struct keeper_flight *flight = keeper->flights;
    struct store_receipt receipt;
    enum status status = floor_decide(&keeper->floor, command, &keeper->decision, fault);
    if (status != STATUS_OK)
        return status;
    *reply = (struct keeper_reply){.outcome = KEEPER_DONE,
                                   .ruling = keeper->decision.ruling,
                                   .first = keeper->sequence + 1,
                                   .sequence = keeper->sequence};
    if (!keeper->decision.ruling.allowed) {
        reply->outcome = KEEPER_REFUSED;
        return STATUS_OK;
    }
    if (keeper->decision.event_count == 0)
        return STATUS_OK;
    status = prepare(keeper, flight, first ? command->head.id : text_of(""), fault);
    if (status == STATUS_OK)
        status = store_append(keeper->store, &flight->commit.batch, &receipt, fault);
    if (status == STATUS_OK && receipt.outcome == STORE_APPENDED) {
        reply->sequence = receipt.sequence;
        return STATUS_OK;
    }
    struct fault second;
    enum status again = keeper_recover(keeper, &second);
    if (status == STATUS_OK && receipt.outcome == STORE_REPEATED && again == STATUS_OK) {
        *reply = (struct keeper_reply){.outcome = KEEPER_REPEATED, .first = receipt.sequence};
        return STATUS_OK;
    }
    if (status == STATUS_OK && again == STATUS_OK)
        return fault_set(fault, STATUS_IO, 0, "somebody else has written to the store; ask again");
    return status != STATUS_OK ? status : fault_set(fault, again, 0, "%s", second.words);
}

static enum status save_if_due(struct keeper *keeper, struct fault *fault)
{
    uint64_t every = keeper->options.snapshot_every;
    return every && keeper->sequence - keeper->snapshot_at >= every ? keeper_save(keeper, fault) : STATUS_OK;
}

enum status keeper_do(struct keeper *keeper, const struct command *command, struct keeper_reply *reply,
                      struct fault *fault)
{
    CHECK(!keeper->committer);
    if (keeper->broken) {
        enum status status = keeper_recover(keeper, fault);
        if (status != STATUS_OK)
            return status;
    }
    uint64_t known = ids_find(&keeper->ids, command->head.id);
    if (known) {
        *reply = (struct keeper_reply){.outcome = KEEPER_REPEATED, .first = known};
        return STATUS_OK;
    }
    uint64_t first = keeper->sequence + 1;
    enum status status = do_step(keeper, command, true, reply, fault);
    while (status == STATUS_OK && reply->outcome == KEEPER_DONE && keeper->decision.unfinished)
        status = do_step(keeper, command, false, reply, fault);
    if (status == STATUS_OK && reply->outcome == KEEPER_DONE)
        reply->first = first;
    return status == STATUS_OK ? save_if_due(keeper, fault) : status;
}

enum status keeper_save(struct keeper *keeper, struct fault *fault)
{
    struct arena arena;
    struct text bytes;
    arena_init(&arena, STORE_SNAPSHOT_MAX + (1 << 20));
    enum status status = floor_save(&keeper->floor, &arena, &bytes, fault);
    if (status == STATUS_OK && keeper->sequence > 0)
        status = store_snapshot_save(keeper->store, stream_of(keeper), keeper->sequence, bytes, fault);
    if (status == STATUS_OK)
        keeper->snapshot_at = keeper->sequence;
    arena_release(&arena);
    return status;
}

/* ------------------------------------------------------------------------------------------ many at a time */

static void answer(struct keeper_flight *flight, enum status status, const struct fault *fault)
{
    struct keeper_ticket *ticket = flight->ticket;
    ticket->status = status;
    if (status != STATUS_OK)
        ticket->fault = *fault;
    ticket->done(ticket);
}

static void give_back(struct keeper *keeper, struct keeper_flight *flight)
{
    (void)pthread_mutex_lock(&keeper->lock);
    flight->next = keeper->free;
    keeper->free = flight;
    (void)pthread_mutex_unlock(&keeper->lock);
}

/* Repeats whose first time is now durable, or never will be. */
static struct keeper_flight *ready_repeats(struct keeper *keeper)
{
    struct keeper_flight *ready = NULL, **at = &keeper->waiting;
    while (*at) {
        struct keeper_flight *flight = *at;
        if (flight->sequence > keeper->durable && !keeper->failed) {
            at = &flight->next;
            continue;
        }
        *at = flight->next;
        flight->next = ready;
        ready = flight;
    }
    return ready;
}

/* In the committer's thread. */
static void landed(struct commit *commit)
{
    struct keeper_flight *flight = commit->context;
    struct keeper *keeper = flight->keeper;
    enum status status = commit->status;
    if (status == STATUS_OK && commit->receipt.outcome != STORE_APPENDED)
        status =
            fault_set(&commit->fault, STATUS_IO, 0, "the command was done before, or somebody else writes");
    (void)pthread_mutex_lock(&keeper->lock);
    if (status == STATUS_OK)
        keeper->durable = flight->sequence;
    else
        keeper->failed = true;
    struct keeper_flight *ready = ready_repeats(keeper);
    (void)pthread_mutex_unlock(&keeper->lock);
    answer(flight, status, &commit->fault);
    give_back(keeper, flight);
    while (ready) {
        struct keeper_flight *next = ready->next;
        answer(ready, status, &commit->fault);
        give_back(keeper, ready);
        ready = next;
    }
}

static struct keeper_flight *next_free(struct keeper *keeper, bool *failed)
{
    (void)pthread_mutex_lock(&keeper->lock);
    struct keeper_flight *flight = keeper->free;
    if (flight)
        keeper->free = flight->next;
    *failed = keeper->failed;
    (void)pthread_mutex_unlock(&keeper->lock);
    return flight;
}

/* The same command was done before: the answer waits until that is durable. */
static void submit_repeat(struct keeper *keeper, struct keeper_flight *flight, uint64_t first)
{
    flight->ticket->reply = (struct keeper_reply){.outcome = KEEPER_REPEATED, .first = first};
    flight->sequence = first;
    (void)pthread_mutex_lock(&keeper->lock);
    bool durable = keeper->durable >= first;
    if (!durable) {
        flight->next = keeper->waiting;
        keeper->waiting = flight;
    }
    (void)pthread_mutex_unlock(&keeper->lock);
    if (durable) {
        answer(flight, STATUS_OK, NULL);
        give_back(keeper, flight);
    }
}

enum status keeper_submit(struct keeper *keeper, const struct command *command, struct keeper_ticket *ticket,
                          struct fault *fault)
{
    bool failed;
    CHECK(keeper->committer != NULL);
    struct keeper_flight *flight = next_free(keeper, &failed);
    if (!flight)
        return fault_set(fault, STATUS_NO_SPACE, 0, "too many commands are under way");
    flight->ticket = ticket;
    ticket->flight = flight;
    enum status status =
        failed || keeper->broken
            ? fault_set(fault, STATUS_IO, 0, "the store has failed, and the house must recover")
            : STATUS_OK;
    uint64_t known = status == STATUS_OK ? ids_find(&keeper->ids, command->head.id) : 0;
    if (known) {
        submit_repeat(keeper, flight, known);
        return STATUS_OK;
    }
    if (status == STATUS_OK)
        status = floor_decide(&keeper->floor, command, &keeper->decision, fault);
    bool nothing =
        status == STATUS_OK && (!keeper->decision.ruling.allowed || keeper->decision.event_count == 0);
    ticket->reply =
        (struct keeper_reply){.outcome = keeper->decision.ruling.allowed ? KEEPER_DONE : KEEPER_REFUSED,
                              .ruling = keeper->decision.ruling,
                              .first = keeper->sequence + 1,
                              .sequence = keeper->sequence + keeper->decision.event_count};
    if (status == STATUS_OK && !nothing)
        status = prepare(keeper, flight, command->head.id, fault);
    if (status == STATUS_OK && !nothing) {
        flight->commit.done = landed;
        flight->commit.context = flight;
        return committer_submit(keeper->committer, &flight->commit);
    }
    if (nothing)
        answer(flight, STATUS_OK, NULL);
    give_back(keeper, flight);
    return status;
}
