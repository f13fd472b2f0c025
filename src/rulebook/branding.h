/*
 * What signs, notices, slips, reports and pages show of a house beside its name: a line below it, and its colours.
 *
 * A colour of the house is used for words, so it can be read: its contrast is that of WCAG AA, 4.5 to 1. It is measured against the
 * ground on which it is hardest to read: BRANDING_LIGHT for `colour`, BRANDING_DARK for `colour on dark`. Nobody may choose a sign that
 * nobody can read, so the check of a house refuses it.
 *
 * Contrast is counted in integers: the same house is right or wrong on every machine.
 */
#ifndef RULEBOOK_BRANDING_H
#define RULEBOOK_BRANDING_H

#include "base/status.h"
#include "base/text.h"
#include "rulebook/house_file.h"

struct rgb {
    unsigned char red, green, blue;
};

enum {
    RGB_TEXT_SIZE = 8,   /* "#7a1f3d" and its zero byte */
    CONTRAST_LEAST = 45, /* tenths */
    BRANDING_LIGHT = 0xEEF4F1,
    BRANDING_DARK = 0x122921,
    BRANDING_TAGLINE_MAX = 80, /* letters; a longer one does not stand on one line of a sign */
    BRANDING_SHORT_MAX = 24,
};

/* "#7A1F3D" or "7A1F3D". */
MUST_USE enum status rgb_read(struct text text, struct rgb *colour, struct fault *fault);
void rgb_write(char text[static RGB_TEXT_SIZE], struct rgb colour);
struct rgb rgb_of(unsigned rgb); /* 0x7A1F3D */

/* In tenths, cut: 45 is 4.5 to 1; 10 to 210. */
unsigned rgb_contrast(struct rgb one, struct rgb other);

/* What the house says; empty texts and false where it says nothing, or nothing that can be read. */
struct branding {
    struct text short_name; /* the name, if there is no short one */
    struct text tagline, hours;
    bool has_colour, has_on_dark;
    struct rgb colour, on_dark;
};

struct branding house_branding(const struct house *house);

/* Findings for what cannot be read on its ground, or does not fit. */
void check_branding(const struct house *house, struct findings *findings);

#endif
