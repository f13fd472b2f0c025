/* Hands, the awards that they must get, and the later states of prizes. */
#include "auditor/model_internal.h"

#include "base/check.h"
#include "house/boards/boards_shapes.h"
#include "house/cage/cage_shapes.h"
#include "house/hands/hands_shapes.h"
#include "house/prizes/prizes_shapes.h"
#include "house/tables/tables_shapes.h"
#include "rulebook/vocabulary_paths.h"

enum { SECOND_MS = 1000, MINUTE_MS = 60 * SECOND_MS };

/* ------------------------------------------------------------------------------------------ hands */

/* Charts of several games may use the same row numbers. */
static const struct rulebook_row *row_of(const struct offer *offer, const struct game_name *game,
                                         struct text id)
{
    for (unsigned i = 0; i < offer->chart_count; i++)
        for (unsigned k = 0; k < offer->charts[i]->row_count; k++) {
            const struct rulebook_row *row = &offer->charts[i]->rows[k];
            if (text_equal(row->id, id) && rulebook_row_game(offer->charts[i], row, game) < row->games.count)
                return row;
        }
    return NULL;
}

void see_hand_claimed(struct auditor *auditor)
{
    const struct hand_claimed *claimed = EVENT_AS(auditor->event, hand_claimed);
    struct model_table *table = model_table(auditor, claimed->table);
    if (!table || !MODEL_ROOM(auditor, auditor->hands, auditor->hand_count, auditor->hand_room))
        return;
    MUST(auditor, claimed->hand == auditor->hand_count + 1, "its number");
    MUST(auditor, table->runs && claimed->round == table->round, "the round does not run");
    MUST(auditor, claimed->offer < auditor->offer_count, "there is no such offer");
    if (auditor->failed)
        return;
    struct model_offer then = auditor->offers[claimed->offer];
    bool changed;
    const struct offer *dealt_by = model_dealt_by(auditor, table, claimed->offer, &changed);
    MUST(auditor, dealt_by, "it was posted after the hand was dealt");
    if (auditor->failed)
        return;
    then.posted |= changed; /* also if withdrawn: it was posted when the round was dealt */
    then.offer = dealt_by;
    struct model_hand hand = {.state = MODEL_CLAIMED,
                              .claimed = auditor->now,
                              .dealt_by = dealt_by,
                              .table = (uint32_t)(table - auditor->tables),
                              .round = claimed->round,
                              .seat = claimed->seat,
                              .offer = claimed->offer,
                              .duties_before = table->duties_before,
                              .patron = model_keep(auditor, claimed->patron),
                              .claimed_by = model_keep(auditor, auditor->event->head.by),
                              .on_player_dealer = claimed->seat == table->bank,
                              .irregular = table->irregular == claimed->round};
    hand.decided = meters_decide(auditor, table, &hand);
    MUST(auditor, model_runs(auditor, &then, table, hand.decided) && model_is_at(&then, table),
         "it is not offered there then");
    auditor->hands[auditor->hand_count++] = hand;
}

/* The hand of the event, in one of two states; NULL after an objection. */
static struct model_hand *hand_numbered(struct auditor *auditor, uint32_t number, enum model_hand_state one,
                                        enum model_hand_state other)
{
    MUST(auditor, number > 0 && number <= auditor->hand_count, "there is no such hand");
    struct model_hand *hand = auditor->failed ? NULL : &auditor->hands[number - 1];
    MUST(auditor, hand && (hand->state == one || hand->state == other), "the hand cannot become that");
    return auditor->failed ? NULL : hand;
}

/* Rows are separated by " and ". */
static void take_rows(struct auditor *auditor, struct model_hand *hand, struct text ids)
{
    const struct text between = text_of(" and ");
    const struct offer *offer = hand->dealt_by;
    const struct game_name *game = &auditor->tables[hand->table].described->game;
    for (size_t at = 0; at < ids.length && hand->row_count < MODEL_ROWS_MAX;) {
        size_t end = at;
        while (end < ids.length && !text_starts_with(text_from(ids, end), between))
            end++;
        hand->rows[hand->row_count] = row_of(offer, game, text_slice(ids, at, end - at));
        MUST(auditor, hand->rows[hand->row_count], "there is no such row in the chart in force");
        hand->row_count++;
        at = end + between.length;
    }
}

bool model_period_end(const struct auditor *auditor, const struct offer *offer, struct instant decided,
                      struct instant *end)
{
    struct local_time local, first, last;
    struct schedule final;
    struct instant began;
    struct date day;
    if (local_time_of(decided, &auditor->zone, &local) != STATUS_OK)
        return false;
    if (offer_node(offer, PART_BOARD) && model_says(offer, PATH_BOARD_COMPARED, "points") &&
        schedule_read(offer_text(offer, PATH_WHEN_FINAL), &final, NULL) == STATUS_OK &&
        final.kind == SCHEDULE_MOMENTS)
        return schedule_next_moment(&final, &local, &last) &&
               zone_instant(&auditor->zone, &last, CALENDAR_USUAL, end) == STATUS_OK;
    if (schedule_is_always(&offer->hours))
        return business_date_of(decided, &auditor->zone, auditor->business, &day) == STATUS_OK &&
               business_day_bounds(day, &auditor->zone, auditor->business, &began, end) == STATUS_OK;
    return schedule_period(&offer->hours, &local, &first, &last) &&
           zone_instant(&auditor->zone, &last, CALENDAR_USUAL, end) == STATUS_OK;
}

static bool period_ends(const struct auditor *auditor, const struct model_hand *hand, struct instant *end)
{
    return model_period_end(auditor, hand->dealt_by, hand->decided, end);
}

bool model_period_is_over(const struct auditor *auditor, const struct model_hand *hand, struct instant by)
{
    struct instant end;
    return period_ends(auditor, hand, &end) && end.ms <= by.ms;
}

static bool is_over(const struct auditor *auditor, const struct model_hand *hand)
{
    return model_period_is_over(auditor, hand, auditor->now);
}

void see_hand_verified(struct auditor *auditor)
{
    const struct hand_verified *verified = EVENT_AS(auditor->event, hand_verified);
    struct model_hand *hand = hand_numbered(auditor, verified->hand, MODEL_CLAIMED, MODEL_CLAIMED);
    if (!hand)
        return;
    MUST(auditor,
         hand->again || !model_says(hand->dealt_by, PATH_BOARD_VERIFIED, "within the period") ||
             !offer_node(hand->dealt_by, PART_BOARD) || !is_over(auditor, hand),
         "the period of the hand is over");
    hand->state = MODEL_VERIFIED;
    hand->verified_by = model_keep(auditor, auditor->event->head.by);
    hand->multiple = verified->multiple;
    hand->brings_envy = verified->brings_envy;
    hand->score = verified->score;
    hand->outcome = verified->outcome;
    take_rows(auditor, hand, verified->row);
}

void see_hand_rejected(struct auditor *auditor)
{
    const struct hand_rejected *rejected = EVENT_AS(auditor->event, hand_rejected);
    if (board_takes_off(auditor, rejected->hand))
        return;
    struct model_hand *hand = hand_numbered(auditor, rejected->hand, MODEL_CLAIMED,
                                            rejected->points > 0 ? MODEL_AWARDED : MODEL_VERIFIED);
    if (!hand)
        return;
    if (rejected->points > 0)
        points_taken_back(auditor, hand);
    hand->state = MODEL_REJECTED;
}

void see_hand_withdrawn(struct auditor *auditor)
{
    struct model_hand *hand =
        hand_numbered(auditor, EVENT_AS(auditor->event, hand_rejected)->hand, MODEL_CLAIMED, MODEL_CLAIMED);
    if (!hand)
        return;
    MUST(auditor, text_equal(hand->claimed_by, auditor->event->head.by),
         "somebody else claimed it than took it back");
    hand->state = MODEL_REJECTED;
}

