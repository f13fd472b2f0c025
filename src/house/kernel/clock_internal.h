/* Inside the clock: what its table (clock_desk.c) names. */
#ifndef HOUSE_KERNEL_CLOCK_INTERNAL_H
#define HOUSE_KERNEL_CLOCK_INTERNAL_H

#include "house/kernel/desk.h"

decide_function decide_clock, decide_confirm_time;
apply_function apply_clock, apply_day_began, apply_time_confirmed, apply_program_changed;
bool confirm_time_again(const struct floor *floor, const struct event *event, struct command *command);
void clock_due(const struct floor *floor, struct instant until, struct due *due);
enum status judge_clock(const struct floor *floor, const struct event *event, struct fault *fault);
enum status judge_program_changed(const struct floor *floor, const struct event *event, struct fault *fault);

#endif
