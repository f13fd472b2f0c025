#include "rulebook/node.h"

#include "base/check.h"

#include <string.h>

/* Longer ones, with their escapes, YAML reads only behind a question mark. */
enum { SHORT_KEY_MAX = 200 };

/* ------------------------------------------------------------------------------------------ scalars */

/* Whether YAML reads the bare text as itself. Between brackets some more letters have a meaning. */
static bool is_plain(struct text text, bool in_brackets)
{
    if (text.length == 0 || strchr("-?:,[]{}#&*!|>'\"%@` ", text.bytes[0]) ||
        strchr(": ", text.bytes[text.length - 1]))
        return false;
    for (size_t i = 0; i < text.length; i++) {
        unsigned char byte = (unsigned char)text.bytes[i];
        char next = i + 1 < text.length ? text.bytes[i + 1] : ' ';
        if (byte < ' ' || byte >= 0x7F || (byte == ':' && next == ' ') || (byte == ' ' && next == '#') ||
            (in_brackets && strchr(",[]{}:", (char)byte)))
            return false;
    }
    return true;
}

/* Letters beyond ASCII that YAML takes for the end of a line, or does not take at all, and how they are written between quotes. */
static const struct {
    const char *letter, *escape;
} escapes[] = {{"\xE2\x80\xA8", "\\L"},
               {"\xE2\x80\xA9", "\\P"},
               {"\xEF\xBB\xBF", "\\uFEFF"},
               {"\xEF\xBF\xBE", "\\uFFFE"},
               {"\xEF\xBF\xBF", "\\uFFFF"}};

/* How many bytes of the rest were written as an escape; 0: none is needed. */
static size_t write_escape(struct growing *out, struct text rest)
{
    static const char digits[] = "0123456789ABCDEF";
    unsigned char first = (unsigned char)rest.bytes[0];
    /* U+0080 to U+009F are C2 80 to C2 9F. */
    bool control = first == 0xC2 && rest.length > 1 && (unsigned char)rest.bytes[1] < 0xA0;
    unsigned char code = control ? (unsigned char)rest.bytes[1] : first;
    const char numbered[] = {'\\', 'x', digits[code >> 4], digits[code & 15], '\0'};
    if (control || first < ' ' || first == 0x7F) {
        growing_say(out, numbered);
        return control ? 2 : 1;
    }
    for (size_t i = 0; i < sizeof escapes / sizeof escapes[0]; i++)
        if (text_starts_with(rest, text_of(escapes[i].letter))) {
            growing_say(out, escapes[i].escape);
            return 3;
        }
    return 0;
}

static void write_quoted(struct growing *out, struct text text)
{
    growing_say(out, "\"");
    for (size_t i = 0; i < text.length;) {
        size_t escaped = write_escape(out, text_from(text, i));
        i += escaped;
        if (escaped > 0)
            continue;
        if (text.bytes[i] == '"' || text.bytes[i] == '\\')
            growing_say(out, "\\");
        growing_add(out, text_slice(text, i++, 1));
    }
    growing_say(out, "\"");
}

static void write_scalar(struct growing *out, struct text text, bool in_brackets)
{
    if (is_plain(text, in_brackets))
        growing_add(out, text);
    else
        write_quoted(out, text);
}

/* ------------------------------------------------------------------------------------------ lists and maps */

static void indent(struct growing *out, unsigned depth)
{
    for (unsigned i = 0; i < depth; i++)
        growing_say(out, "  ");
}

static bool is_short(const struct node *node)
{
    if (node->kind == NODE_SCALAR || node->count == 0)
        return true;
    for (const struct node *child = node->first_child; child; child = child->next)
        if (child->kind != NODE_SCALAR || node->kind == NODE_MAP)
            return false;
    return true;
}

static void write_short(struct growing *out, const struct node *node)
{
    if (node->kind == NODE_SCALAR) {
        write_scalar(out, node->scalar, false);
        return;
    }
    growing_say(out, node->kind == NODE_LIST ? "[" : "{");
    for (const struct node *child = node->first_child; child; child = child->next) {
        growing_say(out, child == node->first_child ? "" : ", ");
        write_scalar(out, child->scalar, true);
    }
    growing_say(out, node->kind == NODE_LIST ? "]" : "}");
}

/* The depth is bounded by that of a tree (N3). */
static void write_block(struct growing *out, const struct node *node, unsigned depth)
{
    CHECK_OP(depth, <=, NODE_DEPTH_MAX);
    for (const struct node *child = node->first_child; child; child = child->next) {
        indent(out, depth);
        if (node->kind == NODE_MAP) {
            bool is_long = child->key.length > SHORT_KEY_MAX;
            growing_say(out, is_long ? "? " : "");
            write_scalar(out, child->key, false);
            growing_say(out, is_long ? "\n" : "");
            indent(out, is_long ? depth : 0);
            growing_say(out, ":");
        } else {
            growing_say(out, "-");
        }
        if (is_short(child)) {
            growing_say(out, " ");
            write_short(out, child);
            growing_say(out, "\n");
        } else {
            growing_say(out, "\n");
            write_block(out, child, depth + 1);
        }
    }
}

void node_write(struct growing *out, const struct node *node)
{
    if (is_short(node)) {
        write_short(out, node);
        growing_say(out, "\n");
    } else {
        write_block(out, node, 0);
    }
}
