/*
 * What is settled leaves the state.
 *
 * Memory is what is open. When a gaming day begins, everything leaves that was settled already when the day before began: an award all of
 * whose prizes are settled for good, its prizes, its hands, and hands that won nothing. So each stays for one whole gaming day at
 * least. The log and the report tables keep it. No command could change it any more, and nothing that is decided later depends on it:
 *
 *   - whether a pool was won by other hands of the round, or since a hand was decided that still waits;
 *   - which hands of a round that is dealt, or of which a hand waits, were claimed before;
 *   - which prizes lie in the pot of a round that runs, or were drawn since the last posted drawing: as many as there can be tables
 *     stay, so that no document is asked when that was.
 *
 * What is asked about all that ever was, such as how often a patron has won, is counted where it is asked for.
 */
#include "house/prizes/prizes_internal.h"

#include "base/check.h"
#include "funds/terms.h"
#include "house/boards/boards.h"
#include "house/cage/cage.h"
#include "house/hands/hands.h"
#include "house/prizes/prizes.h"
#include "house/setup/setup.h"
#include "house/tables/tables.h"

enum { LIMIT_MS = 24 * 60 * 60 * 1000 }; /* limits of wins look back so far */

/* ------------------------------------------------------------------------------------------ what keeps an award */

/* Neither open, nor owed to a tray, nor a voucher that can still pay something. */
static bool is_settled_for_good(const struct floor *floor, const struct floor_prize *prize)
{
    bool pays = prize->claim.state == CLAIM_PAID && !prize->reversed &&
                (prize->use_count > 0 || floor_voucher(floor, prize)) &&
                floor_voucher_spent(prize) < prize->worth;
    return !floor_prize_is_open(prize) && prize->tray != TRAY_OWED && !pays;
}

static bool terms_have_pool(const struct terms *terms, account_id pool)
{
    for (unsigned i = 0; i < terms->pool_count; i++)
        if (terms->pools[i].account == pool)
            return true;
    return false;
}

/* Whether a hand that waits, or one of a round that runs, was decided before the award, and may win the pool. */
static bool pool_is_awaited(const struct floor *floor, const struct floor_award *award, account_id pool)
{
    for (unsigned i = 0; i < floor->hand_count; i++) {
        const struct floor_hand *hand = &floor->hands[i];
        if (hand_waits(hand) && hand->awards_before < award->number &&
            terms_have_pool(terms_of_hand(floor, hand), pool))
            return true;
    }
    for (unsigned i = 0; i < floor->table_count; i++) {
        const struct table *table = &floor->tables[i];
        for (unsigned k = 0; k < table->offer_count && table->round.runs; k++)
            if (table->round.awards_before < award->number &&
                terms_have_pool(&floor->offerings[table->offers[k].offer].terms, pool))
                return true;
    }
    return false;
}

/* Whether it made a pool start anew that hands which were decided before it may still win. */
static bool is_asked_by_pools(const struct floor *floor, const struct floor_award *award)
{
    for (uint32_t i = 0; i < award->movement_count && !award->reversed; i++)
        if (award->movements[i].reason == REASON_RESEED &&
            pool_is_awaited(floor, award, award->movements[i].to))
            return true;
    return false;
}

/* Whether a hand waits that the award had settled before it was reversed. */
static bool is_put_right(const struct floor *floor, const struct floor_award *award)
{
    bool waits = false;
    for (unsigned i = 0; i < floor->hand_count && award->reversed && !waits; i++)
        waits = floor->hands[i].award == award->number && hand_waits(&floor->hands[i]);
    return waits;
}

/* Whether it is one of the last of its offer that were drawn, as many as a drawing can have. */
static bool is_of_last_drawn(const struct floor *floor, const struct floor_award *award)
{
    unsigned later = 0;
    for (const struct floor_award *other = award + 1; other < floor->awards + floor->award_count; other++)
        later += other->drawn && other->offer == award->offer;
    return award->drawn && later < FLOOR_TABLES_MAX;
}

