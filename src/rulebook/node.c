#include "rulebook/node.h"

#include "base/check.h"

#include <string.h>

const char *node_kind_name(enum node_kind kind)
{
    switch (kind) {
    case NODE_SCALAR:
        return "value";
    case NODE_LIST:
        return "list";
    case NODE_MAP:
        return "map";
    }
    CHECK_NEVER("a kind of node");
}

struct origin node_byte_origin(const struct node *node, size_t position)
{
    struct origin origin = node->origin;
    if (!node->folded && position > 0)
        origin.column += (unsigned)(position - 1) + node->quoted;
    return origin;
}

struct node *node_new_map(struct arena *arena, struct origin origin)
{
    struct node *map = ARENA_NEW(arena, struct node);
    if (map)
        *map = (struct node){.kind = NODE_MAP, .origin = origin};
    return map;
}

/* ------------------------------------------------------------------------------------------------ looking up */

static struct node *member_of(const struct node *map, struct text key)
{
    if (!map || map->kind != NODE_MAP)
        return NULL;
    struct node *member = map->first_child;
    while (member && !text_equal(member->key, key))
        member = member->next;
    return member;
}

const struct node *node_member(const struct node *map, const char *key)
{
    return member_of(map, text_of(key));
}

const struct node *node_member_called(const struct node *map, struct text key)
{
    return member_of(map, key);
}

bool node_says(const struct node *node, const char *words)
{
    return node && node->kind == NODE_SCALAR && text_equal(node->scalar, text_of(words));
}

bool node_lists(const struct node *node, const char *words)
{
    if (!node || node->kind != NODE_LIST)
        return node_says(node, words);
    for (const struct node *item = node->first_child; item; item = item->next)
        if (node_says(item, words))
            return true;
    return false;
}

const struct node *node_path(const struct node *map, const char *path)
{
    const char *slash = strchr(path, '/');
    while (map && slash) {
        const struct node *member = member_of(map, (struct text){path, (size_t)(slash - path)});
        if (member) {
            map = member;
            path = slash + 1;
        }
        slash = strchr(slash + 1, '/'); /* a name that is not there may have the slash in it */
    }
    return node_member(map, path);
}

/* --------------------------------------------------------------------------------------------------- merging */

static void node_append(struct node *map, struct node *member)
{
    CHECK(!member->next);
    struct node **end = &map->first_child;
    while (*end)
        end = &(*end)->next;
    *end = member;
    map->count++;
}

/*
 * Only maps are ever merged into, so a copy needs maps of its own; the children of a list, and the maps in it, stay as
 * they are and are shared.
 */
static enum status node_append_copy(struct node *map, const struct node *member, struct arena *arena)
{
    struct node *copy = ARENA_NEW(arena, struct node);
    if (!copy)
        return arena->refusal;
    *copy = *member;
    copy->next = NULL;
    node_append(map, copy);
    if (copy->kind != NODE_MAP)
        return STATUS_OK;
    copy->first_child = NULL;
    copy->count = 0;
    for (const struct node *child = member->first_child; child; child = child->next) {
        enum status status = node_append_copy(copy, child, arena);
        if (status != STATUS_OK)
            return status;
    }
    return STATUS_OK;
}

/* Whether it is a list of maps. */
static bool has_rows(const struct node *list)
{
    const struct node *item = list->kind == NODE_LIST ? list->first_child : NULL;
    while (item && item->kind == NODE_MAP && item->next)
        item = item->next;
    return item && item->kind == NODE_MAP;
}

/* The list gets items of its own, since it may share those it has. */
static enum status append_rows(struct node *list, const struct node *rows, struct arena *arena)
{
    const struct node *sources[] = {list->first_child, rows->first_child};
    list->first_child = NULL;
    list->count = 0;
    for (size_t i = 0; i < sizeof sources / sizeof sources[0]; i++)
        for (const struct node *row = sources[i]; row; row = row->next) {
            enum status status = node_append_copy(list, row, arena);
            if (status != STATUS_OK)
                return status;
        }
    return STATUS_OK;
}

