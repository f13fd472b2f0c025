/* The words of `cardroom load`, and that it measures something. */
#include "cli/run_command_test.h"

#include <stdlib.h>

static const struct subcommand *const load = &command_load;

static void words_that_are_not_right_are_said_to_be_so(void **state)
{
    (void)state;
    assert_refused(load, "load", "rounds, queries, feed or hello");
    assert_refused(load, "load everything", "'everything'");
    assert_refused(load, "load rounds --what", "'--what'");
    assert_refused(load, "load rounds --url", "wants a word");
    assert_refused(load, "load rounds --url http://example.org:80", "this machine");
    assert_refused(load, "load rounds --url http://127.0.0.1.example.org:80", "this machine");
    assert_refused(load, "load rounds --url http://127.0.0.1:0", "port");
    assert_refused(load, "load rounds --connections 0", "--connections");
    assert_refused(load, "load rounds --connections 4001", "--connections");
    assert_refused(load, "load rounds --seconds 601", "--seconds");
    assert_refused(load, "load rounds --clients 5", "does not go with rounds");
    assert_refused(load, "load feed --connections 5", "does not go with feed");
    assert_refused(load, "load hello --url http://127.0.0.1:80", "does not go with hello");
    assert_refused(load, "load rounds --name fay", "go together");
    assert_refused(load, "load queries --path meters", "slash");
}

static void a_server_that_is_not_there_is_missed(void **state)
{
    (void)state;
    struct outcome outcome = run_command(load, "load queries --url http://127.0.0.1:1 --seconds 1");
    assert_int_equal(outcome.code, EXIT_CODE_WORLD);
    assert_non_null(strstr(outcome.errors, "nobody answers"));
}

static void the_yardstick_is_measured(void **state)
{
    (void)state;
    struct outcome outcome = run_command(load, "load hello --connections 4 --seconds 1 --rate 50 --json");
    assert_int_equal(outcome.code, EXIT_CODE_OK);
    json_t *figures = json_loads(outcome.output, 0, NULL);
    assert_non_null(figures);
    assert_true(json_integer_value(json_object_get(figures, "answers")) > 0);
    assert_int_equal(json_integer_value(json_object_get(figures, "errors")), 0);
    json_decref(figures);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_that_are_not_right_are_said_to_be_so),
        cmocka_unit_test(a_server_that_is_not_there_is_missed),
        cmocka_unit_test(the_yardstick_is_measured),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
