/* The conformance suite: every test runs against SQLite and against PostgreSQL. */
#include "base/aborts_test.h"
#include "store/place_test.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <sys/wait.h>

/* Every test begins with its place and ends by removing it. */
static struct store_place place_of(void **state)
{
    const bool *postgres = *state;
    return place_make(*postgres, "store_test");
}

static void assert_appended(struct store_receipt receipt, uint64_t sequence)
{
    assert_int_equal(receipt.outcome, STORE_APPENDED);
    assert_int_equal(receipt.sequence, sequence);
}

static enum status try_append(struct store *store, const struct store_batch *batch, struct fault *fault)
{
    struct store_receipt receipt;
    return store_append(store, batch, &receipt, fault);
}

/* What was read, as one text: "1 kind command payload;". */
struct reading {
    char text[1 << 14];
    struct text_out out;
    unsigned stop_after;
};

static enum status read_one(void *context, const struct store_record *record, struct fault *fault)
{
    struct reading *reading = context;
    text_out_add(&reading->out, "%llu %.*s %.*s %.*s;", (unsigned long long)record->sequence,
                 TEXT_ARGUMENTS(record->event.kind), TEXT_ARGUMENTS(record->event.command),
                 TEXT_ARGUMENTS(record->event.payload));
    if (reading->stop_after > 0 && --reading->stop_after == 0)
        return fault_set(fault, STATUS_RANGE, 0, "enough");
    return STATUS_OK;
}

static const char *read_range(struct store *store, const char *stream, uint64_t from, uint64_t to)
{
    static struct reading reading;
    reading.stop_after = 0;
    text_out_init(&reading.out, reading.text, sizeof reading.text);
    assert_int_equal(store_read(store, text_of(stream), from, to, read_one, &reading, NULL), STATUS_OK);
    return reading.text;
}

static const char *read_all(struct store *store, const char *stream)
{
    return read_range(store, stream, 1, STORE_SEQUENCE_MAX);
}

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

