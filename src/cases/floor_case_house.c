#include "cases/floor_case_house.h"

#include "house/setup/setup_shapes.h"
#include "rulebook/vocabulary_paths.h"

enum { HOUSE_TEXT_SIZE = 1 << 17 };

/* ------------------------------------------------------------------------------------------ what events say */

static enum status keep_rows(struct case_amendments *amendments, const struct change_row *rows,
                             uint32_t count)
{
    struct change_row *kept = ARENA_ARRAY(amendments->arena, struct change_row, count + 1);
    enum status status = kept ? STATUS_OK : amendments->arena->refusal;
    for (uint32_t i = 0; i < count && status == STATUS_OK; i++) {
        status = arena_copy_text(amendments->arena, rows[i].path, &kept[i].path);
        if (status == STATUS_OK)
            status = arena_copy_text(amendments->arena, rows[i].before, &kept[i].before);
        if (status == STATUS_OK)
            status = arena_copy_text(amendments->arena, rows[i].after, &kept[i].after);
    }
    amendments->rows = kept;
    amendments->row_count = status == STATUS_OK ? count : 0;
    return status;
}

static void mark(struct case_amendments *amendments, uint32_t number, enum case_change change)
{
    if (number > 0 && number <= CASE_CHANGES_MAX)
        amendments->changes[number] = change;
}

enum status case_amendments_see(struct case_amendments *amendments, const struct event *event)
{
    switch ((unsigned)event->kind) {
    case EVENT_HOUSE_AMENDED: {
        const struct house_amended *amended = EVENT_AS(event, house_amended);
        mark(amendments, amended->change, CASE_CHANGE_MADE);
        return keep_rows(amendments, amended->changes, amended->change_count);
    }
    case EVENT_AMENDMENT_FILED: {
        const struct amendment_filed *filed = EVENT_AS(event, amendment_filed);
        mark(amendments, filed->number, CASE_CHANGE_WAITING);
        return keep_rows(amendments, filed->changes, filed->change_count);
    }
    case EVENT_OFFER_FILED:
        mark(amendments, EVENT_AS(event, offer_filed)->number, CASE_CHANGE_WAITING);
        return STATUS_OK;
    case EVENT_OFFER_POSTED:
        mark(amendments, EVENT_AS(event, offer_posted)->change, CASE_CHANGE_MADE);
        return STATUS_OK;
    case EVENT_CHANGE_WITHDRAWN:
        mark(amendments, EVENT_AS(event, change_withdrawn)->number, CASE_CHANGE_WITHDRAWN);
        return STATUS_OK;
    case EVENT_CHANGE_REFUSED: {
        const struct change_refused *refused = EVENT_AS(event, change_refused);
        mark(amendments, refused->number, CASE_CHANGE_REFUSED);
        return refused->number <= CASE_CHANGES_MAX ? arena_copy_text(amendments->arena, refused->clause,
                                                                     &amendments->clauses[refused->number])
                                                   : STATUS_OK;
    }
    default:
        return STATUS_OK;
    }
}

/* ------------------------------------------------------------------------------------------ the text */

/* The list of tables becomes a map by their names. */
static void name_tables(struct node *house)
{
    for (struct node *member = house->first_child; member; member = member->next) {
        if (!text_equal(member->key, text_of(KEY_TABLES)) || member->kind != NODE_LIST)
            continue;
        member->kind = NODE_MAP;
        for (struct node *row = member->first_child; row; row = row->next) {
            const struct node *name = node_member(row, KEY_TABLE);
            if (name)
                row->key = name->scalar;
        }
    }
}

/* And a list again. A table of the case has the name under which it stands. */
static bool list_tables(struct node *house, struct arena *arena)
{
    for (struct node *member = house->first_child; member; member = member->next) {
        if (!text_equal(member->key, text_of(KEY_TABLES)) || member->kind != NODE_MAP)
            continue;
        member->kind = NODE_LIST;
        for (struct node *row = member->first_child; row; row = row->next) {
            if (row->kind != NODE_MAP || node_member(row, KEY_TABLE))
                continue;
            struct node *name = ARENA_NEW(arena, struct node);
            if (!name)
                return false;
            *name = (struct node){
                .kind = NODE_SCALAR, .scalar = row->key, .key = text_of(KEY_TABLE), .next = row->first_child};
            row->first_child = name;
            row->count++;
        }
    }
    return true;
}

