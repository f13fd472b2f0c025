/* Tables, seats, devices, rounds and remarks. */
#include "auditor/simulator/choosing_internal.h"
#include "house/setup/setup.h"
#include "house/tables/backline_shapes.h"
#include "house/tables/tables.h"
#include "house/tables/tables_shapes.h"

enum { TABLES_OPEN = 6 };

/* ------------------------------------------------------------------------------------------ tables */

const struct table *choose_table(struct choosing *choosing, bool open)
{
    const struct floor *floor = choosing->floor;
    for (unsigned i = 0; i < TRIES_MAX; i++) {
        const struct table *table = &floor->tables[choose_below(choosing, floor->table_count)];
        if (table->open == open)
            return table;
    }
    return NULL;
}

unsigned table_seats(const struct table *table)
{
    return table->described->seats < FLOOR_SEATS_MAX ? table->described->seats : FLOOR_SEATS_MAX;
}

uint32_t table_seats_taken(const struct table *table)
{
    uint32_t seats = 0;
    for (unsigned i = 1; i <= FLOOR_SEATS_MAX; i++)
        seats |= (uint32_t)table->seats[i].taken << i;
    return seats;
}

unsigned seats_count(uint32_t seats)
{
    unsigned count = 0;
    for (; seats; seats &= seats - 1)
        count++;
    return count;
}

uint32_t choose_seat(struct choosing *choosing, uint32_t seats)
{
    unsigned count = seats_count(seats);
    uint32_t wanted = count ? choose_below(choosing, count) : 0;
    for (uint32_t seat = 0; seat < 32 && count; seat++)
        if ((seats >> seat & 1) && wanted-- == 0)
            return seat;
    return 0;
}

bool choose_open_table(struct choosing *choosing, struct command *command)
{
    unsigned open = 0;
    for (unsigned i = 0; i < choosing->floor->table_count; i++)
        open += choosing->floor->tables[i].open;
    const struct table *table = choose_table(choosing, choose_chance(choosing, 5));
    if (!table || open >= TABLES_OPEN)
        return false;
    command->kind = COMMAND_OPEN_TABLE;
    COMMAND_AS(command, at_table)->table = table->described->name;
    return true;
}

bool choose_close_table(struct choosing *choosing, struct command *command)
{
    const struct table *table = choose_table(choosing, !choose_chance(choosing, 10));
    if (!table)
        return false;
    command->kind = COMMAND_CLOSE_TABLE;
    COMMAND_AS(command, at_table)->table = table->described->name;
    return true;
}

bool choose_sit(struct choosing *choosing, struct command *command)
{
    const struct table *table = choose_table(choosing, true);
    if (!table)
        return false;
    uint32_t all = (UINT32_C(2) << table_seats(table)) - 2, free = all & ~table_seats_taken(table);
    if (!free && !choose_chance(choosing, 5))
        return false;
    command->kind = COMMAND_SIT;
    COMMAND_AS(command, sit)->table = table->described->name;
    COMMAND_AS(command, sit)->seat = free ? choose_seat(choosing, free) : choose_below(choosing, 20);
    if (choose_chance(choosing, 85))
        COMMAND_AS(command, sit)->patron = choose_patron(choosing);
    COMMAND_AS(command, sit)->hold_button = choose_chance(choosing, 4);
    return true;
}

bool choose_leave(struct choosing *choosing, struct command *command)
{
    const struct table *table = choose_table(choosing, true);
    if (!table || !table_seats_taken(table))
        return false;
    command->kind = COMMAND_LEAVE;
    COMMAND_AS(command, at_seat)->table = table->described->name;
    COMMAND_AS(command, at_seat)->seat = choose_seat(choosing, table_seats_taken(table));
    return true;
}