static enum status count_one(void *context, const struct store_record *record, struct fault *fault)
{
    (void)fault;
    assert_int_equal(record->sequence, ++*(uint64_t *)context);
    return STATUS_OK;
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

static void who_appends_back_to_back_sees_what_others_write(void **state)
{
    struct store_place place = place_of(state);
    struct store *stays = place_open(&place),
                 *other = place_open_with(&place, &(struct store_options){.mode = STORE_CREATE});
    assert_appended(append_one(stays, "meter", 0, "a", "{}"), 1);
    assert_appended(append_one(stays, "meter", 1, "", "{}"), 2);
    assert_appended(append_one(other, "meter", 2, "b", "{}"), 3);
    assert_int_equal(head_of(stays, "meter").sequence, 3);
    assert_appended(append_one(stays, "meter", 3, "", "{}"), 4);
    assert_appended(append_one(other, "meter", 4, "", "{}"), 5);
    assert_int_equal(append_one(stays, "meter", 5, "b", "{}").outcome, STORE_REPEATED);
    assert_int_equal(append_one(stays, "meter", 5, "a", "{}").outcome, STORE_REPEATED);
    assert_int_equal(append_one(stays, "meter", 4, "", "{}").outcome, STORE_CONFLICT);
    assert_appended(append_one(stays, "meter", 5, "", "{}"), 6);
    assert_appended(append_one(stays, "house", 0, "", "{}"), 1);
    assert_appended(append_one(stays, "meter", 6, "", "{}"), 7);
    assert_appended(append_one(stays, "meters", 0, "", "{}"), 1);
    assert_appended(append_one(stays, "house", 1, "", "{}"), 2);
    assert_int_equal(verified(other, "meter").sequence, 7);
    assert_int_equal(verified(other, "house").sequence, 2);
    store_close(stays);
    store_close(other);
    place_remove(&place);
}

struct asker {
    struct store *store;
    atomic_bool asks;
};

static void *append_second(void *argument)
{
    struct asker *asker = argument;
    asker->asks = true;
    append_one(asker->store, "meter", 1, "", "{}");
    return NULL;
}

static void who_appends_back_to_back_waits_for_others(void **state)
{
    struct store_place place = place_of(state);
    struct asker asker = {.store = place_open(&place), .asks = false};
    assert_appended(append_one(asker.store, "meter", 0, "", "{}"), 1);
    if (!place.postgres) {
        sqlite3 *other;
        pthread_t thread;
        assert_int_equal(sqlite3_open(place_file(&place), &other), SQLITE_OK);
        assert_int_equal(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
        assert_int_equal(pthread_create(&thread, NULL, append_second, &asker), 0);
        while (!asker.asks)
            (void)sched_yield();
        for (unsigned i = 0; i < 10000; i++)
            (void)sched_yield();
        assert_int_equal(sqlite3_exec(other, "COMMIT", NULL, NULL, NULL), SQLITE_OK);
        pthread_join(thread, NULL);
        assert_int_equal(head_of(asker.store, "meter").sequence, 2);
        sqlite3_close(other);
    }
    store_close(asker.store);
    place_remove(&place);
}

/* Of SQLite: what is in it is taken over into the file, also by who appends back to back. */
static void the_log_of_the_engine_stays_short(void **state)
{
    struct store_place place = place_of(state);
    for (unsigned round = 0; round < 2 && !place.postgres; round++) {
        const struct store_options options = {.mode = STORE_CREATE, .back_to_back = round == 1};
        struct store *store = place_open_with(&place, &options);
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

/* ------------------------------------------------------------------------------------ report tables */

static const struct store_column movement_columns[] = {
    {"account", STORE_TEXT}, {"cents", STORE_INTEGER}, {"table", STORE_TEXT}};
static const struct store_column meter_columns[] = {
    {"activity", STORE_TEXT}, {"pool", STORE_INTEGER}, {"cents", STORE_INTEGER}, {"note", STORE_TEXT}};
static const struct store_column flag_columns[] = {{"name", STORE_TEXT}};
static const struct store_table tables[] = {
    {"movement", movement_columns, 3, 0}, {"meter", meter_columns, 4, 2}, {"flag", flag_columns, 1, 1}};
static const struct store_options with_tables = {.mode = STORE_CREATE, .tables = tables, .table_count = 3};

static struct store_value number(int64_t integer)
{
    return (struct store_value){.type = STORE_INTEGER, .integer = integer};
}

static struct store_value words(const char *text)
{
    return (struct store_value){.type = STORE_TEXT, .text = text_of(text)};
}

static const struct store_value null = {.type = STORE_NULL};

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
    place_sql(&place, "UPDATE store_format SET version = 2");
    struct store *store = NULL;
    struct fault fault;
    assert_int_equal(store_open(text_of(place.address), &(struct store_options){0}, &store, &fault),
                     STATUS_INVALID);
    assert_string_equal(fault.words, "this store has format 2; this program reads format 1");
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

/* ----------------------------------------------------------------------------------------- snapshots */

static void assert_snapshot(struct store *store, uint64_t at, uint64_t sequence, const char *bytes)
{
    struct arena arena;
    arena_init(&arena, 1 << 22);
    uint64_t found = 99;
    struct text loaded = {0};
    assert_int_equal(store_snapshot_load(store, text_of("house"), at, &arena, &found, &loaded, NULL),
                     STATUS_OK);
    assert_int_equal(found, sequence);
    assert_true(text_equal(loaded, text_of(bytes)));
    arena_release(&arena);
}

static void snapshots_are_loaded_at_or_before_a_sequence(void **state)
{
    struct store_place place = place_of(state);
    struct store *store = place_open(&place);
    assert_snapshot(store, 5, 0, "");
    for (unsigned i = 0; i < 6; i++)
        append_one(store, "house", i, "", "{}");
    assert_snapshot(store, 5, 0, "");
    assert_int_equal(store_snapshot_save(store, text_of("house"), 2, text_of("two"), NULL), STATUS_OK);
    assert_int_equal(store_snapshot_save(store, text_of("house"), 4, text_of("four"), NULL), STATUS_OK);
    assert_int_equal(store_snapshot_save(store, text_of("house"), 4, text_of(""), NULL), STATUS_OK);
    assert_int_equal(store_snapshot_save(store, text_of("house"), 4, text_of("4"), NULL), STATUS_OK);
    assert_int_equal(store_snapshot_save(store, text_of("house"), 0, text_of("0"), NULL), STATUS_RANGE);
    assert_int_equal(store_snapshot_save(store, text_of("house"), 7, text_of("7"), NULL), STATUS_RANGE);
    assert_int_equal(store_snapshot_save(store, text_of("other"), 1, text_of("1"), NULL), STATUS_RANGE);
    assert_snapshot(store, 1, 0, "");
    assert_snapshot(store, 2, 2, "two");
    assert_snapshot(store, 3, 2, "two");
    assert_snapshot(store, 4, 4, "4");
    assert_snapshot(store, UINT64_MAX, 4, "4");
    store_close(store);
    store = place_open(&place);
    assert_snapshot(store, 6, 4, "4");
    assert_int_equal(verified(store, "house").kind, STORE_WHOLE);
    /* A damaged one is passed over, and found when verifying. */
    place_sql(&place, place.postgres ? "UPDATE snapshot SET bytes = '\\x35' WHERE sequence = 4"
                                     : "UPDATE snapshot SET bytes = x'35' WHERE sequence = 4");
    assert_snapshot(store, 6, 2, "two");
    struct store_damage damage = verified(store, "house");
    assert_int_equal(damage.kind, STORE_SNAPSHOT);
    assert_int_equal(damage.sequence, 4);
    store_close(store);
    place_remove(&place);
}

static void the_latest_snapshots_are_kept(void **state)
{
    struct store_place place = place_of(state);
    struct store *store = place_open(&place);
    for (unsigned i = 0; i < 9; i++) {
        append_one(store, "house", i, "", "{}");
        append_one(store, "annex", i, "", "{}");
    }
    assert_int_equal(store_snapshot_save(store, text_of("annex"), 1, text_of("1"), NULL), STATUS_OK);
    static const char *const bytes[] = {"0", "1", "2", "3", "4", "5", "6"};
    for (unsigned i = 1; i <= 6; i++) {
        assert_int_equal(store_snapshot_save(store, text_of("house"), i, text_of(bytes[i]), NULL), STATUS_OK);
        long long count = i < STORE_SNAPSHOTS_KEPT ? i : STORE_SNAPSHOTS_KEPT;
        assert_int_equal(place_sql(&place, "SELECT count(*) FROM snapshot"), 1 + count);
        assert_snapshot(store, 9, i, bytes[i]);
    }
    assert_snapshot(store, 4, 4, "4");
    assert_snapshot(store, 3, 0, "");
    /* The same again pushes nothing out; an earlier one is itself too old. */
    assert_int_equal(store_snapshot_save(store, text_of("house"), 5, text_of("five"), NULL), STATUS_OK);
    assert_int_equal(store_snapshot_save(store, text_of("house"), 2, text_of("two"), NULL), STATUS_OK);
    assert_snapshot(store, 3, 0, "");
    assert_snapshot(store, 4, 4, "4");
    assert_snapshot(store, 5, 5, "five");
    assert_int_equal(verified(store, "house").kind, STORE_WHOLE);
    assert_int_equal(place_sql(&place, "SELECT count(*) FROM snapshot"), 4);
    store_close(store);
    place_remove(&place);
}

/* Programming errors are stopped before anything is written. */

static void append_to_a_held_store(void *context)
{
    append_one(context, "house", 1, "", "{}");
}

static void append_more_than_a_group(void *context)
{
    static struct store_entry entries[STORE_GROUP_MAX + 1];
    assert_int_equal(store_append_group(context, entries, STORE_GROUP_MAX + 1, NULL), STATUS_OK);
}

static void hold_twice(void *context)
{
    assert_int_equal(store_hold(context, NULL), STATUS_OK);
}

static void who_holds_a_store_does_not_write_it(void **state)
{
    struct store_place place = place_of(state);
    struct store *store = place_open(&place);
    append_one(store, "house", 0, "", "{}");
    assert_aborts(append_more_than_a_group, store, "check failed: count <= STORE_GROUP_MAX (4097 and 4096)");
    assert_int_equal(store_hold(store, NULL), STATUS_OK);
    assert_aborts(append_to_a_held_store, store, "check failed: !store->held");
    assert_aborts(hold_twice, store, "check failed: !store->held");
    store_release(store);
    append_one(store, "house", 1, "", "{}");
    store_close(store);
    place_remove(&place);
}

static void a_snapshot_is_any_bytes(void **state)
{
    struct store_place place = place_of(state);
    struct store *store = place_open(&place);
    append_one(store, "house", 0, "", "{}");
    enum { SIZE = 3 << 20 };
    char *bytes = malloc(SIZE);
    assert_non_null(bytes);
    for (unsigned i = 0; i < SIZE; i++)
        bytes[i] = (char)(i * 37 >> (i % 5));
    assert_int_equal(store_snapshot_save(store, text_of("house"), 1, (struct text){bytes, SIZE}, NULL),
                     STATUS_OK);
    struct arena arena;
    arena_init(&arena, 2 * SIZE);
    uint64_t found;
    struct text loaded;
    assert_int_equal(store_snapshot_load(store, text_of("house"), 1, &arena, &found, &loaded, NULL),
                     STATUS_OK);
    assert_int_equal(loaded.length, SIZE);
    assert_memory_equal(loaded.bytes, bytes, SIZE);
    arena_release(&arena);
    arena_init(&arena, SIZE);
    struct fault fault;
    assert_int_equal(store_snapshot_load(store, text_of("house"), 1, &arena, &found, &loaded, &fault),
                     STATUS_NO_SPACE);
    arena_release(&arena);
    free(bytes);
    store_close(store);
    place_remove(&place);
}

/* ----------------------------------------------------------------------------------------- verifying */

enum { DAMAGE_EVENTS = 6 };

/* What is done to a stream of six events, and what must be found. */
struct tampering {
    const char *sql;
    enum store_damage_kind kind;
    uint64_t sequence, elsewhere;
    const char *words;
};

#define SWAP(left, right, engine) engine(left, 99) engine(right, left) engine(99, right)
#define SQLITE_RENUMBER(from, to)                                                                            \
    "UPDATE event SET place = place - " #from " + " #to " WHERE sequence = " #from ";"
#define POSTGRES_RENUMBER(from, to) "UPDATE event SET sequence = " #to " WHERE sequence = " #from ";"

static void assert_found(struct store_place *place, const struct tampering *tampering)
{
    struct store *store = place_open(place);
    for (unsigned i = 0; i < DAMAGE_EVENTS; i++) {
        char payload[16];
        snprintf(payload, sizeof payload, "{\"n\":%u}", i);
        append_one(store, "house", i, i == 3 ? "c3" : "", payload);
    }
    place_sql(place, tampering->sql);
    uint64_t shown = 0;
    struct store_damage damage;
    assert_int_equal(store_verify(store, text_of("house"), count_one, &shown, &damage, NULL), STATUS_OK);
    char found[128];
    struct text_out out;
    text_out_init(&out, found, sizeof found);
    store_damage_write(&out, &damage);
    if (damage.kind != tampering->kind || damage.sequence != tampering->sequence ||
        damage.elsewhere != tampering->elsewhere || strcmp(found, tampering->words) != 0)
        fail_msg("%s: found %s", tampering->sql, found);
    if (damage.kind != STORE_HEAD && damage.kind != STORE_EXCESS)
        assert_int_equal(shown, tampering->sequence - 1);
    store_close(store);
}

static void damage_is_found_and_placed(void **state)
{
    static const struct tampering both[] = {
        {"UPDATE event SET payload = '{\"n\":4}' WHERE sequence = 4", STORE_ALTERED, 4, 0,
         "event 4 is not as it was written"},
        {"UPDATE event SET kind = 'tolD' WHERE sequence = 1", STORE_ALTERED, 1, 0,
         "event 1 is not as it was written"},
        {"UPDATE event SET command = 'c4' WHERE sequence = 4", STORE_ALTERED, 4, 0,
         "event 4 is not as it was written"},
        {"UPDATE event SET command = NULL WHERE sequence = 4", STORE_ALTERED, 4, 0,
         "event 4 is not as it was written"},
        {"UPDATE event SET command = 'c' WHERE sequence = 6", STORE_ALTERED, 6, 0,
         "event 6 is not as it was written"},
        {"UPDATE event SET hash = (SELECT other.hash FROM event other WHERE other.sequence = 6) WHERE "
         "sequence = 3",
         STORE_ALTERED, 3, 0, "event 3 is not as it was written"},
        {"DELETE FROM event WHERE sequence = 1", STORE_MISSING, 1, 1, "event 1 is missing"},
        {"DELETE FROM event WHERE sequence = 4", STORE_MISSING, 4, 4, "event 4 is missing"},
        {"DELETE FROM event WHERE sequence >= 5", STORE_MISSING, 5, 6, "events 5 to 6 are missing"},
        {"DELETE FROM event", STORE_MISSING, 1, 6, "events 1 to 6 are missing"},
        {"UPDATE event SET payload = (SELECT other.payload FROM event other WHERE other.sequence = 2),"
         " hash = (SELECT other.hash FROM event other WHERE other.sequence = 2) WHERE sequence = 3",
         STORE_DUPLICATE, 3, 0, "event 3 is a second copy of event 2"},
        {"UPDATE stream SET sequence = 5", STORE_EXCESS, 6, 0, "event 6 stands behind the end of the stream"},
        {"UPDATE stream SET hash = (SELECT event.hash FROM event WHERE event.sequence = 1)", STORE_HEAD, 6, 0,
         "the head does not belong to event 6, the last"},
        {"UPDATE stream SET name = 'elsewhere' WHERE name = 'house'", STORE_WHOLE, 0, 0,
         "all 0 events are as they were written"}};
    static const struct tampering sqlite[] = {
        {SWAP(2, 3, SQLITE_RENUMBER), STORE_MOVED, 2, 3, "event 2 stands in the place of event 3"},
        {SWAP(1, 6, SQLITE_RENUMBER), STORE_MOVED, 1, 6, "event 1 stands in the place of event 6"}};
    static const struct tampering postgres[] = {
        {SWAP(2, 3, POSTGRES_RENUMBER), STORE_MOVED, 2, 3, "event 2 stands in the place of event 3"},
        {SWAP(1, 6, POSTGRES_RENUMBER), STORE_MOVED, 1, 6, "event 1 stands in the place of event 6"}};
    for (unsigned i = 0; i < sizeof both / sizeof both[0] - 1; i++) {
        struct store_place place = place_of(state);
        assert_found(&place, &both[i]);
        place_remove(&place);
    }
    for (unsigned i = 0; i < 2; i++) {
        struct store_place place = place_of(state);
        assert_found(&place, place.postgres ? &postgres[i] : &sqlite[i]);
        place_remove(&place);
    }
}

struct told {
    char words[2048];
    struct text_out out;
    uint64_t shown;
};

static void tell_command(void *context, const struct store_command_flaw *flaw)
{
    struct told *told = context;
    store_command_flaw_write(&told->out, flaw);
    text_out_add(&told->out, ";");
}

static enum status sum_command(void *context, const struct store_record *record, struct fault *fault)
{
    (void)fault;
    store_commands_add(context, record->event.command, record->sequence);
    return STATUS_OK;
}

/* Whether the index has the commands of the first `until` events. */
static bool index_agrees(struct store *store, uint64_t until)
{
    struct store_commands events, index;
    store_commands_init(&events);
    index = events;
    assert_int_equal(store_read(store, text_of("house"), 1, until, sum_command, &events, NULL), STATUS_OK);
    assert_int_equal(store_index_commands(store, text_of("house"), until, &index, NULL), STATUS_OK);
    assert_int_equal(events.count, until);
    return store_commands_equal(&events, &index);
}

static void the_index_of_commands_is_compared_with_the_events(void **state)
{
    struct store_place place = place_of(state);
    struct store *store = place_open(&place);
    static const char *const ids[] = {"c1", "b7", "d", "a"};
    for (unsigned i = 0; i < 4; i++) {
        append_one(store, "house", i, ids[i], "{}");
        append_one(store, "annex", i, ids[i], "{}");
    }
    for (uint64_t until = 0; until <= 4; until++)
        assert_true(index_agrees(store, until));
    if (place.postgres) {
        /* The index is not told of the change, in which an event is written anew as it was. */
        (void)place_sql(&place,
                        "UPDATE pg_index SET indisready = false WHERE indexrelid = 'event_command'::regclass;"
                        "UPDATE event SET command = 'c4' WHERE sequence = 3;"
                        "UPDATE event SET command = 'd' WHERE sequence = 3;"
                        "UPDATE pg_index SET indisready = true WHERE indexrelid = 'event_command'::regclass");
        assert_false(index_agrees(store, 4));
        assert_true(index_agrees(store, 2));
    }
    struct told told = {.shown = 0};
    text_out_init(&told.out, told.words, sizeof told.words);
    assert_int_equal(store_compare_commands(store, text_of("house"), tell_command, &told, NULL), STATUS_OK);
    assert_string_equal(told.words, place.postgres
                                        ? "the index of commands does not have \"d\", the command of event 3;"
                                        : "");
    (void)place_sql(&place, "DROP INDEX event_command");
    struct store_commands index;
    struct fault fault;
    store_commands_init(&index);
    /* PostgreSQL answers without it; that it is missing is what the inspection says. */
    assert_int_equal(store_index_commands(store, text_of("house"), 4, &index, &fault),
                     place.postgres ? STATUS_OK : STATUS_DAMAGED);
    store_close(store);
    place_remove(&place);
}

/* Takes the index out of SQLite's schema, so that it is not told of a change, and puts it back. */
static void change_behind_the_index(const struct store_place *place, const char *sql)
{
    place_sql(place, "PRAGMA writable_schema = ON;"
                     "CREATE TABLE kept AS SELECT * FROM sqlite_schema WHERE name = 'event_command';"
                     "DELETE FROM sqlite_schema WHERE name = 'event_command'");
    place_sql(place, sql);
    place_sql(place, "PRAGMA writable_schema = ON; INSERT INTO sqlite_schema SELECT * FROM kept");
    place_sql(place, "DROP TABLE kept");
}

/* PostgreSQL hides what it has deleted from whoever reads by the index, so there an entry can only be missing. */
static void it_is_said_which_command_the_index_has_wrong(void **state)
{
    static const struct {
        const char *sql, *words;
    } cases[] = {
        {"UPDATE event SET command = NULL WHERE sequence = 2",
         "the index of commands has \"b7\" at event 2, and no event has it;"},
        {"UPDATE event SET command = 'b\x1b' WHERE sequence = 2",
         "the index of commands does not have \"b\\x1b\", the command of event 2;"
         "the index of commands has \"b7\" at event 2, and no event has it;"},
        {"UPDATE event SET command = CASE sequence WHEN 1 THEN 'b7' ELSE 'c1' END WHERE sequence < 3",
         "the index of commands has \"b7\" at event 2, and event 1 has it;"
         "the index of commands has \"c1\" at event 1, and event 2 has it;"},
        {"UPDATE event SET place = place + 6 WHERE sequence = 4",
         "the index of commands has \"a\" at event 4, and event 10 has it;"},
        {"DELETE FROM event WHERE sequence = 4",
         "the index of commands has \"a\" at event 4, and no event has it;"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        static const char *const ids[] = {"c1", "b7", "d", "a"};
        struct store_place place = place_of(state);
        static struct told told;
        if (place.postgres) {
            place_remove(&place);
            return;
        }
        struct store *store = place_open(&place);
        for (unsigned n = 0; n < 4; n++)
            append_one(store, "house", n, ids[n], "{}");
        store_close(store);
        change_behind_the_index(&place, cases[i].sql);
        store = place_open(&place);
        told = (struct told){.shown = 0};
        text_out_init(&told.out, told.words, sizeof told.words);
        assert_int_equal(store_compare_commands(store, text_of("house"), tell_command, &told, NULL),
                         STATUS_OK);
        assert_string_equal(told.words, cases[i].words);
        store_close(store);
        place_remove(&place);
    }
}

static void a_stream_under_another_name_does_not_verify(void **state)
{
    struct store_place place = place_of(state);
    struct store *store = place_open(&place);
    append_one(store, "house", 0, "", "{}");
    place_sql(&place, "UPDATE stream SET name = 'elsewhere'");
    struct store_damage damage = verified(store, "elsewhere");
    assert_int_equal(damage.kind, STORE_ALTERED);
    assert_int_equal(damage.sequence, 1);
    store_close(store);
    place_remove(&place);
}

static void tell_damage(void *context, const struct store_damage *damage)
{
    struct told *told = context;
    if (told->out.length > 0)
        text_out_add(&told->out, "; ");
    store_damage_write(&told->out, damage);
}

static void tell_flaw(void *context, const char *words)
{
    struct told *told = context;
    text_out_add(&told->out, "%s%s", told->out.length > 0 ? "; " : "", words);
}

static enum status show_told(void *context, const struct store_record *record, struct fault *fault)
{
    struct told *told = context;
    (void)record;
    (void)fault;
    told->shown++;
    return STATUS_OK;
}

/* Behind the first damage the chain is taken up again. */
static void all_damage_is_told(void **state)
{
    static const struct {
        const char *sqlite, *postgres;
        uint64_t shown;
        const char *words;
    } cases[] = {
        {"", NULL, 6, ""},
        {"UPDATE event SET payload = 'x' WHERE sequence IN (2, 5)", NULL, 6,
         "event 2 is not as it was written; event 5 is not as it was written"},
        {"UPDATE event SET payload = 'x' WHERE sequence IN (2, 3)", NULL, 6,
         "event 2 is not as it was written; event 3 or the hash of event 2 is not as it was written"},
        {"UPDATE event SET hash = (SELECT other.hash FROM event other WHERE other.sequence = 5) WHERE "
         "sequence = 3",
         NULL, 6, "event 3 is not as it was written"},
        {"DELETE FROM event WHERE sequence IN (2, 3, 5)", NULL, 3,
         "events 2 to 3 are missing; event 5 is missing"},
        {"DELETE FROM event WHERE sequence IN (1, 6)", NULL, 4, "event 1 is missing; event 6 is missing"},
        {"DELETE FROM event WHERE sequence = 2; UPDATE event SET payload = 'x' WHERE sequence = 4;"
         "UPDATE stream SET sequence = 5",
         NULL, 5,
         "event 2 is missing; event 4 is not as it was written; event 6 stands behind the end of the stream"},
        {SWAP(2, 3, SQLITE_RENUMBER), SWAP(2, 3, POSTGRES_RENUMBER), 6,
         "event 2 stands in the place of event 3; event 3 stands in the place of event 2"},
        {SWAP(1, 6, SQLITE_RENUMBER), SWAP(1, 6, POSTGRES_RENUMBER), 6,
         "event 1 stands in the place of event 6; event 6 stands in the place of event 1"},
        {SQLITE_RENUMBER(3, 77), POSTGRES_RENUMBER(3, 77), 5, "event 3 stands in the place of event 77"},
        {"INSERT INTO event (place, kind, payload, hash) SELECT place + 73, kind, payload, hash FROM event "
         "WHERE sequence = 4",
         "INSERT INTO event SELECT stream, sequence + 73, kind, NULL, payload, hash FROM event WHERE "
         "sequence = 4",
         6, "event 77 stands behind the end of the stream"},
        {SQLITE_RENUMBER(3, 0), POSTGRES_RENUMBER(3, 0), 5,
         "event 0 is not as it was written; event 3 stands in the place of event 0"},
        {"UPDATE event SET payload = CAST(payload AS BLOB) WHERE sequence = 4", "", 6,
         "event 4 is not as it was written"},
        {"UPDATE event SET kind = CAST(kind AS BLOB) WHERE sequence = 6", "", 6,
         "event 6 is not as it was written"},
        {"UPDATE event SET command = '' WHERE sequence = 1", NULL, 6, "event 1 is not as it was written"},
        {"UPDATE event SET hash = x'00' WHERE sequence IN (2, 3)",
         "UPDATE event SET hash = '' WHERE sequence IN (2, 3)", 6,
         "event 2 is not as it was written; event 3 is not as it was written"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct store_place place = place_of(state);
        struct store *store = place_open(&place);
        static struct told told;
        const char *sql = place.postgres && cases[i].postgres ? cases[i].postgres : cases[i].sqlite;
        for (unsigned n = 0; n < DAMAGE_EVENTS; n++) {
            char payload[16];
            snprintf(payload, sizeof payload, "{\"n\":%u}", n);
            append_one(store, "house", n, n == 3 ? "c3" : "", payload);
        }
        if (*sql)
            place_sql(&place, sql);
        told = (struct told){.shown = 0};
        text_out_init(&told.out, told.words, sizeof told.words);
        assert_int_equal(store_verify_all(store, text_of("house"), show_told, tell_damage, &told, NULL),
                         STATUS_OK);
        if (i > 0 && !*sql)
            assert_string_equal(told.words, "");
        else if (strcmp(told.words, cases[i].words) != 0 || told.shown != cases[i].shown)
            fail_msg("%s: %llu shown, %s", sql, (unsigned long long)told.shown, told.words);
        store_close(store);
        place_remove(&place);
    }
}

/* What another hand does around the events. */
static void flaws_around_the_events_are_told(void **state)
{
    static const struct {
        const char *sql, *postgres, *words;
    } cases[] = {
        {"", NULL, ""},
        {"DROP TABLE meter", NULL, "table meter is missing"},
        {"DROP INDEX event_command", NULL, "index event_command is missing"},
        {"CREATE TABLE mine (a BIGINT)", NULL, "table mine is none of the store's"},
        {"ALTER TABLE meter ADD COLUMN more BIGINT", NULL, "table meter is not as the program made it"},
        {"CREATE TRIGGER t AFTER INSERT ON event BEGIN SELECT 1; END",
         "CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';"
         "CREATE TRIGGER t AFTER INSERT ON event FOR EACH ROW EXECUTE FUNCTION f()",
         "trigger t is none of the store's"},
        {"DROP VIEW large", NULL, "view large is missing"},
        {"DROP VIEW large; CREATE VIEW large AS SELECT stream FROM movement", NULL,
         "view large is not as the program made it"},
        {"DELETE FROM store_table WHERE name = 'meter'", NULL, "the declaration of table meter is missing"},
        {"UPDATE store_table SET name = 'met\x1br' WHERE name = 'meter'", NULL,
         "the declaration of table met\\x1br is none of the store's"},
        {"UPDATE store_view SET query = 'x'", NULL,
         "the declaration of view large is not as the program made it: \"x"},
        {"INSERT INTO store_format VALUES (1)", NULL, "row 2 of store_format is none of the store's"},
        {"DELETE FROM store_format", NULL, "row 1 of store_format is missing"},
        {"UPDATE store_format SET version = 3", NULL,
         "row 1 of store_format is not as the program made it: \"3"},
        {"INSERT INTO event (place, kind, payload, hash) VALUES ((5 << 40) + 1, 'a', '{}', x'00')",
         "INSERT INTO event VALUES (5, 1, 'a', NULL, '{}', '')",
         "event 1 and what follows is of stream 5, which is not there"},
        {"DELETE FROM stream", NULL, "event 1 and what follows is of stream 1, which is not there"},
        {"INSERT INTO snapshot VALUES (7, 3, x'00', x'00')", "INSERT INTO snapshot VALUES (7, 3, '', '')",
         "the snapshot at event 3 is of stream 7, which is not there"},
        {"INSERT INTO snapshot VALUES (1, 0, x'00', x'00')", "INSERT INTO snapshot VALUES (1, 0, '', '')",
         "the snapshot at event 0 of stream 1 is of no event"},
        {"PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'WHERE command', 'WHERE "
         "kind') WHERE name = 'event_command'",
         "DROP INDEX event_command; CREATE UNIQUE INDEX event_command ON event (command, stream)",
         "index event_command is not as the program made it"},
    };
    static const struct store_view large = {"large", "SELECT stream, cents FROM movement WHERE cents > 100",
                                            "SELECT stream, cents FROM movement WHERE cents > 100"};
    struct store_options options = with_tables;
    options.views = &large;
    options.view_count = 1;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct store_place place = place_of(state);
        struct store *store = place_open_with(&place, &options);
        static struct told told;
        for (unsigned n = 0; n < DAMAGE_EVENTS; n++)
            append_one(store, "house", n, n == 3 ? "c3" : "", "{}");
        store_close(store);
        if (i > 0)
            place_sql(&place, place.postgres && cases[i].postgres ? cases[i].postgres : cases[i].sql);
        options.mode = STORE_READ_ONLY;
        options.to_inspect = true;
        store = place_open_with(&place, &options);
        options.mode = STORE_CREATE;
        options.to_inspect = false;
        told = (struct told){.shown = 0};
        text_out_init(&told.out, told.words, sizeof told.words);
        assert_int_equal(store_inspect(store, tell_flaw, &told, NULL), STATUS_OK);
        if (*cases[i].words ? strstr(told.words, cases[i].words) == NULL : told.words[0] != '\0')
            fail_msg("%s: %s", cases[i].sql, told.words);
        store_close(store);
        place_remove(&place);
    }
}

/* Of the columns of a table, "cents" is another word, with controls in it. */
static void a_damaged_declaration_is_refused_and_can_be_inspected(void **state)
{
    static struct told told;
    struct store_place place = place_of(state);
    struct store *store = place_open_with(&place, &with_tables);
    struct store_options options = with_tables;
    struct fault fault;
    append_one(store, "house", 0, "c1", "{}");
    store_close(store);
    place_sql(&place, "UPDATE store_table SET columns = replace(columns, 'cents', 'ce\x0e\x1b[2J') "
                      "WHERE name = 'movement'");
    static const enum store_mode modes[] = {STORE_CREATE, STORE_EXISTING, STORE_READ_ONLY};
    for (unsigned i = 0; i < 3; i++) {
        options.mode = modes[i];
        assert_int_equal(store_open(text_of(place.address), &options, &store, &fault), STATUS_INVALID);
        assert_string_equal(fault.words,
                            "table movement was declared otherwise, by another version of the program or "
                            "another hand: \"...t text, ce\\x0e\\x1b[2J integer, t...\" at byte 17, not "
                            "\"...t text, cents integer, tab...\"");
    }
    options.to_inspect = true;
    store = place_open_with(&place, &options);
    assert_int_equal(verified(store, "house").kind, STORE_WHOLE);
    told = (struct told){.shown = 0};
    text_out_init(&told.out, told.words, sizeof told.words);
    assert_int_equal(store_inspect(store, tell_flaw, &told, NULL), STATUS_OK);
    assert_non_null(strstr(told.words, "the declaration of table movement is not as the program made it: "
                                       "\"...t text, ce\\x0e\\x1b[2J integer, t...\" at byte 17, not "
                                       "\"...t text, cents integer, tab...\""));
    store_close(store);
    place_remove(&place);
}

/* The number alone is damage; the number and the tables are another version. */
static void a_store_of_another_format_is_not_inspected(void **state)
{
    const struct store_options options = {.mode = STORE_READ_ONLY, .to_inspect = true};
    struct store_place place = place_of(state);
    struct store *store = place_open(&place);
    struct fault fault;
    append_one(store, "house", 0, "c1", "{}");
    store_close(store);
    place_sql(&place, "UPDATE store_format SET version = 2");
    store = place_open_with(&place, &options);
    assert_int_equal(verified(store, "house").kind, STORE_WHOLE);
    store_close(store);
    place_sql(&place, "ALTER TABLE snapshot ADD COLUMN maker TEXT");
    assert_int_equal(store_open(text_of(place.address), &options, &store, &fault), STATUS_INVALID);
    assert_string_equal(fault.words, "this store has format 2; this program reads format 1");
    place_sql(&place, "UPDATE store_format SET version = 1");
    store_close(place_open_with(&place, &options));
    place_sql(&place, "DROP TABLE store_format; DROP TABLE event");
    assert_int_equal(store_open(text_of(place.address), &options, &store, &fault), STATUS_INVALID);
    assert_non_null(strstr(fault.words, " does not hold a store"));
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
        cmocka_unit_test(who_appends_back_to_back_sees_what_others_write),
        cmocka_unit_test(who_appends_back_to_back_waits_for_others),
        cmocka_unit_test(the_log_of_the_engine_stays_short),
        cmocka_unit_test(streams_are_listed_in_order),
        cmocka_unit_test(texts_that_are_no_text_are_refused),
        cmocka_unit_test(limits_hold_at_below_and_above),
        cmocka_unit_test(batches_have_limits_as_a_whole),
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
        cmocka_unit_test(a_store_that_must_be_there_is_not_made),
        cmocka_unit_test(a_store_is_its_owners_alone),
        cmocka_unit_test(a_store_for_reading_refuses_to_write),
        cmocka_unit_test(a_store_that_may_not_be_written_is_read),
        cmocka_unit_test(a_store_of_another_format_is_refused),
        cmocka_unit_test(a_second_writer_of_a_stream_is_refused),
        cmocka_unit_test(writers_that_share_a_stream_are_refused_beside_one_that_does_not),
        cmocka_unit_test(a_standby_takes_over),
        cmocka_unit_test(snapshots_are_loaded_at_or_before_a_sequence),
        cmocka_unit_test(the_latest_snapshots_are_kept),
        cmocka_unit_test(who_holds_a_store_does_not_write_it),
        cmocka_unit_test(a_snapshot_is_any_bytes),
        cmocka_unit_test(damage_is_found_and_placed),
        cmocka_unit_test(all_damage_is_told),
        cmocka_unit_test(flaws_around_the_events_are_told),
        cmocka_unit_test(the_index_of_commands_is_compared_with_the_events),
        cmocka_unit_test(it_is_said_which_command_the_index_has_wrong),
        cmocka_unit_test(a_damaged_declaration_is_refused_and_can_be_inspected),
        cmocka_unit_test(a_store_of_another_format_is_not_inspected),
        cmocka_unit_test(a_stream_under_another_name_does_not_verify),
        cmocka_unit_test(without_memory_nothing_is_half_done),
    };
    return place_main(argc, argv, tests, sizeof tests / sizeof tests[0]);
}
