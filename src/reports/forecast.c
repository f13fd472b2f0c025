#include "reports/forecast.h"

#include "base/check.h"

#include <math.h>

enum { MINUTES_PER_HOUR = 60, DAYS_PER_WEEK = 7 };

const unsigned forecast_window_days[FORECAST_WINDOWS] = {1, 7, 28, 90};

/* ------------------------------------------------------------------------------------------ chances */

/* The logarithm of the chance that none of n hands hits. */
static double log_of_none(double p, double n)
{
    if (p <= 0 || n <= 0)
        return 0;
    return p >= 1 ? -INFINITY : n * log1p(-p);
}

double forecast_chance_of(double p, double n)
{
    double none = log_of_none(p, n);
    return none < 0 ? -expm1(none) : 0;
}

/* The chance of exactly k, by logarithms, so that a large mean does not overflow. */
static double poisson(double mean, double k)
{
    return exp(k * log(mean) - mean - lgamma(k + 1));
}

/* One less the chance of everything nearer to the mean; a value at the same distance on the other side counts as far. Beyond
 * 40 standard deviations nothing adds to the sum. */
double forecast_deviation(double mean, uint64_t observed)
{
    static const double hair = 1e-9; /* distances that differ by less are the same */
    if (mean <= 0)
        return observed == 0 ? 1 : 0;
    double distance = fabs((double)observed - mean) - hair, most = 40 * (sqrt(mean) + 1), nearer = 0;
    if (distance > most)
        distance = most;
    uint64_t first = distance < mean ? (uint64_t)ceil(mean - distance) : 0;
    for (uint64_t k = first; (double)k < mean + distance; k++)
        nearer += poisson(mean, (double)k);
    return nearer < 1 ? 1 - nearer : 0;
}

/* ------------------------------------------------------------------------------------------ the meter */

static double mean_path(double meter, double growth, double parts, double time)
{
    if (parts <= 0)
        return meter + growth * time;
    double rest = growth / parts;
    return rest + (meter - rest) * exp(-parts * time);
}

/* When the mean path reaches the cap; INFINITY if it never does. */
static double time_of_cap(double meter, double growth, double parts, double cap)
{
    if (cap < 0)
        return INFINITY;
    if (meter >= cap)
        return 0;
    if (parts <= 0)
        return growth > 0 ? (cap - meter) / growth : INFINITY;
    double rest = growth / parts;
    return rest > cap ? log((rest - meter) / (rest - cap)) / parts : INFINITY;
}

double forecast_meter_after(double meter, double growth, double parts, double cap, double time)
{
    double mean = mean_path(meter, growth, parts, time);
    if (mean < 0)
        return 0;
    return cap >= 0 && mean > cap && growth >= 0 ? (meter > cap ? meter : cap) : mean;
}

/*
 * The integral of rate * exp(-rate t) * path(t) up to the cap, and the cap from there on. With f = exp(-(rate + parts) T) and
 * e = exp(-rate T) it is, for g/k + (m - g/k) exp(-k t): g/k (1 - e) + (m - g/k) rate / (rate + k) (1 - f) + cap e;
 * for m + g t, the limit: m + g / rate (1 - e).
 */
double forecast_meter_at(double meter, double growth, double parts, double cap, double rate)
{
    CHECK(rate > 0);
    double time = time_of_cap(meter, growth, parts, cap);
    double later = isinf(time) ? 0 : exp(-rate * time);
    if (time <= 0)
        return meter;
    if (parts <= 0)
        return meter + growth / rate * (1 - later);
    double rest = growth / parts, both = isinf(time) ? 0 : exp(-(rate + parts) * time);
    return rest * (1 - later) + (meter - rest) * rate / (rate + parts) * (1 - both) +
           (later > 0 ? cap * later : 0);
}

static int64_t whole_cents(double cents)
{
    return cents >= 9e18 ? INT64_MAX : cents <= -9e18 ? INT64_MIN : (int64_t)llround(cents);
}

/* ------------------------------------------------------------------------------------------ hits */

/* The part of a pool that a row must take to be included. */
enum wanted { ANY_PART, THE_WHOLE, LESS_THAN_WHOLE };

static bool is_wanted(const struct forecast_row *row, unsigned pool, enum wanted wanted)
{
    if (row->pool != pool || row->percent == 0)
        return false;
    bool whole = row->percent >= FORECAST_WHOLE;
    return wanted == ANY_PART || (wanted == THE_WHOLE) == whole;
}

