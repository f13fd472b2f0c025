/* The conformance suite: tables for reports, their rows, and views. */
#include "store/conformance_test.h"

/* ------------------------------------------------------------------------------------ report tables */

static void rows_are_written_with_their_events(void **state)
{
    struct store_place place = place_of(state);
    struct store *store = place_open_with(&place, &with_tables);
    append_one(store, "annex", 0, "", "{}");
    append_one(store, "house", 0, "", "{}");
    struct store_event events[] = {{text_of("a"), text_of("c1"), text_of("1")},
                                   {text_of("b"), text_of(""), text_of("2")}};
    const struct store_value values[][4] = {{words("it's \"box\""), number(INT64_MIN), words("")},
                                            {words("reserve {\\}"), number(INT64_MAX), null},
                                            {words("bonus"), number(1), number(500), null},
                                            {words("bonus"), number(2), number(7), words("x")},
                                            {words("bonus"), number(1), number(600), words("y")},
                                            {words("on")},
                                            {words("on")}};
    const struct store_row rows[] = {{0, 0, values[0]}, {0, 1, values[1]}, {1, 0, values[2]},
                                     {1, 0, values[3]}, {1, 1, values[4]}, {2, 0, values[5]},
                                     {2, 1, values[6]}};
    struct store_batch batch = {.stream = text_of("house"),
                                .expected = 1,
                                .events = events,
                                .event_count = 2,
                                .rows = rows,
                                .row_count = 7};
    assert_appended(append_batch(store, &batch), 3);
    static const char *const truths[] = {
        "SELECT count(*) FROM movement JOIN stream ON id = stream WHERE name = 'house'",
        "SELECT 2 FROM movement WHERE sequence = 2 AND account = 'it''s \"box\"' AND cents < 0 AND \"table\" "
        "= ''",
        "SELECT 2 FROM movement WHERE sequence = 3 AND account = 'reserve {\\}' AND cents > 0 AND \"table\" "
        "IS NULL",
        "SELECT 2 FROM movement WHERE cents = 9223372036854775807",
        "SELECT count(*) FROM meter",
        "SELECT 2 FROM meter WHERE pool = 1 AND cents = 600 AND note = 'y' AND sequence = 3",
        "SELECT 2 FROM meter WHERE pool = 2 AND cents = 7 AND note = 'x' AND sequence = 2",
        "SELECT 2 FROM flag WHERE sequence = 3"};
    for (unsigned i = 0; i < sizeof truths / sizeof truths[0]; i++)
        if (place_sql(&place, truths[i]) != 2)
            fail_msg("%s", truths[i]);
    /* Neither a repetition nor a conflict writes its rows; another stream has its own. */
    assert_int_equal(append_batch(store, &batch).outcome, STORE_REPEATED);
    events[0].command = text_of("c2");
    assert_int_equal(append_batch(store, &batch).outcome, STORE_CONFLICT);
    assert_int_equal(place_sql(&place, "SELECT count(*) FROM movement"), 2);
    batch.stream = text_of("annex");
    assert_appended(append_batch(store, &batch), 3);
    assert_int_equal(place_sql(&place, "SELECT count(*) FROM movement"), 4);
    assert_int_equal(place_sql(&place, "SELECT count(*) FROM meter"), 4);
    store_close(store);
    place_remove(&place);
}

/* Counts what is done to the table of meters, from now on. */
static void count_upserts(const struct store_place *place)
{
    place_sql(place, "CREATE TABLE done (id BIGINT)");
    if (place->postgres) {
        place_sql(place, "CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS "
                         "'BEGIN INSERT INTO done VALUES (1); RETURN NULL; END'");
        place_sql(place, "CREATE TRIGGER noted AFTER INSERT OR UPDATE ON meter FOR EACH ROW "
                         "EXECUTE FUNCTION note()");
        return;
    }
    place_sql(place, "CREATE TRIGGER added AFTER INSERT ON meter BEGIN INSERT INTO done VALUES (1); END");
    place_sql(place, "CREATE TRIGGER changed AFTER UPDATE ON meter BEGIN INSERT INTO done VALUES (1); END");
}

