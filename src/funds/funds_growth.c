/* How pools and funds grow: fees, seeds, increases, raises, and what the close of a day adds. */
#include "funds/funds_internal.h"

#include "base/check.h"
#include "rulebook/schedule.h"

/* What of an amount a pool can take below its cap. */
static int64_t room_for(const struct draft *draft, const struct pool_terms *pool, int64_t cents)
{
    CHECK_OP(cents, >=, 0);
    if (!term_is_set(&pool->cap))
        return cents;
    int64_t room = pool->cap.cents - draft_balance(draft, pool->account);
    return room <= 0 ? 0 : funds_least(room, cents);
}

/* What a meter without money shows. */
static void promise(struct draft *draft, const struct funds *funds, const struct pool_terms *pool,
                    int64_t cents, enum movement_reason reason, struct text clause)
{
    CHECK(pool->promised);
    draft_move(draft, funds->terms->promised, pool->account, cents, reason, clause);
}

/* Fees for a pool, out of the box: what its cap allows, and the rest to the account for its overflow. If that is a pool too, its cap
 * counts as well. T4 ends it. */
static void pay_into_pool(struct draft *draft, const struct terms *terms, const struct pool_terms *pool,
                          int64_t cents, struct text clause)
{
    account_id to = pool->account;
    struct text by = clause;
    for (const struct pool_terms *taker = pool; taker; taker = terms_pool_of_account(terms, to)) {
        int64_t taken = room_for(draft, taker, cents);
        CHECK(taken >= 0 && taken <= cents);
        draft_move(draft, terms->box, to, taken, REASON_CONTRIBUTION, by);
        cents -= taken;
        to = taker->overflow_to;
        by = pool->cap.clause;
    }
    draft_move(draft, terms->box, to, cents, REASON_OVERFLOW, by);
}

/* So many equal fees, out of the box. The part that a promised pool grows by is rounded down, fee by fee. */
static void distribute(struct draft *draft, const struct funds *funds, const struct term *one, unsigned count)
{
    const struct terms *terms = funds->terms;
    const struct fee_terms *fee = &terms->fee;
    int64_t whole = one->cents * (int64_t)count, split = 0;
    for (unsigned i = 0; i < fee->part_count; i++) {
        const struct fee_part *part = &fee->parts[i];
        struct text clause = part->amount.clause.length ? part->amount.clause : one->clause;
        int64_t cents = (fee->part_count == 1 ? one->cents : part->amount.cents) * (int64_t)count;
        split += cents;
        const struct pool_terms *pool = terms_pool_of_account(terms, part->to);
        if (pool)
            pay_into_pool(draft, terms, pool, cents, clause);
        else if (!fee->waits || part->to != terms->pays[FUND_PAYS_INCREASES])
            draft_move(draft, terms->box, part->to, cents, REASON_CONTRIBUTION, clause);
    }
    CHECK_OP(split, ==, whole); /* T2 */
    for (unsigned i = 0; i < terms->pool_count; i++) {
        const struct pool_terms *pool = &terms->pools[i];
        if (pool->fee_percent == 0)
            continue;
        int64_t part = funds_part_of(one->cents, pool->fee_percent, MONEY_ROUND_DOWN);
        promise(draft, funds, pool, room_for(draft, pool, part * (int64_t)count), REASON_CONTRIBUTION,
                pool->fee_clause);
    }
}

static void collect(struct draft *draft, const struct funds *funds, const struct term *one, unsigned count)
{
    draft_move(draft, funds->terms->patrons, funds->terms->box, one->cents * (int64_t)count, REASON_FEE,
               one->clause);
    distribute(draft, funds, one, count);
}

void funds_fees(struct draft *draft, const struct funds *funds, unsigned count)
{
    collect(draft, funds, &funds->terms->fee.amount, count);
}

