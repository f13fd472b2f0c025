/* The advances of the house to a fund: which are outstanding, and how the fund repays them, the oldest first. */
#include "funds/funds_internal.h"

#include "base/check.h"

enum {
    RING_FIRST = 16, /* places of a ring at first */
    /* With more in the draft nothing more is repaid; the next event repays it. Decisions of all numbers keep to these. */
    REPAYMENTS_MAX = DRAFT_ADVANCES_MAX / 2, /* the other half is for what the decision itself advances */
    REPAYMENT_MOVEMENTS_MAX = 64
};

int64_t funds_advances(const struct funds *funds)
{
    CHECK_OP(funds->advanced, >=, 0);
    CHECK((funds->advance_count == 0) == (funds->advanced == 0)); /* U1 */
    return funds->advanced;
}

static unsigned ring_place(const struct funds *funds, unsigned index)
{
    CHECK_OP(funds->advance_room, >, 0);
    return (funds->advance_first + index) & (funds->advance_room - 1);
}

const struct advance *funds_advance(const struct funds *funds, unsigned index)
{
    CHECK_OP(funds->advance_count, <=, funds->advance_room);
    CHECK_OP(index, <, funds->advance_count);
    return &funds->advances[ring_place(funds, index)];
}

/* Room for so many more. The ring that became too small stays behind in the arena: all of them together are smaller than
 * the last. */
static enum status make_room(struct funds *funds, unsigned more, struct arena *arena)
{
    unsigned needed = funds->advance_count + more,
             room = funds->advance_room ? funds->advance_room : RING_FIRST;
    if (needed <= funds->advance_room)
        return STATUS_OK;
    while (room < needed)
        room *= 2;
    CHECK((room & (room - 1)) == 0); /* ring_place() relies on it */
    struct advance *ring = ARENA_ARRAY(arena, struct advance, room);
    if (!ring)
        return arena->refusal;
    for (unsigned i = 0; i < funds->advance_count; i++)
        ring[i] = *funds_advance(funds, i);
    funds->advances = ring;
    funds->advance_room = room;
    funds->advance_first = 0;
    CHECK_OP(funds->advance_count, <, funds->advance_room);
    return STATUS_OK;
}

account_id funds_that_repays(const struct funds *funds, account_id fund)
{
    return terms_fund(funds->terms, fund) ? fund : funds->terms->repaid_otherwise;
}

/* Whether the fund repays number `index` of those outstanding. */
static bool is_repaid_from(const struct funds *funds, unsigned index, account_id fund)
{
    return funds_that_repays(funds, funds_advance(funds, index)->fund) == fund;
}

/* What is outstanding that the fund repays. */
static int64_t advanced_for(const struct funds *funds, account_id fund)
{
    int64_t cents = 0;
    if (funds->terms->fund_count <= 1)
        return fund == funds->terms->repaid_otherwise ? funds->advanced : 0;
    for (unsigned i = 0; i < funds->advance_count; i++)
        cents += is_repaid_from(funds, i, fund) ? funds_advance(funds, i)->cents : 0;
    return cents;
}

/* Repaid are the oldest advances of the fund, one or more, each in full. */
static void forget_oldest(struct funds *funds, account_id fund, int64_t cents)
{
    CHECK_OP(cents, >, 0);
    funds->advanced -= cents;
    while (cents > 0 && is_repaid_from(funds, 0, fund)) {
        cents -= funds_advance(funds, 0)->cents;
        funds->advance_first = ring_place(funds, 1);
        funds->advance_count--;
    }
    if (cents == 0)
        return;
    unsigned kept = 0; /* an older one waits for another fund */
    for (unsigned i = 0; i < funds->advance_count; i++) {
        const struct advance advance = *funds_advance(funds, i);
        if (cents > 0 && is_repaid_from(funds, i, fund))
            cents -= advance.cents;
        else
            funds->advances[ring_place(funds, kept++)] = advance;
    }
    CHECK_OP(cents, ==, 0);
    funds->advance_count = kept;
    CHECK(funds_advances(funds) >= 0);
}

/* Whether so much is exactly the oldest ones of the fund. */
static bool is_oldest(const struct funds *funds, account_id fund, int64_t cents)
{
    for (unsigned i = 0; i < funds->advance_count && cents > 0; i++)
        cents -= is_repaid_from(funds, i, fund) ? funds_advance(funds, i)->cents : 0;
    return cents == 0;
}

