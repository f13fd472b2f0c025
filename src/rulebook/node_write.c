#include "rulebook/node.h"

#include "base/check.h"

#include <string.h>

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

static void write_quoted(struct growing *out, struct text text)
{
    static const char digits[] = "0123456789ABCDEF";
    growing_say(out, "\"");
    for (size_t i = 0; i < text.length; i++) {
        unsigned char byte = (unsigned char)text.bytes[i];
        const char escape[] = {'\\', 'x', digits[byte >> 4], digits[byte & 15], '\0'};
        if (byte == '"' || byte == '\\')
            growing_say(out, "\\");
        if (byte < ' ' || byte == 0x7F)
            growing_say(out, escape);
        else
            growing_add(out, text_slice(text, i, 1));
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
            write_scalar(out, child->key, false);
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
