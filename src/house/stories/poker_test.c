/* Jackpots and promotions of the poker tables: bad beats, bonus hands, aces cracked, flops, four of a kind, splash pots. */
#include "house/stories/story_test.h"

#include "funds/claim.h"
#include "funds/funds.h"
#include "house/hands/hands_shapes.h"
#include "house/prizes/prizes.h"
#include "house/setup/setup.h"

/* ------------------------------------------------------------------------------------------ bay101/limit-bad-beat */

#define BAD_BEAT "cards \"Ah Kd\" board \"As Ad Kc Qs Qd\" winner \"Qh Qc\" beaten-by 2 outcome lost"

/* Nine patrons at LH-1, an offer that owes nothing, and a round that runs. */
static void limit_bad_beat(int64_t meter, int64_t reserve)
{
    offers(&room, "limit-bad-beat", "reseed: $10,000", "reseed: $15,000", "value: 2x", "value: 3x", NULL);
    seat_patrons(&room, "LH-1", 9);
    holds(&room, "limit-bad-beat", "prize pool", meter);
    repaid(&room, "limit-bad-beat", "reserve", "start-round LH-1 by dana", reserve);
}

static void three_times_the_pool_is_shared_with_odd_chips(void **state)
{
    (void)state;
    limit_bad_beat(1500000, 4500600);
    does(&room, "claim-hand LH-1 seat 1 offer limit-bad-beat by dana");
    refuses(&room, "verify-hand 1 " BAD_BEAT " multiple 2 by sam", "bay101/limit-bad-beat#41");
    does(&room, "verify-hand 1 " BAD_BEAT " multiple 3 by sam");
    does(&room, "authorise 1 by sue");
    posts(&room, "limit-bad-beat",
          "prize pool -> held 15,000 #51\nreserve -> held 30,000 #45\nhouse -> held 6 #63\nreserve -> house "
          "6 #63\n"
          "reserve -> prize pool 15,000 #68");
    prizes(
        &room,
        "seat 1 (1001): losing hand 22,500\nseat 2 (1002): winning hand 11,250\nseat 3 (1003): table 1,608\n"
        "seat 4 (1004): table 1,608\nseat 5 (1005): table 1,608\nseat 6 (1006): table 1,608\n"
        "seat 7 (1007): table 1,608\nseat 8 (1008): table 1,608\nseat 9 (1009): table 1,608");
    assert_int_equal(balance(&room, "limit-bad-beat", "reserve"), 0);
    refuses(&room, "pay 1 by cy", "bay101/limit-bad-beat#22");
    does(&room, "identify 1 document passport by cy");
    does(&room, "pay 1 in check by cy");
    does(&room, "end-round LH-1 by dana");
    does(&room, "close-table LH-1 by fay");
    does(&room, "clock 2026-12-03T00:00:00-08:00");
    assert_int_equal(balance(&room, "limit-bad-beat", "held"), 0); /* nobody else came */
    assert_int_equal(balance(&room, "limit-bad-beat", "reserve"), 1125000 + 7 * 160800);
}

static void what_the_reserve_lacks_for_the_multiplier_is_one_advance(void **state)
{
    (void)state;
    limit_bad_beat(1500000, 2100000);
    does(&room, "claim-hand LH-1 seat 1 offer limit-bad-beat by dana");
    does(&room, "verify-hand 1 " BAD_BEAT " multiple 3 by sam");
    does(&room, "authorise 1 by sue");
    posts(&room, "limit-bad-beat",
          "prize pool -> held 15,000\nreserve -> held 21,000 #45\nhouse -> held 9,000 #45\nhouse -> held 6 "
          "#63\n"
          "house -> prize pool 15,000 #68");
    assert_int_equal(advances(&room, "limit-bad-beat"), 2400600);
}

/* An employee on duty counts, and the part stays; a player with a hold button does not count. */
static void the_part_of_one_who_may_not_win_stays_in_the_fund(void **state)
{
    (void)state;
    limit_bad_beat(1000000, 1500000);
    does(&room, "register 1005 employee \"on duty\" by fay");
    does(&room, "end-round LH-1 by dana");
    does(&room, "leave LH-1 seat 9 by dana");
    does(&room, "sit LH-1 seat 9 patron 1009 hold-button by dana");
    does(&room, "start-round LH-1 by dana");
    holds(&room, "limit-bad-beat", "reserve", 1500000);
    does(&room, "claim-hand LH-1 seat 1 offer limit-bad-beat by dana");
    does(&room, "verify-hand 1 " BAD_BEAT " by sam");
    does(&room, "authorise 1 by sue");
    /* 2,500 between six is 416.67: each has 417, and five are paid. */
    posts(&room, "limit-bad-beat",
          "prize pool -> held 9,585\nprize pool -> reserve 415 #68\nreserve -> prize pool 15,000 #68");
    prizes(&room,
           "seat 1 (1001): losing hand 5,000\nseat 2 (1002): winning hand 2,500\nseat 3 (1003): table 417\n"
           "seat 4 (1004): table 417\nseat 6 (1006): table 417\nseat 7 (1007): table 417\nseat 8 (1008): "
           "table 417");
}

