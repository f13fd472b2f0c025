/* Progressive jackpots whose tests look at the meter, at events or at the words of a refusal. The others are the cases of
 * tests/cases/floor/progressives. The amounts are the worked examples of their documents. */
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

/* us-federal/information-returns#10: one cent below, at and above what makes a form due. */
static void nobody_unknown_is_paid_what_makes_a_form_due(void **state)
{
    static const int64_t amounts[] = {199999, 200000, 200001};
    (void)state;
    bonus_hand(1000000, 1000000);
    file_document(&room, text_of("us-federal/information-returns"));
    does(&room, "leave C4-1 seat 6 by dana");
    does(&room, "sit C4-1 seat 6 by dana");
    does(&room, "clock 2026-11-02T12:10:00-08:00");
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
    does(&room, "sit C4-1 seat 6 patron 1042 by dana"); /* the guest, who has sat there since */
    does(&room, "identify 2 document passport patron 1042 authorised-by max by cy");
    does(&room, "pay 2 in check by cy");
}

/* Wins so much of the pool by a royal flush at the seat, and is paid; the forms that are due. */
static const struct form_row *wins_royal(unsigned seat, int64_t cents, uint32_t *count)
{
    unsigned number = room.floor.last_hand + 1;
    holds(&room, "bonus-hand", "prize pool", cents - 11);
    DOES(&room, "start-round C4-1 fees %u by dana", seat);
    DOES(&room, "claim-hand C4-1 seat %u offer bonus-hand by dana", seat);
    DOES(&room, "verify-hand %u cards \"As Ks Qs Js Ts\" by sam", number);
    DOES(&room, "authorise %u by sue", number);
    assert_int_equal(floor_prize(&room.floor, number)->claim.cents, cents);
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
    assert_int_equal(floor_prize(&room.floor, 1)->claim.cents, 1000011);
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
    event.head = (struct event_head){.at = room.floor.now, .by = text_of("cy")};
    EVENT_AS(&event, prize_paid)->prize = 1;
    EVENT_AS(&event, prize_paid)->withheld = 1000012;
    assert_int_equal(floor_apply(&room.floor, &event, &fault), STATUS_INVALID);
    assert_non_null(strstr(fault.words, "cannot have been held back"));
    EVENT_AS(&event, prize_paid)->withheld = 0;
    EVENT_AS(&event, prize_paid)->forms = &form;
    EVENT_AS(&event, prize_paid)->form_count = 1;
    assert_int_equal(floor_replay(&room.floor, &event, &fault), STATUS_INVALID);
    assert_non_null(strstr(fault.words, "a law asks for identification"));
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

/* ------------------------------------------------------------------------------------------ bay101/blazing-7s */

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
    assert_int_equal(floor_prize(&room.floor, 3)->claim.cents, 666700);
    refuses(&room, "reverse 1 reason mistake authorised-by cy by sam", "house#two-persons");
    does(&room, "reverse 1 reason mistake authorised-by sue by sam");
    assert_int_equal(balance(&room, "blazing-7s", "prize pool"), 2000000);
    assert_int_equal(balance(&room, "blazing-7s", "reserve"), 10000000);
    assert_int_equal(floor_offering(&room.floor, text_of("blazing-7s"))->meters[0].hits, 0);
    refuses(&room, "reverse 1 reason mistake authorised-by sue by sam", "house#money");
}

/* ------------------------------------------------------------------------------------------ hawaiian-gardens/blazing-sevens */

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
    does(&room, "return-fees BJ-1 reason \"the sensor fails\" authorised-by sue by fay");
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
    does(&room, "return-fees HB-1 reason \"the sensor fails\" authorised-by sue by fay");
    posts(&room, "blazing-sevens",
          "reserve -> fee box 0.80 #23\nmeter -> fee box 0.20 #23\nfee box -> patrons 1 #23");
    assert_true(text_equal(EVENT_AS(&room.last[0], fees_returned)->offer, text_of("blazing-sevens")));
    assert_int_equal(balance(&room, "cash-in-a-flash", "jackpot fund"), fund);
    assert_false(table->round.fees_returned);
    assert_int_equal(table->round.paid[0], 0);
    assert_int_equal(table->round.paid[1], 2);
    assert_int_equal(table->offers[0].collection.returned, 100);
    assert_int_equal(table->offers[1].collection.returned, 0);
    refuses(&room, "return-fees HB-1 offer blazing-sevens authorised-by sue by fay", "house#round");
    does(&room,
         "return-fees HB-1 reason misdeal authorised-by sue by fay"); /* nothing of the stopped one is left */
    posts(&room, "cash-in-a-flash",
          "jackpot fund -> fee box 2 house#round\nfee box -> patrons 2 house#round\njackpot fund -> fee box "
          "0.50 house#round\nfee box -> patrons 0.50 house#round");
    assert_true(table->round.fees_returned);
    assert_int_equal(balance(&room, "cash-in-a-flash", "jackpot fund"), fund - 250);
    assert_int_equal(table->offers[1].collection.returned, 250);
    refuses(&room, "return-fees HB-1 reason misdeal authorised-by sue by fay", "house#round");
}

