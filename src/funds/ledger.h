/*
 * The money of a house in double entry: accounts, and movements that move cents from one to another.
 *
 *      pot ──$1──> fee box ──$0.11──> pool ──award──> held ──paid──> winners
 *                     └────$0.89──> fund ──reseed──> pool
 *      house ──advance──> pool, fund or held           fund ──repayment──> house
 *      house (chips of a tray) ──paid──> winners       held ──paid──> trays ──reimbursement──> house
 *      house or fund ──redemption of a voucher──> winners
 *
 * A movement has one source and one target, so that debits equal credits by construction. Every movement has a reason and
 * the clause that orders it.
 *
 * Invariants
 *  G1  The balances of all accounts sum to zero.
 *  G2  The balances of boxes, pools, funds, held prizes and trays are never below zero. Those of patrons and of the house may be,
 *      because the house advances what a fund cannot cover. So may the account of promised pools, which is not money.
 *  G3  The balance of an account is what came in less what went out, reason by reason.
 *
 * Ownership: accounts and their names are in the arena. A ledger is changed by ledger_move() alone, which is the only
 * way that money moves (ledger_carry() brings back what has moved); nothing here reads a clock or a file.
 */
#ifndef FUNDS_LEDGER_H
#define FUNDS_LEDGER_H

#include "base/arena.h"
#include "base/money.h"
#include "base/status.h"
#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

enum account_kind {
    ACCOUNT_PATRONS, /* players, pots and player-dealers: outside */
    ACCOUNT_WINNERS, /* what was handed to winners: outside */
    ACCOUNT_HOUSE,   /* the house's own money */
    ACCOUNT_ADMINISTRATION,
    ACCOUNT_BOX,      /* fees between the table and the count */
    ACCOUNT_POOL,     /* a meter that is posted */
    ACCOUNT_FUND,     /* a reserve, or another fund behind the pools */
    ACCOUNT_HELD,     /* awarded and not yet paid */
    ACCOUNT_PROMISED, /* the other side of meters that hold no money: what is posted and a fund will pay */
    ACCOUNT_TRAYS,    /* paid out of dealers' trays and not yet given back to them */
    ACCOUNT_TAXES,    /* tax withheld from prizes, owed to the tax office */
};

/* One byte, so that records hold it as it is. */
enum __attribute__((packed)) movement_reason {
    REASON_FEE,          /* from a patron or pot into the box */
    REASON_CONTRIBUTION, /* from the box to pool or fund */
    REASON_OVERFLOW,     /* what a full pool cannot take, to the fund */
    REASON_SEED,
    REASON_RESEED,
    REASON_TOP_UP, /* back to the least a pool may hold */
    REASON_INCREASE,
    REASON_AWARD,     /* to held */
    REASON_ODD_CHIPS, /* what rounding up to the chip costs */
    REASON_ENVY,
    REASON_MULTIPLIED, /* the part of a prize beyond the posted one */
    REASON_PAYMENT,    /* held to winners */
    REASON_LAPSE,      /* held back to a fund */
    REASON_REPAYMENT,  /* of an advance */
    REASON_ADMINISTRATION,
    REASON_ADJUSTMENT,    /* by hand, with a reason of its own */
    REASON_REIMBURSEMENT, /* to a tray, of what was paid from it */
    REASON_RETURNED_FEE,  /* of a round whose fees are given back: the way it came */
    REASON_WITHHOLDING,   /* held to taxes */
    REASON_REDEMPTION,    /* what a voucher pays for a winner */
    REASONS
};

/* Accounts are numbered from 0 in the order of opening. */
typedef uint32_t account_id;
enum { ACCOUNT_NONE = UINT16_MAX, LEDGER_ACCOUNTS_MAX = 4096 };

/* All movements together, in $: more than a quadrillion. No balance and no sum of balances is larger, so that none overflows. */
#define LEDGER_CENTS_MAX (INT64_MAX / 64)

struct movement {
    account_id from, to;
    enum movement_reason reason;
    int64_t cents;      /* above zero */
    struct text clause; /* "bay101/blazing-7s#49" */
};

struct account {
    enum account_kind kind;
    struct text activity; /* empty for accounts of the house */
    struct text name;     /* "prize pool", "reserve", "fee box" */
    int64_t balance;
    int64_t in[REASONS], out[REASONS]; /* G3 */
};

/* May be read; is changed by the functions below. */
struct ledger {
    struct arena *arena;
    struct account *accounts;
    unsigned count;
    int64_t moved; /* by all movements together; at most LEDGER_CENTS_MAX */
};

MUST_USE enum status ledger_init(struct ledger *ledger, struct arena *arena);

/* Opens an account with nothing on it. STATUS_NO_SPACE beyond LEDGER_ACCOUNTS_MAX, or as the arena says. */
MUST_USE enum status ledger_open(struct ledger *ledger, enum account_kind kind, struct text activity,
                                 struct text name, account_id *id);

/* ACCOUNT_NONE if there is none. */
account_id ledger_find(const struct ledger *ledger, enum account_kind kind, struct text activity,
                       struct text name);

/* Whether an account of this kind must not go below zero (G2). */
bool account_is_guarded(enum account_kind kind);

/* What fees brought the account, without those that were given back out of it. */
int64_t account_fees_in(const struct account *account);

/* The movement must keep G2 and LEDGER_CENTS_MAX; the draft that made it has checked both. */
void ledger_move(struct ledger *ledger, const struct movement *movement);

/* Restores from a snapshot the sums that came in and went out for a reason; neither is below zero. */
void ledger_carry(struct ledger *ledger, account_id id, enum movement_reason reason, int64_t in, int64_t out);

/* G1 to G3, for tests and audits: false with words on what does not hold. */
bool ledger_balances(const struct ledger *ledger, struct text_out *why);

/* Their names, and NULL behind the last. */
extern const char *const movement_reason_words[], *const account_kind_words[];
const char *movement_reason_name(enum movement_reason reason);
const char *account_kind_name(enum account_kind kind);

#endif
