/* What happens seldom: meters with many hits, parts that nobody takes, money that is no longer there, documents read otherwise. */
#include "house/stories/story_test.h"

#include "house/people/people.h"
#include "house/setup/setup.h"
#include "house/tables/tables.h"
#include "house/tables/tables_shapes.h"

static void the_last_hits_of_a_meter_are_kept(void **state)
{
    enum { HITS = FLOOR_HITS_KEPT + 1 };
    (void)state;
    offers(&room, "bonus-hand", NULL);
    seat_patrons(&room, "C4-1", 2);
    for (unsigned i = 1; i <= HITS; i++) {
        does(&room, "start-round C4-1 fees 1 by dana");
        does(&room, "claim-hand C4-1 seat 1 offer bonus-hand by dana");
        DOES(&room, "verify-hand %u row \"royal flush\" by sam", i);
        DOES(&room, "authorise %u by sue", i);
    }
    const struct pool_meter *meter = &floor_offering(&room.floor, text_of("bonus-hand"))->meters[0];
    assert_int_equal(meter->hits, HITS);
    assert_int_equal(meter->kept, FLOOR_HITS_KEPT);
    assert_int_equal(meter->wins[0].award, 2);
    assert_int_equal(meter->wins[FLOOR_HITS_KEPT - 1].award, HITS);
    assert_int_equal(meter->won, HITS * INT64_C(500011));
    does(&room, "reverse 2 reason mistake authorised-by sue by sam");
    assert_int_equal(meter->hits, HITS - 1);
    assert_int_equal(meter->kept, FLOOR_HITS_KEPT - 1);
    assert_int_equal(meter->wins[0].award, 3);
    assert_int_equal(meter->won, (HITS - 1) * INT64_C(500011));
    const struct patron *patron = floor_patron(&room.floor, text_of("1001"));
    assert_int_equal(patron->wins, HITS - 1);
}

/* Advances that were repaid after the award stay repaid: what comes back goes to the fund. */
static void an_award_is_reversed_after_its_advance_was_repaid(void **state)
{
    (void)state;
    offers(&room, "bonus-hand", NULL);
    seat_patrons(&room, "C4-1", 2);
    repaid(&room, "bonus-hand", "reserve", "start-round C4-1 fees 1 by dana", 0);
    does(&room, "claim-hand C4-1 seat 1 offer bonus-hand by dana");
    does(&room, "verify-hand 1 row flush by sam");
    does(&room, "authorise 1 by sue");
    posts(&room, "bonus-hand", "house -> held 40 #29");
    assert_int_equal(advances(&room, "bonus-hand"), 4000);
    holds(&room, "bonus-hand", "reserve", 4000 - 89);
    does(&room, "start-round C4-1 fees 1 by dana");
    assert_int_equal(advances(&room, "bonus-hand"), 0);
    assert_int_equal(balance(&room, "bonus-hand", "reserve"), 0);
    does(&room, "reverse 1 reason mistake authorised-by sue by sam");
    posts(&room, "bonus-hand", "held -> reserve 40 #29");
    assert_int_equal(advances(&room, "bonus-hand"), 0);
}

/* One that is still owed is owed no more. */
static void an_award_is_reversed_before_its_advance_was_repaid(void **state)
{
    (void)state;
    offers(&room, "bonus-hand", NULL);
    seat_patrons(&room, "C4-1", 2);
    repaid(&room, "bonus-hand", "reserve", "start-round C4-1 fees 1 by dana", 1000);
    does(&room, "claim-hand C4-1 seat 1 offer bonus-hand by dana");
    does(&room, "verify-hand 1 row flush by sam");
    does(&room, "authorise 1 by sue");
    posts(&room, "bonus-hand", "reserve -> held 10 #29\nhouse -> held 30 #29");
    does(&room, "reverse 1 reason mistake authorised-by sue by sam");
    posts(&room, "bonus-hand", "held -> house 30 #29\nheld -> reserve 10 #29");
    assert_int_equal(advances(&room, "bonus-hand"), 0);
    assert_int_equal(balance(&room, "bonus-hand", "reserve"), 1000);
}

