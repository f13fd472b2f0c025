#include "base/arena.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#if defined(__SANITIZE_ADDRESS__)
#define POISONED_UNDER_TEST 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define POISONED_UNDER_TEST 1
#endif
#endif
#ifdef POISONED_UNDER_TEST
#include <sanitizer/asan_interface.h>
#endif

enum { SIZE_AMPLE = 1 << 24 };

static void assert_zeroed(const char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        assert_int_equal(bytes[i], 0);
}

static void pieces_are_zeroed_aligned_and_apart(void **state)
{
    (void)state;
    struct arena arena;
    arena_init(&arena, SIZE_AMPLE);
    static char *pieces[4000];
    for (size_t round = 0; round < 3; round++) {
        for (size_t i = 0; i < 4000; i++) {
            size_t alignment = (size_t)1 << (i % 9), size = i % 300;
            pieces[i] = arena_alloc(&arena, size, alignment);
            assert_non_null(pieces[i]);
            assert_int_equal((uintptr_t)pieces[i] % alignment, 0);
            assert_zeroed(pieces[i], size);
            memset(pieces[i], (int)(i % 255) + 1, size);
        }
        for (size_t i = 0; i < 4000; i++)
            for (size_t j = 0; j < i % 300; j++)
                assert_int_equal((unsigned char)pieces[i][j], i % 255 + 1);
        arena_clear(&arena);
    }
    arena_release(&arena);
}

static void clearing_keeps_the_memory_for_what_comes_next(void **state)
{
    (void)state;
    struct arena arena;
    arena_init(&arena, SIZE_AMPLE);
    assert_int_equal(arena.size_taken, 0);
    size_t taken = 0;
    for (int round = 0; round < 10; round++) {
        for (int i = 0; i < 1000; i++)
            assert_non_null(arena_alloc(&arena, 100, 8));
        if (round == 0)
            taken = arena.size_taken;
        assert_int_equal(arena.size_taken, taken);
        arena_clear(&arena);
    }
    arena_release(&arena);
    assert_int_equal(arena.size_taken, 0);
    assert_non_null(arena_alloc(&arena, 1, 1));
    arena_release(&arena);
}

static void a_piece_larger_than_any_block_gets_its_own(void **state)
{
    (void)state;
    struct arena arena;
    arena_init(&arena, SIZE_AMPLE);
    char *large = arena_alloc(&arena, 3 << 20, 4096);
    assert_non_null(large);
    assert_int_equal((uintptr_t)large % 4096, 0);
    assert_zeroed(large, 3 << 20);
    assert_non_null(arena_alloc(&arena, 10, 1));
    arena_release(&arena);
}

static void the_maximum_holds_whatever_is_asked(void **state)
{
    (void)state;
    for (size_t size_max = 0; size_max < 20000; size_max += 97) {
        struct arena arena;
        arena_init(&arena, size_max);
        size_t handed_out = 0;
        while (arena_alloc(&arena, 50, 8))
            handed_out += 50;
        assert_int_equal(arena.refusal, STATUS_NO_SPACE);
        assert_true(arena.size_taken <= size_max && handed_out <= size_max);
        if (size_max > 1000)
            assert_true(handed_out > size_max / 2);
        arena_release(&arena);
    }
    struct arena arena;
    arena_init(&arena, SIZE_MAX);
    assert_null(arena_alloc(&arena, SIZE_MAX, 1));
    assert_null(arena_alloc(&arena, SIZE_MAX - 8, 8));
    assert_null(arena_alloc_array(&arena, SIZE_MAX / 2, 3, 1));
    assert_int_equal(arena.refusal, STATUS_NO_SPACE);
    arena_release(&arena);
    arena_init(&arena, SIZE_AMPLE);
    assert_null(arena_alloc(&arena, 8, (SIZE_MAX >> 1) + 1));
    assert_int_equal(arena.refusal, STATUS_NO_SPACE);
    arena_release(&arena);
}

