/*
 * The audit of a store. It checks that:
 *
 *   1  the database is in order and has exactly the tables, indices and views that the program makes; every stream is one that the
 *      program writes, and the stream of the house is there
 *   2  the hash of every event, computed again from the first, is the stored one; so are the head, the seals of snapshots and the
 *      index of commands
 *   3  every event can be read and applied. The audit stops applying at an event that is impossible in this house, such as a prize
 *      for a person who may not win it, an award by a person who may not authorise, money that moves against the documents,
 *      or something due that was skipped
 *   4  the invariants I1 to I15 of the house (floor.h) hold. An event that an earlier version of the program decided is decided again
 *      only if events of its kind are still decided in that way (house/kernel/program.h)
 *   5  every snapshot is the state that its events produce, unless it is of an earlier form, which nobody uses
 *   6  the tables for reports have exactly the rows that the events produce, if they are of this version of the program
 *   7  the hashes of the streams of the door (access_event.h), of the slips (slip_event.h) and of the upkeep (upkeep_event.h) are
 *      right, and their events can be read; every event that the upkeep names as in a backup has the hash that it had there
 *   8  the order of the leaves covers every event once, and the stored subtrees of the tree over them are the roots of their leaves; the
 *      store contains what each checkpoint promised that is given (promises.h)
 *
 * The audit writes nothing. It reads one snapshot of the database, so a running house goes on. A damaged store is a finding, not a
 * failure; the audit fails only if it cannot be carried out.
 */
#ifndef BOOKS_AUDIT_H
#define BOOKS_AUDIT_H

#include "base/json.h"
#include "base/status.h"
#include "base/text.h"
#include "house/kernel/program.h"

#include <stdbool.h>
#include <stdint.h>

enum { AUDIT_WORDS_SIZE = 512, AUDIT_FINDINGS_MAX = 32, AUDIT_PROGRAMS_MAX = 64 };

struct audit_finding {
    uint64_t sequence; /* of the event that it is about; 0: none */
    char words[AUDIT_WORDS_SIZE];
};

/* Events that one version of the program decided. */
struct audit_program {
    char version[PROGRAM_VERSION_MAX + 1]; /* empty: a version before 0.2.0 */
    uint32_t decisions;
    uint64_t first, last; /* sequences */
    uint64_t otherwise; /* events of kinds that the program decides otherwise now, and did not decide again */
};

struct audit {
    uint64_t events, movements, rows, snapshots; /* looked at */
    /* The report tables are of another version of the program, whose rows only that version could compare; `rows` is 0 then. */
    bool tables_differ;
    unsigned tables_version;
    unsigned program_count;
    struct audit_program programs[AUDIT_PROGRAMS_MAX]; /* in the order of their events */
    uint64_t programs_more;                            /* events of versions beyond the maximum */
    char head[65];                                     /* hash of the last event, in hexadecimal digits */
    uint64_t leaves;                                   /* of the tree over all events */
    char root[48];                                     /* of it, in Base64 */
    size_t promises;                                   /* checkpoints that were given */
    uint64_t
        promised; /* of them, those that the store contains and whose signature, if there is a key, is right */
    uint64_t newest_promise; /* how many events the largest of them has */
    bool has_key;            /* their signatures were verified */
    unsigned finding_count;  /* findings kept; the first ones are kept */
    uint64_t more;           /* how many more were found */
    struct audit_finding findings[AUDIT_FINDINGS_MAX];
};

/* Called at the first event and from time to time: `done` events of `all` are checked. May be NULL. */
typedef void audit_progress(void *context, uint64_t done, uint64_t all);

MUST_USE enum status audit_store(struct text address, struct text stream, audit_progress *progress,
                                 void *context, struct audit *audit, struct fault *fault);

struct promises;
/* The same with checkpoints; NULL: none. They are sorted. */
MUST_USE enum status audit_store_with(struct promises *promises, struct text address, struct text stream,
                                      audit_progress *progress, void *context, struct audit *audit,
                                      struct fault *fault);

/* The same by another program. */
MUST_USE enum status audit_store_by(const struct program *program, struct text address, struct text stream,
                                    audit_progress *progress, void *context, struct audit *audit,
                                    struct fault *fault);

/* Whether the change is one that the audit did not ask of all events of the log. */
bool audit_concerns(const struct audit *audit, const struct decision_change *change);

/* The audit as JSON; NULL: there is no memory. */
json_t *audit_document(const struct audit *audit);

#endif
