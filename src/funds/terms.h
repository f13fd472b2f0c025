/*
 * The money terms of one offer: what its document and movements say about fees, pools, funds, advances and prizes, compiled to
 * amounts and account numbers. The house decides by these terms and does not read documents while it runs.
 *
 * Every term keeps the clause that it comes from, so that a movement can cite it.
 *
 * Invariants
 *  T1  Amounts are fixed and within what was approved: `cardroom check` has found no error in the offer.
 *  T2  The parts of the fee make the fee.
 *  T3  Every account named exists in the ledger that the terms were compiled against.
 *  T4  Overflow that goes from pool to pool ends in an account that is not a pool of the activity.
 *
 * Ownership: arrays are in the arena; texts are those of the rulebook and the offer, which outlive the terms.
 */
#ifndef FUNDS_TERMS_H
#define FUNDS_TERMS_H

#include "base/arena.h"
#include "funds/ledger.h"
#include "rulebook/house_file.h"

enum { TERMS_PARTS_MAX = 8, TERMS_POOLS_MAX = 8, TERMS_FUNDS_MAX = 8, TERMS_RATES_MAX = 64 };

/* An amount and the clause that sets it; without a clause the document sets none. */
struct term {
    int64_t cents;
    struct text clause;
};

bool term_is_set(const struct term *term);

struct fee_part {
    account_id to;
    struct term amount;
};

/* The fee at tables with these games and limits. */
struct fee_rate {
    struct text games; /* joined by commas; empty: all games of the activity */
    struct value limits;
    struct term table, player,
        player_dealer; /* from the whole table, from each player position, from the bank */
};

struct fee_terms {
    struct term amount; /* of one fee; not set if the fee depends on rates */
    unsigned part_count;
    struct fee_part parts[TERMS_PARTS_MAX]; /* T2; a single part is the whole fee at every rate */
    unsigned rate_count;
    const struct fee_rate *rates;
    bool waits; /* the part of the fund for daily increases stays in the box until the box has paid them */
};

/* Whether the house may raise a pool above what it holds. */
enum pool_raise { RAISE_NO, RAISE_IF_HELD, RAISE_COVERED };

/* What fees are expected to bring in a day; without a clause nothing is expected. */
struct growth {
    int64_t least, most;
    struct text clause;
};

struct pool_terms {
    struct text name;
    account_id account;
    struct term seed, reseed, cap, increase, top_up; /* the increase of a day */
    struct term not_won;      /* the increase each time a player plays for it and does not win */
    bool increase_from_box;   /* the fees of the day pay it; the fund pays what they lack */
    bool increases_at;        /* at a time of day that the house posts */
    bool counts_every_day;    /* also the days on which it is not posted */
    uint16_t increase_minute; /* of the day */
    struct term daily_growth; /* the least that it grows in a day; a fund pays what fees do not bring */
    struct growth growth;
    struct text seed_repaid; /* the clause that has the first seed repaid; empty: it is not repaid */
    /* The funds for the pool. `growth_from` pays the daily growth, `overflow_to` takes fees beyond the cap. */
    account_id seed_repaid_from, reseed_from, increase_from, growth_from, overflow_to;
    bool pays_fixed_prizes;
    bool promised;        /* it holds no money: the fund pays what the meter shows */
    unsigned fee_percent; /* the percentage of each fee by which a promised pool grows, in hundredths */
    struct text fee_clause;
    enum pool_raise raise;
    struct text raise_clause;
    struct text kept_clause; /* allows only an award to lower it; empty: an adjustment may lower it */
};

/* A fund that pays or repays. */
struct fund_terms {
    struct text name;
    account_id account;
    struct term minimum;  /* what it must keep when it repays; not set: it may repay all it holds */
    struct growth growth; /* of a fund of the document */
};

/* The uses of a fund, in the words of `funds/pays`. */
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

/* The payments for which money can be lacking; bits of a set. */
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
    unsigned into_fund; /* lacks that the house pays into the fund, which then pays the whole amount */
    struct text into_fund_clause; /* the clause that says so */
    unsigned repaid;              /* lacks whose cover is an advance that a fund repays */
    struct text clauses[LACKS];   /* the clause of the repayment for each lack, from the lowest bit on */
    bool together;                /* all are repaid at once; otherwise the oldest first */
    struct text clause;           /* of the repayment, if the lack has none, and of several lacks together */
};

/* Who pays what rounding up adds: the house, as an advance, or the fund. */
struct odd_chips {
    bool advanced;
    struct text clause;
};

/* The hits for which a document may have a clause of its own about odd chips. */
enum odd_chips_of { ODD_CHIPS_OF_WHOLE, ODD_CHIPS_OF_PART, ODD_CHIPS_OF_BOTH, ODD_CHIPS_CASES };

enum shared_prize { SHARED_SPLIT_EVENLY, SHARED_EACH_IN_FULL };

