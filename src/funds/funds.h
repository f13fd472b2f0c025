/*
 * The funds of one activity: what fees, days, hits and lapses do to its money, by its terms.
 *
 * Functions that take a draft (draft.h) add movements to it and change nothing else. They implement the parts `fee`, `pools`,
 * `funds`, `advances`, `administration` and `paying` of the vocabulary for every activity; the offer supplies the numbers.
 *
 *   - Only an award lowers a pool. Fees that would put a pool above its cap go to the fund for its overflow.
 *   - A promised pool is a meter without money. It grows as posted, and the fund pays what the meter shows.
 *   - The house covers what a fund lacks. It pays beside the fund or, where the document says so, it pays into the fund.
 *   - The keys of the document name the fund that pays, the fund that repays and the fund that takes overflow and unclaimed prizes.
 *     Without a key for what is paid it is the first fund that pays for that use, then the first fund.
 *   - Where the document says so, the cover is an advance. The fund repays the oldest advance first, each in full, as soon as it
 *     holds the whole amount, or all advances together as soon as it holds their sum. One event makes one advance. If several
 *     activities share a fund, the oldest advance of all of them is first.
 *   - The administrative fee is taken when the gaming day closes, after everything else, and only from what the fund holds. The
 *     rest stays due; it is never an advance.
 *
 * Invariants
 *  U1  Advances outstanding = covered lacks that are to be repaid - repayments.
 *  U2  The shares awarded are exactly what left pool, fund and house for them.
 */
#ifndef FUNDS_FUNDS_H
#define FUNDS_FUNDS_H

#include "base/calendar.h"
#include "funds/draft.h"
#include "funds/terms.h"
#include "games/ruling.h"

enum { FUNDS_WINNERS_MAX = 1024, FUNDS_BETTORS_MAX = 16 };

struct advance {
    int64_t cents;
    uint64_t made; /* its number in the house; the smaller number is older */
    struct text clause;
    uint32_t award;  /* the award that needed it; 0: none */
    account_id fund; /* that repays it, by the terms when it was made */
};

/* The state of an activity's money that is not in its accounts. */
struct funds {
    const struct terms *terms;
    uint32_t activity; /* its number in drafts */
    struct funds *first,
        *next; /* the activities that share a fund, linked by funds_share(); without others `first` is itself */
    struct advance *advances;   /* a ring buffer in the arena of the ledger; it grows when it is full */
    unsigned advance_room;      /* places of the ring; a power of two, or 0 */
    unsigned advance_first;     /* the place of the oldest */
    unsigned advance_count;     /* outstanding */
    int64_t advanced;           /* their sum */
    int64_t administration_due; /* for completed table hours; not taken yet */
    int64_t contributed[TERMS_POOLS_MAX];      /* the sum of fees of each pool when the day began */
    int64_t fund_contributed[TERMS_FUNDS_MAX]; /* the same for each fund */
};

void funds_init(struct funds *funds, const struct terms *terms, uint32_t activity);

/* funds_have_common(): whether both use the same fund. funds_share(): links the list of `funds` behind the list of `before`; the two
 * lists must be separate. funds_first_with(): the first of the list that uses the fund; NULL: none does. */
bool funds_have_common(const struct funds *funds, const struct funds *other);
void funds_share(struct funds *funds, struct funds *before);
const struct funds *funds_first_with(const struct funds *funds, account_id fund);
int64_t funds_advances(const struct funds *funds); /* the sum outstanding */

/* The outstanding advance number `index`; 0 is the oldest. */
const struct advance *funds_advance(const struct funds *funds, unsigned index);

/* Applies a draft to the ledger and to the advances of this activity. If there is no memory for an advance, it returns the status of
 * the ledger's arena and changes nothing. */
MUST_USE enum status funds_apply(struct funds *funds, const struct draft *draft, struct ledger *ledger);

/* The fund that repays an advance: `fund`, or the one that repays advances if the document no longer has that fund. */
account_id funds_that_repays(const struct funds *funds, account_id fund);

/* Apply a change of the advances from an event. funds_advanced() adds one and copies its clause. funds_repaid() repays the oldest of a
 * fund, each in full; STATUS_INVALID if `cents` is not the sum of such advances. */
MUST_USE enum status funds_advanced(struct funds *funds, const struct advance *advance, struct arena *arena);
MUST_USE enum status funds_repaid(struct funds *funds, account_id fund, int64_t cents);

/* funds_advances_of_award(): what a fund still owes for the advances of an award; backing the award out cancels it.
 * funds_take_back(): cancels `cents` of it, the oldest first, when a prize is reversed; so much must be outstanding. */
