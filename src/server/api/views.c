#include "server/api/views.h"

#include "base/check.h"
#include "funds/terms.h"
#include "funds/thresholds.h"
#include "house/boards/boards.h"
#include "house/cage/cage.h"
#include "house/hands/asks.h"
#include "house/hands/hands.h"
#include "house/kernel/names.h"
#include "house/people/people.h"
#include "house/people/people_shapes.h"
#include "house/people/staff.h"
#include "house/prizes/prizes.h"
#include "house/setup/offers.h"
#include "house/setup/setup.h"
#include "house/tables/tables.h"
#include "rulebook/posting.h"
#include "rulebook/vocabulary_paths.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { WINS_SHOWN = 5, NOTICE_MEMORY_MAX = 16 << 20, HANDS_LOOKED_AT = 100000 };

/* ------------------------------------------------------------------------------------------ values */

json_t *view_time(struct instant at)
{
    char buffer[TIME_TEXT_SIZE];
    struct text_out out;
    if (at.ms == 0)
        return json_string("");
    text_out_init(&out, buffer, sizeof buffer);
    instant_write(&out, at);
    return document_text(text_out_text(&out));
}

json_t *view_date(struct date date)
{
    char buffer[DATE_TEXT_SIZE];
    struct text_out out;
    if (date.year == 0)
        return json_string("");
    text_out_init(&out, buffer, sizeof buffer);
    date_write(&out, date);
    return document_text(text_out_text(&out));
}

static void set(json_t *object, const char *key, json_t *value)
{
    (void)json_object_set_new(object, key, value);
}

static void set_text(json_t *object, const char *key, struct text text)
{
    set(object, key, document_text(text));
}

static void set_number(json_t *object, const char *key, int64_t number)
{
    set(object, key, json_integer(number));
}

static void set_flag(json_t *object, const char *key, bool flag)
{
    set(object, key, json_boolean(flag));
}

static json_t *seats_of(uint32_t seats)
{
    json_t *list = json_array();
    for (unsigned seat = 0; seat <= FLOOR_SEATS_MAX; seat++)
        if (seats >> seat & 1)
            (void)json_array_append_new(list, json_integer(seat));
    return list;
}

static struct text patron_name_of(const struct floor *floor, uint32_t patron)
{
    return patron < floor->patron_count ? floor->patrons[patron].name : text_of("");
}

/* ------------------------------------------------------------------------------------------ notices */

/* Cached for one posting; another posting of the same offer has another digest. */
struct notice_kept {
    unsigned char digest[OFFER_DIGEST_SIZE];
    const struct offer *offer;
    struct arena arena;
    struct text title, banner;
    json_t *sections, *chart;
};

struct notices {
    struct notice_kept kept[FLOOR_OFFERS_MAX];
};

struct notices *notices_open(void)
{
    return calloc(1, sizeof(struct notices));
}

static void forget(struct notice_kept *kept)
{
    json_decref(kept->sections);
    json_decref(kept->chart);
    if (kept->offer)
        arena_release(&kept->arena);
    *kept = (struct notice_kept){.offer = NULL};
}

void notices_close(struct notices *notices)
{
    for (unsigned i = 0; notices && i < FLOOR_OFFERS_MAX; i++)
        forget(&notices->kept[i]);
    free(notices);
}

static json_t *table_of(const struct notice_table *table)
{
    json_t *heads = json_array(), *rows = json_array();
    for (size_t i = 0; i < table->column_count; i++)
        (void)json_array_append_new(heads, document_text(table->columns[i].heading));
    for (const struct notice_row *row = table->rows; row; row = row->next) {
        json_t *cells = json_array();
        for (size_t i = 0; i < table->column_count; i++)
            (void)json_array_append_new(cells, document_text(row->cells[i]));
        (void)json_array_append_new(rows, cells);
    }
    json_t *object = json_object();
    set_text(object, "caption", table->caption);
    set(object, "heads", heads);
    set(object, "rows", rows);
    return object;
}

static json_t *sections_of(const struct notice *notice)
{
    json_t *list = json_array();
    for (const struct notice_section *section = notice->sections; section; section = section->next) {
        json_t *object = json_object(), *words = json_array(), *tables = json_array();
        for (const struct notice_item *item = section->items; item; item = item->next) {
            if (item->kind == NOTICE_TABLE)
                (void)json_array_append_new(tables, table_of(item->table));
            else
                (void)json_array_append_new(words, document_text(item->words));
        }
        set_text(object, "heading", section->heading);
        set(object, "words", words);
        set(object, "tables", tables);
        (void)json_array_append_new(list, object);
    }
    return list;
}

static json_t *row_of(const struct offer *offer, const struct rulebook_row *row)
{
    json_t *object = json_object();
    const struct node *prize = offer_prize(offer, row);
    set_text(object, "row", row->id);
    set_text(object, "hand", row->name.length ? row->name : row->hand);
    set_text(object, "prize", prize ? prize->scalar : text_of(""));
    set_text(object, "clause", row->node->origin.clause);
    return object;
}

static json_t *chart_of(const struct offer *offer)
{
    json_t *list = json_array();
    for (unsigned chart = 0; chart < offer->chart_count; chart++)
        for (unsigned i = 0; i < offer->charts[chart]->row_count; i++)
            (void)json_array_append_new(list, row_of(offer, &offer->charts[chart]->rows[i]));
    return list;
}

