/*
 * Awards that are reversed, whole or prize by prize.
 *
 * An award that is reversed whole gives every movement back, the last one first. While another prize of it stands, the hit stands,
 * and with it what made the pools start anew: only the money of the prize goes back, to where it came from.
 *
 *      what the prize won of a pool   to the pool; but what others had to cover of such prizes goes back to them first
 *      everything else                to the house, as far as it covered prizes of the award; then to the fund
 *
 * So nothing is asked of house and fund that the award without the prize would not have asked for, and prizes that are reversed one
 * after another leave everything as if the award had been reversed at once. How much of each movement has gone back follows from
 * the prizes that were reversed, whatever their order.
 */
#include "house/prizes/prizes_internal.h"

#include "base/check.h"
#include "funds/claim.h"
#include "funds/draft.h"
#include "funds/eligibility.h"
#include "funds/funds.h"
#include "funds/terms.h"
#include "house/cage/cage.h"
#include "house/hands/hands.h"
#include "house/kernel/deciding.h"
#include "house/people/people.h"
#include "house/prizes/prizes.h"
#include "house/prizes/prizes_shapes.h"
#include "house/setup/setup.h"
#include "rulebook/vocabulary_paths.h"

static bool is_of_kind(const struct floor *floor, account_id account, enum account_kind kind)
{
    return floor->ledger.accounts[account].kind == kind;
}

/* Money of the prizes that comes off a pool, or off the meter of one whose money is the fund's. */
static bool is_off_pool(const struct floor *floor, const struct movement *movement)
{
    return movement->reason == REASON_AWARD && is_of_kind(floor, movement->from, ACCOUNT_POOL);
}

static bool is_to_prizes(const struct floor *floor, const struct movement *movement)
{
    return is_of_kind(floor, movement->to, ACCOUNT_HELD);
}

/* What the house put into the fund so that it could pay prizes, in the movement behind. */
static bool is_for_next(const struct floor *floor, const struct floor_award *award, uint32_t index)
{
    const struct movement *movement = &award->movements[index], *next = movement + 1;
    return index + 1 < award->movement_count && is_of_kind(floor, movement->from, ACCOUNT_HOUSE) &&
           next->from == movement->to && is_to_prizes(floor, next) && movement->cents <= next->cents;
}

/* ------------------------------------------------------------------------------------------ what has gone back */

static bool is_prize_of(const struct floor_award *award, uint32_t prize)
{
    return prize >= award->first_prize && prize - award->first_prize < award->prize_count;
}

/* Whether the prize was reversed, or is the one that is looked at beside those. */
static bool goes_back(const struct floor *floor, uint32_t prize, uint32_t also)
{
    return prize == also || floor_prize(floor, prize)->reversed;
}

/* Gives back so much more of a movement, or all that is left of it. */
static void give_back(const struct movement *movement, int64_t *part, int64_t *cents)
{
    int64_t left = movement->cents - *part, now = *cents < left ? *cents : left;
    *part += now;
    *cents -= now;
}

/* What goes back to a pool with the prizes. What it did not give itself was covered by others, who have it back first. */
static int64_t back_to_pool(const struct floor *floor, const struct floor_award *award, account_id pool,
                            uint32_t also)
{
    int64_t covered = 0, back = 0;
    for (uint32_t i = 0; i < award->pool_share_count; i++) {
        const struct pool_share *share = &award->pool_shares[i];
        if (share->pool != pool)
            continue;
        covered += share->cents;
        back += goes_back(floor, share->prize, also) ? share->cents : 0;
    }
    for (uint32_t i = 0; i < award->movement_count; i++)
        if (award->movements[i].from == pool && is_off_pool(floor, &award->movements[i]))
            covered -= award->movements[i].cents;
    return back > covered ? back - covered : 0;
}

