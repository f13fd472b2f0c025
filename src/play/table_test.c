/*
 * Tables of both poker games played without anybody watching: thousands of seeded rounds through the state machines,
 * their mean beside the exact expectation.
 */
#include "games/crazy4_tables_test.h"
#include "games/four_card_tables_test.h"
#include "play/table.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

typedef unsigned decider(const struct play_table *table, unsigned seat);

struct mean {
    double value, error; /* per Ante, and the standard error of the value */
};

static void must(struct play_table *table, struct poker_action action)
{
    struct ruling ruling = play_table_act(table, &action);
    assert_true(ruling.allowed);
}

static void bet(struct play_table *table, unsigned seat, struct money ante)
{
    for (unsigned i = 0; i < table->game->wager_count; i++)
        if (i == 0 || table->game->wagers[i].with_ante)
            must(table, (struct poker_action){.act = POKER_WAGER,
                                              .seat = seat,
                                              .wager = table->game->wagers[i].wager,
                                              .amount = ante});
}

/* One round at one seat with an Ante of $10; the net in Antes. */
static double play_round(struct play_table *table, decider *decide)
{
    const struct money ante = {10 * MONEY_DOLLAR};
    play_table_go_on(table);
    bet(table, 1, ante);
    must(table, (struct poker_action){.act = POKER_LOCK});
    play_table_go_on(table);
    while (play_table_stage(table) == PLAY_DECIDING) {
        unsigned antes = decide(table, 1);
        must(table, (struct poker_action){.act = antes > 0 ? POKER_PLAY : POKER_FOLD,
                                          .seat = 1,
                                          .amount = money_of_cents(antes * ante.cents)});
        play_table_go_on(table);
    }
    double net = (double)settlement_seat_net(play_table_settlement(table), 1).cents / (double)ante.cents;
    must(table, (struct poker_action){.act = POKER_NEXT_ROUND});
    return net;
}

static struct mean play_rounds(struct play_table *table, decider *decide, unsigned rounds)
{
    double sum = 0, squares = 0;
    for (unsigned i = 0; i < rounds; i++) {
        double net = play_round(table, decide);
        sum += net;
        squares += net * net;
    }
    double value = sum / rounds;
    return (struct mean){value, sqrt((squares / rounds - value * value) / rounds)};
}

static struct play_table *open_table(const struct play_game *game, struct random_insecure *random)
{
    struct play_table *table = malloc(sizeof *table);
    assert_non_null(table);
    random_insecure_init(random, 20251116);
    struct play_counts *counts = malloc(sizeof *counts);
    assert_non_null(counts);
    play_counts_init(counts);
    play_table_init(table, game, (struct play_rules){&approved_crazy4, &approved_four_card}, counts,
                    &random->random);
    assert_true(game->open(table, 1).allowed);
    must(table, (struct poker_action){.act = POKER_SIT, .seat = 1});
    return table;
}

static void close_table(struct play_table *table)
{
    play_counts_release(table->counts);
    free(table->counts);
    free(table);
}

static void assert_near(struct mean mean, struct fraction exact)
{
    double expected = fraction_double(exact);
    print_message("# mean %+.5f, exact %+.5f, standard error %.5f\n", mean.value, expected, mean.error);
    assert_true(fabs(mean.value - expected) <= 4 * mean.error);
}

/* --------------------------------------------------------------------------------- Crazy 4 Poker */

static void crazy_4_poker_played_best_and_simply_comes_out_as_counted(void **state)
{
    (void)state;
    struct random_insecure random;
    struct play_table *table = open_table(&play_game_crazy4, &random);
    struct crazy4_solution *solution = malloc(sizeof *solution);
    assert_non_null(solution);
    assert_int_equal(play_table_think_ahead(table), STATUS_OK);
    crazy4_solve(&table->counts->crazy4, (struct crazy4_readings){0}, solution);
    assert_near(play_rounds(table, play_table_best, 20000), bet_expected(&solution->base));
    assert_near(play_rounds(table, table->game->simple, 20000), solution->strategies[0].expected);
    free(solution);
    close_table(table);
}

static void a_deck_is_changed_before_it_is_too_old(void **state)
{
    (void)state;
    struct random_insecure random;
    struct play_table *table = open_table(&play_game_crazy4, &random);
    play_rounds(table, table->game->simple, 8 * 60);
    struct instant first = table->state.crazy4.decks[0].first_use;
    assert_int_equal(first.ms, 0);
    play_rounds(table, table->game->simple, 1);
    assert_int_equal(table->state.crazy4.decks[0].first_use.ms, 8 * 3600000);
    close_table(table);
}

