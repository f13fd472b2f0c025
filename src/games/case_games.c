/*
 * The games that cases can be written for. A new one is one line here.
 */
#include "games/case.h"

const struct case_game *const case_games[] = {
    NULL,
};
