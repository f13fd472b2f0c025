#include "rulebook/house_form.h"

#include "base/check.h"
#include "rulebook/form_internal.h"
#include "rulebook/vocabulary_paths.h"

/* ------------------------------------------------------------------------------------------ what it can say */

static bool is_single(const struct vocabulary_type *type)
{
    return type->kind != VOCABULARY_LIST && type->kind != VOCABULARY_MAP && type->kind != VOCABULARY_PART &&
           type->kind != VOCABULARY_ANY_OF && type->kind != VOCABULARY_EITHER;
}

static const struct node *scalar_in(const struct node *map, const char *key)
{
    const struct node *member = node_member(map, key);
    return member && member->kind == NODE_SCALAR ? member : NULL;
}

/* Passes over as many of the settings of one part as `number` says. */
static bool setting_in(const struct node *map, const struct vocabulary_part *part, const char *name,
                       unsigned *number, struct house_setting *setting)
{
    for (unsigned i = 0; i < part->key_count; i++) {
        const struct vocabulary_key *key = &part->keys[i];
        if (!is_single(key->type))
            continue;
        if (*number == 0) {
            *setting = (struct house_setting){name, key, scalar_in(map, key->name)};
            return true;
        }
        --*number;
    }
    return false;
}

bool house_setting(const struct house *house, unsigned number, struct house_setting *setting)
{
    const struct vocabulary_part *top = vocabulary_part_find(PART_HOUSE);
    CHECK(top);
    if (setting_in(house->data, top, NULL, &number, setting))
        return true;
    for (unsigned i = 0; i < top->key_count; i++) {
        const struct vocabulary_key *key = &top->keys[i];
        if (key->type->kind == VOCABULARY_PART &&
            setting_in(node_member(house->data, key->name), key->type->part, key->name, &number, setting))
            return true;
    }
    return false;
}

const char *house_setting_kind(const struct house_setting *setting)
{
    const struct vocabulary_type *type = setting->key->type;
    if (type->kind == VOCABULARY_COLOUR)
        return "colour";
    return form_kind_name(type->kind == VOCABULARY_ONE_OF ? FORM_CHOICE : form_kind_of(type->kind));
}

/* ------------------------------------------------------------------------------------------ putting in */

struct house_filling {
    struct node *data;
    struct arena *arena;
    struct fault *fault;
};

static bool is_tables(const struct node *in, const struct house_filling *filling)
{
    return in->kind == NODE_LIST && text_equal(in->key, text_of(KEY_TABLES)) &&
           node_member(filling->data, KEY_TABLES) == in;
}

/* A row of the tables by the name of its table, and a member of a map. */
static struct node *child_called(const struct house_filling *filling, const struct node *in, struct text key)
{
    const bool tables = is_tables(in, filling);
    for (struct node *child = in->first_child; child; child = child->next) {
        const struct node *name = tables ? node_member(child, KEY_TABLE) : NULL;
        if (tables ? name && name->kind == NODE_SCALAR && text_equal(name->scalar, key)
                   : text_equal(child->key, key))
            return child;
    }
    return NULL;
}

/* A new row begins with its name. */
static struct node *new_child(const struct house_filling *filling, struct node *in, struct text key,
                              enum node_kind kind)
{
    const bool tables = is_tables(in, filling);
    struct node *child = form_node_new(filling->arena, kind, tables ? text_of("") : key);
    if (!child)
        return NULL;
    form_node_append(in, child);
    if (!tables)
        return child;
    struct node *name = form_node_new(filling->arena, NODE_SCALAR, text_of(KEY_TABLE));
    if (!name)
        return NULL;
    name->scalar = key;
    child->kind = NODE_MAP;
    form_node_append(child, name);
    return child;
}

static enum status no_memory(const struct house_filling *filling)
{
    return fault_set(filling->fault, filling->arena->refusal, 0, "there is no memory for the text");
}

