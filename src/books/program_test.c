/*
 * Logs that several versions of the program wrote: the log tells who decided what, and an audit judges each event by what its version
 * promised. The programs of this test differ in one decision, the words of a verified hand.
 */
#include "books/books_test.h"

#include "books/report_rows.h"
#include "house/hands/hands_shapes.h"

static const struct decision_change changes[] = {{2, 1, {EVENT_HAND_VERIFIED}, "the words of a hand"}};
static const struct program one = {.version = "1.0.0", .decisions = 1},
                            two = {.version = "2.0.0", .decisions = 2, .changes = changes, .change_count = 1},
                            two_anew = {
                                .version = "2.0.1", .decisions = 2, .changes = changes, .change_count = 1};

static struct keeper_options options_of(const struct program *program)
{
    return (struct keeper_options){.mode = STORE_CREATE, .program = program};
}

/* The day begins under a program: twenty events and the royal flush of seat 1. */
static void begin_under(struct books *books, const struct store_place *place, const struct program *program)
{
    const struct keeper_options options = options_of(program);
    books_open_with(books, place, &options);
    books_begin(books);
    books_royal_flush(books);
}

static void go_on_under(struct books *books, const struct store_place *place, const struct program *program)
{
    const struct keeper_options options = options_of(program);
    books_open_with(books, place, &options);
}

static void audit_by(const struct program *program, const struct store_place *place, struct audit *audit)
{
    struct fault fault;
    if (audit_store_by(program, text_of(place->address), text_of("house"), NULL, NULL, audit, &fault) !=
        STATUS_OK)
        fail_msg("%s", fault.words);
}

struct counting {
    unsigned found;
    uint64_t last;
    char payload[256], command[64];
};

static enum status count_changed(void *context, const struct store_record *record, struct fault *fault)
{
    struct counting *counting = context;
    (void)fault;
    if (!text_equal(record->event.kind, text_of("program-changed")))
        return STATUS_OK;
    counting->found++;
    counting->last = record->sequence;
    (void)snprintf(counting->payload, sizeof counting->payload, "%.*s",
                   TEXT_ARGUMENTS(record->event.payload));
    (void)snprintf(counting->command, sizeof counting->command, "%.*s",
                   TEXT_ARGUMENTS(record->event.command));
    return STATUS_OK;
}

static struct counting changed_in(const struct store_place *place)
{
    struct counting counting = {.found = 0};
    struct fault fault;
    struct store *store = place_open(place);
    assert_int_equal(
        store_read(store, text_of("house"), 1, STORE_SEQUENCE_MAX, count_changed, &counting, &fault),
        STATUS_OK);
    store_close(store);
    return counting;
}

static void a_new_house_tells_its_program_in_its_first_event(void **state)
{
    struct store_place place = place_make(*(const bool *)*state, "program");
    struct books books;
    begin_under(&books, &place, &two);
    assert_string_equal(keeper_floor(books.keeper)->decided_by.version, "2.0.0");
    assert_int_equal(keeper_floor(books.keeper)->decided_by.decisions, 2);
    books_close(&books);
    assert_int_equal(changed_in(&place).found, 0);
    place_remove(&place);
}

static void another_program_is_told_with_the_first_command_that_it_decides_and_once(void **state)
{
    struct store_place place = place_make(*(const bool *)*state, "program");
    struct books books;
    begin_under(&books, &place, &one);
    uint64_t before = keeper_sequence(books.keeper);
    books_close(&books);
    go_on_under(&books, &place, &two);
    assert_int_equal(keeper_sequence(books.keeper), before); /* reading changes nothing */
    books_ask(&books, "r1", "pay 1 in check by cy", KEEPER_REFUSED);
    books_ask(&books, "c1", "clock 2026-11-02T12:00:00-08:00", KEEPER_DONE); /* which finds nothing to do */
    assert_int_equal(keeper_sequence(books.keeper), before);
    books_ask(&books, "k1", "start-round C4-1 fees 1,2 by dana", KEEPER_DONE);
    assert_int_equal(books.reply.first, before + 1);
    assert_int_equal(books.reply.sequence, before + 2);
    books_ask(&books, "k1", "start-round C4-1 fees 1,2 by dana", KEEPER_REPEATED);
    assert_int_equal(books.reply.first, before + 1);
    books_do(&books, "end-round C4-1 by dana");
    books_close(&books);
    go_on_under(&books, &place, &two);
    books_do(&books, "start-round C4-1 fees 1,2 by dana");
    assert_int_equal(books.reply.first, books.reply.sequence);
    books_close(&books);
    struct counting counting = changed_in(&place);
    assert_int_equal(counting.found, 1);
    assert_int_equal(counting.last, before + 1);
    assert_string_equal(counting.command, "k1");
    assert_non_null(
        strstr(counting.payload, "\"version\":\"2.0.0\",\"decisions\":2,\"asked\":\"start-round "));
    place_remove(&place);
}