void see_hand_on_board(struct auditor *auditor)
{
    struct model_hand *hand =
        hand_numbered(auditor, EVENT_AS(auditor->event, hand_on_board)->hand, MODEL_VERIFIED, MODEL_BEATEN);
    if (!hand)
        return;
    if (hand->state == MODEL_BEATEN) {
        board_lists_again(auditor, hand);
        return;
    }
    MUST(auditor, !text_equal(hand->verified_by, auditor->event->head.by),
         "one person verified and authorised it");
    bool earns = points_earned(auditor, hand);
    hand->state = earns ? MODEL_AWARDED : MODEL_POSTED;
    board_beats(auditor, hand);
    auditor->offers[hand->offer].has_hands |= !earns;
    hand->authorised_by = model_keep(auditor, auditor->event->head.by);
}

/* Hands on the board that won nothing are settled with it. Points, if any, come after the hands. */
void see_period_closed(struct auditor *auditor)
{
    uint32_t number = EVENT_AS(auditor->event, period_closed)->offer;
    MUST(auditor, number < auditor->offer_count, "there is no such offer");
    if (auditor->failed)
        return;
    for (unsigned i = 0; i < auditor->hand_count; i++)
        if (auditor->hands[i].offer == number &&
            (auditor->hands[i].state == MODEL_POSTED || auditor->hands[i].state == MODEL_BEATEN))
            auditor->hands[i].state = MODEL_REJECTED;
    struct model_offer *offer = &auditor->offers[number];
    if (!offer->has_hands)
        points_close(auditor, offer);
    offer->has_hands = false;
}

/* ------------------------------------------------------------------------------------------ who wins */

static unsigned years_old(struct date born, struct date day)
{
    bool before = day.month < born.month || (day.month == born.month && day.day < born.day);
    return (unsigned)(day.year - born.year - before);
}

/* `employees` of the document. */
static bool employee_may(struct text said, uint8_t employee)
{
    enum { NONE, ON_DUTY, ON_STANDBY, IN_UNIFORM, OFF_DUTY };
    if (employee == NONE || text_equal(said, text_of("yes")))
        return true;
    if (employee == ON_DUTY || text_equal(said, text_of("no")))
        return false;
    if (employee == ON_STANDBY)
        return text_contains(said, text_of("or on standby"));
    return employee == OFF_DUTY || text_equal(said, text_of("off duty"));
}

/* Why the patron may not win; NULL: no known reason. */
static const char *why_not(const struct auditor *auditor, const struct model_offer *offer,
                           const struct model_patron *patron)
{
    struct range age = {0, 0};
    struct local_time local;
    if (local_time_of(auditor->now, &auditor->zone, &local) != STATUS_OK)
        return NULL;
    (void)model_count(offer->offer, PATH_ELIGIBILITY_AGE, &age);
    if (patron->excluded)
        return "is on the exclusion list";
    if (patron->born.year != 0 && years_old(patron->born, local.date) < age.low)
        return "is too young";
    if (!employee_may(offer_text(offer->offer, PATH_ELIGIBILITY_EMPLOYEES), patron->employee))
        return "is an employee who may not win";
    if (patron->proposition && model_says(offer->offer, PATH_ELIGIBILITY_PROPOSITION_PLAYERS, "no"))
        return "is a proposition player, who may not win";
    return NULL;
}

/* The patron's employment when a round was dealt; if none is recorded for then, the current one. */
static uint8_t employee_then(const struct auditor *auditor, const struct model_patron *patron, uint32_t mark)
{
    for (uint32_t i = mark; i < auditor->duty_count; i++)
        if (text_equal(auditor->duties[i].patron, patron->patron))
            return auditor->duties[i].was ? auditor->duties[i].was : patron->employee;
    return patron->employee;
}

bool model_may_win(const struct auditor *auditor, const struct model_offer *offer, struct text name,
                   uint32_t duties_before)
{
    const struct model_patron *patron = model_patron(auditor, name);
    struct model_patron then = patron ? *patron : (struct model_patron){0};
    then.employee = patron ? employee_then(auditor, patron, duties_before) : 0;
    return patron && !why_not(auditor, offer, &then);
}

/* X8: checks a winner when a prize is awarded, when the winner is identified, and at the payment. */
static void check_person(struct auditor *auditor, const struct model_offer *offer, struct text name,
                         uint32_t duties_before)
{
    const struct model_patron *patron = model_patron(auditor, name);
    if (name.length == 0)
        return;
    MUST(auditor, patron, "nobody knows the patron %.*s", TEXT_ARGUMENTS(name));
    struct model_patron then = patron ? *patron : (struct model_patron){0};
    then.employee = patron ? employee_then(auditor, patron, duties_before) : 0;
    const char *why = patron ? why_not(auditor, offer, &then) : NULL;
    MUST(auditor, !why, "%.*s %s", TEXT_ARGUMENTS(name), why ? why : "");
}

static void check_plays(struct auditor *auditor, struct text name)
{
    const struct model_patron *patron = name.length > 0 ? model_patron(auditor, name) : NULL;
    MUST(auditor, !patron || !patron->excluded, "%.*s is on the exclusion list and plays",
         TEXT_ARGUMENTS(name));
}

void check_players(struct auditor *auditor, const struct model_table *table)
{
    const struct round_started *started = EVENT_AS(auditor->event, round_started);
    for (unsigned seat = 1; seat <= MODEL_SEATS_MAX; seat++)
        if ((started->dealt >> seat & 1) && table->seats[seat].taken)
            check_plays(auditor, table->seats[seat].patron);
    for (uint32_t i = 0; i < started->backline_count; i++)
        check_plays(auditor, started->backline[i].patron);
}

/* ------------------------------------------------------------------------------------------ prizes of rows */

unsigned pool_by_name(const struct model_offer *offer, struct text name)
{
    unsigned pool = 0;
    while (pool < offer->pool_count && !text_equal(offer->pools[pool], name))
        pool++;
    return pool;
}

/* The prize of a row, or a prize by its name. False: the model does not know it. */
bool hit_read(const struct model_offer *offer, const struct node *node, struct model_hit *hit)
{
    struct value value;
    if (!node || node->kind != NODE_SCALAR ||
        value_read(VALUE_AWARD, node->scalar, &value, NULL) != STATUS_OK || value.form != VALUE_IS_GIVEN)
        return false;
    for (unsigned i = 0; i < value.award.count; i++) {
        const struct award_part *part = &value.award.parts[i];
        if (part->kind == AWARD_MULTIPLE || part->kind == AWARD_ODDS)
            return false;
        if (part->kind == AWARD_MONEY && part->name.length == 0 && part->range.low == part->range.high)
            hit->fixed += part->range.low;
        else if (part->kind == AWARD_MONEY && part->name.length == 0)
            return false;
        if (part->kind != AWARD_SHARE)
            continue;
        unsigned pool = pool_by_name(offer, part->name);
        if (pool == offer->pool_count)
            return false;
        hit->parts[hit->part_count].pool = pool;
        hit->parts[hit->part_count++].percent = (unsigned)part->range.low;
    }
    return true;
}

static int64_t envy_of(const struct rulebook_row *row)
{
    const struct node *envy = node_member(row->node, KEY_ENVY);
    struct value value;
    return envy && envy->kind == NODE_SCALAR &&
                   value_read(VALUE_MONEY, envy->scalar, &value, NULL) == STATUS_OK
               ? value.range.low
               : 0;
}

/* Everything that one award settles. */
struct model_round {
    struct model_offer *offer;
    unsigned hit_count;
    struct model_hit hits[MODEL_HITS_MAX];
    unsigned multiple;
    bool one_hand; /* it belongs to the player-dealer or to everybody: all its winners are on one hand */
};

