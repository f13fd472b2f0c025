/*
 * Charts by chance: rounds are dealt, everybody stays to the end, hands are set and drawn to as odds/chart_odds.h says,
 * and every player's hand is judged.
 */
#include "base/check.h"
#include "cards/alike.h"
#include "cards/baccarat.h"
#include "cards/five.h"
#include "cards/four.h"
#include "cards/holes.h"
#include "cards/joker.h"
#include "cards/lowball.h"
#include "cards/pan9.h"
#include "cards/thirteen.h"
#include "cards/three.h"
#include "odds/chart_odds_internal.h"

#include <math.h>
#include <string.h>

/* ------------------------------------------------------------------------------------------ the shoe */

void chart_round_init(struct dealt_round *round, const struct counting *counting, struct random *random)
{
    memset(round, 0, sizeof *round);
    round->random = random;
    for (unsigned deck = 0; deck < counting->settings.decks; deck++) {
        for (unsigned number = 0; number < DECK_CARDS; number++)
            if (counting->game->family != HAND_FAMILY_PAN ||
                pan9_in_deck(card_of_number(number), &pan9_settings_usual))
                round->shoe[round->size++] = card_of_number(number);
        for (unsigned joker = 0; joker < counting->game->jokers; joker++)
            round->shoe[round->size++] = card_joker(0);
    }
    for (unsigned i = 0; i < TILE_SET; i++)
        round->tiles[i] = (uint8_t)i;
}

/* The order that earlier rounds left the shoe in does not matter. */
static struct card draw(struct dealt_round *round)
{
    CHECK_OP(round->next, <, round->size);
    unsigned from = round->next + random_below(round->random, round->size - round->next);
    struct card drawn = round->shoe[from];
    round->shoe[from] = round->shoe[round->next];
    round->shoe[round->next++] = drawn;
    return drawn;
}

static struct hand draw_hand(struct dealt_round *round, unsigned count)
{
    struct hand hand = {0};
    for (unsigned i = 0; i < count; i++)
        hand_add(&hand, draw(round));
    return hand;
}

/* ------------------------------------------------------------------------------------------ settings of hands */

static bool setting_is_better(const struct pai_gow_setting *one, const struct pai_gow_setting *other)
{
    unsigned front = score_class(one->front_score), other_front = score_class(other->front_score);
    unsigned back = score_class(one->back_score), other_back = score_class(other->back_score);
    if (front != other_front)
        return front > other_front;
    if (back != other_back)
        return back > other_back;
    if (one->front_score.bits != other->front_score.bits)
        return one->front_score.bits > other->front_score.bits;
    return one->back_score.bits > other->back_score.bits;
}

static void set_pai_gow(const struct hand_game *game, struct holding *holding)
{
    struct joker_rules rules = joker_rules_usual;
    rules.fully_wild = game->wild;
    struct pai_gow_setting settings[PAI_GOW_SETTINGS];
    unsigned count = pai_gow_settings(holding->cards.cards, rules, settings), best = 0;
    for (unsigned i = 1; i < count; i++)
        if (setting_is_better(&settings[i], &settings[best]))
            best = i;
    holding->front = (struct hand){.count = 2};
    holding->back = (struct hand){.count = 5};
    cards_choose(settings[best].front, 2, ~0U, holding->front.cards);
    cards_choose(settings[best].back, 5, ~0U, holding->back.cards);
    holding->set = true;
}

/* Moves the best five cards of `from` to `five`. */
static void take_best_five(struct hand *from, struct hand *five)
{
    unsigned best = 0;
    struct five_value best_value = {0};
    for (unsigned chosen = 0x1F; chosen < 1U << from->count;) {
        struct card cards[5];
        unsigned bits = chosen;
        for (unsigned i = 0; i < 5; i++, bits &= bits - 1)
            cards[i] = from->cards[__builtin_ctz(bits)];
        struct five_value value = five_rank5(cards);
        if (value.order > best_value.order) {
            best_value = value;
            best = chosen;
        }
        /* The next number with five bits. */
        unsigned low = chosen & (0U - chosen), up = chosen + low;
        chosen = up | ((chosen ^ up) / low >> 2);
    }
    *five = (struct hand){.count = 5};
    cards_choose(from->cards, from->count, best, five->cards);
    struct hand rest = {.count = (uint8_t)(from->count - 5)};
    cards_choose(from->cards, from->count, ~best & ((1U << from->count) - 1), rest.cards);
    *from = rest;
}

