/* What the tables desk shows: the floor at a glance, and one table with its seats, round, offers and hands. */
#include "house/hands/hands.h"
#include "house/hands/hands_views.h"
#include "house/kernel/view.h"
#include "house/people/people.h"
#include "house/prizes/prizes.h"
#include "house/setup/notices.h"
#include "house/setup/setup.h"
#include "house/setup/setup_views.h"
#include "house/tables/tables_internal.h"

#include <stdarg.h>

static void add_alarm(json_t *alarms, const char *format, ...) PRINTF_LIKE(2, 3);
static void add_alarm(json_t *alarms, const char *format, ...)
{
    va_list words;
    va_start(words, format);
    (void)json_array_append_new(alarms, json_vsprintf(format, words));
    va_end(words);
}

static json_t *view_alarms(const struct floor *floor, const struct table *table)
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
    struct text call = table_call_words(table);
    if (table_calls(table))
        add_alarm(alarms, "Dealer called the floor%s%.*s", call.length > 0 ? ": " : "", TEXT_ARGUMENTS(call));
    if (table->round.runs && table->round.misdeal)
        add_alarm(alarms, "Misdeal");
    if (table->round.runs && table->round.wrong_deck)
        add_alarm(alarms, "Wrong deck");
    if (table->round.runs && table->round.faulty_equipment)
        add_alarm(alarms, "Faulty equipment");
    return alarms;
}

static bool is_shown_at_table(const struct floor *floor, const struct table_offer *at)
{
    return at->listed && floor->offerings[at->offer].posted;
}

static void set_described(json_t *object, const struct house_table *table)
{
    char words[128];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    value_write(&out, &table->limits);
    view_set_text(object, "table", table->name);
    view_set_text(object, "game", table->game.name);
    view_set_text(object, "limits", text_out_text(&out));
}

static json_t *view_table_in_short(const struct floor *floor, uint32_t number)
{
    const struct table *table = &floor->tables[number];
    const struct round *round = &table->round;
    json_t *object = json_object(), *offers = json_array();
    unsigned players = 0;
    for (unsigned seat = 1; seat <= FLOOR_SEATS_MAX; seat++)
        players += table->seats[seat].taken;
    for (unsigned i = 0; i < table->offer_count; i++)
        if (is_shown_at_table(floor, &table->offers[i]))
            (void)json_array_append_new(offers, document_text(floor->offerings[table->offers[i].offer].name));
    set_described(object, table->described);
    view_set(object, "state", json_string(!table->open ? "closed" : round->runs ? "round" : "open"));
    view_set(object, "since", view_time(table->open ? table->opened : (struct instant){0}));
    view_set_number(object, "round", round->number);
    view_set_number(object, "players", players);
    view_set_number(object, "seats", table->described->seats);
    view_set_number(object, "dealt", seat_count(round->runs ? round->dealt : 0));
    view_set_number(object, "fees", seat_count(round->runs ? round->fees | round->marked : 0));
    view_set_number(object, "hands-waiting", floor_hands_waiting(floor, NAMES_NONE, number));
    view_set_flag(object, "calls", table_calls(table));
    view_set(object, "alarms", view_alarms(floor, table));
    view_set(object, "offers", offers);
    return object;
}

static json_t *show_floor(struct showing *showing)
{
    const struct floor *floor = showing->floor;
    json_t *view = json_object(), *tables = json_array();
    unsigned open_prizes = 0;
    for (unsigned i = floor->open_prizes_from; i < floor->prize_count; i++)
        open_prizes += floor_prize_is_open(&floor->prizes[i]);
    view_set_number(view, "sequence", (int64_t)showing->sequence);
    view_set(view, "now", view_time(floor->now));
    view_set(view, "day", view_date(floor->day));
    view_set_number(view, "hands-waiting", floor_hands_waiting(floor, NAMES_NONE, NAMES_NONE));
    view_set_number(view, "prizes-open", open_prizes);
    for (unsigned i = 0; i < floor->table_count; i++)
        (void)json_array_append_new(tables, view_table_in_short(floor, i));
    view_set(view, "tables", tables);
    return view;
}