static struct model_hit *hit_called(struct model_round *round, struct text name)
{
    for (unsigned i = 0; i < round->hit_count; i++)
        if (text_equal(round->hits[i].name, name))
            return &round->hits[i];
    return NULL;
}

/* A prize that is not of a row: the one of the activity, or one by its name. */
static const struct node *named_prize(const struct offer *offer, struct text name)
{
    char path[MODEL_PATH_SIZE];
    struct text_out out;
    text_out_init(&out, path, sizeof path);
    text_out_add(&out, PATH_PAYING_PRIZES "/%.*s", TEXT_ARGUMENTS(name));
    const struct node *node = offer_node(offer, path);
    if (node && node->kind == NODE_MAP) {
        text_out_add(&out, "/prize");
        node = offer_node(offer, path);
    }
    if (node || !text_equal(name, text_of("prize")))
        return node;
    node = offer_node(offer, PATH_PAYING_PRIZE);
    return node ? node : offer_node(offer, PATH_DRAWING_PRIZE);
}

/* `places: 5 to 8` are four. */
static int64_t places_of(const struct offer *offer, struct text name)
{
    const struct node *prize = node_member_called(node_path(offer->rulebook->data, PATH_PAYING_PRIZES), name);
    const struct node *places = prize ? node_member(prize, KEY_PLACES) : NULL;
    struct value value;
    return places && places->kind == NODE_SCALAR &&
                   value_read(VALUE_COUNT, places->scalar, &value, NULL) == STATUS_OK
               ? value.range.high - value.range.low + 1
               : 1;
}

/* The prizes by name among those that are awarded; false if there is one that the model does not know. */
static bool gather_named(const struct auditor *auditor, struct model_round *round)
{
    const struct awarded *awarded = EVENT_AS(auditor->event, awarded);
    for (uint32_t i = 0; i < awarded->prize_count; i++) {
        struct model_hit hit = {.name = awarded->prizes[i].share};
        if (hit_called(round, hit.name))
            continue;
        if (round->hit_count == MODEL_HITS_MAX ||
            !hit_read(round->offer, named_prize(round->offer->offer, hit.name), &hit))
            return false;
        hit.places = places_of(round->offer->offer, hit.name);
        round->hits[round->hit_count++] = hit;
    }
    return true;
}

/* The hits of the hands that the award settles; false if the model does not know their prizes. */
static bool gather_hits(struct auditor *auditor, struct model_round *round)
{
    const struct awarded *awarded = EVENT_AS(auditor->event, awarded);
    const struct model_hand *first = awarded->hand > 0 ? &auditor->hands[awarded->hand - 1] : NULL;
    bool own = false, dealer = false;
    round->multiple = 1;
    if (!first || (awarded->round == 0 && first->row_count == 0))
        return gather_named(auditor, round);
    for (unsigned i = 0; i < auditor->hand_count && first; i++) {
        const struct model_hand *hand = &auditor->hands[i];
        bool settled = awarded->round > 0 ? hand->state == MODEL_VERIFIED && hand->table == first->table &&
                                                hand->round == first->round
                                          : hand->state == MODEL_POSTED;
        if (!settled || hand->offer != awarded->offer)
            continue;
        if (hand->multiple > round->multiple)
            round->multiple = hand->multiple;
        own |= !hand->on_player_dealer;
        dealer |= hand->on_player_dealer;
        round->one_hand |= hand->on_player_dealer || hand->seat == 0;
        if (hand->row_count == 0 || hand->brings_envy)
            return false;
        for (unsigned k = 0; k < hand->row_count; k++) {
            struct model_hit hit = {.name = hand->rows[k]->name, .envy = envy_of(hand->rows[k])};
            if (hand->dealt_by != first->dealt_by)
                return false; /* hands of one period that were dealt by several movements */
            if (hit_called(round, hit.name))
                continue;
            if (round->hit_count == MODEL_HITS_MAX ||
                !hit_read(round->offer, offer_prize(hand->dealt_by, hand->rows[k]), &hit))
                return false;
            round->hits[round->hit_count++] = hit;
        }
    }
    return !(own && dealer);
}

/* Whether two prizes of money stand on one hand. */
static bool is_one_hand(const struct model_round *round, const struct prize_row *one,
                        const struct prize_row *other)
{
    return other->cents > 0 && text_equal(other->share, one->share) &&
           (round->one_hand || (other->seat == one->seat && text_equal(other->table, one->table)));
}

static unsigned payers_of_hand(const struct auditor *auditor, const struct model_round *round,
                               const struct prize_row *row)
{
    const struct awarded *awarded = EVENT_AS(auditor->event, awarded);
    unsigned count = 0;
    for (uint32_t i = 0; i < awarded->prize_count; i++)
        count += is_one_hand(round, row, &awarded->prizes[i]);
    return count;
}

/* Whether no prize before stands on the same hand. */
static bool is_first_of_hand(const struct auditor *auditor, const struct model_round *round,
                             const struct prize_row *row)
{
    for (const struct prize_row *other = EVENT_AS(auditor->event, awarded)->prizes; other < row; other++)
        if (is_one_hand(round, row, other))
            return false;
    return true;
}

/* Counts the winners of each hit; false if the model cannot assign a prize. */
static bool count_holders(const struct auditor *auditor, struct model_round *round)
{
    const struct awarded *awarded = EVENT_AS(auditor->event, awarded);
    bool by_hands = model_says(round->offer->offer, PATH_PAYING_PAYERS_OF_A_HAND, "share its part");
    for (uint32_t i = 0; i < awarded->prize_count; i++) {
        const struct prize_row *row = &awarded->prizes[i];
        struct model_hit *hit = hit_called(round, row->share);
        if (row->cents == 0)
            continue;
        if (hit && by_hands)
            hit->hands += is_first_of_hand(auditor, round, row);
        if (text_equal(row->share, text_of("envy"))) {
            for (hit = round->hits; hit < &round->hits[round->hit_count] && hit->envy != row->cents;)
                hit++;
            if (hit == &round->hits[round->hit_count])
                return false;
            hit->envied++;
        } else if (hit)
            hit->holders++;
        else
            return false;
    }
    for (unsigned i = 0; i < round->hit_count; i++)
        if (round->hits[i].holders == 0 && (round->hits[i].fixed || round->hits[i].part_count))
            return false;
    return true;
}

/* ------------------------------------------------------------------------------------------ working it out */

static int64_t smaller(int64_t one, int64_t other)
{
    return one < other ? one : other;
}

int64_t award_chip(const struct auditor *auditor)
{
    const struct node *chip = node_member(auditor->house.data, KEY_CHIP);
    struct value value;
    return chip && chip->kind == NODE_SCALAR &&
                   value_read(VALUE_MONEY, chip->scalar, &value, NULL) == STATUS_OK
               ? value.range.low
               : MONEY_DOLLAR;
}

/* An even part: up to the chip where the document rounds so, otherwise down to the cent. */
static int64_t even_part(const struct auditor *auditor, const struct offer *offer, int64_t cents,
                         unsigned persons)
{
    CHECK(persons > 0);
    int64_t part = cents / persons, chip = award_chip(auditor);
    if (persons == 1 || !model_says(offer, PATH_PAYING_ROUNDING, "up to the chip"))
        return part;
    while (part * persons < cents || part % chip != 0)
        part++;
    return part;
}

/* The amount that rounding up adds: an advance of the house, or from the fund. */
void award_odd_chips(struct auditor *auditor, struct model_offer *offer, int64_t cents)
{
    if (cents <= 0)
        return;
    if (!model_says(offer->offer, PATH_PAYING_ODD_CHIPS, "advanced by the house")) {
        plan_cover(auditor, offer, offer->held, cents, "odd chips");
        return;
    }
    plan_move(auditor, model_house(auditor), offer->held, cents);
    plan_advance(auditor, offer, fund_repaying(auditor, offer, "odd chips"), cents);
}

