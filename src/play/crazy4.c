/*
 * The part of Crazy 4 Poker for play/table.c.
 */
#include "base/check.h"
#include "play/table.h"

#define CLAUSE(number) CRAZY4_DOCUMENT "#" #number

/* -------------------------------------------------------------------------------------- settings */

static void crazy4_play_prepare(struct play_table *table)
{
    struct crazy4_settings *settings = &table->settings.crazy4;
    *settings = crazy4_default_settings(table->rules.crazy4);
    settings->progressive = CRAZY4_FOUR_CARD_A;
    settings->hand_bonus = settings->cover_all = true;
}

/* In the order of `optional` below. */
static void crazy4_play_leave_out(struct play_table *table, unsigned place)
{
    struct crazy4_settings *settings = &table->settings.crazy4;
    bool *const flags[] = {&settings->queens_up,   NULL,
                           &settings->hand_bonus,  &settings->magic_card,
                           &settings->lucky_bonus, &settings->cover_all};
    CHECK_OP(place, <, sizeof flags / sizeof flags[0]);
    if (flags[place])
        *flags[place] = false;
    else
        settings->progressive = CRAZY4_NO_PROGRESSIVE;
}

static unsigned crazy4_play_choices(const struct play_table *table,
                                    struct play_paytable list[PLAY_PAYTABLES_MAX])
{
    const struct crazy4_tables *tables = table->rules.crazy4;
    unsigned count = 0;
    for (unsigned i = 0; i < CRAZY4_QUEENS_UP_TABLES; i++)
        list[count++] = (struct play_paytable){WAGER_QUEENS_UP, &tables->queens_up[i]};
    for (unsigned i = 0; i < CRAZY4_FOUR_CARD_TABLES; i++)
        list[count++] = (struct play_paytable){WAGER_PROGRESSIVE, &tables->four_card_progressive[i]};
    list[count++] = (struct play_paytable){WAGER_PROGRESSIVE, &tables->five_card_progressive};
    return count;
}

/* In the order of the choices: the four-card progressives and the five-card one follow Queens Up. */
static void crazy4_play_choose(struct play_table *table, unsigned place)
{
    if (place < CRAZY4_QUEENS_UP_TABLES)
        table->settings.crazy4.queens_up_table = place;
    else
        table->settings.crazy4.progressive =
            (enum crazy4_progressive)(CRAZY4_FOUR_CARD_A + place - CRAZY4_QUEENS_UP_TABLES);
}

static struct ruling crazy4_play_open(struct play_table *table, unsigned seats)
{
    table->settings.crazy4.seats = seats;
    struct ruling ruling = crazy4_settings_check(&table->settings.crazy4);
    if (ruling.allowed)
        crazy4_init(&table->state.crazy4, &table->settings.crazy4);
    return ruling;
}

/* -------------------------------------------------------------------------------------- on offer */

static unsigned crazy4_play_paytables(const struct play_table *table,
                                      struct play_paytable list[PLAY_PAYTABLES_MAX])
{
    const struct crazy4_settings *settings = &table->state.crazy4.settings;
    const struct crazy4_tables *tables = settings->tables;
    unsigned players = crazy4_players(&table->state.crazy4), count = 0;
    const struct play_paytable all[] = {
        {WAGER_SUPER_BONUS, &tables->super_bonus},
        {WAGER_QUEENS_UP, crazy4_queens_up_table(settings)},
        {WAGER_PROGRESSIVE, crazy4_progressive_table(settings)},
        {WAGER_HAND_BONUS_OWN, settings->hand_bonus ? &tables->five_card_hand_bonus : NULL},
        {WAGER_COVER_ALL, settings->cover_all && players > 0 ? &tables->cover_all[players - 1] : NULL},
    };
    for (unsigned i = 0; i < sizeof all / sizeof all[0]; i++)
        if (all[i].paytable)
            list[count++] = all[i];
    return count;
}

static bool crazy4_play_qualifies(const struct play_table *table)
{
    return crazy4_dealer_qualifies(&table->state.crazy4);
}

/* -------------------------------------------------------------------------------- around the lock */

