#include "play/table.h"

#include "base/check.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const struct play_game *const play_games[] = {&play_game_crazy4, &play_game_four_card, NULL};

const struct play_game *play_game_find(struct text name)
{
    for (unsigned i = 0; play_games[i]; i++)
        if (text_equal(text_of(play_games[i]->name), name))
            return play_games[i];
    return NULL;
}

/* Every kind of step with its act of the state machine; some have none. */
static const struct {
    const char *name;
    enum poker_act act;
} step_kinds[PLAY_STEP_KINDS] = {
    [PLAY_STEP_BUY_IN] = {"buy-in", POKER_ACT_COUNT},
    [PLAY_STEP_WAGER] = {"wager", POKER_WAGER},
    [PLAY_STEP_SHUFFLE] = {"shuffle", POKER_SHUFFLE},
    [PLAY_STEP_CUT] = {"cut", POKER_CUT},
    [PLAY_STEP_NO_MORE_BETS] = {"no-more-bets", POKER_LOCK},
    [PLAY_STEP_DRAW] = {"draw", POKER_DRAW},
    [PLAY_STEP_CHIPS] = {"chips", POKER_TAKE_CHIPS},
    [PLAY_STEP_CARD] = {"card", POKER_DEAL_CARD},
    [PLAY_STEP_STUB] = {"stub", POKER_STUB_TO_RACK},
    [PLAY_STEP_COUNT_STUB] = {"count-stub", POKER_COUNT_STUB},
    [PLAY_STEP_PLAY] = {"play", POKER_PLAY},
    [PLAY_STEP_FOLD] = {"fold", POKER_FOLD},
    [PLAY_STEP_COLLECT] = {"collect", POKER_ACT_COUNT},
    [PLAY_STEP_REVEAL] = {"reveal", POKER_REVEAL},
    [PLAY_STEP_KEY] = {"key", POKER_KEY},
    [PLAY_STEP_VERIFY] = {"verify", POKER_VERIFY},
    [PLAY_STEP_SETTLE] = {"settle", POKER_SETTLE},
    [PLAY_STEP_ENVY] = {"envy", POKER_PAY_ENVY},
    [PLAY_STEP_COVER_ALL] = {"cover-all", POKER_SETTLE_COVER_ALL},
    [PLAY_STEP_GAME_OVER] = {"game-over", POKER_END},
    [PLAY_STEP_NEXT_ROUND] = {"next-round", POKER_NEXT_ROUND},
};

const char *play_step_name(enum play_step_kind kind)
{
    CHECK_OP((unsigned)kind, <, PLAY_STEP_KINDS);
    return step_kinds[kind].name;
}

/* Counts of either game, and the work beside them. */
static const size_t arena_size_max = (size_t)256 << 20;

void play_counts_init(struct play_counts *counts)
{
    *counts = (struct play_counts){.four_card = NULL};
    arena_init(&counts->arena, arena_size_max);
}

void play_counts_release(struct play_counts *counts)
{
    arena_release(&counts->arena);
}

void play_table_init(struct play_table *table, const struct play_game *game, struct play_rules rules,
                     struct play_counts *counts, struct random *random)
{
    memset(table, 0, sizeof *table);
    table->game = game;
    table->rules = rules;
    table->counts = counts;
    table->random = random;
    shoe_init(&table->shoe, 1, 0);
    table->draw_every = 10;
    game->prepare(table);
}

bool play_table_choose(struct play_table *table, struct text name)
{
    struct play_paytable list[PLAY_PAYTABLES_MAX];
    unsigned count = table->game->choices(table, list);
    for (unsigned i = 0; i < count; i++)
        if (text_equal(name, text_of(list[i].paytable->name))) {
            table->game->choose(table, i);
            return true;
        }
    return false;
}

bool play_table_leave_out(struct play_table *table, struct text name)
{
    for (unsigned i = 0; i < PLAY_WAGERS_MAX && table->game->optional[i]; i++)
        if (text_equal(name, text_of(table->game->optional[i]))) {
            table->game->leave_out(table, i);
            return true;
        }
    return false;
}

/* ---------------------------------------------------------------------------------------- queries */

const struct poker_round *play_table_round(const struct play_table *table)
{
    return &table->state.round;
}

const struct poker_seat *play_table_seat(const struct play_table *table, unsigned seat)
{
    CHECK_OP(seat, <=, PLAY_SEATS_MAX);
    return &play_table_round(table)->seats[seat];
}

