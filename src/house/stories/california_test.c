/* Jackpots and promotions of the California games that share by lines, wagers and limits: baccarat, pai gow, Pan 9, Blackjack
 * Poker, thirteen cards, Caribbean Stud. */
#include "house/stories/story_test.h"

#include "funds/claim.h"
#include "house/hands/hands_shapes.h"
#include "house/prizes/prizes.h"
#include "house/setup/setup.h"

/* ------------------------------------------------------------------------------------------ bay101/baccarat-bonus-hand */

static void every_eligible_bettor_wins_the_whole_prize_by_structure_a(void **state)
{
    (void)state;
    offers(&room, "baccarat-bonus", "structure: B", "structure: A", "7-7 tie, six cards: $100",
           "7-7 tie, six cards: $150", NULL);
    seat_patrons(&room, "EZ-1", 5);
    does(&room, "start-round EZ-1 by dana");
    posts(&room, "baccarat-bonus", "");
    does(&room, "claim-hand EZ-1 offer baccarat-bonus by dana");
    refuses(&room, "verify-hand 1 row A3 by sam", "bay101/baccarat-bonus-hand#34"); /* the bank did not pay */
    does(&room, "end-round EZ-1 by dana");
    /* Four seated and one behind a seat; the proposition player who banks beside the seats pays and wins nothing. */
    does(&room, "start-round EZ-1 dealt 1,2,3,4 fees 0 backline \"seat 1 patron 1005 wager $10\" by dana");
    posts(&room, "baccarat-bonus", "patrons -> fee box 1 #57\nfee box -> reserve 1 #59");
    holds(&room, "baccarat-bonus", "reserve", 75000);
    refuses(&room, "claim-hand EZ-1 seat 1 offer baccarat-bonus by dana", "house#hand");
    does(&room, "claim-hand EZ-1 offer baccarat-bonus by dana");
    refuses(&room, "verify-hand 2 cards \"2s 3s 3d\" banker \"4s 4d\" by sam",
            "bay101/baccarat-bonus-hand#29");
    does(&room, "verify-hand 2 cards \"2s 2d 3d\" banker \"2h Ks 5d\" by sam");
    does(&room, "authorise 2 by sue");
    posts(&room, "baccarat-bonus", "reserve -> held 750");
    prizes(&room,
           "seat 1 (1001): each winner 150\nseat 2 (1002): each winner 150\nseat 3 (1003): each winner 150\n"
           "seat 4 (1004): each winner 150\nseat 1 (1005): each winner 150");
    assert_int_equal(balance(&room, "baccarat-bonus", "reserve"), 0);
    refuses(&room, "pay 1 in cash by cy", "bay101/baccarat-bonus-hand#48");
    does(&room, "pay 1 by cy");
}

static void a_prize_of_a_thousand_is_divided_among_six_by_structure_b(void **state)
{
    (void)state;
    offers(&room, "baccarat-bonus", "9-9 tie, six cards: $300", "9-9 tie, six cards: $1,000", NULL);
    seat_patrons(&room, "EZ-1", 6);
    does(&room, "bank EZ-1 seat 6 by dana"); /* a patron who banks is one more */
    does(&room, "start-round EZ-1 fees 6 by dana");
    holds(&room, "baccarat-bonus", "reserve", 500000);
    does(&room, "claim-hand EZ-1 offer baccarat-bonus by dana");
    does(&room, "verify-hand 1 row A5 by sam");
    does(&room, "authorise 1 by sue");
    posts(&room, "baccarat-bonus", "reserve -> held 1,000 #56\nreserve -> held 2 #41");
    prizes(&room, "seat 1 (1001): table 167\nseat 2 (1002): table 167\nseat 3 (1003): table 167\nseat 4 "
                  "(1004): table 167\n"
                  "seat 5 (1005): table 167\nseat 6 (1006): table 167");
    /* The posted prize is $600 or more, though the parts are not. */
    refuses(&room, "pay 1 by cy", "bay101/baccarat-bonus-hand#37");
    does(&room, "identify 1 document passport by cy");
    does(&room, "pay 1 by cy");
    does(&room, "clock 2026-11-02T12:15:01-08:00");
    assert_int_equal(room.floor.prizes[1].claim.state, CLAIM_HELD);
}

static void at_six_hundred_dollars_the_prize_is_divided(void **state)
{
    (void)state;
    offers(&room, "baccarat-bonus", "structure: A", "structure: B", "four cards: $5,000", "four cards: $599",
           "five cards: $10,000", "five cards: $600", NULL);
    seat_patrons(&room, "EZ-1", 6);
    holds(&room, "baccarat-bonus", "reserve", 1000000);
    does(&room, "start-round EZ-1 fees 0 by dana");
    does(&room, "claim-hand EZ-1 offer baccarat-bonus by dana");
    does(&room, "verify-hand 1 row B1 by sam");
    does(&room, "authorise 1 by sue");
    posts(&room, "baccarat-bonus", "reserve -> held 3,594");
    does(&room, "pay 1 by cy"); /* without identification */
    does(&room, "start-round EZ-1 fees 0 by dana");
    does(&room, "claim-hand EZ-1 offer baccarat-bonus by dana");
    does(&room, "verify-hand 2 row B2 by sam");
    does(&room, "authorise 2 by sue");
    posts(&room, "baccarat-bonus", "reserve -> held 600");
    refuses(&room, "pay 7 by cy", "bay101/baccarat-bonus-hand#37");
}

