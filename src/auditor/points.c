/* Points of the players of a period, and what their places must win. */
#include "auditor/model_internal.h"

#include "base/check.h"
#include "house/boards/boards_shapes.h"
#include "house/hands/hands_shapes.h"
#include "house/prizes/prizes_shapes.h"
#include "rulebook/vocabulary_paths.h"

enum { MODEL_DAY_MS = 24 * 60 * 60 * 1000 };

/* ------------------------------------------------------------------------------------------ earning */

/* The points of the rows of the hand where points are compared; 0: none. */
static int64_t points_of(const struct model_hand *hand)
{
    const struct offer *offer = hand->dealt_by;
    int64_t points = 0;
    if (!offer_node(offer, PART_BOARD) || !model_says(offer, PATH_BOARD_COMPARED, "points"))
        return 0;
    for (unsigned i = 0; i < hand->row_count; i++) {
        const struct node *award = offer_prize(offer, hand->rows[i]);
        struct value value;
        if (!award || award->kind != NODE_SCALAR ||
            value_read(VALUE_AWARD, award->scalar, &value, NULL) != STATUS_OK)
            continue;
        for (unsigned k = 0; k < value.award.count; k++)
            points += value.award.parts[k].kind == AWARD_POINTS ? value.award.parts[k].range.low : 0;
    }
    return points;
}

static struct model_standing *standing_of(const struct model_offer *offer, struct text patron)
{
    for (unsigned i = 0; i < offer->standing_count; i++)
        if (text_equal(offer->standings[i].patron, patron))
            return &offer->standings[i];
    return NULL;
}

struct model_deal points_deal(const struct model_offer *offer, struct text patron)
{
    const struct model_standing *standing = standing_of(offer, patron);
    return standing ? standing->deal : MODEL_DEAL_NONE;
}

bool points_earned(struct auditor *auditor, struct model_hand *hand)
{
    const struct hand_on_board *posted = EVENT_AS(auditor->event, hand_on_board);
    struct model_offer *offer = &auditor->offers[hand->offer];
    MUST(auditor, posted->points == points_of(hand), "the hand earns %u points, and the documents say %lld",
         posted->points, (long long)points_of(hand));
    if (posted->points == 0 || auditor->failed)
        return false;
    struct model_standing *standing = standing_of(offer, hand->patron);
    MUST(auditor, hand->patron.length > 0, "nobody knows whose points these are");
    if (!standing && MODEL_ROOM(auditor, offer->standings, offer->standing_count, offer->standing_room)) {
        standing = &offer->standings[offer->standing_count++];
        *standing = (struct model_standing){.patron = hand->patron};
    }
    if (standing) {
        standing->points += posted->points;
        standing->deal = hand->deal;
    }
    hand->points = posted->points;
    offer->points_end = posted->ends;
    return true;
}

void points_taken_back(struct auditor *auditor, struct model_hand *hand)
{
    const struct hand_rejected *rejected = EVENT_AS(auditor->event, hand_rejected);
    struct model_offer *offer = &auditor->offers[hand->offer];
    struct model_standing *standing = standing_of(offer, hand->patron);
    MUST(auditor, hand->points == rejected->points && standing, "the hand has earned %lld points",
         (long long)hand->points);
    MUST(auditor,
         rejected->authorised_by.length > 0 && !text_equal(rejected->authorised_by, auditor->event->head.by),
         "points are taken back by two persons");
    MUST(auditor, rejected->clause.length > 0 && rejected->reason.length > 0,
         "points are taken back by a clause, for a reason");
    if (auditor->failed)
        return;
    standing->points -= hand->points;
    hand->points = 0;
    for (unsigned i = 0; i < auditor->hand_count; i++)
        if (auditor->hands[i].offer == hand->offer && auditor->hands[i].points > 0 &&
            text_equal(auditor->hands[i].patron, hand->patron))
            standing->deal = auditor->hands[i].deal;
    if (standing->points == 0)
        *standing = offer->standings[--offer->standing_count];
}

