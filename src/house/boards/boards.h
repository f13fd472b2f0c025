/*
 * Boards: hands that are compared and points that are counted until a period ends.
 *
 * Ownership: all state is in the arena of the floor (house/kernel/floor.h).
 */
#ifndef HOUSE_BOARDS_BOARDS_H
#define HOUSE_BOARDS_BOARDS_H

#include "funds/ledger.h"
#include "house/kernel/floor.h"

struct deciding;
struct floor_hand;
struct hand_posted;
struct standing;

/* A player with points of a period, by the last hand that earned some. */
struct standing {
    uint32_t patron, table, seat;
    uint32_t points;
    uint8_t
        employee; /* enum employee_state: what the player was when he was dealt that hand, if he worked here */
    struct text verified_by, authorised_by;
};

/* What stands on a board: hands that are compared, or players whose points are. A hand that a higher one has beaten is off the list
 * and kept until the period closes: it wins if the higher one turns out to be void, or its holder may not win. */
struct board {
    bool runs; /* something stands there */
    struct instant ends;
    uint32_t count, beaten_count;    /* none is beaten where none is on the list */
    uint32_t hands[FLOOR_BOARD_MAX]; /* on the list, in the order in which they came */
    uint32_t beaten[FLOOR_BOARD_MAX];
    unsigned standing_count, standing_room;
    struct standing *standings; /* in the order of their first hands */
};

/* Whether reject-hand takes it back, by two persons: it stands on a board or was beaten there, or has points of a period that
 * runs. */
bool floor_can_be_taken_back(const struct floor *floor, const struct floor_hand *hand);

/* Whether the hand of a number stands on its board: it may win as things are, and where lower hands are removed none that may is higher.
 * Others may stand there again: who was put on the exclusion list can be taken off it. */
bool floor_hand_stands(const struct floor *floor, uint32_t number);

/* The same of a player with points: nothing that is known of him keeps him from a place. */
bool floor_player_stands(const struct floor *floor, uint32_t offer, const struct standing *standing);

/* How the hand stands: the word of its state; of those that wait on a board "posted" if it stands there, "void" if the deal has turned
 * out to be void or its holder may not win, and else "beaten". One with points of a player who does not stand there is void, too. */
const char *floor_hand_word(const struct floor *floor, uint32_t number);

/* A verified hand goes on the board of its offer. */
MUST_USE enum status post_hand(struct deciding *deciding, uint32_t number);

/* Whether the verified hand stands for a prize at the end of a period. A hand that wins tickets has them at once. */
bool hand_waits_for_period(const struct offer *offer, const struct floor_hand *hand);

/* Whether it is too late to verify a hand of that moment: its period is over, and the document has it verified within. */
bool is_too_late_to_verify(const struct floor *floor, const struct offer *offer, struct instant decided);

/* Whether nothing of the periods before the one that ends then is left to settle; false after a refusal. */
bool check_periods_before(struct deciding *deciding, uint32_t offer, struct instant ends);

/* How many of the best of a board are paid. */
int64_t board_places(const struct offer *offer);

/* What a hand earns where points are compared; 0: they are not, or it wins something else. A verified hand earns them, which
 * are kept for its holder until the period ends. */
uint32_t points_of_hand(const struct offer *offer, const struct floor_hand *hand);
MUST_USE enum status post_points(struct deciding *deciding, uint32_t number, uint32_t points);
MUST_USE enum status keep_points(struct floor *floor, const struct hand_posted *posted);

/* What a player was when he was dealt the last hand that earned him points; EMPLOYEE_NONE: he did not work here, or has none. */
uint8_t employee_with_points(const struct floor *floor, uint32_t offer, uint32_t patron);

bool points_have_room(const struct floor *floor, const struct floor_hand *hand, uint32_t points);

/* The end of the period with which a hand of that moment is settled; false if there is none. Places are decided at the next
 * moment that the house posts for it, and without one, as everything else, when the posted hours end. */
bool settling_period_end(const struct floor *floor, const struct offer *offer, struct instant decided,
                         struct instant *end);

/* Whether the points of the hand can be taken back, because their period runs; and the hand off the board. Both are decided as a
 * manual adjustment is. */
bool has_points(const struct floor *floor, const struct floor_hand *hand);
bool is_on_board(const struct floor_hand *hand);
bool has_points_in_vain(const struct floor *floor,
                        const struct floor_hand *hand); /* their player may have no place, as things are */
MUST_USE enum status decide_taken_back(struct deciding *deciding);

/* Beaten hands that come on the list when the hand leaves it. */
MUST_USE enum status list_next(struct deciding *deciding, const struct floor_hand *without);
void leave_board(struct floor *floor, uint32_t number);

/* The player has the points of a hand that has_points() no more; who has nothing left stands on the board no more. */
void drop_points(struct floor *floor, struct floor_hand *hand);
void forget_points(struct floor *floor, uint32_t offer); /* of everybody, when their period is over */

/* When the board of the offer is settled: at the end of its period, but not before the hands of it that were claimed have been
 * authorised, rejected or withdrawn; false while one waits. */
bool board_is_settled_at(const struct floor *floor, uint32_t offer, struct instant *at);

/* The prizes of the players with the most points, when their period ends. */
MUST_USE enum status decide_points_end(struct deciding *deciding, uint32_t offer);

#endif
