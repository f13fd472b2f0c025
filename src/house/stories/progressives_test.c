/* Progressive jackpots of the California games, from the fee on the sensor to the cage. The amounts are the worked examples of
 * their documents. */
#include "house/stories/story_test.h"

#include "house/cage/cage_shapes.h"
#include "house/people/people.h"
#include "house/prizes/prizes.h"
#include "house/prizes/prizes_shapes.h"
#include "house/setup/setup.h"
#include "house/tables/tables.h"
#include "house/tables/tables_shapes.h"

/* ------------------------------------------------------------------------------------------ bay101/bonus-hand-progressive-v1-1 */

/* Table C4-1 with six patrons, an offer that owes the house nothing, and so much on its meter. */
static void bonus_hand(int64_t meter, int64_t reserve)
{
    offers(&room, "bonus-hand", "chart: A", "chart: B", NULL);
    seat_patrons(&room, "C4-1", 6);
    repaid(&room, "bonus-hand", "reserve", "start-round C4-1 fees 6 by dana", reserve);
    does(&room, "end-round C4-1 by dana");
    holds(&room, "bonus-hand", "prize pool", meter);
}

static void ten_percent_goes_first_and_then_the_remaining_pool(void **state)
{
    (void)state;
    bonus_hand(3999978, 1000000);
    does(&room, "start-round C4-1 by dana");
    posts(&room, "bonus-hand", "");
    refuses(&room, "claim-hand C4-1 seat 1 offer high-hand by dana", "house#document");
    does(&room, "end-round C4-1 by dana");
    does(&room, "start-round C4-1 dealt 1,2 fees 1,2 by dana");
    posts(&room, "bonus-hand",
          "patrons -> fee box 2 #8\nfee box -> prize pool 0.22 #91\nfee box -> reserve 1.78 #92");
    holds(&room, "bonus-hand", "reserve", 1000000);
    does(&room, "claim-hand C4-1 seat 1 offer bonus-hand by dana");
    does(&room, "claim-hand C4-1 seat 2 offer bonus-hand row \"straight flush\" by dana");
    does(&room, "verify-hand 1 cards \"Ks Qs Js Ts 9s\" by sam");
    refuses(&room, "authorise 1 by sue", "house#hand");
    does(&room, "verify-hand 2 cards \"8d 7d 6d 5d 4d\" by sam");
    does(&room, "authorise 1 by sue");
    posts(&room, "bonus-hand",
          "prize pool -> held 4,000 #30\nprize pool -> held 36,000 #30\nreserve -> prize pool 10,000 #87");
    prizes(&room, "seat 1 (1001): king-high straight flush 36,000\nseat 2 (1002): straight flush 4,000");
    assert_true(text_equal(award_of(&room)->pool, text_of("prize pool")));
    assert_int_equal(award_of(&room)->meter, 4000000);
    assert_int_equal(balance(&room, "bonus-hand", "reserve"), 0);
    refuses(&room, "pay 1 in coupons by cy", "bay101/bonus-hand-progressive-v1-1#51");
    refuses(&room, "pay 1 in check from tray by cy", "bay101/bonus-hand-progressive-v1-1#52");
    does(&room, "pay 1 in check by cy");
    posts(&room, "bonus-hand", "held -> winners 36,000");
    refuses(&room, "pay 1 in check by cy", "bay101/bonus-hand-progressive-v1-1");
    does(&room, "pay 2 by cy");
    assert_int_equal(balance(&room, "bonus-hand", "held"), 0);
}

static void odd_chips_and_the_reseed_are_advanced_by_the_house(void **state)
{
    (void)state;
    bonus_hand(3999945, 0);
    does(&room, "start-round C4-1 dealt 1,2,3,4,5 fees 1,2,3,4,5 by dana");
    holds(&room, "bonus-hand", "reserve", 0);
    for (unsigned seat = 1; seat <= 5; seat++) {
        DOES(&room, "claim-hand C4-1 seat %u offer bonus-hand by dana", seat);
        DOES(&room, "verify-hand %u row %s by sam", seat, seat <= 2 ? "B2" : "B3");
    }
    does(&room, "authorise 3 by sue");
    posts(&room, "bonus-hand",
          "prize pool -> held 4,000 #30\nhouse -> held 2 #76\nprize pool -> held 36,000 #30\n"
          "house -> prize pool 10,000 #87");
    prizes(&room,
           "seat 1 (1001): king-high straight flush 18,000\nseat 2 (1002): king-high straight flush 18,000\n"
           "seat 3 (1003): straight flush 1,334\nseat 4 (1004): straight flush 1,334\n"
           "seat 5 (1005): straight flush 1,334");
    assert_int_equal(advances(&room, "bonus-hand"), 1000200);
    const struct pool_meter *meter = &floor_offering(&room.floor, text_of("bonus-hand"))->meters[0];
    assert_int_equal(meter->hits, 2); /* of two rows, though one award */
    assert_int_equal(meter->kept, 2);
    assert_int_equal(meter->wins[0].cents, 400000);
    assert_int_equal(meter->wins[1].cents, 3600000);
    assert_int_equal(meter->wins[0].award, meter->wins[1].award);
    assert_int_equal(meter->won, 4000000);
    assert_int_equal(meter->base, 2500000);
    assert_int_equal(meter->reset, 1000000);
    assert_int_equal(meter->limit, 25000000);
    assert_int_equal(meter->rate, 11);
    assert_int_equal(meter->hidden_rate, 89);
    /* Six seats, a player-dealer beside them, and the bets behind. */
    assert_int_equal(meter->largest_contribution, (6 + 1 + FLOOR_BACKLINE_MAX) * 11);
}

static void the_fee_that_reaches_the_cap_is_cut(void **state)
{
    (void)state;
    bonus_hand(24999993, 0);
    does(&room, "start-round C4-1 fees 1 by dana");
    posts(&room, "bonus-hand",
          "patrons -> fee box 1\nfee box -> prize pool 0.07 #91\nfee box -> reserve 0.04 #93\n"
          "fee box -> reserve 0.89 #92");
    does(&room, "start-round C4-1 fees 1 by dana");
    posts(&room, "bonus-hand",
          "patrons -> fee box 1\nfee box -> reserve 0.11 #93\nfee box -> reserve 0.89 #92");
}

static void a_pool_is_raised_from_a_reserve_that_holds_it_and_up_to_the_cap(void **state)
{
    (void)state;
    bonus_hand(24900000, 99999);
    refuses(&room, "raise bonus-hand pool \"prize pool\" amount $1,000 by sam",
            "bay101/bonus-hand-progressive-v1-1#60");
    holds(&room, "bonus-hand", "reserve", 100000);
    refuses(&room, "raise bonus-hand pool \"prize pool\" amount $1,000.01 by sam",
            "bay101/bonus-hand-progressive-v1-1#93");
    does(&room, "raise bonus-hand pool \"prize pool\" amount $1,000 by sam");
    posts(&room, "bonus-hand", "reserve -> prize pool 1,000 #60");
    assert_int_equal(advances(&room, "bonus-hand"), 0);
}

/* us-federal/information-returns#10: one cent below, at and above what makes a form due. */
static void nobody_unknown_is_paid_what_makes_a_form_due(void **state)
{
    static const int64_t amounts[] = {199999, 200000, 200001};
    (void)state;
    bonus_hand(1000000, 1000000);
    file_document(&room, text_of("us-federal/information-returns"));
    does(&room, "leave C4-1 seat 6 by dana");
    does(&room, "sit C4-1 seat 6 by dana");
    for (uint32_t i = 0; i < 3; i++) {
        holds(&room, "bonus-hand", "prize pool", amounts[i] - 11);
        does(&room, "start-round C4-1 fees 6 by dana");
        does(&room, "claim-hand C4-1 seat 6 offer bonus-hand by dana");
        DOES(&room, "verify-hand %u cards \"As Ks Qs Js Ts\" by sam", i + 1);
        DOES(&room, "authorise %u by sue", i + 1);
        assert_int_equal(room.floor.prizes[i].claim.cents, amounts[i]);
    }
    does(&room, "pay 1 in check by cy");
    refuses(&room, "pay 2 in check by cy", "us-federal/information-returns#10");
    refuses(&room, "pay 3 in check by cy", "us-federal/information-returns#10");
    does(&room, "register 1042 name \"Ann Lee\" born 1980-01-01 by sam");
    does(&room, "identify 2 document passport patron 1042 by cy");
    does(&room, "pay 2 in check by cy");
}

