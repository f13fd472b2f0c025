#include "house/tables/tables_internal.h"

#include "base/check.h"
#include "funds/funds.h"
#include "funds/terms.h"
#include "house/kernel/deciding.h"
#include "house/setup/setup.h"
#include "house/tables/tables.h"
#include "house/tables/tables_shapes.h"

#include <string.h>

enum { HOUR_MS = 60 * 60 * 1000 };

/* ------------------------------------------------------------------------------------------ what is owed */

/* What the offer owes for the table on the gaming day that runs; NULL: nothing yet. */
static struct owed_hours *owed_today(const struct floor *floor, const struct offering *offering,
                                     uint32_t table)
{
    for (unsigned i = offering->owed_count; i > 0 && is_same_day(offering->owed[i - 1].day, floor->day); i--)
        if (offering->owed[i - 1].table == table)
            return &offering->owed[i - 1];
    return NULL;
}

/* How many of those it owes are of the oldest day. */
static unsigned oldest_count(const struct offering *offering)
{
    unsigned count = 0;
    while (count < offering->owed_count && is_same_day(offering->owed[count].day, offering->owed[0].day))
        count++;
    return count;
}

static bool can_be_administered(const struct floor *floor, const struct offering *offering)
{
    const struct terms *terms = &offering->terms;
    return offering->owed_count > 0 && term_is_set(&terms->administration_fee) &&
           terms->administration_from != terms->house &&
           floor->ledger.accounts[terms->administration_from].balance > 0;
}

/* ------------------------------------------------------------------------------------------ deciding */

/* The hour counts for an offer that the table had all the while. What the house funds itself it owes to nobody. */
static bool is_charged(const struct floor *floor, const struct table *table, const struct table_offer *at)
{
    const struct offering *offering = &floor->offerings[at->offer];
    const struct instant began = {table->opened.ms + (int64_t)table->hours_charged * HOUR_MS};
    return offering->posted && !offering->stopped && offering->seeded && at->listed &&
           term_is_set(&offering->terms.administration_fee) &&
           offering->terms.administration_from != offering->terms.house &&
           instant_compare(at->since, began) <= 0 &&
           was_offered(floor, offering, began, table->described->free_play);
}

static enum status decide_hour(struct deciding *deciding, const struct due *due)
{
    const uint32_t number = due->table;
    const struct floor *floor = deciding->floor;
    const struct table *table = &floor->tables[number];
    struct hour_fee *fees = ARENA_ARRAY(&deciding->decision->arena, struct hour_fee, FLOOR_TABLE_OFFERS_MAX);
    uint32_t count = 0;
    if (!fees)
        return deciding->decision->arena.refusal;
    for (unsigned i = 0; i < table->offer_count; i++) {
        uint32_t offer = table->offers[i].offer;
        const struct offering *offering = &floor->offerings[offer];
        if (!is_charged(floor, table, &table->offers[i]))
            continue;
        int64_t fee = offering->terms.administration_fee.cents;
        const struct owed_hours *owed = owed_today(floor, offering, number);
        fees[count++] = (struct hour_fee){offer, fee, (owed ? owed->cents : 0) + fee};
    }
    struct event *event = happens(deciding, EVENT_HOUR_COMPLETED);
    EVENT_AS(event, hour_completed)->table = table->described->name;
    EVENT_AS(event, hour_completed)->fees = fees;
    EVENT_AS(event, hour_completed)->fee_count = count;
    return STATUS_OK;
}

/* Of the oldest day of which something is due, table by table. Where repayments fill the event, the fee comes with the next. */
static enum status decide_administration(struct deciding *deciding, const struct due *due)
{
    const uint32_t offer = due->offer;
    const struct floor *floor = deciding->floor;
    const struct offering *offering = &floor->offerings[offer];
    uint32_t count = funds_repay(draft_for(deciding, offer), &offering->funds) ? oldest_count(offering) : 0;
    struct table_fee *tables = ARENA_ARRAY(&deciding->decision->arena, struct table_fee, count);
    int64_t owed_cents = 0;
    if (!tables)
        return deciding->decision->arena.refusal;
    for (uint32_t i = 0; i < count; i++)
        owed_cents += offering->owed[i].cents;
    int64_t left = funds_administration(draft_for(deciding, offer), &offering->funds, owed_cents);
    for (uint32_t i = 0; i < count; i++) {
        const struct owed_hours *owed = &offering->owed[i];
        int64_t taken = owed->cents < left ? owed->cents : left;
        tables[i] =
            (struct table_fee){floor->tables[owed->table].described->name, owed->hours, owed->cents, taken};
        left -= taken;
    }
    CHECK_OP(left, ==, 0);
    struct event *event = happens(deciding, EVENT_ADMINISTRATION_TAKEN);
    EVENT_AS(event, administration_taken)->offer = offer;
    EVENT_AS(event, administration_taken)->day = offering->owed[0].day;
    EVENT_AS(event, administration_taken)->tables = tables;
    EVENT_AS(event, administration_taken)->table_count = count;
    return take_money(deciding, &EVENT_AS(event, administration_taken)->money);
}

