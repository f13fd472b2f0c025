/* Report tables of another version than those of the program, and how they are made anew. */
#include "store/conformance_test.h"

/* Version 1, in which the key of a flag is not all of its row. */
static const struct store_column noted_columns[] = {{"name", STORE_TEXT}, {"note", STORE_TEXT}};
static const struct store_table first_tables[] = {
    {"movement", movement_columns, 3, 0}, {"meter", meter_columns, 4, 2}, {"flag", noted_columns, 2, 1}};

/* Version 2 of the tables has another column in `movement`, no `flag`, and a table `total`. */
static const struct store_column wider_columns[] = {
    {"account", STORE_TEXT}, {"cents", STORE_INTEGER}, {"table", STORE_TEXT}, {"payload", STORE_TEXT}};
static const struct store_column total_columns[] = {{"name", STORE_TEXT}, {"cents", STORE_INTEGER}};
static const struct store_table later_tables[] = {
    {"movement", wider_columns, 4, 0}, {"meter", meter_columns, 4, 2}, {"total", total_columns, 2, 1}};

static const struct store_view views[] = {
    {"flagged", "SELECT name FROM flag", "SELECT name FROM flag"},
};
static const struct store_view later_views[] = {
    {"totals", "SELECT name, cents FROM total", "SELECT name, cents FROM total"},
};

static const struct store_options first = {.mode = STORE_CREATE,
                                           .tables = first_tables,
                                           .table_count = 3,
                                           .views = views,
                                           .view_count = 1,
                                           .tables_version = 1};
static const struct store_options second = {.mode = STORE_CREATE,
                                            .tables = later_tables,
                                            .table_count = 3,
                                            .views = later_views,
                                            .view_count = 1,
                                            .tables_version = 2};

/* Two events by a program with the first version: a movement each, one meter, one flag. */
static void append_first(struct store *store, const char *stream)
{
    struct store_event events[2] = {{text_of("a"), text_of("c1"), text_of("1")},
                                    {text_of("b"), text_of(""), text_of("2")}};
    const struct store_value values[][4] = {{words("pool"), number(11), null},
                                            {words("box"), number(-5), words("C4-1")},
                                            {words("b"), number(2), number(7), null},
                                            {words("set"), null}};
    const struct store_row rows[] = {
        {0, 0, values[0]}, {0, 1, values[1]}, {1, 0, values[2]}, {2, 1, values[3]}};
    const struct store_batch batch = {.stream = text_of(stream),
                                      .expected = 0,
                                      .events = events,
                                      .event_count = 2,
                                      .rows = rows,
                                      .row_count = 4};
    append_batch(store, &batch);
}

/* A store with tables of the first version, closed. */
static struct store_place first_place(void **state)
{
    struct store_place place = place_of(state);
    struct store *store = place_open_with(&place, &first);
    append_first(store, "annex");
    append_first(store, "house");
    store_close(store);
    return place;
}

/* ------------------------------------------------------------------------------------------- filling */

struct filling {
    unsigned streams;
    char names[4][16];
    struct store_row rows[16];
    struct store_value values[16][4];
    char payloads[16][8];
    size_t count;
    uint64_t first; /* event that is read */
    bool fails;     /* after all rows are written */
};

static enum status name_stream(void *context, struct text stream, struct fault *fault)
{
    struct filling *filling = context;
    (void)fault;
    snprintf(filling->names[filling->streams++], sizeof filling->names[0], "%.*s", TEXT_ARGUMENTS(stream));
    return STATUS_OK;
}

