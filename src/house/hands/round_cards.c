/* Cards as they are entered for a hand, and whether they can lie on one table with those of the other hands of its round. */
#include "house/hands/round_cards.h"

#include "base/check.h"
#include "cards/baccarat.h"
#include "house/hands/hands.h"
#include "house/hands/hands_shapes.h"
#include "house/kernel/deciding.h"
#include "house/tables/tables.h"

/*
 * The cards of a round lie in places: before a seat, before the dealer or banker, on the player line, on the board. Each place has one
 * holding in a round, whoever claims by it. Of some holdings the seat is not told; they are in places of their own.
 */
enum {
    PLACE_BANK = FLOOR_SEATS_MAX + 1,
    PLACE_LINE, /* of baccarat, which all players have */
    PLACE_BOARD,
    PLACE_UNTOLD,
    PLACES,
    UNTOLD_MAX = 16,
    PILE_KINDS = CARD_CODES, /* cards by their codes; tiles by their ranks, as a name may mean two faces */
    SHOWDOWN_BOARD = 5,
};

_Static_assert((int)TILE_RANK_COUNT <= (int)PILE_KINDS, "tiles are counted as cards are");

struct pile {
    unsigned count;
    uint8_t kinds[PILE_KINDS];
};

struct round_cards {
    const struct hand_game *game;
    struct pile piles[PLACES], untold[UNTOLD_MAX];
    unsigned untold_count;
};

enum status read_entered(const struct verify_hand *command, const struct hand_game *game,
                         struct showing *showing, struct fault *fault)
{
    const struct text parts[SHOWING_PARTS] = {command->cards, command->board, command->banker,
                                              command->winner};
    enum status status = STATUS_OK;
    showing_init(showing, game);
    for (unsigned i = 0; i < SHOWING_PARTS && status == STATUS_OK; i++)
        if (parts[i].length > 0)
            status = showing_read(showing, (enum showing_part)i, parts[i], 0, fault);
    return status;
}

/* ------------------------------------------------------------------------------------------ piles */

static struct pile pile_of(const struct hand_game *game, const struct holding *holding)
{
    struct pile pile = {0};
    const bool tiles = game->family == HAND_FAMILY_TILES;
    pile.count = tiles ? holding->tiles.count : holding->cards.count;
    for (unsigned i = 0; i < pile.count; i++)
        pile.kinds[tiles ? (unsigned)tile_rank(holding->tiles.tiles[i]) : holding->cards.cards[i].code]++;
    return pile;
}

static bool is_within(const struct pile *pile, const struct pile *other)
{
    for (unsigned i = 0; i < PILE_KINDS; i++)
        if (pile->kinds[i] > other->kinds[i])
            return false;
    return true;
}

/* Puts the pile into its place; false if other cards lie there. An up card is a part of the hand, and so is a flop of the board. A
 * player of blackjack may have split, so that a seat has several hands. */
static bool put(struct round_cards *round, unsigned place, const struct pile *pile)
{
    CHECK_OP(place, <, PLACES);
    struct pile *there = &round->piles[place];
    const bool grows = is_within(there, pile);
    if (place < PLACE_BANK && round->game->family == HAND_FAMILY_BLACKJACK) {
        if (pile->count > there->count)
            *there = *pile;
        return true;
    }
    if (grows)
        *there = *pile;
    return grows || is_within(pile, there);
}

static bool is_one_holding(const struct pile *pile, const struct pile *other)
{
    return pile->count > 0 && other->count > 0 && (is_within(pile, other) || is_within(other, pile));
}

/* A holding whose seat is not told may be one that lies there. */
static bool lies_already(const struct round_cards *round, unsigned untold)
{
    const struct pile *pile = &round->untold[untold];
    bool lies = false;
    for (unsigned i = 0; i < PLACES; i++)
        lies |= is_one_holding(pile, &round->piles[i]);
    for (unsigned i = 0; i < untold; i++)
        lies |= is_one_holding(pile, &round->untold[i]);
    return lies;
}

