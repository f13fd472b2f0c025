/*
 * Exact fractions of counts.
 *
 * Odds are whole counts over a whole number of deals. The largest, seven hands of five cards from one deck, need 118
 * bits; a fraction therefore holds 128-bit integers. Arithmetic is checked: what would not fit is our own mistake
 * (CHECK), because all counts are known beforehand. Decimals are for display.
 *
 * Invariant F1: the denominator is above zero, and the fraction is in lowest terms.
 */
#ifndef ODDS_FRACTION_H
#define ODDS_FRACTION_H

#include "base/text.h"

#include <stdint.h>

__extension__ typedef __int128 wide;
__extension__ typedef unsigned __int128 uwide;

struct fraction {
    wide numerator;
    uwide denominator;
};

struct fraction fraction_of(wide numerator, uwide denominator);
struct fraction fraction_add(struct fraction left, struct fraction right);
struct fraction fraction_subtract(struct fraction left, struct fraction right);
struct fraction fraction_multiply(struct fraction left, struct fraction right);
double fraction_double(struct fraction fraction);

void wide_write(struct text_out *out, wide number);
void uwide_write(struct text_out *out, uwide number);

/* "-0.034234" with as many decimals as asked for, rounded half away from zero; exact whatever the size. */
void fraction_write_decimal(struct text_out *out, struct fraction fraction, unsigned decimals);

#endif
