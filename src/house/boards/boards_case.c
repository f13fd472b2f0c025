/* The words of the boards desk in cases of the floor: what stands on the board of the offer that was posted last. */
#include "house/boards/boards_internal.h"

#include "house/boards/boards.h"
#include "house/hands/hands.h"
#include "house/kernel/case_words.h"
#include "house/people/people.h"

/* How many hands, and players with points, stand there. */
static unsigned count_on_board(const struct floor *floor, uint32_t offer)
{
    const struct board *board = &floor->boards[offer];
    unsigned count = 0;
    for (unsigned i = 0; i < board->standing_count; i++)
        count += floor_player_stands(floor, offer, &board->standings[i]);
    for (uint32_t i = 0; i < board->count; i++)
        count += floor_hand_stands(floor, floor_hand(floor, board->hands[i]));
    for (uint32_t i = 0; i < board->beaten_count; i++)
        count += floor_hand_stands(floor, floor_hand(floor, board->beaten[i]));
    return count;
}

/* `board = 1` */
static enum status compare_board(const struct case_floor *on, struct case_cursor *cursor, unsigned number,
                                 struct case_fault *fault)
{
    (void)number;
    return case_compare_count(on->result, cursor, "hands or players on the board",
                              count_on_board(on->floor, on->offer), fault);
}

/* Behind `points of`: `101 = 10`. Who has none has 0. */
static enum status compare_points(const struct case_floor *on, struct case_cursor *cursor, unsigned number,
                                  struct case_fault *fault)
{
    const struct board *board = &on->floor->boards[on->offer];
    (void)number;
    for (unsigned i = 0; i < board->standing_count; i++)
        if (case_take_text(cursor, floor_patron_name(on->floor, board->standings[i].patron)))
            return case_compare_count(on->result, cursor, "points of the patron", board->standings[i].points,
                                      fault);
    unsigned patron;
    enum status status = case_number(cursor, CASE_NUMBER_MAX, &patron, fault);
    return status == STATUS_OK ? case_compare_count(on->result, cursor, "points of the patron", 0, fault)
                               : status;
}

const struct desk_expectation boards_expectations[BOARDS_EXPECTATIONS] = {
    {"board", false, compare_board},
    {"points of", false, compare_points},
};
