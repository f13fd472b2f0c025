/* Tables: when they open, who sits there, rounds, irregularities and failing sensors. */
#include "demo/demo_play_internal.h"

#include "house/people/people.h"
#include "house/setup/setup.h"
#include "house/tables/tables_shapes.h"

enum { PACE_USUAL = 30 }; /* rounds an hour where the house states none */

/* ------------------------------------------------------------------------------------------ the room */

static bool is_first_of_its_game(const struct floor *floor, unsigned number)
{
    for (unsigned i = 0; i < number; i++)
        if (text_equal(floor->tables[i].described->game.name, floor->tables[number].described->game.name))
            return false;
    return true;
}

/* Whether the table should be open: a few at night, the first of most games by day, nearly all in the evening. */
static bool is_table_wanted(const struct playing *playing, unsigned number)
{
    const struct floor *floor = playing->floor;
    const struct table *table = &floor->tables[number];
    bool night = floor->hour >= 2 && floor->hour < 10, evening = floor->hour >= 16 || floor->hour < 2;
    unsigned quota = night ? 40 : evening ? 75 : 55, place = (number * 37 + (night ? 11 : 0)) % 100;
    bool offers = false;
    for (unsigned i = 0; i < table->offer_count; i++)
        offers |= playing_samples(playing, table, &table->offers[i]) != NULL;
    return offers && !table->described->free_play &&
           place < quota + (is_first_of_its_game(floor, number) ? 30 : 0);
}

bool demo_choose_room(struct playing *playing, struct command *command)
{
    for (unsigned i = 0; i < playing->floor->table_count; i++) {
        const struct table *table = &playing->floor->tables[i];
        bool wanted = is_table_wanted(playing, i);
        if (table->open == wanted || table->round.runs || playing_is_left_alone(playing, i) ||
            (table->described->free_play && !wanted))
            continue;
        command->kind = wanted ? COMMAND_OPEN_TABLE : COMMAND_CLOSE_TABLE;
        COMMAND_AS(command, at_table)->table = table->described->name;
        playing_sign(playing, command);
        playing->play->tables[i] = (struct demo_table){.due_ms = playing->now.house.ms};
        return true;
    }
    return false;
}

/* ------------------------------------------------------------------------------------------ seats */

static bool is_poker(const struct table *table)
{
    return table->described->game.game && table->described->game.game->poker;
}

static bool choose_sit(struct playing *playing, const struct table *table, struct command *command)
{
    uint32_t all = (UINT32_C(2) << table_seats(table)) - 2;
    const struct patron *patron = choose_chance(&playing->choosing, 75) ? playing_free_patron(playing) : NULL;
    command->kind = COMMAND_SIT;
    COMMAND_AS(command, sit)->table = table->described->name;
    COMMAND_AS(command, sit)->seat = choose_seat(&playing->choosing, all & ~table_seats_taken(table));
    if (patron)
        COMMAND_AS(command, sit)->patron = patron->patron;
    return COMMAND_AS(command, sit)->seat > 0;
}

uint32_t playing_proposition_seats(const struct floor *floor, const struct table *table)
{
    uint32_t seats = 0;
    for (unsigned seat = 1; seat <= FLOOR_SEATS_MAX; seat++) {
        uint32_t patron = table->seats[seat].patron;
        bool is =
            table->seats[seat].taken && patron < floor->patron_count && floor->patrons[patron].proposition;
        seats |= (uint32_t)is << seat;
    }
    return seats;
}

/* Between two rounds: a player sits down, leaves, or takes the bank. False if nobody moves. */
static bool choose_people(struct playing *playing, unsigned number, struct command *command)
{
    struct choosing *choosing = &playing->choosing;
    const struct table *table = &playing->floor->tables[number];
    uint32_t taken = table_seats_taken(table), dealers = playing_proposition_seats(playing->floor, table);
    unsigned share = 60 + (number * 13 + playing->floor->hour * 7) % 41; /* per cent of the seats */
    unsigned wanted = table_seats(table) * share / 100;
    bool banks = !is_poker(table) && taken != 0;
    if (seats_count(taken) < (wanted < 2 ? 2 : wanted)) {
        if (!choose_sit(playing, table, command))
            return false;
    } else if (banks && (table->bank == 0 || choose_chance(choosing, 3))) {
        command->kind = COMMAND_BANK;
        COMMAND_AS(command, at_seat)->table = table->described->name;
        COMMAND_AS(command, at_seat)->seat = choose_seat(choosing, dealers ? dealers : taken);
        if (COMMAND_AS(command, at_seat)->seat == table->bank)
            return false;
    } else if (choose_chance(choosing, 6)) {
        command->kind = COMMAND_LEAVE;
        COMMAND_AS(command, at_seat)->table = table->described->name;
        COMMAND_AS(command, at_seat)->seat = choose_seat(choosing, taken);
    } else
        return false;
    playing_sign(playing, command);
    return playing_may_or_is_in_vain(playing, command);
}

