#include "rulebook/offer_form.h"

#include "base/check.h"
#include "base/growing.h"
#include "rulebook/check_internal.h"
#include "rulebook/form_internal.h"
#include "rulebook/vocabulary_paths.h"

struct filling {
    const struct rulebook *rulebook;
    struct node *data;
    struct arena *arena;
    struct fault *fault;
};

/* ------------------------------------------------------------------------------------------ the tree */

struct node *form_node_new(struct arena *arena, enum node_kind kind, struct text key)
{
    struct node *node = ARENA_NEW(arena, struct node);
    if (node)
        *node = (struct node){.kind = kind, .key = key};
    return node;
}

void form_node_append(struct node *to, struct node *child)
{
    struct node **link = &to->first_child;
    CHECK(to->kind != NODE_SCALAR);
    while (*link)
        link = &(*link)->next;
    *link = child;
    child->next = NULL;
    to->count++;
}

void form_node_take_out(struct node *from, const struct node *child)
{
    struct node **link = &from->first_child;
    while (*link && *link != child)
        link = &(*link)->next;
    CHECK(*link);
    *link = child->next;
    from->count--;
}

enum status form_node_say(struct node *node, bool is_list, const struct text *values, unsigned count,
                          struct arena *arena)
{
    CHECK(is_list || count == 1);
    *node = (struct node){.kind = is_list ? NODE_LIST : NODE_SCALAR, .key = node->key, .next = node->next};
    if (!is_list)
        node->scalar = values[0];
    for (unsigned i = 0; is_list && i < count; i++) {
        struct node *item = form_node_new(arena, NODE_SCALAR, text_of(""));
        if (!item)
            return arena->refusal;
        item->scalar = values[i];
        form_node_append(node, item);
    }
    return STATUS_OK;
}

static struct node *child_of(const struct node *node, struct text key, bool by_number)
{
    struct node *child = node->first_child;
    size_t number = 0;
    for (size_t i = 0; by_number && i < key.length; i++)
        number = number * 10 + (size_t)(key.bytes[i] - '0');
    for (size_t at = 1; child && (by_number ? at < number : !text_equal(child->key, key)); at++)
        child = child->next;
    return child;
}

/* Empty maps, until a list has so many items. */
static enum status add_items(struct filling *filling, struct node *list, unsigned items)
{
    while (list->count < items) {
        struct node *item = form_node_new(filling->arena, NODE_MAP, text_of(""));
        if (!item)
            return filling->arena->refusal;
        form_node_append(list, item);
    }
    return STATUS_OK;
}

/* An empty list or map in the place of `child`, or a new one. A list has all its items at once. */
static enum status make_container(struct filling *filling, struct node *in, struct node **child,
                                  struct text key, enum node_kind kind, unsigned items)
{
    if (*child)
        **child = (struct node){.kind = kind, .key = key, .next = (*child)->next};
    else if ((*child = form_node_new(filling->arena, kind, key)))
        form_node_append(in, *child);
    if (!*child)
        return filling->arena->refusal;
    return kind == NODE_LIST ? add_items(filling, *child, items) : STATUS_OK;
}

/* The list or map that the last key of the field stands in; NULL in `found` if it is not there and is not to be made. */
static enum status find_container(struct filling *filling, const struct form_field *field, bool make,
                                  struct node **found)
{
    struct node *node = filling->data;
    for (unsigned i = 0; i + 1 < field->key_count && node; i++) {
        bool by_number = field->in_list >> i & 1;
        enum node_kind kind = field->in_list >> (i + 1) & 1 ? NODE_LIST : NODE_MAP;
        struct node *child = child_of(node, field->keys[i], by_number);
        enum status status = STATUS_OK;
        if (make && by_number && !child) {
            status = add_items(filling, node, field->items);
            child = child_of(node, field->keys[i], true);
        }
        if (make && status == STATUS_OK && (!child || child->kind != kind))
            status = make_container(filling, node, &child, field->keys[i], kind, field->items);
        if (status != STATUS_OK)
            return status;
        node = child && child->kind == kind ? child : NULL;
    }
    *found = node;
    return STATUS_OK;
}

/* Takes a place out, and every map that has nothing left. */
static enum status leave_out(struct filling *filling, const struct form_field *field)
{
    for (unsigned count = field->key_count; count > 0; count--) {
        struct form_field part = *field;
        struct node *in;
        part.key_count = count;
        enum status status = find_container(filling, &part, false, &in);
        if (status != STATUS_OK)
            return status;
        bool by_number = field->in_list >> (count - 1) & 1;
        const struct node *there = in ? child_of(in, field->keys[count - 1], by_number) : NULL;
        if (by_number || (there && count < field->key_count && there->count > 0))
            return STATUS_OK;
        if (there)
            form_node_take_out(in, there);
    }
    return STATUS_OK;
}

static enum status put(struct filling *filling, const struct form_field *field,
                       const struct form_answer *answer)
{
    struct node *in, *value;
    unsigned last = field->key_count - 1;
    struct text key = field->keys[last];
    enum status status = find_container(filling, field, true, &in);
    if (status != STATUS_OK)
        return status;
    CHECK(in); /* it was made */
    value = child_of(in, key, field->in_list >> last & 1);
    if (!value && (value = form_node_new(filling->arena, NODE_SCALAR, key)))
        form_node_append(in, value);
    if (!value)
        return filling->arena->refusal;
    return form_node_say(value, answer->is_list, answer->values, answer->count, filling->arena);
}

