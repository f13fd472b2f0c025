#include "base/money.h"

#include "base/check.h"
#include "base/scan.h"

#include <inttypes.h>

/* Cents times a weight, and a weight sum times a unit, both stay below 2^127. */
__extension__ typedef __int128 wide;

/* ------------------------------------------------------------------------------------------ text */

/* More than any amount holds, and far from where further digits could overflow 128 bits. */
static const wide number_limit = (wide)1 << 100;

/* `number` with more digits behind it; past the limit it only stays too large. */
static wide with_digits(wide number, wide power, uint32_t digits)
{
    return number < number_limit ? number * power + digits : number;
}

/* 1234 or 1,234: with a comma before the last three digits there must be one before every three. */
static enum status take_dollars(struct scan *scan, wide *dollars, struct fault *fault)
{
    size_t digits = scan_digits(scan);
    if (digits == 0)
        return scan_expected(scan, fault, "an amount of dollars, like $1,234.50,");
    if (digits > 1 && scan_peek(scan) == '0')
        return fault_set(fault, STATUS_INVALID, scan_position(scan), "an amount does not begin with 0%c",
                         scan->text.bytes[scan->at + 1]);
    *dollars = 0;
    for (size_t i = 0; i < digits; i++)
        *dollars = with_digits(*dollars, 10, (uint32_t)(scan->text.bytes[scan->at++] - '0'));
    if (scan_peek(scan) == ',' && digits > 3)
        return fault_set(fault, STATUS_INVALID, scan_position(scan),
                         "a comma stands before every three digits or nowhere, like $1,234,567");
    while (scan_take(scan, ',')) {
        uint32_t group;
        enum status status = scan_number(scan, 3, 3, "three digits after each comma", &group, fault);
        if (status != STATUS_OK)
            return status;
        *dollars = with_digits(*dollars, 1000, group);
    }
    return STATUS_OK;
}

enum status money_parse(struct text text, size_t origin, struct money *money, struct fault *fault)
{
    struct scan scan = {.text = text, .origin = origin};
    bool negative = scan_take(&scan, '-');
    scan_take(&scan, '$');
    size_t first_digit = scan_position(&scan);
    wide number = 0;
    enum status status = take_dollars(&scan, &number, fault);
    if (status != STATUS_OK)
        return status;
    uint32_t cents = 0;
    if (scan_take(&scan, '.')) {
        status = scan_number(&scan, 2, 2, "two digits of cents", &cents, fault);
        if (status != STATUS_OK)
            return status;
    }
    number = with_digits(number, 100, cents);
    if (scan_peek(&scan) != SCAN_END)
        return scan_expected(&scan, fault, "nothing more after the amount");
    if (negative)
        number = -number;
    if (number < INT64_MIN || number > INT64_MAX)
        return fault_set(fault, STATUS_RANGE, first_digit,
                         "the amount is too large; amounts go up to $92,233,720,368,547,758.07");
    money->cents = (int64_t)number;
    return STATUS_OK;
}

void money_write(struct text_out *out, struct money money)
{
    /* INT64_MIN has no positive counterpart, so the magnitude is formed without a sign. */
    uint64_t magnitude = money.cents < 0 ? 0 - (uint64_t)money.cents : (uint64_t)money.cents;
    uint64_t dollars = magnitude / 100;
    uint64_t power = 1;
    while (dollars / power >= 1000)
        power *= 1000;
    text_out_add(out, "%s$%" PRIu64, money.cents < 0 ? "-" : "", dollars / power);
    for (power /= 1000; power > 0; power /= 1000)
        text_out_add(out, ",%03" PRIu64, dollars / power % 1000);
    text_out_add(out, ".%02" PRIu64, magnitude % 100);
}

/* ------------------------------------------------------------------------------------ arithmetic */

static enum status narrow(wide cents, struct money *result)
{
    if (cents < INT64_MIN || cents > INT64_MAX)
        return STATUS_RANGE;
    result->cents = (int64_t)cents;
    return STATUS_OK;
}

enum status money_add(struct money left, struct money right, struct money *sum)
{
    return narrow((wide)left.cents + right.cents, sum);
}

enum status money_subtract(struct money left, struct money right, struct money *difference)
{
    return narrow((wide)left.cents - right.cents, difference);
}

enum status money_multiply(struct money money, int64_t factor, struct money *product)
{
    return narrow((wide)money.cents * factor, product);
}

struct quotient {
    wide down;      /* toward less */
    wide remainder; /* 0 <= remainder < divisor */
};

static struct quotient divide(wide dividend, wide divisor)
{
    CHECK(divisor > 0);
    struct quotient quotient = {dividend / divisor, dividend % divisor};
    if (quotient.remainder < 0) {
        quotient.down--;
        quotient.remainder += divisor;
    }
    return quotient;
}

static wide rounded(wide dividend, wide divisor, enum money_rounding rounding)
{
    struct quotient quotient = divide(dividend, divisor);
    switch (rounding) {
    case MONEY_ROUND_DOWN:
    case MONEY_LARGEST_REMAINDER:
        return quotient.down;
    case MONEY_ROUND_UP:
        return quotient.down + (quotient.remainder > 0);
    case MONEY_ROUND_NEAREST:
        return quotient.down + (quotient.remainder >= divisor - quotient.remainder);
    }
    CHECK_NEVER("a rounding without a rule");
}

