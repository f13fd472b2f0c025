#include "house/floor_internal.h"

#include "base/check.h"
#include "house/award.h"

enum { WINNERS_MAX = 512 };

/* Somebody who wins: for which hit or share. */
struct winner {
    uint32_t patron, table, seat;
    unsigned part;   /* of the hits or shares */
    int64_t wager;   /* where bettors share by wagers */
    bool dealer;     /* with a fee on the player-dealer's hand */
    bool envy;
    bool ineligible; /* counts, but what falls to this person stays in the fund */
};

/* An award under decision. */
struct awarding {
    struct deciding *deciding;
    const struct offering *offering;
    uint32_t offer;
    const struct table *table;
    const struct table_offer *at;
    const struct floor_hand *hands[AWARD_HITS_MAX]; /* that win, of one round or one period */
    unsigned hand_count;
    unsigned winner_count;
    struct winner winners[WINNERS_MAX];
};

/* ------------------------------------------------------------------------------------------ who wins */

struct text paying_text(const struct offer *offer, const struct game_name *game, const char *key)
{
    char path[PATH_ROOM];
    struct text_out out;
    const struct node *by_game = node_path(offer->rulebook->data, "paying/by game");
    for (const struct node *member = by_game ? by_game->first_child : NULL; member; member = member->next) {
        struct game_name name;
        const struct node *value = node_member(member, key);
        if (value && value->kind == NODE_SCALAR && game_name_read(member->key, &name, NULL) == STATUS_OK &&
            (game_name_includes(&name, game) || (name.group == GAME_NAMED && name.game == game->game)))
            return value->scalar;
    }
    text_out_init(&out, path, sizeof path);
    text_out_add(&out, "paying/%s", key);
    return offer_text(offer, path);
}

static bool add_winner(struct awarding *awarding, struct winner winner)
{
    if (awarding->winner_count == WINNERS_MAX)
        return false;
    awarding->winners[awarding->winner_count++] = winner;
    return true;
}

static unsigned winners_of(const struct awarding *awarding, unsigned part, bool dealer, bool envy)
{
    unsigned count = 0;
    for (unsigned i = 0; i < awarding->winner_count; i++) {
        const struct winner *winner = &awarding->winners[i];
        count += winner->part == part && winner->dealer == dealer && winner->envy == envy;
    }
    return count;
}

/* May who sits at the seat win beside the holder of the hand? */
static bool seat_may_win(const struct awarding *awarding, const struct floor_hand *hand, unsigned seat)
{
    const struct floor *floor = awarding->deciding->floor;
    struct person_facts person = facts_of(floor, awarding->table, awarding->table->seats[seat].patron);
    struct round_facts round = round_facts_of(floor, hand);
    round.pot_cents = INT64_MAX; /* the holder of the hand was judged by the pot and by how the hand was played */
    person.player_dealer = seat == hand->bank;
    person.fee = hand->paid >> seat & 1;
    person.outcome = (enum hand_outcome)hand->outcome;
    return eligibility_judge(&awarding->at->eligibility, &person, &round).allowed;
}

/* Seats beside the hand's. `counted`: who may not win counts, and the part stays in the fund. */
static void add_seats(struct awarding *awarding, const struct floor_hand *hand, uint32_t seats, unsigned part,
                      bool counted)
{
    for (unsigned seat = 1; seat <= FLOOR_SEATS_MAX; seat++) {
        bool may = seat_may_win(awarding, hand, seat);
        if ((seats >> seat & 1) && (may || counted))
            (void)add_winner(awarding, (struct winner){.patron = awarding->table->seats[seat].patron,
                                                       .table = hand->table,
                                                       .seat = seat,
                                                       .part = part,
                                                       .ineligible = !may});
    }
}

static struct winner holder_of(const struct floor_hand *hand, unsigned part)
{
    return (struct winner){.patron = hand->patron,
                           .table = hand->table,
                           .seat = hand->seat,
                           .part = part,
                           .wager = hand->wager};
}

/* Those who paid a fee on the player-dealer's hand share what it wins; on a player's hand, its own bettors. */
static void add_holders(struct awarding *awarding, const struct floor_hand *hand, unsigned part)
{
    const struct offer *offer = awarding->offering->offer;
    struct text to = paying_text(offer, &awarding->table->described->game, "goes to");
    uint32_t dealt = player_seats(awarding->table, hand->dealt);
    if (text_equal(to, text_of("the pot")))
        (void)add_winner(awarding, (struct winner){.patron = NAMES_NONE, .table = hand->table, .part = part});
    else if (text_equal(to, text_of("every eligible player at the table")))
        add_seats(awarding, hand, dealt, part, false);
    else if (text_equal(to, text_of("everyone dealt in")) ||
             text_equal(to, text_of("players still in the hand")))
        add_seats(awarding, hand, hand->dealt, part, false);
    else if (text_equal(to, text_of("fee payers on the hand")) && hand->on_player_dealer) {
        unsigned before = awarding->winner_count;
        add_seats(awarding, hand, hand->paid, part, false);
        for (unsigned i = before; i < awarding->winner_count; i++)
            awarding->winners[i].dealer = true;
    } else
        (void)add_winner(awarding, holder_of(hand, part));
}

