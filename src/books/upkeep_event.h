/*
 * What is done with a store itself: its backups.
 *
 * These events are a stream of their own, "upkeep", beside the house's own in the same store: a backup moves no money.
 * docs/formats/upkeep.md has the shapes; a test compares it with the ones here.
 */
#ifndef BOOKS_UPKEEP_EVENT_H
#define BOOKS_UPKEEP_EVENT_H

#include "record/record.h"
#include "store/chain.h"

extern const char upkeep_stream[]; /* "upkeep" */

/* The last event of a stream, in a backup. */
struct upkeep_head {
    struct text stream;
    int64_t sequence;
    struct text hash; /* hexadecimal digits */
};

struct backup_made {
    struct instant at;
    struct text place; /* the file, with its whole path */
    int64_t bytes;
    const struct upkeep_head *heads;
    uint32_t head_count;
};

extern const struct record_shape backup_made_shape, upkeep_head_shape;

/* STATUS_INVALID if it is none of this stream. As record_read(): texts point into `payload` or the arena. */
MUST_USE enum status upkeep_event_read(struct text kind, struct text payload, struct arena *arena,
                                       struct backup_made *event, struct fault *fault);

#endif
