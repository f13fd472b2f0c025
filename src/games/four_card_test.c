#include "games/four_card.h"

#include "cards/random.h"
#include "cards/shoe.h"
#include "games/four_card_tables_test.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* Rounds with their money are cases (rulebooks/south-dakota/cases); here is what must hold in all of them. */

static struct ruling act(struct four_card *table, struct poker_action action)
{
    struct four_card before = *table;
    struct ruling may = four_card_may(table, &action);
    assert_memory_equal(table, &before, sizeof before);
    struct ruling done = four_card_do(table, &action);
    assert_int_equal(may.allowed, done.allowed);
    if (!done.allowed) {
        assert_string_equal(may.clause, done.clause);
        assert_memory_equal(table, &before, sizeof before); /* F1 */
        assert_true(strstr(done.clause, "south-dakota/four-card-poker#") ||
                    strcmp(done.words, "this is no act of the game") == 0);
        assert_true(strlen(done.words) > 0);
    }
    return done;
}

static struct four_card_settings random_settings(struct random *random)
{
    struct four_card_settings settings = four_card_default_settings(&approved_four_card);
    settings.seats = 1 + random_below(random, POKER_SEATS_MAX);
    settings.several_positions = random_below(random, 2) == 1;
    settings.schedule = random_below(random, FOUR_CARD_ACES_UP_TABLES);
    settings.progressive = random_below(random, 4) != 0;
    four_card_choose_schedule(&settings, random_below(random, FOUR_CARD_PROGRESSIVE_TABLES));
    settings.reserve_rate = (struct meter_rate){1, 20};
    settings.progressive_alone = random_below(random, 2) == 1;
    settings.bonus_needs_win = random_below(random, 2) == 1;
    settings.meter_order = (enum four_card_meter_order)random_below(random, 2);
    return settings;
}

static void place_wagers(struct four_card *table, struct random *random)
{
    for (unsigned seat = 1; seat <= table->settings.seats; seat++) {
        act(table,
            (struct poker_action){.act = POKER_SIT, .seat = seat, .player = 1 + random_below(random, 5)});
        if (random_below(random, 4) != 0)
            act(table, (struct poker_action){.act = POKER_WAGER,
                                             .seat = seat,
                                             .wager = WAGER_ANTE,
                                             .amount = {500 + 100 * (int64_t)random_below(random, 20)}});
        if (random_below(random, 2) != 0)
            act(table, (struct poker_action){.act = POKER_WAGER,
                                             .seat = seat,
                                             .wager = WAGER_ACES_UP,
                                             .amount = {100 + 100 * (int64_t)random_below(random, 20)}});
        if (random_below(random, 2) != 0)
            act(table, (struct poker_action){.act = POKER_WAGER,
                                             .seat = seat,
                                             .wager = WAGER_PROGRESSIVE,
                                             .amount = table->settings.progressive_wager});
    }
}

static void drop_lone_progressives(struct four_card *table)
{
    for (unsigned seat = 1; seat <= table->settings.seats; seat++)
        if (!four_card_in_round(table, seat) && table->round.seats[seat].wagers[WAGER_PROGRESSIVE].cents > 0)
            act(table, (struct poker_action){.act = POKER_WAGER, .seat = seat, .wager = WAGER_PROGRESSIVE});
}

static void decide(struct four_card *table, struct random *random)
{
    unsigned seat = four_card_turn(table);
    struct wager_limits limits = four_card_play_limits(table, seat);
    int64_t span = (limits.most.cents - limits.least.cents) / 100 + 1;
    struct poker_action action = {
        .act = random_below(random, 3) == 0 ? POKER_FOLD : POKER_PLAY,
        .seat = seat,
        .amount = {limits.least.cents + 100 * (int64_t)random_below(random, (uint32_t)span)}};
    assert_true(act(table, action).allowed);
}

/* An action that nobody should think of, at any moment: refused or not, nothing breaks. */
static void disturb(struct four_card *table, struct random *random)
{
    struct poker_action action = {.act = (enum poker_act)random_below(random, POKER_ACT_COUNT),
                                  .seat = random_below(random, 12),
                                  .player = random_below(random, 4),
                                  .count = random_below(random, 9),
                                  .wager = (enum wager)random_below(random, WAGER_COUNT),
                                  .amount = {(int64_t)random_below(random, 5000) - 100},
                                  .card = {(uint8_t)random_below(random, CARD_CODES)}};
    struct four_card trial = *table;
    act(&trial, action);
}

static void play_round(struct four_card *table, struct random *random, bool disturbed)
{
    struct shoe shoe;
    shoe_init(&shoe, 1, 0);
    assert_int_equal(shoe_shuffle(&shoe, random, NULL), STATUS_OK);
    while (table->round.state != POKER_OVER && table->round.state != POKER_VOID) {
        struct poker_action action;
        if (disturbed)
            disturb(table, random);
        if (four_card_routine(table, &action)) {
            assert_true(act(table, action).allowed);
        } else if (table->round.state == POKER_BETTING) {
            assert_true(act(table, (struct poker_action){.act = POKER_LOCK}).allowed);
        } else if (table->round.state == POKER_DECIDING) {
            decide(table, random);
        } else {
            action = (struct poker_action){.act = POKER_DEAL_CARD};
            assert_int_equal(shoe_deal(&shoe, &action.card, NULL), STATUS_OK);
            assert_true(act(table, action).allowed);
        }
    }
}

