/*
 * The funds of one activity: what fees, days, hits and lapses do to its money, by its terms.
 *
 * Every function drafts (draft.h) and changes nothing. They are the general behaviour of the parts `fee`, `pools`, `funds`,
 * `advances`, `administration` and `paying` of the vocabulary; which numbers they work with is the offer's.
 *
 *   a pool never falls but by an award; what would carry it over its cap goes to the fund
 *   a promised pool is a meter without money: it grows by what is posted, and the fund pays what it shows
 *   what a fund cannot cover the house covers, beside the fund or, where the document says so, by putting it into the fund
 *   which fund pays and which repays is what the keys of the document name; without them, the first that pays such
 *   where the document says so it is an advance, repaid oldest first, each in full, as soon as the fund holds all of it, or
 *   all together as soon as it holds them all; what one event lacks is one advance; of several activities behind which one
 *   fund stands, the oldest of them all is first
 *   the administrative fee is taken when the gaming day closes, after everything else, only from what the fund holds; what
 *   is not covered stays due, and is never an advance
 *
 * Invariants
 *  U1  Advances outstanding = covered lacks that are to be repaid - repayments.
 *  U2  The shares handed out are what left pool, fund and house for them.
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
    uint64_t made; /* which of the house it was: of two the smaller is the older */
    struct text clause;
    uint32_t award;  /* for which the house made it; 0: for none */
    account_id fund; /* that repays it, by the terms of that time */
};

/* The state of an activity's money beside its accounts. */
struct funds {
    const struct terms *terms;
    uint32_t activity; /* its number in drafts */
    struct funds *first,
        *next; /* those with a fund in common, as funds_share() has them; first is at least itself */
    struct advance *advances;             /* a ring in the arena of the ledger, which grows as it fills */
    unsigned advance_room;                /* places of the ring; a power of two, or 0 */
    unsigned advance_first;               /* the place of the oldest */
    unsigned advance_count;               /* outstanding */
    int64_t advanced;                     /* their sum */
    int64_t administration_due;           /* for completed table hours, and not yet taken */
    int64_t contributed[TERMS_POOLS_MAX]; /* what fees had brought each pool when the day began */
    int64_t fund_contributed;             /* and the fund */
};

void funds_init(struct funds *funds, const struct terms *terms, uint32_t activity);

/* Whether one fund is behind both. Those that share with `funds` then follow the last of those that share with `before`; the two
 * had nobody in common. The first that has a fund; NULL: none of them. */
bool funds_have_common(const struct funds *funds, const struct funds *other);
void funds_share(struct funds *funds, struct funds *before);
const struct funds *funds_first_with(const struct funds *funds, account_id fund);
int64_t funds_advances(const struct funds *funds); /* the sum outstanding */

/* Number `index` of those outstanding, from the oldest, which is 0. */
const struct advance *funds_advance(const struct funds *funds, unsigned index);

/* Applies a draft: the ledger, and the advances of this activity. Nothing is done if there is no memory to remember an
 * advance, as the arena of the ledger says. */
MUST_USE enum status funds_apply(struct funds *funds, const struct draft *draft, struct ledger *ledger);

/* The fund that repays an advance: the one for which it was made, or the first where the document has that no more. */
account_id funds_that_repays(const struct funds *funds, account_id fund);

/* One change of the advances, as an event has it: a new one, whose clause is copied; or the oldest of a fund, each in full, are
 * repaid, and STATUS_INVALID if they are not so much. */
MUST_USE enum status funds_advanced(struct funds *funds, const struct advance *advance, struct arena *arena);
MUST_USE enum status funds_repaid(struct funds *funds, account_id fund, int64_t cents);

/* What a fund still owes of the advances that an award made, which is owed no more if it is backed out. So much of it, the oldest
 * first, goes with a prize; it must be outstanding. */
int64_t funds_advances_of_award(const struct funds *funds, uint32_t award, account_id fund);
void funds_take_back(struct funds *funds, uint32_t award, account_id fund, int64_t cents);

/* ------------------------------------------------------------------------------------------ what happens */

/* So many fees of a round: from the patrons into the box, and from there to pools and funds. Where the increases of the day
 * come out of the box, the part of the fund waits there until the day closes. */