/* The list or map in which the last key of the place stands; NULL in `found` if it is not there and is not made. */
static enum status find_around(const struct house_filling *filling, const struct house_place *place,
                               bool make, struct node **found)
{
    struct node *in = filling->data;
    *found = NULL;
    for (unsigned i = 0; i + 1 < place->count; i++) {
        struct node *child = child_called(filling, in, place->keys[i]);
        if (!child && !make)
            return STATUS_OK;
        if (!child) {
            const bool rows = i == 0 && text_equal(place->keys[0], text_of(KEY_TABLES));
            child = new_child(filling, in, place->keys[i], rows ? NODE_LIST : NODE_MAP);
        }
        if (!child)
            return no_memory(filling);
        if (child->kind != NODE_MAP && !is_tables(child, filling))
            return fault_set(filling->fault, STATUS_INVALID, 0, "\"%.*s\" has no values below it",
                             TEXT_ARGUMENTS(text_clipped(place->keys[i], NODE_SHOWN_MAX)));
        in = child;
    }
    *found = in;
    return STATUS_OK;
}

/* What has nothing left goes from the top of the house; a fund or role that says nothing stays. */
static enum status leave_out(const struct house_filling *filling, const struct house_place *place)
{
    struct node *in;
    enum status status = find_around(filling, place, false, &in);
    const struct node *child = in ? child_called(filling, in, place->keys[place->count - 1]) : NULL;
    if (status != STATUS_OK || !child)
        return status;
    form_node_take_out(in, child);
    if (place->count == 2 && in->count == 0 && in->kind == NODE_MAP)
        form_node_take_out(filling->data, in);
    return STATUS_OK;
}

static enum status put(const struct house_filling *filling, const struct house_answer *answer)
{
    const struct house_place *place = &answer->place;
    const struct text key = place->keys[place->count - 1];
    struct node *in;
    enum status status = find_around(filling, place, true, &in);
    if (status != STATUS_OK)
        return status;
    CHECK(in);
    struct node *child = child_called(filling, in, key);
    if (!child && !(child = new_child(filling, in, key, NODE_MAP)))
        return no_memory(filling);
    if (answer->shape == HOUSE_MAP) {
        if (child->kind != NODE_MAP)
            *child = (struct node){.kind = NODE_MAP, .key = child->key, .next = child->next};
        return STATUS_OK;
    }
    if (is_tables(in, filling))
        return fault_set(filling->fault, STATUS_INVALID, 0, "table %.*s has several values; name one of them",
                         TEXT_ARGUMENTS(text_clipped(key, NODE_SHOWN_MAX)));
    return form_node_say(child, answer->shape == HOUSE_LIST, answer->values, answer->count, filling->arena);
}

enum status house_form_fill(struct text text, const struct house_answer *answers, unsigned count,
                            struct arena *arena, struct text *filled, struct fault *fault)
{
    struct house_filling filling = {.arena = arena, .fault = fault};
    struct findings findings;
    enum status status = STATUS_OK;
    findings_init(&findings, arena, 1);
    filling.data =
        node_read(text, (struct origin){.file = "house.yaml", .line = 1, .column = 1}, arena, &findings);
    if (!filling.data || filling.data->kind != NODE_MAP)
        return fault_set(fault, STATUS_INVALID, 0, "the text of the house cannot be read");
    for (unsigned i = 0; i < count && status == STATUS_OK; i++) {
        CHECK(answers[i].place.count > 0 && answers[i].place.count <= HOUSE_PLACE_MAX);
        status = answers[i].shape == HOUSE_LEFT_OUT ? leave_out(&filling, &answers[i].place)
                                                    : put(&filling, &answers[i]);
    }
    return status == STATUS_OK ? form_write(text, filling.data, arena, filled, fault) : status;
}

/* ------------------------------------------------------------------------------------------ places */

static bool same_origin(const struct origin *one, const struct origin *other)
{
    return one->line == other->line && one->column == other->column;
}

/* The depth of a tree is bounded (N3 of node.h); what is deeper than a place stands at the last key that fits. */
static bool search(const struct node *in, const struct origin *origin, struct house_place *place)
{
    for (const struct node *child = in->first_child; child; child = child->next) {
        const struct node *name = child->kind == NODE_MAP ? node_member(child, KEY_TABLE) : NULL;
        const struct text key = in->kind == NODE_MAP ? child->key : name ? name->scalar : text_of("");
        const bool kept = place->count < HOUSE_PLACE_MAX && key.length > 0;
        if (kept)
            place->keys[place->count++] = key;
        if (same_origin(&child->origin, origin) ||
            (in->kind == NODE_MAP && same_origin(&child->key_origin, origin)) || search(child, origin, place))
            return true;
        place->count -= kept;
    }
    return false;
}

bool house_place_of(const struct house *house, const struct origin *origin, struct house_place *place)
{
    *place = (struct house_place){.count = 0};
    return house->data && search(house->data, origin, place);
}
