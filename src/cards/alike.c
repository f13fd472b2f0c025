#include "cards/alike.h"

#include "base/check.h"

struct hand alike_first(const struct hand *hand, unsigned count)
{
    struct hand first = {0};
    for (unsigned i = 0; i < hand->count && i < count; i++)
        hand_add(&first, hand->cards[i]);
    return first;
}

struct hand alike_joined(const struct hand *left, const struct hand *right)
{
    CHECK_OP(left->count + right->count, <=, HAND_CARDS_MAX);
    struct hand joined = *left;
    for (unsigned i = 0; i < right->count; i++)
        hand_add(&joined, right->cards[i]);
    return joined;
}

static bool has_joker(const struct hand *hand)
{
    for (unsigned i = 0; i < hand->count; i++)
        if (card_is_joker(hand->cards[i]))
            return true;
    return false;
}

bool alike_rank(const struct hand *hand)
{
    return hand->count > 0 && !has_joker(hand) && alike_of_rank(hand, card_rank(hand->cards[0]));
}

bool alike_suit(const struct hand *hand)
{
    if (hand->count == 0 || has_joker(hand))
        return false;
    for (unsigned i = 1; i < hand->count; i++)
        if (card_suit(hand->cards[i]) != card_suit(hand->cards[0]))
            return false;
    return true;
}

bool alike_colour(const struct hand *hand)
{
    if (hand->count == 0 || has_joker(hand))
        return false;
    for (unsigned i = 1; i < hand->count; i++)
        if (card_colour(hand->cards[i]) != card_colour(hand->cards[0]))
            return false;
    return true;
}

bool alike_faces(const struct hand *hand)
{
    if (hand->count == 0 || has_joker(hand))
        return false;
    for (unsigned i = 0; i < hand->count; i++)
        if (card_rank(hand->cards[i]) < RANK_JACK || card_rank(hand->cards[i]) > RANK_KING)
            return false;
    return true;
}

bool alike_of_rank(const struct hand *hand, enum rank rank)
{
    return hand->count > 0 && alike_count(hand, rank) == hand->count;
}

bool alike_one_of_each(const struct hand *hand, unsigned ranks)
{
    unsigned left = ranks;
    for (unsigned i = 0; i < hand->count; i++) {
        unsigned bit = alike_bit(card_rank(hand->cards[i]));
        if (!(left & bit))
            return false;
        left &= ~bit;
    }
    return left == 0;
}

unsigned alike_count(const struct hand *hand, enum rank rank)
{
    unsigned count = 0;
    for (unsigned i = 0; i < hand->count; i++)
        count += card_rank(hand->cards[i]) == rank;
    return count;
}
