/* The fees of a round: who pays for which offer, and what the round keeps of it. */
#include "house/tables/fees.h"

#include "base/check.h"
#include "funds/draft.h"
#include "funds/funds.h"
#include "funds/terms.h"
#include "house/hands/hands.h"
#include "house/kernel/deciding.h"
#include "house/kernel/names.h"
#include "house/kernel/program.h"
#include "house/people/dealt.h"
#include "house/setup/setup.h"
#include "house/tables/backline_shapes.h"
#include "house/tables/tables_internal.h"

enum { FEES_MEMORY_MAX = 1 << 18 };

/* Of an offer: a fee goes into the box, and from it to each part, once within the cap of a pool and once beyond; and what the fund
 * repays. */
_Static_assert(FLOOR_TABLE_OFFERS_MAX *(1 + 2 * TERMS_PARTS_MAX + TERMS_FUNDS_MAX) <= DRAFT_MOVEMENTS_MAX,
               "the fees of a round have room");

uint32_t payers_of_offer(const struct staked *staked, struct text offer)
{
    for (uint32_t i = 0; i < staked->payer_count; i++)
        if (text_equal(staked->payers[i].offer, offer))
            return staked->payers[i].seats;
    return staked->lit;
}

unsigned backline_payers(const struct staked *staked)
{
    unsigned count = 0;
    for (uint32_t i = 0; i < staked->backline_count; i++)
        count += staked->backline[i].fee;
    return count;
}

/* Fees on the player-dealer's hand. */
unsigned dealer_payers(const struct staked *staked)
{
    unsigned count = seat_count(staked->dealer_fees & staked->dealt);
    for (uint32_t i = 0; i < staked->backline_count; i++)
        count += staked->backline[i].dealer_fee;
    return count;
}

/* One fee for all who are dealt in, or none. */
static struct fees_due fee_for_all(const struct staked *staked, bool taken, bool dealer)
{
    if (!taken)
        return (struct fees_due){0};
    return (struct fees_due){staked->dealt, !dealer, dealer};
}

bool fee_is_due(const struct table *table, const struct table_offer *at, const struct staked *staked)
{
    int64_t count = dealt_in_count(table, table->bank, staked->dealt);
    return at->choice != FEE_OPTIONAL && count >= at->players.low && count <= at->players.high;
}

/* A fee that is due is taken from everybody whom it is due from; another only from those who put it down. */
struct fees_due fees_due_of(const struct table *table, const struct table_offer *at,
                            const struct staked *staked, struct text offer)
{
    bool due = fee_is_due(table, at, staked);
    bool voluntary = at->choice == FEE_OPTIONAL || (at->choice == FEE_DUE_WITH_PLAYERS && !due);
    uint32_t players = player_seats(table, staked->dealt),
             paid = voluntary ? payers_of_offer(staked, offer) : 0;
    if (at->choice == FEE_DUE_WITH_PLAYERS)
        paid &= players; /* with so few in the game it is the player's */
    switch (at->payer) {
    case PAYER_NOBODY:
        return (struct fees_due){0};
    case PAYER_PLAYER: {
        uint32_t seats = due ? players : paid & staked->dealt;
        unsigned behind = voluntary && at->backline ? backline_payers(staked) : 0;
        unsigned on_dealer = at->dealer_space ? dealer_payers(staked) : 0;
        return (struct fees_due){seats, seat_count(seats) + behind + on_dealer, 0};
    }
    case PAYER_POT:
    case PAYER_FIRST:
        return fee_for_all(staked, due || paid != 0, false);
    case PAYER_PLAYER_DEALER:
        return fee_for_all(staked, due || paid != 0, true);
    case PAYER_PLAYER_AND_DEALER:
        return due ? (struct fees_due){staked->dealt, seat_count(players), 1} : (struct fees_due){0};
    }
    CHECK_NEVER("a payer");
}

/* The fees of one offer, and what the fund can then repay. */
static void take_fees(const struct floor *floor, const struct table_offer *at, const struct fees_due *due,
                      struct draft *draft)
{
    const struct funds *funds = &floor->offerings[at->offer].funds;
    draft_of_activity(draft, at->offer);
    if (at->rate)
        funds_fees_by_rate(draft, funds, at->rate, 1, due->players, due->player_dealers);
    else
        funds_fees(draft, funds, due->players + due->player_dealers);
    if (!funds->terms->fee.waits) /* what waits in the box brings the fund nothing */
        funds_repay(draft, funds);
}

