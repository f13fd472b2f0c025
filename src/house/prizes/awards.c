/* What a second person lets be awarded: the hands of a round, and prizes that no hand wins. */
#include "house/prizes/prizes_internal.h"

#include "base/check.h"
#include "funds/award.h"
#include "funds/draft.h"
#include "funds/eligibility.h"
#include "funds/funds.h"
#include "funds/terms.h"
#include "house/boards/boards.h"
#include "house/hands/hands.h"
#include "house/hands/hands_shapes.h"
#include "house/kernel/deciding.h"
#include "house/kernel/names.h"
#include "house/people/changed.h"
#include "house/people/dealt.h"
#include "house/people/people.h"
#include "house/people/staff.h"
#include "house/prizes/awarding.h"
#include "house/prizes/prizes.h"
#include "house/prizes/prizes_shapes.h"
#include "house/setup/setup.h"
#include "house/tables/tables.h"
#include "house/tables/tables_shapes.h"
#include "rulebook/vocabulary_paths.h"

/* ------------------------------------------------------------------------------------------ the hands of a round */

/* Whether the hand must first be said to have ended somehow, to know how its prize is divided. */
static bool wants_outcome(const struct awarding *awarding, const struct floor_hand *hand)
{
    struct award_shares shares;
    return offering_shares(awarding->offering, hand->rows[0], OUTCOME_WON, &shares) ||
           offering_shares(awarding->offering, hand->rows[0], OUTCOME_LOST, &shares);
}

/* Hands whose prize is one: of one pool, or of one row. */
static bool is_of_group(const struct group *group, const struct floor_hand *hand,
                        const struct award_shares *shares)
{
    return shares->pool ? shares->pool == group->shares.pool : hand->rows[0] == group->hands[0]->rows[0];
}

/* The hands whose prize is divided go into groups, the others become hits; false after a refusal. */
static bool sort_hands(struct awarding *awarding, struct hit_list *list, struct group *groups,
                       unsigned *count)
{
    const struct node *structure = offer_structure(awarding->offering->offer);
    for (unsigned i = 0; i < awarding->hand_count; i++) {
        const struct floor_hand *hand = awarding->hands[i];
        struct award_shares shares;
        unsigned at = 0;
        if (!offering_shares(awarding->offering, hand->rows[0], hand->outcome, &shares)) {
            if (wants_outcome(awarding, hand)) {
                (void)REFUSE(
                    awarding->deciding, rule_hand,
                    "enter how the base game ended for the hand; the division of its prize depends on it");
                return false;
            }
            if (!hits_add_hand(awarding, list, hand))
                return false;
            continue;
        }
        while (at < *count && (!structure || !is_of_group(&groups[at], hand, &shares)))
            at++; /* without a structure each hand has a prize of its own */
        if (at == *count)
            groups[(*count)++] = (struct group){.shares = shares};
        groups[at].hands[groups[at].hand_count++] = hand;
    }
    return true;
}

/* Whether another hand of the same patron is better: its row stands higher in the chart, or it was claimed before. */
static bool has_better_hand(const struct awarding *awarding, unsigned number)
{
    const struct floor_hand *hand = awarding->hands[number];
    for (unsigned i = 0; i < awarding->hand_count && hand->patron != NAMES_NONE; i++) {
        const struct floor_hand *other = awarding->hands[i];
        if (i != number && other->patron == hand->patron &&
            (other->rows[0] < hand->rows[0] || (other->rows[0] == hand->rows[0] && i < number)))
            return true;
    }
    return false;
}

/* A player on several hands wins with each, or with the best alone. */
static void keep_one_of_each(struct awarding *awarding)
{
    const struct floor_hand *kept[FLOOR_BOARD_MAX];
    unsigned count = 0;
    if (!offer_says(awarding->offering->offer, PATH_PAYING_SEVERAL_HANDS, "no"))
        return;
    for (unsigned i = 0; i < awarding->hand_count; i++)
        if (!has_better_hand(awarding, i))
            kept[count++] = awarding->hands[i];
    for (unsigned i = 0; i < count; i++)
        awarding->hands[i] = kept[i];
    awarding->hand_count = count;
}

