/*
 * Counts and chances as people read them.
 */
#ifndef CLI_ODDS_NUMBERS_H
#define CLI_ODDS_NUMBERS_H

#include "odds/fraction.h"

/* Whole numbers with commas between thousands: "2,598,960". */
void odds_write_count(struct text_out *out, uwide count);

/* "4,165.00" for 1 in 4,165; whole from ten thousand on; "never" for no count. */
void odds_write_one_in(struct text_out *out, uwide count, uwide total);

#endif