static void set_thirteen(struct holding *holding)
{
    struct hand rest = holding->cards;
    take_best_five(&rest, &holding->back);
    take_best_five(&rest, &holding->middle);
    holding->front = rest;
    holding->set = true;
}

static void deal_tiles(struct dealt_round *round, struct holding *holding)
{
    struct tile four[TILE_HAND_MAX];
    for (unsigned i = 0; i < TILE_HAND_MAX; i++) {
        unsigned from = round->next + random_below(round->random, TILE_SET - round->next);
        uint8_t drawn = round->tiles[from];
        round->tiles[from] = round->tiles[round->next];
        round->tiles[round->next++] = drawn;
        four[i] = tile_of_number(drawn);
    }
    struct tile_setting settings[TILE_SETTINGS];
    tile_settings(four, settings);
    const struct tile_setting *best = &settings[0];
    holding->tiles = (struct tile_hand){4, {best->low[0], best->low[1], best->high[0], best->high[1]}};
    holding->set = true;
}

/* ------------------------------------------------------------------------------------------ games with a bank */

/* "First four cards are jokers": so many cards are dealt whatever they total. */
static unsigned first_cards(const struct counting *counting, unsigned least)
{
    struct atom_place place = {0};
    for (const struct hand_atom *atom; (atom = counting_next_atom(counting, &place));)
        if (atom->place == HAND_PLACE_FIRST && atom->first > least)
            least = atom->first;
    return least < CHART_BLACKJACK_CARDS_MAX ? least : CHART_BLACKJACK_CARDS_MAX;
}

static struct hand deal_blackjack(struct dealt_round *round, const struct counting *counting, unsigned first)
{
    struct hand hand = draw_hand(round, first);
    while (chart_blackjack_draws(counting, &hand))
        hand_add(&hand, draw(round));
    return hand;
}

static struct hand deal_pan(struct dealt_round *round)
{
    struct hand hand = draw_hand(round, PAN9_CARDS_DEALT);
    if (chart_pan_draws(&hand))
        hand_add(&hand, draw(round));
    return hand;
}

static void deal_holding(struct dealt_round *round, const struct counting *counting, unsigned first,
                         struct holding *holding)
{
    *holding = (struct holding){0};
    switch (counting->game->family) {
    case HAND_FAMILY_TILES:
        deal_tiles(round, holding);
        return;
    case HAND_FAMILY_BLACKJACK:
        holding->cards = deal_blackjack(round, counting, first);
        return;
    case HAND_FAMILY_PAN:
        holding->cards = deal_pan(round);
        return;
    case HAND_FAMILY_WAR:
        holding->cards = draw_hand(round, 1);
        return;
    default:
        holding->cards = draw_hand(round, counting->settings.cards);
    }
}

/* Cards are set when a row asks how; most hands need not be. */
static void set_holding(const struct hand_game *game, struct holding *holding)
{
    if (holding->set)
        return;
    if (game->family == HAND_FAMILY_PAI_GOW)
        set_pai_gow(game, holding);
    else if (game->family == HAND_FAMILY_THIRTEEN)
        set_thirteen(holding);
}

static void deal_baccarat(struct dealt_round *round, struct showing *showing)
{
    struct hand six = draw_hand(round, BACCARAT_ROUND_CARDS_MAX);
    struct baccarat_round dealt;
    bool enough = baccarat_deal(six.cards, six.count, &dealt);
    CHECK(enough);
    showing->own.cards = dealt.player;
    showing->banker.cards = dealt.banker;
    showing->has[SHOWING_BANKER] = true;
}

/* Everybody against the bank, which deals itself one hand for all. */
static void deal_against_bank(struct dealt_round *round, const struct counting *counting)
{
    struct holding bank;
    deal_holding(round, counting, 2, &bank);
    unsigned first = first_cards(counting, 2);
    for (unsigned i = 0; i < counting->settings.players; i++) {
        struct showing *showing = &round->showings[i];
        deal_holding(round, counting, first, &showing->own);
        showing->banker = bank;
        if (counting->game->family == HAND_FAMILY_WAR &&
            card_rank(showing->own.cards.cards[0]) == card_rank(bank.cards.cards[0])) {
            hand_add(&showing->own.cards, draw(round));
            hand_add(&showing->banker.cards, draw(round));
        }
    }
    struct hand board = {0};
    if (counting->game->order == HAND_ORDER_THREE && counting->settings.decks == 1)
        board = draw_hand(round, 2);
    for (unsigned i = 0; i < counting->settings.players; i++) {
        round->showings[i].has[SHOWING_BANKER] = true;
        round->showings[i].has[SHOWING_BOARD] = board.count > 0;
        round->showings[i].board = board;
    }
}