/* What of a pool is won by prizes: the parts, each in hundredths, smallest first; the whole is one of them. */
struct pool_parts {
    unsigned count;
    unsigned percents[AWARD_HITS_MAX];
};

static void add_part(struct pool_parts *parts, unsigned percent)
{
    unsigned at = 0;
    while (at < parts->count && parts->percents[at] < percent)
        at++;
    if (parts->count == AWARD_HITS_MAX || (at < parts->count && parts->percents[at] == percent))
        return;
    for (unsigned i = parts->count++; i > at; i--)
        parts->percents[i] = parts->percents[i - 1];
    parts->percents[at] = percent;
}

/* What a prize of this name wins of the pool by a row; false if it is no row's. */
static bool add_parts_of_row(struct pool_parts *parts, const struct offer *offer, struct text name,
                             const struct pool_terms *pool)
{
    struct prize prize;
    bool known = false;
    for (unsigned i = 0; i < offer->chart_count; i++)
        for (unsigned j = 0; j < offer->charts[i]->row_count; j++) {
            const struct rulebook_row *row = &offer->charts[i]->rows[j];
            if (!text_equal(row->name, name) || award_prize_of_row(offer, row, &prize, NULL) != STATUS_OK)
                continue;
            known = true;
            for (unsigned k = 0; k < prize.part_count; k++)
                if (prize.parts[k].kind == PRIZE_POOL && text_equal(prize.parts[k].name, pool->name))
                    add_part(parts, prize.parts[k].percent);
        }
    return known;
}

static bool pays_winners(const struct movement *movements, unsigned count, account_id pool)
{
    for (unsigned i = 0; i < count; i++)
        if (movements[i].from == pool && movements[i].reason == REASON_AWARD)
            return true;
    return false;
}

/* Money that goes to winners, and the name of one of their prizes. A share of a payout structure is one of the whole pool: of the
 * only one, also when another round has emptied it and the fund pays; else of the one that the money comes from. */
static void add_parts(struct pool_parts *parts, const struct offering *offering,
                      const struct pool_terms *pool, struct text name, const struct movement *movements,
                      unsigned count)
{
    if (!add_parts_of_row(parts, offering->offer, name, pool) && offer_structure(offering->offer) &&
        (offering->terms.pool_count == 1 || pays_winners(movements, count, pool->account)))
        add_part(parts, PERCENT_WHOLE);
}

/* Whether the award stands and is of hands of the same round. */
static bool is_of_round(const struct awarding *awarding, const struct floor_award *award)
{
    const struct floor_hand *first = awarding->hands[0];
    const struct floor_hand *hand = award->hand ? floor_hand(awarding->deciding->floor, award->hand) : NULL;
    return hand && !award->reversed && award->offer == awarding->offer && hand->table == first->table &&
           hand->round == first->round;
}

/* What of the pool other hands of the round have won, and by which award last, from 1; 0: by none. */
static uint32_t won_in_round(const struct awarding *awarding, const struct pool_terms *pool,
                             struct pool_parts *parts)
{
    const struct floor *floor = awarding->deciding->floor;
    const struct floor_hand *first = awarding->hands[0], *oldest = first;
    uint32_t last = 0;
    CHECK(first != NULL);
    for (const struct floor_hand *hand = first; hand; hand = hand_before(floor, hand))
        oldest = hand;
    for (unsigned i = floor->award_count; i > 0; i--) {
        const struct floor_award *award = &floor->awards[i - 1];
        unsigned before = parts->count;
        if (instant_compare(award->at, oldest->at) < 0)
            break; /* before any hand of the round was shown */
        for (uint32_t k = 0; k < award->prize_count && is_of_round(awarding, award); k++)
            add_parts(parts, awarding->offering, pool, prize_of_award(floor, award, k)->share,
                      award->movements, award->movement_count);
        if (last == 0 && parts->count > before)
            last = award->number;
    }
    return last;
}

