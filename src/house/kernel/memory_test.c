/*
 * What the state takes: bytes of memory for each table, offer, patron, hand and prize, also of tickets and points, as
 * src/house/README.md states them.
 *
 * Arrays grow by doubling, and the old ones stay in the arena. So counts are one beyond a power of two, where all arrays have
 * just grown and each takes the most. They are large enough for the blocks of the arena, of up to 1 MiB, not to matter.
 */
#include "house/stories/story_test.h"

#include "house/boards/boards.h"
#include "house/prizes/prizes.h"
#include "rulebook/library.h"

/* Bytes for each, at most. */
enum {
    FLOOR_BYTES = 4176 << 10, /* before the house is opened: there is room for all offers and laws */
    TABLE_BYTES = 44 << 10,
    OFFER_BYTES = 136 << 10, /* with its document */
    PATRON_BYTES = 1024,
    HAND_BYTES = 2816,
    AWARDED_HAND_BYTES = 5120, /* with its award and its prize */
    TICKETS_BYTES = 5120,      /* a hand that wins some, with its award and its prize */
    POINTS_BYTES = 2816,       /* a hand that earns some, with what its player has */
};

/* Does a line without looking at the invariants, which takes the longer the more there is. */
static void quickly(const char *line)
{
    struct command command;
    struct fault fault;
    arena_clear(&room.lines);
    if (command_parse(text_of(line), &room.floor.zone, &room.lines, &command, &fault) != STATUS_OK ||
        floor_decide(&room.floor, &command, &room.decision, &fault) != STATUS_OK)
        fail_msg("%s: %s", line, fault.words);
    if (!room.decision.ruling.allowed)
        fail_msg("%s: %s", line, room.decision.ruling.words);
    for (unsigned i = 0; i < room.decision.event_count; i++)
        if (floor_apply(&room.floor, &room.decision.events[i], &fault) != STATUS_OK)
            fail_msg("%s: %s", line, fault.words);
}

#define QUICKLY(...)                                                                                         \
    do {                                                                                                     \
        char line_[LINE_SIZE];                                                                               \
        (void)snprintf(line_, sizeof line_, __VA_ARGS__);                                                    \
        quickly(line_);                                                                                      \
    } while (0)

/* What was taken since, for each of so many. */
static void assert_each_takes(const char *what, size_t before, size_t count, size_t most)
{
    size_t each = (room.floor.arena.size_taken - before + count - 1) / count;
    print_message("# %s: %zu bytes, of at most %zu\n", what, each, most);
    if (each > most)
        fail_msg("%s takes %zu bytes, and %zu are stated", what, each, most);
}

static void a_table_takes_what_is_stated(void **state)
{
    (void)state;
    struct floor empty;
    struct fault fault;
    assert_int_equal(floor_init(&empty, ROOM_MEMORY_MAX, &fault), STATUS_OK);
    size_t before = empty.arena.size_taken;
    floor_release(&empty);
    print_message("# an empty floor: %zu bytes, of at most %d\n", before, (int)FLOOR_BYTES);
    assert_true(before <= FLOOR_BYTES);
    assert_true(room.floor.table_count >= 20);
    /* The text of the house and its staff are in it too. */
    assert_each_takes("a table", before, room.floor.table_count, TABLE_BYTES);
}

static void an_offer_takes_what_is_stated(void **state)
{
    (void)state;
    struct library library;
    library_init(&library);
    library_add(&library, CARDROOM_ROOT "/houses/demo", CARDROOM_ROOT "/rulebooks");
    library_check(&library);
    const struct library_house *house = &library.houses[0];
    size_t before = room.floor.arena.size_taken;
    for (unsigned i = 0; i < house->offer_count; i++) {
        char name[64];
        (void)snprintf(name, sizeof name, "%.*s",
                       TEXT_ARGUMENTS(text_from(house->offers[i].identity, strlen("demo/"))));
        offers(&room, name, NULL);
    }
    assert_each_takes("an offer", before, house->offer_count, OFFER_BYTES);
    library_release(&library);
}

static void a_patron_takes_what_is_stated(void **state)
{
    (void)state;
    enum { PATRONS = 16385 };
    size_t before = room.floor.arena.size_taken;
    for (unsigned i = 0; i < PATRONS; i++)
        QUICKLY("register %u name \"Patron of number %u\" born 1980-01-01 by fay", 100000 + i, i);
    assert_each_takes("a patron", before, PATRONS, PATRON_BYTES);
}

static void a_round_takes_nothing(void **state)
{
    (void)state;
    enum { ROUNDS = 20000 };
    seat_patrons(&room, "C4-1", 3);
    quickly("start-round C4-1 fees 1,2 by dana");
    size_t before = room.floor.arena.size_taken;
    for (unsigned i = 0; i < ROUNDS; i++)
        quickly("start-round C4-1 fees 1,2 by dana");
    assert_int_equal(room.floor.arena.size_taken, before);
}

static void a_hand_takes_what_is_stated(void **state)
{
    (void)state;
    enum { HANDS = 4097 };
    size_t before = room.floor.arena.size_taken;
    for (unsigned i = 0; i < HANDS; i++) {
        quickly("start-round C4-1 fees 1,2 by dana");
        quickly("claim-hand C4-1 seat 1 offer bonus-hand by dana");
        QUICKLY("reject-hand %u reason \"not seen\" by sam", room.floor.last_hand);
    }
    assert_each_takes("a hand", before, HANDS, HAND_BYTES);
}