static unsigned place_of_own(const struct hand_game *game, const struct floor_hand *hand)
{
    if (game->family == HAND_FAMILY_BACCARAT)
        return PLACE_LINE;
    if (hand->shared)
        return PLACE_UNTOLD;
    return hand->on_player_dealer ? PLACE_BANK : hand->seat;
}

/* Where the winner's hand lies: the seat is told if there is one alone. */
static unsigned place_of_winner(const struct floor_hand *hand, uint32_t winners)
{
    unsigned seat = 0;
    if (winners == 0 || (winners & (winners - 1)) != 0)
        return PLACE_UNTOLD;
    while (!(winners >> seat & 1))
        seat++;
    return seat == 0 || seat == hand->bank ? PLACE_BANK : seat;
}

/* What a hand puts on the table; the first place where other cards lie, or PLACES. */
static unsigned put_hand(struct round_cards *round, const struct floor_hand *hand, uint32_t winners,
                         const struct showing *showing)
{
    const struct holding board = {.cards = showing->board};
    const struct pile banker = pile_of(round->game, &showing->banker),
                      winner = pile_of(round->game, &showing->winner);
    /* Who beats the hand may be the banker; between the players of poker nobody is. */
    const bool banker_wins = is_one_holding(&banker, &winner);
    const struct {
        bool entered;
        unsigned place;
        struct pile pile;
    } parts[] = {
        {showing->has[SHOWING_CARDS], place_of_own(round->game, hand), pile_of(round->game, &showing->own)},
        {showing->has[SHOWING_BOARD], PLACE_BOARD, pile_of(round->game, &board)},
        {showing->has[SHOWING_BANKER] && !(banker_wins && round->game->poker), PLACE_BANK, banker},
        {showing->has[SHOWING_WINNER],
         banker_wins && !round->game->poker ? PLACE_BANK : place_of_winner(hand, winners), winner},
    };
    for (unsigned i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        if (!parts[i].entered)
            continue;
        if (parts[i].place == PLACE_UNTOLD && round->untold_count < UNTOLD_MAX)
            round->untold[round->untold_count++] = parts[i].pile;
        else if (parts[i].place != PLACE_UNTOLD && !put(round, parts[i].place, &parts[i].pile))
            return parts[i].place;
    }
    return PLACES;
}

/* ------------------------------------------------------------------------------------------ refusing */

static const char *place_words(unsigned place, char words[32])
{
    struct text_out out;
    text_out_init(&out, words, 32);
    if (place == PLACE_BOARD)
        text_out_add(&out, "on the board");
    else if (place == PLACE_BANK)
        text_out_add(&out, "before the dealer");
    else if (place == PLACE_LINE)
        text_out_add(&out, "on the player line");
    else
        text_out_add(&out, "at seat %u", place);
    return words;
}

static bool refuse_place(struct deciding *deciding, unsigned place, const struct floor_hand *before)
{
    char words[32];
    if (before)
        (void)REFUSE(deciding, rule_hand,
                     "hand %u of this round was verified with other cards %s; check the cards, and reject "
                     "hand %u first if its cards are wrong",
                     before->number, place_words(place, words), before->number);
    else
        (void)REFUSE(deciding, rule_hand, "two hands lie %s by these cards; check the cards and the seats",
                     place_words(place, words));
    return false;
}

/* How often the kind lies on the table. */
static unsigned times_of(const struct round_cards *round, unsigned kind)
{
    unsigned times = 0;
    for (unsigned i = 0; i < PLACES; i++)
        times += round->piles[i].kinds[kind];
    for (unsigned i = 0; i < round->untold_count; i++)
        times += lies_already(round, i) ? 0 : round->untold[i].kinds[kind];
    return times;
}

static unsigned tiles_of_rank(unsigned rank)
{
    unsigned tiles = 0;
    for (unsigned i = 0; i < TILE_SET; i++)
        tiles += tile_rank(tile_of_number(i)) == rank;
    return tiles;
}