/* A pool that the hands of a round split is won in it once; but after a part of it, the rest may be. False after a refusal. */
static bool check_pools(struct awarding *awarding)
{
    const struct terms *terms = &awarding->offering->terms;
    const struct draft *draft = &awarding->deciding->decision->draft;
    for (unsigned i = 0; i < terms->pool_count && terms->shared_prize == SHARED_SPLIT_EVENLY; i++) {
        const struct pool_terms *pool = &terms->pools[i];
        struct pool_parts now = {0}, before = {0};
        for (uint32_t k = 0; k < awarding->prize_count; k++)
            add_parts(&now, awarding->offering, pool, awarding->prizes[k].share, draft->movements,
                      draft->movement_count);
        uint32_t award = now.count > 0 ? won_in_round(awarding, pool, &before) : 0;
        if (award == 0 ||
            (now.percents[0] == PERCENT_WHOLE && before.percents[before.count - 1] < PERCENT_WHOLE))
            continue;
        (void)REFUSE(awarding->deciding, rule_hand, "the %.*s was already won in this round by award %u",
                     TEXT_ARGUMENTS(pool->name), award);
        return false;
    }
    return true;
}

static enum status award_hands(struct awarding *awarding)
{
    struct deciding *deciding = awarding->deciding;
    struct arena *arena = &deciding->decision->arena;
    struct hit_list *list = ARENA_NEW(arena, struct hit_list);
    struct group *groups = ARENA_ARRAY(arena, struct group, AWARD_HITS_MAX);
    unsigned group_count = 0, multiple = 1;
    if (!list || !groups)
        return arena->refusal;
    keep_one_of_each(awarding);
    const struct floor_hand *first = awarding->hands[0];
    (void)draft_for(deciding, awarding->offer);
    if (!sort_hands(awarding, list, groups, &group_count) || !hits_add_table_share(awarding, list))
        return STATUS_OK;
    for (unsigned i = 0; i < awarding->hand_count; i++)
        if (awarding->hands[i]->multiple > multiple)
            multiple = awarding->hands[i]->multiple;
    if (list->count > 0 && !hits_settle(awarding, list, multiple))
        return STATUS_OK;
    for (unsigned i = 0; i < group_count; i++)
        if (!group_settle(awarding, &groups[i]))
            return STATUS_OK;
    if (awarding->prize_count == 0)
        return REFUSE(deciding, kept_clause(deciding, awarding->offering->terms.activity),
                      "no player at the table may win it");
    if (!check_pools(awarding))
        return STATUS_OK;
    funds_repay(&deciding->decision->draft, &awarding->offering->funds);
    return awarding_event(awarding, first->verified_by, deciding->command->head.by,
                          first->rows[0]->node->origin.clause);
}

/* ------------------------------------------------------------------------------------------ authorise */

/* Of a hit: each pool pays, the fund and the house cover what lacks in it, and it starts anew from the fund and from the house; so does
 * the rest of the prize, for holders, table and envy. */
_Static_assert(AWARD_HITS_MAX *(TERMS_POOLS_MAX * 5 + 3 * 3) <= DRAFT_MOVEMENTS_MAX, "an award has room");

static bool pays_or_fills(const struct movement *movement, account_id pool, enum movement_reason reason)
{
    return movement->reason == reason && (reason == REASON_RESEED ? movement->to : movement->from) == pool;
}

/* Whether an award that stands, of another round, moved money of the pool for this reason, of those after so many. */
static bool was_moved_since(const struct awarding *awarding, account_id pool, uint32_t awards_before,
                            enum movement_reason reason)
{
    const struct floor *floor = awarding->deciding->floor;
    for (unsigned i = floor->award_count; i > 0 && floor->awards[i - 1].number > awards_before; i--) {
        const struct floor_award *award = &floor->awards[i - 1];
        for (uint32_t k = 0; k < award->movement_count && !award->reversed; k++)
            if (pays_or_fills(&award->movements[k], pool, reason) && !is_of_round(awarding, award))
                return true;
    }
    return false;
}

/* Whether the pool has started anew since, or a part of it was won. */
static bool was_won_since(const struct awarding *awarding, account_id pool, uint32_t awards_before)
{
    return was_moved_since(awarding, pool, awards_before, REASON_RESEED);
}