static void of_rows_about_one_thing_a_group_writes_the_last(void **state)
{
    struct store_place place = place_of(state);
    struct store *store = place_open_with(&place, &with_tables);
    count_upserts(&place);
    enum { BATCHES = 1000 };
    struct store_event events[2] = {{text_of("a"), text_of(""), text_of("1")},
                                    {text_of("b"), text_of(""), text_of("2")}};
    static struct store_value values[BATCHES][3][4];
    static struct store_row rows[BATCHES][3];
    static struct store_batch batches[BATCHES];
    static struct store_entry entries[BATCHES];
    for (unsigned i = 0; i < BATCHES; i++) {
        /* Every round moves the meter twice; one in ten another pool, and one in ten comes from another house. */
        for (unsigned j = 0; j < 3; j++) {
            struct store_value *value = values[i][j];
            value[0] = words("bonus");
            value[1] = number(j == 2 && i % 10 == 0 ? 2 : 1);
            value[2] = number(10 * (int64_t)i + j);
            value[3] = j == 0 ? words("first") : null;
            rows[i][j] = (struct store_row){1, j > 0, value};
        }
        batches[i] = (struct store_batch){.stream = text_of(i % 10 == 9 ? "annex" : "house"),
                                          .expected = STORE_ANYWHERE,
                                          .events = events,
                                          .event_count = 2,
                                          .rows = rows[i],
                                          .row_count = 3};
        entries[i] = (struct store_entry){.batch = &batches[i]};
    }
    assert_int_equal(store_append_group(store, entries, BATCHES, NULL), STATUS_OK);
    assert_int_equal(place_sql(&place, "SELECT count(*) FROM done"), 3);
    static const char *const truths[] = {
        "SELECT 1 FROM meter JOIN stream ON id = stream WHERE name = 'house' AND pool = 1 AND cents = 9982 "
        "AND note IS NULL AND meter.sequence = stream.sequence AND stream.sequence = 1800",
        "SELECT 1 FROM meter JOIN stream ON id = stream WHERE name = 'house' AND pool = 2 AND cents = 9902 "
        "AND meter.sequence = 1784",
        "SELECT 1 FROM meter JOIN stream ON id = stream WHERE name = 'annex' AND pool = 1 AND cents = 9992 "
        "AND meter.sequence = 200"};
    for (unsigned i = 0; i < sizeof truths / sizeof truths[0]; i++)
        if (place_sql(&place, truths[i]) != 1)
            fail_msg("%s", truths[i]);
    /* A batch that is not written takes no row of another's place. */
    batches[1].expected = 7;
    entries[0].batch = &batches[0];
    assert_int_equal(store_append_group(store, entries, 2, NULL), STATUS_OK);
    assert_int_equal(entries[1].receipt.outcome, STORE_CONFLICT);
    assert_int_equal(place_sql(&place, "SELECT cents FROM meter JOIN stream ON id = stream "
                                       "WHERE name = 'house' AND pool = 1"),
                     1);
    assert_int_equal(place_sql(&place, "SELECT count(*) FROM done"), 5);
    store_close(store);
    place_remove(&place);
}

static void rows_without_a_key_are_numbered_for_each_event(void **state)
{
    struct store_place place = place_of(state);
    struct store *store = place_open_with(&place, &with_tables);
    struct store_event events[2] = {{text_of("a"), text_of(""), text_of("1")},
                                    {text_of("b"), text_of(""), text_of("2")}};
    const struct store_value value[] = {words("box"), number(1), null}, flag[] = {words("on")};
    struct store_row rows[] = {{0, 0, value}, {0, 0, value}, {2, 1, flag}, {0, 1, value}};
    struct store_batch batch = {.stream = text_of("house"),
                                .expected = STORE_ANYWHERE,
                                .events = events,
                                .event_count = 2,
                                .rows = rows,
                                .row_count = 4};
    append_batch(store, &batch);
    append_batch(store, &batch);
    assert_int_equal(place_sql(&place, "SELECT sum(sequence * 10 + ordinal) FROM movement"),
                     11 + 12 + 21 + 31 + 32 + 41);
    /* In each table they stand in the order of their events. */
    rows[0].event = 1;
    struct fault fault;
    assert_int_equal(try_append(store, &batch, &fault), STATUS_INVALID);
    assert_string_equal(fault.words,
                        "a row of table movement that came from event 1 stands behind one of event 2");
    store_close(store);
    place_remove(&place);
}

