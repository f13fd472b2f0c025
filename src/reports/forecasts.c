#include "reports/forecasts.h"

#include "base/check.h"
#include "base/growing.h"
#include "books/keeper.h"
#include "funds/award.h"
#include "funds/terms.h"
#include "house/kernel/deciding.h"
#include "house/prizes/prizes.h"
#include "house/prizes/prizes_shapes.h"
#include "house/setup/setup.h"
#include "house/tables/tables.h"
#include "reports/report_internal.h"

enum {
    PACE_USUAL = 30, /* rounds an hour, where the house says nothing of a table */
    STEP_MINUTES = 15,
    WEEK_MINUTES = 7 * 24 * 60,
    HOUR_MS = 60 * 60 * 1000,
    MINUTE_MS = 60 * 1000,
    DAY_HOURS = 24,
};

/* The fees of a table for an offer in each window. */
struct taken {
    uint64_t table_hours, rounds;
    int64_t fees;
};

struct gathering {
    const struct floor *floor;
    struct store *store;
    uint64_t head;
    struct shelf *shelf;
    struct arena *arena;
    struct fault *fault;
    struct instant begins[FORECAST_WINDOWS];
    struct taken *taken;   /* by offer, table and window */
    struct instant *first; /* by offer: the first hour with a fee; its ms is 0 if there is none */
    struct won_award *won; /* that have left the state and won a pool, in the order of their numbers */
    unsigned won_count, won_room;
    uint64_t hits[FLOOR_OFFERS_MAX][TERMS_POOLS_MAX]; /* by them */
};

/* An award of the last days that has left the state of the house. */
struct won_award {
    uint32_t number;
    bool reversed;
    uint64_t sequence; /* of its event */
};

static struct taken *taken_at(const struct gathering *gathering, unsigned offer, unsigned table,
                              unsigned window)
{
    size_t place = (size_t)offer * gathering->floor->table_count + table;
    return &gathering->taken[place * FORECAST_WINDOWS + window];
}

/* ------------------------------------------------------------------------------------------ collections */

static unsigned forecast_table_called(const struct floor *floor, struct text name)
{
    unsigned i = 0;
    while (i < floor->table_count && !text_equal(floor->tables[i].described->name, name))
        i++;
    return i;
}

/* When an hour of the clock began in a gaming day. */
static bool hour_began(const struct floor *floor, struct date day, int64_t hour, struct instant *began)
{
    struct instant first, end;
    struct local_time local;
    if (business_day_bounds(day, &floor->zone, floor->business, &first, &end) != STATUS_OK ||
        local_time_of(first, &floor->zone, &local) != STATUS_OK)
        return false;
    int64_t later = (hour + DAY_HOURS - local.hour) % DAY_HOURS;
    return instant_add_ms(first, later * HOUR_MS, began) == STATUS_OK;
}

static void take_hour(struct gathering *gathering, unsigned offer, unsigned table, struct instant began,
                      const struct taken *hour)
{
    if (instant_compare(began, gathering->begins[FORECAST_QUARTER]) < 0)
        return;
    if (gathering->first[offer].ms == 0 || instant_compare(began, gathering->first[offer]) < 0)
        gathering->first[offer] = began;
    for (unsigned window = 0; window < FORECAST_WINDOWS; window++) {
        struct taken *sum = taken_at(gathering, offer, table, window);
        if (instant_compare(began, gathering->begins[window]) < 0)
            continue;
        sum->table_hours += hour->table_hours;
        sum->rounds += hour->rounds;
        sum->fees += hour->fees;
    }
}

static enum status take_collection(void *context, const struct store_found_row *row, struct fault *fault)
{
    struct gathering *gathering = context;
    const struct floor *floor = gathering->floor;
    struct row_reading reading = {
        .row = row, .table = &report_tables[REPORT_COLLECTION], .arena = gathering->arena};
    struct instant began;
    struct date day = read_date(&reading, "day");
    int64_t offer = read_integer(&reading, "offer"), rounds = read_integer(&reading, "rounds");
    const struct taken hour = {.table_hours = 1,
                               .rounds = rounds > 0 ? (uint64_t)rounds : 0,
                               .fees = read_integer(&reading, "fees") - read_integer(&reading, "returned")};
    unsigned table = forecast_table_called(floor, read_text(&reading, "game_table"));
    if (reading.status == STATUS_OK && offer >= 0 && (uint64_t)offer < floor->offering_count &&
        table < floor->table_count && hour_began(floor, day, read_integer(&reading, "hour"), &began))
        take_hour(gathering, (unsigned)offer, table, began, &hour);
    return read_end(&reading, fault);
}

