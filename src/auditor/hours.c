/* The administrative fee for completed hours of tables, and when the house may take it. */
#include "auditor/model_internal.h"
#include "house/tables/tables_shapes.h"
#include "rulebook/vocabulary_paths.h"

#include <string.h>

enum { HOUR_MS = 60 * 60 * 1000 };

/* ------------------------------------------------------------------------------------------ hours */

/* Whether it was offered in every minute of the hour that ends now. */
static bool ran_for_an_hour(const struct auditor *auditor, const struct model_offer *offer,
                            const struct model_table *table)
{
    enum { MINUTES = 60 };
    for (int64_t minute = MINUTES; minute > 0; minute--)
        if (!model_runs(auditor, offer, table,
                        (struct instant){auditor->now.ms - minute * HOUR_MS / MINUTES}))
            return false;
    return model_runs(auditor, offer, table, (struct instant){auditor->now.ms - 1});
}

static int64_t fee_of(const struct model_offer *offer)
{
    return model_cents(offer->offer, PATH_ADMINISTRATION_FEE, text_of(""));
}

static account_id fund_of_fee(const struct auditor *auditor, const struct model_offer *offer)
{
    return fund_named(auditor, offer, PATH_ADMINISTRATION_FROM, "administration");
}

/* S7: an hour in which the table did not have the offer all the time is not charged. */
static bool costs(const struct auditor *auditor, const struct model_offer *offer,
                  const struct model_table *table)
{
    return offer->posted && offer->seeded && fee_of(offer) != MODEL_NOTHING &&
           fund_of_fee(auditor, offer) != model_house(auditor) && model_is_at(offer, table) &&
           offer->since[table - auditor->tables].ms <= auditor->now.ms - HOUR_MS &&
           ran_for_an_hour(auditor, offer, table);
}

/* What the offer then owes for the table on the day. */
static int64_t count_hour(struct auditor *auditor, struct model_offer *offer, uint32_t table)
{
    for (unsigned i = 0; i < offer->hours_count; i++) {
        struct model_hours *hours = &offer->hours[i];
        if (hours->table == table && date_compare(hours->day, auditor->day) == 0) {
            hours->hours++;
            hours->due += fee_of(offer);
            return hours->due;
        }
    }
    if (!MODEL_ROOM(auditor, offer->hours, offer->hours_count, offer->hours_room))
        return 0;
    offer->hours[offer->hours_count++] = (struct model_hours){auditor->day, table, 1, fee_of(offer)};
    return fee_of(offer);
}

void see_hour_completed(struct auditor *auditor)
{
    const struct hour_completed *completed = EVENT_AS(auditor->event, hour_completed);
    struct model_table *table = model_table(auditor, completed->table);
    uint32_t row = 0;
    if (!table)
        return;
    table->hours++;
    MUST(auditor, table->open && auditor->now.ms == table->opened.ms + table->hours * HOUR_MS,
         "the table was not open for a full hour more");
    for (unsigned i = 0; i < auditor->offer_count; i++) {
        struct model_offer *offer = &auditor->offers[i];
        if (!costs(auditor, offer, table))
            continue;
        int64_t due = count_hour(auditor, offer, (uint32_t)(table - auditor->tables));
        bool told = row < completed->fee_count && completed->fees[row].offer == i &&
                    completed->fees[row].cents == fee_of(offer) && completed->fees[row].due == due;
        MUST(auditor, told, "%.*s owes %lld cents for the day of the table, which is not what is said",
             TEXT_ARGUMENTS(offer->name), (long long)due);
        row++;
    }
    MUST(auditor, row == completed->fee_count, "the fee of an offer that has none at the table");
}

/* ------------------------------------------------------------------------------------------ the close of a day */

static bool can_pay(const struct auditor *auditor, const struct model_offer *offer)
{
    account_id fund = fund_of_fee(auditor, offer);
    return offer->hours_count > 0 && fee_of(offer) != MODEL_NOTHING && fund != model_house(auditor) &&
           plan_holds(auditor, fund) > 0;
}

