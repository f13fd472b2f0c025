/*
 * A report of odds for people: a table of all bets, then each bet in full. At most 100 columns wide.
 */
#ifndef CLI_ODDS_PRINT_H
#define CLI_ODDS_PRINT_H

#include "odds/report.h"

/* Prints to standard output. */
void odds_print(const struct report *report, bool colour);

#endif