static bool was_drawn_since(const struct awarding *awarding, account_id pool, uint32_t awards_before)
{
    return was_moved_since(awarding, pool, awards_before, REASON_AWARD);
}

/* What the meter showed, less the parts of it that hands of the same round have won. */
static int64_t left_of_reading(const struct awarding *awarding, const struct pool_terms *pool, int64_t cents)
{
    struct pool_parts parts = {0};
    int64_t left = cents;
    (void)won_in_round(awarding, pool, &parts);
    for (unsigned i = 0; i < parts.count && parts.percents[i] < PERCENT_WHOLE; i++) {
        struct money part;
        enum status status =
            money_ratio(money_of_cents(cents), parts.percents[i], PERCENT_WHOLE, MONEY_ROUND_NEAREST, &part);
        CHECK(status == STATUS_OK);
        left -= part.cents;
    }
    return left > 0 ? left : 0;
}

/* A pool that another table has won since is worth what it holds now, and at least what it begins anew with: bay101 S15. */
static struct pool_taken taken_now(const struct awarding *awarding, const struct pool_terms *pool,
                                   const struct meter_reading *reading)
{
    const struct floor_hand *first = awarding->hands[0];
    bool spent = was_won_since(awarding, pool->account, first->awards_before);
    bool in_turn = awarding->offering->terms.pools_in_turn;
    int64_t holds = awarding->deciding->floor->ledger.accounts[pool->account].balance;
    if (!in_turn || !(spent || was_drawn_since(awarding, pool->account, first->awards_before)))
        return (struct pool_taken){left_of_reading(awarding, pool, reading->cents), spent};
    return (struct pool_taken){spent && holds < pool->reseed.cents ? pool->reseed.cents : holds, false};
}

/* Sets the amounts for which the pools are won, if that is what they showed when the hands were decided. The first hand of the round
 * decides for all. */
static enum status look_at_meters(struct awarding *awarding)
{
    const struct floor_hand *first = awarding->hands[0];
    const struct terms *terms = &awarding->offering->terms;
    if (first->reading_count != terms->pool_count || terms->pool_count == 0)
        return STATUS_OK;
    struct arena *arena = &awarding->deciding->decision->arena;
    struct pool_taken *taken = ARENA_ARRAY(arena, struct pool_taken, terms->pool_count);
    if (!taken)
        return arena->refusal;
    for (unsigned i = 0; i < terms->pool_count; i++)
        taken[i] = taken_now(awarding, &terms->pools[i], &first->readings[i]);
    awarding->taken = taken;
    return STATUS_OK;
}

/* Who may win was judged when the hand was verified; who the holder is may have changed since, and the deal may have turned
 * out to be void. */
static struct ruling judge_again(const struct floor *floor, const struct floor_hand *hand)
{
    const struct table_offer *at = table_offer_of_hand(floor, hand, hand->table);
    const struct round_facts round = round_facts_of(floor, hand);
    struct ruling deal = at ? eligibility_judge_deal(&at->eligibility, &round) : ruling_yes();
    if (!deal.allowed)
        return deal;
    struct person_facts person = identity_of(floor, hand->patron);
    judge_as_dealt(hand->players, hand->player_count, hand->patron, &person);
    bool of_others = hand->shared || is_of_fee_payers(floor, hand);
    if (!at || of_others || hand->no_part || hand->brings_envy)
        return ruling_yes();
    person.player_dealer = hand->on_player_dealer;
    return eligibility_judge_person(&at->eligibility, &person);
}