const struct settlement *play_table_settlement(const struct play_table *table)
{
    return &play_table_round(table)->settlement;
}

enum play_stage play_table_stage(const struct play_table *table)
{
    switch (play_table_round(table)->state) {
    case POKER_BETTING:
        return PLAY_BETTING;
    case POKER_LOCKED:
    case POKER_DEALING:
        return PLAY_DEALING;
    case POKER_DECIDING:
        return PLAY_DECIDING;
    case POKER_OVER:
    case POKER_VOID:
        return PLAY_OVER;
    default:
        return PLAY_ROUTINE;
    }
}

bool play_table_in_round(const struct play_table *table, unsigned seat)
{
    return table->game->poker->in_round(&table->state.round, seat);
}

unsigned play_table_turn(const struct play_table *table)
{
    return table->game->poker->turn(&table->state.round);
}

struct wager_limits play_table_limits(const struct play_table *table, enum wager wager)
{
    return table->game->poker->limits(&table->state.round, wager);
}

const struct meter *play_table_meter(const struct play_table *table, unsigned number)
{
    return table->game->poker->meter(&table->state.round, number);
}

unsigned play_table_dealer_shows(const struct play_table *table, unsigned *from)
{
    const struct play_game *game = table->game;
    bool turned = play_table_round(table)->state >= POKER_REVEALED;
    *from = turned ? 0 : game->dealer_cards - game->dealer_up;
    return turned ? game->dealer_cards : game->dealer_up;
}

const char *play_hand_words(const struct play_table *table, unsigned seat, char buffer[PLAY_HAND_WORDS_SIZE])
{
    struct text_out out;
    text_out_init(&out, buffer, PLAY_HAND_WORDS_SIZE);
    four_name_write(&out, four_value_score(poker_four(play_table_round(table), seat)));
    return buffer;
}

void play_table_say_dealer(const struct play_table *table, struct text_out *out)
{
    char words[PLAY_HAND_WORDS_SIZE];
    text_out_add(out, "%s", play_hand_words(table, POKER_DEALER, words));
    if (table->game->qualifies)
        text_out_add(out, table->game->qualifies(table) ? "; qualifies" : "; does not qualify");
}

void play_table_say_draws(const struct play_table *table, struct text_out *out)
{
    if (table->game->say_draws)
        table->game->say_draws(table, out);
}

/* ------------------------------------------------------------------------------------------ telling */

static void tell(const struct play_table *table, const struct play_step *step)
{
    if (table->told)
        table->told(table->context, step);
}

static void say(struct play_step *step, const char *format, ...) PRINTF_LIKE(2, 3);

static void say(struct play_step *step, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(step->words, sizeof step->words, format, arguments);
    va_end(arguments);
}

static void tell_lines(const struct play_table *table, unsigned from)
{
    const struct settlement *settlement = play_table_settlement(table);
    for (unsigned i = from; i < settlement->count; i++) {
        const struct settlement_line *line = &settlement->lines[i];
        struct play_step step = {.kind = PLAY_STEP_SETTLE,
                                 .of_seat = true,
                                 .seat = line->seat,
                                 .wager = line->wager,
                                 .amount = settlement_handed(line),
                                 .stake = line->stake,
                                 .clause = line->clause};
        memcpy(step.words, line->words, sizeof step.words);
        tell(table, &step);
    }
}

/* The acts of the dealer, in the order of the game. */
static struct play_step step_of(const struct play_table *table, const struct poker_action *action)
{
    unsigned kind = 0;
    while (kind < PLAY_STEP_KINDS && step_kinds[kind].act != action->act)
        kind++;
    CHECK_OP(kind, <, PLAY_STEP_KINDS);
    const struct play_order *order = &table->game->steps[kind];
    CHECK(order->clause);
    struct play_step step = {.kind = (enum play_step_kind)kind, .clause = order->clause};
    say(&step, "%s", order->done ? order->done : "");
    step.of_seat = step.kind == PLAY_STEP_CARD || step.kind == PLAY_STEP_KEY ||
                   step.kind == PLAY_STEP_VERIFY || step.kind == PLAY_STEP_SETTLE;
    if (step.of_seat)
        step.seat = step.kind == PLAY_STEP_CARD ? table->game->poker->deal_to(&table->state.round)
                                                : table->game->poker->to_settle(&table->state.round);
    return step;
}