void funds_fees(struct draft *draft, const struct funds *funds, unsigned count);

/* The same where the fee goes by the limits of the table: so many hands with so many positions that pay. */
void funds_fees_by_rate(struct draft *draft, const struct funds *funds, const struct fee_rate *rate,
                        unsigned hands, unsigned players, unsigned player_dealers);

void funds_seed(struct draft *draft, const struct funds *funds, const struct pool_terms *pool);

/* Without pools, which have the seeds: the house fills each fund up to the least that it is to hold. */
void funds_seed_fund(struct draft *draft, const struct funds *funds);

/* The increase of a day, from the fund, or from the fees in the box and the fund for what they lack; cut where the cap is
 * reached. */
void funds_increase(struct draft *draft, const struct funds *funds, const struct pool_terms *pool);

/* Somebody played for the pool and did not win it: what it then grows by, from the fund; cut where the cap is reached. */
void funds_not_won(struct draft *draft, const struct funds *funds, const struct pool_terms *pool);

/* How often the designated time of the increase came after `after`, until `until`. */
unsigned funds_increases_due(const struct pool_terms *pool, const struct zone *zone, struct instant after,
                             struct instant until);

/*
 * A raise of the pool above what it holds. Refused where the document knows none, where the pool would pass its cap, and
 * where the fund must hold all of it and does not.
 */
MUST_USE struct ruling funds_raise(struct draft *draft, const struct funds *funds,
                                   const struct pool_terms *pool, int64_t cents);

/* The day closes: fees that wait in the box go to the fund, and what fees did not bring of a pool's daily growth comes from
 * it. Then the next day begins. */
void funds_empty_box(struct draft *draft, const struct funds *funds);
void funds_fill_up_growth(struct draft *draft, const struct funds *funds);
void funds_begin_day(struct funds *funds, const struct ledger *ledger);

/* What fees brought a pool or the fund since the day began, which is not what a day is expected to bring. */
struct growth_outside {
    account_id account;
    int64_t brought;
    struct growth expected;
};

/* Number `index` of pools, which are filled up to the least and can only have more than the most, and the fund behind them.
 * False if it is as expected, or nothing is. */
bool funds_growth_outside(const struct funds *funds, const struct ledger *ledger, unsigned index,
                          struct growth_outside *outside);

/* Whether those that share a fund owe the house anything. */
bool funds_owe(const struct funds *funds);

/* Advances that a fund of the activity can now repay, of all activities that have it, each by a posting of its own. Where the draft has no
 * room for more of them, the next ones of the same activity and clause are repaid with the last, in one sum; with those of
 * another the next decision goes on. Returns whether these were all. */
bool funds_repay(struct draft *draft, const struct funds *funds);
bool funds_repay_from(struct draft *draft, const struct funds *funds, account_id fund); /* that fund alone */

/* Of the administrative fee that is due so much as the fund holds. Returns what is taken. */
MUST_USE int64_t funds_administration(struct draft *draft, const struct funds *funds, int64_t due);

/* ------------------------------------------------------------------------------------------ awards */

/* A hand on which several may have a fee, who share its part. */
struct hand_payers {
    unsigned count;
    int64_t each_cents;                /* out: what each of them is awarded is added to it */
    int64_t of_pools[TERMS_POOLS_MAX]; /* of a round: which of it is of each pool */
};

/* Winners of the same part of a pool. */
struct pool_hit {
    unsigned percent;        /* in hundredths: 10000 is the whole pool */
    unsigned winners;        /* on hands of their own */
    unsigned dealer_winners; /* with a fee on the player-dealer's hand */
    unsigned hand_count;
    struct hand_payers *hands; /* of the winners, who are then awarded by them; NULL: each has a hand */
    struct text clause;
    int64_t each_cents;        /* out: what each of them is awarded */
    int64_t dealer_each_cents; /* out */
};

/*
 * What a pool is taken for when it is won, where it is not what it holds: what it showed when the hand was decided. What came
 * onto the meter since then is not won and stays there.
 */
struct pool_taken {
    int64_t cents;
    bool spent; /* since then it was won and started anew: the fund pays, and the pool stays as it is */
};

