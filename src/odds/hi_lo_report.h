/*
 * The report of Hi Lo (saratoga/hi-lo-progressive): what a game is worth, how it ends, and what to do at any progressive.
 *
 * Best play looks at all cards shown; the table by count and card is for a fresh deck, which is what a player can
 * remember. `from` answers for every progressive at once: with so many correct before that card, guess on if the
 * progressive is at least that, stop if it is less.
 *
 * A report is a plain value.
 */
#ifndef ODDS_HI_LO_REPORT_H
#define ODDS_HI_LO_REPORT_H

#include "base/json.h"
#include "odds/hi_lo_odds.h"

extern const char hi_lo_report_target[]; /* "saratoga/hi-lo-progressive" */

/* "saratoga/hi-lo-progressive", "hi-lo-progressive" or "hi-lo". */
bool hi_lo_report_is_called(struct text name);

/* Words that choose a reading other than the recommended one; ended by NULL. */
extern const char *const hi_lo_report_readings[];
bool hi_lo_report_choose_reading(struct hi_lo_rules *rules, struct text option);

struct hi_lo_report {
    struct hi_lo_question question;
    struct hi_lo_odds odds;
    struct hi_lo_advice advice[HI_LO_LEVELS_MAX][RANK_COUNT];
    struct money from[HI_LO_LEVELS_MAX][RANK_COUNT]; /* the least progressive that makes guessing on right */
};

/* Fails as hi_lo_solver_new() and hi_lo_solve() do; takes as long as the latter. */
MUST_USE enum status hi_lo_report_make(struct hi_lo_report *report, const struct hi_lo_question *question,
                                       struct fault *fault);

/* {"target": ..., "settings": ..., "bets": [{"bet": "game", ...}]}: a new reference, NULL if there is no memory. */
MUST_USE json_t *hi_lo_report_document(const struct hi_lo_report *report);

/* The digest covers the amounts, and the value to six decimals. */
MUST_USE json_t *hi_lo_report_results(const struct hi_lo_report *report);

#endif
