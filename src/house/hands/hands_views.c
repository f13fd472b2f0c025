/* What the hands desk shows: hands and their states, and what the person who verifies a hand must enter. */
#include "house/hands/hands_views.h"

#include "base/check.h"
#include "house/boards/boards.h"
#include "house/hands/asks.h"
#include "house/hands/hands_internal.h"
#include "house/kernel/view.h"
#include "house/people/people.h"
#include "house/people/staff.h"
#include "house/prizes/settled.h"
#include "house/setup/notices.h"
#include "house/setup/offers.h"
#include "house/tables/tables.h"
#include "rulebook/vocabulary_paths.h"

#include <limits.h>

enum { HANDS_LOOKED_AT = 100000, HANDS_SHOWN = 100 };

static bool is_waiting(const struct floor_hand *hand)
{
    return hand->state == HAND_CLAIMED || hand->state == HAND_VERIFIED;
}

unsigned floor_hands_waiting(const struct floor *floor, uint32_t offer, uint32_t table)
{
    unsigned count = 0;
    for (unsigned i = floor->hand_count; i > 0 && floor->hand_count - i < HANDS_LOOKED_AT; i--) {
        const struct floor_hand *hand = &floor->hands[i - 1];
        count += is_waiting(hand) && (offer == NAMES_NONE || hand->offer == offer) &&
                 (table == NAMES_NONE || hand->table == table);
    }
    return count;
}

struct text floor_table_waiting(const struct floor *floor, uint32_t offer)
{
    for (unsigned i = floor->hand_count; i > 0 && floor->hand_count - i < HANDS_LOOKED_AT; i--) {
        const struct floor_hand *hand = &floor->hands[i - 1];
        if (is_waiting(hand) && hand->offer == offer)
            return floor->tables[hand->table].described->name;
    }
    return text_of("");
}

/* What the first person must enter. The board has five cards at most; the banker's and the winner's hands are as large as the
 * claimed one. */
static json_t *view_asks(const struct floor *floor, const struct floor_hand *hand)
{
    const struct hand_asks asks = hand_asks_of(floor, hand);
    json_t *object = json_object(), *facts = json_array(), *multiples = json_array();
    view_set_number(object, "least", asks.game ? asks.game->cards_min : 0);
    view_set_number(object, "most", asks.game ? asks.game->cards_max : 0);
    view_set_number(object, "decks", asks.game ? asks.game->decks : 0);
    view_set_number(object, "jokers", asks.game ? asks.game->jokers : 0);
    view_set_flag(object, "tiles", asks.game && asks.game->family == HAND_FAMILY_TILES);
    view_set_flag(object, "board", asks.board);
    view_set_flag(object, "banker", asks.banker);
    view_set_flag(object, "winner", asks.winner);
    view_set_flag(object, "set", asks.set);
    view_set_flag(object, "cards-only", asks.cards_only);
    view_set(object, "seats", view_seats(hand->dealt));
    for (unsigned i = 0; i < HAND_FACTS; i++)
        if (asks.facts[i])
            (void)json_array_append_new(facts, json_string(hand_fact_names[i]));
    view_set(object, "facts", facts);
    for (unsigned multiple = 2; multiple < 32; multiple++)
        if (asks.multiples >> multiple & 1)
            (void)json_array_append_new(multiples, json_integer(multiple));
    view_set(object, "multiples", multiples);
    return object;
}

/* Its place on the board, from 1; equal hands have the same place. If lower hands are removed, it is the first. */
static int64_t place_on_board(const struct floor *floor, const struct floor_hand *hand)
{
    const struct board *board = &floor->boards[hand->offer];
    int64_t place = 1;
    for (uint32_t i = 0; i < board->count; i++)
        place += floor_hand(floor, board->hands[i])->score > hand->score &&
                 floor_hand_stands(floor, floor_hand(floor, board->hands[i]));
    return place;
}

/* What is the same for a hand that is here and for one that has left. */
static json_t *view_hand_as(const struct floor *floor, struct notices *notices, const struct floor_hand *hand,
                            const char *word, struct text chosen)
{
    const struct offer_notice *notice = notices_find(notices, floor, hand->offer);
    json_t *object = json_object(), *rows = json_array();
    view_set_number(object, "hand", hand->number);
    view_set(object, "state", json_string(word));
    view_set(object, "at", view_time(hand->at));
    const struct table *table = hand->table < floor->table_count ? &floor->tables[hand->table] : NULL;
    view_set_text(object, "table", table ? table->described->name : text_of(""));
    view_set_text(object, "game", table ? table->described->game.name : text_of(""));
    view_set_number(object, "round", hand->round);
    view_set_number(object, "seat", hand->seat);
    view_set_text(object, "offer", floor_offer_name(floor, hand->offer));
    view_set_text(object, "title", notice->title);
    view_set_text(object, "row", chosen);
    view_set_text(object, "claimed-row", hand->claimed_row);
    view_set_text(object, "claimed-by", floor_person_name(floor, hand->claimed_by));
    view_set_text(object, "patron", floor_patron_name(floor, hand->patron));
    view_set_text(object, "name", floor_patron_full_name(floor, hand->patron));
    view_set_flag(object, "fee", hand->fee);
    for (unsigned i = 0; i < hand->row_count; i++)
        (void)json_array_append_new(rows, view_row(floor_offer_of_hand(floor, hand), hand->rows[i]));
    view_set(object, "rows", rows);
    view_set(object, "chart", json_incref(notice->chart));
    view_set_text(object, "verified-by", hand->verified_by);
    view_set_text(object, "authorised-by", hand->authorised_by);
    const struct node *by =
        node_path(floor_offer(floor, hand->offer)->rulebook->data, PATH_ROUND_AUTHORISED_BY);
    view_set_text(object, "authorise-role", by ? by->scalar : text_of(""));
    return object;
}

