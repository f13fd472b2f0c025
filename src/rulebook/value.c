#include "rulebook/value.h"

#include "base/check.h"
#include "rulebook/value_internal.h"

const char *value_type_name(enum value_type type)
{
    static const char *const names[VALUE_TYPES] = {"money",     "money or none", "count",       "percent",
                                                   "multiple",  "duration",      "time of day", "date",
                                                   "yes or no", "odds",          "award",       "limits"};
    CHECK_OP(type, <, VALUE_TYPES);
    return names[type];
}

/* ------------------------------------------------------------------------------------------ within */

static bool range_within(struct range posted, struct range approved)
{
    return posted.low >= approved.low && posted.high <= approved.high;
}

/* In the smallest unit of its family; counts are small, so that the product fits. */
static int64_t length_of(struct duration length)
{
    return length.count == RANGE_NO_END ? RANGE_NO_END : length.count * duration_unit_size(length.unit).size;
}

static bool duration_within(const struct duration_range *posted, const struct duration_range *approved)
{
    struct range inner = {length_of(posted->low), length_of(posted->high)};
    struct range outer = {length_of(approved->low), length_of(approved->high)};
    return duration_unit_size(posted->high.unit).family == duration_unit_size(approved->high.unit).family &&
           range_within(inner, outer);
}

static bool date_within(struct date posted, struct date approved)
{
    return (approved.year == 0 || approved.year == posted.year) && approved.month == posted.month &&
           approved.day == posted.day;
}

static bool odds_equal(struct odds left, struct odds right)
{
    return left.kind == right.kind && left.pays == right.pays && left.wager == right.wager;
}

static bool part_within(const struct award_part *posted, const struct award_part *approved)
{
    if (posted->kind != approved->kind)
        return false;
    if (posted->kind == AWARD_ODDS)
        return odds_equal(posted->odds, approved->odds);
    bool any_item = approved->kind == AWARD_ITEM && approved->name.length == 0;
    return (any_item || text_equal(posted->name, approved->name)) &&
           range_within(posted->range, approved->range);
}

static bool within_one_of(const struct award_part *posted, const struct award *approved)
{
    for (unsigned i = 0; i < approved->count; i++)
        if (part_within(posted, &approved->parts[i]))
            return true;
    return false;
}

static bool award_within(const struct award *posted, const struct award *approved)
{
    if (approved->alternatives ? posted->count > 1 && !posted->alternatives
                               : posted->alternatives || posted->count != approved->count)
        return false;
    for (unsigned i = 0; i < posted->count; i++)
        if (approved->alternatives ? !within_one_of(&posted->parts[i], approved)
                                   : !part_within(&posted->parts[i], &approved->parts[i]))
            return false;
    return true;
}

static bool given_within(const struct value *posted, const struct value *approved)
{
    switch (approved->type) {
    case VALUE_MONEY:
    case VALUE_MONEY_OR_NONE:
    case VALUE_COUNT:
    case VALUE_PERCENT:
    case VALUE_MULTIPLE:
    case VALUE_LIMITS:
        return range_within(posted->range, approved->range);
    case VALUE_DURATION:
        return duration_within(&posted->duration, &approved->duration);
    case VALUE_TIME_OF_DAY:
        return posted->minute == approved->minute;
    case VALUE_DATE:
        return date_within(posted->date, approved->date);
    case VALUE_YES_NO:
        return posted->yes == approved->yes;
    case VALUE_ODDS:
        return odds_equal(posted->odds, approved->odds);
    case VALUE_AWARD:
        return award_within(&posted->award, &approved->award);
    case VALUE_TYPES:
        break;
    }
    CHECK_NEVER("a type of values");
}

bool value_within(const struct value *posted, const struct value *approved)
{
    if (posted->type != approved->type)
        return false;
    if (approved->form == VALUE_IS_POSTED)
        return true;
    if (approved->form == VALUE_NO_LIMIT && approved->type == VALUE_DURATION)
        return posted->form != VALUE_IS_POSTED;
    if (posted->form != VALUE_IS_GIVEN || approved->form != VALUE_IS_GIVEN)
        return posted->form == approved->form;
    return given_within(posted, approved);
}

bool value_equal(const struct value *left, const struct value *right)
{
    return value_within(left, right) && value_within(right, left);
}

/* ------------------------------------------------------------------------------------------ fixed */

static bool range_is_fixed(struct range range)
{
    return range.low == range.high;
}

static bool award_is_fixed(const struct award *award)
{
    if (award->alternatives)
        return false;
    for (unsigned i = 0; i < award->count; i++) {
        const struct award_part *part = &award->parts[i];
        bool unnamed_item = part->kind == AWARD_ITEM && part->name.length == 0;
        if (unnamed_item || (part->kind != AWARD_ODDS && !range_is_fixed(part->range)))
            return false;
    }
    return true;
}

bool value_is_fixed(const struct value *value)
{
    if (value->form != VALUE_IS_GIVEN)
        return value->form != VALUE_IS_POSTED;
    switch (value->type) {
    case VALUE_MONEY:
    case VALUE_MONEY_OR_NONE:
    case VALUE_COUNT:
    case VALUE_PERCENT:
    case VALUE_MULTIPLE:
        return range_is_fixed(value->range);
    case VALUE_DURATION:
        return length_of(value->duration.low) == length_of(value->duration.high);
    case VALUE_DATE:
        return value->date.year != 0;
    case VALUE_AWARD:
        return award_is_fixed(&value->award);
    case VALUE_TIME_OF_DAY:
    case VALUE_YES_NO:
    case VALUE_ODDS:
    case VALUE_LIMITS:
        return true;
    case VALUE_TYPES:
        break;
    }
    CHECK_NEVER("a type of values");
}
