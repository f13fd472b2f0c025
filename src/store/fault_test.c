/*
 * A store on a disk that fails (faulty_files_test.h).
 *
 * Each mishap is tried at every operation of a short life of a store. After each, the store is opened again on a good disk,
 * and must have every append that was acknowledged, once and whole, and of the others each wholly or not at all.
 */
#include "store/committer.h"
#include "store/faulty_life_test.h"
#include "store/whole_tree_test.h"

/* ----------------------------------------------------------------------------------- a life of a store */

static const struct store_column movement_columns[] = {{"cents", STORE_INTEGER}};
static const struct store_table movement_table[] = {{"movement", movement_columns, 1, 0}};
static const struct store_options options = {
    .mode = STORE_CREATE, .tables = movement_table, .table_count = 1};

enum { APPENDS = 10, EVENTS_A_BATCH = 3 };

/* One append of three events and a row, the second event too long for a page. */
static enum status append(struct store *store, unsigned number, struct store_receipt *receipt,
                          struct fault *fault)
{
    static char payload[6000];
    memset(payload, 'a' + (int)number, sizeof payload);
    char command[16];
    snprintf(command, sizeof command, "c%u", number);
    const struct store_event events[EVENTS_A_BATCH] = {{text_of("a"), text_of(command), text_of("{}")},
                                                       {text_of("b"), text_of(""), {payload, sizeof payload}},
                                                       {text_of("c"), text_of(""), text_of("[]")}};
    const struct store_value value = {.type = STORE_INTEGER, .integer = number};
    const struct store_row row = {0, 2, &value};
    const struct store_batch batch = {.stream = text_of("house"),
                                      .expected = STORE_ANYWHERE,
                                      .events = events,
                                      .event_count = EVENTS_A_BATCH,
                                      .rows = &row,
                                      .row_count = 1};
    return store_append(store, &batch, receipt, fault);
}

static bool acknowledged[APPENDS]; /* in this life */

static struct store_place begin(void)
{
    return place_make(false, "fault_test");
}

/* A store that fails goes on, as a shop would that tries again. */
static unsigned live(const struct store_place *place)
{
    unsigned failures = 0;
    memset(acknowledged, 0, sizeof acknowledged);
    for (unsigned i = 0; i < APPENDS; i++) {
        struct store *store = NULL;
        struct fault fault = {0};
        enum status status = store_open(text_of(place->address), &options, &store, &fault);
        for (; status == STATUS_OK && i < APPENDS; i++) {
            struct store_receipt receipt;
            status = append(store, i, &receipt, &fault);
            acknowledged[i] = status == STATUS_OK;
            /* Half of the time it is closed and opened again, which brings a checkpoint. */
            if (i % 4 == 3)
                break;
        }
        if (status != STATUS_OK) {
            failures++;
            assert_true(status == STATUS_IO || status == STATUS_NO_MEMORY);
            assert_true(fault.words[0] != '\0');
        }
        store_close(store);
    }
    return failures;
}

/* S1, S2 and S4, on a good disk. */
static void assert_recovered(const struct store_place *place)
{
    struct store *store = place_open_with(place, &options);
    struct store_damage damage = verified(store, "house");
    assert_int_equal(damage.kind, STORE_WHOLE);
    uint64_t sequence = damage.sequence;
    assert_int_equal(sequence % EVENTS_A_BATCH, 0);
    assert_int_equal(whole_tree(store).size, sequence);
    assert_int_equal(place_sql(place, "SELECT count(*) FROM movement"), sequence / EVENTS_A_BATCH);
    assert_int_equal(place_sql(place, "SELECT count(*) FROM event WHERE command IS NOT NULL"),
                     sequence / EVENTS_A_BATCH);
    uint64_t there = 0;
    for (unsigned i = 0; i < APPENDS; i++) {
        struct store_receipt receipt;
        assert_int_equal(append(store, i, &receipt, NULL), STATUS_OK);
        if (acknowledged[i])
            assert_int_equal(receipt.outcome, STORE_REPEATED);
        there += receipt.outcome == STORE_REPEATED;
    }
    assert_int_equal(there, sequence / EVENTS_A_BATCH);
    assert_int_equal(verified(store, "house").sequence, APPENDS * EVENTS_A_BATCH);
    assert_int_equal(place_sql(place, "SELECT count(*) FROM movement"), APPENDS);
    store_close(store);
}

static const struct faulty_life life = {begin, live, assert_recovered};

