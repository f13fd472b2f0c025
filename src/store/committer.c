#include "store/committer.h"

#include "base/check.h"
#include "store/store_internal.h"

#include <pthread.h>
#include <stdlib.h>

/* The most that one transaction takes. A larger group would make the first commit wait for the last. */
enum { GROUP_BYTES_MAX = 4 << 20 };

struct committer {
    struct store *store;
    size_t queue_max;
    pthread_t thread;

    pthread_mutex_t mutex; /* guards what follows */
    pthread_cond_t work;   /* the writer has something to do, or it is time to stop */
    pthread_cond_t room;   /* the queue is empty */
    pthread_cond_t turn;   /* nobody is writing, and a guest is waiting */
    struct commit *first, **last;
    size_t count;
    bool stopping;
    bool gathering;  /* the queue is being filled; nobody starts to write it */
    bool writing;    /* somebody is: the writer, a caller that found the committer idle, or a guest */
    unsigned guests; /* callers that wait to use the store; they go before the queue */

    /* Used by the thread that is writing. */
    struct store_entry *entries; /* STORE_GROUP_MAX of them */
    struct fault failure;        /* why nothing more is written; STATUS_OK until then */
};

/* ---------------------------------------------------------------------------------------- the writer */

static size_t batch_bytes(const struct store_batch *batch)
{
    size_t bytes = 0;
    for (size_t i = 0; i < batch->event_count; i++)
        bytes += batch->events[i].payload.length;
    return bytes;
}

/* Takes the first commits of the queue that fit into a group; the mutex is held. Returns how many. */
static size_t take_group(struct committer *committer, struct commit **group)
{
    CHECK(committer->count > 0 && committer->first);
    *group = committer->first;
    size_t count = 0, bytes = 0;
    while (committer->first && count < STORE_GROUP_MAX && (count == 0 || bytes < GROUP_BYTES_MAX)) {
        bytes += batch_bytes(&committer->first->batch);
        committer->first = committer->first->next;
        count++;
    }
    CHECK(count > 0 && count <= STORE_GROUP_MAX && count <= committer->count);
    CHECK_IMPLIES(!committer->first, count == committer->count); /* no commit is left in the queue */
    if (!committer->first)
        committer->last = &committer->first;
    committer->count -= count;
    pthread_cond_broadcast(&committer->room);
    return count;
}

static void write_group(struct committer *committer, struct commit *group, size_t count)
{
    struct commit *commit = group;
    for (size_t i = 0; i < count; i++, commit = commit->next)
        committer->entries[i] = (struct store_entry){.batch = &commit->batch, .fault = &commit->fault};
    CHECK(count > 0 && count <= STORE_GROUP_MAX);
    struct fault *failure = &committer->failure;
    if (failure->status == STATUS_OK) {
        enum status status = store_append_group(committer->store, committer->entries, count, failure);
        CHECK(status == failure->status);
        for (size_t i = 0; i < count && failure->status == STATUS_OK; i++)
            if (entry_is_lost(&committer->entries[i]))
                (void)fault_set(failure, STATUS_IO, 0, "another program has written to the store; try again");
    } else {
        for (size_t i = 0; i < count; i++)
            committer->entries[i].status =
                fault_set(committer->entries[i].fault, failure->status, 0, "%s", failure->words);
    }
}

static void answer_group(struct committer *committer, struct commit *group, size_t count)
{
    struct commit *commit = group;
    for (size_t i = 0; i < count; i++) {
        /* After `done` the commit belongs to its owner again, who may have freed it. */
        struct commit *next = commit->next;
        CHECK(committer->entries[i].batch == &commit->batch); /* each caller gets its own answer */
        commit->status = committer->entries[i].status;
        commit->receipt = committer->entries[i].receipt;
        commit->done(commit);
        commit = next;
    }
}

static bool has_work(const struct committer *committer)
{
    return committer->stopping || (committer->first && !committer->gathering);
}

/* Who may write next; the mutex is held. */
static void end_turn(struct committer *committer)
{
    CHECK(committer->writing);
    committer->writing = false;
    if (committer->guests > 0)
        pthread_cond_signal(&committer->turn);
    else if (has_work(committer))
        pthread_cond_signal(&committer->work);
}

