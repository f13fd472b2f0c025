/*
 * A house in which nobody does anything, with all its tables closed: what the books grow by because time passes. The time is brought
 * minute by minute, as a server does every second.
 */
#include "books/books_test.h"
#include "books/opening.h"

#include "house/kernel/clock_shapes.h"

#define MINUTE_MS (INT64_C(60) * 1000)
enum { DAYS = 3, MINUTES_A_DAY = 24 * 60, EVENTS_A_DAY_MAX = 9 };

static const struct instant nine = {INT64_C(1793638800000)};

static enum status show_day(void *context, const struct store_record *record, struct fault *fault)
{
    unsigned *days = context;
    (void)fault;
    *days += text_equal(record->event.kind, text_of("day-began"));
    return STATUS_OK;
}

static void idle_for_days(const char *folder)
{
    struct library library;
    struct books books;
    struct store_place place = place_make(false, "idle_test");
    char path[256];
    unsigned days = 0, writes = 0;
    (void)snprintf(path, sizeof path, CARDROOM_ROOT "/houses/%s", folder);
    library_init(&library);
    library_add(&library, path, CARDROOM_ROOT "/rulebooks");
    library_check(&library);
    books_open(&books, &place);
    if (opening_begin(books.keeper, &library, &library.houses[0], text_of("office"), nine, &books.fault) !=
        STATUS_OK)
        fail_msg("%s", books.fault.words);
    const uint64_t opened = keeper_sequence(books.keeper);
    struct instant at = nine;
    for (unsigned minute = 0; minute < DAYS * MINUTES_A_DAY; minute++) {
        uint64_t before = keeper_sequence(books.keeper);
        at.ms += MINUTE_MS;
        struct command clock = {.kind = COMMAND_CLOCK, .head.at = at};
        COMMAND_AS(&clock, clock_moves)->at = at;
        books_must(&books, &clock);
        writes += keeper_sequence(books.keeper) > before;
        assert_int_equal(keeper_floor(books.keeper)->now.ms, at.ms);
    }
    const uint64_t events = keeper_sequence(books.keeper) - opened;
    assert_int_equal(store_read(keeper_store(books.keeper), text_of("house"), opened + 1, STORE_SEQUENCE_MAX,
                                show_day, &days, &books.fault),
                     STATUS_OK);
    assert_int_equal(days, DAYS); /* the end of every gaming day is told */
    if (events > DAYS * EVENTS_A_DAY_MAX)
        fail_msg("%s has written %llu events in %d days", folder, (unsigned long long)events, DAYS);
    assert_int_equal(writes, DAYS); /* in all other minutes nothing was written at all */
    books_close(&books);
    assert_whole(&place);
    place_remove(&place);
    library_release(&library);
}

static void an_idle_house_writes_fewer_than_ten_events_a_day(void **state)
{
    (void)state;
    idle_for_days("demo");
    idle_for_days("bay101");
    idle_for_days("hawaiian-gardens");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_idle_house_writes_fewer_than_ten_events_a_day),
    };
    return cmocka_run_group_tests_name("books: idle", tests, NULL, NULL);
}
