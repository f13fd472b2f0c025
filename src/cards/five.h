/*
 * The five-card order, fast: a hand of five, or the best five of six or seven.
 *
 * A `struct five_value` is the hand's place among the 7,462 different five-card hands: 1 is 7-5-4-3-2, 7462 the royal flush;
 * equal values tie. cards/poker_rules.h defines and names the order; this file only computes it quickly. The method is
 * explained in cards/rank_tables.h.
 *
 * The cards given must be different and no jokers. Nothing here keeps state; any thread may call it.
 */
#ifndef CARDS_FIVE_H
#define CARDS_FIVE_H

#include "cards/card.h"
#include "cards/poker_rules.h"
#include "cards/rank_tables.h"
#include "cards/ranking.h"
#include "cards/score.h"

struct five_value {
    uint16_t order;
};

static inline uint16_t five_rank_by_key(const struct card *cards, unsigned count, const uint64_t *keys,
                                        unsigned column_bits, const uint32_t *rows, const uint16_t *values)
{
    uint64_t sum = KEY_START_FIVE + key_sum(cards, count, keys);
    /* With five cards of a suit among at most seven there is neither a full house nor four of a kind (they leave
     * at most four different ranks), so a flush or straight flush is the best hand. */
    if (__builtin_expect((sum & KEY_FLUSH_BITS) != 0, 0))
        return five_flushes[key_flush_ranks(sum, cards, count)];
    return key_value(sum, column_bits, rows, values);
}

static inline struct five_value five_rank5(const struct card cards[5])
{
    return (struct five_value){
        five_rank_by_key(cards, 5, card_keys_5, KEY_COLUMN_BITS_5, key_rows_5, five_by_key_5)};
}

static inline struct five_value five_rank6(const struct card cards[6])
{
    return (struct five_value){
        five_rank_by_key(cards, 6, card_keys_6, KEY_COLUMN_BITS_6, key_rows_6, five_by_key_6)};
}

static inline struct five_value five_rank7(const struct card cards[7])
{
    return (struct five_value){
        five_rank_by_key(cards, 7, card_keys_7, KEY_COLUMN_BITS_7, key_rows_7, five_by_key_7)};
}

struct five_value five_rank(const struct card *cards, unsigned count); /* 5 to 7 cards */

struct score five_value_score(struct five_value value);
enum five_class five_value_class(struct five_value value);
struct five_value five_value_of_score(struct score score); /* the score of some hand without a joker */

extern const struct ranking ranking_five_card; /* "five-card": 5 to 7 cards */

#endif
