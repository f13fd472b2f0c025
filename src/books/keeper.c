#include "books/keeper_internal.h"

#include "base/check.h"
#include "house/kernel/clock_shapes.h"
#include "house/kernel/snapshot.h"

#include <stdlib.h>
#include <string.h>

enum {
    FLOOR_MEMORY_MAX = 1 << 30,
    FLIGHT_MEMORY_MAX = 64 << 20,
    CLAUSES_MEMORY_MAX = 4 << 20,
    IDS_BEFORE_SNAPSHOT = 10000 /* events; who got no answer asks again soon */
};
_Static_assert((int)COMMAND_ID_MAX <= (int)STORE_COMMAND_MAX, "the store keeps every id that is read");

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

static void tell_found(struct keeper *keeper, const struct store_record *record, const struct event *event)
{
    const struct store_event found = {.kind = text_of(event_name(event->kind)),
                                      .command = record->event.command,
                                      .payload = record->event.payload};
    if (record->sequence <= keeper->told)
        return;
    keeper->told = record->sequence;
    if (keeper->options.wrote)
        keeper->options.wrote(keeper->options.context, record->sequence, &found, 1);
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
        (void)fault_set(fault, status, record->sequence, "%s", words);
    }
    keeper->sequence = record->sequence;
    if (status == STATUS_OK)
        tell_found(keeper, record, &event);
    if (status == STATUS_OK && floor_is_loose(&keeper->floor))
        status = floor_tighten(&keeper->floor, fault);
    return status;
}

struct text keeper_stream(const struct keeper *keeper)
{
    return text_of(keeper->stream);
}

static enum status begin_floor(struct keeper *keeper, struct fault *fault)
{
    enum status status = floor_init(&keeper->floor, FLOOR_MEMORY_MAX, fault);
    if (keeper->options.program)
        keeper->floor.program = keeper->options.program;
    return status;
}

/* The state of a snapshot, if there is one that can be used: one that agrees with the log, of this form. */
static enum status load_snapshot(struct keeper *keeper, uint64_t until, struct fault *fault)
{
    struct arena arena;
    struct text bytes;
    uint64_t found = 0;
    arena_init(&arena, STORE_SNAPSHOT_MAX + (1 << 20));
    enum status status = keeper_snapshot_find(keeper, until, &arena, &found, &bytes, fault);
    CHECK_IMPLIES(status == STATUS_OK, found <= until);
    if (status == STATUS_OK && found > 0 && snapshot_form_of(bytes) == SNAPSHOT_LATER)
        status =
            fault_set(fault, STATUS_INVALID, 0,
                      "the snapshot after event %llu is of a form that this version does not know: a newer "
                      "version of cardroom wrote it. Use that version",
                      (unsigned long long)found);
    else if (status == STATUS_OK && found > 0 && floor_restore(&keeper->floor, bytes, NULL) == STATUS_OK)
        keeper->sequence = keeper->snapshot_at = found;
    else if (status == STATUS_OK && found > 0) { /* a snapshot is a shortcut: without it the events do */
        floor_release(&keeper->floor);
        status = begin_floor(keeper, fault);
    }
    arena_release(&arena);
    return status;
}

static enum status replay_id(void *context, const struct store_record *record, struct fault *fault)
{
    (void)fault;
    return remember_id(context, record->event.command, record->sequence);
}

/* A snapshot has no ids. Whoever was not answered before it was saved, and asks now, is to be known without the store. */
static enum status read_ids(struct keeper *keeper, struct fault *fault)
{
    uint64_t to = keeper->sequence, from = to > IDS_BEFORE_SNAPSHOT ? to - IDS_BEFORE_SNAPSHOT + 1 : 1;
    if (to == 0 || keeper->options.mode == STORE_READ_ONLY)
        return STATUS_OK;
    CHECK(from > 0 && from <= to);
    return store_read(keeper->store, keeper_stream(keeper), from, to, replay_id, keeper, fault);
}