/* An award has taken the fees from the meter: the house gives them back. */
static void the_house_returns_fees_that_are_no_longer_there(void **state)
{
    (void)state;
    offers(&room, "bonus-hand", NULL);
    seat_patrons(&room, "C4-1", 2);
    does(&room, "start-round C4-1 fees 1 by dana");
    holds(&room, "bonus-hand", "reserve", 50);
    does(&room, "return-fees C4-1 reason misread by sam");
    posts(&room, "bonus-hand",
          "reserve -> fee box 0.50 house#round\nhouse -> fee box 0.39 house#round\n"
          "prize pool -> fee box 0.11 house#round\nfee box -> patrons 1 house#round");
}

/* A good round and one whose fees are given back: the meter grew by the fees of the first. */
static void fees_that_are_given_back_are_no_fees_of_the_meter(void **state)
{
    (void)state;
    offers(&room, "bonus-hand", NULL);
    seat_patrons(&room, "C4-1", 2);
    const struct account *pool = account_of(&room, "bonus-hand", "prize pool");
    int64_t before = pool->balance;
    does(&room, "start-round C4-1 fees 1,2 by dana");
    assert_int_equal(account_fees_in(pool), 22);
    does(&room, "start-round C4-1 fees 1,2 by dana");
    assert_int_equal(account_fees_in(pool), 44);
    does(&room, "return-fees C4-1 reason misread by sam");
    assert_int_equal(account_fees_in(pool), 22);
    assert_int_equal(pool->balance - before, 22);
    assert_int_equal(pool->out[REASON_ADJUSTMENT], 0);
}

/* The player-dealer leaves in the middle of the round: the hand is still settled as it was dealt. */
static void a_player_dealer_who_leaves_was_dealt_in(void **state)
{
    (void)state;
    offers(&room, "bonus-hand", NULL);
    seat_patrons(&room, "C4-1", 2);
    does(&room, "bank C4-1 seat 2 by dana");
    does(&room, "start-round C4-1 fees 1 by dana");
    does(&room, "leave C4-1 seat 2 by dana");
    does(&room, "claim-hand C4-1 seat 1 offer bonus-hand by dana");
    does(&room, "verify-hand 1 row flush by sam");
    does(&room, "authorise 1 by sue");
    prizes(&room, "seat 1 (1001): flush 40");
    assert_int_equal(floor_table(&room.floor, text_of("C4-1"))->bank, 0);
}

/* The seat that alone is left in has a better hand of its own: nobody has the flop. */
static void a_hit_that_nobody_has_is_none(void **state)
{
    (void)state;
    offers(&room, "trips-on-the-flop", NULL);
    does(&room, "clock 2026-11-07T10:00:00-08:00");
    seat_patrons(&room, "HE-1", 5);
    does(&room, "start-round HE-1 by dana");
    does(&room, "claim-hand HE-1 offer trips-on-the-flop by dana");
    does(&room, "claim-hand HE-1 seat 4 offer trips-on-the-flop by dana");
    does(&room, "verify-hand 1 row \"three of a kind\" holders 4 by sam");
    does(&room, "verify-hand 2 cards \"7s Kd\" board \"7h 7d 7c\" by sam");
    does(&room, "authorise 1 by sue");
    prizes(&room, "seat 4 (1004): four of a kind 600");
}

/* The row was taken off the chart between the two persons: it is paid to the hands that were dealt before, and to no other. */
static void a_row_that_is_no_longer_posted_is_paid_to_hands_dealt_before(void **state)
{
    (void)state;
    offers(&room, "asian-jackpot-1", NULL);
    offers(&room, "asian-bad-beat", NULL);
    seat_patrons(&room, "P9-1", 3);
    does(&room, "start-round P9-1 payers \"offer asian-jackpot-1 seats 1\" by dana");
    does(&room, "claim-hand P9-1 seat 1 offer asian-jackpot-1 by dana");
    does(&room, "verify-hand 1 row \"three 3s of one colour\" by sam");
    struct text text = offer_file(&room, "asian-jackpot-1");
    post_text(&room, "asian-jackpot-1", text_with(&room, text, "  three 3s of one colour: $200\n", ""));
    assert_true(room.decision.ruling.allowed);
    does(&room, "authorise 1 by sue");
    does(&room, "start-round P9-1 payers \"offer asian-jackpot-1 seats 1\" by dana");
    does(&room, "claim-hand P9-1 seat 1 offer asian-jackpot-1 by dana");
    refuses(&room, "verify-hand 2 row \"three 3s of one colour\" by sam", "house#hand");
    refuses(&room, "verify-hand 2 cards \"3h 3d 3h\" by sam", "hawaiian-gardens/ca-asian-jackpot-1#29");
}

