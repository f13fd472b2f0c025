/*
 * cardroom odds saratoga/hi-lo-progressive: what a game of Hi Lo is worth, and when to stop.
 */
#ifndef CLI_ODDS_HI_LO_H
#define CLI_ODDS_HI_LO_H

#include "odds/hi_lo_report.h"

/* Prints the report for people, at most 100 columns wide. */
void odds_print_hi_lo(const struct hi_lo_report *report, bool colour);

#endif
