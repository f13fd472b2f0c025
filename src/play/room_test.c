/*
 * Tables that anybody can play at: rounds to the cent in the form in which they are sent, refusals, hints, what is hidden, the
 * past, the trainer, and how many tables there are for how long.
 */
#include "games/crazy4_tables_test.h"
#include "games/four_card_tables_test.h"
#include "play/json.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ------------------------------------------------------------------------------------------ the room */

static int start_counting(void)
{
    return 0;
}

/* Different for every call, so that names differ. */
static void count_bytes(void *bytes, size_t size)
{
    static uint64_t calls;
    memset(bytes, 0, size);
    calls++;
    memcpy(bytes, &calls, sizeof calls);
}

static int start_failing(void)
{
    return -1;
}

static const struct random_system counting = {start_counting, count_bytes},
                                  failing = {start_failing, count_bytes};

static struct play_room *room; /* of all tests that need no other */

static struct play_room *open_room(const struct random_system *system)
{
    struct play_room *opened;
    struct fault fault;
    assert_int_equal(
        play_room_open((struct play_rules){&approved_crazy4, &approved_four_card}, system, &opened, &fault),
        STATUS_OK);
    return opened;
}

static int begin(void **state)
{
    (void)state;
    room = open_room(&counting);
    return 0;
}

static int end(void **state)
{
    (void)state;
    play_room_close(room);
    return 0;
}

/* A person, then so many computer players, best and simple in turn. */
static struct play_wish wish_of(const struct play_game *game, uint64_t seed, unsigned computers)
{
    struct play_wish wish = {.game = game,
                             .seat_count = 1 + computers,
                             .seats = {{PLAY_PERSON, "you"}},
                             .stack = {50000},
                             .seeded = true,
                             .seed = seed};
    for (unsigned i = 1; i <= computers; i++)
        wish.seats[i] = (struct play_guest){i % 2 == 1 ? PLAY_BEST : PLAY_SIMPLE, "computer"};
    return wish;
}

static struct room_table *seat(struct play_room *in, const struct play_wish *wish, uint64_t now_ms)
{
    struct room_table *table = NULL;
    struct ruling ruling;
    struct fault fault;
    if (play_room_seat(in, wish, now_ms, &table, &ruling, &fault) != STATUS_OK)
        fail_msg("%s", fault.words);
    assert_true(ruling.allowed);
    assert_non_null(table);
    return table;
}

/* ------------------------------------------------------------------------------------------ acts */

static struct ruling act(struct room_table *table, struct room_act asked, enum room_outcome outcome)
{
    struct ruling ruling = ruling_yes();
    asked.after = table->version;
    enum room_outcome came = room_table_act(table, &asked, &ruling);
    if (came != outcome)
        fail_msg("%s: %s", room_act_name(asked.kind), ruling.words);
    return ruling;
}

static void must(struct room_table *table, struct room_act asked)
{
    (void)act(table, asked, ROOM_DONE);
}

static void bet(struct room_table *table, enum wager wager, int64_t cents)
{
    must(table, (struct room_act){.kind = ROOM_WAGER, .seat = 1, .wager = wager, .amount = {cents}});
}

static int64_t number(const json_t *object, const char *key)
{
    assert_true(json_is_integer(json_object_get(object, key)));
    return json_integer_value(json_object_get(object, key));
}

static const char *word(const json_t *object, const char *key)
{
    assert_true(json_is_string(json_object_get(object, key)));
    return json_string_value(json_object_get(object, key));
}

/* O3: all that there is was bought or won. */
static void assert_stacks_add_up(const struct room_table *table)
{
    json_t *view = room_table_view(table);
    const json_t *of;
    size_t i;
    json_array_foreach(json_object_get(view, "seats"), i, of)
    {
        const json_t *staked;
        const char *key;
        int64_t lies = 0;
        json_object_foreach((json_t *)json_object_get(of, "wagers"), key, staked) lies +=
            table->booked ? 0 : json_integer_value(staked);
        assert_int_equal(number(of, "stack") + lies, number(of, "bought") + number(of, "total"));
        assert_true(number(of, "stack") >= 0);
    }
    json_decref(view);
}