enum status case_house_text(const struct floor *floor, struct library *library, struct text without,
                            struct text yaml, const struct case_cursor *cursor, struct arena *arena,
                            struct text *text, struct case_fault *fault)
{
    const struct origin origin = {.file = "house.yaml", .line = (unsigned)cursor->line->number, .column = 1};
    char *buffer = ARENA_ARRAY(arena, char, HOUSE_TEXT_SIZE);
    struct node *data = node_read(floor->house_text, origin, &library->arena, &library->findings);
    struct text_out out;
    if (!buffer || !data)
        return case_fault_at(cursor, fault, STATUS_NO_MEMORY, "there is no memory for the house");
    name_tables(data);
    enum status status = case_change_data(library, data, "the house", without, yaml, cursor, fault);
    if (status != STATUS_OK)
        return status;
    if (!list_tables(data, &library->arena))
        return case_fault_at(cursor, fault, STATUS_NO_MEMORY, "there is no memory for the house");
    text_out_init(&out, buffer, HOUSE_TEXT_SIZE);
    case_write_node(&out, data);
    *text = text_out_text(&out);
    return out.truncated ? case_fault_at(cursor, fault, STATUS_NO_SPACE, "the house is too long") : STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ what is expected */

/* What is before the mark, trimmed; the cursor goes behind it. False, with the cursor where it was, if it is not there. */
static bool take_until(struct case_cursor *cursor, const char *mark, struct text *before)
{
    const struct text rest = text_from(cursor->line->text, cursor->at), wanted = text_of(mark);
    size_t at = 0;
    while (at < rest.length && !text_starts_with(text_from(rest, at), wanted))
        at++;
    if (at == rest.length)
        return false;
    *before = text_trimmed(text_slice(rest, 0, at));
    cursor->at += at + wanted.length;
    return true;
}

/* `nothing` stands for what is not said. */
static bool is_said(struct text expected, struct text found)
{
    return text_equal(expected, found) || (found.length == 0 && text_equal(expected, text_of("nothing")));
}

static struct text or_nothing(struct text words)
{
    return words.length > 0 ? words : text_of("nothing");
}

/* The value of the house at a path, with tables by their names; empty if it says nothing there. */
static enum status value_of(const struct floor *floor, struct text path, struct arena *arena,
                            struct text *value)
{
    struct house nothing = {.data = node_new_map(arena, floor->house.data->origin)};
    struct house_changes all;
    *value = text_of("");
    if (!nothing.data)
        return arena->refusal;
    enum status status = house_changes_find(&nothing, &floor->house, arena, &all);
    for (uint32_t i = 0; status == STATUS_OK && i < all.count; i++)
        if (text_equal(all.items[i].path, path))
            *value = all.items[i].after;
    return status;
}

/* Behind `house says`: `tables/C4-1/limits = $10 to $100` */
static enum status compare_value(const struct case_amendments *amendments, const struct floor *floor,
                                 struct case_result *result, struct case_cursor *cursor,
                                 struct case_fault *fault)
{
    struct text path, value;
    if (!take_until(cursor, " = ", &path))
        return case_expected(cursor, fault, "a place of house.yaml, = and its value");
    struct text expected = case_rest(cursor);
    enum status status = value_of(floor, path, amendments->arena, &value);
    if (status != STATUS_OK)
        return case_fault_at(cursor, fault, status, "there is no memory for the house");
    return is_said(expected, value) ? STATUS_OK
                                    : case_differs(result, cursor->line, fault, "the house says %.*s",
                                                   TEXT_ARGUMENTS(or_nothing(value)));
}

/* Behind `changed`: `tables/C4-1/limits: $5 to $50 -> $10 to $100` */
static enum status compare_row(const struct case_amendments *amendments, struct case_result *result,
                               struct case_cursor *cursor, struct case_fault *fault)
{
    struct text path, before;
    if (!take_until(cursor, ": ", &path) || !take_until(cursor, "->", &before))
        return case_expected(cursor, fault,
                             "a place of house.yaml, a colon, its old value, -> and its new one");
    struct text after = case_rest(cursor);
    for (uint32_t i = 0; i < amendments->row_count; i++) {
        const struct change_row *row = &amendments->rows[i];
        if (!text_equal(row->path, path))
            continue;
        return is_said(before, row->before) && is_said(after, row->after)
                   ? STATUS_OK
                   : case_differs(result, cursor->line, fault, "it changed from %.*s to %.*s",
                                  TEXT_ARGUMENTS(or_nothing(row->before)),
                                  TEXT_ARGUMENTS(or_nothing(row->after)));
    }
    return case_differs(result, cursor->line, fault, "the last amendment changes %u places, and not this one",
                        amendments->row_count);
}

/* Behind `change 1`: `is refused house#table`; the clause may be left out. */
static enum status compare_change(const struct case_amendments *amendments, unsigned number,
                                  struct case_result *result, struct case_cursor *cursor,
                                  struct case_fault *fault)
{
    static const char *const words[] = {"unknown", "waiting", "made", "withdrawn", "refused"};
    const enum case_change found =
        number <= CASE_CHANGES_MAX ? amendments->changes[number] : CASE_CHANGE_NONE;
    const struct text clause = found == CASE_CHANGE_REFUSED ? amendments->clauses[number] : text_of("");
    if (!case_take_words(cursor, "is"))
        return case_expected(cursor, fault, "\"is\", and waiting, made, withdrawn or refused");
    for (unsigned i = CASE_CHANGE_WAITING; i <= CASE_CHANGE_REFUSED; i++) {
        if (!case_take_words(cursor, words[i]))
            continue;
        struct text expected = case_rest(cursor);
        if (i == found && (expected.length == 0 || text_equal(expected, clause)))
            return STATUS_OK;
        return case_differs(result, cursor->line, fault, "change %u is %s%s%.*s", number, words[found],
                            clause.length > 0 ? " " : "", TEXT_ARGUMENTS(clause));
    }
    return case_expected(cursor, fault, "waiting, made, withdrawn or refused");
}

bool case_house_line(const struct case_amendments *amendments, const struct floor *floor,
                     struct case_result *result, struct case_cursor *cursor, enum status *status,
                     struct case_fault *fault)
{
    const struct case_cursor start = *cursor;
    unsigned number;
    if (case_take_words(cursor, "changed"))
        *status = compare_row(amendments, result, cursor, fault);
    else if (case_take_words(cursor, "change") &&
             case_number(cursor, CASE_NUMBER_MAX, &number, NULL) == STATUS_OK)
        *status = compare_change(amendments, number, result, cursor, fault);
    else {
        *cursor = start;
        if (!case_take_words(cursor, "house says"))
            return false;
        *status = compare_value(amendments, floor, result, cursor, fault);
    }
    return true;
}
