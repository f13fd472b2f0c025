#include "house/hands/hands_internal.h"

#include "funds/funds.h"
#include "funds/terms.h"
#include "house/boards/boards.h"
#include "house/hands/hands.h"
#include "house/hands/hands_shapes.h"
#include "house/prizes/prizes.h"
#include "house/setup/offers.h"
#include "house/setup/setup.h"
#include "house/tables/meter_shapes.h"
#include "house/tables/tables.h"

/* What meters showed: when a hand was dealt or claimed, or when its period ended. */

const struct terms *terms_of_hand(const struct floor *floor, const struct floor_hand *hand)
{
    return hand->former ? &floor->formers[hand->former - 1]->terms : &floor->offerings[hand->offer].terms;
}

static void read_meters(const struct floor *floor, const struct terms *terms, struct meter_reading *readings)
{
    for (unsigned i = 0; i < terms->pool_count; i++)
        readings[i].cents = floor->ledger.accounts[terms->pools[i].account].balance;
}

/* ------------------------------------------------------------------------------------------ the deal */

static void keep_readings_of_round(const struct floor *floor, const struct terms *terms, struct round *round,
                                   unsigned place)
{
    round->reading_counts[place] = terms->pool_count;
    read_meters(floor, terms, round->readings[place]);
}

/* How many awards there were before the period of the hand ended. */
static uint32_t awards_before_end(const struct floor *floor, const struct offer *offer,
                                  struct instant decided)
{
    struct instant ends;
    uint32_t before = floor->last_award;
    if (!offer_period_end(floor, offer, decided, &ends))
        return before;
    for (unsigned i = floor->award_count; i > 0 && instant_compare(floor->awards[i - 1].at, ends) >= 0; i--)
        before = floor->awards[i - 1].number - 1;
    return before;
}