/* ------------------------------------------------------------------------------------------ rounds */

struct expected_line {
    int seat;
    const char *wager;
    int64_t stake, handed;
    const char *clause; /* behind the hash */
};

static void assert_settlement(const json_t *view, const char *document, const struct expected_line *lines,
                              size_t count)
{
    const json_t *settlement = json_object_get(view, "settlement");
    assert_int_equal(json_array_size(settlement), count);
    for (size_t i = 0; i < count; i++) {
        const json_t *line = json_array_get(settlement, i);
        char clause[64];
        (void)snprintf(clause, sizeof clause, "%s#%s", document, lines[i].clause);
        assert_int_equal(number(line, "seat"), lines[i].seat);
        assert_string_equal(word(line, "wager"), lines[i].wager);
        assert_int_equal(number(line, "stake"), lines[i].stake);
        assert_int_equal(number(line, "handed"), lines[i].handed);
        assert_int_equal(number(line, "net"), lines[i].handed - lines[i].stake);
        assert_string_equal(word(line, "clause"), clause);
    }
}

/* Ah 6c Qc Ad As against T-9-6-3: the dealer does not qualify. */
static void a_round_of_crazy_4_poker_is_settled_to_the_cent(void **state)
{
    (void)state;
    static const struct expected_line lines[] = {
        {3, "ante", 500, 0, "143"},          {3, "super-bonus", 500, 0, "143"},
        {3, "queens-up", 100, 0, "146"},     {3, "progressive", 100, 0, "147"},
        {2, "ante", 500, 500, "158"},        {2, "play", 500, 1000, "159"},
        {2, "super-bonus", 500, 500, "161"}, {1, "ante", 1000, 1000, "158"},
        {1, "play", 3000, 6000, "159"},      {1, "super-bonus", 1000, 3000, "160"},
        {1, "queens-up", 500, 5000, "174"},  {1, "progressive", 100, 900, "206"},
        {1, "cover-all", 100, 700, "241"},
    };
    const struct play_wish wish = wish_of(&play_game_crazy4, 7, 2);
    struct room_table *table = seat(room, &wish, 0);
    bet(table, WAGER_ANTE, 1000);
    bet(table, WAGER_QUEENS_UP, 500);
    bet(table, WAGER_PROGRESSIVE, 100);
    bet(table, WAGER_COVER_ALL, 100);
    must(table, (struct room_act){.kind = ROOM_DEAL});
    must(table, (struct room_act){.kind = ROOM_PLAY, .seat = 1, .antes = 3, .amount = {-1}});
    json_t *view = room_table_view(table);
    assert_string_equal(word(view, "stage"), "settled");
    assert_settlement(view, "massachusetts/crazy-4-poker", lines, sizeof lines / sizeof lines[0]);
    json_decref(view);
    assert_stacks_add_up(table);
    play_room_remove(room, table);
}

/* The same cards, and a sixth for the dealer, 3d: a pair of threes. The player folds, and the side bets live. */
static void a_round_of_four_card_poker_is_settled_to_the_cent(void **state)
{
    (void)state;
    static const struct expected_line lines[] = {
        {1, "ante", 1000, 0, "26"},       {3, "ante", 500, 0, "26"},          {3, "aces-up", 100, 0, "47"},
        {3, "progressive", 100, 0, "58"}, {2, "play", 500, 1000, "43"},       {2, "ante", 500, 1000, "43"},
        {1, "aces-up", 500, 5000, "27"},  {1, "progressive", 100, 900, "67"},
    };
    const struct play_wish wish = wish_of(&play_game_four_card, 7, 2);
    struct room_table *table = seat(room, &wish, 0);
    bet(table, WAGER_ANTE, 1000);
    bet(table, WAGER_ACES_UP, 500);
    bet(table, WAGER_PROGRESSIVE, 100);
    must(table, (struct room_act){.kind = ROOM_DEAL});
    must(table, (struct room_act){.kind = ROOM_FOLD, .seat = 1});
    json_t *view = room_table_view(table);
    assert_settlement(view, "south-dakota/four-card-poker", lines, sizeof lines / sizeof lines[0]);
    assert_int_equal(number(json_array_get(json_object_get(view, "seats"), 0), "stack"),
                     50000 - 1000 + 4500 + 800);
    json_decref(view);
    assert_stacks_add_up(table);
    play_room_remove(room, table);
}