/* To the pools; returns what of the money of the prizes that was. A meter without money goes up beside it. */
static int64_t give_pools(const struct floor *floor, const struct floor_award *award, uint32_t also,
                          int64_t *parts)
{
    int64_t given = 0;
    for (uint32_t i = award->movement_count; i > 0; i--) {
        const struct movement *movement = &award->movements[i - 1];
        if (!is_off_pool(floor, movement))
            continue;
        int64_t cents = back_to_pool(floor, award, movement->from, also);
        for (uint32_t k = award->movement_count; k > i; k--)
            if (award->movements[k - 1].from == movement->from &&
                is_off_pool(floor, &award->movements[k - 1]))
                cents -= parts[k - 1];
        give_back(movement, &parts[i - 1], &cents);
        given += is_to_prizes(floor, movement) ? parts[i - 1] : 0;
    }
    return given;
}

/* To the house, directly and by way of the fund, and then to the fund. */
static void give_others(const struct floor *floor, const struct floor_award *award, int64_t cents,
                        int64_t *parts)
{
    for (uint32_t i = award->movement_count; i > 0; i--)
        if (is_to_prizes(floor, &award->movements[i - 1]) &&
            is_of_kind(floor, award->movements[i - 1].from, ACCOUNT_HOUSE))
            give_back(&award->movements[i - 1], &parts[i - 1], &cents);
    for (uint32_t i = award->movement_count; i > 0; i--)
        if (is_for_next(floor, award, i - 1)) {
            give_back(&award->movements[i - 1], &parts[i - 1], &cents);
            parts[i] = parts[i - 1];
        }
    for (uint32_t i = award->movement_count; i > 0; i--)
        if (is_to_prizes(floor, &award->movements[i - 1]) && !is_off_pool(floor, &award->movements[i - 1]))
            give_back(&award->movements[i - 1], &parts[i - 1], &cents);
}

/* How much of each movement has gone back with prizes that were reversed alone, and with one more; `also` 0: without. */
static void find_parts(const struct floor *floor, const struct floor_award *award, uint32_t also,
                       int64_t *parts)
{
    int64_t cents = 0;
    for (uint32_t i = 0; i < award->movement_count; i++)
        parts[i] = 0;
    for (uint32_t i = 0; i < award->prize_count; i++)
        if (goes_back(floor, award->first_prize + i, also))
            cents += prize_of_award(floor, award, i)->claim.cents;
    if (cents > 0)
        give_others(floor, award, cents - give_pools(floor, award, also, parts), parts);
}

bool pool_shares_are_good(const struct floor *floor, const struct floor_award *award)
{
    int64_t left = 0, room = LEDGER_CENTS_MAX;
    uint32_t prize = 0;
    if (award->movement_count > DRAFT_MOVEMENTS_MAX)
        return false;
    for (uint32_t i = 0; i < award->pool_share_count; i++) {
        const struct pool_share *share = &award->pool_shares[i];
        if (share->prize < prize || !is_prize_of(award, share->prize) || share->pool >= floor->ledger.count ||
            !is_of_kind(floor, share->pool, ACCOUNT_POOL))
            return false;
        left = share->prize > prize ? floor_prize(floor, share->prize)->claim.cents : left;
        if (share->cents <= 0 || share->cents > left || share->cents > room)
            return false;
        left -= share->cents;
        room -= share->cents;
        prize = share->prize;
    }
    for (uint32_t i = 0; i < award->movement_count && award->prize_count > 1; i++) {
        account_id pool = award->movements[i].from;
        int64_t won = 0;
        for (uint32_t k = 0; k < award->pool_share_count; k++)
            won += award->pool_shares[k].pool == pool ? award->pool_shares[k].cents : 0;
        for (uint32_t k = 0; k < award->movement_count; k++)
            if (award->movements[k].from == pool && is_off_pool(floor, &award->movements[k]))
                won -= award->movements[k].cents;
        if (is_off_pool(floor, &award->movements[i]) && won < 0)
            return false;
    }
    return true;
}

/* ------------------------------------------------------------------------------------------ what goes back now */

/* Of what the house advanced for an award: what one fund repays, in the order in which they were made. */
struct lent {
    account_id fund;
    int64_t advanced; /* in all */
    int64_t cents;    /* what goes back now: */
    int64_t
        taken; /* what the fund still owes of it, and owes no more; the rest it has repaid, and has back */
};

