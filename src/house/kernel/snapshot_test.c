/*
 * Stories of the demo house. After every step the state is saved and restored; what was restored is saved as the same bytes
 * and decides the next command as the house itself does. One house that was restored early goes on to the end.
 */
#include "house/kernel/snapshot_houses_test.h"

#include "funds/claim.h"
#include "funds/funds.h"
#include "house/boards/boards.h"
#include "house/people/people.h"
#include "house/prizes/prizes.h"
#include "house/setup/setup.h"
#include "house/tables/tables.h"

static void a_jackpot_is_won_and_reversed(void **state)
{
    (void)state;
    houses_offer("bay101/bonus-hand-progressive-v1-1", "bonus-hand");
    houses_do("clock 2026-11-02T12:00:01-08:00");
    houses_register_everybody();
    HOUSES_DO("open-table C4-1 by fay", "sit C4-1 seat 1 patron 1001 by dana",
              "sit C4-1 seat 2 patron 1002 by dana", "sit C4-1 seat 3 by dana");
    houses_go_along();
    HOUSES_DO("start-round C4-1 fees 1,3 by dana", "end-round C4-1 by dana",
              "start-round C4-1 fees 1,2 by dana", "claim-hand C4-1 seat 1 offer bonus-hand by dana");
    houses_refuse("verify-hand 1 cards \"As Ks Qs Js Ts\" by dana");
    houses_do("verify-hand 1 cards \"As Ks Qs Js Ts\" wager $5 by sam");
    houses_refuse("authorise 1 by sam");
    HOUSES_DO("authorise 1 by sue", "claim-hand C4-1 seat 2 offer bonus-hand by dana",
              "verify-hand 2 row flush by sam", "authorise 2 by sue", "pay 2 in cash by cy",
              "reverse 1 reason mistake authorised-by sue by sam");
    houses_refuse("pay 1 by cy");
    houses_refuse("reverse 1 reason mistake authorised-by sue by sam");
    houses_refuse("start-round C4-1 fees 1,2 by dana"); /* the hand is to be put right */
    HOUSES_DO("reject-hand 1 reason mistake by sam", "start-round C4-1 fees 1,2 by dana",
              "claim-hand C4-1 seat 1 offer bonus-hand row flush by dana",
              "verify-hand 3 row \"royal flush\" by sam", "authorise 3 by sue",
              "end-round C4-1 pot $12.50 by dana", "clock 2026-11-02T13:30:00-08:00", "pay 3 in check by cy",
              "close-table C4-1 by fay", "clock 2026-11-03T02:00:00-08:00",
              "clock 2026-11-04T12:00:00-08:00");
}

static void fees_are_returned_and_devices_fail(void **state)
{
    (void)state;
    houses_offer("bay101/bonus-hand-progressive-v1-1", "bonus-hand");
    houses_offer("bay101/blazing-7s", "blazing-7s");
    houses_do("clock 2026-11-02T12:00:01-08:00");
    houses_register_everybody();
    HOUSES_DO("open-table C4-1 by fay", "open-table BJ-1 by fay", "sit C4-1 seat 1 patron 1001 by dana",
              "sit C4-1 seat 2 hold-button by dana", "sit BJ-1 seat 1 patron 1003 by dana",
              "sit BJ-1 seat 2 patron 1002 by dana", "bank BJ-1 seat 2 by dana",
              "equipment C4-1 device sensor seat 1 by dana", "start-round C4-1 marked 1 by dana");
    houses_refuse("start-round C4-1 fees 1 by dana");
    HOUSES_DO("return-fees C4-1 reason \"misread\" authorised-by sue by sam",
              "irregularity C4-1 what talk note loud by dana",
              "call-floor C4-1 note \"two players quarrel\" by dana", "call-floor BJ-1 by dana",
              "answer-call BJ-1 by fay", "equipment BJ-1 device reader by dana");
    houses_go_along();
    houses_ask("start-round BJ-1 fees 1 by dana");
    HOUSES_DO("equipment BJ-1 device reader works by dana", "equipment BJ-1 device keypad by dana",
              "equipment BJ-1 device sign by dana", "equipment BJ-1 device sensor seat 8 by dana");
    houses_ask(
        "start-round BJ-1 dealt 1,2 fees 1 backline \"seat 1 patron 1002 wager $10 fee; seat 1 wager $5\" by "
        "dana");
    houses_ask("claim-hand BJ-1 seat 1 offer blazing-7s by dana");
    houses_ask("claim-hand BJ-1 seat 1 offer blazing-7s patron 1002 by dana");
    HOUSES_DO("irregularity BJ-1 what misdeal by dana", "leave BJ-1 seat 2 by dana", "end-round BJ-1 by dana",
              "leave C4-1 seat 2 by dana", "clock 2026-11-02T12:59:00-08:00");
}

