#include "base/growing.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void what_is_added_stands_behind_what_was_there(void **state)
{
    (void)state;
    struct arena arena;
    arena_init(&arena, 1 << 20);
    struct growing growing = {.arena = &arena};
    assert_int_equal(growing_text(&growing).length, 0);
    for (unsigned i = 0; i < 1000; i++) {
        growing_say(&growing, "fee,");
        growing_add(&growing, (struct text){"pool\n", 4});
    }
    struct text text = growing_text(&growing);
    assert_int_equal(growing.status, STATUS_OK);
    assert_int_equal(text.length, 8000);
    for (unsigned i = 0; i < 1000; i++)
        assert_memory_equal(text.bytes + (size_t)i * 8, "fee,pool", 8);
    arena_release(&arena);
}

static void the_first_failure_stays(void **state)
{
    (void)state;
    static char long_words[8192];
    struct arena arena;
    memset(long_words, 'x', sizeof long_words - 1);
    arena_init(&arena, 4096);
    struct growing growing = {.arena = &arena};
    growing_say(&growing, "short");
    growing_say(&growing, long_words);
    assert_int_equal(growing.status, STATUS_NO_SPACE);
    growing_say(&growing, "short");
    assert_int_equal(growing.status, STATUS_NO_SPACE);
    assert_int_equal(growing_text(&growing).length, 5);
    arena_release(&arena);
}

static void html_shows_the_text_as_it_is(void **state)
{
    (void)state;
    struct arena arena;
    arena_init(&arena, 1 << 20);
    struct growing growing = {.arena = &arena};
    growing_add_html(&growing, text_of("<b>\"Bob\" & Ann</b>"));
    assert_true(text_equal(growing_text(&growing), text_of("&lt;b&gt;&quot;Bob&quot; &amp; Ann&lt;/b&gt;")));
    arena_release(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_added_stands_behind_what_was_there),
        cmocka_unit_test(the_first_failure_stays),
        cmocka_unit_test(html_shows_the_text_as_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
