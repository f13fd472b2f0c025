/*
 * A house opens as a whole or not at all: on a disk that fails at one operation after another, and when a step is refused.
 * Whatever happened, the same opening can be asked again.
 */
#include "books/books_test.h"
#include "books/opening.h"
#include "store/faulty_files_test.h"

static const struct instant nine = {INT64_C(1793638800000)};

static struct library library;
static struct arena arena;
static uint64_t events_whole; /* of an opening that nothing happens to */
static struct text state_whole;

/* A keeper on what is there, and the opening if the books are empty. */
static enum status try_to_open(struct books *books, const struct store_place *place)
{
    enum status status = books_try_open(books, place, &(struct keeper_options){.mode = STORE_CREATE});
    if (status == STATUS_OK && keeper_sequence(books->keeper) == 0)
        status = opening_begin(books->keeper, &library, &library.houses[0], text_of("office"), nine,
                               &books->fault);
    return status;
}

static void assert_open(const struct store_place *place)
{
    struct books books;
    if (try_to_open(&books, place) != STATUS_OK)
        fail_msg("%s", books.fault.words);
    assert_int_equal(keeper_sequence(books.keeper), events_whole);
    assert_true(text_equal(books_state(books.keeper, &arena), state_whole));
    books_close(&books);
    assert_whole(place);
}

static int begin(void **state)
{
    (void)state;
    struct store_place place = place_make(false, "opening_test");
    struct books books;
    arena_init(&arena, (size_t)1 << 30);
    library_init(&library);
    library_add(&library, CARDROOM_ROOT "/houses/demo", CARDROOM_ROOT "/rulebooks");
    library_check(&library);
    disk_set(NONE, 0, 1);
    assert_int_equal(library.house_count, 1);
    if (try_to_open(&books, &place) != STATUS_OK)
        fail_msg("%s", books.fault.words);
    events_whole = keeper_sequence(books.keeper);
    state_whole = books_state(books.keeper, &arena);
    books_close(&books);
    place_remove(&place);
    return 0;
}

static int finish(void **state)
{
    (void)state;
    library_release(&library);
    arena_release(&arena);
    return 0;
}

/* What a mishap leaves: nothing of the house, or all of it where only the answer was lost. */
static void assert_nothing_or_all(const struct store_place *place)
{
    struct books books;
    if (books_try_open(&books, place, &(struct keeper_options){.mode = STORE_CREATE}) != STATUS_OK)
        fail_msg("%s", books.fault.words);
    uint64_t events = keeper_sequence(books.keeper);
    assert_true(events == 0 || events == events_whole);
    assert_true(keeper_floor(books.keeper)->opened == (events > 0));
    books_close(&books);
}

/* The mishap at about `tries` operations, from the first to the last. */
static void open_with_mishaps(enum mishap mishap, unsigned tries)
{
    unsigned failures = 0, operations = 1;
    for (unsigned at = 1; at <= operations; at += 1 + operations / tries) {
        struct store_place place = place_make(false, "opening_test");
        struct books books;
        disk_set(mishap, at, at * UINT64_C(0x9e3779b97f4a7c15));
        enum status status = try_to_open(&books, &place);
        if (status != STATUS_OK)
            assert_true(books.fault.words[0] != '\0');
        books_close(&books);
        failures += status != STATUS_OK;
        disk_set(NONE, 0, 1);
        assert_nothing_or_all(&place);
        assert_open(&place);
        operations = disk.counted > operations ? disk.counted : operations;
        place_remove(&place);
    }
    assert_true(failures > 1);
}

static void an_opening_that_the_disk_refuses_is_begun_again(void **state)
{
    (void)state;
    open_with_mishaps(WRITE_FAILS, 10);
    open_with_mishaps(DISK_FULL, 10);
    open_with_mishaps(SYNC_FAILS, 10);
}

static void an_opening_that_loses_power_is_begun_again(void **state)
{
    (void)state;
    open_with_mishaps(POWER_LOSS, 12);
}

/* The last of its offers is one that no document is filed for, or a file is gone: nothing of the house is there. */
static void an_opening_that_is_refused_leaves_nothing(void **state)
{
    (void)state;
    struct store_place place = place_make(false, "opening_test");
    struct library_house house = library.houses[0];
    struct offer *offers = ARENA_ARRAY(&arena, struct offer, house.offer_count);
    struct books books;
    assert_non_null(offers);
    assert_true(house.offer_count > 2);
    memcpy(offers, house.offers, house.offer_count * sizeof *offers);
    struct offer *last = &offers[house.offer_count - 1];
    house.offers = offers;
    books_open(&books, &place);
    last->file = offers[0].file;
    last->identity = text_of("demo/not a name");
    assert_int_equal(opening_begin(books.keeper, &library, &house, text_of("office"), nine, &books.fault),
                     STATUS_INVALID);
    if (!strstr(books.fault.words, offers[0].file))
        fail_msg("%s", books.fault.words);
    assert_int_equal(keeper_sequence(books.keeper), 0);
    assert_false(keeper_floor(books.keeper)->opened);
    last->file = "/nowhere/offer.yaml";
    assert_int_equal(opening_begin(books.keeper, &library, &house, text_of("office"), nine, &books.fault),
                     STATUS_INVALID);
    assert_string_equal(books.fault.words, "/nowhere/offer.yaml cannot be read");
    books_close(&books);
    assert_nothing_or_all(&place);
    assert_open(&place);
    place_remove(&place);
}

/* A law of the place of the house, whoever made it. */
static void every_law_of_its_place_is_filed(void **state)
{
    (void)state;
    struct store_place place = place_make(false, "opening_test");
    struct library other;
    struct books books;
    library_init(&other);
    library_add(&other, CARDROOM_ROOT "/tests/check/base/rulebooks", NULL);
    library_add(&other, CARDROOM_ROOT "/tests/check/base/houses", NULL);
    library_check(&other);
    assert_int_equal(other.house_count, 1);
    struct library_house house = other.houses[0];
    house.offer_count = 0; /* laws hold whatever is offered */
    books_open(&books, &place);
    if (opening_begin(books.keeper, &other, &house, text_of("office"), nine, &books.fault) != STATUS_OK)
        fail_msg("%s", books.fault.words);
    const struct floor *floor = keeper_floor(books.keeper);
    bool filed = false;
    for (unsigned i = 0; i < floor->rulebook_count; i++)
        filed |= text_equal(floor->rulebooks[i]->document.identity, text_of("sample/cash-law"));
    assert_true(filed);
    books_close(&books);
    place_remove(&place);
    library_release(&other);
}

int main(void)
{
    disk_install();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_opening_that_the_disk_refuses_is_begun_again),
        cmocka_unit_test(an_opening_that_loses_power_is_begun_again),
        cmocka_unit_test(an_opening_that_is_refused_leaves_nothing),
        cmocka_unit_test(every_law_of_its_place_is_filed),
    };
    return cmocka_run_group_tests(tests, begin, finish);
}
