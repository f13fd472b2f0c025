#include "funds/award.h"
#include "base/check.h"
#include "rulebook/vocabulary_paths.h"

enum { PATH_SIZE = 256, PARTS_MAX = AWARD_HITS_MAX * AWARD_PARTS_MAX };

/* ------------------------------------------------------------------------------------------ prizes */

static enum status not_posted(const struct prize *prize, struct fault *fault)
{
    if (prize->row.length > 0)
        return fault_set(fault, STATUS_INVALID, 0, "the offer posts no prize for row %.*s",
                         TEXT_ARGUMENTS(prize->row));
    return fault_set(fault, STATUS_INVALID, 0, "the offer posts no prize \"%.*s\"",
                     TEXT_ARGUMENTS(prize->name));
}

static bool read_award(const struct node *node, struct award *award)
{
    struct value value;
    if (!node || node->kind != NODE_SCALAR ||
        value_read(VALUE_AWARD, node->scalar, &value, NULL) != STATUS_OK || value.form != VALUE_IS_GIVEN)
        return false;
    *award = value.award;
    return true;
}

/* The one prize of the activity, and where the document approves it. */
static const struct node *only_prize(const struct offer *offer, const struct node **approved)
{
    static const char *const paths[] = {PATH_PAYING_PRIZE, PATH_DRAWING_PRIZE};
    for (unsigned i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        const struct node *prize = offer_node(offer, paths[i]);
        *approved = node_path(offer->rulebook->data, paths[i]);
        if (prize)
            return prize;
    }
    return NULL;
}

static bool is_countable(const struct award *award)
{
    for (unsigned i = 0; i < award->count; i++) {
        enum award_kind kind = award->parts[i].kind;
        if (kind == AWARD_SHARE || kind == AWARD_MULTIPLE || kind == AWARD_ODDS)
            return false;
    }
    return true;
}

/* `2x prize` is so many times what the other rows of the chart win, or else the one prize of the activity. */
static bool read_multiplied(const struct offer *offer, const struct rulebook_row *row, struct award *award)
{
    for (unsigned i = 0; row && i < offer->chart_count; i++) {
        const struct rulebook_chart *chart = offer->charts[i];
        if (row < chart->rows || row >= chart->rows + chart->row_count)
            continue;
        for (unsigned j = 0; j < chart->row_count; j++)
            if (read_award(offer_prize(offer, &chart->rows[j]), award) && is_countable(award))
                return true;
    }
    const struct node *approved;
    return read_award(only_prize(offer, &approved), award) && is_countable(award);
}

/* A part of an award, so many times. */
static enum status add_part(struct prize *prize, const struct award_part *part, int64_t times,
                            struct fault *fault)
{
    CHECK_OP(times, >, 0);
    struct range range = part->range;
    bool item = part->kind == AWARD_ITEM;
    if (item && part->name.length > 0 && range.low == 0 && range.high == RANGE_NO_END)
        range.high = 0; /* what it is worth is left open */
    if (part->kind == AWARD_ODDS)
        return fault_set(fault, STATUS_INVALID, 0, "the %.*s is paid by odds on the wager",
                         TEXT_ARGUMENTS(prize->name));
    if (range.low != range.high)
        return not_posted(prize, fault);
    if (prize->part_count == AWARD_PARTS_MAX || range.low > VALUE_CENTS_MAX / times)
        return fault_set(fault, STATUS_RANGE, 0, "%lld times that prize is too much", (long long)times);
    struct prize_part *added = &prize->parts[prize->part_count++];
    *added = (struct prize_part){.kind = PRIZE_THING, .name = part->name, .count = times};
    if (part->kind == AWARD_SHARE) {
        added->kind = PRIZE_POOL;
        added->percent = (unsigned)range.low;
    } else if (part->kind == AWARD_MONEY || item) {
        added->kind = item || part->name.length > 0 ? PRIZE_THING : PRIZE_MONEY;
        added->cents = range.low * times;
    } else {
        added->count = range.low * times;
        added->name = text_of(award_thing_name(part->kind, added->count));
    }
    CHECK(added->count >= 0 && added->cents >= 0 && added->cents <= VALUE_CENTS_MAX);
    return STATUS_OK;
}

