/* The hands desk in snapshots: hands that were claimed. */
#include "house/hands/hands_internal.h"

#include "base/check.h"
#include "funds/eligibility.h"
#include "house/hands/hands_shapes.h"
#include "house/kernel/deciding.h"
#include "house/kernel/names.h"
#include "house/kernel/snapshot.h"
#include "house/people/people.h"
#include "house/people/staff.h"
#include "house/setup/offers.h"
#include "house/setup/setup_snapshot.h"
#include "house/tables/meter_shapes.h"
#include "house/tables/tables_snapshot.h"
#include "rulebook/vocabulary_paths.h"

/* The longest list of a line: who has paid at other tables. */
_Static_assert(FLOOR_TABLES_MAX *FLOOR_SEATS_MAX <= RECORD_ITEMS_MAX, "a record holds so many payers");

/* ------------------------------------------------------------------------------------------ lines */

/* Who sat at a seat. */
struct patron_row {
    uint32_t seat, patron; /* its number */
};

/*
 * A row of a chart, by its place in the documents, from 1. A hand is paid by the row that it was verified by, also when the
 * offer has been posted anew: so it may be a row of another document or chart than the offer has now. The charts of an
 * offer that posts hands are its own: ROW_OF_POSTING, the one that the hand was dealt by.
 */
enum { ROW_OF_DOCUMENT, ROW_OF_POSTING };
struct row_place {
    uint32_t document, chart, row, posting;
};

/* Rows of a hand that is settled are not needed. Which hand was claimed before it at the table follows from the order. */
struct hand_line {
    struct floor_hand hand;
    uint8_t state;
    struct text table, patron, claimed_by;
    const struct row_place *rows;
    uint32_t row_count;
    const struct patron_row *patrons; /* whom the club knows */
    uint32_t patron_count;
};

static const struct field hand_bettor_fields[] = {
    FIELD(struct hand_bettor, seat, FIELD_COUNT, "seat", "the seat that the bet is behind"),
    FIELD(struct hand_bettor, patron, FIELD_COUNT, "patron",
          "the number of the patron, from 0; 2147483647 if not known"),
    FIELD(struct hand_bettor, wager, FIELD_CENTS, "wager", "the wager on the base game"),
    FIELD(struct hand_bettor, fee, FIELD_FLAG, "fee", "the fee was paid"),
    FIELD(struct hand_bettor, dealer_fee, FIELD_FLAG, "dealer-fee",
          "a fee was paid on the player-dealer's hand"),
};
static const struct record_shape hand_bettor_shape =
    SHAPE("bettor", struct hand_bettor, hand_bettor_fields, "a bet behind a seat");

static const struct field hand_payer_fields[] = {
    FIELD(struct hand_payer, table, FIELD_COUNT, "table", "the number of the table, from 0"),
    FIELD(struct hand_payer, seat, FIELD_COUNT, "seat", "the number of the seat"),
    FIELD(struct hand_payer, patron, FIELD_COUNT, "patron",
          "the number of the patron, from 0; 2147483647 if not known"),
};
static const struct record_shape hand_payer_shape =
    SHAPE("payer", struct hand_payer, hand_payer_fields, "a player who paid the fee at another table");

static const struct field patron_row_fields[] = {
    FIELD(struct patron_row, seat, FIELD_COUNT, "seat", "the number of the seat"),
    FIELD(struct patron_row, patron, FIELD_COUNT, "patron", "the number of the patron, from 0"),
};
static const struct record_shape patron_row_shape =
    SHAPE("hand-patron", struct patron_row, patron_row_fields, "a player with a club number at a seat");

static const struct field row_place_fields[] = {
    FIELD(struct row_place, document, FIELD_COUNT, "document", "the number of the document, from 1"),
    FIELD(struct row_place, chart, FIELD_COUNT, "chart", "the number of the chart in the document, from 1"),
    FIELD(struct row_place, row, FIELD_COUNT, "row", "the number of the row in the chart, from 1"),
    FIELD(struct row_place, posting, FIELD_COUNT, "posting",
          "1: the row as the offer had it when the hand was dealt"),
};
static const struct record_shape row_place_shape =
    SHAPE("hand-row", struct row_place, row_place_fields, "a row of a chart that a hand wins");

