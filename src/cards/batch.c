#include "cards/batch.h"

#include "base/check.h"
#include "cards/batch_internal.h"

#include <assert.h>

uint16_t batch_rank_one(enum batch_order order, const struct card *const *cards, size_t hand)
{
    static const unsigned counts[BATCH_ORDERS] = {
        [BATCH_FIVE_OF_5] = 5, [BATCH_FIVE_OF_6] = 6, [BATCH_FIVE_OF_7] = 7,
        [BATCH_FOUR_OF_5] = 5, [BATCH_FOUR_OF_6] = 6,
    };
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

static batch_rank *const no_vectors[BATCH_ORDERS] = {0};

bool batch_path_available(enum batch_path path)
{
#ifdef CARDS_BATCH_X86
    if (path == BATCH_AVX2)
        return __builtin_cpu_supports("avx2") != 0;
    if (path == BATCH_AVX512)
        return __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0;
#endif
    return path == BATCH_PLAIN;
}

static batch_rank *const *vectors_of(enum batch_path path)
{
#ifdef CARDS_BATCH_X86
    if (path == BATCH_AVX512)
        return batch_avx512;
    if (path == BATCH_AVX2)
        return batch_avx2;
#endif
    CHECK_OP(path, ==, BATCH_PLAIN);
    return no_vectors;
}

static enum batch_path path_in_use;
static batch_rank *const *vectors_in_use;

void batch_path_take(enum batch_path path)
{
    CHECK(batch_path_available(path));
    path_in_use = path;
    vectors_in_use = vectors_of(path);
}

/* Before main, so that no thread meets a half-made choice. */
__attribute__((constructor)) static void choose_path(void)
{
    enum batch_path path = BATCH_AVX512;
    while (!batch_path_available(path))
        path--;
    batch_path_take(path);
}

enum batch_path batch_path(void)
{
    return path_in_use;
}

const char *batch_path_name(enum batch_path path)
{
    static const char *const names[BATCH_PATHS] = {"plain C", "AVX2", "AVX-512"};
    CHECK_OP(path, <, BATCH_PATHS);
    return names[path];
}

static void rank_all(enum batch_order order, const struct card *const *cards, size_t count, uint16_t *values)
{
    size_t done = vectors_in_use[order] ? vectors_in_use[order](cards, count, values) : 0;
    for (; done < count; done++)
        values[done] = batch_rank_one(order, cards, done);
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
