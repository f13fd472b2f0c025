#include "odds/hi_lo_odds.h"

#include "games/hi_lo_promotion_test.h"
#include <math.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static struct hi_lo_question question_of(struct money progressive)
{
    struct hi_lo_rules rules = approved_hi_lo_rules();
    return hi_lo_question_usual(&rules, progressive);
}

/* ------------------------------------------------------------------ plain, and obviously right */

struct plain {
    const struct hi_lo_question *question;
    int left[RANK_COUNT];
};

static double plain_worth(const struct plain *plain, struct hi_lo_prize prize)
{
    if (prize.kind == HI_LO_PROGRESSIVE)
        return (double)plain->question->progressive.cents / 100;
    double dollars = (double)prize.amount.cents / 100;
    return prize.kind == HI_LO_FREE_PLAY ? dollars * plain->question->free_play_worth : dollars;
}

static double plain_value(struct plain *plain, int rank, unsigned correct, const bool *forgiven);

static bool plain_forgives(const struct plain *plain, unsigned correct, const bool *forgiven)
{
    const struct hi_lo_rules *rules = &plain->question->rules;
    if (correct >= rules->forgiving_levels)
        return false;
    if (rules->forgiveness == HI_LO_FORGIVE_EACH_LEVEL)
        return !forgiven[correct];
    for (unsigned i = 0; i < HI_LO_LEVELS_MAX; i++)
        if (forgiven[i])
            return false;
    return true;
}

/* The next card, one after the other, for a guess that stands while cards match. */
static double plain_guess(struct plain *plain, int rank, bool higher, unsigned correct, const bool *forgiven)
{
    int cards = 0;
    for (int i = 0; i < RANK_COUNT; i++)
        cards += plain->left[i];
    double value = 0;
    for (int next = 0; next < RANK_COUNT; next++) {
        if (plain->left[next] == 0)
            continue;
        double chance = (double)plain->left[next] / cards;
        plain->left[next]--;
        if (next == rank) {
            value += chance * plain_guess(plain, rank, higher, correct, forgiven);
        } else if ((next > rank) == higher) {
            value += chance * plain_value(plain, next, correct + 1, forgiven);
        } else if (plain_forgives(plain, correct, forgiven)) {
            bool now[HI_LO_LEVELS_MAX];
            for (unsigned i = 0; i < HI_LO_LEVELS_MAX; i++)
                now[i] = forgiven[i] || i == correct;
            value += chance * plain_value(plain, next, correct, now);
        } else {
            value += chance * plain_worth(plain, hi_lo_prize_lost(&plain->question->rules, correct));
        }
        plain->left[next]++;
    }
    return value;
}

static double plain_value(struct plain *plain, int rank, unsigned correct, const bool *forgiven)
{
    double stop = plain_worth(plain, plain->question->rules.prizes[correct]);
    if (correct == plain->question->rules.levels)
        return stop;
    double higher = plain_guess(plain, rank, true, correct, forgiven);
    double lower = plain_guess(plain, rank, false, correct, forgiven);
    return fmax(stop, fmax(higher, lower));
}

static double plain_game(const struct hi_lo_question *question)
{
    static const bool none[HI_LO_LEVELS_MAX];
    double sum = 0;
    for (int rank = 0; rank < RANK_COUNT; rank++) {
        struct plain plain = {.question = question};
        for (int i = 0; i < RANK_COUNT; i++)
            plain.left[i] = i == rank ? 3 : 4;
        sum += plain_value(&plain, rank, 0, none);
    }
    return sum / RANK_COUNT;
}

/* ---------------------------------------------------------------------------------------- tests */

static struct hi_lo_question short_game(unsigned levels, unsigned forgiving, int64_t dollars)
{
    struct hi_lo_question question = question_of(money_of_cents(dollars * 100));
    question.rules.levels = levels;
    question.rules.prizes[levels] = question.rules.prizes[HI_LO_LEVELS_MAX];
    question.rules.forgiving_levels = forgiving;
    question.extras_max = HI_LO_EXTRAS_MAX;
    return question;
}