static bool crazy4_play_change_deck(struct play_table *table)
{
    struct crazy4 *game = &table->state.crazy4;
    struct poker_action lock = {.act = POKER_LOCK, .now = table->clock}, young = lock;
    young.now = game->decks[game->deck].first_use;
    if (crazy4_may(game, &lock).allowed || !crazy4_may(game, &young).allowed)
        return false;
    struct ruling ruling =
        crazy4_do(game, &(struct poker_action){.act = POKER_BRING_DECK, .deck = game->deck});
    CHECK(ruling.allowed);
    shoe_init(&table->shoe, 1, 0);
    return true;
}

/* The system draws Magic Card and Lucky Bonus each for itself: massachusetts/crazy-4-poker#MR28. */
static void crazy4_play_draw(struct play_table *table)
{
    struct crazy4 *game = &table->state.crazy4;
    struct poker_action action = {.act = POKER_DRAW};
    if (!game->settings.hand_bonus)
        return;
    action.magic_drawn = game->settings.magic_card && random_below(table->random, table->draw_every) == 0;
    action.lucky_drawn = game->settings.lucky_bonus && random_below(table->random, table->draw_every) == 0;
    action.card = card_of_number(random_below(table->random, DECK_CARDS));
    unsigned place = random_below(table->random, crazy4_players(game) + 1);
    for (unsigned seat = 1; seat <= game->settings.seats && place > 0; seat++)
        if (crazy4_in_round(game, seat) && --place == 0)
            action.seat = seat;
    struct ruling ruling = crazy4_do(game, &action);
    CHECK(ruling.allowed);
}

static void crazy4_play_say_draws(const struct play_table *table, struct text_out *out)
{
    const struct crazy4 *game = &table->state.crazy4;
    if (game->magic_drawn) {
        text_out_add(out, "Magic Card ");
        card_write(out, game->magic_card, CARD_STYLE_LETTERS);
    }
    if (game->lucky_drawn) {
        text_out_add(out, "%sLucky Bonus on ", game->magic_drawn ? ", " : "");
        if (game->lucky_position == POKER_DEALER)
            text_out_add(out, "the dealer");
        else
            text_out_add(out, "seat %u", game->lucky_position);
    }
}

/* ---------------------------------------------------------------------------------------- advice */

static enum status crazy4_play_think(struct play_table *table)
{
    struct play_counts *counts = table->counts;
    if (counts->has_crazy4)
        return STATUS_OK;
    enum status status =
        crazy4_table_make(&counts->crazy4, &table->rules.crazy4->super_bonus, &counts->arena);
    counts->has_crazy4 = status == STATUS_OK;
    return status;
}

/* A fold loses Ante and Super Bonus; each further unit of Play is worth the same. */
static void crazy4_play_worth(const struct play_table *table, unsigned seat,
                              struct fraction values[1 + PLAY_ANTES_MAX])
{
    struct crazy4_advice counted =
        crazy4_advise(&table->counts->crazy4, table->state.round.seats[seat].hand.cards);
    values[0] = fraction_of(-2, 1);
    for (unsigned antes = 1; antes <= PLAY_ANTES_MAX; antes++)
        values[antes] = fraction_of((wide)counted.play_halves + (wide)(antes - 1) * counted.further_halves,
                                    2 * (uwide)CRAZY4_DEALER_HANDS);
}

/* K-Q-8-4, the rule of thumb of this game: odds/crazy4_odds.h, the first of the strategies. */
static unsigned crazy4_play_simple(const struct play_table *table, unsigned seat)
{
    static const struct card least[4] = {{SUIT_SPADES << 4 | RANK_KING},
                                         {SUIT_HEARTS << 4 | RANK_QUEEN},
                                         {SUIT_DIAMONDS << 4 | RANK_EIGHT},
                                         {SUIT_CLUBS << 4 | RANK_FOUR}};
    if (poker_four(&table->state.round, seat).order < four_rank4(least).order)
        return 0;
    struct wager_limits play = crazy4_play_limits(&table->state.crazy4, seat);
    return (unsigned)(play.most.cents / play.least.cents);
}

