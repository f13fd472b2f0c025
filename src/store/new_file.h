/*
 * A file that has its name only when it is finished.
 *
 *      begin: house.db.unfinished, locked ──> written by the caller, checked ──> finish: house.db
 *
 * Whoever finds `house.db` finds a finished file. After a crash `house.db.unfinished` is left, and the next that begins the same
 * file begins with an empty one. A file that is there is never replaced.
 */
#ifndef STORE_NEW_FILE_H
#define STORE_NEW_FILE_H

#include "base/status.h"
#include "store/address.h"

struct new_file {
    char path[STORE_PLACE_SIZE];       /* the name that it will have */
    char unfinished[STORE_PLACE_SIZE]; /* the name that it has */
    int lock;                          /* the open file, or -1 */
};

/* STATUS_INVALID if a file of the name is there, its folder is not, or another program writes the same file. */
MUST_USE enum status new_file_begin(struct new_file *file, const char *path, struct fault *fault);

/* Syncs the file, gives it its name and syncs the folder. On failure, too, the unfinished file is gone. */
MUST_USE enum status new_file_finish(struct new_file *file, struct fault *fault);

/* Removes the unfinished file. */
void new_file_abandon(struct new_file *file);

#endif
