#include "base/json.h"

#include "base/check.h"

#include <inttypes.h>
#include <string.h>

/* --------------------------------------------------------------------------------------- parsing */

static enum status fault_at(struct text text, size_t position, enum status status, const char *words,
                            struct fault *fault)
{
    size_t line = 1, line_start = 0;
    for (size_t i = 0; i + 1 < position && i < text.length; i++)
        if (text.bytes[i] == '\n') {
            line++;
            line_start = i + 1;
        }
    return fault_set(fault, status, position, "line %zu, column %zu: %s", line, position - line_start, words);
}

/*
 * The 1-based byte at which a document first goes deeper than `depth_max`; 0 if it does not. Brackets in
 * strings do not count. In a text that is not JSON the answer may be off, but parsing refuses that anyway.
 */
static size_t too_deep_at(struct text text, size_t depth_max)
{
    size_t depth = 0;
    bool in_string = false;
    for (size_t i = 0; i < text.length; i++) {
        char byte = text.bytes[i];
        if (in_string && byte == '\\')
            i++;
        else if (byte == '"')
            in_string = !in_string;
        else if (!in_string && (byte == '{' || byte == '[') && ++depth > depth_max)
            return i + 1;
        else if (!in_string && (byte == '}' || byte == ']') && depth > 0)
            depth--;
    }
    return 0;
}

static enum status status_of(const json_error_t *error)
{
    if (error->text[0] == '\0') /* jansson found no memory before it could say so. */
        return STATUS_NO_MEMORY;
    switch (json_error_code(error)) {
    case json_error_out_of_memory:
        return STATUS_NO_MEMORY;
    case json_error_numeric_overflow:
        return STATUS_RANGE;
    default:
        return STATUS_INVALID;
    }
}

enum status document_parse(struct text text, const struct document_limits *limits, json_t **document,
                           struct fault *fault)
{
    CHECK_OP(limits->depth_max, <=, DOCUMENT_DEPTH_MOST);
    if (text.length > limits->size_max)
        return fault_set(fault, STATUS_NO_SPACE, 0, "the JSON text has %zu bytes; at most %zu are allowed",
                         text.length, limits->size_max);
    size_t too_deep = too_deep_at(text, limits->depth_max);
    if (too_deep > 0)
        return fault_at(text, too_deep, STATUS_NO_SPACE, "objects and lists lie too deep in each other",
                        fault);
    json_error_t error = {0};
    json_t *parsed =
        json_loadb(text.length > 0 ? text.bytes : "", text.length, JSON_REJECT_DUPLICATES, &error);
    if (parsed) {
        *document = parsed;
        return STATUS_OK;
    }
    enum status status = status_of(&error);
    if (status == STATUS_NO_MEMORY)
        return fault_set(fault, status, 0, "there is no memory for the JSON text");
    size_t position = error.position > 0 ? (size_t)error.position : 0;
    enum json_error_code code = json_error_code(&error);
    if (code == json_error_premature_end_of_input || code == json_error_invalid_utf8 || position == 0)
        position++; /* The error comes after the last byte taken. */
    return fault_at(text, position, status, error.text, fault);
}

/* ---------------------------------------------------------------------------------------- places */

void place_write_path(struct text_out *out, const struct place *place)
{
    if (!place->parent)
        return;
    place_write_path(out, place->parent);
    if (place->key)
        text_out_add(out, "%s%s", out->length > 0 ? "." : "", place->key);
    else
        text_out_add(out, "[%zu]", place->index);
}

enum { PATH_SIZE = 128 };

static const char *path_of(const struct place *place, char path[PATH_SIZE])
{
    struct text_out out;
    text_out_init(&out, path, PATH_SIZE);
    place_write_path(&out, place);
    return out.length > 0 ? path : "the document";
}