/* ------------------------------------------------------------------------------------------ refusals */

static void what_the_rules_refuse_names_the_clause_and_changes_nothing(void **state)
{
    (void)state;
    const struct play_wish wish = wish_of(&play_game_crazy4, 1, 1);
    struct room_table *table = seat(room, &wish, 0);
    struct ruling ruling = act(
        table, (struct room_act){.kind = ROOM_WAGER, .seat = 1, .wager = WAGER_QUEENS_UP, .amount = {500}},
        ROOM_REFUSED);
    assert_string_equal(ruling.clause, "massachusetts/crazy-4-poker#84");
    assert_int_equal(table->version, 1);
    bet(table, WAGER_ANTE, 500);
    bet(table, WAGER_QUEENS_UP, 500);
    ruling =
        act(table, (struct room_act){.kind = ROOM_WAGER, .seat = 1, .wager = WAGER_ANTE, .amount = {100000}},
            ROOM_REFUSED);
    assert_string_equal(ruling.clause, ""); /* the stack, not a rule */
    const struct poker_seat *view = play_table_seat(&table->table, 1);
    assert_int_equal(view->wagers[WAGER_ANTE].cents, 500);
    assert_int_equal(view->wagers[WAGER_QUEENS_UP].cents, 500);
    assert_int_equal(table->version, 3);
    must(table, (struct room_act){.kind = ROOM_DEAL});
    ruling = act(table, (struct room_act){.kind = ROOM_CLEAR, .seat = 1}, ROOM_REFUSED);
    assert_string_equal(ruling.clause, "massachusetts/crazy-4-poker#80");
    (void)act(table, (struct room_act){.kind = ROOM_NEXT}, ROOM_REFUSED);
    (void)act(table, (struct room_act){.kind = ROOM_FOLD, .seat = 2}, ROOM_REFUSED);
    (void)act(table, (struct room_act){.kind = ROOM_BUY_IN, .seat = 1, .amount = {500}}, ROOM_REFUSED);
    (void)act(table, (struct room_act){.kind = ROOM_ANSWER, .task = 1}, ROOM_REFUSED);
    assert_int_equal(table->version, 4);
    play_room_remove(room, table);
}

static void an_act_after_another_version_is_stale_and_changes_nothing(void **state)
{
    (void)state;
    const struct play_wish wish = wish_of(&play_game_four_card, 1, 0);
    struct room_table *table = seat(room, &wish, 0);
    struct ruling ruling;
    struct room_act asked = {.kind = ROOM_WAGER, .after = 1, .seat = 1, .wager = WAGER_ANTE, .amount = {500}};
    assert_int_equal(room_table_act(table, &asked, &ruling), ROOM_DONE);
    assert_int_equal(room_table_act(table, &asked, &ruling), ROOM_STALE);
    asked.after = 3;
    assert_int_equal(room_table_act(table, &asked, &ruling), ROOM_STALE);
    assert_int_equal(table->version, 2);
    play_room_remove(room, table);
}

static void withdrawing_the_ante_withdraws_what_stands_on_it(void **state)
{
    (void)state;
    const struct play_game *const games[] = {&play_game_crazy4, &play_game_four_card};
    const enum wager side[] = {WAGER_QUEENS_UP, WAGER_ACES_UP};
    for (unsigned i = 0; i < 2; i++) {
        const struct play_wish wish = wish_of(games[i], 1, 0);
        struct room_table *table = seat(room, &wish, 0);
        bet(table, WAGER_ANTE, 500);
        bet(table, side[i], 100);
        bet(table, WAGER_ANTE, 0);
        const struct poker_seat *view = play_table_seat(&table->table, 1);
        assert_int_equal(wagers_total(view->wagers).cents, i == 0 ? 0 : 100);
        assert_stacks_add_up(table);
        play_room_remove(room, table);
    }
}

