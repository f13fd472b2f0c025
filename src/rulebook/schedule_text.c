/*
 * Schedules as text: read word by word, and written in their normal form.
 */
#include "rulebook/schedule.h"

#include "base/check.h"
#include "rulebook/phrase_internal.h"

enum { HOUR_MINUTES = 60, WORKING_DAYS = 0x3E, WEEKEND_DAYS = 0x41, WEEK_DAYS = 7 };

static const char *const schedule_known[] = {
    "always",   "posted", "daily",    "every",     "weekdays", "weekends", "Monday",   "Tuesday", "Wednesday",
    "Thursday", "Friday", "Saturday", "Sunday",    "January",  "February", "March",    "April",   "May",
    "June",     "July",   "August",   "September", "October",  "November", "December", "at",      NULL};
static const struct phrase_sort schedule_sort = {
    "a", "day or time",
    "write it like daily 10:00 to 02:00, Monday at 18:00, every hour on the hour 12:00 to 21:00 or always",
    schedule_known};

/* ------------------------------------------------------------------------------------------ dates */

static enum status check_dates(const struct schedule_entry *entry, size_t position, struct fault *fault)
{
    if ((entry->first.year == 0) != (entry->last.year == 0))
        return fault_set(fault, STATUS_INVALID, position,
                         "one date has a year and the other none; write both like 2026-11-30 or both like "
                         "March 31");
    if (entry->first.year == 0 || date_compare(entry->first, entry->last) <= 0)
        return STATUS_OK;
    char words[2 * DATE_TEXT_SIZE + 8];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    date_write(&out, entry->last);
    text_out_add(&out, " to ");
    date_write(&out, entry->first);
    return fault_set(fault, STATUS_INVALID, position, "the dates run backwards; write %s", words);
}

static enum status take_dates(struct scan *scan, struct schedule_entry *entry, struct fault *fault)
{
    size_t position = scan_position(scan);
    if (entry->dates != SCHEDULE_ANY_DATE)
        return fault_set(fault, STATUS_INVALID, position,
                         "the dates are given already; write them before the days or behind the times");
    enum status status = phrase_date(scan, &entry->first, fault);
    entry->last = entry->first;
    if (status == STATUS_OK && phrase_take(scan, "to"))
        status = phrase_date(scan, &entry->last, fault);
    if (status != STATUS_OK)
        return status;
    entry->dates = entry->first.year == 0 ? SCHEDULE_EVERY_YEAR : SCHEDULE_DATES;
    return check_dates(entry, position, fault);
}

/* ------------------------------------------------------------------------------------------ days */

/* "Monday" and "Mondays" */
static bool weekday_next(const struct scan *scan, enum weekday *weekday)
{
    struct text word = phrase_word(scan);
    for (unsigned i = WEEKDAY_SUNDAY; i <= WEEKDAY_SATURDAY; i++) {
        struct text name = text_of(weekday_name((enum weekday)i));
        struct text ending = text_from(word, name.length);
        if (text_equal_ignoring_case(text_slice(word, 0, name.length), name) &&
            (ending.length == 0 || text_equal_ignoring_case(ending, text_of("s")))) {
            *weekday = (enum weekday)i;
            return true;
        }
    }
    return false;
}

static enum status take_weekday(struct scan *scan, enum weekday *weekday, struct fault *fault)
{
    static const char *const known[] = {"Monday", "Tuesday",  "Wednesday", "Thursday",
                                        "Friday", "Saturday", "Sunday",    NULL};
    static const struct phrase_sort sort = {"a", "day of the week", "write it like Monday", known};
    if (!weekday_next(scan, weekday))
        return phrase_unknown(scan, &sort, fault);
    phrase_skip(scan);
    return STATUS_OK;
}

/* "Monday", "Friday to Monday" */
static enum status take_weekdays(struct scan *scan, uint8_t *weekdays, struct fault *fault)
{
    enum weekday first = WEEKDAY_SUNDAY;
    size_t position = scan_position(scan);
    enum status status = take_weekday(scan, &first, fault);
    enum weekday last = first;
    bool several = status == STATUS_OK && phrase_take(scan, "to");
    if (several)
        status = take_weekday(scan, &last, fault);
    if (status != STATUS_OK)
        return status;
    if (several && first == last)
        return fault_set(fault, STATUS_INVALID, position, "%s to %s is one day; write %s, or daily",
                         weekday_name(first), weekday_name(last), weekday_name(first));
    for (unsigned day = first;; day = (day + 1) % WEEK_DAYS) {
        if ((*weekdays >> day & 1) != 0)
            return fault_set(fault, STATUS_INVALID, position, "%s is named twice; name each day once",
                             weekday_name((enum weekday)day));
        *weekdays = (uint8_t)(*weekdays | 1U << day);
        if (day == (unsigned)last)
            return STATUS_OK;
    }
}

