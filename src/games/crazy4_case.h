/*
 * Cases of Crazy 4 Poker (docs/formats/cases.md).
 */
#ifndef GAMES_CRAZY4_CASE_H
#define GAMES_CRAZY4_CASE_H

#include "games/case.h"

extern const struct case_game case_crazy4; /* "crazy-4-poker" */

#endif
