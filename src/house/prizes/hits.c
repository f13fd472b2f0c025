/* Prizes that are won whole: each by all who have the hand. */
#include "funds/award.h"
#include "funds/draft.h"
#include "funds/funds.h"
#include "funds/terms.h"
#include "house/hands/hands.h"
#include "house/kernel/deciding.h"
#include "house/people/people.h"
#include "house/prizes/awarding.h"
#include "house/prizes/prizes_internal.h"
#include "house/prizes/prizes_shapes.h"
#include "house/setup/offers.h"
#include "house/setup/setup.h"
#include "house/tables/tables.h"
#include "rulebook/vocabulary_paths.h"

/* ------------------------------------------------------------------------------------------ prizes */

/* The next prize of the award; NULL if there is no room. */
struct prize_row *awarding_next_prize(struct awarding *awarding, const struct winner *winner)
{
    const struct floor *floor = awarding->deciding->floor;
    if (awarding->prize_count == PRIZES_MAX)
        return NULL;
    struct prize_row *row = &awarding->prizes[awarding->prize_count++];
    *row = (struct prize_row){.prize = floor->last_prize + awarding->prize_count,
                              .patron = floor_patron_name(floor, winner->patron),
                              .table = floor->tables[winner->table].described->name,
                              .seat = winner->seat,
                              .fee = winner_fee(floor, winner)};
    return row;
}

bool awarding_of_pool(struct awarding *awarding, const struct pool_terms *pool, int64_t cents)
{
    if (awarding->pool_share_count == PRIZES_MAX)
        return false;
    uint32_t prize = awarding->prizes[awarding->prize_count - 1].prize;
    awarding->pool_shares[awarding->pool_share_count++] = (struct pool_share){prize, pool->account, cents};
    return true;
}

/* The event of the award, with its prizes and money. */
enum status awarding_event(struct awarding *awarding, struct text verified_by, struct text authorised_by,
                           struct text clause)
{
    const struct floor *floor = awarding->deciding->floor;
    const struct floor_hand *first = awarding->hand_count ? awarding->hands[0] : NULL;
    const struct table *table = awarding->table;
    struct event *event = happens(awarding->deciding, EVENT_AWARDED);
    if (!event)
        return STATUS_NO_SPACE;
    EVENT_AS(event, awarded)->award = floor->last_award + 1;
    EVENT_AS(event, awarded)->offer = awarding->offer;
    EVENT_AS(event, awarded)->table = table ? table->described->name : text_of("");
    EVENT_AS(event, awarded)->round = !table ? 0 : first ? first->round : table->round.number;
    EVENT_AS(event, awarded)->verified_by = verified_by;
    EVENT_AS(event, awarded)->authorised_by = authorised_by;
    EVENT_AS(event, awarded)->clause = clause;
    EVENT_AS(event, awarded)->hand = first ? first->number : 0;
    EVENT_AS(event, awarded)->prizes = awarding->prizes;
    EVENT_AS(event, awarded)->prize_count = awarding->prize_count;
    EVENT_AS(event, awarded)->pool_shares = awarding->pool_shares;
    EVENT_AS(event, awarded)->pool_share_count = awarding->prize_count > 1 ? awarding->pool_share_count : 0;
    if (awarding->pool) {
        EVENT_AS(event, awarded)->pool = awarding->pool->name;
        EVENT_AS(event, awarded)->meter = floor->ledger.accounts[awarding->pool->account].balance;
    }
    /* Time cannot be refused: what it awards was signed when it went on the board. */
    const struct ruling hands_off = judge_award_signer(floor, EVENT_AS(event, awarded));
    if (!hands_off.allowed)
        return refuse_by(awarding->deciding, hands_off);
    enum status status = tell_claims(floor, EVENT_AS(event, awarded), awarding->prizes);
    return status == STATUS_OK ? take_money(awarding->deciding, &EVENT_AS(event, awarded)->money) : status;
}

/* ------------------------------------------------------------------------------------------ hits */

/* The hit of the row, or a new one; false after a refusal. */
bool hits_add(struct awarding *awarding, struct hit_list *list, const struct prize *prize,
              const struct rulebook_row *row, unsigned *part)
{
    for (*part = 0; *part < list->count; ++*part)
        if (row && list->rows[*part] && rows_are_one(list->rows[*part], row) &&
            prize_equal(&list->hits[*part].prize, prize))
            return true;
    if (list->count == AWARD_HITS_MAX) {
        (void)REFUSE(awarding->deciding, rule_hand, "at most %d rows are settled at once", AWARD_HITS_MAX);
        return false;
    }
    list->rows[list->count] = row;
    list->hits[list->count++] = (struct award_hit){.prize = *prize};
    return true;
}

