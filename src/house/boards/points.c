/* Points: what the hands of a period earn is added up for each player, and the players with the most have its places. */
#include "funds/award.h"
#include "funds/eligibility.h"
#include "funds/funds.h"
#include "funds/terms.h"
#include "house/boards/boards.h"
#include "house/boards/boards_internal.h"
#include "house/boards/boards_shapes.h"
#include "house/cage/cage.h"
#include "house/hands/hands.h"
#include "house/hands/hands_shapes.h"
#include "house/kernel/deciding.h"
#include "house/people/dealt.h"
#include "house/people/people.h"
#include "house/people/staff.h"
#include "house/prizes/awarding.h"
#include "house/prizes/prizes_shapes.h"
#include "house/setup/setup.h"
#include "house/tables/tables.h"
#include "rulebook/vocabulary_paths.h"

/* ------------------------------------------------------------------------------------------ earning */

uint32_t points_of_hand(const struct offer *offer, const struct floor_hand *hand)
{
    int64_t points = 0;
    if (!offer_node(offer, PART_BOARD) || !offer_says(offer, PATH_BOARD_COMPARED, "points"))
        return 0;
    for (unsigned i = 0; i < hand->row_count; i++) {
        struct prize prize;
        if (award_prize_of_row(offer, hand->rows[i], &prize, NULL) == STATUS_OK)
            points += prize_points(&prize);
    }
    return points < FLOOR_POINTS_MAX ? (uint32_t)points : FLOOR_POINTS_MAX;
}

static struct standing *standing_of(const struct board *board, uint32_t patron)
{
    for (unsigned i = 0; i < board->standing_count; i++)
        if (board->standings[i].patron == patron)
            return &board->standings[i];
    return NULL;
}

/* The hand by which the player stands there. */
static void stand_by(struct standing *standing, const struct floor_hand *hand)
{
    struct person_facts person = {.employee = EMPLOYEE_NONE};
    judge_as_dealt(hand->players, hand->player_count, hand->patron, &person);
    standing->table = hand->table;
    standing->seat = hand->seat;
    standing->employee = (uint8_t)person.employee;
    standing->verified_by = hand->verified_by;
    standing->authorised_by = hand->authorised_by;
}

uint8_t employee_with_points(const struct floor *floor, uint32_t offer, uint32_t patron)
{
    const struct standing *standing = standing_of(&floor->boards[offer], patron);
    return standing ? standing->employee : EMPLOYEE_NONE;
}

bool floor_player_stands(const struct floor *floor, uint32_t offer, const struct standing *standing)
{
    const struct table_offer *by = table_offer_of(&floor->tables[standing->table], offer);
    struct person_facts person = identity_of(floor, standing->patron);
    judge_as_employed(standing->employee, &person);
    return by && eligibility_judge_person(&by->eligibility, &person).allowed;
}

bool settling_period_end(const struct floor *floor, const struct offer *offer, struct instant decided,
                         struct instant *end)
{
    struct local_time local, next;
    struct schedule final;
    bool points = offer_node(offer, PART_BOARD) && offer_says(offer, PATH_BOARD_COMPARED, "points");
    if (!points || schedule_read(offer_text(offer, PATH_WHEN_FINAL), &final, NULL) != STATUS_OK ||
        final.kind != SCHEDULE_MOMENTS)
        return offer_period_end(floor, offer, decided, end);
    return local_time_of(decided, &floor->zone, &local) == STATUS_OK &&
           schedule_next_moment(&final, &local, &next) &&
           zone_instant(&floor->zone, &next, CALENDAR_USUAL, end) == STATUS_OK;
}

bool points_have_room(const struct floor *floor, const struct floor_hand *hand, uint32_t points)
{
    const struct board *board = &floor->boards[hand->offer];
    const struct standing *standing = standing_of(board, hand->patron);
    return hand->patron < floor->patron_count && (standing ? standing->points <= FLOOR_POINTS_MAX - points
                                                           : board->standing_count < FLOOR_STANDINGS_MAX);
}

