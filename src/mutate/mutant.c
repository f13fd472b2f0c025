#include "mutate/mutant.h"

#include "base/check.h"
#include "base/growing.h"
#include "mutate/variant.h"
#include "rulebook/schema.h"

enum { PATH_SIZE = 1024, FENCE_FINDINGS_MAX = 4, INDENT_MAX = 32 };

/* ------------------------------------------------------------------------------------------ fences */

/* The line from `at` on, without what ends it. */
static struct text line_at(struct text bytes, size_t at)
{
    size_t end = at;
    while (end < bytes.length && bytes.bytes[end] != '\n')
        end++;
    return text_slice(bytes, at, end - at);
}

static unsigned indent_of(struct text line)
{
    unsigned indent = 0;
    while (indent < line.length && line.bytes[indent] == ' ')
        indent++;
    return indent;
}

/* The clause that a line of the document belongs to; 0 before the first. */
static unsigned clause_at(const struct rule_document *document, unsigned line)
{
    unsigned clause = 0;
    for (unsigned i = 0; i < document->clause_count && document->clauses[i].origin.line <= line; i++)
        clause = document->clauses[i].number;
    return clause;
}

/* The lines of a fence without its indentation, as node_read() takes them. */
static struct node *read_data(struct text bytes, const struct mutant_fence *fence, struct arena *arena)
{
    struct growing text = {.arena = arena};
    struct findings findings;
    findings_init(&findings, arena, FENCE_FINDINGS_MAX);
    for (size_t at = fence->start; at < fence->end;) {
        struct text line = line_at(bytes, at);
        growing_add(&text,
                    text_from(line, indent_of(line) < fence->indent ? indent_of(line) : fence->indent));
        growing_say(&text, "\n");
        at += line.length + 1;
    }
    if (text.status != STATUS_OK)
        return NULL;
    return node_read(growing_text(&text), (struct origin){.line = 1, .column = 1}, arena, &findings);
}

static enum status add_fence(struct mutants *mutants, struct mutant_fence fence, struct arena *arena,
                             struct fault *fault)
{
    fence.data = read_data(mutants->bytes, &fence, arena);
    if (!fence.data || fence.data->kind != NODE_MAP || fence.clause == 0)
        return fault_set(fault, STATUS_INVALID, 0, "a fence of clause %u cannot be read alone", fence.clause);
    if (mutants->fence_count == MUTANT_FENCES_MAX)
        return fault_set(fault, STATUS_NO_SPACE, 0, "there are more than %d fences", MUTANT_FENCES_MAX);
    mutants->fences[mutants->fence_count++] = fence;
    return STATUS_OK;
}

static enum status find_fences(struct mutants *mutants, struct arena *arena, struct fault *fault)
{
    struct mutant_fence open = {0};
    bool inside = false;
    unsigned number = 1;
    enum status status = STATUS_OK;
    for (size_t at = 0; at < mutants->bytes.length && status == STATUS_OK; number++) {
        struct text line = line_at(mutants->bytes, at);
        struct text words = text_trimmed(line);
        size_t next = at + line.length + 1;
        if (!inside && text_equal(words, text_of("```yaml"))) {
            open = (struct mutant_fence){.start = next,
                                         .indent = indent_of(line),
                                         .clause = clause_at(&mutants->rulebook->document, number)};
            inside = true;
        } else if (inside && text_equal(words, text_of("```"))) {
            open.end = at;
            inside = false;
            status = add_fence(mutants, open, arena, fault);
        }
        at = next;
    }
    for (unsigned i = 0; i < mutants->rulebook->document.clause_count && status == STATUS_OK; i++) {
        const struct clause *clause = &mutants->rulebook->document.clauses[i];
        bool found = !clause->data;
        for (unsigned j = 0; j < mutants->fence_count && !found; j++)
            found = mutants->fences[j].clause == clause->number;
        if (!found)
            status =
                fault_set(fault, STATUS_INVALID, 0, "the fence of clause %u is not found", clause->number);
    }
    return status;
}

/* ------------------------------------------------------------------------------------------ walking */

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

/* The words of a member by which people know it: the hand or the name of a row, else the first. */
static struct text opening(const struct node *node)
{
    while (node->kind != NODE_SCALAR && node->first_child) {
        const struct node *hand = node_member(node, "hand"), *name = hand ? hand : node_member(node, "name");
        if (name && name->kind == NODE_SCALAR)
            return name->scalar;
        if (node->kind == NODE_MAP && (node->count == 1 || node->first_child->kind != NODE_SCALAR))
            return node->first_child->key;
        node = node->first_child;
    }
    return node->kind == NODE_SCALAR ? node->scalar : text_of("nothing");
}

