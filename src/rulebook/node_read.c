/*
 * Reads YAML by libyaml's events. The maps and lists that are open stand on a stack of fixed depth, so no input can
 * exhaust ours.
 *
 * libyaml counts places in letters, and ends lines at three letters of Unicode at which no editor does. A cursor follows
 * its marks through the text and gives lines and byte columns as an editor shows them.
 */
#include "base/check.h"
#include "rulebook/node.h"

#include <stdint.h>
#include <string.h>
#include <yaml.h>

struct cursor {
    size_t byte, letter; /* the same place in both counts */
    size_t line_start;   /* byte */
    unsigned line;       /* from 0 */
};

struct frame {
    struct node *container;
    struct node *last; /* child */
    bool in_braces;    /* written as { } or [ ] */
    bool has_key;      /* of a map: a key was read and its value comes next */
    struct text key;
    struct origin key_origin;
};

struct reader {
    struct text yaml;
    struct origin origin;
    struct arena *arena;
    struct findings *findings;
    struct cursor cursor;
    struct frame frames[NODE_DEPTH_MAX];
    unsigned depth;
    struct node *root;
    bool refused; /* there is a finding: nothing is returned, reading may go on for more */
};

/* --------------------------------------------------------------------------------------------------- places */

static void cursor_step(struct cursor *cursor, struct text text)
{
    char byte = text.bytes[cursor->byte++];
    while (cursor->byte < text.length && ((unsigned char)text.bytes[cursor->byte] & 0xC0) == 0x80)
        cursor->byte++;
    cursor->letter++;
    bool before_feed = cursor->byte < text.length && text.bytes[cursor->byte] == '\n';
    if (byte == '\n' || (byte == '\r' && !before_feed)) {
        cursor->line++;
        cursor->line_start = cursor->byte;
    }
}

static struct origin origin_at_cursor(const struct reader *reader)
{
    struct origin origin = reader->origin;
    origin.line += reader->cursor.line;
    origin.column += (unsigned)(reader->cursor.byte - reader->cursor.line_start);
    return origin;
}

static struct origin origin_at_mark(struct reader *reader, yaml_mark_t mark)
{
    if (mark.index < reader->cursor.letter)
        reader->cursor = (struct cursor){0};
    while (reader->cursor.letter < mark.index && reader->cursor.byte < reader->yaml.length)
        cursor_step(&reader->cursor, reader->yaml);
    return origin_at_cursor(reader);
}

static struct origin origin_at_byte(struct reader *reader, size_t byte)
{
    if (byte < reader->cursor.byte)
        reader->cursor = (struct cursor){0};
    while (reader->cursor.byte < byte && reader->cursor.byte < reader->yaml.length)
        cursor_step(&reader->cursor, reader->yaml);
    return origin_at_cursor(reader);
}

/* ---------------------------------------------------------------------------------------- before the parser */

static bool is_good_text(struct reader *reader)
{
    if (reader->yaml.length > NODE_TEXT_MAX) {
        findings_add(reader->findings, FINDING_UNREADABLE, reader->origin,
                     "the data is longer than a mebibyte" REMEDY "part it into several files");
        return false;
    }
    size_t good = text_utf8_length(reader->yaml);
    if (good == reader->yaml.length)
        return true;
    findings_add(reader->findings, FINDING_UNREADABLE, origin_at_byte(reader, good),
                 "the text is not UTF-8 here" REMEDY "save the file as UTF-8");
    return false;
}

/* Tabs have no fixed width, so YAML has none in the indentation; in a line of white space they do no harm. */
static bool has_no_tabs(struct reader *reader)
{
    struct text yaml = reader->yaml;
    bool good = true;
    for (size_t at = 0; at < yaml.length; at++) {
        size_t tab = SIZE_MAX;
        for (; at < yaml.length && (yaml.bytes[at] == ' ' || yaml.bytes[at] == '\t'); at++)
            if (yaml.bytes[at] == '\t' && tab == SIZE_MAX)
                tab = at;
        bool blank = at == yaml.length || yaml.bytes[at] == '\n' || yaml.bytes[at] == '\r';
        if (tab != SIZE_MAX && !blank) {
            findings_add(reader->findings, FINDING_ERROR, origin_at_byte(reader, tab),
                         "a tab in the indentation" REMEDY "indent with spaces");
            good = false;
        }
        while (at < yaml.length && yaml.bytes[at] != '\n')
            at++;
    }
    return good;
}

