/* For tests: a tree in memory, whose nodes are computed from its leaves by the definition of RFC 6962. */
#ifndef TREE_TREE_SAMPLE_TEST_H
#define TREE_TREE_SAMPLE_TEST_H

#include "base/check.h"
#include "tree/tree.h"

enum { SAMPLE_LEAVES_MAX = 1024 };

struct sample_tree {
    unsigned count;
    struct tree_hash leaves[SAMPLE_LEAVES_MAX];
};

/* RFC 6962, 2.1, as it is written. */
static struct tree_hash sample_root(const struct tree_hash *leaves, unsigned count)
{
    unsigned k = 1;
    struct tree nothing;
    tree_init(&nothing);
    if (count == 0)
        return tree_root_of(&nothing);
    if (count == 1)
        return leaves[0];
    while (2 * k < count)
        k *= 2;
    struct tree_hash left = sample_root(leaves, k), right = sample_root(leaves + k, count - k);
    return tree_node(&left, &right);
}

static enum status sample_node(void *context, unsigned height, uint64_t number, struct tree_hash *hash,
                               struct fault *fault)
{
    const struct sample_tree *sample = context;
    (void)fault;
    CHECK((number + 1) << height <= sample->count);
    *hash = sample_root(sample->leaves + (number << height), 1U << height);
    return STATUS_OK;
}

static struct tree_source sample_source(struct sample_tree *sample)
{
    return (struct tree_source){.node = sample_node, .context = sample};
}

#endif