/* Every other fee payer at the table. */
static void add_envied(struct awarding *awarding, const struct floor_hand *hand, unsigned part)
{
    unsigned before = awarding->winner_count;
    add_seats(awarding, hand, hand->paid & ~(UINT32_C(1) << hand->seat), part, false);
    for (unsigned i = before; i < awarding->winner_count; i++)
        awarding->winners[i].envy = true;
}

/* ------------------------------------------------------------------------------------------ prizes */

static struct prize_row *new_rows(struct awarding *awarding, size_t count)
{
    return ARENA_ARRAY(&awarding->deciding->decision->arena, struct prize_row, count);
}

static void fill_row(const struct awarding *awarding, const struct winner *winner, struct prize_row *row)
{
    const struct floor *floor = awarding->deciding->floor;
    row->patron = floor_patron_name(floor, winner->patron);
    row->table = winner->table < floor->table_count ? floor->tables[winner->table].described->name : text_of("");
    row->seat = winner->seat;
}

/* The event of the award, but for its prizes and money. */
static struct event *award_event(struct awarding *awarding, struct text verified_by, struct text clause)
{
    const struct floor *floor = awarding->deciding->floor;
    struct event *event = happens(awarding->deciding, EVENT_AWARDED);
    const struct floor_hand *first = awarding->hand_count ? awarding->hands[0] : NULL;
    if (!event)
        return NULL;
    event->awarded.award = (uint32_t)floor->award_count + 1;
    event->awarded.offer = awarding->offer;
    event->awarded.table = awarding->table ? awarding->table->described->name : text_of("");
    event->awarded.round = first ? first->round : awarding->table ? awarding->table->round.number : 0;
    event->awarded.verified_by = verified_by;
    event->awarded.authorised_by = event->head.by;
    event->awarded.clause = clause;
    event->awarded.hand = first ? (uint32_t)(first - floor->hands) + 1 : 0;
    return event;
}

static void say_pool(const struct awarding *awarding, struct event *event, const struct pool_terms *pool)
{
    if (!pool)
        return;
    event->awarded.pool = pool->name;
    event->awarded.meter = awarding->deciding->floor->ledger.accounts[pool->account].balance;
}

/* ------------------------------------------------------------------------------------------ hits */

/* The hits of the hands: those of one row are one. */
struct hit_list {
    unsigned count;
    struct award_hit hits[AWARD_HITS_MAX];
    const struct rulebook_row *rows[AWARD_HITS_MAX];
};

static enum status add_hit(struct awarding *awarding, struct hit_list *list, const struct prize *prize,
                           const struct rulebook_row *row, unsigned *part)
{
    for (*part = 0; *part < list->count; ++*part)
        if (row && list->rows[*part] == row)
            return STATUS_OK;
    if (list->count == AWARD_HITS_MAX) {
        (void)REFUSE(awarding->deciding, rule_hand, "at most %d rows are settled at once", AWARD_HITS_MAX);
        return STATUS_OK;
    }
    list->rows[list->count] = row;
    list->hits[list->count++] = (struct award_hit){.prize = *prize};
    return STATUS_OK;
}

/* The further prize of others at the table, where the document has one. */
static enum status add_table_share(struct awarding *awarding, struct hit_list *list)
{
    const struct offer *offer = awarding->offering->offer;
    const struct floor_hand *hand = awarding->hands[0];
    struct prize prize;
    unsigned part;
    if (!node_path(offer->rulebook->data, "paying/prizes/table share"))
        return STATUS_OK;
    if (award_prize_named(offer, text_of("table share"), &prize, NULL) != STATUS_OK)
        return STATUS_OK;
    enum status status = add_hit(awarding, list, &prize, NULL, &part);
    bool winner = text_equal(offer_text(offer, "sharing/winner in the share"), text_of("yes"));
    add_seats(awarding, hand, winner ? hand->dealt : hand->dealt & ~(UINT32_C(1) << hand->seat), part, false);
    return status;
}

