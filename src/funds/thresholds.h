/*
 * The forms that laws require when a payment is made, and the tax that must be withheld.
 *
 *      law, house ──thresholds_compile()──> thresholds: those that hold under the readings of the house
 *                                                │
 *      facts of one payment ──thresholds_due()───┴──> due: form, clause, reason, and the tax to withhold
 *
 * A law decides by the facts of the payment alone: its kind, amount, wager, day, currency and payee. Which facts there are
 * is said by the vocabulary (docs/formats/rulebook.md, "threshold"); no form, amount or date is known here.
 *
 * Invariants
 *  K1  Every form that is due has its name, the clause that requires it, and the reason in words.
 *  K2  A form of a law is due once for one payment, and at most one tax is withheld: the first in the order of the document.
 *  K3  Nothing is withheld here. These functions report what the law requires and do not change the payment.
 *
 * Everything is a function of what is handed in. Ownership: thresholds are in the arena, with views into the documents,
 * which outlive them; what is due has views into the documents as well.
 */
#ifndef FUNDS_THRESHOLDS_H
#define FUNDS_THRESHOLDS_H

#include "base/arena.h"
#include "rulebook/law.h"
#include "rulebook/library.h"

enum {
    THRESHOLDS_MAX = 256, /* of one law */
    FORMS_DUE_MAX = 16,   /* forms for one payment */
    FORM_DUE_WORDS_SIZE = 224,
};

/* Money that changes hands between the house and one person. No amount is below zero. */
struct threshold_facts {
    enum payment_kind kind;
    int64_t cents; /* handed over: with the stake where it comes back; of a thing its fair market value */
    int64_t wager_cents;    /* what was wagered for it, or the fee or buy-in; 0: nothing */
    int64_t withheld_cents; /* of it, which is not handed over: it is no currency that the person has */
    struct date date;       /* of the payment */
    bool in_currency;       /* coin and paper money; not chips, not a cheque */
    int64_t currency_paid_cents, currency_received_cents; /* with the same person in this gaming day before */
    int64_t prizes_cents; /* without a wager, paid to the person in this calendar year before */
    bool has_tax_number;
    bool nonresident_alien;
    bool suspicious, for_others; /* what staff noticed */
};

struct form_due {
    struct text form;   /* "W-2G" */
    struct text clause; /* "us-federal/information-returns#9" */
    char words[FORM_DUE_WORDS_SIZE];
    unsigned withheld_hundredths;           /* of a percent; 0: no tax is to be withheld */
    int64_t withheld_cents;                 /* of the payment, to the nearest cent */
    enum law_identification identification; /* the payee must have shown it before */
    bool look_up; /* the law has raised the amount since, and it must be looked up */
};

/* In the order of the documents. Forms that do not fit are counted in `dropped`. */
struct forms_due {
    unsigned count, dropped;
    struct form_due items[FORMS_DUE_MAX];
};

struct thresholds {
    struct text law;
    unsigned count;
    const struct threshold *items;
};

/*
 * The thresholds of one law that hold for the house; with NULL those of the recommended readings. None if the law does not
 * bind it. STATUS_INVALID, with words, if the document is no law or has errors; STATUS_NO_SPACE if it has too many.
 */
MUST_USE enum status thresholds_compile(const struct rulebook *law, const struct house *house,
                                        struct arena *arena, struct thresholds *thresholds,
                                        struct fault *fault);

/* Adds what is due by this law to the list. */
void thresholds_due(const struct thresholds *thresholds, const struct threshold_facts *facts,
                    struct forms_due *list);

/* Whether the law adds payments of the kind, on that day, to the prizes of the person in the calendar year: prizes without a wager, and
 * others that the house reads as such. */
bool thresholds_count_in_year(const struct thresholds *thresholds, enum payment_kind kind, struct date date);

/* ------------------------------------------------------------------------------------------ all laws */

struct laws {
    unsigned count;
    const struct thresholds *items;
};

/* All laws of the library that bind the house. Faults as above; the first law that cannot be used stops it. */
MUST_USE enum status laws_compile(const struct library *library, const struct house *house,
                                  struct arena *arena, struct laws *laws, struct fault *fault);

/* What is due by all of them. */
void laws_due(const struct laws *laws, const struct threshold_facts *facts, struct forms_due *list);

#endif