/* One member less, unless it is the last one. */
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
            names.choices = node_member(node, "choices");
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
            walk_value(walk, item, own, below);
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

/* Types and trees end: the depth is that of the tree. */
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

/* ------------------------------------------------------------------------------------------ the whole */

static bool written_alike(const struct mutant *one, const struct mutant *other)
{
    return one->edit == other->edit && one->clause == other->clause && text_equal(one->path, other->path) &&
           text_equal(one->was, other->was) && text_equal(one->now, other->now);
}

/* M2: what two fences of one clause say alike, or a row that stands twice in a list, is looked at once. */
static void leave_out_twins(struct mutants *mutants)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < mutants->count; i++) {
        bool twin = false;
        for (unsigned j = kept; j > 0 && mutants->items[j - 1].clause == mutants->items[i].clause && !twin;
             j--)
            twin = written_alike(&mutants->items[j - 1], &mutants->items[i]);
        if (!twin)
            mutants->items[kept++] = mutants->items[i];
    }
    mutants->count = kept;
}

enum status mutants_read(struct text bytes, const struct rulebook *rulebook, struct arena *arena,
                         struct mutants *mutants, struct fault *fault)
{
    struct mutants read = {.rulebook = rulebook, .bytes = bytes};
    struct arena scratch;
    arena_init(&scratch, sizeof(struct mutant) * (MUTANTS_MAX + 1) * 2);
    read.fences = ARENA_ARRAY(arena, struct mutant_fence, MUTANT_FENCES_MAX);
    read.items = ARENA_ARRAY(&scratch, struct mutant, MUTANTS_MAX);
    struct walk walk = {.mutants = &read, .arena = arena};
    enum status status = read.fences && read.items
                             ? find_fences(&read, arena, fault)
                             : fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory");
    if (status == STATUS_OK) {
        add_funds(&walk, "pools");
        add_funds(&walk, "funds");
        if (walk.fund_count < MUTANT_FUNDS_MAX)
            walk.funds[walk.fund_count++] = text_of("house");
        for (walk.fence = 0; walk.fence < read.fence_count; walk.fence++)
            walk_fence(&walk, read.fences[walk.fence].data);
        if (walk.status != STATUS_OK)
            status = fault_set(fault, walk.status, 0, "there is no room for the mutants of the document");
        leave_out_twins(&read);
    }
    if (status == STATUS_OK) {
        const struct mutant *made = read.items;
        read.items = ARENA_ARRAY(arena, struct mutant, read.count + 1);
        if (read.items)
            memcpy(read.items, made, read.count * sizeof *made);
        else
            status = fault_set(fault, arena->refusal, 0, "there is no room for the mutants of the document");
    }
    arena_release(&scratch);
    if (status == STATUS_OK)
        *mutants = read;
    return status;
}

/* ------------------------------------------------------------------------------------------ the text */

/* Does the edit, or undoes it: `other` is exchanged for what is there. */
static void exchange(const struct mutant *mutant, struct text *other)
{
    struct text *place = mutant->edit == MUTANT_NAME ? &mutant->node->key : &mutant->node->scalar;
    struct text before = *place;
    *place = *other;
    *other = before;
}

static void write_fence(struct growing *out, const struct mutant_fence *fence, struct arena *arena)
{
    static const char spaces[INDENT_MAX + 1] = "                                ";
    struct growing yaml = {.arena = arena};
    CHECK_OP(fence->indent, <=, INDENT_MAX);
    node_write(&yaml, fence->data);
    struct text text = growing_text(&yaml);
    for (size_t at = 0; at < text.length;) {
        struct text line = line_at(text, at);
        growing_add(out, (struct text){spaces, fence->indent});
        growing_add(out, line);
        growing_say(out, "\n");
        at += line.length + 1;
    }
    if (yaml.status != STATUS_OK)
        out->status = yaml.status;
}

