#include "funds/claim.h"

#include "funds/activity_test.h"

static const char no_limit[] =
    "offer: bay101/no-limit-bad-beat\n"
    "tables: [T-1]\n"
    "hours: always\n"
    "chart: B\n"
    "structure: A\n"
    "pools:\n"
    "  prize pool: {seed: \"$25,000\", reseed: \"$25,000\", increase: $500, increase at: "
    "\"06:00\", cap: \"$150,000\"}\n"
    "off: [multiplier]\n"
    "administration: {fee: $10}\n";

static const struct claimant winner = {.present = true, .stub = true};
static const struct identification passport = {.photo = true, .name_agrees = true};

struct counter {
    struct desk desk;
    struct claim_terms terms;
    struct claim claim;
};

static struct instant at(const char *text)
{
    struct instant instant;
    assert_int_equal(instant_parse(text_of(text), 0, &instant, NULL), STATUS_OK);
    return instant;
}

static void open_claim(struct counter *counter, const char *awarded)
{
    set_up(&counter->desk, "bay101/no-limit-bad-beat", no_limit);
    assert_int_equal(claim_terms_compile(&counter->desk.offer, &counter->desk.library.arena, &counter->terms),
                     STATUS_OK);
    assert_int_equal(claim_open(&counter->terms, 750300, 750300, at(awarded), &counter->claim), STATUS_OK);
}

/* bay101/no-limit-bad-beat#22 #23 #24 */
static void fifteen_minutes_include_their_last_second(void **state)
{
    (void)state;
    struct counter counter;
    open_claim(&counter, "2026-11-16T20:00:00-08:00");
    assert_false(claim_tick(&counter.claim, at("2026-11-16T20:14:59-08:00")));
    assert_false(claim_tick(&counter.claim, at("2026-11-16T20:15:00-08:00")));
    assert_true(claim_tick(&counter.claim, at("2026-11-16T20:15:01-08:00")));
    assert_int_equal(counter.claim.state, CLAIM_HELD);
    tear_down(&counter.desk);
}

static void an_identified_winner_is_paid(void **state)
{
    (void)state;
    struct counter counter;
    open_claim(&counter, "2026-11-16T20:00:00-08:00");
    struct ruling ruling =
        claim_pay(&counter.terms, &counter.claim, &winner, at("2026-11-16T20:05:00-08:00"));
    assert_false(ruling.allowed);
    assert_string_equal(ruling.clause, "bay101/no-limit-bad-beat#22");
    assert_true(
        claim_identify(&counter.terms, &counter.claim, &passport, at("2026-11-16T20:06:00-08:00")).allowed);
    assert_true(claim_pay(&counter.terms, &counter.claim, &winner, at("2026-11-16T20:20:00-08:00")).allowed);
    assert_false(claim_pay(&counter.terms, &counter.claim, &winner, at("2026-11-16T20:21:00-08:00")).allowed);
    tear_down(&counter.desk);
}

static void one_may_come_back_until_the_end_of_the_thirtieth_day(void **state)
{
    (void)state;
    struct counter counter;
    open_claim(&counter, "2026-11-16T20:00:00-08:00");
    assert_true(
        claim_identify(&counter.terms, &counter.claim, &passport, at("2026-12-16T23:59:59-08:00")).allowed);
    assert_int_equal(counter.claim.state, CLAIM_PAYABLE);
    tear_down(&counter.desk);
    open_claim(&counter, "2026-11-16T20:00:00-08:00");
    struct ruling ruling =
        claim_identify(&counter.terms, &counter.claim, &passport, at("2026-12-17T00:00:00-08:00"));
    assert_false(ruling.allowed);
    assert_string_equal(ruling.clause, "bay101/no-limit-bad-beat#23");
    assert_int_equal(counter.claim.state, CLAIM_LAPSED);
    tear_down(&counter.desk);
}

static void thirty_days_over_a_change_of_the_clocks_are_thirty_days(void **state)
{
    (void)state;
    struct counter counter;
    open_claim(&counter, "2026-10-10T20:00:00-07:00"); /* clocks go back on November 1 */
    assert_false(claim_tick(&counter.claim, at("2026-10-10T20:15:00-07:00")));
    assert_int_equal(counter.claim.lapses.ms, at("2026-11-10T00:00:00-08:00").ms);
    tear_down(&counter.desk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fifteen_minutes_include_their_last_second),
        cmocka_unit_test(an_identified_winner_is_paid),
        cmocka_unit_test(one_may_come_back_until_the_end_of_the_thirtieth_day),
        cmocka_unit_test(thirty_days_over_a_change_of_the_clocks_are_thirty_days),
    };
    return cmocka_run_group_tests_name("claim", tests, NULL, NULL);
}
