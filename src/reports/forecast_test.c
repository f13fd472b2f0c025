#include "reports/forecast.h"

#include "cards/random.h"

/* cmocka.h needs these before it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

static void assert_near(double value, double wanted, double error)
{
    if (!(fabs(value - wanted) <= error))
        fail_msg("%.12g is not %.12g within %.3g", value, wanted, error);
}

/* A pool of $1,000 that a hand in a thousand takes wholly and one in a hundred by a tenth; 10 hands and $5 in each of 24 hours. */
static struct forecast_facts usual(void)
{
    struct forecast_facts facts = {.offer = text_of("bonus"),
                                   .week_minutes = 7 * 24 * 60,
                                   .table_count = 1,
                                   .open_tables = 1,
                                   .stream_count = 1,
                                   .row_count = 3,
                                   .pool_count = 1};
    facts.streams[0].deals = 1000;
    facts.rows[0] = (struct forecast_row){
        .name = text_of("royal flush"), .exact = true, .ways = 1, .percent = FORECAST_WHOLE};
    facts.rows[1] = (struct forecast_row){
        .name = text_of("straight flush"), .exact = true, .ways = 10, .percent = FORECAST_WHOLE / 10};
    facts.rows[2] = (struct forecast_row){
        .name = text_of("flush"), .exact = true, .ways = 20, .pool = FORECAST_NO_POOL, .cents = 1000};
    facts.pools[0] =
        (struct forecast_pool){.name = text_of("prize pool"), .meter = 100000, .cap = -1, .reseed = 50000};
    facts.reserve = (struct forecast_reserve){.balance = 200000, .need = 50000, .funds = 1};
    for (unsigned pace = 0; pace < FORECAST_PACES; pace++) {
        unsigned hours = pace == FORECAST_TABLES ? 1 : 24 * forecast_window_days[pace];
        facts.counts[pace] = (struct forecast_counts){.minutes = hours * 60,
                                                      .table_hours = hours,
                                                      .rounds = hours * 2,
                                                      .hands = hours * 10,
                                                      .fees = hours * 1000};
        facts.streams[0].hands[pace] = facts.streams[0].payees[pace] = hours * 10;
        facts.pools[0].growth[pace] = (int64_t)hours * 500;
        facts.reserve.in[pace] = (int64_t)hours * 500;
    }
    return facts;
}

/* ------------------------------------------------------------------------------------------ closed forms */

static void the_chance_of_n_hands_is_right_at_its_borders(void **state)
{
    (void)state;
    assert_near(forecast_chance_of(0.5, 0), 0, 0);
    assert_near(forecast_chance_of(0.5, 1), 0.5, 1e-15);
    assert_near(forecast_chance_of(0.5, 2), 0.75, 1e-15);
    assert_near(forecast_chance_of(0.1, 3), 1 - 0.9 * 0.9 * 0.9, 1e-15);
    assert_near(forecast_chance_of(0, 1000), 0, 0);
    assert_near(forecast_chance_of(1, 1), 1, 0);
    assert_near(forecast_chance_of(1, 0), 0, 0);
    /* A royal flush in five cards: so rare that 1-p loses digits, and (1-p)^n with them. */
    assert_near(forecast_chance_of(1.0 / 649740, 649740), 1 - exp(-1) * (1 - 1.0 / 649740 / 2), 1e-9);
    assert_near(forecast_chance_of(1e-18, 1), 1e-18, 1e-30);
}

