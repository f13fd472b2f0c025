#include "books/report_rows.h"

#include "base/check.h"
#include "funds/funds.h"
#include "funds/terms.h"
#include "house/boards/boards.h"
#include "house/boards/boards_shapes.h"
#include "house/cage/cage.h"
#include "house/cage/cage_shapes.h"
#include "house/hands/hands.h"
#include "house/hands/hands_shapes.h"
#include "house/kernel/names.h"
#include "house/people/people.h"
#include "house/people/people_shapes.h"
#include "house/prizes/prizes.h"
#include "house/prizes/prizes_shapes.h"
#include "house/setup/setup.h"
#include "house/setup/setup_shapes.h"
#include "house/tables/tables.h"
#include "house/tables/tables_shapes.h"
#include "rulebook/vocabulary_paths.h"

/* ------------------------------------------------------------------------------------------ tables */

#define COLUMNS(list) .columns = (list), .column_count = sizeof(list) / sizeof((list)[0])

static const struct store_column account_columns[] = {
    {"account", STORE_INTEGER}, {"kind", STORE_TEXT},       {"activity", STORE_TEXT},    {"name", STORE_TEXT},
    {"balance", STORE_INTEGER}, {"came_in", STORE_INTEGER}, {"went_out", STORE_INTEGER},
};

static const struct store_column meter_columns[] = {
    {"offer", STORE_INTEGER},       {"pool", STORE_TEXT},
    {"offer_name", STORE_TEXT},     {"amount", STORE_INTEGER},
    {"base", STORE_INTEGER},        {"reset", STORE_INTEGER},
    {"most", STORE_INTEGER},        {"rate", STORE_INTEGER},
    {"hidden_rate", STORE_INTEGER}, {"largest_contribution", STORE_INTEGER},
    {"fees_in", STORE_INTEGER},     {"overflow", STORE_INTEGER},
    {"hits", STORE_INTEGER},        {"won", STORE_INTEGER},
    {"reserve", STORE_INTEGER},     {"advances", STORE_INTEGER},
};

static const struct store_column reading_columns[] = {
    {"day", STORE_TEXT},
    {"offer", STORE_INTEGER},
    {"pool", STORE_TEXT},
    {"amount", STORE_INTEGER},
};

static const struct store_column collection_columns[] = {
    {"day", STORE_TEXT},       {"hour", STORE_INTEGER}, {"game_table", STORE_TEXT},  {"offer", STORE_INTEGER},
    {"rounds", STORE_INTEGER}, {"fees", STORE_INTEGER}, {"returned", STORE_INTEGER},
};

static const struct store_column administration_columns[] = {
    {"at", STORE_TEXT},       {"day", STORE_TEXT},    {"game_table", STORE_TEXT}, {"offer", STORE_INTEGER},
    {"hours", STORE_INTEGER}, {"due", STORE_INTEGER}, {"taken", STORE_INTEGER},   {"remains", STORE_INTEGER},
};

static const struct store_column advance_columns[] = {
    {"offer", STORE_INTEGER},
    {"outstanding", STORE_INTEGER},
    {"advanced", STORE_INTEGER},
    {"repaid", STORE_INTEGER},
};

static const struct store_column offer_columns[] = {
    {"offer", STORE_INTEGER},  {"name", STORE_TEXT},    {"activity", STORE_TEXT},
    {"posted", STORE_INTEGER}, {"reports", STORE_TEXT},
};

static const struct store_column table_columns[] = {
    {"game_table", STORE_TEXT},
    {"open", STORE_INTEGER},
    {"since", STORE_TEXT},
};

static const struct store_column patron_columns[] = {
    {"patron", STORE_TEXT},         {"name", STORE_TEXT},           {"born", STORE_TEXT},
    {"employee", STORE_TEXT},       {"proposition", STORE_INTEGER}, {"excluded", STORE_INTEGER},
    {"identification", STORE_TEXT},
};

static const struct store_column hand_columns[] = {
    {"hand", STORE_INTEGER}, {"at", STORE_TEXT},       {"game_table", STORE_TEXT}, {"round", STORE_INTEGER},
    {"seat", STORE_INTEGER}, {"offer", STORE_INTEGER}, {"patron", STORE_TEXT},     {"state", STORE_TEXT},
};

static const struct store_column award_columns[] = {
    {"award", STORE_INTEGER},       {"at", STORE_TEXT},       {"offer", STORE_INTEGER},
    {"game_table", STORE_TEXT},     {"round", STORE_INTEGER}, {"verified_by", STORE_TEXT},
    {"authorised_by", STORE_TEXT},  {"clause", STORE_TEXT},   {"pool", STORE_TEXT},
    {"meter", STORE_INTEGER},       {"cents", STORE_INTEGER}, {"hand", STORE_INTEGER},
    {"meter_after", STORE_INTEGER},
};

static const struct store_column prize_columns[] = {
    {"prize", STORE_INTEGER},  {"award", STORE_INTEGER},   {"offer", STORE_INTEGER},
    {"patron", STORE_TEXT},    {"seat", STORE_INTEGER},    {"share", STORE_TEXT},
    {"cents", STORE_INTEGER},  {"thing", STORE_TEXT},      {"things", STORE_INTEGER},
    {"clause", STORE_TEXT},    {"state", STORE_TEXT},      {"awarded_at", STORE_TEXT},
    {"lapses_at", STORE_TEXT}, {"settled_at", STORE_TEXT}, {"settled_by", STORE_TEXT},
    {"paid_in", STORE_TEXT},   {"worth", STORE_INTEGER},
};

static const struct store_column redemption_columns[] = {
    {"at", STORE_TEXT},       {"by_person", STORE_TEXT},      {"prize", STORE_INTEGER},
    {"offer", STORE_INTEGER}, {"patron", STORE_TEXT},         {"thing", STORE_TEXT},
    {"cost", STORE_TEXT},     {"units", STORE_INTEGER},       {"unit_price", STORE_INTEGER},
    {"cents", STORE_INTEGER}, {"winner_pays", STORE_INTEGER}, {"remains", STORE_INTEGER},
    {"clause", STORE_TEXT},
};

