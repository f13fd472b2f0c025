#include "tree/tree.h"

#include "base/check.h"

#include <sodium.h>
#include <string.h>

_Static_assert(TREE_HASH_SIZE == crypto_hash_sha256_BYTES, "hashes are SHA-256");

bool tree_hash_equal(const struct tree_hash *left, const struct tree_hash *right)
{
    return memcmp(left->bytes, right->bytes, sizeof left->bytes) == 0;
}

/* ------------------------------------------------------------------------------------------- hashes */

static void number_write(uint8_t bytes[8], uint64_t number)
{
    for (unsigned i = 0; i < 8; i++)
        bytes[i] = (uint8_t)(number >> (56 - 8 * i));
}

struct tree_hash tree_leaf_of(const void *data, size_t size)
{
    static const uint8_t leaf = 0;
    crypto_hash_sha256_state state;
    struct tree_hash hash;
    CHECK(data || size == 0);
    CHECK(crypto_hash_sha256_init(&state) == 0 && crypto_hash_sha256_update(&state, &leaf, 1) == 0);
    CHECK(size == 0 || crypto_hash_sha256_update(&state, data, size) == 0);
    CHECK(crypto_hash_sha256_final(&state, hash.bytes) == 0);
    return hash;
}

struct tree_hash tree_leaf(struct text stream, uint64_t sequence, const uint8_t chain[TREE_HASH_SIZE])
{
    enum { STREAM_MAX = 255 };
    uint8_t data[8 + STREAM_MAX + 8 + TREE_HASH_SIZE];
    CHECK(stream.length <= NAME_MAX);
    number_write(data, stream.length);
    if (stream.length > 0)
        memcpy(data + 8, stream.bytes, stream.length);
    number_write(data + 8 + stream.length, sequence);
    memcpy(data + 16 + stream.length, chain, TREE_HASH_SIZE);
    return tree_leaf_of(data, 16 + stream.length + TREE_HASH_SIZE);
}

struct tree_hash tree_node(const struct tree_hash *left, const struct tree_hash *right)
{
    uint8_t data[1 + 2 * TREE_HASH_SIZE] = {1};
    struct tree_hash hash;
    memcpy(data + 1, left->bytes, TREE_HASH_SIZE);
    memcpy(data + 1 + TREE_HASH_SIZE, right->bytes, TREE_HASH_SIZE);
    CHECK(crypto_hash_sha256(hash.bytes, data, sizeof data) == 0);
    return hash;
}

static struct tree_hash hash_of_nothing(void)
{
    struct tree_hash hash;
    CHECK(crypto_hash_sha256(hash.bytes, (const uint8_t *)"", 0) == 0);
    return hash;
}

/* -------------------------------------------------------------------------------------- leaf by leaf */

void tree_init(struct tree *tree)
{
    *tree = (struct tree){0};
}

/* As a carry of binary addition: each bit of the size is one complete subtree. */
void tree_add(struct tree *tree, const struct tree_hash *leaf, tree_tile_visitor *visit, void *context)
{
    struct tree_hash hash = *leaf;
    unsigned height = 0;
    CHECK_OP(tree->size, <, TREE_SIZE_MAX);
    for (uint64_t size = tree->size; size & 1; size >>= 1) {
        CHECK(tree->count > 0);
        hash = tree_node(&tree->parts[--tree->count], &hash);
        height++;
        if (visit && height % TREE_TILE_HEIGHT == 0 && height / TREE_TILE_HEIGHT <= TREE_TILE_LEVELS)
            visit(context, height / TREE_TILE_HEIGHT - 1, tree->size >> height, &hash);
    }
    tree->parts[tree->count++] = hash;
    tree->size++;
}

struct tree_hash tree_root_of(const struct tree *tree)
{
    if (tree->count == 0)
        return hash_of_nothing();
    struct tree_hash hash = tree->parts[tree->count - 1];
    for (unsigned i = tree->count - 1; i-- > 0;)
        hash = tree_node(&tree->parts[i], &hash);
    return hash;
}

