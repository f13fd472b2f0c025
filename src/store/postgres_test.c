/*
 * PostgreSQL whose connections are lost: between two groups, and in the middle of one.
 *
 * A lost connection is one that the server ends. It is found by its name, which is that of the test's place.
 */
#include "store/place_test.h"

static struct store_place place_of(void **state)
{
    const bool *postgres = *state;
    return place_make(*postgres, "postgres_test");
}

/* A second address of the same place, whose connections can be told from others. */
static struct store_place named_place(const struct store_place *place)
{
    struct store_place named = *place;
    struct text_out out;
    text_out_init(&out, named.address, sizeof named.address);
    text_out_add(&out, "%s&application_name=%s", place->address, place->name);
    assert_false(out.truncated);
    return named;
}

/* Ends the connections that named_place() gave a name to; waits until the server has done it. */
static void cut(const struct store_place *place)
{
    char sql[256];
    snprintf(sql, sizeof sql,
             "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE application_name = '%s'",
             place->name);
    assert_int_equal(place_sql(place, sql), 0); /* "t", which is no number */
}

static const struct store_column movement_columns[] = {{"cents", STORE_INTEGER}};
static const struct store_table movement_table[] = {{"movement", movement_columns, 1, 0}};
static const struct store_options house_writer = {
    .mode = STORE_CREATE, .tables = movement_table, .table_count = 1, .writer_of = "house"};

static enum status append(struct store *store, uint64_t expected, const char *command,
                          struct store_receipt *receipt, struct fault *fault)
{
    const struct store_event event = {text_of("told"), text_of(command), text_of("{}")};
    const struct store_value value = {.type = STORE_INTEGER, .integer = 100};
    const struct store_row row = {0, 0, &value};
    const struct store_batch batch = {.stream = text_of("house"),
                                      .expected = expected,
                                      .events = &event,
                                      .event_count = 1,
                                      .rows = &row,
                                      .row_count = 1};
    return store_append(store, &batch, receipt, fault);
}

static enum status count_event(void *context, const struct store_record *record, struct fault *fault)
{
    (void)record;
    (void)fault;
    ++*(unsigned *)context;
    return STATUS_OK;
}

static enum status count_row(void *context, const struct store_found_row *row, struct fault *fault)
{
    (void)row;
    (void)fault;
    ++*(unsigned *)context;
    return STATUS_OK;
}

static void a_connection_lost_between_calls_is_made_anew(void **state)
{
    struct store_place place = place_of(state), named = named_place(&place);
    struct store *store = place_open_with(&named, &house_writer);
    struct store_receipt receipt;
    for (unsigned i = 0; i < 3; i++) {
        char command[8];
        snprintf(command, sizeof command, "c%u", i);
        assert_int_equal(append(store, i, command, &receipt, NULL), STATUS_OK);
        assert_int_equal(receipt.outcome, STORE_APPENDED);
        assert_int_equal(receipt.sequence, i + 1);
        cut(&place);
        assert_int_equal(append(store, i, command, &receipt, NULL), STATUS_OK);
        assert_int_equal(receipt.outcome, STORE_REPEATED);
        cut(&place);
    }
    assert_int_equal(head_of(store, "house").sequence, 3);
    cut(&place);
    unsigned events = 0, rows = 0;
    assert_int_equal(store_read(store, text_of("house"), 1, STORE_SEQUENCE_MAX, count_event, &events, NULL),
                     STATUS_OK);
    assert_int_equal(events, 3);
    cut(&place);
    assert_int_equal(
        store_each_row(store, text_of("house"), 0, 0, STORE_SEQUENCE_MAX, count_row, &rows, NULL), STATUS_OK);
    assert_int_equal(rows, 3);
    cut(&place);
    assert_int_equal(store_snapshot_save(store, text_of("house"), 3, text_of("s"), NULL), STATUS_OK);
    cut(&place);
    assert_int_equal(verified(store, "house").kind, STORE_WHOLE);
    /* The new connection is the writer again. */
    struct store *second = NULL;
    assert_int_equal(store_open(text_of(place.address), &house_writer, &second, NULL), STATUS_IO);
    store_close(store);
    place_remove(&place);
}