/* ------------------------------------------------------------------------------------------ applying */

enum status owe_hours(struct floor *floor, struct offering *offering, const struct owed_hours *owed)
{
    enum status status = MAKE_ROOM(&floor->arena, offering->owed, offering->owed_count, offering->owed_room);
    if (status != STATUS_OK)
        return status;
    offering->owed[offering->owed_count++] = *owed;
    offering->funds.administration_due += owed->cents;
    return STATUS_OK;
}

static enum status owe_hour(struct floor *floor, uint32_t table, const struct hour_fee *fee)
{
    struct offering *offering = &floor->offerings[fee->offer];
    struct owed_hours *owed = owed_today(floor, offering, table);
    if (!owed)
        return owe_hours(floor, offering, &(struct owed_hours){floor->day, table, 1, fee->cents});
    owed->hours++;
    owed->cents += fee->cents;
    offering->funds.administration_due += fee->cents;
    return STATUS_OK;
}

enum status apply_hour_completed(struct floor *floor, const struct event *event, struct fault *fault)
{
    const struct hour_completed *completed = EVENT_AS(event, hour_completed);
    struct table *table = table_called(floor, completed->table);
    if (!table)
        return strange(fault, event, "there is no such table");
    uint32_t number = (uint32_t)(table - floor->tables);
    for (uint32_t i = 0; i < completed->fee_count; i++) {
        const struct hour_fee *fee = &completed->fees[i];
        if (fee->offer >= floor->offering_count || fee->cents <= 0 ||
            fee->cents > INT64_MAX - floor->offerings[fee->offer].funds.administration_due)
            return strange(fault, event, "there is no such offer, or not such a fee");
        if (owe_hour(floor, number, fee) != STATUS_OK)
            return fault_set(fault, floor->arena.refusal, 0, "there is no memory for what is owed");
        if (owed_today(floor, &floor->offerings[fee->offer], number)->cents != fee->due)
            return strange(fault, event, "so much is not owed");
    }
    table->hours_charged++;
    return STATUS_OK;
}

/* Whether the event tells of the oldest day what is owed for it. */
static bool tells_what_is_owed(const struct floor *floor, const struct offering *offering,
                               const struct administration_taken *taken)
{
    if (offering->owed_count == 0 || !is_same_day(offering->owed[0].day, taken->day) ||
        (taken->table_count > 0 && taken->table_count != oldest_count(offering)))
        return false;
    for (uint32_t i = 0; i < taken->table_count; i++) {
        const struct table_fee *fee = &taken->tables[i];
        const struct owed_hours *owed = &offering->owed[i];
        if (!text_equal(fee->table, floor->tables[owed->table].described->name) ||
            fee->hours != owed->hours || fee->due != owed->cents || fee->taken < 0 || fee->taken > fee->due ||
            (fee->taken > 0 && i > 0 && fee[-1].taken < fee[-1].due))
            return false;
    }
    return true;
}

enum status apply_administration_taken(struct floor *floor, const struct event *event, struct fault *fault)
{
    const struct administration_taken *taken = EVENT_AS(event, administration_taken);
    if (taken->offer >= floor->offering_count)
        return strange(fault, event, "there is no such offer");
    struct offering *offering = &floor->offerings[taken->offer];
    unsigned settled = 0;
    if (!tells_what_is_owed(floor, offering, taken))
        return strange(fault, event, "so much is not owed, or not for these tables");
    for (uint32_t i = 0; i < taken->table_count; i++) {
        offering->owed[i].cents -= taken->tables[i].taken;
        offering->funds.administration_due -= taken->tables[i].taken;
        settled += offering->owed[i].cents == 0;
    }
    offering->owed_count -= settled;
    memmove(offering->owed, offering->owed + settled, offering->owed_count * sizeof *offering->owed);
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ what the clock brings */

void tables_due(const struct floor *floor, struct instant until, struct due *due)
{
    const struct offering *longest =
        NULL; /* of all offers the one that has owed for administration longest */
    struct due administration = {.order = due_order(DUE_ADMINISTRATION, 0), .decide = decide_administration};
    (void)until;
    for (unsigned i = 0; i < floor->table_count; i++) {
        const struct table *table = &floor->tables[i];
        const struct due hour = {
            .at = {table->opened.ms + (int64_t)(table->hours_charged + 1) * HOUR_MS},
            .order = due_order(DUE_OF_TABLE, i),
            .decide = decide_hour,
            .table = i,
        };
        if (table->open)
            due_consider(due, &hour);
    }
    for (unsigned i = 0; i < floor->offering_count; i++) {
        const struct offering *offering = &floor->offerings[i];
        if (can_be_administered(floor, offering) &&
            (!longest || date_compare(offering->owed[0].day, longest->owed[0].day) < 0))
            longest = offering;
    }
    administration.offer = longest ? (uint32_t)(longest - floor->offerings) : 0;
    if (longest && day_end(floor, &administration.at))
        due_consider(due, &administration);
}