/* What each winner of each hit is awarded, as rows of prizes; things too. */
static enum status rows_of_hits(struct awarding *awarding, const struct hit_list *list, struct event *event)
{
    const struct offer *offer = awarding->offering->offer;
    bool one_for_all = text_equal(offer_text(offer, "paying/things"), text_of("one for all"));
    size_t room = (size_t)awarding->winner_count * (1 + AWARD_PARTS_MAX);
    struct prize_row *rows = new_rows(awarding, room);
    uint32_t count = 0;
    if (!rows)
        return awarding->deciding->decision->arena.refusal;
    for (unsigned i = 0; i < awarding->winner_count; i++) {
        const struct winner *winner = &awarding->winners[i];
        const struct award_hit *hit = &list->hits[winner->part];
        struct prize_row row = {.share = winner->envy ? text_of("envy") : hit->prize.name,
                                .clause = winner->envy ? awarding->offering->terms.envy_clause : hit->prize.clause};
        fill_row(awarding, winner, &row);
        row.cents = winner->envy     ? hit->envied_each_cents
                    : winner->dealer ? hit->dealer_each_cents
                                     : hit->each_cents;
        if (row.cents > 0)
            rows[count++] = row;
        row.cents = 0;
        for (unsigned part = 0; part < hit->prize.part_count && !winner->envy; part++) {
            const struct prize_part *thing = &hit->prize.parts[part];
            if (thing->kind != PRIZE_THING || (one_for_all && i > 0))
                continue;
            row.thing = thing->name;
            row.things = (uint32_t)thing->count;
            rows[count++] = row;
        }
    }
    uint32_t number = (uint32_t)awarding->deciding->floor->prize_count;
    for (uint32_t i = 0; i < count; i++)
        rows[i].prize = ++number;
    event->awarded.prizes = rows;
    event->awarded.prize_count = count;
    return STATUS_OK;
}

static const struct pool_terms *pool_of_hits(const struct awarding *awarding, const struct hit_list *list)
{
    for (unsigned i = 0; i < list->count; i++)
        for (unsigned part = 0; part < list->hits[i].prize.part_count; part++)
            if (list->hits[i].prize.parts[part].kind == PRIZE_POOL)
                return terms_pool(&awarding->offering->terms, list->hits[i].prize.parts[part].name);
    return NULL;
}

/* Drafts the hits and fills in the event. */
static enum status settle_hits(struct awarding *awarding, struct hit_list *list, unsigned multiple,
                               struct event *event)
{
    struct deciding *deciding = awarding->deciding;
    const struct funds *funds = &awarding->offering->funds;
    struct fault fault;
    bool money = false;
    for (unsigned i = 0; i < list->count; i++) {
        struct award_hit *hit = &list->hits[i];
        hit->holders = winners_of(awarding, i, false, false);
        hit->dealer_holders = winners_of(awarding, i, true, false);
        hit->envied = winners_of(awarding, i, false, true);
        money |= prize_has_money(&hit->prize);
        if (hit->holders + hit->dealer_holders == 0)
            return REFUSE(deciding, awarding->at->eligibility.document, "nobody at the table may win it");
    }
    struct draft *draft = draft_for(deciding, awarding->offer);
    if (money && award_round(draft, funds, list->hits, list->count, multiple, &fault) != STATUS_OK)
        return REFUSE(deciding, rule_money, "%s", fault.words);
    say_pool(awarding, event, pool_of_hits(awarding, list));
    funds_repay(draft, funds);
    enum status status = rows_of_hits(awarding, list, event);
    return status == STATUS_OK ? take_money(deciding, &event->awarded.money) : status;
}

static enum status award_hands(struct awarding *awarding)
{
    struct deciding *deciding = awarding->deciding;
    const struct offer *offer = awarding->offering->offer;
    struct hit_list *list = ARENA_NEW(&deciding->decision->arena, struct hit_list);
    unsigned multiple = 1;
    if (!list)
        return deciding->decision->arena.refusal;
    for (unsigned i = 0; i < awarding->hand_count; i++) {
        const struct floor_hand *hand = awarding->hands[i];
        struct prize prize;
        struct fault fault;
        unsigned part;
        if (award_prize_of_row(offer, hand->row, &prize, &fault) != STATUS_OK)
            return REFUSE(deciding, rule_document, "%s", fault.words);
        enum status status = add_hit(awarding, list, &prize, hand->row, &part);
        if (status != STATUS_OK || !deciding->decision->ruling.allowed)
            return status;
        add_holders(awarding, hand, part);
        if (prize.envy_cents > 0)
            add_envied(awarding, hand, part);
        if (hand->multiple > multiple)
            multiple = hand->multiple;
    }
    enum status status = add_table_share(awarding, list);
    struct event *event =
        award_event(awarding, awarding->hands[0]->verified_by, awarding->hands[0]->row->node->origin.clause);
    return status == STATUS_OK && event ? settle_hits(awarding, list, multiple, event) : STATUS_NO_SPACE;
}

/* ------------------------------------------------------------------------------------------ shares */

static bool person_may_win(const struct floor *floor, const struct table *table, unsigned at, unsigned seat)
{
    struct person_facts person = facts_of(floor, table, table->seats[seat].patron);
    return eligibility_judge_person(&table->offers[at].eligibility, &person).allowed;
}

