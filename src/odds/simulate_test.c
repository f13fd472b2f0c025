#include "odds/simulate.h"

#include "cards/random.h"
#include "games/crazy4.h"
#include "games/crazy4_tables_test.h"
#include "games/four_card_tables_test.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ------------------------------------------------------------------------------------------ what is paid */

static struct card *shuffled(struct random *random, struct card deck[DECK_CARDS])
{
    for (unsigned i = 0; i < DECK_CARDS; i++)
        deck[i] = card_of_number(i);
    for (unsigned i = 0; i + 1 < DECK_CARDS; i++) {
        unsigned from = i + random_below(random, DECK_CARDS - i);
        struct card swapped = deck[from];
        deck[from] = deck[i];
        deck[i] = swapped;
    }
    return deck;
}

static void act(struct crazy4 *table, struct poker_action action)
{
    struct ruling ruling = crazy4_do(table, &action);
    if (!ruling.allowed)
        fail_msg("act %d in state %s: %s", (int)action.act, poker_state_name(table->round.state),
                 ruling.words);
}

static void routine(struct crazy4 *table)
{
    struct poker_action action;
    while (table->round.state != POKER_OVER && crazy4_routine(table, &action))
        act(table, action);
}

/* One round of one player at a real table: Ante and Super Bonus of $10, then `play` times that or a fold. */
static int64_t table_net(struct crazy4 *table, const struct card deck[DECK_CARDS], unsigned play)
{
    struct money ante = money_of_cents(10 * MONEY_DOLLAR);
    routine(table);
    act(table, (struct poker_action){.act = POKER_WAGER, .seat = 1, .wager = WAGER_ANTE, .amount = ante});
    act(table,
        (struct poker_action){.act = POKER_WAGER, .seat = 1, .wager = WAGER_SUPER_BONUS, .amount = ante});
    routine(table);
    act(table, (struct poker_action){.act = POKER_LOCK});
    routine(table);
    unsigned counts[2] = {0, 0};
    while (table->round.state == POKER_LOCKED || table->round.state == POKER_DEALING) {
        unsigned to = crazy4_deal_to(table) == POKER_DEALER;
        act(table, (struct poker_action){.act = POKER_DEAL_CARD, .card = deck[5 * to + counts[to]++]});
    }
    routine(table);
    if (play == 0)
        act(table, (struct poker_action){.act = POKER_FOLD, .seat = 1});
    else
        act(table, (struct poker_action){
                       .act = POKER_PLAY, .seat = 1, .amount = money_of_cents((int64_t)play * ante.cents)});
    routine(table);
    assert_int_equal(table->round.state, POKER_OVER);
    int64_t net = settlement_seat_net(&table->round.settlement, 1).cents;
    act(table, (struct poker_action){.act = POKER_NEXT_ROUND});
    return net;
}

/* Rounds at a table of src/games, with every Play that the hand allows. */
static void nets_are_those_of_the_table(void **state)
{
    (void)state;
    struct crazy4_settings settings = crazy4_default_settings(&approved_crazy4);
    struct crazy4 *table = malloc(sizeof *table);
    assert_non_null(table);
    crazy4_init(table, &settings);
    act(table, (struct poker_action){.act = POKER_SIT, .seat = 1, .player = 1});
    struct random_insecure insecure;
    random_insecure_init(&insecure, 41);
    for (unsigned i = 0; i < 2000; i++) {
        struct card deck[DECK_CARDS];
        shuffled(&insecure.random, deck);
        struct four_value own = four_rank5(deck), dealer = four_rank5(deck + 5);
        for (unsigned play = 0; play <= (crazy4_may_raise(own) ? 3 : 1); play++)
            assert_int_equal(table_net(table, deck, play) * 2,
                             (int64_t)simulation_crazy4_net(&approved_crazy4, own, dealer, play) * 10 *
                                 MONEY_DOLLAR);
    }
    free(table);
}

static struct four_value value_of(const char *cards)
{
    const struct hand_form form = {5, 6, 0, 1};
    struct hand hand;
    assert_int_equal(hand_parse(text_of(cards), 0, &form, &hand, NULL), STATUS_OK);
    return four_rank(hand.cards, hand.count);
}

