/* The conformance suite: opening a store, for reading too, and its one writer. */
#include "store/conformance_test.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <sys/wait.h>

/* ------------------------------------------------------------------------------------------- opening */

static void a_store_that_must_be_there_is_not_made(void **state)
{
    struct store_place place = place_of(state);
    static const enum store_mode modes[] = {STORE_EXISTING, STORE_READ_ONLY};
    for (unsigned i = 0; i < 2; i++) {
        struct store *store = NULL;
        struct fault fault = {0};
        assert_int_not_equal(
            store_open(text_of(place.address), &(struct store_options){.mode = modes[i]}, &store, &fault),
            STATUS_OK);
        assert_true(fault.words[0] != '\0');
        assert_null(store);
    }
    struct store *store = place_open(&place);
    append_one(store, "house", 0, "c1", "{}");
    store_close(store);
    for (unsigned i = 0; i < 2; i++) {
        store = place_open_with(&place, &(struct store_options){.mode = modes[i]});
        assert_string_equal(read_all(store, "house"), "1 told c1 {};");
        assert_int_equal(verified(store, "house").kind, STORE_WHOLE);
        store_close(store);
    }
    place_remove(&place);
}

static void a_store_for_reading_refuses_to_write(void **state)
{
    struct store_place place = place_of(state);
    struct store *store = place_open(&place);
    append_one(store, "house", 0, "c1", "{}");
    struct store *reader = place_open_with(&place, &(struct store_options){.mode = STORE_READ_ONLY});
    struct store_event event = {text_of("a"), text_of(""), text_of("{}")};
    struct store_batch batch = {
        .stream = text_of("house"), .expected = 1, .events = &event, .event_count = 1};
    struct fault fault;
    assert_int_equal(try_append(reader, &batch, &fault), STATUS_INVALID);
    assert_string_equal(fault.words, "this store was opened for reading only");
    assert_int_equal(store_snapshot_save(reader, text_of("house"), 1, text_of("s"), NULL), STATUS_INVALID);
    /* It sees what another writes meanwhile. */
    append_one(store, "house", 1, "", "[]");
    assert_string_equal(read_all(reader, "house"), "1 told c1 {};2 told  [];");
    store_close(reader);
    store_close(store);
    place_remove(&place);
}

/* As somebody who may write neither the file nor its folder; 77 if he cannot get there. */
static int read_as_a_guest(const struct store_place *place)
{
    enum { NOBODY = 65534, NO_WAY = 77 };
    if (geteuid() == 0 && (setgid(NOBODY) != 0 || setuid(NOBODY) != 0))
        return NO_WAY;
    if (access(place_file(place), R_OK) != 0 || access(place->folder, W_OK) == 0)
        return NO_WAY;
    struct store *store = NULL;
    uint64_t shown = 0;
    if (store_open(text_of(place->address), &(struct store_options){.mode = STORE_READ_ONLY}, &store, NULL) !=
        STATUS_OK)
        return 1;
    enum status status = store_read(store, text_of("house"), 1, STORE_SEQUENCE_MAX, count_one, &shown, NULL);
    store_close(store);
    return status == STATUS_OK && shown == 1 ? 0 : 2;
}

static void a_store_that_may_not_be_written_is_read(void **state)
{
    struct store_place place = place_of(state);
    struct store *store = place_open(&place);
    append_one(store, "house", 0, "c1", "{}");
    store_close(store);
    if (!place.postgres) {
        assert_int_equal(chmod(place_file(&place), 0444), 0);
        assert_int_equal(chmod(place.folder, 0555), 0);
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0)
            _exit(read_as_a_guest(&place));
        int code = 0;
        assert_int_equal(waitpid(child, &code, 0), child);
        assert_int_equal(chmod(place.folder, 0755), 0);
        if (WEXITSTATUS(code) != 0 && WEXITSTATUS(code) != 77)
            fail_msg("a guest's reading ends with %d", WEXITSTATUS(code));
    }
    place_remove(&place);
}

static void a_store_of_another_format_is_refused(void **state)
{
    struct store_place place = place_of(state);
    store_close(place_open(&place));
    place_sql(&place, "UPDATE store_format SET version = 3");
    struct store *store = NULL;
    struct fault fault;
    assert_int_equal(store_open(text_of(place.address), &(struct store_options){0}, &store, &fault),
                     STATUS_INVALID);
    assert_string_equal(fault.words,
                        "this store has format 3; this program reads format 2. A newer version of "
                        "cardroom made it; use that version");
    place_remove(&place);
}