static const struct store_column adjustment_columns[] = {
    {"at", STORE_TEXT},           {"by_person", STORE_TEXT},  {"authorised_by", STORE_TEXT},
    {"what", STORE_TEXT},         {"offer", STORE_INTEGER},   {"award", STORE_INTEGER},
    {"prize", STORE_INTEGER},     {"cents", STORE_INTEGER},   {"reason", STORE_TEXT},
    {"from_account", STORE_TEXT}, {"to_account", STORE_TEXT},
};

static const struct store_column incident_columns[] = {
    {"at", STORE_TEXT},   {"by_person", STORE_TEXT}, {"game_table", STORE_TEXT},
    {"what", STORE_TEXT}, {"clause", STORE_TEXT},    {"words", STORE_TEXT},
};

const struct store_table report_tables[REPORT_TABLES] = {
    [REPORT_ACCOUNT] = {.name = "account", COLUMNS(account_columns), .key_count = 1},
    [REPORT_METER] = {.name = "meter", COLUMNS(meter_columns), .key_count = 2},
    [REPORT_METER_READING] = {.name = "meter_reading", COLUMNS(reading_columns), .key_count = 3},
    [REPORT_COLLECTION] = {.name = "collection", COLUMNS(collection_columns), .key_count = 4},
    [REPORT_ADMINISTRATION] = {.name = "administration", COLUMNS(administration_columns)},
    [REPORT_ADVANCE] = {.name = "advance", COLUMNS(advance_columns), .key_count = 1},
    [REPORT_OFFER] = {.name = "offer", COLUMNS(offer_columns), .key_count = 1},
    [REPORT_TABLE] = {.name = "game_table", COLUMNS(table_columns), .key_count = 1},
    [REPORT_PATRON] = {.name = "patron", COLUMNS(patron_columns), .key_count = 1},
    [REPORT_HAND] = {.name = "hand", COLUMNS(hand_columns), .key_count = 1},
    [REPORT_AWARD] = {.name = "award", COLUMNS(award_columns)},
    [REPORT_PRIZE] = {.name = "prize", COLUMNS(prize_columns), .key_count = 1},
    [REPORT_REDEMPTION] = {.name = "redemption", COLUMNS(redemption_columns)},
    [REPORT_ADJUSTMENT] = {.name = "adjustment", COLUMNS(adjustment_columns)},
    [REPORT_INCIDENT] = {.name = "incident", COLUMNS(incident_columns)},
};

const struct store_view report_views[] = {
    {.name = "movement",
     .sqlite =
         "SELECT event.stream AS stream, event.sequence AS sequence, event.kind AS kind, "
         "event.payload ->> '$.at' AS at, source.name AS from_account, target.name AS to_account, "
         "row.value ->> 2 AS cents, row.value ->> 3 AS reason, row.value ->> 4 AS clause "
         "FROM event, json_each(event.payload, '$.movements') AS row "
         "LEFT JOIN account AS source ON source.stream = event.stream AND source.account = row.value ->> 0 "
         "LEFT JOIN account AS target ON target.stream = event.stream AND target.account = row.value ->> 1",
     .postgres =
         "SELECT event.stream AS stream, event.sequence AS sequence, event.kind AS kind, "
         "event.payload::jsonb ->> 'at' AS at, source.name AS from_account, target.name AS to_account, "
         "(moved.value ->> 2)::bigint AS cents, moved.value ->> 3 AS reason, "
         "moved.value ->> 4 AS clause FROM event CROSS JOIN LATERAL "
         "jsonb_array_elements(event.payload::jsonb -> 'movements') AS moved(value) "
         "LEFT JOIN account AS source ON source.stream = event.stream "
         "AND source.account = (moved.value ->> 0)::bigint "
         "LEFT JOIN account AS target ON target.stream = event.stream "
         "AND target.account = (moved.value ->> 1)::bigint"},
};
const unsigned report_view_count = sizeof report_views / sizeof report_views[0];

/* That the row added last has a value in each of its columns, and none behind them. */
#define CHECK_ROW(rows, end)                                                                                 \
    CHECK_OP((end) - (rows)->rows[(rows)->count - 1].values, ==,                                             \
             report_tables[(rows)->rows[(rows)->count - 1].table].column_count)

/* ------------------------------------------------------------------------------------------ values */

/* In place, because rows come with every round; the next value is returned. */
static struct store_value *put(struct store_value *value, int64_t number)
{
    value->type = STORE_INTEGER;
    value->integer = number;
    value->text = (struct text){0};
    return value + 1;
}

/* A copy: what the text is part of may be gone before the row is written. */
static struct store_value text(struct report_rows *rows, struct text words)
{
    struct text copy = text_of("");
    if (words.length > 0 && arena_copy_text(rows->arena, words, &copy) != STATUS_OK)
        rows->failed = true;
    return (struct store_value){.type = STORE_TEXT, .text = copy};
}

static struct store_value constant(const char *words)
{
    return (struct store_value){.type = STORE_TEXT, .text = text_of(words)};
}

static struct store_value time_of(struct report_rows *rows, struct instant at)
{
    char buffer[TIME_TEXT_SIZE];
    struct text_out out;
    text_out_init(&out, buffer, sizeof buffer);
    instant_write(&out, at);
    return text(rows, text_out_text(&out));
}

static struct store_value date_of(struct report_rows *rows, struct date date)
{
    char buffer[DATE_TEXT_SIZE];
    struct text_out out;
    if (date.year == 0)
        return (struct store_value){.type = STORE_NULL};
    text_out_init(&out, buffer, sizeof buffer);
    date_write(&out, date);
    return text(rows, text_out_text(&out));
}

/* A place for the values of a row; NULL if there is no memory. */
static struct store_value *add_row(struct report_rows *rows, enum report_table table, unsigned event)
{
    CHECK_OP(table, <, REPORT_TABLES);
    CHECK(rows->count == 0 || rows->rows[rows->count - 1].event <= event); /* in the order of the events */
    enum { ROOM_FIRST = 32 };
    if (rows->count == rows->room) {
        size_t room = rows->room ? rows->room * 2 : ROOM_FIRST;
        struct store_row *grown = ARENA_ARRAY(rows->arena, struct store_row, room);
        if (!grown)
            return NULL;
        for (size_t i = 0; i < rows->count; i++)
            grown[i] = rows->rows[i];
        rows->rows = grown;
        rows->room = room;
    }
    struct store_value *values =
        ARENA_ARRAY(rows->arena, struct store_value, report_tables[table].column_count);
    if (values)
        rows->rows[rows->count++] = (struct store_row){.table = table, .event = event, .values = values};
    return values;
}

