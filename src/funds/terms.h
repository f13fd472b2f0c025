/*
 * The money terms of one offer: what its document and postings say about fees, pools, funds, advances and prizes, as
 * numbers and account numbers. The house decides by these and never reads a document while it runs.
 *
 * Every term keeps the clause that it comes from, so that a posting can cite it.
 *
 * Invariants
 *  T1  Amounts are fixed and within what was approved: `cardroom check` has found no error in the offer.
 *  T2  The parts of the fee make the fee.
 *  T3  Every account named exists in the ledger that the terms were compiled against.
 *
 * Ownership: arrays are in the arena; texts are those of the rulebook and the offer, which outlive the terms.
 */
#ifndef FUNDS_TERMS_H
#define FUNDS_TERMS_H

#include "base/arena.h"
#include "funds/ledger.h"
#include "rulebook/house_file.h"

enum { TERMS_PARTS_MAX = 8, TERMS_POOLS_MAX = 8, TERMS_FUNDS_MAX = 8, TERMS_RATES_MAX = 64 };

/* An amount and the clause that sets it; no clause: nothing is said. */
struct term {
    int64_t cents;
    struct text clause;
};

bool term_is_set(const struct term *term);

struct fee_part {
    account_id to;
    struct term amount;
};

/* The fee at tables of these games with such limits. */
struct fee_rate {
    struct text games; /* joined by commas; empty: all games of the activity */
    struct value limits;
    struct term table, player,
        player_dealer; /* from the whole table, from each player position, from that of the bank */
};

struct fee_terms {
    struct term amount; /* of one fee; not set where it is by rates */
    unsigned part_count;
    struct fee_part parts[TERMS_PARTS_MAX]; /* T2; a single one is the whole fee, whatever its rate */
    unsigned rate_count;
    const struct fee_rate *rates;
    bool
        waits; /* what is for the fund stays in the box until the pools had the increases of the day out of it */
};

/* Whether the house may raise a pool above what it holds. */
enum pool_raise { RAISE_NO, RAISE_IF_HELD, RAISE_COVERED };

/* What fees are expected to bring in a day; without a clause nothing is. */
struct growth {
    int64_t least, most;
    struct text clause;
};

struct pool_terms {
    struct text name;
    account_id account;
    struct term seed, reseed, cap, increase, top_up; /* the increase of a day */
    struct term not_won;      /* the increase each time somebody plays for it and does not win it */
    bool increase_from_box;   /* fees of the day pay it, and the fund what they lack */
    bool increases_at;        /* a time of day, which the house posts */
    bool counts_every_day;    /* also those on which it is not posted */
    uint16_t increase_minute; /* of the day */
    struct term daily_growth; /* what fees bring it in a day at least; the fund fills up what they do not */
    struct growth growth;
    struct text seed_repaid; /* the clause by which the first seed is repaid; empty: it is a gift */
    account_id seed_repaid_from, reseed_from, increase_from; /* the funds, as its keys name them */
    bool pays_fixed_prizes;
    bool promised;        /* it holds no money: the fund pays what the meter shows */
    unsigned fee_percent; /* the part of each fee that a promised pool grows by, in hundredths */
    struct text fee_clause;
    enum pool_raise raise;
    struct text raise_clause;
    struct text kept_clause; /* by which nothing but an award lowers it; empty: it may be lowered by hand */
};

/* A fund that pays or repays. */
struct fund_terms {
    struct text name;
    account_id account;
    struct term minimum; /* what it must keep when it repays; nothing: it may repay its last cent */
};

/* What a fund can be for, in the words of `funds/pays`. */
enum fund_use {
    FUND_PAYS_RESEEDS,
    FUND_PAYS_FIXED_PRIZES,
    FUND_PAYS_PROGRESSIVE_PRIZES,
    FUND_PAYS_INCREASES,
    FUND_PAYS_ADMINISTRATION,
    FUND_PAYS_MULTIPLIED,
    FUND_PAYS_ODD_CHIPS,
    FUND_PAYS_ADVANCES,
    FUND_PAYS_ENVY,
    FUND_USES
};

/* What a lack of money can be for; bits of a set. */
enum lack {
    LACK_SEED = 1 << 0,
    LACK_RESEED = 1 << 1,
    LACK_INCREASE = 1 << 2,
    LACK_FIXED_PRIZE = 1 << 3,
    LACK_PROGRESSIVE_PRIZE = 1 << 4,
    LACK_ODD_CHIPS = 1 << 5,
    LACK_MULTIPLIED = 1 << 6,
};

enum { LACKS = 7 };

struct advance_terms {
    unsigned into_fund;           /* lacks that the house puts into the fund, which then pays the whole */
    struct text into_fund_clause; /* by which it does */
    unsigned repaid;              /* lacks whose cover is an advance that a fund repays */
    struct text clauses[LACKS];   /* by which each of them is repaid, from the lowest bit on */
    bool together;                /* they are one balance, repaid at once; otherwise the oldest first */
    struct text clause; /* of the repayment, where no other is said; also of several lacks together */
};

