/*
 * Vouchers: what a prize pays of the costs of its winner, after it was handed over.
 */

#include "house/cage/cage_internal.h"

#include "base/check.h"
#include "funds/claim.h"
#include "funds/funds.h"
#include "funds/voucher.h"
#include "house/cage/cage.h"
#include "house/cage/cage_shapes.h"
#include "house/kernel/deciding.h"
#include "house/kernel/names.h"
#include "house/people/people.h"
#include "house/prizes/prizes.h"
#include "house/setup/setup.h"

/* ------------------------------------------------------------------------------------------ looking */

const struct voucher_terms *floor_voucher(const struct floor *floor, const struct floor_prize *prize)
{
    return prize->thing.length > 0 ? voucher_called(&floor->offerings[prize->offer].vouchers, prize->thing)
                                   : NULL;
}

int64_t floor_voucher_spent(const struct floor_prize *prize)
{
    int64_t cents = 0;
    for (unsigned i = 0; i < prize->use_count; i++)
        cents += prize->uses[i].cents;
    return cents;
}

/* What it has paid of the kind; NULL: nothing yet. */
static struct voucher_use *use_of(const struct floor_prize *prize, struct text cost)
{
    for (unsigned i = 0; i < prize->use_count; i++)
        if (text_equal_ignoring_case(prize->uses[i].cost, cost))
            return &prize->uses[i];
    return NULL;
}

static struct voucher_bill bill_of(const struct floor *floor, const struct floor_prize *prize,
                                   struct text cost, uint32_t count, int64_t each)
{
    const struct voucher_use *use = use_of(prize, cost);
    return (struct voucher_bill){.cost = cost,
                                 .count = count,
                                 .each_cents = each,
                                 .left_cents = prize->worth - floor_voucher_spent(prize),
                                 .used = use ? use->count : 0,
                                 .won = prize->claim.awarded,
                                 .zone = &floor->zone};
}

/* ------------------------------------------------------------------------------------------ deciding */

/* It is redeemed once it was handed over, which is when somebody has it. */
static struct ruling judge_state(const struct floor *floor, const struct floor_prize *prize, uint32_t number)
{
    if (prize->claim.state == CLAIM_PAID)
        return ruling_yes();
    if (prize->claim.state == CLAIM_LAPSED)
        return ruling_no(claim_lapse_clause(&floor->offerings[prize->offer].claims, &prize->claim),
                         "prize %u has lapsed", number);
    return ruling_no(rule_money, "prize %u is %s; pay it to the winner first", number,
                     claim_state_name(prize->claim.state));
}

/* Only the winner may use the voucher, unless the document allows prizes to be given to others. False after a refusal. */
static bool check_user(struct deciding *deciding, const struct floor_prize *prize, uint32_t *patron)
{
    const struct floor *floor = deciding->floor;
    const struct redeem *command = COMMAND_AS(deciding->command, redeem);
    const struct claim_terms *claims = &floor->offerings[prize->offer].claims;
    *patron = prize->patron;
    if (command->patron.length == 0)
        return true;
    if (!find_patron(deciding, command->patron, patron))
        return false;
    if (*patron == prize->patron || claims->transferable)
        return true;
    if (prize->patron == NAMES_NONE)
        (void)REFUSE(deciding, rule_patron, "enter the winner's ID first; prize %u has no name yet",
                     command->prize);
    else
        (void)REFUSE(deciding,
                     claims->transferable_clause[0] ? claims->transferable_clause : claims->document,
                     "the %.*s belongs to %.*s and cannot be given to another person",
                     TEXT_ARGUMENTS(text_clipped(prize->thing, 40)),
                     TEXT_ARGUMENTS(floor_patron_name(floor, prize->patron)));
    return false;
}

/* False after a refusal. */
static bool check_bill(struct deciding *deciding, const struct floor_prize *prize)
{
    const struct redeem *command = COMMAND_AS(deciding->command, redeem);
    if (prize->use_count >= VOUCHER_KINDS_MAX && !use_of(prize, command->cost)) {
        (void)REFUSE(deciding, rule_money, "it has already paid %d kinds of costs, the most it can",
                     VOUCHER_KINDS_MAX);
        return false;
    }
    if (command->cost.length > 0 && command->each > 0 && command->count <= VOUCHER_COUNT_MAX)
        return true;
    (void)REFUSE(deciding, rule_money,
                 "enter what to pay for, a price above $0 for one, and a count of at most %d",
                 VOUCHER_COUNT_MAX);
    return false;
}

