#include "house/house_case_internal.h"

static const char dealer_hand[] = "on the player-dealer's hand";

enum { HITS_MAX = 8, PERCENT_WHOLE = 10000 };

static void note_each(struct stage *stage, struct text name, int64_t cents)
{
    if (stage->each_count < EACH_MAX)
        stage->each[stage->each_count++] = (struct each){name, cents};
}

/* A row can be asked for by its number and by its name. */
static void note_row(struct stage *stage, const struct rulebook_row *row, int64_t cents)
{
    note_each(stage, row->id, cents);
    note_each(stage, row->name, cents);
}

/* One of several of the same name, by words behind it. */
static void note_each_of(struct stage *stage, struct text name, const char *behind, int64_t cents)
{
    char words[NAME_SIZE];
    struct text_out out;
    struct text kept;
    text_out_init(&out, words, sizeof words);
    text_out_add(&out, "%.*s %s", TEXT_ARGUMENTS(name), behind);
    if (arena_copy_text(stage->result->arena, text_out_text(&out), &kept) == STATUS_OK)
        note_each(stage, kept, cents);
}

static bool take_text(struct case_cursor *cursor, struct text text)
{
    char words[NAME_SIZE];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    text_out_add_text(&out, text);
    return case_take_words(cursor, words);
}

/* ------------------------------------------------------------------------------------------ prizes */

/* A row of the charts in force, by its number or its name; the longest that fits. */
static const struct rulebook_row *take_row(const struct offer *offer, struct case_cursor *cursor)
{
    const struct rulebook_row *found = NULL;
    struct case_cursor after = *cursor;
    for (unsigned i = 0; i < offer->chart_count; i++)
        for (unsigned j = 0; j < offer->charts[i]->row_count; j++) {
            const struct rulebook_row *row = &offer->charts[i]->rows[j];
            const struct text names[] = {row->id, row->name};
            for (unsigned name = 0; name < 2; name++) {
                struct case_cursor ahead = *cursor;
                if (take_text(&ahead, names[name]) && ahead.at > after.at) {
                    found = row;
                    after = ahead;
                }
            }
        }
    *cursor = after;
    return found;
}

/* The first part of an award: money, or a part of a pool. */
static bool read_award(const struct node *node, struct award_part *part)
{
    struct value award;
    if (!node || node->kind != NODE_SCALAR ||
        value_read(VALUE_AWARD, node->scalar, &award, NULL) != STATUS_OK || award.form != VALUE_IS_GIVEN)
        return false;
    *part = award.award.parts[0];
    return true;
}

/* `2x prize` is so many times the prize that the house posts for the other rows of the chart. */
static bool read_multiple(const struct offer *offer, const struct rulebook_row *row, struct award_part *part)
{
    for (unsigned i = 0; i < offer->chart_count; i++) {
        const struct rulebook_chart *chart = offer->charts[i];
        if (row < chart->rows || row >= chart->rows + chart->row_count)
            continue;
        for (unsigned j = 0; j < chart->row_count; j++) {
            struct award_part single;
            if (!read_award(offer_prize(offer, &chart->rows[j]), &single) || single.kind != AWARD_MONEY)
                continue;
            single.range.low *= part->range.low;
            single.range.high *= part->range.low;
            *part = single;
            return true;
        }
    }
    return false;
}

