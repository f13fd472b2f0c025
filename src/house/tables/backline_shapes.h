/* A bet behind a seat: commands and events have it, and the state of a table. */
#ifndef HOUSE_TABLES_BACKLINE_SHAPES_H
#define HOUSE_TABLES_BACKLINE_SHAPES_H

#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

struct backline_bet {
    uint32_t seat;
    struct text patron;
    int64_t wager;
    bool fee, dealer_fee; /* on the hand of the seat, and on the player-dealer's */
};

#endif