/* The others whom `sharing/table` names. */
static void add_table(struct awarding *awarding, const struct floor_hand *hand, uint32_t hands_seats,
                      unsigned part)
{
    const struct floor *floor = awarding->deciding->floor;
    const struct offer *offer = awarding->offering->offer;
    struct text whom = offer_text(offer, "sharing/table");
    struct text lost = offer_text(offer, "sharing/ineligible part");
    bool winner = text_equal(offer_text(offer, "sharing/winner in the share"), text_of("yes"));
    bool counted = text_equal(lost, text_of("stays in the fund"));
    uint32_t seats = hand->dealt;
    if (text_equal(whom, text_of("the player-dealer"))) {
        (void)add_winner(awarding, (struct winner){.patron = hand->bank ? awarding->table->seats[hand->bank].patron
                                                                        : NAMES_NONE,
                                                   .table = hand->table,
                                                   .seat = hand->bank,
                                                   .part = part});
        return;
    }
    if (text_equal(whom, text_of("all others seated"))) {
        seats = 0;
        for (unsigned seat = 1; seat <= FLOOR_SEATS_MAX; seat++)
            seats |= (uint32_t)awarding->table->seats[seat].taken << seat;
    }
    if (text_equal(whom, text_of("fee payers at all tables")))
        seats = hand->paid;
    add_seats(awarding, hand, winner ? seats : seats & ~hands_seats, part, counted);
    for (unsigned i = 0; i < floor->table_count && text_equal(whom, text_of("fee payers at all tables")); i++) {
        const struct table *table = &floor->tables[i];
        for (unsigned k = 0; k < table->offer_count && table != awarding->table && table->round.runs; k++)
            for (unsigned seat = 1; seat <= FLOOR_SEATS_MAX && table->offers[k].offer == awarding->offer; seat++)
                if ((table->round.paid[k] >> seat & 1) && person_may_win(floor, table, k, seat))
                    (void)add_winner(awarding, (struct winner){.patron = table->seats[seat].patron,
                                                               .table = i,
                                                               .seat = seat,
                                                               .part = part});
    }
}

/* All who bet on the hand, with their wagers. */
static void add_bettors(struct awarding *awarding, const struct floor_hand *hand, unsigned part)
{
    const struct round *round = &awarding->table->round;
    (void)add_winner(awarding, holder_of(hand, part));
    for (uint32_t i = 0; i < round->backline_count && round->number == hand->round; i++)
        if (round->backline[i].seat == hand->seat && round->backline[i].wager > 0)
            (void)add_winner(awarding,
                             (struct winner){.patron = names_find(&awarding->deciding->floor->patron_names,
                                                                  round->backline[i].patron),
                                             .table = hand->table,
                                             .seat = hand->seat,
                                             .part = part,
                                             .wager = round->backline[i].wager});
}

static void add_share(struct awarding *awarding, struct text name, uint32_t hands_seats, unsigned part)
{
    const struct floor_hand *first = awarding->hands[0];
    bool by_wager = text_equal(offer_text(awarding->offering->offer, "sharing/by wager"), text_of("yes"));
    if (text_equal(name, text_of("winning hand")))
        add_seats(awarding, first, first->winners, part, true);
    else if (text_equal(name, text_of("table")))
        add_table(awarding, first, hands_seats, part);
    else
        for (unsigned i = 0; i < awarding->hand_count; i++) {
            if (by_wager && awarding->hand_count == 1)
                add_bettors(awarding, first, part);
            else
                (void)add_winner(awarding, holder_of(awarding->hands[i], part));
        }
}

/* Of several qualifying hands the highest win, unless all do. */
static void keep_highest(struct awarding *awarding)
{
    int64_t best = 0;
    unsigned kept = 0;
    if (text_equal(offer_text(awarding->offering->offer, "sharing/several hands"), text_of("all")))
        return;
    for (unsigned i = 0; i < awarding->hand_count; i++)
        best = awarding->hands[i]->score > best ? awarding->hands[i]->score : best;
    for (unsigned i = 0; i < awarding->hand_count; i++)
        if (awarding->hands[i]->score == best)
            awarding->hands[kept++] = awarding->hands[i];
    awarding->hand_count = kept;
}

/* Fills in persons and wagers of the shares. */
static void count_persons(struct awarding *awarding, struct award_shares *shares)
{
    uint32_t seats = awarding->hands[0]->winners;
    for (unsigned i = 0; i < awarding->hand_count; i++)
        seats |= UINT32_C(1) << awarding->hands[i]->seat;
    for (unsigned part = 0; part < shares->count; part++) {
        struct structure_share *share = &shares->shares[part];
        add_share(awarding, shares->names[part], seats, part);
        share->persons = winners_of(awarding, part, false, false);
        unsigned wagers = 0;
        bool all = true;
        for (unsigned i = 0; i < awarding->winner_count; i++)
            if (awarding->winners[i].part == part && wagers < FUNDS_BETTORS_MAX) {
                share->wagers[wagers++] = awarding->winners[i].wager;
                all &= awarding->winners[i].wager > 0;
            }
        bool by_wager = text_equal(offer_text(awarding->offering->offer, "sharing/by wager"), text_of("yes"));
        for (unsigned i = 0; i < FUNDS_BETTORS_MAX && !(by_wager && all && share->persons > 1); i++)
            share->wagers[i] = 0;
    }
}

