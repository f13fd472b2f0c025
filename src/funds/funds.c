#include "funds/funds.h"

#include "base/check.h"
#include "rulebook/schedule.h"

enum {
    PERCENT_WHOLE = 10000,
    RING_FIRST = 16,                         /* places of a ring at first */
    REPAYMENTS_MAX = DRAFT_ADVANCES_MAX / 2, /* the other half is for what the decision itself advances */
    REPAYMENT_MOVEMENTS_MAX = DRAFT_MOVEMENTS_MAX / 2
};

void funds_init(struct funds *funds, const struct terms *terms, uint32_t activity)
{
    *funds = (struct funds){.terms = terms, .activity = activity, .first = funds};
}

bool funds_have_common(const struct funds *funds, const struct funds *other)
{
    for (unsigned i = 0; i < funds->terms->fund_count; i++)
        if (terms_fund(other->terms, funds->terms->funds[i].account))
            return true;
    return false;
}

void funds_share(struct funds *funds, struct funds *before)
{
    CHECK(funds_have_common(funds, before) && before->first != funds->first);
    struct funds *last = before->first, *first = funds->first;
    while (last->next)
        last = last->next;
    last->next = first;
    for (struct funds *each = first; each; each = each->next)
        each->first = before->first;
}

const struct funds *funds_first_with(const struct funds *funds, account_id fund)
{
    for (const struct funds *each = funds->first; each; each = each->next)
        if (terms_fund(each->terms, fund))
            return each;
    return NULL;
}

/* ------------------------------------------------------------------------------------------ advances */

int64_t funds_advances(const struct funds *funds)
{
    CHECK_OP(funds->advanced, >=, 0);
    CHECK((funds->advance_count == 0) == (funds->advanced == 0)); /* U1 */
    return funds->advanced;
}

static unsigned ring_place(const struct funds *funds, unsigned index)
{
    CHECK_OP(funds->advance_room, >, 0);
    return (funds->advance_first + index) & (funds->advance_room - 1);
}

const struct advance *funds_advance(const struct funds *funds, unsigned index)
{
    CHECK_OP(funds->advance_count, <=, funds->advance_room);
    CHECK_OP(index, <, funds->advance_count);
    return &funds->advances[ring_place(funds, index)];
}

/* Room for so many more. The ring that became too small stays behind in the arena: all of them together are smaller than
 * the last. */
static enum status make_room(struct funds *funds, unsigned more, struct arena *arena)
{
    unsigned needed = funds->advance_count + more,
             room = funds->advance_room ? funds->advance_room : RING_FIRST;
    if (needed <= funds->advance_room)
        return STATUS_OK;
    while (room < needed)
        room *= 2;
    CHECK((room & (room - 1)) == 0); /* ring_place() relies on it */
    struct advance *ring = ARENA_ARRAY(arena, struct advance, room);
    if (!ring)
        return arena->refusal;
    for (unsigned i = 0; i < funds->advance_count; i++)
        ring[i] = *funds_advance(funds, i);
    funds->advances = ring;
    funds->advance_room = room;
    funds->advance_first = 0;
    CHECK_OP(funds->advance_count, <, funds->advance_room);
    return STATUS_OK;
}

account_id funds_that_repays(const struct funds *funds, account_id fund)
{
    return terms_fund(funds->terms, fund) ? fund : funds->terms->repaid_otherwise;
}

/* Whether the fund repays number `index` of those outstanding. */
static bool is_repaid_from(const struct funds *funds, unsigned index, account_id fund)
{
    return funds_that_repays(funds, funds_advance(funds, index)->fund) == fund;
}

/* What is outstanding that the fund repays. */
static int64_t advanced_for(const struct funds *funds, account_id fund)
{
    int64_t cents = 0;
    if (funds->terms->fund_count <= 1)
        return fund == funds->terms->repaid_otherwise ? funds->advanced : 0;
    for (unsigned i = 0; i < funds->advance_count; i++)
        cents += is_repaid_from(funds, i, fund) ? funds_advance(funds, i)->cents : 0;
    return cents;
}

/* Repaid are the oldest advances of the fund, one or more, each in full. */
static void forget_oldest(struct funds *funds, account_id fund, int64_t cents)
{
    CHECK_OP(cents, >, 0);
    funds->advanced -= cents;
    while (cents > 0 && is_repaid_from(funds, 0, fund)) {
        cents -= funds_advance(funds, 0)->cents;
        funds->advance_first = ring_place(funds, 1);
        funds->advance_count--;
    }
    if (cents == 0)
        return;
    unsigned kept = 0; /* an older one waits for another fund */
    for (unsigned i = 0; i < funds->advance_count; i++) {
        const struct advance advance = *funds_advance(funds, i);
        if (cents > 0 && is_repaid_from(funds, i, fund))
            cents -= advance.cents;
        else
            funds->advances[ring_place(funds, kept++)] = advance;
    }
    CHECK_OP(cents, ==, 0);
    funds->advance_count = kept;
    CHECK(funds_advances(funds) >= 0);
}

/* Whether so much is exactly the oldest ones of the fund. */
static bool is_oldest(const struct funds *funds, account_id fund, int64_t cents)
{
    for (unsigned i = 0; i < funds->advance_count && cents > 0; i++)
        cents -= is_repaid_from(funds, i, fund) ? funds_advance(funds, i)->cents : 0;
    return cents == 0;
}

static void remember(struct funds *funds, const struct advance *advance)
{
    CHECK_OP(advance->cents, >, 0);
    CHECK_OP(funds->advance_count, <, funds->advance_room);
    CHECK(funds->advance_count == 0 || funds_advance(funds, funds->advance_count - 1)->made < advance->made);
    funds->advances[ring_place(funds, funds->advance_count++)] = *advance;
    funds->advanced += advance->cents;
    CHECK_OP(funds->advanced, >=, advance->cents);
}

/* The number of the next advance, where those of one activity are all there are. */
static uint64_t next_number(const struct funds *funds)
{
    return funds->advance_count > 0 ? funds_advance(funds, funds->advance_count - 1)->made + 1 : 1;
}

enum status funds_apply(struct funds *funds, const struct draft *draft, struct ledger *ledger)
{
    enum status status = make_room(funds, draft->advance_count, ledger->arena);
    if (status != STATUS_OK)
        return status;
    draft_apply(draft, ledger);
    int64_t owed = funds->advanced;
    for (unsigned i = 0; i < draft->advance_count; i++) {
        const struct advance_change *change = &draft->advances[i];
        owed += change->cents;
        if (change->cents < 0)
            forget_oldest(funds, change->fund, -change->cents);
        else
            remember(funds,
                     &(struct advance){change->cents, next_number(funds), change->clause, 0, change->fund});
    }
    CHECK_OP(funds->advanced, ==, owed); /* U1 */
    return STATUS_OK;
}

