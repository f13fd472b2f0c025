#include "store/leaves.h"
#include "store/leaves_internal.h"

#include "base/check.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCK = 1 << TREE_TILE_HEIGHT, LEVELS = TREE_TILE_LEVELS };

/* 256 nodes of one height, from number * 256 on. */
struct block {
    bool valid;
    uint64_t number;
    size_t count; /* of leaves: how many of them could be read */
    bool there[BLOCK];
    struct tree_hash of[BLOCK];
};

struct store_leaves {
    struct store *store;
    struct leaf_names names;
    uint64_t settled, size; /* of the tree, when it was asked last */
    struct block leaves, tiles[LEVELS];
    struct leaf_tile *made; /* tiles that the store does not have yet */
    size_t made_count, made_room;
};

enum status store_leaves_open(struct store *store, struct store_leaves **opened, struct fault *fault)
{
    struct store_leaves *leaves = calloc(1, sizeof *leaves);
    if (!leaves)
        return fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory for the tree");
    leaves->store = store;
    *opened = leaves;
    return STATUS_OK;
}

void store_leaves_close(struct store_leaves *leaves)
{
    if (!leaves)
        return;
    leaf_names_release(&leaves->names);
    free(leaves->made);
    free(leaves);
}

enum status store_leaves_size(struct store_leaves *leaves, uint64_t *size, struct fault *fault)
{
    struct leaves_found found;
    enum status status = leaves->store->methods->leaves(leaves->store, &found, fault);
    if (status == STATUS_OK && found.size > TREE_SIZE_MAX)
        status = fault_set(fault, STATUS_DAMAGED, 0,
                           "the order of the leaves is damaged; 'cardroom audit' says more");
    if (status == STATUS_OK)
        *size = leaves->size = found.size;
    return status;
}

/* -------------------------------------------------------------------------------- nodes from the store */

static void take_leaf(void *context, uint64_t leaf, const struct tree_hash *hash)
{
    struct block *block = context;
    CHECK(leaf / BLOCK == block->number && leaf % BLOCK == block->count);
    block->of[block->count++] = *hash;
}

/* The streams are listed again when a leaf is of one that is new. */
static enum status name_of(struct store_leaves *leaves, int64_t id, const struct leaf_name **name,
                           struct fault *fault)
{
    enum status status = STATUS_OK;
    *name = leaf_names_find(&leaves->names, id);
    if (!*name) {
        status = leaf_names_list(&leaves->names, leaves->store, fault);
        *name = leaf_names_find(&leaves->names, id);
    }
    return status;
}

static enum status order_is_damaged(uint64_t leaf, struct fault *fault)
{
    return fault_set(fault, STATUS_DAMAGED, 0,
                     "the order of the leaves is damaged at leaf %llu; 'cardroom audit' says more",
                     (unsigned long long)leaf);
}

/* Reads the leaves from `from` on to the end of their block, or to before `to`. */
static enum status leaves_read(struct store_leaves *leaves, struct block *block, uint64_t to,
                               struct fault *fault)
{
    struct leaf_run runs[LEAF_RUNS_READ];
    uint64_t next = block->number * BLOCK + block->count;
    while (next < to) {
        size_t count;
        enum status status =
            leaves->store->methods->runs(leaves->store, next, runs, LEAF_RUNS_READ, &count, fault);
        if (status == STATUS_OK && count == 0)
            status = order_is_damaged(next, fault);
        for (size_t i = 0; i < count && status == STATUS_OK && next < to; i++) {
            const struct leaf_name *name;
            if (!leaf_run_is_plain(&runs[i]) || runs[i].first > next || runs[i].first + runs[i].count <= next)
                return order_is_damaged(next, fault);
            status = name_of(leaves, runs[i].stream, &name, fault);
            if (status == STATUS_OK)
                status = leaf_run_read(leaves->store, name, &runs[i], next, to, take_leaf, block, fault);
            next = block->number * BLOCK + block->count;
        }
        if (status != STATUS_OK)
            return status;
    }
    return STATUS_OK;
}

/* Leaves do not change (L1), so a block that is not full is read on from where it ended. */
static enum status leaf_hash(struct store_leaves *leaves, uint64_t leaf, struct tree_hash *hash,
                             struct fault *fault)
{
    struct block *block = &leaves->leaves;
    CHECK_OP(leaf, <, leaves->size);
    if (!block->valid || block->number != leaf / BLOCK)
        *block = (struct block){.valid = true, .number = leaf / BLOCK};
    enum status status = STATUS_OK;
    if (leaf % BLOCK >= block->count) {
        uint64_t end = (block->number + 1) * BLOCK;
        status = leaves_read(leaves, block, end < leaves->size ? end : leaves->size, fault);
    }
    if (status != STATUS_OK)
        block->valid = false;
    else
        *hash = block->of[leaf % BLOCK];
    return status;
}

static enum status node(void *context, unsigned height, uint64_t number, struct tree_hash *hash,
                        struct fault *fault);

