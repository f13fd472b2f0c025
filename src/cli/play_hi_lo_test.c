/*
 * Games of Hi Lo as the computer player "best" plays them, their mean beside the exact value.
 */
#include "cards/shoe.h"
#include "games/hi_lo_promotion_test.h"
#include "odds/hi_lo_odds.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { GAMES = 20000 };

static void turn(struct hi_lo_game *game, struct shoe *shoe)
{
    struct card card;
    enum hi_lo_outcome outcome;
    do {
        assert_int_equal(shoe_deal(shoe, &card, NULL), STATUS_OK);
        assert_true(hi_lo_turn(game, card, &outcome).allowed);
    } while (game->state == HI_LO_REVEALING);
}

/* One game; the prize in dollars. */
static double play_game(struct hi_lo_solver *solver, const struct hi_lo_question *question,
                        struct random *random)
{
    struct hi_lo_game game;
    struct shoe shoe;
    shoe_init(&shoe, 1, 0);
    assert_int_equal(shoe_shuffle(&shoe, random, NULL), STATUS_OK);
    hi_lo_init(&game, &question->rules, question->progressive);
    assert_true(hi_lo_shuffle(&game).allowed && hi_lo_cut(&game).allowed);
    turn(&game, &shoe);
    while (!hi_lo_is_over(&game)) {
        struct hi_lo_advice advice;
        assert_int_equal(hi_lo_advise(solver, &game, &advice), STATUS_OK);
        if (advice.best == HI_LO_STOP)
            assert_true(hi_lo_quit(&game).allowed);
        else {
            enum hi_lo_guess guess = advice.best == HI_LO_GUESS_HIGHER ? HI_LO_HIGHER : HI_LO_LOWER;
            assert_true(hi_lo_guess(&game, guess).allowed);
            turn(&game, &shoe);
        }
    }
    return (double)game.prize.amount.cents / MONEY_DOLLAR;
}

static void best_play_of_hi_lo_comes_out_as_counted(void **state)
{
    (void)state;
    struct hi_lo_rules rules = approved_hi_lo_rules();
    struct hi_lo_question question = hi_lo_question_usual(&rules, money_of_cents(2000 * MONEY_DOLLAR));
    struct hi_lo_solver *solver;
    struct hi_lo_odds odds;
    struct random_insecure random;
    double sum = 0, squares = 0;
    question.extras_max = HI_LO_EXTRAS_MIN + 1;
    assert_int_equal(hi_lo_solver_new(&question, &solver, NULL), STATUS_OK);
    assert_int_equal(hi_lo_solve(solver, &odds), STATUS_OK);
    random_insecure_init(&random, 34);
    for (unsigned i = 0; i < GAMES; i++) {
        double prize = play_game(solver, &question, &random.random);
        sum += prize;
        squares += prize * prize;
    }
    double mean = sum / GAMES, error = sqrt((squares / GAMES - mean * mean) / GAMES);
    print_message("# mean %.3f, exact %.3f within %.3f, standard error %.3f\n", mean, odds.value, odds.error,
                  error);
    assert_true(fabs(mean - odds.value) <= 4 * error + odds.error);
    hi_lo_solver_release(solver);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(best_play_of_hi_lo_comes_out_as_counted)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
