/* What holds across time and postings: hands that wait while an offer is posted anew, and advances of offers that share a
 * reserve. */
#include "house/stories/story_test.h"

#include "funds/funds.h"
#include "funds/terms.h"
#include "house/setup/setup.h"

static void four_of_a_kind(unsigned hand)
{
    does(&room, "start-round LH-1 by dana");
    DOES(&room, "claim-hand LH-1 seat %u offer poker-bonus-hand by dana", hand);
    DOES(&room, "verify-hand %u row \"four of a kind\" pot $20 by sam", hand);
}

/* bay101/poker-bonus-hand-progressive#16: the posted amount is divided, and is paid once. */
static void hands_before_and_after_a_new_posting_share_one_prize(void **state)
{
    (void)state;
    offers(&room, "poker-bonus-hand", NULL);
    seat_patrons(&room, "LH-1", 6);
    four_of_a_kind(1);
    does(&room, "authorise 1 by sue");
    four_of_a_kind(2); /* verified before, and authorised after */
    offers(&room, "poker-bonus-hand", "administration: {fee: $5}", "administration: {fee: $6}", NULL);
    does(&room, "authorise 2 by sue");
    four_of_a_kind(3);
    does(&room, "authorise 3 by sue");
    does(&room, "end-round LH-1 by dana");
    does(&room, "close-table LH-1 by fay");
    holds(&room, "poker-bonus-hand", "four of a kind pool", 9000);
    holds(&room, "poker-bonus-hand", "reserve", 100000);
    does(&room, "clock 2026-11-03T05:59:59-08:00");
    holds(&room, "poker-bonus-hand", "reserve", 100000);
    does(&room, "clock 2026-11-03T06:00:00-08:00");
    assert_int_equal(balance(&room, "poker-bonus-hand", "held"), 9000);
    prizes(&room, "seat 1 (1001): four of a kind 30\nseat 2 (1002): four of a kind 30\n"
                  "seat 3 (1003): four of a kind 30");
}

/* ------------------------------------------------------------------------------------------ frozen terms */

static void prize_of_aces(const char *amount)
{
    char posted[64];
    (void)snprintf(posted, sizeof posted, "prizes: {aces cracked: %s}", amount);
    post_text(&room, "aces-cracked",
              text_with(&room, offer_file(&room, "aces-cracked"), "prizes: {aces cracked: $100}", posted));
    assert_true(room.decision.ruling.allowed);
}

static void verify_aces(unsigned hand)
{
    DOES(&room,
         "verify-hand %u cards \"As Ah\" board \"Kd Kc 7h 2s 3d\" winner \"Ks 9h\" beaten-by 2 outcome lost "
         "by sam",
         hand);
}

/* bay101/aces-cracked#16: what is posted holds for the hands that are dealt afterwards, however far one has come before. */
static void a_hand_wins_what_was_posted_when_it_was_dealt(void **state)
{
    (void)state;
    offers(&room, "poker-bonus-hand", NULL);
    offers(&room, "aces-cracked", NULL);
    seat_patrons(&room, "NL-1", 6);
    seat_patrons(&room, "NL-2", 6);
    does(&room, "start-round NL-1 by dana");
    does(&room, "start-round NL-2 by dana");
    prize_of_aces("$120"); /* dealt before */
    does(&room, "claim-hand NL-1 seat 1 offer aces-cracked by dana");
    prize_of_aces("$140"); /* claimed before */
    verify_aces(1);
    prize_of_aces("$160"); /* verified before */
    does(&room, "authorise 1 by sue");
    prizes(&room, "seat 1 (1001): aces cracked 100");
    does(&room, "claim-hand NL-2 seat 1 offer aces-cracked by dana");
    verify_aces(2);
    does(&room, "authorise 2 by sue");
    prizes(&room, "seat 1 (1001): aces cracked 100");
    does(&room, "start-round NL-1 by dana"); /* dealt after */
    does(&room, "claim-hand NL-1 seat 1 offer aces-cracked by dana");
    verify_aces(3);
    does(&room, "authorise 3 by sue");
    prizes(&room, "seat 1 (1001): aces cracked 160");
}

/* Neither at a table that is added while a round runs there, nor where the offer comes while one runs. */
static void a_hand_that_was_dealt_before_the_posting_wins_nothing(void **state)
{
    (void)state;
    offers(&room, "poker-bonus-hand", NULL);
    seat_patrons(&room, "NL-1", 6);
    does(&room, "start-round NL-1 by dana");
    offers(&room, "aces-cracked", NULL);
    refuses(&room, "claim-hand NL-1 seat 1 offer aces-cracked by dana", "house#document");
    does(&room, "start-round NL-1 by dana");
    does(&room, "claim-hand NL-1 seat 1 offer aces-cracked by dana");
}

