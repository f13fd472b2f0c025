#include "rulebook/schedule.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static struct schedule schedule_of(const char *words)
{
    struct schedule schedule = {0};
    struct fault fault = {0};
    if (schedule_read(text_of(words), &schedule, &fault) != STATUS_OK)
        fail_msg("\"%s\": column %zu: %s", words, fault.position, fault.words);
    return schedule;
}

/* "2026-11-16T09:59:59" */
static struct local_time at(const char *words)
{
    char full[TIME_TEXT_SIZE];
    struct text_out out;
    text_out_init(&out, full, sizeof full);
    text_out_add(&out, "%sZ", words);
    struct local_time local;
    struct fault fault = {0};
    if (local_time_parse(text_out_text(&out), 0, &local, &fault) != STATUS_OK)
        fail_msg("%s: %s", words, fault.words);
    return local;
}

static bool covers(const char *words, const char *time)
{
    struct schedule schedule = schedule_of(words);
    struct local_time local = at(time);
    return schedule_covers(&schedule, &local);
}

static bool overlap(const char *left, const char *right)
{
    struct schedule a = schedule_of(left), b = schedule_of(right);
    bool answer = schedule_overlap(&a, &b);
    assert_int_equal(answer, schedule_overlap(&b, &a));
    return answer;
}

static bool within(const char *inner, const char *outer)
{
    struct schedule a = schedule_of(inner), b = schedule_of(outer);
    return schedule_is_within(&a, &b);
}

typedef bool next_of(const struct schedule *, const struct local_time *, struct local_time *);

/* `expected` is NULL for none. */
static void assert_next(next_of *ask, const char *words, const char *after, const char *expected)
{
    struct schedule schedule = schedule_of(words);
    struct local_time from = at(after), next;
    bool found = ask(&schedule, &from, &next);
    if (!found || !expected) {
        if (found != (expected != NULL))
            fail_msg("\"%s\" after %s: %s", words, after, found ? "found one" : "found none");
        return;
    }
    char text[TIME_TEXT_SIZE];
    struct text_out out;
    text_out_init(&out, text, sizeof text);
    local_time_write(&out, &next);
    text[strlen("2026-11-16T09:59")] = '\0';
    assert_string_equal(text, expected);
}

/* ------------------------------------------------------------------------------------------ texts */

static const char *const texts[][2] = {
    {"always", "always"},
    {"posted", "posted"},
    {"daily 10:00 to 02:00", "daily 10:00 to 02:00"},
    {"Monday 18:00 to 22:00", "Monday 18:00 to 22:00"},
    {"Mondays 18:00 to 22:00", "Monday 18:00 to 22:00"},
    {"Monday to Friday 10:00 to 12:00", "Monday to Friday 10:00 to 12:00"},
    {"Monday, Wednesday and Friday 20:00 to 23:00", "Monday, Wednesday and Friday 20:00 to 23:00"},
    {"Monday to Wednesday and Friday 20:00 to 23:00", "Monday, Tuesday, Wednesday and Friday 20:00 to 23:00"},
    {"weekends 12:00 to 20:00", "weekends 12:00 to 20:00"},
    {"weekdays 12:00 to 20:00", "Monday to Friday 12:00 to 20:00"},
    {"Friday to Monday 12:00 to 20:00", "Friday to Monday 12:00 to 20:00"},
    {"daily at 06:00", "daily at 06:00"},
    {"at 06:00", "daily at 06:00"},
    {"every hour on the hour 12:00 to 21:00", "every hour on the hour 12:00 to 21:00"},
    {"every half hour 12:00 to 21:00", "every half hour 12:00 to 21:00"},
    {"every 3 hours on the hour", "every 3 hours on the hour"},
    {"every 3 hours on the hour from 00:00", "every 3 hours on the hour"},
    {"every 3 hours from 01:00", "every 3 hours on the hour from 01:00"},
    {"every 2 hours on the hour 12:00 to 21:00", "every 2 hours on the hour 12:00 to 20:00"},
    {"every hour 20:00 to 02:00", "every hour on the hour 20:00 to 02:00"},
    {"every hour 12:00 to 00:00", "every hour on the hour 12:00 to 00:00"},
    {"every 24 hours", "daily at 00:00"},
    {"every 20 minutes from 18:00", "every 20 minutes from 18:00"},
    {"every hour from 12:15 to 21:00", "every hour 12:15 to 20:15"},
    {"Monday every hour on the hour 12:00 to 21:00", "Monday every hour on the hour 12:00 to 21:00"},
    {"Sunday at 09:30", "Sunday at 09:30"},
    {"2026-11-01 to 2026-11-30", "2026-11-01 to 2026-11-30"},
    {"2026-12-01 to 2026-12-24, daily at 20:00", "2026-12-01 to 2026-12-24, daily at 20:00"},
    {"daily at 20:00, 2026-12-01 to 2026-12-24", "2026-12-01 to 2026-12-24, daily at 20:00"},
    {"2026-12-31 at 23:00", "2026-12-31 at 23:00"},
    {"2026-12-31 22:00 to 02:00", "2026-12-31 22:00 to 02:00"},
    {"2026-12-31", "2026-12-31"},
    {"March 1 to March 31", "March 1 to March 31"},
    {"March 1 to March 31, weekends 12:00 to 20:00", "March 1 to March 31, weekends 12:00 to 20:00"},
    {"December 20 to January 5, every hour", "December 20 to January 5, every hour on the hour"},
    {"December 24", "December 24"},
    {"2026-12-01 to 2026-12-24, Monday", "2026-12-01 to 2026-12-24, Monday"},
    {"daily 00:00 to 24:00", "always"},
    {"daily 22:00 to 00:00", "daily 22:00 to 24:00"},
    {"daily", "always"},
    {"weekends", "weekends"},
    {"every day 10:00 to 12:00", "daily 10:00 to 12:00"},
    {"2026-12-01 to 2026-12-24 every half hour 12:00 to 21:00",
     "2026-12-01 to 2026-12-24, every half hour 12:00 to 21:00"},
    {"Monday 18:00 to 22:00; Tuesday 19:00 to 23:00; 2026-12-31 22:00 to 02:00",
     "Monday 18:00 to 22:00; Tuesday 19:00 to 23:00; 2026-12-31 22:00 to 02:00"},
};

