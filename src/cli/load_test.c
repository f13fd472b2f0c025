/* The words of `cardroom load`, and that it measures something. */
#include "cli/load_client.h"
#include "cli/run_command_test.h"

#include <arpa/inet.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/socket.h>

static const struct subcommand *const load = &command_load;

static void words_that_are_not_right_are_said_to_be_so(void **state)
{
    (void)state;
    assert_refused(load, "load", "rounds, queries, feed or hello");
    assert_refused(load, "load everything", "'everything'");
    assert_refused(load, "load rounds --what", "'--what'");
    assert_refused(load, "load rounds --url", "needs a value");
    assert_refused(load, "load rounds --url http://example.org:80", "this machine");
    assert_refused(load, "load rounds --url http://127.0.0.1.example.org:80", "this machine");
    assert_refused(load, "load rounds --url http://127.0.0.1:0", "port");
    assert_refused(load, "load rounds --connections 0", "--connections");
    assert_refused(load, "load rounds --connections 4001", "--connections");
    assert_refused(load, "load rounds --seconds 601", "--seconds");
    assert_refused(load, "load rounds --clients 5", "cannot be used with rounds");
    assert_refused(load, "load feed --connections 5", "cannot be used with feed");
    assert_refused(load, "load hello --url http://127.0.0.1:80", "cannot be used with hello");
    assert_refused(load, "load rounds --name fay", "give both");
    assert_refused(load, "load queries --path meters", "slash");
}

static void a_server_that_is_not_there_is_missed(void **state)
{
    (void)state;
    struct outcome outcome = run_command(load, "load queries --url http://127.0.0.1:1 --seconds 1");
    assert_int_equal(outcome.code, EXIT_CODE_WORLD);
    assert_non_null(strstr(outcome.errors, "no server answers"));
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

enum { LONG_ANSWER = 100000 };

/* Answers what comes on one connection with more than a client keeps, until it is gone. */
static void *answer_at_length(void *argument)
{
    char answer[LONG_ANSWER + 128] = "", asked[4096];
    int size = snprintf(answer, sizeof answer, "HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n", LONG_ANSWER);
    int listener = *(const int *)argument, client = accept(listener, NULL, NULL);
    while (client >= 0 && recv(client, asked, sizeof asked, 0) > 0)
        if (send(client, answer, (size_t)size + LONG_ANSWER, MSG_NOSIGNAL) < 0)
            break;
    if (client >= 0)
        close(client);
    return NULL;
}

static void a_long_answer_is_an_answer(void **state)
{
    (void)state;
    struct sockaddr_in place = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof place;
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(bind(listener, (const struct sockaddr *)&place, sizeof place), 0);
    assert_int_equal(listen(listener, 2), 0);
    assert_int_equal(getsockname(listener, (struct sockaddr *)&place, &size), 0);
    struct load_options options = {
        .port = ntohs(place.sin_port), .connections = 1, .seconds = 1, .rate = 20, .name = "", .path = "/"};
    struct load_result result;
    struct fault fault;
    pthread_t threads[2]; /* the first connection asks nothing: nobody signs in */
    for (unsigned i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, answer_at_length, &listener), 0);
    assert_int_equal(load_queries(&options, &result, &fault), STATUS_OK);
    assert_int_equal(result.errors, 0);
    assert_true(result.answers > 0);
    for (unsigned i = 0; i < 2; i++)
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    close(listener);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_that_are_not_right_are_said_to_be_so),
        cmocka_unit_test(a_server_that_is_not_there_is_missed),
        cmocka_unit_test(the_yardstick_is_measured),
        cmocka_unit_test(a_long_answer_is_an_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
