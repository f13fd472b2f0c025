/*
 * A year of a large house: 200 tables and a million prizes. The state stays small, because what is settled leaves it and the arena gives
 * back what has left. Without CARDROOM_EXHAUSTIVE it is a month with some thousand prizes.
 */

#include "house/kernel/clock_shapes.h"
#include "house/kernel/snapshot_houses_test.h"
#include "house/prizes/prizes.h"
#include "house/setup/setup_shapes.h"

#include <time.h>

enum {
    MORE_TABLES = 175, /* with those of the demo house 200 */
    PATRONS = 20000,
    MEMORY_MOST = 256 << 20,
    LEFT_ALONE =
        50, /* one in so many prizes is not paid; it stays open, for its document lets no prize lapse */
};
#define DAY_MS (INT64_C(24) * 60 * 60 * 1000)

static unsigned days, prizes_a_day;
static size_t most; /* bytes that the arena took, with those of a snapshot while it was tightened */
static unsigned tightened;
static clock_t longest;     /* pause for it */
static struct floor by_log; /* is never tightened */

static void ask(const struct command *command)
{
    struct fault fault;
    do {
        if (floor_decide(&room.floor, command, &room.decision, &fault) != STATUS_OK)
            fail_msg("%s", fault.words);
        if (!room.decision.ruling.allowed)
            fail_msg("%s: %s", command_shape(command->kind)->name, room.decision.ruling.words);
        for (unsigned i = 0; i < room.decision.event_count; i++) {
            if (by_log.opened && floor_apply(&by_log, &room.decision.events[i], &fault) != STATUS_OK)
                fail_msg("%s", fault.words);
            if (floor_apply(&room.floor, &room.decision.events[i], &fault) != STATUS_OK)
                fail_msg("%s", fault.words);
        }
    } while (room.decision.unfinished);
    if (room.floor.arena.size_taken > most)
        most = room.floor.arena.size_taken;
}

static void say(const char *line)
{
    struct command command;
    struct fault fault;
    arena_clear(&room.lines);
    if (command_parse(text_of(line), &room.floor.zone, &room.lines, &command, &fault) != STATUS_OK)
        fail_msg("%s: %s", line, fault.words);
    ask(&command);
}

#define SAY(...)                                                                                             \
    do {                                                                                                     \
        char line_[LINE_SIZE];                                                                               \
        (void)snprintf(line_, sizeof line_, __VA_ARGS__);                                                    \
        say(line_);                                                                                          \
    } while (0)

/* The demo house with more tables, all of which have the offer. */
static int open_large(void **state)
{
    static char tables[1 << 16], listed[1 << 14];
    struct text_out out, list;
    (void)state;
    text_out_init(&out, tables, sizeof tables);
    text_out_init(&list, listed, sizeof listed);
    text_out_add(&out, "tables:\n");
    text_out_add(&list, "tables: [C4-1");
    for (unsigned i = 1; i <= MORE_TABLES; i++) {
        text_out_add(&out,
                     "  - {table: Y-%u, game: \"Crazy 4 Poker (GEGA-004555, GEGR-000691)\", limits: $5 to "
                     "$50, seats: 6}\n",
                     i);
        text_out_add(&list, ", Y-%u", i);
    }
    text_out_add(&list, "]");
    assert_false(out.truncated || list.truncated);
    room_open_house_changed(&room, "demo", "tables:\n", tables);
    assert_int_equal(room.floor.table_count, 200);
    offers(&room, "bonus-hand", "tables: [C4-1, C4-2, UTH-1, NPN-1]", listed, NULL);
    days = getenv("CARDROOM_EXHAUSTIVE") ? 365 : 40;
    prizes_a_day = getenv("CARDROOM_EXHAUSTIVE") ? 2740 : 400;
    say("clock 2026-11-02T12:00:00-08:00");
    for (unsigned i = 0; i < PATRONS; i++)
        SAY("register %u name \"Patron of number %u\" born 1980-01-01 by fay", 100000 + i, i);
    for (unsigned i = 1; i <= MORE_TABLES; i++) {
        SAY("open-table Y-%u by fay", i);
        SAY("sit Y-%u seat 1 by dana", i);
        SAY("sit Y-%u seat 2 by dana", i);
    }
    return 0;
}