bool choose_bank(struct choosing *choosing, struct command *command)
{
    const struct table *table = choose_table(choosing, true);
    if (!table ||
        (table->described->game.game && table->described->game.game->poker && !choose_chance(choosing, 5)))
        return false;
    command->kind = COMMAND_BANK;
    COMMAND_AS(command, at_seat)->table = table->described->name;
    COMMAND_AS(command, at_seat)->seat =
        choose_chance(choosing, 15) ? 0 : choose_seat(choosing, table_seats_taken(table));
    return true;
}

bool choose_equipment(struct choosing *choosing, struct command *command)
{
    const struct table *table = choose_table(choosing, true);
    if (!table)
        return false;
    command->kind = COMMAND_EQUIPMENT;
    COMMAND_AS(command, equipment)->table = table->described->name;
    COMMAND_AS(command, equipment)->device =
        (uint8_t)(choose_chance(choosing, 70) ? DEVICE_SENSOR : choose_below(choosing, 6));
    COMMAND_AS(command, equipment)->works = choose_chance(choosing, 60);
    if (COMMAND_AS(command, equipment)->device == DEVICE_SENSOR || choose_chance(choosing, 3))
        COMMAND_AS(command, equipment)->seat = 1 + choose_below(choosing, table_seats(table));
    return true;
}

/* ------------------------------------------------------------------------------------------ rounds */

static void add_backline(struct choosing *choosing, uint32_t dealt, struct start_round *asked)
{
    uint32_t count = 1 + choose_below(choosing, 3);
    struct backline_bet *bets = ARENA_ARRAY(choosing->arena, struct backline_bet, count);
    if (!bets)
        return;
    for (uint32_t i = 0; i < count; i++)
        bets[i] = (struct backline_bet){.seat = choose_seat(choosing, dealt),
                                        .patron = choose_patron(choosing),
                                        .wager = 500 * (1 + (int64_t)choose_below(choosing, 20)),
                                        .fee = choose_chance(choosing, 50)};
    asked->backline = bets;
    asked->backline_count = count;
}

/* One offer at the table has payers of its own. */
static void add_payers(struct choosing *choosing, const struct table *table, uint32_t dealt,
                       struct start_round *asked)
{
    struct fee_payers *payers = ARENA_NEW(choosing->arena, struct fee_payers);
    if (!payers || table->offer_count == 0)
        return;
    uint32_t offer = table->offers[choose_below(choosing, table->offer_count)].offer;
    payers->offer = choosing->floor->offerings[offer].name;
    payers->seats = dealt & random_u32(choosing->random);
    asked->payers = payers;
    asked->payer_count = 1;
}

bool table_takes_fees(const struct floor *floor, const struct table *table)
{
    for (unsigned i = 0; i < table->offer_count && !table->described->free_play; i++) {
        const struct table_offer *at = &table->offers[i];
        const struct offering *offering = &floor->offerings[at->offer];
        if (at->listed && offering->seeded && is_in_force(floor, offering) && at->payer != PAYER_NOBODY &&
            at->choice != FEE_DUE)
            return true;
    }
    return false;
}

bool choose_start_round(struct choosing *choosing, struct command *command)
{
    const struct table *table = choose_table(choosing, true);
    uint32_t taken = table ? table_seats_taken(table) : 0, fails = 0;
    if (!taken || (seats_count(taken) < 2 && !choose_chance(choosing, 10)))
        return false;
    command->kind = COMMAND_START_ROUND;
    struct start_round *asked = COMMAND_AS(command, start_round);
    asked->table = table->described->name;
    if (choose_chance(choosing, 15))
        asked->dealt = taken & random_u32(choosing->random);
    uint32_t dealt = asked->dealt ? asked->dealt : taken;
    for (unsigned seat = 1; seat <= FLOOR_SEATS_MAX; seat++)
        fails |= (uint32_t)table->seats[seat].sensor_fails << seat;
    uint32_t pays = dealt & (choose_chance(choosing, 60) ? ~UINT32_C(0) : random_u32(choosing->random));
    if (!table_takes_fees(choosing->floor, table) && !choose_chance(choosing, 2))
        pays = 0;
    for (unsigned seat = 1; seat <= FLOOR_SEATS_MAX && !asked->dealt; seat++)
        if (table->seats[seat].hold_button)
            pays &= ~(UINT32_C(1) << seat);
    asked->fees = pays & ~fails;
    asked->marked = pays & fails;
    if (choose_chance(choosing, 2))
        asked->fees |= UINT32_C(1) << choose_below(choosing, 17);
    bool poker = table->described->game.game && table->described->game.game->poker;
    if (!poker && choose_chance(choosing, 20))
        add_backline(choosing, dealt, asked);
    if (choose_chance(choosing, 6))
        add_payers(choosing, table, dealt, asked);
    asked->tournament = choose_chance(choosing, 1);
    return true;
}

