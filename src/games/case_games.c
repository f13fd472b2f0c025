/*
 * The games that cases can be written for. A new one is one line here.
 */
#include "games/case.h"
#include "games/hi_lo_case.h"

const struct case_game *const case_games[] = {
    &case_hi_lo,
    NULL,
};
