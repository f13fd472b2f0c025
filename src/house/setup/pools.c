/* Pools of an offer over time: seeds, daily increases, the growth that is made up when a day closes. */
#include "house/setup/setup_internal.h"

#include "base/check.h"
#include "funds/draft.h"
#include "funds/funds.h"
#include "funds/ledger.h"
#include "funds/offered.h"
#include "funds/terms.h"
#include "house/kernel/deciding.h"
#include "house/setup/setup.h"
#include "house/setup/setup_shapes.h"
#include "house/tables/tables.h"

enum { MINUTE_MS = 60 * 1000, HOUR_MS = 60 * MINUTE_MS };

/* ------------------------------------------------------------------------------------------ hours */

static bool covers(const struct floor *floor, const struct offering *offering, struct instant at,
                   bool free_play)
{
    struct local_time local;
    return local_time_of(at, &floor->zone, &local) == STATUS_OK &&
           offered_at(&offering->offered, &local, free_play).allowed;
}

bool is_offered_at(const struct floor *floor, const struct offering *offering, const struct table *table)
{
    return offering->posted && !offering->stopped &&
           covers(floor, offering, floor->now, table->described->free_play);
}

bool is_in_force(const struct floor *floor, const struct offering *offering)
{
    return offering->posted && !offering->stopped && covers(floor, offering, floor->now, false);
}

/* Hours are posted to the minute, so that a gap shows at one of these moments. */
bool was_offered(const struct floor *floor, const struct offering *offering, struct instant from,
                 bool free_play)
{
    for (int64_t ms = 0; ms < HOUR_MS; ms += MINUTE_MS)
        if (!covers(floor, offering, (struct instant){from.ms + ms}, free_play))
            return false;
    return covers(floor, offering, (struct instant){from.ms + HOUR_MS - 1}, free_play);
}

