#include "cli/progress.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void assert_line(uint64_t done, uint64_t all, int64_t spent_ms, const char *wanted)
{
    char line[128];
    struct text_out out;
    text_out_init(&out, line, sizeof line);
    progress_write(&out, "copying", "pages", done, all, spent_ms);
    assert_false(out.truncated);
    assert_string_equal(line, wanted);
}

static void the_time_left_follows_from_the_time_spent(void **state)
{
    (void)state;
    assert_line(0, 1000, 0, "copying: 0 of 1000 pages");
    assert_line(0, 1000, 500, "copying: 0 of 1000 pages");
    assert_line(500, 1000, 0, "copying: 500 of 1000 pages, 0:00 left");
    assert_line(500, 1000, 30000, "copying: 500 of 1000 pages, 0:30 left");
    assert_line(250, 1000, 30000, "copying: 250 of 1000 pages, 1:30 left");
    assert_line(999, 1000, 30000, "copying: 999 of 1000 pages, 0:00 left");
    assert_line(1000, 1000, 30000, "copying: 1000 of 1000 pages, 0:00 left");
}

static void the_longest_log_has_a_line(void **state)
{
    (void)state;
    assert_line(1, (UINT64_C(1) << 40) - 1, 1000, "copying: 1 of 1099511627775 pages, 18325193796:14 left");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_time_left_follows_from_the_time_spent),
        cmocka_unit_test(the_longest_log_has_a_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
