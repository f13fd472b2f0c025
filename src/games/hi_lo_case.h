/*
 * Cases of Hi Lo (docs/formats/cases.md).
 */
#ifndef GAMES_HI_LO_CASE_H
#define GAMES_HI_LO_CASE_H

#include "games/case.h"

extern const struct case_game case_hi_lo; /* "hi-lo" */

#endif