/* Where the cards do not tell what the least hand asks for. */
static void a_board_cannot_judge_what_was_not_entered(void **state)
{
    (void)state;
    offers(&room, "happy-hours", NULL);
    does(&room, "clock 2026-11-02T14:00:00-08:00");
    seat_patrons(&room, "HE-1", 3);
    does(&room, "start-round HE-1 by dana");
    does(&room, "claim-hand HE-1 seat 1 offer happy-hours by dana");
    refuses(&room, "verify-hand 1 cards \"9s 8h\" by fay", "house#hand");
}

/* Five hands that ended in different ways would need ten shares. */
static void too_many_hands_that_end_differently_are_not_settled_at_once(void **state)
{
    (void)state;
    offers(&room, "caribbean-bonus-hands", NULL);
    seat_patrons(&room, "CS-1", 6);
    does(&room, "start-round CS-1 by dana");
    for (unsigned seat = 1; seat <= 5; seat++) {
        DOES(&room, "claim-hand CS-1 seat %u offer caribbean-bonus-hands by dana", seat);
        DOES(&room, "verify-hand %u row flush outcome %s by sam", seat, seat == 1 ? "won" : "lost");
    }
    refuses(&room, "authorise 1 by sue", "house#hand");
    does(&room, "reject-hand 1 reason \"settled by hand\" by sam");
    does(&room, "authorise 2 by sue"); /* four that lost share evenly; nobody at the seats banks */
    prizes(&room, "seat 2 (1002): player 12.51\nseat 3 (1003): player 12.51\nseat 4 (1004): player 12.51\n"
                  "seat 5 (1005): player 12.51");
}

/* A free player has the part of the own hand only; that of an empty seat, and of the table, stays. */
static void a_free_player_has_the_part_of_the_own_hand(void **state)
{
    (void)state;
    offers(&room, "caribbean-jackpot", NULL);
    seat_patrons(&room, "NPN-10", 2);
    does(&room, "bank NPN-10 seat 2 by dana");
    holds(&room, "caribbean-jackpot", "jackpot fund", 300000);
    does(&room, "start-round NPN-10 dealt 1,2,3,4 chosen \"seat 1 row A1\" by dana");
    posts(&room, "caribbean-jackpot", "");
    does(&room, "claim-hand NPN-10 seat 1 offer caribbean-jackpot by dana");
    does(&room, "verify-hand 1 row A1 beaten-by 3 outcome lost by sam");
    does(&room, "authorise 1 by sue");
    prizes(&room, "seat 1 (1001): losing hand 600");
    assert_int_equal(balance(&room, "caribbean-jackpot", "jackpot fund"), 240000);
}

/* Both hands are those of empty seats: who named the prize has a part of the table's, and that of the other stays. */
static void a_free_player_among_the_others_has_a_part_of_the_table(void **state)
{
    (void)state;
    offers(&room, "caribbean-jackpot", NULL);
    seat_patrons(&room, "NPN-10", 2);
    does(&room, "bank NPN-10 seat 2 by dana");
    holds(&room, "caribbean-jackpot", "jackpot fund", 300000);
    does(&room, "start-round NPN-10 dealt 1,2,3,4,5,6 chosen \"seat 1 row A1; seat 2 row A2\" by dana");
    does(&room, "claim-hand NPN-10 seat 3 offer caribbean-jackpot by dana");
    does(&room, "verify-hand 1 row A1 beaten-by 4 outcome lost by sam");
    does(&room, "authorise 1 by sue");
    prizes(&room, "seat 1 (1001): table 50");
    assert_int_equal(balance(&room, "caribbean-jackpot", "jackpot fund"), 295000);
}

