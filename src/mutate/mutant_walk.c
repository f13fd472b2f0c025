/*
 * Walks through the fences of a document beside the vocabulary, and finds the mutants of every value on the way.
 */
#include "base/check.h"
#include "mutate/mutant_internal.h"
#include "mutate/variant.h"
#include "rulebook/schema.h"
#include "rulebook/vocabulary_paths.h"

enum { PATH_SIZE = 1024 };

/* A walk through a fence beside the vocabulary. */
struct walk {
    struct mutants *mutants;
    struct arena *arena;
    unsigned fence;
    struct text funds[MUTANT_FUNDS_MAX];
    unsigned fund_count;
    bool phrases; /* the words are phrases of the hand language */
    enum status status;
};

static void keep(struct walk *walk, struct mutant mutant, const char *path)
{
    struct mutants *mutants = walk->mutants;
    mutant.fence = walk->fence;
    mutant.clause = mutants->fences[walk->fence].clause;
    if (mutants->count == MUTANTS_MAX)
        walk->status = STATUS_NO_SPACE;
    if (walk->status == STATUS_OK)
        walk->status = arena_copy_text(walk->arena, text_of(path), &mutant.path);
    if (walk->status == STATUS_OK)
        mutants->items[mutants->count++] = mutant;
}

static struct variants no_variants(struct walk *walk)
{
    return (struct variants){.arena = walk->arena};
}

/* `node` stands there with `value`, which is its text or its name. */
static void keep_all(struct walk *walk, const struct variants *variants, struct mutant mutant,
                     const char *path)
{
    if (variants->full)
        walk->status = walk->arena->refusal;
    for (unsigned i = 0; i < variants->count; i++) {
        mutant.now = variants->items[i];
        keep(walk, mutant, path);
    }
}

static void join(char joined[PATH_SIZE], const char *path, struct text key)
{
    struct text_out out;
    text_out_init(&out, joined, PATH_SIZE);
    text_out_add(&out, "%s%s%.*s", path, path[0] ? "/" : "", TEXT_ARGUMENTS(key));
}

static void join_number(char joined[PATH_SIZE], const char *path, unsigned number)
{
    struct text_out out;
    text_out_init(&out, joined, PATH_SIZE);
    text_out_add(&out, "%s/%u", path, number);
}

/* The words that identify a member: the hand or the name of a row, otherwise the first value. */
static struct text opening(const struct node *node)
{
    while (node->kind != NODE_SCALAR && node->first_child) {
        const struct node *hand = node_member(node, KEY_HAND),
                          *name = hand ? hand : node_member(node, KEY_NAME);
        if (name && name->kind == NODE_SCALAR)
            return name->scalar;
        if (node->kind == NODE_MAP && (node->count == 1 || node->first_child->kind != NODE_SCALAR))
            return node->first_child->key;
        node = node->first_child;
    }
    return node->kind == NODE_SCALAR ? node->scalar : text_of("nothing");
}

/* Drops one member, unless it is the last one. */
static void drop_members(struct walk *walk, struct node *parent, const char *path)
{
    char below[PATH_SIZE];
    unsigned number = 1;
    if (parent->count < 2)
        return;
    for (struct node *node = parent->first_child; node; node = node->next, number++) {
        bool named = parent->kind == NODE_MAP;
        if (named)
            join(below, path, node->key);
        else
            join_number(below, path, number);
        keep(walk,
             (struct mutant){.edit = MUTANT_DROPPED,
                             .kind = named ? VOCABULARY_MAP : VOCABULARY_LIST,
                             .was = opening(node),
                             .parent = parent,
                             .node = node},
             below);
    }
}

static void add_member(struct walk *walk, struct node *list, const struct vocabulary_type *type,
                       const struct variant_names *names, const char *path)
{
    struct variants variants = no_variants(walk);
    struct text member;
    if (!variants_member(&variants, list, type, names, &member))
        return;
    struct node *node = ARENA_NEW(walk->arena, struct node);
    if (!node) {
        walk->status = walk->arena->refusal;
        return;
    }
    node->kind = NODE_SCALAR;
    node->scalar = member;
    keep(walk,
         (struct mutant){
             .edit = MUTANT_ADDED, .kind = VOCABULARY_LIST, .now = member, .parent = list, .node = node},
         path);
}