static void a_deviation_is_as_likely_as_both_tails(void **state)
{
    (void)state;
    /* Mean 1: P(0) = P(1) = 1/e, P(2) = 1/2e. */
    assert_near(forecast_deviation(1, 1), 1, 1e-12);
    assert_near(forecast_deviation(1, 0), 1 - exp(-1), 1e-12); /* 0, 2 and more are as far */
    assert_near(forecast_deviation(1, 2), 1 - exp(-1), 1e-12);
    assert_near(forecast_deviation(1, 3), 1 - 2.5 * exp(-1), 1e-12);
    assert_near(forecast_deviation(0.5, 0), 1, 1e-12); /* 1 is as far on the other side */
    assert_near(forecast_deviation(0.5, 2), 1 - 1.5 * exp(-0.5), 1e-12);
    assert_near(forecast_deviation(0, 0), 1, 0);
    assert_near(forecast_deviation(0, 1), 0, 0);
    assert_true(forecast_deviation(0.0026, 1) < 0.003);
    assert_near(forecast_deviation(1e8, 0), 0, 1e-9); /* however large, it is summed in a moment */
    assert_true(forecast_deviation(100000, 100000 + 1000) <
                0.01); /* no overflow, and 3.2 standard deviations */
}

static void the_mean_meter_is_right_in_small_cases(void **state)
{
    (void)state;
    assert_near(forecast_meter_after(100, 10, 0, -1, 5), 150, 1e-12);
    assert_near(forecast_meter_after(100, 10, 0, 120, 2), 120, 1e-12);
    assert_near(forecast_meter_after(100, 10, 0, 120, 1.99), 119.9, 1e-12);
    assert_near(forecast_meter_after(100, 10, 0, 120, 5), 120, 1e-12);
    /* Growth of 10 and a tenth taken once an hour: 100 stays 100. */
    assert_near(forecast_meter_after(100, 10, 0.1, -1, 7), 100, 1e-12);
    assert_near(forecast_meter_after(200, 10, 0.1, -1, 10), 100 + 100 * exp(-1), 1e-12);
    /* At the first hit of a rate: 100 + 10 / 0.5; with parts (0.5 * 100 + 10) / (0.5 + 0.25). */
    assert_near(forecast_meter_at(100, 10, 0, -1, 0.5), 120, 1e-12);
    assert_near(forecast_meter_at(100, 10, 0.25, -1, 0.5), 80, 1e-12);
    assert_near(forecast_meter_at(100, 0, 0, -1, 0.5), 100, 1e-12);
    /* A cap that is reached after two hours; one that stands there already; one that is never reached. */
    assert_near(forecast_meter_at(100, 10, 0, 120, 0.5), 100 + 20 * (1 - exp(-1)), 1e-12);
    assert_near(forecast_meter_at(100, 10, 0, 100, 0.5), 100, 1e-12);
    assert_near(forecast_meter_at(100, 10, 0.25, 100000, 0.5), 80, 1e-12);
    /* With parts the cap joins both forms: as parts go to nothing it is that without. */
    assert_near(forecast_meter_at(100, 10, 1e-9, 120, 0.5), forecast_meter_at(100, 10, 0, 120, 0.5), 1e-5);
}

static void a_forecast_follows_from_what_was_counted(void **state)
{
    (void)state;
    const struct forecast_facts facts = usual();
    struct forecast forecast;
    forecast_make(&facts, &forecast);
    const struct forecast_of_pool *pool = &forecast.pools[0];
    assert_int_equal(forecast.pace, FORECAST_WEEK);
    assert_int_equal(pool->reason, FORECAST_MADE);
    assert_near(forecast.hours_per_day, 24, 1e-12);
    assert_near(forecast.hands_per_hour, 10, 1e-12);
    assert_near(forecast.fees_per_table_hour, 1000, 1e-12);
    assert_near(pool->growth_per_day, 12000, 1e-9);
    assert_near(pool->any.hands, 1000.0 / 11, 1e-9);
    assert_near(pool->any.mean_days, 1 / (10 * 0.011 * 24), 1e-12);
    assert_near(pool->whole.mean_days, 1 / (10 * 0.001 * 24), 1e-12);
    assert_near(pool->whole.within_day, 1 - pow(0.999, 240), 1e-12);
    assert_near(pool->whole.within_week, 1 - pow(0.999, 240 * 7), 1e-12);
    assert_near(pool->whole.within_month, 1 - pow(0.999, 240 * 30), 1e-12);
    assert_near(pow(0.999, pool->whole.median_days * 240), 0.5, 1e-12);
    assert_near(pow(0.999, pool->whole.ninety_days * 240), 0.1, 1e-12);
    /* (w m + g) / (w + k) with w = 0.01, k = 0.1 * 0.1 and g = 500 an hour. */
    assert_int_equal(pool->meter_at_whole, (0.01 * 100000 + 500) / 0.02);
    assert_int_equal(pool->meter_at_any, 104545); /* 100000 + 500 / 0.11 */
    assert_int_equal(pool->curve[0].unhit, 100000);
    assert_int_equal(pool->curve[FORECAST_DAYS].unhit, 100000 + 30 * 12000);
    assert_near(pool->curve[1].any, 1 - pow(0.989, 240), 1e-12);
    assert_near(pool->expected, 90 * 240 * 0.011, 1e-9);
    assert_true(pool->odd); /* 238 were to be expected and none came */
}

