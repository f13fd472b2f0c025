/*
 * Time and the keeper, on both engines: a command is decided at the time that it has, what is due until then comes first, and
 * nothing is written because time passed (K4).
 */
#include "books/books_test.h"

#include "house/kernel/clock_shapes.h"

#include <semaphore.h>

#define SECOND_MS INT64_C(1000)
#define HOUR_MS   (3600 * SECOND_MS)
#define DAY_MS    (24 * HOUR_MS)

static const char round_line[] = "start-round C4-1 fees 1,2 by dana", end_line[] = "end-round C4-1 by dana",
                  refused_line[] = "open-table C4-1 by fay";

struct fixture {
    struct store_place place;
    struct books books;
    struct instant noon; /* when the table was opened */
    bool many;           /* the keeper decides ahead of the disk */
    sem_t answered;
};

static struct keeper *keeper_of(const struct fixture *fixture)
{
    return fixture->books.keeper;
}

static void reopen(struct fixture *fixture, bool from_the_start)
{
    books_close(&fixture->books);
    books_open_with(&fixture->books, &fixture->place,
                    &(struct keeper_options){.mode = STORE_EXISTING,
                                             .from_the_start = from_the_start,
                                             .in_flight = fixture->many ? 8 : 0});
}

static void begin(struct fixture *fixture, void **state, bool many)
{
    const bool *postgres = *state;
    *fixture = (struct fixture){.place = place_make(*postgres, "keeper_time_test"), .many = many};
    assert_int_equal(sem_init(&fixture->answered, 0, 0), 0);
    books_open(&fixture->books, &fixture->place);
    books_begin(&fixture->books);
    books_do(&fixture->books, "clock 2026-11-02T12:00:01-08:00"); /* which brings the seeds */
    fixture->noon = (struct instant){keeper_floor(keeper_of(fixture))->now.ms - SECOND_MS};
    reopen(fixture, false);
}

static void end(struct fixture *fixture)
{
    books_close(&fixture->books);
    assert_whole(&fixture->place);
    place_remove(&fixture->place);
    (void)sem_destroy(&fixture->answered);
}

static void answered(struct keeper_ticket *ticket)
{
    (void)sem_post(&((struct fixture *)ticket->context)->answered);
}

/* The line is given so long after noon; the reply is in the books. */
static void ask(struct fixture *fixture, const char *id, const char *line, int64_t after_noon_ms,
                enum keeper_outcome outcome)
{
    struct books *books = &fixture->books;
    struct command command = books_command(books, id, line);
    command.head.at.ms = fixture->noon.ms + after_noon_ms;
    if (fixture->many) {
        struct keeper_ticket ticket = {.done = answered, .context = fixture};
        if (keeper_submit(books->keeper, &command, &ticket, &books->fault) != STATUS_OK)
            fail_msg("%s: %s", line, books->fault.words);
        (void)sem_wait(&fixture->answered);
        if (ticket.status != STATUS_OK)
            fail_msg("%s: %s", line, ticket.fault.words);
        books->reply = ticket.reply;
    } else if (keeper_do(books->keeper, &command, &books->reply, &books->fault) != STATUS_OK)
        fail_msg("%s: %s", line, books->fault.words);
    if (books->reply.outcome != outcome)
        fail_msg("%s: outcome %d: %s", line, (int)books->reply.outcome, books->reply.ruling.words);
}

struct seen {
    uint64_t from;
    unsigned count;
    char kinds[256];
    struct instant last;
};

static enum status see(void *context, const struct store_record *record, struct fault *fault)
{
    struct seen *seen = context;
    struct arena arena;
    struct event event;
    (void)fault;
    arena_init(&arena, 1 << 20);
    assert_int_equal(event_read(record->event.kind, record->event.payload, &arena, &event, NULL), STATUS_OK);
    size_t length = strlen(seen->kinds);
    (void)snprintf(seen->kinds + length, sizeof seen->kinds - length, "%s%s%s", seen->count ? " " : "",
                   event_name(event.kind), record->event.command.length ? "!" : "");
    seen->count++;
    seen->last = event.head.at;
    arena_release(&arena);
    return STATUS_OK;
}

