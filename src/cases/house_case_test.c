#include "cases/house_case_play_test.h"

static const char header[] = "case T: a test\n"
                             "cites: test/jackpot#1\n"
                             "game: house\n"
                             "offer: test/jackpot\n";

enum status play(struct room *room, const char *lines)
{
    enum status status = room_read_case(room, header, lines);
    if (status == STATUS_OK)
        status =
            house_case_play(&room->file, &room->library, NULL, &room->played, &room->result, &room->fault);
    return status;
}

/* ------------------------------------------------------------------------------------------ who may win */

static void a_table_must_be_of_the_game_the_betting_and_the_offer(void **state)
{
    (void)state;
    assert_plays("table: H-1\n"
                 "table: H-2 -> refused #1\n"
                 "table: L-1 -> refused #2\n"
                 "table: P-1 -> refused #1\n"
                 "table: Texas Hold'em (TEST-000010), no limit\n"
                 "table: Texas Hold'em, limit -> refused #2\n"
                 "table: Texas Hold'em -> refused #2\n"
                 "table: Crazy 4 Poker\n"
                 "table: Pan 9 -> refused #1\n");
    assert_differs("table: Pan 9\n", "refused: it is not offered at Pan 9 (test/jackpot#1)");
    assert_differs("table: H-1 -> refused #1\n", "this is allowed");
    assert_faults(
        "table: Z-9\n", 1, 8,
        "the house has no table \"Z-9\", and no game is called \"Z-9\"; write table: NL-1 or table: Pan 9");
    assert_faults("table: all games\n", 1, 8,
                  "one game or a table of the house expected, found \"all games\"");
}

static void a_round_is_judged_with_a_harmless_person(void **state)
{
    (void)state;
    assert_plays("round: 5 seated and active, 1 dealt in\n"
                 "round: 4 seated and active, 9 dealt in -> refused #4\n"
                 "round: pot 20\n"
                 "round: pot 19.99 -> refused #6\n"
                 "round: 3 dealt in, no fee -> refused #11\n"
                 "round: 4 dealt in, no fee -> refused #12\n"
                 "person: no collection -> refused #13\n"
                 "round: tournament -> refused\n"
                 "round: misdeal, wrong deck, talk\n");
    assert_differs("round: pot 19\n", "refused: the pot must hold at least $20 (test/jackpot#6)");
    assert_differs("round: pot 19 -> refused #4\n",
                   "refused, but by another clause: the pot must hold at least $20 (test/jackpot#6)");
    assert_differs(
        "round: pot 19 -> refused\n",
        "refused by a clause, which belongs here: the pot must hold at least $20 (test/jackpot#6)");
    assert_faults(
        "round: 5 sleeping\n", 1, 8,
        "a fact of the round, such as 5 dealt in, pot 20, no showdown, misdeal or free expected, found "
        "\"5 sleeping\"");
    assert_faults("round: misdeal tournament\n", 1, 16, "a comma expected, found \"tournament\"");
    assert_faults("round: pot ten\n", 1, 12, "an amount of dollars, like $1,234.50, expected, found \"t\"");
}

static void games_of_one_activity_may_differ(void **state)
{
    (void)state;
    assert_plays("table: C-1\n"
                 "round: 2 seated and active\n"
                 "round: 1 seated and active -> refused #5\n"
                 "round: 6 seated and active\n"
                 "round: 7 seated and active -> refused #5\n"
                 "table: H-1\n"
                 "round: 4 seated and active -> refused #4\n");
}

static void a_person_is_in_the_round_that_was_allowed_last(void **state)
{
    (void)state;
    assert_plays("round: free, 4 dealt in\n"
                 "round: free, 3 dealt in -> refused #18\n"
                 "person: no collection, no base wager, no fee\n"
                 "person: chose no prize -> refused #17\n"
                 "person: chose another prize -> refused #17\n"
                 "person: chose too late -> refused #17\n"
                 "round: 9 dealt in\n"
                 "person: chose no prize\n"
                 /* a free table makes its rounds free */
                 "table: N-1\n"
                 "person: chose no prize -> refused #17\n");
}

