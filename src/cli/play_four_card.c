/*
 * Four-Card Poker behind the door of cli/play_table.h.
 */
#include "base/check.h"
#include "cli/play_table.h"

#include <string.h>

/* -------------------------------------------------------------------------------------- settings */

static bool four_card_choose(struct play_table *table, struct text name)
{
    struct four_card_settings *settings = &table->settings.four_card;
    for (unsigned i = 0; i < FOUR_CARD_ACES_UP_TABLES; i++)
        if (text_equal(name, text_of(settings->tables->aces_up[i].name))) {
            settings->schedule = i;
            return true;
        }
    for (unsigned i = 0; i < FOUR_CARD_PROGRESSIVE_TABLES; i++)
        if (text_equal(name, text_of(settings->tables->progressive[i].name))) {
            four_card_choose_schedule(settings, i);
            return true;
        }
    return false;
}

/* Aces Up belongs to the game as approved; only the progressive wager is the house's choice. */
static bool four_card_leave_out(struct play_table *table, struct text name)
{
    if (!text_equal(name, text_of("progressive")))
        return false;
    table->settings.four_card.progressive = false;
    return true;
}

static void four_card_prepare(struct play_table *table)
{
    table->settings.four_card = four_card_default_settings(&table->rules->four_card);
    table->settings.four_card.progressive = true;
}

static struct ruling four_card_open(struct play_table *table, unsigned seats)
{
    table->settings.four_card.seats = seats;
    struct ruling ruling = four_card_settings_check(&table->settings.four_card);
    if (ruling.allowed)
        four_card_init(&table->state.four_card, &table->settings.four_card);
    return ruling;
}

/* --------------------------------------------------------------------------------------- actions */

static struct four_card_action action_of(const struct play_action *action)
{
    static const enum four_card_act acts[] = {
        [PLAY_SIT] = FOUR_CARD_SIT,
        [PLAY_WAGER] = FOUR_CARD_WAGER,
        [PLAY_LOCK] = FOUR_CARD_LOCK,
        [PLAY_PLAY] = FOUR_CARD_PLAY,
        [PLAY_FOLD] = FOUR_CARD_FOLD,
        [PLAY_DEAL] = FOUR_CARD_DEAL_CARD,
        [PLAY_NEXT_ROUND] = FOUR_CARD_NEXT_ROUND,
    };
    return (struct four_card_action){.act = acts[action->act],
                                     .seat = action->seat,
                                     .player = action->seat,
                                     .wager = action->wager,
                                     .amount = action->amount,
                                     .card = action->card};
}

static struct ruling four_card_play_may(const struct play_table *table, const struct play_action *action)
{
    struct four_card_action of_game = action_of(action);
    return four_card_may(&table->state.four_card, &of_game);
}

static struct ruling four_card_play_act(struct play_table *table, const struct play_action *action)
{
    struct four_card_action of_game = action_of(action);
    return four_card_do(&table->state.four_card, &of_game);
}

static bool four_card_step(struct play_table *table)
{
    struct four_card_action action;
    if (!four_card_routine(&table->state.four_card, &action) || action.act == FOUR_CARD_NEXT_ROUND)
        return false;
    if (action.act == FOUR_CARD_SHUFFLE) {
        play_table_shuffle(table);
        play_table_cut(table);
    }
    struct ruling ruling = four_card_do(&table->state.four_card, &action);
    CHECK(ruling.allowed);
    return true;
}

/* --------------------------------------------------------------------------------------- queries */

static enum play_stage four_card_stage(const struct play_table *table)
{
    switch (table->state.four_card.state) {
    case FOUR_CARD_BETTING:
        return PLAY_BETTING;
    case FOUR_CARD_LOCKED:
    case FOUR_CARD_DEALING:
        return PLAY_DEALING;
    case FOUR_CARD_DECIDING:
        return PLAY_DECIDING;
    case FOUR_CARD_OVER:
    case FOUR_CARD_VOID:
        return PLAY_OVER;
    default:
        return PLAY_ROUTINE;
    }
}