/* --------------------------------------------------------------------------------------------- syntax errors */

static const struct {
    const char *problem; /* in libyaml's words */
    const char *words, *remedy;
    enum problem_place {
        AT_PROBLEM,
        AT_CONTEXT, /* where the thing began */
        NAME_BOTH,  /* found where it should have ended; the words end with the line in which it began */
    } place;
} problems[] = {
    {"mapping values are not allowed in this context", "a colon is not possible here",
     "put a value with a colon into quotes, and give each key a line of its own, indented like its "
     "neighbours",
     AT_PROBLEM},
    {"could not find expected ':'", "the key has no colon behind it",
     "write key: value; an item of a list begins with a dash", AT_CONTEXT},
    {"did not find expected key", "the line does not continue the keys above it",
     "indent it like the keys it belongs to, or quote the whole value", AT_PROBLEM},
    {"did not find expected '-' indicator", "the line does not continue the list above it",
     "begin it with a dash, indented like the other items", AT_PROBLEM},
    {"did not find expected ',' or '}'", "a comma is missing, or the closing brace for the one in line",
     "write {key: value, key: value}; a value with a comma or a brace needs quotes", NAME_BOTH},
    {"did not find expected ',' or ']'", "a comma is missing, or the closing bracket for the one in line",
     "write [value, value]; a value with a comma or a bracket needs quotes", NAME_BOTH},
    {"block sequence entries are not allowed in this context", "a list item is not possible here",
     "begin the list in the line below its key; quote a value that begins with a dash", AT_PROBLEM},
    {"mapping keys are not allowed in this context", "a key is not possible here",
     "give it a line of its own, indented like its neighbours", AT_PROBLEM},
    {"found unexpected end of stream", "the quotes are not closed",
     "end the text with the quotes that it began with", AT_CONTEXT},
    {"found unexpected document indicator", "the quotes are not closed",
     "end the text with the quotes that it began with", AT_CONTEXT},
    {"found unknown escape character", "there is no such escape",
     "write two backslashes for one, or put the text into single quotes", AT_PROBLEM},
    {"did not find expected <document start>", "the line does not belong to what stands above it",
     "indent it like the keys it belongs to; quote a text with quotes inside as a whole", AT_PROBLEM},
    {"did not find expected node content", "a value is missing here", "write the value", AT_PROBLEM},
    {"did not find expected alphabetic or numeric character", "a value cannot begin with & or *",
     "put it into quotes", AT_CONTEXT},
    {"did not find expected comment or line break", "a value cannot begin with | or >", "put it into quotes",
     AT_CONTEXT},
    {"control characters are not allowed", "a control character", "take it out", AT_PROBLEM},
};

static void refuse_character(struct reader *reader, struct origin origin)
{
    struct cursor behind = reader->cursor;
    if (behind.byte < reader->yaml.length)
        cursor_step(&behind, reader->yaml);
    struct text letter = text_slice(reader->yaml, reader->cursor.byte, behind.byte - reader->cursor.byte);
    findings_add(reader->findings, FINDING_ERROR, origin,
                 "a value cannot begin with \"%.*s\"" REMEDY "put it into quotes", TEXT_ARGUMENTS(letter));
}