bool offer_period_end(const struct floor *floor, const struct offer *offer, struct instant at,
                      struct instant *end)
{
    struct local_time local, first, last;
    struct instant began;
    struct date day;
    if (schedule_is_always(&offer->hours))
        return business_date_of(at, &floor->zone, floor->business, &day) == STATUS_OK &&
               business_day_bounds(day, &floor->zone, floor->business, &began, end) == STATUS_OK;
    return local_time_of(at, &floor->zone, &local) == STATUS_OK &&
           schedule_period(&offer->hours, &local, &first, &last) &&
           zone_instant(&floor->zone, &last, CALENDAR_USUAL, end) == STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ what is due */

uint16_t increase_minute(const struct floor *floor, const struct pool_terms *pool)
{
    return pool->increases_at ? pool->increase_minute : floor->business.starts_minute;
}

/* A pool that several offers of one activity share is the first one's to keep. */
static bool keeps_pool(const struct floor *floor, uint32_t number, const struct pool_terms *pool)
{
    for (uint32_t i = 0; i < number; i++)
        for (unsigned k = 0; k < floor->offerings[i].terms.pool_count && floor->offerings[i].posted; k++)
            if (floor->offerings[i].terms.pools[k].account == pool->account)
                return false;
    return true;
}

/* The growth of a day is asked of whole days, and of what is offered. */
static bool has_day_behind(const struct floor *floor, const struct offering *offering)
{
    return offering->posted && offering->seeded && date_compare(offering->closed, floor->day) < 0;
}

/* Whether the end of the day moves money of the offer. Fees that wait in the box are counted on whatever day they came. */
static bool day_is_to_close(const struct floor *floor, uint32_t number)
{
    const struct offering *offering = &floor->offerings[number];
    const struct terms *terms = &offering->terms;
    for (unsigned i = 0; i < terms->pool_count && has_day_behind(floor, offering); i++)
        if (term_is_set(&terms->pools[i].daily_growth) && keeps_pool(floor, number, &terms->pools[i]))
            return true;
    for (unsigned i = 0; i < terms->fund_count && has_day_behind(floor, offering); i++)
        if (terms->funds[i].growth.clause.length > 0)
            return true;
    return terms->fee.waits && floor->ledger.accounts[terms->box].balance > 0;
}

/* ------------------------------------------------------------------------------------------ deciding */

static enum status decide_seed(struct deciding *deciding, const struct due *due)
{
    const struct offering *offering = &deciding->floor->offerings[due->offer];
    struct draft *draft = draft_for(deciding, due->offer);
    CHECK(offering->posted && !offering->seeded); /* the house puts them in once */
    for (unsigned i = 0; i < offering->terms.pool_count; i++) {
        const struct pool_terms *pool = &offering->terms.pools[i];
        if (deciding->floor->ledger.accounts[pool->account].in[REASON_SEED] ==
            0) /* by no other offer of it */
            funds_seed(draft, &offering->funds, pool);
    }
    funds_seed_fund(draft, &offering->funds);
    struct event *event = happens(deciding, EVENT_SEEDED);
    EVENT_AS(event, pool_changed)->offer = due->offer;
    return take_money(deciding, &EVENT_AS(event, pool_changed)->money);
}

/* The day after that of the last increase; without a pool the day that closes for the offer. Year 0: there is none, for of an offer that
 * was withdrawn only the box is emptied. */
static struct date day_of_increase(const struct floor *floor, const struct offering *offering,
                                   const struct pool_terms *pool)
{
    struct date day = {0};
    if (!pool)
        return offering->posted ? floor->day : day;
    CHECK(pool >= offering->terms.pools && pool < offering->terms.pools + offering->terms.pool_count);
    return date_add_days(offering->increased[pool - offering->terms.pools], 1, &day) == STATUS_OK
               ? day
               : (struct date){0};
}

/* Logs of earlier numbers do not tell the day. */
enum status complete_increased(const struct floor *floor, struct event *event, struct arena *arena)
{
    struct pool_changed *changed = EVENT_AS(event, pool_changed);
    (void)arena;
    if (changed->offer >= floor->offering_count)
        return STATUS_OK; /* which is found when it is applied */
    const struct offering *offering = &floor->offerings[changed->offer];
    changed->day = day_of_increase(floor, offering, terms_pool(&offering->terms, changed->pool));
    return STATUS_OK;
}

static enum status decide_increase(struct deciding *deciding, const struct due *due)
{
    const struct offering *offering = &deciding->floor->offerings[due->offer];
    CHECK_OP(due->pool, <, offering->terms.pool_count);
    const struct pool_terms *pool = &offering->terms.pools[due->pool];
    struct draft *draft = draft_for(deciding, due->offer);
    if (offering->seeded)
        funds_increase(draft, &offering->funds, pool);
    struct event *event = happens(deciding, EVENT_INCREASED);
    EVENT_AS(event, pool_changed)->offer = due->offer;
    EVENT_AS(event, pool_changed)->pool = pool->name;
    EVENT_AS(event, pool_changed)->day = day_of_increase(deciding->floor, offering, pool);
    return take_money(deciding, &EVENT_AS(event, pool_changed)->money);
}

static enum status decide_day_close(struct deciding *deciding, const struct due *due)
{
    const struct offering *offering = &deciding->floor->offerings[due->offer];
    struct draft *draft = draft_for(deciding, due->offer);
    funds_empty_box(draft, &offering->funds);
    if (has_day_behind(deciding->floor, offering))
        funds_fill_up_growth(draft, &offering->funds);
    struct event *event = happens(deciding, EVENT_INCREASED);
    EVENT_AS(event, pool_changed)->offer = due->offer;
    EVENT_AS(event, pool_changed)->day = day_of_increase(deciding->floor, offering, NULL);
    return take_money(deciding, &EVENT_AS(event, pool_changed)->money);
}

enum status decide_raise(struct deciding *deciding)
{
    const struct floor *floor = deciding->floor;
    const struct raise_pool *command = COMMAND_AS(deciding->command, raise_pool);
    uint32_t offer;
    if (!find_offer(deciding, command->offer, &offer))
        return STATUS_OK;
    const struct offering *offering = &floor->offerings[offer];
    const struct pool_terms *pool = terms_pool(&offering->terms, command->pool);
    if (!pool || command->amount <= 0)
        return REFUSE(deciding, rule_money, "name a pool of the offer and an amount above $0");
    struct ruling ruling = funds_raise(draft_for(deciding, offer), &offering->funds, pool, command->amount);
    if (!ruling.allowed) {
        struct text clause = text_of(ruling.clause); /* none where the document is silent */
        ruling.clause = kept_clause(deciding, clause.length > 0 ? clause : offering->terms.activity);
        return refuse_by(deciding, ruling);
    }
    struct event *event = happens(deciding, EVENT_RAISED);
    EVENT_AS(event, pool_changed)->offer = offer;
    EVENT_AS(event, pool_changed)->pool = command->pool;
    EVENT_AS(event, pool_changed)->authorised_by = command->authorised_by;
    return take_money(deciding, &EVENT_AS(event, pool_changed)->money);
}

/* ------------------------------------------------------------------------------------------ what the clock brings */

/* What of one offer is due: its first seeds, and the daily increase of each of its pools. */
static void due_of_offer(const struct floor *floor, uint32_t number, struct due *due)
{
    const struct offering *offering = &floor->offerings[number];
    if (offering->posted && !offering->seeded)
        due_consider(due, &(struct due){.at = floor->now,
                                        .order = due_order_of_offer(number, DUE_SEED),
                                        .decide = decide_seed,
                                        .offer = number});
    for (unsigned i = 0; i < offering->terms.pool_count && offering->posted; i++) {
        const struct pool_terms *pool = &offering->terms.pools[i];
        uint16_t minute = increase_minute(floor, pool);
        if (!term_is_set(&pool->increase) || !keeps_pool(floor, number, pool))
            continue;
        struct local_time local = {.hour = (uint8_t)(minute / 60), .minute = (uint8_t)(minute % 60)};
        struct due increase = {.order = due_order_of_offer(number, DUE_INCREASE),
                               .decide = decide_increase,
                               .offer = number,
                               .pool = i};
        if (date_add_days(offering->increased[i], 1, &local.date) == STATUS_OK &&
            zone_instant(&floor->zone, &local, CALENDAR_USUAL, &increase.at) == STATUS_OK)
            due_consider(due, &increase);
    }
}

void setup_due(const struct floor *floor, struct instant until, struct due *due)
{
    struct instant end;
    bool ends = day_end(floor, &end);
    (void)until;
    changes_due(floor, due);
    for (uint32_t i = 0; i < floor->offering_count; i++) {
        due_of_offer(floor, i, due);
        if (ends && day_is_to_close(floor, i))
            due_consider(due, &(struct due){.at = end,
                                            .order = due_order(DUE_DAY_CLOSE, i),
                                            .decide = decide_day_close,
                                            .offer = i});
    }
}

void setup_time_passed(struct floor *floor)
{
    struct local_time local;
    if (local_time_of(floor->now, &floor->zone, &local) == STATUS_OK)
        floor->hour = local.hour;
    CHECK_OP(floor->hour, <, 24);
}

/* ------------------------------------------------------------------------------------------ applying */

/* A pool was increased: for all offers that share it. */
static void mark_increased(struct floor *floor, const struct pool_terms *pool, struct date day)
{
    for (unsigned i = 0; i < floor->offering_count; i++) {
        struct offering *offering = &floor->offerings[i];
        for (unsigned k = 0; k < offering->terms.pool_count; k++)
            if (offering->terms.pools[k].account == pool->account)
                offering->increased[k] = day;
    }
}

static void mark_closed(struct floor *floor, const struct offering *by, struct date day)
{
    for (unsigned i = 0; i < floor->offering_count; i++)
        if (text_equal(floor->offerings[i].terms.activity, by->terms.activity))
            floor->offerings[i].closed = day;
}

/* Seeds, the increase of a pool, the close of the day for an offer (no pool is named), and raises. */
enum status apply_pool_changed(struct floor *floor, const struct event *event, struct fault *fault)
{
    const struct pool_changed *changed = EVENT_AS(event, pool_changed);
    if (changed->offer >= floor->offering_count)
        return strange(fault, event, "there is no such offer");
    struct offering *offering = &floor->offerings[changed->offer];
    const struct pool_terms *pool = terms_pool(&offering->terms, changed->pool);
    CHECK_IMPLIES(pool, pool->account < floor->ledger.count);
    if (event->kind == EVENT_SEEDED)
        offering->seeded = true;
    if (event->kind != EVENT_INCREASED)
        return STATUS_OK;
    if (pool ? changed->day.year == 0 : changed->pool.length > 0)
        return strange(fault, event, "its pool, or its day");
    if (pool)
        mark_increased(floor, pool, changed->day);
    else if (changed->day.year != 0)
        mark_closed(floor, offering, changed->day);
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ deciding again */

bool raise_again(const struct floor *floor, const struct event *event, struct command *command)
{
    const struct pool_changed *raised = EVENT_AS(event, pool_changed);
    if (raised->offer >= floor->offering_count)
        return false; /* which is found when it is applied */
    const struct offering *offering = &floor->offerings[raised->offer];
    const struct pool_terms *pool = terms_pool(&offering->terms, raised->pool);
    COMMAND_FILL(command, raise_pool, .offer = offering->name, .pool = raised->pool,
                 .authorised_by = raised->authorised_by);
    for (uint32_t i = 0; i < raised->money.movement_count && pool; i++)
        if (raised->money.movements[i].to == pool->account)
            COMMAND_AS(command, raise_pool)->amount += raised->money.movements[i].cents;
    return true;
}

/* ------------------------------------------------------------------------------------------ advances */

static bool is_credited(const struct draft *draft, account_id account)
{
    for (unsigned i = 0; i < draft->movement_count; i++)
        if (draft->movements[i].to == account)
            return true;
    return false;
}

void repay_from_funds(const struct floor *floor, struct draft *draft)
{
    for (unsigned i = 0; i < floor->offering_count; i++) {
        const struct funds *funds = &floor->offerings[i].funds;
        for (unsigned k = 0; k < funds->terms->fund_count && funds_owe(funds); k++) {
            account_id fund = funds->terms->funds[k].account;
            if (funds_first_with(funds, fund) == funds && is_credited(draft, fund)) {
                draft_of_activity(draft, i);
                funds_repay_from(draft, funds, fund);
            }
        }
    }
}
