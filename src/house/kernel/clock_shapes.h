/*
 * Commands and events about time. docs/formats/events.md lists every field; a test compares it with the shapes.
 */
#ifndef HOUSE_KERNEL_CLOCK_SHAPES_H
#define HOUSE_KERNEL_CLOCK_SHAPES_H

#include "house/kernel/event.h"

/* ------------------------------------------------------------------------------------------ commands */

struct clock_moves {
    struct command_head head;
    struct instant at;
    bool far;                          /* it is meant though it is more than CLOCK_DAYS_MAX away */
    struct text reason, authorised_by; /* where a person sets it by hand */
};

struct confirm_time {
    struct command_head head;
    struct instant to;
    struct text reason, authorised_by;
};

/* ------------------------------------------------------------------------------------------ events */

struct clock_moved {
    struct event_head head;
};

struct day_began {
    struct event_head head;
    struct date day;
};

struct time_confirmed {
    struct event_head head;
    struct instant to;
    struct text reason, authorised_by;
    bool by_hand; /* the clock was set to it, by which no prize is held or lapses */
};

struct program_changed {
    struct event_head head;
    struct text version;
    uint32_t decisions;
};

#endif