struct reversal {
    bool whole;           /* nothing of the award stands any more */
    int64_t lent;         /* what goes back now of that which the house had advanced */
    int64_t lent_to_pool; /* what of all that it had advanced so that pools start anew */
    unsigned fund_count;  /* that repay its advances */
    struct lent funds[DRAFT_ADVANCES_MAX];
    int64_t parts[DRAFT_MOVEMENTS_MAX]; /* what of each movement */
};

int64_t advances_of_award(const struct floor_award *award)
{
    int64_t cents = 0;
    for (uint32_t i = 0; i < award->advance_count; i++)
        cents += award->advances[i].offer == award->offer && award->advances[i].cents > 0
                     ? award->advances[i].cents
                     : 0;
    return cents;
}

/* Whether the prize is all of the award that was not reversed before. */
static bool is_last(const struct floor *floor, const struct floor_award *award, uint32_t prize)
{
    for (uint32_t i = 0; i < award->prize_count; i++)
        if (!goes_back(floor, award->first_prize + i, prize))
            return false;
    return true;
}

/* The funds that repay the advances of the award. */
static void list_funds(const struct floor *floor, const struct floor_award *award, struct reversal *back)
{
    const struct funds *funds = &floor->offerings[award->offer].funds;
    back->fund_count = 0;
    for (uint32_t i = 0; i < award->advance_count; i++) {
        const struct advance_row *row = &award->advances[i];
        if (row->offer != award->offer || row->cents <= 0)
            continue;
        account_id fund = funds_that_repays(funds, i < award->repaying_count ? award->repaying[i].fund
                                                                             : funds->terms->fund);
        unsigned place = 0;
        while (place < back->fund_count && back->funds[place].fund != fund)
            place++;
        if (place == back->fund_count) {
            CHECK_OP(place, <, DRAFT_ADVANCES_MAX);
            back->funds[back->fund_count++] = (struct lent){.fund = fund};
        }
        back->funds[place].advanced += row->cents;
    }
}

/* Computes what goes back now for each fund, after what went back before. Advances that restarted pools go back last, and only when
 * the whole award is reversed. The fund no longer owes the part of its advances that was for these prizes. */
static void share_lent(const struct floor *floor, const struct floor_award *award, account_id anew,
                       struct reversal *back)
{
    const uint32_t number = award->number;
    int64_t before = award->lent_back, lent = back->lent;
    for (unsigned i = 0; i < back->fund_count; i++) {
        struct lent *of = &back->funds[i];
        int64_t owed = funds_advances_of_award(&floor->offerings[award->offer].funds, number, of->fund);
        int64_t to_pool = of->fund == anew ? back->lent_to_pool : 0, room = of->advanced - to_pool;
        int64_t passed = before < room ? before : room, part = room - passed;
        int64_t of_prizes = owed > to_pool ? owed - to_pool : 0;
        of->cents = back->whole ? part + to_pool : part < lent ? part : lent;
        of->taken = back->whole ? owed : of->cents < of_prizes ? of->cents : of_prizes;
        before -= passed;
        lent -= of->cents;
    }
    for (unsigned i = 0; i < back->fund_count && back->whole; i++) {
        struct lent *of = &back->funds[i];
        int64_t less = before < of->cents - of->taken ? before : of->cents - of->taken;
        of->cents -= less > 0 ? less : 0;
        before -= less > 0 ? less : 0;
    }
}

/* Prizes and pools that start anew may have been covered by an advance, or by a gift, each by itself. */
static void find_lent(const struct floor *floor, const struct floor_award *award, struct reversal *back)
{
    const struct terms *terms = &floor->offerings[award->offer].terms;
    const account_id anew = terms_repaid_from(terms, LACK_RESEED);
    int64_t advanced = advances_of_award(award), to_pool = 0, with_prizes = 0, most = 0;
    list_funds(floor, award, back);
    for (unsigned i = 0; i < back->fund_count && (terms->advances.repaid & LACK_RESEED); i++)
        most += back->funds[i].fund == anew ? back->funds[i].advanced : 0;
    for (uint32_t i = 0; i < award->movement_count; i++) {
        if (!is_of_kind(floor, award->movements[i].from, ACCOUNT_HOUSE))
            continue;
        bool prizes = is_to_prizes(floor, &award->movements[i]) || is_for_next(floor, award, i);
        to_pool += prizes ? 0 : award->movements[i].cents;
        with_prizes += prizes ? back->parts[i] : 0;
    }
    back->lent_to_pool = to_pool < most ? to_pool : most;
    int64_t left = advanced - award->lent_back, of_prizes = left - back->lent_to_pool;
    of_prizes = of_prizes > 0 ? of_prizes : 0;
    back->lent = back->whole ? left : with_prizes < of_prizes ? with_prizes : of_prizes;
    share_lent(floor, award, anew, back);
}