/* Wins so much of the pool by a royal flush at the seat, and is paid; the forms that are due. */
static const struct form_row *wins_royal(unsigned seat, int64_t cents, uint32_t *count)
{
    unsigned number = room.floor.hand_count + 1;
    holds(&room, "bonus-hand", "prize pool", cents - 11);
    DOES(&room, "start-round C4-1 fees %u by dana", seat);
    DOES(&room, "claim-hand C4-1 seat %u offer bonus-hand by dana", seat);
    DOES(&room, "verify-hand %u cards \"As Ks Qs Js Ts\" by sam", number);
    DOES(&room, "authorise %u by sue", number);
    assert_int_equal(room.floor.prizes[number - 1].claim.cents, cents);
    DOES(&room, "pay %u in check by cy", number);
    *count = EVENT_AS(&room.last[0], prize_paid)->form_count;
    return EVENT_AS(&room.last[0], prize_paid)->forms;
}

/* us-federal/information-returns#10: a house that reads such jackpots as prizes adds them up over the year, one cent below, at and above
 * what makes a form due. */
static void jackpots_that_are_read_as_prizes_are_added_up(void **state)
{
    static const int64_t amounts[] = {49999, 50000, 50001};
    uint32_t count;
    (void)state;
    room_release(&room);
    room_open_house_with(&room, "bay101",
                         "settings: {us-federal/information-returns: {fee jackpots: a prize}}\n");
    bonus_hand(1000000, 1000000);
    file_document(&room, text_of("us-federal/information-returns"));
    for (unsigned seat = 1; seat <= 3; seat++) {
        (void)wins_royal(seat, 150000, &count);
        assert_int_equal(count, 0);
        const struct form_row *forms = wins_royal(seat, amounts[seat - 1], &count);
        assert_int_equal(count, seat > 1);
        if (count == 1) {
            assert_true(text_equal(forms[0].form, text_of("1099-MISC")));
            assert_true(text_equal(forms[0].clause, text_of("us-federal/information-returns#10")));
        }
    }
    does(&room, "clock 2027-01-01T00:00:00-08:00 far"); /* a new year begins with nothing */
    (void)wins_royal(2, 150000, &count);
    assert_int_equal(count, 0);
}

/* By the other reading they are wagers, each looked at alone. */
static void jackpots_that_are_read_as_wagers_are_not(void **state)
{
    uint32_t count;
    (void)state;
    bonus_hand(1000000, 1000000);
    file_document(&room, text_of("us-federal/information-returns"));
    (void)wins_royal(1, 150000, &count);
    (void)wins_royal(1, 150000, &count);
    assert_int_equal(count, 0);
    assert_int_equal(room.floor.patrons[0].prizes_this_year, 0);
}

/* However well the club knows a winner: some laws ask for identification before anything is handed over. */
static void a_known_winner_is_identified_where_a_law_asks_for_it(void **state)
{
    (void)state;
    bonus_hand(1000000, 1000000);
    file_document(&room, text_of("us-federal/information-returns"));
    file_document(&room, text_of("us-federal/currency-reports"));
    does(&room, "start-round C4-1 fees 1 by dana");
    does(&room, "claim-hand C4-1 seat 1 offer bonus-hand by dana");
    does(&room, "verify-hand 1 cards \"As Ks Qs Js Ts\" by sam");
    does(&room, "authorise 1 by sue");
    assert_int_equal(room.floor.prizes[0].claim.cents, 1000011);
    refuses(&room, "pay 1 by cy", "us-federal/information-returns#23");
    assert_string_equal(
        room.decision.ruling.words,
        "still needed before payment: two pieces of identification; enter the winner's ID for prize 1 first");
    refuses(&room, "pay 1 in cash nonresident by cy", "us-federal/currency-reports#8");
    assert_string_equal(
        room.decision.ruling.words,
        "still needed before payment: verified identity; enter the winner's ID for prize 1 first");
    does(&room, "identify 1 document \"driver's licence, passport\" by cy");
    does(&room, "pay 1 in cash by cy");
}

/* Whoever changes the log: no event pays a prize as if the winner had shown identification, or holds back more than it is. */
static void a_log_that_pays_without_identification_is_refused(void **state)
{
    (void)state;
    const struct form_row form = {.form = text_of("two pieces of identification"),
                                  .clause = text_of("us-federal/information-returns#23")};
    struct fault fault = {0};
    bonus_hand(1000000, 1000000);
    file_document(&room, text_of("us-federal/information-returns"));
    does(&room, "start-round C4-1 fees 1 by dana");
    does(&room, "claim-hand C4-1 seat 1 offer bonus-hand by dana");
    does(&room, "verify-hand 1 cards \"As Ks Qs Js Ts\" by sam");
    does(&room, "authorise 1 by sue");
    struct event event = {.kind = EVENT_PRIZE_PAID};
    event.head = (struct event_head){room.floor.now, text_of("cy")};
    EVENT_AS(&event, prize_paid)->prize = 1;
    EVENT_AS(&event, prize_paid)->forms = &form;
    EVENT_AS(&event, prize_paid)->form_count = 1;
    assert_int_equal(floor_apply(&room.floor, &event, &fault), STATUS_INVALID);
    assert_non_null(strstr(fault.words, "a law asks for identification"));
    EVENT_AS(&event, prize_paid)->form_count = 0;
    EVENT_AS(&event, prize_paid)->withheld = 1000012;
    assert_int_equal(floor_apply(&room.floor, &event, &fault), STATUS_INVALID);
    assert_non_null(strstr(fault.words, "cannot have been held back"));
}

/* One deck: what one seat was verified with, no other seat of the round has. */
static void no_card_is_dealt_to_two_seats_of_a_round(void **state)
{
    (void)state;
    bonus_hand(24900000, 0);
    does(&room, "start-round C4-1 fees 1,2,3 by dana");
    for (unsigned seat = 1; seat <= 3; seat++)
        DOES(&room, "claim-hand C4-1 seat %u offer bonus-hand by dana", seat);
    does(&room, "verify-hand 1 cards \"As Ks Qs Js Ts\" by sam");
    refuses(&room, "verify-hand 2 cards \"As Ks Qs Js Ts\" by sam", "house#hand");
    refuses(&room, "verify-hand 2 cards \"Ts Th Td Tc 2h\" by sam", "house#hand");
    assert_non_null(strstr(room.decision.ruling.words, "Ts"));
    does(&room, "verify-hand 2 cards \"Ah Kh Qh Jh Th\" by sam");
    does(&room, "reject-hand 2 reason misread by sam");
    does(&room, "verify-hand 3 cards \"Ah Kh Qh Jh Th\" by sam");
    does(&room, "authorise 1 by sue");
    does(&room, "start-round C4-1 fees 1,2 by dana"); /* the cards are shuffled */
    does(&room, "claim-hand C4-1 seat 2 offer bonus-hand by dana");
    does(&room, "verify-hand 4 cards \"As Ks Qs Js Ts\" by sam");
}

static void no_adjustment_carries_a_pool_over_its_cap(void **state)
{
    static const char line[] =
        "adjust bonus-hand from house to \"prize pool\" amount %s reason example authorised-by sue by sam";
    char asked[256], why[256];
    struct text_out out;
    (void)state;
    bonus_hand(24900000, 0);
    (void)snprintf(asked, sizeof asked, line, "$1,000.01");
    refuses(&room, asked, "bay101/bonus-hand-progressive-v1-1#93");
    (void)snprintf(asked, sizeof asked, line, "$999.99");
    does(&room, asked);
    (void)snprintf(asked, sizeof asked, line, "$0.01");
    does(&room, asked);
    refuses(&room, asked, "bay101/bonus-hand-progressive-v1-1#93");
    text_out_init(&out, why, sizeof why);
    assert_true(floor_audit(&room.floor, &out));
    size_t index = (size_t)(floor_offering(&room.floor, text_of("bonus-hand")) - room.floor.offerings);
    room.floor.offerings[index]
        .meters[0]
        .limit--; /* as if it had been posted lower, and carried nothing over */
    assert_false(floor_audit(&room.floor, &out));
    assert_non_null(strstr(why, "I11: the prize pool of bonus-hand holds 25000000 cents"));
    room.floor.offerings[index].meters[0].carried = 25000000;
    assert_true(floor_audit(&room.floor, &out));
}

