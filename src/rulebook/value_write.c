/*
 * The normal text of a value: what value_read() reads back as an equal one.
 */
#include "rulebook/value_internal.h"

#include "base/check.h"

void amount_write(struct text_out *out, struct money money)
{
    char words[MONEY_TEXT_SIZE];
    struct text_out full;
    text_out_init(&full, words, sizeof words);
    money_write(&full, money);
    struct text text = text_out_text(&full);
    size_t cents_length = money.cents % MONEY_DOLLAR == 0 ? sizeof ".00" - 1 : 0;
    text_out_add_text(out, text_slice(text, 0, text.length - cents_length));
}

void cents_write(struct text_out *out, int64_t cents)
{
    amount_write(out, money_of_cents(cents));
}

void count_write(struct text_out *out, int64_t count)
{
    CHECK(count >= 0 && count <= VALUE_COUNT_MAX);
    long long number = count;
    if (number >= 1000000)
        text_out_add(out, "%lld,%03lld,%03lld", number / 1000000, number / 1000 % 1000, number % 1000);
    else if (number >= 1000)
        text_out_add(out, "%lld,%03lld", number / 1000, number % 1000);
    else
        text_out_add(out, "%lld", number);
}

void percent_write(struct text_out *out, int64_t hundredths)
{
    text_out_add(out, "%lld", (long long)(hundredths / 100));
    if (hundredths % 10 != 0)
        text_out_add(out, ".%02lld", (long long)(hundredths % 100));
    else if (hundredths % 100 != 0)
        text_out_add(out, ".%lld", (long long)(hundredths % 100 / 10));
    text_out_add(out, "%%");
}

void multiple_write(struct text_out *out, int64_t multiple)
{
    text_out_add(out, "%lldx", (long long)multiple);
}

void range_write(struct text_out *out, const struct measure *measure, struct range range)
{
    CHECK_OP(range.low, <=, range.high); /* V1 */
    if (range.high == RANGE_NO_END) {
        text_out_add(out, "at least ");
        measure->write(out, range.low);
    } else if (range.low == range.high) {
        measure->write(out, range.low);
    } else if (range.low == measure->least) {
        text_out_add(out, "at most ");
        measure->write(out, range.high);
    } else {
        measure->write(out, range.low);
        text_out_add(out, " to ");
        measure->write(out, range.high);
    }
}

static void write_limits(struct text_out *out, struct range range)
{
    cents_write(out, range.low);
    if (range.high == RANGE_NO_END) {
        text_out_add(out, " and higher");
        return;
    }
    if (range.low == range.high)
        return;
    text_out_add(out, " to ");
    cents_write(out, range.high);
}

static void write_ranged(struct text_out *out, const struct value *value)
{
    const struct measure *measure = value_measure(value->type);
    if (value->type == VALUE_LIMITS)
        write_limits(out, value->range);
    else if (measure->any && value->range.low == 0 && value->range.high == RANGE_NO_END)
        text_out_add(out, "%s", measure->any);
    else
        range_write(out, measure, value->range);
}

static void write_units(struct text_out *out, const struct unit_words *words, bool one)
{
    text_out_add(out, " %s", one ? words->one : words->many);
}

static void write_length(struct text_out *out, struct duration length)
{
    count_write(out, length.count);
    write_units(out, &duration_words[length.unit], length.count == 1);
}

void duration_write(struct text_out *out, const struct duration_range *range)
{
    bool one_unit = range->low.unit == range->high.unit;
    if (range->high.count == RANGE_NO_END) {
        text_out_add(out, "at least ");
        write_length(out, range->low);
        return;
    }
    if (one_unit && range->low.count == range->high.count) {
        write_length(out, range->low);
        return;
    }
    if (range->low.count == 0) {
        text_out_add(out, "at most ");
    } else {
        count_write(out, range->low.count);
        if (!one_unit)
            write_units(out, &duration_words[range->low.unit], range->low.count == 1);
        text_out_add(out, " to ");
    }
    write_length(out, range->high);
}

static void write_odds(struct text_out *out, struct odds odds)
{
    if (odds.kind == ODDS_PUSH) {
        text_out_add(out, "push");
        return;
    }
    count_write(out, odds.pays);
    text_out_add(out, odds.kind == ODDS_TO ? " to " : " for ");
    count_write(out, odds.wager);
}

static void write_item(struct text_out *out, const struct award_part *part)
{
    const char *quote = part->name.length > 0 ? "\"" : "";
    text_out_add(out, "%s", quote);
    text_out_add_text(out, part->name.length > 0 ? part->name : text_of("an item"));
    text_out_add(out, "%s", quote);
    if (part->name.length > 0 && part->range.low == 0 && part->range.high == RANGE_NO_END)
        return;
    text_out_add(out, " worth ");
    range_write(out, &measure_money, part->range);
}

static void write_part(struct text_out *out, const struct award_part *part)
{
    switch (part->kind) {
    case AWARD_SHARE:
        range_write(out, &measure_percent, part->range);
        text_out_add(out, " of ");
        text_out_add_text(out, part->name);
        return;
    case AWARD_MONEY:
        range_write(out, &measure_money, part->range);
        if (part->name.length > 0)
            text_out_add(out, " in ");
        text_out_add_text(out, part->name);
        return;
    case AWARD_MULTIPLE:
        range_write(out, &measure_multiple, part->range);
        text_out_add(out, " ");
        text_out_add_text(out, part->name);
        return;
    case AWARD_ODDS:
        write_odds(out, part->odds);
        return;
    case AWARD_ITEM:
        write_item(out, part);
        return;
    case AWARD_TICKETS:
    case AWARD_POINTS:
    case AWARD_CREDITS:
    case AWARD_ENTRIES:
    case AWARD_SPINS:
    case AWARD_KEYS:
        range_write(out, &measure_count, part->range);
        write_units(out, &award_words[part->kind - AWARD_TICKETS],
                    part->range.low == 1 && part->range.high == 1);
        return;
    }
    CHECK_NEVER("a kind of award");
}

static void write_award(struct text_out *out, const struct award *award)
{
    CHECK(award->count >= 1 && award->count <= AWARD_PARTS_MAX);
    for (unsigned i = 0; i < award->count; i++) {
        if (i > 0)
            text_out_add(out, award->alternatives ? " or " : " and ");
        write_part(out, &award->parts[i]);
    }
}

static void write_given(struct text_out *out, const struct value *value)
{
    switch (value->type) {
    case VALUE_MONEY:
    case VALUE_MONEY_OR_NONE:
    case VALUE_COUNT:
    case VALUE_PERCENT:
    case VALUE_MULTIPLE:
    case VALUE_LIMITS:
        write_ranged(out, value);
        return;
    case VALUE_DURATION:
        duration_write(out, &value->duration);
        return;
    case VALUE_TIME_OF_DAY:
        clock_write(out, value->minute);
        return;
    case VALUE_DATE:
        day_write(out, value->date);
        return;
    case VALUE_YES_NO:
        text_out_add(out, value->yes ? "yes" : "no");
        return;
    case VALUE_ODDS:
        write_odds(out, value->odds);
        return;
    case VALUE_AWARD:
        write_award(out, &value->award);
        return;
    case VALUE_TYPES:
        break;
    }
    CHECK_NEVER("a type of values");
}

void value_write(struct text_out *out, const struct value *value)
{
    static const char *const forms[] = {"", "posted", "none", "no limit"};
    CHECK_OP(value->form, <=, VALUE_NO_LIMIT);
    if (value->form != VALUE_IS_GIVEN)
        text_out_add(out, "%s", forms[value->form]);
    else
        write_given(out, value);
}
