/* X6: what the prizes of an award must be, and which pools, funds and advances pay them. */
#include "auditor/model_internal.h"

#include "base/check.h"
#include "house/prizes/prizes_shapes.h"
#include "rulebook/vocabulary_paths.h"

/* ------------------------------------------------------------------------------------------ which rows were hit */

/* The prize of a row, or a prize by its name. False: the model does not know it. */
bool hit_read(const struct model_offer *offer, const struct node *node, struct model_hit *hit)
{
    struct value value;
    if (!node || node->kind != NODE_SCALAR ||
        value_read(VALUE_AWARD, node->scalar, &value, NULL) != STATUS_OK || value.form != VALUE_IS_GIVEN)
        return false;
    for (unsigned i = 0; i < value.award.count; i++) {
        const struct award_part *part = &value.award.parts[i];
        if (part->kind == AWARD_MULTIPLE || part->kind == AWARD_ODDS)
            return false;
        if (part->kind == AWARD_MONEY && part->name.length == 0 && part->range.low == part->range.high)
            hit->fixed += part->range.low;
        else if (part->kind == AWARD_MONEY && part->name.length == 0)
            return false;
        if (part->kind != AWARD_SHARE)
            continue;
        unsigned pool = pool_by_name(offer, part->name);
        if (pool == offer->pool_count)
            return false;
        hit->parts[hit->part_count].pool = pool;
        hit->parts[hit->part_count++].percent = (unsigned)part->range.low;
    }
    return true;
}

static int64_t envy_of(const struct rulebook_row *row)
{
    const struct node *envy = node_member(row->node, KEY_ENVY);
    struct value value;
    return envy && envy->kind == NODE_SCALAR &&
                   value_read(VALUE_MONEY, envy->scalar, &value, NULL) == STATUS_OK
               ? value.range.low
               : 0;
}

/* Everything that one award settles. */
struct model_round {
    struct model_offer *offer;
    unsigned hit_count;
    struct model_hit hits[MODEL_HITS_MAX];
    unsigned multiple;
    bool one_hand; /* it belongs to the player-dealer or to everybody: all its winners are on one hand */
};

static struct model_hit *hit_called(struct model_round *round, struct text name)
{
    for (unsigned i = 0; i < round->hit_count; i++)
        if (text_equal(round->hits[i].name, name))
            return &round->hits[i];
    return NULL;
}

/* A prize that is not of a row: the one of the activity, or one by its name. */
static const struct node *named_prize(const struct offer *offer, struct text name)
{
    char path[MODEL_PATH_SIZE];
    struct text_out out;
    text_out_init(&out, path, sizeof path);
    text_out_add(&out, PATH_PAYING_PRIZES "/%.*s", TEXT_ARGUMENTS(name));
    const struct node *node = offer_node(offer, path);
    if (node && node->kind == NODE_MAP) {
        text_out_add(&out, "/prize");
        node = offer_node(offer, path);
    }
    if (node || !text_equal(name, text_of("prize")))
        return node;
    node = offer_node(offer, PATH_PAYING_PRIZE);
    return node ? node : offer_node(offer, PATH_DRAWING_PRIZE);
}

/* `places: 5 to 8` are four. */
static int64_t places_of(const struct offer *offer, struct text name)
{
    const struct node *prize = node_member_called(node_path(offer->rulebook->data, PATH_PAYING_PRIZES), name);
    const struct node *places = prize ? node_member(prize, KEY_PLACES) : NULL;
    struct value value;
    return places && places->kind == NODE_SCALAR &&
                   value_read(VALUE_COUNT, places->scalar, &value, NULL) == STATUS_OK
               ? value.range.high - value.range.low + 1
               : 1;
}

/* The prizes by name among those that are awarded; false if there is one that the model does not know. */
static bool gather_named(const struct auditor *auditor, struct model_round *round)
{
    const struct awarded *awarded = EVENT_AS(auditor->event, awarded);
    for (uint32_t i = 0; i < awarded->prize_count; i++) {
        struct model_hit hit = {.name = awarded->prizes[i].share};
        if (hit_called(round, hit.name))
            continue;
        if (round->hit_count == MODEL_HITS_MAX ||
            !hit_read(round->offer, named_prize(round->offer->offer, hit.name), &hit))
            return false;
        hit.places = places_of(round->offer->offer, hit.name);
        round->hits[round->hit_count++] = hit;
    }
    return true;
}