static void *writer(void *argument)
{
    struct committer *committer = argument;
    pthread_mutex_lock(&committer->mutex);
    for (;;) {
        while (committer->writing || committer->guests > 0 || !has_work(committer))
            pthread_cond_wait(&committer->work, &committer->mutex);
        if (!committer->first)
            break;
        struct commit *group;
        size_t count = take_group(committer, &group);
        CHECK(!committer->writing); /* one at a time */
        committer->writing = true;
        pthread_mutex_unlock(&committer->mutex);
        write_group(committer, group, count);
        answer_group(committer, group, count);
        pthread_mutex_lock(&committer->mutex);
        end_turn(committer);
    }
    pthread_mutex_unlock(&committer->mutex);
    return NULL;
}

/* --------------------------------------------------------------------------------- starting, stopping */

enum status committer_start(struct store *store, size_t queue_max, struct committer **committer,
                            struct fault *fault)
{
    CHECK(queue_max > 0);
    struct committer *started = calloc(1, sizeof *started);
    struct store_entry *entries = calloc(STORE_GROUP_MAX, sizeof *entries);
    if (!started || !entries) {
        free(started);
        free(entries);
        return fault_set(fault, STATUS_NO_MEMORY, 0, "no memory for a committer");
    }
    *started = (struct committer){.store = store, .queue_max = queue_max, .entries = entries};
    started->last = &started->first;
    pthread_mutex_init(&started->mutex, NULL);
    pthread_cond_init(&started->work, NULL);
    pthread_cond_init(&started->room, NULL);
    pthread_cond_init(&started->turn, NULL);
    if (pthread_create(&started->thread, NULL, writer, started) != 0) {
        free(entries);
        free(started);
        return fault_set(fault, STATUS_NO_MEMORY, 0, "no thread for a committer");
    }
    *committer = started;
    return STATUS_OK;
}

void committer_stop(struct committer *committer)
{
    pthread_mutex_lock(&committer->mutex);
    CHECK(!committer->stopping); /* once */
    committer->stopping = true;
    pthread_cond_signal(&committer->work);
    pthread_mutex_unlock(&committer->mutex);
    CHECK(pthread_join(committer->thread, NULL) == 0);
    CHECK(committer->count == 0);
    CHECK(!committer->writing && committer->guests == 0);
    pthread_cond_destroy(&committer->turn);
    pthread_cond_destroy(&committer->room);
    pthread_cond_destroy(&committer->work);
    pthread_mutex_destroy(&committer->mutex);
    free(committer->entries);
    free(committer);
}

/* ---------------------------------------------------------------------------------------- submitting */

static void enqueue(struct committer *committer, struct commit *commit)
{
    CHECK(!committer->stopping && committer->count < committer->queue_max);
    CHECK((committer->first == NULL) == (committer->count == 0));
    commit->next = NULL;
    *committer->last = commit;
    committer->last = &commit->next;
    committer->count++;
    /* The thread that is writing checks the queue afterwards. */
    if (!committer->writing && !committer->gathering)
        pthread_cond_signal(&committer->work);
}

void committer_gather(struct committer *committer)
{
    pthread_mutex_lock(&committer->mutex);
    committer->gathering = true;
    pthread_mutex_unlock(&committer->mutex);
}

/* The mutex is held. */
static void begin(struct committer *committer)
{
    if (committer->gathering && committer->first && !committer->writing)
        pthread_cond_signal(&committer->work);
    committer->gathering = false;
}

void committer_begin(struct committer *committer)
{
    pthread_mutex_lock(&committer->mutex);
    begin(committer);
    pthread_mutex_unlock(&committer->mutex);
}

enum status committer_submit(struct committer *committer, struct commit *commit)
{
    CHECK(commit->done);
    pthread_mutex_lock(&committer->mutex);
    bool accepted = committer->count < committer->queue_max;
    if (accepted)
        enqueue(committer, commit);
    else
        begin(committer);
    pthread_mutex_unlock(&committer->mutex);
    return accepted ? STATUS_OK : STATUS_NO_SPACE;
}