/* Two hands of an evening; the better one wins when it ends. */
static void play_the_evening(void)
{
    houses_offer("bay101/poker-bonus-hand-progressive", "poker-bonus-hand");
    houses_offer("bay101/poker-high-hand", "high-hand");
    houses_do("clock 2026-11-02T18:00:00-08:00");
    houses_register_everybody();
    HOUSES_DO("open-table HE-1 by fay", "sit HE-1 seat 1 patron 1001 by dana",
              "sit HE-1 seat 2 patron 1002 by dana", "sit HE-1 seat 3 by dana", "sit HE-1 seat 4 by dana",
              "sit HE-1 seat 5 by dana", "sit HE-1 seat 6 by dana", "start-round HE-1 by dana",
              "claim-hand HE-1 seat 1 offer high-hand by dana",
              "verify-hand 1 cards \"As Ah\" board \"Ad 7c 7h 2s 3d\" pot $40 by sam", "authorise 1 by sue",
              "end-round HE-1 pot $40 by dana");
    houses_go_along();
    HOUSES_DO("start-round HE-1 by dana", "claim-hand HE-1 seat 2 offer high-hand by dana",
              "verify-hand 2 cards \"8s 8h\" board \"8d 8c 7h 2s 3d\" pot $20 by sam", "authorise 2 by sue",
              "claim-hand HE-1 seat 2 offer poker-bonus-hand by dana");
    houses_ask("verify-hand 3 cards \"8s 8h\" board \"8d 8c 7h 2s 3d\" pot $20 by sam");
    houses_ask("authorise 3 by sue");
    HOUSES_DO("end-round HE-1 pot $20 by dana", "start-round HE-1 by dana");
    houses_do("claim-hand HE-1 seat 1 offer high-hand by dana");
    houses_refuse("verify-hand 4 cards \"9s 9h\" board \"9d Tc Th 2s 3d\" pot $19.99 by sam");
    houses_do("verify-hand 4 cards \"9s 9h\" board \"9d Tc Th 2s 3d\" pot $20 by sam");
    houses_refuse("authorise 4 by sue");
    houses_refuse("withdraw-offer high-hand by olga");
    HOUSES_DO("reject-hand 4 reason lower by sam", "end-round HE-1 by dana");
}

static void the_best_hand_of_the_evening_is_paid(void **state)
{
    (void)state;
    play_the_evening();
    HOUSES_DO("clock 2026-11-02T21:59:59-08:00", "clock 2026-11-02T22:00:00-08:00");
    assert_int_equal(room.floor.last_prize, 1);
    houses_refuse("pay 1 by cy");
    HOUSES_DO("identify 1 document \"driver's licence\" by cy", "pay 1 in cash by cy",
              "withdraw-offer high-hand by olga", "clock 2026-11-03T18:00:00-08:00");
    assert_int_equal(room.floor.last_prize, 2); /* of the day that has ended */
    HOUSES_DO("identify 2 document passport by cy", "pay 2 in \"live chips\" by cy");
    houses_do("start-round HE-1 by dana");
    houses_refuse("claim-hand HE-1 seat 1 offer high-hand by dana");
}

static void a_prize_is_held_and_lapses(void **state)
{
    (void)state;
    play_the_evening();
    HOUSES_DO("close-table HE-1 by fay", "clock 2026-11-02T22:15:00-08:00", "clock 2026-11-02T22:15:01-08:00",
              "clock 2026-11-20T00:00:00-08:00", "clock 2026-12-02T23:59:59-08:00",
              "clock 2026-12-03T00:00:00-08:00");
    assert_int_equal(floor_prize(&room.floor, 1)->claim.state, CLAIM_LAPSED);
    houses_refuse("identify 1 document passport by cy");
    houses_refuse("pay 1 by cy");
}

/* The high hand of the evening was advanced before the increases of the day, by the offer that stands behind the other. */
static void advances_of_two_offers_are_repaid_in_their_order(void **state)
{
    (void)state;
    play_the_evening();
    HOUSES_DO("close-table HE-1 by fay", "clock 2026-11-03T06:00:00-08:00");
    assert_true(room.floor.offerings[0].funds.advance_count > 0);
    assert_true(room.floor.offerings[1].funds.advance_count > 0);
    HOUSES_DO(
        "adjust poker-bonus-hand from house to reserve amount $240 reason test authorised-by sue by sam",
        "clock 2026-11-04T06:00:00-08:00",
        "adjust poker-bonus-hand from house to reserve amount $100 reason test authorised-by sue by sam",
        "clock 2026-11-05T06:00:00-08:00",
        "adjust poker-bonus-hand from house to reserve amount $500 reason test authorised-by sue by sam",
        "clock 2026-11-06T06:00:00-08:00");
}

