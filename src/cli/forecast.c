/*
 * cardroom forecast: when meters are hit and at what amount, and how long reserves last.
 */
#include "cli/house.h"
#include "reports/forecasts.h"

#include <stdio.h>

static const char forecast_help[] =
    "cardroom forecast STORE [OFFER] [--json]\n"
    "\n"
    "Forecasts the offers in force that have a pool: how fast the meter grows, how often it\n"
    "is hit, when the next hit is likely and at what amount, and how long the reserve lasts.\n"
    "For one OFFER it also shows the rows with their exact chances, what was played and paid\n"
    "in the last days, the meter and the chance of a hit by day, and the assumptions.\n"
    "\n"
    "The pace is that of the last 7 days with play, or of 28 days, or of the last 24 hours.\n"
    "Without any play it is the pace of the tables in house.yaml. A pool has no forecast if\n"
    "its hands depend on other hands at the table; the reason is shown. The hits of the last\n"
    "90 days are compared with the expected number; if the chance of such a deviation is below\n"
    "1%, the pool is marked as odd. The forecast is made as of the last event in the store.\n"
    "\n"
    "STORE   sqlite:FILE or postgresql://...\n"
    "--json  print one object: at and forecasts; for one offer among others pools, reserve,\n"
    "        windows, rows and assumptions\n"
    "\n"
    "Exit status: 0 nothing to report; 1 a reserve is below its need, or hits are odd;\n"
    "2 invalid arguments or store; 3 system error.\n"
    "\n"
    "  cardroom forecast sqlite:house.db\n"
    "  cardroom forecast sqlite:house.db bonus-hand\n";

enum { MEMORY_MAX = 256 << 20, NAME_SIZE = 160 };

struct request {
    const char *store, *offer;
    bool json;
};

/* ------------------------------------------------------------------------------------------ cells */

static void write_cents(struct text_out *out, int64_t cents)
{
    money_write(out, money_of_cents(cents));
}

static void add_cents(struct text_table *table, double cents)
{
    write_cents(table_cell(table), (int64_t)(cents < 0 ? cents - 0.5 : cents + 0.5));
}

/* "3.2 days", "5 hours" */
static void add_days(struct text_table *table, double days)
{
    if (days < 1)
        table_add(table, "%.1f hours", days * 24);
    else
        table_add(table, days < 100 ? "%.1f days" : "%.0f days", days);
}

static void add_percent(struct text_table *table, double chance)
{
    table_add(table, chance < 0.0995 ? "%.2f%%" : "%.1f%%", chance * 100);
}

static void add_chance(struct text_table *table, const struct forecast_chance *chance)
{
    add_days(table, chance->mean_days);
    add_days(table, chance->median_days);
    add_days(table, chance->ninety_days);
    add_percent(table, chance->within_day);
    add_percent(table, chance->within_week);
    add_percent(table, chance->within_month);
}

static void name_pool(struct text_out *out, const struct forecast_facts *facts, unsigned pool)
{
    text_out_add_text(out, facts->title);
    if (facts->pool_count > 1)
        text_out_add(out, ", %.*s", TEXT_ARGUMENTS(facts->pools[pool].name));
}

/* ------------------------------------------------------------------------------------------ all offers */

