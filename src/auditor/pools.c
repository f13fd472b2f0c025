/* Pools: what they may hold, when they are seeded and rise, and what is due when a gaming day ends. */
#include "auditor/model_internal.h"
#include "house/kernel/clock_shapes.h"
#include "house/prizes/prizes_shapes.h"
#include "house/setup/setup_shapes.h"
#include "rulebook/vocabulary_paths.h"

enum { HOUR_MS = 60 * 60 * 1000 };

/* ------------------------------------------------------------------------------------------ what they hold */

bool pool_is_promised(const struct model_offer *offer, unsigned pool)
{
    char path[MODEL_PATH_SIZE];
    struct text_out out;
    text_out_init(&out, path, sizeof path);
    text_out_add(&out, PART_POOLS "/%.*s/" KEY_MONEY, TEXT_ARGUMENTS(offer->pools[pool]));
    return model_says(offer->offer, path, "the fund's");
}

/* A pool that must stay in a range ends there, where no cap is posted. */
static int64_t pool_cap(const struct model_offer *offer, unsigned pool)
{
    char path[MODEL_PATH_SIZE];
    struct text_out out;
    struct value value;
    int64_t cap = model_cents(offer->standing, PART_POOLS "/%s/" KEY_CAP, offer->pools[pool]);
    if (cap != MODEL_NOTHING)
        return cap;
    text_out_init(&out, path, sizeof path);
    text_out_add(&out, PART_POOLS "/%.*s/" KEY_AMOUNT, TEXT_ARGUMENTS(offer->pools[pool]));
    struct text amount = offer_text(offer->standing, path);
    bool ends = amount.length > 0 && value_read(VALUE_MONEY, amount, &value, NULL) == STATUS_OK &&
                value.form == VALUE_IS_GIVEN;
    return ends ? value.range.high : INT64_MAX;
}

int64_t pool_room(const struct auditor *auditor, const struct model_offer *offer, unsigned pool,
                  int64_t cents)
{
    int64_t cap = pool_cap(offer, pool), holds = plan_holds(auditor, offer->pool_accounts[pool]);
    return cap <= holds ? 0 : model_smaller(cap - holds, cents);
}

void pool_fill(struct auditor *auditor, struct model_offer *offer, unsigned pool, int64_t cents,
               const char *lack)
{
    if (cents <= 0)
        return;
    if (pool_is_promised(offer, pool))
        plan_move(auditor, model_promised(auditor), offer->pool_accounts[pool], cents);
    else
        plan_cover(auditor, offer, offer->pool_accounts[pool], cents, lack);
}

unsigned pool_by_name(const struct model_offer *offer, struct text name)
{
    unsigned pool = 0;
    while (pool < offer->pool_count && !text_equal(offer->pools[pool], name))
        pool++;
    return pool;
}

unsigned pool_of_account(const struct model_offer *offer, account_id account)
{
    unsigned pool = 0;
    while (pool < offer->pool_count && offer->pool_accounts[pool] != account)
        pool++;
    return pool;
}

static unsigned pool_called(struct auditor *auditor, const struct model_offer *offer, struct text name)
{
    for (unsigned i = 0; i < offer->pool_count; i++)
        if (text_equal(offer->pools[i], name))
            return i;
    auditor_object(auditor, "the offer has no pool %.*s", TEXT_ARGUMENTS(name));
    return MODEL_POOLS_MAX;
}

static bool is_raised_from_box(const struct model_offer *offer, unsigned pool)
{
    char path[MODEL_PATH_SIZE];
    struct text_out out;
    text_out_init(&out, path, sizeof path);
    text_out_add(&out, PART_POOLS "/%.*s/" KEY_INCREASE_FROM, TEXT_ARGUMENTS(offer->pools[pool]));
    return model_says(offer->offer, path, "fee box");
}

bool pool_box_waits(const struct model_offer *offer)
{
    for (unsigned i = 0; i < offer->pool_count; i++)
        if (is_raised_from_box(offer, i))
            return true;
    return false;
}

/* The offer of the event; NULL after an objection. */
static struct model_offer *offer_numbered(struct auditor *auditor, uint32_t number)
{
    MUST(auditor, number < auditor->offer_count, "there is no such offer");
    return auditor->failed ? NULL : &auditor->offers[number];
}

/* ------------------------------------------------------------------------------------------ rises */

