/*
 * Who may come in, and what they may do.
 *
 *      name, secret ──> access_sign_in ──> [ queue ] ──> worker: Argon2id, one event on disk ──> done: a session
 *      cookie       ──> access_find    ──> session ──> access_may(session, floor, right) ──> yes or no
 *
 * Staff sign in by name and password, or by badge and PIN; patrons by club number and PIN. What happens at the door is a
 * stream of events of its own (access_event.h) in the store of the house, and what is known of credentials and failures is
 * read back from there: several programs may share it, and each sees what the others did before its next decision.
 *
 * Invariants
 *  D1  Who signs in, is refused, or asks for what the role does not allow, is in the log. A session is opened only when its
 *      sign-in is on disk.
 *  D2  A name that nobody has gets the same answer, after the same work, as a wrong secret: it is verified against a hash of
 *      nobody's, and it is locked by the same rule.
 *  D3  Credentials of demo mode open nothing outside of it.
 *  D4  Permissions are those of the roles in house.yaml, and are asked for here, at every request, of the floor as it is now.
 *      A patron's session has none of them: it opens the data of that patron.
 *  D5  No more than `queue_max` wait for the worker; whoever comes then is told to come again.
 *  D6  A password or PIN of the staff that another has set opens nothing and signs nothing until its owner has changed it
 *      (access_change). So what needs two persons is not done by one who has set the secret of the other, and afterwards
 *      nobody but the owner knows it.
 *
 * Threads: all calls may be made from any thread; none but access_open, access_close and access_wait waits for the disk or
 * computes a hash. `done` is called in the worker's thread and must be short. Time is handed in. A floor that is handed in is
 * the caller's to guard during the call.
 *
 * Ownership: a ticket is its caller's, who leaves it alone until `done`. What was handed in is copied, and secrets are wiped
 * when they have been looked at.
 */
#ifndef SERVER_ACCESS_ACCESS_H
#define SERVER_ACCESS_ACCESS_H

#include "house/kernel/floor.h"
#include "server/access/access_book.h"
#include "server/access/access_session.h"
#include "store/store.h"

/* Every limit and cost of the door. */
struct access_settings {
    struct access_limit by_name, by_address;
    struct access_lifetime staff, patron;
    unsigned sessions_max, queue_max;
    unsigned long long hash_operations; /* of Argon2id, as libsodium counts them */
    size_t hash_memory;
    bool demo; /* credentials that everybody knows are good (D3) */
};

enum {
    ACCESS_PASSWORD_LEAST = 10,
    ACCESS_PIN_LEAST = 4, /* digits */
    ACCESS_PIN_MOST = 12,
    ACCESS_SECRET_MAX = 128,
};

/* 5 failures of a name or 20 of an address within 15 minutes lock it for 15 minutes; staff may be idle for 30 minutes and
 * stay for 12 hours, patrons for 3 and 60 minutes. */
extern const struct access_settings access_usual;
/* The same in demo mode, with cheap hashes, for there is nothing to protect. */
extern const struct access_settings access_demo;

struct access;

/* `now` says which failures still count. STORE_READ_ONLY is for looking: nobody can sign in then. */
MUST_USE enum status access_open(struct text address, enum store_mode mode,
                                 const struct access_settings *settings, struct instant now,
                                 struct access **access, struct fault *fault);
void access_close(struct access *access); /* NULL is fine; answers what is under way */

bool access_is_demo(const struct access *access);

/* Tells who works here. To be called before anybody signs in, and nobody works here until then. */
MUST_USE enum status access_know_staff(struct access *access, const struct floor *floor, struct fault *fault);

/* Somebody was appointed or dismissed: the sessions of that person end at once. */
MUST_USE enum status access_person_changed(struct access *access, const struct floor *floor,
                                           struct text person, struct instant now, struct fault *fault);

/* ------------------------------------------------------------------------------------------ asking */

enum access_outcome {
    ACCESS_GRANTED,
    ACCESS_DENIED,      /* nobody of that name, or a wrong secret: nobody is told which */
    ACCESS_LOCKED_OUT,  /* until `locked_until` */
    ACCESS_SAME_PERSON, /* of a countersignature: it must be another */
    ACCESS_MUST_CHANGE, /* `set_by` has set the secret, and `who` changes it first (D6) */
};

struct access_ticket {
    void (*done)(struct access_ticket *ticket); /* NULL: somebody calls access_wait() */
    void *context;

    enum status status; /* the answer; the rest is set if it is STATUS_OK, and otherwise the fault */
    enum access_outcome outcome;
    struct instant locked_until;
    struct access_session session; /* of a sign-in */
    struct fault fault;
    char who[ACCESS_NAME_SIZE];    /* if granted, or to be changed: the person, or the club number */
    char set_by[ACCESS_NAME_SIZE]; /* if it must be changed: who has set it */
    char token[ACCESS_TOKEN_SIZE]; /* of a sign-in: for the cookie */

    struct { /* private */
        struct access_ticket *next;
        struct instant now;
        enum credential_kind credential;
        unsigned char task;
        bool finished;
        char name[ACCESS_NAME_SIZE], from[ACCESS_NAME_SIZE], by[ACCESS_NAME_SIZE], badge[ACCESS_NAME_SIZE];
        char second[ACCESS_NAME_SIZE];
        char secret[ACCESS_SECRET_MAX + 1], fresh[ACCESS_SECRET_MAX + 1];
    } own;
};

/* What somebody typed, and where. */
struct access_login {
    enum credential_kind credential;
    struct text name; /* person, badge or club number */
    struct text secret;
    struct text from; /* the address */
};