static json_t *view_seats_at(const struct floor *floor, const struct table *table)
{
    json_t *list = json_array();
    for (unsigned number = 1; number <= table->described->seats && number <= FLOOR_SEATS_MAX; number++) {
        const struct seat *seat = &table->seats[number];
        json_t *object = json_object();
        view_set_number(object, "seat", number);
        view_set_flag(object, "taken", seat->taken);
        view_set_text(object, "patron", seat->taken ? floor_patron_name(floor, seat->patron) : text_of(""));
        view_set_text(object, "name",
                      seat->taken ? floor_patron_full_name(floor, seat->patron) : text_of(""));
        view_set_flag(object, "hold-button", seat->hold_button);
        view_set_flag(object, "sensor-fails", seat->sensor_fails);
        (void)json_array_append_new(list, object);
    }
    return list;
}

static json_t *view_round(const struct round *round)
{
    json_t *object = json_object();
    view_set_number(object, "number", round->number);
    view_set_flag(object, "runs", round->runs);
    view_set(object, "dealt", view_seats(round->runs ? round->dealt : 0));
    view_set(object, "fees", view_seats(round->fees));
    view_set(object, "marked", view_seats(round->marked));
    view_set_flag(object, "fees-returned", round->runs && round->fees_returned);
    view_set_flag(object, "misdeal", round->runs && round->misdeal);
    return object;
}

static json_t *view_offer_at(const struct floor *floor, struct notices *notices, const struct table *table,
                             const struct table_offer *at)
{
    static const char *const payers[] = {"nobody",        "player",       "pot",
                                         "player-dealer", "first player", "player and player-dealer"};
    static const char *const choices[] = {"optional", "due", "due with players"};
    static const char *const whose[] = {"a seat", "everybody", "everybody, then a seat"};
    const struct offering *offering = &floor->offerings[at->offer];
    const struct offer_notice *notice = notices_find(notices, floor, at->offer);
    const struct term *fee = at->rate ? at->payer == PAYER_POT ? &at->rate->table : &at->rate->player
                                      : &offering->terms.fee.amount;
    json_t *object = json_object();
    view_set_text(object, "offer", offering->name);
    view_set_text(object, "title", notice->title);
    view_set_flag(object, "in-force", is_in_force(floor, offering));
    view_set_flag(object, "takes-hands", floor_takes_hands(floor, table, at));
    view_set_flag(object, "suspended", at->suspended != NULL);
    view_set(object, "payer", json_string(payers[at->payer]));
    view_set_number(object, "fee-cents", fee->cents);
    view_set(object, "fee-is", json_string(choices[at->choice]));
    view_set_flag(object, "backline", at->backline);
    view_set_flag(object, "dealer-space", at->dealer_space);
    view_set(object, "hands-are-of", json_string(whose[floor_sharing(floor, table, at->offer)]));
    view_set(object, "meters", view_meters(floor, offering));
    view_set(object, "chart", json_incref(notice->chart));
    return object;
}

static json_t *show_table(struct showing *showing)
{
    const struct floor *floor = showing->floor;
    const struct table *table = floor_table(floor, showing->name);
    if (!table)
        return view_missing(showing);
    json_t *view = json_object(), *devices = json_object(), *offers = json_array(), *hands = json_array();
    view_set_number(view, "sequence", (int64_t)showing->sequence);
    view_set(view, "now", view_time(floor->now));
    set_described(view, table->described);
    view_set_flag(view, "open", table->open);
    view_set_flag(view, "poker", table->described->game.game && table->described->game.game->poker);
    view_set_flag(view, "free-play", table->described->free_play);
    view_set_number(view, "bank", table->bank);
    view_set(view, "seats", view_seats_at(floor, table));
    view_set_flag(devices, "reader-fails", table->reader_fails);
    view_set_flag(devices, "keypad-fails", table->keypad_fails);
    view_set_flag(devices, "sign-fails", table->sign_fails);
    view_set(view, "devices", devices);
    view_set(view, "called-at", view_time(table->call.at));
    view_set_text(view, "call", table_call_words(table));
    view_set(view, "round", view_round(&table->round));
    for (unsigned i = 0; i < table->offer_count; i++)
        if (is_shown_at_table(floor, &table->offers[i]))
            (void)json_array_append_new(offers,
                                        view_offer_at(floor, showing->notices, table, &table->offers[i]));
    view_set(view, "offers", offers);
    for (const struct floor_hand *hand = newest_hand(floor, table); hand; hand = hand_before(floor, hand))
        (void)json_array_append_new(hands, view_hand(floor, showing->notices, hand));
    view_set(view, "hands", hands);
    return view;
}

const struct desk_view tables_views[TABLES_VIEWS] = {
    {"/api/floor", .permission = "read", .kept = true, .show = show_floor},
    {"/api/tables/{table}", .permission = "read", .show = show_table},
};
