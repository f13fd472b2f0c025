/*
 * Authentication and authorisation: who may sign in, and what each may do.
 *
 *      name, secret ──> access_sign_in ──> [ queue ] ──> worker: Argon2id, one event on disk ──> done: a session
 *      cookie       ──> access_find    ──> session ──> access_may(session, floor, right) ──> yes or no
 *
 * Staff sign in by name and password, or by badge and PIN; patrons by club number and PIN. Sign-ins, refusals and changes of
 * credentials are events in a stream of their own (access_event.h) in the store of the house. Credentials and failures are
 * read back from that stream: several programs may share it, and each reads the others' events before its next decision.
 *
 * Invariants
 *  D1  Every sign-in, every refusal and every request that the role does not allow is in the log. A session is opened only
 *      when its sign-in is on disk.
 *  D2  An unknown name gets the same answer, after the same work, as a wrong secret: the secret is verified against a dummy
 *      hash, and the name is locked by the same rule.
 *  D3  Credentials of demo mode are valid in demo mode only.
 *  D4  Permissions are those of the roles in house.yaml. They are checked here, at every request, against the current floor.
 *      A patron's session has none of them: it gives access to the data of that patron.
 *  D5  At most `queue_max` requests wait for the worker; a further one is told to try again later.
 *  D6  A password or PIN of the staff that somebody else set gives no access and no signature until its owner has changed it
 *      (access_change). So nobody can act as both of two required persons by setting the other's secret, and afterwards only
 *      the owner knows it.
 *
 * Threads: all calls may be made from any thread; only access_open, access_close and access_wait wait for the disk or compute
 * a hash. `done` is called in the worker's thread and must be short. The caller passes the time. The caller guards a floor
 * that it passes during the call.
 *
 * Ownership: a ticket belongs to its caller, who must not touch it until `done`. Arguments are copied, and secrets are wiped
 * after they are checked.
 */
#ifndef SERVER_ACCESS_ACCESS_H
#define SERVER_ACCESS_ACCESS_H

#include "house/kernel/floor.h"
#include "server/access/access_book.h"
#include "server/access/access_session.h"
#include "store/store.h"

/* Every limit and cost of signing in. */
struct access_settings {
    struct access_limit by_name, by_address;
    struct access_lifetime staff, patron;
    unsigned sessions_max, queue_max;
    unsigned long long hash_operations; /* of Argon2id, as libsodium counts them */
    size_t hash_memory;
    bool demo; /* the public credentials of demo mode are valid (D3) */
};

enum {
    ACCESS_PASSWORD_LEAST = 10,
    ACCESS_PIN_LEAST = 4, /* digits */
    ACCESS_PIN_MOST = 12,
    ACCESS_SECRET_MAX = 128,
};

/* 5 failures of a name or 20 of an address within 15 minutes lock it for 15 minutes. Staff sessions end after 30 idle minutes
 * or 12 hours, patrons' after 3 or 60 minutes. */
extern const struct access_settings access_usual;
/* The same in demo mode, with cheap hashes, because there is nothing to protect. */
extern const struct access_settings access_demo;

struct access;

/* `now` decides which failures still count. With STORE_READ_ONLY nobody can sign in. */
MUST_USE enum status access_open(struct text address, enum store_mode mode,
                                 const struct access_settings *settings, struct instant now,
                                 struct access **access, struct fault *fault);
void access_close(struct access *access); /* NULL is fine; answers pending requests */

bool access_is_demo(const struct access *access);

/* Sets who works here. Call it before anybody signs in; until then nobody works here. */
MUST_USE enum status access_know_staff(struct access *access, const struct floor *floor, struct fault *fault);

/* Somebody was appointed or dismissed: all sessions of that person end. */
MUST_USE enum status access_person_changed(struct access *access, const struct floor *floor,
                                           struct text person, struct instant now, struct fault *fault);

/* ------------------------------------------------------------------------------------------ asking */

enum access_outcome {
    ACCESS_GRANTED,
    ACCESS_DENIED,      /* unknown name or wrong secret: the answer does not say which */
    ACCESS_LOCKED_OUT,  /* until `locked_until` */
    ACCESS_SAME_PERSON, /* for a countersignature: it must be another person */
    ACCESS_MUST_CHANGE, /* `set_by` has set the secret, and `who` must change it first (D6) */
};

struct access_ticket {
    void (*done)(struct access_ticket *ticket); /* NULL: the caller uses access_wait() */
    void *context;