static account_id promised(const struct auditor *auditor)
{
    return model_account(auditor, ACCOUNT_PROMISED, text_of(""), text_of("promised"));
}

/* From a pool to the winners: its own money, or the fund's if the meter is only a promise. */
void award_from_pool(struct auditor *auditor, struct model_offer *offer, unsigned pool, int64_t cents)
{
    if (!pool_is_promised(offer, pool)) {
        plan_move(auditor, offer->pool_accounts[pool], offer->held, cents);
        return;
    }
    plan_cover(auditor, offer, offer->held, cents, "progressive prizes");
    plan_move(auditor, offer->pool_accounts[pool], promised(auditor), cents);
}

static bool is_of_part(const struct model_hit *hit, unsigned part, unsigned pool, unsigned percent)
{
    return hit->parts[part].pool == pool && hit->parts[part].percent == percent;
}

/* The holders of all hits on the pool with this percentage, or the hands if it is split by hands. */
static unsigned holders_of(const struct model_round *round, unsigned pool, unsigned percent, bool hands)
{
    unsigned holders = 0;
    for (unsigned i = 0; i < round->hit_count; i++)
        for (unsigned k = 0; k < round->hits[i].part_count; k++)
            if (is_of_part(&round->hits[i], k, pool, percent))
                holders += hands ? round->hits[i].hands : round->hits[i].holders;
    return holders;
}

/* The total for all who share what these hands have together. */
static int64_t give_to_payers(struct auditor *auditor, struct model_round *round, unsigned pool,
                              unsigned percent, int64_t cents, unsigned hands)
{
    const struct awarded *awarded = EVENT_AS(auditor->event, awarded);
    int64_t sum = 0;
    for (uint32_t i = 0; i < awarded->prize_count; i++) {
        struct model_hit *hit = hit_called(round, awarded->prizes[i].share);
        for (unsigned k = 0; hit && awarded->prizes[i].cents > 0 && k < hit->part_count; k++)
            if (is_of_part(hit, k, pool, percent)) {
                unsigned payers = payers_of_hand(auditor, round, &awarded->prizes[i]);
                hit->split[k].cents = cents;
                hit->split[k].hands = hands;
                sum += even_part(auditor, round->offer->offer, cents, hands * payers);
            }
    }
    return sum;
}

/* The expected amount of the prize. */
static int64_t prize_worked_out(const struct auditor *auditor, const struct model_round *round,
                                const struct model_hit *hit, const struct prize_row *row)
{
    int64_t cents = hit->each;
    for (unsigned k = 0; k < hit->part_count; k++)
        if (hit->split[k].hands > 0)
            cents += even_part(auditor, round->offer->offer, hit->split[k].cents,
                               hit->split[k].hands * payers_of_hand(auditor, round, row));
    return cents;
}

static void give_part(struct auditor *auditor, struct model_round *round, struct model_purse *purse,
                      unsigned percent, int64_t cents)
{
    unsigned pool = purse->pool;
    struct model_offer *offer = round->offer;
    unsigned holders = holders_of(round, pool, percent, false),
             hands = holders_of(round, pool, percent, true);
    bool split = model_says(offer->offer, PATH_PAYING_SHARED_PRIZE, "split evenly");
    if (split && hands > 0) {
        int64_t sum = give_to_payers(auditor, round, pool, percent, cents, hands);
        purse_award(auditor, offer, purse, smaller(cents, sum));
        award_odd_chips(auditor, offer, sum - cents);
        return;
    }
    int64_t each = split ? even_part(auditor, offer->offer, cents, holders) : cents;
    if (split) {
        purse_award(auditor, offer, purse, smaller(cents, each * holders));
        award_odd_chips(auditor, offer, each * holders - cents);
    } else {
        purse_award(auditor, offer, purse, cents);
        plan_cover(auditor, offer, offer->held, cents * (holders - 1), "progressive prizes");
    }
    for (unsigned i = 0; i < round->hit_count; i++)
        for (unsigned k = 0; k < round->hits[i].part_count; k++)
            if (is_of_part(&round->hits[i], k, pool, percent))
                round->hits[i].each += each;
}

/* All hits on one pool: first the parts, each of the meter as it was, then everything that is left. */
static void settle_pool(struct auditor *auditor, struct model_round *round, unsigned pool)
{
    struct model_offer *offer = round->offer;
    struct model_purse purse = purse_of(auditor, offer, pool);
    unsigned done[MODEL_HITS_MAX * MODEL_PARTS_MAX], done_count = 0;
    bool hit = false, whole = false;
    for (unsigned i = 0; i < round->hit_count; i++)
        for (unsigned k = 0; k < round->hits[i].part_count; k++) {
            unsigned percent = round->hits[i].parts[k].percent;
            bool again = round->hits[i].parts[k].pool != pool;
            hit |= !again;
            whole |= !again && percent == PERCENT_WHOLE;
            for (unsigned n = 0; n < done_count; n++)
                again |= done[n] == percent;
            if (again || percent == PERCENT_WHOLE)
                continue;
            done[done_count++] = percent;
            int64_t part = (purse.taken * percent + PERCENT_WHOLE / 2) / PERCENT_WHOLE;
            give_part(auditor, round, &purse, percent, smaller(part, purse.taken - purse.drawn));
            if (auditor->part_count < MODEL_PARTS_MAX)
                auditor->parts[auditor->part_count++] = (struct model_part){pool, percent};
        }
    if (!hit)
        return;
    if (whole)
        give_part(auditor, round, &purse, PERCENT_WHOLE, purse.taken - purse.drawn);
    plan_repay(auditor, offer); /* odd chips, before the fund pays anything else */
    if (whole) {
        purse_reseed(auditor, offer, &purse);
        return;
    }
    int64_t least = model_cents(offer->standing, PART_POOLS "/%s/" KEY_TOPPED_UP_TO, offer->pools[pool]);
    int64_t lack = least == MODEL_NOTHING ? 0 : least - plan_holds(auditor, offer->pool_accounts[pool]);
    pool_fill(auditor, offer, pool, lack, "reseeds");
}

/* The pool that pays the fixed prizes; the count of pools if the fund does. */
static unsigned pool_of_fixed(const struct model_offer *offer)
{
    for (unsigned i = 0; i < offer->pool_count; i++) {
        char path[MODEL_PATH_SIZE];
        struct text_out out;
        text_out_init(&out, path, sizeof path);
        text_out_add(&out, PART_POOLS "/%.*s/" KEY_PAYS, TEXT_ARGUMENTS(offer->pools[i]));
        if (node_lists(offer_node(offer->offer, path), "fixed prizes"))
            return i;
    }
    return offer->pool_count;
}

static bool is_divided(const struct offer *offer)
{
    return model_says(offer, PATH_PAYING_FIXED_PRIZE, "split evenly") ||
           (offer_node(offer, PART_BOARD) && model_says(offer, PATH_BOARD_TIES, "split evenly"));
}

/* A divided prize is paid in full, and the first of its winners get one chip more. */
static bool odd_chips_in_turn(const struct offer *offer)
{
    return model_says(offer, PATH_PAYING_ODD_CHIPS, "to the winners in turn");
}

