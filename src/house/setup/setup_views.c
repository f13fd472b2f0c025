/* What the setup desk shows: meters and signs for everybody, offers and funds for the office. */
#include "house/setup/setup_views.h"

#include "base/check.h"
#include "funds/thresholds.h"
#include "house/hands/hands.h"
#include "house/hands/hands_views.h"
#include "house/kernel/view.h"
#include "house/people/staff.h"
#include "house/prizes/prizes.h"
#include "house/setup/notices.h"
#include "house/setup/setup_internal.h"
#include "house/tables/tables.h"
#include "rulebook/house_form.h"
#include "rulebook/vocabulary_paths.h"

enum { WINS_SHOWN = 5 };

static int64_t balance(const struct floor *floor, account_id account)
{
    return floor->ledger.accounts[account].balance;
}

/* Adds the last wins of a pool, the newest first. */
static void add_wins(json_t *list, const struct floor *floor, const struct pool_meter *meter,
                     struct text pool, unsigned most)
{
    for (uint32_t i = meter->kept; i > 0 && meter->kept - i < most; i--) {
        const struct pool_win *win = &meter->wins[i - 1];
        json_t *object = json_object();
        view_set_number(object, "award", win->award);
        view_set(object, "at", view_time(win->at));
        view_set_text(object, "table",
                      win->table > 0 ? floor->tables[win->table - 1].described->name : text_of(""));
        view_set_text(object, "pool", pool);
        view_set_number(object, "cents", win->cents);
        (void)json_array_append_new(list, object);
    }
}

static void set_hours(json_t *object, const struct offer *offer)
{
    char words[512];
    struct text_out out;
    text_out_init(&out, words, sizeof words);
    schedule_write(&out, &offer->hours);
    view_set_text(object, "hours", text_out_text(&out));
}

static void set_tables(json_t *object, const struct offer *offer)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < offer->table_count; i++)
        (void)json_array_append_new(list, document_text(offer->tables[i]->name));
    view_set(object, "tables", list);
}

/* ------------------------------------------------------------------------------------------ for everybody */

/* The pool of a tournament belongs to its entrants, and is not a jackpot of the room. */
json_t *view_meters(const struct floor *floor, const struct offering *offering)
{
    json_t *list = json_array();
    if (node_member(offering->offer->rulebook->data, PART_TOURNAMENT))
        return list;
    for (unsigned pool = 0; pool < offering->terms.pool_count; pool++) {
        json_t *object = json_object();
        view_set_text(object, "pool", offering->terms.pools[pool].name);
        view_set_number(object, "cents", balance(floor, offering->terms.pools[pool].account));
        view_set_number(object, "base-cents", offering->meters[pool].base);
        view_set_number(object, "most-cents", offering->meters[pool].limit);
        (void)json_array_append_new(list, object);
    }
    return list;
}

static json_t *show_meters(struct showing *showing)
{
    const struct floor *floor = showing->floor;
    json_t *view = json_object(), *list = json_array();
    view_set_number(view, "sequence", (int64_t)showing->sequence);
    for (uint32_t i = 0; i < floor->offering_count; i++) {
        const struct offering *offering = &floor->offerings[i];
        for (unsigned pool = 0; offering->posted && pool < offering->terms.pool_count; pool++) {
            json_t *object = json_object();
            view_set_text(object, "offer", offering->name);
            view_set_text(object, "pool", offering->terms.pools[pool].name);
            view_set_number(object, "cents", balance(floor, offering->terms.pools[pool].account));
            (void)json_array_append_new(list, object);
        }
    }
    view_set(view, "meters", list);
    return view;
}

