/*
 * The text of time zones. The grammar is that of POSIX TZ, with the extensions of RFC 8536 that the rules of
 * the IANA database need (times of change from -167 to 167 hours):
 *
 *      zone   =  name offset [ name [offset] "," rule "," rule ]
 *      name   =  three or more letters | "<" three or more letters, digits, "+", "-" ">"
 *      offset =  ["+" | "-"] hours [":" minutes [":" seconds]]        what to add to get UTC
 *      rule   =  ("M" month "." week "." weekday | "J" day | day) ["/" offset]
 */
#include "base/calendar.h"
#include "base/calendar_internal.h"
#include "base/check.h"
#include "base/scan.h"

#include <stdlib.h>
#include <string.h>

enum { CHANGE_SECOND_USUAL = 2 * 3600 };

struct builtin_zone {
    const char *name, *rule;
};

/* The rules of the IANA time zone database, release 2025b. They hold from 2008 on, St. John's from 2012. */
static const struct builtin_zone builtin_zones[] = {
    {"America/Los_Angeles", "PST8PDT,M3.2.0,M11.1.0"},
    {"America/Denver", "MST7MDT,M3.2.0,M11.1.0"},
    {"America/Boise", "MST7MDT,M3.2.0,M11.1.0"},
    {"America/Phoenix", "MST7"},
    {"America/Chicago", "CST6CDT,M3.2.0,M11.1.0"},
    {"America/New_York", "EST5EDT,M3.2.0,M11.1.0"},
    {"America/Detroit", "EST5EDT,M3.2.0,M11.1.0"},
    {"America/Indiana/Indianapolis", "EST5EDT,M3.2.0,M11.1.0"},
    {"America/Kentucky/Louisville", "EST5EDT,M3.2.0,M11.1.0"},
    {"America/Anchorage", "AKST9AKDT,M3.2.0,M11.1.0"},
    {"America/Adak", "HST10HDT,M3.2.0,M11.1.0"},
    {"Pacific/Honolulu", "HST10"},
    {"America/Puerto_Rico", "AST4"},
    {"Pacific/Guam", "ChST-10"},
    {"America/Toronto", "EST5EDT,M3.2.0,M11.1.0"},
    {"America/Winnipeg", "CST6CDT,M3.2.0,M11.1.0"},
    {"America/Halifax", "AST4ADT,M3.2.0,M11.1.0"},
    {"America/St_Johns", "NST3:30NDT,M3.2.0,M11.1.0"},
    {"Europe/London", "GMT0BST,M3.5.0/1,M10.5.0"},
    {"Europe/Paris", "CET-1CEST,M3.5.0,M10.5.0/3"},
    {"Europe/Berlin", "CET-1CEST,M3.5.0,M10.5.0/3"},
    {"Asia/Macau", "CST-8"},
    {"Asia/Manila", "PST-8"},
    {"Asia/Singapore", "<+08>-8"},
    {"Asia/Tokyo", "JST-9"},
    {"Australia/Sydney", "AEST-10AEDT,M10.1.0,M4.1.0/3"},
    {"Pacific/Auckland", "NZST-12NZDT,M9.5.0,M4.1.0/3"},
    {"UTC", "UTC0"},
    {"Etc/UTC", "UTC0"},
};
enum { BUILTIN_COUNT = sizeof builtin_zones / sizeof builtin_zones[0] };

const char *zone_builtin_name(size_t index)
{
    return index < BUILTIN_COUNT ? builtin_zones[index].name : NULL;
}

/* --------------------------------------------------------------------------------------- reading */

static bool quoted_name_letter_next(const struct scan *scan)
{
    return scan_letter_next(scan) || scan_digit_next(scan) || scan_peek(scan) == '+' ||
           scan_peek(scan) == '-';
}