/* ------------------------------------------------------------------------------------------ how things stand */

static enum status account_row(struct report_rows *rows, const struct floor *floor, account_id id,
                               unsigned event)
{
    CHECK_OP(id, <, floor->ledger.count);
    const struct account *account = &floor->ledger.accounts[id];
    struct store_value *row = add_row(rows, REPORT_ACCOUNT, event);
    int64_t in = 0, out = 0;
    if (!row)
        return rows->arena->refusal;
    for (unsigned i = 0; i < REASONS; i++) {
        in += account->in[i];
        out += account->out[i];
    }
    CHECK_OP(in - out, ==, account->balance); /* G3 */
    /* Names of accounts live as long as the floor, which outlives the batch. */
    row = put(row, id);
    *row++ = constant(account_kind_name(account->kind));
    *row++ = (struct store_value){.type = STORE_TEXT, .text = account->activity};
    *row++ = (struct store_value){.type = STORE_TEXT, .text = account->name};
    row = put(row, account->balance);
    row = put(row, in);
    (void)put(row, out);
    CHECK_ROW(rows, row + 1);
    return STATUS_OK;
}

static enum status meter_row(struct report_rows *rows, const struct floor *floor, uint32_t offer,
                             unsigned pool, unsigned event)
{
    CHECK(offer < floor->offering_count && pool < floor->offerings[offer].terms.pool_count);
    const struct offering *offering = &floor->offerings[offer];
    const struct pool_meter *meter = &offering->meters[pool];
    const struct pool_terms *terms = &offering->terms.pools[pool];
    const struct account *account = &floor->ledger.accounts[terms->account];
    struct store_value *row = add_row(rows, REPORT_METER, event);
    if (!row)
        return rows->arena->refusal;
    row = put(row, offer);
    *row++ = (struct store_value){.type = STORE_TEXT, .text = terms->name};
    *row++ = (struct store_value){.type = STORE_TEXT, .text = offering->name};
    row = put(row, account->balance);
    row = put(row, meter->base);
    row = put(row, meter->reset);
    row = put(row, meter->limit);
    row = put(row, meter->rate);
    row = put(row, meter->hidden_rate);
    row = put(row, meter->largest_contribution);
    row = put(row, account_fees_in(account));
    row = put(row, floor->ledger.accounts[offering->terms.fund].in[REASON_OVERFLOW]);
    row = put(row, meter->hits);
    row = put(row, meter->won);
    row = put(row, floor->ledger.accounts[offering->terms.fund].balance);
    (void)put(row, funds_advances(&offering->funds));
    CHECK_ROW(rows, row + 1);
    return STATUS_OK;
}

/* What the house is owed by every offer whose advances the event changes. */
static enum status advance_rows_of(struct report_rows *rows, const struct floor *floor,
                                   const struct money_rows *money, unsigned event)
{
    for (uint32_t i = 0; i < money->advance_count; i++) {
        uint32_t offer = money->advances[i].offer;
        CHECK_OP(offer, <, floor->offering_count);
        const struct offering *offering = &floor->offerings[offer];
        struct store_value *row = add_row(rows, REPORT_ADVANCE, event);
        if (!row)
            return rows->arena->refusal;
        row = put(row, offer);
        row = put(row, funds_advances(&offering->funds));
        row = put(row, offering->advanced);
        (void)put(row, offering->repaid);
        CHECK_ROW(rows, row + 1);
    }
    return STATUS_OK;
}

/* Every account that the movements touch, once, and the meters that show one of them: as pool or as the fund behind it. */
static enum status money_rows_of(struct report_rows *rows, const struct floor *floor,
                                 const struct money_rows *money, unsigned event)
{
    uint64_t seen[LEDGER_ACCOUNTS_MAX / 64] = {0};
    enum status status = STATUS_OK;
    for (uint32_t i = 0; i < money->movement_count * 2 && status == STATUS_OK; i++) {
        const struct movement *movement = &money->movements[i / 2];
        account_id id = i % 2 ? movement->to : movement->from;
        CHECK_OP(id, <, floor->ledger.count);
        if (seen[id / 64] >> (id % 64) & 1)
            continue;
        seen[id / 64] |= UINT64_C(1) << (id % 64);
        status = account_row(rows, floor, id, event);
    }
    for (uint32_t offer = 0; offer < floor->offering_count && money->movement_count > 0; offer++) {
        const struct terms *terms = &floor->offerings[offer].terms;
        bool fund = seen[terms->fund / 64] >> (terms->fund % 64) & 1;
        for (unsigned pool = 0; pool < terms->pool_count && status == STATUS_OK; pool++) {
            account_id id = terms->pools[pool].account;
            if (fund || seen[id / 64] >> (id % 64) & 1)
                status = meter_row(rows, floor, offer, pool, event);
        }
    }
    return status;
}

/* Whether the event is the last of its prizes: nothing changes a prize that was paid, has lapsed, was forfeited or reversed. */
static bool settles_prize(enum event_kind kind)
{
    return kind == EVENT_PRIZE_PAID || kind == EVENT_PRIZE_LAPSED || kind == EVENT_PRIZE_FORFEITED ||
           kind == EVENT_AWARD_REVERSED;
}