/* A hand that is claimed when its period is over has what the meters showed when that ended. */
enum status tell_readings(const struct floor *floor, const struct table *table, const struct table_offer *at,
                          const struct offer *offer, const struct terms *terms, struct hand_claimed *claimed,
                          struct arena *arena)
{
    const ptrdiff_t place = at - table->offers;
    claimed->decided = terms->decided_at_deal ? table->round.at : claimed->head.at;
    claimed->readings = NULL;
    claimed->reading_count = claimed->awards_before = 0;
    if (!terms->pools_at_period_end || !offer_period_end(floor, offer, claimed->decided, &claimed->ends))
        claimed->ends = (struct instant){0};
    if (!terms->pools_when_decided && !terms->pools_at_period_end)
        return STATUS_OK;
    uint32_t count = terms->decided_at_deal      ? table->round.reading_counts[place]
                     : terms->pools_when_decided ? terms->pool_count
                                                 : 0;
    struct meter_reading *readings = ARENA_ARRAY(arena, struct meter_reading, count);
    if (!readings && count > 0)
        return arena->refusal;
    if (!terms->decided_at_deal && count > 0)
        read_meters(floor, terms, readings);
    for (uint32_t i = 0; i < count && terms->decided_at_deal; i++)
        readings[i] = table->round.readings[place][i];
    claimed->readings = readings;
    claimed->reading_count = count;
    claimed->awards_before = terms->pools_at_period_end ? awards_before_end(floor, offer, claimed->decided)
                             : terms->decided_at_deal   ? table->round.awards_before
                                                        : floor->last_award;
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ the end of a period */

void await_reading(struct floor *floor, struct instant ends)
{
    if (ends.ms != 0 && (floor->meters_await.ms == 0 || instant_compare(ends, floor->meters_await) < 0))
        floor->meters_await = ends;
}

/* When the meters are read for the hand: when its period is over, or that of the board on which it stands. */
static struct instant read_at(const struct floor *floor, const struct floor_hand *hand)
{
    const struct board *board = &floor->boards[hand->offer];
    return is_on_board(hand) && instant_compare(board->ends, hand->ends) < 0 ? board->ends : hand->ends;
}

/* Whether the meters are yet to be read for the hand, and for the round by an offer at its table. */
static bool awaits_reading(const struct floor_hand *hand)
{
    return hand->ends.ms != 0 && hand->reading_count == 0 && hand_waits(hand);
}

static bool round_awaits_reading(const struct table *table, unsigned place)
{
    return table->round.runs && table->offers[place].former != FORMER_NONE &&
           table->round.ends[place].ms != 0 && table->round.reading_counts[place] == 0;
}

void await_all_readings(struct floor *floor)
{
    floor->meters_await = (struct instant){0};
    for (unsigned i = 0; i < floor->hand_count; i++)
        if (awaits_reading(&floor->hands[i]))
            await_reading(floor, read_at(floor, &floor->hands[i]));
    for (unsigned i = 0; i < floor->table_count; i++)
        for (unsigned k = 0; k < floor->tables[i].offer_count; k++)
            if (round_awaits_reading(&floor->tables[i], k))
                await_reading(floor, floor->tables[i].round.ends[k]);
}

static enum status read_for_hands(struct floor *floor, struct instant then)
{
    for (unsigned i = 0; i < floor->hand_count; i++) {
        struct floor_hand *hand = &floor->hands[i];
        if (!awaits_reading(hand) || instant_compare(read_at(floor, hand), then) > 0)
            continue;
        const struct terms *terms = terms_of_hand(floor, hand);
        struct meter_reading *readings = ARENA_ARRAY(&floor->arena, struct meter_reading, terms->pool_count);
        if (!readings)
            return floor->arena.refusal;
        read_meters(floor, terms, readings);
        hand->readings = readings;
        hand->reading_count = terms->pool_count;
        hand->awards_before = floor->last_award;
    }
    return STATUS_OK;
}

/* Hands of a round that runs may yet be claimed. */
static void read_for_round(const struct floor *floor, struct table *table, struct instant then)
{
    for (unsigned i = 0; i < table->offer_count; i++) {
        const struct table_offer *at = &table->offers[i];
        if (!round_awaits_reading(table, i) || instant_compare(table->round.ends[i], then) > 0)
            continue;
        const struct terms *terms =
            at->former ? &floor->formers[at->former - 1]->terms : &floor->offerings[at->offer].terms;
        keep_readings_of_round(floor, terms, &table->round, i);
    }
}

enum status read_ended_periods(struct floor *floor, struct instant then)
{
    if (floor->meters_await.ms == 0 || instant_compare(then, floor->meters_await) < 0)
        return STATUS_OK;
    for (unsigned i = 0; i < floor->table_count; i++)
        read_for_round(floor, &floor->tables[i], then);
    enum status status = read_for_hands(floor, then);
    await_all_readings(floor);
    return status;
}

/* ------------------------------------------------------------------------------------------ what is won */

/* Whether the award is one of a period that was over by then. */
static bool is_of_period_until(const struct floor *floor, const struct floor_award *award,
                               struct instant then)
{
    struct instant ends;
    for (unsigned i = 0; i < floor->hand_count && award->hand == 0; i++) {
        const struct floor_hand *hand = &floor->hands[i];
        if (hand->award == award->number)
            return offer_period_end(floor, floor_offer_of_hand(floor, hand), hand->decided, &ends) &&
                   instant_compare(ends, then) <= 0;
    }
    return false;
}

/* What the award has changed of the pool; false if it did not make it start anew. */
static bool pool_was_won(const struct floor_award *award, account_id pool, int64_t *change)
{
    bool anew = false;
    *change = 0;
    for (uint32_t i = 0; i < award->movement_count && !award->reversed; i++) {
        const struct movement *movement = &award->movements[i];
        anew |= movement->to == pool && movement->reason == REASON_RESEED;
        *change += movement->to == pool ? movement->cents : movement->from == pool ? -movement->cents : 0;
    }
    return anew;
}

struct pool_taken taken_at_end(const struct floor *floor, const struct floor_hand *hand, account_id pool,
                               int64_t shown)
{
    struct pool_taken taken = {.cents = shown};
    struct instant ends;
    int64_t change;
    if (!offer_period_end(floor, floor_offer_of_hand(floor, hand), hand->decided, &ends))
        return taken;
    for (unsigned i = 0; i < floor->award_count; i++) {
        const struct floor_award *award = &floor->awards[i];
        if (award->number <= hand->awards_before || !pool_was_won(award, pool, &change))
            continue;
        if (is_of_period_until(floor, award, ends))
            taken.cents += change;
        else
            taken.spent = true;
    }
    if (taken.cents < 0)
        taken.cents = 0;
    return taken;
}
