/* X10: awards that are reversed, whole or prize by prize. */
#include "auditor/model_internal.h"

#include "house/prizes/prizes_shapes.h"

static int64_t above_zero(int64_t cents)
{
    return cents > 0 ? cents : 0;
}

/* ------------------------------------------------------------------------------------------ when it is awarded */

/* Where the money for the prizes came from. */
static void keep_sources(struct auditor *auditor, struct model_award *award)
{
    const struct money_rows *money = event_money(auditor->event);
    const struct model_offer *offer = &auditor->offers[award->offer];
    int64_t put_in = 0; /* by the house, in the movement before */
    for (uint32_t i = 0; i < money->movement_count; i++) {
        const struct movement *movement = &money->movements[i], *next = movement + 1;
        unsigned pool = pool_of_account(offer, movement->from);
        bool prizes = movement->to == offer->held || (i + 1 < money->movement_count &&
                                                      next->from == movement->to && next->to == offer->held);
        if (pool < offer->pool_count && movement->reason == REASON_AWARD)
            award->off_pools[pool] += movement->cents;
        if (movement->from == model_house(auditor))
            *(prizes ? &award->covered : &award->covered_anew) += movement->cents;
        bool of_fund = movement->from != model_house(auditor) &&
                       (pool == offer->pool_count || movement->reason != REASON_AWARD);
        if (movement->to == offer->held && of_fund)
            award->paid[award->paid_count++] = (struct model_move){movement->from, movement->cents - put_in};
        put_in = movement->from == model_house(auditor) && prizes && movement->to != offer->held
                     ? movement->cents
                     : 0;
    }
}

/* How much of the house's advances each fund must repay. */
static void keep_lent(struct auditor *auditor, struct model_award *award)
{
    const struct money_rows *money = event_money(auditor->event);
    const struct model_offer *offer = &auditor->offers[award->offer];
    for (uint32_t i = 0; i < money->advance_count; i++) {
        const struct advance_row *row = &money->advances[i];
        if (row->offer != award->offer || row->cents <= 0)
            continue;
        account_id fund =
            fund_owing(offer, i < money->repaying_count ? money->repaying[i].fund : offer->fund);
        unsigned place = 0;
        while (place < award->lent_count && award->lent[place].account != fund)
            place++;
        MUST(auditor, place < MODEL_FUNDS_MAX, "too many funds pay back the advances of an award");
        if (auditor->failed)
            return;
        award->lent_count += place == award->lent_count;
        award->lent[place] = (struct model_move){fund, award->lent[place].cents + row->cents};
        award->advanced += row->cents;
    }
}

/* A prize includes what it won from pools; all money from pools went to prizes; a share of a structure belongs to the divided
 * pool; an envy prize has nothing of a pool. */
static void check_shares(struct auditor *auditor, const struct model_award *award)
{
    const struct awarded *awarded = EVENT_AS(auditor->event, awarded);
    const struct model_offer *offer = &auditor->offers[award->offer];
    int64_t won[MODEL_POOLS_MAX + 1] = {0};
    for (uint32_t i = 0; i < awarded->pool_share_count && !auditor->failed; i++) {
        const struct pool_share *share = &awarded->pool_shares[i];
        bool own =
            share->prize > award->first_prize && share->prize <= award->first_prize + award->prize_count;
        unsigned pool = pool_of_account(offer, share->pool);
        MUST(auditor, own && pool < offer->pool_count, "a share of a pool that is not of the award");
        const struct prize_row *row = own ? &awarded->prizes[share->prize - award->first_prize - 1] : NULL;
        MUST(auditor, row && share->cents > 0 && share->cents <= row->cents,
             "a prize that won more of a pool than it is");
        MUST(auditor, row && !text_equal(row->share, text_of("envy")), "who envies wins nothing of a pool");
        won[pool] += share->cents;
    }
    for (unsigned pool = 0; pool < offer->pool_count && award->prize_count > 1; pool++)
        MUST(auditor, won[pool] >= award->off_pools[pool], "the %.*s gave more than prizes won of it",
             TEXT_ARGUMENTS(offer->pools[pool]));
}

void reversal_keep_award(struct auditor *auditor, struct model_award *award)
{
    const struct awarded *awarded = EVENT_AS(auditor->event, awarded);
    award->shares = ARENA_ARRAY(&auditor->arena, struct pool_share, awarded->pool_share_count);
    award->paid = ARENA_ARRAY(&auditor->arena, struct model_move, awarded->money.movement_count);
    if (!award->shares || !award->paid) {
        auditor_object(auditor, "the auditor has no memory left");
        return;
    }
    keep_lent(auditor, award);
    award->advanced_then = award->advanced;
    keep_sources(auditor, award);
    check_shares(auditor, award);
    for (uint32_t i = 0; i < awarded->pool_share_count; i++)
        award->shares[award->share_count++] = awarded->pool_shares[i];
}

/* ------------------------------------------------------------------------------------------ what goes back */