/* The house dealer banks at a free table: that part is not the player's. */
static void what_the_house_dealer_would_have_stays(void **state)
{
    (void)state;
    offers(&room, "caribbean-bonus-hands", NULL);
    seat_patrons(&room, "NPN-4", 1);
    does(&room, "start-round NPN-4 dealt 1,2,3,4 chosen \"seat 1 row A4\" by dana");
    does(&room, "claim-hand NPN-4 seat 2 offer caribbean-bonus-hands by dana");
    does(&room, "verify-hand 1 row A4 outcome won by sam"); /* a player who banks would have a part */
    refuses(&room, "authorise 1 by sue", "hawaiian-gardens/caribbean-stud-designated-bonus-hands");
    does(&room, "reject-hand 1 reason \"an empty seat\" by sam");
    does(&room, "claim-hand NPN-4 seat 1 offer caribbean-bonus-hands by dana");
    does(&room, "verify-hand 2 row A4 outcome won by sam");
    does(&room, "authorise 2 by sue");
    prizes(&room, "seat 1 (1001): player 45");
}

/* Read otherwise: what nobody takes goes to the hands, by their parts. */
static void a_part_that_nobody_takes_may_go_to_the_hands(void **state)
{
    (void)state;
    struct text activity = text_of("hawaiian-gardens/poker-style-jackpot-shares");
    file_text_as(&room, activity,
                 text_with(&room, document_file(&room, activity), "nobody: stays in the fund",
                           "nobody: goes to the hands"));
    post_text(&room, "poker-jackpot", offer_file(&room, "poker-jackpot"));
    assert_true(room.decision.ruling.allowed);
    does(&room, "clock 2026-11-02T12:00:01-08:00");
    holds(&room, "poker-jackpot", "poker jackpot collections", 3000000);
    seat_patrons(&room, "NL-1", 2);
    does(&room, "start-round NL-1 by dana");
    does(&room, "claim-hand NL-1 seat 1 offer poker-jackpot by dana");
    does(&room, "verify-hand 1 row A1 beaten-by 2 outcome lost by sam");
    does(&room, "authorise 1 by sue");
    prizes(&room, "seat 1 (1001): losing hand 16,666.67\nseat 2 (1002): winning hand 8,333.33");
}

/* Read otherwise: a player on several hands wins with the best of them. */
static void a_player_on_several_hands_may_win_with_the_best_alone(void **state)
{
    (void)state;
    struct text activity = text_of("bay101/bonus-hand-progressive-v1-1");
    file_text_as(&room, activity,
                 text_with(&room, document_file(&room, activity), "several hands: yes", "several hands: no"));
    post_text(&room, "bonus-hand", offer_file(&room, "bonus-hand"));
    does(&room, "clock 2026-11-02T12:00:01-08:00");
    seat_patrons(&room, "C4-1", 2);
    does(&room, "sit C4-1 seat 3 patron 1001 by dana");
    does(&room, "sit C4-1 seat 4 patron 1001 by dana");
    does(&room, "start-round C4-1 fees 1,2,3,4 by dana");
    for (unsigned seat = 1; seat <= 4; seat++)
        DOES(&room, "claim-hand C4-1 seat %u offer bonus-hand by dana", seat);
    does(&room, "verify-hand 1 row straight by sam");
    does(&room, "verify-hand 2 row straight by sam");
    does(&room, "verify-hand 3 row flush by sam");
    does(&room, "verify-hand 4 row flush by sam");
    does(&room, "authorise 1 by sue");
    prizes(&room, "seat 2 (1002): straight 30\nseat 3 (1001): flush 40");
}

/* A device fails at a table whose documents say nothing of it. */
static void a_device_fails_where_no_document_speaks_of_it(void **state)
{
    (void)state;
    offers(&room, "pai-gow-bonus", NULL);
    does(&room, "open-table PG-1 by fay");
    does(&room, "equipment PG-1 device reader by dana");
    assert_true(text_equal(EVENT_AS(&room.last[0], equipment_reported)->words,
                           text_of("no document here speaks of it")));
    assert_int_equal(EVENT_AS(&room.last[0], equipment_reported)->clause.length, 0);
    refuses(&room, "equipment PG-1 device sensor seat 1 by dana", "house#table"); /* there is none */
}

/* ------------------------------------------------------------------------------------------ notes */

static void win_a_prize(void)
{
    offers(&room, "bonus-hand", NULL);
    seat_patrons(&room, "C4-1", 2);
    does(&room, "start-round C4-1 fees 1,2 by dana");
    does(&room, "claim-hand C4-1 seat 1 offer bonus-hand by dana");
    does(&room, "verify-hand 1 cards \"As Ks Qs Js Ts\" by sam");
    does(&room, "authorise 1 by sue");
}