static json_t *show_signs(struct showing *showing)
{
    const struct floor *floor = showing->floor;
    json_t *view = json_object(), *offers = json_array();
    view_set_number(view, "sequence", (int64_t)showing->sequence);
    view_set_text(view, "house", floor->house.name);
    view_set(view, "now", view_time(floor->now));
    for (uint32_t i = 0; i < floor->offering_count; i++) {
        const struct offering *offering = &floor->offerings[i];
        if (!offering->posted)
            continue;
        const struct offer_notice *notice = notices_find(showing->notices, floor, i);
        json_t *object = json_object(), *wins = json_array();
        view_set_text(object, "offer", offering->name);
        view_set_text(object, "title", notice->title);
        view_set_text(object, "activity", offering->terms.activity);
        view_set_flag(object, "in-force", is_in_force(floor, offering));
        set_hours(object, offering->offer);
        set_tables(object, offering->offer);
        view_set_number(object, "fee-cents", offering->terms.fee.amount.cents);
        view_set_text(object, "no-purchase-necessary", notice->banner);
        view_set(object, "meters", view_meters(floor, offering));
        view_set(object, "chart", json_incref(notice->chart));
        view_set(object, "sections", json_incref(notice->sections));
        view_set_number(object, "pending", floor_hands_waiting(floor, i, NAMES_NONE));
        view_set_text(object, "pending-table", floor_table_waiting(floor, i));
        for (unsigned pool = 0; pool < offering->terms.pool_count; pool++)
            add_wins(wins, floor, &offering->meters[pool], offering->terms.pools[pool].name, WINS_SHOWN);
        view_set(object, "wins", wins);
        (void)json_array_append_new(offers, object);
    }
    view_set(view, "offers", offers);
    return view;
}

/* ------------------------------------------------------------------------------------------ for the office */

static json_t *view_regulators_meters(const struct floor *floor, const struct offering *offering)
{
    json_t *list = json_array();
    for (unsigned pool = 0; pool < offering->terms.pool_count; pool++) {
        const struct pool_meter *meter = &offering->meters[pool];
        const struct account *account = &floor->ledger.accounts[offering->terms.pools[pool].account];
        json_t *object = json_object(), *wins = json_array();
        view_set_text(object, "pool", offering->terms.pools[pool].name);
        view_set_number(object, "account", offering->terms.pools[pool].account);
        view_set_number(object, "cents", account->balance);
        view_set_number(object, "base-cents", meter->base);
        view_set_number(object, "reset-cents", meter->reset);
        view_set_number(object, "most-cents", meter->limit);
        view_set_number(object, "rate-cents", meter->rate);
        view_set_number(object, "hidden-rate-cents", meter->hidden_rate);
        view_set_number(object, "largest-contribution-cents", meter->largest_contribution);
        view_set_number(object, "fees-in-cents", account_fees_in(account));
        view_set_number(object, "overflow-cents",
                        floor->ledger.accounts[offering->terms.pools[pool].overflow_to].in[REASON_OVERFLOW]);
        view_set_number(object, "hits", meter->hits);
        view_set_number(object, "won-cents", meter->won);
        add_wins(wins, floor, meter, offering->terms.pools[pool].name, FLOOR_HITS_KEPT);
        view_set(object, "wins", wins);
        (void)json_array_append_new(list, object);
    }
    return list;
}

static json_t *view_offer(const struct floor *floor, struct notices *notices, uint32_t number)
{
    const struct offering *offering = &floor->offerings[number];
    json_t *object = json_object();
    view_set_text(object, "offer", offering->name);
    view_set_text(object, "title", notices_find(notices, floor, number)->title);
    view_set_text(object, "activity", offering->terms.activity);
    view_set_flag(object, "posted", offering->posted);
    view_set_flag(object, "in-force", is_in_force(floor, offering));
    set_hours(object, offering->offer);
    set_tables(object, offering->offer);
    const account_id reserve = terms_reserve(&offering->terms);
    view_set_number(object, "reserve-cents", reserve == offering->terms.house ? 0 : balance(floor, reserve));
    view_set_number(object, "advances-cents", funds_advances(&offering->funds));
    view_set(object, "meters", view_regulators_meters(floor, offering));
    return object;
}

static json_t *show_offers(struct showing *showing)
{
    json_t *view = json_object(), *list = json_array();
    for (uint32_t i = 0; i < showing->floor->offering_count; i++)
        (void)json_array_append_new(list, view_offer(showing->floor, showing->notices, i));
    view_set(view, "offers", list);
    return view;
}

static json_t *show_offer(struct showing *showing)
{
    const struct floor *floor = showing->floor;
    const struct offering *offering = floor_offering(floor, showing->name);
    if (!offering)
        return view_missing(showing);
    uint32_t number = (uint32_t)(offering - floor->offerings);
    json_t *view = view_offer(floor, showing->notices, number);
    const struct offer_notice *notice = notices_find(showing->notices, floor, number);
    view_set_text(view, "text", offering->text);
    view_set(view, "chart", json_incref(notice->chart));
    view_set(view, "sections", json_incref(notice->sections));
    return view;
}