static void write_kind(struct text_out *out, const struct hand_game *game, unsigned kind)
{
    if (game->family == HAND_FAMILY_TILES)
        text_out_add(out, "%s", tile_rank_name((enum tile_rank)kind));
    else
        card_write(out, (struct card){(uint8_t)kind}, CARD_STYLE_LETTERS);
}

/* No card lies there more often than the decks of the game have it. */
static bool check_copies(struct deciding *deciding, const struct round_cards *round)
{
    const struct hand_game *game = round->game;
    const bool tiles = game->family == HAND_FAMILY_TILES;
    unsigned jokers = 0;
    for (unsigned kind = 0; kind < PILE_KINDS; kind++) {
        const bool joker = !tiles && card_is_joker((struct card){(uint8_t)kind});
        const unsigned most = tiles   ? (kind < TILE_RANK_COUNT ? tiles_of_rank(kind) : 0)
                              : joker ? game->decks * game->jokers
                                      : game->decks;
        unsigned times = times_of(round, kind);
        if (joker)
            times = jokers += times;
        if (times <= most)
            continue;
        char name[TILE_TEXT_SIZE];
        struct text_out out;
        text_out_init(&out, name, sizeof name);
        write_kind(&out, game, kind);
        (void)REFUSE(deciding, rule_hand,
                     "the %s lies on the table %u times in this round, and %s has %u of it; check the cards "
                     "of this hand and of those verified before it",
                     name, times, game->name, most);
        return false;
    }
    return true;
}

/* The two lines of baccarat draw by rules, and who is beaten at a showdown has seen the whole board. */
static bool check_dealing(struct deciding *deciding, const struct showing *showing)
{
    const struct hand_game *game = showing->game;
    char why[160];
    struct text_out out;
    text_out_init(&out, why, sizeof why);
    const struct baccarat_round lines = {showing->own.cards, showing->banker.cards};
    if (game->family == HAND_FAMILY_BACCARAT && lines.player.count >= 2 && lines.banker.count >= 2 &&
        !baccarat_is_legal(&lines, &out)) {
        (void)REFUSE(deciding, rule_hand, "the two lines cannot be dealt so: %s; check the cards", why);
        return false;
    }
    if (game->family == HAND_FAMILY_FLOP && showing->has[SHOWING_WINNER] && showing->has[SHOWING_BOARD] &&
        showing->board.count < SHOWDOWN_BOARD) {
        (void)REFUSE(deciding, rule_hand,
                     "the board has %u cards, and %u lie there at a showdown; enter the whole board",
                     showing->board.count, SHOWDOWN_BOARD);
        return false;
    }
    return true;
}

/* ------------------------------------------------------------------------------------------ the round */

/* What was entered of a hand that stands verified; false if that was its row. */
static bool read_before(const struct floor_hand *hand, const struct hand_game *game, struct showing *showing)
{
    const struct verify_hand entered = {
        .cards = hand->cards, .board = hand->board, .banker = hand->banker, .winner = hand->winner};
    return hand->cards.length > 0 && hand_stands(hand) &&
           read_entered(&entered, game, showing, NULL) == STATUS_OK;
}

bool check_round_cards(struct deciding *deciding, const struct floor_hand *hand, uint32_t winners,
                       const struct showing *showing)
{
    const struct floor *floor = deciding->floor;
    struct round_cards round = {.game = showing->game};
    struct showing other;
    if (!check_dealing(deciding, showing))
        return false;
    unsigned place = put_hand(&round, hand, winners, showing);
    if (place != PLACES)
        return refuse_place(deciding, place, NULL);
    for (const struct floor_hand *before = floor_hand(floor, floor->tables[hand->table].newest_hand);
         before && before->round >= hand->round; before = floor_hand(floor, before->before)) {
        if (before->round != hand->round || before->number == hand->number ||
            !read_before(before, showing->game, &other))
            continue;
        place = put_hand(&round, before, before->winners, &other);
        if (place != PLACES)
            return refuse_place(deciding, place, before);
    }
    return check_copies(deciding, &round);
}
