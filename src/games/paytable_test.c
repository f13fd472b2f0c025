#include "games/crazy4_tables_test.h"
#include "games/four_card_tables_test.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const struct paytable *const all_tables[] = {
    &approved_crazy4.super_bonus,
    &approved_crazy4.queens_up[0],
    &approved_crazy4.queens_up[1],
    &approved_crazy4.queens_up[2],
    &approved_crazy4.queens_up[3],
    &approved_crazy4.four_card_progressive[0],
    &approved_crazy4.four_card_progressive[1],
    &approved_crazy4.five_card_progressive,
    &approved_crazy4.five_card_hand_bonus,
    &approved_crazy4.cover_all[0],
    &approved_crazy4.cover_all[1],
    &approved_crazy4.cover_all[2],
    &approved_crazy4.cover_all[3],
    &approved_crazy4.cover_all[4],
    &approved_crazy4.cover_all[5],
    &approved_four_card.ante_bonus,
    &approved_four_card.aces_up[0],
    &approved_four_card.aces_up[1],
    &approved_four_card.aces_up[2],
    &approved_four_card.aces_up[3],
    &approved_four_card.aces_up[4],
    &approved_four_card.aces_up[5],
    &approved_four_card.aces_up[6],
    &approved_four_card.progressive[0],
    &approved_four_card.progressive[1],
    &approved_four_card.progressive[2],
    &approved_four_card.progressive[3],
    &approved_four_card.progressive[4],
};

/* T1, T2 */
static void rows_fall_and_meters_are_shared_once(void **state)
{
    (void)state;
    for (unsigned t = 0; t < sizeof all_tables / sizeof all_tables[0]; t++) {
        const struct paytable *table = all_tables[t];
        for (unsigned i = 0; i < table->row_count; i++) {
            assert_true(i == 0 || table->rows[i - 1].score_min > table->rows[i].score_min);
            assert_true(table->rows[i].pay.kind != PAY_METER || table->rows[i].pay.amount <= 100);
        }
    }
}

static const char *row_of(const struct paytable *table, const char *cards)
{
    static const struct hand_form form = {5, 5, 0, 1};
    struct hand hand;
    assert_int_equal(hand_parse(text_of(cards), 0, &form, &hand, NULL), STATUS_OK);
    const struct pay_row *row = paytable_row(table, paytable_score(table, hand.cards));
    return row ? row->hand : "none";
}

/* massachusetts/crazy-4-poker#204: at, below and above the lowest paying pair */
static void queens_up_begins_at_a_pair_of_queens(void **state)
{
    (void)state;
    assert_string_equal(row_of(&approved_crazy4.queens_up[0], "Js Jd Ac Kh 9s"), "none");
    assert_string_equal(row_of(&approved_crazy4.queens_up[0], "Qs Qd 4c 3h 6s"),
                        "pair of queens, kings or aces");
    assert_string_equal(row_of(&approved_crazy4.queens_up[0], "3s 3d 2c 2h 7s"), "two pair");
}

/* south-dakota/four-card-poker#47 */
static void aces_up_begins_at_a_pair_of_aces(void **state)
{
    (void)state;
    assert_string_equal(row_of(&approved_four_card.aces_up[0], "Ks Kd Ac Qh 9s"), "none");
    assert_string_equal(row_of(&approved_four_card.aces_up[0], "As Ad 4c 3h 6s"), "pair of aces");
}

/* massachusetts/crazy-4-poker#241, reading MR8 */
static void cover_all_knows_the_four_card_royal(void **state)
{
    (void)state;
    assert_string_equal(row_of(&approved_crazy4.cover_all[0], "As Ks Qs Js 2d"), "royal flush");
    assert_string_equal(row_of(&approved_crazy4.cover_all[0], "Ks Qs Js Ts 2d"), "straight flush");
    assert_string_equal(row_of(&approved_crazy4.cover_all[0], "As Ad Ah Ac 2d"), "four aces");
    assert_string_equal(row_of(&approved_crazy4.cover_all[0], "As Ks Qs Js Ts"), "royal flush");
    assert_string_equal(row_of(&approved_crazy4.cover_all[0], "As Ks Qs 9s 2d"), "none");
}

static int64_t handed(struct pay pay, int64_t stake_cents, int64_t meter_cents)
{
    struct money out;
    assert_int_equal(pay_handed(pay, (struct money){stake_cents}, (struct money){meter_cents}, &out),
                     STATUS_OK);
    return out.cents;
}

/* Reading MR15: "to 1" returns the stake, "for 1" does not; reading MR16: cents are rounded down. */
static void pays_are_to_one_for_one_or_of_the_meter(void **state)
{
    (void)state;
    assert_int_equal(handed((struct pay){PAY_TO_ONE, 3, 2}, 1000, 0), 2500);
    assert_int_equal(handed((struct pay){PAY_FOR_ONE, 300, 1}, 100, 0), 30000);
    assert_int_equal(handed((struct pay){PAY_METER, 100, 100}, 100, 2531080), 2531080);
    assert_int_equal(handed((struct pay){PAY_METER, 10, 100}, 100, 1000009), 100000);
    assert_int_equal(handed((struct pay){PAY_NOTHING, 0, 1}, 100, 5), 0);
    struct money out;
    assert_int_equal(
        pay_handed((struct pay){PAY_FOR_ONE, 300, 1}, (struct money){INT64_MAX}, (struct money){0}, &out),
        STATUS_RANGE);
}

static void rows_are_announced_numbered_and_envied(void **state)
{
    (void)state;
    char words[PAY_WORDS_SIZE];
    const struct paytable *table = &approved_crazy4.four_card_progressive[0];
    const struct pay_row *row = &table->rows[1];
    assert_string_equal(row->hand, "other four of a kind");
    assert_string_equal(pay_row_words(row), "four of a kind");
    assert_string_equal(pay_row_words(&table->rows[0]), "four aces");
    assert_string_equal(pay_words(row->pay, words), "300 for 1");
    assert_int_equal(paytable_row_number(table, row), 2);
    assert_int_equal(paytable_row_number(table, NULL), 0);
    assert_int_equal(pay_row_envy(row, (struct money){500}).cents, 5000);
    assert_int_equal(pay_row_envy(NULL, (struct money){500}).cents, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_fall_and_meters_are_shared_once),
        cmocka_unit_test(queens_up_begins_at_a_pair_of_queens),
        cmocka_unit_test(aces_up_begins_at_a_pair_of_aces),
        cmocka_unit_test(cover_all_knows_the_four_card_royal),
        cmocka_unit_test(pays_are_to_one_for_one_or_of_the_meter),
        cmocka_unit_test(rows_are_announced_numbered_and_envied),
    };
    return cmocka_run_group_tests_name("paytable", tests, NULL, NULL);
}
