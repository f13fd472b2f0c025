/* An accepted address is one of the two kinds, ends with a zero byte, and equals the input. */
#include "base/check.h"
#include "store/address.h"

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct text text = {(const char *)data, size};
    static struct store_address address;
    struct fault fault = {0};
    if (store_address_parse(text, &address, &fault) != STATUS_OK) {
        CHECK(fault.words[0] != '\0' && fault.position >= 1);
        CHECK_OP(fault.position, <=, size + 1);
        return 0;
    }
    size_t length = strlen(address.place);
    CHECK(length > 0 && length <= size);
    CHECK(memcmp(address.place, data + (size - length), length) == 0);
    CHECK_OP(size - length, ==, address.kind == STORE_KIND_SQLITE ? strlen("sqlite:") : 0);
    return 0;
}