    enum status status; /* the answer; the rest is set if it is STATUS_OK, and otherwise the fault */
    enum access_outcome outcome;
    struct instant locked_until;
    struct access_session session; /* of a sign-in */
    struct fault fault;
    char who[ACCESS_NAME_SIZE];    /* if granted, or if it must be changed: the person, or the club number */
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

/* What somebody typed, and from where. */
struct access_login {
    enum credential_kind credential;
    struct text name; /* person, badge or club number */
    struct text secret;
    struct text from; /* the address */
};

/*
 * Each of these is accepted, and then answered by `done`, or refused at once: STATUS_NO_SPACE when too many wait, and
 * STATUS_INVALID, with a message for the user, for what cannot be a name or a secret.
 */
MUST_USE enum status access_sign_in(struct access *access, const struct access_login *login,
                                    struct instant now, struct access_ticket *ticket, struct fault *fault);

/* The same, and `fresh` replaces the secret; other sessions of the owner end. */
MUST_USE enum status access_change(struct access *access, const struct access_login *login, struct text fresh,
                                   struct instant now, struct access_ticket *ticket, struct fault *fault);

/* A second person authenticates, for an action of `first` that needs two persons. No session is opened. */
MUST_USE enum status access_countersign(struct access *access, const struct access_login *login,
                                        struct text first, struct instant now, struct access_ticket *ticket,
                                        struct fault *fault);

/*
 * Sets a credential, replacing the former one of its kind; sessions of `who` end. The caller checks whether `by` may do this
 * and whether a second person countersigned. A person who sets their own credential is `by` as well, and need not change it
 * (D6).
 */
struct access_credential {
    enum credential_kind credential;
    struct text who, secret, by;
    struct text badge;  /* of a PIN */
    struct text second; /* who countersigned; empty: nobody */
};
MUST_USE enum status access_secret_check(enum credential_kind kind, struct text secret, struct fault *fault);
MUST_USE enum status access_set(struct access *access, const struct access_credential *credential,
                                struct instant now, struct access_ticket *ticket, struct fault *fault);

/* Revokes a credential and ends the sessions of its owner; or unlocks somebody who is locked out. */
MUST_USE enum status access_remove(struct access *access, enum credential_kind credential, struct text who,
                                   struct text by, struct instant now, struct access_ticket *ticket,
                                   struct fault *fault);
MUST_USE enum status access_unlock(struct access *access, enum credential_kind credential, struct text who,
                                   struct text by, struct instant now, struct access_ticket *ticket,
                                   struct fault *fault);

/* Waits for a ticket without `done`, and returns its status. */
MUST_USE enum status access_wait(struct access *access, struct access_ticket *ticket);

/* The sign-in state of somebody. */
struct access_standing {
    bool set, demo;
    bool given; /* and not changed yet (D6) */
    char badge[ACCESS_NAME_SIZE];
    struct instant locked_until; /* 0: not locked */
};
struct access_standing access_standing_of(struct access *access, enum credential_kind kind, struct text who,
                                          struct instant now);

/* ------------------------------------------------------------------------------------------ sessions */

/* The session of a cookie; false if there is none any more. `touch`: the request comes from a person and not from a timer of
 * the page. */
bool access_find(struct access *access, struct text token, struct instant now, bool touch,
                 struct access_session *session);

void access_sign_out(struct access *access, const struct access_session *session, struct instant now);

/* Whether the request comes from a page of this session; in constant time. */
bool access_csrf_is(const struct access_session *session, struct text csrf);

unsigned access_session_count(struct access *access);

/* ------------------------------------------------------------------------------------------ permissions */

/* Rights for requests that are not commands of the floor. */
enum access_right {
    ACCESS_WORK,         /* anybody who works here */
    ACCESS_READ_FLOOR,   /* tables, rounds, hands, meters */
    ACCESS_READ_PATRONS, /* patrons and their prizes */
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

/* The permission of house.yaml that it needs; NULL: anybody who works here may. */
const char *access_right_permission(enum access_right right);

/* Whether the session has the right, by the current floor. Not logged, because pages also ask to decide what to show. */
bool access_may(const struct access_session *session, const struct floor *floor, enum access_right right);
bool access_may_do(const struct access_session *session, const struct floor *floor,
                   enum command_kind kind); /* the program sets the clock; nobody may move it */
bool access_may_ask(const struct access_session *session, const struct floor *floor,
                    enum command_kind kind); /* the same, or with a second person who countersigns */
bool access_is_patron(const struct access_session *session, struct text patron);

/* Whether a person may countersign when another sets a password or PIN: this needs the right to set one, or to authorise. */
bool access_may_stand_by(const struct floor *floor, struct text person);

/* The same for an actual attempt: a refusal is logged. */
bool access_demand(struct access *access, const struct access_session *session, const struct floor *floor,
                   enum access_right right, struct instant now);
bool access_demand_command(struct access *access, const struct access_session *session,
                           const struct floor *floor, enum command_kind kind, struct instant now);
bool access_demand_patron(struct access *access, const struct access_session *session, struct text patron,
                          struct instant now);

/* Logs refusals that were decided elsewhere: by the floor, or of a request without a session (NULL). Of the latter 60 a
 * minute are logged and the others counted. */
void access_note_refused(struct access *access, const struct access_session *session, struct text from,
                         struct text what, struct text why, struct instant now);

#endif
