/* The tables desk in snapshots: tables, their seats and rounds, and what offers owe for their hours. */
#include "house/tables/tables_internal.h"

#include "base/check.h"
#include "funds/terms.h"
#include "house/kernel/deciding.h"
#include "house/kernel/names.h"
#include "house/kernel/snapshot.h"
#include "house/people/dealt.h"
#include "house/people/people.h"
#include "house/people/people_shapes.h"
#include "house/setup/setup.h"
#include "house/setup/setup_snapshot.h"
#include "house/tables/backline_shapes.h"
#include "house/tables/tables_shapes.h"
#include "house/tables/tables_snapshot.h"

#include <string.h>

/* ------------------------------------------------------------------------------------------ tables */

struct table_line {
    struct text table;
    bool open;
    struct instant opened;
    uint32_t hours_charged, bank;
    bool reader_fails, keypad_fails, sign_fails;
    struct instant called; /* none: the floor is not called */
    struct text call;
};

static const struct field table_fields[] = {
    FIELD_REQUIRED(struct table_line, table, FIELD_TEXT, "table", "the name of the table"),
    FIELD(struct table_line, open, FIELD_FLAG, "open", "the table is open"),
    FIELD(struct table_line, opened, FIELD_TIME, "opened", "when it was last opened"),
    FIELD(struct table_line, hours_charged, FIELD_COUNT, "hours-charged",
          "the hours completed since it opened"),
    FIELD(struct table_line, bank, FIELD_COUNT, "bank", "the seat of the player-dealer"),
    FIELD(struct table_line, reader_fails, FIELD_FLAG, "reader-fails", "the card reader fails"),
    FIELD(struct table_line, keypad_fails, FIELD_FLAG, "keypad-fails", "the keypad fails"),
    FIELD(struct table_line, sign_fails, FIELD_FLAG, "sign-fails", "the sign fails"),
    FIELD(struct table_line, called, FIELD_TIME, "called",
          "when the table called the floor; left out if there is no open call"),
    FIELD(struct table_line, call, FIELD_TEXT, "call", "the text of the call"),
};

static void save_tables(struct saving *saving)
{
    const struct floor *floor = saving->floor;
    for (unsigned i = 0; i < floor->table_count; i++) {
        const struct table *table = &floor->tables[i];
        CHECK(table->described && table->bank <= FLOOR_SEATS_MAX);
        const struct table_line line = {.table = table->described->name,
                                        .open = table->open,
                                        .opened = table->opened,
                                        .hours_charged = table->hours_charged,
                                        .bank = table->bank,
                                        .reader_fails = table->reader_fails,
                                        .keypad_fails = table->keypad_fails,
                                        .sign_fails = table->sign_fails,
                                        .called = table->call.at,
                                        .call = table_call_words(table)};
        save_line(saving, &line);
    }
}

