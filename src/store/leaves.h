/*
 * The tree over all events of a store (tree/tree.h; docs/formats/checkpoints.md): its order, roots and proofs.
 *
 *   run        leaves that are consecutive events of one stream; an append writes the runs of its events in its transaction
 *   tile       the stored root of 256, 65,536 or 16,777,216 leaves, so that a root costs few reads
 *   settled    how many leaves the caller knows to be right, because the root of so many is in a checkpoint
 *
 * Invariants
 *  L1  Leaf n of a store never changes: runs are only added and made longer, in the transaction of their events.
 *  L2  A tile of the store is used only up to the settled leaves. Those behind are computed from the events, whatever the table has.
 *  L3  store_leaves_agree() is true only if the root of so many leaves, by the tiles, is the one that is asked for, and the last leaf of every
 *      stream among them is in its tile. As the hash of an event covers the stream before it, a stream that was changed and hashed anew is found;
 *      one that was changed without is found by store_verify().
 *
 * A store that was made before the order was recorded, and is only read, has its streams one after the other.
 *
 * It belongs to the thread of its store. Reading goes on while others append: leaves do not change.
 */
#ifndef STORE_LEAVES_H
#define STORE_LEAVES_H

#include "store/store.h"
#include "tree/tree.h"

struct store_leaves;

/* The store must live longer. */
MUST_USE enum status store_leaves_open(struct store *store, struct store_leaves **leaves,
                                       struct fault *fault);
void store_leaves_close(struct store_leaves *leaves); /* NULL is fine */

/* How many leaves the tree has now. */
MUST_USE enum status store_leaves_size(struct store_leaves *leaves, uint64_t *size, struct fault *fault);

/* STATUS_RANGE if the tree has fewer leaves than `size`; STATUS_DAMAGED if an event is not where the order says. */
MUST_USE enum status store_leaves_root(struct store_leaves *leaves, uint64_t size, struct tree_hash *root,
                                       struct fault *fault);
MUST_USE enum status store_leaves_consistency(struct store_leaves *leaves, uint64_t from, uint64_t to,
                                              struct tree_proof *proof, struct fault *fault);
MUST_USE enum status store_leaves_inclusion(struct store_leaves *leaves, uint64_t leaf, uint64_t size,
                                            struct tree_proof *proof, struct fault *fault);

/* L3. If it agrees, the leaves up to `size` are settled. */
MUST_USE enum status store_leaves_agree(struct store_leaves *leaves, uint64_t size,
                                        const struct tree_hash *root, bool *agrees, struct fault *fault);

/* Says that the first `size` leaves are right, and writes their tiles if the store may be written to. Call it with a root that was computed
 * by this value and is now in a checkpoint. */
MUST_USE enum status store_leaves_settle(struct store_leaves *leaves, uint64_t size, struct fault *fault);

/* Which leaf an event is. STATUS_RANGE if there is no such event. */
MUST_USE enum status store_leaf_of(struct store_leaves *leaves, struct text stream, uint64_t sequence,
                                   uint64_t *leaf, struct fault *fault);

/* ---------------------------------------------------------------------------------------- verifying */

/* A size of the tree, and its root if the tree has so many leaves. */
struct store_root {
    uint64_t size;
    bool there;
    struct tree_hash root;
};

struct store_tree {
    uint64_t size, since; /* leaves; those whose order is that of the commits begin at `since` */
    bool recorded;        /* false: the store is older than the order */
    struct tree_hash root;
};

/*
 * Reads all leaves and reports, each in a sentence, what does not hold of the order and of the tiles: runs that do not follow each other
 * or do not cover each stream once, tiles that are not the roots of their leaves. `roots` are in the order of their sizes, and are filled
 * in. The hashes of the events are used as they are stored; store_verify() proves them. The store is held, or nobody writes to it.
 */
MUST_USE enum status store_leaves_verify(struct store *store, struct store_root *roots, size_t root_count,
                                         store_flaw_visitor *tell, void *context, struct store_tree *tree,
                                         struct fault *fault);

#endif