/* Whether the offer takes part in the rounds of the table now. */
bool takes_part(const struct floor *floor, const struct table_offer *at)
{
    const struct offering *offering = &floor->offerings[at->offer];
    return at->listed && offering->seeded && is_in_force(floor, offering);
}

/* Whether another jackpot takes its fee at the table. */
bool has_other_fee(const struct floor *floor, const struct table *table, uint32_t offer)
{
    for (unsigned i = 0; i < table->offer_count; i++) {
        const struct table_offer *at = &table->offers[i];
        if (at->offer != offer && at->payer != PAYER_NOBODY && takes_part(floor, at))
            return true;
    }
    return false;
}

/* Rounds of logs that do not tell the deal took such fees. */
bool lacks_collection(const struct floor *floor, const struct table *table, const struct table_offer *at)
{
    return tells_the_deal(floor) &&
           text_equal(at->eligibility.rules[ELIGIBILITY_COLLECTION].value, text_of("jackpot")) &&
           !has_other_fee(floor, table, at->offer);
}

/* The fees of all offers that take part in a round. Free players and tournaments pay none, and what waits for a device takes none. */
void take_all_fees(const struct floor *floor, const struct table *table, const struct staked *staked,
                   bool tournament, struct draft *draft)
{
    for (unsigned i = 0; i < table->offer_count && !table->described->free_play && !tournament; i++) {
        const struct table_offer *at = &table->offers[i];
        if (at->payer == PAYER_NOBODY || at->suspended || !takes_part(floor, at) ||
            lacks_collection(floor, table, at))
            continue;
        const struct fees_due due = fees_due_of(table, at, staked, floor->offerings[at->offer].name);
        if (due.players + due.player_dealers > 0)
            take_fees(floor, at, &due, draft);
    }
}

/* ------------------------------------------------------------------------------------------ what the event tells */

struct staked staked_by(const struct round_started *started)
{
    return (struct staked){.dealt = started->dealt,
                           .lit = started->fees | started->marked,
                           .dealer_fees = started->dealer_fees,
                           .played_behind = started->played_behind,
                           .payers = started->payers,
                           .payer_count = started->payer_count,
                           .backline = started->backline,
                           .backline_count = started->backline_count};
}

/* What the account holds when the money of the event has moved. */
static int64_t balance_after(const struct floor *floor, account_id account, const struct money_rows *money)
{
    int64_t cents = floor->ledger.accounts[account].balance;
    for (uint32_t i = 0; i < money->movement_count; i++)
        cents += money->movements[i].to == account     ? money->movements[i].cents
                 : money->movements[i].from == account ? -money->movements[i].cents
                                                       : 0;
    return cents;
}

/* The offer at a table in a round that starts. */
static struct round_offer round_offer_of(const struct floor *floor, const struct table *table,
                                         const struct table_offer *at, const struct round_started *started)
{
    const struct offering *offering = &floor->offerings[at->offer];
    const struct staked staked = staked_by(started);
    bool free = table->described->free_play || started->tournament;
    bool taken = !free && !at->suspended && takes_part(floor, at) && !lacks_collection(floor, table, at);
    return (struct round_offer){.offer = at->offer,
                                .paid = taken ? fees_due_of(table, at, &staked, offering->name).seats : 0,
                                .offered = offering->terms.decided_at_deal && at->listed &&
                                           is_offered_at(floor, offering, table)};
}

/* How many meters the round keeps of the offer: those that pay what they show at the deal. */
static unsigned meters_shown(const struct terms *terms)
{
    return terms->decided_at_deal && terms->pools_when_decided ? terms->pool_count : 0;
}

