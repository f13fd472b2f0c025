/* What the snapshots of other desks need of the setup desk: the former postings that rounds and hands were dealt by. */
#ifndef HOUSE_SETUP_SETUP_SNAPSHOT_H
#define HOUSE_SETUP_SETUP_SNAPSHOT_H

#include "house/kernel/snapshot.h"

/* The number that a former posting has in the snapshot, from 1; 0: it is none, or is not needed. */
uint32_t former_saved(const struct saving *saving, uint32_t former);

/* Whether an offer was posted so at the table. */
bool is_former_of(const struct floor *floor, uint32_t former, uint32_t offer, uint32_t table);

#endif