/* ------------------------------------------------------------------------------------------ games among players */

static uint32_t strength_of(const struct hand_game *game, const struct hand *own, const struct hand *board)
{
    if (game->order == HAND_ORDER_ACE_TO_FIVE || game->order == HAND_ORDER_DEUCE_TO_SEVEN)
        return low_best_five(own->cards, own->count,
                             game->order == HAND_ORDER_ACE_TO_FIVE ? LOW_ORDER_ACE_TO_FIVE
                                                                   : LOW_ORDER_DEUCE_TO_SEVEN)
            .bits;
    if (game->family == HAND_FAMILY_FLOP && game->holes_play == 0 && own->count == 2) {
        struct hand seven = alike_joined(own, board);
        return five_rank7(seven.cards).order;
    }
    if (game->family != HAND_FAMILY_FLOP)
        return game->order == HAND_ORDER_FOUR ? four_rank(own->cards, own->count).order
                                              : five_rank(own->cards, own->count).order;
    struct holes_deal deal = {.hole_count = own->count, .board_count = board->count};
    cards_choose(own->cards, own->count, ~0U, deal.holes);
    cards_choose(board->cards, board->count, ~0U, deal.board);
    return holes_best_five(&deal, game->holes_play == 2 ? holes_rule_two : holes_rule_any).score.bits;
}

/* The best of the others; a player alone at the table is beaten by nobody, not even by himself. */
static unsigned best_other(const uint32_t *strengths, unsigned players, unsigned own)
{
    unsigned best = own == 0 && players > 1 ? 1 : 0;
    for (unsigned i = 0; i < players; i++)
        if (i != own && strengths[i] > strengths[best])
            best = i;
    return best;
}

static void deal_among_players(struct dealt_round *round, const struct counting *counting)
{
    struct hand board = {0};
    for (unsigned i = 0; i < counting->settings.players; i++)
        deal_holding(round, counting, 0, &round->showings[i].own);
    if (counting->game->family == HAND_FAMILY_FLOP)
        board = draw_hand(round, 5);
    for (unsigned i = 0; i < counting->settings.players; i++) {
        round->showings[i].board = board;
        round->showings[i].has[SHOWING_BOARD] = board.count > 0;
    }
}

static bool among_players(const struct hand_game *game)
{
    return game->family == HAND_FAMILY_FLOP || game->family == HAND_FAMILY_STUD ||
           (game->family == HAND_FAMILY_DRAW && game->order != HAND_ORDER_THREE);
}

void chart_round_compare(struct dealt_round *round, const struct counting *counting, unsigned player)
{
    struct showing *showing = &round->showings[player];
    set_holding(counting->game, &showing->own);
    set_holding(counting->game, &showing->banker);
    if (!among_players(counting->game) || showing->has[SHOWING_WINNER])
        return;
    uint32_t strengths[CHART_ODDS_PLAYERS_MAX] = {0};
    unsigned players = counting->settings.players;
    for (unsigned i = 0; i < players; i++)
        strengths[i] = strength_of(counting->game, &round->showings[i].own.cards, &showing->board);
    showing->winner = round->showings[best_other(strengths, players, player)].own;
    showing->has[SHOWING_WINNER] = true;
}

void chart_round_deal(struct dealt_round *round, const struct counting *counting)
{
    round->next = 0;
    for (unsigned i = 0; i < counting->settings.players; i++) {
        showing_init(&round->showings[i], counting->game);
        round->showings[i].has[SHOWING_CARDS] = true;
    }
    if (counting->game->family == HAND_FAMILY_BACCARAT)
        deal_baccarat(round, &round->showings[0]);
    else if (among_players(counting->game))
        deal_among_players(round, counting);
    else
        deal_against_bank(round, counting);
}

/* ------------------------------------------------------------------------------------------ many rounds */

/* The row as far as the own hand decides it: phrases that look at another one are left out. */
static struct hand_rule own_part(const struct counting *counting, const struct hand_rule *rule)
{
    struct hand_rule own = *rule;
    for (unsigned i = 0; i < rule->count; i++) {
        bool asks = false;
        for (unsigned k = 0; k < rule->count; k++)
            asks |= rule->atoms[k].phrase == rule->atoms[i].phrase &&
                    chart_atom_asks_opponent(counting->game, &rule->atoms[k]) &&
                    rule->atoms[k].shape != HAND_SHAPE_HOLES;
        if (!asks)
            continue;
        /* "Dealt" always holds. */
        own.atoms[i] = (struct hand_atom){
            .way = rule->atoms[i].way, .phrase = rule->atoms[i].phrase, .shape = HAND_SHAPE_DEALT};
    }
    return own;
}

