/* Fees of a round that go back to the players: of a round that is void, or of jackpots that a device has stopped. */
#include "house/tables/tables_internal.h"

#include "base/arena.h"
#include "funds/draft.h"
#include "funds/terms.h"
#include "house/hands/hands.h"
#include "house/kernel/deciding.h"
#include "house/setup/setup.h"
#include "house/tables/tables_shapes.h"

enum { FEES_MEMORY_MAX = 1 << 16 };

/* Whether another offer at the table, of the same activity at other hours, has taken the fees of the box. */
static bool is_of_another(const struct floor *floor, const struct table *table, unsigned place)
{
    account_id box = floor->offerings[table->offers[place].offer].terms.box;
    for (unsigned i = 0; i < table->offer_count && table->round.paid[place] == 0; i++)
        if (floor->offerings[table->offers[i].offer].terms.box == box && table->round.paid[i] != 0)
            return true;
    return false;
}

/* Whether the movement is of a fee of this offer: it goes into or out of its box, or the fee lets a meter rise that holds no
 * money. */
static bool is_fee_of(const struct floor *floor, const struct table *table, unsigned place,
                      const struct movement *movement)
{
    const struct account *accounts = floor->ledger.accounts;
    account_id box = floor->offerings[table->offers[place].offer].terms.box;
    bool rises = accounts[movement->from].kind == ACCOUNT_PROMISED &&
                 text_equal(accounts[movement->to].activity, accounts[box].activity);
    return (movement->from == box || movement->to == box || rises) && !is_of_another(floor, table, place);
}

static bool has_fees(const struct floor *floor, const struct table *table, unsigned place)
{
    for (uint32_t i = 0; i < table->round.fee_count; i++)
        if (is_fee_of(floor, table, place, &table->round.fees_moved[i]))
            return true;
    return false;
}

/* Whether the document gives the chips back while the jackpot waits for a device. */
static bool gives_chips_back(const struct table_offer *at)
{
    return at->suspended && at->suspended->returns;
}

/* Of which offers at the table fees are returned. */
struct returning {
    bool all;        /* of all of them, and of the whole round */
    uint32_t places; /* otherwise: of these */
};

/*
 * Of the offer that is named. Where none is named and devices have stopped jackpots whose documents then return the chips, of
 * those; the others have no such clause and keep theirs. Otherwise the round is void, and of all.
 */
static struct returning fees_to_return(const struct floor *floor, const struct table *table,
                                       struct text offer)
{
    struct returning returning = {.all = offer.length == 0 && table->round.misdeal};
    for (unsigned i = 0; i < table->offer_count; i++) {
        const struct table_offer *at = &table->offers[i];
        bool named = text_equal(floor->offerings[at->offer].name, offer);
        if ((offer.length > 0 ? !named : !at->suspended) || !has_fees(floor, table, i))
            continue;
        returning.places |= UINT32_C(1) << i;
        returning.all |= offer.length == 0 && !gives_chips_back(at);
    }
    returning.all |= offer.length == 0 && returning.places == 0;
    return returning;
}

/* By which clause the movement goes back; empty: it stays. */
static struct text returned_by(const struct floor *floor, const struct table *table,
                               const struct returning *returning, const struct movement *movement)
{
    if (returning->all)
        return text_of(rule_round);
    for (unsigned i = 0; i < table->offer_count; i++) {
        const struct table_offer *at = &table->offers[i];
        if ((returning->places >> i & 1) && is_fee_of(floor, table, i, movement))
            return gives_chips_back(at) ? at->suspended->clause : text_of(rule_round);
    }
    return text_of("");
}

/* Returns a fee along the accounts it came through. If an award has taken the money meanwhile, the house pays it. */
static void give_back(struct draft *draft, const struct floor *floor, const struct movement *movement,
                      struct text clause)
{
    const struct ledger *ledger = &floor->ledger;
    const enum account_kind kind = ledger->accounts[movement->to].kind;
    account_id house = floor->offerings[draft->activity].terms.house;
    int64_t held = account_is_guarded(kind) ? draft_balance(draft, movement->to) : movement->cents;
    if (kind == ACCOUNT_BOX && held < movement->cents) { /* it was counted, and is given out all the same */
        draft_move(draft, house, movement->to, movement->cents - held, REASON_RETURNED_FEE, clause);
        held = movement->cents;
    }
    int64_t own = held < movement->cents ? held : movement->cents;
    draft_move(draft, movement->to, movement->from, own, REASON_RETURNED_FEE, clause);
    if (own < movement->cents)
        draft_move(draft, house, movement->from, movement->cents - own, REASON_RETURNED_FEE, clause);
}

