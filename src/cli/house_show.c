/*
 * cardroom house show: how things stand.
 */
#include "cli/house.h"

#include "base/check.h"
#include "books/settled.h"
#include "cli/table.h"
#include "house/boards/boards.h"
#include "house/cage/cage.h"
#include "house/hands/hands.h"
#include "house/people/people.h"
#include "house/people/people_shapes.h"
#include "house/people/staff.h"
#include "house/prizes/prizes.h"
#include "house/setup/setup.h"
#include "house/tables/tables.h"

#include <stdio.h>

enum { SETTLED_MEMORY_MAX = 16 << 20 };

/* The tables that can be shown; their cells are the JSON too, with money in cents. */
struct view {
    const char *name;
    void (*fill)(const struct floor *floor, const struct settled *settled, struct text_table *table);
};

static void add_money(struct text_table *table, int64_t cents)
{
    money_write(table_cell(table), money_of_cents(cents));
    table_means(table, cents);
}

static void add_number(struct text_table *table, unsigned number)
{
    table_add(table, "%u", number);
    table_means(table, number);
}

static void add_text(struct text_table *table, struct text text)
{
    text_out_add_text(table_cell(table), text);
}

static void add_time(struct text_table *table, const struct floor *floor, struct instant at)
{
    struct local_time local;
    struct text_out *cell = table_cell(table);
    if (at.ms > 0 && local_time_of(at, &floor->zone, &local) == STATUS_OK)
        text_out_add(cell, "%04d-%02u-%02u %02u:%02u:%02u", local.date.year, local.date.month, local.date.day,
                     local.hour, local.minute, local.second);
    else
        table_means_nothing(table);
}

static bool next_row(struct text_table *table)
{
    table->more = table->more || table->row_count == TABLE_ROWS_MAX;
    if (table->row_count == TABLE_ROWS_MAX)
        return false;
    table_row(table);
    return true;
}

/* ------------------------------------------------------------------------------------------ money */

/* One pool, with what regulators ask for. */
static void fill_meter(const struct floor *floor, const struct offering *offering, unsigned pool,
                       struct text_table *table)
{
    const struct pool_meter *meter = &offering->meters[pool];
    const struct pool_terms *terms = &offering->terms.pools[pool];
    const struct account *account = &floor->ledger.accounts[terms->account];
    add_text(table, offering->name);
    add_text(table, terms->name);
    add_money(table, account->balance);
    add_money(table, meter->base);
    add_money(table, meter->reset);
    if (meter->limit < 0) {
        table_add(table, "none");
        table_means_nothing(table);
    } else
        add_money(table, meter->limit);
    add_money(table, meter->rate);
    add_money(table, meter->hidden_rate);
    add_money(table, meter->largest_contribution);
    add_money(table, account_fees_in(account));
    add_money(table, floor->ledger.accounts[terms->overflow_to].in[REASON_OVERFLOW]);
    add_number(table, meter->hits);
    add_money(table, meter->won);
    add_money(table, terms->reseed_from == offering->terms.house
                         ? 0
                         : floor->ledger.accounts[terms->reseed_from].balance);
    add_money(table, funds_advances(&offering->funds));
}

static void fill_meters(const struct floor *floor, const struct settled *settled, struct text_table *table)
{
    (void)settled;
    static const char *const amounts[] = {"meter",       "base",    "reset",   "most",     "rate",
                                          "hidden rate", "largest", "fees in", "overflow", "hits",
                                          "won",         "reserve", "advances"};
    table_column(table, "offer", TABLE_LEFT);
    table_column(table, "pool", TABLE_LEFT);
    for (unsigned i = 0; i < sizeof amounts / sizeof amounts[0]; i++)
        table_column(table, amounts[i], TABLE_RIGHT);
    for (unsigned i = 0; i < floor->offering_count; i++) {
        const struct offering *offering = &floor->offerings[i];
        for (unsigned pool = 0; pool < offering->terms.pool_count && next_row(table); pool++)
            fill_meter(floor, offering, pool, table);
    }
}

