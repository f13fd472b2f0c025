/*
 * Type for sheets of paper: words are set in lines, measured, and drawn. Notices use it, and reports.
 *
 * Lengths are points of 1/72 inch. The same words in the same type break into the same lines in every format. A setter is
 * used by one thread at a time.
 */
#ifndef RULEBOOK_NOTICE_TYPE_H
#define RULEBOOK_NOTICE_TYPE_H

#include "rulebook/notice.h"

enum notice_face { NOTICE_REGULAR, NOTICE_SEMIBOLD, NOTICE_BOLD, NOTICE_EXTRABOLD };

enum notice_ink {
    NOTICE_INK_NONE,
    NOTICE_INK_PAPER,
    NOTICE_INK_TEXT,
    NOTICE_INK_MUTED,
    NOTICE_INK_HAIR, /* thin rules */
    NOTICE_INK_TINT, /* behind prizes */
    NOTICE_INK_ACCENT,
    NOTICE_INK_ON_ACCENT,
    NOTICE_INKS
};

/* Words and all that is needed to set them, always the same way. */
struct notice_type {
    struct text words;
    enum notice_face face;
    enum notice_ink ink;
    enum notice_align align;
    bool one_line; /* shortened with an ellipsis where it must be */
    double size, width;
};

/* The typesetter, with the fonts. */
struct notice_setter;
struct notice_setter *notice_setter_new(void);
void notice_setter_free(struct notice_setter *setter);

/* Words broken into lines. */
struct notice_setting;
struct notice_setting *notice_setting_new(struct notice_setter *setter, const struct notice_type *type);
void notice_setting_free(struct notice_setting *setting);
size_t notice_setting_lines(const struct notice_setting *setting);

/* How many lines, from line `first` on, fit into `height`, and the height that they take. */
size_t notice_setting_fit(const struct notice_setting *setting, size_t first, double height, double *taken);

/* The width of the words on one line, whatever the width of the type says. */
double notice_words_width(struct notice_setter *setter, const struct notice_type *type);

/* --------------------------------------------------------------------------------------- drawing */

/* As cairo.h has it, which whoever draws includes. */
typedef struct _cairo cairo_t; /* NOLINT(bugprone-reserved-identifier) */

/* Sets the colour of what is drawn next: dark on white, or light on dark for a sign. The accents are those of the house. */
void notice_ink_use(cairo_t *cairo, enum notice_ink ink, bool sign, const struct notice_accents *accents);

/* Draws `count` lines of the setting from line `first` on, in the colour that is set; the first line's top is at `top`. */
void notice_setting_draw(cairo_t *cairo, const struct notice_setting *setting, size_t first, size_t count,
                         double left, double top);

#endif
