#include "house/tables/tables_internal.h"

#include "base/check.h"
#include "house/kernel/deciding.h"
#include "house/kernel/names.h"
#include "house/kernel/program.h"
#include "house/people/dealt.h"
#include "house/people/people.h"
#include "house/tables/tables.h"
#include "house/tables/tables_shapes.h"

/* ------------------------------------------------------------------------------------------ open and close */

enum status decide_open_table(struct deciding *deciding)
{
    uint32_t table;
    struct text name = COMMAND_AS(deciding->command, at_table)->table;
    if (!find_table(deciding, name, &table))
        return STATUS_OK;
    if (deciding->floor->tables[table].open)
        return REFUSE(deciding, rule_table, "table %.*s is open", TEXT_ARGUMENTS(name));
    if (deciding->floor->tables[table].described->closed)
        return REFUSE(deciding, rule_table, "table %.*s is closed for good; open another",
                      TEXT_ARGUMENTS(name));
    EVENT_AS(happens(deciding, EVENT_TABLE_OPENED), table_opened)->table = name;
    return STATUS_OK;
}

enum status decide_close_table(struct deciding *deciding)
{
    uint32_t table;
    struct text name = COMMAND_AS(deciding->command, at_table)->table;
    if (!find_table(deciding, name, &table))
        return STATUS_OK;
    if (!deciding->floor->tables[table].open)
        return REFUSE(deciding, rule_table, "table %.*s is closed", TEXT_ARGUMENTS(name));
    if (deciding->floor->tables[table].round.runs)
        return REFUSE(deciding, rule_round, "a round is running at %.*s; end it first", TEXT_ARGUMENTS(name));
    EVENT_AS(happens(deciding, EVENT_TABLE_CLOSED), table_opened)->table = name;
    return STATUS_OK;
}

enum status apply_table_opened(struct floor *floor, const struct event *event, struct fault *fault)
{
    struct table *table = table_called(floor, EVENT_AS(event, table_opened)->table);
    if (!table)
        return strange(fault, event, "there is no such table");
    table->open = true;
    table->opened = event->head.at;
    table->hours_charged = 0;
    return STATUS_OK;
}

