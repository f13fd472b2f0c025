/*
 * Lists of mutants as text: those that are equivalent, each with its reason, and those that are known to survive.
 *
 *      # A remark.
 *      bay101/aces-cracked#12 fee/amount: $1 -> $2
 *          The reason, in a line or several that are indented.
 *
 * An entry is a mutant in the form of mutant_write(). mutant_list_unmatched() finds entries that are not mutants any more:
 * the document or the vocabulary has changed, and the entry must be removed.
 *
 * Ownership: texts are views of the input; the entries are in the arena.
 */
#ifndef MUTATE_MUTANT_LIST_H
#define MUTATE_MUTANT_LIST_H

#include "base/arena.h"
#include "base/status.h"
#include "base/text.h"

#include <stdbool.h>

struct mutant_entry {
    struct text mutant;
    struct text reason; /* its first line; empty if there is none */
    unsigned line;
    bool matched; /* a mutant of this run is written so */
};

struct mutant_list {
    struct mutant_entry *entries; /* by their texts, once read */
    unsigned count;
};

/* STATUS_INVALID with the line as position if an entry occurs twice, a reason has no entry or, with `reasons`, an entry has
 * no reason. */
MUST_USE enum status mutant_list_read(struct text text, bool reasons, struct arena *arena,
                                      struct mutant_list *list, struct fault *fault);

/* The entry of a mutant, which is then matched; NULL if there is none. */
struct mutant_entry *mutant_list_find(struct mutant_list *list, struct text mutant);

/* The next entry for the document, from *at on, that no mutant has matched; NULL if there is none. */
const struct mutant_entry *mutant_list_unmatched(const struct mutant_list *list, struct text identity,
                                                 unsigned *at);

/* The document of an entry, "bay101/aces-cracked". */
struct text mutant_entry_document(const struct mutant_entry *entry);

#endif
