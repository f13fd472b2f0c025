/*
 * From the rule document of a table game to the plain data that src/games plays by.
 *
 *      paytables:                              struct crazy4_tables
 *        queens up:                              queens_up[0]
 *          A:                                      name "queens-up/A", clause "massachusetts/crazy-4-poker#204"
 *            - four of a kind: 50 to 1             rows[0]: its lowest score, {PAY_TO_ONE, 50, 1}
 *
 * Which wagers and tables a game has, in which order of hands each ranks and how it may pay is known here; what it pays
 * is the document's. A row pays the hands from its own up to the row above, so a table names every hand from its best
 * row down: a hand that is left out between two rows is a finding, as are an unknown wager, a missing table, odds that
 * the game cannot pay and envy where there is none.
 *
 * Each reader returns STATUS_OK with all of its data, or STATUS_INVALID: then the findings of this call and of
 * rulebook_read() say what is wrong, and `tables` is unchanged. STATUS_NO_SPACE or STATUS_NO_MEMORY if the arena has no
 * room for the names, which it keeps.
 */
#ifndef RULEBOOK_TABLE_GAMES_H
#define RULEBOOK_TABLE_GAMES_H

#include "games/crazy4_tables.h"
#include "games/four_card_tables.h"
#include "games/hi_lo_day.h"
#include "rulebook/rulebook.h"

MUST_USE enum status crazy4_tables_read(const struct rulebook *rulebook, struct arena *arena,
                                        struct findings *findings, struct crazy4_tables *tables);
MUST_USE enum status four_card_tables_read(const struct rulebook *rulebook, struct arena *arena,
                                           struct findings *findings, struct four_card_tables *tables);

/* With the recommended readings, in the zone of Saratoga Springs. */
MUST_USE enum status hi_lo_promotion_read(const struct rulebook *rulebook, struct findings *findings,
                                          struct hi_lo_promotion *promotion);

/* Reads what the document says that it plays, for the findings alone; nothing if it plays none of these. */
void table_games_check(const struct rulebook *rulebook, struct arena *arena, struct findings *findings);

#endif
