/*
 * The audit of a store: is everything there, unchanged, in order, and does it add up?
 *
 *   1  the database is in order, and has the tables, indices and views that the program makes and no others; every stream is one
 *      that the program writes, and the house's is there
 *   2  every event is hashed again, from the first, and compared with what is stored; so are head, snapshots' seals and the index
 *      of commands
 *   3  every event is read and applied, whether it is well or not; one that this house could not have made ends that, such as
 *      a prize of somebody who may not win it, an award by somebody who may not authorise, money that moves otherwise
 *      than the documents say, something due that was passed over
 *   4  the invariants I1 to I15 of the house (floor.h) hold
 *   5  every snapshot is the state that the events make
 *   6  every row of the tables for reports is what the events make, and there is no other
 *   7  the streams of the door (access_event.h) and of the slips (slip_event.h) are hashed again and read, too
 *
 * Nothing is written, and all is looked at as it is at one moment: a house that is running goes on meanwhile. What was found
 * is an answer, also when it is that something cannot be read any more; a failure is when the audit could not be made.
 */
#ifndef BOOKS_AUDIT_H
#define BOOKS_AUDIT_H

#include "base/status.h"
#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

enum { AUDIT_WORDS_SIZE = 512, AUDIT_FINDINGS_MAX = 32 };

struct audit_finding {
    uint64_t sequence; /* the event that it is about; 0: none */
    char words[AUDIT_WORDS_SIZE];
};

struct audit {
    uint64_t events, postings, rows, snapshots; /* looked at */
    char head[65];                              /* hash of the last event, in hexadecimal digits */
    unsigned finding_count;                     /* kept; the first are kept */
    uint64_t more;                              /* found beside those */
    struct audit_finding findings[AUDIT_FINDINGS_MAX];
};

/* Called at the first event and now and then with which one is looked at, of how many; may be NULL. */
typedef void audit_progress(void *context, uint64_t done, uint64_t all);

MUST_USE enum status audit_store(struct text address, struct text stream, audit_progress *progress,
                                 void *context, struct audit *audit, struct fault *fault);

#endif
