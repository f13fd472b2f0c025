/*
 * Offers that a case posts otherwise than the house does, and the data of a case in general.
 */
#include "cases/house_case_internal.h"

enum status case_offer_find(const struct library *library, struct text house, struct text line,
                            const struct case_cursor *cursor, struct offer_changes *changes,
                            struct case_fault *fault)
{
    const struct text mark = text_of(", without ");
    size_t end = 0;
    while (end < line.length && !text_equal_ignoring_case(text_slice(line, end, mark.length), mark))
        end++;
    struct text name = text_trimmed(text_slice(line, 0, end));
    char identity[NAME_SIZE];
    struct text_out out;
    text_out_init(&out, identity, sizeof identity);
    text_out_add(&out, "%.*s%s%.*s", TEXT_ARGUMENTS(house), house.length > 0 ? "/" : "",
                 TEXT_ARGUMENTS(name));
    *changes =
        (struct offer_changes){.base = out.truncated ? NULL : library_offer(library, text_out_text(&out)),
                               .without = text_from(line, end < line.length ? end + mark.length : end)};
    if (changes->base)
        return STATUS_OK;
    return case_fault_at(
        cursor, fault, STATUS_INVALID, "there is no offer \"%.*s\"; write %s", TEXT_ARGUMENTS(name),
        house.length > 0 ? "the name of one of the house" : "house/offer, both by their names");
}

/* The lines below an offer are the data it posts otherwise: YAML. They stand in the text as in the file, also behind empty lines and
 * remarks, so that faults count the lines and columns of the file. */
struct text case_offer_yaml(const struct case_file *file, size_t *at, char *buffer, size_t size)
{
    struct text_out out;
    size_t number = file->lines[*at].number + 1;
    text_out_init(&out, buffer, size);
    for (; *at + 1 < file->count && file->lines[*at + 1].indented; (*at)++) {
        const struct case_line *line = &file->lines[*at + 1];
        for (; number < line->number; number++)
            text_out_add(&out, "\n");
        text_out_add(&out, "%*s%.*s\n", (int)line->column - 1, "", TEXT_ARGUMENTS(line->text));
        number++;
    }
    return text_out_text(&out);
}

/* `into` with what `from` says otherwise, member by member; lists and values are replaced whole. */
static void override(struct node *into, const struct node *from, struct arena *arena)
{
    for (struct node *member = from->first_child, *next; member; member = next) {
        next = member->next;
        struct node *own = into->first_child, *last = NULL;
        for (; own && !text_equal(own->key, member->key); own = own->next)
            last = own;
        if (own && own->kind == NODE_MAP && member->kind == NODE_MAP) {
            override(own, member, arena);
            continue;
        }
        struct node *copy = ARENA_NEW(arena, struct node);
        if (!copy)
            return;
        *copy = *member;
        copy->next = own ? own->next : NULL;
        *(last ? &last->next : &into->first_child) = copy;
        into->count += !own;
    }
}

/* Leaves out what stands at a path: `prizes`, `prizes/five aces`. False if nothing does. */
static bool leave_out(struct node *map, struct text path)
{
    size_t slash = 0;
    while (slash < path.length && path.bytes[slash] != '/')
        slash++;
    for (struct node **at = &map->first_child; *at; at = &(*at)->next) {
        if (!text_equal_ignoring_case((*at)->key, text_slice(path, 0, slash)))
            continue;
        if (slash < path.length)
            return leave_out(*at, text_from(path, slash + 1));
        *at = (*at)->next;
        map->count--;
        return true;
    }
    return false;
}

/* Paths with commas between. */
static enum status leave_all_out(struct node *data, const char *of, struct text paths,
                                 const struct case_cursor *cursor, struct case_fault *fault)
{
    while (paths.length > 0) {
        size_t comma = 0;
        while (comma < paths.length && paths.bytes[comma] != ',')
            comma++;
        struct text path = text_trimmed(text_slice(paths, 0, comma));
        if (path.length == 0 || !leave_out(data, path))
            return case_fault_at(cursor, fault, STATUS_INVALID, "%s has no \"%.*s\" to leave out", of,
                                 TEXT_ARGUMENTS(path));
        paths = text_from(paths, comma < paths.length ? comma + 1 : comma);
    }
    return STATUS_OK;
}

