#include "games/ruling.h"
#include "games/settlement.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static struct money dollars(int64_t amount)
{
    return money_of_cents(100 * amount);
}

static struct settlement example(void)
{
    struct settlement settlement = {0};
    settlement_add(&settlement, (struct settlement_line){.seat = 2,
                                                         .wager = WAGER_ANTE,
                                                         .stake = dollars(10),
                                                         .returned = dollars(10),
                                                         .paid = dollars(10),
                                                         .clause = "x/y#1"});
    settlement_add(&settlement,
                   (struct settlement_line){
                       .seat = 2, .wager = WAGER_QUEENS_UP, .stake = dollars(5), .clause = "x/y#2"});
    settlement_add(&settlement, (struct settlement_line){.seat = 1,
                                                         .wager = WAGER_PROGRESSIVE,
                                                         .stake = dollars(1),
                                                         .paid = money_of_cents(725060),
                                                         .from = PAID_FROM_METER,
                                                         .clause = "x/y#3"});
    settlement_add(&settlement, (struct settlement_line){
                                    .seat = 2, .wager = WAGER_ENVY, .paid = dollars(100), .clause = "x/y#4"});
    return settlement;
}

static void nets_of_the_seats_and_the_totals_agree(void **state)
{
    (void)state;
    struct settlement settlement = example();
    assert_int_equal(settlement_seat_staked(&settlement, 2).cents, 1500);
    assert_int_equal(settlement_seat_handed(&settlement, 2).cents, 12000);
    assert_int_equal(settlement_seat_net(&settlement, 2).cents, 10500);
    assert_int_equal(settlement_seat_net(&settlement, 1).cents, 724960);
    assert_int_equal(settlement_seat_net(&settlement, 3).cents, 0);
    struct settlement_totals totals = settlement_totals(&settlement);
    assert_int_equal(totals.staked.cents, 1600);
    assert_int_equal(totals.returned.cents, 1000);
    assert_int_equal(totals.collected.cents, 600);
    assert_int_equal(totals.from_tray.cents, 11000);
    assert_int_equal(totals.from_meter.cents, 725060);
    assert_int_equal(totals.players_net.cents, 735460);
    settlement_check(&settlement, dollars(16));
}

static void a_line_is_found_by_seat_and_wager(void **state)
{
    (void)state;
    struct settlement settlement = example();
    assert_int_equal(settlement_find(&settlement, 2, WAGER_ENVY)->paid.cents, 10000);
    assert_null(settlement_find(&settlement, 1, WAGER_ENVY));
    assert_int_equal(settlement_line_net(settlement_find(&settlement, 2, WAGER_QUEENS_UP)).cents, -500);
}

static void a_void_round_returns_every_wager(void **state)
{
    (void)state;
    struct settlement settlement = {0};
    struct money wagers[WAGER_COUNT] = {[WAGER_ANTE] = dollars(10), [WAGER_ACES_UP] = dollars(5)};
    assert_int_equal(wagers_total(wagers).cents, 1500);
    settlement_add_void(&settlement, 3, wagers, "x/y#5");
    assert_int_equal(settlement.count, 2);
    assert_int_equal(settlement_seat_net(&settlement, 3).cents, 0);
    assert_string_equal(settlement_find(&settlement, 3, WAGER_ACES_UP)->words, "returned, round void");
    settlement_check(&settlement, dollars(15));
}

static void to_one_returns_the_stake_and_for_one_takes_its_place(void **state)
{
    (void)state;
    struct settlement_line line = {.stake = dollars(30)};
    settlement_pay(&line, (struct pay){PAY_TO_ONE, 3, 2}, dollars(10));
    assert_int_equal(line.returned.cents, 3000);
    assert_int_equal(line.paid.cents, 1500);
    line = (struct settlement_line){.stake = dollars(5)};
    settlement_pay(&line, (struct pay){PAY_FOR_ONE, 100, 1}, line.stake);
    assert_int_equal(line.returned.cents, 0);
    assert_int_equal(line.paid.cents, 50000);
}

static void envy_is_one_line_for_all_hands_or_none(void **state)
{
    (void)state;
    struct settlement settlement = {0};
    struct money envies[4] = {{0}};
    settlement_add_envy(&settlement, 2, envies, 3, "seat", "x/y#6");
    assert_int_equal(settlement.count, 0);
    envies[1] = dollars(10);
    envies[3] = dollars(1000);
    settlement_add_envy(&settlement, 2, envies, 3, "seat", "x/y#6");
    assert_int_equal(settlement.count, 1);
    assert_int_equal(settlement.lines[0].paid.cents, 101000);
    assert_string_equal(settlement.lines[0].words, "1,000 for seat 3 + 10 for seat 1");
}

