#include "store/committer.h"

#include "base/check.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

/* What one transaction takes at most. More would make the first wait for the last. */
enum { GROUP_BYTES_MAX = 4 << 20 };

struct committer {
    struct store *store;
    size_t queue_max;
    pthread_t thread;
    struct store_entry *entries; /* STORE_GROUP_MAX of them */

    pthread_mutex_t mutex; /* guards what follows */
    pthread_cond_t work;   /* something is queued, or it is time to stop */
    pthread_cond_t room;   /* the queue was emptied */
    struct commit *first, **last;
    size_t count;
    bool writer_waits, stopping;

    struct fault
        failure; /* the writer's own: of the transaction that failed; its status is STATUS_OK before */
};

/* ---------------------------------------------------------------------------------------- the writer */

/*
 * The writer wakes, works for some microseconds and waits for the disk. On a busy machine the scheduler would let it
 * wait its turn behind threads that compute for milliseconds. A short slice is a promise to be brief, and the scheduler
 * (since Linux 6.12) lets the brief go first. Where it is not known nothing is lost, so a refusal is ignored.
 */
static void ask_for_short_slices(void)
{
    struct {
        uint32_t size, policy;
        uint64_t flags;
        int32_t nice;
        uint32_t priority;
        uint64_t runtime_ns, deadline_ns, period_ns;
    } attributes = {
        .size = sizeof attributes, .nice = getpriority(PRIO_PROCESS, 0), .runtime_ns = 100 * 1000};
    (void)syscall(SYS_sched_setattr, 0, &attributes, 0);
}

static size_t batch_bytes(const struct store_batch *batch)
{
    size_t bytes = 0;
    for (size_t i = 0; i < batch->event_count; i++)
        bytes += batch->events[i].payload.length;
    return bytes;
}

/* Takes the first commits of the queue that make a group, waiting for one. Returns how many; 0 at the end. */
static size_t take_group(struct committer *committer, struct commit **group)
{
    pthread_mutex_lock(&committer->mutex);
    while (!committer->first && !committer->stopping) {
        committer->writer_waits = true;
        pthread_cond_wait(&committer->work, &committer->mutex);
    }
    committer->writer_waits = false;
    *group = committer->first;
    size_t count = 0, bytes = 0;
    while (committer->first && count < STORE_GROUP_MAX && (count == 0 || bytes < GROUP_BYTES_MAX)) {
        bytes += batch_bytes(&committer->first->batch);
        committer->first = committer->first->next;
        count++;
    }
    if (!committer->first)
        committer->last = &committer->first;
    committer->count -= count;
    pthread_cond_broadcast(&committer->room);
    pthread_mutex_unlock(&committer->mutex);
    return count;
}

static void write_group(struct committer *committer, struct commit *group, size_t count)
{
    struct commit *commit = group;
    for (size_t i = 0; i < count; i++, commit = commit->next)
        committer->entries[i] = (struct store_entry){.batch = &commit->batch, .fault = &commit->fault};
    struct fault *failure = &committer->failure;
    if (failure->status == STATUS_OK) {
        enum status status = store_append_group(committer->store, committer->entries, count, failure);
        CHECK(status == failure->status);
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
        /* A commit is its owner's again, and may be gone, once it is done. */
        struct commit *next = commit->next;
        commit->status = committer->entries[i].status;
        commit->receipt = committer->entries[i].receipt;
        commit->done(commit);
        commit = next;
    }
}

static void *writer(void *argument)
{
    struct committer *committer = argument;
    ask_for_short_slices();
    struct commit *group;
    for (size_t count; (count = take_group(committer, &group)) > 0;) {
        write_group(committer, group, count);
        answer_group(committer, group, count);
    }
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
    committer->stopping = true;
    pthread_cond_signal(&committer->work);
    pthread_mutex_unlock(&committer->mutex);
    CHECK(pthread_join(committer->thread, NULL) == 0);
    CHECK(committer->count == 0);
    pthread_cond_destroy(&committer->room);
    pthread_cond_destroy(&committer->work);
    pthread_mutex_destroy(&committer->mutex);
    free(committer->entries);
    free(committer);
}

/* ---------------------------------------------------------------------------------------- submitting */

static enum status submit(struct committer *committer, struct commit *commit, bool wait)
{
    pthread_mutex_lock(&committer->mutex);
    CHECK(!committer->stopping || !wait);
    while (wait && committer->count >= committer->queue_max)
        pthread_cond_wait(&committer->room, &committer->mutex);
    bool accepted = committer->count < committer->queue_max;
    if (accepted) {
        commit->next = NULL;
        *committer->last = commit;
        committer->last = &commit->next;
        committer->count++;
        if (committer->writer_waits) {
            committer->writer_waits = false;
            pthread_cond_signal(&committer->work);
        }
    }
    pthread_mutex_unlock(&committer->mutex);
    return accepted ? STATUS_OK : STATUS_NO_SPACE;
}

enum status committer_submit(struct committer *committer, struct commit *commit)
{
    return submit(committer, commit, false);
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
    waiter->done = true;
    pthread_cond_signal(&waiter->answered);
    pthread_mutex_unlock(&waiter->mutex);
}

enum status committer_append(struct committer *committer, const struct store_batch *batch,
                             struct store_receipt *receipt, struct fault *fault)
{
    struct waiter waiter = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, false};
    struct commit commit = {.batch = *batch, .done = wake_waiter, .context = &waiter};
    enum status status = submit(committer, &commit, true);
    CHECK(status == STATUS_OK);
    pthread_mutex_lock(&waiter.mutex);
    while (!waiter.done)
        pthread_cond_wait(&waiter.answered, &waiter.mutex);
    pthread_mutex_unlock(&waiter.mutex);
    if (commit.status == STATUS_OK)
        *receipt = commit.receipt;
    else
        (void)fault_set(fault, commit.status, commit.fault.position, "%s", commit.fault.words);
    return commit.status;
}
