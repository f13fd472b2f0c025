/* What is settled leaves the state when gaming days begin, and what is open stays however old it is. */
#include "house/stories/story_test.h"

#include "house/hands/hands.h"
#include "house/people/people.h"
#include "house/prizes/prizes.h"

static int open_room(void **state)
{
    (void)state;
    room_open_house(&room, "demo");
    post(&room, "bay101/bonus-hand-progressive-v1-1", "bonus-hand");
    does(&room, "clock 2026-11-02T12:00:01-08:00");
    does(&room, "register 1001 name \"Ann Lee\" born 1980-05-06 by fay");
    does(&room, "open-table C4-1 by fay");
    does(&room, "sit C4-1 seat 1 patron 1001 by dana");
    does(&room, "sit C4-1 seat 2 by dana");
    return 0;
}

/* Hand 1 wins prize 1, hand 2 is rejected; the table plays one round more. */
static void play(void)
{
    does(&room, "start-round C4-1 fees 1,2 by dana");
    does(&room, "claim-hand C4-1 seat 1 offer bonus-hand by dana");
    does(&room, "verify-hand 1 cards \"As Ks Qs Js Ts\" wager $5 by sam");
    does(&room, "authorise 1 by sue");
    does(&room, "claim-hand C4-1 seat 2 offer bonus-hand by dana");
    does(&room, "reject-hand 2 reason \"no hand\" by sam");
    does(&room, "end-round C4-1 by dana");
    does(&room, "start-round C4-1 fees 1 by dana");
    does(&room, "end-round C4-1 by dana");
}

static void refuses_saying(const char *line, const char *words)
{
    room_ask(&room, line);
    assert_false(room.decision.ruling.allowed);
    if (!text_starts_with(text_of(room.decision.ruling.words), text_of(words)))
        fail_msg("%s: %s", line, room.decision.ruling.words);
}

static void assert_here(unsigned hands, unsigned awards, unsigned prizes)
{
    char why[256];
    struct text_out out;
    text_out_init(&out, why, sizeof why);
    if (!floor_audit(&room.floor, &out))
        fail_msg("%s", why);
    assert_int_equal(room.floor.hand_count, hands);
    assert_int_equal(room.floor.award_count, awards);
    assert_int_equal(room.floor.prize_count, prizes);
}

static void a_paid_prize_leaves_with_its_award_and_its_hand(void **state)
{
    (void)state;
    play();
    does(&room, "pay 1 in check by cy");
    does(&room, "clock 2026-11-03T12:00:00-08:00"); /* its day has begun less than 24 hours after the award */
    assert_here(2, 1, 1);
    does(&room, "clock 2026-11-04T12:00:00-08:00"); /* it is settled when this day begins */
    assert_here(1, 1, 1);                           /* the rejected hand has left */
    assert_non_null(floor_hand(&room.floor, 1));
    does(&room, "clock 2026-11-05T05:59:59-08:00");
    assert_here(1, 1, 1);
    does(&room, "clock 2026-11-05T06:00:00-08:00");
    assert_here(0, 0, 0);
    assert_int_equal(room.floor.last_hand, 2);
    assert_int_equal(room.floor.last_award, 1);
    assert_int_equal(room.floor.last_prize, 1);
}

static void a_prize_that_waits_stays_however_old(void **state)
{
    (void)state;
    play();
    does(&room, "clock 2026-11-20T12:00:00-08:00");
    assert_here(1, 1, 1);
    assert_true(floor_prize_is_open(floor_prize(&room.floor, 1)));
    does(&room, "pay 1 in check by cy");
    does(&room, "clock 2026-11-21T12:00:00-08:00");
    assert_here(1, 1, 1);
    does(&room, "clock 2026-11-22T12:00:00-08:00");
    assert_here(0, 0, 0);
}

