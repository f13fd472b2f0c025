/*
 * Where and when an activity is offered: its games, the tables and days that the house posted, its hours, and the periods
 * that these hours make.
 *
 * Every answer is a ruling with the clause. Nothing here reads a clock: the time on the wall of the house is handed in.
 *
 *   a game counts by its name, by an identifier that both have, or by its group
 *   the days of an offer include the first and the last; a period that starts on the last day runs to its end
 *   free tables have hours of their own where the document gives them
 *
 * Ownership: clauses are in the arena; games and tables are those of the rulebook and the offer, which outlive it.
 */
#ifndef FUNDS_OFFERED_H
#define FUNDS_OFFERED_H

#include "base/arena.h"
#include "games/ruling.h"
#include "rulebook/house_file.h"

struct offered {
    const char *document; /* cited where the document is silent */
    const struct offer *offer;
    struct text betting; /* "limit", "no limit" or "any" */
    struct schedule free_hours;
    bool has_first, has_last;
    struct date first, last;
    const char *games_clause, *betting_clause, *hours_clause, *free_hours_clause;
};

MUST_USE enum status offered_compile(const struct offer *offer, struct arena *arena, struct offered *offered);

/* Whether it is attached to the game; `no_limit` tells poker tables apart. */
struct ruling offered_in_game(const struct offered *offered, const struct game_name *game, bool no_limit);

/* Whether the house offers it at one of its tables. */
struct ruling offered_at_table(const struct offered *offered, const struct house_table *table);

/* Whether it is offered at a time. */
struct ruling offered_at(const struct offered *offered, const struct local_time *local, bool free_play);

#endif