/* A comma goes on with the list only if a day of the week follows. */
static bool take_joint(struct scan *scan)
{
    struct scan ahead = *scan;
    enum weekday weekday;
    if (phrase_take(scan, "and"))
        return true;
    if (!phrase_take(&ahead, ",") || !weekday_next(&ahead, &weekday))
        return false;
    *scan = ahead;
    return true;
}

static enum status take_days(struct scan *scan, struct schedule_entry *entry, struct fault *fault)
{
    static const struct {
        const char *words;
        uint8_t weekdays;
    } names[] = {{"daily", SCHEDULE_EVERY_DAY},
                 {"every day", SCHEDULE_EVERY_DAY},
                 {"weekdays", WORKING_DAYS},
                 {"weekends", WEEKEND_DAYS}};
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
        if (phrase_take(scan, names[i].words)) {
            entry->weekdays = names[i].weekdays;
            return STATUS_OK;
        }
    entry->weekdays = 0;
    enum status status;
    do
        status = take_weekdays(scan, &entry->weekdays, fault);
    while (status == STATUS_OK && take_joint(scan));
    return status;
}

static bool days_next(const struct scan *scan)
{
    enum weekday weekday;
    return weekday_next(scan, &weekday) || phrase_next_is(scan, "daily") ||
           phrase_next_is(scan, "every day") || phrase_next_is(scan, "weekdays") ||
           phrase_next_is(scan, "weekends");
}

/* ------------------------------------------------------------------------------------------ times */

/* "10:00 to 02:00". An end at or before the start is on the next day; the same minute is refused. */
static enum status take_span(struct scan *scan, bool moments, struct schedule_entry *entry,
                             struct fault *fault)
{
    size_t position = scan_position(scan);
    enum status status = phrase_clock(scan, false, &entry->start, fault);
    if (status != STATUS_OK)
        return status;
    if (!phrase_take(scan, "to"))
        return phrase_expected(scan,
                               moments ? "\"to\" and the last time, or \"from\" in front,"
                                       : "\"to\" and an end, or \"at\" in front for a moment,",
                               fault);
    status = phrase_clock(scan, !moments, &entry->end, fault);
    if (status != STATUS_OK)
        return status;
    if (entry->end == entry->start)
        return fault_set(fault, STATUS_INVALID, position,
                         moments ? "the first and the last moment are the same; write at and the time"
                                 : "the period is empty; write 00:00 to 24:00 for a whole day");
    if (entry->end < entry->start)
        entry->end = (uint16_t)(entry->end + DAY_MINUTES);
    return STATUS_OK;
}

/* Behind "every": "hour", "half hour", "3 hours", "20 minutes" */
static enum status take_interval(struct scan *scan, struct schedule_entry *entry, struct fault *fault)
{
    static const char *const known[] = {"hour", "half hour", "hours", "minutes", NULL};
    static const struct phrase_sort sort = {
        "an", "interval", "write every hour, every half hour, every 3 hours or every 20 minutes", known};
    size_t position = scan_position(scan);
    int64_t number = 1, unit = HOUR_MINUTES;
    if (phrase_take(scan, "half hour")) {
        unit = HOUR_MINUTES / 2;
    } else if (!phrase_take(scan, "hour")) {
        enum status status = phrase_count(scan, &sort, &number, fault);
        if (status != STATUS_OK)
            return status;
        if (phrase_take(scan, "minutes") || phrase_take(scan, "minute"))
            unit = 1;
        else if (!phrase_take(scan, "hours") && !phrase_take(scan, "hour"))
            return phrase_unknown(scan, &sort, fault);
    }
    if (number < 1 || number * unit > DAY_MINUTES)
        return fault_set(fault, STATUS_RANGE, position, "an interval is from 1 minute to 24 hours");
    entry->every = (uint16_t)(number * unit);
    return STATUS_OK;
}

