/*
 * The vector path for processors with AVX-512 (F and BW): 64 hands at a time, a byte a card.
 */
#include "cards/vector_internal.h"

#include <immintrin.h>

#define INLINE static inline __attribute__((always_inline))

enum { LANES = 64 };

INLINE __m512i table_of(const uint8_t bytes[16])
{
    return _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)bytes));
}

INLINE void sort_ranks(__m512i ranks[BATCH_CARDS_MAX], unsigned count)
{
#define S(i, j)                                                                                              \
    {                                                                                                        \
        __m512i low = _mm512_min_epu8(ranks[i], ranks[j]);                                                   \
        ranks[j] = _mm512_max_epu8(ranks[i], ranks[j]);                                                      \
        ranks[i] = low;                                                                                      \
    }
    if (count == 5) {
        BATCH_SORT_5(S)
    } else if (count == 6) {
        BATCH_SORT_6(S)
    } else {
        BATCH_SORT_7(S)
    }
#undef S
}

/*
 * Sixteen-bit numbers of 64 hands in two vectors. Within each 128-bit lane the first holds hands 0 to 7 of the
 * sixteen, the second 8 to 15: what unpacking makes of bytes in order.
 */
struct numbers {
    __m512i low, high;
};

INLINE struct numbers numbers_of(__m512i low_bytes, __m512i high_bytes)
{
    return (struct numbers){_mm512_unpacklo_epi8(low_bytes, high_bytes),
                            _mm512_unpackhi_epi8(low_bytes, high_bytes)};
}

INLINE struct numbers place_numbers(const __m512i ranks[BATCH_CARDS_MAX], unsigned count)
{
    /* The terms of the first two places are r and C(r + 1, 2): they and their sum fit a byte. */
    __m512i small =
        _mm512_add_epi8(ranks[0], _mm512_shuffle_epi8(table_of(place_term_bytes[1][0]), ranks[1]));
    struct numbers sum = numbers_of(small, _mm512_setzero_si512());
    for (unsigned place = 2; place < count; place++) {
        struct numbers term =
            numbers_of(_mm512_shuffle_epi8(table_of(place_term_bytes[place][0]), ranks[place]),
                       _mm512_shuffle_epi8(table_of(place_term_bytes[place][1]), ranks[place]));
        sum.low = _mm512_add_epi16(sum.low, term.low);
        sum.high = _mm512_add_epi16(sum.high, term.high);
    }
    return sum;
}

/* Counters of clubs and diamonds in the bytes of one vector, of hearts and spades in the other. */
struct counters {
    __m512i minor, major;
};

INLINE struct counters count_suits(const __m512i codes[BATCH_CARDS_MAX], unsigned count, uint8_t start)
{
    const __m512i minor = table_of((const uint8_t[16]){0x01, 0x10});
    const __m512i major = table_of((const uint8_t[16]){0, 0, 0x01, 0x10});
    struct counters counters = {_mm512_set1_epi8((char)start), _mm512_set1_epi8((char)start)};
    for (unsigned i = 0; i < count; i++) {
        /* Shifting sixteen bits at a time leaves rank bits of the neighbour above; they are masked off. */
        __m512i suit = _mm512_and_si512(_mm512_srli_epi16(codes[i], 4), _mm512_set1_epi8(3));
        counters.minor = _mm512_add_epi8(counters.minor, _mm512_shuffle_epi8(minor, suit));
        counters.major = _mm512_add_epi8(counters.major, _mm512_shuffle_epi8(major, suit));
    }
    return counters;
}

/* The rank bits of the suit that has the flush, for the hands that have one. */
INLINE struct numbers flush_ranks(const __m512i codes[BATCH_CARDS_MAX], unsigned count,
                                  struct counters counters)
{
    const __m512i low_bits = table_of((const uint8_t[16]){1, 2, 4, 8, 16, 32, 64, 128});
    const __m512i high_bits = table_of((const uint8_t[16]){0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16});
    const __m512i top = _mm512_set1_epi8((char)0x80), middle = _mm512_set1_epi8(0x08);
    __m512i suit = _mm512_setzero_si512();
    suit = _mm512_mask_mov_epi8(suit, _mm512_test_epi8_mask(counters.minor, top), _mm512_set1_epi8(0x10));
    suit = _mm512_mask_mov_epi8(suit, _mm512_test_epi8_mask(counters.major, middle), _mm512_set1_epi8(0x20));
    suit = _mm512_mask_mov_epi8(suit, _mm512_test_epi8_mask(counters.major, top), _mm512_set1_epi8(0x30));
    __m512i low = _mm512_setzero_si512(), high = _mm512_setzero_si512();
    for (unsigned i = 0; i < count; i++) {
        __mmask64 same = _mm512_cmpeq_epi8_mask(_mm512_and_si512(codes[i], _mm512_set1_epi8(0x30)), suit);
        low = _mm512_or_si512(low, _mm512_maskz_shuffle_epi8(same, low_bits, codes[i]));
        high = _mm512_or_si512(high, _mm512_maskz_shuffle_epi8(same, high_bits, codes[i]));
    }
    return numbers_of(low, high);
}