static void rows_that_do_not_fit_are_refused(void **state)
{
    struct store_place place = place_of(state);
    struct store *store = place_open_with(&place, &with_tables);
    char *big = malloc(STORE_VALUE_MAX + 1);
    assert_non_null(big);
    memset(big, 'x', STORE_VALUE_MAX + 1);
    const struct store_value large = {.type = STORE_TEXT, .text = {big, STORE_VALUE_MAX}},
                             larger = {.type = STORE_TEXT, .text = {big, STORE_VALUE_MAX + 1}},
                             zero = {.type = STORE_TEXT, .text = {"\0", 1}};
    const struct {
        unsigned table, event;
        struct store_value values[4];
        enum status status;
    } cases[] = {{0, 0, {words("a"), number(1), words("b")}, STATUS_OK},
                 {0, 0, {null, null, null}, STATUS_OK},
                 {0, 0, {large, number(1), null}, STATUS_OK},
                 {0, 0, {larger, number(1), null}, STATUS_RANGE},
                 {0, 0, {zero, number(1), null}, STATUS_INVALID},
                 {0, 0, {number(1), number(1), null}, STATUS_INVALID},
                 {0, 0, {words("a"), words("1"), null}, STATUS_INVALID},
                 {1, 0, {words("a"), null, number(1), null}, STATUS_INVALID},
                 {1, 0, {null, number(1), number(1), null}, STATUS_INVALID},
                 {0, 1, {words("a"), number(1), words("b")}, STATUS_RANGE},
                 {3, 0, {words("a")}, STATUS_RANGE}};
    uint64_t sequence = 0;
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct store_event event = {text_of("a"), text_of(""), text_of("{}")};
        struct store_row row = {cases[i].table, cases[i].event, cases[i].values};
        struct store_batch batch = {.stream = text_of("house"),
                                    .expected = sequence,
                                    .events = &event,
                                    .event_count = 1,
                                    .rows = &row,
                                    .row_count = 1};
        assert_int_equal(try_append(store, &batch, NULL), cases[i].status);
        sequence += cases[i].status == STATUS_OK;
        assert_int_equal(head_of(store, "house").sequence, sequence);
    }
    assert_int_equal(place_sql(&place, "SELECT count(*) FROM movement"), sequence);
    free(big);
    store_close(store);
    place_remove(&place);
}

static void a_table_declared_otherwise_is_refused(void **state)
{
    struct store_place place = place_of(state);
    store_close(place_open_with(&place, &with_tables));
    /* The same again, fewer, and one more are fine. */
    store_close(place_open_with(&place, &with_tables));
    store_close(place_open(&place));
    static const struct store_table more[] = {{"movement", movement_columns, 3, 0},
                                              {"extra", flag_columns, 1, 0}};
    const struct store_options fewer = {.mode = STORE_EXISTING, .tables = more, .table_count = 2};
    store_close(place_open_with(&place, &fewer));
    static const struct store_table others[] = {{"movement", movement_columns, 2, 0},
                                                {"movement", movement_columns, 3, 1},
                                                {"movement", meter_columns, 3, 0}};
    for (unsigned i = 0; i < 3; i++) {
        struct store *store = NULL;
        struct fault fault;
        struct store_options options = {.mode = STORE_CREATE, .tables = &others[i], .table_count = 1};
        assert_int_equal(store_open(text_of(place.address), &options, &store, &fault), STATUS_INVALID);
        options.mode = STORE_READ_ONLY;
        assert_int_equal(store_open(text_of(place.address), &options, &store, &fault), STATUS_INVALID);
        assert_non_null(strstr(fault.words, "table movement was declared otherwise"));
        assert_null(store);
    }
    place_remove(&place);
}