void play_table_tell_wager(const struct play_table *table, unsigned seat, enum wager wager,
                           struct money amount)
{
    struct play_step step = {.kind = PLAY_STEP_WAGER,
                             .of_seat = true,
                             .seat = seat,
                             .wager = wager,
                             .amount = amount,
                             .clause = ""};
    char words[MONEY_TEXT_SIZE];
    if (amount.cents > 0)
        say(&step, "seat %u: %s $%s", seat, wager_name(wager), settlement_amount(amount, words));
    else
        say(&step, "seat %u: %s withdrawn", seat, wager_name(wager));
    tell(table, &step);
}

/* An act of a player, or the lock. */
static void tell_action(const struct play_table *table, const struct poker_action *action)
{
    char amount[MONEY_TEXT_SIZE];
    struct play_step step = {.of_seat = true,
                             .seat = action->seat,
                             .wager = action->wager,
                             .amount = action->amount,
                             .clause = ""};
    (void)settlement_amount(action->amount, amount);
    switch (action->act) {
    case POKER_WAGER:
        play_table_tell_wager(table, action->seat, action->wager, action->amount);
        return;
    case POKER_PLAY:
        step.kind = PLAY_STEP_PLAY;
        step.wager = WAGER_PLAY;
        say(&step, "seat %u plays $%s", action->seat, amount);
        break;
    case POKER_FOLD:
        step.kind = PLAY_STEP_FOLD;
        say(&step, "seat %u folds", action->seat);
        break;
    case POKER_LOCK:
    case POKER_NEXT_ROUND:
        step = step_of(table, action);
        break;
    default: /* nobody is told who sits down */
        return;
    }
    tell(table, &step);
}

/* ------------------------------------------------------------------------------------------- acts */

/* The time, and who sits down: seats have the numbers of their players. */
static struct poker_action completed(const struct play_table *table, struct poker_action action)
{
    action.now = table->clock;
    action.player = action.seat;
    return action;
}

struct ruling play_table_may(const struct play_table *table, const struct poker_action *action)
{
    struct poker_action asked = completed(table, *action);
    return table->game->poker->may(&table->state.round, &asked);
}

static struct ruling act_silently(struct play_table *table, const struct poker_action *action)
{
    struct poker_action asked = completed(table, *action);
    return table->game->poker->act(&table->state.round, &asked);
}

/* Does and reports the dealer's next step, with the cards of the shoe; false if only the next round remains. */
static bool do_routine(struct play_table *table)
{
    const struct play_game *game = table->game;
    struct poker_action action;
    if (!game->poker->routine(&table->state.round, &action) || action.act == POKER_NEXT_ROUND)
        return false;
    struct play_step step = step_of(table, &action);
    bool cuts = action.act == POKER_CUT;
    enum status status = STATUS_OK;
    if (action.act == POKER_SHUFFLE) {
        shoe_gather(&table->shoe);
        status = shoe_shuffle(&table->shoe, table->random, NULL);
        cuts = !game->steps[PLAY_STEP_CUT].clause; /* it is no step of its own */
    }
    if (cuts && status == STATUS_OK) {
        /* At least ten cards lie above the cover card (massachusetts/crazy-4-poker#44), and as many below it. */
        action.count = SHOE_CUT_MIN + random_below(table->random, DECK_CARDS - 2 * SHOE_CUT_MIN + 1);
        status = shoe_cut(&table->shoe, action.count, NULL);
    }
    CHECK_OP(status, ==, STATUS_OK);
    if (action.act == POKER_COUNT_STUB)
        action.count = shoe_stub_count(&table->shoe);
    struct ruling ruling = act_silently(table, &action);
    CHECK(ruling.allowed);
    if (step.kind != PLAY_STEP_SETTLE) /* which is told line by line */
        tell(table, &step);
    return true;
}

static void deal_next(struct play_table *table)
{
    struct poker_action action = {.act = POKER_DEAL_CARD};
    struct play_step step = step_of(table, &action);
    enum status status = shoe_deal(&table->shoe, &action.card, NULL);
    CHECK_OP(status, ==, STATUS_OK);
    struct ruling ruling = act_silently(table, &action);
    CHECK(ruling.allowed);
    step.card = action.card;
    if (step.seat == POKER_DEALER)
        say(&step, "a card to the dealer");
    else
        say(&step, "a card to seat %u", step.seat);
    tell(table, &step);
}