enum status tell_offers(const struct floor *floor, struct round_started *started, struct arena *arena)
{
    const struct table *table = floor_table(floor, started->table);
    uint32_t meters = 0;
    for (unsigned i = 0; table && i < table->offer_count; i++)
        meters += meters_shown(&floor->offerings[table->offers[i].offer].terms);
    struct round_offer *offers = table ? ARENA_ARRAY(arena, struct round_offer, table->offer_count) : NULL;
    struct meter_shown *shown = meters > 0 ? ARENA_ARRAY(arena, struct meter_shown, meters) : NULL;
    if (!table)
        return STATUS_OK;
    if (!offers || (meters > 0 && !shown))
        return arena->refusal;
    started->offers = offers;
    started->shown = shown;
    started->offer_count = started->shown_count = 0;
    for (unsigned i = 0; i < table->offer_count; i++) {
        const struct table_offer *at = &table->offers[i];
        const struct terms *terms = &floor->offerings[at->offer].terms;
        const struct round_offer told = round_offer_of(floor, table, at, started);
        if (told.paid != 0 || told.offered)
            offers[started->offer_count++] = told;
        for (unsigned pool = 0; pool < meters_shown(terms); pool++)
            shown[started->shown_count++] = (struct meter_shown){
                at->offer, balance_after(floor, terms->pools[pool].account, &started->money)};
    }
    CHECK_OP(started->shown_count, ==, meters);
    return STATUS_OK;
}

/* When the meters are read for hands of the round. */
enum status tell_periods(const struct floor *floor, struct round_started *started, struct arena *arena)
{
    const struct table *table = floor_table(floor, started->table);
    struct round_period *periods = table ? ARENA_ARRAY(arena, struct round_period, table->offer_count) : NULL;
    if (!table)
        return STATUS_OK;
    if (!periods)
        return arena->refusal;
    started->periods = periods;
    started->period_count = 0;
    for (uint32_t i = 0; i < started->offer_count; i++) {
        const uint32_t offer = started->offers[i].offer;
        struct instant ends;
        if (offer < floor->offering_count && started->offers[i].offered &&
            floor->offerings[offer].terms.pools_at_period_end &&
            offer_period_end(floor, floor->offerings[offer].offer, started->head.at, &ends) &&
            started->period_count < table->offer_count)
            periods[started->period_count++] = (struct round_period){offer, ends};
    }
    return STATUS_OK;
}

/* Logs of the first number tell neither, for versions before 0.2.0 made it when they applied the event, and kept no more than 64
 * movements for a return. Those of the second do not tell the periods. */
enum status complete_round_started(const struct floor *floor, struct event *event, struct arena *arena)
{
    struct round_started *started = EVENT_AS(event, round_started);
    enum status status = tells_all(floor) ? STATUS_OK : tell_offers(floor, started, arena);
    return status == STATUS_OK ? tell_periods(floor, started, arena) : status;
}

/* ------------------------------------------------------------------------------------------ what the round keeps */

/* The movements of the fees are kept, so that they can be returned. Those of repayments are not theirs. */
static enum status keep_movements(struct floor *floor, struct round *round, const struct money_rows *money)
{
    enum { KEPT_BY_FIRST = 64 };
    enum status status = STATUS_OK;
    bool cut = !tells_all(floor);
    round->fee_count = 0;
    for (uint32_t i = 0; i < money->movement_count && status == STATUS_OK; i++) {
        if (money->movements[i].reason == REASON_REPAYMENT || (cut && round->fee_count == KEPT_BY_FIRST))
            continue;
        status = MAKE_ROOM(&floor->arena, round->fees_moved, round->fee_count, round->fee_room);
        if (status != STATUS_OK)
            break;
        round->fees_moved[round->fee_count] = money->movements[i];
        round->fees_moved[round->fee_count++].clause = text_of("");
    }
    return status;
}

/* The place of the offer at the table; the count if it has none. */
static unsigned place_of_offer(const struct table *table, uint32_t offer)
{
    unsigned place = 0;
    while (place < table->offer_count && table->offers[place].offer != offer)
        place++;
    return place;
}

