/* The words of `cardroom serve`; what it then does is tested in src/server. */
#include "cli/house_day_test.h"

static void words_that_are_not_right_are_said_to_be_so(void **state)
{
    (void)state;
    assert_refused(&command_serve, "serve --what", "'--what'");
    assert_refused(&command_serve, "serve --listen", "needs a value");
    assert_refused(&command_serve, "serve --listen 8080", "an address and a port");
    assert_refused(&command_serve, "serve --listen 127.0.0.1:65536", "port");
    assert_refused(&command_serve, "serve --tls-cert house.pem", "give both");
    assert_refused(&command_serve, "serve --speed 2", "--demo");
    assert_refused(&command_serve, "serve --proxy localhost", "--proxy needs an address");
    assert_refused(&command_serve, "serve --proxy 127.0.0.1:8080", "--proxy needs an address");
    assert_refused(&command_serve, "serve --demo --speed 0", "--speed");
    assert_refused(&command_serve, "serve --rate 60001", "--rate");
    assert_refused(&command_serve, "serve --log /nowhere/at/all.log", "cannot open the log");
}

static void assert_not_served(const struct house_day *day, const char *options, const char *words)
{
    char line[1024];
    (void)snprintf(line, sizeof line, "serve --store sqlite:%s/house.db %s", day->folder, options);
    assert_refused(&command_serve, line, words);
}

static void the_books_of_another_house_are_not_served(void **state)
{
    (void)state;
    struct house_day day;
    char folder[512];
    house_day_folder(&day);
    house_day_init(&day);
    assert_not_served(&day, "--house bay101", "has the books of the house 'demo', not of 'bay101'");
    (void)snprintf(folder, sizeof folder, "--house %s/houses/bay101", getenv("CARDROOM_HOME"));
    assert_not_served(&day, folder, "has the books of the house 'demo', not of 'bay101'");
    assert_not_served(&day, "--house nobody", "there is no house 'nobody'");
    house_day_end(&day);
}

static void books_that_are_not_there_are_not_begun_unasked(void **state)
{
    (void)state;
    struct house_day day;
    char path[256];
    house_day_folder(&day);
    (void)snprintf(path, sizeof path, "%s/house.db", day.folder);
    assert_not_served(&day, "", "there is no such file; 'cardroom house init'");
    assert_not_served(&day, "--house bay101", "there is no such file");
    assert_not_served(&day, "--demo", "there is no such file");
    assert_int_not_equal(access(path, F_OK), 0); /* nothing was begun */
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    (void)fclose(file);
    assert_not_served(&day, "", "does not hold a store");
    (void)unlink(path);
    house_day_init(&day);
    house_day_end(&day);
}

static void a_demonstration_wants_people(void **state)
{
    (void)state;
    struct house_day day;
    char path[256];
    house_day_folder(&day);
    assert_not_served(&day, "--demo --house bay101", "needs a staff.yaml");
    (void)snprintf(path, sizeof path, "%s/house.db", day.folder);
    assert_int_not_equal(access(path, F_OK), 0); /* nothing was begun */
    house_day_init(&day);
    house_day_end(&day);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(words_that_are_not_right_are_said_to_be_so),
                                       cmocka_unit_test(the_books_of_another_house_are_not_served),
                                       cmocka_unit_test(books_that_are_not_there_are_not_begun_unasked),
                                       cmocka_unit_test(a_demonstration_wants_people)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
