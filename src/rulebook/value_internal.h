/*
 * Inside the values: what their readers, their writers and their comparison share.
 */
#ifndef RULEBOOK_VALUE_INTERNAL_H
#define RULEBOOK_VALUE_INTERNAL_H

#include "rulebook/phrase_internal.h"
#include "rulebook/value.h"

/* How the ends of a range are read and written. */
struct measure {
    enum status (*read)(struct scan *, const struct phrase_sort *, int64_t *, struct fault *);
    void (*write)(struct text_out *, int64_t);
    struct phrase_sort sort;
    int64_t least, most; /* of an end; "at most" begins at the least */
    bool in_steps;       /* so that "under" and "over" have a meaning */
    const char *any;     /* the words for the whole range from 0; NULL if there are none */
};

extern const struct measure measure_money, measure_count, measure_percent, measure_multiple;

/* The measure of the types that are a range; NULL for the others. */
const struct measure *value_measure(enum value_type type);

void range_write(struct text_out *out, const struct measure *measure, struct range range);
void count_write(struct text_out *out, int64_t count);
void percent_write(struct text_out *out, int64_t hundredths);
void multiple_write(struct text_out *out, int64_t multiple);
void cents_write(struct text_out *out, int64_t cents);

struct unit_words {
    const char *one, *many;
};

extern const struct unit_words duration_words[]; /* by enum duration_unit */

/* The words for awards that are counted, from AWARD_TICKETS on. */
enum { AWARD_THINGS = AWARD_KEYS - AWARD_TICKETS + 1 };
extern const struct unit_words award_words[AWARD_THINGS];

/* Families of units that compare: the number of the family, and how many of its smallest unit one unit is. */
struct unit_size {
    unsigned family;
    int64_t size;
};
struct unit_size duration_unit_size(enum duration_unit unit);

MUST_USE enum status range_read(struct scan *scan, const struct measure *measure, struct range *range,
                                struct fault *fault);
MUST_USE enum status odds_read(struct scan *scan, struct odds *odds, struct fault *fault);
MUST_USE enum status award_read(struct scan *scan, struct award *award, struct fault *fault);
void duration_write(struct text_out *out, const struct duration_range *range);

#endif
