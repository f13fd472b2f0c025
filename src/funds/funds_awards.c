/* Prizes from a pool, whole or in parts, and fixed prizes from a fund or a pool. */
#include "funds/funds_internal.h"

#include "base/check.h"

struct purse funds_purse_of(const struct draft *draft, const struct pool_terms *pool,
                            const struct pool_taken *taken)
{
    int64_t balance = draft_balance(draft, pool->account);
    if (!taken)
        return (struct purse){.pool = pool, .taken = balance};
    CHECK_OP(taken->cents, >=, 0);
    int64_t won = taken->spent ? 0 : funds_least(taken->cents, balance);
    return (struct purse){.pool = pool, .taken = taken->cents, .stays = balance - won, .spent = taken->spent};
}

void funds_award_from_purse(struct draft *draft, const struct funds *funds, struct purse *purse,
                            int64_t cents, struct text clause)
{
    const struct terms *terms = funds->terms;
    const struct pool_terms *pool = purse->pool;
    int64_t own = funds_least(cents, draft_balance(draft, pool->account) - purse->stays);
    CHECK(cents >= 0 && own >= 0); /* what stays on the meter is not won */
    funds_cover(draft, funds, terms->pays[FUND_PAYS_PROGRESSIVE_PRIZES], terms->held,
                pool->promised ? cents : cents - own, REASON_AWARD, LACK_PROGRESSIVE_PRIZE, clause);
    draft_move(draft, pool->account, pool->promised ? terms->promised : terms->held, own, REASON_AWARD,
               clause);
    purse->drawn += cents;
    CHECK_OP(purse->drawn, <=, purse->taken);
}

int64_t funds_even_share(const struct terms *terms, int64_t cents, unsigned persons)
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

void funds_cover_odd_chips(struct draft *draft, const struct funds *funds, const struct odd_chips *odd,
                           int64_t cents)
{
    const struct terms *terms = funds->terms;
    if (cents <= 0)
        return;
    if (!odd->advanced) {
        funds_cover(draft, funds, terms->pays[FUND_PAYS_ODD_CHIPS], terms->held, cents, REASON_ODD_CHIPS,
                    LACK_ODD_CHIPS, odd->clause);
        return;
    }
    draft_move(draft, terms->house, terms->held, cents, REASON_ODD_CHIPS, odd->clause);
    funds_lend(draft, funds, terms_repaid_from(terms, LACK_ODD_CHIPS), cents, odd->clause);
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
    int64_t each = funds_even_share(funds->terms, cents, persons), sum = each * (int64_t)persons;
    funds_award_from_purse(draft, funds, purse, funds_least(sum, cents), part->all.clause);
    funds_cover_odd_chips(draft, funds, part->odd, sum - cents);
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
        int64_t each = funds_even_share(terms, cents, hands * hand->count);
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
    int64_t each = funds_even_share(terms, cents, hands), sum = 0;
    for (unsigned i = 0; i < part->count; i++)
        if (is_of_part(part, i))
            sum += part->hits[i].hands ? share_among_payers(terms, &part->hits[i], cents, hands)
                                       : each * (int64_t)part->hits[i].winners;
    part->all.each_cents = each;
    funds_award_from_purse(draft, funds, purse, funds_least(sum, cents), part->all.clause);
    funds_cover_odd_chips(draft, funds, part->odd, sum - cents);
}

/* `cents` of the pool to those on own hands, and as much from the fund to those on the player-dealer's. */
static void award_hands_in_full(struct draft *draft, const struct funds *funds, struct purse *purse,
                                struct part_hits *part, int64_t cents)
{
    const struct terms *terms = funds->terms;
    struct pool_hit *all = &part->all;
    award_own_hands(draft, funds, purse, part, cents);
    all->dealer_each_cents = funds_even_share(terms, cents, all->dealer_winners);
    int64_t sum = all->dealer_each_cents * (int64_t)all->dealer_winners;
    funds_cover(draft, funds, terms->pays[FUND_PAYS_PROGRESSIVE_PRIZES], terms->held, funds_least(sum, cents),
                REASON_AWARD, LACK_PROGRESSIVE_PRIZE, terms->hands_clause);
    funds_cover_odd_chips(draft, funds, part->odd, sum - cents);
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
    funds_award_from_purse(draft, funds, purse, cents, all->clause);
    funds_cover(draft, funds, terms->pays[FUND_PAYS_PROGRESSIVE_PRIZES], terms->held,
                cents * (int64_t)(all->winners + all->dealer_winners - 1), REASON_AWARD,
                LACK_PROGRESSIVE_PRIZE, terms->shared_clause);
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
        funds_lend_for(draft, funds, LACK_RESEED, lack);
}

/* What stays on the meter when the pool starts anew: together they are no more than its cap. */
static int64_t staying(const struct purse *purse)
{
    const struct pool_terms *pool = purse->pool;
    int64_t room = pool->cap.cents - pool->reseed.cents;
    return term_is_set(&pool->cap) ? funds_least(purse->stays, room > 0 ? room : 0) : purse->stays;
}

