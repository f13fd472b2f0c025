/* What the snapshots of other desks need of the tables desk: parts of a round that hands keep. */
#ifndef HOUSE_TABLES_TABLES_SNAPSHOT_H
#define HOUSE_TABLES_TABLES_SNAPSHOT_H

#include "house/kernel/snapshot.h"
#include "house/tables/tables.h"
#include "house/tables/tables_shapes.h"

/* Of struct prize_choice and struct dealt_player in lists. */
extern const struct record_shape chosen_shape, dealt_player_shape;

/* Whether meters can have shown that. */
bool readings_are_good(struct restoring *restoring, const struct meter_reading *readings, uint32_t count);

/* Whether rows that free players named are those of seats, in order. */
bool choices_are_good(const struct prize_choice *chosen, uint32_t count);

/* Whether they are employees whom the club knows. */
bool players_are_good(const struct floor *floor, const struct dealt_player *players, uint32_t count);

/* Copies of them; NULL: there is no memory. */
struct dealt_player *keep_dealt_players(struct restoring *restoring, const struct dealt_player *players,
                                        uint32_t count);

#endif
