#include "tree/tree.h"
#include "tree/tree_sample_test.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <sodium.h>

static struct sample_tree sample;

static struct tree_hash numbered_leaf(unsigned i)
{
    const uint8_t bytes[] = {(uint8_t)(i >> 8), (uint8_t)i};
    return tree_leaf_of(bytes, sizeof bytes);
}

static void make_sample(unsigned count)
{
    CHECK_OP(count, <=, SAMPLE_LEAVES_MAX);
    sample.count = count;
    for (unsigned i = 0; i < count; i++)
        sample.leaves[i] = numbered_leaf(i);
}

static void assert_hash(const struct tree_hash *hash, const char *digits)
{
    char text[2 * TREE_HASH_SIZE + 1];
    (void)sodium_bin2hex(text, sizeof text, hash->bytes, sizeof hash->bytes);
    assert_string_equal(text, digits);
}

/* The leaves and roots of the reference implementation of Certificate Transparency. */
static void roots_are_those_of_rfc_6962(void **state)
{
    (void)state;
    static const struct {
        const char *leaf;
        size_t size;
        const char *root;
    } known[] = {{"", 0, "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"},
                 {"\x00", 1, "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"},
                 {"\x10", 1, "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77"},
                 {"\x20\x21", 2, "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7"},
                 {"\x30\x31", 2, "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4"},
                 {"\x40\x41\x42\x43", 4, "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef"},
                 {"\x50\x51\x52\x53\x54\x55\x56\x57", 8,
                  "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c"},
                 {"\x60\x61\x62\x63\x64\x65\x66\x67\x68\x69\x6a\x6b\x6c\x6d\x6e\x6f", 16,
                  "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"}};
    struct tree tree;
    tree_init(&tree);
    struct tree_hash root = tree_root_of(&tree);
    assert_hash(&root, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    for (unsigned i = 0; i < sizeof known / sizeof known[0]; i++) {
        struct tree_hash leaf = tree_leaf_of(known[i].leaf, known[i].size);
        tree_add(&tree, &leaf, NULL, NULL);
        root = tree_root_of(&tree);
        assert_hash(&root, known[i].root);
    }
}

/* Computed by the Python program of docs/formats/checkpoints.md. */
static void an_event_is_the_leaf_of_the_format(void **state)
{
    (void)state;
    uint8_t chain[TREE_HASH_SIZE];
    for (unsigned i = 0; i < sizeof chain; i++)
        chain[i] = (uint8_t)i;
    struct tree_hash leaf = tree_leaf(text_of("house"), 7, chain);
    assert_hash(&leaf, "84a98cffb8f40c2c3c4368c81c2b96d2e652bca80940915e4952465b3b3b632f");
    struct tree_hash other = tree_leaf(text_of("house"), 8, chain),
                     elsewhere = tree_leaf(text_of("slips"), 7, chain);
    assert_false(tree_hash_equal(&leaf, &other));
    assert_false(tree_hash_equal(&leaf, &elsewhere));
}

static void roots_are_the_same_leaf_by_leaf_and_from_nodes(void **state)
{
    (void)state;
    struct tree tree;
    make_sample(SAMPLE_LEAVES_MAX);
    const struct tree_source source = sample_source(&sample);
    tree_init(&tree);
    for (unsigned size = 0; size <= SAMPLE_LEAVES_MAX; size++) {
        struct tree_hash root, made = tree_root_of(&tree), plain = sample_root(sample.leaves, size);
        assert_true(tree_hash_equal(&made, &plain));
        assert_int_equal(tree_root(&source, size, &root, NULL), STATUS_OK);
        assert_true(tree_hash_equal(&root, &plain));
        if (size < SAMPLE_LEAVES_MAX)
            tree_add(&tree, &sample.leaves[size], NULL, NULL);
    }
}

struct seen {
    unsigned count[TREE_TILE_LEVELS];
    struct tree_hash first[TREE_TILE_LEVELS], last[TREE_TILE_LEVELS];
};

static void see(void *context, unsigned level, uint64_t number, const struct tree_hash *hash)
{
    struct seen *seen = context;
    assert_in_range(level, 0, TREE_TILE_LEVELS - 1);
    assert_int_equal(number, seen->count[level]);
    if (seen->count[level]++ == 0)
        seen->first[level] = *hash;
    seen->last[level] = *hash;
}

static void a_tile_is_seen_when_its_last_leaf_is_added(void **state)
{
    (void)state;
    enum { LEAVES = 2 * 65536 + 255 };
    static struct tree_hash leaves[LEAVES];
    struct seen seen = {0};
    struct tree tree;
    tree_init(&tree);
    for (unsigned i = 0; i < LEAVES; i++) {
        leaves[i] = numbered_leaf(i);
        tree_add(&tree, &leaves[i], see, &seen);
        assert_int_equal(seen.count[0], (i + 1) / 256);
        assert_int_equal(seen.count[1], (i + 1) / 65536);
    }
    assert_int_equal(seen.count[2], 0);
    struct tree_hash first = sample_root(leaves, 256), last = sample_root(leaves + 65536, 65536);
    assert_true(tree_hash_equal(&first, &seen.first[0]));
    assert_true(tree_hash_equal(&last, &seen.last[1]));
}

/* Every pair of sizes and every leaf: the proof is accepted, and by nothing else. */
static void every_consistency_proof_is_accepted_by_its_own_trees_alone(void **state)
{
    (void)state;
    enum { LEAVES = 70 };
    make_sample(LEAVES);
    const struct tree_source source = sample_source(&sample);
    for (unsigned to = 0; to <= LEAVES; to++)
        for (unsigned from = 0; from <= to; from++) {
            struct tree_proof proof;
            struct tree_hash old = sample_root(sample.leaves, from), new = sample_root(sample.leaves, to),
                             other = numbered_leaf(9999);
            assert_int_equal(tree_prove_consistency(&source, from, to, &proof, NULL), STATUS_OK);
            assert_true(tree_consistent(from, &old, to, &new, &proof));
            assert_false(tree_consistent(from, &other, to, &new, &proof));
            if (from > 0)
                assert_false(tree_consistent(from, &old, to, &other, &proof));
            assert_false(from < to && tree_consistent(to, &new, from, &old, &proof));
            for (unsigned i = 0; i < proof.count; i++) {
                struct tree_proof wrong = proof;
                wrong.hashes[i].bytes[31] ^= 1;
                assert_false(tree_consistent(from, &old, to, &new, &wrong));
            }
            struct tree_proof longer = proof;
            longer.hashes[longer.count++] = other;
            assert_false(tree_consistent(from, &old, to, &new, &longer));
            if (proof.count > 0) {
                longer.count = proof.count - 1;
                assert_false(tree_consistent(from, &old, to, &new, &longer));
            }
        }
}

static void every_inclusion_proof_is_accepted_for_its_own_leaf_alone(void **state)
{
    (void)state;
    enum { LEAVES = 70 };
    make_sample(LEAVES);
    const struct tree_source source = sample_source(&sample);
    for (unsigned size = 1; size <= LEAVES; size++)
        for (unsigned leaf = 0; leaf < size; leaf++) {
            struct tree_proof proof;
            struct tree_hash root = sample_root(sample.leaves, size), other = numbered_leaf(9999);
            assert_int_equal(tree_prove_inclusion(&source, leaf, size, &proof, NULL), STATUS_OK);
            assert_true(tree_included(leaf, &sample.leaves[leaf], size, &root, &proof));
            assert_false(tree_included(leaf, &other, size, &root, &proof));
            assert_false(tree_included(leaf, &sample.leaves[leaf], size, &other, &proof));
            assert_false(tree_included(size, &sample.leaves[leaf], size, &root, &proof));
            if (size > 1)
                assert_false(tree_included((leaf + 1) % size, &sample.leaves[leaf], size, &root, &proof));
            struct tree_proof longer = proof;
            longer.hashes[longer.count++] = other;
            assert_false(tree_included(leaf, &sample.leaves[leaf], size, &root, &longer));
            if (proof.count > 0) {
                longer.count = proof.count - 1;
                assert_false(tree_included(leaf, &sample.leaves[leaf], size, &root, &longer));
            }
        }
}

/* What comes from outside is never more than an answer. */
static void sizes_that_cannot_be_are_refused(void **state)
{
    (void)state;
    struct tree_proof proof = {0}, full = {.count = TREE_PROOF_MAX};
    struct tree_hash root = numbered_leaf(1);
    assert_false(tree_consistent(UINT64_MAX, &root, UINT64_MAX, &root, &proof));
    assert_false(tree_consistent(1, &root, TREE_SIZE_MAX, &root, &full));
    assert_false(tree_included(0, &root, UINT64_MAX, &root, &proof));
    assert_false(tree_included(0, &root, TREE_SIZE_MAX, &root, &full));
    assert_false(tree_included(0, &root, 0, &root, &proof));
    full.count = TREE_PROOF_MAX + 1;
    assert_false(tree_consistent(1, &root, 2, &root, &full));
    assert_false(tree_included(0, &root, 2, &root, &full));
}

static enum status broken_node(void *context, unsigned height, uint64_t number, struct tree_hash *hash,
                               struct fault *fault)
{
    (void)context;
    (void)height;
    (void)hash;
    return number == 5 ? fault_set(fault, STATUS_IO, 0, "the disk is gone")
                       : sample_node(&sample, height, number, hash, fault);
}

static void a_source_that_fails_fails_the_proof(void **state)
{
    (void)state;
    make_sample(9);
    const struct tree_source source = {.node = broken_node};
    struct tree_proof proof;
    struct tree_hash root;
    struct fault fault;
    assert_int_equal(tree_root(&source, 9, &root, &fault), STATUS_IO);
    assert_string_equal(fault.words, "the disk is gone");
    assert_int_equal(tree_prove_consistency(&source, 3, 9, &proof, &fault), STATUS_IO);
    assert_int_equal(tree_prove_inclusion(&source, 4, 9, &proof, &fault), STATUS_IO);
    assert_int_equal(tree_root(&source, 5, &root, &fault), STATUS_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(roots_are_those_of_rfc_6962),
        cmocka_unit_test(an_event_is_the_leaf_of_the_format),
        cmocka_unit_test(roots_are_the_same_leaf_by_leaf_and_from_nodes),
        cmocka_unit_test(a_tile_is_seen_when_its_last_leaf_is_added),
        cmocka_unit_test(every_consistency_proof_is_accepted_by_its_own_trees_alone),
        cmocka_unit_test(every_inclusion_proof_is_accepted_for_its_own_leaf_alone),
        cmocka_unit_test(sizes_that_cannot_be_are_refused),
        cmocka_unit_test(a_source_that_fails_fails_the_proof),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
