/*
 * A rule document: the approved rules of one activity as people read, print and approve them, in Markdown, with the
 * data that makes them run under the clause that it belongs to.
 *
 *      # Bonus Hand Progressive Jackpot v1.1 (GEAR-001407)     the name, and the identifier if there is one
 *
 *      What it is about.                                       the introduction
 *
 *      ## The fee                                              a section
 *
 *      12. The fee is $1 a hand and optional. [money]          a clause: number, words, kinds
 *
 *          ```yaml                                             its fence: this clause is bound
 *          fee:
 *            amount: $1
 *          ```
 *
 *          > R2. How a doubtful place is read.                 a note
 *
 *      13. It pays only expenses. [money] [engine: administration]
 *      14. Prizes are paid by a representative. [procedure] [duty: checklist]
 *
 * A clause is an item of a numbered list at the left margin; its number is the one that is written. The square brackets
 * at the end of its first paragraph are tags: the kinds of the clause, and at most one state.
 *
 * Invariants, where rule_document_read() returns STATUS_OK
 *  D1  Clauses are numbered 1, 2, 3 ... and each has words and at least one kind.
 *  D2  Each clause has exactly one state: data (bound), engine or duty.
 *  D3  What moves money, decides who may play or win, or holds a number or a deadline is no duty.
 *  D4  Each key of a clause's data is said once. Clauses that contradict each other are found when they are merged.
 *
 * Ownership: all is in the arena, but for `file` and the bytes of `identity`, which outlive it. Reading takes no longer
 * than in proportion to the text. cmark, which reads the Markdown, takes its memory from the system and ends the
 * program if there is none.
 */
#ifndef RULEBOOK_RULE_DOCUMENT_H
#define RULEBOOK_RULE_DOCUMENT_H

#include "base/arena.h"
#include "base/status.h"
#include "base/text.h"
#include "rulebook/finding.h"
#include "rulebook/node.h"

#include <stdbool.h>

enum {
    RULE_DOCUMENT_SIZE_MAX = 1 << 20, /* bytes */
    RULE_DOCUMENT_CLAUSES_MAX = 999,
    RULE_DOCUMENT_DIGEST_SIZE = 32,
};

enum clause_kind {
    CLAUSE_LIMIT,
    CLAUSE_OPTION,
    CLAUSE_HAND,
    CLAUSE_ELIGIBILITY,
    CLAUSE_MONEY,
    CLAUSE_TIME,
    CLAUSE_CLAIM,
    CLAUSE_PROCEDURE,
    CLAUSE_POSTING,
    CLAUSE_REPORT,
    CLAUSE_RECORD,
    CLAUSE_PRIZE,
    CLAUSE_PROGRESSIVE,
    CLAUSE_ENVY,
    CLAUSE_BONUS,
    CLAUSE_WAGER,
    CLAUSE_RANK,
    CLAUSE_DEAL,
    CLAUSE_DECISION,
    CLAUSE_SETTLE,
    CLAUSE_EQUIPMENT,
    CLAUSE_IRREGULARITY,
    CLAUSE_KINDS
};

struct clause_note {
    struct text words;
    struct origin origin;
};

struct clause {
    unsigned number;
    struct origin origin; /* of its number */
    struct text words;    /* plain text without the tags; a line for each paragraph and each item of a list */
    unsigned kinds;       /* bits, 1 << enum clause_kind */
    struct text engine;   /* the part whose general behaviour it is; empty if it has another state */
    struct text duty;     /* how the system reminds people of it; likewise */
    struct origin state_origin; /* of the tag with either */
    struct clause_note *notes;
    unsigned note_count;
    struct node *data; /* a map: all its fences together; NULL if it has none */
};

struct rule_section {
    struct text heading;
    struct origin origin;
    unsigned first_clause; /* its number; 0 if none follows */
};

struct rule_document {
    const char *file;
    struct text identity; /* "bay101/aces-cracked" */
    struct text name, identifier;
    struct text introduction; /* a line for each paragraph */
    struct rule_section *sections;
    unsigned section_count;
    struct clause *clauses;
    unsigned clause_count;
    unsigned unread_fences;                          /* their data is missing from the clauses */
    unsigned char digest[RULE_DOCUMENT_DIGEST_SIZE]; /* BLAKE2b of the bytes */
};

/*
 * STATUS_OK without any finding of an error; otherwise all errors of the document are among the findings, and
 * `document` has what could be read.
 */
MUST_USE enum status rule_document_read(struct text bytes, const char *file, struct text identity,
                                        struct arena *arena, struct findings *findings,
                                        struct rule_document *document);

/* Computes the `digest` of a document with these bytes. */
void rule_document_digest(struct text bytes, unsigned char digest[RULE_DOCUMENT_DIGEST_SIZE]);

const struct clause *rule_document_clause(const struct rule_document *document,
                                          unsigned number); /* or NULL */

const char *clause_kind_name(enum clause_kind kind);
bool clause_is(const struct clause *clause, enum clause_kind kind);

/* Whether a clause of this kind may be left to people (D3). */
bool clause_kind_may_be_duty(enum clause_kind kind);

#endif
