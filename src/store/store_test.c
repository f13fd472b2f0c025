/* The conformance suite: appending and reading, conflicts and repetitions, and what is refused. */
#include "store/conformance_test.h"

#include <pthread.h>
#include <stdatomic.h>
#include <sys/stat.h>

/* ------------------------------------------------------------------------------- appending, reading */

static void a_new_store_is_empty(void **state)
{
    struct store_place place = place_of(state);
    struct store *store = place_open(&place);
    assert_int_equal(head_of(store, "house").sequence, 0);
    assert_string_equal(read_all(store, "house"), "");
    assert_int_equal(verified(store, "house").kind, STORE_WHOLE);
    store_close(store);
    place_remove(&place);
}

static void events_are_read_as_they_were_appended(void **state)
{
    struct store_place place = place_of(state);
    struct store *store = place_open(&place);
    struct store_event events[] = {
        {text_of("round-started"), text_of("c'1\""),
         text_of("{\"it's\":\"\\\"quoted\\\"\",\"nul\":\"\\u0000\"}")},
        {text_of("posted"), text_of(""), text_of("NULL")},
        {text_of("posted"), text_of("\\N"), text_of("{a,b}\t\n\\x00 %s $1 ? -- ; DROP TABLE event")},
        {text_of("große-Hand"), text_of("c-ä-牌"), text_of("{\"suit\":\"♠\"}")}};
    struct store_batch batch = {.stream = text_of("house"), .events = events, .event_count = 4};
    assert_appended(append_batch(store, &batch), 4);
    static const char expected[] = "1 round-started c'1\" {\"it's\":\"\\\"quoted\\\"\",\"nul\":\"\\u0000\"};"
                                   "2 posted  NULL;"
                                   "3 posted \\N {a,b}\t\n\\x00 %s $1 ? -- ; DROP TABLE event;"
                                   "4 große-Hand c-ä-牌 {\"suit\":\"♠\"};";
    assert_string_equal(read_all(store, "house"), expected);
    assert_int_equal(verified(store, "house").sequence, 4);
    store_close(store);
    store = place_open(&place);
    assert_string_equal(read_all(store, "house"), expected);
    assert_appended(append_one(store, "house", 4, "", "{}"), 5);
    assert_int_equal(verified(store, "house").kind, STORE_WHOLE);
    store_close(store);
    place_remove(&place);
}

static void hashes_follow_from_each_other(void **state)
{
    struct store_place place = place_of(state);
    struct store *store = place_open(&place);
    struct store_hash start = chain_start(text_of("house"));
    struct store_head empty = head_of(store, "house");
    assert_true(store_hash_equal(&empty.hash, &start));
    struct store_event event = {text_of("told"), text_of("c1"), text_of("{}")};
    struct store_hash first = chain_next(&start, 1, &event);
    struct store_receipt receipt = append_one(store, "house", 0, "c1", "{}");
    assert_true(store_hash_equal(&receipt.hash, &first));
    struct store_head head = head_of(store, "house");
    assert_true(store_hash_equal(&head.hash, &first));
    store_close(store);
    place_remove(&place);
}

static void a_part_of_a_stream_is_read_with_both_ends(void **state)
{
    struct store_place place = place_of(state);
    struct store *store = place_open(&place);
    for (unsigned i = 0; i < 4; i++)
        append_one(store, "house", i, "", "{}");
    append_one(store, "other", 0, "", "[]");
    assert_string_equal(read_range(store, "house", 2, 3), "2 told  {};3 told  {};");
    assert_string_equal(read_range(store, "house", 0, 1), "1 told  {};");
    assert_string_equal(read_range(store, "house", 4, 9), "4 told  {};");
    assert_string_equal(read_range(store, "house", 5, 9), "");
    assert_string_equal(read_range(store, "house", 3, 2), "");
    assert_string_equal(read_all(store, "other"), "1 told  [];");
    assert_int_equal(store_read(store, text_of("house"), 1, STORE_SEQUENCE_MAX + 1, read_one, NULL, NULL),
                     STATUS_RANGE);
    struct reading reading = {.stop_after = 2};
    struct fault fault;
    text_out_init(&reading.out, reading.text, sizeof reading.text);
    assert_int_equal(store_read(store, text_of("house"), 1, 4, read_one, &reading, &fault), STATUS_RANGE);
    assert_string_equal(fault.words, "enough");
    assert_string_equal(reading.text, "1 told  {};2 told  {};");
    store_close(store);
    place_remove(&place);
}

