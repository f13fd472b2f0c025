/* The expected moves of money: what funds and the house pay, what the house advances, and how funds pay that back. */
#include "auditor/model_internal.h"
#include "house/cage/cage_shapes.h"
#include "house/prizes/prizes_shapes.h"
#include "rulebook/vocabulary_paths.h"

/* ------------------------------------------------------------------------------------------ moves */

void plan_move(struct auditor *auditor, account_id from, account_id to, int64_t cents)
{
    if (from >= auditor->account_count || to >= auditor->account_count) {
        auditor_object(auditor, "an account that the documents need was never opened");
        return;
    }
    auditor->accounts[from].planned -= cents;
    auditor->accounts[to].planned += cents;
    auditor->accounts[to].credited |= cents > 0;
}

int64_t plan_holds(const struct auditor *auditor, account_id account)
{
    return account < auditor->account_count
               ? auditor->accounts[account].balance + auditor->accounts[account].planned
               : 0;
}

void see_adjusted(struct auditor *auditor)
{
    const struct adjusted *adjusted = EVENT_AS(auditor->event, adjusted);
    MUST(auditor,
         adjusted->reason.length > 0 && adjusted->authorised_by.length > 0 &&
             !text_equal(adjusted->authorised_by, auditor->event->head.by),
         "money is moved by hand by two persons, with a reason");
    MUST(auditor, adjusted->money.movement_count > 0, "money is moved by hand from one account to another");
    if (auditor->failed)
        return;
    const struct movement *movement = &adjusted->money.movements[0];
    MUST(auditor,
         auditor->accounts[movement->from].kind != ACCOUNT_HELD &&
             auditor->accounts[movement->to].kind != ACCOUNT_HELD &&
             auditor->accounts[movement->from].kind != ACCOUNT_TRAYS &&
             auditor->accounts[movement->to].kind != ACCOUNT_TRAYS,
         "what is held for winners, or trays are owed, is not moved by hand");
    const enum account_kind from = auditor->accounts[movement->from].kind,
                            to = auditor->accounts[movement->to].kind;
    MUST(auditor,
         !auditor->by_deal || (from != ACCOUNT_WINNERS && from != ACCOUNT_PATRONS && to != ACCOUNT_WINNERS &&
                               to != ACCOUNT_PATRONS && to != ACCOUNT_TAXES),
         "nobody is paid by hand, and what winners or patrons have is not moved");
    plan_move(auditor, movement->from, movement->to, movement->cents);
    plan_repay_credited(auditor);
}

/* ------------------------------------------------------------------------------------------ advances */

/* The shortfall of an event is one advance for each fund that repays it. */
void plan_advance(struct auditor *auditor, struct model_offer *offer, account_id fund, int64_t cents)
{
    const uint32_t number = (uint32_t)(offer - auditor->offers);
    if (cents <= 0)
        return;
    offer->advanced += cents;
    for (unsigned i = 0; i < offer->fund_count; i++)
        offer->advanced_from[i] += offer->funds[i] == fund ? cents : 0;
    for (unsigned i = auditor->owed_count; i > 0 && offer->owed_new > 0; i--) {
        struct model_owed *owed = &auditor->owed[i - 1];
        if (owed->offer != number || owed->number < offer->owed_new)
            break;
        if (owed->fund == fund) {
            owed->cents += cents;
            return;
        }
    }
    if (!MODEL_ROOM(auditor, auditor->owed, auditor->owed_count, auditor->owed_room))
        return;
    uint32_t award = auditor->event->kind == EVENT_AWARDED ? EVENT_AS(auditor->event, awarded)->award : 0;
    auditor->owed[auditor->owed_count++] =
        (struct model_owed){number, ++auditor->owed_numbers, cents, award, fund};
    for (unsigned i = 0; i < auditor->offer_count; i++)
        if (&auditor->offers[i] != offer)
            auditor->offers[i].owed_new = 0;
    offer->owed_new = offer->owed_new > 0 ? offer->owed_new : auditor->owed_numbers;
    offer->owed_count++;
    auditor->changes++;
}

/* The fund that pays for such a lack: where a pool is filled, the fund of that pool. */
static account_id fund_for(const struct auditor *auditor, const struct model_offer *offer, account_id to,
                           const char *lack)
{
    for (unsigned i = 0; i < offer->pool_count; i++)
        if (offer->pool_accounts[i] == to)
            return fund_of_pool(
                auditor, offer, i,
                text_equal(text_of(lack), text_of("reseeds")) ? "reseed from" : "increase from", lack);
    return fund_named(auditor, offer,
                      text_equal(text_of(lack), text_of("multiplied part")) ? PATH_MULTIPLIER_FROM : NULL,
                      lack);
}

void plan_cover_from(struct auditor *auditor, struct model_offer *offer, account_id fund, account_id to,
                     int64_t cents, const char *lack)
{
    const char *covered = text_equal(text_of(lack), text_of("envy")) ? "fixed prizes" : lack;
    account_id house = model_house(auditor);
    int64_t held = fund == house ? 0 : model_smaller(cents, plan_holds(auditor, fund));
    if (cents <= 0)
        return;
    if (fund != house && goes_into_fund(offer->offer, covered)) {
        plan_move(auditor, house, fund, cents - held);
        plan_move(auditor, fund, to, cents);
    } else {
        plan_move(auditor, fund, to, held);
        plan_move(auditor, house, to, cents - held);
    }
    if (held < cents && is_paid_back(offer->offer, covered))
        plan_advance(auditor, offer, fund_repaying(auditor, offer, covered), cents - held);
}