static void people_are_judged_by_what_is_said_of_them(void **state)
{
    (void)state;
    assert_plays("person:\n"
                 "person: age 21, seated, base wager, collection, fee, bets complete, all rounds\n"
                 "person: age 20 -> refused\n"
                 "person: on the exclusion list -> refused\n"
                 "person: excluded as \"Agents of the supplier\" -> refused #8\n"
                 "person: excluded as \"their children\" -> refused #8\n"
                 "person: excluded as \"their cousins\"\n"
                 "person: proposition player -> refused\n"
                 "person: player-dealer\n"
                 "person: employee off duty\n"
                 "person: employee off duty in uniform -> refused #7\n"
                 "person: employee on standby -> refused #7\n"
                 "person: employee on duty -> refused #7\n"
                 "person: not seated -> refused\n"
                 "person: hold button\n");
    assert_plays("person: bets incomplete -> refused #14\n"
                 "person: all in\n"
                 "person: not all rounds -> refused #14\n"
                 "person: folded -> refused #14\n"
                 "person: folded with the cards kept -> refused #14\n"
                 "person: won\n"
                 "person: pushed\n"
                 "person: lost\n"
                 "person: 2 wins\n"
                 "person: 3 wins -> refused #15\n"
                 "person: 1 win today -> refused #15\n"
                 "person: played 20 hours\n"
                 "person: played 1199 minutes -> refused #16\n"
                 "person: no card\n");
    assert_faults(
        "person: tall\n", 1, 9,
        "a fact of the person, such as age 20, employee on duty, no fee, backline or folded expected, "
        "found \"tall\"");
    assert_faults("person: age 200\n", 1, 13, "a number up to 150 expected");
    assert_faults("person: played 3 days\n", 1, 18, "\"hours\" or \"minutes\" expected, found \"days\"");
    assert_faults("person: excluded as agents\n", 1, 21,
                  "the words of the document between quotes expected, found \"agents\"");
    assert_faults("person: excluded as \"agents\n", 1, 28,
                  "words and a closing quote expected, found the end of the line");
    assert_faults(
        "person: -> forbidden\n", 1, 12,
        "\"refused\", and the clause such as #7 or house#two-persons expected, found \"forbidden\"");
}

static void a_hand_belongs_to_one_of_its_bettors(void **state)
{
    (void)state;
    assert_plays("person: 2 bettors\n"
                 "person: no base wager\n"
                 "person: 2 bettors, no base wager -> refused #9\n"
                 "person: backline\n"
                 "person: backline, 2 bettors, behind a seated bettor -> refused #9\n"
                 "person: backline, 2 bettors, first betting position\n"
                 "person: backline, 2 bettors -> refused #9\n");
}

static void nothing_can_be_asked_without_an_offer(void **state)
{
    (void)state;
    struct room room = {0};
    assert_int_equal(
        room_read_case(&room, "case T: a test\ncites: test/jackpot#1\ngame: house\n", "person: age 20\n"),
        STATUS_OK);
    assert_int_equal(
        house_case_play(&room.file, &room.library, NULL, &room.played, &room.result, &room.fault),
        STATUS_INVALID);
    assert_string_equal(room.fault.fault.words, "an offer first expected, found \"age 20\"");
    close_room(&room);
}

static void an_offer_may_leave_values_out(void **state)
{
    (void)state;
    assert_plays("offer: test/jackpot, without from, until\n"
                 "offered at 2026-10-30 18:00\n"
                 "offer refused #30: test/jackpot, without pools/prize pool/increase at\n");
    assert_differs("offer refused #30: test/jackpot, without from\n", "this offer is allowed");
    assert_faults("offer: test/jackpot, without prizes\n", 1, 36, "the offer has no \"prizes\" to leave out");
    assert_faults("offer refused #1: test/jackpot, without until, cap\n", 1, 51,
                  "the offer has no \"cap\" to leave out");
}

/* ------------------------------------------------------------------------------------------ hands */

