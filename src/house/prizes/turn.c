/* Hands of several tables that win from one pool: which is settled first (bay101 S15). */
#include "funds/award.h"
#include "funds/terms.h"
#include "house/hands/hands.h"
#include "house/kernel/deciding.h"
#include "house/prizes/awarding.h"
#include "house/setup/offers.h"
#include "house/setup/setup.h"
#include "house/tables/tables.h"
#include "rulebook/vocabulary_paths.h"

/* The pools from which the hand wins, a bit each. A hand that nobody has verified may win from each. */
static uint32_t pools_of(const struct awarding *awarding, const struct floor_hand *hand)
{
    const struct terms *terms = &awarding->offering->terms;
    const struct offer *offer = floor_offer_of_hand(awarding->deciding->floor, hand);
    uint32_t pools = hand->state == HAND_CLAIMED ? UINT32_MAX : 0;
    struct prize prize;
    for (unsigned i = 0; i < hand->row_count; i++) {
        if (award_prize_of_row(offer, hand->rows[i], &prize, NULL) != STATUS_OK)
            continue;
        for (unsigned k = 0; k < prize.part_count; k++)
            for (unsigned pool = 0; pool < terms->pool_count && prize.parts[k].kind == PRIZE_POOL; pool++)
                if (text_equal(terms->pools[pool].name, prize.parts[k].name))
                    pools |= UINT32_C(1) << pool;
    }
    return pools;
}

static bool is_dealt_before(const struct floor_hand *one, const struct floor_hand *other)
{
    int order = instant_compare(one->dealt_at, other->dealt_at);
    return order < 0 || (order == 0 && one->number < other->number);
}

bool check_turn(const struct awarding *awarding)
{
    const struct floor *floor = awarding->deciding->floor;
    const struct floor_hand *first = awarding->hands[0];
    uint32_t pools = 0;
    if (!awarding->offering->terms.pools_in_turn)
        return true;
    for (unsigned i = 0; i < awarding->hand_count; i++)
        pools |= pools_of(awarding, awarding->hands[i]);
    for (uint32_t table = 0; table < floor->table_count && pools; table++)
        for (const struct floor_hand *hand = floor_hand(floor, floor->tables[table].newest_hand); hand;
             hand = floor_hand(floor, hand->before)) {
            if ((hand->state != HAND_CLAIMED && hand->state != HAND_VERIFIED) || table == first->table ||
                hand->offer != awarding->offer || !is_dealt_before(hand, first) ||
                !(pools_of(awarding, hand) & pools))
                continue;
            const char *clause = kept_clause(
                awarding->deciding, offer_clause(awarding->offering->offer, PATH_PAYING_POOL_WON_BEFORE));
            (void)REFUSE(awarding->deciding, clause,
                         "hand %u at %.*s was dealt before and may win from the same pool; %s it first",
                         hand->number, TEXT_ARGUMENTS(floor->tables[table].described->name),
                         hand->state == HAND_CLAIMED ? "verify or reject" : "authorise");
            return false;
        }
    return true;
}
