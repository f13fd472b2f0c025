#include "base/calendar.h"

#include "base/calendar_internal.h"
#include "base/check.h"
#include "base/scan.h"

/* ----------------------------------------------------------------------------------------- dates */

int64_t divide_down(int64_t dividend, int64_t divisor)
{
    CHECK_OP(divisor, >, 0);
    return dividend / divisor - (dividend % divisor < 0);
}

/*
 * Years are counted from March, so that the leap day is the last of its year, and in eras of 400 years, which
 * all have 146,097 days. From March on the months begin on day (153 * m + 2) / 5 of the year. 719,468 days lie
 * between 0000-03-01 and 1970-01-01. (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".)
 */
int64_t days_of_civil(int64_t year, unsigned month, unsigned day)
{
    year -= month <= 2;
    int64_t era = divide_down(year, 400);
    int64_t year_of_era = year - era * 400;
    int64_t month_from_march = (month + 9) % 12;
    int64_t day_of_year = (153 * month_from_march + 2) / 5 + day - 1;
    int64_t day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    return era * 146097 + day_of_era - 719468;
}

struct civil civil_of_days(int64_t days)
{
    days += 719468;
    int64_t era = divide_down(days, 146097);
    int64_t day_of_era = days - era * 146097;
    int64_t year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
    int64_t day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    int64_t month_from_march = (5 * day_of_year + 2) / 153;
    unsigned month = (unsigned)(month_from_march < 10 ? month_from_march + 3 : month_from_march - 9);
    return (struct civil){.year = year_of_era + era * 400 + (month <= 2),
                          .month = month,
                          .day = (unsigned)(day_of_year - (153 * month_from_march + 2) / 5 + 1)};
}

enum weekday weekday_of_days(int64_t days)
{
    int64_t from_sunday = days + WEEKDAY_THURSDAY; /* 1970-01-01 was a Thursday. */
    return (enum weekday)(from_sunday - divide_down(from_sunday, 7) * 7);
}

bool year_is_leap(int year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

unsigned month_days(int year, unsigned month)
{
    static const uint8_t days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    CHECK(month >= 1 && month <= 12);
    return month == 2 && year_is_leap(year) ? 29 : days[month - 1];
}

bool date_is_valid(struct date date)
{
    return date.year >= CALENDAR_YEAR_MIN && date.year <= CALENDAR_YEAR_MAX && date.month >= 1 &&
           date.month <= 12 && date.day >= 1 && date.day <= month_days(date.year, date.month);
}

int32_t date_days(struct date date)
{
    CHECK(date_is_valid(date));
    return (int32_t)days_of_civil(date.year, date.month, date.day);
}

int date_compare(struct date left, struct date right)
{
    int32_t left_days = date_days(left), right_days = date_days(right);
    return (left_days > right_days) - (left_days < right_days);
}

enum weekday date_weekday(struct date date)
{
    return weekday_of_days(date_days(date));
}

const char *weekday_name(enum weekday weekday)
{
    static const char *const names[] = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                        "Thursday", "Friday", "Saturday"};
    CHECK_OP(weekday, <=, WEEKDAY_SATURDAY);
    return names[weekday];
}

const char *month_name(unsigned month)
{
    static const char *const names[] = {"January",   "February", "March",    "April",
                                        "May",       "June",     "July",     "August",
                                        "September", "October",  "November", "December"};
    CHECK(month >= 1 && month <= 12);
    return names[month - 1];
}

enum status date_of_days(int64_t days, struct date *date)
{
    if (days < days_of_civil(CALENDAR_YEAR_MIN, 1, 1) || days > days_of_civil(CALENDAR_YEAR_MAX, 12, 31))
        return STATUS_RANGE;
    struct civil civil = civil_of_days(days);
    *date = (struct date){(int16_t)civil.year, (uint8_t)civil.month, (uint8_t)civil.day};
    CHECK(date_is_valid(*date));
    return STATUS_OK;
}

enum status date_add_days(struct date date, int64_t days, struct date *result)
{
    int64_t sum;
    if (__builtin_add_overflow(date_days(date), days, &sum))
        return STATUS_RANGE;
    return date_of_days(sum, result);
}

enum status date_add_months(struct date date, int32_t months, struct date *result)
{
    CHECK(date_is_valid(date));
    int64_t month_count = (int64_t)date.year * 12 + date.month - 1 + months;
    int64_t year = divide_down(month_count, 12);
    if (year < CALENDAR_YEAR_MIN || year > CALENDAR_YEAR_MAX)
        return STATUS_RANGE;
    unsigned month = (unsigned)(month_count - year * 12) + 1;
    unsigned last = month_days((int)year, month);
    *result = (struct date){(int16_t)year, (uint8_t)month, (uint8_t)(date.day < last ? date.day : last)};
    return STATUS_OK;
}

