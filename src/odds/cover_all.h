/*
 * Cover All (massachusetts/crazy-4-poker#234 to #246): how often the highest hand at the table is in which row.
 *
 * The bet looks at all hands at once, the dealer's too: at a full table seven hands of five from one deck. The counts
 * are of deals in which nobody's seat matters: 52! / (5!^h (52 - 5h)! h!) for h hands, 1.26e35 for seven, and they are
 * exact. The method is in cover_all.c; it never looks at a deal and takes some milliseconds for all numbers of hands.
 *
 * By reading MR8 the "royal flush" is the suited A-K-Q-J, with any fifth card.
 *
 * All hands count here. By reading MR7 a folded hand is not shown and cannot be the highest, so each good hand that is
 * folded takes from the bet. Best play folds none of them: it gives up only hands without a pair. So the numbers hold
 * wherever nobody throws away three of a kind or better, however the rest is played.
 */
#ifndef ODDS_COVER_ALL_H
#define ODDS_COVER_ALL_H

#include "base/arena.h"
#include "games/crazy4_tables.h"
#include "odds/bet.h"

/* The rows of all its paytables, best first, and the hands that no row pays. */
enum cover_all_row {
    COVER_ALL_FOUR_ACES,
    COVER_ALL_ROYAL_FLUSH,
    COVER_ALL_FOUR_OF_A_KIND,
    COVER_ALL_STRAIGHT_FLUSH,
    COVER_ALL_THREE_OF_A_KIND,
    COVER_ALL_NOTHING,
    COVER_ALL_ROWS
};

enum { COVER_ALL_HANDS_MAX = CRAZY4_COVER_ALL_PLAYERS + 1 };

/* Invariant: the rows add up to the total. */
struct cover_all_count {
    uwide total;
    uwide rows[COVER_ALL_ROWS]; /* deals whose highest hand is in that row */
};

/*
 * Counts for 1 to COVER_ALL_HANDS_MAX hands: counts[hands - 1]. Takes 1.4 MB from the arena, which the caller may clear
 * afterwards; STATUS_NO_SPACE or STATUS_NO_MEMORY if it has less, and `counts` is unchanged.
 */
MUST_USE enum status cover_all_count(struct cover_all_count counts[COVER_ALL_HANDS_MAX], struct arena *arena);

/* The bets "cover-all/1" to "cover-all/6", by the number of players: bets[players - 1]. Fails like cover_all_count(). */
MUST_USE enum status cover_all_bets(const struct crazy4_tables *tables,
                                    struct bet bets[CRAZY4_COVER_ALL_PLAYERS], struct arena *arena);

#endif
