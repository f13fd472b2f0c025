/*
 * Awards: from the charts, prizes and payout structures of an offer to the drafts of funds.h.
 *
 *      row A3 ─────────┐                          ┌── award_round()  ── hits of one round, each with its holders
 *                      ├──> struct prize ─────────┤
 *      "table share" ──┘    money, pool, things   └── award_shares() ── one prize, divided by the payout structure
 *
 * A prize is what the offer posts, else what the document fixes, with multiples of other prizes worked out. Money and parts
 * of pools are drafted here; things (tickets, points, an entry, a spin, a voucher) are no money of the funds, and whoever
 * asks for the prize hands them out.
 *
 * Invariants
 *  W1  A prize is fixed: one amount, one percentage, one number of things.
 *  W2  Of one round the fixed prizes are drafted first, in the order of the hits, then what a multiplier adds, then envy,
 *      and then the pools in the order of the terms.
 *  W3  What the holders, the envied and the persons of shares are told they are awarded is what the draft moves to `held`.
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
    int64_t count;    /* of a thing that is named and not counted: 1 */
    int64_t cents;    /* of things: 0 where nothing is said */
};

struct prize {
    struct text row;    /* "A3"; empty if it is for no row */
    struct text name;   /* of the row, or of the prize: "table share", "prize" */
    struct text clause; /* that sets it */
    int64_t envy_cents; /* what each of the others wins; 0: nothing */
    unsigned places;    /* that win the whole prize each, though equals share it; 0: one */
    unsigned part_count;
    struct prize_part parts[AWARD_PARTS_MAX]; /* all of them are awarded */
};

/* What a row of the charts in force wins. STATUS_INVALID if the offer posts no prize for it or it is paid by odds. */
MUST_USE enum status award_prize_of_row(const struct offer *offer, const struct rulebook_row *row,
                                        struct prize *prize, struct fault *fault);

/* A prize that is not for a hand alone: one of `paying/prizes` by its name, or "prize", the one prize of the activity. */
MUST_USE enum status award_prize_named(const struct offer *offer, struct text name, struct prize *prize,
                                       struct fault *fault);

/* Whether they are the same prize of the same row, to the cent. */
bool prize_equal(const struct prize *one, const struct prize *other);

/* The points of it. */
int64_t prize_points(const struct prize *prize);

/* Whether any of it is money or a part of a pool. */
bool prize_has_money(const struct prize *prize);

/* Whether prizes may be paid so many times: once always, otherwise as often as the house posts for its multiplier, of which
 * `clause` tells; empty if the document has none. */
bool award_multiple_is_posted(const struct offer *offer, unsigned multiple, struct text *clause);

/* Whether the multiplier holds at the table; otherwise `clause` tells that the house may limit it. */
bool award_multiple_holds_at(const struct offer *offer, const struct house_table *table, struct text *clause);

/* How often prizes of this time are paid by a multiplier for which the house posts hours: once outside of them. Without such
 * hours false, and a multiplier holds where it is announced. */
bool award_multiple_by_hours(const struct offer *offer, const struct local_time *at, unsigned *multiple,
                             struct text *clause);

/* ------------------------------------------------------------------------------------------ rounds */

/* Somebody wins a prize. */
struct award_hit {
    struct prize prize;
    unsigned holders;        /* on hands of their own */
    unsigned dealer_holders; /* with a fee on the player-dealer's hand */
    unsigned envied;         /* who win the envy of the prize */
    unsigned others;         /* with whom its holders share it, who have theirs by another posting */
    unsigned hand_count;
    bool guaranteed; /* it is one of those that the house guarantees, and in a time when it does */
    bool raised;     /* out: the guarantee is awarded in place of the prize and its things */
    struct hand_payers
        *hands; /* of the holders, where payers of one hand share its part of a pool; or NULL */

    int64_t each_cents;        /* out: what each of the holders is awarded, beside what `hands` say */
    int64_t odd_cents;         /* out: what is awarded beyond that, chip by chip to the first of them */
    int64_t dealer_each_cents; /* out */
    int64_t envied_each_cents; /* out */

    /* out: what of each_cents and dealer_each_cents is of each pool, whoever covers it; `hands` say the same of theirs */
    int64_t of_pools[TERMS_POOLS_MAX], dealer_of_pools[TERMS_POOLS_MAX];
};

/*
 * All hits of one round, which are settled together; fixed prizes are paid `multiple` times. Pools are `taken` for so much,
 * in the order of the terms, or for what they hold if it is NULL.
 *
 * A guaranteed prize that is worth less than the guarantee, so many times, is raised to it: the fund pays the guarantee as
 * a fixed prize in place of the whole prize. Things are worth what is declared of them; those of which nothing is
 * declared are never replaced. A part of a pool is not guaranteed.
 *
 * STATUS_INVALID with words for what cannot be: nobody holds a hit, a pool that the activity does not have, envy or a
 * multiple that no prize has, a guarantee that the offer does not give; STATUS_RANGE and STATUS_NO_SPACE for more than
 * the limits.
 */
MUST_USE enum status award_round(struct draft *draft, const struct funds *funds,
                                 const struct pool_taken *taken, struct award_hit *hits, unsigned count,
                                 unsigned multiple, struct fault *fault);

/* ------------------------------------------------------------------------------------------ shares */

/* A prize that is divided: the shares of the set in force, whose `persons`, `wagers` and those who may not win the caller
 * fills in. */
struct award_shares {
    const struct pool_terms *pool;  /* the whole of it is won; NULL: a fixed prize */
    const struct pool_taken *taken; /* what it is taken for; NULL: what it holds */
    int64_t cents;                  /* of a fixed prize */
    unsigned count;
    struct text names[TERMS_PARTS_MAX]; /* "losing hand", "table" */
    struct structure_share shares[TERMS_PARTS_MAX];
};

/*
 * The set of the payout structure in force for a prize, or for the first pool of the activity if it is NULL, when the hand
 * ended so. Without payout structures, where bettors on one hand share by their wagers, the prize is one share of the
 * player. STATUS_INVALID if there is none, or the prize is neither one amount nor a whole pool.
 */
MUST_USE enum status award_shares_of(const struct offer *offer, const struct terms *terms,
                                     const struct prize *prize, enum hand_outcome outcome,
                                     struct award_shares *shares, struct fault *fault);

/* So many hands have an even part of the prize each, which is then divided. */
void award_split_between(struct award_shares *shares, unsigned hands);

/* Drafts the prize, a pool `multiple` times, and fills in what each person of each share is awarded. A prize that nobody may
 * share is not won: pool and fund stay as they are. */
MUST_USE enum status award_shares(struct draft *draft, const struct funds *funds, struct award_shares *shares,
                                  unsigned multiple, struct fault *fault);

#endif