/* A movement with the payload, and the total, for each event. */
static enum status rows_of(void *context, const struct store_record *record, struct fault *fault)
{
    struct filling *filling = context;
    (void)fault;
    unsigned event = (unsigned)(record->sequence - filling->first);
    for (unsigned table = 0; table <= 2; table += 2) {
        struct store_value *values = filling->values[filling->count];
        char *payload = filling->payloads[filling->count];
        snprintf(payload, sizeof filling->payloads[0], "%.*s", TEXT_ARGUMENTS(record->event.payload));
        values[0] = words("all");
        values[1] = number(100 * (int64_t)record->sequence);
        values[2] = null;
        values[3] = words(payload);
        filling->rows[filling->count++] = (struct store_row){table, event, values};
    }
    return STATUS_OK;
}

static enum status fill(void *context, struct store *store, struct fault *fault)
{
    struct filling *filling = context;
    enum status status = store_each_stream(store, name_stream, filling, fault);
    for (unsigned i = 0; i < filling->streams && status == STATUS_OK; i++) {
        struct store_head head;
        struct text stream = text_of(filling->names[i]);
        filling->count = 0;
        filling->first = 1;
        status = store_head_of(store, stream, &head, fault);
        if (status == STATUS_OK)
            status = store_read(store, stream, 1, head.sequence, rows_of, filling, fault);
        if (status == STATUS_OK)
            status = store_fill(store, stream, 1, head.sequence, filling->rows, filling->count, fault);
    }
    if (status == STATUS_OK && filling->fails)
        return fault_set(fault, STATUS_IO, 0, "the lights went out");
    return status;
}

static void rebuild(struct store *store)
{
    struct filling filling = {.count = 0};
    struct fault fault;
    if (store_rebuild(store, fill, &filling, &fault) != STATUS_OK)
        fail_msg("%s", fault.words);
}

static enum status ignore_row(void *context, const struct store_found_row *row, struct fault *fault)
{
    (void)context;
    (void)row;
    (void)fault;
    return STATUS_OK;
}

/* ------------------------------------------------------------------------------------------- versions */

static void tables_of_an_earlier_version_are_made_anew(void **state)
{
    struct store_place place = first_place(state);
    struct store *store = place_open_with(&place, &second);
    struct fault fault;
    unsigned found;
    assert_true(store_tables_differ(store, &found));
    assert_int_equal(found, 1);
    assert_string_equal(read_all(store, "house"), "1 a c1 1;2 b  2;");
    rebuild(store);
    assert_false(store_tables_differ(store, &found));
    assert_int_equal(place_sql(&place, "SELECT count(*) FROM movement WHERE payload = '2' AND cents = 200"),
                     2);
    assert_int_equal(place_sql(&place, "SELECT count(*) FROM movement"), 4);
    assert_int_equal(place_sql(&place, "SELECT count(*) FROM meter"), 0);
    assert_int_equal(place_sql(&place, "SELECT sum(cents) FROM totals"), 400);
    assert_int_equal(place_sql(&place, "SELECT count(*) FROM total WHERE sequence = 2"), 2);
    assert_int_equal(place_sql(&place, "SELECT count(*) FROM store_table WHERE name = 'flag'"), 0);
    assert_int_equal(place_sql(&place, "SELECT count(*) FROM store_view WHERE name = 'flagged'"), 0);
    /* The house goes on in the new tables, and the next one finds nothing to do. */
    struct store_event event = {text_of("a"), text_of("c2"), text_of("3")};
    const struct store_value values[] = {words("pool"), number(1), null, words("3")};
    const struct store_row row = {0, 0, values};
    append_batch(store, &(struct store_batch){.stream = text_of("house"),
                                              .expected = 2,
                                              .events = &event,
                                              .event_count = 1,
                                              .rows = &row,
                                              .row_count = 1});
    store_close(store);
    store = place_open_with(&place, &second);
    assert_false(store_tables_differ(store, &found));
    assert_int_equal(verified(store, "house").kind, STORE_WHOLE);
    assert_int_equal(place_sql(&place, "SELECT count(*) FROM movement"), 5);
    store_close(store);
    assert_int_equal(store_open(text_of(place.address), &first, &store, &fault), STATUS_INVALID);
    place_remove(&place);
}

