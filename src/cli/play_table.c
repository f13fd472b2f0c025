#include "cli/play_table.h"

#include "base/check.h"

#include <string.h>

const struct play_game *play_game_find(const char *name)
{
    static const struct play_game *const games[] = {&play_game_crazy4, &play_game_four_card};
    for (unsigned i = 0; i < sizeof games / sizeof games[0]; i++)
        if (strcmp(games[i]->name, name) == 0)
            return games[i];
    return NULL;
}

/* Counts of either game, and the work beside them. */
static const size_t arena_size_max = (size_t)256 << 20;

void play_table_init(struct play_table *table, const struct play_game *game, const struct game_rules *rules,
                     struct random *random)
{
    memset(table, 0, sizeof *table);
    table->game = game;
    table->rules = rules;
    table->random = random;
    shoe_init(&table->shoe, 1, 0);
    table->draw_every = 10;
    arena_init(&table->arena, arena_size_max);
    game->prepare(table);
}

void play_table_release(struct play_table *table)
{
    arena_release(&table->arena);
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
    shoe_must(shoe_deal(&table->shoe, &action.card, NULL));
    struct ruling ruling = table->game->act(table, &action);
    CHECK(ruling.allowed);
}

void play_table_go_on(struct play_table *table)
{
    const struct play_game *game = table->game;
    for (;;) {
        enum play_stage stage = game->stage(table);
        if (stage == PLAY_DECIDING || stage == PLAY_OVER)
            return;
        if (game->routine(table))
            continue;
        if (stage == PLAY_BETTING)
            return;
        deal_next(table);
    }
}

enum status play_table_think(struct play_table *table)
{
    enum status status = table->thinks || !table->game->think ? STATUS_OK : table->game->think(table);
    table->thinks = status == STATUS_OK;
    return status;
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