/* A hit that is kept: which of which pool of which offer. */
struct hit_place {
    unsigned offer, pool, win;
};

static const struct pool_win *hit_at(const struct floor *floor, struct hit_place place)
{
    return &floor->offerings[place.offer].meters[place.pool].wins[place.win];
}

/* The newest hit that is not shown yet; `shown` counts those of each pool. False if there is none. */
static bool next_hit(const struct floor *floor, uint8_t shown[FLOOR_OFFERS_MAX][TERMS_POOLS_MAX],
                     struct hit_place *newest)
{
    bool found = false;
    for (unsigned i = 0; i < floor->offering_count; i++)
        for (unsigned pool = 0; pool < floor->offerings[i].terms.pool_count; pool++) {
            unsigned kept = floor->offerings[i].meters[pool].kept;
            if (shown[i][pool] == kept)
                continue;
            struct hit_place place = {i, pool, kept - shown[i][pool] - 1};
            if (!found || hit_at(floor, place)->at.ms > hit_at(floor, *newest)->at.ms)
                *newest = place;
            found = true;
        }
    if (found)
        shown[newest->offer][newest->pool]++;
    return found;
}

/* The last hits of every pool, the newest first. */
static void fill_hits(const struct floor *floor, const struct settled *settled, struct text_table *table)
{
    (void)settled;
    static const char *const heads[] = {"hit", "offer", "pool", "amount", "award", "table"};
    uint8_t shown[FLOOR_OFFERS_MAX][TERMS_POOLS_MAX] = {0};
    struct hit_place place = {0};
    for (unsigned i = 0; i < sizeof heads / sizeof heads[0]; i++)
        table_column(table, heads[i], i == 3 || i == 4 ? TABLE_RIGHT : TABLE_LEFT);
    while (next_hit(floor, shown, &place) && next_row(table)) {
        const struct pool_win *win = hit_at(floor, place);
        add_time(table, floor, win->at);
        add_text(table, floor->offerings[place.offer].name);
        add_text(table, floor->offerings[place.offer].terms.pools[place.pool].name);
        add_money(table, win->cents);
        add_number(table, win->award);
        add_text(table, win->table > 0 ? floor->tables[win->table - 1].described->name : text_of(""));
    }
}

static void fill_funds(const struct floor *floor, const struct settled *settled, struct text_table *table)
{
    (void)settled;
    table_column(table, "activity", TABLE_LEFT);
    table_column(table, "account", TABLE_LEFT);
    table_column(table, "kind", TABLE_LEFT);
    table_column(table, "balance", TABLE_RIGHT);
    for (unsigned i = 0; i < floor->ledger.count; i++) {
        const struct account *account = &floor->ledger.accounts[i];
        if (account->balance == 0 || !next_row(table))
            continue;
        add_text(table, account->activity);
        add_text(table, account->name);
        table_add(table, "%s", account_kind_name(account->kind));
        add_money(table, account->balance);
    }
}

/* "2 tickets", "1 travel voucher, $200.00 left" */
static void add_thing(struct text_table *table, const struct floor *floor, const struct floor_prize *prize)
{
    struct text_out *cell = table_cell(table);
    if (prize->things > 0)
        text_out_add(cell, "%u %.*s", prize->things, TEXT_ARGUMENTS(prize->thing));
    if (floor_voucher(floor, prize)) {
        text_out_add(cell, ", ");
        money_write(cell, money_of_cents(prize->worth - floor_voucher_spent(prize)));
        text_out_add(cell, " left");
    }
}

