#include "games/poker.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* What holds of a round whatever the game; the games' own tests and the cases play whole rounds. */

static struct poker_round round_with_wagers(void)
{
    struct poker_round round = poker_first_round();
    round.seats[1] = (struct poker_seat){.player = 7, .key = 2, .lit = true};
    round.seats[1].wagers[WAGER_ANTE] = money_of_cents(1000);
    round.seats[3] = (struct poker_seat){.player = 8, .left = true};
    round.seats[3].wagers[WAGER_ANTE] = money_of_cents(500);
    round.seats[3].wagers[WAGER_PROGRESSIVE] = money_of_cents(100);
    return round;
}

static void every_state_has_a_name(void **state)
{
    (void)state;
    for (unsigned i = 0; i < POKER_STATE_COUNT; i++)
        assert_true(strlen(poker_state_name((enum poker_state)i)) > 0);
    assert_string_equal(poker_state_name(POKER_VOID), "void");
    assert_string_equal(poker_state_name(POKER_DECIDING), "deciding");
}

static void a_line_settles_one_wager(void **state)
{
    (void)state;
    static const struct pay three_to_two = {PAY_TO_ONE, 3, 2};
    struct poker_round round = round_with_wagers();
    assert_int_equal(poker_staked(&round).cents, 1600);
    assert_true(poker_is_pending(&round, 1, WAGER_ANTE));
    assert_false(poker_is_pending(&round, 1, WAGER_PLAY));
    assert_int_equal(settlement_handed(poker_add_paid(&round, 1, WAGER_ANTE, "x#1", three_to_two)).cents,
                     2500);
    assert_false(poker_is_pending(&round, 1, WAGER_ANTE));
    assert_int_equal(settlement_handed(poker_add_returned(&round, 3, WAGER_ANTE, "x#2", "returned")).cents,
                     500);
    assert_int_equal(settlement_handed(poker_add_lost(&round, 3, WAGER_PROGRESSIVE, "x#3", "lost")).cents, 0);
    poker_end(&round);
    assert_int_equal(round.state, POKER_OVER);
    assert_int_equal(round.seats[1].key, 0);
    assert_false(round.seats[1].lit);
}

static void a_void_round_returns_what_was_settled(void **state)
{
    (void)state;
    struct poker_round round = round_with_wagers();
    (void)poker_add_lost(&round, 1, WAGER_ANTE, "x#1", "lost");
    poker_void(&round, "x#2", "x#3", "the dealer has 4 cards");
    assert_int_equal(round.state, POKER_VOID);
    assert_string_equal(round.void_clause, "x#2");
    assert_string_equal(round.void_words, "the dealer has 4 cards");
    assert_int_equal(round.settlement.count, 3);
    assert_int_equal(settlement_seat_net(&round.settlement, 1).cents, 0);
    assert_int_equal(settlement_seat_handed(&round.settlement, 3).cents, 600);
    assert_string_equal(settlement_find(&round.settlement, 1, WAGER_ANTE)->clause, "x#3");
}

static void the_next_round_keeps_the_players_who_stay(void **state)
{
    (void)state;
    struct poker_round round = round_with_wagers();
    poker_void(&round, "x#2", "x#3", "a jam");
    round = poker_round_after(&round);
    assert_int_equal(round.number, 2);
    assert_int_equal(round.state, POKER_BETTING);
    assert_int_equal(round.seats[1].player, 7);
    assert_int_equal(round.seats[3].player, 0);
    assert_int_equal(poker_staked(&round).cents, 0);
    assert_int_equal(round.settlement.count, 0);
    assert_string_equal(round.void_clause, "");
}

static void wagers_go_with_a_player_only_before_the_lock(void **state)
{
    (void)state;
    struct poker_round round = round_with_wagers();
    poker_stand(&round, 1);
    assert_int_equal(round.seats[1].player, 0);
    assert_int_equal(poker_staked(&round).cents, 600);
    round.state = POKER_OVER;
    poker_stand(&round, 3);
    assert_int_equal(round.seats[3].player, 0);
    assert_int_equal(poker_staked(&round).cents, 600);
}

static void a_button_that_is_pressed_again_goes_off(void **state)
{
    (void)state;
    struct poker_round round = round_with_wagers();
    poker_press_key(&round, 1, 4);
    assert_int_equal(round.seats[1].key, 4);
    poker_press_key(&round, 1, 4);
    assert_int_equal(round.seats[1].key, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_state_has_a_name),
        cmocka_unit_test(a_line_settles_one_wager),
        cmocka_unit_test(a_void_round_returns_what_was_settled),
        cmocka_unit_test(the_next_round_keeps_the_players_who_stay),
        cmocka_unit_test(wagers_go_with_a_player_only_before_the_lock),
        cmocka_unit_test(a_button_that_is_pressed_again_goes_off),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
