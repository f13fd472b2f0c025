/*
 * The paytables of Four-Card Poker as approved in South Dakota (south-dakota/four-card-poker#50 to #62).
 *
 * The printed envy of PMG-02 is for its wager of $5; here as everywhere it is kept for one dollar, and scales in
 * proportion (south-dakota/four-card-poker#64).
 */
#ifndef GAMES_FOUR_CARD_TABLES_H
#define GAMES_FOUR_CARD_TABLES_H

#include "games/paytable.h"

enum { FOUR_CARD_ACES_UP_TABLES = 7, FOUR_CARD_PROGRESSIVE_TABLES = 5 };

extern const struct paytable four_card_ante_bonus;
extern const struct paytable four_card_aces_up[FOUR_CARD_ACES_UP_TABLES]; /* FCP-01 to FCP-07 */
extern const struct paytable
    four_card_progressive[FOUR_CARD_PROGRESSIVE_TABLES]; /* FCPP-1, FCCP-2, FCCP-3, PMG-01, PMG-02 */

#endif