static enum status read_prize(const struct offer *offer, const struct rulebook_row *row,
                              const struct node *node, struct prize *prize, struct fault *fault)
{
    struct award award, single;
    if (!read_award(node, &award) || (award.alternatives && award.count > 1))
        return not_posted(prize, fault);
    enum status status = STATUS_OK;
    for (unsigned i = 0; i < award.count && status == STATUS_OK; i++) {
        const struct award_part *part = &award.parts[i];
        if (part->kind != AWARD_MULTIPLE) {
            status = add_part(prize, part, 1, fault);
            continue;
        }
        if (part->range.low != part->range.high || part->range.low < 1 ||
            !read_multiplied(offer, row, &single))
            return not_posted(prize, fault);
        for (unsigned j = 0; j < single.count && status == STATUS_OK; j++)
            status = add_part(prize, &single.parts[j], part->range.low, fault);
    }
    return status;
}

int64_t prize_points(const struct prize *prize)
{
    int64_t points = 0;
    for (unsigned i = 0; i < prize->part_count; i++) {
        const struct prize_part *part = &prize->parts[i];
        bool counts = part->kind == PRIZE_THING &&
                      text_equal(part->name, text_of(award_thing_name(AWARD_POINTS, part->count)));
        points += counts ? part->count : 0;
    }
    return points;
}

enum status award_prize_of_row(const struct offer *offer, const struct rulebook_row *row, struct prize *prize,
                               struct fault *fault)
{
    const struct node *envy = node_member(row->node, KEY_ENVY);
    struct prize read = {.row = row->id, .name = row->name, .clause = row->node->origin.clause};
    struct value value;
    if (envy && envy->kind == NODE_SCALAR &&
        value_read(VALUE_MONEY, envy->scalar, &value, NULL) == STATUS_OK && value.form == VALUE_IS_GIVEN)
        read.envy_cents = value.range.low;
    enum status status = read_prize(offer, row, offer_prize(offer, row), &read, fault);
    if (status != STATUS_OK)
        return status;
    CHECK_OP(read.part_count, <=, AWARD_PARTS_MAX);
    *prize = read;
    return STATUS_OK;
}

/* One of `paying/prizes`: an award, or the prize of a place. */
static const struct node *prize_called(const struct offer *offer, struct text name,
                                       const struct node **approved)
{
    char path[PATH_SIZE];
    struct text_out out;
    *approved = node_member_called(node_path(offer->rulebook->data, PATH_PAYING_PRIZES), name);
    if (!*approved)
        return NULL;
    text_out_init(&out, path, sizeof path);
    text_out_add(&out, PATH_PAYING_PRIZES "/%.*s%s", TEXT_ARGUMENTS(name),
                 (*approved)->kind == NODE_MAP ? "/prize" : "");
    return out.truncated ? NULL : offer_node(offer, path);
}

/* `places: 5 to 8` are four. */
static unsigned places_of(const struct node *approved)
{
    const struct node *places = approved ? node_member(approved, KEY_PLACES) : NULL;
    struct value value;
    if (!places || places->kind != NODE_SCALAR ||
        value_read(VALUE_COUNT, places->scalar, &value, NULL) != STATUS_OK || value.form != VALUE_IS_GIVEN ||
        value.range.high - value.range.low >= FUNDS_WINNERS_MAX)
        return 0;
    return (unsigned)(value.range.high - value.range.low + 1);
}

enum status award_prize_named(const struct offer *offer, struct text name, struct prize *prize,
                              struct fault *fault)
{
    struct prize read = {.row = text_of(""), .name = name, .clause = text_of("")};
    const struct node *approved, *node = prize_called(offer, name, &approved);
    if (!node && text_equal(name, text_of("prize")))
        node = only_prize(offer, &approved);
    if (approved)
        read.clause = approved->origin.clause;
    read.places = places_of(approved);
    enum status status = read_prize(offer, NULL, node, &read, fault);
    if (status == STATUS_OK)
        *prize = read;
    return status;
}

