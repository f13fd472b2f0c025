/*
 * Reading values: ranges of every measure, durations, and the types of one word or two. Awards are in award_read.c.
 */
#include "rulebook/value_internal.h"

#include "base/check.h"

/* ------------------------------------------------------------------------------------------ ends of ranges */

static enum status read_percent(struct scan *scan, const struct phrase_sort *sort, int64_t *hundredths,
                                struct fault *fault)
{
    struct scan word = {.text = phrase_word(scan), .origin = scan->at};
    if (!scan_digit_next(&word))
        return phrase_unknown(scan, sort, fault);
    uint32_t whole = 0, part = 0;
    size_t digits = 0;
    enum status status = scan_number(&word, 1, 4, "at most four digits and a percent sign", &whole, fault);
    if (status == STATUS_OK && scan_take(&word, '.')) {
        digits = scan_digits(&word);
        status = scan_number(&word, 1, 2, "one or two digits behind the point", &part, fault);
    }
    if (status != STATUS_OK)
        return status;
    if (!scan_take(&word, '%') || scan_peek(&word) != SCAN_END)
        return fault_set(fault, STATUS_INVALID, scan_position(scan),
                         "a percentage ends with a percent sign; write it like 40%% or 12.5%%");
    *hundredths = (int64_t)whole * 100 + part * (digits == 1 ? 10 : 1);
    if (*hundredths > VALUE_PERCENT_MAX * 100)
        return fault_set(fault, STATUS_RANGE, scan_position(scan),
                         "the percentage is too large; percentages go up to %d%%", VALUE_PERCENT_MAX);
    phrase_skip(scan);
    return STATUS_OK;
}

static enum status read_multiple(struct scan *scan, const struct phrase_sort *sort, int64_t *multiple,
                                 struct fault *fault)
{
    struct scan word = {.text = phrase_word(scan), .origin = scan->at};
    uint32_t number = 0;
    if (!scan_digit_next(&word))
        return phrase_unknown(scan, sort, fault);
    enum status status = scan_number(&word, 1, 4, "at most four digits and an x", &number, fault);
    if (status != STATUS_OK)
        return status;
    if (!(scan_take(&word, 'x') || scan_take(&word, 'X')) || scan_peek(&word) != SCAN_END)
        return fault_set(fault, STATUS_INVALID, scan_position(scan),
                         "a multiple is a whole number with an x behind it; write it like 2x");
    if (number == 0)
        return fault_set(fault, STATUS_RANGE, scan_position(scan), "a multiple is 1x or more");
    *multiple = number;
    phrase_skip(scan);
    return STATUS_OK;
}

static const char *const money_known[] = {"posted", "at least",   "at most", "under",
                                          "over",   "any amount", "none",    NULL};
static const char *const count_known[] = {"posted", "at least",   "at most", "under",
                                          "over",   "any number", "none",    NULL};
static const char *const ratio_known[] = {"posted", "at least", "at most", NULL};

const struct measure measure_money = {phrase_money,
                                      cents_write,
                                      {"an", "amount of money",
                                       "write it like $5, $10 to $1,000, at least $10, under $600 or posted",
                                       money_known},
                                      0,
                                      VALUE_CENTS_MAX,
                                      true,
                                      "any amount"};
const struct measure measure_count = {
    phrase_count,
    count_write,
    {"a", "number", "write it like 5, 1 to 10, at least 2, any number or posted", count_known},
    0,
    VALUE_COUNT_MAX,
    true,
    "any number"};
const struct measure measure_percent = {
    read_percent,
    percent_write,
    {"a", "percentage", "write it like 40%, 12.5%, 10% to 20% or posted", ratio_known},
    0,
    VALUE_PERCENT_MAX * 100,
    false,
    NULL};
const struct measure measure_multiple = {
    read_multiple,
    multiple_write,
    {"a", "multiple", "write it like 2x, 2x to 4x or posted", ratio_known},
    1,
    VALUE_MULTIPLE_MAX,
    false,
    NULL};

