/*
 * The file layer under SQLite's write-ahead log: the system's own, but for what a commit pays for dearly.
 *
 * SQLite writes each page of a commit in two pieces, so that one event is seven writes. Here the pieces are gathered, and
 * one write takes them to the file, before the sync. And a file that grows makes every sync write the file system's books
 * as well. Here the log grows by zeros, half a megabyte at a time, and is written over from then on. The write goes past the
 * system's cache, to which it would be lent and then asked back by the sync: whole blocks, the first of which holds the end of
 * the commit before and the last of which is filled up with zeros. Then nobody has the log in memory but we do, in a mirror, from
 * which SQLite reads back what it takes over into the database.
 * And beside programs that compute, who has computed too waits long for the end of a write: see store/brief.h.
 *
 *      |  block  |  block  |  block  |  block  | 0 0 0 0 | 0 0 0 0 | ...
 *      frame frame frame | frame frame | 0 0 0 0 0 0 0 0 0 0 0 0 0 0
 *      synced             gathered      not used yet                  0.5 MiB, 1 MiB ...
 *      ^ from              ^ taken      ^ to
 *
 * Invariants
 *  W1  When a sync returns, all that anybody wrote before is in the file and on the disk. Nobody else looks at it sooner: SQLite says
 *      that there are new pages only after the sync.
 *  W2  What SQLite reads back is what it wrote, or what another program has written since.
 *  W3  Behind the last page are zeros or pages of former rounds. SQLite knows by their checksums that they do not count. So whatever
 *      is behind the end of all that was written in this round may be written over with zeros, and nothing before it.
 *  W4  The mirror is what the file holds. Another program may write to it between two commits of ours: behind ours, and then the next
 *      does not begin where the mirror ends; or from the beginning, and then it is another round, with other salts in its
 *      header and in every page. What was gathered for a transaction that is taken back is forgotten.
 */
#ifndef STORE_SQLITE_WAL_H
#define STORE_SQLITE_WAL_H

#include <sqlite3.h>

/* The format of the log: https://www.sqlite.org/fileformat2.html#the_write_ahead_log */
enum {
    WAL_HEADER_SIZE = 32, /* magic, format, size of a page, round, two salts, checksum */
    WAL_SALTS_AT = 16,    /* in the header */
    WAL_FRAME_SIZE =
        24, /* number of the page, pages of the file if this ends a commit, two salts, checksum */
    WAL_FRAME_SALTS_AT = 8, /* in the header of a page */
    WAL_SALTS_SIZE = 8,
};

/* The name of the layer, for sqlite3_open_v2(); NULL, the system's own, if there is no memory for it. It stands on the layer
 * that was SQLite's default at the first call. May be called from any thread. */
const char *sqlite_wal_layer(void);

/* A transaction was taken back, or may have been: what it wrote is not to get to the file any more (W4). Where one is under way still
 * nothing is forgotten. */
void sqlite_wal_forget(sqlite3 *database);

#endif