static void games_with_different_chances_multiply(void **state)
{
    (void)state;
    struct forecast_facts facts = usual();
    struct forecast forecast;
    facts.stream_count = 2;
    facts.streams[1] = facts.streams[0];
    facts.streams[1].deals = 100;
    facts.rows[1].stream = 1; /* a tenth of the pool, by one hand in ten of the second game */
    forecast_make(&facts, &forecast);
    assert_near(forecast.pools[0].any.within_day, 1 - pow(0.999, 240) * pow(0.9, 240), 1e-12);
    assert_near(forecast.pools[0].whole.within_day, 1 - pow(0.999, 240), 1e-12);
}

/* ------------------------------------------------------------------------------------------ the reserve */

static void the_reserve_lasts_until_its_need(void **state)
{
    (void)state;
    struct forecast_facts facts = usual();
    struct forecast forecast;
    forecast_make(&facts, &forecast);
    /* In 12000; fixed prizes 240 * 0.02 * 1000; new seeds 240 * 0.001 * 50000. */
    assert_near(forecast.reserve.in_per_day, 12000, 1e-9);
    assert_near(forecast.reserve.fixed_per_day, 4800, 1e-9);
    assert_near(forecast.reserve.reseed_per_day, 12000, 1e-9);
    assert_near(forecast.reserve.net_per_day, -4800, 1e-9);
    assert_true(forecast.reserve.falls_short);
    assert_near(forecast.reserve.days, 150000.0 / 4800, 1e-9);
    facts.reserve.balance = 50000; /* at its need, one below, and with as much coming in as goes out */
    forecast_make(&facts, &forecast);
    assert_true(forecast.reserve.falls_short);
    assert_near(forecast.reserve.days, 0, 0);
    facts.reserve.balance = 49999;
    facts.rows[2].cents = 0;
    forecast_make(&facts, &forecast);
    assert_true(forecast.reserve.falls_short);
    assert_near(forecast.reserve.days, 0, 0);
    facts.reserve.balance = 50000;
    facts.reserve.in[FORECAST_WEEK] *= 2;
    forecast_make(&facts, &forecast);
    assert_false(forecast.reserve.falls_short);
    facts.reserve.funds = 0;
    facts.reserve.balance = -100;
    forecast_make(&facts, &forecast);
    assert_false(forecast.reserve.falls_short);
}

static void others_win_envy_and_a_pool_may_pay_the_fixed_prizes(void **state)
{
    (void)state;
    struct forecast_facts facts = usual();
    struct forecast forecast;
    facts.rows[2].envy_cents = 100; /* for the four others of five */
    forecast_make(&facts, &forecast);
    assert_near(forecast.reserve.fixed_per_day, 240 * 0.02 * 1400, 1e-9);
    facts.pools[0].pays_fixed = true;
    forecast_make(&facts, &forecast);
    assert_near(forecast.reserve.fixed_per_day, 0, 0);
    assert_near(forecast.pools[0].growth_per_day, 12000 - 240 * 0.02 * 1400, 1e-9);
}