static void a_bad_beat_is_refused_for_what_the_table_lacks(void **state)
{
    (void)state;
    limit_bad_beat(1000000, 0);
    does(&room, "start-round LH-1 dealt 1,2,3,4 by dana");
    posts(&room, "limit-bad-beat", ""); /* the fee is due with five */
    does(&room, "start-round LH-1 dealt 1,2,3,4,5 by dana");
    posts(&room, "limit-bad-beat", "patrons -> fee box 1 #64\nfee box -> reserve 1 #66");
    does(&room, "claim-hand LH-1 seat 1 offer limit-bad-beat by dana");
    refuses(&room,
            "verify-hand 1 cards \"Ah Kd\" board \"As Ad Kc Qs Qd\" winner \"Qh 2c\" beaten-by 2 outcome "
            "lost by sam",
            "bay101/limit-bad-beat#16");
    refuses(&room, "verify-hand 1 cards \"Ah Kd\" board \"As Ad Kc Qs Qd\" beaten-by 2 by sam", "house#hand");
    refuses(&room, "verify-hand 1 " BAD_BEAT " bets-incomplete by sam", "bay101/limit-bad-beat#25");
    refuses(&room, "verify-hand 1 " BAD_BEAT " no-showdown by sam", "bay101/limit-bad-beat#26");
    refuses(&room, "verify-hand 1 row C1 beaten-by 7 by sam", "house#round");
    does(&room, "irregularity LH-1 what talk by dana");
    refuses(&room, "verify-hand 1 " BAD_BEAT " by sam", "bay101/limit-bad-beat#33");
    does(&room, "end-round LH-1 by dana");
    does(&room, "start-round LH-1 dealt 1,2,3,4,5 tournament by dana");
    posts(&room, "limit-bad-beat", "");
    does(&room, "claim-hand LH-1 seat 1 offer limit-bad-beat by dana");
    refuses(&room, "verify-hand 2 " BAD_BEAT " by sam", "bay101/limit-bad-beat#30");
}

static void irregularities_void_the_hands_of_the_deal(void **state)
{
    static const char *const lines[] = {"irregularity LH-1 what misdeal by dana",
                                        "irregularity LH-1 what \"wrong deck\" by dana"};
    static const char *const clauses[] = {"bay101/limit-bad-beat#32", "bay101/limit-bad-beat#21"};
    (void)state;
    limit_bad_beat(1000000, 0);
    for (unsigned i = 0; i < 2; i++) {
        char line[256];
        does(&room, "end-round LH-1 by dana");
        does(&room, "start-round LH-1 by dana");
        does(&room, "claim-hand LH-1 seat 1 offer limit-bad-beat by dana");
        (void)snprintf(line, sizeof line, "verify-hand %u " BAD_BEAT " by sam", i + 1);
        does(&room, lines[i]);
        refuses(&room, line, clauses[i]);
    }
}

/* Five must be seated and active; four who are dealt in and one who sits it out are not. */
static void five_players_are_seated_and_active(void **state)
{
    (void)state;
    offers(&room, "limit-bad-beat", NULL);
    seat_patrons(&room, "LH-1", 4);
    does(&room, "sit LH-1 seat 5 hold-button by dana");
    does(&room, "start-round LH-1 by dana");
    does(&room, "claim-hand LH-1 seat 1 offer limit-bad-beat by dana");
    refuses(&room, "verify-hand 1 " BAD_BEAT " by sam", "bay101/limit-bad-beat#18");
    does(&room, "end-round LH-1 by dana");
    does(&room, "leave LH-1 seat 5 by dana");
    does(&room, "sit LH-1 seat 5 by dana");
    does(
        &room,
        "start-round LH-1 dealt 1,2,3,4 by dana"); /* seat 5 is not dealt in, and so not active; no fee is taken */
    does(&room, "claim-hand LH-1 seat 1 offer limit-bad-beat by dana");
    refuses(&room, "verify-hand 2 " BAD_BEAT " by sam", "bay101/limit-bad-beat#18");
    does(&room, "end-round LH-1 by dana");
    does(&room, "start-round LH-1 by dana");
    does(&room, "claim-hand LH-1 seat 1 offer limit-bad-beat by dana");
    does(&room, "verify-hand 3 " BAD_BEAT " by sam");
    does(&room, "authorise 3 by sue");
    prizes(&room,
           "seat 1 (1001): losing hand 5,000\nseat 2 (1002): winning hand 2,500\nseat 3 (1003): table 834\n"
           "seat 4 (1004): table 834\nseat 5: table 834");
}

static void chart_and_structure_stay_until_a_hit(void **state)
{
    (void)state;
    limit_bad_beat(1000000, 1500000);
    struct text text = offer_file(&room, "limit-bad-beat");
    post_text(&room, "limit-bad-beat", text_with(&room, text, "structure: B", "structure: A"));
    assert_false(room.decision.ruling.allowed);
    assert_string_equal(room.decision.ruling.clause, "bay101/limit-bad-beat#49");
    post_text(&room, "limit-bad-beat", text_with(&room, text, "chart: C", "chart: B"));
    assert_string_equal(room.decision.ruling.clause, "bay101/limit-bad-beat#49");
    does(&room, "claim-hand LH-1 seat 1 offer limit-bad-beat by dana");
    does(&room, "verify-hand 1 " BAD_BEAT " by sam");
    refuses(&room, "withdraw-offer limit-bad-beat by olga", "house#hand");
    does(&room, "authorise 1 by sue");
    post_text(&room, "limit-bad-beat", text_with(&room, text, "structure: B", "structure: A"));
    assert_true(room.decision.ruling.allowed);
    refuses(&room, "raise limit-bad-beat pool \"prize pool\" amount $1 by sam", "bay101/limit-bad-beat#38");
}