static enum status rebuild_from(struct keeper *keeper, bool snapshot, struct replay *replay,
                                struct fault *fault)
{
    uint64_t until = keeper->options.until ? keeper->options.until : STORE_SEQUENCE_MAX;
    keeper->sequence = keeper->snapshot_at = 0;
    ids_clear(&keeper->ids);
    enum status status = begin_floor(keeper, fault);
    if (status == STATUS_OK && snapshot)
        status = load_snapshot(keeper, until, fault);
    if (status == STATUS_OK)
        status = read_ids(keeper, fault);
    if (status == STATUS_OK)
        status = store_read(keeper->store, keeper_stream(keeper), keeper->sequence + 1, until, replay_event,
                            replay, fault);
    CHECK_IMPLIES(status == STATUS_OK, keeper->snapshot_at <= keeper->sequence);
    return status;
}

/* The state that the events on disk make. The time of a snapshot may be later than the events that another program has written
 * without it; then it is no use. */
static enum status rebuild(struct keeper *keeper, keeper_visitor *visit, void *context, struct fault *fault)
{
    CHECK(!keeper->committer); /* the store is this thread's alone */
    struct replay replay = {keeper, visit, context};
    enum status status = rebuild_from(keeper, !keeper->options.from_the_start, &replay, fault);
    if (status == STATUS_INVALID && keeper->snapshot_at > 0) {
        floor_release(&keeper->floor);
        status = rebuild_from(keeper, false, &replay, fault);
    }
    keeper->durable = keeper->sequence;
    keeper->broken = status != STATUS_OK;
    return status;
}

/* Tables of another version are made anew by who writes; the others can do without. */
static enum status renew_tables(struct keeper *keeper, struct fault *fault)
{
    unsigned found;
    if (keeper->options.mode == STORE_READ_ONLY || !store_tables_differ(keeper->store, &found))
        return STATUS_OK;
    return reports_rebuild(keeper->store, keeper->options.rebuilding, keeper->options.rebuilding_context,
                           NULL, fault);
}

