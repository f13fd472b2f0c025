/*
 * The clerk: a worker thread for long tasks that do not change the house, such as reports, pages of the log, an audit, and
 * free-play tables, so that the loop is not blocked. It does one task at a time, in order of arrival.
 */
#ifndef SERVER_API_CLERK_H
#define SERVER_API_CLERK_H

#include "base/status.h"

#include <stdbool.h>

/* A task; it belongs to the caller until it is accepted, and again when it is `done`. */
struct clerk_task {
    struct clerk_task *next;
    void (*work)(struct clerk_task *task); /* runs in the clerk's thread */
    void (*done)(struct clerk_task *task); /* in the clerk's thread too; must be short */
};

struct clerk;
MUST_USE enum status clerk_open(unsigned tasks_max, struct clerk **clerk, struct fault *fault);
void clerk_close(struct clerk *clerk); /* NULL is fine; finishes the accepted tasks */

/* False if too many tasks wait: the task still belongs to the caller. */
MUST_USE bool clerk_ask(struct clerk *clerk, struct clerk_task *task);

#endif
