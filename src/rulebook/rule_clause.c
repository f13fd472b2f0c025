/* One clause of a rule document: its words, tags, notes and data. */
#include "base/check.h"
#include "rulebook/rule_document_internal.h"

#include <string.h>

enum { TAGS_MAX = 8 }; /* of one clause */

static const struct {
    const char *name;
    bool may_be_duty; /* D3 */
} kinds[CLAUSE_KINDS] = {
    [CLAUSE_LIMIT] = {"limit", false},
    [CLAUSE_OPTION] = {"option", false},
    [CLAUSE_HAND] = {"hand", false},
    [CLAUSE_ELIGIBILITY] = {"eligibility", false},
    [CLAUSE_MONEY] = {"money", false},
    [CLAUSE_TIME] = {"time", false},
    [CLAUSE_CLAIM] = {"claim", false},
    [CLAUSE_PROCEDURE] = {"procedure", true},
    [CLAUSE_POSTING] = {"posting", true},
    [CLAUSE_REPORT] = {"report", true},
    [CLAUSE_RECORD] = {"record", true},
    [CLAUSE_PRIZE] = {"prize", true},
    [CLAUSE_PROGRESSIVE] = {"progressive", true},
    [CLAUSE_ENVY] = {"envy", true},
    [CLAUSE_BONUS] = {"bonus", true},
    [CLAUSE_WAGER] = {"wager", true},
    [CLAUSE_RANK] = {"rank", true},
    [CLAUSE_DEAL] = {"deal", true},
    [CLAUSE_DECISION] = {"decision", true},
    [CLAUSE_SETTLE] = {"settle", true},
    [CLAUSE_EQUIPMENT] = {"equipment", true},
    [CLAUSE_IRREGULARITY] = {"irregularity", true},
};

const char *clause_kind_name(enum clause_kind kind)
{
    CHECK_OP(kind, <, CLAUSE_KINDS);
    return kinds[kind].name;
}

bool clause_kind_may_be_duty(enum clause_kind kind)
{
    CHECK_OP(kind, <, CLAUSE_KINDS);
    return kinds[kind].may_be_duty;
}

bool clause_is(const struct clause *clause, enum clause_kind kind)
{
    return clause->kinds >> kind & 1;
}

/* What is found in a clause before its state is judged. */
struct clause_reading {
    struct rule_reading *document;
    cmark_node *paragraph; /* the first one, with the tags; NULL if there is none */
    struct clause *clause;
    unsigned fences;
    unsigned blocks; /* indented, but no fences */
    unsigned tags_refused;
    unsigned states;
};

/* ------------------------------------------------------------------------------------------------------- tags */

/* The place of the tag that is `from_end`th from the end of the paragraph, the last one being 1. */
static struct origin tag_origin(const struct clause_reading *reading, unsigned from_end)
{
    const struct rule_reading *document = reading->document;
    int first = cmark_node_get_start_line(reading->paragraph);
    for (int number = cmark_node_get_end_line(reading->paragraph); number >= first; number--) {
        struct text line = rule_line(document, number);
        for (size_t at = line.length; at > 0; at--)
            if (line.bytes[at - 1] == '[' && --from_end == 0)
                return (struct origin){document->document->file, (unsigned)number, (unsigned)at,
                                       reading->clause->origin.clause};
    }
    return reading->clause->origin;
}

static void refuse_tag(struct clause_reading *reading, struct text tag, struct origin origin)
{
    reading->tags_refused++;
    struct text shown = text_clipped(tag, NODE_SHOWN_MAX);
    struct text_nearest nearest = text_nearest_to(tag);
    for (unsigned kind = 0; kind < CLAUSE_KINDS; kind++)
        text_nearest_offer(&nearest, kinds[kind].name);
    if (nearest.word)
        findings_add(reading->document->findings, FINDING_ERROR, origin,
                     "there is no tag [%.*s]" REMEDY "did you mean [%s]?", TEXT_ARGUMENTS(shown),
                     nearest.word);
    else
        findings_add(reading->document->findings, FINDING_ERROR, origin,
                     "there is no tag [%.*s]" REMEDY
                     "write a kind such as [money], or [engine: part] or [duty: how]",
                     TEXT_ARGUMENTS(shown));
}

