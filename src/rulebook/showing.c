#include "rulebook/hand_judge.h"

#include "base/check.h"

void showing_init(struct showing *showing, const struct hand_game *game)
{
    *showing = (struct showing){.game = game};
}

static struct holding *holding_of(struct showing *showing, enum showing_part part)
{
    switch (part) {
    case SHOWING_CARDS:
        return &showing->own;
    case SHOWING_BANKER:
        return &showing->banker;
    case SHOWING_WINNER:
        return &showing->winner;
    case SHOWING_BOARD:
    case SHOWING_PARTS:
        break;
    }
    CHECK_NEVER("a holding");
}

/* ------------------------------------------------------------------------------------------ how often a card is there */

static unsigned times_in(const struct hand *hand, struct card card, unsigned count)
{
    unsigned times = 0;
    for (unsigned i = 0; i < count; i++)
        times += card_equal(hand->cards[i], card);
    return times;
}

/* The winner shares the board with the loser, and may be the banker. */
static unsigned times_elsewhere(const struct showing *showing, enum showing_part part, struct card card)
{
    unsigned times = 0;
    if (part != SHOWING_CARDS)
        times += times_in(&showing->own.cards, card, showing->own.cards.count);
    if (part != SHOWING_BOARD)
        times += times_in(&showing->board, card, showing->board.count);
    if (part == SHOWING_CARDS || part == SHOWING_BOARD)
        times += showing->has[SHOWING_WINNER]
                     ? times_in(&showing->winner.cards, card, showing->winner.cards.count)
                     : times_in(&showing->banker.cards, card, showing->banker.cards.count);
    return times;
}