json_t *view_hand(const struct floor *floor, struct notices *notices, const struct floor_hand *hand)
{
    CHECK_OP(hand->table, <, floor->table_count);
    json_t *object =
        view_hand_as(floor, notices, hand, floor_hand_word(floor, hand), floor_hand_chosen(hand, hand->seat));
    if (hand->state == HAND_CLAIMED)
        view_set(object, "asks", view_asks(floor, hand));
    if (!floor_can_be_taken_back(floor, hand))
        return object;
    /* Its period has not ended. */
    view_set(object, "stands-until", view_time(floor->boards[hand->offer].ends));
    if (floor_hand_stands(floor, hand))
        view_set_number(object, "place", place_on_board(floor, hand));
    if (hand->points > 0)
        view_set_number(object, "points", hand->points);
    return object;
}

/* Which hands are shown: those of one state, those that somebody must judge ("open"), those of a running period ("standing"). */
static const char *const shown_states[] = {"claimed",   "verified", "rejected", "posted",   "awarded",
                                           "withdrawn", "beaten",   "open",     "standing", NULL};

static bool hand_matches(const struct floor *floor, const struct floor_hand *hand, struct text state,
                         struct text table)
{
    if (table.length > 0 && !text_equal(floor->tables[hand->table].described->name, table))
        return false;
    if (text_equal(state, text_of("open")))
        return is_waiting(hand);
    if (text_equal(state, text_of("standing")))
        return floor_can_be_taken_back(floor, hand);
    return state.length == 0 || text_equal(state, text_of(floor_hand_word(floor, hand)));
}

static json_t *view_settled_hand(const struct showing *showing, const struct settled_hand *settled)
{
    const struct floor_hand hand = settled_hand_here(showing->floor, settled);
    return view_hand_as(showing->floor, showing->notices, &hand, hand_state_words[hand.state],
                        settled->chosen_row);
}

/* Adds those hands that have left and have higher numbers than `below`, from the place `*next` on. */
static void add_settled(json_t *list, const struct showing *showing, uint32_t below, unsigned *next)
{
    const struct settled *settled = showing->settled;
    for (; *next < settled->hand_count && settled->hands[*next].hand.number > below &&
           json_array_size(list) < showing->limit;
         ++*next)
        if (!floor_hand(showing->floor, settled->hands[*next].hand.number))
            (void)json_array_append_new(list, view_settled_hand(showing, &settled->hands[*next]));
}

static json_t *show_hands(struct showing *showing)
{
    const struct floor *floor = showing->floor;
    json_t *list = json_array();
    uint32_t highest = floor->last_hand; /* of those that may come next */
    unsigned next = 0;
    for (unsigned i = floor->hand_count; json_array_size(list) < showing->limit; i--) {
        const struct floor_hand *hand = i > 0 ? &floor->hands[i - 1] : NULL;
        const uint32_t here = hand ? hand->number : 0;
        if (here < highest && hand_word_can_leave(showing->state) && !showing->settled) {
            const struct settled_wanted wanted = {.kind = SETTLED_HANDS,
                                                  .low = 1,
                                                  .high = highest,
                                                  .limit = showing->limit < UINT_MAX - i ? showing->limit + i
                                                                                         : UINT_MAX,
                                                  .state = showing->state,
                                                  .filter = showing->filter};
            json_decref(list);
            return view_wants(showing, &wanted);
        }
        if (showing->settled)
            add_settled(list, showing, here, &next);
        if (!hand)
            break;
        if (json_array_size(list) < showing->limit &&
            hand_matches(floor, hand, showing->state, showing->filter))
            (void)json_array_append_new(list, view_hand(floor, showing->notices, hand));
        highest = here - 1;
    }
    return json_pack("{s:o}", "hands", list);
}

static json_t *show_hand(struct showing *showing)
{
    const struct floor_hand *hand = floor_hand(showing->floor, showing->number);
    if (hand)
        return view_hand(showing->floor, showing->notices, hand);
    if (showing->number == 0 || showing->number > showing->floor->last_hand)
        return view_missing(showing);
    if (!showing->settled)
        return view_wants(showing, &(struct settled_wanted){SETTLED_HANDS, showing->number, showing->number,
                                                            1, .state = text_of("")});
    return showing->settled->hand_count > 0 ? view_settled_hand(showing, &showing->settled->hands[0])
                                            : view_missing(showing);
}

const struct desk_view hands_views[HANDS_VIEWS] = {
    {"/api/hands", .permission = "read", .states = shown_states, .filter = "table", .limit = HANDS_SHOWN,
     .show = show_hands},
    {"/api/hands/{hand}", .permission = "read", .show = show_hand},
};