/* ----------------------------------------------------------------------- instants and local times */

bool instant_is_valid(struct instant instant)
{
    int64_t end_days = days_of_civil(CALENDAR_YEAR_MAX + 1, 1, 1);
    return instant.ms >= 0 && instant.ms < end_days * DAY_SECONDS * 1000;
}

int instant_compare(struct instant left, struct instant right)
{
    return (left.ms > right.ms) - (left.ms < right.ms);
}

static enum status instant_set(struct instant *instant, int64_t ms)
{
    if (!instant_is_valid((struct instant){ms}))
        return STATUS_RANGE;
    instant->ms = ms;
    return STATUS_OK;
}

enum status instant_add_ms(struct instant instant, int64_t ms, struct instant *result)
{
    int64_t sum;
    if (__builtin_add_overflow(instant.ms, ms, &sum))
        return STATUS_RANGE;
    return instant_set(result, sum);
}

bool local_time_fields_valid(const struct local_time *local)
{
    return date_is_valid(local->date) && local->hour < 24 && local->minute < 60 && local->second < 60 &&
           local->millisecond < 1000 && local->offset_minutes > -DAY_MINUTES &&
           local->offset_minutes < DAY_MINUTES;
}

int64_t local_time_reading_ms(const struct local_time *local)
{
    int64_t minutes = ((int64_t)date_days(local->date) * 24 + local->hour) * 60 + local->minute;
    return (minutes * 60 + local->second) * 1000 + local->millisecond;
}

enum status local_time_set_reading(struct local_time *local, int64_t reading_ms)
{
    int64_t seconds = divide_down(reading_ms, 1000);
    int64_t days = divide_down(seconds, DAY_SECONDS);
    enum status status = date_of_days(days, &local->date);
    if (status != STATUS_OK)
        return status;
    int64_t second_of_day = seconds - days * DAY_SECONDS;
    local->hour = (uint8_t)(second_of_day / 3600);
    local->minute = (uint8_t)(second_of_day / 60 % 60);
    local->second = (uint8_t)(second_of_day % 60);
    local->millisecond = (uint16_t)(reading_ms - seconds * 1000);
    return STATUS_OK;
}

enum status local_time_instant(const struct local_time *local, struct instant *instant)
{
    if (!local_time_fields_valid(local))
        return STATUS_RANGE;
    return instant_set(instant, local_time_reading_ms(local) - (int64_t)local->offset_minutes * 60 * 1000);
}

/* ------------------------------------------------------------------------------------------ text */

struct field {
    const char *name;
    size_t digits;
    uint32_t low, high;
};

static enum status take_field(struct scan *scan, const struct field *field, uint32_t *value,
                              struct fault *fault)
{
    size_t position = scan_position(scan);
    char expected[64];
    struct text_out out;
    text_out_init(&out, expected, sizeof expected);
    text_out_add(&out, "%s in %zu digits", field->name, field->digits);
    enum status status = scan_number(scan, field->digits, field->digits, expected, value, fault);
    if (status != STATUS_OK)
        return status;
    if (*value < field->low || *value > field->high)
        return fault_set(fault, STATUS_RANGE, position, "%s must be from %0*u to %0*u", field->name,
                         (int)field->digits, (unsigned)field->low, (int)field->digits, (unsigned)field->high);
    return STATUS_OK;
}

/* Takes fields with a separator before each but the first. */
static enum status take_fields(struct scan *scan, const struct field *fields, size_t count, char separator,
                               uint32_t *values, struct fault *fault)
{
    for (size_t i = 0; i < count; i++) {
        if (i > 0 && !scan_take(scan, separator))
            return scan_expected(scan, fault, (char[]){'"', separator, '"', '\0'});
        enum status status = take_field(scan, &fields[i], &values[i], fault);
        if (status != STATUS_OK)
            return status;
    }
    return STATUS_OK;
}

static enum status take_date(struct scan *scan, struct date *date, struct fault *fault)
{
    static const struct field fields[3] = {{"the year", 4, CALENDAR_YEAR_MIN, CALENDAR_YEAR_MAX},
                                           {"the month", 2, 1, 12},
                                           {"the day", 2, 1, 31}};
    uint32_t values[3] = {0};
    enum status status = take_fields(scan, fields, 3, '-', values, fault);
    if (status != STATUS_OK)
        return status;
    struct date taken = {(int16_t)values[0], (uint8_t)values[1], (uint8_t)values[2]};
    if (!date_is_valid(taken))
        return fault_set(fault, STATUS_RANGE, scan_position(scan) - 2, "%04u-%02u has only %u days",
                         (unsigned)values[0], (unsigned)values[1], month_days(taken.year, taken.month));
    *date = taken;
    return STATUS_OK;
}

