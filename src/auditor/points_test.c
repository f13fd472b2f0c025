/* The auditor agrees with the boards of a house, and with no other points, places or parts. */
#include "auditor/story_test.h"

#include "house/boards/boards_shapes.h"
#include "house/hands/hands_shapes.h"
#include "house/kernel/floor.h"
#include "house/people/people_shapes.h"
#include "house/prizes/prizes_shapes.h"

/* A hand of the seat at hold'em that is claimed, verified and authorised. */
static void hand(unsigned number, const char *offer, unsigned seat, const char *cards, const char *board)
{
    does(&room, "start-round HE-2 by dana");
    DOES(&room, "claim-hand HE-2 seat %u offer %s by dana", seat, offer);
    DOES(&room, "verify-hand %u cards \"%s\" board \"%s\" by fay", number, cards, board);
    DOES(&room, "authorise %u by finn", number);
    does(&room, "end-round HE-2 by dana");
}

static void full_house(unsigned number, unsigned seat)
{
    hand(number, "high-hand-points", seat, "9h 9s", "9d Tc Th 2c 3d");
}

static void straight(unsigned number, unsigned seat)
{
    hand(number, "high-hand-points", seat, "9h 8s", "7d 6c 5h 2c Kd");
}

static void evening(const char *from, const char *to)
{
    offers(&room, "high-hand-points", from, to, NULL);
    does(&room, "clock 2026-11-02T20:00:00-08:00");
    seat_patrons(&room, "HE-2", 6);
}

static void the_auditor_counts_points_and_places(void **state)
{
    (void)state;
    evening(NULL, NULL);
    full_house(1, 1);
    full_house(2, 2);
    straight(3, 3);
    full_house(4, 1);
    does(&room, "exclude 1003 reason \"asked for it\" authorised-by max by sam");
    does(&room, "leave HE-2 seat 3 by dana");
    does(&room, "clock 2026-11-03T02:00:00-08:00");
    prizes(&room, "seat 1 (1001): top twenty 100\nseat 2 (1002): top twenty 100");
    agrees();
    does(&room, "clock 2026-11-03T20:00:00-08:00");
    straight(5, 3 + 1);
    does(&room, "clock 2026-11-04T02:00:00-08:00");
    agrees();
}

/* By a document that lets employees win when they are off duty: one goes to work when he has his points, one is hired then, and of
 * one the points of the hand are taken back that he was dealt off duty. */
static void the_auditor_judges_players_as_they_were_dealt_in(void **state)
{
    (void)state;
    struct text activity = text_of("hawaiian-gardens/high-hand-promotion");
    file_text_as(&room, activity,
                 text_with(&room, document_file(&room, activity), "employees: no", "employees: off duty"));
    post_text(&room, "high-hand-points", offer_file(&room, "high-hand-points"));
    does(&room, "clock 2026-11-02T20:00:00-08:00");
    seat_patrons(&room, "HE-2", 6);
    full_house(1, 2);
    full_house(2, 3);
    does(&room, "amend-patron 1001 employee \"off duty\" by fay");
    does(&room, "amend-patron 1003 employee \"off duty\" by fay");
    full_house(3, 1);
    full_house(4, 3);
    does(&room, "amend-patron 1001 employee \"on duty\" by fay");
    does(&room, "amend-patron 1002 employee \"off duty\" by fay");
    does(&room, "amend-patron 1002 employee \"on duty\" by fay");
    does(&room, "amend-patron 1003 employee \"on duty\" by fay");
    does(&room, "reject-hand 4 reason misread authorised-by sue by sam");
    does(&room, "clock 2026-11-03T02:00:00-08:00");
    prizes(&room, "seat 1 (1001): top twenty 100");
    agrees();
}

/* Nobody of the board may win: there is no award, and the next period begins without it. */
static void the_auditor_agrees_that_nobody_has_a_place(void **state)
{
    (void)state;
    evening(NULL, NULL);
    straight(1, 1);
    does(&room, "exclude 1001 reason \"asked for it\" authorised-by max by sam");
    does(&room, "clock 2026-11-03T02:00:00-08:00");
    assert_int_equal(room.floor.award_count, 0);
    agrees();
}

