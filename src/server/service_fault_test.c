/*
 * A house over HTTP on a disk that fails: a command that cannot be written is answered 503 and never shown, and when the disk
 * works again the house goes on. And a store whose files are removed, renamed or replaced while the server runs.
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

/* ------------------------------------------------------------------------------------------ a file that goes away */

enum { PATH_SIZE = 600 };

static void path_of(const struct room *room, const char *ending, char path[PATH_SIZE])
{
    (void)snprintf(path, PATH_SIZE, "%s%s", place_file(&room->place), ending);
}

static void move_file(const struct room *room, const char *from, const char *to)
{
    char old[PATH_SIZE], new[PATH_SIZE];
    path_of(room, from, old);
    path_of(room, to, new);
    assert_int_equal(rename(old, new), 0);
}

static void copy_bytes(const char *from, const char *to)
{
    char block[4096];
    FILE *in = fopen(from, "rb");
    FILE *out = fopen(to, "wb");
    assert_non_null(in);
    assert_non_null(out);
    for (size_t size; (size = fread(block, 1, sizeof block, in)) > 0;)
        assert_int_equal(fwrite(block, 1, size, out), size);
    assert_int_equal(fclose(out), 0);
    (void)fclose(in);
}

static void copy_file(const struct room *room, const char *from, const char *to)
{
    char old[PATH_SIZE], new[PATH_SIZE];
    path_of(room, from, old);
    path_of(room, to, new);
    copy_bytes(old, new);
}

static const char round_one[] = "{\"do\":\"start-round\",\"id\":\"g1\",\"table\":\"C4-1\",\"fees\":[1,2]}";
static const char round_two[] = "{\"do\":\"start-round\",\"id\":\"g2\",\"table\":\"C4-1\",\"fees\":[1,2]}";
static const char end_of_round[] = "{\"do\":\"end-round\",\"table\":\"C4-1\"}";

/* A room with one round that was answered. */
static int64_t open_with_a_round(struct room *room, struct client *client)
{
    disk_set(NONE, 0, 1);
    room_open(room, "service_fault_test");
    client_enter(client, room, "dana");
    client_must(client, round_one);
    client_must(client, end_of_round);
    return client_meter(client);
}

static void assert_nothing_is_acknowledged(struct room *room, struct client *client, int64_t meter)
{
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(client_do(client, round_two), 503);
    assert_int_equal(client_meter(client), meter);
    assert_int_equal(client_ask(client, "GET", "/healthz", NULL), 503);
    assert_true(room_logged(room, "was removed, renamed or replaced") > 0);
    struct client other;
    client_open(&other, room->port);
    assert_int_equal(client_try_sign_in(&other, "{\"name\":\"sam\",\"password\":\"lantern-sam\"}"), 503);
    client_close(&other);
}

/* The server is started again with the file back: what was answered is there, and the house goes on. */
static void assert_goes_on_after_a_restart(struct room *room, int64_t meter)
{
    struct client client;
    room_end(room);
    room_begin(room);
    client_enter(&client, room, "dana");
    assert_int_equal(client_meter(&client), meter);
    client_must(&client, round_two);
    assert_int_equal(client_meter(&client), meter + 22);
    client_must(&client, end_of_round);
    client_close(&client);
}

static void a_store_that_was_renamed_acknowledges_nothing_more(void **state)
{
    (void)state;
    struct room room;
    struct client client;
    int64_t meter = open_with_a_round(&room, &client);
    move_file(&room, "", ".elsewhere");
    assert_nothing_is_acknowledged(&room, &client, meter);
    /* The file is back, and the server has not been started again. */
    move_file(&room, ".elsewhere", "");
    assert_nothing_is_acknowledged(&room, &client, meter);
    client_close(&client);
    assert_goes_on_after_a_restart(&room, meter);
    room_close(&room);
}