static bool part_equal(const struct prize_part *one, const struct prize_part *other)
{
    return one->kind == other->kind && text_equal(one->name, other->name) && one->percent == other->percent &&
           one->count == other->count && one->cents == other->cents;
}

bool prize_equal(const struct prize *one, const struct prize *other)
{
    CHECK(one->part_count <= AWARD_PARTS_MAX && other->part_count <= AWARD_PARTS_MAX);
    if (!text_equal(one->row, other->row) || !text_equal(one->name, other->name) ||
        !text_equal(one->clause, other->clause) || one->envy_cents != other->envy_cents ||
        one->places != other->places || one->part_count != other->part_count)
        return false;
    for (unsigned i = 0; i < one->part_count; i++)
        if (!part_equal(&one->parts[i], &other->parts[i]))
            return false;
    return true;
}

bool prize_has_money(const struct prize *prize)
{
    for (unsigned i = 0; i < prize->part_count; i++)
        if (prize->parts[i].kind != PRIZE_THING)
            return true;
    return false;
}

/* How often the multiplier of the offer pays; 1 if it has none. */
static int64_t posted_multiple(const struct offer *offer, const struct node *approved)
{
    struct value value;
    bool posted =
        approved && !offer_is_off(offer, PART_MULTIPLIER) &&
        value_read(VALUE_MULTIPLE, offer_text(offer, PATH_MULTIPLIER_VALUE), &value, NULL) == STATUS_OK &&
        value.form == VALUE_IS_GIVEN && value_is_fixed(&value);
    return posted ? value.range.low : 1;
}

bool award_multiple_is_posted(const struct offer *offer, unsigned multiple, struct text *clause)
{
    const struct node *approved = node_path(offer->rulebook->data, PATH_MULTIPLIER_VALUE);
    *clause = approved ? approved->origin.clause : text_of("");
    return multiple == 1 || posted_multiple(offer, approved) == (int64_t)multiple;
}

static bool is_limited_to(struct text items, const struct house_table *table, bool by_limits)
{
    struct text item;
    for (size_t at = 0; offer_next_item(items, &at, &item);) {
        struct value limits;
        if (by_limits ? value_read(VALUE_LIMITS, item, &limits, NULL) == STATUS_OK &&
                            value_equal(&limits, &table->limits)
                      : text_equal(item, table->name))
            return true;
    }
    return false;
}

bool award_multiple_holds_at(const struct offer *offer, const struct house_table *table, struct text *clause)
{
    static const char *const paths[] = {PATH_MULTIPLIER_TABLES, PATH_MULTIPLIER_GAME_LIMITS};
    for (unsigned i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        const struct node *posted = node_path(offer->data, paths[i]),
                          *approved = node_path(offer->rulebook->data, paths[i]);
        if (!posted || !approved || posted->kind != NODE_SCALAR ||
            is_limited_to(posted->scalar, table, i == 1))
            continue;
        *clause = approved->origin.clause;
        return false;
    }
    return true;
}

bool award_multiple_by_hours(const struct offer *offer, const struct local_time *at, unsigned *multiple,
                             struct text *clause)
{
    static const char path[] = PATH_MULTIPLIER_HOURS;
    const struct node *posted = node_path(offer->data, path),
                      *approved = node_path(offer->rulebook->data, path);
    struct schedule hours;
    if (!posted || !approved || offer_is_off(offer, PART_MULTIPLIER) ||
        schedule_read(posted->scalar, &hours, NULL) != STATUS_OK)
        return false;
    int64_t times = posted_multiple(offer, node_path(offer->rulebook->data, PATH_MULTIPLIER_VALUE));
    *multiple = schedule_covers(&hours, at) && times <= AWARD_MULTIPLE_MAX ? (unsigned)times : 1;
    *clause = approved->origin.clause;
    return true;
}

/* ------------------------------------------------------------------------------------------ rounds */

/* What a prize has of money. */
static int64_t fixed_cents(const struct prize *prize)
{
    CHECK_OP(prize->part_count, <=, AWARD_PARTS_MAX);
    int64_t cents = 0;
    for (unsigned i = 0; i < prize->part_count; i++)
        cents += prize->parts[i].kind == PRIZE_MONEY ? prize->parts[i].cents : 0;
    return cents;
}