static void print_pools(const struct forecasts *forecasts)
{
    static struct text_table table;
    table_init(&table);
    static const char *const heads[] = {"meter", "a day",   "any hit in", "whole hit in", "at",
                                        "week",  "30 days", "90 days",    "expected"};
    table_column(&table, "pool", TABLE_LEFT);
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++)
        table_column(&table, heads[i], TABLE_RIGHT);
    for (unsigned i = 0; i < forecasts->count; i++)
        for (unsigned j = 0; j < forecasts->offers[i].facts.pool_count; j++) {
            const struct forecast_facts *facts = &forecasts->offers[i].facts;
            const struct forecast_of_pool *of = &forecasts->offers[i].forecast.pools[j];
            if (of->reason != FORECAST_MADE || table.row_count == TABLE_ROWS_MAX)
                continue;
            table_row(&table);
            name_pool(table_cell(&table), facts, j);
            write_cents(table_cell(&table), facts->pools[j].meter);
            add_cents(&table, of->growth_per_day);
            add_days(&table, of->any.mean_days);
            if (of->whole.possible)
                add_days(&table, of->whole.mean_days);
            else
                table_add(&table, "never");
            add_cents(&table, (double)(of->whole.possible ? of->meter_at_whole : of->meter_at_any));
            add_percent(&table, of->any.within_week);
            add_percent(&table, of->any.within_month);
            table_add(&table, "%llu%s", (unsigned long long)facts->pools[j].observed, of->odd ? " ODD" : "");
            table_add(&table, "%.2f", of->expected);
        }
    table_print(&table, command_colour());
}

static void print_why_not(const struct offer_forecast *offer, struct arena *arena)
{
    for (unsigned i = 0; i < offer->facts.pool_count; i++) {
        struct text why = forecast_why_not(offer, i, arena);
        char name[NAME_SIZE];
        struct text_out out;
        text_out_init(&out, name, sizeof name);
        name_pool(&out, &offer->facts, i);
        if (why.length > 0)
            printf("  %s: no forecast. %.*s\n", name, TEXT_ARGUMENTS(why));
    }
}

static void print_reserves(const struct forecasts *forecasts)
{
    static struct text_table table;
    static const char *const heads[] = {"holds",    "need",  "in a day",  "fixed prizes",
                                        "to pools", "admin", "net a day", "below its need"};
    table_init(&table);
    table_column(&table, "reserve of", TABLE_LEFT);
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++)
        table_column(&table, heads[i], TABLE_RIGHT);
    for (unsigned i = 0; i < forecasts->count; i++) {
        const struct forecast_reserve *reserve = &forecasts->offers[i].facts.reserve;
        const struct forecast_of_reserve *of = &forecasts->offers[i].forecast.reserve;
        if (reserve->funds == 0 || table.row_count == TABLE_ROWS_MAX)
            continue;
        table_row(&table);
        text_out_add_text(table_cell(&table), forecasts->offers[i].facts.title);
        write_cents(table_cell(&table), reserve->balance);
        write_cents(table_cell(&table), reserve->need);
        add_cents(&table, of->in_per_day);
        if (of->known) {
            add_cents(&table, of->fixed_per_day);
            add_cents(&table, of->reseed_per_day);
        } else {
            table_add(&table, "not counted");
            table_add(&table, "not counted");
        }
        add_cents(&table, of->administration_per_day);
        if (of->known)
            add_cents(&table, of->net_per_day);
        else
            table_add(&table, "not counted");
        if (!of->falls_short)
            table_add(&table, of->known ? "not expected" : "not known");
        else if (of->days > 0)
            add_days(&table, of->days);
        else
            table_add(&table, "NOW");
    }
    if (table.row_count > 0) {
        printf("\n");
        table_print(&table, command_colour());
    }
}

/* ------------------------------------------------------------------------------------------ one offer */

static void print_windows(const struct forecast_facts *facts)
{
    static struct text_table table;
    static const char *const heads[] = {"hours", "table hours", "rounds", "hands", "fees", "fees an hour"};
    table_init(&table);
    table_column(&table, "played in", TABLE_LEFT);
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++)
        table_column(&table, heads[i], TABLE_RIGHT);
    for (unsigned i = 0; i < FORECAST_PACES; i++) {
        const struct forecast_counts *counts = &facts->counts[i];
        table_row(&table);
        table_add(&table, "%s", forecast_pace_words(i));
        table_add(&table, "%.2f", (double)counts->minutes / 60);
        table_add(&table, "%llu", (unsigned long long)counts->table_hours);
        table_add(&table, "%llu", (unsigned long long)counts->rounds);
        table_add(&table, "%llu", (unsigned long long)counts->hands);
        write_cents(table_cell(&table), counts->fees);
        if (counts->minutes > 0)
            add_cents(&table, (double)counts->fees * 60 / (double)counts->minutes);
    }
    printf("\n");
    table_print(&table, command_colour());
}