static void a_bad_beat_is_shared_by_the_table(void **state)
{
    (void)state;
    houses_offer("bay101/no-limit-bad-beat", "no-limit-bad-beat");
    houses_do("clock 2026-11-02T12:00:01-08:00");
    houses_register_everybody();
    HOUSES_DO("open-table NL-1 by fay", "open-table NL-2 by fay", "sit NL-1 seat 1 patron 1001 by dana",
              "sit NL-1 seat 2 patron 1002 by dana", "sit NL-1 seat 3 patron 1004 by dana",
              "sit NL-1 seat 4 by dana", "sit NL-1 seat 5 by dana", "sit NL-1 seat 6 patron 1005 by dana",
              "sit NL-2 seat 1 by dana", "sit NL-2 seat 2 by dana", "sit NL-2 seat 3 by dana",
              "sit NL-2 seat 4 by dana", "start-round NL-2 by dana", "start-round NL-1 by dana",
              "claim-hand NL-1 seat 1 offer no-limit-bad-beat by dana");
    houses_go_along();
    houses_do("exclude 1005 reason \"asked for it\" authorised-by max by sam");
    houses_refuse("sit NL-2 seat 5 patron 1005 by dana");
    houses_ask(
        "verify-hand 1 cards \"Ts Th\" board \"Td Tc 9s 8s 2d\" winner \"Js Qs\" beaten-by 2 pot $100 by "
        "sam");
    houses_ask("verify-hand 1 row A1 beaten-by 2 pot $100 by sam");
    houses_ask("authorise 1 by sue");
    assert_int_equal(room.floor.last_award, 1);
    houses_refuse(
        "adjust no-limit-bad-beat from reserve to \"prize pool\" amount $0.01 reason test authorised-by sue "
        "by sam"); /* the new seed has taken all of it */
    houses_do(
        "adjust no-limit-bad-beat from house to reserve amount $1 reason test authorised-by sue by sam");
    houses_do(
        "adjust no-limit-bad-beat from reserve to \"prize pool\" amount $0.01 reason test authorised-by sue "
        "by sam");
    HOUSES_DO("end-round NL-1 pot $100 by dana", "clock 2026-11-03T05:59:59-08:00",
              "clock 2026-11-03T06:00:00-08:00", "clock 2026-11-05T06:00:01-08:00");
    houses_ask("raise no-limit-bad-beat pool \"prize pool\" amount $100 authorised-by sue by max");
    for (unsigned prize = 1; prize <= room.floor.last_prize; prize++) {
        char line[64];
        (void)snprintf(line, sizeof line, "identify %u document passport by cy", prize);
        houses_ask(line);
        (void)snprintf(line, sizeof line, "pay %u in cash by cy", prize);
        houses_ask(line);
    }
    HOUSES_DO("readmit 1005 authorised-by sue by sam", "dismiss dana by olga");
    houses_refuse("start-round NL-1 by dana");
    houses_refuse("reverse 1 reason mistake authorised-by sue by sam");
}

static void two_hands_on_a_board_share_the_prize(void **state)
{
    (void)state;
    houses_offer("hawaiian-gardens/high-hand-happy-hours", "happy-hours");
    houses_register_everybody();
    HOUSES_DO("clock 2026-11-02T15:00:00-08:00", "open-table HE-1 by fay",
              "sit HE-1 seat 1 patron 1001 by dana", "sit HE-1 seat 2 patron 1002 by dana",
              "sit HE-1 seat 3 patron 1003 by dana", "sit HE-1 seat 4 patron 1004 by dana",
              "start-round HE-1 by dana", "claim-hand HE-1 seat 1 offer happy-hours by dana",
              "verify-hand 1 cards \"As 2h\" board \"Kd Qd Jc Th 3d\" pot $40 by sam", "authorise 1 by sue");
    houses_go_along();
    HOUSES_DO("claim-hand HE-1 seat 2 offer happy-hours by dana",
              "verify-hand 2 cards \"Ah 4h\" board \"Kd Qd Jc Th 3d\" pot $40 by sam", "authorise 2 by sue",
              "start-round HE-1 by dana", "claim-hand HE-1 seat 3 offer happy-hours by dana");
    houses_refuse("verify-hand 3 cards \"As 5h\" board \"2d 3d 4c Th 9d\" pot $40 by sam"); /* she is 19 */
    HOUSES_DO("reject-hand 3 reason age by sam", "claim-hand HE-1 seat 4 offer happy-hours by dana",
              "verify-hand 4 cards \"As 5h\" board \"2d 3d 4c Th 9d\" pot $40 by sam", "authorise 4 by sue",
              "end-round HE-1 by dana", "clock 2026-11-02T18:00:00-08:00");
    assert_int_equal(room.floor.last_prize, 2);
    HOUSES_DO("clock 2026-11-05T12:00:00-08:00", "identify 1 document passport by cy");
    houses_ask("pay 1 in cash by cy");
}