/* [engine: part] and [duty: how]. */
static void take_state(struct clause_reading *reading, struct text name, struct text value,
                       struct text *state, struct origin origin)
{
    reading->states++;
    if (value.length == 0) {
        findings_add(reading->document->findings, FINDING_ERROR, origin, "[%.*s] does not say %s" REMEDY "%s",
                     TEXT_ARGUMENTS(name), state == &reading->clause->duty ? "how" : "which part",
                     state == &reading->clause->duty ? "write [duty: how the system shows it]"
                                                     : "write [engine: the part that does it]");
        return;
    }
    if (reading->states > 1)
        findings_add(reading->document->findings, FINDING_ERROR, origin,
                     "the clause has two states" REMEDY "leave one of [engine: ...] and [duty: ...]");
    *state = rule_keep(reading->document, value);
    reading->clause->state_origin = origin;
}

static void take_tag(struct clause_reading *reading, struct text tag, struct origin origin)
{
    const char *colon = tag.length > 0 ? memchr(tag.bytes, ':', tag.length) : NULL;
    size_t name_length = colon ? (size_t)(colon - tag.bytes) : tag.length;
    struct text name = text_trimmed(text_slice(tag, 0, name_length));
    struct text value = colon ? text_trimmed(text_from(tag, name_length + 1)) : text_of("");
    if (text_equal(name, text_of("engine"))) {
        take_state(reading, name, value, &reading->clause->engine, origin);
        return;
    }
    if (text_equal(name, text_of("duty"))) {
        take_state(reading, name, value, &reading->clause->duty, origin);
        return;
    }
    for (unsigned kind = 0; kind < CLAUSE_KINDS; kind++) {
        if (text_equal(tag, text_of(kinds[kind].name))) {
            reading->clause->kinds |= 1U << kind;
            return;
        }
    }
    refuse_tag(reading, tag, origin);
}

/* Takes the tags off the end of the first paragraph and returns what is left: the words. Tags are taken from the last
 * to the first. */
static struct text take_tags(struct clause_reading *reading, struct text words)
{
    unsigned from_end = 0;
    for (;;) {
        words = text_trimmed(words);
        if (words.length == 0 || words.bytes[words.length - 1] != ']')
            return words;
        size_t bracket = words.length - 1;
        while (bracket > 0 && words.bytes[bracket] != '[')
            bracket--;
        if (words.bytes[bracket] != '[')
            return words;
        struct text tag = text_trimmed(text_slice(words, bracket + 1, words.length - bracket - 2));
        struct origin origin = tag_origin(reading, ++from_end);
        if (from_end > TAGS_MAX) {
            findings_add(reading->document->findings, FINDING_ERROR, origin,
                         "the clause has too many tags" REMEDY "write at most %d", TAGS_MAX);
            return words;
        }
        take_tag(reading, tag, origin);
        words = text_slice(words, 0, bracket);
    }
}

/* ------------------------------------------------------------------------------------------------------- data */

static size_t leading_space(struct text line)
{
    size_t length = 0;
    while (length < line.length && (line.bytes[length] == ' ' || line.bytes[length] == '\t'))
        length++;
    return length;
}

/*
 * All lines of a fence must begin in the column of the fence, so that a place in the data is a place in the file. cmark
 * has taken the indentation off `data`; what a line has lost is how far it was indented, if there are no tabs.
 */
static bool is_aligned(struct rule_reading *document, struct text data, struct origin fence)
{
    bool good = true;
    int number = (int)fence.line;
    for (struct text rest = data; rest.length > 0;) {
        struct text line = rule_next_line(&rest), there = rule_line(document, ++number);
        size_t space = leading_space(there);
        if (space == there.length)
            continue;
        struct origin origin = {fence.file, (unsigned)number, 1, fence.clause};
        const char *tab = memchr(there.bytes, '\t', space);
        if (tab) {
            origin.column = (unsigned)(tab - there.bytes) + 1;
            findings_add(document->findings, FINDING_ERROR, origin,
                         "a tab in the indentation" REMEDY "indent with spaces");
        } else if (there.length - line.length + 1 < fence.column) {
            findings_add(document->findings, FINDING_ERROR, origin,
                         "the line begins further left than its fence" REMEDY "indent it by %u spaces",
                         fence.column - 1);
        } else {
            continue;
        }
        good = false;
    }
    return good;
}

/*
 * A fence that is not closed swallows the rest of its clause. What closes one is a line of the sign that opens it, at least as
 * often, and nothing else.
 */
static bool is_closed(const struct rule_reading *document, cmark_node *fence)
{
    int first = cmark_node_get_start_line(fence), last = cmark_node_get_end_line(fence);
    if (last <= first)
        return false;
    struct text opening =
        text_from(rule_line(document, first), (size_t)cmark_node_get_start_column(fence) - 1);
    struct text closing = text_trimmed(rule_line(document, last));
    size_t opens = 0, closes = 0;
    while (opens < opening.length && opening.bytes[opens] == opening.bytes[0])
        opens++;
    while (closes < closing.length && closing.bytes[closes] == opening.bytes[0])
        closes++;
    return closes >= opens && closes == closing.length;
}