/* Puts the number of the flush in the place of the ranks' number where `flush` has a bit. */
INLINE struct numbers replace(struct numbers numbers, __mmask64 flush, struct numbers ranks, uint16_t base)
{
    struct numbers mask = numbers_of(_mm512_movm_epi8(flush), _mm512_movm_epi8(flush));
    __m512i bases = _mm512_set1_epi16((short)base);
    numbers.low = _mm512_mask_add_epi16(numbers.low, _mm512_movepi16_mask(mask.low), ranks.low, bases);
    numbers.high = _mm512_mask_add_epi16(numbers.high, _mm512_movepi16_mask(mask.high), ranks.high, bases);
    return numbers;
}

/* The values of 32 numbers, in the order of the numbers. */
INLINE __m512i look_up(__m512i numbers, const uint16_t *values)
{
    const __m512i zero = _mm512_setzero_si512(), value_bits = _mm512_set1_epi32(0xFFFF);
    __m512i first = _mm512_i32gather_epi32(_mm512_unpacklo_epi16(numbers, zero), values, 2);
    __m512i second = _mm512_i32gather_epi32(_mm512_unpackhi_epi16(numbers, zero), values, 2);
    return _mm512_packus_epi32(_mm512_and_si512(first, value_bits), _mm512_and_si512(second, value_bits));
}

INLINE __mmask64 has_three(const __m512i ranks[BATCH_CARDS_MAX], unsigned count)
{
    __mmask64 three = 0;
    for (unsigned i = 0; i + 2 < count; i++)
        three |= _mm512_cmpeq_epi8_mask(ranks[i], ranks[i + 2]);
    return three;
}

INLINE size_t rank_blocks(enum batch_order order, struct batch_shape shape, const struct card *const *cards,
                          size_t count, uint16_t *values)
{
    size_t at = 0;
    for (; at + LANES <= count; at += LANES) {
        __m512i codes[BATCH_CARDS_MAX], ranks[BATCH_CARDS_MAX];
        for (unsigned i = 0; i < shape.count; i++) {
            codes[i] = _mm512_loadu_si512(cards[i] + at);
            ranks[i] = _mm512_and_si512(codes[i], _mm512_set1_epi8(15));
        }
        sort_ranks(ranks, shape.count);
        struct numbers numbers = place_numbers(ranks, shape.count);
        struct counters counters = count_suits(codes, shape.count, shape.counters_start);
        __mmask64 flush = _mm512_test_epi8_mask(_mm512_or_si512(counters.minor, counters.major),
                                                _mm512_set1_epi8((char)0x88));
        if (flush)
            numbers = replace(numbers, flush, flush_ranks(codes, shape.count, counters), shape.flush_base);
        __m512i low = look_up(numbers.low, shape.values), high = look_up(numbers.high, shape.values);
        /* Lanes 0 1 of both make the first 32 hands, lanes 2 3 the others. */
        const __m512i first = _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11);
        const __m512i second = _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15);
        _mm512_storeu_si512(values + at, _mm512_permutex2var_epi64(low, first, high));
        _mm512_storeu_si512(values + at + LANES / 2, _mm512_permutex2var_epi64(low, second, high));
        if (shape.flush_may_lose)
            for (__mmask64 doubtful = flush & has_three(ranks, shape.count); doubtful;
                 doubtful &= doubtful - 1) {
                size_t hand = at + (size_t)__builtin_ctzll(doubtful);
                values[hand] = batch_rank_one(order, cards, hand);
            }
    }
    return at;
}

static size_t five_of_5(const struct card *const *cards, size_t count, uint16_t *values)
{
    return rank_blocks(BATCH_FIVE_OF_5, BATCH_SHAPE_FIVE_OF_5, cards, count, values);
}

static size_t five_of_6(const struct card *const *cards, size_t count, uint16_t *values)
{
    return rank_blocks(BATCH_FIVE_OF_6, BATCH_SHAPE_FIVE_OF_6, cards, count, values);
}

static size_t five_of_7(const struct card *const *cards, size_t count, uint16_t *values)
{
    return rank_blocks(BATCH_FIVE_OF_7, BATCH_SHAPE_FIVE_OF_7, cards, count, values);
}

static size_t four_of_5(const struct card *const *cards, size_t count, uint16_t *values)
{
    return rank_blocks(BATCH_FOUR_OF_5, BATCH_SHAPE_FOUR_OF_5, cards, count, values);
}

static size_t four_of_6(const struct card *const *cards, size_t count, uint16_t *values)
{
    return rank_blocks(BATCH_FOUR_OF_6, BATCH_SHAPE_FOUR_OF_6, cards, count, values);
}

const struct vector_kernels vector_avx512 = {
    .batch =
        {
            [BATCH_FIVE_OF_5] = five_of_5,
            [BATCH_FIVE_OF_6] = five_of_6,
            [BATCH_FIVE_OF_7] = five_of_7,
            [BATCH_FOUR_OF_5] = four_of_5,
            [BATCH_FOUR_OF_6] = four_of_6,
        },
};