/* What each person of each share is awarded; what falls to one who may not win goes to the fund. */
static enum status rows_of_shares(struct awarding *awarding, const struct award_shares *shares,
                                  struct event *event)
{
    struct prize_row *rows = new_rows(awarding, awarding->winner_count);
    const struct node *lost = node_path(awarding->offering->offer->rulebook->data, "sharing/ineligible part");
    struct draft *draft = &awarding->deciding->decision->draft;
    uint32_t count = 0, number = (uint32_t)awarding->deciding->floor->prize_count;
    unsigned seen[TERMS_PARTS_MAX] = {0};
    if (!rows)
        return awarding->deciding->decision->arena.refusal;
    for (unsigned i = 0; i < awarding->winner_count; i++) {
        const struct winner *winner = &awarding->winners[i];
        const struct structure_share *share = &shares->shares[winner->part];
        unsigned order = seen[winner->part]++;
        int64_t cents =
            share->wagers[0] && order < FUNDS_BETTORS_MAX ? share->awards[order] : share->each_cents;
        if (cents == 0)
            continue;
        if (winner->ineligible) {
            funds_lapse(draft, &awarding->offering->funds, cents, lost ? lost->origin.clause : share->clause);
            continue;
        }
        rows[count] = (struct prize_row){.prize = ++number,
                                         .share = shares->names[winner->part],
                                         .cents = cents,
                                         .clause = share->clause};
        fill_row(awarding, winner, &rows[count++]);
    }
    event->awarded.prizes = rows;
    event->awarded.prize_count = count;
    return STATUS_OK;
}

static enum status award_by_structure(struct awarding *awarding)
{
    struct deciding *deciding = awarding->deciding;
    const struct offering *offering = awarding->offering;
    struct award_shares *shares = ARENA_NEW(&deciding->decision->arena, struct award_shares);
    struct prize prize;
    struct fault fault;
    if (!shares)
        return deciding->decision->arena.refusal;
    keep_highest(awarding);
    const struct floor_hand *hand = awarding->hands[0];
    bool has_prize = award_prize_of_row(offering->offer, hand->row, &prize, NULL) == STATUS_OK;
    if (award_shares_of(offering->offer, &offering->terms, has_prize ? &prize : NULL,
                        (enum hand_outcome)hand->outcome, shares, &fault) != STATUS_OK)
        return REFUSE(deciding, rule_document, "%s", fault.words);
    count_persons(awarding, shares);
    struct event *event = award_event(awarding, hand->verified_by, hand->row->node->origin.clause);
    if (!event)
        return STATUS_NO_SPACE;
    say_pool(awarding, event, shares->pool);
    struct draft *draft = draft_for(deciding, awarding->offer);
    if (award_shares(draft, &offering->funds, shares, hand->multiple ? hand->multiple : 1, &fault) != STATUS_OK)
        return REFUSE(deciding, rule_money, "%s", fault.words);
    enum status status = rows_of_shares(awarding, shares, event);
    if (status != STATUS_OK)
        return status;
    funds_repay(draft, &offering->funds);
    return take_money(deciding, &event->awarded.money);
}

/* ------------------------------------------------------------------------------------------ authorise */

/* All verified hands of the round; false after a refusal. */
static bool gather_hands(struct awarding *awarding, const struct floor_hand *asked)
{
    struct deciding *deciding = awarding->deciding;
    const struct floor *floor = deciding->floor;
    struct text by = deciding->command->head.by;
    awarding->hands[awarding->hand_count++] = asked;
    for (unsigned i = 0; i < floor->hand_count; i++) {
        const struct floor_hand *hand = &floor->hands[i];
        if (hand->offer != asked->offer || hand->table != asked->table || hand->round != asked->round)
            continue;
        if (hand->state == HAND_CLAIMED) {
            (void)REFUSE(deciding, rule_hand, "hand %u of the same round has not been verified or rejected",
                         i + 1);
            return false;
        }
        if (hand->state != HAND_VERIFIED)
            continue;
        if (text_equal(hand->verified_by, by)) {
            (void)REFUSE(deciding, rule_two_persons, "%.*s has verified hand %u; a second person authorises it",
                         TEXT_ARGUMENTS(by), i + 1);
            return false;
        }
        if (asked->row && !hand->row) { /* verified for a board that the offer posted anew has not */
            (void)REFUSE(deciding, rule_hand, "hand %u wins no row of a chart; reject it first", i + 1);
            return false;
        }
        if (hand->patron < floor->patron_count && floor->patrons[hand->patron].excluded) {
            (void)REFUSE(deciding, rule_exclusion, "the holder of hand %u is on the exclusion list", i + 1);
            return false;
        }
        if (hand != asked && awarding->hand_count < AWARD_HITS_MAX)
            awarding->hands[awarding->hand_count++] = hand;
    }
    return true;
}