static void offers_are_posted_anew_by_other_documents(void **state)
{
    static const char activity[] = "bay101/bonus-hand-progressive-v1-1";
    static const char everywhere[] = "tables: [C4-1, C4-2, UTH-1, NPN-1]";
    struct text document = document_file(&room, text_of(activity)), all = offer_file(&room, "bonus-hand"),
                posted = text_with(&room, all, everywhere, "tables: [C4-1, C4-2]"),
                lunch = text_with(&room, all, everywhere, "tables: [UTH-1]");
    (void)state;
    houses_file(activity, document);
    houses_post("bonus-hand", posted);
    houses_do("clock 2026-11-02T12:00:01-08:00");
    houses_register_everybody();
    HOUSES_DO("open-table C4-1 by fay", "open-table C4-2 by fay", "sit C4-1 seat 1 patron 1001 by dana",
              "sit C4-2 seat 1 patron 1002 by dana", "sit C4-1 seat 2 by dana", "sit C4-2 seat 2 by dana",
              "start-round C4-1 fees 1 by dana", "start-round C4-2 fees 1 by dana",
              "claim-hand C4-1 seat 1 offer bonus-hand by dana",
              "claim-hand C4-2 seat 1 offer bonus-hand by dana", "verify-hand 1 row flush by sam");
    houses_file(activity, text_with(&room, document, "v1.1", "v1.2")); /* the offer stays as it was read */
    houses_go_along();
    houses_file("bay101/poker-high-hand", document_file(&room, text_of("bay101/poker-high-hand")));
    houses_post("lunch", lunch); /* by the other document, with the same accounts */
    houses_do("clock 2026-11-02T12:00:02-08:00");
    HOUSES_DO("verify-hand 2 row straight by sam", "withdraw-offer lunch by olga");
    houses_post("bonus-hand", text_with(&room, all, everywhere, "tables: [C4-1]"));
    HOUSES_DO("authorise 1 by sue", "authorise 2 by sue");
    houses_refuse("claim-hand C4-2 seat 1 offer bonus-hand by dana");
    houses_refuse("start-round C4-2 fees 1 by dana");
    houses_do("start-round C4-2 by dana");
    assert_int_equal(floor_table(&room.floor, text_of("C4-2"))->round.paid[0], 0);
    houses_post("bonus-hand", posted);
    houses_post("lunch", lunch);
    HOUSES_DO("start-round C4-2 fees 1 by dana", "start-round C4-1 fees 1 by dana",
              "clock 2026-11-02T14:00:00-08:00", "withdraw-offer bonus-hand by olga");
    houses_refuse("start-round C4-1 fees 1 by dana");
    houses_do("start-round C4-1 by dana");
}

static void a_hand_is_paid_by_the_chart_that_it_was_verified_by(void **state)
{
    static const char activity[] = "bay101/bonus-hand-progressive-v1-1";
    struct text posted = offer_file(&room, "bonus-hand"),
                other_chart = text_with(&room, posted, "chart: A", "chart: B");
    (void)state;
    houses_offer(activity, "bonus-hand");
    houses_do("clock 2026-11-02T12:00:01-08:00");
    houses_register_everybody();
    HOUSES_DO("open-table C4-1 by fay", "sit C4-1 seat 1 patron 1001 by dana",
              "sit C4-1 seat 2 patron 1002 by dana", "sit C4-1 seat 3 by dana",
              "start-round C4-1 fees 1,2,3 by dana", "claim-hand C4-1 seat 1 offer bonus-hand by dana",
              "claim-hand C4-1 seat 2 offer bonus-hand by dana",
              "claim-hand C4-1 seat 3 offer bonus-hand by dana", "verify-hand 1 row \"royal flush\" by sam");
    houses_post("bonus-hand", other_chart);
    houses_go_along();
    houses_do("verify-hand 2 row \"royal flush\" by sam");
    houses_file(activity, text_with(&room, document_file(&room, text_of(activity)), "v1.1", "v1.2"));
    houses_post("bonus-hand", posted);
    HOUSES_DO("verify-hand 3 row \"royal flush\" by sam", "authorise 1 by sue");
    assert_int_equal(room.floor.last_prize, 3);
}