/* All verified hands of the round; false after a refusal. */
static bool gather_hands(struct awarding *awarding, const struct floor_hand *asked)
{
    struct deciding *deciding = awarding->deciding;
    const struct floor *floor = deciding->floor;
    struct text by = deciding->command->head.by;
    const struct floor_hand *hand = floor_hand(floor, floor->tables[asked->table].newest_hand);
    while (hand && hand->round > asked->round)
        hand = floor_hand(floor, hand->before);
    for (; hand; hand = hand_before(floor, hand)) {
        if (hand->offer != asked->offer)
            continue;
        if (hand->state == HAND_CLAIMED) {
            (void)REFUSE(deciding, rule_hand, "verify or reject hand %u of the same round first",
                         hand->number);
            return false;
        }
        if (hand->state != HAND_VERIFIED)
            continue;
        if (text_equal(hand->verified_by, by)) {
            (void)REFUSE(deciding, rule_two_persons,
                         "%.*s verified hand %u; a second person must authorise it", TEXT_ARGUMENTS(by),
                         hand->number);
            return false;
        }
        if (!may_sign_together(floor, hand->verified_by, by)) {
            (void)refuse_together(deciding, hand->verified_by);
            return false;
        }
        if (hand->patron < floor->patron_count && floor->patrons[hand->patron].excluded && !hand->no_part) {
            (void)REFUSE(deciding, rule_exclusion, "the holder of hand %u is on the exclusion list",
                         hand->number);
            return false;
        }
        struct ruling ruling = judge_again(floor, hand);
        if (!ruling.allowed) {
            (void)refuse_by(deciding, ruling);
            return false;
        }
        if (awarding->hand_count == AWARD_HITS_MAX) {
            (void)REFUSE(deciding, rule_hand, "at most %d hands of a round are settled at once",
                         AWARD_HITS_MAX);
            return false;
        }
        awarding->hands[awarding->hand_count++] = hand;
    }
    for (unsigned i = 0; i < awarding->hand_count / 2; i++) { /* the oldest first */
        const struct floor_hand *newer = awarding->hands[i];
        awarding->hands[i] = awarding->hands[awarding->hand_count - 1 - i];
        awarding->hands[awarding->hand_count - 1 - i] = newer;
    }
    return true;
}

/* A hand that was verified for a board has no row, and wins nothing where none is settled by one. False after a refusal. */
static bool check_rows(struct awarding *awarding)
{
    for (unsigned i = 0; i < awarding->hand_count; i++)
        if (awarding->hands[i]->row_count == 0) {
            (void)REFUSE(awarding->deciding, rule_hand, "hand %u wins nothing by the chart; reject it",
                         awarding->hands[i]->number);
            return false;
        }
    return true;
}

/* What hands that were verified by their rows win together is no more than the house posts; false after a refusal. */
static bool check_by_row(const struct awarding *awarding)
{
    const struct money most = house_by_row(&awarding->deciding->floor->house);
    const struct floor_hand *by_row = NULL;
    int64_t cents = 0;
    for (unsigned i = 0; i < awarding->hand_count && !by_row; i++)
        by_row = awarding->hands[i]->by_row ? awarding->hands[i] : NULL;
    for (uint32_t i = 0; i < awarding->prize_count && cents <= most.cents; i++)
        cents += awarding->prizes[i].cents + awarding->prizes[i].worth;
    if (!by_row || cents <= most.cents)
        return true;
    (void)REFUSE(
        awarding->deciding, rule_hand,
        "hand %u was verified by its row, and this award is above what the house pays so; reject the "
        "hand, claim it again and enter its cards",
        by_row->number);
    return false;
}

enum status decide_authorise(struct deciding *deciding)
{
    const struct floor *floor = deciding->floor;
    uint32_t number = COMMAND_AS(deciding->command, about_hand)->hand;
    struct text by = deciding->command->head.by;
    const struct floor_hand *hand = floor_hand(floor, number);
    if (!hand && number > 0 && number <= floor->last_hand)
        return REFUSE(deciding, rule_hand,
                      "hand %u was settled on an earlier day and is closed; look it up in the log", number);
    if (!hand || hand->state != HAND_VERIFIED)
        return REFUSE(deciding, rule_hand, "hand %u is not waiting to be authorised", number);
    struct awarding *awarding = ARENA_NEW(&deciding->decision->arena, struct awarding);
    if (!awarding)
        return deciding->decision->arena.refusal;
    awarding->deciding = deciding;
    awarding->offer = hand->offer;
    awarding->offering = offering_of_hand(deciding, hand);
    if (!awarding->offering)
        return deciding->decision->arena.refusal;
    awarding->table = &floor->tables[hand->table];
    const struct offer *offer = awarding->offering->offer;
    struct text whom, clause;
    if (!is_person_for(floor, offer, PATH_ROUND_AUTHORISED_BY, by, &whom, &clause))
        return REFUSE(deciding, kept_clause(deciding, clause), "a %.*s must authorise it",
                      TEXT_ARGUMENTS(whom));
    const struct ruling hands_off = judge_hands_off(floor, hand->patron, by);
    if (!hands_off.allowed)
        return refuse_by(deciding, hands_off);
    if (!gather_hands(awarding, hand))
        return STATUS_OK;
    uint32_t points = points_of_hand(offer, hand);
    if (points > 0)
        return post_points(deciding, hand, points);
    if (hand_waits_for_period(offer, hand))
        return post_hand(deciding, hand);
    if (!check_turn(awarding))
        return STATUS_OK;
    enum status status = look_at_meters(awarding);
    if (status != STATUS_OK || !check_rows(awarding))
        return status;
    status = award_hands(awarding);
    if (status == STATUS_OK && deciding->decision->ruling.allowed)
        (void)check_by_row(awarding);
    return status;
}