/* The minute of the day at which a pool rises; where none is designated, when the gaming day begins. -1: it does not. */
static int rise_minute(const struct auditor *auditor, const struct model_offer *offer, unsigned pool)
{
    char path[MODEL_PATH_SIZE];
    struct text_out out;
    struct value value;
    text_out_init(&out, path, sizeof path);
    text_out_add(&out, PART_POOLS "/%.*s/" KEY_GROWS, TEXT_ARGUMENTS(offer->pools[pool]));
    if (!node_lists(offer_node(offer->offer, path), "daily") ||
        model_cents(offer->offer, PART_POOLS "/%s/" KEY_INCREASE, offer->pools[pool]) == MODEL_NOTHING)
        return -1;
    text_out_init(&out, path, sizeof path);
    text_out_add(&out, PART_POOLS "/%.*s/" KEY_INCREASE_AT, TEXT_ARGUMENTS(offer->pools[pool]));
    const struct node *at = offer_node(offer->offer, path);
    bool given = at && at->kind == NODE_SCALAR &&
                 value_read(VALUE_TIME_OF_DAY, at->scalar, &value, NULL) == STATUS_OK &&
                 value.form == VALUE_IS_GIVEN;
    return given ? value.minute : auditor->business.starts_minute;
}

/* Whether days on which nobody could play for the pool make it rise, too. */
static bool counts_every_day(const struct model_offer *offer, unsigned pool)
{
    char path[MODEL_PATH_SIZE];
    struct text_out out;
    text_out_init(&out, path, sizeof path);
    text_out_add(&out, PART_POOLS "/%.*s/" KEY_DAYS_NOT_OFFERED, TEXT_ARGUMENTS(offer->pools[pool]));
    return model_says(offer->offer, path, "counted");
}

/* A pool rises first when its minute comes after the movement. */
static void set_first_rise(struct auditor *auditor, const struct model_offer *offer, unsigned pool)
{
    struct local_time local;
    struct date *increased = &auditor->accounts[offer->pool_accounts[pool]].increased;
    int minute = rise_minute(auditor, offer, pool);
    if (local_time_of(auditor->now, &auditor->zone, &local) != STATUS_OK)
        return;
    *increased = local.date;
    if (local.hour * 60 + local.minute < minute)
        (void)!date_add_days(local.date, -1, increased);
}

const struct model_offer *pool_keeper(const struct auditor *auditor, account_id pool)
{
    for (unsigned i = 0; i < auditor->offer_count; i++)
        for (unsigned k = 0; k < auditor->offers[i].pool_count && auditor->offers[i].posted; k++)
            if (auditor->offers[i].pool_accounts[k] == pool)
                return &auditor->offers[i];
    return NULL;
}

void model_rearrange_pools(struct auditor *auditor, const struct model_offer *offer)
{
    for (unsigned i = 0; i < offer->pool_count; i++)
        if (offer->pool_accounts[i] < auditor->account_count)
            auditor->accounts[offer->pool_accounts[i]].arranged = auditor->now;
}

void pool_begin_rises(struct auditor *auditor, const struct model_offer *offer, const bool *was_kept)
{
    for (unsigned i = 0; i < offer->pool_count && !auditor->failed; i++) {
        bool rose = auditor->accounts[offer->pool_accounts[i]].increased.year != 0;
        if (!was_kept[i] && !(rose && counts_every_day(offer, i)))
            set_first_rise(auditor, offer, i);
    }
    model_rearrange_pools(auditor, offer);
}

/* When the pool rises next. */
static bool next_rise(const struct auditor *auditor, const struct model_offer *offer, unsigned pool,
                      struct instant *at)
{
    int minute = rise_minute(auditor, offer, pool);
    struct local_time local = {.hour = (uint8_t)(minute / 60), .minute = (uint8_t)(minute % 60)};
    struct date increased = auditor->accounts[offer->pool_accounts[pool]].increased;
    return minute >= 0 && date_add_days(increased, 1, &local.date) == STATUS_OK &&
           zone_instant(&auditor->zone, &local, CALENDAR_USUAL, at) == STATUS_OK;
}

/* What waits in the box, and what fees did not bring of a pool's growth in the day. */
static void close_day(struct auditor *auditor, struct model_offer *offer)
{
    if (pool_box_waits(offer))
        plan_move(auditor, offer->box, fund_named(auditor, offer, NULL, "daily increases"),
                  plan_holds(auditor, offer->box));
    for (unsigned i = 0; i < offer->pool_count; i++) {
        int64_t growth = model_cents(offer->offer, PATH_RECORDS_DAILY_GROWTH "/%s", offer->pools[i]);
        if (growth != MODEL_NOTHING && growth > offer->brought[i] && offer->posted &&
            date_compare(offer->closed, auditor->day) < 0)
            plan_cover_from(auditor, offer, fund_of_growth(auditor, offer, i), offer->pool_accounts[i],
                            pool_room(auditor, offer, i, growth - offer->brought[i]), "daily increases");
    }
    for (unsigned i = 0; i < auditor->offer_count && offer->posted; i++)
        if (text_equal(auditor->offers[i].offer->rulebook->document.identity,
                       offer->offer->rulebook->document.identity))
            auditor->offers[i].closed = auditor->day;
}

