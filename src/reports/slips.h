/*
 * The book of slips: what was printed at the cage, with which number, and the sheets themselves.
 *
 *      slips_print ──> [ queue ] ──> worker: one event on disk ──────────────────────────────> done: number, copy
 *      slips_show  ──> [ queue ] ──> worker: what the log says of payment and award, drawn ──> done: a PDF
 *      slips_paid  ──> [ queue ] ──> worker: the payments of some days ──────────────────────> done: their events
 *
 * Invariants
 *  S1  Numbers are 1, 2, 3 and so on for the life of the store, without a gap, over all kinds of sheets together.
 *  S2  The first print of a prize, of the win page of an award, or of a tray's prize, takes the next number; every later
 *      print has the same number and is a reprint.
 *  S3  A number is returned only when its event is on disk.
 *
 * The worker has its own connection to the store, appends to the stream "slips" (slip_event.h) and reads that of the house.
 * It appends with the expected sequence; if another program was faster it reads again, so S1 holds then too.
 *
 * Threads: calls may be made from any thread; only slips_open, slips_close and slips_wait wait for the disk. `done` is called
 * in the worker's thread and must be short.
 *
 * Ownership: a ticket belongs to its caller, who must not touch it until `done` and then calls slips_ticket_release(). The
 * callee takes over a sheet that is passed in.
 */
#ifndef REPORTS_SLIPS_H
#define REPORTS_SLIPS_H

#include "reports/slip.h"
#include "store/store.h"

struct slips;

MUST_USE enum status slips_open(struct text address, struct slips **slips, struct fault *fault);
void slips_close(struct slips *slips); /* NULL is fine; answers what is under way */

struct slips_ticket {
    void (*done)(struct slips_ticket *ticket); /* NULL: somebody calls slips_wait() */
    void *context;

    enum status status; /* the answer; the rest is set if it is STATUS_OK, and otherwise the fault */
    struct fault fault;
    struct slip slip; /* of a print */
    struct text pdf;  /* of a showing */
    json_t *paid;     /* payloads of prize-paid, the newest first */
    struct arena arena;

    struct { /* private */
        struct slips_ticket *next;
        struct slip_sheet sheet;
        struct instant since;
        unsigned char task;
        bool finished;
    } own;
};
void slips_ticket_release(struct slips_ticket *ticket);

/* Each is accepted, and then answered by `done`, or refused at once: STATUS_NO_SPACE when too many wait. */
MUST_USE enum status slips_print(struct slips *slips, enum slip_kind kind, uint32_t subject, struct text by,
                                 struct instant now, struct slips_ticket *ticket, struct fault *fault);
MUST_USE enum status slips_show(struct slips *slips, struct slip_sheet *sheet, struct slips_ticket *ticket,
                                struct fault *fault);

enum { SLIPS_PAID_MOST = 1000 };
/* Prizes paid since then, SLIPS_PAID_MOST at most. */
MUST_USE enum status slips_paid(struct slips *slips, struct instant since, struct slips_ticket *ticket,
                                struct fault *fault);

/* Waits for a ticket without `done`, and returns its status. */
MUST_USE enum status slips_wait(struct slips *slips, struct slips_ticket *ticket);

/* A slip as it was last printed, by its number or by its subject; false if there is none. */
bool slips_find(struct slips *slips, uint64_t number, struct slip *slip);
bool slips_find_of(struct slips *slips, enum slip_kind kind, uint32_t subject, struct slip *slip);

#endif
