#include "server/api_body.h"

#include <stdlib.h>
#include <string.h>

/* Where a second person is recorded by the command that the document asks for; NULL: nowhere. */
static const struct field *second_field(const json_t *document)
{
    const char *name = json_string_value(json_object_get(document, "do"));
    for (unsigned kind = 0; name && kind < COMMAND_KINDS; kind++)
        if (strcmp(name, command_shape((enum command_kind)kind)->name) == 0)
            return command_second_field((enum command_kind)kind);
    return NULL;
}

/* Somebody stands where the second person does, until it is known who has signed. */
static enum status place_second(json_t *document, const json_t *countersign, struct fault *fault)
{
    const struct field *field = second_field(document);
    if (!field && countersign)
        return fault_set(fault, STATUS_INVALID, 0,
                         "this command has no second person; leave countersign out");
    if (!field || (!field->required && !countersign && !json_object_get(document, field->name)))
        return STATUS_OK;
    if (json_object_get(document, field->name) || !json_is_object(countersign))
        return fault_set(
            fault, STATUS_INVALID, 0,
            "a second person must sign: leave %s out, and say countersign with badge and pin, or "
            "name and password",
            field->name);
    return json_object_set_new(document, field->name, json_string("somebody")) == 0
               ? STATUS_OK
               : fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory for the command");
}

static enum status place_first(json_t *document, struct text who, struct fault *fault)
{
    const json_t *by = json_object_get(document, "by");
    const char *name = json_string_value(by);
    if (by && (!name || !text_equal(text_of(name), who)))
        return fault_set(fault, STATUS_INVALID, 0, "by is who has signed in, and may be left out");
    if (by || json_object_set_new(document, "by", document_text(who)) == 0)
        return STATUS_OK;
    return fault_set(fault, STATUS_NO_MEMORY, 0, "there is no memory for the command");
}

static enum status parse(const json_t *document, const struct zone *zone, struct arena *arena,
                         struct command *command, struct fault *fault)
{
    char *line = json_dumps(document, JSON_COMPACT);
    struct text kept = text_of("");
    enum status status = line ? arena_copy_text(arena, text_of(line), &kept) : STATUS_NO_MEMORY;
    free(line);
    return status == STATUS_OK ? command_parse(kept, zone, arena, command, fault)
                               : fault_set(fault, status, 0, "there is no memory for the command");
}

enum status command_body_read(struct text body, struct text who, const struct zone *zone, struct arena *arena,
                              struct command_body *read, struct fault *fault)
{
    static const struct document_limits limits = {.size_max = API_BODY_MAX, .depth_max = 8};
    json_t *document = NULL;
    *read = (struct command_body){.countersign = NULL};
    enum status status = document_parse(body, &limits, &document, fault);
    if (status == STATUS_OK && !json_is_object(document))
        status = fault_set(fault, STATUS_INVALID, 0,
                           "a command is an object such as {\"do\":\"start-round\",\"table\":\"C4-1\"}");
    if (status == STATUS_OK) {
        read->countersign = json_incref(json_object_get(document, "countersign"));
        (void)json_object_del(document, "countersign");
        status = place_first(document, who, fault);
    }
    if (status == STATUS_OK)
        status = place_second(document, read->countersign, fault);
    if (status == STATUS_OK)
        status = parse(document, zone, arena, &read->command, fault);
    json_decref(document);
    if (status == STATUS_OK) {
        if (command_second_field(read->command.kind))
            command_set_second(&read->command, text_of(""));
    } else {
        json_decref(read->countersign);
        read->countersign = NULL;
    }
    return status;
}

enum status login_body_read(struct text body, json_t **document, struct fault *fault)
{
    static const struct document_limits limits = {.size_max = API_LOGIN_MAX, .depth_max = 2};
    *document = NULL;
    enum status status = document_parse(body, &limits, document, fault);
    if (status == STATUS_OK && json_is_object(*document))
        return STATUS_OK;
    json_decref(*document);
    *document = NULL;
    return fault_set(fault, status == STATUS_OK ? STATUS_INVALID : status, 0,
                     "The request wants an object such as {\"name\":\"dana\",\"password\":\"...\"}.");
}

static struct text member(const json_t *object, const char *key)
{
    const char *value = json_string_value(json_object_get(object, key));
    return value ? text_of(value) : text_of("");
}

struct access_login login_of(const json_t *document, bool patrons)
{
    enum credential_kind kind = patrons && json_object_get(document, "patron") ? CREDENTIAL_PATRON_PIN
                                : json_object_get(document, "badge")           ? CREDENTIAL_PIN
                                                                               : CREDENTIAL_PASSWORD;
    const char *name = kind == CREDENTIAL_PATRON_PIN ? "patron" : kind == CREDENTIAL_PIN ? "badge" : "name";
    return (struct access_login){.credential = kind,
                                 .name = member(document, name),
                                 .secret = member(document, kind == CREDENTIAL_PASSWORD ? "password" : "pin"),
                                 .from = text_of("")};
}