void funds_reseed(struct draft *draft, const struct funds *funds, const struct purse *purse)
{
    const struct terms *terms = funds->terms;
    const struct pool_terms *pool = purse->pool;
    struct text clause = term_is_set(&pool->reseed) ? pool->reseed.clause : pool->seed.clause;
    draft_move(draft, pool->account, pool->promised ? terms->promised : pool->reseed_from,
               draft_balance(draft, pool->account) - staying(purse), REASON_OVERFLOW, clause);
    if (pool->promised)
        back_promise(draft, funds, pool);
    funds_fill(draft, funds, pool, pool->reseed.cents, REASON_RESEED, LACK_RESEED, clause);
}

static void top_up(struct draft *draft, const struct funds *funds, const struct pool_terms *pool)
{
    int64_t lack = pool->top_up.cents - draft_balance(draft, pool->account);
    if (term_is_set(&pool->top_up) && lack > 0)
        funds_fill(draft, funds, pool, lack, REASON_TOP_UP, LACK_RESEED, pool->top_up.clause);
}

/* What is said of odd chips of this part: it may differ when the whole and a part of a pool are won in one round. */
static const struct odd_chips *odd_chips_of(const struct terms *terms, const struct part_hits *part)
{
    bool whole = false, smaller = false;
    for (unsigned i = 0; i < part->count; i++)
        *(part->hits[i].percent == VALUE_PERCENT_WHOLE ? &whole : &smaller) = true;
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
    struct purse purse = funds_purse_of(draft, pool, taken);
    int64_t held = draft_balance(draft, funds->terms->held) - paid_by_hands(hits, count);
    struct part_hits part, whole = {0};
    for (unsigned i = 0; i < count; i++) {
        if (!gather(hits, count, i, &part))
            continue;
        part.odd = odd_chips_of(funds->terms, &part);
        if (part.all.percent == VALUE_PERCENT_WHOLE) {
            whole = part;
            continue;
        }
        int64_t cents = funds_part_of(purse.taken, part.all.percent, MONEY_ROUND_NEAREST);
        award_part(draft, funds, &purse, &part, funds_least(cents, purse.taken - purse.drawn));
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
        funds_reseed(draft, funds, &purse);
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
        funds_cover(draft, funds, terms->pays[FUND_PAYS_FIXED_PRIZES], terms->held, cents * (int64_t)winners,
                    REASON_AWARD, LACK_FIXED_PRIZE, clause);
        return cents;
    }
    int64_t each = funds_even_share(terms, cents, winners), sum = each * (int64_t)winners;
    if (terms->odd_chips_in_turn && winners > 1) {
        each -= each % terms->chip_cents;
        sum = cents;
    }
    funds_cover(draft, funds, terms->pays[FUND_PAYS_FIXED_PRIZES], terms->held, funds_least(sum, cents),
                REASON_AWARD, LACK_FIXED_PRIZE, winners > 1 ? divided->clause : clause);
    funds_cover_odd_chips(draft, funds, &terms->odd_chips, sum - cents);
    return each;
}

void funds_award_fixed_from(struct draft *draft, const struct funds *funds, const struct pool_terms *pool,
                            int64_t cents, unsigned winners, struct text clause)
{
    const struct terms *terms = funds->terms;
    struct purse purse = funds_purse_of(draft, pool, NULL);
    int64_t sum = cents * (int64_t)winners, taken = funds_least(sum, purse.taken);
    CHECK(taken >= 0 && taken <= sum);
    funds_award_from_purse(draft, funds, &purse, taken, clause);
    funds_cover(draft, funds, terms->pays[FUND_PAYS_FIXED_PRIZES], terms->held, sum - taken, REASON_AWARD,
                LACK_FIXED_PRIZE, clause);
}

void funds_refill(struct draft *draft, const struct funds *funds, const struct pool_terms *pool)
{
    int64_t lack = pool->reseed.cents - draft_balance(draft, pool->account);
    if (lack > 0)
        funds_fill(draft, funds, pool, lack, REASON_RESEED, LACK_RESEED, pool->reseed.clause);
    CHECK_IMPLIES(!draft->overflowed, draft_balance(draft, pool->account) >= pool->reseed.cents);
}

void funds_award_multiplied(struct draft *draft, const struct funds *funds, int64_t cents)
{
    const struct terms *terms = funds->terms;
    funds_cover(draft, funds, terms->multiplied_from, terms->held, cents, REASON_MULTIPLIED, LACK_MULTIPLIED,
                terms->multiplied_clause);
}

void funds_award_envy(struct draft *draft, const struct funds *funds, int64_t cents)
{
    const struct terms *terms = funds->terms;
    funds_cover(draft, funds, terms->pays[FUND_PAYS_ENVY], terms->held, cents, REASON_ENVY, LACK_FIXED_PRIZE,
                terms->envy_clause);
}