/* From the 256 nodes below. */
static enum status tile_make(struct store_leaves *leaves, unsigned level, uint64_t number,
                             struct tree_hash *hash, struct fault *fault)
{
    struct tree_hash nodes[BLOCK];
    enum status status = STATUS_OK;
    for (unsigned i = 0; i < BLOCK && status == STATUS_OK; i++)
        status = node(leaves, level * TREE_TILE_HEIGHT, number * BLOCK + i, &nodes[i], fault);
    for (unsigned width = BLOCK; width > 1 && status == STATUS_OK; width /= 2)
        for (unsigned i = 0; i < width / 2; i++)
            nodes[i] = tree_node(&nodes[2 * i], &nodes[2 * i + 1]);
    if (status == STATUS_OK)
        *hash = nodes[0];
    return status;
}

static enum status keep_made(struct store_leaves *leaves, unsigned level, uint64_t number,
                             const struct tree_hash *hash, struct fault *fault)
{
    if (leaves->made_count == leaves->made_room) {
        size_t room = leaves->made_room ? 2 * leaves->made_room : 64;
        struct leaf_tile *made = realloc(leaves->made, room * sizeof *made);
        if (!made)
            return fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory for the tree");
        leaves->made = made;
        leaves->made_room = room;
    }
    leaves->made[leaves->made_count++] = (struct leaf_tile){level, number, *hash};
    return STATUS_OK;
}

static bool is_settled(const struct store_leaves *leaves, unsigned level, uint64_t number)
{
    unsigned height = (level + 1) * TREE_TILE_HEIGHT;
    return number + 1 <= leaves->settled >> height;
}

/* L2 */
static enum status tile_hash(struct store_leaves *leaves, unsigned level, uint64_t number,
                             struct tree_hash *hash, struct fault *fault)
{
    struct block *block = &leaves->tiles[level];
    enum status status = STATUS_OK;
    if (!block->valid || block->number != number / BLOCK) {
        *block = (struct block){.valid = true, .number = number / BLOCK};
        status = leaves->store->methods->tiles(leaves->store, level, block->number * BLOCK, BLOCK, block->of,
                                               block->there, fault);
        for (unsigned i = 0; i < BLOCK && status == STATUS_OK; i++)
            block->there[i] = block->there[i] && is_settled(leaves, level, block->number * BLOCK + i);
    }
    unsigned place = number % BLOCK;
    if (status == STATUS_OK && !block->there[place]) {
        struct tree_hash made;
        status = tile_make(leaves, level, number, &made, fault);
        if (status == STATUS_OK)
            status = keep_made(leaves, level, number, &made, fault);
        /* Making a tile does not touch the blocks of its own level. */
        CHECK(block->valid && block->number == number / BLOCK);
        block->there[place] = status == STATUS_OK;
        block->of[place] = made;
    }
    if (status != STATUS_OK)
        block->valid = false;
    else
        *hash = block->of[place];
    return status;
}

static enum status node(void *context, unsigned height, uint64_t number, struct tree_hash *hash,
                        struct fault *fault)
{
    struct store_leaves *leaves = context;
    CHECK(height % TREE_TILE_HEIGHT == 0 && height / TREE_TILE_HEIGHT <= LEVELS);
    return height == 0 ? leaf_hash(leaves, number, hash, fault)
                       : tile_hash(leaves, height / TREE_TILE_HEIGHT - 1, number, hash, fault);
}

static struct tree_source source_of(struct store_leaves *leaves)
{
    return (struct tree_source){.node = node, .context = leaves};
}

/* --------------------------------------------------------------------------------- roots and proofs */

static enum status check_size(struct store_leaves *leaves, uint64_t size, struct fault *fault)
{
    uint64_t now;
    enum status status = size > leaves->size ? store_leaves_size(leaves, &now, fault) : STATUS_OK;
    if (status == STATUS_OK && size > leaves->size)
        status = fault_set(fault, STATUS_RANGE, 0, "the tree of this store has %llu leaves, and not %llu",
                           (unsigned long long)leaves->size, (unsigned long long)size);
    return status;
}

enum status store_leaves_root(struct store_leaves *leaves, uint64_t size, struct tree_hash *root,
                              struct fault *fault)
{
    const struct tree_source source = source_of(leaves);
    enum status status = check_size(leaves, size, fault);
    return status == STATUS_OK ? tree_root(&source, size, root, fault) : status;
}

enum status store_leaves_consistency(struct store_leaves *leaves, uint64_t from, uint64_t to,
                                     struct tree_proof *proof, struct fault *fault)
{
    const struct tree_source source = source_of(leaves);
    enum status status = check_size(leaves, to, fault);
    return status == STATUS_OK ? tree_prove_consistency(&source, from, to, proof, fault) : status;
}

enum status store_leaves_inclusion(struct store_leaves *leaves, uint64_t leaf, uint64_t size,
                                   struct tree_proof *proof, struct fault *fault)
{
    const struct tree_source source = source_of(leaves);
    enum status status = check_size(leaves, size, fault);
    return status == STATUS_OK ? tree_prove_inclusion(&source, leaf, size, proof, fault) : status;
}

