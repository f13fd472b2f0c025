/*
 * A demonstration: a house with simulated staff and players.
 *
 *      demo_furnish    creates staff with logins, patrons, and some hours of play at the tables, before anybody looks
 *      demo_start      starts a thread that goes on playing while the service runs
 *
 * The staff comes from the staff.yaml beside the house.yaml; the patrons and their actions are made up (demo_play.h).
 * Everything is an ordinary command, so an audit of the books of a demonstration finds nothing.
 *
 * Two demonstrations with the same seed and start time have the same events, byte by byte.
 */
#ifndef DEMO_DEMO_H
#define DEMO_DEMO_H

#include "demo/demo_play.h"
#include "server/service.h"

/* The books of a new demonstration start this long before it, so that there is something to see. */
enum { DEMO_HISTORY_MS = 4 * 60 * 60 * 1000 };

struct demo_options {
    struct text store;         /* address; the house was opened in it */
    const struct house *house; /* as in its file: staff.yaml is beside it; during demo_furnish() only */
    struct instant now;
    uint64_t seed;
    const char
        *log_key; /* the file of the key of the log, as long as the demo lives; NULL: beside the store */
};

struct demo;

/*
 * Before the service is opened: adds missing staff and logins and, in books without patrons, also those and the play between
 * the opening of the books and `now`. Existing data stays.
 *
 * The books must be new or those of a demonstration: everybody who can sign in does so with demo credentials. Other books are
 * refused with STATUS_INVALID and not changed, because simulated play could never be removed from them.
 */
MUST_USE enum status demo_furnish(const struct demo_options *options, struct demo **demo,
                                  struct fault *fault);
void demo_close(struct demo *demo); /* NULL is fine; stops it */

/* The data of the sign-in page: a list of objects with person, name, role, badge, password and pin. The demo's. */
json_t *demo_logins(const struct demo *demo);
const struct demo_figures *demo_figures(const struct demo *demo); /* not while it plays */

/* Starts a thread that plays at the speed of the service's clock until demo_stop(). Call demo_stop() before service_close(). */
MUST_USE enum status demo_start(struct demo *demo, struct service *service, struct fault *fault);
void demo_stop(struct demo *demo); /* NULL is fine, and so is one that does not play */

/* Plays without a service, as fast as possible, until the clock of the house shows `until`. */
MUST_USE enum status demo_pass(struct demo *demo, const struct demo_pace *pace, struct instant until,
                               struct fault *fault);

#endif
