/* Reads all leaves again, and reports what does not hold of their order and of the stored subtrees. */
#include "store/leaves_internal.h"

#include "base/check.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FLAWS_MAX = 32 };

struct tiles_made {
    struct tree_hash *of;
    size_t count, room;
};

struct verifying {
    struct store *store;
    struct leaf_names names;
    uint64_t *covered; /* of each name: how many of its events the runs have, from the first on */
    struct tree tree;
    struct tiles_made tiles[TREE_TILE_LEVELS];
    bool no_memory;
    struct store_root *roots;
    size_t root_count, root_next;
    store_flaw_visitor *tell;
    void *context;
    unsigned flaws;
};

static void PRINTF_LIKE(2, 3) say(struct verifying *verifying, const char *format, ...)
{
    char words[STORE_FLAW_SIZE];
    va_list arguments;
    if (verifying->flaws++ >= FLAWS_MAX)
        return;
    va_start(arguments, format);
    (void)vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    verifying->tell(verifying->context, words);
}

/* -------------------------------------------------------------------------------------------- leaves */

static void take_tile(void *context, unsigned level, uint64_t number, const struct tree_hash *hash)
{
    struct verifying *verifying = context;
    struct tiles_made *tiles = &verifying->tiles[level];
    if (tiles->count == tiles->room) {
        size_t room = tiles->room ? 2 * tiles->room : 256;
        struct tree_hash *of = realloc(tiles->of, room * sizeof *of);
        verifying->no_memory = verifying->no_memory || !of;
        if (!of)
            return;
        tiles->of = of;
        tiles->room = room;
    }
    CHECK_OP(number, ==, tiles->count);
    tiles->of[tiles->count++] = *hash;
}

/* The roots that are asked for at the size that the tree has now. */
static void take_roots(struct verifying *verifying)
{
    while (verifying->root_next < verifying->root_count &&
           verifying->roots[verifying->root_next].size == verifying->tree.size) {
        struct store_root *root = &verifying->roots[verifying->root_next++];
        root->there = true;
        root->root = tree_root_of(&verifying->tree);
    }
}

static void take_leaf(void *context, uint64_t leaf, const struct tree_hash *hash)
{
    struct verifying *verifying = context;
    CHECK_OP(leaf, >=, verifying->tree.size);
    tree_add(&verifying->tree, hash, take_tile, verifying);
    take_roots(verifying);
}

/* ---------------------------------------------------------------------------------------------- runs */

/* False: nothing behind this run can be read as leaves. */
static bool check_run(struct verifying *verifying, const struct leaf_run *run, const struct leaf_name *name)
{
    if (!leaf_run_is_plain(run)) {
        say(verifying, "the row of leaf_run at leaf %" PRIu64 " is of no events", run->first);
        return false;
    }
    if (run->first != verifying->tree.size) {
        say(verifying,
            "the row of leaf_run at leaf %" PRIu64
            " does not begin where the one before it ends, at leaf %" PRIu64,
            run->first, verifying->tree.size);
        return false;
    }
    if (!name) {
        say(verifying, "the leaves from %" PRIu64 " on are of stream %" PRId64 ", which is not there",
            run->first, run->stream);
        return false;
    }
    uint64_t *covered = &verifying->covered[name - verifying->names.of];
    if (run->sequence != *covered + 1)
        say(verifying,
            "leaf %" PRIu64 " is event %" PRIu64
            " of stream %s, and the leaves before it end with event %" PRIu64,
            run->first, run->sequence, name->name, *covered);
    *covered = run->sequence + run->count - 1;
    return true;
}

static enum status verify_runs(struct verifying *verifying, struct fault *fault)
{
    struct leaf_run runs[LEAF_RUNS_READ];
    size_t count;
    uint64_t from = 0;
    enum status status;
    take_roots(verifying);
    do {
        status = verifying->store->methods->runs(verifying->store, from, runs, LEAF_RUNS_READ, &count, fault);
        for (size_t i = 0; i < count && status == STATUS_OK; i++) {
            const struct leaf_name *name = leaf_names_find(&verifying->names, runs[i].stream);
            if (!check_run(verifying, &runs[i], name))
                return STATUS_OK;
            from = runs[i].first + runs[i].count;
            status = leaf_run_read(verifying->store, name, &runs[i], runs[i].first, from, take_leaf,
                                   verifying, fault);
            if (status == STATUS_DAMAGED) { /* what is wrong with the events, store_verify() says */
                say(verifying, "%s", fault->words);
                return STATUS_OK;
            }
        }
    } while (status == STATUS_OK && count == LEAF_RUNS_READ);
    return status;
}