/* The chart that was offered judges the hand: bay101/bonus-hand-progressive-v1-1#17. */
static void a_hand_is_judged_by_the_chart_that_it_was_dealt_by(void **state)
{
    (void)state;
    offers(&room, "bonus-hand", NULL);
    seat_patrons(&room, "C4-1", 2);
    does(&room, "start-round C4-1 fees 1,2 by dana");
    does(&room, "claim-hand C4-1 seat 1 offer bonus-hand by dana");
    struct text text = offer_file(&room, "bonus-hand");
    post_text(&room, "bonus-hand", text_with(&room, text, "flush: $40", "flush: $60"));
    assert_true(room.decision.ruling.allowed);
    does(&room, "claim-hand C4-1 seat 2 offer bonus-hand by dana");
    does(&room, "verify-hand 1 row flush by sam");
    does(&room, "verify-hand 2 row flush by sam");
    does(&room, "authorise 1 by sue");
    prizes(&room, "seat 1 (1001): flush 40\nseat 2 (1002): flush 40");
    does(&room, "start-round C4-1 fees 1,2 by dana");
    does(&room, "claim-hand C4-1 seat 1 offer bonus-hand by dana");
    does(&room, "verify-hand 3 row flush by sam");
    does(&room, "authorise 3 by sue");
    prizes(&room, "seat 1 (1001): flush 60");
}

/* The hand wins the meter, which starts anew as posted now: the next hands are dealt for it. */
static void a_pool_starts_anew_as_posted_now(void **state)
{
    (void)state;
    offers(&room, "bonus-hand", NULL);
    seat_patrons(&room, "C4-1", 2);
    does(&room, "start-round C4-1 fees 1 by dana");
    does(&room, "claim-hand C4-1 seat 1 offer bonus-hand by dana");
    struct text text = offer_file(&room, "bonus-hand");
    post_text(&room, "bonus-hand", text_with(&room, text, "reseed: $5,000", "reseed: $6,000"));
    assert_true(room.decision.ruling.allowed);
    does(&room, "verify-hand 1 row \"royal flush\" by sam");
    does(&room, "authorise 1 by sue");
    prizes(&room, "seat 1 (1001): royal flush 5,000.11");
    assert_int_equal(balance(&room, "bonus-hand", "prize pool"), 600000);
}

/* ------------------------------------------------------------------------------------------ hours of administration */

/* bay101/poker-bonus-hand-progressive#64: completed hours are charged. One in which it was posted or withdrawn is not. */
static void an_hour_is_charged_if_it_was_offered_all_the_while(void **state)
{
    (void)state;
    seat_patrons(&room, "LH-1", 6); /* at noon */
    does(&room, "clock 2026-11-02T12:00:00.001-08:00");
    offers(&room, "poker-bonus-hand", NULL);
    does(&room,
         "adjust poker-bonus-hand from house to reserve amount $100 reason test authorised-by sue by olga");
    does(&room, "clock 2026-11-02T13:00:00-08:00"); /* a moment after the hour began */
    const struct funds *funds = &floor_offering(&room.floor, text_of("poker-bonus-hand"))->funds;
    assert_int_equal(funds->administration_due, 0);
    does(&room, "clock 2026-11-02T14:00:00-08:00"); /* the whole hour */
    assert_int_equal(funds->administration_due, 500);
    offers(&room, "poker-bonus-hand", NULL); /* posted anew, without a break */
    does(&room, "clock 2026-11-02T15:00:00-08:00");
    assert_int_equal(funds->administration_due, 1000);
    does(&room, "clock 2026-11-02T15:30:00-08:00");
    does(&room, "withdraw-offer poker-bonus-hand by olga");
    offers(&room, "poker-bonus-hand", NULL); /* at once, and yet the hour is not whole */
    does(&room, "clock 2026-11-02T16:00:00-08:00");
    assert_int_equal(funds->administration_due, 1000);
}

/* As many as can share one prize are kept, whenever the offer was posted. */
static void hands_of_both_postings_are_counted_together(void **state)
{
    (void)state;
    offers(&room, "poker-bonus-hand", NULL);
    seat_patrons(&room, "LH-1", 5);
    for (unsigned hand = 1; hand <= FLOOR_BOARD_MAX; hand++) {
        does(&room, "start-round LH-1 by dana");
        does(&room, "claim-hand LH-1 seat 1 offer poker-bonus-hand by dana");
        DOES(&room, "verify-hand %u row \"four of a kind\" pot $20 by sam", hand);
        DOES(&room, "authorise %u by sue", hand);
    }
    offers(&room, "poker-bonus-hand", NULL);
    does(&room, "start-round LH-1 by dana");
    does(&room, "claim-hand LH-1 seat 1 offer poker-bonus-hand by dana");
    DOES(&room, "verify-hand %u row \"four of a kind\" pot $20 by sam", FLOOR_BOARD_MAX + 1);
    char line[64];
    (void)snprintf(line, sizeof line, "authorise %u by sue", FLOOR_BOARD_MAX + 1);
    refuses(&room, line, "house#hand");
}

/* bay101/poker-bonus-hand-progressive#63, bay101/aces-cracked#R4: the fees of the bonus hand repay what the house advanced for
 * aces, once the reserve holds the whole of it. */
