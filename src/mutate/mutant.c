#include "base/check.h"
#include "base/growing.h"
#include "mutate/mutant_internal.h"

enum { FENCE_FINDINGS_MAX = 4, INDENT_MAX = 32 };

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

/* ------------------------------------------------------------------------------------------ the whole */

static bool written_alike(const struct mutant *one, const struct mutant *other)
{
    return one->edit == other->edit && one->clause == other->clause && text_equal(one->path, other->path) &&
           text_equal(one->was, other->was) && text_equal(one->now, other->now);
}

/* M2: equal values in two fences of one clause, and a row that occurs twice in a list, are used once. */
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
    enum status status = read.fences && read.items
                             ? find_fences(&read, arena, fault)
                             : fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory");
    if (status == STATUS_OK) {
        status = mutants_walk(&read, arena);
        if (status != STATUS_OK)
            (void)fault_set(fault, status, 0, "there is no room for the mutants of the document");
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

/* Does the edit, or undoes it: swaps `other` with the current value. */
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
    struct node **link;
    switch (mutant->edit) {
    case MUTANT_VALUE:
    case MUTANT_NAME:
        exchange(mutant, &other);
        write_fence(out, fence, arena);
        exchange(mutant, &other);
        return;
    case MUTANT_DROPPED:
        CHECK(mutant->parent);
        link = &mutant->parent->first_child;
        while (*link != mutant->node)
            link = &(*link)->next;
        *link = mutant->node->next;
        mutant->parent->count--;
        write_fence(out, fence, arena);
        *link = mutant->node;
        mutant->parent->count++;
        return;
    case MUTANT_ADDED:
    case MUTANT_REPEATED:
        CHECK(mutant->parent);
        link = mutant->before ? &mutant->before->next : &mutant->parent->first_child;
        while (!mutant->before && *link)
            link = &(*link)->next;
        mutant->node->next = *link;
        *link = mutant->node;
        mutant->parent->count++;
        write_fence(out, fence, arena);
        *link = mutant->node->next;
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
    case MUTANT_REPEATED:
        text_out_add(out, "repeated with %.*s", TEXT_ARGUMENTS(mutant->now));
        return;
    }
    CHECK_NEVER("an edit");
}

const char *mutant_kind_name(const struct mutant *mutant)
{
    static const char *const names[] = {
        [VOCABULARY_MONEY] = "money",       [VOCABULARY_COUNT] = "count",
        [VOCABULARY_PERCENT] = "percent",   [VOCABULARY_MULTIPLE] = "multiple",
        [VOCABULARY_DURATION] = "duration", [VOCABULARY_TIME] = "time",
        [VOCABULARY_DATE] = "date",         [VOCABULARY_PERIODS] = "periods",
        [VOCABULARY_MOMENTS] = "moments",   [VOCABULARY_YES_OR_NO] = "yes or no",
        [VOCABULARY_WORDS] = "free words",  [VOCABULARY_COLOUR] = "colour",
        [VOCABULARY_GAME] = "game",         [VOCABULARY_HAND] = "hand",
        [VOCABULARY_AWARD] = "award",       [VOCABULARY_FUND] = "fund",
        [VOCABULARY_ACTIVITY] = "activity", [VOCABULARY_LIMITS] = "limits",
        [VOCABULARY_LIST] = "list member",  [VOCABULARY_MAP] = "name",
        [VOCABULARY_ONE_OF] = "word",       [VOCABULARY_ANY_OF] = "word of a list"};
    CHECK_OP(mutant->kind, <, sizeof names / sizeof names[0]);
    if (mutant->edit == MUTANT_DROPPED)
        return "member dropped";
    if (mutant->edit == MUTANT_ADDED)
        return "member added";
    if (mutant->edit == MUTANT_REPEATED)
        return "row added";
    CHECK(names[mutant->kind]);
    return names[mutant->kind];
}