static void a_store_that_was_replaced_acknowledges_nothing_more(void **state)
{
    (void)state;
    struct room room;
    struct client client;
    int64_t meter = open_with_a_round(&room, &client);
    copy_file(&room, "", ".copy");
    move_file(&room, "", ".elsewhere");
    move_file(&room, ".copy", "");
    assert_nothing_is_acknowledged(&room, &client, meter);
    client_close(&client);
    move_file(&room, ".elsewhere", "");
    assert_goes_on_after_a_restart(&room, meter);
    room_close(&room);
}

/* What was answered is in the log that was removed; the program still has it open, and saves it when it stops. */
static void a_store_whose_log_was_removed_acknowledges_nothing_more_and_loses_nothing(void **state)
{
    (void)state;
    struct room room;
    struct client client;
    char path[PATH_SIZE];
    int64_t meter = open_with_a_round(&room, &client);
    path_of(&room, "-wal", path);
    assert_int_equal(unlink(path), 0);
    assert_nothing_is_acknowledged(&room, &client, meter);
    client_close(&client);
    assert_goes_on_after_a_restart(&room, meter);
    room_close(&room);
}

/* The number of the open file that was at the path and has been removed. */
static void find_removed(const char *path, char found[PATH_SIZE])
{
    char wanted[PATH_SIZE + 16], target[PATH_SIZE + 16];
    (void)snprintf(wanted, sizeof wanted, "%s (deleted)", path);
    for (unsigned number = 0; number < 256; number++) {
        (void)snprintf(found, PATH_SIZE, "/proc/self/fd/%u", number);
        ssize_t length = readlink(found, target, sizeof target - 1);
        target[length > 0 ? length : 0] = '\0';
        if (strcmp(target, wanted) == 0)
            return;
    }
    fail_msg("no open file was %s", path);
}

/* As docs/operations.md says: the content is taken from the server, which still has it open. */
static void a_store_that_was_removed_is_saved_from_the_server(void **state)
{
    (void)state;
    struct room room;
    struct client client;
    char path[PATH_SIZE], removed[PATH_SIZE], saved[PATH_SIZE];
    int64_t meter = open_with_a_round(&room, &client);
    path_of(&room, "", path);
    path_of(&room, ".saved", saved);
    assert_int_equal(unlink(path), 0);
    assert_nothing_is_acknowledged(&room, &client, meter);
    find_removed(path, removed);
    copy_bytes(removed, saved);
    client_close(&client);
    room_end(&room);
    move_file(&room, ".saved", "");
    room_begin(&room);
    assert_goes_on_after_a_restart(&room, meter);
    room_close(&room);
}

/* Nobody sends a command: the house thread finds it. */
static void an_idle_server_finds_that_its_store_is_gone(void **state)
{
    (void)state;
    struct room room;
    struct client client;
    int64_t meter = open_with_a_round(&room, &client);
    move_file(&room, "", ".elsewhere");
    while (client_ask(&client, "GET", "/healthz", NULL) == 200)
        ;
    assert_int_equal(client.code, 503);
    assert_true(client_says(&client, "Put the file back, then start the program again"));
    assert_int_equal(room_logged(&room, "the store is not where it was"), 1);
    client_close(&client);
    move_file(&room, ".elsewhere", "");
    assert_goes_on_after_a_restart(&room, meter);
    room_close(&room);
}

int main(void)
{
    disk_install();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_full_disk_shows_nothing_that_is_not_there),
        cmocka_unit_test(a_disk_that_does_not_sync_shows_nothing_that_is_not_there),
        cmocka_unit_test(one_write_that_fails_costs_one_answer),
        cmocka_unit_test(a_store_that_was_renamed_acknowledges_nothing_more),
        cmocka_unit_test(a_store_that_was_replaced_acknowledges_nothing_more),
        cmocka_unit_test(a_store_whose_log_was_removed_acknowledges_nothing_more_and_loses_nothing),
        cmocka_unit_test(a_store_that_was_removed_is_saved_from_the_server),
        cmocka_unit_test(an_idle_server_finds_that_its_store_is_gone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
