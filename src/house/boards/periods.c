/* Hands that are settled at the end of a period: the best of a board, or all. */
#include "house/boards/boards_internal.h"

#include "base/check.h"
#include "funds/award.h"
#include "funds/draft.h"
#include "funds/eligibility.h"
#include "funds/funds.h"
#include "funds/terms.h"
#include "house/boards/boards.h"
#include "house/boards/boards_shapes.h"
#include "house/hands/hands.h"
#include "house/hands/hands_shapes.h"
#include "house/kernel/deciding.h"
#include "house/kernel/names.h"
#include "house/people/dealt.h"
#include "house/people/people.h"
#include "house/people/staff.h"
#include "house/prizes/awarding.h"
#include "house/prizes/prizes.h"
#include "house/setup/offers.h"
#include "house/setup/setup.h"
#include "house/tables/tables.h"
#include "rulebook/vocabulary_paths.h"

/* A round that was dealt in a period and that nobody ends keeps it from being settled for so long. */
enum { ROUND_AWAITED_MS = 24 * 60 * 60 * 1000 };

_Static_assert((int)FLOOR_BOARD_MAX <= (int)FUNDS_WINNERS_MAX, "all hands of a period can win its prize");

/* ------------------------------------------------------------------------------------------ boards */

enum status boards_begin(struct floor *floor)
{
    floor->boards = ARENA_ARRAY(&floor->arena, struct board, FLOOR_OFFERS_MAX);
    return floor->boards ? STATUS_OK : floor->arena.refusal;
}

const struct board *floor_board(const struct floor *floor, struct text offer)
{
    const struct offering *offering = floor_offering(floor, offer);
    return offering ? &floor->boards[offering - floor->offerings] : NULL;
}

bool board_is_empty(const struct board *board)
{
    return board->count == 0 && board->standing_count == 0;
}

/* Whether the holder of a hand on the board may still win. Checks again the exclusion list, the employment, and whether the deal has
 * turned out to be void. */
static bool may_still_win(const struct floor *floor, const struct floor_hand *hand)
{
    const struct table_offer *at = table_offer_of_hand(floor, hand, hand->table);
    struct person_facts person = identity_of(floor, hand->patron);
    judge_as_dealt(hand->players, hand->player_count, hand->patron, &person);
    const struct round_facts round = round_facts_of(floor, hand);
    CHECK(at != NULL);
    person.player_dealer = hand->on_player_dealer;
    return eligibility_judge_person(&at->eligibility, &person).allowed &&
           eligibility_judge_deal(&at->eligibility, &round).allowed;
}

/* The best on the list of those that may still win, but for one (NULL: for none); 0: there is none. */
static int64_t best_but_for(const struct floor *floor, const struct board *board,
                            const struct floor_hand *without)
{
    int64_t best = 0;
    for (uint32_t i = 0; i < board->count; i++) {
        const struct floor_hand *hand = floor_hand(floor, board->hands[i]);
        if (hand != without && hand->score > best && may_still_win(floor, hand))
            best = hand->score;
    }
    return best;
}

static int64_t best_score(const struct floor *floor, const struct board *board)
{
    return best_but_for(floor, board, NULL);
}

/* Whether hands are compared; otherwise all hands of the period win. */
static bool has_board(const struct offer *offer)
{
    return offer_node(offer, PART_BOARD) != NULL;
}

bool lower_are_removed(const struct offer *offer)
{
    return has_board(offer) && text_equal(offer_text(offer, PATH_BOARD_LOWER_HANDS), text_of("removed"));
}

/* Whether there is room for the hand: in place of the lowest where they are compared. */
static bool has_room(const struct floor *floor, const struct offer *offer, const struct board *board,
                     const struct floor_hand *hand)
{
    return board->count < FLOOR_BOARD_MAX ||
           (has_board(offer) &&
            floor_hand(floor, board->hands[list_lowest(floor, board->hands, board->count)])->score <
                hand->score);
}