/* south-dakota/four-card-poker#26, #43, #44, #52 */
static void nets_of_four_card_poker_follow_its_rules(void **state)
{
    (void)state;
    struct four_value pair = value_of("9s 9d 7c 4h 2s"), flush = value_of("As Qs 8s 3s 2d");
    struct four_value three = value_of("9s 9d 9c 4h 2s"), straight_flush = value_of("9s 8s 7s 6s 2d");
    struct four_value four = value_of("9s 9d 9c 9h 2s"), dealer = value_of("Ts Td 7d 4d 2c 3h");
    assert_int_equal(simulation_four_card_net(&approved_four_card, pair, dealer, 0), -2);
    assert_int_equal(simulation_four_card_net(&approved_four_card, pair, dealer, 1), -4);
    assert_int_equal(simulation_four_card_net(&approved_four_card, pair, dealer, 3), -8);
    assert_int_equal(simulation_four_card_net(&approved_four_card, dealer, dealer, 3),
                     8); /* the player wins ties */
    assert_int_equal(simulation_four_card_net(&approved_four_card, flush, dealer, 1), 4);
    assert_int_equal(simulation_four_card_net(&approved_four_card, three, dealer, 3), 8 + 4);
    assert_int_equal(simulation_four_card_net(&approved_four_card, three, four, 3),
                     -8 + 4); /* paid although lost: reading DR9 */
    assert_int_equal(simulation_four_card_net(&approved_four_card, straight_flush, dealer, 3), 8 + 40);
    assert_int_equal(simulation_four_card_net(&approved_four_card, four, dealer, 3), 8 + 50);
}

/* ------------------------------------------------------------------------------------------ rounds */

struct fixture {
    struct arena arena;
    struct report_targets targets;
    struct report *report;
    struct simulation simulation;
};

static void fixture_make(struct fixture *fixture, unsigned target, uint64_t rounds, uint64_t seed)
{
    struct report_settings settings = report_settings_usual();
    arena_init(&fixture->arena, (size_t)256 << 20);
    report_targets_make(&fixture->targets, &approved_crazy4, &approved_four_card);
    fixture->report = ARENA_NEW(&fixture->arena, struct report);
    assert_non_null(fixture->report);
    assert_int_equal(
        report_make(fixture->report, &fixture->targets.all[target], NULL, &settings, &fixture->arena),
        STATUS_OK);
    assert_int_equal(simulation_init(&fixture->simulation, fixture->report, rounds, seed, &fixture->arena),
                     STATUS_OK);
}

static struct simulation_tally *tally_new(void)
{
    struct simulation_tally *tally = calloc(1, sizeof *tally);
    assert_non_null(tally);
    return tally;
}

static void means_agree_with_exact_values(void **state)
{
    (void)state;
    for (unsigned target = 0; target < REPORT_TARGETS; target++) {
        struct fixture fixture;
        struct simulation_tally *tally = tally_new();
        fixture_make(&fixture, target, 300000, 5);
        while (simulation_step(&fixture.simulation, tally))
            ;
        assert_int_equal(tally->rounds, 300000);
        for (unsigned i = 0; i < fixture.report->bet_count; i++) {
            struct simulation_result result = simulation_result(&fixture.simulation, tally, i);
            if (!simulation_agrees(result))
                fail_msg("%s: mean %f, exact %f, %f standard errors apart",
                         fixture.report->bets[i].entry->name, result.mean, result.exact, result.distance);
        }
        free(tally);
        arena_release(&fixture.arena);
    }
}

/* Two workers who take turns, and one alone; the last chunk is short. */
static void the_result_does_not_depend_on_who_works(void **state)
{
    (void)state;
    const uint64_t rounds = 5 * SIMULATION_CHUNK_ROUNDS + 7;
    struct fixture fixture;
    struct simulation_tally *alone = tally_new(), *first = tally_new(), *second = tally_new();
    fixture_make(&fixture, 0, rounds, 9);
    while (simulation_step(&fixture.simulation, alone))
        ;
    assert_true(simulation_taken(&fixture.simulation) == rounds);
    struct simulation again = fixture.simulation;
    again.next = 0;
    for (unsigned i = 0; simulation_step(&again, i % 3 == 0 ? first : second); i++)
        ;
    assert_true(first->rounds > 0 && second->rounds > 0);
    simulation_tally_add(first, second);
    assert_memory_equal(first, alone, sizeof *alone);

    /* Another seed gives other rounds. */
    memset(second, 0, sizeof *second);
    again.next = 0;
    again.seed = 10;
    while (simulation_step(&again, second))
        ;
    assert_memory_not_equal(second, alone, sizeof *alone);
    free(alone);
    free(first);
    free(second);
    arena_release(&fixture.arena);
}

/* A mean four standard errors away still agrees, a little more does not. */
static void agreement_ends_at_four_standard_errors(void **state)
{
    (void)state;
    assert_true(simulation_agrees((struct simulation_result){.distance = 4}));
    assert_true(simulation_agrees((struct simulation_result){.distance = -4}));
    assert_false(simulation_agrees((struct simulation_result){.distance = 4.0001}));
    assert_false(simulation_agrees((struct simulation_result){.distance = -4.0001}));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nets_are_those_of_the_table),
        cmocka_unit_test(nets_of_four_card_poker_follow_its_rules),
        cmocka_unit_test(means_agree_with_exact_values),
        cmocka_unit_test(the_result_does_not_depend_on_who_works),
        cmocka_unit_test(agreement_ends_at_four_standard_errors),
    };
    return cmocka_run_group_tests_name("simulate", tests, NULL, NULL);
}