static void a_wish_that_the_game_does_not_know_is_a_fault(void **state)
{
    (void)state;
    struct play_wish wish = wish_of(&play_game_four_card, 1, 0);
    struct room_table *table;
    struct ruling ruling;
    struct fault fault;
    wish.table_count = 1;
    wish.tables[0] = text_of("queens-up/A");
    assert_int_equal(play_room_seat(room, &wish, 0, &table, &ruling, &fault), STATUS_INVALID);
    wish.tables[0] = text_of("aces-up/FCP-03");
    wish.without_count = 1;
    wish.without[0] = text_of("aces-up");
    assert_int_equal(play_room_seat(room, &wish, 0, &table, &ruling, &fault), STATUS_INVALID);
    wish.without[0] = text_of("progressive");
    table = seat(room, &wish, 0);
    json_t *view = room_table_view(table);
    assert_null(json_object_get(json_object_get(view, "limits"), "progressive"));
    json_decref(view);
    play_room_remove(room, table);
    struct play_room *dark = open_room(&failing);
    assert_int_equal(play_room_seat(dark, &wish, 0, &table, &ruling, &fault), STATUS_IO);
    assert_null(table);
    play_room_close(dark);
}

/* ------------------------------------------------------------------------------------------ hints */

static void assert_worth(const json_t *worth, wide numerator, uwide denominator)
{
    struct fraction expected = fraction_of(numerator, denominator);
    char words[64];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    wide_write(&out, expected.numerator);
    assert_string_equal(word(worth, "numerator"), words);
    text_out_init(&out, words, sizeof words);
    uwide_write(&out, expected.denominator);
    assert_string_equal(word(worth, "denominator"), words);
}

static struct room_table *deal_one(const struct play_game *game, uint64_t seed)
{
    const struct play_wish wish = wish_of(game, seed, 0);
    struct room_table *table = seat(room, &wish, 0);
    bet(table, WAGER_ANTE, 1000);
    must(table, (struct room_act){.kind = ROOM_DEAL});
    return table;
}

static const json_t *value_of(const json_t *hint, size_t choice)
{
    return json_object_get(json_array_get(json_object_get(hint, "choices"), choice), "value");
}

static void hints_are_those_of_the_odds(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        struct room_table *table = deal_one(&play_game_crazy4, seed);
        struct crazy4_advice counted =
            crazy4_advise(&play_room_counts(room)->crazy4, play_table_seat(&table->table, 1)->hand.cards);
        json_t *hint = room_hint_view(table);
        assert_worth(value_of(hint, 0), -2, 1);
        assert_worth(value_of(hint, 1), counted.play_halves, 2 * (uwide)CRAZY4_DEALER_HANDS);
        assert_int_equal(json_array_size(json_object_get(hint, "choices")), counted.may_raise ? 4 : 2);
        json_decref(hint);
        play_room_remove(room, table);

        table = deal_one(&play_game_four_card, seed);
        const struct four_card *game = &table->table.state.four_card;
        wide beaten =
            four_card_beaten_plain(game->round.seats[1].hand.cards, game->round.seats[0].hand.cards[5]);
        const struct pay_row *bonus =
            paytable_row(&approved_four_card.ante_bonus, four_value_score(poker_four(&game->round, 1)));
        hint = room_hint_view(table);
        for (unsigned antes = 1; antes <= 3; antes++)
            assert_worth(value_of(hint, antes),
                         (1 + (wide)antes) * (2 * beaten - FOUR_CARD_DEALER_HANDS) +
                             (bonus ? (wide)bonus->pay.amount * FOUR_CARD_DEALER_HANDS : 0),
                         FOUR_CARD_DEALER_HANDS);
        json_decref(hint);
        play_room_remove(room, table);
    }
}

