/*
 * The notice that must hang in the house: what it says, and the ways to show it.
 *
 * A notice is a plain model. It is built from the top down and then rendered, any number of times, as an HTML page or as
 * sheets of paper; it knows nothing of rule documents, offers or money, only texts.
 *
 *      house, tagline                  Bay 101 Casino · Cards by the lantern
 *      title                           Lucky Seven Jackpot
 *      official name, identifier       Approved as Blazing 7s Progressive Jackpot · GEAR-001276
 *      prizes                          | Three 7s, diamonds  $5,000 | ... |
 *      banner                          NO PURCHASE NECESSARY
 *      sections                        heading; paragraphs, bullets and tables in any order
 *      small print                     posted from, digests of the rules and of the offer, clauses
 *
 * Invariants
 *  N1  Every text is UTF-8 without control characters, and its white space is single spaces between words: HTML and
 *      paper show the same words. What is empty is not there: an empty paragraph is not kept, and a table without rows
 *      and a section without items show nothing, not even a heading.
 *  N2  The first failure while building is remembered and everything after it is ignored, so that a builder need not
 *      look at every call; each renderer refuses such a notice with the fault of that moment.
 *  N3  No text is clipped or covered by another on any paper. Long words break, long rows and paragraphs go on in the
 *      next column or on the next sheet, and a table that does so repeats its headings. Only the line that repeats the
 *      title on later sheets is shortened.
 *  N4  The same notice gives the same bytes. Nothing of them is a date, a locale or a setting of the machine; the fonts
 *      and the versions of cairo and pango matter, and SVG numbers its surfaces within one process.
 *
 * Ownership: texts are copied into the notice's arena, which must outlive it. Results live in the arena that the
 * renderer is handed. One thread at a time for a notice and for an arena; different notices are independent.
 */
#ifndef RULEBOOK_NOTICE_H
#define RULEBOOK_NOTICE_H

#include "base/arena.h"
#include "base/growing.h"
#include "base/status.h"
#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>

/* --------------------------------------------------------------------------------------- the model */

enum notice_line {
    NOTICE_HOUSE,
    NOTICE_TAGLINE,       /* of the house */
    NOTICE_TITLE,         /* the advertised name; the only line that must be there */
    NOTICE_OFFICIAL_NAME, /* if it differs from the advertised one */
    NOTICE_IDENTIFIER,    /* GEAR-001407 */
    NOTICE_BANNER,        /* NO PURCHASE NECESSARY */
    NOTICE_POSTED,        /* Posted from 1 June 2026 */
    NOTICE_RULE_DIGEST,   /* in hexadecimal, whole; shown short as well */
    NOTICE_OFFER_DIGEST,
    NOTICE_LINES
};

enum notice_align { NOTICE_LEFT, NOTICE_CENTRE, NOTICE_RIGHT };

enum { NOTICE_COLUMNS_MAX = 10, NOTICE_DIGEST_SHORT = 12 };

struct notice_prize {
    struct notice_prize *next;
    struct text label, amount;
};

struct notice_column {
    struct text heading;
    enum notice_align align;
};

struct notice_row {
    struct notice_row *next;
    struct text *cells; /* as many as the table has columns */
};

struct notice_table {
    struct text caption;
    size_t column_count;
    struct notice_column columns[NOTICE_COLUMNS_MAX];
    size_t row_count;
    struct notice_row *rows, *last_row;
};

enum notice_item_kind { NOTICE_PARAGRAPH, NOTICE_BULLET, NOTICE_TABLE };

struct notice_item {
    struct notice_item *next;
    enum notice_item_kind kind;
    struct text words;          /* of a paragraph or a bullet */
    struct notice_table *table; /* of a table */
};

struct notice_section {
    struct notice_section *next;
    struct text heading;
    struct notice_item *items, *last_item;
};

struct notice_clause {
    struct notice_clause *next;
    struct text citation;
};

