/* Which events a checkpoint follows at once: below, at and above the amount that the house has posted. */
#include "books/checkpoint_due.h"

#include "books/books_test.h"
#include "house/cage/cage_shapes.h"

static bool is_due_after(const struct books *books, int64_t winner_cents, int64_t withheld_cents)
{
    const struct movement rows[] = {{.cents = winner_cents}, {.cents = withheld_cents}};
    struct event event = {.kind = EVENT_PRIZE_PAID};
    EVENT_AS(&event, prize_paid)->money =
        (struct money_rows){.movements = rows, .movement_count = withheld_cents > 0 ? 2 : 1};
    return checkpoint_is_due(keeper_floor(books->keeper), &event);
}

static void payments_above_the_posted_amount_are_followed_by_one(void **state)
{
    (void)state;
    struct store_place place = place_make(false, "checkpoint_due");
    struct books books;
    books_open(&books, &place);
    books_begin(&books);
    const int64_t posted = house_checkpoints(&keeper_floor(books.keeper)->house).payments_above.cents;
    assert_int_equal(posted, 120000); /* where house.yaml says nothing */
    assert_false(is_due_after(&books, posted - 1, 0));
    assert_false(is_due_after(&books, posted, 0));
    assert_true(is_due_after(&books, posted + 1, 0));
    assert_false(is_due_after(&books, posted - 500, 500)); /* a part is withheld */
    assert_true(is_due_after(&books, posted - 500, 501));

    const struct event began = {.kind = EVENT_DAY_BEGAN}, clock = {.kind = EVENT_CLOCK},
                       authorised = {.kind = EVENT_AWARDED};
    assert_true(checkpoint_is_due(keeper_floor(books.keeper), &began));
    assert_false(checkpoint_is_due(keeper_floor(books.keeper), &clock));
    assert_false(checkpoint_is_due(keeper_floor(books.keeper), &authorised));
    books_close(&books);
    place_remove(&place);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(payments_above_the_posted_amount_are_followed_by_one)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