void check_hours_of_day(struct auditor *auditor)
{
    for (unsigned i = 0; i < auditor->offer_count; i++)
        MUST(auditor, !can_pay(auditor, &auditor->offers[i]),
             "%.*s owes for hours of tables, which should have been taken before the day ended",
             TEXT_ARGUMENTS(auditor->offers[i].name));
}

/* The fee comes last: hours that end with the day are counted, and the oldest debt to this fund is paid first. */
static void check_turn(struct auditor *auditor, const struct model_offer *offer)
{
    struct instant first, end;
    MUST(auditor,
         business_day_bounds(auditor->day, &auditor->zone, auditor->business, &first, &end) == STATUS_OK &&
             end.ms == auditor->now.ms,
         "the fee of administration is taken when the gaming day closes");
    for (unsigned i = 0; i < auditor->table_count; i++) {
        const struct model_table *table = &auditor->tables[i];
        MUST(auditor, !table->open || table->opened.ms + (table->hours + 1) * HOUR_MS > auditor->now.ms,
             "an hour of %.*s is to be counted first", TEXT_ARGUMENTS(table->described->name));
    }
    for (unsigned i = 0; i < auditor->offer_count; i++) {
        const struct model_offer *other = &auditor->offers[i];
        MUST(auditor,
             !can_pay(auditor, other) || fund_of_fee(auditor, other) != fund_of_fee(auditor, offer) ||
                 date_compare(other->hours[0].day, offer->hours[0].day) >= 0,
             "%.*s has owed longer", TEXT_ARGUMENTS(other->name));
    }
}

/* Takes what the fund still holds for each table of the oldest day; the rest stays due. */
static void take_oldest(struct auditor *auditor, struct model_offer *offer)
{
    const struct administration_taken *taken = EVENT_AS(auditor->event, administration_taken);
    account_id to = model_account(auditor, ACCOUNT_ADMINISTRATION, text_of(""), text_of("administration"));
    const account_id fund = fund_of_fee(auditor, offer);
    const struct date day = offer->hours[0].day;
    uint32_t row = 0;
    unsigned settled = 0;
    for (; row < offer->hours_count && date_compare(offer->hours[row].day, day) == 0; row++) {
        struct model_hours *hours = &offer->hours[row];
        int64_t held = plan_holds(auditor, fund), cents = held < hours->due ? held : hours->due;
        const struct table_fee *told = row < taken->table_count ? &taken->tables[row] : NULL;
        MUST(auditor,
             told && text_equal(told->table, auditor->tables[hours->table].described->name) &&
                 told->hours == hours->hours && told->due == hours->due && told->taken == cents,
             "%.*s owes %lld cents for %u hours, of which %lld can be taken, and that is not what is said",
             TEXT_ARGUMENTS(auditor->tables[hours->table].described->name), (long long)hours->due,
             hours->hours, (long long)cents);
        plan_move(auditor, fund, to, cents);
        hours->due -= cents;
        settled += hours->due == 0;
    }
    MUST(auditor, row == taken->table_count, "the fee of a table that owes none");
    offer->hours_count -= settled;
    memmove(offer->hours, offer->hours + settled, offer->hours_count * sizeof *offer->hours);
}

void see_administration_taken(struct auditor *auditor)
{
    const struct administration_taken *taken = EVENT_AS(auditor->event, administration_taken);
    MUST(auditor, taken->offer < auditor->offer_count, "there is no such offer");
    if (auditor->failed)
        return;
    struct model_offer *offer = &auditor->offers[taken->offer];
    MUST(auditor, can_pay(auditor, offer) && date_compare(offer->hours[0].day, taken->day) == 0,
         "it owes nothing for that day, or its fund holds nothing");
    if (auditor->failed)
        return;
    check_turn(auditor, offer);
    if (plan_repay(auditor, offer))
        take_oldest(auditor, offer);
    else
        MUST(auditor, taken->table_count == 0, "advances are to be paid back first");
}
