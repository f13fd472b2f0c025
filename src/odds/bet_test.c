#include "games/crazy4_tables_test.h"
#include "games/four_card_tables_test.h"
#include "odds/bet.h"
#include "odds/decimal_test.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void fractions_are_exact(void **state)
{
    (void)state;
    struct fraction third = fraction_of(-2, 6);
    assert_true(third.numerator == -1 && third.denominator == 3);
    assert_string_equal(decimal(third, 5), "-0.33333");
    assert_string_equal(decimal(fraction_of(2, 3), 5), "0.66667");
    assert_string_equal(decimal(fraction_of(999999, 1000000), 4), "1.0000");
    assert_string_equal(decimal(fraction_of(5, 2), 0), "3");
    struct fraction sum = fraction_add(fraction_of(1, 6), fraction_of(1, 10));
    assert_true(sum.numerator == 4 && sum.denominator == 15);
    struct fraction difference = fraction_subtract(fraction_of(1, 6), fraction_of(1, 10));
    assert_true(difference.numerator == 1 && difference.denominator == 15);
    struct fraction product = fraction_multiply(fraction_of(-4, 9), fraction_of(3, 8));
    assert_true(product.numerator == -1 && product.denominator == 6);
    uwide large = (uwide)1 << 125;
    assert_string_equal(decimal(fraction_of((wide)(large - 1), large), 3), "1.000");
    assert_string_equal(decimal(fraction_of((wide)(large / 3), large), 10), "0.3333333333");
}

/* massachusetts/crazy-4-poker#204. Expected net of table A: 624 x 50 + 2,072 x 30 + 58,656 x 9 + 114,616 x 4 +
 * 101,808 x 3 + 123,552 x 2 + pairs of queens and better less the rest, over 2,598,960. */
static void queens_up_is_counted(void **state)
{
    (void)state;
    struct bet bet;
    bet_of_paytable(&bet, &approved_crazy4.queens_up[0]);
    assert_string_equal(bet.name, "queens-up/A");
    /* A pair of one rank and no straight: 1,047,552 pairs; queens, kings and aces are counted by the outcome. */
    assert_true(bet.outcomes[0].count == 624 && bet.outcomes[1].count == 2072 &&
                bet.outcomes[2].count == 58656);
    int64_t pairs = (int64_t)bet.outcomes[6].count;
    int64_t paid = 624 * 50 + 2072 * 30 + 58656 * 9 + 114616 * 4 + 101808 * 3 + 123552 * 2 + pairs;
    int64_t lost = 2598960 - 624 - 2072 - 58656 - 114616 - 101808 - 123552 - pairs;
    struct fraction expected = bet_expected(&bet);
    assert_true(expected.numerator * 2598960 == (wide)(paid - lost) * (wide)expected.denominator);
}

/* The house edges that are published for these tables: 6.78% for Queens Up D, 1.98% to 6.15% for Aces Up. */
static void published_edges_are_met(void **state)
{
    (void)state;
    static const struct {
        const struct paytable *table;
        const char *expected;
    } rows[] = {
        {&approved_crazy4.queens_up[0], "-0.030606"},  {&approved_crazy4.queens_up[1], "-0.045203"},
        {&approved_crazy4.queens_up[2], "-0.053175"},  {&approved_crazy4.queens_up[3], "-0.067772"},
        {&approved_four_card.aces_up[0], "-0.019786"}, {&approved_four_card.aces_up[1], "-0.025752"},
        {&approved_four_card.aces_up[2], "-0.027759"}, {&approved_four_card.aces_up[3], "-0.033724"},
        {&approved_four_card.aces_up[4], "-0.038917"}, {&approved_four_card.aces_up[5], "-0.042355"},
        {&approved_four_card.aces_up[6], "-0.061486"},
    };
    struct bet bet;
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        bet_of_paytable(&bet, rows[i].table);
        assert_string_equal(decimal(bet_expected(&bet), 6), rows[i].expected);
    }
}

/* Four aces 48 of 2,598,960 win the meter; the fixed part of table A. */
static void a_progressive_has_a_fixed_part_and_a_share(void **state)
{
    (void)state;
    struct bet bet;
    bet_of_paytable(&bet, &approved_crazy4.four_card_progressive[0]);
    struct fraction share = bet_meter_share(&bet);
    assert_true(share.numerator * 54145 == (wide)share.denominator);
    struct fraction expected = bet_expected(&bet);
    wide fixed = 576 * 300 + 2072 * 100 + 58656 * 9;
    assert_true(expected.numerator * 2598960 == (fixed - 2598960) * (wide)expected.denominator);
    struct fraction meter;
    assert_true(bet_break_even(&bet, &meter));
    assert_true(meter.numerator * 48 == (2598960 - fixed) * (wide)meter.denominator);
    struct fraction envy = bet_envy_cents(&bet);
    assert_true(envy.numerator * 2598960 == (48 * 10000 + 576 * 1000 + 2072 * 500) * (wide)envy.denominator);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fractions_are_exact),
        cmocka_unit_test(queens_up_is_counted),
        cmocka_unit_test(published_edges_are_met),
        cmocka_unit_test(a_progressive_has_a_fixed_part_and_a_share),
    };
    return cmocka_run_group_tests_name("bets", tests, NULL, NULL);
}