/* The hits of the hands that the award settles; false if the model does not know their prizes. */
static bool gather_hits(struct auditor *auditor, struct model_round *round)
{
    const struct awarded *awarded = EVENT_AS(auditor->event, awarded);
    const struct model_hand *first = awarded->hand > 0 ? &auditor->hands[awarded->hand - 1] : NULL;
    bool own = false, dealer = false;
    round->multiple = 1;
    if (!first || (awarded->round == 0 && first->row_count == 0))
        return gather_named(auditor, round);
    for (unsigned i = 0; i < auditor->hand_count && first; i++) {
        const struct model_hand *hand = &auditor->hands[i];
        bool settled = awarded->round > 0 ? hand->state == MODEL_VERIFIED && hand->table == first->table &&
                                                hand->round == first->round
                                          : hand->state == MODEL_POSTED;
        if (!settled || hand->offer != awarded->offer)
            continue;
        if (hand->multiple > round->multiple)
            round->multiple = hand->multiple;
        own |= !hand->on_player_dealer;
        dealer |= hand->on_player_dealer;
        round->one_hand |= hand->on_player_dealer || hand->seat == 0;
        if (hand->row_count == 0 || hand->brings_envy)
            return false;
        for (unsigned k = 0; k < hand->row_count; k++) {
            struct model_hit hit = {.name = hand->rows[k]->name, .envy = envy_of(hand->rows[k])};
            if (hand->dealt_by != first->dealt_by)
                return false; /* hands of one period that were dealt by several movements */
            if (hit_called(round, hit.name))
                continue;
            if (round->hit_count == MODEL_HITS_MAX ||
                !hit_read(round->offer, offer_prize(hand->dealt_by, hand->rows[k]), &hit))
                return false;
            round->hits[round->hit_count++] = hit;
        }
    }
    return !(own && dealer);
}

/* Whether two prizes of money stand on one hand. */
static bool is_one_hand(const struct model_round *round, const struct prize_row *one,
                        const struct prize_row *other)
{
    return other->cents > 0 && text_equal(other->share, one->share) &&
           (round->one_hand || (other->seat == one->seat && text_equal(other->table, one->table)));
}

static unsigned payers_of_hand(const struct auditor *auditor, const struct model_round *round,
                               const struct prize_row *row)
{
    const struct awarded *awarded = EVENT_AS(auditor->event, awarded);
    unsigned count = 0;
    for (uint32_t i = 0; i < awarded->prize_count; i++)
        count += is_one_hand(round, row, &awarded->prizes[i]);
    return count;
}

/* Whether no prize before stands on the same hand. */
static bool is_first_of_hand(const struct auditor *auditor, const struct model_round *round,
                             const struct prize_row *row)
{
    for (const struct prize_row *other = EVENT_AS(auditor->event, awarded)->prizes; other < row; other++)
        if (is_one_hand(round, row, other))
            return false;
    return true;
}

/* Counts the winners of each hit; false if the model cannot assign a prize. */
static bool count_holders(const struct auditor *auditor, struct model_round *round)
{
    const struct awarded *awarded = EVENT_AS(auditor->event, awarded);
    bool by_hands = model_says(round->offer->offer, PATH_PAYING_PAYERS_OF_A_HAND, "share its part");
    for (uint32_t i = 0; i < awarded->prize_count; i++) {
        const struct prize_row *row = &awarded->prizes[i];
        struct model_hit *hit = hit_called(round, row->share);
        if (row->cents == 0)
            continue;
        if (hit && by_hands)
            hit->hands += is_first_of_hand(auditor, round, row);
        if (text_equal(row->share, text_of("envy"))) {
            for (hit = round->hits; hit < &round->hits[round->hit_count] && hit->envy != row->cents;)
                hit++;
            if (hit == &round->hits[round->hit_count])
                return false;
            hit->envied++;
        } else if (hit)
            hit->holders++;
        else
            return false;
    }
    for (unsigned i = 0; i < round->hit_count; i++)
        if (round->hits[i].holders == 0 && (round->hits[i].fixed || round->hits[i].part_count))
            return false;
    return true;
}

/* ------------------------------------------------------------------------------------------ working it out */

int64_t award_chip(const struct offer *offer)
{
    const struct node *chip = node_member(offer->house->data, KEY_CHIP);
    struct value value;
    return chip && chip->kind == NODE_SCALAR &&
                   value_read(VALUE_MONEY, chip->scalar, &value, NULL) == STATUS_OK
               ? value.range.low
               : MONEY_DOLLAR;
}

