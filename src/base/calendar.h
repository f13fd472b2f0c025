/*
 * Calendar time: instants, dates, time zones, and the business day.
 *
 *   instant     a moment, in milliseconds since 1970-01-01T00:00:00Z; what events record
 *   date        a day of the calendar, of no particular place
 *   local time  what calendar and clock on the wall show at an instant in a zone
 *   zone        a rule that says how far the clocks of a place are ahead of UTC at each instant
 *
 * A zone is a rule, never a file of the system's: replaying old events must give the same answer on every
 * machine, whatever time zone data it has or lacks. The price is that a zone knows one rule, which it applies
 * to all years; the built-in United States zones are right from 2007 on, when the present rule began. If a
 * legislature changes the rule, the house records the new rule (as text, zone_write()) from the day it holds.
 *
 * Invariants
 *  T1  Dates lie in the years 1900 to 9999, for people were born before computers were; instants in those from
 *      1970 to 9999 of UTC. A result outside is STATUS_RANGE and changes nothing.
 *  T2  Every instant has exactly one local time in a zone. A local time has one instant; or none, when the
 *      clocks skip it (a gap); or two, when they show it twice (an overlap).
 *  T3  Business days tile time: the end of one is the first instant of the next, whatever the clocks do, and
 *      business_date_of() agrees with business_day_bounds().
 *
 * There are no leap seconds: a day has 86,400 seconds unless the zone's clocks change in it. Nothing here
 * allocates or reads a clock; everything may be called from any thread.
 */
#ifndef BASE_CALENDAR_H
#define BASE_CALENDAR_H

#include "base/status.h"
#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    CALENDAR_YEAR_MIN = 1900,
    CALENDAR_YEAR_MAX = 9999,
    DATE_TEXT_SIZE = 12, /* "2026-11-16" and its zero */
    TIME_TEXT_SIZE = 32, /* "2026-11-16T18:30:00.250-08:00" and its zero */
    ZONE_TEXT_SIZE = 96, /* the longest rule */
    ZONE_ABBREVIATION_SIZE = 8,
    DAY_MINUTES = 24 * 60
};

/* ----------------------------------------------------------------------------------------- dates */

struct date {
    int16_t year;
    uint8_t month; /* 1 to 12 */
    uint8_t day;   /* 1 to 31 */
};

enum weekday {
    WEEKDAY_SUNDAY,
    WEEKDAY_MONDAY,
    WEEKDAY_TUESDAY,
    WEEKDAY_WEDNESDAY,
    WEEKDAY_THURSDAY,
    WEEKDAY_FRIDAY,
    WEEKDAY_SATURDAY
};

bool year_is_leap(int year);
unsigned month_days(int year, unsigned month); /* 28 to 31 */
bool date_is_valid(struct date date);          /* a day that exists, within T1 */

/* These take valid dates. Days are counted from 1970-01-01, which is 0; days between two dates are the
 * difference of their counts. */
int32_t date_days(struct date date);
int date_compare(struct date left, struct date right);
enum weekday date_weekday(struct date date);
const char *weekday_name(enum weekday weekday); /* "Sunday" */
const char *month_name(unsigned month);         /* 1 is "January" */

MUST_USE enum status date_of_days(int64_t days, struct date *date);
MUST_USE enum status date_add_days(struct date date, int64_t days, struct date *result);

/* A day that the month reached does not have becomes its last: January 31 and a month is February 28 or 29. */
MUST_USE enum status date_add_months(struct date date, int32_t months, struct date *result);

/* ----------------------------------------------------------------------- instants and local times */

struct instant {
    int64_t ms;
};

struct local_time {
    struct date date;
    uint8_t hour, minute, second; /* 0 to 23, 59, 59 */
    uint16_t millisecond;         /* 0 to 999 */
    int16_t offset_minutes;       /* ahead of UTC; Los Angeles in winter is -480 */
    bool daylight_saving;
    char abbreviation[ZONE_ABBREVIATION_SIZE]; /* "PST"; "" if read from text */
};

bool instant_is_valid(struct instant instant);
int instant_compare(struct instant left, struct instant right);
MUST_USE enum status instant_add_ms(struct instant instant, int64_t ms, struct instant *result);

/* The instant by the offset that `local` carries. STATUS_RANGE also if a field is none of a clock's. */
MUST_USE enum status local_time_instant(const struct local_time *local, struct instant *instant);

/* ------------------------------------------------------------------------------------------ text */

/*
 * ISO 8601 in the one form that we write: 2026-11-16, 2026-11-16T18:30:00-08:00, 2026-11-17T02:30:00Z. Seconds
 * must be there; milliseconds are three digits behind a point, or absent. `origin` is the byte offset of
 * `text` in what the user typed. A field that no calendar or clock shows is STATUS_RANGE at the field. On
 * failure the result is unchanged.
 */
