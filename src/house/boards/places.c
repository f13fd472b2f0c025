/* The list of a board: which hands a new one takes the place of, as the event of that hand tells it. */
#include "house/boards/boards_internal.h"

#include "base/check.h"
#include "house/boards/boards.h"
#include "house/boards/boards_shapes.h"
#include "house/hands/hands.h"
#include "house/kernel/deciding.h"
#include "house/setup/offers.h"

/* ------------------------------------------------------------------------------------------ lists */

uint32_t list_lowest(const struct floor *floor, const uint32_t *hands, uint32_t count)
{
    uint32_t lowest = 0;
    for (uint32_t i = 1; i < count; i++)
        if (floor_hand(floor, hands[i])->score <= floor_hand(floor, hands[lowest])->score)
            lowest = i;
    return lowest;
}

void list_take_out(uint32_t *hands, uint32_t *count, uint32_t place)
{
    CHECK_OP(place, <, *count);
    --*count;
    for (uint32_t i = place; i < *count; i++)
        hands[i] = hands[i + 1];
}

uint32_t list_place(const uint32_t *hands, uint32_t count, uint32_t hand)
{
    uint32_t place = 0;
    while (place < count && hands[place] != hand)
        place++;
    return place;
}

/* ------------------------------------------------------------------------------------------ telling */

/* The lists as they will be, and who leaves them. */
struct leaving {
    const struct floor *floor;
    struct board lists;
    struct list_hand *beaten, *rejected;
    uint32_t beaten_count, rejected_count;
};

/* A hand that the event had among the beaten is kept no more. */
static void unlist(struct leaving *leaving, uint32_t number)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < leaving->beaten_count; i++)
        if (leaving->beaten[i].hand != number)
            leaving->beaten[kept++] = leaving->beaten[i];
    leaving->beaten_count = kept;
}

/* Keeps a hand that is on the list no more. Where as many are kept as there is room for, the lowest is rejected, of equals the
 * newest. */
static void beat(struct leaving *leaving, uint32_t number)
{
    struct board *lists = &leaving->lists;
    if (lists->beaten_count == FLOOR_BOARD_MAX) {
        const uint32_t place = list_lowest(leaving->floor, lists->beaten, lists->beaten_count),
                       lowest = lists->beaten[place];
        const bool itself =
            floor_hand(leaving->floor, lowest)->score >= floor_hand(leaving->floor, number)->score;
        leaving->rejected[leaving->rejected_count++].hand = itself ? number : lowest;
        if (itself)
            return;
        list_take_out(lists->beaten, &lists->beaten_count, place);
        unlist(leaving, lowest);
    }
    lists->beaten[lists->beaten_count++] = number;
    leaving->beaten[leaving->beaten_count++].hand = number;
}

static void beat_at(struct leaving *leaving, uint32_t place)
{
    const uint32_t number = leaving->lists.hands[place];
    list_take_out(leaving->lists.hands, &leaving->lists.count, place);
    beat(leaving, number);
}

/* A new hand takes the place of lower ones, or on a full list that of the lowest. */
static void make_place(struct leaving *leaving, const struct floor_hand *hand)
{
    const struct board *lists = &leaving->lists;
    bool removed = lower_are_removed(floor_offer_of_hand(leaving->floor, hand));
    for (uint32_t i = 0; i < lists->count && removed;)
        if (floor_hand(leaving->floor, lists->hands[i])->score < hand->score)
            beat_at(leaving, i);
        else
            i++;
    if (lists->count == FLOOR_BOARD_MAX)
        beat_at(leaving, list_lowest(leaving->floor, lists->hands, lists->count));
}

