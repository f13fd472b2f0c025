/* Pools as they were posted when a hand was decided or its period ended, and what happens to them when they are won. */
#include "auditor/model_internal.h"
#include "house/prizes/prizes_shapes.h"
#include "rulebook/vocabulary_paths.h"

static bool is_of_deal(const struct offer *offer)
{
    return model_says(offer, PATH_WHEN_DECIDED, "at the deal");
}

static bool is_by_posted(const struct offer *offer)
{
    return model_says(offer, PATH_PAYING_POSTED_AMOUNT, "when decided");
}

/* The fees of the round are included in the meters. */
void meters_at_deal(struct auditor *auditor, struct model_table *table)
{
    table->dealt_at = auditor->now;
    table->awards_before = auditor->award_count;
    for (unsigned i = 0; i < auditor->offer_count; i++) {
        const struct model_offer *offer = &auditor->offers[i];
        if (!is_of_deal(offer->offer) || !is_by_posted(offer->offer) || !model_is_at(offer, table))
            continue;
        if (!table->shown)
            table->shown = ARENA_ARRAY(&auditor->arena, struct model_shown, MODEL_OFFERS_MAX);
        for (unsigned pool = 0; pool < offer->pool_count && table->shown; pool++)
            table->shown[i].cents[pool] = plan_holds(auditor, offer->pool_accounts[pool]);
    }
}

/* Returns the moment by which its period is known. */
struct instant meters_decide(const struct auditor *auditor, const struct model_table *table,
                             struct model_hand *hand)
{
    const struct model_offer *offer = &auditor->offers[hand->offer];
    bool deal = is_of_deal(hand->dealt_by);
    hand->by_posted = is_by_posted(hand->dealt_by);
    hand->awards_before = deal ? table->awards_before : auditor->award_count;
    for (unsigned pool = 0; pool < offer->pool_count && hand->by_posted; pool++)
        hand->shown.cents[pool] = !deal          ? auditor->accounts[offer->pool_accounts[pool]].balance
                                  : table->shown ? table->shown[hand->offer].cents[pool]
                                                 : 0;
    return deal ? table->dealt_at : auditor->now;
}

void meters_keep_award(const struct auditor *auditor, struct model_award *award)
{
    const struct money_rows *money = event_money(auditor->event);
    const struct awarded *awarded = EVENT_AS(auditor->event, awarded);
    award->table = awarded->hand > 0 ? auditor->hands[awarded->hand - 1].table : 0;
    award->round = awarded->hand > 0 ? awarded->round : 0;
    for (unsigned i = 0; i < auditor->part_count; i++)
        award->parts[award->part_count++] = auditor->parts[i];
    for (uint32_t i = 0; i < money->movement_count && award->anew_count < MODEL_POOLS_MAX; i++)
        if (money->movements[i].reason == REASON_RESEED &&
            auditor->accounts[money->movements[i].to].kind == ACCOUNT_POOL)
            award->anew[award->anew_count++] = money->movements[i].to;
}

static bool is_of_round(const struct model_award *award, const struct model_hand *hand)
{
    return !award->reversed && award->offer == hand->offer && award->table == hand->table &&
           award->round == hand->round;
}

/* Whether an award of another round, not reversed, has reseeded the pool since. */
static bool is_spent(const struct auditor *auditor, account_id pool, const struct model_hand *hand)
{
    for (unsigned i = hand->awards_before; i < auditor->award_count; i++)
        for (unsigned k = 0; k < auditor->awards[i].anew_count && !auditor->awards[i].reversed; k++)
            if (auditor->awards[i].anew[k] == pool && !is_of_round(&auditor->awards[i], hand))
                return true;
    return false;
}

/* Whether another round has drawn on the pool since. The parts of an award are those of its own offer. */
static bool is_drawn_since(const struct auditor *auditor, unsigned pool, const struct model_hand *hand)
{
    account_id account = auditor->offers[hand->offer].pool_accounts[pool];
    for (unsigned i = hand->awards_before; i < auditor->award_count; i++) {
        const struct model_award *award = &auditor->awards[i];
        bool drawn = award->offer == hand->offer && award->off_pools[pool] > 0;
        for (unsigned k = 0; k < award->anew_count; k++)
            drawn |= award->anew[k] == account;
        if (drawn && !award->reversed && !is_of_round(award, hand))
            return true;
    }
    return false;
}

