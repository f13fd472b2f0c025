/*
 * Moves a store to another place, also of the other kind, with its chain intact.
 *
 *      from, held ──> events with their ids, rows and snapshots, batch by batch ──> to, empty before
 *                     the hashes are computed again on the way, and have to be those of the source
 *
 * Invariants
 *  C1  The target has every stream with the same sequences, ids, payloads and hashes, the same rows, the same snapshots and the same
 *      tree (leaves.h); or the copy failed.
 *  C2  A target of PostgreSQL is written in one transaction: a copy that is cut off leaves an empty store. A target of SQLite is
 *      made under another name until it is finished (new_file.h).
 *  C3  The source is read as it was at one moment, and nothing is written to it. Others go on writing to it.
 */
#ifndef STORE_COPY_H
#define STORE_COPY_H

#include "store/store.h"

struct store_copied {
    uint64_t streams, events, rows, snapshots;
};

/* Called from time to time: `done` of `all` steps are done. May be NULL. */
typedef void store_copy_progress(void *context, uint64_t done, uint64_t all);

/*
 * Both stores have the same declared tables. `from` is not held; `to` is open for writing and has no stream. STATUS_DAMAGED if the
 * source has something that was not appended so: an event, a row of no event. After a failure close `to`.
 */
MUST_USE enum status store_copy(struct store *from, struct store *to, store_copy_progress *progress,
                                void *context, struct store_copied *copied, struct fault *fault);

/* Whether store_copy_file() can be used: the store is a file. */
bool store_is_file(const struct store *store);

/*
 * Copies the whole file of a store to `path`, an empty file, page by page and as it was at one moment (SQLite's online backup).
 * Others go on writing. The copy is complete in its one file, and on disk. On failure the file is of no use.
 */
MUST_USE enum status store_copy_file(struct store *store, const char *path, store_copy_progress *progress,
                                     void *context, struct fault *fault);

/* Makes a closed store of SQLite complete in its one file, without a write-ahead log beside it. */
MUST_USE enum status store_file_settle(const char *path, struct fault *fault);

#endif
