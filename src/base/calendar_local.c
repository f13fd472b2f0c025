/*
 * Between instants and local times.
 *
 * A zone's clocks change at most twice for each year of its rule. The side of the clocks at an instant is that
 * of the latest change before it. A rule's time may lie up to a week outside its year; so in December and
 * January the changes of four years are looked at, and in the other months this year's and the last's suffice. The other direction tries both sides and keeps those that agree
 * with the clocks at the instant found: neither in a gap, both in an overlap.
 */
#include "base/calendar.h"
#include "base/calendar_internal.h"
#include "base/check.h"

static const int64_t minute_ms = 60000;

/* ----------------------------------------------------------------------- from instant to local time */

struct change {
    int64_t ms;
    const struct zone_side *to;
};

enum { CHANGES_NEAR = 8 };

static int64_t rule_days(const struct zone_rule *rule, int64_t year)
{
    switch (rule->kind) {
    case ZONE_RULE_DAY_NO_LEAP:
        return days_of_civil(year, 1, 1) + rule->day - 1 + (rule->day > 59 && year_is_leap((int)year));
    case ZONE_RULE_DAY_WITH_LEAP:
        return days_of_civil(year, 1, 1) + rule->day;
    case ZONE_RULE_WEEKDAY:
        break;
    }
    int64_t month_start = days_of_civil(year, rule->month, 1);
    unsigned to_weekday = (rule->weekday + 7u - weekday_of_days(month_start)) % 7;
    unsigned day = to_weekday + (rule->week - 1u) * 7;
    if (day >= month_days((int)year, rule->month)) /* There is no fifth: the last is the fourth. */
        day -= 7;
    return month_start + day;
}

static int64_t change_ms(const struct zone_rule *rule, int64_t year, const struct zone_side *from)
{
    int64_t seconds = rule_days(rule, year) * DAY_SECONDS + rule->second;
    return seconds * 1000 - from->offset_minutes * minute_ms;
}

/* The latest change before `ms` and all within a week of it, among others, in the order of their years. */
static size_t changes_near(const struct zone *zone, int64_t ms, struct change changes[CHANGES_NEAR])
{
    struct civil civil = civil_of_days(divide_down(divide_down(ms, 1000), DAY_SECONDS));
    bool turn_of_year = civil.month == 12 || civil.month == 1;
    int64_t last = turn_of_year ? civil.year + 1 : civil.year;
    size_t count = 0;
    for (int64_t year = turn_of_year ? civil.year - 2 : civil.year - 1; year <= last; year++) {
        changes[count++] =
            (struct change){change_ms(&zone->begins, year, &zone->standard), &zone->daylight_saving};
        changes[count++] =
            (struct change){change_ms(&zone->ends, year, &zone->daylight_saving), &zone->standard};
    }
    return count;
}

/* Of two changes at one moment the later in the table holds: with an end in the same moment as the next
 * year's beginning, daylight saving time simply goes on. */
static const struct zone_side *side_at(const struct zone *zone, int64_t ms)
{
    if (!zone->has_daylight_saving)
        return &zone->standard;
    struct change changes[CHANGES_NEAR];
    size_t count = changes_near(zone, ms, changes);
    const struct change *latest = NULL;
    for (size_t i = 0; i < count; i++)
        if (changes[i].ms <= ms && (!latest || changes[i].ms >= latest->ms))
            latest = &changes[i];
    CHECK(latest);
    return latest->to;
}

enum status local_time_of(struct instant instant, const struct zone *zone, struct local_time *local)
{
    if (!instant_is_valid(instant))
        return STATUS_RANGE;
    const struct zone_side *side = side_at(zone, instant.ms);
    struct local_time reading = {.offset_minutes = side->offset_minutes,
                                 .daylight_saving = side == &zone->daylight_saving};
    enum status status = local_time_set_reading(&reading, instant.ms + side->offset_minutes * minute_ms);
    if (status != STATUS_OK)
        return status;
    for (size_t i = 0; i < ZONE_ABBREVIATION_SIZE; i++)
        reading.abbreviation[i] = side->abbreviation[i];
    *local = reading;
    return STATUS_OK;
}

/* ----------------------------------------------------------------------- from local time to instant */

struct resolved {
    enum { RESOLVED_ONCE, RESOLVED_GAP, RESOLVED_OVERLAP } kind;
    int64_t earlier_ms, later_ms; /* the same if RESOLVED_ONCE */
};