/* Whether the guarantee is more than the prize, so many times. */
static bool is_raised(const struct terms *terms, const struct award_hit *hit, unsigned multiple)
{
    int64_t worth = fixed_cents(&hit->prize) * (int64_t)multiple;
    for (unsigned i = 0; i < hit->prize.part_count; i++) {
        const struct prize_part *part = &hit->prize.parts[i];
        if (part->kind == PRIZE_THING && part->cents == 0)
            return false;
        worth += part->kind == PRIZE_THING ? part->cents : 0;
    }
    return hit->guaranteed && worth < terms->guarantee.cents;
}

static enum status check_guarantee(const struct terms *terms, const struct prize *prize, struct fault *fault)
{
    if (!term_is_set(&terms->guarantee))
        return fault_set(fault, STATUS_INVALID, 0, "the offer guarantees no prize");
    for (unsigned i = 0; i < prize->part_count; i++)
        if (prize->parts[i].kind == PRIZE_POOL)
            return fault_set(fault, STATUS_INVALID, 0, "a part of the %.*s is not guaranteed",
                             TEXT_ARGUMENTS(prize->parts[i].name));
    return STATUS_OK;
}

static enum status check_hit(const struct terms *terms, const struct award_hit *hit, struct fault *fault)
{
    const struct prize *prize = &hit->prize;
    unsigned most = FUNDS_WINNERS_MAX;
    bool envy_only = prize->part_count == 0 && hit->envied > 0;
    if (hit->holders + hit->dealer_holders == 0 && !envy_only)
        return fault_set(fault, STATUS_INVALID, 0, "nobody holds the %.*s", TEXT_ARGUMENTS(prize->name));
    if (hit->holders > most || hit->dealer_holders > most || hit->envied > most)
        return fault_set(fault, STATUS_RANGE, 0, "a prize has at most %u winners", most);
    if (hit->envied > 0 && prize->envy_cents == 0)
        return fault_set(fault, STATUS_INVALID, 0, "the %.*s brings no envy", TEXT_ARGUMENTS(prize->name));
    for (unsigned i = 0; i < prize->part_count; i++)
        if (prize->parts[i].kind == PRIZE_POOL && !terms_pool(terms, prize->parts[i].name))
            return fault_set(fault, STATUS_INVALID, 0, "the activity has no pool \"%.*s\"",
                             TEXT_ARGUMENTS(prize->parts[i].name));
    return hit->guaranteed ? check_guarantee(terms, prize, fault) : STATUS_OK;
}

/* What each holder of a fixed prize has at most. */
static int64_t most_fixed(const struct terms *terms, const struct award_hit *hit, unsigned multiple)
{
    return is_raised(terms, hit, multiple) ? terms->guarantee.cents
                                           : fixed_cents(&hit->prize) * (int64_t)multiple;
}

static enum status check_round(const struct terms *terms, const struct award_hit *hits, unsigned count,
                               unsigned multiple, struct fault *fault)
{
    int64_t fixed = 0;
    if (count > AWARD_HITS_MAX)
        return fault_set(fault, STATUS_NO_SPACE, 0, "a round has at most %d hits", AWARD_HITS_MAX);
    if (multiple < 1 || multiple > AWARD_MULTIPLE_MAX)
        return fault_set(fault, STATUS_RANGE, 0, "a prize is paid once or up to %d times",
                         AWARD_MULTIPLE_MAX);
    for (unsigned i = 0; i < count; i++) {
        enum status status = check_hit(terms, &hits[i], fault);
        if (status != STATUS_OK)
            return status;
        fixed += most_fixed(terms, &hits[i], multiple) * (int64_t)(hits[i].holders + hits[i].dealer_holders);
        if (fixed > VALUE_CENTS_MAX)
            return fault_set(fault, STATUS_RANGE, 0, "the prizes of the round are too much");
    }
    if (multiple > 1 && fixed == 0)
        return fault_set(fault, STATUS_INVALID, 0, "no hit has a fixed prize to multiply");
    return STATUS_OK;
}

/* The fixed prizes of a round, as they are drafted one by one. */
struct fixed_prizes {
    int64_t multiplied;                /* what the multiplier multiplies, once */
    const struct pool_terms *refilled; /* the pool that paid them */
};