static enum status check_copies(const struct showing *showing, enum showing_part part,
                                const struct hand *hand, const size_t *positions, struct fault *fault)
{
    for (unsigned i = 0; i < hand->count; i++) {
        struct card card = hand->cards[i];
        unsigned most = showing->game->decks;
        unsigned times = times_in(hand, card, i + 1) + times_elsewhere(showing, part, card);
        if (times <= most || (card_is_joker(card) && showing->game->decks > 1))
            continue;
        char name[CARD_TEXT_SIZE];
        struct text_out out;
        text_out_init(&out, name, sizeof name);
        card_write(&out, card, CARD_STYLE_LETTERS);
        return fault_set(fault, STATUS_INVALID, positions[i], "%s is there %u times, and %s has %u deck%s",
                         name, times, showing->game->name, most, most == 1 ? "" : "s");
    }
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ cards */

struct set_form {
    unsigned parts;
    unsigned sizes[3];
};

static struct set_form set_form_of(enum hand_family family)
{
    if (family == HAND_FAMILY_PAI_GOW)
        return (struct set_form){2, {2, 5, 0}};
    if (family == HAND_FAMILY_THIRTEEN)
        return (struct set_form){3, {3, 5, 5}};
    if (family == HAND_FAMILY_TILES)
        return (struct set_form){2, {2, 2, 0}};
    return (struct set_form){1, {0}};
}

static size_t find_slash(struct text text, size_t from)
{
    while (from < text.length && text.bytes[from] != '/')
        from++;
    return from;
}

struct card_reading {
    struct hand parts[3], all;
    size_t positions[HAND_CARDS_MAX];
    bool set;
};

static enum status add_part(struct card_reading *reading, unsigned part, struct text text, size_t origin,
                            const struct hand_form *form, struct fault *fault)
{
    struct hand hand;
    enum status status = hand_parse(text, origin, form, &hand, fault);
    if (status != STATUS_OK)
        return status;
    reading->parts[part] = hand;
    for (unsigned i = 0; i < hand.count; i++) {
        reading->positions[reading->all.count] = hand_position(text, origin, i);
        hand_add(&reading->all, hand.cards[i]);
    }
    return STATUS_OK;
}

static enum status read_set(const struct hand_game *game, struct text text, size_t origin,
                            struct card_reading *reading, struct fault *fault)
{
    struct set_form form = set_form_of(game->family);
    size_t start = 0;
    for (unsigned part = 0; part < form.parts; part++) {
        size_t end = find_slash(text, start);
        bool last = part + 1 == form.parts;
        if (last != (end == text.length))
            return fault_set(fault, STATUS_INVALID, origin + end + 1,
                             last ? "a slash too many" : "a slash expected");
        struct hand_form cards = {form.sizes[part], form.sizes[part], game->jokers, 8};
        enum status status =
            add_part(reading, part, text_slice(text, start, end - start), origin + start, &cards, fault);
        if (status != STATUS_OK)
            return status;
        start = end + 1;
    }
    reading->set = true;
    return STATUS_OK;
}

static struct hand_form form_of(const struct hand_game *game, enum showing_part part)
{
    struct hand_form form = {game->cards_min, game->cards_max, game->jokers, 8};
    bool flop = game->family == HAND_FAMILY_FLOP;
    if (part == SHOWING_BOARD)
        /* Three card poker and its like: the two cards that complete a five-card jackpot hand. */
        form = (struct hand_form){flop ? 3 : 1, flop ? 5 : 2, 0, 8};
    else if (part == SHOWING_BANKER)
        form.cards_min = 1; /* an up card may be all there is to see */
    return form;
}

static enum status read_cards(const struct showing *showing, enum showing_part part, struct text text,
                              size_t origin, struct card_reading *reading, struct fault *fault)
{
    const struct hand_game *game = showing->game;
    bool slash = find_slash(text, 0) < text.length;
    if (slash && set_form_of(game->family).parts > 1 && part != SHOWING_BOARD)
        return read_set(game, text, origin, reading, fault);
    struct hand_form form = form_of(game, part);
    return add_part(reading, 0, text, origin, &form, fault);
}

static enum status read_tiles(struct showing *showing, enum showing_part part, struct text text,
                              size_t origin, struct fault *fault)
{
    struct holding *holding = holding_of(showing, part);
    const struct tile_hand *taken = part == SHOWING_CARDS ? NULL : &showing->own.tiles;
    size_t slash = find_slash(text, 0);
    if (slash == text.length) {
        enum status status = tile_hand_parse(text, origin, 4, 4, taken, &holding->tiles, fault);
        holding->set = false;
        showing->has[part] = showing->has[part] || status == STATUS_OK;
        return status;
    }
    char four[256];
    struct text_out joined;
    text_out_init(&joined, four, sizeof four);
    text_out_add_text(&joined, text_slice(text, 0, slash));
    text_out_add(&joined, " ");
    text_out_add_text(&joined, text_from(text, slash + 1));
    struct tile_hand front, all;
    enum status status = tile_hand_parse(text_slice(text, 0, slash), origin, 2, 2, taken, &front, fault);
    if (status == STATUS_OK)
        status = tile_hand_parse(text_out_text(&joined), origin, 4, 4, taken, &all, fault);
    if (status != STATUS_OK)
        return status;
    if (!tile_setting_is_legal(all.tiles, all.tiles + 2))
        return fault_set(fault, STATUS_INVALID, origin + 1,
                         "the front is above the back: the higher hand goes behind");
    holding->tiles = all;
    holding->set = true;
    showing->has[part] = true;
    return STATUS_OK;
}

enum status showing_read(struct showing *showing, enum showing_part part, struct text text, size_t origin,
                         struct fault *fault)
{
    CHECK_OP(part, <, SHOWING_PARTS);
    bool tiles = showing->game->family == HAND_FAMILY_TILES;
    bool boardless = part == SHOWING_BOARD && showing->game->family != HAND_FAMILY_FLOP &&
                     showing->game->family != HAND_FAMILY_DRAW;
    if (boardless)
        return fault_set(fault, STATUS_INVALID, origin + 1, "%s has no board", showing->game->name);
    if (tiles)
        return read_tiles(showing, part, text, origin, fault);
    struct card_reading reading = {0};
    enum status status = read_cards(showing, part, text, origin, &reading, fault);
    if (status == STATUS_OK)
        status = check_copies(showing, part, &reading.all, reading.positions, fault);
    if (status != STATUS_OK)
        return status;
    showing->has[part] = true;
    if (part == SHOWING_BOARD)
        showing->board = reading.all;
    else
        *holding_of(showing, part) = (struct holding){
            .cards = reading.all,
            .set = reading.set,
            .front = reading.parts[0],
            .middle = showing->game->family == HAND_FAMILY_THIRTEEN ? reading.parts[1] : (struct hand){0},
            .back = showing->game->family == HAND_FAMILY_THIRTEEN ? reading.parts[2] : reading.parts[1],
        };
    return STATUS_OK;
}
