/* Many commands at a time: each is decided at once, and answered when the committer has it on disk. */
#include "books/keeper_internal.h"

#include "base/check.h"

static void give_back(struct keeper *keeper, struct keeper_flight *flight)
{
    (void)pthread_mutex_lock(&keeper->lock);
    CHECK(flight->keeper == keeper && flight != keeper->free);
    flight->next = keeper->free;
    keeper->free = flight;
    (void)pthread_cond_signal(&keeper->freed);
    (void)pthread_mutex_unlock(&keeper->lock);
}

/* The flight is free before anybody hears of it: who was told to wait for an answer can then ask again. */
static void answer(struct keeper *keeper, struct keeper_flight *flight, enum status status,
                   const struct fault *fault)
{
    struct keeper_ticket *ticket = flight->ticket; /* NULL: a step, and the answer comes with the last */
    CHECK(!ticket || (ticket->done && (status == STATUS_OK || fault)));
    if (ticket)
        ticket->status = status;
    if (ticket && status != STATUS_OK)
        ticket->fault = *fault;
    give_back(keeper, flight);
    if (ticket)
        ticket->done(ticket);
}

/* Answers whose events are now durable, or never will be; the lock is held. */
static struct keeper_flight *ready_answers(struct keeper *keeper)
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

/* What became of a batch; the id may be known to the store though it was not to us. */
static enum status outcome_of(struct keeper *keeper, struct keeper_flight *flight, struct fault *fault)
{
    const struct commit *commit = &flight->commit;
    if (commit->status != STATUS_OK)
        return fault_set(fault, commit->status, 0, "%s", commit->fault.words);
    CHECK_IMPLIES(flight->question, commit->receipt.outcome != STORE_APPENDED);
    if (commit->receipt.outcome == STORE_REPEATED && flight->ticket)
        return keeper_answer_known(keeper, &flight->asked, commit->receipt.sequence, &flight->ticket->reply,
                                   fault);
    if (commit->receipt.outcome == STORE_CONFLICT && !flight->question)
        return fault_set(fault, STATUS_IO, 0, "another program has written to the store; try again");
    return STATUS_OK;
}

/* In the committer's thread. */
static void landed(struct commit *commit)
{
    struct keeper_flight *flight = commit->context;
    struct keeper *keeper = flight->keeper;
    CHECK(flight->keeper == keeper && &flight->commit == commit);
    struct fault fault;
    enum status status = outcome_of(keeper, flight, &fault);
    bool written = status == STATUS_OK && commit->receipt.outcome == STORE_APPENDED;
    CHECK_IMPLIES(written, commit->receipt.sequence == flight->sequence); /* the batch that is answered */
    if (written && keeper->options.wrote)
        keeper->options.wrote(keeper->options.context, flight->sequence + 1 - commit->batch.event_count,
                              commit->batch.events, commit->batch.event_count);
    if (written)
        keeper->told = flight->sequence;
    (void)pthread_mutex_lock(&keeper->lock);
    /* One after the other, in the order in which they were decided. */
    CHECK_IMPLIES(written, keeper->durable == commit->batch.expected);
    if (written)
        keeper->durable = flight->sequence;
    else if (status != STATUS_OK || !flight->question)
        keeper->failed = true; /* the state is ahead of what was written */
    uint64_t durable = keeper->durable;
    struct keeper_flight *ready = ready_answers(keeper);
    (void)pthread_mutex_unlock(&keeper->lock);
    answer(keeper, flight, status, &fault);
    while (ready) {
        struct keeper_flight *next = ready->next;
        bool well = ready->sequence <= durable;
        if (!well && status == STATUS_OK)
            (void)fault_set(&fault, STATUS_IO, 0, "an earlier command was not written; try again");
        answer(keeper, ready, well ? STATUS_OK : fault.status, &fault);
        ready = next;
    }
}

static struct keeper_flight *next_free(struct keeper *keeper, bool *failed)
{
    (void)pthread_mutex_lock(&keeper->lock);
    struct keeper_flight *flight = keeper->free;
    CHECK_IMPLIES(flight, flight->keeper == keeper);
    if (flight)
        keeper->free = flight->next;
    *failed = keeper->failed;
    (void)pthread_mutex_unlock(&keeper->lock);
    return flight;
}

void keeper_gather(struct keeper *keeper)
{
    if (keeper->committer)
        committer_gather(keeper->committer);
}

void keeper_begin(struct keeper *keeper)
{
    if (keeper->committer)
        committer_begin(keeper->committer);
}

/* Between two steps of a command; those under way come back by themselves. */
static struct keeper_flight *wait_for_free(struct keeper *keeper)
{
    keeper_begin(keeper);
    (void)pthread_mutex_lock(&keeper->lock);
    while (!keeper->free)
        (void)pthread_cond_wait(&keeper->freed, &keeper->lock);
    struct keeper_flight *flight = keeper->free;
    keeper->free = flight->next;
    (void)pthread_mutex_unlock(&keeper->lock);
    return flight;
}

/* Nothing is written for the command, but what its answer is about may still be under way. */
static void answer_when_durable(struct keeper *keeper, struct keeper_flight *flight, uint64_t sequence)
{
    CHECK_OP(sequence, <=, keeper->sequence);
    flight->sequence = sequence;
    (void)pthread_mutex_lock(&keeper->lock);
    bool waits = keeper->durable < sequence && !keeper->failed, well = keeper->durable >= sequence;
    if (waits) {
        flight->next = keeper->waiting;
        keeper->waiting = flight;
    }
    (void)pthread_mutex_unlock(&keeper->lock);
    struct fault fault;
    if (!waits && !well)
        (void)fault_set(&fault, STATUS_IO, 0, "an earlier command was not written; try again");
    if (!waits)
        answer(keeper, flight, well ? STATUS_OK : STATUS_IO, &fault);
}