static void every_text_has_one_normal_text(void **state)
{
    (void)state;
    for (unsigned i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct schedule schedule = schedule_of(texts[i][0]);
        char normal[SCHEDULE_TEXT_SIZE];
        struct text_out out;
        text_out_init(&out, normal, sizeof normal);
        schedule_write(&out, &schedule);
        assert_string_equal(normal, texts[i][1]);
        struct schedule again = schedule_of(normal);
        assert_true(schedule_equal(&schedule, &again));
    }
}

static const struct {
    const char *words;
    size_t position;
    const char *fault;
} wrong[] = {
    {"", 1,
     "a day or time expected, found the end; write it like daily 10:00 to 02:00, Monday at 18:00, every hour "
     "on the hour 12:00 to 21:00 or always"},
    {"Mumday 18:00 to 22:00", 1, "\"Mumday\" is not a day or time; did you mean \"Monday\"?"},
    {"daily 25:00 to 26:00", 7,
     "\"25:00\" is not a time of day; write hours and minutes in two digits each, from 00:00 to 23:59"},
    {"daily 10:00 to 25:00", 16,
     "\"25:00\" is not a time of day; write hours and minutes in two digits each, from 00:00 to 23:59"},
    {"daily 24:00 to 02:00", 7, "24:00 is only the end of a period; write 00:00"},
    {"daily 10:00 to 10:00", 7, "the period is empty; write 00:00 to 24:00 for a whole day"},
    {"daily 6:00 to 10:00", 7,
     "\"6:00\" is not a time of day; write hours and minutes in two digits each, from 00:00 to 23:59"},
    {"daily 10:00", 12, "\"to\" and an end, or \"at\" in front for a moment, expected, found the end"},
    {"daily 10:00 to", 15,
     "a time of day expected, found the end; write hours and minutes in two digits each, from 00:00 to "
     "23:59"},
    {"daily 10:00 until 12:00", 13,
     "\"to\" and an end, or \"at\" in front for a moment, expected, found \"until\""},
    {"daily at", 9,
     "a time of day expected, found the end; write hours and minutes in two digits each, from 00:00 to "
     "23:59"},
    {"daily at noon", 10,
     "\"noon\" is not a time of day; write hours and minutes in two digits each, from 00:00 to 23:59"},
    {"daily at 24:00", 10, "24:00 is only the end of a period; write 00:00"},
    {"daily at 06:00 and 18:00", 16, "nothing more expected after the schedule, found \"and\""},
    {"dayly 10:00 to 12:00", 1, "\"dayly\" is not a day or time; did you mean \"daily\"?"},
    {"alway", 1, "\"alway\" is not a day or time; did you mean \"always\"?"},
    {"Monday to 10:00", 11, "\"10:00\" is not a day of the week; write it like Monday"},
    {"Monday to Fryday 10:00 to 12:00", 11, "\"Fryday\" is not a day of the week; did you mean \"Friday\"?"},
    {"Monday to Monday 10:00 to 12:00", 1, "Monday to Monday is one day; write Monday, or daily"},
    {"Monday, Monday 10:00 to 12:00", 9, "Monday is named twice; name each day once"},
    {"Monday to Friday and Wednesday 10:00 to 12:00", 22, "Wednesday is named twice; name each day once"},
    {"Monday and 10:00 to 12:00", 12, "\"10:00\" is not a day of the week; write it like Monday"},
    {"Monday 18:00 to 22:00 23:00", 23, "nothing more expected after the schedule, found \"23:00\""},
    {"every", 6,
     "an interval expected, found the end; write every hour, every half hour, every 3 hours or every 20 "
     "minutes"},
    {"every 0 hours", 7, "an interval is from 1 minute to 24 hours"},
    {"every 25 hours", 7, "an interval is from 1 minute to 24 hours"},
    {"every 3 days", 9,
     "\"days\" is not an interval; write every hour, every half hour, every 3 hours or every 20 minutes"},
    {"every fortnight", 7,
     "\"fortnight\" is not an interval; write every hour, every half hour, every 3 hours or every 20 "
     "minutes"},
    {"every half our", 7, "\"half\" is not an interval; did you mean \"half hour\"?"},
    {"every half hour on the hour", 7,
     "only moments that are whole hours apart can all be on the hour; leave out \"on the hour\""},
    {"every 90 minutes on the hour", 7,
     "only moments that are whole hours apart can all be on the hour; leave out \"on the hour\""},
    {"every hour on the hour 12:30 to 21:00", 24, "12:30 is not on the hour; write 12:00"},
    {"every hour on the hour 12:00", 29,
     "\"to\" and the last time, or \"from\" in front, expected, found the end"},
    {"every hour 12:00 to 24:00", 21, "24:00 is only the end of a period; write 00:00"},
    {"every hour 12:00 to 12:00", 12, "the first and the last moment are the same; write at and the time"},
    {"every hour from noon", 17,
     "\"noon\" is not a time of day; write hours and minutes in two digits each, from 00:00 to 23:59"},
    {"February 30", 10, "February 30 does not exist; February has 29 days at most"},
    {"February 30 at 10:00", 10, "February 30 does not exist; February has 29 days at most"},
    {"Febuary 3 at 10:00", 1, "\"Febuary\" is not a day or time; did you mean \"February\"?"},
    {"April 31 to May 3", 7, "April 31 does not exist; April has 30 days"},
    {"March 1 to 31", 12, "\"31\" is not a date; write it like 2026-11-01 or March 1"},
    {"March", 6, "a day of the month expected, found the end; write it like March 1"},
    {"March 1 to 2026-03-31", 1,
     "one date has a year and the other none; write both like 2026-11-30 or both like March 31"},
    {"2026-02-29 at 10:00", 9, "2026-02 has only 28 days"},
    {"2026-13-01", 6, "the month must be from 01 to 12"},
    {"2026-12-24 to 2026-12-01", 1, "the dates run backwards; write 2026-12-01 to 2026-12-24"},
    {"2026-12-24 to 2026-12-01, daily at 20:00", 1,
     "the dates run backwards; write 2026-12-01 to 2026-12-24"},
    {"2026-12-31, Monday at 10:00", 1,
     "none of these days of the week lies in the dates; 2026-12-31 is a Thursday"},
    {"2026-12-01, daily at 20:00, 2026-12-02", 29,
     "the dates are given already; write them before the days or behind the times"},
    {"daily at 20:00, ", 17, "a date expected, found the end; write it like 2026-11-01 or March 1"},
    {"daily at 20:00, Monday", 17, "\"Monday\" is not a date; did you mean \"May\"?"},
    {"daily at 20:00, always", 17, "\"always\" is not a date; write it like 2026-11-01 or March 1"},
    {"daily 10:00 to 12:00; daily at 20:00", 23,
     "periods and moments do not mix; write all with an end, or all with \"at\" or \"every\""},
    {"daily at 20:00; always", 17,
     "periods and moments do not mix; write all with an end, or all with \"at\" or \"every\""},
    {"daily at 20:00;", 16,
     "a day or time expected, found the end; write it like daily 10:00 to 02:00, Monday at 18:00, every hour "
     "on the hour 12:00 to 21:00 or always"},
    {"; daily at 20:00", 1,
     "\";\" is not a day or time; write it like daily 10:00 to 02:00, Monday at 18:00, every hour on the "
     "hour "
     "12:00 to 21:00 or always"},
    {"always; posted", 9, "posted stands alone; leave out the other entries"},
    {"posted daily", 8, "nothing more expected after the schedule, found \"daily\""},
    {"always 10:00 to 12:00", 8, "nothing more expected after the schedule, found \"10:00\""},
    {"weekend 10:00 to 12:00", 1, "\"weekend\" is not a day or time; did you mean \"weekends\"?"},
    {"10:00", 6, "\"to\" and an end, or \"at\" in front for a moment, expected, found the end"},
    {"at 10", 4,
     "\"10\" is not a time of day; write hours and minutes in two digits each, from 00:00 to 23:59"},
    {"the last day at 12:00", 1,
     "\"the\" is not a day or time; write it like daily 10:00 to 02:00, Monday at 18:00, every hour on the "
     "hour "
     "12:00 to 21:00 or always"},
    {"Monday at 09:30am", 11,
     "\"09:30am\" is not a time of day; write hours and minutes in two digits each, from 00:00 to 23:59"},
    {"2026-12-01 to daily at 20:00", 15, "\"daily\" is not a date; write it like 2026-11-01 or March 1"},
};

