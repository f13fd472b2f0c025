/* Whatever money_parse() accepts, money_write() writes in a form that reads back to the same amount. */
#include "base/check.h"
#include "base/money.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct text text = {(const char *)data, size};
    struct money money, again;
    struct fault fault;
    enum status status = money_parse(text, 0, &money, &fault);
    if (status != STATUS_OK) {
        CHECK(fault.position >= 1 && fault.position <= size + 1);
        CHECK(fault.words[0] != '\0');
        return 0;
    }
    char buffer[MONEY_TEXT_SIZE];
    struct text_out out;
    text_out_init(&out, buffer, sizeof buffer);
    money_write(&out, money);
    CHECK(!out.truncated);
    CHECK_OP(money_parse(text_out_text(&out), 0, &again, &fault), ==, STATUS_OK);
    CHECK_OP(money.cents, ==, again.cents);
    return 0;
}