/* Three aces, which nobody folds. */
static void a_decision_costs_what_the_hint_said(void **state)
{
    (void)state;
    struct room_table *table = deal_one(&play_game_crazy4, 7);
    json_t *hint = room_hint_view(table);
    const json_t *fold = json_array_get(json_object_get(hint, "choices"), 0);
    must(table, (struct room_act){.kind = ROOM_FOLD, .seat = 1});
    json_t *view = room_table_view(table);
    const json_t *decision = json_array_get(json_object_get(view, "decisions"), 0);
    assert_true(json_equal(json_object_get(decision, "cost"), json_object_get(fold, "cost")));
    assert_string_equal(word(decision, "best"), "play 3x");
    assert_true(table->decisions[0].cost.numerator > 0);
    json_decref(hint);
    json_decref(view);
    must(table, (struct room_act){.kind = ROOM_NEXT});
    must(table, (struct room_act){.kind = ROOM_REBET, .seat = 1});
    must(table, (struct room_act){.kind = ROOM_DEAL});
    unsigned best = play_table_best(&table->table, 1);
    must(table, (struct room_act){.kind = best > 0 ? ROOM_PLAY : ROOM_FOLD, .seat = 1, .antes = best});
    assert_true(table->decisions[0].cost.numerator == 0);
    play_room_remove(room, table);
}

/* 1.5 Antes are worth the mean of one and two. */
static void an_amount_between_two_choices_costs_what_lies_between(void **state)
{
    (void)state;
    struct room_table *table = deal_one(&play_game_four_card, 7);
    struct play_advice advice = play_table_advise(&table->table, 1);
    must(table, (struct room_act){.kind = ROOM_PLAY, .seat = 1, .amount = {1500}});
    struct fraction mean =
        fraction_multiply(fraction_add(advice.choices[1].worth, advice.choices[2].worth), fraction_of(1, 2));
    struct fraction lost = fraction_subtract(advice.choices[3].worth, mean);
    assert_true(table->decisions[0].cost.numerator == lost.numerator);
    assert_true(table->decisions[0].cost.denominator == lost.denominator);
    play_room_remove(room, table);
}

/* ------------------------------------------------------------------------------------------ what is hidden */

static unsigned cards_named(const json_t *steps)
{
    const json_t *step;
    size_t i;
    unsigned named = 0;
    json_array_foreach(steps, i, step)
    {
        if (strcmp(word(step, "step"), "card") != 0)
            continue;
        named += json_object_get(step, "card") != NULL;
        assert_true(json_is_boolean(json_object_get(step, "face-down")));
    }
    return named;
}

static void cards_that_lie_face_down_are_not_sent(void **state)
{
    (void)state;
    const struct play_game *const games[] = {&play_game_crazy4, &play_game_four_card};
    for (unsigned i = 0; i < 2; i++) {
        const struct play_wish wish = wish_of(games[i], 7, 2);
        struct room_table *table = seat(room, &wish, 0);
        bet(table, WAGER_ANTE, 500);
        must(table, (struct room_act){.kind = ROOM_DEAL});
        json_t *view = room_table_view(table);
        const json_t *dealer = json_object_get(view, "dealer"),
                     *other = json_array_get(json_object_get(view, "seats"), 1);
        assert_int_equal(json_array_size(json_object_get(dealer, "cards")), i);
        assert_int_equal(number(dealer, "hidden"), 5);
        assert_int_equal(json_array_size(json_object_get(other, "cards")), 0);
        assert_int_equal(number(other, "hidden"), 5);
        assert_string_equal(word(other, "says"), "");
        assert_int_equal(cards_named(json_object_get(view, "steps")), 5 + i);
        json_decref(view);
        must(table, (struct room_act){.kind = ROOM_FOLD, .seat = 1});
        const struct room_round *kept = room_find_round(table, 1);
        assert_non_null(kept);
        json_t *round = json_loads(kept->bytes, 0, NULL);
        assert_int_equal(cards_named(json_object_get(round, "steps")), 20 + i);
        assert_int_equal(json_array_size(json_object_get(json_object_get(round, "dealer"), "cards")), 5 + i);
        json_decref(round);
        assert_null(room_find_round(table, 2));
        play_room_remove(room, table);
    }
}

/* ------------------------------------------------------------------------------------------ many rounds */

