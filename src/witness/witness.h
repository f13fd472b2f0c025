/*
 * A witness: watches the log of a house from another machine, and cosigns what only grew (docs/formats/checkpoints.md).
 *
 * Invariants
 *  W1  A checkpoint is cosigned only if it is signed with the key of the log that the witness was given, and contains the last one that the
 *      witness has seen.
 *  W2  What is cosigned is on disk before anybody is given the cosignature. Of two checkpoints of one size only one is ever cosigned.
 *  W3  Everything that was seen is kept: good checkpoints in `seen`, everything else with its bytes in `alarms`. Both only grow.
 *  W4  Answers come from outside: none of any length or content does more than raise an alarm.
 *
 * The folder of a witness:
 *
 *      key        the secret key of the witness, one line; mode 0600
 *      log.vkey   the public key of the log, as it was given first
 *      seen       the checkpoints, each with the cosignature: a file of checkpoints, which `cardroom audit --checkpoint` takes
 *      alarms     one JSON object a line: at, kind, words, events and root of the last that was seen, and what was answered
 *
 * One thread, and one process at a time: the folder is locked.
 */
#ifndef WITNESS_WITNESS_H
#define WITNESS_WITNESS_H

#include "tree/note.h"

enum {
    WITNESS_PATH_MAX = 4096,
    WITNESS_ANSWER_MAX = 128 << 10, /* bytes of an answer; a longer one is none */
    WITNESS_WORDS_SIZE = 512,
    WITNESS_AGAIN_SECONDS = 60 * 60, /* what has not grown is cosigned again after this time */
};

/* ------------------------------------------------------------------------------------------ asking */

struct witness_answer {
    unsigned code; /* of HTTP */
    size_t size;
    char bytes[WITNESS_ANSWER_MAX + 1];
};

/* Asks the house: GET, or POST if there is a body. False, and why, if there was no answer in time, or one that is too long. */
typedef bool witness_ask(void *context, const char *path, struct text body, struct witness_answer *answer,
                         struct text_out *why);

struct witness_http;

/* Asks over HTTP or HTTPS. `authorities` is a file of certificates, or NULL: those of the system. */
MUST_USE enum status witness_http_open(const char *url, const char *authorities, unsigned timeout_seconds,
                                       struct witness_http **http, struct fault *fault);
void witness_http_close(struct witness_http *http); /* NULL is fine */
witness_ask witness_http_ask;                       /* its context is the struct witness_http */

/* ------------------------------------------------------------------------------------------ witness */

enum witness_result {
    WITNESS_COSIGNED,    /* it grew, or an hour has passed; the house keeps the cosignature */
    WITNESS_NOTHING_NEW, /* it is as it was */
    WITNESS_NOT_KEPT,    /* it only grew and was cosigned; the house did not take the cosignature */
    WITNESS_NO_ANSWER,   /* nobody answered, or not in time, or not as a log does */
    WITNESS_REFUSED,     /* it is not the log that it was: nothing is cosigned */
};

struct witness_options {
    const char *folder;
    const char *log_key; /* public form; NULL: as it was given before */
    const char *name;    /* of a new key; NULL: one is made */
};

struct witness_report {
    enum witness_result result;
    const char *kind; /* of the alarm; NULL: none was raised */
    char words[WITNESS_WORDS_SIZE];
};

struct witness_state {
    struct note_key key, log;
    uint64_t size; /* of the last checkpoint that was seen; 0: none */
    struct tree_hash root;
    uint64_t cosigned_at; /* seconds since 1970 */
    uint64_t alarms;      /* in all */
};

struct witness;

/*
 * Opens the folder, or makes it. Fails if another process has it, if the key can be read by others or is missing where something was seen, if
 * the key of the log is another one than before, or if `seen` has something that was not signed.
 */
MUST_USE enum status witness_open(const struct witness_options *options, struct witness **witness,
                                  struct fault *fault);
void witness_close(struct witness *witness); /* NULL is fine */
void witness_look(const struct witness *witness, struct witness_state *state);

/* Asks once. Fails only if the folder cannot be written; nothing was cosigned then. `now` is in seconds since 1970. */
MUST_USE enum status witness_watch(struct witness *witness, witness_ask *ask, void *context, uint64_t now,
                                   struct witness_report *report, struct fault *fault);

#endif
