/*
 * Crazy 4 Poker behind the door of server/play_table.h.
 */
#include "base/check.h"
#include "server/play_table.h"

#include <stdio.h>
#include <string.h>

#define CLAUSE(number) CRAZY4_DOCUMENT "#" #number

static struct play_limits limits_of(struct crazy4_limits limits)
{
    return (struct play_limits){limits.least, limits.most};
}

/* -------------------------------------------------------------------------------------- settings */

static bool crazy4_choose(struct play_table *table, struct text name)
{
    struct crazy4_settings *settings = &table->settings.crazy4;
    const struct crazy4_tables *tables = settings->tables;
    for (unsigned i = 0; i < CRAZY4_QUEENS_UP_TABLES; i++)
        if (text_equal(name, text_of(tables->queens_up[i].name))) {
            settings->queens_up_table = i;
            return true;
        }
    for (unsigned i = 0; i < CRAZY4_FOUR_CARD_TABLES; i++)
        if (text_equal(name, text_of(tables->four_card_progressive[i].name))) {
            settings->progressive = (enum crazy4_progressive)(CRAZY4_FOUR_CARD_A + i);
            return true;
        }
    if (!text_equal(name, text_of(tables->five_card_progressive.name)))
        return false;
    settings->progressive = CRAZY4_FIVE_CARD;
    return true;
}

static bool crazy4_leave_out(struct play_table *table, struct text name)
{
    struct crazy4_settings *settings = &table->settings.crazy4;
    if (text_equal(name, text_of("queens-up")))
        settings->queens_up = false;
    else if (text_equal(name, text_of("progressive")))
        settings->progressive = CRAZY4_NO_PROGRESSIVE;
    else if (text_equal(name, text_of("five-card-hand-bonus")))
        settings->hand_bonus = false;
    else if (text_equal(name, text_of("magic-card")))
        settings->magic_card = false;
    else if (text_equal(name, text_of("lucky-bonus")))
        settings->lucky_bonus = false;
    else if (text_equal(name, text_of("cover-all")))
        settings->cover_all = false;
    else
        return false;
    return true;
}

static void crazy4_prepare(struct play_table *table)
{
    struct crazy4_settings *settings = &table->settings.crazy4;
    *settings = crazy4_default_settings(table->rules.crazy4);
    settings->progressive = CRAZY4_FOUR_CARD_A;
    settings->hand_bonus = settings->cover_all = true;
}

static struct ruling crazy4_open(struct play_table *table, unsigned seats)
{
    table->settings.crazy4.seats = seats;
    struct ruling ruling = crazy4_settings_check(&table->settings.crazy4);
    if (ruling.allowed)
        crazy4_init(&table->state.crazy4, &table->settings.crazy4);
    return ruling;
}

/* --------------------------------------------------------------------------------------- actions */

static struct crazy4_action action_of(const struct play_table *table, const struct play_action *action)
{
    static const enum crazy4_act acts[] = {
        [PLAY_SIT] = CRAZY4_SIT,
        [PLAY_WAGER] = CRAZY4_WAGER,
        [PLAY_LOCK] = CRAZY4_NO_MORE_BETS,
        [PLAY_PLAY] = CRAZY4_PLAY,
        [PLAY_FOLD] = CRAZY4_FOLD,
        [PLAY_DEAL] = CRAZY4_DEAL_CARD,
        [PLAY_NEXT_ROUND] = CRAZY4_NEXT_ROUND,
    };
    return (struct crazy4_action){.act = acts[action->act],
                                  .seat = action->seat,
                                  .player = action->seat,
                                  .wager = action->wager,
                                  .amount = action->amount,
                                  .card = action->card,
                                  .now = table->clock};
}

static struct ruling crazy4_play_may(const struct play_table *table, const struct play_action *action)
{
    struct crazy4_action of_game = action_of(table, action);
    return crazy4_may(&table->state.crazy4, &of_game);
}