void funds_fees_by_rate(struct draft *draft, const struct funds *funds, const struct fee_rate *rate,
                        unsigned hands, unsigned players, unsigned player_dealers)
{
    collect(draft, funds, &rate->table, hands);
    collect(draft, funds, &rate->player, hands * players);
    collect(draft, funds, &rate->player_dealer, hands * player_dealers);
}

void funds_seed(struct draft *draft, const struct funds *funds, const struct pool_terms *pool)
{
    const struct terms *terms = funds->terms;
    draft_move(draft, terms->house,
               pool->promised ? terms->pays[FUND_PAYS_PROGRESSIVE_PRIZES] : pool->account, pool->seed.cents,
               REASON_SEED, pool->seed.clause);
    if (pool->promised)
        promise(draft, funds, pool, pool->seed.cents, REASON_SEED, pool->seed.clause);
    if (pool->seed.cents > 0 && pool->seed_repaid.length > 0)
        funds_lend(draft, funds, pool->seed_repaid_from, pool->seed.cents, pool->seed_repaid);
}

void funds_seed_fund(struct draft *draft, const struct funds *funds)
{
    const struct terms *terms = funds->terms;
    for (unsigned i = 0; i < terms->fund_count && terms->pool_count == 0; i++) { /* seeds are of the pools */
        const struct fund_terms *fund = &terms->funds[i];
        int64_t lack = fund->minimum.cents - draft_balance(draft, fund->account);
        if (lack <= 0)
            continue;
        draft_move(draft, terms->house, fund->account, lack, REASON_SEED, fund->minimum.clause);
        if (terms->advances.repaid & LACK_SEED)
            funds_lend_for(draft, funds, LACK_SEED, lack);
    }
}

void funds_fill(struct draft *draft, const struct funds *funds, const struct pool_terms *pool, int64_t cents,
                enum movement_reason reason, enum lack lack, struct text clause)
{
    account_id fund = lack == LACK_RESEED ? pool->reseed_from : pool->increase_from;
    if (pool->promised)
        promise(draft, funds, pool, cents, reason, clause);
    else
        funds_cover(draft, funds, fund, pool->account, cents, reason, lack, clause);
}

void funds_increase(struct draft *draft, const struct funds *funds, const struct pool_terms *pool)
{
    account_id box = funds->terms->box;
    int64_t cents = room_for(draft, pool, pool->increase.cents);
    int64_t boxed = pool->increase_from_box ? funds_least(cents, draft_balance(draft, box)) : 0;
    CHECK(boxed >= 0 && boxed <= cents);
    draft_move(draft, box, pool->account, boxed, REASON_INCREASE, pool->increase.clause);
    funds_fill(draft, funds, pool, cents - boxed, REASON_INCREASE, LACK_INCREASE, pool->increase.clause);
    CHECK_IMPLIES(term_is_set(&pool->cap) && cents > 0,
                  draft_balance(draft, pool->account) <= pool->cap.cents);
}

void funds_not_won(struct draft *draft, const struct funds *funds, const struct pool_terms *pool)
{
    funds_fill(draft, funds, pool, room_for(draft, pool, pool->not_won.cents), REASON_INCREASE, LACK_INCREASE,
               pool->not_won.clause);
}

unsigned funds_increases_due(const struct pool_terms *pool, const struct zone *zone, struct instant after,
                             struct instant until)
{
    const struct schedule daily = {
        .kind = SCHEDULE_MOMENTS,
        .count = 1,
        .entries = {
            {.weekdays = SCHEDULE_EVERY_DAY, .start = pool->increase_minute, .end = pool->increase_minute}}};
    struct local_time local;
    unsigned count = 0;
    if (!pool->increases_at || local_time_of(after, zone, &local) != STATUS_OK)
        return 0;
    /* A minute that the clocks skip comes later by the length of the gap, one that they show twice comes once. */
    for (struct instant moment; schedule_next_moment(&daily, &local, &local); count++)
        if (zone_instant(zone, &local, CALENDAR_USUAL, &moment) != STATUS_OK ||
            instant_compare(moment, until) > 0)
            break;
    return count;
}