static enum status prize_row_of(struct report_rows *rows, const struct floor *floor, uint32_t number,
                                const struct event *event, unsigned index)
{
    CHECK(number > 0 && number <= floor->prize_count);
    const struct store_value none = {.type = STORE_NULL};
    const struct floor_prize *prize = &floor->prizes[number - 1];
    struct store_value *row = add_row(rows, REPORT_PRIZE, index);
    bool settled = settles_prize(event->kind);
    if (!row)
        return rows->arena->refusal;
    row = put(row, number);
    row = put(row, prize->award + 1);
    row = put(row, prize->offer);
    *row++ = text(rows, floor_patron_name(floor, prize->patron));
    row = put(row, prize->seat);
    *row++ = text(rows, prize->share);
    row = put(row, prize->claim.cents);
    *row++ = text(rows, prize->thing);
    row = put(row, prize->things);
    *row++ = text(rows, prize->clause);
    *row++ = constant(floor_prize_state_name(prize));
    *row++ = time_of(rows, prize->claim.awarded);
    *row++ = prize->claim.can_lapse ? time_of(rows, prize->claim.lapses) : none;
    *row++ = settled ? time_of(rows, event->head.at) : none;
    *row++ = settled ? text(rows, event->head.by) : none;
    *row++ =
        event->kind == EVENT_PRIZE_PAID ? constant(payment_words[EVENT_AS(event, prize_paid)->form]) : none;
    (void)put(row, prize->worth);
    CHECK_ROW(rows, row + 1);
    return STATUS_OK;
}

/* What a voucher has paid, and what the winner pays of the same bill. */
static enum status redemption_row(struct report_rows *rows, const struct floor *floor,
                                  const struct event *event, unsigned index)
{
    const struct voucher_redeemed *redeemed = EVENT_AS(event, voucher_redeemed);
    CHECK(redeemed->prize > 0 && redeemed->prize <= floor->prize_count);
    const struct floor_prize *prize = &floor->prizes[redeemed->prize - 1];
    struct store_value *row = add_row(rows, REPORT_REDEMPTION, index);
    int64_t own = 0;
    if (!row)
        return rows->arena->refusal;
    for (uint32_t i = 0; i < redeemed->own_count; i++)
        own += redeemed->own[i].cents;
    *row++ = time_of(rows, event->head.at);
    *row++ = text(rows, event->head.by);
    row = put(row, redeemed->prize);
    row = put(row, prize->offer);
    *row++ = text(rows, redeemed->patron);
    *row++ = text(rows, prize->thing);
    *row++ = text(rows, redeemed->cost);
    row = put(row, redeemed->count);
    row = put(row, redeemed->each);
    row = put(row, redeemed->cents);
    row = put(row, own);
    row = put(row, prize->worth - floor_voucher_spent(prize));
    *row = text(rows, redeemed->clause);
    CHECK_ROW(rows, row + 1);
    return STATUS_OK;
}

static enum status hand_row(struct report_rows *rows, const struct floor *floor, uint32_t number,
                            const struct event *event, unsigned index)
{
    CHECK(number > 0 && number <= floor->hand_count);
    const struct floor_hand *hand = &floor->hands[number - 1];
    struct store_value *row = add_row(rows, REPORT_HAND, index);
    if (!row)
        return rows->arena->refusal;
    row = put(row, number);
    *row++ = time_of(rows, event->head.at);
    *row++ = text(rows, floor->tables[hand->table].described->name);
    row = put(row, hand->round);
    row = put(row, hand->seat);
    row = put(row, hand->offer);
    *row++ = text(rows, floor_patron_name(floor, hand->patron));
    *row = constant(floor_hand_word(floor, number));
    CHECK_ROW(rows, row + 1);
    return STATUS_OK;
}

static enum status hand_rows(struct report_rows *rows, const struct floor *floor, const uint32_t *hands,
                             uint32_t count, const struct event *event, unsigned index)
{
    enum status status = STATUS_OK;
    for (uint32_t i = 0; i < count && status == STATUS_OK; i++)
        status = hand_row(rows, floor, hands[i] + 1, event, index);
    return status;
}

/* All hands of a board: one that may win no more, or again, changes how the others stand. */
static enum status board_rows(struct report_rows *rows, const struct floor *floor, const struct board *board,
                              const struct event *event, unsigned index)
{
    enum status status = hand_rows(rows, floor, board->hands, board->count, event, index);
    return status == STATUS_OK ? hand_rows(rows, floor, board->beaten, board->beaten_count, event, index)
                               : status;
}

/* Whom or what an event changes, of which hands may stand on boards. */
struct concerned {
    uint32_t patron; /* NAMES_NONE: nobody */
    uint32_t table, round;
};

static bool concerns(const struct floor *floor, const struct concerned *whom, const uint32_t *hands,
                     uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        CHECK_OP(hands[i], <, floor->hand_count);
        const struct floor_hand *hand = &floor->hands[hands[i]];
        if (whom->patron == NAMES_NONE ? hand->table == whom->table && hand->round == whom->round
                                       : hand->patron == whom->patron)
            return true;
    }
    return false;
}

static enum status concerned_rows(struct report_rows *rows, const struct floor *floor,
                                  const struct concerned *whom, const struct event *event, unsigned index)
{
    enum status status = STATUS_OK;
    for (unsigned i = 0; i < floor->offering_count && status == STATUS_OK; i++) {
        const struct board *board = &floor->offerings[i].board;
        if (concerns(floor, whom, board->hands, board->count) ||
            concerns(floor, whom, board->beaten, board->beaten_count))
            status = board_rows(rows, floor, board, event, index);
    }
    return status;
}

/* A hand that came on a board, and those that it has beaten: they are the highest of the beaten. */
static enum status posted_rows(struct report_rows *rows, const struct floor *floor, const struct event *event,
                               unsigned index)
{
    CHECK_OP(EVENT_AS(event, hand_on_board)->offer, <, floor->offering_count);
    const struct board *board = &floor->offerings[EVENT_AS(event, hand_on_board)->offer].board;
    int64_t highest = 0;
    enum status status = hand_row(rows, floor, EVENT_AS(event, hand_on_board)->hand, event, index);
    for (uint32_t i = 0; i < board->beaten_count; i++)
        if (floor->hands[board->beaten[i]].score > highest)
            highest = floor->hands[board->beaten[i]].score;
    for (uint32_t i = 0; i < board->beaten_count && status == STATUS_OK; i++)
        if (floor->hands[board->beaten[i]].score == highest)
            status = hand_row(rows, floor, board->beaten[i] + 1, event, index);
    return status;
}

/* ------------------------------------------------------------------------------------------ what happened */