static enum status redeemed(struct deciding *deciding, uint32_t number, uint32_t patron,
                            const struct voucher_payment *payment)
{
    const struct floor *floor = deciding->floor;
    const struct redeem *command = COMMAND_AS(deciding->command, redeem);
    const struct floor_prize *prize = floor_prize(floor, number);
    struct own_cost *own = ARENA_ARRAY(&deciding->decision->arena, struct own_cost, payment->own_count);
    if (!own && payment->own_count > 0)
        return deciding->decision->arena.refusal;
    for (unsigned i = 0; i < payment->own_count; i++)
        own[i] = (struct own_cost){payment->own[i].cents, text_of(payment->own[i].clause)};
    struct event *event = happens(deciding, EVENT_VOUCHER_REDEEMED);
    struct voucher_redeemed *told = EVENT_AS(event, voucher_redeemed);
    told->prize = number;
    told->offer = prize->offer;
    told->patron = floor_patron_name(floor, patron);
    told->cost = payment->cost;
    told->count = command->count > 0 ? command->count : 1;
    told->each = command->each;
    told->paid_for = payment->count;
    told->cents = payment->cents;
    told->own = own;
    told->own_count = payment->own_count;
    told->cancelled = command->cancelled;
    told->clause = text_of(payment->clause);
    funds_redeem(draft_for(deciding, prize->offer), &floor->offerings[prize->offer].funds, payment->cents,
                 told->clause);
    return take_money(deciding, &told->money);
}

enum status decide_redeem(struct deciding *deciding)
{
    const struct floor *floor = deciding->floor;
    const struct redeem *command = COMMAND_AS(deciding->command, redeem);
    const struct floor_prize *prize = find_prize(deciding, command->prize);
    struct voucher_payment payment;
    uint32_t patron;
    if (!prize)
        return STATUS_OK;
    const struct voucher_terms *terms = floor_voucher(floor, prize);
    if (!terms)
        return REFUSE(deciding, rule_money, "prize %u is not a voucher", command->prize);
    struct ruling ruling = judge_state(floor, prize, command->prize);
    if (!ruling.allowed)
        return refuse_by(deciding, ruling);
    if (!check_user(deciding, prize, &patron))
        return STATUS_OK;
    if (command->unspent)
        return refuse_by(
            deciding, voucher_unspent(terms, prize->worth - floor_voucher_spent(prize), command->cancelled));
    if (!check_bill(deciding, prize))
        return STATUS_OK;
    struct voucher_bill bill =
        bill_of(floor, prize, command->cost, command->count > 0 ? command->count : 1, command->each);
    bill.now = floor->now;
    ruling = voucher_redeem(terms, &bill, &payment);
    return ruling.allowed ? redeemed(deciding, command->prize, patron, &payment)
                          : refuse_by(deciding, ruling);
}

/* ------------------------------------------------------------------------------------------ applying */

/* What left the books for it; other movements are of advances. */
static int64_t redeemed_cents(const struct money_rows *money)
{
    int64_t cents = 0;
    for (uint32_t i = 0; i < money->movement_count; i++)
        cents += money->movements[i].reason == REASON_REDEMPTION ? money->movements[i].cents : 0;
    return cents;
}

static enum status keep_use(struct floor *floor, struct floor_prize *prize,
                            const struct voucher_redeemed *told)
{
    struct voucher_use *use = use_of(prize, told->cost);
    if (!use) {
        enum status status = MAKE_ROOM(&floor->arena, prize->uses, prize->use_count, prize->use_room);
        if (status != STATUS_OK)
            return status;
        use = &prize->uses[prize->use_count];
        *use = (struct voucher_use){.count = 0};
        status = arena_copy_text(&floor->arena, told->cost, &use->cost);
        if (status != STATUS_OK)
            return status;
        prize->use_count++;
    }
    floor->redeemed = true;
    use->count += told->paid_for;
    use->cents += told->cents;
    return STATUS_OK;
}

/* What it pays of the bill, an audit decides again by the document. */
enum status apply_voucher_redeemed(struct floor *floor, const struct event *event, struct fault *fault)
{
    const struct voucher_redeemed *told = EVENT_AS(event, voucher_redeemed);
    struct floor_prize *prize = prize_numbered(floor, told->prize);
    if (!prize)
        return strange(fault, event, "there is no such prize");
    if (prize->thing.length == 0 || prize->reversed || prize->claim.state != CLAIM_PAID ||
        told->offer != prize->offer)
        return strange(fault, event, "the prize is no voucher that was handed over");
    if (told->count == 0 || told->count > VOUCHER_COUNT_MAX || told->each <= 0 ||
        told->each > VALUE_CENTS_MAX || told->paid_for > told->count)
        return strange(fault, event, "there is no such bill");
    if (told->cents < 0 || told->cents > prize->worth - floor_voucher_spent(prize) ||
        redeemed_cents(&told->money) != told->cents)
        return strange(fault, event, "the voucher pays something else of the bill");
    enum status status = prize->use_count < VOUCHER_KINDS_MAX || use_of(prize, told->cost)
                             ? keep_use(floor, prize, told)
                             : STATUS_NO_SPACE;
    return status == STATUS_OK ? status
                               : fault_set(fault, status, 0, "there is no memory for what a voucher pays");
}

/* ------------------------------------------------------------------------------------------ deciding again */

bool redeem_again(const struct floor *floor, const struct event *event, struct command *command)
{
    const struct voucher_redeemed *told = EVENT_AS(event, voucher_redeemed);
    (void)floor;
    COMMAND_FILL(command, redeem, .prize = told->prize, .cost = told->cost, .count = told->count,
                 .each = told->each, .cancelled = told->cancelled, .patron = told->patron);
    return true;
}