static void hands_are_judged_by_the_chart_in_force(void **state)
{
    (void)state;
    assert_plays("table: H-1\n"
                 "hand: Ah Ad, board 2c 7d 9h Jc 3s, winner Jd Js -> A1\n"
                 "hand: Ah Ad, board 2c 7d 9h Jc 3s, winner Kd Ks -> none\n"
                 "hand: Ah Kd, board 2c 7d 9h Jc 3s, winner Jd Js -> none\n"
                 "hand: 8h 8d, board 8c 8s 9h Jc 3s, winner Jd Js -> a2\n");
    assert_differs("table: H-1\nhand: Ah Ad, board 2c 7d 9h Jc 3s, winner Jd Js -> none\n",
                   "the hand wins A1");
    assert_faults("hand: Ah Ad -> none\n", 1, 7,
                  "the activity has several games; name one with table: before");
    assert_faults("table: H-1\nhand: Ah Ax -> none\n", 2, 10,
                  "\"Ax\" is not a card; a card is a rank (2-9, T or 10, J, Q, K, A) and a suit (c, d, h, "
                  "s), like As or 10d");
    assert_faults("table: H-1\nhand: Ah Ad, board -> none\n", 2, 20, "cards expected, found \"-> none\"");
    assert_faults("table: H-1\nhand: Ah Ad, board 2c 7d 9h Jc 3s\n", 2, 34,
                  "-> and a row of the chart in force, or none expected, found the end of the line");
    assert_faults("table: H-1\nhand: Ah Ad, board 2c 7d 9h Jc 3s ->\n", 2, 37,
                  "a row of the chart in force, such as A1, or none expected, found the end of the line");
}

/* ------------------------------------------------------------------------------------------ claims */

static void identification_has_fifteen_minutes_and_then_thirty_days(void **state)
{
    (void)state;
    assert_plays("balance: held 100\n"
                 "award: 50 at 2026-11-02 20:00:00\n"
                 "award: 49.99 at 20:00:00\n"
                 "clock 2026-11-02 20:15:00\n"
                 "expect:\n"
                 "  claim 1 is awarded\n"
                 "  claim is payable\n"
                 "clock 20:15:01\n"
                 "expect:\n"
                 "  claim 1 is held\n"
                 "  claim 2 is payable\n"
                 "claim 1 pay at 20:16 -> refused #20\n"
                 "claim 1 identify at 2026-12-02 23:59:59\n"
                 "claim 1 pay at 23:59:59\n"
                 "expect:\n"
                 "  held -> winners 50\n"
                 "  claim 1 is paid\n");
    assert_plays("balance: held 50\n"
                 "award: 50 at 2026-11-02 20:00:00\n"
                 "clock 2026-12-03 00:00\n"
                 "identify at 00:00:01 -> refused #21\n"
                 "expect:\n"
                 "  held -> reserve 50  #22\n"
                 "  claim is lapsed\n");
    assert_differs("balance: held 50\naward: 50 at 2026-11-02 20:00:00\nexpect:\n  claim is paid\n",
                   "the claim is awarded");
}

static void a_prize_is_handed_over_as_the_document_says(void **state)
{
    (void)state;
    assert_plays("balance: held 1,200\n"
                 "award: 599.99 at 2026-11-02 20:00\n"
                 "identify at 20:01, without a photograph -> refused #24\n"
                 "identify at 20:01, another name -> refused #25\n"
                 "identify at 20:01\n"
                 "pay at 20:02, absent -> refused #23\n"
                 "pay at 20:02, without the stub -> refused #24\n"
                 "pay at 20:02, to another person -> refused #25\n"
                 "pay at 20:02, in merchandise -> refused #26\n"
                 "pay at 20:02, by representative -> refused #26\n"
                 "pay at 20:02, before verification -> refused #28\n"
                 "pay at 20:02, before paperwork -> refused #28\n"
                 "pay at 2026-11-03 02:00 -> refused #34\n"
                 "pay at 2026-11-03 01:59, from the tray, in cash, by floor person, before surveillance\n"
                 "award: 600 at 2026-11-02 20:00\n"
                 "identify at 20:01\n"
                 "pay at 20:02, from the tray -> refused #27\n"
                 "pay at 20:02, from the cage\n"
                 "expect:\n"
                 "  held -> winners 599.99\n"
                 "  held -> winners 600\n");
    assert_plays("award: an item at 2026-11-02 20:00\n"
                 "pay at 20:01\n"
                 "pay at 20:02 -> refused\n");
    assert_faults("award: 1 at 2026-11-02 20:00\n", 1, 8,
                  "so much is not held; hit a row before, or write balance: held AMOUNT");
    assert_faults("identify at 2026-11-02 20:00\n", 1, 1, "there is no such claim; award: opens one");
    assert_faults(
        "award: an item at 2026-11-02 20:00\npay at 20:02, in gold\n", 2, 18,
        "cash, check, live chips, promotional chips, coupons, merchandise, vehicles, gift cards, event "
        "tickets, tournament entries, a wheel spin, other things of value expected, found \"gold\"");
    assert_faults(
        "award: an item at 2026-11-02 20:00\npay at 20:02, twice\n", 2, 15,
        "absent, without the stub, to another person, in cash, by floor person, from the tray, before "
        "paperwork or of the pool expected, found \"twice\"");
    assert_faults("award: an item at 2026-11-02 20:00\nexpect:\n  claim is gone\n", 3, 12,
                  "awarded, held, payable, paid or lapsed expected, found \"gone\"");
    assert_faults("award: an item at 2026-11-02 20:00\nexpect:\n  claim 2 is paid\n", 3, 9,
                  "there is no such claim; award: opens one");
}

