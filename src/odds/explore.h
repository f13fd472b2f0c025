/*
 * Exact odds of a bet with an edited paytable, and the cost of a chart with edited prizes, each beside the approved ones.
 *
 * Rows of a paytable are edited by their hands. A row may name any hand of a paytable of its game in the same order of hands; the
 * best hand counts first, in whatever order they are given. The base game and Cover All have rows that the method of counting
 * knows, so there the hands stay and only what they pay changes. What the rules do not approve is counted all the same, and a
 * note names the clause.
 *
 * Invariants
 *  E1  With the approved rows the result is that of odds/report.h.
 *  E2  Bounds on what a row pays, on wagers and meters keep every exact number within its integers.
 *
 * Ownership: what is made is in the arena; it points into the approved target, which outlives it.
 */
#ifndef ODDS_EXPLORE_H
#define ODDS_EXPLORE_H

#include "base/json.h"
#include "odds/activity_odds.h"
#include "odds/report.h"

enum {
    EXPLORE_HANDS_MAX = 32,
    EXPLORE_COVER_ALL_PAYS_MAX = 500, /* 7 hands have 1.26e35 deals (E2) */
    EXPLORE_METER_DOLLARS_MAX = 100000000,
    EXPLORE_WAGER_DOLLARS_MAX = 1000
};

/* ------------------------------------------------------------------------------------------ paytables */

struct explore_row {
    struct text hand, pays; /* "flush", "4 to 1" */
};

struct explore_question {
    const struct report_target *target; /* as approved */
    const struct report_entry *entry;   /* of the target */
    const struct explore_row *rows;
    unsigned row_count; /* 0: as approved */
    struct report_settings settings;
    const struct four_card_table *four_card; /* kept counts, or NULL */
};

/* The table that a bet is paid by, of the base game that of its bonus; NULL if it has none. */
const struct paytable *explore_table(const struct report_target *target, const struct report_entry *entry);

/* The rows whose hands a row of the bet may name, the best first; their number. */
unsigned explore_hands(const struct report_target *target, const struct report_entry *entry,
                       const struct pay_row *hands[EXPLORE_HANDS_MAX]);

/* "queens-up" of "queens-up/A". */
struct text explore_wager(const struct report_entry *entry);
const char *explore_kind_name(enum report_kind kind);

/* Below what is given and above it a meter, a wager or players are out of bounds: STATUS_RANGE and words. */
MUST_USE enum status explore_check_settings(const struct report_settings *settings, struct fault *fault);

/*
 * As schema Odds of the API's description says: a new reference. STATUS_INVALID if a row cannot be counted: `wrong` is then its
 * place from 0, and the fault says what would be right; also if a bet without a paytable is edited. STATUS_NO_MEMORY and
 * STATUS_NO_SPACE as the arena says.
 */
MUST_USE enum status explore_paytable(const struct explore_question *question, struct arena *arena,
                                      json_t **answer, unsigned *wrong, struct fault *fault);

/* ------------------------------------------------------------------------------------------ charts */

/* A prize by the name of its row. */
struct explore_prize {
    struct text row, award;
};

struct explore_chart {
    const struct rulebook *rulebook;
    const struct offer *offer; /* NULL: as the document has it */
    const struct activity_piece *piece;
    const struct chart_odds *odds; /* of the piece */
    const struct explore_prize *prizes;
    unsigned prize_count;
    struct money meter; /* what a share is of; zero: shares cost nothing */
    unsigned pace;      /* rounds an hour */
};

/* As schema ChartOdds says. STATUS_INVALID if a prize is for no row of the chart or is no award; `wrong` is its place. */
MUST_USE enum status explore_chart(const struct explore_chart *chart, struct arena *arena, json_t **answer,
                                   unsigned *wrong, struct fault *fault);

#endif