static bool is_back(const struct auditor *auditor, uint32_t prize, uint32_t also)
{
    return prize == also || auditor->prizes[prize - 1].state == MODEL_REVERSED;
}

/* The money that has gone back with prizes, and with one more: to pools by their numbers, to the house, and to the fund. */
struct gone_back {
    int64_t pools[MODEL_POOLS_MAX];
    int64_t house, fund;
};

static struct gone_back gone_back_with(const struct auditor *auditor, const struct model_award *award,
                                       uint32_t also)
{
    const struct model_offer *offer = &auditor->offers[award->offer];
    struct gone_back gone = {.house = 0};
    int64_t others = 0, won[MODEL_POOLS_MAX] = {0}, lost[MODEL_POOLS_MAX] = {0};
    for (uint32_t i = 1; i <= award->prize_count; i++)
        if (is_back(auditor, award->first_prize + i, also))
            others += auditor->prizes[award->first_prize + i - 1].cents;
    for (unsigned i = 0; i < award->share_count; i++) {
        unsigned pool = pool_of_account(offer, award->shares[i].pool);
        if (pool == offer->pool_count)
            continue;
        won[pool] += award->shares[i].cents;
        lost[pool] += is_back(auditor, award->shares[i].prize, also) ? award->shares[i].cents : 0;
    }
    for (unsigned pool = 0; pool < offer->pool_count; pool++) {
        gone.pools[pool] = above_zero(lost[pool] - (won[pool] - award->off_pools[pool]));
        others -= pool_is_promised(offer, pool) ? 0 : gone.pools[pool];
    }
    gone.house = model_smaller(others, award->covered);
    gone.fund = others - gone.house;
    return gone;
}

/* Moves this part of what the award moved back, so that it cannot go back again. */
static void move_back(struct auditor *auditor, struct model_award *award, account_id from, account_id to,
                      int64_t cents)
{
    int64_t taken = cents, given = cents;
    plan_move(auditor, to, from, cents);
    for (unsigned i = 0; i < award->move_count; i++) {
        struct model_move *move = &award->moves[i];
        if (move->account == from && move->cents < 0) {
            int64_t now = model_smaller(taken, -move->cents);
            move->cents += now;
            taken -= now;
        } else if (move->account == to && move->cents > 0) {
            int64_t now = model_smaller(given, move->cents);
            move->cents -= now;
            given -= now;
        }
    }
    MUST(auditor, taken == 0 && given == 0, "more goes back than the award had moved");
}

/* Whether the house advanced it because of the award, and the fund must repay it. */
static bool is_owed_for(const struct auditor *auditor, unsigned index, uint32_t award, account_id fund)
{
    const struct model_owed *owed = &auditor->owed[index];
    return owed->award == award && fund_owing(&auditor->offers[owed->offer], owed->fund) == fund;
}

static int64_t owed_for(const struct auditor *auditor, uint32_t award, account_id fund)
{
    int64_t cents = 0;
    for (unsigned i = 0; i < auditor->owed_count; i++)
        cents += is_owed_for(auditor, i, award, fund) ? auditor->owed[i].cents : 0;
    return cents;
}

/* Cancels this part of the advances of the award, the oldest first. */
static void owe_less(struct auditor *auditor, uint32_t award, account_id fund, int64_t cents)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < auditor->owed_count; i++) {
        struct model_owed *owed = &auditor->owed[i];
        int64_t taken = is_owed_for(auditor, i, award, fund) ? model_smaller(cents, owed->cents) : 0;
        owed->cents -= taken;
        cents -= taken;
        if (owed->cents == 0)
            auditor->offers[owed->offer].owed_count--;
        else
            auditor->owed[kept++] = *owed;
    }
    auditor->owed_count = kept;
}

/* Moves this part of the advances of the award back: a fund that still owes it owes it no more, and a fund that has repaid it
 * gets it back. It goes in the order of the advances, after what went back before. The advances for reseeding pools stay
 * while the award stands. */
static void return_lent(struct auditor *auditor, uint32_t number, int64_t to_house, bool whole)
{
    struct model_award *award = &auditor->awards[number - 1];
    struct model_offer *offer = &auditor->offers[award->offer];
    account_id of_anew = fund_repaying(auditor, offer, "reseeds");
    int64_t anew = 0, before = award->advanced_then - award->advanced;
    for (unsigned i = 0; i < award->lent_count && is_paid_back(offer->standing, "reseeds"); i++)
        if (fund_owing(offer, award->lent[i].account) == of_anew)
            anew = model_smaller(award->covered_anew, award->lent[i].cents);
    int64_t cents = whole ? award->advanced : model_smaller(to_house, above_zero(award->advanced - anew));
    award->advanced -= cents;
    for (unsigned i = 0; i < award->lent_count; i++) {
        account_id fund = fund_owing(offer, award->lent[i].account);
        int64_t stays = fund == of_anew ? anew : 0, prizes = award->lent[i].cents - stays;
        int64_t passed = model_smaller(before, prizes), owed = owed_for(auditor, number, fund);
        int64_t now = model_smaller(prizes - passed + (whole ? stays : 0), cents);
        int64_t taken = whole ? owed : model_smaller(now, above_zero(owed - stays));
        plan_move(auditor, model_house(auditor), fund, above_zero(now - taken));
        owe_less(auditor, number, fund, taken);
        offer->repaid += taken;
        before -= passed;
        cents -= now;
    }
}

