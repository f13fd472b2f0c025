/* Prizes that a payout structure divides. */
#include "auditor/model_internal.h"
#include "house/prizes/prizes_shapes.h"
#include "rulebook/vocabulary_paths.h"

enum { OUTCOME_OF_LOSS = 3, MODEL_SHARES_MAX = 8 };

/* A prize that the award divides: of a pool, or of a row. */
struct model_group {
    const struct model_hand *hand; /* the first that won it */
    const struct node *set;        /* of the structure in force */
    int64_t total;
    unsigned pool; /* the count of pools: a fixed prize */
    bool several;  /* hands */
};

/* Whether a set of shares is for the prize: by its row, its amount, or how the hand ended. */
static bool is_for(const struct node *set, const struct model_group *group)
{
    const struct node *what = node_member(set, KEY_FOR);
    struct value value;
    bool lost = group->hand->outcome == OUTCOME_OF_LOSS, known = group->hand->outcome != 0;
    if (!what || what->kind != NODE_SCALAR)
        return true;
    if (value_read(VALUE_MONEY, what->scalar, &value, NULL) == STATUS_OK)
        return group->total >= value.range.low && group->total <= value.range.high;
    return text_equal_ignoring_case(what->scalar, group->hand->rows[0]->name) ||
           (known && node_says(what, lost ? "loses" : "wins or pushes"));
}

/* The set of the structure in force by which the prize is divided; NULL if it is not. */
static const struct node *set_for(const struct offer *offer, const struct model_group *group)
{
    const struct node *set = offer_structure(offer);
    if (set && set->kind == NODE_LIST)
        set = set->first_child;
    while (set && (set->kind != NODE_MAP || !is_for(set, group)))
        set = offer_structure(offer)->kind == NODE_LIST ? set->next : NULL;
    return set;
}

/* Whether no prize of the hands that the award settles is divided. */
bool shares_divide_nothing(const struct auditor *auditor, const struct model_offer *offer)
{
    const struct awarded *awarded = EVENT_AS(auditor->event, awarded);
    for (unsigned i = 0; i < auditor->hand_count && awarded->hand > 0 && offer_structure(offer->offer); i++) {
        const struct model_hand *hand = &auditor->hands[i], *first = &auditor->hands[awarded->hand - 1];
        struct model_hit hit = {0};
        if (hand->offer != awarded->offer || hand->table != first->table || hand->round != first->round ||
            hand->state != first->state)
            continue;
        if (hand->row_count != 1 || !hit_read(offer, offer_prize(offer->offer, hand->rows[0]), &hit))
            return false;
        const struct model_group group = {.hand = hand, .total = hit.fixed};
        if (set_for(offer->offer, &group))
            return false;
    }
    return true;
}

/* The prizes of the hands that the award settles. False if the model does not know how they are divided. */
static bool gather_groups(struct auditor *auditor, const struct model_offer *offer,
                          struct model_group *groups, unsigned *count)
{
    const struct awarded *awarded = EVENT_AS(auditor->event, awarded);
    for (unsigned i = 0; i < auditor->hand_count && awarded->hand > 0; i++) {
        const struct model_hand *hand = &auditor->hands[i], *first = &auditor->hands[awarded->hand - 1];
        struct model_hit hit = {0};
        unsigned at = 0;
        if (hand->state != MODEL_VERIFIED || hand->offer != awarded->offer || hand->table != first->table ||
            hand->round != first->round)
            continue;
        if (hand->row_count != 1 || !hit_read(offer, offer_prize(offer->offer, hand->rows[0]), &hit) ||
            hit.part_count + (hit.fixed > 0) != 1 ||
            (hit.part_count && hit.parts[0].percent != PERCENT_WHOLE))
            return false;
        struct model_group group = {.hand = hand,
                                    .pool = hit.part_count ? hit.parts[0].pool : offer->pool_count};
        int64_t multiple = hand->multiple ? hand->multiple : 1;
        group.total = hit.part_count ? purse_of(auditor, offer, group.pool).taken * multiple : hit.fixed;
        while (at < *count && (groups[at].pool != group.pool ||
                               (!hit.part_count && groups[at].hand->rows[0] != hand->rows[0])))
            at++;
        if (at < *count) {
            groups[at].several = true;
            if (group.total > groups[at].total)
                groups[at].total =
                    group.total; /* the multiplier is the round's, though recorded for one hand only */
            continue;
        }
        group.set = set_for(offer->offer, &group);
        if (!group.set || *count == MODEL_HITS_MAX)
            return false;
        groups[(*count)++] = group;
    }
    return *count > 0;
}

