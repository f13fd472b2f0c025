/* What happens seldom: meters with many hits, documents read otherwise, notes. tests/cases/floor/rare has the cases. */
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
    does(&room, "return-fees C4-1 reason misread authorised-by sue by sam");
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
    does(&room, "verify-hand 1 cards \"2s 3h 4d 5c 6s\" by sam");
    does(&room, "verify-hand 2 cards \"2h 3d 4c 5s 6h\" by sam");
    does(&room, "verify-hand 3 cards \"As Qs Ts 8s 7s\" by sam");
    does(&room, "verify-hand 4 cards \"Ah Qh Th 8h 7h\" by sam");
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

static void a_log_with_a_note_about_nothing_is_refused(void **state)
{
    (void)state;
    struct event event = {.kind = EVENT_NOTED};
    struct fault fault = {0};
    win_a_prize();
    event.head = (struct event_head){.at = room.floor.now, .by = text_of("dana")};
    EVENT_FILL(&event, noted, .note = text_of("hello"), .hand = 7);
    assert_int_equal(floor_apply(&room.floor, &event, &fault), STATUS_INVALID);
    assert_non_null(strstr(fault.words, "does not exist"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORY(a_note_is_about_a_table_a_hand_or_a_prize, open_demo),
        STORY(a_log_with_a_note_about_nothing_is_refused, open_demo),
        STORY(the_last_hits_of_a_meter_are_kept, open_demo),
        STORY(fees_that_are_given_back_are_no_fees_of_the_meter, open_demo),
        STORY(a_player_dealer_who_leaves_was_dealt_in, open_demo),
        STORY(a_part_that_nobody_takes_may_go_to_the_hands, open_gardens),
        STORY(a_player_on_several_hands_may_win_with_the_best_alone, open_demo),
        STORY(a_device_fails_where_no_document_speaks_of_it, open_demo),
    };
    return cmocka_run_group_tests_name("floor: what is rare", tests, NULL, NULL);
}
