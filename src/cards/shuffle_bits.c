#include "cards/shuffle_bits.h"

#include "base/check.h"

enum { DECK_NUMBERS = DECK_CARDS + DECK_JOKERS_MAX };

/* The bits of `digit`, evenly spread over 0..range-1; the high bit of its place in the piece is first. */
static size_t digit_bits(unsigned digit, unsigned range, uint8_t *bits)
{
    CHECK_OP(digit, <, range);
    unsigned log = 31 - (unsigned)__builtin_clz(range);
    while (digit >= 1U << log) {
        digit -= 1U << log;
        range -= 1U << log;
        log = 31 - (unsigned)__builtin_clz(range);
    }
    for (unsigned i = 0; i < log; i++)
        bits[i] = (uint8_t)(digit >> (log - 1 - i) & 1);
    return log;
}

size_t shuffle_bits(const struct card *cards, size_t count, uint8_t bits[SHUFFLE_BITS_MAX])
{
    CHECK_OP(count, <=, DECK_NUMBERS);
    uint64_t left = 0; /* the cards from here to the bottom, by card_number() */
    for (size_t i = 0; i < count; i++) {
        uint64_t bit = UINT64_C(1) << card_number(cards[i]);
        CHECK((left & bit) == 0);
        left |= bit;
    }
    size_t written = 0;
    for (size_t i = 0; i < count; i++) {
        uint64_t bit = UINT64_C(1) << card_number(cards[i]);
        left &= ~bit;
        unsigned digit = (unsigned)__builtin_popcountll(left & (bit - 1));
        unsigned range = (unsigned)__builtin_popcountll(left) + 1;
        written += digit_bits(digit, range, bits + written);
    }
    CHECK_OP(written, <=, SHUFFLE_BITS_MAX);
    return written;
}