/* The chance of one hand of the stream: rows are paid one at a time, so their chances add up. */
static double chance_in(const struct forecast_facts *facts, unsigned stream, unsigned pool,
                        enum wanted wanted)
{
    uwide ways = 0;
    for (unsigned i = 0; i < facts->row_count; i++)
        if (facts->rows[i].stream == stream && is_wanted(&facts->rows[i], pool, wanted))
            ways += facts->rows[i].ways;
    uwide deals = facts->streams[stream].deals;
    CHECK(deals == 0 || ways <= deals);
    return deals > 0 ? (double)ways / (double)deals : 0;
}

static double hours_of(const struct forecast_facts *facts, unsigned pace)
{
    return (double)facts->counts[pace].minutes / MINUTES_PER_HOUR;
}

static double per_hour(const struct forecast_facts *facts, unsigned pace, double count)
{
    return facts->counts[pace].minutes > 0 ? count / hours_of(facts, pace) : 0;
}

/* Hits in an hour, and the logarithm of the chance that there is none in it. */
struct hazard {
    double rate, log_none;
};

static struct hazard hazard_of(const struct forecast_facts *facts, unsigned pace, unsigned pool,
                               enum wanted wanted)
{
    struct hazard hazard = {0};
    for (unsigned i = 0; i < facts->stream_count; i++) {
        double hands = per_hour(facts, pace, (double)facts->streams[i].hands[pace]);
        double p = chance_in(facts, i, pool, wanted);
        hazard.rate += hands * p;
        hazard.log_none += log_of_none(p, hands);
    }
    return hazard;
}

static double within(const struct hazard *hazard, double hours)
{
    return hours > 0 && hazard->log_none < 0 ? -expm1(hazard->log_none * hours) : 0;
}

static void take_chance(const struct hazard *hazard, const struct forecast *forecast,
                        struct forecast_chance *chance)
{
    double hours_per_day = forecast->hours_per_day;
    static const double half = 0.5, tenth = 0.1;
    *chance = (struct forecast_chance){.possible = hazard->rate > 0 && hours_per_day > 0};
    if (!chance->possible)
        return;
    chance->per_hour = hazard->rate;
    chance->hands = forecast->hands_per_hour / hazard->rate;
    chance->mean_days = 1 / hazard->rate / hours_per_day;
    chance->median_days = log(half) / hazard->log_none / hours_per_day;
    chance->ninety_days = log(tenth) / hazard->log_none / hours_per_day;
    chance->within_day = within(hazard, hours_per_day);
    chance->within_week = within(hazard, hours_per_day * DAYS_PER_WEEK);
    chance->within_month = within(hazard, hours_per_day * FORECAST_DAYS);
}

/* Parts of the meter that are taken in an hour: each row's part as often as it comes. */
static double parts_of(const struct forecast_facts *facts, unsigned pace, unsigned pool)
{
    double parts = 0;
    for (unsigned i = 0; i < facts->row_count; i++) {
        const struct forecast_row *row = &facts->rows[i];
        const struct forecast_stream *stream = &facts->streams[row->stream];
        if (is_wanted(row, pool, LESS_THAN_WHOLE) && stream->deals > 0)
            parts += per_hour(facts, pace, (double)stream->hands[pace]) * (double)row->ways /
                     (double)stream->deals * row->percent / FORECAST_WHOLE;
    }
    return parts;
}

/* Fixed prizes in an hour, with those of the other players of a round. */
static double fixed_of(const struct forecast_facts *facts, unsigned pace)
{
    const struct forecast_counts *counts = &facts->counts[pace];
    double cents = 0, others = counts->rounds > 0 ? (double)counts->hands / (double)counts->rounds - 1 : 0;
    if (others < 0)
        others = 0;
    for (unsigned i = 0; i < facts->row_count; i++) {
        const struct forecast_row *row = &facts->rows[i];
        const struct forecast_stream *stream = &facts->streams[row->stream];
        if (row->exact && stream->deals > 0)
            cents += per_hour(facts, pace, (double)stream->payees[pace]) * (double)row->ways /
                     (double)stream->deals * ((double)row->cents + others * (double)row->envy_cents);
    }
    return cents;
}

/* ------------------------------------------------------------------------------------------ pools */