static struct resolved resolve(const struct zone *zone, int64_t reading_ms)
{
    const struct zone_side *standard = &zone->standard, *saving = &zone->daylight_saving;
    int64_t standard_ms = reading_ms - standard->offset_minutes * minute_ms;
    if (!zone->has_daylight_saving || standard->offset_minutes == saving->offset_minutes)
        return (struct resolved){RESOLVED_ONCE, standard_ms, standard_ms};
    int64_t saving_ms = reading_ms - saving->offset_minutes * minute_ms;
    bool is_standard = side_at(zone, standard_ms) == standard;
    bool is_saving = side_at(zone, saving_ms) == saving;
    if (is_standard != is_saving) {
        int64_t ms = is_standard ? standard_ms : saving_ms;
        return (struct resolved){RESOLVED_ONCE, ms, ms};
    }
    return (struct resolved){.kind = is_standard ? RESOLVED_OVERLAP : RESOLVED_GAP,
                             .earlier_ms = standard_ms < saving_ms ? standard_ms : saving_ms,
                             .later_ms = standard_ms < saving_ms ? saving_ms : standard_ms};
}

enum status zone_instant(const struct zone *zone, const struct local_time *local, enum calendar_choice choice,
                         struct instant *instant)
{
    struct local_time reading = *local;
    reading.offset_minutes = 0;
    if (!local_time_fields_valid(&reading))
        return STATUS_RANGE;
    struct resolved resolved = resolve(zone, local_time_reading_ms(&reading));
    if (resolved.kind != RESOLVED_ONCE && choice == CALENDAR_EXACT)
        return STATUS_INVALID;
    bool later = choice == CALENDAR_LATER || (choice == CALENDAR_USUAL && resolved.kind == RESOLVED_GAP);
    struct instant result = {later ? resolved.later_ms : resolved.earlier_ms};
    if (!instant_is_valid(result))
        return STATUS_RANGE;
    *instant = result;
    return STATUS_OK;
}

/* ---------------------------------------------------------------------------------- business day */

/*
 * In a gap the clocks before it are on the side of the smaller offset at `earlier`, and on the other side at
 * `later`; so between the two lies the change that put them forward.
 */
static int64_t gap_change_ms(const struct zone *zone, const struct resolved *gap)
{
    struct change changes[CHANGES_NEAR];
    size_t count = changes_near(zone, gap->later_ms, changes);
    const struct change *found = NULL;
    for (size_t i = 0; i < count; i++)
        if (changes[i].ms > gap->earlier_ms && changes[i].ms <= gap->later_ms &&
            (!found || changes[i].ms < found->ms))
            found = &changes[i];
    CHECK(found);
    return found->ms;
}

/*
 * Consecutive days begin at least 24 hours less the size of the clocks' change apart, and a zone's change is
 * less than 24 hours; so beginnings strictly grow, which T3 rests on.
 */
static int64_t business_day_first_ms(int64_t days, const struct zone *zone, struct business_day day)
{
    struct resolved resolved = resolve(zone, (days * DAY_MINUTES + day.starts_minute) * minute_ms);
    return resolved.kind == RESOLVED_GAP ? gap_change_ms(zone, &resolved) : resolved.earlier_ms;
}

enum status business_date_of(struct instant instant, const struct zone *zone, struct business_day day,
                             struct date *date)
{
    if (!instant_is_valid(instant) || day.starts_minute >= DAY_MINUTES)
        return STATUS_RANGE;
    int64_t reading_ms = instant.ms + side_at(zone, instant.ms)->offset_minutes * minute_ms;
    int64_t days = divide_down(reading_ms, DAY_SECONDS * INT64_C(1000)) + 1;
    while (business_day_first_ms(days, zone, day) > instant.ms)
        days--;
    CHECK(business_day_first_ms(days + 1, zone, day) > instant.ms);
    return date_of_days(days, date);
}

enum status business_day_bounds(struct date date, const struct zone *zone, struct business_day day,
                                struct instant *first, struct instant *end)
{
    if (!date_is_valid(date) || day.starts_minute >= DAY_MINUTES)
        return STATUS_RANGE;
    struct instant begins = {business_day_first_ms(date_days(date), zone, day)};
    struct instant ends = {business_day_first_ms(date_days(date) + 1, zone, day)};
    CHECK_OP(begins.ms, <, ends.ms);
    if (!instant_is_valid(begins) || !instant_is_valid(ends))
        return STATUS_RANGE;
    *first = begins;
    *end = ends;
    return STATUS_OK;
}