/* Two hands qualify: the lower has the table's part. */
static void only_the_highest_losing_hand_has_its_part(void **state)
{
    (void)state;
    limit_bad_beat(1000000, 1500000);
    does(&room, "claim-hand LH-1 seat 1 offer limit-bad-beat by dana");
    does(&room, "claim-hand LH-1 seat 3 offer limit-bad-beat by dana");
    does(&room, "verify-hand 1 cards \"Ah Kd\" board \"As Ad Kc Qs Qd\" winner \"Qh Qc\" beaten-by 2 outcome "
                "lost by sam");
    does(&room, "verify-hand 2 cards \"Ac Kh\" board \"As Ad Kc Qs Qd\" winner \"Qh Qc\" beaten-by 2 outcome "
                "lost by sam");
    does(&room, "authorise 1 by sue"); /* both are aces full of kings */
    prizes(&room, "seat 1 (1001): losing hand 2,500\nseat 3 (1003): losing hand 2,500\nseat 2 (1002): "
                  "winning hand 2,500\n"
                  "seat 4 (1004): table 417\nseat 5 (1005): table 417\nseat 6 (1006): table 417\nseat 7 "
                  "(1007): table 417\n"
                  "seat 8 (1008): table 417\nseat 9 (1009): table 417");
    holds(&room, "limit-bad-beat", "prize pool", 1000000);
    does(&room, "start-round LH-1 by dana");
    does(&room, "claim-hand LH-1 seat 1 offer limit-bad-beat by dana");
    does(&room, "claim-hand LH-1 seat 3 offer limit-bad-beat by dana");
    does(&room, "verify-hand 3 cards \"Ah Kd\" board \"Ac Ad Kc Jc Jd\" winner \"Qc Tc\" beaten-by 2 outcome "
                "lost by sam");
    does(&room, "verify-hand 4 cards \"As Jh\" board \"Ac Ad Kc Jc Jd\" winner \"Qc Tc\" beaten-by 2 outcome "
                "lost by sam");
    does(&room, "authorise 4 by sue"); /* aces full of jacks are lower, and have the table's part */
    prizes(&room,
           "seat 1 (1001): losing hand 5,000\nseat 2 (1002): winning hand 2,500\nseat 3 (1003): table 358\n"
           "seat 4 (1004): table 358\nseat 5 (1005): table 358\nseat 6 (1006): table 358\nseat 7 (1007): "
           "table 358\n"
           "seat 8 (1008): table 358\nseat 9 (1009): table 358");
}

/* ------------------------------------------------------------------------------------------ bay101/no-limit-bad-beat */

static void the_odd_chips_are_repaid_before_the_reseed(void **state)
{
    (void)state;
    offers(&room, "no-limit-bad-beat", "reseed: $20,000", "reseed: $25,000", NULL);
    seat_patrons(&room, "NL-1", 8);
    holds(&room, "no-limit-bad-beat", "prize pool", 5000000);
    repaid(&room, "no-limit-bad-beat", "reserve", "start-round NL-1 by dana", 4000400);
    does(&room, "claim-hand NL-1 seat 1 offer no-limit-bad-beat by dana");
    does(&room, "verify-hand 1 " BAD_BEAT " by sam");
    does(&room, "authorise 1 by sue");
    posts(&room, "no-limit-bad-beat",
          "prize pool -> held 50,000 #58\nhouse -> held 4 #70\nreserve -> house 4 #70\nreserve -> prize pool "
          "25,000 #74");
    prizes(
        &room,
        "seat 1 (1001): losing hand 20,000\nseat 2 (1002): winning hand 10,000\nseat 3 (1003): table 3,334\n"
        "seat 4 (1004): table 3,334\nseat 5 (1005): table 3,334\nseat 6 (1006): table 3,334\n"
        "seat 7 (1007): table 3,334\nseat 8 (1008): table 3,334");
    assert_int_equal(balance(&room, "no-limit-bad-beat", "reserve"), 1500000);
}

static void the_pool_rises_every_morning_up_to_its_cap(void **state)
{
    (void)state;
    offers(&room, "no-limit-bad-beat", NULL);
    holds(&room, "no-limit-bad-beat", "reserve", 100000);
    does(&room, "clock 2026-11-03T05:59:59-08:00");
    posts(&room, "no-limit-bad-beat", "");
    does(&room, "clock 2026-11-03T06:00:00-08:00");
    posts(&room, "no-limit-bad-beat", "reserve -> prize pool 250 #40");
    holds(&room, "no-limit-bad-beat", "prize pool", 9980000);
    does(&room, "clock 2026-11-05T06:00:00-08:00");
    posts(&room, "no-limit-bad-beat", "reserve -> prize pool 200 #40");
    refuses(&room, "raise no-limit-bad-beat pool \"prize pool\" amount $1 by sam",
            "bay101/no-limit-bad-beat#44");
    holds(&room, "no-limit-bad-beat", "prize pool", 9000000);
    holds(&room, "no-limit-bad-beat", "reserve", 100000);
    does(
        &room,
        "raise no-limit-bad-beat pool \"prize pool\" amount $1,500 by sam"); /* the house covers what lacks */
    posts(&room, "no-limit-bad-beat", "reserve -> prize pool 1,000 #45\nhouse -> prize pool 500 #45");
}

/* ------------------------------------------------------------------------------------------ bay101/omaha-bad-beat */