/* Whatever is asked, in any order: nothing breaks, and the money adds up. */
static void a_table_takes_whatever_is_asked(void **state)
{
    (void)state;
    enum { ACTS = 1500 };
    struct random_insecure random;
    for (unsigned i = 0; play_games[i]; i++) {
        struct play_wish wish = wish_of(play_games[i], 11, 2);
        wish.seats[3] = (struct play_guest){PLAY_PERSON, "another"};
        wish.seats[1].who = PLAY_SIMPLE; /* who is quicker than best play of Four-Card Poker */
        wish.seat_count = 4;
        struct room_table *table = seat(room, &wish, 0);
        random_insecure_init(&random, 20261116 + i);
        for (unsigned n = 0; n < ACTS; n++) {
            struct ruling ruling;
            const struct room_act asked = {
                .kind = (enum room_act_kind)random_below(&random.random, ROOM_ACTS),
                .after = table->version,
                .seat = 1 + 3 * random_below(&random.random, 2),
                .antes = random_below(&random.random, 4),
                .wager = random_below(&random.random, 2) == 0
                             ? WAGER_ANTE
                             : (enum wager)random_below(&random.random, WAGER_COUNT),
                .amount = {100 * (int64_t)random_below(&random.random, 30) - 100}};
            (void)room_table_act(table, &asked, &ruling);
            assert_stacks_add_up(table);
        }
        assert_true(play_table_round(&table->table)->number > 5);
        assert_true(table->round_bytes <= ROUNDS_BYTES_MAX);
        play_room_remove(room, table);
    }
}

static void the_past_is_bounded_and_the_newest_round_comes_first(void **state)
{
    (void)state;
    enum { ROUNDS = 130 };
    struct play_wish wish = wish_of(&play_game_crazy4, 3, 0);
    wish.stack.cents = STACK_CENTS_MAX;
    struct room_table *table = seat(room, &wish, 0);
    for (unsigned i = 0; i < ROUNDS; i++) {
        bet(table, WAGER_ANTE, 500);
        must(table, (struct room_act){.kind = ROOM_DEAL});
        must(table, (struct room_act){.kind = ROOM_FOLD, .seat = 1});
        must(table, (struct room_act){.kind = ROOM_NEXT});
    }
    assert_true(table->round_count <= PLAY_ROUNDS_MAX && table->round_bytes <= ROUNDS_BYTES_MAX);
    assert_null(room_find_round(table, 1));
    json_t *rounds = room_rounds_view(table);
    assert_int_equal(number(json_array_get(json_object_get(rounds, "rounds"), 0), "round"), ROUNDS);
    json_decref(rounds);
    play_room_remove(room, table);
}

/* ------------------------------------------------------------------------------------------ the trainer */

static struct room_table *seat_trainee(const struct play_game *game, uint64_t seed)
{
    struct play_wish wish = wish_of(game, seed, 2);
    wish.trains = true;
    wish.seats[0].who = PLAY_SIMPLE;
    return seat(room, &wish, 0);
}

/* Answers what is asked, rightly or not; and looks that nothing was shown before. */
static void answer(struct room_table *table, bool rightly)
{
    const struct train_task *task = trainer_task(&table->trainer);
    assert_non_null(task);
    unsigned wrong = task->right == 0 ? 1 : 0;
    struct room_act asked = {
        .kind = ROOM_ANSWER, .task = task->number, .amount = {task->amount.cents + (rightly ? 0 : 7)}};
    if (task->choice_count > 0)
        asked.key = text_of(task->choices[rightly ? task->right : wrong].key);
    json_t *view = room_table_view(table);
    const json_t *line;
    size_t i;
    json_array_foreach(json_object_get(view, "settlement"), i, line)
        assert_false(task->of_wager && number(line, "seat") == task->seat &&
                     strcmp(word(line, "wager"), wager_id(task->wager)) == 0);
    json_decref(view);
    must(table, asked);
}

static void whoever_answers_all_rightly_has_a_hundred_percent(void **state)
{
    (void)state;
    for (unsigned i = 0; play_games[i]; i++)
        for (uint64_t seed = 1; seed <= 12; seed++) {
            struct room_table *table = seat_trainee(play_games[i], seed);
            unsigned asked = 0;
            for (; !table->booked; asked++)
                answer(table, true);
            json_t *view = room_table_view(table);
            const json_t *score = json_object_get(view, "score");
            assert_int_equal(number(score, "percent"), 100);
            assert_int_equal(number(score, "asked"), asked);
            assert_int_equal(number(score, "best-streak"), asked);
            assert_int_equal(json_array_size(json_object_get(score, "mistakes")), 0);
            assert_int_equal(json_array_size(json_object_get(view, "settlement")),
                             play_table_settlement(&table->table)->count);
            assert_null(json_object_get(view, "task"));
            json_decref(view);
            assert_true(asked >= 15);
            assert_stacks_add_up(table);
            must(table, (struct room_act){.kind = ROOM_NEXT});
            assert_non_null(trainer_task(&table->trainer));
            play_room_remove(room, table);
        }
}

