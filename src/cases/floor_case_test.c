#include "cases/house_case_play_test.h"

static const char header[] = "case T: a test\n"
                             "cites: test/jackpot#1\n"
                             "game: floor\n";

/* Six at a table of no-limit hold'em on a Monday evening, and six at a free one; the jackpot holds its seed. */
#define EVENING                                                                                              \
    "house: test, 2026-11-02 18:00:00\n"                                                                     \
    "post: jackpot\n"                                                                                        \
    "table: N-1, 6 players\n"                                                                                \
    "table: H-1, 6 players\n"

/* A day later, when all have played long enough, seat 1 of the free table named the aces, has them, and is beaten. */
#define ACES_OF_SEAT_1                                                                                       \
    "clock 2026-11-03 18:00:00\n"                                                                            \
    "start-round N-1 chosen \"seat 1 row A1\"\n"                                                             \
    "claim-hand N-1 seat 1 offer jackpot\n"
#define BEATEN "verify-hand 1 cards \"Ah Ad\" board \"2c 7d 9h Jc 3s\" winner \"Jd Js\" beaten-by 2"
#define ACES   ACES_OF_SEAT_1 BEATEN " pot $40\n"

enum status play(struct room *room, const char *lines)
{
    const struct house_case_files files = {NULL, room_read};
    enum status status = room_read_case(room, header, lines);
    if (status == STATUS_OK)
        status =
            house_case_play(&room->file, &room->library, &files, &room->played, &room->result, &room->fault);
    return status;
}

/* ------------------------------------------------------------------------------------------ setting up */

static void a_house_opens_first_and_once(void **state)
{
    (void)state;
    assert_plays("house: test, 2026-11-02 18:00\n");
    assert_faults("start-round H-1\n", 1, 1,
                  "a house first, such as house: demo, 2026-11-02 12:00:00 expected, found \"start-round "
                  "H-1\"");
    assert_faults("house: nowhere, 2026-11-02 18:00\n", 1, 7, "there is no house \"nowhere\"");
    assert_faults("house: test\n", 1, 12,
                  "a comma and when it opens, such as 2026-11-02 12:00:00 expected, found the end of the "
                  "line");
    assert_faults("house: test, 2026-11-02 18:00\nhouse: test, 2026-11-02 18:00\n", 2, 7,
                  "a case has one house, and it is open");
    assert_faults("house: test, 2026-02-30 18:00\n", 1, 14, "there is no such day");
}

static void a_house_is_not_opened_without_staff(void **state)
{
    (void)state;
    const struct house_case_files files = {NULL, room_read};
    struct room room = {0};
    assert_int_equal(room_read_case(&room, header, "house: test, 2026-11-02 18:00\n"), STATUS_OK);
    room.library.staff.count = 0;
    assert_int_equal(
        house_case_play(&room.file, &room.library, &files, &room.played, &room.result, &room.fault),
        STATUS_INVALID);
    assert_string_equal(room.fault.fault.words,
                        "nobody opens the house; name a person without a role in rulebooks/staff.yaml");
    close_room(&room);
}

static void an_offer_is_posted_with_what_the_case_says_otherwise(void **state)
{
    (void)state;
    assert_plays(EVENING "expect:\n  prize pool = 1,000\n");
    assert_plays("house: test, 2026-11-02 18:00\n"
                 "post: jackpot, without until\n"
                 "  tables: [H-1, H-2]\n"
                 "table: H-2, 5 players\n"
                 "expect:\n  prize pool = 1,000\n");
    assert_plays("house: test, 2026-11-02 18:00\n"
                 "post: jackpot -> refused #1\n"
                 "  tables: [P-1]\n");
    assert_differs("house: test, 2026-11-02 18:00\npost: jackpot -> refused #1\n", "this is allowed");
    assert_faults("house: test, 2026-11-02 18:00\npost: jackpots\n", 2, 6,
                  "there is no offer \"jackpots\"; write the name of one of the house");
}

/* What follows would be about no offer, and hide why. */
static void a_first_offer_that_is_refused_is_a_fault_at_its_line(void **state)
{
    (void)state;
    assert_faults(
        "house: test, 2026-11-02 18:00\npost: jackpot\n  tables: [P-1]\nbalance: reserve 5\n", 2, 6,
        "line 1: Pan 9 (table P-1) is not a game of test/jackpot; name tables with the games of the rules "
        "(test/jackpot#1)");
}