/* Who bears what rounding up adds: the house, which the fund repays, or the fund. */
struct odd_chips {
    bool advanced;
    struct text clause;
};

/* Hits of what a document may say it for in clauses of their own. */
enum odd_chips_of { ODD_CHIPS_OF_WHOLE, ODD_CHIPS_OF_PART, ODD_CHIPS_OF_BOTH, ODD_CHIPS_CASES };

enum shared_prize { SHARED_SPLIT_EVENLY, SHARED_EACH_IN_FULL };

/* What becomes of the part of a person who may not win. */
enum ineligible_part { INELIGIBLE_STAYS, INELIGIBLE_TO_OTHERS, INELIGIBLE_STAYS_OF_A_HAND };

/* Fixed prizes of `least` to `most` are divided among those who win them; without a clause none is. */
struct divided_prizes {
    int64_t least, most;
    struct text clause;
};

struct terms {
    struct text activity;
    account_id patrons, box, held;
    account_id fund; /* behind what no key names a fund for: the first, another activity's or the house's */
    unsigned fund_count;                      /* none: the house pays all of it */
    struct fund_terms funds[TERMS_FUNDS_MAX]; /* those of the document first, then others that it names */
    account_id pays[FUND_USES];               /* the fund for each use: the first that pays it, or `fund` */
    account_id multiplied_from, administration_from;
    account_id repaid_from[LACKS]; /* the fund that repays an advance for each lack, from the lowest bit on */
    account_id winners, house, administration, promised;
    account_id trays;     /* what dealers' trays are owed; ACCOUNT_NONE: nothing is paid from them */
    account_id unclaimed; /* where a prize that nobody claimed goes; ACCOUNT_NONE: nothing is said */
    struct fee_terms fee;
    struct growth fund_growth;
    unsigned pool_count;
    struct pool_terms pools[TERMS_POOLS_MAX];
    struct advance_terms advances;
    struct term administration_fee; /* for a table and completed hour */
    enum shared_prize shared_prize;
    bool
        payers_share; /* several with a fee on one hand have the part of the hand together; otherwise one each */
    struct text shared_clause, multiplied_clause, envy_clause;
    struct divided_prizes divided;
    enum ineligible_part ineligible_part;
    bool decided_at_deal; /* a hand is of the hours in which it is dealt; otherwise claimed */
    bool
        pools_when_decided; /* a part of a pool is one of what it showed then; otherwise of what it holds when authorised */
    bool
        pools_at_period_end; /* hands wait for the end of a period, and a part of a pool is one of what it showed then */
    bool nobody_to_hands; /* a part of the table that nobody is there to take; otherwise it stays */
    bool hands_in_full; /* own hands and the player-dealer's each win the whole prize; otherwise half of it */
    struct text hands_clause;
    struct term guarantee;  /* what a prize that the house guarantees is raised to */
    bool shares_rounded_up; /* to the chip; otherwise down to the cent */
    bool odd_chips_in_turn; /* a divided prize is paid whole, in chips: the first winners have one more */
    struct odd_chips odd_chips;
    struct odd_chips
        odd_chips_of[ODD_CHIPS_CASES]; /* of a pool: of the whole, of a part, of both in one round */
    int64_t chip_cents;
};

/* Opens the accounts of the offer in the ledger and compiles its terms. STATUS_INVALID with words if the offer cannot run:
 * a fund that it names is not there. */
MUST_USE enum status terms_compile(const struct offer *offer, struct ledger *ledger, struct terms *terms,
                                   struct fault *fault);

/* Whether hands are settled at the end of a period: those of a board, or all hits of it. */
bool terms_by_period(const struct offer *offer);

/* What of these is said of advances, which needs no ledger. */
struct advance_terms terms_advances(const struct offer *offer);

/* What is said of odd chips: in general, or of the share of this name. */
struct odd_chips terms_odd_chips(const struct offer *offer, struct text name);

/* The clause by which an advance for this lack is repaid, and the fund that repays it. */
struct text terms_repaid_by(const struct terms *terms, enum lack lack);
account_id terms_repaid_from(const struct terms *terms, enum lack lack);

/* What the document says that a fund of this name is to hold at least, which needs no ledger. */
struct term terms_minimum(const struct offer *offer, struct text fund);

/* NULL if the account is no fund of these terms. */
const struct fund_terms *terms_fund(const struct terms *terms, account_id account);

/* NULL if there is none of this name. */
const struct pool_terms *terms_pool(const struct terms *terms, struct text name);

/* The pool that pays the fixed prizes of the charts; NULL if the fund does. */
const struct pool_terms *terms_pool_of_fixed_prizes(const struct terms *terms);

/* The rate at such a table; NULL if there is none. */
const struct fee_rate *terms_rate(const struct terms *terms, const struct game_name *game,
                                  const struct value *limits);

/* What one fee of so much brings the pool while it is below its cap; 0 if fees do not reach it. */
int64_t terms_contribution(const struct terms *terms, const struct pool_terms *pool, int64_t fee_cents);

#endif
