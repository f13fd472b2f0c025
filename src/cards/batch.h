/*
 * Ranking many hands that have nothing to do with each other.
 *
 * Hands come as a structure of arrays: cards[i][j] is card i of hand j. The widest vectors that the processor has
 * are chosen when the program starts; every path gives the same values as cards/five.h and cards/four.h.
 *
 * With vectors, 64 (or 32) hands are ranked at a time: the ranks of each hand are sorted by a sorting network,
 * their number by places (cards/rank_tables.h) is summed from registers, flushes replace it, and one gather per
 * hand fetches the value.
 */
#ifndef CARDS_BATCH_H
#define CARDS_BATCH_H

#include "cards/five.h"
#include "cards/four.h"

#include <stdbool.h>
#include <stddef.h>

enum batch_path { BATCH_PLAIN, BATCH_AVX2, BATCH_AVX512, BATCH_PATHS };

void five_rank5_batch(const struct card *const cards[5], size_t count, struct five_value *values);
void five_rank6_batch(const struct card *const cards[6], size_t count, struct five_value *values);
void five_rank7_batch(const struct card *const cards[7], size_t count, struct five_value *values);
void four_rank5_batch(const struct card *const cards[5], size_t count, struct four_value *values);
void four_rank6_batch(const struct card *const cards[6], size_t count, struct four_value *values);

/* The path in use, and whether the processor has one. */
enum batch_path batch_path(void);
bool batch_path_available(enum batch_path path);
const char *batch_path_name(enum batch_path path);

/* For tests and measurements, while no other thread ranks: take this path from now on. It must be available. */
void batch_path_take(enum batch_path path);

#endif
