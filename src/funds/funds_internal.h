/*
 * What the files of the funds share.
 *
 *      funds.c             shared funds, cover for what a fund lacks, payments
 *      funds_advances.c    advances and their repayment
 *      funds_growth.c      fees, seeds, increases, the close of a day
 *      funds_awards.c      prizes from pools, fixed prizes
 *      funds_structures.c  prizes by a payout structure
 */
#ifndef FUNDS_FUNDS_INTERNAL_H
#define FUNDS_FUNDS_INTERNAL_H

#include "funds/funds.h"

static inline int64_t funds_least(int64_t left, int64_t right)
{
    return left < right ? left : right;
}

/* The part of an amount; `percent` is in hundredths. */
int64_t funds_part_of(int64_t cents, unsigned percent, enum money_rounding rounding);

/* ------------------------------------------------------------------------------------------ cover */

/* The house makes an advance that the fund repays by the clause. If one event lacks money for several reasons, it makes one advance,
 * without a clause of its own. funds_lend_for() takes the fund and the clause from the terms. */
void funds_lend(struct draft *draft, const struct funds *funds, account_id fund, int64_t cents,
                struct text clause);
void funds_lend_for(struct draft *draft, const struct funds *funds, enum lack lack, int64_t cents);

/* Moves from the fund what it has, and the rest from the house: into the fund first, where the document says so, so that the
 * fund pays the whole. */
void funds_cover(struct draft *draft, const struct funds *funds, account_id fund, account_id to,
                 int64_t cents, enum movement_reason reason, enum lack lack, struct text clause);

/* Brings an amount onto the meter, out of the fund for it. */
void funds_fill(struct draft *draft, const struct funds *funds, const struct pool_terms *pool, int64_t cents,
                enum movement_reason reason, enum lack lack, struct text clause);

/* ------------------------------------------------------------------------------------------ awards */

/* A pool that is being won. */
struct purse {
    const struct pool_terms *pool;
    int64_t taken; /* what it is taken for */
    int64_t drawn; /* of that, by this award */
    int64_t stays; /* on the meter: what came after it was taken */
    bool spent;    /* the fund pays all of it */
};

/* The pool as it is won for `taken`, or for what it holds if that is NULL. */
struct purse funds_purse_of(const struct draft *draft, const struct pool_terms *pool,
                            const struct pool_taken *taken);

/* What a pool awards leaves its meter; the money is the pool's own or the fund's. The fund pays what the pool lacks. */
void funds_award_from_purse(struct draft *draft, const struct funds *funds, struct purse *purse,
                            int64_t cents, struct text clause);

/* What each of so many persons gets of an amount, by the rounding of the terms. */
int64_t funds_even_share(const struct terms *terms, int64_t cents, unsigned persons);

/* Rounding up costs more than the amount. funds_cover_odd_chips() covers the difference, if there is one. */
void funds_cover_odd_chips(struct draft *draft, const struct funds *funds, const struct odd_chips *odd,
                           int64_t cents);

/* Starts a pool anew after it was won. What is left in it, by rounding or because nobody takes it, belongs to the players: it goes to
 * the fund that reseeds the pool. */
void funds_reseed(struct draft *draft, const struct funds *funds, const struct purse *purse);

#endif