/* ------------------------------------------------------------------------------------------ hits */

static enum status take_won(void *context, const struct store_found_row *row, struct fault *fault)
{
    struct gathering *gathering = context;
    struct row_reading reading = {
        .row = row, .table = &report_tables[REPORT_AWARD], .arena = gathering->arena};
    const int64_t number = read_integer(&reading, "award");
    struct instant at = {0};
    (void)read_time(&reading, "at", &at);
    if (reading.status != STATUS_OK || number <= 0 || number > gathering->floor->last_award ||
        floor_award(gathering->floor, (uint64_t)number) || read_text(&reading, "pool").length == 0 ||
        instant_compare(at, gathering->begins[FORECAST_QUARTER]) < 0)
        return read_end(&reading, fault);
    if (MAKE_ROOM(gathering->arena, gathering->won, gathering->won_count, gathering->won_room) != STATUS_OK)
        return fault_set(fault, gathering->arena->refusal, 0, "there is no memory for a forecast");
    gathering->won[gathering->won_count++] =
        (struct won_award){.number = (uint32_t)number, .sequence = row->sequence};
    return read_end(&reading, fault);
}

static enum status take_reversed(void *context, const struct store_found_row *row, struct fault *fault)
{
    struct gathering *gathering = context;
    struct row_reading reading = {
        .row = row, .table = &report_tables[REPORT_ADJUSTMENT], .arena = gathering->arena};
    const int64_t number = read_integer(&reading, "award");
    const unsigned place = PLACE_OF_NUMBER(gathering->won, gathering->won_count, (uint64_t)number);
    if (place < gathering->won_count && text_equal(read_text(&reading, "what"), text_of("award reversed")))
        gathering->won[place].reversed = true;
    return read_end(&reading, fault);
}

static enum status count_hits(void *context, const struct store_record *record, struct fault *fault)
{
    struct gathering *gathering = context;
    struct event event;
    enum status status =
        event_read(record->event.kind, record->event.payload, gathering->arena, &event, fault);
    if (status != STATUS_OK || event.kind != EVENT_AWARDED ||
        EVENT_AS(&event, awarded)->offer >= gathering->floor->offering_count)
        return status;
    const struct awarded *awarded = EVENT_AS(&event, awarded);
    const struct terms *terms = &gathering->floor->offerings[awarded->offer].terms;
    for (unsigned pool = 0; pool < terms->pool_count; pool++) {
        bool hit = false;
        for (uint32_t i = 0; i < awarded->money.movement_count; i++)
            hit |= awarded->money.movements[i].from == terms->pools[pool].account &&
                   awarded->money.movements[i].reason == REASON_AWARD;
        gathering->hits[awarded->offer][pool] += hit;
    }
    return status;
}

/* Awards that have left the state are found by their rows, and what they won by their events. */
static enum status read_hits(struct gathering *gathering, uint64_t first)
{
    const struct text house = text_of("house");
    enum status status = store_each_row(gathering->store, house, REPORT_AWARD, first, STORE_SEQUENCE_MAX,
                                        take_won, gathering, gathering->fault);
    if (status == STATUS_OK)
        status = store_each_row(gathering->store, house, REPORT_ADJUSTMENT, first, STORE_SEQUENCE_MAX,
                                take_reversed, gathering, gathering->fault);
    for (unsigned i = 0; i < gathering->won_count && status == STATUS_OK; i++)
        if (!gathering->won[i].reversed)
            status = store_read(gathering->store, house, gathering->won[i].sequence,
                                gathering->won[i].sequence, count_hits, gathering, gathering->fault);
    return status;
}

