/* Lines and words of a rule document: see rule_document_internal.h. */
#include "base/check.h"
#include "rulebook/rule_document_internal.h"

#include <string.h>

struct text rule_line(const struct rule_reading *reading, int number)
{
    if (number < 1 || (unsigned)number > reading->line_count)
        return text_of("");
    return reading->lines[number - 1];
}

struct text rule_next_line(struct text *rest)
{
    size_t end = 0;
    while (end < rest->length && rest->bytes[end] != '\n' && rest->bytes[end] != '\r')
        end++;
    struct text line = text_slice(*rest, 0, end);
    bool both = end + 1 < rest->length && rest->bytes[end] == '\r' && rest->bytes[end + 1] == '\n';
    *rest = text_slice(*rest, end + (both ? 2 : 1), rest->length);
    return line;
}

struct origin rule_origin(const struct rule_reading *reading, cmark_node *node, struct text clause)
{
    int line = cmark_node_get_start_line(node), column = cmark_node_get_start_column(node);
    return (struct origin){.file = reading->document->file,
                           .line = line > 0 ? (unsigned)line : 1,
                           .column = column > 0 ? (unsigned)column : 1,
                           .clause = clause};
}

struct text rule_keep(struct rule_reading *reading, struct text text)
{
    struct text copy = text_of("");
    if (arena_copy_text(reading->arena, text, &copy) != STATUS_OK)
        reading->full = true;
    return copy;
}

/* cmark numbers the items of a list itself, but people cite what is written. */
unsigned rule_item_number(const struct rule_reading *reading, cmark_node *item)
{
    struct text line = rule_line(reading, cmark_node_get_start_line(item));
    int column = cmark_node_get_start_column(item);
    unsigned number = 0;
    for (size_t at = column > 0 ? (size_t)column - 1 : 0; at < line.length; at++) {
        if (line.bytes[at] < '0' || line.bytes[at] > '9' || number > 99999999)
            break;
        number = number * 10 + (unsigned)(line.bytes[at] - '0');
    }
    return number;
}

/* ---------------------------------------------------------------------------------------------------- words */

static void add_inline(struct text_out *out, cmark_node *node)
{
    switch (cmark_node_get_type(node)) {
    case CMARK_NODE_TEXT:
    case CMARK_NODE_CODE:
        text_out_add_text(out, text_of(cmark_node_get_literal(node)));
        break;
    case CMARK_NODE_SOFTBREAK:
        text_out_add(out, " ");
        break;
    case CMARK_NODE_LINEBREAK:
        text_out_add(out, "\n");
        break;
    default: /* Emphasis and links are their inner text; HTML is none of our words. */
        break;
    }
}

void rule_add_inlines(struct rule_reading *reading, cmark_node *block)
{
    cmark_iter *walk = cmark_iter_new(block);
    cmark_event_type event;
    while ((event = cmark_iter_next(walk)) != CMARK_EVENT_DONE)
        if (event == CMARK_EVENT_ENTER)
            add_inline(&reading->scratch, cmark_iter_get_node(walk));
    cmark_iter_free(walk);
}

/* The first paragraph of a list item gets the mark of the item. */
static void add_paragraph_start(struct rule_reading *reading, cmark_node *paragraph, cmark_node *top)
{
    struct text_out *out = &reading->scratch;
    if (out->length > 0)
        text_out_add(out, "\n");
    cmark_node *item = cmark_node_parent(paragraph);
    if (paragraph == top || !item || cmark_node_get_type(item) != CMARK_NODE_ITEM ||
        cmark_node_previous(paragraph))
        return;
    if (cmark_node_get_list_type(cmark_node_parent(item)) == CMARK_ORDERED_LIST)
        text_out_add(out, "%u. ", rule_item_number(reading, item));
    else
        text_out_add(out, "- ");
}

static void refuse_inner(struct rule_reading *reading, cmark_node *block, struct text clause,
                         const char *words)
{
    findings_add(reading->findings, FINDING_ERROR, rule_origin(reading, block, clause),
                 "%s inside a list or a note" REMEDY
                 "put it directly under the clause, indented like the words",
                 words);
}

void rule_add_words(struct rule_reading *reading, cmark_node *block, struct text clause)
{
    cmark_iter *walk = cmark_iter_new(block);
    cmark_event_type event;
    while ((event = cmark_iter_next(walk)) != CMARK_EVENT_DONE) {
        cmark_node *node = cmark_iter_get_node(walk);
        if (event != CMARK_EVENT_ENTER)
            continue;
        switch (cmark_node_get_type(node)) {
        case CMARK_NODE_PARAGRAPH:
            rule_refuse_odd_lines(reading, node, clause);
            add_paragraph_start(reading, node, block);
            break;
        case CMARK_NODE_CODE_BLOCK:
            refuse_inner(reading, node, clause,
                         rule_is_fence(reading, node) ? "a fence" : "an indented block");
            break;
        case CMARK_NODE_HEADING:
            refuse_inner(reading, node, clause, "a heading");
            break;
        default:
            add_inline(&reading->scratch, node);
        }
    }
    cmark_iter_free(walk);
}

/* ------------------------------------------------------------------------------------------------- odd lines */

bool rule_opens_fence(struct text line)
{
    return text_starts_with(line, text_of("```")) || text_starts_with(line, text_of("~~~"));
}

bool rule_is_fence(const struct rule_reading *reading, cmark_node *code_block)
{
    struct text line = rule_line(reading, cmark_node_get_start_line(code_block));
    int column = cmark_node_get_start_column(code_block);
    struct text there = text_from(line, column > 0 && (size_t)column <= line.length ? (size_t)column - 1 : 0);
    return rule_opens_fence(there);
}

static bool looks_like_fence(struct text line)
{
    if (!rule_opens_fence(line))
        return false;
    struct text info = text_from(line, 3);
    return info.length > 0 && !memchr(info.bytes, line.bytes[0], info.length);
}

void rule_refuse_odd_lines(struct rule_reading *reading, cmark_node *paragraph, struct text clause)
{
    int last = cmark_node_get_end_line(paragraph);
    for (int number = cmark_node_get_start_line(paragraph); number <= last; number++) {
        struct text line = rule_line(reading, number);
        size_t indent = 0;
        while (indent < line.length && (line.bytes[indent] == ' ' || line.bytes[indent] == '>'))
            indent++;
        struct text words = text_from(line, indent);
        struct origin origin = {reading->document->file, (unsigned)number, (unsigned)indent + 1, clause};
        if (text_starts_with(words, text_of("|"))) {
            findings_add(reading->findings, FINDING_ERROR, origin,
                         "a table of bars" REMEDY "write the table as data, in a fence under its clause");
            return;
        }
        if (looks_like_fence(words)) {
            findings_add(reading->findings, FINDING_ERROR, origin,
                         "the fence does not begin here, because it is not indented like the words" REMEDY
                         "indent it by %u spaces",
                         reading->item_indent);
            return;
        }
    }
}

void rule_refuse_outside(struct rule_reading *reading, cmark_node *block, const char *what)
{
    const struct rule_document *document = reading->document;
    struct origin origin = rule_origin(reading, block, text_of(""));
    if (document->clause_count == 0)
        findings_add(reading->findings, FINDING_ERROR, origin,
                     "%s outside a clause" REMEDY "put it under the clause that it belongs to", what);
    else
        findings_add(reading->findings, FINDING_ERROR, origin,
                     "%s outside a clause" REMEDY
                     "indent it by %u spaces if it belongs to clause %u, or make it a clause",
                     what, reading->item_indent, document->clauses[document->clause_count - 1].number);
}
