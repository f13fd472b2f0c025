/*
 * Inside the keeper: what doing one command at a time (keeper.c) and many at a time (keeper_submit.c) share.
 *
 *      decided ──> keeper_step ──> a batch ──> written by the caller, or by the committer
 *
 * While the events of a step are applied `broken` is set: whoever fails in between leaves a state ahead of the disk, which has to be built
 * again.
 */
#ifndef BOOKS_KEEPER_INTERNAL_H
#define BOOKS_KEEPER_INTERNAL_H

#include "books/asked.h"
#include "books/ids.h"
#include "books/keeper.h"
#include "books/report_rows.h"
#include "house/kernel/floor.h"
#include "house/kernel/names.h"

#include <pthread.h>

enum { PAYLOAD_SIZE = STORE_PAYLOAD_MAX + 1 };

/* What is written for one command. */
struct keeper_flight {
    struct commit commit;
    struct keeper *keeper;
    struct keeper_ticket *ticket;
    struct arena arena; /* of the events and rows */
    struct store_event *events;
    size_t event_count;
    struct report_rows rows;
    struct asked asked; /* of the command */
    bool question;      /* nothing is written: the store is asked whether it has the id */
    uint64_t sequence;  /* of the last event; of an answer that waits, the event that must be durable */
    struct keeper_flight *next; /* free ones; or answers that wait for the disk */
};

struct keeper {
    struct store *store;
    struct committer *committer;
    struct keeper_flight *flights;
    struct keeper_options options;
    struct floor floor;
    struct decision decision;
    struct ids ids;
    struct asked asked;             /* of the command that is done */
    const struct command *together; /* the commands that keeper_do_together() does; otherwise NULL */
    size_t together_count;
    struct arena reading; /* of the event that is read */
    struct arena lasting; /* of the clauses that refused a command */
    struct names clauses;
    uint64_t sequence;                 /* of the last event that was applied */
    uint64_t snapshot_at;              /* of the last snapshot */
    uint64_t snapshot_refused;         /* the latest that was found and not used; 0: none */
    char address[2048], log_key[4096]; /* where the house is, and its key; "" is beside it */
    uint64_t told; /* the last event that `wrote` knows of; of whoever writes, or builds the state again */

    pthread_mutex_t lock; /* of what follows */
    pthread_cond_t freed; /* a flight is free again */
    struct keeper_flight *free;
    struct keeper_flight *waiting; /* answers about events that are not durable yet */
    uint64_t durable;              /* sequence */
    bool failed;

    bool broken;    /* the state is ahead of a disk that failed; the house's thread alone looks at it */
    bool overtaken; /* what was decided last was not written, because another program has written before */
    bool beside;    /* another program writes too: the state follows the store before every command */
    struct date ids_day;
    char stream[STORE_STREAM_NAME_MAX + 1];
    char payload[PAYLOAD_SIZE];
};

struct text keeper_stream(const struct keeper *keeper);

/* ------------------------------------------------------------------------------------------ snapshots */

/* The latest one that agrees with the log, in the arena; `found` is 0 if there is none. */
MUST_USE enum status keeper_snapshot_find(struct keeper *keeper, uint64_t until, struct arena *arena,
                                          uint64_t *found, struct text *body, struct fault *fault);

/* The bytes of the state now, signed if the house has a key. */
MUST_USE enum status keeper_snapshot_signed(struct keeper *keeper, struct text bytes, struct arena *arena,
                                            struct text *made, struct fault *fault);

/* ------------------------------------------------------------------------------------------ a batch */

/*
 * The batch of what was decided: of a clock, of what falls due next. Then what follows is decided at once, to see whether
 * there is more, because the id goes with the last step: an interrupted clock is one that was not done yet. On failure the
 * state may be ahead of the disk.
 */
MUST_USE enum status keeper_step(struct keeper *keeper, struct keeper_flight *flight,
                                 const struct command *command, bool *last, struct fault *fault);

/* A batch that is never written, because no log ends there: the answer is whether the store has the id. */
struct store_batch keeper_question(const struct keeper *keeper, struct store_event *event, struct text id);

/* A command that is refused now, comes to nothing, or has its id with its last step only, may have been done when its id was
 * known. Asked behind all that is under way. */
MUST_USE enum status keeper_ask_store(struct keeper *keeper, const struct asked *asked,
                                      struct keeper_reply *reply, struct fault *fault);

/* What was asked by a command, with the buffer of the keeper. */
MUST_USE enum status keeper_asked_of(struct keeper *keeper, const struct command *command,
                                     struct fault *fault);

/* The answer to a command whose id the event has (K2). The store is this thread's alone now. */
MUST_USE enum status keeper_answer_known(struct keeper *keeper, const struct asked *asked, uint64_t first,
                                         struct keeper_reply *reply, struct fault *fault);

struct keeper_reply keeper_reply_to_decision(struct keeper *keeper);

/* Between two commands, when nothing of the last one is looked at any more. If it fails, the state must be recovered. */
void keeper_tighten(struct keeper *keeper);

/* ------------------------------------------------------------------------------------------ time */

/* Whether the house has come to the time of the command, or refuses to; the reply then says so. Otherwise something is due until then,
 * and its next step is decided. */
MUST_USE enum status keeper_decide_time(struct keeper *keeper, struct instant at, bool *ready,
                                        struct keeper_reply *reply, struct fault *fault);

/* One step of what is due before a command. Its batch has no id. */
MUST_USE enum status keeper_take_time_step(struct keeper *keeper, struct keeper_flight *flight,
                                           struct fault *fault);

#endif
