#include "house/people/dealt.h"

#include "base/check.h"
#include "house/hands/hands.h"
#include "house/kernel/deciding.h"
#include "house/kernel/names.h"
#include "house/kernel/program.h"
#include "house/people/people.h"
#include "house/tables/backline_shapes.h"
#include "house/tables/tables.h"
#include "house/tables/tables_shapes.h"

const struct dealt_player dealt_nobody = {.patron = NAMES_NONE};

/* ------------------------------------------------------------------------------------------ looking */

const struct dealt_player *dealt_as(const struct dealt_player *players, uint32_t count, uint32_t patron)
{
    for (uint32_t i = 0; i < count && patron != NAMES_NONE; i++)
        if (players[i].patron == patron)
            return &players[i];
    return NULL;
}

uint32_t dealt_at_seat(const struct dealt_player *players, uint32_t count, uint32_t seat)
{
    for (uint32_t i = 0; i < count; i++)
        if (!players[i].behind && players[i].seat == seat)
            return players[i].patron;
    return NAMES_NONE;
}

/* ------------------------------------------------------------------------------------------ judging */

void judge_by_deal(const struct dealt_player *dealt, struct person_facts *person)
{
    if (dealt->patron == NAMES_NONE)
        return;
    judge_as_employed(dealt->employee, person);
    person->proposition_player |= dealt->proposition;
    person->on_exclusion_list |= dealt->excluded;
    person->played_minutes = dealt->minutes;
    if (dealt->excluded_as.length > 0)
        person->excluded_as = dealt->excluded_as;
    if (dealt->age > 0 && dealt->age < person->age)
        person->age = dealt->age;
}

void judge_as_dealt(const struct dealt_player *players, uint32_t count, uint32_t patron,
                    struct person_facts *person)
{
    const struct dealt_player *dealt = dealt_as(players, count, patron);
    if (dealt)
        judge_by_deal(dealt, person);
}

void judge_as_employed(uint8_t employee, struct person_facts *person)
{
    if (employee != EMPLOYEE_NONE)
        person->employee = (enum employee_state)employee;
}

/* ------------------------------------------------------------------------------------------ telling */

static struct dealt_player player_now(const struct floor *floor, uint32_t patron, uint32_t seat, bool behind,
                                      struct instant since)
{
    CHECK_OP(patron, <, floor->patron_count);
    enum { MINUTE_MS = 60 * 1000 };
    const struct patron *known = &floor->patrons[patron];
    struct local_time local;
    bool dated = known->born.year != 0 && local_time_of(floor->now, &floor->zone, &local) == STATUS_OK;
    int64_t played = behind ? 0 : (floor->now.ms - since.ms) / MINUTE_MS;
    return (struct dealt_player){.patron = patron,
                                 .seat = seat,
                                 .age = dated ? age_on(known->born, local.date) : 0,
                                 .minutes = played > 0 ? (uint32_t)played : 0,
                                 .behind = behind,
                                 .proposition = known->proposition,
                                 .excluded = known->excluded,
                                 .employee = known->employee,
                                 .identified = known->identified,
                                 .excluded_as = known->excluded_as};
}

/* Who is at the table now, at the seats and then behind them. There is room for FLOOR_PLAYERS_MAX. */
static uint32_t list_players(const struct floor *floor, const struct table *table,
                             const struct round_started *started, struct dealt_player *players)
{
    uint32_t count = 0;
    for (uint32_t number = 1; number <= FLOOR_SEATS_MAX; number++) {
        const struct seat *seat = &table->seats[number];
        if (seat->taken && seat->patron < floor->patron_count)
            players[count++] = player_now(floor, seat->patron, number, false, seat->since);
    }
    for (uint32_t i = 0; i < started->backline_count && i < FLOOR_BACKLINE_MAX; i++) {
        uint32_t patron = names_find(&floor->patron_names, started->backline[i].patron);
        if (patron != NAMES_NONE)
            players[count++] = player_now(floor, patron, started->backline[i].seat, true, floor->now);
    }
    CHECK_OP(count, <=, FLOOR_PLAYERS_MAX);
    return count;
}

static struct round_player told_of(const struct floor *floor, const struct dealt_player *player)
{
    return (struct round_player){.seat = player->seat,
                                 .patron = floor_patron_name(floor, player->patron),
                                 .behind = player->behind,
                                 .age = player->age,
                                 .minutes = player->minutes,
                                 .employee = player->employee,
                                 .identified = player->identified,
                                 .proposition = player->proposition,
                                 .excluded = player->excluded,
                                 .excluded_as = player->excluded_as};
}

