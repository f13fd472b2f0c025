/*
 * The four-card order of Crazy 4 Poker and Four-Card Poker, fast: a hand of four, or the best four of five or
 * six; and the same hands in the order of Cover All.
 *
 * A `struct four_value` is the hand's place among the 2,535 different four-card hands: 2535 is four aces, equal
 * values tie (massachusetts/crazy-4-poker#56 to #65, south-dakota/four-card-poker#3). A `struct cover_value` is
 * its place when the suited A-K-Q-J stands between four aces and four kings (massachusetts/crazy-4-poker#241).
 * cards/poker_rules.h says what the orders are and names them; the method is in cards/rank_tables.h.
 *
 * The cards given must be different and no jokers. Nothing here keeps state; any thread may call it.
 */
#ifndef CARDS_FOUR_H
#define CARDS_FOUR_H

#include "cards/card.h"
#include "cards/poker_rules.h"
#include "cards/rank_tables.h"
#include "cards/ranking.h"
#include "cards/score.h"

struct four_value {
    uint16_t order;
};

struct cover_value {
    uint16_t order;
};

static inline uint16_t four_rank_by_key(const struct card *cards, unsigned count, const uint64_t *keys,
                                        unsigned column_bits, const uint32_t *rows, const uint16_t *values)
{
    uint64_t sum = KEY_START_FOUR + key_sum(cards, count, keys);
    if (__builtin_expect((sum & KEY_FLUSH_BITS) == 0, 1))
        return key_value(sum, column_bits, rows, values);
    uint16_t flush = four_flushes[key_flush_ranks(sum, cards, count)];
    /* Four of a suit and one card more hold no three of a kind; with two more they may, and it beats a flush. */
    if (count < 6)
        return flush;
    uint16_t value = key_value(sum, column_bits, rows, values);
    return flush > value ? flush : value;
}

static inline struct four_value four_rank4(const struct card cards[4])
{
    return (struct four_value){
        four_rank_by_key(cards, 4, card_keys_4, KEY_COLUMN_BITS_4, key_rows_4, four_by_key_4)};
}

static inline struct four_value four_rank5(const struct card cards[5])
{
    return (struct four_value){
        four_rank_by_key(cards, 5, card_keys_5, KEY_COLUMN_BITS_5, key_rows_5, four_by_key_5)};
}

static inline struct four_value four_rank6(const struct card cards[6])
{
    return (struct four_value){
        four_rank_by_key(cards, 6, card_keys_6, KEY_COLUMN_BITS_6, key_rows_6, four_by_key_6)};
}

struct four_value four_rank(const struct card *cards, unsigned count); /* 4 to 6 cards */

struct score four_value_score(struct four_value value);
enum four_class four_value_class(struct four_value value);
struct four_value four_value_of_score(struct score score); /* the score of some hand */
struct four_value four_value_from(uint32_t score_min);     /* the lowest value whose score is not below it */

/* No six cards hold both a suited A-K-Q-J and four of a kind, so the best four are the same in both orders. */
struct cover_value cover_value_of_four(struct four_value value);

extern const struct ranking ranking_four_card; /* "four-card": 4 to 6 cards */
extern const struct ranking ranking_cover_all; /* "cover-all": 4 to 6 cards */

#endif
