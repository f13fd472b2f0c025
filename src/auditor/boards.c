/* Hands that are compared until their period ends. */
#include "auditor/model_internal.h"
#include "house/hands/hands_shapes.h"
#include "house/tables/tables_shapes.h"
#include "rulebook/vocabulary_paths.h"

/* The most hands that the list of a board holds; beyond that some are no longer kept. */
enum { MODEL_BOARD_MAX = 256 };

static bool removes_lower(const struct offer *offer)
{
    return offer_node(offer, PART_BOARD) && model_says(offer, PATH_BOARD_LOWER_HANDS, "removed");
}

static bool is_on_board(const struct model_hand *hand, uint32_t offer)
{
    return hand->offer == offer && (hand->state == MODEL_POSTED || hand->state == MODEL_BEATEN);
}

/* Whether the model knows no reason against it: neither the deal nor the holder. */
static bool surely_may_win(const struct auditor *auditor, const struct model_hand *hand)
{
    struct model_offer then = auditor->offers[hand->offer];
    const struct model_patron *patron = model_patron(auditor, hand->patron);
    then.offer = hand->dealt_by;
    return !hand->irregular && !hand->on_player_dealer &&
           (hand->patron.length == 0 ||
            (patron && !patron->singled_out && model_may_win(auditor, &then, hand->patron, hand->deal)));
}

void see_irregular_round(struct auditor *auditor)
{
    struct model_table *table = model_table(auditor, EVENT_AS(auditor->event, irregularity_noted)->table);
    see_irregularity(auditor);
    if (!table)
        return;
    table->irregular = table->round;
    for (unsigned i = 0; i < auditor->hand_count; i++)
        auditor->hands[i].irregular |=
            &auditor->tables[auditor->hands[i].table] == table && auditor->hands[i].round == table->round;
}

void board_beats(struct auditor *auditor, struct model_hand *hand)
{
    for (unsigned i = 0; i < auditor->hand_count && removes_lower(hand->dealt_by); i++) {
        struct model_hand *other = &auditor->hands[i];
        if (other->offer == hand->offer && other->state == MODEL_POSTED && other->score < hand->score)
            other->state = MODEL_BEATEN;
    }
}

void board_lists_again(struct auditor *auditor, struct model_hand *hand)
{
    for (unsigned i = 0; i < auditor->hand_count && removes_lower(hand->dealt_by); i++) {
        const struct model_hand *other = &auditor->hands[i];
        MUST(auditor,
             !is_on_board(other, hand->offer) || other->score <= hand->score ||
                 !surely_may_win(auditor, other),
             "hand %u is higher, and may win", i + 1);
    }
    hand->state = MODEL_POSTED;
    board_beats(auditor, hand);
}

bool board_takes_off(struct auditor *auditor, uint32_t number)
{
    const struct hand_rejected *rejected = EVENT_AS(auditor->event, hand_rejected);
    struct model_hand *hand =
        number > 0 && number <= auditor->hand_count ? &auditor->hands[number - 1] : NULL;
    if (!hand || !is_on_board(hand, hand->offer))
        return false;
    MUST(auditor,
         rejected->authorised_by.length > 0 && !text_equal(rejected->authorised_by, auditor->event->head.by),
         "a hand is taken off the board by two persons");
    MUST(auditor, rejected->clause.length > 0 && rejected->reason.length > 0,
         "a hand is taken off the board by a clause, for a reason");
    hand->state = MODEL_REJECTED;
    auditor->offers[hand->offer].has_hands = false;
    for (unsigned i = 0; i < auditor->hand_count; i++)
        auditor->offers[hand->offer].has_hands |= is_on_board(&auditor->hands[i], hand->offer);
    return true;
}

void board_check_best(struct auditor *auditor, const struct model_hand *winner)
{
    struct range places = {1, 1};
    unsigned count = 0, better = 0;
    (void)model_count(winner->dealt_by, PATH_BOARD_PLACES, &places);
    if (!offer_node(winner->dealt_by, PART_BOARD) || (!removes_lower(winner->dealt_by) && places.high > 1))
        return;
    for (unsigned i = 0; i < auditor->hand_count; i++) {
        const struct model_hand *hand = &auditor->hands[i];
        if (!is_on_board(hand, winner->offer))
            continue;
        count++;
        if (hand->score > winner->score && surely_may_win(auditor, hand))
            better = i + 1;
    }
    MUST(auditor, better == 0 || count > MODEL_BOARD_MAX, "hand %u of the period is higher, and may win",
         better);
}