enum status funds_advanced(struct funds *funds, const struct advance *advance, struct arena *arena)
{
    CHECK_OP(advance->cents, >=, 0);
    struct advance kept = *advance;
    enum status status = make_room(funds, 1, arena);
    if (status == STATUS_OK)
        status = arena_copy_text(arena, advance->clause, &kept.clause);
    if (status == STATUS_OK && advance->cents > 0)
        remember(funds, &kept);
    return status;
}

enum status funds_repaid(struct funds *funds, account_id fund, int64_t cents)
{
    account_id repaying = funds_that_repays(funds, fund);
    if (!is_oldest(funds, repaying, cents))
        return STATUS_INVALID;
    forget_oldest(funds, repaying, cents);
    return STATUS_OK;
}

/* Whether number `index` was made for the award and is repaid from the fund. */
static bool is_of_award(const struct funds *funds, unsigned index, uint32_t award, account_id fund)
{
    return funds_advance(funds, index)->award == award && is_repaid_from(funds, index, fund);
}

int64_t funds_advances_of_award(const struct funds *funds, uint32_t award, account_id fund)
{
    CHECK_OP(award, >, 0); /* 0 is what no award made */
    int64_t cents = 0;
    for (unsigned i = 0; i < funds->advance_count; i++)
        cents += is_of_award(funds, i, award, fund) ? funds_advance(funds, i)->cents : 0;
    CHECK(cents >= 0 && cents <= funds->advanced);
    return cents;
}

void funds_take_back(struct funds *funds, uint32_t award, account_id fund, int64_t cents)
{
    CHECK_OP(cents, >, 0);
    CHECK_OP(cents, <=, funds_advances_of_award(funds, award, fund));
    unsigned kept = 0;
    funds->advanced -= cents;
    for (unsigned i = 0; i < funds->advance_count; i++) {
        struct advance advance = *funds_advance(funds, i);
        int64_t taken = !is_of_award(funds, i, award, fund) ? 0
                        : cents < advance.cents             ? cents
                                                            : advance.cents;
        advance.cents -= taken;
        cents -= taken;
        if (advance.cents > 0)
            funds->advances[ring_place(funds, kept++)] = advance;
    }
    CHECK_OP(cents, ==, 0);
    funds->advance_count = kept;
    CHECK(funds_advances(funds) >= 0);
}

/* The advances that a fund owes after a draft: those of the funds, then those of the draft, without those that the draft takes back
 * and the oldest ones that it repays. */
struct outstanding {
    const struct funds *funds;
    account_id fund;
    const struct draft *draft;
    unsigned
        oldest;    /* its number: the changes of the draft are counted on behind the advances of the funds */
    int64_t cents; /* the sum */
    uint32_t reversed; /* the award whose advances are taken back; 0: none */
    int64_t taken;     /* of them, so much, the oldest first */
};

/* An advance of the funds, without what of it is taken back. */
static struct advance advance_left(const struct outstanding *left, unsigned index)
{
    struct advance advance = *funds_advance(left->funds, index);
    int64_t taken = left->taken;
    if (advance.award == 0 || advance.award != left->reversed)
        return advance;
    for (unsigned i = 0; i < index; i++)
        if (is_of_award(left->funds, i, left->reversed, left->fund))
            taken -= funds_advance(left->funds, i)->cents;
    taken = taken < 0 ? 0 : taken;
    advance.cents -= taken < advance.cents ? taken : advance.cents;
    return advance;
}

static bool is_change_of(const struct advance_change *change, const struct funds *funds, account_id fund)
{
    return change->activity == funds->activity && funds_that_repays(funds, change->fund) == fund;
}

static struct advance oldest_of(struct outstanding *left)
{
    unsigned of_funds = left->funds->advance_count;
    for (; left->oldest < of_funds; left->oldest++) {
        struct advance advance = advance_left(left, left->oldest);
        if (advance.cents > 0 && is_repaid_from(left->funds, left->oldest, left->fund))
            return advance;
    }
    for (;; left->oldest++) {
        unsigned number = left->oldest - of_funds;
        CHECK_OP(number, <, left->draft->advance_count);
        const struct advance_change *change = &left->draft->advances[number];
        if (is_change_of(change, left->funds, left->fund) && change->cents > 0)
            return (struct advance){change->cents, UINT64_MAX, change->clause, 0, change->fund};
    }
}

static void pass_oldest(struct outstanding *left, int64_t cents)
{
    CHECK_OP(cents, >=, 0);
    left->cents -= cents;
    for (; cents > 0; left->oldest++)
        cents -= oldest_of(left).cents;
    CHECK_OP(cents, ==, 0);
    CHECK_OP(left->cents, >=, 0); /* nothing is repaid twice */
}

static struct outstanding outstanding_after(const struct funds *funds, account_id fund,
                                            const struct draft *draft)
{
    struct outstanding left = {funds, fund, draft, 0, advanced_for(funds, fund), 0, 0};
    int64_t repaid = 0;
    for (unsigned i = 0; i < draft->advance_count; i++) {
        const struct advance_change *change = &draft->advances[i];
        if (!is_change_of(change, funds, fund))
            continue;
        if (change->award > 0) {
            CHECK_OP(change->cents, <, 0);
            left.reversed = change->award;
            left.taken = -change->cents;
        }
        if (change->cents < 0 && change->award == 0)
            repaid -= change->cents;
        else
            left.cents += change->cents;
    }
    pass_oldest(&left, repaid);
    return left;
}

static int64_t least(int64_t left, int64_t right)
{
    return left < right ? left : right;
}

static int64_t part_of(int64_t cents, unsigned percent, enum money_rounding rounding)
{
    CHECK_OP(cents, >=, 0);
    struct money part;
    enum status status = money_ratio(money_of_cents(cents), percent, PERCENT_WHOLE, rounding, &part);
    CHECK(status == STATUS_OK);
    CHECK_OP(part.cents, >=, 0);
    return part.cents;
}

/* ------------------------------------------------------------------------------------------ cover */

/* The house makes an advance that the fund repays by the clause. If one event lacks money for several reasons, it makes one advance,
 * without a clause of its own. */
static void lend(struct draft *draft, const struct funds *funds, account_id fund, int64_t cents,
                 struct text clause)
{
    CHECK_OP(cents, >, 0);
    struct text any = funds->terms->advances.clause;
    struct advance_change *joined = draft_advance(draft, fund, cents, clause);
    CHECK_IMPLIES(joined, joined->cents >= cents);
    if (joined && any.length > 0 && !text_equal(joined->clause, clause))
        joined->clause = any;
}

static void lend_for(struct draft *draft, const struct funds *funds, enum lack lack, int64_t cents)
{
    lend(draft, funds, terms_repaid_from(funds->terms, lack), cents, terms_repaid_by(funds->terms, lack));
}

/* Moves from the fund what it has, and the rest from the house: into the fund first, where the document says so, so that the
 * fund pays the whole. */
