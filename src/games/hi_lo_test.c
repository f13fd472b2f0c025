#include "games/hi_lo_promotion_test.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Whole games and days are cases (rulebooks/saratoga/cases); here is what no case can see. */

static struct card card(const char *text)
{
    static const struct hand_form one = {.cards_min = 1, .cards_max = 1, .decks = 1};
    struct hand hand;
    assert_int_equal(hand_parse(text_of(text), 0, &one, &hand, NULL), STATUS_OK);
    return hand.cards[0];
}

static struct hi_lo_game started(const char *first)
{
    struct hi_lo_rules rules = approved_hi_lo_rules();
    struct hi_lo_game game;
    enum hi_lo_outcome outcome;
    hi_lo_init(&game, &rules, money_of_cents(100000));
    assert_true(hi_lo_shuffle(&game).allowed);
    assert_true(hi_lo_cut(&game).allowed);
    assert_true(hi_lo_turn(&game, card(first), &outcome).allowed);
    assert_int_equal(outcome, HI_LO_FIRST);
    return game;
}

static void every_pair_of_ranks_is_judged_by_their_order(void **state)
{
    (void)state;
    for (unsigned shown = 0; shown < RANK_COUNT; shown++)
        for (unsigned next = 0; next < RANK_COUNT; next++)
            for (unsigned guess = 0; guess < 2; guess++) {
                struct hi_lo_rules rules = approved_hi_lo_rules();
                struct hi_lo_game game;
                enum hi_lo_outcome outcome;
                hi_lo_init(&game, &rules, money_of_cents(100000));
                hi_lo_shuffle(&game);
                hi_lo_cut(&game);
                hi_lo_turn(&game, card_of((enum rank)shown, SUIT_CLUBS), &outcome);
                hi_lo_guess(&game, (enum hi_lo_guess)guess);
                hi_lo_turn(&game, card_of((enum rank)next, SUIT_SPADES), &outcome);
                bool right = guess == HI_LO_HIGHER ? next > shown : next < shown;
                enum hi_lo_outcome expected = next == shown ? HI_LO_MATCH
                                              : right       ? HI_LO_CORRECT
                                                            : HI_LO_FORGIVEN;
                assert_int_equal(outcome, expected);
            }
}

static void a_refusal_changes_nothing(void **state)
{
    (void)state;
    struct hi_lo_game game = started("7c"), before = game;
    enum hi_lo_outcome outcome;
    assert_false(hi_lo_shuffle(&game).allowed);
    assert_false(hi_lo_cut(&game).allowed);
    assert_false(hi_lo_turn(&game, card("8c"), &outcome).allowed);
    assert_memory_equal(&game, &before, sizeof game);
    hi_lo_guess(&game, HI_LO_HIGHER);
    before = game;
    struct card joker = card_joker(0);
    struct ruling ruling = hi_lo_turn(&game, joker, &outcome);
    assert_string_equal(ruling.clause, "saratoga/hi-lo-progressive#19");
    assert_false(hi_lo_quit(&game).allowed);
    assert_memory_equal(&game, &before, sizeof game);
}

static void winnings_follow_the_ladder(void **state)
{
    (void)state;
    static const char *const cards[] = {"3c", "4c", "5c", "6c", "7c", "8c", "9c"};
    static const int64_t dollars[] = {50, 100, 150, 200, 250, 350, 500, 1000};
    struct hi_lo_game game = started("2c");
    enum hi_lo_outcome outcome;
    for (unsigned correct = 0; correct < 7; correct++) {
        assert_int_equal(hi_lo_winnings(&game).amount.cents, dollars[correct] * 100);
        assert_int_equal(hi_lo_winnings(&game).kind, correct < 5 ? HI_LO_FREE_PLAY : HI_LO_CASH);
        assert_true(hi_lo_guess(&game, HI_LO_HIGHER).allowed);
        assert_true(hi_lo_turn(&game, card(cards[correct]), &outcome).allowed);
    }
    assert_int_equal(outcome, HI_LO_LAST);
    assert_int_equal(game.prize.kind, HI_LO_PROGRESSIVE);
    assert_int_equal(game.prize.amount.cents, 100000);
    assert_string_equal(hi_lo_may_guess(&game).clause, "saratoga/hi-lo-progressive#HR13");
}