/* What was found, as one text: "sequence value value;", a text in quotes. */
static enum status show_row(void *context, const struct store_found_row *row, struct fault *fault)
{
    struct reading *reading = context;
    text_out_add(&reading->out, "%llu", (unsigned long long)row->sequence);
    for (unsigned i = 0; i < 3; i++) {
        const struct store_value *value = &row->values[i];
        if (value->type == STORE_INTEGER)
            text_out_add(&reading->out, " %lld", (long long)value->integer);
        else if (value->type == STORE_TEXT)
            text_out_add(&reading->out, " '%.*s'", TEXT_ARGUMENTS(value->text));
        else
            text_out_add(&reading->out, " -");
    }
    text_out_add(&reading->out, ";");
    if (reading->stop_after > 0 && --reading->stop_after == 0)
        return fault_set(fault, STATUS_RANGE, 0, "enough");
    return STATUS_OK;
}

static const char *rows_range(struct store *store, const char *stream, unsigned table, uint64_t from,
                              uint64_t to)
{
    static struct reading reading;
    reading.stop_after = 0;
    text_out_init(&reading.out, reading.text, sizeof reading.text);
    struct fault fault;
    if (store_each_row(store, text_of(stream), table, from, to, show_row, &reading, &fault) != STATUS_OK)
        fail_msg("%s", fault.words);
    return reading.text;
}

static const char *rows_all(struct store *store, const char *stream, unsigned table)
{
    return rows_range(store, stream, table, 0, STORE_SEQUENCE_MAX);
}

/* Events 1 to 4 of the stream, with the rows that they bring. */
static void append_rows(struct store *store, const char *stream)
{
    struct store_event events[2] = {{text_of("a"), text_of(""), text_of("1")},
                                    {text_of("b"), text_of(""), text_of("2")}};
    const struct store_value values[][4] = {{words("pool"), number(11), null},
                                            {words("box"), number(-5), words("")},
                                            {words("box"), null, words("C4-1")},
                                            {words("b"), number(2), number(7), null},
                                            {words("a"), number(10), number(8), words("x")},
                                            {words("B"), number(2), number(9), null},
                                            {words("a"), number(-9), number(8), null},
                                            {words("ä"), number(0), number(1), null}};
    const struct store_row rows[] = {{0, 0, values[0]}, {0, 0, values[1]}, {0, 1, values[2]},
                                     {1, 0, values[3]}, {1, 0, values[4]}, {1, 0, values[5]},
                                     {1, 1, values[6]}, {1, 1, values[7]}};
    const struct store_batch batch = {.stream = text_of(stream),
                                      .expected = STORE_ANYWHERE,
                                      .events = events,
                                      .event_count = 2,
                                      .rows = rows,
                                      .row_count = 8};
    append_batch(store, &batch);
    append_batch(store, &batch);
}

static void rows_are_read_back_in_order(void **state)
{
    struct store_place place = place_of(state);
    struct store *store = place_open_with(&place, &with_tables);
    assert_string_equal(rows_all(store, "house", 0), "");
    append_rows(store, "house");
    append_rows(store, "annex");
    struct store_options reading = with_tables;
    reading.mode = STORE_READ_ONLY;
    struct store *reader = place_open_with(&place, &reading);
    assert_string_equal(rows_all(reader, "house", 0), "1 'pool' 11 -;1 'box' -5 '';2 'box' - 'C4-1';"
                                                      "3 'pool' 11 -;3 'box' -5 '';4 'box' - 'C4-1';");
    assert_string_equal(rows_all(reader, "house", 1), "3 'B' 2 9;4 'a' -9 8;3 'a' 10 8;3 'b' 2 7;4 'ä' 0 1;");
    assert_string_equal(rows_all(reader, "annex", 1), rows_all(reader, "house", 1));
    assert_string_equal(rows_range(reader, "house", 0, 2, 3),
                        "2 'box' - 'C4-1';3 'pool' 11 -;3 'box' -5 '';");
    assert_string_equal(rows_range(reader, "house", 1, 4, 4), "4 'a' -9 8;4 'ä' 0 1;");
    assert_string_equal(rows_range(reader, "house", 0, 5, 9), "");
    assert_string_equal(rows_range(reader, "house", 0, 3, 2), "");
    assert_string_equal(rows_all(reader, "elsewhere", 0), "");
    assert_int_equal(
        store_each_row(reader, text_of("house"), 0, 1, STORE_SEQUENCE_MAX + 1, show_row, NULL, NULL),
        STATUS_RANGE);
    struct reading some = {.stop_after = 2};
    struct fault fault;
    text_out_init(&some.out, some.text, sizeof some.text);
    assert_int_equal(store_each_row(reader, text_of("house"), 0, 0, 9, show_row, &some, &fault),
                     STATUS_RANGE);
    assert_string_equal(fault.words, "enough");
    assert_string_equal(some.text, "1 'pool' 11 -;1 'box' -5 '';");
    store_close(reader);
    store_close(store);
    place_remove(&place);
}

