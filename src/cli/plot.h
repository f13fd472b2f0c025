/*
 * A report drawn: for every bet a panel with the distribution of its net, and for every progressive one more with the
 * player's edge against the meter. The panels of one bet stand side by side, of several in a grid.
 *
 * A file is written beside the one named and takes its name when it is complete, so that a failure leaves what was there.
 */
#ifndef CLI_PLOT_H
#define CLI_PLOT_H

#include "odds/report.h"

/* Whether the name ends in .svg, .png or .pdf; STATUS_INVALID, with the position of the ending. */
MUST_USE enum status plot_check(struct text path, struct fault *fault);

/* STATUS_INVALID as above; STATUS_IO if the file cannot be written, STATUS_NO_MEMORY. */
MUST_USE enum status plot_write(const struct report *report, struct text path, struct fault *fault);

#endif