/* The last that came in first. */
static void give_all_back(const struct floor *floor, const struct table *table,
                          const struct returning *returning, struct draft *draft)
{
    for (uint32_t i = table->round.fee_count; i > 0; i--) {
        const struct movement *movement = &table->round.fees_moved[i - 1];
        struct text clause = returned_by(floor, table, returning, movement);
        draft_of_activity(draft, table->offers[0].offer);
        if (clause.length > 0)
            give_back(draft, floor, movement, clause);
    }
}

/* A hand of the round that stands, where fees of its offer, or of all, would be returned; NULL: there is none. */
static const struct floor_hand *hand_in_the_way(const struct floor *floor, const struct table *table,
                                                const struct returning *returning)
{
    for (const struct floor_hand *hand = newest_hand(floor, table); hand; hand = hand_before(floor, hand)) {
        bool concerned = returning->all;
        for (unsigned i = 0; i < table->offer_count; i++)
            concerned |= (returning->places >> i & 1) && table->offers[i].offer == hand->offer;
        if (concerned && hand_stands(hand))
            return hand;
    }
    return NULL;
}

/* The offer that the event names: the one of the command, or the only one whose fees go back by its own document. */
static struct text offer_returned(const struct floor *floor, const struct table *table,
                                  const struct returning *returning, struct text named)
{
    for (unsigned i = 0; i < table->offer_count && !returning->all; i++)
        if (returning->places == UINT32_C(1) << i)
            return floor->offerings[table->offers[i].offer].name;
    return named;
}

/* Whether the offer, if one is named, is known and at this table; false after a refusal. */
static bool check_returned(struct deciding *deciding, const struct table *table)
{
    struct text name = COMMAND_AS(deciding->command, return_fees)->offer;
    uint32_t offer;
    if (name.length == 0)
        return true;
    if (!find_offer(deciding, name, &offer))
        return false;
    if (!table_offer_of(table, offer))
        (void)REFUSE(deciding, rule_round, "%.*s is not offered at this table", TEXT_ARGUMENTS(name));
    return table_offer_of(table, offer) != NULL;
}

/* Tells whose fees go back, and which movements of fees stay. */
static enum status tell_returned(const struct floor *floor, const struct table *table,
                                 const struct returning *returning, struct fees_returned *returned,
                                 struct arena *arena)
{
    struct returned_offer *offers = ARENA_ARRAY(arena, struct returned_offer, table->offer_count);
    struct kept_fee *kept = ARENA_ARRAY(arena, struct kept_fee, table->round.fee_count);
    if (!offers || !kept)
        return arena->refusal;
    returned->offers = offers;
    returned->kept = kept;
    returned->offer_count = returned->kept_count = 0;
    for (unsigned i = 0; i < table->offer_count; i++)
        if (returning->all || (returning->places >> i & 1))
            offers[returned->offer_count++] = (struct returned_offer){table->offers[i].offer};
    for (uint32_t i = 0; i < table->round.fee_count; i++)
        if (returned_by(floor, table, returning, &table->round.fees_moved[i]).length == 0)
            kept[returned->kept_count++] = (struct kept_fee){i + 1};
    return STATUS_OK;
}

enum status decide_return_fees(struct deciding *deciding)
{
    const struct floor *floor = deciding->floor;
    const struct return_fees *command = COMMAND_AS(deciding->command, return_fees);
    const struct table *table = running_table(deciding, command->table);
    if (!table || !check_returned(deciding, table))
        return STATUS_OK;
    const struct returning returning = fees_to_return(floor, table, command->offer);
    if (table->round.fee_count == 0 || (!returning.all && returning.places == 0))
        return REFUSE(deciding, rule_round, "this round has no fees to return");
    const struct floor_hand *hand = hand_in_the_way(floor, table, &returning);
    if (hand)
        return REFUSE(deciding, rule_hand, "hand %u of this round is claimed; withdraw or reject it first",
                      hand->number);
    give_all_back(floor, table, &returning, &deciding->decision->draft);
    struct event *event = happens(deciding, EVENT_FEES_RETURNED);
    EVENT_AS(event, fees_returned)->table = command->table;
    EVENT_AS(event, fees_returned)->offer = offer_returned(floor, table, &returning, command->offer);
    EVENT_AS(event, fees_returned)->round = table->round.number;
    EVENT_AS(event, fees_returned)->reason = command->reason;
    EVENT_AS(event, fees_returned)->authorised_by = command->authorised_by;
    enum status status =
        tell_returned(floor, table, &returning, EVENT_AS(event, fees_returned), &deciding->decision->arena);
    return status == STATUS_OK ? take_money(deciding, &EVENT_AS(event, fees_returned)->money) : status;
}

