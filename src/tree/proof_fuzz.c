/*
 * The first bytes choose two sizes and a leaf; the rest is a proof that somebody made up. The real proof is accepted; the other is
 * accepted only if it is the real one.
 */
#include "base/check.h"
#include "tree/tree_sample_test.h"

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool same(const struct tree_proof *left, const struct tree_proof *right)
{
    return left->count == right->count &&
           memcmp(left->hashes, right->hashes, left->count * sizeof left->hashes[0]) == 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { LEAVES = 96, HEAD = 3 };
    static struct sample_tree sample;
    if (size < HEAD)
        return 0;
    unsigned to = 1 + data[0] % LEAVES, from = data[1] % (to + 1), leaf = data[2] % to;
    sample.count = to;
    for (unsigned i = 0; i < to; i++)
        sample.leaves[i] = tree_leaf_of(&i, 1 + i % sizeof i);
    struct tree_proof made = {0}, proof;
    made.count = (unsigned)((size - HEAD) / TREE_HASH_SIZE);
    if (made.count > TREE_PROOF_MAX)
        made.count = TREE_PROOF_MAX;
    for (unsigned i = 0; i < made.count; i++)
        memcpy(made.hashes[i].bytes, data + HEAD + (size_t)i * TREE_HASH_SIZE, TREE_HASH_SIZE);

    const struct tree_source source = sample_source(&sample);
    struct tree_hash old = sample_root(sample.leaves, from), new = sample_root(sample.leaves, to);
    CHECK(tree_prove_consistency(&source, from, to, &proof, NULL) == STATUS_OK);
    CHECK(tree_consistent(from, &old, to, &new, &proof));
    CHECK(tree_consistent(from, &old, to, &new, &made) == same(&proof, &made));
    CHECK(tree_prove_inclusion(&source, leaf, to, &proof, NULL) == STATUS_OK);
    CHECK(tree_included(leaf, &sample.leaves[leaf], to, &new, &proof));
    CHECK(tree_included(leaf, &sample.leaves[leaf], to, &new, &made) == same(&proof, &made));
    return 0;
}
