/* A snapshot that tells something else than the log is found out when the house is opened, and not used. */
#include "books/snapshot_signature.h"

#include "books/books_test.h"

enum { BYTES_MAX = 4 << 20 };

/* A house that has a key, and two snapshots. */
struct desk {
    struct store_place place;
    struct notary_files files;
};

static void make_key(const struct desk *desk)
{
    const struct notary_options options = {
        .store = text_of(desk->place.address), .files = desk->files, .house = text_of("Bay 101")};
    struct notary *notary = NULL;
    struct fault fault;
    bool made = false;
    if (notary_open(&options, &notary, &made, &fault) != STATUS_OK ||
        notary_sign(notary, NULL, &fault) != STATUS_OK)
        fail_msg("%s", fault.words);
    notary_close(notary);
}

static void save(struct books *books)
{
    struct fault fault;
    if (keeper_save(books->keeper, &fault) != STATUS_OK)
        fail_msg("%s", fault.words);
}

static void desk_begin(struct desk *desk, const char *test, bool key)
{
    struct books books;
    *desk = (struct desk){.place = place_make(false, test)};
    assert_true(notary_files_of(text_of(desk->place.address), NULL, &desk->files));
    books_open(&books, &desk->place);
    books_begin(&books);
    if (key)
        make_key(desk);
    save(&books);
    books_royal_flush(&books);
    save(&books);
    books_do(&books, "sit C4-1 seat 4 by dana");
    books_close(&books);
}

static void desk_end(const struct desk *desk)
{
    (void)unlink(desk->files.key);
    (void)unlink(desk->files.checkpoints);
    place_remove(&desk->place);
}

/* How a house was opened: how many events were applied, which snapshot was refused, and its state. */
struct opened {
    uint64_t applied, refused;
    char state[BYTES_MAX];
    size_t size;
};

static enum status count_event(void *context, const struct floor *floor, uint64_t sequence,
                               struct text command, const struct event *event, bool applied,
                               struct fault *fault)
{
    struct opened *opened = context;
    (void)floor, (void)sequence, (void)command, (void)event, (void)fault;
    opened->applied += applied;
    return STATUS_OK;
}

static void open_house(const struct desk *desk, const struct keeper_options *options, struct opened *opened)
{
    struct keeper *keeper = NULL;
    struct fault fault;
    struct arena arena;
    opened->applied = 0;
    if (keeper_open(text_of(desk->place.address), options, count_event, opened, &keeper, &fault) != STATUS_OK)
        fail_msg("%s", fault.words);
    arena_init(&arena, BYTES_MAX * 2);
    const struct text state = books_state(keeper, &arena);
    assert_true(state.length <= sizeof opened->state);
    memcpy(opened->state, state.bytes, state.length);
    opened->size = state.length;
    opened->refused = keeper_snapshot_refused(keeper);
    arena_release(&arena);
    keeper_close(keeper);
}

static void assert_opened(const struct desk *desk, const char *log_key, uint64_t applied, uint64_t refused)
{
    static struct opened opened, truth;
    const struct keeper_options options = {.mode = STORE_EXISTING, .log_key = log_key},
                                start = {.mode = STORE_READ_ONLY, .from_the_start = true};
    open_house(desk, &options, &opened);
    open_house(desk, &start, &truth);
    assert_int_equal(opened.applied, applied == 0 ? truth.applied : applied);
    assert_int_equal(opened.refused, refused);
    assert_int_equal(opened.size, truth.size);
    assert_memory_equal(opened.state, truth.state, truth.size); /* whatever the snapshots say */
}

static uint64_t last_snapshot(const struct desk *desk)
{
    return (uint64_t)place_sql(&desk->place, "SELECT max(sequence) FROM snapshot");
}

/* Somebody changes the bytes of the last snapshot, and computes the seal anew. `from` and `to` are of one length. */
static void tell_otherwise(const struct desk *desk, const char *from, const char *to)
{
    static char bytes[BYTES_MAX];
    struct store_hash at;
    sqlite3 *database;
    sqlite3_stmt *query;
    assert_int_equal(sqlite3_open(place_file(&desk->place), &database), SQLITE_OK);
    assert_int_equal(
        sqlite3_prepare_v2(database,
                           "SELECT snapshot.bytes, event.hash FROM snapshot JOIN event ON event.place = "
                           "(1 << 40) + snapshot.sequence ORDER BY snapshot.sequence DESC LIMIT 1",
                           -1, &query, NULL),
        SQLITE_OK);
    assert_int_equal(sqlite3_step(query), SQLITE_ROW);
    const size_t size = (size_t)sqlite3_column_bytes(query, 0);
    assert_true(size < sizeof bytes);
    memcpy(bytes, sqlite3_column_blob(query, 0), size);
    bytes[size] = '\0';
    memcpy(at.bytes, sqlite3_column_blob(query, 1), sizeof at.bytes);
    assert_int_equal(sqlite3_finalize(query), SQLITE_OK);
    char *found = strstr(bytes, from);
    assert_non_null(found);
    memcpy(found, to, strlen(to));
    const struct store_hash seal = chain_seal(&at, bytes, size);
    assert_int_equal(sqlite3_prepare_v2(database,
                                        "UPDATE snapshot SET bytes = ?1, seal = ?2 WHERE sequence = (SELECT "
                                        "max(sequence) FROM snapshot)",
                                        -1, &query, NULL),
                     SQLITE_OK);
    assert_int_equal(sqlite3_bind_blob64(query, 1, bytes, size, SQLITE_STATIC), SQLITE_OK);
    assert_int_equal(sqlite3_bind_blob(query, 2, seal.bytes, (int)sizeof seal.bytes, SQLITE_STATIC),
                     SQLITE_OK);
    assert_int_equal(sqlite3_step(query), SQLITE_DONE);
    assert_int_equal(sqlite3_finalize(query), SQLITE_OK);
    sqlite3_close(database);
}

