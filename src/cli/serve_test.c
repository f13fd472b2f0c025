/* The words of `cardroom serve`; what it then does is tested in src/server. */
#include "cli/run_command_test.h"

static void words_that_are_not_right_are_said_to_be_so(void **state)
{
    (void)state;
    assert_refused(&command_serve, "serve --what", "'--what'");
    assert_refused(&command_serve, "serve --listen", "wants a word");
    assert_refused(&command_serve, "serve --listen 8080", "an address and a port");
    assert_refused(&command_serve, "serve --listen 127.0.0.1:65536", "port");
    assert_refused(&command_serve, "serve --tls-cert house.pem", "go together");
    assert_refused(&command_serve, "serve --speed 2", "--demo");
    assert_refused(&command_serve, "serve --demo --speed 0", "--speed");
    assert_refused(&command_serve, "serve --rate 60001", "--rate");
    assert_refused(&command_serve, "serve --log /nowhere/at/all.log", "cannot be opened");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(words_that_are_not_right_are_said_to_be_so)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
