/*
 * Cases of the house: what fees, days, hits and lapses do to the money of offers, who may win, what becomes of a claim and
 * when something is offered, written as text with what is expected (docs/formats/cases.md, "The house"). Lines, header, faults and differences are those of games/case.h.
 *
 * Ownership: movements and judgements are in the arena of the result; offers and documents are the library's, which outlives it.
 */
#ifndef CASES_HOUSE_CASE_H
#define CASES_HOUSE_CASE_H

#include "funds/funds.h"
#include "games/case.h"
#include "rulebook/library.h"

extern const char house_case_game[]; /* "house", as in `game: house` */

struct house_case_movement {
    struct house_case_movement *next;
    struct text from, to;
    enum movement_reason reason;
    struct money amount;
    struct text clause;
};

/* What the rules answered to a line of the case. */
struct house_case_judgement {
    struct house_case_judgement *next;
    size_t line;
    struct text asked; /* the line without what it expects */
    bool allowed;
    struct text clause; /* that refuses; empty if allowed */
    struct text words;  /* why it is refused, or what was found */
};

struct house_case {
    struct house_case_movement *movements, *last_movement;
    unsigned movement_count;
    struct house_case_judgement *judgements, *last_judgement;
    unsigned judgement_count;
};

/* `result` takes the differences. A case that cannot be understood is a fault with its place. */
MUST_USE enum status house_case_play(const struct case_file *file, struct library *library,
                                     struct house_case *played, struct case_result *result,
                                     struct case_fault *fault);

#endif