static void a_day_adds_what_is_posted_and_fills_up_to_the_least(void **state)
{
    (void)state;
    struct forecast_facts facts = usual();
    struct forecast forecast;
    facts.pools[0].daily = 1000;
    facts.pools[0].daily_least = 12000;
    forecast_make(&facts, &forecast);
    assert_near(forecast.pools[0].growth_per_day, 13000, 1e-9);
    facts.pools[0].daily_least = 12001;
    forecast_make(&facts, &forecast);
    assert_near(forecast.pools[0].growth_per_day, 13001, 1e-9);
    assert_near(forecast.reserve.reseed_per_day, 12000 + 1000 + 1, 1e-6);
}

/* ------------------------------------------------------------------------------------------ what there is not */

static void without_history_the_tables_set_the_pace(void **state)
{
    (void)state;
    struct forecast_facts facts = usual();
    struct forecast forecast;
    for (unsigned pace = 0; pace < FORECAST_WINDOWS; pace++) {
        facts.counts[pace] = (struct forecast_counts){0};
        facts.streams[0].hands[pace] = facts.streams[0].payees[pace] = 0;
        facts.pools[0].growth[pace] = facts.reserve.in[pace] = 0;
    }
    facts.open_tables = 0;
    forecast_make(&facts, &forecast);
    assert_int_equal(forecast.pace, FORECAST_TABLES);
    assert_int_equal(forecast.pools[0].reason, FORECAST_MADE);
    assert_near(forecast.pools[0].growth_per_day, 12000, 1e-9);
    assert_near(forecast.pools[0].expected, 0, 0);
    assert_false(forecast.pools[0].odd);
    /* One hit although nothing was played is as odd as can be. */
    facts.pools[0].observed = 1;
    forecast_make(&facts, &forecast);
    assert_true(forecast.pools[0].odd);
}

static void the_pace_is_of_7_days_then_of_28_then_of_one(void **state)
{
    (void)state;
    struct forecast_facts facts = usual();
    struct forecast forecast;
    facts.counts[FORECAST_WEEK].rounds = 0;
    forecast_make(&facts, &forecast);
    assert_int_equal(forecast.pace, FORECAST_FOUR_WEEKS);
    facts.counts[FORECAST_FOUR_WEEKS].rounds = 0;
    forecast_make(&facts, &forecast);
    assert_int_equal(forecast.pace, FORECAST_DAY);
}

static enum forecast_reason reason_of(const struct forecast_facts *facts)
{
    struct forecast forecast;
    forecast_make(facts, &forecast);
    assert_false(forecast.pools[0].reason != FORECAST_MADE && forecast.pools[0].any.possible);
    return forecast.pools[0].reason;
}

static void it_says_why_there_is_no_forecast(void **state)
{
    (void)state;
    struct forecast_facts facts = usual();
    struct forecast forecast;
    facts.rows[1].exact = false;
    assert_int_equal(reason_of(&facts), FORECAST_NOT_EXACT);
    forecast_make(&facts, &forecast);
    assert_int_equal(forecast.pools[0].row, 1);
    assert_false(forecast.reserve.known);
    facts = usual();
    facts.rows[2].exact = false; /* a fixed prize that is not counted leaves the meter its forecast */
    assert_int_equal(reason_of(&facts), FORECAST_MADE);
    forecast_make(&facts, &forecast);
    assert_false(forecast.reserve.known);
    facts = usual();
    facts.rows[0].percent = facts.rows[1].percent = 0;
    assert_int_equal(reason_of(&facts), FORECAST_NOT_HIT);
    facts = usual();
    facts.rows[0].ways = facts.rows[1].ways = 0;
    assert_int_equal(reason_of(&facts), FORECAST_NEVER);
    facts = usual();
    facts.week_minutes = 0;
    assert_int_equal(reason_of(&facts), FORECAST_NOT_OFFERED);
    facts = usual();
    facts.table_count = 0;
    assert_int_equal(reason_of(&facts), FORECAST_NOT_OFFERED);
    facts = usual();
    facts.streams[0].hands[FORECAST_WEEK] = 0;
    assert_int_equal(reason_of(&facts), FORECAST_NOTHING_PLAYED);
}

