/*
 * The clause that sets a value of an offer, as a text that ends with zero, for rulings (games/ruling.h).
 */
#ifndef FUNDS_CLAUSE_H
#define FUNDS_CLAUSE_H

#include "base/arena.h"
#include "rulebook/house_file.h"

/* A copy in the arena of the clause that a node stands under; "" if there is no node. */
MUST_USE enum status clause_copy(const struct node *node, struct arena *arena, const char **clause);

/* A path of the document, and where its clause is to go. */
struct clause_wanted {
    const char *path;
    const char **clause;
};

/* The clauses of several paths of the offer's document, and its identity, which is cited where it is silent. */
MUST_USE enum status clauses_copy(const struct offer *offer, struct arena *arena,
                                  const struct clause_wanted *wanted, size_t count, const char **document);

#endif
