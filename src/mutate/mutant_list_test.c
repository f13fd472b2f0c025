/*
 * Lists of mutants: entries and reasons, what is wrong in one, and what is stale.
 */
#include "mutate/mutant_list.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { ARENA_SIZE = 1 << 20 };

static const char good[] = "# A remark.\n"
                           "\n"
                           "test/b#2 fee/amount: $1 -> $2\n"
                           "    The reason.\n"
                           "    It goes on.\n"
                           "test/a#1 games: added Omaha\n"
                           "    Another reason.\n";

static void test_entries_and_reasons(void **state)
{
    struct arena arena;
    struct mutant_list list;
    unsigned at = 0;
    (void)state;
    arena_init(&arena, ARENA_SIZE);
    assert_int_equal(mutant_list_read(text_of(good), true, &arena, &list, NULL), STATUS_OK);
    assert_int_equal(list.count, 2);
    struct mutant_entry *entry = mutant_list_find(&list, text_of("test/b#2 fee/amount: $1 -> $2"));
    assert_non_null(entry);
    assert_true(text_equal(entry->reason, text_of("The reason.")));
    assert_int_equal(entry->line, 3);
    assert_null(mutant_list_find(&list, text_of("test/b#2 fee/amount: $1 -> $0")));
    assert_null(mutant_list_unmatched(&list, text_of("test/b"), &at));
    arena_release(&arena);
}

static void test_an_entry_that_nothing_matches_is_stale(void **state)
{
    struct arena arena;
    struct mutant_list list;
    unsigned at = 0;
    (void)state;
    arena_init(&arena, ARENA_SIZE);
    assert_int_equal(mutant_list_read(text_of(good), true, &arena, &list, NULL), STATUS_OK);
    const struct mutant_entry *stale = mutant_list_unmatched(&list, text_of("test/a"), &at);
    assert_non_null(stale);
    assert_true(text_equal(stale->mutant, text_of("test/a#1 games: added Omaha")));
    assert_true(text_equal(mutant_entry_document(stale), text_of("test/a")));
    assert_null(mutant_list_unmatched(&list, text_of("test/a"), &at));
    arena_release(&arena);
}

static void check_wrong(const char *text, bool reasons, size_t line, const char *words)
{
    struct arena arena;
    struct mutant_list list = {0};
    struct fault fault = {0};
    arena_init(&arena, ARENA_SIZE);
    assert_int_equal(mutant_list_read(text_of(text), reasons, &arena, &list, &fault), STATUS_INVALID);
    assert_int_equal(fault.position, line);
    assert_string_equal(fault.words, words);
    assert_null(list.entries);
    arena_release(&arena);
}

static void test_what_is_wrong_with_a_list(void **state)
{
    (void)state;
    check_wrong("test/a#1 x: 1 -> 2\n", true, 1, "the mutant has no reason; write it below, indented");
    check_wrong("  A reason.\n", true, 1, "a reason without a mutant; write the mutant above it");
    check_wrong("test/a#1 x: 1 -> 2\ntest/a#1 x: 1 -> 2\n", false, 2, "the mutant stands twice in the list");
}

static void test_an_empty_list(void **state)
{
    struct arena arena;
    struct mutant_list list;
    (void)state;
    arena_init(&arena, ARENA_SIZE);
    assert_int_equal(mutant_list_read(text_of("# nothing\n"), true, &arena, &list, NULL), STATUS_OK);
    assert_null(mutant_list_find(&list, text_of("test/a#1 x: 1 -> 2")));
    arena_release(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_entries_and_reasons),
        cmocka_unit_test(test_an_entry_that_nothing_matches_is_stale),
        cmocka_unit_test(test_what_is_wrong_with_a_list),
        cmocka_unit_test(test_an_empty_list),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