const struct play_game play_game_crazy4 = {
    .name = "crazy-4-poker",
    .title = "Crazy 4 Poker",
    .document = CRAZY4_DOCUMENT,
    .poker = &crazy4_game,
    .wager_count = 7,
    .wagers =
        {
            {WAGER_ANTE, 'a', "ante", "Ante", "A", false},
            {WAGER_SUPER_BONUS, 0, "super", "Super Bonus", "S", true},
            {WAGER_QUEENS_UP, 'u', "qu", "Queens Up", "QU", false},
            {WAGER_PROGRESSIVE, 'p', "prog", "Progressive", "$", false},
            {WAGER_HAND_BONUS_OWN, 'o', "own", "Bonus own", "o", false},
            {WAGER_HAND_BONUS_DEALER, 'd', "dealer", "Bonus dealer", "d", false},
            {WAGER_COVER_ALL, 'v', "cover", "Cover All", "CA", false},
        },
    .dealer_cards = POKER_HAND_CARDS,
    .steps =
        {
            [PLAY_STEP_SHUFFLE] = {CLAUSE(35), "the cards are shuffled", "shuffle the cards"},
            [PLAY_STEP_CUT] = {CLAUSE(43), "the cards are cut", "cut the cards"},
            [PLAY_STEP_NO_MORE_BETS] = {CLAUSE(100), "no more bets", "announce \"no more bets\""},
            [PLAY_STEP_CHIPS] = {CLAUSE(103), "the progressive chips are counted and collected",
                                 "count and collect the progressive chips"},
            [PLAY_STEP_CARD] = {CLAUSE(109), NULL, "deal the cards"},
            [PLAY_STEP_STUB] = {CLAUSE(113), "the stub goes to the discard rack",
                                "put the stub into the discard rack"},
            [PLAY_STEP_COUNT_STUB] = {CLAUSE(129), "the stub is counted", "count the stub"},
            [PLAY_STEP_COLLECT] = {CLAUSE(149), NULL, NULL},
            [PLAY_STEP_REVEAL] = {CLAUSE(151), "the dealer's cards are turned", "turn the dealer's cards"},
            [PLAY_STEP_KEY] = {CLAUSE(257), "the hand button of the win is pressed",
                               "press the hand button of the win"},
            [PLAY_STEP_VERIFY] = {CLAUSE(180), "a floorperson verifies the win",
                                  "have a floorperson verify the win"},
            [PLAY_STEP_SETTLE] = {CLAUSE(153), NULL, "settle a player"},
            [PLAY_STEP_ENVY] = {CLAUSE(184), "envy is paid", "pay envy"},
            [PLAY_STEP_COVER_ALL] = {CLAUSE(246), "Cover All is settled", "settle Cover All"},
            [PLAY_STEP_GAME_OVER] = {CLAUSE(260), "GAME OVER", "press GAME OVER"},
            [PLAY_STEP_NEXT_ROUND] = {"", "the next round", "begin the next round"},
        },
    .clauses = {.dealer_last = CLAUSE(110),
                .face_up = CLAUSE(107),
                .first_turn = CLAUSE(142),
                .hand = CLAUSE(152),
                .qualify = CLAUSE(157),
                .wager_order = CLAUSE(154)},
    .simple_words = "plays K-Q-8-4 or better, 3x with a pair of aces or better",
    .optional = {"queens-up", "progressive", "five-card-hand-bonus", "magic-card", "lucky-bonus",
                 "cover-all"},
    .prepare = crazy4_play_prepare,
    .leave_out = crazy4_play_leave_out,
    .choose = crazy4_play_choose,
    .choices = crazy4_play_choices,
    .open = crazy4_play_open,
    .paytables = crazy4_play_paytables,
    .qualifies = crazy4_play_qualifies,
    .change_deck = crazy4_play_change_deck,
    .draw = crazy4_play_draw,
    .say_draws = crazy4_play_say_draws,
    .think = crazy4_play_think,
    .worth = crazy4_play_worth,
    .simple = crazy4_play_simple,
};
