/*
 * For tests: a fraction as its decimals, to be compared with a published number. The text is good until the next call.
 */
#ifndef ODDS_DECIMAL_TEST_H
#define ODDS_DECIMAL_TEST_H

#include "odds/fraction.h"

static inline const char *decimal(struct fraction fraction, unsigned decimals)
{
    static char text[64];
    struct text_out out;
    text_out_init(&out, text, sizeof text);
    fraction_write_decimal(&out, fraction, decimals);
    return text;
}

#endif
