/*
 * The events of sign-in: credentials that are set and removed, and persons who sign in, are refused, are locked out or sign out.
 *
 * These events are a stream of their own, "access", beside the house's own in the same store: who signed in is no part of
 * the books, and hashes of passwords do not belong where auditors read about money. docs/formats/access.md has the shapes;
 * a test compares it with those here.
 *
 * A secret is never in an event, only its Argon2id hash. A name that nobody has is not written either: people sometimes
 * type their password where the name belongs.
 */
#ifndef BOOKS_ACCESS_EVENT_H
#define BOOKS_ACCESS_EVENT_H

#include "record/record.h"

extern const char access_stream[]; /* "access" */

/* How somebody shows who he is. */
enum credential_kind {
    CREDENTIAL_PASSWORD,   /* staff: person and password */
    CREDENTIAL_PIN,        /* staff: badge and PIN */
    CREDENTIAL_PATRON_PIN, /* a patron: club number and PIN */
    CREDENTIAL_KINDS
};
extern const char *const credential_words[]; /* ends with NULL */

/* Why a sign-in was refused. */
enum access_refusal {
    REFUSAL_WRONG,
    REFUSAL_UNKNOWN,        /* nobody has the name */
    REFUSAL_NOT_HERE,       /* the secret may be right, but the person does not work here any more */
    REFUSAL_LOCKED,         /* too many failures of the name before */
    REFUSAL_ADDRESS_LOCKED, /* too many failures from the address before */
    REFUSAL_SAME_PERSON,    /* a second person was asked for */
    REFUSAL_GIVEN,          /* another has set the secret: its owner changes it first */
};

/* Why a session ended. */
enum access_leaving {
    LEAVING_ASKED,
    LEAVING_IDLE,
    LEAVING_TOO_LONG,
    LEAVING_CHANGED, /* dismissed, in another role, or with another credential */
    LEAVING_CROWDED, /* another session needed the room */
};

enum access_event_kind {
    ACCESS_CREDENTIAL_SET,
    ACCESS_CREDENTIAL_REMOVED,
    ACCESS_SIGNED_IN,
    ACCESS_SIGN_IN_REFUSED,
    ACCESS_COUNTERSIGNED,
    ACCESS_LOCKED,
    ACCESS_UNLOCKED,
    ACCESS_SIGNED_OUT,
    ACCESS_REFUSED,
    ACCESS_EVENT_KINDS
};

/* Each kind uses the fields of its shape; the others are empty. */
struct access_event {
    enum access_event_kind kind;
    uint32_t missed;
    struct instant at, until;
    struct text who; /* a person of the staff or, with a patron's PIN, a club number */
    struct text badge, hash, by, second, from, what, why;
    uint8_t credential, refusal, leaving;
    bool demo;
};

const struct record_shape *access_event_shape(enum access_event_kind kind);

void access_event_write(struct text_out *out, const struct access_event *event);

/* `kind` is the name of the shape. As record_read(): texts point into `payload` or the arena. */
MUST_USE enum status access_event_read(struct text kind, struct text payload, struct arena *arena,
                                       struct access_event *event, struct fault *fault);

#endif