/* ------------------------------------------------------------------------------------------ what a period waits for */

bool hand_waits_for_period(const struct offer *offer, const struct floor_hand *hand)
{
    return terms_by_period(offer) && pays_money(offer, hand->rows, hand->row_count);
}

static bool is_verified_within(const struct offer *offer)
{
    return has_board(offer) && offer_says(offer, PATH_BOARD_VERIFIED, "within the period");
}

bool is_too_late_to_verify(const struct floor *floor, const struct offer *offer, struct instant decided)
{
    struct instant ends;
    return is_verified_within(offer) && settling_period_end(floor, offer, decided, &ends) &&
           instant_compare(ends, floor->now) <= 0;
}

/* Whether a hand that was verified has a place on the board: hands are compared by their cards, and a lower one is not put there;
 * points are those of somebody whom the club knows. */
static bool has_place(const struct floor *floor, const struct offer *offer, const struct floor_hand *hand)
{
    const struct board *board = &floor->boards[hand->offer];
    uint32_t points = points_of_hand(offer, hand);
    if (points > 0)
        return points_have_room(floor, hand, points);
    return hand_waits_for_period(offer, hand) && (!has_board(offer) || hand->score > 0) &&
           (!lower_are_removed(offer) || hand->score >= best_score(floor, board)) &&
           has_room(floor, offer, board, hand);
}

/* Whether the hand may yet be settled with a period that is over, and which: when that ended. One whose award was reversed does not
 * keep a later period waiting that runs already; it is settled after that. */
static bool is_awaited(const struct floor *floor, const struct floor_hand *hand, struct instant *ended)
{
    const struct offer *offer = floor_offer_of_hand(floor, hand);
    const struct board *board = &floor->boards[hand->offer];
    bool again = hand_is_put_right(floor, hand);
    bool awaited = hand->state == HAND_VERIFIED ? has_place(floor, offer, hand)
                                                : hand->state == HAND_CLAIMED && terms_by_period(offer) &&
                                                      (again || !is_verified_within(offer));
    return awaited && settling_period_end(floor, offer, hand->decided, ended) &&
           !(again && board->runs && instant_compare(*ended, board->ends) < 0);
}

/* The number of a hand that waits and is of a period that ended by then; 0: there is none. */
static uint32_t awaited_hand(const struct floor *floor, uint32_t offer, struct instant by)
{
    struct instant ended;
    for (unsigned i = 0; i < floor->hand_count; i++)
        if (floor->hands[i].offer == offer && is_awaited(floor, &floor->hands[i], &ended) &&
            instant_compare(ended, by) <= 0)
            return floor->hands[i].number;
    return 0;
}

/* A table whose round was dealt in such a period, not long ago, and still runs: hands of it may be claimed. NULL: there is none. */
static const struct table *awaited_round(const struct floor *floor, uint32_t offer, struct instant by)
{
    struct instant ended;
    for (unsigned i = 0; i < floor->table_count; i++) {
        const struct table *table = &floor->tables[i];
        const struct table_offer *at = table->round.runs ? table_offer_of(table, offer) : NULL;
        if (!at || at->former == FORMER_NONE || !(table->round.offered >> (at - table->offers) & 1))
            continue;
        const struct offer *dealt_by =
            at->former ? floor->formers[at->former - 1]->posted : floor->offerings[offer].offer;
        if (terms_by_period(dealt_by) && !is_verified_within(dealt_by) &&
            settling_period_end(floor, dealt_by, table->round.at, &ended) &&
            instant_compare(ended, by) <= 0 && floor->now.ms - ended.ms < ROUND_AWAITED_MS)
            return table;
    }
    return NULL;
}

bool board_is_settled_at(const struct floor *floor, uint32_t offer, struct instant *at)
{
    const struct board *board = &floor->boards[offer];
    *at = board->ends;
    if (awaited_round(floor, offer, board->ends))
        at->ms += ROUND_AWAITED_MS;
    return awaited_hand(floor, offer, board->ends) == 0;
}