static void add_prize(const struct floor *floor, const struct floor_prize *prize, struct text_table *table)
{
    if (!next_row(table))
        return;
    add_number(table, prize->number);
    add_text(table, floor->offerings[prize->offer].name);
    add_text(table, prize->share);
    add_text(table, floor_patron_name(floor, prize->patron));
    add_money(table, prize->claim.cents);
    add_thing(table, floor, prize);
    table_add(table, "%s", floor_prize_state_name(prize));
    add_time(table, floor, prize->claim.awarded);
    add_time(table, floor, prize->claim.can_lapse ? prize->claim.lapses : (struct instant){0});
}

static void fill_prizes(const struct floor *floor, const struct settled *settled, struct text_table *table)
{
    static const char *const heads[] = {"prize", "offer", "for",     "patron", "amount",
                                        "thing", "state", "awarded", "lapses"};
    for (unsigned i = 0; i < sizeof heads / sizeof heads[0]; i++)
        table_column(table, heads[i], i == 0 || i == 4 ? TABLE_RIGHT : TABLE_LEFT);
    unsigned left = settled->prize_count, here = 0; /* both from the oldest on */
    while (left > 0 || here < floor->prize_count) {
        const bool has_left =
            left > 0 && (here == floor->prize_count ||
                         settled->prizes[left - 1].prize.number < floor->prizes[here].number);
        const struct floor_prize prize =
            has_left ? settled_prize_here(floor, &settled->prizes[left - 1]) : floor->prizes[here];
        left -= has_left;
        here += !has_left;
        if (left + floor->prize_count - here < TABLE_ROWS_MAX)
            add_prize(floor, &prize, table);
        else
            table->more = true;
    }
}

/* ------------------------------------------------------------------------------------------ the floor */

static void fill_tables(const struct floor *floor, const struct settled *settled, struct text_table *table)
{
    (void)settled;
    static const char *const heads[] = {"table", "game", "state", "since"};
    for (unsigned i = 0; i < sizeof heads / sizeof heads[0]; i++)
        table_column(table, heads[i], TABLE_LEFT);
    table_column(table, "players", TABLE_RIGHT);
    table_column(table, "rounds", TABLE_RIGHT);
    table_column(table, "offers", TABLE_RIGHT);
    for (unsigned i = 0; i < floor->table_count && next_row(table); i++) {
        const struct table *at = &floor->tables[i];
        unsigned taken = 0, offers = 0;
        for (unsigned seat = 1; seat <= FLOOR_SEATS_MAX; seat++)
            taken += at->seats[seat].taken;
        for (unsigned k = 0; k < at->offer_count; k++)
            offers += is_in_force(floor, &floor->offerings[at->offers[k].offer]);
        add_text(table, at->described->name);
        add_text(table, text_clipped(at->described->game.name, 30));
        table_add(table, "%s", !at->open ? "closed" : at->round.runs ? "round runs" : "open");
        add_time(table, floor, at->open ? at->opened : (struct instant){0});
        add_number(table, taken);
        add_number(table, at->round.number);
        add_number(table, offers);
    }
}

static void add_hand(const struct floor *floor, const struct floor_hand *hand, const char *word,
                     struct text_table *table)
{
    if (!next_row(table))
        return;
    add_number(table, hand->number);
    add_text(table,
             hand->table < floor->table_count ? floor->tables[hand->table].described->name : text_of(""));
    add_number(table, hand->round);
    add_number(table, hand->seat);
    add_text(table, floor->offerings[hand->offer].name);
    add_text(table, floor_patron_name(floor, hand->patron));
    add_text(table, hand->row_count ? hand->rows[0]->name : text_of(""));
    table_add(table, "%s", word);
}

