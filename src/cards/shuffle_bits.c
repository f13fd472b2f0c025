#include "cards/shuffle_bits.h"

#include "base/check.h"

enum { DECK_NUMBERS = DECK_CARDS + DECK_JOKERS_MAX };

/* Puts the bits of `digit`, evenly spread over 0..range-1, into the queue: its place in its piece. */
static void digit_add(struct bit_queue *queue, unsigned digit, unsigned range)
{
    CHECK_OP(digit, <, range);
    unsigned log = 31 - (unsigned)__builtin_clz(range);
    while (digit >= 1U << log) {
        digit -= 1U << log;
        range -= 1U << log;
        log = 31 - (unsigned)__builtin_clz(range);
    }
    queue->waiting = queue->waiting << log | digit;
    queue->count += log;
}

/* How many bits are set, by adding neighbours; without it a processor-neutral build calls a function. */
static unsigned bits_set(uint64_t word)
{
    word -= word >> 1 & UINT64_C(0x5555555555555555);
    word = (word & UINT64_C(0x3333333333333333)) + (word >> 2 & UINT64_C(0x3333333333333333));
    word = (word + (word >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    return (unsigned)(word * UINT64_C(0x0101010101010101) >> 56);
}

size_t shuffle_bits(struct bit_queue *queue, const struct card *cards, size_t count,
                    uint8_t bytes[SHUFFLE_BYTES_MAX])
{
    CHECK_OP(count, <=, DECK_NUMBERS);
    CHECK_OP(queue->count, <, 8);
    uint64_t below = 0; /* the cards below this one, by card_number() */
    unsigned digits[DECK_NUMBERS];
    for (size_t i = count; i-- > 0;) {
        uint64_t bit = UINT64_C(1) << card_number(cards[i]);
        CHECK((below & bit) == 0);
        digits[i] = bits_set(below & (bit - 1));
        below |= bit;
    }
    size_t written = 0;
    for (size_t i = 0; i < count; i++) {
        digit_add(queue, digits[i], (unsigned)(count - i));
        if (queue->count >= 8) {
            queue->count -= 8;
            bytes[written++] = (uint8_t)(queue->waiting >> queue->count);
        }
    }
    queue->waiting &= (UINT64_C(1) << queue->count) - 1;
    CHECK_OP(written, <=, SHUFFLE_BYTES_MAX);
    return written;
}