static void crazy4_must(struct crazy4 *game, const struct crazy4_action *action)
{
    struct ruling ruling = crazy4_do(game, action);
    CHECK(ruling.allowed);
}

/* Whether only the age of the deck stands in the way of "no more bets". */
static bool deck_is_old(const struct play_table *table, struct crazy4_action lock)
{
    const struct crazy4 *game = &table->state.crazy4;
    bool refused = !crazy4_may(game, &lock).allowed;
    lock.now = game->decks[game->deck].first_use;
    return refused && crazy4_may(game, &lock).allowed;
}

static bool crazy4_step(struct play_table *table);

/* The system draws Magic Card and Lucky Bonus each for itself: massachusetts/crazy-4-poker#MR28. */
static void draw_bonuses(struct play_table *table)
{
    struct crazy4 *game = &table->state.crazy4;
    struct crazy4_action draw = {.act = CRAZY4_DRAW};
    if (!game->settings.hand_bonus)
        return;
    draw.magic_drawn = game->settings.magic_card && random_below(table->random, table->draw_every) == 0;
    draw.lucky_drawn = game->settings.lucky_bonus && random_below(table->random, table->draw_every) == 0;
    draw.card = card_of_number(random_below(table->random, DECK_CARDS));
    unsigned place = random_below(table->random, crazy4_players(game) + 1);
    for (unsigned seat = 1; seat <= game->settings.seats && place > 0; seat++)
        if (crazy4_in_round(game, seat) && --place == 0)
            draw.seat = seat;
    crazy4_must(game, &draw);
}

static struct ruling crazy4_play_act(struct play_table *table, const struct play_action *action)
{
    struct crazy4 *game = &table->state.crazy4;
    struct crazy4_action of_game = action_of(table, action);
    if (action->act == PLAY_LOCK && deck_is_old(table, of_game)) {
        crazy4_must(game, &(struct crazy4_action){.act = CRAZY4_BRING_DECK, .deck = game->deck});
        shoe_init(&table->shoe, 1, 0);
        while (crazy4_step(table))
            ;
    }
    struct ruling ruling = crazy4_do(game, &of_game);
    if (ruling.allowed && action->act == PLAY_LOCK)
        draw_bonuses(table);
    if (ruling.allowed && action->act == PLAY_NEXT_ROUND)
        table->clock.ms += 60 * 1000;
    return ruling;
}

/* How the acts of the dealer are told. */
static const struct told {
    enum play_step_kind kind;
    const char *clause, *words;
} told[CRAZY4_ACT_COUNT] = {
    [CRAZY4_BRING_DECK] = {PLAY_STEP_SHUFFLE, CLAUSE(24), "a fresh deck comes to the table"},
    [CRAZY4_SHUFFLE] = {PLAY_STEP_SHUFFLE, CLAUSE(35), "the cards are shuffled"},
    [CRAZY4_CUT] = {PLAY_STEP_CUT, CLAUSE(43), "the cards are cut"},
    [CRAZY4_COUNT_CHIPS] = {PLAY_STEP_CHIPS, CLAUSE(103), "the progressive chips are counted and collected"},
    [CRAZY4_DEAL_CARD] = {PLAY_STEP_CARD, CLAUSE(109), ""},
    [CRAZY4_STUB_TO_RACK] = {PLAY_STEP_STUB, CLAUSE(113), "the stub goes to the discard rack"},
    [CRAZY4_COUNT_STUB] = {PLAY_STEP_COUNT_STUB, CLAUSE(129), "the stub is counted"},
    [CRAZY4_REVEAL] = {PLAY_STEP_REVEAL, CLAUSE(151), "the dealer's cards are turned"},
    [CRAZY4_KEY] = {PLAY_STEP_KEY, CLAUSE(257), "the hand button of the win is pressed"},
    [CRAZY4_VERIFY] = {PLAY_STEP_VERIFY, CLAUSE(180), "a floorperson verifies the win"},
    [CRAZY4_SETTLE] = {PLAY_STEP_SETTLE, CLAUSE(153), ""},
    [CRAZY4_PAY_ENVY] = {PLAY_STEP_ENVY, CLAUSE(184), "envy is paid"},
    [CRAZY4_SETTLE_COVER_ALL] = {PLAY_STEP_COVER_ALL, CLAUSE(246), "Cover All is settled"},
    [CRAZY4_GAME_OVER] = {PLAY_STEP_GAME_OVER, CLAUSE(260), "GAME OVER"},
    [CRAZY4_NEXT_ROUND] = {PLAY_STEP_NEXT_ROUND, "", "the next round"},
};

