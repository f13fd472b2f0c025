/*
 * The clerk: a thread for what takes long and changes nothing of the house, such as reports, pages of the log, an audit, and
 * tables that people play at for nothing, so that the loop goes on meanwhile. One thing at a time, in the order of asking.
 */
#ifndef SERVER_API_CLERK_H
#define SERVER_API_CLERK_H

#include "base/status.h"

#include <stdbool.h>

/* Something to do; the caller's until it is taken on, and again when it is `done`. */
struct clerk_task {
    struct clerk_task *next;
    void (*work)(struct clerk_task *task); /* in the clerk's thread */
    void (*done)(struct clerk_task *task); /* there as well; short */
};

struct clerk;
MUST_USE enum status clerk_open(unsigned tasks_max, struct clerk **clerk, struct fault *fault);
void clerk_close(struct clerk *clerk); /* NULL is fine; finishes what was taken on */

/* False if too much waits: the task is still the caller's. */
MUST_USE bool clerk_ask(struct clerk *clerk, struct clerk_task *task);

#endif
