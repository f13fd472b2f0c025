/* Who is locked out after failures, and for how long; on both engines. */
#include "server/access/door_test.h"

static void five_failures_lock_and_four_do_not(void **state)
{
    struct door door;
    door_begin(&door, state);
    door_fail_times(&door, "dana", 4, noon);
    assert_knock(&door, "dana", "correct horse", noon, ACCESS_GRANTED);
    /* A successful sign-in resets the count. */
    door_fail_times(&door, "dana", 4, noon);
    assert_int_equal(door_events(&door, "locked", "dana"), 0);
    door_fail_times(&door, "dana", 1, noon);
    assert_int_equal(door_events(&door, "locked", "dana"), 1);
    assert_knock(&door, "dana", "correct horse", noon, ACCESS_LOCKED_OUT);
    /* Others, and the badge of the same person, are not. */
    assert_knock(&door, "sam", "battery staple", noon, ACCESS_GRANTED);
    assert_int_equal(door_knock(&door, CREDENTIAL_PIN, "17", "2468", noon).outcome, ACCESS_GRANTED);
    door_end(&door);
}

static void a_lock_ends_to_the_millisecond(void **state)
{
    struct door door;
    door_begin(&door, state);
    door_fail_times(&door, "dana", 5, noon);
    assert_knock(&door, "dana", "correct horse", later(15 * MINUTE - 1), ACCESS_LOCKED_OUT);
    assert_knock(&door, "dana", "correct horse", later(15 * MINUTE), ACCESS_GRANTED);
    door_end(&door);
}

static void failures_count_for_fifteen_minutes(void **state)
{
    struct door door;
    door_begin(&door, state);
    door_fail_times(&door, "dana", 1, noon);
    door_fail_times(&door, "sam", 1, noon);
    door_fail_times(&door, "dana", 4, later(15 * MINUTE)); /* the first is over */
    assert_knock(&door, "dana", "correct horse", later(15 * MINUTE), ACCESS_GRANTED);
    door_fail_times(&door, "sam", 4, later(15 * MINUTE - 1));
    assert_knock(&door, "sam", "battery staple", later(15 * MINUTE - 1), ACCESS_LOCKED_OUT);
    door_end(&door);
}

static void an_address_is_locked_after_twenty(void **state)
{
    struct door door;
    char name[16];
    door_begin(&door, state);
    for (unsigned i = 0; i < 19; i++) {
        (void)snprintf(name, sizeof name, "guess%u", i);
        door_fail_times(&door, name, 1, noon);
    }
    assert_knock(&door, "dana", "correct horse", noon, ACCESS_GRANTED); /* which forgives no address */
    door_fail_times(&door, "guess19", 1, noon);
    assert_int_equal(door_events(&door, "locked", "10.0.0.5"), 1);
    struct access_ticket ticket = door_knock(&door, CREDENTIAL_PASSWORD, "dana", "correct horse", noon);
    assert_int_equal(ticket.outcome, ACCESS_LOCKED_OUT);
    assert_int_equal(ticket.locked_until.ms, later(15 * MINUTE).ms);
    assert_int_equal(door_events(&door, "sign-in-refused", "address-locked"), 1);
    assert_int_equal(
        door_knock_from(&door, "10.0.0.6", CREDENTIAL_PASSWORD, "dana", "correct horse", noon).outcome,
        ACCESS_GRANTED);
    assert_knock(&door, "dana", "correct horse", later(15 * MINUTE), ACCESS_GRANTED);
    door_end(&door);
}

static void a_limit_of_none_locks_nobody(void **state)
{
    struct door door;
    struct access_settings settings = cheap();
    settings.by_name.limit = settings.by_address.limit = 0;
    door_begin_with(&door, state, settings);
    door_fail_times(&door, "dana", 25, noon);
    assert_knock(&door, "dana", "correct horse", noon, ACCESS_GRANTED);
    door_end(&door);
}

static void a_lock_outlives_the_program(void **state)
{
    struct door door;
    door_begin(&door, state);
    door_fail_times(&door, "dana", 5, noon);
    door_fail_times(&door, "sam", 4, noon);
    access_close(door.access);
    door_open(&door, later(MINUTE));
    assert_knock(&door, "dana", "correct horse", later(MINUTE), ACCESS_LOCKED_OUT);
    door_fail_times(&door, "sam", 1, later(MINUTE));
    assert_knock(&door, "sam", "battery staple", later(MINUTE), ACCESS_LOCKED_OUT);
    access_close(door.access);
    door_open(&door, later(16 * MINUTE));
    assert_knock(&door, "dana", "correct horse", later(16 * MINUTE), ACCESS_GRANTED);
    door_end(&door);
}

static void an_unlocked_person_may_try_at_once(void **state)
{
    struct door door;
    door_begin(&door, state);
    door_fail_times(&door, "dana", 5, noon);
    assert_int_equal(
        access_standing_of(door.access, CREDENTIAL_PASSWORD, text_of("dana"), noon).locked_until.ms,
        later(15 * MINUTE).ms);
    struct access_ticket ticket = {0};
    assert_int_equal(access_unlock(door.access, CREDENTIAL_PASSWORD, text_of("dana"), text_of("olga"), noon,
                                   &ticket, &door.fault),
                     STATUS_OK);
    assert_int_equal(access_wait(door.access, &ticket), STATUS_OK);
    assert_int_equal(door_events(&door, "unlocked", "olga"), 1);
    assert_knock(&door, "dana", "correct horse", noon, ACCESS_GRANTED);
    door_end(&door);
}

static void many_names_do_not_fill_the_memory(void **state)
{
    (void)state;
    struct access_book book;
    char name[32];
    assert_int_equal(access_book_init(&book, access_usual.by_name, access_usual.by_address, NULL), STATUS_OK);
    for (unsigned i = 0; i < ACCESS_COUNTS_MAX + 10; i++) {
        (void)snprintf(name, sizeof name, "guess%u", i);
        access_book_fail(&book, access_counted_name(CREDENTIAL_PASSWORD, text_of(name), false), book.by_name,
                         later((int64_t)i));
    }
    assert_int_equal(book.count, ACCESS_COUNTS_MAX);
    struct access_counted first = access_counted_name(CREDENTIAL_PASSWORD, text_of("guess0"), false);
    struct access_counted last = access_counted_name(CREDENTIAL_PASSWORD, text_of(name), false);
    for (unsigned i = 0; i < 3; i++) { /* the first was forgotten, the last has four now */
        access_book_fail(&book, first, book.by_name, later(MINUTE));
        access_book_fail(&book, last, book.by_name, later(MINUTE));
    }
    assert_false(access_book_near(&book, first, book.by_name, later(MINUTE)));
    assert_true(access_book_near(&book, last, book.by_name, later(MINUTE)));
    access_book_release(&book);
}

int main(int argc, char **argv)
{
    struct CMUnitTest tests[] = {
        cmocka_unit_test(five_failures_lock_and_four_do_not),
        cmocka_unit_test(a_lock_ends_to_the_millisecond),
        cmocka_unit_test(failures_count_for_fifteen_minutes),
        cmocka_unit_test(an_address_is_locked_after_twenty),
        cmocka_unit_test(a_limit_of_none_locks_nobody),
        cmocka_unit_test(a_lock_outlives_the_program),
        cmocka_unit_test(an_unlocked_person_may_try_at_once),
        cmocka_unit_test(many_names_do_not_fill_the_memory),
    };
    return place_main(argc, argv, tests, sizeof tests / sizeof tests[0]);
}
