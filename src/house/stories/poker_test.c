/* Jackpots of the poker tables whose tests look at the hits of a meter, at single advances or at an event. The others are the
 * cases of tests/cases/floor/poker. */
#include "house/stories/story_test.h"

#include "funds/funds.h"
#include "house/hands/hands_shapes.h"
#include "house/setup/setup.h"

/* ------------------------------------------------------------------------------------------ hawaiian-gardens/poker-style-jackpot-shares */

/* The losing hand of a proposition player is not paid, the others are. */
static void the_hand_of_one_who_may_not_win_leaves_its_part_in_the_fund(void **state)
{
    (void)state;
    offers(&room, "poker-jackpot", NULL);
    holds(&room, "poker-jackpot", "poker jackpot collections", 3000000);
    seat_patrons(&room, "NL-1", 4);
    does(&room, "amend-patron 1001 proposition-player yes by fay");
    does(&room, "amend-patron 1003 proposition-player yes by fay");
    does(&room, "start-round NL-1 by dana");
    does(&room, "claim-hand NL-1 seat 1 offer poker-jackpot by dana");
    does(&room, "verify-hand 1 cards \"8s 8h\" board \"8d 8c Ac Ad 2h\" winner \"As Ah\" beaten-by 2 outcome "
                "lost by sam");
    assert_true(EVENT_AS(&room.last[0], hand_verified)->no_part);
    does(&room, "authorise 1 by sue");
    prizes(&room, "seat 2 (1002): winning hand 6,250\nseat 4 (1004): table 3,125");
    posts(&room, "poker-jackpot",
          "poker jackpot collections -> held 9,375\njackpot -> promised 9,375\njackpot -> promised 15,625");
}

/* ------------------------------------------------------------------------------------------ bay101/poker-bonus-hand-progressive */

#define BONUS_HAND                                                                                           \
    "four of a kind pool: {seed: $50, reseed: $50, increase: $5}",                                           \
        "four of a kind pool: {seed: $50, reseed: $100, increase: $10}"

/* Two tables of the house, and a bonus hand that waits for the end of the day. */
static void four_of_a_kind(unsigned hand, const char *table)
{
    DOES(&room, "start-round %s by dana", table);
    DOES(&room, "claim-hand %s seat 1 offer poker-bonus-hand by dana", table);
    DOES(&room, "verify-hand %u cards \"8s 8h\" board \"8d 8c 7h 2s 3d\" pot $20 by sam", hand);
}

static void those_who_have_the_hand_in_a_period_share_its_pool_when_it_ends(void **state)
{
    (void)state;
    offers(&room, "poker-bonus-hand", BONUS_HAND, NULL);
    holds(&room, "poker-bonus-hand", "reserve", 300000);
    holds(&room, "poker-bonus-hand", "four of a kind pool", 24500);
    seat_patrons(&room, "LH-1", 5);
    does(&room, "open-table LH-2 by fay");
    for (unsigned seat = 1; seat <= 5; seat++)
        DOES(&room, "sit LH-2 seat %u by dana", seat);
    four_of_a_kind(1, "LH-1");
    does(&room, "authorise 1 by sue");
    posts(&room, "poker-bonus-hand", "");
    four_of_a_kind(2, "LH-2");
    does(&room, "authorise 2 by sue");
    refuses(&room, "withdraw-offer poker-bonus-hand by olga", "house#document");
    does(&room, "end-round LH-1 by dana");
    does(&room, "end-round LH-2 by dana");
    does(&room, "close-table LH-1 by fay");
    does(&room, "close-table LH-2 by fay");
    does(&room, "clock 2026-11-03T05:59:59-08:00");
    assert_int_equal(room.floor.last_prize, 0);
    holds(&room, "poker-bonus-hand", "reserve", 300000);
    does(&room, "clock 2026-11-03T06:00:00-08:00"); /* the pools rise when the gaming day begins */
    posts(
        &room, "poker-bonus-hand",
        "four of a kind pool -> held 245 #24\nreserve -> held 1 #16\nreserve -> four of a kind pool 100 #57\n"
        "fee box -> royal flush pool 2 #46\nreserve -> royal flush pool 23 #46\n"
        "reserve -> straight flush pool 10 #49\nreserve -> four of a kind pool 10 #52");
    prizes(&room, "seat 1 (1001): four of a kind 123\nseat 1: four of a kind 123");
    assert_int_equal(floor_offering(&room.floor, text_of("poker-bonus-hand"))->meters[2].hits, 1);
}