/*
 * Each of these is accepted, and then answered by `done`, or refused at once: STATUS_NO_SPACE when too many wait, and
 * STATUS_INVALID, with words for whoever typed, for what cannot be a name or a secret.
 */
MUST_USE enum status access_sign_in(struct access *access, const struct access_login *login,
                                    struct instant now, struct access_ticket *ticket, struct fault *fault);

/* The same, and from now on `fresh` opens instead of the secret that was shown; other sessions of the owner end. */
MUST_USE enum status access_change(struct access *access, const struct access_login *login, struct text fresh,
                                   struct instant now, struct access_ticket *ticket, struct fault *fault);

/* A second person shows who he is, for something that `first` does and one alone must not. No session begins. */
MUST_USE enum status access_countersign(struct access *access, const struct access_login *login,
                                        struct text first, struct instant now, struct access_ticket *ticket,
                                        struct fault *fault);

/*
 * Gives a credential, in place of the former one of its kind; sessions of `who` end. Whether `by` may, and whether a second person
 * stood by, is the caller's to ask. Who sets an own one is `by` as well, and need not change it (D6).
 */
struct access_credential {
    enum credential_kind credential;
    struct text who, secret, by;
    struct text badge;  /* of a PIN */
    struct text second; /* who stood by; empty: nobody */
};
MUST_USE enum status access_secret_check(enum credential_kind kind, struct text secret, struct fault *fault);
MUST_USE enum status access_set(struct access *access, const struct access_credential *credential,
                                struct instant now, struct access_ticket *ticket, struct fault *fault);

/* Takes a credential away, and ends the sessions of whoever had it; or lets somebody try again who is locked out. */
MUST_USE enum status access_remove(struct access *access, enum credential_kind credential, struct text who,
                                   struct text by, struct instant now, struct access_ticket *ticket,
                                   struct fault *fault);
MUST_USE enum status access_unlock(struct access *access, enum credential_kind credential, struct text who,
                                   struct text by, struct instant now, struct access_ticket *ticket,
                                   struct fault *fault);

/* Waits for a ticket without `done`, and returns its status. */
MUST_USE enum status access_wait(struct access *access, struct access_ticket *ticket);

/* How somebody stands at the door. */
struct access_standing {
    bool set, demo;
    bool given; /* and not changed yet (D6) */
    char badge[ACCESS_NAME_SIZE];
    struct instant locked_until; /* 0: not locked */
};
struct access_standing access_standing_of(struct access *access, enum credential_kind kind, struct text who,
                                          struct instant now);

/* ------------------------------------------------------------------------------------------ sessions */

/* The session of a cookie; false if there is none any more. `touch`: a person asked, not the page by itself. */
bool access_find(struct access *access, struct text token, struct instant now, bool touch,
                 struct access_session *session);

void access_sign_out(struct access *access, const struct access_session *session, struct instant now);

/* Whether the request comes from a page of this session; in constant time. */
bool access_csrf_is(const struct access_session *session, struct text csrf);

unsigned access_session_count(struct access *access);

/* ------------------------------------------------------------------------------------------ permissions */

/* What is not a command of the floor, but needs leave. */
enum access_right {
    ACCESS_WORK,         /* whoever works here */
    ACCESS_READ_FLOOR,   /* tables, rounds, hands, meters */
    ACCESS_READ_PATRONS, /* who they are, and what they have won */
    ACCESS_READ_OFFICE,  /* funds, reports, the log */
    ACCESS_AUDIT,        /* to have the store audited */
    ACCESS_POST_OFFERS,  /* drafts and checks of offers */
    ACCESS_MANAGE_STAFF, /* credentials of staff, and who is locked out */
    ACCESS_MANAGE_PINS,  /* the PINs of patrons */
    ACCESS_PAY,          /* slips and win pages */
    ACCESS_DRAW,         /* the stage */
    ACCESS_ADJUST,       /* the accounts of an offer */
    ACCESS_RIGHTS
};

const char *access_right_name(enum access_right right); /* "read office" */

/* The permission of house.yaml that it needs; NULL: whoever works here. */
const char *access_right_permission(enum access_right right);

/* Whether, by the floor as it is now. Says nothing to the log: it is also asked to know what a page should show. */
bool access_may(const struct access_session *session, const struct floor *floor, enum access_right right);
bool access_may_do(const struct access_session *session, const struct floor *floor,
                   enum command_kind kind); /* the clock is the program's own, and nobody's to move */
bool access_may_ask(const struct access_session *session, const struct floor *floor,
                    enum command_kind kind); /* the same, also if only with a second person who signs */
bool access_is_patron(const struct access_session *session, struct text patron);

/* Whether a person may stand by when another gives somebody a password or PIN: who may give one, or authorise. */
bool access_may_stand_by(const struct floor *floor, struct text person);

/* The same, asked by somebody who wants to do it: that it was refused is in the log. */
bool access_demand(struct access *access, const struct access_session *session, const struct floor *floor,
                   enum access_right right, struct instant now);
bool access_demand_command(struct access *access, const struct access_session *session,
                           const struct floor *floor, enum command_kind kind, struct instant now);
bool access_demand_patron(struct access *access, const struct access_session *session, struct text patron,
                          struct instant now);

/* For refusals by others than these: the floor, or a request without a session (NULL), of which 60 a minute are noted and the
 * others counted. */
void access_note_refused(struct access *access, const struct access_session *session, struct text from,
                         struct text what, struct text why, struct instant now);

#endif