static void every_wrong_text_is_answered_with_its_place_and_what_would_be_right(void **state)
{
    (void)state;
    unsigned others = 0;
    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct schedule schedule = {.count = 99};
        struct fault fault = {0};
        enum status status = schedule_read(text_of(wrong[i].words), &schedule, &fault);
        assert_int_equal(schedule.count, 99);
        if (status != STATUS_OK && fault.position == wrong[i].position &&
            strcmp(fault.words, wrong[i].fault) == 0)
            continue;
        others++;
        print_error("\"%s\": %zu: %s\n", wrong[i].words, fault.position,
                    status == STATUS_OK ? "was read" : fault.words);
    }
    assert_int_equal(others, 0);
}

static void a_schedule_has_sixteen_entries_and_not_more(void **state)
{
    (void)state;
    char words[SCHEDULE_TEXT_MAX + 2];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    for (unsigned i = 0; i < SCHEDULE_ENTRIES_MAX; i++)
        text_out_add(&out, "%sdaily at %02u:00", i > 0 ? "; " : "", i);
    struct schedule schedule;
    struct fault fault;
    assert_int_equal(schedule_read(text_out_text(&out), &schedule, &fault), STATUS_OK);
    assert_int_equal(schedule.count, SCHEDULE_ENTRIES_MAX);
    size_t length = out.length;
    text_out_add(&out, "; daily at 20:00");
    assert_int_equal(schedule_read(text_out_text(&out), &schedule, &fault), STATUS_NO_SPACE);
    assert_int_equal(fault.position, length + 3);
    assert_string_equal(fault.words, "a schedule has at most 16 entries");
    text_out_init(&out, words, sizeof words);
    text_out_add(&out, "%-*s", SCHEDULE_TEXT_MAX + 1, "always");
    assert_int_equal(schedule_read((struct text){words, SCHEDULE_TEXT_MAX}, &schedule, NULL), STATUS_OK);
    assert_int_equal(schedule_read((struct text){words, SCHEDULE_TEXT_MAX + 1}, &schedule, &fault),
                     STATUS_NO_SPACE);
    assert_string_equal(fault.words, "too long: at most 2048 bytes expected");
}

