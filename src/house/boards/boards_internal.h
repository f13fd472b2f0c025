/* Inside the boards desk: what its table (boards_desk.c) names, and what only its files call. */
#ifndef HOUSE_BOARDS_BOARDS_INTERNAL_H
#define HOUSE_BOARDS_BOARDS_INTERNAL_H

#include "house/boards/boards.h"
#include "house/kernel/desk.h"

enum status boards_begin(struct floor *floor);
apply_function apply_hand_on_board, apply_period_closed;

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
