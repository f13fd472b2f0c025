/*
 * Whether the end of a write-ahead log was torn by a crash, as it may be, or is damaged.
 *
 * SQLite reads the log up to the first page whose checksum is wrong, and takes no notice of what follows. After a crash that is
 * right: of the last commit a part may be missing. But a commit is synced before the next is written, so two commits behind
 * a wrong page were acknowledged, and something else has damaged it. SQLite would lose them without a word.
 *
 *      header | page page commit | page wrong commit | page page commit | 0 0 0 0
 *                          SQLite ends here            this was acknowledged
 *
 * What was damaged in the very last commit cannot be told from what a crash leaves. And what crashes left one after the other
 * would look like damage: who opens a torn log for writing begins a new one.
 */
#ifndef STORE_SQLITE_TORN_H
#define STORE_SQLITE_TORN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <sqlite3.h>

struct torn {
    bool torn; /* behind what SQLite takes stands something of the same round */
    bool damaged;
    uint64_t page; /* the first that is wrong, from 1; 0: the header of the log */
};

/* Looks at the log of an open database from which something has been read; another program may be writing to it. SQLITE_OK,
 * or why it cannot be read. */
int sqlite_torn(sqlite3 *database, struct torn *torn);

/* What is said of damage. */
void sqlite_torn_words(const struct torn *torn, char *words, size_t size);

#endif