/* There are as many places in the queue as flights. */
static void take_to_the_air(struct keeper *keeper, struct keeper_flight *flight)
{
    CHECK(keeper->committer && flight->keeper == keeper);
    flight->commit.done = landed;
    flight->commit.context = flight;
    enum status status = committer_submit(keeper->committer, &flight->commit);
    CHECK(status == STATUS_OK);
}

/* As keeper_ask_store(), without waiting. */
static enum status submit_question(struct keeper *keeper, struct keeper_flight *flight, struct fault *fault)
{
    arena_clear(&flight->arena);
    flight->events = ARENA_NEW(&flight->arena, struct store_event);
    if (!flight->events)
        return fault_set(fault, flight->arena.refusal, 0, "there is no memory for the command");
    flight->question = true;
    flight->commit.batch = keeper_question(keeper, flight->events, text_of(flight->asked.id));
    take_to_the_air(keeper, flight);
    return STATUS_OK;
}

/* Nothing is to be written, unless the store knows better. */
static enum status submit_nothing(struct keeper *keeper, struct keeper_flight *flight, struct fault *fault)
{
    CHECK(flight->ticket);
    if (flight->asked.id[0] != '\0')
        return submit_question(keeper, flight, fault);
    if (flight->ticket->reply.outcome == KEEPER_REFUSED)
        answer(keeper, flight, STATUS_OK, NULL);
    else
        answer_when_durable(keeper, flight, keeper->sequence);
    return STATUS_OK;
}

/* All steps of a command whose id is not known here; the answer comes with the last. On failure the flight is still the
 * caller's. */
static enum status submit_steps(struct keeper *keeper, const struct command *command,
                                struct keeper_flight **flight, struct fault *fault)
{
    const struct decision *decision = &keeper->decision;
    struct keeper_ticket *ticket = (*flight)->ticket;
    bool last = false;
    enum status status = floor_decide(&keeper->floor, command, &keeper->decision, fault);
    if (status != STATUS_OK)
        return status;
    ticket->reply = keeper_reply_to_decision(keeper);
    if (decision->event_count == 0)
        return submit_nothing(keeper, *flight, fault);
    if (decision->unfinished)
        status = keeper_ask_store(keeper, &keeper->asked, &ticket->reply, fault);
    if (status == STATUS_OK && ticket->reply.outcome != KEEPER_DONE) {
        answer(keeper, *flight, STATUS_OK, NULL);
        return STATUS_OK;
    }
    while (status == STATUS_OK && !last) {
        status = keeper_step(keeper, *flight, command, &last, fault);
        if (status != STATUS_OK)
            break;
        ticket->reply.sequence = keeper->sequence;
        (*flight)->ticket = last ? ticket : NULL;
        (*flight)->asked = keeper->asked;
        take_to_the_air(keeper, *flight);
        if (!last)
            *flight = wait_for_free(keeper);
    }
    return status;
}

/* Does what is due until the command is given. A refusal is the command's, and is answered. */
static enum status submit_time(struct keeper *keeper, struct instant at, struct keeper_flight **flight,
                               bool *answered, struct fault *fault)
{
    struct keeper_ticket *ticket = (*flight)->ticket;
    bool ready;
    enum status status = keeper_decide_time(keeper, at, &ready, &ticket->reply, fault);
    while (status == STATUS_OK && !ready) {
        status = keeper_take_time_step(keeper, *flight, fault);
        if (status != STATUS_OK)
            break;
        (*flight)->ticket = NULL;
        take_to_the_air(keeper, *flight);
        *flight = wait_for_free(keeper);
        (*flight)->ticket = ticket;
        (*flight)->asked = keeper->asked;
        status = keeper_decide_time(keeper, at, &ready, &ticket->reply, fault);
    }
    *answered = status == STATUS_OK && ticket->reply.outcome == KEEPER_REFUSED;
    if (*answered)
        answer(keeper, *flight, STATUS_OK, NULL);
    return status;
}

enum status keeper_submit(struct keeper *keeper, const struct command *command, struct keeper_ticket *ticket,
                          struct fault *fault)
{
    bool failed, answered = false;
    CHECK(keeper->options.in_flight > 0);
    CHECK(ticket->done);
    keeper_tighten(keeper);
    struct keeper_flight *flight = next_free(keeper, &failed);
    if (!flight)
        return fault_set(fault, STATUS_NO_SPACE, 0, "too many commands are under way");
    flight->ticket = ticket;
    enum status status =
        failed || keeper->broken
            ? fault_set(fault, STATUS_IO, 0, "the store has failed; the house must be recovered first")
            : STATUS_OK;
    if (status == STATUS_OK)
        status = keeper_asked_of(keeper, command, fault);
    flight->asked = keeper->asked;
    if (status == STATUS_OK && ids_find(&keeper->ids, command->head.id) > 0) {
        ticket->reply = (struct keeper_reply){.outcome = KEEPER_REPEATED};
        status = submit_question(keeper, flight, fault);
        answered = true;
    }
    if (status == STATUS_OK && !answered)
        status = submit_time(keeper, command->head.at, &flight, &answered, fault);
    if (status == STATUS_OK && !answered)
        status = submit_steps(keeper, command, &flight, fault);
    if (status != STATUS_OK)
        give_back(keeper, flight);
    return status;
}