static enum status read_collections(struct gathering *gathering)
{
    const struct floor *floor = gathering->floor;
    struct fault *fault = gathering->fault;
    size_t places = (size_t)floor->offering_count * floor->table_count * FORECAST_WINDOWS;
    struct instant hour = {.ms = floor->now.ms - floor->now.ms % HOUR_MS};
    uint64_t first;
    gathering->taken = ARENA_ARRAY(gathering->arena, struct taken, places + 1);
    gathering->first = ARENA_ARRAY(gathering->arena, struct instant, floor->offering_count + 1);
    if (!gathering->taken || !gathering->first)
        return fault_set(fault, gathering->arena->refusal, 0, "there is no memory for a forecast");
    for (size_t i = 0; i < places; i++)
        gathering->taken[i] = (struct taken){0};
    for (unsigned i = 0; i < floor->offering_count; i++)
        gathering->first[i] = (struct instant){0};
    for (unsigned i = 0; i < FORECAST_WINDOWS; i++)
        if (instant_add_ms(hour, -(int64_t)forecast_window_days[i] * DAY_HOURS * HOUR_MS,
                           &gathering->begins[i]) != STATUS_OK)
            gathering->begins[i] = (struct instant){0};
    enum status status = house_report_first_event(gathering->store, text_of("house"), gathering->head,
                                                  gathering->begins[FORECAST_QUARTER], &first, fault);
    if (status != STATUS_OK || first > gathering->head)
        return status;
    status = store_each_row(gathering->store, text_of("house"), REPORT_COLLECTION, first, STORE_SEQUENCE_MAX,
                            take_collection, gathering, fault);
    return status == STATUS_OK ? read_hits(gathering, first) : status;
}

/* ------------------------------------------------------------------------------------------ hours */

static uint64_t minutes_offered(const struct gathering *gathering, const struct offering *offering,
                                struct instant from, struct instant end)
{
    uint64_t minutes = 0;
    for (int64_t at = from.ms; at < end.ms; at += (int64_t)STEP_MINUTES * MINUTE_MS) {
        struct local_time local;
        int64_t rest = (end.ms - at) / MINUTE_MS;
        if (local_time_of((struct instant){.ms = at}, &gathering->floor->zone, &local) == STATUS_OK &&
            offered_at(&offering->offered, &local, false).allowed)
            minutes += (uint64_t)(rest < STEP_MINUTES ? rest : STEP_MINUTES);
    }
    return minutes;
}

static void take_minutes(const struct gathering *gathering, unsigned offer, struct forecast_facts *facts)
{
    const struct floor *floor = gathering->floor;
    const struct offering *offering = &floor->offerings[offer];
    struct instant week = {.ms = floor->now.ms + (int64_t)WEEK_MINUTES * MINUTE_MS};
    for (unsigned i = 0; i < FORECAST_WINDOWS; i++) {
        struct instant from = gathering->begins[i], first = gathering->first[offer];
        if (first.ms != 0)
            facts->counts[i].minutes = minutes_offered(
                gathering, offering, instant_compare(first, from) > 0 ? first : from, floor->now);
    }
    facts->counts[FORECAST_TABLES].minutes = 60;
    facts->week_minutes = minutes_offered(gathering, offering, floor->now, week);
}

/* ------------------------------------------------------------------------------------------ fees */

/* The part of the fees that goes to an account. A single part is the whole, whatever the rate. */
static int64_t part_to(const struct fee_terms *fee, account_id account, int64_t fees)
{
    int64_t all = 0, here = 0;
    for (unsigned i = 0; i < fee->part_count; i++) {
        all += fee->parts[i].amount.cents;
        if (fee->parts[i].to == account) {
            if (fee->part_count == 1)
                return fees;
            here += fee->parts[i].amount.cents;
        }
    }
    return all > 0 ? (int64_t)((wide)fees * here / all) : 0;
}

static int64_t growth_by(const struct terms *terms, const struct pool_terms *pool, int64_t fees)
{
    return pool->promised ? (int64_t)((wide)fees * pool->fee_percent / FORECAST_WHOLE)
                          : part_to(&terms->fee, pool->account, fees);
}