/* ------------------------------------------------------------------------------------------ hawaiian-gardens/ca-asian-jackpot */

static void the_pool_is_brought_back_to_its_level(void **state)
{
    (void)state;
    offers(&room, "asian-jackpot-1", "reseed: $5,000", "reseed: $2,000", "suited aces: $100",
           "suited aces: $1,500", NULL);
    seat_patrons(&room, "BJ-1", 2);
    does(&room, "start-round BJ-1 fees 1 by dana");
    posts(&room, "asian-jackpot-1", "patrons -> fee box 1 #6\nfee box -> prize pool 1");
    does(&room, "claim-hand BJ-1 seat 1 offer asian-jackpot-1 by dana");
    /* Only games that take the collection of another jackpot are eligible. */
    refuses(&room, "verify-hand 1 cards \"As As\" banker 5d by sam",
            "hawaiian-gardens/ca-asian-jackpot-1#21");
    does(&room, "end-round BJ-1 by dana");
    offers(&room, "asian-bad-beat", NULL);
    repaid(&room, "asian-jackpot-1", "$1 California/Asian Jackpot Fund",
           "start-round BJ-1 payers \"offer asian-jackpot-1 seats 1\" by dana", 600000);
    holds(&room, "asian-jackpot-1", "prize pool", 345000);
    does(&room, "claim-hand BJ-1 seat 1 offer asian-jackpot-1 by dana");
    refuses(&room, "verify-hand 2 cards \"As Ad\" banker 5d by sam",
            "hawaiian-gardens/ca-asian-jackpot-1#33");
    does(&room, "verify-hand 2 cards \"As As\" banker 5d by sam");
    does(&room, "authorise 2 by sue");
    posts(&room, "asian-jackpot-1",
          "prize pool -> held 1,500\n$1 California/Asian Jackpot Fund -> prize pool 50 #9");
    prizes(&room, "seat 1 (1001): first two cards suited aces 1,500");
    does(&room, "pay 1 in vehicles by cy");
}

static void what_the_pool_lacks_the_reserve_pays(void **state)
{
    (void)state;
    offers(&room, "asian-jackpot-1", "reseed: $5,000", "reseed: $100", NULL);
    offers(&room, "asian-bad-beat", NULL);
    seat_patrons(&room, "PG-1", 3);
    repaid(&room, "asian-jackpot-1", "$1 California/Asian Jackpot Fund", "start-round PG-1 fees 1,2 by dana",
           85000);
    holds(&room, "asian-jackpot-1", "prize pool", 120000);
    does(&room, "claim-hand PG-1 seat 1 offer asian-jackpot-1 by dana");
    does(&room, "verify-hand 1 row \"seven face cards\" by sam");
    does(&room, "authorise 1 by sue");
    posts(&room, "asian-jackpot-1",
          "prize pool -> held 1,200\n$1 California/Asian Jackpot Fund -> held 800\n"
          "$1 California/Asian Jackpot Fund -> prize pool 50\nhouse -> prize pool 50");
    assert_int_equal(advances(&room, "asian-jackpot-1"), 5000);
    does(&room, "start-round PG-1 fees 1 by dana");
    does(&room, "claim-hand PG-1 seat 2 offer asian-jackpot-1 by dana");
    refuses(&room, "verify-hand 2 row \"seven face cards\" by sam", "hawaiian-gardens/ca-asian-jackpot-1#11");
}

/* One dollar, five, ten, fifteen and twenty, each at the tables of its limits. */
static void each_of_the_five_jackpots_has_its_fee(void **state)
{
    static const char *const fees[] = {"1", "5", "10", "15", "20"};
    (void)state;
    offers(&room, "asian-bad-beat", NULL);
    for (unsigned i = 1; i <= 5; i++) {
        char offer[32], table[8], expected[256];
        (void)snprintf(offer, sizeof offer, "asian-jackpot-%u", i);
        (void)snprintf(table, sizeof table, "PG-%u", i);
        offers(&room, offer, NULL);
        seat_patrons(&room, table, 1);
        DOES(&room, "start-round %s payers \"offer %s seats 1; offer asian-bad-beat\" by dana", table, offer);
        (void)snprintf(expected, sizeof expected, "patrons -> fee box %s #6\nfee box -> prize pool %s",
                       fees[i - 1], fees[i - 1]);
        posts(&room, offer, expected);
        DOES(&room, "claim-hand %s seat 1 offer %s by dana", table, offer);
        DOES(&room, "verify-hand %u cards \"Ks Kd / Qs Qd Js Jd Jc\" by sam", i);
        DOES(&room, "authorise %u by sue", i);
        prizes(&room, (const char *[]){
                          "seat 1 (1001): seven face cards 2,000", "seat 1 (1001): seven face cards 5,000",
                          "seat 1 (1001): seven face cards 10,000", "seat 1 (1001): seven face cards 15,000",
                          "seat 1 (1001): seven face cards 20,000"}[i - 1]);
    }
}