static void a_long_stream_is_read_to_its_end(void **state)
{
    struct store_place place = place_of(state);
    struct store *store = place_open(&place);
    struct store_event events[600];
    for (unsigned i = 0; i < 600; i++)
        events[i] = (struct store_event){text_of("told"), text_of(""), text_of("{}")};
    /* Below, at and above what an engine may fetch at a time. */
    static const unsigned sizes[] = {255, 1, 1, 255, 600};
    uint64_t total = 0;
    for (unsigned i = 0; i < 5; i++) {
        struct store_batch batch = {
            .stream = text_of("house"), .expected = total, .events = events, .event_count = sizes[i]};
        total += sizes[i];
        assert_appended(append_batch(store, &batch), total);
        uint64_t count = 0;
        assert_int_equal(store_read(store, text_of("house"), 1, STORE_SEQUENCE_MAX, count_one, &count, NULL),
                         STATUS_OK);
        assert_int_equal(count, total);
        count = 0;
        struct store_damage damage;
        assert_int_equal(store_verify(store, text_of("house"), count_one, &count, &damage, NULL), STATUS_OK);
        assert_int_equal(count, total);
        assert_int_equal(damage.kind, STORE_WHOLE);
    }
    store_close(store);
    place_remove(&place);
}

/* --------------------------------------------------------------------------- conflicts, repetitions */

static void an_append_that_expects_another_head_is_a_conflict(void **state)
{
    struct store_place place = place_of(state);
    struct store *store = place_open(&place);
    assert_int_equal(append_one(store, "house", 1, "", "{}").outcome, STORE_CONFLICT);
    assert_int_equal(head_of(store, "house").sequence, 0);
    append_one(store, "house", 0, "", "{}");
    struct store_receipt second = append_one(store, "house", 1, "", "{}");
    static const uint64_t others[] = {0, 1, 3, STORE_SEQUENCE_MAX};
    for (unsigned i = 0; i < 4; i++) {
        struct store_receipt receipt = append_one(store, "house", others[i], "", "{}");
        assert_int_equal(receipt.outcome, STORE_CONFLICT);
        assert_int_equal(receipt.sequence, 2);
        assert_true(store_hash_equal(&receipt.hash, &second.hash));
    }
    assert_appended(append_one(store, "house", 2, "", "{}"), 3);
    assert_appended(append_one(store, "house", STORE_ANYWHERE, "", "{}"), 4);
    assert_int_equal(head_of(store, "house").sequence, 4);
    store_close(store);
    place_remove(&place);
}

static void a_command_is_in_a_stream_at_most_once(void **state)
{
    struct store_place place = place_of(state);
    struct store *store = place_open(&place);
    append_one(store, "house", 0, "", "{}");
    struct store_event events[] = {{text_of("a"), text_of("c1"), text_of("1")},
                                   {text_of("b"), text_of(""), text_of("2")}};
    struct store_batch batch = {
        .stream = text_of("house"), .expected = 1, .events = events, .event_count = 2};
    assert_appended(append_batch(store, &batch), 3);
    struct store_hash before = head_of(store, "house").hash;
    /* Repeated with the head of then, with that of now, and with one that never was. */
    for (uint64_t expected = 1; expected < 5; expected++) {
        batch.expected = expected;
        struct store_receipt receipt = append_batch(store, &batch);
        assert_int_equal(receipt.outcome, STORE_REPEATED);
        assert_int_equal(receipt.sequence, 2);
    }
    struct store_head head = head_of(store, "house");
    assert_int_equal(head.sequence, 3);
    assert_true(store_hash_equal(&head.hash, &before));
    /* Letters matter, and so does the stream. */
    assert_appended(append_one(store, "house", 3, "C1", "{}"), 4);
    assert_appended(append_one(store, "other", 0, "c1", "{}"), 1);
    store_close(store);
    store = place_open(&place);
    assert_int_equal(append_one(store, "house", 4, "c1", "{}").outcome, STORE_REPEATED);
    assert_int_equal(append_one(store, "house", 4, "c1", "{}").sequence, 2);
    store_close(store);
    place_remove(&place);
}