static void a_house_may_pay_bonus_hands_at_once(void **state)
{
    (void)state;
    offers(&room, "poker-bonus-hand", "hours: always\n", "hours: always\nsettings: {hits: the round}\n",
           NULL);
    seat_patrons(&room, "LH-1", 5);
    does(&room, "start-round LH-1 by dana");
    does(&room, "claim-hand LH-1 seat 1 offer poker-bonus-hand by dana");
    does(&room, "claim-hand LH-1 seat 2 offer poker-bonus-hand by dana");
    does(&room, "verify-hand 1 cards \"8s 8h\" board \"Qs Js Ts 8d 8c\" pot $20 by sam");
    refuses(&room, "verify-hand 2 cards \"As Ks\" board \"Qs Js Ts 8d 8c\" pot $19.99 by sam",
            "bay101/poker-bonus-hand-progressive#33");
    does(&room, "verify-hand 2 cards \"As Ks\" board \"Qs Js Ts 8d 8c\" pot $20 by sam");
    does(&room, "authorise 1 by sue");
    prizes(&room, "seat 1 (1001): four of a kind 50\nseat 2 (1002): royal flush 300");
    const struct offering *offering = floor_offering(&room.floor, text_of("poker-bonus-hand"));
    assert_int_equal(offering->meters[0].won, 30000);
    assert_int_equal(offering->meters[1].won, 0);
    assert_int_equal(offering->meters[2].won, 5000);
}

/* ------------------------------------------------------------------------------------------ bay101/aces-cracked */

#define CRACKED "cards \"As Ah\" board \"2c 7d 9h Jc 3s\" winner \"Jd Js\" beaten-by 3 outcome lost"

/* What the house advanced for the aces is older than what it then advances for the pools, and is repaid before. */
static void behind_one_reserve_the_oldest_advance_is_repaid_first(void **state)
{
    (void)state;
    offers(&room, "poker-bonus-hand", NULL);
    offers(&room, "aces-cracked", NULL);
    seat_patrons(&room, "NL-1", 5);
    does(&room, "start-round NL-1 by dana");
    does(&room, "claim-hand NL-1 seat 1 offer aces-cracked by dana");
    does(&room, "verify-hand 1 " CRACKED " by sam");
    does(&room, "authorise 1 by sue");
    does(&room, "end-round NL-1 by dana");
    does(&room, "close-table NL-1 by fay");
    assert_int_equal(advances(&room, "aces-cracked"), 10000);
    does(&room, "clock 2026-11-03T06:00:00-08:00");
    const int64_t newer = advances(&room, "poker-bonus-hand");
    assert_in_range(newer, 1, 9999);
    seat_patrons(&room, "NL-2", 5);
    for (unsigned i = 0; i < 80; i++) {
        does(&room, "start-round NL-2 by dana");
        does(&room, "end-round NL-2 by dana");
    }
    does(&room, "close-table NL-2 by fay");
    does(&room, "clock 2026-11-04T05:59:59-08:00");
    const int64_t comes = 8000 - 4000; /* of the fees of the day, after the increases */
    holds(&room, "poker-bonus-hand", "reserve", 10000 - comes - 1);
    does(&room, "clock 2026-11-04T06:00:00-08:00");
    assert_int_equal(balance(&room, "poker-bonus-hand", "reserve"), 9999);
    assert_int_equal(advances(&room, "aces-cracked"), 10000);
    assert_int_equal(advances(&room, "poker-bonus-hand"), newer);
}

/* One pair of aces was misread; what the house advanced for the two of the next round is owed as it was. */
static void an_award_that_is_reversed_takes_its_own_advance_with_it(void **state)
{
    (void)state;
    offers(&room, "poker-bonus-hand", NULL);
    offers(&room, "aces-cracked", NULL);
    seat_patrons(&room, "NL-1", 5);
    does(&room, "start-round NL-1 by dana");
    does(&room, "claim-hand NL-1 seat 1 offer aces-cracked by dana");
    does(&room, "verify-hand 1 " CRACKED " by sam");
    does(&room, "authorise 1 by sue");
    does(&room, "end-round NL-1 by dana");
    does(&room, "start-round NL-1 by dana");
    does(&room, "claim-hand NL-1 seat 1 offer aces-cracked by dana");
    does(&room, "claim-hand NL-1 seat 2 offer aces-cracked by dana");
    does(&room, "verify-hand 2 " CRACKED " by sam");
    does(&room,
         "verify-hand 3 cards \"Ad Ac\" board \"2c 7d 9h Jc 3s\" winner \"Jd Js\" outcome lost by sam");
    does(&room, "authorise 2 by sue");
    assert_int_equal(advances(&room, "aces-cracked"), 30000);
    does(&room, "reverse 1 reason misread authorised-by sue by max");
    const struct funds *funds = &room.floor.offerings[1].funds;
    assert_int_equal(funds->advance_count, 1);
    assert_int_equal(funds_advance(funds, 0)->cents, 20000);
    assert_int_equal(funds_advance(funds, 0)->award, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORY(the_hand_of_one_who_may_not_win_leaves_its_part_in_the_fund, open_gardens),
        STORY(those_who_have_the_hand_in_a_period_share_its_pool_when_it_ends, open_bay),
        STORY(a_house_may_pay_bonus_hands_at_once, open_bay),
        STORY(behind_one_reserve_the_oldest_advance_is_repaid_first, open_bay),
        STORY(an_award_that_is_reversed_takes_its_own_advance_with_it, open_bay),
    };
    return cmocka_run_group_tests_name("floor: poker", tests, NULL, NULL);
}