/* In baccarat the hand is everybody's, and each who paid has the posted prize. */
static void each_fee_payer_has_the_prize_at_baccarat(void **state)
{
    (void)state;
    offers(&room, "asian-jackpot-2", NULL);
    offers(&room, "asian-bad-beat", NULL);
    seat_patrons(&room, "BA-1", 4);
    does(&room, "start-round BA-1 payers \"offer asian-jackpot-2 seats 1,3\" by dana");
    does(&room, "claim-hand BA-1 offer asian-jackpot-2 by dana");
    does(&room, "verify-hand 1 row \"four of a kind\" multiple 2 by sam");
    does(&room, "authorise 1 by sue");
    prizes(&room, "seat 1 (1001): four of a kind 2,000\nseat 3 (1003): four of a kind 2,000");
}

/* Charts of different games have rows of the same number. */
static void a_row_is_one_of_the_game_of_the_table(void **state)
{
    (void)state;
    offers(&room, "asian-jackpot-1", NULL);
    offers(&room, "asian-bad-beat", NULL);
    seat_patrons(&room, "P9-1", 3);
    does(&room, "start-round P9-1 payers \"offer asian-jackpot-1 seats 1,2,3\" by dana");
    does(&room, "claim-hand P9-1 seat 1 offer asian-jackpot-1 by dana");
    refuses(&room, "verify-hand 1 row \"seven face cards\" by sam", "house#hand");
    does(&room, "verify-hand 1 row a by sam");
    does(&room, "claim-hand P9-1 seat 2 offer asian-jackpot-1 by dana");
    does(&room, "verify-hand 2 cards \"3h 3d 3h\" by sam");
    does(&room, "authorise 1 by sue");
    prizes(&room, "seat 1 (1001): three 3s of one suit 1,000\nseat 2 (1002): three 3s of one colour 200");
}

/* ------------------------------------------------------------------------------------------ hawaiian-gardens/ca-asian-progressive-bad-beat */

static void asian_bad_beat(const char *table, unsigned patrons)
{
    offers(&room, "asian-bad-beat", "structure: 2", "structure: 1", "reseed: $10,000", "reseed: $2,000",
           NULL);
    seat_patrons(&room, table, patrons);
    char line[64];
    (void)snprintf(line, sizeof line, "start-round %s by dana", table);
    repaid(&room, "asian-bad-beat", "jackpot fund", line, 2000000);
    holds(&room, "asian-bad-beat", "prize pool", 1200000);
}

static void a_patron_who_banks_and_wins_has_the_part_of_the_winning_hand(void **state)
{
    (void)state;
    asian_bad_beat("BJ-1", 6);
    does(&room, "end-round BJ-1 by dana");
    does(&room, "bank BJ-1 seat 6 by dana");
    does(&room, "start-round BJ-1 by dana");
    posts(&room, "asian-bad-beat", "patrons -> fee box 1 #48\nfee box -> jackpot fund 1");
    holds(&room, "asian-bad-beat", "jackpot fund", 2000000);
    does(&room, "claim-hand BJ-1 seat 1 offer asian-bad-beat by dana");
    refuses(&room, "verify-hand 1 cards \"2h 3d 4s 5c 6h\" banker 5d winner \"Ks Kd\" beaten-by 6 by sam",
            "hawaiian-gardens/ca-asian-progressive-bad-beat#25");
    does(&room, "verify-hand 1 cards \"2h 3d 4s 5c 6h\" banker As winner \"As Kd\" beaten-by 6 by sam");
    does(&room, "authorise 1 by sue");
    posts(&room, "asian-bad-beat",
          "jackpot fund -> held 12,000\nprize pool -> promised 12,000\npromised -> prize pool 2,000 #54");
    prizes(&room,
           "seat 6 (1006): winning hand 2,400\nseat 1 (1001): losing hand 7,200\nseat 2 (1002): table 600\n"
           "seat 3 (1003): table 600\nseat 4 (1004): table 600\nseat 5 (1005): table 600");
    assert_int_equal(balance(&room, "asian-bad-beat", "jackpot fund"), 800000);
}

static void the_part_of_a_proposition_player_who_banks_stays_in_the_fund(void **state)
{
    (void)state;
    asian_bad_beat("BJ-1", 5);
    does(&room, "claim-hand BJ-1 seat 1 offer asian-bad-beat by dana");
    does(&room, "verify-hand 1 row a beaten-by 0 by sam");
    does(&room, "authorise 1 by sue");
    posts(&room, "asian-bad-beat",
          "jackpot fund -> held 9,600\nprize pool -> promised 9,600\nprize pool -> promised 2,400\n"
          "promised -> prize pool 2,000");
    prizes(&room, "seat 1 (1001): losing hand 7,200\nseat 2 (1002): table 600\nseat 3 (1003): table 600\n"
                  "seat 4 (1004): table 600\nseat 5 (1005): table 600");
    assert_int_equal(balance(&room, "asian-bad-beat", "jackpot fund"), 1040000);
}

