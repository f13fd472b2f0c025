/* Inside the cage desk: what its table (cage_desk.c) names, and what only its files call. */
#ifndef HOUSE_CAGE_CAGE_INTERNAL_H
#define HOUSE_CAGE_CAGE_INTERNAL_H

#include "house/cage/cage.h"
#include "house/kernel/desk.h"

decide_function decide_identify, decide_pay, decide_forfeit, decide_reimburse_tray, decide_adjust,
    decide_redeem;
apply_function apply_prize_identified, apply_prize_changed, apply_prize_paid, apply_prize_forfeited,
    apply_tray_reimbursed, apply_adjusted, apply_voucher_redeemed;

void cage_due(const struct floor *floor, struct instant until, struct due *due);
bool lapse_again(const struct floor *floor, const struct event *event, struct command *command);
bool redeem_again(const struct floor *floor, const struct event *event, struct command *command);
bool lapse_comes_by_time(const struct floor *floor, const struct event *event);
enum status judge_identified(const struct judging *judging);
enum status judge_paid(const struct judging *judging);
enum status judge_adjusted(const struct floor *floor, const struct event *event, struct fault *fault);
enum status complete_prize_paid(const struct floor *floor, struct event *event, struct arena *arena);

/* Whether the winner may have the prize (I7); for a prize that is forfeited, that the winner may not. */
enum status judge_winner_identified(const struct floor *floor, const struct event *event,
                                    struct fault *fault);
enum status judge_winner_paid(const struct floor *floor, const struct event *event, struct fault *fault);
enum status judge_forfeited(const struct floor *floor, const struct event *event, struct fault *fault);

/* In cases (cage_case.c). */
enum { CAGE_EXPECTATIONS = 1 };
extern const struct desk_expectation cage_expectations[CAGE_EXPECTATIONS];

/* Shown to pages and programs (cage_views.c). */
enum { CAGE_VIEWS = 1 };
extern const struct desk_view cage_views[CAGE_VIEWS];

#endif
