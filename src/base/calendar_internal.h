/*
 * What the three files of the calendar share: arithmetic on days and seconds without a range check. T1 is checked where
 * results are returned.
 */
#ifndef BASE_CALENDAR_INTERNAL_H
#define BASE_CALENDAR_INTERNAL_H

#include "base/calendar.h"

#include <stdint.h>

enum { DAY_SECONDS = 24 * 60 * 60 };

struct civil {
    int64_t year;
    unsigned month, day;
};

int64_t days_of_civil(int64_t year, unsigned month, unsigned day);
struct civil civil_of_days(int64_t days);
enum weekday weekday_of_days(int64_t days);

/* Division toward less, also below zero. */
int64_t divide_down(int64_t dividend, int64_t divisor);

bool local_time_fields_valid(const struct local_time *local);

/* The clock's reading as if it were UTC, in milliseconds. */
int64_t local_time_reading_ms(const struct local_time *local);

/* Fills date and clock from such a reading. */
MUST_USE enum status local_time_set_reading(struct local_time *local, int64_t reading_ms);

#endif
