/* Rows of accounts, meters, advances, fees, administration, changes by hand. */
#include "books/report_rows_internal.h"

#include "funds/funds.h"
#include "funds/terms.h"
#include "house/cage/cage_shapes.h"
#include "house/setup/setup.h"
#include "house/setup/setup_shapes.h"
#include "house/tables/tables.h"
#include "house/tables/tables_shapes.h"

static enum status account_row(struct report_rows *rows, const struct floor *floor, account_id id,
                               unsigned event)
{
    CHECK_OP(id, <, floor->ledger.count);
    const struct account *account = &floor->ledger.accounts[id];
    struct store_value *row = report_row_add(rows, REPORT_ACCOUNT, event);
    int64_t in = 0, out = 0;
    if (!row)
        return rows->arena->refusal;
    for (unsigned i = 0; i < REASONS; i++) {
        in += account->in[i];
        out += account->out[i];
    }
    CHECK_OP(in - out, ==, account->balance); /* G3 */
    /* Names of accounts live as long as the floor, which outlives the batch. */
    row = row_put(row, id);
    *row++ = row_constant(account_kind_name(account->kind));
    *row++ = (struct store_value){.type = STORE_TEXT, .text = account->activity};
    *row++ = (struct store_value){.type = STORE_TEXT, .text = account->name};
    row = row_put(row, account->balance);
    row = row_put(row, in);
    (void)row_put(row, out);
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
    struct store_value *row = report_row_add(rows, REPORT_METER, event);
    if (!row)
        return rows->arena->refusal;
    row = row_put(row, offer);
    *row++ = (struct store_value){.type = STORE_TEXT, .text = terms->name};
    *row++ = (struct store_value){.type = STORE_TEXT, .text = offering->name};
    row = row_put(row, account->balance);
    row = row_put(row, meter->base);
    row = row_put(row, meter->reset);
    row = row_put(row, meter->limit);
    row = row_put(row, meter->rate);
    row = row_put(row, meter->hidden_rate);
    row = row_put(row, meter->largest_contribution);
    row = row_put(row, account_fees_in(account));
    row = row_put(row, floor->ledger.accounts[terms->overflow_to].in[REASON_OVERFLOW]);
    row = row_put(row, meter->hits);
    row = row_put(row, meter->won);
    row = row_put(row, floor->ledger.accounts[terms->reseed_from].balance);
    (void)row_put(row, funds_advances(&offering->funds));
    CHECK_ROW(rows, row + 1);
    return STATUS_OK;
}

/* What the house is owed by every offer whose advances the event changes. */
static enum status advance_rows(struct report_rows *rows, const struct floor *floor,
                                const struct money_rows *money, unsigned event)
{
    for (uint32_t i = 0; i < money->advance_count; i++) {
        uint32_t offer = money->advances[i].offer;
        CHECK_OP(offer, <, floor->offering_count);
        const struct offering *offering = &floor->offerings[offer];
        struct store_value *row = report_row_add(rows, REPORT_ADVANCE, event);
        if (!row)
            return rows->arena->refusal;
        row = row_put(row, offer);
        row = row_put(row, funds_advances(&offering->funds));
        row = row_put(row, offering->advanced);
        (void)row_put(row, offering->repaid);
        CHECK_ROW(rows, row + 1);
    }
    return STATUS_OK;
}

/* Whether the bit of the account is set. */
static bool is_seen(const uint64_t seen[LEDGER_ACCOUNTS_MAX / 64], account_id id)
{
    return seen[id / 64] >> (id % 64) & 1;
}

enum status report_money_rows(struct report_rows *rows, const struct floor *floor,
                              const struct money_rows *money, unsigned event)
{
    uint64_t seen[LEDGER_ACCOUNTS_MAX / 64] = {0};
    enum status status = STATUS_OK;
    for (uint32_t i = 0; i < money->movement_count * 2 && status == STATUS_OK; i++) {
        const struct movement *movement = &money->movements[i / 2];
        account_id id = i % 2 ? movement->to : movement->from;
        CHECK_OP(id, <, floor->ledger.count);
        if (is_seen(seen, id))
            continue;
        seen[id / 64] |= UINT64_C(1) << (id % 64);
        status = account_row(rows, floor, id, event);
    }
    for (uint32_t offer = 0; offer < floor->offering_count && money->movement_count > 0; offer++) {
        const struct terms *terms = &floor->offerings[offer].terms;
        for (unsigned i = 0; i < terms->pool_count && status == STATUS_OK; i++) {
            const struct pool_terms *pool = &terms->pools[i];
            if (is_seen(seen, pool->account) || is_seen(seen, pool->overflow_to) ||
                is_seen(seen, pool->reseed_from))
                status = meter_row(rows, floor, offer, i, event);
        }
    }
    return status == STATUS_OK ? advance_rows(rows, floor, money, event) : status;
}

