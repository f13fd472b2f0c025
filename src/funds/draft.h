/*
 * A draft: what a decision would do to the money, before it is done.
 *
 * Functions that decide look at the ledger through the draft and add postings to it; the ledger itself changes only when
 * the events of the decision are applied. So a refused command has moved nothing, and replaying events needs no
 * decision.
 *
 * Invariants
 *  D1  Every guarded account stays at or above zero after each posting of the draft, in its order.
 *  D2  A draft that ran out of room is marked and never applied in part.
 */
#ifndef FUNDS_DRAFT_H
#define FUNDS_DRAFT_H

#include "funds/ledger.h"

enum { DRAFT_POSTINGS_MAX = 128, DRAFT_ADVANCES_MAX = 32 };

/* What the house has covered and is owed, or is paid back. */
struct advance_change {
    uint32_t activity; /* by the number that draft_of_activity() was given */
    account_id fund;   /* that repays it */
    int64_t cents;     /* above zero: a new advance; below: the oldest are repaid, which were so much */
    uint32_t award;    /* below zero: that this award had made, which is backed out; 0: the oldest */
    struct text clause;
};

struct draft {
    const struct ledger *ledger;
    unsigned posting_count, advance_count;
    uint32_t activity;      /* whose money is drafted now */
    unsigned advances_from; /* the advances of that activity begin here */
    bool overflowed;        /* D2 */
    struct posting postings[DRAFT_POSTINGS_MAX];
    struct advance_change advances[DRAFT_ADVANCES_MAX];
};

void draft_begin(struct draft *draft, const struct ledger *ledger);

/* What is drafted from now on is of another activity, by a number of the caller's. Balances go on as they are. */
void draft_of_activity(struct draft *draft, uint32_t activity);

/* The balance as it would be. */
int64_t draft_balance(const struct draft *draft, account_id account);

/* Nothing is posted for an amount of 0. The source must have it (D1). */
void draft_move(struct draft *draft, account_id from, account_id to, int64_t cents,
                enum posting_reason reason, struct text clause);

/* What one event lacks is one advance for each fund that repays it: a new one that follows new ones is added to that of the
 * same fund, which is returned; otherwise NULL. */
struct advance_change *draft_advance(struct draft *draft, account_id fund, int64_t cents, struct text clause);

/* What an award had the house advance, and a fund still owes, is owed no more: the award is backed out. */
void draft_take_back(struct draft *draft, uint32_t award, account_id fund, int64_t cents, struct text clause);

/* Does to the ledger what the draft says. It must not have overflowed. */
void draft_apply(const struct draft *draft, struct ledger *ledger);

#endif