static void rules_out_of_bounds_are_refused(void **state)
{
    (void)state;
    struct fault fault;
    struct hi_lo_rules good = approved_hi_lo_rules(), rules = good;
    assert_int_equal(hi_lo_rules_check(&rules, &fault), STATUS_OK);
    rules.levels = 8;
    assert_int_equal(hi_lo_rules_check(&rules, &fault), STATUS_RANGE);
    rules = good;
    rules.levels = 6; /* then the prize of level 6 is no progressive */
    assert_int_equal(hi_lo_rules_check(&rules, &fault), STATUS_RANGE);
    rules = good;
    rules.forgiving_levels = 8;
    assert_int_equal(hi_lo_rules_check(&rules, &fault), STATUS_RANGE);
    rules = good;
    rules.prizes[0].amount.cents = -1;
    assert_int_equal(hi_lo_rules_check(&rules, &fault), STATUS_RANGE);
}

static void promotions_out_of_bounds_are_refused(void **state)
{
    (void)state;
    struct fault fault;
    struct hi_lo_promotion good = approved_hi_lo(), promotion = good;
    assert_int_equal(hi_lo_promotion_check(&promotion, &fault), STATUS_OK);
    promotion.windows = 11;
    assert_int_equal(hi_lo_promotion_check(&promotion, &fault), STATUS_RANGE);
    promotion = good;
    promotion.first_hour = 15;
    promotion.windows = 10;
    assert_int_equal(hi_lo_promotion_check(&promotion, &fault), STATUS_RANGE);
    promotion = good;
    promotion.dates[1] = promotion.dates[0];
    assert_int_equal(hi_lo_promotion_check(&promotion, &fault), STATUS_RANGE);
    assert_string_equal(fault.words, "the dates are not in order");
}

static void age_is_counted_in_completed_years(void **state)
{
    (void)state;
    struct date today = {2012, 8, 2};
    assert_int_equal(hi_lo_age((struct date){1994, 8, 2}, today), 18);
    assert_int_equal(hi_lo_age((struct date){1994, 8, 3}, today), 17);
    assert_int_equal(hi_lo_age((struct date){1994, 7, 31}, today), 18);
    assert_int_equal(hi_lo_age((struct date){2013, 1, 1}, today), 0);
    assert_int_equal(hi_lo_age((struct date){1992, 2, 29}, (struct date){2010, 2, 28}), 17);
    assert_int_equal(hi_lo_age((struct date){1992, 2, 29}, (struct date){2010, 3, 1}), 18);
}

/* The time to report is judged to the millisecond. */
static void five_minutes_and_a_millisecond_are_too_late(void **state)
{
    (void)state;
    struct hi_lo_promotion promotion = approved_hi_lo();
    struct hi_lo_day day;
    struct hi_lo_person person = {.number = 1, .is_member = true, .is_playing = true, .born = {1970, 1, 1}};
    struct instant drawn;
    assert_int_equal(instant_parse(text_of("2012-08-02T18:00:00Z"), 0, &drawn, NULL), STATUS_OK);
    assert_true(hi_lo_day_open(&day, &promotion, promotion.dates[0], NULL).allowed);
    assert_true(hi_lo_day_draw(&day, drawn, &person).allowed);
    struct instant last = {drawn.ms + 300000}, late = {drawn.ms + 300001}, before = {drawn.ms - 1};
    assert_true(hi_lo_day_may_report(&day, last, 1).allowed);
    assert_false(hi_lo_day_may_forfeit(&day, last).allowed);
    assert_string_equal(hi_lo_day_may_report(&day, late, 1).clause, "saratoga/hi-lo-progressive#11");
    assert_true(hi_lo_day_may_forfeit(&day, late).allowed);
    assert_false(hi_lo_day_may_report(&day, before, 1).allowed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_pair_of_ranks_is_judged_by_their_order),
        cmocka_unit_test(a_refusal_changes_nothing),
        cmocka_unit_test(winnings_follow_the_ladder),
        cmocka_unit_test(rules_out_of_bounds_are_refused),
        cmocka_unit_test(promotions_out_of_bounds_are_refused),
        cmocka_unit_test(age_is_counted_in_completed_years),
        cmocka_unit_test(five_minutes_and_a_millisecond_are_too_late),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
