/*
 * Commands and events about hands and points that wait for the end of a period. docs/formats/events.md lists every field; a test compares it with the shapes.
 */
#ifndef HOUSE_BOARDS_BOARDS_SHAPES_H
#define HOUSE_BOARDS_BOARDS_SHAPES_H

#include "house/kernel/event.h"

/* ------------------------------------------------------------------------------------------ events */

/* A hand that leaves the list of a board. */
struct list_hand {
    uint32_t hand;
};

/* A hand stands on the board of its offer; those that it beats are taken off where the document says so. Where points are
 * compared, it earns its holder some. */
struct hand_on_board {
    struct event_head head;
    uint32_t hand, offer;
    uint32_t points;
    struct instant ends; /* the period */
    /* Whose place it takes: they are kept among the beaten, or no more. */
    const struct list_hand *beaten;
    uint32_t beaten_count;
    const struct list_hand *rejected;
    uint32_t rejected_count;
};

/* The period of a board is over; its prizes are in an award of its own, which follows. */
struct period_closed {
    struct event_head head;
    uint32_t offer;
    uint32_t hands;
};

#endif
