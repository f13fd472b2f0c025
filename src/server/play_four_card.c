/*
 * Four-Card Poker behind the door of server/play_table.h.
 */
#include "base/check.h"
#include "server/play_table.h"

#include <stdio.h>
#include <string.h>

#define CLAUSE(number) FOUR_CARD_DOCUMENT "#" #number

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
    table->settings.four_card = four_card_default_settings(table->rules.four_card);
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

/* How the acts of the dealer are told. */
static const struct told {
    enum play_step_kind kind;
    const char *clause, *words;
} told[FOUR_CARD_ACT_COUNT] = {
    [FOUR_CARD_SHUFFLE] = {PLAY_STEP_SHUFFLE, CLAUSE(DR17), "the cards are shuffled and cut"},
    [FOUR_CARD_TAKE_CHIPS] = {PLAY_STEP_CHIPS, CLAUSE(17), "the progressive bets are taken off the table"},
    [FOUR_CARD_DEAL_CARD] = {PLAY_STEP_CARD, CLAUSE(22), ""},
    [FOUR_CARD_REVEAL] = {PLAY_STEP_REVEAL, CLAUSE(31), "the dealer's cards are turned"},
    [FOUR_CARD_KEY] = {PLAY_STEP_KEY, CLAUSE(68), "the hand button of the win is pressed"},
    [FOUR_CARD_VERIFY] = {PLAY_STEP_VERIFY, CLAUSE(71), "a supervisor verifies the win"},
    [FOUR_CARD_SETTLE] = {PLAY_STEP_SETTLE, CLAUSE(35), ""},
    [FOUR_CARD_PAY_ENVY] = {PLAY_STEP_ENVY, CLAUSE(85), "envy is paid"},
    [FOUR_CARD_END] = {PLAY_STEP_GAME_OVER, CLAUSE(76), "the keypad ends the round"},
    [FOUR_CARD_NEXT_ROUND] = {PLAY_STEP_NEXT_ROUND, "", "the next round"},
};

static struct play_step step_of(const struct four_card *game, const struct four_card_action *action)
{
    const struct told *as = &told[action->act];
    struct play_step step = {.kind = as->kind, .clause = as->clause};
    CHECK(as->words);
    (void)snprintf(step.words, sizeof step.words, "%s", as->words);
    step.of_seat = step.kind == PLAY_STEP_CARD || step.kind == PLAY_STEP_KEY ||
                   step.kind == PLAY_STEP_VERIFY || step.kind == PLAY_STEP_SETTLE;
    if (step.of_seat)
        step.seat = step.kind == PLAY_STEP_CARD ? four_card_deal_to(game) : four_card_to_settle(game);
    return step;
}

static bool four_card_next(const struct play_table *table, struct play_step *step)
{
    const struct four_card *game = &table->state.four_card;
    struct four_card_action action;
    if (!four_card_routine(game, &action)) {
        if (game->state != FOUR_CARD_LOCKED && game->state != FOUR_CARD_DEALING)
            return false;
        action.act = FOUR_CARD_DEAL_CARD;
    }
    *step = step_of(game, &action);
    return true;
}