static void the_head_is_read_anew_after_a_loss(void **state)
{
    struct store_place place = place_of(state), named = named_place(&place);
    struct store *store = place_open(&named), *other = place_open(&place);
    append_one(store, "meter", 0, "", "{}");
    cut(&place);
    append_one(other, "meter", 1, "", "{}");
    struct store_receipt receipt = append_one(store, "meter", 1, "", "{}");
    assert_int_equal(receipt.outcome, STORE_CONFLICT);
    assert_int_equal(receipt.sequence, 2);
    store_close(other);
    store_close(store);
    place_remove(&place);
}

static void a_group_under_way_fails_clearly(void **state)
{
    struct store_place place = place_of(state), named = named_place(&place);
    struct store *store = place_open_with(&named, &house_writer);
    struct store_receipt receipt = {0};
    assert_int_equal(append(store, 0, "c0", &receipt, NULL), STATUS_OK);
    place_sql(&place, "CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS "
                      "'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END'");
    place_sql(&place, "CREATE TRIGGER dying AFTER INSERT ON movement EXECUTE FUNCTION die()");
    struct fault fault;
    assert_int_equal(append(store, 1, "c1", &receipt, &fault), STATUS_IO);
    assert_string_equal(fault.words, "the connection was lost while events were made durable; whether they "
                                     "are there shows when their commands are repeated");
    assert_int_equal(head_of(store, "house").sequence, 1);
    place_sql(&place, "DROP TRIGGER dying ON movement");
    assert_int_equal(append(store, 1, "c1", &receipt, NULL), STATUS_OK);
    assert_int_equal(receipt.outcome, STORE_APPENDED);
    assert_int_equal(verified(store, "house").sequence, 2);
    store_close(store);
    place_remove(&place);
}

static void who_was_replaced_meanwhile_is_refused(void **state)
{
    struct store_place place = place_of(state), named = named_place(&place);
    struct store *first = place_open_with(&named, &house_writer);
    struct store_receipt receipt;
    assert_int_equal(append(first, 0, "c0", &receipt, NULL), STATUS_OK);
    cut(&place);
    struct store *second = place_open_with(&place, &house_writer);
    assert_int_equal(append(second, 1, "c1", &receipt, NULL), STATUS_OK);
    struct fault fault;
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(append(first, 1, "c2", &receipt, &fault), STATUS_IO);
        assert_string_equal(fault.words, "another program is the writer of stream house; end it first");
        struct store_head head;
        assert_int_equal(store_head_of(first, text_of("house"), &head, &fault), STATUS_IO);
    }
    /* Once it is gone, which the server notices in its own time, the first may write again, and learns that it is late. */
    store_close(second);
    enum status status = STATUS_IO;
    for (unsigned tries = 0; tries < 10000 && status != STATUS_OK; tries++)
        status = append(first, 1, "c2", &receipt, NULL);
    assert_int_equal(status, STATUS_OK);
    assert_int_equal(receipt.outcome, STORE_CONFLICT);
    assert_int_equal(verified(first, "house").sequence, 2);
    store_close(first);
    place_remove(&place);
}

int main(int argc, char **argv)
{
    struct CMUnitTest tests[] = {
        cmocka_unit_test(a_connection_lost_between_calls_is_made_anew),
        cmocka_unit_test(the_head_is_read_anew_after_a_loss),
        cmocka_unit_test(a_group_under_way_fails_clearly),
        cmocka_unit_test(who_was_replaced_meanwhile_is_refused),
    };
    return place_main(argc, argv, tests, sizeof tests / sizeof tests[0]);
}