static void refuse_syntax(struct reader *reader, const yaml_parser_t *parser)
{
    const char *problem = parser->problem ? parser->problem : "it breaks off";
    if (parser->error == YAML_MEMORY_ERROR) {
        findings_add(reader->findings, FINDING_UNREADABLE, reader->origin,
                     "there is no memory to read the data" REMEDY "try with less at a time");
        return;
    }
    if (parser->error == YAML_SCANNER_ERROR &&
        strcmp(problem, "found character that cannot start any token") == 0) {
        refuse_character(reader, origin_at_mark(reader, parser->problem_mark));
        return;
    }
    size_t count = sizeof problems / sizeof problems[0], i = 0;
    while (i < count && strcmp(problems[i].problem, problem) != 0)
        i++;
    struct origin origin = parser->error == YAML_READER_ERROR ? origin_at_byte(reader, parser->problem_offset)
                           : i < count && problems[i].place == AT_CONTEXT && parser->context
                               ? origin_at_mark(reader, parser->context_mark)
                               : origin_at_mark(reader, parser->problem_mark);
    if (i < count && problems[i].place == NAME_BOTH)
        findings_add(reader->findings, FINDING_ERROR, origin, "%s %u" REMEDY "%s", problems[i].words,
                     origin_at_mark(reader, parser->context_mark).line, problems[i].remedy);
    else if (i < count)
        findings_add(reader->findings, FINDING_ERROR, origin, "%s" REMEDY "%s", problems[i].words,
                     problems[i].remedy);
    else
        findings_add(reader->findings, FINDING_ERROR, origin,
                     "this is no YAML: %s" REMEDY "write key: value, and quote a value with special signs",
                     problem);
}

/* --------------------------------------------------------------------------------------------------- the tree */

/* The frame that is being filled; NULL at the top. */
static struct frame *frame_open(struct reader *reader)
{
    return reader->depth > 0 ? &reader->frames[reader->depth - 1] : NULL;
}

static bool expects_key(const struct frame *frame)
{
    return frame && frame->container->kind == NODE_MAP && !frame->has_key;
}

/* False, with a finding, if the arena has no room. */
static bool has_room(struct reader *reader, const void *piece)
{
    if (!piece)
        findings_add(reader->findings, FINDING_UNREADABLE, reader->origin,
                     "there is no memory to read the data" REMEDY "try with less at a time");
    return piece != NULL;
}

/* A new node, hung into what is open; NULL, with a finding, if it is one too many. */
static struct node *add_node(struct reader *reader, enum node_kind kind, struct origin origin)
{
    struct frame *frame = frame_open(reader);
    if (frame && frame->container->count == NODE_CHILDREN_MAX) {
        findings_add(reader->findings, FINDING_ERROR, origin,
                     "the %s is too long" REMEDY "write at most %d in one",
                     node_kind_name(frame->container->kind), NODE_CHILDREN_MAX);
        return NULL;
    }
    struct node *node = ARENA_NEW(reader->arena, struct node);
    if (!has_room(reader, node))
        return NULL;
    node->kind = kind;
    node->origin = origin;
    if (!frame) {
        reader->root = node;
        return node;
    }
    node->key = frame->key;
    node->key_origin = frame->key_origin;
    frame->has_key = false;
    frame->key = (struct text){0};
    *(frame->last ? &frame->last->next : &frame->container->first_child) = node;
    frame->last = node;
    frame->container->count++;
    return node;
}

static void refuse_key_twice(struct reader *reader, struct text key, struct origin origin)
{
    const struct node *first = frame_open(reader)->container->first_child;
    while (first && !text_equal(first->key, key))
        first = first->next;
    if (!first)
        return;
    struct text shown = text_clipped(key, NODE_SHOWN_MAX);
    findings_add(reader->findings, FINDING_ERROR, origin,
                 "the key \"%.*s\" is there twice, in line %u and in line %u" REMEDY "give each key once",
                 TEXT_ARGUMENTS(shown), first->key_origin.line, origin.line);
    reader->refused = true;
}

