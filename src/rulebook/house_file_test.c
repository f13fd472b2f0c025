/* What two texts of a house say differently, and the order of its tables. */
#include "rulebook/house_file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

enum { ARENA_MAX = 16 << 20 };

#define HEAD              "name: The Corner\ntime zone: America/Los_Angeles\n"
#define TABLE(name, rest) "  - {table: " name ", game: Omaha, limits: $1 to $2, seats: 6" rest "}\n"
#define TABLES            "tables:\n" TABLE("A", "") TABLE("B", "")

static int make_arena(void **state)
{
    static struct arena arena;
    arena_init(&arena, ARENA_MAX);
    *state = &arena;
    return 0;
}

static int release_arena(void **state)
{
    arena_release(*state);
    return 0;
}

static struct house read_house(struct arena *arena, const char *yaml)
{
    struct findings findings;
    struct house house;
    findings_init(&findings, arena, 16);
    assert_int_equal(house_read(text_of(yaml), "house.yaml", text_of("corner"), arena, &findings, &house),
                     STATUS_OK);
    assert_int_equal(findings.counted[FINDING_ERROR] + findings.counted[FINDING_UNREADABLE], 0);
    return house;
}

/* All changes, one a line: "path: before > after". */
static void assert_changes(struct arena *arena, const char *before, const char *after, const char *expected)
{
    static char said[64 * 1024];
    const struct house old = read_house(arena, before), new = read_house(arena, after);
    struct house_changes changes;
    struct text_out out;
    assert_int_equal(house_changes_find(&old, &new, arena, &changes), STATUS_OK);
    text_out_init(&out, said, sizeof said);
    for (uint32_t i = 0; i < changes.count; i++)
        text_out_add(&out, "%.*s: %.*s > %.*s\n", TEXT_ARGUMENTS(changes.items[i].path),
                     TEXT_ARGUMENTS(changes.items[i].before), TEXT_ARGUMENTS(changes.items[i].after));
    assert_string_equal(said, expected);
}

static void each_value_that_differs_is_told_with_both(void **state)
{
    assert_changes(*state, HEAD TABLES, HEAD TABLES, "");
    assert_changes(*state, HEAD TABLES, "# A remark.\n" HEAD TABLES, "");
    assert_changes(
        *state, HEAD TABLES "business day: 06:00\n",
        "name: The Other Corner\ntime zone: America/Los_Angeles\n" TABLES "address: 1 Main Street\n",
        "name: The Corner > The Other Corner\nbusiness day: 06:00 > \naddress:  > 1 Main Street\n");
    assert_changes(*state, HEAD TABLES "roles: {dealer: [read], cage: [pay, read]}\n",
                   HEAD TABLES "roles: {dealer: [read, claim hands], manager: [appoint]}\n",
                   "roles/dealer: read > read, claim hands\nroles/cage: pay, read > \n"
                   "roles/manager:  > appoint\n");
    assert_changes(*state, HEAD TABLES "funds: {jackpots: {minimum: \"$10,000\"}}\n",
                   HEAD TABLES "funds: {jackpots: {minimum: \"$9,999\"}}\n",
                   "funds/jackpots/minimum: $10,000 > $9,999\n");
}

static void tables_are_compared_by_their_names(void **state)
{
    assert_changes(*state, HEAD TABLES, HEAD "tables:\n" TABLE("B", "") TABLE("A", ""), "");
    assert_changes(*state, HEAD TABLES, HEAD "tables:\n" TABLE("B", ", pace: 40") TABLE("A", ""),
                   "tables/B/pace:  > 40\n");
    assert_changes(*state, HEAD TABLES, HEAD "tables:\n" TABLE("A", "") TABLE("C", ""),
                   "tables/B/game: Omaha > \ntables/B/limits: $1 to $2 > \ntables/B/seats: 6 > \n"
                   "tables/C/game:  > Omaha\ntables/C/limits:  > $1 to $2\ntables/C/seats:  > 6\n");
    assert_changes(*state, HEAD TABLES, HEAD "tables:\n" TABLE("A", "") TABLE("B", ", closed: for good"),
                   "tables/B/closed:  > for good\n");
}

static void tables_keep_the_order_of_the_books(void **state)
{
    struct house before = read_house(*state, HEAD TABLES);
    struct house house =
        read_house(*state, HEAD "tables:\n" TABLE("N", "") TABLE("B", "") TABLE("M", "") TABLE("A", ""));
    assert_null(house_order_tables(&house, &before));
    static const char *const order[] = {"A", "B", "N", "M"};
    for (unsigned i = 0; i < 4; i++)
        assert_string_equal(house.tables[i].name_ended, order[i]);
    struct house less = read_house(*state, HEAD "tables:\n" TABLE("B", ""));
    const struct house_table *missing = house_order_tables(&less, &before);
    assert_non_null(missing);
    assert_string_equal(missing->name_ended, "A");
    assert_string_equal(less.tables[0].name_ended, "B");
}

static void what_offers_depend_on_is_game_limits_seats_kind_and_free_play(void **state)
{
    static const struct {
        const char *row;
        bool alike;
    } rows[] = {
        {"{table: A, game: Omaha, limits: $1 to $2, seats: 6}", true},
        {"{table: A, game: Omaha, limits: $1 to $2, seats: 6, pace: 99}", true},
        {"{table: A, game: Omaha, limits: $1 to $2, seats: 6, closed: for good}", true},
        {"{table: A, game: Pan 9, limits: $1 to $2, seats: 6}", false},
        {"{table: A, game: Omaha, limits: $1 to $3, seats: 6}", false},
        {"{table: A, game: Omaha, limits: $1 to $2, seats: 7}", false},
        {"{table: A, game: Omaha, limits: $1 to $2, seats: 6, kind: no limit}", false},
        {"{table: A, game: Omaha, limits: $1 to $2, seats: 6, free play: yes}", false},
    };
    struct house house = read_house(*state, HEAD TABLES);
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char yaml[256];
        (void)snprintf(yaml, sizeof yaml, HEAD "tables:\n  - %s\n", rows[i].row);
        struct house other = read_house(*state, yaml);
        if (house_tables_deal_alike(&house.tables[0], &other.tables[0]) != rows[i].alike)
            fail_msg("%s", rows[i].row);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(each_value_that_differs_is_told_with_both, make_arena, release_arena),
        cmocka_unit_test_setup_teardown(tables_are_compared_by_their_names, make_arena, release_arena),
        cmocka_unit_test_setup_teardown(tables_keep_the_order_of_the_books, make_arena, release_arena),
        cmocka_unit_test_setup_teardown(what_offers_depend_on_is_game_limits_seats_kind_and_free_play,
                                        make_arena, release_arena),
    };
    return cmocka_run_group_tests_name("house file", tests, NULL, NULL);
}
