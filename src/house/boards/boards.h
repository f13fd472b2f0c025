/*
 * Boards: hands that are compared, and points that are counted, until a period ends.
 *
 * Ownership: all state is in the arena of the floor (house/kernel/floor.h).
 */
#ifndef HOUSE_BOARDS_BOARDS_H
#define HOUSE_BOARDS_BOARDS_H

#include "funds/ledger.h"
#include "house/kernel/floor.h"

struct deciding;
struct hand_on_board;

/* A player with points of a period; table, seat and signatures are those of the last hand that earned points. */
struct standing {
    uint32_t patron, table, seat;
    uint32_t points;
    uint8_t employee; /* enum employee_state: of the player at the deal of that hand */
    struct text verified_by, authorised_by;
};

/* The board of an offer: hands that are compared, or players whose points are compared. A hand that a higher one has beaten leaves
 * the list and is kept until the period closes. It wins if the higher one turns out to be void or its holder may not win. */
struct board {
    bool runs; /* the board is not empty */
    struct instant ends;
    uint32_t count, beaten_count;    /* beaten_count is 0 if count is 0 */
    uint32_t hands[FLOOR_BOARD_MAX]; /* numbers of those on the list, in the order in which they came */
    uint32_t beaten[FLOOR_BOARD_MAX];
    unsigned standing_count, standing_room;
    struct standing *standings; /* in the order of their first hands */
};

const struct board *floor_board(const struct floor *floor, struct text offer); /* NULL: no such offer */

bool board_is_empty(const struct board *board); /* neither hands nor points are on it */

/* Whether reject-hand takes the hand back, which needs two persons: the hand is on a board or was beaten there, or has points of the
 * running period. */
bool floor_can_be_taken_back(const struct floor *floor, const struct floor_hand *hand);

/* Whether the hand stands on its board: it may win now and, where lower hands are removed, no higher hand may win. A hand that does
 * not stand now may stand again, because a patron can be taken off the exclusion list. */
bool floor_hand_stands(const struct floor *floor, const struct floor_hand *hand);

/* The same for a player with points: nothing that is recorded about the player rules out a place. */
bool floor_player_stands(const struct floor *floor, uint32_t offer, const struct standing *standing);

/* The word for the state of the hand. For a hand that waits on a board it is "posted" if the hand stands there, "void" if the deal
 * is void or the holder may not win, and otherwise "beaten". A hand with points is "void" if its player does not stand there. */
const char *floor_hand_word(const struct floor *floor, const struct floor_hand *hand);

/* Puts a verified hand on the board of its offer. */
MUST_USE enum status post_hand(struct deciding *deciding, const struct floor_hand *hand);

/* Whether the prize of the verified hand is decided at the end of a period. A hand that wins tickets gets them at once. */
bool hand_waits_for_period(const struct offer *offer, const struct floor_hand *hand);

/* Whether it is too late to verify a hand of that moment: its period is over, and the document requires it to be verified in it. */
bool is_too_late_to_verify(const struct floor *floor, const struct offer *offer, struct instant decided);

/* Whether all periods before the one that ends then are settled; false after a refusal. */
bool check_periods_before(struct deciding *deciding, uint32_t offer, struct instant ends);

/* How many places of a board are paid. */
int64_t board_places(const struct offer *offer);

/* The points that a hand earns; 0: the offer compares no points, or the hand wins something else. A verified hand earns them, and
 * they are kept for its holder until the period ends. */
uint32_t points_of_hand(const struct offer *offer, const struct floor_hand *hand);
MUST_USE enum status post_points(struct deciding *deciding, const struct floor_hand *hand, uint32_t points);
MUST_USE enum status keep_points(struct floor *floor, const struct hand_on_board *posted);

/* The duty of the player at the deal of the last hand that earned points; EMPLOYEE_NONE: no employee, or no points. */
uint8_t employee_with_points(const struct floor *floor, uint32_t offer, uint32_t patron);

bool points_have_room(const struct floor *floor, const struct floor_hand *hand, uint32_t points);

/* The end of the period in which a hand of that moment is settled; false if there is none. Places are decided at the next moment
 * that the house posts for it; without one, when the posted hours end, as for everything else. */
bool settling_period_end(const struct floor *floor, const struct offer *offer, struct instant decided,
                         struct instant *end);

/* Whether the points of the hand can be taken back because their period is running, and whether the hand can be taken off the board.
 * Both are decided as a manual adjustment. */
bool has_points(const struct floor *floor, const struct floor_hand *hand);
bool is_on_board(const struct floor_hand *hand);
bool has_points_in_vain(const struct floor *floor,
                        const struct floor_hand *hand); /* the player cannot have a place now */
MUST_USE enum status decide_taken_back(struct deciding *deciding);

/* Puts beaten hands back on the list when the hand leaves it. */
MUST_USE enum status list_next(struct deciding *deciding, const struct floor_hand *without);
void leave_board(struct floor *floor, const struct floor_hand *hand);

/* Takes the points of the hand, for which has_points() holds, from its player. A player without points leaves the board. */
void drop_points(struct floor *floor, struct floor_hand *hand);
void forget_points(struct floor *floor, uint32_t offer); /* of all players, when the period is over */

/* When the board of the offer is settled: at the end of its period, but not before all its claimed hands are authorised, rejected or
 * withdrawn. False while a hand waits. */
bool board_is_settled_at(const struct floor *floor, uint32_t offer, struct instant *at);

/* Awards the prizes to the players with the most points when the period ends. */
MUST_USE enum status decide_points_end(struct deciding *deciding, uint32_t offer);

#endif