/* The fee for one hand; 0 if the table pays, or the bank as well. */
static int64_t fee_of_hand(const struct terms *terms, const struct table_offer *at)
{
    if (at->rate)
        return at->rate->player_dealer.cents > 0 ? 0 : at->rate->player.cents;
    return at->payer == PAYER_PLAYER ? terms->fee.amount.cents : 0;
}

static int64_t fee_of_round(const struct terms *terms, const struct table_offer *at, unsigned seats)
{
    if (at->payer == PAYER_NOBODY)
        return 0;
    if (at->rate)
        return at->rate->table.cents + at->rate->player_dealer.cents +
               at->rate->player.cents * (int64_t)seats;
    bool each = at->payer == PAYER_PLAYER || at->payer == PAYER_PLAYER_AND_DEALER;
    return terms->fee.amount.cents * (int64_t)(each ? seats : 1);
}

/* ------------------------------------------------------------------------------------------ rows */

static unsigned pool_called(const struct forecast_facts *facts, struct text name)
{
    for (unsigned i = 0; i < facts->pool_count; i++)
        if (text_equal(facts->pools[i].name, name))
            return i;
    return FORECAST_NO_POOL;
}

static void add_row(struct forecast_facts *facts, const struct forecast_row *row)
{
    if (facts->row_count < FORECAST_ROWS_MAX)
        facts->rows[facts->row_count++] = *row;
}

/* One for what it takes of each pool, and with the first the fixed prize. */
static void add_rows_of(struct forecast_facts *facts, const struct offering *offering,
                        const struct rulebook_row *described, struct forecast_row row)
{
    struct prize prize;
    struct fault fault;
    bool has_prize = award_prize_of_row(offering->offer, described, &prize, &fault) == STATUS_OK &&
                     prize_has_money(&prize);
    row.pool = FORECAST_NO_POOL;
    if (!has_prize) {
        if (offer_structure(offering->offer)) {
            row.pool = 0;
            row.percent = FORECAST_WHOLE;
        }
        add_row(facts, &row);
        return;
    }
    row.envy_cents = prize.envy_cents;
    unsigned shares = 0;
    for (unsigned i = 0; i < prize.part_count; i++)
        if (prize.parts[i].kind == PRIZE_MONEY)
            row.cents += prize.parts[i].cents;
    for (unsigned i = 0; i < prize.part_count; i++)
        if (prize.parts[i].kind == PRIZE_POOL) {
            row.pool = pool_called(facts, prize.parts[i].name);
            row.percent = prize.parts[i].percent;
            add_row(facts, &row);
            row.cents = row.envy_cents = 0;
            shares++;
        }
    if (shares == 0)
        add_row(facts, &row);
}

static bool has_name(struct text names, struct text name)
{
    for (size_t at = 0; at + name.length <= names.length; at++) {
        bool begins = at == 0 || (at >= 2 && names.bytes[at - 2] == ',' && names.bytes[at - 1] == ' ');
        bool ends = at + name.length == names.length || names.bytes[at + name.length] == ',';
        if (begins && ends && text_equal(text_slice(names, at, name.length), name))
            return true;
    }
    return false;
}

/* ------------------------------------------------------------------------------------------ tables */

/* The result of a table at a pace. */
struct table_play {
    uint64_t rounds, hands, table_hours;
    int64_t fees;
};

static struct table_play play_of(const struct gathering *gathering, unsigned offer, unsigned table,
                                 const struct table_offer *at, unsigned pace)
{
    const struct house_table *described = gathering->floor->tables[table].described;
    const struct terms *terms = &gathering->floor->offerings[offer].terms;
    int64_t fee = fee_of_hand(terms, at);
    struct table_play play;
    if (pace == FORECAST_TABLES) {
        play.rounds = described->pace ? described->pace : PACE_USUAL;
        play.table_hours = 1;
        play.fees = (int64_t)play.rounds * fee_of_round(terms, at, described->seats);
    } else {
        const struct taken *taken = taken_at(gathering, offer, table, pace);
        play.rounds = taken->rounds;
        play.table_hours = taken->table_hours;
        play.fees = taken->fees;
    }
    play.hands = fee > 0 ? (uint64_t)(play.fees > 0 ? play.fees / fee : 0) : play.rounds * described->seats;
    return play;
}