static const struct field hand_fields[] = {
    FIELD(struct hand_line, hand.number, FIELD_COUNT, "hand", "the number of the hand"),
    FIELD(struct hand_line, hand.settled, FIELD_FLAG, "settled",
          "it was settled for good when the gaming day began"),
    FIELD_ONE_OF(struct hand_line, state, hand_state_words, "state",
                 "the state of the hand; left out: claimed"),
    FIELD_REQUIRED(struct hand_line, table, FIELD_TEXT, "table", "the name of the table"),
    FIELD(struct hand_line, hand.round, FIELD_COUNT, "round", "the number of the round"),
    FIELD(struct hand_line, hand.seat, FIELD_COUNT, "seat", "the number of the seat"),
    FIELD(struct hand_line, hand.offer, FIELD_COUNT, "offer", "the number of the offer, from 0"),
    FIELD(struct hand_line, hand.former, FIELD_COUNT, "former",
          "the earlier posting that applies to it until it is settled, from 1"),
    FIELD(struct hand_line, patron, FIELD_TEXT, "patron", "the club number of the player who would win"),
    FIELD(struct hand_line, hand.backline, FIELD_FLAG, "backline", "the winner bet behind the seat"),
    FIELD(struct hand_line, hand.on_player_dealer, FIELD_FLAG, "player-dealer",
          "it is the player-dealer's hand"),
    FIELD(struct hand_line, hand.misdeal, FIELD_FLAG, "misdeal", "a misdeal was reported in its round"),
    FIELD(struct hand_line, hand.wrong_deck, FIELD_FLAG, "wrong-deck",
          "a wrong deck was reported in its round"),
    FIELD(struct hand_line, hand.faulty_equipment, FIELD_FLAG, "faulty-equipment",
          "faulty equipment was reported in its round"),
    FIELD(struct hand_line, hand.talk, FIELD_FLAG, "talk", "talk was reported in its round"),
    FIELD(struct hand_line, hand.tournament, FIELD_FLAG, "tournament", "it was dealt in a tournament"),
    FIELD(struct hand_line, hand.fee, FIELD_FLAG, "fee", "the fee was paid on it"),
    FIELD(struct hand_line, hand.winners, FIELD_SEATS, "beaten-by", "the seats that beat it"),
    FIELD(struct hand_line, hand.wager, FIELD_CENTS, "wager", "the wager on the base game"),
    FIELD(struct hand_line, hand.score, FIELD_NUMBER, "score",
          "a number that compares hands; higher is better"),
    FIELD(struct hand_line, hand.multiple, FIELD_COUNT, "multiple", "the multiplier in force"),
    FIELD_ONE_OF(struct hand_line, hand.outcome, outcome_words, "outcome", "the result of the base game"),
    FIELD(struct hand_line, hand.points, FIELD_COUNT, "points", "the points that it earned in the period"),
    FIELD(struct hand_line, hand.award, FIELD_COUNT, "award", "the last award that settled it, from 1"),
    FIELD(struct hand_line, hand.dealt, FIELD_SEATS, "dealt", "the seats that were dealt in"),
    FIELD(struct hand_line, hand.paid, FIELD_SEATS, "paid", "the seats that paid the fee of the offer"),
    FIELD(struct hand_line, hand.bank, FIELD_COUNT, "bank", "the seat of the player-dealer"),
    FIELD(struct hand_line, hand.at, FIELD_TIME, "at", "when it was claimed"),
    FIELD(struct hand_line, hand.decided, FIELD_TIME, "decided",
          "the moment whose rules apply: the deal, or the claim"),
    FIELD_ITEMS(
        struct hand_line, hand.readings, hand.reading_count, FIELD_ROWS, &reading_shape, "readings",
        "[cents] for each meter at that moment, or at the end of the period, if the prize depends on it"),
    FIELD(struct hand_line, hand.awards_before, FIELD_COUNT, "awards-before",
          "the number of awards before it"),
    FIELD(struct hand_line, hand.ends, FIELD_TIME, "ends", "when the meters are read for it"),
    FIELD(struct hand_line, hand.shared, FIELD_FLAG, "shared", "it is a hand of the whole table"),
    FIELD(struct hand_line, hand.holders, FIELD_SEATS, "holders", "the seats that share it"),
    FIELD(struct hand_line, hand.brings_envy, FIELD_FLAG, "brings-envy",
          "the holder wins nothing, but other players win because of it"),
    FIELD(struct hand_line, hand.no_part, FIELD_FLAG, "no-part", "the holder may not win"),
    FIELD(struct hand_line, hand.seated, FIELD_SEATS, "seated", "the seats that were taken"),
    FIELD(struct hand_line, hand.active, FIELD_SEATS, "active", "those of them without a hold button"),
    FIELD(struct hand_line, hand.dealer_fees, FIELD_SEATS, "dealer-fees",
          "the seats with a fee on the player-dealer's hand"),
    FIELD(struct hand_line, hand.played_behind, FIELD_SEATS, "played-behind",
          "the seats that only bettors behind them play"),
    FIELD_ITEMS(struct hand_line, patrons, patron_count, FIELD_ROWS, &patron_row_shape, "patrons",
                "[seat, patron] for each player with a club number"),
    FIELD_ITEMS(struct hand_line, hand.bettors, hand.bettor_count, FIELD_LIST, &hand_bettor_shape, "bettors",
                "the bets behind seats"),
    FIELD_ITEMS(struct hand_line, hand.payers, hand.payer_count, FIELD_LIST, &hand_payer_shape, "payers",
                "the players who had paid the fee at other tables"),
    FIELD(struct hand_line, hand.dealt_at, FIELD_TIME, "dealt-at", "when its round was dealt"),
    FIELD_ITEMS(struct hand_line, hand.players, hand.player_count, FIELD_LIST, &dealt_player_shape, "players",
                "the patrons who can win by it, as recorded at the deal"),
    FIELD_ITEMS(struct hand_line, hand.chosen, hand.chosen_count, FIELD_ROWS, &chosen_shape, "chosen",
                "[seat, row] for each prize that a free player selected"),
    FIELD(struct hand_line, claimed_by, FIELD_TEXT, "claimed-by", "who claimed it"),
    FIELD(struct hand_line, hand.claimed_row, FIELD_TEXT, "claimed-row", "the row that the dealer selected"),
    FIELD_ITEMS(struct hand_line, rows, row_count, FIELD_ROWS, &row_place_shape, "rows",
                "[document, chart, row, posting] for each row, until it is settled"),
    FIELD(struct hand_line, hand.cards, FIELD_TEXT, "cards", "the cards that were entered to verify it"),
    FIELD(struct hand_line, hand.board, FIELD_TEXT, "board", "the board cards that were entered"),
    FIELD(struct hand_line, hand.banker, FIELD_TEXT, "banker",
          "the cards of the dealer or banker that were entered"),
    FIELD(struct hand_line, hand.winner, FIELD_TEXT, "winner",
          "the cards of the hand that beat it that were entered"),
    FIELD(struct hand_line, hand.by_row, FIELD_FLAG, "by-row",
          "it was verified by its row with a reason, though its game has cards to enter"),
    FIELD(struct hand_line, hand.verified_by, FIELD_TEXT, "verified-by", "the first person, who verified it"),
    FIELD(struct hand_line, hand.authorised_by, FIELD_TEXT, "authorised-by",
          "the second person, for a hand on a board"),
};