static bool take_key(struct reader *reader, const yaml_event_t *event, struct origin origin)
{
    struct frame *frame = frame_open(reader);
    struct text key = {(const char *)event->data.scalar.value, event->data.scalar.length};
    if (key.length == 0 || event->data.scalar.style > YAML_DOUBLE_QUOTED_SCALAR_STYLE) {
        findings_add(reader->findings, FINDING_ERROR, origin,
                     "a key must be one or more words in one line" REMEDY "write key: value");
        reader->refused = true;
    }
    refuse_key_twice(reader, key, origin);
    if (arena_copy_text(reader->arena, key, &frame->key) != STATUS_OK)
        return has_room(reader, NULL);
    frame->key_origin = origin;
    frame->has_key = true;
    return true;
}

static void refuse_nothing(struct reader *reader, struct origin origin)
{
    const struct frame *frame = frame_open(reader);
    reader->refused = true;
    if (!frame) {
        findings_add(reader->findings, FINDING_ERROR, reader->origin,
                     "there is no data here" REMEDY "write key: value");
        return;
    }
    if (frame->container->kind == NODE_LIST) {
        findings_add(reader->findings, FINDING_ERROR, origin,
                     "a list item without a value" REMEDY "write the value behind the dash");
        return;
    }
    struct text key = text_clipped(frame->key, NODE_SHOWN_MAX);
    /* In {seed: $1,000} the comma ends the value, and 000 is a key. */
    findings_add(reader->findings, FINDING_ERROR, frame->key_origin,
                 "the key \"%.*s\" has no value" REMEDY "%s", TEXT_ARGUMENTS(key),
                 frame->in_braces
                     ? "write key: value; between braces a value with a comma needs quotes"
                     : "write the value behind the colon, or take the key out; no text at all is \"\"");
}

static bool take_scalar(struct reader *reader, const yaml_event_t *event, struct origin origin)
{
    if (expects_key(frame_open(reader)))
        return take_key(reader, event, origin);
    struct text scalar = {(const char *)event->data.scalar.value, event->data.scalar.length};
    bool written = event->data.scalar.anchor || event->data.scalar.tag; /* refused already */
    if (scalar.length == 0 && event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE && !written)
        refuse_nothing(reader, origin);
    struct node *node = add_node(reader, NODE_SCALAR, origin);
    if (!node)
        return false;
    node->quoted = event->data.scalar.style == YAML_SINGLE_QUOTED_SCALAR_STYLE ||
                   event->data.scalar.style == YAML_DOUBLE_QUOTED_SCALAR_STYLE;
    node->folded = event->start_mark.line != event->end_mark.line;
    return arena_copy_text(reader->arena, scalar, &node->scalar) == STATUS_OK || has_room(reader, NULL);
}

static bool open_container(struct reader *reader, enum node_kind kind, bool in_braces, struct origin origin)
{
    if (expects_key(frame_open(reader))) {
        findings_add(reader->findings, FINDING_ERROR, origin,
                     "a key cannot be a %s" REMEDY
                     "write key: value, and quote a text that begins with a brace or bracket",
                     node_kind_name(kind));
        return false;
    }
    if (reader->depth == NODE_DEPTH_MAX) {
        findings_add(reader->findings, FINDING_ERROR, origin,
                     "lists and maps inside each other are too deep" REMEDY "go at most %d levels deep",
                     NODE_DEPTH_MAX);
        return false;
    }
    struct node *node = add_node(reader, kind, origin);
    if (!node)
        return false;
    reader->frames[reader->depth++] = (struct frame){.container = node, .in_braces = in_braces};
    return true;
}

/* ------------------------------------------------------------------------------------------------- the events */

/* The cursor stands at the sign. */
static void refuse_sign(struct reader *reader, struct origin origin, const char *what, char sign)
{
    struct text shown = text_first_word(text_from(reader->yaml, reader->cursor.byte), NODE_SHOWN_MAX);
    findings_add(reader->findings, FINDING_ERROR, origin,
                 "\"%.*s\" is %s" REMEDY "write the value itself; one that begins with %c needs quotes",
                 TEXT_ARGUMENTS(shown), what, sign);
    reader->refused = true;
}