enum status post_points(struct deciding *deciding, const struct floor_hand *hand, uint32_t points)
{
    const struct floor *floor = deciding->floor;
    const struct offering *offering = offering_of_hand(deciding, hand);
    struct instant ends;
    if (!offering)
        return deciding->decision->arena.refusal;
    const struct board *board = &floor->boards[hand->offer];
    if (hand->patron >= floor->patron_count)
        return REFUSE(deciding, rule_hand,
                      "only club patrons earn points; register and seat the player first");
    const struct standing *standing = standing_of(board, hand->patron);
    if (!standing && board->standing_count == FLOOR_STANDINGS_MAX)
        return REFUSE(deciding, rule_hand, "the board is full; it can take %d players in a period",
                      FLOOR_STANDINGS_MAX);
    if (standing && standing->points > FLOOR_POINTS_MAX - points)
        return REFUSE(deciding, rule_hand, "a player can have at most %d points", FLOOR_POINTS_MAX);
    if (!settling_period_end(floor, offering->offer, hand->decided, &ends))
        return REFUSE(deciding, rule_time, "the hand was not dealt in a posted period");
    if (!check_periods_before(deciding, hand->offer, ends))
        return STATUS_OK;
    struct event *event = happens(deciding, EVENT_HAND_ON_BOARD);
    EVENT_AS(event, hand_on_board)->hand = hand->number;
    EVENT_AS(event, hand_on_board)->offer = hand->offer;
    EVENT_AS(event, hand_on_board)->points = points;
    EVENT_AS(event, hand_on_board)->ends = board->runs ? board->ends : ends;
    return STATUS_OK;
}