static void the_longest_schedule_has_a_normal_text_that_is_read(void **state)
{
    (void)state;
    struct schedule schedule = {.kind = SCHEDULE_MOMENTS, .count = SCHEDULE_ENTRIES_MAX};
    for (unsigned i = 0; i < SCHEDULE_ENTRIES_MAX; i++)
        schedule.entries[i] =
            schedule_of("September 10 to September 20, Monday, Tuesday, Wednesday, Friday and "
                        "Saturday every 1439 minutes 12:02 to 12:01")
                .entries[0];
    char normal[SCHEDULE_TEXT_SIZE];
    struct text_out out;
    text_out_init(&out, normal, sizeof normal);
    schedule_write(&out, &schedule);
    assert_false(out.truncated);
    struct schedule again = schedule_of(normal);
    assert_true(schedule_equal(&schedule, &again));
}

/* ------------------------------------------------------------------------------------------ covers */

static void a_period_begins_with_its_first_second_and_ends_before_its_last(void **state)
{
    (void)state;
    const char *day = "daily 10:00 to 12:00";
    assert_false(covers(day, "2026-11-16T09:59:59.999"));
    assert_true(covers(day, "2026-11-16T10:00:00"));
    assert_true(covers(day, "2026-11-16T11:59:59.999"));
    assert_false(covers(day, "2026-11-16T12:00:00"));
    assert_true(covers("daily 22:00 to 24:00", "2026-11-16T23:59:59.999"));
    assert_false(covers("daily 22:00 to 24:00", "2026-11-17T00:00:00"));
}