static void bettors_behind_a_seat_pay_and_win_where_the_game_allows_it(void **state)
{
    (void)state;
    bonus_hand(1000000, 5000000);
    does(&room, "start-round C4-1 dealt 1,2 fees 1 backline \"seat 1 patron 1003 wager $5 fee; seat 2 patron "
                "1004 wager $5\" "
                "by dana");
    posts(&room, "bonus-hand", "patrons -> fee box 2\nfee box -> prize pool 0.22\nfee box -> reserve 1.78");
    does(&room, "claim-hand C4-1 seat 1 offer bonus-hand by dana");
    does(&room, "claim-hand C4-1 seat 1 patron 1003 offer bonus-hand by dana");
    refuses(&room, "claim-hand C4-1 seat 1 patron 1004 offer bonus-hand by dana", "house#round");
    does(&room, "claim-hand C4-1 seat 2 patron 1004 offer bonus-hand by dana");
    does(&room, "verify-hand 1 row \"four of a kind\" by sam");
    does(&room, "verify-hand 2 row \"four of a kind\" by sam");
    refuses(&room, "verify-hand 3 row \"four of a kind\" by sam", "bay101/bonus-hand-progressive-v1-1#39");
    does(&room, "reject-hand 3 reason \"no fee\" by sam");
    does(&room, "authorise 1 by sue");
    prizes(&room, "seat 1 (1001): four of a kind 300\nseat 1 (1003): four of a kind 300");
    posts(&room, "bonus-hand", "reserve -> held 600 #30");
}

static void who_may_not_win_the_bonus_hand(void **state)
{
    static const struct {
        const char *words, *number;
    } persons[] = {
        {"born 2006-01-01", ""}, {"employee \"on duty\"", "#46"}, {"proposition-player yes", "#48"}};
    (void)state;
    bonus_hand(1000000, 0);
    for (unsigned i = 0; i < sizeof persons / sizeof persons[0]; i++) {
        char clause[128];
        DOES(&room, "start-round C4-1 fees %u by dana", i + 1);
        DOES(&room, "register 100%u %s by fay", i + 1, persons[i].words); /* found out afterwards */
        DOES(&room, "claim-hand C4-1 seat %u offer bonus-hand by dana", i + 1);
        (void)snprintf(clause, sizeof clause, "bay101/bonus-hand-progressive-v1-1%s", persons[i].number);
        char line[64];
        (void)snprintf(line, sizeof line, "verify-hand %u row flush by sam", i + 1);
        refuses(&room, line, clause);
        DOES(&room, "reject-hand %u reason ineligible by sam", i + 1);
    }
    refuses(&room, "start-round C4-1 fees 3 by dana", "bay101/bonus-hand-progressive-v1-1#48");
    does(&room, "register 1002 employee \"off duty\" by fay");
    does(&room, "start-round C4-1 fees 2 by dana");
    does(&room, "claim-hand C4-1 seat 2 offer bonus-hand by dana");
    does(&room, "verify-hand 4 row flush folded folded no-showdown by sam");
    does(&room, "end-round C4-1 by dana");
    does(&room, "bank C4-1 seat 1 by dana");
    does(&room, "start-round C4-1 dealt 2 fees 2 by dana");
    does(&room, "claim-hand C4-1 seat 2 offer bonus-hand by dana");
    refuses(&room, "verify-hand 5 row flush by sam",
            "bay101/bonus-hand-progressive-v1-1#37"); /* nobody else is dealt in */
    does(&room, "register 1001 born 1980-01-01 by fay");
    does(&room, "end-round C4-1 by dana");
    refuses(&room, "start-round C4-1 dealt 1,2 fees 1,2 by dana", "bay101/bonus-hand-progressive-v1-1#49");
    does(&room, "start-round C4-1 dealt 1,2 fees 2 by dana");
    does(&room, "claim-hand C4-1 seat 1 offer bonus-hand by dana");
    refuses(&room, "verify-hand 6 row flush by sam", "bay101/bonus-hand-progressive-v1-1#49");
}

/* One player and a player-dealer beside the seats are two. */
static void a_player_dealer_beside_the_seats_is_dealt_in(void **state)
{
    (void)state;
    offers(&room, "bonus-hand", NULL);
    seat_patrons(&room, "C4-1", 1);
    does(&room, "start-round C4-1 fees 1 by dana");
    does(&room, "claim-hand C4-1 seat 1 offer bonus-hand by dana");
    does(&room, "verify-hand 1 cards \"As Ks Qs Js 9s\" by sam");
    does(&room, "authorise 1 by sue");
    prizes(&room, "seat 1 (1001): flush 40");
}

/* What happened at the table afterwards changes nothing. */
static void a_hand_is_settled_as_it_was_dealt(void **state)
{
    (void)state;
    offers(&room, "bonus-hand", NULL);
    seat_patrons(&room, "C4-1", 2);
    does(&room, "register 1009 born 1980-01-01 by fay");
    does(&room, "start-round C4-1 fees 1 by dana");
    does(&room, "claim-hand C4-1 seat 1 offer bonus-hand by dana");
    does(&room, "end-round C4-1 by dana");
    does(&room, "leave C4-1 seat 1 by dana");
    does(&room, "sit C4-1 seat 1 patron 1009 by dana");
    does(&room, "start-round C4-1 fees 2 by dana");
    does(&room, "verify-hand 1 row straight by sam");
    does(&room, "authorise 1 by sue");
    prizes(&room, "seat 1 (1001): straight 30");
}

/* ------------------------------------------------------------------------------------------ bay101/bonus-hand-progressive */

/* Table C4-2 of the older version, where a fee can lie on the player-dealer's hand too. */
static void high_limit(int64_t meter, int64_t reserve)
{
    offers(&room, "bonus-hand-high-limit", "chart: B", "chart: A", "reseed: $25,000", "reseed: $1,000", NULL);
    seat_patrons(&room, "C4-2", 6);
    repaid(&room, "bonus-hand-high-limit", "reserve", "start-round C4-2 fees 6 by dana", reserve);
    does(&room, "end-round C4-2 by dana");
    holds(&room, "bonus-hand-high-limit", "prize pool", meter);
}

static void a_player_and_those_on_the_player_dealers_hand_halve_the_pool(void **state)
{
    (void)state;
    high_limit(2999945, 2000000);
    refuses(&room, "start-round C4-2 fees 0 by dana", "house#round");
    does(&room, "start-round C4-2 dealt 1,2,3,4 fees 1,2 dealer-fees 2,3,4 by dana");
    posts(&room, "bonus-hand-high-limit",
          "patrons -> fee box 5 #73\nfee box -> prize pool 0.55 #80\nfee box -> reserve 4.45 #81");
    holds(&room, "bonus-hand-high-limit", "reserve", 2000000);
    does(&room, "claim-hand C4-2 seat 1 offer bonus-hand-high-limit by dana");
    does(&room, "claim-hand C4-2 offer bonus-hand-high-limit by dana");
    does(&room, "verify-hand 1 row \"royal flush\" by sam");
    does(&room, "verify-hand 2 row \"royal flush\" by sam");
    does(&room, "authorise 1 by sue");
    posts(&room, "bonus-hand-high-limit",
          "prize pool -> held 15,000 #48\nprize pool -> held 15,000 #48\nreserve -> prize pool 1,000 #84");
    prizes(&room, "seat 1 (1001): royal flush 15,000\nseat 2 (1002): royal flush 5,000\n"
                  "seat 3 (1003): royal flush 5,000\nseat 4 (1004): royal flush 5,000");
    refuses(&room, "pay 1 in cash by cy", "bay101/bonus-hand-progressive#57");
    does(&room, "identify 1 document passport by cy");
    does(&room, "pay 1 in cash by cy");
}

static void alone_the_player_dealers_hand_wins_all_for_its_fee_payers(void **state)
{
    (void)state;
    high_limit(499945, 2000000);
    does(&room, "bank C4-2 seat 6 by dana");
    does(&room,
         "start-round C4-2 dealer-fees 1,2,3,4 backline \"seat 5 patron 1005 wager $5 dealer-fee\" by dana");
    does(&room, "register 1004 proposition-player yes by fay"); /* found out afterwards */
    does(&room, "claim-hand C4-2 seat 6 offer bonus-hand-high-limit by dana");
    does(&room, "verify-hand 1 row \"royal flush\" by sam");
    does(&room, "authorise 1 by sue");
    prizes(&room, "seat 1 (1001): royal flush 1,250\nseat 2 (1002): royal flush 1,250\n"
                  "seat 3 (1003): royal flush 1,250\nseat 5 (1005): royal flush 1,250");
    does(&room, "end-round C4-2 by dana");
    refuses(&room, "start-round C4-2 dealer-fees 4 by dana", "bay101/bonus-hand-progressive#69");
}