static void write_other_place(struct text_out *out, struct origin other, struct origin here)
{
    if (other.clause.length > 0) {
        text_out_add_text(out, other.clause);
        text_out_add(out, " (");
    }
    if (strcmp(other.file, here.file) != 0)
        text_out_add(out, "%s ", other.file);
    text_out_add(out, "line %u%s", other.line, other.clause.length > 0 ? ")" : "");
}

/* Two fences of one clause may contradict each other as well. */
static const char *clauses_or_lines(const struct node *first, const struct node *second)
{
    return text_equal(first->key_origin.clause, second->key_origin.clause) ? "lines" : "clauses";
}

static void refuse_other_value(const struct node *first, const struct node *second, const char *first_place,
                               struct findings *findings)
{
    struct text key = text_clipped(second->key, NODE_SHOWN_MAX);
    struct text here = text_clipped(second->scalar, NODE_SHOWN_MAX);
    struct text there = text_clipped(first->scalar, NODE_SHOWN_MAX);
    findings_add(findings, FINDING_ERROR, second->key_origin,
                 "two %s say different things: \"%.*s\" is \"%.*s\" here and \"%.*s\" in %s" REMEDY
                 "say it in one of them only",
                 clauses_or_lines(first, second), TEXT_ARGUMENTS(key), TEXT_ARGUMENTS(here),
                 TEXT_ARGUMENTS(there), first_place);
}

static enum status refuse_second(const struct node *first, const struct node *second,
                                 struct findings *findings)
{
    char first_place[FINDING_TEXT_SIZE / 2];
    struct text_out out;
    text_out_init(&out, first_place, sizeof first_place);
    write_other_place(&out, first->key_origin, second->key_origin);
    struct text key = text_clipped(second->key, NODE_SHOWN_MAX);
    if (first->kind != second->kind)
        findings_add(findings, FINDING_ERROR, second->key_origin,
                     "two %s say different things: \"%.*s\" is a %s here and a %s in %s" REMEDY
                     "say it in one of them only",
                     clauses_or_lines(first, second), TEXT_ARGUMENTS(key), node_kind_name(second->kind),
                     node_kind_name(first->kind), first_place);
    else if (first->kind == NODE_SCALAR && !text_equal(first->scalar, second->scalar))
        refuse_other_value(first, second, first_place, findings);
    else
        findings_add(findings, FINDING_ERROR, second->key_origin,
                     "the %s \"%.*s\" is given twice, here and in %s" REMEDY "say it in one of them only",
                     node_kind_name(first->kind), TEXT_ARGUMENTS(key), first_place);
    return STATUS_INVALID;
}

static enum status refuse_too_many(const struct node *member, const char *problem, enum node_kind of,
                                   struct findings *findings)
{
    struct text key = text_clipped(member->key, NODE_SHOWN_MAX);
    findings_add(findings, FINDING_ERROR, member->key_origin,
                 "\"%.*s\" %s" REMEDY "a %s has at most %d, in all clauses together", TEXT_ARGUMENTS(key),
                 problem, node_kind_name(of), NODE_CHILDREN_MAX);
    return STATUS_INVALID;
}

enum status node_merge(struct node *into, const struct node *from, struct arena *arena,
                       struct findings *findings)
{
    CHECK_OP(into->kind, ==, NODE_MAP);
    CHECK_OP(from->kind, ==, NODE_MAP);
    enum status worst = STATUS_OK;
    for (const struct node *member = from->first_child; member; member = member->next) {
        struct node *there = member_of(into, member->key);
        enum status status;
        if (!there && into->count == NODE_CHILDREN_MAX)
            status = refuse_too_many(member, "is one key too many", NODE_MAP, findings);
        else if (!there)
            status = node_append_copy(into, member, arena);
        else if (there->kind == NODE_MAP && member->kind == NODE_MAP)
            status = node_merge(there, member, arena, findings);
        else if (has_rows(there) && has_rows(member))
            status = there->count + member->count > NODE_CHILDREN_MAX
                         ? refuse_too_many(member, "has too many rows", NODE_LIST, findings)
                         : append_rows(there, member, arena);
        else
            status = refuse_second(there, member, findings);
        if (status == STATUS_NO_SPACE || status == STATUS_NO_MEMORY)
            return status;
        if (status != STATUS_OK)
            worst = status;
    }
    return worst;
}