static void typed_allocation_and_text(void **state)
{
    (void)state;
    struct arena arena;
    arena_init(&arena, SIZE_AMPLE);
    int64_t *numbers = ARENA_ARRAY(&arena, int64_t, 10);
    struct fault *fault = ARENA_NEW(&arena, struct fault);
    assert_true(numbers && fault && numbers[9] == 0 && fault->position == 0);
    struct text copy = {0};
    assert_int_equal(arena_copy_text(&arena, text_of("reserve"), &copy), STATUS_OK);
    assert_true(text_equal(copy, text_of("reserve")));
    assert_string_equal(copy.bytes, "reserve");
    assert_int_equal(arena_copy_text(&arena, (struct text){NULL, 0}, &copy), STATUS_OK);
    assert_string_equal(copy.bytes, "");
    arena_release(&arena);
    arena_init(&arena, 10);
    copy = text_of("as before");
    assert_int_equal(arena_copy_text(&arena, text_of("reserve"), &copy), STATUS_NO_SPACE);
    assert_string_equal(copy.bytes, "as before");
    arena_release(&arena);
}

struct failing_system {
    int allocations, fails_at, live;
};

static void *failing_allocate(void *context, size_t size)
{
    struct failing_system *system = context;
    if (system->allocations++ == system->fails_at)
        return NULL;
    system->live++;
    return malloc(size);
}

static void failing_release(void *context, void *memory)
{
    struct failing_system *system = context;
    system->live--;
    free(memory);
}

/* Whichever allocation fails, what was handed out before stays whole, and the next attempt works. */
static void any_allocation_may_fail_and_nothing_is_lost(void **state)
{
    (void)state;
    for (int fails_at = 0;; fails_at++) {
        struct failing_system failing = {.fails_at = fails_at};
        const struct arena_system system = {failing_allocate, failing_release, &failing};
        struct arena arena;
        arena_init_with(&arena, SIZE_AMPLE, &system);
        struct text words[500];
        int failures = 0;
        for (int i = 0; i < 500; i++) {
            enum status status = arena_copy_text(&arena, text_of("a word among many others"), &words[i]);
            if (status == STATUS_OK)
                continue;
            assert_int_equal(status, STATUS_NO_MEMORY);
            failures++;
            i--;
        }
        for (int i = 0; i < 500; i++)
            assert_string_equal(words[i].bytes, "a word among many others");
        arena_release(&arena);
        assert_int_equal(failing.live, 0);
        if (failures == 0) {
            assert_true(fails_at > 1);
            break;
        }
        assert_int_equal(failures, 1);
    }
}

#ifdef POISONED_UNDER_TEST
static void the_sanitizer_sees_what_belongs_to_nobody(void **state)
{
    (void)state;
    struct arena arena;
    arena_init(&arena, SIZE_AMPLE);
    for (size_t size = 0; size < 40; size++) {
        char *piece = arena_alloc(&arena, size, 1);
        assert_non_null(piece);
        for (size_t i = 0; i < size; i++)
            assert_false(__asan_address_is_poisoned(piece + i));
        assert_true(__asan_address_is_poisoned(piece + size));
        arena_clear(&arena);
        assert_true(__asan_address_is_poisoned(piece));
    }
    arena_release(&arena);
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_are_zeroed_aligned_and_apart),
        cmocka_unit_test(clearing_keeps_the_memory_for_what_comes_next),
        cmocka_unit_test(a_piece_larger_than_any_block_gets_its_own),
        cmocka_unit_test(the_maximum_holds_whatever_is_asked),
        cmocka_unit_test(typed_allocation_and_text),
        cmocka_unit_test(any_allocation_may_fail_and_nothing_is_lost),
#ifdef POISONED_UNDER_TEST
        cmocka_unit_test(the_sanitizer_sees_what_belongs_to_nobody),
#endif
    };
    return cmocka_run_group_tests_name("arena", tests, NULL, NULL);
}