static enum status take_clock(struct scan *scan, struct local_time *local, struct fault *fault)
{
    static const struct field fields[3] = {
        {"the hour", 2, 0, 23}, {"the minute", 2, 0, 59}, {"the second", 2, 0, 59}};
    static const struct field fraction = {"the milliseconds", 3, 0, 999};
    uint32_t values[3] = {0}, millisecond = 0;
    enum status status = take_fields(scan, fields, 3, ':', values, fault);
    if (status == STATUS_OK && scan_take(scan, '.'))
        status = take_field(scan, &fraction, &millisecond, fault);
    if (status != STATUS_OK)
        return status;
    local->hour = (uint8_t)values[0];
    local->minute = (uint8_t)values[1];
    local->second = (uint8_t)values[2];
    local->millisecond = (uint16_t)millisecond;
    return STATUS_OK;
}

static enum status take_offset(struct scan *scan, struct local_time *local, struct fault *fault)
{
    static const struct field fields[2] = {{"the hours of the offset", 2, 0, 23},
                                           {"the minutes of the offset", 2, 0, 59}};
    if (scan_take(scan, 'Z'))
        return STATUS_OK;
    bool behind = scan_take(scan, '-');
    if (!behind && !scan_take(scan, '+'))
        return scan_expected(scan, fault, "\"Z\" or an offset from UTC like -08:00");
    uint32_t values[2] = {0};
    enum status status = take_fields(scan, fields, 2, ':', values, fault);
    if (status != STATUS_OK)
        return status;
    int minutes = (int)(values[0] * 60 + values[1]);
    local->offset_minutes = (int16_t)(behind ? -minutes : minutes);
    return STATUS_OK;
}

static enum status take_end(struct scan *scan, const char *expected, struct fault *fault)
{
    return scan_peek(scan) == SCAN_END ? STATUS_OK : scan_expected(scan, fault, expected);
}

enum status date_parse(struct text text, size_t origin, struct date *date, struct fault *fault)
{
    struct scan scan = {.text = text, .origin = origin};
    struct date taken;
    enum status status = take_date(&scan, &taken, fault);
    if (status == STATUS_OK)
        status = take_end(&scan, "nothing more after the date", fault);
    if (status == STATUS_OK)
        *date = taken;
    return status;
}

enum status local_time_parse(struct text text, size_t origin, struct local_time *local, struct fault *fault)
{
    struct scan scan = {.text = text, .origin = origin};
    struct local_time taken = {0};
    enum status status = take_date(&scan, &taken.date, fault);
    if (status == STATUS_OK && !scan_take(&scan, 'T'))
        status = scan_expected(&scan, fault, "\"T\" between date and time");
    if (status == STATUS_OK)
        status = take_clock(&scan, &taken, fault);
    if (status == STATUS_OK)
        status = take_offset(&scan, &taken, fault);
    if (status == STATUS_OK)
        status = take_end(&scan, "nothing more after the time", fault);
    if (status == STATUS_OK)
        *local = taken;
    return status;
}

enum status instant_parse(struct text text, size_t origin, struct instant *instant, struct fault *fault)
{
    struct local_time local;
    enum status status = local_time_parse(text, origin, &local, fault);
    if (status != STATUS_OK)
        return status;
    if (local_time_instant(&local, instant) != STATUS_OK)
        return fault_set(fault, STATUS_RANGE, origin + 1, "the time in UTC must be from the year %d to %d",
                         CALENDAR_YEAR_MIN, CALENDAR_YEAR_MAX);
    return STATUS_OK;
}

/* Dates and times stand in every event and row, and printf() takes ten times as long. */
static void put_digits(char *place, unsigned number, unsigned count)
{
    for (; count > 0; count--, number /= 10)
        place[count - 1] = (char)('0' + number % 10);
}

void date_write(struct text_out *out, struct date date)
{
    char words[] = "0000-00-00";
    CHECK(date_is_valid(date));
    put_digits(words, (unsigned)date.year, 4);
    put_digits(words + 5, date.month, 2);
    put_digits(words + 8, date.day, 2);
    text_out_add_text(out, (struct text){words, sizeof words - 1});
}