/* What happens to the part of a person who may not win. */
enum ineligible_part {
    INELIGIBLE_STAYS,
    INELIGIBLE_TO_OTHERS,
    INELIGIBLE_STAYS_OF_A_HAND,
    INELIGIBLE_OF_TABLE_TO_OTHERS /* they are not counted at all: bay101 S14 */
};

/* Fixed prizes of `least` to `most` are divided among their winners; without a clause none is divided. */
struct divided_prizes {
    int64_t least, most;
    struct text clause;
};

struct terms {
    struct text activity;
    account_id patrons, box, held;
    account_id fund;     /* used where no key names a fund: the first, another activity's or the house's */
    unsigned fund_count; /* 0: the house pays everything */
    struct fund_terms
        funds[TERMS_FUNDS_MAX]; /* the funds of the document first, then other funds that it names */
    account_id pays[FUND_USES]; /* the fund for each use: the first that pays for it, or `fund` */
    account_id multiplied_from, administration_from;
    account_id repaid_from[LACKS]; /* the fund that repays an advance for each lack, from the lowest bit on */
    account_id
        repaid_otherwise; /* the fund that repays an advance of a fund that the document no longer has */
    account_id winners, house, administration, promised;
    account_id trays;     /* amounts owed to dealers' trays; ACCOUNT_NONE: trays pay nothing */
    account_id unclaimed; /* receives unclaimed prizes */
    struct fee_terms fee;
    unsigned pool_count;
    struct pool_terms pools[TERMS_POOLS_MAX];
    struct advance_terms advances;
    struct term administration_fee; /* for each completed hour of a table */
    enum shared_prize shared_prize;
    bool payers_share; /* players with a fee on the same hand share one part; otherwise each gets one */
    struct text shared_clause, multiplied_clause, envy_clause;
    struct divided_prizes divided;
    enum ineligible_part ineligible_part;
    bool decided_at_deal; /* the deal decides to which hours a hand belongs; otherwise the claim does */
    bool
        pools_when_decided; /* a pool is won for what it showed at that moment; otherwise for what it holds when the award is authorised */
    bool
        pools_at_period_end; /* hands wait for the end of a period, and a pool is won for what it showed at that end */
    bool
        pools_in_turn; /* a pool that another table has won since is won for what it holds; otherwise for what it showed */
    bool nobody_to_hands; /* a table share without players goes to the hands; otherwise it is not paid */
    bool hands_in_full; /* own hands and the player-dealer's each win the whole prize; otherwise half of it */
    struct text hands_clause;
    struct term guarantee;  /* a guaranteed prize is raised to this amount */
    bool shares_rounded_up; /* up to the chip; otherwise down to the cent */
    bool odd_chips_in_turn; /* a divided prize is paid in whole chips: the first winners get one more */
    struct odd_chips odd_chips;
    struct odd_chips
        odd_chips_of[ODD_CHIPS_CASES]; /* for hits on the whole pool, on a part, on both in one round */
    int64_t chip_cents;
};

/* Opens the accounts of the offer in the ledger and compiles its terms. STATUS_INVALID with words if the offer cannot run, for
 * example because it names a fund that does not exist. */
MUST_USE enum status terms_compile(const struct offer *offer, struct ledger *ledger, struct terms *terms,
                                   struct fault *fault);

/* Whether hands are settled at the end of a period, either those of a board or all hits of the period. */
bool terms_by_period(const struct offer *offer);

/* The terms about advances alone, which need no ledger. */
struct advance_terms terms_advances(const struct offer *offer);

/* The terms about odd chips: those of the share with this name, or the general ones. */
struct odd_chips terms_odd_chips(const struct offer *offer, struct text name);

/* The clause by which an advance for this lack is repaid, and the fund that repays it. */
struct text terms_repaid_by(const struct terms *terms, enum lack lack);
account_id terms_repaid_from(const struct terms *terms, enum lack lack);

/* The minimum of the fund with this name, which needs no ledger. */
struct term terms_minimum(const struct offer *offer, struct text fund);

/* NULL if the account is not a fund of these terms. */
const struct fund_terms *terms_fund(const struct terms *terms, account_id account);

/* NULL if there is no pool with this name, or with this account. */
const struct pool_terms *terms_pool(const struct terms *terms, struct text name);
const struct pool_terms *terms_pool_of_account(const struct terms *terms, account_id account);

/* The reserve of the offer: the fund that reseeds its first pool; without pools, its first fund. */
account_id terms_reserve(const struct terms *terms);

/* The pool that pays the fixed prizes of the charts; NULL if the fund does. */
const struct pool_terms *terms_pool_of_fixed_prizes(const struct terms *terms);

/* The rate at a table with this game and these limits; NULL if there is none. */
const struct fee_rate *terms_rate(const struct terms *terms, const struct game_name *game,
                                  const struct value *limits);

/* The part of one fee that goes to the pool while the pool is below its cap; 0 if fees do not go to it. */
int64_t terms_contribution(const struct terms *terms, const struct pool_terms *pool, int64_t fee_cents);

#endif
