/*
 * Sessions: who is signed in, and until when.
 *
 * A session is opened with a token of 32 random bytes, which the browser gets as a cookie. Only its hash is kept here, so a
 * dump of the memory does not reveal usable tokens. Sessions are in memory only: after a restart everybody signs in again.
 *
 * Invariants
 *  N1  A session that has been idle too long, or has reached its maximum age, is not found any more.
 *  N2  There are at most `sessions_max`; opening another ends the one that has been idle longest.
 *  N3  Each has its own CSRF token, which only a page from this server can know.
 *
 * Nothing here uses a clock or a thread. A caller with several threads must lock around it.
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

/* A session as its owner sees it: a copy that does not change. */
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

/* Called for every session that ends, before it is removed. */
typedef void access_leaver(void *context, const struct access_session *session, enum access_leaving why,
                           struct instant now);

struct access_sessions_options {
    unsigned sessions_max;
    struct access_lifetime staff, patron;
    access_leaver *leaver; /* NULL: no callback */
    void *context;
};

MUST_USE enum status access_sessions_make(const struct access_sessions_options *options,
                                          struct access_sessions **sessions, struct fault *fault);
void access_sessions_free(struct access_sessions *sessions); /* NULL is fine */

/* Opens a session; `token` receives the value of the cookie. */
void access_sessions_open(struct access_sessions *sessions, enum credential_kind credential, struct text who,
                          struct text from, struct instant now, char token[ACCESS_TOKEN_SIZE],
                          struct access_session *session);

/* False if there is none (N1). With `touch` its idle time starts again. */
bool access_sessions_find(struct access_sessions *sessions, struct text token, struct instant now, bool touch,
                          struct access_session *session);

/* Ends the session of a number; false if there is none. */
bool access_sessions_end(struct access_sessions *sessions, uint64_t number, struct instant now);

/* Ends all sessions of a person of the staff, or of a patron. */
unsigned access_sessions_end_of(struct access_sessions *sessions, bool patron, struct text who,
                                struct instant now);

unsigned access_sessions_count(const struct access_sessions *sessions);

#endif
