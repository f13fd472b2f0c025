/*
 * A law as data: the thresholds of its clauses, each saying which form is due for which payments, from which amount and
 * between which days.
 *
 *      thresholds:
 *        keno from 2026:                      name
 *          form: W-2G                         form, and the clause by which it is due
 *          for: keno                          kinds
 *          from: 2026-01-01                   from, until
 *          counts: the payment less the wager
 *          amount: at least $2,000            amount, in cents, both ends included
 *
 * The words are those of docs/formats/rulebook.md, "threshold"; here they are read, once for the check of the document and
 * for the house that asks what is due.
 *
 * Invariants
 *  L1  `from` and `until` are days that exist, and `from` is not after `until`. A threshold without one of them has the
 *      first or the last day of the calendar.
 *  L2  A threshold has at least one kind, and the tax is at most the whole.
 *
 * Ownership: a threshold is plain data with views into the tree of its document, which outlives it.
 */
#ifndef RULEBOOK_LAW_H
#define RULEBOOK_LAW_H

#include "base/calendar.h"
#include "rulebook/house_file.h"
#include "rulebook/node.h"
#include "rulebook/rulebook.h"
#include "rulebook/value.h"

/* The kinds of payment that a law distinguishes. */
enum payment_kind {
    PAYMENT_SLOT_MACHINE,
    PAYMENT_BINGO,
    PAYMENT_KENO,
    PAYMENT_POKER_TOURNAMENT,
    PAYMENT_WAGERING_POOL, /* also a sweepstakes or lottery with a wager */
    PAYMENT_WAGER,         /* any wager that is none of the others */
    PAYMENT_TABLE_GAME,    /* blackjack, baccarat, craps, roulette, the big-6 wheel */
    PAYMENT_JACKPOT,       /* funded by fees of players */
    PAYMENT_PROMOTION,     /* a prize for which nothing is wagered */
    PAYMENT_BUY_IN,        /* received by the house; all others are paid by it */
    PAYMENT_CASH_OUT,      /* for chips and the like */
    PAYMENT_KINDS
};

enum law_payee { PAYEE_ANYONE, PAYEE_CITIZEN_OR_RESIDENT, PAYEE_WITHOUT_NUMBER, PAYEE_NONRESIDENT_ALIEN };

/* The sum that is compared with the amount, and of which a tax is a percentage. */
enum law_counts {
    COUNTS_PAYMENT,
    COUNTS_LESS_WAGER,
    COUNTS_CALENDAR_YEAR, /* prizes, with this one */
    COUNTS_CURRENCY,      /* of the gaming day in the direction of the payment, with this one */
    COUNTS_GAMING_DAY,    /* all that was paid and received, with this one */
};

/* The identification that the payee must have shown; each asks for more than the one before. */
enum law_identification { IDENTIFICATION_NONE, IDENTIFICATION_ANY, IDENTIFICATION_WITH_PHOTOGRAPH };

enum law_flag { FLAG_NONE, FLAG_SUSPICIOUS, FLAG_FOR_OTHERS };

struct threshold {
    const struct node *node;
    struct text name, form, clause;
    unsigned kinds; /* bits, 1 << enum payment_kind (L2) */
    enum law_payee payee;
    struct date from, until; /* L1 */
    enum law_counts counts;
    struct range amount; /* cents */
    bool by_wager;
    struct range times; /* the wager; only if by_wager */
    enum law_flag flag;
    const struct node *beside;              /* a list of forms; NULL: it does not depend on others */
    const struct node *reading;             /* a map of settings and choices; NULL: it holds under all */
    unsigned withheld;                      /* hundredths of a percent */
    enum law_identification identification; /* it is paid once the payee has shown that */
    bool indexed;
    struct date indexed_from; /* only if indexed */
};

/* The word of the vocabulary: "slot machine". */
const char *payment_kind_name(enum payment_kind kind);

/* False if some value of it cannot be used, which a check of the document has said; `threshold` is then unchanged. */
bool threshold_read(const struct node *node, struct threshold *threshold);

/* Whether the law binds a house of such a country and revenue; what the house does not say does not exempt it. */
bool law_binds(const struct rulebook *law, const struct house *house);

/* The choice that holds for a setting of the law: that of the house (or NULL), else the recommended one; empty if there is
 * no such setting. */
struct text law_choice(const struct rulebook *law, const struct house *house, struct text setting);

#endif