/* Of an offer by its number. */
static const struct notice_kept *notice_of(struct notices *notices, const struct floor *floor,
                                           uint32_t number)
{
    const struct offering *offering = &floor->offerings[number];
    struct notice_kept *kept = &notices->kept[number];
    if (kept->offer == offering->offer &&
        memcmp(kept->digest, offering->offer->digest, sizeof kept->digest) == 0)
        return kept;
    forget(kept);
    struct notice notice;
    arena_init(&kept->arena, NOTICE_MEMORY_MAX);
    kept->offer = offering->offer;
    memcpy(kept->digest, offering->offer->digest, sizeof kept->digest);
    notice_init(&notice, &kept->arena);
    posting_notice(&notice, offering->offer, NULL);
    kept->title = notice.lines[NOTICE_TITLE].length ? notice.lines[NOTICE_TITLE] : offering->name;
    kept->banner = notice.lines[NOTICE_BANNER];
    kept->sections = sections_of(&notice);
    kept->chart = chart_of(offering->offer);
    return kept;
}

/* ------------------------------------------------------------------------------------------ meters */

static int64_t balance(const struct floor *floor, account_id account)
{
    return floor->ledger.accounts[account].balance;
}

static json_t *win_of(const struct floor *floor, const struct pool_win *win, struct text pool)
{
    const struct floor_award *award = &floor->awards[win->award - 1];
    json_t *object = json_object();
    set_number(object, "award", win->award);
    set(object, "at", view_time(win->at));
    set_text(object, "table",
             award->prize_count > 0 ? floor->tables[floor->prizes[award->first_prize].table].described->name
                                    : text_of(""));
    set_text(object, "pool", pool);
    set_number(object, "cents", win->cents);
    return object;
}

/* The last wins of a pool, the newest first. */
static void add_wins(json_t *list, const struct floor *floor, const struct pool_meter *meter,
                     struct text pool, unsigned most)
{
    for (uint32_t i = meter->kept; i > 0 && meter->kept - i < most; i--)
        (void)json_array_append_new(list, win_of(floor, &meter->wins[i - 1], pool));
}

/* The pool of a tournament belongs to its entrants, and is not a jackpot of the room. */
static json_t *meters_of(const struct floor *floor, const struct offering *offering)
{
    json_t *list = json_array();
    if (node_member(offering->offer->rulebook->data, PART_TOURNAMENT))
        return list;
    for (unsigned pool = 0; pool < offering->terms.pool_count; pool++) {
        json_t *object = json_object();
        set_text(object, "pool", offering->terms.pools[pool].name);
        set_number(object, "cents", balance(floor, offering->terms.pools[pool].account));
        set_number(object, "base-cents", offering->meters[pool].base);
        set_number(object, "most-cents", offering->meters[pool].limit);
        (void)json_array_append_new(list, object);
    }
    return list;
}

/* Where the newest hand of the offer waits; empty if there is none. */
static struct text table_waiting(const struct floor *floor, uint32_t offer)
{
    for (unsigned i = floor->hand_count; i > 0 && floor->hand_count - i < HANDS_LOOKED_AT; i--) {
        const struct floor_hand *hand = &floor->hands[i - 1];
        if ((hand->state == HAND_CLAIMED || hand->state == HAND_VERIFIED) && hand->offer == offer)
            return floor->tables[hand->table].described->name;
    }
    return text_of("");
}

unsigned view_hands_waiting(const struct floor *floor, uint32_t offer, uint32_t table)
{
    unsigned count = 0;
    for (unsigned i = floor->hand_count; i > 0 && floor->hand_count - i < HANDS_LOOKED_AT; i--) {
        const struct floor_hand *hand = &floor->hands[i - 1];
        count += (hand->state == HAND_CLAIMED || hand->state == HAND_VERIFIED) &&
                 (offer == NAMES_NONE || hand->offer == offer) &&
                 (table == NAMES_NONE || hand->table == table);
    }
    return count;
}

static void set_hours(json_t *object, const struct offer *offer)
{
    char words[512];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    schedule_write(&out, &offer->hours);
    set_text(object, "hours", text_out_text(&out));
}

static json_t *tables_of(const struct offer *offer)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < offer->table_count; i++)
        (void)json_array_append_new(list, document_text(offer->tables[i]->name));
    return list;
}

json_t *view_meters(const struct floor *floor, uint64_t sequence)
{
    json_t *view = json_object(), *list = json_array();
    set_number(view, "sequence", (int64_t)sequence);
    for (uint32_t i = 0; i < floor->offering_count; i++) {
        const struct offering *offering = &floor->offerings[i];
        for (unsigned pool = 0; offering->posted && pool < offering->terms.pool_count; pool++) {
            json_t *object = json_object();
            set_text(object, "offer", offering->name);
            set_text(object, "pool", offering->terms.pools[pool].name);
            set_number(object, "cents", balance(floor, offering->terms.pools[pool].account));
            (void)json_array_append_new(list, object);
        }
    }
    set(view, "meters", list);
    return view;
}

