#include "cards/random.h"
#include "cards/shoe.h"
#include "games/crazy4.h"
#include "games/crazy4_tables_test.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static struct money dollars(int64_t amount)
{
    return money_of_cents(100 * amount);
}

static struct crazy4_settings everything(void)
{
    struct crazy4_settings settings = crazy4_default_settings(&approved_crazy4);
    settings.progressive = CRAZY4_FIVE_CARD;
    settings.hand_bonus = true;
    settings.cover_all = true;
    return settings;
}

static void must(struct crazy4 *table, struct poker_action action)
{
    struct ruling ruling = crazy4_do(table, &action);
    if (!ruling.allowed)
        print_message("%s (%s)\n", ruling.words, ruling.clause);
    assert_true(ruling.allowed);
}

static void bet(struct crazy4 *table, unsigned seat, enum wager wager, int64_t amount)
{
    must(table,
         (struct poker_action){.act = POKER_WAGER, .seat = seat, .wager = wager, .amount = dollars(amount)});
}

static void sit_and_bet(struct crazy4 *table, unsigned seat)
{
    must(table, (struct poker_action){.act = POKER_SIT, .seat = seat, .player = 100 + seat});
    bet(table, seat, WAGER_ANTE, 10);
    bet(table, seat, WAGER_SUPER_BONUS, 10);
}

static void routine(struct crazy4 *table)
{
    struct poker_action action;
    while (table->round.state != POKER_OVER && table->round.state != POKER_VOID &&
           crazy4_routine(table, &action))
        must(table, action);
}

static void deal_from(struct crazy4 *table, struct shoe *shoe)
{
    while (table->round.state == POKER_LOCKED || table->round.state == POKER_DEALING) {
        struct poker_action action = {.act = POKER_DEAL_CARD};
        assert_int_equal(shoe_deal(shoe, &action.card, NULL), STATUS_OK);
        must(table, action);
    }
}

static void a_driver_is_told_who_acts_and_what_they_may_do(void **state)
{
    (void)state;
    struct crazy4_settings settings = everything();
    struct crazy4 table;
    crazy4_init(&table, &settings);
    sit_and_bet(&table, 2);
    sit_and_bet(&table, 5);
    bet(&table, 5, WAGER_PROGRESSIVE, 1);
    routine(&table);
    assert_int_equal(crazy4_players(&table), 2);
    assert_int_equal(crazy4_wager_limits(&table, WAGER_PROGRESSIVE).most.cents, 100);
    assert_int_equal(crazy4_wager_limits(&table, WAGER_PLAY).most.cents, 0);
    must(&table, (struct poker_action){.act = POKER_LOCK});
    routine(&table);
    assert_true(table.chips_agree);

    struct hand cards;
    static const struct hand_form form = {.cards_min = 15, .cards_max = 15, .decks = 1};
    assert_int_equal(
        hand_parse(text_of("As Kd Qc Ah Kc Jd 8c 9h 9s 5d 7s 7c 2h 2c 3d"), 0, &form, &cards, NULL),
        STATUS_OK);
    static const unsigned order[] = {2, 5, POKER_DEALER};
    for (unsigned i = 0; i < 15; i++) {
        assert_int_equal(crazy4_deal_to(&table), order[i % 3]);
        must(&table, (struct poker_action){.act = POKER_DEAL_CARD, .card = cards.cards[i]});
    }
    routine(&table);
    assert_int_equal(crazy4_turn(&table), 2);
    assert_int_equal(crazy4_play_limits(&table, 2).least.cents, 1000);
    assert_int_equal(crazy4_play_limits(&table, 2).most.cents, 3000); /* a pair of aces */
    must(&table, (struct poker_action){.act = POKER_PLAY, .seat = 2, .amount = dollars(30)});
    assert_int_equal(crazy4_turn(&table), 5);
    assert_int_equal(crazy4_play_limits(&table, 5).most.cents, 1000); /* a pair of kings */
    must(&table, (struct poker_action){.act = POKER_FOLD, .seat = 5});
    assert_int_equal(table.round.state, POKER_COLLECTED);
    assert_false(crazy4_dealer_qualifies(&table));
    routine(&table);
    assert_int_equal(table.round.state, POKER_OVER);
    assert_int_equal(settlement_seat_net(&table.round.settlement, 2).cents, 3000);
    assert_int_equal(settlement_seat_net(&table.round.settlement, 5).cents, -2100);
    must(&table, (struct poker_action){.act = POKER_NEXT_ROUND});
    assert_int_equal(table.round.number, 2);
    assert_int_equal(table.round.seats[5].player, 105);
}