static void remember(struct funds *funds, const struct advance *advance)
{
    CHECK_OP(advance->cents, >, 0);
    CHECK_OP(funds->advance_count, <, funds->advance_room);
    CHECK(funds->advance_count == 0 || funds_advance(funds, funds->advance_count - 1)->made < advance->made);
    funds->advances[ring_place(funds, funds->advance_count++)] = *advance;
    funds->advanced += advance->cents;
    CHECK_OP(funds->advanced, >=, advance->cents);
}

/* The number of the next advance, where those of one activity are all there are. */
static uint64_t next_number(const struct funds *funds)
{
    return funds->advance_count > 0 ? funds_advance(funds, funds->advance_count - 1)->made + 1 : 1;
}

enum status funds_apply(struct funds *funds, const struct draft *draft, struct ledger *ledger)
{
    enum status status = make_room(funds, draft->advance_count, ledger->arena);
    if (status != STATUS_OK)
        return status;
    draft_apply(draft, ledger);
    int64_t owed = funds->advanced;
    for (unsigned i = 0; i < draft->advance_count; i++) {
        const struct advance_change *change = &draft->advances[i];
        owed += change->cents;
        if (change->cents < 0)
            forget_oldest(funds, change->fund, -change->cents);
        else
            remember(funds,
                     &(struct advance){change->cents, next_number(funds), change->clause, 0, change->fund});
    }
    CHECK_OP(funds->advanced, ==, owed); /* U1 */
    return STATUS_OK;
}

enum status funds_advanced(struct funds *funds, const struct advance *advance, struct arena *arena)
{
    CHECK_OP(advance->cents, >=, 0);
    struct advance kept = *advance;
    enum status status = make_room(funds, 1, arena);
    if (status == STATUS_OK)
        status = arena_copy_text(arena, advance->clause, &kept.clause);
    if (status == STATUS_OK && advance->cents > 0)
        remember(funds, &kept);
    return status;
}

enum status funds_repaid(struct funds *funds, account_id fund, int64_t cents)
{
    account_id repaying = funds_that_repays(funds, fund);
    if (!is_oldest(funds, repaying, cents))
        return STATUS_INVALID;
    forget_oldest(funds, repaying, cents);
    return STATUS_OK;
}

/* Whether number `index` was made for the award and is repaid from the fund. */
static bool is_of_award(const struct funds *funds, unsigned index, uint32_t award, account_id fund)
{
    return funds_advance(funds, index)->award == award && is_repaid_from(funds, index, fund);
}

int64_t funds_advances_of_award(const struct funds *funds, uint32_t award, account_id fund)
{
    CHECK_OP(award, >, 0); /* 0 is what no award made */
    int64_t cents = 0;
    for (unsigned i = 0; i < funds->advance_count; i++)
        cents += is_of_award(funds, i, award, fund) ? funds_advance(funds, i)->cents : 0;
    CHECK(cents >= 0 && cents <= funds->advanced);
    return cents;
}

void funds_take_back(struct funds *funds, uint32_t award, account_id fund, int64_t cents)
{
    CHECK_OP(cents, >, 0);
    CHECK_OP(cents, <=, funds_advances_of_award(funds, award, fund));
    unsigned kept = 0;
    funds->advanced -= cents;
    for (unsigned i = 0; i < funds->advance_count; i++) {
        struct advance advance = *funds_advance(funds, i);
        int64_t taken = !is_of_award(funds, i, award, fund) ? 0
                        : cents < advance.cents             ? cents
                                                            : advance.cents;
        advance.cents -= taken;
        cents -= taken;
        if (advance.cents > 0)
            funds->advances[ring_place(funds, kept++)] = advance;
    }
    CHECK_OP(cents, ==, 0);
    funds->advance_count = kept;
    CHECK(funds_advances(funds) >= 0);
}

/* ------------------------------------------------------------------------------------------ repayment */

/* The advances that a fund owes after a draft: those of the funds, then those of the draft, without those that the draft takes back
 * and the oldest ones that it repays. */
struct outstanding {
    const struct funds *funds;
    account_id fund;
    const struct draft *draft;
    unsigned
        oldest;    /* its number: the changes of the draft are counted on behind the advances of the funds */
    int64_t cents; /* the sum */
    uint32_t reversed; /* the award whose advances are taken back; 0: none */
    int64_t taken;     /* of them, so much, the oldest first */
};

