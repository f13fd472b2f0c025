/*
 * Any bytes as a value of every type: either a fault with a column inside the text, or a value whose normal text reads
 * back to an equal value and is written the same (V2), which lies within itself (V3).
 */
#include "base/check.h"
#include "rulebook/value.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_written(const struct value *value)
{
    char normal[VALUE_TEXT_SIZE], normal_again[VALUE_TEXT_SIZE];
    struct text_out out, out_again;
    struct value again;
    text_out_init(&out, normal, sizeof normal);
    value_write(&out, value);
    CHECK(!out.truncated);
    CHECK(value_equal(value, value));
    CHECK_OP(value_read(value->type, text_out_text(&out), &again, NULL), ==, STATUS_OK);
    CHECK(value_equal(value, &again));
    CHECK_OP(value_is_fixed(value), ==, value_is_fixed(&again));
    text_out_init(&out_again, normal_again, sizeof normal_again);
    value_write(&out_again, &again);
    CHECK(text_equal(text_out_text(&out), text_out_text(&out_again)));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct text text = {(const char *)data, size};
    for (unsigned type = 0; type < VALUE_TYPES; type++) {
        struct value value;
        struct fault fault = {0};
        enum status status = value_read((enum value_type)type, text, &value, &fault);
        if (status == STATUS_OK) {
            check_written(&value);
            continue;
        }
        CHECK_OP(fault.status, ==, status);
        CHECK(fault.position >= 1 && fault.position <= size + 1);
        CHECK(strlen(fault.words) > 0);
    }
    return 0;
}
