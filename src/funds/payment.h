/*
 * Judges by the part `payment` of an offer whether a prize may be paid in this form, by this person, from this place, and whether
 * everything is done that must come before.
 *
 * Every answer is a ruling with the clause.
 *
 * Ownership: clauses are in the arena; lists are those of the rulebook and the offer, which outlive the terms.
 */
#ifndef FUNDS_PAYMENT_H
#define FUNDS_PAYMENT_H

#include "base/arena.h"
#include "games/ruling.h"
#include "rulebook/house_file.h"

#include <stdint.h>

/* An empty fact is not checked. */
struct payment_facts {
    struct text form;    /* "live chips", as docs/formats/rulebook.md lists them */
    struct text by;      /* "floor person" */
    struct text from;    /* "cage" or "tray" */
    struct text lacking; /* what has not been done: "paperwork" */
};

struct payment_terms {
    const char *document; /* cited where the document is silent */
    const struct node *forms, *after;
    struct text default_form, default_after, by, from;
    struct value tray; /* what may be paid from the dealer's tray; none: nothing */
    const char *forms_clause, *after_clause, *by_clause, *from_clause, *tray_clause;
};

/* A clause on fixed prizes does not bind progressive prizes, nor the other way: bay101 S17. */
enum payment_of { PAYMENT_OF_ANY, PAYMENT_OF_FIXED, PAYMENT_OF_PROGRESSIVE, PAYMENT_KINDS_OF_PRIZE };
struct payment_kinds {
    struct payment_terms of[PAYMENT_KINDS_OF_PRIZE];
};

MUST_USE enum status payment_kinds_compile(const struct offer *offer, struct arena *arena,
                                           struct payment_kinds *kinds);

/* Whether the tray may pay some prize of the offer. */
bool payment_uses_tray(const struct offer *offer);

struct ruling payment_judge(const struct payment_terms *terms, int64_t cents,
                            const struct payment_facts *facts);

/* The words that a fact can have, from the vocabulary: `index` from 0; NULL past the last. */
enum payment_fact { PAYMENT_FORM, PAYMENT_BY, PAYMENT_FROM, PAYMENT_LACKING, PAYMENT_FACTS };
const char *payment_fact_word(enum payment_fact fact, size_t index);

/* What must be done before a prize is handed over: "" for nothing, verification, surveillance, paperwork ...; ends with NULL. */
extern const char *const payment_need_words[];

#endif
