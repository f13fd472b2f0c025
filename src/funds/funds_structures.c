/* Prizes that a payout structure divides into shares: by percentages, evenly or by wagers. */
#include "funds/funds_internal.h"

#include "base/check.h"

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
        parts[i] =
            funds_part_of(each, shares[i].percent, rounding) * (shares[i].of_hand > 0 ? 1 : (int64_t)hands);
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
    case INELIGIBLE_OF_TABLE_TO_OTHERS:
        return !share->hand;
    }
    CHECK_NEVER("a part of a person who may not win");
}

/* Whether nobody has the part, and others are to have it. */
static bool is_passed_on(const struct terms *terms, const struct structure_share *share)
{
    if (share->persons > 0)
        return false;
    bool uncounted = terms->ineligible_part == INELIGIBLE_OF_TABLE_TO_OTHERS && !share->hand;
    return share->ineligible > 0 && !uncounted ? passes_over(terms, share)
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
    share->each_cents = share->each_in_full ? cents : funds_even_share(terms, cents, among);
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
        funds_cover_odd_chips(draft, funds, odd, cents);
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
    struct purse purse = funds_purse_of(draft, pool, taken);
    int64_t meter = purse.taken;
    int64_t held = draft_balance(draft, terms->held);
    CHECK_OP(multiple, >, 0);
    struct shared shared = share_out(terms, meter * (int64_t)multiple, shares, count);
    int64_t kept = shared.kept + (purse.spent ? withhold_room(shares, count) : 0);
    /* Shares that are not paid stay with their source, first with the fund that pays beyond the pool. */
    int64_t beyond = meter * (int64_t)(multiple - 1), beyond_paid = beyond > kept ? beyond - kept : 0;
    int64_t pool_paid = meter - (kept > beyond ? kept - beyond : 0);
    CHECK(pool_paid >= 0 && pool_paid <= meter);
    funds_award_from_purse(draft, funds, &purse, pool_paid, shares[0].clause);
    funds_cover(draft, funds, terms->pays[FUND_PAYS_PROGRESSIVE_PRIZES], terms->held, shared.further,
                REASON_AWARD, LACK_PROGRESSIVE_PRIZE, terms->shared_clause);
    funds_cover(draft, funds, terms->multiplied_from, terms->held, beyond_paid, REASON_MULTIPLIED,
                LACK_MULTIPLIED, terms->multiplied_clause);
    cover_odd_chips_of(draft, funds, shares, count);
    CHECK_IMPLIES(!draft->overflowed,
                  draft_balance(draft, terms->held) - held == paid_by_shares(shares, count)); /* U2 */
    funds_repay(draft, funds); /* odd chips, before anything else is asked of the fund */
    if (!purse.spent)
        funds_reseed(draft, funds, &purse);
}

void funds_award_fixed_structure(struct draft *draft, const struct funds *funds, int64_t cents,
                                 struct structure_share *shares, unsigned count)
{
    const struct terms *terms = funds->terms;
    int64_t held = draft_balance(draft, terms->held);
    struct shared shared = share_out(terms, cents, shares, count);
    funds_cover(draft, funds, terms->pays[FUND_PAYS_FIXED_PRIZES], terms->held,
                cents - shared.kept + shared.further, REASON_AWARD, LACK_FIXED_PRIZE, shares[0].clause);
    cover_odd_chips_of(draft, funds, shares, count);
    CHECK_IMPLIES(!draft->overflowed,
                  draft_balance(draft, funds->terms->held) - held == paid_by_shares(shares, count)); /* U2 */
}