/* A fixed prize to each holder of the hit, or divided among them. */
static int64_t give_fixed(struct auditor *auditor, struct model_round *round, const struct model_hit *hit)
{
    struct model_offer *offer = round->offer;
    unsigned pool = pool_of_fixed(offer);
    int64_t sum = hit->fixed * hit->holders;
    if (pool < offer->pool_count) {
        int64_t taken = smaller(sum, plan_holds(auditor, offer->pool_accounts[pool]));
        award_from_pool(auditor, offer, pool, taken);
        plan_cover(auditor, offer, offer->held, sum - taken, "fixed prizes");
        return hit->fixed;
    }
    if (!is_divided(offer->offer)) {
        plan_cover(auditor, offer, offer->held, sum, "fixed prizes");
        return hit->fixed;
    }
    int64_t all = hit->places > 1 ? hit->fixed * smaller(hit->places, hit->holders) : hit->fixed;
    int64_t each = even_part(auditor, offer->offer, all, hit->holders);
    if (odd_chips_in_turn(offer->offer) && hit->holders > 1) {
        plan_cover(auditor, offer, offer->held, all, "fixed prizes");
        return each - each % award_chip(auditor);
    }
    plan_cover(auditor, offer, offer->held, smaller(all, each * hit->holders), "fixed prizes");
    award_odd_chips(auditor, offer, each * hit->holders - all);
    return each;
}

static void settle_round(struct auditor *auditor, struct model_round *round)
{
    struct model_offer *offer = round->offer;
    unsigned pool = pool_of_fixed(offer);
    int64_t multiplied = 0;
    bool fixed = false;
    for (unsigned i = 0; i < round->hit_count; i++) {
        struct model_hit *hit = &round->hits[i];
        if (hit->fixed == 0 || hit->holders == 0)
            continue;
        hit->each = give_fixed(auditor, round, hit);
        multiplied += hit->each * hit->holders;
        hit->each *= round->multiple;
        fixed = true;
    }
    plan_cover(auditor, offer, offer->held, multiplied * (round->multiple - 1), "multiplied part");
    if (fixed && pool < offer->pool_count) {
        int64_t level = model_cents(offer->standing, PART_POOLS "/%s/" KEY_RESEED, offer->pools[pool]);
        int64_t lack = level == MODEL_NOTHING ? 0 : level - plan_holds(auditor, offer->pool_accounts[pool]);
        pool_fill(auditor, offer, pool, lack, "reseeds");
    }
    for (unsigned i = 0; i < round->hit_count; i++)
        plan_cover(auditor, offer, offer->held, round->hits[i].envy * round->hits[i].envied, "envy");
    for (unsigned i = 0; i < offer->pool_count; i++)
        settle_pool(auditor, round, i);
}

/* ------------------------------------------------------------------------------------------ taken as it is */

/* The model cannot work out what the event moves: it accepts the event and its advances. */
static void take_as_it_is(struct auditor *auditor)
{
    const struct money_rows *money = event_money(auditor->event);
    auditor->exact = false;
    for (unsigned i = 0; i < auditor->account_count; i++)
        auditor->accounts[i].planned = 0;
    for (uint32_t i = 0; i < money->advance_count; i++) {
        const struct advance_row *row = &money->advances[i];
        MUST(auditor, row->offer < auditor->offer_count, "an advance of no offer");
        if (auditor->failed)
            return;
        struct model_offer *offer = &auditor->offers[row->offer];
        account_id fund = i < money->repaying_count ? money->repaying[i].fund : offer->fund;
        if (row->cents > 0) {
            offer->owed_new = 0;
            plan_advance(auditor, offer, fund, row->cents);
            continue;
        }
        repay_as_said(auditor, row->offer, fund, -row->cents);
    }
    check_oldest_first(auditor);
}

/* ------------------------------------------------------------------------------------------ claims */

/* The moment from which the time to claim runs: that of the award, or of the hand. */
static struct instant claimed_from(const struct auditor *auditor, const struct offer *offer)
{
    uint32_t hand = EVENT_AS(auditor->event, awarded)->hand;
    bool of_hand = hand > 0 && model_says(offer, PATH_CLAIM_TIME_RUNS, "from the hand");
    return of_hand ? auditor->hands[hand - 1].claimed : auditor->now;
}

/* The last moment of a duration that starts there: to the second, or to the end of the last day. */
static bool deadline(const struct auditor *auditor, const struct offer *offer, const char *path,
                     struct instant *last)
{
    static const int64_t units[] = {SECOND_MS, MINUTE_MS, 60 * MINUTE_MS};
    const struct node *node = offer_node(offer, path);
    struct value value;
    struct local_time local;
    if (!node || node->kind != NODE_SCALAR || !node_path(offer->rulebook->data, path) ||
        value_read(VALUE_DURATION, node->scalar, &value, NULL) != STATUS_OK || value.form != VALUE_IS_GIVEN)
        return false;
    struct duration length = value.duration.high;
    struct instant from = claimed_from(auditor, offer);
    last->ms = from.ms;
    if (length.unit <= DURATION_HOURS) {
        last->ms += length.count * units[length.unit];
        return true;
    }
    int64_t days = length.count * (length.unit == DURATION_WEEKS   ? 7
                                   : length.unit == DURATION_YEARS ? 365
                                                                   : 1);
    if (local_time_of(from, &auditor->zone, &local) != STATUS_OK ||
        date_add_days(local.date, days + 1, &local.date) != STATUS_OK)
        return false;
    struct local_time end = {.date = local.date};
    if (zone_instant(&auditor->zone, &end, CALENDAR_USUAL, last) != STATUS_OK)
        return false;
    last->ms--;
    return true;
}

static void open_prize(struct auditor *auditor, uint32_t number, const struct prize_row *row)
{
    const struct offer *offer = auditor->offers[number].offer;
    int64_t from = model_cents(offer, PATH_CLAIM_IDENTIFICATION_FOR, text_of(""));
    const struct node *who = offer_node(offer, PATH_CLAIM_IDENTIFICATION_FOR);
    struct instant late = {0}, last;
    struct value value;
    if (!MODEL_ROOM(auditor, auditor->prizes, auditor->prize_count, auditor->prize_room))
        return;
    if (from == MODEL_NOTHING && who && who->kind == NODE_SCALAR &&
        value_read(VALUE_MONEY_OR_NONE, who->scalar, &value, NULL) == STATUS_OK &&
        value.form == VALUE_IS_GIVEN)
        from = value.range.low; /* at least, or any amount */
    struct model_prize prize = {.offer = number,
                                .patron = model_keep(auditor, row->patron),
                                .awarded = auditor->now,
                                .cents = row->cents,
                                .fee = row->fee,
                                .thing = model_keep(auditor, row->thing),
                                .worth = row->worth,
                                .duties_before = MODEL_DUTIES_NOW};
    int64_t posted = row->posted > row->cents ? row->posted : row->cents;
    prize.needs_identity = from != MODEL_NOTHING && posted >= from;
    prize.unknown = node_path(offer->rulebook->data, PATH_CLAIM_GRACE) != NULL;
    prize.can_be_late =
        prize.needs_identity && deadline(auditor, offer, PATH_CLAIM_IDENTIFICATION_WITHIN, &late);
    bool at_all = node_path(offer->rulebook->data, PATH_CLAIM_WITHIN) != NULL;
    bool has_end = (prize.needs_identity && deadline(auditor, offer, PATH_CLAIM_RETURN_WITHIN, &last)) ||
                   deadline(auditor, offer, at_all ? PATH_CLAIM_WITHIN : PATH_DRAWING_CLAIMED_WITHIN, &last);
    prize.can_lapse = has_end || prize.can_be_late;
    if (!has_end)
        last = late;
    prize.late.ms = late.ms + 1;
    /* If the time runs from the hand, an award may be too late and lapses at once. */
    if (prize.can_lapse)
        prize.lapses.ms = last.ms + 1 > auditor->now.ms ? last.ms + 1 : auditor->now.ms;
    auditor->prizes[auditor->prize_count++] = prize;
}