MUST_USE enum status date_parse(struct text text, size_t origin, struct date *date, struct fault *fault);
MUST_USE enum status instant_parse(struct text text, size_t origin, struct instant *instant,
                                   struct fault *fault);
MUST_USE enum status local_time_parse(struct text text, size_t origin, struct local_time *local,
                                      struct fault *fault);

/* Each reads back to the same; milliseconds are written when they are not 0. An instant is written in UTC. */
void date_write(struct text_out *out, struct date date);
void instant_write(struct text_out *out, struct instant instant);
void local_time_write(struct text_out *out, const struct local_time *local);

/*
 * The one form for people, on every page, notice, report and slip. Programs are given ISO 8601 instead.
 * A time of day is "6:30 PM"; minute 1440, the end of a day, is "midnight". `minute` is at most DAY_MINUTES.
 */
void date_show(struct text_out *out, struct date date);                     /* "Nov 18, 2026" */
void clock_show(struct text_out *out, unsigned minute);                     /* "6:30 PM" */
void local_time_show(struct text_out *out, const struct local_time *local); /* "Nov 18, 2026, 6:30 PM" */

/* Writes `words` with every ISO date and every time of day in them (18:30) in the form for people; a time that
 * says AM or PM stays as it is. */
void calendar_show_words(struct text_out *out, struct text words);

/* ----------------------------------------------------------------------------------------- zones */

struct zone_side {
    char abbreviation[ZONE_ABBREVIATION_SIZE];
    int16_t offset_minutes; /* ahead of UTC */
};

/* A day of every year and a time of that day. */
struct zone_rule {
    enum zone_rule_kind {
        ZONE_RULE_WEEKDAY,       /* M: the `week`th `weekday` of `month`; week 5 is the last */
        ZONE_RULE_DAY_NO_LEAP,   /* J: `day` 1 to 365, February 29 is never counted */
        ZONE_RULE_DAY_WITH_LEAP, /* n: `day` 0 to 365, February 29 is counted */
    } kind;
    uint8_t month, week, weekday;
    uint16_t day;
    int32_t second; /* after midnight by the clock before the change; may lie in another day */
};

/* A value: copy it freely. */
struct zone {
    struct zone_side standard, daylight_saving;
    bool has_daylight_saving;
    struct zone_rule begins, ends; /* of daylight saving time, if it has */
};

/*
 * Reads the name of a built-in zone ("America/Los_Angeles", case ignored) or a rule in the form of POSIX TZ:
 * "PST8PDT,M3.2.0,M11.1.0", "UTC0", "<+03>-3". Daylight saving time without its two dates is refused, because
 * every system would fill in others. Offsets are whole minutes below 24 hours, and so is the change.
 */
MUST_USE enum status zone_parse(struct text text, size_t origin, struct zone *zone, struct fault *fault);

/* The rule as text; zone_parse() reads it back to the same zone. */
void zone_write(struct text_out *out, const struct zone *zone);

/* The built-in names, in order; NULL past the last. */
const char *zone_builtin_name(size_t index);

/* STATUS_RANGE at the two edges of T1, where the local date is outside. */
MUST_USE enum status local_time_of(struct instant instant, const struct zone *zone, struct local_time *local);

/* What to do with a local time that the clocks skip or show twice. */
enum calendar_choice {
    CALENDAR_USUAL,   /* skipped: later by the length of the gap (02:30 becomes 03:30); twice: the first */
    CALENDAR_EARLIER, /* skipped: earlier by the length of the gap (01:30); twice: the first */
    CALENDAR_LATER,   /* skipped: later by the length of the gap; twice: the second */
    CALENDAR_EXACT    /* skipped or twice: STATUS_INVALID */
};

/* Looks only at date and clock of `local`; its offset and abbreviation are the zone's to say. */
MUST_USE enum status zone_instant(const struct zone *zone, const struct local_time *local,
                                  enum calendar_choice choice, struct instant *instant);

/* ---------------------------------------------------------------------------------- business day */

/*
 * A card room's day does not end at midnight. It begins when the clock first shows `starts_minute`, or, on a
 * day when the clocks skip that minute, at the moment they are put forward past it. When the clocks show the
 * minute twice, the day begins the first time, and stays begun.
 */
struct business_day {
    uint16_t starts_minute; /* after local midnight, below DAY_MINUTES; 360 is 06:00 */
};

/* The date under which an instant is booked: the date on which its business day began. */
MUST_USE enum status business_date_of(struct instant instant, const struct zone *zone,
                                      struct business_day day, struct date *date);

/* `first` is the day's first instant and `end` the first after it: 23, 24 or 25 hours later. The day before
 * 10000-01-01 has no end that can be held (T1). */
MUST_USE enum status business_day_bounds(struct date date, const struct zone *zone, struct business_day day,
                                         struct instant *first, struct instant *end);

#endif
