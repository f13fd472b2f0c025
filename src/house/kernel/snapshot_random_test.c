/* Random commands by a fixed seed. A house that was restored decides each of them as the house itself does. */
#include "house/kernel/snapshot_houses_test.h"

#include "house/hands/hands.h"
#include "house/kernel/clock_shapes.h"
#include "house/prizes/prizes.h"
#include "house/setup/setup.h"
#include "house/tables/tables.h"

#include <stdlib.h>

/* A generator that gives the same numbers everywhere. */
static uint32_t chance(uint32_t below)
{
    static uint64_t state = 20261102;
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((state >> 33) % below);
}

static const struct {
    const char *activity, *offer;
} demo_offers[] = {
    {"bay101/bonus-hand-progressive-v1-1", "bonus-hand"},
    {"bay101/blazing-7s", "blazing-7s"},
    {"bay101/poker-bonus-hand-progressive", "poker-bonus-hand"},
    {"bay101/limit-bad-beat", "limit-bad-beat"},
    {"hawaiian-gardens/fortune-pai-gow-poker-progressive", "fortune-pai-gow"},
    {"hawaiian-gardens/three-card-poker-progressive", "three-card-progressive"},
    {"hawaiian-gardens/high-hand-happy-hours", "happy-hours"},
};
enum { OFFERS = sizeof demo_offers / sizeof demo_offers[0] };

static const char *const tables[] = {"C4-1", "BJ-1", "HE-1", "FPG-1", "TCP-1"};
enum { TABLES = sizeof tables / sizeof tables[0] };

/* The number of the newest hand in the state; 0 if there is none. */
static unsigned hand_in(enum hand_state state)
{
    for (unsigned i = room.floor.hand_count; i > 0; i--)
        if (room.floor.hands[i - 1].state == state)
            return room.floor.hands[i - 1].number;
    return 0;
}

/* The number of a row in a chart of its offer; nothing if it has none. */
static struct text row_for(unsigned hand)
{
    const struct offer *posted = room.floor.offerings[floor_hand(&room.floor, hand)->offer].offer;
    if (posted->chart_count == 0)
        return text_of("");
    const struct rulebook_chart *chart = posted->charts[chance(posted->chart_count)];
    return chart->rows[chance(chart->row_count)].id;
}

/* Cards go forward: a round starts, a hand is claimed, verified or rejected, and authorised. */
static void play_on(struct text_out *line, const char *name)
{
    const struct table *table = floor_table(&room.floor, text_of(name));
    const struct table_offer *at = &table->offers[chance(table->offer_count)];
    unsigned claimed = hand_in(HAND_CLAIMED), verified = hand_in(HAND_VERIFIED);
    if (claimed && chance(3)) {
        struct text row = row_for(claimed);
        if (row.length == 0)
            text_out_add(line, "verify-hand %u cards \"As %uh\" board \"Kd Qd Jc Th 9d\" pot $40 by sam",
                         claimed, 2 + chance(7));
        else
            text_out_add(line, "verify-hand %u row %.*s beaten-by %u pot $50 wager $5 outcome lost by sam",
                         claimed, TEXT_ARGUMENTS(row), 1 + chance(4));
    } else if (claimed && chance(2))
        text_out_add(line,
                     chance(2) ? "reject-hand %u reason test by sam" : "withdraw-hand %u reason test by dana",
                     claimed);
    else if (verified)
        text_out_add(line, "authorise %u by sue", verified);
    else if (table->round.runs && chance(2))
        text_out_add(line, "claim-hand %s seat %u offer %.*s by dana", name, 1 + chance(4),
                     TEXT_ARGUMENTS(room.floor.offerings[at->offer].name));
    else
        text_out_add(line, "start-round %s fees 1,2,3,4 backline \"seat %u patron %u wager $%u fee\" by dana",
                     name, 1 + chance(4), 1001 + chance(6), 5 + chance(20));
}

/* Prizes and what is done by hand. */
static void settle_on(struct text_out *line)
{
    unsigned prize = room.floor.last_prize ? 1 + chance(room.floor.last_prize) : 1;
    unsigned award = room.floor.last_award ? 1 + chance(room.floor.last_award) : 1;
    const struct floor_prize *of = floor_prize(&room.floor, prize);
    switch (chance(7)) {
    case 0:
        text_out_add(line, "identify %u document passport by cy", prize);
        return;
    case 1:
        text_out_add(line, "pay %u in cash by cy", prize);
        return;
    case 2:
        text_out_add(line, "pay %u in \"live chips\" by cy", prize);
        return;
    case 3:
        text_out_add(line, "reverse %u reason test authorised-by sue by sam", award);
        return;
    case 4:
        text_out_add(line, "forfeit %u reason test authorised-by sue by sam", prize);
        return;
    case 5:
        text_out_add(line, "reverse %u prize %u reason test authorised-by sue by sam", of ? of->award : 1,
                     prize);
        return;
    default:
        text_out_add(line, "adjust %s from house to reserve amount $%u reason test authorised-by sue by sam",
                     demo_offers[chance(OFFERS)].offer, 1 + chance(900));
    }
}

