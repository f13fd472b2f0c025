/* Which events are followed by a checkpoint at once (docs/formats/checkpoints.md). */
#ifndef BOOKS_CHECKPOINT_DUE_H
#define BOOKS_CHECKPOINT_DUE_H

#include "house/kernel/floor.h"

/* A gaming day has begun; or a prize above the amount that the house has posted was paid. The event was applied. */
bool checkpoint_is_due(const struct floor *floor, const struct event *event);

#endif