/* The chart of an offer that posts its hands is not that of the document. */
static void a_hand_is_paid_by_the_hands_that_were_posted_then(void **state)
{
    static const char activity[] = "hawaiian-gardens/poker-style-jackpot-shares";
    struct text posted =
        text_with(&room, file_text(&room, "houses/hawaiian-gardens/offers/poker-jackpot.yaml"),
                  "[NL-1, NL-2, NL-3]", "[NL-1, NL-2]");
    struct text higher = text_with(&room, posted, "8s or better", "9s or better");
    (void)state;
    houses_file(activity, document_file(&room, text_of(activity)));
    houses_post("jackpot", posted);
    houses_do("clock 2026-11-02T12:00:01-08:00");
    houses_register_everybody();
    houses_do(
        "adjust jackpot from house to \"poker jackpot collections\" amount $50,000 reason test authorised-by "
        "sue by sam");
    HOUSES_DO("open-table NL-1 by fay", "sit NL-1 seat 1 patron 1001 by dana",
              "sit NL-1 seat 2 patron 1002 by dana", "sit NL-1 seat 3 patron 1004 by dana",
              "start-round NL-1 by dana", "claim-hand NL-1 seat 1 offer jackpot by dana",
              "claim-hand NL-1 seat 2 offer jackpot by dana", "claim-hand NL-1 seat 3 offer jackpot by dana");
    houses_do(
        "verify-hand 1 cards \"9s 9h\" board \"9d 9c 8d 8c Qc\" winner \"Jc Tc\" beaten-by 3 outcome lost "
        "by sam");
    houses_post("jackpot", higher);
    houses_go_along();
    houses_do(
        "verify-hand 2 cards \"8s 8h\" board \"9d 9c 8d 8c Qc\" winner \"Jc Tc\" beaten-by 3 outcome lost "
        "by sam");
    houses_post("jackpot", posted);
    HOUSES_DO("reject-hand 3 reason test by sam", "end-round NL-1 by dana", "start-round NL-1 by dana",
              "claim-hand NL-1 seat 2 offer jackpot by dana");
    houses_do(
        "verify-hand 4 cards \"9s 9h\" board \"9d 9c 8d 8c Qc\" winner \"Jc Tc\" beaten-by 3 outcome lost "
        "by sam");
    houses_do("authorise 1 by sue");
    assert_int_equal(room.floor.last_award, 1);
    HOUSES_DO("authorise 4 by sue", "claim-hand NL-1 seat 1 offer jackpot by dana");
    houses_do(
        "verify-hand 5 cards \"8s 8h\" board \"9d 9c 8d 8c Qc\" winner \"Jc Tc\" beaten-by 3 outcome lost "
        "by sam");
    assert_int_equal(room.floor.last_award, 2);
    houses_refuse("authorise 5 by sue"); /* nothing was left to win */
}

/* A hand is owed what the meter showed when it was dealt, whatever happens until it is authorised. */
static void a_meter_is_remembered_as_it_was_at_the_deal(void **state)
{
    (void)state;
    houses_offer("hawaiian-gardens/three-card-poker-progressive", "three-card-progressive");
    houses_do("clock 2026-11-02T12:00:01-08:00");
    houses_register_everybody();
    HOUSES_DO("open-table TCP-1 by fay", "sit TCP-1 seat 1 patron 1001 by dana",
              "sit TCP-1 seat 2 patron 1002 by dana", "start-round TCP-1 fees 1,2 by dana");
    houses_go_along();
    HOUSES_DO("claim-hand TCP-1 seat 1 offer three-card-progressive by dana", "end-round TCP-1 by dana",
              "start-round TCP-1 fees 1,2 by dana",
              "claim-hand TCP-1 seat 2 offer three-card-progressive by dana", "verify-hand 1 row A1 by fay",
              "verify-hand 2 row A1 by fay", "authorise 2 by sue", "authorise 1 by sue");
    int64_t seed = room.floor.offerings[0].terms.pools[0].seed.cents;
    assert_int_equal(floor_prize(&room.floor, 1)->claim.cents, seed + 4 * 31);
    assert_int_equal(floor_prize(&room.floor, 3)->claim.cents, seed + 2 * 31);
}

