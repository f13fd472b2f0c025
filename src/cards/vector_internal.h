/* The functions of the vector paths for cards/batch.c, and what they share. */
#ifndef CARDS_VECTOR_INTERNAL_H
#define CARDS_VECTOR_INTERNAL_H

#include "cards/card.h"
#include "cards/rank_tables.h"

#include <stddef.h>
#include <stdint.h>

enum batch_order {
    BATCH_FIVE_OF_5,
    BATCH_FIVE_OF_6,
    BATCH_FIVE_OF_7,
    BATCH_FOUR_OF_5,
    BATCH_FOUR_OF_6,
    BATCH_ORDERS
};

/* The parameters of an order. The vector paths are compiled once for each, with these as constants. */
struct batch_shape {
    unsigned count;         /* cards of a hand */
    uint8_t counters_start; /* of two suit counters in a byte: their top bits show a flush */
    uint16_t flush_base;    /* where the flushes begin in `values` */
    const uint16_t *values; /* by places */
    uint8_t flush_may_lose; /* to three of a kind: only among six cards in the four-card order */
};

#define BATCH_SHAPE_FIVE_OF_5 ((struct batch_shape){5, 0x33, PLACE_SETS_5, five_by_place_5, 0})
#define BATCH_SHAPE_FIVE_OF_6 ((struct batch_shape){6, 0x33, PLACE_SETS_6, five_by_place_6, 0})
#define BATCH_SHAPE_FIVE_OF_7 ((struct batch_shape){7, 0x33, PLACE_SETS_7, five_by_place_7, 0})
#define BATCH_SHAPE_FOUR_OF_5 ((struct batch_shape){5, 0x44, PLACE_SETS_5, four_by_place_5, 0})
#define BATCH_SHAPE_FOUR_OF_6 ((struct batch_shape){6, 0x44, PLACE_SETS_6, four_by_place_6, 1})

enum { BATCH_CARDS_MAX = 7 };

/* Ranks as many hands from the first as fill whole vectors and returns their number. */
typedef size_t batch_rank(const struct card *const *cards, size_t count, uint16_t *values);

struct vector_kernels {
    batch_rank *batch[BATCH_ORDERS];
};

extern const struct vector_kernels vector_avx2, vector_avx512;

/* NULL when the processor has no vectors that we know. */
const struct vector_kernels *vector_kernels(void);

/* One hand, for the remainder of a vector. */
uint16_t batch_rank_one(enum batch_order order, const struct card *const *cards, size_t hand);

/* Sorting networks: S(i, j) puts the lower of places i and j at i. */
#define BATCH_SORT_5(S) S(0, 3) S(1, 4) S(0, 2) S(1, 3) S(0, 1) S(2, 4) S(1, 2) S(3, 4) S(2, 3)
#define BATCH_SORT_6(S)                                                                                      \
    S(0, 5) S(1, 3) S(2, 4) S(1, 2) S(3, 4) S(0, 3) S(2, 5) S(0, 1) S(2, 3) S(4, 5) S(1, 2) S(3, 4)
#define BATCH_SORT_7(S)                                                                                      \
    S(0, 6)                                                                                                  \
    S(2, 3)                                                                                                  \
    S(4, 5)                                                                                                  \
    S(0, 2) S(1, 4) S(3, 6) S(0, 1) S(2, 5) S(3, 4) S(1, 2) S(4, 6) S(2, 3) S(4, 5) S(1, 2) S(3, 4) S(5, 6)

#endif