static enum status read_prize(const struct offer *offer, const struct rulebook_row *row,
                              const struct case_cursor *cursor, struct award_part *part,
                              struct case_fault *fault)
{
    bool known = read_award(offer_prize(offer, row), part);
    if (known && part->kind == AWARD_MULTIPLE)
        known = read_multiple(offer, row, part);
    if (!known || (part->kind != AWARD_MONEY && part->kind != AWARD_SHARE))
        return case_fault_at(cursor, fault, STATUS_INVALID, "row %.*s wins no money",
                             TEXT_ARGUMENTS(row->id));
    if (part->range.low != part->range.high)
        return case_fault_at(cursor, fault, STATUS_INVALID, "the offer posts no prize for row %.*s",
                             TEXT_ARGUMENTS(row->id));
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ hits */

/* Hits of one round on one pool: they are settled together. */
struct hits {
    unsigned count;
    struct pool_hit pool_hits[HITS_MAX];
    const struct rulebook_row *rows[HITS_MAX];
};

/* The hits of one round on all pools, and what else the round awards. */
struct round_hits {
    struct hits pools[TERMS_POOLS_MAX];
    const struct pool_terms *refilled; /* the pool that paid fixed prizes */
    int64_t fixed;                     /* all fixed prizes */
    int64_t envy;                      /* of one other player */
};

/* How many hold the hand: on hands of their own, and with a fee on the player-dealer's. */
struct holders {
    unsigned own, dealer;
};

/* `by 2`, `by 3 on the player-dealer's hand`, `by 1 and 3 on the player-dealer's hand`; nothing is `by 1`. */
static enum status take_holders(struct case_cursor *cursor, struct holders *holders, struct case_fault *fault)
{
    unsigned number = 1;
    enum status status = STATUS_OK;
    *holders = (struct holders){0, 0};
    if (case_take_words(cursor, "by"))
        status = case_number(cursor, FUNDS_WINNERS_MAX, &number, fault);
    bool more = status == STATUS_OK && case_take_words(cursor, "and");
    if (more) {
        holders->own = number;
        status = case_number(cursor, FUNDS_WINNERS_MAX, &number, fault);
    }
    if (status == STATUS_OK && case_take_words(cursor, dealer_hand))
        holders->dealer = number;
    else if (status == STATUS_OK && more)
        status = case_expected(cursor, fault, dealer_hand);
    else
        holders->own = number;
    if (status == STATUS_OK && (number == 0 || (more && holders->own == 0)))
        status = case_expected(cursor, fault, "at least one winner");
    return status;
}

/* Returns what each of them gets. */
static int64_t award_money(const struct funds *funds, int64_t cents, unsigned winners, struct text clause,
                           struct draft *draft, struct round_hits *hits)
{
    const struct pool_terms *pool = terms_pool_of_fixed_prizes(funds->terms);
    int64_t each = cents;
    if (pool)
        funds_award_fixed_from(draft, funds, pool, cents, winners, clause);
    else
        each = funds_award_fixed(draft, funds, cents, winners, clause);
    hits->refilled = pool;
    hits->fixed += each * (int64_t)winners;
    return each;
}

static enum status add_hit(struct stage *stage, const struct rulebook_row *row, const struct holders *holders,
                           const struct case_cursor *cursor, struct draft *draft, struct round_hits *hits,
                           struct case_fault *fault)
{
    const struct terms *terms = &stage->terms[stage->current];
    const struct node *envy = node_member(row->node, "envy");
    struct text clause = row->node->origin.clause;
    struct award_part part = {0};
    struct value value;
    enum status status = read_prize(stage->offers[stage->current], row, cursor, &part, fault);
    if (status != STATUS_OK)
        return status;
    if (envy && envy->kind == NODE_SCALAR && value_read(VALUE_MONEY, envy->scalar, &value, NULL) == STATUS_OK)
        hits->envy = value.range.low;
    if (part.kind == AWARD_MONEY) {
        unsigned winners = holders->own + holders->dealer;
        const struct funds *funds = &stage->funds[stage->current];
        note_row(stage, row, award_money(funds, part.range.low, winners, clause, draft, hits));
        return STATUS_OK;
    }
    const struct pool_terms *pool = terms_pool(terms, part.name);
    struct hits *own = pool ? &hits->pools[pool - terms->pools] : NULL;
    if (!own || own->count == HITS_MAX)
        return case_fault_at(cursor, fault, STATUS_INVALID, "row %.*s cannot be settled with the others",
                             TEXT_ARGUMENTS(row->id));
    own->rows[own->count] = row;
    own->pool_hits[own->count++] = (struct pool_hit){.percent = (unsigned)part.range.low,
                                                     .winners = holders->own,
                                                     .dealer_winners = holders->dealer,
                                                     .clause = clause};
    return STATUS_OK;
}

/* A prize that is not for a row: `prize`, or one of `paying/prizes` by its name. */
static const struct node *take_prize(const struct offer *offer, struct case_cursor *cursor, struct text *name,
                                     struct text *clause)
{
    static const char *const paths[] = {"paying/prize", "drawing/prize"};
    const struct node *approved = node_path(offer->rulebook->data, "paying/prizes"), *prize = NULL;
    for (const struct node *member = approved ? approved->first_child : NULL; member && !prize;
         member = member->next) {
        char path[NAME_SIZE];
        struct text_out out;
        if (!take_text(cursor, member->key))
            continue;
        text_out_init(&out, path, sizeof path);
        text_out_add(&out, "paying/prizes/%.*s", TEXT_ARGUMENTS(member->key));
        prize = offer_node(offer, path);
        *name = member->key;
        *clause = member->origin.clause;
    }
    if (prize || !case_take_words(cursor, "prize"))
        return prize;
    for (unsigned i = 0; i < sizeof paths / sizeof paths[0] && !prize; i++) {
        prize = offer_node(offer, paths[i]);
        approved = node_path(offer->rulebook->data, paths[i]);
        *clause = approved ? approved->origin.clause : text_of("");
    }
    *name = text_of("prize");
    return prize;
}

/* One hit of the list: a row, or a prize that is for no row. */
static enum status take_hit(struct stage *stage, struct case_cursor *cursor, struct draft *draft,
                            struct round_hits *hits, struct case_fault *fault)
{
    const struct offer *offer = stage->offers[stage->current];
    const struct rulebook_row *row = take_row(offer, cursor);
    struct text name = text_of(""), clause = text_of("");
    struct award_part part = {0};
    const struct node *prize = row ? NULL : take_prize(offer, cursor, &name, &clause);
    struct holders holders;
    if (!row && !prize)
        return case_expected(cursor, fault, "a row of the chart in force, such as A1, or a prize");
    enum status status = take_holders(cursor, &holders, fault);
    if (status != STATUS_OK)
        return status;
    if (row)
        return add_hit(stage, row, &holders, cursor, draft, hits, fault);
    if (!read_award(prize, &part) || part.kind != AWARD_MONEY || part.range.low != part.range.high)
        return case_fault_at(cursor, fault, STATUS_INVALID, "the offer posts no such prize of money");
    const struct funds *funds = &stage->funds[stage->current];
    note_each(stage, name, award_money(funds, part.range.low, holders.own, clause, draft, hits));
    return STATUS_OK;
}

static void settle_pool(struct stage *stage, struct draft *draft, const struct pool_terms *pool,
                        struct hits *hits)
{
    if (hits->count == 0)
        return;
    funds_award_pool(draft, &stage->funds[stage->current], pool, hits->pool_hits, hits->count);
    for (unsigned i = 0; i < hits->count; i++) {
        const struct pool_hit *hit = &hits->pool_hits[i];
        if (hit->winners > 0)
            note_row(stage, hits->rows[i], hit->each_cents);
        if (hit->dealer_winners > 0)
            note_each_of(stage, hits->rows[i]->id, dealer_hand, hit->dealer_each_cents);
    }
}

/* Prizes that a multiplier multiplies: what is beyond the posted ones comes from the fund. */
static void multiply(struct stage *stage, struct draft *draft, const struct round_hits *hits,
                     unsigned multiple)
{
    funds_award_multiplied(draft, &stage->funds[stage->current], hits->fixed * (int64_t)(multiple - 1));
    for (unsigned i = 0; i < stage->each_count; i++)
        stage->each[i].cents *= (int64_t)multiple;
}

enum status house_case_hit(struct stage *stage, struct case_cursor *cursor, struct draft *draft,
                           struct case_fault *fault)
{
    const struct funds *funds = &stage->funds[stage->current];
    struct round_hits hits = {0};
    unsigned envied = 0, multiple = 1;
    enum status status = STATUS_OK;
    stage->each_count = 0;
    do {
        if (case_take_words(cursor, "envy"))
            status = case_number(cursor, FUNDS_WINNERS_MAX, &envied, fault);
        else if (case_take_words(cursor, "multiple"))
            status = case_number(cursor, 100, &multiple, fault);
        else
            status = take_hit(stage, cursor, draft, &hits, fault);
        if (status != STATUS_OK)
            return status;
    } while (case_take(cursor, ','));
    if ((multiple > 1 && hits.fixed == 0) || (envied > 0 && hits.envy == 0))
        return case_expected(cursor, fault, "a row with a fixed prize to multiply, or with envy");
    if (multiple > 1)
        multiply(stage, draft, &hits, multiple);
    if (hits.refilled)
        funds_refill(draft, funds, hits.refilled);
    if (envied > 0) {
        funds_award_envy(draft, funds, hits.envy * (int64_t)envied);
        note_each(stage, text_of("envy"), hits.envy);
    }
    for (unsigned i = 0; i < funds->terms->pool_count; i++)
        settle_pool(stage, draft, &funds->terms->pools[i], &hits.pools[i]);
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ structures */

/* A prize that is shared: the row that won it if one is named, and how the hand ended. */
struct shared_prize_of {
    const struct rulebook_row *row;
    const struct pool_terms *pool; /* NULL: a fixed prize */
    int64_t cents;                 /* of a fixed prize */
    struct text outcome;           /* "loses"; empty if none is named */
    const struct node *set;        /* the shares */
};

static bool is_for(const struct node *set, const struct shared_prize_of *prize)
{
    const struct node *what = node_member(set, "for");
    struct value value;
    if (!what || what->kind != NODE_SCALAR)
        return true;
    if (value_read(VALUE_MONEY, what->scalar, &value, NULL) == STATUS_OK)
        return !prize->pool && prize->cents >= value.range.low && prize->cents <= value.range.high;
    return text_equal(what->scalar, prize->outcome) ||
           (prize->row && text_equal_ignoring_case(what->scalar, prize->row->name));
}

/* The set of shares in force for the prize. */
static const struct node *set_for(const struct offer *offer, const struct shared_prize_of *prize)
{
    const struct node *structure = offer_structure(offer);
    if (structure && structure->kind == NODE_LIST)
        for (structure = structure->first_child; structure && !is_for(structure, prize);)
            structure = structure->next;
    return structure && structure->kind == NODE_MAP ? structure : NULL;
}

/* `Royal Jackpot,`, `flush, loses,` or nothing: then it is the first pool. */
static enum status take_shared_prize(struct stage *stage, struct case_cursor *cursor,
                                     struct shared_prize_of *prize, struct case_fault *fault)
{
    static const char *const outcomes[] = {"wins or pushes", "loses"};
    const struct offer *offer = stage->offers[stage->current];
    const struct terms *terms = &stage->terms[stage->current];
    *prize = (struct shared_prize_of){.row = take_row(offer, cursor), .outcome = text_of("")};
    if (prize->row) {
        struct award_part part = {0};
        enum status status = read_prize(offer, prize->row, cursor, &part, fault);
        if (status != STATUS_OK)
            return status;
        prize->pool = part.kind == AWARD_SHARE ? terms_pool(terms, part.name) : NULL;
        prize->cents = part.range.low;
        if (part.kind == AWARD_SHARE && (!prize->pool || part.range.low != PERCENT_WHOLE))
            return case_fault_at(cursor, fault, STATUS_INVALID,
                                 "only a whole pool or a fixed prize is shared");
        if (!case_take(cursor, ','))
            return case_expected(cursor, fault, "a comma");
    } else if (terms->pool_count > 0) {
        prize->pool = &terms->pools[0];
    }
    for (unsigned i = 0; i < sizeof outcomes / sizeof outcomes[0]; i++)
        if (case_take_words(cursor, outcomes[i])) {
            prize->outcome = text_of(outcomes[i]);
            if (!case_take(cursor, ','))
                return case_expected(cursor, fault, "a comma");
        }
    prize->set = set_for(offer, prize);
    if (!prize->set || (!prize->row && !prize->pool))
        return case_fault_at(cursor, fault, STATUS_INVALID, "the offer has no payout structure for this");
    return STATUS_OK;
}

/* `by wagers 30 20` */
static enum status take_wagers(struct case_cursor *cursor, struct structure_share *share,
                               struct case_fault *fault)
{
    share->persons = 0;
    while (share->persons < FUNDS_BETTORS_MAX) {
        struct case_cursor ahead = *cursor;
        struct money money;
        if (case_money(&ahead, &money, fault) != STATUS_OK || money.cents == 0)
            break;
        *cursor = ahead;
        share->wagers[share->persons++] = money.cents;
    }
    return share->persons > 0 ? STATUS_OK : case_expected(cursor, fault, "the wagers");
}

static enum status take_persons(struct case_cursor *cursor, const struct node *const *names,
                                struct structure_share *shares, unsigned count, unsigned *multiple,
                                struct case_fault *fault)
{
    do {
        unsigned index = 0;
        enum status status;
        if (case_take_words(cursor, "multiple")) {
            status = case_number(cursor, 100, multiple, fault);
        } else {
            while (index < count && !take_text(cursor, names[index]->key))
                index++;
            if (index == count)
                return case_expected(cursor, fault, "a share of the payout structure, such as losing hand");
            status = case_take_words(cursor, "by wagers")
                         ? take_wagers(cursor, &shares[index], fault)
                         : case_number(cursor, FUNDS_WINNERS_MAX, &shares[index].persons, fault);
        }
        if (status != STATUS_OK)
            return status;
    } while (case_take(cursor, ','));
    return STATUS_OK;
}

/* Several hands that hold a player's share are paid as several hits of a pool are; equal hands as the sharing says. */
static struct structure_share share_of(const struct stage *stage, const struct node *node,
                                       const struct value *percent)
{
    bool player = text_equal(node->key, text_of("player")),
         losing = text_equal(node->key, text_of("losing hand"));
    bool hand = losing || text_equal(node->key, text_of("winning hand"));
    const struct terms *terms = &stage->terms[stage->current];
    struct text ties = offer_text(stage->offers[stage->current], "sharing/ties");
    return (struct structure_share){.percent = (unsigned)percent->range.low,
                                    .holder = player || losing,
                                    .each_in_full = text_equal(node->key, text_of("each winner")) ||
                                                    (player && terms->shared_prize == SHARED_EACH_IN_FULL) ||
                                                    (hand && text_equal(ties, text_of("each in full"))),
                                    .clause = node->origin.clause};
}

static void note_shares(struct stage *stage, const struct node *const *names,
                        const struct structure_share *shares, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        note_each(stage, names[i]->key, shares[i].each_cents);
        for (unsigned j = 0; shares[i].wagers[0] > 0 && j < shares[i].persons; j++) {
            char number[8];
            struct text_out out;
            text_out_init(&out, number, sizeof number);
            text_out_add(&out, "%u", j + 1);
            note_each_of(stage, names[i]->key, number, shares[i].awards[j]);
        }
    }
}

enum status house_case_share(struct stage *stage, struct case_cursor *cursor, struct draft *draft,
                             struct case_fault *fault)
{
    const struct funds *funds = &stage->funds[stage->current];
    struct structure_share shares[TERMS_PARTS_MAX] = {0};
    const struct node *names[TERMS_PARTS_MAX];
    unsigned count = 0, multiple = 1;
    struct shared_prize_of prize;
    stage->each_count = 0;
    enum status status = take_shared_prize(stage, cursor, &prize, fault);
    if (status != STATUS_OK || !prize.set)
        return status;
    for (const struct node *share = prize.set->first_child; share && count < TERMS_PARTS_MAX;
         share = share->next) {
        struct value percent;
        if (share->kind != NODE_SCALAR || text_equal(share->key, text_of("for")) ||
            value_read(VALUE_PERCENT, share->scalar, &percent, NULL) != STATUS_OK)
            continue;
        names[count] = share;
        shares[count++] = share_of(stage, share, &percent);
    }
    status = take_persons(cursor, names, shares, count, &multiple, fault);
    if (status != STATUS_OK)
        return status;
    if (!prize.pool && multiple > 1)
        return case_expected(cursor, fault, "a pool to multiply");
    if (prize.pool)
        funds_award_structure(draft, funds, prize.pool, multiple ? multiple : 1, shares, count);
    else
        funds_award_fixed_structure(draft, funds, prize.cents, shares, count);
    note_shares(stage, names, shares, count);
    return STATUS_OK;
}