static void fill_hands(const struct floor *floor, const struct settled *settled, struct text_table *table)
{
    static const char *const heads[] = {"hand", "table", "round", "seat", "offer", "patron", "row", "state"};
    for (unsigned i = 0; i < sizeof heads / sizeof heads[0]; i++)
        table_column(table, heads[i], i == 0 || i == 2 || i == 3 ? TABLE_RIGHT : TABLE_LEFT);
    unsigned left = settled->hand_count, here = 0; /* both from the oldest on */
    while (left > 0 || here < floor->hand_count) {
        const bool has_left = left > 0 && (here == floor->hand_count ||
                                           settled->hands[left - 1].hand.number < floor->hands[here].number);
        const struct floor_hand hand =
            has_left ? settled_hand_here(floor, &settled->hands[left - 1]) : floor->hands[here];
        left -= has_left;
        here += !has_left;
        if (left + floor->hand_count - here < TABLE_ROWS_MAX)
            add_hand(floor, &hand, has_left ? hand_state_words[hand.state] : floor_hand_word(floor, &hand),
                     table);
        else
            table->more = true;
    }
}

/* Those that stand there. */
static void add_hands_of_board(const struct floor *floor, unsigned offer, const uint32_t *hands,
                               unsigned count, struct text_table *table)
{
    for (unsigned i = 0; i < count; i++) {
        const struct floor_hand *hand = floor_hand(floor, hands[i]);
        if (!floor_hand_stands(floor, hand) || !next_row(table))
            continue;
        add_text(table, floor->offerings[offer].name);
        add_number(table, hand->number);
        add_text(table, floor->tables[hand->table].described->name);
        add_text(table, floor_patron_name(floor, hand->patron));
        add_text(table, text_of(""));
        add_time(table, floor, floor->boards[offer].ends);
    }
}

static void fill_boards(const struct floor *floor, const struct settled *settled, struct text_table *table)
{
    (void)settled;
    static const char *const heads[] = {"offer", "hand", "table", "patron", "points", "until"};
    for (unsigned i = 0; i < sizeof heads / sizeof heads[0]; i++)
        table_column(table, heads[i], TABLE_LEFT);
    for (unsigned i = 0; i < floor->offering_count; i++) {
        const struct board *board = &floor->boards[i];
        add_hands_of_board(floor, i, board->hands, board->count, table);
        add_hands_of_board(floor, i, board->beaten, board->beaten_count, table);
        for (unsigned k = 0; k < board->standing_count; k++) {
            const struct standing *standing = &board->standings[k];
            if (!floor_player_stands(floor, i, standing) || !next_row(table))
                continue;
            add_text(table, floor->offerings[i].name);
            add_text(table, text_of(""));
            add_text(table, floor->tables[standing->table].described->name);
            add_text(table, floor_patron_name(floor, standing->patron));
            table_add(table, "%u", standing->points);
            add_time(table, floor, board->ends);
        }
    }
}

/* ------------------------------------------------------------------------------------------ people and offers */

static void fill_patrons(const struct floor *floor, const struct settled *settled, struct text_table *table)
{
    (void)settled;
    static const char *const heads[] = {"patron", "name", "born", "state", "wins"};
    for (unsigned i = 0; i < sizeof heads / sizeof heads[0]; i++)
        table_column(table, heads[i], i == 4 ? TABLE_RIGHT : TABLE_LEFT);
    for (unsigned i = 0; i < floor->patron_count && next_row(table); i++) {
        const struct patron *patron = &floor->patrons[i];
        add_text(table, patron->patron);
        add_text(table, text_clipped(patron->name, 40));
        struct text_out *cell = table_cell(table);
        if (patron->born.year)
            date_write(cell, patron->born);
        table_add(table, "%s",
                  patron->excluded      ? "excluded"
                  : patron->proposition ? "proposition player"
                  : patron->employee    ? employee_words[patron->employee]
                                        : "");
        add_number(table, patron->wins);
    }
}

static void fill_staff(const struct floor *floor, const struct settled *settled, struct text_table *table)
{
    (void)settled;
    table_column(table, "person", TABLE_LEFT);
    table_column(table, "name", TABLE_LEFT);
    table_column(table, "role", TABLE_LEFT);
    for (unsigned i = 0; i < floor->person_count; i++) {
        const struct person *person = &floor->people[i];
        if (!person->employed || !next_row(table))
            continue;
        add_text(table, person->person);
        add_text(table, person->name);
        add_text(table, person->role.length ? person->role : text_of("everything"));
    }
}