static void what_is_held_is_of_one_moment(void **state)
{
    struct store_place place = place_of(state);
    struct store_options reading = with_tables;
    struct fault fault;
    struct store *store = place_open_with(&place, &with_tables);
    append_rows(store, "house");
    reading.mode = STORE_READ_ONLY;
    struct store *reader = place_open_with(&place, &reading);
    (void)place_sql(&place, "DROP TABLE flag");
    assert_int_equal(store_hold(reader, &fault), STATUS_OK);
    assert_int_equal(verified(reader, "house").sequence, 4);
    append_rows(store, "house");
    assert_int_equal(verified(store, "house").sequence, 8);
    /* A question that fails is no end of the hold. */
    assert_int_equal(
        store_each_row(reader, text_of("house"), 2, 0, STORE_SEQUENCE_MAX, show_row, NULL, &fault),
        STATUS_DAMAGED);
    assert_int_equal(verified(reader, "house").sequence, 4);
    assert_string_equal(rows_all(reader, "house", 1), "3 'B' 2 9;4 'a' -9 8;3 'a' 10 8;3 'b' 2 7;4 'ä' 0 1;");
    assert_string_equal(rows_range(reader, "house", 0, 4, 8), "4 'box' - 'C4-1';");
    store_release(reader);
    assert_int_equal(verified(reader, "house").sequence, 8);
    assert_string_equal(rows_all(reader, "house", 1), "7 'B' 2 9;8 'a' -9 8;7 'a' 10 8;7 'b' 2 7;8 'ä' 0 1;");
    store_close(reader);
    store_close(store);
    place_remove(&place);
}

static void rows_that_another_hand_wrote_are_shown(void **state)
{
    struct store_place place = place_of(state);
    struct store *store = place_open_with(&place, &with_tables);
    append_rows(store, "house");
    assert_string_equal(rows_all(store, "", 0), "");
    place_sql(&place, "INSERT INTO movement VALUES (77, 1, 1, 'mine', 5, NULL)");
    place_sql(&place, "INSERT INTO movement SELECT id, 9, 1, 'mine', 6, NULL FROM stream");
    place_sql(&place, "UPDATE meter SET pool = 3 WHERE pool = -9");
    assert_string_equal(rows_all(store, "", 0), "1 'mine' 5 -;");
    assert_string_equal(rows_range(store, "house", 0, 4, STORE_SEQUENCE_MAX),
                        "4 'box' - 'C4-1';9 'mine' 6 -;");
    assert_string_equal(rows_range(store, "house", 1, 4, 4), "4 'a' 3 8;4 'ä' 0 1;");
    store_close(store);
    place_remove(&place);
}

static enum status count_row(void *context, const struct store_found_row *row, struct fault *fault)
{
    (void)fault;
    assert_int_equal(row->values[1].integer, (*(int64_t *)context)++);
    return STATUS_OK;
}

