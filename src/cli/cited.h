/*
 * Whether the clauses and readings that a case cites are there.
 *
 * A case that cites what does not exist proves nothing about it, and `cardroom clauses` would count it as tested. Most cases cite
 * the documents of the table games, which are read anyway; all the others are read only when one of them is cited.
 */
#ifndef CLI_CITED_H
#define CLI_CITED_H

#include "games/case.h"
#include "rulebook/library.h"

struct cited_documents {
    const struct library *first; /* is looked in first */
    /* All rule documents; NULL, and a message, if they cannot be read. */
    const struct library *(*all)(void *context);
    void *context;
};

/* STATUS_INVALID, and the words say what is cited and what there is, at its line and column. A document that is there and cannot
 * be read is believed to have what is cited. */
MUST_USE enum status cited_check(const struct case_file *file, const struct cited_documents *documents,
                                 struct case_fault *fault);

#endif