static struct play_step step_of(const struct crazy4 *game, const struct crazy4_action *action)
{
    const struct told *as = &told[action->act];
    struct play_step step = {.kind = as->kind, .clause = as->clause};
    CHECK(as->words);
    (void)snprintf(step.words, sizeof step.words, "%s", as->words);
    step.of_seat = step.kind == PLAY_STEP_CARD || step.kind == PLAY_STEP_KEY ||
                   step.kind == PLAY_STEP_VERIFY || step.kind == PLAY_STEP_SETTLE;
    if (step.of_seat)
        step.seat = step.kind == PLAY_STEP_CARD ? crazy4_deal_to(game) : crazy4_to_settle(game);
    return step;
}

static bool crazy4_next(const struct play_table *table, struct play_step *step)
{
    const struct crazy4 *game = &table->state.crazy4;
    struct crazy4_action action;
    if (!crazy4_routine(game, &action)) {
        if (game->state != CRAZY4_LOCKED && game->state != CRAZY4_DEALING)
            return false;
        action.act = CRAZY4_DEAL_CARD;
    }
    *step = step_of(game, &action);
    return true;
}

static struct ruling crazy4_may_step(const struct play_table *table, enum play_step_kind kind)
{
    static const enum crazy4_act acts[PLAY_STEP_KINDS] = {[PLAY_STEP_SHUFFLE] = CRAZY4_SHUFFLE,
                                                          [PLAY_STEP_CUT] = CRAZY4_CUT,
                                                          [PLAY_STEP_CHIPS] = CRAZY4_COUNT_CHIPS,
                                                          [PLAY_STEP_NO_MORE_BETS] = CRAZY4_NO_MORE_BETS,
                                                          [PLAY_STEP_CARD] = CRAZY4_DEAL_CARD,
                                                          [PLAY_STEP_STUB] = CRAZY4_STUB_TO_RACK,
                                                          [PLAY_STEP_REVEAL] = CRAZY4_REVEAL,
                                                          [PLAY_STEP_COUNT_STUB] = CRAZY4_COUNT_STUB,
                                                          [PLAY_STEP_KEY] = CRAZY4_KEY,
                                                          [PLAY_STEP_VERIFY] = CRAZY4_VERIFY,
                                                          [PLAY_STEP_SETTLE] = CRAZY4_SETTLE,
                                                          [PLAY_STEP_ENVY] = CRAZY4_PAY_ENVY,
                                                          [PLAY_STEP_GAME_OVER] = CRAZY4_GAME_OVER,
                                                          [PLAY_STEP_COVER_ALL] = CRAZY4_SETTLE_COVER_ALL,
                                                          [PLAY_STEP_NEXT_ROUND] = CRAZY4_NEXT_ROUND};
    const struct crazy4 *game = &table->state.crazy4;
    struct crazy4_action action;
    CHECK(table->game->step_words[kind]);
    if (!crazy4_routine(game, &action) || action.act != acts[kind])
        action =
            (struct crazy4_action){.act = acts[kind], .seat = crazy4_to_settle(game), .deck = game->deck};
    action.now = table->clock;
    if (kind == PLAY_STEP_CARD)
        action.card = table->shoe.cards[table->shoe.next];
    return crazy4_may(game, &action);
}