/* An advance of the funds, without what of it is taken back. */
static struct advance advance_left(const struct outstanding *left, unsigned index)
{
    struct advance advance = *funds_advance(left->funds, index);
    int64_t taken = left->taken;
    if (advance.award == 0 || advance.award != left->reversed)
        return advance;
    for (unsigned i = 0; i < index; i++)
        if (is_of_award(left->funds, i, left->reversed, left->fund))
            taken -= funds_advance(left->funds, i)->cents;
    taken = taken < 0 ? 0 : taken;
    advance.cents -= taken < advance.cents ? taken : advance.cents;
    return advance;
}

static bool is_change_of(const struct advance_change *change, const struct funds *funds, account_id fund)
{
    return change->activity == funds->activity && funds_that_repays(funds, change->fund) == fund;
}

static struct advance oldest_of(struct outstanding *left)
{
    unsigned of_funds = left->funds->advance_count;
    for (; left->oldest < of_funds; left->oldest++) {
        struct advance advance = advance_left(left, left->oldest);
        if (advance.cents > 0 && is_repaid_from(left->funds, left->oldest, left->fund))
            return advance;
    }
    for (;; left->oldest++) {
        unsigned number = left->oldest - of_funds;
        CHECK_OP(number, <, left->draft->advance_count);
        const struct advance_change *change = &left->draft->advances[number];
        if (is_change_of(change, left->funds, left->fund) && change->cents > 0)
            return (struct advance){change->cents, UINT64_MAX, change->clause, 0, change->fund};
    }
}

static void pass_oldest(struct outstanding *left, int64_t cents)
{
    CHECK_OP(cents, >=, 0);
    left->cents -= cents;
    for (; cents > 0; left->oldest++)
        cents -= oldest_of(left).cents;
    CHECK_OP(cents, ==, 0);
    CHECK_OP(left->cents, >=, 0); /* nothing is repaid twice */
}

static struct outstanding outstanding_after(const struct funds *funds, account_id fund,
                                            const struct draft *draft)
{
    struct outstanding left = {funds, fund, draft, 0, advanced_for(funds, fund), 0, 0};
    int64_t repaid = 0;
    for (unsigned i = 0; i < draft->advance_count; i++) {
        const struct advance_change *change = &draft->advances[i];
        if (!is_change_of(change, funds, fund))
            continue;
        if (change->award > 0) {
            CHECK_OP(change->cents, <, 0);
            left.reversed = change->award;
            left.taken = -change->cents;
        }
        if (change->cents < 0 && change->award == 0)
            repaid -= change->cents;
        else
            left.cents += change->cents;
    }
    pass_oldest(&left, repaid);
    return left;
}

bool funds_owe(const struct funds *funds)
{
    for (const struct funds *each = funds->first; each; each = each->next)
        if (each->advance_count > 0)
            return true;
    return false;
}

/* What a fund owes the house after a draft. */
struct owing {
    account_id fund;
    const struct funds *longest; /* whose advance is the oldest; NULL: nobody's */
    struct advance oldest;
    int64_t cents;   /* all of it */
    unsigned count;  /* of how many activities */
    uint64_t others; /* when the oldest advance of the others was made */
};

static struct owing owing_after(const struct funds *funds, account_id fund, const struct draft *draft)
{
    struct owing owing = {.fund = fund, .longest = NULL, .others = UINT64_MAX};
    for (const struct funds *each = funds->first; each; each = each->next) {
        struct outstanding left = outstanding_after(each, fund, draft);
        if (left.cents == 0)
            continue;
        struct advance oldest = oldest_of(&left);
        owing.cents += left.cents;
        owing.count++;
        if (owing.longest && owing.oldest.made <= oldest.made) {
            owing.others = oldest.made < owing.others ? oldest.made : owing.others;
            continue;
        }
        if (owing.longest)
            owing.others = owing.oldest.made;
        owing.longest = each;
        owing.oldest = oldest;
    }
    CHECK((owing.longest != NULL) == (owing.count > 0));
    CHECK_IMPLIES(owing.longest, owing.oldest.cents > 0 && owing.oldest.cents <= owing.cents);
    return owing;
}

