/*
 * The tables behind the fast evaluators, made by the build (tools/rank_tables_gen.c) from the plain ones
 * (cards/poker_rules.h), so that there is one place that knows the rules.
 *
 * A *value* is the place of a hand among all hands of its order: 1 is the worst, equal hands have equal values.
 * 6,175 sets of five ranks and 1,287 flushes make 7,462 values of the five-card order; 1,820 sets of four
 * ranks and 715 flushes make 2,535 of the four-card order. Only the ranks matter unless there is a flush, and
 * a suit with enough cards for a flush is rare. So a hand is ranked in two steps: is there a flush? If so, its
 * rank bits index a table of 8,192; otherwise the ranks alone are turned into an index. There are two ways:
 *
 *  by key     for cards in any order. Every rank has a weight, chosen so that the sums of the weights of all
 *             sets of `n` ranks differ. A card's key is its rank's weight and, in the top sixteen bits, a one
 *             in its suit's four-bit counter:
 *
 *                 bit 63 .. 48               47 .. 24   23 .. 0
 *                 [spd][hrt][dia][clb]       [ zero ]   [ sum of weights ]
 *
 *             The keys of a hand are added to a start that sets the top bit of a counter exactly when the suit
 *             reaches the size of a flush. The sums are sparse: they are cut into a row and a column, and rows
 *             slide over each other until no two used places meet (row displacement), so that
 *             values[rows[sum >> bits] + (sum & mask)] is the value.
 *
 *  by places  for ranks in ascending order r0 <= r1 <= ...: the sum of C(r[i] + i, i + 1) numbers the sets of
 *             ranks from 0 without gaps. These tables are followed by the flushes, so that one look-up serves
 *             both.
 */
#ifndef CARDS_RANK_TABLES_H
#define CARDS_RANK_TABLES_H

#include "cards/card.h"

#include <stdint.h>
#include <string.h>

enum { FIVE_VALUES = 7462, FOUR_VALUES = 2535, RANK_MASKS = 1 << RANK_COUNT };

/* How many bits of a sum are the column, by the number of cards. */
enum { KEY_COLUMN_BITS_4 = 7, KEY_COLUMN_BITS_5 = 9, KEY_COLUMN_BITS_6 = 9, KEY_COLUMN_BITS_7 = 10 };

/* C(12 + n, n) sets of n ranks, those with more than four of a rank included. */
enum { PLACE_SETS_4 = 1820, PLACE_SETS_5 = 6188, PLACE_SETS_6 = 18564, PLACE_SETS_7 = 50388 };

extern const uint32_t key_weights_4[RANK_COUNT], key_weights_5[RANK_COUNT];
extern const uint32_t key_weights_6[RANK_COUNT], key_weights_7[RANK_COUNT];
extern const uint64_t card_keys_4[CARD_CODES], card_keys_5[CARD_CODES];
extern const uint64_t card_keys_6[CARD_CODES], card_keys_7[CARD_CODES];
extern const uint32_t key_rows_4[], key_rows_5[], key_rows_6[], key_rows_7[];

extern const uint16_t five_by_key_5[], five_by_key_6[], five_by_key_7[];
extern const uint16_t four_by_key_4[], four_by_key_5[], four_by_key_6[];

/* Each has room for a 32-bit read of its last value. */
extern const uint16_t five_by_place_5[PLACE_SETS_5 + RANK_MASKS + 1];
extern const uint16_t five_by_place_6[PLACE_SETS_6 + RANK_MASKS + 1];
extern const uint16_t five_by_place_7[PLACE_SETS_7 + RANK_MASKS + 1];
extern const uint16_t four_by_place_4[PLACE_SETS_4 + RANK_MASKS + 1];
extern const uint16_t four_by_place_5[PLACE_SETS_5 + RANK_MASKS + 1];
extern const uint16_t four_by_place_6[PLACE_SETS_6 + RANK_MASKS + 1];

/* The best straight flush or flush in one suit, by its rank bits; 0 where there are too few or too many. */
extern const uint16_t five_flushes[RANK_MASKS], four_flushes[RANK_MASKS];

/* The score of each value; value 0 is none. */
extern const uint32_t five_scores[FIVE_VALUES + 1], four_scores[FOUR_VALUES + 1];

/* What rank `rank` adds to the number of a set when it is the `place`-th lowest, place from 0. */
enum { PLACES_MAX = 7 };
extern const uint16_t place_terms[PLACES_MAX][16];

/* The same, low byte and high byte apart, as vector look-ups want them. */
extern const uint8_t place_term_bytes[PLACES_MAX][2][16];

/* ------------------------------------------------------------------------------------------ sums of keys */

#define KEY_FLUSH_BITS UINT64_C(0x8888000000000000)

/* The starts of a sum: a counter at 3 shows a flush with five cards more, one at 4 with four. */
#define KEY_START_FIVE UINT64_C(0x3333000000000000)
#define KEY_START_FOUR UINT64_C(0x4444000000000000)

/* Four cards are fetched in one read: reads, not additions, limit how many hands a second can be ranked. */
static inline uint64_t key_sum(const struct card *cards, unsigned count, const uint64_t keys[CARD_CODES])
{
    uint32_t four;
    memcpy(&four, cards, sizeof four);
    uint64_t sum = keys[four & 255] + keys[four >> 8 & 255] + keys[four >> 16 & 255] + keys[four >> 24];
    for (unsigned i = 4; i < count; i++)
        sum += keys[cards[i].code];
    return sum;
}

static inline uint16_t key_value(uint64_t sum, unsigned column_bits, const uint32_t *rows,
                                 const uint16_t *values)
{
    uint32_t weights = (uint32_t)sum;
    return values[rows[weights >> column_bits] + (weights & ((1U << column_bits) - 1))];
}

/* The rank bits of the suit that has the flush. */
static inline unsigned key_flush_ranks(uint64_t sum, const struct card *cards, unsigned count)
{
    /* Hides where the cards came from, so that they are read again here and the common way need not keep them. */
    __asm__("" : "+r"(cards));
    uint64_t set = 0;
    for (unsigned i = 0; i < count; i++)
        set |= UINT64_C(1) << cards[i].code;
    /* The top bit of suit s stands at 51 + 4 s, its lane of the set at 16 s. */
    unsigned lane = 4 * ((unsigned)__builtin_ctzll(sum & KEY_FLUSH_BITS) - 51);
    return (unsigned)(set >> lane) & (RANK_MASKS - 1);
}

#endif