enum status apply_table_closed(struct floor *floor, const struct event *event, struct fault *fault)
{
    struct table *table = table_called(floor, EVENT_AS(event, table_opened)->table);
    if (!table)
        return strange(fault, event, "there is no such table");
    table->open = false;
    table->bank = 0;
    for (unsigned i = 1; i <= FLOOR_SEATS_MAX; i++) {
        table->seats[i].taken = table->seats[i].hold_button = false;
        table->seats[i].patron = NAMES_NONE;
    }
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ seats */

/* A seat of an open table; false after a refusal. */
static bool find_seat(struct deciding *deciding, struct text name, uint32_t seat, uint32_t *table)
{
    if (!find_table(deciding, name, table))
        return false;
    const struct table *found = &deciding->floor->tables[*table];
    unsigned seats = found->described->seats < FLOOR_SEATS_MAX ? found->described->seats : FLOOR_SEATS_MAX;
    if (!found->open)
        (void)REFUSE(deciding, rule_table, "table %.*s is closed", TEXT_ARGUMENTS(name));
    else if (seat > seats)
        (void)REFUSE(deciding, rule_table, "table %.*s has seats 1 to %u", TEXT_ARGUMENTS(name), seats);
    return found->open && seat <= seats;
}

const struct table *table_elsewhere(const struct floor *floor, const struct table *here, uint32_t patron)
{
    for (unsigned i = 0; i < floor->table_count && patron != NAMES_NONE; i++) {
        const struct table *table = &floor->tables[i];
        if (table == here)
            continue;
        for (unsigned seat = 1; seat <= FLOOR_SEATS_MAX; seat++)
            if (table->seats[seat].taken && table->seats[seat].patron == patron)
                return table;
        for (uint32_t k = 0; k < table->round.player_count && table->round.runs; k++)
            if (table->round.players[k].behind && table->round.players[k].patron == patron)
                return table;
    }
    return NULL;
}

bool check_one_table(struct deciding *deciding, const struct table *here, uint32_t patron)
{
    const struct table *elsewhere =
        tells_the_deal(deciding->floor) ? table_elsewhere(deciding->floor, here, patron) : NULL;
    if (elsewhere)
        (void)REFUSE(deciding, rule_table,
                     "%.*s plays at %.*s, and one person is at one table at a time; clear the seat there, or "
                     "wait until the round with the bet behind a seat has ended",
                     TEXT_ARGUMENTS(floor_patron_name(deciding->floor, patron)),
                     TEXT_ARGUMENTS(elsewhere->described->name));
    return !elsewhere;
}

/* At the other games a person may play several hands at one table; a guest who is named sits at no other seat. False after a refusal. */
static bool check_one_seat(struct deciding *deciding, const struct table *table, uint32_t patron, bool named)
{
    const bool poker = table->described->game.game && table->described->game.game->poker;
    unsigned seat = 1;
    while (seat <= FLOOR_SEATS_MAX && !(table->seats[seat].taken && table->seats[seat].patron == patron))
        seat++;
    if ((!poker && !named) || patron == NAMES_NONE || seat > FLOOR_SEATS_MAX)
        return true;
    (void)REFUSE(deciding, rule_table, "%.*s already sits at seat %u%s",
                 TEXT_ARGUMENTS(floor_patron_name(deciding->floor, patron)), seat,
                 named ? ", and is not the guest of another seat" : "; a poker player has one seat");
    return false;
}

enum status decide_sit(struct deciding *deciding)
{
    const struct sit *command = COMMAND_AS(deciding->command, sit);
    uint32_t table, patron = NAMES_NONE;
    if (!find_seat(deciding, command->table, command->seat, &table))
        return STATUS_OK;
    const struct table *found = &deciding->floor->tables[table];
    const struct seat *seat = &found->seats[command->seat];
    const bool named = tells_the_deal(deciding->floor) && command->seat > 0 && seat->taken &&
                       seat->patron == NAMES_NONE && command->patron.length > 0;
    if (command->seat == 0 || (seat->taken && !named))
        return REFUSE(deciding, rule_table, "seat %u of %.*s is %s", command->seat,
                      TEXT_ARGUMENTS(command->table), command->seat ? "taken" : "not a seat");
    if (command->patron.length > 0 && !find_patron(deciding, command->patron, &patron))
        return STATUS_OK;
    if (patron != NAMES_NONE && deciding->floor->patrons[patron].excluded)
        return REFUSE(deciding, rule_exclusion, "%.*s is on the exclusion list and may not play",
                      TEXT_ARGUMENTS(command->patron));
    if (!check_one_seat(deciding, found, patron, named) || !check_one_table(deciding, found, patron))
        return STATUS_OK;
    struct event *event = happens(deciding, EVENT_SEATED);
    EVENT_AS(event, seated)->table = command->table;
    EVENT_AS(event, seated)->seat = command->seat;
    EVENT_AS(event, seated)->patron = command->patron;
    EVENT_AS(event, seated)->hold_button = command->hold_button;
    EVENT_AS(event, seated)->named = named;
    return STATUS_OK;
}

enum status apply_seated(struct floor *floor, const struct event *event, struct fault *fault)
{
    const struct seated *seated = EVENT_AS(event, seated);
    struct table *table = table_called(floor, seated->table);
    if (!table || seated->seat == 0 || seated->seat > FLOOR_SEATS_MAX)
        return strange(fault, event, "there is no such seat");
    uint32_t patron = seated->patron.length ? names_find(&floor->patron_names, seated->patron) : NAMES_NONE;
    if (seated->patron.length && patron == NAMES_NONE)
        return strange(fault, event, "nobody knows the patron");
    struct seat *seat = &table->seats[seated->seat];
    if (seated->named && (!seat->taken || seat->patron != NAMES_NONE || patron == NAMES_NONE))
        return strange(fault, event, "no guest sits there");
    *seat = (struct seat){.taken = true,
                          .hold_button = seated->hold_button,
                          .sensor_fails = seat->sensor_fails,
                          .patron = patron,
                          .since = seated->named ? seat->since : event->head.at};
    return STATUS_OK;
}

enum status decide_leave(struct deciding *deciding)
{
    const struct at_seat *command = COMMAND_AS(deciding->command, at_seat);
    uint32_t table;
    if (!find_seat(deciding, command->table, command->seat, &table))
        return STATUS_OK;
    if (command->seat == 0 || !deciding->floor->tables[table].seats[command->seat].taken)
        return REFUSE(deciding, rule_table, "seat %u of %.*s is empty", command->seat,
                      TEXT_ARGUMENTS(command->table));
    struct event *event = happens(deciding, EVENT_LEFT);
    EVENT_AS(event, seat_changed)->table = command->table;
    EVENT_AS(event, seat_changed)->seat = command->seat;
    return STATUS_OK;
}

enum status apply_left(struct floor *floor, const struct event *event, struct fault *fault)
{
    struct table *table = table_called(floor, EVENT_AS(event, seat_changed)->table);
    uint32_t number = EVENT_AS(event, seat_changed)->seat;
    if (!table || number == 0 || number > FLOOR_SEATS_MAX)
        return strange(fault, event, "there is no such seat");
    table->seats[number].taken = table->seats[number].hold_button = false;
    if (table->bank == number)
        table->bank = 0;
    return STATUS_OK;
}

enum status decide_bank(struct deciding *deciding)
{
    const struct at_seat *command = COMMAND_AS(deciding->command, at_seat);
    uint32_t table;
    if (!find_seat(deciding, command->table, command->seat, &table))
        return STATUS_OK;
    const struct table *found = &deciding->floor->tables[table];
    if (found->round.runs)
        return REFUSE(deciding, rule_round, "a round is running; change the bank after it ends");
    if (found->described->game.game && found->described->game.game->poker)
        return REFUSE(deciding, rule_table, "poker has no player-dealer");
    if (command->seat && !found->seats[command->seat].taken)
        return REFUSE(deciding, rule_table, "seat %u of %.*s is empty", command->seat,
                      TEXT_ARGUMENTS(command->table));
    struct event *event = happens(deciding, EVENT_BANKED);
    EVENT_AS(event, seat_changed)->table = command->table;
    EVENT_AS(event, seat_changed)->seat = command->seat;
    return STATUS_OK;
}

enum status apply_banked(struct floor *floor, const struct event *event, struct fault *fault)
{
    struct table *table = table_called(floor, EVENT_AS(event, seat_changed)->table);
    if (!table || EVENT_AS(event, seat_changed)->seat > FLOOR_SEATS_MAX)
        return strange(fault, event, "there is no such seat");
    table->bank = EVENT_AS(event, seat_changed)->seat;
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ devices */

static bool sensor_fails(const struct table *table)
{
    bool fails = false;
    for (unsigned i = 1; i <= FLOOR_SEATS_MAX; i++)
        fails |= table->seats[i].sensor_fails;
    return fails;
}

bool floor_table_has_sensors(const struct table *table)
{
    bool has = false;
    for (unsigned i = 0; i < table->offer_count; i++)
        has |= table->offers[i].listed && table->offers[i].sensors;
    return has;
}

static struct text words_of_failure(const struct device_failure *failure)
{
    return failure->returns    ? text_of("return the chips; no jackpot in this round")
           : failure->suspends ? text_of("no jackpot until it is repaired")
           : failure->dice     ? text_of("the dice cup stands in")
                               : text_of("mark the fee by button");
}

/* What the first document at the table that speaks of it says to a device that fails. */
static void say_failure(const struct table *table, struct equipment_reported *reported)
{
    for (unsigned i = 0; i < table->offer_count; i++) {
        const struct table_offer *at = &table->offers[i];
        const struct device_failure *failure =
            reported->device == DEVICE_READER ? &at->failures->reader : &at->failures->sensor;
        if (!at->listed || failure->clause.length == 0)
            continue;
        reported->clause = failure->clause;
        reported->words = words_of_failure(failure);
        return;
    }
    reported->words = floor_table_has_sensors(table) ? text_of("mark the fee by button")
                                                     : text_of("no document here speaks of it");
}

enum status decide_equipment(struct deciding *deciding)
{
    const struct equipment *command = COMMAND_AS(deciding->command, equipment);
    uint32_t table;
    if (!find_seat(deciding, command->table, command->seat, &table))
        return STATUS_OK;
    if (command->device == 0)
        return REFUSE(deciding, rule_table, "say which device: sensor, reader, keypad, dice cup or sign");
    if ((command->device == DEVICE_SENSOR) != (command->seat > 0))
        return REFUSE(deciding, rule_table, "enter a seat for a sensor, and no seat for another device");
    if (command->device == DEVICE_SENSOR && !command->works &&
        !floor_table_has_sensors(&deciding->floor->tables[table]))
        return REFUSE(deciding, rule_table, "%.*s has no fee sensors", TEXT_ARGUMENTS(command->table));
    struct event *event = happens(deciding, EVENT_EQUIPMENT_REPORTED);
    struct equipment_reported *reported = EVENT_AS(event, equipment_reported);
    reported->table = command->table;
    reported->device = command->device;
    reported->seat = command->seat;
    reported->works = command->works;
    if (!command->works && (command->device == DEVICE_SENSOR || command->device == DEVICE_READER))
        say_failure(&deciding->floor->tables[table], reported);
    return STATUS_OK;
}

enum status apply_equipment(struct floor *floor, const struct event *event, struct fault *fault)
{
    const struct equipment_reported *reported = EVENT_AS(event, equipment_reported);
    struct table *table = table_called(floor, reported->table);
    if (!table || reported->seat > FLOOR_SEATS_MAX)
        return strange(fault, event, "there is no such device");
    if (reported->device == DEVICE_SENSOR)
        table->seats[reported->seat].sensor_fails = !reported->works;
    else if (reported->device == DEVICE_READER)
        table->reader_fails = !reported->works;
    else if (reported->device == DEVICE_KEYPAD)
        table->keypad_fails = !reported->works;
    else if (reported->device == DEVICE_SIGN)
        table->sign_fails = !reported->works;
    look_at_devices(table);
    return STATUS_OK;
}

static bool stops(const struct device_failure *failure)
{
    return failure->suspends && !failure->marks;
}

void look_at_devices(struct table *table)
{
    for (unsigned i = 0; i < table->offer_count; i++) {
        struct table_offer *at = &table->offers[i];
        const struct device_failures *failures = at->failures;
        at->suspended = table->reader_fails && stops(&failures->reader)   ? &failures->reader
                        : sensor_fails(table) && stops(&failures->sensor) ? &failures->sensor
                                                                          : NULL;
    }
}

/* ------------------------------------------------------------------------------------------ calls */

bool table_calls(const struct table *table)
{
    return table->call.at.ms != 0;
}

struct text table_call_words(const struct table *table)
{
    return (struct text){table->call.words, table->call.length};
}

void keep_call(struct table *table, struct instant at, struct text words)
{
    table->call = (struct table_call){.at = at, .length = (uint32_t)words.length};
    for (size_t i = 0; i < words.length; i++)
        table->call.words[i] = words.bytes[i];
}

static void note_at_table(struct deciding *deciding, enum event_kind kind, const struct table *table)
{
    struct event *event = happens(deciding, kind);
    EVENT_AS(event, table_noted)->table = COMMAND_AS(deciding->command, table_note)->table;
    EVENT_AS(event, table_noted)->round = table->round.runs ? table->round.number : 0;
    EVENT_AS(event, table_noted)->note = COMMAND_AS(deciding->command, table_note)->note;
}

/* Between rounds too: what the floor is needed for does not wait for a deal. */
enum status decide_call_floor(struct deciding *deciding)
{
    const struct table_note *command = COMMAND_AS(deciding->command, table_note);
    uint32_t number;
    if (!find_seat(deciding, command->table, 0, &number))
        return STATUS_OK;
    if (command->note.length > FLOOR_CALL_MAX)
        return REFUSE(deciding, rule_table, "the message has more than %d letters; make it shorter",
                      FLOOR_CALL_MAX);
    note_at_table(deciding, EVENT_FLOOR_CALLED, &deciding->floor->tables[number]);
    return STATUS_OK;
}

enum status apply_floor_called(struct floor *floor, const struct event *event, struct fault *fault)
{
    struct table *table = table_called(floor, EVENT_AS(event, table_noted)->table);
    struct text words = EVENT_AS(event, table_noted)->note;
    if (!table || words.length > FLOOR_CALL_MAX)
        return strange(fault, event, "there is no such table, or it says too much");
    keep_call(table, table_calls(table) ? table->call.at : event->head.at, words);
    return STATUS_OK;
}

enum status decide_answer_call(struct deciding *deciding)
{
    const struct table_note *command = COMMAND_AS(deciding->command, table_note);
    uint32_t number;
    if (!find_table(deciding, command->table, &number))
        return STATUS_OK;
    const struct table *table = &deciding->floor->tables[number];
    if (!table_calls(table))
        return REFUSE(deciding, rule_table, "table %.*s has not called the floor",
                      TEXT_ARGUMENTS(command->table));
    note_at_table(deciding, EVENT_CALL_ANSWERED, table);
    return STATUS_OK;
}

enum status apply_call_answered(struct floor *floor, const struct event *event, struct fault *fault)
{
    struct table *table = table_called(floor, EVENT_AS(event, table_noted)->table);
    if (!table || !table_calls(table))
        return strange(fault, event, "the table does not call the floor");
    table->call = (struct table_call){0};
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ looking */

bool find_table(struct deciding *deciding, struct text name, uint32_t *table)
{
    const struct floor *floor = deciding->floor;
    const struct table *found = floor_table(floor, name);
    if (found) {
        *table = (uint32_t)(found - floor->tables);
        return true;
    }
    struct text_nearest nearest = text_nearest_to(name);
    for (unsigned i = 0; i < floor->table_count; i++)
        text_nearest_offer(&nearest, floor->tables[i].described->name_ended);
    struct text shown = text_clipped(name, 40);
    if (nearest.word)
        (void)REFUSE(deciding, rule_table, "there is no table %.*s; did you mean %s?", TEXT_ARGUMENTS(shown),
                     nearest.word);
    else
        (void)REFUSE(deciding, rule_table, "there is no table %.*s", TEXT_ARGUMENTS(shown));
    return false;
}

struct table *table_called(struct floor *floor, struct text name)
{
    const struct table *found = floor_table(floor, name);
    return found ? &floor->tables[found - floor->tables] : NULL;
}

/* By the descriptions, which lie close together: a table takes many pages. */
const struct table *floor_table(const struct floor *floor, struct text name)
{
    for (unsigned i = 0; i < floor->table_count; i++)
        if (text_equal(floor->house.tables[i].name, name))
            return &floor->tables[i];
    return NULL;
}

const struct table_offer *table_offer_of(const struct table *table, uint32_t offer)
{
    CHECK_OP(table->offer_count, <=, FLOOR_TABLE_OFFERS_MAX);
    for (unsigned i = 0; i < table->offer_count; i++)
        if (table->offers[i].offer == offer)
            return &table->offers[i];
    return NULL;
}

unsigned seat_count(uint32_t seats)
{
    return (unsigned)__builtin_popcount(seats);
}

bool has_outside_bank(const struct table *table, uint32_t bank)
{
    return bank == 0 && can_bank_outside(table->described->game.game);
}

bool can_bank_outside(const struct hand_game *game)
{
    return game && !game->poker && game->family != HAND_FAMILY_THIRTEEN;
}

unsigned dealt_in_count(const struct table *table, uint32_t bank, uint32_t dealt)
{
    return seat_count(dealt) + has_outside_bank(table, bank);
}

uint32_t player_seats(const struct table *table, uint32_t seats)
{
    return table->bank ? seats & ~(UINT32_C(1) << table->bank) : seats;
}

/* ------------------------------------------------------------------------------------------ deciding again */

bool table_again(const struct floor *floor, const struct event *event, struct command *command)
{
    (void)floor;
    COMMAND_AS(command, at_table)->table = EVENT_AS(event, table_opened)->table;
    return true;
}

bool sit_again(const struct floor *floor, const struct event *event, struct command *command)
{
    const struct seated *seated = EVENT_AS(event, seated);
    (void)floor;
    COMMAND_FILL(command, sit, .table = seated->table, .seat = seated->seat, .patron = seated->patron,
                 .hold_button = seated->hold_button);
    return true;
}

bool seat_again(const struct floor *floor, const struct event *event, struct command *command)
{
    (void)floor;
    COMMAND_AS(command, at_seat)->table = EVENT_AS(event, seat_changed)->table;
    COMMAND_AS(command, at_seat)->seat = EVENT_AS(event, seat_changed)->seat;
    return true;
}

/* ------------------------------------------------------------------------------------------ notes */

enum status decide_note(struct deciding *deciding)
{
    const struct write_note *command = COMMAND_AS(deciding->command, write_note);
    uint32_t table;
    bool of_table = command->table.length > 0, of_hand = command->hand > 0, of_prize = command->prize > 0;
    if ((int)of_table + (int)of_hand + (int)of_prize != 1)
        return REFUSE(deciding, rule_words,
                      "a note is about one table, one hand or one prize; name one of them");
    if (of_table && !find_table(deciding, command->table, &table))
        return STATUS_OK;
    if (command->hand > deciding->floor->last_hand)
        return REFUSE(deciding, rule_hand, "there is no hand %u; the last is %u", command->hand,
                      deciding->floor->last_hand);
    if (command->prize > deciding->floor->last_prize)
        return REFUSE(deciding, rule_money, "there is no prize %u; the last is %u", command->prize,
                      deciding->floor->last_prize);
    struct event *event = happens(deciding, EVENT_NOTED);
    EVENT_FILL(event, noted, .note = command->note, .table = command->table, .hand = command->hand,
               .prize = command->prize);
    return STATUS_OK;
}

/* The log keeps a note; nothing else changes. */
enum status apply_noted(struct floor *floor, const struct event *event, struct fault *fault)
{
    const struct noted *noted = EVENT_AS(event, noted);
    bool known = noted->table.length == 0 || floor_table(floor, noted->table);
    return known && noted->hand <= floor->last_hand && noted->prize <= floor->last_prize
               ? STATUS_OK
               : strange(fault, event, "it is about a table, a hand or a prize that does not exist");
}

bool note_again(const struct floor *floor, const struct event *event, struct command *command)
{
    const struct noted *noted = EVENT_AS(event, noted);
    (void)floor;
    COMMAND_FILL(command, write_note, .note = noted->note, .table = noted->table, .hand = noted->hand,
                 .prize = noted->prize);
    return true;
}