/* The amount for each fund when this total went to all of them: the last payment goes back first. */
static int64_t back_to_source(const struct model_award *award, unsigned source, int64_t cents)
{
    for (unsigned i = award->paid_count - 1; i > source; i--)
        cents -= model_smaller(cents, award->paid[i].cents);
    return model_smaller(cents, award->paid[source].cents);
}

/* ------------------------------------------------------------------------------------------ one prize */

static void back_out_prize(struct auditor *auditor, uint32_t number, uint32_t prize)
{
    struct model_award *award = &auditor->awards[number - 1];
    struct model_offer *offer = &auditor->offers[award->offer];
    account_id promised = model_account(auditor, ACCOUNT_PROMISED, text_of(""), text_of("promised"));
    struct gone_back before = gone_back_with(auditor, award, 0),
                     after = gone_back_with(auditor, award, prize);
    for (unsigned pool = 0; pool < offer->pool_count; pool++)
        move_back(auditor, award, offer->pool_accounts[pool],
                  pool_is_promised(offer, pool) ? promised : offer->held,
                  after.pools[pool] - before.pools[pool]);
    int64_t to_house = after.house - before.house;
    move_back(auditor, award, model_house(auditor), offer->held, to_house);
    for (unsigned i = 0; i < award->paid_count; i++)
        move_back(auditor, award, award->paid[i].account, offer->held,
                  back_to_source(award, i, after.fund) - back_to_source(award, i, before.fund));
    return_lent(auditor, number, to_house, false);
    plan_repay_credited(auditor);
}

/* ------------------------------------------------------------------------------------------ the whole award */

static void back_out_award(struct auditor *auditor, uint32_t number)
{
    struct model_award *award = &auditor->awards[number - 1];
    for (unsigned i = 0; i < award->move_count; i++) {
        struct model_account *account = &auditor->accounts[award->moves[i].account];
        account->planned -= award->moves[i].cents;
        account->credited |= award->moves[i].cents < 0;
    }
    /* An advance that was repaid goes back to the fund, not to the house. */
    return_lent(auditor, number, 0, true);
    plan_repay_credited(auditor);
    award->reversed = true;
    for (unsigned i = 0; i < auditor->hand_count; i++) {
        struct model_hand *hand = &auditor->hands[i];
        if (hand->award != number)
            continue;
        hand->state = MODEL_CLAIMED; /* it is verified again */
        hand->again = true;
        hand->award = hand->row_count = 0;
    }
}

/* The prize belongs to the award, is pending, and is unchanged since the award. Returns how many prizes remain. */
static uint32_t check_prizes(struct auditor *auditor, const struct model_award *award)
{
    const struct award_reversed *reversed = EVENT_AS(auditor->event, award_reversed);
    uint32_t before = award->first_prize, stand = 0;
    for (uint32_t i = 0; i < reversed->prize_count && !auditor->failed; i++) {
        uint32_t number = reversed->prizes[i].prize;
        MUST(auditor, number > before && number <= award->first_prize + award->prize_count,
             "a prize is of another award, or stands there twice");
        const struct model_prize *prize = auditor->failed ? NULL : &auditor->prizes[number - 1];
        MUST(auditor, prize && prize->state <= MODEL_HELD,
             "a prize of it was paid, lapsed, forfeited or reversed before");
        MUST(auditor, prize && prize->cents == reversed->prizes[i].cents, "a prize was another amount");
        before = number;
    }
    for (uint32_t i = 1; i <= award->prize_count; i++)
        stand += !is_back(auditor, award->first_prize + i, 0);
    return stand - (auditor->failed ? 0 : reversed->prize_count);
}

void see_award_reversed(struct auditor *auditor)
{
    const struct award_reversed *reversed = EVENT_AS(auditor->event, award_reversed);
    MUST(auditor, reversed->award > 0 && reversed->award <= auditor->award_count, "there is no such award");
    MUST(auditor,
         reversed->authorised_by.length > 0 && !text_equal(reversed->authorised_by, auditor->event->head.by),
         "an award is reversed by two persons");
    if (auditor->failed)
        return;
    const struct model_award *award = &auditor->awards[reversed->award - 1];
    MUST(auditor, !award->reversed, "it was reversed before");
    uint32_t stand = check_prizes(auditor, award);
    MUST(auditor, stand == 0 || reversed->prize_count == 1, "it is neither one prize nor all that stood");
    if (auditor->failed)
        return;
    if (stand == 0)
        back_out_award(auditor, reversed->award);
    else
        back_out_prize(auditor, reversed->award, reversed->prizes[0].prize);
    for (uint32_t i = 0; i < reversed->prize_count; i++)
        auditor->prizes[reversed->prizes[i].prize - 1].state = MODEL_REVERSED;
}
