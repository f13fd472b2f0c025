/*
 * The door from inside: what its calls (access.c) and its worker (access_worker.c) share.
 *
 * The store and `dummy` are the worker's from start to end. Everything else is guarded by `lock`, which is never held while a
 * hash is computed or the disk is waited for.
 */
#ifndef SERVER_ACCESS_ACCESS_INTERNAL_H
#define SERVER_ACCESS_ACCESS_INTERNAL_H

#include "server/access/access.h"

#include <pthread.h>

enum {
    ACCESS_NOTES_MAX = 1024,   /* events that wait to be written */
    ACCESS_STRANGERS_MAX = 60, /* refusals of nobody in particular that are noted in a minute */
    ACCESS_STRANGERS_MS = 60 * 1000,
    ACCESS_WHAT_SIZE = 129,
    ACCESS_PAYLOAD_SIZE = 4096, /* every letter may need an escape */
};

enum access_task { TASK_SIGN_IN, TASK_CHANGE, TASK_COUNTERSIGN, TASK_SET, TASK_REMOVE, TASK_UNLOCK };

/* Something for the log that nobody waits for: somebody left, or was refused. */
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
    char dummy[crypto_pwhash_STRBYTES]; /* a hash of nobody's secret (D2) */

    pthread_mutex_t lock; /* of what follows */
    pthread_cond_t work;  /* there is something to do, or it is time to stop */
    pthread_cond_t done;  /* a ticket was finished */
    struct access_book book;
    struct access_sessions *sessions;
    struct access_ticket *first, **last;
    unsigned waiting;
    bool stopping;
    struct access_note *notes; /* ACCESS_NOTES_MAX of them */
    unsigned note_count;
    uint32_t missed; /* notes for which there was no room, or that could not be written */
    struct instant strangers_since;
    unsigned strangers; /* noted since then */
};

/* What was typed has been looked at. */
void access_forget_secrets(struct access_ticket *ticket);

void *access_worker(void *argument);

/* Reads what is new in the stream, so that the book is what the disk has. For the worker, and before there is one. */
MUST_USE enum status access_catch_up(struct access *access, struct fault *fault);

#endif