static void tell_draws(const struct play_table *table)
{
    struct play_step step = {.kind = PLAY_STEP_DRAW, .clause = ""};
    struct text_out out;
    text_out_init(&out, step.words, sizeof step.words);
    play_table_say_draws(table, &out);
    if (out.length > 0)
        tell(table, &step);
}

struct ruling play_table_act(struct play_table *table, const struct poker_action *action)
{
    const struct play_game *game = table->game;
    unsigned lines = play_table_settlement(table)->count;
    if (action->act == POKER_LOCK && game->change_deck && game->change_deck(table))
        while (do_routine(table))
            ;
    struct ruling ruling = act_silently(table, action);
    if (!ruling.allowed)
        return ruling;
    tell_action(table, action);
    if (action->act == POKER_LOCK && game->draw) {
        game->draw(table);
        tell_draws(table);
    }
    if (action->act == POKER_NEXT_ROUND) { /* which has no lines yet */
        table->clock.ms += 60 * 1000;
        return ruling;
    }
    if (play_table_settlement(table)->count > lines) {
        struct play_step step = {.kind = PLAY_STEP_COLLECT, .clause = game->steps[PLAY_STEP_COLLECT].clause};
        say(&step, "what is forfeited is collected");
        tell(table, &step);
        tell_lines(table, lines);
    }
    return ruling;
}

struct poker_action play_table_decision(const struct play_table *table, unsigned seat, unsigned antes)
{
    int64_t ante = play_table_seat(table, seat)->wagers[WAGER_ANTE].cents;
    return (struct poker_action){
        .act = antes > 0 ? POKER_PLAY : POKER_FOLD, .seat = seat, .amount = money_of_cents(antes * ante)};
}

bool play_table_next(const struct play_table *table, struct play_step *step)
{
    struct poker_action action;
    if (!table->game->poker->routine(&table->state.round, &action)) {
        if (play_table_stage(table) != PLAY_DEALING)
            return false;
        action.act = POKER_DEAL_CARD;
    }
    *step = step_of(table, &action);
    return true;
}

struct ruling play_table_may_step(const struct play_table *table, enum play_step_kind kind)
{
    struct poker_action action;
    CHECK(table->game->steps[kind].to_do);
    if (!table->game->poker->routine(&table->state.round, &action) || action.act != step_kinds[kind].act)
        action = (struct poker_action){.act = step_kinds[kind].act,
                                       .seat = table->game->poker->to_settle(&table->state.round)};
    if (kind == PLAY_STEP_CARD)
        action.card = table->shoe.cards[table->shoe.next];
    return play_table_may(table, &action);
}

bool play_table_step(struct play_table *table)
{
    enum play_stage stage = play_table_stage(table);
    unsigned lines = play_table_settlement(table)->count;
    if (stage == PLAY_DECIDING || stage == PLAY_OVER)
        return false;
    if (do_routine(table)) {
        tell_lines(table, lines);
        return true;
    }
    if (stage == PLAY_BETTING)
        return false;
    deal_next(table);
    return true;
}

void play_table_go_on(struct play_table *table)
{
    while (play_table_step(table))
        ;
}

/* --------------------------------------------------------------------------------------- wagering */

static struct ruling wager(struct play_table *table, unsigned seat, enum wager kind, struct money amount)
{
    return act_silently(
        table, &(struct poker_action){.act = POKER_WAGER, .seat = seat, .wager = kind, .amount = amount});
}

/* In the reverse order, because the later wagers stand on the first. */
void play_table_withdraw(struct play_table *table, unsigned seat)
{
    const struct play_game *game = table->game;
    for (unsigned i = game->wager_count; i-- > 0;)
        if (play_table_seat(table, seat)->wagers[game->wagers[i].wager].cents > 0) {
            struct ruling ruling = wager(table, seat, game->wagers[i].wager, money_of_cents(0));
            CHECK(ruling.allowed);
        }
}

static enum wager bet_of(const struct play_wager *wager)
{
    return wager->with_ante ? WAGER_ANTE : wager->wager;
}

int64_t play_table_needs(const struct play_table *table, const struct money bets[WAGER_COUNT])
{
    int64_t cents = bets[WAGER_ANTE].cents;
    for (unsigned i = 0; i < table->game->wager_count; i++)
        cents += bets[bet_of(&table->game->wagers[i])].cents;
    return cents;
}