static void who_is_drawn_has_minutes_and_brings_identification_until_the_final(void **state)
{
    (void)state;
    assert_plays("offer: test/drawing\n"
                 "award: an item at 2026-11-02 21:00\n"
                 "award: an item at 2026-11-02 21:00\n"
                 "award: an item at 2026-11-02 21:00\n"
                 "claim 1 come forward at 21:03:00\n"
                 "claim 2 come forward at 21:03:00\n"
                 "claim 3 come forward at 21:03:01 -> refused #4\n"
                 "clock 2026-11-02 21:59:59\n"
                 "expect:\n"
                 "  claim 1 is awarded\n"
                 "  claim 2 is awarded\n"
                 "  claim 3 is lapsed\n"
                 "claim 1 identify at 21:59:59\n"
                 "clock 22:00:00\n"
                 "claim 1 pay at 22:10\n"
                 "claim 2 identify at 22:00 -> refused #5\n"
                 "expect:\n"
                 "  claim 1 is paid\n"
                 "  claim 2 is lapsed\n"
                 "next: drawing/at after 2026-11-02 12:00 -> 13:00 #3\n"
                 "next: drawing/at after 2026-11-02 21:00 -> 2026-11-03 12:00 #3\n");
    assert_plays("offer: test/drawing\n"
                 "award: an item at 2026-11-02 21:00\n"
                 "pay at 21:01, absent -> refused #6\n"
                 "expect:\n"
                 "  claim is lapsed\n");
}

static void identification_at_once_or_never(void **state)
{
    (void)state;
    assert_plays("offer: test/club\n"
                 "balance: held 30\n"
                 "award: 10 at 2026-11-02 21:00\n"
                 "identify at 21:01, without a photograph -> refused #3\n"
                 "expect:\n"
                 "  held -> house 10  #4\n"
                 "  claim is lapsed\n"
                 "award: 10 at 2026-11-02 21:00\n"
                 "pay at 21:01 -> refused #3\n"
                 "expect:\n"
                 "  held -> house 10  #4\n"
                 "award: 10 at 2026-11-02 21:00\n"
                 "identify at 21:01\n"
                 "clock 2026-11-03 21:00:00\n"
                 "pay at 21:00:00, to another person, absent\n"
                 "expect:\n"
                 "  held -> winners 10\n");
    assert_plays("offer: test/club\n"
                 "award: an item at 2026-11-02 21:00\n"
                 "award: an item at 2026-11-02 21:00\n"
                 "claim 1 identify at 2026-11-03 21:00:00\n"
                 "clock 2026-11-03 21:00:01\n"
                 "claim 1 pay at 21:00:01\n"
                 "claim 2 identify at 21:00:01 -> refused #4\n"
                 "claim 2 come forward at 21:00:01 -> refused #4\n");
}

static void a_club_asks_for_its_card_and_full_hours(void **state)
{
    (void)state;
    assert_plays("offer: test/club\n"
                 "person: no card -> refused #2\n"
                 "person: played 1200 minutes\n"
                 "person: played 1199 minutes -> refused #2\n"
                 "offered at 2026-11-02 12:00 -> refused\n"
                 "offered at 2026-11-02 12:00, free\n"
                 "offered at 2026-11-02 20:00, free -> refused #7\n"
                 "table: H-1\n"
                 "hand: Ah Ad, board As 7d 9h Jc 3s -> A1 and A2\n"
                 "hand: Ah Kd, board As 7d 9h Jc 3s -> A1\n"
                 /* of the other activity nothing is known at this table */
                 "offer: test/jackpot\n"
                 "person: no card\n");
}