static void cover(struct draft *draft, const struct funds *funds, account_id fund, account_id to,
                  int64_t cents, enum movement_reason reason, enum lack lack, struct text clause)
{
    const struct terms *terms = funds->terms;
    bool pays = fund != terms->house && fund != to; /* nobody pays into an account from itself */
    int64_t held = pays ? least(cents, draft_balance(draft, fund)) : 0;
    CHECK(held >= 0 && held <= cents);
    int64_t before = draft_balance(draft, to);
    if (pays && (terms->advances.into_fund & lack)) {
        draft_move(draft, terms->house, fund, cents - held, REASON_RESEED, terms->advances.into_fund_clause);
        draft_move(draft, fund, to, cents, reason, clause);
    } else {
        draft_move(draft, fund, to, held, reason, clause);
        draft_move(draft, terms->house, to, cents - held, reason, clause);
    }
    CHECK_IMPLIES(!draft->overflowed, draft_balance(draft, to) == before + cents);
    if (held < cents && (terms->advances.repaid & lack))
        lend_for(draft, funds, lack, cents - held);
}

/* ------------------------------------------------------------------------------------------ growth */

/* What of an amount a pool can take below its cap. */
static int64_t room_for(const struct draft *draft, const struct pool_terms *pool, int64_t cents)
{
    CHECK_OP(cents, >=, 0);
    if (!term_is_set(&pool->cap))
        return cents;
    int64_t room = pool->cap.cents - draft_balance(draft, pool->account);
    return room <= 0 ? 0 : least(room, cents);
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
        int64_t part = part_of(one->cents, pool->fee_percent, MONEY_ROUND_DOWN);
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
        lend(draft, funds, pool->seed_repaid_from, pool->seed.cents, pool->seed_repaid);
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
            lend_for(draft, funds, LACK_SEED, lack);
    }
}

/* Brings an amount onto the meter, out of the fund for it. */
static void fill(struct draft *draft, const struct funds *funds, const struct pool_terms *pool, int64_t cents,
                 enum movement_reason reason, enum lack lack, struct text clause)
{
    account_id fund = lack == LACK_RESEED ? pool->reseed_from : pool->increase_from;
    if (pool->promised)
        promise(draft, funds, pool, cents, reason, clause);
    else
        cover(draft, funds, fund, pool->account, cents, reason, lack, clause);
}

void funds_increase(struct draft *draft, const struct funds *funds, const struct pool_terms *pool)
{
    account_id box = funds->terms->box;
    int64_t cents = room_for(draft, pool, pool->increase.cents);
    int64_t boxed = pool->increase_from_box ? least(cents, draft_balance(draft, box)) : 0;
    CHECK(boxed >= 0 && boxed <= cents);
    draft_move(draft, box, pool->account, boxed, REASON_INCREASE, pool->increase.clause);
    fill(draft, funds, pool, cents - boxed, REASON_INCREASE, LACK_INCREASE, pool->increase.clause);
    CHECK_IMPLIES(term_is_set(&pool->cap) && cents > 0,
                  draft_balance(draft, pool->account) <= pool->cap.cents);
}

