/* What two texts of a house say differently, and its tables in the order in which the books number them. */
#include "base/check.h"
#include "rulebook/house_file.h"
#include "rulebook/offer_form.h"
#include "rulebook/vocabulary_paths.h"

/* ------------------------------------------------------------------------------------------ differences */

/* The row of a table as a member of a map: its name is its key. NULL if there is no room. */
static struct node *take_row(const struct node *row, struct arena *arena)
{
    struct node *copy = ARENA_NEW(arena, struct node);
    if (!copy)
        return NULL;
    *copy = *row;
    copy->first_child = NULL;
    copy->next = NULL;
    struct node **last = &copy->first_child;
    for (const struct node *child = row->first_child; child; child = child->next) {
        if (text_equal(child->key, text_of(KEY_TABLE))) {
            copy->key = child->scalar;
            continue;
        }
        struct node *value = ARENA_NEW(arena, struct node);
        if (!value)
            return NULL;
        *value = *child;
        value->next = NULL;
        *last = value;
        last = &value->next;
    }
    return copy;
}

/* The tables as a map by their names. Rows that could not be read are left out, as they are of the house. */
static enum status take_tables(const struct house *house, struct arena *arena, struct node *tables)
{
    struct node **last = &tables->first_child;
    tables->kind = NODE_MAP;
    tables->first_child = NULL;
    const struct node *list = node_member(house->data, KEY_TABLES);
    for (const struct node *row = list ? list->first_child : NULL; row; row = row->next) {
        const struct node *name = node_member(row, KEY_TABLE);
        if (!name || name->kind != NODE_SCALAR || !house_table_find(house, name->scalar))
            continue;
        struct node *member = take_row(row, arena);
        if (!member)
            return arena->refusal;
        *last = member;
        last = &member->next;
    }
    return STATUS_OK;
}

/* The tree of the house with its tables by name, so that a row that was moved has not changed. */
static enum status tree_by_name(const struct house *house, struct arena *arena, struct node **tree)
{
    struct node *root = node_new_map(arena, house->data->origin);
    if (!root)
        return arena->refusal;
    struct node **last = &root->first_child;
    for (const struct node *member = house->data->first_child; member; member = member->next) {
        struct node *copy = ARENA_NEW(arena, struct node);
        if (!copy)
            return arena->refusal;
        *copy = *member;
        copy->next = NULL;
        enum status status =
            text_equal(copy->key, text_of(KEY_TABLES)) ? take_tables(house, arena, copy) : STATUS_OK;
        if (status != STATUS_OK)
            return status;
        *last = copy;
        last = &copy->next;
    }
    *tree = root;
    return STATUS_OK;
}

enum status house_changes_find(const struct house *before, const struct house *after, struct arena *arena,
                               struct house_changes *changes)
{
    struct node *old = NULL, *new = NULL;
    struct offer_changes found;
    CHECK(before->data && after->data);
    enum status status = tree_by_name(before, arena, &old);
    if (status == STATUS_OK)
        status = tree_by_name(after, arena, &new);
    if (status == STATUS_OK)
        status = offer_changes_find(old, new, arena, &found);
    if (status != STATUS_OK)
        return status;
    if (found.count > HOUSE_CHANGES_MAX)
        return STATUS_NO_SPACE;
    struct house_change *items = ARENA_ARRAY(arena, struct house_change, found.count + 1);
    if (!items)
        return arena->refusal;
    for (unsigned i = 0; i < found.count; i++)
        items[i] = (struct house_change){found.changes[i].path, found.changes[i].from, found.changes[i].to};
    *changes = (struct house_changes){items, found.count};
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ tables */

bool house_tables_deal_alike(const struct house_table *one, const struct house_table *other)
{
    return text_equal(one->game.name, other->game.name) && value_equal(&one->limits, &other->limits) &&
           one->seats == other->seats && one->no_limit == other->no_limit &&
           one->free_play == other->free_play;
}

const struct house_table *house_order_tables(struct house *house, const struct house *before)
{
    for (unsigned i = 0; i < before->table_count; i++)
        if (!house_table_find(house, before->tables[i].name))
            return &before->tables[i];
    CHECK_OP(before->table_count, <=, house->table_count);
    for (unsigned i = 0; i < before->table_count; i++) {
        unsigned at = i;
        while (!text_equal(house->tables[at].name, before->tables[i].name))
            at++;
        const struct house_table moved = house->tables[at];
        for (; at > i; at--)
            house->tables[at] = house->tables[at - 1];
        house->tables[i] = moved;
    }
    return NULL;
}
