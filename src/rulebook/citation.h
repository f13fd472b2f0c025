/*
 * Reads which clauses the cases cite.
 *
 * A case is a text with the lines `case NAME: what it shows` and `cites: bay101/aces-cracked#7 #9` (docs/formats/cases.md).
 * Only these two lines are read here; a word that is no citation is left to the runner of cases.
 */
#ifndef RULEBOOK_CITATION_H
#define RULEBOOK_CITATION_H

#include "base/text.h"

struct citation {
    struct text document; /* "bay101/aces-cracked" */
    unsigned clause;
    struct text name; /* of the case; empty if no line `case` stands before it */
};

/* Calls `take` for every clause that the cases of the text cite, in their order. Readings (#MR3) are no clauses. */
void citations_read(struct text cases, void (*take)(void *context, const struct citation *citation),
                    void *context);

#endif
