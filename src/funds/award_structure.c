/*
 * Prizes that are divided by the payout structure in force.
 */
#include "base/check.h"
#include "funds/award.h"
#include "rulebook/vocabulary_paths.h"

enum { PERCENT_WHOLE = 10000 };

/* As the structures of the documents say it; empty if it is not known. */
static struct text outcome_words(enum hand_outcome outcome)
{
    switch (outcome) {
    case OUTCOME_WON:
    case OUTCOME_PUSHED:
        return text_of("wins or pushes");
    case OUTCOME_LOST:
        return text_of("loses");
    case OUTCOME_UNKNOWN:
        break;
    }
    return text_of("");
}

/* What is divided: one amount, or one whole pool. */
static enum status find_amount(const struct terms *terms, const struct prize *prize,
                               struct award_shares *shares, struct fault *fault)
{
    if (!prize) {
        shares->pool = terms->pool_count > 0 ? &terms->pools[0] : NULL;
        return shares->pool ? STATUS_OK
                            : fault_set(fault, STATUS_INVALID, 0, "the activity has no pool to share");
    }
    CHECK_OP(prize->part_count, <=, AWARD_PARTS_MAX);
    unsigned found = 0;
    for (unsigned i = 0; i < prize->part_count; i++) {
        const struct prize_part *part = &prize->parts[i];
        if (part->kind == PRIZE_THING)
            continue;
        bool pool = part->kind == PRIZE_POOL;
        shares->pool = pool && part->percent == PERCENT_WHOLE ? terms_pool(terms, part->name) : NULL;
        shares->cents = part->cents;
        found += pool && !shares->pool ? 2 : 1;
    }
    if (found == 1)
        return STATUS_OK;
    return fault_set(fault, STATUS_INVALID, 0, "only a whole pool or a fixed prize is shared");
}

static bool is_for(const struct node *set, const struct prize *prize, const struct award_shares *shares,
                   struct text outcome)
{
    const struct node *what = node_member(set, KEY_FOR);
    struct value value;
    if (!what || what->kind != NODE_SCALAR)
        return true;
    if (value_read(VALUE_MONEY, what->scalar, &value, NULL) == STATUS_OK)
        return !shares->pool && shares->cents >= value.range.low && shares->cents <= value.range.high;
    return text_equal(what->scalar, outcome) ||
           (prize && text_equal_ignoring_case(what->scalar, prize->name));
}

/* The set of shares in force for the prize. */
static const struct node *set_for(const struct offer *offer, const struct prize *prize,
                                  const struct award_shares *shares, struct text outcome)
{
    const struct node *structure = offer_structure(offer);
    if (structure && structure->kind == NODE_LIST)
        for (structure = structure->first_child; structure && !is_for(structure, prize, shares, outcome);)
            structure = structure->next;
    return structure && structure->kind == NODE_MAP && is_for(structure, prize, shares, outcome) ? structure
                                                                                                 : NULL;
}

/* Several hands that hold a player's share are paid as several hits of a pool are; equal hands as the sharing says. */
static struct structure_share share_of(const struct offer *offer, const struct terms *terms,
                                       const struct node *node, const struct value *percent)
{
    CHECK_OP(percent->range.low, >=, 0);
    bool table = text_equal(node->key, text_of("table"));
    bool player = text_equal(node->key, text_of("player")),
         losing = text_equal(node->key, text_of("losing hand"));
    bool hand = losing || text_equal(node->key, text_of("winning hand"));
    struct text ties = offer_text(offer, PATH_SHARING_TIES);
    return (struct structure_share){.percent = (unsigned)percent->range.low,
                                    .holder = player || losing,
                                    .hand = !table,
                                    .room = table && text_equal(offer_text(offer, PATH_SHARING_TABLE),
                                                                text_of("fee payers at all tables")),
                                    .each_in_full = text_equal(node->key, text_of("each winner")) ||
                                                    (player && terms->shared_prize == SHARED_EACH_IN_FULL) ||
                                                    (hand && text_equal(ties, text_of("each in full"))),
                                    .odd = terms_odd_chips(offer, node->key),
                                    .clause = node->origin.clause};
}

/* Without payout structures the prize is the hand's, and bettors on it share it where the document says so. */
static bool bettors_share(const struct offer *offer)
{
    return !node_member(offer->rulebook->data, PART_STRUCTURES) &&
           text_equal(offer_text(offer, PATH_SHARING_BY_WAGER), text_of("yes"));
}