json_t *view_signs(const struct floor *floor, struct notices *notices, uint64_t sequence)
{
    json_t *view = json_object(), *offers = json_array();
    set_number(view, "sequence", (int64_t)sequence);
    set_text(view, "house", floor->house.name);
    set(view, "now", view_time(floor->now));
    for (uint32_t i = 0; i < floor->offering_count; i++) {
        const struct offering *offering = &floor->offerings[i];
        if (!offering->posted)
            continue;
        const struct notice_kept *notice = notice_of(notices, floor, i);
        json_t *object = json_object(), *wins = json_array();
        set_text(object, "offer", offering->name);
        set_text(object, "title", notice->title);
        set_text(object, "activity", offering->terms.activity);
        set_flag(object, "in-force", offering->in_force);
        set_hours(object, offering->offer);
        set(object, "tables", tables_of(offering->offer));
        set_number(object, "fee-cents", offering->terms.fee.amount.cents);
        set_text(object, "no-purchase-necessary", notice->banner);
        set(object, "meters", meters_of(floor, offering));
        set(object, "chart", json_incref(notice->chart));
        set(object, "sections", json_incref(notice->sections));
        set_number(object, "pending", view_hands_waiting(floor, i, NAMES_NONE));
        set_text(object, "pending-table", table_waiting(floor, i));
        for (unsigned pool = 0; pool < offering->terms.pool_count; pool++)
            add_wins(wins, floor, &offering->meters[pool], offering->terms.pools[pool].name, WINS_SHOWN);
        set(object, "wins", wins);
        (void)json_array_append_new(offers, object);
    }
    set(view, "offers", offers);
    return view;
}

/* ------------------------------------------------------------------------------------------ tables */

static void add_alarm(json_t *alarms, const char *format, ...) PRINTF_LIKE(2, 3);
static void add_alarm(json_t *alarms, const char *format, ...)
{
    va_list words;
    va_start(words, format);
    (void)json_array_append_new(alarms, json_vsprintf(format, words));
    va_end(words);
}

static void add_call(json_t *alarms, struct text call)
{
    char words[FLOOR_CALL_MAX + sizeof "Dealer called the floor: "];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    text_out_add(&out, "Dealer called the floor%s%.*s", call.length > 0 ? ": " : "", TEXT_ARGUMENTS(call));
    (void)json_array_append_new(alarms, document_text(text_out_text(&out)));
}

static json_t *alarms_of(const struct floor *floor, const struct table *table)
{
    json_t *alarms = json_array();
    for (unsigned seat = 1; seat <= FLOOR_SEATS_MAX; seat++)
        if (table->seats[seat].sensor_fails)
            add_alarm(alarms, "Fee sensor at seat %u is broken", seat);
    if (table->reader_fails)
        add_alarm(alarms, "Card reader is broken");
    if (table->keypad_fails)
        add_alarm(alarms, "Keypad is broken");
    if (table->sign_fails)
        add_alarm(alarms, "Sign is broken");
    for (unsigned i = 0; i < table->offer_count; i++)
        if (table->offers[i].listed && table->offers[i].suspended)
            add_alarm(
                alarms, "%.*s is stopped until the device works",
                TEXT_ARGUMENTS(floor->offerings[table->offers[i].offer].offer->rulebook->document.name));
    if (table_calls(table))
        add_call(alarms, table_call_words(table));
    if (table->round.runs && table->round.misdeal)
        add_alarm(alarms, "Misdeal");
    if (table->round.runs && table->round.wrong_deck)
        add_alarm(alarms, "Wrong deck");
    return alarms;
}

static bool is_offered(const struct floor *floor, const struct table_offer *at)
{
    return at->listed && floor->offerings[at->offer].posted;
}

static void set_limits(json_t *object, const struct house_table *table)
{
    char words[128];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    value_write(&out, &table->limits);
    set_text(object, "limits", text_out_text(&out));
}

static void set_described(json_t *object, const struct table *table)
{
    set_text(object, "table", table->described->name);
    set_text(object, "game", table->described->game.name);
    set_limits(object, table->described);
}

static json_t *table_in_short(const struct floor *floor, uint32_t number)
{
    const struct table *table = &floor->tables[number];
    json_t *object = json_object(), *offers = json_array();
    unsigned players = 0;
    for (unsigned seat = 1; seat <= FLOOR_SEATS_MAX; seat++)
        players += table->seats[seat].taken;
    for (unsigned i = 0; i < table->offer_count; i++)
        if (is_offered(floor, &table->offers[i]))
            (void)json_array_append_new(offers, document_text(floor->offerings[table->offers[i].offer].name));
    set_described(object, table);
    set(object, "state", json_string(!table->open ? "closed" : table->round.runs ? "round" : "open"));
    set(object, "since", view_time(table->open ? table->opened : (struct instant){0}));
    set_number(object, "round", table->round.number);
    set_number(object, "players", players);
    set_number(object, "seats", table->described->seats);
    set_number(object, "dealt", __builtin_popcount(table->round.runs ? table->round.dealt : 0));
    set_number(object, "fees",
               __builtin_popcount(table->round.runs ? table->round.fees | table->round.marked : 0));
    set_number(object, "hands-waiting", view_hands_waiting(floor, NAMES_NONE, number));
    set_flag(object, "calls", table_calls(table));
    set(object, "alarms", alarms_of(floor, table));
    set(object, "offers", offers);
    return object;
}