/* Whether the hand stands for a prize at the end of a period. A hand that wins points or tickets has them at once. */
static bool goes_on_board(const struct offering *offering, const struct floor_hand *hand)
{
    struct prize prize;
    if (!offer_node(offering->offer, "board"))
        return false;
    return !hand->row || (award_prize_of_row(offering->offer, hand->row, &prize, NULL) == STATUS_OK &&
                          prize_has_money(&prize));
}

enum status decide_authorise(struct deciding *deciding)
{
    const struct floor *floor = deciding->floor;
    uint32_t number = deciding->command->about_hand.hand;
    struct text by = deciding->command->head.by;
    if (number == 0 || number > floor->hand_count || floor->hands[number - 1].state != HAND_VERIFIED)
        return REFUSE(deciding, rule_hand, "hand %u does not wait to be authorised", number);
    const struct floor_hand *hand = &floor->hands[number - 1];
    struct awarding *awarding = ARENA_NEW(&deciding->decision->arena, struct awarding);
    if (!awarding)
        return deciding->decision->arena.refusal;
    awarding->deciding = deciding;
    awarding->offer = hand->offer;
    awarding->offering = &floor->offerings[hand->offer];
    awarding->table = &floor->tables[hand->table];
    awarding->at = table_offer_of(awarding->table, hand->offer);
    const struct offer *offer = awarding->offering->offer;
    const struct node *whom = node_path(offer->rulebook->data, "round/authorised by");
    if (!person_is(floor, by, offer_text(offer, "round/authorised by")))
        return REFUSE(deciding, kept_clause(deciding, whom ? whom->origin.clause : text_of("")),
                      "it is authorised by a %.*s", TEXT_ARGUMENTS(offer_text(offer, "round/authorised by")));
    if (!gather_hands(awarding, hand))
        return STATUS_OK;
    if (goes_on_board(awarding->offering, hand))
        return post_hand(deciding, number);
    if (!hand->row)
        return REFUSE(deciding, rule_hand, "hand %u wins no row of a chart", number);
    return offer_structure(offer) ? award_by_structure(awarding) : award_hands(awarding);
}

/* ------------------------------------------------------------------------------------------ prizes without a hand */

enum status decide_award_prize(struct deciding *deciding)
{
    const struct floor *floor = deciding->floor;
    const struct award_prize *command = &deciding->command->award_prize;
    uint32_t table, offer;
    struct fault fault;
    struct prize prize;
    unsigned part;
    if (!find_table(deciding, command->table, &table) || !find_offer(deciding, command->offer, &offer))
        return STATUS_OK;
    struct awarding *awarding = ARENA_NEW(&deciding->decision->arena, struct awarding);
    struct hit_list *list = ARENA_NEW(&deciding->decision->arena, struct hit_list);
    if (!awarding || !list)
        return deciding->decision->arena.refusal;
    *awarding = (struct awarding){.deciding = deciding,
                                  .offering = &floor->offerings[offer],
                                  .offer = offer,
                                  .table = &floor->tables[table],
                                  .at = table_offer_of(&floor->tables[table], offer)};
    const struct round *round = &awarding->table->round;
    if (!awarding->at || !awarding->at->listed || !awarding->offering->in_force)
        return REFUSE(deciding, rule_time, "it is not offered here now");
    if (!round->runs)
        return REFUSE(deciding, rule_round, "no round runs at %.*s", TEXT_ARGUMENTS(command->table));
    if (text_equal(command->verified_by, command->head.by) || !person_may(floor, command->verified_by, "verify"))
        return REFUSE(deciding, rule_two_persons, "another person, who may verify, must have seen to it");
    struct text name = command->prize.length > 0 ? command->prize : text_of("prize");
    if (award_prize_named(awarding->offering->offer, name, &prize, &fault) != STATUS_OK)
        return REFUSE(deciding, rule_document, "%s", fault.words);
    const struct floor_hand nobodys = {.table = table,
                                       .round = round->number,
                                       .offer = offer,
                                       .patron = NAMES_NONE,
                                       .dealt = command->seats ? command->seats & round->dealt : round->dealt,
                                       .tournament = round->tournament,
                                       .misdeal = round->misdeal,
                                       .wrong_deck = round->wrong_deck,
                                       .talk = round->talk,
                                       .bank = awarding->table->bank};
    struct person_facts person = facts_of(floor, awarding->table, NAMES_NONE);
    struct round_facts facts = round_facts_of(floor, &nobodys);
    struct ruling ruling = eligibility_judge(&awarding->at->eligibility, &person, &facts);
    if (!ruling.allowed)
        return refuse_by(deciding, ruling);
    enum status status = add_hit(awarding, list, &prize, NULL, &part);
    if (status == STATUS_OK && command->seats)
        add_seats(awarding, &nobodys, nobodys.dealt, part, false);
    else
        add_holders(awarding, &nobodys, part);
    struct event *event = status == STATUS_OK ? award_event(awarding, command->verified_by, prize.clause) : NULL;
    return event ? settle_hits(awarding, list, 1, event) : STATUS_NO_SPACE;
}

