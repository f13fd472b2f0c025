/*
 * The cage: how prizes are handed over, and vouchers.
 *
 * Ownership: all state is in the arena of the floor (house/kernel/floor.h).
 */
#ifndef HOUSE_CAGE_CAGE_H
#define HOUSE_CAGE_CAGE_H

#include "funds/ledger.h"
#include "funds/payment.h"
#include "house/kernel/floor.h"
#include "house/prizes/prizes.h"

struct deciding;

/* Whether `adjust` can name the account, and to take money from it or to put money into it. */
bool floor_may_adjust(const struct floor *floor, const struct offering *offering, account_id account,
                      bool *gives, bool *takes);

/* The voucher that a prize is, by the offer as posted now; NULL: it is none. And what it has paid. */
const struct voucher_terms *floor_voucher(const struct floor *floor, const struct floor_prize *prize);

int64_t floor_voucher_spent(const struct floor_prize *prize);

/* A prize that nobody has goes where the document sends those that nobody claimed; `clause` where it says nothing of that. */
void draft_lapse(struct deciding *deciding, const struct floor_prize *prize, struct text clause);

/* A manual adjustment needs another person than the one who asks, who may adjust or authorise; false after a refusal. */
bool check_second(struct deciding *deciding, struct text second);
bool may_be_second(const struct floor *floor, struct text by, struct text second);

/* As whom the person hands a prize over: the one whom the document names for it, or a person of another name. */
struct text paid_as(const struct floor *floor, const struct payment_terms *terms, struct text person);

/* The prize of a number that was not backed out; NULL after a refusal. */
const struct floor_prize *find_prize(struct deciding *deciding, uint32_t number);

/* Passes the prizes that are settled for good. */
void pass_settled(struct floor *floor);

/* Whether a prize that was paid went where it had to go. */
MUST_USE enum status judge_payment(const struct floor *floor, const struct event *event, struct fault *fault);

#endif
