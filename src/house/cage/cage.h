/*
 * The cage: payment of prizes, redemption of vouchers, manual adjustments.
 *
 * Ownership: all state is in the arena of the floor (house/kernel/floor.h).
 */
#ifndef HOUSE_CAGE_CAGE_H
#define HOUSE_CAGE_CAGE_H

#include "funds/ledger.h"
#include "funds/payment.h"
#include "house/kernel/floor.h"

struct deciding;

/* Whether `adjust` can name the account. *gives: it can take money from it; *takes: it can put money into it. */
bool floor_may_adjust(const struct floor *floor, const struct offering *offering, account_id account,
                      bool *gives, bool *takes);

/* The terms of the voucher, by the offer as posted now; NULL: the prize is not a voucher. And the amount it has paid. */
const struct voucher_terms *floor_voucher(const struct floor *floor, const struct floor_prize *prize);

int64_t floor_voucher_spent(const struct floor_prize *prize);

/* Moves an unclaimed prize where the document says. Cites `clause` if the document says nothing about unclaimed prizes. */
void draft_lapse(struct deciding *deciding, const struct floor_prize *prize, struct text clause);

/* The role that the document names for paying prizes, if the person has it; otherwise the name of the person. */
struct text paid_as(const struct floor *floor, const struct payment_terms *terms, struct text person);

/* The prize with this number; NULL after a refusal, also if it was reversed. */
const struct floor_prize *find_prize(struct deciding *deciding, uint32_t number);

/* Moves open_prizes_from past the prizes that can no longer change. */
void pass_settled(struct floor *floor);

/* Checks that the money of a paid prize went to the right accounts. */
MUST_USE enum status judge_payment(const struct floor *floor, const struct event *event, struct fault *fault);

#endif