static void add_to_streams(struct forecast_facts *facts, const struct house_table *table,
                           const struct terms *terms, unsigned pace, const struct table_play *play)
{
    for (unsigned i = 0; i < facts->stream_count; i++) {
        struct forecast_stream *stream = &facts->streams[i];
        if (!has_name(stream->games, table->game.name))
            continue;
        bool divided = terms->divided.clause.length > 0;
        stream->hands[pace] += stream->per_round ? play->rounds : play->hands;
        stream->payees[pace] += stream->per_round && divided ? play->rounds : play->hands;
    }
}

static void take_table(const struct gathering *gathering, unsigned offer, unsigned table,
                       const struct table_offer *at, struct forecast_facts *facts)
{
    const struct terms *terms = &gathering->floor->offerings[offer].terms;
    const struct house_table *described = gathering->floor->tables[table].described;
    for (unsigned pace = 0; pace < FORECAST_PACES; pace++) {
        struct forecast_counts *counts = &facts->counts[pace];
        struct table_play play = play_of(gathering, offer, table, at, pace);
        if (pace == FORECAST_TABLES && !at->listed)
            continue;
        counts->rounds += play.rounds;
        counts->hands += play.hands;
        counts->table_hours += play.table_hours;
        counts->fees += play.fees;
        add_to_streams(facts, described, terms, pace, &play);
    }
    facts->table_count += at->listed;
    facts->open_tables += at->listed && gathering->floor->tables[table].open;
}

static void take_tables(const struct gathering *gathering, unsigned offer, struct forecast_facts *facts)
{
    const struct floor *floor = gathering->floor;
    for (unsigned i = 0; i < floor->table_count; i++)
        for (unsigned j = 0; j < floor->tables[i].offer_count; j++)
            if (floor->tables[i].offers[j].offer == offer && !floor->tables[i].described->free_play)
                take_table(gathering, offer, i, &floor->tables[i].offers[j], facts);
}

/* ------------------------------------------------------------------------------------------ money */

static uint64_t hits_of(const struct gathering *gathering, unsigned offer, unsigned place)
{
    const struct floor *floor = gathering->floor;
    const account_id pool = floor->offerings[offer].terms.pools[place].account;
    uint64_t hits = gathering->hits[offer][place];
    for (unsigned i = floor->award_count; i > 0; i--) {
        const struct floor_award *award = &floor->awards[i - 1];
        bool hit = false;
        if (instant_compare(award->at, gathering->begins[FORECAST_QUARTER]) < 0)
            break;
        for (uint32_t j = 0; j < award->movement_count && award->offer == offer && !award->reversed; j++)
            hit |= award->movements[j].from == pool && award->movements[j].reason == REASON_AWARD;
        hits += hit;
    }
    return hits;
}

static void take_pools(const struct gathering *gathering, unsigned offer, struct forecast_facts *facts)
{
    const struct offering *offering = &gathering->floor->offerings[offer];
    const struct terms *terms = &offering->terms;
    facts->pool_count = terms->pool_count;
    for (unsigned i = 0; i < terms->pool_count; i++) {
        const struct pool_terms *pool = &terms->pools[i];
        facts->pools[i] =
            (struct forecast_pool){.name = pool->name,
                                   .meter = gathering->floor->ledger.accounts[pool->account].balance,
                                   .cap = term_is_set(&pool->cap) ? pool->cap.cents : -1,
                                   .reseed = pool->reseed.cents,
                                   .promised = pool->promised,
                                   .pays_fixed = pool->pays_fixed_prizes,
                                   .daily = pool->increase.cents,
                                   .daily_least = pool->daily_growth.cents,
                                   .observed = hits_of(gathering, offer, i)};
    }
}