static void without_a_fee_on_it_the_player_dealers_hand_wins_nothing(void **state)
{
    (void)state;
    high_limit(500000, 2000000);
    does(&room, "start-round C4-2 fees 1,2 by dana");
    does(&room, "claim-hand C4-2 offer bonus-hand-high-limit by dana");
    does(&room, "verify-hand 1 row \"royal flush\" by sam");
    refuses(&room, "authorise 1 by sue", "bay101/bonus-hand-progressive");
    does(&room, "reject-hand 1 reason \"nobody paid for it\" by sam");
}

static void a_day_that_brings_too_little_is_filled_up_when_it_closes(void **state)
{
    (void)state;
    high_limit(500000, 2000000);
    does(&room, "clock 2026-11-03T06:00:00-08:00"); /* the day it was posted on was not a whole one */
    does(&room, "start-round C4-2 fees 1 by dana");
    does(&room, "end-round C4-2 by dana");
    does(&room, "close-table C4-2 by fay");
    does(&room, "clock 2026-11-04T05:59:59-08:00");
    posts(&room, "bonus-hand-high-limit", "");
    does(&room, "clock 2026-11-04T06:00:00-08:00");
    posts(&room, "bonus-hand-high-limit", "reserve -> prize pool 24.89 #76"); /* one fee brought 11 cents */
    does(&room, "clock 2026-11-05T06:00:00-08:00");
    posts(&room, "bonus-hand-high-limit", "reserve -> prize pool 25 #76");
}

/* Fees that go back to the players have brought the pool nothing. */
static void fees_that_were_returned_have_brought_nothing(void **state)
{
    (void)state;
    high_limit(500000, 2000000);
    does(&room, "clock 2026-11-03T06:00:00-08:00");
    does(&room, "start-round C4-2 fees 1 by dana");
    does(&room, "end-round C4-2 by dana");
    does(&room, "start-round C4-2 fees 1,2,3,4,5,6 by dana");
    does(&room, "return-fees C4-2 reason misdeal by fay");
    does(&room, "end-round C4-2 by dana");
    does(&room, "close-table C4-2 by fay");
    does(&room, "clock 2026-11-04T06:00:00-08:00");
    posts(&room, "bonus-hand-high-limit", "reserve -> prize pool 24.89 #76"); /* of seven fees one was kept */
}

/* What is not offered any more need not grow; what is offered again grows from that day on. */
static void an_offer_that_was_withdrawn_does_not_grow(void **state)
{
    (void)state;
    high_limit(500000, 2000000);
    does(&room, "close-table C4-2 by fay");
    does(&room, "clock 2026-11-03T06:00:00-08:00");
    does(&room, "withdraw-offer bonus-hand-high-limit by olga");
    does(&room, "clock 2026-11-04T06:00:00-08:00");
    posts(&room, "bonus-hand-high-limit", "");
    does(&room, "clock 2026-11-05T12:00:00-08:00");
    posts(&room, "bonus-hand-high-limit", "");
    offers(&room, "bonus-hand-high-limit", "chart: B", "chart: A", "reseed: $25,000", "reseed: $1,000", NULL);
    does(&room, "clock 2026-11-06T06:00:00-08:00");
    posts(&room, "bonus-hand-high-limit", "reserve -> prize pool 25 #76");
}

/* Nobody is promised a rise while it is not posted. Posted again it rises at its next designated time. */
static void a_pool_that_was_withdrawn_rises_from_its_next_time_on(void **state)
{
    (void)state;
    offers(&room, "no-limit-bad-beat", NULL);
    does(&room, "clock 2026-11-03T06:00:00-08:00");
    const int64_t posted = balance(&room, "no-limit-bad-beat", "prize pool");
    does(&room, "withdraw-offer no-limit-bad-beat by olga");
    does(&room, "clock 2026-11-13T06:00:00-08:00");
    offers(&room, "no-limit-bad-beat", NULL);
    does(&room, "clock 2026-11-14T05:59:59-08:00");
    assert_int_equal(balance(&room, "no-limit-bad-beat", "prize pool"), posted);
    does(&room, "clock 2026-11-14T06:00:00-08:00");
    assert_int_equal(balance(&room, "no-limit-bad-beat", "prize pool"), posted + 25000);
}

/* hawaiian-gardens/fast-cash-jackpots#42 */
static void where_every_day_counts_those_of_a_withdrawal_are_made_up(void **state)
{
    (void)state;
    offers(&room, "fast-cash", NULL);
    does(&room, "clock 2026-11-03T06:00:00-08:00");
    does(&room, "withdraw-offer fast-cash by olga");
    does(&room, "clock 2026-11-06T07:00:00-08:00");
    offers(&room, "fast-cash", NULL);
    does(&room, "clock 2026-11-06T07:00:01-08:00");
    assert_int_equal(balance(&room, "fast-cash", "progressive prize"), 140000);
}

/* ------------------------------------------------------------------------------------------ bay101/blazing-7s */

static void three_sevens_of_the_posted_suit_win_the_meter(void **state)
{
    (void)state;
    offers(&room, "blazing-7s", "seed: $10,000", "seed: $50,000", "reseed: $10,000", "reseed: $20,000", NULL);
    seat_patrons(&room, "BJ-1", 6);
    does(&room, "start-round BJ-1 fees 1,2,3,4,5,6 by dana");
    posts(&room, "blazing-7s",
          "patrons -> fee box 6 #8\nfee box -> prize pool 0.66 #49\nfee box -> reserve 5.34 #50");
    holds(&room, "blazing-7s", "prize pool", 5999967);
    repaid(&room, "blazing-7s", "reserve", "start-round BJ-1 dealt 1,2,3 fees 1,2,3 by dana", 10000000);
    for (unsigned seat = 1; seat <= 3; seat++)
        DOES(&room, "claim-hand BJ-1 seat %u offer blazing-7s by dana", seat);
    does(&room, "verify-hand 1 cards \"7d 7d\" banker 7d by sam");
    does(&room, "verify-hand 2 cards \"7s 7c\" banker 7s by sam");
    refuses(&room, "verify-hand 3 cards \"8s 9c\" banker 7s by sam", "bay101/blazing-7s#19");
    refuses(&room, "verify-hand 3 cards \"8s\" banker 7s by sam", "house#hand");
    refuses(&room, "verify-hand 3 row \"one seven\" no-wager by sam", "bay101/blazing-7s#7");
    does(&room, "verify-hand 3 cards \"7s 9c\" banker Ks by sam");
    does(&room, "authorise 2 by sue");
    posts(&room, "blazing-7s",
          "reserve -> held 500 #19\nreserve -> held 2 #19\nprize pool -> held 60,000 #19\n"
          "reserve -> prize pool 20,000 #56");
    prizes(&room, "seat 1 (1001): three sevens of the posted suit 60,000\n"
                  "seat 2 (1002): three sevens of the same colour 500\nseat 3 (1003): one seven 2");
    refuses(&room, "pay 1 in cash by cy", "bay101/blazing-7s#46");
    does(&room, "pay 1 by cy");
}

static void three_who_win_the_meter_have_chips_and_the_reserve_bears_the_odd_one(void **state)
{
    (void)state;
    offers(&room, "blazing-7s", "reseed: $10,000", "reseed: $20,000", NULL);
    seat_patrons(&room, "BJ-1", 3);
    holds(&room, "blazing-7s", "prize pool", 1999967);
    repaid(&room, "blazing-7s", "reserve", "start-round BJ-1 fees 1,2,3 by dana", 10000000);
    for (unsigned seat = 1; seat <= 3; seat++) {
        DOES(&room, "claim-hand BJ-1 seat %u offer blazing-7s by dana", seat);
        DOES(&room, "verify-hand %u row A1 by sam", seat);
    }
    does(&room, "authorise 1 by sue");
    posts(&room, "blazing-7s",
          "prize pool -> held 20,000\nreserve -> held 1 #36\nreserve -> prize pool 20,000");
    assert_int_equal(room.floor.prizes[2].claim.cents, 666700);
    refuses(&room, "reverse 1 reason mistake authorised-by cy by sam", "house#two-persons");
    does(&room, "reverse 1 reason mistake authorised-by sue by sam");
    assert_int_equal(balance(&room, "blazing-7s", "prize pool"), 2000000);
    assert_int_equal(balance(&room, "blazing-7s", "reserve"), 10000000);
    assert_int_equal(floor_offering(&room.floor, text_of("blazing-7s"))->meters[0].hits, 0);
    refuses(&room, "reverse 1 reason mistake authorised-by sue by sam", "house#money");
}

/* ------------------------------------------------------------------------------------------ hawaiian-gardens/blazing-sevens */

