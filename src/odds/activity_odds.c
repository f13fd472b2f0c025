#include "odds/activity_odds.h"

#include "base/check.h"
#include "rulebook/vocabulary_paths.h"

enum { GAMES_MAX = 64, NAMES_SIZE = 1024 };

/* The single games of one chart. */
struct game_set {
    unsigned count;
    struct game_name games[GAMES_MAX];
};

static void add_game(struct game_set *set, const struct game_name *game)
{
    for (unsigned i = 0; i < set->count; i++)
        if (hand_game_same_name(set->games[i].name, game->name))
            return;
    if (set->count < GAMES_MAX && game->game && game->game->family != HAND_FAMILY_NONE)
        set->games[set->count++] = *game;
}

static void add_by_name(struct game_set *set, const char *name)
{
    struct game_name game;
    enum status status = game_name_read(text_of(name), &game, NULL);
    CHECK(status == STATUS_OK);
    add_game(set, &game);
}

static void add_games(struct game_set *set, const struct game_list *list)
{
    for (unsigned i = 0; i < list->count; i++) {
        if (list->games[i].group == GAME_NAMED)
            add_game(set, &list->games[i]);
        if (list->games[i].group == GAME_ALL_POKER || list->games[i].group == GAME_ALL) {
            add_by_name(set, "Texas Hold'em");
            add_by_name(set, "Omaha");
            add_by_name(set, "Seven Card Stud");
        }
    }
}

/* The games of a chart: those of the offer's tables, or of the document. */
static void games_of(const struct rulebook_chart *chart, const struct offer *offer, struct game_set *set)
{
    *set = (struct game_set){0};
    if (!offer) {
        for (unsigned i = 0; i < chart->row_count; i++)
            add_games(set, &chart->rows[i].games);
        return;
    }
    for (unsigned i = 0; i < offer->table_count; i++)
        for (unsigned j = 0; j < chart->row_count; j++)
            if (game_list_includes(&chart->rows[j].games, &offer->tables[i]->game))
                add_game(set, &offer->tables[i]->game);
    for (unsigned i = 0; set->count == 0 && i < chart->row_count; i++)
        add_games(
            set, &chart->rows[i].games); /* a chart that is not for the tables, as that of a wheel of cards */
}

/* ------------------------------------------------------------------------------------------ pieces */

static enum status fill_rows(const struct rulebook *rulebook, const struct offer *offer,
                             const struct game_name *game, struct activity_piece *piece, struct fault *fault)
{
    const struct node *suit = offer ? node_member(offer->data, KEY_SUIT) : NULL;
    const struct node *rank = offer ? node_member(offer->data, KEY_RANK) : NULL;
    for (unsigned i = 0; i < piece->chart->row_count && piece->row_count < CHART_ODDS_ROWS_MAX; i++) {
        const struct rulebook_row *row = &piece->chart->rows[i];
        if (rulebook_row_game(piece->chart, row, game) == row->games.count)
            continue;
        enum status status =
            rulebook_compile_row(rulebook, row, suit ? &suit->scalar : NULL, rank ? &rank->scalar : NULL,
                                 game, &piece->rules[piece->row_count], fault);
        if (status != STATUS_OK)
            return status;
        piece->rows[piece->row_count++] = row;
    }
    return STATUS_OK;
}

bool activity_pieces_alike(const struct activity_piece *one, const struct activity_piece *other)
{
    if (one->game != other->game || one->row_count != other->row_count || one->players != other->players)
        return false;
    for (unsigned i = 0; i < one->row_count; i++)
        if (!hand_rule_equal(&one->rules[i], &other->rules[i]))
            return false;
    return true;
}

static enum status join_names(struct activity_piece *piece, struct text name, struct arena *arena)
{
    char names[NAMES_SIZE];
    struct text_out out;
    text_out_init(&out, names, sizeof names);
    if (piece->games.length > 0)
        text_out_add(&out, "%.*s, ", TEXT_ARGUMENTS(piece->games));
    text_out_add_text(&out, name);
    return arena_copy_text(arena, text_out_text(&out), &piece->games);
}

/* Players and pace of the first table of the offer that has the game. A bank's seat is not a player's. */
static void take_table(const struct offer *offer, const struct game_name *game, struct activity_piece *piece)
{
    for (unsigned i = 0; offer && i < offer->table_count; i++) {
        const struct house_table *table = offer->tables[i];
        if (!hand_game_same_name(table->game.name, game->name) || table->free_play)
            continue;
        bool one_round = game->game->family == HAND_FAMILY_BACCARAT || game->game->family == HAND_FAMILY_WAR;
        piece->players = one_round ? 0 : table->seats;
        if (piece->players > CHART_ODDS_PLAYERS_MAX)
            piece->players = CHART_ODDS_PLAYERS_MAX;
        piece->pace = table->pace;
        return;
    }
}

static enum status add_piece(struct activity_pieces *pieces, const struct rulebook *rulebook,
                             const struct offer *offer, const struct rulebook_chart *chart,
                             const struct game_name *game, struct arena *arena, struct fault *fault)
{
    struct activity_piece *piece = &pieces->pieces[pieces->count];
    *piece = (struct activity_piece){.chart = chart, .game = game->game};
    piece->rules = ARENA_ARRAY(arena, struct hand_rule, chart->row_count + 1);
    if (!piece->rules)
        return fault_set(fault, arena->refusal, 0, "there is no memory to count with");
    take_table(offer, game, piece);
    enum status status = fill_rows(rulebook, offer, game, piece, fault);
    if (status != STATUS_OK || piece->row_count == 0)
        return status;
    /* Games of one chart that have the same hands, rows' names apart, are one piece. */
    for (unsigned i = 0; i < pieces->count; i++) {
        struct activity_piece *other = &pieces->pieces[i];
        if (other->chart == piece->chart && other->pace == piece->pace && activity_pieces_alike(other, piece))
            return join_names(other, game->name, arena);
    }
    pieces->count++;
    return join_names(piece, game->name, arena);
}

enum status activity_pieces_find(const struct rulebook *rulebook, const struct offer *offer,
                                 struct arena *arena, struct activity_pieces *pieces, struct fault *fault)
{
    unsigned charts = offer ? offer->chart_count : rulebook->chart_count;
    struct activity_pieces found = {ARENA_ARRAY(arena, struct activity_piece, (size_t)charts * GAMES_MAX + 1),
                                    0};
    if (!found.pieces)
        return fault_set(fault, arena->refusal, 0, "there is no memory to count with");
    for (unsigned i = 0; i < charts; i++) {
        const struct rulebook_chart *chart = offer ? offer->charts[i] : &rulebook->charts[i];
        struct game_set set;
        games_of(chart, offer, &set);
        for (unsigned j = 0; j < set.count; j++) {
            enum status status = add_piece(&found, rulebook, offer, chart, &set.games[j], arena, fault);
            if (status != STATUS_OK)
                return status;
        }
    }
    *pieces = found;
    return STATUS_OK;
}

enum status activity_piece_count(const struct activity_piece *piece,
                                 const struct chart_odds_settings *settings, struct arena *arena,
                                 struct chart_odds *odds, struct fault *fault)
{
    struct chart_odds_settings used = *settings;
    if (used.players == 0)
        used.players = piece->players;
    enum status status =
        chart_odds_count(piece->game, piece->rules, piece->row_count, &used, arena, odds, fault);
    if (status == STATUS_RANGE && settings->players == 0 && used.players != 0) {
        used.players = 0; /* more seats than the deck can deal to */
        status = chart_odds_count(piece->game, piece->rules, piece->row_count, &used, arena, odds, fault);
    }
    return status;
}