static enum status make_flights(struct keeper *keeper, struct fault *fault)
{
    CHECK(!keeper->flights && !keeper->free && !keeper->committer);
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
    struct keeper *keeper = calloc(1, sizeof *keeper);
    struct text_out out;
    if (!keeper)
        return fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory for a house");
    struct store_options store_options = report_store_options(options->mode);
    /* A keeper that decides ahead of the disk must be the only writer. */
    store_options.writer_of = keeper->stream;
    store_options.shared = options->in_flight == 0;
    keeper->options = *options;
    text_out_init(&out, keeper->stream, sizeof keeper->stream);
    text_out_add_text(&out, options->stream.length ? options->stream : text_of("house"));
    keeper->options.stream = keeper_stream(keeper);
    text_out_init(&out, keeper->address, sizeof keeper->address);
    text_out_add_text(&out, address);
    text_out_init(&out, keeper->log_key, sizeof keeper->log_key);
    text_out_add(&out, "%s", options->log_key ? options->log_key : "");
    keeper->options.log_key = NULL; /* it may not live so long */
    decision_init(&keeper->decision);
    ids_init(&keeper->ids);
    arena_init(&keeper->reading, FLIGHT_MEMORY_MAX);
    arena_init(&keeper->lasting, CLAUSES_MEMORY_MAX);
    names_init(&keeper->clauses, &keeper->lasting);
    (void)pthread_mutex_init(&keeper->lock, NULL);
    (void)pthread_cond_init(&keeper->freed, NULL);
    keeper->told = UINT64_MAX; /* what is there is no news */
    enum status status = store_open(address, &store_options, &keeper->store, fault);
    if (status == STATUS_OK)
        status = renew_tables(keeper, fault);
    if (status == STATUS_OK)
        status = rebuild(keeper, visit, context, fault);
    keeper->told = keeper->sequence;
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
    arena_release(&keeper->lasting);
    store_close(keeper->store);
    (void)pthread_cond_destroy(&keeper->freed);
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
static enum status take_event(struct keeper *keeper, struct keeper_flight *flight, const struct event *event,
                              struct fault *fault)
{
    enum event_kind kind = EVENT_KINDS;
    CHECK(keeper->broken); /* until it is on disk the state is ahead of it */
    struct store_event *stored = &flight->events[flight->event_count];
    struct text_out out;
    text_out_init(&out, keeper->payload, sizeof keeper->payload);
    event_write(&out, event);
    if (out.truncated)
        return fault_set(fault, STATUS_NO_SPACE, 0, "an event %s is too long to be stored",
                         event_name(event->kind));
    /* The kind and the payload can be read back: the name finds the kind, and the payload is a JSON object. */
    CHECK(event_kind_named(text_of(event_name(event->kind)), &kind) && kind == event->kind);
    CHECK(out.length >= 2 && keeper->payload[0] == '{' && keeper->payload[out.length - 1] == '}');
    enum status status = arena_copy_text(&flight->arena, text_out_text(&out), &stored->payload);
    stored->kind = text_of(event_name(event->kind));
    stored->command = text_of("");
    if (status == STATUS_OK)
        status = floor_apply(&keeper->floor, event, fault);
    if (status == STATUS_OK)
        status = reports_add(&flight->rows, &keeper->floor, event, (unsigned)flight->event_count);
    flight->event_count++;
    return status;
}

static void board(struct keeper_flight *flight)
{
    arena_clear(&flight->arena);
    flight->rows = (struct report_rows){.arena = &flight->arena};
    flight->events = NULL;
    flight->event_count = 0;
    flight->question = false;
}

/* Where memory is the reason there are no words yet. */
static enum status no_room(const struct keeper_flight *flight, enum status status, struct fault *fault)
{
    if (status == STATUS_NO_MEMORY || (status == STATUS_NO_SPACE && flight->arena.refusal == status))
        return fault_set(fault, status, 0, "there is no memory for the command");
    return status;
}

/* The events of the decision are applied, and come behind those on board. Where another program decided the events before, the log is
 * told so first. On failure, and until it is sealed, the state is ahead of the disk. */
static enum status load(struct keeper *keeper, struct keeper_flight *flight, struct fault *fault)
{
    const struct decision *decision = &keeper->decision;
    struct event changed;
    CHECK_OP(decision->event_count, >, 0);
    bool is_other = program_change(&keeper->floor, &changed);
    size_t before = flight->event_count, more = decision->event_count + is_other;
    struct store_event *events = ARENA_ARRAY(&flight->arena, struct store_event, before + more);
    if (!events)
        return no_room(flight, flight->arena.refusal, fault);
    if (before > 0)
        memcpy(events, flight->events, before * sizeof *events);
    flight->events = events;
    keeper->broken = true;
    enum status status = is_other ? take_event(keeper, flight, &changed, fault) : STATUS_OK;
    for (unsigned i = 0; i < decision->event_count && status == STATUS_OK; i++)
        status = take_event(keeper, flight, &decision->events[i], fault);
    CHECK_IMPLIES(status == STATUS_OK, flight->event_count == before + more);
    return no_room(flight, status, fault);
}

/* The id goes with an event on board, and so does what was asked. */
static enum status mark(struct keeper *keeper, struct keeper_flight *flight, size_t event,
                        const struct asked *asked, struct fault *fault)
{
    CHECK(event < flight->event_count && keeper->broken);
    struct store_event *marked = &flight->events[event];
    struct text_out out;
    if (asked->id[0] == '\0')
        return STATUS_OK;
    text_out_init(&out, keeper->payload, sizeof keeper->payload);
    event_write_asked(&out, marked->payload, text_of(asked->words));
    if (out.truncated)
        return fault_set(fault, STATUS_NO_SPACE, 0, "an event %.*s is too long to be stored",
                         TEXT_ARGUMENTS(marked->kind));
    enum status status = arena_copy_text(&flight->arena, text_out_text(&out), &marked->payload);
    if (status == STATUS_OK)
        status = arena_copy_text(&flight->arena, text_of(asked->id), &marked->command);
    if (status == STATUS_OK)
        status = remember_id(keeper, text_of(asked->id), keeper->sequence + event + 1);
    return no_room(flight, status, fault);
}

/* What is on board becomes a batch. */
static void seal(struct keeper *keeper, struct keeper_flight *flight)
{
    CHECK(keeper->broken && flight->event_count > 0 && flight->keeper == keeper);
    keeper->broken = false;
    flight->commit.batch = (struct store_batch){.stream = keeper_stream(keeper),
                                                .expected = keeper->sequence,
                                                .ahead = true,
                                                .events = flight->events,
                                                .event_count = flight->event_count,
                                                .rows = flight->rows.rows,
                                                .row_count = flight->rows.count};
    keeper->sequence += flight->event_count;
    flight->sequence = keeper->sequence;
    CHECK_OP(flight->sequence, ==, flight->commit.batch.expected + flight->commit.batch.event_count);
}

enum status keeper_step(struct keeper *keeper, struct keeper_flight *flight, const struct command *command,
                        bool *last, struct fault *fault)
{
    const struct decision *decision = &keeper->decision;
    CHECK(decision->ruling.allowed && decision->event_count > 0);
    bool more = decision->unfinished;
    board(flight);
    enum status status = load(keeper, flight, fault);
    if (status == STATUS_OK && more) {
        status = floor_decide(&keeper->floor, command, &keeper->decision, fault);
        more = decision->event_count > 0;
    }
    if (status == STATUS_OK && !more)
        status = mark(keeper, flight, 0, &keeper->asked, fault);
    if (status == STATUS_OK)
        seal(keeper, flight);
    *last = !more;
    return status;
}

void keeper_tighten(struct keeper *keeper)
{
    struct fault fault;
    if (!keeper->broken && floor_is_loose(&keeper->floor))
        keeper->broken = floor_tighten(&keeper->floor, &fault) != STATUS_OK;
}

enum status keeper_recover(struct keeper *keeper, struct fault *fault)
{
    if (keeper->committer) /* it has the store, and batches under way point into the state */
        committer_stop(keeper->committer);
    keeper->committer = NULL;
    CHECK(!keeper->waiting); /* who was under way has been answered */
    keeper->failed = false;
    floor_release(&keeper->floor);
    enum status status = rebuild(keeper, NULL, NULL, fault);
    if (status == STATUS_OK && keeper->options.in_flight)
        status = committer_start(keeper->store, keeper->options.in_flight, &keeper->committer, fault);
    keeper->broken = status != STATUS_OK;
    return status;
}

struct store_batch keeper_question(const struct keeper *keeper, struct store_event *event, struct text id)
{
    *event = (struct store_event){.kind = text_of("question"), .command = id, .payload = text_of("{}")};
    return (struct store_batch){
        .stream = keeper_stream(keeper), .expected = STORE_SEQUENCE_MAX, .events = event, .event_count = 1};
}

enum status keeper_asked_of(struct keeper *keeper, const struct command *command, struct fault *fault)
{
    return asked_of(command, keeper->payload, sizeof keeper->payload, &keeper->asked, fault);
}

/* A command whose id is known, and what the event that has the id says of it. */
struct meeting {
    struct keeper *keeper;
    const struct asked *asked;
    struct ruling ruling;
};

static enum status meet(void *context, const struct store_record *first, struct fault *fault)
{
    struct meeting *meeting = context;
    return asked_compare(meeting->asked, first, &meeting->ruling, fault);
}

/* The same where several commands were to be done together: one of them has the id. */
static enum status meet_one(void *context, const struct store_record *first, struct fault *fault)
{
    struct meeting *meeting = context;
    struct keeper *keeper = meeting->keeper;
    enum status status = STATUS_OK;
    for (size_t i = 0; i < keeper->together_count && status == STATUS_OK; i++)
        if (text_equal(keeper->together[i].head.id, first->event.command))
            status = keeper_asked_of(keeper, &keeper->together[i], fault);
    return status == STATUS_OK ? meet(context, first, fault) : status;
}

/* The same command was done before; another is refused, because its id is taken (K2). */
static struct keeper_reply reply_to_known(uint64_t first, const struct ruling *ruling)
{
    return (struct keeper_reply){
        .outcome = ruling->allowed ? KEEPER_REPEATED : KEEPER_REFUSED, .ruling = *ruling, .first = first};
}

enum status keeper_answer_known(struct keeper *keeper, const struct asked *asked, uint64_t first,
                                struct keeper_reply *reply, struct fault *fault)
{
    struct meeting meeting = {keeper, asked, ruling_yes()};
    enum status status = store_read(keeper->store, keeper_stream(keeper), first, first,
                                    keeper->together ? meet_one : meet, &meeting, fault);
    if (status == STATUS_OK)
        *reply = reply_to_known(first, &meeting.ruling);
    return status;
}

enum status keeper_ask_store(struct keeper *keeper, const struct asked *asked, struct keeper_reply *reply,
                             struct fault *fault)
{
    struct store_event event;
    struct store_receipt receipt;
    if (asked->id[0] == '\0')
        return STATUS_OK;
    struct store_batch batch = keeper_question(keeper, &event, text_of(asked->id));
    enum status status = keeper->committer ? committer_append(keeper->committer, &batch, &receipt, fault)
                                           : store_append(keeper->store, &batch, &receipt, fault);
    CHECK_IMPLIES(status == STATUS_OK, receipt.outcome != STORE_APPENDED); /* a question is never written */
    if (status != STATUS_OK || receipt.outcome != STORE_REPEATED)
        return status;
    if (!keeper->committer)
        return keeper_answer_known(keeper, asked, receipt.sequence, reply, fault);
    struct meeting meeting = {keeper, asked, ruling_yes()};
    status = committer_read(keeper->committer, keeper_stream(keeper), receipt.sequence, receipt.sequence,
                            meet, &meeting, fault);
    if (status == STATUS_OK)
        *reply = reply_to_known(receipt.sequence, &meeting.ruling);
    return status;
}

/* Waits for the disk. `status` is how far it came without; if it, or the disk, failed, the state is built again. */
static enum status write_down(struct keeper *keeper, struct keeper_flight *flight, enum status status,
                              struct keeper_reply *reply, struct fault *fault)
{
    struct store_receipt receipt;
    if (status == STATUS_OK)
        status = store_append(keeper->store, &flight->commit.batch, &receipt, fault);
    if (status == STATUS_OK && receipt.outcome == STORE_APPENDED) {
        CHECK_OP(receipt.sequence, ==, flight->sequence); /* K3 */
        reply->sequence = receipt.sequence;
        return STATUS_OK;
    }
    struct fault second;
    enum status again = keeper_recover(keeper, &second);
    if (status == STATUS_OK && receipt.outcome == STORE_REPEATED && again == STATUS_OK)
        return keeper_answer_known(keeper, &keeper->asked, receipt.sequence, reply, fault);
    keeper->overtaken = status == STATUS_OK && again == STATUS_OK;
    if (keeper->overtaken)
        return fault_set(fault, STATUS_IO, 0, "another program has written to the store; try again");
    return status != STATUS_OK ? status : fault_set(fault, again, 0, "%s", second.words);
}

/* A copy of the clause that lasts as long as the keeper: who is refused may read it when the state has been made anew. */
static const char *lasting_clause(struct keeper *keeper, const char *clause)
{
    uint32_t number;
    const struct text text = text_of(clause ? clause : "");
    return names_add(&keeper->clauses, text, &number) == STATUS_OK
               ? names_text(&keeper->clauses, number).bytes
               : "";
}

struct keeper_reply keeper_reply_to_decision(struct keeper *keeper)
{
    CHECK_IMPLIES(!keeper->decision.ruling.allowed, keeper->decision.event_count == 0);
    struct ruling *ruling = &keeper->decision.ruling;
    if (!ruling->allowed)
        ruling->clause = lasting_clause(keeper, ruling->clause);
    return (struct keeper_reply){.outcome = ruling->allowed ? KEEPER_DONE : KEEPER_REFUSED,
                                 .ruling = *ruling,
                                 .first = keeper->sequence + 1,
                                 .sequence = keeper->sequence};
}

/* ------------------------------------------------------------------------------------------ time */

enum status keeper_decide_time(struct keeper *keeper, struct instant at, bool *ready,
                               struct keeper_reply *reply, struct fault *fault)
{
    struct command clock = {.kind = COMMAND_CLOCK};
    COMMAND_AS(&clock, clock_moves)->at = at;
    *reply = (struct keeper_reply){.outcome = KEEPER_DONE};
    *ready = instant_compare(at, keeper->floor.now) <= 0;
    if (*ready)
        return STATUS_OK;
    enum status status = floor_decide(&keeper->floor, &clock, &keeper->decision, fault);
    if (status != STATUS_OK || keeper->decision.unfinished)
        return status;
    *ready = true;
    *reply = keeper_reply_to_decision(keeper);
    return keeper->decision.ruling.allowed ? floor_pass_time(&keeper->floor, at, fault) : STATUS_OK;
}

enum status keeper_take_time_step(struct keeper *keeper, struct keeper_flight *flight, struct fault *fault)
{
    CHECK(keeper->decision.unfinished && keeper->decision.event_count > 0);
    board(flight);
    enum status status = load(keeper, flight, fault);
    if (status == STATUS_OK)
        seal(keeper, flight);
    return status;
}

/* Does what is due until the command is given, each step durable before the next. A refusal is the command's. */
static enum status come_to_time(struct keeper *keeper, struct instant at, struct keeper_reply *reply,
                                struct fault *fault)
{
    bool ready;
    enum status status = keeper_decide_time(keeper, at, &ready, reply, fault);
    while (status == STATUS_OK && !ready) {
        status = keeper_take_time_step(keeper, keeper->flights, fault);
        status = write_down(keeper, keeper->flights, status, reply, fault);
        if (status == STATUS_OK)
            status = keeper_decide_time(keeper, at, &ready, reply, fault);
    }
    return status;
}

/* ------------------------------------------------------------------------------------------ one at a time */

/* All steps of a command whose id is not known here. */
static enum status do_steps(struct keeper *keeper, const struct command *command, struct keeper_reply *reply,
                            struct fault *fault)
{
    const struct decision *decision = &keeper->decision;
    bool last = false;
    enum status status = floor_decide(&keeper->floor, command, &keeper->decision, fault);
    if (status != STATUS_OK)
        return status;
    *reply = keeper_reply_to_decision(keeper);
    if (decision->event_count == 0 || decision->unfinished)
        status = keeper_ask_store(keeper, &keeper->asked, reply, fault);
    if (decision->event_count == 0)
        return status;
    while (status == STATUS_OK && reply->outcome == KEEPER_DONE && !last) {
        status = keeper_step(keeper, keeper->flights, command, &last, fault);
        status = write_down(keeper, keeper->flights, status, reply, fault);
    }
    return status;
}

/* A snapshot is a shortcut: without one the house goes on, and the next is tried when it is due. */
static void save_if_due(struct keeper *keeper)
{
    CHECK_OP(keeper->snapshot_at, <=, keeper->sequence);
    uint64_t every = keeper->options.snapshot_every;
    if (every && keeper->sequence - keeper->snapshot_at >= every && keeper_save(keeper, NULL) != STATUS_OK)
        keeper->snapshot_at = keeper->sequence;
}

static enum status note_event(void *context, const struct store_record *record, struct fault *fault)
{
    (void)record;
    (void)fault;
    *(bool *)context = true;
    return STATUS_OK;
}

/* Another program may have written events that are earlier than the time that has passed here without one, which then is forgotten. */
static enum status forget_time(struct keeper *keeper, bool *forgotten, struct fault *fault)
{
    *forgotten = false;
    if (instant_compare(keeper->floor.told, keeper->floor.now) == 0)
        return STATUS_OK;
    enum status status = store_read(keeper->store, keeper_stream(keeper), keeper->sequence + 1,
                                    STORE_SEQUENCE_MAX, note_event, forgotten, fault);
    return status == STATUS_OK && *forgotten ? keeper_recover(keeper, fault) : status;
}

/* Applies the events that another program has written since. *was_behind says whether there were any. */
static enum status catch_up(struct keeper *keeper, bool *was_behind, struct fault *fault)
{
    CHECK(!keeper->committer && !keeper->broken);
    struct replay replay = {.keeper = keeper};
    uint64_t before = keeper->sequence;
    enum status status = forget_time(keeper, was_behind, fault);
    if (status != STATUS_OK || *was_behind)
        return status;
    status = store_read(keeper->store, keeper_stream(keeper), before + 1, STORE_SEQUENCE_MAX, replay_event,
                        &replay, fault);
    keeper->durable = keeper->sequence;
    keeper->broken = status != STATUS_OK;
    *was_behind = keeper->sequence > before;
    return status;
}

/* As things stand here. Who writes alone does not look at the store before. */
static enum status try_once(struct keeper *keeper, const struct command *command, struct keeper_reply *reply,
                            struct fault *fault)
{
    bool was_behind;
    enum status status = keeper->broken ? keeper_recover(keeper, fault) : STATUS_OK;
    keeper->overtaken = false;
    if (status == STATUS_OK && keeper->beside)
        status = catch_up(keeper, &was_behind, fault);
    if (status != STATUS_OK)
        return status;
    status = keeper_asked_of(keeper, command, fault);
    uint64_t known = ids_find(&keeper->ids, command->head.id);
    if (status != STATUS_OK || known)
        return status == STATUS_OK ? keeper_answer_known(keeper, &keeper->asked, known, reply, fault)
                                   : status;
    status = come_to_time(keeper, command->head.at, reply, fault);
    return status == STATUS_OK && reply->outcome == KEEPER_DONE ? do_steps(keeper, command, reply, fault)
                                                                : status;
}

/* Where another program has written, what was decided without knowing of it counts for nothing: it is decided again. Each time one
 * of them has got on, so that it ends. */
enum status keeper_do(struct keeper *keeper, const struct command *command, struct keeper_reply *reply,
                      struct fault *fault)
{
    CHECK(keeper->options.in_flight == 0);
    enum status status;
    bool again;
    keeper_tighten(keeper);
    do {
        status = try_once(keeper, command, reply, fault);
        again = keeper->overtaken;
        if (status == STATUS_OK && reply->outcome == KEEPER_REFUSED)
            status = catch_up(keeper, &again, fault);
        keeper->beside |= again;
    } while (again);
    if (status == STATUS_OK)
        save_if_due(keeper);
    return status;
}

/* All steps of one of several commands, without the disk. A clock that finds nothing to do adds none. */
static enum status load_together(struct keeper *keeper, struct keeper_flight *flight,
                                 const struct command *command, struct keeper_reply *reply,
                                 struct fault *fault)
{
    const struct decision *decision = &keeper->decision;
    size_t first = flight->event_count;
    enum status status = floor_decide(&keeper->floor, command, &keeper->decision, fault);
    if (status == STATUS_OK && !decision->ruling.allowed)
        *reply = keeper_reply_to_decision(keeper);
    while (status == STATUS_OK && decision->event_count > 0) {
        bool more = decision->unfinished;
        status = load(keeper, flight, fault);
        if (status != STATUS_OK || !more)
            break;
        status = floor_decide(&keeper->floor, command, &keeper->decision, fault);
    }
    CHECK_OP(flight->event_count, >=, first);
    if (status != STATUS_OK || flight->event_count == first)
        return status;
    status = keeper_asked_of(keeper, command, fault);
    return status == STATUS_OK ? mark(keeper, flight, first, &keeper->asked, fault) : status;
}

enum status keeper_do_together(struct keeper *keeper, const struct command *commands, size_t count,
                               size_t *at, struct keeper_reply *reply, struct fault *fault)
{
    CHECK(keeper->options.in_flight == 0);
    struct keeper_flight *flight = keeper->flights;
    enum status status = keeper->broken ? keeper_recover(keeper, fault) : STATUS_OK;
    *at = 0;
    *reply = (struct keeper_reply){
        .outcome = KEEPER_DONE, .first = keeper->sequence + 1, .sequence = keeper->sequence};
    board(flight);
    keeper->together = commands;
    keeper->together_count = count;
    while (status == STATUS_OK && *at < count) {
        status = load_together(keeper, flight, &commands[*at], reply, fault);
        if (status != STATUS_OK || reply->outcome != KEEPER_DONE)
            break;
        ++*at;
    }
    if (status == STATUS_OK && reply->outcome == KEEPER_REFUSED) { /* the others are not done either */
        status = flight->event_count > 0 ? keeper_recover(keeper, fault) : STATUS_OK;
    } else if (status != STATUS_OK || flight->event_count > 0) {
        if (status == STATUS_OK)
            seal(keeper, flight);
        status = write_down(keeper, flight, status, reply, fault);
    }
    keeper->together = NULL;
    return status;
}

/* Waits until all that was submitted is durable; false if it never will be. */
static bool wait_for_disk(struct keeper *keeper)
{
    (void)pthread_mutex_lock(&keeper->lock);
    while (keeper->committer && keeper->durable < keeper->sequence && !keeper->failed)
        (void)pthread_cond_wait(&keeper->freed, &keeper->lock);
    bool well = !keeper->failed;
    CHECK_IMPLIES(well && keeper->committer, keeper->durable == keeper->sequence);
    (void)pthread_mutex_unlock(&keeper->lock);
    return well;
}

enum status keeper_save(struct keeper *keeper, struct fault *fault)
{
    struct arena arena;
    struct text bytes;
    if (keeper->broken || !wait_for_disk(keeper))
        return fault_set(fault, STATUS_IO, 0, "the store has failed; the house must be recovered first");
    if (keeper->sequence == 0)
        return STATUS_OK;
    arena_init(&arena, STORE_SNAPSHOT_MAX + (1 << 20));
    enum status status = floor_save(&keeper->floor, &arena, &bytes, fault);
    if (status == STATUS_OK)
        status = keeper_snapshot_signed(keeper, bytes, &arena, &bytes, fault);
    if (status == STATUS_OK)
        status = keeper->committer ? committer_snapshot_save(keeper->committer, keeper_stream(keeper),
                                                             keeper->sequence, bytes, fault)
                                   : store_snapshot_save(keeper->store, keeper_stream(keeper),
                                                         keeper->sequence, bytes, fault);
    if (status == STATUS_OK)
        keeper->snapshot_at = keeper->sequence;
    arena_release(&arena);
    return status;
}

enum status keeper_look(struct keeper *keeper, struct fault *fault)
{
    CHECK(keeper->options.mode != STORE_READ_ONLY);
    return keeper->committer ? committer_look(keeper->committer, fault) : store_look(keeper->store, fault);
}