static void two_top_hands_are_each_paid_the_whole_meter(void **state)
{
    (void)state;
    offers(&room, "blazing-sevens", "reseed: $10,000", "reseed: $1,000", NULL);
    seat_patrons(&room, "BJ-1", 5);
    does(&room, "start-round BJ-1 fees 1,2,3,4,5 by dana");
    posts(&room, "blazing-sevens", "patrons -> fee box 5\nfee box -> meter 1 #61\nfee box -> reserve 4 #62");
    holds(&room, "blazing-sevens", "meter", 1233980);
    repaid(&room, "blazing-sevens", "reserve", "start-round BJ-1 dealt 1,2 fees 1,2 by dana", 800000);
    does(&room, "claim-hand BJ-1 seat 1 offer blazing-sevens by dana");
    does(&room, "claim-hand BJ-1 seat 2 offer blazing-sevens by dana");
    refuses(&room, "verify-hand 1 row A1 by dana", "house#permission");
    does(&room, "verify-hand 1 cards \"7s 7c\" banker 7c by fay");
    does(&room, "verify-hand 2 cards \"7s 7s\" banker 7c by sam");
    refuses(&room, "authorise 1 by sam", "house#two-persons");
    does(&room, "authorise 1 by finn");
    posts(&room, "blazing-sevens",
          "meter -> held 12,340.20\nreserve -> held 8,000 #40\nhouse -> held 4,340.20 #40\n"
          "house -> meter 1,000 #67");
    prizes(
        &room,
        "seat 1 (1001): three 7s of one colour 12,340.20\nseat 2 (1002): three 7s of one colour 12,340.20");
    assert_int_equal(advances(&room, "blazing-sevens"), 534020);
    holds(&room, "blazing-sevens", "reserve", 533920);
    does(&room, "start-round BJ-1 fees 1 by dana"); /* one cent short */
    assert_int_equal(advances(&room, "blazing-sevens"), 534020);
    does(&room, "start-round BJ-1 fees 1 by dana");
    posts(&room, "blazing-sevens",
          "patrons -> fee box 1\nfee box -> meter 0.20\nfee box -> reserve 0.80\nreserve -> house 5,340.20 "
          "#51");
    assert_int_equal(advances(&room, "blazing-sevens"), 0);
}

static void no_jackpot_is_offered_until_the_machine_is_repaired(void **state)
{
    (void)state;
    offers(&room, "blazing-sevens", NULL);
    seat_patrons(&room, "BJ-1", 2);
    does(&room, "start-round BJ-1 fees 1 by dana");
    does(&room, "equipment BJ-1 device sensor seat 2 by dana");
    assert_true(text_equal(EVENT_AS(&room.last[0], equipment_reported)->clause,
                           text_of("hawaiian-gardens/blazing-sevens#23")));
    refuses(&room, "claim-hand BJ-1 seat 1 offer blazing-sevens by dana",
            "hawaiian-gardens/blazing-sevens#23");
    does(&room, "return-fees BJ-1 reason \"the sensor fails\" by fay");
    posts(&room, "blazing-sevens",
          "reserve -> fee box 0.80 #23\nmeter -> fee box 0.20 #23\nfee box -> patrons 1 #23");
    refuses(&room, "start-round BJ-1 fees 1 by dana", "hawaiian-gardens/blazing-sevens#23");
    refuses(&room, "start-round BJ-1 fees 2 by dana", "hawaiian-gardens/blazing-sevens#23");
    refuses(&room, "start-round BJ-1 marked 2 by dana", "hawaiian-gardens/blazing-sevens#23");
    does(&room, "start-round BJ-1 by dana");
    does(&room, "equipment BJ-1 device sensor seat 2 works by dana");
    does(&room, "start-round BJ-1 fees 1,2 by dana");
    assert_int_equal(balance(&room, "blazing-sevens", "reserve"), 160);
}

/* Two jackpots take their fees at HB-1; that of the sevens lies on a sensor. */
static void two_jackpots_at_hb_1(const char *start)
{
    offers(&room, "blazing-sevens", NULL);
    offers(&room, "cash-in-a-flash", NULL);
    seat_patrons(&room, "HB-1", 2);
    does(&room, start);
}

/* #23 is the clause of the sevens alone. */
static void a_sensor_that_fails_returns_only_the_chips_of_its_jackpot(void **state)
{
    (void)state;
    two_jackpots_at_hb_1("start-round HB-1 dealt 1 fees 1 by dana");
    int64_t fund = balance(&room, "cash-in-a-flash", "jackpot fund");
    const struct table *table = floor_table(&room.floor, text_of("HB-1"));
    does(&room, "equipment HB-1 device sensor seat 1 by dana");
    does(&room, "return-fees HB-1 reason \"the sensor fails\" by fay");
    posts(&room, "blazing-sevens",
          "reserve -> fee box 0.80 #23\nmeter -> fee box 0.20 #23\nfee box -> patrons 1 #23");
    assert_true(text_equal(EVENT_AS(&room.last[0], fees_returned)->offer, text_of("blazing-sevens")));
    assert_int_equal(balance(&room, "cash-in-a-flash", "jackpot fund"), fund);
    assert_false(table->round.fees_returned);
    assert_int_equal(table->round.paid[0], 0);
    assert_int_equal(table->round.paid[1], 2);
    assert_int_equal(table->offers[0].collection.returned, 100);
    assert_int_equal(table->offers[1].collection.returned, 0);
    refuses(&room, "return-fees HB-1 offer blazing-sevens by fay", "house#round");
    does(&room, "return-fees HB-1 reason misdeal by fay"); /* nothing of the stopped one is left */
    posts(&room, "cash-in-a-flash",
          "jackpot fund -> fee box 2 house#round\nfee box -> patrons 2 house#round\njackpot fund -> fee box "
          "0.50 house#round\nfee box -> patrons 0.50 house#round");
    assert_true(table->round.fees_returned);
    assert_int_equal(balance(&room, "cash-in-a-flash", "jackpot fund"), fund - 250);
    assert_int_equal(table->offers[1].collection.returned, 250);
    refuses(&room, "return-fees HB-1 reason misdeal by fay", "house#round");
}

static void a_misdeal_returns_the_fees_of_both_jackpots(void **state)
{
    (void)state;
    two_jackpots_at_hb_1("start-round HB-1 dealt 1 fees 1 by dana");
    does(&room, "return-fees HB-1 reason misdeal by fay");
    assert_int_equal(EVENT_AS(&room.last[0], fees_returned)->offer.length, 0);
    assert_int_equal(EVENT_AS(&room.last[0], fees_returned)->money.movement_count, 7);
    assert_true(floor_table(&room.floor, text_of("HB-1"))->round.fees_returned);
    does(&room, "start-round HB-1 dealt 1 fees 1 by dana");
    does(&room, "equipment HB-1 device sensor seat 1 by dana");
    does(&room, "irregularity HB-1 what misdeal by dana"); /* which is noted, whatever fails */
    does(&room, "return-fees HB-1 reason misdeal by fay");
    assert_int_equal(EVENT_AS(&room.last[0], fees_returned)->money.movement_count, 7);
    assert_true(text_equal(EVENT_AS(&room.last[0], fees_returned)->money.movements[0].clause,
                           text_of("house#round")));
}

static void the_fees_of_one_offer_are_returned_by_its_name(void **state)
{
    (void)state;
    two_jackpots_at_hb_1("start-round HB-1 dealt 1,2 fees 1 by dana");
    refuses(&room, "return-fees HB-1 offer nothing by fay", "house#document");
    offers(&room, "caribbean-jackpot", NULL);
    refuses(&room, "return-fees HB-1 offer caribbean-jackpot by fay", "house#round");
    does(&room, "claim-hand HB-1 seat 1 offer blazing-sevens by dana");
    refuses(&room, "return-fees HB-1 by fay", "house#hand");
    refuses(&room, "return-fees HB-1 offer blazing-sevens by fay", "house#hand");
    does(&room, "return-fees HB-1 offer cash-in-a-flash by fay"); /* no hand of its own stands */
    assert_true(text_equal(EVENT_AS(&room.last[0], fees_returned)->offer, text_of("cash-in-a-flash")));
    assert_int_equal(balance(&room, "blazing-sevens", "reserve"), 80);
    assert_int_equal(floor_table(&room.floor, text_of("HB-1"))->round.paid[0], 2);
    does(&room, "withdraw-hand 1 reason mistake by dana");
    does(&room, "return-fees HB-1 offer blazing-sevens by fay"); /* its sensors work */
    posts(&room, "blazing-sevens",
          "reserve -> fee box 0.80 house#round\nmeter -> fee box 0.20 house#round\nfee box -> patrons 1 "
          "house#round");
    assert_true(floor_table(&room.floor, text_of("HB-1"))->round.fees_returned);
    does(&room, "start-round HB-1 dealt 1 by dana");
    refuses(&room, "return-fees HB-1 offer blazing-sevens by fay", "house#round"); /* nobody paid it */
    does(&room, "return-fees HB-1 offer cash-in-a-flash by fay");
}

