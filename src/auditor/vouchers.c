/* X14: vouchers, unit by unit of the bill, by what the document says of them. */
#include "auditor/model_internal.h"
#include "house/cage/cage_shapes.h"
#include "house/prizes/prizes_shapes.h"
#include "rulebook/vocabulary_paths.h"

/* The value of the thing by the posted prize of the row or share; MODEL_NOTHING: the model does not know. */
static int64_t worth_said(const struct offer *offer, const struct prize_row *row)
{
    for (unsigned i = 0; i < offer->chart_count; i++)
        for (unsigned k = 0; k < offer->charts[i]->row_count; k++) {
            const struct rulebook_row *won = &offer->charts[i]->rows[k];
            const struct node *prize = text_equal(won->name, row->share) ? offer_prize(offer, won) : NULL;
            struct value value;
            if (!prize || prize->kind != NODE_SCALAR ||
                value_read(VALUE_AWARD, prize->scalar, &value, NULL) != STATUS_OK ||
                value.form != VALUE_IS_GIVEN)
                continue;
            for (unsigned part = 0; part < value.award.count; part++)
                if (value.award.parts[part].kind == AWARD_ITEM &&
                    text_equal(value.award.parts[part].name, row->thing))
                    return value.award.parts[part].range.high == RANGE_NO_END
                               ? 0
                               : value.award.parts[part].range.low;
        }
    return MODEL_NOTHING;
}

void check_worth(struct auditor *auditor, const struct offer *offer, const struct prize_row *row)
{
    int64_t worth = row->thing.length > 0 ? worth_said(offer, row) : 0;
    MUST(auditor, worth == MODEL_NOTHING || row->worth == worth, "the %.*s is worth %lld cents, not %lld",
         TEXT_ARGUMENTS(row->thing), (long long)worth, (long long)row->worth);
}

/* How many of the kind the voucher has paid before. */
static int64_t units_before(const struct auditor *auditor, uint32_t prize, struct text cost)
{
    int64_t units = 0;
    for (unsigned i = 0; i < auditor->redemption_count; i++)
        if (auditor->redemptions[i].prize == prize && text_equal(auditor->redemptions[i].cost, cost))
            units += auditor->redemptions[i].units;
    return units;
}

/* Whether the limit is a duration that was over: days end with the last one, counted from the day after the award. */
static bool is_over(const struct auditor *auditor, struct text limit, struct instant won)
{
    static const int64_t units[] = {
        [DURATION_SECONDS] = 1000, [DURATION_MINUTES] = 60000, [DURATION_HOURS] = 3600000};
    struct value value;
    struct local_time day, now;
    if (value_read(VALUE_DURATION, limit, &value, NULL) != STATUS_OK || value.form != VALUE_IS_GIVEN)
        return false;
    const struct duration length = value.duration.high;
    if (length.unit <= DURATION_HOURS)
        return auditor->now.ms > won.ms + length.count * units[length.unit];
    int64_t days = length.count * (length.unit == DURATION_WEEKS   ? 7
                                   : length.unit == DURATION_YEARS ? 365
                                                                   : 1);
    return local_time_of(won, &auditor->zone, &day) == STATUS_OK &&
           local_time_of(auditor->now, &auditor->zone, &now) == STATUS_OK &&
           date_days(now.date) > date_days(day.date) + days;
}

/* How many of the bill the limit of the kind leaves for the voucher. */
static int64_t room_of(const struct auditor *auditor, const struct node *limit)
{
    const struct voucher_redeemed *told = EVENT_AS(auditor->event, voucher_redeemed);
    struct value most;
    if (!limit)
        return told->count;
    if (value_read(VALUE_COUNT, limit->scalar, &most, NULL) == STATUS_OK && most.form == VALUE_IS_GIVEN)
        return most.range.high - units_before(auditor, told->prize, told->cost);
    return is_over(auditor, limit->scalar, auditor->prizes[told->prize - 1].awarded) ? 0 : told->count;
}

/* The parts of a bill that the voucher and the winner pay. */
struct model_bill {
    int64_t pays, units; /* by the voucher, and for how many */
    int64_t beyond_limit, beyond_worth;
};

static struct model_bill work_out_bill(const struct voucher_redeemed *told, int64_t room, int64_t left)
{
    struct model_bill bill = {0};
    for (uint32_t unit = 0; unit < told->count; unit++) {
        if (unit >= room) {
            bill.beyond_limit += told->each;
            continue;
        }
        int64_t part = told->each < left ? told->each : left;
        left -= part;
        bill.pays += part;
        bill.units += part > 0;
        bill.beyond_worth += told->each - part;
    }
    return bill;
}