static void a_hand_that_waits_keeps_its_round_and_its_award(void **state)
{
    (void)state;
    does(&room, "start-round C4-1 fees 1,2 by dana");
    does(&room, "claim-hand C4-1 seat 1 offer bonus-hand by dana");
    does(&room, "verify-hand 1 cards \"As Ks Qs Js Ts\" wager $5 by sam");
    does(&room, "authorise 1 by sue");
    does(&room, "claim-hand C4-1 seat 2 offer bonus-hand by dana");
    does(&room, "pay 1 in check by cy");
    does(&room, "end-round C4-1 by dana");
    does(&room, "start-round C4-1 fees 1 by dana");
    does(&room, "end-round C4-1 by dana");
    does(&room, "clock 2026-11-20T12:00:00-08:00");
    assert_here(2, 1, 1);
    does(&room, "reject-hand 2 reason \"no hand\" by sam");
    does(&room, "clock 2026-11-23T12:00:00-08:00");
    assert_here(0, 0, 0);
}

static void the_hands_of_the_last_round_of_a_table_stay(void **state)
{
    (void)state;
    does(&room, "start-round C4-1 fees 1,2 by dana");
    does(&room, "claim-hand C4-1 seat 2 offer bonus-hand by dana");
    does(&room, "reject-hand 1 reason \"no hand\" by sam");
    does(&room, "clock 2026-11-09T12:00:00-08:00");
    assert_here(1, 0, 0);
}

static void who_asks_for_what_has_left_is_told_so(void **state)
{
    (void)state;
    play();
    does(&room, "pay 1 in check by cy");
    does(&room, "clock 2026-11-05T12:00:00-08:00");
    assert_here(0, 0, 0);
    refuses_saying("pay 1 in cash by cy", "prize 1 was settled on an earlier day and is closed");
    refuses_saying("identify 1 document passport by cy", "prize 1 was settled on an earlier day");
    refuses_saying("verify-hand 1 by sam", "hand 1 was settled on an earlier day");
    refuses_saying("authorise 1 by sue", "hand 1 was settled on an earlier day");
    refuses_saying("reject-hand 2 reason x by sam", "hand 2 was settled on an earlier day");
    refuses_saying("reverse 1 reason x authorised-by sue by sam", "award 1 was settled on an earlier day");
    refuses_saying("pay 2 in cash by cy", "there is no prize 2");
    does(&room, "note \"asked again\" prize 1 by dana");
    does(&room, "note \"asked again\" hand 2 by dana");
}

/* Numbers go on, and what was won is still counted. */
static void what_has_left_is_still_counted(void **state)
{
    (void)state;
    play();
    does(&room, "pay 1 in check by cy");
    does(&room, "clock 2026-11-05T12:00:00-08:00");
    assert_here(0, 0, 0);
    const struct patron *ann = floor_patron(&room.floor, text_of("1001"));
    assert_int_equal(ann->wins, 1);
    does(&room, "start-round C4-1 fees 1,2 by dana");
    does(&room, "claim-hand C4-1 seat 1 offer bonus-hand by dana");
    does(&room, "verify-hand 3 cards \"As Ks Qs Js Ts\" wager $5 by sam");
    does(&room, "authorise 3 by sue");
    assert_int_equal(floor_prize(&room.floor, 2)->award, 2);
    assert_int_equal(ann->wins, 2);
    does(&room, "reverse 2 reason misread authorised-by sue by sam");
    assert_int_equal(ann->wins, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_paid_prize_leaves_with_its_award_and_its_hand, open_room,
                                        close_room),
        cmocka_unit_test_setup_teardown(a_prize_that_waits_stays_however_old, open_room, close_room),
        cmocka_unit_test_setup_teardown(a_hand_that_waits_keeps_its_round_and_its_award, open_room,
                                        close_room),
        cmocka_unit_test_setup_teardown(the_hands_of_the_last_round_of_a_table_stay, open_room, close_room),
        cmocka_unit_test_setup_teardown(who_asks_for_what_has_left_is_told_so, open_room, close_room),
        cmocka_unit_test_setup_teardown(what_has_left_is_still_counted, open_room, close_room),
    };
    return cmocka_run_group_tests_name("what is settled leaves", tests, NULL, NULL);
}