json_t *view_floor(const struct floor *floor, uint64_t sequence)
{
    json_t *view = json_object(), *tables = json_array();
    unsigned open_prizes = 0;
    for (unsigned i = floor->open_prizes_from; i < floor->prize_count; i++) {
        const struct floor_prize *prize = &floor->prizes[i];
        open_prizes += floor_prize_is_open(prize);
    }
    set_number(view, "sequence", (int64_t)sequence);
    set(view, "now", view_time(floor->now));
    set(view, "day", view_date(floor->day));
    set_number(view, "hands-waiting", view_hands_waiting(floor, NAMES_NONE, NAMES_NONE));
    set_number(view, "prizes-open", open_prizes);
    for (unsigned i = 0; i < floor->table_count; i++)
        (void)json_array_append_new(tables, table_in_short(floor, i));
    set(view, "tables", tables);
    return view;
}

static json_t *seats_at(const struct floor *floor, const struct table *table)
{
    json_t *list = json_array();
    for (unsigned number = 1; number <= table->described->seats && number <= FLOOR_SEATS_MAX; number++) {
        const struct seat *seat = &table->seats[number];
        json_t *object = json_object();
        set_number(object, "seat", number);
        set_flag(object, "taken", seat->taken);
        set_text(object, "patron", seat->taken ? floor_patron_name(floor, seat->patron) : text_of(""));
        set_text(object, "name", seat->taken ? patron_name_of(floor, seat->patron) : text_of(""));
        set_flag(object, "hold-button", seat->hold_button);
        set_flag(object, "sensor-fails", seat->sensor_fails);
        (void)json_array_append_new(list, object);
    }
    return list;
}

static json_t *round_of(const struct table *table)
{
    const struct round *round = &table->round;
    json_t *object = json_object();
    set_number(object, "number", round->number);
    set_flag(object, "runs", round->runs);
    set(object, "dealt", seats_of(round->runs ? round->dealt : 0));
    set(object, "fees", seats_of(round->fees));
    set(object, "marked", seats_of(round->marked));
    set_flag(object, "fees-returned", round->runs && round->fees_returned);
    set_flag(object, "misdeal", round->runs && round->misdeal);
    return object;
}

static json_t *offer_at(const struct floor *floor, struct notices *notices, const struct table *table,
                        const struct table_offer *at)
{
    static const char *const payers[] = {"nobody",        "player",       "pot",
                                         "player-dealer", "first player", "player and player-dealer"};
    static const char *const choices[] = {"optional", "due", "due with players"};
    static const char *const whose[] = {"a seat", "everybody", "everybody, then a seat"};
    const struct offering *offering = &floor->offerings[at->offer];
    const struct notice_kept *notice = notice_of(notices, floor, at->offer);
    const struct term *fee = at->rate ? at->payer == PAYER_POT ? &at->rate->table : &at->rate->player
                                      : &offering->terms.fee.amount;
    json_t *object = json_object();
    set_text(object, "offer", offering->name);
    set_text(object, "title", notice->title);
    set_flag(object, "in-force", offering->in_force);
    set_flag(object, "takes-hands", floor_takes_hands(floor, table, at));
    set_flag(object, "suspended", at->suspended != NULL);
    set(object, "payer", json_string(payers[at->payer]));
    set_number(object, "fee-cents", fee->cents);
    set(object, "fee-is", json_string(choices[at->choice]));
    set_flag(object, "backline", at->backline);
    set_flag(object, "dealer-space", at->dealer_space);
    set(object, "hands-are-of", json_string(whose[floor_sharing(floor, table, at->offer)]));
    set(object, "meters", meters_of(floor, offering));
    set(object, "chart", json_incref(notice->chart));
    return object;
}

/* ------------------------------------------------------------------------------------------ hands */

/* What the first person must enter. The board has five cards at most; the banker's and the winner's hands are as large as the
 * claimed one. */
static json_t *asks_of(const struct floor *floor, uint32_t number)
{
    const struct hand_asks asks = hand_asks_of(floor, number);
    const struct floor_hand *hand = &floor->hands[number - 1];
    json_t *object = json_object(), *facts = json_array(), *multiples = json_array();
    bool tiles = asks.game && asks.game->family == HAND_FAMILY_TILES;
    set_number(object, "least", asks.game ? asks.game->cards_min : 0);
    set_number(object, "most", asks.game ? asks.game->cards_max : 0);
    set_number(object, "decks", asks.game ? asks.game->decks : 0);
    set_number(object, "jokers", asks.game ? asks.game->jokers : 0);
    set_flag(object, "tiles", tiles);
    set_flag(object, "board", asks.board);
    set_flag(object, "banker", asks.banker);
    set_flag(object, "winner", asks.winner);
    set_flag(object, "set", asks.set);
    set_flag(object, "cards-only", asks.cards_only);
    set(object, "seats", seats_of(hand->dealt));
    for (unsigned i = 0; i < HAND_FACTS; i++)
        if (asks.facts[i])
            (void)json_array_append_new(facts, json_string(hand_fact_names[i]));
    set(object, "facts", facts);
    for (unsigned multiple = 2; multiple < 32; multiple++)
        if (asks.multiples >> multiple & 1)
            (void)json_array_append_new(multiples, json_integer(multiple));
    set(object, "multiples", multiples);
    return object;
}

