/* Jackpots of the California games whose tests look at the hits of a meter or the rows of an event. The others are the cases of
 * tests/cases/floor/california. */
#include "house/stories/story_test.h"

#include "house/hands/hands_shapes.h"
#include "house/setup/setup.h"

/* ------------------------------------------------------------------------------------------ hawaiian-gardens/caribbean-stud-designated-bonus-hands */

static void caribbean_bonus(const char *pool, int64_t meter, int64_t fund)
{
    offers(&room, "caribbean-bonus-hands", NULL);
    seat_patrons(&room, "CS-1", 5);
    does(&room, "bank CS-1 seat 5 by dana");
    does(&room, "start-round CS-1 backline \"seat 1 patron 1004 wager $20\" dealt 1,2,3,5 by dana");
    posts(&room, "caribbean-bonus-hands",
          "patrons -> fee box 0.50 #25\nfee box -> jackpot fund 0.50 #4\npromised -> straight flush pool "
          "0.20 #11\n"
          "promised -> four of a kind pool 0.15 #11\npromised -> full house pool 0.10 #11\n"
          "promised -> flush pool 0.05 #11");
    holds(&room, "caribbean-bonus-hands", "jackpot fund", fund);
    int64_t change = meter - balance(&room, "caribbean-bonus-hands", pool);
    if (change > 0)
        DOES(&room,
             "adjust caribbean-bonus-hands from promised to \"%s\" amount $%lld.%02lld reason example "
             "authorised-by sue by sam",
             pool, (long long)(change / 100), (long long)(change % 100));
}

/* A hand that wins and one that loses have half of the prize each, and divide it each in its own way; other levels are
 * independent. */
static void hands_of_one_level_split_the_prize_first(void **state)
{
    (void)state;
    caribbean_bonus("four of a kind pool", 50015, 200000);
    for (unsigned seat = 1; seat <= 3; seat++)
        DOES(&room, "claim-hand CS-1 seat %u offer caribbean-bonus-hands by dana", seat);
    does(&room, "verify-hand 1 row \"full house\" outcome lost wager $20 by sam");
    does(&room, "verify-hand 2 row \"four of a kind\" outcome won by sam");
    does(&room, "verify-hand 3 row \"four of a kind\" outcome lost by sam");
    does(&room, "authorise 1 by sue");
    prizes(&room, "seat 1 (1001): player 80.04\nseat 1 (1004): player 80.04\nseat 5 (1005): table 40.02\n"
                  "seat 2 (1002): player 225.07\nseat 5 (1005): table 25\nseat 3 (1003): player 200.06\n"
                  "seat 5 (1005): table 50.01");
    const struct offering *offering = floor_offering(&room.floor, text_of("caribbean-bonus-hands"));
    assert_int_equal(offering->meters[1].hits, 1);
    assert_int_equal(offering->meters[2].hits, 1);
}

/* ------------------------------------------------------------------------------------------ hawaiian-gardens/fast-cash-jackpots */

static void a_hand_is_paid_every_prize_that_applies(void **state)
{
    (void)state;
    offers(&room, "fast-cash", NULL);
    holds(&room, "fast-cash", "Hawaiian Jackpot", 90000); /* less than the seed that it owes */
    seat_patrons(&room, "PG-3", 2);
    does(&room, "start-round PG-3 dealt 1,2 by dana");
    posts(&room, "fast-cash", "");
    does(&room, "claim-hand PG-3 seat 1 offer fast-cash by dana");
    does(&room, "verify-hand 1 cards \"3s 2s / As Ks Qs Js Ts\" folded folded no-showdown by sam");
    assert_true(text_equal(EVENT_AS(&room.last[0], hand_verified)->row, text_of("b and c")));
    does(&room, "authorise 1 by sue");
    posts(&room, "fast-cash",
          "Hawaiian Jackpot -> held 800\nHawaiian Jackpot -> held 100\nhouse -> held 400");
    prizes(&room, "seat 1 (1001): natural royal flush 800\nseat 1 (1001): natural seven-card flush 500");
    assert_int_equal(advances(&room, "fast-cash"), 100000 + 40000);
    does(&room, "pay 1 in cash by cy");
}

/* Rows that one hand fits, one inside the other: more than it can win. */
static void a_hand_wins_no_more_rows_than_it_can(void **state)
{
    (void)state;
    const struct text activity = text_of("hawaiian-gardens/fast-cash-jackpots");
    const char *row = "          - natural seven-card flush: $500\n";
    const char *rows = "          - natural seven-card flush: $500\n          - flush or better: $300\n"
                       "          - straight or better: $200\n          - three of a kind or better: $100\n";
    const char *fewer = "          - natural seven-card flush: $500\n          - straight or better: $200\n"
                        "          - three of a kind or better: $100\n";
    file_text_as(&room, activity, text_with(&room, document_file(&room, activity), row, rows));
    struct text offer =
        text_with(&room, offer_file(&room, "fast-cash"),
                  "hours: ", "settings: {rows inside one another: every row that fits}\nhours: ");
    post_text(&room, "fast-cash", offer);
    assert_true(room.decision.ruling.allowed);
    seat_patrons(&room, "PG-3", 2);
    does(&room, "start-round PG-3 dealt 1,2 by dana");
    does(&room, "claim-hand PG-3 seat 1 offer fast-cash by dana");
    const char *line = "verify-hand 1 cards \"3s 2s / As Ks Qs Js Ts\" folded folded no-showdown by sam";
    refuses(&room, line, "hawaiian-gardens/fast-cash-jackpots#21");
    if (!strstr(room.decision.ruling.words, "the hand wins 5 rows of the chart, and a hand wins at most 4"))
        fail_msg("%s", room.decision.ruling.words);
    does(&room, "end-round PG-3 by dana");
    does(&room, "withdraw-hand 1 reason \"too many rows\" by dana");
    file_text_as(&room, activity, text_with(&room, document_file(&room, activity), row, fewer));
    post_text(&room, "fast-cash", offer);
    assert_true(room.decision.ruling.allowed);
    does(&room, "start-round PG-3 dealt 1,2 by dana");
    does(&room, "claim-hand PG-3 seat 1 offer fast-cash by dana");
    does(&room, "verify-hand 2 cards \"3s 2s / As Ks Qs Js Ts\" folded folded no-showdown by sam");
    assert_true(text_equal(EVENT_AS(&room.last[0], hand_verified)->row, text_of("b and c and d and e")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORY(hands_of_one_level_split_the_prize_first, open_gardens),
        STORY(a_hand_is_paid_every_prize_that_applies, open_gardens),
        STORY(a_hand_wins_no_more_rows_than_it_can, open_gardens),
    };
    return cmocka_run_group_tests_name("floor: California games", tests, NULL, NULL);
}