static void equal_hands_share_their_parts(void **state)
{
    (void)state;
    offers(&room, "limit-bad-beat", NULL);
    seat_patrons(&room, "LH-1", 9);
    holds(&room, "limit-bad-beat", "prize pool", 1000100);
    repaid(&room, "limit-bad-beat", "reserve", "start-round LH-1 by dana", 10000000);
    does(&room, "claim-hand LH-1 seat 1 offer limit-bad-beat by dana");
    does(&room, "claim-hand LH-1 seat 2 offer limit-bad-beat by dana");
    does(&room, "verify-hand 1 row C1 beaten-by 3,4,5 outcome lost by sam");
    does(&room,
         "verify-hand 2 cards \"Ac Kh\" board \"As Ad Kc Qs Qd\" winner \"Qh Qc\" beaten-by 3,4,5 outcome "
         "lost by sam");
    refuses(&room, "authorise 1 by sue", "house#hand"); /* without cards they cannot be compared */
    does(&room, "reject-hand 1 reason \"no cards\" by sam");
    does(&room, "claim-hand LH-1 seat 1 offer limit-bad-beat by dana");
    does(&room,
         "verify-hand 3 cards \"Ah Kd\" board \"As Ad Kc Qs Qd\" winner \"Qh Qc\" beaten-by 3,4,5 outcome "
         "lost by sam");
    does(&room, "authorise 2 by sue");
    posts(
        &room, "limit-bad-beat",
        "prize pool -> held 10,001\nhouse -> held 1.50 #55\nhouse -> held 1.75 #60\nhouse -> held 3.75 #63\n"
        "reserve -> house 7 #70\nreserve -> prize pool "
        "10,000");
    prizes(&room,
           "seat 2 (1002): losing hand 2,501\nseat 1 (1001): losing hand 2,501\nseat 3 (1003): winning hand "
           "834\n"
           "seat 4 (1004): winning hand 834\nseat 5 (1005): winning hand 834\nseat 6 (1006): table 626\n"
           "seat 7 (1007): table 626\nseat 8 (1008): table 626\nseat 9 (1009): table 626");
}

static void no_prize_is_multiplied_where_nothing_is_posted(void **state)
{
    (void)state;
    offers(&room, "omaha-bad-beat", NULL);
    seat_patrons(&room, "OM-1", 9);
    does(&room, "start-round OM-1 by dana");
    does(&room, "claim-hand OM-1 seat 1 offer omaha-bad-beat by dana");
    refuses(&room, "verify-hand 1 row A1 beaten-by 3 multiple 2 outcome lost by sam",
            "bay101/omaha-bad-beat#41");
}

/* ------------------------------------------------------------------------------------------ hawaiian-gardens/poker-style-jackpot-shares */

static void all_others_who_are_seated_share_the_jackpot(void **state)
{
    (void)state;
    offers(&room, "poker-jackpot", "structure: B", "structure: A", NULL);
    holds(&room, "poker-jackpot", "poker jackpot collections", 3000000);
    seat_patrons(&room, "NL-1", 9);
    does(&room, "start-round NL-1 dealt 1,2,3,4,5 by dana");
    does(&room, "leave NL-1 seat 9 by dana"); /* who had a seat when the hand was dealt has a part */
    does(&room, "claim-hand NL-1 seat 1 offer poker-jackpot by dana");
    refuses(&room,
            "verify-hand 1 cards \"7s 7h\" board \"7d 7c Ac Ad 2h\" winner \"As Ah\" beaten-by 2 outcome "
            "lost by sam",
            "hawaiian-gardens/poker-style-jackpot-shares#1");
    does(&room, "verify-hand 1 cards \"8s 8h\" board \"8d 8c Ac Ad 2h\" winner \"As Ah\" beaten-by 2 outcome "
                "lost by sam");
    does(&room, "authorise 1 by sue");
    prizes(
        &room,
        "seat 1 (1001): losing hand 15,000\nseat 2 (1002): winning hand 5,000\nseat 3 (1003): table 714.28\n"
        "seat 4 (1004): table 714.28\nseat 5 (1005): table 714.28\nseat 6 (1006): table 714.28\n"
        "seat 7 (1007): table 714.28\nseat 8 (1008): table 714.28\nseat 9 (1009): table 714.28");
    posts(&room, "poker-jackpot",
          "poker jackpot collections -> held 24,999.96\njackpot -> promised 24,999.96\njackpot -> promised "
          "0.04");
    assert_int_equal(balance(&room, "poker-jackpot", "poker jackpot collections"), 500004);
}