const struct measure *value_measure(enum value_type type)
{
    switch (type) {
    case VALUE_MONEY:
    case VALUE_MONEY_OR_NONE:
    case VALUE_LIMITS:
        return &measure_money;
    case VALUE_COUNT:
        return &measure_count;
    case VALUE_PERCENT:
        return &measure_percent;
    case VALUE_MULTIPLE:
        return &measure_multiple;
    default:
        return NULL;
    }
}

/* ------------------------------------------------------------------------------------------ ranges */

static enum status backwards(const struct measure *measure, struct range range, size_t position,
                             struct fault *fault)
{
    char words[96];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    measure->write(&out, range.high);
    text_out_add(&out, " to ");
    measure->write(&out, range.low);
    return fault_set(fault, STATUS_INVALID, position, "the range runs backwards; write %s", words);
}

/* "under" and "over" leave their end out: the range begins or ends one step beside it. */
static enum status read_beside(struct scan *scan, const struct measure *measure, int64_t step, int64_t *end,
                               struct fault *fault)
{
    size_t position = scan_position(scan);
    int64_t beside = 0;
    enum status status = measure->read(scan, &measure->sort, &beside, fault);
    if (status != STATUS_OK)
        return status;
    if (beside == (step < 0 ? measure->least : measure->most))
        return fault_set(fault, STATUS_RANGE, position, "nothing is %s that; write \"%s\" in its place",
                         step < 0 ? "under" : "over", step < 0 ? "at most" : "at least");
    *end = beside + step;
    return STATUS_OK;
}

/* END, END to END, or a bound and its END. */
enum status range_read(struct scan *scan, const struct measure *measure, struct range *range,
                       struct fault *fault)
{
    struct range taken = {measure->least, RANGE_NO_END};
    enum status status;
    if (phrase_take(scan, "at least")) {
        status = measure->read(scan, &measure->sort, &taken.low, fault);
    } else if (phrase_take(scan, "at most")) {
        status = measure->read(scan, &measure->sort, &taken.high, fault);
    } else if (measure->in_steps && phrase_take(scan, "under")) {
        status = read_beside(scan, measure, -1, &taken.high, fault);
    } else if (measure->in_steps && phrase_take(scan, "over")) {
        status = read_beside(scan, measure, 1, &taken.low, fault);
    } else {
        size_t position = scan_position(scan);
        status = measure->read(scan, &measure->sort, &taken.low, fault);
        taken.high = taken.low;
        if (status == STATUS_OK && phrase_take(scan, "to"))
            status = measure->read(scan, &measure->sort, &taken.high, fault);
        if (status == STATUS_OK && taken.low > taken.high)
            return backwards(measure, taken, position, fault);
    }
    if (status == STATUS_OK)
        *range = taken;
    return status;
}

static enum status read_ranged(struct scan *scan, struct value *value, struct fault *fault)
{
    const struct measure *measure = value_measure(value->type);
    if (measure->any && phrase_take(scan, measure->any)) {
        value->range = (struct range){0, RANGE_NO_END};
        return STATUS_OK;
    }
    return range_read(scan, measure, &value->range, fault);
}

/* "$5 to $50", "$25 and higher", or "$5" where every wager is the same. */
static enum status read_limits(struct scan *scan, struct value *value, struct fault *fault)
{
    static const char *const known[] = {"posted", "no limit", NULL};
    static const struct measure measure = {
        phrase_money,
        cents_write,
        {"a", "betting limit", "write $5 to $50, $25 and higher, no limit or posted", known},
        0,
        VALUE_CENTS_MAX,
        false,
        NULL};
    struct scan ahead = *scan;
    int64_t lowest = 0;
    enum status status = measure.read(&ahead, &measure.sort, &lowest, fault);
    if (status != STATUS_OK)
        return status;
    if (phrase_take(&ahead, "and higher")) {
        value->range = (struct range){lowest, RANGE_NO_END};
        *scan = ahead;
        return STATUS_OK;
    }
    return range_read(scan, &measure, &value->range, fault);
}

/* ------------------------------------------------------------------------------------------ durations */

const struct unit_words duration_words[] = {{"second", "seconds"}, {"minute", "minutes"}, {"hour", "hours"},
                                            {"day", "days"},       {"week", "weeks"},     {"year", "years"}};