static enum status collection_rows(struct report_rows *rows, const struct floor *floor, struct text name,
                                   unsigned event)
{
    const struct table *table = floor_table(floor, name);
    for (unsigned i = 0; table && i < table->offer_count; i++) {
        const struct collection *collection = &table->offers[i].collection;
        if (collection->day.year == 0)
            continue;
        struct store_value *row = add_row(rows, REPORT_COLLECTION, event);
        if (!row)
            return rows->arena->refusal;
        *row++ = date_of(rows, collection->day);
        row = put(row, collection->hour);
        *row++ = (struct store_value){.type = STORE_TEXT, .text = table->described->name};
        row = put(row, table->offers[i].offer);
        row = put(row, collection->rounds);
        row = put(row, collection->fees);
        (void)put(row, collection->returned);
        CHECK_ROW(rows, row + 1);
    }
    return STATUS_OK;
}

/* The hands that the award has settled: those on the board of its offer, or those of its round. */
static enum status awarded_hands(struct report_rows *rows, const struct floor *floor,
                                 const struct event *event, unsigned index)
{
    const struct awarded *awarded = EVENT_AS(event, awarded);
    CHECK(awarded->offer < floor->offering_count && awarded->hand <= floor->hand_count);
    const struct board *board = &floor->offerings[awarded->offer].board;
    enum status status = STATUS_OK;
    for (uint32_t i = 0; i < board->count && awarded->round == 0 && status == STATUS_OK; i++)
        status = hand_row(rows, floor, board->hands[i] + 1, event, index);
    if (awarded->hand == 0 || awarded->round == 0)
        return status;
    const struct floor_hand *first = &floor->hands[awarded->hand - 1];
    for (uint32_t number = floor->tables[first->table].newest_hand; number > 0 && status == STATUS_OK;) {
        const struct floor_hand *hand = &floor->hands[number - 1];
        if (hand->round < first->round)
            break;
        if (hand->round == first->round && hand->offer == awarded->offer && hand->state == HAND_AWARDED)
            status = hand_row(rows, floor, number, event, index);
        number = hand->before;
    }
    return status;
}

/* What the pool that was won shows from now on. */
static struct store_value meter_of(const struct floor *floor, const struct awarded *awarded)
{
    const struct pool_terms *pool =
        awarded->pool.length ? terms_pool(&floor->offerings[awarded->offer].terms, awarded->pool) : NULL;
    return pool ? (struct store_value){.type = STORE_INTEGER,
                                       .integer = floor->ledger.accounts[pool->account].balance}
                : (struct store_value){.type = STORE_NULL};
}

static enum status award_row(struct report_rows *rows, const struct floor *floor, const struct event *event,
                             unsigned index)
{
    const struct awarded *awarded = EVENT_AS(event, awarded);
    struct store_value *row = add_row(rows, REPORT_AWARD, index);
    int64_t cents = 0;
    if (!row)
        return rows->arena->refusal;
    for (uint32_t i = 0; i < awarded->prize_count; i++)
        cents += awarded->prizes[i].cents;
    row = put(row, awarded->award);
    *row++ = time_of(rows, event->head.at);
    row = put(row, awarded->offer);
    *row++ = text(rows, awarded->table);
    row = put(row, awarded->round);
    *row++ = text(rows, awarded->verified_by);
    *row++ = text(rows, awarded->authorised_by);
    *row++ = text(rows, awarded->clause);
    *row++ = text(rows, awarded->pool);
    row = put(row, awarded->meter);
    row = put(row, cents);
    row = put(row, awarded->hand);
    *row = meter_of(floor, awarded);
    CHECK_ROW(rows, row + 1);
    enum status status = STATUS_OK;
    for (uint32_t i = 0; i < awarded->prize_count && status == STATUS_OK; i++)
        status = prize_row_of(rows, floor, awarded->prizes[i].prize, event, index);
    return status == STATUS_OK ? awarded_hands(rows, floor, event, index) : status;
}

/* What was changed by hand, and by whom beside the one who asked. */
struct by_hand {
    const char *what;
    uint32_t offer, award, prize; /* award and prize from 1; 0: none */
    struct text second, reason;
};

static enum status adjustment_row(struct report_rows *rows, const struct floor *floor,
                                  const struct event *event, const struct by_hand *hand, unsigned index)
{
    const struct money_rows *money = event_money(event);
    CHECK(money && hand->offer < floor->offering_count);
    struct store_value *row = add_row(rows, REPORT_ADJUSTMENT, index);
    int64_t cents = 0;
    if (!row)
        return rows->arena->refusal;
    for (uint32_t i = 0; i < money->movement_count; i++)
        if (money->movements[i].reason != REASON_REPAYMENT) /* which may follow */
            cents += money->movements[i].cents;
    *row++ = time_of(rows, event->head.at);
    *row++ = text(rows, event->head.by);
    *row++ = text(rows, hand->second);
    *row++ = constant(hand->what);
    row = put(row, hand->offer);
    row = put(row, hand->award);
    row = put(row, hand->prize);
    row = put(row, cents);
    *row++ = text(rows, hand->reason);
    /* What is moved by hand or forfeited is one movement; an award that is reversed is many. */
    bool one = event->kind != EVENT_AWARD_REVERSED && money->movement_count > 0;
    *row++ = one ? text(rows, floor->ledger.accounts[money->movements[0].from].name) : constant("");
    *row = one ? text(rows, floor->ledger.accounts[money->movements[0].to].name) : constant("");
    CHECK_ROW(rows, row + 1);
    return STATUS_OK;
}

static enum status incident_row(struct report_rows *rows, const struct event *event, struct text table,
                                const char *what, struct text clause, struct text words, unsigned index)
{
    struct store_value *row = add_row(rows, REPORT_INCIDENT, index);
    if (!row)
        return rows->arena->refusal;
    *row++ = time_of(rows, event->head.at);
    *row++ = text(rows, event->head.by);
    *row++ = text(rows, table);
    *row++ = text(rows, text_of(what));
    *row++ = text(rows, clause);
    *row = text(rows, words);
    CHECK_ROW(rows, row + 1);
    return STATUS_OK;
}