static json_t *show_funds(struct showing *showing)
{
    const struct floor *floor = showing->floor;
    json_t *view = json_object(), *accounts = json_array(), *advances = json_array();
    for (unsigned i = 0; i < floor->ledger.count; i++) {
        const struct account *account = &floor->ledger.accounts[i];
        json_t *object = json_object();
        view_set_number(object, "account", i);
        view_set(object, "kind", json_string(account_kind_name(account->kind)));
        view_set_text(object, "activity", account->activity);
        view_set_text(object, "name", account->name);
        view_set_number(object, "cents", account->balance);
        (void)json_array_append_new(accounts, object);
    }
    for (unsigned i = 0; i < floor->offering_count; i++) {
        json_t *object = json_object();
        view_set_text(object, "offer", floor->offerings[i].name);
        view_set_number(object, "cents", funds_advances(&floor->offerings[i].funds));
        (void)json_array_append_new(advances, object);
    }
    view_set_number(view, "sequence", (int64_t)showing->sequence);
    view_set(view, "accounts", accounts);
    view_set(view, "advances", advances);
    return view;
}

/* ------------------------------------------------------------------------------------------ the house */

/* The game of a table as the house writes it, with the regulator's identifiers. */
static struct text game_written(const struct house *house, const struct house_table *table)
{
    const struct node *rows = node_member(house->data, KEY_TABLES);
    for (const struct node *row = rows ? rows->first_child : NULL; row; row = row->next) {
        const struct node *name = node_member(row, KEY_TABLE), *game = node_member(row, KEY_GAME);
        if (name && game && text_equal(name->scalar, table->name))
            return game->scalar;
    }
    return table->game.name;
}

static json_t *list_tables(const struct floor *floor)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < floor->table_count; i++) {
        const struct house_table *table = &floor->house.tables[i];
        json_t *object = json_object();
        char limits[128];
        struct text_out out;
        text_out_init(&out, limits, sizeof limits);
        value_write(&out, &table->limits);
        view_set_text(object, "table", table->name);
        view_set_text(object, "game", game_written(&floor->house, table));
        view_set_text(object, "limits", text_out_text(&out));
        view_set_number(object, "seats", table->seats);
        view_set_number(object, "pace", table->pace);
        view_set_flag(object, "no-limit", table->no_limit);
        view_set_flag(object, "free-play", table->free_play);
        view_set_flag(object, "closed", table->closed);
        view_set_flag(object, "open", floor->tables[i].open);
        (void)json_array_append_new(list, object);
    }
    return list;
}

static unsigned count_with_role(const struct floor *floor, struct text role)
{
    unsigned count = 0;
    for (unsigned i = 0; i < floor->person_count; i++)
        count += floor->people[i].employed && text_equal(floor->people[i].role, role);
    return count;
}

static json_t *list_roles(const struct floor *floor)
{
    const struct node *roles = node_member(floor->house.data, KEY_ROLES);
    json_t *list = json_array();
    for (const struct node *role = roles ? roles->first_child : NULL; role; role = role->next) {
        json_t *object = json_object(), *may = json_array();
        for (const struct node *item = role->first_child; item; item = item->next)
            (void)json_array_append_new(may, document_text(item->scalar));
        view_set_text(object, "role", role->key);
        view_set(object, "may", may);
        view_set_number(object, "people", count_with_role(floor, role->key));
        (void)json_array_append_new(list, object);
    }
    return list;
}

static json_t *list_house_funds(const struct floor *floor)
{
    const struct node *funds = node_member(floor->house.data, KEY_FUNDS);
    json_t *list = json_array();
    for (const struct node *fund = funds ? funds->first_child : NULL; fund; fund = fund->next) {
        account_id account = ledger_find(&floor->ledger, ACCOUNT_FUND, text_of(""), fund->key);
        const struct node *identifier = node_member(fund, KEY_IDENTIFIER),
                          *minimum = node_member(fund, KEY_MINIMUM);
        json_t *object = json_object();
        view_set_text(object, "fund", fund->key);
        view_set_text(object, "identifier", identifier ? identifier->scalar : text_of(""));
        view_set_text(object, "minimum", minimum ? minimum->scalar : text_of(""));
        view_set_number(object, "cents", account == ACCOUNT_NONE ? 0 : balance(floor, account));
        (void)json_array_append_new(list, object);
    }
    return list;
}

