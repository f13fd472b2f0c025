/*
 * Shows how far a long task is, on standard error if that is a terminal.
 *
 *      making the report tables anew: 120000 of 2000000 events, 0:07 left
 *
 * A task may have several parts, one after the other: each has words of its own, and its own time.
 */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

/* Empty before the first call. */
struct progress {
    const char *doing;
    int64_t started_ms, next_ms; /* by the machine's steady clock */
};

/* Whether anybody would see it. */
bool progress_is_seen(void);

/* `doing` and `unit` are constant texts: "copying", "pages". The line of a part goes away when it is done. */
void progress_show(struct progress *progress, const char *doing, const char *unit, uint64_t done,
                   uint64_t all);

/* The line goes away, wherever the part is. */
void progress_end(struct progress *progress);

/* The line; the time that is left follows from the time spent. */
void progress_write(struct text_out *out, const char *doing, const char *unit, uint64_t done, uint64_t all,
                    int64_t spent_ms);

#endif