static const char *kind_found(const json_t *value)
{
    if (!value)
        return "nothing";
    switch (json_typeof(value)) {
    case JSON_OBJECT:
        return "an object";
    case JSON_ARRAY:
        return "a list";
    case JSON_STRING:
        return "text";
    case JSON_INTEGER:
        return "a whole number";
    case JSON_REAL:
        return "a number with decimals";
    case JSON_TRUE:
        return "true";
    case JSON_FALSE:
        return "false";
    case JSON_NULL:
        return "null";
    }
    CHECK_NEVER("a JSON value of no kind");
}

static enum status fault_expected(const struct place *place, const char *expected, struct fault *fault)
{
    char path[PATH_SIZE];
    return fault_set(fault, STATUS_INVALID, 0, "%s: %s expected, found %s", path_of(place, path), expected,
                     kind_found(place->value));
}

struct place place_top(json_t *document)
{
    CHECK(document);
    return (struct place){.value = document};
}

/* The place that a reader looks at; its value is NULL if the object has no such member. */
static enum status find(const struct place *in, const char *key, struct place *found, struct fault *fault)
{
    if (!key) {
        *found = *in;
        return STATUS_OK;
    }
    if (!json_is_object(in->value))
        return fault_expected(in, "an object", fault);
    *found = (struct place){.parent = in, .key = key, .value = json_object_get(in->value, key)};
    return STATUS_OK;
}

/* The same, and the value must be of this kind. */
static enum status find_kind(const struct place *in, const char *key, json_type kind, const char *expected,
                             struct place *found, struct fault *fault)
{
    struct place place = {0};
    enum status status = find(in, key, &place, fault);
    if (status != STATUS_OK)
        return status;
    if (!place.value || json_typeof(place.value) != kind)
        return fault_expected(&place, expected, fault);
    *found = place;
    return STATUS_OK;
}

enum status place_object(const struct place *in, const char *key, struct place *object, struct fault *fault)
{
    return find_kind(in, key, JSON_OBJECT, "an object", object, fault);
}

enum status place_list(const struct place *in, const char *key, struct place *list, struct fault *fault)
{
    return find_kind(in, key, JSON_ARRAY, "a list", list, fault);
}

enum status place_text(const struct place *in, const char *key, struct text *text, struct fault *fault)
{
    struct place place = {0};
    enum status status = find_kind(in, key, JSON_STRING, "text", &place, fault);
    if (status == STATUS_OK)
        *text = (struct text){json_string_value(place.value), json_string_length(place.value)};
    return status;
}

enum status place_integer(const struct place *in, const char *key, int64_t low, int64_t high,
                          int64_t *integer, struct fault *fault)
{
    struct place place = {0};
    enum status status = find_kind(in, key, JSON_INTEGER, "a whole number", &place, fault);
    if (status != STATUS_OK)
        return status;
    int64_t value = json_integer_value(place.value);
    char path[PATH_SIZE];
    if (value < low || value > high)
        return fault_set(fault, STATUS_RANGE, 0,
                         "%s: a whole number from %" PRId64 " to %" PRId64 " expected, found %" PRId64,
                         path_of(&place, path), low, high, value);
    *integer = value;
    return STATUS_OK;
}

enum status place_boolean(const struct place *in, const char *key, bool *boolean, struct fault *fault)
{
    struct place place = {0};
    enum status status = find(in, key, &place, fault);
    if (status != STATUS_OK)
        return status;
    if (!json_is_boolean(place.value))
        return fault_expected(&place, "true or false", fault);
    *boolean = json_is_true(place.value);
    return STATUS_OK;
}

enum status place_cents(const struct place *in, const char *key, struct money *money, struct fault *fault)
{
    struct place place = {0};
    enum status status = find_kind(in, key, JSON_INTEGER, "a whole number of cents", &place, fault);
    if (status == STATUS_OK)
        money->cents = json_integer_value(place.value);
    return status;
}

