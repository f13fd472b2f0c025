/*
 * The keeper of a house: its state machine (house/kernel/floor.h) and its store (store/store.h), kept in step.
 *
 *      command ──> decide ──> refusal: nothing is written
 *                     └────> events ──> apply ──> rows for reports ──> store, one transaction ──> reply
 *
 * A reply means that the events are on disk. The state runs ahead of the disk by what is under way; if writing fails, the
 * state is thrown away and built again from what the disk has, so that nothing that was not durable is ever seen again.
 *
 * Invariants
 *  K1  A command that was answered KEEPER_DONE is on disk, with its rows, exactly once.
 *  K2  The same id again, with whatever command, is answered KEEPER_REPEATED with the event of the first time that has the
 *      id, and nothing happens. What was refused, and a clock that found nothing to do, were not done: their ids are free.
 *  K3  The state is what the events on disk make, plus what is under way.
 *
 * Threads: everything here is called by one thread, the house's; `done` of a ticket is called by the committer's.
 */
#ifndef BOOKS_KEEPER_H
#define BOOKS_KEEPER_H

#include "house/kernel/floor.h"
#include "store/committer.h"
#include "store/store.h"

struct keeper;

struct keeper_options {
    enum store_mode mode;
    struct text stream;      /* empty: "house" */
    uint64_t until;          /* the state as of this event, for reading; 0: the last */
    bool from_the_start;     /* snapshots are not used: every event is applied */
    uint64_t snapshot_every; /* events; 0: only keeper_save() saves one */
    /* Tickets that may be under way, by one keeper of the stream alone; 0: each command waits for the disk. */
    size_t in_flight;
    bool back_to_back; /* keeper_do() follows keeper_do(), with nothing to wait for between (store.h) */
    /* Told of every batch that was submitted, in order, as soon as it is on disk and before its ticket is; in the committer's
     * thread. What turns out, when the state is built again, to be on disk although its writing had failed is told then, by the
     * thread that recovers. Kinds stay as long as the program, payloads for the call. May be NULL. */
    void (*wrote)(void *context, uint64_t first, const struct store_event *events, size_t count);
    void *context;
};

/* Shown every event that is read when opening, with its sequence, before and after it is applied; may be NULL. */
typedef enum status keeper_visitor(void *context, const struct floor *floor, uint64_t sequence,
                                   struct text command, const struct event *event, bool applied,
                                   struct fault *fault);

/* STATUS_INVALID with a position is about the event of that sequence, which cannot have happened; without, about the store. */
MUST_USE enum status keeper_open(struct text address, const struct keeper_options *options,
                                 keeper_visitor *visit, void *context, struct keeper **keeper,
                                 struct fault *fault);
void keeper_close(struct keeper *keeper); /* NULL is fine; waits for what is under way */

const struct floor *keeper_floor(const struct keeper *keeper);
struct store *keeper_store(struct keeper *keeper);     /* not while there is a committer */
uint64_t keeper_sequence(const struct keeper *keeper); /* of the last event, those under way too */

enum keeper_outcome { KEEPER_DONE, KEEPER_REPEATED, KEEPER_REFUSED };

struct keeper_reply {
    enum keeper_outcome outcome;
    struct ruling ruling; /* of a refusal */
    uint64_t first;       /* of its events; of a repeated command the event that has its id */
    uint64_t sequence;    /* of the last; below `first` if there is none, 0 for a repeated command */
};

/*
 * Does one command and waits for the disk. A failure (no reply) means that nothing has happened, or, if the disk failed in
 * the middle, that repeating the command with its id will tell. A clock that brings many things due is done in many
 * steps, each durable by itself, and its id is with the last: asked again after a failure between two of them, it does the
 * rest. Several programs may do so at a time: what another has written meanwhile is read, and the command decided by it.
 */
MUST_USE enum status keeper_do(struct keeper *keeper, const struct command *command,
                               struct keeper_reply *reply, struct fault *fault);

/*
 * Does commands in one transaction: all of them, or none. The reply is about the first that is refused, or about all, and `at`
 * is the number of the one that was refused or failed; `count` if it was none. Ids go with the first event of a command, and one
 * that is known makes all of it a repetition. Together they must fit into a batch (store.h).
 */
MUST_USE enum status keeper_do_together(struct keeper *keeper, const struct command *commands, size_t count,
                                        size_t *at, struct keeper_reply *reply, struct fault *fault);

/* The events of the last command that keeper_do() did; a clock's last step. */
const struct decision *keeper_decision(const struct keeper *keeper);

/* A snapshot of the state, so that the next opening is quick. Waits for what is under way. */
MUST_USE enum status keeper_save(struct keeper *keeper, struct fault *fault);

/* ------------------------------------------------------------------------------------------ many at a time */

/* A command under way. The caller owns it and leaves it alone until `done`. */
struct keeper_ticket {
    void (*done)(struct keeper_ticket *ticket); /* in the committer's thread; short */
    void *context;
    enum status status; /* the answer; the reply is set if it is STATUS_OK, and otherwise the fault */
    struct keeper_reply reply;
    struct fault fault;
};

/*
 * Decides at once, and answers by `done` when the disk has it. A refusal too is answered by `done`, which for a command
 * without id is called before this call returns. STATUS_NO_SPACE if too many are under way: wait for one and ask again.
 * After any other failure of a call, or of a ticket, the state may be ahead of the disk, and so it is after a repetition
 * that was so long ago that only the store knew it: then all calls fail until keeper_recover() has been called.
 */
MUST_USE enum status keeper_submit(struct keeper *keeper, const struct command *command,
                                   struct keeper_ticket *ticket, struct fault *fault);

/* What is submitted between the two is written together, and not before (committer.h); for who has many commands at hand. */
void keeper_gather(struct keeper *keeper);
void keeper_begin(struct keeper *keeper);

/* Builds the state again from what is on disk; what is under way is answered before. */
MUST_USE enum status keeper_recover(struct keeper *keeper, struct fault *fault);

#endif
