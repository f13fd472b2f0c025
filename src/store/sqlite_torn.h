/*
 * Decides whether the end of a write-ahead log was torn by a crash, which is normal, or is damaged.
 *
 * SQLite reads the log up to the first page with a wrong checksum, and ignores the rest. After a crash that is right: a part
 * of the last commit may be missing. But a commit is synced before the next one is written. So if two commits follow a wrong
 * page, they were acknowledged and the page was damaged by something else. SQLite would lose them silently.
 *
 *      header | page page commit | page wrong commit | page page commit | 0 0 0 0
 *                          SQLite ends here            this was acknowledged
 *
 * Damage in the very last commit looks the same as a crash. And the remains of several crashes would look like damage, so a
 * program that opens a torn log for writing starts a new log.
 */
#ifndef STORE_SQLITE_TORN_H
#define STORE_SQLITE_TORN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <sqlite3.h>

struct torn {
    bool torn; /* frames of the same round follow the last one that SQLite accepts */
    bool damaged;
    uint64_t page; /* the first wrong page, from 1; 0: the header of the log */
};

/* Reads the log of an open database from which something has been read; another program may be writing to it. Returns
 * SQLITE_OK, or why the log cannot be read. */
int sqlite_torn(sqlite3 *database, struct torn *torn);

/* The message about the damage. */
void sqlite_torn_words(const struct torn *torn, char *words, size_t size);

#endif