/* The further prize of others at the table, where the document has one. */
bool hits_add_table_share(struct awarding *awarding, struct hit_list *list)
{
    const struct offer *offer = awarding->offering->offer;
    const struct floor_hand *hand = awarding->hands[0];
    struct prize prize;
    unsigned part;
    if (!node_path(offer->rulebook->data, PATH_PAYING_PRIZES "/table share") ||
        award_prize_named(offer, text_of("table share"), &prize, NULL) != STATUS_OK)
        return true;
    if (!hits_add(awarding, list, &prize, NULL, &part))
        return false;
    bool winner = offer_says(offer, PATH_SHARING_WINNER_IN_THE_SHARE, "yes");
    uint32_t own = awarding_own_hands(awarding);
    winner_add_seats(awarding, hand, winner ? hand->dealt : hand->dealt & ~own,
                     (struct adding){.part = part, .others = ~own});
    return true;
}

/* Hits that nobody wins are none. */
static void drop_empty(struct awarding *awarding, struct hit_list *list)
{
    for (unsigned i = 0; i < list->count;) {
        bool empty = winner_count_of(awarding, i, false, false) + winner_count_of(awarding, i, true, false) +
                         winner_count_of(awarding, i, false, true) ==
                     0;
        if (!empty) {
            i++;
            continue;
        }
        list->count--;
        for (unsigned k = i; k < list->count; k++) {
            list->hits[k] = list->hits[k + 1];
            list->rows[k] = list->rows[k + 1];
        }
        for (unsigned k = 0; k < awarding->winner_count; k++)
            awarding->winners[k].part -= awarding->winners[k].part > i;
    }
}

int64_t prize_money(const struct prize *prize)
{
    int64_t cents = 0;
    for (unsigned i = 0; i < prize->part_count; i++)
        cents += prize->parts[i].kind == PRIZE_MONEY ? prize->parts[i].cents : 0;
    return cents;
}

/* The odd chip that is this winner's turn; it is taken from the hit. */
static int64_t take_odd_chip(struct award_hit *hit, const struct winner *winner, int64_t chip_cents)
{
    int64_t cents = winner->envy ? 0 : hit->odd_cents < chip_cents ? hit->odd_cents : chip_cents;
    hit->odd_cents -= cents;
    return cents;
}

/* What of the money of a winner of the hit is of pools; false if there is no room. */
static bool list_pools(struct awarding *awarding, const struct award_hit *hit, const struct winner *winner)
{
    const struct terms *terms = &awarding->offering->terms;
    for (unsigned i = 0; i < terms->pool_count && !winner->envy; i++) {
        int64_t cents = winner->dealer ? hit->dealer_of_pools[i] : hit->of_pools[i];
        if (hit->hands && !winner->dealer)
            cents += hit->hands[winner->hand].of_pools[i];
        if (cents > 0 && !awarding_of_pool(awarding, &terms->pools[i], cents))
            return false;
    }
    return true;
}

/* What a winner of the hit has: money, and things. */
static bool list_prizes(struct awarding *awarding, const struct award_hit *hit, const struct winner *winner,
                        bool things, int64_t odd_cents)
{
    struct text clause = winner->envy ? awarding->offering->terms.envy_clause : hit->prize.clause;
    struct text share = winner->envy ? text_of("envy") : hit->prize.name;
    int64_t cents = winner->envy     ? hit->envied_each_cents
                    : winner->dealer ? hit->dealer_each_cents
                                     : hit->each_cents;
    if (hit->hands && !winner->envy && !winner->dealer)
        cents += hit->hands[winner->hand].each_cents;
    cents += odd_cents;
    int64_t posted = winner->envy ? 0 : prize_money(&hit->prize);
    for (unsigned i = 0; i <= hit->prize.part_count; i++) {
        const struct prize_part *part = i > 0 ? &hit->prize.parts[i - 1] : NULL;
        if (part ? part->kind != PRIZE_THING || !things || winner->envy : cents == 0)
            continue;
        struct prize_row *row = awarding_next_prize(awarding, winner);
        if (!row)
            return false;
        row->share = share;
        row->clause = clause;
        row->cents = part ? 0 : cents;
        row->posted = !part && posted > cents ? posted : 0;
        row->thing = part ? part->name : text_of("");
        row->things = part ? (uint32_t)part->count : 0;
        row->worth = part ? part->cents : 0;
        if (!part && !list_pools(awarding, hit, winner))
            return false;
    }
    return true;
}

static const struct pool_terms *pool_of_hits(const struct awarding *awarding, const struct hit_list *list)
{
    for (unsigned i = 0; i < list->count; i++)
        for (unsigned part = 0; part < list->hits[i].prize.part_count; part++)
            if (list->hits[i].prize.parts[part].kind == PRIZE_POOL)
                return terms_pool(&awarding->offering->terms, list->hits[i].prize.parts[part].name);
    return NULL;
}

