/* The part of an audit that compares the tree over all events with the stored order, the stored subtrees, and checkpoints. */
#ifndef BOOKS_AUDIT_TREE_H
#define BOOKS_AUDIT_TREE_H

#include "books/audit.h"
#include "books/promises.h"

/* Fills in the figures of the tree, and tells what is wrong in sentences. `promises` may be NULL. The store is held. */
MUST_USE enum status audit_tree(struct store *store, struct promises *promises, struct audit *audit,
                                store_flaw_visitor *tell, void *context, struct fault *fault);

#endif