/* ------------------------------------------------------------------------------------------ rounds */

static bool bank_pays(const struct playing *playing, const struct table *table)
{
    for (unsigned i = 0; i < table->offer_count; i++)
        if (table->offers[i].listed &&
            is_in_force(playing->floor, &playing->floor->offerings[table->offers[i].offer]) &&
            (table->offers[i].payer == PAYER_PLAYER_DEALER ||
             table->offers[i].payer == PAYER_PLAYER_AND_DEALER))
            return true;
    return false;
}

/* Most players who may put down a fee do. */
static uint32_t fee_seats(struct playing *playing, const struct table *table)
{
    uint32_t seats = table_seats_taken(table) & ~playing_proposition_seats(playing->floor, table), pay = 0;
    if (!table_takes_fees(playing->floor, table))
        return 0;
    if (!bank_pays(playing, table))
        seats &= ~(UINT32_C(1) << table->bank);
    for (unsigned seat = 1; seat <= FLOOR_SEATS_MAX; seat++)
        if ((seats >> seat & 1) && choose_chance(&playing->choosing, 85))
            pay |= UINT32_C(1) << seat;
    return pay;
}

static bool choose_deal(struct playing *playing, const struct table *table, struct command *command)
{
    uint32_t fails = 0, pay = fee_seats(playing, table);
    for (unsigned seat = 1; seat <= FLOOR_SEATS_MAX; seat++)
        fails |= (uint32_t)table->seats[seat].sensor_fails << seat;
    command->kind = COMMAND_START_ROUND;
    struct start_round *asked = COMMAND_AS(command, start_round);
    asked->table = table->described->name;
    asked->fees = pay & ~fails;
    asked->marked = pay & fails;
    playing_sign(playing, command);
    if (playing_may(playing, command))
        return true;
    asked->fees = asked->marked = 0; /* a jackpot that is not offered takes no chips */
    return playing_may_or_is_in_vain(playing, command);
}

static bool choose_end(struct playing *playing, const struct table *table, struct command *command)
{
    if (!table->round.runs)
        return false;
    command->kind = COMMAND_END_ROUND;
    COMMAND_AS(command, end_round)->table = table->described->name;
    if (is_poker(table))
        COMMAND_AS(command, end_round)->pot = 100 * playing_between(playing, 20, 300);
    playing_sign(playing, command);
    return playing_may_or_is_in_vain(playing, command);
}

/* ------------------------------------------------------------------------------------------ trouble */

static bool choose_irregularity(struct playing *playing, const struct table *table, struct command *command)
{
    static const struct {
        uint8_t what;
        const char *note;
    } kinds[] = {{IRREGULARITY_EXPOSED, "a card was turned over in the deal and burned"},
                 {IRREGULARITY_OTHER, "a player asked for a count of the deck"},
                 {IRREGULARITY_TALK, "two players spoke about a hand in play"},
                 {IRREGULARITY_OTHER, "chips were pushed to the wrong seat and put right"}};
    uint32_t number = choose_below(&playing->choosing, sizeof kinds / sizeof kinds[0]);
    command->kind = COMMAND_IRREGULARITY;
    COMMAND_AS(command, irregularity)->table = table->described->name;
    COMMAND_AS(command, irregularity)->what = kinds[number].what;
    COMMAND_AS(command, irregularity)->note = text_of(kinds[number].note);
    playing_sign(playing, command);
    return playing_may_or_is_in_vain(playing, command);
}

static bool choose_failure(struct playing *playing, const struct table *table, struct command *command)
{
    struct demo_play *play = playing->play;
    if (play->device_count == DEVICES_FAILING || !table_takes_fees(playing->floor, table) ||
        !floor_table_has_sensors(table))
        return false;
    command->kind = COMMAND_EQUIPMENT;
    COMMAND_AS(command, equipment)->table = table->described->name;
    COMMAND_AS(command, equipment)->device = DEVICE_SENSOR;
    COMMAND_AS(command, equipment)->seat = choose_seat(&playing->choosing, table_seats_taken(table));
    playing_sign(playing, command);
    if (COMMAND_AS(command, equipment)->seat == 0 ||
        table->seats[COMMAND_AS(command, equipment)->seat].sensor_fails ||
        !playing_may_or_is_in_vain(playing, command))
        return false;
    play->devices[play->device_count++] =
        (struct demo_device){.table = (uint32_t)(table - playing->floor->tables),
                             .seat = COMMAND_AS(command, equipment)->seat,
                             .mended_ms = playing_about(playing, playing->now.house.ms, 15 * MINUTE_MS)};
    return true;
}

