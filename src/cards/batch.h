/*
 * Ranking many hands that have nothing to do with each other.
 *
 * Hands come as a structure of arrays: cards[i][j] is card i of hand j. The values are those of cards/five.h and
 * cards/four.h, whatever vectors the processor has (cards/vector.h).
 *
 * With vectors, 64 (or 32) hands are ranked at a time: the ranks of each hand are sorted by a sorting network,
 * their number by places (cards/rank_tables.h) is summed from registers, flushes replace it, and one gather per
 * hand fetches the value.
 */
#ifndef CARDS_BATCH_H
#define CARDS_BATCH_H

#include "cards/five.h"
#include "cards/four.h"

#include <stddef.h>

void five_rank5_batch(const struct card *const cards[5], size_t count, struct five_value *values);
void five_rank6_batch(const struct card *const cards[6], size_t count, struct five_value *values);
void five_rank7_batch(const struct card *const cards[7], size_t count, struct five_value *values);
void four_rank5_batch(const struct card *const cards[5], size_t count, struct four_value *values);
void four_rank6_batch(const struct card *const cards[6], size_t count, struct four_value *values);

#endif
