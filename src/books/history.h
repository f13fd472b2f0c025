/*
 * What an account held over a period, as steps: from `at` on it held `cents`, until the next step.
 *
 * The movements of the period are unwound from what the account holds now, the newest first, so that only the events of the
 * period are read and not the whole log.
 *
 *  Y1  The first step stands at the beginning of the period, and the last one is what the account holds now.
 *  Y2  The period is cut into HISTORY_SLICES equal slices of time; of each in which the account changed, the last change is
 *      a step, with its own moment. Nothing is drawn between steps: a win is a step down and not a slope.
 *
 * Memory does not grow with the log. Nothing is written. One thread.
 */
#ifndef BOOKS_HISTORY_H
#define BOOKS_HISTORY_H

#include "base/calendar.h"
#include "funds/ledger.h"
#include "store/store.h"

enum { HISTORY_SLICES = 400, HISTORY_STEPS_MAX = HISTORY_SLICES + 1 };

struct history_request {
    account_id account;
    int64_t cents;     /* what it holds after the event `sequence` */
    uint64_t sequence; /* of an event that is in the store */
    struct instant from, to;
};

struct history_step {
    struct instant at;
    int64_t cents;
};

struct history {
    struct history_step steps[HISTORY_STEPS_MAX]; /* the oldest first */
    unsigned count;
};

/* Reads the stream backwards until the period begins. `to` must be after `from`. */
MUST_USE enum status history_read(struct store *store, struct text stream,
                                  const struct history_request *request, struct history *history,
                                  struct fault *fault);

#endif