static void a_table_is_filled_with_patrons(void **state)
{
    (void)state;
    assert_plays(EVENING "table: H-2, 2 players\n"
                         "leave H-2 seat 2\n"
                         "sit H-2 seat 3 patron 302\n"
                         "sit H-2 seat 1 patron 106 -> refused house#table\n"
                         "sit H-2 seat 4 patron 401 -> refused house#patron\n");
    assert_faults("house: test, 2026-11-02 18:00\ntable: C-1, 7 players\n", 2, 7,
                  "table C-1 has seats 1 to 6 (house#table)");
    assert_faults("house: test, 2026-11-02 18:00\ntable: H-1, 6 people\n", 2, 15,
                  "\"players\" expected, found \"people\"");
}

/* ------------------------------------------------------------------------------------------ doing */

static void a_hand_is_verified_and_authorised_by_two(void **state)
{
    (void)state;
    assert_plays(EVENING ACES "authorise 1 by sam -> refused house#two-persons\n"
                              "authorise 1\n"
                              "expect some:\n"
                              "  house -> held 100  #19\n"
                              "  prize 1 = 100 to 101, pocket aces, beaten\n"
                              "  prize 1 is awarded\n"
                              "  prizes = 1\n"
                              "  hand 1 is awarded\n"
                              "  advances = 150\n"
                              "  board = 0\n"
                              "clock 18:15:01\n"
                              "expect:\n"
                              "  prize 1 is held\n"
                              "  held = 100\n");
}

static void a_refusal_names_its_clause(void **state)
{
    (void)state;
    assert_plays(EVENING ACES_OF_SEAT_1 "amend-patron 101 employee \"on duty\" authorised-by max\n" BEATEN
                                        " -> refused #7\n"
                                        "reject-hand 1 reason \"on duty -> no prize\"\n"
                                        "expect:\n  hand 1 is rejected\n");
    assert_differs(EVENING "pay 1 -> refused #6\n",
                   "refused, but by another clause: there is no prize 1 (house#hand)");
    assert_differs(EVENING "pay 1\n", "refused: there is no prize 1 (house#hand)");
    assert_differs(EVENING "close-table H-1 -> refused house#round\n", "this is allowed");
    assert_faults(EVENING "close-table H-1 -> fails\n", 5, 20,
                  "\"refused\", and the clause such as #7 or house#two-persons expected, found \"fails\"");
    assert_faults(EVENING "close-tabel H-1\n", 5, 1,
                  "there is no command \"close-tabel\"; did you mean close-table?");
}

static void the_clock_goes_forward_by_days_and_not_by_years(void **state)
{
    (void)state;
    assert_plays(EVENING "clock 2026-11-02 17:59:59 -> refused house#time\nclock 2026-11-03 18:00\n"
                         "expect some:\n  house -> prize pool 50  #29\n");
    assert_faults(EVENING "clock 2036-11-02 18:00\n", 5, 23, "a clock goes at most 400 days forward at once");
    assert_faults(EVENING "clock 19:00 sharp\n", 5, 13, "the end of the line expected, found \"sharp\"");
}

static void balances_are_brought_to_an_amount(void **state)
{
    (void)state;
    assert_plays(EVENING "balance: prize pool 5,000, reserve 300\n"
                         "balance: prize pool 4,000\n"
                         "expect:\n  prize pool = 4,000\n  reserve = 300\n");
    assert_faults(EVENING "balance: pocket 5\n", 5, 10,
                  "the name of an account, such as prize pool, reserve, held or house expected, found "
                  "\"pocket 5\"");
    assert_faults("house: test, 2026-11-02 18:00\nbalance: reserve 5\n", 2, 10,
                  "an offer first, by post: expected, found \"reserve 5\"");
}

/* ------------------------------------------------------------------------------------------ expecting */

