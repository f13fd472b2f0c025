/* Inside the hands desk: what its table (hands_desk.c) names, and what only its files call. */
#ifndef HOUSE_HANDS_HANDS_INTERNAL_H
#define HOUSE_HANDS_HANDS_INTERNAL_H

#include "house/hands/hands.h"
#include "house/kernel/desk.h"

struct backline_bet;
struct hand_claimed;

decide_function decide_claim_hand, decide_reject_hand, decide_withdraw_hand, decide_verify_hand;
apply_function apply_hand_claimed, apply_hand_rejected, apply_hand_withdrawn, apply_hand_verified;

/* Logs of earlier numbers do not tell what a claim keeps of its round: it was made when the event was applied. */
enum status complete_hand_claimed(const struct floor *floor, struct event *event, struct arena *arena);

/* Fills what a claim tells of the round that runs at its table (claims.c); and of it the moment that decides the hand, and what the meters
 * showed then (readings.c). */
MUST_USE enum status tell_claim(const struct floor *floor, struct hand_claimed *claimed, struct arena *arena);
MUST_USE enum status tell_readings(const struct floor *floor, const struct table *table,
                                   const struct table_offer *at, const struct offer *offer,
                                   const struct terms *terms, struct hand_claimed *claimed,
                                   struct arena *arena);

/* The bet of the patron behind the seat; NULL if there is none. */
const struct backline_bet *bet_behind(const struct round *round, uint32_t seat, struct text patron);

/* The clause that says how long hands of the offer may be verified. */
const char *verified_clause(struct deciding *deciding, const struct offer *offer);
enum status judge_rejected(const struct judging *judging);
enum status judge_withdrawn(const struct judging *judging);
enum status judge_verified(const struct judging *judging);
bool verify_again(const struct floor *floor, const struct event *event, struct command *command);

/* In snapshots (hands_snapshot.c). */
enum { HANDS_SECTIONS = 1 };
extern const struct desk_section hands_sections[HANDS_SECTIONS];

/* In cases (hands_case.c). */
enum { HANDS_EXPECTATIONS = 1 };
extern const struct desk_expectation hands_expectations[HANDS_EXPECTATIONS];

/* Shown to pages and programs (hands_views.c). */
enum { HANDS_VIEWS = 2 };
extern const struct desk_view hands_views[HANDS_VIEWS];

#endif
