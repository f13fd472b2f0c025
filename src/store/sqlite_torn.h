/*
 * Decides whether the end of a write-ahead log was torn by a crash, which is normal, or is damaged. It only reads.
 *
 * SQLite reads the log up to the first page with a wrong checksum, and ignores the rest. After a crash that is right: a part
 * of the last commit may be missing. But an append is synced before the next one is written. So if a wrong page is in an append
 * or before it, and this append and one behind it are whole, the first of them was acknowledged, and the page was damaged by
 * something else. SQLite would lose it silently.
 *
 *      header | page page append | page wrong append | page page append | 0 0 0 0
 *                          SQLite ends here            so this was acknowledged
 *
 * A healthy store is never called damaged:
 *  T1  The pages behind the wrong one must continue its stored checksum, each the one before. The remains of an earlier crash
 *      do not: other pages stood before them when they were written.
 *  T2  A header is wrong after a crash only when a new round of the log began, and then all pages of the round before are in
 *      the database. A wrong header is damage only if a page behind it is not in the database.
 *  T3  Other programs may write to the file without syncing each commit (synchronous = NORMAL), and a crash may tear any of these
 *      commits. So only appends count, which change the page with the heads of the streams.
 *
 * Damage in the last append, in the last page of the one before, or in the number of its page of heads, looks the same as a crash.
 */
#ifndef STORE_SQLITE_TORN_H
#define STORE_SQLITE_TORN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <sqlite3.h>

struct torn {
    bool damaged;
    uint64_t page; /* the first wrong page, from 1; 0: the header of the log */
};

/* Reads the log of an open database from which something has been read; another program may be writing to it. Returns
 * SQLITE_OK, or why the log cannot be read. */
int sqlite_torn(sqlite3 *database, struct torn *torn);

/* The message about the damage. */
void sqlite_torn_words(const struct torn *torn, char *words, size_t size);

#endif