/* Whether the prize lies in the pot of a round that runs, or its table may have been drawn at the last posted drawing. */
static bool is_asked_by_drawings(const struct floor *floor, const struct floor_award *award)
{
    if (!award->drawn || award->prize_count == 0)
        return false;
    const uint32_t number = prize_of_award(floor, award, 0)->table;
    const struct table *table = number < floor->table_count ? &floor->tables[number] : NULL;
    return (table && table->round.runs && table->round.awards_before < award->number) ||
           is_of_last_drawn(floor, award);
}

static bool award_is_settled(const struct floor *floor, const struct floor_award *award, struct instant now)
{
    const struct floor_hand *first = floor_hand(floor, award->hand);
    if (now.ms - award->at.ms < LIMIT_MS || (first && first->round_is_open))
        return false;
    for (uint32_t i = 0; i < award->prize_count; i++)
        if (!is_settled_for_good(floor, prize_of_award(floor, award, i)))
            return false;
    return !is_put_right(floor, award) && !is_asked_by_pools(floor, award) &&
           !is_asked_by_drawings(floor, award);
}

/* ------------------------------------------------------------------------------------------ what keeps a hand */

/* Marks the hands of rounds that were dealt last at their tables, or of which a hand waits. Hands of a table follow each other round by
 * round. */
static void mark_open_rounds(struct floor *floor)
{
    for (unsigned i = 0; i < floor->table_count; i++) {
        const struct table *table = &floor->tables[i];
        struct floor_hand *hand = hand_numbered(floor, table->newest_hand), *of_round;
        while (hand) {
            const uint32_t round = hand->round;
            bool open = round == table->round.number;
            for (of_round = hand; of_round && of_round->round == round;
                 of_round = hand_numbered(floor, of_round->before))
                open |= hand_waits(of_round);
            for (; hand && hand->round == round; hand = hand_numbered(floor, hand->before))
                hand->round_is_open = open;
        }
    }
}

/* It wins nothing, or its award is settled. Points stay until their period ends. */
static bool hand_is_settled(const struct floor *floor, const struct floor_hand *hand)
{
    const struct floor_award *award = floor_award(floor, hand->award);
    return !hand_waits(hand) && !hand->round_is_open && hand->points == 0 && (!award || award->settled);
}

/* ------------------------------------------------------------------------------------------ leaving */

static void leave_prizes(struct floor *floor)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < floor->prize_count; i++) {
        const struct floor_prize *prize = &floor->prizes[i];
        if (floor_award(floor, prize->award)->leaves)
            floor->redeemed_before += floor_voucher_spent(prize);
        else
            floor->prizes[kept++] = *prize;
    }
    floor->prize_count = kept;
    floor->open_prizes_from = 0;
    pass_settled(floor);
}

static void leave_awards(struct floor *floor)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < floor->award_count; i++)
        if (!floor->awards[i].leaves)
            floor->awards[kept++] = floor->awards[i];
    floor->award_count = kept;
}

/* Those that stay are joined to the one before at their table anew. */
static void leave_hands(struct floor *floor)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < floor->table_count; i++)
        floor->tables[i].newest_hand = 0;
    for (unsigned i = 0; i < floor->hand_count; i++) {
        if (floor->hands[i].leaves)
            continue;
        struct floor_hand *hand = &floor->hands[kept++];
        *hand = floor->hands[i];
        hand->before = floor->tables[hand->table].newest_hand;
        floor->tables[hand->table].newest_hand = hand->number;
    }
    floor->hand_count = kept;
}

void leave_settled(struct floor *floor, struct instant now)
{
    mark_open_rounds(floor);
    for (unsigned i = 0; i < floor->award_count; i++) {
        struct floor_award *award = &floor->awards[i];
        const bool settled = award_is_settled(floor, award, now);
        award->leaves = award->settled && settled;
        award->settled = settled;
    }
    for (unsigned i = 0; i < floor->hand_count; i++) {
        struct floor_hand *hand = &floor->hands[i];
        const struct floor_award *award = floor_award(floor, hand->award);
        const bool settled = hand_is_settled(floor, hand);
        hand->leaves = hand->settled && settled && (!award || award->leaves);
        hand->settled = settled;
    }
    leave_hands(floor);
    leave_prizes(floor);
    leave_awards(floor);
    CHECK(floor->award_count > 0 || floor->prize_count == 0);
}