/* X9: events that are due by time come when they must. */
void check_time_of_prizes(struct auditor *auditor)
{
    while (auditor->open_from < auditor->prize_count &&
           auditor->prizes[auditor->open_from].state > MODEL_HELD)
        auditor->open_from++;
    for (unsigned i = auditor->open_from; i < auditor->prize_count; i++) {
        const struct model_prize *prize = &auditor->prizes[i];
        bool open = prize->state <= MODEL_HELD && !prize->identified && !prize->unknown;
        MUST(auditor, !open || !prize->can_lapse || prize->lapses.ms >= auditor->now.ms,
             "prize %u should have lapsed before", i + 1);
        MUST(auditor,
             !open || prize->state != MODEL_OPEN || !prize->can_be_late || prize->late.ms >= auditor->now.ms,
             "prize %u should be held by now", i + 1);
    }
}

/* ------------------------------------------------------------------------------------------ awards */

/* The hands that the award settles are settled. */
static void mark_hands(struct auditor *auditor)
{
    const struct awarded *awarded = EVENT_AS(auditor->event, awarded);
    const struct model_hand *first = awarded->hand > 0 ? &auditor->hands[awarded->hand - 1] : NULL;
    for (unsigned i = 0; i < auditor->hand_count && first; i++) {
        struct model_hand *hand = &auditor->hands[i];
        bool same =
            hand->offer == awarded->offer && hand->table == first->table && hand->round == first->round;
        bool on_board = awarded->round == 0 && hand->offer == awarded->offer &&
                        (hand->state == MODEL_POSTED || hand->state == MODEL_BEATEN);
        if (on_board || (awarded->round > 0 && same && hand->state == MODEL_VERIFIED))
            hand->award = auditor->award_count;
        if (hand->award == auditor->award_count && hand->state != MODEL_BEATEN)
            hand->state = MODEL_AWARDED;
    }
}

/* Whether a hand that two persons have not yet agreed on could still win in the period: if hands are compared, it must be at
 * least as high as the best one. */
static bool could_win(const struct model_hand *hand, int64_t best)
{
    bool board = offer_node(hand->dealt_by, PART_BOARD) != NULL;
    bool within = board && model_says(hand->dealt_by, PATH_BOARD_VERIFIED, "within the period");
    return hand->state == MODEL_CLAIMED    ? !within || hand->again
           : hand->state == MODEL_VERIFIED ? !board || (hand->score > 0 && hand->score >= best)
                                           : false;
}

/* X12: a period is settled when it is over and no hand of it, or of an earlier one, is pending. Hands of later periods may be
 * pending, because a period can be settled long after its end. */
static void check_period(struct auditor *auditor)
{
    const struct awarded *awarded = EVENT_AS(auditor->event, awarded);
    struct instant ended = auditor->now, end;
    int64_t best = 0;
    unsigned posted = 0;
    for (unsigned i = 0; i < auditor->hand_count; i++) {
        const struct model_hand *hand = &auditor->hands[i];
        if (hand->offer != awarded->offer || hand->state != MODEL_POSTED)
            continue;
        MUST(auditor, is_over(auditor, hand), "the period of hand %u goes on", i + 1);
        if (period_ends(auditor, hand, &end) && end.ms < ended.ms)
            ended = end;
        best = hand->score > best ? hand->score : best;
        posted++;
    }
    for (unsigned i = 0; i < auditor->hand_count && posted < MODEL_HITS_MAX; i++) { /* else it may be full */
        const struct model_hand *hand = &auditor->hands[i];
        bool before = hand->again && period_ends(auditor, hand, &end) && end.ms < ended.ms;
        MUST(auditor,
             hand->offer != awarded->offer || before || !could_win(hand, best) ||
                 !model_period_is_over(auditor, hand, ended),
             "hand %u of the period waits", i + 1);
    }
}

/* X8: the winner by a hand holds that hand. */
static void check_hand(struct auditor *auditor)
{
    const struct awarded *awarded = EVENT_AS(auditor->event, awarded);
    MUST(auditor, awarded->hand <= auditor->hand_count, "there is no such hand");
    if (auditor->failed || awarded->hand == 0)
        return;
    const struct model_hand *hand = &auditor->hands[awarded->hand - 1];
    MUST(auditor, hand->state == (awarded->round > 0 ? MODEL_VERIFIED : MODEL_POSTED),
         "the hand was not verified, or was settled before");
    MUST(auditor, text_equal(hand->verified_by, awarded->verified_by), "another person verified the hand");
    MUST(auditor,
         awarded->round == 0 ? text_equal(hand->authorised_by, awarded->authorised_by)
                             : text_equal(auditor->event->head.by, awarded->authorised_by),
         "another person authorised it");
}

/* The money that the award moved, without repayments, so that backing it out can be compared. */
static void keep_award(struct auditor *auditor)
{
    const struct awarded *awarded = EVENT_AS(auditor->event, awarded);
    struct model_award award = {.offer = awarded->offer,
                                .at = auditor->now,
                                .first_prize = auditor->prize_count - awarded->prize_count,
                                .prize_count = awarded->prize_count};
    unsigned room = awarded->money.movement_count * 2;
    award.moves = ARENA_ARRAY(&auditor->arena, struct model_move, room);
    if (!award.moves || !MODEL_ROOM(auditor, auditor->awards, auditor->award_count, auditor->award_room))
        return;
    for (uint32_t i = 0; i < awarded->money.movement_count; i++) {
        const struct movement *movement = &awarded->money.movements[i];
        if (movement->reason == REASON_REPAYMENT)
            continue;
        award.moves[award.move_count++] = (struct model_move){movement->from, -movement->cents};
        award.moves[award.move_count++] = (struct model_move){movement->to, movement->cents};
    }
    meters_keep_award(auditor, &award);
    reversal_keep_award(auditor, &award);
    auditor->awards[auditor->award_count++] = award;
}

/* X6 */
static void work_out(struct auditor *auditor, struct model_offer *offer)
{
    const struct awarded *awarded = EVENT_AS(auditor->event, awarded);
    struct model_round round = {.offer = offer};
    auditor->part_count = 0;
    if (points_work_out(auditor, offer))
        return;
    bool known = shares_divide_nothing(auditor, offer) &&
                 !model_says(offer->offer, PATH_SHARING_BY_WAGER, "yes") && gather_hits(auditor, &round) &&
                 count_holders(auditor, &round);
    if (!known) {
        if (!offer_structure(offer->offer) || !shares_work_out(auditor, offer))
            take_as_it_is(auditor);
        return;
    }
    settle_round(auditor, &round);
    plan_repay(auditor, offer);
    plan_repay_credited(auditor);
    for (uint32_t i = 0; i < awarded->prize_count; i++) {
        const struct prize_row *row = &awarded->prizes[i];
        const struct model_hit *hit = hit_called(&round, row->share);
        int64_t least = hit && row->cents > 0 ? prize_worked_out(auditor, &round, hit, row) : 0;
        int64_t most = least + (odd_chips_in_turn(offer->offer) ? award_chip(auditor) : 0);
        MUST(auditor, row->cents == 0 || !hit || (row->cents >= least && row->cents <= most),
             "%.*s is awarded %lld cents, and the documents say %lld", TEXT_ARGUMENTS(row->share),
             (long long)row->cents, (long long)least);
    }
}