struct unit_size duration_unit_size(enum duration_unit unit)
{
    static const struct unit_size sizes[] = {{0, 1}, {0, 60}, {0, 3600}, {1, 1}, {1, 7}, {2, 1}};
    CHECK_OP(unit, <=, DURATION_YEARS);
    return sizes[unit];
}

static enum status take_unit(struct scan *scan, enum duration_unit *unit, struct fault *fault)
{
    static const char *const known[] = {"seconds", "minutes", "hours", "days", "weeks", "years", "second",
                                        "minute",  "hour",    "day",   "week", "year",  NULL};
    static const struct phrase_sort sort = {"a", "unit of time",
                                            "use seconds, minutes, hours, days, weeks or years", known};
    for (unsigned i = DURATION_SECONDS; i <= DURATION_YEARS; i++)
        if (phrase_take(scan, duration_words[i].one) || phrase_take(scan, duration_words[i].many)) {
            *unit = (enum duration_unit)i;
            return STATUS_OK;
        }
    return phrase_unknown(scan, &sort, fault);
}

static const char *const duration_known[] = {"posted", "at least", "at most", "no limit", "none", NULL};
static const struct phrase_sort duration_sort = {
    "a", "length of time",
    "write it like 15 minutes, 1 to 90 days, at most 7 years, no limit, none or posted", duration_known};

static enum status take_length(struct scan *scan, struct duration *length, struct fault *fault)
{
    enum status status = phrase_count(scan, &duration_sort, &length->count, fault);
    return status == STATUS_OK ? take_unit(scan, &length->unit, fault) : status;
}

static enum status check_order(struct duration_range range, size_t position, struct fault *fault)
{
    struct unit_size low = duration_unit_size(range.low.unit), high = duration_unit_size(range.high.unit);
    if (low.family != high.family)
        return fault_set(fault, STATUS_INVALID, position,
                         "%s and %s do not compare; write both ends in one unit, like 1 to 90 days",
                         duration_words[range.low.unit].many, duration_words[range.high.unit].many);
    if (range.low.count * low.size <= range.high.count * high.size)
        return STATUS_OK;
    char words[96];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    duration_write(&out, &(struct duration_range){range.high, range.low});
    return fault_set(fault, STATUS_INVALID, position, "the range runs backwards; write %s", words);
}

/* "1 to 90 days", "30 minutes to 2 hours", "15 minutes" */
static enum status read_lengths(struct scan *scan, struct duration_range *range, struct fault *fault)
{
    size_t position = scan_position(scan);
    enum status status = phrase_count(scan, &duration_sort, &range->low.count, fault);
    if (status != STATUS_OK)
        return status;
    bool one_unit = phrase_next_is(scan, "to");
    if (!one_unit)
        status = take_unit(scan, &range->low.unit, fault);
    if (status != STATUS_OK)
        return status;
    range->high = range->low;
    if (phrase_take(scan, "to"))
        status = take_length(scan, &range->high, fault);
    if (one_unit)
        range->low.unit = range->high.unit;
    return status == STATUS_OK ? check_order(*range, position, fault) : status;
}

static enum status read_duration(struct scan *scan, struct value *value, struct fault *fault)
{
    struct duration_range *range = &value->duration;
    enum status status;
    if (phrase_take(scan, "at least")) {
        status = take_length(scan, &range->low, fault);
        range->high = (struct duration){RANGE_NO_END, range->low.unit};
        return status;
    }
    if (phrase_take(scan, "at most")) {
        status = take_length(scan, &range->high, fault);
        range->low = (struct duration){0, range->high.unit};
        return status;
    }
    return read_lengths(scan, range, fault);
}

/* ------------------------------------------------------------------------------------------ odds and small types */