/* The posted amount, less what earlier hands of the same round have won of it. */
static int64_t left_of_shown(const struct auditor *auditor, const struct model_hand *hand, unsigned pool)
{
    int64_t shown = hand->shown.cents[pool], left = shown;
    for (unsigned i = hand->awards_before; i < auditor->award_count; i++)
        for (unsigned k = 0; k < auditor->awards[i].part_count; k++)
            if (auditor->awards[i].parts[k].pool == pool && is_of_round(&auditor->awards[i], hand))
                left -= (shown * auditor->awards[i].parts[k].percent + PERCENT_WHOLE / 2) / PERCENT_WHOLE;
    return left > 0 ? left : 0;
}

/* ------------------------------------------------------------------------------------------ periods */

static bool is_by_period(const struct offer *offer)
{
    return offer_node(offer, PART_BOARD) || model_says(offer, PATH_PAYING_OVER, "the posted period");
}

static const struct model_ended *ended_at(const struct auditor *auditor, uint32_t offer, struct instant at)
{
    for (unsigned i = auditor->ended_count; i > 0; i--)
        if (auditor->ended[i - 1].offer == offer && auditor->ended[i - 1].at.ms == at.ms)
            return &auditor->ended[i - 1];
    return NULL;
}

/* A period by this movement, in which that moment was, may end now. */
static void note_end(struct auditor *auditor, uint32_t number, const struct offer *by, struct instant decided,
                     struct instant then)
{
    const struct model_offer *offer = &auditor->offers[number];
    struct model_ended ended = {.offer = number, .awards_before = auditor->award_count};
    if (offer->pool_count == 0 || !is_by_period(by) || !model_period_end(auditor, by, decided, &ended.at) ||
        ended.at.ms <= auditor->now.ms || ended.at.ms > then.ms || ended_at(auditor, number, ended.at) ||
        !MODEL_ROOM(auditor, auditor->ended, auditor->ended_count, auditor->ended_room))
        return;
    for (unsigned pool = 0; pool < offer->pool_count; pool++)
        ended.shown.cents[pool] = auditor->accounts[offer->pool_accounts[pool]].balance;
    auditor->ended[auditor->ended_count++] = ended;
}

/* For every offer as it is posted, and as it was when hands and rounds were dealt. No period ends within a minute of the
 * clock. */
void meters_until(struct auditor *auditor, struct instant then)
{
    enum { MINUTE_MS = 60 * 1000 };
    if (auditor->now.ms / MINUTE_MS == then.ms / MINUTE_MS)
        return;
    for (unsigned i = 0; i < auditor->offer_count; i++)
        if (auditor->offers[i].standing)
            note_end(auditor, i, auditor->offers[i].standing, auditor->now, then);
    for (unsigned i = 0; i < auditor->hand_count; i++)
        if (auditor->hands[i].state != MODEL_REJECTED && auditor->hands[i].state != MODEL_AWARDED)
            note_end(auditor, auditor->hands[i].offer, auditor->hands[i].dealt_by, auditor->hands[i].decided,
                     then);
    for (unsigned i = 0; i < auditor->dealt_count; i++)
        if (auditor->dealt[i].by)
            note_end(auditor, auditor->dealt[i].offer, auditor->dealt[i].by, auditor->now, then);
}

/* Whether the award is for a period that was over by then. */
static bool is_of_period_until(const struct auditor *auditor, unsigned award, struct instant then)
{
    for (unsigned i = 0; i < auditor->hand_count && auditor->awards[award].round == 0; i++)
        if (auditor->hands[i].award == award + 1)
            return model_period_is_over(auditor, &auditor->hands[i], then);
    return false;
}