static void a_device_fails_where_two_jackpots_are(void **state)
{
    static const char activity[] = "bay101/blazing-7s";
    struct text posted = text_with(&room, offer_file(&room, "blazing-7s"), "hours: always",
                                   "hours: daily 10:00 to 18:00"),
                later = text_with(&room, posted, "10:00 to 18:00", "18:00 to 22:00");
    (void)state;
    houses_file(activity,
                text_with(&room, document_file(&room, text_of(activity)), "sensor fails: marked by button",
                          "sensor fails: no jackpot until repaired"));
    houses_post("blazing-7s", posted);
    houses_file(activity, document_file(&room, text_of(activity)));
    houses_post("more", later);
    houses_do("clock 2026-11-02T12:00:01-08:00");
    HOUSES_DO("open-table BJ-1 by fay", "sit BJ-1 seat 1 by dana", "sit BJ-1 seat 2 by dana",
              "equipment BJ-1 device sensor seat 2 by dana");
    assert_non_null(floor_table(&room.floor, text_of("BJ-1"))->offers[0].suspended);
    houses_go_along();
    houses_refuse("start-round BJ-1 fees 1 by dana");
    HOUSES_DO("equipment BJ-1 device sensor seat 2 works by dana", "start-round BJ-1 fees 1 by dana");
}

/* Some fees of a round went back, the others are remembered and can follow. */
static void a_round_with_fees_of_one_offer_is_remembered(void **state)
{
    (void)state;
    houses_offer("bay101/limit-bad-beat", "limit-bad-beat");
    houses_offer("bay101/poker-bonus-hand-progressive", "poker-bonus-hand");
    houses_do("clock 2026-11-02T12:00:01-08:00");
    HOUSES_DO("open-table HE-1 by fay", "sit HE-1 seat 1 by dana", "sit HE-1 seat 2 by dana",
              "sit HE-1 seat 3 by dana", "sit HE-1 seat 4 by dana", "sit HE-1 seat 5 by dana",
              "start-round HE-1 by dana",
              "return-fees HE-1 offer limit-bad-beat reason test authorised-by sue by sam");
    assert_true(floor_table(&room.floor, text_of("HE-1"))->round.fee_count > 0);
    houses_go_along();
    houses_refuse("return-fees HE-1 offer limit-bad-beat reason test authorised-by sue by sam");
    houses_do("return-fees HE-1 reason misdeal authorised-by sue by sam");
    houses_refuse("return-fees HE-1 reason misdeal authorised-by sue by sam");
}

/* Laws are documents as well; what is paid to a patron on one day and in one year counts. */
static void the_laws_are_remembered(void **state)
{
    (void)state;
    houses_offer("hawaiian-gardens/high-hand-happy-hours", "happy-hours");
    houses_file("us-federal/currency-reports", document_file(&room, text_of("us-federal/currency-reports")));
    houses_file("us-federal/information-returns",
                document_file(&room, text_of("us-federal/information-returns")));
    houses_register_everybody();
    HOUSES_DO(
        "clock 2026-11-02T15:00:00-08:00", "open-table HE-1 by fay", "sit HE-1 seat 1 patron 1001 by dana",
        "sit HE-1 seat 2 patron 1002 by dana", "sit HE-1 seat 3 by dana", "start-round HE-1 by dana",
        "claim-hand HE-1 seat 1 offer happy-hours by dana",
        "verify-hand 1 cards \"As 2h\" board \"Kd Qd Jc Th 3d\" pot $40 by sam", "authorise 1 by sue",
        "end-round HE-1 by dana", "clock 2026-11-02T18:00:00-08:00", "identify 1 document passport by cy");
    houses_go_along();
    houses_do("pay 1 in cash by cy");
    assert_true(floor_patron(&room.floor, text_of("1001"))->prizes_this_year > 0);
}

/* Which hands have earned the points of a period is known until it ends. */
static void points_are_taken_back_in_a_restored_house(void **state)
{
    (void)state;
    static const char everywhere[] = "tables: [HE-2, HE-3, ST-1, SH-1, CP-1, OM-1, MX-1, P9-2, PG-2, HB-1]";
    houses_file("hawaiian-gardens/high-hand-promotion",
                document_file(&room, text_of("hawaiian-gardens/high-hand-promotion")));
    houses_post("high-hand-points",
                text_with(&room, file_text(&room, "houses/test/offers/high-hand-points.yaml"), everywhere,
                          "tables: [HE-1]"));
    houses_register_everybody();
    HOUSES_DO("clock 2026-11-02T20:00:00-08:00", "open-table HE-1 by fay",
              "sit HE-1 seat 1 patron 1001 by dana", "sit HE-1 seat 2 patron 1002 by dana",
              "sit HE-1 seat 3 by dana", "sit HE-1 seat 4 by dana");
    for (unsigned hand = 1; hand <= 2; hand++) {
        char line[128];
        houses_do("start-round HE-1 by dana");
        houses_do("claim-hand HE-1 seat 1 offer high-hand-points by dana");
        (void)snprintf(line, sizeof line, "verify-hand %u cards \"As Ah\" board \"Ad Ac 7h 2s 3d\" by sam",
                       hand);
        houses_do(line);
        (void)snprintf(line, sizeof line, "authorise %u by sue", hand);
        houses_do(line);
    }
    houses_go_along();
    const struct board *board = floor_board(&room.floor, text_of("high-hand-points"));
    houses_do("reject-hand 1 reason misread authorised-by sue by sam");
    assert_int_equal(board->standings[0].points, 3);
    houses_do("reject-hand 2 reason misread authorised-by sue by sam");
    assert_int_equal(board->standing_count, 0);
}