/* The colour of a house for its headings, lines and amounts. Whoever sets it has looked at its contrast (branding.h). */
struct notice_accent {
    bool set;
    unsigned char red, green, blue;
};

struct notice_accents {
    struct notice_accent light,
        dark; /* on white paper; on a sign, and on a screen that shows light on dark */
};

/* May be read; is changed only by the functions below. */
struct notice {
    struct arena *arena;
    struct notice_accents accents; /* the builder's to set; the usual green and gold where it does not */
    struct fault fault;            /* N2: its status is STATUS_OK while all went well */
    struct text lines[NOTICE_LINES];
    size_t prize_count;
    struct notice_prize *prizes, *last_prize;
    struct notice_section *sections, *last_section;
    struct notice_clause *clauses, *last_clause;
};

void notice_init(struct notice *notice, struct arena *arena);
void notice_set(struct notice *notice, enum notice_line line, struct text words);
void notice_prize(struct notice *notice, struct text label, struct text amount);

/* An item goes into the latest section, a column or a row into the latest table of it: there must be one. */
void notice_section(struct notice *notice, struct text heading);
void notice_paragraph(struct notice *notice, struct text words);
void notice_bullet(struct notice *notice, struct text words);
void notice_table(struct notice *notice, struct text caption);
void notice_column(struct notice *notice, struct text heading, enum notice_align align);
/* After the last column; `count` is that of the columns. */
void notice_row(struct notice *notice, const struct text *cells, size_t count);

void notice_cite(struct notice *notice, struct text clause);

/* STATUS_OK if the notice may be shown; otherwise the first failure of building it, or STATUS_INVALID if it has no
 * title. */
MUST_USE enum status notice_check(const struct notice *notice, struct fault *fault);

/* --------------------------------------------------------------------------------------- as a page */

/* One HTML page that needs nothing else: no script, no other file, no other host. STATUS_NO_SPACE and STATUS_NO_MEMORY as
 * the arena says, or as notice_check(). */
MUST_USE enum status notice_html(const struct notice *notice, struct arena *arena, struct text *html,
                                 struct fault *fault);

/* The colours of a house as rules of a style sheet, which stand behind those that set --accent; nothing if it has none. */
void notice_accent_style(struct growing *page, const struct notice_accents *accents);

/* --------------------------------------------------------------------------------------- on paper */

enum notice_paper {
    NOTICE_A4,
    NOTICE_LETTER,
    NOTICE_SIGN, /* landscape, 16:9, light on dark, its first table before the rest: for a screen, or printed large */
    NOTICE_PAPERS
};

enum notice_format { NOTICE_PDF, NOTICE_PNG, NOTICE_SVG };

/*
 * A notice laid out on paper. The type is as large as it can be without needing a further sheet or breaking a table, between
 * the two sizes of the paper: body text of 9 to 15 points on A4 and letter, 15 to 27 on a sign, which is 960 points wide.
 */
struct notice_sheets;

/* Lays the notice out; `sheets` lives in `arena` and looks at the notice. Failures as notice_html(). */
MUST_USE enum status notice_lay_out(const struct notice *notice, enum notice_paper paper, struct arena *arena,
                                    const struct notice_sheets **sheets, struct fault *fault);
size_t notice_sheet_count(const struct notice_sheets *sheets);

/* The size of a PNG in pixels: 200 to the inch for paper, 1920 x 1080 for a sign. */
void notice_png_size(enum notice_paper paper, int *width, int *height);

/*
 * A PDF holds all sheets, and `sheet` is not looked at; a PNG or SVG shows one of them, counted from 1. STATUS_RANGE if
 * there is no such sheet, STATUS_NO_SPACE and STATUS_NO_MEMORY as the arena says.
 */
MUST_USE enum status notice_draw(const struct notice_sheets *sheets, enum notice_format format, size_t sheet,
                                 struct arena *arena, struct text *bytes, struct fault *fault);

#endif
