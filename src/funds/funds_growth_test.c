/* Fees, seeds, increases and the close of a day, as worked examples of the documents. */
#include "funds/funds_offers_test.h"

static const char cash_in_a_flash[] = "offer: hawaiian-gardens/cash-in-a-flash\n"
                                      "tables: [P9-1]\n";

static void six_fees_are_split_between_meter_and_reserve(void **state)
{
    (void)state; /* bay101/blazing-7s#49 #50 */
    struct desk desk;
    set_up(&desk, "bay101/blazing-7s", blazing_7s);
    funds_fees(&desk.draft, &desk.funds, 6);
    assert_int_equal(desk.draft.movement_count, 3);
    assert_movement(&desk, 0, "patrons", "fee box", 600);
    assert_movement(&desk, 1, "fee box", "prize pool", 66);
    assert_movement(&desk, 2, "fee box", "reserve", 534);
    apply(&desk);
    assert_int_equal(balance(&desk, desk.terms.box), 0);
    tear_down(&desk);
}

static void a_fee_that_reaches_the_cap_is_cut_and_the_next_goes_to_the_reserve(void **state)
{
    (void)state; /* bay101/blazing-7s#54 #55 */
    struct desk desk;
    set_up(&desk, "bay101/blazing-7s", blazing_7s);
    account_id pool = pool_account(&desk, "prize pool");
    give(&desk, pool, 49999995);
    funds_fees(&desk.draft, &desk.funds, 1);
    apply(&desk);
    assert_int_equal(balance(&desk, pool), 50000000);
    assert_int_equal(balance(&desk, desk.terms.fund), 95);
    funds_fees(&desk.draft, &desk.funds, 1);
    apply(&desk);
    assert_int_equal(balance(&desk, pool), 50000000);
    assert_int_equal(balance(&desk, desk.terms.fund), 195);
    tear_down(&desk);
}

static void the_daily_increase_lands_on_the_cap(void **state)
{
    (void)state; /* bay101/no-limit-bad-beat#40 #41 #44 */
    struct desk desk;
    set_up(&desk, "bay101/no-limit-bad-beat", no_limit);
    const struct pool_terms *pool = &desk.terms.pools[0];
    funds_fees(&desk.draft, &desk.funds, 2350);
    apply(&desk);
    assert_int_equal(balance(&desk, desk.terms.fund), 235000);
    funds_increase(&desk.draft, &desk.funds, pool);
    assert_movement(&desk, 0, "reserve", "prize pool", 50000);
    apply(&desk);
    give(&desk, pool->account, 14980000 - 50000);
    funds_increase(&desk.draft, &desk.funds, pool);
    assert_int_equal(desk.draft.movement_count, 1);
    assert_movement(&desk, 0, "reserve", "prize pool", 20000);
    apply(&desk);
    funds_increase(&desk.draft, &desk.funds, pool);
    assert_int_equal(desk.draft.movement_count, 0);
    tear_down(&desk);
}

static void a_day_that_brings_too_little_is_filled_up(void **state)
{
    (void)state; /* bay101/bonus-hand-progressive#76 */
    static const struct {
        unsigned fees;
        int64_t filled;
    } days[] = {{0, 2500}, {226, 14}, {227, 3}, {228, 0}};
    struct desk desk;
    set_up(&desk, "bay101/bonus-hand-progressive", two_hands);
    const struct pool_terms *pool = &desk.terms.pools[0];
    give(&desk, desk.terms.fund, 100000);
    for (size_t i = 0; i < sizeof days / sizeof days[0]; i++) {
        funds_fees(&desk.draft, &desk.funds, days[i].fees);
        apply(&desk);
        int64_t before = balance(&desk, pool->account);
        funds_fill_up_growth(&desk.draft, &desk.funds);
        apply(&desk);
        funds_begin_day(&desk.funds, &desk.ledger);
        assert_int_equal(balance(&desk, pool->account) - before, days[i].filled);
    }
    tear_down(&desk);
}

