/*
 * A finding of a check about a text: the place, what is wrong, and what to write instead.
 *
 *      rulebooks/bay101/x.md:12:7: error: bay101/x#3: the range runs backwards; write $10 to $1,000
 *
 * A check never stops at the first finding. It adds what it finds and goes on, so adding cannot fail: findings beyond
 * the maximum, or for which the arena has no room, are counted and dropped.
 *
 * Invariants
 *  F1  Every finding has words and a remedy, both one line of UTF-8 without control characters if what they show is
 *      UTF-8.
 *  F2  `counted` has every finding that was added, kept or dropped; `count + dropped` is its sum.
 *
 * Ownership: words and remedies are copied into the arena. `origin.file` and `origin.clause` are not: they outlive
 * the findings.
 */
#ifndef RULEBOOK_FINDING_H
#define RULEBOOK_FINDING_H

#include "base/arena.h"
#include "base/status.h"
#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>

/* Where a thing comes from. Lines and columns count from 1, columns in bytes; a line of 0 is the file as a whole. */
struct origin {
    const char *file;
    unsigned line, column;
    struct text clause; /* "bay101/aces-cracked#7"; empty if it stands in none */
};

enum finding_grade {
    FINDING_UNREADABLE, /* the bytes could not be had or are no text */
    FINDING_ERROR,
    FINDING_WARNING,
    FINDING_GRADES
};

struct finding {
    enum finding_grade grade;
    struct origin origin;
    struct text words;  /* what is wrong */
    struct text remedy; /* what would be right */
    size_t number;      /* in the order of adding, from 0 */
};

/* All may be read; none is changed by a caller. */
struct findings {
    struct arena *arena;
    struct finding *items;
    size_t count, capacity, maximum;
    size_t dropped;
    size_t counted[FINDING_GRADES];
};

enum {
    FINDING_TEXT_SIZE = 1024, /* words and remedy together; what is longer is cut */
    FINDING_LINE_SIZE = 4096  /* of a buffer for finding_write() */
};

void findings_init(struct findings *findings, struct arena *arena, size_t maximum);

/*
 * The format has both parts with REMEDY between them:
 *      findings_add(findings, FINDING_ERROR, origin, "the range runs backwards" REMEDY "write %s to %s", low, high);
 */
#define REMEDY "\x1f"
void findings_add(struct findings *findings, enum finding_grade grade, struct origin origin,
                  const char *format, ...) PRINTF_LIKE(4, 5);

/* By file, line and column; those of one place stay in the order in which they were added. */
void findings_sort(struct findings *findings);

const char *finding_grade_name(enum finding_grade grade);
void origin_write(struct text_out *out, struct origin origin); /* file:line:column, or the file alone */
void finding_write(struct text_out *out, const struct finding *finding);

#endif
