/* Offers as they were: hands that were dealt before an offer was posted anew are judged and paid by what was posted then. */

#include "house/setup/setup_internal.h"

#include "base/check.h"
#include "funds/offered.h"
#include "funds/terms.h"
#include "house/hands/hands.h"
#include "house/kernel/deciding.h"
#include "house/prizes/prizes.h"
#include "house/setup/offers.h"
#include "house/setup/setup.h"
#include "house/tables/tables.h"

static const struct former *former_numbered(const struct floor *floor, uint32_t number)
{
    CHECK_OP(number, >, 0);
    CHECK_OP(number, <=, floor->former_count);
    return floor->formers[number - 1];
}

const struct offer *floor_offer_of_hand(const struct floor *floor, const struct floor_hand *hand)
{
    return hand->former ? former_numbered(floor, hand->former)->posted : floor->offerings[hand->offer].offer;
}

const struct table_offer *table_offer_of_former(const struct floor *floor, uint32_t offer, uint32_t former,
                                                uint32_t table)
{
    if (former == 0)
        return table_offer_of(&floor->tables[table], offer);
    const struct former *before = former_numbered(floor, former);
    return table < before->table_count ? before->tables[table] : NULL;
}

const struct table_offer *table_offer_of_hand(const struct floor *floor, const struct floor_hand *hand,
                                              uint32_t table)
{
    return table_offer_of_former(floor, hand->offer, hand->former, table);
}

/* Pools hold what they hold, and start anew for the hands that come: as posted now. */
static void take_pools(struct terms *terms, const struct terms *now)
{
    for (unsigned i = 0; i < terms->pool_count && i < now->pool_count; i++)
        if (terms->pools[i].account == now->pools[i].account)
            terms->pools[i] = now->pools[i];
}

const struct offering *offering_of_former(struct deciding *deciding, uint32_t offer, uint32_t former)
{
    const struct floor *floor = deciding->floor;
    const struct offering *now = &floor->offerings[offer];
    if (former == 0)
        return now;
    const struct former *before = former_numbered(floor, former);
    struct offering *dealt = ARENA_NEW(&deciding->decision->arena, struct offering);
    if (!dealt)
        return NULL;
    *dealt = *now;
    dealt->offer = before->posted;
    dealt->terms = before->terms;
    take_pools(&dealt->terms, &now->terms);
    dealt->funds.terms = &dealt->terms;
    dealt->claims = before->claims;
    dealt->payments = before->payments;
    dealt->offered = before->offered;
    dealt->posted = true;
    return dealt;
}

const struct offering *offering_of_hand(struct deciding *deciding, const struct floor_hand *hand)
{
    return offering_of_former(deciding, hand->offer, hand->former);
}

bool rows_are_one(const struct rulebook_row *one, const struct rulebook_row *other)
{
    return one == other || (text_equal(one->id, other->id) &&
                            text_equal(one->node->origin.clause, other->node->origin.clause));
}

/* ------------------------------------------------------------------------------------------ keeping */

static bool is_dealt_by_offer(const struct floor *floor, const struct floor_hand *hand, uint32_t offer)
{
    return hand->offer == offer && hand->former == 0 && hand_may_wait(floor, hand);
}

/* The offer at a table where a round runs that was dealt by it as it is; NULL if there is none. */
static struct table_offer *running_at(struct table *table, uint32_t offer)
{
    for (unsigned i = 0; i < table->offer_count && table->round.runs; i++) {
        struct table_offer *at = &table->offers[i];
        if (at->offer == offer && at->listed && at->former == 0)
            return at;
    }
    return NULL;
}

static bool is_needed(struct floor *floor, uint32_t number)
{
    for (unsigned i = 0; i < floor->hand_count; i++)
        if (is_dealt_by_offer(floor, &floor->hands[i], number))
            return true;
    for (unsigned i = 0; i < floor->table_count; i++)
        if (running_at(&floor->tables[i], number))
            return true;
    return false;
}

/* At the tables that it was posted for. */
static enum status keep_tables(struct floor *floor, uint32_t number, struct former *former)
{
    struct arena *arena = &floor->arena;
    former->tables = ARENA_ARRAY(arena, const struct table_offer *, floor->table_count);
    if (!former->tables)
        return arena->refusal;
    former->table_count = floor->table_count;
    for (unsigned i = 0; i < floor->table_count; i++) {
        const struct table_offer *at = table_offer_of(&floor->tables[i], number);
        if (!at || !at->listed)
            continue;
        struct table_offer *kept = ARENA_NEW(arena, struct table_offer);
        if (!kept)
            return arena->refusal;
        *kept = *at;
        former->tables[i] = kept;
    }
    return STATUS_OK;
}

enum status keep_former(struct floor *floor, uint32_t number)
{
    const struct offering *offering = &floor->offerings[number];
    if (!is_needed(floor, number))
        return STATUS_OK;
    struct former *former = ARENA_NEW(&floor->arena, struct former);
    if (!former)
        return floor->arena.refusal;
    *former = (struct former){.offer = number,
                              .posted = offering->offer,
                              .text = offering->text,
                              .house = offering->house,
                              .documents = offering->documents,
                              .accounts = offering->accounts,
                              .terms = offering->terms,
                              .claims = offering->claims,
                              .payments = offering->payments,
                              .offered = offering->offered};
    enum status status = keep_tables(floor, number, former);
    if (status == STATUS_OK)
        status = make_room(&floor->arena, (void **)&floor->formers, floor->former_count, &floor->former_room,
                           sizeof(void *));
    if (status != STATUS_OK)
        return status;
    floor->formers[floor->former_count++] = former;
    for (unsigned i = 0; i < floor->hand_count; i++)
        if (is_dealt_by_offer(floor, &floor->hands[i], number))
            floor->hands[i].former = floor->former_count;
    for (unsigned i = 0; i < floor->table_count; i++) {
        struct table_offer *at = running_at(&floor->tables[i], number);
        if (at)
            at->former = floor->former_count;
    }
    return STATUS_OK;
}