static json_t *list_waiting(const struct floor *floor)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < floor->waiting_count; i++) {
        const struct waiting *waiting = &floor->waiting[i];
        json_t *object = json_object();
        view_set_number(object, "number", waiting->number);
        view_set_text(object, "offer", waiting->offer);
        view_set(object, "from", view_date(waiting->from));
        view_set(object, "from-time", view_time(waiting->at));
        view_set_text(object, "text", waiting->text);
        view_set_text(object, "by", waiting->by);
        view_set_text(object, "authorised-by", waiting->authorised_by);
        view_set(object, "filed", view_time(waiting->filed));
        (void)json_array_append_new(list, object);
    }
    return list;
}

/* What the house may say beside its tables, funds and roles, and what it says. */
static json_t *list_settings(const struct floor *floor)
{
    json_t *list = json_array();
    struct house_setting setting;
    for (unsigned i = 0; house_setting(&floor->house, i, &setting); i++) {
        const struct vocabulary_key *key = setting.key;
        json_t *object = json_object(), *at = json_array(), *choices = json_array();
        if (setting.part)
            (void)json_array_append_new(at, json_string(setting.part));
        (void)json_array_append_new(at, json_string(key->name));
        for (unsigned k = 0; key->type->words && key->type->words[k]; k++)
            (void)json_array_append_new(choices, json_string(key->type->words[k]));
        view_set(object, "at", at);
        view_set_text(object, "kind", text_of(house_setting_kind(&setting)));
        view_set(object, "choices", choices);
        view_set_flag(object, "required", key->required);
        view_set_text(object, "fallback", text_of(key->fallback ? key->fallback : ""));
        view_set_text(object, "meaning", text_of(key->meaning));
        view_set_text(object, "example", text_of(key->example));
        view_set_text(object, "value", setting.value ? setting.value->scalar : text_of(""));
        (void)json_array_append_new(list, object);
    }
    return list;
}

/* Equipment and where it is. */
static json_t *list_equipment(const struct floor *floor)
{
    const struct node *equipment = node_member(floor->house.data, KEY_EQUIPMENT);
    json_t *list = json_array();
    for (const struct node *item = equipment ? equipment->first_child : NULL; item; item = item->next) {
        json_t *object = json_object();
        view_set_text(object, "equipment", item->key);
        view_set_text(object, "where", item->scalar);
        (void)json_array_append_new(list, object);
    }
    return list;
}

/* What a role may be allowed to do. */
static json_t *list_permissions(void)
{
    const struct vocabulary_key *roles =
        vocabulary_key_find(vocabulary_part_find(PART_HOUSE), text_of(KEY_ROLES));
    json_t *list = json_array();
    CHECK(roles && roles->type->of && roles->type->of->words);
    for (const char *const *word = roles->type->of->words; *word; word++)
        (void)json_array_append_new(list, json_string(*word));
    return list;
}

static json_t *show_house_file(struct showing *showing)
{
    const struct floor *floor = showing->floor;
    json_t *view = json_object();
    view_set_number(view, "sequence", (int64_t)showing->sequence);
    view_set_number(view, "number", floor->house_number);
    view_set(view, "day", view_date(floor->day));
    view_set_text(view, "text", floor->house_text);
    view_set(view, "tables", list_tables(floor));
    view_set(view, "roles", list_roles(floor));
    view_set(view, "funds", list_house_funds(floor));
    view_set(view, "equipment", list_equipment(floor));
    view_set(view, "settings", list_settings(floor));
    view_set(view, "permissions", list_permissions());
    view_set(view, "waiting", list_waiting(floor));
    return view;
}

const struct desk_view setup_views[SETUP_VIEWS] = {
    {"/api/meters", VIEW_FOR_EVERYBODY, .kept = true, .show = show_meters},
    {"/api/signs", VIEW_FOR_EVERYBODY, .kept = true, .show = show_signs},
    {"/api/offers", .permission = "read office", .show = show_offers},
    {"/api/offers/{offer}", .permission = "read office", .show = show_offer},
    {"/api/funds", .permission = "read office", .show = show_funds},
    {"/api/house-file", .permission = "read office", .show = show_house_file},
};

/* ------------------------------------------------------------------------------------------ for slips */

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
