/*
 * The part of Four-Card Poker for play/table.c.
 */
#include "base/check.h"
#include "play/table.h"

#define CLAUSE(number) FOUR_CARD_DOCUMENT "#" #number

/* -------------------------------------------------------------------------------------- settings */

static void four_card_play_prepare(struct play_table *table)
{
    table->settings.four_card = four_card_default_settings(table->rules.four_card);
    table->settings.four_card.progressive = true;
}

/* Aces Up belongs to the game as approved; only the progressive wager is the house's choice. */
static void four_card_play_leave_out(struct play_table *table, unsigned place)
{
    CHECK_OP(place, ==, 0);
    table->settings.four_card.progressive = false;
}

static unsigned four_card_play_choices(const struct play_table *table,
                                       struct play_paytable list[PLAY_PAYTABLES_MAX])
{
    const struct four_card_tables *tables = table->rules.four_card;
    unsigned count = 0;
    for (unsigned i = 0; i < FOUR_CARD_ACES_UP_TABLES; i++)
        list[count++] = (struct play_paytable){WAGER_ACES_UP, &tables->aces_up[i]};
    for (unsigned i = 0; i < FOUR_CARD_PROGRESSIVE_TABLES; i++)
        list[count++] = (struct play_paytable){WAGER_PROGRESSIVE, &tables->progressive[i]};
    return count;
}

static void four_card_play_choose(struct play_table *table, unsigned place)
{
    if (place < FOUR_CARD_ACES_UP_TABLES)
        table->settings.four_card.schedule = place;
    else
        four_card_choose_schedule(&table->settings.four_card, place - FOUR_CARD_ACES_UP_TABLES);
}

static struct ruling four_card_play_open(struct play_table *table, unsigned seats)
{
    table->settings.four_card.seats = seats;
    struct ruling ruling = four_card_settings_check(&table->settings.four_card);
    if (ruling.allowed)
        four_card_init(&table->state.four_card, &table->settings.four_card);
    return ruling;
}

/* -------------------------------------------------------------------------------------- on offer */

static unsigned four_card_play_paytables(const struct play_table *table,
                                         struct play_paytable list[PLAY_PAYTABLES_MAX])
{
    const struct four_card_settings *settings = &table->state.four_card.settings;
    unsigned count = 0;
    list[count++] = (struct play_paytable){WAGER_AUTOMATIC_BONUS, &settings->tables->ante_bonus};
    list[count++] = (struct play_paytable){WAGER_ACES_UP, &settings->tables->aces_up[settings->schedule]};
    if (settings->progressive)
        list[count++] = (struct play_paytable){WAGER_PROGRESSIVE, four_card_progressive_table(settings)};
    return count;
}

/* ---------------------------------------------------------------------------------------- advice */

static enum status four_card_play_think_ahead(struct play_table *table)
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

static struct card four_card_play_up_card(const struct play_table *table)
{
    return table->state.round.seats[POKER_DEALER].hand.cards[FOUR_CARD_DEALER_CARDS - 1];
}

/* A fold loses the Ante; Play and Ante are won or lost together, and the bonus pays beside: south-dakota/four-card-poker#45. */
static void four_card_play_worth(const struct play_table *table, unsigned seat,
                                 struct fraction values[1 + PLAY_ANTES_MAX])
{
    const struct four_card_settings *settings = &table->state.four_card.settings;
    uint32_t beaten =
        four_card_beaten_plain(table->state.round.seats[seat].hand.cards, four_card_play_up_card(table));
    const struct pay_row *row =
        paytable_row(&settings->tables->ante_bonus, four_value_score(poker_four(&table->state.round, seat)));
    struct fraction bonus = row ? fraction_of(row->pay.amount, row->pay.per) : fraction_of(0, 1);
    if (settings->bonus_needs_win)
        bonus = fraction_multiply(bonus, fraction_of(beaten, FOUR_CARD_DEALER_HANDS));
    wide margin = 2 * (wide)beaten - FOUR_CARD_DEALER_HANDS;
    values[0] = fraction_of(-1, 1);
    for (unsigned antes = 1; antes <= PLAY_ANTES_MAX; antes++)
        values[antes] = fraction_add(fraction_of((1 + (wide)antes) * margin, FOUR_CARD_DEALER_HANDS), bonus);
}