static struct hi_lo_odds solved(const struct hi_lo_question *question)
{
    struct hi_lo_solver *solver;
    struct hi_lo_odds odds;
    assert_int_equal(hi_lo_solver_new(question, &solver, NULL), STATUS_OK);
    assert_int_equal(hi_lo_solve(solver, &odds), STATUS_OK);
    hi_lo_solver_release(solver);
    return odds;
}

static double expected_from_chances(const struct hi_lo_question *question, const struct hi_lo_odds *odds)
{
    struct plain plain = {.question = question};
    double sum = odds->won * plain_worth(&plain, question->rules.prizes[question->rules.levels]);
    for (unsigned correct = 0; correct < question->rules.levels; correct++) {
        sum += odds->stopped[correct] * plain_worth(&plain, question->rules.prizes[correct]);
        sum += odds->missed[correct] * plain_worth(&plain, hi_lo_prize_lost(&question->rules, correct));
    }
    return sum;
}

static void short_games_agree_with_plain_enumeration(void **state)
{
    (void)state;
    static const struct {
        unsigned levels, forgiving;
        int64_t dollars;
        enum hi_lo_forgiveness forgiveness;
        double free_play_worth;
    } games[] = {
        {1, 0, 1000, HI_LO_FORGIVE_ONCE, 1},       {1, 1, 1000, HI_LO_FORGIVE_ONCE, 1},
        {2, 0, 120, HI_LO_FORGIVE_ONCE, 0.5},      {2, 2, 300, HI_LO_FORGIVE_ONCE, 1},
        {2, 2, 90, HI_LO_FORGIVE_EACH_LEVEL, 1},   {3, 0, 240, HI_LO_FORGIVE_ONCE, 0.25},
        {3, 1, 1000, HI_LO_FORGIVE_EACH_LEVEL, 1}, {2, 1, 0, HI_LO_FORGIVE_ONCE, 1},
    };
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        struct hi_lo_question question = short_game(games[i].levels, games[i].forgiving, games[i].dollars);
        question.rules.forgiveness = games[i].forgiveness;
        question.free_play_worth = games[i].free_play_worth;
        struct hi_lo_odds odds = solved(&question);
        double plain = plain_game(&question);
        assert_true(fabs(odds.value - plain) <= odds.error + 1e-9);
        assert_true(odds.error < 0.001);
        assert_true(fabs(expected_from_chances(&question, &odds) - plain) < 1e-6);
    }
}

static void the_stated_error_holds_with_few_extras(void **state)
{
    (void)state;
    struct hi_lo_question question = question_of(money_of_cents(100000));
    question.rules.levels = 4;
    question.rules.prizes[4] = question.rules.prizes[7];
    question.extras_max = HI_LO_EXTRAS_MAX;
    struct hi_lo_odds close = solved(&question);
    for (unsigned extras = HI_LO_EXTRAS_MIN; extras < HI_LO_EXTRAS_MAX; extras++) {
        question.extras_max = extras;
        struct hi_lo_odds odds = solved(&question);
        assert_true(fabs(odds.value - close.value) <= odds.error + close.error);
        assert_true(odds.error >= close.error);
    }
}

static void the_published_game_is_never_stopped_at_its_lowest_progressive(void **state)
{
    (void)state;
    struct hi_lo_question question = question_of(money_of_cents(100000));
    question.extras_max = HI_LO_EXTRAS_MIN;
    struct hi_lo_odds odds = solved(&question);
    assert_true(fabs(odds.value - 276.8679) < 0.0001);
    assert_true(fabs(odds.won - 0.198189) < 0.000001);
    double sum = odds.won;
    for (unsigned correct = 0; correct < HI_LO_LEVELS_MAX; correct++) {
        assert_true(odds.stopped[correct] == 0);
        sum += odds.stopped[correct] + odds.missed[correct];
    }
    assert_true(fabs(sum - 1) < 1e-9);
    assert_true(fabs(expected_from_chances(&question, &odds) - odds.value) < 1e-6);
}

