/*
 * What the files of the simulated floor share.
 *
 *      simulate_floor.c      days, clocks, repeats and crashes; what must hold
 *      choosing*.c           which command comes next (choosing_internal.h)
 *      sample_hands.c        hands for the charts
 *
 * The players of a demonstration (demo_play.h) choose with the same functions.
 */
#ifndef AUDITOR_SIMULATOR_CHOOSING_H
#define AUDITOR_SIMULATOR_CHOOSING_H

#include "auditor/simulator/simulate_floor.h"
#include "cards/random.h"
#include "house/kernel/floor.h"

enum { SIMULATED_PATRONS = 48 };

/* A command that is being built. */
struct choosing {
    struct random *random;
    const struct simulated_house *house;
    const struct floor *floor;
    struct arena *arena; /* of its texts */
};

/* The commands before the first day, by number: staff and patrons. False if there are no more. */
bool choose_beginning(struct choosing *choosing, unsigned number, struct command *command);

/* Any command but `clock`. */
void choose_command(struct choosing *choosing, struct command *command);

uint32_t choose_below(struct choosing *choosing, uint32_t bound);
bool choose_chance(struct choosing *choosing, uint32_t percent);
uint32_t choose_seat(struct choosing *choosing, uint32_t seats); /* one of them; 0 if there is none */

/* ------------------------------------------------------------------------------------------ looking at the floor */

unsigned table_seats(const struct table *table);
uint32_t table_seats_taken(const struct table *table);
unsigned seats_count(uint32_t seats);

/* Whether an offer at the table takes optional fees of players. */
bool table_takes_fees(const struct floor *floor, const struct table *table);

/* The first form in which the document pays a prize, by its number. */
uint32_t prize_usual_form(const struct floor *floor, uint32_t number);

#endif
