#include "odds/bet.h"

#include "base/check.h"
#include "cards/five.h"
#include "cards/four.h"
#include "cards/suit_classes.h"

#include <math.h>
#include <string.h>

void bet_init(struct bet *bet, const char *name, const char *clause, uwide total)
{
    *bet = (struct bet){.clause = clause, .total = total, .initial_units = 1, .mean_units = {1, 1}};
    struct text_out out;
    text_out_init(&out, bet->name, sizeof bet->name);
    text_out_add(&out, "%s", name);
}

static struct bet_outcome *bet_outcome(struct bet *bet, const char *name, int64_t net_halves)
{
    for (unsigned i = 0; i < bet->outcome_count; i++)
        if (bet->outcomes[i].net_halves == net_halves && strcmp(bet->outcomes[i].name, name) == 0)
            return &bet->outcomes[i];
    CHECK_OP(bet->outcome_count, <, BET_OUTCOMES_MAX);
    struct bet_outcome *outcome = &bet->outcomes[bet->outcome_count++];
    *outcome = (struct bet_outcome){.net_halves = net_halves};
    struct text_out out;
    text_out_init(&out, outcome->name, sizeof outcome->name);
    text_out_add(&out, "%s", name);
    return outcome;
}

void bet_add(struct bet *bet, const char *name, uwide count, int64_t net_halves)
{
    bet_outcome(bet, name, net_halves)->count += count;
}

/* The net gain of a pay in half units. */
static int64_t pay_net_halves(struct pay pay)
{
    int64_t won = 2 * (int64_t)pay.amount;
    switch (pay.kind) {
    case PAY_TO_ONE:
        CHECK(won % pay.per == 0);
        return won / pay.per;
    case PAY_FOR_ONE:
        CHECK(won % pay.per == 0);
        return won / pay.per - 2;
    default:
        return -2;
    }
}

/* The counts of hands by value, and the score of a value in the table's order. */
static unsigned hand_counts(const struct paytable *table, uint64_t *counts)
{
    if (table->order == PAYTABLE_FIVE) {
        suit_classes_count_five(5, counts);
        return FIVE_VALUES;
    }
    suit_classes_count_four(5, counts);
    return FOUR_VALUES;
}

static struct score value_score(const struct paytable *table, unsigned value)
{
    if (table->order == PAYTABLE_FIVE)
        return five_value_score((struct five_value){(uint16_t)value});
    struct score four = four_value_score((struct four_value){(uint16_t)value});
    return table->order == PAYTABLE_COVER ? cover_of_four(four) : four;
}

void bet_of_paytable(struct bet *bet, const struct paytable *table)
{
    uint64_t counts[FIVE_VALUES + 1];
    unsigned values = hand_counts(table, counts);
    bet_init(bet, table->name, table->clause, 2598960);
    for (unsigned i = 0; i < table->row_count; i++) {
        const struct pay_row *row = &table->rows[i];
        struct bet_outcome *outcome = bet_outcome(bet, row->hand, pay_net_halves(row->pay));
        outcome->envy = row->envy;
        outcome->meter_percent = row->pay.kind == PAY_METER ? row->pay.amount : 0;
    }
    for (unsigned value = 1; value <= values; value++) {
        const struct pay_row *row = paytable_row(table, value_score(table, value));
        if (row)
            bet->outcomes[row - table->rows].count += counts[value];
        else
            bet_add(bet, "nothing", counts[value], -2);
    }
}

struct fraction bet_expected(const struct bet *bet)
{
    wide sum = 0;
    uwide total = 0;
    for (unsigned i = 0; i < bet->outcome_count; i++) {
        sum += (wide)bet->outcomes[i].count * bet->outcomes[i].net_halves;
        total += bet->outcomes[i].count;
    }
    CHECK(total == bet->total);
    return fraction_of(sum, 2 * bet->total);
}

struct fraction bet_meter_share(const struct bet *bet)
{
    uwide sum = 0;
    for (unsigned i = 0; i < bet->outcome_count; i++)
        sum += bet->outcomes[i].count * bet->outcomes[i].meter_percent;
    return fraction_of((wide)sum, 100 * bet->total);
}

double bet_deviation(const struct bet *bet)
{
    double mean = fraction_double(bet_expected(bet)), square = 0;
    for (unsigned i = 0; i < bet->outcome_count; i++) {
        double net = (double)bet->outcomes[i].net_halves / 2;
        square += (double)bet->outcomes[i].count / (double)bet->total * net * net;
    }
    return sqrt(square - mean * mean);
}

bool bet_break_even(const struct bet *bet, struct fraction *meter)
{
    struct fraction share = bet_meter_share(bet), expected = bet_expected(bet);
    if (share.numerator == 0)
        return false;
    *meter = fraction_multiply(fraction_of(-expected.numerator, expected.denominator),
                               fraction_of((wide)share.denominator, (uwide)share.numerator));
    return true;
}

struct fraction bet_envy_cents(const struct bet *bet)
{
    wide sum = 0;
    for (unsigned i = 0; i < bet->outcome_count; i++)
        sum += (wide)bet->outcomes[i].count * bet->outcomes[i].envy.cents;
    return fraction_of(sum, bet->total);
}