static struct ruling four_card_may_step(const struct play_table *table, enum play_step_kind kind)
{
    static const enum four_card_act acts[PLAY_STEP_KINDS] = {
        [PLAY_STEP_SHUFFLE] = FOUR_CARD_SHUFFLE,      [PLAY_STEP_NO_MORE_BETS] = FOUR_CARD_LOCK,
        [PLAY_STEP_CHIPS] = FOUR_CARD_TAKE_CHIPS,     [PLAY_STEP_CARD] = FOUR_CARD_DEAL_CARD,
        [PLAY_STEP_REVEAL] = FOUR_CARD_REVEAL,        [PLAY_STEP_KEY] = FOUR_CARD_KEY,
        [PLAY_STEP_VERIFY] = FOUR_CARD_VERIFY,        [PLAY_STEP_SETTLE] = FOUR_CARD_SETTLE,
        [PLAY_STEP_ENVY] = FOUR_CARD_PAY_ENVY,        [PLAY_STEP_GAME_OVER] = FOUR_CARD_END,
        [PLAY_STEP_NEXT_ROUND] = FOUR_CARD_NEXT_ROUND};
    const struct four_card *game = &table->state.four_card;
    struct four_card_action action;
    CHECK(table->game->step_words[kind]);
    if (!four_card_routine(game, &action) || action.act != acts[kind])
        action = (struct four_card_action){.act = acts[kind], .seat = four_card_to_settle(game)};
    if (kind == PLAY_STEP_CARD)
        action.card = table->shoe.cards[table->shoe.next];
    return four_card_may(game, &action);
}