enum status keep_points(struct floor *floor, const struct hand_on_board *posted)
{
    struct floor_hand *hand = hand_numbered(floor, posted->hand);
    struct board *board = &floor->boards[posted->offer];
    struct standing *standing = standing_of(board, hand->patron);
    if (!standing) {
        enum status status =
            MAKE_ROOM(&floor->arena, board->standings, board->standing_count, board->standing_room);
        if (status != STATUS_OK)
            return status;
        standing = &board->standings[board->standing_count++];
        *standing = (struct standing){.patron = hand->patron};
    }
    standing->points += posted->points;
    if (standing->points > FLOOR_POINTS_MAX)
        standing->points = FLOOR_POINTS_MAX;
    stand_by(standing, hand);
    hand->state = HAND_AWARDED; /* it has its points */
    hand->points = posted->points;
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ taking back */

bool has_points(const struct floor *floor, const struct floor_hand *hand)
{
    const struct standing *standing = hand->points > 0 && hand->patron < floor->patron_count
                                          ? standing_of(&floor->boards[hand->offer], hand->patron)
                                          : NULL;
    return hand->state == HAND_AWARDED && standing && standing->points >= hand->points;
}

bool floor_can_be_taken_back(const struct floor *floor, const struct floor_hand *hand)
{
    return has_points(floor, hand) || is_on_board(hand);
}

bool has_points_in_vain(const struct floor *floor, const struct floor_hand *hand)
{
    return has_points(floor, hand) &&
           !floor_player_stands(floor, hand->offer, standing_of(&floor->boards[hand->offer], hand->patron));
}

enum status decide_taken_back(struct deciding *deciding)
{
    const struct floor *floor = deciding->floor;
    const struct about_hand *command = COMMAND_AS(deciding->command, about_hand);
    const struct floor_hand *hand = floor_hand(floor, command->hand);
    const struct offer *offer = floor->offerings[hand->offer].offer;
    const struct node *by = node_path(offer->rulebook->data, PATH_ROUND_REVERSAL);
    if (!by)
        by = node_path(offer->rulebook->data, PATH_BOARD_COMPARED);
    struct text clause = by ? by->origin.clause : offer->rulebook->document.identity;
    if (offer_says(offer, PATH_ROUND_REVERSAL, "none"))
        return REFUSE(deciding, kept_clause(deciding, clause),
                      "the rules do not allow a recorded win to be undone");
    if (!floor_person_may(floor, command->head.by, "verify"))
        return REFUSE(deciding, rule_permission, "%.*s may not take %s; ask an employee who may verify",
                      TEXT_ARGUMENTS(command->head.by),
                      hand->points > 0 ? "points back" : "a hand off the board");
    if (!check_second(deciding, command->authorised_by))
        return STATUS_OK;
    struct event *event = happens(deciding, EVENT_HAND_REJECTED);
    EVENT_AS(event, hand_rejected)->hand = command->hand;
    EVENT_AS(event, hand_rejected)->points = hand->points;
    EVENT_AS(event, hand_rejected)->clause = clause;
    EVENT_AS(event, hand_rejected)->reason = command->reason;
    EVENT_AS(event, hand_rejected)->authorised_by = command->authorised_by;
    return hand->state == HAND_ON_BOARD ? list_next(deciding, hand) : STATUS_OK;
}

/* The newest hand by which a player has points; NULL: there is none. */
static const struct floor_hand *newest_with_points(const struct floor *floor, uint32_t offer, uint32_t patron)
{
    for (unsigned i = floor->hand_count; i > 0; i--) {
        const struct floor_hand *hand = &floor->hands[i - 1];
        if (hand->offer == offer && hand->patron == patron && hand->points > 0)
            return hand;
    }
    return NULL;
}

void drop_points(struct floor *floor, struct floor_hand *hand)
{
    struct board *board = &floor->boards[hand->offer];
    struct standing *standing = standing_of(board, hand->patron);
    standing->points -= hand->points;
    hand->points = 0;
    const struct floor_hand *last = newest_with_points(floor, hand->offer, hand->patron);
    if (last && standing->points > 0) {
        stand_by(standing, last);
        return;
    }
    board->standing_count--;
    for (unsigned i = (unsigned)(standing - board->standings); i < board->standing_count; i++)
        board->standings[i] = board->standings[i + 1];
    board->runs = !board_is_empty(board);
}

void forget_points(struct floor *floor, uint32_t offer)
{
    floor->boards[offer].standing_count = 0;
    for (unsigned i = 0; i < floor->hand_count; i++)
        if (floor->hands[i].offer == offer)
            floor->hands[i].points = 0;
}

/* ------------------------------------------------------------------------------------------ the places */

/* Players who share what their places win. */
struct tied {
    unsigned first, count; /* of the ranking */
    struct prize prize;    /* of the first of their places */
    int64_t cents;         /* of all */
    bool whole;            /* each has the prize of a place of its own, and all are equal */
};

/* The players who may still win when the places are decided, sorted from the most points down. Of equal players the one who was on
 * the board earlier comes first. */
static const struct standing **rank_players(const struct awarding *awarding, unsigned *count)
{
    const struct floor *floor = awarding->deciding->floor;
    const struct board *board = &floor->boards[awarding->offer];
    const struct standing **ranked =
        ARENA_ARRAY(&awarding->deciding->decision->arena, const struct standing *, board->standing_count);
    struct instant at = board->ends;
    (void)board_is_settled_at(floor, awarding->offer, &at);
    if (instant_compare(at, floor->now) < 0)
        at = floor->now;
    *count = 0;
    for (unsigned i = 0; ranked && i < board->standing_count; i++) {
        const struct standing *standing = &board->standings[i];
        const struct table_offer *by = table_offer_of(&floor->tables[standing->table], awarding->offer);
        struct person_facts person = identity_of(floor, standing->patron);
        judge_as_employed(standing->employee, &person);
        count_wins_until(floor, awarding->offer, standing->patron, at, &person);
        if (!by || !eligibility_judge_place(&by->eligibility, &person).allowed)
            continue;
        unsigned place = (*count)++;
        for (; place > 0 && ranked[place - 1]->points < standing->points; place--)
            ranked[place] = ranked[place - 1];
        ranked[place] = standing;
    }
    return ranked;
}

/* The prize of a place, from 1: one for so many places, or the one prize of the activity. False if it wins nothing. */
static bool prize_of_place(const struct offer *offer, unsigned place, struct prize *prize)
{
    const struct node *prizes = node_path(offer->rulebook->data, PATH_PAYING_PRIZES);
    for (const struct node *member = prizes ? prizes->first_child : NULL; member; member = member->next) {
        const struct node *places = node_member(member, KEY_PLACES);
        struct value value;
        if (places && places->kind == NODE_SCALAR &&
            value_read(VALUE_COUNT, places->scalar, &value, NULL) == STATUS_OK &&
            value.form == VALUE_IS_GIVEN && value.range.low <= place && value.range.high >= place)
            return award_prize_named(offer, member->key, prize, NULL) == STATUS_OK;
    }
    return award_prize_named(offer, text_of("prize"), prize, NULL) == STATUS_OK;
}

/* The players who are equal to the one at `first`, and what they win together: hawaiian-gardens/high-hand-promotion#R4. */
static struct tied tied_from(const struct offer *offer, const struct standing *const *ranked, unsigned count,
                             unsigned first, unsigned places)
{
    struct tied tied = {.first = first, .whole = true};
    struct prize prize;
    while (first + tied.count < count && ranked[first + tied.count]->points == ranked[first]->points) {
        unsigned place = first + ++tied.count;
        bool wins = place <= places && prize_of_place(offer, place, &prize);
        if (wins && place == first + 1)
            tied.prize = prize;
        tied.cents += wins ? prize_money(&prize) : 0;
        tied.whole &= wins && text_equal(prize.name, tied.prize.name);
    }
    return tied;
}

/* Drafts what the players of the ranking win together, and lists the prize of each. False if there is no room. */
static bool pay_tied(struct awarding *awarding, const struct standing *const *ranked, const struct tied *tied)
{
    const struct terms *terms = &awarding->offering->terms;
    bool divided = terms->divided.clause.length > 0;
    int64_t posted = prize_money(&tied->prize), cents = divided ? tied->cents : posted;
    if (cents == 0)
        return true;
    int64_t each = funds_award_fixed(&awarding->deciding->decision->draft, &awarding->offering->funds, cents,
                                     tied->count, tied->prize.clause);
    int64_t odd = divided && terms->odd_chips_in_turn ? cents - each * (int64_t)tied->count : 0;
    for (unsigned i = tied->first; i < tied->first + tied->count; i++) {
        const struct winner winner = {
            .patron = ranked[i]->patron, .table = ranked[i]->table, .seat = ranked[i]->seat};
        int64_t chip = odd < terms->chip_cents ? odd : terms->chip_cents;
        struct prize_row *row = each + chip > 0 ? awarding_next_prize(awarding, &winner) : NULL;
        if (!row)
            return each + chip == 0;
        row->share = tied->prize.name;
        row->clause = tied->prize.clause;
        row->cents = each + chip;
        row->posted = posted > row->cents ? posted : 0;
        odd -= chip;
    }
    return true;
}

/* Pays the places. Ties that have whole prizes of one kind are paid together. False if there is no room. */
static bool pay_places(struct awarding *awarding, const struct standing *const *ranked, unsigned count)
{
    const struct offer *offer = awarding->offering->offer;
    unsigned places = (unsigned)board_places(offer);
    struct tied run = {.count = 0};
    for (unsigned first = 0; first < count && first < places;) {
        struct tied tied = tied_from(offer, ranked, count, first, places);
        first += tied.count;
        if (run.count > 0 && run.whole && tied.whole && text_equal(run.prize.name, tied.prize.name)) {
            run.count += tied.count;
            run.cents += tied.cents;
            continue;
        }
        if (run.count > 0 && !pay_tied(awarding, ranked, &run))
            return false;
        run = tied;
    }
    return run.count == 0 || pay_tied(awarding, ranked, &run);
}

enum status decide_points_end(struct deciding *deciding, uint32_t offer)
{
    struct awarding *awarding = ARENA_NEW(&deciding->decision->arena, struct awarding);
    unsigned count;
    if (!awarding)
        return deciding->decision->arena.refusal;
    awarding->deciding = deciding;
    awarding->offering = &deciding->floor->offerings[offer];
    awarding->offer = offer;
    const struct standing **ranked = rank_players(awarding, &count);
    if (!ranked)
        return deciding->decision->arena.refusal;
    (void)draft_for(deciding, offer);
    if (!pay_places(awarding, ranked, count))
        return STATUS_NO_SPACE;
    if (awarding->prize_count == 0)
        return STATUS_OK;
    funds_repay(&deciding->decision->draft, &awarding->offering->funds);
    return awarding_event(awarding, ranked[0]->verified_by, ranked[0]->authorised_by,
                          awarding->prizes[0].clause);
}
