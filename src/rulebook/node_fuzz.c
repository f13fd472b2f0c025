/*
 * Any bytes as YAML: either a finding inside the text, or a tree that keeps its invariants, whose places lie in the
 * text, and which merged into nothing is itself and merged again is refused unless it is empty of values. What is written of
 * the tree is read as the same tree.
 */
#include "base/check.h"
#include "rulebook/node.h"

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { ARENA_SIZE_MAX = 64 << 20, FINDINGS_MAX = 20, FIRST_LINE = 7, FIRST_COLUMN = 5 };

static unsigned lines_of(const uint8_t *data, size_t size)
{
    unsigned lines = 1;
    for (size_t i = 0; i < size; i++)
        lines += data[i] == '\n' || data[i] == '\r';
    return lines;
}

static void check_place(struct origin origin, unsigned lines)
{
    CHECK_OP(origin.line, >=, FIRST_LINE);
    CHECK_OP(origin.line, <, FIRST_LINE + lines);
    CHECK_OP(origin.column, >=, FIRST_COLUMN);
}

static void check_node(const struct node *node, unsigned depth, unsigned lines)
{
    CHECK_OP(depth, <=, NODE_DEPTH_MAX);
    check_place(node->origin, lines);
    unsigned count = 0;
    for (const struct node *child = node->first_child; child; child = child->next, count++) {
        CHECK_OP(child->key.length > 0, ==, node->kind == NODE_MAP); /* N1 */
        check_node(child, depth + 1, lines);
        if (node->kind == NODE_MAP)
            CHECK(node_member(node, child->key.bytes) == child); /* N2 */
    }
    CHECK_OP(count, ==, node->count);
    CHECK_OP(count, <=, NODE_CHILDREN_MAX); /* N3 */
    CHECK(node->kind != NODE_SCALAR || count == 0);
}

static bool same(const struct node *left, const struct node *right)
{
    if (left->kind != right->kind || left->count != right->count || !text_equal(left->key, right->key) ||
        !text_equal(left->scalar, right->scalar))
        return false;
    const struct node *l = left->first_child, *r = right->first_child;
    for (; l && r; l = l->next, r = r->next)
        if (!same(l, r))
            return false;
    return !l && !r;
}

static bool has_values(const struct node *map)
{
    for (const struct node *child = map->first_child; child; child = child->next)
        if (child->kind != NODE_MAP || has_values(child))
            return true;
    return false;
}

/* Somewhere in the map is a list of maps, or one that may be. */
static bool has_rows(const struct node *map)
{
    for (const struct node *child = map->first_child; child; child = child->next)
        if ((child->kind == NODE_MAP && has_rows(child)) ||
            (child->kind == NODE_LIST && child->first_child && child->first_child->kind == NODE_MAP))
            return true;
    return false;
}

static void check_merging(const struct node *map, struct arena *arena, struct findings *findings)
{
    struct node *whole = node_new_map(arena, map->origin);
    CHECK(whole);
    CHECK_OP(node_merge(whole, map, arena, findings), ==, STATUS_OK);
    CHECK(same(whole, map));
    enum status again = node_merge(whole, map, arena, findings);
    if (has_rows(map))
        return;
    CHECK_OP(again == STATUS_OK, ==, !has_values(map));
    CHECK(same(whole, map));
}

static void check_writing(const struct node *node, struct arena *arena, struct findings *findings)
{
    struct growing out = {.arena = arena};
    node_write(&out, node);
    CHECK_OP(out.status, ==, STATUS_OK);
    if (out.length > NODE_TEXT_MAX)
        return;
    const struct node *again = node_read(growing_text(&out), node->origin, arena, findings);
    CHECK(again && same(again, node));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena arena;
    arena_init(&arena, ARENA_SIZE_MAX);
    struct findings findings;
    findings_init(&findings, &arena, FINDINGS_MAX);
    unsigned lines = lines_of(data, size);
    struct origin origin = {"fuzz.yaml", FIRST_LINE, FIRST_COLUMN, text_of("house/activity#1")};
    const struct node *node = node_read((struct text){(const char *)data, size}, origin, &arena, &findings);
    CHECK_OP(node == NULL, ==, findings.count > 0);
    for (size_t i = 0; i < findings.count; i++) {
        check_place(findings.items[i].origin, lines);
        CHECK(findings.items[i].words.length > 0 && findings.items[i].remedy.length > 0); /* F1 */
    }
    if (node) {
        check_node(node, 0, lines);
        check_writing(node, &arena, &findings);
        if (node->kind == NODE_MAP)
            check_merging(node, &arena, &findings);
    }
    arena_release(&arena);
    return 0;
}
