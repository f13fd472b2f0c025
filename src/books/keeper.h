/*
 * The keeper of a house: its state machine (house/kernel/floor.h) and its store (store/store.h), kept in step.
 *
 *      command ──> decide ──> refusal: nothing is written
 *                     └────> events ──> apply ──> rows for reports ──> store, one transaction ──> reply
 *
 * A reply means that the events are on disk. The state in memory is ahead of the disk by the commands under way. If a write fails,
 * the keeper drops the state and rebuilds it from the disk, so that an event that is not durable is never seen again.
 *
 * Invariants
 *  K1  A command that was answered KEEPER_DONE is on disk, with its rows, exactly once.
 *  K2  A command with a known id changes nothing. The same command is answered KEEPER_REPEATED with the event that has the id; another
 *      is refused, and the words say what had the id first (asked.h). The id of a refused command, and of a clock that found nothing to do, can be used again.
 *  K3  The state is the result of the events on disk and of those under way, at the time to which it was brought.
 *  K4  A command with a time is decided at that time. What is due until then is done before it, in batches of its own, whatever
 *      becomes of the command; if nothing is due, nothing is written because time passed.
 *
 * Threads: the thread of the house calls everything here. The thread of the committer calls `done` of a ticket.
 */
#ifndef BOOKS_KEEPER_H
#define BOOKS_KEEPER_H

#include "books/rebuild.h"
#include "house/kernel/floor.h"
#include "store/committer.h"
#include "store/store.h"

struct keeper;

struct keeper_options {
    enum store_mode mode;
    struct text stream;            /* empty: "house" */
    uint64_t until;                /* the state as of this event, for reading; 0: the last */
    bool from_the_start;           /* apply every event; use no snapshot */
    const struct program *program; /* that decides; NULL: this one */
    const char *log_key; /* the file of the key of the log, which signs snapshots; NULL: beside the store */
    uint64_t snapshot_every; /* save one after so many events; 0: only keeper_save() does */
    /* Tickets that may be under way; the stream may then have only this keeper. 0: each command waits for the disk. */
    size_t in_flight;
    /* Called with every submitted batch, in order, as soon as it is on disk and before `done` of its ticket, in the committer's
     * thread. A batch whose write failed may still be on disk; recovery finds it and then makes this call in its own thread. Kinds
     * live as long as the program, payloads only during the call. May be NULL. */
    void (*wrote)(void *context, uint64_t first, const struct store_event *events, size_t count);
    void *context;
    /* Opening for writing makes the report tables anew if they are of another version, and tells how far it is; may be NULL. */
    rebuild_progress *rebuilding;
    void *rebuilding_context;
};

/* Called for every event that is read when opening, with its sequence, before and after it is applied; may be NULL. */
typedef enum status keeper_visitor(void *context, const struct floor *floor, uint64_t sequence,
                                   struct text command, const struct event *event, bool applied,
                                   struct fault *fault);

/* STATUS_INVALID with a position: the event with that sequence is impossible. Without a position: the store is wrong. */
MUST_USE enum status keeper_open(struct text address, const struct keeper_options *options,
                                 keeper_visitor *visit, void *context, struct keeper **keeper,
                                 struct fault *fault);
void keeper_close(struct keeper *keeper); /* accepts NULL; waits for the commands under way */

/* The event after which there is a snapshot that was not used, because the house has a key and did not sign it; 0: there is none. */
uint64_t keeper_snapshot_refused(const struct keeper *keeper);

const struct floor *keeper_floor(const struct keeper *keeper);
struct store *keeper_store(struct keeper *keeper);     /* not while there is a committer */
uint64_t keeper_sequence(const struct keeper *keeper); /* of the last event, including those under way */

enum keeper_outcome { KEEPER_DONE, KEEPER_REPEATED, KEEPER_REFUSED };

struct keeper_reply {
    enum keeper_outcome outcome;
    struct ruling ruling; /* of a refusal */
    uint64_t
        first; /* sequence of its first event; of a command whose id is known, of the event that has it */
    uint64_t sequence; /* of its last event; below `first` if there is none, 0 for a repeated command */
};

/*
 * Does one command and waits for the disk. After a failure (no reply) nothing has happened, or the disk failed in the middle;
 * repeat the command with its id to find out. A clock with many things due takes many steps. Each step is durable, and the last
 * has the id, so the same clock given again after a failure does the rest. Several programs may call this on one store: the
 * keeper reads what another program has written before it decides.
 */
MUST_USE enum status keeper_do(struct keeper *keeper, const struct command *command,
                               struct keeper_reply *reply, struct fault *fault);

/*
 * Does commands in one transaction: all of them, or none. The reply is about the first refused command, or about all. `at` is the
 * number of the command that was refused or failed; `count` if none was. The first event of a command has its id; if one id is
 * known already, the whole call is a repetition. Together the commands must fit into a batch (store.h). They have no time of their
 * own.
 */
MUST_USE enum status keeper_do_together(struct keeper *keeper, const struct command *commands, size_t count,
                                        size_t *at, struct keeper_reply *reply, struct fault *fault);

/* The events of the last command that keeper_do() did; for a clock, of its last step. */
const struct decision *keeper_decision(const struct keeper *keeper);

/* Saves a snapshot of the state, so that the next opening is fast. Waits for the commands under way. */
MUST_USE enum status keeper_save(struct keeper *keeper, struct fault *fault);

/* Whether the store is still where its address says (store_look()). Waits for what is being written. Every command asks this anyway;
 * a house without commands asks it from time to time. */
MUST_USE enum status keeper_look(struct keeper *keeper, struct fault *fault);

/* ------------------------------------------------------------------------------------------ many at a time */

/* A command under way. The caller owns it and must not touch it until `done`. */
struct keeper_ticket {
    void (*done)(struct keeper_ticket *ticket); /* in the committer's thread; short */
    void *context;
    enum status status; /* STATUS_OK: the reply is set; otherwise the fault is */
    struct keeper_reply reply;
    struct fault fault;
};

/*
 * Decides at once and calls `done` when the events are on disk. It calls `done` for a refusal too; for a refused command without id,
 * before this call returns. STATUS_NO_SPACE if too many commands are under way: wait for one, then call again. After any other
 * failure of a call or a ticket the state may be ahead of the disk. The same is true after a repetition so old that only the
 * store knew the id. All calls then fail until keeper_recover() is called.
 */
MUST_USE enum status keeper_submit(struct keeper *keeper, const struct command *command,
                                   struct keeper_ticket *ticket, struct fault *fault);

/* Commands submitted between the two calls are written together, in one commit (committer.h). Use them to submit many at once. */
void keeper_gather(struct keeper *keeper);
void keeper_begin(struct keeper *keeper);

/* Rebuilds the state from the disk. The commands under way are answered first. */
MUST_USE enum status keeper_recover(struct keeper *keeper, struct fault *fault);

#endif