/* ----------------------------------------------------------------------------------------- settling */

/* The tiles that are known are those of the table up to the settled leaves. */
static void forget(struct store_leaves *leaves, uint64_t settled)
{
    leaves->settled = settled;
    leaves->made_count = 0;
    for (unsigned i = 0; i < LEVELS; i++)
        leaves->tiles[i].valid = false;
}

/* Whether the last leaf of the stream before `size` is in its tile: the tile is computed from the events again. */
static enum status last_leaf_agrees(struct store_leaves *leaves, int64_t stream, uint64_t size, bool *agrees,
                                    struct fault *fault)
{
    struct leaf_run run;
    enum status status = leaves->store->methods->last_run(leaves->store, stream, size, &run, fault);
    if (status != STATUS_OK || run.count == 0)
        return status;
    if (!leaf_run_is_plain(&run))
        return order_is_damaged(run.first, fault);
    uint64_t end = run.first + run.count, number = ((end < size ? end : size) - 1) / BLOCK;
    struct tree_hash by_table, by_events;
    if ((number + 1) * BLOCK > size)
        return STATUS_OK; /* the leaves themselves are in the root */
    status = tile_hash(leaves, 0, number, &by_table, fault);
    if (status == STATUS_OK)
        status = tile_make(leaves, 0, number, &by_events, fault);
    if (status == STATUS_OK)
        *agrees = *agrees && tree_hash_equal(&by_table, &by_events);
    return status;
}

enum status store_leaves_agree(struct store_leaves *leaves, uint64_t size, const struct tree_hash *root,
                               bool *agrees, struct fault *fault)
{
    struct tree_hash found;
    uint64_t now;
    *agrees = false;
    leaves->leaves.valid = false;
    forget(leaves, size);
    enum status status = store_leaves_size(leaves, &now, fault);
    if (status == STATUS_OK && now < size)
        return STATUS_OK;
    if (status == STATUS_OK)
        status = store_leaves_root(leaves, size, &found, fault);
    if (status == STATUS_OK)
        status = leaf_names_list(&leaves->names, leaves->store, fault);
    *agrees = status == STATUS_OK && tree_hash_equal(root, &found);
    for (size_t i = 0; i < leaves->names.count && *agrees && status == STATUS_OK; i++)
        status = last_leaf_agrees(leaves, leaves->names.of[i].id, size, agrees, fault);
    *agrees = *agrees && status == STATUS_OK;
    if (!*agrees)
        forget(leaves, 0);
    /* A stream, or an event of one, that is missing is as another tree. */
    return status == STATUS_DAMAGED ? STATUS_OK : status;
}

enum status store_leaves_settle(struct store_leaves *leaves, uint64_t size, struct fault *fault)
{
    CHECK_OP(size, <=, leaves->size);
    size_t count = 0;
    enum status status = STATUS_OK;
    for (size_t i = 0; i < leaves->made_count; i++) {
        const struct leaf_tile *tile = &leaves->made[i];
        if (tile->number + 1 <= size >> ((tile->level + 1) * TREE_TILE_HEIGHT))
            leaves->made[count++] = *tile;
    }
    if (count > 0 && leaves->store->options.mode != STORE_READ_ONLY)
        status = leaves->store->methods->tiles_put(leaves->store, leaves->made, count, fault);
    if (status != STATUS_OK)
        return status;
    leaves->made_count = 0;
    leaves->settled = size;
    return STATUS_OK;
}

/* -------------------------------------------------------------------------------------- one event */

enum status store_leaf_of(struct store_leaves *leaves, struct text stream, uint64_t sequence, uint64_t *leaf,
                          struct fault *fault)
{
    struct leaf_run runs[LEAF_RUNS_READ];
    size_t count = LEAF_RUNS_READ;
    enum status status = leaf_names_list(&leaves->names, leaves->store, fault);
    for (uint64_t from = 0; status == STATUS_OK && count == LEAF_RUNS_READ;) {
        status = leaves->store->methods->runs(leaves->store, from, runs, LEAF_RUNS_READ, &count, fault);
        for (size_t i = 0; i < count && status == STATUS_OK; i++) {
            const struct leaf_name *name = leaf_names_find(&leaves->names, runs[i].stream);
            if (!leaf_run_is_plain(&runs[i]) || runs[i].first < from)
                return order_is_damaged(from, fault);
            from = runs[i].first + runs[i].count;
            if (!name || !text_equal(stream, text_of(name->name)) || sequence < runs[i].sequence ||
                sequence - runs[i].sequence >= runs[i].count)
                continue;
            *leaf = runs[i].first + (sequence - runs[i].sequence);
            return STATUS_OK;
        }
    }
    return status == STATUS_OK ? fault_set(fault, STATUS_RANGE, 0, "stream %.*s has no event %llu",
                                           TEXT_ARGUMENTS(text_clipped(stream, STORE_STREAM_NAME_MAX)),
                                           (unsigned long long)sequence)
                               : status;
}