/* Returns what each of the winners gets. */
static int64_t award_fixed(struct draft *draft, const struct funds *funds, const struct term *prize,
                           unsigned winners, struct fixed_prizes *fixed)
{
    CHECK_OP(prize->cents, >=, 0);
    fixed->refilled = terms_pool_of_fixed_prizes(funds->terms);
    if (!fixed->refilled)
        return funds_award_fixed(draft, funds, prize->cents, winners, prize->clause);
    funds_award_fixed_from(draft, funds, fixed->refilled, prize->cents, winners, prize->clause);
    return prize->cents;
}

/* The money of a hit: to all who hold it, or to the holders of both hands apart where each hand wins in full. */
static void award_money(struct draft *draft, const struct funds *funds, struct award_hit *hit,
                        unsigned multiple, struct fixed_prizes *fixed)
{
    CHECK_OP(multiple, >, 0);
    const struct terms *terms = funds->terms;
    hit->raised = is_raised(terms, hit, multiple);
    struct term prize = {fixed_cents(&hit->prize), hit->prize.clause};
    if (hit->raised)
        prize = terms->guarantee;
    if (prize.cents == 0)
        return;
    unsigned winners = hit->holders + hit->dealer_holders;
    if (terms->divided.clause.length > 0 && hit->prize.places > 1 && !terms_pool_of_fixed_prizes(terms))
        prize.cents *=
            hit->prize.places < winners ? hit->prize.places : winners; /* shared: one for each place */
    if (terms->divided.clause.length > 0 && hit->others > 0)
        prize = (struct term){prize.cents * (int64_t)winners / (int64_t)(winners + hit->others),
                              terms->divided.clause};
    if (terms->hands_in_full && hit->holders > 0 && hit->dealer_holders > 0) {
        hit->each_cents = award_fixed(draft, funds, &prize, hit->holders, fixed);
        hit->dealer_each_cents = award_fixed(draft, funds, &prize, hit->dealer_holders, fixed);
    } else {
        hit->each_cents = hit->dealer_each_cents = award_fixed(draft, funds, &prize, winners, fixed);
        if (terms->odd_chips_in_turn && terms->divided.clause.length > 0 && !fixed->refilled)
            hit->odd_cents = prize.cents - hit->each_cents * (int64_t)winners;
    }
    CHECK(hit->each_cents >= 0 && hit->dealer_each_cents >= 0);
    if (fixed->refilled) {
        hit->of_pools[fixed->refilled - terms->pools] += hit->each_cents;
        hit->dealer_of_pools[fixed->refilled - terms->pools] += hit->dealer_each_cents;
    }
    if (hit->raised)
        return;
    fixed->multiplied += hit->odd_cents;
    hit->odd_cents *= (int64_t)multiple;
    fixed->multiplied += hit->each_cents * (int64_t)hit->holders;
    fixed->multiplied += hit->dealer_each_cents * (int64_t)hit->dealer_holders;
    hit->each_cents *= (int64_t)multiple;
    hit->dealer_each_cents *= (int64_t)multiple;
}

static void award_envy(struct draft *draft, const struct funds *funds, struct award_hit *hit)
{
    if (hit->envied == 0)
        return;
    CHECK_OP(hit->prize.envy_cents, >, 0);
    funds_award_envy(draft, funds, hit->prize.envy_cents * (int64_t)hit->envied);
    hit->envied_each_cents = hit->prize.envy_cents;
}

/* Notes what the payers of each hand got from this pool: what they have now, less what they got from other pools. */
static void note_hands(struct award_hit *hit, unsigned pool)
{
    CHECK_OP(pool, <, TERMS_POOLS_MAX);
    for (unsigned i = 0; i < hit->hand_count; i++) {
        struct hand_payers *hand = &hit->hands[i];
        hand->of_pools[pool] = hand->each_cents;
        for (unsigned other = 0; other < pool; other++)
            hand->of_pools[pool] -= hand->of_pools[other];
        CHECK_OP(hand->of_pools[pool], >=, 0);
    }
}