static void money_of_a_claim_that_is_gone_is_a_fault(void **state)
{
    (void)state;
    assert_faults("balance: held 49\naward: 49 at 2026-11-02 20:00\npay: 49\npay at 20:02\n", 4, 13,
                  "the money of the claim is no longer held; leave \"pay:\" and \"lapse:\" out");
}

/* ------------------------------------------------------------------------------------------ times */

static void the_clock_brings_increases_at_their_time(void **state)
{
    (void)state;
    assert_plays("balance: reserve 500\n"
                 "clock 2026-11-02 05:59:59\n"
                 "expect:\n"
                 "  reserve = 500\n"
                 "clock 06:00:00\n"
                 "expect:\n"
                 "  reserve -> prize pool 50  #29\n"
                 "clock 06:00:01\n"
                 "clock 2026-11-03 05:59:59\n"
                 "expect:\n"
                 "  reserve = 450\n"
                 "clock 2026-11-05 06:00:00\n"
                 "expect:\n"
                 "  reserve -> prize pool 50\n"
                 "  reserve -> prize pool 50\n"
                 "  reserve -> prize pool 50\n");
    assert_faults("clock 2026-11-02 06:00\nclock 05:59\n", 2, 7, "the clock does not go back");
    assert_faults("clock 2026-11-02 06:00\nclock 2056-11-02 06:00\n", 2, 7,
                  "the clock goes on by at most 4000 days at once");
    assert_faults("clock 06:00\n", 1, 7,
                  "a date and a time, such as 2026-11-01 12:00:00 expected, found \"06:00\"");
    assert_faults("clock 2026-02-30 06:00\n", 1, 7, "there is no such day");
    assert_faults("clock 2026-11-02 24:00\n", 1, 18, "a number up to 23 expected");
    assert_faults("clock 2026-11 06:00\n", 1, 7,
                  "a date such as 2026-11-01 expected, found \"2026-11 06:00\"");
}

static void an_offer_has_hours_and_days(void **state)
{
    (void)state;
    assert_plays("offered at 2026-11-02 17:59:59 -> refused #3\n"
                 "offered at 18:00:00\n"
                 "offered at 2026-11-03 01:59:59\n"
                 "offered at 02:00:00 -> refused #3\n"
                 "offered at 2026-10-30 18:00 -> refused #3\n"
                 "offered at 2026-11-07 01:59:59\n" /* the period of the last day */
                 "offered at 2026-11-09 18:00 -> refused #3\n"
                 "offered at 2026-11-02 18:00, free\n"
                 "offered at 2026-11-02 17:00, free -> refused #3\n"
                 "period at 2026-11-03 01:00 -> 2026-11-02 18:00 to 2026-11-03 02:00\n"
                 "period at 2026-11-03 12:00 -> none\n"
                 "within: claim/window at 2026-11-03 10:00\n"
                 "within: claim/window at 2026-11-03 09:59 -> refused #34\n"
                 "next: tickets/given out after 2026-11-02 21:00 -> 2026-11-03 00:00 #33\n"
                 "next: tickets/given out after 2026-11-02 20:59 -> 21:00\n");
    assert_differs("period at 2026-11-03 12:00 -> 12:00 to 13:00\n", "it is none");
    assert_differs("next: tickets/given out after 2026-11-02 20:59 -> 20:00\n", "it is 2026-11-02 21:00");
    assert_differs("next: tickets/given out after 2026-11-02 20:59 -> 21:00 #3\n",
                   "the clause is test/jackpot#33");
    assert_faults("offered at 2026-11-02 18:00, dear\n", 1, 30, "\"free\" expected, found \"dear\"");
    assert_faults("period at 2026-11-02 18:00\n", 1, 27,
                  "-> and the period, such as 18:00 to 22:00, or none expected, found the end of the line");
    assert_faults("period at 2026-11-02 18:00 -> 18:00\n", 1, 36,
                  "\"to\" and the end of the period expected, found the end of the line");
    assert_faults("within: tickets/given out at 2026-11-02 18:00\n", 1, 9,
                  "tickets/given out holds no periods; write next: for moments");
    assert_faults("next: claim/window after 2026-11-02 18:00 -> none\n", 1, 7,
                  "claim/window holds no moments; write within: for periods");
    assert_faults("within: claim/window 2026-11-02 18:00\n", 1, 9,
                  "a path such as fee/amount, then \"at\" expected, found \"claim/window 2026-11-02 \"");
}

