/*
 * The first line is a zone, the rest a time. Whatever is accepted is written in a form that reads back to the
 * same; and whatever the zone's rule, every instant comes back from its local time and lies in exactly the
 * business day it is booked on (T2, T3).
 */
#include "base/calendar.h"
#include "base/check.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_fault(enum status status, const struct fault *fault, struct text text)
{
    CHECK(status == STATUS_INVALID || status == STATUS_RANGE);
    CHECK_OP(fault->status, ==, status);
    CHECK(fault->position >= 1 && fault->position <= text.length + 1);
    CHECK(fault->words[0] != '\0');
}

static void try_date(struct text text)
{
    struct date date, again;
    struct fault fault;
    enum status status = date_parse(text, 0, &date, &fault);
    if (status != STATUS_OK) {
        check_fault(status, &fault, text);
        return;
    }
    char buffer[DATE_TEXT_SIZE];
    struct text_out out;
    text_out_init(&out, buffer, sizeof buffer);
    date_write(&out, date);
    CHECK(text_equal(text, text_out_text(&out)));
    CHECK_OP(date_of_days(date_days(date), &again), ==, STATUS_OK);
    CHECK_OP(date_compare(date, again), ==, 0);
}

static bool try_instant(struct text text, struct instant *instant)
{
    struct fault fault;
    enum status status = instant_parse(text, 0, instant, &fault);
    if (status != STATUS_OK) {
        check_fault(status, &fault, text);
        return false;
    }
    char buffer[TIME_TEXT_SIZE];
    struct text_out out;
    struct instant again;
    text_out_init(&out, buffer, sizeof buffer);
    instant_write(&out, *instant);
    CHECK(!out.truncated);
    CHECK_OP(instant_parse(text_out_text(&out), 0, &again, &fault), ==, STATUS_OK);
    CHECK_OP(instant->ms, ==, again.ms);
    return true;
}

static bool try_zone(struct text text, struct zone *zone)
{
    struct fault fault;
    enum status status = zone_parse(text, 0, zone, &fault);
    if (status != STATUS_OK) {
        check_fault(status, &fault, text);
        return false;
    }
    char first[ZONE_TEXT_SIZE], second[ZONE_TEXT_SIZE];
    struct text_out out;
    struct zone again;
    text_out_init(&out, first, sizeof first);
    zone_write(&out, zone);
    CHECK(!out.truncated);
    CHECK_OP(zone_parse(text_out_text(&out), 0, &again, &fault), ==, STATUS_OK);
    text_out_init(&out, second, sizeof second);
    zone_write(&out, &again);
    CHECK(strcmp(first, second) == 0);
    return true;
}

static void try_together(const struct zone *zone, struct instant instant)
{
    struct local_time local;
    struct instant back, earlier, later, first, end;
    if (local_time_of(instant, zone, &local) == STATUS_OK) {
        CHECK_OP(local_time_instant(&local, &back), ==, STATUS_OK);
        CHECK_OP(back.ms, ==, instant.ms);
        if (zone_instant(zone, &local, CALENDAR_EARLIER, &earlier) == STATUS_OK &&
            zone_instant(zone, &local, CALENDAR_LATER, &later) == STATUS_OK)
            CHECK(earlier.ms == instant.ms || later.ms == instant.ms);
    }
    struct business_day day = {(uint16_t)(instant.ms % DAY_MINUTES)};
    struct date date;
    if (business_date_of(instant, zone, day, &date) == STATUS_OK &&
        business_day_bounds(date, zone, day, &first, &end) == STATUS_OK)
        CHECK(first.ms <= instant.ms && instant.ms < end.ms);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct text text = {(const char *)data, size};
    const uint8_t *line_end = size > 0 ? memchr(data, '\n', size) : NULL;
    size_t first_length = line_end ? (size_t)(line_end - data) : size;
    struct text first = text_slice(text, 0, first_length);
    struct text rest = text_from(text, line_end ? first_length + 1 : size);
    struct zone zone;
    struct instant instant;
    bool has_zone = try_zone(first, &zone);
    bool has_instant = try_instant(rest, &instant);
    try_date(rest);
    if (has_zone && has_instant)
        try_together(&zone, instant);
    return 0;
}