/* ------------------------------------------------------------------------------------------ places */

static int64_t prize_of_place(const struct model_offer *offer, int64_t place)
{
    const struct node *prizes = node_path(offer->offer->rulebook->data, PATH_PAYING_PRIZES);
    for (const struct node *member = prizes ? prizes->first_child : NULL; member; member = member->next) {
        const struct node *places = node_member(member, KEY_PLACES);
        struct value value;
        if (places && places->kind == NODE_SCALAR &&
            value_read(VALUE_COUNT, places->scalar, &value, NULL) == STATUS_OK && value.range.low <= place &&
            value.range.high >= place) {
            int64_t cents = model_cents(offer->offer, PATH_PAYING_PRIZES "/%s/" KEY_PRIZE, member->key);
            return cents == MODEL_NOTHING ? 0 : cents;
        }
    }
    int64_t cents = model_cents(offer->offer, PATH_PAYING_PRIZE, text_of(""));
    return cents == MODEL_NOTHING ? 0 : cents;
}

static bool won_today(const struct auditor *auditor, const struct model_offer *offer, struct text patron)
{
    for (unsigned i = 0; i < auditor->prize_count; i++) {
        const struct model_prize *prize = &auditor->prizes[i];
        if (prize->cents > 0 && prize->state != MODEL_REVERSED && text_equal(prize->patron, patron) &&
            auditor->offers[prize->offer].offer->rulebook == offer->offer->rulebook &&
            auditor->now.ms - prize->awarded.ms < MODEL_DAY_MS)
            return true;
    }
    return false;
}

/* R8: for documents that let a person win once a day: a winner of the day that ends now has no place. */
static bool is_barred(const struct auditor *auditor, const struct model_offer *offer, struct text patron)
{
    struct range prizes = {0, 0};
    return node_path(offer->offer->rulebook->data, PATH_ELIGIBILITY_PRIZES_A_DAY) &&
           model_count(offer->offer, PATH_ELIGIBILITY_PRIZES_A_DAY, &prizes) && prizes.high == 1 &&
           won_today(auditor, offer, patron);
}

/* A person who could have had a place and has none must be one who may not win. */
static void check_passed_over(struct auditor *auditor, const struct model_offer *offer, int64_t places)
{
    for (unsigned i = 0; i < offer->standing_count; i++) {
        const struct model_standing *one = &offer->standings[i];
        int64_t better = 0;
        for (unsigned k = 0; k < offer->standing_count; k++)
            better += offer->standings[k].wins && offer->standings[k].points > one->points;
        MUST(auditor,
             one->wins || better >= places || is_barred(auditor, offer, one->patron) ||
                 !model_may_win(auditor, offer, one->patron, one->deal),
             "%.*s has %lld points and no place", TEXT_ARGUMENTS(one->patron), (long long)one->points);
    }
}

static void mark_winners(struct auditor *auditor, const struct model_offer *offer)
{
    const struct awarded *awarded = EVENT_AS(auditor->event, awarded);
    for (unsigned i = 0; i < offer->standing_count; i++)
        offer->standings[i].wins = false;
    for (uint32_t i = 0; i < awarded->prize_count; i++) {
        struct model_standing *standing = standing_of(offer, awarded->prizes[i].patron);
        MUST(auditor, standing && !standing->wins, "%.*s has no points, or two places",
             TEXT_ARGUMENTS(awarded->prizes[i].patron));
        if (standing)
            standing->wins = true;
    }
}

/* The prize of a player: the prizes of the places that the equals share, in equal parts; or each in full. */
static int64_t place_wins(const struct model_offer *offer, const struct model_standing *one, int64_t places)
{
    int64_t better = 0, equal = 0, sum = 0;
    for (unsigned i = 0; i < offer->standing_count; i++) {
        better += offer->standings[i].wins && offer->standings[i].points > one->points;
        equal += offer->standings[i].wins && offer->standings[i].points == one->points;
    }
    if (!model_says(offer->offer, PATH_BOARD_TIES, "split evenly"))
        return prize_of_place(offer, better + 1);
    for (int64_t place = better + 1; place <= better + equal && place <= places; place++)
        sum += prize_of_place(offer, place);
    CHECK(equal > 0); /* the player is one of them */
    return sum / equal;
}

