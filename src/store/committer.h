/*
 * Group commit: many appends, one sync.
 *
 * A disk can be synced some thousand times a second, and a floor may have more commands than that. So the writer thread takes
 * all commits that arrived while it was busy, appends them in one transaction, and then answers each. One waiting command
 * costs one sync; a thousand waiting commands also cost one sync.
 *
 *      submit -> [ queue, bounded ] -> writer thread: store_append_group -> done, done, done ...
 *
 * Invariants
 *  G1  `done` is called exactly once for every commit that was accepted, in the order of submission, after it is
 *      durable or has failed.
 *  G2  Batches are appended in the order of submission.
 *  G3  After a transaction fails, or a batch with `ahead` is not written, nothing more is written: all queued commits and all
 *      later ones fail with the same message. A caller that decides ahead of the disk must then start again from what is on
 *      the disk.
 *
 * Threads: submit, append, look and snapshot_save may be called from any thread. `done` is called in the writer thread and must be
 * short; it may submit. The committer uses the store alone from start to stop; open a second store to read.
 */
#ifndef STORE_COMMITTER_H
#define STORE_COMMITTER_H

#include "store/store.h"

struct committer;

/* An append in progress. The caller owns it and everything that the batch points to, and must not touch either until `done`. */
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

/* Waits until all accepted commits are answered, and ends the thread. No other call may be in progress. */
void committer_stop(struct committer *committer);

/*
 * After committer_gather() submitted commits wait until committer_begin(), so that they form one group. Use it to submit many
 * commits without waking the writer for the first one. It also ends when a caller would have to wait.
 */
void committer_gather(struct committer *committer);
void committer_begin(struct committer *committer);

/* STATUS_NO_SPACE if the queue is full: the commit is not accepted and `done` is not called. Never waits for the disk. */
MUST_USE enum status committer_submit(struct committer *committer, struct commit *commit);

/* Submits, waiting for room in the queue if needed, and waits for the answer. If no other commit is in progress it writes in
 * the calling thread. Do not call it from `done`. */
MUST_USE enum status committer_append(struct committer *committer, const struct store_batch *batch,
                                      struct store_receipt *receipt, struct fault *fault);

/* As store_look(), between two groups, in the calling thread. Do not call it from `done`. */
MUST_USE enum status committer_look(struct committer *committer, struct fault *fault);

/* As store_read(), between two groups, in the calling thread. Do not call it from `done`, which may call store_read() itself: nobody else
 * uses the store then. */
MUST_USE enum status committer_read(struct committer *committer, struct text stream, uint64_t from,
                                    uint64_t to, store_visitor *visit, void *context, struct fault *fault);

/* Saves a snapshot between two groups, in the calling thread. Appends wait for it, so the snapshot should not exceed a few
 * megabytes. Do not call it from `done`. */
MUST_USE enum status committer_snapshot_save(struct committer *committer, struct text stream,
                                             uint64_t sequence, struct text bytes, struct fault *fault);

#endif
