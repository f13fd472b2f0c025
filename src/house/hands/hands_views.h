/* What the hands desk shows of hands, for the views of other desks and for the feed. */
#ifndef HOUSE_HANDS_HANDS_VIEWS_H
#define HOUSE_HANDS_HANDS_VIEWS_H

#include "base/json.h"
#include "house/kernel/floor.h"

struct notices;

/* A hand by its number, from 1 to the number of hands. */
MUST_USE json_t *view_hand(const struct floor *floor, struct notices *notices, const struct floor_hand *hand);

/* How many hands of an offer, or at a table, were claimed and are not settled; NAMES_NONE: any. Only the newest 100,000 hands are
 * looked at. */
unsigned floor_hands_waiting(const struct floor *floor, uint32_t offer, uint32_t table);

/* The table of the newest such hand of an offer; empty if there is none. */
struct text floor_table_waiting(const struct floor *floor, uint32_t offer);

#endif