/* ------------------------------------------------------------------------------------------ prizes without a hand */

/* Whether the prize may be awarded at the table now; false after a refusal. */
static bool check_prize(struct deciding *deciding, const struct table *table, uint32_t offer)
{
    const struct floor *floor = deciding->floor;
    const struct award_prize *command = COMMAND_AS(deciding->command, award_prize);
    const struct table_offer *at = table_offer_of(table, offer);
    if (!at || !at->listed)
        (void)REFUSE(deciding, rule_document, "%.*s is not offered at %.*s", TEXT_ARGUMENTS(command->offer),
                     TEXT_ARGUMENTS(command->table));
    else if (at->former == FORMER_NONE)
        (void)REFUSE(deciding, rule_document, "%.*s was posted after the hand was dealt",
                     TEXT_ARGUMENTS(command->offer));
    else if (!is_offered_for_round(floor, &floor->offerings[offer], table, at))
        (void)REFUSE(deciding, rule_time, "%.*s is not offered at this hour", TEXT_ARGUMENTS(command->offer));
    else if (!table->round.runs)
        (void)REFUSE(deciding, rule_round, "no round is running at %.*s", TEXT_ARGUMENTS(command->table));
    else if (command->seats & ~table->round.dealt)
        (void)REFUSE(deciding, rule_round, "a winning seat was not dealt in; correct the seats");
    else if (text_equal(command->verified_by, command->head.by) ||
             !floor_person_may(floor, command->verified_by, "verify"))
        (void)REFUSE(deciding, rule_two_persons, "a second person who may verify must confirm it");
    else if (!may_sign_together(floor, command->verified_by, command->head.by))
        (void)refuse_together(deciding, command->verified_by);
    else
        return true;
    return false;
}

/* The award that stands of a prize of the offer in the pot of the round that runs; 0: none. */
static uint32_t award_in_pot(const struct floor *floor, const struct table *table, uint32_t offer)
{
    for (unsigned i = 0; i < floor->award_count; i++) {
        const struct floor_award *award = &floor->awards[i];
        if (award->number > table->round.awards_before && award->offer == offer && award->hand == 0 &&
            !award->reversed && award->prize_count > 0 &&
            prize_of_award(floor, award, 0)->table == (uint32_t)(table - floor->tables))
            return award->number;
    }
    return 0;
}

/* A table that is drawn again has the prize in its hand after the next: in one pot lies one. False after a refusal. */
static bool check_pot(struct deciding *deciding, const struct table *table, const struct offer *offer,
                      uint32_t number)
{
    const struct node *again = offer_node(offer, PATH_DRAWING_DRAWN_AGAIN);
    struct text to = paying_text(offer, &table->described->game, KEY_GOES_TO);
    if (!node_says(again, "back in") || !text_equal(to, text_of("the pot")))
        return true;
    uint32_t award = award_in_pot(deciding->floor, table, number);
    if (award > 0)
        (void)REFUSE(deciding, kept_clause(deciding, again->origin.clause),
                     "the prize of award %u is already in this pot; a table that is drawn again gets it in "
                     "the next hand",
                     award);
    return award == 0;
}