/* An even part: up to the chip where the document rounds so, otherwise down to the cent. */
static int64_t even_part(const struct offer *offer, int64_t cents, unsigned persons)
{
    CHECK(persons > 0);
    int64_t part = cents / persons, chip = award_chip(offer);
    if (persons == 1 || !model_says(offer, PATH_PAYING_ROUNDING, "up to the chip"))
        return part;
    while (part * persons < cents || part % chip != 0)
        part++;
    return part;
}

/* The amount that rounding up adds: an advance of the house, or from the fund. */
void award_odd_chips(struct auditor *auditor, struct model_offer *offer, int64_t cents)
{
    if (cents <= 0)
        return;
    if (!model_says(offer->offer, PATH_PAYING_ODD_CHIPS, "advanced by the house")) {
        plan_cover(auditor, offer, offer->held, cents, "odd chips");
        return;
    }
    plan_move(auditor, model_house(auditor), offer->held, cents);
    plan_advance(auditor, offer, fund_repaying(auditor, offer, "odd chips"), cents);
}

/* From a pool to the winners: its own money, or the fund's if the meter is only a promise. */
void award_from_pool(struct auditor *auditor, struct model_offer *offer, unsigned pool, int64_t cents)
{
    if (!pool_is_promised(offer, pool)) {
        plan_move(auditor, offer->pool_accounts[pool], offer->held, cents);
        return;
    }
    plan_cover(auditor, offer, offer->held, cents, "progressive prizes");
    plan_move(auditor, offer->pool_accounts[pool], model_promised(auditor), cents);
}

static bool is_of_part(const struct model_hit *hit, unsigned part, unsigned pool, unsigned percent)
{
    return hit->parts[part].pool == pool && hit->parts[part].percent == percent;
}

/* The holders of all hits on the pool with this percentage, or the hands if it is split by hands. */
static unsigned holders_of(const struct model_round *round, unsigned pool, unsigned percent, bool hands)
{
    unsigned holders = 0;
    for (unsigned i = 0; i < round->hit_count; i++)
        for (unsigned k = 0; k < round->hits[i].part_count; k++)
            if (is_of_part(&round->hits[i], k, pool, percent))
                holders += hands ? round->hits[i].hands : round->hits[i].holders;
    return holders;
}

/* The total for all who share what these hands have together. */
static int64_t give_to_payers(struct auditor *auditor, struct model_round *round, unsigned pool,
                              unsigned percent, int64_t cents, unsigned hands)
{
    const struct awarded *awarded = EVENT_AS(auditor->event, awarded);
    int64_t sum = 0;
    for (uint32_t i = 0; i < awarded->prize_count; i++) {
        struct model_hit *hit = hit_called(round, awarded->prizes[i].share);
        for (unsigned k = 0; hit && awarded->prizes[i].cents > 0 && k < hit->part_count; k++)
            if (is_of_part(hit, k, pool, percent)) {
                unsigned payers = payers_of_hand(auditor, round, &awarded->prizes[i]);
                hit->split[k].cents = cents;
                hit->split[k].hands = hands;
                sum += even_part(round->offer->offer, cents, hands * payers);
            }
    }
    return sum;
}

/* The expected amount of the prize. */
static int64_t prize_worked_out(const struct auditor *auditor, const struct model_round *round,
                                const struct model_hit *hit, const struct prize_row *row)
{
    int64_t cents = hit->each;
    for (unsigned k = 0; k < hit->part_count; k++)
        if (hit->split[k].hands > 0)
            cents += even_part(round->offer->offer, hit->split[k].cents,
                               hit->split[k].hands * payers_of_hand(auditor, round, row));
    return cents;
}

static void give_part(struct auditor *auditor, struct model_round *round, struct model_purse *purse,
                      unsigned percent, int64_t cents)
{
    unsigned pool = purse->pool;
    struct model_offer *offer = round->offer;
    unsigned holders = holders_of(round, pool, percent, false),
             hands = holders_of(round, pool, percent, true);
    bool split = model_says(offer->offer, PATH_PAYING_SHARED_PRIZE, "split evenly");
    if (split && hands > 0) {
        int64_t sum = give_to_payers(auditor, round, pool, percent, cents, hands);
        purse_award(auditor, offer, purse, model_smaller(cents, sum));
        award_odd_chips(auditor, offer, sum - cents);
        return;
    }
    int64_t each = split ? even_part(offer->offer, cents, holders) : cents;
    if (split) {
        purse_award(auditor, offer, purse, model_smaller(cents, each * holders));
        award_odd_chips(auditor, offer, each * holders - cents);
    } else {
        purse_award(auditor, offer, purse, cents);
        plan_cover(auditor, offer, offer->held, cents * (holders - 1), "progressive prizes");
    }
    for (unsigned i = 0; i < round->hit_count; i++)
        for (unsigned k = 0; k < round->hits[i].part_count; k++)
            if (is_of_part(&round->hits[i], k, pool, percent))
                round->hits[i].each += each;
}

