/*
 * Cases of Four-Card Poker (docs/formats/cases.md).
 */
#ifndef GAMES_FOUR_CARD_CASE_H
#define GAMES_FOUR_CARD_CASE_H

#include "games/case.h"

extern const struct case_game case_four_card; /* "four-card-poker" */

#endif