/* X12: the places are decided when the period is over and no hand that could earn points is pending. */
static void check_waiting(struct auditor *auditor, const struct model_offer *offer)
{
    MUST(auditor, offer->points_end.ms <= auditor->now.ms, "the period of the points goes on");
    for (unsigned i = 0; i < auditor->hand_count; i++) {
        const struct model_hand *hand = &auditor->hands[i];
        bool within = model_says(hand->dealt_by, PATH_BOARD_VERIFIED, "within the period");
        bool waits = hand->state == MODEL_CLAIMED    ? offer_node(hand->dealt_by, PART_BOARD) && !within
                     : hand->state == MODEL_VERIFIED ? hand->patron.length > 0 && points_of(hand) > 0
                                                     : false;
        MUST(auditor,
             !waits || &auditor->offers[hand->offer] != offer ||
                 !model_period_is_over(auditor, hand, offer->points_end),
             "hand %u of the period waits", i + 1);
    }
}

bool points_work_out(struct auditor *auditor, struct model_offer *offer)
{
    const struct awarded *awarded = EVENT_AS(auditor->event, awarded);
    struct range places = {1, 1};
    int64_t sum = 0;
    if (awarded->hand > 0 || awarded->round > 0 || offer->standing_count == 0 || offer->has_hands)
        return false;
    (void)model_count(offer->offer, PATH_BOARD_PLACES, &places);
    check_waiting(auditor, offer);
    mark_winners(auditor, offer);
    if (auditor->failed)
        return true;
    check_passed_over(auditor, offer, places.high);
    for (uint32_t i = 0; i < awarded->prize_count; i++) {
        const struct prize_row *row = &awarded->prizes[i];
        MUST(auditor, !is_barred(auditor, offer, row->patron), "%.*s has won within 24 hours",
             TEXT_ARGUMENTS(row->patron));
        int64_t cents = place_wins(offer, standing_of(offer, row->patron), places.high);
        MUST(auditor, row->cents == cents, "%.*s is awarded %lld cents, and the place wins %lld",
             TEXT_ARGUMENTS(row->patron), (long long)row->cents, (long long)cents);
        sum += cents;
    }
    plan_cover(auditor, offer, offer->held, sum, "fixed prizes");
    plan_repay(auditor, offer);
    plan_repay_credited(auditor);
    offer->places_awarded = true;
    return true;
}

void check_parts_of_period(struct auditor *auditor, const struct model_offer *offer)
{
    const struct awarded *awarded = EVENT_AS(auditor->event, awarded);
    bool split = awarded->round == 0 && awarded->table.length == 0 && offer_node(offer->offer, PART_BOARD) &&
                 model_says(offer->offer, PATH_BOARD_TIES, "split evenly");
    for (uint32_t i = 0; i < awarded->prize_count && split; i++)
        for (uint32_t k = 0; k < i; k++)
            MUST(auditor,
                 awarded->prizes[i].patron.length == 0 ||
                     !text_equal(awarded->prizes[i].patron, awarded->prizes[k].patron),
                 "%.*s has two parts of the prize", TEXT_ARGUMENTS(awarded->prizes[i].patron));
}

void points_close(struct auditor *auditor, struct model_offer *offer)
{
    struct range places = {1, 1};
    (void)model_count(offer->offer, PATH_BOARD_PLACES, &places);
    if (!offer->places_awarded) {
        for (unsigned i = 0; i < offer->standing_count; i++)
            offer->standings[i].wins = false;
        check_passed_over(auditor, offer, places.high);
    }
    for (unsigned i = 0; i < auditor->hand_count; i++)
        if (&auditor->offers[auditor->hands[i].offer] == offer)
            auditor->hands[i].points = 0;
    offer->standing_count = 0;
    offer->places_awarded = false;
}