static void merge_data(struct clause_reading *reading, struct node *data)
{
    struct rule_reading *document = reading->document;
    if (data->kind != NODE_MAP) {
        findings_add(document->findings, FINDING_ERROR, data->origin,
                     "the fence holds a %s" REMEDY "write keys and their values: key: value",
                     node_kind_name(data->kind));
        return;
    }
    if (!reading->clause->data) {
        reading->clause->data = data;
        return;
    }
    enum status status = node_merge(reading->clause->data, data, document->arena, document->findings);
    document->full = document->full || status == STATUS_NO_SPACE || status == STATUS_NO_MEMORY;
}

/* With a finding if the block is no fence of YAML. */
static bool is_yaml_fence(struct clause_reading *reading, cmark_node *block, struct origin origin)
{
    struct rule_reading *document = reading->document;
    if (!rule_is_fence(document, block)) {
        reading->blocks++;
        findings_add(document->findings, FINDING_ERROR, origin,
                     "an indented block" REMEDY
                     "put data into a fence of ```yaml, and indent words like those above");
        return false;
    }
    reading->fences++;
    /* Four spaces further right than the words, Markdown takes the fence itself for text. */
    if (rule_opens_fence(text_of(cmark_node_get_literal(block)))) {
        findings_add(document->findings, FINDING_ERROR, origin,
                     "the fence is indented too far" REMEDY "indent it by %u spaces", document->item_indent);
        return false;
    }
    struct text language = text_trimmed(text_of(cmark_node_get_fence_info(block)));
    if (text_equal(language, text_of("yaml")))
        return true;
    struct text shown = text_clipped(language, NODE_SHOWN_MAX);
    findings_add(document->findings, FINDING_ERROR, origin, "a fence of \"%.*s\"" REMEDY "write ```yaml",
                 TEXT_ARGUMENTS(shown));
    return false;
}

/* The data of a fence; NULL after a finding. */
static struct node *fence_data(struct clause_reading *reading, cmark_node *block)
{
    struct rule_reading *document = reading->document;
    struct origin origin = rule_origin(document, block, reading->clause->origin.clause);
    if (!is_yaml_fence(reading, block, origin))
        return NULL;
    if (!is_closed(document, block)) {
        findings_add(document->findings, FINDING_ERROR, origin,
                     "the fence is not closed" REMEDY
                     "end it with a line of ```, indented like its beginning");
        return NULL;
    }
    struct text data = text_of(cmark_node_get_literal(block));
    if (!is_aligned(document, data, origin))
        return NULL;
    origin.line++;
    return node_read(data, origin, document->arena, document->findings);
}

static void read_fence(struct clause_reading *reading, cmark_node *block)
{
    struct node *data = fence_data(reading, block);
    if (data)
        merge_data(reading, data);
    else
        reading->document->document->unread_fences++;
}

/* ------------------------------------------------------------------------------------------------ the blocks */

static void read_note(struct clause_reading *reading, cmark_node *quote)
{
    struct rule_reading *document = reading->document;
    struct clause *clause = reading->clause;
    text_out_init(&document->scratch, document->scratch.bytes, document->scratch.size);
    rule_add_words(document, quote, clause->origin.clause);
    clause->notes[clause->note_count++] =
        (struct clause_note){.words = rule_keep(document, text_out_text(&document->scratch)),
                             .origin = rule_origin(document, quote, clause->origin.clause)};
}

static void read_notes(struct clause_reading *reading, cmark_node *item)
{
    size_t count = 0;
    for (cmark_node *block = cmark_node_first_child(item); block; block = cmark_node_next(block))
        count += cmark_node_get_type(block) == CMARK_NODE_BLOCK_QUOTE;
    reading->clause->notes = ARENA_ARRAY(reading->document->arena, struct clause_note, count);
    if (!reading->clause->notes) {
        reading->document->full = true;
        return;
    }
    for (cmark_node *block = cmark_node_first_child(item); block; block = cmark_node_next(block))
        if (cmark_node_get_type(block) == CMARK_NODE_BLOCK_QUOTE)
            read_note(reading, block);
}

