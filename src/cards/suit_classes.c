#include "cards/suit_classes.h"

#include "base/check.h"
#include "cards/rank_tables.h"

#include <string.h>

enum { ORDERS_OF_SUITS = 24 };

/* ------------------------------------------------------------------------------------------ one class */

/* Equal masks stand side by side; `run` equal ones have run! orders that change nothing. */
static unsigned hands_of(const uint16_t ranks[SUIT_COUNT])
{
    unsigned same = 1, run = 1;
    for (unsigned i = 1; i < SUIT_COUNT; i++) {
        run = ranks[i] == ranks[i - 1] ? run + 1 : 1;
        same *= run;
    }
    return ORDERS_OF_SUITS / same;
}

struct suit_class suit_class_of(struct card_set set)
{
    struct suit_class suit_class;
    for (unsigned suit = 0; suit < SUIT_COUNT; suit++) {
        uint16_t ranks = (uint16_t)card_set_ranks(set, (enum suit)suit);
        unsigned place = suit;
        for (; place > 0 && suit_class.ranks[place - 1] < ranks; place--)
            suit_class.ranks[place] = suit_class.ranks[place - 1];
        suit_class.ranks[place] = ranks;
    }
    suit_class.hands = (uint16_t)hands_of(suit_class.ranks);
    return suit_class;
}

struct card_set suit_class_set(const struct suit_class *suit_class)
{
    uint64_t bits = 0;
    for (unsigned i = 0; i < SUIT_COUNT; i++)
        bits |= (uint64_t)suit_class->ranks[i] << (16 * (SUIT_SPADES - i));
    return (struct card_set){bits};
}

/* ------------------------------------------------------------------------------------------ all classes */

/* All masks of ranks, by the number of their ranks, ascending. */
struct masks {
    unsigned starts[RANK_COUNT + 2]; /* of the masks with that many ranks; the next start is the end */
    uint16_t list[RANK_MASKS];
};

static void masks_init(struct masks *masks)
{
    unsigned filled = 0;
    for (unsigned size = 0; size <= RANK_COUNT; size++) {
        masks->starts[size] = filled;
        for (unsigned mask = 0; mask < RANK_MASKS; mask++)
            if ((unsigned)__builtin_popcount(mask) == size)
                masks->list[filled++] = (uint16_t)mask;
    }
    masks->starts[RANK_COUNT + 1] = filled;
}

/*
 * Classes are made from the shortest suit to the longest, so that the longest runs through a long list: a run is
 * three suits and the masks list[from..end-1] that the fourth may have. Suits of one length are chosen in the order
 * of the list, each not before the one chosen last, so that no class comes twice. Only the first mask of a run can
 * equal the suit chosen before it; then the class stands for fewer hands.
 */
struct class_run {
    unsigned sizes[SUIT_COUNT];  /* how many cards each suit has, descending */
    unsigned places[SUIT_COUNT]; /* where its mask stands in the list; [0] is free */
    unsigned from, end;
    unsigned hands, hands_of_first;
};

typedef void run_visitor(void *context, const struct masks *masks, const struct class_run *run);

/* Suits are chosen from place SUIT_COUNT - 1 down to 0; equal ones are neighbours. */
static unsigned hands_with(const struct class_run *run, unsigned first_place)
{
    uint16_t places[SUIT_COUNT] = {(uint16_t)first_place, (uint16_t)run->places[1], (uint16_t)run->places[2],
                                   (uint16_t)run->places[3]};
    return hands_of(places);
}

static void run_visit(const struct masks *masks, struct class_run *run, run_visitor *visitor, void *context)
{
    bool same_size = run->sizes[0] == run->sizes[1];
    run->from = same_size ? run->places[1] : masks->starts[run->sizes[0]];
    run->end = masks->starts[run->sizes[0] + 1];
    run->hands_of_first = hands_with(run, run->from);
    run->hands = hands_with(run, RANK_MASKS);
    visitor(context, masks, run);
}

static void runs_choose(const struct masks *masks, struct class_run *run, unsigned suit, run_visitor *visitor,
                        void *context)
{
    if (suit == 0) {
        run_visit(masks, run, visitor, context);
        return;
    }
    unsigned size = run->sizes[suit];
    bool same_size = suit + 1 < SUIT_COUNT && run->sizes[suit + 1] == size;
    unsigned from = same_size ? run->places[suit + 1] : masks->starts[size];
    for (unsigned place = from; place < masks->starts[size + 1]; place++) {
        run->places[suit] = place;
        runs_choose(masks, run, suit - 1, visitor, context);
    }
}

static void runs_each(unsigned cards, run_visitor *visitor, void *context)
{
    CHECK_OP(cards, >=, 1);
    CHECK_OP(cards, <=, SUIT_CLASS_CARDS_MAX);
    struct masks masks;
    masks_init(&masks);
    for (unsigned a = 1; a <= cards; a++)
        for (unsigned b = 0; b <= a && a + b <= cards; b++)
            for (unsigned c = 0; c <= b && a + b + c <= cards; c++) {
                unsigned d = cards - a - b - c;
                struct class_run run = {.sizes = {a, b, c, d}};
                if (d <= c)
                    runs_choose(&masks, &run, SUIT_COUNT - 1, visitor, context);
            }
}