/* A pool that pays for others is not of the reserve. */
static void add_fund(const struct floor *floor, unsigned offer, const struct fund_terms *fund,
                     struct forecast_facts *facts)
{
    struct forecast_reserve *reserve = &facts->reserve;
    const struct account *account = &floor->ledger.accounts[fund->account];
    if (account->kind != ACCOUNT_FUND)
        return;
    reserve->funds++;
    reserve->balance += account->balance;
    reserve->need += fund->minimum.cents;
    for (unsigned pace = 0; pace < FORECAST_PACES; pace++)
        reserve->in[pace] +=
            part_to(&floor->offerings[offer].terms.fee, fund->account, facts->counts[pace].fees);
    for (unsigned i = 0; i < floor->offering_count; i++)
        reserve->shared |=
            i != offer && floor->offerings[i].posted && terms_fund(&floor->offerings[i].terms, fund->account);
}

static void take_funds_of(const struct gathering *gathering, unsigned offer, struct forecast_facts *facts)
{
    const struct floor *floor = gathering->floor;
    const struct terms *terms = &floor->offerings[offer].terms;
    struct forecast_reserve *reserve = &facts->reserve;
    reserve->advances = funds_advances(&floor->offerings[offer].funds);
    for (unsigned i = 0; i < terms->fund_count; i++)
        add_fund(floor, offer, &terms->funds[i], facts);
    for (unsigned i = 0; i < facts->pool_count; i++) {
        struct forecast_pool *pool = &facts->pools[i];
        reserve->need += pool->promised ? pool->meter : pool->reseed;
        for (unsigned pace = 0; pace < FORECAST_PACES; pace++)
            pool->growth[pace] = growth_by(terms, &terms->pools[i], facts->counts[pace].fees);
    }
    for (unsigned pace = 0; pace < FORECAST_PACES; pace++) {
        reserve->administration[pace] =
            terms->administration_fee.cents * (int64_t)facts->counts[pace].table_hours;
    }
}

/* ------------------------------------------------------------------------------------------ odds */

/* Whether a row of the charts takes a part of a pool; if none does there is nothing to count for. */
static bool takes_of_pools(const struct offering *offering, const struct activity_pieces *pieces)
{
    struct forecast_facts facts = {.pool_count = 0};
    for (unsigned i = 0; i < pieces->count; i++)
        for (unsigned j = 0; j < pieces->pieces[i].row_count; j++) {
            facts.row_count = 0;
            add_rows_of(&facts, offering, pieces->pieces[i].rows[j], (struct forecast_row){0});
            if (facts.row_count > 0 && facts.rows[0].percent > 0)
                return true;
        }
    return false;
}

/* A row that was not counted is not exact. */
static void add_rows(struct forecast_facts *facts, const struct offering *offering,
                     const struct activity_piece *piece, const struct chart_odds *odds)
{
    for (unsigned i = 0; i < piece->row_count; i++) {
        const struct chart_odds_row *counted = odds ? &odds->rows[i] : NULL;
        add_rows_of(
            facts, offering, piece->rows[i],
            (struct forecast_row){.row = piece->rows[i]->id,
                                  .name = piece->rows[i]->name,
                                  .stream = facts->stream_count,
                                  .exact = counted && counted->kind != CHART_ODDS_SIMULATED,
                                  .ways = counted && counted->kind == CHART_ODDS_EXACT ? counted->paid : 0});
    }
}

static enum status note_play(const struct gathering *gathering, const struct activity_piece *piece,
                             const struct chart_odds *odds, struct offer_forecast *made)
{
    struct growing words = {.arena = gathering->arena};
    if (!odds->assumption[0] || made->note_count == FORECAST_NOTES_MAX / 2)
        return STATUS_OK;
    growing_add(&words, piece->games);
    growing_say(&words, ": ");
    growing_say(&words, odds->assumption);
    growing_say(&words, ".");
    made->notes[made->note_count++] = growing_text(&words);
    return words.status;
}

