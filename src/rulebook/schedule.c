#include "rulebook/schedule.h"

#include "base/check.h"

#include <assert.h>

/*
 * Time is counted in minutes from 1970-01-01 00:00 on the wall, and days from that day. An entry has a run for every
 * day that it is on: a period is one run from its start to its end, a moment a run of one minute.
 */
enum {
    WEEK_AND_MARGIN = 14, /* a week of days, and those that a run can reach from before or behind */
    DAYS_AHEAD = SCHEDULE_YEARS_AHEAD * 366
};

struct run {
    int64_t start, end;
};

/* ------------------------------------------------------------------------------------------ days */

static int month_and_day(struct date date)
{
    return date.month * 32 + date.day;
}

static bool in_every_year(const struct schedule_entry *entry, struct date date)
{
    int first = month_and_day(entry->first), last = month_and_day(entry->last), day = month_and_day(date);
    return first <= last ? first <= day && day <= last : first <= day || day <= last;
}

/* Days outside the calendar have no runs. */
static bool entry_on(const struct schedule_entry *entry, int64_t day)
{
    struct date date;
    if (date_of_days(day, &date) != STATUS_OK || (entry->weekdays >> date_weekday(date) & 1) == 0)
        return false;
    switch (entry->dates) {
    case SCHEDULE_ANY_DATE:
        return true;
    case SCHEDULE_DATES:
        return date_compare(entry->first, date) <= 0 && date_compare(date, entry->last) <= 0;
    case SCHEDULE_EVERY_YEAR:
        return in_every_year(entry, date);
    }
    CHECK_NEVER("a kind of dates");
}

static bool has_dates(const struct schedule *schedule, enum schedule_dates dates)
{
    for (unsigned i = 0; i < schedule->count; i++)
        if (schedule->entries[i].dates == dates)
            return true;
    return false;
}

/* ------------------------------------------------------------------------------------------ runs */

/* The end of the entry's run of `day` that goes on at `minute`; or `minute` if none does. */
static int64_t run_end(const struct schedule_entry *entry, bool moments, int64_t day, int64_t minute)
{
    int64_t since = minute - day * DAY_MINUTES - entry->start;
    int64_t length = entry->end - entry->start;
    bool runs = moments ? since >= 0 && since <= length && (entry->every == 0 || since % entry->every == 0)
                        : since >= 0 && since < length;
    if (!runs || !entry_on(entry, day))
        return minute;
    return moments ? minute + 1 : minute - since + length;
}

/* The latest end of a run that goes on at `minute`; or `minute` if none does. Runs end by the next day (S1). */
static int64_t runs_until(const struct schedule *schedule, int64_t minute)
{
    int64_t until = minute, day = minute / DAY_MINUTES;
    for (unsigned i = 0; i < schedule->count; i++)
        for (int64_t from = day - 1; from <= day; from++) {
            int64_t end = run_end(&schedule->entries[i], schedule->kind == SCHEDULE_MOMENTS, from, minute);
            until = end > until ? end : until;
        }
    return until;
}

static bool runs_at(const struct schedule *schedule, int64_t minute)
{
    return runs_until(schedule, minute) > minute;
}

static int64_t minute_of(const struct local_time *local)
{
    return (int64_t)date_days(local->date) * DAY_MINUTES + local->hour * 60 + local->minute;
}

bool schedule_covers(const struct schedule *schedule, const struct local_time *local)
{
    bool on_the_minute = local->second == 0 && local->millisecond == 0;
    return (schedule->kind == SCHEDULE_PERIODS || on_the_minute) && runs_at(schedule, minute_of(local));
}

/* ------------------------------------------------------------------------------------------ what comes next */

/* The first start of a run of `day` after `minute`, or -1. */
static int64_t start_after(const struct schedule_entry *entry, int64_t day, int64_t minute)
{
    int64_t start = day * DAY_MINUTES + entry->start;
    if (start <= minute && entry->every > 0)
        start += ((minute - start) / entry->every + 1) * entry->every;
    bool there = start > minute && (entry->every == 0 || start <= day * DAY_MINUTES + entry->end);
    return there && entry_on(entry, day) ? start : -1;
}

