/* What the prizes desk shows of prizes and awards, for the views of other desks and for slips. */
#ifndef HOUSE_PRIZES_PRIZES_VIEWS_H
#define HOUSE_PRIZES_PRIZES_VIEWS_H

#include "base/json.h"
#include "house/kernel/floor.h"

struct notices;

/* A prize, and an award with its prizes, by the number; NULL if there is none. */
MUST_USE json_t *view_prize(const struct floor *floor, struct notices *notices, uint64_t number);
MUST_USE json_t *view_award(const struct floor *floor, struct notices *notices, uint64_t number);

#endif