/* The next routine step, done with the cards of the shoe; false where the state machine has none but the next round. */
static bool crazy4_step(struct play_table *table)
{
    struct crazy4 *game = &table->state.crazy4;
    struct crazy4_action action;
    if (!crazy4_routine(game, &action) || action.act == CRAZY4_NEXT_ROUND)
        return false;
    struct play_step step = step_of(game, &action);
    if (action.act == CRAZY4_SHUFFLE)
        play_table_shuffle(table);
    else if (action.act == CRAZY4_CUT)
        action.count = play_table_cut(table);
    else if (action.act == CRAZY4_COUNT_STUB)
        action.count = shoe_stub_count(&table->shoe);
    crazy4_must(game, &action);
    if (step.kind != PLAY_STEP_SETTLE) /* which is told line by line */
        play_table_tell(table, &step);
    return true;
}

/* --------------------------------------------------------------------------------------- queries */

static enum play_stage crazy4_stage(const struct play_table *table)
{
    switch (table->state.crazy4.state) {
    case CRAZY4_BETTING:
        return PLAY_BETTING;
    case CRAZY4_LOCKED:
    case CRAZY4_DEALING:
        return PLAY_DEALING;
    case CRAZY4_DECIDING:
        return PLAY_DECIDING;
    case CRAZY4_OVER:
    case CRAZY4_VOID:
        return PLAY_OVER;
    default:
        return PLAY_ROUTINE;
    }
}

static unsigned crazy4_play_turn(const struct play_table *table)
{
    return crazy4_turn(&table->state.crazy4);
}

static struct play_limits crazy4_limits(const struct play_table *table, enum wager wager)
{
    return limits_of(crazy4_wager_limits(&table->state.crazy4, wager));
}

static struct play_view crazy4_view(const struct play_table *table, unsigned seat)
{
    const struct crazy4_seat *at = &table->state.crazy4.seats[seat];
    return (struct play_view){.in_round = crazy4_in_round(&table->state.crazy4, seat),
                              .played = at->decision == CRAZY4_PLAYED,
                              .folded = at->decision == CRAZY4_FOLDED,
                              .wagers = at->wagers,
                              .cards = at->hand.cards,
                              .card_count = at->hand.count};
}

static unsigned crazy4_dealer_shows(const struct play_table *table, unsigned *from)
{
    *from = 0;
    return table->state.crazy4.state >= CRAZY4_REVEALED ? CRAZY4_HAND_CARDS : 0;
}

static struct four_value crazy4_play_four(const struct play_table *table, unsigned seat)
{
    return crazy4_four(&table->state.crazy4.seats[seat].hand);
}

static const struct settlement *crazy4_settlement(const struct play_table *table)
{
    return &table->state.crazy4.settlement;
}

static unsigned crazy4_round(const struct play_table *table)
{
    return table->state.crazy4.round;
}

static const struct meter *crazy4_meter(const struct play_table *table, unsigned number)
{
    const struct crazy4 *game = &table->state.crazy4;
    const struct meter *meters[PLAY_METERS_MAX + 1] = {0};
    unsigned count = 0;
    if (game->settings.progressive != CRAZY4_NO_PROGRESSIVE)
        meters[count++] = &game->progressive;
    if (game->settings.hand_bonus)
        meters[count++] = &game->hand_bonus;
    return number < count ? meters[number] : NULL;
}

static void crazy4_say_dealer(const struct play_table *table, struct text_out *out)
{
    char words[PLAY_HAND_WORDS_SIZE];
    text_out_add(out, "%s; %s", play_hand_words(table, CRAZY4_DEALER, words),
                 crazy4_dealer_qualifies(&table->state.crazy4) ? "qualifies" : "does not qualify");
}

static void crazy4_say_draws(const struct play_table *table, struct text_out *out)
{
    const struct crazy4 *game = &table->state.crazy4;
    if (game->magic_drawn) {
        text_out_add(out, "Magic Card ");
        card_write(out, game->magic_card, CARD_STYLE_LETTERS);
    }
    if (game->lucky_drawn) {
        text_out_add(out, "%sLucky Bonus on ", game->magic_drawn ? ", " : "");
        if (game->lucky_position == CRAZY4_DEALER)
            text_out_add(out, "the dealer");
        else
            text_out_add(out, "seat %u", game->lucky_position);
    }
}