/* One hand waits for its second person when the gaming day ends, and one of a round that runs is claimed when it is over. */
static void what_a_pool_was_when_its_period_ended_is_remembered(void **state)
{
    (void)state;
    houses_offer("bay101/poker-bonus-hand-progressive", "poker-bonus-hand");
    houses_register_everybody();
    HOUSES_DO("clock 2026-11-03T05:50:00-08:00", "open-table HE-1 by fay",
              "sit HE-1 seat 1 patron 1001 by dana", "sit HE-1 seat 2 patron 1002 by dana",
              "sit HE-1 seat 3 by dana", "sit HE-1 seat 4 by dana", "sit HE-1 seat 5 by dana",
              "start-round HE-1 by dana", "claim-hand HE-1 seat 1 offer poker-bonus-hand by dana",
              "verify-hand 1 row \"four of a kind\" pot $20 by sam", "end-round HE-1 by dana",
              "start-round HE-1 by dana", "clock 2026-11-03T06:00:00-08:00");
    assert_int_equal(balance(&room, "poker-bonus-hand", "four of a kind pool"), 5500);
    houses_go_along();
    HOUSES_DO("claim-hand HE-1 seat 2 offer poker-bonus-hand by dana",
              "verify-hand 2 row \"four of a kind\" pot $20 by sam", "end-round HE-1 by dana",
              "authorise 1 by sue", "authorise 2 by sue");
    houses_do("clock 2026-11-03T06:00:01-08:00");
    assert_int_equal(floor_prize(&room.floor, 1)->claim.cents, 2500);
    assert_int_equal(floor_prize(&room.floor, 2)->claim.cents, 2500);
}

/* A hand that was beaten is not forgotten: it wins when the higher one does not. */
static void a_beaten_hand_wins_in_a_restored_house(void **state)
{
    (void)state;
    play_the_evening();
    HOUSES_DO("exclude 1002 reason \"asked for it\" authorised-by max by sam",
              "clock 2026-11-02T22:00:00-08:00");
    assert_int_equal(room.floor.last_award, 1);
    assert_int_equal(floor_prize(&room.floor, 1)->seat, 1);
}

/* An award that can be reversed keeps its hands as they were dealt: by a posting that holds no more. */
static void a_hand_is_put_right_in_a_restored_house(void **state)
{
    (void)state;
    play_the_evening();
    HOUSES_DO("clock 2026-11-02T22:00:00-08:00", "withdraw-offer high-hand by olga",
              "clock 2026-11-02T22:00:01-08:00", "reverse 1 reason misread authorised-by sue by sam",
              "reject-hand 2 reason misread by sam",
              "verify-hand 1 cards \"As Ah\" board \"Ad 7c 7h 2s 3d\" pot $40 by sam", "authorise 1 by sue",
              "clock 2026-11-02T22:00:02-08:00");
    assert_int_equal(room.floor.last_award, 2);
    assert_int_equal(floor_prize(&room.floor, 2)->seat, 1);
}

