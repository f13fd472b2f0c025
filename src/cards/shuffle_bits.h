/*
 * Fair bits from a fair shuffle, so that tests made for streams of bits can judge shuffled decks.
 *
 * If every order of the deck is equally likely, the bits are independent and even; nothing but the order of
 * the cards goes in. There are two steps.
 *
 *  1. The order becomes its Lehmer code: for each card, how many of the cards below it in the deck have a
 *     lower number. The first of n cards has a digit from 0 to n - 1, the next from 0 to n - 2, and so on;
 *     orders and codes match one to one, so the digits of a fair shuffle are independent, each evenly
 *     spread over its range.
 *  2. A digit d evenly spread over 0..n-1 becomes bits by P. Elias's method: n is cut into pieces whose
 *     sizes are the powers of two of its binary form, the largest first. In a piece of size 2^k, d is
 *     evenly spread, so its place there is k fair bits. (52 = 32 + 16 + 4: 0..31 give five bits, 32..47
 *     four, 48..51 two.)
 *
 * How many bits come varies from shuffle to shuffle, but given the number, all patterns are equally likely.
 * A deck of 52 gives 179 on average, of the 225 that there are in 52!.
 */
#ifndef CARDS_SHUFFLE_BITS_H
#define CARDS_SHUFFLE_BITS_H

#include "cards/card.h"

#include <stddef.h>
#include <stdint.h>

/* The most that a deck of 54 can give, floor(log2 n) for each n up to 54, and seven that waited. */
enum { SHUFFLE_BITS_MAX = 213, SHUFFLE_BYTES_MAX = (SHUFFLE_BITS_MAX + 7) / 8 };

/* Bits wait here until they fill a byte, the earlier bit the higher. Starts as all zero. */
struct bit_queue {
    uint64_t waiting; /* in the low bits */
    unsigned count;   /* how many: fewer than 8 between calls */
};

/*
 * Puts the bits of one shuffle behind those that wait, writes the bytes that are full and returns how many.
 * The cards must all be different: one deck or a part of it.
 */
size_t shuffle_bits(struct bit_queue *queue, const struct card *cards, size_t count,
                    uint8_t bytes[SHUFFLE_BYTES_MAX]);

#endif