void see_increased(struct auditor *auditor)
{
    const struct pool_changed *changed = EVENT_AS(auditor->event, pool_changed);
    struct model_offer *offer = offer_numbered(auditor, changed->offer);
    struct instant due = {0};
    if (!offer)
        return;
    if (changed->pool.length == 0) {
        close_day(auditor, offer);
        plan_repay_credited(auditor);
        return;
    }
    unsigned pool = pool_called(auditor, offer, changed->pool);
    if (pool == MODEL_POOLS_MAX)
        return;
    MUST(auditor, offer->posted && offer->seeded, "it is not posted, or was not seeded");
    MUST(auditor, next_rise(auditor, offer, pool, &due), "the pool does not rise by the day");
    struct model_account *account = &auditor->accounts[offer->pool_accounts[pool]];
    MUST(auditor, pool_keeper(auditor, offer->pool_accounts[pool]) == offer,
         "the pool rises by another offer of the activity");
    MUST(auditor, auditor->now.ms == due.ms || (due.ms < account->arranged.ms && auditor->now.ms >= due.ms),
         "it is not the time at which the pool rises");
    int64_t rise = pool_room(auditor, offer, pool,
                             model_cents(offer->offer, PART_POOLS "/%s/" KEY_INCREASE, changed->pool));
    int64_t boxed =
        is_raised_from_box(offer, pool) ? model_smaller(rise, plan_holds(auditor, offer->box)) : 0;
    plan_move(auditor, offer->box, offer->pool_accounts[pool], boxed);
    pool_fill(auditor, offer, pool, rise - boxed, "daily increases");
    (void)!date_add_days(account->increased, 1, &account->increased);
    plan_repay_credited(auditor);
}

void see_raised(struct auditor *auditor)
{
    const struct pool_changed *changed = EVENT_AS(auditor->event, pool_changed);
    struct model_offer *offer = offer_numbered(auditor, changed->offer);
    unsigned pool = offer ? pool_called(auditor, offer, changed->pool) : MODEL_POOLS_MAX;
    if (!offer || pool == MODEL_POOLS_MAX)
        return;
    char path[MODEL_PATH_SIZE];
    struct text_out out;
    int64_t cents = auditor->accounts[offer->pool_accounts[pool]].moved;
    text_out_init(&out, path, sizeof path);
    text_out_add(&out, PART_POOLS "/%.*s/" KEY_RAISE, TEXT_ARGUMENTS(offer->pools[pool]));
    bool if_held = model_says(offer->offer, path, "from the reserve if it holds it");
    MUST(auditor, if_held || model_says(offer->offer, path, "from the reserve"),
         "the document knows no raise");
    MUST(auditor, cents > 0 && pool_room(auditor, offer, pool, cents) == cents,
         "the raise is beyond the cap");
    account_id fund = fund_of_pool(auditor, offer, pool, "increase from", "daily increases");
    MUST(auditor, !if_held || plan_holds(auditor, fund) >= cents, "the fund did not hold the raise");
    plan_cover(auditor, offer, offer->pool_accounts[pool], cents, "daily increases");
    plan_repay_credited(auditor);
}

/* ------------------------------------------------------------------------------------------ seeds */

void see_seeded(struct auditor *auditor)
{
    struct model_offer *offer = offer_numbered(auditor, EVENT_AS(auditor->event, pool_changed)->offer);
    if (!offer)
        return;
    MUST(auditor, offer->posted && !offer->seeded, "it was seeded, or is not posted");
    account_id house = model_house(auditor);
    for (unsigned i = 0; i < offer->pool_count; i++) {
        char path[MODEL_PATH_SIZE];
        struct text_out out;
        int64_t seed = model_cents(offer->offer, PART_POOLS "/%s/" KEY_SEED, offer->pools[i]);
        bool of_fund = pool_is_promised(offer, i);
        text_out_init(&out, path, sizeof path);
        text_out_add(&out, PART_POOLS "/%.*s/" KEY_SEED_REPAID_FROM, TEXT_ARGUMENTS(offer->pools[i]));
        if (seed == MODEL_NOTHING || auditor->accounts[offer->pool_accounts[i]].seeded)
            continue;
        auditor->accounts[offer->pool_accounts[i]].seeded = seed > 0;
        plan_move(auditor, house,
                  of_fund ? fund_named(auditor, offer, NULL, "progressive prizes") : offer->pool_accounts[i],
                  seed);
        if (of_fund)
            plan_move(auditor, model_promised(auditor), offer->pool_accounts[i], seed);
        if (node_path(offer->offer->rulebook->data, path))
            plan_advance(auditor, offer, fund_of_pool(auditor, offer, i, "seed repaid from", "advances"),
                         seed);
    }
    for (unsigned i = 0; i < offer->fund_count && offer->pool_count == 0; i++) {
        account_id fund = offer->funds[i];
        int64_t lack = fund_keeps(auditor, offer, fund) - plan_holds(auditor, fund);
        if (lack <= 0)
            continue;
        plan_move(auditor, house, fund, lack);
        if (is_paid_back(offer->offer, "seeds"))
            plan_advance(auditor, offer, fund_repaying(auditor, offer, "seeds"), lack);
    }
    offer->seeded = true;
    plan_repay_credited(auditor);
}

