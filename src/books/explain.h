/*
 * Explains a number of the books: what it is made of, by reason, by clause, and movement by movement.
 *
 * A number is an amount (a meter, an account, what an offer owes to the house) or a prize. For an amount every event of the
 * house is read from the first, and of the movements that touch it three things are kept:
 *
 *  X1  what came in and what went out for every reason;
 *  X2  the same for every clause, with how many movements it made;
 *  X3  the newest movements, as many as are asked for; those of fees only if they are asked for.
 *
 * X1 and X2 cover all movements, so in less out is the amount; the caller compares `sum` with `amount`. What an offer owes to the
 * house is not the sum of movements but of advances, which events carry separately; the names of the events are then the reasons.
 *
 * For a prize, the events about it are kept with their movements: its hand, its award, and what happened to it afterwards.
 *
 * Memory grows with what is kept and not with the log. Nothing is written. One thread.
 */
#ifndef BOOKS_EXPLAIN_H
#define BOOKS_EXPLAIN_H

#include "base/json.h"
#include "books/keeper.h"
#include "house/kernel/names.h"
#include "house/prizes/prizes.h"

enum explain_what { EXPLAIN_METER, EXPLAIN_ACCOUNT, EXPLAIN_ADVANCES, EXPLAIN_PRIZE, EXPLAIN_WHATS };

/* "meter"; false if there is no such word. */
MUST_USE bool explain_what_of(struct text word, enum explain_what *what);

enum { EXPLAIN_SHOWN_USUALLY = 40 };

struct explain_request {
    enum explain_what what;
    struct text name;   /* of the offer, or of the account */
    struct text second; /* the pool of a meter, the offer of an account; empty: the first, none */
    uint64_t prize;     /* its number */
    bool fees;          /* movements of fees are kept as well */
    size_t shown_max;   /* movements; 0: all of them */
};

/* What one clause moved, on to the account and off it. */
struct explain_sum {
    int64_t in, out;
    uint64_t count;
};

struct explained_movement {
    uint64_t sequence;
    enum event_kind event;
    struct movement
        movement; /* its clause is among the clauses; of an advance there are cents, less than 0 if it was repaid, and clause */
};

/* An event that is about the prize, in words. */
struct explained_step {
    struct explained_step *next;
    uint64_t sequence;
    struct instant at;
    enum event_kind kind;
    struct text by, words;
    uint32_t movement_count;
    const struct movement *movements;
};

/* What the events say of a prize. */
struct explained_prize {
    uint32_t hand;            /* the first of its award; 0: none */
    struct text cards, board; /* as they were verified */
    struct floor_prize is; /* how it stood after the last event about it; number 0: there is no such prize */
    struct floor_award award; /* the same */
    int64_t of_cents;         /* what it is a part of: the prize that was posted, or its award */
    struct explained_step *first, *last;
};

/* Reasons of movements, or kinds of events. */
enum { EXPLAIN_REASONS = (int)EVENT_KINDS > (int)REASONS ? (int)EVENT_KINDS : (int)REASONS };

/* To be read; only explain_open() changes it. */
struct explanation {
    struct explain_request request;
    struct keeper *keeper;
    const struct floor *floor;
    bool found; /* otherwise the house has no such thing, and nothing below says anything */
    int64_t amount, sum;
    int64_t in[EXPLAIN_REASONS], out[EXPLAIN_REASONS];
    struct explained_prize prize;
    struct names clauses;
    struct explain_sum *sums; /* by the number of the clause */

    /* Private. */
    struct arena arena; /* of the clauses, and of steps */
    uint32_t award;     /* of the prize, from 1 */
    account_id account; /* once it exists */
    uint32_t sum_room;
    struct explained_movement *kept; /* the newest, round and round once there is no more room */
    size_t kept_count, kept_room;
    bool no_memory;
};

/* Opens the store for reading and gathers. The texts of the request must last; explain_close() gives everything back. */
MUST_USE enum status explain_open(struct text store, const struct explain_request *request,
                                  struct explanation **explanation, struct fault *fault);
void explain_close(struct explanation *explanation); /* NULL is fine */

/* How many movements were left out because there was no room for them, and how many there are in all; of those in between, by
 * their number. */
size_t explain_first(const struct explanation *explanation);
size_t explain_count(const struct explanation *explanation);
const struct explained_movement *explain_movement(const struct explanation *explanation, size_t number);

/* "award"; of advances "seeded". */
const char *explain_reason_name(const struct explanation *explanation, unsigned reason);

/* "paid", or "reversed". */
const char *explain_prize_state(const struct floor_prize *prize);

/* As `cardroom explain --json` prints it, the caller's; NULL if there is no memory. Only if it was found. */
json_t *explain_document(const struct explanation *explanation);

#endif