static void a_period_over_midnight_belongs_to_the_day_on_which_it_starts(void **state)
{
    (void)state;
    const char *night = "daily 10:00 to 02:00";
    assert_true(covers(night, "2026-11-16T10:00:00"));
    assert_true(covers(night, "2026-11-17T01:59:59.999"));
    assert_false(covers(night, "2026-11-17T02:00:00"));
    assert_false(covers(night, "2026-11-17T09:59:59.999"));
    const char *friday = "Friday 22:00 to 02:00"; /* 2026-11-20 is a Friday. */
    assert_false(covers(friday, "2026-11-20T01:59:59"));
    assert_true(covers(friday, "2026-11-20T22:00:00"));
    assert_true(covers(friday, "2026-11-21T01:59:59"));
    assert_false(covers(friday, "2026-11-21T22:00:00"));
    const char *eve = "2026-12-31 22:00 to 02:00";
    assert_false(covers(eve, "2026-12-31T01:00:00"));
    assert_true(covers(eve, "2027-01-01T01:59:59"));
    assert_false(covers(eve, "2027-01-01T02:00:00"));
}

static void days_of_the_week_are_covered_alone(void **state)
{
    (void)state;
    const char *week = "Monday to Friday 10:00 to 12:00"; /* 2026-11-16 is a Monday. */
    assert_false(covers(week, "2026-11-15T11:00:00"));
    assert_true(covers(week, "2026-11-16T11:00:00"));
    assert_true(covers(week, "2026-11-20T11:00:00"));
    assert_false(covers(week, "2026-11-21T11:00:00"));
    assert_true(covers("weekends", "2026-11-21T00:00:00"));
    assert_true(covers("weekends", "2026-11-22T23:59:59"));
    assert_false(covers("weekends", "2026-11-23T00:00:00"));
    assert_true(covers("Monday, Wednesday and Friday 20:00 to 23:00", "2026-11-18T20:00:00"));
    assert_false(covers("Monday, Wednesday and Friday 20:00 to 23:00", "2026-11-17T20:00:00"));
}

static void dates_include_both_ends(void **state)
{
    (void)state;
    const char *november = "2026-11-01 to 2026-11-30";
    assert_false(covers(november, "2026-10-31T23:59:59.999"));
    assert_true(covers(november, "2026-11-01T00:00:00"));
    assert_true(covers(november, "2026-11-30T23:59:59.999"));
    assert_false(covers(november, "2026-12-01T00:00:00"));
    assert_false(covers(november, "2027-11-01T00:00:00"));
    assert_false(covers("March 1 to March 31", "2028-02-29T23:59:59"));
    assert_true(covers("March 1 to March 31", "2028-03-01T00:00:00"));
    assert_true(covers("March 1 to March 31", "2031-03-31T23:59:59"));
    assert_false(covers("March 1 to March 31", "2031-04-01T00:00:00"));
    const char *new_year = "December 20 to January 5";
    assert_false(covers(new_year, "2026-12-19T23:59:59"));
    assert_true(covers(new_year, "2026-12-20T00:00:00"));
    assert_true(covers(new_year, "2027-01-05T23:59:59"));
    assert_false(covers(new_year, "2027-01-06T00:00:00"));
}

static void always_covers_all_and_posted_nothing(void **state)
{
    (void)state;
    assert_true(covers("always", "1970-01-01T00:00:00"));
    assert_true(covers("always", "9999-12-31T23:59:59.999"));
    assert_false(covers("posted", "2026-11-16T12:00:00"));
}

static void a_moment_is_covered_exactly(void **state)
{
    (void)state;
    assert_false(covers("daily at 06:00", "2026-11-16T05:59:59.999"));
    assert_true(covers("daily at 06:00", "2026-11-16T06:00:00"));
    assert_false(covers("daily at 06:00", "2026-11-16T06:00:00.001"));
    assert_true(covers("every hour 20:00 to 02:00", "2026-11-17T02:00:00"));
    assert_false(covers("every hour 20:00 to 02:00", "2026-11-17T03:00:00"));
    assert_false(covers("every hour 20:00 to 02:00", "2026-11-17T01:30:00"));
}

/* ------------------------------------------------------------------------------------------ what comes next */

static void the_next_moment_is_after_and_not_at(void **state)
{
    (void)state;
    const char *draws = "every hour on the hour 12:00 to 21:00";
    assert_next(schedule_next_moment, draws, "2026-11-16T11:59:59.999", "2026-11-16T12:00");
    assert_next(schedule_next_moment, draws, "2026-11-16T12:00:00", "2026-11-16T13:00");
    assert_next(schedule_next_moment, draws, "2026-11-16T12:00:00.001", "2026-11-16T13:00");
    assert_next(schedule_next_moment, draws, "2026-11-16T20:59:59", "2026-11-16T21:00");
    assert_next(schedule_next_moment, draws, "2026-11-16T21:00:00", "2026-11-17T12:00");
    assert_next(schedule_next_moment, "every 3 hours on the hour", "2026-11-16T21:00:00", "2026-11-17T00:00");
    assert_next(schedule_next_moment, "every hour 22:00 to 02:00", "2026-11-17T01:00:00", "2026-11-17T02:00");
    assert_next(schedule_next_moment, "every hour 22:00 to 02:00", "2026-11-17T02:00:00", "2026-11-17T22:00");
    assert_next(schedule_next_moment, "Sunday at 09:30", "2026-11-15T09:29:59", "2026-11-15T09:30");
    assert_next(schedule_next_moment, "Sunday at 09:30", "2026-11-15T09:30:00", "2026-11-22T09:30");
    assert_next(schedule_next_moment, "daily at 20:00; daily at 08:00", "2026-11-16T08:00:00",
                "2026-11-16T20:00");
}