bool check_periods_before(struct deciding *deciding, uint32_t offer, struct instant ends)
{
    const struct floor *floor = deciding->floor;
    const struct board *board = &floor->boards[offer];
    const struct instant last = {ends.ms - 1}, by = instant_compare(last, floor->now) < 0 ? last : floor->now;
    uint32_t hand = awaited_hand(floor, offer, by);
    const struct table *table = awaited_round(floor, offer, by);
    if (hand)
        (void)REFUSE(deciding, rule_hand, "authorise or reject hand %u of the previous period first", hand);
    else if (table)
        (void)REFUSE(deciding, rule_round, "end the round at %.*s first; it belongs to the previous period",
                     TEXT_ARGUMENTS(table->described->name));
    else if (board->runs && instant_compare(board->ends, by) <= 0)
        (void)REFUSE(deciding, rule_time, "the previous period is not settled yet; try again in a moment");
    else
        return true;
    return false;
}

/* ------------------------------------------------------------------------------------------ closing */

enum status apply_period_closed(struct floor *floor, const struct event *event, struct fault *fault)
{
    if (EVENT_AS(event, period_closed)->offer >= floor->offering_count)
        return strange(fault, event, "there is no such offer");
    struct board *board = &floor->boards[EVENT_AS(event, period_closed)->offer];
    if (board->count == 0)
        forget_points(floor, EVENT_AS(event, period_closed)->offer);
    for (uint32_t i = 0; i < board->count; i++) {
        struct floor_hand *hand = hand_numbered(floor, board->hands[i]);
        if (hand->state == HAND_ON_BOARD)
            hand->state = HAND_REJECTED; /* none of them may win */
    }
    for (uint32_t i = 0; i < board->beaten_count; i++)
        hand_numbered(floor, board->beaten[i])->state = HAND_REJECTED;
    board->count = board->beaten_count = 0;
    board->runs = board->standing_count > 0;
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ on the list again */

/* The highest of the beaten hands that belongs on the list as that is without one hand (NULL: with all); NULL: none does. It may
 * still win, and where lower hands are removed it is as high as any there that may; where they are not, it only needs room. */
static const struct floor_hand *next_for_list(const struct floor *floor, const struct board *board,
                                              const struct floor_hand *without)
{
    const struct floor_hand *next = NULL;
    int64_t best = best_but_for(floor, board, without);
    bool has_room = without || board->count < FLOOR_BOARD_MAX;
    for (uint32_t i = 0; i < board->beaten_count; i++) {
        const struct floor_hand *hand = floor_hand(floor, board->beaten[i]);
        bool fits = lower_are_removed(floor_offer_of_hand(floor, hand)) ? hand->score >= best : has_room;
        if (fits && (!next || hand->score > next->score) && may_still_win(floor, hand))
            next = hand;
    }
    return next;
}

/* Where none of the beaten may win now, the highest stands for them: there is a list as long as there are beaten ones. */
static const struct floor_hand *highest_beaten(const struct floor *floor, const struct board *board)
{
    const struct floor_hand *highest = NULL;
    for (uint32_t i = 0; i < board->beaten_count; i++)
        if (!highest || floor_hand(floor, board->beaten[i])->score > highest->score)
            highest = floor_hand(floor, board->beaten[i]);
    return highest;
}

/* The hand is on the list again; NULL: there is no room for the event. */
static struct hand_on_board *list_again(struct deciding *deciding, const struct floor_hand *hand)
{
    struct event *event = happens(deciding, EVENT_HAND_ON_BOARD);
    if (!event)
        return NULL;
    EVENT_AS(event, hand_on_board)->hand = hand->number;
    EVENT_AS(event, hand_on_board)->offer = hand->offer;
    EVENT_AS(event, hand_on_board)->ends = deciding->floor->boards[hand->offer].ends;
    return EVENT_AS(event, hand_on_board);
}

/* With the next come those that are equal to it; for whom there is no room now, there is when the period ends. */
enum status list_next(struct deciding *deciding, const struct floor_hand *without)
{
    const struct floor *floor = deciding->floor;
    const struct board *board = &floor->boards[without->offer];
    const struct floor_hand *next = next_for_list(floor, board, without);
    if (!next && board->count == 1)
        next = highest_beaten(floor, board);
    if (!next)
        return STATUS_OK;
    struct hand_on_board *first = list_again(deciding, next);
    enum status status =
        first ? tell_places(floor, without, first, &deciding->decision->arena) : STATUS_NO_SPACE;
    uint32_t room = FLOOR_BOARD_MAX - board->count;
    for (uint32_t i = 0; i < board->beaten_count && room > 0 && status == STATUS_OK; i++) {
        const struct floor_hand *hand = floor_hand(floor, board->beaten[i]);
        if (hand == next || hand->score != next->score || !may_still_win(floor, hand) ||
            !lower_are_removed(floor_offer_of_hand(floor, hand)) ||
            deciding->decision->event_count == DECISION_EVENTS_MAX)
            continue;
        if (!list_again(deciding, hand)) /* the first has taken the place of all lower ones */
            return STATUS_NO_SPACE;
        room--;
    }
    return status;
}

bool is_on_board(const struct floor_hand *hand)
{
    return hand->state == HAND_ON_BOARD || hand->state == HAND_BEATEN;
}

/* Whether one of the hands is higher, and may win. */
static bool has_higher(const struct floor *floor, const uint32_t *hands, uint32_t count, int64_t score)
{
    for (uint32_t i = 0; i < count; i++)
        if (floor_hand(floor, hands[i])->score > score && may_still_win(floor, floor_hand(floor, hands[i])))
            return true;
    return false;
}

bool floor_hand_stands(const struct floor *floor, const struct floor_hand *hand)
{
    const struct board *board = &floor->boards[hand->offer];
    if (!is_on_board(hand) || !may_still_win(floor, hand))
        return false;
    if (!lower_are_removed(floor_offer_of_hand(floor, hand)))
        return hand->state == HAND_ON_BOARD;
    return !has_higher(floor, board->hands, board->count, hand->score) &&
           !has_higher(floor, board->beaten, board->beaten_count, hand->score);
}

const char *floor_hand_word(const struct floor *floor, const struct floor_hand *hand)
{
    if (!is_on_board(hand))
        return has_points_in_vain(floor, hand) ? "void" : hand_state_words[hand->state];
    return floor_hand_stands(floor, hand) ? hand_state_words[HAND_ON_BOARD]
           : may_still_win(floor, hand)   ? hand_state_words[HAND_BEATEN]
                                          : "void";
}

void leave_board(struct floor *floor, const struct floor_hand *hand)
{
    struct board *board = &floor->boards[hand->offer];
    if (hand->state == HAND_ON_BOARD)
        list_take_out(board->hands, &board->count, list_place(board->hands, board->count, hand->number));
    else
        list_take_out(board->beaten, &board->beaten_count,
                      list_place(board->beaten, board->beaten_count, hand->number));
    board->runs = !board_is_empty(board);
}

/* ------------------------------------------------------------------------------------------ the end of a period */

/* How many hands are better. */
static int64_t better_than(const struct awarding *awarding, int64_t score)
{
    int64_t better = 0;
    for (unsigned i = 0; i < awarding->hand_count; i++)
        better += awarding->hands[i]->score > score;
    return better;
}

int64_t board_places(const struct offer *offer)
{
    struct value value;
    bool given = value_read(VALUE_COUNT, offer_text(offer, PATH_BOARD_PLACES), &value, NULL) == STATUS_OK &&
                 value.form == VALUE_IS_GIVEN;
    return given ? value.range.high : 1;
}

/* Equal hands split a prize by players: one who has made the hand again has no second part. */
static bool has_part(const struct offer *offer, const struct floor_hand *const *kept, unsigned count,
                     const struct floor_hand *hand)
{
    bool split = has_board(offer) && offer_says(offer, PATH_BOARD_TIES, "split evenly");
    for (unsigned i = 0; i < count && split && hand->patron != NAMES_NONE; i++)
        if (kept[i]->patron == hand->patron && kept[i]->score == hand->score)
            return true;
    return false;
}

/* The best hands of the board, each by the movement that it was dealt by; equal ones count as one place. */
static void keep_best(struct awarding *awarding)
{
    const struct floor *floor = awarding->deciding->floor;
    const struct floor_hand *best[FLOOR_BOARD_MAX];
    unsigned kept = 0;
    for (unsigned i = 0; i < awarding->hand_count; i++) {
        const struct floor_hand *hand = awarding->hands[i];
        const struct offer *offer = floor_offer_of_hand(floor, hand);
        if ((!has_board(offer) || better_than(awarding, hand->score) < board_places(offer)) &&
            !has_part(offer, best, kept, hand))
            best[kept++] = hand;
    }
    for (unsigned i = 0; i < kept; i++)
        awarding->hands[i] = best[i];
    awarding->hand_count = kept;
}

/* The prize of a hand of the period: by its row, or the one prize of the activity. False after a refusal, which nobody sees. */
static bool add_period_hit(struct awarding *awarding, struct hit_list *list, const struct floor_hand *hand)
{
    struct prize prize;
    unsigned part;
    if (hand->row_count > 0)
        return hits_add_hand(awarding, list, hand);
    const struct offer *offer = floor_offer_of_hand(awarding->deciding->floor, hand);
    if (award_prize_named(offer, text_of("prize"), &prize, NULL) != STATUS_OK)
        return true;
    for (part = 0; part < list->count && !prize_equal(&list->hits[part].prize, &prize);)
        part++;
    if (part == list->count && !hits_add(awarding, list, &prize, NULL, &part))
        return false;
    return winner_add(awarding, winner_holding(hand, part)) || check_crowd(awarding);
}

/* Sets the amounts for which the pools are won, if the period ended before its last hand was decided. All hands of one period have
 * the same reading. */
static enum status look_at_period_end(struct awarding *awarding)
{
    const struct terms *terms = &awarding->offering->terms;
    const struct floor_hand *read = NULL;
    for (unsigned i = 0; i < awarding->hand_count && !read; i++)
        if (awarding->hands[i]->reading_count == terms->pool_count)
            read = awarding->hands[i];
    if (!read || !terms->pools_at_period_end)
        return STATUS_OK;
    struct arena *arena = &awarding->deciding->decision->arena;
    struct pool_taken *taken = ARENA_ARRAY(arena, struct pool_taken, terms->pool_count);
    if (!taken)
        return arena->refusal;
    for (unsigned i = 0; i < terms->pool_count; i++)
        taken[i] =
            taken_at_end(awarding->deciding->floor, read, terms->pools[i].account, read->readings[i].cents);
    awarding->taken = taken;
    return STATUS_OK;
}

/* The hands of the board that may still win, with one that is to stand there (NULL: none), but for those that are too low. NULL if
 * there is no memory. */
static struct awarding *gather_period(struct deciding *deciding, uint32_t offer,
                                      const struct floor_hand *also)
{
    const struct floor *floor = deciding->floor;
    const struct board *board = &floor->boards[offer];
    struct awarding *awarding = ARENA_NEW(&deciding->decision->arena, struct awarding);
    if (!awarding)
        return NULL;
    awarding->deciding = deciding;
    awarding->offer = offer;
    uint32_t dropped = also && board->count == FLOOR_BOARD_MAX
                           ? list_lowest(floor, board->hands, board->count)
                           : board->count;
    for (uint32_t i = 0; i < board->count; i++)
        if (i != dropped && may_still_win(floor, floor_hand(floor, board->hands[i])))
            awarding->hands[awarding->hand_count++] = floor_hand(floor, board->hands[i]);
    if (also)
        awarding->hands[awarding->hand_count++] = also;
    keep_best(awarding);
    /* That of the first hand; prizes and places are those of each. */
    awarding->offering =
        offering_of_former(deciding, offer, awarding->hand_count > 0 ? awarding->hands[0]->former : 0);
    return awarding->offering && look_at_period_end(awarding) == STATUS_OK ? awarding : NULL;
}

/* What the hands win; false after a refusal. */
static bool settle_period(struct awarding *awarding, struct hit_list *list)
{
    (void)draft_for(awarding->deciding, awarding->offer);
    for (unsigned i = 0; i < awarding->hand_count; i++)
        if (!add_period_hit(awarding, list, awarding->hands[i]))
            return false;
    return list->count == 0 || hits_settle(awarding, list, 1);
}

static enum status award_period(struct awarding *awarding)
{
    const struct floor_hand *first = awarding->hands[0];
    const struct node *minimum = node_path(awarding->offering->offer->rulebook->data, PATH_BOARD_MINIMUM);
    struct hit_list *list = ARENA_NEW(&awarding->deciding->decision->arena, struct hit_list);
    if (!list)
        return awarding->deciding->decision->arena.refusal;
    if (!settle_period(awarding, list))
        return STATUS_NO_SPACE;
    if (list->count == 0)
        return STATUS_OK;
    funds_repay(&awarding->deciding->decision->draft, &awarding->offering->funds);
    struct text clause = first->row_count ? first->rows[0]->node->origin.clause
                         : minimum        ? minimum->origin.clause
                                          : awarding->offering->terms.activity;
    return awarding_event(awarding, first->verified_by, first->authorised_by, clause);
}

static enum status decide_period_end(struct deciding *deciding, const struct due *due)
{
    const uint32_t offer = due->offer;
    const struct board *board = &deciding->floor->boards[offer];
    const struct floor_hand *next = next_for_list(deciding->floor, board, NULL);
    if (next) { /* time goes on when it is there */
        struct hand_on_board *again = list_again(deciding, next);
        return again ? tell_places(deciding->floor, NULL, again, &deciding->decision->arena)
                     : STATUS_NO_SPACE;
    }
    struct awarding *awarding = gather_period(deciding, offer, NULL);
    if (!awarding)
        return deciding->decision->arena.refusal;
    /* Hands and points stand there together where the house has posted the one after the other; hands are settled first. */
    enum status status = awarding->hand_count > 0 ? award_period(awarding)
                         : board->count > 0       ? STATUS_OK
                                                  : decide_points_end(deciding, offer);
    if (status != STATUS_OK)
        return status;
    struct event *event = happens(deciding, EVENT_PERIOD_CLOSED);
    if (!event)
        return STATUS_NO_SPACE;
    EVENT_AS(event, period_closed)->offer = offer;
    EVENT_AS(event, period_closed)->hands = board->count > 0 ? board->count : board->standing_count;
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ posting */

/* Time cannot be refused: that the period can be settled with the hand is seen to when the hand comes. A refusal says why not. */
static enum status try_period_end(struct deciding *deciding, uint32_t offer, const struct floor_hand *hand)
{
    struct awarding *awarding = gather_period(deciding, offer, hand);
    struct hit_list *list = ARENA_NEW(&deciding->decision->arena, struct hit_list);
    if (!awarding || !list)
        return deciding->decision->arena.refusal;
    bool settled = settle_period(awarding, list);
    CHECK(settled == deciding->decision->ruling.allowed);
    if (settled && deciding->decision->draft.overflowed)
        (void)refuse_overflow(deciding);
    draft_begin(&deciding->decision->draft, &deciding->floor->ledger);
    return STATUS_OK;
}

enum status post_hand(struct deciding *deciding, const struct floor_hand *hand)
{
    const struct floor *floor = deciding->floor;
    const struct offering *offering = offering_of_hand(deciding, hand);
    if (!offering)
        return deciding->decision->arena.refusal;
    const struct node *lower = node_path(offering->offer->rulebook->data, PATH_BOARD_LOWER_HANDS);
    const struct board *board = &floor->boards[hand->offer];
    struct instant ends;
    if (!offer_period_end(floor, offering->offer, hand->decided, &ends))
        return REFUSE(deciding, rule_time, "the hand was not dealt in a posted period");
    if (!check_periods_before(deciding, hand->offer, ends))
        return STATUS_OK;
    if (hand_is_put_right(floor, hand) && board->runs && instant_compare(ends, board->ends) < 0)
        return REFUSE(deciding, rule_time,
                      "a later period is running; authorise the hand after that period is settled");
    if (has_board(offering->offer) && hand->score == 0)
        return REFUSE(deciding, rule_hand,
                      "enter the cards; the hands of the period are compared by their cards");
    if (lower_are_removed(offering->offer) && hand->score < best_score(floor, board))
        return REFUSE(deciding, kept_clause(deciding, lower ? lower->origin.clause : text_of("")),
                      "a higher hand is on the board");
    if (!has_room(floor, offering->offer, board, hand))
        return REFUSE(deciding, rule_hand, "the board is full; it can take no more hands of this period");
    enum status status = try_period_end(deciding, hand->offer, hand);
    if (status != STATUS_OK || !deciding->decision->ruling.allowed)
        return status;
    struct event *event = happens(deciding, EVENT_HAND_ON_BOARD);
    EVENT_AS(event, hand_on_board)->hand = hand->number;
    EVENT_AS(event, hand_on_board)->offer = hand->offer;
    EVENT_AS(event, hand_on_board)->ends = board->runs ? board->ends : ends;
    return tell_places(floor, NULL, EVENT_AS(event, hand_on_board), &deciding->decision->arena);
}

/* ------------------------------------------------------------------------------------------ who signed an event */

/* A hand is put on the board by a second person, once. */
enum status judge_posted(const struct judging *judging)
{
    struct text by = judging->event->head.by;
    const struct floor_hand *hand = floor_hand(judging->floor, EVENT_AS(judging->event, hand_on_board)->hand);
    if (!hand || hand->state == HAND_BEATEN)
        return STATUS_OK;
    if (!may_sign_together(judging->floor, hand->verified_by, by))
        return wrongly(judging, by, "has verified the hand, and cannot authorise it",
                       text_of(rule_two_persons));
    return judge_named(judging, hand, PATH_ROUND_AUTHORISED_BY);
}

/* ------------------------------------------------------------------------------------------ deciding again */

/* A hand that somebody puts on the board; one that was beaten comes back to it by itself. */
bool post_again(const struct floor *floor, const struct event *event, struct command *command)
{
    const struct floor_hand *hand = floor_hand(floor, EVENT_AS(event, hand_on_board)->hand);
    COMMAND_AS(command, about_hand)->hand = EVENT_AS(event, hand_on_board)->hand;
    return hand && hand->state == HAND_VERIFIED;
}

/* ------------------------------------------------------------------------------------------ time */

void boards_due(const struct floor *floor, struct instant until, struct due *due)
{
    for (uint32_t i = 0; i < floor->offering_count; i++) {
        const struct board *board = &floor->boards[i];
        struct due period = {
            .order = due_order_of_offer(i, DUE_PERIOD), .decide = decide_period_end, .offer = i};
        if (board->runs && instant_compare(board->ends, until) <= 0 &&
            board_is_settled_at(floor, i, &period.at))
            due_consider(due, &period);
    }
}

/* A hand that was beaten is on the board again, because a higher one has left it. */
bool post_comes_by_time(const struct floor *floor, const struct event *event)
{
    const struct floor_hand *hand = floor_hand(floor, EVENT_AS(event, hand_on_board)->hand);
    return hand && hand->state == HAND_BEATEN;
}

enum command_kind post_brought_by(const struct floor *floor, const struct event *event)
{
    return post_comes_by_time(floor, event) ? COMMAND_REJECT_HAND : COMMAND_AUTHORISE;
}
