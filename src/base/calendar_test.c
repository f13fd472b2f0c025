#include "base/calendar.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const int64_t hour_ms = 60 * 60 * 1000;

static uint64_t next_number(uint64_t *seed)
{
    uint64_t z = (*seed += UINT64_C(0x9E3779B97F4A7C15));
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

static struct date date(const char *text)
{
    struct date result;
    struct fault fault;
    if (date_parse(text_of(text), 0, &result, &fault) != STATUS_OK)
        fail_msg("%s: %s", text, fault.words);
    return result;
}

static struct instant instant(const char *text)
{
    struct instant result = {0};
    struct fault fault;
    if (instant_parse(text_of(text), 0, &result, &fault) != STATUS_OK)
        fail_msg("%s: %s", text, fault.words);
    return result;
}

static struct zone zone(const char *text)
{
    struct zone result;
    struct fault fault;
    if (zone_parse(text_of(text), 0, &result, &fault) != STATUS_OK)
        fail_msg("%s: %s", text, fault.words);
    return result;
}

/* ----------------------------------------------------------------------------------------- dates */

/* Counts through the calendar the way a person does, one day at a time. */
static void every_day_of_eight_thousand_years_has_its_number_and_weekday(void **state)
{
    (void)state;
    int64_t days = -25567; /* 70 * 365 + 17 leap days before 1970 */
    unsigned weekday = WEEKDAY_MONDAY;
    for (int year = CALENDAR_YEAR_MIN; year <= CALENDAR_YEAR_MAX; year++)
        for (unsigned month = 1; month <= 12; month++)
            for (unsigned day = 1; day <= month_days(year, month); day++, days++, weekday++) {
                struct date counted = {(int16_t)year, (uint8_t)month, (uint8_t)day}, found;
                if (date_days(counted) != days || date_of_days(days, &found) != STATUS_OK ||
                    date_compare(counted, found) != 0 || date_weekday(found) != weekday % 7)
                    fail_msg("%d-%u-%u", year, month, day);
            }
    assert_int_equal(days, 2932897); /* 8030 * 365 + 1947 leap days */
    struct date untouched = {2000, 1, 1};
    assert_int_equal(date_of_days(days, &untouched), STATUS_RANGE);
    assert_int_equal(date_of_days(-25568, &untouched), STATUS_RANGE);
    assert_int_equal(untouched.year, 2000);
}

static void leap_years_are_every_fourth_but_not_every_hundredth_but_every_four_hundredth(void **state)
{
    (void)state;
    assert_true(year_is_leap(2024) && year_is_leap(2000) && year_is_leap(2400));
    assert_false(year_is_leap(2023) || year_is_leap(2100) || year_is_leap(2200) || year_is_leap(2300));
    assert_int_equal(month_days(2024, 2), 29);
    assert_int_equal(month_days(2100, 2), 28);
    assert_true(date_is_valid((struct date){2024, 2, 29}));
    assert_false(date_is_valid((struct date){2023, 2, 29}));
    assert_false(date_is_valid((struct date){2024, 13, 1}));
    assert_false(date_is_valid((struct date){2024, 0, 1}));
    assert_false(date_is_valid((struct date){2024, 1, 0}));
    assert_true(date_is_valid((struct date){1969, 12, 31}));
    assert_false(date_is_valid((struct date){1899, 12, 31}));
    assert_false(date_is_valid((struct date){10000, 1, 1}));
}

static void assert_months(const char *from, int32_t months, const char *to)
{
    struct date result;
    assert_int_equal(date_add_months(date(from), months, &result), STATUS_OK);
    assert_int_equal(date_compare(result, date(to)), 0);
}

static void dates_are_added_to_across_months_and_years(void **state)
{
    (void)state;
    struct date result = date("2026-01-01");
    assert_int_equal(date_add_days(date("2026-12-31"), 1, &result), STATUS_OK);
    assert_int_equal(date_compare(result, date("2027-01-01")), 0);
    assert_int_equal(date_add_days(date("2024-03-01"), -1, &result), STATUS_OK);
    assert_int_equal(date_compare(result, date("2024-02-29")), 0);
    /* bay101, shared reading S2: a prize won on November 16 lapses at the end of day 30. */
    assert_int_equal(date_add_days(date("2026-11-16"), 30, &result), STATUS_OK);
    assert_int_equal(date_compare(result, date("2026-12-16")), 0);
    assert_months("2026-01-31", 1, "2026-02-28");
    assert_months("2024-01-31", 1, "2024-02-29");
    assert_months("2026-12-15", 1, "2027-01-15");
    assert_months("2026-01-15", -1, "2025-12-15");
    assert_months("2026-05-31", -12, "2025-05-31");
    assert_int_equal(date_add_days(date("9999-12-31"), 1, &result), STATUS_RANGE);
    assert_int_equal(date_add_days(date("9999-12-31"), INT64_MAX, &result), STATUS_RANGE);
    assert_int_equal(date_add_days(date("1900-01-01"), -1, &result), STATUS_RANGE);
    assert_int_equal(date_add_months(date("9999-12-31"), 1, &result), STATUS_RANGE);
    assert_int_equal(date_add_months(date("1900-01-01"), -1, &result), STATUS_RANGE);
    assert_int_equal(date_compare(result, date("2026-12-16")), 0);
    assert_string_equal(weekday_name(date_weekday(date("2026-11-16"))), "Monday");
    assert_string_equal(month_name(1), "January");
    assert_string_equal(month_name(12), "December");
}

/* ------------------------------------------------------------------------------------------ text */

static void assert_instant(const char *text, int64_t ms, const char *written)
{
    assert_true(instant(text).ms == ms);
    char buffer[TIME_TEXT_SIZE];
    struct text_out out;
    text_out_init(&out, buffer, sizeof buffer);
    instant_write(&out, instant(text));
    assert_string_equal(buffer, written);
    assert_true(instant(buffer).ms == ms);
}

static void instants_are_read_and_written_as_iso_8601(void **state)
{
    (void)state;
    assert_instant("1970-01-01T00:00:00Z", 0, "1970-01-01T00:00:00Z");
    assert_instant("2026-11-16T18:30:00-08:00", 1794882600000, "2026-11-17T02:30:00Z");
    assert_instant("2026-11-16T18:30:00.250-08:00", 1794882600250, "2026-11-17T02:30:00.250Z");
    assert_instant("2026-11-17T02:30:00.000Z", 1794882600000, "2026-11-17T02:30:00Z");
    assert_instant("2000-02-29T23:59:59.999+00:00", 951868799999, "2000-02-29T23:59:59.999Z");
    assert_instant("2026-11-17T08:00:00+05:30", 1794882600000, "2026-11-17T02:30:00Z");
    assert_instant("9999-12-31T23:59:59.999Z", 253402300799999, "9999-12-31T23:59:59.999Z");
}

static void local_times_keep_their_offset_in_text(void **state)
{
    (void)state;
    static const char *const texts[] = {"2026-11-16T18:30:00-08:00", "2026-11-16T18:30:00.007+05:45",
                                        "2026-11-16T00:00:00+00:00", "2026-11-16T00:00:00-23:59"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct local_time local;
        assert_int_equal(local_time_parse(text_of(texts[i]), 0, &local, NULL), STATUS_OK);
        char buffer[TIME_TEXT_SIZE];
        struct text_out out;
        text_out_init(&out, buffer, sizeof buffer);
        local_time_write(&out, &local);
        assert_string_equal(buffer, texts[i]);
    }
}

static void assert_refuses_date(const char *text, enum status status, size_t position)
{
    struct date untouched = {2000, 1, 1};
    struct fault fault = {0};
    assert_int_equal(date_parse(text_of(text), 10, &untouched, &fault), status);
    if (fault.position != position + 10)
        fail_msg("\"%s\": position %zu, expected %zu: %s", text, fault.position - 10, position, fault.words);
    assert_int_equal(untouched.year, 2000);
}

static void assert_refuses_instant(const char *text, enum status status, size_t position)
{
    struct instant untouched = {42};
    struct fault fault = {0};
    assert_int_equal(instant_parse(text_of(text), 10, &untouched, &fault), status);
    if (fault.position != position + 10)
        fail_msg("\"%s\": position %zu, expected %zu: %s", text, fault.position - 10, position, fault.words);
    assert_int_equal(untouched.ms, 42);
}

static void a_bad_date_is_refused_at_its_place(void **state)
{
    (void)state;
    assert_refuses_date("", STATUS_INVALID, 1);
    assert_refuses_date("2026", STATUS_INVALID, 5);
    assert_refuses_date("20261116", STATUS_INVALID, 5);
    assert_refuses_date("2026/11/16", STATUS_INVALID, 5);
    assert_refuses_date("2026-1-16", STATUS_INVALID, 7);
    assert_refuses_date("2026-11-1", STATUS_INVALID, 10);
    assert_refuses_date("2026-11-161", STATUS_INVALID, 11);
    assert_refuses_date("2026-11-16 ", STATUS_INVALID, 11);
    assert_refuses_date("2026-00-16", STATUS_RANGE, 6);
    assert_refuses_date("2026-13-16", STATUS_RANGE, 6);
    assert_refuses_date("2026-11-00", STATUS_RANGE, 9);
    assert_refuses_date("2026-11-31", STATUS_RANGE, 9);
    assert_refuses_date("2026-02-29", STATUS_RANGE, 9);
    assert_refuses_date("1899-12-31", STATUS_RANGE, 1);
}

static void a_bad_time_is_refused_at_its_place(void **state)
{
    (void)state;
    assert_refuses_instant("2026-11-16", STATUS_INVALID, 11);
    assert_refuses_instant("2026-11-16 18:30:00Z", STATUS_INVALID, 11);
    assert_refuses_instant("2026-11-16T18:30Z", STATUS_INVALID, 17);
    assert_refuses_instant("2026-11-16T18:30:00", STATUS_INVALID, 20);
    assert_refuses_instant("2026-11-16T24:00:00Z", STATUS_RANGE, 12);
    assert_refuses_instant("2026-11-16T23:60:00Z", STATUS_RANGE, 15);
    assert_refuses_instant("2026-11-16T23:59:60Z", STATUS_RANGE, 18);
    assert_refuses_instant("2026-11-16T18:30:00.25Z", STATUS_INVALID, 23);
    assert_refuses_instant("2026-11-16T18:30:00.2500Z", STATUS_INVALID, 24);
    assert_refuses_instant("2026-11-16T18:30:00-8:00", STATUS_INVALID, 22);
    assert_refuses_instant("2026-11-16T18:30:00-0800", STATUS_INVALID, 23);
    assert_refuses_instant("2026-11-16T18:30:00-24:00", STATUS_RANGE, 21);
    assert_refuses_instant("2026-11-16T18:30:00-08:60", STATUS_RANGE, 24);
    assert_refuses_instant("2026-11-16T18:30:00Zz", STATUS_INVALID, 21);
    /* The fields are fine, but in UTC it is still 1969, or already 10000. */
    assert_refuses_instant("1970-01-01T00:00:00+00:01", STATUS_RANGE, 1);
    assert_refuses_instant("9999-12-31T23:59:00-00:01", STATUS_RANGE, 1);
}

/* ----------------------------------------------------------------------------------------- zones */

static void assert_zone_text(const char *text, const char *written)
{
    struct zone read = zone(text);
    char buffer[ZONE_TEXT_SIZE];
    struct text_out out;
    text_out_init(&out, buffer, sizeof buffer);
    zone_write(&out, &read);
    assert_false(out.truncated);
    assert_string_equal(buffer, written);
}

static void zones_are_read_by_name_or_by_rule(void **state)
{
    (void)state;
    assert_zone_text("America/Los_Angeles", "PST8PDT,M3.2.0,M11.1.0");
    assert_zone_text("america/los_angeles", "PST8PDT,M3.2.0,M11.1.0");
    assert_zone_text("PST8PDT,M3.2.0,M11.1.0", "PST8PDT,M3.2.0,M11.1.0");
    assert_zone_text("PST+08:00PDT7,M3.2.0/2:00,M11.1.0/02:00:00", "PST8PDT,M3.2.0,M11.1.0");
    assert_zone_text("Etc/UTC", "UTC0");
    assert_zone_text("UTC0", "UTC0");
    assert_zone_text("<+03>-3", "<+03>-3");
    assert_zone_text("<ABC>3", "ABC3");
    assert_zone_text("<+0330>-3:30<+0430>,J79/24,J263/24", "<+0330>-3:30<+0430>,J79/24,J263/24");
    assert_zone_text("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "<-02>2<-01>,M3.5.0/-1,M10.5.0/0");
    assert_zone_text("AAA3BBB2:30,0/0:00:01,365/-167:59:59", "AAA3BBB2:30,0/0:00:01,365/-167:59:59");
    for (size_t i = 0; zone_builtin_name(i); i++)
        zone(zone_builtin_name(i));
}

static void assert_refuses_zone(const char *text, enum status status, size_t position, const char *word)
{
    struct zone read = {.standard.offset_minutes = 77};
    struct fault fault = {0};
    assert_int_equal(zone_parse(text_of(text), 10, &read, &fault), status);
    if (fault.position != position + 10 || !strstr(fault.words, word))
        fail_msg("\"%s\": position %zu, expected %zu: %s", text, fault.position - 10, position, fault.words);
    assert_int_equal(read.standard.offset_minutes, 77);
}

static void a_bad_rule_is_refused_at_its_place(void **state)
{
    (void)state;
    assert_refuses_zone("PS8", STATUS_INVALID, 3, "three or more letters");
    assert_refuses_zone("<+3>-3", STATUS_INVALID, 4, "three or more");
    assert_refuses_zone("<+03-3", STATUS_INVALID, 7, "\">\"");
    assert_refuses_zone("PACIFICO8", STATUS_RANGE, 1, "at most 7 letters");
    assert_refuses_zone("PST+", STATUS_INVALID, 5, "hours");
    assert_refuses_zone("PST24", STATUS_RANGE, 4, "23 hours");
    assert_refuses_zone("PST8:60", STATUS_RANGE, 6, "59");
    assert_refuses_zone("PST8:30:30", STATUS_RANGE, 4, "whole minutes");
    assert_refuses_zone("PST8PDT", STATUS_INVALID, 8, "daylight saving time");
    assert_refuses_zone("PST8PDT,M3.2.0", STATUS_INVALID, 15, "daylight saving time");
    assert_refuses_zone("PST8PDT,M13.2.0,M11.1.0", STATUS_RANGE, 10, "month");
    assert_refuses_zone("PST8PDT,M3.6.0,M11.1.0", STATUS_RANGE, 12, "week");
    assert_refuses_zone("PST8PDT,M3.2.7,M11.1.0", STATUS_RANGE, 14, "weekday");
    assert_refuses_zone("PST8PDT,M3-2.0,M11.1.0", STATUS_INVALID, 11, "\".\"");
    assert_refuses_zone("PST8PDT,J0,J365", STATUS_RANGE, 10, "day of the year");
    assert_refuses_zone("PST8PDT,J1,J366", STATUS_RANGE, 13, "day of the year");
    assert_refuses_zone("PST8PDT,0,366", STATUS_RANGE, 11, "day of the year");
    assert_refuses_zone("PST8PDT,X,365", STATUS_INVALID, 9, "day of the change");
    assert_refuses_zone("PST8PDT,M3.2.0/168,M11.1.0", STATUS_RANGE, 16, "167 hours");
    assert_refuses_zone("PST8PDT,M3.2.0,M11.1.0,", STATUS_INVALID, 23, "nothing more");
    assert_refuses_zone("AAA-12BBB12,J1,J2", STATUS_RANGE, 7, "24 hours");
    assert_refuses_zone("AAA-23:30BBB,J1,J2", STATUS_RANGE, 10, "24 hours");
}

static void an_unknown_name_is_answered_with_the_nearest(void **state)
{
    (void)state;
    assert_refuses_zone("America/Los_Angelos", STATUS_INVALID, 1, "did you mean America/Los_Angeles");
    assert_refuses_zone("Los_Angeles", STATUS_INVALID, 1, "did you mean America/Los_Angeles");
    assert_refuses_zone("new_york", STATUS_INVALID, 1, "did you mean America/New_York");
    assert_refuses_zone("Mars/Olympus_Mons", STATUS_INVALID, 1, "not a time zone that we know; a name");
}

static void assert_local(const struct zone *place, int64_t ms, const char *text, const char *abbreviation)
{
    struct local_time local;
    assert_int_equal(local_time_of((struct instant){ms}, place, &local), STATUS_OK);
    char buffer[TIME_TEXT_SIZE];
    struct text_out out;
    text_out_init(&out, buffer, sizeof buffer);
    local_time_write(&out, &local);
    assert_string_equal(buffer, text);
    assert_string_equal(local.abbreviation, abbreviation);
    struct instant back;
    assert_int_equal(local_time_instant(&local, &back), STATUS_OK);
    assert_true(back.ms == ms);
}

static void clocks_change_at_the_millisecond(void **state)
{
    (void)state;
    const struct zone angeles = zone("America/Los_Angeles");
    int64_t spring = instant("2026-03-08T10:00:00Z").ms, autumn = instant("2026-11-01T09:00:00Z").ms;
    assert_local(&angeles, spring - 1, "2026-03-08T01:59:59.999-08:00", "PST");
    assert_local(&angeles, spring, "2026-03-08T03:00:00-07:00", "PDT");
    assert_local(&angeles, spring + 1, "2026-03-08T03:00:00.001-07:00", "PDT");
    assert_local(&angeles, autumn - 1, "2026-11-01T01:59:59.999-07:00", "PDT");
    assert_local(&angeles, autumn, "2026-11-01T01:00:00-08:00", "PST");
    assert_local(&angeles, autumn + 1, "2026-11-01T01:00:00.001-08:00", "PST");
    /* South of the equator summer lies across the turn of the year. */
    const struct zone sydney = zone("Australia/Sydney");
    int64_t april = instant("2026-04-04T16:00:00Z").ms, october = instant("2026-10-03T16:00:00Z").ms;
    assert_local(&sydney, april - 1, "2026-04-05T02:59:59.999+11:00", "AEDT");
    assert_local(&sydney, april, "2026-04-05T02:00:00+10:00", "AEST");
    assert_local(&sydney, october - 1, "2026-10-04T01:59:59.999+10:00", "AEST");
    assert_local(&sydney, october, "2026-10-04T03:00:00+11:00", "AEDT");
    assert_local(&sydney, instant("2026-12-31T13:00:00Z").ms, "2027-01-01T00:00:00+11:00", "AEDT");
    /* The last Sunday of March and of October, at 01:00 UTC. */
    const struct zone london = zone("Europe/London");
    assert_local(&london, instant("2026-03-29T00:59:59.999Z").ms, "2026-03-29T00:59:59.999+00:00", "GMT");
    assert_local(&london, instant("2026-03-29T01:00:00Z").ms, "2026-03-29T02:00:00+01:00", "BST");
    assert_local(&london, instant("2026-10-25T01:00:00Z").ms, "2026-10-25T01:00:00+00:00", "GMT");
    const struct zone johns = zone("America/St_Johns");
    assert_local(&johns, instant("2026-07-01T00:00:00Z").ms, "2026-06-30T21:30:00-02:30", "NDT");
    const struct zone phoenix = zone("America/Phoenix");
    assert_local(&phoenix, instant("2026-07-01T00:00:00Z").ms, "2026-06-30T17:00:00-07:00", "MST");
}

static void the_united_states_change_on_the_second_sunday_of_march_and_the_first_of_november(void **state)
{
    (void)state;
    static const struct {
        const char *spring, *autumn;
    } years[] = {{"2007-03-11", "2007-11-04"}, {"2015-03-08", "2015-11-01"}, {"2020-03-08", "2020-11-01"},
                 {"2021-03-14", "2021-11-07"}, {"2025-03-09", "2025-11-02"}, {"2027-03-14", "2027-11-07"},
                 {"2032-03-14", "2032-11-07"}, {"2040-03-11", "2040-11-04"}};
    const struct zone angeles = zone("America/Los_Angeles");
    const struct business_day midnight = {0};
    for (size_t i = 0; i < sizeof years / sizeof years[0]; i++) {
        struct instant first, end;
        assert_int_equal(business_day_bounds(date(years[i].spring), &angeles, midnight, &first, &end),
                         STATUS_OK);
        assert_int_equal(end.ms - first.ms, 23 * hour_ms);
        assert_int_equal(business_day_bounds(date(years[i].autumn), &angeles, midnight, &first, &end),
                         STATUS_OK);
        assert_int_equal(end.ms - first.ms, 25 * hour_ms);
    }
}

static void rules_by_day_of_the_year_know_the_leap_day(void **state)
{
    (void)state;
    const struct zone no_leap = zone("AAA0BBB,J60/0,J300"), with_leap = zone("AAA0BBB,59/0,300");
    assert_local(&no_leap, instant("2026-03-01T00:00:00Z").ms, "2026-03-01T01:00:00+01:00", "BBB");
    assert_local(&no_leap, instant("2024-02-29T12:00:00Z").ms, "2024-02-29T12:00:00+00:00", "AAA");
    assert_local(&no_leap, instant("2024-03-01T00:00:00Z").ms, "2024-03-01T01:00:00+01:00", "BBB");
    assert_local(&with_leap, instant("2026-03-01T00:00:00Z").ms, "2026-03-01T01:00:00+01:00", "BBB");
    assert_local(&with_leap, instant("2024-02-29T00:00:00Z").ms, "2024-02-29T01:00:00+01:00", "BBB");
    /* Daylight saving time the whole year, in the form of RFC 8536. */
    const struct zone always = zone("EST5EDT,0/0,J365/25");
    for (int64_t ms = instant("2025-12-25T00:00:00Z").ms; ms < instant("2026-01-08T00:00:00Z").ms;
         ms += hour_ms / 2) {
        struct local_time local;
        assert_int_equal(local_time_of((struct instant){ms}, &always, &local), STATUS_OK);
        assert_true(local.daylight_saving);
        assert_int_equal(local.offset_minutes, -240);
    }
    /* Both changes of a year may lie in the next. */
    const struct zone late = zone("AAA0BBB,J365/100,J365/167");
    assert_local(&late, instant("2026-01-02T00:00:00Z").ms, "2026-01-02T00:00:00+00:00", "AAA");
    assert_local(&late, instant("2026-01-04T04:00:00Z").ms, "2026-01-04T05:00:00+01:00", "BBB");
    assert_local(&late, instant("2026-01-06T22:00:00Z").ms, "2026-01-06T22:00:00+00:00", "AAA");
}

static void assert_chosen(const struct zone *place, const char *reading, enum calendar_choice choice,
                          const char *expected)
{
    struct local_time local;
    assert_int_equal(local_time_parse(text_of(reading), 0, &local, NULL), STATUS_OK);
    struct instant found = {0};
    enum status status = zone_instant(place, &local, choice, &found);
    if (!expected) {
        assert_int_equal(status, STATUS_INVALID);
        assert_int_equal(found.ms, 0);
        return;
    }
    assert_int_equal(status, STATUS_OK);
    assert_true(found.ms == instant(expected).ms);
}

static void a_local_time_that_is_skipped_or_shown_twice_is_settled_by_name(void **state)
{
    (void)state;
    const struct zone angeles = zone("America/Los_Angeles");
    const char *skipped = "2026-03-08T02:30:00Z", *twice = "2026-11-01T01:30:00Z";
    assert_chosen(&angeles, skipped, CALENDAR_USUAL, "2026-03-08T03:30:00-07:00");
    assert_chosen(&angeles, skipped, CALENDAR_LATER, "2026-03-08T03:30:00-07:00");
    assert_chosen(&angeles, skipped, CALENDAR_EARLIER, "2026-03-08T01:30:00-08:00");
    assert_chosen(&angeles, skipped, CALENDAR_EXACT, NULL);
    assert_chosen(&angeles, twice, CALENDAR_USUAL, "2026-11-01T01:30:00-07:00");
    assert_chosen(&angeles, twice, CALENDAR_EARLIER, "2026-11-01T01:30:00-07:00");
    assert_chosen(&angeles, twice, CALENDAR_LATER, "2026-11-01T01:30:00-08:00");
    assert_chosen(&angeles, twice, CALENDAR_EXACT, NULL);
    /* The edges of gap and overlap. */
    assert_chosen(&angeles, "2026-03-08T01:59:59.999Z", CALENDAR_EXACT, "2026-03-08T09:59:59.999Z");
    assert_chosen(&angeles, "2026-03-08T02:00:00Z", CALENDAR_EXACT, NULL);
    assert_chosen(&angeles, "2026-03-08T02:59:59.999Z", CALENDAR_EXACT, NULL);
    assert_chosen(&angeles, "2026-03-08T03:00:00Z", CALENDAR_EXACT, "2026-03-08T10:00:00Z");
    assert_chosen(&angeles, "2026-11-01T00:59:59.999Z", CALENDAR_EXACT, "2026-11-01T07:59:59.999Z");
    assert_chosen(&angeles, "2026-11-01T01:00:00Z", CALENDAR_EXACT, NULL);
    assert_chosen(&angeles, "2026-11-01T01:59:59.999Z", CALENDAR_EXACT, NULL);
    assert_chosen(&angeles, "2026-11-01T02:00:00Z", CALENDAR_EXACT, "2026-11-01T10:00:00Z");
    /* Clocks that go back in spring: the side called daylight saving is behind. */
    const struct zone dublin = zone("IST-1GMT0,M10.5.0,M3.5.0/1");
    assert_chosen(&dublin, "2026-03-29T01:30:00Z", CALENDAR_USUAL, "2026-03-29T02:30:00+01:00");
    assert_chosen(&dublin, "2026-10-25T01:30:00Z", CALENDAR_USUAL, "2026-10-25T01:30:00+01:00");
    assert_chosen(&dublin, "2026-10-25T01:30:00Z", CALENDAR_LATER, "2026-10-25T01:30:00+00:00");
}

static void every_instant_comes_back_from_its_local_time(void **state)
{
    (void)state;
    uint64_t seed = 11;
    for (size_t i = 0; zone_builtin_name(i); i++) {
        const struct zone place = zone(zone_builtin_name(i));
        for (int n = 0; n < 5000; n++) {
            /* Anywhere from 1971 to 2100. */
            int64_t ms = (int64_t)(31536000000 + next_number(&seed) % 4070908800000);
            struct local_time local;
            struct instant back, earlier, later;
            assert_int_equal(local_time_of((struct instant){ms}, &place, &local), STATUS_OK);
            assert_int_equal(local_time_instant(&local, &back), STATUS_OK);
            assert_true(back.ms == ms);
            assert_int_equal(zone_instant(&place, &local, CALENDAR_EARLIER, &earlier), STATUS_OK);
            assert_int_equal(zone_instant(&place, &local, CALENDAR_LATER, &later), STATUS_OK);
            assert_true(earlier.ms == ms || later.ms == ms);
            enum status exact = zone_instant(&place, &local, CALENDAR_EXACT, &back);
            assert_int_equal(exact, earlier.ms == later.ms ? STATUS_OK : STATUS_INVALID);
        }
    }
}

static void outside_the_years_1970_to_9999_there_is_no_time(void **state)
{
    (void)state;
    const struct zone utc = zone("UTC"), angeles = zone("America/Los_Angeles"), tokyo = zone("Asia/Tokyo");
    struct instant last = instant("9999-12-31T23:59:59.999Z"), result = {42};
    struct local_time local = {.minute = 42};
    assert_int_equal(local_time_of((struct instant){0}, &utc, &local), STATUS_OK);
    assert_int_equal(local_time_of(last, &utc, &local), STATUS_OK);
    local.minute = 42;
    assert_int_equal(local_time_of((struct instant){-1}, &utc, &local), STATUS_RANGE);
    assert_int_equal(local_time_of((struct instant){last.ms + 1}, &utc, &local), STATUS_RANGE);
    assert_int_equal(local_time_of((struct instant){INT64_MIN}, &utc, &local), STATUS_RANGE);
    assert_int_equal(local_time_of((struct instant){INT64_MAX}, &utc, &local), STATUS_RANGE);
    assert_int_equal(local_time_of(last, &tokyo, &local), STATUS_RANGE);
    assert_int_equal(local.minute, 42);
    assert_int_equal(local_time_of((struct instant){8 * hour_ms - 1}, &angeles, &local), STATUS_OK);
    assert_int_equal(local.date.year, 1969);
    assert_int_equal(instant_add_ms(last, 1, &result), STATUS_RANGE);
    assert_int_equal(instant_add_ms(last, INT64_MAX, &result), STATUS_RANGE);
    assert_int_equal(instant_add_ms((struct instant){0}, -1, &result), STATUS_RANGE);
    struct local_time no_clock = {.date = {2026, 1, 1}, .hour = 24};
    assert_int_equal(local_time_instant(&no_clock, &result), STATUS_RANGE);
    assert_int_equal(zone_instant(&utc, &no_clock, CALENDAR_USUAL, &result), STATUS_RANGE);
    struct local_time morning = {.date = {1970, 1, 1}, .hour = 8, .minute = 59};
    assert_int_equal(zone_instant(&tokyo, &morning, CALENDAR_USUAL, &result), STATUS_RANGE);
    assert_int_equal(result.ms, 42);
    assert_int_equal(instant_add_ms(last, -1, &result), STATUS_OK);
    assert_int_equal(instant_compare(result, last), -1);
}

/* ---------------------------------------------------------------------------------- business day */

static void assert_booked(const char *text, const struct zone *place, unsigned starts_minute,
                          const char *expected)
{
    struct date booked;
    assert_int_equal(
        business_date_of(instant(text), place, (struct business_day){(uint16_t)starts_minute}, &booked),
        STATUS_OK);
    if (date_compare(booked, date(expected)) != 0)
        fail_msg("%s is booked on %d-%d-%d", text, booked.year, booked.month, booked.day);
}

static void a_business_day_begins_at_its_minute_and_not_a_millisecond_before(void **state)
{
    (void)state;
    const struct zone angeles = zone("America/Los_Angeles");
    assert_booked("2026-11-16T05:59:59.999-08:00", &angeles, 360, "2026-11-15");
    assert_booked("2026-11-16T06:00:00-08:00", &angeles, 360, "2026-11-16");
    assert_booked("2026-11-16T06:00:00.001-08:00", &angeles, 360, "2026-11-16");
    assert_booked("2026-12-31T23:59:59.999-08:00", &angeles, 360, "2026-12-31");
    assert_booked("2027-01-01T00:00:00-08:00", &angeles, 360, "2026-12-31");
    assert_booked("2027-01-01T06:00:00-08:00", &angeles, 360, "2027-01-01");
    assert_booked("2024-02-29T06:00:00-08:00", &angeles, 360, "2024-02-29");
    assert_booked("2024-03-01T05:59:59.999-08:00", &angeles, 360, "2024-02-29");
    assert_booked("2026-11-16T00:00:00-08:00", &angeles, 0, "2026-11-16");
    assert_booked("2026-11-16T23:58:59.999-08:00", &angeles, 1439, "2026-11-15");
    assert_booked("2026-11-16T23:59:00-08:00", &angeles, 1439, "2026-11-16");
}

static void a_business_day_that_begins_in_a_change_begins_once(void **state)
{
    (void)state;
    const struct zone angeles = zone("America/Los_Angeles");
    /* 02:30 is skipped on March 8: the day begins when the clocks are put forward. */
    assert_booked("2026-03-08T01:59:59.999-08:00", &angeles, 150, "2026-03-07");
    assert_booked("2026-03-08T03:00:00-07:00", &angeles, 150, "2026-03-08");
    /* 01:30 comes twice on November 1: the day begins the first time, and 01:10 after it is in it. */
    assert_booked("2026-11-01T01:29:59.999-07:00", &angeles, 90, "2026-10-31");
    assert_booked("2026-11-01T01:30:00-07:00", &angeles, 90, "2026-11-01");
    assert_booked("2026-11-01T01:10:00-08:00", &angeles, 90, "2026-11-01");
    assert_booked("2026-11-01T01:30:00-08:00", &angeles, 90, "2026-11-01");
}

/* Each day begins where the one before ends, and its first and last instants are booked on it. */
static void assert_tiles_time(const struct zone *place, struct business_day day, struct date from,
                              struct date to)
{
    struct instant expected_first = {-1};
    for (int32_t days = date_days(from); days <= date_days(to); days++) {
        struct date today, booked_before, booked_first, booked_last;
        struct instant first, end;
        assert_int_equal(date_of_days(days, &today), STATUS_OK);
        assert_int_equal(business_day_bounds(today, place, day, &first, &end), STATUS_OK);
        assert_true(first.ms < end.ms && (expected_first.ms == -1 || expected_first.ms == first.ms));
        assert_int_equal(business_date_of(first, place, day, &booked_first), STATUS_OK);
        assert_int_equal(business_date_of((struct instant){end.ms - 1}, place, day, &booked_last), STATUS_OK);
        assert_int_equal(business_date_of((struct instant){first.ms - 1}, place, day, &booked_before),
                         STATUS_OK);
        assert_true(date_compare(booked_first, today) == 0 && date_compare(booked_last, today) == 0);
        assert_int_equal(date_days(booked_before), days - 1);
        expected_first = end;
    }
}

/* In the zones of the world a day has 23, 24 or 25 hours, and a year without a change none but 24. */
static void assert_days_have_23_to_25_hours(const struct zone *place, struct business_day day,
                                            struct date from, struct date to)
{
    int shorter = 0, longer = 0;
    for (int32_t days = date_days(from); days <= date_days(to); days++) {
        struct date today;
        struct instant first, end;
        assert_int_equal(date_of_days(days, &today), STATUS_OK);
        assert_int_equal(business_day_bounds(today, place, day, &first, &end), STATUS_OK);
        int64_t length = end.ms - first.ms;
        assert_true(length == 23 * hour_ms || length == 24 * hour_ms || length == 25 * hour_ms);
        shorter += length == 23 * hour_ms;
        longer += length == 25 * hour_ms;
    }
    int years = to.year - from.year + 1;
    assert_int_equal(shorter, place->has_daylight_saving ? years : 0);
    assert_int_equal(longer, place->has_daylight_saving ? years : 0);
}

static void business_days_tile_time_in_every_built_in_zone_from_2007_to_2040(void **state)
{
    (void)state;
    for (size_t i = 0; zone_builtin_name(i); i++) {
        const struct zone place = zone(zone_builtin_name(i));
        assert_tiles_time(&place, (struct business_day){360}, date("2007-01-01"), date("2040-12-31"));
        assert_days_have_23_to_25_hours(&place, (struct business_day){360}, date("2007-01-01"),
                                        date("2040-12-31"));
    }
    /* Days that begin in the very hours of the changes. */
    const struct zone angeles = zone("America/Los_Angeles");
    static const uint16_t minutes[] = {0, 59, 60, 61, 90, 119, 120, 121, 150, 179, 180, 181, 1439};
    for (size_t i = 0; i < sizeof minutes / sizeof minutes[0]; i++)
        assert_tiles_time(&angeles, (struct business_day){minutes[i]}, date("2024-01-01"),
                          date("2028-12-31"));
}

static void random_rule(uint64_t *seed, struct text_out *out)
{
    switch (next_number(seed) % 3) {
    case 0:
        text_out_add(out, ",M%u.%u.%u", (unsigned)(1 + next_number(seed) % 12),
                     (unsigned)(1 + next_number(seed) % 5), (unsigned)(next_number(seed) % 7));
        break;
    case 1:
        text_out_add(out, ",J%u", (unsigned)(1 + next_number(seed) % 365));
        break;
    default:
        text_out_add(out, ",%u", (unsigned)(next_number(seed) % 366));
    }
    text_out_add(out, "/%d:%02u:%02u", (int)(next_number(seed) % 335) - 167,
                 (unsigned)(next_number(seed) % 60), (unsigned)(next_number(seed) % 60));
}

/* Rules that no legislature would pass: changes of many hours, twice in one day, at the turn of the year. */
static void business_days_tile_time_under_any_rule(void **state)
{
    (void)state;
    uint64_t seed = 5;
    for (int round = 0; round < 300; round++) {
        char text[ZONE_TEXT_SIZE];
        struct text_out out;
        text_out_init(&out, text, sizeof text);
        text_out_add(&out, "AAA%d:%02uBBB%d", (int)(next_number(&seed) % 23) - 11,
                     (unsigned)(next_number(&seed) % 60), (int)(next_number(&seed) % 23) - 11);
        random_rule(&seed, &out);
        random_rule(&seed, &out);
        const struct zone place = zone(text);
        assert_tiles_time(&place, (struct business_day){(uint16_t)(next_number(&seed) % DAY_MINUTES)},
                          date("2023-12-01"), date("2025-01-31"));
    }
}

static void a_business_day_outside_the_calendar_is_refused(void **state)
{
    (void)state;
    const struct zone utc = zone("UTC"), tokyo = zone("Asia/Tokyo");
    const struct business_day six = {360};
    struct instant first = {42}, end = {42};
    struct date booked = {2000, 1, 1};
    assert_int_equal(business_day_bounds(date("9999-12-31"), &utc, six, &first, &end), STATUS_RANGE);
    assert_int_equal(business_day_bounds(date("1970-01-01"), &tokyo, six, &first, &end), STATUS_RANGE);
    assert_int_equal(business_day_bounds((struct date){2026, 2, 30}, &utc, six, &first, &end), STATUS_RANGE);
    assert_int_equal(business_date_of((struct instant){0}, &utc, (struct business_day){1440}, &booked),
                     STATUS_RANGE);
    assert_true(first.ms == 42 && end.ms == 42 && booked.year == 2000);
    assert_int_equal(business_day_bounds(date("9999-12-30"), &utc, six, &first, &end), STATUS_OK);
}

/* ------------------------------------------------------------------------------------ for people */

static void people_read_one_form_of_dates_and_times(void **state)
{
    static const struct {
        unsigned minute;
        const char *shown;
    } clocks[] = {{0, "12:00 AM"},    {1, "12:01 AM"},   {719, "11:59 AM"}, {720, "12:00 PM"},
                  {721, "12:01 PM"},  {779, "12:59 PM"}, {780, "1:00 PM"},  {1110, "6:30 PM"},
                  {1439, "11:59 PM"}, {1440, "midnight"}};
    char words[64];
    struct text_out out;
    (void)state;
    for (size_t i = 0; i < sizeof clocks / sizeof clocks[0]; i++) {
        text_out_init(&out, words, sizeof words);
        clock_show(&out, clocks[i].minute);
        assert_string_equal(words, clocks[i].shown);
    }
    text_out_init(&out, words, sizeof words);
    date_show(&out, date("2026-11-08"));
    assert_string_equal(words, "Nov 8, 2026");
    const struct local_time local = {.date = date("2026-11-18"), .hour = 18, .minute = 30, .second = 59};
    text_out_init(&out, words, sizeof words);
    local_time_show(&out, &local);
    assert_string_equal(words, "Nov 18, 2026, 6:30 PM");
}

static void dates_and_times_within_words_are_shown_for_people(void **state)
{
    static const struct {
        const char *words, *shown;
    } samples[] = {
        {"", ""},
        {"daily 10:00 to 02:00", "daily 10:00 AM to 2:00 AM"},
        {"Monday to Friday 18:00 to 24:00", "Monday to Friday 6:00 PM to midnight"},
        {"2026-11-01 to 2026-12-31, 06:00", "Nov 1, 2026 to Dec 31, 2026, 6:00 AM"},
        {"(00:00)", "(12:00 AM)"},
        {"24:01, 25:00, 12:60 and 2026-02-30", "24:01, 25:00, 12:60 and 2026-02-30"},
        {"1:30, 100:00, 12:000 and 10:00:05", "1:30, 100:00, 12:000 and 10:00:05"},
        {"12026-11-01 and 2026-11-011", "12026-11-01 and 2026-11-011"},
        {"10:0", "10:0"},
        {"12:00 PM, 11:30 p.m., 10:00 parts", "12:00 PM, 11:30 p.m., 10:00 AM parts"},
    };
    char words[128];
    struct text_out out;
    (void)state;
    for (size_t i = 0; i < sizeof samples / sizeof samples[0]; i++) {
        text_out_init(&out, words, sizeof words);
        calendar_show_words(&out, text_of(samples[i].words));
        assert_string_equal(words, samples[i].shown);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_day_of_eight_thousand_years_has_its_number_and_weekday),
        cmocka_unit_test(leap_years_are_every_fourth_but_not_every_hundredth_but_every_four_hundredth),
        cmocka_unit_test(dates_are_added_to_across_months_and_years),
        cmocka_unit_test(instants_are_read_and_written_as_iso_8601),
        cmocka_unit_test(local_times_keep_their_offset_in_text),
        cmocka_unit_test(a_bad_date_is_refused_at_its_place),
        cmocka_unit_test(a_bad_time_is_refused_at_its_place),
        cmocka_unit_test(zones_are_read_by_name_or_by_rule),
        cmocka_unit_test(a_bad_rule_is_refused_at_its_place),
        cmocka_unit_test(an_unknown_name_is_answered_with_the_nearest),
        cmocka_unit_test(clocks_change_at_the_millisecond),
        cmocka_unit_test(the_united_states_change_on_the_second_sunday_of_march_and_the_first_of_november),
        cmocka_unit_test(rules_by_day_of_the_year_know_the_leap_day),
        cmocka_unit_test(a_local_time_that_is_skipped_or_shown_twice_is_settled_by_name),
        cmocka_unit_test(every_instant_comes_back_from_its_local_time),
        cmocka_unit_test(outside_the_years_1970_to_9999_there_is_no_time),
        cmocka_unit_test(a_business_day_begins_at_its_minute_and_not_a_millisecond_before),
        cmocka_unit_test(a_business_day_that_begins_in_a_change_begins_once),
        cmocka_unit_test(business_days_tile_time_in_every_built_in_zone_from_2007_to_2040),
        cmocka_unit_test(business_days_tile_time_under_any_rule),
        cmocka_unit_test(a_business_day_outside_the_calendar_is_refused),
        cmocka_unit_test(people_read_one_form_of_dates_and_times),
        cmocka_unit_test(dates_and_times_within_words_are_shown_for_people),
    };
    return cmocka_run_group_tests_name("calendar", tests, NULL, NULL);
}