static void a_day_outside_of_what_is_expected_is_told(void **state)
{
    (void)state; /* bay101/poker-bonus-hand-progressive#R2, bay101/bonus-hand-progressive#R2 */
    static const struct {
        const char *activity;
        unsigned fees;
        bool outside; /* of the fund there, and of the pool here */
    } days[] = {{"bay101/poker-bonus-hand-progressive", 99, true},
                {"bay101/poker-bonus-hand-progressive", 100, false},
                {"bay101/poker-bonus-hand-progressive", 5000, false},
                {"bay101/poker-bonus-hand-progressive", 5001, true},
                {"bay101/bonus-hand-progressive", 0, false}, /* it is filled up */
                {"bay101/bonus-hand-progressive", 22727, false},
                {"bay101/bonus-hand-progressive", 22728, true}};
    for (size_t i = 0; i < sizeof days / sizeof days[0]; i++) {
        struct desk desk;
        struct growth_outside outside;
        bool poker = i < 4, found = false;
        set_up(&desk, days[i].activity, poker ? bonus_hand : two_hands);
        funds_begin_day(&desk.funds, &desk.ledger);
        funds_fees(&desk.draft, &desk.funds, days[i].fees);
        funds_empty_box(&desk.draft, &desk.funds);
        apply(&desk);
        for (unsigned k = 0; k <= desk.terms.pool_count && !found; k++)
            found = funds_growth_outside(&desk.funds, &desk.ledger, k, &outside);
        assert_int_equal(found, days[i].outside);
        if (found)
            assert_int_equal(outside.account, poker ? desk.terms.fund : desk.terms.pools[0].account);
        funds_begin_day(&desk.funds, &desk.ledger); /* the next day begins with nothing */
        for (unsigned k = 0; k < desk.terms.pool_count; k++)
            assert_false(funds_growth_outside(&desk.funds, &desk.ledger, k, &outside));
        tear_down(&desk);
    }
}

static void a_raise_needs_a_fund_that_holds_it_and_a_pool_below_its_cap(void **state)
{
    (void)state; /* bay101/bonus-hand-progressive-v1-1#57 #59 #60 #93 */
    struct desk desk;
    set_up(&desk, "bay101/bonus-hand-progressive-v1-1", raised);
    const struct pool_terms *pool = &desk.terms.pools[0];
    give(&desk, pool->account, 24900000);
    give(&desk, desk.terms.fund, 99999);
    struct ruling ruling = funds_raise(&desk.draft, &desk.funds, pool, 100000);
    assert_false(ruling.allowed);
    assert_string_equal(ruling.clause, "bay101/bonus-hand-progressive-v1-1#60");
    give(&desk, desk.terms.fund, 1);
    ruling = funds_raise(&desk.draft, &desk.funds, pool, 100000);
    assert_true(ruling.allowed);
    assert_movement(&desk, 0, "reserve", "prize pool", 100000);
    apply(&desk);
    ruling = funds_raise(&desk.draft, &desk.funds, pool, 1);
    assert_false(ruling.allowed);
    assert_string_equal(ruling.clause, "bay101/bonus-hand-progressive-v1-1#93");
    tear_down(&desk);
}

static void a_fee_goes_by_game_and_limits(void **state)
{
    (void)state; /* hawaiian-gardens/cash-in-a-flash#69 #72 */
    struct desk desk;
    set_up(&desk, "hawaiian-gardens/cash-in-a-flash", cash_in_a_flash);
    const struct house_table *table = desk.offer.tables[0];
    const struct fee_rate *rate = terms_rate(&desk.terms, &table->game, &table->limits);
    assert_non_null(rate);
    funds_fees_by_rate(&desk.draft, &desk.funds, rate, 2, 3, 1);
    assert_movement(&desk, 0, "patrons", "fee box", 1200);
    assert_movement(&desk, 2, "patrons", "fee box", 800);
    apply(&desk);
    assert_int_equal(balance(&desk, desk.terms.fund), 2000);
    struct value limits;
    assert_int_equal(value_read(VALUE_LIMITS, text_of("$50 to $301"), &limits, NULL), STATUS_OK);
    assert_null(terms_rate(&desk.terms, &table->game, &limits));
    tear_down(&desk);
}