/* All hits on one pool: first the parts, each of the meter as it was, then everything that is left. */
static void settle_pool(struct auditor *auditor, struct model_round *round, unsigned pool)
{
    struct model_offer *offer = round->offer;
    struct model_purse purse = purse_of(auditor, offer, pool);
    unsigned done[MODEL_HITS_MAX * MODEL_PARTS_MAX], done_count = 0;
    bool hit = false, whole = false;
    for (unsigned i = 0; i < round->hit_count; i++)
        for (unsigned k = 0; k < round->hits[i].part_count; k++) {
            unsigned percent = round->hits[i].parts[k].percent;
            bool again = round->hits[i].parts[k].pool != pool;
            hit |= !again;
            whole |= !again && percent == PERCENT_WHOLE;
            for (unsigned n = 0; n < done_count; n++)
                again |= done[n] == percent;
            if (again || percent == PERCENT_WHOLE)
                continue;
            done[done_count++] = percent;
            int64_t part = (purse.taken * percent + PERCENT_WHOLE / 2) / PERCENT_WHOLE;
            give_part(auditor, round, &purse, percent, model_smaller(part, purse.taken - purse.drawn));
            if (auditor->part_count < MODEL_PARTS_MAX)
                auditor->parts[auditor->part_count++] = (struct model_part){pool, percent};
        }
    if (!hit)
        return;
    if (whole)
        give_part(auditor, round, &purse, PERCENT_WHOLE, purse.taken - purse.drawn);
    plan_repay(auditor, offer); /* odd chips, before the fund pays anything else */
    if (whole) {
        purse_reseed(auditor, offer, &purse);
        return;
    }
    int64_t least = model_cents(offer->standing, PART_POOLS "/%s/" KEY_TOPPED_UP_TO, offer->pools[pool]);
    int64_t lack = least == MODEL_NOTHING ? 0 : least - plan_holds(auditor, offer->pool_accounts[pool]);
    pool_fill(auditor, offer, pool, lack, "reseeds");
}

/* The pool that pays the fixed prizes; the count of pools if the fund does. */
static unsigned pool_of_fixed(const struct model_offer *offer)
{
    for (unsigned i = 0; i < offer->pool_count; i++) {
        char path[MODEL_PATH_SIZE];
        struct text_out out;
        text_out_init(&out, path, sizeof path);
        text_out_add(&out, PART_POOLS "/%.*s/" KEY_PAYS, TEXT_ARGUMENTS(offer->pools[i]));
        if (node_lists(offer_node(offer->offer, path), "fixed prizes"))
            return i;
    }
    return offer->pool_count;
}

static bool is_divided(const struct offer *offer)
{
    return model_says(offer, PATH_PAYING_FIXED_PRIZE, "split evenly") ||
           (offer_node(offer, PART_BOARD) && model_says(offer, PATH_BOARD_TIES, "split evenly"));
}

/* A divided prize is paid in full, and the first of its winners get one chip more. */
static bool odd_chips_in_turn(const struct offer *offer)
{
    return model_says(offer, PATH_PAYING_ODD_CHIPS, "to the winners in turn");
}

/* A fixed prize to each holder of the hit, or divided among them. */
static int64_t give_fixed(struct auditor *auditor, struct model_round *round, const struct model_hit *hit)
{
    struct model_offer *offer = round->offer;
    unsigned pool = pool_of_fixed(offer);
    int64_t sum = hit->fixed * hit->holders;
    if (pool < offer->pool_count) {
        int64_t taken = model_smaller(sum, plan_holds(auditor, offer->pool_accounts[pool]));
        award_from_pool(auditor, offer, pool, taken);
        plan_cover(auditor, offer, offer->held, sum - taken, "fixed prizes");
        return hit->fixed;
    }
    if (!is_divided(offer->offer)) {
        plan_cover(auditor, offer, offer->held, sum, "fixed prizes");
        return hit->fixed;
    }
    int64_t all = hit->places > 1 ? hit->fixed * model_smaller(hit->places, hit->holders) : hit->fixed;
    int64_t each = even_part(offer->offer, all, hit->holders);
    if (odd_chips_in_turn(offer->offer) && hit->holders > 1) {
        plan_cover(auditor, offer, offer->held, all, "fixed prizes");
        return each - each % award_chip(offer->offer);
    }
    plan_cover(auditor, offer, offer->held, model_smaller(all, each * hit->holders), "fixed prizes");
    award_odd_chips(auditor, offer, each * hit->holders - all);
    return each;
}