static void until_then_rows_are_not_written_or_read(void **state)
{
    struct store_place place = first_place(state);
    static const char words_wanted[] =
        "the report tables of this store are of version 1, and this program makes version 2; "
        "'cardroom store rebuild' makes them anew from the events";
    struct store_options reading = second;
    struct fault fault;
    struct store *store = place_open_with(&place, &second);
    struct store_event event = {text_of("a"), text_of("c2"), text_of("3")};
    const struct store_batch batch = {
        .stream = text_of("house"), .expected = 2, .events = &event, .event_count = 1};
    assert_int_equal(try_append(store, &batch, &fault), STATUS_INVALID);
    assert_string_equal(fault.words, words_wanted);
    store_close(store);
    reading.mode = STORE_READ_ONLY;
    store = place_open_with(&place, &reading);
    assert_string_equal(read_all(store, "house"), "1 a c1 1;2 b  2;");
    assert_int_equal(
        store_each_row(store, text_of("house"), 0, 0, STORE_SEQUENCE_MAX, ignore_row, NULL, &fault),
        STATUS_INVALID);
    assert_string_equal(fault.words, words_wanted);
    assert_int_equal(store_rebuild(store, fill, NULL, &fault), STATUS_INVALID);
    store_close(store);
    /* Nothing was made, and the program of the first version goes on. */
    assert_int_equal(place_sql(&place, "SELECT count(*) FROM store_table WHERE name = 'total'"), 0);
    store = place_open_with(&place, &first);
    append_batch(store, &batch);
    store_close(store);
    place_remove(&place);
}

static void tables_of_a_later_version_are_refused_for_writing(void **state)
{
    struct store_place place = place_of(state);
    struct store *store = place_open_with(&place, &second);
    struct store_options options = first;
    struct fault fault;
    unsigned found;
    append_one(store, "house", 0, "c1", "1");
    store_close(store);
    for (unsigned i = 0; i < 3; i++) {
        options.mode = i == 0 ? STORE_CREATE : STORE_EXISTING;
        options.to_rebuild = i == 2;
        assert_int_equal(store_open(text_of(place.address), &options, &store, &fault), STATUS_INVALID);
        assert_string_equal(fault.words,
                            "the report tables of this store are of version 2, and this program makes "
                            "version 1: a newer version of cardroom made them. Use that version");
    }
    options = first;
    options.mode = STORE_READ_ONLY;
    store = place_open_with(&place, &options);
    assert_true(store_tables_differ(store, &found));
    assert_int_equal(found, 2);
    assert_string_equal(read_all(store, "house"), "1 told c1 1;");
    assert_int_equal(
        store_each_row(store, text_of("house"), 0, 0, STORE_SEQUENCE_MAX, ignore_row, NULL, &fault),
        STATUS_INVALID);
    assert_string_equal(fault.words,
                        "the report tables of this store are of version 2, and this program makes version 1; "
                        "a newer version of cardroom made them. Use that version");
    store_close(store);
    place_remove(&place);
}

/* As every program made them before versions were numbered. */
static void tables_without_a_version_are_earlier(void **state)
{
    struct store_place place = place_of(state);
    struct store_options options = first;
    unsigned found;
    options.tables_version = 0;
    struct store *store = place_open_with(&place, &options);
    append_first(store, "house");
    assert_false(store_tables_differ(store, &found));
    store_close(store);
    store = place_open_with(&place, &first);
    assert_true(store_tables_differ(store, &found));
    assert_int_equal(found, 0);
    store_close(store);
    place_remove(&place);
}

static void a_program_without_tables_does_not_ask_for_their_version(void **state)
{
    struct store_place place = first_place(state);
    unsigned found;
    struct store *store = place_open(&place);
    assert_false(store_tables_differ(store, &found));
    append_one(store, "door", 0, "d1", "{}");
    store_close(store);
    /* It may also be the one that makes the store. */
    struct store_place other = place_make(place.postgres, "store_tables_other");
    store_close(place_open(&other));
    store = place_open_with(&other, &second);
    assert_false(store_tables_differ(store, &found));
    store_close(store);
    place_remove(&other);
    place_remove(&place);
}

