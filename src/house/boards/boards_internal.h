/* Inside the boards desk: what its table (boards_desk.c) names, and what only its files call. */
#ifndef HOUSE_BOARDS_BOARDS_INTERNAL_H
#define HOUSE_BOARDS_BOARDS_INTERNAL_H

#include "house/boards/boards.h"
#include "house/kernel/desk.h"

enum status boards_begin(struct floor *floor);
apply_function apply_hand_on_board, apply_period_closed;

/* Which hands the posted one takes the place of, on the list without one hand (NULL: with all); and in logs of earlier numbers, which
 * do not tell it. */
MUST_USE enum status tell_places(const struct floor *floor, const struct floor_hand *without,
                                 struct hand_on_board *posted, struct arena *arena);
enum status complete_hand_on_board(const struct floor *floor, struct event *event, struct arena *arena);

/* Whether hands that a higher one has beaten leave the list of the offer. */
bool lower_are_removed(const struct offer *offer);

/* Lists of numbers of hands: the place of the lowest, of which there is one, of equals the newest; the place of a hand, or the count
 * if it is not there; and taking one out. */
uint32_t list_lowest(const struct floor *floor, const uint32_t *hands, uint32_t count);
uint32_t list_place(const uint32_t *hands, uint32_t count, uint32_t hand);
void list_take_out(uint32_t *hands, uint32_t *count, uint32_t place);

enum status judge_posted(const struct judging *judging);
bool post_again(const struct floor *floor, const struct event *event, struct command *command);
void boards_due(const struct floor *floor, struct instant until, struct due *due);
bool post_comes_by_time(const struct floor *floor, const struct event *event);
enum command_kind post_brought_by(const struct floor *floor, const struct event *event);

/* In snapshots (boards_snapshot.c). */
enum { BOARDS_SECTIONS = 1 };
extern const struct desk_section boards_sections[BOARDS_SECTIONS];

/* In cases (boards_case.c). */
enum { BOARDS_EXPECTATIONS = 2 };
extern const struct desk_expectation boards_expectations[BOARDS_EXPECTATIONS];

#endif
