/* Inside the prizes desk: what its table (prizes_desk.c) names, and what only its files call. */
#ifndef HOUSE_PRIZES_PRIZES_INTERNAL_H
#define HOUSE_PRIZES_PRIZES_INTERNAL_H

#include "house/kernel/desk.h"
#include "house/prizes/prizes.h"

decide_function decide_authorise, decide_award_prize, decide_reverse;
/* Logs of earlier numbers do not tell what a prize that is reversed alone changes of the hits. */
enum status complete_award_reversed(const struct floor *floor, struct event *event, struct arena *arena);

apply_function apply_awarded, apply_award_reversed;

/* Tells of each prize of the award until when its winner must come. The rows are those of the event. */
struct awarded;
struct prize_row;
MUST_USE enum status tell_claims(const struct floor *floor, const struct awarded *awarded,
                                 struct prize_row *rows);
enum status complete_awarded(const struct floor *floor, struct event *event, struct arena *arena);
enum status judge_award_winners(const struct floor *floor, const struct event *event, struct fault *fault);
enum status judge_claims_told(const struct floor *floor, const struct event *event, struct fault *fault);

enum status judge_awarded(const struct judging *judging);

/* Whether whoever authorises the award may: nobody does who changed what is recorded of a winner. Time's awards were signed before. */
struct ruling judge_award_signer(const struct floor *floor, const struct awarded *awarded);
enum command_kind award_brought_by(const struct floor *floor, const struct event *event);
bool award_again(const struct floor *floor, const struct event *event, struct command *command);
bool reverse_again(const struct floor *floor, const struct event *event, struct command *command);
enum status take_back_advance(struct floor *floor, const struct event *event, const struct advance_row *row,
                              account_id repaying);

/* In snapshots (prizes_snapshot.c). */
enum { PRIZES_SECTIONS = 2 };
extern const struct desk_section prizes_sections[PRIZES_SECTIONS];
enum status check_prizes_restored(struct restoring *restoring);

/* In cases (prizes_case.c). */
enum { PRIZES_EXPECTATIONS = 2 };
extern const struct desk_expectation prizes_expectations[PRIZES_EXPECTATIONS];

/* Shown to pages and programs (prizes_views.c). */
enum { PRIZES_VIEWS = 2 };
extern const struct desk_view prizes_views[PRIZES_VIEWS];

#endif