static void a_wrong_answer_is_told_what_is_right_and_by_which_clause(void **state)
{
    (void)state;
    for (unsigned i = 0; play_games[i]; i++) {
        struct room_table *table = seat_trainee(play_games[i], 5);
        answer(table, false);
        const struct train_judged judged = table->trainer.judged;
        assert_false(judged.right);
        assert_string_equal(judged.answer, "shuffle the cards");
        assert_true(judged.words[0] != '\0' && strchr(judged.clause, '#'));
        unsigned asked = 1;
        for (; !table->booked; asked++)
            answer(table, true);
        json_t *view = room_table_view(table);
        const json_t *score = json_object_get(view, "score");
        assert_int_equal(number(score, "wrong"), 1);
        assert_int_equal(number(score, "percent"), 100 * (asked - 1) / asked);
        assert_int_equal(number(score, "best-streak"), asked - 1);
        const json_t *mistake = json_array_get(json_object_get(score, "mistakes"), 0);
        assert_string_equal(word(mistake, "clause"), judged.clause);
        json_decref(view);
        play_room_remove(room, table);
    }
}

static void every_answer_wrong_is_no_percent_and_the_round_goes_on(void **state)
{
    (void)state;
    for (unsigned i = 0; play_games[i]; i++) {
        struct room_table *table = seat_trainee(play_games[i], 9);
        while (!table->booked)
            answer(table, false);
        assert_int_equal(table->trainer.score.right, 0);
        assert_int_equal(table->trainer.score.mistake_count, TRAIN_MISTAKES_MAX);
        assert_stacks_add_up(table);
        play_room_remove(room, table);
    }
}

static void an_answer_that_was_not_offered_is_refused(void **state)
{
    (void)state;
    struct room_table *table = seat_trainee(&play_game_crazy4, 1);
    (void)act(table, (struct room_act){.kind = ROOM_ANSWER, .task = 1, .key = text_of("sing")}, ROOM_REFUSED);
    (void)act(table, (struct room_act){.kind = ROOM_ANSWER, .task = 2, .key = text_of("shuffle")},
              ROOM_REFUSED);
    (void)act(table, (struct room_act){.kind = ROOM_DEAL}, ROOM_REFUSED);
    assert_int_equal(table->trainer.score.asked, 0);
    must(table, (struct room_act){.kind = ROOM_ANSWER, .task = 1, .key = text_of("shuffle")});
    assert_int_equal(table->trainer.score.right, 1);
    play_room_remove(room, table);
}

/* ------------------------------------------------------------------------------------------ how many, how long */

static void a_room_has_so_many_tables_and_no_more(void **state)
{
    (void)state;
    struct play_room *small = open_room(&counting);
    const struct play_wish wish = wish_of(&play_game_four_card, 1, 0);
    struct room_table *table = NULL, *refused;
    struct ruling ruling;
    struct fault fault;
    for (unsigned i = 0; i < PLAY_ROOM_TABLES_MAX; i++)
        table = seat(small, &wish, 1000);
    assert_int_equal(play_room_seat(small, &wish, 1000, &refused, &ruling, &fault), STATUS_NO_SPACE);
    assert_null(refused);
    play_room_remove(small, table);
    (void)seat(small, &wish, 1000);
    assert_int_equal(play_room_seat(small, &wish, 1000 + PLAY_ROOM_IDLE_MS - 1, &refused, &ruling, &fault),
                     STATUS_NO_SPACE);
    (void)seat(small, &wish, 1000 + PLAY_ROOM_IDLE_MS);
    assert_int_equal(play_room_tables(small), 1);
    play_room_close(small);
}