static void print_rows(const struct forecast_facts *facts)
{
    static struct text_table table;
    table_init(&table);
    table_column(&table, "row", TABLE_LEFT);
    table_column(&table, "in", TABLE_LEFT);
    table_column(&table, "takes", TABLE_RIGHT);
    table_column(&table, "ways", TABLE_RIGHT);
    table_column(&table, "of", TABLE_RIGHT);
    table_column(&table, "one in", TABLE_RIGHT);
    for (unsigned i = 0; i < facts->row_count && table.row_count < TABLE_ROWS_MAX; i++) {
        const struct forecast_row *row = &facts->rows[i];
        const struct forecast_stream *stream = &facts->streams[row->stream];
        if (row->percent == 0 && row->cents == 0)
            continue;
        table_row(&table);
        text_out_add_text(table_cell(&table), row->name);
        text_out_add_text(table_cell(&table), stream->games);
        if (row->percent > 0)
            table_add(&table, "%.4g%% of the pool", (double)row->percent / 100);
        else
            write_cents(table_cell(&table), row->cents);
        if (!row->exact) {
            table_add(&table, "not counted");
            continue;
        }
        uwide_write(table_cell(&table), row->ways);
        uwide_write(table_cell(&table), stream->deals);
        if (row->ways > 0)
            table_add(&table, "%.1f", (double)stream->deals / (double)row->ways);
    }
    printf("\n");
    table_print(&table, command_colour());
}

static void print_chances(const struct offer_forecast *offer)
{
    static struct text_table table;
    static const char *const heads[] = {"mean", "half by", "90% by", "day", "week", "30 days"};
    table_init(&table);
    table_column(&table, "next hit", TABLE_LEFT);
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++)
        table_column(&table, heads[i], TABLE_RIGHT);
    for (unsigned i = 0; i < offer->facts.pool_count; i++) {
        const struct forecast_of_pool *of = &offer->forecast.pools[i];
        const struct forecast_chance *const chances[] = {&of->any, &of->whole};
        for (unsigned j = 0; j < 2; j++)
            if (chances[j]->possible) {
                table_row(&table);
                table_add(&table, "%.*s, %s", TEXT_ARGUMENTS(offer->facts.pools[i].name),
                          j == 0 ? "any part" : "the whole");
                add_chance(&table, chances[j]);
            }
    }
    printf("\n");
    table_print(&table, command_colour());
}

static void print_curve(const struct offer_forecast *offer, unsigned pool)
{
    static struct text_table table;
    static const unsigned days[] = {0, 1, 2, 3, 5, 7, 10, 14, 21, FORECAST_DAYS};
    const struct forecast_of_pool *of = &offer->forecast.pools[pool];
    table_init(&table);
    table_column(&table, "day", TABLE_RIGHT);
    table_column(&table, "not hit at all", TABLE_RIGHT);
    table_column(&table, "hit in parts only", TABLE_RIGHT);
    table_column(&table, "any hit by then", TABLE_RIGHT);
    table_column(&table, "whole hit by then", TABLE_RIGHT);
    for (size_t i = 0; i < sizeof days / sizeof days[0]; i++) {
        const struct forecast_point *point = &of->curve[days[i]];
        table_row(&table);
        table_add(&table, "%u", days[i]);
        write_cents(table_cell(&table), point->unhit);
        write_cents(table_cell(&table), point->mean);
        add_percent(&table, point->any);
        add_percent(&table, point->whole);
    }
    printf("\n%.*s\n", TEXT_ARGUMENTS(offer->facts.pools[pool].name));
    table_print(&table, command_colour());
}