/* Its place on the board, from 1; equal hands have the same place. If lower hands are removed, it is the first. */
static int64_t place_on_board(const struct floor *floor, const struct floor_hand *hand)
{
    const struct board *board = &floor->boards[hand->offer];
    int64_t place = 1;
    for (uint32_t i = 0; i < board->count; i++)
        place += floor->hands[board->hands[i]].score > hand->score &&
                 floor_hand_stands(floor, board->hands[i] + 1);
    return place;
}

/* About a hand whose period has not ended. */
static void set_standing(json_t *object, const struct floor *floor, uint32_t number)
{
    const struct floor_hand *hand = &floor->hands[number - 1];
    if (!floor_can_be_taken_back(floor, hand))
        return;
    set(object, "stands-until", view_time(floor->boards[hand->offer].ends));
    if (floor_hand_stands(floor, number))
        set_number(object, "place", place_on_board(floor, hand));
    if (hand->points > 0)
        set_number(object, "points", hand->points);
}

static json_t *hand_of(const struct floor *floor, struct notices *notices, uint32_t number)
{
    const struct floor_hand *hand = &floor->hands[number - 1];
    const struct offering *offering = &floor->offerings[hand->offer];
    const struct notice_kept *notice = notice_of(notices, floor, hand->offer);
    json_t *object = json_object(), *rows = json_array();
    set_number(object, "hand", number);
    set(object, "state", json_string(floor_hand_word(floor, number)));
    set(object, "at", view_time(hand->at));
    set_text(object, "table", floor->tables[hand->table].described->name);
    set_text(object, "game", floor->tables[hand->table].described->game.name);
    set_number(object, "round", hand->round);
    set_number(object, "seat", hand->seat);
    set_text(object, "offer", offering->name);
    set_text(object, "title", notice->title);
    set_text(object, "row", floor_hand_chosen(hand, hand->seat));
    set_text(object, "claimed-row", hand->claimed_row);
    set_text(object, "claimed-by", floor_person_name(floor, hand->claimed_by));
    set_text(object, "patron", floor_patron_name(floor, hand->patron));
    set_text(object, "name", patron_name_of(floor, hand->patron));
    set_flag(object, "fee", hand->fee);
    for (unsigned i = 0; i < hand->row_count; i++)
        (void)json_array_append_new(rows, row_of(floor_offer_of_hand(floor, hand), hand->rows[i]));
    set(object, "rows", rows);
    set(object, "chart", json_incref(notice->chart));
    set_text(object, "verified-by", hand->verified_by);
    set_text(object, "authorised-by", hand->authorised_by);
    const struct node *by = node_path(offering->offer->rulebook->data, PATH_ROUND_AUTHORISED_BY);
    set_text(object, "authorise-role", by ? by->scalar : text_of(""));
    if (hand->state == HAND_CLAIMED)
        set(object, "asks", asks_of(floor, number));
    set_standing(object, floor, number);
    return object;
}

static bool hand_matches(const struct floor *floor, uint32_t number, struct text state, struct text table)
{
    const struct floor_hand *hand = &floor->hands[number - 1];
    if (table.length > 0 && !text_equal(floor->tables[hand->table].described->name, table))
        return false;
    if (text_equal(state, text_of("open")))
        return hand->state == HAND_CLAIMED || hand->state == HAND_VERIFIED;
    if (text_equal(state, text_of("standing")))
        return floor_can_be_taken_back(floor, hand);
    return state.length == 0 || text_equal(state, text_of(floor_hand_word(floor, number)));
}

json_t *view_hands(const struct floor *floor, struct notices *notices, struct text state, struct text table,
                   unsigned limit)
{
    json_t *view = json_object(), *list = json_array();
    for (unsigned i = floor->hand_count; i > 0 && json_array_size(list) < limit; i--)
        if (hand_matches(floor, i, state, table))
            (void)json_array_append_new(list, hand_of(floor, notices, i));
    set(view, "hands", list);
    return view;
}

json_t *view_hand(const struct floor *floor, struct notices *notices, uint64_t number, bool *found)
{
    *found = number >= 1 && number <= floor->hand_count;
    return *found ? hand_of(floor, notices, (uint32_t)number) : NULL;
}

json_t *view_table(const struct floor *floor, struct notices *notices, struct text name, uint64_t sequence,
                   bool *found)
{
    const struct table *table = floor_table(floor, name);
    *found = table != NULL;
    if (!table)
        return NULL;
    json_t *view = json_object(), *devices = json_object(), *offers = json_array(), *hands = json_array();
    set_number(view, "sequence", (int64_t)sequence);
    set(view, "now", view_time(floor->now));
    set_described(view, table);
    set_flag(view, "open", table->open);
    set_flag(view, "poker", table->described->game.game && table->described->game.game->poker);
    set_flag(view, "free-play", table->described->free_play);
    set_number(view, "bank", table->bank);
    set(view, "seats", seats_at(floor, table));
    set_flag(devices, "reader-fails", table->reader_fails);
    set_flag(devices, "keypad-fails", table->keypad_fails);
    set_flag(devices, "sign-fails", table->sign_fails);
    set(view, "devices", devices);
    set(view, "called-at", view_time(table->call.at));
    set_text(view, "call", table_call_words(table));
    set(view, "round", round_of(table));
    for (unsigned i = 0; i < table->offer_count; i++)
        if (is_offered(floor, &table->offers[i]))
            (void)json_array_append_new(offers, offer_at(floor, notices, table, &table->offers[i]));
    set(view, "offers", offers);
    for (uint32_t number = table->newest_hand; number > 0; number = floor->hands[number - 1].before) {
        if (floor->hands[number - 1].round != table->round.number)
            break;
        (void)json_array_append_new(hands, hand_of(floor, notices, number));
    }
    set(view, "hands", hands);
    return view;
}