static void write_mutated(struct growing *out, const struct mutants *mutants, const struct mutant *mutant,
                          struct arena *arena)
{
    const struct mutant_fence *fence = &mutants->fences[mutant->fence];
    struct text other = mutant->now;
    struct node **link = mutant->parent ? &mutant->parent->first_child : NULL;
    switch (mutant->edit) {
    case MUTANT_VALUE:
    case MUTANT_NAME:
        exchange(mutant, &other);
        write_fence(out, fence, arena);
        exchange(mutant, &other);
        return;
    case MUTANT_DROPPED:
        while (*link != mutant->node)
            link = &(*link)->next;
        *link = mutant->node->next;
        mutant->parent->count--;
        write_fence(out, fence, arena);
        *link = mutant->node;
        mutant->parent->count++;
        return;
    case MUTANT_ADDED:
        while (*link)
            link = &(*link)->next;
        *link = mutant->node;
        mutant->parent->count++;
        write_fence(out, fence, arena);
        *link = NULL;
        mutant->parent->count--;
        return;
    }
    CHECK_NEVER("an edit");
}

enum status mutant_text(const struct mutants *mutants, const struct mutant *mutant, struct arena *arena,
                        struct text *bytes)
{
    struct growing out = {.arena = arena};
    size_t at = 0;
    for (unsigned i = 0; i < mutants->fence_count; i++) {
        const struct mutant_fence *fence = &mutants->fences[i];
        if (mutant && mutant->fence != i)
            continue;
        growing_add(&out, text_slice(mutants->bytes, at, fence->start - at));
        if (mutant)
            write_mutated(&out, mutants, mutant, arena);
        else
            write_fence(&out, fence, arena);
        at = fence->end;
    }
    growing_add(&out, text_from(mutants->bytes, at));
    if (out.status == STATUS_OK)
        *bytes = growing_text(&out);
    return out.status;
}

/* ------------------------------------------------------------------------------------------ words */

void mutant_write(struct text_out *out, struct text identity, const struct mutant *mutant)
{
    text_out_add(out, "%.*s#%u %.*s: ", TEXT_ARGUMENTS(identity), mutant->clause,
                 TEXT_ARGUMENTS(mutant->path));
    switch (mutant->edit) {
    case MUTANT_VALUE:
        text_out_add(out, "%.*s -> %.*s", TEXT_ARGUMENTS(mutant->was), TEXT_ARGUMENTS(mutant->now));
        return;
    case MUTANT_NAME:
        text_out_add(out, "%.*s is called %.*s", TEXT_ARGUMENTS(mutant->was), TEXT_ARGUMENTS(mutant->now));
        return;
    case MUTANT_DROPPED:
        text_out_add(out, "dropped (%.*s)", TEXT_ARGUMENTS(mutant->was));
        return;
    case MUTANT_ADDED:
        text_out_add(out, "added %.*s", TEXT_ARGUMENTS(mutant->now));
        return;
    }
    CHECK_NEVER("an edit");
}

const char *mutant_kind_name(const struct mutant *mutant)
{
    static const char *const names[] = {[VOCABULARY_MONEY] = "money",
                                        [VOCABULARY_COUNT] = "count",
                                        [VOCABULARY_PERCENT] = "percent",
                                        [VOCABULARY_MULTIPLE] = "multiple",
                                        [VOCABULARY_DURATION] = "duration",
                                        [VOCABULARY_TIME] = "time",
                                        [VOCABULARY_DATE] = "date",
                                        [VOCABULARY_PERIODS] = "periods",
                                        [VOCABULARY_MOMENTS] = "moments",
                                        [VOCABULARY_YES_OR_NO] = "yes or no",
                                        [VOCABULARY_WORDS] = "free words",
                                        [VOCABULARY_GAME] = "game",
                                        [VOCABULARY_HAND] = "hand",
                                        [VOCABULARY_AWARD] = "award",
                                        [VOCABULARY_FUND] = "fund",
                                        [VOCABULARY_ACTIVITY] = "activity",
                                        [VOCABULARY_LIMITS] = "limits",
                                        [VOCABULARY_LIST] = "list member",
                                        [VOCABULARY_MAP] = "name",
                                        [VOCABULARY_ONE_OF] = "word",
                                        [VOCABULARY_ANY_OF] = "word of a list"};
    CHECK_OP(mutant->kind, <, sizeof names / sizeof names[0]);
    if (mutant->edit == MUTANT_DROPPED)
        return "member dropped";
    if (mutant->edit == MUTANT_ADDED)
        return "member added";
    CHECK(names[mutant->kind]);
    return names[mutant->kind];
}