static enum status take_name(struct scan *scan, char abbreviation[ZONE_ABBREVIATION_SIZE],
                             struct fault *fault)
{
    bool quoted = scan_take(scan, '<');
    size_t first = scan->at;
    while (quoted ? quoted_name_letter_next(scan) : scan_letter_next(scan))
        scan->at++;
    size_t length = scan->at - first;
    if (length < 3)
        return scan_expected(scan, fault,
                             quoted ? "a zone abbreviation of three or more letters, digits, + or -"
                                    : "a zone abbreviation of three or more letters");
    if (length >= ZONE_ABBREVIATION_SIZE)
        return fault_set(fault, STATUS_RANGE, scan->origin + first + 1,
                         "a zone abbreviation has at most %d letters", ZONE_ABBREVIATION_SIZE - 1);
    if (quoted && !scan_take(scan, '>'))
        return scan_expected(scan, fault, "\">\" after the zone abbreviation");
    memset(abbreviation, 0, ZONE_ABBREVIATION_SIZE);
    memcpy(abbreviation, scan->text.bytes + first, length);
    return STATUS_OK;
}

/* [+-]hh[:mm[:ss]] in seconds. */
static enum status take_duration(struct scan *scan, size_t hour_digits, uint32_t hours_max, int32_t *seconds,
                                 struct fault *fault)
{
    bool negative = scan_take(scan, '-');
    if (!negative)
        scan_take(scan, '+');
    size_t position = scan_position(scan);
    uint32_t parts[3] = {0};
    enum status status = scan_number(scan, 1, hour_digits, "a number of hours", &parts[0], fault);
    for (size_t i = 1; i < 3 && status == STATUS_OK && scan_take(scan, ':'); i++) {
        status = scan_number(scan, 1, 2, i == 1 ? "minutes" : "seconds", &parts[i], fault);
        if (status == STATUS_OK && parts[i] > 59)
            status = fault_set(fault, STATUS_RANGE, scan_position(scan) - 2, "minutes and seconds end at 59");
    }
    if (status != STATUS_OK)
        return status;
    if (parts[0] > hours_max)
        return fault_set(fault, STATUS_RANGE, position, "at most %u hours are allowed here",
                         (unsigned)hours_max);
    int32_t total = (int32_t)(parts[0] * 3600 + parts[1] * 60 + parts[2]);
    *seconds = negative ? -total : total;
    return STATUS_OK;
}

/* POSIX counts westward, we count eastward. */
static enum status take_offset(struct scan *scan, int16_t *offset_minutes, struct fault *fault)
{
    size_t position = scan_position(scan);
    int32_t seconds = 0;
    enum status status = take_duration(scan, 2, 23, &seconds, fault);
    if (status != STATUS_OK)
        return status;
    if (seconds % 60 != 0)
        return fault_set(fault, STATUS_RANGE, position, "the offset from UTC must be whole minutes");
    *offset_minutes = (int16_t)(-seconds / 60);
    return STATUS_OK;
}

static enum status take_limited(struct scan *scan, const char *expected, uint32_t low, uint32_t high,
                                uint32_t *value, struct fault *fault)
{
    size_t position = scan_position(scan);
    enum status status = scan_number(scan, 1, 3, expected, value, fault);
    if (status == STATUS_OK && (*value < low || *value > high))
        return fault_set(fault, STATUS_RANGE, position, "%s must be from %u to %u", expected, (unsigned)low,
                         (unsigned)high);
    return status;
}

static enum status take_weekday_of_month(struct scan *scan, struct zone_rule *rule, struct fault *fault)
{
    static const struct {
        const char *name;
        uint32_t low, high;
    } parts[3] = {{"the month", 1, 12}, {"the week of the month", 1, 5}, {"the weekday", 0, 6}};
    uint32_t values[3] = {0};
    for (size_t i = 0; i < 3; i++) {
        if (i > 0 && !scan_take(scan, '.'))
            return scan_expected(scan, fault, "\".\"");
        enum status status =
            take_limited(scan, parts[i].name, parts[i].low, parts[i].high, &values[i], fault);
        if (status != STATUS_OK)
            return status;
    }
    *rule = (struct zone_rule){.kind = ZONE_RULE_WEEKDAY,
                               .month = (uint8_t)values[0],
                               .week = (uint8_t)values[1],
                               .weekday = (uint8_t)values[2]};
    return STATUS_OK;
}