enum status tell_players(const struct floor *floor, const struct table *table, struct round_started *started,
                         struct arena *arena)
{
    struct dealt_player players[FLOOR_PLAYERS_MAX];
    uint32_t count = list_players(floor, table, started, players);
    struct round_player *told = ARENA_ARRAY(arena, struct round_player, count);
    if (!told && count > 0)
        return arena->refusal;
    for (uint32_t i = 0; i < count; i++)
        told[i] = told_of(floor, &players[i]);
    started->players = told;
    started->player_count = count;
    return STATUS_OK;
}

static bool is_told(const struct round_player *one, const struct round_player *other)
{
    return one->seat == other->seat && text_equal(one->patron, other->patron) &&
           one->behind == other->behind && one->age == other->age && one->minutes == other->minutes &&
           one->employee == other->employee && one->identified == other->identified &&
           one->proposition == other->proposition && one->excluded == other->excluded &&
           text_equal(one->excluded_as, other->excluded_as);
}

bool players_are_told(const struct floor *floor, const struct table *table,
                      const struct round_started *started)
{
    struct dealt_player players[FLOOR_PLAYERS_MAX];
    uint32_t count = list_players(floor, table, started, players);
    bool same = count == started->player_count;
    for (uint32_t i = 0; i < count && same; i++) {
        const struct round_player told = told_of(floor, &players[i]);
        same = is_told(&told, &started->players[i]);
    }
    return same;
}

/* ------------------------------------------------------------------------------------------ keeping */

enum status make_room_for_players(struct floor *floor, struct round *round)
{
    if (!round->players)
        round->players = ARENA_ARRAY(&floor->arena, struct dealt_player, FLOOR_PLAYERS_MAX);
    return round->players ? STATUS_OK : floor->arena.refusal;
}

static enum status keep_told(struct floor *floor, struct round *round, const struct round_started *started)
{
    if (started->player_count > FLOOR_PLAYERS_MAX)
        return STATUS_INVALID;
    for (uint32_t i = 0; i < started->player_count; i++) {
        const struct round_player *told = &started->players[i];
        uint32_t patron = names_find(&floor->patron_names, told->patron);
        if (patron >= floor->patron_count || told->seat > FLOOR_SEATS_MAX)
            return STATUS_INVALID;
        struct dealt_player player = {.patron = patron,
                                      .seat = told->seat,
                                      .age = told->age,
                                      .minutes = told->minutes,
                                      .behind = told->behind,
                                      .proposition = told->proposition,
                                      .excluded = told->excluded,
                                      .employee = told->employee,
                                      .identified = told->identified,
                                      .excluded_as = floor->patrons[patron].excluded_as};
        /* The record has the same words, but for a log that was altered. */
        if (!text_equal(told->excluded_as, player.excluded_as) &&
            arena_copy_text(&floor->arena, told->excluded_as, &player.excluded_as) != STATUS_OK)
            return floor->arena.refusal;
        round->players[round->player_count++] = player;
    }
    return STATUS_OK;
}

enum status keep_players(struct floor *floor, struct table *table, const struct round_started *started)
{
    struct round *round = &table->round;
    enum status status = make_room_for_players(floor, round);
    round->player_count = 0;
    if (status != STATUS_OK)
        return status;
    if (tells_the_deal(floor))
        return keep_told(floor, round, started);
    round->player_count = list_players(floor, table, started, round->players);
    for (uint32_t i = 0; i < round->player_count; i++) /* the versions of those logs kept no more */
        round->players[i] = (struct dealt_player){.patron = round->players[i].patron,
                                                  .seat = round->players[i].seat,
                                                  .behind = round->players[i].behind,
                                                  .minutes = round->players[i].minutes,
                                                  .employee = round->players[i].employee};
    return STATUS_OK;
}

enum status keep_players_of_hand(struct floor *floor, struct floor_hand *hand)
{
    const struct round *round = &floor->tables[hand->table].round;
    uint32_t most = round->player_count + hand->payer_count;
    struct dealt_player *players = ARENA_ARRAY(&floor->arena, struct dealt_player, most);
    if (!players && most > 0)
        return floor->arena.refusal;
    for (uint32_t i = 0; i < round->player_count; i++)
        players[hand->player_count++] = round->players[i];
    for (uint32_t i = 0; i < hand->payer_count; i++) {
        const struct hand_payer *payer = &hand->payers[i];
        const struct round *there = &floor->tables[payer->table].round;
        const struct dealt_player *player = dealt_as(there->players, there->player_count, payer->patron);
        if (player && !dealt_as(players, hand->player_count, payer->patron)) {
            players[hand->player_count] = *player;
            players[hand->player_count++].behind = true; /* of no seat at this table */
        }
    }
    hand->players = players;
    return STATUS_OK;
}

uint32_t players_at_its_table(const struct floor_hand *hand)
{
    uint32_t count = hand->player_count;
    for (uint32_t i = hand->payer_count; i > 0 && count > 0; i--) {
        const struct dealt_player *last = &hand->players[count - 1];
        if (last->behind && last->patron == hand->payers[i - 1].patron)
            count--;
    }
    return count;
}
