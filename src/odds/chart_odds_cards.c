/*
 * Charts that look at cards of one's own and at nothing that tells them apart: every hand by suit class, and where the
 * charts name suits or colours, or there are several decks, every hand as it is.
 */
#include "base/check.h"
#include "cards/suit_classes.h"
#include "odds/chart_odds_internal.h"
#include "odds/class_list.h"

enum { PLAIN_DEALS_MAX = 30000000 };

/* The deal: the number of cards for the player, on the board and for the dealer. */
struct deal_shape {
    unsigned own, board, banker;
    bool parted; /* some row tells one's own cards from the others */
};

/* The parts of a deal that an atom looks at. */
enum { LOOKS_OWN = 1, LOOKS_BOARD = 2, LOOKS_BANKER = 4, LOOKS_ORDER = 8 };

static unsigned draw_looks(const struct counting *counting, const struct hand_atom *atom)
{
    if (atom->place == HAND_PLACE_TOGETHER || atom->size == 6)
        return LOOKS_OWN | LOOKS_BANKER;
    if (atom->place == HAND_PLACE_FIRST && atom->first != counting->settings.cards)
        return LOOKS_ORDER;
    return atom->size == 5 && counting->settings.cards < 5 ? LOOKS_OWN | LOOKS_BOARD : LOOKS_OWN;
}

static unsigned flop_looks(const struct counting *counting, const struct hand_atom *atom)
{
    bool cards =
        atom->shape == HAND_SHAPE_FACES || atom->shape == HAND_SHAPE_ALIKE || atom->shape == HAND_SHAPE_FROM;
    switch ((enum hand_place)atom->place) {
    case HAND_PLACE_HOLE:
        return LOOKS_OWN;
    case HAND_PLACE_FIRST:
        return atom->first == counting->settings.cards ? LOOKS_OWN : LOOKS_ORDER;
    case HAND_PLACE_FLOP_ALONE:
        return LOOKS_BOARD;
    default:
        return cards ? LOOKS_OWN : LOOKS_OWN | LOOKS_BOARD;
    }
}

/* False if the chart looks at more than one pass can tell. */
static bool shape_of(const struct counting *counting, struct deal_shape *shape)
{
    bool flop = counting->game->family == HAND_FAMILY_FLOP;
    if (!flop && counting->game->family != HAND_FAMILY_DRAW)
        return false;
    unsigned all = 0, common = LOOKS_OWN | LOOKS_BOARD | LOOKS_BANKER;
    struct atom_place place = {0};
    for (const struct hand_atom *atom; (atom = counting_next_atom(counting, &place));) {
        unsigned looks = flop ? flop_looks(counting, atom) : draw_looks(counting, atom);
        all |= looks;
        common &= looks;
    }
    unsigned own = counting->settings.cards;
    *shape = (struct deal_shape){.own = own, .parted = common != all};
    if ((all & LOOKS_ORDER) != 0 || (all & LOOKS_BOARD && all & LOOKS_BANKER))
        return false;
    if (flop && (all & LOOKS_BOARD))
        *shape = (struct deal_shape){.board = 3};
    else if (all & LOOKS_BOARD)
        shape->board = 5 - own;
    else if (all & LOOKS_BANKER)
        shape->banker = own;
    return !flop || (all != (LOOKS_OWN | LOOKS_BOARD) && own <= 5);
}

/* Renaming the suits changes nothing: no row names a suit or a colour. */
static bool suits_are_equal(const struct counting *counting)
{
    struct atom_place place = {0};
    for (const struct hand_atom *atom; (atom = counting_next_atom(counting, &place));)
        if (atom->alike == HAND_ALIKE_COLOUR || atom->alike == HAND_ALIKE_SUIT_NAMED)
            return false;
    return counting->settings.decks == 1;
}

static unsigned shape_cards(const struct deal_shape *shape)
{
    return shape->own + shape->board + shape->banker;
}

