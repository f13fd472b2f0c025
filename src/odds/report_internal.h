/*
 * The results of the solvers that the report uses. For odds/report.c only.
 */
#ifndef ODDS_REPORT_INTERNAL_H
#define ODDS_REPORT_INTERNAL_H

#include "odds/report.h"

/* Fills `base` and what `report->base` says of best play. */
MUST_USE enum status report_crazy4_base(struct report *report, struct bet *base, struct arena *arena);
MUST_USE enum status report_four_card_base(struct report *report, struct bet *base,
                                           const struct four_card_table *kept, struct arena *arena);

#endif