/* ------------------------------------------------------------------------------------------ answers */

static enum status fill_in(struct filling *filling, const struct offer_form *form,
                           const struct form_answer *answer)
{
    const struct form_field *field = offer_form_field(form, answer->path);
    struct text shown = text_clipped(answer->path, NODE_SHOWN_MAX);
    if (!field)
        return fault_set(filling->fault, STATUS_INVALID, 0, "the rules leave no field \"%.*s\" open",
                         TEXT_ARGUMENTS(shown));
    if (answer->count == 0)
        return leave_out(filling, field);
    bool is_list = field->kind == FORM_LIST || field->kind == FORM_CHOICES;
    if (answer->is_list != is_list)
        return fault_set(filling->fault, STATUS_INVALID, 0, "\"%.*s\" is %s", TEXT_ARGUMENTS(shown),
                         is_list ? "a list of values" : "one value");
    return put(filling, field, answer);
}

/* Whether the chart of that name is in force by what the offer says now. */
static bool is_chosen(const struct filling *filling, struct text chart)
{
    const struct node *named = node_member(filling->data, KEY_CHART);
    if (!named || !rulebook_chooses_chart(filling->rulebook))
        return true;
    if (named->kind == NODE_SCALAR)
        return text_equal(named->scalar, chart);
    for (const struct node *name = named->first_child; name; name = name->next)
        if (name->kind == NODE_SCALAR && text_equal(name->scalar, chart))
            return true;
    return false;
}

/* Removes the values of charts that are no longer in force. */
static enum status leave_others_out(struct filling *filling, const struct offer_form *form)
{
    for (unsigned i = 0; i < form->count; i++) {
        const struct form_field *field = &form->fields[i];
        bool wanted = false;
        for (unsigned j = 0; j < form->count; j++)
            wanted |= text_equal(form->fields[j].path, field->path) &&
                      (form->fields[j].chart.length == 0 || is_chosen(filling, form->fields[j].chart));
        enum status status = wanted ? STATUS_OK : leave_out(filling, field);
        if (status != STATUS_OK)
            return status;
    }
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ the text */

/* The lines of comment that a text opens with. */
static struct text opening_comment(struct text text)
{
    size_t end = 0;
    while (end < text.length && text.bytes[end] == '#') {
        while (end < text.length && text.bytes[end] != '\n')
            end++;
        end += end < text.length;
    }
    return text_slice(text, 0, end);
}

enum status form_write(struct text before, const struct node *data, struct arena *arena, struct text *text,
                       struct fault *fault)
{
    struct growing out = {.arena = arena};
    growing_add(&out, opening_comment(before));
    node_write(&out, data);
    if (out.status != STATUS_OK)
        return fault_set(fault, out.status, 0, "there is no memory for the text");
    *text = growing_text(&out);
    return STATUS_OK;
}

static enum status read_data(struct filling *filling, struct text text)
{
    struct findings findings;
    struct origin origin = {.file = "offer", .line = 1, .column = 1};
    findings_init(&findings, filling->arena, 1);
    if (text.length > 0) {
        filling->data = node_read(text, origin, filling->arena, &findings);
        if (filling->data && filling->data->kind == NODE_MAP)
            return STATUS_OK;
        return fault_set(filling->fault, STATUS_INVALID, 0, "the text of the offer cannot be read: %.*s",
                         TEXT_ARGUMENTS(findings.count ? findings.items[0].words : text_of("it is no map")));
    }
    filling->data = node_new_map(filling->arena, origin);
    struct node *activity = form_node_new(filling->arena, NODE_SCALAR, text_of(KEY_OFFER));
    if (!filling->data || !activity)
        return fault_set(filling->fault, filling->arena->refusal, 0, "there is no memory for an offer");
    activity->scalar = filling->rulebook->document.identity;
    form_node_append(filling->data, activity);
    return STATUS_OK;
}

enum status offer_form_fill(const struct rulebook *rulebook, const struct house *house, struct text text,
                            const struct form_answer *answers, unsigned count, struct arena *arena,
                            struct text *filled, struct fault *fault)
{
    struct filling filling = {.rulebook = rulebook, .arena = arena, .fault = fault};
    struct offer_form form;
    enum status status = read_data(&filling, text);
    if (status != STATUS_OK)
        return status;
    status = offer_form_make(rulebook, house, filling.data, arena, &form);
    if (status != STATUS_OK)
        return fault_set(fault, status, 0, "there is no memory for the form");
    for (unsigned i = 0; i < count && status == STATUS_OK; i++)
        status = fill_in(&filling, &form, &answers[i]);
    if (status == STATUS_OK)
        status = leave_others_out(&filling, &form);
    if (status != STATUS_OK)
        return status == STATUS_INVALID ? status : fault_set(fault, status, 0, "there is no memory");
    return form_write(text, filling.data, arena, filled, fault);
}