/* ------------------------------------------------------------------------------------------ the end of a period */

/* The best hands of the board, as many as are paid; equal ones count as one place. */
static void keep_best(struct awarding *awarding, const struct board *board)
{
    const struct floor *floor = awarding->deciding->floor;
    struct value value;
    int64_t places = 1, worst = 0;
    if (value_read(VALUE_COUNT, offer_text(awarding->offering->offer, "board/places"), &value, NULL) == STATUS_OK &&
        value.form == VALUE_IS_GIVEN)
        places = value.range.high;
    for (uint32_t i = 0; i < board->count; i++) {
        const struct floor_hand *hand = &floor->hands[board->hands[i]];
        int64_t better = 0;
        for (uint32_t k = 0; k < board->count; k++)
            better += floor->hands[board->hands[k]].score > hand->score;
        if (better < places && (worst == 0 || hand->score < worst))
            worst = hand->score;
    }
    for (uint32_t i = 0; i < board->count && awarding->hand_count < AWARD_HITS_MAX; i++)
        if (floor->hands[board->hands[i]].score >= worst)
            awarding->hands[awarding->hand_count++] = &floor->hands[board->hands[i]];
}

static enum status close_period(struct deciding *deciding, uint32_t offer, uint32_t hands)
{
    struct event *event = happens(deciding, EVENT_PERIOD_CLOSED);
    if (!event)
        return STATUS_NO_SPACE;
    event->period_closed.offer = offer;
    event->period_closed.hands = hands;
    return STATUS_OK;
}

enum status decide_period_end(struct deciding *deciding, uint32_t offer)
{
    const struct floor *floor = deciding->floor;
    const struct offering *offering = &floor->offerings[offer];
    struct awarding *awarding = ARENA_NEW(&deciding->decision->arena, struct awarding);
    struct hit_list *list = ARENA_NEW(&deciding->decision->arena, struct hit_list);
    struct text clause = text_of("");
    enum status status = STATUS_OK;
    if (!awarding || !list)
        return deciding->decision->arena.refusal;
    *awarding = (struct awarding){.deciding = deciding, .offering = offering, .offer = offer};
    keep_best(awarding, &offering->board);
    for (unsigned i = 0; i < awarding->hand_count && status == STATUS_OK; i++) {
        const struct floor_hand *hand = awarding->hands[i];
        struct prize prize;
        unsigned part;
        bool known = (hand->row ? award_prize_of_row(offering->offer, hand->row, &prize, NULL)
                                : award_prize_named(offering->offer, text_of("prize"), &prize, NULL)) == STATUS_OK;
        if (!known || (hand->patron < floor->patron_count && floor->patrons[hand->patron].excluded))
            continue;
        part = 0;
        clause = prize.clause;
        if (list->count == 0 || hand->row)
            status = add_hit(awarding, list, &prize, hand->row, &part);
        (void)add_winner(awarding, holder_of(hand, part));
    }
    if (list->count > 0 && status == STATUS_OK) {
        awarding->at = table_offer_of(&floor->tables[awarding->hands[0]->table], offer);
        struct event *event = award_event(awarding, awarding->hands[0]->verified_by, clause);
        if (!event)
            return STATUS_NO_SPACE;
        event->awarded.round = 0;
        event->awarded.authorised_by = awarding->hands[0]->authorised_by;
        status = settle_hits(awarding, list, 1, event);
    }
    return status == STATUS_OK ? close_period(deciding, offer, offering->board.count) : status;
}

/* ------------------------------------------------------------------------------------------ applying */

/* The hands that the award settles: the verified ones of its round, or those on the board. */
static void mark_hands(struct floor *floor, const struct awarded *awarded)
{
    for (unsigned i = 0; i < floor->hand_count && awarded->hand > 0; i++) {
        struct floor_hand *hand = &floor->hands[i];
        const struct floor_hand *first = &floor->hands[awarded->hand - 1];
        bool same = hand->offer == awarded->offer && hand->table == first->table && hand->round == first->round;
        if (awarded->round > 0 ? same && hand->state == HAND_VERIFIED
                               : hand->offer == awarded->offer && hand->state == HAND_POSTED)
            hand->state = HAND_AWARDED;
    }
}

static void count_win(struct floor *floor, const struct event *event)
{
    const struct awarded *awarded = &event->awarded;
    struct offering *offering = &floor->offerings[awarded->offer];
    const struct pool_terms *pool = terms_pool(&offering->terms, awarded->pool);
    int64_t won = 0;
    offering->hit_since_posted = true;
    if (!pool || awarded->pool.length == 0)
        return;
    for (uint32_t i = 0; i < awarded->money.posting_count; i++)
        if (awarded->money.postings[i].from == pool->account && awarded->money.postings[i].reason == REASON_AWARD)
            won += awarded->money.postings[i].cents;
    struct pool_meter *meter = &offering->meters[pool - offering->terms.pools];
    if (meter->kept == FLOOR_HITS_KEPT) {
        for (unsigned i = 1; i < FLOOR_HITS_KEPT; i++)
            meter->wins[i - 1] = meter->wins[i];
        meter->kept--;
    }
    meter->wins[meter->kept++] = (struct pool_win){event->head.at, won, awarded->award};
    meter->hits++;
    meter->won += won;
}