struct ruling funds_raise(struct draft *draft, const struct funds *funds, const struct pool_terms *pool,
                          int64_t cents)
{
    if (pool->raise == RAISE_NO)
        return ruling_no(pool->raise_clause.bytes, "the rules do not allow the %.*s to be raised",
                         TEXT_ARGUMENTS(pool->name));
    if (room_for(draft, pool, cents) < cents)
        return ruling_no(pool->cap.clause.bytes,
                         "the raise would put the %.*s above its cap; raise it by less",
                         TEXT_ARGUMENTS(pool->name));
    if (pool->raise == RAISE_IF_HELD && draft_balance(draft, pool->increase_from) < cents)
        return ruling_no(pool->raise_clause.bytes, "the fund does not hold enough for the raise");
    funds_cover(draft, funds, pool->increase_from, pool->account, cents, REASON_INCREASE, LACK_INCREASE,
                pool->raise_clause);
    CHECK_IMPLIES(term_is_set(&pool->cap) && cents > 0,
                  draft_balance(draft, pool->account) <= pool->cap.cents);
    return ruling_yes();
}

/* The part of the fund that pays daily increases is all that waits. */
void funds_empty_box(struct draft *draft, const struct funds *funds)
{
    const struct terms *terms = funds->terms;
    const account_id fund = terms->pays[FUND_PAYS_INCREASES];
    struct text clause = terms->fee.amount.clause; /* of fees that an earlier posting left there */
    for (unsigned i = 0; i < terms->fee.part_count; i++)
        if (terms->fee.parts[i].to == fund)
            clause = terms->fee.parts[i].amount.clause;
    if (terms->fee.waits)
        draft_move(draft, terms->box, fund, draft_balance(draft, terms->box), REASON_CONTRIBUTION, clause);
}

void funds_fill_up_growth(struct draft *draft, const struct funds *funds)
{
    for (unsigned i = 0; i < funds->terms->pool_count; i++) {
        const struct pool_terms *pool = &funds->terms->pools[i];
        int64_t brought = account_fees_in(&draft->ledger->accounts[pool->account]) - funds->contributed[i];
        int64_t lack = pool->daily_growth.cents - brought;
        if (term_is_set(&pool->daily_growth) && lack > 0)
            funds_cover(draft, funds, pool->growth_from, pool->account, room_for(draft, pool, lack),
                        REASON_INCREASE, LACK_INCREASE, pool->daily_growth.clause);
    }
}

void funds_begin_day(struct funds *funds, const struct ledger *ledger)
{
    const struct terms *terms = funds->terms;
    CHECK_OP(terms->pool_count, <=, TERMS_POOLS_MAX);
    CHECK_OP(terms->fund_count, <=, TERMS_FUNDS_MAX);
    for (unsigned i = 0; i < terms->pool_count; i++)
        funds->contributed[i] = account_fees_in(&ledger->accounts[terms->pools[i].account]);
    for (unsigned i = 0; i < terms->fund_count; i++)
        funds->fund_contributed[i] = account_fees_in(&ledger->accounts[terms->funds[i].account]);
}

bool funds_growth_outside(const struct funds *funds, const struct ledger *ledger, unsigned index,
                          struct growth_outside *outside)
{
    const struct terms *terms = funds->terms;
    bool pool = index < terms->pool_count;
    unsigned fund = pool ? 0 : index - terms->pool_count;
    CHECK(pool || fund < terms->fund_count);
    account_id account = pool ? terms->pools[index].account : terms->funds[fund].account;
    CHECK_OP(account, <, ledger->count);
    const struct growth *growth = pool ? &terms->pools[index].growth : &terms->funds[fund].growth;
    int64_t before = pool ? funds->contributed[index] : funds->fund_contributed[fund];
    int64_t brought = account_fees_in(&ledger->accounts[account]) - before;
    *outside = (struct growth_outside){account, brought, *growth};
    return growth->clause.length > 0 && (brought > growth->most || (!pool && brought < growth->least));
}