static bool crazy4_play_qualifies(const struct play_table *table)
{
    return crazy4_dealer_qualifies(&table->state.crazy4);
}

static const struct paytable *crazy4_paytable(const struct play_table *table, unsigned number,
                                              enum wager *wager)
{
    const struct crazy4_settings *settings = &table->state.crazy4.settings;
    unsigned players = crazy4_players(&table->state.crazy4);
    const struct {
        enum wager wager;
        const struct paytable *paytable;
    } all[] = {
        {WAGER_SUPER_BONUS, &settings->tables->super_bonus},
        {WAGER_QUEENS_UP, crazy4_queens_up_table(settings)},
        {WAGER_PROGRESSIVE, crazy4_progressive_table(settings)},
        {WAGER_HAND_BONUS_OWN, settings->hand_bonus ? &settings->tables->five_card_hand_bonus : NULL},
        {WAGER_COVER_ALL,
         settings->cover_all && players > 0 ? &settings->tables->cover_all[players - 1] : NULL},
    };
    for (unsigned i = 0; i < sizeof all / sizeof all[0]; i++)
        if (all[i].paytable && number-- == 0) {
            *wager = all[i].wager;
            return all[i].paytable;
        }
    return NULL;
}

static const struct paytable *crazy4_choice(const struct play_table *table, unsigned number,
                                            enum wager *wager)
{
    const struct crazy4_tables *tables = table->rules.crazy4;
    *wager = number < CRAZY4_QUEENS_UP_TABLES ? WAGER_QUEENS_UP : WAGER_PROGRESSIVE;
    if (number < CRAZY4_QUEENS_UP_TABLES)
        return &tables->queens_up[number];
    number -= CRAZY4_QUEENS_UP_TABLES;
    if (number < CRAZY4_FOUR_CARD_TABLES)
        return &tables->four_card_progressive[number];
    return number == CRAZY4_FOUR_CARD_TABLES ? &tables->five_card_progressive : NULL;
}

/* ---------------------------------------------------------------------------------------- advice */

static enum status crazy4_think(struct play_table *table)
{
    struct play_counts *counts = table->counts;
    if (counts->has_crazy4)
        return STATUS_OK;
    enum status status =
        crazy4_table_make(&counts->crazy4, &table->rules.crazy4->super_bonus, &counts->arena);
    counts->has_crazy4 = status == STATUS_OK;
    return status;
}

/* A choice is advised only if the state machine would allow it. */
static struct play_advice crazy4_play_advise(const struct play_table *table, unsigned seat)
{
    const struct crazy4_seat *at = &table->state.crazy4.seats[seat];
    struct crazy4_advice counted = crazy4_advise(&table->counts->crazy4, at->hand.cards);
    struct play_advice advice = {.count = 1, .choices = {{0, fraction_of(-2, 1), counted.fold}}};
    for (unsigned antes = 1; antes <= 3; antes++) {
        struct crazy4_action play = {
            .act = CRAZY4_PLAY, .seat = seat, .amount = money_of_cents(antes * at->wagers[WAGER_ANTE].cents)};
        if (!crazy4_may(&table->state.crazy4, &play).allowed)
            continue;
        /* Each further unit is worth the same. */
        struct fraction worth =
            fraction_of((wide)counted.play_halves + (wide)(antes - 1) * counted.further_halves,
                        2 * (uwide)CRAZY4_DEALER_HANDS);
        double value = fraction_double(worth);
        if (value > advice.choices[advice.best].value)
            advice.best = advice.count;
        advice.choices[advice.count++] = (struct play_choice){antes, worth, value};
    }
    return advice;
}

