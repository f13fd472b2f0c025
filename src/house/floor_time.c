#include "house/floor_internal.h"

#include "base/check.h"

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
    return table->described->free_play ? offering->posted && covers(floor, offering, floor->now, true)
                                       : offering->in_force;
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

void look_at_clock(struct floor *floor)
{
    struct local_time local;
    if (local_time_of(floor->now, &floor->zone, &local) == STATUS_OK)
        floor->hour = local.hour;
    CHECK_OP(floor->hour, <, 24);
    for (unsigned i = 0; i < floor->offering_count; i++) {
        struct offering *offering = &floor->offerings[i];
        offering->in_force = offering->posted && covers(floor, offering, floor->now, false);
    }
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

uint16_t increase_minute(const struct floor *floor, const struct pool_terms *pool)
{
    return pool->increases_at ? pool->increase_minute : floor->business.starts_minute;
}

/* ------------------------------------------------------------------------------------------ what is due */

/* The earlier of two; of two at once the one that was found first. */
static void consider(struct due *due, const struct due *other)
{
    CHECK_OP(other->kind, !=, DUE_NOTHING);
    if (due->kind == DUE_NOTHING || instant_compare(other->at, due->at) < 0)
        *due = *other;
}

/* A pool that several offers of one activity share is the first one's to keep. */
static bool keeps_pool(const struct floor *floor, uint32_t number, const struct pool_terms *pool)
{
    CHECK_OP(number, <, floor->offering_count);
    for (uint32_t i = 0; i < number; i++)
        for (unsigned k = 0; k < floor->offerings[i].terms.pool_count && floor->offerings[i].posted; k++)
            if (floor->offerings[i].terms.pools[k].account == pool->account)
                return false;
    return true;
}

static void due_of_offer(const struct floor *floor, uint32_t number, struct instant until, struct due *due)
{
    CHECK_OP(number, <, floor->offering_count);
    const struct offering *offering = &floor->offerings[number];
    struct due period = {.kind = DUE_PERIOD, .offer = number};
    if (offering->posted && !offering->seeded)
        consider(due, &(struct due){.kind = DUE_SEED, .at = floor->now, .offer = number});
    if (offering->board.runs && instant_compare(offering->board.ends, until) <= 0 &&
        board_is_settled_at(floor, number, &period.at))
        consider(due, &period);
    for (unsigned i = 0; i < offering->terms.pool_count && offering->posted; i++) {
        const struct pool_terms *pool = &offering->terms.pools[i];
        uint16_t minute = increase_minute(floor, pool);
        if (!term_is_set(&pool->increase) || !keeps_pool(floor, number, pool))
            continue;
        struct local_time local = {.hour = (uint8_t)(minute / 60), .minute = (uint8_t)(minute % 60)};
        struct due increase = {.kind = DUE_INCREASE, .offer = number, .pool = i};
        if (date_add_days(offering->increased[i], 1, &local.date) == STATUS_OK &&
            zone_instant(&floor->zone, &local, CALENDAR_USUAL, &increase.at) == STATUS_OK)
            consider(due, &increase);
    }
}

static void due_of_prizes(const struct floor *floor, struct due *due)
{
    CHECK_OP(floor->open_prizes_from, <=, floor->prize_count);
    for (unsigned i = floor->open_prizes_from; i < floor->prize_count; i++) {
        const struct floor_prize *prize = &floor->prizes[i];
        const struct claim *claim = &prize->claim;
        struct due next = {.kind = DUE_PRIZE, .prize = i};
        if (!floor_prize_is_open(prize))
            continue;
        if (claim->state == CLAIM_AWARDED && claim->can_be_late) {
            next.at.ms = claim->identify_by.ms + 1;
            consider(due, &next);
        }
        if (claim->can_lapse) {
            next.at = claim->lapses;
            consider(due, &next);
        }
    }
}

/* Of all offers the one that has owed for administration longest. */
static void due_of_administration(const struct floor *floor, struct instant at, struct due *due)
{
    const struct offering *longest = NULL;
    for (unsigned i = 0; i < floor->offering_count; i++) {
        const struct offering *offering = &floor->offerings[i];
        CHECK_OP(offering->owed_count, <=, offering->owed_room);
        if (can_be_administered(floor, offering) &&
            (!longest || date_compare(offering->owed[0].day, longest->owed[0].day) < 0))
            longest = offering;
    }
    if (longest)
        consider(due, &(struct due){.kind = DUE_ADMINISTRATION,
                                    .at = at,
                                    .offer = (uint32_t)(longest - floor->offerings)});
}

/* The growth of a day is asked of whole days, and of what is offered. */
static bool has_day_behind(const struct floor *floor, const struct offering *offering)
{
    return offering->posted && offering->seeded && date_compare(offering->closed, floor->day) < 0;
}

/* Whether the end of the day moves money of the offer. Fees that wait in the box are counted on whatever day they came. */
static bool day_is_to_close(const struct floor *floor, uint32_t number)
{
    CHECK_OP(number, <, floor->offering_count);
    const struct offering *offering = &floor->offerings[number];
    const struct terms *terms = &offering->terms;
    for (unsigned i = 0; i < terms->pool_count && has_day_behind(floor, offering); i++)
        if (term_is_set(&terms->pools[i].daily_growth) && keeps_pool(floor, number, &terms->pools[i]))
            return true;
    if (terms->fund_growth.clause.length > 0 && has_day_behind(floor, offering))
        return true;
    return terms->fee.waits && floor->ledger.accounts[terms->box].balance > 0;
}

/* The fees of administration come behind all that is due until the day ends: prizes, growth, and what these pay back. */
static void due_of_day(const struct floor *floor, struct due *due)
{
    struct instant first, end;
    if (business_day_bounds(floor->day, &floor->zone, floor->business, &first, &end) != STATUS_OK)
        return;
    for (uint32_t i = 0; i < floor->offering_count; i++)
        if (day_is_to_close(floor, i))
            consider(due, &(struct due){.kind = DUE_DAY_CLOSE, .at = end, .offer = i});
    due_of_administration(floor, end, due);
    consider(due, &(struct due){.kind = DUE_DAY, .at = end});
}

static void due_of_tables(const struct floor *floor, struct due *due)
{
    for (unsigned i = 0; i < floor->table_count; i++) {
        const struct table *table = &floor->tables[i];
        if (table->open)
            consider(due,
                     &(struct due){.kind = DUE_HOUR,
                                   .at = {table->opened.ms + (int64_t)(table->hours_charged + 1) * HOUR_MS},
                                   .table = i});
    }
}

/* Also something later than `until`, but nothing of that is left out which is due before. */
static struct due next_due(const struct floor *floor, struct instant until)
{
    struct due due = {.kind = DUE_NOTHING};
    for (unsigned i = 0; i < floor->offering_count; i++)
        due_of_offer(floor, i, until, &due);
    due_of_prizes(floor, &due);
    due_of_tables(floor, &due);
    due_of_day(floor, &due);
    return due;
}

bool something_is_due(const struct floor *floor, struct instant until)
{
    const struct due due = next_due(floor, until);
    CHECK_IMPLIES(due.kind == DUE_PRIZE, due.prize < floor->prize_count);
    return due.kind != DUE_NOTHING && instant_compare(due.at, until) <= 0;
}

/* ------------------------------------------------------------------------------------------ doing it */

static enum status decide_seed(struct deciding *deciding, const struct due *due)
{
    const struct offering *offering = &deciding->floor->offerings[due->offer];
    CHECK(offering->posted && !offering->seeded); /* the house puts them in once */
    struct draft *draft = draft_for(deciding, due->offer);
    for (unsigned i = 0; i < offering->terms.pool_count; i++) {
        const struct pool_terms *pool = &offering->terms.pools[i];
        if (deciding->floor->ledger.accounts[pool->account].in[REASON_SEED] ==
            0) /* by no other offer of it */
            funds_seed(draft, &offering->funds, pool);
    }
    funds_seed_fund(draft, &offering->funds);
    struct event *event = happens(deciding, EVENT_SEEDED);
    event->pool_changed.offer = due->offer;
    return take_money(deciding, &event->pool_changed.money);
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
    event->pool_changed.offer = due->offer;
    event->pool_changed.pool = pool->name;
    return take_money(deciding, &event->pool_changed.money);
}

static enum status decide_day_close(struct deciding *deciding, const struct due *due)
{
    const struct offering *offering = &deciding->floor->offerings[due->offer];
    struct draft *draft = draft_for(deciding, due->offer);
    funds_empty_box(draft, &offering->funds);
    if (has_day_behind(deciding->floor, offering))
        funds_fill_up_growth(draft, &offering->funds);
    struct event *event = happens(deciding, EVENT_INCREASED);
    event->pool_changed.offer = due->offer;
    return take_money(deciding, &event->pool_changed.money);
}

/* An identification that did not come in time, or a prize that nobody came for. */
static enum status decide_prize(struct deciding *deciding, const struct due *due)
{
    const struct floor *floor = deciding->floor;
    CHECK_OP(due->prize, <, floor->prize_count);
    const struct floor_prize *prize = &floor->prizes[due->prize];
    const struct offering *offering = &floor->offerings[prize->offer];
    CHECK(floor_prize_is_open(prize));
    struct claim claim = prize->claim;
    bool changed = claim_tick(&claim, due->at);
    CHECK(changed);
    bool lapsed = claim.state == CLAIM_LAPSED;
    CHECK(lapsed || claim.state == CLAIM_HELD);
    struct event *event = happens(deciding, lapsed ? EVENT_PRIZE_LAPSED : EVENT_PRIZE_HELD);
    const char *clause = lapsed ? claim_lapse_clause(&offering->claims, &prize->claim)
                                : offering->claims.identification.clause;
    event->prize_changed.prize = due->prize + 1;
    event->prize_changed.clause = text_of(clause);
    if (lapsed)
        draft_lapse(deciding, prize, text_of(clause));
    return take_money(deciding, &event->prize_changed.money);
}

static enum status decide_due(struct deciding *deciding, const struct due *due)
{
    CHECK_IMPLIES(due->kind == DUE_HOUR, due->table < deciding->floor->table_count);
    switch (due->kind) {
    case DUE_SEED:
        return decide_seed(deciding, due);
    case DUE_PERIOD:
        return decide_period_end(deciding, due->offer);
    case DUE_PRIZE:
        return decide_prize(deciding, due);
    case DUE_INCREASE:
        return decide_increase(deciding, due);
    case DUE_DAY_CLOSE:
        return decide_day_close(deciding, due);
    case DUE_ADMINISTRATION:
        return decide_administration(deciding, due->offer);
    case DUE_DAY: {
        struct event *event = happens(deciding, EVENT_DAY_BEGAN);
        return date_add_days(deciding->floor->day, 1, &event->day_began.day);
    }
    case DUE_HOUR:
        return decide_hour(deciding, due->table);
    case DUE_NOTHING:
        break;
    }
    CHECK_NEVER("nothing is due");
}

#define DAY_MS (INT64_C(24) * 60 * 60 * 1000)

/* One thing that is due at a time: the next may depend on what it does. */
enum status decide_clock(struct deciding *deciding)
{
    const struct floor *floor = deciding->floor;
    struct instant at = deciding->command->clock.at;
    if (instant_compare(at, floor->now) < 0)
        return REFUSE(deciding, rule_time, "the clock of the house has passed this; time does not run back");
    if (at.ms - floor->now.ms > CLOCK_DAYS_MAX * DAY_MS && !deciding->command->clock.far)
        return REFUSE(deciding, rule_time,
                      "it is more than %d days later; time cannot be undone, so add far if that is meant",
                      CLOCK_DAYS_MAX);
    if (at.ms - floor->now.ms > CLOCK_FAR_DAYS_MAX * DAY_MS)
        return REFUSE(deciding, rule_time, "it is more than %d days later; put that clock right first",
                      CLOCK_FAR_DAYS_MAX);
    struct due due = next_due(floor, at);
    enum status status = STATUS_OK;
    if (due.kind == DUE_NOTHING || instant_compare(due.at, at) > 0) {
        if (instant_compare(at, floor->now) == 0)
            return STATUS_OK; /* nothing happens */
        due.at = at;
        (void)happens(deciding, EVENT_CLOCK);
    } else {
        status = decide_due(deciding, &due);
        deciding->decision->unfinished = true;
    }
    for (unsigned i = 0; i < deciding->decision->event_count; i++) {
        struct event_head *head = &deciding->decision->events[i].head;
        head->by = text_of("");
        head->at = instant_compare(due.at, floor->now) < 0 ? floor->now : due.at;
        CHECK(instant_compare(head->at, at) <= 0); /* nothing happens before its time */
    }
    return status;
}

/* ------------------------------------------------------------------------------------------ applying */

/* That it is later is seen to for every event. */
enum status apply_clock(struct floor *floor, const struct event *event, struct fault *fault)
{
    (void)floor;
    (void)event;
    (void)fault;
    return STATUS_OK;
}

enum status apply_day_began(struct floor *floor, const struct event *event, struct fault *fault)
{
    (void)fault;
    floor->day = event->day_began.day;
    for (unsigned i = 0; i < floor->offering_count; i++)
        funds_begin_day(&floor->offerings[i].funds, &floor->ledger);
    return STATUS_OK;
}

/* A pool was increased, or its day closed: for all offers that share it. */
static enum status mark_increased(struct floor *floor, const struct offering *by,
                                  const struct pool_terms *pool)
{
    CHECK(pool >= by->terms.pools && pool < by->terms.pools + by->terms.pool_count);
    struct date day = by->increased[pool - by->terms.pools];
    enum status status = date_add_days(day, 1, &day);
    for (unsigned i = 0; i < floor->offering_count && status == STATUS_OK; i++) {
        struct offering *offering = &floor->offerings[i];
        for (unsigned k = 0; k < offering->terms.pool_count; k++)
            if (offering->terms.pools[k].account == pool->account)
                offering->increased[k] = day;
    }
    return status;
}

static void mark_closed(struct floor *floor, const struct offering *by)
{
    for (unsigned i = 0; i < floor->offering_count; i++)
        if (text_equal(floor->offerings[i].terms.activity, by->terms.activity))
            floor->offerings[i].closed = floor->day;
}

/* Seeds, the increase of a pool, the close of the day for an offer (no pool is named), and raises. */
enum status apply_pool_changed(struct floor *floor, const struct event *event, struct fault *fault)
{
    const struct pool_changed *changed = &event->pool_changed;
    if (changed->offer >= floor->offering_count)
        return strange(fault, event, "there is no such offer");
    struct offering *offering = &floor->offerings[changed->offer];
    const struct pool_terms *pool = terms_pool(&offering->terms, changed->pool);
    CHECK_IMPLIES(pool, pool->account < floor->ledger.count);
    if (event->kind == EVENT_SEEDED)
        offering->seeded = true;
    else if (event->kind == EVENT_INCREASED && !pool && offering->posted)
        mark_closed(floor, offering); /* of one that was withdrawn only the box was emptied */
    else if (event->kind == EVENT_INCREASED && pool && mark_increased(floor, offering, pool) != STATUS_OK)
        return strange(fault, event, "its day");
    return STATUS_OK;
}