/* The place of a share in its set, and its percentage; the count of shares if it has none. */
static unsigned share_place(const struct node *set, struct text name, int64_t *percent)
{
    unsigned place = 0;
    *percent = 0;
    for (const struct node *share = set->first_child; share; share = share->next) {
        struct value value;
        if (text_equal(share->key, text_of(KEY_FOR)) ||
            value_read(VALUE_PERCENT, share->scalar, &value, NULL) != STATUS_OK)
            continue;
        if (text_equal(share->key, name)) {
            *percent = value.range.low;
            return place;
        }
        place++;
    }
    return place;
}

/* The prizes from `from` on belong to the group while their shares are in its order. Returns where they end. */
static uint32_t end_of_group(const struct auditor *auditor, const struct model_group *group, uint32_t from)
{
    const struct awarded *awarded = EVENT_AS(auditor->event, awarded);
    int64_t percent;
    unsigned last = 0;
    for (; from < awarded->prize_count; from++) {
        unsigned place = share_place(group->set, awarded->prizes[from].share, &percent);
        if (place < last)
            break;
        last = place;
    }
    return from;
}

/* X7: no share has more than its part, and nobody has it twice. */
static void check_group(struct auditor *auditor, const struct model_offer *offer,
                        const struct model_group *group, uint32_t from, uint32_t end)
{
    const struct awarded *awarded = EVENT_AS(auditor->event, awarded);
    int64_t percent, chip = award_chip(offer->offer), absent = PERCENT_WHOLE;
    bool by_wager =
        model_says(offer->offer, PATH_SHARING_BY_WAGER, "yes"); /* a person who bets twice has two parts */
    for (uint32_t i = from; i < end; i++) {
        (void)share_place(group->set, awarded->prizes[i].share, &percent);
        absent -=
            i == from || !text_equal(awarded->prizes[i].share, awarded->prizes[i - 1].share) ? percent : 0;
    }
    for (uint32_t i = from; i < end; i++) {
        const struct prize_row *row = &awarded->prizes[i];
        int64_t persons = 0, sum = 0;
        (void)share_place(group->set, row->share, &percent);
        MUST(auditor, percent > 0, "there is no share %.*s in the structure in force",
             TEXT_ARGUMENTS(row->share));
        for (uint32_t k = from; k < end; k++) {
            const struct prize_row *other = &awarded->prizes[k];
            if (!text_equal(row->share, other->share))
                continue;
            persons++;
            sum += other->cents;
            MUST(auditor,
                 i == k || row->seat != other->seat || !text_equal(row->table, other->table) ||
                     !text_equal(row->patron, other->patron) || group->several || by_wager,
                 "seat %u has the share %.*s twice", row->seat, TEXT_ARGUMENTS(row->share));
        }
        int64_t most = group->total * (percent + absent) / PERCENT_WHOLE + 1;
        bool in_full = model_says(offer->offer, PATH_SHARING_TIES, "each in full") ||
                       !model_says(offer->offer, PATH_PAYING_SHARED_PRIZE, "split evenly") ||
                       text_equal(row->share, text_of(KEY_EACH_WINNER));
        MUST(auditor, in_full ? row->cents <= most : sum <= most + persons * chip,
             "the share %.*s has %lld cents, and its part is %lld", TEXT_ARGUMENTS(row->share),
             (long long)sum, (long long)most);
    }
}

