/* Hands, from the claim until they are rejected or posted on a board, and the periods that they belong to. */
#include "auditor/model_internal.h"
#include "house/boards/boards_shapes.h"
#include "house/hands/hands_shapes.h"
#include "rulebook/vocabulary_paths.h"

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
                              .deal = table->deal,
                              .patron = model_keep(auditor, claimed->patron),
                              .claimed_by = model_keep(auditor, auditor->event->head.by),
                              .on_player_dealer = claimed->seat == table->bank,
                              .irregular = table->irregular == claimed->round};
    MUST(auditor,
         !auditor->by_deal || claimed->backline || claimed->seat == 0 ||
             text_equal(claimed->patron, table->dealt[claimed->seat]),
         "it is not the hand of %.*s", TEXT_ARGUMENTS(claimed->patron));
    hand.there = players_there(auditor, table, &hand.there_count);
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

bool model_period_is_over(const struct auditor *auditor, const struct model_hand *hand, struct instant by)
{
    struct instant end;
    return model_period_end(auditor, hand->dealt_by, hand->decided, &end) && end.ms <= by.ms;
}

/* X29: what has cards is verified by them. By its row only with a reason, and two persons sign that. Logs of earlier decisions did otherwise. */
static void check_by_row(struct auditor *auditor, const struct model_hand *hand,
                         const struct hand_verified *verified)
{
    const struct hand_game *game = auditor->tables[hand->table].described->game.game;
    const bool by_row = verified->cards.length == 0 && game && game->family != HAND_FAMILY_NONE;
    MUST(auditor, !auditor->by_deal || !by_row || verified->reason.length > 0,
         "it was verified by its row, without a reason, though there are cards to enter");
    MUST(auditor,
         !auditor->by_deal || !by_row ||
             (verified->authorised_by.length > 0 &&
              !text_equal(verified->authorised_by, auditor->event->head.by)),
         "it was verified by its row, and no second person signed that");
    MUST(auditor, by_row || (verified->reason.length == 0 && verified->authorised_by.length == 0),
         "a reason and a second person are only for a hand without its cards");
}

void see_hand_verified(struct auditor *auditor)
{
    const struct hand_verified *verified = EVENT_AS(auditor->event, hand_verified);
    struct model_hand *hand = hand_numbered(auditor, verified->hand, MODEL_CLAIMED, MODEL_CLAIMED);
    if (!hand)
        return;
    MUST(auditor,
         hand->again || !model_says(hand->dealt_by, PATH_BOARD_VERIFIED, "within the period") ||
             !offer_node(hand->dealt_by, PART_BOARD) || !model_period_is_over(auditor, hand, auditor->now),
         "the period of the hand is over");
    check_by_row(auditor, hand, verified);
    see_cards(auditor, hand, verified);
    hand->by_row = verified->reason.length > 0;
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