enum status keep_fees(struct floor *floor, struct table *table, const struct round_started *started)
{
    struct round *round = &table->round;
    round->offered = 0;
    for (unsigned i = 0; i < table->offer_count; i++) {
        round->paid[i] = round->reading_counts[i] = 0;
        round->ends[i] = (struct instant){0};
        table->offers[i].former = 0; /* it is dealt by what is posted now */
        count_collection(floor, &table->offers[i], &started->money, false);
    }
    for (uint32_t i = 0; i < started->offer_count; i++) {
        const struct round_offer *told = &started->offers[i];
        unsigned place = place_of_offer(table, told->offer);
        if (place == table->offer_count || told->offered > 1)
            return STATUS_INVALID;
        round->paid[place] = told->paid;
        round->offered |= told->offered << place;
    }
    for (uint32_t i = 0; i < started->shown_count; i++) {
        unsigned place = place_of_offer(table, started->shown[i].offer);
        if (place == table->offer_count || round->reading_counts[place] == TERMS_POOLS_MAX)
            return STATUS_INVALID;
        round->readings[place][round->reading_counts[place]++].cents = started->shown[i].cents;
    }
    for (uint32_t i = 0; i < started->period_count; i++) {
        unsigned place = place_of_offer(table, started->periods[i].offer);
        if (place == table->offer_count)
            return STATUS_INVALID;
        round->ends[place] = started->periods[i].ends;
        await_reading(floor, round->ends[place]);
    }
    return keep_movements(floor, round, &started->money);
}

/* ------------------------------------------------------------------------------------------ judging again */

static bool tells_the_same(const struct round_started *one, const struct round_started *other)
{
    bool same = one->offer_count == other->offer_count && one->shown_count == other->shown_count &&
                one->period_count == other->period_count;
    for (uint32_t i = 0; i < one->offer_count && same; i++)
        same = one->offers[i].offer == other->offers[i].offer &&
               one->offers[i].paid == other->offers[i].paid &&
               one->offers[i].offered == other->offers[i].offered;
    for (uint32_t i = 0; i < one->shown_count && same; i++)
        same = one->shown[i].offer == other->shown[i].offer && one->shown[i].cents == other->shown[i].cents;
    for (uint32_t i = 0; i < one->period_count && same; i++)
        same = one->periods[i].offer == other->periods[i].offer &&
               instant_compare(one->periods[i].ends, other->periods[i].ends) == 0;
    return same;
}

/* Nobody bets behind a seat and plays at another table. */
static bool bettors_are_here(const struct floor *floor, const struct round_started *started)
{
    bool here = true;
    for (uint32_t i = 0; i < started->backline_count; i++)
        here &= !table_elsewhere(floor, floor_table(floor, started->table),
                                 names_find(&floor->patron_names, started->backline[i].patron));
    return here;
}

/* Who has paid, what the meters show, and when they are read. */
static enum status judge_told(const struct floor *floor, const struct event *event, struct fault *fault)
{
    struct round_started again = *EVENT_AS(event, round_started);
    struct arena arena;
    arena_init(&arena, FEES_MEMORY_MAX);
    enum status status = tell_offers(floor, &again, &arena);
    if (status == STATUS_OK && tells_everything(floor, EVENT_ROUND_STARTED))
        status = tell_periods(floor, &again, &arena);
    bool same = status == STATUS_OK && tells_the_same(&again, EVENT_AS(event, round_started));
    arena_release(&arena);
    if (status != STATUS_OK)
        return fault_set(fault, status, 0, "there is no memory for the fees of the round");
    if (same && tells_the_deal(floor) &&
        !players_are_told(floor, floor_table(floor, again.table), EVENT_AS(event, round_started)))
        return strange(fault, event, "others sit there, or something else is recorded of them");
    if (same && tells_the_deal(floor) && !bettors_are_here(floor, EVENT_AS(event, round_started)))
        return strange(fault, event, "somebody bets behind a seat and plays at another table");
    return same ? STATUS_OK
                : strange(fault, event, "others have paid its fees, or meters show something else");
}

enum status judge_fees(const struct floor *floor, const struct event *event, struct fault *fault)
{
    const struct round_started *started = EVENT_AS(event, round_started);
    const struct table *table = floor_table(floor, started->table);
    const struct staked staked = staked_by(started);
    struct draft draft;
    if (!table)
        return STATUS_OK; /* which is found when it is applied */
    if (started->round != table->round.number + 1)
        return strange(fault, event, "it is not the next round of its table");
    if (!table->open || started->dealt == 0 || (started->dealt & ~seats_to_deal(table)))
        return strange(fault, event, "a seat that is dealt in is empty; correct the seats");
    draft_begin(&draft, &floor->ledger);
    take_all_fees(floor, table, &staked, started->tournament, &draft);
    repay_from_funds(floor, &draft);
    enum status status = judge_money(floor, event, &draft, fault);
    return status == STATUS_OK && tells_all(floor) ? judge_told(floor, event, fault) : status;
}
