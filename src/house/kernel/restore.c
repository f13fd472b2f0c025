#include "house/kernel/snapshot_internal.h"

#include "base/check.h"
#include "house/kernel/names.h"

#include <stddef.h>
#include <string.h>

enum { LINE_MEMORY_MAX = 16 << 20 };

/* ------------------------------------------------------------------------------------------ faults */

enum status wrong_line(struct restoring *restoring, const char *words)
{
    return fault_set(restoring->fault, STATUS_INVALID, restoring->line_at + 1, "line %u of the snapshot: %s",
                     restoring->line, words);
}

enum status no_memory_for_line(struct restoring *restoring, enum status status)
{
    return fault_set(restoring->fault, status, restoring->line_at + 1,
                     "line %u of the snapshot: there is no memory for it", restoring->line);
}

/* The fault of a part of the line, which begins at byte `origin` of the snapshot. */
static enum status wrong_within(struct restoring *restoring, enum status status, size_t origin,
                                const struct fault *within)
{
    return fault_set(restoring->fault, status, origin + within->position, "line %u of the snapshot: %s",
                     restoring->line, within->words);
}

enum status wrong_text(struct restoring *restoring, enum status status, const struct fault *within)
{
    return wrong_within(restoring, status, restoring->line_at + 1, within);
}

/* ------------------------------------------------------------------------------------------ parts of lines */

bool keep_text(struct restoring *restoring, struct text *text)
{
    return arena_copy_text(&restoring->floor->arena, *text, text) == STATUS_OK;
}

enum status cannot_keep(struct restoring *restoring)
{
    return no_memory_for_line(restoring, restoring->floor->arena.refusal);
}

bool line_rises(struct restoring *restoring, uint32_t number, uint32_t within)
{
    bool rising = number > restoring->last_number ||
                  (number == restoring->last_number && within >= restoring->last_within);
    restoring->last_number = number;
    restoring->last_within = within + 1;
    return rising;
}

bool line_does_not_fall(struct restoring *restoring, uint32_t number)
{
    bool falling = number < restoring->last_number;
    restoring->last_number = number;
    return !falling;
}

bool is_amount(struct restoring *restoring, int64_t cents)
{
    CHECK(restoring->amounts >= 0 && restoring->amounts <= AMOUNTS_MAX);
    if (cents < 0 || cents > AMOUNTS_MAX - restoring->amounts)
        return false;
    restoring->amounts += cents;
    return true;
}

bool find_patron_of(const struct restoring *restoring, struct text name, uint32_t *patron)
{
    *patron = names_find(&restoring->floor->patron_names, name);
    return *patron != NAMES_NONE || name.length == 0;
}

bool movements_are_good(const struct restoring *restoring, const struct movement *movements, uint32_t count)
{
    unsigned accounts = restoring->floor->ledger.count;
    for (uint32_t i = 0; i < count; i++) {
        const struct movement *movement = &movements[i];
        if (movement->from >= accounts || movement->to >= accounts || movement->from == movement->to ||
            movement->cents <= 0 || movement->cents > AMOUNTS_MAX || movement->clause.length > 0)
            return false;
    }
    return true;
}

/* ------------------------------------------------------------------------------------------ lines */

/* The next line must be of the shape; its record and what that holds live until the one after. */
static enum status take_line(struct restoring *restoring, const struct record_shape *shape, const void **line)
{
    CHECK_OP(restoring->at, <=, restoring->bytes.length);
    struct text rest = text_from(restoring->bytes, restoring->at);
    const char *end = rest.length ? memchr(rest.bytes, '\n', rest.length) : NULL;
    size_t length = end ? (size_t)(end - rest.bytes) : rest.length, name = strlen(shape->name);
    enum { AROUND = 5 }; /* {"name":} */
    struct fault fault = {.words = ""};
    restoring->line_at = restoring->at;
    restoring->line++;
    if (!end)
        return wrong_line(restoring, "the snapshot ends before its end");
    if (length < name + AROUND || !text_starts_with(rest, text_of("{\"")) ||
        !text_equal(text_slice(rest, 2, name), text_of(shape->name)) ||
        !text_equal(text_slice(rest, 2 + name, 2), text_of("\":")) || rest.bytes[length - 1] != '}') {
        char words[64];
        struct text_out out;
        text_out_init(&out, words, sizeof words);
        text_out_add(&out, "a line {\"%s\":...} expected", shape->name);
        return wrong_line(restoring, words);
    }
    arena_clear(&restoring->arena);
    void *record = arena_alloc(&restoring->arena, shape->size, _Alignof(max_align_t));
    if (!record)
        return no_memory_for_line(restoring, restoring->arena.refusal);
    size_t origin = name + AROUND - 1;
    enum status status =
        record_read(shape, text_slice(rest, origin, length - 1 - origin), &restoring->arena, record, &fault);
    *line = record;
    restoring->at += length + 1;
    CHECK_OP(restoring->at, <=, restoring->bytes.length);
    return status == STATUS_OK ? status
                               : wrong_within(restoring, status, restoring->line_at + origin, &fault);
}

