/*
 * What the renderers of a notice share: the words that both show, and, between laying out and drawing, a plain list of
 * boxes and lines of text.
 *
 * notice_layout.c, notice_flow.c and notice_table.c decide where everything stands; notice_type.c sets type, notice_draw.c
 * draws, and they alone know cairo and pango. Lengths are points of 1/72 inch, from the upper left corner of the sheet.
 */
#ifndef RULEBOOK_NOTICE_INTERNAL_H
#define RULEBOOK_NOTICE_INTERNAL_H

#include "base/growing.h"
#include "rulebook/notice.h"
#include "rulebook/notice_type.h"

/* --------------------------------------------------------------------------------------- shared words */

bool notice_section_shows(const struct notice_section *section);
bool notice_item_shows(const struct notice_item *item);
bool notice_table_has_headings(const struct notice_table *table);

/* "Approved as Blazing 7s Progressive Jackpot · GEAR-001276"; empty if there is neither. */
MUST_USE enum status notice_approval(const struct notice *notice, struct arena *arena, struct text *approval);

/* "GEAR-001407 · rules 1f0c2a9be4d7 · offer 77ab01c2d3e4": which version of the notice this is. */
MUST_USE enum status notice_version(const struct notice *notice, struct arena *arena, struct text *version);

/* The small print at the end. */
struct notice_small_print {
    size_t count;
    struct notice_small_line {
        const char *name; /* "Rule document"; empty where the words say it themselves */
        struct text words;
    } lines[4];
};
MUST_USE enum status notice_small_print(const struct notice *notice, struct arena *arena,
                                        struct notice_small_print *small_print);

/* --------------------------------------------------------------------------------------- sheets */

/* A box if it has a `fill`, otherwise some lines of words. */
struct notice_placed {
    struct notice_placed *next;
    size_t sheet; /* from 0 */
    double left, top, width, height;
    enum notice_ink fill;
    struct notice_type type;
    size_t first_line, line_count;
};

struct notice_sheets {
    const struct notice *notice;
    enum notice_paper paper;
    size_t count;
    struct notice_placed *placed;
};

struct notice_form {
    double width, height;           /* of the paper */
    double margin;                  /* left and right */
    double head;                    /* where text begins on the first sheet */
    double top;                     /* and on the others, below a running head */
    double bottom;                  /* where it ends, above the foot */
    double size_min, size_most;     /* of the body text */
    double size_small, size_head;   /* of the small print and of the running head */
    double title_most, amount_most; /* in sizes of the body text */
    double table_most;              /* the part of a column up to which a table is kept together */
    unsigned columns_max;
    bool banner_below; /* the banner stands at the foot of every sheet, not below the prizes */
    bool chart_first;  /* the first section with a table comes before the others */
    double png_scale;  /* pixels to the point */
};

extern const struct notice_form notice_forms[NOTICE_PAPERS];

#endif