/* `prize` 0: all that was not reversed before. */
static void find_reversal(const struct floor *floor, const struct floor_award *award, uint32_t prize,
                          struct reversal *back)
{
    int64_t before[DRAFT_MOVEMENTS_MAX];
    back->whole = prize == 0 || is_last(floor, award, prize);
    find_parts(floor, award, 0, before);
    find_parts(floor, award, prize, back->parts);
    for (uint32_t i = 0; i < award->movement_count; i++) {
        bool stays = award->movements[i].reason == REASON_REPAYMENT; /* it stays repaid */
        int64_t until = !back->whole ? back->parts[i] : stays ? before[i] : award->movements[i].cents;
        back->parts[i] = until - before[i];
    }
    find_lent(floor, award, back);
}

/* Drafts the movements of the award in reverse, the last one first. Advances that were repaid meanwhile go back to the fund and not to
 * the house. False after a refusal. */
static bool draft_reversal(struct deciding *deciding, const struct floor_award *award,
                           const struct reversal *back)
{
    unsigned fund = 0;
    int64_t repaid = back->fund_count > 0 ? back->funds[0].cents - back->funds[0].taken : 0;
    const struct floor *floor = deciding->floor;
    const struct terms *terms = &floor->offerings[award->offer].terms;
    struct draft *draft = draft_for(deciding, award->offer);
    for (uint32_t i = award->movement_count; i > 0; i--) {
        const struct movement *movement = &award->movements[i - 1];
        int64_t cents = back->parts[i - 1];
        if (account_is_guarded(floor->ledger.accounts[movement->to].kind) &&
            draft_balance(draft, movement->to) < cents) {
            (void)REFUSE(deciding, rule_money, "the money that the award moved to %.*s is no longer there",
                         TEXT_ARGUMENTS(floor->ledger.accounts[movement->to].name));
            return false;
        }
        while (movement->from == terms->house && cents > 0 && fund < back->fund_count) {
            int64_t to_fund = repaid <= 0 ? 0 : repaid < cents ? repaid : cents;
            draft_move(draft, movement->to, back->funds[fund].fund, to_fund, REASON_ADJUSTMENT,
                       award->clause);
            cents -= to_fund;
            repaid -= to_fund;
            if (repaid <= 0 && ++fund < back->fund_count)
                repaid = back->funds[fund].cents - back->funds[fund].taken;
        }
        draft_move(draft, movement->to, movement->from, cents, REASON_ADJUSTMENT, award->clause);
    }
    return true;
}

/* ------------------------------------------------------------------------------------------ deciding */

uint32_t settled_prize_of(const struct floor *floor, const struct floor_award *award)
{
    for (uint32_t i = 0; i < award->prize_count; i++)
        if (!claim_is_open(&prize_of_award(floor, award, i)->claim))
            return award->first_prize + i;
    return 0;
}

/* Whether what is named can be reversed; false after a refusal. */
static bool check_prizes(struct deciding *deciding, const struct floor_award *award)
{
    const struct floor *floor = deciding->floor;
    const struct reverse *command = COMMAND_AS(deciding->command, reverse);
    uint32_t settled = settled_prize_of(floor, award), named = command->prize;
    if (named == 0 && settled > 0)
        (void)REFUSE(deciding, rule_money,
                     "prize %u of the award is %s; reverse its unpaid prizes one at a time", settled,
                     claim_state_name(floor_prize(floor, settled)->claim.state));
    else if (named > 0 && !is_prize_of(award, named))
        (void)REFUSE(deciding, rule_money, "prize %u does not belong to award %u", named, command->award);
    else if (named > 0 && floor_prize(floor, named)->reversed)
        (void)REFUSE(deciding, rule_money, "prize %u was reversed", named);
    else if (named > 0 && !claim_is_open(&floor_prize(floor, named)->claim))
        (void)REFUSE(deciding, rule_money, "prize %u is %s", named,
                     claim_state_name(floor_prize(floor, named)->claim.state));
    else
        return true;
    return false;
}