/* A copy of the tree with the mutant in it. NULL if there is no room. Its depth is that of the tree. */
/* NOLINTNEXTLINE(misc-no-recursion) */
static struct node *copy_with(struct arena *arena, const struct node *node, const struct mutant *changed)
{
    struct node *copy = ARENA_NEW(arena, struct node);
    if (!copy)
        return NULL;
    *copy = *node;
    copy->next = NULL;
    if (changed->node == node)
        *(changed->edit == MUTANT_NAME ? &copy->key : &copy->scalar) = changed->now;
    struct node **link = &copy->first_child;
    for (const struct node *child = node->first_child; child; child = child->next, link = &(*link)->next)
        if (!(*link = copy_with(arena, child, changed)))
            return NULL;
    return copy;
}

/* Repeats a row with the first of its own mutants, those from `first` on, that exchanges a value. */
static void repeat_row(struct walk *walk, struct node *list, struct node *row, unsigned first,
                       const char *path)
{
    char words[MUTANT_LINE_SIZE];
    struct text_out out;
    unsigned i = first, count = walk->mutants->count;
    while (i < count && walk->mutants->items[i].edit != MUTANT_VALUE &&
           walk->mutants->items[i].edit != MUTANT_NAME)
        i++;
    if (i == count)
        return;
    const struct mutant *changed = &walk->mutants->items[i];
    struct mutant mutant = {.edit = MUTANT_REPEATED, .kind = VOCABULARY_LIST, .parent = list, .before = row};
    text_out_init(&out, words, sizeof words);
    text_out_add(&out, "%.*s: %.*s", TEXT_ARGUMENTS(text_from(changed->path, text_of(path).length + 1)),
                 TEXT_ARGUMENTS(changed->now));
    mutant.node = copy_with(walk->arena, row, changed);
    if (mutant.node && arena_copy_text(walk->arena, text_out_text(&out), &mutant.now) == STATUS_OK)
        keep(walk, mutant, path);
    else
        walk->status = walk->arena->refusal;
}

static struct variant_names names_in(const struct walk *walk, const struct node *beside)
{
    return (struct variant_names){.funds = walk->funds, .fund_count = walk->fund_count, .beside = beside};
}

static void walk_scalar(struct walk *walk, struct node *node, const struct vocabulary_type *type,
                        const struct variant_names *names, const char *path)
{
    static const struct vocabulary_type phrase = {.kind = VOCABULARY_HAND};
    struct variants variants = no_variants(walk);
    if (walk->phrases && type->kind == VOCABULARY_WORDS)
        type = &phrase;
    variants_add(&variants, node->scalar, type, names);
    keep_all(walk, &variants,
             (struct mutant){.edit = MUTANT_VALUE, .kind = type->kind, .was = node->scalar, .node = node},
             path);
}

static void walk_value(struct walk *walk, struct node *node, const struct vocabulary_type *type,
                       const char *path);

static void walk_name(struct walk *walk, struct node *member, const struct node *map, const char *path)
{
    struct variants variants = no_variants(walk);
    variants_add_name(&variants, member->key, map);
    keep_all(walk, &variants,
             (struct mutant){.edit = MUTANT_NAME, .kind = VOCABULARY_MAP, .was = member->key, .node = member},
             path);
}

/* `royal flush: 100% of prize pool` is a row with a hand and an award. */
static bool is_short_row(const struct node *node, const struct vocabulary_part *part)
{
    return text_equal(text_of(part->name), text_of("row")) && node->count == 1 &&
           !vocabulary_key_find(part, node->first_child->key);
}

static void walk_short_row(struct walk *walk, struct node *pair, const struct vocabulary_part *part,
                           const char *path)
{
    char below[PATH_SIZE];
    const struct vocabulary_key *award = vocabulary_key_find(part, text_of("award"));
    struct variants variants = no_variants(walk);
    CHECK(award);
    variants_add_hand(&variants, pair->key);
    join(below, path, text_of("hand"));
    keep_all(walk, &variants,
             (struct mutant){.edit = MUTANT_NAME, .kind = VOCABULARY_HAND, .was = pair->key, .node = pair},
             below);
    join(below, path, text_of("award"));
    walk_value(walk, pair, award->type, below);
}

static void walk_part(struct walk *walk, struct node *node, const struct vocabulary_part *part,
                      const char *path)
{
    char below[PATH_SIZE];
    if (node->kind != NODE_MAP)
        return;
    if (is_short_row(node, part)) {
        walk_short_row(walk, node->first_child, part, path);
        return;
    }
    bool setting = text_equal(text_of(part->name), text_of("setting"));
    for (struct node *member = node->first_child; member; member = member->next) {
        const struct vocabulary_key *key = vocabulary_key_find(part, member->key);
        if (!key)
            continue;
        join(below, path, member->key);
        if (setting && member->kind == NODE_SCALAR && text_equal(member->key, text_of("default"))) {
            struct variant_names names = names_in(walk, NULL);
            names.choices = node_member(node, KEY_CHOICES);
            walk_scalar(walk, member, key->type, &names, below);
        } else {
            walk_value(walk, member, key->type, below);
        }
    }
}

