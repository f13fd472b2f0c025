/*
 * A house over HTTP on a disk that fails: a command that cannot be written is answered 503 and never shown, and when the disk
 * works again the house goes on.
 */
#include "server/service_test.h"

#include "store/faulty_files_test.h"

/* The disk is changed while no request is pending. */
static void disk_becomes(enum mishap mishap)
{
    disk.happened = false;
    disk.counted = 0;
    disk.at = mishap == NONE ? 0 : 1;
    disk.mishap = mishap;
}

static void fails_and_recovers(enum mishap mishap)
{
    static const char round[] = "{\"do\":\"start-round\",\"id\":\"f1\",\"table\":\"C4-1\",\"fees\":[1,2]}";
    struct room room;
    struct client client;
    disk_set(NONE, 0, 1);
    room_open(&room, "service_fault_test");
    client_enter(&client, &room, "dana");
    int64_t before = client_meter(&client);
    disk_becomes(mishap);
    assert_int_equal(client_do(&client, round), 503);
    assert_true(client_says(&client, "with the same id"));
    assert_int_equal(client_meter(&client), before);
    assert_int_equal(client_do(&client, round), 503);
    assert_int_equal(client_meter(&client), before);
    assert_int_equal(client_ask(&client, "GET", "/healthz", NULL), 503);
    disk_becomes(NONE);
    client_must(&client, round);
    assert_int_equal(client_meter(&client), before + 22);
    client_must(&client, round);
    assert_true(client_says(&client, "repeated"));
    assert_int_equal(client_ask(&client, "GET", "/healthz", NULL), 200);
    assert_int_equal(client_meter(&client), before + 22);
    client_must(&client, "{\"do\":\"end-round\",\"table\":\"C4-1\"}");
    client_close(&client);
    room_close(&room);
}

static void a_full_disk_shows_nothing_that_is_not_there(void **state)
{
    (void)state;
    fails_and_recovers(DISK_FULL);
}

static void a_disk_that_does_not_sync_shows_nothing_that_is_not_there(void **state)
{
    (void)state;
    fails_and_recovers(SYNC_FAILS);
}

/* One write fails: its client is told, and the next request succeeds. */
static void one_write_that_fails_costs_one_answer(void **state)
{
    (void)state;
    static const char round[] = "{\"do\":\"start-round\",\"id\":\"f2\",\"table\":\"C4-1\",\"fees\":[1,2]}";
    struct room room;
    struct client client, feed;
    struct told told;
    disk_set(NONE, 0, 1);
    room_open(&room, "service_fault_test");
    client_enter(&client, &room, "dana");
    client_open(&feed, room.port);
    client_feed(&feed, "/api/feed", "", &told);
    int64_t before = client_meter(&client);
    disk_becomes(WRITE_FAILS);
    assert_int_equal(client_do(&client, round), 503);
    client_must(&client, round);
    assert_int_equal(client_meter(&client), before + 22);
    client_told_of(&feed, "meters", &told); /* the first that is told is of what was written */
    char expected[64];
    (void)snprintf(expected, sizeof expected, "\"cents\":%lld", (long long)before + 22);
    assert_non_null(strstr(told.data, expected));
    disk_becomes(NONE);
    client_close(&client);
    client_close(&feed);
    room_close(&room);
}

int main(void)
{
    disk_install();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_full_disk_shows_nothing_that_is_not_there),
        cmocka_unit_test(a_disk_that_does_not_sync_shows_nothing_that_is_not_there),
        cmocka_unit_test(one_write_that_fails_costs_one_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
