/*
 * Awards: from the charts, prizes and payout structures of an offer to the drafts of funds.h.
 *
 *      row A3 ─────────┐                          ┌── award_round()  ── hits of one round, each with its holders
 *                      ├──> struct prize ─────────┤
 *      "table share" ──┘    money, pool, things   └── award_shares() ── one prize, divided by the payout structure
 *
 * The offer posts the prize; otherwise the document fixes it. Prizes that are multiples of other prizes are computed. Money and
 * parts of pools are drafted here. Things (tickets, points, an entry, a spin, a voucher) are not money of the funds; the caller
 * hands them out.
 *
 * Invariants
 *  W1  A prize is fixed: one amount, one percentage, one number of things.
 *  W2  The fixed prizes of a round are drafted first, in the order of the hits; then what a multiplier adds; then envy; then the
 *      pools in the order of the terms.
 *  W3  The sum of the awards of the holders, the envied and the persons of shares is what the draft moves to `held`.
 *
 * Ownership: texts are those of the rulebook and the offer, which outlive the prize. Failures are faults with words and
 * without a place; after one the draft must not be applied.
 */
#ifndef FUNDS_AWARD_H
#define FUNDS_AWARD_H

#include "funds/eligibility.h"
#include "funds/funds.h"

enum { AWARD_HITS_MAX = 32, AWARD_MULTIPLE_MAX = 100 };

/* ------------------------------------------------------------------------------------------ prizes */

enum prize_kind {
    PRIZE_MONEY, /* `cents` */
    PRIZE_POOL,  /* `percent` of the pool `name` */
    PRIZE_THING, /* `count` of `name`, worth `cents` together */
};

struct prize_part {
    enum prize_kind kind;
    struct text name; /* "prize pool"; "tickets", "entry", "free play", "travel voucher" */
    unsigned percent; /* in hundredths: 10000 is the whole pool */
    int64_t count;    /* 1 for a thing without a number */
    int64_t cents;    /* of things: 0 if the document gives no value */
};

struct prize {
    struct text row;    /* "A3"; empty if the prize is not for a row */
    struct text name;   /* of the row, or of the prize: "table share", "prize" */
    struct text clause; /* that sets it */
    int64_t envy_cents; /* what each of the others wins; 0: nothing */
    unsigned places;    /* that each win the whole prize; equal hands share a place; 0: one place */
    unsigned part_count;
    struct prize_part parts[AWARD_PARTS_MAX]; /* all parts are awarded */
};

/* The prize of a row of the charts in force. STATUS_INVALID if the offer posts no prize for it, or pays it by odds. */
MUST_USE enum status award_prize_of_row(const struct offer *offer, const struct rulebook_row *row,
                                        struct prize *prize, struct fault *fault);

/* A prize that is not for a row: one of `paying/prizes` by its name, or "prize", the one prize of the activity. */
MUST_USE enum status award_prize_named(const struct offer *offer, struct text name, struct prize *prize,
                                       struct fault *fault);

/* Whether both are the same prize of the same row, to the cent. */
bool prize_equal(const struct prize *one, const struct prize *other);

/* The number of points in the prize. */
int64_t prize_points(const struct prize *prize);

/* Whether any of it is money or a part of a pool. */
bool prize_has_money(const struct prize *prize);

/* Whether prizes may be paid `multiple` times: once is always allowed, more if the house posts such a multiplier. `clause` is the one
 * of the multiplier; empty if the document has none. */
bool award_multiple_is_posted(const struct offer *offer, unsigned multiple, struct text *clause);

/* Whether the multiplier applies at the table. If not, `clause` is the one by which the house may limit it. */
bool award_multiple_holds_at(const struct offer *offer, const struct house_table *table, struct text *clause);

/* The multiplier at this time, if the house posts hours for it; 1 outside these hours. False if there are no such hours; a multiplier
 * then applies when it is announced. */
bool award_multiple_by_hours(const struct offer *offer, const struct local_time *at, unsigned *multiple,
                             struct text *clause);

/* ------------------------------------------------------------------------------------------ rounds */

/* One prize of a round and its winners. */
struct award_hit {
    struct prize prize;
    unsigned holders;        /* on hands of their own */
    unsigned dealer_holders; /* with a fee on the player-dealer's hand */
    unsigned envied;         /* players who win the envy of the prize */
    unsigned others;         /* players who share the prize but are paid by another posting of the offer */
    unsigned hand_count;
    bool guaranteed;           /* the house guarantees this prize at this time */
    bool raised;               /* out: the guarantee replaces the prize and its things */
    struct hand_payers *hands; /* of the holders, if payers of one hand share its part of a pool; or NULL */

    int64_t each_cents;        /* out: the award of each holder, without what is in `hands` */
    int64_t odd_cents;         /* out: what is awarded beyond that, one chip each to the first holders */
    int64_t dealer_each_cents; /* out */
    int64_t envied_each_cents; /* out */

    /* out: the parts of each_cents and dealer_each_cents that come from each pool, whoever covers them; `hands` have their own */
    int64_t of_pools[TERMS_POOLS_MAX], dealer_of_pools[TERMS_POOLS_MAX];
};

/*
 * Settles all hits of one round together. Fixed prizes are paid `multiple` times. Pools are won for the amounts in `taken`, in the
 * order of the terms, or for what they hold if it is NULL.
 *
 * A guaranteed prize that is worth less than the guarantee, with its money paid `multiple` times, is raised to the guarantee: the
 * fund pays the guarantee as a fixed prize instead of the whole prize. Things are worth their declared value; things without
 * one are never replaced. A part of a pool is not guaranteed.
 *
 * STATUS_INVALID with words if a hit has no holder, the activity does not have the pool, no prize has the envy or the multiple, or
 * the offer does not give the guarantee. STATUS_RANGE and STATUS_NO_SPACE if a limit is exceeded.
 */
MUST_USE enum status award_round(struct draft *draft, const struct funds *funds,
                                 const struct pool_taken *taken, struct award_hit *hits, unsigned count,
                                 unsigned multiple, struct fault *fault);

/* ------------------------------------------------------------------------------------------ shares */

/* A prize that is divided by the shares of the set in force. The caller fills in `persons`, `wagers` and those who may not win. */
struct award_shares {
    const struct pool_terms *pool;  /* the pool that is won whole; NULL: a fixed prize */
    const struct pool_taken *taken; /* the amount for which it is won; NULL: what it holds */
    int64_t cents;                  /* of a fixed prize */
    unsigned count;
    struct text names[TERMS_PARTS_MAX]; /* "losing hand", "table" */
    struct structure_share shares[TERMS_PARTS_MAX];
};

/*
 * The set of the payout structure that is in force for a prize and an outcome; if `prize` is NULL, for the first pool of the
 * activity. If the offer has no payout structure and bettors on one hand share by their wagers, the prize is one share of the
 * player. STATUS_INVALID if there is no set, or the prize is neither one amount nor a whole pool.
 */
MUST_USE enum status award_shares_of(const struct offer *offer, const struct terms *terms,
                                     const struct prize *prize, enum hand_outcome outcome,
                                     struct award_shares *shares, struct fault *fault);

/* Splits the prize evenly between `hands` hands; the part of each hand is then divided. */
void award_split_between(struct award_shares *shares, unsigned hands);

/* Drafts the prize, a pool `multiple` times, and fills in the award of each person of each share. If no person may share the prize, it
 * is not won, and pool and fund do not change. */
MUST_USE enum status award_shares(struct draft *draft, const struct funds *funds, struct award_shares *shares,
                                  unsigned multiple, struct fault *fault);

#endif