static enum status restore_section(struct restoring *restoring, const struct desk_section *section)
{
    enum status status = STATUS_OK;
    restoring->last_number = restoring->last_within = 0;
    for (uint32_t i = 0; i < restoring->counted.counts[section->section] && status == STATUS_OK; i++) {
        const void *line = NULL;
        status = take_line(restoring, &section->shape, &line);
        if (status == STATUS_OK)
            status = section->restore(restoring, line);
    }
    return status;
}

/* ------------------------------------------------------------------------------------------ all of it */

/* The first line: a format that we know, and a house, or nothing at all. */
static enum status restore_head(struct restoring *restoring)
{
    const struct snapshot_line *counted = &restoring->counted;
    uint32_t others = 0;
    const void *line = NULL;
    enum status status = take_line(restoring, &snapshot_shape, &line);
    if (status != STATUS_OK)
        return status;
    CHECK(line);
    restoring->counted = *(const struct snapshot_line *)line;
    if (counted->format != SNAPSHOT_FORMAT)
        return wrong_line(restoring, "a snapshot of another format");
    for (unsigned i = 0; i < SECTIONS; i++)
        others |= i == SECTION_HOUSE ? 0 : counted->counts[i];
    return counted->counts[SECTION_HOUSE] == 0 && others ? wrong_line(restoring, "there is no house")
                                                         : STATUS_OK;
}

/* As many of each section as the head says, once all lines are taken. */
static void check_counts(const struct restoring *restoring)
{
    for (unsigned i = 0; i < SECTIONS; i++) {
        size_t counted = desk_section_of((enum snapshot_section)i)->counted;
        if (counted != 0)
            CHECK_OP(*(const unsigned *)((const char *)restoring->floor + counted), ==,
                     restoring->counted.counts[i]);
    }
}

static enum status restore_end(struct restoring *restoring)
{
    check_counts(restoring);
    const void *line = NULL;
    enum status status = take_line(restoring, &end_shape, &line);
    if (status != STATUS_OK)
        return status;
    CHECK(line);
    return ((const struct end_line *)line)->lines == restoring->line &&
                   restoring->at == restoring->bytes.length
               ? STATUS_OK
               : wrong_line(restoring, "the snapshot has another number of lines");
}

/* What no line alone can show, then what follows from the lines, and whether the books are right. */
static enum status finish(struct restoring *restoring)
{
    char why[FAULT_WORDS_SIZE / 2];
    struct text_out out;
    enum status status = STATUS_OK;
    for (unsigned i = 0; i < DESKS && status == STATUS_OK; i++)
        if (desks[i]->check_restored)
            status = desks[i]->check_restored(restoring);
    if (status != STATUS_OK)
        return status;
    for (unsigned i = 0; i < DESKS; i++)
        if (desks[i]->restored)
            desks[i]->restored(restoring->floor);
    text_out_init(&out, why, sizeof why);
    return floor_audit(restoring->floor, &out) ? STATUS_OK : wrong_line(restoring, why);
}

enum status floor_restore(struct floor *floor, struct text bytes, struct fault *fault)
{
    struct restoring restoring = {.floor = floor, .bytes = bytes, .fault = fault};
    CHECK(!floor->opened);
    CHECK_OP(floor->ledger.count, ==, 0);
    arena_init(&restoring.arena, LINE_MEMORY_MAX);
    enum status status = restore_head(&restoring);
    for (unsigned i = 0; i < SECTIONS && status == STATUS_OK; i++)
        status = restore_section(&restoring, desk_section_of((enum snapshot_section)i));
    if (status == STATUS_OK)
        status = restore_end(&restoring);
    if (status == STATUS_OK && floor->opened)
        status = finish(&restoring);
    arena_release(&restoring.arena);
    return status;
}