static void moments_with_dates_come_to_an_end_or_return(void **state)
{
    (void)state;
    assert_next(schedule_next_moment, "2026-12-31 at 23:00", "2026-11-16T00:00:00", "2026-12-31T23:00");
    assert_next(schedule_next_moment, "2026-12-31 at 23:00", "2026-12-31T22:59:59", "2026-12-31T23:00");
    assert_next(schedule_next_moment, "2026-12-31 at 23:00", "2026-12-31T23:00:00", NULL);
    assert_next(schedule_next_moment, "2026-12-01 to 2026-12-24, Monday at 20:00", "2026-12-21T20:00:00",
                NULL);
    assert_next(schedule_next_moment, "2026-12-01 to 2026-12-24, Monday at 20:00", "2026-01-01T00:00:00",
                "2026-12-07T20:00");
    assert_next(schedule_next_moment, "March 1 at 12:00", "2026-03-01T12:00:00", "2027-03-01T12:00");
    assert_next(schedule_next_moment, "February 29 at 12:00", "2026-11-16T00:00:00", "2028-02-29T12:00");
    /* 2100 is no leap year: from 2080-02-29, a Thursday, to the next Thursday that is one. */
    assert_next(schedule_next_moment, "February 29, Thursday at 12:00", "2080-02-29T12:00:00",
                "2120-02-29T12:00");
    assert_next(schedule_next_moment, "daily at 12:00", "9999-12-31T12:00:00", NULL);
    assert_next(schedule_next_moment, "daily 10:00 to 12:00", "2026-11-16T00:00:00", NULL);
    assert_next(schedule_next_moment, "posted", "2026-11-16T00:00:00", NULL);
}

/* `expected` is "start to end", or NULL for none. */
static void assert_period(const char *words, const char *time, const char *expected)
{
    struct schedule schedule = schedule_of(words);
    struct local_time local = at(time), start, end;
    bool found = schedule_period(&schedule, &local, &start, &end);
    assert_int_equal(found, expected != NULL);
    if (!found)
        return;
    char shown[2 * TIME_TEXT_SIZE];
    struct text_out out;
    text_out_init(&out, shown, sizeof shown);
    date_write(&out, start.date);
    text_out_add(&out, " %02u:%02u to ", start.hour, start.minute);
    date_write(&out, end.date);
    text_out_add(&out, " %02u:%02u", end.hour, end.minute);
    assert_string_equal(shown, expected);
}

static void a_period_is_the_run_that_goes_on(void **state)
{
    (void)state;
    static const char night[] = "Monday to Friday 18:00 to 02:00";
    static const char hours[] = "daily 12:00 to 13:00; daily 13:00 to 14:00; Monday 12:30 to 13:30";
    assert_period(night, "2026-11-16T17:59:59", NULL);
    assert_period(night, "2026-11-16T18:00:00", "2026-11-16 18:00 to 2026-11-17 02:00");
    assert_period(night, "2026-11-17T01:59:59", "2026-11-16 18:00 to 2026-11-17 02:00");
    assert_period(night, "2026-11-17T02:00:00", NULL);
    assert_period(night, "2026-11-16T01:00:00", NULL); /* of a Sunday */
    assert_period("always", "2026-11-16T01:00:00", "2026-11-16 00:00 to 2026-11-17 00:00");
    /* Periods that touch are two; of several the first that is written. */
    assert_period(hours, "2026-11-16T12:59:59", "2026-11-16 12:00 to 2026-11-16 13:00");
    assert_period(hours, "2026-11-16T13:00:00", "2026-11-16 13:00 to 2026-11-16 14:00");
    assert_period("daily at 12:00", "2026-11-16T12:00:00", NULL);
}

