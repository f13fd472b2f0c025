/*
 * A draft: what a decision would do to the money, before it is done.
 *
 * Functions that decide look at the ledger through the draft and add movements to it; the ledger itself changes only when
 * the events of the decision are applied. So a refused command has moved nothing, and replaying events needs no
 * decision.
 *
 * Invariants
 *  D1  Every guarded account stays at or above zero after each movement of the draft, in its order.
 *  D2  A draft that ran out of room is marked and never applied in part.
 */
#ifndef FUNDS_DRAFT_H
#define FUNDS_DRAFT_H

#include "funds/ledger.h"

/* Enough for the fees of a round and for an award with as many offers, hits, pools and parts as there can be (tables/fees.c and
 * prizes/awards.c assert it). */
enum { DRAFT_MOVEMENTS_MAX = 2048, DRAFT_ADVANCES_MAX = 32 };

/* A new advance of the house, or a repayment. */
struct advance_change {
    uint32_t activity; /* by the number that draft_of_activity() was given */
    account_id fund;   /* that repays it */
    int64_t cents;     /* above zero: a new advance; below: the oldest, of this sum, are repaid */
    uint32_t award;    /* below zero: cancels the advances of this award; 0: repays the oldest */
    struct text clause;
};

struct draft {
    const struct ledger *ledger;
    unsigned movement_count, advance_count;
    uint32_t activity;      /* whose money is drafted now */
    unsigned advances_from; /* the advances of that activity begin here */
    bool overflowed;        /* D2 */
    struct movement movements[DRAFT_MOVEMENTS_MAX];
    struct advance_change advances[DRAFT_ADVANCES_MAX];
};

void draft_begin(struct draft *draft, const struct ledger *ledger);

/* The following movements belong to another activity, with a number that the caller chooses. Balances continue. */
void draft_of_activity(struct draft *draft, uint32_t activity);

/* The balance as it would be. */
int64_t draft_balance(const struct draft *draft, account_id account);

/* Nothing is moved for an amount of 0. The source must have it (D1). */
void draft_move(struct draft *draft, account_id from, account_id to, int64_t cents,
                enum movement_reason reason, struct text clause);

/* One event makes one advance for each fund that repays it. If the draft has a new advance of this fund since its last repayment, the
 * amount is added to it, and it is returned; otherwise the result is NULL. */
struct advance_change *draft_advance(struct draft *draft, account_id fund, int64_t cents, struct text clause);

/* Cancels advances of an award that a fund still owes, because the award is reversed. */
void draft_take_back(struct draft *draft, uint32_t award, account_id fund, int64_t cents, struct text clause);

/* Does to the ledger what the draft says. It must not have overflowed. */
void draft_apply(const struct draft *draft, struct ledger *ledger);

#endif