static void a_pool_of_parts_has_no_whole_hit(void **state)
{
    (void)state;
    struct forecast_facts facts = usual();
    struct forecast forecast;
    facts.rows[0].percent = FORECAST_WHOLE - 1;
    forecast_make(&facts, &forecast);
    assert_int_equal(forecast.pools[0].reason, FORECAST_MADE);
    assert_true(forecast.pools[0].any.possible);
    assert_false(forecast.pools[0].whole.possible);
    assert_near(forecast.reserve.reseed_per_day, 0, 0);
}

static void a_meter_without_growth_stands_still(void **state)
{
    (void)state;
    struct forecast_facts facts = usual();
    struct forecast forecast;
    facts.pools[0].growth[FORECAST_WEEK] = 0;
    facts.rows[1].percent = 0;
    forecast_make(&facts, &forecast);
    assert_int_equal(forecast.pools[0].meter_at_whole, 100000);
    assert_int_equal(forecast.pools[0].curve[FORECAST_DAYS].unhit, 100000);
    assert_true(forecast.pools[0].days_to_cap < 0);
    facts.pools[0].cap = 100000;
    forecast_make(&facts, &forecast);
    assert_near(forecast.pools[0].days_to_cap, 0, 0);
}

/* ------------------------------------------------------------------------------------------ by chance */

/* Hand by hand: the meter grows, is hit in parts, and at last wholly. */
static double play_to_the_hit(struct random *chance, unsigned *hands)
{
    double meter = 100000;
    for (*hands = 1;; ++*hands) {
        uint32_t deal = random_below(chance, 1000);
        meter += 50;
        if (deal == 0)
            return meter;
        if (deal <= 10)
            meter -= meter / 10;
    }
}

/* Means of 20,000 hits from a seed, within four standard errors of the model. */
static void a_simulation_agrees_with_the_model(void **state)
{
    (void)state;
    enum { HITS = 20000 };
    const struct forecast_facts facts = usual();
    struct forecast forecast;
    struct random_insecure chance;
    double meters = 0, squares = 0, hands = 0, before_median = 0;
    forecast_make(&facts, &forecast);
    const struct forecast_of_pool *pool = &forecast.pools[0];
    random_insecure_init(&chance, 7);
    for (unsigned i = 0; i < HITS; i++) {
        unsigned played;
        double meter = play_to_the_hit(&chance.random, &played);
        meters += meter;
        squares += meter * meter;
        hands += played;
        before_median += played <= pool->whole.median_days * 240;
    }
    double mean = meters / HITS, error = sqrt((squares / HITS - mean * mean) / HITS);
    assert_near(mean, (double)pool->meter_at_whole, 4 * error);
    assert_near(hands / HITS, 1000, 4 * 1000 / sqrt(HITS)); /* the deviation of one is its mean */
    assert_near(before_median / HITS, 0.5, 4 * 0.5 / sqrt(HITS));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_chance_of_n_hands_is_right_at_its_borders),
        cmocka_unit_test(a_deviation_is_as_likely_as_both_tails),
        cmocka_unit_test(the_mean_meter_is_right_in_small_cases),
        cmocka_unit_test(a_forecast_follows_from_what_was_counted),
        cmocka_unit_test(games_with_different_chances_multiply),
        cmocka_unit_test(the_reserve_lasts_until_its_need),
        cmocka_unit_test(others_win_envy_and_a_pool_may_pay_the_fixed_prizes),
        cmocka_unit_test(a_day_adds_what_is_posted_and_fills_up_to_the_least),
        cmocka_unit_test(without_history_the_tables_set_the_pace),
        cmocka_unit_test(the_pace_is_of_7_days_then_of_28_then_of_one),
        cmocka_unit_test(it_says_why_there_is_no_forecast),
        cmocka_unit_test(a_pool_of_parts_has_no_whole_hit),
        cmocka_unit_test(a_meter_without_growth_stands_still),
        cmocka_unit_test(a_simulation_agrees_with_the_model),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