/* ------------------------------------------------------------------------------------------ saving */

static bool is_open(const struct floor_hand *hand)
{
    return hand->state == HAND_VERIFIED || hand->state == HAND_ON_BOARD || hand->state == HAND_BEATEN;
}

static bool is_among(const struct rulebook_row *row, const struct rulebook_chart *chart)
{
    return row >= chart->rows && row < chart->rows + chart->row_count;
}

/* The place of the row in the document; false if it is of another. */
static bool find_place(const struct rulebook *rulebook, const struct rulebook_row *row,
                       struct row_place *place)
{
    for (uint32_t i = 0; i < rulebook->chart_count; i++) {
        const struct rulebook_chart *chart = &rulebook->charts[i];
        const struct node *rows = node_member(chart->node, KEY_ROWS);
        uint32_t number = 1;
        for (const struct node *item = rows ? rows->first_child : NULL; item; item = item->next, number++)
            if (item == row->node) {
                place->chart = i + 1;
                place->row = number;
                place->posting = is_among(row, chart) ? ROW_OF_DOCUMENT : ROW_OF_POSTING;
                return true;
            }
    }
    return false;
}

/* Documents stay, so that every row is of one of them; most often of the last. */
static struct row_place place_of(const struct floor *floor, const struct rulebook_row *row)
{
    struct row_place place = {.document = floor->rulebook_count};
    while (place.document > 0 && !find_place(floor->rulebooks[place.document - 1], row, &place))
        place.document--;
    CHECK_OP(place.document, >, 0);
    return place;
}