static void a_misdeal_returns_the_fees_of_both_jackpots(void **state)
{
    (void)state;
    two_jackpots_at_hb_1("start-round HB-1 dealt 1 fees 1 by dana");
    does(&room, "return-fees HB-1 reason misdeal authorised-by sue by fay");
    assert_int_equal(EVENT_AS(&room.last[0], fees_returned)->offer.length, 0);
    assert_int_equal(EVENT_AS(&room.last[0], fees_returned)->money.movement_count, 7);
    assert_true(floor_table(&room.floor, text_of("HB-1"))->round.fees_returned);
    does(&room, "start-round HB-1 dealt 1 fees 1 by dana");
    does(&room, "equipment HB-1 device sensor seat 1 by dana");
    does(&room, "irregularity HB-1 what misdeal by dana"); /* which is noted, whatever fails */
    does(&room, "return-fees HB-1 reason misdeal authorised-by sue by fay");
    assert_int_equal(EVENT_AS(&room.last[0], fees_returned)->money.movement_count, 7);
    assert_true(text_equal(EVENT_AS(&room.last[0], fees_returned)->money.movements[0].clause,
                           text_of("house#round")));
}

static void the_fees_of_one_offer_are_returned_by_its_name(void **state)
{
    (void)state;
    two_jackpots_at_hb_1("start-round HB-1 dealt 1,2 fees 1 by dana");
    refuses(&room, "return-fees HB-1 offer nothing authorised-by sue by fay", "house#document");
    offers(&room, "caribbean-jackpot", NULL);
    refuses(&room, "return-fees HB-1 offer caribbean-jackpot authorised-by sue by fay", "house#round");
    does(&room, "claim-hand HB-1 seat 1 offer blazing-sevens by dana");
    refuses(&room, "return-fees HB-1 authorised-by sue by fay", "house#hand");
    refuses(&room, "return-fees HB-1 offer blazing-sevens authorised-by sue by fay", "house#hand");
    does(&room,
         "return-fees HB-1 offer cash-in-a-flash authorised-by sue by fay"); /* no hand of its own stands */
    assert_true(text_equal(EVENT_AS(&room.last[0], fees_returned)->offer, text_of("cash-in-a-flash")));
    assert_int_equal(balance(&room, "blazing-sevens", "reserve"), 80);
    assert_int_equal(floor_table(&room.floor, text_of("HB-1"))->round.paid[0], 2);
    does(&room, "withdraw-hand 1 reason mistake by dana");
    does(&room, "return-fees HB-1 offer blazing-sevens authorised-by sue by fay"); /* its sensors work */
    posts(&room, "blazing-sevens",
          "reserve -> fee box 0.80 house#round\nmeter -> fee box 0.20 house#round\nfee box -> patrons 1 "
          "house#round");
    assert_true(floor_table(&room.floor, text_of("HB-1"))->round.fees_returned);
    does(&room, "start-round HB-1 dealt 1 by dana");
    refuses(&room, "return-fees HB-1 offer blazing-sevens authorised-by sue by fay",
            "house#round"); /* nobody paid it */
    does(&room, "return-fees HB-1 offer cash-in-a-flash authorised-by sue by fay");
}

/* ------------------------------------------------------------------------------------------ hawaiian-gardens/three-card-poker-progressive */

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
    does(&room, "amend-patron 1001 proposition-player yes authorised-by max by fay");
    refuses(&room, "verify-hand 3 cards \"As Ks Qs\" by fay",
            "hawaiian-gardens/three-card-poker-progressive#61");
}

/* ------------------------------------------------------------------------------------------ hawaiian-gardens/fortune-pai-gow-poker-progressive */

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
        STORY(no_adjustment_carries_a_pool_over_its_cap, open_bay),
        STORY(nobody_unknown_is_paid_what_makes_a_form_due, open_bay),
        STORY(jackpots_that_are_read_as_prizes_are_added_up, open_bay),
        STORY(jackpots_that_are_read_as_wagers_are_not, open_bay),
        STORY(a_known_winner_is_identified_where_a_law_asks_for_it, open_bay),
        STORY(a_log_that_pays_without_identification_is_refused, open_bay),
        STORY(no_card_is_dealt_to_two_seats_of_a_round, open_bay),
        STORY(three_who_win_the_meter_have_chips_and_the_reserve_bears_the_odd_one, open_bay),
        STORY(no_jackpot_is_offered_until_the_machine_is_repaired, open_gardens),
        STORY(a_sensor_that_fails_returns_only_the_chips_of_its_jackpot, open_gardens),
        STORY(a_misdeal_returns_the_fees_of_both_jackpots, open_gardens),
        STORY(the_fees_of_one_offer_are_returned_by_its_name, open_gardens),
        STORY(what_is_held_back_is_held_back_by_the_cage, open_gardens),
        STORY(a_hand_that_wins_nothing_is_envied, open_gardens),
        STORY(a_dice_cup_stands_in_for_the_reader, open_gardens),
    };
    return cmocka_run_group_tests_name("floor: progressives", tests, NULL, NULL);
}