/* bay101/poker-bonus-hand-progressive: a hand of Monday waits until Wednesday, and the day is settled then, though one of Tuesday
 * still waits. */
static void the_auditor_agrees_that_a_day_is_settled_before_the_next(void **state)
{
    (void)state;
    offers(&room, "poker-bonus-hand", NULL);
    seat_patrons(&room, "LH-1", 6);
    does(&room, "start-round LH-1 by dana");
    does(&room, "claim-hand LH-1 seat 1 offer poker-bonus-hand by dana");
    does(&room, "verify-hand 1 cards \"As Ks\" board \"Qs Js Ts 2d 3c\" pot $40 by sam");
    does(&room, "authorise 1 by sue");
    does(&room, "claim-hand LH-1 seat 2 offer poker-bonus-hand by dana");
    does(&room, "end-round LH-1 by dana");
    does(&room, "clock 2026-11-03T12:00:00-08:00");
    does(&room, "start-round LH-1 by dana");
    does(&room, "claim-hand LH-1 seat 3 offer poker-bonus-hand by dana");
    does(&room, "verify-hand 3 cards \"As Ks\" board \"Qs Js Ts 2d 3c\" pot $40 by sam");
    does(&room, "end-round LH-1 by dana");
    does(&room, "clock 2026-11-04T12:00:00-08:00");
    assert_int_equal(room.floor.award_count, 0);
    does(&room, "reject-hand 2 reason \"not a hand that wins\" by sam");
    does(&room, "clock 2026-11-04T12:01:00-08:00");
    assert_int_equal(room.floor.award_count, 1);
    agrees();
    does(&room, "authorise 3 by sue");
    does(&room, "clock 2026-11-04T12:02:00-08:00");
    assert_int_equal(room.floor.award_count, 2);
    agrees();
}

/* Points that come late, and points that are taken back. */
static void the_auditor_follows_points_of_a_period_to_its_end(void **state)
{
    (void)state;
    evening(NULL, NULL);
    full_house(1, 1);
    full_house(2, 2);
    straight(3, 2);
    does(&room, "reject-hand 1 reason misread authorised-by sue by sam");
    does(&room, "reject-hand 3 reason misread authorised-by sue by sam");
    does(&room, "start-round HE-2 by dana");
    does(&room, "claim-hand HE-2 seat 4 offer high-hand-points by dana");
    does(&room, "verify-hand 4 cards \"9h 9s\" board \"9d Tc Th 2c 3d\" by fay");
    does(&room, "end-round HE-2 by dana");
    does(&room, "clock 2026-11-03T03:00:00-08:00");
    assert_int_equal(room.floor.award_count, 0);
    does(&room, "authorise 4 by finn");
    does(&room, "clock 2026-11-03T03:00:01-08:00");
    prizes(&room, "seat 2 (1002): top twenty 100\nseat 4 (1004): top twenty 100");
    agrees();
}

/* An event of the house as it was, but for what the test changes in it. */
static void (*change)(struct event *event);

static void tell_changed(const struct floor *floor, const struct event *event)
{
    struct event changed = *event;
    change(&changed);
    tell(floor, &changed);
}

static void assert_objects(void (*to)(struct event *event), const char *words)
{
    change = to;
    room.told = tell_changed;
    evening(NULL, NULL);
    full_house(1, 1);
    full_house(2, 2);
    straight(3, 3);
    does(&room, "clock 2026-11-03T02:00:00-08:00");
    assert_true(objected);
    if (!strstr(objection.words, words))
        fail_msg("%s", objection.words);
}

static void another_point(struct event *event)
{
    if (event->kind == EVENT_HAND_ON_BOARD)
        EVENT_AS(event, hand_on_board)->points++;
}

static void one_winner_less(struct event *event)
{
    if (event->kind == EVENT_AWARDED)
        EVENT_AS(event, awarded)->prize_count--;
}

static void no_award(struct event *event)
{
    if (event->kind == EVENT_AWARDED)
        *event = (struct event){.kind = EVENT_PERIOD_CLOSED, .head = event->head};
}