static void count_patron_win(struct floor *floor, uint32_t number)
{
    if (number >= floor->patron_count)
        return;
    struct patron *patron = &floor->patrons[number];
    if (!is_same_day(patron->last_win, floor->day))
        patron->wins_today = 0;
    patron->last_win = floor->day;
    patron->wins_today++;
    patron->wins++;
}

static enum status keep_prize(struct floor *floor, const struct event *event, const struct prize_row *row)
{
    const struct awarded *awarded = &event->awarded;
    const struct table *table = floor_table(floor, row->table);
    struct floor_prize prize = {.award = awarded->award - 1,
                                .offer = awarded->offer,
                                .table = table ? (uint32_t)(table - floor->tables) : FLOOR_TABLES_MAX,
                                .seat = row->seat,
                                .patron = names_find(&floor->patron_names, row->patron),
                                .things = row->things};
    enum status status = MAKE_ROOM(&floor->arena, floor->prizes, floor->prize_count, floor->prize_room);
    if (status == STATUS_OK)
        status = claim_open(&floor->offerings[awarded->offer].claims, row->cents, event->head.at, &prize.claim);
    if (status == STATUS_OK)
        status = arena_copy_text(&floor->arena, row->share, &prize.share);
    if (status == STATUS_OK)
        status = arena_copy_text(&floor->arena, row->clause, &prize.clause);
    if (status == STATUS_OK)
        status = arena_copy_text(&floor->arena, row->thing, &prize.thing);
    if (status == STATUS_OK)
        floor->prizes[floor->prize_count++] = prize;
    return status;
}

/* Postings and advances are kept, so that the award can be backed out. */
static enum status keep_money(struct floor *floor, const struct money_rows *money, struct floor_award *award)
{
    struct posting *postings = ARENA_ARRAY(&floor->arena, struct posting, money->posting_count);
    struct advance_row *advances = ARENA_ARRAY(&floor->arena, struct advance_row, money->advance_count);
    if (!postings || !advances)
        return floor->arena.refusal;
    for (uint32_t i = 0; i < money->posting_count; i++) {
        postings[i] = money->postings[i];
        postings[i].clause = text_of("");
    }
    for (uint32_t i = 0; i < money->advance_count; i++) {
        advances[i] = money->advances[i];
        advances[i].clause = text_of("");
    }
    award->postings = postings;
    award->posting_count = money->posting_count;
    award->advances = advances;
    award->advance_count = money->advance_count;
    return STATUS_OK;
}

enum status apply_awarded(struct floor *floor, const struct event *event, struct fault *fault)
{
    const struct awarded *awarded = &event->awarded;
    struct floor_award award = {.offer = awarded->offer,
                                .at = event->head.at,
                                .first_prize = (uint32_t)floor->prize_count,
                                .prize_count = awarded->prize_count};
    if (awarded->award != floor->award_count + 1 || awarded->offer >= floor->offering_count ||
        awarded->hand > floor->hand_count)
        return strange(fault, event, "its number, offer or hand");
    if (awarded->clause.length == 0 || awarded->verified_by.length == 0 || awarded->authorised_by.length == 0 ||
        text_equal(awarded->verified_by, awarded->authorised_by))
        return strange(fault, event, "no clause, or not two persons"); /* I6 */
    enum status status = MAKE_ROOM(&floor->arena, floor->awards, floor->award_count, floor->award_room);
    if (status == STATUS_OK)
        status = arena_copy_text(&floor->arena, awarded->verified_by, &award.verified_by);
    if (status == STATUS_OK)
        status = arena_copy_text(&floor->arena, awarded->authorised_by, &award.authorised_by);
    if (status == STATUS_OK)
        status = arena_copy_text(&floor->arena, awarded->clause, &award.clause);
    if (status == STATUS_OK)
        status = keep_money(floor, &awarded->money, &award);
    for (uint32_t i = 0; i < awarded->prize_count && status == STATUS_OK; i++) {
        const struct prize_row *row = &awarded->prizes[i];
        const struct patron *patron = row->patron.length ? floor_patron(floor, row->patron) : NULL;
        if (row->prize != floor->prize_count + 1 || (patron && patron->excluded))
            return strange(fault, event, "the number of a prize, or one to an excluded patron"); /* I7 */
        status = keep_prize(floor, event, row);
        count_patron_win(floor, names_find(&floor->patron_names, row->patron));
    }
    if (status != STATUS_OK)
        return fault_set(fault, status, 0, "there is no memory for the award");
    floor->awards[floor->award_count++] = award;
    mark_hands(floor, awarded);
    count_win(floor, event);
    return STATUS_OK;
}
