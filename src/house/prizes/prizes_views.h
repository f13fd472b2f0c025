/* What the prizes desk shows of prizes and awards, for the views of other desks and for slips. */
#ifndef HOUSE_PRIZES_PRIZES_VIEWS_H
#define HOUSE_PRIZES_PRIZES_VIEWS_H

#include "base/json.h"
#include "house/kernel/floor.h"

struct notices;

struct settled;
struct settled_prize;
struct showing;

/* A prize, and an award with its prizes. */
MUST_USE json_t *view_prize(const struct floor *floor, struct notices *notices,
                            const struct floor_prize *prize);
MUST_USE json_t *view_award(const struct floor *floor, struct notices *notices,
                            const struct floor_award *award);

/* The same for what has left the state; the award is the one that was read, with all its prizes. */
MUST_USE json_t *view_settled_prize(const struct floor *floor, struct notices *notices,
                                    const struct settled_prize *settled);
MUST_USE json_t *view_settled_award(const struct floor *floor, struct notices *notices,
                                    const struct settled *settled);

/* A list of the prizes that the showing asks for, the newest first, at most as many as its limit; NULL if it wants what has left. */
MUST_USE json_t *view_prizes(struct showing *showing, struct text state, struct text patron);

#endif
