#include "odds/fraction.h"

#include "base/check.h"

static uwide greatest_common_divisor(uwide left, uwide right)
{
    while (right != 0) {
        uwide rest = left % right;
        left = right;
        right = rest;
    }
    return left;
}

static uwide magnitude(wide number)
{
    return number < 0 ? -(uwide)number : (uwide)number;
}

struct fraction fraction_of(wide numerator, uwide denominator)
{
    CHECK(denominator > 0);
    uwide common = greatest_common_divisor(magnitude(numerator), denominator);
    uwide reduced = magnitude(numerator) / common;
    return (struct fraction){numerator < 0 ? -(wide)reduced : (wide)reduced, denominator / common};
}

static wide checked_product(wide left, uwide right)
{
    wide product;
    CHECK(right <= (uwide)-1 >> 1);
    CHECK(!__builtin_mul_overflow(left, (wide)right, &product));
    return product;
}

static uwide checked_unsigned_product(uwide left, uwide right)
{
    uwide product;
    CHECK(!__builtin_mul_overflow(left, right, &product));
    return product;
}

struct fraction fraction_add(struct fraction left, struct fraction right)
{
    uwide common = greatest_common_divisor(left.denominator, right.denominator);
    wide sum;
    CHECK(!__builtin_add_overflow(checked_product(left.numerator, right.denominator / common),
                                  checked_product(right.numerator, left.denominator / common), &sum));
    return fraction_of(sum, checked_unsigned_product(left.denominator, right.denominator / common));
}

struct fraction fraction_subtract(struct fraction left, struct fraction right)
{
    return fraction_add(left, fraction_multiply(right, fraction_of(-1, 1)));
}

struct fraction fraction_multiply(struct fraction left, struct fraction right)
{
    /* Crosswise first, so that the products stay as small as they can. */
    struct fraction a = fraction_of(left.numerator, right.denominator);
    struct fraction b = fraction_of(right.numerator, left.denominator);
    wide numerator;
    CHECK(!__builtin_mul_overflow(a.numerator, b.numerator, &numerator));
    return fraction_of(numerator, checked_unsigned_product(a.denominator, b.denominator));
}

double fraction_double(struct fraction fraction)
{
    return (double)fraction.numerator / (double)fraction.denominator;
}

void uwide_write(struct text_out *out, uwide number)
{
    char digits[40];
    size_t at = sizeof digits;
    do {
        digits[--at] = (char)('0' + (int)(number % 10));
        number /= 10;
    } while (number != 0);
    text_out_add_text(out, (struct text){digits + at, sizeof digits - at});
}

void wide_write(struct text_out *out, wide number)
{
    if (number < 0)
        text_out_add(out, "-");
    uwide_write(out, magnitude(number));
}

void fraction_write_decimal(struct text_out *out, struct fraction fraction, unsigned decimals)
{
    enum { DECIMALS_MAX = 30 };
    CHECK_OP(decimals, <=, DECIMALS_MAX);
    uwide whole = magnitude(fraction.numerator) / fraction.denominator;
    uwide rest = magnitude(fraction.numerator) % fraction.denominator;
    char digits[DECIMALS_MAX + 1];
    for (unsigned i = 0; i < decimals; i++) {
        /* Ten times the rest may not fit: the digit is found by adding, which wraps only where it is known. */
        unsigned digit = 0;
        uwide tenfold = 0;
        for (unsigned k = 0; k < 10; k++) {
            if (tenfold >= fraction.denominator - rest) {
                tenfold -= fraction.denominator - rest;
                digit++;
            } else {
                tenfold += rest;
            }
        }
        digits[i] = (char)('0' + (int)digit);
        rest = tenfold;
    }
    if (rest >= fraction.denominator - rest) {
        unsigned at = decimals;
        while (at > 0 && digits[at - 1] == '9')
            digits[--at] = '0';
        if (at > 0)
            digits[at - 1]++;
        else
            whole++;
    }
    if (fraction.numerator < 0)
        text_out_add(out, "-");
    uwide_write(out, whole);
    if (decimals > 0)
        text_out_add(out, ".");
    text_out_add_text(out, (struct text){digits, decimals});
}