/* One player and the player-dealer: the fee is optional, and without it nobody wins. */
static void with_one_player_the_fee_may_be_left_out(void **state)
{
    (void)state;
    offers(&room, "asian-bad-beat", NULL);
    seat_patrons(&room, "BJ-1", 2);
    does(&room, "start-round BJ-1 dealt 1 by dana");
    posts(&room, "asian-bad-beat", "");
    does(&room, "claim-hand BJ-1 seat 1 offer asian-bad-beat by dana");
    refuses(&room, "verify-hand 1 row a beaten-by 0 by sam",
            "hawaiian-gardens/ca-asian-progressive-bad-beat#35");
    does(&room, "end-round BJ-1 by dana");
    does(&room, "start-round BJ-1 dealt 1 fees 1 by dana");
    posts(&room, "asian-bad-beat", "patrons -> fee box 1\nfee box -> jackpot fund 1");
    does(&room, "claim-hand BJ-1 seat 1 offer asian-bad-beat by dana");
    does(&room, "verify-hand 2 row a beaten-by 0 by sam");
    does(&room, "authorise 2 by sue");
    prizes(&room, "seat 1 (1001): losing hand 5,000");
    does(&room, "start-round BJ-1 dealt 1,2 by dana"); /* with two it is due */
    posts(&room, "asian-bad-beat", "patrons -> fee box 1\nfee box -> jackpot fund 1");
}

/* Bettors on the losing line share its part, those on the winning line theirs. */
static void the_lines_of_baccarat_share_a_bad_beat(void **state)
{
    (void)state;
    offers(&room, "asian-bad-beat", "reseed: $10,000", "reseed: $100", NULL);
    seat_patrons(&room, "BA-1", 6);
    repaid(&room, "asian-bad-beat", "jackpot fund", "start-round BA-1 by dana", 100000);
    holds(&room, "asian-bad-beat", "prize pool", 10000);
    does(&room, "claim-hand BA-1 offer asian-bad-beat by dana");
    does(&room, "verify-hand 1 cards \"6h 6d 6h\" winner \"3h 3d 3h\" banker \"3h 3d 3h\" holders 1,2,3 "
                "beaten-by 4,5 by sam");
    does(&room, "authorise 1 by sue");
    prizes(&room,
           "seat 4 (1004): winning hand 12.50\nseat 5 (1005): winning hand 12.50\nseat 1 (1001): losing hand "
           "16.66\n"
           "seat 2 (1002): losing hand 16.66\nseat 3 (1003): losing hand 16.66\nseat 6 (1006): table 25");
    assert_int_equal(balance(&room, "asian-bad-beat", "jackpot fund"), 90002);
}

/* Thirteen cards have no player-dealer: three must be dealt in. */
static void thirteen_cards_need_three_players(void **state)
{
    (void)state;
    offers(&room, "asian-bad-beat", NULL);
    seat_patrons(&room, "CC-1", 3);
    does(&room, "start-round CC-1 dealt 1,2 by dana");
    does(&room, "claim-hand CC-1 seat 1 offer asian-bad-beat by dana");
    refuses(&room, "verify-hand 1 row a beaten-by 2 by sam",
            "hawaiian-gardens/ca-asian-progressive-bad-beat#39");
    does(&room, "end-round CC-1 by dana");
    does(&room, "start-round CC-1 by dana");
    does(&room, "claim-hand CC-1 seat 1 offer asian-bad-beat by dana");
    refuses(&room, "verify-hand 2 row a beaten-by 0 by sam", "house#round"); /* nobody banks */
    does(&room, "verify-hand 2 row a beaten-by 2 by sam");
    does(&room, "authorise 2 by sue");
    prizes(&room,
           "seat 2 (1002): winning hand 2,500\nseat 1 (1001): losing hand 5,000\nseat 3 (1003): table 2,500");
}

static void the_posted_prize_rises_every_day_without_money(void **state)
{
    (void)state;
    offers(&room, "asian-bad-beat", NULL);
    does(&room, "clock 2026-11-03T06:00:00-08:00");
    posts(&room, "asian-bad-beat", "promised -> prize pool 100 #52");
}

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

static void a_flush_that_wins_is_shared_with_the_player_dealer(void **state)
{
    (void)state;
    caribbean_bonus("flush pool", 14000, 100000);
    does(&room, "claim-hand CS-1 seat 2 offer caribbean-bonus-hands by dana");
    does(&room, "verify-hand 1 row flush by sam");
    refuses(&room, "authorise 1 by sue", "house#hand"); /* how did it end? */
    does(&room, "reject-hand 1 reason \"how did it end\" by sam");
    does(&room, "claim-hand CS-1 seat 2 offer caribbean-bonus-hands by dana");
    does(&room, "verify-hand 2 cards \"2h 9h Kh 4h 7h\" outcome won by sam");
    does(&room, "authorise 2 by sue");
    posts(&room, "caribbean-bonus-hands",
          "jackpot fund -> held 140\nflush pool -> promised 140\npromised -> flush pool 50 #13");
    prizes(&room, "seat 2 (1002): player 126\nseat 5 (1005): table 14");
    refuses(&room, "pay 1 in check by cy", "hawaiian-gardens/caribbean-stud-designated-bonus-hands#55");
    does(&room, "pay 1 in cash by cy");
}