/* People, devices and time. */
static void go_on(struct text_out *line, const char *table, unsigned *minutes)
{
    unsigned seat = chance(8) ? 5 + chance(2) : 1 + chance(4), patron = 1001 + chance(6);
    switch (chance(9)) {
    case 0:
        text_out_add(line, "register %u born %u-01-02 by fay", patron, 1970 + chance(38));
        return;
    case 1:
        text_out_add(line, "sit %s seat %u patron %u by dana", table, seat, patron);
        return;
    case 2:
        text_out_add(line, "leave %s seat %u by dana", table, seat);
        return;
    case 3:
        text_out_add(line, "bank %s seat %u by dana", table, 5 + chance(2));
        return;
    case 4:
        text_out_add(line, "%s %u reason asked by sam", chance(2) ? "exclude" : "readmit", patron);
        return;
    case 5:
        text_out_add(line, "equipment %s device sensor seat %u %s by dana", table, seat,
                     chance(2) ? "works" : "");
        return;
    case 6:
        text_out_add(line, "return-fees %s reason test authorised-by sue by sam", table);
        return;
    case 7:
        text_out_add(line, "irregularity %s what talk by dana", table);
        return;
    default:
        *minutes += chance(4) ? chance(90) : chance(3000);
        text_out_add(line, "clock 2026-11-%02uT%02u:%02u:00-08:00", 2 + *minutes / 1440, *minutes % 1440 / 60,
                     *minutes % 60);
    }
}

/* The demo house at three, with offers, and four players at each table. */
static void begin_afternoon(void)
{
    char buffer[64];
    for (size_t i = 0; i < OFFERS; i++)
        houses_offer(demo_offers[i].activity, demo_offers[i].offer);
    houses_register_everybody();
    HOUSES_DO("register 1006 by fay", "clock 2026-11-02T15:00:00-08:00");
    for (size_t i = 0; i < TABLES; i++)
        for (unsigned seat = 0; seat <= 4; seat++) {
            (void)snprintf(buffer, sizeof buffer, seat ? "sit %s seat %u by dana" : "open-table %s by fay",
                           tables[i], seat);
            houses_do(buffer);
        }
}

static void whatever_happens_a_restored_house_decides_the_same(void **state)
{
    unsigned steps = getenv("CARDROOM_EXHAUSTIVE") ? 4000 : 150, minutes = 15 * 60;
    char buffer[256];
    (void)state;
    begin_afternoon();
    houses_go_along();
    for (unsigned i = 0; i < steps && minutes < 27 * 1440; i++) {
        const char *table = tables[chance(TABLES)];
        struct text_out line;
        text_out_init(&line, buffer, sizeof buffer);
        if (chance(4))
            play_on(&line, table);
        else if (chance(2))
            settle_on(&line);
        else
            go_on(&line, table, &minutes);
        houses_ask(buffer);
    }
    assert_true(room.floor.last_award > 1);
}

/* ------------------------------------------------------------------------------------------ time without events */

static struct floor by_log; /* knows the events alone, and no time between them */
static unsigned compared;

static void compare_with_log(const struct floor *floor, const struct event *event)
{
    struct arena arena;
    struct fault fault;
    arena_init(&arena, ROOM_MEMORY_MAX);
    if (floor_apply(&by_log, event, &fault) != STATUS_OK)
        fail_msg("%s", fault.words);
    struct text one = floor_saved(floor, &arena), other = floor_saved(&by_log, &arena);
    size_t at = 0;
    while (at < one.length && at < other.length && one.bytes[at] == other.bytes[at])
        at++;
    if (!text_equal(one, other))
        fail_msg("after %s:\n%.*s\n%.*s", event_name(event->kind),
                 TEXT_ARGUMENTS(text_slice(one, at > 60 ? at - 60 : 0, 200)),
                 TEXT_ARGUMENTS(text_slice(other, at > 60 ? at - 60 : 0, 200)));
    assert_int_equal(by_log.hour, floor->hour);
    compared++;
    arena_release(&arena);
}

/* Every event is replayed as an audit does, too (room_apply). */
static void a_house_in_which_time_passes_without_events_is_the_one_that_its_log_makes(void **state)
{
    unsigned steps = getenv("CARDROOM_EXHAUSTIVE") ? 6000 : 300, minutes = 15 * 60;
    char buffer[256];
    (void)state;
    struct arena arena;
    begin_afternoon();
    arena_init(&arena, ROOM_MEMORY_MAX);
    floor_restored(&by_log, floor_saved(&room.floor, &arena));
    arena_release(&arena);
    compared = 0;
    room.told = compare_with_log;
    for (unsigned i = 0; i < steps && minutes < 27 * 1440; i++) {
        const char *table = tables[chance(TABLES)];
        struct text_out line;
        text_out_init(&line, buffer, sizeof buffer);
        if (chance(12) == 0)
            text_out_add(&line, chance(3) ? "open-table %s by fay" : "close-table %s by fay", table);
        else if (chance(4))
            play_on(&line, table);
        else if (chance(2))
            settle_on(&line);
        else
            go_on(&line, table, &minutes);
        struct command command = command_of(&room, buffer);
        if (command.kind == COMMAND_CLOCK && chance(4))
            room_come_to(&room, COMMAND_AS(&command, clock_moves)->at);
        else
            room_ask(&room, buffer);
        if (chance(2))
            room_come_to(&room, (struct instant){room.floor.now.ms + chance(60000)});
    }
    assert_true(compared > 50 && room.floor.hand_count > 1);
    floor_release(&by_log);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(whatever_happens_a_restored_house_decides_the_same, houses_open,
                                        houses_close),
        cmocka_unit_test_setup_teardown(
            a_house_in_which_time_passes_without_events_is_the_one_that_its_log_makes, houses_open,
            houses_close),
    };
    return cmocka_run_group_tests_name("floor snapshot: random commands", tests, NULL, NULL);
}
