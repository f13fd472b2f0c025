/*
 * The vector path for processors with AVX2: 32 hands at a time, a byte a card. The steps are those of
 * vector_avx512.c; where that has bits of a mask register, this has bytes of all ones.
 */
#include "cards/vector_internal.h"

#include <immintrin.h>

#define INLINE static inline __attribute__((always_inline))

enum { LANES = 32 };

INLINE __m256i table_of(const uint8_t bytes[16])
{
    return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)bytes));
}

INLINE void sort_ranks(__m256i ranks[BATCH_CARDS_MAX], unsigned count)
{
#define S(i, j)                                                                                              \
    {                                                                                                        \
        __m256i low = _mm256_min_epu8(ranks[i], ranks[j]);                                                   \
        ranks[j] = _mm256_max_epu8(ranks[i], ranks[j]);                                                      \
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

/* Sixteen-bit numbers of 32 hands: hands 0 to 7 of each 128-bit lane, and 8 to 15. */
struct numbers {
    __m256i low, high;
};

INLINE struct numbers numbers_of(__m256i low_bytes, __m256i high_bytes)
{
    return (struct numbers){_mm256_unpacklo_epi8(low_bytes, high_bytes),
                            _mm256_unpackhi_epi8(low_bytes, high_bytes)};
}

INLINE struct numbers place_numbers(const __m256i ranks[BATCH_CARDS_MAX], unsigned count)
{
    __m256i small =
        _mm256_add_epi8(ranks[0], _mm256_shuffle_epi8(table_of(place_term_bytes[1][0]), ranks[1]));
    struct numbers sum = numbers_of(small, _mm256_setzero_si256());
    for (unsigned place = 2; place < count; place++) {
        struct numbers term =
            numbers_of(_mm256_shuffle_epi8(table_of(place_term_bytes[place][0]), ranks[place]),
                       _mm256_shuffle_epi8(table_of(place_term_bytes[place][1]), ranks[place]));
        sum.low = _mm256_add_epi16(sum.low, term.low);
        sum.high = _mm256_add_epi16(sum.high, term.high);
    }
    return sum;
}

/* Counters of clubs and diamonds in the bytes of one vector, of hearts and spades in the other. */
struct counters {
    __m256i minor, major;
};

INLINE struct counters count_suits(const __m256i codes[BATCH_CARDS_MAX], unsigned count, uint8_t start)
{
    const __m256i minor = table_of((const uint8_t[16]){0x01, 0x10});
    const __m256i major = table_of((const uint8_t[16]){0, 0, 0x01, 0x10});
    struct counters counters = {_mm256_set1_epi8((char)start), _mm256_set1_epi8((char)start)};
    for (unsigned i = 0; i < count; i++) {
        __m256i suit = _mm256_and_si256(_mm256_srli_epi16(codes[i], 4), _mm256_set1_epi8(3));
        counters.minor = _mm256_add_epi8(counters.minor, _mm256_shuffle_epi8(minor, suit));
        counters.major = _mm256_add_epi8(counters.major, _mm256_shuffle_epi8(major, suit));
    }
    return counters;
}

INLINE __m256i has_bit(__m256i bytes, int bit)
{
    __m256i bits = _mm256_set1_epi8((char)bit);
    return _mm256_cmpeq_epi8(_mm256_and_si256(bytes, bits), bits);
}

/* The rank bits of the suit that has the flush, for the hands that have one. */
INLINE struct numbers flush_ranks(const __m256i codes[BATCH_CARDS_MAX], unsigned count,
                                  struct counters counters)
{
    const __m256i low_bits = table_of((const uint8_t[16]){1, 2, 4, 8, 16, 32, 64, 128});
    const __m256i high_bits = table_of((const uint8_t[16]){0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16});
    __m256i suit = _mm256_and_si256(has_bit(counters.minor, 0x80), _mm256_set1_epi8(0x10));
    suit = _mm256_or_si256(suit, _mm256_and_si256(has_bit(counters.major, 0x08), _mm256_set1_epi8(0x20)));
    suit = _mm256_or_si256(suit, _mm256_and_si256(has_bit(counters.major, 0x80), _mm256_set1_epi8(0x30)));
    __m256i low = _mm256_setzero_si256(), high = _mm256_setzero_si256();
    for (unsigned i = 0; i < count; i++) {
        __m256i same = _mm256_cmpeq_epi8(_mm256_and_si256(codes[i], _mm256_set1_epi8(0x30)), suit);
        low = _mm256_or_si256(low, _mm256_and_si256(same, _mm256_shuffle_epi8(low_bits, codes[i])));
        high = _mm256_or_si256(high, _mm256_and_si256(same, _mm256_shuffle_epi8(high_bits, codes[i])));
    }
    return numbers_of(low, high);
}

/* Puts the number of the flush in the place of the ranks' number where the byte of `flush` is all ones. */
INLINE struct numbers replace(struct numbers numbers, __m256i flush, struct numbers ranks, uint16_t base)
{
    struct numbers mask = numbers_of(flush, flush);
    __m256i bases = _mm256_set1_epi16((short)base);
    numbers.low = _mm256_blendv_epi8(numbers.low, _mm256_add_epi16(ranks.low, bases), mask.low);
    numbers.high = _mm256_blendv_epi8(numbers.high, _mm256_add_epi16(ranks.high, bases), mask.high);
    return numbers;
}

/* The values of 16 numbers, in the order of the numbers. */
INLINE __m256i look_up(__m256i numbers, const uint16_t *values)
{
    const __m256i zero = _mm256_setzero_si256(), value_bits = _mm256_set1_epi32(0xFFFF);
    __m256i first =
        _mm256_i32gather_epi32((const int *)(const void *)values, _mm256_unpacklo_epi16(numbers, zero), 2);
    __m256i second =
        _mm256_i32gather_epi32((const int *)(const void *)values, _mm256_unpackhi_epi16(numbers, zero), 2);
    return _mm256_packus_epi32(_mm256_and_si256(first, value_bits), _mm256_and_si256(second, value_bits));
}

INLINE __m256i has_three(const __m256i ranks[BATCH_CARDS_MAX], unsigned count)
{
    __m256i three = _mm256_setzero_si256();
    for (unsigned i = 0; i + 2 < count; i++)
        three = _mm256_or_si256(three, _mm256_cmpeq_epi8(ranks[i], ranks[i + 2]));
    return three;
}

INLINE size_t rank_blocks(enum batch_order order, struct batch_shape shape, const struct card *const *cards,
                          size_t count, uint16_t *values)
{
    size_t at = 0;
    for (; at + LANES <= count; at += LANES) {
        __m256i codes[BATCH_CARDS_MAX], ranks[BATCH_CARDS_MAX];
        for (unsigned i = 0; i < shape.count; i++) {
            codes[i] = _mm256_loadu_si256((const __m256i *)(const void *)(cards[i] + at));
            ranks[i] = _mm256_and_si256(codes[i], _mm256_set1_epi8(15));
        }
        sort_ranks(ranks, shape.count);
        struct numbers numbers = place_numbers(ranks, shape.count);
        struct counters counters = count_suits(codes, shape.count, shape.counters_start);
        __m256i tops =
            _mm256_and_si256(_mm256_or_si256(counters.minor, counters.major), _mm256_set1_epi8((char)0x88));
        __m256i none = _mm256_cmpeq_epi8(tops, _mm256_setzero_si256());
        __m256i flush = _mm256_xor_si256(none, _mm256_set1_epi8(-1));
        if (!_mm256_testz_si256(flush, flush))
            numbers = replace(numbers, flush, flush_ranks(codes, shape.count, counters), shape.flush_base);
        __m256i low = look_up(numbers.low, shape.values), high = look_up(numbers.high, shape.values);
        /* Lane 0 of both makes the first 16 hands, lane 1 the others. */
        _mm256_storeu_si256((__m256i *)(void *)(values + at), _mm256_permute2x128_si256(low, high, 0x20));
        _mm256_storeu_si256((__m256i *)(void *)(values + at + LANES / 2),
                            _mm256_permute2x128_si256(low, high, 0x31));
        if (shape.flush_may_lose) {
            __m256i both = _mm256_and_si256(flush, has_three(ranks, shape.count));
            for (unsigned doubtful = (unsigned)_mm256_movemask_epi8(both); doubtful;
                 doubtful &= doubtful - 1) {
                size_t hand = at + (size_t)__builtin_ctz(doubtful);
                values[hand] = batch_rank_one(order, cards, hand);
            }
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

const struct vector_kernels vector_avx2 = {
    .batch =
        {
            [BATCH_FIVE_OF_5] = five_of_5,
            [BATCH_FIVE_OF_6] = five_of_6,
            [BATCH_FIVE_OF_7] = five_of_7,
            [BATCH_FOUR_OF_5] = four_of_5,
            [BATCH_FOUR_OF_6] = four_of_6,
        },
};