/* The prize that is named, or all that were not reversed before. */
static enum status list_prizes(struct deciding *deciding, const struct floor_award *award,
                               struct award_reversed *reversed)
{
    const struct floor *floor = deciding->floor;
    uint32_t named = COMMAND_AS(deciding->command, reverse)->prize;
    struct reversed_prize *prizes =
        ARENA_ARRAY(&deciding->decision->arena, struct reversed_prize, award->prize_count);
    if (!prizes)
        return deciding->decision->arena.refusal;
    for (uint32_t i = 0; i < award->prize_count; i++) {
        const struct floor_prize *prize = prize_of_award(floor, award, i);
        if (named > 0 ? named == prize->number : !prize->reversed)
            prizes[reversed->prize_count++] = (struct reversed_prize){prize->number, prize->claim.cents};
    }
    reversed->prizes = prizes;
    return STATUS_OK;
}

bool is_reversed_by(const struct floor *floor, const struct award_reversed *reversed)
{
    const struct floor_award *award = floor_award(floor, reversed->award);
    uint32_t stand = 0;
    for (uint32_t i = 0; i < award->prize_count; i++)
        stand += !prize_of_award(floor, award, i)->reversed;
    return stand == reversed->prize_count;
}

/* Why the event cannot be one of this house; NULL: it can. Each prize is named once, because they stand in their order. */
static const char *why_strange(const struct floor *floor, const struct event *event)
{
    const struct award_reversed *reversed = EVENT_AS(event, award_reversed);
    const struct floor_award *award = floor_award(floor, reversed->award);
    uint32_t before = 0;
    if (!award)
        return "there is no such award";
    if (award->reversed)
        return "the award was reversed before";
    for (uint32_t i = 0; i < reversed->prize_count; i++) {
        uint32_t prize = reversed->prizes[i].prize;
        if (prize <= before || !is_prize_of(award, prize))
            return "a prize is of another award";
        if (!floor_prize_is_open(floor_prize(floor, prize)))
            return "a prize of it was paid, lapsed, forfeited or reversed";
        if (reversed->prizes[i].cents != floor_prize(floor, prize)->claim.cents)
            return "a prize was another amount";
        before = prize;
    }
    bool one = reversed->prize_count == 1;
    return one || is_reversed_by(floor, reversed) ? NULL : "it is neither one prize nor all that stood";
}

/* What was won less of each pool that the award won. */
static enum status tell_less(const struct floor *floor, const struct floor_award *award,
                             const struct reversal *back, struct arena *arena,
                             struct award_reversed *reversed)
{
    const struct terms *terms = &floor->offerings[award->offer].terms;
    struct pool_less *less = ARENA_ARRAY(arena, struct pool_less, terms->pool_count);
    reversed->less = less;
    reversed->less_count = 0;
    reversed->lent = back->lent;
    if (!less && terms->pool_count > 0)
        return arena->refusal;
    for (unsigned pool = 0; pool < terms->pool_count; pool++) {
        int64_t cents = 0;
        for (uint32_t i = 0; i < award->movement_count; i++)
            if (award->movements[i].from == terms->pools[pool].account &&
                award->movements[i].reason == REASON_AWARD)
                cents += back->parts[i];
        if (cents > 0)
            less[reversed->less_count++] = (struct pool_less){terms->pools[pool].account, cents};
    }
    return STATUS_OK;
}

/* Logs of earlier numbers do not tell it. */
enum status complete_award_reversed(const struct floor *floor, struct event *event, struct arena *arena)
{
    struct award_reversed *reversed = EVENT_AS(event, award_reversed);
    const struct floor_award *award = floor_award(floor, reversed->award);
    if (why_strange(floor, event) || is_reversed_by(floor, reversed))
        return STATUS_OK; /* what is strange is found when it is applied */
    struct reversal *back = ARENA_NEW(arena, struct reversal);
    if (!back)
        return arena->refusal;
    find_reversal(floor, award, reversed->prizes[0].prize, back);
    return tell_less(floor, award, back, arena, reversed);
}

