/* Whether the rows of an amendment say what its text changes: every place that differs, with what was there and what is. */
#include "auditor/model_internal.h"
#include "house/setup/setup_shapes.h"
#include "rulebook/vocabulary_paths.h"

/* ------------------------------------------------------------------------------------------ the places of a house */

static const struct node *row_called(const struct house *house, struct text name)
{
    const struct node *tables = node_member(house->data, KEY_TABLES);
    for (const struct node *row = tables ? tables->first_child : NULL; row; row = row->next) {
        const struct node *called = node_member(row, KEY_TABLE);
        if (called && called->kind == NODE_SCALAR && text_equal(called->scalar, name))
            return row;
    }
    return NULL;
}

/* The value of the map at a path, whose keys may have slashes themselves; NULL if there is none. */
/* No tree is deeper than NODE_DEPTH_MAX. NOLINTNEXTLINE(misc-no-recursion) */
static const struct node *value_at(const struct node *map, struct text path)
{
    for (const struct node *member = map ? map->first_child : NULL; member; member = member->next) {
        if (!text_starts_with(path, member->key))
            continue;
        const struct text rest = text_from(path, member->key.length);
        if (rest.length == 0)
            return member->kind == NODE_MAP ? NULL : member;
        const struct node *found =
            rest.bytes[0] == '/' && member->kind == NODE_MAP ? value_at(member, text_from(rest, 1)) : NULL;
        if (found)
            return found;
    }
    return NULL;
}

static const struct node *place_of(const struct house *house, struct text path)
{
    const struct text tables = text_of(KEY_TABLES "/");
    if (!text_starts_with(path, tables))
        return value_at(house->data, path);
    const struct text behind = text_from(path, tables.length);
    for (unsigned i = 0; i < house->table_count; i++) {
        const struct text name = house->tables[i].name;
        if (text_starts_with(behind, name) && behind.length > name.length && behind.bytes[name.length] == '/')
            return value_at(row_called(house, name), text_from(behind, name.length + 1));
    }
    return NULL;
}

/* ------------------------------------------------------------------------------------------ values */

static bool take(struct text *rest, struct text part)
{
    bool there = text_starts_with(*rest, part);
    if (there)
        *rest = text_from(*rest, part.length);
    return there;
}

/* Whether the words go on with the value: a list with commas between. */
/* No tree is deeper than NODE_DEPTH_MAX. NOLINTNEXTLINE(misc-no-recursion) */
static bool takes_value(struct text *rest, const struct node *value)
{
    bool good = true;
    if (value->kind == NODE_SCALAR)
        return take(rest, value->scalar);
    for (const struct node *item = value->first_child; item && good; item = item->next) {
        good = item == value->first_child || take(rest, text_of(", "));
        if (good && value->kind == NODE_MAP)
            good = take(rest, item->key) && take(rest, text_of(": "));
        good = good && takes_value(rest, item);
    }
    return good;
}

static bool says(struct text words, const struct node *value)
{
    return !value ? words.length == 0 : takes_value(&words, value) && words.length == 0;
}

/* NOLINTNEXTLINE(misc-no-recursion) */
static bool same_value(const struct node *one, const struct node *other)
{
    if (one->kind != other->kind || one->count != other->count)
        return false;
    if (one->kind == NODE_SCALAR)
        return text_equal(one->scalar, other->scalar);
    const struct node *right = other->first_child;
    for (const struct node *left = one->first_child; left && right; left = left->next, right = right->next)
        if (!text_equal(left->key, right->key) || !same_value(left, right))
            return false;
    return true;
}

/* ------------------------------------------------------------------------------------------ how many differ */

/* The places of a value: those of a map are its members'. NOLINTNEXTLINE(misc-no-recursion) */
static unsigned places(const struct node *value)
{
    unsigned count = 0;
    if (!value || value->kind != NODE_MAP)
        return value != NULL;
    for (const struct node *member = value->first_child; member; member = member->next)
        count += places(member);
    return count;
}

/* NOLINTNEXTLINE(misc-no-recursion) */
static unsigned differing(const struct node *one, const struct node *other)
{
    unsigned count = 0;
    if (!one || !other || one->kind == NODE_MAP || other->kind == NODE_MAP) {
        if (!one || !other || one->kind != other->kind)
            return places(one) + places(other);
        for (const struct node *member = one->first_child; member; member = member->next)
            count += differing(member, node_member_called(other, member->key));
        for (const struct node *member = other->first_child; member; member = member->next)
            count += node_member_called(one, member->key) ? 0 : places(member);
        return count;
    }
    return !same_value(one, other);
}

/* Rows of tables are compared by the name of the table, which is no place of its own. */
static unsigned differing_tables(const struct house *before, const struct house *after)
{
    unsigned count = 0;
    for (unsigned i = 0; i < before->table_count; i++) {
        const struct node *was = row_called(before, before->tables[i].name),
                          *is = row_called(after, before->tables[i].name);
        count += differing(was, is) - (is == NULL);
    }
    for (unsigned i = 0; i < after->table_count; i++)
        if (!house_table_find(before, after->tables[i].name))
            count += places(row_called(after, after->tables[i].name)) - 1;
    return count;
}

static unsigned differing_houses(const struct house *before, const struct house *after)
{
    unsigned count = differing_tables(before, after);
    for (const struct node *member = before->data->first_child; member; member = member->next)
        if (!text_equal(member->key, text_of(KEY_TABLES)))
            count += differing(member, node_member_called(after->data, member->key));
    for (const struct node *member = after->data->first_child; member; member = member->next)
        if (!text_equal(member->key, text_of(KEY_TABLES)) && !node_member_called(before->data, member->key))
            count += places(member);
    return count;
}

/* ------------------------------------------------------------------------------------------ the rows */

void check_changes(struct auditor *auditor, const struct house *before, const struct house *after,
                   const struct change_row *rows, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const struct change_row *row = &rows[i];
        MUST(auditor, says(row->before, place_of(before, row->path)), "%.*s was not \"%.*s\"",
             TEXT_ARGUMENTS(row->path), TEXT_ARGUMENTS(row->before));
        MUST(auditor, says(row->after, place_of(after, row->path)), "%.*s is not \"%.*s\" now",
             TEXT_ARGUMENTS(row->path), TEXT_ARGUMENTS(row->after));
        for (uint32_t k = 0; k < i; k++)
            MUST(auditor, !text_equal(rows[k].path, row->path), "%.*s is said twice",
                 TEXT_ARGUMENTS(row->path));
    }
    const unsigned differ = differing_houses(before, after);
    MUST(auditor, differ == count, "%u places of the house differ, and %u are said", differ, count);
}