static int64_t entry_next(const struct schedule_entry *entry, int64_t minute)
{
    int64_t day = minute / DAY_MINUTES - 1;
    int64_t last = day + (entry->dates == SCHEDULE_ANY_DATE ? WEEK_AND_MARGIN : DAYS_AHEAD);
    if (entry->dates == SCHEDULE_DATES) {
        day = date_days(entry->first) > day ? date_days(entry->first) : day;
        last = date_days(entry->last) < last ? date_days(entry->last) : last;
    }
    for (; day <= last; day++) {
        int64_t start = start_after(entry, day, minute);
        if (start >= 0)
            return start;
    }
    return -1;
}

static int64_t next_run(const struct schedule *schedule, int64_t minute)
{
    int64_t next = -1;
    for (unsigned i = 0; i < schedule->count; i++) {
        int64_t start = entry_next(&schedule->entries[i], minute);
        if (start >= 0 && (next < 0 || start < next))
            next = start;
    }
    return next;
}

static bool answer(int64_t minute, struct local_time *next)
{
    struct local_time found = {.hour = (uint8_t)(minute / 60 % 24), .minute = (uint8_t)(minute % 60)};
    if (minute < 0 || date_of_days(minute / DAY_MINUTES, &found.date) != STATUS_OK)
        return false;
    *next = found;
    return true;
}

bool schedule_is_always(const struct schedule *schedule)
{
    const struct schedule_entry *entry = &schedule->entries[0];
    return schedule->kind == SCHEDULE_PERIODS && schedule->count == 1 && entry->dates == SCHEDULE_ANY_DATE &&
           entry->weekdays == SCHEDULE_EVERY_DAY && entry->start == 0 && entry->end == DAY_MINUTES;
}

bool schedule_period(const struct schedule *schedule, const struct local_time *local,
                     struct local_time *start, struct local_time *end)
{
    int64_t minute = minute_of(local), day = minute / DAY_MINUTES;
    if (schedule->kind != SCHEDULE_PERIODS)
        return false;
    for (unsigned i = 0; i < schedule->count; i++)
        for (int64_t from = day - 1; from <= day; from++) {
            const struct schedule_entry *entry = &schedule->entries[i];
            if (run_end(entry, false, from, minute) > minute)
                return answer(from * DAY_MINUTES + entry->start, start) &&
                       answer(from * DAY_MINUTES + entry->end, end);
        }
    return false;
}

bool schedule_next_moment(const struct schedule *schedule, const struct local_time *after,
                          struct local_time *next)
{
    return schedule->kind == SCHEDULE_MOMENTS && answer(next_run(schedule, minute_of(after)), next);
}

bool schedule_next_start(const struct schedule *schedule, const struct local_time *after,
                         struct local_time *next)
{
    if (schedule->kind != SCHEDULE_PERIODS)
        return false;
    bool dated = has_dates(schedule, SCHEDULE_DATES) || has_dates(schedule, SCHEDULE_EVERY_YEAR);
    int64_t minute = minute_of(after);
    int64_t last = minute + (int64_t)(dated ? DAYS_AHEAD : WEEK_AND_MARGIN) * DAY_MINUTES;
    do
        minute = next_run(schedule, minute);
    while (minute >= 0 && minute <= last && runs_at(schedule, minute - 1));
    return minute <= last && answer(minute, next);
}

/* ------------------------------------------------------------------------------------------ two schedules */

/*
 * What an entry and another schedule have to do with each other on a day repeats after a week, or, if days of every
 * year are among them, within SCHEDULE_YEARS_AHEAD; but for the days around the first and the last date of the other.
 * So it is enough to walk the days of such a stretch from the entry's first day on, and from each of those dates; and
 * of days on which the same entries of the other run it is enough to look at one.
 */
enum { PATTERNS = 64, PATTERN_DAYS = 3 };
static_assert(SCHEDULE_ENTRIES_MAX * PATTERN_DAYS <= 64, "a pattern has a bit for each entry and day");

struct walk {
    const struct schedule *other;
    int64_t day, last;
    int64_t stretch, until;
    unsigned pattern_count;
    uint64_t patterns[PATTERNS]; /* seen so far; once they are full, days are looked at again */
};

/* The first day from `day` on from which things may be different; INT64_MAX if there is none. */
static int64_t next_change(const struct schedule *other, int64_t day)
{
    const int reach = 2; /* days that a run has to do with before the change */
    int64_t next = INT64_MAX;
    for (unsigned i = 0; i < other->count; i++) {
        const struct schedule_entry *entry = &other->entries[i];
        if (entry->dates != SCHEDULE_DATES)
            continue;
        const int64_t changes[] = {(int64_t)date_days(entry->first) - reach,
                                   (int64_t)date_days(entry->last) - reach};
        for (unsigned j = 0; j < 2; j++)
            next = changes[j] >= day && changes[j] < next ? changes[j] : next;
    }
    return next;
}