static bool can_count(const struct counting *counting)
{
    struct deal_shape shape;
    if (!shape_of(counting, &shape) || shape_cards(&shape) > SUIT_CLASS_CARDS_MAX - 1)
        return false;
    /* With several copies of a card hands are told apart by their kinds: C(52 + n - 1, n) of them. */
    unsigned kinds = DECK_CARDS + (counting->settings.decks > 1 ? shape_cards(&shape) - 1 : 0);
    return suits_are_equal(counting) || chart_choose(kinds, shape_cards(&shape)) <= PLAIN_DEALS_MAX;
}

/* ------------------------------------------------------------------------------------------ one hand */

struct own_count {
    struct counting *counting;
    struct deal_shape shape;
    struct showing showing;
    uint64_t done, all;
};

/* The first `own` of the cards are one's own; a board or a dealer has the rest. */
static void show(struct showing *showing, const struct deal_shape *shape, const struct card *cards,
                 unsigned count, unsigned own_bits)
{
    struct hand own = {0}, others = {0};
    for (unsigned i = 0; i < count; i++)
        hand_add((own_bits >> i & 1) != 0 ? &own : &others, cards[i]);
    showing->own.cards = own;
    showing->board = shape->board > 0 ? others : (struct hand){0};
    showing->banker.cards = shape->banker > 0 ? others : (struct hand){0};
}

static void count_hand(struct own_count *count, const struct card *cards, uwide weight)
{
    unsigned cards_count = shape_cards(&count->shape), own = count->shape.own;
    uwide parts = chart_choose(cards_count, own);
    if (!count->shape.parted) {
        show(&count->showing, &count->shape, cards, cards_count, (1U << own) - 1);
        counting_judge(count->counting, &count->showing, weight * parts);
    }
    for (unsigned bits = 0; count->shape.parted && bits < 1U << cards_count; bits++) {
        if ((unsigned)__builtin_popcount(bits) != own)
            continue;
        show(&count->showing, &count->shape, cards, cards_count, bits);
        counting_judge(count->counting, &count->showing, weight);
    }
    if ((++count->done & 0xFFFF) == 0)
        counting_progress(count->counting, (double)count->done / (double)count->all);
}

static void count_class(void *context, const struct suit_class *suit_class)
{
    struct card cards[SUIT_CLASS_CARDS_MAX];
    class_cards(suit_class, cards);
    count_hand(context, cards, suit_class->hands);
}

/* ------------------------------------------------------------------------------------------ all hands */

/* Every choice of `left` more cards from kind `number` on, each kind there `decks` times. */
static void choose_kinds(struct own_count *count, struct card *cards, unsigned chosen, unsigned left,
                         unsigned number, uwide weight)
{
    if (left == 0) {
        count_hand(count, cards, weight);
        return;
    }
    for (; number < DECK_CARDS; number++)
        for (unsigned copies = 1; copies <= left && copies <= count->counting->settings.decks; copies++) {
            for (unsigned i = 0; i < copies; i++)
                cards[chosen + i] = card_of_number(number);
            choose_kinds(count, cards, chosen + copies, left - copies, number + 1,
                         weight * chart_choose(count->counting->settings.decks, copies));
        }
}

static void count_all(struct counting *counting)
{
    static const uint64_t classes[SUIT_CLASS_CARDS_MAX] = {1, 13, 169, 1755, 16432, 134459, 962988};
    struct own_count count = {.counting = counting};
    bool possible = shape_of(counting, &count.shape);
    CHECK(possible);
    showing_init(&count.showing, counting->game);
    count.showing.has[SHOWING_CARDS] = true;
    count.showing.has[SHOWING_BOARD] = count.shape.board > 0;
    count.showing.has[SHOWING_BANKER] = count.shape.banker > 0;
    unsigned cards = shape_cards(&count.shape);
    struct card hand[SUIT_CLASS_CARDS_MAX];
    if (suits_are_equal(counting)) {
        count.all = classes[cards];
        suit_classes_each(cards, count_class, &count);
    } else {
        count.all = PLAIN_DEALS_MAX;
        choose_kinds(&count, hand, 0, cards, 0, 1);
    }
}

const struct counter counter_own_cards = {can_count, count_all};