/* The last moment is where the interval takes one, so that equal moments are equal data; one moment has no interval. */
static void settle_moments(struct schedule_entry *entry)
{
    unsigned length = (unsigned)entry->end - entry->start;
    entry->end = (uint16_t)(entry->end - length % entry->every);
    if (entry->end == entry->start)
        entry->every = 0;
}

/* "every 3 hours on the hour from 00:00", "every half hour 12:00 to 21:00" */
static enum status take_repeated(struct scan *scan, struct schedule_entry *entry, struct fault *fault)
{
    size_t position = scan_position(scan);
    enum status status = take_interval(scan, entry, fault);
    if (status != STATUS_OK)
        return status;
    bool on_the_hour = phrase_take(scan, "on the hour");
    if (on_the_hour && entry->every % HOUR_MINUTES != 0)
        return fault_set(
            fault, STATUS_INVALID, position,
            "only moments that are whole hours apart can all be on the hour; leave out \"on the hour\"");
    entry->start = 0;
    entry->end = DAY_MINUTES - 1;
    bool from = phrase_take(scan, "from");
    position = scan_position(scan);
    struct scan ahead = *scan;
    if (from || phrase_digit_next(scan, 0)) {
        status = phrase_clock(&ahead, false, &entry->start, fault);
        if (status == STATUS_OK && (!from || phrase_next_is(&ahead, "to")))
            status = take_span(scan, true, entry, fault);
        else
            *scan = ahead;
    }
    if (status != STATUS_OK)
        return status;
    if (on_the_hour && entry->start % HOUR_MINUTES != 0)
        return fault_set(fault, STATUS_INVALID, position, "%02d:%02d is not on the hour; write %02d:00",
                         entry->start / HOUR_MINUTES, entry->start % HOUR_MINUTES,
                         entry->start / HOUR_MINUTES);
    settle_moments(entry);
    return STATUS_OK;
}

static enum status take_times(struct scan *scan, struct schedule_entry *entry, enum schedule_kind *kind,
                              struct fault *fault)
{
    *kind = SCHEDULE_MOMENTS;
    if (phrase_take(scan, "every"))
        return take_repeated(scan, entry, fault);
    if (phrase_take(scan, "at")) {
        enum status status = phrase_clock(scan, false, &entry->start, fault);
        entry->end = entry->start;
        return status;
    }
    *kind = SCHEDULE_PERIODS;
    if (phrase_digit_next(scan, 0) && !phrase_date_next(scan))
        return take_span(scan, false, entry, fault);
    return STATUS_OK; /* whole days */
}

/* ------------------------------------------------------------------------------------------ entries */

/* Dates with years may be only a few: one of the days of the week must be among them. */
static enum status check_possible(const struct schedule_entry *entry, size_t position, struct fault *fault)
{
    if (entry->dates != SCHEDULE_DATES)
        return STATUS_OK;
    int32_t first = date_days(entry->first), last = date_days(entry->last);
    for (int32_t day = first; day <= last && day < first + WEEK_DAYS; day++) {
        struct date date;
        CHECK_OP(date_of_days(day, &date), ==, STATUS_OK);
        if ((entry->weekdays >> date_weekday(date) & 1) != 0)
            return STATUS_OK;
    }
    char words[DATE_TEXT_SIZE];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    date_write(&out, entry->first);
    return fault_set(fault, STATUS_INVALID, position,
                     "none of these days of the week lies in the dates; %s is a %s", words,
                     weekday_name(date_weekday(entry->first)));
}

static bool entry_ends(const struct scan *scan)
{
    return scan_peek(scan) == SCAN_END || phrase_next_is(scan, ";");
}

/* Days and times, either of which may be missing behind dates. */
static enum status take_days_and_times(struct scan *scan, struct schedule_entry *entry,
                                       enum schedule_kind *kind, struct fault *fault)
{
    if (phrase_next_is(scan, "posted"))
        return fault_set(fault, STATUS_INVALID, scan_position(scan),
                         "posted stands alone; leave out the other entries");
    bool days = days_next(scan);
    bool times = phrase_next_is(scan, "every") || phrase_next_is(scan, "at") || phrase_digit_next(scan, 0);
    if (!days && !times)
        return phrase_unknown(scan, &schedule_sort, fault);
    enum status status = days ? take_days(scan, entry, fault) : STATUS_OK;
    return status == STATUS_OK ? take_times(scan, entry, kind, fault) : status;
}