enum status award_shares_of(const struct offer *offer, const struct terms *terms, const struct prize *prize,
                            enum hand_outcome outcome, struct award_shares *shares, struct fault *fault)
{
    struct award_shares read = {0};
    enum status status = find_amount(terms, prize, &read, fault);
    if (status != STATUS_OK)
        return status;
    const struct node *set = set_for(offer, prize, &read, outcome_words(outcome));
    for (const struct node *share = set ? set->first_child : NULL; share && read.count < TERMS_PARTS_MAX;
         share = share->next) {
        struct value percent;
        if (share->kind != NODE_SCALAR || text_equal(share->key, text_of(KEY_FOR)) ||
            value_read(VALUE_PERCENT, share->scalar, &percent, NULL) != STATUS_OK ||
            percent.form != VALUE_IS_GIVEN)
            continue;
        read.names[read.count] = share->key;
        read.shares[read.count++] = share_of(offer, terms, share, &percent);
    }
    if (read.count == 0 && prize && bettors_share(offer)) {
        read.names[0] = text_of(KEY_PLAYER);
        read.shares[read.count++] = (struct structure_share){
            .percent = PERCENT_WHOLE, .holder = true, .hand = true, .clause = prize->clause};
    }
    if (read.count == 0)
        return fault_set(fault, STATUS_INVALID, 0, "the offer has no payout structure for this");
    CHECK_IMPLIES(!read.pool, read.cents >= 0);
    *shares = read;
    return STATUS_OK;
}

void award_split_between(struct award_shares *shares, unsigned hands)
{
    CHECK_OP(shares->count, <=, TERMS_PARTS_MAX);
    for (unsigned i = 0; i < shares->count; i++)
        shares->shares[i].hands = hands;
}

static bool is_wager(int64_t cents)
{
    return cents > 0 && cents <= VALUE_CENTS_MAX;
}

/* A share by wagers has at least one person, and every person has a wager, also those who may not win. */
static enum status check_share(const struct structure_share *share, struct text name, struct fault *fault)
{
    bool wagers = share->wagers[0] != 0;
    unsigned most = wagers ? FUNDS_BETTORS_MAX : FUNDS_WINNERS_MAX;
    if (share->persons > most || share->ineligible > most || share->vacant > most)
        return fault_set(fault, STATUS_RANGE, 0, "the %.*s has at most %u persons", TEXT_ARGUMENTS(name),
                         most);
    bool all = !wagers || share->ineligible == 0 || is_wager(share->ineligible_wagers);
    for (unsigned i = 0; wagers && i < share->persons; i++)
        all = all && is_wager(share->wagers[i]);
    return all ? STATUS_OK
               : fault_set(fault, STATUS_RANGE, 0, "every bettor who shares the %.*s has a wager",
                           TEXT_ARGUMENTS(name));
}

enum status award_shares(struct draft *draft, const struct funds *funds, struct award_shares *shares,
                         unsigned multiple, struct fault *fault)
{
    CHECK(shares->count > 0 && shares->count <= TERMS_PARTS_MAX);
    if (multiple < 1 || multiple > AWARD_MULTIPLE_MAX)
        return fault_set(fault, STATUS_RANGE, 0, "a prize is paid once or up to %d times",
                         AWARD_MULTIPLE_MAX);
    if (!shares->pool && multiple > 1)
        return fault_set(fault, STATUS_INVALID, 0, "only a pool is multiplied when it is shared");
    CHECK_IMPLIES(!shares->pool, shares->cents >= 0 && !shares->taken);
    unsigned persons = 0;
    for (unsigned i = 0; i < shares->count; i++) {
        enum status status = check_share(&shares->shares[i], shares->names[i], fault);
        if (status != STATUS_OK)
            return status;
        persons += shares->shares[i].persons;
    }
    if (persons == 0)
        return STATUS_OK;
    if (shares->pool)
        funds_award_structure(draft, funds, shares->pool, shares->taken, multiple, shares->shares,
                              shares->count);
    else
        funds_award_fixed_structure(draft, funds, shares->cents, shares->shares, shares->count);
    if (draft->overflowed)
        return fault_set(fault, STATUS_NO_SPACE, 0, "the prize moves more money than one event can hold");
    return STATUS_OK;
}