static void what_differs_is_said(void **state)
{
    (void)state;
    assert_differs(EVENING ACES "authorise 1\nexpect:\n  prize 1 = 101 to 101\n",
                   "the prize is $100.00 to 101, pocket aces, beaten");
    assert_differs(EVENING ACES "authorise 1\nexpect:\n  prize 1 = 100 to 102\n",
                   "the prize is $100.00 to 101, pocket aces, beaten");
    assert_differs(EVENING ACES "authorise 1\nexpect:\n  prize 1 = 100 to the pot\n",
                   "the prize is $100.00 to 101, pocket aces, beaten");
    assert_differs(EVENING ACES "authorise 1\nexpect:\n  prize 1 = 100, pocket kings\n",
                   "the prize is $100.00 to 101, pocket aces, beaten");
    assert_differs(EVENING ACES "authorise 1\nexpect:\n  prize 2 is held\n", "there are 1 prizes");
    assert_differs(EVENING ACES "authorise 1\nexpect:\n  prize 1 is held\n", "it is awarded");
    assert_differs(EVENING ACES "expect:\n  hand 1 is awarded\n", "it is verified");
    assert_differs(EVENING ACES "expect:\n  prizes = 1\n", "prizes in all: 0");
    assert_differs(EVENING "expect:\n  board = 1\n", "hands or players on the board: 0");
    assert_differs(EVENING "expect:\n  points of 101 = 1\n", "points of the patron: 0");
    assert_differs(EVENING "expect:\n  house -> held 100\n", "no further movement of money");
    assert_differs(EVENING ACES "authorise 1\nexpect:\n  prize 1 left = 1\n",
                   "what is left of the voucher is $0.00");
    assert_differs(EVENING "expect:\n  winner pays 0\n", "no voucher was redeemed just now");
}

#define AMENDED                                                                                              \
    EVENING "amend: from 2026-11-04\n"                                                                       \
            "  tables: {H-2: {seats: 8}}\n"

static void what_becomes_of_an_amendment_is_compared(void **state)
{
    (void)state;
    assert_plays(AMENDED "expect:\n  change 1 is waiting\n  changed tables/H-2/seats: 9 -> 8\n"
                         "  house says tables/H-2/seats = 9\n  house says tables/H-2/closed = nothing\n"
                         "clock 2026-11-04 06:00\nexpect:\n  change 1 is made\n");
    assert_plays(AMENDED "open-table H-2\nclock 2026-11-04 06:00\n"
                         "expect:\n  change 1 is refused house#table\n  change 1 is refused\n");
    assert_plays(AMENDED "withdraw-change 1\nexpect:\n  change 1 is withdrawn\n");
    assert_plays(EVENING
                 "amend: signed by sam, by max -> refused house#table\n  tables: {H-1: {seats: 8}}\n");
    assert_differs(AMENDED "expect:\n  change 1 is made\n", "change 1 is waiting");
    assert_differs(AMENDED "expect:\n  change 2 is made\n", "change 2 is unknown");
    assert_differs(AMENDED
                   "open-table H-2\nclock 2026-11-04 06:00\nexpect:\n  change 1 is refused house#role\n",
                   "change 1 is refused house#table");
    assert_differs(AMENDED "expect:\n  changed tables/H-2/seats: 9 -> 7\n", "it changed from 9 to 8");
    assert_differs(AMENDED "expect:\n  changed tables/H-1/seats: 9 -> 8\n",
                   "the last amendment changes 1 places, and not this one");
    assert_differs(AMENDED "expect:\n  house says tables/H-2/seats = 8\n", "the house says 9");
    assert_differs(AMENDED "expect:\n  house says tables/H-9/seats = 8\n", "the house says nothing");
    assert_faults(AMENDED "expect:\n  change 1 is good\n", 8, 15,
                  "waiting, made, withdrawn or refused expected, found \"good\"");
    assert_faults(AMENDED "expect:\n  change 1 waits\n", 8, 12,
                  "\"is\", and waiting, made, withdrawn or refused expected, found \"waits\"");
    assert_faults(
        AMENDED "expect:\n  changed seats\n", 8, 11,
        "a place of house.yaml, a colon, its old value, -> and its new one expected, found \"seats\"");
    assert_faults(AMENDED "expect:\n  house says name: Test\n", 8, 14,
                  "a place of house.yaml, = and its value expected, found \"name: Test\"");
    assert_faults(EVENING "amend: on Monday\n  name: Other\n", 5, 8,
                  "from and a date, by, signed by, or without and places expected, found \"on Monday\"");
    assert_faults(EVENING "amend: without roles/wizard\n", 5, 7,
                  "the house has no \"roles/wizard\" to leave out");
}