/* The shares of a set, and their results. */
struct model_shares {
    unsigned count;
    struct text names[MODEL_SHARES_MAX];
    int64_t percents[MODEL_SHARES_MAX], parts[MODEL_SHARES_MAX], sums[MODEL_SHARES_MAX];
    unsigned persons[MODEL_SHARES_MAX];
};

/* The parts of a prize by percentages: to the nearest cent with the rest to the last, if the document rounds up to the chip;
 * otherwise down, with the rest to the holder of the hand. */
static void divide(const struct model_offer *offer, const struct model_group *group,
                   struct model_shares *shares)
{
    bool up = model_says(offer->offer, PATH_PAYING_ROUNDING, "up to the chip");
    int64_t rest = group->total;
    unsigned holder = 0;
    for (unsigned i = 0; i < shares->count; i++) {
        int64_t hundredths = group->total * shares->percents[i];
        shares->parts[i] = (hundredths + (up ? PERCENT_WHOLE / 2 : 0)) / PERCENT_WHOLE;
        rest -= shares->parts[i];
        if (text_equal(shares->names[i], text_of(KEY_PLAYER)) ||
            text_equal(shares->names[i], text_of(KEY_LOSING_HAND)))
            holder = i;
    }
    shares->parts[up ? shares->count - 1 : holder] += rest;
}

static bool read_shares(const struct node *set, struct model_shares *shares)
{
    for (const struct node *share = set->first_child; share; share = share->next) {
        struct value value;
        if (text_equal(share->key, text_of(KEY_FOR)) ||
            value_read(VALUE_PERCENT, share->scalar, &value, NULL) != STATUS_OK)
            continue;
        if (shares->count == MODEL_SHARES_MAX)
            return false;
        shares->names[shares->count] = share->key;
        shares->percents[shares->count++] = value.range.low;
    }
    return shares->count > 0;
}

/* Whether several persons of a share each have the whole of it. */
static bool is_in_full(const struct offer *offer, struct text share)
{
    bool hand = text_equal(share, text_of(KEY_LOSING_HAND)) || text_equal(share, text_of(KEY_WINNING_HAND));
    return text_equal(share, text_of(KEY_EACH_WINNER)) ||
           (text_equal(share, text_of(KEY_PLAYER)) &&
            !model_says(offer, PATH_PAYING_SHARED_PRIZE, "split evenly")) ||
           (hand && model_says(offer, PATH_SHARING_TIES, "each in full"));
}

/* The amount that rounding adds, unclaimed parts, and whole parts beyond the first. */
struct model_left {
    int64_t odd, kept, further;
};

static struct model_left what_is_left(const struct offer *offer, const struct model_shares *shares)
{
    struct model_left left = {0, 0, 0};
    for (unsigned i = 0; i < shares->count; i++) {
        int64_t sum = shares->sums[i];
        if (is_in_full(offer, shares->names[i]) && shares->persons[i] > 1) {
            left.further += shares->parts[i] * (shares->persons[i] - 1);
            sum -= shares->parts[i] * (shares->persons[i] - 1);
        }
        *(sum > shares->parts[i] ? &left.odd : &left.kept) +=
            sum > shares->parts[i] ? sum - shares->parts[i] : shares->parts[i] - sum;
    }
    return left;
}

/* A share that is paid once, though several tables win the pool. */
static bool is_of_room(const struct offer *offer, struct text share)
{
    return text_equal(share, text_of(KEY_TABLE)) &&
           model_says(offer, PATH_SHARING_TABLE, "fee payers at all tables");
}

/* What the prizes from `from` to `end` make of the shares. False if the model does not know: a share that nobody has may go
 * to others. */
