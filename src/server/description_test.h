/*
 * Checks answers against docs/api/openapi.yaml, for tests. It supports $ref, type, properties, required,
 * additionalProperties, items, enum, oneOf and allOf; a member that the description does not have is a difference.
 */
#ifndef SERVER_DESCRIPTION_TEST_H
#define SERVER_DESCRIPTION_TEST_H

#include "base/json.h"
#include "rulebook/files.h"
#include "rulebook/node.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

struct description {
    struct arena arena;
    const struct node *root;
};

static void description_read(struct description *description, const char *file)
{
    struct findings findings;
    struct text yaml;
    arena_init(&description->arena, 64 << 20);
    findings_init(&findings, &description->arena, 8);
    assert_int_equal(files_read(file, 1 << 20, &description->arena, &findings, &yaml), STATUS_OK);
    description->root = node_read(yaml, (struct origin){.file = "openapi.yaml", .line = 1, .column = 1},
                                  &description->arena, &findings);
    if (!description->root)
        fail_msg("the description, line %u: %.*s", (unsigned)findings.items[0].origin.line,
                 TEXT_ARGUMENTS(findings.items[0].words));
}

static const struct node *description_follow(const struct description *description, const struct node *node)
{
    for (const struct node *reference; (reference = node_member(node, "$ref"));) {
        char path[128];
        (void)snprintf(path, sizeof path, "%.*s", TEXT_ARGUMENTS(reference->scalar));
        assert_int_equal(strncmp(path, "#/", 2), 0);
        node = node_path(description->root, path + 2);
        assert_non_null(node);
    }
    return node;
}

static const char *description_type(const json_t *value)
{
    static const char *const names[] = {
        [JSON_OBJECT] = "object",   [JSON_ARRAY] = "array", [JSON_STRING] = "string",
        [JSON_INTEGER] = "integer", [JSON_REAL] = "number", [JSON_TRUE] = "boolean",
        [JSON_FALSE] = "boolean",   [JSON_NULL] = "null",
    };
    return names[json_typeof(value)];
}

/* Whether the schema, or one of its parts, describes a member of the name; with its schema. */
static bool description_has(const struct description *description, const struct node *schema,
                            const char *name, const struct node **found)
{
    schema = description_follow(description, schema);
    const struct node *all = node_member(schema, "allOf"),
                      *rest = node_member(schema, "additionalProperties");
    for (const struct node *part = all ? all->first_child : NULL; part; part = part->next)
        if (description_has(description, part, name, found))
            return true;
    *found = node_member(node_member(schema, "properties"), name);
    if (!*found && rest && rest->kind == NODE_MAP)
        *found = rest;
    return *found || node_says(rest, "true");
}

static bool description_differs(char *words, size_t size, const char *place, const char *what,
                                const char *which)
{
    (void)snprintf(words, size, "%s: %s %s", *place ? place : "the answer", what, which);
    return false;
}

/* False, with the first difference in words. `whole` is the schema that lists the members. */
static bool description_fits(const struct description *description, const struct node *schema,
                             const struct node *whole, json_t *value, const char *place, char *words,
                             size_t size);

static bool description_fits_one(const struct description *description, const struct node *choices,
                                 json_t *value, const char *place, char *words, size_t size)
{
    for (const struct node *choice = choices->first_child; choice; choice = choice->next)
        if (description_fits(description, choice, choice, value, place, words, size))
            return true;
    return false;
}

static bool description_fits_members(const struct description *description, const struct node *schema,
                                     const struct node *whole, json_t *value, const char *place, char *words,
                                     size_t size)
{
    const struct node *required = node_member(schema, "required");
    char inside[256], key[64];
    for (const struct node *name = required ? required->first_child : NULL; name; name = name->next) {
        (void)snprintf(key, sizeof key, "%.*s", TEXT_ARGUMENTS(name->scalar));
        if (!json_object_get(value, key))
            return description_differs(words, size, place, "lacks", key);
    }
    if (schema != whole || (!node_member(schema, "properties") && !node_member(schema, "allOf") &&
                            !node_member(schema, "additionalProperties")))
        return true;
    for (void *at = json_object_iter(value); at; at = json_object_iter_next(value, at)) {
        const char *name = json_object_iter_key(at);
        const struct node *member;
        if (!description_has(description, whole, name, &member))
            return description_differs(words, size, place, "has, and should not,", name);
        (void)snprintf(inside, sizeof inside, "%s.%s", place, name);
        if (member &&
            !description_fits(description, member, member, json_object_iter_value(at), inside, words, size))
            return false;
    }
    return true;
}

static bool description_fits(const struct description *description, const struct node *schema,
                             const struct node *whole, json_t *value, const char *place, char *words,
                             size_t size)
{
    bool is_whole = schema == whole;
    schema = description_follow(description, schema);
    whole = is_whole ? schema : whole;
    const struct node *one = node_member(schema, "oneOf"), *all = node_member(schema, "allOf"),
                      *type = node_member(schema, "type"), *among = node_member(schema, "enum"),
                      *items = node_member(schema, "items");
    const char *is = description_type(value);
    char inside[256];
    if (one)
        return description_fits_one(description, one, value, place, words, size);
    if (type && !node_lists(type, is) && !(json_is_integer(value) && node_lists(type, "number")))
        return description_differs(words, size, place, "is of the type", is);
    if (among && json_is_string(value) && !node_lists(among, json_string_value(value)))
        return description_differs(words, size, place, "is", json_string_value(value));
    for (const struct node *part = all ? all->first_child : NULL; part; part = part->next)
        if (!description_fits(description, part, whole, value, place, words, size))
            return false;
    (void)snprintf(inside, sizeof inside, "%s[]", place);
    for (size_t i = 0; items && i < json_array_size(value); i++)
        if (!description_fits(description, items, items, json_array_get(value, i), inside, words, size))
            return false;
    return !json_is_object(value) ||
           description_fits_members(description, schema, whole, value, place, words, size);
}

/* The answer to a route with the path as described, such as /api/tables/{table}, and the method in small letters. */
static void assert_described(const struct description *description, const char *path, const char *method,
                             unsigned code, const char *type, json_t *answer)
{
    char number[8], words[512];
    (void)snprintf(number, sizeof number, "%u", code);
    const struct node *responses = node_member(
        node_member(node_member(node_member(description->root, "paths"), path), method), "responses");
    const struct node *response = node_member(responses, number);
    if (!response)
        fail_msg("%s %s: %u is not described", method, path, code);
    const struct node *schema = node_member(
        node_member(node_member(description_follow(description, response), "content"), type), "schema");
    if (!schema)
        fail_msg("%s %s: %u has no %s described", method, path, code, type);
    if (!description_fits(description, schema, schema, answer, "", words, sizeof words))
        fail_msg("%s %s: %u: %s", method, path, code, words);
}

#endif