/* The events from there on as words; the one that has the id of a command is marked. */
static void assert_events(struct fixture *fixture, uint64_t from, const char *kinds, int64_t last_after_noon)
{
    struct seen seen = {.from = from};
    struct fault fault;
    struct store *store = place_open(&fixture->place);
    assert_int_equal(store_read(store, text_of("house"), from, STORE_SEQUENCE_MAX, see, &seen, &fault),
                     STATUS_OK);
    store_close(store);
    assert_string_equal(seen.kinds, kinds);
    if (seen.count > 0)
        assert_int_equal(seen.last.ms - fixture->noon.ms, last_after_noon);
}

static void a_command_says_the_time_at_which_it_was_given(void **state, bool many)
{
    struct fixture fixture;
    begin(&fixture, state, many);
    uint64_t next = keeper_sequence(keeper_of(&fixture)) + 1;
    ask(&fixture, "k1", round_line, 90 * SECOND_MS, KEEPER_DONE);
    assert_int_equal(fixture.books.reply.first, next);
    assert_int_equal(fixture.books.reply.sequence, next);
    assert_events(&fixture, next, "round-started!", 90 * SECOND_MS);
    ask(&fixture, "k2", end_line, 30 * SECOND_MS, KEEPER_DONE); /* an earlier time is that of the house */
    assert_events(&fixture, next + 1, "round-ended!", 90 * SECOND_MS);
    end(&fixture);
}

static void what_is_due_is_done_before_the_command_whose_id_it_does_not_take(void **state, bool many)
{
    struct fixture fixture;
    begin(&fixture, state, many);
    uint64_t next = keeper_sequence(keeper_of(&fixture)) + 1;
    ask(&fixture, "k1", round_line, 2 * HOUR_MS + SECOND_MS, KEEPER_DONE);
    assert_int_equal(fixture.books.reply.first, next + 2);
    assert_int_equal(fixture.books.reply.sequence, next + 2);
    assert_events(&fixture, next, "hour-completed hour-completed round-started!", 2 * HOUR_MS + SECOND_MS);
    ask(&fixture, "k1", round_line, 2 * HOUR_MS + SECOND_MS, KEEPER_REPEATED);
    assert_int_equal(fixture.books.reply.first, next + 2);
    end(&fixture);
}

static void what_was_due_stays_done_though_the_command_is_refused(void **state, bool many)
{
    struct fixture fixture;
    begin(&fixture, state, many);
    uint64_t next = keeper_sequence(keeper_of(&fixture)) + 1;
    ask(&fixture, "k1", refused_line, HOUR_MS, KEEPER_REFUSED);
    assert_events(&fixture, next, "hour-completed", HOUR_MS);
    ask(&fixture, "k1", round_line, HOUR_MS, KEEPER_DONE); /* its id was not used */
    end(&fixture);
}

static void time_that_brings_nothing_is_not_written(void **state, bool many)
{
    struct fixture fixture;
    begin(&fixture, state, many);
    uint64_t before = keeper_sequence(keeper_of(&fixture));
    for (int64_t at = 2; at < 3600; at++)
        ask(&fixture, "", refused_line, at * SECOND_MS, KEEPER_REFUSED);
    assert_int_equal(keeper_sequence(keeper_of(&fixture)), before);
    assert_int_equal(keeper_floor(keeper_of(&fixture))->now.ms - fixture.noon.ms, 3599 * SECOND_MS);
    end(&fixture);
}