enum status odds_read(struct scan *scan, struct odds *odds, struct fault *fault)
{
    static const char *const known[] = {"push", "posted", NULL};
    static const struct phrase_sort sort = {"a", "payment by odds",
                                            "write it like 50 to 1, 300 for 1 or push", known};
    if (phrase_take(scan, "push")) {
        *odds = (struct odds){.kind = ODDS_PUSH};
        return STATUS_OK;
    }
    size_t position = scan_position(scan);
    int64_t pays = 0, wager = 0;
    enum status status = phrase_count(scan, &sort, &pays, fault);
    if (status != STATUS_OK)
        return status;
    bool includes_wager = phrase_take(scan, "for");
    if (!includes_wager && !phrase_take(scan, "to"))
        return phrase_expected(scan, "\"to\" or \"for\", as in 50 to 1,", fault);
    status = phrase_count(scan, &sort, &wager, fault);
    if (status != STATUS_OK)
        return status;
    if (pays == 0 || wager == 0)
        return fault_set(fault, STATUS_RANGE, position,
                         "odds have no 0; write push where the wager only comes back");
    *odds = (struct odds){includes_wager ? ODDS_FOR : ODDS_TO, (uint32_t)pays, (uint32_t)wager};
    return STATUS_OK;
}

static enum status read_yes_no(struct scan *scan, struct value *value, struct fault *fault)
{
    static const struct phrase_sort sort = {"an", "answer", "write yes, no or posted", NULL};
    value->yes = phrase_take(scan, "yes");
    return value->yes || phrase_take(scan, "no") ? STATUS_OK : phrase_unknown(scan, &sort, fault);
}

/* ------------------------------------------------------------------------------------------ values */

/* The texts that stand for themselves. */
static bool take_form(struct scan *scan, struct value *value)
{
    bool may_be_none =
        value->type == VALUE_MONEY_OR_NONE || value->type == VALUE_COUNT || value->type == VALUE_DURATION;
    bool may_have_no_limit = value->type == VALUE_DURATION || value->type == VALUE_LIMITS;
    if (phrase_take(scan, "posted"))
        value->form = VALUE_IS_POSTED;
    else if (may_be_none && phrase_take(scan, "none"))
        value->form = VALUE_IS_NONE;
    else if (may_have_no_limit && phrase_take(scan, "no limit"))
        value->form = VALUE_NO_LIMIT;
    return value->form != VALUE_IS_GIVEN;
}

static enum status read_given(struct scan *scan, struct value *value, struct fault *fault)
{
    switch (value->type) {
    case VALUE_MONEY:
        if (phrase_next_is(scan, "none"))
            return fault_set(fault, STATUS_INVALID, scan_position(scan),
                             "none is not possible here; write an amount like $5, or posted");
        return read_ranged(scan, value, fault);
    case VALUE_MONEY_OR_NONE:
    case VALUE_COUNT:
    case VALUE_PERCENT:
    case VALUE_MULTIPLE:
        return read_ranged(scan, value, fault);
    case VALUE_DURATION:
        return read_duration(scan, value, fault);
    case VALUE_TIME_OF_DAY:
        return phrase_clock(scan, false, &value->minute, fault);
    case VALUE_DATE:
        return phrase_date(scan, &value->date, fault);
    case VALUE_YES_NO:
        return read_yes_no(scan, value, fault);
    case VALUE_ODDS:
        return odds_read(scan, &value->odds, fault);
    case VALUE_AWARD:
        return award_read(scan, &value->award, fault);
    case VALUE_LIMITS:
        return read_limits(scan, value, fault);
    case VALUE_TYPES:
        break;
    }
    CHECK_NEVER("a type of values");
}

enum status value_read(enum value_type type, struct text text, struct value *value, struct fault *fault)
{
    CHECK_OP(type, <, VALUE_TYPES);
    struct scan scan;
    enum status status = phrase_begin(text, VALUE_TEXT_MAX, &scan, fault);
    if (status != STATUS_OK)
        return status;
    struct value taken = {.type = type};
    if (!take_form(&scan, &taken))
        status = read_given(&scan, &taken, fault);
    if (status == STATUS_OK) {
        struct text read = phrase_between(&scan, 0);
        char after[48];
        struct text_out out;
        text_out_init(&out, after, sizeof after);
        text_out_add(&out, "\"%.*s\"", read.length < 40 ? (int)read.length : 0, read.bytes);
        status = phrase_end(&scan, read.length < 40 ? after : value_type_name(type), fault);
    }
    if (status == STATUS_OK)
        *value = taken;
    return status;
}