static enum status take_rule(struct scan *scan, struct zone_rule *rule, struct fault *fault)
{
    if (!scan_take(scan, ','))
        return scan_expected(scan, fault,
                             "\",\" and the day of the change to or from daylight saving time, like M3.2.0,");
    enum status status;
    uint32_t day = 0;
    if (scan_take(scan, 'M')) {
        status = take_weekday_of_month(scan, rule, fault);
    } else if (scan_take(scan, 'J')) {
        status = take_limited(scan, "the day of the year", 1, 365, &day, fault);
        *rule = (struct zone_rule){.kind = ZONE_RULE_DAY_NO_LEAP, .day = (uint16_t)day};
    } else if (scan_digit_next(scan)) {
        status = take_limited(scan, "the day of the year", 0, 365, &day, fault);
        *rule = (struct zone_rule){.kind = ZONE_RULE_DAY_WITH_LEAP, .day = (uint16_t)day};
    } else {
        return scan_expected(scan, fault, "the day of the change, like M3.2.0, J60 or 59,");
    }
    if (status != STATUS_OK)
        return status;
    rule->second = CHANGE_SECOND_USUAL;
    return scan_take(scan, '/') ? take_duration(scan, 3, 167, &rule->second, fault) : STATUS_OK;
}

static enum status take_daylight_saving(struct scan *scan, struct zone *zone, struct fault *fault)
{
    size_t position = scan_position(scan);
    struct zone_side *side = &zone->daylight_saving;
    zone->has_daylight_saving = true;
    enum status status = take_name(scan, side->abbreviation, fault);
    if (status != STATUS_OK)
        return status;
    int change = 60;
    if (scan_peek(scan) != ',' && scan_peek(scan) != SCAN_END) {
        status = take_offset(scan, &side->offset_minutes, fault);
        change = side->offset_minutes - zone->standard.offset_minutes;
    }
    if (status == STATUS_OK)
        status = take_rule(scan, &zone->begins, fault);
    if (status == STATUS_OK)
        status = take_rule(scan, &zone->ends, fault);
    if (status != STATUS_OK)
        return status;
    int offset = zone->standard.offset_minutes + change;
    if (abs(change) >= DAY_MINUTES || abs(offset) >= DAY_MINUTES)
        return fault_set(fault, STATUS_RANGE, position,
                         "daylight saving time must change the clocks by less than 24 hours and stay within "
                         "24 hours of UTC");
    side->offset_minutes = (int16_t)offset;
    return STATUS_OK;
}

static enum status rule_parse(struct text text, size_t origin, struct zone *zone, struct fault *fault)
{
    struct scan scan = {.text = text, .origin = origin};
    struct zone taken = {0};
    enum status status = take_name(&scan, taken.standard.abbreviation, fault);
    if (status == STATUS_OK)
        status = take_offset(&scan, &taken.standard.offset_minutes, fault);
    if (status == STATUS_OK && scan_peek(&scan) != SCAN_END)
        status = take_daylight_saving(&scan, &taken, fault);
    if (status == STATUS_OK && scan_peek(&scan) != SCAN_END)
        status = scan_expected(&scan, fault, "nothing more after the zone's rule");
    if (status == STATUS_OK)
        *zone = taken;
    return status;
}

/* A rule is an abbreviation and an offset; a name goes on with "/" or "_", or is only letters. */
static bool looks_like_rule(struct text text)
{
    struct scan scan = {.text = text};
    if (scan_peek(&scan) == '<')
        return true;
    while (scan_letter_next(&scan))
        scan.at++;
    return scan.at > 0 && (scan_digit_next(&scan) || scan_peek(&scan) == '+' || scan_peek(&scan) == '-');
}

