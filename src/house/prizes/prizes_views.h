/* What the prizes desk shows of prizes and awards, for the views of other desks and for slips. */
#ifndef HOUSE_PRIZES_PRIZES_VIEWS_H
#define HOUSE_PRIZES_PRIZES_VIEWS_H

#include "base/json.h"
#include "house/kernel/floor.h"

struct notices;

/* A prize, and an award with its prizes. */
MUST_USE json_t *view_prize(const struct floor *floor, struct notices *notices,
                            const struct floor_prize *prize);
MUST_USE json_t *view_award(const struct floor *floor, struct notices *notices,
                            const struct floor_award *award);

#endif