static unsigned four_card_play_turn(const struct play_table *table)
{
    return four_card_turn(&table->state.four_card);
}

static struct play_limits four_card_limits(const struct play_table *table, enum wager wager)
{
    struct four_card_limits limits = four_card_wager_limits(&table->state.four_card, wager);
    return (struct play_limits){limits.least, limits.most};
}

static struct play_view four_card_view(const struct play_table *table, unsigned seat)
{
    const struct four_card_seat *at = &table->state.four_card.seats[seat];
    return (struct play_view){.in_round = seat != FOUR_CARD_DEALER &&
                                          four_card_in_round(&table->state.four_card, seat),
                              .played = at->decision == FOUR_CARD_PLAYED,
                              .folded = at->decision == FOUR_CARD_FOLDED,
                              .wagers = at->wagers,
                              .cards = at->hand.cards,
                              .card_count = at->hand.count};
}

/* The sixth lies face up from the deal on. */
static unsigned four_card_dealer_shows(const struct play_table *table, unsigned *from)
{
    bool turned = table->state.four_card.state >= FOUR_CARD_REVEALED;
    *from = turned ? 0 : FOUR_CARD_HAND_CARDS;
    return turned ? FOUR_CARD_DEALER_CARDS : 1;
}

static struct four_value four_card_play_four(const struct play_table *table, unsigned seat)
{
    return four_card_four(&table->state.four_card, seat);
}

static const struct settlement *four_card_settlement(const struct play_table *table)
{
    return &table->state.four_card.settlement;
}

static unsigned four_card_round(const struct play_table *table)
{
    return table->state.four_card.round;
}

static const struct meter *four_card_meter(const struct play_table *table, unsigned number)
{
    const struct four_card *game = &table->state.four_card;
    return number == 0 && game->settings.progressive ? &game->progressive : NULL;
}

static void four_card_say_dealer(const struct play_table *table, struct text_out *out)
{
    char words[PLAY_HAND_WORDS_SIZE];
    text_out_add(out, "%s", play_hand_words(table, FOUR_CARD_DEALER, words));
}

static void four_card_say_draws(const struct play_table *table, struct text_out *out)
{
    (void)table;
    (void)out;
}

static const struct paytable *four_card_paytable(const struct play_table *table, unsigned number)
{
    const struct four_card_settings *settings = &table->state.four_card.settings;
    const struct paytable *const all[] = {&settings->tables->ante_bonus,
                                          &settings->tables->aces_up[settings->schedule],
                                          four_card_progressive_table(settings)};
    return number < sizeof all / sizeof all[0] ? all[number] : NULL;
}

/* ---------------------------------------------------------------------------------------- advice */

static enum status four_card_think_ahead(struct play_table *table)
{
    struct arena work;
    arena_init(&work, (size_t)256 << 20);
    struct four_card_solution *solution = ARENA_NEW(&table->arena, struct four_card_solution);
    struct four_card_readings readings = {.bonus_needs_win = table->state.four_card.settings.bonus_needs_win};
    enum status status = solution
                             ? four_card_solve(&table->rules->four_card.ante_bonus, readings, solution, &work)
                             : STATUS_NO_MEMORY;
    table->four_card_solution = status == STATUS_OK ? solution : NULL;
    arena_release(&work);
    return status;
}

/* What the automatic bonus pays the hand, in Antes: south-dakota/four-card-poker#45. */
static double bonus_of(const struct paytable *ante_bonus, struct four_value value)
{
    const struct pay_row *row = paytable_row(ante_bonus, four_value_score(value));
    return row ? (double)row->pay.amount / row->pay.per : 0;
}

