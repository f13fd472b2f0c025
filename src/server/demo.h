/*
 * A demonstration: a house with people in it who play.
 *
 * The staff is that of houses/demo/staff.yaml, the patrons and what they do are made up. Everything is an ordinary command, so the
 * books of a demonstration are books like any other, and an audit of them finds nothing.
 */
#ifndef SERVER_DEMO_H
#define SERVER_DEMO_H

#include "server/service.h"

/*
 * Before the service is opened: staff with logins that everybody knows, patrons, and tables that are open, in books that have none
 * yet; what is there stays. `logins` gets what the sign-in page shows, for the caller to give back (json_decref).
 */
MUST_USE enum status demo_furnish(struct text store, json_t **logins, struct fault *fault);

/* A thread that plays, at the speed of the service's clock. */
struct demo;
MUST_USE enum status demo_start(struct service *service, struct demo **demo, struct fault *fault);
void demo_stop(struct demo *demo); /* NULL is fine */

#endif