static void a_command_of_more_than_a_month_ahead_is_refused_and_moves_nothing(void **state, bool many)
{
    struct fixture fixture;
    begin(&fixture, state, many);
    uint64_t before = keeper_sequence(keeper_of(&fixture));
    struct instant now = keeper_floor(keeper_of(&fixture))->now;
    ask(&fixture, "", round_line, now.ms - fixture.noon.ms + CLOCK_DAYS_MAX * DAY_MS + 1, KEEPER_REFUSED);
    assert_string_equal(fixture.books.reply.ruling.clause, "house#time");
    assert_int_equal(keeper_sequence(keeper_of(&fixture)), before);
    assert_int_equal(keeper_floor(keeper_of(&fixture))->now.ms, now.ms);
    ask(&fixture, "", round_line, now.ms - fixture.noon.ms + CLOCK_DAYS_MAX * DAY_MS, KEEPER_DONE);
    end(&fixture);
}

static void a_snapshot_keeps_the_time_that_has_passed(void **state, bool many)
{
    struct fixture fixture;
    begin(&fixture, state, many);
    static struct audit audit;
    ask(&fixture, "", refused_line, 1800 * SECOND_MS, KEEPER_REFUSED);
    assert_int_equal(keeper_save(keeper_of(&fixture), &fixture.books.fault), STATUS_OK);
    reopen(&fixture, false);
    assert_int_equal(keeper_floor(keeper_of(&fixture))->now.ms - fixture.noon.ms, 1800 * SECOND_MS);
    assert_int_equal(keeper_floor(keeper_of(&fixture))->told.ms - fixture.noon.ms, SECOND_MS);
    ask(&fixture, "", round_line, HOUR_MS, KEEPER_DONE);
    books_close(&fixture.books);
    books_audit(&fixture.place, &audit);
    assert_int_equal(audit.finding_count, 0);
    assert_int_equal(audit.snapshots, 1);
    books_open(&fixture.books, &fixture.place);
    end(&fixture);
}

/* Puts other words in the place of some in the last snapshot, and seals it. */
static void change_snapshot(struct fixture *fixture, const char *old, const char *new)
{
    struct store *store = place_open(&fixture->place);
    struct arena arena;
    struct text bytes;
    uint64_t found;
    struct fault fault;
    arena_init(&arena, 64 << 20);
    assert_int_equal(
        store_snapshot_load(store, text_of("house"), STORE_SEQUENCE_MAX, &arena, &found, &bytes, &fault),
        STATUS_OK);
    assert_int_equal(strlen(old), strlen(new));
    char *changed = ARENA_ARRAY(&arena, char, bytes.length);
    memcpy(changed, bytes.bytes, bytes.length);
    size_t at = 0;
    while (at + strlen(old) <= bytes.length && memcmp(changed + at, old, strlen(old)) != 0)
        at++;
    assert_true(at + strlen(old) <= bytes.length);
    memcpy(changed + at, new, strlen(new));
    assert_int_equal(
        store_snapshot_save(store, text_of("house"), found, (struct text){changed, bytes.length}, &fault),
        STATUS_OK);
    store_close(store);
    arena_release(&arena);
}

static void a_snapshot_that_skips_what_is_due_is_not_the_state(void **state, bool many)
{
    struct fixture fixture;
    begin(&fixture, state, many);
    static struct audit audit;
    ask(&fixture, "", refused_line, 1800 * SECOND_MS, KEEPER_REFUSED);
    assert_int_equal(keeper_save(keeper_of(&fixture), &fixture.books.fault), STATUS_OK);
    books_close(&fixture.books);
    static const struct {
        const char *old, *new;
        bool right;
    } changes[] = {
        {"\"now\":\"2026-11-02T20:30:00Z\"", "\"now\":\"2026-11-02T20:59:59Z\"", true},
        {"\"now\":\"2026-11-02T20:59:59Z\"", "\"now\":\"2026-11-02T21:00:00Z\"", false},
        {"\"now\":\"2026-11-02T21:00:00Z\"", "\"now\":\"2026-11-02T20:59:59Z\"", true},
        {"\"told\":\"2026-11-02T20:00:01Z\"", "\"told\":\"2026-11-02T20:00:02Z\"", false},
        {"\"told\":\"2026-11-02T20:00:02Z\"", "\"told\":\"2026-11-02T20:00:01Z\"", true},
    };
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        change_snapshot(&fixture, changes[i].old, changes[i].new);
        books_audit(&fixture.place, &audit);
        assert_int_equal(audit.finding_count, changes[i].right ? 0 : 1);
        if (!changes[i].right)
            assert_non_null(strstr(audit.findings[0].words, "is not the state that the events make"));
    }
    books_open(&fixture.books, &fixture.place);
    end(&fixture);
}