/* The amount that the winner pays by the event, by the clause of the node or of the whole document. */
static int64_t own_by(const struct auditor *auditor, const struct offer *offer, const struct node *node)
{
    const struct voucher_redeemed *told = EVENT_AS(auditor->event, voucher_redeemed);
    struct text clause = node ? node->origin.clause : offer->rulebook->document.identity;
    int64_t cents = 0;
    for (uint32_t i = 0; i < told->own_count; i++)
        cents += text_equal(told->own[i].clause, clause) ? told->own[i].cents : 0;
    return cents;
}

static void compare_bill(struct auditor *auditor, const struct offer *offer, const struct node *voucher,
                         const struct model_bill *bill)
{
    const struct voucher_redeemed *told = EVENT_AS(auditor->event, voucher_redeemed);
    const struct node *limit = node_member_called(node_member(voucher, KEY_LIMITS), told->cost),
                      *beyond = node_member(voucher, KEY_BEYOND);
    int64_t own = 0;
    for (uint32_t i = 0; i < told->own_count; i++)
        own += told->own[i].cents;
    MUST(auditor, bill->pays > 0 && told->cents == bill->pays && told->paid_for == bill->units,
         "the voucher pays %lld cents for %u, and the document says %lld for %lld", (long long)told->cents,
         told->paid_for, (long long)bill->pays, (long long)bill->units);
    MUST(auditor, own == bill->beyond_limit + bill->beyond_worth,
         "the winner pays %lld cents, and the document says %lld", (long long)own,
         (long long)(bill->beyond_limit + bill->beyond_worth));
    MUST(auditor, own == 0 || !node_says(beyond, "not redeemed"), "it pays no part of a bill");
    bool one = limit && beyond && text_equal(limit->origin.clause, beyond->origin.clause);
    MUST(auditor,
         one ? own_by(auditor, offer, beyond) == own
             : own_by(auditor, offer, beyond) == bill->beyond_worth &&
                   (bill->beyond_limit == 0 || own_by(auditor, offer, limit) == bill->beyond_limit),
         "what the winner pays cites another clause");
}

static void keep_redemption(struct auditor *auditor, struct model_prize *prize)
{
    const struct voucher_redeemed *told = EVENT_AS(auditor->event, voucher_redeemed);
    prize->spent += told->cents;
    if (!MODEL_ROOM(auditor, auditor->redemptions, auditor->redemption_count, auditor->redemption_room))
        return;
    auditor->redemptions[auditor->redemption_count++] =
        (struct model_redemption){told->prize, model_keep(auditor, told->cost), told->paid_for};
}

void see_voucher_redeemed(struct auditor *auditor)
{
    const struct voucher_redeemed *told = EVENT_AS(auditor->event, voucher_redeemed);
    MUST(auditor, told->prize > 0 && told->prize <= auditor->prize_count, "there is no such prize");
    if (auditor->failed)
        return;
    struct model_prize *prize = &auditor->prizes[told->prize - 1];
    struct model_offer *offer = &auditor->offers[prize->offer];
    const struct node *vouchers = node_member(offer->offer->rulebook->data, PART_VOUCHERS),
                      *voucher = node_member_called(vouchers, prize->thing),
                      *cost = node_member_called(node_member(voucher, KEY_COSTS), told->cost),
                      *limit = node_member_called(node_member(voucher, KEY_LIMITS), told->cost);
    MUST(auditor, told->offer == prize->offer, "the voucher is of another offer");
    MUST(auditor, prize->state == MODEL_PAID, "the voucher was not handed over");
    MUST(auditor, node_says(cost, "covered"), "no voucher of this name pays %.*s",
         TEXT_ARGUMENTS(told->cost));
    MUST(auditor,
         told->patron.length == 0 || text_equal(told->patron, prize->patron) ||
             node_says(offer_node(offer->offer, PATH_CLAIM_TRANSFERABLE), "yes"),
         "the voucher is another's");
    MUST(auditor, told->count > 0 && told->each > 0, "a bill of nothing");
    if (auditor->failed)
        return;
    MUST(auditor, text_equal(told->clause, cost->origin.clause), "it pays by another clause");
    int64_t room = room_of(auditor, limit);
    const struct model_bill bill = work_out_bill(told, room, prize->worth - prize->spent);
    compare_bill(auditor, offer->offer, voucher, &bill);
    if (auditor->failed)
        return;
    plan_cover(auditor, offer, model_account(auditor, ACCOUNT_WINNERS, text_of(""), text_of("winners")),
               bill.pays, "fixed prizes");
    plan_repay_credited(auditor);
    keep_redemption(auditor, prize);
}
