/*
 * The register of what an issuer has approved: rulebooks/<issuer>/approvals, signed in approvals.minisig beside it.
 *
 *      issuer: bay101
 *      number: 3
 *      approvals:
 *        - activity: aces-cracked
 *          version: 1
 *          digest: 5d41...                    of the bytes of the document, as b2sum -l 256 prints it
 *          approved: 2026-11-02
 *          by: Bureau of Gambling Control
 *          reference: GEAR-001275
 *          status: suspended                  left out: approved
 *          confirmed: [16]                    clauses that a reading leaves open until they are confirmed
 *
 * docs/formats/approvals.md describes it. Each register that is signed has a higher number than the one before, so that an older one cannot
 * come back.
 *
 * Invariants
 *  P1  An activity has each version and each digest once. The newest version is the one that can be filed.
 *  P2  What is read has all fields, and nothing else; what is written reads back the same.
 *
 * Ownership: texts are views of the text that was read, or in the arena.
 */
#ifndef RULEBOOK_APPROVAL_H
#define RULEBOOK_APPROVAL_H

#include "base/arena.h"
#include "base/calendar.h"
#include "base/growing.h"
#include "base/status.h"
#include "base/text.h"
#include "rulebook/finding.h"
#include "rulebook/rule_document.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    APPROVALS_MAX = 512,
    APPROVAL_CONFIRMED_MAX = 32,
    APPROVAL_WORDS_MAX = 200, /* bytes of a name, of who approved, and of a reference */
    APPROVAL_NUMBER_MAX = 999999,
    DIGEST_LENGTH = 2 * RULE_DOCUMENT_DIGEST_SIZE,
    DIGEST_SIZE = DIGEST_LENGTH + 1,
};

#define APPROVALS_FILE           "approvals"
#define APPROVALS_SIGNATURE_FILE "approvals.minisig"

enum approval_status {
    APPROVAL_GIVEN,
    APPROVAL_UNDER_REVIEW,
    APPROVAL_SUSPENDED,
    APPROVAL_REVOKED,
    APPROVAL_STATUSES
};

struct approval {
    struct text activity; /* "aces-cracked" */
    uint32_t version;     /* from 1 */
    struct text digest;
    struct date approved;
    struct text by, reference;
    enum approval_status status;
    struct text confirmed[APPROVAL_CONFIRMED_MAX]; /* "16" */
    unsigned confirmed_count;
};

struct approvals {
    struct text issuer; /* "bay101" */
    uint32_t number;    /* from 1 */
    struct approval *items;
    unsigned count;
};

/* The digest of a document as it stands in a register. */
void digest_write(const unsigned char digest[RULE_DOCUMENT_DIGEST_SIZE], char hex[DIGEST_SIZE]);

/* "approved", "under review", "suspended", "revoked" */
const char *approval_status_name(enum approval_status status);
bool approval_status_find(struct text name, enum approval_status *status);

/* Without comments, which a register may have. STATUS_INVALID after a finding. */
MUST_USE enum status approvals_read(struct text text, const char *file, struct arena *arena,
                                    struct findings *findings, struct approvals *approvals);
void approvals_write(struct growing *out, const struct approvals *approvals);

/* Whether the activity, "bay101/aces-cracked", is of the issuer; and its name there. */
bool activity_is_of(struct text activity, struct text issuer);
struct text activity_issuer(struct text activity);
struct text activity_name(struct text activity);

/* The newest version of an activity, and the one of a digest; NULL if there is none. `name` is that in the register. */
const struct approval *approval_newest(const struct approvals *approvals, struct text name);
const struct approval *approval_of(const struct approvals *approvals, struct text name, struct text digest);

bool approval_confirms(const struct approval *approval, struct text clause);

/* What a register says of a document. */
enum approval_answer {
    ANSWER_APPROVED,
    ANSWER_NOT_APPROVED, /* the register does not name the activity */
    ANSWER_CHANGED,      /* it names another digest */
    ANSWER_FORMER,       /* an older version of the document */
    ANSWER_UNDER_REVIEW,
    ANSWER_SUSPENDED,
    ANSWER_REVOKED,
    APPROVAL_ANSWERS
};

/* `approval` is the entry of the document; of another that has changed, the newest; NULL if there is none. May be NULL. */
enum approval_answer approval_answer(const struct approvals *approvals, struct text activity,
                                     struct text digest, const struct approval **approval);

/* For people: "approved", "changed since it was approved", ... */
const char *approval_answer_words(enum approval_answer answer);

#endif