/* Places each bet that is not 0 instead of the current one, until one is refused. */
static struct ruling replace(struct play_table *table, unsigned seat, const struct money bets[WAGER_COUNT])
{
    const struct play_game *game = table->game;
    struct ruling ruling = ruling_yes();
    play_table_withdraw(table, seat);
    for (unsigned i = 0; i < game->wager_count && ruling.allowed; i++) {
        struct money bet = bets[bet_of(&game->wagers[i])];
        if (bet.cents > 0)
            ruling = wager(table, seat, game->wagers[i].wager, bet);
    }
    return ruling;
}

struct ruling play_table_bet(struct play_table *table, unsigned seat, const struct money bets[WAGER_COUNT],
                             struct money stack, const char *name)
{
    struct money before[WAGER_COUNT];
    char words[MONEY_TEXT_SIZE];
    if (play_table_needs(table, bets) > stack.cents)
        return ruling_no("", "%s has $%s; wagers and a Play Wager of one Ante take more", name,
                         settlement_amount(stack, words));
    memcpy(before, play_table_seat(table, seat)->wagers, sizeof before);
    struct ruling ruling = replace(table, seat, bets);
    if (ruling.allowed)
        return ruling;
    if (bets[WAGER_ANTE].cents == 0 && before[WAGER_ANTE].cents > 0) {
        play_table_withdraw(table, seat); /* what stood on the Ante goes with it */
        return ruling_yes();
    }
    struct ruling again = replace(table, seat, before);
    CHECK(again.allowed);
    return ruling;
}

void play_table_usual_bets(const struct play_table *table, enum play_who who, struct money bets[WAGER_COUNT])
{
    const struct play_game *game = table->game;
    bets[WAGER_ANTE] = play_table_limits(table, WAGER_ANTE).least;
    for (unsigned i = 1; i < game->wager_count && who == PLAY_SIMPLE; i++) {
        enum wager kind = game->wagers[i].wager;
        if (kind == WAGER_QUEENS_UP || kind == WAGER_ACES_UP || kind == WAGER_PROGRESSIVE)
            bets[kind] = play_table_limits(table, kind).least;
    }
}

/* ----------------------------------------------------------------------------------------- advice */

enum status play_table_think(struct play_table *table)
{
    return table->game->think ? table->game->think(table) : STATUS_OK;
}

enum status play_table_think_ahead(struct play_table *table)
{
    enum status status = play_table_think(table);
    if (status == STATUS_OK && table->game->think_ahead)
        status = table->game->think_ahead(table);
    return status;
}

struct play_advice play_table_advise(const struct play_table *table, unsigned seat)
{
    struct fraction worth[1 + PLAY_ANTES_MAX];
    struct play_advice advice = {.count = 0};
    table->game->worth(table, seat, worth);
    for (unsigned antes = 0; antes <= PLAY_ANTES_MAX; antes++) {
        struct poker_action action = play_table_decision(table, seat, antes);
        if (!play_table_may(table, &action).allowed)
            continue;
        double value = fraction_double(worth[antes]);
        if (value > advice.choices[advice.best].value)
            advice.best = advice.count;
        advice.choices[advice.count++] = (struct play_choice){antes, worth[antes], value};
    }
    CHECK(advice.count >= 2 && advice.choices[0].antes == 0);
    advice.next = advice.best == 0 ? 1 : 0;
    for (unsigned i = 0; i < advice.count; i++)
        if (i != advice.best && advice.choices[i].value > advice.choices[advice.next].value)
            advice.next = i;
    return advice;
}

unsigned play_table_best(const struct play_table *table, unsigned seat)
{
    unsigned antes;
    if (table->game->known_best && table->game->known_best(table, seat, &antes))
        return antes;
    struct play_advice advice = play_table_advise(table, seat);
    return advice.choices[advice.best].antes;
}

struct poker_action play_table_computer(const struct play_table *table, enum play_who who, unsigned seat,
                                        struct money left)
{
    int64_t ante = play_table_seat(table, seat)->wagers[WAGER_ANTE].cents;
    unsigned antes = who == PLAY_BEST ? play_table_best(table, seat) : table->game->simple(table, seat);
    while (antes * ante > left.cents)
        antes--;
    return play_table_decision(table, seat, antes);
}