const struct table *choose_running_table(struct choosing *choosing)
{
    for (unsigned i = 0; i < TRIES_MAX; i++) {
        const struct table *table = choose_table(choosing, true);
        if (table && table->round.runs)
            return table;
    }
    return NULL;
}

bool choose_irregularity(struct choosing *choosing, struct command *command)
{
    const struct table *table = choose_running_table(choosing);
    if (!table)
        return false;
    command->kind = COMMAND_IRREGULARITY;
    COMMAND_AS(command, irregularity)->table = table->described->name;
    COMMAND_AS(command, irregularity)->what = (uint8_t)choose_below(choosing, 6);
    if (COMMAND_AS(command, irregularity)->what == IRREGULARITY_OTHER && table->round.number % 2)
        COMMAND_AS(command, irregularity)->what = IRREGULARITY_EQUIPMENT;
    COMMAND_AS(command, irregularity)->note = text_of("noted");
    return true;
}

/* Half of them call, half answer, whether or not anybody called. */
bool choose_call(struct choosing *choosing, struct command *command)
{
    const struct table *table = choose_table(choosing, true);
    if (!table)
        return false;
    command->kind = choose_below(choosing, 2) ? COMMAND_CALL_FLOOR : COMMAND_ANSWER_CALL;
    COMMAND_AS(command, table_note)->table = table->described->name;
    COMMAND_AS(command, table_note)->note = text_of("noted");
    return true;
}

bool choose_note(struct choosing *choosing, struct command *command)
{
    const struct table *table = choose_table(choosing, choose_chance(choosing, 50));
    command->kind = COMMAND_NOTE;
    struct write_note *asked = COMMAND_AS(command, write_note);
    asked->note = text_of("the player asked for the manager");
    if (table && choose_chance(choosing, 50))
        asked->table = table->described->name;
    else if (choose_chance(choosing, 50))
        asked->hand = choose_below(choosing, choosing->floor->last_hand + 2);
    else
        asked->prize = choose_below(choosing, choosing->floor->last_prize + 2);
    return true;
}

/* Half of them of one offer, whether it has fees in the round or not. */
bool choose_return_fees(struct choosing *choosing, struct command *command)
{
    const struct table *table = choose_running_table(choosing);
    if (!table)
        return false;
    command->kind = COMMAND_RETURN_FEES;
    COMMAND_AS(command, return_fees)->table = table->described->name;
    COMMAND_AS(command, return_fees)->reason = text_of("misdeal");
    COMMAND_AS(command, return_fees)->authorised_by = choose_person(choosing, "authorise");
    if (table->offer_count > 0 && choose_below(choosing, 2)) {
        const struct table_offer *at = &table->offers[choose_below(choosing, table->offer_count)];
        COMMAND_AS(command, return_fees)->offer = choosing->floor->offerings[at->offer].name;
    }
    return true;
}

bool choose_end_round(struct choosing *choosing, struct command *command)
{
    const struct table *table = choose_running_table(choosing);
    if (!table)
        return false;
    command->kind = COMMAND_END_ROUND;
    COMMAND_AS(command, end_round)->table = table->described->name;
    COMMAND_AS(command, end_round)->pot = 100 * (int64_t)choose_below(choosing, 300);
    return true;
}