/* As `house do --ids` may write them, which reads all events and no snapshot. */
static void events_earlier_than_the_time_of_a_snapshot_are_read_without_it(void **state, bool many)
{
    struct fixture fixture;
    begin(&fixture, state, many);
    ask(&fixture, "", refused_line, 1800 * SECOND_MS, KEEPER_REFUSED);
    assert_int_equal(keeper_save(keeper_of(&fixture), &fixture.books.fault), STATUS_OK);
    reopen(&fixture, true);
    ask(&fixture, "", round_line, 600 * SECOND_MS, KEEPER_DONE);
    reopen(&fixture, false);
    assert_int_equal(keeper_floor(keeper_of(&fixture))->now.ms - fixture.noon.ms, 600 * SECOND_MS);
    end(&fixture);
}

/* Beside another program a house that has passed time takes what that has written earlier. */
static void the_second_of_two_keepers_takes_events_of_a_time_that_has_passed_for_it(void **state, bool many)
{
    struct fixture fixture;
    struct books other;
    begin(&fixture, state, many);
    if (!fixture.many) {
        books_open(&other, &fixture.place);
        ask(&fixture, "", refused_line, 1800 * SECOND_MS, KEEPER_REFUSED);
        books_do(&other, round_line);
        ask(&fixture, "", end_line, 1801 * SECOND_MS, KEEPER_DONE);
        books_close(&other);
    }
    end(&fixture);
}

/* One command at a time, and ahead of the disk. */
#define BOTH_WAYS(test)                                                                                      \
    static void test##_both_ways(void **state)                                                               \
    {                                                                                                        \
        test(state, false);                                                                                  \
        test(state, true);                                                                                   \
    }
BOTH_WAYS(a_command_says_the_time_at_which_it_was_given)
BOTH_WAYS(what_is_due_is_done_before_the_command_whose_id_it_does_not_take)
BOTH_WAYS(what_was_due_stays_done_though_the_command_is_refused)
BOTH_WAYS(time_that_brings_nothing_is_not_written)
BOTH_WAYS(a_command_of_more_than_a_month_ahead_is_refused_and_moves_nothing)
BOTH_WAYS(a_snapshot_keeps_the_time_that_has_passed)
BOTH_WAYS(a_snapshot_that_skips_what_is_due_is_not_the_state)
BOTH_WAYS(events_earlier_than_the_time_of_a_snapshot_are_read_without_it)
BOTH_WAYS(the_second_of_two_keepers_takes_events_of_a_time_that_has_passed_for_it)

int main(int argc, char **argv)
{
    struct CMUnitTest tests[] = {
        cmocka_unit_test(a_command_says_the_time_at_which_it_was_given_both_ways),
        cmocka_unit_test(what_is_due_is_done_before_the_command_whose_id_it_does_not_take_both_ways),
        cmocka_unit_test(what_was_due_stays_done_though_the_command_is_refused_both_ways),
        cmocka_unit_test(time_that_brings_nothing_is_not_written_both_ways),
        cmocka_unit_test(a_command_of_more_than_a_month_ahead_is_refused_and_moves_nothing_both_ways),
        cmocka_unit_test(a_snapshot_keeps_the_time_that_has_passed_both_ways),
        cmocka_unit_test(a_snapshot_that_skips_what_is_due_is_not_the_state_both_ways),
        cmocka_unit_test(events_earlier_than_the_time_of_a_snapshot_are_read_without_it_both_ways),
        cmocka_unit_test(the_second_of_two_keepers_takes_events_of_a_time_that_has_passed_for_it_both_ways),
    };
    return place_main(argc, argv, tests, sizeof tests / sizeof tests[0]);
}