enum status decide_reverse(struct deciding *deciding)
{
    const struct floor *floor = deciding->floor;
    const struct reverse *command = COMMAND_AS(deciding->command, reverse);
    const struct floor_award *award = floor_award(floor, command->award);
    if (!award && command->award > 0 && command->award <= floor->last_award)
        return REFUSE(deciding, rule_money,
                      "award %u was settled on an earlier day and is closed; correct the money with adjust",
                      command->award);
    if (!award)
        return REFUSE(deciding, rule_money, "there is no award %u", command->award);
    const struct offer *offer = floor->offerings[award->offer].offer;
    const struct node *by = node_path(offer->rulebook->data, PATH_ROUND_REVERSAL);
    if (award->reversed)
        return REFUSE(deciding, rule_money, "award %u was reversed", command->award);
    if (text_equal(offer_text(offer, PATH_ROUND_REVERSAL), text_of("none")))
        return REFUSE(deciding, kept_clause(deciding, by ? by->origin.clause : text_of("")),
                      "the rules do not allow a recorded win to be undone");
    if (!check_prizes(deciding, award))
        return STATUS_OK;
    struct reversal back;
    find_reversal(floor, award, command->prize, &back);
    if (!draft_reversal(deciding, award, &back))
        return STATUS_OK;
    for (unsigned i = 0; i < back.fund_count; i++)
        draft_take_back(&deciding->decision->draft, command->award, back.funds[i].fund, back.funds[i].taken,
                        award->clause);
    struct event *event = happens(deciding, EVENT_AWARD_REVERSED);
    EVENT_AS(event, award_reversed)->award = command->award;
    EVENT_AS(event, award_reversed)->reason = command->reason;
    EVENT_AS(event, award_reversed)->authorised_by = command->authorised_by;
    enum status status = list_prizes(deciding, award, EVENT_AS(event, award_reversed));
    if (status == STATUS_OK && !back.whole)
        status = tell_less(floor, award, &back, &deciding->decision->arena, EVENT_AS(event, award_reversed));
    return status == STATUS_OK ? take_money(deciding, &EVENT_AS(event, award_reversed)->money) : status;
}

/* ------------------------------------------------------------------------------------------ applying */

/* The pools that the award had won. A hit that is no longer among those kept is still counted. */
static void uncount_hits(struct offering *offering, uint32_t award)
{
    for (unsigned pool = 0; pool < offering->terms.pool_count; pool++) {
        struct pool_meter *meter = &offering->meters[pool];
        uint32_t kept = 0;
        for (uint32_t i = 0; i < meter->kept; i++) {
            if (meter->wins[i].award != award) {
                meter->wins[kept++] = meter->wins[i];
                continue;
            }
            meter->hits--;
            meter->won -= meter->wins[i].cents;
        }
        meter->kept = kept;
    }
}

/* The hits stand; less was won of the pool by them. Those of one award stand in the order of its movements. False: there is no such
 * pool, or so much was not won of it. */
static bool lessen_hits(struct offering *offering, uint32_t award, const struct pool_less *less)
{
    int64_t cents = less->cents;
    for (unsigned pool = 0; pool < offering->terms.pool_count && cents > 0; pool++) {
        struct pool_meter *meter = &offering->meters[pool];
        if (offering->terms.pools[pool].account != less->pool)
            continue;
        for (uint32_t i = meter->kept; i > 0 && cents > 0; i--) {
            struct pool_win *win = &meter->wins[i - 1];
            int64_t part = win->award != award ? 0 : cents < win->cents ? cents : win->cents;
            win->cents -= part;
            meter->won -= part;
            cents -= part;
        }
        return true; /* hits that are no longer among those kept stay as they are */
    }
    return false;
}

/* Money that goes back may put a pool above its cap, because the pool may have grown meanwhile (I11). */
static void carry_pools(const struct floor *floor, struct offering *offering)
{
    for (unsigned i = 0; i < offering->terms.pool_count; i++)
        offering->meters[i].carried = floor->ledger.accounts[offering->terms.pools[i].account].balance;
}

