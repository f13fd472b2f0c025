/*
 * A demonstration: a house with people in it who play.
 *
 *      demo_furnish    staff with logins, patrons, and some hours that have passed at the tables, before anybody looks
 *      demo_start      a thread that lets them play on while the service runs
 *
 * The staff is that of the staff.yaml beside the house.yaml, the patrons and what they do are made up (demo_play.h). Everything
 * is an ordinary command, so the books of a demonstration are books like any other, and an audit of them finds nothing.
 *
 * Two demonstrations with the same seed that begin at the same time are alike: their events are, byte by byte.
 */
#ifndef DEMO_DEMO_H
#define DEMO_DEMO_H

#include "demo/demo_play.h"
#include "server/service.h"

/* Books that are begun for a demonstration are begun so long before it, so that there is something to be seen. */
enum { DEMO_HISTORY_MS = 4 * 60 * 60 * 1000 };

struct demo_options {
    struct text store;         /* address; the house was opened in it */
    const struct house *house; /* as its file says: staff.yaml is beside it; during demo_furnish() only */
    struct instant now;
    uint64_t seed;
};

struct demo;

/*
 * Before the service is opened: what is missing of staff and logins, and in books without patrons also those, and what happened
 * between the opening of the books and `now`. What is there stays.
 *
 * The books are new, or those of a demonstration: all who can sign in do so with its credentials. Others are refused with
 * STATUS_INVALID and stay as they are, because nothing that is played could ever be taken out of them.
 */
MUST_USE enum status demo_furnish(const struct demo_options *options, struct demo **demo,
                                  struct fault *fault);
void demo_close(struct demo *demo); /* NULL is fine; stops it */

/* What the sign-in page shows: a list of objects with person, name, role, badge, password and pin. The demo's. */
json_t *demo_logins(const struct demo *demo);
const struct demo_figures *demo_figures(const struct demo *demo); /* not while it plays */

/* A thread that plays, at the speed of the service's clock, from now until demo_stop(), which comes before service_close(). */
MUST_USE enum status demo_start(struct demo *demo, struct service *service, struct fault *fault);
void demo_stop(struct demo *demo); /* NULL is fine, and so is one that does not play */

/* Plays on without a service, as fast as it goes, until the clock of the house shows `until`. */
MUST_USE enum status demo_pass(struct demo *demo, const struct demo_pace *pace, struct instant until,
                               struct fault *fault);

#endif