/* ----------------------------------------------------------------------------------------- from tiles */

/* Any node, from the sources below it. */
static enum status node_of(const struct tree_source *source, unsigned height, uint64_t number,
                           struct tree_hash *hash, struct fault *fault)
{
    CHECK_OP(height, <=, TREE_HEIGHT_MAX);
    if (height % TREE_TILE_HEIGHT == 0 && height / TREE_TILE_HEIGHT <= TREE_TILE_LEVELS)
        return source->node(source->context, height, number, hash, fault);
    struct tree_hash left, right;
    enum status status = node_of(source, height - 1, 2 * number, &left, fault);
    if (status == STATUS_OK)
        status = node_of(source, height - 1, 2 * number + 1, &right, fault);
    if (status == STATUS_OK)
        *hash = tree_node(&left, &right);
    return status;
}

/* The largest power of two below n, as its exponent; n is at least 2. */
static unsigned split_of(uint64_t n)
{
    unsigned height = 0;
    CHECK_OP(n, >=, 2);
    while ((UINT64_C(1) << (height + 1)) < n)
        height++;
    return height;
}

/* The root of the leaves from `from` to before `to`, where the split of RFC 6962 makes complete subtrees from the left. */
static enum status range_root(const struct tree_source *source, uint64_t from, uint64_t to,
                              struct tree_hash *root, struct fault *fault)
{
    CHECK_OP(from, <, to);
    uint64_t size = to - from;
    if ((size & (size - 1)) == 0) {
        unsigned height = size == 1 ? 0 : split_of(size) + 1;
        CHECK_OP(from % size, ==, 0);
        return node_of(source, height, from >> height, root, fault);
    }
    unsigned height = split_of(size);
    struct tree_hash left, right;
    enum status status = range_root(source, from, from + (UINT64_C(1) << height), &left, fault);
    if (status == STATUS_OK)
        status = range_root(source, from + (UINT64_C(1) << height), to, &right, fault);
    if (status == STATUS_OK)
        *root = tree_node(&left, &right);
    return status;
}

enum status tree_root(const struct tree_source *source, uint64_t size, struct tree_hash *root,
                      struct fault *fault)
{
    CHECK_OP(size, <=, TREE_SIZE_MAX);
    if (size > 0)
        return range_root(source, 0, size, root, fault);
    *root = hash_of_nothing();
    return STATUS_OK;
}

static enum status proof_add(const struct tree_source *source, uint64_t from, uint64_t to,
                             struct tree_proof *proof, struct fault *fault)
{
    CHECK_OP(proof->count, <, TREE_PROOF_MAX);
    return range_root(source, from, to, &proof->hashes[proof->count++], fault);
}

/* The recursion of the RFC goes down from the root, and its hashes are listed from below: the ranges are kept on the way. */
struct ranges {
    unsigned count;
    struct {
        uint64_t from, to;
    } of[TREE_PROOF_MAX];
};

static void ranges_push(struct ranges *ranges, uint64_t from, uint64_t to)
{
    CHECK_OP(ranges->count, <, TREE_PROOF_MAX);
    ranges->of[ranges->count].from = from;
    ranges->of[ranges->count++].to = to;
}

static enum status prove(const struct tree_source *source, const struct ranges *ranges,
                         struct tree_proof *proof, struct fault *fault)
{
    enum status status = STATUS_OK;
    proof->count = 0;
    for (unsigned i = ranges->count; i-- > 0 && status == STATUS_OK;)
        status = proof_add(source, ranges->of[i].from, ranges->of[i].to, proof, fault);
    return status;
}

