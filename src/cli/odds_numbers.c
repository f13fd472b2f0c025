#include "cli/odds_numbers.h"

enum { DIGITS_SIZE = 64 };

void odds_write_count(struct text_out *out, uwide count)
{
    char digits[DIGITS_SIZE];
    struct text_out plain;
    text_out_init(&plain, digits, sizeof digits);
    uwide_write(&plain, count);
    for (size_t i = 0; i < plain.length; i++) {
        if (i > 0 && (plain.length - i) % 3 == 0)
            text_out_add(out, ",");
        text_out_add(out, "%c", digits[i]);
    }
}

void odds_write_one_in(struct text_out *out, uwide count, uwide total)
{
    if (count == 0) {
        text_out_add(out, "never");
        return;
    }
    struct fraction ratio = fraction_of((wide)total, count);
    unsigned decimals = ratio.numerator / (wide)ratio.denominator >= 10000 ? 0 : 2;
    char digits[DIGITS_SIZE];
    struct text_out plain;
    text_out_init(&plain, digits, sizeof digits);
    fraction_write_decimal(&plain, ratio, decimals);
    size_t whole = decimals > 0 ? plain.length - decimals - 1 : plain.length;
    for (size_t i = 0; i < plain.length; i++) {
        if (i > 0 && i < whole && (whole - i) % 3 == 0)
            text_out_add(out, ",");
        text_out_add(out, "%c", digits[i]);
    }
}
