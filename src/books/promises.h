/*
 * Checkpoints that somebody kept: what a store promised to contain (docs/formats/checkpoints.md). An audit compares them with the store.
 */
#ifndef BOOKS_PROMISES_H
#define BOOKS_PROMISES_H

#include "store/leaves.h"
#include "tree/note.h"

struct kept_promise {
    const char *file; /* as it was named */
    unsigned line;
    char origin[NOTE_NAME_MAX + 1];
    uint64_t size;
    struct tree_hash root;
    const char *wrong; /* of its signature or origin, for the key; NULL: right, or there is no key */
    bool contained;    /* set by the audit */
};

struct promises {
    struct note_key key;
    bool has_key; /* each must be signed with the key */
    struct kept_promise *of;
    size_t count, room;
    uint64_t cut; /* notes that were cut off at the end of a file */
};

/* Adds those of a file, which must have at least one. The name must live as long as the promises. */
MUST_USE enum status promises_read(struct promises *promises, const char *file, struct fault *fault);
void promises_sort(struct promises *promises); /* by their sizes */
void promises_release(struct promises *promises);

#endif