static void walk_list(struct walk *walk, struct node *list, const struct vocabulary_type *type,
                      const char *path)
{
    char below[PATH_SIZE];
    unsigned number = 1;
    for (struct node *item = list->first_child; item; item = item->next, number++) {
        const struct vocabulary_type *own = schema_alternative(item, type);
        join_number(below, path, number);
        if (own->kind == VOCABULARY_ANY_OF)
            continue; /* one of these words exchanged for another is one dropped and one added */
        if (item->kind == NODE_SCALAR) {
            struct variant_names names = names_in(walk, list);
            walk_scalar(walk, item, own, &names, below);
        } else {
            unsigned first = walk->mutants->count;
            walk_value(walk, item, own, below);
            repeat_row(walk, list, item, first, below);
        }
    }
    struct variant_names names = names_in(walk, list);
    drop_members(walk, list, path);
    add_member(walk, list, type, &names, path);
}

static void walk_map(struct walk *walk, struct node *map, const struct vocabulary_type *type,
                     const char *path)
{
    char below[PATH_SIZE];
    for (struct node *member = map->first_child; member; member = member->next) {
        join(below, path, member->key);
        walk_name(walk, member, map, path);
        walk_value(walk, member, type, below);
    }
    drop_members(walk, map, path);
}

/* Recursion ends, because its depth is that of the tree. */
static void walk_value(struct walk *walk, struct node *node, const struct vocabulary_type *type,
                       const char *path)
{
    type = schema_alternative(node, type);
    switch (type->kind) {
    case VOCABULARY_PART: {
        const struct vocabulary_key *rows = vocabulary_key_find(type->part, text_of("rows"));
        if (node->kind == NODE_LIST && rows && rows->type->kind == VOCABULARY_LIST) {
            char below[PATH_SIZE];
            join(below, path, text_of("rows"));
            walk_list(walk, node, rows->type->of, below); /* a chart that has nothing else */
        } else {
            walk_part(walk, node, type->part, path);
        }
        return;
    }
    case VOCABULARY_LIST:
        if (node->kind == NODE_LIST)
            walk_list(walk, node, type->of, path);
        return;
    case VOCABULARY_MAP:
        if (node->kind == NODE_MAP)
            walk_map(walk, node, type->of, path);
        return;
    default:
        if (node->kind == NODE_LIST) {
            walk_list(walk, node, type, path); /* several words, or a choice */
        } else if (node->kind == NODE_SCALAR) {
            struct variant_names names = names_in(walk, NULL);
            walk_scalar(walk, node, type, &names, path);
        }
    }
}

static void walk_fence(struct walk *walk, struct node *data)
{
    char path[PATH_SIZE];
    for (struct node *member = data->first_child; member; member = member->next) {
        const struct vocabulary_part *part = vocabulary_root_find(VOCABULARY_ROOT_RULEBOOK, member->key);
        if (!part)
            continue;
        join(path, "", member->key);
        walk->phrases = text_equal(member->key, text_of("judged"));
        if (part->is_key)
            walk_value(walk, member, part->keys[0].type, path);
        else
            walk_part(walk, member, part, path);
    }
}

static void add_funds(struct walk *walk, const char *part)
{
    const struct node *map = node_member(walk->mutants->rulebook->data, part);
    for (const struct node *fund = map && map->kind == NODE_MAP ? map->first_child : NULL; fund;
         fund = fund->next)
        if (walk->fund_count < MUTANT_FUNDS_MAX)
            walk->funds[walk->fund_count++] = fund->key;
}

enum status mutants_walk(struct mutants *mutants, struct arena *arena)
{
    struct walk walk = {.mutants = mutants, .arena = arena};
    add_funds(&walk, "pools");
    add_funds(&walk, "funds");
    if (walk.fund_count < MUTANT_FUNDS_MAX)
        walk.funds[walk.fund_count++] = text_of("house");
    for (walk.fence = 0; walk.fence < mutants->fence_count; walk.fence++)
        walk_fence(&walk, mutants->fences[walk.fence].data);
    return walk.status;
}
