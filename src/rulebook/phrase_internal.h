/*
 * Inside the values and schedules: a short text read word by word, and the words that both know.
 *
 * Words stand between white space. A comma or semicolon behind a word is a word of its own; a comma inside one
 * ("$1,000") is part of it. A scan begun here always stands at a word or at the end.
 */
#ifndef RULEBOOK_PHRASE_INTERNAL_H
#define RULEBOOK_PHRASE_INTERNAL_H

#include "base/calendar.h"
#include "base/money.h"
#include "base/scan.h"

/* A kind of word, for messages: `"fortnight" is no unit of time; use seconds, ... or years`. */
struct phrase_sort {
    const char *article, *noun; /* "a", "unit of time" */
    const char *remedy;         /* "use seconds, ... or years" */
    const char *const *known;   /* words to suggest, up to a NULL; or NULL */
};

/* STATUS_NO_SPACE if the text is longer than `length_max`. */
MUST_USE enum status phrase_begin(struct text text, size_t length_max, struct scan *scan,
                                  struct fault *fault);

struct text phrase_word(const struct scan *scan); /* the next word; empty at the end */
void phrase_skip(struct scan *scan);              /* steps over it */
bool phrase_next_is(const struct scan *scan,
                    const char *words);                     /* "at least"; the case of letters is ignored */
bool phrase_take(struct scan *scan, const char *words);     /* steps over them if they are next */
bool phrase_digit_next(const struct scan *scan, char last); /* a word like "40%"; 0 for any last byte */
struct text phrase_between(const struct scan *scan, size_t from_at); /* from there to the last word taken */

/* The next word is none of `sort`. */
enum status phrase_unknown(const struct scan *scan, const struct phrase_sort *sort, struct fault *fault);
/* "<what> expected, found ..." at the next word. */
enum status phrase_expected(const struct scan *scan, const char *what, struct fault *fault);
MUST_USE enum status phrase_end(const struct scan *scan, const char *after, struct fault *fault);

/* The next byte is a quotation mark: takes the name up to the one that closes it. */
MUST_USE enum status phrase_quoted(struct scan *scan, struct text *name, struct fault *fault);

/* These take one word (a day of every year: two), or set a fault at it and change nothing. */
MUST_USE enum status phrase_count(struct scan *scan, const struct phrase_sort *sort, int64_t *count,
                                  struct fault *fault);
MUST_USE enum status phrase_money(struct scan *scan, const struct phrase_sort *sort, int64_t *cents,
                                  struct fault *fault);

/* 24:00 only if `as_end`. */
MUST_USE enum status phrase_clock(struct scan *scan, bool as_end, uint16_t *minute, struct fault *fault);
void clock_write(struct text_out *out, unsigned minute);

/* 2026-11-01, or with year 0: March 1. */
MUST_USE enum status phrase_date(struct scan *scan, struct date *date, struct fault *fault);
bool phrase_date_next(const struct scan *scan);
void day_write(struct text_out *out, struct date date);

#endif
