#include "cards/walk.h"

#include "base/check.h"
#include "cards/rank_tables.h"
#include "cards/vector_internal.h"

#include <string.h>

/*
 * The key of a card at a place: its term of the number by places in the low half, a one in its suit's counter in
 * the high half. PLACE_SETS_7 is below 2^16, so the halves do not meet.
 */
enum { SUITS_SHIFT = 16 };

struct walk {
    unsigned card_count;
    uint32_t start;
    uint16_t flush_base; /* where the flushes begin in `values` */
    bool flush_may_lose; /* to three of a kind, among six cards in the four-card order */
    const uint16_t *values;
    uint32_t keys[PLACES_MAX][DECK_CARDS];
    uint32_t pair_keys[WALK_PAIRS + WALK_RUN_SLACK];
    struct card_set pair_sets[WALK_PAIRS];
    uint16_t results[WALK_PAIRS + WALK_RUN_SLACK], flushes[WALK_PAIRS + WALK_RUN_SLACK];
    walk_look_up *look_up;
    walk_visitor *visitor;
    void *context;
};

static struct card card_by_rank(unsigned number)
{
    return card_of((enum rank)(number / SUIT_COUNT), (enum suit)(number % SUIT_COUNT));
}

/* The pairs whose first card is before `first`. */
static unsigned pairs_before(unsigned first)
{
    return first * (2 * DECK_CARDS - 1 - first) / 2;
}

struct walk_pair walk_pair(unsigned pair)
{
    CHECK_OP(pair, <, WALK_PAIRS);
    unsigned first = 0;
    while (pairs_before(first + 1) <= pair)
        first++;
    return (struct walk_pair){card_by_rank(first), card_by_rank(first + 1 + pair - pairs_before(first))};
}

static void walk_init(struct walk *walk, enum walk_order order)
{
    static const struct {
        unsigned card_count;
        uint32_t start;
        uint16_t flush_base;
        const uint16_t *values;
    } orders[] = {
        [WALK_FIVE_OF_5] = {5, 0x33330000, PLACE_SETS_5, five_by_place_5},
        [WALK_FIVE_OF_6] = {6, 0x33330000, PLACE_SETS_6, five_by_place_6},
        [WALK_FIVE_OF_7] = {7, 0x33330000, PLACE_SETS_7, five_by_place_7},
        [WALK_FOUR_OF_5] = {5, 0x44440000, PLACE_SETS_5, four_by_place_5},
        [WALK_FOUR_OF_6] = {6, 0x44440000, PLACE_SETS_6, four_by_place_6},
    };
    CHECK_OP(order, <=, WALK_FOUR_OF_6);
    walk->card_count = orders[order].card_count;
    walk->start = orders[order].start;
    walk->flush_base = orders[order].flush_base;
    walk->flush_may_lose = order == WALK_FOUR_OF_6;
    walk->values = orders[order].values;
    for (unsigned place = 0; place < walk->card_count; place++)
        for (unsigned number = 0; number < DECK_CARDS; number++) {
            struct card card = card_by_rank(number);
            walk->keys[place][number] =
                place_terms[place][card_rank(card)] | UINT32_C(1) << (SUITS_SHIFT + 4 * card_suit(card));
        }
    memset(walk->pair_keys, 0, sizeof walk->pair_keys);
    unsigned pair = 0;
    for (unsigned first = 0; first < DECK_CARDS; first++)
        for (unsigned second = first + 1; second < DECK_CARDS; second++, pair++) {
            walk->pair_keys[pair] =
                walk->keys[walk->card_count - 2][first] + walk->keys[walk->card_count - 1][second];
            walk->pair_sets[pair] = card_set_with(card_set_of(card_by_rank(first)), card_by_rank(second));
        }
}

static uint16_t flush_value(const struct walk *walk, uint32_t key, struct card_set set)
{
    enum suit suit = (enum suit)((__builtin_ctz(key & WALK_FLUSH_BITS) - SUITS_SHIFT) / 4);
    uint16_t flush = walk->values[walk->flush_base + card_set_ranks(set, suit)];
    if (!walk->flush_may_lose)
        return flush;
    uint16_t value = walk->values[key & 0xFFFF];
    return flush > value ? flush : value;
}

/* The walk without vectors. */
static unsigned look_up_plain(uint32_t prefix, const uint32_t *keys, unsigned count, const uint16_t *table,
                              uint16_t *values, uint16_t *flushes)
{
    unsigned flush_count = 0;
    for (unsigned i = 0; i < count; i++) {
        uint32_t key = prefix + keys[i];
        values[i] = table[key & 0xFFFF];
        if (__builtin_expect((key & WALK_FLUSH_BITS) != 0, 0))
            flushes[flush_count++] = (uint16_t)i;
    }
    return flush_count;
}

static void walk_run(struct walk *walk, uint32_t prefix_key, struct card_set prefix_set, struct walk_run *run,
                     unsigned last)
{
    run->first_pair = pairs_before(last + 1);
    run->count = WALK_PAIRS - run->first_pair;
    run->values = walk->results;
    unsigned flush_count = walk->look_up(prefix_key, walk->pair_keys + run->first_pair, run->count,
                                         walk->values, walk->results, walk->flushes);
    for (unsigned i = 0; i < flush_count; i++) {
        unsigned place = walk->flushes[i], pair = run->first_pair + place;
        if (place >= run->count)
            break; /* beyond the run, where whole vectors reach */
        struct card_set set = {prefix_set.bits | walk->pair_sets[pair].bits};
        walk->results[place] = flush_value(walk, prefix_key + walk->pair_keys[pair], set);
    }
    walk->visitor(walk->context, run);
}

/* Adds card `number` at `place` to the prefix and goes on. */
static void walk_card(struct walk *walk, uint32_t key, struct card_set set, struct walk_run *run,
                      unsigned place, unsigned number)
{
    CHECK_OP(place, <, WALK_PREFIX_MAX);
    key += walk->keys[place][number];
    run->prefix[place] = card_by_rank(number);
    set = card_set_with(set, run->prefix[place]);
    if (place + 1 == run->prefix_count) {
        walk_run(walk, key, set, run, number);
        return;
    }
    for (unsigned next = number + 1; next < DECK_CARDS; next++)
        walk_card(walk, key, set, run, place + 1, next);
}

void walk_hands(enum walk_order order, unsigned first_from, unsigned first_end, walk_visitor *visitor,
                void *context)
{
    CHECK_OP(first_from, <=, first_end);
    CHECK_OP(first_end, <=, DECK_CARDS);
    struct walk walk;
    walk_init(&walk, order);
    walk.look_up = vector_kernels() ? vector_kernels()->walk : look_up_plain;
    walk.visitor = visitor;
    walk.context = context;
    struct walk_run run = {.prefix_count = walk.card_count - 2};
    for (unsigned number = first_from; number < first_end; number++)
        walk_card(&walk, walk.start, (struct card_set){0}, &run, 0, number);
}