static void refuse_properties(struct reader *reader, struct origin origin, const yaml_char_t *anchor,
                              const yaml_char_t *tag)
{
    if (anchor)
        refuse_sign(reader, origin, "an anchor", '&');
    else if (tag)
        refuse_sign(reader, origin, "a tag", '!');
}

static bool take_alias(struct reader *reader, struct origin origin)
{
    refuse_sign(reader, origin, "an alias", '*');
    return !expects_key(frame_open(reader)) && add_node(reader, NODE_SCALAR, origin);
}

static bool begin_document(struct reader *reader, const yaml_event_t *event, struct origin origin)
{
    if (event->data.document_start.version_directive ||
        event->data.document_start.tag_directives.start != event->data.document_start.tag_directives.end) {
        findings_add(reader->findings, FINDING_ERROR, origin,
                     "a directive" REMEDY "leave out the lines that begin with %%");
        reader->refused = true;
    }
    if (!reader->root)
        return true;
    findings_add(reader->findings, FINDING_ERROR, origin,
                 "a second YAML document begins here" REMEDY "put all into one, without lines of ---");
    return false;
}

/* False when nothing after this event can be read with sense; there is a finding then. */
static bool take_event(struct reader *reader, const yaml_event_t *event)
{
    struct origin origin = origin_at_mark(reader, event->start_mark);
    switch (event->type) {
    case YAML_DOCUMENT_START_EVENT:
        return begin_document(reader, event, origin);
    case YAML_ALIAS_EVENT:
        return take_alias(reader, origin);
    case YAML_SCALAR_EVENT:
        refuse_properties(reader, origin, event->data.scalar.anchor, event->data.scalar.tag);
        return take_scalar(reader, event, origin);
    case YAML_SEQUENCE_START_EVENT:
        refuse_properties(reader, origin, event->data.sequence_start.anchor, event->data.sequence_start.tag);
        return open_container(reader, NODE_LIST, event->data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE,
                              origin);
    case YAML_MAPPING_START_EVENT:
        refuse_properties(reader, origin, event->data.mapping_start.anchor, event->data.mapping_start.tag);
        return open_container(reader, NODE_MAP, event->data.mapping_start.style == YAML_FLOW_MAPPING_STYLE,
                              origin);
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        CHECK_OP(reader->depth, >, 0);
        reader->depth--;
        return true;
    case YAML_NO_EVENT:
    case YAML_STREAM_START_EVENT:
    case YAML_STREAM_END_EVENT:
    case YAML_DOCUMENT_END_EVENT:
        return true;
    }
    CHECK_NEVER("an event of libyaml");
}

/* Whether the text was read to its end; there is a finding if not. */
static bool read_events(struct reader *reader, yaml_parser_t *parser)
{
    for (;;) {
        yaml_event_t event;
        if (!yaml_parser_parse(parser, &event)) {
            refuse_syntax(reader, parser);
            return false;
        }
        bool good = take_event(reader, &event);
        bool ended = event.type == YAML_STREAM_END_EVENT;
        yaml_event_delete(&event);
        if (!good || ended)
            return good;
    }
}

struct node *node_read(struct text yaml, struct origin origin, struct arena *arena, struct findings *findings)
{
    CHECK(origin.line > 0 && origin.column > 0);
    struct reader reader = {.yaml = yaml, .origin = origin, .arena = arena, .findings = findings};
    if (!is_good_text(&reader) || !has_no_tabs(&reader))
        return NULL;
    yaml_parser_t parser;
    if (!yaml_parser_initialize(&parser)) {
        has_room(&reader, NULL);
        return NULL;
    }
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&parser, (const unsigned char *)yaml.bytes, yaml.length);
    bool ended = read_events(&reader, &parser);
    yaml_parser_delete(&parser);
    if (!ended || reader.refused)
        return NULL;
    if (!reader.root)
        refuse_nothing(&reader, origin);
    CHECK_OP(reader.depth, ==, 0);
    return reader.root;
}