static void play_a_day(unsigned day)
{
    struct command next = {.kind = COMMAND_CLOCK};
    struct fault fault;
    say("adjust bonus-hand from house to reserve amount $200000 reason float authorised-by sue by sam");
    for (unsigned i = 0; i < prizes_a_day; i++) {
        const unsigned table = 1 + i % MORE_TABLES, patron = (day * 977 + i * 31) % PATRONS;
        if (i % 20 == 0)
            SAY("leave Y-%u seat 1 by dana", table);
        if (i % 20 == 0)
            SAY("sit Y-%u seat 1 patron %u by dana", table, 100000 + patron);
        SAY("start-round Y-%u fees 1,2 by dana", table);
        SAY("claim-hand Y-%u seat %u offer bonus-hand by dana", table, 1 + i % 2);
        SAY("verify-hand %u cards \"8s 8h 8d 2c 2s\" wager $5 by sam", room.floor.last_hand);
        SAY("authorise %u by sue", room.floor.last_hand);
        if (i % LEFT_ALONE != 0)
            SAY("pay %u in cash by cy", room.floor.last_prize);
    }
    COMMAND_AS(&next, clock_moves)->at = (struct instant){room.floor.now.ms + DAY_MS};
    ask(&next);
    if (!floor_is_loose(&room.floor))
        return;
    struct arena arena;
    arena_init(&arena, MEMORY_MOST);
    const size_t before = room.floor.arena.size_taken;
    (void)floor_saved(&room.floor, &arena);
    if (before + arena.size_taken > most)
        most = before + arena.size_taken;
    arena_release(&arena);
    const clock_t start = clock();
    assert_int_equal(floor_tighten(&room.floor, &fault), STATUS_OK);
    if (clock() - start > longest)
        longest = clock() - start;
    assert_false(floor_is_loose(&room.floor));
    tightened++;
}

/* Prizes that are open, and those that were settled since the gaming day before began: of two days, and of the day that runs. */
static void assert_is_what_is_open(void)
{
    unsigned open = 0;
    for (unsigned i = 0; i < room.floor.prize_count; i++)
        open += floor_prize_is_open(&room.floor.prizes[i]);
    assert_int_equal(open, days * ((prizes_a_day + LEFT_ALONE - 1) / LEFT_ALONE));
    assert_true(room.floor.prize_count - open <= 2 * prizes_a_day);
    assert_true(room.floor.award_count == room.floor.prize_count);
    assert_true(room.floor.hand_count <= room.floor.prize_count + MORE_TABLES);
}

static void a_year_of_a_large_house_stays_small(void **state)
{
    struct arena arena;
    struct floor again;
    (void)state;
    arena_init(&arena, MEMORY_MOST);
    if (days < 365)
        floor_restored(&by_log, floor_saved(&room.floor, &arena));
    for (unsigned day = 0; day < days; day++)
        play_a_day(day);
    struct text bytes = floor_saved(&room.floor, &arena);
    print_message(
        "# %u prizes, %u of them here; at most %zu bytes; tightened %u times; a snapshot of %zu bytes\n",
        room.floor.last_prize, room.floor.prize_count, most, tightened, bytes.length);
    assert_true(most <= MEMORY_MOST);
    assert_int_equal(room.floor.last_prize, days * prizes_a_day);
    assert_is_what_is_open();
    char why[256];
    struct text_out out;
    text_out_init(&out, why, sizeof why);
    if (!floor_audit(&room.floor, &out))
        fail_msg("%s", why);
    const clock_t start = clock();
    floor_restored(&again, bytes);
    print_message("# opened from it in %.2f s; at most %.2f s to tighten\n",
                  (double)(clock() - start) / CLOCKS_PER_SEC, (double)longest / CLOCKS_PER_SEC);
    assert_true(text_equal(floor_saved(&again, &arena), bytes));
    floor_release(&again);
    if (days < 365) {
        assert_true(text_equal(floor_saved(&by_log, &arena), bytes));
        floor_release(&by_log);
    }
    arena_release(&arena);
}

static int close_large(void **state)
{
    (void)state;
    room_release(&room);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_year_of_a_large_house_stays_small, open_large, close_large),
    };
    return cmocka_run_group_tests_name("a year", tests, NULL, NULL);
}