static struct walk walk_begin(const struct schedule_entry *entry, const struct schedule *other)
{
    /* At the edges of the calendar a run from the day before is missing; nothing is asked there. */
    const struct date last_date = {CALENDAR_YEAR_MAX, 12, 31 - WEEK_AND_MARGIN};
    bool dated = entry->dates == SCHEDULE_DATES;
    bool yearly = entry->dates == SCHEDULE_EVERY_YEAR || has_dates(other, SCHEDULE_EVERY_YEAR);
    struct walk walk = {.other = other,
                        .day = dated ? date_days(entry->first) : WEEK_AND_MARGIN,
                        .last = date_days(dated ? entry->last : last_date),
                        .stretch = yearly ? DAYS_AHEAD : WEEK_AND_MARGIN};
    walk.until = walk.day + walk.stretch;
    return walk;
}

/* Steps to the next day that has to be looked at. */
static bool walk_next(struct walk *walk)
{
    walk->day++;
    int64_t change = next_change(walk->other, walk->day);
    if (walk->day > walk->until)
        walk->day = change;
    if (walk->day == change)
        walk->until = change > walk->last ? walk->until : change + walk->stretch;
    return walk->day <= walk->last;
}

/* Which entries of the other are on on the days that a run of this day has to do with: the one before, itself, the one
 * behind. */
static uint64_t pattern_of(const struct schedule *other, int64_t day)
{
    uint64_t pattern = 0;
    for (unsigned i = 0; i < other->count; i++)
        for (int64_t near = day - 1; near <= day + 1; near++)
            pattern = pattern << 1 | entry_on(&other->entries[i], near);
    return pattern;
}

static bool walk_sees_new(struct walk *walk)
{
    uint64_t pattern = pattern_of(walk->other, walk->day);
    for (unsigned i = 0; i < walk->pattern_count; i++)
        if (walk->patterns[i] == pattern)
            return false;
    if (walk->pattern_count < PATTERNS)
        walk->patterns[walk->pattern_count++] = pattern;
    return true;
}

typedef bool run_test(const struct schedule *other, struct run run);

static bool day_has_run(const struct schedule_entry *entry, bool moments, int64_t day,
                        const struct schedule *other, run_test *test)
{
    int64_t midnight = day * DAY_MINUTES;
    if (!moments)
        return test(other, (struct run){midnight + entry->start, midnight + entry->end});
    int64_t start = midnight + entry->start;
    do {
        if (test(other, (struct run){start, start + 1}))
            return true;
        start += entry->every;
    } while (entry->every > 0 && start <= midnight + entry->end);
    return false;
}

/* Whether some run of `schedule` passes the test against `other`. */
static bool has_run(const struct schedule *schedule, const struct schedule *other, run_test *test)
{
    for (unsigned i = 0; i < schedule->count; i++) {
        const struct schedule_entry *entry = &schedule->entries[i];
        struct walk walk = walk_begin(entry, other);
        do
            if (entry_on(entry, walk.day) && walk_sees_new(&walk) &&
                day_has_run(entry, schedule->kind == SCHEDULE_MOMENTS, walk.day, other, test))
                return true;
        while (walk_next(&walk));
    }
    return false;
}

static bool starts_in(const struct schedule *other, struct run run)
{
    return runs_at(other, run.start);
}

static bool sticks_out_of(const struct schedule *other, struct run run)
{
    int64_t covered = run.start, until = runs_until(other, covered);
    while (until > covered && until < run.end) {
        covered = until;
        until = runs_until(other, covered);
    }
    return until < run.end;
}

bool schedule_overlap(const struct schedule *left, const struct schedule *right)
{
    if (left->kind == SCHEDULE_POSTED || right->kind == SCHEDULE_POSTED)
        return true;
    /* Of two runs that share a minute, one starts in the other. */
    return has_run(left, right, starts_in) || has_run(right, left, starts_in);
}

bool schedule_is_within(const struct schedule *inner, const struct schedule *outer)
{
    if (inner->kind == SCHEDULE_POSTED || outer->kind == SCHEDULE_POSTED)
        return outer->kind == SCHEDULE_POSTED;
    if (inner->kind == SCHEDULE_PERIODS && outer->kind == SCHEDULE_MOMENTS)
        return false;
    return !has_run(inner, outer, sticks_out_of);
}
