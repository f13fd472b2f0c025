/*
 * What the reading of a document shares: its lines as they stand in the file, for places and for what cmark does not
 * keep, and the plain text of a Markdown tree.
 *
 * cmark tells where blocks begin and end. What it tells of inlines is not to be relied on, so places inside a paragraph
 * are looked up in the lines.
 */
#ifndef RULEBOOK_RULE_DOCUMENT_INTERNAL_H
#define RULEBOOK_RULE_DOCUMENT_INTERNAL_H

#include "rulebook/rule_document.h"

#include <cmark.h>

struct rule_reading {
    struct rule_document *document;
    struct arena *arena;
    struct findings *findings;
    struct text *lines; /* without their ends */
    unsigned line_count;
    struct text_out scratch; /* as large as any plain text of this document can become */
    unsigned item_indent;    /* where the words of the latest clause begin, in spaces; 0 before the first */
    bool full;               /* the arena has no room */
};

/* Line `number` from 1; empty if there is none. */
struct text rule_line(const struct rule_reading *reading, int number);

/* Cuts the first line off `rest` and returns it without its end: \n, \r\n or \r. */
struct text rule_next_line(struct text *rest);

struct origin rule_origin(const struct rule_reading *reading, cmark_node *node, struct text clause);

/* The number of an item of a numbered list, as it is written. */
unsigned rule_item_number(const struct rule_reading *reading, cmark_node *item);

/* A copy in the arena; empty, and the reading is full, if there is no room. */
struct text rule_keep(struct rule_reading *reading, struct text text);

/*
 * Adds the paragraphs of a block and its inner blocks to `scratch`, each on a line of its own. Refuses on the way what
 * cannot stand inside it: fences, headings, pipe tables.
 */
void rule_add_words(struct rule_reading *reading, cmark_node *block, struct text clause);

/* The inlines of a paragraph or heading alone. */
void rule_add_inlines(struct rule_reading *reading, cmark_node *block);

/* A paragraph that looks like a pipe table, or like a fence that is not indented far enough. */
void rule_refuse_odd_lines(struct rule_reading *reading, cmark_node *paragraph, struct text clause);

/* A block that stands where only clauses may stand. */
void rule_refuse_outside(struct rule_reading *reading, cmark_node *block, const char *what);

bool rule_opens_fence(struct text line); /* ``` or ~~~ */

/* Whether a code block opens like a fence; otherwise it is one by its indentation alone. */
bool rule_is_fence(const struct rule_reading *reading, cmark_node *code_block);

/* Reads an item of a numbered list. The number, the words and the rest are filled; the state is checked. */
void clause_read(struct rule_reading *document, cmark_node *item, struct clause *clause);

#endif