static void fees_repay_what_was_advanced_for_another_offer_of_the_reserve(void **state)
{
    (void)state;
    offers(&room, "poker-bonus-hand", NULL);
    offers(&room, "aces-cracked", NULL);
    const int64_t prize = 10000;
    seat_patrons(&room, "NL-1", 6);
    does(&room, "start-round NL-1 by dana");
    holds(&room, "poker-bonus-hand", "reserve", 0);
    does(&room, "claim-hand NL-1 seat 1 offer aces-cracked by dana");
    does(&room, "verify-hand 1 cards \"As Ah\" board \"Kd Kc 7h 2s 3d\" winner \"Ks 9h\" beaten-by 2 outcome "
                "lost by sam");
    does(&room, "authorise 1 by sue");
    posts(&room, "aces-cracked", "house -> held 100");
    assert_int_equal(advances(&room, "aces-cracked"), prize);
    does(&room, "end-round NL-1 by dana");
    does(&room, "close-table NL-1 by fay");
    const struct terms *terms = &floor_offering(&room.floor, text_of("poker-bonus-hand"))->terms;
    int64_t increases = 0;
    for (unsigned i = 0; i < terms->pool_count; i++)
        increases += terms->pools[i].increase.cents;
    holds(&room, "poker-bonus-hand", "reserve", prize - 200);
    holds(&room, "poker-bonus-hand", "fee box", increases + 100);
    does(&room, "clock 2026-11-03T06:00:00-08:00"); /* $99, and the advance is not repaid in part */
    assert_int_equal(advances(&room, "aces-cracked"), prize);
    assert_int_equal(balance(&room, "poker-bonus-hand", "reserve"), prize - 100);
    holds(&room, "poker-bonus-hand", "fee box", increases + 100);
    does(&room, "clock 2026-11-04T06:00:00-08:00");
    assert_int_equal(advances(&room, "aces-cracked"), 0);
    assert_int_equal(balance(&room, "poker-bonus-hand", "reserve"), 0);
}

/* The document comes back from the regulator with another minimum of the fund, and the offer is posted anew. */
static void approves_minimum(const char *minimum)
{
    const struct text activity = text_of("hawaiian-gardens/ca-asian-progressive-bad-beat");
    char line[64];
    (void)snprintf(line, sizeof line, "minimum: %s", minimum);
    file_text_as(&room, activity, text_with(&room, document_file(&room, activity), "minimum: $5,000", line));
    post_text(&room, "asian-bad-beat", offer_file(&room, "asian-bad-beat"));
    assert_true(room.decision.ruling.allowed);
}

/* hawaiian-gardens/ca-asian-progressive-bad-beat#56: the seed of $10,000 is repaid when the fund holds the minimum beside it. What it
 * holds is enough as soon as the minimum is lowered to it, and not when money next comes. */
static void a_lower_minimum_of_the_fund_repays_at_once(void **state)
{
    (void)state;
    offers(&room, "asian-bad-beat", NULL);
    assert_int_equal(advances(&room, "asian-bad-beat"), 1000000);
    holds(&room, "asian-bad-beat", "jackpot fund", 1400000);
    approves_minimum("$6,000");
    approves_minimum("$5,000");
    approves_minimum("$4,000.01");
    posts(&room, "asian-bad-beat", "");
    assert_int_equal(advances(&room, "asian-bad-beat"), 1000000);
    approves_minimum("$4,000");
    posts(&room, "asian-bad-beat", "jackpot fund -> house 10,000 #56");
    assert_int_equal(advances(&room, "asian-bad-beat"), 0);
    approves_minimum("$3,999.99");
    posts(&room, "asian-bad-beat", "");
    assert_int_equal(balance(&room, "asian-bad-beat", "jackpot fund"), 400000);
}

/* One cent beyond it is as good, and a higher minimum repays nothing. */
static void a_fund_that_holds_more_repays_and_one_that_must_hold_more_does_not(void **state)
{
    (void)state;
    offers(&room, "asian-bad-beat", NULL);
    holds(&room, "asian-bad-beat", "jackpot fund", 1499999);
    approves_minimum("$5,000");
    assert_int_equal(advances(&room, "asian-bad-beat"), 1000000);
    approves_minimum("$4,999.98");
    assert_int_equal(advances(&room, "asian-bad-beat"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORY(hands_before_and_after_a_new_posting_share_one_prize, open_bay),
        STORY(hands_of_both_postings_are_counted_together, open_bay),
        STORY(a_hand_wins_what_was_posted_when_it_was_dealt, open_bay),
        STORY(a_hand_that_was_dealt_before_the_posting_wins_nothing, open_bay),
        STORY(a_hand_is_judged_by_the_chart_that_it_was_dealt_by, open_demo),
        STORY(a_pool_starts_anew_as_posted_now, open_demo),
        STORY(an_hour_is_charged_if_it_was_offered_all_the_while, open_bay),
        STORY(fees_repay_what_was_advanced_for_another_offer_of_the_reserve, open_bay),
        STORY(a_lower_minimum_of_the_fund_repays_at_once, open_gardens),
        STORY(a_fund_that_holds_more_repays_and_one_that_must_hold_more_does_not, open_gardens),
    };
    return cmocka_run_group_tests_name("floor: postings", tests, NULL, NULL);
}
