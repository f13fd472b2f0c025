/* Rows of hands and the boards on which they stand. */
#include "books/report_rows_internal.h"

#include "house/boards/boards.h"
#include "house/boards/boards_shapes.h"
#include "house/hands/hands.h"
#include "house/hands/hands_shapes.h"
#include "house/kernel/names.h"
#include "house/people/people.h"
#include "house/people/staff.h"
#include "house/tables/tables.h"

enum status report_hand_row(struct report_rows *rows, const struct floor *floor, uint32_t number,
                            const struct event *event, unsigned index)
{
    const struct floor_hand *hand = floor_hand(floor, number);
    CHECK(hand != NULL);
    struct store_value *row = report_row_add(rows, REPORT_HAND, index);
    if (!row)
        return rows->arena->refusal;
    row = row_put(row, number);
    *row++ = row_time(rows, event->head.at);
    *row++ = row_text(rows, floor->tables[hand->table].described->name);
    row = row_put(row, hand->round);
    row = row_put(row, hand->seat);
    row = row_put(row, hand->offer);
    *row++ = row_text(rows, floor_patron_name(floor, hand->patron));
    *row++ = row_constant(floor_hand_word(floor, hand));
    *row++ = row_time(rows, hand->at);
    *row++ = row_text(rows, floor_person_name(floor, hand->claimed_by));
    *row++ = row_text(rows, hand->claimed_row);
    *row++ = row_text(rows, floor_hand_chosen(hand, hand->seat));
    row = row_put(row, hand->fee);
    *row++ = row_text(rows, hand->verified_by);
    *row = row_text(rows, hand->authorised_by);
    CHECK_ROW(rows, row + 1);
    return STATUS_OK;
}

static enum status hand_rows(struct report_rows *rows, const struct floor *floor, const uint32_t *hands,
                             uint32_t count, const struct event *event, unsigned index)
{
    enum status status = STATUS_OK;
    for (uint32_t i = 0; i < count && status == STATUS_OK; i++)
        status = report_hand_row(rows, floor, hands[i], event, index);
    return status;
}

static bool concerns(const struct floor *floor, const struct report_concerned *whom, const uint32_t *hands,
                     uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const struct floor_hand *hand = floor_hand(floor, hands[i]);
        CHECK(hand != NULL);
        if (whom->patron == NAMES_NONE ? hand->table == whom->table && hand->round == whom->round
                                       : hand->patron == whom->patron)
            return true;
    }
    return false;
}

enum status report_board_rows(struct report_rows *rows, const struct floor *floor,
                              const struct report_concerned *whom, const struct event *event, unsigned index)
{
    enum status status = STATUS_OK;
    for (unsigned i = 0; i < floor->offering_count && status == STATUS_OK; i++) {
        const struct board *board = &floor->boards[i];
        if (concerns(floor, whom, board->hands, board->count) ||
            concerns(floor, whom, board->beaten, board->beaten_count)) {
            status = hand_rows(rows, floor, board->hands, board->count, event, index);
            if (status == STATUS_OK)
                status = hand_rows(rows, floor, board->beaten, board->beaten_count, event, index);
        }
    }
    return status;
}

enum status report_on_board_rows(struct report_rows *rows, const struct floor *floor,
                                 const struct event *event, unsigned index)
{
    CHECK_OP(EVENT_AS(event, hand_on_board)->offer, <, floor->offering_count);
    const struct board *board = &floor->boards[EVENT_AS(event, hand_on_board)->offer];
    int64_t highest = 0; /* of the beaten hands: those that this hand has beaten have it */
    enum status status = report_hand_row(rows, floor, EVENT_AS(event, hand_on_board)->hand, event, index);
    for (uint32_t i = 0; i < board->beaten_count; i++)
        if (floor_hand(floor, board->beaten[i])->score > highest)
            highest = floor_hand(floor, board->beaten[i])->score;
    for (uint32_t i = 0; i < board->beaten_count && status == STATUS_OK; i++)
        if (floor_hand(floor, board->beaten[i])->score == highest)
            status = report_hand_row(rows, floor, board->beaten[i], event, index);
    return status;
}

enum status report_rejected_rows(struct report_rows *rows, const struct floor *floor,
                                 const struct event *event, unsigned index)
{
    const struct floor_hand *hand = floor_hand(floor, EVENT_AS(event, hand_rejected)->hand);
    CHECK(hand != NULL);
    enum status status = report_hand_row(rows, floor, EVENT_AS(event, hand_rejected)->hand, event, index);
    return status == STATUS_OK
               ? report_incident_row(rows, event, floor->tables[hand->table].described->name,
                                     event->kind == EVENT_HAND_WITHDRAWN ? "hand withdrawn" : "hand rejected",
                                     EVENT_AS(event, hand_rejected)->clause,
                                     EVENT_AS(event, hand_rejected)->reason, index)
               : status;
}

static bool has_standing(const struct floor *floor, uint32_t patron)
{
    for (unsigned i = 0; i < floor->offering_count; i++) {
        const struct board *board = &floor->boards[i];
        for (unsigned k = 0; k < board->standing_count; k++)
            if (board->standings[k].patron == patron)
                return true;
    }
    return false;
}

enum status report_points_rows(struct report_rows *rows, const struct floor *floor, uint32_t patron,
                               const struct event *event, unsigned index)
{
    enum status status = STATUS_OK;
    if (!has_standing(floor, patron))
        return status;
    for (unsigned i = 0; i < floor->hand_count && status == STATUS_OK; i++)
        if (floor->hands[i].points > 0 && floor->hands[i].patron == patron)
            status = report_hand_row(rows, floor, floor->hands[i].number, event, index);
    return status;
}
