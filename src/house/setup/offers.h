/*
 * What the offers of the house say, by number, as posted now. For code that does not need their state (setup.h).
 */
#ifndef HOUSE_SETUP_OFFERS_H
#define HOUSE_SETUP_OFFERS_H

#include "house/kernel/floor.h"

struct funds;
struct terms;

/* The number of the offer with this name; false: there is none. */
bool floor_offer_named(const struct floor *floor, struct text name, uint32_t *number);

/* The number must be below floor->offering_count. */
struct text floor_offer_name(const struct floor *floor, uint32_t number); /* "bonus-hand" */
const struct offer *floor_offer(const struct floor *floor, uint32_t number);
const struct terms *floor_terms(const struct floor *floor, uint32_t number);
const struct funds *floor_funds(const struct floor *floor, uint32_t number);

/* The offer as it was posted when the hand was dealt. */
const struct offer *floor_offer_of_hand(const struct floor *floor, const struct floor_hand *hand);

#endif
