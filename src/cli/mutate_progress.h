/*
 * How far a run of `cardroom mutate` is, and how long it will still take.
 *
 *      1200 of 14000 trials, 3:20 left
 *
 * A mutant of a law is tried with some hundred cases, one of a small promotion with five. So the time that is left is estimated
 * from the costs of the trials, not from their number. Trials are handed out in their order, and the first ones are taken to be done.
 *
 * The clock is the caller's. Nothing here allocates.
 */
#ifndef CLI_MUTATE_PROGRESS_H
#define CLI_MUTATE_PROGRESS_H

#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

struct mutate_progress {
    const uint32_t *costs; /* by trial; each at least 1 */
    uint32_t count, done;
    uint64_t cost_all, cost_done;
    int64_t started_ms, next_ms; /* when the next line is due */
    int64_t interval_ms;
};

/* `costs` outlives the progress. The first line is due after one interval. */
void mutate_progress_start(struct mutate_progress *progress, const uint32_t *costs, uint32_t count,
                           int64_t interval_ms, int64_t now_ms);

/* Whether a line is due, which is then in `line`; `done` never decreases. */
bool mutate_progress_line(struct mutate_progress *progress, uint32_t done, int64_t now_ms,
                          struct text_out *line);

#endif