/* A day closed for an offer that brought less or more than is expected of one. */
static enum status growth_rows(struct report_rows *rows, const struct floor *floor, const struct event *event,
                               unsigned index)
{
    CHECK_OP(EVENT_AS(event, pool_changed)->offer, <, floor->offering_count);
    const struct offering *offering = &floor->offerings[EVENT_AS(event, pool_changed)->offer];
    enum status status = STATUS_OK;
    for (unsigned i = 0; i <= offering->terms.pool_count && status == STATUS_OK; i++) {
        struct growth_outside outside;
        char words[256];
        struct text_out out;
        if (!funds_growth_outside(&offering->funds, &floor->ledger, i, &outside))
            continue;
        text_out_init(&out, words, sizeof words);
        text_out_add(&out, "%.*s: the %.*s had ", TEXT_ARGUMENTS(offering->name),
                     TEXT_ARGUMENTS(floor->ledger.accounts[outside.account].name));
        money_write(&out, money_of_cents(outside.brought));
        text_out_add(&out, " of fees, and ");
        money_write(&out, money_of_cents(outside.expected.least));
        text_out_add(&out, " to ");
        money_write(&out, money_of_cents(outside.expected.most));
        text_out_add(&out, " are expected");
        status = incident_row(rows, event, text_of(""),
                              outside.brought < outside.expected.least ? "less than a day is to bring"
                                                                       : "more than a day is to bring",
                              outside.expected.clause, text_out_text(&out), index);
    }
    return status;
}

/* "sensor of seat 2 fails", "keypad works" */
static enum status equipment_row(struct report_rows *rows, const struct event *event, unsigned index)
{
    const struct equipment_reported *reported = EVENT_AS(event, equipment_reported);
    char what[64];
    struct text_out out;
    text_out_init(&out, what, sizeof what);
    text_out_add(&out, "%s", device_words[reported->device]);
    if (reported->seat > 0)
        text_out_add(&out, " of seat %u", reported->seat);
    text_out_add(&out, reported->works ? " works" : " fails");
    return incident_row(rows, event, reported->table, what, reported->clause, reported->words, index);
}

/* One line of what is due for administration: an hour that was completed, or what was taken for the hours of a day. */
struct administration_line {
    struct date day;
    struct text table;
    uint32_t offer;
    bool hour;
    int64_t due, taken, remains;
};

static enum status administration_row(struct report_rows *rows, const struct event *event,
                                      const struct administration_line *line, unsigned index)
{
    struct store_value *row = add_row(rows, REPORT_ADMINISTRATION, index);
    if (!row)
        return rows->arena->refusal;
    *row++ = time_of(rows, event->head.at);
    *row++ = date_of(rows, line->day);
    *row++ = text(rows, line->table);
    row = put(row, line->offer);
    row = put(row, line->hour);
    row = put(row, line->due);
    row = put(row, line->taken);
    (void)put(row, line->remains);
    CHECK_ROW(rows, row + 1);
    return STATUS_OK;
}

static enum status hour_rows(struct report_rows *rows, const struct floor *floor, const struct event *event,
                             unsigned index)
{
    const struct hour_completed *completed = EVENT_AS(event, hour_completed);
    enum status status = STATUS_OK;
    for (uint32_t i = 0; i < completed->fee_count && status == STATUS_OK; i++) {
        const struct hour_fee *fee = &completed->fees[i];
        const struct administration_line line = {.day = floor->day,
                                                 .table = completed->table,
                                                 .offer = fee->offer,
                                                 .hour = true,
                                                 .due = fee->cents,
                                                 .remains = fee->due};
        status = administration_row(rows, event, &line, index);
    }
    return status;
}

static enum status taken_rows(struct report_rows *rows, const struct event *event, unsigned index)
{
    const struct administration_taken *taken = EVENT_AS(event, administration_taken);
    enum status status = STATUS_OK;
    for (uint32_t i = 0; i < taken->table_count && status == STATUS_OK; i++) {
        const struct table_fee *fee = &taken->tables[i];
        const struct administration_line line = {.day = taken->day,
                                                 .table = fee->table,
                                                 .offer = taken->offer,
                                                 .taken = fee->taken,
                                                 .remains = fee->due - fee->taken};
        status = administration_row(rows, event, &line, index);
    }
    return status;
}

static enum status table_row(struct report_rows *rows, const struct event *event, unsigned index)
{
    struct store_value *row = add_row(rows, REPORT_TABLE, index);
    if (!row)
        return rows->arena->refusal;
    *row++ = text(rows, EVENT_AS(event, table_opened)->table);
    row = put(row, event->kind == EVENT_TABLE_OPENED);
    *row = time_of(rows, event->head.at);
    CHECK_ROW(rows, row + 1);
    return STATUS_OK;
}

static enum status patron_row(struct report_rows *rows, const struct event *event, unsigned index)
{
    const struct patron_recorded *patron = EVENT_AS(event, patron_recorded);
    struct store_value *row = add_row(rows, REPORT_PATRON, index);
    if (!row)
        return rows->arena->refusal;
    *row++ = text(rows, patron->patron);
    *row++ = text(rows, patron->name);
    *row++ = date_of(rows, patron->born);
    *row++ = constant(employee_words[patron->employee]);
    row = put(row, patron->proposition);
    row = put(row, patron->excluded);
    *row = constant(patron_identity_words[patron->identified]);
    CHECK_ROW(rows, row + 1);
    return STATUS_OK;
}

/* "funds#53 funds#59": the reports that a document asks for, each with its clause. */
static struct store_value reports_asked(struct report_rows *rows, const struct rulebook *rulebook)
{
    const struct node *asked = node_member(rulebook->data, PART_REPORTS),
                      *first = asked ? asked->first_child : NULL;
    size_t size = 1;
    for (const struct node *row = first; row; row = row->next)
        size += node_member(row, KEY_KIND)->scalar.length + row->origin.clause.length + 1;
    char *bytes = ARENA_ARRAY(rows->arena, char, size);
    struct text_out out;
    rows->failed |= !bytes;
    if (!bytes)
        return constant("");
    text_out_init(&out, bytes, size);
    for (const struct node *row = first; row; row = row->next) {
        text_out_add(&out, "%s", row == first ? "" : " ");
        text_out_add_text(&out, node_member(row, KEY_KIND)->scalar);
        text_out_add_text(&out, text_from(row->origin.clause, rulebook->document.identity.length));
    }
    return (struct store_value){.type = STORE_TEXT, .text = text_out_text(&out)};
}