enum status money_ratio(struct money money, int64_t numerator, int64_t denominator,
                        enum money_rounding rounding, struct money *result)
{
    if (denominator <= 0 || rounding == MONEY_LARGEST_REMAINDER)
        return STATUS_INVALID;
    return narrow(rounded((wide)money.cents * numerator, denominator, rounding), result);
}

/* ----------------------------------------------------------------------------------------- split */

struct split {
    wide whole; /* cents */
    const uint64_t *weights;
    size_t count;
    wide unit;       /* cents */
    wide weight_sum; /* fits 64 bits */
    enum money_rounding rounding;
};

static wide split_part(const struct split *split, size_t index)
{
    return split->unit *
           rounded(split->whole * split->weights[index], split->weight_sum * split->unit, split->rounding);
}

static wide split_remainder(const struct split *split, size_t index)
{
    return divide(split->whole * split->weights[index], split->weight_sum * split->unit).remainder;
}

static size_t remainders_from(const struct split *split, wide least)
{
    size_t count = 0;
    for (size_t i = 0; i < split->count; i++)
        count += split_remainder(split, i) >= least;
    return count;
}

/*
 * The largest remainder that at least `wanted` parts reach, found by halving: the parts above it get a unit
 * for certain, those exactly at it in their order while units last.
 */
static wide remainder_reached_by(const struct split *split, size_t wanted)
{
    wide reached = 0;
    wide not_reached = split->weight_sum * split->unit;
    while (not_reached - reached > 1) {
        wide middle = reached + (not_reached - reached) / 2;
        if (remainders_from(split, middle) >= wanted)
            reached = middle;
        else
            not_reached = middle;
    }
    return reached;
}

static void hand_out_units(const struct split *split, size_t units, struct money *parts)
{
    if (units == 0)
        return;
    CHECK_OP(units, <, split->count);
    wide threshold = remainder_reached_by(split, units);
    CHECK(threshold > 0); /* M2: a part of weight 0 has remainder 0 and gets nothing. */
    size_t at_threshold = units - remainders_from(split, threshold + 1);
    for (size_t i = 0; i < split->count; i++) {
        wide remainder = split_remainder(split, i);
        if (remainder > threshold || (remainder == threshold && at_threshold > 0)) {
            parts[i].cents += (int64_t)split->unit;
            at_threshold -= remainder == threshold;
        }
    }
    CHECK_OP(at_threshold, ==, 0);
}

static void check_split(const struct split *split, const struct money *parts, struct money rest)
{
    wide sum = rest.cents;
    for (size_t i = 0; i < split->count; i++)
        sum += parts[i].cents;
    CHECK(sum == split->whole); /* M1 */
    switch (split->rounding) {  /* M3 */
    case MONEY_ROUND_DOWN:
        CHECK_OP(rest.cents, >=, 0);
        break;
    case MONEY_ROUND_UP:
        CHECK_OP(rest.cents, <=, 0);
        break;
    case MONEY_LARGEST_REMAINDER:
        CHECK(rest.cents >= 0 && rest.cents < split->unit);
        break;
    case MONEY_ROUND_NEAREST:
        break;
    }
}

/* Computes everything once without writing, so that a failure leaves the caller's parts alone. */
static enum status split_rest(const struct split *split, wide *rest)
{
    *rest = split->whole;
    for (size_t i = 0; i < split->count; i++) {
        wide part = split_part(split, i);
        struct money fits;
        if (narrow(part, &fits) != STATUS_OK)
            return STATUS_RANGE;
        *rest -= part;
    }
    struct money fits; /* The units of a largest-remainder split are still to be handed out. */
    return split->rounding == MONEY_LARGEST_REMAINDER ? STATUS_OK : narrow(*rest, &fits);
}

static enum status split_begin(struct split *split, struct fault *fault)
{
    if (split->count == 0)
        return fault_set(fault, STATUS_INVALID, 0, "there is nobody to split the amount among");
    if (split->unit <= 0)
        return fault_set(fault, STATUS_INVALID, 0, "the smallest unit of a split must be more than $0.00");
    split->weight_sum = 0;
    for (size_t i = 0; i < split->count; i++)
        split->weight_sum += split->weights[i];
    if (split->weight_sum == 0)
        return fault_set(fault, STATUS_INVALID, 0, "nobody has a share in the split: all weights are 0");
    if (split->weight_sum > UINT64_MAX)
        return fault_set(fault, STATUS_RANGE, 0, "the weights of the split are too large");
    return STATUS_OK;
}

enum status money_split(struct money whole, const uint64_t *weights, size_t count, struct money unit,
                        enum money_rounding rounding, struct money *parts, struct money *rest,
                        struct fault *fault)
{
    struct split split = {
        .whole = whole.cents, .weights = weights, .count = count, .unit = unit.cents, .rounding = rounding};
    enum status status = split_begin(&split, fault);
    if (status != STATUS_OK)
        return status;
    wide left;
    if (split_rest(&split, &left) != STATUS_OK)
        return fault_set(fault, STATUS_RANGE, 0, "a part of the split, rounded to its unit, is too large");
    for (size_t i = 0; i < count; i++)
        parts[i].cents = (int64_t)split_part(&split, i);
    if (rounding == MONEY_LARGEST_REMAINDER) {
        wide units = left / split.unit;
        hand_out_units(&split, (size_t)units, parts);
        left -= units * split.unit;
    }
    rest->cents = (int64_t)left;
    check_split(&split, parts, *rest);
    return STATUS_OK;
}