/* Free players pay nothing, need no fee and win the same. */
static void a_free_player_wins_the_same(void **state)
{
    (void)state;
    offers(&room, "blazing-sevens", NULL);
    seat_patrons(&room, "NPN-2", 1);
    refuses(&room, "start-round NPN-2 dealt 1,2,3 fees 1 by dana", "house#round");
    refuses(&room, "start-round NPN-2 dealt 1,9 by dana", "house#round");
    does(&room, "start-round NPN-2 dealt 1,2,3 by dana");
    posts(&room, "blazing-sevens", "");
    does(&room, "claim-hand NPN-2 seat 1 offer blazing-sevens by dana");
    does(&room, "verify-hand 1 cards \"7s 7h\" banker 2c no-wager by fay");
    does(&room, "authorise 1 by finn");
    prizes(&room, "seat 1 (1001): first two cards 7s 50");
    assert_int_equal(balance(&room, "blazing-sevens", "fee box"), 0);
}

/* ------------------------------------------------------------------------------------------ hawaiian-gardens/ultimate-texas-holdem-progressive */

static void a_community_royal_pays_every_fee_payer_a_thousand(void **state)
{
    (void)state;
    offers(&room, "ultimate-holdem", NULL);
    seat_patrons(&room, "UT-1", 6);
    repaid(&room, "ultimate-holdem", "reserve", "start-round UT-1 fees 1,2,3,4 by dana", 325000);
    holds(&room, "ultimate-holdem", "meter", 2741855);
    for (unsigned seat = 1; seat <= 5; seat++)
        DOES(&room, "claim-hand UT-1 seat %u offer ultimate-holdem by dana", seat);
    does(&room, "verify-hand 1 cards \"2c 3d\" board \"As Ks Qs Js Ts\" by fay");
    does(&room, "verify-hand 2 row A2 by fay");
    refuses(&room, "verify-hand 3 row A2 folded folded by fay",
            "hawaiian-gardens/ultimate-texas-holdem-progressive#32");
    does(&room, "verify-hand 3 row A2 folded \"folded, cards kept\" by fay");
    does(&room, "verify-hand 4 row A2 by fay");
    refuses(&room, "verify-hand 5 row A2 by fay", "hawaiian-gardens/ultimate-texas-holdem-progressive#39");
    does(&room, "reject-hand 5 reason \"no fee\" by fay");
    refuses(&room, "authorise 1 by cy", "house#permission");
    does(&room, "authorise 1 by finn");
    posts(&room, "ultimate-holdem", "reserve -> held 3,250 #33\nhouse -> held 750 #33");
    prizes(&room, "seat 1 (1001): community royal 1,000\nseat 2 (1002): community royal 1,000\n"
                  "seat 3 (1003): community royal 1,000\nseat 4 (1004): community royal 1,000");
    assert_int_equal(advances(&room, "ultimate-holdem"), 0);
    refuses(&room, "pay 1 from tray handed-by fay by cy",
            "hawaiian-gardens/ultimate-texas-holdem-progressive#51");
    refuses(&room, "pay 1 by cy", "hawaiian-gardens/ultimate-texas-holdem-progressive#45");
    does(&room, "pay 1 handed-by fay by cy");
}

static void two_royal_flushes_have_the_meter_and_as_much_from_the_reserve(void **state)
{
    (void)state;
    offers(&room, "ultimate-holdem", "reseed: $10,000", "reseed: $1,000", NULL);
    seat_patrons(&room, "UT-1", 2);
    holds(&room, "ultimate-holdem", "meter", 1000000 - 2 * 31);
    repaid(&room, "ultimate-holdem", "reserve", "start-round UT-1 fees 1,2 by dana", 1250000);
    for (unsigned seat = 1; seat <= 2; seat++) {
        DOES(&room, "claim-hand UT-1 seat %u offer ultimate-holdem by dana", seat);
        DOES(&room, "verify-hand %u row A1 by fay", seat);
    }
    does(&room, "authorise 2 by finn");
    posts(&room, "ultimate-holdem",
          "meter -> held 10,000\nreserve -> held 10,000 #57\nreserve -> meter 1,000");
    assert_int_equal(balance(&room, "ultimate-holdem", "reserve"), 150000);
}

/* ------------------------------------------------------------------------------------------ hawaiian-gardens/three-card-poker-progressive */

static void every_other_fee_payer_envies_the_mini_royal(void **state)
{
    (void)state;
    offers(&room, "three-card-progressive", NULL);
    seat_patrons(&room, "TC-2", 5);
    holds(&room, "three-card-progressive", "meter", 543210 - 4 * 31);
    repaid(&room, "three-card-progressive", "reserve", "start-round TC-2 fees 1,2,3,4 by dana", 400000);
    does(&room, "claim-hand TC-2 seat 1 offer three-card-progressive by dana");
    does(&room, "verify-hand 1 cards \"As Ks Qs\" by fay");
    does(&room, "authorise 1 by finn");
    posts(&room, "three-card-progressive",
          "reserve -> held 300 #37\nmeter -> held 5,432.10\nreserve -> meter 3,000 #78");
    prizes(&room, "seat 1 (1001): suited A-K-Q 5,432.10\nseat 2 (1002): envy 100\nseat 3 (1003): envy 100\n"
                  "seat 4 (1004): envy 100");
    refuses(&room, "pay 1 from tray handed-by fay by cy", "hawaiian-gardens/three-card-poker-progressive#46");
    refuses(&room, "pay 2 from tray by cy", "hawaiian-gardens/three-card-poker-progressive#70");
    refuses(&room, "reimburse-tray TC-2 by cy", "house#money");
    does(&room, "pay 2 from tray handed-by fay by cy");
    posts(&room, "three-card-progressive", "house -> winners 100\nheld -> trays 100");
    refuses(&room, "pay 3 in cash by cy", "hawaiian-gardens/three-card-poker-progressive#54");
}

/* hawaiian-gardens/three-card-poker-progressive#48 */
static void the_cage_gives_a_tray_what_was_paid_from_it(void **state)
{
    (void)state;
    offers(&room, "three-card-progressive", NULL);
    seat_patrons(&room, "TC-2", 4);
    repaid(&room, "three-card-progressive", "reserve", "start-round TC-2 fees 1,2,3,4 by dana", 400000);
    does(&room, "claim-hand TC-2 seat 1 offer three-card-progressive by dana");
    does(&room, "verify-hand 1 cards \"As Ks Qs\" by fay");
    does(&room, "authorise 1 by finn");
    for (unsigned prize = 2; prize <= 3; prize++)
        DOES(&room, "pay %u from tray handed-by fay by cy", prize);
    does(&room, "pay 4 handed-by fay by cy");
    holds(&room, "three-card-progressive", "trays", 20000);
    refuses(&room, "reimburse-tray TC-2 by dana", "house#permission");
    refuses(&room, "reimburse-tray TC-9 by cy", "house#table");
    refuses(&room, "reimburse-tray HE-1 by cy", "house#money");
    refuses(&room, "reimburse-tray TC-2 prize 4 by cy", "house#money"); /* the cage paid it */
    refuses(&room, "reimburse-tray TC-2 prize 9 by cy", "house#money");
    refuses(
        &room,
        "adjust three-card-progressive from trays to reserve amount $1 reason x authorised-by sue by olga",
        "house#money");
    does(&room, "reimburse-tray TC-2 prize 3 by cy");
    posts(&room, "three-card-progressive", "trays -> house 100 #46");
    refuses(&room, "reimburse-tray TC-2 prize 3 by cy", "house#money");
    does(&room, "reimburse-tray TC-2 by cy");
    posts(&room, "three-card-progressive", "trays -> house 100 #46");
    holds(&room, "three-card-progressive", "trays", 0);
    refuses(&room, "reimburse-tray TC-2 by cy", "house#money");
}