/* --------------------------------------------------------------------------------- random rounds */

static const enum wager side_wagers[] = {WAGER_QUEENS_UP, WAGER_PROGRESSIVE, WAGER_HAND_BONUS_OWN,
                                         WAGER_HAND_BONUS_DEALER, WAGER_COVER_ALL};

static struct crazy4_settings any_settings(struct random *random)
{
    struct crazy4_settings settings = everything();
    settings.progressive = (enum crazy4_progressive)random_below(random, 4);
    settings.queens_up_table = random_below(random, 4);
    settings.hand_bonus = random_below(random, 4) != 0;
    settings.below_king_compares = random_below(random, 2);
    settings.losing_super_bonus_back = random_below(random, 2);
    settings.fold_keeps_queens_up = random_below(random, 2);
    settings.fold = (enum crazy4_bonus_on_fold)random_below(random, 3);
    settings.fold_loses_cover_all = random_below(random, 2);
    settings.cover_all_royal_has_ten = random_below(random, 2);
    settings.envy_needs_wager = random_below(random, 2);
    settings.leaver_keeps_wagers = random_below(random, 2);
    return settings;
}

static void play_any_round(struct crazy4 *table, struct shoe *shoe, struct random *random)
{
    for (unsigned seat = 1; seat <= 6; seat++) {
        if (seat > 1 && random_below(random, 3) == 0)
            continue;
        if (table->round.seats[seat].player == 0)
            must(table, (struct poker_action){.act = POKER_SIT, .seat = seat, .player = seat});
        bet(table, seat, WAGER_ANTE, 10);
        bet(table, seat, WAGER_SUPER_BONUS, 10);
        for (unsigned i = 0; i < 5; i++)
            if (random_below(random, 2) && crazy4_wager_limits(table, side_wagers[i]).most.cents > 0)
                bet(table, seat, side_wagers[i], 1);
    }
    routine(table);
    must(table, (struct poker_action){.act = POKER_LOCK});
    routine(table);
    shoe_gather(shoe);
    assert_int_equal(shoe_shuffle(shoe, random, NULL), STATUS_OK);
    deal_from(table, shoe);
    routine(table);
    for (unsigned seat; (seat = crazy4_turn(table)) != 0;) {
        struct poker_action action = {.seat = seat, .amount = crazy4_play_limits(table, seat).most};
        static const enum poker_act acts[] = {POKER_PLAY, POKER_PLAY, POKER_FOLD, POKER_LEAVE};
        action.act = acts[random_below(random, 4)];
        must(table, action);
    }
}

static void every_stake_of_a_thousand_rounds_is_accounted_for(void **state)
{
    (void)state;
    struct random_insecure random;
    struct shoe shoe;
    struct crazy4 table;
    random_insecure_init(&random, 4);
    for (unsigned i = 0; i < 1000; i++) {
        if (i % 10 == 0) {
            struct crazy4_settings settings = any_settings(&random.random);
            crazy4_init(&table, &settings);
            shoe_init(&shoe, 1, 0);
        }
        struct money meters = money_of_cents(table.progressive.value.cents + table.hand_bonus.value.cents);
        play_any_round(&table, &shoe, &random.random);
        int64_t staked = 0;
        for (unsigned seat = 1; seat <= 6; seat++)
            for (unsigned wager = 0; wager < WAGER_COUNT; wager++)
                staked += table.round.seats[seat].wagers[wager].cents;
        bool ends_void = random_below(&random.random, 5) == 0;
        if (ends_void) { /* C4: as if it had not been. */
            must(&table, (struct poker_action){.act = POKER_WRONG_COUNT, .count = 6});
            assert_int_equal(table.round.state, POKER_VOID);
            assert_int_equal(settlement_totals(&table.round.settlement).players_net.cents, 0);
            assert_int_equal(table.progressive.value.cents + table.hand_bonus.value.cents, meters.cents);
        } else {
            routine(&table);
            assert_int_equal(table.round.state, POKER_OVER);
        }
        settlement_check(&table.round.settlement, money_of_cents(staked)); /* C3 */
        must(&table, (struct poker_action){.act = POKER_NEXT_ROUND});
    }
}