static void write_reading(struct text_out *out, const struct local_time *local)
{
    CHECK(local_time_fields_valid(local));
    date_write(out, local->date);
    char words[] = "T00:00:00";
    put_digits(words + 1, local->hour, 2);
    put_digits(words + 4, local->minute, 2);
    put_digits(words + 7, local->second, 2);
    text_out_add_text(out, (struct text){words, sizeof words - 1});
    if (local->millisecond != 0)
        text_out_add(out, ".%03u", (unsigned)local->millisecond);
}

void instant_write(struct text_out *out, struct instant instant)
{
    CHECK(instant_is_valid(instant));
    struct local_time utc = {0};
    CHECK_OP(local_time_set_reading(&utc, instant.ms), ==, STATUS_OK);
    write_reading(out, &utc);
    text_out_add_text(out, text_of("Z"));
}

void local_time_write(struct text_out *out, const struct local_time *local)
{
    write_reading(out, local);
    unsigned minutes = (unsigned)(local->offset_minutes < 0 ? -local->offset_minutes : local->offset_minutes);
    text_out_add(out, "%c%02u:%02u", local->offset_minutes < 0 ? '-' : '+', minutes / 60, minutes % 60);
}

/* ------------------------------------------------------------------------------------ for people */

void date_show(struct text_out *out, struct date date)
{
    CHECK(date_is_valid(date));
    text_out_add(out, "%.3s %u, %d", month_name(date.month), (unsigned)date.day, (int)date.year);
}

void clock_show(struct text_out *out, unsigned minute)
{
    CHECK_OP(minute, <=, DAY_MINUTES);
    if (minute == DAY_MINUTES) {
        text_out_add(out, "midnight");
        return;
    }
    unsigned hour = minute / 60;
    text_out_add(out, "%u:%02u %s", hour % 12 ? hour % 12 : 12, minute % 60, hour < 12 ? "AM" : "PM");
}

void local_time_show(struct text_out *out, const struct local_time *local)
{
    CHECK(local_time_fields_valid(local));
    date_show(out, local->date);
    text_out_add(out, ", ");
    clock_show(out, local->hour * 60U + local->minute);
}

static bool is_digit(struct text text, size_t at)
{
    return at < text.length && text.bytes[at] >= '0' && text.bytes[at] <= '9';
}

/* Whether `at` begins a number of its own with `shape` in it: 'd' is a digit, everything else stands for itself. */
static bool has_shape(struct text words, size_t at, const char *shape)
{
    size_t length = text_of(shape).length;
    if (at + length > words.length || (at > 0 && (is_digit(words, at - 1) || words.bytes[at - 1] == ':')))
        return false;
    for (size_t i = 0; i < length; i++)
        if (shape[i] == 'd' ? !is_digit(words, at + i) : words.bytes[at + i] != shape[i])
            return false;
    return !is_digit(words, at + length) && !(at + length < words.length && words.bytes[at + length] == ':');
}

/* Whether the time of day before it is of twelve hours already: " AM", " p.m.". */
static bool says_half(struct text behind)
{
    return behind.length >= 3 && behind.bytes[0] == ' ' &&
           text_contains(text_of("aApP"), text_slice(behind, 1, 1)) &&
           text_contains(text_of("mM."), text_slice(behind, 2, 1));
}

void calendar_show_words(struct text_out *out, struct text words)
{
    enum { CLOCK_LENGTH = 5, DATE_LENGTH = 10 };
    size_t copied = 0;
    for (size_t at = 0; at < words.length; at++) {
        struct date date;
        size_t length = 0;
        if (has_shape(words, at, "dddd-dd-dd") &&
            date_parse(text_slice(words, at, DATE_LENGTH), 0, &date, NULL) == STATUS_OK) {
            text_out_add_text(out, text_slice(words, copied, at - copied));
            date_show(out, date);
            length = DATE_LENGTH;
        } else if (has_shape(words, at, "dd:dd")) {
            const char *clock = words.bytes + at;
            unsigned hour = (unsigned)(clock[0] - '0') * 10 + (unsigned)(clock[1] - '0'),
                     minute = (unsigned)(clock[3] - '0') * 10 + (unsigned)(clock[4] - '0');
            if (minute < 60 && hour * 60 + minute <= DAY_MINUTES &&
                !says_half(text_from(words, at + CLOCK_LENGTH))) {
                text_out_add_text(out, text_slice(words, copied, at - copied));
                clock_show(out, hour * 60 + minute);
                length = CLOCK_LENGTH;
            }
        }
        if (length > 0) {
            copied = at + length;
            at = copied - 1;
        }
    }
    text_out_add_text(out, text_from(words, copied));
}
