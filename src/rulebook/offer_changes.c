#include "rulebook/offer_form.h"

#include "base/check.h"
#include "base/growing.h"

enum { PLACES_MAX = 4096 }; /* a house with 256 tables has some 1,800 */

static void write_value(struct growing *out, const struct node *value)
{
    if (value->kind == NODE_SCALAR) {
        growing_add(out, value->scalar);
        return;
    }
    for (const struct node *item = value->first_child; item; item = item->next) {
        growing_say(out, item == value->first_child ? "" : ", ");
        if (value->kind == NODE_MAP) {
            growing_add(out, item->key);
            growing_say(out, ": ");
        }
        write_value(out, item);
    }
}

enum status offer_value_text(const struct node *value, struct arena *arena, struct text *text)
{
    struct growing out = {.arena = arena};
    write_value(&out, value);
    if (out.status == STATUS_OK)
        *text = growing_text(&out);
    return out.status;
}

/* ------------------------------------------------------------------------------------------ places */

/* What an offer says, place by place; a list is one place. */
struct places {
    struct arena *arena;
    struct offer_change *changes; /* of one side: `to` is not yet said */
    unsigned count;
    enum status status;
};

static void add_places(struct places *places, const struct node *node, struct text path)
{
    for (const struct node *member = node->first_child; member; member = member->next) {
        struct growing joined = {.arena = places->arena};
        growing_add(&joined, path);
        growing_say(&joined, path.length > 0 ? "/" : "");
        growing_add(&joined, member->key);
        if (joined.status != STATUS_OK || places->count == PLACES_MAX) {
            places->status = joined.status != STATUS_OK ? joined.status : STATUS_NO_SPACE;
            return;
        }
        if (member->kind == NODE_MAP) {
            add_places(places, member, growing_text(&joined));
            continue;
        }
        struct offer_change *place = &places->changes[places->count++];
        *place = (struct offer_change){growing_text(&joined), text_of(""), text_of("")};
        enum status status = offer_value_text(member, places->arena, &place->from);
        if (status != STATUS_OK)
            places->status = status;
    }
}

static enum status find_places(const struct node *tree, struct arena *arena, struct places *places)
{
    *places = (struct places){
        .arena = arena, .changes = ARENA_ARRAY(arena, struct offer_change, PLACES_MAX), .status = STATUS_OK};
    if (!places->changes)
        return arena->refusal;
    if (tree && tree->kind == NODE_MAP)
        add_places(places, tree, text_of(""));
    return places->status;
}

static struct offer_change *place_called(const struct places *places, struct text path)
{
    for (unsigned i = 0; i < places->count; i++)
        if (text_equal(places->changes[i].path, path))
            return &places->changes[i];
    return NULL;
}

enum status offer_changes_find(const struct node *before, const struct node *after, struct arena *arena,
                               struct offer_changes *changes)
{
    struct places old, new;
    enum status status = find_places(before, arena, &old);
    if (status == STATUS_OK)
        status = find_places(after, arena, &new);
    if (status != STATUS_OK)
        return status;
    struct offer_changes found = {.changes =
                                      ARENA_ARRAY(arena, struct offer_change, old.count + new.count + 1)};
    if (!found.changes)
        return arena->refusal;
    for (unsigned i = 0; i < old.count; i++) {
        const struct offer_change *other = place_called(&new, old.changes[i].path);
        struct text to = other ? other->from : text_of("");
        if (!other || !text_equal(to, old.changes[i].from))
            found.changes[found.count++] =
                (struct offer_change){old.changes[i].path, old.changes[i].from, to};
    }
    for (unsigned i = 0; i < new.count; i++)
        if (!place_called(&old, new.changes[i].path))
            found.changes[found.count++] =
                (struct offer_change){new.changes[i].path, text_of(""), new.changes[i].from};
    *changes = found;
    return STATUS_OK;
}
