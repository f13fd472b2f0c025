#include "odds/decimal_test.h"
#include "odds/four_card_odds.h"

#include "base/check.h"
#include "cards/every_hand_test.h"
#include "games/four_card_tables_test.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static struct arena arena;
static struct four_card_solution solution;

static int set_up(void **state)
{
    (void)state;
    arena_init(&arena, (size_t)256 << 20);
    return four_card_solve(&approved_four_card.ante_bonus, (struct four_card_readings){0}, &solution,
                           &arena) == STATUS_OK
               ? 0
               : 1;
}

static int tear_down(void **state)
{
    (void)state;
    arena_release(&arena);
    return 0;
}

struct sampling {
    uint64_t seed, situations, weight, compared;
};

/* To the last unit, on about one situation in 600,000 (the order of visits is fixed, so is the sample). */
static void compare_some(void *context, const struct four_card_situation *situation)
{
    struct sampling *sampling = context;
    sampling->situations++;
    sampling->weight += situation->weight;
    CHECK_OP(situation->beaten, <=, FOUR_CARD_DEALER_HANDS);
    if (sample_next(&sampling->seed) % 600000 != 0)
        return;
    struct card cards[5];
    class_cards(&situation->player->suit_class, cards);
    CHECK_OP(situation->beaten, ==, four_card_beaten_plain(cards, situation->up));
    sampling->compared++;
}

static void counts_agree_with_plain_enumeration(void **state)
{
    (void)state;
    struct sampling sampling = {.seed = 89};
    struct arena own;
    arena_init(&own, (size_t)256 << 20);
    assert_int_equal(four_card_count(compare_some, &sampling, &own), STATUS_OK);
    arena_release(&own);
    assert_int_equal(sampling.weight, FOUR_CARD_SITUATIONS);
    assert_true(sampling.compared >= 4);
}

/* The house edge that simulations have given is 2.79% of the Ante. */
static void best_play_sees_the_up_card(void **state)
{
    (void)state;
    assert_string_equal(decimal(bet_expected(&solution.base), 9), "-0.027878529");
    assert_int_equal(solution.folds + solution.plays + solution.raises, FOUR_CARD_SITUATIONS);
    char name[96];
    struct text_out out;
    text_out_init(&out, name, sizeof name);
    four_name_write(&out, four_value_score(solution.weakest_play));
    assert_string_equal(name, "high card, A-K-5-3");
}

static void no_strategy_beats_best_play(void **state)
{
    (void)state;
    for (unsigned i = 0; i < FOUR_CARD_STRATEGIES; i++)
        assert_true(solution.strategies[i].cost.numerator > 0);
    for (unsigned i = 1; i < FOUR_CARD_STRATEGIES; i++)
        assert_true(fraction_double(solution.strategies[0].cost) <
                    fraction_double(solution.strategies[i].cost));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_agree_with_plain_enumeration),
        cmocka_unit_test(best_play_sees_the_up_card),
        cmocka_unit_test(no_strategy_beats_best_play),
    };
    return cmocka_run_group_tests_name("four-card odds", tests, set_up, tear_down);
}
