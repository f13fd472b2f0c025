#include "rulebook/rule_document.h"

#include "base/check.h"
#include "rulebook/rule_document_internal.h"

#include <sodium.h>
#include <string.h>

enum { WORK_SIZE_MAX = 64 << 20 }; /* of lines and scratch: see reading_prepare() */

static bool is_clause_list(cmark_node *block)
{
    return cmark_node_get_type(block) == CMARK_NODE_LIST &&
           cmark_node_get_list_type(block) == CMARK_ORDERED_LIST;
}

/* -------------------------------------------------------------------------------------------- title, sections */

static struct text heading_text(struct rule_reading *reading, cmark_node *heading)
{
    text_out_init(&reading->scratch, reading->scratch.bytes, reading->scratch.size);
    rule_add_inlines(reading, heading);
    return rule_keep(reading, text_trimmed(text_out_text(&reading->scratch)));
}

/* "Aces Cracked (GEAR-001275)": what stands in the last brackets is the identifier. */
static void title_part(struct text title, struct rule_document *document)
{
    document->name = title;
    document->identifier = text_of("");
    if (title.length == 0 || title.bytes[title.length - 1] != ')')
        return;
    size_t bracket = title.length - 1;
    while (bracket > 0 && title.bytes[bracket] != '(')
        bracket--;
    if (title.bytes[bracket] != '(')
        return;
    document->name = text_trimmed(text_slice(title, 0, bracket));
    document->identifier = text_trimmed(text_slice(title, bracket + 1, title.length - bracket - 2));
}

static void read_title(struct rule_reading *reading, cmark_node *heading, unsigned *first_line)
{
    struct origin origin = rule_origin(reading, heading, text_of(""));
    if (*first_line > 0) {
        findings_add(reading->findings, FINDING_ERROR, origin,
                     "a second title; the first is in line %u" REMEDY "write ## for a section", *first_line);
        return;
    }
    *first_line = origin.line;
    title_part(heading_text(reading, heading), reading->document);
    if (reading->document->name.length == 0)
        findings_add(reading->findings, FINDING_ERROR, origin,
                     "the title has no name" REMEDY "write # Name (identifier)");
}

static void read_section(struct rule_reading *reading, cmark_node *heading)
{
    struct rule_document *document = reading->document;
    document->sections[document->section_count++] = (struct rule_section){
        .heading = heading_text(reading, heading), .origin = rule_origin(reading, heading, text_of(""))};
}

static void sections_begin_at(struct rule_document *document, unsigned clause)
{
    for (unsigned i = document->section_count; i > 0 && document->sections[i - 1].first_clause == 0; i--)
        document->sections[i - 1].first_clause = clause;
}

/* ---------------------------------------------------------------------------------------------------- clauses */

/* D1. After a finding both the number behind the one that is written and the one by counting are right, so that one
 * slip is one finding. */
static void check_number(struct rule_reading *reading, const struct clause *clause)
{
    const struct rule_document *document = reading->document;
    unsigned before = document->clause_count > 0 ? document->clauses[document->clause_count - 1].number : 0;
    if (clause->number == before + 1 || clause->number == document->clause_count + 1)
        return;
    const struct clause *same = rule_document_clause(document, clause->number);
    if (same)
        findings_add(reading->findings, FINDING_ERROR, clause->origin,
                     "the number %u is there twice; the first is in line %u" REMEDY "the next number is %u",
                     clause->number, same->origin.line, before + 1);
    else if (document->clause_count == 0)
        findings_add(reading->findings, FINDING_ERROR, clause->origin,
                     "the first clause has the number %u" REMEDY "clauses are numbered from 1",
                     clause->number);
    else
        findings_add(reading->findings, FINDING_ERROR, clause->origin,
                     "clause %u follows clause %u" REMEDY "the next number is %u", clause->number, before,
                     before + 1);
}