static void fill_offers(const struct floor *floor, const struct settled *settled, struct text_table *table)
{
    (void)settled;
    table_column(table, "offer", TABLE_LEFT);
    table_column(table, "activity", TABLE_LEFT);
    table_column(table, "state", TABLE_LEFT);
    table_column(table, "tables", TABLE_RIGHT);
    for (unsigned i = 0; i < floor->offering_count && next_row(table); i++) {
        const struct offering *offering = &floor->offerings[i];
        add_text(table, offering->name);
        add_text(table, offering->terms.activity);
        table_add(table, "%s",
                  !offering->posted              ? "withdrawn"
                  : is_in_force(floor, offering) ? "offered now"
                                                 : "not at this hour");
        add_number(table, offering->offer->table_count);
    }
}

static const struct view views[] = {
    {"meters", fill_meters}, {"hits", fill_hits},     {"funds", fill_funds},   {"tables", fill_tables},
    {"hands", fill_hands},   {"prizes", fill_prizes}, {"boards", fill_boards}, {"patrons", fill_patrons},
    {"staff", fill_staff},   {"offers", fill_offers},
};
enum { VIEW_COUNT = sizeof views / sizeof views[0] };

/* ------------------------------------------------------------------------------------------ output */

static json_t *cell_json(const struct text_table *table, unsigned row, unsigned column)
{
    switch (table->meanings[row][column]) {
    case TABLE_TEXT:
        return json_string(table->cells[row][column]);
    case TABLE_NUMBER:
        return json_integer(table->numbers[row][column]);
    case TABLE_NOTHING:
        return json_null();
    }
    CHECK_NEVER("a meaning");
}

json_t *house_table_json(const struct text_table *table)
{
    json_t *rows = json_array();
    for (unsigned row = 0; row < table->row_count; row++) {
        json_t *object = json_object();
        for (unsigned column = 0; column < table->cell_counts[row]; column++)
            (void)json_object_set_new(object, table->heads[column], cell_json(table, row, column));
        (void)json_array_append_new(rows, object);
    }
    return rows;
}

static void print_head(const struct keeper *keeper)
{
    const struct floor *floor = keeper_floor(keeper);
    char now[TIME_TEXT_SIZE], day[DATE_TEXT_SIZE];
    struct text_out out;
    struct local_time local;
    text_out_init(&out, now, sizeof now);
    if (local_time_of(floor->now, &floor->zone, &local) == STATUS_OK)
        local_time_write(&out, &local);
    text_out_init(&out, day, sizeof day);
    date_write(&out, floor->day);
    printf("%.*s, %s, gaming day %s, %llu events\n", TEXT_ARGUMENTS(floor->house.name), now, day,
           (unsigned long long)keeper_sequence(keeper));
}

/* Which views are asked for; none if there is no such thing. */
static unsigned views_asked(const char *what)
{
    unsigned asked = 0;
    if (!what || text_equal(text_of(what), text_of("house")))
        return (1u << VIEW_COUNT) - 1;
    for (unsigned i = 0; i < VIEW_COUNT; i++)
        if (text_equal(text_of(what), text_of(views[i].name)))
            asked = 1u << i;
    return asked;
}