/* ------------------------------------------------------------------------------------------ values */

static void values_are_compared_with_their_clause(void **state)
{
    (void)state;
    assert_plays("value: payment/forms = cash, live chips #26\n"
                 "value: pools/prize pool/increase at = 06:00 #30\n"
                 "value: charts/A/rows/2/hand = four of a kind #19\n"
                 "value: fee/amount = $1 #10\n");
    assert_differs("value: fee/amount = $2 #10\n", "it is $1");
    assert_differs("value: fee/amount = $1 #11\n", "the clause is test/jackpot#10");
    assert_faults("value: fee/amount = $1\n", 1, 23,
                  "the clause that sets it, such as #13 expected, found the end of the line");
    assert_faults("value: fee/amount = #10\n", 1, 21, "the value expected, found \"#10\"");
    assert_faults("value: fee = $1 #10\n", 1, 8, "fee has parts; go on with the name of one");
    assert_faults("value: charts/A/rows = $1 #10\n", 1, 8,
                  "charts/A/rows is a list of more than words; go on with the number of an item");
    assert_faults("value: charts/A/rows/3/hand = x #1\n", 1, 8,
                  "neither document nor offer say anything at charts/A/rows/3/hand");
    assert_faults("value: fee/amount\n", 1, 8,
                  "a path such as fee/amount, then \"=\" expected, found \"fee/amount\"");
}

static void judgements_are_kept_for_the_report(void **state)
{
    (void)state;
    struct room room = {0};
    play_well(&room, "person: age 20 -> refused\nperson: age 21\nvalue: fee/amount = $1 #10\n");
    assert_int_equal(room.played.judgement_count, 3);
    const struct house_case_judgement *judgement = room.played.judgements;
    assert_int_equal(judgement->line, 5);
    assert_true(text_equal(judgement->asked, text_of("person: age 20")));
    assert_false(judgement->allowed);
    assert_true(text_equal(judgement->clause, text_of("test/jackpot")));
    assert_true(text_equal(judgement->words, text_of("the person is 20 years old, and must be at least 21")));
    assert_true(judgement->next->allowed);
    judgement = judgement->next->next;
    assert_true(text_equal(judgement->asked, text_of("value: fee/amount")));
    assert_true(text_equal(judgement->words, text_of("$1")));
    assert_true(text_equal(judgement->clause, text_of("test/jackpot#10")));
    close_room(&room);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table_must_be_of_the_game_the_betting_and_the_offer),
        cmocka_unit_test(a_round_is_judged_with_a_harmless_person),
        cmocka_unit_test(games_of_one_activity_may_differ),
        cmocka_unit_test(a_person_is_in_the_round_that_was_allowed_last),
        cmocka_unit_test(people_are_judged_by_what_is_said_of_them),
        cmocka_unit_test(a_hand_belongs_to_one_of_its_bettors),
        cmocka_unit_test(nothing_can_be_asked_without_an_offer),
        cmocka_unit_test(an_offer_may_leave_values_out),
        cmocka_unit_test(hands_are_judged_by_the_chart_in_force),
        cmocka_unit_test(identification_has_fifteen_minutes_and_then_thirty_days),
        cmocka_unit_test(a_prize_is_handed_over_as_the_document_says),
        cmocka_unit_test(who_is_drawn_has_minutes_and_brings_identification_until_the_final),
        cmocka_unit_test(identification_at_once_or_never),
        cmocka_unit_test(a_club_asks_for_its_card_and_full_hours),
        cmocka_unit_test(money_of_a_claim_that_is_gone_is_a_fault),
        cmocka_unit_test(the_clock_brings_increases_at_their_time),
        cmocka_unit_test(an_offer_has_hours_and_days),
        cmocka_unit_test(values_are_compared_with_their_clause),
        cmocka_unit_test(judgements_are_kept_for_the_report),
    };
    return cmocka_run_group_tests_name("house_case", tests, NULL, NULL);
}