static enum forecast_reason reason_of(const struct forecast_facts *facts, const struct forecast *forecast,
                                      unsigned pool, unsigned *at)
{
    bool hit = false, possible = false;
    for (unsigned i = 0; i < facts->row_count; i++) {
        if (!is_wanted(&facts->rows[i], pool, ANY_PART))
            continue;
        *at = i;
        if (!facts->rows[i].exact)
            return FORECAST_NOT_EXACT;
        hit = true;
        possible |= facts->rows[i].ways > 0;
    }
    if (!hit)
        return FORECAST_NOT_HIT;
    if (!possible)
        return FORECAST_NEVER;
    if (forecast->hours_per_day <= 0 || facts->table_count == 0)
        return FORECAST_NOT_OFFERED;
    if (hazard_of(facts, FORECAST_TABLES, pool, ANY_PART).rate <= 0)
        return FORECAST_NEVER;
    return hazard_of(facts, forecast->pace, pool, ANY_PART).rate > 0 ? FORECAST_MADE
                                                                     : FORECAST_NOTHING_PLAYED;
}

/* By fees, by daily additions and by a daily minimum; less the fixed prizes if it pays them. */
static double growth_of(const struct forecast_facts *facts, const struct forecast *forecast,
                        const struct forecast_pool *pool)
{
    double hours = forecast->hours_per_day;
    double growth = per_hour(facts, forecast->pace, (double)pool->growth[forecast->pace]);
    if (hours > 0 && growth * hours < (double)pool->daily_least)
        growth = (double)pool->daily_least / hours;
    if (hours > 0)
        growth += (double)pool->daily / hours;
    return pool->pays_fixed ? growth - fixed_of(facts, forecast->pace) : growth;
}

static void draw_curve(const struct forecast_pool *pool, double hours_per_day, double growth, double parts,
                       const struct hazard *any, const struct hazard *whole, struct forecast_of_pool *result)
{
    for (unsigned day = 0; day <= FORECAST_DAYS; day++) {
        double hours = hours_per_day * day, meter = (double)pool->meter, cap = (double)pool->cap;
        result->curve[day] = (struct forecast_point){
            .unhit = whole_cents(forecast_meter_after(meter, growth, 0, cap, hours)),
            .mean = whole_cents(forecast_meter_after(meter, growth, parts, cap, hours)),
            .any = within(any, hours),
            .whole = within(whole, hours)};
    }
}

/* The expected hits of the hands of the last 90 days. */
static void compare(const struct forecast_facts *facts, unsigned pool, struct forecast_of_pool *result)
{
    for (unsigned i = 0; i < facts->stream_count; i++)
        result->expected +=
            (double)facts->streams[i].hands[FORECAST_QUARTER] * chance_in(facts, i, pool, ANY_PART);
    result->deviation = forecast_deviation(result->expected, facts->pools[pool].observed);
    result->odd = result->deviation * 1000 < FORECAST_ODD_PER_MILLE;
}

static void forecast_pool(const struct forecast_facts *facts, const struct forecast *forecast, unsigned index,
                          struct forecast_of_pool *result)
{
    const struct forecast_pool *pool = &facts->pools[index];
    double meter = (double)pool->meter, cap = (double)pool->cap, hours = forecast->hours_per_day;
    double growth = growth_of(facts, forecast, pool);
    *result = (struct forecast_of_pool){.growth_per_hour = growth, .growth_per_day = growth * hours};
    result->reason = reason_of(facts, forecast, index, &result->row);
    result->deviation = 1;
    double reached = time_of_cap(meter, growth, 0, cap);
    result->days_to_cap = isinf(reached) || hours <= 0 ? -1 : reached / hours;
    if (result->reason == FORECAST_NOT_EXACT || result->reason == FORECAST_NOT_HIT)
        return;
    compare(facts, index, result);
    if (result->reason != FORECAST_MADE)
        return;
    struct hazard any = hazard_of(facts, forecast->pace, index, ANY_PART);
    struct hazard whole = hazard_of(facts, forecast->pace, index, THE_WHOLE);
    double parts = parts_of(facts, forecast->pace, index);
    take_chance(&any, forecast, &result->any);
    take_chance(&whole, forecast, &result->whole);
    result->meter_at_any = whole_cents(forecast_meter_at(meter, growth, 0, cap, any.rate));
    if (result->whole.possible)
        result->meter_at_whole = whole_cents(forecast_meter_at(meter, growth, parts, cap, whole.rate));
    draw_curve(pool, hours, growth, parts, &any, &whole, result);
}