static void the_last_guess_breaks_even_where_the_chances_say(void **state)
{
    (void)state;
    struct hi_lo_question question = question_of(money_of_cents(0));
    question.extras_max = HI_LO_EXTRAS_MIN;
    /* An 8: 24 of 48 win, so 500 = (P + 100) / 2. A 7: 28 of 48, so P = (500 * 48 - 20 * 100) / 28 = 785.71. A 2 is
     * always right. */
    static const struct {
        enum rank rank;
        int64_t cents;
    } rows[] = {{RANK_EIGHT, 90000}, {RANK_SEVEN, 78572}, {RANK_NINE, 78572}, {RANK_TWO, 50000}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct money break_even;
        assert_int_equal(hi_lo_break_even(&question, 6, rows[i].rank, &break_even, NULL), STATUS_OK);
        assert_int_equal(break_even.cents, rows[i].cents);
    }
    struct money early;
    assert_int_equal(hi_lo_break_even(&question, 3, RANK_EIGHT, &early, NULL), STATUS_OK);
    assert_int_equal(early.cents, 0);
}

static void advice_at_the_last_guess_counts_every_card_shown(void **state)
{
    (void)state;
    struct hi_lo_question question = question_of(money_of_cents(100000));
    question.rules.levels = 1;
    question.rules.prizes[1] = question.rules.prizes[7];
    question.rules.forgiving_levels = 1;
    struct hi_lo_solver *solver;
    assert_int_equal(hi_lo_solver_new(&question, &solver, NULL), STATUS_OK);
    struct hi_lo_game game;
    struct hi_lo_advice advice;
    enum hi_lo_outcome outcome;
    hi_lo_init(&game, &question.rules, question.progressive);
    assert_int_equal(hi_lo_advise(solver, &game, &advice), STATUS_INVALID);
    hi_lo_shuffle(&game);
    hi_lo_cut(&game);
    hi_lo_turn(&game, card_of(RANK_ACE, SUIT_SPADES), &outcome);
    hi_lo_guess(&game, HI_LO_HIGHER);
    hi_lo_turn(&game, card_of(RANK_EIGHT, SUIT_SPADES), &outcome);
    assert_int_equal(outcome, HI_LO_FORGIVEN);
    assert_int_equal(hi_lo_advise(solver, &game, &advice), STATUS_OK);
    /* An ace is gone: 23 higher, 24 lower; a miss leaves $50. */
    assert_int_equal(advice.best, HI_LO_GUESS_LOWER);
    assert_true(fabs(advice.values[HI_LO_GUESS_LOWER] - (24 * 1000.0 + 23 * 50.0) / 47) < 1e-9);
    assert_true(fabs(advice.values[HI_LO_GUESS_HIGHER] - (23 * 1000.0 + 24 * 50.0) / 47) < 1e-9);
    assert_true(fabs(advice.values[HI_LO_STOP] - 50) < 1e-9);
    hi_lo_solver_release(solver);
}

static void questions_out_of_bounds_are_refused_with_words(void **state)
{
    (void)state;
    struct hi_lo_solver *solver;
    struct fault fault;
    struct hi_lo_question question = question_of(money_of_cents(-1));
    assert_int_equal(hi_lo_solver_new(&question, &solver, &fault), STATUS_RANGE);
    assert_null(solver);
    question = question_of(money_of_cents(0));
    question.free_play_worth = NAN;
    assert_int_equal(hi_lo_solver_new(&question, &solver, &fault), STATUS_RANGE);
    question = question_of(money_of_cents(0));
    question.extras_max = HI_LO_EXTRAS_MIN - 1;
    assert_int_equal(hi_lo_solver_new(&question, &solver, &fault), STATUS_RANGE);
    assert_string_equal(fault.words, "extras_max is 1; it is from 2 to 8");
    question.extras_max = HI_LO_EXTRAS_MIN;
    assert_int_equal(hi_lo_solver_new(&question, &solver, &fault), STATUS_OK);
    struct hi_lo_advice advice;
    assert_int_equal(hi_lo_advise_fresh(solver, 7, RANK_TWO, &advice), STATUS_RANGE);
    hi_lo_solver_release(solver);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(short_games_agree_with_plain_enumeration),
        cmocka_unit_test(the_stated_error_holds_with_few_extras),
        cmocka_unit_test(the_published_game_is_never_stopped_at_its_lowest_progressive),
        cmocka_unit_test(the_last_guess_breaks_even_where_the_chances_say),
        cmocka_unit_test(advice_at_the_last_guess_counts_every_card_shown),
        cmocka_unit_test(questions_out_of_bounds_are_refused_with_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