/* Hands of a period that win by the same row, or the one prize, have hits of their own where they were dealt by several
 * movements. */
static void count_others(const struct awarding *awarding, struct hit_list *list)
{
    for (unsigned i = 0; i < list->count && !awarding->table; i++)
        for (unsigned k = 0; k < list->count; k++) {
            const struct rulebook_row *one = list->rows[i], *other = list->rows[k];
            if (i != k && (one && other ? rows_are_one(one, other) : one == other))
                list->hits[i].others += list->hits[k].holders;
        }
}

static bool is_one_hand(const struct winner *one, const struct winner *other)
{
    return one->part == other->part && one->table == other->table && one->round == other->round &&
           one->of_seat == other->of_seat && !other->dealer && !other->envy;
}

/* The hands of the hit behind those of others, each with those who have a fee on it. */
static void list_hands(struct awarding *awarding, struct award_hit *hit, unsigned part)
{
    hit->hands = &awarding->hands_won[awarding->hand_won_count];
    for (unsigned i = 0; i < awarding->winner_count; i++) {
        struct winner *winner = &awarding->winners[i];
        unsigned first = 0;
        if (winner->part != part || winner->dealer || winner->envy)
            continue;
        while (!is_one_hand(winner, &awarding->winners[first]))
            first++;
        winner->hand = first < i ? awarding->winners[first].hand : hit->hand_count++;
        hit->hands[winner->hand].count = first < i ? hit->hands[winner->hand].count + 1 : 1;
    }
    awarding->hand_won_count += hit->hand_count;
}

/* Who wins each hit. */
static void count_holders(struct awarding *awarding, struct hit_list *list)
{
    awarding->hand_won_count = 0;
    for (unsigned i = 0; i < list->count; i++) {
        struct award_hit *hit = &list->hits[i];
        hit->holders = winner_count_of(awarding, i, false, false);
        hit->dealer_holders = winner_count_of(awarding, i, true, false);
        hit->envied = winner_count_of(awarding, i, false, true);
        if (awarding->offering->terms.payers_share)
            list_hands(awarding, hit, i);
    }
}

/* Drafts the hits and lists their prizes; false after a refusal. */
bool hits_settle(struct awarding *awarding, struct hit_list *list, unsigned multiple)
{
    const struct funds *funds = &awarding->offering->funds;
    struct draft *draft = &awarding->deciding->decision->draft;
    bool one_for_all = offer_says(awarding->offering->offer, PATH_PAYING_THINGS, "one for all"),
         money = false;
    struct fault fault;
    if (!check_crowd(awarding))
        return false;
    drop_empty(awarding, list);
    count_holders(awarding, list);
    for (unsigned i = 0; i < list->count; i++)
        money |= prize_has_money(&list->hits[i].prize) || list->hits[i].envied > 0;
    count_others(awarding, list);
    if (money &&
        award_round(draft, funds, awarding->taken, list->hits, list->count, multiple, &fault) != STATUS_OK) {
        (void)REFUSE(awarding->deciding, rule_money, "%s", fault.words);
        return false;
    }
    if (!awarding->pool)
        awarding->pool = pool_of_hits(awarding, list);
    int64_t chip_cents = awarding->offering->terms.chip_cents * (int64_t)multiple;
    for (unsigned i = 0; i < awarding->winner_count; i++) {
        const struct winner *winner = &awarding->winners[i];
        struct award_hit *hit = &list->hits[winner->part];
        int64_t odd_cents = take_odd_chip(hit, winner, chip_cents);
        if (!list_prizes(awarding, hit, winner, !one_for_all || i == 0, odd_cents)) {
            (void)REFUSE(awarding->deciding, rule_hand, "at most %d prizes are awarded at once", PRIZES_MAX);
            return false;
        }
    }
    return true;
}

/* The hits of one hand, by all rows that it is paid by; false after a refusal. */
bool hits_add_hand(struct awarding *awarding, struct hit_list *list, const struct floor_hand *hand)
{
    for (unsigned i = 0; i < hand->row_count; i++) {
        const struct rulebook_row *row = hand->rows[i];
        struct prize prize;
        struct fault fault;
        unsigned part;
        if (award_prize_of_row(floor_offer_of_hand(awarding->deciding->floor, hand), row, &prize, &fault) !=
            STATUS_OK) {
            (void)REFUSE(awarding->deciding, rule_document, "%s", fault.words);
            return false;
        }
        if (hand->brings_envy)
            prize.part_count = 0;
        if (!hits_add(awarding, list, &prize, hand->brings_envy ? NULL : row, &part))
            return false;
        if (!hand->brings_envy)
            winner_add_holders(awarding, hand, part);
        if (prize.envy_cents > 0)
            winner_add_envied(awarding, hand, part);
    }
    return true;
}