/*
 * Hits on one pool in one round. Smaller parts are settled first, each on the pool as it stood, the whole pool last on what
 * remains; hits of one part share it or are each paid in full, as the terms say, by whatever row they won it. What is shared
 * is split over hands first, and the part of a hand over those who have a fee on it; each share is rounded once. Where own
 * hands and the player-dealer's win a part each in full, the fund pays that of the player-dealer's hand. After the whole
 * pool was won it is reseeded, otherwise topped up to the least it may hold. The fund pays what a pool lacks of what it is
 * taken for; without `taken` it is what it holds.
 */
void funds_award_pool(struct draft *draft, const struct funds *funds, const struct pool_terms *pool,
                      const struct pool_taken *taken, struct pool_hit *hits, unsigned count);

/* A fixed prize to each of the winners or split among them, as the terms say, from the fund. Returns what each gets. */
int64_t funds_award_fixed(struct draft *draft, const struct funds *funds, int64_t cents, unsigned winners,
                          struct text clause);

/* A fixed prize to each of the winners from a pool; the fund pays what the pool lacks. When all prizes of the round are
 * settled, funds_refill() brings the pool back to what it is reseeded with. */
void funds_award_fixed_from(struct draft *draft, const struct funds *funds, const struct pool_terms *pool,
                            int64_t cents, unsigned winners, struct text clause);
void funds_refill(struct draft *draft, const struct funds *funds, const struct pool_terms *pool);

/* What a multiplier adds to fixed prizes, and the envy of others, from the fund. */
void funds_award_multiplied(struct draft *draft, const struct funds *funds, int64_t cents);
void funds_award_envy(struct draft *draft, const struct funds *funds, int64_t cents);

/* A share of a payout structure: losing hand, winning hand, table ... */
struct structure_share {
    unsigned percent;    /* in hundredths; all of one hand make 10000 */
    unsigned persons;    /* who are paid; nobody: the part stays where it is */
    unsigned ineligible; /* beside them, who may not win: their parts stay or go to others, by the terms */
    unsigned vacant;     /* empty seats that have a part all the same, which stays; without wagers */
    unsigned hands;   /* that split the total evenly before each is divided, the same for all; 0: one hand */
    unsigned of_hand; /* whose part it is a share of, from 1; 0: of that of each of them */
    bool holder;      /* of the qualifying hand: has the cents that percentages leave */
    bool hand;        /* of a hand; otherwise of the table */
    bool room;        /* of all tables: when several win one pool it is paid once */
    bool
        each_in_full; /* without wagers: each of the persons has the whole part, and one of them what was set aside */
    int64_t wagers[FUNDS_BETTORS_MAX]; /* of the persons, who share by them; all 0: evenly */
    int64_t ineligible_wagers;         /* of all who may not win, together */
    struct text clause;
    struct odd_chips odd;              /* without a clause: what the terms say */
    int64_t each_cents;                /* out */
    int64_t odd_cents;                 /* out: beyond the part, by rounding up */
    int64_t awards[FUNDS_BETTORS_MAX]; /* out, by wagers */
};

/* The whole pool, `multiple` times, by a payout structure: what is beyond the pool comes from the fund. */
void funds_award_structure(struct draft *draft, const struct funds *funds, const struct pool_terms *pool,
                           const struct pool_taken *taken, unsigned multiple, struct structure_share *shares,
                           unsigned count);

/* A fixed prize by a payout structure, from the fund. */
void funds_award_fixed_structure(struct draft *draft, const struct funds *funds, int64_t cents,
                                 struct structure_share *shares, unsigned count);

/* A held prize that was paid, also out of a dealer's tray, whose chips are the house's and which is then owed it until the cage
 * gives it back; or that nobody claimed. */
void funds_pay_from_tray(struct draft *draft, const struct funds *funds, int64_t cents, struct text clause);
void funds_reimburse_tray(struct draft *draft, const struct funds *funds, int64_t cents, struct text clause);
void funds_pay(struct draft *draft, const struct funds *funds, int64_t cents, struct text clause);
void funds_lapse(struct draft *draft, const struct funds *funds, int64_t cents, struct text clause);

/* A cost of the winner that a voucher pays, from the fund as a fixed prize. */
void funds_redeem(struct draft *draft, const struct funds *funds, int64_t cents, struct text clause);

#endif