/* Reads the newest of the hands and prizes that have left the state, as many as a table can have. */
static enum status read_settled(const char *store, const struct floor *floor, struct arena *arena,
                                struct settled *settled, struct fault *fault)
{
    struct settled_wanted wanted = {.kind = SETTLED_PRIZES,
                                    .low = 1,
                                    .high = floor->last_prize,
                                    .limit = TABLE_ROWS_MAX + floor->prize_count,
                                    .state = text_of(""),
                                    .filter = text_of("")};
    struct settled hands = {.hand_count = 0};
    enum status status = STATUS_OK;
    *settled = (struct settled){.hand_count = 0};
    if (floor->prize_count < floor->last_prize)
        status = settled_read_at(text_of(store), &wanted, arena, settled, fault);
    wanted.kind = SETTLED_HANDS;
    wanted.high = floor->last_hand;
    wanted.limit = TABLE_ROWS_MAX + floor->hand_count;
    if (status == STATUS_OK && floor->hand_count < floor->last_hand)
        status = settled_read_at(text_of(store), &wanted, arena, &hands, fault);
    settled->hands = hands.hands;
    settled->hand_count = hands.hand_count;
    settled_drop_here(settled, floor);
    return status;
}

static int show(const struct keeper *keeper, const struct settled *settled, const char *what, bool json)
{
    static struct text_table table;
    unsigned asked = views_asked(what);
    bool every = (asked & (asked - 1)) != 0;
    if (!keeper_floor(keeper)->opened)
        return command_usage("house", "the store has no house yet; open one with 'cardroom house init'");
    if (!asked)
        return command_usage(
            "house",
            "cannot show '%s'; give house, meters, hits, funds, tables, hands, prizes, boards, "
            "patrons, staff, offers, access or program",
            what);
    json_t *all = json ? json_object() : NULL, *cut = json_array(); /* the views that have more rows */
    if (!json)
        print_head(keeper);
    for (unsigned i = 0; i < VIEW_COUNT; i++) {
        if (!(asked >> i & 1))
            continue;
        table_init(&table);
        views[i].fill(keeper_floor(keeper), settled, &table);
        if (table.more)
            (void)json_array_append_new(cut, json_string(views[i].name));
        if (json)
            (void)json_object_set_new(all, views[i].name, house_table_json(&table));
        else if (table.row_count > 0 || !every) {
            printf("\n%s\n", views[i].name);
            table_print(&table, command_colour());
            if (table.more)
                printf("  there are more; this shows %d, and the report tables of the store have all\n",
                       TABLE_ROWS_MAX);
        }
    }
    if (json && json_array_size(cut) > 0)
        (void)json_object_set(all, "more", cut);
    json_decref(cut);
    return json ? command_print_json("house", all) : EXIT_CODE_OK;
}

int house_show(int argc, char **argv)
{
    const struct keeper_options options = {.mode = STORE_READ_ONLY};
    const char *store = NULL, *what = NULL;
    bool json = false;
    struct keeper *keeper;
    struct fault fault;
    for (int i = 0; i < argc; i++) {
        if (text_equal(text_of(argv[i]), text_of("--json")))
            json = true;
        else if (argv[i][0] == '-' || (store && what))
            return command_usage("house", "unknown argument '%s'", argv[i]);
        else
            *(store ? &what : &store) = argv[i];
    }
    if (!store)
        return command_usage("house", "STORE is missing; give one such as sqlite:house.db");
    enum status status = keeper_open(text_of(store), &options, NULL, NULL, &keeper, &fault);
    if (status != STATUS_OK)
        return house_failure("house", store, status, &fault);
    const struct floor *floor = keeper_floor(keeper);
    struct settled settled;
    struct arena arena;
    arena_init(&arena, SETTLED_MEMORY_MAX);
    status = read_settled(store, floor, &arena, &settled, &fault);
    int code = status != STATUS_OK ? house_failure("house", store, status, &fault)
               : what && text_equal(text_of(what), text_of("access")) ? house_show_door(store, floor, json)
               : what && text_equal(text_of(what), text_of("program"))
                   ? house_show_program(store, floor, json)
                   : show(keeper, &settled, what, json);
    arena_release(&arena);
    keeper_close(keeper);
    return code == EXIT_CODE_OK ? command_finish("house") : code;
}