/* All hits on one pool. */
static void settle_pool(struct draft *draft, const struct funds *funds, const struct pool_terms *pool,
                        const struct pool_taken *taken, struct award_hit *hits, unsigned count)
{
    struct pool_hit pool_hits[PARTS_MAX];
    struct award_hit *winners[PARTS_MAX];
    unsigned hit_count = 0;
    for (unsigned i = 0; i < count; i++)
        for (unsigned j = 0; j < hits[i].prize.part_count; j++) {
            const struct prize_part *part = &hits[i].prize.parts[j];
            if (part->kind != PRIZE_POOL || !text_equal(part->name, pool->name))
                continue;
            CHECK_OP(hit_count, <, PARTS_MAX);
            winners[hit_count] = &hits[i];
            pool_hits[hit_count++] = (struct pool_hit){.percent = part->percent,
                                                       .winners = hits[i].holders,
                                                       .dealer_winners = hits[i].dealer_holders,
                                                       .hand_count = hits[i].hand_count,
                                                       .hands = hits[i].hands,
                                                       .clause = hits[i].prize.clause};
        }
    if (hit_count == 0)
        return;
    funds_award_pool(draft, funds, pool, taken, pool_hits, hit_count);
    for (unsigned i = 0; i < hit_count; i++) {
        unsigned number = (unsigned)(pool - funds->terms->pools);
        int64_t each = pool_hits[i].hands ? 0 : pool_hits[i].each_cents;
        winners[i]->each_cents += each;
        winners[i]->of_pools[number] += each;
        winners[i]->dealer_each_cents += pool_hits[i].dealer_each_cents;
        winners[i]->dealer_of_pools[number] += pool_hits[i].dealer_each_cents;
        note_hands(winners[i], number);
    }
}

/* The sum of all awards of the hit. */
static int64_t told_of_hit(const struct award_hit *hit)
{
    int64_t sum = hit->each_cents * (int64_t)hit->holders + hit->odd_cents +
                  hit->dealer_each_cents * (int64_t)hit->dealer_holders +
                  hit->envied_each_cents * (int64_t)hit->envied;
    for (unsigned i = 0; i < hit->hand_count; i++)
        sum += hit->hands[i].each_cents * (int64_t)hit->hands[i].count;
    return sum;
}

enum status award_round(struct draft *draft, const struct funds *funds, const struct pool_taken *taken,
                        struct award_hit *hits, unsigned count, unsigned multiple, struct fault *fault)
{
    const struct terms *terms = funds->terms;
    struct fixed_prizes fixed = {0, NULL};
    enum status status = check_round(terms, hits, count, multiple, fault);
    if (status != STATUS_OK)
        return status;
    int64_t held = draft_balance(draft, terms->held), told = 0;
    for (unsigned i = 0; i < count; i++) {
        hits[i].each_cents = hits[i].dealer_each_cents = hits[i].envied_each_cents = hits[i].odd_cents = 0;
        for (unsigned pool = 0; pool < TERMS_POOLS_MAX; pool++)
            hits[i].of_pools[pool] = hits[i].dealer_of_pools[pool] = 0;
        for (unsigned hand = 0; hand < hits[i].hand_count; hand++)
            hits[i].hands[hand] = (struct hand_payers){.count = hits[i].hands[hand].count};
        award_money(draft, funds, &hits[i], multiple, &fixed);
    }
    funds_award_multiplied(draft, funds, fixed.multiplied * (int64_t)(multiple - 1));
    if (fixed.refilled)
        funds_refill(draft, funds, fixed.refilled);
    for (unsigned i = 0; i < count; i++)
        award_envy(draft, funds, &hits[i]);
    for (unsigned i = 0; i < terms->pool_count; i++)
        settle_pool(draft, funds, &terms->pools[i], taken ? &taken[i] : NULL, hits, count);
    if (draft->overflowed)
        return fault_set(fault, STATUS_NO_SPACE, 0, "the round moves more money than one event can hold");
    for (unsigned i = 0; i < count; i++)
        told += told_of_hit(&hits[i]);
    CHECK_OP(draft_balance(draft, terms->held) - held, ==, told); /* W3 */
    return STATUS_OK;
}
