/*
 * Group commit: many appends, one sync.
 *
 * A disk can be synced some thousand times a second, and a floor may have more commands than that. So one thread, the
 * committer's, takes whatever has come in while it was busy, appends all of it in one transaction, and then answers
 * everyone. With one command under way that is one sync for it; with a thousand, one sync for the thousand.
 *
 *      submit -> [ queue, bounded ] -> writer thread: store_append_group -> done, done, done ...
 *
 * Invariants
 *  G1  `done` is called exactly once for every commit that was accepted, in the order of submission, after it is
 *      durable or has failed.
 *  G2  Batches are appended in the order of submission.
 *  G3  After a transaction has failed, or a batch that others were decided on (`ahead`) was not written, nothing more is
 *      written: all that is queued and all that is submitted later fails with the same words. Who decides ahead of the
 *      disk has then to begin again from what is on the disk.
 *
 * Threads: submit, append and snapshot_save may be called from any thread. `done` is called in the writer thread and must
 * be short; it may submit. The store is the committer's from start to stop: nobody else uses it meanwhile (open a second
 * one to read). The writer is brief (store/brief.h), and whoever waits for its answers should be too.
 */
#ifndef STORE_COMMITTER_H
#define STORE_COMMITTER_H

#include "store/store.h"

struct committer;

/* An append under way. The caller owns it and all that the batch points to, and leaves both alone until `done`. */
struct commit {
    struct store_batch batch;
    void (*done)(struct commit *commit);
    void *context; /* for `done` */

    enum status status; /* the answer; the receipt is set if it is STATUS_OK, and otherwise the fault */
    struct store_receipt receipt;
    struct fault fault;

    struct commit *next; /* private */
};

/* `queue_max` is how many commits may wait. Takes over the store, but does not close it. */
MUST_USE enum status committer_start(struct store *store, size_t queue_max, struct committer **committer,
                                     struct fault *fault);

/* Waits until all that was accepted is answered, and ends the thread. No other call may be under way. */
void committer_stop(struct committer *committer);

/*
 * While somebody gathers, what is submitted waits for what follows it, so that all of it is one group: for who has many
 * commits at hand and no wish to be woken for the first of them. Ends with committer_begin(), and also when somebody would wait.
 */
void committer_gather(struct committer *committer);
void committer_begin(struct committer *committer);

/* STATUS_NO_SPACE if the queue is full: the commit is not accepted and `done` not called. Never waits for the disk. */
MUST_USE enum status committer_submit(struct committer *committer, struct commit *commit);

/* Submits, waiting for room in the queue if need be, and waits for the answer. With nothing under way it writes in the
 * calling thread. Not to be called from `done`. */
MUST_USE enum status committer_append(struct committer *committer, const struct store_batch *batch,
                                      struct store_receipt *receipt, struct fault *fault);

/* Saves a snapshot between two groups, in the calling thread. Appends wait for it, so it should be of some megabytes at
 * most. Not to be called from `done`. */
MUST_USE enum status committer_snapshot_save(struct committer *committer, struct text stream,
                                             uint64_t sequence, struct text bytes, struct fault *fault);

#endif