static void save_hands(struct saving *saving)
{
    const struct floor *floor = saving->floor;
    for (unsigned i = 0; i < floor->hand_count; i++) {
        const struct floor_hand *hand = &floor->hands[i];
        CHECK_OP(hand->table, <, floor->table_count);
        CHECK_OP(hand->row_count, <=, HAND_ROWS_MAX);
        struct patron_row patrons[FLOOR_SEATS_MAX + 1];
        struct row_place rows[HAND_ROWS_MAX];
        struct hand_line line = {.hand = *hand,
                                 .state = (uint8_t)hand->state,
                                 .table = floor->tables[hand->table].described->name,
                                 .patron = floor_patron_name(floor, hand->patron),
                                 .claimed_by = floor_person_name(floor, hand->claimed_by),
                                 .rows = rows,
                                 .patrons = patrons};
        line.hand.former = hand_may_wait(floor, hand) ? former_saved(saving, hand->former) : 0;
        for (unsigned k = 0; k < hand->row_count && is_open(hand); k++)
            rows[line.row_count++] = place_of(floor, hand->rows[k]);
        for (uint32_t seat = 0; seat <= FLOOR_SEATS_MAX; seat++)
            if (hand->patrons[seat] != NAMES_NONE)
                patrons[line.patron_count++] = (struct patron_row){seat, hand->patrons[seat]};
        save_line(saving, &line);
    }
}

/* ------------------------------------------------------------------------------------------ restoring */

static bool is_patron(const struct floor *floor, uint32_t number)
{
    return number == NAMES_NONE || number < floor->patron_count;
}

/* Bettors, payers and who sat where; false if they cannot be. */
static bool people_are_good(const struct floor *floor, const struct hand_line *saved)
{
    const struct floor_hand *hand = &saved->hand;
    bool good = true;
    for (uint32_t i = 0; i < saved->patron_count; i++)
        good &= saved->patrons[i].patron < floor->patron_count && saved->patrons[i].seat <= FLOOR_SEATS_MAX &&
                (i == 0 || saved->patrons[i].seat > saved->patrons[i - 1].seat);
    for (uint32_t i = 0; i < hand->bettor_count; i++)
        good &= is_patron(floor, hand->bettors[i].patron) && hand->bettors[i].seat <= FLOOR_SEATS_MAX;
    for (uint32_t i = 0; i < hand->payer_count; i++)
        good &= is_patron(floor, hand->payers[i].patron) && hand->payers[i].seat <= FLOOR_SEATS_MAX &&
                hand->payers[i].table < floor->table_count;
    return good && players_are_good(floor, hand->players, hand->player_count);
}

/* Copies of them; false if there is no memory. */
static bool keep_people(struct restoring *restoring, const struct hand_line *saved, struct floor_hand *hand)
{
    struct arena *arena = &restoring->floor->arena;
    struct hand_bettor *bettors = ARENA_ARRAY(arena, struct hand_bettor, hand->bettor_count);
    struct hand_payer *payers = ARENA_ARRAY(arena, struct hand_payer, hand->payer_count);
    struct meter_reading *readings = ARENA_ARRAY(arena, struct meter_reading, hand->reading_count);
    struct prize_choice *chosen = ARENA_ARRAY(arena, struct prize_choice, hand->chosen_count);
    hand->players = keep_dealt_players(restoring, saved->hand.players, hand->player_count);
    if (!bettors || !payers || !readings || !chosen || !hand->players)
        return false;
    for (uint32_t i = 0; i < hand->chosen_count; i++) {
        chosen[i] = saved->hand.chosen[i];
        if (!keep_text(restoring, &chosen[i].row))
            return false;
    }
    hand->chosen = chosen;
    for (uint32_t i = 0; i < hand->bettor_count; i++)
        bettors[i] = saved->hand.bettors[i];
    for (uint32_t i = 0; i < hand->payer_count; i++)
        payers[i] = saved->hand.payers[i];
    for (uint32_t i = 0; i < hand->reading_count; i++)
        readings[i] = saved->hand.readings[i];
    hand->readings = readings;
    for (unsigned seat = 0; seat <= FLOOR_SEATS_MAX; seat++)
        hand->patrons[seat] = NAMES_NONE;
    for (uint32_t i = 0; i < saved->patron_count; i++)
        hand->patrons[saved->patrons[i].seat] = saved->patrons[i].patron;
    hand->bettors = bettors;
    hand->payers = payers;
    return true;
}