static void settle_round(struct auditor *auditor, struct model_round *round)
{
    struct model_offer *offer = round->offer;
    unsigned pool = pool_of_fixed(offer);
    int64_t multiplied = 0;
    bool fixed = false;
    for (unsigned i = 0; i < round->hit_count; i++) {
        struct model_hit *hit = &round->hits[i];
        if (hit->fixed == 0 || hit->holders == 0)
            continue;
        hit->each = give_fixed(auditor, round, hit);
        multiplied += hit->each * hit->holders;
        hit->each *= round->multiple;
        fixed = true;
    }
    plan_cover(auditor, offer, offer->held, multiplied * (round->multiple - 1), "multiplied part");
    if (fixed && pool < offer->pool_count) {
        int64_t level = model_cents(offer->standing, PART_POOLS "/%s/" KEY_RESEED, offer->pools[pool]);
        int64_t lack = level == MODEL_NOTHING ? 0 : level - plan_holds(auditor, offer->pool_accounts[pool]);
        pool_fill(auditor, offer, pool, lack, "reseeds");
    }
    for (unsigned i = 0; i < round->hit_count; i++)
        plan_cover(auditor, offer, offer->held, round->hits[i].envy * round->hits[i].envied, "envy");
    for (unsigned i = 0; i < offer->pool_count; i++)
        settle_pool(auditor, round, i);
}

/* ------------------------------------------------------------------------------------------ taken as it is */

/* The model cannot work out what the event moves: it accepts the event and its advances. */
static void take_as_it_is(struct auditor *auditor)
{
    const struct money_rows *money = event_money(auditor->event);
    auditor->exact = false;
    for (unsigned i = 0; i < auditor->account_count; i++)
        auditor->accounts[i].planned = 0;
    for (uint32_t i = 0; i < money->advance_count; i++) {
        const struct advance_row *row = &money->advances[i];
        MUST(auditor, row->offer < auditor->offer_count, "an advance of no offer");
        if (auditor->failed)
            return;
        struct model_offer *offer = &auditor->offers[row->offer];
        account_id fund = i < money->repaying_count ? money->repaying[i].fund : offer->fund;
        if (row->cents > 0) {
            offer->owed_new = 0;
            plan_advance(auditor, offer, fund, row->cents);
            continue;
        }
        repay_as_said(auditor, row->offer, fund, -row->cents);
    }
    check_oldest_first(auditor);
}

/* ------------------------------------------------------------------------------------------ the whole award */

void award_work_out(struct auditor *auditor, struct model_offer *offer)
{
    const struct awarded *awarded = EVENT_AS(auditor->event, awarded);
    struct model_round round = {.offer = offer};
    auditor->part_count = 0;
    if (points_work_out(auditor, offer))
        return;
    bool known = shares_divide_nothing(auditor, offer) &&
                 !model_says(offer->offer, PATH_SHARING_BY_WAGER, "yes") && gather_hits(auditor, &round) &&
                 count_holders(auditor, &round);
    if (!known) {
        if (!offer_structure(offer->offer) || !shares_work_out(auditor, offer))
            take_as_it_is(auditor);
        return;
    }
    settle_round(auditor, &round);
    plan_repay(auditor, offer);
    plan_repay_credited(auditor);
    for (uint32_t i = 0; i < awarded->prize_count; i++) {
        const struct prize_row *row = &awarded->prizes[i];
        const struct model_hit *hit = hit_called(&round, row->share);
        int64_t least = hit && row->cents > 0 ? prize_worked_out(auditor, &round, hit, row) : 0;
        int64_t most = least + (odd_chips_in_turn(offer->offer) ? award_chip(offer->offer) : 0);
        MUST(auditor, row->cents == 0 || !hit || (row->cents >= least && row->cents <= most),
             "%.*s is awarded %lld cents, and the documents say %lld", TEXT_ARGUMENTS(row->share),
             (long long)row->cents, (long long)least);
    }
}