static void an_offer_is_filed_for_a_later_time(void **state)
{
    (void)state;
    assert_plays("house: test, 2026-11-02 17:00\n"
                 "post: jackpot, from 2026-11-02 18:00\n"
                 "expect:\n  change 1 is waiting\n"
                 "clock 18:00\n"
                 "expect:\n  change 1 is made\n  prize pool = 1,000\n"
                 "post: jackpot, from 17:00 -> refused house#time\n");
    assert_faults("house: test, 2026-11-02 17:00\npost: jackpot, from Monday\n", 2, 7,
                  "the time from which it is posted, such as 2026-11-03 06:00 expected, found \"jackpot, "
                  "from Monday\"");
}

static void some_movements_may_stand_between(void **state)
{
    (void)state;
    assert_plays(EVENING "start-round H-1\nexpect some:\n  fee box -> reserve 1\n");
    assert_plays(EVENING "start-round H-1\nexpect:\n  patrons -> fee box 1  #10\n"
                         "  fee box -> reserve 1\n");
    assert_differs(EVENING "start-round H-1\nexpect:\n  fee box -> reserve 1\n"
                           "  fee box -> reserve 1\n",
                   "the movement is patrons -> fee box $1.00");
    assert_differs(EVENING "start-round H-1\nexpect some:\n  fee box -> reserve 2\n",
                   "the movement is patrons -> fee box $1.00");
}

static void lines_that_say_nothing_are_faults(void **state)
{
    (void)state;
    assert_faults(
        EVENING ACES "authorise 1\nexpect:\n  prize 1 was held\n", 11, 11,
        "= and an amount, \"is\" and how it stands, or \"left\" of a voucher expected, found \"was held\"");
    assert_faults(EVENING ACES "expect:\n  hand 1 is good\n", 10, 13,
                  "claimed, verified, rejected, posted, beaten, void or awarded expected, found \"good\"");
    assert_faults("house: test, 2026-11-02 18:00\nexpect:\n  prizes = 0\n", 3, 3,
                  "an offer first, by post: expected, found \"prizes = 0\"");
    assert_faults("house: test, 2026-11-02 18:00\n  tables: 3\n", 2, 3,
                  "a line at the margin expected, found \"tables: 3\"");
}

static void movements_and_rulings_are_kept_for_the_report(void **state)
{
    (void)state;
    struct room room = {0};
    play_well(&room, EVENING "start-round H-1\npay 1 -> refused house#hand\n");
    assert_int_equal(room.played.movement_count, 3);
    const struct house_case_movement *movement = room.played.movements;
    assert_true(text_equal(movement->to, text_of("prize pool")));
    assert_true(text_equal(movement->next->clause, text_of("test/jackpot#10")));
    assert_int_equal(room.played.judgement_count, 3);
    const struct house_case_judgement *judgement = room.played.last_judgement;
    assert_true(text_equal(judgement->asked, text_of("pay 1")));
    assert_true(text_equal(judgement->clause, text_of("house#hand")));
    assert_false(judgement->allowed);
    close_room(&room);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_house_opens_first_and_once),
        cmocka_unit_test(a_house_is_not_opened_without_staff),
        cmocka_unit_test(an_offer_is_posted_with_what_the_case_says_otherwise),
        cmocka_unit_test(a_first_offer_that_is_refused_is_a_fault_at_its_line),
        cmocka_unit_test(a_table_is_filled_with_patrons),
        cmocka_unit_test(a_hand_is_verified_and_authorised_by_two),
        cmocka_unit_test(a_refusal_names_its_clause),
        cmocka_unit_test(the_clock_goes_forward_by_days_and_not_by_years),
        cmocka_unit_test(balances_are_brought_to_an_amount),
        cmocka_unit_test(what_differs_is_said),
        cmocka_unit_test(what_becomes_of_an_amendment_is_compared),
        cmocka_unit_test(an_offer_is_filed_for_a_later_time),
        cmocka_unit_test(some_movements_may_stand_between),
        cmocka_unit_test(lines_that_say_nothing_are_faults),
        cmocka_unit_test(movements_and_rulings_are_kept_for_the_report),
    };
    return cmocka_run_group_tests_name("floor_case", tests, NULL, NULL);
}