static void the_next_start_is_where_nothing_ran_before(void **state)
{
    (void)state;
    const char *night = "daily 10:00 to 02:00";
    assert_next(schedule_next_start, night, "2026-11-16T09:59:59", "2026-11-16T10:00");
    assert_next(schedule_next_start, night, "2026-11-16T10:00:00", "2026-11-17T10:00");
    assert_next(schedule_next_start, "daily 10:00 to 12:00; daily 12:00 to 14:00", "2026-11-16T10:00:00",
                "2026-11-17T10:00");
    assert_next(schedule_next_start, "daily 10:00 to 12:00; daily 12:01 to 14:00", "2026-11-16T10:00:00",
                "2026-11-16T12:01");
    assert_next(schedule_next_start, "weekends", "2026-11-16T00:00:00", "2026-11-21T00:00");
    assert_next(schedule_next_start, "weekends", "2026-11-21T00:00:00", "2026-11-28T00:00");
    assert_next(schedule_next_start, "March 1 to March 31", "2026-03-15T00:00:00", "2027-03-01T00:00");
    assert_next(schedule_next_start, "2026-11-01 to 2026-11-30", "2026-10-31T23:59:59", "2026-11-01T00:00");
    assert_next(schedule_next_start, "2026-11-01 to 2026-11-30", "2026-11-01T00:00:00", NULL);
    assert_next(schedule_next_start, "always", "2026-11-16T00:00:00", NULL);
    assert_next(schedule_next_start, "daily at 10:00", "2026-11-16T00:00:00", NULL);
}

/* ------------------------------------------------------------------------------------------ two schedules */

static void periods_overlap_when_they_share_a_minute(void **state)
{
    (void)state;
    assert_false(overlap("daily 10:00 to 12:00", "daily 12:00 to 14:00"));
    assert_true(overlap("daily 10:00 to 12:01", "daily 12:00 to 14:00"));
    assert_true(overlap("daily 10:00 to 02:00", "daily 01:59 to 03:00"));
    assert_false(overlap("daily 10:00 to 02:00", "daily 02:00 to 03:00"));
    assert_false(overlap("Friday 22:00 to 02:00", "Friday 01:00 to 02:00"));
    assert_true(overlap("Friday 22:00 to 02:00", "Saturday 01:00 to 02:00"));
    assert_true(overlap("Saturday 22:00 to 02:00", "Sunday 01:00 to 02:00"));
    assert_false(overlap("weekends", "Monday to Friday"));
    assert_false(overlap("2026-11-01 to 2026-11-30", "2026-12-01 to 2026-12-31"));
    assert_true(overlap("2026-11-30 22:00 to 02:00", "2026-12-01 to 2026-12-31"));
    assert_true(overlap("2026-12-01 to 2026-12-31", "December 31"));
    assert_false(overlap("2026-12-01 to 2026-12-30", "December 31"));
    assert_true(overlap("2026-12-24", "always"));
    assert_false(overlap("2026-12-24", "Friday")); /* It is a Thursday. */
    assert_true(overlap("2026-12-24", "Thursday"));
    assert_true(overlap("December 24, Monday", "2026-12-01 to 2035-12-31, Monday 12:00 to 13:00"));
    assert_false(overlap("December 24, Monday", "2026-12-01 to 2027-12-31, Monday 12:00 to 13:00"));
    assert_true(overlap("posted", "always"));
}

static void moments_overlap_with_periods_and_with_each_other(void **state)
{
    (void)state;
    assert_true(overlap("daily at 10:00", "daily 10:00 to 12:00"));
    assert_false(overlap("daily at 12:00", "daily 10:00 to 12:00"));
    assert_true(overlap("every 3 hours on the hour", "every 2 hours on the hour"));
    assert_false(overlap("every hour on the hour", "every hour from 00:30"));
}

static void a_schedule_is_within_one_that_covers_it_all(void **state)
{
    (void)state;
    assert_true(within("daily 10:00 to 12:00", "daily 10:00 to 12:00"));
    assert_false(within("daily 09:59 to 12:00", "daily 10:00 to 12:00"));
    assert_false(within("daily 10:00 to 12:01", "daily 10:00 to 12:00"));
    assert_true(within("daily 10:00 to 14:00", "daily 10:00 to 12:00; daily 12:00 to 14:00"));
    assert_false(within("daily 10:00 to 14:00", "daily 10:00 to 12:00; daily 12:01 to 14:00"));
    assert_true(within("daily 10:00 to 02:00", "always"));
    assert_false(within("always", "daily 10:00 to 02:00"));
    assert_true(within("always", "Monday to Friday; weekends"));
    assert_true(within("daily 00:00 to 02:00", "daily 22:00 to 02:00"));
    assert_true(within("Friday 22:00 to 02:00", "Friday; Saturday"));
    assert_false(within("Friday 22:00 to 02:00", "Friday"));
    assert_true(within("2026-11-10 to 2026-11-20", "2026-11-01 to 2026-11-30"));
    assert_false(within("2026-11-10 to 2026-12-01", "2026-11-01 to 2026-11-30"));
    assert_false(within("daily 10:00 to 12:00", "2026-11-01 to 2026-11-30"));
    assert_true(within("2026-03-01 to 2026-03-31", "March 1 to March 31"));
    assert_false(within("March 1 to March 31", "2026-03-01 to 2026-03-31"));
    assert_false(within("February 20 to March 5", "February 20 to February 28; March 1 to March 5"));
    assert_true(within("February 20 to March 5", "February 20 to February 29; March 1 to March 5"));
    assert_true(within("every hour on the hour 12:00 to 21:00", "every half hour 12:00 to 21:00"));
    assert_false(within("every half hour 12:00 to 21:00", "every hour on the hour 12:00 to 21:00"));
    assert_true(within("daily at 11:59", "daily 10:00 to 12:00"));
    assert_false(within("daily at 12:00", "daily 10:00 to 12:00"));
    assert_false(within("daily 10:00 to 10:01", "every 1 minute"));
    assert_true(within("always", "posted"));
    assert_true(within("posted", "posted"));
    assert_false(within("posted", "always"));
}