/* The built-in name nearest to what was typed, in whole or behind the last "/"; NULL if none is near. */
static const char *nearest_name(struct text text)
{
    struct text_nearest nearest = text_nearest_to(text);
    const char *name = NULL;
    for (size_t i = 0; i < BUILTIN_COUNT; i++) {
        const char *before = nearest.word;
        const char *city = strrchr(builtin_zones[i].name, '/');
        text_nearest_offer(&nearest, builtin_zones[i].name);
        if (city)
            text_nearest_offer(&nearest, city + 1);
        if (nearest.word != before)
            name = builtin_zones[i].name;
    }
    return name;
}

enum status zone_parse(struct text text, size_t origin, struct zone *zone, struct fault *fault)
{
    for (size_t i = 0; i < BUILTIN_COUNT; i++)
        if (text_equal_ignoring_case(text, text_of(builtin_zones[i].name)))
            return rule_parse(text_of(builtin_zones[i].rule), 0, zone, fault);
    if (looks_like_rule(text))
        return rule_parse(text, origin, zone, fault);
    const char *nearest = nearest_name(text);
    return fault_set(
        fault, STATUS_INVALID, origin + 1,
        "\"%.*s\" is not a time zone that we know%s%s; a name like America/Los_Angeles or a rule "
        "like PST8PDT,M3.2.0,M11.1.0 is expected",
        TEXT_ARGUMENTS(text_slice(text, 0, 40)), nearest ? "; did you mean " : "", nearest ? nearest : "");
}

/* --------------------------------------------------------------------------------------- writing */

static void write_duration(struct text_out *out, int32_t seconds)
{
    unsigned magnitude = (unsigned)(seconds < 0 ? -seconds : seconds);
    text_out_add(out, "%s%u", seconds < 0 ? "-" : "", magnitude / 3600);
    if (magnitude % 3600 != 0)
        text_out_add(out, ":%02u", magnitude / 60 % 60);
    if (magnitude % 60 != 0)
        text_out_add(out, ":%02u", magnitude % 60);
}

static void write_name(struct text_out *out, const struct zone_side *side)
{
    bool plain = true;
    for (const char *letter = side->abbreviation; *letter != '\0'; letter++)
        plain &= (*letter >= 'A' && *letter <= 'Z') || (*letter >= 'a' && *letter <= 'z');
    text_out_add(out, plain ? "%s" : "<%s>", side->abbreviation);
}

static void write_rule(struct text_out *out, const struct zone_rule *rule)
{
    switch (rule->kind) {
    case ZONE_RULE_WEEKDAY:
        text_out_add(out, ",M%u.%u.%u", (unsigned)rule->month, (unsigned)rule->week, (unsigned)rule->weekday);
        break;
    case ZONE_RULE_DAY_NO_LEAP:
        text_out_add(out, ",J%u", (unsigned)rule->day);
        break;
    case ZONE_RULE_DAY_WITH_LEAP:
        text_out_add(out, ",%u", (unsigned)rule->day);
        break;
    }
    if (rule->second != CHANGE_SECOND_USUAL) {
        text_out_add(out, "/");
        write_duration(out, rule->second);
    }
}

void zone_write(struct text_out *out, const struct zone *zone)
{
    write_name(out, &zone->standard);
    write_duration(out, -zone->standard.offset_minutes * 60);
    if (!zone->has_daylight_saving)
        return;
    write_name(out, &zone->daylight_saving);
    if (zone->daylight_saving.offset_minutes != zone->standard.offset_minutes + 60)
        write_duration(out, -zone->daylight_saving.offset_minutes * 60);
    write_rule(out, &zone->begins);
    write_rule(out, &zone->ends);
}