/* ------------------------------------------------------------------------------------------ prizes, people */

/* What a voucher has paid so far. */
static void add_voucher(json_t *object, const struct floor *floor, const struct floor_prize *prize)
{
    json_t *uses = json_array();
    for (unsigned i = 0; i < prize->use_count; i++) {
        json_t *use = json_object();
        set_text(use, "for", prize->uses[i].cost);
        set_number(use, "count", prize->uses[i].count);
        set_number(use, "cents", prize->uses[i].cents);
        (void)json_array_append_new(uses, use);
    }
    set_number(object, "worth", prize->worth);
    set_flag(object, "voucher", floor_voucher(floor, prize) != NULL);
    set_number(object, "spent", floor_voucher_spent(prize));
    set(object, "redeemed", uses);
}

static json_t *prize_of(const struct floor *floor, struct notices *notices, uint32_t number)
{
    const struct floor_prize *prize = &floor->prizes[number - 1];
    const struct floor_award *award = &floor->awards[prize->award];
    json_t *object = json_object();
    set_number(object, "prize", number);
    set_number(object, "award", prize->award + 1);
    set_text(object, "offer", floor->offerings[prize->offer].name);
    set_text(object, "title", notice_of(notices, floor, prize->offer)->title);
    set_text(object, "table",
             prize->table < floor->table_count ? floor->tables[prize->table].described->name : text_of(""));
    set_number(object, "seat", prize->seat);
    set_text(object, "patron", floor_patron_name(floor, prize->patron));
    set_text(object, "name", patron_name_of(floor, prize->patron));
    set_text(object, "share", prize->share);
    set_number(object, "cents", prize->claim.cents);
    set_text(object, "thing", prize->thing);
    set_number(object, "things", prize->things);
    add_voucher(object, floor, prize);
    set_text(object, "clause", prize->clause);
    set(object, "state", json_string(floor_prize_state_name(prize)));
    set(object, "tray", json_string(tray_state_words[prize->tray]));
    set(object, "awarded-at", view_time(prize->claim.awarded));
    set_flag(object, "identification", prize->claim.identified);
    set_flag(object, "identified", prize->shown != IDENTIFICATION_NONE);
    set(object, "identify-by",
        view_time(prize->claim.can_be_late ? prize->claim.identify_by : (struct instant){0}));
    set(object, "lapses-at", view_time(prize->claim.can_lapse ? prize->claim.lapses : (struct instant){0}));
    set_text(object, "verified-by", award->verified_by);
    set_text(object, "authorised-by", award->authorised_by);
    return object;
}

static bool prize_matches(const struct floor *floor, const struct floor_prize *prize, struct text state,
                          struct text patron)
{
    if (patron.length > 0 && !text_equal(floor_patron_name(floor, prize->patron), patron))
        return false;
    return state.length == 0 ||
           (text_equal(state, text_of("open")) ? floor_prize_is_open(prize)
                                               : text_equal(state, text_of(floor_prize_state_name(prize))));
}

json_t *view_prizes(const struct floor *floor, struct notices *notices, struct text state, struct text patron,
                    unsigned limit)
{
    json_t *view = json_object(), *list = json_array();
    for (unsigned i = floor->prize_count; i > 0 && json_array_size(list) < limit; i--)
        if (prize_matches(floor, &floor->prizes[i - 1], state, patron))
            (void)json_array_append_new(list, prize_of(floor, notices, i));
    set(view, "prizes", list);
    return view;
}

json_t *view_prize(const struct floor *floor, struct notices *notices, uint64_t number, bool *found)
{
    *found = number >= 1 && number <= floor->prize_count;
    return *found ? prize_of(floor, notices, (uint32_t)number) : NULL;
}

json_t *view_clause(const struct floor *floor, struct text citation)
{
    size_t mark = 0;
    unsigned number = 0;
    while (mark < citation.length && citation.bytes[mark] != '#')
        mark++;
    for (size_t i = mark + 1; i < citation.length; i++) {
        if (citation.bytes[i] < '0' || citation.bytes[i] > '9' || number > RULE_DOCUMENT_CLAUSES_MAX)
            return json_string("");
        number = number * 10 + (unsigned)(citation.bytes[i] - '0');
    }
    for (unsigned i = 0; i < floor->offering_count; i++) {
        const struct rule_document *document = &floor->offerings[i].offer->rulebook->document;
        const struct clause *clause = text_equal(document->identity, text_slice(citation, 0, mark))
                                          ? rule_document_clause(document, number)
                                          : NULL;
        if (clause)
            return json_sprintf("Clause %u: %.*s", number, TEXT_ARGUMENTS(clause->words));
    }
    return json_string("");
}