static struct instant at(const char *text)
{
    struct instant instant;
    assert_int_equal(instant_parse(text_of(text), 0, &instant, NULL), STATUS_OK);
    return instant;
}

static void assert_due(uint16_t minute, const char *after, const char *until, unsigned expected)
{
    struct zone zone;
    const struct pool_terms pool = {.increases_at = true, .increase_minute = minute};
    assert_int_equal(zone_parse(text_of("America/Los_Angeles"), 0, &zone, NULL), STATUS_OK);
    assert_int_equal(funds_increases_due(&pool, &zone, at(after), at(until)), expected);
}

static void an_increase_is_due_once_a_day_at_its_time(void **state)
{
    (void)state; /* bay101/no-limit-bad-beat#43 */
    enum { SIX = 6 * 60, HALF_PAST_ONE = 90, HALF_PAST_TWO = 150 };
    assert_due(SIX, "2026-11-16T05:00:00-08:00", "2026-11-16T05:59:59-08:00", 0);
    assert_due(SIX, "2026-11-16T05:00:00-08:00", "2026-11-16T06:00:00-08:00", 1);
    assert_due(SIX, "2026-11-16T06:00:00-08:00", "2026-11-17T05:59:59-08:00", 0);
    assert_due(SIX, "2026-11-16T05:59:59-08:00", "2026-11-19T06:00:00-08:00", 4);
    /* The clocks show 01:30 twice on November 1, and skip 02:30 on March 8, which comes at 03:30. */
    assert_due(HALF_PAST_ONE, "2026-11-01T00:00:00-07:00", "2026-11-01T12:00:00-08:00", 1);
    assert_due(HALF_PAST_ONE, "2026-11-01T01:30:00-07:00", "2026-11-01T12:00:00-08:00", 0);
    assert_due(HALF_PAST_TWO, "2026-03-08T00:00:00-08:00", "2026-03-08T03:29:59-07:00", 0);
    assert_due(HALF_PAST_TWO, "2026-03-08T00:00:00-08:00", "2026-03-08T03:30:00-07:00", 1);
    const struct pool_terms untimed = {0};
    struct zone zone;
    assert_int_equal(zone_parse(text_of("UTC0"), 0, &zone, NULL), STATUS_OK);
    assert_int_equal(
        funds_increases_due(&untimed, &zone, at("2026-03-08T00:00:00Z"), at("2026-04-08T00:00:00Z")), 0);
}

static void a_fund_is_seeded_up_to_the_least_it_is_to_hold(void **state)
{
    (void)state; /* hawaiian-gardens/cash-in-a-flash#9 #10 */
    struct desk desk;
    set_up(&desk, "hawaiian-gardens/cash-in-a-flash", cash_in_a_flash);
    give(&desk, desk.terms.fund, 49999);
    funds_seed_fund(&desk.draft, &desk.funds);
    assert_movement(&desk, 0, "house", "jackpot fund", 1);
    apply(&desk);
    funds_seed_fund(&desk.draft, &desk.funds);
    assert_int_equal(desk.draft.movement_count, 0);
    assert_int_equal(funds_advances(&desk.funds), 0);
    tear_down(&desk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(six_fees_are_split_between_meter_and_reserve),
        cmocka_unit_test(a_fee_that_reaches_the_cap_is_cut_and_the_next_goes_to_the_reserve),
        cmocka_unit_test(the_daily_increase_lands_on_the_cap),
        cmocka_unit_test(an_increase_is_due_once_a_day_at_its_time),
        cmocka_unit_test(a_day_that_brings_too_little_is_filled_up),
        cmocka_unit_test(a_day_outside_of_what_is_expected_is_told),
        cmocka_unit_test(a_raise_needs_a_fund_that_holds_it_and_a_pool_below_its_cap),
        cmocka_unit_test(a_fee_goes_by_game_and_limits),
        cmocka_unit_test(a_fund_is_seeded_up_to_the_least_it_is_to_hold),
    };
    return cmocka_run_group_tests_name("funds_growth", tests, NULL, NULL);
}
