#include "base/money.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

__extension__ typedef __int128 wide;

/* Sebastiano Vigna's splitmix64: the tests' own reproducible numbers. */
static uint64_t next_number(uint64_t *seed)
{
    uint64_t z = (*seed += UINT64_C(0x9E3779B97F4A7C15));
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

static void assert_reads(const char *text, int64_t cents)
{
    struct money money = {-77};
    struct fault fault;
    if (money_parse(text_of(text), 0, &money, &fault) != STATUS_OK)
        fail_msg("\"%s\" was refused at %zu: %s", text, fault.position, fault.words);
    if (money.cents != cents)
        fail_msg("\"%s\" was read as %lld cents", text, (long long)money.cents);
}

static void assert_refuses(const char *text, enum status status, size_t position)
{
    struct money money = {-77};
    struct fault fault = {0};
    assert_int_equal(money_parse(text_of(text), 0, &money, &fault), status);
    assert_int_equal(money.cents, -77);
    assert_int_equal(fault.status, status);
    if (fault.position != position)
        fail_msg("\"%s\": position %zu, expected %zu: %s", text, fault.position, position, fault.words);
    assert_int_equal(money_parse(text_of(text), 100, &money, &fault), status);
    assert_int_equal(fault.position, position + 100);
    assert_int_equal(money_parse(text_of(text), 0, &money, NULL), status);
}

static void an_amount_is_read_in_the_forms_that_people_write(void **state)
{
    (void)state;
    assert_reads("$1,234.50", 123450);
    assert_reads("1234.50", 123450);
    assert_reads("1,234.50", 123450);
    assert_reads("$1234", 123400);
    assert_reads("-$5", -500);
    assert_reads("-5.01", -501);
    assert_reads("$0.11", 11);
    assert_reads("0", 0);
    assert_reads("-0", 0);
    assert_reads("$999", 99900);
    assert_reads("$1,000", 100000);
    assert_reads("$1,000,000", 100000000);
    assert_reads("$12,345,678.09", 1234567809);
}

static void anything_else_is_refused_at_the_byte_that_is_wrong(void **state)
{
    (void)state;
    assert_refuses("", STATUS_INVALID, 1);
    assert_refuses("$", STATUS_INVALID, 2);
    assert_refuses("-", STATUS_INVALID, 2);
    assert_refuses("-$", STATUS_INVALID, 3);
    assert_refuses("$-5", STATUS_INVALID, 2);
    assert_refuses("--5", STATUS_INVALID, 2);
    assert_refuses("+5", STATUS_INVALID, 1);
    assert_refuses("$$5", STATUS_INVALID, 2);
    assert_refuses(" 5", STATUS_INVALID, 1);
    assert_refuses("5 ", STATUS_INVALID, 2);
    assert_refuses("5 000", STATUS_INVALID, 2);
    assert_refuses("five", STATUS_INVALID, 1);
    assert_refuses(".50", STATUS_INVALID, 1);
    assert_refuses("5.", STATUS_INVALID, 3);
    assert_refuses("5.1", STATUS_INVALID, 4);
    assert_refuses("5.123", STATUS_INVALID, 5);
    assert_refuses("5.00.", STATUS_INVALID, 5);
    assert_refuses("5.0x", STATUS_INVALID, 4);
    assert_refuses("00", STATUS_INVALID, 1);
    assert_refuses("$05", STATUS_INVALID, 2);
    assert_refuses("5\xE2\x82\xAC", STATUS_INVALID, 2);
    assert_refuses("1e3", STATUS_INVALID, 2);
}

static void commas_stand_before_every_three_digits_or_nowhere(void **state)
{
    (void)state;
    assert_refuses("1234,567", STATUS_INVALID, 5);
    assert_refuses("1,23", STATUS_INVALID, 5);
    assert_refuses("1,2345", STATUS_INVALID, 6);
    assert_refuses("1,234567", STATUS_INVALID, 6);
    assert_refuses("1,,234", STATUS_INVALID, 3);
    assert_refuses(",234", STATUS_INVALID, 1);
    assert_refuses("1,", STATUS_INVALID, 3);
    assert_refuses("$1,234,", STATUS_INVALID, 8);
    assert_refuses("0,123x", STATUS_INVALID, 6);
}

static void the_largest_amounts_are_read_and_one_cent_more_is_out_of_range(void **state)
{
    (void)state;
    assert_reads("$92,233,720,368,547,758.07", INT64_MAX);
    assert_refuses("$92,233,720,368,547,758.08", STATUS_RANGE, 2);
    assert_reads("-$92,233,720,368,547,758.08", INT64_MIN);
    assert_refuses("-$92,233,720,368,547,758.09", STATUS_RANGE, 3);
    assert_refuses("999999999999999999999999999999999999999999999999999999999999", STATUS_RANGE, 1);
    /* A syntax error is reported first. */
    assert_refuses("999999999999999999999999999999x", STATUS_INVALID, 31);
}

static void assert_writes(int64_t cents, const char *expected)
{
    char buffer[MONEY_TEXT_SIZE];
    struct text_out out;
    text_out_init(&out, buffer, sizeof buffer);
    money_write(&out, money_of_cents(cents));
    assert_false(out.truncated);
    assert_string_equal(buffer, expected);
    assert_reads(buffer, cents);
}

static void what_is_written_reads_back(void **state)
{
    (void)state;
    assert_writes(0, "$0.00");
    assert_writes(1, "$0.01");
    assert_writes(-1, "-$0.01");
    assert_writes(99999, "$999.99");
    assert_writes(100000, "$1,000.00");
    assert_writes(123450, "$1,234.50");
    assert_writes(-500, "-$5.00");
    assert_writes(100000099, "$1,000,000.99");
    assert_writes(INT64_MAX, "$92,233,720,368,547,758.07");
    assert_writes(INT64_MIN, "-$92,233,720,368,547,758.08");
    uint64_t seed = 1;
    for (int i = 0; i < 20000; i++) {
        int64_t cents = (int64_t)next_number(&seed) >> (next_number(&seed) % 64);
        char buffer[MONEY_TEXT_SIZE];
        struct text_out out;
        text_out_init(&out, buffer, sizeof buffer);
        money_write(&out, money_of_cents(cents));
        assert_reads(buffer, cents);
    }
}

static void arithmetic_is_exact_up_to_the_last_cent_and_refuses_one_more(void **state)
{
    (void)state;
    const struct money most = {INT64_MAX}, least = {INT64_MIN}, cent = {1}, debt = {-1};
    struct money result = {7};
    assert_int_equal(money_add(most, money_of_cents(0), &result), STATUS_OK);
    assert_true(result.cents == INT64_MAX);
    result.cents = 7;
    assert_int_equal(money_add(most, cent, &result), STATUS_RANGE);
    assert_int_equal(money_add(least, debt, &result), STATUS_RANGE);
    assert_int_equal(money_subtract(least, cent, &result), STATUS_RANGE);
    assert_int_equal(money_subtract(most, debt, &result), STATUS_RANGE);
    assert_int_equal(money_subtract(money_of_cents(0), least, &result), STATUS_RANGE);
    assert_int_equal(money_multiply(least, -1, &result), STATUS_RANGE);
    assert_int_equal(money_multiply(most, 2, &result), STATUS_RANGE);
    assert_int_equal(money_multiply(least, INT64_MIN, &result), STATUS_RANGE);
    assert_int_equal(money_ratio(most, 2, 1, MONEY_ROUND_DOWN, &result), STATUS_RANGE);
    assert_int_equal(result.cents, 7);
    assert_int_equal(money_subtract(debt, least, &result), STATUS_OK);
    assert_true(result.cents == INT64_MAX);
    assert_int_equal(money_multiply(most, -1, &result), STATUS_OK);
    assert_true(result.cents == -INT64_MAX);
    assert_int_equal(money_ratio(most, INT64_MAX, INT64_MAX, MONEY_ROUND_UP, &result), STATUS_OK);
    assert_true(result.cents == INT64_MAX);
    assert_true(money_compare(least, most) < 0 && money_compare(most, least) > 0);
    assert_int_equal(money_compare(cent, cent), 0);
}

static int64_t ratio(int64_t cents, int64_t numerator, int64_t denominator, enum money_rounding rounding)
{
    struct money result;
    assert_int_equal(money_ratio(money_of_cents(cents), numerator, denominator, rounding, &result),
                     STATUS_OK);
    return result.cents;
}

static void a_ratio_is_rounded_as_named(void **state)
{
    (void)state;
    /* Ten per cent of a meter of $12,345.67 is 123,456.7 cents: the worked example of bay101's
     * progressives, rounded half up, is $1,234.57. */
    assert_int_equal(ratio(1234567, 10, 100, MONEY_ROUND_NEAREST), 123457);
    assert_int_equal(ratio(1234567, 10, 100, MONEY_ROUND_DOWN), 123456);
    assert_int_equal(ratio(1234567, 10, 100, MONEY_ROUND_UP), 123457);
    /* At the half, just below it and just above it. */
    assert_int_equal(ratio(1, 499, 1000, MONEY_ROUND_NEAREST), 0);
    assert_int_equal(ratio(1, 500, 1000, MONEY_ROUND_NEAREST), 1);
    assert_int_equal(ratio(1, 501, 1000, MONEY_ROUND_NEAREST), 1);
    /* Down is less and up is more on either side of zero. */
    assert_int_equal(ratio(-7, 1, 2, MONEY_ROUND_DOWN), -4);
    assert_int_equal(ratio(-7, 1, 2, MONEY_ROUND_UP), -3);
    assert_int_equal(ratio(-7, 1, 2, MONEY_ROUND_NEAREST), -3);
    assert_int_equal(ratio(7, -1, 2, MONEY_ROUND_NEAREST), -3);
    assert_int_equal(ratio(-8, 1, 2, MONEY_ROUND_DOWN), -4);
    struct money result = {7};
    assert_int_equal(money_ratio(result, 1, 0, MONEY_ROUND_DOWN, &result), STATUS_INVALID);
    assert_int_equal(money_ratio(result, 1, -1, MONEY_ROUND_DOWN, &result), STATUS_INVALID);
    assert_int_equal(money_ratio(result, 1, 2, MONEY_LARGEST_REMAINDER, &result), STATUS_INVALID);
    assert_int_equal(result.cents, 7);
}

/* ----------------------------------------------------------------------------------------- split */

enum { PARTS_MAX = 40 };

struct split_case {
    int64_t whole;
    size_t count;
    uint64_t weights[PARTS_MAX];
    int64_t unit;
    enum money_rounding rounding;
};

static void assert_split(const struct split_case *split, const int64_t *expected, int64_t expected_rest)
{
    struct money parts[PARTS_MAX], rest;
    assert_int_equal(money_split(money_of_cents(split->whole), split->weights, split->count,
                                 money_of_cents(split->unit), split->rounding, parts, &rest, NULL),
                     STATUS_OK);
    for (size_t i = 0; i < split->count; i++)
        assert_int_equal(parts[i].cents, expected[i]);
    assert_int_equal(rest.cents, expected_rest);
}

static void percentages_round_down_and_leave_the_odd_cents_to_the_first_named(void **state)
{
    (void)state;
    /* hawaiian-gardens: $1,234.57 as 40, 30 and 30 per cent; the odd cent is for the second-best hand. */
    assert_split(&(struct split_case){123457, 3, {40, 30, 30}, MONEY_CENT, MONEY_ROUND_DOWN},
                 (int64_t[]){49382, 37037, 37037}, 1);
    /* hawaiian-gardens: a room share of $3,888.88 among seven, three cents stay with the reserve. */
    assert_split(&(struct split_case){388888, 7, {1, 1, 1, 1, 1, 1, 1}, MONEY_CENT, MONEY_ROUND_DOWN},
                 (int64_t[]){55555, 55555, 55555, 55555, 55555, 55555, 55555}, 3);
    /* hawaiian-gardens: $3,333.33 as 60, 20 and 20 per cent leaves two cents. */
    assert_split(&(struct split_case){333333, 3, {60, 20, 20}, MONEY_CENT, MONEY_ROUND_DOWN},
                 (int64_t[]){199999, 66666, 66666}, 2);
}

static void odd_chips_round_up_and_somebody_covers_them(void **state)
{
    (void)state;
    /* bay101: $1,000 among three in $1 chips is $334 each; the house covers $2. */
    assert_split(&(struct split_case){100000, 3, {1, 1, 1}, MONEY_DOLLAR, MONEY_ROUND_UP},
                 (int64_t[]){33400, 33400, 33400}, -200);
    /* One cent below, at and above an even number of chips. */
    assert_split(&(struct split_case){119999, 4, {1, 1, 1, 1}, MONEY_DOLLAR, MONEY_ROUND_UP},
                 (int64_t[]){30000, 30000, 30000, 30000}, -1);
    assert_split(&(struct split_case){120000, 4, {1, 1, 1, 1}, MONEY_DOLLAR, MONEY_ROUND_UP},
                 (int64_t[]){30000, 30000, 30000, 30000}, 0);
    assert_split(&(struct split_case){120001, 4, {1, 1, 1, 1}, MONEY_DOLLAR, MONEY_ROUND_UP},
                 (int64_t[]){30100, 30100, 30100, 30100}, -399);
}

static void nearest_leaves_a_rest_of_either_sign(void **state)
{
    (void)state;
    assert_split(&(struct split_case){10, 4, {1, 1, 1, 1}, MONEY_CENT, MONEY_ROUND_NEAREST},
                 (int64_t[]){3, 3, 3, 3}, -2);
    assert_split(&(struct split_case){10, 3, {1, 1, 1}, MONEY_CENT, MONEY_ROUND_NEAREST},
                 (int64_t[]){3, 3, 3}, 1);
}

static void the_largest_remainders_get_the_odd_units_and_of_equals_the_earlier(void **state)
{
    (void)state;
    /* hawaiian-gardens/double-or-nothing-sit-n-go#15: $100 among three in $1 chips, from the button on. */
    assert_split(&(struct split_case){10000, 3, {1, 1, 1}, MONEY_DOLLAR, MONEY_LARGEST_REMAINDER},
                 (int64_t[]){3400, 3300, 3300}, 0);
    assert_split(&(struct split_case){20000, 3, {1, 1, 1}, MONEY_DOLLAR, MONEY_LARGEST_REMAINDER},
                 (int64_t[]){6700, 6700, 6600}, 0);
    assert_split(&(struct split_case){10050, 3, {1, 1, 1}, MONEY_DOLLAR, MONEY_LARGEST_REMAINDER},
                 (int64_t[]){3400, 3300, 3300}, 50);
    /* 100 cents as 1 : 2 : 3 is 16.67, 33.33, 50: the first lost most. */
    assert_split(&(struct split_case){100, 3, {1, 2, 3}, MONEY_CENT, MONEY_LARGEST_REMAINDER},
                 (int64_t[]){17, 33, 50}, 0);
    /* 10 cents as 5 : 5 : 0 : 6 is 3.125, 3.125, 0, 3.75. */
    assert_split(&(struct split_case){10, 4, {5, 5, 0, 6}, MONEY_CENT, MONEY_LARGEST_REMAINDER},
                 (int64_t[]){3, 3, 0, 4}, 0);
}

static void a_split_among_nobody_is_refused_and_changes_nothing(void **state)
{
    (void)state;
    struct money parts[2] = {{7}, {7}}, rest = {7};
    struct fault fault;
    const struct money whole = {100}, cent = {1};
    const uint64_t even[2] = {1, 1}, none[2] = {0, 0}, huge[2] = {UINT64_MAX, 1};
    assert_int_equal(money_split(whole, even, 0, cent, MONEY_ROUND_DOWN, parts, &rest, &fault),
                     STATUS_INVALID);
    assert_int_equal(money_split(whole, none, 2, cent, MONEY_ROUND_DOWN, parts, &rest, &fault),
                     STATUS_INVALID);
    assert_int_equal(money_split(whole, even, 2, money_of_cents(0), MONEY_ROUND_DOWN, parts, &rest, &fault),
                     STATUS_INVALID);
    assert_int_equal(money_split(whole, even, 2, money_of_cents(-1), MONEY_ROUND_DOWN, parts, &rest, &fault),
                     STATUS_INVALID);
    assert_int_equal(money_split(whole, huge, 2, cent, MONEY_ROUND_DOWN, parts, &rest, &fault), STATUS_RANGE);
    assert_true(strlen(fault.words) > 0);
    assert_int_equal(parts[0].cents + parts[1].cents + rest.cents, 21);
}

static void splits_at_the_edge_of_what_can_be_held_are_exact_or_refused(void **state)
{
    (void)state;
    struct money parts[2] = {{7}, {7}}, rest = {7};
    const struct money most = {INT64_MAX}, least = {INT64_MIN}, cent = {1};
    const uint64_t even[2] = {1, 1}, huge[2] = {UINT64_MAX - 1, 1};
    /* The next dollar above the most there is does not exist. */
    assert_int_equal(money_split(most, even, 1, money_of_cents(100), MONEY_ROUND_UP, parts, &rest, NULL),
                     STATUS_RANGE);
    /* Two parts of -INT64_MAX fit, the rest of 2 * INT64_MAX - 1 does not. */
    assert_int_equal(money_split(money_of_cents(-1), even, 2, most, MONEY_ROUND_DOWN, parts, &rest, NULL),
                     STATUS_RANGE);
    assert_int_equal(parts[0].cents + parts[1].cents + rest.cents, 21);
    assert_int_equal(
        money_split(money_of_cents(-1), even, 2, most, MONEY_LARGEST_REMAINDER, parts, &rest, NULL),
        STATUS_OK);
    assert_true(parts[0].cents == 0 && parts[1].cents == -INT64_MAX && rest.cents == INT64_MAX - 1);
    for (int rounding = MONEY_ROUND_DOWN; rounding <= MONEY_LARGEST_REMAINDER; rounding++) {
        assert_int_equal(money_split(most, huge, 2, cent, (enum money_rounding)rounding, parts, &rest, NULL),
                         STATUS_OK);
        assert_int_equal(money_split(least, huge, 2, cent, (enum money_rounding)rounding, parts, &rest, NULL),
                         STATUS_OK);
    }
    assert_int_equal(money_split(most, even, 1, most, MONEY_ROUND_UP, parts, &rest, NULL), STATUS_OK);
    assert_true(parts[0].cents == INT64_MAX && rest.cents == 0);
}

/* The plain way: hand out one unit at a time to the part that is furthest below its exact share. */
static void plain_largest_remainder(const struct split_case *split, int64_t *parts)
{
    wide weight_sum = 0;
    for (size_t i = 0; i < split->count; i++)
        weight_sum += split->weights[i];
    wide left = split->whole;
    bool served[PARTS_MAX] = {false};
    for (size_t i = 0; i < split->count; i++) {
        wide divisor = weight_sum * split->unit;
        wide quotient = (wide)split->whole * split->weights[i] / divisor;
        if (quotient * divisor > (wide)split->whole * split->weights[i])
            quotient--;
        parts[i] = (int64_t)(quotient * split->unit);
        left -= parts[i];
    }
    for (; left >= split->unit; left -= split->unit) {
        size_t best = SIZE_MAX;
        wide best_lack = 0;
        for (size_t i = 0; i < split->count; i++) {
            wide lack = (wide)split->whole * split->weights[i] - parts[i] * weight_sum;
            if (!served[i] && (best == SIZE_MAX || lack > best_lack)) {
                best = i;
                best_lack = lack;
            }
        }
        served[best] = true;
        parts[best] += split->unit;
    }
}

static void random_split(uint64_t *seed, struct split_case *split)
{
    static const int64_t units[] = {1, 1, 5, 25, 100, 500, 2500, 33, 999983};
    split->whole = (int64_t)next_number(seed) >> (16 + next_number(seed) % 47);
    split->count = 1 + next_number(seed) % PARTS_MAX;
    split->unit = units[next_number(seed) % (sizeof units / sizeof units[0])];
    split->rounding = (enum money_rounding)(next_number(seed) % 4);
    unsigned shift = next_number(seed) % 2 == 0 ? 61 : 24 + (unsigned)(next_number(seed) % 39);
    for (size_t i = 0; i < split->count; i++)
        split->weights[i] = next_number(seed) >> shift;
    split->weights[next_number(seed) % split->count] |= 1;
}

static void assert_split_keeps_its_promises(const struct split_case *split)
{
    struct money parts[PARTS_MAX], rest;
    assert_int_equal(money_split(money_of_cents(split->whole), split->weights, split->count,
                                 money_of_cents(split->unit), split->rounding, parts, &rest, NULL),
                     STATUS_OK);
    wide sum = rest.cents, weight_sum = 0;
    for (size_t i = 0; i < split->count; i++) {
        sum += parts[i].cents;
        weight_sum += split->weights[i];
    }
    assert_true(sum == split->whole); /* M1 */
    for (size_t i = 0; i < split->count; i++) {
        wide distance = parts[i].cents * weight_sum - (wide)split->whole * split->weights[i];
        wide unit = split->unit * weight_sum;
        assert_true(parts[i].cents % split->unit == 0); /* M2 */
        assert_true(distance > -unit && distance < unit);
        assert_true(split->weights[i] > 0 || parts[i].cents == 0);
        if (split->rounding == MONEY_ROUND_NEAREST)
            assert_true(2 * distance > -unit && 2 * distance <= unit);
    }
    if (split->rounding == MONEY_ROUND_DOWN) /* M3 */
        assert_true(rest.cents >= 0);
    if (split->rounding == MONEY_ROUND_UP)
        assert_true(rest.cents <= 0);
    if (split->rounding == MONEY_LARGEST_REMAINDER) {
        int64_t plain[PARTS_MAX];
        plain_largest_remainder(split, plain);
        for (size_t i = 0; i < split->count; i++)
            assert_true(parts[i].cents == plain[i]);
        assert_true(rest.cents >= 0 && rest.cents < split->unit);
    }
}

static void every_split_sums_to_the_whole_and_keeps_its_promises(void **state)
{
    (void)state;
    uint64_t seed = 20261116;
    for (int i = 0; i < 20000; i++) {
        struct split_case split = {0};
        random_split(&seed, &split);
        assert_split_keeps_its_promises(&split);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_amount_is_read_in_the_forms_that_people_write),
        cmocka_unit_test(anything_else_is_refused_at_the_byte_that_is_wrong),
        cmocka_unit_test(commas_stand_before_every_three_digits_or_nowhere),
        cmocka_unit_test(the_largest_amounts_are_read_and_one_cent_more_is_out_of_range),
        cmocka_unit_test(what_is_written_reads_back),
        cmocka_unit_test(arithmetic_is_exact_up_to_the_last_cent_and_refuses_one_more),
        cmocka_unit_test(a_ratio_is_rounded_as_named),
        cmocka_unit_test(percentages_round_down_and_leave_the_odd_cents_to_the_first_named),
        cmocka_unit_test(odd_chips_round_up_and_somebody_covers_them),
        cmocka_unit_test(nearest_leaves_a_rest_of_either_sign),
        cmocka_unit_test(the_largest_remainders_get_the_odd_units_and_of_equals_the_earlier),
        cmocka_unit_test(a_split_among_nobody_is_refused_and_changes_nothing),
        cmocka_unit_test(splits_at_the_edge_of_what_can_be_held_are_exact_or_refused),
        cmocka_unit_test(every_split_sums_to_the_whole_and_keeps_its_promises),
    };
    return cmocka_run_group_tests_name("money", tests, NULL, NULL);
}
