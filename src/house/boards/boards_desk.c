/* The boards desk: its commands and events, and what decides and applies them. */
#include "house/boards/boards_internal.h"

#include "funds/ledger.h"
#include "house/boards/boards_shapes.h"
#include "house/kernel/deciding.h"
#include "house/kernel/desk.h"

/* ------------------------------------------------------------------------------------------ events */

static const struct field list_hand_fields[] = {
    FIELD(struct list_hand, hand, FIELD_COUNT, "hand", "the number of the hand"),
};
static const struct record_shape list_hand_shape =
    SHAPE("list-hand", struct list_hand, list_hand_fields, "a hand that leaves the list of a board");

static const struct field hand_on_board_fields[] = {
    EVENT_HEAD(struct hand_on_board),
    FIELD(struct hand_on_board, hand, FIELD_COUNT, "hand", "the number of the hand"),
    FIELD(struct hand_on_board, offer, FIELD_COUNT, "offer", "the number of the offer whose board it is"),
    FIELD(struct hand_on_board, points, FIELD_COUNT, "points",
          "the points that it earns, if points are compared"),
    FIELD(struct hand_on_board, ends, FIELD_TIME, "ends", "the end of the period"),
    FIELD_ITEMS(struct hand_on_board, beaten, beaten_count, FIELD_ROWS, &list_hand_shape, "beaten",
                "[hand] for each hand whose place it takes, and which is kept until the period ends"),
    FIELD_ITEMS(struct hand_on_board, rejected, rejected_count, FIELD_ROWS, &list_hand_shape, "rejected",
                "[hand] for each hand that is kept no more"),
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
     .judge_signed = judge_posted, .tells_since = DECISIONS_TELL_MORE, .complete = complete_hand_on_board,
     .judge_told = judge_as_completed, .command_again = post_again},
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
