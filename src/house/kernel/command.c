#include "house/kernel/command.h"

#include "base/check.h"
#include "house/kernel/desk.h"

const struct record_shape *command_shape(enum command_kind kind)
{
    return &desk_command_of(kind)->shape;
}

void *command_record(const struct command *command, size_t size)
{
    CHECK_OP(command_shape(command->kind)->size, ==, size);
    /* NOLINTNEXTLINE(performance-no-int-to-ptr): COMMAND_AS() makes it constant again where the command is */
    return (void *)(uintptr_t)&command->record;
}

const struct field *command_second_field(enum command_kind kind)
{
    const struct record_shape *shape = command_shape(kind);
    const char *name = desk_command_of(kind)->second;
    for (unsigned i = 0; name && i < shape->field_count; i++)
        if (text_equal(text_of(shape->fields[i].name), text_of(name)))
            return &shape->fields[i];
    CHECK(!name);
    return NULL;
}

struct text command_table(const struct command *command)
{
    return record_text(command_shape(command->kind), command->record, "table");
}

struct text command_second(const struct command *command)
{
    const struct field *field = command_second_field(command->kind);
    return field ? *(const struct text *)(const void *)((const char *)&command->head + field->offset)
                 : text_of("");
}

void command_set_second(struct command *command, struct text person)
{
    const struct field *field = command_second_field(command->kind);
    CHECK(field);
    *(struct text *)(void *)((char *)&command->head + field->offset) = person;
}

/* ------------------------------------------------------------------------------------------ forms */

enum { LINE_SIZE_MAX = 1 << 20, LINE_DEPTH_MAX = 8, NAME_SHOWN_MAX = 40 };

static enum status find_kind(struct text name, size_t position, enum command_kind *kind, struct fault *fault)
{
    for (unsigned i = 0; i < COMMAND_KINDS; i++)
        if (text_equal(name, text_of(command_shape((enum command_kind)i)->name))) {
            *kind = (enum command_kind)i;
            return STATUS_OK;
        }
    struct text_nearest nearest = text_nearest_to(name);
    for (unsigned i = 0; i < COMMAND_KINDS; i++)
        text_nearest_offer(&nearest, command_shape((enum command_kind)i)->name);
    struct text shown = text_first_word(name, NAME_SHOWN_MAX);
    if (nearest.word)
        return fault_set(fault, STATUS_INVALID, position, "there is no command \"%.*s\"; did you mean %s?",
                         TEXT_ARGUMENTS(shown), nearest.word);
    return fault_set(fault, STATUS_INVALID, position, "there is no command \"%.*s\"", TEXT_ARGUMENTS(shown));
}

/* The books keep the id beside the events, and the text of a document in one event: longer ones are not read. */
static enum status check_limits(const struct command *command, struct fault *fault)
{
    const struct record_shape *shape = command_shape(command->kind);
    if (command->head.id.length > COMMAND_ID_MAX)
        return fault_set(fault, STATUS_INVALID, 0, "id is at most %d bytes long", COMMAND_ID_MAX);
    if (record_text(shape, &command->head, "text").length > COMMAND_DOCUMENT_MAX)
        return fault_set(fault, STATUS_INVALID, 0, "text is at most %d bytes long", COMMAND_DOCUMENT_MAX);
    return STATUS_OK;
}

enum status command_parse_document(json_t *document, struct arena *arena, struct command *command,
                                   struct fault *fault)
{
    static const char *const others[] = {"do", NULL};
    struct place top = place_top(document);
    struct text name;
    struct command read = {0};
    enum status status = place_text(&top, "do", &name, fault);
    if (status == STATUS_OK)
        status = find_kind(name, 0, &read.kind, fault);
    if (status == STATUS_OK)
        status = record_parse(command_shape(read.kind), &top, others, arena, &read.head, fault);
    if (status == STATUS_OK)
        status = check_limits(&read, fault);
    if (status == STATUS_OK)
        *command = read;
    return status;
}

static enum status parse_json(struct text line, struct arena *arena, struct command *command,
                              struct fault *fault)
{
    static const struct document_limits limits = {LINE_SIZE_MAX, LINE_DEPTH_MAX};
    json_t *document;
    enum status status = document_parse(line, &limits, &document, fault);
    if (status != STATUS_OK)
        return status;
    status = command_parse_document(document, arena, command, fault);
    json_decref(document);
    return status;
}

enum status command_parse(struct text line, const struct zone *zone, struct arena *arena,
                          struct command *command, struct fault *fault)
{
    struct text trimmed = text_trimmed(line);
    size_t origin = (size_t)(trimmed.bytes - line.bytes);
    CHECK_OP(origin, <=, line.length);
    if (trimmed.length > 0 && trimmed.bytes[0] == '{')
        return parse_json(trimmed, arena, command, fault);
    size_t end = 0;
    while (end < trimmed.length && trimmed.bytes[end] != ' ' && trimmed.bytes[end] != '\t')
        end++;
    struct command read = {0};
    enum status status = find_kind(text_slice(trimmed, 0, end), origin + 1, &read.kind, fault);
    if (status == STATUS_OK)
        status = record_parse_words(command_shape(read.kind), text_from(trimmed, end), origin + end, zone,
                                    arena, &read.head, fault);
    if (status == STATUS_OK)
        status = check_limits(&read, fault);
    if (status == STATUS_OK)
        *command = read;
    return status;
}

void command_write(struct text_out *out, const struct command *command)
{
    const struct record_shape *shape = command_shape(command->kind);
    text_out_add(out, "{\"do\":\"%s\"", shape->name);
    size_t at = out->length;
    record_write(out, shape, &command->head); /* every command has a field that is required */
    CHECK_IMPLIES(!out->truncated, at < out->length && out->bytes[at] == '{');
    if (at < out->length)
        out->bytes[at] = ',';
}

void command_write_words(struct text_out *out, const struct command *command, const struct zone *zone)
{
    const struct record_shape *shape = command_shape(command->kind);
    text_out_add(out, "%s ", shape->name);
    record_write_words(out, shape, &command->head, zone);
}