/* The last posted moment of a drawing in the hours that run; false if there was none yet. */
static bool last_drawing(const struct floor *floor, const struct offer *offer,
                         const struct schedule *schedule, struct instant *at)
{
    struct local_time local, first, end, next;
    struct instant moment;
    bool found = false;
    if (local_time_of(floor->now, &floor->zone, &local) != STATUS_OK)
        return false;
    if (!schedule_period(&offer->hours, &local, &first, &end))
        first = (struct local_time){.date = local.date};
    next = first;
    bool more = schedule_covers(schedule, &first) || schedule_next_moment(schedule, &first, &next);
    while (more && zone_instant(&floor->zone, &next, CALENDAR_USUAL, &moment) == STATUS_OK &&
           instant_compare(moment, floor->now) <= 0) {
        found = true;
        *at = moment;
        first = next;
        more = schedule_next_moment(schedule, &first, &next);
    }
    return found;
}

/* How many prizes of tables that were drawn since then stand. */
static int64_t drawn_since(const struct floor *floor, uint32_t offer, struct instant at)
{
    int64_t count = 0;
    for (unsigned i = floor->award_count; i > 0 && instant_compare(floor->awards[i - 1].at, at) >= 0; i--)
        count += floor->awards[i - 1].offer == offer && floor->awards[i - 1].hand == 0 &&
                 !floor->awards[i - 1].reversed;
    return count;
}

/* Whether tables are drawn at posted times, and at which. */
static bool is_drawn_at(const struct offer *offer, struct schedule *schedule)
{
    const struct node *data = offer->rulebook->data;
    return node_path(data, PATH_DRAWING_TRIGGER) &&
           offer_says(offer, PATH_DRAWING_TRIGGER, "at posted times") && node_path(data, PATH_DRAWING_AT) &&
           schedule_read(offer_text(offer, PATH_DRAWING_AT), schedule, NULL) == STATUS_OK &&
           schedule->kind == SCHEDULE_MOMENTS;
}

/* Where tables are drawn at posted times, a drawing has the posted number of them: hawaiian-gardens/splash-pot#13 #34. False after
 * a refusal. */
static bool check_drawing(struct deciding *deciding, const struct offer *offer, uint32_t number)
{
    const struct node *data = offer->rulebook->data, *times = node_path(data, PATH_DRAWING_AT),
                      *winners = node_path(data, PATH_DRAWING_WINNERS);
    struct schedule schedule;
    struct value value;
    struct instant at;
    if (!is_drawn_at(offer, &schedule))
        return true;
    if (!last_drawing(deciding->floor, offer, &schedule, &at)) {
        (void)REFUSE(deciding, kept_clause(deciding, times->origin.clause),
                     "no drawing has been held yet; drawings are %.*s",
                     TEXT_ARGUMENTS(text_clipped(offer_text(offer, PATH_DRAWING_AT), 80)));
        return false;
    }
    if (!winners ||
        value_read(VALUE_COUNT, offer_text(offer, PATH_DRAWING_WINNERS), &value, NULL) != STATUS_OK ||
        value.form != VALUE_IS_GIVEN || drawn_since(deciding->floor, number, at) < value.range.high)
        return true;
    (void)REFUSE(deciding, kept_clause(deciding, winners->origin.clause),
                 "all %lld of these prizes of the drawing are awarded; wait for the next drawing",
                 (long long)value.range.high);
    return false;
}