enum status place_money(const struct place *in, const char *key, struct money *money, struct fault *fault)
{
    struct place place = {0};
    enum status status = find_kind(in, key, JSON_STRING, "an amount like \"$1,234.50\"", &place, fault);
    if (status != STATUS_OK)
        return status;
    struct text text = {json_string_value(place.value), json_string_length(place.value)};
    struct fault inner;
    char path[PATH_SIZE];
    status = money_parse(text, 0, money, &inner);
    if (status != STATUS_OK)
        return fault_set(fault, status, inner.position, "%s: %s", path_of(&place, path), inner.words);
    return STATUS_OK;
}

bool place_has(const struct place *in, const char *key)
{
    return json_object_get(in->value, key) != NULL;
}

size_t place_count(const struct place *list)
{
    CHECK(json_is_array(list->value));
    return json_array_size(list->value);
}

struct place place_item(const struct place *list, size_t index)
{
    CHECK_OP(index, <, place_count(list));
    return (struct place){.parent = list, .index = index, .value = json_array_get(list->value, index)};
}

static bool is_among(const char *key, const char *const *keys, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(key, keys[i]) == 0)
            return true;
    return false;
}

enum status place_only(const struct place *in, const char *const *keys, size_t count, struct fault *fault)
{
    if (!json_is_object(in->value))
        return fault_expected(in, "an object", fault);
    const char *key;
    json_t *value;
    json_object_foreach(in->value, key, value)
    {
        if (is_among(key, keys, count))
            continue;
        char path[PATH_SIZE];
        struct text_nearest nearest = text_nearest_to(text_of(key));
        for (size_t i = 0; i < count; i++)
            text_nearest_offer(&nearest, keys[i]);
        return fault_set(fault, STATUS_INVALID, 0, "%s: there is no member \"%.40s\" here%s%s",
                         path_of(in, path), key, nearest.word ? "; did you mean " : "",
                         nearest.word ? nearest.word : "");
    }
    return STATUS_OK;
}

/* --------------------------------------------------------------------------------------- writing */

json_t *document_text(struct text text)
{
    /* jansson would store a zero byte, but no reader of ours takes it back. */
    if (text.length > 0 && memchr(text.bytes, '\0', text.length))
        return NULL;
    return json_stringn(text.length > 0 ? text.bytes : "", text.length);
}

json_t *document_cents(struct money money)
{
    return json_integer(money.cents);
}

json_t *document_money(struct money money)
{
    char buffer[MONEY_TEXT_SIZE];
    struct text_out out;
    text_out_init(&out, buffer, sizeof buffer);
    money_write(&out, money);
    return document_text(text_out_text(&out));
}

static size_t form_flags(enum document_form form)
{
    return form == DOCUMENT_COMPACT ? JSON_COMPACT : JSON_INDENT(2);
}

static int dump_to_text(const char *buffer, size_t size, void *data)
{
    struct text_out *out = data;
    text_out_add_text(out, (struct text){buffer, size});
    return out->truncated ? -1 : 0;
}

/* The whole is given up; jansson has taken the value if it was offered one. */
static void give_up(json_t **document, json_t *value)
{
    if (!*document)
        json_decref(value);
    json_decref(*document);
    *document = NULL;
}

void document_put(json_t **object, const char *key, json_t *value)
{
    if (!*object || json_object_set_new(*object, key, value) != 0)
        give_up(object, value);
}

void document_append(json_t **list, json_t *value)
{
    if (!*list || json_array_append_new(*list, value) != 0)
        give_up(list, value);
}

enum status document_write(struct text_out *out, const json_t *document, enum document_form form)
{
    if (!document)
        return STATUS_INVALID;
    if (out->truncated)
        return STATUS_NO_SPACE;
    size_t length = out->length;
    if (json_dump_callback(document, dump_to_text, out, form_flags(form)) == 0)
        return STATUS_OK;
    enum status status = out->truncated ? STATUS_NO_SPACE : STATUS_NO_MEMORY;
    out->truncated = false;
    out->length = length;
    out->bytes[length] = '\0';
    return status;
}
