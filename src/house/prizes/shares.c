/* Prizes that are divided: between the hands, those that beat them, and others. */
#include "funds/award.h"
#include "funds/eligibility.h"
#include "funds/funds.h"
#include "funds/terms.h"
#include "house/hands/hands.h"
#include "house/kernel/deciding.h"
#include "house/people/dealt.h"
#include "house/people/people.h"
#include "house/prizes/awarding.h"
#include "house/prizes/prizes_internal.h"
#include "house/prizes/prizes_shapes.h"
#include "house/setup/setup.h"
#include "house/tables/tables.h"
#include "rulebook/vocabulary_paths.h"

static bool has_share(const struct award_shares *shares, const char *name)
{
    for (unsigned i = 0; i < shares->count; i++)
        if (text_equal(shares->names[i], text_of(name)))
            return true;
    return false;
}

/* Of several qualifying hands that lost the highest win, unless all do. False after a refusal. */
static bool keep_highest(const struct awarding *awarding, struct group *group)
{
    int64_t best = 0;
    unsigned kept = 0;
    if (offer_says(awarding->offering->offer, PATH_SHARING_SEVERAL_HANDS, "all") ||
        !has_share(&group->shares, KEY_LOSING_HAND) || group->hand_count == 1)
        return true;
    for (unsigned i = 0; i < group->hand_count; i++) {
        if (group->hands[i]->score == 0) {
            (void)REFUSE(
                awarding->deciding, rule_hand,
                "hand %u has no cards, and the hands of the round are compared; reject it, then verify it "
                "with its cards",
                group->hands[i]->number);
            return false;
        }
        best = group->hands[i]->score > best ? group->hands[i]->score : best;
    }
    for (unsigned i = 0; i < group->hand_count; i++)
        if (group->hands[i]->score == best)
            group->hands[kept++] = group->hands[i];
    group->hand_count = kept;
    return true;
}

/* The seats with the winning hand. Equal hands that lost were beaten by the same, though each is told by itself. */
static uint32_t seats_that_won(const struct group *group)
{
    uint32_t seats = 0;
    for (unsigned i = 0; i < group->hand_count; i++)
        seats |= group->hands[i]->winners;
    return seats;
}

/* Who bets on the hand: those behind its seat, and who sits there. */
unsigned hand_bettors(const struct floor_hand *hand)
{
    unsigned count = !(hand->played_behind >> hand->seat & 1);
    for (uint32_t i = 0; i < hand->bettor_count; i++)
        count += hand->bettors[i].seat == hand->seat;
    return count;
}

/* Whether the hands have sets of their own: they ended otherwise, or their bettors share by their wagers. */
static bool hands_differ(const struct group *group, bool by_wager)
{
    bool differ = false;
    for (unsigned i = 0; i < group->hand_count; i++)
        differ |= (group->hands[i]->outcome == OUTCOME_LOST) != (group->hands[0]->outcome == OUTCOME_LOST) ||
                  (by_wager && hand_bettors(group->hands[i]) > 1);
    return differ && group->hand_count > 1;
}

/* Each hand has its even part of the prize, and divides that by its own set. False: there are too many. */
static bool split_by_hands(const struct awarding *awarding, struct group *group)
{
    struct award_shares all = group->shares;
    all.count = 0;
    for (unsigned i = 0; i < group->hand_count; i++) {
        struct award_shares own;
        if (!offering_shares(awarding->offering, group->hands[i]->rows[0], group->hands[i]->outcome, &own) ||
            all.count + own.count > TERMS_PARTS_MAX)
            return false;
        for (unsigned k = 0; k < own.count; k++) {
            group->of_hand[all.count] = i;
            all.names[all.count] = own.names[k];
            all.shares[all.count] = own.shares[k];
            all.shares[all.count++].of_hand = i + 1;
        }
    }
    group->shares = all;
    return true;
}

/* All who bet on the hand, with their wagers. One who may not win is passed over, or counts, as the document offer_says. */
static void add_bettors(struct awarding *awarding, const struct floor_hand *hand, struct adding adding)
{
    const struct table_offer *at = table_offer_of_hand(awarding->deciding->floor, hand, hand->table);
    bool due = at->choice != FEE_OPTIONAL && (hand->paid >> hand->seat & 1);
    if (!(hand->played_behind >> hand->seat & 1))
        winner_add_own(awarding, hand, adding);
    for (uint32_t i = 0; i < hand->bettor_count; i++) {
        const struct hand_bettor *bettor = &hand->bettors[i];
        bool may = winner_bettor_may(awarding, hand, bettor, bettor->fee || due);
        if (bettor->seat == hand->seat && (may || adding.counted))
            (void)winner_add(awarding, (struct winner){.patron = bettor->patron,
                                                       .table = hand->table,
                                                       .seat = hand->seat,
                                                       .part = adding.part,
                                                       .paid_for = bettor->fee ? hand : NULL,
                                                       .wager = bettor->wager,
                                                       .ineligible = !may});
    }
}

