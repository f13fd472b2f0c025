/*
 * The file layer under SQLite's write-ahead log: the system's own, but for three things that a commit pays for dearly.
 *
 * SQLite writes each page of a commit in two pieces, so that one event is seven writes. Here the pieces are gathered, and
 * one write takes them to the file, before the sync. And a file that grows makes every sync write the file system's books
 * as well. Here the log grows by zeros, half a megabyte at a time, and is written over from then on.
 * And beside programs that compute, who has computed too waits long for the end of a write: see store/brief.h.
 *
 *      frame frame frame | frame frame frame | 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 |
 *      synced             gathered            not used yet                     0.5 MiB, 1 MiB ...
 *
 * Invariants
 *  W1  When a sync returns, all that was written before is in the file. Nobody else looks at it sooner: SQLite says that
 *      there are new pages only after the sync.
 *  W2  What SQLite reads back is what it wrote.
 *  W3  Behind the last page are zeros or pages of former rounds. SQLite knows by their checksums that they do not count.
 */
#ifndef STORE_SQLITE_WAL_H
#define STORE_SQLITE_WAL_H

/* The name of the layer, for sqlite3_open_v2(); NULL, the system's own, if there is no memory for it. It stands on the layer
 * that was SQLite's default at the first call. May be called from any thread. */
const char *sqlite_wal_layer(void);

#endif