static void read_clauses(struct rule_reading *reading, cmark_node *list)
{
    struct rule_document *document = reading->document;
    for (cmark_node *item = cmark_node_first_child(list); item; item = cmark_node_next(item)) {
        if (document->clause_count == RULE_DOCUMENT_CLAUSES_MAX) {
            findings_add(reading->findings, FINDING_ERROR, rule_origin(reading, item, text_of("")),
                         "the document has too many clauses" REMEDY "write at most %d",
                         RULE_DOCUMENT_CLAUSES_MAX);
            return;
        }
        struct clause clause = {0};
        clause_read(reading, item, &clause);
        check_number(reading, &clause);
        document->clauses[document->clause_count++] = clause;
        sections_begin_at(document, clause.number);
    }
}

/* -------------------------------------------------------------------------------------------------- the whole */

static void read_introduction(struct rule_reading *reading, cmark_node *root)
{
    text_out_init(&reading->scratch, reading->scratch.bytes, reading->scratch.size);
    for (cmark_node *block = cmark_node_first_child(root); block && !is_clause_list(block);
         block = cmark_node_next(block)) {
        cmark_node_type type = cmark_node_get_type(block);
        if (type == CMARK_NODE_PARAGRAPH || type == CMARK_NODE_LIST || type == CMARK_NODE_BLOCK_QUOTE)
            rule_add_words(reading, block, text_of(""));
    }
    reading->document->introduction = rule_keep(reading, text_out_text(&reading->scratch));
}

static void read_block(struct rule_reading *reading, cmark_node *block, unsigned *title_line)
{
    bool introduces = reading->document->clause_count == 0;
    switch (cmark_node_get_type(block)) {
    case CMARK_NODE_HEADING:
        if (cmark_node_get_heading_level(block) == 1)
            read_title(reading, block, title_line);
        else
            read_section(reading, block);
        break;
    case CMARK_NODE_LIST:
        if (is_clause_list(block))
            read_clauses(reading, block);
        else if (!introduces)
            rule_refuse_outside(reading, block, "a list");
        break;
    case CMARK_NODE_PARAGRAPH:
        if (!introduces)
            rule_refuse_outside(reading, block, "a paragraph");
        break;
    case CMARK_NODE_BLOCK_QUOTE:
        if (!introduces)
            rule_refuse_outside(reading, block, "a note");
        break;
    case CMARK_NODE_CODE_BLOCK:
        rule_refuse_outside(reading, block, rule_is_fence(reading, block) ? "a fence" : "an indented block");
        reading->document->unread_fences++;
        break;
    default: /* Comments, and lines drawn across the page. */
        break;
    }
}

static void read_blocks(struct rule_reading *reading, cmark_node *root)
{
    unsigned title_line = 0;
    for (cmark_node *block = cmark_node_first_child(root); block; block = cmark_node_next(block))
        read_block(reading, block, &title_line);
    struct origin start = {.file = reading->document->file, .line = 1, .column = 1};
    if (title_line == 0)
        findings_add(reading->findings, FINDING_ERROR, start,
                     "the document has no title" REMEDY "begin it with # Name (identifier)");
    if (reading->document->clause_count == 0)
        findings_add(reading->findings, FINDING_ERROR, start,
                     "the document has no clause" REMEDY "number the clauses from 1, at the left margin");
}

/* Room for all clauses and sections, so that they stay where they are. */
static bool make_room(struct rule_reading *reading, cmark_node *root)
{
    size_t clauses = 0, sections = 0;
    for (cmark_node *block = cmark_node_first_child(root); block; block = cmark_node_next(block)) {
        sections += cmark_node_get_heading_level(block) > 1;
        if (is_clause_list(block))
            for (cmark_node *item = cmark_node_first_child(block); item; item = cmark_node_next(item))
                clauses += clauses < RULE_DOCUMENT_CLAUSES_MAX;
    }
    reading->document->clauses = ARENA_ARRAY(reading->arena, struct clause, clauses);
    reading->document->sections = ARENA_ARRAY(reading->arena, struct rule_section, sections);
    return reading->document->clauses && reading->document->sections;
}

/*
 * The plain text of a document can be longer than its source, because some entities stand for longer letters: "&nGt;",
 * 5 bytes, becomes 6. Twice the source is more than enough.
 */
