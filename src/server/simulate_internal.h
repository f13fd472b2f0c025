/*
 * Inside the simulated floor: what its files share.
 *
 *      simulate_floor.c      days, clocks, repeats and crashes; what must hold
 *      simulate_commands.c   which command comes next
 *      simulate_hands.c      hands for the charts
 */
#ifndef SERVER_SIMULATE_INTERNAL_H
#define SERVER_SIMULATE_INTERNAL_H

#include "cards/random.h"
#include "house/floor.h"
#include "server/simulate_floor.h"

enum { SIMULATED_PATRONS = 48 };

/* A command in the making. */
struct choosing {
    struct random *random;
    const struct simulated_house *house;
    const struct floor *floor;
    struct arena *arena; /* of its texts */
};

/* The commands before the first day, by number: who works and who plays here. False if there are no more. */
bool choose_beginning(struct choosing *choosing, unsigned number, struct command *command);

/* Any command but one of the clock. */
void choose_command(struct choosing *choosing, struct command *command);

uint32_t choose_below(struct choosing *choosing, uint32_t bound);
bool choose_chance(struct choosing *choosing, uint32_t percent);

#endif
