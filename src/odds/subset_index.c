#include "odds/subset_index.h"

#include "base/check.h"
#include "cards/suit_classes.h"

#include <stdlib.h>

enum { CLASSES_TO_4 = 18370, CLASSES_TO_5 = 152829 };
enum { SEED_4 = 6, SEED_5 = 6 };

/* Splitmix64: fixed numbers that look random. The seeds are ones for which all keys of
 * a bucket have different low bits; placing them checks it. */
static uint64_t mixed(uint64_t *state)
{
    uint64_t number = *state += UINT64_C(0x9E3779B97F4A7C15);
    number = (number ^ number >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    number = (number ^ number >> 27) * UINT64_C(0x94D049BB133111EB);
    return number ^ number >> 31;
}

struct keyed {
    uint32_t key;
    uint8_t symmetries;
};

struct keyed_list {
    const struct subset_index *index;
    struct keyed *entries;
    unsigned count, limit;
};

static void add_class(void *context, const struct suit_class *suit_class)
{
    struct keyed_list *list = context;
    CHECK_OP(list->count, <, list->limit);
    uint32_t key = 0;
    for (unsigned suit = 0; suit < SUIT_COUNT; suit++)
        key += list->index->keys[suit_class->ranks[suit]];
    list->entries[list->count++] = (struct keyed){key, (uint8_t)(24 / suit_class->hands)};
}

static int by_key(const void *left, const void *right)
{
    uint32_t a = ((const struct keyed *)left)->key, b = ((const struct keyed *)right)->key;
    return a < b ? -1 : a > b;
}

struct bucket {
    unsigned first, count;
};

static int by_falling_count(const void *left, const void *right)
{
    const struct bucket *a = left, *b = right;
    if (a->count != b->count)
        return a->count > b->count ? -1 : 1;
    return a->first < b->first ? -1 : a->first > b->first;
}

static bool bucket_fits(const struct subset_index *index, const struct keyed *entries, unsigned count,
                        unsigned shift)
{
    for (unsigned i = 0; i < count; i++)
        if (index->symmetries[(entries[i].key + shift) & (index->slot_count - 1)] != 0)
            return false;
    return true;
}

/* The fullest buckets first, each at the first shift where all its slots are free. */
static void buckets_place(struct subset_index *index, const struct keyed *entries, struct bucket *buckets,
                          unsigned count)
{
    qsort(buckets, count, sizeof buckets[0], by_falling_count);
    for (unsigned b = 0; b < count; b++) {
        const struct keyed *own = entries + buckets[b].first;
        unsigned shift = 0;
        while (!bucket_fits(index, own, buckets[b].count, shift))
            shift++;
        CHECK_OP(shift, <=, UINT16_MAX);
        index->shifts[own[0].key >> index->bucket_shift] = (uint16_t)shift;
        for (unsigned i = 0; i < buckets[b].count; i++) {
            uint8_t *symmetries = &index->symmetries[(own[i].key + shift) & (index->slot_count - 1)];
            CHECK_OP(*symmetries, ==, 0);
            *symmetries = own[i].symmetries;
        }
    }
}

enum status subset_index_make(struct subset_index *index, unsigned cards_max, struct arena *arena)
{
    CHECK(cards_max == 4 || cards_max == 5);
    unsigned limit = cards_max == 4 ? CLASSES_TO_4 : CLASSES_TO_5;
    unsigned bucket_bits = cards_max == 4 ? 12 : 15;
    *index = (struct subset_index){.cards_max = cards_max,
                                   .slot_count = cards_max == 4 ? 1U << 15 : 1U << 18,
                                   .bucket_shift = 32 - bucket_bits};
    index->shifts = ARENA_ARRAY(arena, uint16_t, 1U << bucket_bits);
    index->symmetries = ARENA_ARRAY(arena, uint8_t, index->slot_count);
    struct keyed *entries = ARENA_ARRAY(arena, struct keyed, limit);
    struct bucket *buckets = ARENA_ARRAY(arena, struct bucket, 1U << bucket_bits);
    if (!index->shifts || !index->symmetries || !entries || !buckets)
        return STATUS_NO_MEMORY;

    uint64_t state = cards_max == 4 ? SEED_4 : SEED_5;
    for (unsigned mask = 1; mask < RANK_MASKS; mask++) {
        uint32_t key = (uint32_t)mixed(&state);
        if ((unsigned)__builtin_popcount(mask) <= cards_max)
            index->keys[mask] = key;
    }
    struct keyed_list list = {.index = index, .entries = entries, .limit = limit};
    entries[list.count++] = (struct keyed){0, 24}; /* no card at all */
    for (unsigned cards = 1; cards <= cards_max; cards++)
        suit_classes_each(cards, add_class, &list);
    CHECK_OP(list.count, ==, limit);
    qsort(entries, limit, sizeof entries[0], by_key);

    unsigned bucket_count = 0;
    for (unsigned i = 0; i < limit; i++) {
        CHECK(i == 0 || entries[i - 1].key != entries[i].key);
        bool new_bucket =
            i == 0 || entries[i].key >> index->bucket_shift != entries[i - 1].key >> index->bucket_shift;
        if (new_bucket)
            buckets[bucket_count++] = (struct bucket){.first = i};
        buckets[bucket_count - 1].count++;
    }
    buckets_place(index, entries, buckets, bucket_count);
    return STATUS_OK;
}