static bool reading_prepare(struct rule_reading *reading, struct text bytes, struct arena *work)
{
    size_t lines = 1;
    for (struct text rest = bytes; rest.length > 0; lines++)
        rule_next_line(&rest);
    reading->lines = ARENA_ARRAY(work, struct text, lines);
    size_t size = bytes.length * 2 + 1;
    char *scratch = arena_alloc(work, size, 1);
    if (!reading->lines || !scratch)
        return false;
    for (struct text rest = bytes; rest.length > 0;)
        reading->lines[reading->line_count++] = rule_next_line(&rest);
    text_out_init(&reading->scratch, scratch, size);
    return true;
}

static enum status refuse_bytes(struct findings *findings, struct origin origin, enum status status,
                                const char *words, const char *remedy)
{
    findings_add(findings, FINDING_UNREADABLE, origin, "%s" REMEDY "%s", words, remedy);
    return status;
}

static enum status check_bytes(struct text bytes, const char *file, struct findings *findings)
{
    struct origin origin = {.file = file};
    if (bytes.length > RULE_DOCUMENT_SIZE_MAX)
        return refuse_bytes(findings, origin, STATUS_NO_SPACE, "the document is longer than a mebibyte",
                            "an activity has one document, of some pages");
    size_t good = text_utf8_length(bytes);
    if (good == bytes.length)
        return STATUS_OK;
    struct text rest = text_slice(bytes, 0, good), line = {0};
    origin.line = good == 0;
    while (rest.length > 0) {
        line = rule_next_line(&rest);
        origin.line++;
    }
    bool at_start = good > 0 && (bytes.bytes[good - 1] == '\n' || bytes.bytes[good - 1] == '\r');
    origin.line += at_start;
    origin.column = at_start ? 1 : (unsigned)line.length + 1;
    return refuse_bytes(findings, origin, STATUS_INVALID, "the text is not UTF-8 here",
                        "save the file as UTF-8");
}

static bool read_tree(struct rule_reading *reading, struct text bytes)
{
    cmark_node *root = cmark_parse_document(bytes.bytes, bytes.length, CMARK_OPT_DEFAULT);
    bool room = make_room(reading, root);
    if (room) {
        read_introduction(reading, root);
        read_blocks(reading, root);
    }
    cmark_node_free(root);
    return room && !reading->full;
}

void rule_document_digest(struct text bytes, unsigned char digest[RULE_DOCUMENT_DIGEST_SIZE])
{
    int failed = crypto_generichash(digest, RULE_DOCUMENT_DIGEST_SIZE, (const unsigned char *)bytes.bytes,
                                    bytes.length, NULL, 0);
    CHECK_OP(failed, ==, 0);
}

enum status rule_document_read(struct text bytes, const char *file, struct text identity, struct arena *arena,
                               struct findings *findings, struct rule_document *document)
{
    *document = (struct rule_document){.file = file, .identity = identity};
    size_t errors = findings->counted[FINDING_ERROR] + findings->counted[FINDING_UNREADABLE];
    enum status status = check_bytes(bytes, file, findings);
    if (status != STATUS_OK)
        return status;
    rule_document_digest(bytes, document->digest);

    struct arena work;
    arena_init(&work, WORK_SIZE_MAX);
    struct rule_reading reading = {.document = document, .arena = arena, .findings = findings};
    bool done = reading_prepare(&reading, bytes, &work) && read_tree(&reading, bytes);
    CHECK(!reading.scratch.truncated);
    arena_release(&work);
    if (!done)
        return refuse_bytes(findings, (struct origin){.file = file}, STATUS_NO_SPACE,
                            "there is no memory to read the document", "try with less at a time");
    bool clean = errors == findings->counted[FINDING_ERROR] + findings->counted[FINDING_UNREADABLE];
    return clean ? STATUS_OK : STATUS_INVALID;
}

const struct clause *rule_document_clause(const struct rule_document *document, unsigned number)
{
    for (unsigned i = 0; i < document->clause_count; i++)
        if (document->clauses[i].number == number)
            return &document->clauses[i];
    return NULL;
}