static void one_signs_alone(struct event *event)
{
    if (event->kind == EVENT_HAND_REJECTED)
        EVENT_AS(event, hand_rejected)->authorised_by = event->head.by;
}

static void who_takes_points_back_alone_is_found(void **state)
{
    (void)state;
    change = one_signs_alone;
    room.told = tell_changed;
    evening(NULL, NULL);
    full_house(1, 1);
    does(&room, "reject-hand 1 reason misread authorised-by sue by sam");
    assert_true(objected);
    assert_non_null(strstr(objection.words, "by two persons"));
}

/* ------------------------------------------------------------------------------------------ high hands */

static void high_hand(unsigned number, unsigned seat, const char *cards, const char *board)
{
    does(&room, "start-round LH-1 by dana");
    DOES(&room, "claim-hand LH-1 seat %u offer high-hand by dana", seat);
    DOES(&room, "verify-hand %u cards \"%s\" board \"%s\" pot $40 by sam", number, cards, board);
    DOES(&room, "authorise %u by sue", number);
    does(&room, "end-round LH-1 by dana");
}

/* Three hands, of which the higher two may not win when the evening ends. */
static void high_hands(void)
{
    offers(&room, "poker-bonus-hand", NULL);
    offers(&room, "high-hand", NULL);
    does(&room, "clock 2026-11-02T18:00:00-08:00");
    seat_patrons(&room, "LH-1", 6);
    high_hand(1, 1, "8s 8h", "8d 7c 7h 2s 3d");
    high_hand(2, 2, "9s 9h", "9d 7c 7h 2s 3d");
    high_hand(3, 3, "Ts Th", "Td 7c 7h 2s 3d");
    does(&room, "exclude 1002 reason \"asked for it\" authorised-by max by sam");
    does(&room, "exclude 1003 reason \"asked for it\" authorised-by max by sam");
    does(&room, "clock 2026-11-02T22:00:00-08:00");
    prizes(&room, "seat 1 (1001): high hand 300");
}

static void the_auditor_agrees_that_a_beaten_hand_wins(void **state)
{
    (void)state;
    high_hands();
    agrees();
}

static void the_auditor_agrees_that_hands_are_put_right(void **state)
{
    (void)state;
    high_hands();
    does(&room, "reverse 1 reason misread authorised-by sue by sam");
    does(&room, "reject-hand 2 reason excluded by sam");
    does(&room, "reject-hand 3 reason excluded by sam");
    does(&room, "verify-hand 1 cards \"7s 7d\" board \"8d 7c 8h 2s 3d\" pot $40 by sam");
    does(&room, "authorise 1 by sue");
    does(&room, "clock 2026-11-02T22:00:01-08:00");
    assert_int_equal(room.floor.award_count, 2);
    agrees();
}

/* The higher of two hands was misread. */
static void take_off(void)
{
    offers(&room, "poker-bonus-hand", NULL);
    offers(&room, "high-hand", NULL);
    does(&room, "clock 2026-11-02T18:00:00-08:00");
    seat_patrons(&room, "LH-1", 6);
    high_hand(1, 1, "8s 8h", "8d 7c 7h 2s 3d");
    high_hand(2, 2, "9s 9h", "9d 7c 7h 2s 3d");
    does(&room, "reject-hand 2 reason misread authorised-by sue by sam");
    does(&room, "clock 2026-11-02T22:00:00-08:00");
    prizes(&room, "seat 1 (1001): high hand 300");
}

static void the_auditor_agrees_that_a_hand_is_taken_off_the_board(void **state)
{
    (void)state;
    take_off();
    agrees();
}

static void who_takes_a_hand_off_alone_is_found(void **state)
{
    (void)state;
    change = one_signs_alone;
    room.told = tell_changed;
    take_off();
    assert_true(objected);
    assert_non_null(strstr(objection.words, "off the board by two persons"));
}

static void the_second_may_win(struct event *event)
{
    if (event->kind == EVENT_PATRON_RECORDED &&
        text_equal(EVENT_AS(event, patron_recorded)->patron, text_of("1002")))
        EVENT_AS(event, patron_recorded)->excluded = false;
}