static enum status add_stream(const struct gathering *gathering, const struct offering *offering,
                              const struct activity_piece *piece, bool counts, struct offer_forecast *made)
{
    struct forecast_facts *facts = &made->facts;
    struct forecast_stream *stream = &facts->streams[facts->stream_count];
    const struct chart_odds *odds = NULL;
    struct arena scratch;
    enum status status = STATUS_OK;
    arena_init(&scratch, 2 * (size_t)CHART_ODDS_MEMORY);
    if (counts)
        status = shelf_chart(gathering->shelf, offering->offer->rulebook, offering->offer, piece, 0, &scratch,
                             &odds, gathering->fault);
    arena_release(&scratch);
    if (status != STATUS_OK)
        return status;
    *stream = (struct forecast_stream){.chart = piece->chart->name,
                                       .per_round = odds && odds->unit == CHART_ODDS_PER_ROUND,
                                       .deals = odds ? odds->total : 0};
    status = arena_copy_text(gathering->arena, piece->games, &stream->games);
    add_rows(facts, offering, piece, odds);
    facts->stream_count++;
    if (status == STATUS_OK && odds)
        status = note_play(gathering, piece, odds, made);
    return status == STATUS_OK ? status
                               : fault_set(gathering->fault, status, 0, "there is no memory for a forecast");
}

static enum status take_odds(const struct gathering *gathering, const struct offering *offering,
                             struct offer_forecast *made)
{
    struct activity_pieces pieces;
    struct arena arena;
    arena_init(&arena, CHART_ODDS_MEMORY);
    enum status status =
        activity_pieces_find(offering->offer->rulebook, offering->offer, &arena, &pieces, gathering->fault);
    bool counts = status == STATUS_OK && takes_of_pools(offering, &pieces);
    for (unsigned i = 0; status == STATUS_OK && i < pieces.count && i < FORECAST_STREAMS_MAX; i++)
        status = add_stream(gathering, offering, &pieces.pieces[i], counts, made);
    arena_release(&arena);
    return status;
}

/* ------------------------------------------------------------------------------------------ what is assumed */

static void note(struct offer_forecast *made, const char *words)
{
    if (made->note_count < FORECAST_NOTES_MAX)
        made->notes[made->note_count++] = text_of(words);
}

static void note_assumptions(struct offer_forecast *made, const struct terms *terms)
{
    const struct forecast_facts *facts = &made->facts;
    bool parts = false, capped = false, top_up = false, simulated = false;
    bool per_round = false, per_hand = false;
    for (unsigned i = 0; i < facts->row_count; i++) {
        parts |= facts->rows[i].percent > 0 && facts->rows[i].percent < FORECAST_WHOLE;
        simulated |= !facts->rows[i].exact;
    }
    for (unsigned i = 0; i < terms->pool_count; i++) {
        capped |= facts->pools[i].cap >= 0;
        top_up |= term_is_set(&terms->pools[i].top_up);
    }
    for (unsigned i = 0; i < facts->stream_count; i++)
        *(facts->streams[i].per_round ? &per_round : &per_hand) = true;
    note(made, "Hands are independent, each with the same chances: none of n hands hits with (1-p)^n.");
    note(made, made->forecast.pace == FORECAST_TABLES
                   ? "Nothing was played for it in the last 28 days: the pace is that of its tables as "
                     "described, all open and "
                     "with every seat taken."
                   : "Play goes on evenly at the pace of the window, in the hours in which it is offered.");
    if (per_hand)
        note(made,
             "Each fee stands on a hand of its own; where it is not paid by hand, every seat is dealt in.");
    if (per_round)
        note(made, "A round of common lines hits once; everybody who has paid shares in it or wins the fixed "
                   "prize.");
    if (parts)
        note(made, "A hit of a part lowers the meter by that part and does not seed it anew.");
    if (capped)
        note(made,
             "A meter that has reached its cap stands still; with parts the mean is then at most too high.");
    if (top_up)
        note(made, "What a pool is topped up with after a hit of a part is not in it.");
    if (facts->reserve.advances > 0)
        note(made, "The house is owed advances, which the reserve repays before it keeps anything; that is "
                   "not in it.");
    if (facts->reserve.funds > 1)
        note(made, "The offer has several funds; the reserve is all of them together.");
    if (facts->reserve.shared)
        note(made, "The reserve serves other offers as well; only what this one brings and takes is in it.");
    if (simulated)
        note(made, "Hands that depend on other hands are not counted, and no forecast is made from them.");
    note(made, "Free play, and what lapses or is adjusted by hand, is left out.");
}