static void a_command_twice_in_a_batch_is_refused(void **state)
{
    struct store_place place = place_of(state);
    struct store *store = place_open(&place);
    struct store_event events[] = {{text_of("a"), text_of("c1"), text_of("1")},
                                   {text_of("b"), text_of("c2"), text_of("2")},
                                   {text_of("c"), text_of("c1"), text_of("3")}};
    struct store_batch batch = {.stream = text_of("house"), .events = events, .event_count = 3};
    struct fault fault;
    assert_int_equal(try_append(store, &batch, &fault), STATUS_INVALID);
    assert_string_equal(fault.words, "a command id occurs twice in a batch");
    batch.event_count = 2;
    assert_appended(append_batch(store, &batch), 2);
    store_close(store);
    place_remove(&place);
}

static void each_batch_of_a_group_is_answered_for_itself(void **state)
{
    struct store_place place = place_of(state);
    struct store *store = place_open(&place);
    append_one(store, "house", 0, "old", "{}");
    struct store_event events[] = {
        {text_of("a"), text_of("new"), text_of("1")},   {text_of("a"), text_of("old"), text_of("1")},
        {text_of("a"), text_of("new"), text_of("1")},   {text_of("a"), text_of(""), text_of("1")},
        {text_of(""), text_of("bad"), text_of("1")},    {text_of("a"), text_of("bad"), text_of("1")},
        {text_of("a"), text_of("twice"), text_of("1")}, {text_of("a"), text_of("twice"), text_of("1")}};
    struct store_batch batches[] = {
        {.stream = text_of("house"), .expected = 1, .events = &events[0], .event_count = 1},
        {.stream = text_of("house"), .expected = 2, .events = &events[1], .event_count = 1},
        {.stream = text_of("house"), .expected = 1, .events = &events[2], .event_count = 1},
        {.stream = text_of("house"), .expected = 1, .events = &events[3], .event_count = 1},
        {.stream = text_of("house"), .expected = 2, .events = &events[4], .event_count = 1},
        {.stream = text_of("house"), .expected = 2, .events = &events[5], .event_count = 1},
        {.stream = text_of("house"), .expected = 3, .events = &events[6], .event_count = 2},
        {.stream = text_of("house"), .expected = 3, .events = &events[6], .event_count = 1},
        {.stream = text_of("annex"), .expected = 0, .events = &events[0], .event_count = 1}};
    enum { COUNT = sizeof batches / sizeof batches[0] };
    static const struct {
        enum status status;
        enum store_outcome outcome;
        uint64_t sequence;
    } expected[COUNT] = {
        {STATUS_OK, STORE_APPENDED, 2}, {STATUS_OK, STORE_REPEATED, 1}, {STATUS_OK, STORE_REPEATED, 2},
        {STATUS_OK, STORE_CONFLICT, 2}, {STATUS_RANGE, 0, 0},           {STATUS_OK, STORE_APPENDED, 3},
        {STATUS_INVALID, 0, 0},         {STATUS_OK, STORE_APPENDED, 4}, {STATUS_OK, STORE_APPENDED, 1}};
    struct store_entry entries[COUNT] = {0};
    for (unsigned i = 0; i < COUNT; i++)
        entries[i].batch = &batches[i];
    assert_int_equal(store_append_group(store, entries, COUNT, NULL), STATUS_OK);
    for (unsigned i = 0; i < COUNT; i++) {
        assert_int_equal(entries[i].status, expected[i].status);
        if (entries[i].status != STATUS_OK)
            continue;
        assert_int_equal(entries[i].receipt.outcome, expected[i].outcome);
        assert_int_equal(entries[i].receipt.sequence, expected[i].sequence);
    }
    assert_int_equal(verified(store, "house").sequence, 4);
    assert_int_equal(verified(store, "annex").sequence, 1);
    assert_int_equal(store_append_group(store, entries, 0, NULL), STATUS_OK);
    store_close(store);
    place_remove(&place);
}