struct waiter {
    pthread_mutex_t mutex;
    pthread_cond_t answered;
    bool done;
};

static void wake_waiter(struct commit *commit)
{
    struct waiter *waiter = commit->context;
    pthread_mutex_lock(&waiter->mutex);
    CHECK(!waiter->done); /* a commit is answered once */
    waiter->done = true;
    pthread_cond_signal(&waiter->answered);
    pthread_mutex_unlock(&waiter->mutex);
}

/* Queues the commit and waits for its answer. The mutex is held at the call, and released. */
static void wait_for_answer(struct committer *committer, struct commit *commit)
{
    struct waiter waiter = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, false};
    commit->done = wake_waiter;
    commit->context = &waiter;
    while (committer->count >= committer->queue_max)
        pthread_cond_wait(&committer->room, &committer->mutex);
    enqueue(committer, commit);
    pthread_mutex_unlock(&committer->mutex);
    pthread_mutex_lock(&waiter.mutex);
    while (!waiter.done)
        pthread_cond_wait(&waiter.answered, &waiter.mutex);
    pthread_mutex_unlock(&waiter.mutex);
}

/* If nothing is in progress the caller writes in its own thread, which saves two thread switches: on a quiet floor that is
 * half of the time of a commit. The mutex is held at the call, and released. */
static void write_alone(struct committer *committer, struct commit *commit)
{
    CHECK(!committer->writing && !committer->first && committer->guests == 0);
    committer->writing = true;
    pthread_mutex_unlock(&committer->mutex);
    write_group(committer, commit, 1);
    CHECK(committer->entries[0].batch == &commit->batch);
    commit->status = committer->entries[0].status;
    commit->receipt = committer->entries[0].receipt;
    pthread_mutex_lock(&committer->mutex);
    end_turn(committer);
    pthread_mutex_unlock(&committer->mutex);
}

enum status committer_append(struct committer *committer, const struct store_batch *batch,
                             struct store_receipt *receipt, struct fault *fault)
{
    struct commit commit = {.batch = *batch};
    pthread_mutex_lock(&committer->mutex);
    CHECK(!committer->stopping);
    begin(committer);
    if (committer->writing || committer->guests > 0 || committer->first)
        wait_for_answer(committer, &commit);
    else
        write_alone(committer, &commit);
    if (commit.status == STATUS_OK)
        *receipt = commit.receipt;
    else
        (void)fault_set(fault, commit.status, commit.fault.position, "%s", commit.fault.words);
    return commit.status;
}

/* Waits until nobody writes. Then the caller alone uses the store, until guest_leaves(). */
static void guest_enters(struct committer *committer)
{
    pthread_mutex_lock(&committer->mutex);
    CHECK(!committer->stopping);
    begin(committer);
    committer->guests++;
    while (committer->writing)
        pthread_cond_wait(&committer->turn, &committer->mutex);
    CHECK_OP(committer->guests, >, 0);
    committer->guests--;
    committer->writing = true;
    pthread_mutex_unlock(&committer->mutex);
}

static void guest_leaves(struct committer *committer)
{
    pthread_mutex_lock(&committer->mutex);
    end_turn(committer);
    pthread_mutex_unlock(&committer->mutex);
}

enum status committer_look(struct committer *committer, struct fault *fault)
{
    guest_enters(committer);
    enum status status = store_look(committer->store, fault);
    guest_leaves(committer);
    return status;
}

enum status committer_read(struct committer *committer, struct text stream, uint64_t from, uint64_t to,
                           store_visitor *visit, void *context, struct fault *fault)
{
    guest_enters(committer);
    enum status status = store_read(committer->store, stream, from, to, visit, context, fault);
    guest_leaves(committer);
    return status;
}

enum status committer_snapshot_save(struct committer *committer, struct text stream, uint64_t sequence,
                                    struct text bytes, struct fault *fault)
{
    guest_enters(committer);
    const struct fault *failure = &committer->failure;
    enum status status = failure->status == STATUS_OK
                             ? store_snapshot_save(committer->store, stream, sequence, bytes, fault)
                             : fault_set(fault, failure->status, 0, "%s", failure->words);
    guest_leaves(committer);
    return status;
}
