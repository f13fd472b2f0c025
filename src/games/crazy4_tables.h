/*
 * The paytables of Crazy 4 Poker as approved in Massachusetts (massachusetts/crazy-4-poker#202 to #241, #268). Names
 * are those under which a licensee chooses them and under which odds are reported.
 */
#ifndef GAMES_CRAZY4_TABLES_H
#define GAMES_CRAZY4_TABLES_H

#include "games/paytable.h"

enum { CRAZY4_QUEENS_UP_TABLES = 4, CRAZY4_FOUR_CARD_TABLES = 2, CRAZY4_COVER_ALL_PLAYERS = 6 };

extern const struct paytable crazy4_super_bonus;
extern const struct paytable crazy4_queens_up[CRAZY4_QUEENS_UP_TABLES];             /* A to D */
extern const struct paytable crazy4_four_card_progressive[CRAZY4_FOUR_CARD_TABLES]; /* A and B */
extern const struct paytable crazy4_five_card_progressive;
extern const struct paytable crazy4_five_card_hand_bonus;
extern const struct paytable crazy4_cover_all[CRAZY4_COVER_ALL_PLAYERS]; /* [players - 1] */

extern const struct pay crazy4_magic_card;  /* massachusetts/crazy-4-poker#229 */
extern const struct pay crazy4_lucky_bonus; /* massachusetts/crazy-4-poker#230 */

#endif
