/*
 * A voucher: a prize that is not money and pays certain costs of the winner, up to its value. This module reads the part `vouchers`
 * of an offer and computes what a voucher pays of a bill.
 *
 *      3 nights at $150, of which it pays 2, and $1,000 are left
 *          └── $300 by the voucher, $150 by the winner (the clause of the limit)
 *
 * Every answer is a ruling with the clause. The caller passes in what the voucher has already paid.
 *
 * Invariants
 *  V1  The amount that the voucher pays and the amount that the winner pays add up to the bill.
 *  V2  It pays neither more than is left of it, nor for more of a kind than its limit leaves, nor for what it does not cover.
 *
 * Ownership: clauses are in the arena; names are those of the rulebook, which outlives the terms.
 */
#ifndef FUNDS_VOUCHER_H
#define FUNDS_VOUCHER_H

#include "base/arena.h"
#include "base/calendar.h"
#include "games/ruling.h"
#include "rulebook/house_file.h"

#include <stdint.h>

enum { VOUCHER_COUNT_MAX = 1000, VOUCHER_OWN_MAX = 2 };

struct voucher_cost {
    struct text name; /* of one of them: "hotel night" */
    bool covered;     /* otherwise it is the winner's */
    const char *clause;
    int64_t most; /* that it pays for; RANGE_NO_END: any number */
    bool ends;    /* it pays only so long after it was won: */
    struct duration length;
    const char *limit_clause; /* of either */
};

struct voucher_terms {
    struct text name;
    const char *document; /* cited where it is silent */
    const struct voucher_cost *costs;
    unsigned cost_count;
    bool whole_only; /* it does not pay a part of a cost */
    const char *costs_clause, *beyond_clause, *unspent_clause, *cancelled_clause;
};

/* All of an offer. */
struct voucher_book {
    const struct voucher_terms *vouchers;
    unsigned count;
};

MUST_USE enum status vouchers_compile(const struct offer *offer, struct arena *arena,
                                      struct voucher_book *book);

/* NULL if no voucher is called so. */
const struct voucher_terms *voucher_called(const struct voucher_book *book, struct text name);

/* A bill that somebody brings. */
struct voucher_bill {
    struct text cost;   /* what it is for */
    uint32_t count;     /* how many of them, at most VOUCHER_COUNT_MAX */
    int64_t each_cents; /* what one costs, above zero, at most VALUE_CENTS_MAX */
    int64_t left_cents; /* of the voucher */
    int64_t used;       /* for how many of the kind it has paid before */
    struct instant won, now;
    const struct zone *zone; /* of the house, by whose days time is counted */
};

/* What the winner pays of it, and why. */
struct voucher_own {
    int64_t cents;
    const char *clause;
};

struct voucher_payment {
    struct text cost;   /* as the document names it */
    int64_t cents;      /* by the voucher, above zero */
    uint32_t count;     /* for how many of them it pays, the last perhaps in part */
    const char *clause; /* by which it does */
    unsigned own_count;
    struct voucher_own own[VOUCHER_OWN_MAX]; /* beyond the limit of the kind; beyond what was left */
};

/* Refused where it pays nothing at all. */
struct ruling voucher_redeem(const struct voucher_terms *terms, const struct voucher_bill *bill,
                             struct voucher_payment *payment);

/* The winner asks for the rest in money, perhaps because the event is cancelled. This is always refused. */
struct ruling voucher_unspent(const struct voucher_terms *terms, int64_t left_cents, bool cancelled);

#endif