/* X13: a drawing draws no more tables than are posted for its time. */
static void check_drawing(struct auditor *auditor, const struct offer *offer)
{
    enum { DAY_MS = 24 * 60 * MINUTE_MS };
    const struct awarded *awarded = EVENT_AS(auditor->event, awarded);
    struct instant from = {auditor->now.ms - DAY_MS}, at;
    struct local_time local, next;
    struct schedule schedule;
    struct range winners;
    unsigned drawn = 0;
    if (awarded->hand > 0 || awarded->round == 0 || !node_path(offer->rulebook->data, PATH_DRAWING_TRIGGER) ||
        !model_says(offer, PATH_DRAWING_TRIGGER, "at posted times") ||
        schedule_read(offer_text(offer, PATH_DRAWING_AT), &schedule, NULL) != STATUS_OK ||
        !model_count(offer, PATH_DRAWING_WINNERS, &winners) ||
        local_time_of(from, &auditor->zone, &local) != STATUS_OK)
        return;
    for (; schedule_next_moment(&schedule, &local, &next) &&
           zone_instant(&auditor->zone, &next, CALENDAR_USUAL, &at) == STATUS_OK && at.ms <= auditor->now.ms;
         local = next)
        from = at;
    for (unsigned i = 0; i < auditor->award_count; i++)
        drawn += auditor->awards[i].offer == awarded->offer && auditor->awards[i].at.ms >= from.ms &&
                 !auditor->awards[i].reversed;
    MUST(auditor, (int64_t)drawn < winners.high, "the tables of the drawing have their prizes");
}

/* When the winner was dealt in. At another table than that of the hand it is the current round there. */
static uint32_t duties_at_deal(struct auditor *auditor, const struct prize_row *row)
{
    const struct awarded *awarded = EVENT_AS(auditor->event, awarded);
    const struct model_table *table = model_table(auditor, row->table);
    const struct model_hand *first = awarded->hand > 0 ? &auditor->hands[awarded->hand - 1] : NULL;
    for (unsigned i = 0; i < auditor->hand_count && first && awarded->round == 0; i++) {
        const struct model_hand *hand = &auditor->hands[i];
        if (hand->offer == awarded->offer && hand->state == MODEL_POSTED && hand->seat == row->seat &&
            text_equal(hand->patron, row->patron) && table == &auditor->tables[hand->table])
            return hand->duties_before;
    }
    if (first && (awarded->round == 0 || table == &auditor->tables[first->table]))
        return first->duties_before;
    if (awarded->round == 0)
        return points_duties(&auditor->offers[awarded->offer], row->patron);
    return table ? table->duties_before : MODEL_DUTIES_NOW;
}

/* X8: a winner who paid no fee has a prize without a wager: at a free table, and by another player's hand. */
static void check_fee(struct auditor *auditor, const struct offer *offer, const struct prize_row *row)
{
    const struct model_table *table = model_table(auditor, row->table);
    int64_t amount = model_cents(offer, PATH_FEE_AMOUNT, text_of(""));
    bool rates = offer_node(offer, PATH_FEE_RATES) != NULL;
    bool of_others = text_equal(row->share, text_of("envy")) ||
                     (text_equal(row->share, text_of("table")) &&
                      !model_says(offer, PATH_SHARING_WINNER_IN_THE_SHARE, "yes"));
    bool none = row->fee == 0;
    MUST(auditor, row->fee >= 0 && (none || rates || row->fee == amount),
         "nobody pays a fee of %lld cents here", (long long)row->fee);
    MUST(auditor, none || (table && !table->described->free_play), "a free player pays no fee");
    MUST(auditor, none || !of_others, "who shares what another's hand won paid no fee for it");
}

void see_awarded(struct auditor *auditor)
{
    const struct awarded *awarded = EVENT_AS(auditor->event, awarded);
    int64_t sum = 0;
    MUST(auditor, awarded->award == auditor->award_count + 1 && awarded->offer < auditor->offer_count,
         "its number or offer");
    MUST(auditor, awarded->clause.length > 0, "it cites no clause");
    MUST(auditor,
         awarded->verified_by.length > 0 && awarded->authorised_by.length > 0 &&
             !text_equal(awarded->verified_by, awarded->authorised_by),
         "it was not verified and authorised by two persons");
    check_hand(auditor);
    if (auditor->failed)
        return;
    if (awarded->hand > 0 && awarded->round == 0) {
        check_period(auditor);
        board_check_best(auditor, &auditor->hands[awarded->hand - 1]);
    }
    struct model_offer *offer = &auditor->offers[awarded->offer];
    offer->offer = awarded->hand > 0 ? auditor->hands[awarded->hand - 1].dealt_by : offer->standing;
    work_out(auditor, offer);
    check_drawing(auditor, offer->offer);
    check_parts_of_period(auditor, offer);
    for (uint32_t i = 0; i < awarded->prize_count && !auditor->failed; i++) {
        const struct prize_row *row = &awarded->prizes[i];
        MUST(auditor, row->prize == auditor->prize_count + 1, "the number of a prize");
        uint32_t duties_before = duties_at_deal(auditor, row);
        check_person(auditor, offer, row->patron, duties_before);
        check_fee(auditor, offer->offer, row);
        check_worth(auditor, offer->offer, row);
        open_prize(auditor, awarded->offer, row);
        if (!auditor->failed && row->patron.length > 0)
            auditor->prizes[auditor->prize_count - 1].duties_before = duties_before;
        sum += row->cents;
    }
    offer->offer = offer->standing;
    MUST(auditor, auditor->accounts[offer->held].moved == sum, "%lld cents are held for prizes of %lld",
         (long long)auditor->accounts[offer->held].moved, (long long)sum);
    if (auditor->failed)
        return;
    keep_award(auditor);
    mark_hands(auditor);
}

/* ------------------------------------------------------------------------------------------ prizes */

/* A prize that is still open; NULL after an objection. */
static struct model_prize *prize_numbered(struct auditor *auditor, uint32_t number)
{
    MUST(auditor, number > 0 && number <= auditor->prize_count, "there is no such prize");
    struct model_prize *prize = auditor->failed ? NULL : &auditor->prizes[number - 1];
    MUST(auditor, prize && prize->state <= MODEL_HELD, "the prize was paid, lapsed or reversed before");
    return auditor->failed ? NULL : prize;
}

/* X8: the identification decides the age, and not the club's record. */
void see_prize_identified(struct auditor *auditor)
{
    const struct prize_identified *identified = EVENT_AS(auditor->event, prize_identified);
    struct model_prize *prize = prize_numbered(auditor, identified->prize);
    if (!prize)
        return;
    const struct model_offer *offer = &auditor->offers[prize->offer];
    const struct model_patron *known = model_patron(auditor, identified->patron);
    struct model_patron shown = known ? *known : (struct model_patron){0};
    MUST(auditor, prize->patron.length == 0 || text_equal(prize->patron, identified->patron),
         "the prize is another's");
    MUST(auditor, known || identified->patron.length == 0, "nobody knows the patron %.*s",
         TEXT_ARGUMENTS(identified->patron));
    if (known)
        shown.employee = employee_then(auditor, known, prize->duties_before);
    if (identified->born.year != 0)
        shown.born = identified->born;
    const char *why = why_not(auditor, offer, &shown);
    MUST(auditor, !why, "who shows who he is %s", why ? why : "");
    prize->patron = model_keep(auditor, identified->patron);
    prize->identified = true;
    prize->photo |= !identified->no_photo;
}

void see_prize_held(struct auditor *auditor)
{
    struct model_prize *prize = prize_numbered(auditor, EVENT_AS(auditor->event, prize_changed)->prize);
    if (!prize)
        return;
    MUST(auditor, prize->state == MODEL_OPEN && !prize->identified, "the winner was identified");
    MUST(auditor, prize->unknown || (prize->can_be_late && prize->late.ms == auditor->now.ms),
         "the time to be identified ends at another moment");
    prize->state = MODEL_HELD;
}

static void plan_unclaimed(struct auditor *auditor, const struct model_prize *prize)
{
    const struct model_offer *offer = &auditor->offers[prize->offer];
    if (prize->cents > 0)
        plan_move(auditor, offer->held, fund_of_unclaimed(auditor, offer), prize->cents);
    plan_repay_credited(auditor);
}