/* ------------------------------------------------------------------------------------------- by hand */

/* The tables may be those of the program, or declared by another hand, or gone. */
static void tables_can_be_made_anew_at_any_time(void **state)
{
    static const char *const damage[] = {
        "SELECT 1", "UPDATE store_table SET columns = 'mine' WHERE name = 'movement'", "DROP TABLE total",
        "DELETE FROM store_table WHERE name <> 'store_table'", "DELETE FROM movement"};
    for (size_t i = 0; i < sizeof damage / sizeof damage[0]; i++) {
        struct store_place place = first_place(state);
        struct store *store = place_open_with(&place, &second);
        struct store_options options = second;
        unsigned found;
        rebuild(store);
        rebuild(store);
        store_close(store);
        if (i != 2)
            place_sql(&place, damage[i]);
        else
            place_sql(&place, place.postgres ? "DROP TABLE total CASCADE" : damage[i]);
        options.to_rebuild = true;
        store = place_open_with(&place, &options);
        assert_true(store_tables_differ(store, &found));
        rebuild(store);
        store_close(store);
        store = place_open_with(&place, &second);
        assert_false(store_tables_differ(store, &found));
        assert_int_equal(place_sql(&place, "SELECT count(*) FROM movement"), 4);
        assert_int_equal(place_sql(&place, "SELECT sum(cents) FROM totals"), 400);
        store_close(store);
        place_remove(&place);
    }
}

static void a_failure_leaves_the_tables_as_they_were(void **state)
{
    struct store_place place = first_place(state);
    struct filling filling = {.fails = true};
    struct fault fault;
    unsigned found;
    struct store *store = place_open_with(&place, &second);
    assert_int_equal(store_rebuild(store, fill, &filling, &fault), STATUS_IO);
    assert_string_equal(fault.words, "the lights went out");
    assert_true(store_tables_differ(store, &found));
    assert_int_equal(found, 1);
    assert_int_equal(place_sql(&place, "SELECT count(*) FROM movement"), 4);
    assert_int_equal(place_sql(&place, "SELECT count(*) FROM flag"), 2);
    assert_int_equal(place_sql(&place, "SELECT count(*) FROM flagged"), 2);
    assert_int_equal(place_sql(&place, "SELECT count(*) FROM store_table WHERE name = 'flag'"), 1);
    /* It can be tried again at once. */
    rebuild(store);
    assert_int_equal(place_sql(&place, "SELECT sum(cents) FROM totals"), 400);
    store_close(store);
    place_remove(&place);
}

/* A name that another hand declared becomes part of a statement. */
static void a_declaration_cannot_have_the_log_dropped(void **state)
{
    static const char *const names[] = {"event",    "stream",
                                        "snapshot", "x\"; DROP TABLE event; --",
                                        "Meter",    "123456789012345678901234567890123456789"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct store_place place = first_place(state);
        struct filling filling = {.count = 0};
        struct fault fault;
        char sql[128];
        snprintf(sql, sizeof sql, "INSERT INTO %s VALUES ('%s', 'x')", i % 2 ? "store_view" : "store_table",
                 names[i]);
        place_sql(&place, sql);
        struct store *store = place_open_with(&place, &second);
        assert_int_equal(store_rebuild(store, fill, &filling, &fault), STATUS_DAMAGED);
        assert_string_equal(fault.words,
                            "the store declares tables or views that no program declares, so it is damaged; "
                            "'cardroom audit' says more");
        assert_int_equal(verified(store, "house").kind, STORE_WHOLE);
        assert_int_equal(place_sql(&place, "SELECT count(*) FROM movement"), 4);
        store_close(store);
        place_remove(&place);
    }
}