/* The pool when the period ended, as if all earlier periods had been settled then; a later one that won it has spent it. */
static struct model_purse purse_at_end(const struct auditor *auditor, const struct model_ended *ended,
                                       unsigned pool, account_id account)
{
    struct model_purse purse = {.pool = pool, .taken = ended->shown.cents[pool]};
    int64_t holds = plan_holds(auditor, account);
    for (unsigned i = ended->awards_before; i < auditor->award_count; i++) {
        const struct model_award *award = &auditor->awards[i];
        bool anew = false;
        for (unsigned k = 0; k < award->anew_count && !award->reversed; k++)
            anew |= award->anew[k] == account;
        bool before = anew && is_of_period_until(auditor, i, ended->at);
        purse.spent |= anew && !before;
        for (unsigned k = 0; k < award->move_count && before; k++)
            purse.taken += award->moves[k].account == account ? award->moves[k].cents : 0;
    }
    purse.taken = purse.taken > 0 ? purse.taken : 0;
    purse.stays = purse.spent ? holds : holds > purse.taken ? holds - purse.taken : 0;
    return purse;
}

/* ------------------------------------------------------------------------------------------ purses */

struct model_purse purse_of(const struct auditor *auditor, const struct model_offer *offer, unsigned pool)
{
    const struct awarded *awarded = EVENT_AS(auditor->event, awarded);
    account_id account = offer->pool_accounts[pool];
    int64_t holds = plan_holds(auditor, account);
    const struct model_hand *hand = awarded->hand > 0 ? &auditor->hands[awarded->hand - 1] : NULL;
    struct instant end;
    const struct model_ended *ended =
        hand && awarded->round == 0 && model_period_end(auditor, hand->dealt_by, hand->decided, &end)
            ? ended_at(auditor, hand->offer, end)
            : NULL;
    if (ended)
        return purse_at_end(auditor, ended, pool, account);
    if (!hand || !hand->by_posted || awarded->round == 0)
        return (struct model_purse){.pool = pool, .taken = holds};
    struct model_purse purse = {
        .pool = pool, .taken = left_of_shown(auditor, hand, pool), .spent = is_spent(auditor, account, hand)};
    if (model_says(hand->dealt_by, PATH_PAYING_POOL_WON_BEFORE, "what it holds") &&
        is_drawn_since(auditor, pool, hand)) {
        int64_t anew = model_cents(hand->dealt_by, PART_POOLS "/%s/" KEY_RESEED, offer->pools[pool]);
        purse.taken = purse.spent && holds < anew ? anew : holds;
        purse.spent = false;
    }
    purse.stays = purse.spent ? holds : holds > purse.taken ? holds - purse.taken : 0;
    return purse;
}

void purse_award(struct auditor *auditor, struct model_offer *offer, struct model_purse *purse, int64_t cents)
{
    int64_t own = plan_holds(auditor, offer->pool_accounts[purse->pool]) - purse->stays;
    own = cents < own ? cents : own;
    award_from_pool(auditor, offer, purse->pool, own);
    plan_cover(auditor, offer, offer->held, cents - own, "progressive prizes");
    purse->drawn += cents;
}

void purse_reseed(struct auditor *auditor, struct model_offer *offer, const struct model_purse *purse)
{
    account_id pool = offer->pool_accounts[purse->pool], house = model_house(auditor);
    struct text name = offer->pools[purse->pool];
    int64_t anew = model_cents(offer->standing, PART_POOLS "/%s/" KEY_RESEED, name);
    int64_t cap = model_cents(offer->standing, PART_POOLS "/%s/" KEY_CAP, name), stays = purse->stays;
    bool promise = pool_is_promised(offer, purse->pool);
    account_id fund = promise ? fund_named(auditor, offer, NULL, "progressive prizes")
                              : fund_of_pool(auditor, offer, purse->pool, "reseed from", "reseeds");
    if (purse->spent)
        return;
    anew = anew == MODEL_NOTHING ? 0 : anew;
    if (cap != MODEL_NOTHING && stays > cap - anew)
        stays = cap > anew ? cap - anew : 0;
    plan_move(auditor, pool,
              promise ? model_account(auditor, ACCOUNT_PROMISED, text_of(""), text_of("promised")) : fund,
              plan_holds(auditor, pool) - stays);
    int64_t lack = anew + stays - plan_holds(auditor, fund);
    if (promise && fund != house && lack > 0 && goes_into_fund(offer->offer, "reseeds")) {
        plan_move(auditor, house, fund, lack);
        if (is_paid_back(offer->offer, "reseeds"))
            plan_advance(auditor, offer, fund_repaying(auditor, offer, "reseeds"), lack);
    }
    pool_fill(auditor, offer, purse->pool, anew, "reseeds");
}