static bool seats_are_good(const struct floor_hand *hand)
{
    return hand->seat <= FLOOR_SEATS_MAX && hand->bank <= FLOOR_SEATS_MAX &&
           are_seats(hand->winners | hand->holders | hand->dealt | hand->paid | hand->seated | hand->active |
                     hand->dealer_fees | hand->played_behind);
}

/* Hands of a table are claimed round by round. */
static bool is_of_round(const struct floor *floor, const struct table *table, const struct floor_hand *hand)
{
    const struct floor_hand *newest = floor_hand(floor, table->newest_hand);
    return hand->round > 0 && hand->round <= table->round.number && (!newest || hand->round >= newest->round);
}

/* Whether a document of the activity has or had a board, which may judge without a chart. */
static bool has_had_board(const struct floor *floor, struct text activity)
{
    for (unsigned i = 0; i < floor->rulebook_count; i++)
        if (text_equal(floor->rulebooks[i]->document.identity, activity) &&
            node_member(floor->rulebooks[i]->data, PART_BOARD))
            return true;
    return false;
}

/* Who has looked at the hand is known until it is settled, and by which row it is paid, unless a board judged it. */
static bool is_judged(const struct floor *floor, const struct hand_line *saved)
{
    const struct floor_hand *hand = &saved->hand;
    bool posted = saved->state == HAND_ON_BOARD || saved->state == HAND_BEATEN;
    if (saved->state != HAND_VERIFIED && !posted)
        return saved->row_count == 0;
    if (hand->verified_by.length == 0 ||
        (posted && (hand->authorised_by.length == 0 || text_equal(hand->authorised_by, hand->verified_by))))
        return false;
    return saved->row_count > 0 || has_had_board(floor, floor_terms(floor, hand->offer)->activity);
}

static const struct rulebook_row *row_of_chart(const struct rulebook_chart *chart, const struct node *node)
{
    for (unsigned i = 0; i < chart->row_count; i++)
        if (chart->rows[i].node == node)
            return &chart->rows[i];
    return NULL;
}

static const struct rulebook_row *row_of_offer(const struct offer *offer, const struct node *node)
{
    const struct rulebook_row *row = NULL;
    for (unsigned i = 0; i < offer->chart_count && !row; i++)
        row = row_of_chart(offer->charts[i], node);
    return row;
}

/* NULL if there is no such row. */
static const struct rulebook_row *find_row(const struct floor *floor, const struct offer *offer,
                                           const struct row_place *place)
{
    if (place->document == 0 || place->document > floor->rulebook_count)
        return NULL;
    const struct rulebook *rulebook = floor->rulebooks[place->document - 1];
    if (place->chart == 0 || place->chart > rulebook->chart_count ||
        !text_equal(rulebook->document.identity, offer->rulebook->document.identity))
        return NULL;
    const struct rulebook_chart *chart = &rulebook->charts[place->chart - 1];
    const struct node *rows = node_member(chart->node, KEY_ROWS), *node = rows ? rows->first_child : NULL;
    for (uint32_t i = 1; i < place->row && node; i++)
        node = node->next;
    if (!node || place->row == 0 || place->posting > ROW_OF_POSTING)
        return NULL;
    return place->posting == ROW_OF_DOCUMENT ? row_of_chart(chart, node) : row_of_offer(offer, node);
}