/* The slow way, obviously right: ask at every half hour of five weeks around the dates that the texts name. */
static void overlap_and_within_agree_with_asking_at_every_half_hour(void **state)
{
    (void)state;
    static const char *const periods[] = {
        "always",
        "daily 10:00 to 02:00",
        "daily 00:00 to 12:00; daily 12:00 to 24:00",
        "weekends",
        "Monday to Friday 10:00 to 12:30",
        "Friday to Monday 22:00 to 06:00",
        "Sunday 23:30 to 00:30",
        "2026-12-20 to 2027-01-03",
        "2026-12-24 to 2026-12-26, daily 20:00 to 04:00",
        "2026-12-27, Sunday 23:00 to 23:30",
        "2026-12-28 00:00 to 01:00; weekends 11:00 to 12:00, 2026-12-01 to 2026-12-25",
        "2026-12-10 to 2026-12-20, Monday 18:00 to 22:00; 2026-12-22 18:00 to 22:00",
    };
    enum { COUNT = sizeof periods / sizeof periods[0], STEPS = 5 * 7 * 48 };
    static bool on[COUNT][STEPS];
    struct schedule schedules[COUNT];
    for (unsigned i = 0; i < COUNT; i++) {
        schedules[i] = schedule_of(periods[i]);
        for (unsigned step = 0; step < STEPS; step++) {
            struct local_time local = {.hour = (uint8_t)(step % 48 / 2), .minute = (uint8_t)(step % 2 * 30)};
            assert_int_equal(date_add_days((struct date){2026, 12, 5}, step / 48, &local.date), STATUS_OK);
            on[i][step] = schedule_covers(&schedules[i], &local);
        }
    }
    for (unsigned i = 0; i < COUNT; i++)
        for (unsigned j = 0; j < COUNT; j++) {
            bool shared = false, inside = true;
            for (unsigned step = 0; step < STEPS; step++) {
                shared = shared || (on[i][step] && on[j][step]);
                inside = inside && (!on[i][step] || on[j][step]);
            }
            if (schedule_overlap(&schedules[i], &schedules[j]) != shared ||
                schedule_is_within(&schedules[i], &schedules[j]) != inside)
                fail_msg("\"%s\" and \"%s\"", periods[i], periods[j]);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_text_has_one_normal_text),
        cmocka_unit_test(every_wrong_text_is_answered_with_its_place_and_what_would_be_right),
        cmocka_unit_test(a_schedule_has_sixteen_entries_and_not_more),
        cmocka_unit_test(the_longest_schedule_has_a_normal_text_that_is_read),
        cmocka_unit_test(a_period_begins_with_its_first_second_and_ends_before_its_last),
        cmocka_unit_test(a_period_over_midnight_belongs_to_the_day_on_which_it_starts),
        cmocka_unit_test(days_of_the_week_are_covered_alone),
        cmocka_unit_test(dates_include_both_ends),
        cmocka_unit_test(always_covers_all_and_posted_nothing),
        cmocka_unit_test(a_moment_is_covered_exactly),
        cmocka_unit_test(the_next_moment_is_after_and_not_at),
        cmocka_unit_test(moments_with_dates_come_to_an_end_or_return),
        cmocka_unit_test(a_period_is_the_run_that_goes_on),
        cmocka_unit_test(the_next_start_is_where_nothing_ran_before),
        cmocka_unit_test(periods_overlap_when_they_share_a_minute),
        cmocka_unit_test(moments_overlap_with_periods_and_with_each_other),
        cmocka_unit_test(a_schedule_is_within_one_that_covers_it_all),
        cmocka_unit_test(overlap_and_within_agree_with_asking_at_every_half_hour),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
