/* Forecasts in words and as documents. */
#include "reports/forecasts.h"

#include "base/check.h"
#include "base/growing.h"
#include "odds/report_document.h"

const char *forecast_pace_words(unsigned pace)
{
    static const char *const words[FORECAST_PACES] = {[FORECAST_DAY] = "the last 24 hours",
                                                      [FORECAST_WEEK] = "the last 7 days",
                                                      [FORECAST_FOUR_WEEKS] = "the last 28 days",
                                                      [FORECAST_QUARTER] = "the last 90 days",
                                                      [FORECAST_TABLES] = "the tables as described"};
    CHECK_OP(pace, <, FORECAST_PACES);
    return words[pace];
}

struct text forecast_why_not(const struct offer_forecast *offer, unsigned pool, struct arena *arena)
{
    const struct forecast_of_pool *of = &offer->forecast.pools[pool];
    struct growing words = {.arena = arena};
    switch (of->reason) {
    case FORECAST_MADE:
        return text_of("");
    case FORECAST_NOT_HIT:
        return text_of("No row of the charts in force takes a part of this pool.");
    case FORECAST_NOT_EXACT:
        growing_say(&words, "How often \"");
        growing_add(&words, offer->facts.rows[of->row].name);
        growing_say(&words,
                    "\" comes depends on other hands at the table and on how they are played, so it is "
                    "not counted.");
        return words.status == STATUS_OK ? growing_text(&words) : text_of("It is not counted.");
    case FORECAST_NEVER:
        return text_of("The hands that take from this pool are not possible in the games of its tables.");
    case FORECAST_NOT_OFFERED:
        return text_of("It is offered at no time of the coming week, or at no table.");
    case FORECAST_NOTHING_PLAYED:
        return text_of("Nothing is played for it, so nothing can hit it.");
    }
    CHECK_NEVER("a reason");
}

/* ------------------------------------------------------------------------------------------ documents */

static json_t *cents(int64_t amount)
{
    return json_integer((json_int_t)amount);
}

static void put_chance(json_t **object, const char *key, const struct forecast_chance *chance)
{
    if (chance->possible)
        document_put(object, key,
                     json_pack("{s:f, s:f, s:f, s:f, s:f, s:f, s:f}", "hands", chance->hands, "mean-days",
                               chance->mean_days, "median-days", chance->median_days, "ninety-days",
                               chance->ninety_days, "within-day", chance->within_day, "within-week",
                               chance->within_week, "within-30-days", chance->within_month));
}

static json_t *pool_document(const struct offer_forecast *offer, unsigned index, struct arena *arena)
{
    const struct forecast_pool *pool = &offer->facts.pools[index];
    const struct forecast_of_pool *of = &offer->forecast.pools[index];
    json_t *object =
        json_pack("{s:o, s:o, s:f, s:f, s:I}", "pool", document_text(pool->name), "meter-cents",
                  cents(pool->meter), "growth-cents-per-hour", of->growth_per_hour, "growth-cents-per-day",
                  of->growth_per_day, "hits-90-days", (json_int_t)pool->observed);
    if (pool->cap >= 0)
        document_put(&object, "cap-cents", cents(pool->cap));
    if (of->days_to_cap >= 0)
        document_put(&object, "days-to-cap", json_real(of->days_to_cap));
    if (of->reason != FORECAST_NOT_EXACT && of->reason != FORECAST_NOT_HIT) {
        document_put(&object, "expected-90-days", json_real(of->expected));
        document_put(&object, "deviation", json_real(of->deviation));
        document_put(&object, "odd", json_boolean(of->odd));
    }
    put_chance(&object, "any", &of->any);
    put_chance(&object, "whole", &of->whole);
    if (of->any.possible)
        document_put(&object, "meter-at-any-cents", cents(of->meter_at_any));
    if (of->whole.possible)
        document_put(&object, "meter-at-whole-cents", cents(of->meter_at_whole));
    struct text why = forecast_why_not(offer, index, arena);
    if (why.length > 0)
        document_put(&object, "why-not", document_text(why));
    return object;
}

static json_t *curve_document(const struct forecast_of_pool *of)
{
    json_t *curve = json_array();
    for (unsigned day = 0; day <= FORECAST_DAYS; day++) {
        const struct forecast_point *point = &of->curve[day];
        (void)json_array_append_new(
            curve, json_pack("{s:i, s:o, s:o, s:f, s:f}", "day", (int)day, "unhit-cents", cents(point->unhit),
                             "mean-cents", cents(point->mean), "any", point->any, "whole", point->whole));
    }
    return curve;
}

static json_t *reserve_document(const struct offer_forecast *offer)
{
    const struct forecast_reserve *reserve = &offer->facts.reserve;
    const struct forecast_of_reserve *of = &offer->forecast.reserve;
    if (reserve->funds == 0)
        return NULL;
    json_t *object =
        json_pack("{s:o, s:o, s:b, s:b, s:f, s:f, s:b}", "balance-cents", cents(reserve->balance),
                  "need-cents", cents(reserve->need), "shared", reserve->shared, "known", of->known,
                  "in-cents-per-day", of->in_per_day, "administration-cents-per-day",
                  of->administration_per_day, "falls-short", of->falls_short);
    if (reserve->advances > 0)
        document_put(&object, "advances-cents", cents(reserve->advances));
    if (of->known) {
        document_put(&object, "fixed-cents-per-day", json_real(of->fixed_per_day));
        document_put(&object, "reseed-cents-per-day", json_real(of->reseed_per_day));
        document_put(&object, "net-cents-per-day", json_real(of->net_per_day));
    } else
        document_put(&object, "not-counted", document_text(offer->facts.rows[of->row].name));
    if (of->falls_short)
        document_put(&object, "days", json_real(of->days));
    return object;
}