/* The rest of a clock that was interrupted, and a version that decides as the one before. */
static void the_steps_of_a_clock_tell_it_once(void **state)
{
    struct store_place place = place_make(*(const bool *)*state, "program");
    struct books books;
    begin_under(&books, &place, &two);
    books_close(&books);
    go_on_under(&books, &place, &two_anew);
    books_do(&books, "clock 2026-11-05T12:00:00-08:00");
    assert_string_equal(keeper_floor(books.keeper)->decided_by.version, "2.0.1");
    books_close(&books);
    assert_int_equal(changed_in(&place).found, 1);
    static struct audit audit;
    audit_by(&two_anew, &place, &audit);
    assert_int_equal(audit.finding_count, 0);
    assert_int_equal(audit.program_count, 2);
    assert_string_equal(audit.programs[1].version, "2.0.1");
    assert_int_equal(audit.programs[0].otherwise + audit.programs[1].otherwise, 0);
    place_remove(&place);
}

/* K2, and the state is that of the log also after a restart from a snapshot. */
static void a_snapshot_knows_the_program_too(void **state)
{
    struct store_place place = place_make(*(const bool *)*state, "program");
    struct books books;
    struct fault fault;
    begin_under(&books, &place, &one);
    books_close(&books);
    go_on_under(&books, &place, &two);
    books_do(&books, "start-round C4-1 fees 1,2 by dana");
    assert_int_equal(keeper_save(books.keeper, &fault), STATUS_OK);
    books_close(&books);
    go_on_under(&books, &place, &two);
    books_do(&books, "end-round C4-1 by dana");
    assert_int_equal(books.reply.first, books.reply.sequence);
    books_close(&books);
    static struct audit audit;
    audit_by(&two, &place, &audit);
    assert_int_equal(audit.finding_count, 0);
    assert_int_equal(audit.snapshots, 1);
    place_remove(&place);
}

/* Also where a snapshot is there, and nothing is written. */
static void a_log_that_a_newer_program_went_on_with_is_refused_and_not_touched(void **state)
{
    struct store_place place = place_make(*(const bool *)*state, "program");
    struct books books;
    struct fault fault;
    begin_under(&books, &place, &one);
    books_close(&books);
    go_on_under(&books, &place, &two);
    books_do(&books, "start-round C4-1 fees 1,2 by dana");
    uint64_t last = keeper_sequence(books.keeper);
    assert_int_equal(keeper_save(books.keeper, &fault), STATUS_OK);
    books_close(&books);
    const struct keeper_options options = options_of(&one);
    assert_int_equal(books_try_open(&books, &place, &options), STATUS_INVALID);
    char expected[64];
    (void)snprintf(expected, sizeof expected, "event %llu:", (unsigned long long)last - 1);
    assert_non_null(strstr(books.fault.words, expected));
    assert_non_null(strstr(books.fault.words,
                           "a newer version of cardroom (2.0.0) decided from here on; use that version"));
    books_close(&books);
    go_on_under(&books, &place, &two);
    assert_int_equal(keeper_sequence(books.keeper), last);
    books_close(&books);
    place_remove(&place);
}

/* ------------------------------------------------------------------------------------------ the audit */

/* A log written anew as another program would have written it, with the rows for reports that its events make. */
struct writing {
    struct store *to;
    struct floor floor;
    struct arena arena;
    uint64_t sequence;
    const struct program *by;   /* whom house-opened names */
    const struct program *late; /* who takes over behind the verified hand; NULL: nobody */
    bool altered;
};

static void write_event(struct writing *writing, const struct event *event)
{
    static char payload[BOOKS_FILE_MAX];
    struct report_rows rows = {.arena = &writing->arena};
    struct fault fault;
    struct text_out out;
    text_out_init(&out, payload, sizeof payload);
    event_write(&out, event);
    assert_false(out.truncated);
    if (floor_apply(&writing->floor, event, &fault) != STATUS_OK)
        fail_msg("%s", fault.words);
    assert_int_equal(reports_add(&rows, &writing->floor, event, 0), STATUS_OK);
    struct store_event stored = {text_of(event_name(event->kind)), text_of(""), text_out_text(&out)};
    struct store_batch batch = {.stream = text_of("house"),
                                .expected = writing->sequence++,
                                .events = &stored,
                                .event_count = 1,
                                .rows = rows.rows,
                                .row_count = rows.count};
    (void)append_batch(writing->to, &batch);
}

static enum status write_as_another(void *context, const struct store_record *record, struct fault *fault)
{
    struct writing *writing = context;
    struct event event, changed;
    arena_clear(&writing->arena);
    assert_int_equal(event_read(record->event.kind, record->event.payload, &writing->arena, &event, fault),
                     STATUS_OK);
    if (event.kind == EVENT_HOUSE_OPENED) {
        EVENT_AS(&event, house_opened)->version = text_of(writing->by ? writing->by->version : "");
        EVENT_AS(&event, house_opened)->decisions = writing->by ? writing->by->decisions : 0;
    }
    bool verified = event.kind == EVENT_HAND_VERIFIED;
    if (verified)
        EVENT_AS(&event, hand_verified)->why = text_of("a royal flush, as version 1 said it");
    write_event(writing, &event);
    writing->altered |= verified;
    if (verified && writing->late) {
        writing->floor.program = writing->late;
        assert_true(program_change(&writing->floor, &changed));
        write_event(writing, &changed);
    }
    return STATUS_OK;
}