static void a_repeated_command_among_new_ones_is_found(void **state)
{
    struct store_place place = place_of(state);
    struct store *store = place_open(&place);
    append_one(store, "house", 0, "old", "{}");
    static const char *const commands[] = {"first", "old", "second"};
    static const enum store_outcome outcomes[] = {STORE_APPENDED, STORE_REPEATED, STORE_APPENDED};
    static const uint64_t sequences[] = {2, 1, 3};
    struct store_event events[3];
    struct store_batch batches[3];
    struct store_entry entries[3] = {0};
    for (unsigned i = 0; i < 3; i++) {
        events[i] = (struct store_event){text_of("a"), text_of(commands[i]), text_of("1")};
        batches[i] = (struct store_batch){
            .stream = text_of("house"), .expected = STORE_ANYWHERE, .events = &events[i], .event_count = 1};
        entries[i].batch = &batches[i];
    }
    assert_int_equal(store_append_group(store, entries, 3, NULL), STATUS_OK);
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(entries[i].status, STATUS_OK);
        assert_int_equal(entries[i].receipt.outcome, outcomes[i]);
        assert_int_equal(entries[i].receipt.sequence, sequences[i]);
    }
    assert_int_equal(verified(store, "house").sequence, 3);
    /* It stands twice in its batch, but first of all it is there. */
    struct store_event twice[] = {events[1], events[1]};
    struct store_batch batch = {.stream = text_of("house"), .events = twice, .event_count = 2};
    assert_int_equal(append_batch(store, &batch).outcome, STORE_REPEATED);
    store_close(store);
    place_remove(&place);
}

/* Somebody else has written one event: what the first batch wrote would stand where the second expects the head. */
static void what_was_decided_on_a_batch_that_is_lost_is_lost_too(void **state)
{
    struct store_place place = place_of(state);
    struct store *store = place_open(&place);
    append_one(store, "house", 0, "c1", "{}");
    append_one(store, "house", 1, "foreign", "{}");
    struct store_event events[] = {{text_of("a"), text_of("c2"), text_of("1")},
                                   {text_of("a"), text_of("c3"), text_of("1")},
                                   {text_of("a"), text_of("c4"), text_of("1")}};
    struct store_batch batches[3];
    struct store_entry entries[3] = {0};
    for (unsigned i = 0; i < 3; i++) {
        batches[i] = (struct store_batch){.stream = text_of("house"),
                                          .expected = 1 + i,
                                          .ahead = true,
                                          .events = &events[i],
                                          .event_count = 1};
        entries[i].batch = &batches[i];
    }
    assert_int_equal(store_append_group(store, entries, 3, NULL), STATUS_OK);
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(entries[i].receipt.outcome, STORE_CONFLICT);
    assert_int_equal(verified(store, "house").sequence, 2);
    /* A batch that does not depend on another has its own answer. */
    batches[1].ahead = false;
    assert_int_equal(store_append_group(store, entries, 3, NULL), STATUS_OK);
    assert_int_equal(entries[0].receipt.outcome, STORE_CONFLICT);
    assert_int_equal(entries[1].receipt.outcome, STORE_APPENDED);
    assert_int_equal(entries[2].receipt.outcome, STORE_CONFLICT);
    store_close(store);
    place_remove(&place);
}

static void two_stores_on_one_place_see_each_other(void **state)
{
    struct store_place place = place_of(state);
    struct store *left = place_open(&place), *right = place_open(&place);
    for (uint64_t i = 0; i < 6; i += 2) {
        assert_appended(append_one(left, "meter", i, i == 2 ? "c1" : "", "{}"), i + 1);
        assert_int_equal(append_one(right, "meter", i, "", "{}").outcome, STORE_CONFLICT);
        assert_appended(append_one(right, "meter", i + 1, "", "{}"), i + 2);
        assert_int_equal(append_one(left, "meter", i + 1, "", "{}").outcome, STORE_CONFLICT);
    }
    assert_int_equal(append_one(right, "meter", 6, "c1", "{}").outcome, STORE_REPEATED);
    assert_int_equal(verified(right, "meter").sequence, 6);
    store_close(left);
    store_close(right);
    place_remove(&place);
}