/* Seats of those who have the part of a hand. */
static uint32_t seats_of_hands(const struct group *group)
{
    uint32_t seats = 0;
    for (unsigned i = 0; i < group->hand_count; i++) {
        const struct floor_hand *hand = group->hands[i];
        if (has_share(&group->shares, KEY_LOSING_HAND) || has_share(&group->shares, KEY_PLAYER))
            seats |= hand->shared ? hand->holders ? hand->holders : hand->dealt & ~hand->winners
                                  : UINT32_C(1) << hand->seat;
        if (has_share(&group->shares, KEY_WINNING_HAND))
            seats |= hand->winners;
    }
    return seats;
}

/* The others whom `sharing/table` names. */
static void add_table(struct awarding *awarding, struct group *group, const struct floor_hand *hand,
                      unsigned part)
{
    const struct floor *floor = awarding->deciding->floor;
    const struct offer *offer = awarding->offering->offer;
    struct text whom = offer_text(offer, PATH_SHARING_TABLE);
    bool eligible = text_equal(whom, text_of("all eligible players"));
    bool room = text_equal(whom, text_of("fee payers at all tables"));
    struct adding adding = {
        .part = part, .persons = true, .counted = !eligible && !room, .others = ~seats_of_hands(group)};
    uint32_t bank =
        hand->bank ? UINT32_C(1) << hand->bank : (uint32_t)has_outside_bank(&floor->tables[hand->table], 0);
    uint32_t seats = text_equal(whom, text_of("the player-dealer"))   ? bank
                     : text_equal(whom, text_of("all others seated")) ? hand->seated
                     : text_equal(whom, text_of("active players"))
                         ? hand->dealt & (hand->active | ~hand->seated)
                     : room ? hand->paid
                            : hand->dealt;
    if (!offer_says(offer, PATH_SHARING_WINNER_IN_THE_SHARE, "yes"))
        seats &= ~seats_of_hands(group);
    winner_add_seats(awarding, hand, seats, adding);
    if (eligible)
        winner_add_behind(awarding, hand, adding, false);
    for (uint32_t i = 0; i < hand->payer_count && room; i++) {
        const struct hand_payer *payer = &hand->payers[i];
        struct person_facts person = identity_of(floor, payer->patron);
        judge_as_dealt(hand->players, hand->player_count, payer->patron, &person);
        const struct table_offer *at = table_offer_of_hand(floor, hand, payer->table);
        if (at && eligibility_judge_winner(&at->eligibility, &person).allowed &&
            !winner_has_part(awarding, payer->patron, part))
            (void)winner_add(awarding, (struct winner){.patron = payer->patron,
                                                       .table = payer->table,
                                                       .seat = payer->seat,
                                                       .part = part});
    }
}

/* Who hold a hand that lost, or a player's. */
static void add_hand_holders(struct awarding *awarding, const struct floor_hand *hand, unsigned part)
{
    const struct offer *offer = awarding->offering->offer;
    struct adding adding = {.part = part, .persons = hand->shared, .counted = true};
    if (hand->shared)
        winner_add_seats(awarding, hand, hand->holders ? hand->holders : hand->dealt & ~hand->winners,
                         adding);
    else if (offer_says(offer, PATH_SHARING_BY_WAGER, "yes"))
        add_bettors(awarding, hand, adding);
    else
        winner_add_own(awarding, hand, adding);
}

static void add_share(struct awarding *awarding, struct group *group, unsigned part)
{
    struct text name = group->shares.names[part];
    unsigned own = group->of_hand[part], first = own < group->hand_count ? own : 0;
    const struct floor_hand *hand = group->hands[first];
    bool eligible = offer_says(awarding->offering->offer, PATH_SHARING_TABLE, "all eligible players");
    if (text_equal(name, text_of(KEY_WINNING_HAND)))
        winner_add_seats(awarding, hand, seats_that_won(group),
                         (struct adding){.part = part, .counted = true, .persons = true});
    else if (text_equal(name, text_of(KEY_TABLE)) || (text_equal(name, text_of(KEY_EACH_WINNER)) && eligible))
        add_table(awarding, group, hand, part);
    else
        for (unsigned i = first; i < (own < group->hand_count ? own + 1 : group->hand_count); i++)
            add_hand_holders(awarding, group->hands[i], part);
}

