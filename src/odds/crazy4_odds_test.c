#include "odds/crazy4_odds.h"
#include "odds/decimal_test.h"

#include "base/check.h"
#include "cards/every_hand_test.h"
#include "games/crazy4_tables_test.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static struct arena arena;
static struct crazy4_table table;
static struct crazy4_solution solution, other;

static int set_up(void **state)
{
    (void)state;
    arena_init(&arena, (size_t)256 << 20);
    return crazy4_table_make(&table, &approved_crazy4.super_bonus, &arena) == STATUS_OK ? 0 : 1;
}

static int tear_down(void **state)
{
    (void)state;
    arena_release(&arena);
    return 0;
}

/* The dealer's hands without the player's cards, one by one. */
static struct crazy4_rivals plain_rivals(const struct card own[5])
{
    struct card_set dead = {0};
    for (unsigned i = 0; i < 5; i++)
        dead = card_set_with(dead, own[i]);
    struct crazy4_rivals rivals = {0};
    struct four_value value = four_rank5(own);
    struct every_hand hand;
    for (every_hand_first(&hand, 5, DECK_CARDS); hand.more; every_hand_next(&hand)) {
        bool free = true;
        for (unsigned i = 0; i < 5 && free; i++)
            free = !card_set_has(dead, hand.cards[i]);
        if (!free)
            continue;
        struct four_value dealer = four_rank5(hand.cards);
        rivals.unqualified += !crazy4_qualifies(dealer);
        rivals.below += dealer.order < value.order;
        rivals.not_above += dealer.order <= value.order;
    }
    return rivals;
}

/* To the last unit: the first and last classes, and a seeded sample of the others. */
static void counts_agree_with_plain_enumeration(void **state)
{
    (void)state;
    uint64_t seed = 83;
    for (unsigned i = 0; i < 12; i++) {
        unsigned place = i == 0   ? 0
                         : i == 1 ? table.classes.count - 1
                                  : (unsigned)(sample_next(&seed) % table.classes.count);
        struct card cards[5];
        class_cards(&table.classes.records[place].suit_class, cards);
        struct crazy4_rivals plain = plain_rivals(cards);
        assert_memory_equal(&plain, &table.rivals[place], sizeof plain);
    }
}

static void no_count_exceeds_the_dealers_hands(void **state)
{
    (void)state;
    for (unsigned i = 0; i < table.classes.count; i++) {
        const struct crazy4_rivals *rivals = &table.rivals[i];
        assert_true(rivals->below <= rivals->not_above && rivals->not_above <= CRAZY4_DEALER_HANDS);
        if (crazy4_qualifies(table.classes.records[i].value))
            assert_true(rivals->unqualified <= rivals->below);
        else
            assert_true(rivals->unqualified >= rivals->not_above);
    }
}

/* Every pair of hands is counted from both sides: hands below one are above the other. */
static void all_deals_are_symmetric(void **state)
{
    (void)state;
    uint64_t below = 0, above = 0;
    for (unsigned i = 0; i < table.classes.count; i++) {
        uint64_t hands = table.classes.records[i].suit_class.hands;
        below += hands * table.rivals[i].below;
        above += hands * (CRAZY4_DEALER_HANDS - table.rivals[i].not_above);
    }
    assert_true(below == above);
}

/* The published house edge is 3.42% of the Ante, the element of risk 1.09%. */
static void best_play_is_worth_what_is_published(void **state)
{
    (void)state;
    crazy4_solve(&table, (struct crazy4_readings){0}, &solution);
    assert_true(solution.base.total == (uwide)3986646103440);
    assert_string_equal(decimal(bet_expected(&solution.base), 9), "-0.034188550");
    assert_string_equal(decimal(solution.base.mean_units, 9), "3.136171392");
    assert_int_equal(solution.folds + solution.plays + solution.raises, CRAZY4_PLAYER_HANDS);
    char name[96];
    struct text_out out;
    text_out_init(&out, name, sizeof name);
    four_name_write(&out, four_value_score(solution.weakest_play));
    assert_string_equal(name, "high card, K-Q-7-6");
    text_out_init(&out, name, sizeof name);
    four_name_write(&out, four_value_score(solution.strongest_fold));
    assert_string_equal(name, "high card, K-Q-8-4");
}

static void no_strategy_beats_best_play(void **state)
{
    (void)state;
    crazy4_solve(&table, (struct crazy4_readings){0}, &solution);
    for (unsigned i = 0; i < CRAZY4_STRATEGIES; i++) {
        assert_true(solution.strategies[i].cost.numerator >= 0);
        struct fraction sum = fraction_add(solution.strategies[i].expected, solution.strategies[i].cost);
        struct fraction best = bet_expected(&solution.base);
        assert_true(sum.numerator == best.numerator && sum.denominator == best.denominator);
    }
}

/* Readings MR1 and MR2. Nobody who plays well holds less than king high, so the first changes nothing. */
static void readings_change_the_money_as_they_should(void **state)
{
    (void)state;
    crazy4_solve(&table, (struct crazy4_readings){0}, &solution);
    crazy4_solve(&table, (struct crazy4_readings){.unqualified_takes_bonus = true}, &other);
    assert_string_equal(decimal(bet_expected(&other.base), 9), "-0.034188550");
    crazy4_solve(&table, (struct crazy4_readings){.loss_returns_bonus = true}, &other);
    assert_string_equal(decimal(bet_expected(&other.base), 9), "0.365275187");
}

static void advice_is_the_solution_for_one_hand(void **state)
{
    (void)state;
    static const struct hand_form form = {5, 5, 0, 1};
    struct hand hand;
    assert_int_equal(hand_parse(text_of("As Ad 8c 5d 2h"), 0, &form, &hand, NULL), STATUS_OK);
    struct crazy4_advice advice = crazy4_advise(&table, hand.cards);
    assert_true(advice.may_raise && advice.raise > advice.play && advice.play > advice.fold);
    assert_int_equal(hand_parse(text_of("Qs Jd 8c 5d 2h"), 0, &form, &hand, NULL), STATUS_OK);
    advice = crazy4_advise(&table, hand.cards);
    assert_true(!advice.may_raise && advice.play < advice.fold);
}

static void too_little_memory_is_said(void **state)
{
    (void)state;
    struct arena small;
    struct crazy4_table none;
    for (size_t size = 0; size < (size_t)12 << 20; size += (size_t)3 << 20) {
        arena_init(&small, size);
        assert_int_equal(crazy4_table_make(&none, &approved_crazy4.super_bonus, &small), STATUS_NO_MEMORY);
        arena_release(&small);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_agree_with_plain_enumeration),
        cmocka_unit_test(no_count_exceeds_the_dealers_hands),
        cmocka_unit_test(all_deals_are_symmetric),
        cmocka_unit_test(best_play_is_worth_what_is_published),
        cmocka_unit_test(no_strategy_beats_best_play),
        cmocka_unit_test(readings_change_the_money_as_they_should),
        cmocka_unit_test(advice_is_the_solution_for_one_hand),
        cmocka_unit_test(too_little_memory_is_said),
    };
    return cmocka_run_group_tests_name("crazy 4 odds", tests, set_up, tear_down);
}