void see_prize_lapsed(struct auditor *auditor)
{
    struct model_prize *prize = prize_numbered(auditor, EVENT_AS(auditor->event, prize_changed)->prize);
    if (!prize)
        return;
    if (auditor->event->head.by.length == 0) {
        MUST(auditor, prize->unknown || (prize->can_lapse && prize->lapses.ms == auditor->now.ms),
             "the prize lapses at another moment");
        MUST(auditor, !prize->identified, "the winner has come forward: the prize waits until it is paid");
    }
    prize->state = MODEL_LAPSED;
    plan_unclaimed(auditor, prize);
}

/* X9: two persons forfeit a prize only if its winner may not have it by the current record. */
void see_prize_forfeited(struct auditor *auditor)
{
    const struct prize_forfeited *forfeited = EVENT_AS(auditor->event, prize_forfeited);
    struct model_prize *prize = prize_numbered(auditor, forfeited->prize);
    const struct model_patron *known = model_patron(auditor, forfeited->patron);
    MUST(auditor,
         forfeited->authorised_by.length > 0 &&
             !text_equal(forfeited->authorised_by, auditor->event->head.by),
         "a prize is forfeited by two persons");
    MUST(auditor, known, "nobody knows the patron %.*s", TEXT_ARGUMENTS(forfeited->patron));
    if (!prize || auditor->failed)
        return;
    MUST(auditor, prize->patron.length == 0 || text_equal(prize->patron, forfeited->patron),
         "the prize is another's");
    struct model_patron today = *known;
    if (prize->patron.length > 0)
        today.employee = employee_then(auditor, known, prize->duties_before);
    /* The model does not check further exclusions of a document, nor where proposition players may not win. */
    MUST(auditor,
         why_not(auditor, &auditor->offers[prize->offer], &today) || today.singled_out || today.proposition,
         "its winner may be paid");
    prize->state = MODEL_FORFEITED;
    plan_unclaimed(auditor, prize);
}

static account_id trays_of(const struct auditor *auditor, const struct model_offer *offer)
{
    return model_account(auditor, ACCOUNT_TRAYS, offer->offer->rulebook->document.identity, text_of("trays"));
}

/* Whether the law requires identification when the form is due: any, or one with a photograph. */
static bool law_asks_who(const struct auditor *auditor, const struct form_row *due, const char *what)
{
    for (unsigned i = 0; i < auditor->rulebook_count; i++) {
        const struct node *thresholds = node_member(auditor->rulebooks[i]->data, PART_THRESHOLDS);
        for (const struct node *node = thresholds ? thresholds->first_child : NULL; node; node = node->next) {
            const struct node *form = node_member(node, KEY_FORM);
            if (form && text_equal(form->scalar, due->form) && text_equal(form->origin.clause, due->clause) &&
                node_says(node_member(node, KEY_IDENTIFICATION), what))
                return true;
        }
    }
    return false;
}

/* Whether a law has the form for prizes of this kind, by the clause. */
static bool law_has_form(const struct auditor *auditor, const struct form_row *due, const char *kind)
{
    for (unsigned i = 0; i < auditor->rulebook_count; i++) {
        const struct node *thresholds = node_member(auditor->rulebooks[i]->data, PART_THRESHOLDS);
        for (const struct node *node = thresholds ? thresholds->first_child : NULL; node; node = node->next) {
            const struct node *form = node_member(node, KEY_FORM), *of = node_member(node, KEY_FOR);
            if (form && text_equal(form->scalar, due->form) && text_equal(form->origin.clause, due->clause) &&
                (!of || node_lists(of, kind)))
                return true;
        }
    }
    return false;
}

/* Only the forms that are due withhold money, and that money is owed to the tax office. */
static void plan_withheld(struct auditor *auditor, const struct model_offer *offer)
{
    const struct prize_paid *paid = EVENT_AS(auditor->event, prize_paid);
    account_id taxes = model_account(auditor, ACCOUNT_TAXES, text_of(""), text_of("taxes"));
    int64_t most = 0;
    for (uint32_t i = 0; i < paid->form_count; i++)
        most += paid->forms[i].withhold;
    MUST(auditor, taxes != ACCOUNT_NONE, "no law has anything held back here");
    MUST(auditor, paid->withheld <= most, "%lld cents are held back, and the laws ask for %lld",
         (long long)paid->withheld, (long long)most);
    MUST(auditor, text_equal(text_of(payment_place_words[paid->from]), text_of("cage")),
         "what is taxed is paid by the cage");
    if (!auditor->failed)
        plan_move(auditor, offer->held, taxes, paid->withheld);
}

void see_prize_paid(struct auditor *auditor)
{
    struct model_prize *prize = prize_numbered(auditor, EVENT_AS(auditor->event, prize_paid)->prize);
    if (!prize)
        return;
    MUST(auditor, !prize->needs_identity || prize->identified, "the winner was not identified");
    const struct prize_paid *paid = EVENT_AS(auditor->event, prize_paid);
    for (uint32_t i = 0; i < paid->form_count; i++)
        MUST(auditor,
             (prize->identified || !law_asks_who(auditor, &paid->forms[i], "yes")) &&
                 (prize->photo || !law_asks_who(auditor, &paid->forms[i], "with a photograph")),
             "a law asks for identification before it is paid");
    for (uint32_t i = 0; i < paid->form_count; i++)
        MUST(auditor, law_has_form(auditor, &paid->forms[i], prize->fee > 0 ? "jackpot" : "promotion"),
             "no law has form %.*s for a prize that was won %s a fee", TEXT_ARGUMENTS(paid->forms[i].form),
             prize->fee > 0 ? "by" : "without");
    MUST(auditor,
         prize->unknown || prize->identified || !prize->can_lapse || auditor->now.ms < prize->lapses.ms,
         "the prize has lapsed");
    const struct model_offer *offer = &auditor->offers[prize->offer];
    check_person(auditor, offer, prize->patron, prize->duties_before);
    account_id winners = model_account(auditor, ACCOUNT_WINNERS, text_of(""), text_of("winners"));
    prize->owed_to_tray =
        prize->cents > 0 &&
        text_equal(text_of(payment_place_words[EVENT_AS(auditor->event, prize_paid)->from]), text_of("tray"));
    if (prize->owed_to_tray) {
        account_id trays = trays_of(auditor, offer);
        MUST(auditor, trays != ACCOUNT_NONE, "no tray pays for this offer");
        if (auditor->failed)
            return;
        plan_move(auditor, model_house(auditor), winners, prize->cents);
        plan_move(auditor, offer->held, trays, prize->cents);
    } else if (prize->cents > 0) {
        plan_move(auditor, offer->held, winners, prize->cents - paid->withheld);
    }
    if (paid->withheld > 0)
        plan_withheld(auditor, offer);
    prize->state = MODEL_PAID;
}

void see_tray_reimbursed(struct auditor *auditor)
{
    const struct tray_reimbursed *reimbursed = EVENT_AS(auditor->event, tray_reimbursed);
    MUST(auditor, reimbursed->prize_count > 0, "nothing is given back");
    for (uint32_t i = 0; i < reimbursed->prize_count && !auditor->failed; i++) {
        uint32_t number = reimbursed->prizes[i].prize;
        MUST(auditor, number > 0 && number <= auditor->prize_count, "there is no such prize");
        if (auditor->failed)
            return;
        struct model_prize *prize = &auditor->prizes[number - 1];
        MUST(auditor, prize->owed_to_tray && prize->cents == reimbursed->prizes[i].cents,
             "the tray is not owed prize %u, or another amount", number);
        if (auditor->failed)
            return;
        prize->owed_to_tray = false;
        plan_move(auditor, trays_of(auditor, &auditor->offers[prize->offer]), model_house(auditor),
                  prize->cents);
    }
}