int64_t funds_advances_of_award(const struct funds *funds, uint32_t award, account_id fund);
void funds_take_back(struct funds *funds, uint32_t award, account_id fund, int64_t cents);

/* ------------------------------------------------------------------------------------------ what happens */

/* Moves `count` fees of a round from the patrons into the box, and from there to pools and funds. Where the box pays the daily
 * increases, the share of the fund for increases stays in the box until the day closes. */
void funds_fees(struct draft *draft, const struct funds *funds, unsigned count);

/* The same where the fee depends on the limits of the table: the number of hands, and of the positions that pay. */
void funds_fees_by_rate(struct draft *draft, const struct funds *funds, const struct fee_rate *rate,
                        unsigned hands, unsigned players, unsigned player_dealers);

void funds_seed(struct draft *draft, const struct funds *funds, const struct pool_terms *pool);

/* For an activity without pools: the house fills each fund up to its minimum. */
void funds_seed_fund(struct draft *draft, const struct funds *funds);

/* The daily increase of a pool, up to its cap. The fund pays it; where the fees in the box pay it, the fund pays what they lack. */
void funds_increase(struct draft *draft, const struct funds *funds, const struct pool_terms *pool);

/* The increase of a pool after a player played for it and did not win, from the fund, up to its cap. */
void funds_not_won(struct draft *draft, const struct funds *funds, const struct pool_terms *pool);

/* How many times the posted time of the increase came after `after`, until `until`. */
unsigned funds_increases_due(const struct pool_terms *pool, const struct zone *zone, struct instant after,
                             struct instant until);

/*
 * Raises the pool above what it holds. Refused if the document has no raise, if the pool would go above its cap, or if the fund
 * must hold the whole raise and does not.
 */
MUST_USE struct ruling funds_raise(struct draft *draft, const struct funds *funds,
                                   const struct pool_terms *pool, int64_t cents);

/* The close of the day. funds_empty_box() moves the fees that wait in the box to the fund for increases. funds_fill_up_growth() pays
 * from the fund for growth what fees did not bring of a pool's daily growth. funds_begin_day() begins the next day. */
void funds_empty_box(struct draft *draft, const struct funds *funds);
void funds_fill_up_growth(struct draft *draft, const struct funds *funds);
void funds_begin_day(struct funds *funds, const struct ledger *ledger);

/* Fees of the day for a pool or a fund that are outside what is expected. */
struct growth_outside {
    account_id account;
    int64_t brought;
    struct growth expected;
};

/* Checks number `index`: the pools, then the funds. A pool is filled up to the least, so it can only be above the most.
 * False if the fees are as expected, or nothing is expected. */
bool funds_growth_outside(const struct funds *funds, const struct ledger *ledger, unsigned index,
                          struct growth_outside *outside);

/* Whether any of the activities that share a fund owes the house something. */
bool funds_owe(const struct funds *funds);

/* Repays the advances that the funds of the activity can now repay, for all activities that share them, with one movement each. When the
 * draft has no room for another movement, further advances of the same activity and clause are added to the last one; the others
 * are left for the next decision. Returns whether all were repaid. */
bool funds_repay(struct draft *draft, const struct funds *funds);
bool funds_repay_from(struct draft *draft, const struct funds *funds,
                      account_id fund); /* only from this fund */

/* Takes the administrative fee that is due, as far as the fund holds it. Returns the amount taken. */
MUST_USE int64_t funds_administration(struct draft *draft, const struct funds *funds, int64_t due);

/* ------------------------------------------------------------------------------------------ awards */

/* A hand on which several players may have a fee; they share its part. */
struct hand_payers {
    unsigned count;
    int64_t each_cents;                /* out: the award of each is added to it */
    int64_t of_pools[TERMS_POOLS_MAX]; /* for a round: the part of it that comes from each pool */
};

/* Winners of the same part of a pool. */
struct pool_hit {
    unsigned percent;        /* in hundredths: 10000 is the whole pool */
    unsigned winners;        /* on hands of their own */
    unsigned dealer_winners; /* with a fee on the player-dealer's hand */
    unsigned hand_count;
    struct hand_payers *hands; /* the hands of the winners, if they share hands; NULL: each has one */
    struct text clause;
    int64_t each_cents;        /* out: what each of them is awarded */
    int64_t dealer_each_cents; /* out */
};

/*
 * The amount for which a pool is won, where that is what its meter showed when the hand was decided and not what it holds now. Money
 * that came to the meter after that moment is not won and stays there.
 */