static void a_long_table_is_read_to_its_end(void **state)
{
    struct store_place place = place_of(state);
    struct store *store = place_open_with(&place, &with_tables);
    enum { ROWS = 2500 }; /* more than an engine may fetch at a time */
    struct store_event event = {text_of("a"), text_of(""), text_of("1")};
    static struct store_value values[ROWS][3];
    static struct store_row rows[ROWS];
    for (unsigned i = 0; i < ROWS; i++) {
        values[i][0] = words("box");
        values[i][1] = number(i);
        values[i][2] = null;
        rows[i] = (struct store_row){0, 0, values[i]};
    }
    const struct store_batch batch = {
        .stream = text_of("house"), .events = &event, .event_count = 1, .rows = rows, .row_count = ROWS};
    append_batch(store, &batch);
    int64_t count = 0;
    assert_int_equal(
        store_each_row(store, text_of("house"), 0, 0, STORE_SEQUENCE_MAX, count_row, &count, NULL),
        STATUS_OK);
    assert_int_equal(count, ROWS);
    store_close(store);
    place_remove(&place);
}

/* --------------------------------------------------------------------------------------------- views */

static const struct store_view views[] = {
    {"posted",
     "SELECT stream, sequence, value ->> 'to' AS account, value ->> 'cents' AS cents "
     "FROM event, json_each(event.payload, '$.movements')",
     "SELECT stream, sequence, movement.value ->> 'to' AS account, (movement.value ->> 'cents')::bigint AS "
     "cents "
     "FROM event, jsonb_array_elements(event.payload::jsonb -> 'movements') AS movement"},
    {"posted_total", "SELECT account, sum(cents) AS cents FROM posted GROUP BY account",
     "SELECT account, sum(cents) AS cents FROM posted GROUP BY account"}};

static void append_movements(struct store *store)
{
    append_one(store, "house", STORE_ANYWHERE, "",
               "{\"movements\":[{\"to\":\"pool\",\"cents\":11},{\"to\":\"reserve\",\"cents\":89}]}");
}

static long long total(const struct store_place *place)
{
    return place_sql(place, "SELECT cents FROM posted_total WHERE account = 'reserve'");
}

static void views_are_made_and_replaced(void **state)
{
    struct store_place place = place_of(state);
    struct store *store = place_open(&place);
    append_movements(store);
    store_close(store);
    /* One is missing; then both are there; then the first has another text; then it was dropped. */
    const struct store_options with_views = {.mode = STORE_EXISTING, .views = views, .view_count = 2},
                               with_one = {.mode = STORE_EXISTING, .views = views, .view_count = 1};
    store_close(place_open_with(&place, &with_one));
    assert_int_equal(place_sql(&place, "SELECT count(*) FROM posted"), 2);
    store = place_open_with(&place, &with_views);
    append_movements(store);
    assert_int_equal(total(&place), 178);
    store_close(store);
    store_close(place_open_with(&place, &with_views));
    assert_int_equal(total(&place), 178);
    static const char twice[] = "SELECT 'reserve' AS account, 2 AS cents";
    const struct store_view others[] = {{"posted", twice, twice}, views[1]};
    store_close(place_open_with(
        &place, &(struct store_options){.mode = STORE_CREATE, .views = others, .view_count = 2}));
    assert_int_equal(total(&place), 2);
    place_sql(&place, "DROP VIEW posted_total");
    store_close(place_open_with(&place, &with_views));
    assert_int_equal(total(&place), 178);
    place_remove(&place);
}

static void a_store_for_reading_makes_no_view(void **state)
{
    struct store_place place = place_of(state);
    struct store *store = place_open(&place);
    append_movements(store);
    const struct store_options reading = {
        .mode = STORE_READ_ONLY, .tables = tables, .table_count = 3, .views = views, .view_count = 2};
    struct store *reader = place_open_with(&place, &reading);
    assert_string_equal(
        read_all(reader, "house"),
        "1 told  {\"movements\":[{\"to\":\"pool\",\"cents\":11},{\"to\":\"reserve\",\"cents\":89}]};");
    store_close(reader);
    store_close(store);
    assert_int_equal(
        place_sql(&place, place.postgres ? "SELECT count(*) FROM information_schema.tables "
                                           "WHERE table_schema = current_schema() AND table_name LIKE 'post%'"
                                         : "SELECT count(*) FROM sqlite_schema WHERE name LIKE 'post%'"),
        0);
    place_remove(&place);
}