enum status case_offer_wrong(const struct library *library, size_t before, const struct case_cursor *cursor,
                             struct case_fault *fault)
{
    const struct findings *findings = &library->findings;
    for (size_t i = before; i < findings->count; i++)
        if (findings->items[i].grade != FINDING_WARNING)
            return case_fault_at(cursor, fault, STATUS_INVALID, "%.*s; %.*s",
                                 TEXT_ARGUMENTS(findings->items[i].words),
                                 TEXT_ARGUMENTS(findings->items[i].remedy));
    return STATUS_OK;
}

/* What is wrong with the data itself, at its place in the file. */
static enum status data_wrong(const struct library *library, size_t before, const struct case_cursor *cursor,
                              struct case_fault *fault)
{
    const struct findings *findings = &library->findings;
    enum status status = case_offer_wrong(library, before, cursor, fault);
    for (size_t i = before; i < findings->count && status != STATUS_OK && fault; i++)
        if (findings->items[i].grade != FINDING_WARNING) {
            fault->line = findings->items[i].origin.line;
            fault->fault.position = findings->items[i].origin.column;
            break;
        }
    return status;
}

/* JSON, which YAML reads. */
static void write_text(struct text_out *out, struct text text)
{
    char buffer[JSON_ESCAPE_SIZE];
    text_out_add(out, "\"");
    for (size_t i = 0; i < text.length; i++)
        text_out_add_text(out, json_escape(text.bytes[i], buffer));
    text_out_add(out, "\"");
}

/* No tree is deeper than NODE_DEPTH_MAX. NOLINTNEXTLINE(misc-no-recursion) */
void case_write_node(struct text_out *out, const struct node *node)
{
    if (node->kind == NODE_SCALAR) {
        write_text(out, node->scalar);
        return;
    }
    text_out_add(out, node->kind == NODE_MAP ? "{" : "[");
    for (const struct node *child = node->first_child; child; child = child->next) {
        if (node->kind == NODE_MAP) {
            write_text(out, child->key);
            text_out_add(out, ": ");
        }
        case_write_node(out, child);
        text_out_add(out, child->next ? ", " : "");
    }
    text_out_add(out, node->kind == NODE_MAP ? "}" : "]");
}

enum status case_change_data(struct library *library, struct node *data, const char *of, struct text without,
                             struct text yaml, const struct case_cursor *cursor, struct case_fault *fault)
{
    struct arena *arena = &library->arena;
    const size_t before = library->findings.count;
    const struct origin origin = {
        .file = data->origin.file, .line = (unsigned)cursor->line->number + 1, .column = 1};
    struct text kept;
    if (arena_copy_text(arena, yaml, &kept) != STATUS_OK)
        return case_fault_at(cursor, fault, STATUS_NO_MEMORY, "there is no memory for %s", of);
    enum status status = leave_all_out(data, of, without, cursor, fault);
    if (status != STATUS_OK)
        return status;
    const struct node *said = kept.length > 0 ? node_read(kept, origin, arena, &library->findings) : NULL;
    status = data_wrong(library, before, cursor, fault);
    if (status != STATUS_OK)
        return status;
    if (said && said->kind == NODE_MAP)
        override(data, said, arena);
    return case_offer_wrong(library, before, cursor, fault);
}

enum status case_offer_data(struct library *library, const struct offer_changes *changes,
                            const struct case_cursor *cursor, struct node **data, struct case_fault *fault)
{
    const struct offer *base = changes->base;
    struct arena *arena = &library->arena;
    const struct origin origin = {.file = base->file, .line = (unsigned)cursor->line->number, .column = 1};
    *data = node_new_map(arena, origin);
    if (!*data || node_merge(*data, base->data, arena, &library->findings) != STATUS_OK)
        return case_fault_at(cursor, fault, STATUS_NO_MEMORY, "there is no memory for the offer");
    return case_change_data(library, *data, "the offer", changes->without, changes->yaml, cursor, fault);
}