static void print_details(const struct offer_forecast *offer)
{
    print_windows(&offer->facts);
    print_rows(&offer->facts);
    print_chances(offer);
    for (unsigned i = 0; i < offer->facts.pool_count; i++)
        if (offer->forecast.pools[i].reason == FORECAST_MADE)
            print_curve(offer, i);
    printf("\nassumed\n");
    for (unsigned i = 0; i < offer->note_count; i++)
        printf("  %.*s\n", TEXT_ARGUMENTS(offer->notes[i]));
}

/* ------------------------------------------------------------------------------------------ the command */

static bool is_worrying(const struct forecasts *forecasts)
{
    bool worrying = false;
    for (unsigned i = 0; i < forecasts->count; i++) {
        worrying |= forecasts->offers[i].forecast.reserve.falls_short;
        for (unsigned j = 0; j < forecasts->offers[i].facts.pool_count; j++)
            worrying |= forecasts->offers[i].forecast.pools[j].odd;
    }
    return worrying;
}

static void print_forecasts(const struct request *request, const struct forecasts *forecasts,
                            struct arena *arena)
{
    char at[64] = "";
    struct text_out out;
    struct local_time local;
    text_out_init(&out, at, sizeof at);
    if (local_time_of(forecasts->at, &forecasts->zone, &local) == STATUS_OK)
        local_time_show(&out, &local);
    printf("As of %s\n\n", at);
    print_pools(forecasts);
    for (unsigned i = 0; i < forecasts->count; i++)
        print_why_not(&forecasts->offers[i], arena);
    print_reserves(forecasts);
    if (request->offer)
        print_details(&forecasts->offers[0]);
}

static int print_answer(const struct request *request, const struct forecasts *forecasts, struct arena *arena)
{
    int code = EXIT_CODE_OK;
    if (request->offer && !forecasts->found)
        return command_usage("forecast", "there is no offer '%s'", request->offer);
    if (request->offer && forecasts->count == 0)
        return command_usage("forecast", "the offer '%s' has no pool", request->offer);
    if (request->json)
        code = command_print_json("forecast", request->offer ? forecast_document(&forecasts->offers[0], arena)
                                                             : forecasts_document(forecasts, arena));
    else
        print_forecasts(request, forecasts, arena);
    return code == EXIT_CODE_OK && is_worrying(forecasts) ? EXIT_CODE_FINDINGS : code;
}

static int read_request(int argc, char **argv, struct request *request)
{
    const char **words[] = {&request->store, &request->offer};
    unsigned count = 0;
    for (int at = 1; at < argc; at++) {
        if (text_equal(text_of(argv[at]), text_of("--json")))
            request->json = true;
        else if (argv[at][0] == '-' || count == sizeof words / sizeof words[0])
            return command_usage("forecast", "unknown argument '%s'", argv[at]);
        else
            *words[count++] = argv[at];
    }
    if (count == 0)
        return command_usage("forecast", "STORE is missing; give one such as sqlite:house.db");
    return EXIT_CODE_OK;
}

static int run(int argc, char **argv)
{
    struct request request = {0};
    struct forecasts forecasts;
    struct shelf *shelf = NULL;
    struct arena arena;
    struct fault fault;
    int code = read_request(argc, argv, &request);
    if (code != EXIT_CODE_OK)
        return code;
    arena_init(&arena, MEMORY_MAX);
    enum status status = shelf_open(NULL, &shelf, &fault);
    if (status == STATUS_OK)
        status = forecasts_make(text_of(request.store), text_of(request.offer ? request.offer : ""), shelf,
                                &arena, &forecasts, &fault);
    code = status == STATUS_OK ? print_answer(&request, &forecasts, &arena)
                               : house_failure("forecast", request.store, status, &fault);
    shelf_close(shelf);
    arena_release(&arena);
    int finished = command_finish("forecast");
    return finished == EXIT_CODE_OK ? code : finished;
}

const struct subcommand command_forecast = {.name = "forecast",
                                            .summary =
                                                "forecast when meters are hit and how long reserves last",
                                            .help = forecast_help,
                                            .run = run};
