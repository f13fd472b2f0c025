/* The boards desk in snapshots: boards whose period runs. */
#include "house/boards/boards_internal.h"

#include "base/check.h"
#include "house/hands/hands.h"
#include "house/kernel/deciding.h"
#include "house/kernel/snapshot.h"
#include "house/people/people_shapes.h"
#include "house/tables/tables.h"

struct board_row {
    uint32_t hand;
};

struct board_line {
    uint32_t offer;
    struct instant ends;
    const struct board_row *hands;
    uint32_t hand_count;
    const struct board_row *beaten;
    uint32_t beaten_count;
    const struct standing *standings;
    uint32_t standing_count;
};

static const struct field board_row_fields[] = {
    FIELD(struct board_row, hand, FIELD_COUNT, "hand", "the number of the hand, from 1"),
};
static const struct record_shape board_row_shape =
    SHAPE("board-hand", struct board_row, board_row_fields, "a hand on a board");

static const struct field standing_fields[] = {
    FIELD(struct standing, patron, FIELD_COUNT, "patron", "the number of the patron, from 0"),
    FIELD(struct standing, points, FIELD_COUNT, "points", "the total points"),
    FIELD(struct standing, table, FIELD_COUNT, "table",
          "the number of the table of the last hand that earned points, from 0"),
    FIELD(struct standing, seat, FIELD_COUNT, "seat", "the seat of that hand"),
    FIELD_ONE_OF(struct standing, employee, employee_words, "employee",
                 "the duty status of the player at that deal; left out if not an employee"),
    FIELD(struct standing, verified_by, FIELD_TEXT, "verified-by", "who verified that hand"),
    FIELD(struct standing, authorised_by, FIELD_TEXT, "authorised-by", "who authorised that hand"),
};
static const struct record_shape standing_shape =
    SHAPE("standing", struct standing, standing_fields, "a player with points in the period");

static const struct field board_fields[] = {
    FIELD(struct board_line, offer, FIELD_COUNT, "offer", "the number of the offer, from 0"),
    FIELD_REQUIRED(struct board_line, ends, FIELD_TIME, "ends", "the end of the period"),
    FIELD_ITEMS(struct board_line, hands, hand_count, FIELD_ROWS, &board_row_shape, "hands",
                "[hand] for each hand on the board"),
    FIELD_ITEMS(struct board_line, beaten, beaten_count, FIELD_ROWS, &board_row_shape, "beaten",
                "[hand] for each hand that a better one has beaten"),
    FIELD_ITEMS(struct board_line, standings, standing_count, FIELD_ROWS, &standing_shape, "standings",
                "[patron, points, table, seat, verified-by, authorised-by] for each player"),
};

static void save_boards(struct saving *saving)
{
    const struct floor *floor = saving->floor;
    for (uint32_t i = 0; i < floor->offering_count; i++) {
        const struct board *board = &floor->boards[i];
        CHECK(board->count <= FLOOR_BOARD_MAX && board->beaten_count <= FLOOR_BOARD_MAX);
        struct board_row rows[FLOOR_BOARD_MAX], beaten[FLOOR_BOARD_MAX];
        for (uint32_t k = 0; k < board->count; k++)
            rows[k].hand = board->hands[k];
        for (uint32_t k = 0; k < board->beaten_count; k++)
            beaten[k].hand = board->beaten[k];
        if (board->runs)
            save_line(saving,
                      &(struct board_line){i, board->ends, rows, board->count, beaten, board->beaten_count,
                                           board->standings, board->standing_count});
    }
}

/* Players with points: each once, at a table and a seat, by a hand that two persons have looked at. */
static enum status restore_standings(struct restoring *restoring, const struct board_line *saved,
                                     struct board *board)
{
    struct floor *floor = restoring->floor;
    for (uint32_t i = 0; i < saved->standing_count; i++) {
        struct standing standing = saved->standings[i];
        bool again = false;
        for (unsigned k = 0; k < board->standing_count; k++)
            again |= board->standings[k].patron == standing.patron;
        if (again || standing.patron >= floor->patron_count || standing.table >= floor->table_count ||
            standing.seat > FLOOR_SEATS_MAX || standing.points == 0 || standing.points > FLOOR_POINTS_MAX ||
            !table_offer_of(&floor->tables[standing.table], saved->offer) ||
            standing.verified_by.length == 0 || standing.authorised_by.length == 0 ||
            text_equal(standing.verified_by, standing.authorised_by))
            return wrong_line(restoring, "nobody can have such points, or somebody has them twice");
        if (!keep_text(restoring, &standing.verified_by) || !keep_text(restoring, &standing.authorised_by) ||
            MAKE_ROOM(&floor->arena, board->standings, board->standing_count, board->standing_room) !=
                STATUS_OK)
            return cannot_keep(restoring);
        board->standings[board->standing_count++] = standing;
    }
    return STATUS_OK;
}

/* The hands on the list, or those that were beaten; false if one is not the offer's or is something else. */
static bool take_hands(const struct floor *floor, uint32_t offer, enum hand_state state,
                       const struct board_row *rows, uint32_t count, uint32_t *hands)
{
    CHECK_OP(count, <=, FLOOR_BOARD_MAX);
    for (uint32_t i = 0; i < count; i++) {
        const struct floor_hand *hand = floor_hand(floor, rows[i].hand);
        if (!hand || hand->offer != offer || hand->state != state)
            return false;
        hands[i] = hand->number;
    }
    return true;
}

static enum status restore_board(struct restoring *restoring, const void *line)
{
    struct floor *floor = restoring->floor;
    const struct board_line *saved = line;
    if (saved->offer >= floor->offering_count || !line_rises(restoring, saved->offer, 0) ||
        saved->ends.ms == 0 || saved->hand_count > FLOOR_BOARD_MAX || saved->beaten_count > FLOOR_BOARD_MAX ||
        saved->standing_count > FLOOR_STANDINGS_MAX)
        return wrong_line(restoring, "there is no such offer, it is not in order, or its board cannot be");
    struct board *board = &floor->boards[saved->offer];
    if (!take_hands(floor, saved->offer, HAND_ON_BOARD, saved->hands, saved->hand_count, board->hands))
        return wrong_line(restoring, "a hand on the board that is not the offer's, or was not posted");
    if (!take_hands(floor, saved->offer, HAND_BEATEN, saved->beaten, saved->beaten_count, board->beaten) ||
        (saved->beaten_count > 0 && saved->hand_count == 0))
        return wrong_line(restoring, "a hand of the board that is not the offer's, or was not beaten there");
    board->runs = true;
    board->ends = saved->ends;
    board->count = saved->hand_count;
    board->beaten_count = saved->beaten_count;
    return restore_standings(restoring, saved, board);
}

const struct desk_section boards_sections[BOARDS_SECTIONS] = {
    {SECTION_BOARD, SHAPE("board", struct board_line, board_fields, "a board whose period is not over"),
     .save = save_boards, .restore = restore_board},
};
