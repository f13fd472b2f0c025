/* Histories on both engines: Y1 and Y2, and periods that begin before, at and after what happened. */
#include "books/books_test.h"
#include "books/history.h"
#include "funds/terms.h"
#include "house/setup/offers.h"

enum { ROUNDS = 30, HOUR_MS = 3600 * 1000 };

static const int64_t noon_ms = INT64_C(1793649600000);

struct day {
    struct store_place place;
    account_id account;
    int64_t noon, one, two; /* what the pool held when the hour was over */
    uint64_t sequence;
};

static int64_t held(const struct books *books, account_id account)
{
    return keeper_floor(books->keeper)->ledger.accounts[account].balance;
}

/* Fees at noon, a royal flush at one o'clock, fees at two. */
static struct day begin(void **state)
{
    const bool *postgres = *state;
    struct day day = {.place = place_make(*postgres, "history_test")};
    struct books books;
    books_open(&books, &day.place);
    books_begin(&books);
    day.account = floor_terms(keeper_floor(books.keeper), 0)->pools[0].account;
    for (unsigned i = 0; i < ROUNDS; i++)
        books_do(&books, "start-round C4-1 fees 1 by dana");
    books_do(&books, "end-round C4-1 by dana");
    day.noon = held(&books, day.account);
    books_do(&books, "clock 2026-11-02T13:00:00-08:00");
    books_royal_flush(&books);
    day.one = held(&books, day.account);
    books_do(&books, "clock 2026-11-02T14:00:00-08:00");
    books_do(&books, "start-round C4-1 fees 1,2 by dana");
    day.two = held(&books, day.account);
    day.sequence = keeper_sequence(books.keeper);
    books_close(&books);
    return day;
}

static struct history history_of(const struct day *day, int64_t from_ms, int64_t to_ms)
{
    const struct store_options options = {.mode = STORE_READ_ONLY};
    const struct history_request request = {.account = day->account,
                                            .cents = day->two,
                                            .sequence = day->sequence,
                                            .from = {from_ms},
                                            .to = {to_ms}};
    struct store *store = NULL;
    struct history history = {0};
    struct fault fault;
    if (store_open(text_of(day->place.address), &options, &store, &fault) != STATUS_OK ||
        history_read(store, text_of("house"), &request, &history, &fault) != STATUS_OK)
        fail_msg("%s", fault.words);
    store_close(store);
    return history;
}

static void assert_step(const struct history *history, unsigned number, int64_t at_ms, int64_t cents)
{
    assert_true(number < history->count);
    assert_int_equal(history->steps[number].at.ms, at_ms);
    assert_int_equal(history->steps[number].cents, cents);
}

static void a_day_is_a_step_up_a_step_down_and_a_step_up(void **state)
{
    struct day day = begin(state);
    struct history history = history_of(&day, noon_ms - HOUR_MS, noon_ms + 3 * HOUR_MS);
    assert_true(day.one < day.noon && day.one < day.two);
    assert_int_equal(history.count, 4);
    assert_step(&history, 0, noon_ms - HOUR_MS, 0);
    assert_step(&history, 1, noon_ms, day.noon);
    assert_step(&history, 2, noon_ms + HOUR_MS, day.one);
    assert_step(&history, 3, noon_ms + 2 * HOUR_MS, day.two);
    place_remove(&day.place);
}

static void a_period_begins_with_what_was_there_a_moment_before(void **state)
{
    struct day day = begin(state);
    const struct {
        int64_t from_ms;
        unsigned count;
        int64_t first;
    } periods[] = {{noon_ms + HOUR_MS - 1, 3, day.noon},
                   {noon_ms + HOUR_MS, 3, day.noon},
                   {noon_ms + HOUR_MS + 1, 2, day.one},
                   {noon_ms + 2 * HOUR_MS, 2, day.one},
                   {noon_ms + 2 * HOUR_MS + 1, 1, day.two}};
    for (size_t i = 0; i < sizeof periods / sizeof periods[0]; i++) {
        struct history history = history_of(&day, periods[i].from_ms, noon_ms + 3 * HOUR_MS);
        assert_int_equal(history.count, periods[i].count);
        assert_step(&history, 0, periods[i].from_ms, periods[i].first);
        assert_int_equal(history.steps[history.count - 1].cents, day.two);
    }
    place_remove(&day.place);
}

static void what_falls_into_one_slice_is_one_step(void **state)
{
    struct day day = begin(state);
    /* A slice of five hours, which holds the whole day: the last change counts. */
    int64_t slice_ms = 5 * (int64_t)HOUR_MS;
    struct history history = history_of(&day, noon_ms, noon_ms + HISTORY_SLICES * slice_ms);
    assert_int_equal(history.count, 2);
    assert_step(&history, 0, noon_ms, 0);
    assert_step(&history, 1, noon_ms + 2 * HOUR_MS, day.two);
    /* A clock that is ahead of the period: its last slice takes the rest. */
    history = history_of(&day, noon_ms - HOUR_MS, noon_ms);
    assert_int_equal(history.count, 2);
    assert_step(&history, 1, noon_ms + 2 * HOUR_MS, day.two);
    place_remove(&day.place);
}

int main(int argc, char **argv)
{
    struct CMUnitTest tests[] = {
        cmocka_unit_test(a_day_is_a_step_up_a_step_down_and_a_step_up),
        cmocka_unit_test(a_period_begins_with_what_was_there_a_moment_before),
        cmocka_unit_test(what_falls_into_one_slice_is_one_step),
    };
    return place_main(argc, argv, tests, sizeof tests / sizeof tests[0]);
}
