/*
 * The typed values that rule documents and offers are made of: text in, value out, and back.
 *
 * A rule document approves ranges, an offer posts values. So every number is a range with two ends; it is fixed when
 * both are equal, and value_within() says whether what was posted lies within what was approved.
 *
 *   type           texts
 *   money          $1   $0.11   $1,000 to $101,000   at least $1,000   at most $599   under $600   over $600   any amount
 *   money or none  the same, and none
 *   count          5   1 to 10   1,000   at least 2   at most 64   under 10   over 10   any number   none
 *   percent        40%   12.5%   10% to 20%   at least 10%   at most 50%
 *   multiple       2x   2x to 4x   at least 2x   at most 10x
 *   duration       15 minutes   1 to 90 days   30 minutes to 2 hours   at least 1 hour   at most 7 years   no limit   none
 *   time of day    06:00
 *   date           2026-11-01   March 1
 *   yes or no      yes   no
 *   odds           50 to 1   3 to 2   300 for 1   push
 *   award          see struct award
 *   limits         $5 to $50   $25 and higher   no limit
 *
 * `posted` is a text of every type: the house posts it, whatever the type can say.
 *
 * Invariants
 *  V1  The ends of a range are both included, and the low end is not above the high one. Money is counted in cents,
 *      percentages in hundredths of a percent; so "under $600" is at most $599.99 and "over $600" at least $600.01.
 *  V2  What value_write() writes, value_read() reads as an equal value, and that is written the same.
 *  V3  A value lies within itself; two values that lie within each other are equal.
 *
 * A value is plain data. The names in an award are views into the text that was read, which must outlive it. Nothing
 * here allocates; everything may be called from any thread.
 */
#ifndef RULEBOOK_VALUE_H
#define RULEBOOK_VALUE_H

#include "base/calendar.h"
#include "base/money.h"
#include "base/status.h"
#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

enum value_type {
    VALUE_MONEY,
    VALUE_MONEY_OR_NONE,
    VALUE_COUNT,
    VALUE_PERCENT,
    VALUE_MULTIPLE,
    VALUE_DURATION,
    VALUE_TIME_OF_DAY,
    VALUE_DATE,
    VALUE_YES_NO,
    VALUE_ODDS,
    VALUE_AWARD,
    VALUE_LIMITS,
    VALUE_TYPES /* how many there are */
};

enum {
    VALUE_TEXT_MAX = 1024,                /* bytes of a text that is read; no value has a longer one */
    VALUE_TEXT_SIZE = VALUE_TEXT_MAX + 1, /* of a buffer that holds any value as text */
    VALUE_COUNT_MAX = 999999999,
    VALUE_PERCENT_MAX = 1000,
    VALUE_PERCENT_WHOLE = 10000, /* hundredths of a percent, as percentages are counted (V1) */
    VALUE_MULTIPLE_MAX = 9999,
    AWARD_PARTS_MAX = 4,
    AWARD_NAME_MAX = 128 /* bytes */
};
#define VALUE_CENTS_MAX (INT64_C(100000000000000)) /* $1,000,000,000,000 */

/* ------------------------------------------------------------------------------------------ numbers */

/* The high end of a range that has none. */
#define RANGE_NO_END INT64_MAX

/* Cents, hundredths of a percent, or things counted. */
struct range {
    int64_t low, high;
};

/*
 * Units are kept as written: 30 days are 30 days of the calendar, not 720 hours. Lengths compare within a family
 * (seconds, minutes, hours; days, weeks; years) and never across.
 */
enum duration_unit {
    DURATION_SECONDS,
    DURATION_MINUTES,
    DURATION_HOURS,
    DURATION_DAYS,
    DURATION_WEEKS,
    DURATION_YEARS
};

struct duration {
    int64_t count; /* RANGE_NO_END in the high end of "at least" */
    enum duration_unit unit;
};

/* Both ends are of one family. */
struct duration_range {
    struct duration low, high;
};

/* ------------------------------------------------------------------------------------------ awards */

enum odds_kind {
    ODDS_TO,  /* 50 to 1: the wager comes back besides */
    ODDS_FOR, /* 300 for 1: the wager is part of it */
    ODDS_PUSH /* the wager comes back, nothing more */
};

