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
    uint16_t index[RANK_MASKS]; /* where a mask stands in the list */
};

static void masks_init(struct masks *masks)
{
    unsigned filled = 0;
    for (unsigned size = 0; size <= RANK_COUNT; size++) {
        masks->starts[size] = filled;
        for (unsigned mask = 0; mask < RANK_MASKS; mask++)
            if ((unsigned)__builtin_popcount(mask) == size) {
                masks->index[mask] = (uint16_t)filled;
                masks->list[filled++] = (uint16_t)mask;
            }
    }
    masks->starts[RANK_COUNT + 1] = filled;
}

/* The end, in the list, of the masks with `size` ranks that are not above `limit`. */
static unsigned masks_end(const struct masks *masks, unsigned size, unsigned limit)
{
    unsigned low = masks->starts[size], high = masks->starts[size + 1];
    while (low < high) {
        unsigned middle = (low + high) / 2;
        if (masks->list[middle] <= limit)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/*
 * Three suits of a class, and the masks that the fourth may have: list[from..end-1], ascending. They share the number
 * of cards. The last of them may equal the third suit, and then the class stands for fewer hands.
 */
struct class_run {
    uint16_t ranks[SUIT_COUNT - 1];
    unsigned from, end, size;
    unsigned hands, hands_of_last;
};

typedef void run_visitor(void *context, const struct masks *masks, const struct class_run *run);

static void run_visit(const struct masks *masks, struct class_run *run, unsigned left, run_visitor *visitor,
                      void *context)
{
    run->size = left;
    run->from = masks->starts[left];
    run->end = masks_end(masks, left, run->ranks[2]);
    if (run->from == run->end)
        return;
    uint16_t last = masks->list[run->end - 1];
    uint16_t with_last[SUIT_COUNT] = {run->ranks[0], run->ranks[1], run->ranks[2], last};
    run->hands_of_last = hands_of(with_last);
    /* All others are below the third suit: as if the fourth equalled nothing. */
    unsigned same = run->ranks[0] == run->ranks[1] ? 2 : 1;
    if (run->ranks[1] == run->ranks[2])
        same *= same + 1;
    run->hands = ORDERS_OF_SUITS / same;
    visitor(context, masks, run);
}

/* Chooses the mask of suit `suit`, not above the one before it. */
static void runs_from(const struct masks *masks, struct class_run *run, unsigned suit, unsigned left,
                      run_visitor *visitor, void *context)
{
    if (suit == SUIT_COUNT - 1) {
        run_visit(masks, run, left, visitor, context);
        return;
    }
    unsigned limit = suit == 0 ? RANK_MASKS - 1 : run->ranks[suit - 1];
    for (unsigned size = 0; size <= left; size++) {
        unsigned end = masks_end(masks, size, limit);
        for (unsigned i = masks->starts[size]; i < end; i++) {
            run->ranks[suit] = masks->list[i];
            runs_from(masks, run, suit + 1, left - size, visitor, context);
        }
    }
}

static void runs_each(unsigned cards, run_visitor *visitor, void *context)
{
    CHECK_OP(cards, >=, 1);
    CHECK_OP(cards, <=, SUIT_CLASS_CARDS_MAX);
    struct masks masks;
    masks_init(&masks);
    struct class_run run;
    runs_from(&masks, &run, 0, cards, visitor, context);
}

struct class_visit {
    suit_class_visitor *visitor;
    void *context;
};

static void visit_classes(void *context, const struct masks *masks, const struct class_run *run)
{
    const struct class_visit *visit = context;
    struct suit_class suit_class = {{run->ranks[0], run->ranks[1], run->ranks[2], 0}, (uint16_t)run->hands};
    for (unsigned i = run->from; i < run->end; i++) {
        suit_class.ranks[SUIT_COUNT - 1] = masks->list[i];
        if (i + 1 == run->end)
            suit_class.hands = (uint16_t)run->hands_of_last;
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
    uint32_t sums[RANK_MASKS]; /* of the weights of a mask's ranks */
    uint64_t *counts, hands;
};

static uint16_t class_value(const struct class_count *count, uint32_t sum, unsigned flush_ranks)
{
    uint16_t flush = flush_ranks ? count->flushes[flush_ranks] : 0;
    if (flush && !count->flush_may_lose)
        return flush;
    uint16_t value = key_value(sum, count->column_bits, count->rows, count->values);
    return flush > value ? flush : value;
}

static void count_run(void *context, const struct masks *masks, const struct class_run *run)
{
    struct class_count *count = context;
    unsigned flush_ranks = 0;
    uint32_t sum = 0;
    for (unsigned suit = 0; suit < SUIT_COUNT - 1; suit++) {
        sum += count->sums[run->ranks[suit]];
        if ((unsigned)__builtin_popcount(run->ranks[suit]) >= count->flush_size)
            flush_ranks = run->ranks[suit];
    }
    unsigned last = run->end - 1;
    bool last_flush = run->size >= count->flush_size;
    if (flush_ranks == 0 && !last_flush) {
        for (unsigned i = run->from; i < last; i++)
            count->counts[key_value(sum + count->sums[masks->list[i]], count->column_bits, count->rows,
                                    count->values)] += run->hands;
    } else {
        for (unsigned i = run->from; i < last; i++)
            count->counts[class_value(count, sum + count->sums[masks->list[i]],
                                      last_flush ? masks->list[i] : flush_ranks)] += run->hands;
    }
    uint16_t ranks = masks->list[last];
    count->counts[class_value(count, sum + count->sums[ranks], last_flush ? ranks : flush_ranks)] +=
        run->hands_of_last;
    count->hands += (uint64_t)run->hands * (last - run->from) + run->hands_of_last;
}

static uint64_t count_classes(struct class_count *count, unsigned cards, const uint32_t *weights,
                              unsigned values)
{
    for (unsigned mask = 1; mask < RANK_MASKS; mask++)
        count->sums[mask] = count->sums[mask & (mask - 1)] + weights[__builtin_ctz(mask)];
    memset(count->counts, 0, (values + 1) * sizeof count->counts[0]);
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
                                .flushes = five_flushes,
                                .counts = counts};
    return count_classes(&count, cards, weights[cards - 5], FIVE_VALUES);
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
                                .flushes = four_flushes,
                                .counts = counts};
    return count_classes(&count, cards, weights[cards - 4], FOUR_VALUES);
}