/* Solved in advance: if all situations of a value and an up card are played alike, that is best play. */
static bool four_card_play_known_best(const struct play_table *table, unsigned seat, unsigned *antes)
{
    if (!table->counts->four_card)
        return false;
    const struct four_card_cell *cell =
        &table->counts->four_card
             ->cells[poker_four(&table->state.round, seat).order][card_rank(four_card_play_up_card(table))];
    if (cell->folds == cell->situations)
        *antes = 0;
    else if (cell->raises == cell->situations)
        *antes = 3;
    else if (cell->folds == 0 && cell->raises == 0)
        *antes = 1;
    else
        return false;
    return true;
}

/* Any pair, 3x from tens on: odds/four_card_odds.h, the second of the strategies. */
static unsigned four_card_play_simple(const struct play_table *table, unsigned seat)
{
    struct score score = four_value_score(poker_four(&table->state.round, seat));
    if (score.bits >= SCORE_FROM_RANK(FOUR_CLASS_PAIR, RANK_TEN))
        return 3;
    return score_class(score) >= FOUR_CLASS_PAIR ? 1 : 0;
}

/* The dealer always qualifies (#33), and the house shuffles and cuts in one (#DR17). */
const struct play_game play_game_four_card = {
    .name = "four-card-poker",
    .title = "Four-Card Poker",
    .document = FOUR_CARD_DOCUMENT,
    .poker = &four_card_game,
    .wager_count = 3,
    .wagers =
        {
            {WAGER_ANTE, 'a', "ante", "Ante", "A", false},
            {WAGER_ACES_UP, 'u', "au", "Aces Up", "AU", false},
            {WAGER_PROGRESSIVE, 'p', "prog", "Progressive", "$", false},
        },
    .dealer_cards = FOUR_CARD_DEALER_CARDS,
    .dealer_up = 1,
    .steps =
        {
            [PLAY_STEP_SHUFFLE] = {CLAUSE(DR17), "the cards are shuffled and cut", "shuffle the cards"},
            [PLAY_STEP_NO_MORE_BETS] = {CLAUSE(14), "no more bets", "press the button that locks the bets"},
            [PLAY_STEP_CHIPS] = {CLAUSE(17), "the progressive bets are taken off the table",
                                 "take the progressive bets off the table"},
            [PLAY_STEP_CARD] = {CLAUSE(22), NULL, "deal the cards"},
            [PLAY_STEP_COLLECT] = {CLAUSE(28), NULL, NULL},
            [PLAY_STEP_REVEAL] = {CLAUSE(31), "the dealer's cards are turned", "turn the dealer's cards"},
            [PLAY_STEP_KEY] = {CLAUSE(68), "the hand button of the win is pressed",
                               "press the hand button of the win"},
            [PLAY_STEP_VERIFY] = {CLAUSE(71), "a supervisor verifies the win",
                                  "have a supervisor verify the win"},
            [PLAY_STEP_SETTLE] = {CLAUSE(35), NULL, "settle a player"},
            [PLAY_STEP_ENVY] = {CLAUSE(85), "envy is paid", "pay envy"},
            [PLAY_STEP_GAME_OVER] = {CLAUSE(76), "the keypad ends the round",
                                     "press the button that ends the round"},
            [PLAY_STEP_NEXT_ROUND] = {"", "the next round", "begin the next round"},
        },
    .clauses = {.dealer_last = CLAUSE(22),
                .face_up = CLAUSE(23),
                .first_turn = CLAUSE(24),
                .hand = CLAUSE(31),
                .qualify = CLAUSE(33),
                .wager_order = CLAUSE(38)},
    .simple_words = "plays any pair, 3x with a pair of tens or better",
    .optional = {"progressive"},
    .prepare = four_card_play_prepare,
    .leave_out = four_card_play_leave_out,
    .choose = four_card_play_choose,
    .choices = four_card_play_choices,
    .open = four_card_play_open,
    .paytables = four_card_play_paytables,
    .think_ahead = four_card_play_think_ahead,
    .worth = four_card_play_worth,
    .known_best = four_card_play_known_best,
    .simple = four_card_play_simple,
};
