/* The conformance suite: snapshots, and a store that is held. */
#include "base/aborts_test.h"
#include "store/conformance_test.h"

static void assert_snapshot(struct store *store, uint64_t at, uint64_t sequence, const char *bytes)
{
    struct arena arena;
    arena_init(&arena, 1 << 22);
    uint64_t found = 99;
    struct text loaded = {0};
    assert_int_equal(store_snapshot_load(store, text_of("house"), at, &arena, &found, &loaded, NULL),
                     STATUS_OK);
    assert_int_equal(found, sequence);
    assert_true(text_equal(loaded, text_of(bytes)));
    arena_release(&arena);
}

static void snapshots_are_loaded_at_or_before_a_sequence(void **state)
{
    struct store_place place = place_of(state);
    struct store *store = place_open(&place);
    assert_snapshot(store, 5, 0, "");
    for (unsigned i = 0; i < 6; i++)
        append_one(store, "house", i, "", "{}");
    assert_snapshot(store, 5, 0, "");
    assert_int_equal(store_snapshot_save(store, text_of("house"), 2, text_of("two"), NULL), STATUS_OK);
    assert_int_equal(store_snapshot_save(store, text_of("house"), 4, text_of("four"), NULL), STATUS_OK);
    assert_int_equal(store_snapshot_save(store, text_of("house"), 4, text_of(""), NULL), STATUS_OK);
    assert_int_equal(store_snapshot_save(store, text_of("house"), 4, text_of("4"), NULL), STATUS_OK);
    assert_int_equal(store_snapshot_save(store, text_of("house"), 0, text_of("0"), NULL), STATUS_RANGE);
    assert_int_equal(store_snapshot_save(store, text_of("house"), 7, text_of("7"), NULL), STATUS_RANGE);
    assert_int_equal(store_snapshot_save(store, text_of("other"), 1, text_of("1"), NULL), STATUS_RANGE);
    assert_snapshot(store, 1, 0, "");
    assert_snapshot(store, 2, 2, "two");
    assert_snapshot(store, 3, 2, "two");
    assert_snapshot(store, 4, 4, "4");
    assert_snapshot(store, UINT64_MAX, 4, "4");
    store_close(store);
    store = place_open(&place);
    assert_snapshot(store, 6, 4, "4");
    assert_int_equal(verified(store, "house").kind, STORE_WHOLE);
    /* A damaged one is passed over, and found when verifying. */
    place_sql(&place, place.postgres ? "UPDATE snapshot SET bytes = '\\x35' WHERE sequence = 4"
                                     : "UPDATE snapshot SET bytes = x'35' WHERE sequence = 4");
    assert_snapshot(store, 6, 2, "two");
    struct store_damage damage = verified(store, "house");
    assert_int_equal(damage.kind, STORE_SNAPSHOT);
    assert_int_equal(damage.sequence, 4);
    store_close(store);
    place_remove(&place);
}

static void the_latest_snapshots_are_kept(void **state)
{
    struct store_place place = place_of(state);
    struct store *store = place_open(&place);
    for (unsigned i = 0; i < 9; i++) {
        append_one(store, "house", i, "", "{}");
        append_one(store, "annex", i, "", "{}");
    }
    assert_int_equal(store_snapshot_save(store, text_of("annex"), 1, text_of("1"), NULL), STATUS_OK);
    static const char *const bytes[] = {"0", "1", "2", "3", "4", "5", "6"};
    for (unsigned i = 1; i <= 6; i++) {
        assert_int_equal(store_snapshot_save(store, text_of("house"), i, text_of(bytes[i]), NULL), STATUS_OK);
        long long count = i < STORE_SNAPSHOTS_KEPT ? i : STORE_SNAPSHOTS_KEPT;
        assert_int_equal(place_sql(&place, "SELECT count(*) FROM snapshot"), 1 + count);
        assert_snapshot(store, 9, i, bytes[i]);
    }
    assert_snapshot(store, 4, 4, "4");
    assert_snapshot(store, 3, 0, "");
    /* The same again pushes nothing out; an earlier one is itself too old. */
    assert_int_equal(store_snapshot_save(store, text_of("house"), 5, text_of("five"), NULL), STATUS_OK);
    assert_int_equal(store_snapshot_save(store, text_of("house"), 2, text_of("two"), NULL), STATUS_OK);
    assert_snapshot(store, 3, 0, "");
    assert_snapshot(store, 4, 4, "4");
    assert_snapshot(store, 5, 5, "five");
    assert_int_equal(verified(store, "house").kind, STORE_WHOLE);
    assert_int_equal(place_sql(&place, "SELECT count(*) FROM snapshot"), 4);
    store_close(store);
    place_remove(&place);
}

/* Programming errors are stopped before anything is written. */

static void append_to_a_held_store(void *context)
{
    append_one(context, "house", 1, "", "{}");
}

static void append_more_than_a_group(void *context)
{
    static struct store_entry entries[STORE_GROUP_MAX + 1];
    assert_int_equal(store_append_group(context, entries, STORE_GROUP_MAX + 1, NULL), STATUS_OK);
}

static void hold_twice(void *context)
{
    assert_int_equal(store_hold(context, NULL), STATUS_OK);
}

static void who_holds_a_store_does_not_write_it(void **state)
{
    struct store_place place = place_of(state);
    struct store *store = place_open(&place);
    append_one(store, "house", 0, "", "{}");
    assert_aborts(append_more_than_a_group, store, "check failed: count <= STORE_GROUP_MAX (4097 and 4096)");
    assert_int_equal(store_hold(store, NULL), STATUS_OK);
    assert_aborts(append_to_a_held_store, store, "check failed: !store->held");
    assert_aborts(hold_twice, store, "check failed: !store->held");
    store_release(store);
    append_one(store, "house", 1, "", "{}");
    store_close(store);
    place_remove(&place);
}

static void a_snapshot_is_any_bytes(void **state)
{
    struct store_place place = place_of(state);
    struct store *store = place_open(&place);
    append_one(store, "house", 0, "", "{}");
    enum { SIZE = 3 << 20 };
    char *bytes = malloc(SIZE);
    assert_non_null(bytes);
    for (unsigned i = 0; i < SIZE; i++)
        bytes[i] = (char)(i * 37 >> (i % 5));
    assert_int_equal(store_snapshot_save(store, text_of("house"), 1, (struct text){bytes, SIZE}, NULL),
                     STATUS_OK);
    struct arena arena;
    arena_init(&arena, 2 * SIZE);
    uint64_t found;
    struct text loaded;
    assert_int_equal(store_snapshot_load(store, text_of("house"), 1, &arena, &found, &loaded, NULL),
                     STATUS_OK);
    assert_int_equal(loaded.length, SIZE);
    assert_memory_equal(loaded.bytes, bytes, SIZE);
    arena_release(&arena);
    arena_init(&arena, SIZE);
    struct fault fault;
    assert_int_equal(store_snapshot_load(store, text_of("house"), 1, &arena, &found, &loaded, &fault),
                     STATUS_NO_SPACE);
    arena_release(&arena);
    free(bytes);
    store_close(store);
    place_remove(&place);
}

int main(int argc, char **argv)
{
    struct CMUnitTest tests[] = {
        cmocka_unit_test(snapshots_are_loaded_at_or_before_a_sequence),
        cmocka_unit_test(the_latest_snapshots_are_kept),
        cmocka_unit_test(who_holds_a_store_does_not_write_it),
        cmocka_unit_test(a_snapshot_is_any_bytes),
    };
    return place_main(argc, argv, tests, sizeof tests / sizeof tests[0]);
}