static enum status find_rows(struct restoring *restoring, const struct hand_line *saved,
                             struct floor_hand *hand)
{
    const struct offer *offer = floor_offer_of_hand(restoring->floor, hand);
    if (saved->row_count > HAND_ROWS_MAX)
        return wrong_line(restoring, "a hand is not paid by so many rows");
    for (uint32_t i = 0; i < saved->row_count; i++) {
        hand->rows[i] = find_row(restoring->floor, offer, &saved->rows[i]);
        if (!hand->rows[i])
            return wrong_line(restoring, "there is no such row");
    }
    hand->row_count = saved->row_count;
    return STATUS_OK;
}

static enum status restore_hand(struct restoring *restoring, const void *line)
{
    struct floor *floor = restoring->floor;
    const struct hand_line *saved = line;
    struct table *table = table_called(floor, saved->table);
    struct floor_hand hand = saved->hand;
    if (!table || hand.offer >= floor->offering_count || !table_offer_of(table, hand.offer) ||
        !seats_are_good(&hand) || !people_are_good(floor, saved) ||
        !find_patron_of(restoring, saved->patron, &hand.patron))
        return wrong_line(restoring, "there is no such table, seat, person or offer");
    const uint32_t before = floor->hand_count > 0 ? floor->hands[floor->hand_count - 1].number : 0;
    if (hand.number <= before || hand.number > floor->last_hand)
        return wrong_line(restoring, "there is no hand of this number, or it is not in order");
    hand.state = (enum hand_state)saved->state;
    hand.claimed_by = names_find(&floor->person_names, saved->claimed_by);
    if (saved->claimed_by.length > 0 && hand.claimed_by == NAMES_NONE)
        return wrong_line(restoring, "nobody of that name has claimed it");
    if (!is_former_of(floor, hand.former, hand.offer, (uint32_t)(table - floor->tables)) ||
        (hand.former && !hand_waits(&hand) && hand.award == 0))
        return wrong_line(restoring, "it was not posted so at the table, or the hand is settled");
    if (!is_of_round(floor, table, &hand))
        return wrong_line(restoring, "there is no such round, or it is not in order");
    if (!is_judged(floor, saved))
        return wrong_line(restoring, "who has judged the hand, or by which row, is missing or is too much");
    if (hand.points > 0 && (hand.points > FLOOR_POINTS_MAX || hand.state != HAND_AWARDED ||
                            hand.patron == NAMES_NONE || hand.verified_by.length == 0))
        return wrong_line(restoring, "a hand cannot have such points");
    if (hand.award > floor->last_award)
        return wrong_line(restoring, "there is no such award");
    if (hand.decided.ms == 0 || !readings_are_good(restoring, hand.readings, hand.reading_count) ||
        hand.awards_before > floor->last_award)
        return wrong_line(restoring, "it was decided at no moment, or meters cannot have shown that");
    if (!choices_are_good(hand.chosen, hand.chosen_count))
        return wrong_line(restoring, "there is no such seat, it names nothing, or it is not in order");
    hand.table = (uint32_t)(table - floor->tables);
    hand.before = table->newest_hand;
    CHECK(hand.table < floor->table_count && hand.before <= floor->last_hand);
    enum status status = find_rows(restoring, saved, &hand);
    if (status != STATUS_OK)
        return status;
    status = MAKE_ROOM(&floor->arena, floor->hands, floor->hand_count, floor->hand_room);
    if (status != STATUS_OK || !keep_text(restoring, &hand.verified_by) ||
        !keep_text(restoring, &hand.authorised_by) || !keep_text(restoring, &hand.claimed_row) ||
        !keep_text(restoring, &hand.cards) || !keep_text(restoring, &hand.board) ||
        !keep_text(restoring, &hand.banker) || !keep_text(restoring, &hand.winner) ||
        !keep_people(restoring, saved, &hand))
        return cannot_keep(restoring);
    floor->hands[floor->hand_count++] = hand;
    table->newest_hand = hand.number;
    return STATUS_OK;
}

const struct desk_section hands_sections[HANDS_SECTIONS] = {
    {SECTION_HAND, SHAPE("hand", struct hand_line, hand_fields, "a claimed hand"),
     .counted = offsetof(struct floor, hand_count), .save = save_hands, .restore = restore_hand},
};
