/*
 * Shows how far the making of report tables is (books/rebuild.h), on standard error if that is a terminal.
 *
 *      making the report tables anew: 120000 of 2000000 events, 0:07 left
 */
#ifndef CLI_REBUILDING_H
#define CLI_REBUILDING_H

#include "base/text.h"
#include "books/rebuild.h"

/* Empty before the first call. */
struct rebuilding_watch {
    int64_t started_ms, next_ms; /* by the machine's steady clock */
};

/* What is called with a watch as its context; NULL if nobody would see it. */
rebuild_progress *rebuilding_show(void);

/* The line; the time that is left follows from the time spent. */
void rebuilding_write(struct text_out *out, uint64_t done, uint64_t all, int64_t spent_ms);

#endif