/* SQLite copies what is in its log into the file from time to time. */
static void the_log_of_the_engine_stays_short(void **state)
{
    struct store_place place = place_of(state);
    if (!place.postgres) {
        struct store *store = place_open(&place);
        for (unsigned i = 0; i < 2000; i++)
            append_one(store, "meter", STORE_ANYWHERE, "", "{}");
        char log[300];
        struct stat found;
        snprintf(log, sizeof log, "%s-wal", place_file(&place));
        assert_int_equal(stat(log, &found), 0);
        assert_in_range(found.st_size, 1, 3 << 20); /* 1,000 pages of 2 KiB and what the last commit had */
        store_close(store);
    }
    place_remove(&place);
}

static enum status list_one(void *context, struct text stream, struct fault *fault)
{
    (void)fault;
    text_out_add(context, "%.*s ", TEXT_ARGUMENTS(stream));
    return STATUS_OK;
}

static void streams_are_listed_in_order(void **state)
{
    struct store_place place = place_of(state);
    struct store *store = place_open(&place);
    static const char *const names[] = {"meter/bonus-hand", "Annex", "house", "a", "B", "house.2"};
    for (unsigned i = 0; i < 6; i++)
        append_one(store, names[i], 0, "", "{}");
    append_one(store, "not-written", 1, "", "{}");
    char list[256];
    struct text_out out;
    text_out_init(&out, list, sizeof list);
    assert_int_equal(store_each_stream(store, list_one, &out, NULL), STATUS_OK);
    assert_string_equal(list, "Annex B a house house.2 meter/bonus-hand ");
    store_close(store);
    place_remove(&place);
}

/* --------------------------------------------------------------------------------- what is refused */

static void texts_that_are_no_text_are_refused(void **state)
{
    struct store_place place = place_of(state);
    struct store *store = place_open(&place);
    static const struct text bad[] = {{"a\0b", 3}, {"\0", 1}, {"\xff", 1}, {"\xc3", 1}, {"\xed\xa0\x80", 3}};
    for (unsigned i = 0; i < 5; i++) {
        struct store_event good = {text_of("a"), text_of("c"), text_of("{}")};
        struct store_event events[3] = {good, good, good};
        events[0].kind = events[1].command = events[2].payload = bad[i];
        for (unsigned j = 0; j < 3; j++) {
            struct store_batch batch = {.stream = text_of("house"), .events = &events[j], .event_count = 1};
            struct fault fault;
            assert_int_equal(try_append(store, &batch, &fault), STATUS_INVALID);
            assert_int_equal(fault.position, i == 0 ? 2 : 1);
            batch = (struct store_batch){.stream = bad[i], .events = &good, .event_count = 1};
            assert_int_equal(try_append(store, &batch, &fault), STATUS_INVALID);
        }
    }
    assert_int_equal(head_of(store, "house").sequence, 0);
    store_close(store);
    place_remove(&place);
}

static void limits_hold_at_below_and_above(void **state)
{
    struct store_place place = place_of(state);
    struct store *store = place_open(&place);
    char *big = malloc(STORE_PAYLOAD_MAX + 1);
    assert_non_null(big);
    memset(big, 'x', STORE_PAYLOAD_MAX + 1);
    uint64_t sequence = 0;
    static const struct {
        size_t kind, command, payload;
        enum status status;
    } cases[] = {{0, 0, 1, STATUS_RANGE},
                 {1, 0, 0, STATUS_RANGE},
                 {1, 0, 1, STATUS_OK},
                 {STORE_KIND_NAME_MAX, STORE_COMMAND_MAX, 1, STATUS_OK},
                 {STORE_KIND_NAME_MAX + 1, 0, 1, STATUS_RANGE},
                 {1, STORE_COMMAND_MAX + 1, 1, STATUS_RANGE},
                 {1, 0, STORE_PAYLOAD_MAX - 1, STATUS_OK},
                 {1, 0, STORE_PAYLOAD_MAX, STATUS_OK},
                 {1, 0, STORE_PAYLOAD_MAX + 1, STATUS_RANGE}};
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct store_event event = {{big, cases[i].kind}, {big, cases[i].command}, {big, cases[i].payload}};
        struct store_batch batch = {
            .stream = text_of("house"), .expected = sequence, .events = &event, .event_count = 1};
        assert_int_equal(try_append(store, &batch, NULL), cases[i].status);
        sequence += cases[i].status == STATUS_OK;
    }
    static const struct {
        size_t length;
        enum status status;
    } names[] = {
        {0, STATUS_RANGE}, {STORE_STREAM_NAME_MAX, STATUS_OK}, {STORE_STREAM_NAME_MAX + 1, STATUS_RANGE}};
    for (unsigned i = 0; i < 3; i++) {
        struct store_event event = {text_of("a"), text_of(""), text_of("{}")};
        struct store_batch batch = {.stream = {big, names[i].length}, .events = &event, .event_count = 1};
        assert_int_equal(try_append(store, &batch, NULL), names[i].status);
    }
    assert_int_equal(verified(store, "house").sequence, sequence);
    free(big);
    store_close(store);
    place_remove(&place);
}