static bool take_shares(struct auditor *auditor, const struct model_offer *offer,
                        const struct model_group *group, uint32_t from, uint32_t end,
                        struct model_shares *shares)
{
    const struct awarded *awarded = EVENT_AS(auditor->event, awarded);
    bool stays = !model_says(offer->offer, PATH_SHARING_NOBODY, "goes to the hands") &&
                 model_says(offer->offer, PATH_SHARING_INELIGIBLE_PART, "stays in the fund");
    if (!read_shares(group->set, shares))
        return false;
    divide(offer, group, shares);
    for (unsigned i = 0; i < shares->count; i++) {
        for (uint32_t k = from; k < end; k++)
            if (text_equal(awarded->prizes[k].share, shares->names[i])) {
                shares->persons[i]++;
                shares->sums[i] += awarded->prizes[k].cents;
            }
        bool withheld = group->pool < offer->pool_count && is_of_room(offer->offer, shares->names[i]) &&
                        purse_of(auditor, offer, group->pool).spent;
        MUST(auditor, !withheld || shares->persons[i] == 0, "the room has had its share");
        if ((shares->persons[i] == 0 && !stays && !withheld) ||
            (group->several && text_equal(shares->names[i], text_of(KEY_PLAYER))))
            return false;
    }
    return true;
}

/* From which accounts the prizes must come, as they are. */
static void plan_shares(struct auditor *auditor, struct model_offer *offer, const struct model_group *group,
                        const struct model_shares *shares)
{
    struct model_left left = what_is_left(offer->offer, shares);
    if (group->pool == offer->pool_count) {
        plan_cover(auditor, offer, offer->held, group->total - left.kept + left.further, "fixed prizes");
        award_odd_chips(auditor, offer, left.odd);
        return;
    }
    struct model_purse purse = purse_of(auditor, offer, group->pool);
    int64_t beyond = group->total - purse.taken;
    purse_award(auditor, offer, &purse, purse.taken - (left.kept > beyond ? left.kept - beyond : 0));
    plan_cover(auditor, offer, offer->held, left.further, "progressive prizes");
    plan_cover(auditor, offer, offer->held, beyond > left.kept ? beyond - left.kept : 0, "multiplied part");
    award_odd_chips(auditor, offer, left.odd);
    plan_repay(auditor, offer); /* odd chips, before the fund pays anything else */
    purse_reseed(auditor, offer, &purse);
}

/* X7: by percentages of the prize. The model does not know how many persons who may not win leave a part behind, so it only
 * bounds the parts; it works out where they come from. Returns whether it could. */
bool shares_work_out(struct auditor *auditor, struct model_offer *offer)
{
    const struct awarded *awarded = EVENT_AS(auditor->event, awarded);
    struct model_group groups[MODEL_HITS_MAX];
    struct model_shares shares[MODEL_HITS_MAX] = {0};
    uint32_t ends[MODEL_HITS_MAX + 1] = {0};
    unsigned count = 0;
    if (!gather_groups(auditor, offer, groups, &count))
        return false;
    bool known = true;
    for (unsigned i = 0; i < count; i++) {
        ends[i + 1] = end_of_group(auditor, &groups[i], ends[i]);
        known &= ends[i + 1] > ends[i];
    }
    MUST(auditor, count > 1 || ends[1] == awarded->prize_count,
         "a share that the structure in force does not have");
    if (!known || ends[count] != awarded->prize_count)
        return false; /* the group of each prize is unknown */
    for (unsigned i = 0; i < count; i++) {
        check_group(auditor, offer, &groups[i], ends[i], ends[i + 1]);
        known = known && take_shares(auditor, offer, &groups[i], ends[i], ends[i + 1], &shares[i]);
    }
    for (unsigned i = 0; i < count && known; i++)
        plan_shares(auditor, offer, &groups[i], &shares[i]);
    if (!known)
        return false;
    plan_repay(auditor, offer);
    plan_repay_credited(auditor);
    return true;
}