static enum status offer_row(struct report_rows *rows, const struct floor *floor, uint32_t number,
                             unsigned index)
{
    CHECK_OP(number, <, floor->offering_count);
    const struct offering *offering = &floor->offerings[number];
    struct store_value *row = add_row(rows, REPORT_OFFER, index);
    if (!row)
        return rows->arena->refusal;
    row = put(row, number);
    *row++ = text(rows, offering->name);
    *row++ = text(rows, offering->terms.activity);
    row = put(row, offering->posted);
    *row = reports_asked(rows, offering->offer->rulebook);
    CHECK_ROW(rows, row + 1);
    return STATUS_OK;
}

/* What every meter shows when a day begins. */
static enum status reading_rows(struct report_rows *rows, const struct floor *floor, unsigned index)
{
    for (uint32_t offer = 0; offer < floor->offering_count; offer++) {
        const struct terms *terms = &floor->offerings[offer].terms;
        for (unsigned pool = 0; pool < terms->pool_count; pool++) {
            struct store_value *row = add_row(rows, REPORT_METER_READING, index);
            if (!row)
                return rows->arena->refusal;
            *row++ = date_of(rows, floor->day);
            row = put(row, offer);
            *row++ = text(rows, terms->pools[pool].name);
            (void)put(row, floor->ledger.accounts[terms->pools[pool].account].balance);
            CHECK_ROW(rows, row + 1);
        }
    }
    return STATUS_OK;
}

/* A hand that was rejected or taken back. */
static enum status dismissed_rows(struct report_rows *rows, const struct floor *floor,
                                  const struct event *event, unsigned index)
{
    CHECK(EVENT_AS(event, hand_rejected)->hand > 0 &&
          EVENT_AS(event, hand_rejected)->hand <= floor->hand_count);
    const struct floor_hand *hand = &floor->hands[EVENT_AS(event, hand_rejected)->hand - 1];
    enum status status = hand_row(rows, floor, EVENT_AS(event, hand_rejected)->hand, event, index);
    return status == STATUS_OK
               ? incident_row(rows, event, floor->tables[hand->table].described->name,
                              event->kind == EVENT_HAND_WITHDRAWN ? "hand withdrawn" : "hand rejected",
                              EVENT_AS(event, hand_rejected)->clause, EVENT_AS(event, hand_rejected)->reason,
                              index)
               : status;
}

static bool has_standing(const struct floor *floor, uint32_t patron)
{
    for (unsigned i = 0; i < floor->offering_count; i++) {
        const struct board *board = &floor->offerings[i].board;
        for (unsigned k = 0; k < board->standing_count; k++)
            if (board->standings[k].patron == patron)
                return true;
    }
    return false;
}

/* The hands by which the patron has points: he may have a place no more, or again. */
static enum status points_rows(struct report_rows *rows, const struct floor *floor, uint32_t patron,
                               const struct event *event, unsigned index)
{
    enum status status = STATUS_OK;
    if (!has_standing(floor, patron))
        return status;
    for (unsigned i = 0; i < floor->hand_count && status == STATUS_OK; i++)
        if (floor->hands[i].points > 0 && floor->hands[i].patron == patron)
            status = hand_row(rows, floor, i + 1, event, index);
    return status;
}

/* Prizes of an award; if nothing of it stands, its hands are claimed again. */
static enum status reversed_rows(struct report_rows *rows, const struct floor *floor,
                                 const struct event *event, unsigned index)
{
    const struct award_reversed *reversed = EVENT_AS(event, award_reversed);
    CHECK(reversed->award > 0 && reversed->award <= floor->award_count);
    const struct floor_award *award = &floor->awards[reversed->award - 1];
    CHECK(award->reversed || reversed->prize_count > 0);
    const struct by_hand hand = {award->reversed ? "award reversed" : "prize reversed",
                                 award->offer,
                                 reversed->award,
                                 award->reversed ? 0 : reversed->prizes[0].prize,
                                 reversed->authorised_by,
                                 reversed->reason};
    enum status status = adjustment_row(rows, floor, event, &hand, index);
    for (uint32_t i = 0; i < reversed->prize_count && status == STATUS_OK; i++)
        status = prize_row_of(rows, floor, reversed->prizes[i].prize, event, index);
    for (unsigned i = 0; i < floor->hand_count && award->reversed && status == STATUS_OK; i++)
        if (floor->hands[i].award == reversed->award)
            status = hand_row(rows, floor, i + 1, event, index);
    return status;
}

static enum status forfeited_rows(struct report_rows *rows, const struct floor *floor,
                                  const struct event *event, unsigned index)
{
    const struct prize_forfeited *forfeited = EVENT_AS(event, prize_forfeited);
    CHECK(forfeited->prize > 0 && forfeited->prize <= floor->prize_count);
    const struct floor_prize *prize = &floor->prizes[forfeited->prize - 1];
    const struct by_hand hand = {"prize forfeited",        prize->offer,
                                 prize->award + 1,         forfeited->prize,
                                 forfeited->authorised_by, forfeited->reason};
    enum status status = adjustment_row(rows, floor, event, &hand, index);
    return status == STATUS_OK ? prize_row_of(rows, floor, forfeited->prize, event, index) : status;
}

static enum status patron_rows(struct report_rows *rows, const struct floor *floor, const struct event *event,
                               unsigned index)
{
    const struct concerned whom = {
        .patron = names_find(&floor->patron_names, EVENT_AS(event, patron_recorded)->patron)};
    enum status status = patron_row(rows, event, index);
    if (status == STATUS_OK)
        status = concerned_rows(rows, floor, &whom, event, index);
    return status == STATUS_OK ? points_rows(rows, floor, whom.patron, event, index) : status;
}