static void a_prize_takes_what_is_stated(void **state)
{
    (void)state;
    enum { PRIZES = 4097 };
    size_t before = room.floor.arena.size_taken;
    for (unsigned i = 0; i < PRIZES; i++) {
        quickly("start-round C4-1 fees 1,2 by dana");
        quickly("claim-hand C4-1 seat 1 offer bonus-hand by dana");
        QUICKLY("verify-hand %u cards \"8s 8h 8d 2c 2s\" wager $5 by sam", room.floor.last_hand);
        QUICKLY("authorise %u by sue", room.floor.last_hand);
        QUICKLY("pay %u in cash by cy", room.floor.last_prize);
    }
    assert_int_equal(room.floor.last_prize, PRIZES);
    assert_each_takes("a hand with award and prize", before, PRIZES, AWARDED_HAND_BYTES);
}

/* Another house, with nothing in it yet. */
static int move_to_gardens(void **state)
{
    return close_room(state) || open_gardens(state);
}

/* Tickets of one hand are one prize, however many they are. */
static void won_tickets_take_what_is_stated(void **state)
{
    (void)state;
    enum { PRIZES = 4097 };
    offers(&room, "high-hand-points", "version: points", "version: tickets", "each: 1", "each: 3", NULL);
    does(&room, "clock 2026-11-02T20:00:00-08:00");
    seat_patrons(&room, "HE-2", 4);
    size_t before = room.floor.arena.size_taken;
    for (unsigned i = 0; i < PRIZES; i++) {
        quickly("start-round HE-2 by dana");
        quickly("claim-hand HE-2 seat 1 offer high-hand-points by dana");
        QUICKLY("verify-hand %u cards \"As Ks\" board \"Qs Js Ts 2s 3d\" by sam", room.floor.last_hand);
        QUICKLY("authorise %u by sue", room.floor.last_hand);
        QUICKLY("identify %u document passport by cy", room.floor.last_prize);
        QUICKLY("pay %u by cy", room.floor.last_prize);
    }
    assert_int_equal(room.floor.last_prize, PRIZES);
    assert_int_equal(floor_prize(&room.floor, PRIZES)->things, 3);
    assert_each_takes("a hand that wins tickets", before, PRIZES, TICKETS_BYTES);
}

/* Points of a player add up to one number, which is kept until the period ends; so no hand takes more than its own. */
static void points_take_what_is_stated(void **state)
{
    (void)state;
    enum { HANDS = 4097, PLAYERS = 513 };
    offers(&room, "high-hand-points", NULL);
    does(&room, "clock 2026-11-02T20:00:00-08:00");
    seat_patrons(&room, "HE-2", 4);
    for (unsigned i = 0; i < PLAYERS; i++)
        QUICKLY("register %u name \"Patron %u\" born 1980-01-01 by fay", 2000 + i, i);
    size_t before = room.floor.arena.size_taken;
    for (unsigned i = 0; i < HANDS; i++) {
        quickly("leave HE-2 seat 1 by dana");
        QUICKLY("sit HE-2 seat 1 patron %u by dana", 2000 + i % PLAYERS);
        quickly("start-round HE-2 by dana");
        quickly("claim-hand HE-2 seat 1 offer high-hand-points by dana");
        QUICKLY("verify-hand %u cards \"As Ah\" board \"Ad Ac 7h 2s 3d\" by sam", room.floor.last_hand);
        QUICKLY("authorise %u by sue", room.floor.last_hand);
    }
    const struct board *board = floor_board(&room.floor, text_of("high-hand-points"));
    assert_int_equal(board->standing_count, PLAYERS);
    assert_int_equal(board->standings[PLAYERS - 1].points, 3 * (HANDS / PLAYERS));
    assert_each_takes("a hand that earns points", before, HANDS, POINTS_BYTES);
}

static void the_document_says_the_same(void **state)
{
    (void)state;
    static const struct {
        const char *what;
        unsigned bytes;
    } stated[] = {
        {"the floor before the house opens", FLOOR_BYTES},
        {"a table", TABLE_BYTES},
        {"an offer with its document", OFFER_BYTES},
        {"a patron", PATRON_BYTES},
        {"a hand that was claimed, on a board or not", HAND_BYTES},
        {"a hand with its award and its prize", AWARDED_HAND_BYTES},
        {"a hand that wins tickets, with its award and its prize", TICKETS_BYTES},
        {"a hand that earns points, with what its player has", POINTS_BYTES},
    };
    struct text document = file_text(&room, "src/house/README.md");
    for (size_t i = 0; i < sizeof stated / sizeof stated[0]; i++) {
        char row[128];
        (void)snprintf(row, sizeof row, "| %s | %u |", stated[i].what, stated[i].bytes);
        if (!strstr(document.bytes, row))
            fail_msg("src/house/README.md does not have %s", row);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table_takes_what_is_stated),
        cmocka_unit_test(an_offer_takes_what_is_stated),
        cmocka_unit_test(a_patron_takes_what_is_stated),
        cmocka_unit_test(a_round_takes_nothing),
        cmocka_unit_test(a_hand_takes_what_is_stated),
        cmocka_unit_test(a_prize_takes_what_is_stated),
        cmocka_unit_test_setup(won_tickets_take_what_is_stated, move_to_gardens),
        cmocka_unit_test_setup(points_take_what_is_stated, move_to_gardens),
        cmocka_unit_test(the_document_says_the_same),
    };
    return cmocka_run_group_tests(tests, open_demo, close_room);
}