/* A hand that was dealt for a board stands on it and wins by it, though the offer as posted anew has none. */
static void a_hand_outlives_its_board(void **state)
{
    static const char activity[] = "sample/best-hand";
    static const char board[] =
        "# Best Hand (TEST-000012)\n\nThe best hand of an evening.\n\n"
        "1. It belongs to Texas Hold'em. [eligibility]\n\n"
        "   ```yaml\n   games: [Texas Hold'em]\n   when:\n     hours: posted\n   ```\n\n"
        "2. Hands of a straight or higher stand on a board. [hand]\n\n"
        "   ```yaml\n   board:\n     lower hands: kept\n     minimum: straight or better\n"
        "   paying:\n     prize: $1 to $100\n   funding:\n     source: house\n   ```\n";
    static const char chart[] =
        "# Best Hand (TEST-000012)\n\nA hand of a chart.\n\n"
        "1. It belongs to Texas Hold'em. [eligibility]\n\n"
        "   ```yaml\n   games: [Texas Hold'em]\n   when:\n     hours: posted\n   ```\n\n"
        "2. A straight wins. [hand]\n\n"
        "   ```yaml\n   charts:\n     A:\n       - straight or better: $20\n"
        "   funding:\n     source: house\n   ```\n";
    static const char offered[] = "offer: sample/best-hand\ntables: [HE-1]\nhours: daily 10:00 to 22:00\n";
    (void)state;
    houses_file(activity, text_of(board));
    houses_post("best", text_of("offer: sample/best-hand\ntables: [HE-1]\nhours: daily 10:00 to 22:00\n"
                                "paying: {prize: $25}\n"));
    houses_do("clock 2026-11-02T15:00:00-08:00");
    houses_register_everybody();
    HOUSES_DO("open-table HE-1 by fay", "sit HE-1 seat 1 patron 1001 by dana",
              "sit HE-1 seat 2 patron 1002 by dana", "sit HE-1 seat 3 by dana", "start-round HE-1 by dana",
              "claim-hand HE-1 seat 1 offer best by dana", "claim-hand HE-1 seat 2 offer best by dana",
              "verify-hand 1 cards \"Ah 2d\" board \"Kd Qd Jc Th 3d\" pot $40 by sam");
    houses_go_along();
    houses_file(activity, text_of(chart));
    houses_post("best", text_of(offered));
    houses_do("verify-hand 2 cards \"Ad 4d\" board \"Kd Qd Jc Th 3d\" pot $40 by sam");
    houses_do("authorise 1 by sue");
    HOUSES_DO("reject-hand 2 reason \"not shown\" by sam", "start-round HE-1 by dana",
              "claim-hand HE-1 seat 3 offer best by dana",
              "verify-hand 3 cards \"As 2h\" board \"Kd Qd Jc Th 3d\" pot $40 by sam", "authorise 3 by sue");
    assert_int_equal(room.floor.last_prize, 1);
    houses_do("clock 2026-11-02T23:00:00-08:00");
    assert_int_equal(room.floor.last_prize, 2);
    assert_int_equal(floor_prize(&room.floor, 2)->claim.cents, 2500);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_jackpot_is_won_and_reversed, houses_open, houses_close),
        cmocka_unit_test_setup_teardown(fees_are_returned_and_devices_fail, houses_open, houses_close),
        cmocka_unit_test_setup_teardown(the_best_hand_of_the_evening_is_paid, houses_open, houses_close),
        cmocka_unit_test_setup_teardown(a_prize_is_held_and_lapses, houses_open, houses_close),
        cmocka_unit_test_setup_teardown(offers_are_posted_anew_by_other_documents, houses_open, houses_close),
        cmocka_unit_test_setup_teardown(a_hand_is_paid_by_the_chart_that_it_was_verified_by, houses_open,
                                        houses_close),
        cmocka_unit_test_setup_teardown(a_hand_is_paid_by_the_hands_that_were_posted_then, houses_open,
                                        houses_close),
        cmocka_unit_test_setup_teardown(a_meter_is_remembered_as_it_was_at_the_deal, houses_open,
                                        houses_close),
        cmocka_unit_test_setup_teardown(a_device_fails_where_two_jackpots_are, houses_open, houses_close),
        cmocka_unit_test_setup_teardown(a_round_with_fees_of_one_offer_is_remembered, houses_open,
                                        houses_close),
        cmocka_unit_test_setup_teardown(the_laws_are_remembered, houses_open, houses_close),
        cmocka_unit_test_setup_teardown(points_are_taken_back_in_a_restored_house, houses_open, houses_close),
        cmocka_unit_test_setup_teardown(what_a_pool_was_when_its_period_ended_is_remembered, houses_open,
                                        houses_close),
        cmocka_unit_test_setup_teardown(a_beaten_hand_wins_in_a_restored_house, houses_open, houses_close),
        cmocka_unit_test_setup_teardown(a_hand_is_put_right_in_a_restored_house, houses_open, houses_close),
        cmocka_unit_test_setup_teardown(a_hand_outlives_its_board, houses_open, houses_close),
        cmocka_unit_test_setup_teardown(two_hands_on_a_board_share_the_prize, houses_open, houses_close),
        cmocka_unit_test_setup_teardown(advances_of_two_offers_are_repaid_in_their_order, houses_open,
                                        houses_close),
        cmocka_unit_test_setup_teardown(a_bad_beat_is_shared_by_the_table, houses_open, houses_close),
    };
    return cmocka_run_group_tests_name("floor snapshot", tests, NULL, NULL);
}