struct odds {
    enum odds_kind kind;
    uint32_t pays, wager; /* 3 to 2 pays 3 on a wager of 2; both 0 for a push */
};

enum award_kind {
    AWARD_SHARE,    /* 100% of prize pool: `range` in hundredths of a percent of the fund `name` */
    AWARD_MONEY,    /* $10 to $1,000; `name` if it is not paid in money: $250 in free play */
    AWARD_MULTIPLE, /* 2x prize: `range` times what `name` is */
    AWARD_ODDS,     /* 40 to 1, push: `odds` */
    AWARD_ITEM, /* "travel voucher" worth $1,000: `range` in cents; no `name` for "an item worth $5 to $500" */
    AWARD_TICKETS, /* 1 to 10 tickets; so too the kinds below */
    AWARD_POINTS,
    AWARD_CREDITS,
    AWARD_ENTRIES,
    AWARD_SPINS,
    AWARD_KEYS
};

struct award_part {
    enum award_kind kind;
    struct range range; /* unused for odds */
    struct odds odds;
    struct text name;
};

/*
 * What a row of a chart gives: parts joined by "and" (all of them), or by "or" (one of them, which the house posts).
 * A fund's name therefore contains neither word.
 */
struct award {
    bool alternatives; /* joined by "or" */
    uint8_t count;     /* 1 to AWARD_PARTS_MAX */
    struct award_part parts[AWARD_PARTS_MAX];
};

/* ------------------------------------------------------------------------------------------ values */

enum value_form {
    VALUE_IS_GIVEN,  /* the member of the union that the type says */
    VALUE_IS_POSTED, /* posted */
    VALUE_IS_NONE,   /* none: there is no such amount, which is not an amount of 0 */
    VALUE_NO_LIMIT   /* of durations and limits */
};

struct value {
    enum value_type type;
    enum value_form form;
    union {
        struct range range; /* money, money or none, count, percent, multiple, limits */
        struct duration_range duration;
        uint16_t minute;  /* time of day, after midnight, below DAY_MINUTES */
        struct date date; /* year 0: that day of every year */
        bool yes;
        struct odds odds;
        struct award award;
    };
};

/*
 * White space around the text does not count, nor does the case of letters but in names. A fault has the 1-based byte
 * of the word that is wrong, says what is wrong with it and what would be right. On failure `value` is unchanged.
 */
MUST_USE enum status value_read(enum value_type type, struct text text, struct value *value,
                                struct fault *fault);

/* The normal text. A buffer of VALUE_TEXT_SIZE holds it. */
void value_write(struct text_out *out, const struct value *value);

/* "money", "time of day": the name of a type as in the table above. */
const char *value_type_name(enum value_type type);

/* "ticket" or "tickets", by how many: what awards of the kinds from AWARD_TICKETS on count. */
const char *award_thing_name(enum award_kind kind, int64_t count);

/* The same meaning: 60 minutes equal 1 hour, and 2 weeks 14 days. Values of two types are never equal. */
bool value_equal(const struct value *left, const struct value *right);

/* One value and no choice: what an offer must post. Limits are always fixed, unless they are still to be posted. */
bool value_is_fixed(const struct value *value);

/*
 * Whether every choice that `posted` leaves is one that `approved` allows.
 *
 *  - All lies within `posted`. Within `none` lies none alone, and none lies in no range.
 *  - Every duration lies within `no limit`; no table with limits does.
 *  - A full date lies within its day of every year.
 *  - Awards: each part in the part of the same place; if the approved parts are alternatives, in any of them. Kinds and
 *    names must be the same, but every item lies within "an item" if it is worth the money.
 */
bool value_within(const struct value *posted, const struct value *approved);

/* The ends of a range of money; the high one must exist. */
static inline struct money range_low_money(struct range range)
{
    return money_of_cents(range.low);
}

static inline struct money range_high_money(struct range range)
{
    return money_of_cents(range.high);
}

/* "$5", "$0.11", "$1,000": whole dollars without cents, as the documents write them. */
void amount_write(struct text_out *out, struct money money);

#endif