static enum status take_entry(struct scan *scan, struct schedule_entry *entry, enum schedule_kind *kind,
                              struct fault *fault)
{
    *entry = (struct schedule_entry){.weekdays = SCHEDULE_EVERY_DAY, .end = DAY_MINUTES};
    *kind = SCHEDULE_PERIODS;
    size_t position = scan_position(scan);
    if (phrase_take(scan, "always"))
        return STATUS_OK;
    enum status status = STATUS_OK;
    bool dates_first = phrase_date_next(scan);
    if (dates_first) {
        status = take_dates(scan, entry, fault);
        if (status != STATUS_OK || entry_ends(scan))
            return status;
        (void)phrase_take(scan, ",");
    }
    status = take_days_and_times(scan, entry, kind, fault);
    if (status == STATUS_OK && phrase_take(scan, ","))
        status = take_dates(scan, entry, fault);
    return status == STATUS_OK ? check_possible(entry, position, fault) : status;
}

static enum status take_entries(struct scan *scan, struct schedule *schedule, struct fault *fault)
{
    do {
        size_t position = scan_position(scan);
        enum schedule_kind kind;
        if (schedule->count == SCHEDULE_ENTRIES_MAX)
            return fault_set(fault, STATUS_NO_SPACE, position, "a schedule has at most %d entries",
                             SCHEDULE_ENTRIES_MAX);
        enum status status = take_entry(scan, &schedule->entries[schedule->count], &kind, fault);
        if (status != STATUS_OK)
            return status;
        if (schedule->count > 0 && kind != schedule->kind)
            return fault_set(fault, STATUS_INVALID, position,
                             "periods and moments do not mix; write all with an end, or all with \"at\" or "
                             "\"every\"");
        schedule->kind = kind;
        schedule->count++;
    } while (phrase_take(scan, ";"));
    return STATUS_OK;
}

enum status schedule_read(struct text text, struct schedule *schedule, struct fault *fault)
{
    struct scan scan;
    struct schedule taken = {.kind = SCHEDULE_POSTED};
    enum status status = phrase_begin(text, SCHEDULE_TEXT_MAX, &scan, fault);
    if (status != STATUS_OK)
        return status;
    if (!phrase_take(&scan, "posted"))
        status = take_entries(&scan, &taken, fault);
    if (status == STATUS_OK)
        status = phrase_end(&scan, "the schedule", fault);
    if (status == STATUS_OK)
        *schedule = taken;
    return status;
}

/* ------------------------------------------------------------------------------------------ writing */

static unsigned from_monday(unsigned index)
{
    return (index + WEEKDAY_MONDAY) % WEEK_DAYS;
}

/* How many days in a row, from `first` on, make up the whole set; 0 if others belong to it too. */
static unsigned row_from(uint8_t weekdays, unsigned first)
{
    unsigned length = 0, set = 0;
    while (length < WEEK_DAYS && (weekdays >> (first + length) % WEEK_DAYS & 1) != 0)
        set |= 1U << (first + length++) % WEEK_DAYS;
    return set == weekdays ? length : 0;
}

static void write_list(struct text_out *out, uint8_t weekdays)
{
    unsigned left = (unsigned)__builtin_popcount(weekdays), all = left;
    for (unsigned i = 0; i < WEEK_DAYS; i++) {
        unsigned day = from_monday(i);
        if ((weekdays >> day & 1) == 0)
            continue;
        if (left < all)
            text_out_add(out, left == 1 ? " and " : ", ");
        text_out_add(out, "%s", weekday_name((enum weekday)day));
        left--;
    }
}

static void write_days(struct text_out *out, uint8_t weekdays)
{
    if (weekdays == SCHEDULE_EVERY_DAY || weekdays == WEEKEND_DAYS) {
        text_out_add(out, weekdays == WEEKEND_DAYS ? "weekends" : "daily");
        return;
    }
    for (unsigned i = 0; i < WEEK_DAYS; i++) {
        unsigned first = from_monday(i), length = row_from(weekdays, first);
        if (length >= 3) {
            text_out_add(out, "%s to %s", weekday_name((enum weekday)first),
                         weekday_name((enum weekday)((first + length - 1) % WEEK_DAYS)));
            return;
        }
    }
    write_list(out, weekdays);
}

