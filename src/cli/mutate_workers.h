/*
 * Trials in several processes: each worker has the documents and cases in its own memory, takes one trial after the other, and
 * answers with the verdict.
 *
 *      parent ── number of a trial ──> worker      (a socket for each)
 *      parent <── its verdict ──────── worker
 *
 * A worker that stops in the middle of a trial, or takes longer than MUTATE_SECONDS_MAX, costs that trial alone: its verdict says so,
 * and another worker goes on.
 */
#ifndef CLI_MUTATE_WORKERS_H
#define CLI_MUTATE_WORKERS_H

#include "base/status.h"
#include "mutate/trial.h"

#include <stdint.h>

enum { MUTATE_WORKERS_MAX = 256, MUTATE_SECONDS_MAX = 120 };

struct mutate_work {
    void *context;
    /* Called in a worker. */
    void (*judge)(void *context, uint32_t trial, struct trial_verdict *verdict);
    uint32_t count;
    struct trial_verdict *verdicts; /* by trial */
    bool *broken;                   /* by trial: the worker stopped in it */
    unsigned workers;
    /* Called in the parent after each trial, and at least once a second; NULL if nobody wants to know. */
    void (*progress)(void *context, uint32_t done);
};

/* STATUS_IO if there are no processes or sockets to be had. */
MUST_USE enum status mutate_work(struct mutate_work *work, struct fault *fault);

#endif