static void limits_are_multiples_of_the_unit_with_the_least_first(void **state)
{
    (void)state;
    struct money unit = dollars(5), most = dollars(WAGER_DOLLARS_MAX);
    assert_true(wager_limits_are_good((struct wager_limits){dollars(5), dollars(5)}, unit));
    assert_false(wager_limits_are_good((struct wager_limits){dollars(0), dollars(5)}, unit));
    assert_false(wager_limits_are_good((struct wager_limits){dollars(10), dollars(5)}, unit));
    assert_false(wager_limits_are_good((struct wager_limits){dollars(4), dollars(5)}, unit));
    assert_false(wager_limits_are_good((struct wager_limits){dollars(5), dollars(6)}, unit));
    assert_true(wager_limits_are_good((struct wager_limits){dollars(5), most}, unit));
    assert_false(wager_limits_are_good((struct wager_limits){dollars(5), money_of_cents(most.cents + 1)},
                                       money_of_cents(1)));
}

static void words_that_are_too_long_are_cut(void **state)
{
    (void)state;
    struct settlement settlement = example();
    char longer[2 * SETTLEMENT_WORDS_SIZE];
    memset(longer, 'x', sizeof longer - 1);
    longer[sizeof longer - 1] = '\0';
    settlement_say(&settlement.lines[0], "%s", longer);
    assert_int_equal(strlen(settlement.lines[0].words), SETTLEMENT_WORDS_SIZE - 1);
}

static void amounts_are_written_as_the_rules_print_them(void **state)
{
    (void)state;
    char buffer[MONEY_TEXT_SIZE];
    assert_string_equal(settlement_amount(money_of_cents(725060), buffer), "7,250.60");
    assert_string_equal(settlement_amount(dollars(5000), buffer), "5,000");
    assert_string_equal(settlement_amount(dollars(0), buffer), "0");
    assert_string_equal(settlement_amount(money_of_cents(-1250), buffer), "-12.50");
    assert_string_equal(settlement_amount(dollars(-20), buffer), "-20");
    assert_string_equal(settlement_amount(money_of_cents(5), buffer), "0.05");
}

static void every_wager_has_a_name_and_an_id_of_its_own(void **state)
{
    (void)state;
    for (unsigned i = 0; i < WAGER_COUNT; i++)
        for (unsigned j = 0; j < i; j++) {
            assert_string_not_equal(wager_id((enum wager)i), wager_id((enum wager)j));
            assert_string_not_equal(wager_name((enum wager)i), wager_name((enum wager)j));
        }
    assert_string_equal(paid_from_id(PAID_FROM_TRAY), "tray");
    assert_string_equal(paid_from_id(PAID_FROM_METER), "meter");
    assert_string_equal(paid_from_id(PAID_TO_ACCOUNT), "account");
}

static void a_ruling_says_its_clause(void **state)
{
    (void)state;
    char buffer[128];
    struct text_out out;
    text_out_init(&out, buffer, sizeof buffer);
    struct ruling no = ruling_no("massachusetts/crazy-4-poker#142", "seat %u is asked first", 2U);
    assert_false(no.allowed);
    ruling_write(&out, &no);
    assert_string_equal(buffer, "seat 2 is asked first (massachusetts/crazy-4-poker#142)");
    assert_true(text_equal(clause_number(no.clause), text_of("142")));
    assert_true(text_equal(clause_number("MR1"), text_of("MR1")));
    struct ruling yes = ruling_yes();
    assert_true(yes.allowed);
    text_out_init(&out, buffer, sizeof buffer);
    ruling_write(&out, &yes);
    assert_string_equal(buffer, "allowed");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nets_of_the_seats_and_the_totals_agree),
        cmocka_unit_test(a_line_is_found_by_seat_and_wager),
        cmocka_unit_test(a_void_round_returns_every_wager),
        cmocka_unit_test(to_one_returns_the_stake_and_for_one_takes_its_place),
        cmocka_unit_test(envy_is_one_line_for_all_hands_or_none),
        cmocka_unit_test(limits_are_multiples_of_the_unit_with_the_least_first),
        cmocka_unit_test(words_that_are_too_long_are_cut),
        cmocka_unit_test(amounts_are_written_as_the_rules_print_them),
        cmocka_unit_test(every_wager_has_a_name_and_an_id_of_its_own),
        cmocka_unit_test(a_ruling_says_its_clause),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
