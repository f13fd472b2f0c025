/*
 * The tables of the play room as JSON: docs/api/openapi.yaml describes every field.
 *
 * Each maker returns a new document, or NULL without memory.
 */
#ifndef PLAY_JSON_H
#define PLAY_JSON_H

#include "play/room.h"

json_t *play_games_view(struct play_room *room);
json_t *room_table_view(const struct room_table *table);

/* For the player whose turn it is, who is a person. */
json_t *room_hint_view(const struct room_table *table);

json_t *room_rounds_view(const struct room_table *table);
const struct room_round *room_find_round(const struct room_table *table, uint64_t round); /* NULL: not kept */

/* Keeps a finished round, and drops the oldest if there are too many. Without memory it is not kept. */
void room_keep_round(struct room_table *table);

#endif