static void the_bonuses_are_drawn_as_often_as_the_house_says(void **state)
{
    (void)state;
    struct random_insecure random;
    struct play_table *table = open_table(&play_game_crazy4, &random);
    unsigned magic = 0, lucky = 0;
    table->draw_every = 4;
    for (unsigned i = 0; i < 4000; i++) {
        play_table_go_on(table);
        bet(table, 1, money_of_cents(500));
        must(table, (struct poker_action){.act = POKER_LOCK});
        magic += table->state.crazy4.magic_drawn;
        lucky += table->state.crazy4.lucky_drawn;
        play_table_go_on(table);
        must(table, (struct poker_action){.act = POKER_FOLD, .seat = 1});
        play_table_go_on(table);
        must(table, (struct poker_action){.act = POKER_NEXT_ROUND});
    }
    /* 1000 expected, 4 standard deviations of 27. */
    assert_in_range(magic, 890, 1110);
    assert_in_range(lucky, 890, 1110);
    close_table(table);
}

/* ------------------------------------------------------------------------------- Four-Card Poker */

/* A hand of a mixed cell is counted by itself, which takes milliseconds: fewer rounds of best play. */
static void four_card_poker_played_best_and_simply_comes_out_as_counted(void **state)
{
    (void)state;
    struct random_insecure random;
    struct play_table *table = open_table(&play_game_four_card, &random);
    assert_int_equal(play_table_think_ahead(table), STATUS_OK);
    const struct four_card_solution *solution = table->counts->four_card;
    assert_near(play_rounds(table, table->game->simple, 20000), solution->strategies[1].expected);
    assert_near(play_rounds(table, play_table_best, 1000), bet_expected(&solution->base));
    close_table(table);
}

static void best_play_is_the_same_whether_solved_ahead_or_not(void **state)
{
    (void)state;
    struct random_insecure random;
    struct play_table *table = open_table(&play_game_four_card, &random);
    assert_int_equal(play_table_think_ahead(table), STATUS_OK);
    for (unsigned i = 0; i < 25; i++) {
        play_table_go_on(table);
        bet(table, 1, money_of_cents(500));
        must(table, (struct poker_action){.act = POKER_LOCK});
        play_table_go_on(table);
        struct play_advice advice = play_table_advise(table, 1);
        assert_int_equal(play_table_best(table, 1), advice.choices[advice.best].antes);
        must(table, (struct poker_action){.act = POKER_FOLD, .seat = 1});
        play_table_go_on(table);
        must(table, (struct poker_action){.act = POKER_NEXT_ROUND});
    }
    close_table(table);
}

/* -------------------------------------------------------------------------------------- settings */

static void every_table_can_be_chosen_by_its_name(void **state)
{
    (void)state;
    static const char *const crazy4[] = {"queens-up/A", "queens-up/D", "four-card-progressive/B",
                                         "five-card-progressive"};
    static const char *const four_card[] = {"aces-up/FCP-01", "aces-up/FCP-07", "progressive/FCCP-3",
                                            "progressive/PMG-02"};
    for (unsigned i = 0; i < 4; i++) {
        struct random_insecure random;
        struct play_table *table = open_table(&play_game_crazy4, &random);
        assert_true(play_table_choose(table, text_of(crazy4[i])));
        assert_false(play_table_choose(table, text_of(four_card[i])));
        assert_true(table->game->open(table, 6).allowed);
        close_table(table);
        table = open_table(&play_game_four_card, &random);
        assert_true(play_table_choose(table, text_of(four_card[i])));
        assert_false(play_table_choose(table, text_of(crazy4[i])));
        assert_true(table->game->open(table, 6).allowed);
        close_table(table);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crazy_4_poker_played_best_and_simply_comes_out_as_counted),
        cmocka_unit_test(a_deck_is_changed_before_it_is_too_old),
        cmocka_unit_test(the_bonuses_are_drawn_as_often_as_the_house_says),
        cmocka_unit_test(four_card_poker_played_best_and_simply_comes_out_as_counted),
        cmocka_unit_test(best_play_is_the_same_whether_solved_ahead_or_not),
        cmocka_unit_test(every_table_can_be_chosen_by_its_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
