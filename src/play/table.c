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

const char *play_step_name(enum play_step_kind kind)
{
    static const char *const names[PLAY_STEP_KINDS] = {[PLAY_STEP_BUY_IN] = "buy-in",
                                                       [PLAY_STEP_WAGER] = "wager",
                                                       [PLAY_STEP_SHUFFLE] = "shuffle",
                                                       [PLAY_STEP_CUT] = "cut",
                                                       [PLAY_STEP_NO_MORE_BETS] = "no-more-bets",
                                                       [PLAY_STEP_DRAW] = "draw",
                                                       [PLAY_STEP_CHIPS] = "chips",
                                                       [PLAY_STEP_CARD] = "card",
                                                       [PLAY_STEP_STUB] = "stub",
                                                       [PLAY_STEP_COUNT_STUB] = "count-stub",
                                                       [PLAY_STEP_PLAY] = "play",
                                                       [PLAY_STEP_FOLD] = "fold",
                                                       [PLAY_STEP_COLLECT] = "collect",
                                                       [PLAY_STEP_REVEAL] = "reveal",
                                                       [PLAY_STEP_KEY] = "key",
                                                       [PLAY_STEP_VERIFY] = "verify",
                                                       [PLAY_STEP_SETTLE] = "settle",
                                                       [PLAY_STEP_ENVY] = "envy",
                                                       [PLAY_STEP_COVER_ALL] = "cover-all",
                                                       [PLAY_STEP_GAME_OVER] = "game-over",
                                                       [PLAY_STEP_NEXT_ROUND] = "next-round"};
    CHECK_OP((unsigned)kind, <, PLAY_STEP_KINDS);
    return names[kind];
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

/* ------------------------------------------------------------------------------------------ telling */

void play_table_tell(const struct play_table *table, const struct play_step *step)
{
    if (table->told)
        table->told(table->context, step);
}

static void tell_lines(const struct play_table *table, unsigned from)
{
    const struct settlement *settlement = table->game->settlement(table);
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
        play_table_tell(table, &step);
    }
}

static void say(struct play_step *step, const char *format, ...) PRINTF_LIKE(2, 3);

static void say(struct play_step *step, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(step->words, sizeof step->words, format, arguments);
    va_end(arguments);
}

static void tell_draws(const struct play_table *table)
{
    struct play_step step = {.kind = PLAY_STEP_DRAW, .clause = ""};
    struct text_out out;
    text_out_init(&out, step.words, sizeof step.words);
    table->game->say_draws(table, &out);
    if (out.length > 0)
        play_table_tell(table, &step);
}

static void tell_action(const struct play_table *table, const struct play_action *action)
{
    char amount[MONEY_TEXT_SIZE];
    struct play_step step = {.of_seat = true,
                             .seat = action->seat,
                             .wager = action->wager,
                             .amount = action->amount,
                             .clause = ""};
    (void)settlement_amount(action->amount, amount);
    switch (action->act) {
    case PLAY_WAGER:
        step.kind = PLAY_STEP_WAGER;
        if (action->amount.cents > 0)
            say(&step, "seat %u: %s $%s", action->seat, wager_name(action->wager), amount);
        else
            say(&step, "seat %u: %s withdrawn", action->seat, wager_name(action->wager));
        break;
    case PLAY_LOCK:
        step.kind = PLAY_STEP_NO_MORE_BETS;
        step.of_seat = false;
        step.clause = table->game->clauses.no_more_bets;
        say(&step, "no more bets");
        break;
    case PLAY_PLAY:
        step.kind = PLAY_STEP_PLAY;
        step.wager = WAGER_PLAY;
        say(&step, "seat %u plays $%s", action->seat, amount);
        break;
    case PLAY_FOLD:
        step.kind = PLAY_STEP_FOLD;
        say(&step, "seat %u folds", action->seat);
        break;
    case PLAY_NEXT_ROUND:
        step.kind = PLAY_STEP_NEXT_ROUND;
        step.of_seat = false;
        say(&step, "the next round");
        break;
    case PLAY_DEAL:
    case PLAY_SIT:
        return;
    }
    play_table_tell(table, &step);
}

