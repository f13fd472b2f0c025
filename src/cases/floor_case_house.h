/*
 * The house amended in cases of the floor: the text that a case hands in, and what became of it.
 *
 *      amend: from 2026-11-03, without roles/cage
 *        tables:
 *          C4-1: {limits: $10 to $100}
 *      expect:
 *        house says tables/C4-1/limits = $10 to $100
 *        changed tables/C4-1/limits: $5 to $50 -> $10 to $100
 *        change 1 is refused house#table
 *
 * In the data of a case tables stand by their names, as in the paths of what changes.
 */
#ifndef CASES_FLOOR_CASE_HOUSE_H
#define CASES_FLOOR_CASE_HOUSE_H

#include "cases/house_case_internal.h"

enum { CASE_CHANGES_MAX = 64 };

enum case_change {
    CASE_CHANGE_NONE,
    CASE_CHANGE_WAITING,
    CASE_CHANGE_MADE,
    CASE_CHANGE_WITHDRAWN,
    CASE_CHANGE_REFUSED
};

/* What the events said of amendments, and of offers that were filed. */
struct case_amendments {
    struct arena *arena;           /* of what it keeps */
    const struct change_row *rows; /* of the last amendment, made or filed */
    uint32_t row_count;
    enum case_change changes[CASE_CHANGES_MAX + 1]; /* by their numbers */
    struct text clauses[CASE_CHANGES_MAX + 1];      /* of those that were refused */
};

MUST_USE enum status case_amendments_see(struct case_amendments *amendments, const struct event *event);

/* The text of the house as it is, with the data of the case, and without what stands at the paths. It is in the arena. */
MUST_USE enum status case_house_text(const struct floor *floor, struct library *library, struct text without,
                                     struct text yaml, const struct case_cursor *cursor, struct arena *arena,
                                     struct text *text, struct case_fault *fault);

/* Below `expect:`: `house says PATH = VALUE`, `changed PATH: OLD -> NEW`, `change 1 is waiting`. False, with the cursor where it was, if it is none of
 * them. */
bool case_house_line(const struct case_amendments *amendments, const struct floor *floor,
                     struct case_result *result, struct case_cursor *cursor, enum status *status,
                     struct case_fault *fault);

#endif