static unsigned crazy4_best(const struct play_table *table, unsigned seat)
{
    struct play_advice advice = crazy4_play_advise(table, seat);
    return advice.choices[advice.best].antes;
}

/* K-Q-8-4, the rule of thumb of this game: odds/crazy4_odds.h, the first of the strategies. */
static unsigned crazy4_simple(const struct play_table *table, unsigned seat)
{
    const struct crazy4_seat *at = &table->state.crazy4.seats[seat];
    static const struct card least[4] = {{SUIT_SPADES << 4 | RANK_KING},
                                         {SUIT_HEARTS << 4 | RANK_QUEEN},
                                         {SUIT_DIAMONDS << 4 | RANK_EIGHT},
                                         {SUIT_CLUBS << 4 | RANK_FOUR}};
    if (crazy4_four(&at->hand).order < four_rank4(least).order)
        return 0;
    struct money most = crazy4_play_limits(&table->state.crazy4, seat).most;
    return (unsigned)(most.cents / at->wagers[WAGER_ANTE].cents);
}

const struct play_game play_game_crazy4 = {
    .name = "crazy-4-poker",
    .title = "Crazy 4 Poker",
    .document = CRAZY4_DOCUMENT,
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
    .prepare = crazy4_prepare,
    .choose = crazy4_choose,
    .leave_out = crazy4_leave_out,
    .open = crazy4_open,
    .may = crazy4_play_may,
    .act = crazy4_play_act,
    .routine = crazy4_step,
    .next = crazy4_next,
    .may_step = crazy4_may_step,
    .step_words =
        {
            [PLAY_STEP_SHUFFLE] = "shuffle the cards",
            [PLAY_STEP_CUT] = "cut the cards",
            [PLAY_STEP_NO_MORE_BETS] = "announce \"no more bets\"",
            [PLAY_STEP_CHIPS] = "count and collect the progressive chips",
            [PLAY_STEP_CARD] = "deal the cards",
            [PLAY_STEP_STUB] = "put the stub into the discard rack",
            [PLAY_STEP_COUNT_STUB] = "count the stub",
            [PLAY_STEP_REVEAL] = "turn the dealer's cards",
            [PLAY_STEP_KEY] = "press the hand button of the win",
            [PLAY_STEP_VERIFY] = "have a floorperson verify the win",
            [PLAY_STEP_SETTLE] = "settle a player",
            [PLAY_STEP_ENVY] = "pay envy",
            [PLAY_STEP_COVER_ALL] = "settle Cover All",
            [PLAY_STEP_GAME_OVER] = "press GAME OVER",
            [PLAY_STEP_NEXT_ROUND] = "begin the next round",
        },
    .clauses = {.no_more_bets = CLAUSE(100),
                .first_card = CLAUSE(109),
                .dealer_last = CLAUSE(110),
                .face_up = CLAUSE(107),
                .first_turn = CLAUSE(142),
                .collect = CLAUSE(149),
                .hand = CLAUSE(152),
                .qualify = CLAUSE(157),
                .seat_order = CLAUSE(153),
                .wager_order = CLAUSE(154)},
    .stage = crazy4_stage,
    .turn = crazy4_play_turn,
    .limits = crazy4_limits,
    .view = crazy4_view,
    .dealer_shows = crazy4_dealer_shows,
    .four = crazy4_play_four,
    .settlement = crazy4_settlement,
    .round = crazy4_round,
    .meter = crazy4_meter,
    .say_dealer = crazy4_say_dealer,
    .say_draws = crazy4_say_draws,
    .qualifies = crazy4_play_qualifies,
    .paytable = crazy4_paytable,
    .choice = crazy4_choice,
    .optional = {"queens-up", "progressive", "five-card-hand-bonus", "magic-card", "lucky-bonus",
                 "cover-all"},
    .think = crazy4_think,
    .advise = crazy4_play_advise,
    .best = crazy4_best,
    .simple = crazy4_simple,
    .simple_words = "plays K-Q-8-4 or better, 3x with a pair of aces or better",
};