struct pool_taken {
    int64_t cents;
    bool spent; /* it was won and restarted since then: the fund pays, and the pool does not change */
};

/*
 * Awards the hits on one pool in one round. Smaller parts are settled first, each as a part of the pool before the round; the
 * whole pool is settled last, on what remains. Hits of the same part share it or are each paid in full, as the terms say,
 * whatever row won it. A shared part is split over the hands first, then over the players with a fee on each hand; each share
 * is rounded once. Where own hands and the player-dealer's hand each win the part in full, the fund pays the one of the
 * player-dealer's hand. After the whole pool is won it is reseeded; otherwise it is topped up to its minimum. The pool is won
 * for `taken`, or for what it holds if that is NULL, and the fund pays what the pool lacks.
 */
void funds_award_pool(struct draft *draft, const struct funds *funds, const struct pool_terms *pool,
                      const struct pool_taken *taken, struct pool_hit *hits, unsigned count);

/* Awards a fixed prize from the fund, to each winner or split among them, as the terms say. Returns what each winner gets. */
int64_t funds_award_fixed(struct draft *draft, const struct funds *funds, int64_t cents, unsigned winners,
                          struct text clause);

/* Awards a fixed prize from a pool to each winner; the fund pays what the pool lacks. After all prizes of the round,
 * funds_refill() fills the pool up to its reseed. */
void funds_award_fixed_from(struct draft *draft, const struct funds *funds, const struct pool_terms *pool,
                            int64_t cents, unsigned winners, struct text clause);
void funds_refill(struct draft *draft, const struct funds *funds, const struct pool_terms *pool);

/* Award from the fund what a multiplier adds to fixed prizes, and envy. */
void funds_award_multiplied(struct draft *draft, const struct funds *funds, int64_t cents);
void funds_award_envy(struct draft *draft, const struct funds *funds, int64_t cents);

/* A share of a payout structure: losing hand, winning hand, table ... */
struct structure_share {
    unsigned percent; /* in hundredths; all of one hand make 10000 */
    unsigned persons; /* who are paid; 0: the part is not paid */
    unsigned
        ineligible;   /* others, who may not win: their parts are not paid or go to the rest, by the terms */
    unsigned vacant;  /* empty seats that count and whose parts are not paid; not with wagers */
    unsigned hands;   /* that split the total evenly first; the same in all shares; 0: one hand */
    unsigned of_hand; /* the hand whose part this divides, from 1; 0: the part of every hand */
    bool holder;      /* the holder of the qualifying hand, who gets the cents that percentages leave */
    bool hand;        /* a share of a hand; otherwise of the table */
    bool room;        /* a share of all tables; it is paid once if several hands win the pool */
    bool
        each_in_full; /* without wagers: each person gets the whole part, one of them from what was set aside */
    int64_t wagers[FUNDS_BETTORS_MAX]; /* of the persons, who share in proportion; all 0: evenly */
    int64_t ineligible_wagers;         /* sum of those who may not win */
    struct text clause;
    struct odd_chips odd;              /* without a clause the terms apply */
    int64_t each_cents;                /* out */
    int64_t odd_cents;                 /* out: beyond the part, by rounding up */
    int64_t awards[FUNDS_BETTORS_MAX]; /* out, by wagers */
};

/* Awards the whole pool, `multiple` times, by a payout structure. The fund pays what exceeds the pool. */
void funds_award_structure(struct draft *draft, const struct funds *funds, const struct pool_terms *pool,
                           const struct pool_taken *taken, unsigned multiple, struct structure_share *shares,
                           unsigned count);

/* Awards a fixed prize from the fund by a payout structure. */
void funds_award_fixed_structure(struct draft *draft, const struct funds *funds, int64_t cents,
                                 struct structure_share *shares, unsigned count);

/* A held prize is paid by the cage (funds_pay), is paid from a dealer's tray, or lapses unclaimed. The tray's chips are the house's, so
 * the tray is owed the amount until the cage repays it (funds_reimburse_tray). */
void funds_pay_from_tray(struct draft *draft, const struct funds *funds, int64_t cents, struct text clause);
void funds_reimburse_tray(struct draft *draft, const struct funds *funds, int64_t cents, struct text clause);
void funds_pay(struct draft *draft, const struct funds *funds, int64_t cents, struct text clause);
void funds_lapse(struct draft *draft, const struct funds *funds, int64_t cents, struct text clause);

/* A voucher pays a cost of the winner. The money comes from the fund, as for a fixed prize. */
void funds_redeem(struct draft *draft, const struct funds *funds, int64_t cents, struct text clause);

#endif