static void one_owner_has_some_of_the_tables(void **state)
{
    (void)state;
    struct play_room *small = open_room(&counting);
    struct play_wish wish = wish_of(&play_game_four_card, 1, 0);
    struct room_table *table = NULL, *refused;
    struct ruling ruling;
    struct fault fault;
    wish.owner = 7;
    for (unsigned i = 0; i < PLAY_ROOM_TABLES_EACH; i++)
        table = seat(small, &wish, 1000);
    assert_int_equal(play_room_seat(small, &wish, 1000, &refused, &ruling, &fault), STATUS_NO_SPACE);
    assert_non_null(strstr(fault.words, "16 tables"));
    wish.owner = 8;
    (void)seat(small, &wish, 1000);
    wish.owner = 7;
    play_room_remove(small, table);
    (void)seat(small, &wish, 1000);
    assert_int_equal(play_room_tables(small), PLAY_ROOM_TABLES_EACH + 1);
    play_room_close(small);
}

static void a_table_at_which_nothing_happens_is_closed(void **state)
{
    (void)state;
    const struct play_wish wish = wish_of(&play_game_four_card, 1, 0);
    struct room_table *table = seat(room, &wish, 5000);
    char id[PLAY_ID_SIZE];
    memcpy(id, table->id, sizeof id);
    assert_int_equal(strlen(id), PLAY_ID_SIZE - 1);
    assert_ptr_equal(play_room_find(room, text_of(id), 5000 + PLAY_ROOM_IDLE_MS - 1), table);
    assert_ptr_equal(play_room_find(room, text_of(id), 5000 + 2 * (uint64_t)PLAY_ROOM_IDLE_MS - 2), table);
    assert_null(play_room_find(room, text_of("00"), 5000 + 2 * (uint64_t)PLAY_ROOM_IDLE_MS - 2));
    assert_null(play_room_find(room, text_of(id), 5000 + 3 * (uint64_t)PLAY_ROOM_IDLE_MS - 2));
    assert_int_equal(play_room_tables(room), 0);
}

static void the_games_are_described(void **state)
{
    (void)state;
    json_t *view = play_games_view(room);
    const json_t *games = json_object_get(view, "games"), *game;
    size_t i;
    assert_int_equal(json_array_size(games), 2);
    json_array_foreach(games, i, game)
    {
        assert_true(json_array_size(json_object_get(game, "wagers")) >= 3);
        assert_true(json_array_size(json_object_get(game, "paytables")) >= 3);
        assert_int_equal(json_array_size(json_object_get(game, "choices")), 2);
        assert_true(json_array_size(json_object_get(game, "without")) >= 1);
    }
    json_decref(view);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_round_of_crazy_4_poker_is_settled_to_the_cent),
        cmocka_unit_test(a_round_of_four_card_poker_is_settled_to_the_cent),
        cmocka_unit_test(what_the_rules_refuse_names_the_clause_and_changes_nothing),
        cmocka_unit_test(an_act_after_another_version_is_stale_and_changes_nothing),
        cmocka_unit_test(withdrawing_the_ante_withdraws_what_stands_on_it),
        cmocka_unit_test(a_wish_that_the_game_does_not_know_is_a_fault),
        cmocka_unit_test(hints_are_those_of_the_odds),
        cmocka_unit_test(a_decision_costs_what_the_hint_said),
        cmocka_unit_test(an_amount_between_two_choices_costs_what_lies_between),
        cmocka_unit_test(cards_that_lie_face_down_are_not_sent),
        cmocka_unit_test(a_table_takes_whatever_is_asked),
        cmocka_unit_test(the_past_is_bounded_and_the_newest_round_comes_first),
        cmocka_unit_test(whoever_answers_all_rightly_has_a_hundred_percent),
        cmocka_unit_test(a_wrong_answer_is_told_what_is_right_and_by_which_clause),
        cmocka_unit_test(every_answer_wrong_is_no_percent_and_the_round_goes_on),
        cmocka_unit_test(an_answer_that_was_not_offered_is_refused),
        cmocka_unit_test(a_room_has_so_many_tables_and_no_more),
        cmocka_unit_test(one_owner_has_some_of_the_tables),
        cmocka_unit_test(a_table_at_which_nothing_happens_is_closed),
        cmocka_unit_test(the_games_are_described),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
