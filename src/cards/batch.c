#include "cards/batch.h"

#include "base/check.h"
#include "cards/vector_internal.h"

#include <assert.h>

/* One hand; `order` is a constant where this is called, so that one case remains. */
static inline __attribute__((always_inline)) uint16_t rank_one(enum batch_order order,
                                                               const struct card *const *cards, size_t hand)
{
    static const unsigned counts[BATCH_ORDERS] = {5, 6, 7, 5, 6};
    struct card own[BATCH_CARDS_MAX];
    for (unsigned i = 0; i < counts[order]; i++)
        own[i] = cards[i][hand];
    switch (order) {
    case BATCH_FIVE_OF_5:
        return five_rank5(own).order;
    case BATCH_FIVE_OF_6:
        return five_rank6(own).order;
    case BATCH_FIVE_OF_7:
        return five_rank7(own).order;
    case BATCH_FOUR_OF_5:
        return four_rank5(own).order;
    default:
        CHECK_OP(order, ==, BATCH_FOUR_OF_6);
        return four_rank6(own).order;
    }
}

uint16_t batch_rank_one(enum batch_order order, const struct card *const *cards, size_t hand)
{
    return rank_one(order, cards, hand);
}

static inline __attribute__((always_inline)) void
rank_all(enum batch_order order, const struct card *const *cards, size_t count, uint16_t *values)
{
    const struct vector_kernels *kernels = vector_kernels();
    size_t done = kernels ? kernels->batch[order](cards, count, values) : 0;
    for (; done < count; done++)
        values[done] = rank_one(order, cards, done);
}

/* A value is a struct of one uint16_t: an array of the one is an array of the other. */
static_assert(sizeof(struct five_value) == sizeof(uint16_t), "a value is its order");
static_assert(sizeof(struct four_value) == sizeof(uint16_t), "a value is its order");

void five_rank5_batch(const struct card *const cards[5], size_t count, struct five_value *values)
{
    rank_all(BATCH_FIVE_OF_5, cards, count, &values->order);
}

void five_rank6_batch(const struct card *const cards[6], size_t count, struct five_value *values)
{
    rank_all(BATCH_FIVE_OF_6, cards, count, &values->order);
}

void five_rank7_batch(const struct card *const cards[7], size_t count, struct five_value *values)
{
    rank_all(BATCH_FIVE_OF_7, cards, count, &values->order);
}

void four_rank5_batch(const struct card *const cards[5], size_t count, struct four_value *values)
{
    rank_all(BATCH_FOUR_OF_5, cards, count, &values->order);
}

void four_rank6_batch(const struct card *const cards[6], size_t count, struct four_value *values)
{
    rank_all(BATCH_FOUR_OF_6, cards, count, &values->order);
}
