/*
 * The games that cases can be written for. A new one is one line here.
 */
#include "games/case.h"
#include "games/crazy4_case.h"
#include "games/four_card_case.h"
#include "games/hi_lo_case.h"

const struct case_game *const case_games[] = {
    &case_crazy4,
    &case_four_card,
    &case_hi_lo,
    NULL,
};