/* A tray pays whole prizes: it has back what it paid. */
static void what_is_held_back_is_held_back_by_the_cage(void **state)
{
    (void)state;
    offers(&room, "three-card-progressive", NULL);
    seat_patrons(&room, "TC-2", 4);
    repaid(&room, "three-card-progressive", "reserve", "start-round TC-2 fees 1,2,3,4 by dana", 400000);
    does(&room, "claim-hand TC-2 seat 1 offer three-card-progressive by dana");
    does(&room, "verify-hand 1 cards \"As Ks Qs\" by fay");
    does(&room, "authorise 1 by finn");
    refuses(&room, "pay 2 handed-by fay nonresident withheld $30 by cy", "house#money"); /* no law is filed */
    file_document(&room, text_of("us-federal/information-returns"));
    refuses(&room, "pay 2 from tray handed-by fay nonresident withheld $30 by cy",
            "us-federal/information-returns#20");
    refuses(&room, "pay 2 handed-by fay withheld $30 by cy",
            "house#money"); /* nothing of a resident's $100 */
    refuses(&room, "pay 2 handed-by fay nonresident withheld $30.01 by cy",
            "us-federal/information-returns#20");
    assert_string_equal(room.decision.ruling.words, "withhold $30.00 at most");
    does(&room, "pay 2 handed-by fay nonresident withheld $30 by cy");
    posts(&room, "three-card-progressive",
          "held -> winners 70 #46\nheld -> taxes 30 us-federal/information-returns#20");
}

static void two_who_hit_envy_each_other(void **state)
{
    (void)state;
    offers(&room, "three-card-progressive", NULL);
    seat_patrons(&room, "TC-2", 4);
    holds(&room, "three-card-progressive", "meter", 400000 - 4 * 31);
    repaid(&room, "three-card-progressive", "reserve", "start-round TC-2 fees 1,2,3,4 by dana", 440000);
    for (unsigned seat = 1; seat <= 2; seat++) {
        DOES(&room, "claim-hand TC-2 seat %u offer three-card-progressive by dana", seat);
        DOES(&room, "verify-hand %u row A1 by fay", seat);
    }
    does(&room, "authorise 1 by finn");
    posts(&room, "three-card-progressive",
          "reserve -> held 600\nmeter -> held 4,000\nreserve -> held 3,800 #69\nhouse -> held 200\nhouse -> "
          "meter 3,000");
    prizes(&room, "seat 1 (1001): suited A-K-Q 4,000\nseat 2 (1002): envy 100\nseat 3 (1003): envy 100\n"
                  "seat 4 (1004): envy 100\nseat 2 (1002): suited A-K-Q 4,000\nseat 1 (1001): envy 100\n"
                  "seat 3 (1003): envy 100\nseat 4 (1004): envy 100");
}

/* One who has not paid, or has folded, wins nothing; the others have their envy all the same. A proposition player's hand brings
 * none. */
static void a_hand_that_wins_nothing_is_envied(void **state)
{
    (void)state;
    offers(&room, "three-card-progressive", NULL);
    seat_patrons(&room, "TC-2", 4);
    does(&room, "start-round TC-2 fees 2,3 by dana");
    does(&room, "claim-hand TC-2 seat 1 offer three-card-progressive by dana");
    does(&room, "verify-hand 1 cards \"As Ks Qs\" by fay");
    does(&room, "authorise 1 by finn");
    prizes(&room, "seat 2 (1002): envy 100\nseat 3 (1003): envy 100");
    does(&room, "start-round TC-2 fees 1,2 by dana");
    does(&room, "claim-hand TC-2 seat 1 offer three-card-progressive by dana");
    does(&room, "verify-hand 2 cards \"As Ks Qs\" folded folded by fay");
    does(&room, "authorise 2 by finn");
    prizes(&room, "seat 2 (1002): envy 100");
    assert_int_equal(floor_offering(&room.floor, text_of("three-card-progressive"))->meters[0].hits, 0);
    does(&room, "start-round TC-2 fees 2 by dana");
    does(&room, "claim-hand TC-2 seat 1 offer three-card-progressive by dana");
    refuses(&room, "verify-hand 3 cards \"9s 8s 7s\" by fay",
            "hawaiian-gardens/three-card-poker-progressive#17");
    does(&room, "register 1001 proposition-player yes by fay");
    refuses(&room, "verify-hand 3 cards \"As Ks Qs\" by fay",
            "hawaiian-gardens/three-card-poker-progressive#61");
}

static void bettors_behind_a_seat_may_not_place_this_fee(void **state)
{
    (void)state;
    offers(&room, "three-card-progressive", NULL);
    seat_patrons(&room, "TC-2", 2);
    refuses(&room, "start-round TC-2 fees 1 backline \"seat 1 wager $5 fee\" by dana",
            "hawaiian-gardens/three-card-poker-progressive#58");
    refuses(&room, "start-round TC-2 dealer-fees 1 by dana", "house#round");
    does(&room, "start-round TC-2 fees 1 backline \"seat 1 wager $5\" by dana");
}

/* ------------------------------------------------------------------------------------------ hawaiian-gardens/fortune-7-baccarat-progressive */

/* The meter with the fees of the round, of which each brings it 20 cents. */
static void fortune_7(int64_t meter, unsigned fees, int64_t reserve, const char *round)
{
    offers(&room, "fortune-7", "reseed: $10,000", "reseed: $1,000", NULL);
    seat_patrons(&room, "F7-1", 5);
    holds(&room, "fortune-7", "meter", meter - 20 * (int64_t)fees);
    repaid(&room, "fortune-7", "reserve", round, reserve);
}

static void an_exact_match_divides_the_meter_among_those_who_took_part(void **state)
{
    (void)state;
    fortune_7(1234567, 4, 650000, "start-round F7-1 fees 1,2,3,4 by dana");
    refuses(&room, "claim-hand F7-1 seat 1 offer fortune-7 by dana", "house#hand");
    does(&room, "claim-hand F7-1 offer fortune-7 by dana");
    refuses(&room, "claim-hand F7-1 offer fortune-7 by dana", "house#hand");
    does(&room, "verify-hand 1 cards \"Ks 3s 4d\" banker \"3s Ks 4d\" by fay");
    does(&room, "authorise 1 by finn");
    posts(&room, "fortune-7",
          "meter -> held 12,345.64 #50\nmeter -> reserve 0.03\nreserve -> meter 1,000 #67");
    prizes(&room,
           "seat 1 (1001): table 3,086.41\nseat 2 (1002): table 3,086.41\nseat 3 (1003): table 3,086.41\n"
           "seat 4 (1004): table 3,086.41");
    assert_int_equal(balance(&room, "fortune-7", "reserve"), 550003);
    refuses(&room, "pay 4 by cy", "hawaiian-gardens/fortune-7-baccarat-progressive#59");
    does(&room, "pay 4 handed-by fay by cy");
}

static void same_ranks_divide_five_thousand_and_the_house_bears_what_the_reserve_lacks(void **state)
{
    (void)state;
    fortune_7(1500000, 3, 420000, "start-round F7-1 fees 1,2,3 by dana");
    does(&room, "claim-hand F7-1 offer fortune-7 by dana");
    does(&room, "verify-hand 1 cards \"Ks 3s 4d\" banker \"3d Kc 4h\" by fay");
    does(&room, "authorise 1 by finn");
    posts(&room, "fortune-7", "reserve -> held 4,200\nhouse -> held 799.98");
    prizes(&room,
           "seat 1 (1001): table 1,666.66\nseat 2 (1002): table 1,666.66\nseat 3 (1003): table 1,666.66");
    assert_int_equal(balance(&room, "fortune-7", "meter"), 1500000);
    assert_int_equal(advances(&room, "fortune-7"), 0);
}

static void a_double_fortune_7_is_a_hundred_dollars_for_each(void **state)
{
    (void)state;
    fortune_7(1500000, 3, 30000, "start-round F7-1 fees 1,2,3 by dana");
    does(&room, "register 1003 employee \"on duty\" by fay");
    does(&room, "claim-hand F7-1 offer fortune-7 by dana");
    does(&room, "verify-hand 1 cards \"Ks 3s 4d\" banker \"2d Kc 5h\" by fay");
    does(&room, "authorise 1 by finn");
    posts(&room, "fortune-7", "reserve -> held 200");
    prizes(&room, "seat 1 (1001): each winner 100\nseat 2 (1002): each winner 100");
}

static void nobody_who_paid_and_the_meter_stays(void **state)
{
    (void)state;
    fortune_7(1234567, 4, 650000, "start-round F7-1 fees 1,2,3,4 by dana");
    does(&room, "start-round F7-1 by dana");
    does(&room, "claim-hand F7-1 offer fortune-7 by dana");
    does(&room, "verify-hand 1 row \"exact match\" by fay");
    refuses(&room, "authorise 1 by finn", "hawaiian-gardens/fortune-7-baccarat-progressive");
    assert_int_equal(balance(&room, "fortune-7", "meter"), 1234567);
}