/* A shared hand of the running round, made up for an award that no claim began. */
static struct floor_hand hand_of_everybody(const struct table *table, uint32_t number, uint32_t offer)
{
    const struct round *round = &table->round;
    struct floor_hand hand = {.table = number,
                              .round = round->number,
                              .dealt_at = round->at,
                              .offer = offer,
                              .former = table_offer_of(table, offer)->former,
                              .outcome = OUTCOME_WON, /* what lies in the pot goes to whoever wins it */
                              .patron = NAMES_NONE,
                              .shared = true,
                              .dealt = round->dealt,
                              .seated = round->seated,
                              .active = round->active,
                              .played_behind = round->played_behind,
                              .tournament = round->tournament,
                              .misdeal = round->misdeal,
                              .wrong_deck = round->wrong_deck,
                              .faulty_equipment = round->faulty_equipment,
                              .talk = round->talk,
                              .player_count = round->player_count,
                              .players = round->players,
                              .bank = round->bank};
    for (unsigned seat = 0; seat <= FLOOR_SEATS_MAX; seat++)
        hand.patrons[seat] = dealt_at_seat(round->players, round->player_count, seat);
    for (unsigned i = 0; i < table->offer_count; i++)
        if (table->offers[i].offer == offer)
            hand.paid = round->paid[i];
    return hand;
}

/* Nobody may win the prize: why the first of the seats that were named may not. */
static enum status refuse_seats(struct awarding *awarding, const struct floor_hand *hand, uint32_t seats)
{
    struct deciding *deciding = awarding->deciding;
    for (unsigned seat = 0; seat <= FLOOR_SEATS_MAX; seat++) {
        if (!(seats >> seat & 1) || is_vacant(hand, seat))
            continue;
        struct ruling ruling = winner_judge_seat(awarding, hand, seat, hand->paid >> seat & 1);
        if (!ruling.allowed)
            return refuse_by(deciding, ruling);
    }
    return REFUSE(deciding, kept_clause(deciding, awarding->offering->terms.activity),
                  "no player at the table may win it");
}

enum status decide_award_prize(struct deciding *deciding)
{
    const struct floor *floor = deciding->floor;
    const struct award_prize *command = COMMAND_AS(deciding->command, award_prize);
    uint32_t table, offer;
    struct fault fault;
    struct prize prize;
    unsigned part;
    if (!find_table(deciding, command->table, &table) || !find_offer(deciding, command->offer, &offer) ||
        !check_prize(deciding, &floor->tables[table], offer))
        return STATUS_OK;
    struct awarding *awarding = ARENA_NEW(&deciding->decision->arena, struct awarding);
    struct hit_list *list = ARENA_NEW(&deciding->decision->arena, struct hit_list);
    if (!awarding || !list)
        return deciding->decision->arena.refusal;
    awarding->deciding = deciding;
    awarding->offering =
        offering_of_former(deciding, offer, table_offer_of(&floor->tables[table], offer)->former);
    if (!awarding->offering)
        return deciding->decision->arena.refusal;
    awarding->offer = offer;
    awarding->table = &floor->tables[table];
    struct text name = command->prize.length > 0 ? command->prize : text_of("prize");
    if (award_prize_named(awarding->offering->offer, name, &prize, &fault) != STATUS_OK)
        return REFUSE(deciding, rule_document, "%s", fault.words);
    if (!check_pot(deciding, awarding->table, awarding->offering->offer, offer) ||
        !check_drawing(deciding, awarding->offering->offer, offer))
        return STATUS_OK;
    const struct floor_hand everybodys = hand_of_everybody(awarding->table, table, offer);
    struct person_facts person = facts_of(floor, offer, NAMES_NONE);
    person.outcome = OUTCOME_WON; /* what lies in the pot goes to whoever wins it */
    struct round_facts round = round_facts_of(floor, &everybodys);
    struct ruling ruling =
        eligibility_judge(&table_offer_of_hand(floor, &everybodys, table)->eligibility, &person, &round);
    if (!ruling.allowed)
        return refuse_by(deciding, ruling);
    (void)draft_for(deciding, offer);
    if (!hits_add(awarding, list, &prize, NULL, &part))
        return STATUS_OK;
    if (command->seats)
        winner_add_seats(awarding, &everybodys, command->seats, (struct adding){.part = part});
    else
        winner_add_holders(awarding, &everybodys, part);
    if (!hits_settle(awarding, list, 1))
        return STATUS_OK;
    if (awarding->prize_count == 0)
        return refuse_seats(awarding, &everybodys, command->seats);
    funds_repay(&deciding->decision->draft, &awarding->offering->funds);
    return awarding_event(awarding, command->verified_by, command->head.by, prize.clause);
}
