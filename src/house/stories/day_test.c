/* A royal flush and a high hand, from the dealer to the cage. tests/cases/floor/day has the cases of a day. */
#include "house/stories/story_test.h"

#include "funds/claim.h"
#include "house/boards/boards.h"
#include "house/people/people.h"
#include "house/prizes/prizes.h"
#include "house/setup/setup.h"

static int open_room(void **state)
{
    (void)state;
    room_open_house(&room, "demo");
    post(&room, "bay101/bonus-hand-progressive-v1-1", "bonus-hand");
    does(&room, "clock 2026-11-02T12:00:01-08:00");
    does(&room, "register 1001 name \"Ann Lee\" born 1980-05-06 by fay");
    does(&room, "register 1002 name Bob born 1990-01-01 by fay");
    does(&room, "register 1003 name Cleo born 2006-11-03 by fay");
    does(&room, "open-table C4-1 by fay");
    does(&room, "sit C4-1 seat 1 patron 1001 by dana");
    does(&room, "sit C4-1 seat 2 patron 1002 by dana");
    does(&room, "sit C4-1 seat 3 by dana");
    return 0;
}

static void a_royal_flush_goes_from_the_dealer_to_the_cage(void **state)
{
    (void)state;
    does(&room, "start-round C4-1 fees 1,2 by dana");
    does(&room, "claim-hand C4-1 seat 1 offer bonus-hand by dana");
    refuses(&room, "verify-hand 1 cards \"As Ks Qs Js Ts\" by dana", "house#permission");
    does(&room, "verify-hand 1 cards \"As Ks Qs Js Ts\" wager $5 by sam");
    refuses(&room, "authorise 1 by sam", "house#two-persons");
    does(&room, "authorise 1 by sue");
    assert_int_equal(room.floor.last_prize, 1);
    assert_int_equal(floor_prize(&room.floor, 1)->claim.cents, 500022);
    assert_int_equal(balance(&room, "bonus-hand", "held"), 500022);
    assert_int_equal(balance(&room, "bonus-hand", "prize pool"), 500000);
    assert_int_equal(room.floor.offerings[0].meters[0].hits, 1);
    does(&room, "pay 1 in cash by cy");
    assert_int_equal(balance(&room, "bonus-hand", "held"), 0);
}

/* A hand that wins the evening: patron 1002, $250 at ten. */
static void win_the_evening(void)
{
    post(&room, "bay101/poker-bonus-hand-progressive", "poker-bonus-hand");
    post(&room, "bay101/poker-high-hand", "high-hand");
    does(&room, "clock 2026-11-02T18:00:00-08:00");
    does(&room, "leave C4-1 seat 1 by dana");
    does(&room, "leave C4-1 seat 2 by dana");
    does(&room, "open-table HE-1 by fay");
    does(&room, "sit HE-1 seat 1 patron 1001 by dana");
    does(&room, "sit HE-1 seat 2 patron 1002 by dana");
    for (unsigned seat = 3; seat <= 6; seat++) {
        char line[64];
        (void)snprintf(line, sizeof line, "sit HE-1 seat %u by dana", seat);
        does(&room, line);
    }
    does(&room, "start-round HE-1 by dana");
    does(&room, "claim-hand HE-1 seat 1 offer high-hand by dana");
    does(&room, "verify-hand 1 cards \"As Ah\" board \"Ad 7c 7h 2s 3d\" pot $40 by sam");
    does(&room, "authorise 1 by sue");
    does(&room, "end-round HE-1 pot $40 by dana");
    does(&room, "start-round HE-1 by dana");
    does(&room, "claim-hand HE-1 seat 2 offer high-hand by dana");
    does(&room, "verify-hand 2 cards \"8s 8h\" board \"8d 8c 7h 2s 3d\" pot $20 by sam");
    does(&room, "authorise 2 by sue");
    does(&room, "end-round HE-1 pot $20 by dana");
}

static void the_best_hand_of_the_evening_wins_when_it_ends(void **state)
{
    (void)state;
    win_the_evening();
    assert_int_equal(floor_board(&room.floor, text_of("high-hand"))->count, 1);
    does(&room, "start-round HE-1 by dana");
    does(&room, "claim-hand HE-1 seat 1 offer high-hand by dana");
    refuses(&room, "verify-hand 3 cards \"9s 9h\" board \"9d Tc Th 2s 3d\" pot $19.99 by sam",
            "bay101/poker-high-hand#39");
    does(&room, "verify-hand 3 cards \"9s 9h\" board \"9d Tc Th 2s 3d\" pot $20 by sam");
    refuses(&room, "authorise 3 by sue", "bay101/poker-high-hand#11");
    does(&room, "clock 2026-11-02T21:59:59-08:00");
    assert_int_equal(room.floor.last_prize, 0);
    does(&room, "clock 2026-11-02T22:00:00-08:00");
    assert_int_equal(room.floor.last_prize, 1);
    assert_int_equal(floor_prize(&room.floor, 1)->claim.cents, 25000);
    assert_true(
        text_equal(floor_patron_name(&room.floor, floor_prize(&room.floor, 1)->patron), text_of("1002")));
    refuses(&room, "pay 1 by cy", "bay101/poker-high-hand#34");
    does(&room, "identify 1 document \"driver's licence\" by cy");
    does(&room, "pay 1 in cash by cy");
    assert_int_equal(room.floor.patrons[1].currency_today, 25000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORY(a_royal_flush_goes_from_the_dealer_to_the_cage, open_room),
        STORY(the_best_hand_of_the_evening_wins_when_it_ends, open_room),
    };
    return cmocka_run_group_tests_name("floor", tests, NULL, NULL);
}