/* ------------------------------------------------------------------------------------------ hawaiian-gardens/fortune-pai-gow-poker-progressive */

/* Fee payers at both tables when the hand is claimed. */
static void the_room_shares_five_aces(void **state)
{
    (void)state;
    offers(&room, "fortune-pai-gow", "structure: B", "structure: C", "reseed: $10,000", "reseed: $1,000",
           NULL);
    seat_patrons(&room, "FP-1", 4);
    seat_patrons(&room, "FP-2", 4);
    does(&room, "leave FP-2 seat 1 by dana"); /* 1002, 1003 and 1004 play at both tables */
    does(&room, "register 1009 born 1980-01-01 by fay");
    does(&room, "sit FP-2 seat 1 patron 1009 by dana");
    does(&room, "sit FP-2 seat 5 by dana");
    does(&room, "sit FP-2 seat 6 by dana");
    does(&room, "start-round FP-2 fees 1,2,5 by dana");
    holds(&room, "fortune-pai-gow", "meter", 777777 - 4 * 14);
    repaid(&room, "fortune-pai-gow", "reserve", "start-round FP-1 fees 1,2,3,4 by dana", 100000);
    does(&room, "claim-hand FP-1 seat 1 offer fortune-pai-gow by dana");
    does(&room, "start-round FP-2 fees 6 by dana"); /* afterwards: its part stays on the meter */
    holds(&room, "fortune-pai-gow", "reserve", 100000);
    refuses(&room, "verify-hand 1 row \"five aces\" by fay",
            "hawaiian-gardens/fortune-pai-gow-poker-progressive#87");
    does(&room, "verify-hand 1 row \"five aces\" by sam");
    refuses(&room, "authorise 1 by fay", "hawaiian-gardens/fortune-pai-gow-poker-progressive#88");
    does(&room, "authorise 1 by sue");
    /* Half to the player, half between six: 1002, who plays at both tables, has one part. */
    prizes(&room,
           "seat 1 (1001): player 3,888.89\nseat 1 (1001): table 648.14\nseat 2 (1002): table 648.14\n"
           "seat 3 (1003): table 648.14\nseat 4 (1004): table 648.14\nFP-2 seat 1 (1009): table 648.14\n"
           "FP-2 seat 5: table 648.14");
    posts(&room, "fortune-pai-gow",
          "meter -> held 7,777.73\nmeter -> reserve 0.04\nreserve -> meter 1,000 #71");
    assert_int_equal(balance(&room, "fortune-pai-gow", "meter"), 100014);
}

static void fixed_hands_are_not_shared_with_the_room(void **state)
{
    (void)state;
    offers(&room, "fortune-pai-gow", NULL);
    seat_patrons(&room, "FP-1", 3);
    does(&room, "sit FP-1 seat 4 patron 1001 by dana"); /* a player on two hands */
    repaid(&room, "fortune-pai-gow", "reserve", "start-round FP-1 fees 1,2,4 by dana", 30000);
    does(&room, "claim-hand FP-1 seat 1 offer fortune-pai-gow by dana");
    does(&room, "claim-hand FP-1 seat 4 offer fortune-pai-gow by dana");
    does(&room, "verify-hand 1 cards \"9s 8s / 7s 6s 5s 2d 3h\" by sam");
    does(&room, "verify-hand 2 row \"four of a kind\" by sam");
    does(&room, "authorise 1 by sue");
    posts(&room, "fortune-pai-gow", "reserve -> held 200\nreserve -> held 100");
    prizes(&room, "seat 1 (1001): straight flush 200\nseat 4 (1001): four of a kind 100");
    does(&room, "pay 1 from tray by cy");
    refuses(&room, "reverse 1 reason mistake authorised-by sue by sam", "house#money");
}

static void a_dice_cup_stands_in_for_the_reader(void **state)
{
    (void)state;
    offers(&room, "fortune-pai-gow", NULL);
    seat_patrons(&room, "FP-1", 2);
    does(&room, "equipment FP-1 device reader by dana");
    assert_true(
        text_equal(EVENT_AS(&room.last[0], equipment_reported)->words, text_of("the dice cup stands in")));
    does(&room, "start-round FP-1 marked 1,2 by dana");
    assert_int_equal(balance(&room, "fortune-pai-gow", "reserve"), 172);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORY(ten_percent_goes_first_and_then_the_remaining_pool, open_bay),
        STORY(odd_chips_and_the_reseed_are_advanced_by_the_house, open_bay),
        STORY(the_fee_that_reaches_the_cap_is_cut, open_bay),
        STORY(a_pool_is_raised_from_a_reserve_that_holds_it_and_up_to_the_cap, open_bay),
        STORY(no_adjustment_carries_a_pool_over_its_cap, open_bay),
        STORY(nobody_unknown_is_paid_what_makes_a_form_due, open_bay),
        STORY(jackpots_that_are_read_as_prizes_are_added_up, open_bay),
        STORY(jackpots_that_are_read_as_wagers_are_not, open_bay),
        STORY(a_known_winner_is_identified_where_a_law_asks_for_it, open_bay),
        STORY(a_log_that_pays_without_identification_is_refused, open_bay),
        STORY(no_card_is_dealt_to_two_seats_of_a_round, open_bay),
        STORY(bettors_behind_a_seat_pay_and_win_where_the_game_allows_it, open_bay),
        STORY(who_may_not_win_the_bonus_hand, open_bay),
        STORY(a_player_dealer_beside_the_seats_is_dealt_in, open_demo),
        STORY(a_hand_is_settled_as_it_was_dealt, open_demo),
        STORY(a_player_and_those_on_the_player_dealers_hand_halve_the_pool, open_bay),
        STORY(alone_the_player_dealers_hand_wins_all_for_its_fee_payers, open_bay),
        STORY(without_a_fee_on_it_the_player_dealers_hand_wins_nothing, open_bay),
        STORY(a_day_that_brings_too_little_is_filled_up_when_it_closes, open_bay),
        STORY(fees_that_were_returned_have_brought_nothing, open_bay),
        STORY(an_offer_that_was_withdrawn_does_not_grow, open_bay),
        STORY(a_pool_that_was_withdrawn_rises_from_its_next_time_on, open_bay),
        STORY(where_every_day_counts_those_of_a_withdrawal_are_made_up, open_gardens),
        STORY(three_sevens_of_the_posted_suit_win_the_meter, open_bay),
        STORY(three_who_win_the_meter_have_chips_and_the_reserve_bears_the_odd_one, open_bay),
        STORY(two_top_hands_are_each_paid_the_whole_meter, open_gardens),
        STORY(no_jackpot_is_offered_until_the_machine_is_repaired, open_gardens),
        STORY(a_sensor_that_fails_returns_only_the_chips_of_its_jackpot, open_gardens),
        STORY(a_misdeal_returns_the_fees_of_both_jackpots, open_gardens),
        STORY(the_fees_of_one_offer_are_returned_by_its_name, open_gardens),
        STORY(a_free_player_wins_the_same, open_gardens),
        STORY(a_community_royal_pays_every_fee_payer_a_thousand, open_gardens),
        STORY(two_royal_flushes_have_the_meter_and_as_much_from_the_reserve, open_gardens),
        STORY(every_other_fee_payer_envies_the_mini_royal, open_gardens),
        STORY(the_cage_gives_a_tray_what_was_paid_from_it, open_gardens),
        STORY(what_is_held_back_is_held_back_by_the_cage, open_gardens),
        STORY(two_who_hit_envy_each_other, open_gardens),
        STORY(a_hand_that_wins_nothing_is_envied, open_gardens),
        STORY(bettors_behind_a_seat_may_not_place_this_fee, open_gardens),
        STORY(an_exact_match_divides_the_meter_among_those_who_took_part, open_gardens),
        STORY(same_ranks_divide_five_thousand_and_the_house_bears_what_the_reserve_lacks, open_gardens),
        STORY(a_double_fortune_7_is_a_hundred_dollars_for_each, open_gardens),
        STORY(nobody_who_paid_and_the_meter_stays, open_gardens),
        STORY(the_room_shares_five_aces, open_gardens),
        STORY(fixed_hands_are_not_shared_with_the_room, open_gardens),
        STORY(a_dice_cup_stands_in_for_the_reader, open_gardens),
    };
    return cmocka_run_group_tests_name("floor: progressives", tests, NULL, NULL);
}