static void batches_have_limits_as_a_whole(void **state)
{
    struct store_place place = place_of(state);
    struct store *store = place_open(&place);
    struct store_event *events = calloc(STORE_BATCH_EVENTS_MAX + 1, sizeof *events);
    char *big = malloc(STORE_PAYLOAD_MAX);
    assert_true(events && big);
    memset(big, 'x', STORE_PAYLOAD_MAX);
    for (unsigned i = 0; i <= STORE_BATCH_EVENTS_MAX; i++)
        events[i] = (struct store_event){text_of("a"), text_of(""), text_of("{}")};
    struct store_batch batch = {.stream = text_of("house"), .events = events, .event_count = 0};
    assert_int_equal(try_append(store, &batch, NULL), STATUS_RANGE);
    batch.event_count = STORE_BATCH_EVENTS_MAX + 1;
    assert_int_equal(try_append(store, &batch, NULL), STATUS_RANGE);
    batch.event_count = STORE_BATCH_EVENTS_MAX;
    assert_appended(append_batch(store, &batch), STORE_BATCH_EVENTS_MAX);
    /* 16 payloads of the largest size, less what the kinds take, are a batch; one byte more is none. */
    batch = (struct store_batch){.stream = text_of("other"), .events = events, .event_count = 16};
    for (unsigned i = 0; i < 16; i++)
        events[i].payload = (struct text){big, STORE_PAYLOAD_MAX - 1};
    events[0].payload.length++;
    assert_int_equal(try_append(store, &batch, NULL), STATUS_RANGE);
    events[0].payload.length--;
    assert_appended(append_batch(store, &batch), 16);
    assert_int_equal(verified(store, "other").sequence, 16);
    free(big);
    free(events);
    store_close(store);
    place_remove(&place);
}

int main(int argc, char **argv)
{
    struct CMUnitTest tests[] = {
        cmocka_unit_test(a_new_store_is_empty),
        cmocka_unit_test(events_are_read_as_they_were_appended),
        cmocka_unit_test(hashes_follow_from_each_other),
        cmocka_unit_test(a_part_of_a_stream_is_read_with_both_ends),
        cmocka_unit_test(a_long_stream_is_read_to_its_end),
        cmocka_unit_test(an_append_that_expects_another_head_is_a_conflict),
        cmocka_unit_test(a_command_is_in_a_stream_at_most_once),
        cmocka_unit_test(a_command_twice_in_a_batch_is_refused),
        cmocka_unit_test(each_batch_of_a_group_is_answered_for_itself),
        cmocka_unit_test(a_repeated_command_among_new_ones_is_found),
        cmocka_unit_test(what_was_decided_on_a_batch_that_is_lost_is_lost_too),
        cmocka_unit_test(two_stores_on_one_place_see_each_other),
        cmocka_unit_test(the_log_of_the_engine_stays_short),
        cmocka_unit_test(streams_are_listed_in_order),
        cmocka_unit_test(texts_that_are_no_text_are_refused),
        cmocka_unit_test(limits_hold_at_below_and_above),
        cmocka_unit_test(batches_have_limits_as_a_whole),
    };
    return place_main(argc, argv, tests, sizeof tests / sizeof tests[0]);
}