static void rows_of_a_stream_that_is_not_there_are_refused(void **state)
{
    struct store_place place = first_place(state);
    struct store *store = place_open_with(&place, &second);
    struct filling filling = {.streams = 1, .names = {"nowhere"}};
    struct fault fault;
    assert_int_equal(store_rebuild(store, fill, &filling, &fault), STATUS_INVALID);
    assert_string_equal(fault.words, "there is no stream nowhere");
    assert_int_equal(place_sql(&place, "SELECT count(*) FROM flag"), 2);
    store_close(store);
    place_remove(&place);
}

/* ------------------------------------------------------------------------------------------- inspection */

struct told {
    unsigned count;
    char words[512];
};

static void tell(void *context, const char *words)
{
    struct told *told = context;
    told->count++;
    snprintf(told->words, sizeof told->words, "%s", words);
}

static void an_inspection_leaves_tables_of_another_version_out(void **state)
{
    struct store_place place = first_place(state);
    struct store_options options = second;
    struct told told = {0};
    options.mode = STORE_READ_ONLY;
    options.to_inspect = true;
    struct store *store = place_open_with(&place, &options);
    assert_int_equal(store_inspect(store, tell, &told, NULL), STATUS_OK);
    assert_string_equal(told.words, "");
    store_close(store);
    /* What is no report table is looked at all the same. */
    place_sql(&place, "CREATE TABLE mine (a BIGINT)");
    store = place_open_with(&place, &options);
    assert_int_equal(store_inspect(store, tell, &told, NULL), STATUS_OK);
    assert_int_equal(told.count, 1);
    assert_string_equal(told.words, "table mine is none of the store's");
    store_close(store);
    place_remove(&place);
}

static void a_version_that_is_no_number_is_damage(void **state)
{
    static const char *const words_for[] = {"", "-1", "one", "1 ", "10000000000"};
    for (size_t i = 0; i < sizeof words_for / sizeof words_for[0]; i++) {
        struct store_place place = first_place(state);
        struct store_options options = first;
        struct store *store = NULL;
        struct told told = {0};
        struct fault fault;
        char sql[128];
        snprintf(sql, sizeof sql, "UPDATE store_table SET columns = '%s' WHERE name = 'store_table'",
                 words_for[i]);
        place_sql(&place, sql);
        assert_int_equal(store_open(text_of(place.address), &first, &store, &fault), STATUS_INVALID);
        assert_string_equal(fault.words,
                            "the version of the report tables is no number, so the store is damaged; "
                            "'cardroom audit' says more");
        options.mode = STORE_READ_ONLY;
        options.to_inspect = true;
        store = place_open_with(&place, &options);
        assert_int_equal(store_inspect(store, tell, &told, NULL), STATUS_OK);
        assert_int_equal(told.count, 1);
        assert_non_null(
            strstr(told.words, "the declaration of table store_table is not as the program made it"));
        store_close(store);
        place_remove(&place);
    }
}

int main(int argc, char **argv)
{
    struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_of_an_earlier_version_are_made_anew),
        cmocka_unit_test(until_then_rows_are_not_written_or_read),
        cmocka_unit_test(tables_of_a_later_version_are_refused_for_writing),
        cmocka_unit_test(tables_without_a_version_are_earlier),
        cmocka_unit_test(a_program_without_tables_does_not_ask_for_their_version),
        cmocka_unit_test(tables_can_be_made_anew_at_any_time),
        cmocka_unit_test(a_failure_leaves_the_tables_as_they_were),
        cmocka_unit_test(a_declaration_cannot_have_the_log_dropped),
        cmocka_unit_test(rows_of_a_stream_that_is_not_there_are_refused),
        cmocka_unit_test(an_inspection_leaves_tables_of_another_version_out),
        cmocka_unit_test(a_version_that_is_no_number_is_damage),
    };
    return place_main(argc, argv, tests, sizeof tests / sizeof tests[0]);
}