/* Fills in persons and wagers of the shares; false after a refusal. */
static bool count_persons(struct awarding *awarding, struct group *group)
{
    bool by_wager = offer_says(awarding->offering->offer, PATH_SHARING_BY_WAGER, "yes") &&
                    !awarding->deciding->floor->tables[group->hands[0]->table].described->free_play;
    awarding->winner_count = 0;
    for (unsigned part = 0; part < group->shares.count; part++) {
        struct structure_share *share = &group->shares.shares[part];
        unsigned number = 0;
        bool all = true;
        add_share(awarding, group, part);
        for (unsigned i = 0; i < awarding->winner_count; i++) {
            const struct winner *winner = &awarding->winners[i];
            if (winner->part != part)
                continue;
            if (winner->vacant) {
                share->vacant++;
                continue;
            }
            all &= winner->wager > 0;
            if (winner->ineligible) {
                share->ineligible++;
                share->ineligible_wagers += winner->wager;
                continue;
            }
            if (number < FUNDS_BETTORS_MAX)
                share->wagers[number] = winner->wager;
            number++;
        }
        share->persons = number;
        bool shared =
            by_wager && share_is_of_hand(group->shares.names[part]) && number + share->ineligible > 1 &&
            group->hand_count == 1 + (group->of_hand[part] < group->hand_count) * (group->hand_count - 1);
        if (shared && !all) {
            (void)REFUSE(
                awarding->deciding, rule_hand,
                "the bettors share the prize by their wagers; verify the hand with the wager of the seat");
            return false;
        }
        for (unsigned i = 0; i < FUNDS_BETTORS_MAX && !shared; i++)
            share->wagers[i] = 0;
        if (!shared)
            share->ineligible_wagers = 0;
    }
    return true;
}

/* Where a free player can win the whole prize, what would be the house dealer's and of empty seats comes to the hand. */
static void give_whole_prize(const struct awarding *awarding, struct group *group)
{
    const struct floor *floor = awarding->deciding->floor;
    const struct node *wins = node_path(awarding->offering->offer->rulebook->data, PATH_FREE_PLAY_WINS);
    struct structure_share *own = NULL;
    for (unsigned i = 0; i < group->shares.count && !own; i++)
        if (text_equal(group->shares.names[i], text_of(KEY_LOSING_HAND)))
            own = &group->shares.shares[i];
    if (!own || own->persons == 0 || !floor->tables[group->hands[0]->table].described->free_play || !wins ||
        !text_equal(wins->scalar, text_of("the whole prize")))
        return;
    for (unsigned i = 0; i < group->shares.count; i++) {
        struct structure_share *share = &group->shares.shares[i];
        share->vacant = 0;
        if (share != own && share->persons + share->ineligible == 0) {
            own->percent += share->percent;
            share->percent = 0;
        }
    }
}

/* What each person of each share is awarded; false after a refusal. */
static bool list_shares(struct awarding *awarding, const struct award_shares *shares)
{
    unsigned seen[TERMS_PARTS_MAX] = {0};
    for (unsigned i = 0; i < awarding->winner_count; i++) {
        const struct winner *winner = &awarding->winners[i];
        const struct structure_share *share = &shares->shares[winner->part];
        if (winner->ineligible || winner->vacant)
            continue;
        unsigned order = seen[winner->part]++;
        int64_t cents =
            share->wagers[0] && order < FUNDS_BETTORS_MAX ? share->awards[order] : share->each_cents;
        if (cents == 0)
            continue;
        struct prize_row *row = awarding_next_prize(awarding, winner);
        if (!row || (shares->pool && !awarding_of_pool(awarding, shares->pool, cents))) {
            (void)REFUSE(awarding->deciding, rule_hand, "at most %d prizes are awarded at once", PRIZES_MAX);
            return false;
        }
        row->share = shares->names[winner->part];
        row->cents = cents;
        row->posted = !shares->pool && shares->cents > cents ? shares->cents : 0;
        row->clause = share->clause;
    }
    return true;
}

/* Drafts the prize of a group and lists what each has of it; false after a refusal. */
bool group_settle(struct awarding *awarding, struct group *group)
{
    struct deciding *deciding = awarding->deciding;
    const struct offering *offering = awarding->offering;
    bool by_wager = offer_says(offering->offer, PATH_SHARING_BY_WAGER, "yes");
    struct fault fault;
    unsigned multiple = 1; /* it is that of the round, though it may be told of one hand alone */
    for (unsigned i = 0; i < group->hand_count; i++)
        multiple = group->hands[i]->multiple > multiple ? group->hands[i]->multiple : multiple;
    if (!keep_highest(awarding, group))
        return false;
    for (unsigned i = 0; i < TERMS_PARTS_MAX; i++)
        group->of_hand[i] = group->hand_count;
    if (has_share(&group->shares, KEY_PLAYER) && offering->terms.shared_prize == SHARED_SPLIT_EVENLY) {
        if (hands_differ(group, by_wager) && !split_by_hands(awarding, group)) {
            (void)REFUSE(deciding, rule_hand, "too many hands share one prize in different ways");
            return false;
        }
        award_split_between(&group->shares, group->hand_count);
    }
    if (!count_persons(awarding, group) || !check_crowd(awarding))
        return false;
    give_whole_prize(awarding, group);
    if (awarding->taken && group->shares.pool)
        group->shares.taken = &awarding->taken[group->shares.pool - offering->terms.pools];
    if (award_shares(&deciding->decision->draft, &offering->funds, &group->shares, multiple, &fault) !=
        STATUS_OK) {
        (void)REFUSE(deciding, rule_money, "%s", fault.words);
        return false;
    }
    if (!awarding->pool)
        awarding->pool = group->shares.pool;
    return list_shares(awarding, &group->shares);
}