/* Events behind the last run were not appended by this program. */
static enum status verify_heads(struct verifying *verifying, struct fault *fault)
{
    enum status status = STATUS_OK;
    for (size_t i = 0; i < verifying->names.count && status == STATUS_OK; i++) {
        const struct leaf_name *name = &verifying->names.of[i];
        struct store_head head;
        status = store_head_of(verifying->store, text_of(name->name), &head, fault);
        if (status == STATUS_OK && head.sequence != verifying->covered[i])
            say(verifying,
                "stream %s has %" PRIu64 " events, and the order of the leaves %" PRIu64 " of them",
                name->name, head.sequence, verifying->covered[i]);
    }
    return status;
}

/* -------------------------------------------------------------------------------------------- tiles */

static void check_tile(void *context, uint64_t level, uint64_t number, const struct tree_hash *hash)
{
    struct verifying *verifying = context;
    if (level >= TREE_TILE_LEVELS || number >= verifying->tiles[level].count)
        say(verifying,
            "the row of leaf_tile %" PRIu64 ", %" PRIu64 " is of leaves that the tree does not have", level,
            number);
    else if (!tree_hash_equal(hash, &verifying->tiles[level].of[number]))
        say(verifying, "the row of leaf_tile %" PRIu64 ", %" PRIu64 " is not the root of its leaves", level,
            number);
}

static enum status verify_all(struct verifying *verifying, struct store_tree *tree, struct fault *fault)
{
    struct leaves_found found;
    const struct engine_methods *methods = verifying->store->methods;
    enum status status = leaf_names_list(&verifying->names, verifying->store, fault);
    if (status == STATUS_OK)
        status = methods->leaves(verifying->store, &found, fault);
    if (status != STATUS_OK)
        return status;
    verifying->covered = calloc(verifying->names.count + 1, sizeof *verifying->covered);
    if (!verifying->covered)
        return fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory to verify the tree");
    status = verify_runs(verifying, fault);
    if (status == STATUS_OK && verifying->flaws == 0)
        status = verify_heads(verifying, fault);
    if (status == STATUS_OK && verifying->flaws == 0)
        status = methods->each_tile(verifying->store, check_tile, verifying, fault);
    if (status == STATUS_OK && (found.rows != 1 || found.since > verifying->tree.size))
        say(verifying, "leaf_since must have one row, with a leaf of the tree");
    if (status == STATUS_OK && verifying->no_memory)
        status = fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory to verify the tree");
    *tree = (struct store_tree){.size = verifying->tree.size,
                                .since = found.since,
                                .recorded = !found.leafless,
                                .root = tree_root_of(&verifying->tree)};
    return status;
}

enum status store_leaves_verify(struct store *store, struct store_root *roots, size_t root_count,
                                store_flaw_visitor *tell, void *context, struct store_tree *tree,
                                struct fault *fault)
{
    struct verifying verifying = {
        .store = store, .roots = roots, .root_count = root_count, .tell = tell, .context = context};
    for (size_t i = 0; i < root_count; i++) {
        CHECK(i == 0 || roots[i].size >= roots[i - 1].size);
        roots[i].there = false;
    }
    tree_init(&verifying.tree);
    struct fault own = {.status = STATUS_OK};
    enum status status = verify_all(&verifying, tree, &own);
    if (status == STATUS_DAMAGED) { /* a table is missing, or a page cannot be read: that is a finding too */
        say(&verifying, "%s", own.words);
        *tree = (struct store_tree){.size = verifying.tree.size, .root = tree_root_of(&verifying.tree)};
        status = STATUS_OK;
    }
    leaf_names_release(&verifying.names);
    free(verifying.covered);
    for (unsigned i = 0; i < TREE_TILE_LEVELS; i++)
        free(verifying.tiles[i].of);
    return status == STATUS_OK ? status : fault_set(fault, status, 0, "%s", own.words);
}
