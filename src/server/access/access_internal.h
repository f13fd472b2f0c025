/*
 * What the calls (access.c) and the worker (access_worker.c) of access control share.
 *
 * The worker alone uses the store and `dummy`. Everything else is guarded by `lock`, which is never held while a hash is
 * computed or during a wait for the disk.
 */
#ifndef SERVER_ACCESS_ACCESS_INTERNAL_H
#define SERVER_ACCESS_ACCESS_INTERNAL_H

#include "server/access/access.h"

#include <pthread.h>

enum {
    ACCESS_NOTES_MAX = 1024,   /* events that wait to be written */
    ACCESS_STRANGERS_MAX = 60, /* refusals without a session that are logged in a minute */
    ACCESS_STRANGERS_MS = 60 * 1000,
    ACCESS_WHAT_SIZE = 129,
    ACCESS_PAYLOAD_SIZE = 4096, /* every character may need an escape */
};

enum access_task { TASK_SIGN_IN, TASK_CHANGE, TASK_COUNTERSIGN, TASK_SET, TASK_REMOVE, TASK_UNLOCK };

/* A log entry that nobody waits for: a sign-out or a refusal. */
struct access_note {
    enum access_event_kind kind;
    struct instant at;
    uint8_t credential, leaving;
    uint32_t missed;
    char who[ACCESS_NAME_SIZE], from[ACCESS_NAME_SIZE], what[ACCESS_WHAT_SIZE], why[ACCESS_WHAT_SIZE];
};

struct access {
    struct access_settings settings;
    struct store *store;
    bool read_only, started;
    pthread_t thread;
    struct arena reading;               /* of the event that is read */
    struct arena writing;               /* of the events that are written together */
    struct access_note *taken;          /* those that are written; as many as `notes` */
    uint64_t sequence;                  /* of the last event that was read */
    char dummy[crypto_pwhash_STRBYTES]; /* a hash of a random secret (D2) */

    pthread_mutex_t lock; /* of what follows */
    pthread_cond_t work;  /* there is work, or it is time to stop */
    pthread_cond_t done;  /* a ticket was finished */
    struct access_book book;
    struct access_sessions *sessions;
    struct access_ticket *first, **last;
    unsigned waiting;
    bool stopping;
    struct access_note *notes; /* ACCESS_NOTES_MAX of them */
    unsigned note_count;
    uint32_t missed; /* notes that did not fit or could not be written */
    struct instant strangers_since;
    unsigned strangers; /* noted since then */
};

/* Wipes the typed secret after the check. */
void access_forget_secrets(struct access_ticket *ticket);

void *access_worker(void *argument);

/* Reads new events of the stream, so that the book is up to date with the disk. For the worker, and before it starts. */
MUST_USE enum status access_catch_up(struct access *access, struct fault *fault);

#endif
