/* What holds across time and postings: hands that wait while an offer is posted anew, and advances of offers that share a
 * reserve. */
#include "house/floor_test.h"

static struct room room;

static int open_bay(void **state)
{
    (void)state;
    room_open_house(&room, "bay101");
    return 0;
}

static int close_room(void **state)
{
    (void)state;
    room_release(&room);
    return 0;
}

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
    does(&room, "clock 2026-11-03T00:00:00-08:00");
    posts(&room, "poker-bonus-hand",
          "four of a kind pool -> held 90 #24\nreserve -> four of a kind pool 50 #57");
    prizes(&room, "seat 1 (1001): four of a kind 30\nseat 2 (1002): four of a kind 30\n"
                  "seat 3 (1003): four of a kind 30");
}

/* As many as can share one prize are kept, whenever the offer was posted. */
static void hands_of_both_postings_are_counted_together(void **state)
{
    (void)state;
    offers(&room, "poker-bonus-hand", NULL);
    seat_patrons(&room, "LH-1", 5);
    for (unsigned hand = 1; hand <= FUNDS_WINNERS_MAX; hand++) {
        does(&room, "start-round LH-1 by dana");
        does(&room, "claim-hand LH-1 seat 1 offer poker-bonus-hand by dana");
        DOES(&room, "verify-hand %u row \"four of a kind\" pot $20 by sam", hand);
        DOES(&room, "authorise %u by sue", hand);
    }
    offers(&room, "poker-bonus-hand", NULL);
    does(&room, "start-round LH-1 by dana");
    does(&room, "claim-hand LH-1 seat 1 offer poker-bonus-hand by dana");
    DOES(&room, "verify-hand %u row \"four of a kind\" pot $20 by sam", FUNDS_WINNERS_MAX + 1);
    char line[64];
    (void)snprintf(line, sizeof line, "authorise %u by sue", FUNDS_WINNERS_MAX + 1);
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
    holds(&room, "poker-bonus-hand", "reserve", prize - 200);
    does(&room, "start-round NL-1 by dana"); /* $99, and the advance is not repaid in part */
    assert_int_equal(advances(&room, "aces-cracked"), prize);
    assert_int_equal(balance(&room, "poker-bonus-hand", "reserve"), prize - 100);
    does(&room, "start-round NL-1 by dana");
    assert_int_equal(advances(&room, "aces-cracked"), 0);
    assert_int_equal(balance(&room, "poker-bonus-hand", "reserve"), 0);
}

#define STORY(test, open) cmocka_unit_test_setup_teardown(test, open, close_room)

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORY(hands_before_and_after_a_new_posting_share_one_prize, open_bay),
        STORY(hands_of_both_postings_are_counted_together, open_bay),
        STORY(fees_repay_what_was_advanced_for_another_offer_of_the_reserve, open_bay),
    };
    return cmocka_run_group_tests_name("floor: postings", tests, NULL, NULL);
}