static void a_store_is_its_owners_alone(void **state)
{
    const bool *postgres = *state;
    if (*postgres)
        return; /* its server owns the files */
    static const char *const endings[] = {"", "-wal", "-shm", "-house.writer"};
    struct store_place place = place_make(false, "store_mode");
    mode_t before = umask(0);
    struct store *store =
        place_open_with(&place, &(struct store_options){.mode = STORE_CREATE, .writer_of = "house"});
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        char path[512];
        struct stat found;
        (void)snprintf(path, sizeof path, "%s%s", place_file(&place), endings[i]);
        assert_int_equal(stat(path, &found), 0);
        assert_int_equal(found.st_mode & 0777, 0600);
    }
    (void)umask(before);
    store_close(store);
    place_remove(&place);
}

/* ----------------------------------------------------------------------------------------- one writer */

static const struct store_options house_writer = {.mode = STORE_CREATE, .writer_of = "house"};

static void a_second_writer_of_a_stream_is_refused(void **state)
{
    struct store_place place = place_of(state);
    struct store *first = place_open_with(&place, &house_writer), *second = NULL;
    struct fault fault;
    assert_int_equal(store_open(text_of(place.address), &house_writer, &second, &fault), STATUS_IO);
    assert_string_equal(fault.words, "another program is the writer of stream house; end it first");
    assert_null(second);
    /* It is the writers' affair: readers come and go, and shared streams stay open to all. */
    struct store_options reader = house_writer;
    reader.mode = STORE_READ_ONLY;
    store_close(place_open_with(&place, &reader));
    second = place_open(&place);
    assert_appended(append_one(first, "meter", 0, "", "{}"), 1);
    assert_appended(append_one(second, "meter", 1, "", "{}"), 2);
    store_close(second);
    store_close(first);
    store_close(place_open_with(&place, &house_writer));
    struct store_options bad = house_writer;
    bad.writer_of = "no name";
    assert_int_equal(store_open(text_of(place.address), &bad, &second, NULL), STATUS_INVALID);
    place_remove(&place);
}

static void writers_that_share_a_stream_are_refused_beside_one_that_does_not(void **state)
{
    struct store_place place = place_of(state);
    struct store_options sharing = house_writer;
    struct store *refused = NULL;
    sharing.shared = true;
    struct store *one = place_open_with(&place, &sharing), *other = place_open_with(&place, &sharing);
    assert_appended(append_one(one, "house", 0, "", "{}"), 1);
    assert_appended(append_one(other, "house", 1, "", "{}"), 2);
    store_close(one);
    assert_int_equal(store_open(text_of(place.address), &house_writer, &refused, NULL), STATUS_IO);
    store_close(other);
    one = place_open_with(&place, &house_writer);
    assert_int_equal(store_open(text_of(place.address), &sharing, &refused, NULL), STATUS_IO);
    store_close(one);
    place_remove(&place);
}

struct standby {
    const struct store_place *place;
    atomic_bool first_is_closing;
};

/* Waits for the first writer, and goes on from where it stopped. */
static void *stand_by(void *argument)
{
    struct standby *standby = argument;
    struct store_options options = house_writer;
    options.standby = true;
    struct store *store = NULL;
    CHECK(store_open(text_of(standby->place->address), &options, &store, NULL) == STATUS_OK);
    CHECK(atomic_load(&standby->first_is_closing));
    struct store_event event = {text_of("told"), text_of("c2"), text_of("{}")};
    struct store_batch batch = {
        .stream = text_of("house"), .expected = 1, .events = &event, .event_count = 1};
    struct store_receipt receipt;
    CHECK(store_append(store, &batch, &receipt, NULL) == STATUS_OK && receipt.outcome == STORE_APPENDED);
    store_close(store);
    return NULL;
}

static void a_standby_takes_over(void **state)
{
    struct store_place place = place_of(state);
    struct store *first = place_open_with(&place, &house_writer);
    append_one(first, "house", 0, "c1", "{}");
    struct standby standby = {.place = &place};
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, stand_by, &standby), 0);
    atomic_store(&standby.first_is_closing, true);
    store_close(first);
    pthread_join(thread, NULL);
    first = place_open_with(&place, &house_writer);
    assert_string_equal(read_all(first, "house"), "1 told c1 {};2 told c2 {};");
    store_close(first);
    place_remove(&place);
}

int main(int argc, char **argv)
{
    struct CMUnitTest tests[] = {
        cmocka_unit_test(a_store_that_must_be_there_is_not_made),
        cmocka_unit_test(a_store_is_its_owners_alone),
        cmocka_unit_test(a_store_for_reading_refuses_to_write),
        cmocka_unit_test(a_store_that_may_not_be_written_is_read),
        cmocka_unit_test(a_store_of_another_format_is_refused),
        cmocka_unit_test(a_second_writer_of_a_stream_is_refused),
        cmocka_unit_test(writers_that_share_a_stream_are_refused_beside_one_that_does_not),
        cmocka_unit_test(a_standby_takes_over),
    };
    return place_main(argc, argv, tests, sizeof tests / sizeof tests[0]);
}