/* The losing hand of a proposition player is not paid, the others are. */
static void the_hand_of_one_who_may_not_win_leaves_its_part_in_the_fund(void **state)
{
    (void)state;
    offers(&room, "poker-jackpot", NULL);
    holds(&room, "poker-jackpot", "poker jackpot collections", 3000000);
    seat_patrons(&room, "NL-1", 4);
    does(&room, "register 1001 proposition-player yes by fay");
    does(&room, "register 1003 proposition-player yes by fay");
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

static void with_nobody_else_the_part_of_the_table_stays(void **state)
{
    (void)state;
    offers(&room, "poker-jackpot", NULL);
    holds(&room, "poker-jackpot", "poker jackpot collections", 3000000);
    seat_patrons(&room, "NL-1", 2);
    does(&room, "start-round NL-1 by dana");
    does(&room, "claim-hand NL-1 seat 1 offer poker-jackpot by dana");
    does(&room, "verify-hand 1 row A1 beaten-by 2 outcome lost by sam");
    does(&room, "authorise 1 by sue");
    prizes(&room, "seat 1 (1001): losing hand 12,500\nseat 2 (1002): winning hand 6,250");
    assert_int_equal(balance(&room, "poker-jackpot", "poker jackpot collections"), 1125000);
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
    assert_int_equal(room.floor.prize_count, 0);
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

static void both_pairs_of_aces_that_lose_are_paid_from_the_reserve_of_the_bonus_hand(void **state)
{
    (void)state;
    offers(&room, "poker-bonus-hand", NULL);
    offers(&room, "aces-cracked", NULL);
    holds(&room, "poker-bonus-hand", "reserve", 15000);
    seat_patrons(&room, "NL-1", 5);
    does(&room, "start-round NL-1 by dana");
    holds(&room, "poker-bonus-hand", "reserve", 15000);
    does(&room, "claim-hand NL-1 seat 1 offer aces-cracked by dana");
    does(&room, "claim-hand NL-1 seat 2 offer aces-cracked by dana");
    refuses(&room, "verify-hand 1 " CRACKED " missed-rounds by sam", "bay101/aces-cracked#12");
    refuses(&room, "verify-hand 1 " CRACKED " bets-incomplete by sam", "bay101/aces-cracked#13");
    refuses(&room, "verify-hand 1 " CRACKED " beaten-by-incomplete by sam", "bay101/aces-cracked#13");
    does(&room, "verify-hand 1 " CRACKED " bets-incomplete all-in by sam");
    refuses(&room,
            "verify-hand 2 cards \"Ad Ac\" board \"2c 7d 9h Jc 3s\" winner \"Jd Js\" outcome pushed by sam",
            "bay101/aces-cracked#15");
    does(&room,
         "verify-hand 2 cards \"Ad Ac\" board \"2c 7d 9h Jc 3s\" winner \"Jd Js\" outcome lost by sam");
    does(&room, "authorise 1 by sue");
    posts(&room, "aces-cracked", "reserve -> held 150 #6\nhouse -> held 50 #6");
    prizes(&room, "seat 1 (1001): aces cracked 100\nseat 2 (1002): aces cracked 100");
    assert_int_equal(advances(&room, "aces-cracked"), 5000);
    assert_int_equal(advances(&room, "poker-bonus-hand"), 0);
    does(&room, "clock 2026-11-02T12:15:01-08:00");
    assert_int_equal(room.floor.prizes[0].claim.state, CLAIM_HELD);
    does(&room, "identify 1 document passport by cy");
    refuses(&room, "pay 1 from tray by cy", "bay101/aces-cracked#27");
    refuses(&room, "pay 1 in check by cy", "bay101/aces-cracked#24");
    does(&room, "pay 1 in cash by cy");
    does(&room, "clock 2026-11-02T17:59:59-08:00");
    does(&room, "start-round NL-1 by dana");
    does(&room, "claim-hand NL-1 seat 1 offer aces-cracked by dana");
    does(&room, "reject-hand 3 reason mistake by sam");
    does(&room, "clock 2026-11-02T18:00:00-08:00");
    does(&room, "claim-hand NL-1 seat 1 offer aces-cracked by dana"); /* it was dealt a second before */
    does(&room, "reject-hand 4 reason mistake by sam");
    does(&room, "start-round NL-1 by dana");
    refuses(&room, "claim-hand NL-1 seat 1 offer aces-cracked by dana", "house#time");
}

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

/* What comes into the reserve by hand, or back into it of an award, repays in the same decision. */
static void money_that_is_moved_by_hand_repays_at_once(void **state)
{
    static const char by_hand[] =
        "adjust poker-bonus-hand from house to reserve amount %s reason test authorised-by sue by max";
    (void)state;
    offers(&room, "poker-bonus-hand", NULL);
    offers(&room, "aces-cracked", NULL);
    seat_patrons(&room, "NL-1", 5);
    for (unsigned i = 1; i <= 2; i++) {
        holds(&room, "poker-bonus-hand", "reserve", i == 1 ? 10000 : 0);
        does(&room, "start-round NL-1 by dana");
        does(&room, "claim-hand NL-1 seat 1 offer aces-cracked by dana");
        DOES(&room, "verify-hand %u " CRACKED " by sam", i);
        DOES(&room, "authorise %u by sue", i);
        does(&room, "end-round NL-1 by dana");
    }
    assert_int_equal(advances(&room, "aces-cracked"), 10000);
    DOES(&room, by_hand, "$99.99");
    posts(&room, "poker-bonus-hand", "house -> reserve 99.99");
    DOES(&room, by_hand, "$0.01");
    posts(&room, "poker-bonus-hand", "house -> reserve 0.01\nreserve -> house 100");
    assert_int_equal(advances(&room, "aces-cracked"), 0);
    does(&room, "start-round NL-1 by dana");
    does(&room, "claim-hand NL-1 seat 1 offer aces-cracked by dana");
    does(&room, "verify-hand 3 " CRACKED " by sam");
    does(&room, "authorise 3 by sue");
    assert_int_equal(advances(&room, "aces-cracked"), 10000);
    does(&room, "reverse 1 reason misread authorised-by sue by max");
    posts(&room, "aces-cracked", "held -> reserve 100\nreserve -> house 100");
    assert_int_equal(advances(&room, "aces-cracked"), 0);
}

static void a_free_player_with_aces_is_paid_too(void **state)
{
    (void)state;
    offers(&room, "poker-bonus-hand", NULL);
    offers(&room, "aces-cracked", NULL);
    seat_patrons(&room, "NPN-1", 1);
    does(&room, "start-round NPN-1 dealt 1,2,3,4 by dana");
    does(&room, "claim-hand NPN-1 seat 1 offer aces-cracked by dana");
    refuses(&room, "verify-hand 1 " CRACKED " by sam", "bay101/aces-cracked#9");
    does(&room, "end-round NPN-1 by dana");
    does(&room, "start-round NPN-1 dealt 1,2,3,4,5 by dana");
    does(&room, "claim-hand NPN-1 seat 1 offer aces-cracked by dana");
    does(&room, "verify-hand 2 " CRACKED " no-wager no-collection by sam");
    does(&room, "authorise 2 by sue");
    prizes(&room, "seat 1 (1001): aces cracked 100");
}

/* ------------------------------------------------------------------------------------------ hawaiian-gardens/pocket-aces-cracked */

static void pocket_aces_are_paid_from_the_hawaiian_jackpot(void **state)
{
    (void)state;
    offers(&room, "pocket-aces", "$100", "$300", NULL);
    holds(&room, "pocket-aces", "Hawaiian Jackpot", 90000);
    seat_patrons(&room, "HE-1", 3);
    refuses(&room, "claim-hand HE-1 seat 1 offer pocket-aces by dana", "house#round");
    does(&room, "start-round HE-1 by dana");
    refuses(&room, "claim-hand HE-1 seat 1 offer pocket-aces by dana", "house#time");
    does(&room, "clock 2026-11-03T06:00:00-08:00");
    does(&room, "start-round HE-1 by dana");
    does(&room, "claim-hand HE-1 seat 1 offer pocket-aces by dana");
    does(&room, "claim-hand HE-1 seat 2 offer pocket-aces by dana");
    refuses(&room, "verify-hand 1 row A1 by sy", "house#permission");
    does(&room, "register 1001 employee \"on duty\" by fay"); /* who may win, whatever the duty */
    does(&room,
         "verify-hand 1 cards \"As Ah\" board \"2c 7d 9h Jc 3s\" winner \"Jd Js\" outcome lost by fay");
    /* An ace-high straight plays one ace. */
    refuses(&room, "verify-hand 2 cards \"Ad Ac\" board \"Kc Qd Jh Tc 3s\" winner \"9d 8s\" by fay",
            "hawaiian-gardens/pocket-aces-cracked#12");
    does(&room, "verify-hand 2 row A1 outcome lost by fay");
    does(&room, "authorise 1 by finn");
    posts(&room, "pocket-aces", "Hawaiian Jackpot -> held 600");
    does(&room, "pay 1 in merchandise by cy");
}

/* ------------------------------------------------------------------------------------------ flops */

static void a_royal_flush_on_the_flop_wins_the_posted_prize(void **state)
{
    (void)state;
    offers(&room, "royal-on-the-flop", "$5,000", "$2,500", NULL);
    holds(&room, "royal-on-the-flop", "Hawaiian Jackpot", 249999);
    seat_patrons(&room, "HE-1", 6);
    does(&room, "start-round HE-1 dealt 1,2,3,4 by dana");
    does(&room, "claim-hand HE-1 seat 1 offer royal-on-the-flop by dana");
    refuses(&room, "verify-hand 1 cards \"Ah Kh\" board \"Qh Jh Th\" by sam",
            "hawaiian-gardens/royal-flush-on-the-flop#17");
    does(&room, "end-round HE-1 by dana");
    does(&room, "start-round HE-1 dealt 1,2,3,4,5 by dana");
    does(&room, "claim-hand HE-1 seat 1 offer royal-on-the-flop by dana");
    refuses(&room, "verify-hand 2 cards \"Ah Kh\" board \"Qh Jh Th\" by fay",
            "hawaiian-gardens/royal-flush-on-the-flop#13");
    refuses(&room, "verify-hand 2 cards \"Ah Kh\" board \"Qh Jh 2s Th 3c\" by sam",
            "hawaiian-gardens/royal-flush-on-the-flop#11");
    does(&room, "verify-hand 2 cards \"Ah Kh\" board \"Qh Jh Th\" no-showdown by sam");
    does(&room, "authorise 2 by finn");
    posts(&room, "royal-on-the-flop", "Hawaiian Jackpot -> held 2,499.99\nhouse -> held 0.01");
    assert_int_equal(advances(&room, "royal-on-the-flop"), 0);
    does(&room, "pay 1 in \"event tickets\" by cy");
}

/* E1: three have the prize and the fourth, with the last eight in the hole, twice as much. */
static void a_flop_of_three_pays_all_who_are_still_in(void **state)
{
    (void)state;
    offers(&room, "trips-on-the-flop", "rank: 7s", "rank: 8s", "$500", "$200", NULL);
    holds(&room, "trips-on-the-flop", "Hawaiian Jackpot", 170000);
    does(&room, "clock 2026-11-07T08:00:00-08:00");
    seat_patrons(&room, "HE-1", 6);
    does(&room, "start-round HE-1 by dana");
    refuses(&room, "claim-hand HE-1 seat 4 offer trips-on-the-flop by dana", "house#hand");
    does(&room, "claim-hand HE-1 offer trips-on-the-flop by dana");
    does(&room, "claim-hand HE-1 seat 4 offer trips-on-the-flop by dana");
    refuses(&room, "verify-hand 1 row \"three of a kind\" holders 1,2,7 by sam", "house#round");
    refuses(&room, "verify-hand 2 cards \"8s Kd\" board \"8h 8d 8c\" holders 4 by sam", "house#hand");
    does(&room, "verify-hand 1 row \"three of a kind\" holders 1,2,3,4 by sam");
    does(&room, "verify-hand 2 cards \"8s Kd\" board \"8h 8d 8c\" by sam");
    does(&room, "authorise 1 by sue");
    posts(&room, "trips-on-the-flop", "Hawaiian Jackpot -> held 600 #26\nHawaiian Jackpot -> held 400 #26");
    prizes(&room, "seat 1 (1001): three of a kind 200\nseat 2 (1002): three of a kind 200\n"
                  "seat 3 (1003): three of a kind 200\nseat 4 (1004): four of a kind 400");
    assert_int_equal(balance(&room, "trips-on-the-flop", "Hawaiian Jackpot"), 70000);
}

/* E2: what the fund lacks goes into it, so that it pays all of it; reversed, it goes the same way back. */
static void what_the_jackpot_lacks_for_the_flop_is_put_into_it(void **state)
{
    (void)state;
    offers(&room, "trips-on-the-flop", "rank: 7s", "rank: 8s", "$500", "$200", NULL);
    holds(&room, "trips-on-the-flop", "Hawaiian Jackpot", 70000);
    does(&room, "clock 2026-11-07T08:00:00-08:00");
    seat_patrons(&room, "HE-1", 6);
    does(&room, "start-round HE-1 by dana");
    does(&room, "claim-hand HE-1 offer trips-on-the-flop by dana");
    does(&room, "claim-hand HE-1 seat 4 offer trips-on-the-flop by dana");
    does(&room, "verify-hand 1 row \"three of a kind\" holders 1,2,3,4 by sam");
    does(&room, "verify-hand 2 cards \"8s Kd\" board \"8h 8d 8c\" by sam");
    int64_t house = balance(&room, "trips-on-the-flop", "house");
    does(&room, "authorise 1 by sue");
    posts(&room, "trips-on-the-flop",
          "Hawaiian Jackpot -> held 600 #26\nhouse -> Hawaiian Jackpot 300 #42\n"
          "Hawaiian Jackpot -> held 400 #26");
    assert_int_equal(balance(&room, "trips-on-the-flop", "Hawaiian Jackpot"), 0);
    assert_int_equal(balance(&room, "trips-on-the-flop", "house"), house - 30000);
    does(&room, "reverse 1 reason mistake authorised-by sue by sam");
    assert_int_equal(balance(&room, "trips-on-the-flop", "Hawaiian Jackpot"), 70000);
    assert_int_equal(balance(&room, "trips-on-the-flop", "house"), house);
}

static void without_holders_all_who_were_dealt_in_have_the_flop(void **state)
{
    (void)state;
    offers(&room, "trips-on-the-flop", NULL);
    does(&room, "clock 2026-11-07T08:00:00-08:00");
    seat_patrons(&room, "HE-1", 5);
    does(&room, "register 1002 employee \"off duty in uniform\" by fay");
    does(&room, "start-round HE-1 by dana");
    does(&room, "claim-hand HE-1 offer trips-on-the-flop by dana");
    does(&room, "verify-hand 1 row \"three of a kind\" by sam");
    does(&room, "authorise 1 by sue");
    prizes(&room, "seat 1 (1001): three of a kind 500\nseat 3 (1003): three of a kind 500\n"
                  "seat 4 (1004): three of a kind 500\nseat 5 (1005): three of a kind 500");
}

/* ------------------------------------------------------------------------------------------ hawaiian-gardens/four-of-a-kind-poker-promotion */

static void the_designated_four_of_a_kind_pays_the_table_too(void **state)
{
    (void)state;
    offers(&room, "four-of-a-kind", NULL);
    holds(&room, "four-of-a-kind", "poker jackpot collections", 130000);
    does(&room, "clock 2026-11-03T08:00:00-08:00");
    seat_patrons(&room, "HE-1", 9);
    does(&room, "start-round HE-1 by dana");
    does(&room, "claim-hand HE-1 seat 1 offer four-of-a-kind by dana");
    refuses(&room, "verify-hand 1 cards \"8s 8h\" board \"8d 8c 7h 2s 3d\" outcome lost by fay",
            "hawaiian-gardens/four-of-a-kind-poker-promotion#38");
    refuses(&room, "verify-hand 1 cards \"9s 9h\" board \"9d 9c 7h 2s 3d\" outcome won by fay",
            "hawaiian-gardens/four-of-a-kind-poker-promotion#16");
    does(&room, "verify-hand 1 cards \"8s 8h\" board \"8d 8c 7h 2s 3d\" outcome won by fay");
    does(&room, "authorise 1 by finn");
    posts(&room, "four-of-a-kind",
          "poker jackpot collections -> held 500 #16\npoker jackpot collections -> held 800 #24");
    prizes(&room,
           "seat 1 (1001): designated four of a kind 500\nseat 2 (1002): table share 100\n"
           "seat 3 (1003): table share 100\nseat 4 (1004): table share 100\nseat 5 (1005): table share 100\n"
           "seat 6 (1006): table share 100\nseat 7 (1007): table share 100\nseat 8 (1008): table share 100\n"
           "seat 9 (1009): table share 100");
    does(&room, "clock 2026-11-10T08:00:00-08:00"); /* identification has no deadline */
    refuses(&room, "pay 1 in cash by cy", "hawaiian-gardens/four-of-a-kind-poker-promotion#34");
    does(&room, "identify 1 document passport by cy");
    does(&room, "pay 1 in cash by cy");
}

/* ------------------------------------------------------------------------------------------ hawaiian-gardens/splash-pot */

static void a_drawn_table_has_the_prize_in_its_pot(void **state)
{
    (void)state;
    offers(&room, "splash-pot", NULL);
    holds(&room, "splash-pot", "Hawaiian Jackpot", 12000);
    seat_patrons(&room, "HE-1", 4);
    refuses(&room, "award-prize splash-pot table HE-1 verified-by sam by sue", "house#time");
    does(&room, "clock 2026-11-05T16:00:00-08:00");
    refuses(&room, "award-prize splash-pot table HE-1 verified-by sam by sue", "house#round");
    refuses(&room, "award-prize splash-pot table ST-1 verified-by sam by sue", "house#document");
    does(&room, "start-round HE-1 dealt 1,2,3 by dana");
    refuses(&room, "award-prize splash-pot table HE-1 verified-by sam by sue",
            "hawaiian-gardens/splash-pot#28");
    does(&room, "start-round HE-1 by dana");
    refuses(&room, "award-prize splash-pot table HE-1 verified-by sue by sue", "house#two-persons");
    refuses(&room, "award-prize splash-pot table HE-1 verified-by dana by sue", "house#two-persons");
    refuses(&room, "award-prize splash-pot prize bounty table HE-1 verified-by sam by sue", "house#document");
    refuses(&room, "award-prize splash-pot table HE-1 seats 1,9 verified-by sam by sue", "house#round");
    does(&room, "award-prize splash-pot table HE-1 verified-by sam by sue");
    posts(&room, "splash-pot", "Hawaiian Jackpot -> held 120 #38\nhouse -> held 80 #38");
    prizes(&room, "pot: prize 200");
    refuses(&room, "pay 1 in cash by cy", "hawaiian-gardens/splash-pot#39");
    does(&room, "pay 1 by cy");
    holds(&room, "splash-pot", "Hawaiian Jackpot", 100000);
    refuses(&room, "award-prize splash-pot table HE-1 seats 1,2 verified-by sam by sue",
            "hawaiian-gardens/splash-pot#36"); /* it lies in this pot already */
    does(&room, "start-round HE-1 by dana");
    refuses(&room, "award-prize splash-pot table HE-1 seats 1,2 verified-by sam by sue",
            "hawaiian-gardens/splash-pot#34"); /* one table is drawn at a time */
    does(&room, "clock 2026-11-05T16:30:00-08:00");
    does(&room, "award-prize splash-pot table HE-1 seats 1,2 verified-by sam by sue"); /* a tie */
    posts(&room, "splash-pot", "Hawaiian Jackpot -> held 200 #24");
    prizes(&room, "seat 1 (1001): prize 100\nseat 2 (1002): prize 100");
}

/* ------------------------------------------------------------------------------------------ two jackpots at one table */

/* The pot pays the bad beat and the bonus hand; each has its own box. */
static void two_fees_leave_one_pot(void **state)
{
    (void)state;
    offers(&room, "limit-bad-beat", NULL);
    offers(&room, "poker-bonus-hand", NULL);
    seat_patrons(&room, "HE-1", 5);
    does(&room, "start-round HE-1 by dana");
    assert_int_equal(balance(&room, "limit-bad-beat", "reserve"), 100);
    assert_int_equal(balance(&room, "poker-bonus-hand", "fee box"), 100);
    does(&room, "return-fees HE-1 reason \"misdeal\" by fay");
    assert_int_equal(balance(&room, "limit-bad-beat", "reserve"), 0);
    assert_int_equal(balance(&room, "poker-bonus-hand", "fee box"), 0);
    refuses(&room, "return-fees HE-1 reason \"misdeal\" by fay", "house#round");
    refuses(&room, "start-round HE-1 fees 1 by dana", "house#round"); /* no offer asks a player for one */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORY(three_times_the_pool_is_shared_with_odd_chips, open_bay),
        STORY(what_the_reserve_lacks_for_the_multiplier_is_one_advance, open_bay),
        STORY(the_part_of_one_who_may_not_win_stays_in_the_fund, open_bay),
        STORY(a_bad_beat_is_refused_for_what_the_table_lacks, open_bay),
        STORY(irregularities_void_the_hands_of_the_deal, open_bay),
        STORY(five_players_are_seated_and_active, open_bay),
        STORY(chart_and_structure_stay_until_a_hit, open_bay),
        STORY(only_the_highest_losing_hand_has_its_part, open_bay),
        STORY(the_odd_chips_are_repaid_before_the_reseed, open_bay),
        STORY(the_pool_rises_every_morning_up_to_its_cap, open_bay),
        STORY(equal_hands_share_their_parts, open_bay),
        STORY(no_prize_is_multiplied_where_nothing_is_posted, open_bay),
        STORY(all_others_who_are_seated_share_the_jackpot, open_gardens),
        STORY(the_hand_of_one_who_may_not_win_leaves_its_part_in_the_fund, open_gardens),
        STORY(with_nobody_else_the_part_of_the_table_stays, open_gardens),
        STORY(those_who_have_the_hand_in_a_period_share_its_pool_when_it_ends, open_bay),
        STORY(a_house_may_pay_bonus_hands_at_once, open_bay),
        STORY(both_pairs_of_aces_that_lose_are_paid_from_the_reserve_of_the_bonus_hand, open_bay),
        STORY(behind_one_reserve_the_oldest_advance_is_repaid_first, open_bay),
        STORY(an_award_that_is_reversed_takes_its_own_advance_with_it, open_bay),
        STORY(money_that_is_moved_by_hand_repays_at_once, open_bay),
        STORY(a_free_player_with_aces_is_paid_too, open_bay),
        STORY(pocket_aces_are_paid_from_the_hawaiian_jackpot, open_gardens),
        STORY(a_royal_flush_on_the_flop_wins_the_posted_prize, open_gardens),
        STORY(a_flop_of_three_pays_all_who_are_still_in, open_gardens),
        STORY(what_the_jackpot_lacks_for_the_flop_is_put_into_it, open_gardens),
        STORY(without_holders_all_who_were_dealt_in_have_the_flop, open_gardens),
        STORY(the_designated_four_of_a_kind_pays_the_table_too, open_gardens),
        STORY(a_drawn_table_has_the_prize_in_its_pot, open_gardens),
        STORY(two_fees_leave_one_pot, open_demo),
    };
    return cmocka_run_group_tests_name("floor: poker", tests, NULL, NULL);
}