static struct play_advice four_card_advise(const struct play_table *table, unsigned seat)
{
    const struct four_card *game = &table->state.four_card;
    const struct four_card_seat *at = &game->seats[seat];
    uint32_t beaten = four_card_beaten_plain(at->hand.cards,
                                             game->seats[FOUR_CARD_DEALER].hand.cards[FOUR_CARD_HAND_CARDS]);
    double won = (double)beaten / FOUR_CARD_DEALER_HANDS;
    double bonus = bonus_of(&game->settings.tables->ante_bonus, four_card_four(game, seat)) *
                   (game->settings.bonus_needs_win ? won : 1);
    struct play_advice advice = {.count = 1, .choices = {{0, -1}}};
    for (unsigned antes = 1; antes <= 3; antes++) {
        struct four_card_action play = {.act = FOUR_CARD_PLAY,
                                        .seat = seat,
                                        .amount = money_of_cents(antes * at->wagers[WAGER_ANTE].cents)};
        if (!four_card_may(game, &play).allowed)
            continue;
        double value = (1 + antes) * (2 * won - 1) + bonus;
        if (value > advice.choices[advice.best].value)
            advice.best = advice.count;
        advice.choices[advice.count++] = (struct play_choice){antes, value};
    }
    return advice;
}

/* Solved ahead: where all situations of a value and an up card are played alike, that is best play; elsewhere this hand is counted. */
static unsigned four_card_best(const struct play_table *table, unsigned seat)
{
    const struct four_card *game = &table->state.four_card;
    struct card up = game->seats[FOUR_CARD_DEALER].hand.cards[FOUR_CARD_HAND_CARDS];
    if (table->four_card_solution) {
        const struct four_card_cell *cell =
            &table->four_card_solution->cells[four_card_four(game, seat).order][card_rank(up)];
        if (cell->folds == cell->situations)
            return 0;
        if (cell->raises == cell->situations)
            return 3;
        if (cell->folds == 0 && cell->raises == 0)
            return 1;
    }
    struct play_advice advice = four_card_advise(table, seat);
    return advice.choices[advice.best].antes;
}

/* Any pair, 3x from tens on: odds/four_card_odds.h, the second of the strategies. */
static unsigned four_card_simple(const struct play_table *table, unsigned seat)
{
    struct score score = four_value_score(four_card_four(&table->state.four_card, seat));
    if (score.bits >= SCORE_FROM_RANK(FOUR_CLASS_PAIR, RANK_TEN))
        return 3;
    return score_class(score) >= FOUR_CLASS_PAIR ? 1 : 0;
}

const struct play_game play_game_four_card = {
    .name = "four-card-poker",
    .title = "Four-Card Poker",
    .document = "south-dakota/four-card-poker",
    .rules = GAME_RULES_FOUR_CARD,
    .wager_count = 3,
    .wagers =
        {
            {WAGER_ANTE, 'a', "ante", "Ante", "A", false},
            {WAGER_ACES_UP, 'u', "au", "Aces Up", "AU", false},
            {WAGER_PROGRESSIVE, 'p', "prog", "Progressive", "$", false},
        },
    .prepare = four_card_prepare,
    .choose = four_card_choose,
    .leave_out = four_card_leave_out,
    .open = four_card_open,
    .may = four_card_play_may,
    .act = four_card_play_act,
    .routine = four_card_step,
    .stage = four_card_stage,
    .turn = four_card_play_turn,
    .limits = four_card_limits,
    .view = four_card_view,
    .dealer_shows = four_card_dealer_shows,
    .four = four_card_play_four,
    .settlement = four_card_settlement,
    .round = four_card_round,
    .meter = four_card_meter,
    .say_dealer = four_card_say_dealer,
    .say_draws = four_card_say_draws,
    .paytable = four_card_paytable,
    .think_ahead = four_card_think_ahead,
    .advise = four_card_advise,
    .best = four_card_best,
    .simple = four_card_simple,
    .simple_words = "plays any pair, 3x with a pair of tens or better",
};