enum status tell_places(const struct floor *floor, const struct floor_hand *without,
                        struct hand_on_board *posted, struct arena *arena)
{
    const struct floor_hand *hand = floor_hand(floor, posted->hand);
    posted->beaten = posted->rejected = NULL;
    posted->beaten_count = posted->rejected_count = 0;
    if (!hand || hand->offer >= floor->offering_count || posted->points > 0)
        return STATUS_OK; /* what cannot be is found when it is applied */
    struct leaving leaving = {.floor = floor, .lists = floor->boards[hand->offer]};
    struct board *lists = &leaving.lists;
    uint32_t place = list_place(lists->beaten, lists->beaten_count, posted->hand);
    if (place < lists->beaten_count)
        list_take_out(lists->beaten, &lists->beaten_count, place);
    place = without ? list_place(lists->hands, lists->count, without->number) : lists->count;
    if (place < lists->count)
        list_take_out(lists->hands, &lists->count, place);
    leaving.beaten = ARENA_ARRAY(arena, struct list_hand, lists->count);
    leaving.rejected = ARENA_ARRAY(arena, struct list_hand, lists->count);
    if (lists->count > 0 && (!leaving.beaten || !leaving.rejected))
        return arena->refusal;
    make_place(&leaving, hand);
    posted->beaten = leaving.beaten;
    posted->beaten_count = leaving.beaten_count;
    posted->rejected = leaving.rejected;
    posted->rejected_count = leaving.rejected_count;
    return STATUS_OK;
}

enum status complete_hand_on_board(const struct floor *floor, struct event *event, struct arena *arena)
{
    return tell_places(floor, NULL, EVENT_AS(event, hand_on_board), arena);
}

/* ------------------------------------------------------------------------------------------ applying */

/* Takes the hand off the list that it is on; false: it is on none of the board. */
static bool take_off(struct board *board, uint32_t hand)
{
    const uint32_t on = list_place(board->hands, board->count, hand),
                   kept = list_place(board->beaten, board->beaten_count, hand);
    if (on < board->count)
        list_take_out(board->hands, &board->count, on);
    else if (kept < board->beaten_count)
        list_take_out(board->beaten, &board->beaten_count, kept);
    else
        return false;
    return true;
}

/* False: a hand is not on the board, or there is no place for it. */
static bool apply_places(struct floor *floor, const struct hand_on_board *posted, struct board *board)
{
    for (uint32_t i = 0; i < posted->rejected_count; i++) {
        if (!take_off(board, posted->rejected[i].hand))
            return false;
        hand_numbered(floor, posted->rejected[i].hand)->state = HAND_REJECTED;
    }
    for (uint32_t i = 0; i < posted->beaten_count; i++) {
        if (!take_off(board, posted->beaten[i].hand) || board->beaten_count == FLOOR_BOARD_MAX)
            return false;
        hand_numbered(floor, posted->beaten[i].hand)->state = HAND_BEATEN;
        board->beaten[board->beaten_count++] = posted->beaten[i].hand;
    }
    if (board->count == FLOOR_BOARD_MAX)
        return false;
    board->hands[board->count++] = posted->hand;
    return true;
}

enum status apply_hand_on_board(struct floor *floor, const struct event *event, struct fault *fault)
{
    const struct hand_on_board *posted = EVENT_AS(event, hand_on_board);
    struct floor_hand *hand = hand_numbered(floor, posted->hand);
    if (!hand || posted->offer >= floor->offering_count)
        return strange(fault, event, "there is no such hand or offer");
    struct board *board = &floor->boards[posted->offer];
    if (posted->points > 0 && (hand->patron >= floor->patron_count || posted->points > FLOOR_POINTS_MAX))
        return strange(fault, event, "nobody can have these points");
    if (hand->offer != posted->offer || (hand->state != HAND_VERIFIED && hand->state != HAND_BEATEN))
        return strange(fault, event, "the hand is another offer's, or cannot be posted");
    bool again = hand->state == HAND_BEATEN;
    enum status status =
        again ? STATUS_OK : arena_copy_text(&floor->arena, event->head.by, &hand->authorised_by);
    if (status == STATUS_OK && posted->points > 0)
        status = keep_points(floor, posted);
    if (status != STATUS_OK)
        return fault_set(fault, status, 0, "there is no memory for the hand");
    if (again)
        (void)take_off(board, posted->hand);
    if (posted->points == 0) {
        if (!apply_places(floor, posted, board))
            return strange(fault, event, "there is no such place on the board");
        hand->state = HAND_ON_BOARD;
    }
    board->runs = true;
    board->ends = posted->ends;
    if (hand->ends.ms != 0)
        await_reading(floor, board->ends);
    return STATUS_OK;
}