static void check_meter(const struct four_card *table, struct money before)
{
    int64_t value = before.cents;
    for (unsigned i = 0; i < table->log.count; i++)
        value += table->log.entries[i].value_cents;
    assert_int_equal(value, table->progressive.value.cents); /* F5 */
}

static void every_round_balances_and_the_meter_equals_its_log(void **state)
{
    (void)state;
    struct random_insecure source;
    random_insecure_init(&source, 7);
    struct random *random = &source.random;
    for (unsigned round = 0; round < 1000; round++) {
        struct four_card_settings settings = random_settings(random);
        assert_true(four_card_settings_check(&settings).allowed);
        struct four_card table;
        four_card_init(&table, &settings);
        place_wagers(&table, random);
        drop_lone_progressives(&table);
        if (four_card_players(&table) == 0)
            continue;
        struct money before = table.progressive.value;
        play_round(&table, random, round % 10 == 0);
        settlement_check(&table.round.settlement, settlement_totals(&table.round.settlement).staked); /* F3 */
        check_meter(&table, before);
        struct poker_action next = {.act = POKER_NEXT_ROUND};
        assert_true(act(&table, next).allowed);
        assert_int_equal(table.round.state, POKER_BETTING);
        assert_int_equal(table.log.count, 0);
    }
}

static void a_void_round_leaves_the_meter_as_it_was_at_any_moment(void **state)
{
    (void)state;
    struct random_insecure source;
    random_insecure_init(&source, 11);
    struct random *random = &source.random;
    for (unsigned round = 0; round < 400; round++) {
        struct four_card_settings settings = random_settings(random);
        struct four_card table;
        four_card_init(&table, &settings);
        place_wagers(&table, random);
        drop_lone_progressives(&table);
        if (four_card_players(&table) == 0)
            continue;
        struct meter before = table.progressive;
        struct poker_action wrong = {.act = POKER_WRONG_COUNT, .count = 5};
        struct shoe shoe;
        shoe_init(&shoe, 1, 0);
        assert_int_equal(shoe_shuffle(&shoe, random, NULL), STATUS_OK);
        for (unsigned steps = random_below(random, 90);
             table.round.state < POKER_ENVY && (steps-- > 0 || !four_card_may(&table, &wrong).allowed);) {
            struct poker_action action;
            if (four_card_routine(&table, &action))
                act(&table, action);
            else if (table.round.state == POKER_BETTING)
                act(&table, (struct poker_action){.act = POKER_LOCK});
            else if (table.round.state == POKER_DECIDING)
                decide(&table, random);
            else {
                action = (struct poker_action){.act = POKER_DEAL_CARD};
                assert_int_equal(shoe_deal(&shoe, &action.card, NULL), STATUS_OK);
                act(&table, action);
            }
        }
        assert_true(act(&table, wrong).allowed);
        assert_int_equal(table.round.state, POKER_VOID);
        struct settlement_totals totals = settlement_totals(&table.round.settlement);
        assert_int_equal(totals.players_net.cents, 0);
        assert_int_equal(totals.returned.cents, totals.staked.cents);
        assert_int_equal(table.progressive.value.cents, before.value.cents); /* F4 */
        assert_int_equal(table.progressive.reserve.cents, before.reserve.cents);
        assert_int_equal(table.progressive.carry, before.carry);
    }
}

static void the_dealer_gets_six_and_everybody_else_five(void **state)
{
    (void)state;
    struct four_card_settings settings = four_card_default_settings(&approved_four_card);
    settings.seats = POKER_SEATS_MAX;
    struct four_card table;
    four_card_init(&table, &settings);
    for (unsigned seat = 1; seat <= settings.seats; seat++) {
        act(&table, (struct poker_action){.act = POKER_SIT, .seat = seat, .player = seat});
        act(&table,
            (struct poker_action){.act = POKER_WAGER, .seat = seat, .wager = WAGER_ANTE, .amount = {1000}});
    }
    struct random_insecure source;
    random_insecure_init(&source, 3);
    struct random *random = &source.random;
    play_round(&table, random, false);
    for (unsigned seat = 0; seat <= settings.seats; seat++)
        assert_int_equal(table.round.seats[seat].hand.count, seat == POKER_DEALER ? 6 : 5);
    assert_int_equal(card_set_count(table.round.gone), 51);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_round_balances_and_the_meter_equals_its_log),
        cmocka_unit_test(a_void_round_leaves_the_meter_as_it_was_at_any_moment),
        cmocka_unit_test(the_dealer_gets_six_and_everybody_else_five),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