/* ------------------------------------------------------------------------------------------ the reserve */

/* Payments to the pools: new seeds, promised amounts, and the shortfall of a day's growth. */
static double paid_to_pools(const struct forecast_facts *facts, const struct forecast *forecast)
{
    double cents = 0;
    for (unsigned i = 0; i < facts->pool_count; i++) {
        const struct forecast_pool *pool = &facts->pools[i];
        const struct forecast_of_pool *of = &forecast->pools[i];
        double fees =
            per_hour(facts, forecast->pace, (double)pool->growth[forecast->pace]) * forecast->hours_per_day;
        double hits = of->whole.per_hour * forecast->hours_per_day;
        cents += hits * (double)(pool->promised ? of->meter_at_whole : pool->reseed);
        if (!pool->promised)
            cents += (double)pool->daily;
        if (fees < (double)pool->daily_least && forecast->hours_per_day > 0)
            cents += (double)pool->daily_least - fees;
    }
    return cents;
}

static void forecast_reserve(const struct forecast_facts *facts, struct forecast *forecast)
{
    const struct forecast_reserve *reserve = &facts->reserve;
    struct forecast_of_reserve *result = &forecast->reserve;
    double hours = forecast->hours_per_day;
    unsigned pace = forecast->pace;
    bool pool_pays = false;
    *result = (struct forecast_of_reserve){.known = true};
    for (unsigned i = 0; i < facts->pool_count; i++)
        pool_pays |= facts->pools[i].pays_fixed;
    for (unsigned i = 0; i < facts->row_count && result->known; i++)
        if (!facts->rows[i].exact && (facts->rows[i].cents > 0 || facts->rows[i].percent > 0)) {
            result->known = false;
            result->row = i;
        }
    result->in_per_day = per_hour(facts, pace, (double)reserve->in[pace]) * hours;
    result->administration_per_day = per_hour(facts, pace, (double)reserve->administration[pace]) * hours;
    result->fixed_per_day = pool_pays ? 0 : fixed_of(facts, pace) * hours;
    result->reseed_per_day = paid_to_pools(facts, forecast);
    result->net_per_day =
        result->in_per_day - result->fixed_per_day - result->reseed_per_day - result->administration_per_day;
    if (reserve->funds == 0)
        return;
    bool below = reserve->balance < reserve->need;
    result->falls_short = below || (result->known && result->net_per_day < 0);
    if (result->falls_short && !below)
        result->days = (double)(reserve->balance - reserve->need) / -result->net_per_day;
}

/* ------------------------------------------------------------------------------------------ all */

static unsigned pace_of(const struct forecast_facts *facts)
{
    static const enum forecast_window order[] = {FORECAST_WEEK, FORECAST_FOUR_WEEKS, FORECAST_DAY};
    for (unsigned i = 0; i < sizeof order / sizeof order[0]; i++)
        if (facts->counts[order[i]].rounds > 0 && facts->counts[order[i]].minutes > 0)
            return order[i];
    return FORECAST_TABLES;
}

void forecast_make(const struct forecast_facts *facts, struct forecast *forecast)
{
    CHECK_OP(facts->pool_count, <=, FORECAST_POOLS_MAX);
    CHECK_OP(facts->row_count, <=, FORECAST_ROWS_MAX);
    CHECK_OP(facts->stream_count, <=, FORECAST_STREAMS_MAX);
    *forecast = (struct forecast){.pace = pace_of(facts)};
    const struct forecast_counts *counts = &facts->counts[forecast->pace];
    forecast->hours_per_day = (double)facts->week_minutes / MINUTES_PER_HOUR / DAYS_PER_WEEK;
    forecast->rounds_per_hour = per_hour(facts, forecast->pace, (double)counts->rounds);
    forecast->fees_per_hour = per_hour(facts, forecast->pace, (double)counts->fees);
    if (counts->table_hours > 0)
        forecast->fees_per_table_hour = (double)counts->fees / (double)counts->table_hours;
    forecast->hands_per_hour = per_hour(facts, forecast->pace, (double)counts->hands);
    for (unsigned i = 0; i < facts->pool_count; i++)
        forecast_pool(facts, forecast, i, &forecast->pools[i]);
    forecast_reserve(facts, forecast);
}