/* A new round has no lines yet, so that none of those that are there are new. */
struct ruling play_table_act(struct play_table *table, const struct play_action *action)
{
    const struct play_game *game = table->game;
    unsigned lines = game->settlement(table)->count;
    struct ruling ruling = game->act(table, action);
    if (!ruling.allowed)
        return ruling;
    tell_action(table, action);
    if (action->act == PLAY_LOCK)
        tell_draws(table);
    if (action->act == PLAY_NEXT_ROUND)
        return ruling;
    if (game->settlement(table)->count > lines) {
        struct play_step step = {.kind = PLAY_STEP_COLLECT, .clause = game->clauses.collect};
        say(&step, "what is forfeited is collected");
        play_table_tell(table, &step);
    }
    tell_lines(table, lines);
    return ruling;
}

/* What the shoe refuses here would be a mistake of ours. */
static void shoe_must(enum status status)
{
    CHECK_OP(status, ==, STATUS_OK);
}

void play_table_shuffle(struct play_table *table)
{
    shoe_gather(&table->shoe);
    shoe_must(shoe_shuffle(&table->shoe, table->random, NULL));
}

/* At least ten cards lie above the cover card (massachusetts/crazy-4-poker#44), and as many below it. */
unsigned play_table_cut(struct play_table *table)
{
    unsigned depth = SHOE_CUT_MIN + random_below(table->random, DECK_CARDS - 2 * SHOE_CUT_MIN + 1);
    shoe_must(shoe_cut(&table->shoe, depth, NULL));
    return depth;
}

static void deal_next(struct play_table *table)
{
    struct play_action action = {.act = PLAY_DEAL};
    struct play_step step;
    bool known = table->game->next(table, &step);
    CHECK(known && step.kind == PLAY_STEP_CARD);
    shoe_must(shoe_deal(&table->shoe, &action.card, NULL));
    struct ruling ruling = table->game->act(table, &action);
    CHECK(ruling.allowed);
    step.card = action.card;
    if (step.seat == 0)
        say(&step, "a card to the dealer");
    else
        say(&step, "a card to seat %u", step.seat);
    play_table_tell(table, &step);
}

struct ruling play_table_wager(struct play_table *table, unsigned seat, enum wager wager, struct money amount)
{
    return table->game->act(
        table, &(struct play_action){.act = PLAY_WAGER, .seat = seat, .wager = wager, .amount = amount});
}

/* In the reverse order, because the later wagers stand on the first. */
void play_table_withdraw(struct play_table *table, unsigned seat)
{
    const struct play_game *game = table->game;
    for (unsigned i = game->wager_count; i-- > 0;)
        if (game->view(table, seat).wagers[game->wagers[i].wager].cents > 0) {
            struct ruling ruling = play_table_wager(table, seat, game->wagers[i].wager, money_of_cents(0));
            CHECK(ruling.allowed);
        }
}

static enum wager bet_of(const struct play_wager *wager)
{
    return wager->with_ante ? WAGER_ANTE : wager->wager;
}

struct ruling play_table_place(struct play_table *table, unsigned seat, const struct money bets[WAGER_COUNT])
{
    const struct play_game *game = table->game;
    for (unsigned i = 0; i < game->wager_count; i++) {
        struct money bet = bets[bet_of(&game->wagers[i])];
        if (bet.cents == 0)
            continue;
        struct ruling ruling = play_table_wager(table, seat, game->wagers[i].wager, bet);
        if (!ruling.allowed)
            return ruling;
    }
    return ruling_yes();
}

int64_t play_table_needs(const struct play_table *table, const struct money bets[WAGER_COUNT])
{
    int64_t cents = bets[WAGER_ANTE].cents;
    for (unsigned i = 0; i < table->game->wager_count; i++)
        cents += bets[bet_of(&table->game->wagers[i])].cents;
    return cents;
}

bool play_table_step(struct play_table *table)
{
    const struct play_game *game = table->game;
    enum play_stage stage = game->stage(table);
    unsigned lines = game->settlement(table)->count;
    if (stage == PLAY_DECIDING || stage == PLAY_OVER)
        return false;
    if (game->routine(table)) {
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

const char *play_hand_words(const struct play_table *table, unsigned seat, char buffer[PLAY_HAND_WORDS_SIZE])
{
    struct text_out out;
    text_out_init(&out, buffer, PLAY_HAND_WORDS_SIZE);
    four_name_write(&out, four_value_score(table->game->four(table, seat)));
    return buffer;
}
