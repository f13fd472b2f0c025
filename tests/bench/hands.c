/*
 * How fast hands are ranked: in order, at random one by one, at random in batches, and counted by suit classes.
 */
#include "bench.h"

#include "cards/batch.h"
#include "cards/five.h"
#include "cards/four.h"
#include "cards/poker_rules.h"
#include "cards/random.h"
#include "cards/suit_classes.h"
#include "cards/walk.h"

enum {
    RANDOM_HANDS = 1 << 18, /* too many for the branch predictor to learn by heart */
    PLAIN_HANDS = 1 << 16,
    BATCH_HANDS = 1 << 18,
};

volatile uint64_t bench_sink;

/* The same random hands of seven, row by row and column by column; shorter hands are their first cards. */
static struct card hands_of_5[RANDOM_HANDS][5], hands_of_6[RANDOM_HANDS][6], hands_of_7[RANDOM_HANDS][7];
static struct card columns[7][RANDOM_HANDS];
static uint16_t values[BATCH_HANDS];

static const struct card *const column_list[7] = {columns[0], columns[1], columns[2], columns[3],
                                                  columns[4], columns[5], columns[6]};

void hand_cases_prepare(void)
{
    struct random_insecure source;
    random_insecure_init(&source, 101);
    for (unsigned hand = 0; hand < RANDOM_HANDS; hand++) {
        struct card_set seen = {0};
        for (unsigned i = 0; i < 7;) {
            struct card card = card_of_number(random_below(&source.random, DECK_CARDS));
            if (card_set_has(seen, card))
                continue;
            seen = card_set_with(seen, card);
            columns[i][hand] = hands_of_7[hand][i] = card;
            if (i < 6)
                hands_of_6[hand][i] = card;
            if (i < 5)
                hands_of_5[hand][i] = card;
            i++;
        }
    }
}

/* ------------------------------------------------------------------------------------------ plain */

static uint64_t plain_five_random(void)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < PLAIN_HANDS; i++)
        sum += plain_five(hands_of_5[i]).bits;
    bench_sink = sum;
    return PLAIN_HANDS;
}

/* ------------------------------------------------------------------------------------------ in order */

struct walk_sum {
    uint64_t sum, hands;
};

static void add_run(void *context, const struct walk_run *run)
{
    struct walk_sum *total = context;
    uint32_t sum = 0;
    for (unsigned i = 0; i < run->count; i++)
        sum += run->values[i];
    total->sum += sum;
    total->hands += run->count;
}

static uint64_t in_order(enum walk_order order)
{
    struct walk_sum total = {0};
    walk_hands(order, 0, DECK_CARDS, add_run, &total);
    bench_sink = total.sum;
    return total.hands;
}

static uint64_t in_order_five_of_5(void)
{
    return in_order(WALK_FIVE_OF_5);
}

static uint64_t in_order_five_of_7(void)
{
    return in_order(WALK_FIVE_OF_7);
}

static uint64_t in_order_four_of_5(void)
{
    return in_order(WALK_FOUR_OF_5);
}

static uint64_t in_order_four_of_6(void)
{
    return in_order(WALK_FOUR_OF_6);
}

/* ------------------------------------------------------------------------------------------ one by one */

#define RANDOM_CASE(name, rank, hands)                                                                       \
    static uint64_t name(void)                                                                               \
    {                                                                                                        \
        uint64_t sum = 0;                                                                                    \
        for (unsigned i = 0; i < RANDOM_HANDS; i++)                                                          \
            sum += rank(hands[i]).order;                                                                     \
        bench_sink = sum;                                                                                    \
        return RANDOM_HANDS;                                                                                 \
    }

RANDOM_CASE(random_five_of_5, five_rank5, hands_of_5)
RANDOM_CASE(random_five_of_7, five_rank7, hands_of_7)
RANDOM_CASE(random_four_of_5, four_rank5, hands_of_5)
RANDOM_CASE(random_four_of_6, four_rank6, hands_of_6)

/* ------------------------------------------------------------------------------------------ in batches */

#define BATCH_CASE(name, rank, value)                                                                        \
    static uint64_t name(void)                                                                               \
    {                                                                                                        \
        rank(column_list, BATCH_HANDS, (struct value *)(void *)values);                                      \
        bench_sink = values[BATCH_HANDS - 1];                                                                \
        return BATCH_HANDS;                                                                                  \
    }

BATCH_CASE(batch_five_of_5, five_rank5_batch, five_value)
BATCH_CASE(batch_five_of_7, five_rank7_batch, five_value)
BATCH_CASE(batch_four_of_5, four_rank5_batch, four_value)
BATCH_CASE(batch_four_of_6, four_rank6_batch, four_value)

/* ------------------------------------------------------------------------------------------ by suit classes */

static uint64_t classes_five_of_7(void)
{
    static uint64_t counts[FIVE_VALUES + 1];
    uint64_t hands = suit_classes_count_five(7, counts);
    bench_sink = counts[FIVE_VALUES];
    return hands;
}

static uint64_t classes_four_of_6(void)
{
    static uint64_t counts[FOUR_VALUES + 1];
    uint64_t hands = suit_classes_count_four(6, counts);
    bench_sink = counts[FOUR_VALUES];
    return hands;
}

const struct bench_case hand_cases[] = {
    {"hands", "plain evaluator, random five", "plain/random", 0, 0, true, plain_five_random},
    {"hands", "five-card, all in order", "five-card/in-order", 1000, 150, false, in_order_five_of_5},
    {"hands", "seven-card, all in order", "seven-card/in-order", 1000, 150, false, in_order_five_of_7},
    {"hands", "best 4 of 5, all in order", "four-of-5/in-order", 1000, 150, false, in_order_four_of_5},
    {"hands", "best 4 of 6, all in order", "four-of-6/in-order", 1000, 150, false, in_order_four_of_6},
    {"hands", "five-card, random", "five-card/random", 480, 75, false, random_five_of_5},
    {"hands", "seven-card, random", "seven-card/random", 360, 0, false, random_five_of_7},
    {"hands", "best 4 of 5, random", "four-of-5/random", 450, 0, false, random_four_of_5},
    {"hands", "best 4 of 6, random", "four-of-6/random", 280, 0, false, random_four_of_6},
    {"hands", "five-card, batches", "five-card/batch", 1150, 75, false, batch_five_of_5},
    {"hands", "seven-card, batches", "seven-card/batch", 630, 75, false, batch_five_of_7},
    {"hands", "best 4 of 5, batches", "four-of-5/batch", 750, 75, false, batch_four_of_5},
    {"hands", "best 4 of 6, batches", "four-of-6/batch", 750, 75, false, batch_four_of_6},
    {"hands", "seven-card, by suit classes", "seven-card/suit-classes", 5000, 0, false, classes_five_of_7},
    {"hands", "best 4 of 6, by suit classes", "four-of-6/suit-classes", 5000, 0, false, classes_four_of_6},
};
const unsigned hand_case_count = sizeof hand_cases / sizeof hand_cases[0];
