/*
 * Witnesses: how they are put together, and the five-card hands that poker games deal them from.
 */
#include "rulebook/hand_witness_internal.h"

#include "base/check.h"
#include "cards/poker_rules.h"

/* ------------------------------------------------------------------------------------------ putting together */

struct showing *witness_add(struct witness_list *list)
{
    CHECK_OP(list->count, <, HAND_WITNESSES_MAX);
    struct showing *showing = &list->showings[list->count++];
    showing_init(showing, list->game);
    showing->has[SHOWING_CARDS] = true;
    return showing;
}

struct card witness_spare(struct card_set *used, unsigned *turn)
{
    static const enum rank ranks[RANK_COUNT] = {RANK_TWO,   RANK_SEVEN, RANK_FOUR, RANK_NINE, RANK_THREE,
                                                RANK_EIGHT, RANK_TEN,   RANK_FIVE, RANK_JACK, RANK_QUEEN,
                                                RANK_SIX,   RANK_KING,  RANK_ACE};
    for (; *turn < DECK_CARDS; ++*turn) {
        /* Thirteen and four have no common divisor, so that all cards come round. */
        struct card card = card_of(ranks[*turn % RANK_COUNT], (enum suit)(*turn % SUIT_COUNT));
        if (card_set_has(*used, card))
            continue;
        *used = card_set_with(*used, card);
        ++*turn;
        return card;
    }
    CHECK_NEVER("a spare card");
}

static struct card_set cards_used(const struct showing *showing)
{
    struct card_set used = card_set_of_hand(&showing->own.cards);
    used.bits |= card_set_of_hand(&showing->board).bits;
    used.bits |= card_set_of_hand(&showing->winner.cards).bits;
    used.bits |= card_set_of_hand(&showing->banker.cards).bits;
    return used;
}

void witness_finish(struct showing *showing)
{
    if (showing->game->family == HAND_FAMILY_BACCARAT)
        return;
    if (!showing->has[SHOWING_WINNER] && !showing->has[SHOWING_BANKER]) {
        struct card_set used = cards_used(showing);
        unsigned turn = 0;
        while (showing->winner.cards.count < showing->game->cards_min)
            hand_add(&showing->winner.cards, witness_spare(&used, &turn));
        showing->has[SHOWING_WINNER] = true;
    }
    if (!showing->has[SHOWING_BANKER]) {
        showing->banker = showing->winner;
        showing->has[SHOWING_BANKER] = true;
    }
}

bool witness_read(struct witness_list *list, const char *cards, const char *board, const char *banker,
                  const char *winner)
{
    const char *const shown[SHOWING_PARTS] = {cards, board, banker, winner};
    struct showing showing;
    showing_init(&showing, list->game);
    for (unsigned part = 0; part < SHOWING_PARTS; part++)
        if (shown[part] &&
            showing_read(&showing, (enum showing_part)part, text_of(shown[part]), 0, NULL) != STATUS_OK)
            return false;
    witness_finish(&showing);
    *witness_add(list) = showing;
    return true;
}

void witness_read_all(struct witness_list *list, const struct witness_text *texts, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        const char *const *shown = texts[i].shown;
        bool is_deal = witness_read(list, shown[SHOWING_CARDS], shown[SHOWING_BOARD], shown[SHOWING_BANKER],
                                    shown[SHOWING_WINNER]);
        CHECK(is_deal);
    }
}

/* ------------------------------------------------------------------------------------------ five cards */

/* Suits go round, so that cards of one rank differ and five mixed cards are no flush. */
static void add_made(struct made *mades, unsigned *count, unsigned class_number, const unsigned ranks[5],
                     bool suited)
{
    static const enum suit suits[] = {SUIT_SPADES, SUIT_DIAMONDS, SUIT_CLUBS, SUIT_HEARTS};
    static const unsigned corners = 1U << RANK_TWO | 1U << RANK_FIVE | 1U << RANK_SEVEN | 1U << RANK_TEN |
                                    1U << RANK_KING | 1U << RANK_ACE;
    CHECK_OP(*count, <, MADE_MAX);
    struct made *made = &mades[(*count)++];
    made->class_number = class_number;
    bool pair_below = class_number == FIVE_CLASS_FULL_HOUSE;
    made->corner = (corners >> ranks[0] & 1) != 0 && (!pair_below || (corners >> ranks[3] & 1) != 0);
    for (unsigned i = 0; i < 5; i++)
        made->five[i] = card_of((enum rank)ranks[i], suited ? SUIT_SPADES : suits[i % SUIT_COUNT]);
}

static void made_runs(struct made *mades, unsigned *count)
{
    for (unsigned top = RANK_FIVE; top < RANK_COUNT; top++) {
        unsigned ranks[5];
        for (unsigned i = 0; i < 5; i++)
            ranks[i] = top == RANK_FIVE && i == 4 ? RANK_ACE : top - i;
        add_made(mades, count, top == RANK_ACE ? FIVE_CLASS_ROYAL_FLUSH : FIVE_CLASS_STRAIGHT_FLUSH, ranks,
                 true);
        add_made(mades, count, FIVE_CLASS_STRAIGHT, ranks, false);
    }
}

static void made_high(struct made *mades, unsigned *count)
{
    for (unsigned top = RANK_SEVEN; top < RANK_COUNT; top++) {
        unsigned second = top == RANK_SEVEN ? RANK_FIVE : RANK_SEVEN;
        const unsigned ranks[5] = {top, second, RANK_FOUR, RANK_THREE, RANK_TWO};
        add_made(mades, count, FIVE_CLASS_FLUSH, ranks, true);
        add_made(mades, count, FIVE_CLASS_HIGH_CARD, ranks, false);
    }
}

/* Ranks that are not `rank` and make no straight with it. */
static void made_kinds(struct made *mades, unsigned *count, unsigned rank)
{
    unsigned low = rank == RANK_TWO ? RANK_THREE : RANK_TWO;
    unsigned middle = rank == RANK_EIGHT ? RANK_SEVEN : RANK_EIGHT;
    unsigned high = rank == RANK_JACK ? RANK_TEN : RANK_JACK;
    add_made(mades, count, FIVE_CLASS_FOUR_OF_A_KIND, (unsigned[]){rank, rank, rank, rank, middle}, false);
    add_made(mades, count, FIVE_CLASS_THREE_OF_A_KIND, (unsigned[]){rank, rank, rank, middle, low}, false);
    add_made(mades, count, FIVE_CLASS_PAIR, (unsigned[]){rank, rank, high, middle, low}, false);
    if (rank > RANK_TWO)
        add_made(mades, count, FIVE_CLASS_TWO_PAIR, (unsigned[]){rank, rank, low, low, middle}, false);
    for (unsigned under = 0; under < RANK_COUNT; under++) {
        bool end = under == low || under == (rank == RANK_ACE ? RANK_KING : RANK_ACE);
        if (under != rank && (rank == RANK_ACE || end))
            add_made(mades, count, FIVE_CLASS_FULL_HOUSE, (unsigned[]){rank, rank, rank, under, under},
                     false);
    }
}

unsigned made_fives(struct made mades[MADE_MAX])
{
    unsigned count = 0;
    made_runs(mades, &count);
    made_high(mades, &count);
    for (unsigned rank = 0; rank < RANK_COUNT; rank++)
        made_kinds(mades, &count, rank);
    return count;
}