static bool four_card_step(struct play_table *table)
{
    struct four_card_action action;
    if (!four_card_routine(&table->state.four_card, &action) || action.act == FOUR_CARD_NEXT_ROUND)
        return false;
    struct play_step step = step_of(&table->state.four_card, &action);
    if (action.act == FOUR_CARD_SHUFFLE) {
        play_table_shuffle(table);
        play_table_cut(table);
    }
    struct ruling ruling = four_card_do(&table->state.four_card, &action);
    CHECK(ruling.allowed);
    if (step.kind != PLAY_STEP_SETTLE) /* which is told line by line */
        play_table_tell(table, &step);
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

/* The dealer always does: #33. */
static bool four_card_qualifies(const struct play_table *table)
{
    (void)table;
    return true;
}

static const struct paytable *four_card_paytable(const struct play_table *table, unsigned number,
                                                 enum wager *wager)
{
    static const enum wager wagers[] = {WAGER_AUTOMATIC_BONUS, WAGER_ACES_UP, WAGER_PROGRESSIVE};
    const struct four_card_settings *settings = &table->state.four_card.settings;
    const struct paytable *const all[] = {&settings->tables->ante_bonus,
                                          &settings->tables->aces_up[settings->schedule],
                                          four_card_progressive_table(settings)};
    if (number >= sizeof all / sizeof all[0])
        return NULL;
    *wager = wagers[number];
    return all[number];
}

static const struct paytable *four_card_choice(const struct play_table *table, unsigned number,
                                               enum wager *wager)
{
    const struct four_card_tables *tables = table->rules.four_card;
    *wager = number < FOUR_CARD_ACES_UP_TABLES ? WAGER_ACES_UP : WAGER_PROGRESSIVE;
    if (number < FOUR_CARD_ACES_UP_TABLES)
        return &tables->aces_up[number];
    number -= FOUR_CARD_ACES_UP_TABLES;
    return number < FOUR_CARD_PROGRESSIVE_TABLES ? &tables->progressive[number] : NULL;
}

/* ---------------------------------------------------------------------------------------- advice */

static enum status four_card_think_ahead(struct play_table *table)
{
    struct arena work;
    arena_init(&work, (size_t)256 << 20);
    struct four_card_solution *solution = ARENA_NEW(&table->counts->arena, struct four_card_solution);
    struct four_card_readings readings = {.bonus_needs_win = table->state.four_card.settings.bonus_needs_win};
    enum status status = solution
                             ? four_card_solve(&table->rules.four_card->ante_bonus, readings, solution, &work)
                             : STATUS_NO_MEMORY;
    table->counts->four_card = status == STATUS_OK ? solution : NULL;
    arena_release(&work);
    return status;
}

/* What the automatic bonus pays the hand, in Antes: south-dakota/four-card-poker#45. */
static struct fraction bonus_of(const struct paytable *ante_bonus, struct four_value value)
{
    const struct pay_row *row = paytable_row(ante_bonus, four_value_score(value));
    return row ? fraction_of(row->pay.amount, row->pay.per) : fraction_of(0, 1);
}

static struct play_advice four_card_advise(const struct play_table *table, unsigned seat)
{
    const struct four_card *game = &table->state.four_card;
    const struct four_card_seat *at = &game->seats[seat];
    uint32_t beaten = four_card_beaten_plain(at->hand.cards,
                                             game->seats[FOUR_CARD_DEALER].hand.cards[FOUR_CARD_HAND_CARDS]);
    struct fraction bonus = bonus_of(&game->settings.tables->ante_bonus, four_card_four(game, seat));
    if (game->settings.bonus_needs_win)
        bonus = fraction_multiply(bonus, fraction_of(beaten, FOUR_CARD_DEALER_HANDS));
    struct play_advice advice = {.count = 1, .choices = {{0, fraction_of(-1, 1), -1}}};
    for (unsigned antes = 1; antes <= 3; antes++) {
        struct four_card_action play = {.act = FOUR_CARD_PLAY,
                                        .seat = seat,
                                        .amount = money_of_cents(antes * at->wagers[WAGER_ANTE].cents)};
        if (!four_card_may(game, &play).allowed)
            continue;
        wide margin = 2 * (wide)beaten - FOUR_CARD_DEALER_HANDS;
        struct fraction worth =
            fraction_add(fraction_of((1 + (wide)antes) * margin, FOUR_CARD_DEALER_HANDS), bonus);
        double value = fraction_double(worth);
        if (value > advice.choices[advice.best].value)
            advice.best = advice.count;
        advice.choices[advice.count++] = (struct play_choice){antes, worth, value};
    }
    return advice;
}

/* Solved ahead: where all situations of a value and an up card are played alike, that is best play; elsewhere this hand is counted. */
static unsigned four_card_best(const struct play_table *table, unsigned seat)
{
    const struct four_card *game = &table->state.four_card;
    struct card up = game->seats[FOUR_CARD_DEALER].hand.cards[FOUR_CARD_HAND_CARDS];
    if (table->counts->four_card) {
        const struct four_card_cell *cell =
            &table->counts->four_card->cells[four_card_four(game, seat).order][card_rank(up)];
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
    .document = FOUR_CARD_DOCUMENT,
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
    .next = four_card_next,
    .may_step = four_card_may_step,
    .step_words =
        {
            [PLAY_STEP_SHUFFLE] = "shuffle the cards",
            [PLAY_STEP_NO_MORE_BETS] = "press the button that locks the bets",
            [PLAY_STEP_CHIPS] = "take the progressive bets off the table",
            [PLAY_STEP_CARD] = "deal the cards",
            [PLAY_STEP_REVEAL] = "turn the dealer's cards",
            [PLAY_STEP_KEY] = "press the hand button of the win",
            [PLAY_STEP_VERIFY] = "have a supervisor verify the win",
            [PLAY_STEP_SETTLE] = "settle a player",
            [PLAY_STEP_ENVY] = "pay envy",
            [PLAY_STEP_GAME_OVER] = "press the button that ends the round",
            [PLAY_STEP_NEXT_ROUND] = "begin the next round",
        },
    .clauses = {.no_more_bets = CLAUSE(14),
                .first_card = CLAUSE(22),
                .dealer_last = CLAUSE(22),
                .face_up = CLAUSE(23),
                .first_turn = CLAUSE(24),
                .collect = CLAUSE(28),
                .hand = CLAUSE(31),
                .qualify = CLAUSE(33),
                .seat_order = CLAUSE(35),
                .wager_order = CLAUSE(38)},
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
    .qualifies = four_card_qualifies,
    .paytable = four_card_paytable,
    .choice = four_card_choice,
    .optional = {"progressive"},
    .think_ahead = four_card_think_ahead,
    .advise = four_card_advise,
    .best = four_card_best,
    .simple = four_card_simple,
    .simple_words = "plays any pair, 3x with a pair of tens or better",
};
