/*
 * The Merkle tree of RFC 6962 and RFC 9162 with SHA-256: roots, and proofs that a root contains a leaf or an earlier tree.
 *
 *   leaf        one event of a store; leaves are numbered from 0 (docs/formats/checkpoints.md)
 *   node        the root of a complete subtree: that of height h and number i covers the 2^h leaves from i * 2^h on
 *   tile        a node of height 8, 16 or 24; a store keeps them, so that a root costs few reads
 *   source      whoever knows the nodes of height 0 and the tiles
 *
 * Invariants
 *  T1  The root of n leaves is the one that RFC 6962, 2.1, defines, however it was computed: leaf by leaf, or from tiles.
 *  T2  A proof that these functions make is accepted by those that verify, and by no other root, size or leaf.
 *  T3  Verifying takes input from outside: a proof of any length and content is answered, with yes or no.
 *
 * Nothing here fails but a source; nothing is allocated.
 */
#ifndef TREE_TREE_H
#define TREE_TREE_H

#include "base/status.h"
#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

enum { TREE_HASH_SIZE = 32 };
#define TREE_SIZE_MAX ((UINT64_C(1) << 48) - 1) /* leaves */

enum {
    TREE_HEIGHT_MAX = 48,
    TREE_TILE_HEIGHT = 8,
    TREE_TILE_LEVELS = 3,                 /* tiles of height 8, 16 and 24 */
    TREE_PROOF_MAX = TREE_HEIGHT_MAX + 2, /* hashes of a proof */
};

struct tree_hash {
    uint8_t bytes[TREE_HASH_SIZE];
};

bool tree_hash_equal(const struct tree_hash *left, const struct tree_hash *right);

/* Of an event: the name of its stream, its sequence, and its 32 bytes in the chain of the stream. */
struct tree_hash tree_leaf(struct text stream, uint64_t sequence, const uint8_t chain[TREE_HASH_SIZE]);

/* Of any leaf data, as RFC 6962 has it. */
struct tree_hash tree_leaf_of(const void *data, size_t size);
struct tree_hash tree_node(const struct tree_hash *left, const struct tree_hash *right);

/* -------------------------------------------------------------------------------------- leaf by leaf */

/* The roots of the complete subtrees that the leaves so far consist of, from the left. */
struct tree {
    uint64_t size;
    unsigned count;
    struct tree_hash parts[TREE_HEIGHT_MAX + 1];
};

/* Called for every tile that a leaf completes: level 0, 1 or 2, and its number among those of its level. */
typedef void tree_tile_visitor(void *context, unsigned level, uint64_t number, const struct tree_hash *hash);

void tree_init(struct tree *tree);
void tree_add(struct tree *tree, const struct tree_hash *leaf, tree_tile_visitor *visit, void *context);
struct tree_hash tree_root_of(const struct tree *tree);

/* ----------------------------------------------------------------------------------------- from tiles */

struct tree_source {
    /* The node of height 0, 8, 16 or 24 with this number; asked only for nodes within the tree. */
    enum status (*node)(void *context, unsigned height, uint64_t number, struct tree_hash *hash,
                        struct fault *fault);
    void *context;
};

MUST_USE enum status tree_root(const struct tree_source *source, uint64_t size, struct tree_hash *root,
                               struct fault *fault);

struct tree_proof {
    unsigned count;
    struct tree_hash hashes[TREE_PROOF_MAX];
};

/* RFC 9162, 2.1.4.1: that the tree of `to` leaves begins with that of `from`. `from` is at most `to`; empty if it is 0 or `to`. */
MUST_USE enum status tree_prove_consistency(const struct tree_source *source, uint64_t from, uint64_t to,
                                            struct tree_proof *proof, struct fault *fault);

/* RFC 9162, 2.1.3.1: that `leaf`, which is below `size`, is in the tree. */
MUST_USE enum status tree_prove_inclusion(const struct tree_source *source, uint64_t leaf, uint64_t size,
                                          struct tree_proof *proof, struct fault *fault);

/* ----------------------------------------------------------------------------------------- verifying */

/* RFC 9162, 2.1.4.2. A tree of no leaves is the beginning of every tree. */
bool tree_consistent(uint64_t from, const struct tree_hash *from_root, uint64_t to,
                     const struct tree_hash *to_root, const struct tree_proof *proof);

/* RFC 9162, 2.1.3.2. */
bool tree_included(uint64_t leaf, const struct tree_hash *leaf_hash, uint64_t size,
                   const struct tree_hash *root, const struct tree_proof *proof);

#endif
