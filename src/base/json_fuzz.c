/*
 * Whatever is accepted is written, compact and indented, in a form that reads back to an equal document; the
 * readers answer for every value of it.
 */
#include "base/check.h"
#include "base/json.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct document_limits limits = {.size_max = 1 << 14, .depth_max = 16};

static void read_everything(const struct place *in, const char *key)
{
    struct place found;
    struct text text;
    struct money money;
    int64_t integer;
    bool boolean;
    struct fault fault;
    int fits = 0;
    fits += place_object(in, key, &found, &fault) == STATUS_OK;
    fits += place_list(in, key, &found, &fault) == STATUS_OK;
    fits += place_text(in, key, &text, &fault) == STATUS_OK;
    fits += place_integer(in, key, INT64_MIN, INT64_MAX, &integer, &fault) == STATUS_OK;
    fits += place_boolean(in, key, &boolean, &fault) == STATUS_OK;
    CHECK_OP(fits, <=, 1);
    if (place_cents(in, key, &money, &fault) == STATUS_OK)
        CHECK(fits == 1 && money.cents == integer);
    if (place_money(in, key, &money, &fault) == STATUS_OK)
        CHECK(fits == 1 && text.length > 0);
}

static void visit(const struct place *place)
{
    read_everything(place, NULL);
    struct place found;
    if (place_list(place, NULL, &found, NULL) == STATUS_OK)
        for (size_t i = 0; i < place_count(place); i++) {
            struct place item = place_item(place, i);
            visit(&item);
        }
    if (place_object(place, NULL, &found, NULL) != STATUS_OK)
        return;
    struct fault fault;
    static const char *const known[] = {"claim", "amount"};
    if (place_only(place, known, 2, &fault) != STATUS_OK)
        CHECK(fault.words[0] != '\0');
    const char *key;
    json_t *value;
    json_object_foreach(place->value, key, value)
    {
        CHECK(place_has(place, key));
        read_everything(place, key);
        struct place member = {.parent = place, .key = key, .value = value};
        visit(&member);
    }
}

static void write_and_read_back(const json_t *document, enum document_form form)
{
    enum { WRITTEN_SIZE = 1 << 20 };
    char *buffer = malloc(WRITTEN_SIZE);
    CHECK(buffer);
    struct text_out out;
    text_out_init(&out, buffer, WRITTEN_SIZE);
    CHECK_OP(document_write(&out, document, form), ==, STATUS_OK);
    const struct document_limits wider = {.size_max = WRITTEN_SIZE, .depth_max = limits.depth_max};
    json_t *again = NULL;
    CHECK_OP(document_parse(text_out_text(&out), &wider, &again, NULL), ==, STATUS_OK);
    CHECK(json_equal(document, again));
    json_decref(again);
    free(buffer);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct text text = {(const char *)data, size};
    json_t *document = NULL;
    struct fault fault;
    enum status status = document_parse(text, &limits, &document, &fault);
    if (status != STATUS_OK) {
        CHECK_OP(fault.position, <=, size + 1);
        CHECK(fault.words[0] != '\0');
        return 0;
    }
    struct place top = place_top(document);
    visit(&top);
    write_and_read_back(document, DOCUMENT_COMPACT);
    write_and_read_back(document, DOCUMENT_INDENTED);
    json_decref(document);
    return 0;
}