/* ------------------------------------------------------------------------------------------ gaming days */

/* Whether the document expects a growth of the day for a pool or for a fund of its own. */
static bool expects_growth(const struct model_offer *offer)
{
    static const char path[] = PATH_RECORDS_DAILY_GROWTH "/%s";
    const struct node *funds = node_member(offer->offer->rulebook->data, PART_FUNDS);
    for (const struct node *fund = funds && funds->kind == NODE_MAP ? funds->first_child : NULL; fund;
         fund = fund->next)
        if (model_cents(offer->offer, path, fund->key) != MODEL_NOTHING)
            return true;
    for (unsigned i = 0; i < offer->pool_count; i++)
        if (model_cents(offer->offer, path, offer->pools[i]) != MODEL_NOTHING)
            return true;
    return false;
}

/* X4: no day ends whose growth was not made up. */
static void check_growth_of_day(struct auditor *auditor)
{
    for (unsigned i = 0; i < auditor->offer_count; i++) {
        const struct model_offer *offer = &auditor->offers[i];
        bool closes = offer->posted && offer->seeded && expects_growth(offer);
        MUST(auditor, !closes || date_compare(offer->closed, auditor->day) == 0,
             "the day was not closed for %.*s", TEXT_ARGUMENTS(offer->name));
    }
}

void see_day_began(struct auditor *auditor)
{
    struct instant first, end;
    struct date next;
    MUST(auditor,
         business_day_bounds(auditor->day, &auditor->zone, auditor->business, &first, &end) == STATUS_OK &&
             end.ms == auditor->now.ms && date_add_days(auditor->day, 1, &next) == STATUS_OK &&
             date_compare(next, EVENT_AS(auditor->event, day_began)->day) == 0,
         "this is not the next gaming day, or not its first moment");
    check_hours_of_day(auditor);
    check_growth_of_day(auditor);
    for (unsigned i = 0; i < auditor->offer_count; i++)
        MUST(auditor,
             !pool_box_waits(&auditor->offers[i]) || auditor->accounts[auditor->offers[i].box].balance == 0,
             "%.*s has fees in the box that should have been counted before the day ended",
             TEXT_ARGUMENTS(auditor->offers[i].name));
    auditor->day = EVENT_AS(auditor->event, day_began)->day;
    for (unsigned i = 0; i < auditor->offer_count; i++)
        for (unsigned pool = 0; pool < auditor->offers[i].pool_count; pool++)
            auditor->offers[i].brought[pool] = 0;
    begin_roles(auditor);
}

/* X4: nothing that is due by time is left out. */
void check_time_of_money(struct auditor *auditor)
{
    struct instant at, first, end;
    for (unsigned i = 0; i < auditor->offer_count; i++) {
        const struct model_offer *offer = &auditor->offers[i];
        MUST(auditor, !offer->posted || offer->seeded || offer->posted_at.ms >= auditor->now.ms,
             "%.*s should have been seeded before", TEXT_ARGUMENTS(offer->name));
        for (unsigned pool = 0; pool < offer->pool_count && offer->posted; pool++)
            MUST(auditor,
                 pool_keeper(auditor, offer->pool_accounts[pool]) != offer ||
                     !next_rise(auditor, offer, pool, &at) || at.ms >= auditor->now.ms ||
                     auditor->accounts[offer->pool_accounts[pool]].arranged.ms >= at.ms,
                 "the %.*s of %.*s should have risen before", TEXT_ARGUMENTS(offer->pools[pool]),
                 TEXT_ARGUMENTS(offer->name));
    }
    for (unsigned i = 0; i < auditor->table_count; i++) {
        const struct model_table *table = &auditor->tables[i];
        MUST(auditor, !table->open || table->opened.ms + (table->hours + 1) * HOUR_MS >= auditor->now.ms,
             "an hour of %.*s should have been counted before", TEXT_ARGUMENTS(table->described->name));
    }
    MUST(auditor,
         business_day_bounds(auditor->day, &auditor->zone, auditor->business, &first, &end) != STATUS_OK ||
             end.ms >= auditor->now.ms,
         "the gaming day should have ended before");
}
