/*
 * The mutants of a rule document: the document with one value changed, for every value of every fence.
 *
 *      bay101/aces-cracked#12 fee/amount: $1 -> $2
 *      bay101/aces-cracked#14 eligibility/employees: off duty -> off duty and out of uniform
 *      bay101/aces-cracked#31 charts/A/rows/3: dropped (straight flush)
 *      bay101/aces-cracked#31 charts/A/rows/3: repeated with hand: four of a kind
 *      bay101/aces-cracked#9 games: added Omaha
 *      bay101/aces-cracked#13 pools: prize pool is called other prize pool
 *
 * The vocabulary gives the type of a value, and variant.h its replacements. The text of a mutant is that of the document with
 * one fence rewritten from its tree.
 *
 * Invariants
 *  M1  A mutant differs from the document in one value, one member of a list or map, or one name.
 *  M2  mutant_write() writes no two mutants of a document alike, so a list can name each one.
 *  M3  mutant_text() without a mutant parses to the same data as the document.
 *
 * Ownership: everything is in the arena. The trees of the fences are changed while a text is made, and restored afterwards:
 * one thread at a time.
 */
#ifndef MUTATE_MUTANT_H
#define MUTATE_MUTANT_H

#include "base/arena.h"
#include "base/status.h"
#include "rulebook/rulebook.h"
#include "rulebook/vocabulary.h"

enum {
    MUTANTS_MAX = 20000,     /* of a document */
    MUTANT_LINE_SIZE = 8192, /* of a buffer for mutant_write() */
    MUTANT_FUNDS_MAX = 64,   /* pools and funds of a document, and the house */
    MUTANT_FENCES_MAX = 1024
};

enum mutant_edit {
    MUTANT_VALUE,   /* `node` says `now` */
    MUTANT_NAME,    /* `node` is called `now` */
    MUTANT_DROPPED, /* `parent` lacks `node` */
    MUTANT_ADDED,   /* `parent` has `node` as well, as its last member */
    MUTANT_REPEATED /* `parent` has `node` behind `before`: the same row with one value changed */
};

struct mutant {
    enum mutant_edit edit;
    enum vocabulary_kind
        kind; /* of the value; of a member that is dropped or added, VOCABULARY_LIST or VOCABULARY_MAP */
    unsigned clause;
    struct text path;     /* items of lists have numbers from 1, within the fence */
    struct text was, now; /* of a dropped member, `was` is what it begins with */
    unsigned fence;
    struct node *parent, *node, *before;
};

/* A fence in the text, without the lines that open and close it. */
struct mutant_fence {
    size_t start, end;
    unsigned indent, clause;
    struct node *data;
};

struct mutants {
    const struct rulebook *rulebook;
    struct text bytes;
    struct mutant_fence *fences;
    unsigned fence_count;
    struct mutant *items; /* in the order of the document */
    unsigned count;
};

/*
 * `bytes` are the text of the rulebook. STATUS_INVALID if a fence is not found in them; the fault says which.
 */
MUST_USE enum status mutants_read(struct text bytes, const struct rulebook *rulebook, struct arena *arena,
                                  struct mutants *mutants, struct fault *fault);

/* The whole document with the mutant in it; with NULL unchanged, but with every fence rewritten. */
MUST_USE enum status mutant_text(const struct mutants *mutants, const struct mutant *mutant,
                                 struct arena *arena, struct text *bytes);

/* "bay101/aces-cracked#12 fee/amount: $1 -> $2" */
void mutant_write(struct text_out *out, struct text identity, const struct mutant *mutant);

/* "money", "member dropped", "name": for a count of survivors by their kinds. */
const char *mutant_kind_name(const struct mutant *mutant);

#endif
