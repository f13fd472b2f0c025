/*
 * Makes the report tables of a store anew from the events.
 *
 * The tables follow from the events alone, so a program whose tables are of another version (REPORT_VERSION) need not read those of
 * the store: it drops them, applies all events of every house in the store, and writes the rows that they make. All in one
 * transaction: if the disk is full, or the program is killed, the tables are as they were.
 *
 * A stream is of a house if its first event opened one.
 */
#ifndef BOOKS_REBUILD_H
#define BOOKS_REBUILD_H

#include "store/store.h"

/* Called at the beginning, from time to time, and at the end: the rows of `done` events of `all` are made. */
typedef void rebuild_progress(void *context, uint64_t done, uint64_t all);

/*
 * The store has report_store_options() and is open for writing. STATUS_INVALID with words if an event cannot be read or applied.
 * `progress` may be NULL. `events`, which may be NULL, is how many events there are.
 */
MUST_USE enum status reports_rebuild(struct store *store, rebuild_progress *progress, void *context,
                                     uint64_t *events, struct fault *fault);

#endif