/* The result of the round: a hand, trouble, or, nearly always, nothing. */
static bool choose_show(struct playing *playing, const struct table *table, struct command *command)
{
    struct demo_play *play = playing->play;
    int64_t real_ms = playing->now.real.ms;
    bool big = real_ms >= play->big_ms;
    if (!table->round.runs)
        return false;
    if ((big || real_ms >= play->hand_ms) && play->hand_count < HANDS_WAITING &&
        demo_choose_claim(playing, table, big, command)) {
        int64_t *next_ms = big ? &play->big_ms : &play->hand_ms;
        *next_ms = playing_about(playing, real_ms, big ? play->pace.big_ms : play->pace.hand_ms);
        return true;
    }
    if (real_ms < play->trouble_ms)
        return false;
    bool troubled = play->trouble_count % 2 == 0 ? choose_irregularity(playing, table, command)
                                                 : choose_failure(playing, table, command);
    if (troubled) {
        play->trouble_count++;
        play->trouble_ms = playing_about(playing, real_ms, play->pace.trouble_ms);
    }
    return troubled;
}

/* ------------------------------------------------------------------------------------------ dealers */

/* The step after this one, and when. */
static void step_on(struct playing *playing, unsigned number, struct demo_table *table)
{
    /* In hundredths of a round: from the seats to the deal, the showdown, its end and the seats again. */
    static const int64_t waits[] = {[STEP_PEOPLE] = 10, [STEP_DEAL] = 60, [STEP_SHOW] = 25, [STEP_END] = 5};
    unsigned pace = playing->floor->tables[number].described->pace;
    int64_t round_ms = 60 * MINUTE_MS / (pace ? pace : PACE_USUAL), now_ms = playing->now.house.ms;
    int64_t wait_ms = round_ms * waits[table->step] / 100;
    table->due_ms = table->due_ms + round_ms < now_ms ? now_ms : table->due_ms;
    table->due_ms += playing_between(playing, wait_ms * 3 / 4, wait_ms * 5 / 4);
    table->step = table->step == STEP_END ? STEP_PEOPLE : (enum demo_step)(table->step + 1);
}

static bool choose_step(struct playing *playing, unsigned number, struct command *command)
{
    const struct table *table = &playing->floor->tables[number];
    struct demo_table *at = &playing->play->tables[number];
    enum demo_step step = at->step;
    if (step == STEP_PEOPLE) {
        /* A round that a person left open is ended first. */
        if (choose_end(playing, table, command) || choose_people(playing, number, command))
            return true; /* and others may come */
        step_on(playing, number, at);
        return false;
    }
    step_on(playing, number, at);
    if (step == STEP_DEAL)
        return choose_deal(playing, table, command);
    return step == STEP_SHOW ? choose_show(playing, table, command) : choose_end(playing, table, command);
}

bool demo_choose_dealer(struct playing *playing, struct command *command)
{
    for (unsigned i = 0; i < playing->floor->table_count; i++) {
        const struct table *table = &playing->floor->tables[i];
        while (table->open && !playing_is_left_alone(playing, i) &&
               playing->play->tables[i].due_ms <= playing->now.house.ms) {
            *command = (struct command){.kind = COMMAND_KINDS};
            if (choose_step(playing, i, command))
                return true;
        }
    }
    return false;
}

bool demo_choose_mended(struct playing *playing, struct command *command)
{
    struct demo_play *play = playing->play;
    for (unsigned i = 0; i < play->device_count; i++) {
        struct demo_device device = play->devices[i];
        const struct table *table = &playing->floor->tables[device.table];
        if (device.mended_ms > playing->now.house.ms || playing_is_left_alone(playing, device.table))
            continue;
        play->devices[i--] = play->devices[--play->device_count];
        if (!table->seats[device.seat].sensor_fails)
            continue; /* a person has seen to it */
        command->kind = COMMAND_EQUIPMENT;
        COMMAND_AS(command, equipment)->table = table->described->name;
        COMMAND_AS(command, equipment)->device = DEVICE_SENSOR;
        COMMAND_AS(command, equipment)->seat = device.seat;
        COMMAND_AS(command, equipment)->works = true;
        playing_sign(playing, command);
        if (playing_may_or_is_in_vain(playing, command))
            return true;
    }
    return false;
}