static void a_note_is_about_a_table_a_hand_or_a_prize(void **state)
{
    (void)state;
    win_a_prize();
    does(&room, "note \"asked for the manager\" table C4-1 by dana");
    assert_int_equal(room.last[0].kind, EVENT_NOTED);
    assert_true(text_equal(EVENT_AS(&room.last[0], noted)->table, text_of("C4-1")));
    assert_true(text_equal(EVENT_AS(&room.last[0], noted)->note, text_of("asked for the manager")));
    posts(&room, "bonus-hand", "");
    does(&room, "note \"seen on camera 4\" hand 1 by sam");
    assert_int_equal(EVENT_AS(&room.last[0], noted)->hand, 1);
    does(&room, "note \"winner will come on Monday\" prize 1 by sam");
    assert_int_equal(EVENT_AS(&room.last[0], noted)->prize, 1);
}

static void it_is_about_exactly_one_of_them_that_exists(void **state)
{
    (void)state;
    win_a_prize();
    refuses(&room, "note hello by dana", "house#words");
    refuses(&room, "note hello table C4-1 hand 1 by dana", "house#words");
    refuses(&room, "note hello hand 1 prize 1 by dana", "house#words");
    refuses(&room, "note hello table C9-9 by dana", "house#table");
    refuses(&room, "note hello hand 2 by dana", "house#hand");
    refuses(&room, "note hello prize 99 by dana", "house#money");
}

static void only_staff_write_notes(void **state)
{
    (void)state;
    win_a_prize();
    refuses(&room, "note hello table C4-1 by nobody", "house#permission");
    refuses(&room, "note hello table C4-1 by cy", "house#permission"); /* the cage is not the floor */
    refuses(&room, "note hello table C4-1", "house#permission");
    does(&room, "dismiss dana by olga");
    refuses(&room, "note hello table C4-1 by dana", "house#permission");
}

static void a_log_with_a_note_about_nothing_is_refused(void **state)
{
    (void)state;
    struct event event = {.kind = EVENT_NOTED};
    struct fault fault = {0};
    win_a_prize();
    event.head = (struct event_head){room.floor.now, text_of("dana")};
    EVENT_FILL(&event, noted, .note = text_of("hello"), .hand = 7);
    assert_int_equal(floor_apply(&room.floor, &event, &fault), STATUS_INVALID);
    assert_non_null(strstr(fault.words, "does not exist"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORY(a_note_is_about_a_table_a_hand_or_a_prize, open_demo),
        STORY(it_is_about_exactly_one_of_them_that_exists, open_demo),
        STORY(only_staff_write_notes, open_demo),
        STORY(a_log_with_a_note_about_nothing_is_refused, open_demo),
        STORY(the_last_hits_of_a_meter_are_kept, open_demo),
        STORY(an_award_is_reversed_after_its_advance_was_repaid, open_demo),
        STORY(an_award_is_reversed_before_its_advance_was_repaid, open_demo),
        STORY(the_house_returns_fees_that_are_no_longer_there, open_demo),
        STORY(fees_that_are_given_back_are_no_fees_of_the_meter, open_demo),
        STORY(a_player_dealer_who_leaves_was_dealt_in, open_demo),
        STORY(a_hit_that_nobody_has_is_none, open_demo),
        STORY(a_row_that_is_no_longer_posted_is_paid_to_hands_dealt_before, open_gardens),
        STORY(a_board_cannot_judge_what_was_not_entered, open_gardens),
        STORY(too_many_hands_that_end_differently_are_not_settled_at_once, open_gardens),
        STORY(a_free_player_has_the_part_of_the_own_hand, open_gardens),
        STORY(a_free_player_among_the_others_has_a_part_of_the_table, open_gardens),
        STORY(what_the_house_dealer_would_have_stays, open_gardens),
        STORY(a_part_that_nobody_takes_may_go_to_the_hands, open_gardens),
        STORY(a_player_on_several_hands_may_win_with_the_best_alone, open_demo),
        STORY(a_device_fails_where_no_document_speaks_of_it, open_demo),
    };
    return cmocka_run_group_tests_name("floor: what is rare", tests, NULL, NULL);
}