/* Anything at all. */
static struct poker_action any_action(struct random *random)
{
    struct poker_action action = {.act = (enum poker_act)random_below(random, POKER_ACT_COUNT),
                                  .seat = random_below(random, 8),
                                  .player = random_below(random, 8),
                                  .deck = random_below(random, 3),
                                  .count = random_below(random, 60),
                                  .wager = (enum wager)random_below(random, WAGER_COUNT),
                                  .amount = dollars((int64_t)random_below(random, 5) * 5),
                                  .card = card_of_number(random_below(random, 54)),
                                  .by_device = random_below(random, 2),
                                  .exposed = random_below(random, 2),
                                  .magic_drawn = random_below(random, 2),
                                  .lucky_drawn = random_below(random, 2),
                                  .dealing = (enum poker_dealing)random_below(random, 3),
                                  .shuffling = (enum poker_shuffling)random_below(random, 3)};
    for (unsigned card = 0; card < POKER_HAND_CARDS; card++)
        action.cards[card] = card_of_number(random_below(random, 52));
    for (unsigned seat = 0; seat <= POKER_SEATS_MAX; seat++)
        action.counts[seat] = 4 + random_below(random, 3);
    return action;
}

/* What brings the table on from where it stands, so that every state comes up. */
static struct poker_action useful_action(const struct crazy4 *table, struct random *random)
{
    struct poker_action action = any_action(random), next;
    unsigned seat = 1 + random_below(random, 3);
    if (crazy4_routine(table, &next))
        return next;
    if (table->round.state == POKER_LOCKED || table->round.state == POKER_DEALING)
        action.act = table->settings.dealing == POKER_AUTOMATED_SHOE ? POKER_DEAL_STACK : POKER_DEAL_CARD;
    if (table->round.state == POKER_DECIDING)
        return (struct poker_action){.act = POKER_PLAY, .seat = crazy4_turn(table), .amount = dollars(10)};
    if (table->round.state == POKER_BETTING) {
        action = (struct poker_action){.act = POKER_SIT, .seat = seat, .player = seat};
        if (table->round.seats[seat].player != 0)
            action = (struct poker_action){.act = POKER_WAGER,
                                           .seat = seat,
                                           .wager = random_below(random, 2) ? WAGER_ANTE : WAGER_SUPER_BONUS,
                                           .amount = dollars(10)};
        if (random_below(random, 4) == 0)
            action = (struct poker_action){.act = POKER_LOCK};
    }
    return action;
}

/* C1, with whatever an action may hold in every state. */
static void what_is_refused_changes_nothing(void **state)
{
    (void)state;
    static struct crazy4 table, before;
    struct random_insecure source;
    unsigned refused = 0, done = 0, states = 0;
    random_insecure_init(&source, 5);
    for (unsigned i = 0; i < 20000; i++) {
        if (i % 1000 == 0) {
            struct crazy4_settings settings = any_settings(&source.random);
            settings.shuffling = (enum poker_shuffling)random_below(&source.random, 3);
            settings.decks = settings.shuffling == POKER_SHUFFLE_BY_HAND ? 1 : 2;
            crazy4_init(&table, &settings);
        }
        struct poker_action action = random_below(&source.random, 4) ? useful_action(&table, &source.random)
                                                                     : any_action(&source.random);
        memcpy(&before, &table, sizeof table);
        struct ruling may = crazy4_may(&table, &action);
        assert_memory_equal(&before, &table, sizeof table);
        struct ruling did = crazy4_do(&table, &action);
        assert_int_equal(may.allowed, did.allowed);
        if (!did.allowed) {
            assert_memory_equal(&before, &table, sizeof table);
            assert_true(strlen(did.words) > 0);
            assert_true(strchr(did.clause, '#') || strcmp(did.words, "this is no act of the game") == 0);
        }
        states |= 1U << table.round.state;
        *(did.allowed ? &done : &refused) += 1;
    }
    assert_int_equal(states, (1U << POKER_STATE_COUNT) - 1);
    assert_true(refused > 3000);
    assert_true(done > 3000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_driver_is_told_who_acts_and_what_they_may_do),
        cmocka_unit_test(every_stake_of_a_thousand_rounds_is_accounted_for),
        cmocka_unit_test(what_is_refused_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
