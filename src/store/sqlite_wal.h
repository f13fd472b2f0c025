/*
 * A VFS for SQLite's write-ahead log: the system's own, with cheaper commits.
 *
 * SQLite writes each page of a commit in two pieces, so one event takes seven writes. This layer buffers the pieces and
 * writes them at once, before the sync. A file that grows makes every sync write file-system metadata too; so the log grows
 * by 0.5 MiB of zeros at a time and is then overwritten. The write uses O_DIRECT and RWF_DSYNC, because a copy in the page
 * cache would have to be flushed by the sync. It writes whole blocks: the first block repeats the end of the commit before,
 * and the last is filled up with zeros. The log is then not in the page cache, so this layer keeps a copy of it in memory,
 * the mirror, from which SQLite reads at checkpoints. Beside programs that use all cores a thread may wait long after a
 * write: see store/brief.h.
 *
 *      |  block  |  block  |  block  |  block  | 0 0 0 0 | 0 0 0 0 | ...
 *      frame frame frame | frame frame | 0 0 0 0 0 0 0 0 0 0 0 0 0 0
 *      synced             gathered      not used yet                  0.5 MiB, 1 MiB ...
 *      ^ from              ^ taken      ^ to
 *
 * Invariants
 *  W1  When a sync returns, all earlier writes are in the file and on the disk. No other program reads them before that:
 *      SQLite publishes new pages only after the sync.
 *  W2  SQLite reads back what it wrote, or what another program has written since.
 *  W3  Behind the last page are zeros or pages of former rounds, which SQLite ignores because of their checksums. So
 *      everything behind the end of this round may be overwritten with zeros, and nothing before it.
 *  W4  The mirror equals the file. Another program may write between two commits of ours: either behind ours, and then our
 *      next write does not begin where the mirror ends; or from the start of the file, and then it is another round, with
 *      other salts in its header and in every page. Pages buffered for a transaction that is rolled back are discarded.
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

/* The name of the VFS, for sqlite3_open_v2(); NULL, the system's own, if memory ran out. It uses the VFS that was SQLite's
 * default at the first call. May be called from any thread. */
const char *sqlite_wal_layer(void);

/* A transaction was rolled back, or may have been: its buffered pages are discarded (W4). While a transaction is open nothing
 * is discarded. */
void sqlite_wal_forget(sqlite3 *database);

#endif