/* What the audit by `two` says of a log in which a hand was verified with words that `two` would not have used. */
static void audit_of_log(void **state, const struct program *by, const struct program *late,
                         struct audit *audit)
{
    const bool *postgres = *state;
    struct store_place place = place_make(*postgres, "program"),
                       other = place_make(*postgres, "program_other");
    struct writing writing = {.by = by, .late = late};
    const struct store_options with_tables = {.mode = STORE_CREATE,
                                              .tables = report_tables,
                                              .table_count = REPORT_TABLES,
                                              .views = report_views,
                                              .view_count = report_view_count};
    struct books books;
    struct fault fault;
    begin_under(&books, &place, &two);
    books_close(&books);
    arena_init(&writing.arena, BOOKS_MEMORY_MAX);
    assert_int_equal(floor_init(&writing.floor, BOOKS_MEMORY_MAX, &fault), STATUS_OK);
    writing.floor.program = &two;
    struct store *store = place_open(&place);
    assert_int_equal(store_open(text_of(other.address), &with_tables, &writing.to, &fault), STATUS_OK);
    if (store_read(store, text_of("house"), 1, STORE_SEQUENCE_MAX, write_as_another, &writing, &fault) !=
        STATUS_OK)
        fail_msg("%s", fault.words);
    assert_true(writing.altered);
    store_close(store);
    store_close(writing.to);
    floor_release(&writing.floor);
    arena_release(&writing.arena);
    audit_by(&two, &other, audit);
    place_remove(&other);
    place_remove(&place);
}

static void an_honest_log_of_an_older_number_is_clean_and_its_events_are_counted(void **state)
{
    static struct audit audit;
    audit_of_log(state, &one, NULL, &audit);
    if (audit.finding_count > 0)
        fail_msg("%s", audit.findings[0].words);
    assert_int_equal(audit.program_count, 1);
    assert_string_equal(audit.programs[0].version, "1.0.0");
    assert_int_equal(audit.programs[0].decisions, 1);
    assert_int_equal(audit.programs[0].first, 1);
    assert_int_equal(audit.programs[0].last, audit.events);
    assert_int_equal(audit.programs[0].otherwise, 1);
}

static void a_log_that_tells_no_number_is_of_the_first(void **state)
{
    static struct audit audit;
    audit_of_log(state, NULL, NULL, &audit);
    assert_int_equal(audit.finding_count, 0);
    assert_string_equal(audit.programs[0].version, "");
    assert_int_equal(audit.programs[0].decisions, 1);
    assert_int_equal(audit.programs[0].otherwise, 1);
}

static void the_same_log_is_forged_where_the_new_number_is_in_force(void **state)
{
    static struct audit audit;
    audit_of_log(state, &two, NULL, &audit);
    assert_true(audit.finding_count > 0);
    assert_non_null(strstr(audit.findings[0].words, "its \"why\" is not what the house decides"));
}

static void the_events_of_each_program_are_told_from_each_other(void **state)
{
    static struct audit audit;
    audit_of_log(state, &one, &two, &audit);
    if (audit.finding_count > 0)
        fail_msg("%s", audit.findings[0].words);
    assert_int_equal(audit.program_count, 2);
    assert_int_equal(audit.programs[0].last + 1, audit.programs[1].first);
    assert_int_equal(audit.programs[1].last, audit.events);
    assert_int_equal(audit.programs[0].otherwise, 1);
    assert_int_equal(audit.programs[1].otherwise, 0);
    assert_string_equal(audit.programs[1].version, "2.0.0");
}

int main(int argc, char **argv)
{
    struct CMUnitTest tests[] = {
        cmocka_unit_test(a_new_house_tells_its_program_in_its_first_event),
        cmocka_unit_test(another_program_is_told_with_the_first_command_that_it_decides_and_once),
        cmocka_unit_test(the_steps_of_a_clock_tell_it_once),
        cmocka_unit_test(a_snapshot_knows_the_program_too),
        cmocka_unit_test(a_log_that_a_newer_program_went_on_with_is_refused_and_not_touched),
        cmocka_unit_test(an_honest_log_of_an_older_number_is_clean_and_its_events_are_counted),
        cmocka_unit_test(a_log_that_tells_no_number_is_of_the_first),
        cmocka_unit_test(the_same_log_is_forged_where_the_new_number_is_in_force),
        cmocka_unit_test(the_events_of_each_program_are_told_from_each_other),
    };
    return place_main(argc, argv, tests, sizeof tests / sizeof tests[0]);
}
