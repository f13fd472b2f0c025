/* For tests: the tree of a store, about which nothing is wrong. */
#ifndef STORE_WHOLE_TREE_TEST_H
#define STORE_WHOLE_TREE_TEST_H

#include "store/leaves.h"
#include "store/place_test.h"

static inline void no_flaw(void *context, const char *words)
{
    (void)context;
    fail_msg("%s", words);
}

static inline struct store_tree whole_tree(struct store *store)
{
    struct store_tree tree;
    struct fault fault = {0};
    if (store_leaves_verify(store, NULL, 0, no_flaw, NULL, &tree, &fault) != STATUS_OK)
        fail_msg("%s", fault.words);
    return tree;
}

#endif
