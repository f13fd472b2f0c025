/*
 * Backups of a store, and moving it to another place.
 *
 *      backup   store ──> FILE.unfinished ──> audit: no findings ──> FILE ──> event backup-made in the store
 *      copy     store ──> another store, of either kind ──> audit
 *
 * Invariants
 *  B1  A file has the name of a backup only after the audit of that file found nothing.
 *  B2  Nothing that is there is replaced.
 *  B3  Whoever uses the store goes on meanwhile. The backup is the store as it was at one moment.
 *  B4  The store says that a backup was made (upkeep_event.h) only after the file has its name and is on disk.
 */
#ifndef BOOKS_BACKUP_H
#define BOOKS_BACKUP_H

#include "books/audit.h"
#include "books/upkeep_event.h"
#include "store/copy.h"

enum backup_stage { BACKUP_COPYING, BACKUP_CHECKING };

/* Called from time to time: `done` of `all` steps of a stage are done. May be NULL. */
typedef void backup_progress(void *context, enum backup_stage stage, uint64_t done, uint64_t all);

struct backup_options {
    struct text store;  /* address */
    struct text to;     /* backup: a file, or sqlite:FILE; copy: an address */
    struct instant now; /* for the event */
    backup_progress *progress;
    void *context;
};

struct backup {
    bool made;                  /* the file or store is there, complete */
    uint64_t bytes;             /* of the file of a backup */
    char place[1024];           /* of the file of a backup, with its whole path */
    struct store_copied copied; /* of a copy */
    struct audit audit;         /* of the file or store that was made */
};

/*
 * STATUS_OK with findings of the audit means that no backup was made. If a backup was made and only the event could not be written,
 * the status says so, and `made` is true.
 */
MUST_USE enum status backup_make(const struct backup_options *options, struct backup *backup,
                                 struct fault *fault);

/* Findings of the audit are those of the source: the copy is the same, event by event. */
MUST_USE enum status backup_copy(const struct backup_options *options, struct backup *backup,
                                 struct fault *fault);

/* The last backup that the store knows of; texts are in the arena. `found` is false if there is none. */
MUST_USE enum status backup_last(struct text store, struct arena *arena, struct backup_made *last,
                                 bool *found, struct fault *fault);

#endif