void plan_cover(struct auditor *auditor, struct model_offer *offer, account_id to, int64_t cents,
                const char *lack)
{
    plan_cover_from(auditor, offer, fund_for(auditor, offer, to, lack), to, cents, lack);
}

/* ------------------------------------------------------------------------------------------ paying back */

static account_id owing(const struct auditor *auditor, unsigned index)
{
    const struct model_owed *owed = &auditor->owed[index];
    return fund_owing(&auditor->offers[owed->offer], owed->fund);
}

/* Repays an advance, which is then no longer owed. */
static void pay_back(struct auditor *auditor, unsigned index)
{
    const struct model_owed owed = auditor->owed[index];
    struct model_offer *offer = &auditor->offers[owed.offer];
    auditor->accounts[owing(auditor, index)].repaid_until = owed.number;
    offer->repaid += owed.cents;
    offer->owed_count--;
    offer->owed_new = 0;
    auditor->owed_count--;
    for (unsigned i = index; i < auditor->owed_count; i++)
        auditor->owed[i] = auditor->owed[i + 1];
}

/* The oldest that the fund owes, for whichever offer; the count of all if it owes nothing. */
static unsigned oldest_of(const struct auditor *auditor, account_id fund)
{
    unsigned index = 0;
    while (index < auditor->owed_count && owing(auditor, index) != fund)
        index++;
    return index;
}

/* All that the fund owes, and to how many offers. */
static int64_t owed_by(const struct auditor *auditor, account_id fund, unsigned *offers)
{
    int64_t cents = 0;
    bool owes[MODEL_OFFERS_MAX] = {false};
    *offers = 0;
    for (unsigned i = oldest_of(auditor, fund); i < auditor->owed_count; i++) {
        if (owing(auditor, i) != fund)
            continue;
        cents += auditor->owed[i].cents;
        *offers += !owes[auditor->owed[i].offer];
        owes[auditor->owed[i].offer] = true;
    }
    return cents;
}

/* An event has room for so many repayments. Further advances of the same offer go with the last of them in one sum, as far as the event
 * says so; each is paid back in full. */
static bool goes_with_last(const struct auditor *auditor, unsigned oldest)
{
    const struct money_rows *money = event_money(auditor->event);
    const struct model_owed *owed = &auditor->owed[oldest];
    const struct advance_row *last =
        money && money->advance_count > 0 ? &money->advances[money->advance_count - 1] : NULL;
    return last && auditor->repaid_last_cents > 0 && owed->offer == auditor->repaid_last &&
           last->offer == owed->offer && -last->cents >= auditor->repaid_last_cents + owed->cents;
}

static bool plan_repay_from(struct auditor *auditor, account_id fund)
{
    const account_id house = model_house(auditor);
    for (unsigned oldest = oldest_of(auditor, fund); oldest < auditor->owed_count && fund != house;
         oldest = oldest_of(auditor, fund)) {
        const struct model_offer *longest = &auditor->offers[auditor->owed[oldest].offer];
        bool together = model_says(longest->offer, PATH_ADVANCES_REPAID_WHEN, "the fund holds all advances");
        unsigned changes = 1;
        int64_t cents = together ? owed_by(auditor, fund, &changes) : auditor->owed[oldest].cents;
        if (plan_holds(auditor, fund) - fund_keeps(auditor, longest, fund) < cents)
            return true;
        bool with_last = auditor->changes >= MODEL_REPAID_AT_ONCE;
        if (with_last && (together || !goes_with_last(auditor, oldest)))
            return false;
        plan_move(auditor, fund, house, cents);
        auditor->changes += with_last ? 0 : changes;
        auditor->repaid_last = auditor->owed[oldest].offer;
        auditor->repaid_last_cents = (with_last ? auditor->repaid_last_cents : 0) + cents;
        do
            pay_back(auditor, oldest);
        while (together && (oldest = oldest_of(auditor, fund)) < auditor->owed_count);
    }
    return true;
}

bool plan_repay(struct auditor *auditor, const struct model_offer *offer)
{
    bool all = true;
    for (unsigned i = 0; i < offer->fund_count; i++)
        all = plan_repay_from(auditor, offer->funds[i]) && all;
    return all;
}

/* The oldest of the offer that the fund owes are paid back, each in full, as the event says. */
void repay_as_said(struct auditor *auditor, uint32_t offer, account_id fund, int64_t cents)
{
    account_id repaying = fund_owing(&auditor->offers[offer], fund);
    for (unsigned i = 0; i < auditor->owed_count && cents > 0;)
        if (auditor->owed[i].offer == offer && owing(auditor, i) == repaying) {
            cents -= auditor->owed[i].cents;
            pay_back(auditor, i);
        } else
            i++;
    MUST(auditor, cents == 0, "what is paid back is not the oldest advances, each in full");
}

/* S4: nothing was paid back while the fund owed something older. */
void check_oldest_first(struct auditor *auditor)
{
    for (unsigned i = 0; i < auditor->owed_count; i++) {
        const struct model_account *fund = &auditor->accounts[owing(auditor, i)];
        MUST(auditor, fund->repaid_until < auditor->owed[i].number,
             "the %.*s pays a later advance back, and %.*s was advanced before", TEXT_ARGUMENTS(fund->name),
             TEXT_ARGUMENTS(auditor->offers[auditor->owed[i].offer].name));
    }
}

/* Several activities may have one fund. */
void plan_repay_credited(struct auditor *auditor)
{
    for (unsigned i = 0; i < auditor->offer_count; i++)
        for (unsigned k = 0; k < auditor->offers[i].fund_count && auditor->offers[i].owed_count > 0; k++)
            if (auditor->accounts[auditor->offers[i].funds[k]].credited)
                plan_repay_from(auditor, auditor->offers[i].funds[k]);
}