static enum status irregularity_rows(struct report_rows *rows, const struct floor *floor,
                                     const struct event *event, unsigned index)
{
    const struct irregularity_noted *noted = EVENT_AS(event, irregularity_noted);
    const struct table *table = floor_table(floor, noted->table);
    enum status status = incident_row(rows, event, noted->table, irregularity_words[noted->what], text_of(""),
                                      noted->note, index);
    if (status != STATUS_OK || !table)
        return status;
    const struct concerned of = {
        .patron = NAMES_NONE, .table = (uint32_t)(table - floor->tables), .round = noted->round};
    return concerned_rows(rows, floor, &of, event, index);
}

/* The floor was called to a table, or came. */
static enum status call_row(struct report_rows *rows, const struct event *event, const char *what,
                            unsigned index)
{
    const struct table_noted *noted = EVENT_AS(event, table_noted);
    return incident_row(rows, event, noted->table, what, text_of(""), noted->note, index);
}

static enum status returned_rows(struct report_rows *rows, const struct floor *floor,
                                 const struct event *event, unsigned index)
{
    const struct fees_returned *returned = EVENT_AS(event, fees_returned);
    enum status status = collection_rows(rows, floor, returned->table, index);
    return status == STATUS_OK ? incident_row(rows, event, returned->table, "fees returned", text_of(""),
                                              returned->reason, index)
                               : status;
}

static enum status adjusted_row(struct report_rows *rows, const struct floor *floor,
                                const struct event *event, unsigned index)
{
    const struct adjusted *adjusted = EVENT_AS(event, adjusted);
    const struct by_hand hand = {"moved by hand",         adjusted->offer, 0, 0,
                                 adjusted->authorised_by, adjusted->reason};
    return adjustment_row(rows, floor, event, &hand, index);
}

static enum status rows_of_kind(struct report_rows *rows, const struct floor *floor,
                                const struct event *event, unsigned index)
{
    switch (event->kind) {
    case EVENT_OFFER_POSTED:
        return offer_row(rows, floor, EVENT_AS(event, offer_posted)->number, index);
    case EVENT_OFFER_WITHDRAWN:
        return offer_row(rows, floor, EVENT_AS(event, about_offer)->offer, index);
    case EVENT_DAY_BEGAN:
        return reading_rows(rows, floor, index);
    case EVENT_INCREASED:
        return EVENT_AS(event, pool_changed)->pool.length == 0 ? growth_rows(rows, floor, event, index)
                                                               : STATUS_OK;
    case EVENT_HOUR_COMPLETED:
        return hour_rows(rows, floor, event, index);
    case EVENT_ADMINISTRATION_TAKEN:
        return taken_rows(rows, event, index);
    case EVENT_PATRON_RECORDED:
        return patron_rows(rows, floor, event, index);
    case EVENT_TABLE_OPENED:
    case EVENT_TABLE_CLOSED:
        return table_row(rows, event, index);
    case EVENT_EQUIPMENT_REPORTED:
        return equipment_row(rows, event, index);
    case EVENT_IRREGULARITY_NOTED:
        return irregularity_rows(rows, floor, event, index);
    case EVENT_FLOOR_CALLED:
        return call_row(rows, event, "floor called", index);
    case EVENT_CALL_ANSWERED:
        return call_row(rows, event, "call answered", index);
    case EVENT_ROUND_STARTED:
        return collection_rows(rows, floor, EVENT_AS(event, round_started)->table, index);
    case EVENT_FEES_RETURNED:
        return returned_rows(rows, floor, event, index);
    case EVENT_HAND_CLAIMED:
        return hand_row(rows, floor, EVENT_AS(event, hand_claimed)->hand, event, index);
    case EVENT_HAND_VERIFIED:
        return hand_row(rows, floor, EVENT_AS(event, hand_verified)->hand, event, index);
    case EVENT_HAND_ON_BOARD:
        return posted_rows(rows, floor, event, index);
    case EVENT_HAND_REJECTED:
    case EVENT_HAND_WITHDRAWN:
        return dismissed_rows(rows, floor, event, index);
    case EVENT_AWARDED:
        return award_row(rows, floor, event, index);
    case EVENT_PRIZE_IDENTIFIED:
        return prize_row_of(rows, floor, EVENT_AS(event, prize_identified)->prize, event, index);
    case EVENT_PRIZE_HELD:
    case EVENT_PRIZE_LAPSED:
        return prize_row_of(rows, floor, EVENT_AS(event, prize_changed)->prize, event, index);
    case EVENT_PRIZE_FORFEITED:
        return forfeited_rows(rows, floor, event, index);
    case EVENT_PRIZE_PAID:
        return prize_row_of(rows, floor, EVENT_AS(event, prize_paid)->prize, event, index);
    case EVENT_VOUCHER_REDEEMED:
        return redemption_row(rows, floor, event, index);
    case EVENT_AWARD_REVERSED:
        return reversed_rows(rows, floor, event, index);
    case EVENT_ADJUSTED:
        return adjusted_row(rows, floor, event, index);
    /* No table for reports has rows of these but for their money. */
    case EVENT_HOUSE_OPENED:
    case EVENT_DOCUMENT_FILED:
    case EVENT_SEEDED:
    case EVENT_RAISED:
    case EVENT_APPOINTED:
    case EVENT_DISMISSED:
    case EVENT_SEATED:
    case EVENT_LEFT:
    case EVENT_BANKED:
    case EVENT_ROUND_ENDED:
    case EVENT_PERIOD_CLOSED:
    case EVENT_TRAY_REIMBURSED:
    case EVENT_CLOCK:
    case EVENT_NOTED:
    case EVENT_KINDS:
        break;
    }
    return STATUS_OK;
}

enum status reports_add(struct report_rows *rows, const struct floor *floor, const struct event *event,
                        unsigned number)
{
    CHECK_OP(event->kind, <, EVENT_KINDS);
    const struct money_rows *money = event_money(event);
    enum status status = rows_of_kind(rows, floor, event, number);
    if (status == STATUS_OK && money)
        status = money_rows_of(rows, floor, money, number);
    if (status == STATUS_OK && money)
        status = advance_rows_of(rows, floor, money, number);
    return status == STATUS_OK && rows->failed ? STATUS_NO_MEMORY : status;
}