static void a_view_of_what_is_not_there_is_refused(void **state)
{
    struct store_place place = place_of(state);
    static const char bad[] = "SELECT nothing FROM event";
    const struct store_view view = {"bad", bad, bad};
    const struct store_options options = {.mode = STORE_CREATE, .views = &view, .view_count = 1};
    struct store *store = NULL;
    struct fault fault;
    assert_int_equal(store_open(text_of(place.address), &options, &store, &fault), STATUS_DAMAGED);
    assert_non_null(strstr(fault.words, "nothing"));
    /* Nor was anything else made. */
    assert_int_not_equal(
        store_open(text_of(place.address), &(struct store_options){.mode = STORE_EXISTING}, &store, &fault),
        STATUS_OK);
    place_remove(&place);
}

/* -------------------------------------------------------------------------------------------- memory */

struct allowance {
    size_t left;
};

static void *allocate_while_allowed(void *context, size_t size)
{
    struct allowance *allowance = context;
    if (allowance->left == 0)
        return NULL;
    allowance->left--;
    return malloc(size);
}

static void release(void *context, void *memory)
{
    (void)context;
    free(memory);
}

static void without_memory_nothing_is_half_done(void **state)
{
    struct store_place place = place_of(state);
    store_close(place_open_with(&place, &with_tables));
    uint64_t sequence = 0;
    char *payload = malloc(1 << 19);
    assert_non_null(payload);
    memset(payload, 'x', 1 << 19);
    const struct store_value values[] = {words("box"), number(1), null};
    const struct store_row row = {0, 0, values};
    bool appended = false;
    for (size_t allowed = 0; !appended; allowed++) {
        struct allowance allowance = {allowed};
        const struct arena_system memory = {allocate_while_allowed, release, &allowance};
        struct store_options options = with_tables;
        options.memory = &memory;
        struct store *store = NULL;
        struct fault fault;
        enum status status = store_open(text_of(place.address), &options, &store, &fault);
        if (status == STATUS_OK) {
            struct store_event event = {text_of("a"), text_of("c"), {payload, 1 << 19}};
            struct store_batch batch = {.stream = text_of("house"),
                                        .expected = sequence,
                                        .events = &event,
                                        .event_count = 1,
                                        .rows = &row,
                                        .row_count = 1};
            status = try_append(store, &batch, &fault);
            appended = status == STATUS_OK;
        }
        if (!appended) {
            assert_int_equal(status, STATUS_NO_MEMORY);
            assert_int_equal(place_sql(&place, "SELECT count(*) FROM event"), 0);
            assert_int_equal(place_sql(&place, "SELECT count(*) FROM movement"), 0);
        }
        store_close(store);
    }
    assert_int_equal(place_sql(&place, "SELECT count(*) FROM movement"), 1);
    free(payload);
    place_remove(&place);
}

int main(int argc, char **argv)
{
    struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_written_with_their_events),
        cmocka_unit_test(of_rows_about_one_thing_a_group_writes_the_last),
        cmocka_unit_test(rows_without_a_key_are_numbered_for_each_event),
        cmocka_unit_test(rows_that_do_not_fit_are_refused),
        cmocka_unit_test(a_table_declared_otherwise_is_refused),
        cmocka_unit_test(rows_are_read_back_in_order),
        cmocka_unit_test(what_is_held_is_of_one_moment),
        cmocka_unit_test(rows_that_another_hand_wrote_are_shown),
        cmocka_unit_test(a_long_table_is_read_to_its_end),
        cmocka_unit_test(views_are_made_and_replaced),
        cmocka_unit_test(a_store_for_reading_makes_no_view),
        cmocka_unit_test(a_view_of_what_is_not_there_is_refused),
        cmocka_unit_test(without_memory_nothing_is_half_done),
    };
    return place_main(argc, argv, tests, sizeof tests / sizeof tests[0]);
}