enum status report_reading_rows(struct report_rows *rows, const struct floor *floor, unsigned index)
{
    for (uint32_t offer = 0; offer < floor->offering_count; offer++) {
        const struct terms *terms = &floor->offerings[offer].terms;
        for (unsigned pool = 0; pool < terms->pool_count; pool++) {
            struct store_value *row = report_row_add(rows, REPORT_METER_READING, index);
            if (!row)
                return rows->arena->refusal;
            *row++ = row_date(rows, floor->day);
            row = row_put(row, offer);
            *row++ = row_text(rows, terms->pools[pool].name);
            (void)row_put(row, floor->ledger.accounts[terms->pools[pool].account].balance);
            CHECK_ROW(rows, row + 1);
        }
    }
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ fees */

enum status report_collection_rows(struct report_rows *rows, const struct floor *floor, struct text name,
                                   unsigned event)
{
    const struct table *table = floor_table(floor, name);
    for (unsigned i = 0; table && i < table->offer_count; i++) {
        const struct collection *collection = &table->offers[i].collection;
        if (collection->day.year == 0)
            continue;
        struct store_value *row = report_row_add(rows, REPORT_COLLECTION, event);
        if (!row)
            return rows->arena->refusal;
        *row++ = row_date(rows, collection->day);
        row = row_put(row, collection->hour);
        *row++ = (struct store_value){.type = STORE_TEXT, .text = table->described->name};
        row = row_put(row, table->offers[i].offer);
        row = row_put(row, collection->rounds);
        row = row_put(row, collection->fees);
        (void)row_put(row, collection->returned);
        CHECK_ROW(rows, row + 1);
    }
    return STATUS_OK;
}

enum status report_growth_rows(struct report_rows *rows, const struct floor *floor, const struct event *event,
                               unsigned index)
{
    CHECK_OP(EVENT_AS(event, pool_changed)->offer, <, floor->offering_count);
    const struct offering *offering = &floor->offerings[EVENT_AS(event, pool_changed)->offer];
    enum status status = STATUS_OK;
    for (unsigned i = 0; i < offering->terms.pool_count + offering->terms.fund_count && status == STATUS_OK;
         i++) {
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
        status = report_incident_row(rows, event, text_of(""),
                                     outside.brought < outside.expected.least ? "less than a day is to bring"
                                                                              : "more than a day is to bring",
                                     outside.expected.clause, text_out_text(&out), index);
    }
    return status;
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
    struct store_value *row = report_row_add(rows, REPORT_ADMINISTRATION, index);
    if (!row)
        return rows->arena->refusal;
    *row++ = row_time(rows, event->head.at);
    *row++ = row_date(rows, line->day);
    *row++ = row_text(rows, line->table);
    row = row_put(row, line->offer);
    row = row_put(row, line->hour);
    row = row_put(row, line->due);
    row = row_put(row, line->taken);
    (void)row_put(row, line->remains);
    CHECK_ROW(rows, row + 1);
    return STATUS_OK;
}

enum status report_hour_rows(struct report_rows *rows, const struct floor *floor, const struct event *event,
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

enum status report_taken_rows(struct report_rows *rows, const struct event *event, unsigned index)
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

/* ------------------------------------------------------------------------------------------ changes by hand */

enum status report_adjustment_row(struct report_rows *rows, const struct floor *floor,
                                  const struct event *event, const struct report_adjustment *hand,
                                  unsigned index)
{
    const struct money_rows *money = event_money(event);
    CHECK(money && hand->offer < floor->offering_count);
    struct store_value *row = report_row_add(rows, REPORT_ADJUSTMENT, index);
    int64_t cents = 0;
    if (!row)
        return rows->arena->refusal;
    for (uint32_t i = 0; i < money->movement_count; i++)
        if (money->movements[i].reason != REASON_REPAYMENT) /* which may follow */
            cents += money->movements[i].cents;
    *row++ = row_time(rows, event->head.at);
    *row++ = row_text(rows, event->head.by);
    *row++ = row_text(rows, hand->second);
    *row++ = row_constant(hand->what);
    row = row_put(row, hand->offer);
    row = row_put(row, hand->award);
    row = row_put(row, hand->prize);
    row = row_put(row, cents);
    *row++ = row_text(rows, hand->reason);
    /* What is moved by hand or forfeited is one movement; an award that is reversed is many. */
    bool one = event->kind != EVENT_AWARD_REVERSED && money->movement_count > 0;
    *row++ = one ? row_text(rows, floor->ledger.accounts[money->movements[0].from].name) : row_constant("");
    *row = one ? row_text(rows, floor->ledger.accounts[money->movements[0].to].name) : row_constant("");
    CHECK_ROW(rows, row + 1);
    return STATUS_OK;
}

enum status report_adjusted_row(struct report_rows *rows, const struct floor *floor,
                                const struct event *event, unsigned index)
{
    const struct adjusted *adjusted = EVENT_AS(event, adjusted);
    const struct report_adjustment hand = {"moved by hand",         adjusted->offer, 0, 0,
                                           adjusted->authorised_by, adjusted->reason};
    return report_adjustment_row(rows, floor, event, &hand, index);
}