/* The hands of the award wait to be verified again, with the right cards, by all that was kept of their round. */
static void open_hands_again(struct floor *floor, uint32_t award)
{
    for (unsigned i = 0; i < floor->hand_count; i++) {
        struct floor_hand *hand = &floor->hands[i];
        if (hand->award != award)
            continue;
        hand->state = HAND_CLAIMED;
        hand->row_count = hand->multiple = 0;
        hand->score = 0;
        hand->outcome = OUTCOME_UNKNOWN;
        hand->winners = hand->holders = 0;
        hand->brings_envy = hand->no_part = false;
        hand->cards = hand->board = hand->verified_by = hand->authorised_by = text_of("");
        await_reading(floor, hand->ends);
    }
}

static void back_out_prize(struct floor *floor, struct floor_prize *prize)
{
    uncount_win_of(floor, prize->offer, prize->patron);
    prize->reversed = true;
}

static void back_out_award(struct floor *floor, uint32_t number)
{
    struct floor_award *award = award_numbered(floor, number);
    award->reversed = true;
    award->lent_back = 0;
    uncount_hits(&floor->offerings[award->offer], number);
    struct offering *offering = &floor->offerings[award->offer];
    CHECK_OP(offering->awards_standing, >, 0);
    offering->awards_standing--;
    for (unsigned i = 0; i < floor->offering_count; i++) {
        struct offering *other = &floor->offerings[i];
        if (text_equal(other->terms.activity, offering->terms.activity))
            other->hit_since_posted &= offering->awards_standing > 0 || other->awards_standing > 0;
    }
    open_hands_again(floor, number);
}

enum status apply_award_reversed(struct floor *floor, const struct event *event, struct fault *fault)
{
    const struct award_reversed *reversed = EVENT_AS(event, award_reversed);
    const char *why = why_strange(floor, event);
    if (why)
        return strange(fault, event, why);
    struct floor_award *award = award_numbered(floor, reversed->award);
    if (is_reversed_by(floor, reversed)) {
        back_out_award(floor, reversed->award);
    } else {
        if (reversed->lent < 0 || reversed->lent > advances_of_award(award) - award->lent_back)
            return strange(fault, event, "so much was not advanced");
        for (uint32_t i = 0; i < reversed->less_count; i++)
            if (reversed->less[i].cents <= 0 ||
                !lessen_hits(&floor->offerings[award->offer], reversed->award, &reversed->less[i]))
                return strange(fault, event, "no such pool was won");
        award->lent_back += reversed->lent;
    }
    for (uint32_t i = 0; i < reversed->prize_count; i++)
        back_out_prize(floor, prize_numbered(floor, reversed->prizes[i].prize));
    carry_pools(floor, &floor->offerings[award->offer]);
    pass_settled(floor);
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ deciding again */

bool reverse_again(const struct floor *floor, const struct event *event, struct command *command)
{
    const struct award_reversed *reversed = EVENT_AS(event, award_reversed);
    (void)floor;
    COMMAND_FILL(command, reverse, .award = reversed->award,
                 .prize = reversed->prize_count == 1 ? reversed->prizes[0].prize : 0,
                 .reason = reversed->reason, .authorised_by = reversed->authorised_by);
    return true;
}

/* An award that is reversed takes back all that is owed for it, and nothing else; a prize of it some of that. */
enum status take_back_advance(struct floor *floor, const struct event *event, const struct advance_row *row,
                              account_id repaying)
{
    const struct award_reversed *reversed = EVENT_AS(event, award_reversed);
    struct funds *funds = &floor->offerings[row->offer].funds;
    const struct floor_award *of = floor_award(floor, reversed->award);
    const uint32_t award = reversed->award;
    if (!of || of->offer != row->offer)
        return STATUS_INVALID;
    account_id fund = funds_that_repays(funds, repaying);
    int64_t owed = funds_advances_of_award(funds, award, fund);
    if (row->cents >= 0 || row->cents < -owed || (is_reversed_by(floor, reversed) && row->cents != -owed))
        return STATUS_INVALID;
    funds_take_back(funds, award, fund, -row->cents);
    return STATUS_OK;
}
