/*
 * Sessions: who is signed in, and for how long.
 *
 * A session is opened with a token of 32 random bytes, which goes to the browser as a cookie; here only its hash is kept, so
 * that whoever reads our memory or a dump of it cannot use it. Sessions are in memory only: when the program starts again,
 * everybody signs in again.
 *
 * Invariants
 *  N1  A session that has been idle for its time, or is as old as sessions get, is not found any more.
 *  N2  There are at most `sessions_max`; when another is opened, the one that has been idle longest goes.
 *  N3  Each has a token against forged requests of its own (CSRF), which only a page that this server sent can know.
 *
 * Nothing here knows a clock or a thread. Who uses it from several threads locks around it.
 */
#ifndef SERVER_ACCESS_ACCESS_SESSION_H
#define SERVER_ACCESS_ACCESS_SESSION_H

#include "base/calendar.h"
#include "books/access_event.h"

enum {
    ACCESS_NAME_MAX = 64, /* bytes of a person, badge, club number or address */
    ACCESS_NAME_SIZE = ACCESS_NAME_MAX + 1,
    ACCESS_TOKEN_BYTES = 32,
    ACCESS_TOKEN_SIZE = 2 * ACCESS_TOKEN_BYTES + 1, /* in hexadecimal digits */
};

/* A session as its owner sees it: a copy, that stays as it is. */
struct access_session {
    uint64_t number; /* from 1; never used twice while the program runs */
    enum credential_kind credential;
    char who[ACCESS_NAME_SIZE]; /* the person, or the club number of a patron */
    char from[ACCESS_NAME_SIZE];
    char csrf[ACCESS_TOKEN_SIZE];
    struct instant began, seen;
};

struct access_lifetime {
    int64_t idle_ms, most_ms;
};

struct access_sessions;

/* Told of every session that ends, before it is gone. */
typedef void access_leaver(void *context, const struct access_session *session, enum access_leaving why,
                           struct instant now);

struct access_sessions_options {
    unsigned sessions_max;
    struct access_lifetime staff, patron;
    access_leaver *leaver; /* NULL: nobody is told */
    void *context;
};

MUST_USE enum status access_sessions_make(const struct access_sessions_options *options,
                                          struct access_sessions **sessions, struct fault *fault);
void access_sessions_free(struct access_sessions *sessions); /* NULL is fine */

/* Opens a session; `token` gets what the cookie holds. */
void access_sessions_open(struct access_sessions *sessions, enum credential_kind credential, struct text who,
                          struct text from, struct instant now, char token[ACCESS_TOKEN_SIZE],
                          struct access_session *session);

/* False if there is none (N1). With `touch` it is idle from now on. */
bool access_sessions_find(struct access_sessions *sessions, struct text token, struct instant now, bool touch,
                          struct access_session *session);

/* Ends the session of a number; false if there is none. */
bool access_sessions_end(struct access_sessions *sessions, uint64_t number, struct instant now);

/* Ends all sessions of a person of the staff, or of a patron. */
unsigned access_sessions_end_of(struct access_sessions *sessions, bool patron, struct text who,
                                struct instant now);

unsigned access_sessions_count(const struct access_sessions *sessions);

#endif