json_t *view_told(const struct floor *floor)
{
    json_t *told = json_object();
    for (unsigned may = 0; may < 2; may++) /* clauses that must not be disclosed are removed at the end */
        for (unsigned i = 0; i < floor->law_count; i++)
            for (unsigned k = 0; k < floor->laws[i].count; k++) {
                const struct threshold *threshold = &floor->laws[i].items[k];
                struct text clause = threshold->clause;
                bool secret = threshold->flag == FLAG_SUSPICIOUS;
                if (may == 0 && !secret)
                    (void)json_object_setn_new(told, clause.bytes, clause.length, json_true());
                else if (may == 1 && secret)
                    (void)json_object_deln(told, clause.bytes, clause.length);
            }
    return told;
}

json_t *view_award(const struct floor *floor, struct notices *notices, uint64_t number, bool *found)
{
    *found = number >= 1 && number <= floor->award_count;
    if (!*found)
        return NULL;
    const struct floor_award *award = &floor->awards[number - 1];
    json_t *view = json_object(), *prizes = json_array();
    set_number(view, "award", (int64_t)number);
    set_text(view, "offer", floor->offerings[award->offer].name);
    set_text(view, "title", notice_of(notices, floor, award->offer)->title);
    set(view, "at", view_time(award->at));
    set_text(view, "clause", award->clause);
    set_text(view, "verified-by", award->verified_by);
    set_text(view, "authorised-by", award->authorised_by);
    set_flag(view, "reversed", award->reversed);
    for (uint32_t i = 0; i < award->prize_count; i++)
        (void)json_array_append_new(prizes, prize_of(floor, notices, award->first_prize + i + 1));
    set(view, "prizes", prizes);
    return view;
}

static json_t *patron_of(const struct patron *patron)
{
    json_t *object = json_object();
    set_text(object, "patron", patron->patron);
    set_text(object, "name", patron->name);
    set(object, "born", view_date(patron->born));
    set(object, "identification", json_string(patron_identity_words[patron->identified]));
    set(object, "employee", json_string(employee_words[patron->employee]));
    set_flag(object, "proposition-player", patron->proposition);
    set_flag(object, "excluded", patron->excluded);
    set_text(object, "reason", patron->reason);
    return object;
}

/* Whether the words are part of the name, ignoring case. */
static bool name_has(struct text name, struct text words)
{
    for (size_t at = 0; at + words.length <= name.length; at++) {
        size_t i = 0;
        while (i < words.length && (name.bytes[at + i] | 0x20) == (words.bytes[i] | 0x20))
            i++;
        if (i == words.length)
            return true;
    }
    return false;
}

json_t *view_patrons(const struct floor *floor, struct text search, unsigned limit)
{
    json_t *view = json_object(), *list = json_array();
    for (unsigned i = 0; i < floor->patron_count && json_array_size(list) < limit; i++) {
        const struct patron *patron = &floor->patrons[i];
        if (name_has(patron->patron, search) || name_has(patron->name, search))
            (void)json_array_append_new(list, patron_of(patron));
    }
    set(view, "patrons", list);
    return view;
}

json_t *view_patron(const struct floor *floor, struct notices *notices, struct text name, bool *found)
{
    const struct patron *patron = floor_patron(floor, name);
    *found = patron != NULL;
    if (!patron)
        return NULL;
    json_t *view = patron_of(patron), *seats = json_array(), *prizes = json_array();
    for (unsigned i = 0; i < floor->table_count; i++)
        for (unsigned seat = 1; seat <= FLOOR_SEATS_MAX; seat++)
            if (floor->tables[i].seats[seat].taken &&
                text_equal(floor_patron_name(floor, floor->tables[i].seats[seat].patron), name)) {
                json_t *object = json_object();
                set_text(object, "table", floor->tables[i].described->name);
                set_number(object, "seat", seat);
                (void)json_array_append_new(seats, object);
            }
    for (unsigned i = floor->prize_count; i > 0; i--)
        if (text_equal(floor_patron_name(floor, floor->prizes[i - 1].patron), name))
            (void)json_array_append_new(prizes, prize_of(floor, notices, i));
    set(view, "seats", seats);
    set(view, "prizes", prizes);
    return view;
}

json_t *view_staff(const struct floor *floor)
{
    json_t *view = json_object(), *people = json_array(), *roles = json_object();
    for (unsigned i = 0; i < floor->person_count; i++) {
        const struct person *person = &floor->people[i];
        json_t *object = json_object();
        set_text(object, "person", person->person);
        set_text(object, "name", person->name);
        set_text(object, "role", person->role);
        set_flag(object, "employed", person->employed);
        (void)json_array_append_new(people, object);
    }
    const struct node *declared = node_member(floor->house.data, KEY_ROLES);
    for (const struct node *role = declared ? declared->first_child : NULL; role; role = role->next) {
        json_t *may = json_array();
        for (const struct node *item = role->first_child; item; item = item->next)
            (void)json_array_append_new(may, document_text(item->scalar));
        char name[64];
        struct text_out out;
        text_out_init(&out, name, sizeof name);
        text_out_add_text(&out, role->key);
        set(roles, name, may);
    }
    set(view, "people", people);
    set(view, "roles", roles);
    return view;
}