/* ------------------------------------------------------------------------------------------ tests */

static void a_signed_snapshot_is_used(void **state)
{
    (void)state;
    struct desk desk;
    desk_begin(&desk, "snapshot_used", true);
    assert_opened(&desk, NULL, 1, 0); /* the event after it */
    assert_whole(&desk.place);
    desk_end(&desk);
}

static void one_that_tells_other_money_is_not_used(void **state)
{
    (void)state;
    static const char *const changes[][2] = {
        {"\"cents\":", "\"cenTs\":"},
        {"\"payment\",", "\"paymenT\","},
        {"\"born\":\"1980", "\"born\":\"1880"},
        {"{\"signed\":{\"line\":\"\xe2\x80\x94 bay", "{\"signed\":{\"line\":\"\xe2\x80\x94 boy"}};
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        struct desk desk;
        desk_begin(&desk, "snapshot_changed", true);
        const uint64_t last = last_snapshot(&desk),
                       first = (uint64_t)place_sql(&desk.place, "SELECT min(sequence) FROM snapshot");
        tell_otherwise(&desk, changes[i][0], changes[i][1]);
        assert_opened(&desk, NULL, last + 1 - first, last); /* from the one before it */
        place_sql(&desk.place, "DELETE FROM snapshot WHERE sequence = (SELECT min(sequence) FROM snapshot)");
        assert_opened(&desk, NULL, 0, last); /* from the start */
        desk_end(&desk);
    }
}

/* The same bytes, which are signed, for another event; and those of a house with another key. */
static void one_of_another_log_is_not_used(void **state)
{
    (void)state;
    struct desk desk;
    desk_begin(&desk, "snapshot_moved", true);
    const uint64_t last = last_snapshot(&desk);
    place_sql(&desk.place, "DELETE FROM snapshot WHERE sequence < (SELECT max(sequence) FROM snapshot)");
    place_sql(&desk.place, "UPDATE snapshot SET sequence = sequence + 1");
    tell_otherwise(&desk, "\"cents\":", "\"cents\":"); /* only the seal */
    assert_opened(&desk, NULL, 0, last + 1);
    place_sql(&desk.place, "UPDATE snapshot SET sequence = sequence - 1");
    tell_otherwise(&desk, "\"cents\":", "\"cents\":");
    assert_opened(&desk, NULL, 1, 0);
    (void)unlink(desk.files.key);
    (void)unlink(desk.files.checkpoints);
    make_key(&desk);
    assert_opened(&desk, NULL, 0, last);
    desk_end(&desk);
}

static void one_from_before_the_key_is_not_used(void **state)
{
    (void)state;
    struct desk desk;
    desk_begin(&desk, "snapshot_before", false);
    assert_opened(&desk, NULL, 1, 0); /* a house without a key has the seal alone */
    make_key(&desk);
    const uint64_t last = last_snapshot(&desk);
    assert_opened(&desk, NULL, 0, last);
    desk_end(&desk);
}

static void who_may_not_read_the_key_applies_the_events(void **state)
{
    (void)state;
    char elsewhere[300];
    struct desk desk;
    desk_begin(&desk, "snapshot_elsewhere", true);
    (void)snprintf(elsewhere, sizeof elsewhere, "%s/key-elsewhere", desk.place.folder);
    assert_int_equal(rename(desk.files.key, elsewhere), 0);
    assert_opened(&desk, NULL, 0, 0); /* it is not said to be wrong */
    assert_opened(&desk, elsewhere, 1, 0);
    (void)unlink(elsewhere);
    desk_end(&desk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_signed_snapshot_is_used),
        cmocka_unit_test(one_that_tells_other_money_is_not_used),
        cmocka_unit_test(one_of_another_log_is_not_used),
        cmocka_unit_test(one_from_before_the_key_is_not_used),
        cmocka_unit_test(who_may_not_read_the_key_applies_the_events),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
