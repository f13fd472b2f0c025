/*
 * Reading a short text byte by byte, knowing at every moment where in the user's input one is.
 *
 * For the small notations of this room: money, dates, time zones. A scan is a value on the stack; it owns
 * nothing and never reads past the end of its text.
 */
#ifndef BASE_SCAN_H
#define BASE_SCAN_H

#include "base/status.h"
#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct scan {
    struct text text;
    size_t origin; /* byte offset of `text` in what the user typed */
    size_t at;     /* the next byte */
};

enum { SCAN_END = -1 };

int scan_peek(const struct scan *scan);        /* the next byte as 0..255, or SCAN_END */
size_t scan_position(const struct scan *scan); /* 1-based column of the next byte, for a fault */
bool scan_take(struct scan *scan, char byte);  /* steps over `byte` if it is the next one */
bool scan_digit_next(const struct scan *scan);
bool scan_letter_next(const struct scan *scan);

/* How many decimal digits come next. */
size_t scan_digits(const struct scan *scan);

/*
 * Steps over a number of at least `digits_min` and at most `digits_max` (up to 9) digits. If there are fewer or
 * more, the scan stops at the byte where the number should have gone on or ended, and the fault is there.
 */
MUST_USE enum status scan_number(struct scan *scan, size_t digits_min, size_t digits_max,
                                 const char *expected, uint32_t *value, struct fault *fault);

/* STATUS_INVALID at the next byte: "<expected> expected, found "x"", or "found the end". */
enum status scan_expected(const struct scan *scan, struct fault *fault, const char *expected);

#endif