struct simulated_rows {
    struct hand_rule own[CHART_ODDS_ROWS_MAX];
    uint64_t compared; /* rows that look at another hand */
};

/* Rows that ask for a front or a back alone count in any setting; as set are those that compare hands. */
static bool row_fits(struct counting *counting, const struct simulated_rows *rows, struct dealt_round *round,
                     unsigned player, unsigned row)
{
    struct showing *showing = &round->showings[player];
    bool holds = false, compared = (rows->compared >> row & 1) != 0;
    bool sets = counting->game->family == HAND_FAMILY_PAI_GOW || counting->game->family == HAND_FAMILY_TILES;
    showing->own.set &= !sets || compared;
    if (compared && !sets && counting->game->family != HAND_FAMILY_THIRTEEN) {
        enum status status = hand_rule_holds(&rows->own[row], showing, &holds, &counting->faults[row]);
        if (status == STATUS_OK && !holds)
            return false;
    }
    if (compared) {
        chart_round_compare(round, counting, player);
        showing->own.set = true;
    }
    if (hand_rule_holds(&counting->rules[row], showing, &holds, &counting->faults[row]) != STATUS_OK)
        counting->skipped |= UINT64_C(1) << row;
    return holds;
}

static uint64_t fitting_rows(struct counting *counting, const struct simulated_rows *rows,
                             struct dealt_round *round, unsigned player)
{
    uint64_t fitting = 0;
    for (unsigned row = 0; row < counting->rows; row++)
        if ((counting->skipped >> row & 1) == 0 && row_fits(counting, rows, round, player, row))
            fitting |= UINT64_C(1) << row;
    return fitting;
}

/* One round: `squares` takes the squares of the hits by row, for the standard error. */
static void simulate_round(struct counting *counting, const struct simulated_rows *rows,
                           struct dealt_round *round, unsigned players, double squares[CHART_ODDS_ROWS_MAX])
{
    unsigned hits[CHART_ODDS_ROWS_MAX] = {0};
    uint64_t hit_rows = 0;
    chart_round_deal(round, counting);
    for (unsigned player = 0; player < players; player++) {
        uint64_t fitting = fitting_rows(counting, rows, round, player);
        counting_add(counting, fitting, 1);
        if (fitting == 0)
            continue;
        hits[__builtin_ctzll(fitting)]++;
        hit_rows |= fitting & (0 - fitting);
    }
    for (; hit_rows != 0; hit_rows &= hit_rows - 1) {
        unsigned row = (unsigned)__builtin_ctzll(hit_rows);
        squares[row] += (double)hits[row] * hits[row];
    }
}

void chart_simulate(struct counting *counting, double errors[CHART_ODDS_ROWS_MAX])
{
    struct dealt_round *round = ARENA_NEW(counting->arena, struct dealt_round);
    struct simulated_rows *rows = ARENA_NEW(counting->arena, struct simulated_rows);
    if (!round || !rows) {
        counting->status = counting->arena->refusal;
        return;
    }
    for (unsigned row = 0; row < counting->rows; row++) {
        rows->own[row] = own_part(counting, &counting->rules[row]);
        rows->compared |= (uint64_t)chart_row_needs_play(counting, row) << row;
    }
    struct random_insecure insecure;
    random_insecure_init(&insecure, counting->settings.seed);
    chart_round_init(round, counting, &insecure.random);
    double squares[CHART_ODDS_ROWS_MAX] = {0}, rounds = (double)counting->settings.rounds;
    bool one = counting->game->family == HAND_FAMILY_BACCARAT || counting->game->family == HAND_FAMILY_WAR;
    unsigned players = one ? 1 : counting->settings.players;
    for (uint64_t i = 0; i < counting->settings.rounds; i++) {
        simulate_round(counting, rows, round, players, squares);
        if ((i & 0xFFF) == 0)
            counting_progress(counting, (double)i / rounds);
    }
    for (unsigned row = 0; row < counting->rows; row++) {
        double mean = (double)counting->paid[row] / rounds;
        errors[row] = sqrt(fmax(squares[row] / rounds - mean * mean, 0) / rounds) / players;
    }
}
