/*
 * Schedules: when something is offered or happens, by the clock and calendar on the wall of the house.
 *
 *   always                                              posted
 *   daily 10:00 to 02:00                                Monday to Friday 10:00 to 12:00
 *   Monday, Wednesday and Friday 20:00 to 23:00         weekends 12:00 to 20:00
 *   2026-11-01 to 2026-11-30                            March 1 to March 31, weekends 12:00 to 20:00
 *   daily at 06:00                                      Sunday at 09:30
 *   every hour on the hour 12:00 to 21:00               every half hour 12:00 to 21:00
 *   every 3 hours on the hour from 00:00                every 20 minutes from 18:00
 *   2026-12-31 at 23:00                                 2026-12-01 to 2026-12-24, daily at 20:00
 *
 * Several are joined by ";". Dates stand before the days or behind the times, with a comma between.
 *
 * A schedule has periods (things are offered in them) or moments (things happen at them), never both.
 *
 * Invariants
 *  S1  A period is half-open: its first minute belongs to it, its end does not. One that ends at or before the time of
 *      day at which it starts ends on the next day. Days and dates are those on which it starts.
 *  S2  Repeated moments include both ends: every hour from 12:00 to 21:00 is ten moments.
 *  S3  What schedule_write() writes, schedule_read() reads as an equal schedule.
 *
 * All times are local; what the clocks of a zone skip or show twice is for base/calendar.h to say. Dates without a
 * year return every year and may run over new year. A schedule is plain data without pointers. Nothing here
 * allocates; everything may be called from any thread.
 */
#ifndef RULEBOOK_SCHEDULE_H
#define RULEBOOK_SCHEDULE_H

#include "base/calendar.h"
#include "base/status.h"
#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    SCHEDULE_ENTRIES_MAX = 16,
    SCHEDULE_TEXT_MAX = 2048, /* bytes of a text that is read; no schedule has a longer one */
    SCHEDULE_TEXT_SIZE = SCHEDULE_TEXT_MAX + 1, /* of a buffer that holds any schedule as text */
    SCHEDULE_EVERY_DAY = 0x7F,

    /* By then every day of the year, February 29 too, has fallen on every weekday. */
    SCHEDULE_YEARS_AHEAD = 41
};

enum schedule_kind {
    SCHEDULE_POSTED, /* the house posts it; no entries */
    SCHEDULE_PERIODS,
    SCHEDULE_MOMENTS
};

enum schedule_dates {
    SCHEDULE_ANY_DATE,
    SCHEDULE_DATES,     /* from `first` to `last`, both included */
    SCHEDULE_EVERY_YEAR /* the same, in every year; the years of both are 0 */
};

struct schedule_entry {
    enum schedule_dates dates;
    struct date first, last;
    uint8_t weekdays; /* bit 1 << enum weekday */
    uint16_t start;   /* minutes after midnight, below DAY_MINUTES */
    uint16_t
        end; /* above DAY_MINUTES on the next day. Periods: first minute after it. Moments: the last one */
    uint16_t every; /* minutes between moments; 0 for one moment, and for periods */
};

struct schedule {
    enum schedule_kind kind;
    uint8_t count;
    struct schedule_entry entries[SCHEDULE_ENTRIES_MAX];
};

/*
 * A fault has the 1-based byte of the word that is wrong, says what is wrong and what would be right. A schedule that
 * can never come (no Monday lies in its dates) is a fault too. On failure `schedule` is unchanged.
 */
MUST_USE enum status schedule_read(struct text text, struct schedule *schedule, struct fault *fault);

/* The normal text. A buffer of SCHEDULE_TEXT_SIZE holds it. */
void schedule_write(struct text_out *out, const struct schedule *schedule);

/* The same entries in the same order. */
bool schedule_equal(const struct schedule *left, const struct schedule *right);

/* --------------------------------------------------------------------------------------- at a time */

/*
 * These look at date and clock of a local time, never at its offset. What they answer has no offset: zone_instant()
 * finds the instant. Of a posted schedule nothing is known: it covers nothing, and nothing comes next.
 */

/* In a period; or, of moments, exactly at one. */
bool schedule_covers(const struct schedule *schedule, const struct local_time *local);

/* Whether it is one period that goes on at all times. */
bool schedule_is_always(const struct schedule *schedule);

/* The period that goes on: its first minute, and the first after it. Of several the one that is written first. False if none
 * does, or they are moments. */
bool schedule_period(const struct schedule *schedule, const struct local_time *local,
                     struct local_time *start, struct local_time *end);

/* The first moment after `after`, not at it. False if none comes within SCHEDULE_YEARS_AHEAD, or they are periods. */
bool schedule_next_moment(const struct schedule *schedule, const struct local_time *after,
                          struct local_time *next);

/* The first time after `after` at which a period begins and none was running. False as above. */
bool schedule_next_start(const struct schedule *schedule, const struct local_time *after,
                         struct local_time *next);

/* --------------------------------------------------------------------------------------- two schedules */

/* Whether there is a time that both cover. Nobody knows for a posted one, so that it overlaps with all. */
bool schedule_overlap(const struct schedule *left, const struct schedule *right);

/* Whether `outer` covers all that `inner` does. All lies within a posted one; that lies within no other. Moments may
 * lie within periods; periods never within moments. */
bool schedule_is_within(const struct schedule *inner, const struct schedule *outer);

#endif
