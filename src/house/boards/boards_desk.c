/* The boards desk: its commands and events, and what decides and applies them. */
#include "house/boards/boards_internal.h"

#include "funds/ledger.h"
#include "house/boards/boards_shapes.h"
#include "house/kernel/deciding.h"
#include "house/kernel/desk.h"

/* ------------------------------------------------------------------------------------------ events */

static const struct field hand_on_board_fields[] = {
    EVENT_HEAD(struct hand_on_board),
    FIELD(struct hand_on_board, hand, FIELD_COUNT, "hand", "the number of the hand"),
    FIELD(struct hand_on_board, offer, FIELD_COUNT, "offer", "the number of the offer whose board it is"),
    FIELD(struct hand_on_board, points, FIELD_COUNT, "points",
          "the points that it earns, if points are compared"),
    FIELD(struct hand_on_board, ends, FIELD_TIME, "ends", "the end of the period"),
};

static const struct field period_closed_fields[] = {
    EVENT_HEAD(struct period_closed),
    FIELD(struct period_closed, offer, FIELD_COUNT, "offer", "the number of the offer"),
    FIELD(struct period_closed, hands, FIELD_COUNT, "hands", "the number of hands or players on the board"),
};

static const struct desk_event boards_events[] = {
    {EVENT_HAND_ON_BOARD,
     SHAPE("hand-on-board", struct hand_on_board, hand_on_board_fields, "a hand is on the board"),
     .former = "hand-posted", .brought_by = COMMAND_AUTHORISE, .apply = apply_hand_on_board, .shown = "board",
     .on_floor = true, .brought = post_brought_by, .comes_by_time = post_comes_by_time,
     .judge_signed = judge_posted, .command_again = post_again},
    {EVENT_PERIOD_CLOSED,
     SHAPE("period-closed", struct period_closed, period_closed_fields, "the period of a board ended"),
     .brought_by = COMMAND_CLOCK, .apply = apply_period_closed, .shown = "board"},
};

const struct desk boards_desk = {
    .name = "boards",
    .events = boards_events,
    .event_count = sizeof boards_events / sizeof boards_events[0],
    .expectations = boards_expectations,
    .expectation_count = BOARDS_EXPECTATIONS,
    .sections = boards_sections,
    .section_count = BOARDS_SECTIONS,
    .begin = boards_begin,
    .due = boards_due,
};