struct class_visit {
    suit_class_visitor *visitor;
    void *context;
};

static void visit_classes(void *context, const struct masks *masks, const struct class_run *run)
{
    const struct class_visit *visit = context;
    for (unsigned i = run->from; i < run->end; i++) {
        uint64_t bits = masks->list[i];
        for (unsigned suit = 1; suit < SUIT_COUNT; suit++)
            bits = bits << 16 | masks->list[run->places[suit]];
        struct suit_class suit_class = suit_class_of((struct card_set){bits});
        visit->visitor(visit->context, &suit_class);
    }
}

void suit_classes_each(unsigned cards, suit_class_visitor *visitor, void *context)
{
    struct class_visit visit = {visitor, context};
    runs_each(cards, visit_classes, &visit);
}

/* ------------------------------------------------------------------------------------------ counting */

struct class_count {
    unsigned flush_size, column_bits;
    bool flush_may_lose;
    const uint32_t *rows;
    const uint16_t *values, *flushes;
    uint32_t sums[RANK_MASKS]; /* of the weights of the ranks of masks.list[i] */
    uint64_t *counts, hands;
};

/* The longest suit has the flush, if any has: four or five cards are more than half of at most seven. */
static uint16_t flush_value(const struct class_count *count, uint32_t sum, unsigned ranks)
{
    uint16_t flush = count->flushes[ranks];
    if (!count->flush_may_lose)
        return flush;
    uint16_t value = key_value(sum, count->column_bits, count->rows, count->values);
    return flush > value ? flush : value;
}

static void count_run(void *context, const struct masks *masks, const struct class_run *run)
{
    struct class_count *count = context;
    uint32_t sum = count->sums[run->places[1]] + count->sums[run->places[2]] + count->sums[run->places[3]];
    unsigned hands = run->hands_of_first;
    if (run->sizes[0] >= count->flush_size) {
        for (unsigned i = run->from; i < run->end; i++, hands = run->hands)
            count->counts[flush_value(count, sum + count->sums[i], masks->list[i])] += hands;
    } else {
        for (unsigned i = run->from; i < run->end; i++, hands = run->hands)
            count->counts[key_value(sum + count->sums[i], count->column_bits, count->rows, count->values)] +=
                hands;
    }
    count->hands += run->hands_of_first + (uint64_t)run->hands * (run->end - run->from - 1);
}

static uint64_t count_classes(struct class_count *count, unsigned cards, const uint32_t *weights,
                              unsigned values, uint64_t *counts)
{
    count->counts = counts;
    struct masks masks;
    masks_init(&masks);
    for (unsigned i = 0; i < RANK_MASKS; i++)
        for (unsigned rank = 0; rank < RANK_COUNT; rank++)
            if (masks.list[i] >> rank & 1)
                count->sums[i] += weights[rank];
    memset(counts, 0, (values + 1) * sizeof counts[0]);
    runs_each(cards, count_run, count);
    return count->hands;
}

uint64_t suit_classes_count_five(unsigned cards, uint64_t *counts)
{
    CHECK_OP(cards, >=, 5);
    CHECK_OP(cards, <=, 7);
    static const unsigned column_bits[] = {KEY_COLUMN_BITS_5, KEY_COLUMN_BITS_6, KEY_COLUMN_BITS_7};
    const uint32_t *const weights[] = {key_weights_5, key_weights_6, key_weights_7};
    const uint32_t *const rows[] = {key_rows_5, key_rows_6, key_rows_7};
    const uint16_t *const values[] = {five_by_key_5, five_by_key_6, five_by_key_7};
    struct class_count count = {.flush_size = 5,
                                .column_bits = column_bits[cards - 5],
                                .rows = rows[cards - 5],
                                .values = values[cards - 5],
                                .flushes = five_flushes};
    return count_classes(&count, cards, weights[cards - 5], FIVE_VALUES, counts);
}

uint64_t suit_classes_count_four(unsigned cards, uint64_t *counts)
{
    CHECK_OP(cards, >=, 4);
    CHECK_OP(cards, <=, 6);
    static const unsigned column_bits[] = {KEY_COLUMN_BITS_4, KEY_COLUMN_BITS_5, KEY_COLUMN_BITS_6};
    const uint32_t *const weights[] = {key_weights_4, key_weights_5, key_weights_6};
    const uint32_t *const rows[] = {key_rows_4, key_rows_5, key_rows_6};
    const uint16_t *const values[] = {four_by_key_4, four_by_key_5, four_by_key_6};
    struct class_count count = {.flush_size = 4,
                                .column_bits = column_bits[cards - 4],
                                .flush_may_lose = cards == 6,
                                .rows = rows[cards - 4],
                                .values = values[cards - 4],
                                .flushes = four_flushes};
    return count_classes(&count, cards, weights[cards - 4], FOUR_VALUES, counts);
}