void funds_not_won(struct draft *draft, const struct funds *funds, const struct pool_terms *pool)
{
    fill(draft, funds, pool, room_for(draft, pool, pool->not_won.cents), REASON_INCREASE, LACK_INCREASE,
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
    cover(draft, funds, pool->increase_from, pool->account, cents, REASON_INCREASE, LACK_INCREASE,
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
            cover(draft, funds, pool->growth_from, pool->account, room_for(draft, pool, lack),
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

bool funds_owe(const struct funds *funds)
{
    for (const struct funds *each = funds->first; each; each = each->next)
        if (each->advance_count > 0)
            return true;
    return false;
}

/* What a fund owes the house after a draft. */
struct owing {
    account_id fund;
    const struct funds *longest; /* whose advance is the oldest; NULL: nobody's */
    struct advance oldest;
    int64_t cents;   /* all of it */
    unsigned count;  /* of how many activities */
    uint64_t others; /* when the oldest advance of the others was made */
};

static struct owing owing_after(const struct funds *funds, account_id fund, const struct draft *draft)
{
    struct owing owing = {.fund = fund, .longest = NULL, .others = UINT64_MAX};
    for (const struct funds *each = funds->first; each; each = each->next) {
        struct outstanding left = outstanding_after(each, fund, draft);
        if (left.cents == 0)
            continue;
        struct advance oldest = oldest_of(&left);
        owing.cents += left.cents;
        owing.count++;
        if (owing.longest && owing.oldest.made <= oldest.made) {
            owing.others = oldest.made < owing.others ? oldest.made : owing.others;
            continue;
        }
        if (owing.longest)
            owing.others = owing.oldest.made;
        owing.longest = each;
        owing.oldest = oldest;
    }
    CHECK((owing.longest != NULL) == (owing.count > 0));
    CHECK_IMPLIES(owing.longest, owing.oldest.cents > 0 && owing.oldest.cents <= owing.cents);
    return owing;
}

/* All that the fund owes, in one movement. */
static void repay_together(struct draft *draft, const struct owing *owing)
{
    CHECK_OP(owing->cents, >, 0);
    const struct terms *terms = owing->longest->terms;
    struct text clause = terms->advances.clause.length > 0 ? terms->advances.clause : owing->oldest.clause;
    draft_move(draft, owing->fund, terms->house, owing->cents, REASON_REPAYMENT, clause);
    for (const struct funds *each = owing->longest->first; each; each = each->next) {
        int64_t cents = outstanding_after(each, owing->fund, draft).cents;
        draft_of_activity(draft, each->activity);
        if (cents > 0)
            draft_advance(draft, owing->fund, -cents, clause);
    }
    for (const struct funds *each = owing->longest->first; each; each = each->next)
        CHECK(draft->overflowed || outstanding_after(each, owing->fund, draft).cents == 0);
}

static void repay_oldest(struct draft *draft, const struct owing *owing)
{
    const struct terms *terms = owing->longest->terms;
    const struct advance *oldest = &owing->oldest;
    CHECK(oldest->cents > 0 && oldest->cents <= owing->cents);
    draft_move(draft, owing->fund, terms->house, oldest->cents, REASON_REPAYMENT, oldest->clause);
    draft_of_activity(draft, owing->longest->activity);
    draft_advance(draft, owing->fund, -oldest->cents, oldest->clause);
}

/* Whether there is room to repay, with as much left for what the decision itself does. */
static bool has_room_to_repay(const struct draft *draft, unsigned activities)
{
    return draft->advance_count < REPAYMENTS_MAX && draft->movement_count < REPAYMENT_MOVEMENTS_MAX &&
           draft->advance_count + activities <= DRAFT_ADVANCES_MAX;
}

/* The oldest advances, of one activity and by one clause, that the fund covers, each in full: all of them together. */
static int64_t covered_alike(const struct draft *draft, const struct owing *owing, int64_t spare)
{
    struct outstanding left = outstanding_after(owing->longest, owing->fund, draft);
    int64_t covered = 0;
    while (covered < left.cents) {
        struct advance oldest = oldest_of(&left);
        if (oldest.cents > spare - covered || oldest.made > owing->others ||
            !text_equal(oldest.clause, owing->oldest.clause))
            break;
        covered += oldest.cents;
        left.oldest++;
    }
    CHECK(covered >= 0 && covered <= spare && covered <= left.cents);
    return covered;
}

/* Where there is no room for another repayment, what is owed to the same activity by the same clause goes with the last one,
 * in one sum. Returns whether anything does. */
static bool repay_with_last(struct draft *draft, const struct owing *owing, int64_t spare)
{
    const struct terms *terms = owing->longest->terms;
    if (draft->movement_count == 0 || draft->advance_count == 0)
        return false;
    struct movement *movement = &draft->movements[draft->movement_count - 1];
    struct advance_change *change = &draft->advances[draft->advance_count - 1];
    if (movement->reason != REASON_REPAYMENT || movement->from != owing->fund ||
        movement->to != terms->house || change->fund != owing->fund || change->cents >= 0 ||
        change->award != 0 || change->activity != owing->longest->activity ||
        !text_equal(change->clause, owing->oldest.clause) || !text_equal(movement->clause, change->clause))
        return false;
    int64_t cents = covered_alike(draft, owing, spare);
    movement->cents += cents;
    change->cents -= cents;
    CHECK(movement->cents > 0 && change->cents < 0);
    return cents > 0;
}

bool funds_repay_from(struct draft *draft, const struct funds *funds, account_id fund)
{
    const uint32_t activity = draft->activity;
    const unsigned before = draft->advance_count;
    bool all = true;
    for (struct owing owing = owing_after(funds, fund, draft); owing.longest;
         owing = owing_after(funds, fund, draft)) {
        const struct terms *terms = owing.longest->terms;
        bool together = terms->advances.together;
        int64_t spare = draft_balance(draft, fund) - terms_fund(terms, fund)->minimum.cents;
        if (spare < (together ? owing.cents : owing.oldest.cents))
            break;
        if (!has_room_to_repay(draft, together ? owing.count : 1))
            all = !together && repay_with_last(draft, &owing, spare);
        else if (together)
            repay_together(draft, &owing);
        else
            repay_oldest(draft, &owing);
        if (!all)
            break;
    }
    if (draft->advance_count > before)
        draft_of_activity(draft, activity);
    CHECK_OP(draft->activity, ==, activity);
    return all;
}

bool funds_repay(struct draft *draft, const struct funds *funds)
{
    bool all = true;
    if (draft->advance_count == 0 && !funds_owe(funds))
        return true;
    for (unsigned i = 0; i < funds->terms->fund_count; i++)
        all &= funds_repay_from(draft, funds, funds->terms->funds[i].account);
    return all;
}

int64_t funds_administration(struct draft *draft, const struct funds *funds, int64_t due)
{
    const struct terms *terms = funds->terms;
    CHECK(terms->administration_from != terms->house);
    int64_t taken = least(due, draft_balance(draft, terms->administration_from));
    CHECK(taken >= 0 && taken <= due);
    draft_move(draft, terms->administration_from, terms->administration, taken, REASON_ADMINISTRATION,
               terms->administration_fee.clause);
    return taken;
}

/* ------------------------------------------------------------------------------------------ awards */

/* A pool that is being won. */
struct purse {
    const struct pool_terms *pool;
    int64_t taken; /* what it is taken for */
    int64_t drawn; /* of that, by this award */
    int64_t stays; /* on the meter: what came after it was taken */
    bool spent;    /* the fund pays all of it */
};

static struct purse purse_of(const struct draft *draft, const struct pool_terms *pool,
                             const struct pool_taken *taken)
{
    int64_t balance = draft_balance(draft, pool->account);
    if (!taken)
        return (struct purse){.pool = pool, .taken = balance};
    CHECK_OP(taken->cents, >=, 0);
    int64_t won = taken->spent ? 0 : least(taken->cents, balance);
    return (struct purse){.pool = pool, .taken = taken->cents, .stays = balance - won, .spent = taken->spent};
}

/* What a pool awards leaves its meter; the money is the pool's own or the fund's. The fund pays what the pool lacks. */
static void award_from(struct draft *draft, const struct funds *funds, struct purse *purse, int64_t cents,
                       struct text clause)
{
    const struct terms *terms = funds->terms;
    const struct pool_terms *pool = purse->pool;
    int64_t own = least(cents, draft_balance(draft, pool->account) - purse->stays);
    CHECK(cents >= 0 && own >= 0); /* what stays on the meter is not won */
    cover(draft, funds, terms->pays[FUND_PAYS_PROGRESSIVE_PRIZES], terms->held,
          pool->promised ? cents : cents - own, REASON_AWARD, LACK_PROGRESSIVE_PRIZE, clause);
    draft_move(draft, pool->account, pool->promised ? terms->promised : terms->held, own, REASON_AWARD,
               clause);
    purse->drawn += cents;
    CHECK_OP(purse->drawn, <=, purse->taken);
}

/* What each of so many persons gets of an amount, by the rounding of the terms. */
static int64_t even_share(const struct terms *terms, int64_t cents, unsigned persons)
{
    CHECK_OP(persons, >, 0);
    int64_t unit = terms->shares_rounded_up ? terms->chip_cents : 1;
    CHECK_OP(unit, >, 0);
    int64_t step = unit * (int64_t)persons;
    int64_t each =
        terms->shares_rounded_up && persons > 1 ? (cents + step - 1) / step * unit : cents / (int64_t)persons;
    int64_t odd = each * (int64_t)persons - cents;
    CHECK(odd > -step && odd < step); /* less than one chip, or one cent, for each of them */
    return each;
}

/* Rounding up costs more than the amount: the odd chips. */
static void cover_odd_chips(struct draft *draft, const struct funds *funds, const struct odd_chips *odd,
                            int64_t cents)
{
    const struct terms *terms = funds->terms;
    if (cents <= 0)
        return;
    if (!odd->advanced) {
        cover(draft, funds, terms->pays[FUND_PAYS_ODD_CHIPS], terms->held, cents, REASON_ODD_CHIPS,
              LACK_ODD_CHIPS, odd->clause);
        return;
    }
    draft_move(draft, terms->house, terms->held, cents, REASON_ODD_CHIPS, odd->clause);
    lend(draft, funds, terms_repaid_from(terms, LACK_ODD_CHIPS), cents, odd->clause);
}

/* Hits of one part of a pool, which are settled together. */
struct part_hits {
    struct pool_hit *hits;
    unsigned count;
    struct pool_hit all; /* who won it, by whatever row */
    const struct odd_chips *odd;
};

/* `cents` of the pool to so many persons, evenly. What rounding down leaves stays in the pool. */
static int64_t award_evenly(struct draft *draft, const struct funds *funds, struct purse *purse,
                            int64_t cents, unsigned persons, const struct part_hits *part)
{
    int64_t each = even_share(funds->terms, cents, persons), sum = each * (int64_t)persons;
    award_from(draft, funds, purse, least(sum, cents), part->all.clause);
    cover_odd_chips(draft, funds, part->odd, sum - cents);
    return each;
}

static bool is_of_part(const struct part_hits *part, unsigned index)
{
    return part->hits[index].percent == part->all.percent;
}

/* On how many hands the part fell. */
static unsigned hands_of(const struct part_hits *part)
{
    unsigned hands = 0;
    for (unsigned i = 0; i < part->count; i++)
        if (is_of_part(part, i))
            hands += part->hits[i].hands ? part->hits[i].hand_count : part->hits[i].winners;
    return hands;
}

/* What one of so many hands has, divided among its payers: it is rounded once, however often it is divided. Returns what they
 * get together. */
static int64_t share_among_payers(const struct terms *terms, struct pool_hit *hit, int64_t cents,
                                  unsigned hands)
{
    CHECK_OP(hands, >, 0);
    int64_t sum = 0;
    for (unsigned i = 0; i < hit->hand_count; i++) {
        struct hand_payers *hand = &hit->hands[i];
        CHECK_OP(hand->count, >, 0);
        int64_t each = even_share(terms, cents, hands * hand->count);
        hand->each_cents += each;
        sum += each * (int64_t)hand->count;
    }
    return sum;
}

/* `cents` of the pool to all on hands of their own. */
static void award_own_hands(struct draft *draft, const struct funds *funds, struct purse *purse,
                            struct part_hits *part, int64_t cents)
{
    const struct terms *terms = funds->terms;
    unsigned hands = hands_of(part);
    int64_t each = even_share(terms, cents, hands), sum = 0;
    for (unsigned i = 0; i < part->count; i++)
        if (is_of_part(part, i))
            sum += part->hits[i].hands ? share_among_payers(terms, &part->hits[i], cents, hands)
                                       : each * (int64_t)part->hits[i].winners;
    part->all.each_cents = each;
    award_from(draft, funds, purse, least(sum, cents), part->all.clause);
    cover_odd_chips(draft, funds, part->odd, sum - cents);
}

/* `cents` of the pool to those on own hands, and as much from the fund to those on the player-dealer's. */
static void award_hands_in_full(struct draft *draft, const struct funds *funds, struct purse *purse,
                                struct part_hits *part, int64_t cents)
{
    const struct terms *terms = funds->terms;
    struct pool_hit *all = &part->all;
    award_own_hands(draft, funds, purse, part, cents);
    all->dealer_each_cents = even_share(terms, cents, all->dealer_winners);
    int64_t sum = all->dealer_each_cents * (int64_t)all->dealer_winners;
    cover(draft, funds, terms->pays[FUND_PAYS_PROGRESSIVE_PRIZES], terms->held, least(sum, cents),
          REASON_AWARD, LACK_PROGRESSIVE_PRIZE, terms->hands_clause);
    cover_odd_chips(draft, funds, part->odd, sum - cents);
}

/* `cents` of the pool to each who won this part of it: once from the pool. */
static void award_each_in_full(struct draft *draft, const struct funds *funds, struct purse *purse,
                               struct part_hits *part, int64_t cents)
{
    const struct terms *terms = funds->terms;
    struct pool_hit *all = &part->all;
    CHECK_OP(all->winners + all->dealer_winners, >, 0);
    all->each_cents = all->dealer_each_cents = cents;
    for (unsigned i = 0; i < part->count; i++)
        for (unsigned hand = 0; is_of_part(part, i) && hand < part->hits[i].hand_count; hand++)
            part->hits[i].hands[hand].each_cents += cents;
    award_from(draft, funds, purse, cents, all->clause);
    cover(draft, funds, terms->pays[FUND_PAYS_PROGRESSIVE_PRIZES], terms->held,
          cents * (int64_t)(all->winners + all->dealer_winners - 1), REASON_AWARD, LACK_PROGRESSIVE_PRIZE,
          terms->shared_clause);
}

/* `cents` of the pool to all who won this part of it. */
static void award_part(struct draft *draft, const struct funds *funds, struct purse *purse,
                       struct part_hits *part, int64_t cents)
{
    CHECK_OP(cents, >=, 0);
    const struct terms *terms = funds->terms;
    struct pool_hit *all = &part->all;
    bool both = all->winners > 0 && all->dealer_winners > 0;
    if (terms->shared_prize == SHARED_EACH_IN_FULL) {
        award_each_in_full(draft, funds, purse, part, cents);
    } else if (both && terms->hands_in_full) {
        award_hands_in_full(draft, funds, purse, part, cents);
    } else {
        int64_t half = both ? cents / 2 : 0; /* the odd cent is with the own hands */
        int64_t dealer = all->winners > 0 ? half : cents;
        if (all->winners > 0)
            award_own_hands(draft, funds, purse, part, cents - half);
        if (all->dealer_winners > 0)
            all->dealer_each_cents = award_evenly(draft, funds, purse, dealer, all->dealer_winners, part);
    }
}

/* All who won the part that hits[first] won, whichever row it was by; false if an earlier hit has gathered them. */
static bool gather(struct pool_hit *hits, unsigned count, unsigned first, struct part_hits *part)
{
    for (unsigned i = 0; i < first; i++)
        if (hits[i].percent == hits[first].percent)
            return false;
    *part = (struct part_hits){.hits = hits, .count = count, .all = hits[first]};
    for (unsigned i = first + 1; i < count; i++)
        if (is_of_part(part, i)) {
            part->all.winners += hits[i].winners;
            part->all.dealer_winners += hits[i].dealer_winners;
        }
    CHECK_OP(part->all.winners + part->all.dealer_winners, >, 0);
    return true;
}

/* What all were awarded is what each hit of this part was. */
static void scatter(struct part_hits *part)
{
    for (unsigned i = 0; i < part->count; i++)
        if (is_of_part(part, i)) {
            part->hits[i].each_cents = part->all.each_cents;
            part->hits[i].dealer_each_cents = part->all.dealer_each_cents;
        }
}

/* A fund that pays promises holds at least what the meter shows anew, where the document says so; what it lacks for that the
 * house puts in. */
static void back_promise(struct draft *draft, const struct funds *funds, const struct pool_terms *pool)
{
    const struct terms *terms = funds->terms;
    account_id fund = terms->pays[FUND_PAYS_PROGRESSIVE_PRIZES];
    int64_t shown = pool->reseed.cents + draft_balance(draft, pool->account);
    int64_t lack = shown - draft_balance(draft, fund);
    if (fund == terms->house || lack <= 0 || !(terms->advances.into_fund & LACK_RESEED))
        return;
    draft_move(draft, terms->house, fund, lack, REASON_RESEED, pool->reseed.clause);
    if (terms->advances.repaid & LACK_RESEED)
        lend_for(draft, funds, LACK_RESEED, lack);
}

/* What stays on the meter when the pool starts anew: together they are no more than its cap. */
static int64_t staying(const struct purse *purse)
{
    const struct pool_terms *pool = purse->pool;
    int64_t room = pool->cap.cents - pool->reseed.cents;
    return term_is_set(&pool->cap) ? least(purse->stays, room > 0 ? room : 0) : purse->stays;
}

/* What is left in a pool that was won, by rounding or because nobody takes it, is the players': of the fund that reseeds it. */
static void reseed(struct draft *draft, const struct funds *funds, const struct purse *purse)
{
    const struct terms *terms = funds->terms;
    const struct pool_terms *pool = purse->pool;
    struct text clause = term_is_set(&pool->reseed) ? pool->reseed.clause : pool->seed.clause;
    draft_move(draft, pool->account, pool->promised ? terms->promised : pool->reseed_from,
               draft_balance(draft, pool->account) - staying(purse), REASON_OVERFLOW, clause);
    if (pool->promised)
        back_promise(draft, funds, pool);
    fill(draft, funds, pool, pool->reseed.cents, REASON_RESEED, LACK_RESEED, clause);
}

static void top_up(struct draft *draft, const struct funds *funds, const struct pool_terms *pool)
{
    int64_t lack = pool->top_up.cents - draft_balance(draft, pool->account);
    if (term_is_set(&pool->top_up) && lack > 0)
        fill(draft, funds, pool, lack, REASON_TOP_UP, LACK_RESEED, pool->top_up.clause);
}

/* What is said of odd chips of this part: it may differ when the whole and a part of a pool are won in one round. */
static const struct odd_chips *odd_chips_of(const struct terms *terms, const struct part_hits *part)
{
    bool whole = false, smaller = false;
    for (unsigned i = 0; i < part->count; i++)
        *(part->hits[i].percent == PERCENT_WHOLE ? &whole : &smaller) = true;
    return &terms->odd_chips_of[whole && smaller ? ODD_CHIPS_OF_BOTH
                                : whole          ? ODD_CHIPS_OF_WHOLE
                                                 : ODD_CHIPS_OF_PART];
}

/* What the payers of the hands have, each hand once though it may have won several parts. */
static int64_t paid_by_hands(const struct pool_hit *hits, unsigned count)
{
    int64_t sum = 0;
    for (unsigned i = 0; i < count; i++) {
        bool again = false;
        for (unsigned k = 0; k < i; k++)
            again |= hits[k].hands == hits[i].hands;
        for (unsigned hand = 0; hits[i].hands && !again && hand < hits[i].hand_count; hand++)
            sum += hits[i].hands[hand].each_cents * (int64_t)hits[i].hands[hand].count;
    }
    return sum;
}

/* What the others who won have, and all on the player-dealer's hand. */
static int64_t paid_without_hands(const struct pool_hit *hits, unsigned count)
{
    int64_t sum = 0;
    for (unsigned i = 0; i < count; i++) {
        sum += hits[i].hands ? 0 : hits[i].each_cents * (int64_t)hits[i].winners;
        sum += hits[i].dealer_each_cents * (int64_t)hits[i].dealer_winners;
    }
    return sum;
}

void funds_award_pool(struct draft *draft, const struct funds *funds, const struct pool_terms *pool,
                      const struct pool_taken *taken, struct pool_hit *hits, unsigned count)
{
    struct purse purse = purse_of(draft, pool, taken);
    int64_t held = draft_balance(draft, funds->terms->held) - paid_by_hands(hits, count);
    struct part_hits part, whole = {0};
    for (unsigned i = 0; i < count; i++) {
        if (!gather(hits, count, i, &part))
            continue;
        part.odd = odd_chips_of(funds->terms, &part);
        if (part.all.percent == PERCENT_WHOLE) {
            whole = part;
            continue;
        }
        int64_t cents = part_of(purse.taken, part.all.percent, MONEY_ROUND_NEAREST);
        award_part(draft, funds, &purse, &part, least(cents, purse.taken - purse.drawn));
        scatter(&part);
    }
    if (whole.count > 0) {
        award_part(draft, funds, &purse, &whole, purse.taken - purse.drawn);
        scatter(&whole);
    }
    CHECK_IMPLIES(!draft->overflowed,
                  draft_balance(draft, funds->terms->held) - held ==
                      paid_by_hands(hits, count) + paid_without_hands(hits, count)); /* U2 */
    funds_repay(draft, funds); /* odd chips, before anything else is asked of the fund */
    if (whole.count > 0 && !purse.spent)
        reseed(draft, funds, &purse);
    else if (count > 0)
        top_up(draft, funds, pool);
}

int64_t funds_award_fixed(struct draft *draft, const struct funds *funds, int64_t cents, unsigned winners,
                          struct text clause)
{
    CHECK_OP(cents, >=, 0);
    const struct terms *terms = funds->terms;
    const struct divided_prizes *divided = &terms->divided;
    if (divided->clause.length == 0 || cents < divided->least || cents > divided->most) {
        cover(draft, funds, terms->pays[FUND_PAYS_FIXED_PRIZES], terms->held, cents * (int64_t)winners,
              REASON_AWARD, LACK_FIXED_PRIZE, clause);
        return cents;
    }
    int64_t each = even_share(terms, cents, winners), sum = each * (int64_t)winners;
    if (terms->odd_chips_in_turn && winners > 1) {
        each -= each % terms->chip_cents;
        sum = cents;
    }
    cover(draft, funds, terms->pays[FUND_PAYS_FIXED_PRIZES], terms->held, least(sum, cents), REASON_AWARD,
          LACK_FIXED_PRIZE, winners > 1 ? divided->clause : clause);
    cover_odd_chips(draft, funds, &terms->odd_chips, sum - cents);
    return each;
}

void funds_award_fixed_from(struct draft *draft, const struct funds *funds, const struct pool_terms *pool,
                            int64_t cents, unsigned winners, struct text clause)
{
    const struct terms *terms = funds->terms;
    struct purse purse = purse_of(draft, pool, NULL);
    int64_t sum = cents * (int64_t)winners, taken = least(sum, purse.taken);
    CHECK(taken >= 0 && taken <= sum);
    award_from(draft, funds, &purse, taken, clause);
    cover(draft, funds, terms->pays[FUND_PAYS_FIXED_PRIZES], terms->held, sum - taken, REASON_AWARD,
          LACK_FIXED_PRIZE, clause);
}

void funds_refill(struct draft *draft, const struct funds *funds, const struct pool_terms *pool)
{
    int64_t lack = pool->reseed.cents - draft_balance(draft, pool->account);
    if (lack > 0)
        fill(draft, funds, pool, lack, REASON_RESEED, LACK_RESEED, pool->reseed.clause);
    CHECK_IMPLIES(!draft->overflowed, draft_balance(draft, pool->account) >= pool->reseed.cents);
}

void funds_award_multiplied(struct draft *draft, const struct funds *funds, int64_t cents)
{
    const struct terms *terms = funds->terms;
    cover(draft, funds, terms->multiplied_from, terms->held, cents, REASON_MULTIPLIED, LACK_MULTIPLIED,
          terms->multiplied_clause);
}

void funds_award_envy(struct draft *draft, const struct funds *funds, int64_t cents)
{
    const struct terms *terms = funds->terms;
    cover(draft, funds, terms->pays[FUND_PAYS_ENVY], terms->held, cents, REASON_ENVY, LACK_FIXED_PRIZE,
          terms->envy_clause);
}

/* ------------------------------------------------------------------------------------------ structures */

/* Whether no share before it is of the same hand. */
static bool is_first_of_hand(const struct structure_share *shares, unsigned index)
{
    for (unsigned i = 0; i < index; i++)
        if (shares[i].of_hand == shares[index].of_hand)
            return false;
    return true;
}

/* What the percentages of a hand leave of its part: to the last of its shares, or to the holder of the hand. */
static void give_rest(const struct terms *terms, int64_t rest, const struct structure_share *shares,
                      unsigned count, unsigned of_hand, int64_t *parts)
{
    unsigned taker = count;
    for (unsigned i = 0; i < count; i++) {
        if (shares[i].of_hand != of_hand)
            continue;
        rest -= parts[i];
        if (taker == count || terms->shares_rounded_up || shares[i].holder)
            taker = i;
    }
    CHECK_OP(taker, <, count);
    parts[taker] += rest;
}

/* The parts of a total by percentages, of each hand by itself: to the nearest cent with the rest to the last, or down with the
 * rest to the holder of the hand, as the terms round. Returns what does not divide between the hands, which is nobody's. */
static int64_t divide(const struct terms *terms, int64_t total, const struct structure_share *shares,
                      unsigned count, int64_t *parts)
{
    CHECK_OP(total, >=, 0);
    unsigned hands = shares[0].hands > 1 ? shares[0].hands : 1;
    int64_t each = total / (int64_t)hands;
    enum money_rounding rounding = terms->shares_rounded_up ? MONEY_ROUND_NEAREST : MONEY_ROUND_DOWN;
    for (unsigned i = 0; i < count; i++)
        parts[i] = part_of(each, shares[i].percent, rounding) * (shares[i].of_hand > 0 ? 1 : (int64_t)hands);
    for (unsigned i = 0; i < count; i++)
        if (is_first_of_hand(shares, i))
            give_rest(terms, each * (shares[i].of_hand > 0 ? 1 : (int64_t)hands), shares, count,
                      shares[i].of_hand, parts);
    int64_t sum = 0;
    for (unsigned i = 0; i < count; i++)
        sum += parts[i];
    CHECK_OP(sum, <=, total); /* nothing is divided twice */
    return total - each * (int64_t)hands;
}

/* Whether persons who may not win are passed over, and the others of the share have their parts. Of several bettors on one
 * hand they are wherever anything goes to others; a hand of their own is not divided. */
static bool passes_over(const struct terms *terms, const struct structure_share *share)
{
    switch (terms->ineligible_part) {
    case INELIGIBLE_STAYS:
        return false;
    case INELIGIBLE_TO_OTHERS:
        return true;
    case INELIGIBLE_STAYS_OF_A_HAND:
        return !share->hand || share->wagers[0] > 0;
    }
    CHECK_NEVER("a part of a person who may not win");
}

/* Whether nobody has the part, and others are to have it. */
static bool is_passed_on(const struct terms *terms, const struct structure_share *share)
{
    if (share->persons > 0)
        return false;
    return share->ineligible > 0 ? passes_over(terms, share)
                                 : terms->nobody_to_hands && !share->hand && share->vacant == 0;
}

/* A part that has only persons who are passed over, or nobody, goes to the other shares of the hand by their percentages, and
 * the rest to its holder. */
static void pass_on(const struct terms *terms, const struct structure_share *shares, unsigned count,
                    unsigned of_hand, int64_t *parts)
{
    int64_t passed = 0;
    unsigned weight = 0, last = 0;
    for (unsigned i = 0; i < count; i++)
        if (shares[i].of_hand == of_hand && shares[i].persons > 0) {
            last = weight == 0 || shares[i].holder ? i : last;
            weight += shares[i].percent;
        }
    for (unsigned i = 0; i < count && weight > 0; i++)
        if (shares[i].of_hand == of_hand && is_passed_on(terms, &shares[i])) {
            passed += parts[i];
            parts[i] = 0;
        }
    int64_t rest = passed;
    for (unsigned i = 0; i < count && passed > 0; i++) {
        struct money part;
        if (shares[i].of_hand != of_hand || shares[i].persons == 0)
            continue;
        enum status status =
            money_ratio(money_of_cents(passed), shares[i].percent, weight, MONEY_ROUND_DOWN, &part);
        CHECK(status == STATUS_OK);
        parts[i] += part.cents;
        rest -= part.cents;
    }
    CHECK_IMPLIES(passed >= 0, rest >= 0 && rest <= passed);
    parts[last] += rest;
}

/* By wagers, rounded down. Returns what they get together. */
static int64_t share_by_wagers(const struct terms *terms, struct structure_share *share, int64_t cents)
{
    int64_t wagered = passes_over(terms, share) ? 0 : share->ineligible_wagers, sum = 0;
    CHECK_OP(share->persons, <=, FUNDS_BETTORS_MAX);
    for (unsigned i = 0; i < share->persons; i++)
        wagered += share->wagers[i];
    CHECK_OP(wagered, >, 0);
    for (unsigned i = 0; i < share->persons; i++) {
        struct money award;
        enum status status =
            money_ratio(money_of_cents(cents), share->wagers[i], wagered, MONEY_ROUND_DOWN, &award);
        CHECK(status == STATUS_OK);
        share->awards[i] = award.cents;
        sum += award.cents;
    }
    CHECK_IMPLIES(cents >= 0, sum <= cents);
    share->each_cents = share->awards[0];
    return sum;
}

/* What the persons of a share get of its part. */
static int64_t share_part(const struct terms *terms, struct structure_share *share, int64_t cents)
{
    if (share->persons == 0)
        return 0;
    if (share->wagers[0] > 0)
        return share_by_wagers(terms, share, cents);
    unsigned among = share->persons + share->vacant + (passes_over(terms, share) ? 0 : share->ineligible);
    share->each_cents = share->each_in_full ? cents : even_share(terms, cents, among);
    return share->each_in_full ? cents : share->each_cents * (int64_t)share->persons;
}

/* What the shares of a total come to. */
struct shared {
    int64_t kept;    /* by rounding down or for want of persons */
    int64_t further; /* whole parts of further persons who are each paid in full */
};

static struct shared share_out(const struct terms *terms, int64_t total, struct structure_share *shares,
                               unsigned count)
{
    struct shared shared = {0, 0};
    int64_t parts[TERMS_PARTS_MAX];
    CHECK_OP(count, >, 0);
    CHECK_OP(count, <=, TERMS_PARTS_MAX);
    shared.kept = divide(terms, total, shares, count, parts);
    for (unsigned i = 0; i < count; i++)
        if (is_first_of_hand(shares, i))
            pass_on(terms, shares, count, shares[i].of_hand, parts);
    for (unsigned i = 0; i < count; i++) {
        struct structure_share *share = &shares[i];
        int64_t sum = share_part(terms, share, parts[i]);
        if (share->each_in_full && share->persons > 1 && share->wagers[0] == 0)
            shared.further += parts[i] * (int64_t)(share->persons - 1);
        share->odd_cents = sum > parts[i] ? sum - parts[i] : 0;
        shared.kept += sum < parts[i] ? parts[i] - sum : 0;
    }
    CHECK_OP(shared.kept, >=, 0);
    return shared;
}

/* The odd chips of the shares; those of one clause are moved at once. */
static void cover_odd_chips_of(struct draft *draft, const struct funds *funds,
                               const struct structure_share *shares, unsigned count)
{
    int64_t cents = 0;
    for (unsigned i = 0; i < count; i++) {
        const struct odd_chips *odd = shares[i].odd.clause.length ? &shares[i].odd : &funds->terms->odd_chips;
        const struct structure_share *next = i + 1 < count ? &shares[i + 1] : NULL;
        cents += shares[i].odd_cents;
        if (next && text_equal(next->odd.clause, shares[i].odd.clause))
            continue;
        cover_odd_chips(draft, funds, odd, cents);
        cents = 0;
    }
}

/* The part of the room in a pool that was won before is not paid again. Returns what it was. */
static int64_t withhold_room(struct structure_share *shares, unsigned count)
{
    int64_t cents = 0;
    for (unsigned i = 0; i < count; i++)
        if (shares[i].room) {
            CHECK_OP(shares[i].wagers[0], ==, 0);
            cents += shares[i].each_cents * (int64_t)shares[i].persons;
            shares[i].each_cents = 0;
        }
    return cents;
}

/* What all persons of the shares are awarded. */
static int64_t paid_by_shares(const struct structure_share *shares, unsigned count)
{
    int64_t sum = 0;
    for (unsigned i = 0; i < count; i++)
        for (unsigned person = 0; person < shares[i].persons; person++)
            sum += shares[i].wagers[0] > 0 ? shares[i].awards[person] : shares[i].each_cents;
    return sum;
}

void funds_award_structure(struct draft *draft, const struct funds *funds, const struct pool_terms *pool,
                           const struct pool_taken *taken, unsigned multiple, struct structure_share *shares,
                           unsigned count)
{
    const struct terms *terms = funds->terms;
    struct purse purse = purse_of(draft, pool, taken);
    int64_t meter = purse.taken;
    int64_t held = draft_balance(draft, terms->held);
    CHECK_OP(multiple, >, 0);
    struct shared shared = share_out(terms, meter * (int64_t)multiple, shares, count);
    int64_t kept = shared.kept + (purse.spent ? withhold_room(shares, count) : 0);
    /* Shares that are not paid stay with their source, first with the fund that pays beyond the pool. */
    int64_t beyond = meter * (int64_t)(multiple - 1), beyond_paid = beyond > kept ? beyond - kept : 0;
    int64_t pool_paid = meter - (kept > beyond ? kept - beyond : 0);
    CHECK(pool_paid >= 0 && pool_paid <= meter);
    award_from(draft, funds, &purse, pool_paid, shares[0].clause);
    cover(draft, funds, terms->pays[FUND_PAYS_PROGRESSIVE_PRIZES], terms->held, shared.further, REASON_AWARD,
          LACK_PROGRESSIVE_PRIZE, terms->shared_clause);
    cover(draft, funds, terms->multiplied_from, terms->held, beyond_paid, REASON_MULTIPLIED, LACK_MULTIPLIED,
          terms->multiplied_clause);
    cover_odd_chips_of(draft, funds, shares, count);
    CHECK_IMPLIES(!draft->overflowed,
                  draft_balance(draft, terms->held) - held == paid_by_shares(shares, count)); /* U2 */
    funds_repay(draft, funds); /* odd chips, before anything else is asked of the fund */
    if (!purse.spent)
        reseed(draft, funds, &purse);
}

void funds_award_fixed_structure(struct draft *draft, const struct funds *funds, int64_t cents,
                                 struct structure_share *shares, unsigned count)
{
    const struct terms *terms = funds->terms;
    int64_t held = draft_balance(draft, terms->held);
    struct shared shared = share_out(terms, cents, shares, count);
    cover(draft, funds, terms->pays[FUND_PAYS_FIXED_PRIZES], terms->held,
          cents - shared.kept + shared.further, REASON_AWARD, LACK_FIXED_PRIZE, shares[0].clause);
    cover_odd_chips_of(draft, funds, shares, count);
    CHECK_IMPLIES(!draft->overflowed,
                  draft_balance(draft, funds->terms->held) - held == paid_by_shares(shares, count)); /* U2 */
}

void funds_pay(struct draft *draft, const struct funds *funds, int64_t cents, struct text clause)
{
    draft_move(draft, funds->terms->held, funds->terms->winners, cents, REASON_PAYMENT, clause);
}

void funds_pay_from_tray(struct draft *draft, const struct funds *funds, int64_t cents, struct text clause)
{
    const struct terms *terms = funds->terms;
    CHECK_OP(terms->trays, !=, ACCOUNT_NONE);
    draft_move(draft, terms->house, terms->winners, cents, REASON_PAYMENT, clause);
    draft_move(draft, terms->held, terms->trays, cents, REASON_PAYMENT, clause);
}

void funds_reimburse_tray(struct draft *draft, const struct funds *funds, int64_t cents, struct text clause)
{
    CHECK_OP(funds->terms->trays, !=, ACCOUNT_NONE);
    draft_move(draft, funds->terms->trays, funds->terms->house, cents, REASON_REIMBURSEMENT, clause);
}

void funds_lapse(struct draft *draft, const struct funds *funds, int64_t cents, struct text clause)
{
    draft_move(draft, funds->terms->held, funds->terms->unclaimed, cents, REASON_LAPSE, clause);
}

void funds_redeem(struct draft *draft, const struct funds *funds, int64_t cents, struct text clause)
{
    const struct terms *terms = funds->terms;
    cover(draft, funds, terms->pays[FUND_PAYS_FIXED_PRIZES], terms->winners, cents, REASON_REDEMPTION,
          LACK_FIXED_PRIZE, clause);
}