static void bettors_on_the_hand_share_by_their_wagers(void **state)
{
    (void)state;
    caribbean_bonus("straight flush pool", 150000, 500000);
    refuses(&room, "claim-hand CS-1 seat 1 patron 1004 offer caribbean-bonus-hands by dana", "house#hand");
    does(&room, "claim-hand CS-1 seat 1 offer caribbean-bonus-hands by dana");
    does(&room, "verify-hand 1 row \"straight flush\" outcome won by sam");
    refuses(&room, "authorise 1 by sue", "house#hand"); /* the wager of the seat is not known */
    does(&room, "reject-hand 1 reason \"no wager\" by sam");
    does(&room, "claim-hand CS-1 seat 1 offer caribbean-bonus-hands by dana");
    does(&room, "verify-hand 2 row \"straight flush\" wager $30 outcome won by sam");
    does(&room, "authorise 2 by sue");
    prizes(&room, "seat 1 (1001): player 810\nseat 1 (1004): player 540\nseat 5 (1005): table 150");
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

static void a_proposition_player_who_banks_is_passed_over(void **state)
{
    (void)state;
    caribbean_bonus("flush pool", 10000, 50000);
    does(&room, "register 1005 proposition-player yes by fay");
    does(&room, "register 1003 proposition-player yes by fay");
    does(&room, "claim-hand CS-1 seat 2 offer caribbean-bonus-hands by dana");
    does(&room, "verify-hand 1 row flush outcome won by sam");
    does(&room, "authorise 1 by sue");
    prizes(&room, "seat 2 (1002): player 100");
    does(&room, "end-round CS-1 by dana");
    does(&room, "start-round CS-1 dealt 1,2,3,5 by dana");
    does(&room, "claim-hand CS-1 seat 3 offer caribbean-bonus-hands by dana");
    does(&room, "verify-hand 2 row flush outcome won by sam");
    refuses(&room, "authorise 2 by sue", "hawaiian-gardens/caribbean-stud-designated-bonus-hands");
    does(&room, "reject-hand 2 reason \"neither may win\" by sam");
    does(&room, "register 1005 proposition-player no by fay");
    holds(&room, "caribbean-bonus-hands", "jackpot fund", 50000);
    does(&room, "claim-hand CS-1 seat 3 offer caribbean-bonus-hands by dana");
    does(&room, "verify-hand 3 row flush outcome won by sam");
    does(&room, "authorise 3 by sue"); /* the hand's part stays, the rest is paid */
    prizes(&room, "seat 5 (1005): table 5");
}

/* ------------------------------------------------------------------------------------------ hawaiian-gardens/caribbean-stud-jackpot */

static void a_flush_that_is_beaten_at_caribbean_stud(void **state)
{
    (void)state;
    offers(&room, "caribbean-jackpot", NULL);
    seat_patrons(&room, "CS-2", 7);
    holds(&room, "caribbean-jackpot", "jackpot fund", 300000);
    does(&room, "start-round CS-2 dealt 1,2,3 by dana"); /* four with the player-dealer */
    holds(&room, "caribbean-jackpot", "jackpot fund", 300000);
    does(&room, "claim-hand CS-2 seat 1 offer caribbean-jackpot by dana");
    refuses(&room, "verify-hand 1 cards \"2h 9h Kh 4h 7h\" winner \"2s 2d 2c 5h 5d\" by sam", "house#hand");
    does(&room, "reject-hand 1 reason \"say who beat it\" by sam");
    does(&room, "end-round CS-2 by dana");
    does(&room, "start-round CS-2 dealt 1,2,3,4,5,6 by dana");
    holds(&room, "caribbean-jackpot", "jackpot fund", 300000);
    does(&room, "register 1006 proposition-player yes by fay");
    does(&room, "claim-hand CS-2 seat 1 offer caribbean-jackpot by dana");
    does(&room, "verify-hand 2 row \"Bad Beat Jackpot\" beaten-by 2 outcome lost by sam");
    does(&room, "authorise 2 by sue");
    /* A thousand and the part of two fees; the proposition player is passed over. */
    prizes(
        &room,
        "seat 1 (1001): losing hand 600.18\nseat 2 (1002): winning hand 200.06\nseat 3 (1003): table 66.68\n"
        "seat 4 (1004): table 66.68\nseat 5 (1005): table 66.68");
}

/* ------------------------------------------------------------------------------------------ hawaiian-gardens/cash-in-a-flash */

static void the_fee_goes_by_the_limits_of_the_table(void **state)
{
    (void)state;
    offers(&room, "cash-in-a-flash", NULL);
    assert_int_equal(balance(&room, "cash-in-a-flash", "jackpot fund"), 50000);
    seat_patrons(&room, "P9-1", 4);
    does(&room, "start-round P9-1 dealt 1,2,3 by dana");
    posts(&room, "cash-in-a-flash",
          "patrons -> fee box 1.50 #72\nfee box -> jackpot fund 1.50\npatrons -> fee box 2 #72\n"
          "fee box -> jackpot fund 2");
    holds(&room, "cash-in-a-flash", "jackpot fund", 100000);
    does(&room, "claim-hand P9-1 seat 1 offer cash-in-a-flash by dana");
    does(&room, "claim-hand P9-1 seat 2 offer cash-in-a-flash by dana");
    does(&room, "verify-hand 1 cards \"3h 3d 3h\" by sam");
    does(&room, "verify-hand 2 cards \"3s 3c 3s\" by sam");
    does(&room, "authorise 1 by sue"); /* two players have $500 each */
    posts(&room, "cash-in-a-flash", "jackpot fund -> held 500\njackpot fund -> held 500");
    prizes(&room, "seat 1 (1001): player 500\nseat 2 (1002): player 500");
    seat_patrons(&room, "CC-1", 4);
    does(&room, "start-round CC-1 dealt 1,2,3 by dana");
    posts(&room, "cash-in-a-flash", "patrons -> fee box 1 #71\nfee box -> jackpot fund 1");
    does(&room, "end-round P9-1 by dana");
    does(&room, "start-round P9-1 dealt 1 by dana");
    does(&room, "claim-hand P9-1 seat 1 offer cash-in-a-flash by dana");
    refuses(&room, "verify-hand 3 row A5 by sam", "hawaiian-gardens/cash-in-a-flash#4");
}

static void those_who_bet_on_the_hand_divide_five_hundred_dollars(void **state)
{
    (void)state;
    offers(&room, "cash-in-a-flash", NULL);
    seat_patrons(&room, "BJ-1", 6);
    does(&room, "register 1006 proposition-player yes by fay");
    does(&room, "start-round BJ-1 dealt 1,2,3 backline \"seat 1 patron 1005 wager $10; seat 1 patron 1006 "
                "wager $20\" "
                "by dana");
    does(&room, "claim-hand BJ-1 seat 1 offer cash-in-a-flash by dana");
    does(&room, "verify-hand 1 cards \"Ah Ah\" banker 5d wager $20 by sam");
    does(&room, "authorise 1 by sue");
    prizes(&room, "seat 1 (1001): player 200\nseat 1 (1005): player 100"); /* $200 stay in the fund */
    posts(&room, "cash-in-a-flash", "jackpot fund -> held 300");
}

/* At a free table four hands are dealt, and the player has named the prize before. */
static void a_free_player_names_the_prize_before_the_hand(void **state)
{
    (void)state;
    offers(&room, "cash-in-a-flash", NULL);
    seat_patrons(&room, "NPN-2", 1);
    refuses(&room, "start-round NPN-2 dealt 1,2,3,4 chosen \"seat 5 row A1\" by dana", "house#round");
    does(&room, "start-round NPN-2 dealt 1,2 chosen \"seat 1 row A1\" by dana");
    does(&room, "claim-hand NPN-2 seat 1 offer cash-in-a-flash by dana");
    refuses(&room, "verify-hand 1 cards \"Ah Ah\" banker 5d by sam", "hawaiian-gardens/cash-in-a-flash#32");
    does(&room, "end-round NPN-2 by dana");
    does(&room, "start-round NPN-2 dealt 1,2,3,4 by dana");
    does(&room, "claim-hand NPN-2 seat 1 offer cash-in-a-flash by dana");
    refuses(&room, "verify-hand 2 cards \"Ah Ah\" banker 5d by sam", "hawaiian-gardens/cash-in-a-flash#28");
    does(&room, "end-round NPN-2 by dana");
    does(&room, "start-round NPN-2 dealt 1,2,3,4 chosen \"seat 1 row A5\" by dana");
    does(&room, "claim-hand NPN-2 seat 1 offer cash-in-a-flash by dana");
    refuses(&room, "verify-hand 3 cards \"Ah Ah\" banker 5d by sam", "hawaiian-gardens/cash-in-a-flash#28");
    does(&room, "end-round NPN-2 by dana");
    does(&room, "start-round NPN-2 dealt 1,2,3,4 chosen \"seat 1 row A1\" by dana");
    does(&room, "claim-hand NPN-2 seat 1 offer cash-in-a-flash by dana");
    does(&room, "verify-hand 4 cards \"Ah Ah\" banker 5d by sam");
    does(&room, "authorise 4 by sue");
    prizes(&room, "seat 1 (1001): player 500");
    seat_patrons(&room, "BJ-1", 3);
    refuses(&room, "start-round BJ-1 chosen \"seat 1 row A1\" by dana", "house#round");
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

/* Sevens of one suit are of one colour, too: the higher row alone is paid, unless the house pays both. */
static void rows_that_lie_inside_one_another_are_paid_once(void **state)
{
    (void)state;
    offers(&room, "fast-cash", NULL);
    seat_patrons(&room, "BJ-3", 2);
    does(&room, "start-round BJ-3 by dana");
    does(&room, "claim-hand BJ-3 seat 1 offer fast-cash by dana");
    does(&room, "verify-hand 1 cards \"7s 7s 7s\" banker 5d by sam");
    does(&room, "authorise 1 by sue");
    prizes(&room, "seat 1 (1001): 7-7-7 of one suit 600");
    struct text text = offer_file(&room, "fast-cash");
    post_text(
        &room, "fast-cash",
        text_with(&room, text, "hours:", "settings: {rows inside one another: every row that fits}\nhours:"));
    assert_true(room.decision.ruling.allowed);
    does(&room, "start-round BJ-3 by dana");
    does(&room, "claim-hand BJ-3 seat 1 offer fast-cash by dana");
    does(&room, "verify-hand 2 cards \"7s 7s 7s\" banker 5d by sam");
    does(&room, "authorise 2 by sue");
    prizes(&room, "seat 1 (1001): 7-7-7 of one suit 600\nseat 1 (1001): 7-7-7 of one colour 300");
}

static void at_baccarat_each_eligible_player_has_the_prize(void **state)
{
    (void)state;
    offers(&room, "fast-cash", NULL);
    seat_patrons(&room, "EZ-1", 4);
    does(&room, "bank EZ-1 seat 4 by dana");
    does(&room, "register 1003 employee \"off duty in uniform\" by fay");
    does(&room, "start-round EZ-1 backline \"seat 1 patron 1004 wager $10\" by dana");
    does(&room, "claim-hand EZ-1 offer fast-cash by dana");
    refuses(&room, "verify-hand 1 row c bonus-bets-only by sam", "hawaiian-gardens/fast-cash-jackpots#29");
    does(&room, "verify-hand 1 row c by sam");
    does(&room, "authorise 1 by sue");
    prizes(&room, "seat 1 (1001): 6 face cards 400\nseat 2 (1002): 6 face cards 400");
}

static void the_progressive_prize_rises_by_a_hundred_every_morning(void **state)
{
    (void)state;
    offers(&room, "fast-cash", NULL);
    holds(&room, "fast-cash", "Hawaiian Jackpot", 65000);
    does(&room, "clock 2026-11-03T06:00:00-08:00");
    posts(&room, "fast-cash", "Hawaiian Jackpot -> progressive prize 100 #51");
    does(&room, "clock 2026-11-03T08:00:00-08:00");
    seat_patrons(&room, "PG-3", 2);
    does(&room, "start-round PG-3 by dana");
    does(&room, "claim-hand PG-3 seat 1 offer fast-cash by dana");
    does(&room, "verify-hand 1 cards \"Ks Kd / Qs Qd Js Jd Jc\" by sam");
    does(&room, "authorise 1 by sue");
    posts(&room, "fast-cash",
          "progressive prize -> held 1,100\nHawaiian Jackpot -> progressive prize 550 #52\n"
          "house -> progressive prize 450 #52");
    does(&room, "end-round PG-3 by dana");
    does(&room, "bank PG-3 seat 1 by dana");
    does(&room, "start-round PG-3 by dana");
    does(&room, "claim-hand PG-3 seat 1 offer fast-cash by dana");
    refuses(&room, "verify-hand 2 row a by sam", "hawaiian-gardens/fast-cash-jackpots#35");
}

/* ------------------------------------------------------------------------------------------ bay101/pai-gow-bonus-hand */

/* The hand is its seated bettor's, else that of the only one, else that of the first betting position. */
static void a_hand_belongs_to_one_bettor(void **state)
{
    (void)state;
    offers(&room, "pai-gow-bonus", NULL);
    seat_patrons(&room, "PG-1", 6);
    does(
        &room,
        "start-round PG-1 dealt 1,2,3,4 played-behind 2,3 backline \"seat 1 patron 1005 wager $10; "
        "seat 2 patron 1005 wager $10; seat 3 patron 1006 wager $10; seat 3 patron 1005 wager $10\" by dana");
    does(&room, "claim-hand PG-1 seat 1 offer pai-gow-bonus by dana");
    does(&room, "claim-hand PG-1 seat 1 patron 1005 offer pai-gow-bonus by dana");
    does(&room, "claim-hand PG-1 seat 2 offer pai-gow-bonus by dana");
    does(&room, "claim-hand PG-1 seat 2 patron 1005 offer pai-gow-bonus by dana");
    does(&room, "claim-hand PG-1 seat 3 patron 1005 offer pai-gow-bonus by dana");
    does(&room, "claim-hand PG-1 seat 3 patron 1006 offer pai-gow-bonus by dana");
    does(&room, "verify-hand 1 cards \"9s 3d / 2s 4d 5h 7c 8d\" by sam");
    refuses(&room, "verify-hand 2 row \"9 high\" by sam", "bay101/pai-gow-bonus-hand#18");
    refuses(&room, "verify-hand 3 row \"9 high\" by sam", "bay101/pai-gow-bonus-hand#18");
    does(&room, "verify-hand 4 row \"9 high\" by sam");
    refuses(&room, "verify-hand 5 row \"five aces\" by sam", "bay101/pai-gow-bonus-hand#18");
    does(&room, "verify-hand 6 row \"five aces\" by sam");
    for (unsigned hand = 2; hand <= 5; hand += hand == 3 ? 2 : 1)
        DOES(&room, "reject-hand %u reason \"another's hand\" by sam", hand);
    does(&room, "authorise 1 by sue");
    posts(&room, "pai-gow-bonus", "house -> held 200\nhouse -> held 2,000");
    prizes(&room, "seat 1 (1001): 9 high 100\nseat 2 (1005): 9 high 100\nseat 3 (1006): five aces 2,000");
    refuses(&room, "pay 1 absent by cy", "bay101/pai-gow-bonus-hand#23");
    does(&room, "pay 1 in coupons by cy");
}

/* ------------------------------------------------------------------------------------------ hawaiian-gardens/shuffle-master-classic-qualifier */

static void an_entry_and_a_journey_are_won_and_lapse_after_a_day(void **state)
{
    (void)state;
    offers(&room, "classic-qualifier", NULL);
    seat_patrons(&room, "UT-1", 2);
    does(&room, "register 1002 excluded-as \"employees of Shuffle Master\" by fay");
    does(&room, "start-round UT-1 by dana");
    does(&room, "claim-hand UT-1 seat 1 offer classic-qualifier by dana");
    does(&room, "claim-hand UT-1 seat 2 offer classic-qualifier by dana");
    does(&room, "verify-hand 1 cards \"As Ks\" board \"Qs Js Ts 2d 3c\" by sam");
    refuses(&room, "verify-hand 2 row A3 by sam", "hawaiian-gardens/shuffle-master-classic-qualifier#26");
    does(&room, "reject-hand 2 reason excluded by sam");
    does(&room, "authorise 1 by sue");
    posts(&room, "classic-qualifier", "");
    prizes(&room, "seat 1 (1001): royal flush on the flop 1 entry\n"
                  "seat 1 (1001): royal flush on the flop 1 travel voucher");
    refuses(&room, "pay 1 in \"tournament entries\" to-another by cy",
            "hawaiian-gardens/shuffle-master-classic-qualifier#21");
    does(&room, "pay 1 in \"tournament entries\" by cy");
    does(&room, "clock 2026-11-03T12:00:00-08:00");
    assert_int_equal(room.floor.prizes[1].claim.state, CLAIM_PAYABLE);
    does(&room, "clock 2026-11-03T12:00:01-08:00");
    assert_int_equal(room.floor.prizes[1].claim.state, CLAIM_LAPSED);
    refuses(&room, "pay 2 in \"other things of value\" by cy",
            "hawaiian-gardens/shuffle-master-classic-qualifier#22");
}

/* ------------------------------------------------------------------------------------------ fees of two offers */

/* In the demo house the $1 jackpot and the bad beat are offered at the same tables. */
static void each_offer_has_its_own_payers(void **state)
{
    (void)state;
    offers(&room, "asian-jackpot", NULL);
    offers(&room, "asian-bad-beat", NULL);
    seat_patrons(&room, "P9-1", 3);
    does(&room, "start-round P9-1 payers \"offer asian-jackpot seats 1,3\" by dana");
    assert_int_equal(balance(&room, "asian-jackpot", "prize pool"), 250200);
    assert_int_equal(balance(&room, "asian-bad-beat", "jackpot fund"), 500100);
    refuses(&room, "start-round P9-1 payers \"offer asian-jackpots seats 1\" by dana", "house#document");
    refuses(&room, "start-round P9-1 payers \"offer asian-jackpot seats 4\" by dana", "house#round");
    offers(&room, "fast-cash", NULL);
    refuses(&room, "start-round P9-1 payers \"offer fast-cash seats 1\" by dana", "house#round");
    does(&room, "claim-hand P9-1 seat 2 offer asian-jackpot by dana");
    refuses(&room, "verify-hand 1 row a by sam", "hawaiian-gardens/ca-asian-jackpot-1#11");
    does(&room, "claim-hand P9-1 seat 3 offer asian-jackpot by dana");
    does(&room, "verify-hand 2 row a by sam");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORY(every_eligible_bettor_wins_the_whole_prize_by_structure_a, open_demo),
        STORY(a_prize_of_a_thousand_is_divided_among_six_by_structure_b, open_demo),
        STORY(at_six_hundred_dollars_the_prize_is_divided, open_bay),
        STORY(the_pool_is_brought_back_to_its_level, open_gardens),
        STORY(what_the_pool_lacks_the_reserve_pays, open_gardens),
        STORY(each_of_the_five_jackpots_has_its_fee, open_gardens),
        STORY(each_fee_payer_has_the_prize_at_baccarat, open_gardens),
        STORY(a_row_is_one_of_the_game_of_the_table, open_gardens),
        STORY(a_patron_who_banks_and_wins_has_the_part_of_the_winning_hand, open_gardens),
        STORY(the_part_of_a_proposition_player_who_banks_stays_in_the_fund, open_gardens),
        STORY(with_one_player_the_fee_may_be_left_out, open_gardens),
        STORY(the_lines_of_baccarat_share_a_bad_beat, open_gardens),
        STORY(thirteen_cards_need_three_players, open_gardens),
        STORY(the_posted_prize_rises_every_day_without_money, open_gardens),
        STORY(a_flush_that_wins_is_shared_with_the_player_dealer, open_gardens),
        STORY(bettors_on_the_hand_share_by_their_wagers, open_gardens),
        STORY(hands_of_one_level_split_the_prize_first, open_gardens),
        STORY(a_proposition_player_who_banks_is_passed_over, open_gardens),
        STORY(a_flush_that_is_beaten_at_caribbean_stud, open_gardens),
        STORY(the_fee_goes_by_the_limits_of_the_table, open_gardens),
        STORY(those_who_bet_on_the_hand_divide_five_hundred_dollars, open_gardens),
        STORY(a_free_player_names_the_prize_before_the_hand, open_gardens),
        STORY(a_hand_is_paid_every_prize_that_applies, open_gardens),
        STORY(rows_that_lie_inside_one_another_are_paid_once, open_gardens),
        STORY(at_baccarat_each_eligible_player_has_the_prize, open_gardens),
        STORY(the_progressive_prize_rises_by_a_hundred_every_morning, open_gardens),
        STORY(a_hand_belongs_to_one_bettor, open_bay),
        STORY(an_entry_and_a_journey_are_won_and_lapse_after_a_day, open_gardens),
        STORY(each_offer_has_its_own_payers, open_demo),
    };
    return cmocka_run_group_tests_name("floor: California games", tests, NULL, NULL);
}