/* All that the fund owes, in one movement. */
static void repay_together(struct draft *draft, const struct owing *owing)
{
    CHECK_OP(owing->cents, >, 0);
    const struct terms *terms = owing->longest->terms;
    struct text clause = terms->advances.clause.length > 0 ? terms->advances.clause : owing->oldest.clause;
    draft_move(draft, owing->fund, terms->house, owing->cents, REASON_REPAYMENT, clause);
    for (const struct funds *each = owing->longest->first; each; each = each->next) {
        int64_t cents = outstanding_after(each, owing->fund, draft).cents;
        draft_of_activity(draft, each->activity);
        if (cents > 0)
            draft_advance(draft, owing->fund, -cents, clause);
    }
    for (const struct funds *each = owing->longest->first; each; each = each->next)
        CHECK(draft->overflowed || outstanding_after(each, owing->fund, draft).cents == 0);
}

static void repay_oldest(struct draft *draft, const struct owing *owing)
{
    const struct terms *terms = owing->longest->terms;
    const struct advance *oldest = &owing->oldest;
    CHECK(oldest->cents > 0 && oldest->cents <= owing->cents);
    draft_move(draft, owing->fund, terms->house, oldest->cents, REASON_REPAYMENT, oldest->clause);
    draft_of_activity(draft, owing->longest->activity);
    draft_advance(draft, owing->fund, -oldest->cents, oldest->clause);
}

/* Whether there is room to repay, with as much left for what the decision itself does. */
static bool has_room_to_repay(const struct draft *draft, unsigned activities)
{
    return draft->advance_count < REPAYMENTS_MAX && draft->movement_count < REPAYMENT_MOVEMENTS_MAX &&
           draft->advance_count + activities <= DRAFT_ADVANCES_MAX;
}

/* The oldest advances, of one activity and by one clause, that the fund covers, each in full: all of them together. */
static int64_t covered_alike(const struct draft *draft, const struct owing *owing, int64_t spare)
{
    struct outstanding left = outstanding_after(owing->longest, owing->fund, draft);
    int64_t covered = 0;
    while (covered < left.cents) {
        struct advance oldest = oldest_of(&left);
        if (oldest.cents > spare - covered || oldest.made > owing->others ||
            !text_equal(oldest.clause, owing->oldest.clause))
            break;
        covered += oldest.cents;
        left.oldest++;
    }
    CHECK(covered >= 0 && covered <= spare && covered <= left.cents);
    return covered;
}

/* Where there is no room for another repayment, what is owed to the same activity by the same clause goes with the last one,
 * in one sum. Returns whether anything does. */
static bool repay_with_last(struct draft *draft, const struct owing *owing, int64_t spare)
{
    const struct terms *terms = owing->longest->terms;
    if (draft->movement_count == 0 || draft->advance_count == 0)
        return false;
    struct movement *movement = &draft->movements[draft->movement_count - 1];
    struct advance_change *change = &draft->advances[draft->advance_count - 1];
    if (movement->reason != REASON_REPAYMENT || movement->from != owing->fund ||
        movement->to != terms->house || change->fund != owing->fund || change->cents >= 0 ||
        change->award != 0 || change->activity != owing->longest->activity ||
        !text_equal(change->clause, owing->oldest.clause) || !text_equal(movement->clause, change->clause))
        return false;
    int64_t cents = covered_alike(draft, owing, spare);
    movement->cents += cents;
    change->cents -= cents;
    CHECK(movement->cents > 0 && change->cents < 0);
    return cents > 0;
}

bool funds_repay_from(struct draft *draft, const struct funds *funds, account_id fund)
{
    const uint32_t activity = draft->activity;
    const unsigned before = draft->advance_count;
    bool all = true;
    for (struct owing owing = owing_after(funds, fund, draft); owing.longest;
         owing = owing_after(funds, fund, draft)) {
        const struct terms *terms = owing.longest->terms;
        bool together = terms->advances.together;
        int64_t spare = draft_balance(draft, fund) - terms_fund(terms, fund)->minimum.cents;
        if (spare < (together ? owing.cents : owing.oldest.cents))
            break;
        if (!has_room_to_repay(draft, together ? owing.count : 1))
            all = !together && repay_with_last(draft, &owing, spare);
        else if (together)
            repay_together(draft, &owing);
        else
            repay_oldest(draft, &owing);
        if (!all)
            break;
    }
    if (draft->advance_count > before)
        draft_of_activity(draft, activity);
    CHECK_OP(draft->activity, ==, activity);
    return all;
}

bool funds_repay(struct draft *draft, const struct funds *funds)
{
    bool all = true;
    if (draft->advance_count == 0 && !funds_owe(funds))
        return true;
    for (unsigned i = 0; i < funds->terms->fund_count; i++)
        all &= funds_repay_from(draft, funds, funds->terms->funds[i].account);
    return all;
}
