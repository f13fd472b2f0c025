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

#include <stddef.h>

enum {
    RANDOM_HANDS = 1 << 18, /* too many for the branch predictor to learn by heart */
    RANDOM_TIMES = 4,
    PLAIN_HANDS = 1 << 12,
    BATCH_HANDS = 1 << 15, /* at a time; they and their values stay in the second cache */
    BATCH_TIMES = 32,
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

#define PLAIN_CASE(name, rank, hands, count)                                                                 \
    static uint64_t name(unsigned part)                                                                      \
    {                                                                                                        \
        (void)part;                                                                                          \
        uint64_t sum = 0;                                                                                    \
        for (unsigned i = 0; i < PLAIN_HANDS; i++)                                                           \
            sum += rank((hands)[i], count).bits;                                                             \
        bench_sink = sum;                                                                                    \
        return PLAIN_HANDS;                                                                                  \
    }

PLAIN_CASE(plain_five_of_5, plain_best_five, hands_of_5, 5)
PLAIN_CASE(plain_five_of_7, plain_best_five, hands_of_7, 7)
PLAIN_CASE(plain_four_of_5, plain_best_four, hands_of_5, 5)
PLAIN_CASE(plain_four_of_6, plain_best_four, hands_of_6, 6)

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

/* Seven cards are done in parts, by the lowest card of the hand; fewer take too short a time for that. */
static uint64_t in_order(enum walk_order order, unsigned from, unsigned end)
{
    struct walk_sum total = {0};
    walk_hands(order, from, end, add_run, &total);
    bench_sink = total.sum;
    return total.hands;
}

static uint64_t in_order_five_of_5(unsigned part)
{
    (void)part;
    return in_order(WALK_FIVE_OF_5, 0, DECK_CARDS);
}

static uint64_t in_order_five_of_7(unsigned part)
{
    return in_order(WALK_FIVE_OF_7, part, part + 1);
}

static uint64_t in_order_four_of_5(unsigned part)
{
    (void)part;
    return in_order(WALK_FOUR_OF_5, 0, DECK_CARDS);
}

static uint64_t in_order_four_of_6(unsigned part)
{
    return in_order(WALK_FOUR_OF_6, part, part + 1);
}

/* ------------------------------------------------------------------------------------------ one by one */

#define RANDOM_CASE(name, rank, hands)                                                                       \
    static uint64_t name(unsigned part)                                                                      \
    {                                                                                                        \
        (void)part;                                                                                          \
        uint64_t sum = 0;                                                                                    \
        for (unsigned times = 0; times < RANDOM_TIMES; times++)                                              \
            for (unsigned i = 0; i < RANDOM_HANDS; i++)                                                      \
                sum += rank((hands)[i]).order;                                                               \
        bench_sink = sum;                                                                                    \
        return (uint64_t)RANDOM_TIMES * RANDOM_HANDS;                                                        \
    }

RANDOM_CASE(random_five_of_5, five_rank5, hands_of_5)
RANDOM_CASE(random_five_of_7, five_rank7, hands_of_7)
RANDOM_CASE(random_four_of_5, four_rank5, hands_of_5)
RANDOM_CASE(random_four_of_6, four_rank6, hands_of_6)

/* ------------------------------------------------------------------------------------------ in batches */

#define BATCH_CASE(name, rank, value)                                                                        \
    static uint64_t name(unsigned part)                                                                      \
    {                                                                                                        \
        (void)part;                                                                                          \
        for (unsigned i = 0; i < BATCH_TIMES; i++)                                                           \
            rank(column_list, BATCH_HANDS, (struct value *)(void *)values);                                  \
        bench_sink = values[BATCH_HANDS - 1];                                                                \
        return (uint64_t)BATCH_TIMES * BATCH_HANDS;                                                          \
    }

BATCH_CASE(batch_five_of_5, five_rank5_batch, five_value)
BATCH_CASE(batch_five_of_7, five_rank7_batch, five_value)
BATCH_CASE(batch_four_of_5, four_rank5_batch, four_value)
BATCH_CASE(batch_four_of_6, four_rank6_batch, four_value)

/* ------------------------------------------------------------------------------------------ by suit classes */

static uint64_t classes_five_of_7(unsigned part)
{
    (void)part;
    static uint64_t counts[FIVE_VALUES + 1];
    uint64_t hands = suit_classes_count_five(7, counts);
    bench_sink = counts[FIVE_VALUES];
    return hands;
}

static uint64_t classes_four_of_6(unsigned part)
{
    (void)part;
    static uint64_t counts[FOUR_VALUES + 1];
    uint64_t hands = suit_classes_count_four(6, counts);
    bench_sink = counts[FOUR_VALUES];
    return hands;
}

const struct bench_case hand_cases[] = {
    {"plain/five-card", "plain evaluator, five cards", NULL, 0, 0, 1, 1, plain_five_of_5, NULL},
    {"plain/seven-card", "plain evaluator, seven cards", NULL, 0, 0, 1, 1, plain_five_of_7, NULL},
    {"plain/four-of-5", "plain evaluator, best 4 of 5", NULL, 0, 0, 1, 1, plain_four_of_5, NULL},
    {"plain/four-of-6", "plain evaluator, best 4 of 6", NULL, 0, 0, 1, 1, plain_four_of_6, NULL},
    {"five-card/in-order", "five-card, all in order", "plain/five-card", 1000, 150, 1, 1, in_order_five_of_5,
     NULL},
    {"seven-card/in-order", "seven-card, all in order", "plain/seven-card", 1000, 150, DECK_CARDS, 1,
     in_order_five_of_7, NULL},
    {"four-of-5/in-order", "best 4 of 5, all in order", "plain/four-of-5", 1000, 150, 1, 1,
     in_order_four_of_5, NULL},
    {"four-of-6/in-order", "best 4 of 6, all in order", "plain/four-of-6", 1000, 150, DECK_CARDS, 1,
     in_order_four_of_6, NULL},
    {"five-card/random", "five-card, random, one a call", "plain/five-card", 480, 75, 1, 1, random_five_of_5,
     NULL},
    {"seven-card/random", "seven-card, random, one a call", "plain/seven-card", 360, 75, 1, 1,
     random_five_of_7, NULL},
    {"four-of-5/random", "best 4 of 5, random, one a call", "plain/four-of-5", 450, 75, 1, 1,
     random_four_of_5, NULL},
    {"four-of-6/random", "best 4 of 6, random, one a call", "plain/four-of-6", 280, 75, 1, 1,
     random_four_of_6, NULL},
    {"five-card/batch", "five-card, random, in batches", "plain/five-card", 1150, 75, 1, 1, batch_five_of_5,
     NULL},
    {"seven-card/batch", "seven-card, random, in batches", "plain/seven-card", 630, 75, 1, 1, batch_five_of_7,
     NULL},
    {"four-of-5/batch", "best 4 of 5, random, in batches", "plain/four-of-5", 750, 75, 1, 1, batch_four_of_5,
     NULL},
    {"four-of-6/batch", "best 4 of 6, random, in batches", "plain/four-of-6", 750, 75, 1, 1, batch_four_of_6,
     NULL},
    {"seven-card/suit-classes", "seven-card, counted by suit class", "plain/seven-card", 5000, 0, 1, 1,
     classes_five_of_7, NULL},
    {"four-of-6/suit-classes", "best 4 of 6, counted by suit class", "plain/four-of-6", 5000, 0, 1, 1,
     classes_four_of_6, NULL},
};
const unsigned hand_case_count = sizeof hand_cases / sizeof hand_cases[0];