static void write_interval(struct text_out *out, const struct schedule_entry *entry)
{
    unsigned every = entry->every;
    if (every == HOUR_MINUTES / 2)
        text_out_add(out, "every half hour");
    else if (every == HOUR_MINUTES)
        text_out_add(out, "every hour");
    else
        text_out_add(out, "every %u %s", every % HOUR_MINUTES == 0 ? every / HOUR_MINUTES : every,
                     every % HOUR_MINUTES == 0 ? "hours"
                     : every == 1              ? "minute"
                                               : "minutes");
    if (every % HOUR_MINUTES == 0 && entry->start % HOUR_MINUTES == 0)
        text_out_add(out, " on the hour");
}

/* Only a period can end at 24:00; the last moment of a day that is midnight is 00:00. */
static void write_span(struct text_out *out, const struct schedule_entry *entry)
{
    clock_write(out, entry->start);
    text_out_add(out, " to ");
    bool whole_end = entry->every == 0 && entry->end == DAY_MINUTES;
    clock_write(out, whole_end ? DAY_MINUTES : entry->end % DAY_MINUTES);
}

/* Without a span, moments go on to the end of their day. */
static void write_repeated(struct text_out *out, const struct schedule_entry *entry)
{
    bool to_midnight = entry->end < DAY_MINUTES && entry->end + entry->every >= DAY_MINUTES;
    write_interval(out, entry);
    if (!to_midnight) {
        text_out_add(out, " ");
        write_span(out, entry);
    } else if (entry->start > 0) {
        text_out_add(out, " from ");
        clock_write(out, entry->start);
    }
}

static void write_times(struct text_out *out, const struct schedule_entry *entry, enum schedule_kind kind)
{
    if (kind == SCHEDULE_PERIODS) {
        write_span(out, entry);
    } else if (entry->every > 0) {
        write_repeated(out, entry);
    } else {
        text_out_add(out, "at ");
        clock_write(out, entry->start);
    }
}

static bool same_day(struct date left, struct date right)
{
    return left.year == right.year && left.month == right.month && left.day == right.day;
}

static void write_dates(struct text_out *out, const struct schedule_entry *entry)
{
    day_write(out, entry->first);
    if (same_day(entry->first, entry->last))
        return;
    text_out_add(out, " to ");
    day_write(out, entry->last);
}

static void write_entry(struct text_out *out, const struct schedule_entry *entry, enum schedule_kind kind)
{
    bool dates = entry->dates != SCHEDULE_ANY_DATE;
    bool one_date = dates && same_day(entry->first, entry->last);
    bool whole_days = kind == SCHEDULE_PERIODS && entry->start == 0 && entry->end == DAY_MINUTES;
    bool every_day = entry->weekdays == SCHEDULE_EVERY_DAY;
    bool days = !every_day || (!whole_days && !one_date && entry->every == 0);
    if (dates)
        write_dates(out, entry);
    else if (whole_days && every_day)
        text_out_add(out, "always");
    if (dates && (days || !whole_days))
        text_out_add(out, one_date && !days ? " " : ", ");
    if (days)
        write_days(out, entry->weekdays);
    if (days && !whole_days)
        text_out_add(out, " ");
    if (!whole_days)
        write_times(out, entry, kind);
}

void schedule_write(struct text_out *out, const struct schedule *schedule)
{
    if (schedule->kind == SCHEDULE_POSTED)
        text_out_add(out, "posted");
    for (unsigned i = 0; i < schedule->count; i++) {
        if (i > 0)
            text_out_add(out, "; ");
        write_entry(out, &schedule->entries[i], schedule->kind);
    }
}

static bool entry_equal(const struct schedule_entry *left, const struct schedule_entry *right)
{
    return left->dates == right->dates && same_day(left->first, right->first) &&
           same_day(left->last, right->last) && left->weekdays == right->weekdays &&
           left->start == right->start && left->end == right->end && left->every == right->every;
}

bool schedule_equal(const struct schedule *left, const struct schedule *right)
{
    for (unsigned i = 0; i < left->count && i < right->count; i++)
        if (!entry_equal(&left->entries[i], &right->entries[i]))
            return false;
    return left->kind == right->kind && left->count == right->count;
}