static json_t *brief_document(const struct offer_forecast *offer, struct arena *arena)
{
    const struct forecast *forecast = &offer->forecast;
    json_t *pools = json_array();
    for (unsigned i = 0; i < offer->facts.pool_count; i++)
        (void)json_array_append_new(pools, pool_document(offer, i, arena));
    json_t *object = json_pack(
        "{s:o, s:o, s:s, s:b, s:f, s:f, s:f, s:f, s:f, s:i, s:i, s:o}", "offer",
        document_text(offer->facts.offer), "activity", document_text(offer->facts.activity), "pace",
        forecast_pace_words(forecast->pace), "history", forecast->pace != FORECAST_TABLES, "hours-per-day",
        forecast->hours_per_day, "hands-per-hour", forecast->hands_per_hour, "rounds-per-hour",
        forecast->rounds_per_hour, "fees-cents-per-hour", forecast->fees_per_hour,
        "fees-cents-per-table-hour", forecast->fees_per_table_hour, "tables", (int)offer->facts.table_count,
        "open-tables", (int)offer->facts.open_tables, "pools", pools);
    json_t *reserve = reserve_document(offer);
    if (reserve)
        document_put(&object, "reserve", reserve);
    return object;
}

static json_t *windows_document(const struct forecast_facts *facts)
{
    json_t *windows = json_array();
    for (unsigned i = 0; i < FORECAST_PACES; i++) {
        const struct forecast_counts *counts = &facts->counts[i];
        json_t *window =
            json_pack("{s:s, s:I, s:I, s:I, s:I, s:o, s:o}", "window", forecast_pace_words(i), "minutes",
                      (json_int_t)counts->minutes, "table-hours", (json_int_t)counts->table_hours, "rounds",
                      (json_int_t)counts->rounds, "hands", (json_int_t)counts->hands, "fees-cents",
                      cents(counts->fees), "reserve-cents", cents(facts->reserve.in[i]));
        json_t *growth = json_object();
        for (unsigned pool = 0; pool < facts->pool_count; pool++) {
            char name[128];
            struct text_out out;
            text_out_init(&out, name, sizeof name);
            text_out_add_text(&out, text_clipped(facts->pools[pool].name, sizeof name - 1));
            document_put(&growth, name, cents(facts->pools[pool].growth[i]));
        }
        document_put(&window, "contributions-cents", growth);
        (void)json_array_append_new(windows, window);
    }
    return windows;
}

static json_t *rows_document(const struct forecast_facts *facts)
{
    json_t *rows = json_array();
    for (unsigned i = 0; i < facts->row_count; i++) {
        const struct forecast_row *row = &facts->rows[i];
        const struct forecast_stream *stream = &facts->streams[row->stream];
        if (row->percent == 0 && row->cents == 0)
            continue;
        json_t *object = json_pack("{s:o, s:o, s:o, s:o, s:b, s:s}", "row", document_text(row->row), "hand",
                                   document_text(row->name), "chart", document_text(stream->chart), "games",
                                   document_text(stream->games), "exact", row->exact, "per",
                                   stream->per_round ? "round" : "hand");
        if (row->exact && stream->deals > 0) {
            document_put(&object, "ways", report_count(row->ways));
            document_put(&object, "of", report_count(stream->deals));
            document_put(&object, "probability", report_exact(fraction_of((wide)row->ways, stream->deals)));
        }
        if (row->percent > 0 && row->pool < facts->pool_count) {
            document_put(&object, "pool", document_text(facts->pools[row->pool].name));
            document_put(&object, "percent", json_real((double)row->percent * 100 / FORECAST_WHOLE));
        }
        if (row->cents > 0)
            document_put(&object, "prize-cents", cents(row->cents));
        (void)json_array_append_new(rows, object);
    }
    return rows;
}

json_t *forecast_document(const struct offer_forecast *offer, struct arena *arena)
{
    json_t *object = brief_document(offer, arena), *notes = json_array();
    const json_t *pools = json_object_get(object, "pools");
    char at[TIME_TEXT_SIZE];
    struct text_out out;
    text_out_init(&out, at, sizeof at);
    instant_write(&out, offer->facts.at);
    for (unsigned i = 0; i < offer->facts.pool_count; i++)
        if (offer->forecast.pools[i].reason == FORECAST_MADE)
            (void)json_object_set_new(json_array_get(pools, i), "curve",
                                      curve_document(&offer->forecast.pools[i]));
    for (unsigned i = 0; i < offer->note_count; i++)
        document_append(&notes, document_text(offer->notes[i]));
    document_put(&object, "at", json_string(at));
    document_put(&object, "windows", windows_document(&offer->facts));
    document_put(&object, "rows", rows_document(&offer->facts));
    document_put(&object, "assumptions", notes);
    return object;
}

json_t *forecasts_document(const struct forecasts *forecasts, struct arena *arena)
{
    json_t *list = json_array();
    char at[TIME_TEXT_SIZE];
    struct text_out out;
    text_out_init(&out, at, sizeof at);
    instant_write(&out, forecasts->at);
    for (unsigned i = 0; i < forecasts->count; i++)
        (void)json_array_append_new(list, brief_document(&forecasts->offers[i], arena));
    return json_pack("{s:s, s:o}", "at", at, "forecasts", list);
}