/* ------------------------------------------------------------------------------------------ offers, funds */

static json_t *regulators_meters(const struct floor *floor, const struct offering *offering)
{
    json_t *list = json_array();
    for (unsigned pool = 0; pool < offering->terms.pool_count; pool++) {
        const struct pool_meter *meter = &offering->meters[pool];
        const struct account *account = &floor->ledger.accounts[offering->terms.pools[pool].account];
        json_t *object = json_object(), *wins = json_array();
        set_text(object, "pool", offering->terms.pools[pool].name);
        set_number(object, "account", offering->terms.pools[pool].account);
        set_number(object, "cents", account->balance);
        set_number(object, "base-cents", meter->base);
        set_number(object, "reset-cents", meter->reset);
        set_number(object, "most-cents", meter->limit);
        set_number(object, "rate-cents", meter->rate);
        set_number(object, "hidden-rate-cents", meter->hidden_rate);
        set_number(object, "largest-contribution-cents", meter->largest_contribution);
        set_number(object, "fees-in-cents", account_fees_in(account));
        set_number(object, "overflow-cents",
                   floor->ledger.accounts[offering->terms.fund].in[REASON_OVERFLOW]);
        set_number(object, "hits", meter->hits);
        set_number(object, "won-cents", meter->won);
        add_wins(wins, floor, meter, offering->terms.pools[pool].name, FLOOR_HITS_KEPT);
        set(object, "wins", wins);
        (void)json_array_append_new(list, object);
    }
    return list;
}

static json_t *offer_of(const struct floor *floor, struct notices *notices, uint32_t number)
{
    const struct offering *offering = &floor->offerings[number];
    const struct notice_kept *notice = notice_of(notices, floor, number);
    json_t *object = json_object();
    set_text(object, "offer", offering->name);
    set_text(object, "title", notice->title);
    set_text(object, "activity", offering->terms.activity);
    set_flag(object, "posted", offering->posted);
    set_flag(object, "in-force", offering->in_force);
    set_hours(object, offering->offer);
    set(object, "tables", tables_of(offering->offer));
    set_number(object, "reserve-cents",
               offering->terms.fund == offering->terms.house ? 0 : balance(floor, offering->terms.fund));
    set_number(object, "advances-cents", funds_advances(&offering->funds));
    set(object, "meters", regulators_meters(floor, offering));
    return object;
}

json_t *view_offers(const struct floor *floor, struct notices *notices)
{
    json_t *view = json_object(), *list = json_array();
    for (uint32_t i = 0; i < floor->offering_count; i++)
        (void)json_array_append_new(list, offer_of(floor, notices, i));
    set(view, "offers", list);
    return view;
}

json_t *view_offer(const struct floor *floor, struct notices *notices, struct text name, bool *found)
{
    const struct offering *offering = floor_offering(floor, name);
    *found = offering != NULL;
    if (!offering)
        return NULL;
    uint32_t number = (uint32_t)(offering - floor->offerings);
    json_t *view = offer_of(floor, notices, number);
    const struct notice_kept *notice = notice_of(notices, floor, number);
    set_text(view, "text", offering->text);
    set(view, "chart", json_incref(notice->chart));
    set(view, "sections", json_incref(notice->sections));
    return view;
}

json_t *view_offer_accounts(const struct floor *floor, struct text name, bool *found)
{
    const struct offering *offering = floor_offering(floor, name);
    *found = offering != NULL;
    if (!offering)
        return NULL;
    json_t *accounts = json_array();
    for (unsigned i = 0; i < floor->ledger.count; i++) {
        const struct account *account = &floor->ledger.accounts[i];
        bool gives, takes;
        if (floor_may_adjust(floor, offering, (account_id)i, &gives, &takes))
            document_append(&accounts, json_pack("{s:o, s:I, s:b, s:b}", "name", document_text(account->name),
                                                 "cents", (json_int_t)account->balance, "gives", (int)gives,
                                                 "takes", (int)takes));
    }
    return json_pack("{s:o}", "accounts", accounts);
}

json_t *view_funds(const struct floor *floor, uint64_t sequence)
{
    json_t *view = json_object(), *accounts = json_array(), *advances = json_array();
    for (unsigned i = 0; i < floor->ledger.count; i++) {
        const struct account *account = &floor->ledger.accounts[i];
        json_t *object = json_object();
        set_number(object, "account", i);
        set(object, "kind", json_string(account_kind_name(account->kind)));
        set_text(object, "activity", account->activity);
        set_text(object, "name", account->name);
        set_number(object, "cents", account->balance);
        (void)json_array_append_new(accounts, object);
    }
    for (unsigned i = 0; i < floor->offering_count; i++) {
        json_t *object = json_object();
        set_text(object, "offer", floor->offerings[i].name);
        set_number(object, "cents", funds_advances(&floor->offerings[i].funds));
        (void)json_array_append_new(advances, object);
    }
    set_number(view, "sequence", (int64_t)sequence);
    set(view, "accounts", accounts);
    set(view, "advances", advances);
    return view;
}