enum status tree_prove_consistency(const struct tree_source *source, uint64_t from, uint64_t to,
                                   struct tree_proof *proof, struct fault *fault)
{
    CHECK(from <= to && to <= TREE_SIZE_MAX);
    struct ranges ranges = {0};
    uint64_t begin = 0, end = to;
    bool whole =
        true; /* SUBPROOF's b: what remains of the old tree is the old tree itself, whose root is known */
    proof->count = 0;
    if (from == 0 || from == to)
        return STATUS_OK;
    while (from < end) {
        uint64_t middle = begin + (UINT64_C(1) << split_of(end - begin));
        if (from <= middle) {
            ranges_push(&ranges, middle, end);
            end = middle;
        } else {
            ranges_push(&ranges, begin, middle);
            begin = middle;
            whole = false;
        }
    }
    CHECK_OP(from, ==, end);
    if (!whole)
        ranges_push(&ranges, begin, end);
    return prove(source, &ranges, proof, fault);
}

enum status tree_prove_inclusion(const struct tree_source *source, uint64_t leaf, uint64_t size,
                                 struct tree_proof *proof, struct fault *fault)
{
    CHECK(leaf < size && size <= TREE_SIZE_MAX);
    struct ranges ranges = {0};
    uint64_t begin = 0, end = size;
    while (end - begin > 1) {
        uint64_t middle = begin + (UINT64_C(1) << split_of(end - begin));
        if (leaf < middle) {
            ranges_push(&ranges, middle, end);
            end = middle;
        } else {
            ranges_push(&ranges, begin, middle);
            begin = middle;
        }
    }
    return prove(source, &ranges, proof, fault);
}

/* ----------------------------------------------------------------------------------------- verifying */

bool tree_consistent(uint64_t from, const struct tree_hash *from_root, uint64_t to,
                     const struct tree_hash *to_root, const struct tree_proof *proof)
{
    if (from > to || to > TREE_SIZE_MAX || proof->count > TREE_PROOF_MAX)
        return false;
    if (from == to)
        return proof->count == 0 && tree_hash_equal(from_root, to_root);
    struct tree_hash nothing = hash_of_nothing();
    if (from == 0)
        return proof->count == 0 && tree_hash_equal(from_root, &nothing);
    unsigned next = 0;
    uint64_t fn = from - 1, sn = to - 1;
    for (; fn & 1; fn >>= 1)
        sn >>= 1;
    /* If the old tree is one complete subtree, the proof begins with its root, which the verifier has. */
    if (fn > 0 && proof->count == 0)
        return false;
    struct tree_hash fr = fn > 0 ? proof->hashes[next++] : *from_root, sr = fr;
    for (; next < proof->count; next++) {
        const struct tree_hash *hash = &proof->hashes[next];
        if (sn == 0)
            return false;
        if ((fn & 1) || fn == sn) {
            fr = tree_node(hash, &fr);
            sr = tree_node(hash, &sr);
            for (; fn != 0 && !(fn & 1); fn >>= 1)
                sn >>= 1;
        } else {
            sr = tree_node(&sr, hash);
        }
        fn >>= 1;
        sn >>= 1;
    }
    return sn == 0 && tree_hash_equal(&fr, from_root) && tree_hash_equal(&sr, to_root);
}

bool tree_included(uint64_t leaf, const struct tree_hash *leaf_hash, uint64_t size,
                   const struct tree_hash *root, const struct tree_proof *proof)
{
    if (leaf >= size || size > TREE_SIZE_MAX || proof->count > TREE_PROOF_MAX)
        return false;
    uint64_t fn = leaf, sn = size - 1;
    struct tree_hash hash = *leaf_hash;
    for (unsigned i = 0; i < proof->count; i++) {
        if (sn == 0)
            return false;
        if ((fn & 1) || fn == sn) {
            hash = tree_node(&proof->hashes[i], &hash);
            for (; fn != 0 && !(fn & 1); fn >>= 1)
                sn >>= 1;
        } else {
            hash = tree_node(&hash, &proof->hashes[i]);
        }
        fn >>= 1;
        sn >>= 1;
    }
    return sn == 0 && tree_hash_equal(&hash, root);
}