static enum status restore_table(struct restoring *restoring, const void *line)
{
    const struct floor *floor = restoring->floor;
    const struct table_line *saved = line;
    struct table *table = table_called(restoring->floor, saved->table);
    if (!table || !line_rises(restoring, (uint32_t)(table - floor->tables), 0))
        return wrong_line(restoring, "there is no such table, or it is not in order");
    if (saved->bank > FLOOR_SEATS_MAX || (saved->open && saved->opened.ms == 0))
        return wrong_line(restoring, "the table has no such seat, or never opened");
    if (saved->call.length > (saved->called.ms != 0 ? FLOOR_CALL_MAX : 0))
        return wrong_line(restoring, "the table says too much for a call, or does not call");
    table->open = saved->open;
    table->opened = saved->opened;
    table->hours_charged = saved->hours_charged;
    table->bank = saved->bank;
    table->reader_fails = saved->reader_fails;
    table->keypad_fails = saved->keypad_fails;
    table->sign_fails = saved->sign_fails;
    if (saved->called.ms != 0)
        keep_call(table, saved->called, saved->call);
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ hours that are owed for */

struct owed_line {
    uint32_t offer;
    struct date day;
    struct text table;
    uint32_t hours;
    int64_t cents;
};

static const struct field owed_fields[] = {
    FIELD(struct owed_line, offer, FIELD_COUNT, "offer", "the number of the offer, from 0"),
    FIELD_REQUIRED(struct owed_line, day, FIELD_DATE, "day", "the gaming day of the hours"),
    FIELD_REQUIRED(struct owed_line, table, FIELD_TEXT, "table", "the name of the table"),
    FIELD(struct owed_line, hours, FIELD_COUNT, "hours", "the hours completed on that day"),
    FIELD(struct owed_line, cents, FIELD_CENTS, "cents", "the part of their fee that is not yet taken"),
};

static void save_owed(struct saving *saving)
{
    const struct floor *floor = saving->floor;
    for (uint32_t i = 0; i < floor->offering_count; i++)
        for (unsigned k = 0; k < floor->offerings[i].owed_count; k++) {
            const struct owed_hours *owed = &floor->offerings[i].owed[k];
            CHECK_OP(owed->table, <, floor->table_count);
            const struct owed_line line = {.offer = i,
                                           .day = owed->day,
                                           .table = floor->tables[owed->table].described->name,
                                           .hours = owed->hours,
                                           .cents = owed->cents};
            save_line(saving, &line);
        }
}

/* Whether the day and table come behind those that the offer owes for so far. Tables of a day are in the order in which
 * their first hour was completed. */
static bool is_owed_later(const struct offering *offering, struct date day, uint32_t table)
{
    if (offering->owed_count > 0 && date_compare(day, offering->owed[offering->owed_count - 1].day) < 0)
        return false;
    for (unsigned i = offering->owed_count; i > 0 && is_same_day(offering->owed[i - 1].day, day); i--)
        if (offering->owed[i - 1].table == table)
            return false;
    return true;
}

static enum status restore_owed(struct restoring *restoring, const void *line)
{
    struct floor *floor = restoring->floor;
    const struct owed_line *saved = line;
    const struct table *table = floor_table(floor, saved->table);
    if (!table || saved->offer >= floor->offering_count || !line_does_not_fall(restoring, saved->offer) ||
        !is_owed_later(&floor->offerings[saved->offer], saved->day, (uint32_t)(table - floor->tables)))
        return wrong_line(restoring, "there is no such table or offer, or it is not in order");
    if (saved->hours == 0 || saved->cents == 0 || !is_amount(restoring, saved->cents) ||
        saved->day.year == 0 || date_compare(saved->day, floor->day) > 0)
        return wrong_line(restoring, "hours that nobody can owe for");
    const struct owed_hours owed = {saved->day, (uint32_t)(table - floor->tables), saved->hours,
                                    saved->cents};
    enum status status = owe_hours(floor, &floor->offerings[saved->offer], &owed);
    return status == STATUS_OK ? status : no_memory_for_line(restoring, status);
}

/* ------------------------------------------------------------------------------------------ offers at tables */

struct table_offer_line {
    struct text table;
    uint32_t offer, paid, former;
    bool not_offered, offered;
    const struct meter_reading *readings;
    uint32_t reading_count;
    struct instant ends, since;
    struct date day;
    uint32_t hour, rounds;
    int64_t fees, returned;
};

static const struct field reading_fields[] = {
    FIELD(struct meter_reading, cents, FIELD_CENTS, "cents", "the amount that the meter showed"),
};
const struct record_shape reading_shape =
    SHAPE("reading", struct meter_reading, reading_fields, "the amount that a meter showed");

static const struct field table_offer_fields[] = {
    FIELD_REQUIRED(struct table_offer_line, table, FIELD_TEXT, "table", "the name of the table"),
    FIELD(struct table_offer_line, offer, FIELD_COUNT, "offer", "the number of the offer, from 0"),
    FIELD(struct table_offer_line, paid, FIELD_SEATS, "paid",
          "the seats that paid the fee in the last round"),
    FIELD(struct table_offer_line, since, FIELD_TIME, "since",
          "since when it has been offered there without a break"),
    FIELD(struct table_offer_line, former, FIELD_COUNT, "former",
          "the earlier posting that applies to the round in play, from 1"),
    FIELD(struct table_offer_line, not_offered, FIELD_FLAG, "not-offered",
          "it was not offered when the round in play was dealt"),
    FIELD(struct table_offer_line, offered, FIELD_FLAG, "offered",
          "it was offered when the last round was dealt, if the deal decides"),
    FIELD_ITEMS(
        struct table_offer_line, readings, reading_count, FIELD_ROWS, &reading_shape, "readings",
        "[cents] for each meter at that deal, or at the end of the period, if the prize depends on it"),
    FIELD(struct table_offer_line, ends, FIELD_TIME, "ends", "the end of the period, when they are read"),
    FIELD(struct table_offer_line, day, FIELD_DATE, "day", "the gaming day of the last fee"),
    FIELD(struct table_offer_line, hour, FIELD_COUNT, "hour", "the hour of the clock of the last fee"),
    FIELD(struct table_offer_line, rounds, FIELD_COUNT, "rounds", "the rounds with fees in that hour"),
    FIELD(struct table_offer_line, fees, FIELD_CENTS, "fees", "the fees of that hour"),
    FIELD(struct table_offer_line, returned, FIELD_CENTS, "returned", "the fees returned in that hour"),
};

static void save_table_offers(struct saving *saving)
{
    const struct floor *floor = saving->floor;
    for (unsigned i = 0; i < floor->table_count; i++)
        for (unsigned k = 0; k < floor->tables[i].offer_count; k++) {
            const struct table *table = &floor->tables[i];
            const struct table_offer *at = &table->offers[k];
            CHECK_OP(at->offer, <, floor->offering_count);
            uint32_t former = table->round.runs ? at->former : 0;
            const struct table_offer_line line = {.table = table->described->name,
                                                  .offer = at->offer,
                                                  .paid = table->round.paid[k],
                                                  .former = former_saved(saving, former),
                                                  .not_offered = former == FORMER_NONE,
                                                  .offered = table->round.offered >> k & 1,
                                                  .readings = table->round.readings[k],
                                                  .reading_count = table->round.reading_counts[k],
                                                  .ends = table->round.ends[k],
                                                  .since = at->since,
                                                  .day = at->collection.day,
                                                  .hour = at->collection.hour,
                                                  .rounds = at->collection.rounds,
                                                  .fees = at->collection.fees,
                                                  .returned = at->collection.returned};
            save_line(saving, &line);
        }
}

bool readings_are_good(struct restoring *restoring, const struct meter_reading *readings, uint32_t count)
{
    for (uint32_t i = 0; i < count && count <= TERMS_POOLS_MAX; i++)
        if (!is_amount(restoring, readings[i].cents))
            return false;
    return count <= TERMS_POOLS_MAX;
}

static enum status restore_table_offer(struct restoring *restoring, const void *line)
{
    struct floor *floor = restoring->floor;
    const struct table_offer_line *saved = line;
    struct table *table = table_called(floor, saved->table);
    if (!table || saved->offer >= floor->offering_count || table_offer_of(table, saved->offer) ||
        !line_does_not_fall(restoring, (uint32_t)(table - floor->tables)))
        return wrong_line(restoring, "there is no such table or offer, or it is not in order");
    if (!is_former_of(floor, saved->former, saved->offer, (uint32_t)(table - floor->tables)) ||
        (saved->not_offered && saved->former))
        return wrong_line(restoring, "it was not posted so at the table");
    if (saved->hour > 23 || !are_seats(saved->paid) || !is_amount(restoring, saved->fees) ||
        !is_amount(restoring, saved->returned))
        return wrong_line(restoring, "an hour or fees that cannot be");
    if (!readings_are_good(restoring, saved->readings, saved->reading_count))
        return wrong_line(restoring, "meters that cannot have shown that");
    unsigned place = table->offer_count;
    enum status status = put_at_table(floor, saved->offer, table);
    if (status != STATUS_OK)
        return no_memory_for_line(restoring, status);
    CHECK(place < FLOOR_TABLE_OFFERS_MAX && table->offer_count == place + 1);
    struct table_offer *at = &table->offers[place];
    at->collection = (struct collection){.day = saved->day,
                                         .hour = (uint8_t)saved->hour,
                                         .rounds = saved->rounds,
                                         .fees = saved->fees,
                                         .returned = saved->returned};
    at->since = saved->since;
    at->former = saved->not_offered ? FORMER_NONE : saved->former;
    table->round.paid[place] = saved->paid;
    table->round.offered |= (uint32_t)saved->offered << place;
    table->round.reading_counts[place] = saved->reading_count;
    table->round.ends[place] = saved->ends;
    for (uint32_t i = 0; i < saved->reading_count; i++)
        table->round.readings[place][i] = saved->readings[i];
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ seats */

struct seat_line {
    struct text table;
    uint32_t number;
    struct seat seat;
    struct text patron;
};

static const struct field seat_fields[] = {
    FIELD_REQUIRED(struct seat_line, table, FIELD_TEXT, "table", "the name of the table"),
    FIELD(struct seat_line, number, FIELD_COUNT, "seat", "the number of the seat, from 1"),
    FIELD(struct seat_line, seat.taken, FIELD_FLAG, "taken", "a player sits there"),
    FIELD(struct seat_line, patron, FIELD_TEXT, "patron",
          "the club number of the player; left out for a guest"),
    FIELD(struct seat_line, seat.since, FIELD_TIME, "since", "when it was taken"),
    FIELD(struct seat_line, seat.hold_button, FIELD_FLAG, "hold-button", "the player sits out with a button"),
    FIELD(struct seat_line, seat.sensor_fails, FIELD_FLAG, "sensor-fails", "the sensor of the seat fails"),
};

static void save_seats(struct saving *saving)
{
    const struct floor *floor = saving->floor;
    for (unsigned i = 0; i < floor->table_count; i++)
        for (uint32_t number = 1; number <= FLOOR_SEATS_MAX; number++) {
            const struct table *table = &floor->tables[i];
            struct seat_line line = {.table = table->described->name,
                                     .number = number,
                                     .seat = table->seats[number],
                                     .patron = floor_patron_name(floor, table->seats[number].patron)};
            if (!line.seat.taken)
                line.seat.since = (struct instant){0}; /* of who sat there before */
            if (line.seat.taken || line.seat.sensor_fails || line.patron.length > 0)
                save_line(saving, &line);
        }
}

static enum status restore_seat(struct restoring *restoring, const void *line)
{
    struct floor *floor = restoring->floor;
    const struct seat_line *saved = line;
    struct table *table = table_called(floor, saved->table);
    if (!table || saved->number == 0 || saved->number > FLOOR_SEATS_MAX ||
        !line_rises(restoring, (uint32_t)(table - floor->tables), saved->number))
        return wrong_line(restoring, "there is no such seat, or it is not in order");
    struct seat seat = saved->seat;
    if (!find_patron_of(restoring, saved->patron, &seat.patron))
        return wrong_line(restoring, "nobody knows the patron");
    bool empty = !seat.hold_button && seat.since.ms == 0;
    if (seat.taken ? seat.since.ms == 0 : !(empty && (seat.sensor_fails || saved->patron.length > 0)))
        return wrong_line(restoring, "somebody sits there since a moment, or did, or its sensor fails");
    CHECK(seat.patron == NAMES_NONE || seat.patron < floor->patron_count);
    table->seats[saved->number] = seat;
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ rounds */

struct round_line {
    struct text table;
    struct round round;
    const struct backline_bet *backline;
    const struct movement *fees_moved;
    const struct prize_choice *chosen;
    uint32_t chosen_count;
    const struct dealt_player *players;
};

static const struct field chosen_fields[] = {
    FIELD(struct prize_choice, seat, FIELD_COUNT, "seat", "the number of the seat"),
    FIELD(struct prize_choice, row, FIELD_TEXT, "row", "the row of the chart, by name or number"),
};
const struct record_shape chosen_shape =
    SHAPE("chosen", struct prize_choice, chosen_fields, "the row that a free player selected");

static const struct field dealt_player_fields[] = {
    FIELD(struct dealt_player, patron, FIELD_COUNT, "patron", "the number of the patron, from 0"),
    FIELD(struct dealt_player, seat, FIELD_COUNT, "seat", "the number of the seat"),
    FIELD(struct dealt_player, behind, FIELD_FLAG, "behind", "the player bet behind the seat"),
    FIELD(struct dealt_player, age, FIELD_COUNT, "age", "the age in full years; left out if not recorded"),
    FIELD(struct dealt_player, minutes, FIELD_COUNT, "minutes", "the minutes since the player took the seat"),
    FIELD_ONE_OF(struct dealt_player, employee, employee_words, "employee",
                 "the duty status; left out if not an employee"),
    FIELD_ONE_OF(struct dealt_player, identified, patron_identity_words, "identification",
                 "whether an ID was checked"),
    FIELD(struct dealt_player, proposition, FIELD_FLAG, "proposition-player", "a proposition player"),
    FIELD(struct dealt_player, excluded, FIELD_FLAG, "excluded", "on the exclusion list"),
    FIELD(struct dealt_player, excluded_as, FIELD_TEXT, "excluded-as",
          "another group that a document excludes"),
};
const struct record_shape dealt_player_shape =
    SHAPE("dealt-player", struct dealt_player, dealt_player_fields, "a patron as recorded at a deal");

static const struct field round_fields[] = {
    FIELD_REQUIRED(struct round_line, table, FIELD_TEXT, "table", "the name of the table"),
    FIELD(struct round_line, round.number, FIELD_COUNT, "round", "the number of the round at this table"),
    FIELD(struct round_line, round.at, FIELD_TIME, "at", "when it was dealt"),
    FIELD(struct round_line, round.awards_before, FIELD_COUNT, "awards-before",
          "the number of awards before it"),
    FIELD(struct round_line, round.runs, FIELD_FLAG, "runs", "the round is in play"),
    FIELD(struct round_line, round.tournament, FIELD_FLAG, "tournament", "the round belongs to a tournament"),
    FIELD(struct round_line, round.misdeal, FIELD_FLAG, "misdeal", "a misdeal was reported"),
    FIELD(struct round_line, round.wrong_deck, FIELD_FLAG, "wrong-deck", "a wrong deck was reported"),
    FIELD(struct round_line, round.faulty_equipment, FIELD_FLAG, "faulty-equipment",
          "faulty equipment was reported"),
    FIELD(struct round_line, round.talk, FIELD_FLAG, "talk", "talk was reported"),
    FIELD(struct round_line, round.fees_returned, FIELD_FLAG, "fees-returned",
          "all fees were returned to the players"),
    FIELD(struct round_line, round.dealt, FIELD_SEATS, "dealt", "the seats that are dealt in"),
    FIELD(struct round_line, round.fees, FIELD_SEATS, "fees", "the seats whose fee sensor is lit"),
    FIELD(struct round_line, round.marked, FIELD_SEATS, "marked", "the seats whose fee was marked by button"),
    FIELD(struct round_line, round.dealer_fees, FIELD_SEATS, "dealer-fees",
          "the seats with a fee on the player-dealer's hand"),
    FIELD(struct round_line, round.played_behind, FIELD_SEATS, "played-behind",
          "the seats that only bettors behind them play"),
    FIELD(struct round_line, round.seated, FIELD_SEATS, "seated", "the seats that were taken at the deal"),
    FIELD(struct round_line, round.active, FIELD_SEATS, "active", "those of them without a hold button"),
    FIELD(struct round_line, round.bank, FIELD_COUNT, "bank", "the seat of the player-dealer"),
    FIELD_ITEMS(struct round_line, chosen, chosen_count, FIELD_ROWS, &chosen_shape, "chosen",
                "[seat, row] for each prize that a free player selected"),
    FIELD_ITEMS(struct round_line, backline, round.backline_count, FIELD_LIST, &backline_shape, "backline",
                "the bets behind seats"),
    FIELD_ITEMS(struct round_line, players, round.player_count, FIELD_LIST, &dealt_player_shape, "players",
                "the patrons at the table, as recorded at the deal"),
    FIELD(struct round_line, round.pot, FIELD_CENTS, "pot", "the amount in the pot"),
    FIELD_ITEMS(struct round_line, fees_moved, round.fee_count, FIELD_ROWS, &movement_shape, "movements",
                "[from, to, cents, reason, \"\"] for each fee, so that it can be returned"),
};

static void save_rounds(struct saving *saving)
{
    const struct floor *floor = saving->floor;
    for (unsigned i = 0; i < floor->table_count; i++) {
        const struct table *table = &floor->tables[i];
        struct prize_choice chosen[FLOOR_SEATS_MAX + 1];
        struct round_line line = {.table = table->described->name,
                                  .round = table->round,
                                  .backline = table->round.backline,
                                  .fees_moved = table->round.fees_moved,
                                  .players = table->round.players,
                                  .chosen = chosen};
        for (uint32_t seat = 0; seat <= FLOOR_SEATS_MAX; seat++)
            if (table->round.chosen[seat].length > 0)
                chosen[line.chosen_count++] = (struct prize_choice){seat, table->round.chosen[seat]};
        CHECK_OP(line.chosen_count, <=, FLOOR_SEATS_MAX + 1);
        CHECK_OP(table->round.backline_count, <=, FLOOR_BACKLINE_MAX);
        if (table->round.number > 0)
            save_line(saving, &line);
    }
}

/* The bets behind the seats, by patrons whom the club knows or nobody. */
static bool keep_backline(const struct restoring *restoring, const struct round_line *saved,
                          struct round *round)
{
    CHECK_OP(round->backline_count, <=, FLOOR_BACKLINE_MAX);
    for (uint32_t i = 0; i < round->backline_count; i++) {
        uint32_t patron;
        round->backline[i] = saved->backline[i];
        if (saved->backline[i].seat > FLOOR_SEATS_MAX ||
            !find_patron_of(restoring, saved->backline[i].patron, &patron))
            return false;
        round->backline[i].patron = floor_patron_name(restoring->floor, patron);
    }
    return true;
}

bool choices_are_good(const struct prize_choice *chosen, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (chosen[i].seat > FLOOR_SEATS_MAX || chosen[i].row.length == 0 ||
            (i > 0 && chosen[i].seat <= chosen[i - 1].seat))
            return false;
    return true;
}

/* The rows that free players named, by seat. */
static enum status keep_chosen(struct restoring *restoring, const struct round_line *saved,
                               struct round *round)
{
    if (!choices_are_good(saved->chosen, saved->chosen_count))
        return wrong_line(restoring, "there is no such seat, it names nothing, or it is not in order");
    for (uint32_t i = 0; i < saved->chosen_count; i++) {
        const struct prize_choice *chosen = &saved->chosen[i];
        round->chosen[chosen->seat] = chosen->row;
        if (!keep_text(restoring, &round->chosen[chosen->seat]))
            return cannot_keep(restoring);
    }
    return STATUS_OK;
}

bool players_are_good(const struct floor *floor, const struct dealt_player *players, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (players[i].patron >= floor->patron_count || players[i].seat > FLOOR_SEATS_MAX)
            return false;
    return true;
}

struct dealt_player *keep_dealt_players(struct restoring *restoring, const struct dealt_player *players,
                                        uint32_t count)
{
    struct dealt_player *kept = ARENA_ARRAY(&restoring->floor->arena, struct dealt_player, count);
    for (uint32_t i = 0; i < count && kept; i++) {
        kept[i] = players[i];
        if (!keep_text(restoring, &kept[i].excluded_as))
            return NULL;
    }
    return kept;
}

static enum status restore_round(struct restoring *restoring, const void *line)
{
    struct floor *floor = restoring->floor;
    const struct round_line *saved = line;
    struct table *table = table_called(floor, saved->table);
    struct round *round = table ? &table->round : NULL;
    if (!table || saved->round.number == 0 || !line_rises(restoring, (uint32_t)(table - floor->tables), 0))
        return wrong_line(restoring, "there is no such table or round, or it is not in order");
    if (saved->round.backline_count > FLOOR_BACKLINE_MAX ||
        (saved->round.fee_count > 0 && table->offer_count == 0) ||
        !movements_are_good(restoring, saved->fees_moved, saved->round.fee_count))
        return wrong_line(restoring, "bets or fees that cannot be");
    if (!are_seats(saved->round.dealt | saved->round.fees | saved->round.marked | saved->round.dealer_fees |
                   saved->round.played_behind | saved->round.seated | saved->round.active) ||
        saved->round.bank > FLOOR_SEATS_MAX)
        return wrong_line(restoring, "there is no such seat");
    if (saved->round.at.ms == 0 || saved->round.awards_before > restoring->floor->last_award)
        return wrong_line(restoring, "it was dealt at no moment, or after awards that are not here");
    if (saved->round.player_count > FLOOR_PLAYERS_MAX ||
        !players_are_good(floor, saved->players, saved->round.player_count))
        return wrong_line(restoring, "nobody knows somebody who plays");
    struct round restored = saved->round;
    restored.backline = ARENA_ARRAY(&floor->arena, struct backline_bet, FLOOR_BACKLINE_MAX);
    if (!restored.backline || make_room_for_players(floor, &restored) != STATUS_OK)
        return cannot_keep(restoring);
    for (uint32_t i = 0; i < restored.player_count; i++) {
        restored.players[i] = saved->players[i];
        if (!keep_text(restoring, &restored.players[i].excluded_as))
            return cannot_keep(restoring);
    }
    restored.offered = round->offered; /* of the lines of its offers, as what follows */
    memcpy(restored.paid, round->paid, sizeof restored.paid);
    memcpy(restored.reading_counts, round->reading_counts, sizeof restored.reading_counts);
    memcpy(restored.readings, round->readings, sizeof restored.readings);
    memcpy(restored.ends, round->ends, sizeof restored.ends);
    restored.fees_moved = ARENA_ARRAY(&restoring->floor->arena, struct movement, restored.fee_count);
    if (!restored.fees_moved)
        return cannot_keep(restoring);
    restored.fee_room = restored.fee_count;
    for (uint32_t i = 0; i < restored.fee_count; i++) {
        restored.fees_moved[i] = saved->fees_moved[i];
        restored.fees_moved[i].clause = text_of("");
    }
    if (!keep_backline(restoring, saved, &restored))
        return wrong_line(restoring, "nobody knows the seat or patron of a bet");
    enum status status = keep_chosen(restoring, saved, &restored);
    if (status == STATUS_OK)
        *round = restored;
    return status;
}

/* ------------------------------------------------------------------------------------------ all of it */

enum status check_tables_restored(struct restoring *restoring)
{
    const struct floor *floor = restoring->floor;
    if (restoring->counted.counts[SECTION_TABLE] != floor->table_count)
        return wrong_line(restoring, "a table of the house is missing");
    for (unsigned i = 0; i < floor->offering_count; i++) {
        const struct offer *offer = floor->offerings[i].offer;
        for (unsigned k = 0; k < offer->table_count; k++) {
            const struct table *table = floor_table(floor, offer->tables[k]->name);
            CHECK(table);
            if (!table_offer_of(table, i))
                return wrong_line(restoring, "an offer is missing at one of its tables");
        }
    }
    return STATUS_OK;
}

void tables_restored(struct floor *floor)
{
    for (unsigned i = 0; i < floor->table_count; i++)
        look_at_devices(&floor->tables[i]);
}

const struct desk_section tables_sections[TABLES_SECTIONS] = {
    {SECTION_TABLE, SHAPE("table", struct table_line, table_fields, "a table, by its number"),
     .save = save_tables, .restore = restore_table},
    {SECTION_OWED,
     SHAPE("owed", struct owed_line, owed_fields,
           "the administrative fees that an offer owes, by day and table"),
     .save = save_owed, .restore = restore_owed},
    {SECTION_TABLE_OFFER,
     SHAPE("table-offer", struct table_offer_line, table_offer_fields, "an offer at a table"),
     .save = save_table_offers, .restore = restore_table_offer},
    {SECTION_SEAT,
     SHAPE("seat", struct seat_line, seat_fields, "a seat that is or was taken, or whose sensor fails"),
     .save = save_seats, .restore = restore_seat},
    {SECTION_ROUND, SHAPE("round", struct round_line, round_fields, "the last round of a table"),
     .save = save_rounds, .restore = restore_round},
};
