/*
 * The trial of a mutant: does anything notice that the document has changed?
 *
 *      mutant's text ──> rulebook_read ──> the offers of it ──> library_check_document ──> cases that use it
 *                        errors: check     errors: an offer     errors: check              a case
 *
 * The first step that notices kills the mutant, and the rest is skipped. Cases that cite its clause run first, then all
 * others that use the document: those that offer it, those of the table game whose rules it is and, for a law, all cases of
 * the floor and all with a payment. A case that does not use the document is not run, and cannot notice (T3).
 *
 * A case kills by a difference or a fault. Lines that name the path of their value are left out of all cases before they run:
 * `value:`, `within:` and `next:`. They compare the value with itself, and do not show that anything uses it.
 * docs/formats/cases.md has the rule.
 *
 * Invariants
 *  T1  A trial leaves the library, its rulebooks and its offers unchanged, and frees its memory.
 *  T2  The same mutant has the same verdict on every machine and in any order of trials.
 *  T3  A case sees the documents that it uses, their offers, and no others: it runs in a library that has these alone.
 *
 * Ownership: the library is the caller's and outlives the trials. Their data is in their own arenas. One thread at a time.
 */
#ifndef MUTATE_TRIAL_H
#define MUTATE_TRIAL_H

#include "games/case.h"
#include "games/crazy4_tables.h"
#include "games/four_card_tables.h"
#include "games/hi_lo_day.h"
#include "rulebook/hand_relation.h"
#include "rulebook/library.h"

enum { TRIAL_CASES_MAX = 8192, TRIAL_FILES_MAX = 1024, TRIAL_USES_BITS = 64 };

enum trial_result {
    TRIAL_SURVIVED,
    TRIAL_KILLED_BY_CHECK,
    TRIAL_KILLED_BY_OFFER,
    TRIAL_KILLED_BY_CASE,
    TRIAL_FAILED /* there was no memory: nothing is known */
};

struct trial_verdict {
    enum trial_result result;
    unsigned by_case; /* which one of `cases`, of those that a case killed */
    char words[256];  /* what was noticed, for people */
};

struct trial_case {
    const char *path;
    struct case_file file; /* without the lines that name a path */
    uint64_t uses[LIBRARY_RULEBOOKS_MAX /
                  TRIAL_USES_BITS]; /* a bit for each rulebook, by its place in the library */
    bool of_floor, of_house, asks_laws;
};

/* The tables of the games, as their documents say. */
struct trial_games {
    struct crazy4_tables crazy4;
    struct four_card_tables four_card;
    struct hi_lo_promotion hi_lo;
};

struct trial_file {
    const char *name;
    struct text bytes;
};

/* May be read; is changed by the functions below. */
struct trials {
    struct library *library;
    struct arena arena; /* of the cases, for as long as the trials */
    struct trial_case *cases;
    unsigned case_count;
    struct trial_file *files; /* documents, houses and offers, as they are on disk */
    unsigned file_count;
    struct trial_games games;

    struct library changed; /* with the rulebooks and houses of the library, and memory of its own */
    struct library seen;    /* by the case that is played (T3), with memory of its own */
    struct arena playing;   /* of one case */
    struct arena hands;     /* of `relations` */
    struct hand_relations relations;
    const char *changed_file; /* the document under trial */
    struct text changed_bytes;
};

/* A library without errors. STATUS_INVALID with a fault if a table game cannot be read from it. Must be released whatever the
 * result. */
MUST_USE enum status trials_init(struct trials *trials, struct library *library, struct fault *fault);
void trials_release(struct trials *trials);

/* The bytes of a document, a house or an offer under the name that the library has for it. */
MUST_USE enum status trials_add_file(struct trials *trials, const char *name, struct text bytes);
const struct text *trials_file(const struct trials *trials, const char *name); /* NULL if it was not added */

/* A case, by its text, which outlives the trials as `path` does. STATUS_INVALID with the place if it cannot be parsed. */
MUST_USE enum status trials_add_case(struct trials *trials, const char *path, struct text text,
                                     struct case_fault *fault);

/* Tries the document at that place of the library with these bytes instead of its own; `clause` is the changed one. */
void trials_judge(struct trials *trials, unsigned rulebook, struct text bytes, unsigned clause,
                  struct trial_verdict *verdict);

/* Whether a case is played for a mutant of the document. */
bool trial_case_uses(const struct trials *trials, const struct trial_case *played, unsigned rulebook);

#endif