static void read_words(struct clause_reading *reading, cmark_node *item)
{
    struct rule_reading *document = reading->document;
    struct text_out *scratch = &document->scratch;
    struct text clause = reading->clause->origin.clause;
    cmark_node *first = cmark_node_first_child(item);
    text_out_init(scratch, scratch->bytes, scratch->size);
    if (first && cmark_node_get_type(first) == CMARK_NODE_PARAGRAPH) {
        reading->paragraph = first;
        size_t errors = document->findings->counted[FINDING_ERROR];
        rule_add_words(document, first, clause);
        if (document->findings->counted[FINDING_ERROR] >
            errors) /* A fence among the words hides tags and data. */
            reading->tags_refused++, reading->blocks++;
        struct text words = take_tags(reading, rule_keep(document, text_out_text(scratch)));
        text_out_init(scratch, scratch->bytes, scratch->size);
        text_out_add_text(scratch, words);
        first = cmark_node_next(first);
    }
    for (cmark_node *block = first; block; block = cmark_node_next(block)) {
        cmark_node_type type = cmark_node_get_type(block);
        if (type == CMARK_NODE_PARAGRAPH || type == CMARK_NODE_LIST)
            rule_add_words(document, block, clause);
        else if (type == CMARK_NODE_HEADING)
            findings_add(document->findings, FINDING_ERROR, rule_origin(document, block, clause),
                         "a heading inside a clause" REMEDY "put it at the left margin, between clauses");
    }
    reading->clause->words = rule_keep(document, text_out_text(scratch));
}

/* ------------------------------------------------------------------------------------------------- the state */

static void check_state(const struct clause_reading *reading)
{
    const struct clause *clause = reading->clause;
    struct findings *findings = reading->document->findings;
    if (reading->fences + reading->blocks + reading->states == 0)
        findings_add(findings, FINDING_ERROR, clause->origin,
                     "the clause has neither data nor a state" REMEDY
                     "add the fence that makes it run, or [engine: part] or [duty: how]");
    if (reading->fences > 0 && reading->states > 0)
        findings_add(findings, FINDING_ERROR, clause->origin,
                     "the clause has both data and a state" REMEDY "take out [engine: ...] or [duty: ...]");
    for (unsigned kind = 0; kind < CLAUSE_KINDS && clause->duty.length > 0; kind++)
        if (clause_is(clause, (enum clause_kind)kind) && !kinds[kind].may_be_duty)
            findings_add(findings, FINDING_ERROR, clause->origin,
                         "a clause of kind [%s] is left to people as a duty" REMEDY
                         "give it data, or [engine: part] if a part does it by itself",
                         kinds[kind].name);
}

static void check_words(const struct clause_reading *reading)
{
    const struct clause *clause = reading->clause;
    struct findings *findings = reading->document->findings;
    if (clause->words.length == 0)
        findings_add(findings, FINDING_ERROR, clause->origin,
                     "the clause has no words" REMEDY "say the rule first, then its data");
    if (clause->kinds == 0 && reading->tags_refused == 0)
        findings_add(findings, FINDING_ERROR, clause->origin,
                     "the clause has no kind" REMEDY
                     "end its first paragraph with its kind, such as [money] or [procedure]");
}

/* The words begin behind the number, its full stop and the spaces; the Markdown of the item goes on in that column. */
static unsigned item_indent(const struct rule_reading *document, cmark_node *item, unsigned number)
{
    cmark_node *first = cmark_node_first_child(item);
    if (first && cmark_node_get_start_line(first) == cmark_node_get_start_line(item))
        return rule_origin(document, first, text_of("")).column - 1;
    unsigned indent = rule_origin(document, item, text_of("")).column + 1;
    for (; number > 0; number /= 10)
        indent++;
    return indent;
}

void clause_read(struct rule_reading *document, cmark_node *item, struct clause *clause)
{
    clause->number = rule_item_number(document, item);
    char buffer[256];
    struct text_out citation;
    text_out_init(&citation, buffer, sizeof buffer);
    struct text identity = text_clipped(document->document->identity, sizeof buffer - 16);
    text_out_add(&citation, "%.*s#%u", TEXT_ARGUMENTS(identity), clause->number);
    clause->origin = rule_origin(document, item, rule_keep(document, text_out_text(&citation)));
    clause->engine = clause->duty = text_of("");
    document->item_indent = item_indent(document, item, clause->number);

    struct clause_reading reading = {.document = document, .clause = clause};
    read_notes(&reading, item);
    read_words(&reading, item);
    for (cmark_node *block = cmark_node_first_child(item); block; block = cmark_node_next(block))
        if (cmark_node_get_type(block) == CMARK_NODE_CODE_BLOCK)
            read_fence(&reading, block);
    check_words(&reading);
    check_state(&reading);
}