/* ------------------------------------------------------------------------------------------ all */

static enum status make_one(const struct gathering *gathering, unsigned offer, struct offer_forecast *made)
{
    const struct offering *offering = &gathering->floor->offerings[offer];
    struct forecast_facts *facts = &made->facts;
    *made = (struct offer_forecast){.facts = {.offer = offering->name,
                                              .title = offer_title(offering->offer),
                                              .activity = offering->terms.activity,
                                              .at = gathering->floor->now}};
    take_pools(gathering, offer, facts);
    enum status status = take_odds(gathering, offering, made);
    if (status != STATUS_OK)
        return status;
    take_minutes(gathering, offer, facts);
    take_tables(gathering, offer, facts);
    take_funds_of(gathering, offer, facts);
    forecast_make(facts, &made->forecast);
    note_assumptions(made, &offering->terms);
    return STATUS_OK;
}

/* Copies the texts that point into the floor, which is closed before the result is read. */
static enum status keep_texts(struct offer_forecast *made, struct arena *arena)
{
    struct forecast_facts *facts = &made->facts;
    enum status status = arena_copy_text(arena, facts->offer, &facts->offer);
    if (status == STATUS_OK)
        status = arena_copy_text(arena, facts->activity, &facts->activity);
    if (status == STATUS_OK)
        status = arena_copy_text(arena, facts->title, &facts->title);
    for (unsigned i = 0; i < facts->stream_count && status == STATUS_OK; i++)
        status = arena_copy_text(arena, facts->streams[i].chart, &facts->streams[i].chart);
    for (unsigned i = 0; i < facts->pool_count && status == STATUS_OK; i++)
        status = arena_copy_text(arena, facts->pools[i].name, &facts->pools[i].name);
    for (unsigned i = 0; i < facts->row_count && status == STATUS_OK; i++) {
        status = arena_copy_text(arena, facts->rows[i].row, &facts->rows[i].row);
        if (status == STATUS_OK)
            status = arena_copy_text(arena, facts->rows[i].name, &facts->rows[i].name);
    }
    return status;
}

static enum status make_all(struct gathering *gathering, struct text offer, struct forecasts *forecasts)
{
    const struct floor *floor = gathering->floor;
    enum status status = read_collections(gathering);
    forecasts->offers = ARENA_ARRAY(gathering->arena, struct offer_forecast, floor->offering_count + 1);
    if (status == STATUS_OK && !forecasts->offers)
        return fault_set(gathering->fault, gathering->arena->refusal, 0, "there is no memory for a forecast");
    for (unsigned i = 0; i < floor->offering_count && status == STATUS_OK; i++) {
        const struct offering *offering = &floor->offerings[i];
        struct offer_forecast *made = &forecasts->offers[forecasts->count];
        if (!offering->posted || (offer.length > 0 && !text_equal(offering->name, offer)))
            continue;
        forecasts->found = true;
        if (offering->terms.pool_count == 0)
            continue;
        status = make_one(gathering, i, made);
        if (status == STATUS_OK && keep_texts(made, gathering->arena) != STATUS_OK)
            status = fault_set(gathering->fault, STATUS_NO_MEMORY, 0, "there is no memory for a forecast");
        forecasts->count++;
    }
    return status;
}

enum status forecasts_make(struct text store, struct text offer, struct shelf *shelf, struct arena *arena,
                           struct forecasts *forecasts, struct fault *fault)
{
    const struct keeper_options options = {.mode = STORE_READ_ONLY};
    struct keeper *keeper;
    *forecasts = (struct forecasts){0};
    enum status status = keeper_open(store, &options, NULL, NULL, &keeper, fault);
    if (status != STATUS_OK)
        return status;
    struct gathering gathering = {.floor = keeper_floor(keeper),
                                  .store = keeper_store(keeper),
                                  .head = keeper_sequence(keeper),
                                  .shelf = shelf,
                                  .arena = arena,
                                  .fault = fault};
    forecasts->at = gathering.floor->now;
    forecasts->zone = gathering.floor->zone;
    status = make_all(&gathering, offer, forecasts);
    keeper_close(keeper);
    return status;
}