static void try_everywhere(enum mishap mishap, unsigned step)
{
    struct faulty_trials trials = try_disk(&life, mishap, step);
    assert_true(trials.tried > 20);
    /* A checkpoint that fails is tried again later, and nobody need know. */
    assert_true(trials.felt > trials.tried / 3);
}

static void a_life_without_mishap_loses_nothing(void **state)
{
    (void)state;
    struct store_place place = begin();
    disk_set(NONE, 0, 1);
    assert_int_equal(live(&place), 0);
    for (unsigned i = 0; i < APPENDS; i++)
        assert_true(acknowledged[i]);
    assert_recovered(&place);
    place_remove(&place);
}

static void a_write_that_fails_loses_nothing(void **state)
{
    (void)state;
    try_everywhere(WRITE_FAILS, faults_step(5));
}

static void a_write_cut_short_loses_nothing(void **state)
{
    (void)state;
    try_everywhere(WRITE_SHORT, faults_step(5));
}

static void a_full_disk_loses_nothing(void **state)
{
    (void)state;
    try_everywhere(DISK_FULL, faults_step(5));
}

static void a_sync_that_fails_loses_nothing(void **state)
{
    (void)state;
    try_everywhere(SYNC_FAILS, 1);
}

static void a_loss_of_power_loses_nothing(void **state)
{
    (void)state;
    try_everywhere(POWER_LOSS, faults_step(2));
}

static void a_disk_that_promises_little_loses_nothing(void **state)
{
    (void)state;
    disk.promises_little = true;
    try_everywhere(WRITE_FAILS, faults_step(11));
    try_everywhere(POWER_LOSS, faults_step(5));
    disk.promises_little = false;
}

/* ------------------------------------------------------------------------------------------- committer */

static void count_done(struct commit *commit)
{
    ++*(unsigned *)commit->context;
}

static void a_committer_stops_at_the_first_failure(void **state)
{
    (void)state;
    struct store_place place = begin();
    disk_set(NONE, 0, 1);
    struct store *store = place_open_with(&place, &options);
    append_one(store, "house", 0, "c0", "{}");
    disk.mishap = SYNC_FAILS;
    disk.at = disk.counted + 1;
    struct committer *committer = NULL;
    assert_int_equal(committer_start(store, 10, &committer, NULL), STATUS_OK);
    struct store_event event = {text_of("told"), text_of("c1"), text_of("{}")};
    struct store_batch batch = {
        .stream = text_of("house"), .expected = 1, .events = &event, .event_count = 1};
    struct store_receipt receipt;
    struct fault first, second;
    assert_int_equal(committer_append(committer, &batch, &receipt, &first), STATUS_IO);
    assert_non_null(strstr(first.words, "making events durable"));
    /* The disk would do again, but who decided ahead of it has to begin again. */
    disk.mishap = NONE;
    assert_int_equal(committer_append(committer, &batch, &receipt, &second), STATUS_IO);
    assert_string_equal(first.words, second.words);
    unsigned done = 0;
    struct commit commit = {.batch = batch, .done = count_done, .context = &done};
    assert_int_equal(committer_submit(committer, &commit), STATUS_OK);
    committer_stop(committer);
    assert_int_equal(done, 1);
    assert_int_equal(commit.status, STATUS_IO);
    assert_int_equal(head_of(store, "house").sequence, 1);
    assert_int_equal(append_batch(store, &batch).outcome, STORE_APPENDED);
    store_close(store);
    place_remove(&place);
}

/* ---------------------------------------------------------------------------------------------- memory */

static void memory_that_runs_out_anywhere_loses_nothing(void **state)
{
    (void)state;
    assert_true(try_memory_of_sqlite(&life, faults_step(61)).felt > 10);
}

int main(void)
{
    memory_install();
    disk_install();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_life_without_mishap_loses_nothing),
        cmocka_unit_test(a_write_that_fails_loses_nothing),
        cmocka_unit_test(a_write_cut_short_loses_nothing),
        cmocka_unit_test(a_full_disk_loses_nothing),
        cmocka_unit_test(a_sync_that_fails_loses_nothing),
        cmocka_unit_test(a_loss_of_power_loses_nothing),
        cmocka_unit_test(a_disk_that_promises_little_loses_nothing),
        cmocka_unit_test(a_committer_stops_at_the_first_failure),
        cmocka_unit_test(memory_that_runs_out_anywhere_loses_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