static void a_higher_hand_that_is_passed_over_is_found(void **state)
{
    (void)state;
    change = the_second_may_win;
    room.told = tell_changed;
    high_hands();
    assert_true(objected);
    assert_non_null(strstr(objection.words, "hand 2 is higher, and may win"));
}

static void a_point_more_is_found(void **state)
{
    (void)state;
    assert_objects(another_point, "and the documents say 2");
}

static void who_is_passed_over_is_found(void **state)
{
    (void)state;
    assert_objects(one_winner_less, "1003 has 1 points and no place");
}

static void an_award_that_is_left_out_is_found(void **state)
{
    (void)state;
    assert_objects(no_award, "has 2 points and no place");
}

/* Places that are given by hand share as the document says. */
static void the_auditor_agrees_with_places_that_are_given_by_hand(void **state)
{
    (void)state;
    evening(NULL, NULL);
    does(&room, "start-round HE-2 by dana");
    does(&room,
         "award-prize high-hand-points prize \"top twenty\" table HE-2 seats 1,2 verified-by sam by sue");
    prizes(&room, "seat 1 (1001): top twenty 100\nseat 2 (1002): top twenty 100");
    agrees();
}

static void same_straight(unsigned number, unsigned seat)
{
    hand(number, "happy-hours", seat, "9h 8s", "7d 6c 5h 2c Kd");
}

static void happy_hours(void)
{
    offers(&room, "happy-hours", NULL);
    does(&room, "clock 2026-11-02T14:00:00-08:00");
    seat_patrons(&room, "HE-2", 6);
    same_straight(1, 1);
    same_straight(2, 2);
    same_straight(3, 1);
    does(&room, "clock 2026-11-02T18:00:00-08:00");
}

static void who_makes_the_same_hand_twice_has_one_part(void **state)
{
    (void)state;
    happy_hours();
    prizes(&room, "seat 1 (1001): prize 100\nseat 2 (1002): prize 100");
    agrees();
}

static void the_same_winner_twice(struct event *event)
{
    if (event->kind == EVENT_AWARDED)
        /* NOLINTNEXTLINE(performance-no-int-to-ptr): it was not made constant, only shown as such */
        ((struct prize_row *)(uintptr_t)EVENT_AS(event, awarded)->prizes)[1].patron =
            EVENT_AS(event, awarded)->prizes[0].patron;
}

static void two_parts_of_one_player_are_found(void **state)
{
    (void)state;
    change = the_same_winner_twice;
    room.told = tell_changed;
    happy_hours();
    assert_true(objected);
    assert_non_null(strstr(objection.words, "1001 has two parts"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        AUDITED(the_auditor_counts_points_and_places),
        AUDITED(the_auditor_judges_players_as_they_were_dealt_in),
        AUDITED(the_auditor_agrees_that_nobody_has_a_place),
        AUDITED_BAY(the_auditor_agrees_that_a_day_is_settled_before_the_next),
        AUDITED_BAY(the_auditor_agrees_that_a_beaten_hand_wins),
        AUDITED_BAY(a_higher_hand_that_is_passed_over_is_found),
        AUDITED_BAY(the_auditor_agrees_that_hands_are_put_right),
        AUDITED_BAY(the_auditor_agrees_that_a_hand_is_taken_off_the_board),
        AUDITED_BAY(who_takes_a_hand_off_alone_is_found),
        AUDITED(the_auditor_follows_points_of_a_period_to_its_end),
        AUDITED(who_takes_points_back_alone_is_found),
        AUDITED(a_point_more_is_found),
        AUDITED(who_is_passed_over_is_found),
        AUDITED(an_award_that_is_left_out_is_found),
        AUDITED(the_auditor_agrees_with_places_that_are_given_by_hand),
        AUDITED(who_makes_the_same_hand_twice_has_one_part),
        AUDITED(two_parts_of_one_player_are_found),
    };
    return cmocka_run_group_tests_name("auditor: points", tests, NULL, NULL);
}