/* Logs of the first number do not tell it: versions before 0.2.0 made it when they applied the event. */
enum status complete_fees_returned(const struct floor *floor, struct event *event, struct arena *arena)
{
    struct fees_returned *returned = EVENT_AS(event, fees_returned);
    const struct table *table = floor_table(floor, returned->table);
    if (!table)
        return STATUS_OK; /* which is found when it is applied */
    const struct returning returning = fees_to_return(floor, table, returned->offer);
    return tell_returned(floor, table, &returning, returned, arena);
}

/* The fees that were not returned stay, in their order. False: one of them is none of the round's. */
static bool drop_fees(struct round *round, const struct fees_returned *returned)
{
    uint32_t before = 0;
    for (uint32_t i = 0; i < returned->kept_count; i++) {
        uint32_t number = returned->kept[i].movement;
        if (number <= before || number > round->fee_count)
            return false;
        round->fees_moved[i] = round->fees_moved[number - 1];
        before = number;
    }
    round->fee_count = returned->kept_count;
    round->fees_returned = round->fee_count == 0;
    return true;
}

static bool tells_the_same(const struct fees_returned *one, const struct fees_returned *other)
{
    bool same = one->offer_count == other->offer_count && one->kept_count == other->kept_count;
    for (uint32_t i = 0; i < one->offer_count && same; i++)
        same = one->offers[i].offer == other->offers[i].offer;
    for (uint32_t i = 0; i < one->kept_count && same; i++)
        same = one->kept[i].movement == other->kept[i].movement;
    return same;
}

/* Whose fees went back, and what stayed. */
static enum status judge_told(const struct floor *floor, const struct event *event, const struct table *table,
                              const struct returning *returning, struct fault *fault)
{
    struct fees_returned again = *EVENT_AS(event, fees_returned);
    struct arena arena;
    arena_init(&arena, FEES_MEMORY_MAX);
    enum status status = tell_returned(floor, table, returning, &again, &arena);
    bool same = status == STATUS_OK && tells_the_same(&again, EVENT_AS(event, fees_returned));
    arena_release(&arena);
    if (status != STATUS_OK)
        return fault_set(fault, status, 0, "there is no memory for the fees of the round");
    return same ? STATUS_OK : strange(fault, event, "the fees of other offers went back");
}

enum status judge_returned(const struct floor *floor, const struct event *event, struct fault *fault)
{
    const struct fees_returned *returned = EVENT_AS(event, fees_returned);
    const struct table *table = floor_table(floor, returned->table);
    struct draft draft;
    if (!table)
        return STATUS_OK;
    if (returned->round != table->round.number)
        return strange(fault, event, "it is not the round of its table");
    const struct returning returning = fees_to_return(floor, table, returned->offer);
    draft_begin(&draft, &floor->ledger);
    give_all_back(floor, table, &returning, &draft);
    repay_from_funds(floor, &draft);
    if (draft.movement_count == 0)
        return strange(fault, event, "this round has no fees to return");
    enum status status = judge_money(floor, event, &draft, fault);
    return status == STATUS_OK ? judge_told(floor, event, table, &returning, fault) : status;
}

enum status apply_fees_returned(struct floor *floor, const struct event *event, struct fault *fault)
{
    const struct fees_returned *returned = EVENT_AS(event, fees_returned);
    struct table *table = table_called(floor, returned->table);
    if (!table)
        return strange(fault, event, "there is no such table");
    if (!drop_fees(&table->round, returned))
        return strange(fault, event, "the round has no such fees");
    for (unsigned i = 0; i < table->offer_count; i++) {
        for (uint32_t k = 0; k < returned->offer_count; k++)
            if (returned->offers[k].offer == table->offers[i].offer)
                table->round.paid[i] = 0;
        count_collection(floor, &table->offers[i], &returned->money, true);
    }
    return STATUS_OK;
}
